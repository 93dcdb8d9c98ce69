//! Searches of any puzzle by any solver and heuristic, with results in the same form for all puzzles.

mod prepared;
mod saving;
mod search_result;
mod solvers;
mod watch;

pub(crate) use prepared::{Prepared, Question, Several, backward_with};
pub(crate) use saving::{Saving, Searched, Within};
pub(crate) use search_result::{Bug, SearchEnd, SearchResult};
pub(crate) use solvers::{Chosen, Sides, SolverName, SolverOptions, one_sided};
pub(crate) use watch::{Improvement, SearchWatch, StepCount};
