//! The parts of adaptors: [`forward_puzzle!`] and [`OuterHeuristic`].
//!
//! Depth-first walks have two methods, since an adaptor has to know whether to use its own heuristic. `deepen` walks by
//! the puzzle's own heuristic: `Guided` passes it to its heuristic, which may have a loop of its own on this puzzle.
//! `deepen_by` walks by any heuristic: adaptors pass it to the puzzle inside, with the heuristic wrapped in `OuterHeuristic`.
//! One macro makes all adaptors, so that none forgets a method, and a borrowed puzzle keeps its fast loop.

use core::ops::ControlFlow;

use super::Puzzle;
use super::heuristic::Heuristic;
use super::traversal::IterationOf;
use crate::facts::Facts;

/// A heuristic of an adaptor as one of the puzzle inside, so that `deepen_by` reaches the loop of that puzzle.
pub(crate) struct OuterHeuristic<'a, A, H> {
    pub(crate) outer: &'a A,
    pub(crate) heuristic: &'a H,
}

impl<P, A, H> Heuristic<P> for OuterHeuristic<'_, A, H>
where
    P: Puzzle,
    A: Puzzle<State = P::State, Move = P::Move, Cost = P::Cost>,
    H: Heuristic<A>,
{
    type Memo = H::Memo;

    #[inline(always)]
    fn memo(&self, _: &P, state: &P::State) -> H::Memo {
        self.heuristic.memo(self.outer, state)
    }

    #[inline(always)]
    fn advance(
        &self,
        _: &P,
        memo: H::Memo,
        parent: &P::State,
        mv: &P::Move,
        child: &P::State,
    ) -> H::Memo {
        self.heuristic.advance(self.outer, memo, parent, mv, child)
    }

    #[inline(always)]
    fn estimate(&self, _: &P, memo: H::Memo) -> Option<P::Cost> {
        self.heuristic.estimate(self.outer, memo)
    }
}

/// Forwards the methods of a puzzle that do not concern its heuristic. `|this| expression` is the puzzle inside.
macro_rules! forward_puzzle {
    ($inner:ty, |$this:ident| $puzzle:expr) => {
        type State = <$inner as $crate::puzzle::Puzzle>::State;
        type Move = <$inner as $crate::puzzle::Puzzle>::Move;
        type Cost = <$inner as $crate::puzzle::Puzzle>::Cost;

        const HAS_ADDRESSES: bool = <$inner as $crate::puzzle::Puzzle>::HAS_ADDRESSES;

        #[inline]
        fn neighbors(
            &self,
            state: &Self::State,
        ) -> impl IntoIterator<Item = $crate::puzzle::NeighborOf<Self>> {
            let $this = self;
            $puzzle.neighbors(state)
        }

        #[inline]
        fn is_goal(&self, state: &Self::State) -> bool {
            let $this = self;
            $puzzle.is_goal(state)
        }

        #[inline]
        fn addresses(&self) -> usize {
            let $this = self;
            $puzzle.addresses()
        }

        #[inline]
        fn address(&self, state: &Self::State) -> usize {
            let $this = self;
            $puzzle.address(state)
        }

        fn solvability(&self, state: &Self::State) -> $crate::solvability::Solvability {
            let $this = self;
            $puzzle.solvability(state)
        }

        #[inline]
        fn is_redundant(&self, last: &Self::Move, next: &Self::Move) -> bool {
            let $this = self;
            $puzzle.is_redundant(last, next)
        }

        fn successor(
            &self,
            state: &Self::State,
            mv: &Self::Move,
        ) -> Option<$crate::puzzle::NeighborOf<Self>> {
            let $this = self;
            $puzzle.successor(state, mv)
        }
    };
}
pub(crate) use forward_puzzle;

/// Forwards the walk by any heuristic.
macro_rules! forward_deepen_by {
    (|$this:ident| $puzzle:expr) => {
        #[inline]
        fn deepen_by<G: $crate::puzzle::heuristic::Heuristic<Self>>(
            &self,
            heuristic: &G,
            iteration: &mut $crate::puzzle::traversal::IterationOf<'_, Self>,
        ) -> core::ops::ControlFlow<()> {
            let $this = self;
            let through = $crate::puzzle::adaptor::OuterHeuristic {
                outer: $this,
                heuristic,
            };
            $puzzle.deepen_by(&through, iteration)
        }
    };
}
pub(crate) use forward_deepen_by;

/// A reference to a puzzle is a puzzle too.
impl<P: Puzzle> Puzzle for &P {
    forward_puzzle!(P, |this| (**this));
    forward_deepen_by!(|this| (**this));

    #[inline]
    fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
        (**self).heuristic(state)
    }

    fn facts(&self) -> Facts<P::Cost> {
        (**self).facts()
    }

    #[inline]
    fn deepen(&self, iteration: &mut IterationOf<'_, P>) -> ControlFlow<()> {
        (**self).deepen(iteration)
    }
}
