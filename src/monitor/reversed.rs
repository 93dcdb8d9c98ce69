//! A search of the reversed puzzle, charged to the account of the search that began it. Start and goals are exchanged,
//! so the observer is shown each node on the opposite side. Invariant: what the search of the reversed puzzle proves
//! about costs also holds for the puzzle, so the proof is handed over and back; of the incumbent, whose moves differ,
//! only the cost is handed over.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::{Expanded, Generated, IterationCounts, Monitor, Observed, Observer, SearchProgress};
use crate::account::Layer;
use crate::cost::Cost;

impl<S, M, C: Cost> Monitor<'_, S, M, C> {
    /// Runs `advance`, a search of the reversed puzzle with other moves, on this account.
    pub(crate) fn of_reversed<N, T>(
        &mut self,
        advance: impl FnOnce(&mut Monitor<'_, S, N, C>) -> T,
    ) -> T {
        let mut proof = self.observed.proof.of_other_moves();
        let mut observer = ReversedObserver {
            observer: &mut *self.observed.observer,
            moves: PhantomData,
        };
        let advanced = advance(&mut Monitor {
            account: &mut *self.account,
            limits: self.limits,
            max_cost: self.max_cost,
            observed: Observed {
                observer: &mut observer,
                proof: &mut proof,
            },
            starts: self.starts,
            shows_nodes: self.shows_nodes,
            traits: self.traits,
        });
        self.observed.proof.take_over(proof);
        advanced
    }
}

/// Shows the nodes of the reversed puzzle without their moves, which mean nothing to the observer, and no incumbents.
struct ReversedObserver<'a, S, M, C> {
    observer: &'a mut (dyn Observer<S, M, C> + 'a),
    moves: PhantomData<M>,
}

impl<S, M, N, C: Copy> Observer<S, N, C> for ReversedObserver<'_, S, M, C> {
    fn wants_nodes(&self) -> bool {
        self.observer.wants_nodes()
    }

    fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
        self.observer.progress(progress)
    }

    fn lower_bound(&mut self, bound: C) -> ControlFlow<()> {
        self.observer.lower_bound(bound)
    }

    fn iteration(&mut self, iteration: &IterationCounts<C>) -> ControlFlow<()> {
        self.observer.iteration(iteration)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        let side = layer.side.opposite();
        self.observer.layer(&Layer { side, ..*layer })
    }

    fn generated(&mut self, node: Generated<'_, S, N, C>) -> ControlFlow<()> {
        self.observer.generated(Generated {
            parent: node.parent,
            mv: None,
            state: node.state,
            g: node.g,
            h: node.h,
            side: node.side.opposite(),
        })
    }

    fn expanded(&mut self, node: Expanded<'_, S, C>) -> ControlFlow<()> {
        let Expanded { state, g, h, side } = node;
        self.observer
            .expanded(Expanded::new(side.opposite(), state, g, h))
    }
}
