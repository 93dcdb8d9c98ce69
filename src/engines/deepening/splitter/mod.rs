//! [`Splitter`]: an iteration of a deepening search, split into subtrees that threads can walk.
//!
//! Starts and a bound go in, and a goal or the cut comes out, as for every [`IterationWalk`].
//!
//! Invariant: the parts are in depth-first order and cover the tree, and each prunes and counts as if it were walked
//! within the whole tree. If the first goal ends the search, the first part in this order that has a goal decides the
//! search: the parts before it are walked to their end, and the counts of later parts are refunded. So the report is
//! that of one thread.
//!
//! The loop that walks the tree also splits it. By a [rule](crate::puzzle::traversal::DescentRule), this loop lists the
//! children of a node instead of descending, so that counts and pruning stay the same. The number of states that a
//! subtree had in the last iteration determines by how many levels it is split in the next one. Each part has its own
//! resume point, so that it can be paused.
//!
//! Threads begin the parts in depth-first order. To begin with the largest would balance the load better, but most of
//! the work would then be on parts after an early goal, in vain. Instead, subtrees that were large in the last
//! iteration are split by more levels, so that all parts are small.
//!
//! In branch and bound no part decides. A thread that finds a better solution interrupts the others, which resume their
//! walks within the lowered bound.

mod division;
#[cfg(feature = "std")]
mod parallel;
mod saved;

use alloc::vec::Vec;

use super::walk::{Found, Goal, IterationWalk, walk_from};
use crate::account::{Claimed, Counts, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{Bound, Cut, End, ResumePoint, Root};
use division::MIN_SPLIT_THRESHOLD;

/// An iteration in parts, and the sizes of the subtrees in the iteration before. With `INFORMED`, the heuristic of the
/// puzzle is used. With `IMPROVES`, goals do not end the iteration: branch and bound.
#[derive(Debug)]
pub(crate) struct Splitter<S, M, C, const INFORMED: bool, const IMPROVES: bool> {
    threads: usize,
    /// The subtrees of the iteration before, in depth-first order.
    last_sizes: Claimed<Vec<SizedSubtree<M>>>,
    /// The number of `last_sizes`, from the first, whose subtrees were found to be parts of this iteration, too.
    matched_sizes: usize,
    /// The parts of this iteration, in depth-first order.
    parts: Claimed<Vec<Part<S, M, C>>>,
    /// Whether the parts of this iteration were made.
    is_begun: bool,
    /// The number of parts, from the first, that are not split any more.
    settled: usize,
    /// By how many levels the part after the settled ones is to be split, if a stop came before it was split.
    next_levels: Option<u32>,
    /// A subtree is split if it had more states than this in the last iteration.
    split_threshold: u64,
    /// The mean branching factor of the last iteration, at least 2.
    branching: u64,
    /// The cheapest goal that threads have found in the current call of `walk`, which returns it.
    found: Option<Goal<M, C>>,
    /// The stop that came after the goal returned last: the next walk returns it.
    stop: Option<Stop>,
    /// The index of the part in which the walk has ended at a goal, until the goal is passed.
    part_at_goal: Option<usize>,
}

/// A subtree of the iteration before: its start, the moves from there to its root, and the number of states expanded.
#[derive(Debug)]
struct SizedSubtree<M> {
    start: usize,
    path: Claimed<Vec<M>>,
    expanded: u64,
}

/// A part of the tree: the subtree below a state; or its rest, after its children were split off as parts of their own.
#[derive(Debug)]
struct Part<S, M, C> {
    start: usize,
    /// The moves from the start.
    path: Claimed<Vec<M>>,
    /// The state before the last move; `None` at a start.
    parent: Option<S>,
    /// The root of the subtree, which the moves lead to at the cost `g`.
    state: S,
    g: C,
    /// The number of levels by which the part was to be split from which this one was split off.
    parent_levels: u32,
    /// Whether this is the rest of a part that was split.
    is_rest: bool,
    /// What splitting counted between the part before and this one, in the depth-first order of one thread.
    splitting_counts: Counts,
    /// The counts of the walk of this part.
    counts: Counts,
    resume_point: ResumePoint<C>,
    end: PartEnd<M, C>,
}

/// How the walk of a part has ended, if it has.
#[derive(Debug)]
enum PartEnd<M, C> {
    /// The walk is not complete.
    Open,
    /// The walk is complete. The cut summarizes the pruned paths.
    Walked(Cut<C>),
    /// The walk ended at a goal: its cost from the start, and the moves from the root of the part.
    Goal(C, Vec<M>),
    /// The walk met a fault after which no search can go on.
    Fault(Stop),
}

impl<S, M, C: Cost> Part<S, M, C> {
    /// The tree below a state that `path` leads to at cost `g`. A caller that splits it off sets its parent.
    fn new(start: usize, path: Claimed<Vec<M>>, state: S, g: C) -> Self {
        Self {
            start,
            path,
            parent: None,
            state,
            g,
            parent_levels: 0,
            is_rest: false,
            splitting_counts: Counts::default(),
            counts: Counts::default(),
            resume_point: ResumePoint::default(),
            end: PartEnd::Open,
        }
    }

    fn root(&self) -> Root<'_, S, M, C> {
        let root = Root::new(&self.state);
        match &self.parent {
            Some(parent) => root.reached_from(parent, &self.path, self.g),
            None => root,
        }
    }

    const fn is_open(&self) -> bool {
        matches!(self.end, PartEnd::Open)
    }

    /// Whether the walk has ended so that later parts do not count, unless the search `IMPROVES`.
    const fn decides(&self) -> bool {
        matches!(self.end, PartEnd::Goal(..) | PartEnd::Fault(_))
    }

    /// Records how a walk has ended. A stop after which the walk can go on leaves the part open, and is returned.
    fn record_end(&mut self, end: End<M, C>) -> Result<(), Stop> {
        self.end = match end {
            End::Exhausted(cut) => PartEnd::Walked(cut),
            End::Goal { moves, cost } => PartEnd::Goal(cost, moves),
            End::Stopped(stop) if stop.can_go_on() => return Err(stop),
            End::Stopped(stop) => PartEnd::Fault(stop),
        };
        Ok(())
    }

    /// Continues the walk, until it ends or is stopped.
    fn walk<P, const INFORMED: bool>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let mut resume_point = core::mem::take(&mut self.resume_point);
        let end = walk_from::<P, INFORMED>(self.root(), bound, &mut resume_point, puzzle, monitor);
        self.resume_point = resume_point;
        self.record_end(end)
    }

    /// Reopens the part beyond the goal at which its walk has ended, and returns that goal.
    fn pass_goal(&mut self) -> Option<(C, Vec<M>)> {
        match core::mem::replace(&mut self.end, PartEnd::Open) {
            PartEnd::Goal(cost, moves) => {
                self.resume_point.pass();
                Some((cost, moves))
            }
            end => {
                self.end = end;
                None
            }
        }
    }
}

