//! Searches of any puzzle by any solver and heuristic, with results in the same form for all puzzles.

mod prepared;
mod recorder;
mod saving;
mod search_options;
mod search_result;
mod solvers;

pub(crate) use prepared::{Prepared, SearchRequest, Several, backward_with};
pub(crate) use recorder::{Improvement, SearchRecorder, StepCount};
pub(crate) use saving::{Saving, SearchInput, SearchLimits};
pub(crate) use search_options::SearchOptions;
pub(crate) use search_result::{Bug, SearchEnd, SearchResult};
pub(crate) use solvers::{BoxedSolver, Sides, SolverName, SolverOptions, one_sided};
