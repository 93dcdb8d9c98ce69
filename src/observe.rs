//! Observing work while it runs: an [`Observer`] sees the states, bounds and solutions of a search, a [`TaskObserver`]
//! the progress and the layers of a task. [Limits and progress](crate::guide::limits_and_progress) has examples.

pub use crate::account::{Coverage, Layer, OnProgress, Side, TaskObserver, TaskProgress};
pub use crate::monitor::{Expanded, Generated, IterationCounts, Observer, SearchProgress};
