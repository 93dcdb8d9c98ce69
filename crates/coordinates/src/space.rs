//! [`Coordinates`]: the quotient of a puzzle by some views, as a puzzle of its own.
//!
//! Invariant: a state is a number in mixed radix, with a digit for each view: the number of what the view shows, which
//! is 0 for the goal. A move changes each digit by the transition table of its view, independently of the others.

use alloc::boxed::Box;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use smallvec::SmallVec;

use puzzle_search::heuristics::Abstraction;
use puzzle_search::job::BuildError;
use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Packed, PermutationPuzzle, Turn};
use puzzle_search::{Facts, Neighbor, NeighborOf, Puzzle, Ranked, Reversible, Solvability};

use super::coordinate::{Coordinate, without_limits};
use super::view::{PieceBlocks, View};

/// The greatest number of states of one view.
const MOST_STATES: usize = 1 << 22;
/// Views of different orbits of places are merged into one view up to this number of states, so that the table of its
/// transitions stays in the cache.
const MOST_MERGED: usize = 1 << 12;

/// A [puzzle of permutations](PermutationPuzzle), reduced to what some [views](View) show of its arrangements. A view
/// gives each piece a color, and shows only which color is on each place.
///
/// What one view shows of an arrangement is stored as a number. A state consists of one number for each view.
/// `Coordinates` implements [`Puzzle`], so its states can be searched and enumerated. It is also an [`Abstraction`] of
/// the original puzzle, so a pattern database can be built from it.
///
/// If the views together show everything, as the views of [`whole`](Self::whole) do, the states are those of the
/// original puzzle. Enumerating them is about twenty times as fast as with the original puzzle.
///
/// Each coordinate has a table with 8 bytes for each pair of a move and a value. The time to build the tables is
/// proportional to their size.
///
/// ```
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::space::Enumerate;
/// use puzzle_search_coordinates::Coordinates;
///
/// // Two separate rings of three places, each of which turns in one direction.
/// let rings = "points 6 \n generator L (1 2 3) \n generator R (4 5 6)".parse::<Definition>()?;
/// let rings = Coordinates::whole(&PermutationPuzzle::new(&rings)?)?;
/// let census = Enumerate::new().count_by_rank(&rings, [rings.goal()]).run()?;
/// assert_eq!(census.layers, [1, 2, 3, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Coordinates {
    turns: Box<[Turn]>,
    /// The permutation of each turn.
    moves: Box<[Permutation]>,
    /// One coordinate for each view.
    coordinates: Arc<[StridedCoordinate]>,
    /// The number of states.
    states: u64,
    /// Whether the inverse of every move is a move.
    undirected: bool,
}

/// A state of [`Coordinates`]: a number that stands for all arrangements that look alike in the chosen
/// [views](super::View).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coset(u64);

/// A coordinate as a digit of a number in mixed radix.
#[derive(Debug)]
struct StridedCoordinate {
    coordinate: Coordinate,
    /// The states from which the moves lead to each state, by state and then by move.
    predecessors: Box<[u32]>,
    /// The weight of the digit: the product of the numbers of states of the coordinates before.
    stride: u64,
}

impl Coordinates {
    /// Returns the puzzle reduced to what `views` together show. The number of its states is the product of the numbers
    /// of states that the individual views show.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the views shows more than 4,194,304 states, or if the product of the numbers of
    /// states is 2^64 or more.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search::Ranked;
    /// use puzzle_search_coordinates::{Coordinates, View};
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?;
    /// // The view that "T T" leaves unchanged: pieces 1 and 3 look alike, and pieces 2 and 4 look alike.
    /// let halves = Coordinates::new(&puzzle, &[View::kept_by(&puzzle, &["T T"])?])?;
    /// assert_eq!(halves.state_count(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        views: &[View],
    ) -> Result<Self, BuildError> {
        let moves: Vec<Permutation> = puzzle.permutations().cloned().collect();
        Self::of(puzzle, &moves, views)
    }

    /// Returns the whole puzzle: the views are chosen so that together they show which piece is where and how each
    /// piece is turned.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`new`](Self::new). Puzzles as large as Rubik's cube give an error, since
    /// a single view would show too many states.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search::Ranked;
    /// use puzzle_search_coordinates::Coordinates;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 5 \n generator T (1 2 3 4 5) \n generator S (1 2)".parse()?)?;
    /// assert_eq!(Coordinates::whole(&puzzle)?.state_count(), Some(120));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn whole<B: Packed>(puzzle: &PermutationPuzzle<B>) -> Result<Self, BuildError> {
        let moves: Vec<Permutation> = puzzle.permutations().cloned().collect();
        let pieces = PieceBlocks::new(puzzle.group(), &moves);
        let everything = pieces.everything();
        // Each view with its number of states, and one place of each orbit of which it shows something.
        let mut merged: Vec<(View, usize, Vec<u32>)> = Vec::new();
        for factors in pieces.factors(&everything) {
            for view in factors.views.into_iter().flatten() {
                let states = coordinate(&view, &moves)?.states();
                let partner = merged.iter_mut().find(|(_, others, orbits)| {
                    let is_apart = !orbits.contains(&factors.orbit[0]);
                    is_apart && others.saturating_mul(states) <= MOST_MERGED
                });
                match partner {
                    Some((other, others, orbits)) => {
                        *other = other.with(&view);
                        *others *= states;
                        orbits.push(factors.orbit[0]);
                    }
                    None => merged.push((view, states, vec![factors.orbit[0]])),
                }
            }
        }
        let views: Vec<View> = merged.into_iter().map(|(view, ..)| view).collect();
        Self::of(puzzle, &moves, &views)
    }

    fn of<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        moves: &[Permutation],
        views: &[View],
    ) -> Result<Self, BuildError> {
        let mut states = 1_u64;
        let mut coordinates = Vec::new();
        for view in views {
            let coordinate = coordinate(view, moves)?;
            let stride = states;
            let product = states.checked_mul(coordinate.states() as u64);
            states = product.ok_or_else(too_large)?;
            let mut predecessors = vec![0; coordinate.states() * moves.len()];
            for state in 0..coordinate.states() {
                for (mv, &to) in coordinate.row(state).iter().enumerate() {
                    predecessors[to as usize * moves.len() + mv] = state as u32;
                }
            }
            coordinates.push(StridedCoordinate {
                coordinate,
                predecessors: predecessors.into(),
                stride,
            });
        }
        Ok(Self {
            turns: puzzle.moves().collect(),
            moves: moves.into(),
            coordinates: coordinates.into(),
            states,
            undirected: puzzle.facts().undirected,
        })
    }

    /// Returns the goal state: what the views show of the solved puzzle.
    #[must_use]
    pub const fn goal(&self) -> Coset {
        Coset(0)
    }

    /// The edges of a state. `row` returns the transitions of a coordinate from a value of it, by move.
    #[inline]
    fn edges<'a>(
        &'a self,
        coset: Coset,
        row: impl Fn(&'a StridedCoordinate, usize) -> &'a [u32],
    ) -> impl Iterator<Item = NeighborOf<Self>> + 'a {
        let mut rows: SmallVec<[(&[u32], u64); 4]> = SmallVec::new();
        let mut numbers = coset.0;
        for part in &*self.coordinates {
            let states = part.coordinate.states() as u64;
            rows.push((row(part, (numbers % states) as usize), part.stride));
            numbers /= states;
        }
        self.turns.iter().enumerate().map(move |(mv, &turn)| {
            let terms = rows.iter().map(|(row, stride)| u64::from(row[mv]) * stride);
            Neighbor::unit(turn, Coset(terms.sum()))
        })
    }
}

