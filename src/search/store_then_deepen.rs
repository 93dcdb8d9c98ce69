//! [`StoreThenDeepen`]: a search that stores states until memory runs out, then continues from its open states by
//! iterative deepening. A*+IDA* (Z. Bu, R. E. Korf, IJCAI 2019) and anytime search share this sequence.
//!
//! Invariant: during the second search, the data of the first one do not change. Every solution cheaper than the
//! incumbent goes through the frontier of the first search: its open states, and the states whose children are only
//! partly stored. So a position in the frontier, and the resume point of the walk from there, tell where the second
//! search goes on.
//!
//! The second search is [`Iterations`] with the bounds of IDA*. Its first bound is the least f of the frontier. Each
//! iteration walks from every state of the frontier, states nearest to a goal first: if a small subtree has the goal,
//! the last iteration need not walk the large ones.
//!
//! The bound rises to the least pruned f even if there is an incumbent. If each walk were bounded by the incumbent's
//! cost alone, the walk from the first of many open states would take all the time. The iterations end when their bound
//! reaches the cost of the incumbent.

use alloc::string::String;
use alloc::vec::Vec;

use super::path;
use crate::account::{Claimed, ReplayFault, Stop};
use crate::cost::Cost;
use crate::engines::deepening::{
    Found, Goal, IterationWalk, Iterations, LeastCut, OneByOne, walk_from,
};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::puzzle::traversal::{Bound, Cut, End, Root};
use crate::report::Guarantee;
use crate::solver::{Loader, Run, Saver, Verdict, VerdictOf};

/// The clock is checked each time that this many entries of the frontier have been passed.
const ENTRIES_PER_CLOCK_CHECK: usize = 1 << 12;

/// The first of the two searches: it stores states, and a deepening search can continue from its open states.
pub(super) trait StoringRun<P: Puzzle>: Run<P> {
    /// The name of the combined search.
    const NAME: &'static str;

    /// Returns the starts if the search improves an incumbent; `None` (the default) if it ends at the first solution.
    fn starts(&self) -> Option<&[P::State]> {
        None
    }

    /// Returns the number of stored states.
    fn stored_count(&self) -> usize;

    /// Returns the stored state with this index, and the index of its parent; a start is its own parent.
    fn node(&self, index: u32) -> (&P::State, u32);

    /// Returns whether all starts are stored, so that the frontier is complete.
    fn has_all_roots(&self) -> bool;

    /// Returns the frontier: every solution cheaper than the incumbent goes through at least one of its states. It has
    /// the open states, most promising first, then the states whose children are only partly stored. The first `from`
    /// entries are skipped. An entry that is to be ignored, such as a stale entry of the open list, is `None`.
    fn frontier(&self, puzzle: &P, from: usize) -> impl Iterator<Item = Option<Leaf<P::Cost>>>;

    /// Returns the verdict, or the stop, if the second search has found no solution and has no more paths to walk.
    fn no_solution(&self, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop>;
}

/// An entry of the frontier: a leaf of the stored search tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<C> {
    /// The index of the stored state.
    pub(super) node: u32,
    /// The cost of the stored path to it.
    pub(super) g: C,
    /// A lower bound on the cost of solutions along that path.
    pub(super) f: C,
}

/// The run of both searches, one after the other.
#[derive(Debug)]
pub(super) struct StoreThenDeepen<R, M, C> {
    /// The first search, which stores states.
    first_search: R,
    /// Whether the first search has run out of memory, so that the second one has begun.
    is_full: bool,
    /// The second search.
    iterations: Iterations<M, C, LeastCut>,
    /// The position of the second search: it walks from one state of the frontier after the other, and the root index
    /// is the number of the current one.
    walk: OneByOne<C, true>,
    /// The goal that ends the second search. Its `start` is the index of the stored state at which the walk began.
    goal: Option<Claimed<Goal<M, C>>>,
}

