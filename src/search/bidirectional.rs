//! [`Bidirectional`] breadth-first search.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use super::bfs_tree::{BfsTree, ExpandLayer, FromGoals, FromStart, Meeting, Target, TreeStore};
use super::breadth_first::{Meets, bound_from_moves};
#[cfg(feature = "std")]
use super::parallel_bfs;
use super::path;
#[cfg(feature = "std")]
use super::shards::Shards;
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::{Puzzle, Reversible};
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
        Box::new(BidirectionalRun::new())
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl<P> Solver<P> for Threads<Bidirectional>
where
    P: Reversible<State: Sync> + Sync,
{
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        #[cfg(feature = "std")]
        let run = ParallelBidirectionalRun::by_threads(self.threads);
        #[cfg(not(feature = "std"))]
        let run = BidirectionalRun::new();
        Box::new(run)
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

/// The state of a bidirectional search by threads.
#[cfg(feature = "std")]
#[derive(Debug)]
pub(super) struct ParallelBidirectionalRun<S: Clone + Eq + Hash>(TreePair<S, Shards<S>>);

#[cfg(feature = "std")]
impl<S: Clone + Eq + Hash> ParallelBidirectionalRun<S> {
    pub(super) fn by_threads(threads: usize) -> Self {
        Self(TreePair::new([Shards::new(threads), Shards::new(threads)]))
    }
}

#[cfg(all(test, feature = "std"))]
impl<S: Clone + Eq + Hash> ParallelBidirectionalRun<S> {
    /// Leaves smaller layers to one thread.
    pub(super) fn divide_from(&mut self, few: usize) {
        let TreePair { front, back, .. } = &mut self.0;
        (front.store.min_parallel, back.store.min_parallel) = (few, few);
    }
}

#[cfg(feature = "std")]
impl<P> Run<P> for ParallelBidirectionalRun<P::State>
where
    P: Reversible<State: Sync> + Sync,
{
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.0.start::<P>(starts);
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let expand_layers: ExpandLayers<P, _> = [
            parallel_bfs::expand_layer::<FromStart, P, _>,
            parallel_bfs::expand_layer::<FromGoals, P, _>,
        ];
        self.0.advance(puzzle, monitor, expand_layers)
    }
}

/// The state of a bidirectional search.
#[derive(Debug)]
pub(crate) struct BidirectionalRun<S: Clone + Eq + Hash>(TreePair<S, NodeTable<Linked<S>>>);

impl<S: Clone + Eq + Hash> BidirectionalRun<S> {
    pub(crate) fn new() -> Self {
        Self(TreePair::new([NodeTable::new(), NodeTable::new()]))
    }
}

impl<P: Reversible> Run<P> for BidirectionalRun<P::State> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.0.start::<P>(starts);
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.0.advance(puzzle, monitor, expand_layers())
    }

    fn name(&self) -> Option<String> {
        Some("bidirectional".into())
    }

    fn save(&self, puzzle: &P, to: &mut Saver<'_, P::State>) {
        let TreePair {
            starts,
            front,
            back,
            meeting,
        } = &self.0;
        to.count(starts.len());
        front.save(puzzle, to);
        back.save(puzzle, to);
        to.flag(meeting.is_some());
        if let Some((last, next)) = *meeting {
            to.number(last);
            to.number(next);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        let TreePair {
            starts,
            front,
            back,
            meeting,
        } = &mut self.0;
        from.starts(starts)?;
        front.load(puzzle, from)?;
        back.load(puzzle, from)?;
        if from.flag()? {
            let [front, back] = [&*front, &*back].map(|tree| tree.len::<P>() as usize);
            *meeting = Some((from.index(front)?, from.index(back)?));
        }
        Some(())
    }
}

impl<P: Reversible> Meets<P> for BidirectionalRun<P::State> {
    fn begin(&mut self, starts: Vec<P::State>) {
        self.0.start::<P>(starts);
    }

    fn meet(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        self.0.meet(puzzle, monitor, expand_layers())?;
        Ok(self.0.meeting.is_none().then(|| self.0.fails::<P>()))
    }

    fn front(&self) -> (&NodeTable<Linked<P::State>>, u64) {
        (&self.0.front.store, self.0.front.depth())
    }

    fn back(&self) -> Option<(&NodeTable<Linked<P::State>>, u64)> {
        Some((&self.0.back.store, self.0.back.depth()))
    }
}

