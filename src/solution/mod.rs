//! [`Solution`]: the moves of a path and their total cost. Its states are computed by replaying the moves.
//!
//! Invariant: a solution that a search returns has been replayed from its start. One that is made by
//! [`Solution::new`] is unchecked until [`Solution::verify`] is called.

pub(crate) mod replay;

use alloc::vec::{self, Vec};
use core::fmt;
use core::slice;

use crate::account::{ReplayFault, Stop};
use crate::cost::Cost;
use crate::puzzle::Puzzle;

/// A path to a goal: its moves and its cost. [`states`](Self::states) computes the states of the path.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("1 2 3  0 4 6  7 5 8")?;
/// let solution = IdaStar::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.to_string(), "Right Down Right");
/// assert_eq!(solution.cost(), 3);
/// assert_eq!(solution.states(&puzzle, &start)?.len(), 4);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solution<M, C> {
    moves: Vec<M>,
    cost: C,
    /// The index of the start among the starts of the search.
    #[cfg_attr(feature = "serde", serde(default))]
    start: usize,
}

impl<M, C> Solution<M, C> {
    /// Creates a solution from its moves, first move first, and their total cost. [`verify`](Self::verify) checks them.
    ///
    /// ```
    /// let solution = puzzle_search::Solution::new(vec!['L', 'U'], 2_u32);
    /// assert_eq!((solution.len(), solution.cost(), solution.to_string()), (2, 2, "L U".into()));
    /// ```
    #[must_use]
    pub const fn new(moves: Vec<M>, cost: C) -> Self {
        let start = 0;
        Self { moves, cost, start }
    }

    /// Sets the index of the start among the starts of the search.
    #[must_use]
    pub(crate) fn begun_at(self, start: usize) -> Self {
        Self { start, ..self }
    }

    /// A copy, or an error if there is no memory for it.
    pub(crate) fn copied(&self) -> Result<Self, Stop>
    where
        M: Clone,
        C: Copy,
    {
        let mut moves = replay::list(self.moves.len())?;
        moves.extend_from_slice(&self.moves);
        Ok(Self { moves, ..*self })
    }