impl<R, M: Clone, C: Cost> StoreThenDeepen<R, M, C> {
    /// Creates a run that begins with this first search.
    pub(super) fn after(first_search: R) -> Self {
        Self {
            first_search,
            is_full: false,
            iterations: Iterations::new(LeastCut),
            walk: OneByOne::default(),
            goal: None,
        }
    }

    /// Forgets the second search.
    fn clear(&mut self) {
        self.is_full = false;
        self.iterations.begin();
        (self.walk, self.goal) = (OneByOne::default(), None);
    }

    /// Runs the first search, until it has a verdict or memory runs out.
    fn fill<P>(&mut self, puzzle: &P, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop>
    where
        P: Puzzle<Move = M, Cost = C>,
        R: StoringRun<P>,
    {
        let bytes = monitor.limits().bytes;
        // A sixteenth of the bytes is left for the second search.
        let share = bytes.map(|bytes| bytes - bytes / 16);
        monitor.memory().limit_to(share);
        let end = self.first_search.advance(puzzle, monitor);
        monitor.memory().limit_to(bytes);
        end
    }

    /// Runs the second search, until it has a verdict or is stopped.
    fn deepen<P>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop>
    where
        P: Puzzle<Move = M, Cost = C>,
        R: StoringRun<P>,
    {
        if self.goal.is_none() {
            let mut walk = FrontierWalk {
                first_search: &self.first_search,
                walk: &mut self.walk,
            };
            match self.iterations.advance(&[], &mut walk, puzzle, monitor)? {
                Verdict::Moves {
                    start, moves, cost, ..
                } => {
                    let goal = Goal { start, moves, cost };
                    self.goal = Some(goal.claimed(monitor.memory()));
                }
                Verdict::Unsolvable(_) => return self.first_search.no_solution(monitor),
                other => return Ok(other),
            }
        }
        self.solution(puzzle, monitor)
    }

    /// Returns the path to the goal: from a start to the stored state, then along the goal's moves.
    fn solution<P>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop>
    where
        P: Puzzle<Move = M, Cost = C>,
        R: StoringRun<P>,
    {
        let Some(goal) = &self.goal else {
            return Ok(Verdict::exhausted());
        };
        let Goal { start, moves, .. } = goal.value();
        let node = *start as u32;
        // The stored states, from the last one up to a start.
        let path_up = || {
            core::iter::successors(Some(node), |&node| {
                let (_, parent) = self.first_search.node(node);
                (parent != node).then_some(parent)
            })
        };
        let mut states = path::with_room(path_up().count() + moves.len(), monitor)?;
        states.extend(path_up().map(|node| self.first_search.node(node).0.clone()));
        states.reverse();
        let mut state = self.first_search.node(node).0.clone();
        for mv in moves {
            let edge = puzzle.successor(&state, mv);
            state = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?.state;
            states.push(state.clone());
        }
        if let Some(starts) = self.first_search.starts() {
            path::improve(puzzle, starts, &states, monitor)?;
            return Ok(Verdict::Incumbent(Guarantee::Optimal));
        }
        Ok(Verdict::path(states, Guarantee::Optimal))
    }
}

impl<P: Puzzle, R: StoringRun<P>> Run<P> for StoreThenDeepen<R, P::Move, P::Cost> {
    fn start(
        &mut self,
        puzzle: &P,
        starts: Vec<P::State>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.clear();
        self.first_search.start(puzzle, starts, monitor)
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if !self.is_full {
            match self.fill(puzzle, monitor) {
                Err(Stop::Bytes | Stop::OutOfMemory | Stop::Stored | Stop::TooManyStates)
                    if self.first_search.has_all_roots() => {}
                end => return end,
            }
            self.is_full = true;
        }
        match self.deepen(puzzle, monitor) {
            Err(Stop::ZeroCostEdge) => {
                // Depth-first search might follow a cycle of zero-cost edges for ever. So the second search is given
                // up, and the run ends as the first search does, with a stop for lack of memory.
                self.clear();
                self.fill(puzzle, monitor)
            }
            end => end,
        }
    }

