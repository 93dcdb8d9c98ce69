//! What is spent, and how far that may go: limits, stops, bytes, counts and the clock. Nothing in here knows a puzzle or
//! a search.

mod budget;
mod clock;
mod ledger;
mod limits;
mod memory;
mod meter;
mod replay_fault;
mod stats;
mod stop;
mod watcher;

pub(crate) use budget::Budget;
#[cfg(feature = "std")]
pub(crate) use clock::Clock;
pub(crate) use ledger::Ledger;
pub use limits::Limits;
pub(crate) use memory::Memory;
pub use meter::Meter;
pub(crate) use meter::least;
pub use replay_fault::ReplayFault;
pub(crate) use stats::Counts;
pub use stats::Stats;
pub use stop::{Stop, StopClass};
pub(crate) use watcher::obey;
pub use watcher::{Coverage, Layer, OnProgress, Progress, Side, Watcher};
