//! Searches: any puzzle, any solver, any heuristic; what was found, in words that suit every puzzle.

mod found;
mod prepared;
mod saving;
mod solvers;
mod watch;

pub(crate) use found::{Bug, End, Found};
pub(crate) use prepared::{Prepared, Question, Several, backward_with};
pub(crate) use saving::{Saving, Searched, Within};
pub(crate) use solvers::{Chosen, SolverName, SolverOptions, one_sided};
pub(crate) use watch::{Improvement, Step, Watch};
