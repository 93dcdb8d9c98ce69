//! [`NodeCounter`]: an observer that counts the nodes it is shown.

use core::ops::ControlFlow;

use crate::monitor::{Expanded, Generated, Observer};

/// Counts the states that are shown as expanded and as generated.
#[derive(Debug, Default)]
pub(super) struct NodeCounter {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl<S, M, C> Observer<S, M, C> for NodeCounter {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn generated(&mut self, _: Generated<'_, S, M, C>) -> ControlFlow<()> {
        self.generated += 1;
        ControlFlow::Continue(())
    }

    fn expanded(&mut self, _: Expanded<'_, S, C>) -> ControlFlow<()> {
        self.expanded += 1;
        ControlFlow::Continue(())
    }
}
