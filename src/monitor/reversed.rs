//! A search of the puzzle seen from its goals, on the account of the search that asked for it.

use core::ops::ControlFlow;

use super::{Expanded, Generated, Layer, Ledger, Monitor, Observer, Progress};
use crate::account::Iteration;
use crate::puzzle::Puzzle;

impl<P: Puzzle> Monitor<'_, P> {
    /// Lets a search of the reversed puzzle charge to this account.
    pub(crate) fn of_reversed<Q, T>(&mut self, advance: impl FnOnce(&mut Monitor<'_, Q>) -> T) -> T
    where
        Q: Puzzle<State = P::State, Cost = P::Cost>,
    {
        let best = self.ledger.best.take();
        let mut ledger: Ledger<Q::Move, Q::Cost> = core::mem::take(self.ledger).of_other_moves();
        let mut observer = FromTheGoals(&mut *self.observer);
        let mut monitor = Monitor {
            limits: self.limits,
            observer: &mut observer,
            ledger: &mut ledger,
            starts: self.starts,
            shows_nodes: self.shows_nodes,
            budget: core::mem::take(&mut self.budget),
            most_expanded: self.most_expanded,
            threads: self.threads,
            interval: self.interval,
            granted_at: self.granted_at,
            steps: self.steps,
            clock: self.clock.clone(),
            slice: self.slice,
            until: self.until,
        };
        let advanced = advance(&mut monitor);
        let Monitor {
            budget,
            interval,
            granted_at,
            steps,
            ..
        } = monitor;
        (self.budget, self.steps) = (budget, steps);
        (self.interval, self.granted_at) = (interval, granted_at);
        *self.ledger = ledger.of_other_moves();
        self.ledger.best = best;
        advanced
    }
}

/// Shows what is seen of the reversed puzzle, whose moves mean nothing to the observer.
struct FromTheGoals<'a, P: Puzzle>(&'a mut dyn Observer<P>);

impl<P, Q> Observer<Q> for FromTheGoals<'_, P>
where
    P: Puzzle,
    Q: Puzzle<State = P::State, Cost = P::Cost>,
{
    fn wants_nodes(&self) -> bool {
        self.0.wants_nodes()
    }

    fn progress(&mut self, progress: &Progress<'_, Q::Cost>) -> ControlFlow<()> {
        self.0.progress(progress)
    }

    fn lower_bound(&mut self, bound: Q::Cost) -> ControlFlow<()> {
        self.0.lower_bound(bound)
    }

    fn iteration(&mut self, iteration: &Iteration<Q::Cost>) -> ControlFlow<()> {
        self.0.iteration(iteration)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        let side = layer.side.turned();
        self.0.layer(&Layer { side, ..*layer })
    }

    fn generated(&mut self, node: Generated<'_, Q>) -> ControlFlow<()> {
        self.0.generated(Generated {
            parent: node.parent,
            mv: None,
            state: node.state,
            g: node.g,
            h: node.h,
            side: node.side.turned(),
        })
    }

    fn expanded(&mut self, node: Expanded<'_, Q>) -> ControlFlow<()> {
        let Expanded { state, g, h, side } = node;
        let node = Expanded::new(state, g, h);
        self.0.expanded(node.on_side(side.turned()))
    }
}
