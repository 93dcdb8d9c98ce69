//! [`Walk`]: what every depth-first solver has to do besides deciding where to go.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use num_traits::{Saturating, Zero};

use crate::monitor::{Generated, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::traversal::{Edge, Step, Visitor};

/// Where a depth-first solver goes.
pub(super) trait Rule<P: Puzzle> {
    /// Whether it wants the heuristic; otherwise that is taken to be zero.
    const INFORMED: bool;
    /// What is handed from parent to child.
    type Carried: Copy;

    /// The cost of the path to the node that this value was carried to.
    fn g(&self, carried: Self::Carried) -> P::Cost;

    /// What to do with an edge of positive cost; `h` is the estimate for the child.
    fn decide(
        &mut self,
        carried: Self::Carried,
        edge: &Edge<'_, P>,
        h: P::Cost,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Step<Self::Carried>, Stop>;
}

/// Moves from the start on.
type Path<P> = Vec<<P as Puzzle>::Move>;

/// A traversal under a rule that counts, keeps to the limits and recovers the path.
pub(super) struct Walk<'m, 'o, P: Puzzle, R> {
    pub(super) rule: R,
    monitor: &'m mut Monitor<'o, P>,
    tally: Tally,
    stop: Option<Stop>,
    /// The path to the edge where the rule stopped, last move first.
    moves: Vec<P::Move>,
    /// Bytes claimed for the traversal.
    claimed: usize,
}

impl<'m, 'o, P: Puzzle, R: Rule<P>> Walk<'m, 'o, P, R> {
    pub(super) fn new(rule: R, monitor: &'m mut Monitor<'o, P>) -> Self {
        Self {
            rule,
            monitor,
            tally: Tally::default(),
            stop: None,
            moves: Vec::new(),
            claimed: 0,
        }
    }

    /// Walks from `start`, which counts as expanded; answers the path to where the rule stopped.
    pub(super) fn run(
        mut self,
        puzzle: &P,
        start: &P::State,
        carried: R::Carried,
    ) -> (R, Result<Option<Path<P>>, Stop>) {
        if let Err(stop) = self.monitor.expand(start, P::Cost::zero()) {
            return (self.rule, Err(stop));
        }
        self.tally.renew(self.monitor);
        let flow = puzzle.depth_first(start, carried, &mut self);
        self.tally.settle(self.monitor);
        self.monitor.release(self.claimed);
        self.moves.reverse();
        let end = match self.stop {
            Some(stop) => Err(stop),
            None if flow.is_break() => Ok(Some(self.moves)),
            None => Ok(None),
        };
        (self.rule, end)
    }

    #[inline]
    fn decide(&mut self, carried: R::Carried, edge: &Edge<'_, P>, h: P::Cost) -> Step<R::Carried> {
        if edge.cost.is_zero() {
            return self.end(Stop::ZeroCostEdge);
        }
        match self.rule.decide(carried, edge, h, self.monitor) {
            Ok(step) => step,
            Err(stop) => self.end(stop),
        }
    }

    #[cold]
    fn end<T>(&mut self, stop: Stop) -> Step<T> {
        self.stop = Some(stop);
        Step::Stop
    }

    /// Enters an edge under the eyes of the monitor.
    ///
    /// Takes the edge by value: a caller whose states never have an address keeps them in registers.
    #[cold]
    #[inline(never)]
    fn attend(
        &mut self,
        carried: R::Carried,
        (parent, child): (P::State, P::State),
        (mv, cost): (P::Move, P::Cost),
        h: Option<P::Cost>,
    ) -> Step<R::Carried> {
        self.tally.settle(self.monitor);
        let g = self.rule.g(carried).saturating_add(cost);
        let node = || Generated {
            parent: Some(&parent),
            mv: Some(&mv),
            state: &child,
            g,
            h,
        };
        if let Err(stop) = self.monitor.generate(node) {
            return self.end(stop);
        }
        let edge = Edge {
            parent: &parent,
            mv: &mv,
            cost,
            child: &child,
        };
        let step = h.map_or(Step::Prune, |h| self.decide(carried, &edge, h));
        if let Step::Descend(_) = step
            && let Err(stop) = self.monitor.expand(&child, g)
        {
            return self.end(stop);
        }
        self.tally.renew(self.monitor);
        step
    }
}

impl<P: Puzzle, R: Rule<P>> Visitor<P> for Walk<'_, '_, P, R> {
    type Carried = R::Carried;

    #[inline]
    fn enter(
        &mut self,
        carried: R::Carried,
        edge: Edge<'_, P>,
        heuristic: impl FnOnce() -> Option<P::Cost>,
    ) -> Step<R::Carried> {
        let h = if R::INFORMED {
            heuristic()
        } else {
            Some(P::Cost::zero())
        };
        if self.tally.is_spent() {
            let states = (edge.parent.clone(), edge.child.clone());
            return self.attend(carried, states, (edge.mv.clone(), edge.cost), h);
        }
        self.tally.generate();
        let Some(h) = h else {
            return Step::Prune;
        };
        let step = self.decide(carried, &edge, h);
        if let Step::Descend(_) = step {
            self.tally.expand();
        }
        step
    }

    fn unwind(&mut self, mv: P::Move) {
        self.moves.push(mv);
    }

    fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
        // Should the allocation fail, this is why; otherwise it is taken back.
        if let Err(stop) = self.monitor.claim(bytes.saturating_sub(self.claimed)) {
            self.stop = Some(stop);
            return ControlFlow::Break(());
        }
        self.claimed = self.claimed.max(bytes);
        ControlFlow::Continue(())
    }

    fn out_of_memory(&mut self) {
        self.stop = Some(Stop::OutOfMemory);
    }
}

/// Counts while the monitor's allowance lasts: even one look at the monitor for each state would
/// show. Both counts share a word, so that each child costs one load and one store.
#[derive(Default)]
struct Tally {
    granted: u64,
    /// In the lower half how many children may still be generated, in the upper half how many were
    /// expanded.
    counts: u64,
}

const EXPANDED: u64 = 1 << 32;

impl Tally {
    /// Whether the next child has to be generated under the eyes of the monitor.
    #[inline]
    const fn is_spent(&self) -> bool {
        self.counts as u32 == 0
    }

    /// Counts a child, while not spent.
    #[inline]
    const fn generate(&mut self) {
        self.counts -= 1;
    }

    /// Counts the expansion of the child that was generated last.
    #[inline]
    const fn expand(&mut self) {
        self.counts += EXPANDED;
    }

    /// Tells the monitor what was counted; nothing more is allowed until [`renew`](Self::renew).
    fn settle<P: Puzzle>(&mut self, monitor: &mut Monitor<'_, P>) {
        let generated = self.granted - self.counts % EXPANDED;
        monitor.account(generated, self.counts / EXPANDED);
        *self = Self::default();
    }

    /// Asks the monitor for a new allowance, after [`settle`](Self::settle).
    fn renew<P: Puzzle>(&mut self, monitor: &Monitor<'_, P>) {
        self.granted = monitor.allowance().min(EXPANDED - 1);
        self.counts = self.granted;
    }
}