    /// Returns the index of the start at which the solution begins; 0 if the search has only one start.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Notation, Solver};
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let (far, near) = (puzzle.parse("0 1  3 2")?, puzzle.parse("1 0  3 2")?);
    /// let solution = BreadthFirst::new().search(&puzzle, &far).also_from([near]).run().into_result()?;
    /// assert_eq!((solution.start_index(), solution.len()), (1, 1));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn start_index(&self) -> usize {
        self.start
    }

    /// Returns the moves, first move first.
    ///
    /// ```
    /// let solution = puzzle_search::Solution::new(vec!['L', 'U'], 2_u32);
    /// assert_eq!(solution.moves(), ['L', 'U']);
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Returns the cost of the solution: the sum of its edge costs.
    #[must_use]
    pub const fn cost(&self) -> C
    where
        C: Copy,
    {
        self.cost
    }

    /// Returns the number of moves.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether the solution has no moves.
    ///
    /// ```
    /// assert!(puzzle_search::Solution::<char, u32>::new(vec![], 0).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Replays the moves and returns all states of the path, from `start` to the goal. There is one state more than
    /// there are moves.
    ///
    /// # Errors
    ///
    /// Returns an error if a move cannot be played, if the costs of the edges do not add up to the cost of the
    /// solution, or if the last state is not a goal.
    ///
    /// ```
    /// use puzzle_search::{from_fn, Solution};
    ///
    /// let puzzle = from_fn(|&n: &u8| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |&n| n == 3);
    /// assert_eq!(Solution::new(vec!["+1", "+2"], 2).states(&puzzle, &0), Ok(vec![0, 1, 3]));
    /// ```
    pub fn states<P>(&self, puzzle: &P, start: &P::State) -> Result<Vec<P::State>, ReplayError>
    where
        P: Puzzle<Move = M, Cost = C>,
        C: Cost,
    {
        let mut states = Vec::with_capacity(self.moves.len() + 1);
        self.replay(puzzle, start, &mut |state| states.push(state.clone()))?;
        Ok(states)
    }

    /// Replays the moves, passes each state of the path to `show`, and checks the cost and the goal.
    fn replay<P>(
        &self,
        puzzle: &P,
        start: &P::State,
        show: &mut dyn FnMut(&P::State),
    ) -> Result<(), ReplayError>
    where
        P: Puzzle<Move = M, Cost = C>,
        C: Cost,
    {
        let mut cost = C::zero();
        let mut state = start.clone();
        show(&state);
        let failed = |fault, played| ReplayError { fault, played };
        for (played, mv) in self.moves.iter().enumerate() {
            let edge = puzzle.successor(&state, mv);
            let edge = edge.ok_or(failed(ReplayFault::NoSuchMove, played))?;
            let sum = cost.checked_add(&edge.cost);
            cost = sum.ok_or(failed(ReplayFault::WrongCost, played))?;
            state = edge.state;
            show(&state);
        }
        if cost != self.cost {
            return Err(failed(ReplayFault::WrongCost, self.len()));
        }
        if !puzzle.is_goal(&state) {
            return Err(failed(ReplayFault::NotAGoal, self.len()));
        }
        Ok(())
    }

    /// Replays the moves and checks them.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions as [`states`](Self::states).
    ///
    /// ```
    /// use puzzle_search::solver::ReplayFault;
    /// use puzzle_search::{from_fn, Solution};
    ///
    /// let puzzle = from_fn(|&n: &u8| [("+1", n + 1, 1_u32), ("+2", n + 2, 1)], |&n| n == 3);
    /// assert_eq!(Solution::new(vec!["+1", "+2"], 2).verify(&puzzle, &0), Ok(()));
    /// let error = Solution::new(vec!["+2"], 1).verify(&puzzle, &0).unwrap_err();
    /// assert_eq!(error.fault, ReplayFault::NotAGoal);
    /// let error = Solution::new(vec!["+2", "+3"], 2).verify(&puzzle, &0).unwrap_err();
    /// assert_eq!((error.fault, error.played), (ReplayFault::NoSuchMove, 1));
    /// ```
    pub fn verify<P>(&self, puzzle: &P, start: &P::State) -> Result<(), ReplayError>
    where
        P: Puzzle<Move = M, Cost = C>,
        C: Cost,
    {
        self.replay(puzzle, start, &mut |_| ())
    }
}

impl<M, C> IntoIterator for Solution<M, C> {
    type Item = M;
    type IntoIter = vec::IntoIter<M>;
    fn into_iter(self) -> vec::IntoIter<M> {
        self.moves.into_iter()
    }
}

impl<'a, M, C> IntoIterator for &'a Solution<M, C> {
    type Item = &'a M;
    type IntoIter = slice::Iter<'a, M>;
    fn into_iter(self) -> slice::Iter<'a, M> {
        self.moves.iter()
    }
}

/// Formats the moves, separated by spaces.
impl<M: fmt::Display, C> fmt::Display for Solution<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.moves.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{mv}")?;
        }
        Ok(())
    }
}

/// Why a solution cannot be replayed from its start, for example by [`Solution::verify`], and where.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solver::ReplayFault;
/// use puzzle_search::{Reversible, Solution};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let goal = puzzle.goals().into_iter().next().expect("it has one goal");
/// let dearer = Solution::new(vec![], 1);
/// let error = dearer.verify(&puzzle, &goal).unwrap_err();
/// assert_eq!(error.fault, ReplayFault::WrongCost);
/// assert_eq!(error.to_string(), "the solution is wrong after 0 moves: its edges cost something else");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ReplayError {
    /// What is wrong with the solution.
    pub fault: ReplayFault,
    /// The number of moves that were played before the fault was found. If a move could not be played, this is the
    /// index of that move.
    pub played: usize,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fault, played } = self;
        let moves = if *played == 1 { "move" } else { "moves" };
        write!(f, "the solution is wrong after {played} {moves}: {fault}")
    }
}

impl core::error::Error for ReplayError {}

/// The stop of a search whose solution cannot be replayed.
impl From<ReplayError> for Stop {
    fn from(error: ReplayError) -> Self {
        Self::Replay(error.fault)
    }
}
