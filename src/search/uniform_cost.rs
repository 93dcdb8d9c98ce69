//! [`UniformCost`] search.

use core::hash::BuildHasher;

use num_traits::Zero;

use super::best_first;
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{Solver, Verdict};
use crate::storage::FixedState;

/// Uniform-cost search (Dijkstra's algorithm): expands states in the order of their distance.
///
/// C is the cost of the solution.
///
/// * **Finds** a cheapest path.
/// * **Needs** nothing; asks for no heuristic. Edges may have any cost, zero included.
/// * **Guarantee**: complete and optimal.
/// * **Time**: each state nearer than C is expanded, and some at C. **Memory**: each state seen is
///   stored, as for [`AStar`](crate::AStar).
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** [`BreadthFirst`](crate::BreadthFirst) where all edges cost the same, `AStar` where
///   there is a heuristic, [`IterativeDeepening`](crate::IterativeDeepening) where there is no memory.
///
/// ```
/// use puzzle_search::{from_fn, Solver, UniformCost};
///
/// // From 1 to 100: doubling costs 3, adding one costs 1.
/// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 3_u32), ("add", n + 1, 1)], |&n| n == 100);
/// let report = UniformCost::new().solve(&puzzle, &1);
/// let solution = report.solution().expect("adding alone leads there");
/// assert_eq!(solution.cost(), 18);
/// assert!(solution.verify(&puzzle, &1).is_ok());
/// ```
///
/// **Paper**: E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UniformCost<B = FixedState> {
    build_hasher: B,
}

impl UniformCost {
    /// The solver with the crate's own hash.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_hasher(FixedState)
    }
}

impl<B> UniformCost<B> {
    /// The solver with another hash.
    ///
    /// ```
    /// use std::hash::RandomState;
    /// use puzzle_search::puzzles::SwapGame;
    /// use puzzle_search::{UniformCost, Solver};
    ///
    /// let (puzzle, solver) = (SwapGame::new(2, 2)?, UniformCost::with_hasher(RandomState::new()));
    /// let report = solver.solve(&puzzle, &puzzle.state(&[4, 3, 2, 1])?);
    /// assert_eq!(report.solution().map(|solution| solution.cost()), Some(4));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn with_hasher(build_hasher: B) -> Self {
        Self { build_hasher }
    }
}

impl<P: Puzzle, B: BuildHasher + Clone> Solver<P> for UniformCost<B> {
    fn run(
        &self,
        puzzle: &P,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
        let heuristic = |_: &P::State| Some(P::Cost::zero());
        best_first::run(puzzle, start, heuristic, self.build_hasher.clone(), monitor)
    }

    fn is_informed(&self) -> bool {
        false
    }
}
