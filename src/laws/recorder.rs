//! [`WalkRecorder`]: the account of a depth-first walk under test.

use alloc::vec::Vec;

use crate::account::{Budget, Counts, Quota, Stop};
use crate::puzzle::traversal::{NodeRef, WalkAccount};

/// A node, as a walk shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event<S, M, C> {
    Expanded {
        state: S,
        g: C,
        h: Option<C>,
    },
    Generated {
        from: S,
        mv: M,
        state: S,
        g: C,
        h: Option<C>,
    },
}

/// Records the nodes of a walk, and stops it at its limits.
#[derive(Debug)]
pub(super) struct WalkRecorder<S, M, C> {
    /// The number of nodes granted at a time; at 0, each node is shown.
    granted: u64,
    /// The limits at which the walk is stopped.
    most: Counts,
    pub(super) counts: Counts,
    pub(super) events: Vec<Event<S, M, C>>,
    memory: Quota,
}

impl<S, M, C> WalkRecorder<S, M, C> {
    fn new(granted: u64) -> Self {
        let most = Counts {
            expanded: u64::MAX,
            generated: u64::MAX,
        };
        Self {
            granted,
            most,
            counts: Counts::default(),
            events: Vec::new(),
            memory: Quota::default(),
        }
    }

    /// A recorder that is shown each node.
    pub(super) fn shown() -> Self {
        Self::new(0)
    }

    /// A recorder that grants `nodes` nodes at a time, unseen.
    pub(super) fn granting(nodes: u64) -> Self {
        Self::new(nodes)
    }

    /// Stops the walk before one more child is generated.
    pub(super) fn generating(mut self, most: u64) -> Self {
        self.most.generated = most;
        self
    }

    /// Stops the walk before one more node is expanded.
    pub(super) fn expanding(mut self, most: u64) -> Self {
        self.most.expanded = most;
        self
    }
}

impl<S: Clone, M: Clone, C> WalkAccount<S, M, C> for WalkRecorder<S, M, C> {
    fn lend(&mut self) -> Budget {
        Budget::with_bytes(self.memory.free())
    }

    fn charge(&mut self, budget: &mut Budget, expansions: u64, children: u64) -> Result<(), Stop> {
        self.settle(budget);
        let left = self.most.since(self.counts);
        if expansions > left.expanded {
            return Err(Stop::Expanded);
        }
        if children > left.generated {
            return Err(Stop::Generated);
        }
        self.counts.expanded += expansions;
        self.counts.generated += children;
        if self.granted > 0 {
            let expansions = (left.expanded - expansions).min(self.granted);
            budget.grant(
                expansions,
                (left.generated - children).min(8 * self.granted),
            );
        }
        budget.free = self.memory.free();
        Ok(())
    }

    fn settle(&mut self, budget: &mut Budget) {
        self.counts += budget.take();
        budget.claim_reserved(&self.memory);
        budget.free = self.memory.free();
    }

    fn refund(&mut self, expansions: u64, children: u64) {
        self.counts.expanded -= expansions;
        self.counts.generated -= children;
    }

    fn counts(&mut self) -> Counts {
        self.counts
    }

    fn memory(&self) -> &Quota {
        &self.memory
    }

    fn shows_nodes(&self) -> bool {
        self.granted == 0
    }

    fn show_expanded(&mut self, node: NodeRef<'_, S, C>) -> Result<(), Stop> {
        let NodeRef { state, g, h } = node;
        let state = state.clone();
        self.events.push(Event::Expanded { state, g, h });
        Ok(())
    }

    fn show_generated(&mut self, from: &S, mv: &M, node: NodeRef<'_, S, C>) -> Result<(), Stop> {
        let NodeRef { state, g, h } = node;
        let (from, mv, state) = (from.clone(), mv.clone(), state.clone());
        self.events.push(Event::Generated {
            from,
            mv,
            state,
            g,
            h,
        });
        Ok(())
    }
}
