//! Watching work while it runs: an [`Observer`] sees the states, bounds and solutions of a search, a [`Watcher`] the
//! progress and the layers of any work. [Limits and progress](crate::guide::limits_and_progress) has examples.

pub use crate::account::{Coverage, Layer, OnProgress, Progress, Side, Watcher};
pub use crate::monitor::{Expanded, Generated, IterationCounts, Observer, SearchProgress};
