//! [`EveryOther`]: an observer that ends a search again and again.

use core::ops::ControlFlow;

use super::MOST_PAUSES;
use crate::account::Layer;
use crate::monitor::{Expanded, Generated, Iteration, Observer, SearchProgress};
use crate::solution::Solution;

/// Ends a search at every other event, so that it comes beyond each, until that has happened often.
#[derive(Debug, Default)]
pub(super) struct EveryOther {
    events: u64,
}

impl EveryOther {
    fn meet(&mut self) -> ControlFlow<()> {
        self.events += 1;
        if self.events % 2 == 1 && self.events < 2 * MOST_PAUSES {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<S, M, C> Observer<S, M, C> for EveryOther {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn progress(&mut self, _: &SearchProgress<C>) -> ControlFlow<()> {
        self.meet()
    }

    fn lower_bound(&mut self, _: C) -> ControlFlow<()> {
        self.meet()
    }

    fn incumbent(&mut self, _: &Solution<M, C>, _: &SearchProgress<C>) -> ControlFlow<()> {
        self.meet()
    }

    fn iteration(&mut self, _: &Iteration<C>) -> ControlFlow<()> {
        self.meet()
    }

    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.meet()
    }

    fn generated(&mut self, _: Generated<'_, S, M, C>) -> ControlFlow<()> {
        self.meet()
    }

    fn expanded(&mut self, _: Expanded<'_, S, C>) -> ControlFlow<()> {
        self.meet()
    }
}
