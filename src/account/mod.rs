//! What is spent, and how far that may go: limits, stops, bytes, counts and the clock. Nothing in here knows a puzzle or
//! a search.

mod budget;
mod clock;
mod limits;
mod memory;
mod replay_fault;
mod stats;
mod stop;

pub use budget::Budget;
pub(crate) use clock::Clock;
pub use limits::Limits;
pub(crate) use memory::Memory;
pub use replay_fault::ReplayFault;
pub(crate) use stats::Counts;
pub use stats::{Iteration, Stats};
pub use stop::{Stop, StopClass};
