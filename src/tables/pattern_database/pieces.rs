//! [`KeptPieces`]: the abstraction of a permutation puzzle that keeps some of its pieces, with its space,
//! [`PieceSpace`].
//!
//! Invariant: the kept pieces are on different places, and beyond them [`Places`] has zeros. The rank of a state is a
//! number of mixed radix: the digit of a piece is the number of smaller places that no earlier piece takes.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use super::Abstraction;
use crate::facts::Facts;
use crate::permutation::PermutationError;
use crate::permutation::indices;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};

/// The greatest number of pieces that can be kept.
const MOST: usize = 16;

/// A state of a [`PieceSpace`]: the places of the kept pieces.
///
/// ```
/// use puzzle_search::heuristics::{PieceSpace, Places};
/// use puzzle_search::Reversible;
///
/// let space = PieceSpace::new(&[&[1, 2, 3, 0]], &[2])?;
/// let goals: Vec<Places> = space.goals().into_iter().collect();
/// assert_eq!(goals.len(), 1);
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Places(pub(crate) [u8; MOST]);

/// An abstract space for pattern databases of permutation puzzles. It keeps some of the pieces and ignores the others.
///
/// A state is the list of the places of the kept pieces. A move is a permutation of the places. With k kept pieces and
/// n places there are n (n - 1) ... (n - k + 1) states. Every move costs one.
///
/// ```
/// use puzzle_search::heuristics::PieceSpace;
/// use puzzle_search::Ranked;
///
/// // Four places in a ring, and one move that turns it. The kept pieces are those that belong to the first two places.
/// let space = PieceSpace::new(&[&[1, 2, 3, 0]], &[0, 1])?;
/// assert_eq!(space.state_count(), Some(4 * 3));
/// # Ok::<(), puzzle_search::permutation::PermutationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSpace {
    /// The number of places.
    places: usize,
    /// The number of pieces that are kept.
    kept: usize,
    goal: Places,
    /// For each move, the place to which it takes the piece on each place.
    forward: Vec<Box<[u8]>>,
    /// For each move, the place from which it takes the piece on each place.
    backward: Vec<Box<[u8]>>,
}

impl PieceSpace {
    /// Makes the space that keeps the pieces whose goal places are `goals`. Places are counted from 0. Each of `moves`
    /// is a permutation of the places: the move `m` takes the piece at place i to place `m[i]`.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is not a permutation or differs in length from the first move. Also returns an error
    /// if `goals` is empty, has more than 16 places, contains a place twice, or contains a place that does not exist.
    pub fn new(moves: &[&[u8]], goals: &[u8]) -> Result<Self, PermutationError> {
        let places = moves.first().map_or(0, |first| first.len());
        let mut backward = Vec::with_capacity(moves.len());
        for to in moves {
            indices(to)?;
            if to.len() != places {
                return Err(PermutationError::length(to.len(), places));
            }
            let mut from = vec![0; to.len()];
            for (place, &target) in to.iter().enumerate() {
                from[usize::from(target)] = place as u8;
            }
            backward.push(from.into_boxed_slice());
        }
        if !(1..=MOST).contains(&goals.len()) {
            return Err(PermutationError::new(format!(
                "there are {} pieces to keep: expected 1 to {MOST}",
                goals.len()
            )));
        }
        for (at, &goal) in goals.iter().enumerate() {
            let item = usize::from(goal);
            if item >= places {
                return Err(PermutationError::out_of_range(at, places));
            }
            if let Some(first) = goals[..at].iter().position(|&other| other == goal) {
                return Err(PermutationError::repeated(item, first, at, None, places));
            }
        }
        Ok(Self {
            places,
            kept: goals.len(),
            goal: Places::of(goals.iter().copied()),
            forward: moves.iter().map(|&to| to.into()).collect(),
            backward,
        })
    }

    /// The states to which `moves` lead, which are `forward` or `backward`.
    fn moved_by<'a>(
        &'a self,
        moves: &'a [Box<[u8]>],
        state: Places,
    ) -> impl Iterator<Item = NeighborOf<Self>> + 'a {
        moves.iter().enumerate().map(move |(mv, to)| {
            let places = state.0.iter().take(self.kept);
            let moved = places.map(|&place| to.get(usize::from(place)).copied().unwrap_or(0));
            Neighbor::unit(mv, Places::of(moved))
        })
    }
}

impl Places {
    pub(crate) fn of(places: impl Iterator<Item = u8>) -> Self {
        let mut all = [0; MOST];
        for (slot, place) in all.iter_mut().zip(places) {
            *slot = place;
        }
        Self(all)
    }
}

