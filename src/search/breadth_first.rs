//! [`BreadthFirst`] search.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use num_traits::{ToPrimitive, cast};

use super::bfs_tree::{BfsTree, ExpandLayer, FromStart, Goals, Meeting, Nowhere, TreeStore};
use super::path;
#[cfg(feature = "std")]
use super::shards::Shards;
use crate::account::{Meter, Stop};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solver::{Loader, Run, Saver, Solver, SolverTraits, Verdict, VerdictOf};
use crate::storage::{Linked, NodeTable};
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
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        Box::new(BreadthFirstRun::one_thread())
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl<P: Puzzle + Sync> Solver<P> for Threads<BreadthFirst> {
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        #[cfg(feature = "std")]
        let run = BreadthFirstRun::new(Shards::new(self.threads));
        #[cfg(not(feature = "std"))]
        let run = BreadthFirstRun::one_thread();
        Box::new(run)
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

/// The state of a breadth-first search: a tree that grows from the starts until it reaches a goal.
#[derive(Debug)]
pub(crate) struct BreadthFirstRun<S: Clone + Eq + Hash, K = NodeTable<Linked<S>>> {
    /// Starts not yet stored, last one first.
    starts: Vec<S>,
    tree: BfsTree<S, K>,
    /// The goal that was reached, after its parent. It is kept, as there may be no memory for the path.
    goal: Option<(u32, S)>,
}

impl<S: Clone + Eq + Hash> BreadthFirstRun<S> {
    pub(crate) fn one_thread() -> Self {
        Self::new(NodeTable::new())
    }
}

impl<S: Clone + Eq + Hash, K: TreeStore<S>> BreadthFirstRun<S, K> {
    pub(super) fn new(store: K) -> Self {
        Self {
            starts: Vec::new(),
            tree: BfsTree::new(store),
            goal: None,
        }
    }

    fn store_starts(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while let Some(start) = self.starts.last() {
            self.tree.add_root(start, 0, meter)?;
            self.starts.pop();
        }
        Ok(())
    }

    /// Grows the tree layer by layer until it reaches a goal; returns whether it did.
    fn reach_goal<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<bool, Stop>
    where
        K: ExpandLayer<P, FromStart, Goals>,
    {
        self.store_starts(&mut monitor.meter())?;
        let tree = &mut self.tree;
        while self.goal.is_none() && tree.layer_len() > 0 {
            bound_from_moves(tree.depth() + 1, puzzle, monitor)?;
            let goal = K::expand_layer(tree, puzzle, &Goals, 0, monitor)?;
            self.goal = goal.map(|Meeting { parent, state, .. }| (parent, state));
        }
        Ok(self.goal.is_some())
    }
}

impl<P: Puzzle, K: ExpandLayer<P, FromStart, Goals>> Run<P> for BreadthFirstRun<P::State, K> {
    fn start(
        &mut self,
        _: &P,
        mut starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        starts.reverse();
        self.starts = starts;
        self.tree.clear();
        self.goal = None;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.reach_goal(puzzle, monitor)?;
        let Some((parent, state)) = &self.goal else {
            return Ok(Verdict::exhausted());
        };
        let to_root = || self.tree.to_root(*parent);
        let mut states = path::room(to_root().count() + 1, monitor)?;
        states.extend(to_root().cloned());
        states.reverse();
        states.push(state.clone());
        Ok(Verdict::path(states, Guarantee::FewestMoves))
    }

    fn name(&self) -> Option<String> {
        let table = self.tree.store.table();
        table.map(|_| "breadth-first".into())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        to.count(self.starts.len());
        self.tree.save(to);
        to.flag(self.goal.is_some());
        if let Some((parent, state)) = &self.goal {
            to.number(*parent);
            to.state(state);
        }
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        from.starts(&mut self.starts)?;
        self.tree.load(from)?;
        if from.flag()? {
            let parent = from.index(self.tree.len() as usize)?;
            self.goal = Some((parent, from.state()?));
        }
        Some(())
    }
}

/// A run whose trees can be grown until they hold the ends of all solutions with the fewest moves.
pub(crate) trait Meets<P: Puzzle>: Run<P> {
    /// Grows the trees until then, given that no start is a goal. Returns the verdict if there is no solution.
    fn meet(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop>;

    /// Returns the tree from the starts, and the depth of its complete layers.
    fn front(&self) -> (&NodeTable<Linked<P::State>>, u64);

    /// Returns the tree from the goals likewise. Without one, all goals are in the deepest layer of the other tree;
    /// otherwise edges lead from its deepest layer to the deepest layer of this one.
    fn back(&self) -> Option<(&NodeTable<Linked<P::State>>, u64)>;
}

impl<P: Puzzle> Meets<P> for BreadthFirstRun<P::State> {
    fn meet(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        self.store_starts(&mut monitor.meter())?;
        let tree = &mut self.tree;
        while tree.layer_len() > 0 {
            // A partly expanded layer has no goal.
            if !tree.is_within_layer() && tree.frontier().any(|state| puzzle.is_goal(state)) {
                return Ok(None);
            }
            bound_from_moves(tree.depth() + 1, puzzle, monitor)?;
            let met = tree.expand_layer::<FromStart, P, _>(puzzle, &Nowhere, 0, monitor)?;
            if let Some(Meeting { met, .. }) = met {
                match met {}
            }
        }
        Ok(Some(Verdict::exhausted()))
    }

    fn front(&self) -> (&NodeTable<Linked<P::State>>, u64) {
        (&self.tree.store, self.tree.depth())
    }

    fn back(&self) -> Option<(&NodeTable<Linked<P::State>>, u64)> {
        None
    }
}

/// Notes that no solution has fewer moves; stops if that exceeds a limit.
pub(super) fn bound_from_moves<P: Puzzle>(
    moves: u64,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let has_unit_costs = puzzle.facts().unit_costs;
    let limits = monitor.limits();
    let max_cost = monitor.max_cost();
    let cost = max_cost.filter(|_| has_unit_costs);
    let cost = cost.map(|cost| cost.to_u64().unwrap_or(u64::MAX));
    if cost.into_iter().chain(limits.moves).any(|max| moves > max) {
        return Err(match max_cost {
            Some(_) => monitor.stop_at_cost_limit(),
            None => Stop::Moves,
        });
    }
    match cast::<u64, P::Cost>(moves) {
        Some(bound) if has_unit_costs => monitor.raise_lower_bound(bound),
        _ => Ok(()),
    }
}
