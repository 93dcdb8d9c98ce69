//! [`BreadthFirst`] search: a [`BfsRun`] whose far end is the first goal that is generated.

use core::iter;

use super::bfs_run::{BfsRun, FarEnd, FoundPath, Trees};
use super::bfs_tree::{ExpandLayer, FromStart, Goals};
#[cfg(feature = "std")]
use super::shards::Shards;
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Loader, Saver, Solver, SolverTraits};
use crate::threads::Threads;

/// Breadth-first search: expands states layer by layer from the start.
///
/// * **Finds** a path with the fewest moves. If there are several such paths, it finds the lexicographically least of
///   them, where the moves from a state are ordered as the puzzle lists the state's neighbors.
/// * **Needs** only a [`Puzzle`](crate::Puzzle). A heuristic is not used.
/// * **Guarantee**: complete; fewest moves. The path is reported as optimal if the puzzle declares
///   [`Facts::unit_costs`](crate::Facts::unit_costs).
/// * **Time**: O(b^d) for b neighbors of a state and d moves of the solution, with each state expanded at most once.
///   **Memory**: each generated state is stored, with about 15 additional bytes.
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** [`UniformCost`](crate::UniformCost) if edges have different costs;
///   [`Bidirectional`](crate::Bidirectional) if there is a single distant goal; [`AStar`](crate::AStar) or
///   [`IdaStar`](crate::IdaStar) if there is a heuristic;
///   [`DistanceOracle`](crate::space::DistanceOracle) if states have ranks and many starts are to be solved.
///
/// ```
/// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
/// let start = puzzle.goal();
/// let puzzle = puzzle.with_goal(&[2, 6, 8, 4, 5, 7, 3, 1])?;
/// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.to_string(), "B C A B C C B");
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// [**Paper**](crate::guide::references): E. F. Moore, "The shortest path through a maze", 1959.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BreadthFirst;

impl BreadthFirst {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Makes the solver use `threads` threads. The puzzle and its states must be ones that threads can share
    /// ([`Sync`]). The search uses at most 64 threads, and only one without the feature `std`.
    ///
    /// The path and the counts in the report are the same as with one thread. If the limit on stored states ends the
    /// search, the counts may differ slightly. The search needs more memory than on one thread: 4 bytes for each state
    /// of the last two layers, and about half a megabyte for each thread (if a state has 8 bytes). If the observer
    /// [wants to see every node](crate::observe::Observer::wants_nodes), the search uses one thread. A stopped search
    /// can be continued, but cannot be [saved](crate::Search::save) as bytes.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{BreadthFirst, Notation, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let divided = BreadthFirst::new().threads(2).solve(&puzzle, &start);
    /// let alone = BreadthFirst::new().solve(&puzzle, &start);
    /// assert_eq!(divided.outcome, alone.outcome);
    /// assert_eq!(divided.stats.generated, alone.stats.generated);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Puzzle> Solver<P> for BreadthFirst {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BfsRun::<P, FirstGoal>::one_thread())
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl<P: Puzzle + Sync> Solver<P> for Threads<BreadthFirst> {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        #[cfg(feature = "std")]
        let run = BfsRun::<P, FirstGoal, _>::new(Shards::new(self.threads), Shards::new(1));
        #[cfg(not(feature = "std"))]
        let run = BfsRun::<P, FirstGoal>::one_thread();
        BoxedRun::new(run)
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

/// The far end is the first goal that is generated. It is not stored in the tree.
pub(super) enum FirstGoal {}

impl<P: Puzzle, K: ExpandLayer<P, FromStart, Goals>> FarEnd<P, K> for FirstGoal {
    const NAME: &'static str = "breadth-first";
    const BY_ADDRESS: bool = true;
    type Rest = P::State;

    fn grow(
        trees: &mut Trees<P::State, K>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<FoundPath<P::State>>, Stop> {
        let goal = K::expand_layer(&mut trees.front, puzzle, &Goals, 0, monitor)?;
        Ok(goal.map(|goal| FoundPath {
            last: goal.parent,
            rest: goal.state,
        }))
    }

    fn rest<'a>(
        goal: &'a P::State,
        _: &'a Trees<P::State, K>,
    ) -> impl Iterator<Item = &'a P::State> {
        iter::once(goal)
    }

    fn save(goal: &P::State, to: &mut Saver<'_, P::State>) {
        to.state(goal);
    }

    fn load(_: &Trees<P::State, K>, from: &mut Loader<'_, P::State>) -> Option<P::State> {
        from.state()
    }
}
