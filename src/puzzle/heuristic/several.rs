//! [`Max`] and [`Sum`]: one heuristic made of several [`Heuristics`].
//!
//! Invariant: the memo consists of the memos of the heuristics, in their order. Each is advanced by its own heuristic.

#![expect(
    unnameable_types,
    reason = "arrays and tuples are all that has to implement `Heuristics`"
)]

use core::array;

use num_traits::{Bounded, Zero};

use super::Heuristic;
use super::combinators::delegate_memos;
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::Puzzle;

/// An array of heuristics, or a tuple of two to four.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not several heuristics of `{P}`",
    note = "write an array of heuristics of one type, such as `Max([a, b, c])`, or a tuple of two to four, such as `Max((a, b))`"
)]
pub trait Heuristics<P: Puzzle> {
    /// The memos of all heuristics.
    type Memo: Copy;

    /// The memos of a state.
    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo;

    /// The memos of a child.
    fn advance(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: &P::Move,
        child: &P::State,
    ) -> Self::Memo;

    /// The estimates of all heuristics, combined by `join`; `None` if one of them is `None`; zero if there is no
    /// heuristic.
    fn estimate(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        join: impl Fn(P::Cost, P::Cost) -> P::Cost,
    ) -> Option<P::Cost>;

    /// Whether all heuristics are valid for the puzzle.
    fn fits(&self, puzzle: &P) -> bool;

    /// The facts that are true with each of the heuristics, given the facts `space` of the puzzle without a heuristic.
    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost>;
}

impl<P: Puzzle, H: Heuristic<P>, const N: usize> Heuristics<P> for [H; N] {
    type Memo = [H::Memo; N];

    #[inline]
    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        array::from_fn(|index| self[index].memo(puzzle, state))
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: &P::Move,
        child: &P::State,
    ) -> Self::Memo {
        array::from_fn(|index| self[index].advance(puzzle, memo[index], parent, mv, child))
    }

    #[inline]
    fn estimate(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        join: impl Fn(P::Cost, P::Cost) -> P::Cost,
    ) -> Option<P::Cost> {
        let mut joined = None;
        for (heuristic, memo) in self.iter().zip(memo) {
            let estimate = heuristic.estimate(puzzle, memo)?;
            joined = Some(joined.map_or(estimate, |joined| join(joined, estimate)));
        }
        joined.or_else(|| Some(P::Cost::zero()))
    }

    fn fits(&self, puzzle: &P) -> bool {
        self.iter().all(|heuristic| heuristic.fits(puzzle))
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        let facts = self.iter().map(|heuristic| heuristic.facts(space));
        facts.reduce(common_facts).unwrap_or(space.consistent())
    }
}

/// Implements [`Heuristics`] for a tuple, given the type and the index of each field.
macro_rules! heuristics_of_tuple {
    ($first:ident 0, $($heuristic:ident $field:tt),+) => {
        impl<P, $first, $($heuristic),+> Heuristics<P> for ($first, $($heuristic),+)
        where
            P: Puzzle,
            $first: Heuristic<P>,
            $($heuristic: Heuristic<P>),+
        {
            type Memo = ($first::Memo, $($heuristic::Memo),+);

            #[inline]
            fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo {
                (self.0.memo(puzzle, state), $(self.$field.memo(puzzle, state)),+)
            }

            #[inline]
            fn advance(
                &self,
                puzzle: &P,
                memo: Self::Memo,
                parent: &P::State,
                mv: &P::Move,
                child: &P::State,
            ) -> Self::Memo {
                (
                    self.0.advance(puzzle, memo.0, parent, mv, child),
                    $(self.$field.advance(puzzle, memo.$field, parent, mv, child)),+
                )
            }

            #[inline]
            fn estimate(
                &self,
                puzzle: &P,
                memo: Self::Memo,
                join: impl Fn(P::Cost, P::Cost) -> P::Cost,
            ) -> Option<P::Cost> {
                let joined = self.0.estimate(puzzle, memo.0)?;
                $(let joined = join(joined, self.$field.estimate(puzzle, memo.$field)?);)+
                Some(joined)
            }

            fn fits(&self, puzzle: &P) -> bool {
                self.0.fits(puzzle) $(&& self.$field.fits(puzzle))+
            }

            fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
                let facts = self.0.facts(space);
                $(let facts = common_facts(facts, self.$field.facts(space));)+
                facts
            }
        }
    };
}

heuristics_of_tuple!(A 0, B 1);
heuristics_of_tuple!(A 0, B 1, C 2);
heuristics_of_tuple!(A 0, B 1, C 2, D 3);

/// The facts that are true with each of two heuristics of a puzzle.
fn common_facts<C: Cost>(one: Facts<C>, other: Facts<C>) -> Facts<C> {
    Facts {
        admissible: one.admissible && other.admissible,
        consistent: one.consistent && other.consistent,
        parity: one.parity && other.parity,
        ..one
    }
}

/// A heuristic that returns the greatest estimate of several heuristics, or `None` if one of them returns `None`.
///
/// Write an array of heuristics of one type, or a tuple of two to four of any types. The estimate is admissible if all
/// heuristics are admissible, and consistent if all are consistent.
///
/// ```
/// use puzzle_search::heuristics::{LinearConflict, Max, WalkingDistance};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let both = Max((LinearConflict::new(&puzzle), WalkingDistance::build(&puzzle).run()?));
/// let puzzle = puzzle.guided_by(both);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Max<T>(
    /// The heuristics.
    pub T,
);

impl<P: Puzzle, T: Heuristics<P>> Heuristic<P> for Max<T> {
    delegate_memos!(T, self => self.0);

    #[inline]
    fn estimate(&self, puzzle: &P, memo: Self::Memo) -> Option<P::Cost> {
        self.0.estimate(puzzle, memo, P::Cost::max)
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        self.0.facts(space)
    }
}

/// A heuristic that returns the sum of the estimates of several heuristics, or `None` if one of them returns `None`.
///
/// Write an array of heuristics of one type, or a tuple of two to four of any types. The heuristics must be *additive*:
/// the cost of each edge is counted by at most one of them. For example, each heuristic may count the moves of its own
/// set of tiles. If the heuristics are not additive, the sum may exceed the true cost, even if all heuristics are
/// admissible.
///
/// ```
/// use puzzle_search::heuristics::{FnHeuristic, Sum};
/// use puzzle_search::puzzles::{Board, SlidingTiles};
/// use puzzle_search::{Notation, Puzzle};
///
/// // Each heuristic returns 1 if its tile has to move.
/// let of_tile = |tile: u8| {
///     FnHeuristic(move |_: &SlidingTiles, board: &Board| Some(u32::from(board.tile(tile as usize - 1) != tile)))
/// };
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Sum([1, 5, 8].map(of_tile)));
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(2)); // tile 5 is in its place
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum<T>(
    /// The heuristics.
    pub T,
);

impl<P: Puzzle, T: Heuristics<P>> Heuristic<P> for Sum<T> {
    delegate_memos!(T, self => self.0);

    #[inline]
    fn estimate(&self, puzzle: &P, memo: Self::Memo) -> Option<P::Cost> {
        // If the sum overflows, no path to a goal has a cost within the range either.
        let sum = |a: P::Cost, b| a.checked_add(&b).unwrap_or_else(P::Cost::max_value);
        self.0.estimate(puzzle, memo, sum)
    }

    fn facts(&self, space: Facts<P::Cost>) -> Facts<P::Cost> {
        let admissible = self.0.facts(space).admissible;
        Facts {
            admissible,
            ..space
        }
    }
}
