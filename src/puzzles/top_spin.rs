//! [`TopSpin`]: a ring of pieces with a turnstile, as a permutation puzzle.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::board::Arrangement;
use super::error::PuzzleError;
use super::packed::Packed;
use super::permutation_puzzle::{Definition, PermutationPuzzle, Turn};
use crate::facts::Facts;
use crate::permutation::Permutation;
use crate::pruning::FixedMoves;
use crate::puzzle::notation::Notation;
use crate::puzzle::{NeighborOf, Puzzle, Ranked, Reversible};
use crate::solvability::Solvability;

/// The TopSpin puzzle: numbered pieces in a ring. A move reverses the order of some neighboring pieces; the number
/// of these pieces is the `width` of the puzzle. The default goal is 1, 2, 3 .. around the ring.
///
/// Places are counted from 1 around the ring. A move is named by the number of a place: it reverses the pieces on this
/// place and the next `width - 1` places. [`Ring`] determines whether arrangements that are rotations of each other are
/// the same state. [`solvability`](Puzzle::solvability) decides without a search whether a state can reach the goal.
///
/// A state is [packed](Packed) into a value of type `B`. This type limits the number of pieces: up to 16 for `u64`, up
/// to 25 for `u128`, and up to 64 for `[u8; 64]`.
///
/// ```
/// use puzzle_search::puzzles::{Ring, TopSpin};
/// use puzzle_search::{BreadthFirst, Ranked, Solver};
///
/// let puzzle = TopSpin::new(7, 4, Ring::Rotates)?;
/// // Up to rotation there are 7! / 7 arrangements, half of which can reach the goal:
/// assert_eq!(puzzle.state_count(), Some(360));
/// // Stored with piece 1 on place 1, as 1 5 6 7 4 3 2:
/// let start = puzzle.state(&[4, 3, 2, 1, 5, 6, 7])?;
/// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
/// // Reverses the pieces 4 3 2 1, which are on the places 5, 6, 7 and 1:
/// assert_eq!(solution.to_string(), "5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopSpin<B: Packed = u64> {
    puzzle: PermutationPuzzle<B>,
    ring: Ring,
}

/// Determines whether the rotations of an arrangement in [`TopSpin`] are different states or the same state.
///
/// ```
/// use puzzle_search::puzzles::{Ring, TopSpin};
///
/// let fixed = TopSpin::new(4, 3, Ring::Fixed)?;
/// assert_ne!(fixed.state(&[2, 3, 4, 1])?, fixed.goal());
/// let rotates = TopSpin::new(4, 3, Ring::Rotates)?;
/// assert_eq!(rotates.state(&[2, 3, 4, 1])?, rotates.goal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// Rotations of an arrangement are different states.
    Fixed,
    /// All rotations of an arrangement are the same state, which is printed with piece 1 on the first place.
    Rotates,
}

impl TopSpin {
    /// Creates the puzzle with a ring of `pieces` pieces, at most 16, in which a move reverses `width` pieces. For
    /// larger rings, use [`packed`](Self::packed).
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` is from 2 to 16, and `width` is from 2 to `pieces`.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Ring, TopSpin};
    ///
    /// assert_eq!(TopSpin::new(6, 4, Ring::Fixed)?.pieces(), 6);
    /// assert!(TopSpin::new(6, 7, Ring::Fixed).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(pieces: usize, width: usize, ring: Ring) -> Result<Self, PuzzleError> {
        Self::packed(pieces, width, ring)
    }
}

impl<B: Packed> TopSpin<B> {
    /// Creates the puzzle with a ring of `pieces` pieces, in which a move reverses `width` pieces. States are packed
    /// into `B`.
    ///
    /// # Errors
    ///
    /// Returns an error if `pieces` is less than 2, greater than 255, or greater than the number of pieces that fit
    /// into `B`. Also returns an error unless `width` is from 2 to `pieces`.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Ring, TopSpin};
    ///
    /// let puzzle = TopSpin::<[u8; 30]>::packed(30, 4, Ring::Fixed)?;
    /// assert_eq!(size_of_val(&puzzle.goal()), 30);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn packed(pieces: usize, width: usize, ring: Ring) -> Result<Self, PuzzleError> {
        let most = Arrangement::<B>::MOST_CELLS.min(255);
        if !(2..=most).contains(&pieces) {
            return Err(PuzzleError::new(format!(
                "a ring of {pieces} pieces is out of range: expected 2 to {most} pieces"
            )));
        }
        if !(2..=pieces).contains(&width) {
            let message = format!("the window is {width} wide: expected 2 to {pieces}");
            return Err(PuzzleError::new(message));
        }
        let mut definition = Definition::new(pieces as u32)?;
        for first in 0..pieces {
            let reversed = |place: usize| {
                let at = (place + pieces - first) % pieces;
                if at < width {
                    (first + width - 1 - at) % pieces
                } else {
                    place
                }
            };
            // If rotations are the same state, a rotation brings piece 1 back to the first place after each move.
            let shift = match ring {
                Ring::Fixed => 0,
                Ring::Rotates => pieces - reversed(0),
            };
            let images = (0..pieces).map(|place| ((reversed(place) + shift) % pieces) as u32);
            let permutation = Permutation::from_images(images);
            // A reversal of all pieces of a small ring may amount to a rotation, which is not a move then.
            if !permutation.is_identity() {
                definition.add(&(first + 1).to_string(), &permutation)?;
            }
        }
        Ok(Self {
            puzzle: PermutationPuzzle::packed(&definition)?,
            ring,
        })
    }

    /// Returns the same puzzle with another goal. `pieces` lists the number of the piece on each place.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` lists each number from 1 to the number of pieces exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Ring, TopSpin};
    ///
    /// let puzzle = TopSpin::new(4, 3, Ring::Fixed)?.with_goal(&[2, 1, 4, 3])?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[2, 1, 4, 3])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_goal(self, pieces: &[u8]) -> Result<Self, PuzzleError> {
        let goal = self.canonical(pieces, "goal")?;
        Ok(Self {
            puzzle: self.puzzle.with_goal(&goal)?,
            ..self
        })
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Ring, TopSpin};
    ///
    /// let puzzle = TopSpin::new(4, 3, Ring::Fixed)?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[1, 2, 3, 4])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Arrangement<B> {
        self.puzzle.goal()
    }

    /// Returns the number of pieces.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Ring, TopSpin};
    ///
    /// assert_eq!(TopSpin::new(6, 4, Ring::Fixed)?.pieces(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn pieces(&self) -> usize {
        self.puzzle.places()
    }

    /// Checks the pieces, and rotates them so that piece 1 is first if rotations are the same state.
    fn canonical(&self, pieces: &[u8], input: &str) -> Result<Vec<u8>, PuzzleError> {
        Arrangement::<B>::from_labels(pieces, self.pieces(), input)?;
        let mut pieces = pieces.to_vec();
        if self.ring == Ring::Rotates {
            let first = pieces.iter().position(|&piece| piece == 1);
            pieces.rotate_left(first.unwrap_or(0));
        }
        Ok(pieces)
    }

    /// Returns the state that `pieces` describes: the number of the piece on each place.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` lists each number from 1 to the number of pieces exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Ring, TopSpin};
    ///
    /// let puzzle = TopSpin::new(4, 3, Ring::Rotates)?;
    /// assert_eq!(puzzle.state(&[3, 4, 1, 2])?, puzzle.goal());
    /// assert!(puzzle.state(&[3, 4, 1]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, pieces: &[u8]) -> Result<Arrangement<B>, PuzzleError> {
        self.puzzle.state(&self.canonical(pieces, "board")?)
    }
}