/// The coordinate of a view, or an error if it has too many states.
fn coordinate(view: &View, moves: &[Permutation]) -> Result<Coordinate, BuildError> {
    let coordinate = without_limits(|meter| Coordinate::new(view, moves, MOST_STATES, meter))?;
    coordinate.ok_or_else(too_large)
}

#[cold]
fn too_large() -> BuildError {
    BuildError::unfit(format!(
        "the views show too many states: expected at most {MOST_STATES} of each and 2^64 of all"
    ))
}

impl Puzzle for Coordinates {
    type State = Coset;
    type Move = Turn;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, coset: &Coset) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.edges(*coset, |part, number| part.coordinate.row(number))
    }

    #[inline]
    fn is_goal(&self, coset: &Coset) -> bool {
        coset.0 == 0
    }

    fn solvability(&self, coset: &Coset) -> Solvability {
        if coset.0 < self.states {
            Solvability::Unknown
        } else {
            Solvability::NotAState
        }
    }

    /// The puzzle is undirected if the inverse of every move is a move.
    fn facts(&self) -> Facts<u32> {
        let mut facts = Facts::new().unit_costs().consistent();
        facts.undirected = self.undirected;
        facts
    }
}

impl Reversible for Coordinates {
    fn goals(&self) -> impl IntoIterator<Item = Coset> {
        [Coset(0)]
    }

    #[inline]
    fn predecessors(&self, coset: &Coset) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let moves = self.turns.len();
        self.edges(*coset, move |part, number| {
            &part.predecessors[number * moves..][..moves]
        })
    }
}

/// Every combination of values of the coordinates has a rank, even if this combination cannot be reached.
impl Ranked for Coordinates {
    fn state_count(&self) -> Option<u128> {
        Some(u128::from(self.states))
    }

    #[inline]
    fn rank(&self, coset: &Coset) -> Option<u128> {
        (coset.0 < self.states).then_some(u128::from(coset.0))
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<Coset> {
        (rank < u128::from(self.states)).then_some(Coset(rank as u64))
    }
}

/// Maps an arrangement to what the views show of it. If the arrangement cannot be solved, the result is not always a
/// state of the `Coordinates`.
impl<B: Packed> Abstraction<PermutationPuzzle<B>> for Coordinates {
    type Space = Self;

    fn space(&self) -> &Self {
        self
    }

    /// Returns whether `puzzle` has the same moves as the puzzle from which the `Coordinates` were made.
    fn fits(&self, puzzle: &PermutationPuzzle<B>) -> bool {
        puzzle.permutations().eq(self.moves.iter())
    }

    fn image(
        &self,
        puzzle: &PermutationPuzzle<B>,
        state: &<PermutationPuzzle<B> as Puzzle>::State,
    ) -> Coset {
        // Not a state: there are fewer than 2^64.
        let nowhere = Coset(u64::MAX);
        let Ok(relative) = puzzle.relative(state) else {
            return nowhere;
        };
        // For each place, the home of the piece that is there.
        let homes = relative.inverse();
        self.coordinates.iter().fold(Coset(0), |coset, part| {
            let number = part
                .coordinate
                .number_of_arrangement(|place| homes.image(place));
            match number {
                Some(number) if coset != nowhere => {
                    Coset(coset.0 + u64::from(number) * part.stride)
                }
                _ => nowhere,
            }
        })
    }
}
