//! [`Bidirectional`] breadth-first search.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use super::bfs_tree::{BfsTree, ExpandLayer, FromGoals, FromStart, Meeting, TreeStore};
use super::breadth_first::{Meets, bound_from_moves};
use super::path;
#[cfg(feature = "std")]
use super::shards::Shards;
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Reversible;
use crate::report::Guarantee;
use crate::solvability::Reason;
use crate::solver::{Loader, Run, Saver, Solver, SolverTraits, Verdict, VerdictOf};
use crate::storage::{Linked, NodeTable};
use crate::threads::Threads;

/// Bidirectional breadth-first search: one search goes forward from the start and one backward from the goals, until
/// they meet.
///
/// * **Finds** a path with the fewest moves.
/// * **Needs** a list of the goals, and edges that can be followed backward ([`Reversible`]); uses no heuristic.
/// * **Guarantee**: complete; fewest moves. The path is reported as optimal if the puzzle declares
///   [`Facts::unit_costs`](crate::Facts::unit_costs).
/// * **Time**: O(b^(d/2)) expansions, where b is the number of neighbors of a state and d the number of moves of the
///   solution. **Memory**: each generated state is stored, as by [`BreadthFirst`](crate::BreadthFirst).
/// * **Unsolvable** starts are proved unsolvable once either side has expanded every state that it can reach.
/// * **Prefer** [`BreadthFirst`](crate::BreadthFirst) if there are many goals; [`AStar`](crate::AStar) or
///   [`IdaStar`](crate::IdaStar) if there is a good heuristic.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Bidirectional, BreadthFirst, Notation, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let two = Bidirectional::new().solve(&puzzle, &start);
/// let one = BreadthFirst::new().solve(&puzzle, &start);
/// assert!(10 * two.stats.expanded < one.stats.expanded);
/// let solution = two.solution().expect("an even permutation");
/// assert_eq!(solution.len(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): I. Pohl, "Bi-directional search", Machine Intelligence 6, 1971.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bidirectional;