impl Puzzle for PieceSpace {
    type State = Places;
    /// The index of the permutation among the `moves` given to [`PieceSpace::new`].
    type Move = usize;
    type Cost = u32;

    fn neighbors(&self, state: &Places) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.moved_by(&self.forward, *state)
    }

    fn is_goal(&self, state: &Places) -> bool {
        *state == self.goal
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().consistent()
    }
}

impl Reversible for PieceSpace {
    fn goals(&self) -> impl IntoIterator<Item = Places> {
        [self.goal]
    }

    fn predecessors(&self, state: &Places) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.moved_by(&self.backward, *state)
    }
}

impl Ranked for PieceSpace {
    fn state_count(&self) -> Option<u128> {
        let mut factors = (0..self.kept).map(|taken| self.places.saturating_sub(taken) as u128);
        factors.try_fold(1_u128, u128::checked_mul)
    }

    fn rank(&self, state: &Places) -> Option<u128> {
        let places = &state.0[..self.kept];
        let mut rank = 0_u128;
        for (at, &place) in places.iter().enumerate() {
            let earlier = &places[..at];
            if usize::from(place) >= self.places || earlier.contains(&place) {
                return None;
            }
            let taken = earlier.iter().filter(|&&other| other < place).count();
            let digit = usize::from(place) - taken;
            rank = rank.checked_mul((self.places - at) as u128)? + digit as u128;
        }
        Some(rank)
    }

    fn unrank(&self, rank: u128) -> Option<Places> {
        if rank >= self.state_count()? {
            return None;
        }
        let (mut rank, mut digits) = (rank, [0; MOST]);
        for at in (0..self.kept).rev() {
            let base = (self.places - at) as u128;
            digits[at] = (rank % base) as u8;
            rank /= base;
        }
        let mut places = Places([0; MOST]);
        for at in 0..self.kept {
            // The free place that has `digits[at]` free places before it.
            let mut sorted = places.0;
            sorted[..at].sort_unstable();
            let taken = sorted[..at].iter();
            let place = taken.fold(digits[at], |place, &taken| place + u8::from(taken <= place));
            places.0[at] = place;
        }
        Some(places)
    }
}

/// An [`Abstraction`] of a permutation puzzle, for a [`PatternDatabase`](super::PatternDatabase). It keeps the places
/// of some pieces and ignores the other pieces.
///
/// A [`PermutationPuzzle`](crate::puzzles::PermutationPuzzle) has such an abstraction, as in this example. For a puzzle
/// of your own see [pattern databases](crate::guide::writing_a_heuristic#pattern-databases).
///
/// ```
/// use puzzle_search::heuristics::PatternDatabase;
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::{IdaStar, Puzzle, Solver};
///
/// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
/// let database = PatternDatabase::new(&puzzle, puzzle.keeping(&[1, 2, 3, 4])?)?;
/// assert_eq!(database.entries(), 8 * 7 * 6 * 5);
/// let start = puzzle.state(&[2, 6, 8, 4, 5, 7, 3, 1])?;
/// let puzzle = puzzle.guided_by(database);
/// let report = IdaStar::new().solve(&puzzle, &start);
/// assert!(puzzle.heuristic(&start) <= report.lower_bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct KeptPieces<F> {
    space: PieceSpace,
    place_of: F,
}

impl<F> Debug for KeptPieces<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("KeptPieces");
        debug.field("space", &self.space).finish_non_exhaustive()
    }
}

impl<F> KeptPieces<F> {
    /// Makes the abstraction that maps the states of a puzzle to states of `space`. The call `place_of(puzzle, state,
    /// i)` has to return the place of the piece whose goal place is `goals[i]`, where `goals` is the list given to
    /// [`PieceSpace::new`]. Places are counted from 0.
    pub const fn new<P: Puzzle<Cost = u32>>(space: PieceSpace, place_of: F) -> Self
    where
        F: Fn(&P, &P::State, usize) -> u8,
    {
        Self { space, place_of }
    }
}

impl<P, F> Abstraction<P> for KeptPieces<F>
where
    P: Puzzle<Cost = u32>,
    F: Fn(&P, &P::State, usize) -> u8,
{
    type Space = PieceSpace;

    fn space(&self) -> &PieceSpace {
        &self.space
    }

    fn image(&self, puzzle: &P, state: &P::State) -> Places {
        let kept = 0..self.space.kept;
        Places::of(kept.map(|piece| (self.place_of)(puzzle, state, piece)))
    }
}
