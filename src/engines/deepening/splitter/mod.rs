//! [`Splitter`]: an iteration of a deepening search, split into subtrees that threads can walk.
//!
//! The loop that walks the tree also splits it: by a [rule](crate::puzzle::traversal::DescentRule), it lists the
//! children of a node instead of descending, so that counts and pruning stay the same. The number of states of each
//! subtree in the last iteration determines how far down it is split in the next one. The parts are in depth-first
//! order. A part is walked as a search of its own. It prunes and counts as if it were walked within the whole tree, and
//! can be paused. If the first goal ends the search, the first part in order that has one decides the search, and
//! nothing after that part counts.
//!
//! So the report is that of one thread: the parts before the deciding one are walked to their end, and the counts of
//! later parts are refunded. Threads begin the parts in depth-first order. Largest first would balance better, but
//! would mostly search what comes after an early goal, in vain. Instead, subtrees that were large in the last iteration
//! are split further down, so that all are small. In branch and bound no part decides: a thread that finds a better
//! solution tells the others, whose walks end at their next look and resume within the lowered upper bound.

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

/// An iteration in parts, and the sizes of the one before. With `INFORMED`, the heuristic of the puzzle is used. With
/// `IMPROVES`, goals do not end it.
#[derive(Debug)]
pub(crate) struct Splitter<S, M, C, const INFORMED: bool, const IMPROVES: bool> {
    threads: usize,
    /// The subtrees of the iteration before, in depth-first order.
    last_sizes: Claimed<Vec<SizedSubtree<M>>>,
    /// How many of them, from the first, were found to be parts of this iteration, too.
    matched_sizes: usize,
    parts: Claimed<Vec<Part<S, M, C>>>,
    is_begun: bool,
    /// The number of parts, from the first, that need no more splitting.
    settled: usize,
    /// By how many levels the next part is to be split, if a stop came after that was found out.
    next_levels: Option<u32>,
    /// A subtree is split if it had more states than this in the last iteration.
    split_threshold: u64,
    /// The mean branching factor of the last iteration, at least 2.
    branching: u64,
    /// The cheapest goal that threads have found and that was not returned yet, and the stop that came after it.
    found: Option<Goal<M, C>>,
    stop: Option<Stop>,
    /// The part in which the walk has ended at a goal.
    part_at_goal: Option<usize>,
}

/// A subtree of the iteration before: the moves from the start, and the states expanded.
#[derive(Debug)]
struct SizedSubtree<M> {
    start: usize,
    path: Claimed<Vec<M>>,
    expanded: u64,
}

/// A part of the tree: the subtree below a state, or the rest of one after its children were split off.
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
    /// The number of levels by which the part above was to be split, and whether this is the rest of that part.
    parent_levels: u32,
    is_rest: bool,
    /// What splitting counted between the part before and this one, above both.
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
    /// The walk is complete, with the cut of its bound.
    Walked(Cut<C>),
    /// The walk ended at a goal: its cost from the start, and the moves from the root of the part.
    Goal(C, Vec<M>),
    /// The walk met a fault after which no search can go on.
    Fault(Stop),
}

impl<S, M, C: Cost> Part<S, M, C> {
    /// The tree below a state that is reached at cost `g`.
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

    /// Whether later parts do not count.
    const fn decides(&self) -> bool {
        matches!(self.end, PartEnd::Goal(..) | PartEnd::Fault(_))
    }

    /// Records how a walk has ended; returns the stop, if the walk can go on after it.
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
    /// Returns the goal of a part, as moves from the start.
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

    /// Returns the result that is decided by the first part not walked to its end. Unless the search `IMPROVES`, the
    /// counts of later parts are refunded.
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

/// Returns the goal of a part as moves from the start.
fn goal_from_start<S, M: Clone, C: Cost>(
    part: &Part<S, M, C>,
    rest: &[M],
    cost: C,
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Goal<M, C>, Stop> {
    let length = part.path.len() + rest.len();
    // The search keeps a copy.
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
        if let Some(found) = self.found.take() {
            return Ok(Some(found));
        }
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
        // One thread walks the remaining parts: all of them if no threads share them, or those that a limit on all
        // threads has left, until the limit is used up.
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
