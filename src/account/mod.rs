//! The account of some work: its counts, memory and time, the limits on them, and the stops at these limits. Nothing in
//! here knows a puzzle or a search.
//!
//! Memory is claimed before it is allocated, from a `Quota` that threads lease from; a `Claimed` container releases it
//! on drop. The peak in the statistics includes the two copies of a list that grows. Memory for the results after a
//! stop (lists of layers and of iterations, an incumbent) is set aside beforehand. A solver asks whether there is
//! memory for the path of a solution and keeps the goal, so that a search without that memory stops, and finds the goal
//! again when it continues. `tests/memory` compares all that with an allocator that counts and refuses.

mod budget;
mod claimed;
mod clock;
mod layer;
mod ledger;
mod limits;
mod meter;
mod quota;
mod replay_fault;
mod reported;
mod stats;
mod stop;
mod task_observer;

pub(crate) use budget::Budget;
pub use claimed::Claim;
pub(crate) use claimed::Claimed;
#[cfg(feature = "std")]
pub(crate) use clock::Clock;
pub use layer::{Layer, Side};
pub(crate) use ledger::Ledger;
pub(crate) use limits::Limited;
pub use limits::Limits;
pub use meter::Meter;
pub(crate) use meter::least;
pub(crate) use quota::Quota;
pub use replay_fault::ReplayFault;
pub(crate) use reported::ReportedList;
pub(crate) use stats::Counts;
pub use stats::Stats;
pub use stop::Stop;
pub(crate) use stop::StopClass;
pub use task_observer::{Coverage, OnProgress, TaskObserver, TaskProgress};
pub(crate) use task_observer::{OnLayer, obey};