impl<B: Packed> Puzzle for TopSpin<B> {
    type State = Arrangement<B>;
    type Move = Turn;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, state: &Arrangement<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.puzzle.neighbors(state)
    }

    #[inline]
    fn is_goal(&self, state: &Arrangement<B>) -> bool {
        self.puzzle.is_goal(state)
    }

    /// Decides for every state whether it can reach the goal: the answer is never `Unknown`.
    fn solvability(&self, state: &Arrangement<B>) -> Solvability {
        self.puzzle.solvability(state)
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new()
            .unit_costs(true)
            .undirected(true)
            .consistent(true)
    }

    fn successor(&self, state: &Arrangement<B>, turn: &Turn) -> Option<NeighborOf<Self>> {
        self.puzzle.successor(state, turn)
    }

    #[inline]
    fn is_redundant(&self, last: &Turn, next: &Turn) -> bool {
        self.puzzle.is_redundant(last, next)
    }
}

/// A state is written as the numbers of its pieces in order around the ring, separated by white space or commas.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::{Ring, TopSpin};
///
/// let puzzle = TopSpin::new(4, 3, Ring::Rotates)?;
/// let ring = puzzle.parse("3 4 1 2")?;
/// assert_eq!(puzzle.display(&ring).to_string(), "1 2 3 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<B: Packed> Notation for TopSpin<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Arrangement<B>, PuzzleError> {
        let pieces: Vec<u8> = self.puzzle.parse(text)?.labels(self.pieces()).collect();
        self.state(&pieces)
    }

    fn display<'a>(&'a self, state: &'a Arrangement<B>) -> impl fmt::Display + 'a {
        self.puzzle.display(state)
    }
}

crate::puzzles::portable::portable!(
    TopSpin<B>,
    |this, state| state.labels(this.puzzle.places()),
    |this, bytes| this.puzzle.state(bytes),
    B
);

impl<B: Packed> Reversible for TopSpin<B> {
    fn goals(&self) -> impl IntoIterator<Item = Arrangement<B>> {
        self.puzzle.goals()
    }

    #[inline]
    fn predecessors(&self, state: &Arrangement<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.puzzle.predecessors(state)
    }
}

/// Ranks (numbers) the states that can be reached from the goal.
impl<B: Packed> Ranked for TopSpin<B> {
    fn state_count(&self) -> Option<u128> {
        self.puzzle.state_count()
    }

    #[inline]
    fn rank(&self, state: &Arrangement<B>) -> Option<u128> {
        self.puzzle.rank(state)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<Arrangement<B>> {
        self.puzzle.unrank(rank)
    }
}

/// The effect of a sequence of moves is a permutation of the places.
impl<B: Packed> FixedMoves for TopSpin<B> {
    type Effect = Permutation;
    type Needs = ();

    fn letters(&self) -> impl ExactSizeIterator<Item = Turn> {
        self.puzzle.letters()
    }

    #[inline]
    fn letter(&self, turn: &Turn) -> usize {
        self.puzzle.letter(turn)
    }

    fn nothing(&self) -> (Permutation, ()) {
        self.puzzle.nothing()
    }

    fn follow(&self, effect: &mut Permutation, needs: &mut (), letter: usize) {
        self.puzzle.follow(effect, needs, letter);
    }
}
