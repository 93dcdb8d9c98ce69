//! [`BurntPancake`]: sorting signed permutations by prefix reversals (Gates and Papadimitriou, 1979).
//!
//! Invariant: a stack has a field for each pancake, from the top. A field holds the pancake's number, counted from 0,
//! times two, plus one if the burnt side is up. All fields beyond the pancakes are 0.

use alloc::vec::Vec;
use core::fmt;

use super::Flip;
use super::error::{PuzzleError, check_each_once, parse_signed};
use super::packed::Packed;
use crate::facts::Facts;
use crate::permutation::{factorial, lexicographic_rank, lexicographic_unrank};
use crate::pruning::FixedMoves;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked};
use crate::solvability::{Reason, Solvability};

/// The burnt pancake puzzle: a stack of pancakes of different sizes, each burnt on one side. A move turns over any
/// number of pancakes from the top. Pancakes are numbered by size, and 1 is the smallest. The default goal is 1, 2, 3
/// .. from the top, with all burnt sides down. A pancake whose burnt side is up is written as a negative number.
///
/// A state is [packed](Packed) into a value of type `B`. This type limits the number of pancakes: up to 8 for `u64`, up
/// to 16 for `u128`, and up to 64 for `[u8; 64]`.
///
/// Paper: W. H. Gates and C. H. Papadimitriou, "Bounds for sorting by prefix reversal", 1979.
///
/// ```
/// use puzzle_search::puzzles::BurntPancake;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = BurntPancake::new(2)?;
/// let start = puzzle.state(&[-1, -2])?;
/// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.to_string(), "1 2 1 2");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BurntPancake<B: Packed = u64> {
    /// The number of pancakes.
    size: usize,
    goal: BurntStack<B>,
}

/// A state of [`BurntPancake`]: a stack of pancakes, each with its burnt side up or down.
///
/// ```
/// use puzzle_search::puzzles::BurntPancake;
///
/// let stack = BurntPancake::new(3)?.state(&[2, -1, 3])?;
/// assert_eq!(stack.pancakes(3).collect::<Vec<_>>(), [2, -1, 3]);
/// assert_eq!(size_of_val(&stack), 8);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BurntStack<B = u64>(B);

impl<B: Packed> BurntStack<B> {
    /// Makes a stack from the number of each pancake, counted from 0, and whether its burnt side is up, from the top.
    fn new(pancakes: impl Iterator<Item = (usize, bool)>) -> Self {
        let packed = |(pancake, up): (usize, bool)| 2 * pancake as u8 + u8::from(up);
        let pancakes = pancakes.map(packed).enumerate();
        Self(pancakes.fold(B::ZERO, |row, (at, pancake)| row.with_field(at, pancake)))
    }

    /// Returns the numbers of the first `size` pancakes from the top. A number is negative if the burnt side is up. To
    /// get all pancakes, pass the [size](BurntPancake::size) of the puzzle.
    ///
    /// ```
    /// use puzzle_search::puzzles::BurntPancake;
    ///
    /// let stack = BurntPancake::new(3)?.state(&[3, -1, 2])?;
    /// assert_eq!(stack.pancakes(2).collect::<Vec<_>>(), [3, -1]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn pancakes(&self, size: usize) -> impl Iterator<Item = i8> + use<B> {
        let row = self.0;
        (0..size.min(B::FIELDS)).map(move |at| {
            let pancake = row.field(at);
            let number = (pancake / 2 + 1) as i8;
            if pancake % 2 == 1 { -number } else { number }
        })
    }

    /// Whether the stack has the pancakes from 1 to `size`, each once, and no others.
    fn has_pancakes(&self, size: usize) -> bool {
        let bit = |pancake: i8| 1_u64 << (pancake.unsigned_abs() - 1);
        let seen = self
            .pancakes(size)
            .fold(0, |seen, pancake| seen | bit(pancake));
        let mut beyond = size..B::FIELDS;
        seen.trailing_ones() as usize == size && beyond.all(|at| self.0.field(at) == 0)
    }

    /// The stack after a flip of the first `count` pancakes. The fields of `flipped_sides` are 1 for these pancakes and
    /// 0 beyond, to toggle the lowest bit of each field.
    #[inline]
    fn flipped(self, count: usize, flipped_sides: B) -> Self {
        Self(self.0.reversed(count).toggled(flipped_sides))
    }
}

