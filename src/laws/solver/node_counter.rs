//! [`NodeCounter`]: an observer that counts the nodes it is shown.

use alloc::format;
use core::ops::ControlFlow;

use super::super::violation::{Law, Violation};
use super::SolverTrial;
use super::run_limits::base_limits;
use crate::monitor::{Expanded, Generated, Observer};
use crate::puzzle::Puzzle;

/// Counts the states that are shown as expanded and as generated.
#[derive(Debug, Default)]
struct NodeCounter {
    expanded: u64,
    generated: u64,
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

impl<P: Puzzle> SolverTrial<'_, P> {
    /// Counts the nodes that an observer is shown.
    pub(super) fn check_nodes_shown(&self) -> Result<(), Violation> {
        let mut shown = NodeCounter::default();
        let mut search = self.search().observe(&mut shown).limits(base_limits());
        let stats = search.run().stats;
        drop(search);
        for (what, counted, shown) in [
            ("expands", stats.expanded, shown.expanded),
            ("generates", stats.generated, shown.generated),
        ] {
            if counted != shown {
                let detail = format!("it {what} {counted} states and shows an observer {shown}");
                return Err(self.violation(Law::Observation, detail));
            }
        }
        Ok(())
    }
}
