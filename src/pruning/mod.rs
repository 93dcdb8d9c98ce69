//! Move pruning: depth-first solvers skip sequences of moves that can be replaced by other sequences. The wrapper
//! [`Pruned`] learns from the moves of a puzzle which sequences to skip. Invariant: a sequence that is skipped can be
//! replaced, wherever it can be played, by a sequence that leads to the same state and comes earlier in shortlex order:
//! it is shorter, or has the same length and comes earlier in lexicographic order.
//!
//! The table shows how many nodes are generated without and with [`Pruned`], in all iterations except the last.
//!
//! | puzzle | search | greatest length learned | nodes without | nodes with | ratio |
//! |---|---|---|---|---|---|
//! | 15-puzzle, Korf's instance 12 | IDA*, Manhattan | 11 moves | 105,189 | 79,653 | 0.76 |
//! | 15-puzzle, Korf's instance 79 | IDA*, Manhattan | 11 moves | 216,571 | 154,150 | 0.71 |
//! | 2x2x2 cube, half-turn metric | iterative deepening | 6 moves | 3,627,954 | 2,005,873 | 0.55 |
//! | 2x2x2 cube, quarter-turn metric | iterative deepening | 6 moves | 8,290,467 | 4,198,941 | 0.51 |
//!
//! On Rubik's cube, learning from sequences of up to two moves lowers the branching factor from 18 to 13.35.
//!
//! A search with fewer nodes does not always take less time, since [`Pruned`] adds a table lookup to each node. On the
//! cube, searches get faster. On the 15-puzzle with the Manhattan distance, searches may get slower, since generating a
//! node takes less time than a lookup.
//!
//! ```
//! use puzzle_search::pruning::Pruned;
//! use puzzle_search::puzzles::{Metric, PocketCube};
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::Solver;
//!
//! let cube = PocketCube::new(Metric::HalfTurns);
//! let start = cube.play(&cube.goal(), "R U F R")?;
//! let plain = IterativeDeepening::new().solve(&cube, &start);
//! let pruned = IterativeDeepening::new().solve(&Pruned::new(cube, 3), &start);
//! assert_eq!(pruned.lower_bound, plain.lower_bound);
//! assert!(pruned.stats.generated < plain.stats.generated);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```

mod automaton;
mod fixed_moves;
mod learn;

pub use fixed_moves::FixedMoves;

use core::ops::ControlFlow;

use crate::facts::Facts;
use crate::puzzle::Puzzle;
use crate::puzzle::adaptor::{OuterHeuristic, delegate_encodings, delegate_puzzle, delegate_ranks};
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::traversal::{IterationOf, MoveFilter};
use automaton::Automaton;

/// A puzzle in which depth-first solvers skip sequences of moves that another sequence can replace. The replacement
/// comes earlier in shortlex order: it is shorter, or it has the same length and comes earlier in the lexicographic
/// order that the list of [letters](FixedMoves::letters) gives. Everything else is as in the
/// [inner puzzle](Self::puzzle). To search with a heuristic, call [`guided_by`](Puzzle::guided_by) first, and prune the
/// puzzle that it returns.
///
/// The sequences to skip are called *forbidden* below. [`new`](Self::new) learns them, up to a given length, from the
/// moves of a puzzle that implements [`FixedMoves`], in which all edges have the same cost.
///
/// * **Safe** for depth-first solvers that do not remember states: for each state, at least one cheapest path from the
///   start is never skipped. The cheapest paths to a state have the same length, as all edges have the same cost. The
///   first of them in lexicographic order contains no forbidden sequence, since a replacement would give a path that is
///   shorter or comes earlier.
/// * **Without effect** on solvers that detect duplicates, since such solvers call [`neighbors`](Puzzle::neighbors),
///   which returns all edges. Only [`deepen`](Puzzle::deepen) and [`deepen_by`](Puzzle::deepen_by) prune.
/// * **Time**: for a puzzle with b moves, learning examines up to b^length sequences, but at most about a million, each
///   in time proportional to its length. Where few sequences of each length are allowed, the time grows with at least
///   the square of the length. If there are more than 256 moves, only sequences of the first 256 are examined. During a
///   search, each node takes an additional table lookup, and a loop that the puzzle has of its own, such as that of
///   sliding tiles, is replaced by the [general one](crate::puzzle::traversal::over_neighbors).
/// * **Papers**: L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first search", 1993;
///   R. C. Holte and N. Burch, "Automatic move pruning for single-agent search", 2014.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::pruning::Pruned;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let plain = IdaStar::new().solve(&puzzle, &start);
/// let pruned = IdaStar::new().solve(&Pruned::new(puzzle, 8), &start);
/// assert_eq!(pruned.lower_bound, plain.lower_bound);
/// assert!(pruned.stats.generated < plain.stats.generated);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pruned<P> {
    puzzle: P,
    automaton: Automaton,
}

