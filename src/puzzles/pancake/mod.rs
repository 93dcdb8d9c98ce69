//! [`Pancake`]: sorting by prefix reversals. Invariant: every order of the pancakes is a state that can reach the goal.

mod gap;

pub use gap::Gap;

use core::fmt;

use super::board::Arrangement;
use super::error::PuzzleError;
use super::packed::Packed;
use crate::facts::Facts;
use crate::permutation::factorial;
use crate::pruning::FixedMoves;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked};
use crate::solvability::{Reason, Solvability};

/// The pancake puzzle: a stack of pancakes of different sizes. A move turns over any number of pancakes from the top.
/// Pancakes are numbered by size, and 1 is the smallest. The default goal is 1, 2, 3 .. from the top.
///
/// A state is [packed](Packed) into a value of type `B`. This type limits the number of pancakes: up to 16 for `u64`,
/// up to 25 for `u128`, and up to 64 for `[u8; 64]`.
///
/// J. E. Goodman posed the problem in 1975.
///
/// ```
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = Pancake::new(4)?;
/// let start = puzzle.state(&[4, 2, 3, 1])?;
/// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.to_string(), "2 3 2 4");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pancake<B: Packed = u64> {
    /// The number of pancakes.
    size: usize,
    goal: Arrangement<B>,
    /// The goal place of each pancake, both counted from 0. The plate under the stack counts as the largest pancake,
    /// which is always on its goal place.
    homes: [u8; 256],
}

/// A move of [`Pancake`] and [`BurntPancake`](super::BurntPancake): turns over the given number of pancakes from the
/// top. A flip is printed as this number.
///
/// ```
/// assert_eq!(puzzle_search::puzzles::Flip(3).to_string(), "3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Flip(pub u8);

impl fmt::Display for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Pancake {
    /// Creates the puzzle with `size` pancakes. For more than 16 pancakes, use [`packed`](Self::packed).
    ///
    /// # Errors
    ///
    /// Returns an error if `size` is 0 or greater than 16.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    ///
    /// assert_eq!(Pancake::new(16)?.size(), 16);
    /// assert!(Pancake::new(17).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(size: usize) -> Result<Self, PuzzleError> {
        Self::packed(size)
    }
}

impl<B: Packed> Pancake<B> {
    /// Creates the puzzle with `size` pancakes. States are packed into `B`.
    ///
    /// # Errors
    ///
    /// Returns an error if `size` is 0, greater than 255, or greater than the number of pancakes that fit into `B`.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    ///
    /// let puzzle = Pancake::<[u8; 30]>::packed(30)?;
    /// assert_eq!(size_of_val(&puzzle.goal()), 30);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn packed(size: usize) -> Result<Self, PuzzleError> {
        let most = Arrangement::<B>::MOST_CELLS;
        if !(1..=most).contains(&size) {
            return Err(PuzzleError::stack(size, most));
        }
        Ok(Self::for_goal(size, Arrangement::new(0..size)))
    }

    fn for_goal(size: usize, goal: Arrangement<B>) -> Self {
        let mut homes = [0; 256];
        homes[size] = size as u8;
        for place in 0..size {
            homes[goal.item(place)] = place as u8;
        }
        Self { size, goal, homes }
    }

    /// Returns the same puzzle with another goal. `pancakes` lists the numbers of the pancakes from the top.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pancakes` lists each number from 1 to [`size`](Self::size) exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    ///
    /// let puzzle = Pancake::new(3)?.with_goal(&[3, 1, 2])?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[3, 1, 2])?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goal(self, pancakes: &[u8]) -> Result<Self, PuzzleError> {
        let goal = Arrangement::from_labels(pancakes, self.size, "goal")?;
        Ok(Self::for_goal(self.size, goal))
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    ///
    /// let puzzle = Pancake::new(3)?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[1, 2, 3])?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Arrangement<B> {
        self.goal
    }

    /// Returns the number of pancakes.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    ///
    /// assert_eq!(Pancake::new(7)?.size(), 7);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the state that `pancakes` describes: the numbers of the pancakes from the top.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pancakes` lists each number from 1 to [`size`](Self::size) exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    ///
    /// let puzzle = Pancake::new(3)?;
    /// assert_ne!(puzzle.state(&[3, 1, 2])?, puzzle.goal());
    /// assert!(puzzle.state(&[1, 1, 2]).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self, pancakes: &[u8]) -> Result<Arrangement<B>, PuzzleError> {
        Arrangement::from_labels(pancakes, self.size, "state")
    }

    /// The pancake on a place, counted from 0; below the last pancake the plate, which counts as the largest pancake.
    #[inline]
    pub(crate) fn pancake(&self, stack: &Arrangement<B>, place: usize) -> usize {
        if place < self.size {
            stack.item(place)
        } else {
            self.size
        }
    }

    /// The goal place of a pancake.
    #[inline]
    pub(crate) fn home(&self, pancake: usize) -> u8 {
        self.homes[pancake % self.homes.len()]
    }

    /// Writes to `homes` the goal place of each pancake, from the top, and of the plate.
    #[inline]
    pub(crate) fn write_homes(&self, stack: &Arrangement<B>, homes: &mut [u8; 256]) {
        for (place, home) in homes[..self.size].iter_mut().enumerate() {
            *home = self.home(stack.item(place));
        }
        homes[self.size] = self.home(self.size);
    }
}

