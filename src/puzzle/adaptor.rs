//! The parts of *adaptors*, which are puzzles that wrap another puzzle: [`delegate_puzzle!`], [`delegate_encodings!`],
//! [`delegate_ranks!`] and [`OuterHeuristic`].
//!
//! Depth-first walks have two methods, since an adaptor has to know whether to use its own heuristic. `deepen` walks by
//! the puzzle's own heuristic: `Guided` delegates it to its heuristic, which may have a faster walk on this puzzle.
//! `deepen_by` walks by a given heuristic: adaptors delegate it to the puzzle inside, with the heuristic wrapped in
//! `OuterHeuristic`.
//!
//! Invariant: an adaptor delegates every method that it does not change. The macros list all of them, so that none is
//! forgotten and, for example, a borrowed puzzle keeps its fast walk.

use core::ops::ControlFlow;

use super::Puzzle;
use super::heuristic::Heuristic;
use super::traversal::IterationOf;
use crate::facts::Facts;

/// A heuristic for an adaptor, made into one for the puzzle inside, so that the walk of that puzzle can use it. It is
/// still called with the adaptor as its puzzle.
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

/// Delegates the methods of a puzzle that do not concern its heuristic. `self => expression` is the puzzle inside, of
/// type `$inner`.
macro_rules! delegate_puzzle {
    ($inner:ty, $this:ident => $puzzle:expr) => {
        type State = <$inner as $crate::puzzle::Puzzle>::State;
        type Move = <$inner as $crate::puzzle::Puzzle>::Move;
        type Cost = <$inner as $crate::puzzle::Puzzle>::Cost;

        const HAS_ADDRESSES: bool = <$inner as $crate::puzzle::Puzzle>::HAS_ADDRESSES;

        #[inline]
        fn neighbors(
            &$this,
            state: &Self::State,
        ) -> impl IntoIterator<Item = $crate::puzzle::NeighborOf<Self>> {
            $puzzle.neighbors(state)
        }

        #[inline]
        fn is_goal(&$this, state: &Self::State) -> bool {
            $puzzle.is_goal(state)
        }

        #[inline]
        fn addresses(&$this) -> usize {
            $puzzle.addresses()
        }

        #[inline]
        fn address(&$this, state: &Self::State) -> usize {
            $puzzle.address(state)
        }

        fn solvability(&$this, state: &Self::State) -> $crate::solvability::Solvability {
            $puzzle.solvability(state)
        }

        #[inline]
        fn is_redundant(&$this, last: &Self::Move, next: &Self::Move) -> bool {
            $puzzle.is_redundant(last, next)
        }

        fn successor(
            &$this,
            state: &Self::State,
            mv: &Self::Move,
        ) -> Option<$crate::puzzle::NeighborOf<Self>> {
            $puzzle.successor(state, mv)
        }
    };
}
pub(crate) use delegate_puzzle;

/// Delegates the walk by a given heuristic. `self => expression` is the puzzle inside.
macro_rules! delegate_deepen_by {
    ($this:ident => $puzzle:expr) => {
        #[inline]
        fn deepen_by<G: $crate::puzzle::heuristic::Heuristic<Self>>(
            &$this,
            heuristic: &G,
            iteration: &mut $crate::puzzle::traversal::IterationOf<'_, Self>,
        ) -> core::ops::ControlFlow<()> {
            let wrapped = $crate::puzzle::adaptor::OuterHeuristic {
                outer: $this,
                heuristic,
            };
            $puzzle.deepen_by(&wrapped, iteration)
        }
    };
}
pub(crate) use delegate_deepen_by;

/// Implements `Notation` and `Portable` for an adaptor. `[parameters]` are the generic parameters of the
/// implementations, and `self => expression` is the puzzle inside, of type `$inner`.
macro_rules! delegate_encodings {
    ([$($parameters:tt)*] $adaptor:ty, $inner:ty, $this:ident => $puzzle:expr) => {
        /// A state is written as in the puzzle inside.
        impl<$($parameters)*> $crate::puzzle::notation::Notation for $adaptor
        where
            $inner: $crate::puzzle::notation::Notation,
        {
            type ParseError = <$inner as $crate::puzzle::notation::Notation>::ParseError;

            fn parse(&$this, text: &str) -> Result<Self::State, Self::ParseError> {
                $puzzle.parse(text)
            }

            fn display<'a>(&'a $this, state: &'a Self::State) -> impl core::fmt::Display + 'a {
                $puzzle.display(state)
            }
        }

        impl<$($parameters)*> $crate::puzzle::Portable for $adaptor where $inner: $crate::puzzle::Portable {
            fn state_bytes(&$this) -> usize {
                $puzzle.state_bytes()
            }

            fn write_state(&$this, state: &Self::State, bytes: &mut [u8]) {
                $puzzle.write_state(state, bytes);
            }

            fn read_state(&$this, bytes: &[u8]) -> Option<Self::State> {
                $puzzle.read_state(bytes)
            }
        }
    };
}
pub(crate) use delegate_encodings;

/// Implements `Ranked` and `Reversible` for an adaptor. The arguments are those of [`delegate_encodings!`].
macro_rules! delegate_ranks {
    ([$($parameters:tt)*] $adaptor:ty, $inner:ty, $this:ident => $puzzle:expr) => {
        impl<$($parameters)*> $crate::puzzle::Ranked for $adaptor where $inner: $crate::puzzle::Ranked {
            fn state_count(&$this) -> Option<u128> {
                $puzzle.state_count()
            }

            #[inline]
            fn rank(&$this, state: &Self::State) -> Option<u128> {
                $puzzle.rank(state)
            }

            #[inline]
            fn unrank(&$this, rank: u128) -> Option<Self::State> {
                $puzzle.unrank(rank)
            }

            fn bit_parallel(&$this) -> Option<impl $crate::bit_parallel::BitParallel> {
                $puzzle.bit_parallel()
            }
        }

        impl<$($parameters)*> $crate::puzzle::Reversible for $adaptor where $inner: $crate::puzzle::Reversible {
            fn goals(&$this) -> impl IntoIterator<Item = Self::State> {
                $puzzle.goals()
            }

            #[inline]
            fn predecessors(
                &$this,
                state: &Self::State,
            ) -> impl IntoIterator<Item = $crate::puzzle::NeighborOf<Self>> {
                $puzzle.predecessors(state)
            }
        }
    };
}
pub(crate) use delegate_ranks;

/// A reference to a puzzle is a puzzle too.
impl<P: Puzzle> Puzzle for &P {
    delegate_puzzle!(P, self => (**self));
    delegate_deepen_by!(self => (**self));

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

delegate_encodings!([P: Puzzle] &P, P, self => (**self));
delegate_ranks!([P: Puzzle] &P, P, self => (**self));