impl Bidirectional {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Makes the solver use `threads` threads. The puzzle and its states must be ones that threads can share
    /// ([`Sync`]). [`BreadthFirst::threads`](crate::BreadthFirst::threads) says how the search then differs.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Bidirectional, Notation, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let divided = Bidirectional::new().threads(2).solve(&puzzle, &start);
    /// assert_eq!(divided.outcome, Bidirectional::new().solve(&puzzle, &start).outcome);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Reversible> Solver<P> for Bidirectional {
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        Box::new(BidirectionalRun::one_thread())
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl<P> Solver<P> for Threads<Bidirectional>
where
    P: Reversible + Sync,
{
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        #[cfg(feature = "std")]
        let run = BidirectionalRun::new([Shards::new(self.threads), Shards::new(self.threads)]);
        #[cfg(not(feature = "std"))]
        let run = BidirectionalRun::one_thread();
        Box::new(run)
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

/// The state of a bidirectional search: two trees, one from either end.
#[derive(Debug)]
pub(crate) struct BidirectionalRun<S: Clone + Eq + Hash, K = NodeTable<Linked<S>>> {
    /// Starts not yet stored, last one first.
    starts: Vec<S>,
    front: BfsTree<S, K>,
    back: BfsTree<S, K>,
    /// The edge where the trees met, by its node in either tree. It is kept, as there may be no memory for the path.
    meeting: Option<(u32, u32)>,
}

/// A store in which the trees from both ends can grow until they meet.
trait TwoTrees<P: Reversible>:
    ExpandLayer<P, FromStart, BfsTree<P::State, Self>>
    + ExpandLayer<P, FromGoals, BfsTree<P::State, Self>>
{
}

impl<P: Reversible, K> TwoTrees<P> for K where
    K: ExpandLayer<P, FromStart, BfsTree<P::State, Self>>
        + ExpandLayer<P, FromGoals, BfsTree<P::State, Self>>
{
}

impl<S: Clone + Eq + Hash> BidirectionalRun<S> {
    pub(crate) fn one_thread() -> Self {
        Self::new([NodeTable::new(), NodeTable::new()])
    }
}

impl<S: Clone + Eq + Hash, K: TreeStore<S>> BidirectionalRun<S, K> {
    pub(super) fn new([front, back]: [K; 2]) -> Self {
        Self {
            starts: Vec::new(),
            front: BfsTree::new(front),
            back: BfsTree::new(back),
            meeting: None,
        }
    }

    /// Returns the verdict when one tree has no states left.
    fn fails<P: Reversible<State = S>>(&self) -> VerdictOf<P> {
        if self.front.layer_len() == 0 {
            return Verdict::exhausted();
        }
        Verdict::Unsolvable(Reason::new(
            "every state from which a goal can be reached was searched and none is the start",
        ))
    }

    /// Grows the trees until they meet, unless they have met already.
    fn join<P: Reversible<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        K: TwoTrees<P>,
    {
        self.store_roots(puzzle, monitor)?;
        let (front, back) = (&mut self.front, &mut self.back);
        while self.meeting.is_none() && front.layer_len() > 0 && back.layer_len() > 0 {
            bound_from_moves(front.depth() + back.depth() + 1, puzzle, monitor)?;
            // The smaller layer is expanded, unless a stop has left the other one partly expanded.
            let is_front_smaller = front.layer_len() <= back.layer_len();
            let (front_len, back_len) = (front.len(), back.len());
            let grows_front =
                !back.is_within_layer() && (is_front_smaller || front.is_within_layer());
            self.meeting = if grows_front {
                <K as ExpandLayer<P, FromStart, _>>::expand_layer(
                    front, puzzle, back, back_len, monitor,
                )?
                .map(|Meeting { parent, met, .. }| (parent, met))
            } else {
                <K as ExpandLayer<P, FromGoals, _>>::expand_layer(
                    back, puzzle, front, front_len, monitor,
                )?
                .map(|Meeting { parent, met, .. }| (met, parent))
            };
        }
        Ok(())
    }

    fn store_roots<P: Reversible<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (front, back) = (&mut self.front, &mut self.back);
        while let Some(start) = self.starts.last() {
            front.add_root(start, 0, &mut monitor.meter())?;
            if self.starts.len() == 1 {
                // Together with the last start, so that the goals are added once.
                for goal in puzzle.goals() {
                    back.add_root(&goal, front.len(), &mut monitor.meter())?;
                }
            }
            self.starts.pop();
        }
        Ok(())
    }
}

impl<P: Reversible, K: TwoTrees<P>> Run<P> for BidirectionalRun<P::State, K> {
    fn start(
        &mut self,
        _: &P,
        mut starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        starts.reverse();
        self.starts = starts;
        self.front.clear();
        self.back.clear();
        self.meeting = None;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.join(puzzle, monitor)?;
        let Some((last, next)) = self.meeting else {
            return Ok(self.fails::<P>());
        };
        let (front, back) = (&self.front, &self.back);
        let states = front.to_root(last).count() + back.to_root(next).count();
        let mut states = path::room(states, monitor)?;
        states.extend(front.to_root(last).cloned());
        states.reverse();
        states.extend(back.to_root(next).cloned());
        Ok(Verdict::path(states, Guarantee::FewestMoves))
    }

    fn name(&self) -> Option<String> {
        let table = self.front.store.table();
        table.map(|_| "bidirectional".into())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        to.count(self.starts.len());
        self.front.save(to);
        self.back.save(to);
        to.flag(self.meeting.is_some());
        if let Some((last, next)) = self.meeting {
            to.number(last);
            to.number(next);
        }
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        from.starts(&mut self.starts)?;
        self.front.load(from)?;
        self.back.load(from)?;
        if from.flag()? {
            let [front, back] = [&self.front, &self.back].map(|tree| tree.len() as usize);
            self.meeting = Some((from.index(front)?, from.index(back)?));
        }
        Some(())
    }
}

impl<P: Reversible> Meets<P> for BidirectionalRun<P::State> {
    fn meet(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        self.join(puzzle, monitor)?;
        Ok(self.meeting.is_none().then(|| self.fails::<P>()))
    }

    fn front(&self) -> (&NodeTable<Linked<P::State>>, u64) {
        (&self.front.store, self.front.depth())
    }

    fn back(&self) -> Option<(&NodeTable<Linked<P::State>>, u64)> {
        Some((&self.back.store, self.back.depth()))
    }
}