    fn has_cut(&self) -> bool {
        self.first_search.has_cut()
    }

    fn name(&self) -> Option<String> {
        Some(R::NAME.into())
    }

    fn save(&self, puzzle: &P, to: &mut Saver<'_, P::State>)
    where
        P: Portable,
    {
        self.first_search.save(puzzle, to);
        to.flag(self.is_full);
        self.iterations.save(&[], puzzle, to);
        self.walk.save(to.raw());
        to.flag(self.goal.is_some());
        if let Some(Goal { start, moves, .. }) = self.goal.as_ref().map(Claimed::value) {
            let node = *start as u32;
            to.number(node);
            to.moves(puzzle, self.first_search.node(node).0, moves);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()>
    where
        P: Portable,
    {
        self.first_search.load(puzzle, from)?;
        self.is_full = from.flag()?;
        if self.is_full && !self.first_search.has_all_roots() {
            return None;
        }
        self.iterations.load(&[], puzzle, from)?;
        self.walk = OneByOne::load(usize::MAX, &mut from.raw)?;
        if from.flag()? {
            let node = from.index(self.first_search.stored_count())?;
            let trail = from.path(puzzle, self.first_search.node(node).0)?;
            let goal = Goal {
                start: node as usize,
                moves: trail.moves,
                cost: trail.cost,
            };
            self.goal = Some(goal.claimed(&from.raw.memory));
        }
        Some(())
    }
}

/// One walk of the second search, from all states of the frontier in turn.
struct FrontierWalk<'f, R, C> {
    first_search: &'f R,
    walk: &'f mut OneByOne<C, true>,
}

impl<P: Puzzle, R: StoringRun<P>> IterationWalk<P> for FrontierWalk<'_, R, P::Cost> {
    const INFORMED: bool = true;

    fn least_f(&self, _: &[P::State], puzzle: &P) -> Option<P::Cost> {
        let leaves = self.first_search.frontier(puzzle, 0).flatten();
        leaves.map(|leaf| leaf.f).min()
    }

    fn walk(
        &mut self,
        _: &[P::State],
        bound: Bound<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Found<P>, Stop> {
        let Self { first_search, walk } = self;
        for leaf in first_search.frontier(puzzle, walk.root_index) {
            if walk.root_index % ENTRIES_PER_CLOCK_CHECK == ENTRIES_PER_CLOCK_CHECK - 1 {
                monitor.meter().look()?;
            }
            let Some(Leaf { node, g, f }) = leaf else {
                walk.root_index += 1;
                continue;
            };
            let (state, parent) = first_search.node(node);
            let start = node as usize;
            // A walk tests the bound and the goal only for children, so both are tested here for the root.
            if !bound.admits(f) {
                walk.cut.note(Some(f));
            } else if puzzle.is_goal(state) {
                let (moves, cost) = (Vec::new(), g);
                return Ok(Some(Goal { start, moves, cost }));
            } else {
                let mut root = Root::new(state);
                // A start is its own parent, and has no path behind it.
                if parent != node {
                    root = root.reached_from(first_search.node(parent).0, &[], g);
                }
                match walk_from::<P, true>(root, bound, &mut walk.resume_point, puzzle, monitor) {
                    End::Exhausted(cut) => walk.cut.merge(cut),
                    End::Goal { moves, cost } => return Ok(Some(Goal { start, moves, cost })),
                    End::Stopped(stop) => return Err(stop),
                }
            }
            walk.root_index += 1;
        }
        Ok(None)
    }

    fn pass_goal(&mut self) {
        self.walk.resume_point.pass();
    }

    fn finish(&mut self, _: &mut MonitorOf<'_, P>) -> Cut<P::Cost> {
        core::mem::take(self.walk).cut
    }

    fn clear(&mut self) {
        *self.walk = OneByOne::default();
    }
}