impl<B: Packed> fmt::Debug for BurntStack<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The greatest number is the number of pancakes. The fields beyond are 0, which reads as pancake 1.
        let count = self.pancakes(B::FIELDS).map(i8::unsigned_abs).max();
        let count = usize::from(count.unwrap_or(0));
        f.debug_list().entries(self.pancakes(count)).finish()
    }
}

impl BurntPancake {
    /// Creates the puzzle with `size` pancakes. For more than 8 pancakes, use [`packed`](Self::packed).
    ///
    /// # Errors
    ///
    /// Returns an error if `size` is 0 or greater than 8.
    ///
    /// ```
    /// use puzzle_search::puzzles::BurntPancake;
    ///
    /// assert_eq!(BurntPancake::new(8)?.size(), 8);
    /// assert!(BurntPancake::new(9).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(size: usize) -> Result<Self, PuzzleError> {
        Self::packed(size)
    }
}

impl<B: Packed> BurntPancake<B> {
    /// Creates the puzzle with `size` pancakes. States are packed into `B`.
    ///
    /// # Errors
    ///
    /// Returns an error if `size` is 0, greater than 64, or greater than the number of pancakes that fit into `B`.
    ///
    /// ```
    /// use puzzle_search::puzzles::BurntPancake;
    ///
    /// let puzzle = BurntPancake::<[u8; 30]>::packed(30)?;
    /// assert_eq!(size_of_val(&puzzle.goal()), 30);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn packed(size: usize) -> Result<Self, PuzzleError> {
        // A field has one bit for the side, and the others for the number of the pancake.
        let most = B::FIELDS.min(1 << (B::BITS - 1)).min(64);
        if !(1..=most).contains(&size) {
            return Err(PuzzleError::stack(size, most));
        }
        Ok(Self {
            size,
            goal: BurntStack::new((0..size).map(|pancake| (pancake, false))),
        })
    }

    /// Returns the same puzzle with another goal. `pancakes` lists the numbers from the top. A number is negative if
    /// the burnt side is up.
    ///
    /// # Errors
    ///
    /// Returns an error unless the absolute values of `pancakes` are the numbers from 1 to [`size`](Self::size), each
    /// exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::BurntPancake;
    ///
    /// let puzzle = BurntPancake::new(3)?.with_goal(&[3, -1, 2])?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[3, -1, 2])?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goal(mut self, pancakes: &[i8]) -> Result<Self, PuzzleError> {
        self.goal = self.checked_stack(pancakes, "goal")?;
        Ok(self)
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::BurntPancake;
    ///
    /// let puzzle = BurntPancake::new(3)?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[1, 2, 3])?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> BurntStack<B> {
        self.goal
    }

    /// Returns the number of pancakes.
    ///
    /// ```
    /// use puzzle_search::puzzles::BurntPancake;
    ///
    /// assert_eq!(BurntPancake::new(7)?.size(), 7);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the state that `pancakes` describes: the number of each pancake, from the top. A number is negative if
    /// the burnt side is up.
    ///
    /// # Errors
    ///
    /// Returns an error unless the absolute values of `pancakes` are the numbers from 1 to [`size`](Self::size), each
    /// exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::BurntPancake;
    ///
    /// let puzzle = BurntPancake::new(3)?;
    /// assert_ne!(puzzle.state(&[3, -1, 2])?, puzzle.goal());
    /// assert!(puzzle.state(&[1, 1, 2]).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self, pancakes: &[i8]) -> Result<BurntStack<B>, PuzzleError> {
        self.checked_stack(pancakes, "state")
    }

    /// The stack of these numbers from the top, or an error that calls them `role`: "state" or "goal".
    fn checked_stack(
        &self,
        pancakes: &[impl Into<i64> + Copy],
        role: &str,
    ) -> Result<BurntStack<B>, PuzzleError> {
        let numbers = pancakes.iter().map(|&pancake| -> i64 { pancake.into() });
        check_each_once(numbers.clone().map(i64::unsigned_abs), self.size, 1, role)?;
        Ok(BurntStack::new(numbers.map(|number| {
            (number.unsigned_abs() as usize - 1, number < 0)
        })))
    }
}