impl<S, M, C, const INFORMED: bool, const IMPROVES: bool> Splitter<S, M, C, INFORMED, IMPROVES> {
    pub(crate) const fn new(threads: usize) -> Self {
        Self {
            threads,
            last_sizes: Claimed::new(),
            matched_sizes: 0,
            parts: Claimed::new(),
            is_begun: false,
            settled: 0,
            next_levels: None,
            split_threshold: MIN_SPLIT_THRESHOLD,
            branching: 2,
            found: None,
            stop: None,
            part_at_goal: None,
        }
    }
}

impl<S, M, C, const INFORMED: bool, const IMPROVES: bool> Splitter<S, M, C, INFORMED, IMPROVES>
where
    S: Clone,
    M: Clone + PartialEq,
    C: Cost,
{
    /// Returns the goal at which the walk of a part has ended, if any, with the moves from the start.
    fn goal(
        &self,
        index: usize,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Option<Goal<M, C>>, Stop> {
        let part = &self.parts[index];
        match &part.end {
            PartEnd::Goal(cost, moves) => Ok(Some(goal_from_start(part, moves, *cost, monitor)?)),
            _ => Ok(None),
        }
    }

    /// Returns the result of the iteration: that of the first part not walked to its end; no goal, if there is no such
    /// part. Unless the search `IMPROVES`, the counts of later parts are refunded. `walked` tells whether
    /// the walks of the parts were stopped.
    fn decide(
        &mut self,
        walked: Result<(), Stop>,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Option<Goal<M, C>>, Stop> {
        let is_walked = |part: &Part<_, _, _>| matches!(part.end, PartEnd::Walked(_));
        let Some(decider) = self.parts.iter().position(|part| !is_walked(part)) else {
            return walked.map(|()| None);
        };
        let decided = match self.parts[decider].end {
            PartEnd::Open | PartEnd::Walked(_) => {
                walked?;
                unreachable!("a part is left open only by a stop");
            }
            PartEnd::Goal(..) => self.goal(decider, monitor)?,
            PartEnd::Fault(stop) if IMPROVES => return Err(stop),
            PartEnd::Fault(_) => None,
        };
        if IMPROVES {
            self.part_at_goal = Some(decider);
            self.stop = walked.err().filter(|stop| !stop.is_shared());
            return Ok(decided);
        }
        let mut refunded = Counts::default();
        for part in self.parts.as_vec().drain(decider + 1..) {
            refunded += part.splitting_counts;
            refunded += part.counts;
        }
        self.settled = self.settled.min(self.parts.len());
        monitor.refund(refunded.expanded, refunded.generated);
        match self.parts[decider].end {
            PartEnd::Fault(stop) => Err(stop),
            _ => Ok(decided),
        }
    }

    /// Walks the open parts in order, up to the first goal.
    fn walk_in_order<P>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        for part in &mut *self.parts {
            if part.is_open() {
                let before = monitor.counts();
                let end = part.walk::<P, INFORMED>(bound, puzzle, monitor);
                part.counts += monitor.counts().since(before);
                end?;
            }
            if part.decides() {
                break;
            }
        }
        Ok(())
    }
}

/// Returns a goal of a part with the moves from the start. `rest` has the moves from the root of the part.
fn goal_from_start<S, M: Clone, C: Cost>(
    part: &Part<S, M, C>,
    rest: &[M],
    cost: C,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Goal<M, C>, Stop> {
    let length = part.path.len() + rest.len();
    // Room for these moves and for the copy that the search keeps.
    let bytes = length.saturating_mul(2 * size_of::<M>());
    monitor.memory().ask(bytes)?;
    let mut moves = Vec::new();
    let reserved = moves.try_reserve_exact(length);
    reserved.map_err(|_| Stop::OutOfMemory)?;
    moves.extend_from_slice(&part.path);
    moves.extend_from_slice(rest);
    Ok(Goal {
        start: part.start,
        moves,
        cost,
    })
}

impl<P, const INFORMED: bool, const IMPROVES: bool> IterationWalk<P>
    for Splitter<P::State, P::Move, P::Cost, INFORMED, IMPROVES>
where
    P: Puzzle + Sync,
{
    const INFORMED: bool = INFORMED;

    fn walk(
        &mut self,
        starts: &[P::State],
        bound: Bound<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Found<P>, Stop> {
        if let Some(stop) = self.stop.take() {
            return Err(stop);
        }
        if !self.is_begun {
            self.begin(starts, monitor.memory())?;
        }
        let mut walked: Result<(), Stop> = Ok(());
        if self.threads > 1 && !monitor.shows_nodes() {
            self.split_parts(bound, puzzle, monitor)?;
            #[cfg(feature = "std")]
            {
                walked = self.walk_parallel(bound, puzzle, monitor);
            }
            if self.found.is_some() {
                self.stop = walked.err().filter(|stop| !stop.is_shared());
                return Ok(self.found.take());
            }
        }
        // This thread walks the parts that are still open: all of them if there is no team of threads, or those that
        // are left when no thread can lease more of a limit on all threads, until that limit is reached.
        if walked.is_ok() || walked.is_err_and(Stop::is_shared) {
            walked = self.walk_in_order(bound, puzzle, monitor);
        }
        self.decide(walked, monitor)
    }

    fn pass_goal(&mut self) {
        if let Some(index) = self.part_at_goal.take() {
            self.parts[index].pass_goal();
        }
    }

    fn finish(&mut self, monitor: &mut MonitorOf<'_, P>) -> Cut<P::Cost> {
        let mut cut = Cut::default();
        for part in &*self.parts {
            match part.end {
                PartEnd::Walked(walked) => cut.merge(walked),
                _ => cut.merge(part.resume_point.cut),
            }
        }
        self.keep_sizes(monitor.memory());
        cut
    }

    fn clear(&mut self) {
        *self = Self::new(self.threads);
    }
}