/// How the layers of either tree are expanded, until it meets the other.
type ExpandLayers<P, K> = [ExpandLayer<P, K, BfsTree<<P as Puzzle>::State, K>>; 2];

/// Expands layers by one thread.
fn expand_layers<P: Reversible>() -> ExpandLayers<P, NodeTable<Linked<P::State>>> {
    [
        BfsTree::expand_layer::<FromStart, P, _>,
        BfsTree::expand_layer::<FromGoals, P, _>,
    ]
}

/// Two trees, one from either end.
#[derive(Debug)]
struct TreePair<S, K> {
    /// Starts not yet stored, last one first.
    starts: Vec<S>,
    front: BfsTree<S, K>,
    back: BfsTree<S, K>,
    /// The edge where the trees met, by its node in either tree. It is kept, as there may be no memory for the path.
    meeting: Option<(u32, u32)>,
}

impl<S: Clone + Eq + Hash, K> TreePair<S, K> {
    fn new([front, back]: [K; 2]) -> Self {
        Self {
            starts: Vec::new(),
            front: BfsTree::new(front),
            back: BfsTree::new(back),
            meeting: None,
        }
    }

    fn start<P: Puzzle<State = S>>(&mut self, mut starts: Vec<S>)
    where
        K: TreeStore<P>,
    {
        starts.reverse();
        self.starts = starts;
        self.front.clear::<P>();
        self.back.clear::<P>();
        self.meeting = None;
    }

    /// Grows the trees until they meet, and joins the paths.
    fn advance<P: Reversible<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
        expand_layers: ExpandLayers<P, K>,
    ) -> Result<VerdictOf<P>, Stop>
    where
        K: TreeStore<P> + Target<S, Met = u32>,
    {
        self.meet(puzzle, monitor, expand_layers)?;
        if let Some((last, next)) = self.meeting {
            let (front, back) = (&self.front, &self.back);
            let states = front.to_root::<P>(last).count() + back.to_root::<P>(next).count();
            let mut states = path::room(states, monitor)?;
            states.extend(front.to_root::<P>(last).cloned());
            states.reverse();
            states.extend(back.to_root::<P>(next).cloned());
            return Ok(Verdict::path(states, Guarantee::FewestMoves));
        }
        Ok(self.fails::<P>())
    }

    /// Grows the trees until they meet, unless they have met already.
    fn meet<P: Reversible<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
        expand_layers: ExpandLayers<P, K>,
    ) -> Result<(), Stop>
    where
        K: TreeStore<P> + Target<S, Met = u32>,
    {
        if self.meeting.is_none() {
            self.meeting = self.seek(puzzle, monitor, expand_layers)?;
        }
        Ok(())
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

    /// Grows the trees until they meet; returns where.
    fn seek<P: Reversible<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
        [expand_front, expand_back]: ExpandLayers<P, K>,
    ) -> Result<Option<(u32, u32)>, Stop>
    where
        K: TreeStore<P> + Target<S, Met = u32>,
    {
        let Self {
            starts,
            front,
            back,
            ..
        } = self;
        while let Some(start) = starts.last() {
            front.add_root(puzzle, start, 0, monitor)?;
            if starts.len() == 1 {
                // Together with the last start, so that the goals are added once.
                for goal in puzzle.goals() {
                    back.add_root(puzzle, &goal, front.len::<P>(), monitor)?;
                }
            }
            starts.pop();
        }
        while front.layer_len() > 0 && back.layer_len() > 0 {
            bound_from_moves(front.depth() + back.depth() + 1, puzzle, monitor)?;
            // The smaller layer is expanded, unless a stop has left the other one partly expanded.
            let is_front_smaller = front.layer_len() <= back.layer_len();
            let (front_len, back_len) = (front.len::<P>(), back.len::<P>());
            let grows_front =
                !back.is_within_layer() && (is_front_smaller || front.is_within_layer());
            let meeting = if grows_front {
                expand_front(front, puzzle, back, back_len, monitor)?
                    .map(|Meeting { parent, met, .. }| (parent, met))
            } else {
                expand_back(back, puzzle, front, front_len, monitor)?
                    .map(|Meeting { parent, met, .. }| (met, parent))
            };
            if meeting.is_some() {
                return Ok(meeting);
            }
        }
        Ok(None)
    }
}