/// Prints numbers, separated by spaces.
struct SignedNumbers(Vec<i8>);

impl fmt::Display for SignedNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, pancake) in self.0.iter().enumerate() {
            let separator = if at == 0 { "" } else { " " };
            write!(f, "{separator}{pancake}")?;
        }
        Ok(())
    }
}

impl<B: Packed> Puzzle for BurntPancake<B> {
    type State = BurntStack<B>;
    type Move = Flip;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, stack: &BurntStack<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let stack = *stack;
        let mut flipped_sides = B::ZERO;
        (1..=self.size).map(move |count| {
            flipped_sides = flipped_sides.with_field(count - 1, 1);
            Neighbor::unit(Flip(count as u8), stack.flipped(count, flipped_sides))
        })
    }

    #[inline]
    fn is_goal(&self, stack: &BurntStack<B>) -> bool {
        *stack == self.goal
    }

    fn solvability(&self, stack: &BurntStack<B>) -> Solvability {
        if !stack.has_pancakes(self.size) {
            return Solvability::NotAState;
        }
        let reason = "for one place after another, from the bottom, flips bring the pancake that belongs there to the \
                      top, turn it if need be, and put it in its place";
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
/// use puzzle_search::puzzles::BurntPancake;
///
/// let puzzle = BurntPancake::new(3)?;
/// let stack = puzzle.parse("3 -1 2")?;
/// assert_eq!(stack, puzzle.state(&[3, -1, 2])?);
/// assert_eq!(puzzle.display(&stack).to_string(), "3 -1 2");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<B: Packed> Notation for BurntPancake<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<BurntStack<B>, PuzzleError> {
        self.checked_stack(&parse_signed(text)?, "state")
    }

    fn display<'a>(&'a self, stack: &'a BurntStack<B>) -> impl fmt::Display + 'a {
        SignedNumbers(stack.pancakes(self.size).collect())
    }
}

crate::puzzles::portable::portable!(
    BurntPancake<B>,
    |this, state| state.pancakes(this.size()).map(i8::cast_unsigned),
    |this, bytes| this.state(
        &bytes
            .iter()
            .map(|byte| byte.cast_signed())
            .collect::<Vec<_>>()
    ),
    B
);

/// Ranks (numbers) all states: by the lexicographic rank of the pancakes, and then by their sides as digits of base 2.
impl<B: Packed> Ranked for BurntPancake<B> {
    fn state_count(&self) -> Option<u128> {
        factorial(self.size)?.checked_mul(1 << self.size)
    }

    #[inline]
    fn rank(&self, stack: &BurntStack<B>) -> Option<u128> {
        self.state_count()?;
        let fields = (0..self.size).map(|at| stack.0.field(at));
        let sides = fields
            .clone()
            .fold(0, |sides, field| 2 * sides + u128::from(field % 2));
        let numbers = fields.map(|field| usize::from(field / 2));
        Some((lexicographic_rank(numbers, self.size) << self.size) + sides)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<BurntStack<B>> {
        if rank >= self.state_count()? {
            return None;
        }
        let numbers = lexicographic_unrank(self.size, rank >> self.size);
        let sides = (0..self.size).rev().map(|at| (rank >> at) & 1 == 1);
        Some(BurntStack::new(numbers.zip(sides)))
    }
}

/// The effect of a sequence of flips is the stack that the flips produce from the sorted stack.
impl<B: Packed> FixedMoves for BurntPancake<B> {
    type Effect = BurntStack<B>;
    type Needs = ();

    fn letters(&self) -> impl ExactSizeIterator<Item = Flip> {
        (1..=self.size as u8).map(Flip)
    }

    #[inline]
    fn letter(&self, flip: &Flip) -> usize {
        usize::from(flip.0).wrapping_sub(1)
    }

    fn nothing(&self) -> (BurntStack<B>, ()) {
        (
            BurntStack::new((0..self.size).map(|pancake| (pancake, false))),
            (),
        )
    }

    fn follow(&self, effect: &mut BurntStack<B>, (): &mut (), letter: usize) {
        let count = (letter + 1).min(self.size);
        let flipped_sides = (0..count).fold(B::ZERO, |sides, at| sides.with_field(at, 1));
        *effect = effect.flipped(count, flipped_sides);
    }
}