impl<P: FixedMoves> Pruned<P> {
    /// Learns the forbidden sequences of up to `length` moves, and returns the pruned puzzle. At most about a million
    /// sequences are examined, so learning may end at a [smaller length](Self::learned_length).
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = Pruned::new(PocketCube::new(Metric::HalfTurns), 2);
    /// assert_eq!(cube.learned_length(), 2);
    /// ```
    #[must_use]
    pub fn new(puzzle: P, length: usize) -> Self {
        let automaton = learn::learn(&puzzle, length);
        Self { puzzle, automaton }
    }

    /// Returns the inner puzzle, in which nothing is pruned.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert_eq!(*Pruned::new(puzzle.clone(), 2).puzzle(), puzzle);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns the length up to which forbidden sequences were learned. It may be less than the length given to
    /// [`new`](Self::new).
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// assert_eq!(Pruned::new(SlidingTiles::new(3, 3)?, 4).learned_length(), 4);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn learned_length(&self) -> usize {
        self.automaton.learned_length
    }

    /// Returns the number of sequences of `length` moves that contain no forbidden sequence; `None` if this number
    /// exceeds the range of `u128`. Sequences that cannot be played in any state are counted too. If the puzzle has
    /// more than 256 moves, only sequences of the first 256 are counted. Takes time proportional to `length`.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = Pruned::new(PocketCube::new(Metric::HalfTurns), 2);
    /// assert_eq!((cube.count_sequences(1), cube.count_sequences(3)), (Some(9), Some(324))); // 9 * 6 * 6
    /// ```
    #[must_use]
    pub fn count_sequences(&self, length: usize) -> Option<u128> {
        self.automaton.count_sequences(length)
    }

    /// Returns whether a sequence of moves contains no forbidden sequence.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    ///
    /// let puzzle = Pruned::new(SlidingTiles::new(3, 3)?, 2);
    /// assert!(puzzle.allows(&[Direction::Left, Direction::Up]));
    /// assert!(!puzzle.allows(&[Direction::Left, Direction::Right]));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn allows(&self, moves: &[P::Move]) -> bool {
        self.automaton_state(moves).is_some()
    }

    /// The automaton's state, not the puzzle's, after these moves; `None` if they contain a forbidden sequence.
    fn automaton_state(&self, moves: &[P::Move]) -> Option<automaton::StateId> {
        let letters = moves.iter().map(|mv| self.puzzle.letter(mv));
        self.automaton.state(letters)
    }
}

impl<P: FixedMoves> Puzzle for Pruned<P> {
    delegate_puzzle!(P, self => self.puzzle);

    #[inline]
    fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
        self.puzzle.heuristic(state)
    }

    fn facts(&self) -> Facts<P::Cost> {
        self.puzzle.facts()
    }

    /// Enters no edge that would complete a forbidden sequence.
    fn deepen(&self, iteration: &mut IterationOf<'_, P>) -> ControlFlow<()> {
        iteration.filtered(self, |iteration| self.puzzle.deepen(iteration))
    }

    /// Enters no edge that would complete a forbidden sequence.
    fn deepen_by<H: Heuristic<Self>>(
        &self,
        heuristic: &H,
        iteration: &mut IterationOf<'_, P>,
    ) -> ControlFlow<()> {
        let outer = OuterHeuristic {
            outer: self,
            heuristic,
        };
        iteration.filtered(self, |iteration| self.puzzle.deepen_by(&outer, iteration))
    }
}

impl<P: FixedMoves> MoveFilter<P::Move> for Pruned<P> {
    fn after(&self, path: &[P::Move]) -> u32 {
        // A path that contains a forbidden sequence has no state of the automaton. Below it, only sequences that begin
        // after the path are pruned.
        self.automaton_state(path).unwrap_or(Automaton::START)
    }

    fn step(&self, automaton_state: u32, mv: &P::Move) -> Option<u32> {
        self.automaton.step(automaton_state, self.puzzle.letter(mv))
    }
}

delegate_encodings!([P: FixedMoves] Pruned<P>, P, self => self.puzzle);
delegate_ranks!([P: FixedMoves] Pruned<P>, P, self => self.puzzle);