impl<B: Packed> Puzzle for Pancake<B> {
    type State = Arrangement<B>;
    type Move = Flip;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, stack: &Arrangement<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let stack = *stack;
        (2..=self.size).map(move |count| Neighbor::unit(Flip(count as u8), stack.reversed(count)))
    }

    #[inline]
    fn is_goal(&self, stack: &Arrangement<B>) -> bool {
        *stack == self.goal
    }

    fn solvability(&self, state: &Arrangement<B>) -> Solvability {
        if !state.permutes_first(self.size) {
            return Solvability::NotAState;
        }
        let reason = "flips bring any pancake to the top and then to the bottom, one after another";
        Solvability::Solvable(Reason::new(reason))
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().undirected().consistent()
    }

    #[inline]
    fn is_redundant(&self, last: &Flip, next: &Flip) -> bool {
        last == next
    }
}

/// A stack is written as the numbers of its pancakes from the top, separated by white space or commas.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::Pancake;
///
/// let puzzle = Pancake::new(3)?;
/// let stack = puzzle.parse("3 1 2")?;
/// assert_eq!(stack, puzzle.state(&[3, 1, 2])?);
/// assert_eq!(puzzle.display(&stack).to_string(), "3 1 2");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<B: Packed> Notation for Pancake<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Arrangement<B>, PuzzleError> {
        Arrangement::parse(text, self.size)
    }

    fn display<'a>(&'a self, stack: &'a Arrangement<B>) -> impl fmt::Display + 'a {
        stack.printed(self.size, self.size)
    }
}

crate::puzzles::portable::portable!(
    Pancake<B>,
    |this, state| state.labels(this.size()),
    |this, bytes| this.state(bytes),
    B
);

/// Ranks (numbers) all states.
impl<B: Packed> Ranked for Pancake<B> {
    fn state_count(&self) -> Option<u128> {
        factorial(self.size)
    }

    #[inline]
    fn rank(&self, stack: &Arrangement<B>) -> Option<u128> {
        stack.rank(self.size)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<Arrangement<B>> {
        Arrangement::unrank(self.size, rank)
    }
}

/// The effect of a sequence of flips is the stack that the flips produce from the sorted stack.
impl<B: Packed> FixedMoves for Pancake<B> {
    type Effect = Arrangement<B>;
    type Needs = ();

    fn letters(&self) -> impl ExactSizeIterator<Item = Flip> {
        (2..=self.size as u8).map(Flip)
    }

    #[inline]
    fn letter(&self, flip: &Flip) -> usize {
        usize::from(flip.0).wrapping_sub(2)
    }

    fn nothing(&self) -> (Arrangement<B>, ()) {
        (Arrangement::new(0..self.size), ())
    }

    fn follow(&self, effect: &mut Arrangement<B>, (): &mut (), letter: usize) {
        *effect = effect.reversed((letter + 2).min(self.size));
    }
}
