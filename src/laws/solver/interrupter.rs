//! [`Interrupter`]: an observer that stops a search at every other event.

use core::ops::ControlFlow;

use super::MOST_PAUSES;
use crate::account::Layer;
use crate::monitor::{Expanded, Generated, IterationCounts, Observer, SearchProgress};
use crate::solution::Solution;

/// Stops a search at every other event, so that each run gets past one event. After [`MOST_PAUSES`] stops it lets the
/// search go on.
#[derive(Debug, Default)]
pub(super) struct Interrupter {
    events: u64,
}

impl Interrupter {
    fn event(&mut self) -> ControlFlow<()> {
        self.events += 1;
        if self.events % 2 == 1 && self.events < 2 * MOST_PAUSES {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<S, M, C> Observer<S, M, C> for Interrupter {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn progress(&mut self, _: &SearchProgress<C>) -> ControlFlow<()> {
        self.event()
    }

    fn lower_bound(&mut self, _: C) -> ControlFlow<()> {
        self.event()
    }

    fn incumbent(&mut self, _: &Solution<M, C>, _: &SearchProgress<C>) -> ControlFlow<()> {
        self.event()
    }

    fn iteration(&mut self, _: &IterationCounts<C>) -> ControlFlow<()> {
        self.event()
    }

    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.event()
    }

    fn generated(&mut self, _: Generated<'_, S, M, C>) -> ControlFlow<()> {
        self.event()
    }

    fn expanded(&mut self, _: Expanded<'_, S, C>) -> ControlFlow<()> {
        self.event()
    }
}
