//! [`Estimator`]: how a traversal follows a heuristic, by its memo or by the change along an edge.

use core::ops::ControlFlow;

use super::Heuristic;
use crate::account::Budget;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{Change, Edge, EdgeOf, Step, Visitor};
use crate::puzzles::{Lookup, Packed, SlidingTiles};

/// How the estimate changes along an edge, and what is kept up along the path for that.
#[expect(unnameable_types, reason = "puzzles of the crate alone make use of it")]
pub trait Estimator<P: Puzzle>: Copy {
    /// What is kept up.
    type Memo: Copy;

    /// The functions for a sliding board that follow it, if there are any.
    fn functions<B: Packed>(_: &SlidingTiles<B>) -> Option<Lookup<B, Self>>
    where
        Self: Estimator<SlidingTiles<B>>,
    {
        None
    }

    /// The memo of the child, and how the estimate changes; `None` if no goal can be reached.
    fn enter(
        self,
        puzzle: &P,
        memo: Self::Memo,
        edge: &EdgeOf<'_, P>,
    ) -> (Self::Memo, Option<Change<P::Cost>>);
}

/// By the heuristic's memo.
pub(crate) struct ByMemo<'a, H>(pub(crate) &'a H);

/// By the change along an edge, which tells it alone.
pub(super) struct ByChange<'a, H>(pub(super) &'a H);

impl<H> Clone for ByMemo<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H> Copy for ByMemo<'_, H> {}

impl<H> Clone for ByChange<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H> Copy for ByChange<'_, H> {}

impl<P: Puzzle, H: Heuristic<P>> Estimator<P> for ByMemo<'_, H> {
    type Memo = H::Memo;

    #[inline(always)]
    fn enter(
        self,
        puzzle: &P,
        memo: H::Memo,
        edge: &EdgeOf<'_, P>,
    ) -> (Self::Memo, Option<Change<P::Cost>>) {
        let Self(heuristic) = self;
        let below = heuristic.advance(puzzle, memo, edge.parent, edge.mv, edge.child);
        let to = heuristic.estimate(puzzle, below);
        let from = heuristic.estimate(puzzle, memo);
        (below, from.zip(to).map(|(from, to)| Change { from, to }))
    }
}

impl<P: Puzzle, H: Heuristic<P>> Estimator<P> for ByChange<'_, H> {
    type Memo = ();

    #[inline(always)]
    fn enter(self, puzzle: &P, (): (), edge: &EdgeOf<'_, P>) -> ((), Option<Change<P::Cost>>) {
        ((), self.0.change(puzzle, edge))
    }
}

/// A visitor that is told the change of the estimate, and carries the memo beside its own value.
pub(crate) struct Informed<'p, P, E, V> {
    pub(crate) puzzle: &'p P,
    pub(crate) estimator: E,
    pub(crate) visitor: V,
}

impl<P, E, V> Visitor<P::State, P::Move, P::Cost> for Informed<'_, P, E, V>
where
    P: Puzzle,
    E: Estimator<P>,
    V: Visitor<P::State, P::Move, P::Cost>,
{
    type Carried = (E::Memo, V::Carried);

    #[inline]
    fn expand(&mut self, (_, carried): Self::Carried, state: &P::State) -> ControlFlow<()> {
        self.visitor.expand(carried, state)
    }

    #[inline(always)]
    fn enter(
        &mut self,
        (memo, carried): Self::Carried,
        edge: Edge<'_, P::State, P::Move, P::Cost>,
        _change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<Self::Carried> {
        // At once: a closure that computes it would have to be small to be inlined.
        let (below, change) = self.estimator.enter(self.puzzle, memo, &edge);
        let step = self.visitor.enter(carried, edge, || change);
        step.map(|carried| (below, carried))
    }

    fn unwind(&mut self, index: u32, mv: P::Move) {
        self.visitor.unwind(index, mv);
    }

    #[inline(always)]
    fn budget(&mut self) -> Option<&mut Budget<P::Cost>> {
        self.visitor.budget()
    }
}
