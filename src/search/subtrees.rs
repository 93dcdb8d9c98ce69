//! [`Subtrees`]: an iteration of deepening in pieces that threads can walk.
//!
//! The top of the tree is walked by one thread, under the same rule, and what lies below it is listed in
//! depth-first order. How many states each subtree had in the last iteration says how far the top has to
//! go down there in the next. A subtree is walked whole, as a search of its own that prunes and counts as
//! within the tree, and can be paused. The first one in order that ends the search decides it: what comes
//! after that is not to count.

mod division;
mod saved;

use alloc::vec::Vec;

use division::{Division, Top};

use super::deepening::{
    Begin, Deepening, DeepeningRun, Iterate, Within, note, solved, walk, walk_within, within,
};
use super::path::list;
use super::walk::Place;
use super::{IdaStar, IterativeDeepening};
use crate::account::{Counts, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::Root;
use crate::solver::{Algorithm, Verdict, VerdictOf};
use crate::threads::Threads;

/// How many subtrees there are to be for each thread: in order, as they are begun, so that the last ones
/// end at about the same time.
const EACH: u64 = 64;
/// To divide a subtree of fewer states takes longer than it saves.
const FEWEST_STATES: u64 = 1_024;

macro_rules! threads {
    ($($solver:ident, $informed:literal);+) => {$(
        impl $solver {
            /// Makes the solver use `threads` threads. The puzzle must be one that threads can share ([`Sync`]).
            /// Without the feature `std`, the search uses one thread.
            ///
            /// If the search is not stopped, the report is the same for any number of threads, except for
            /// [`peak_bytes`](crate::Stats::peak_bytes) and the time. Limits apply to all threads together. The limits
            /// also count states that one thread would not have searched. A stopped search can be continued.
            ///
            /// The observer is called on the thread that called [`run`](crate::Search::run). If the observer [wants to
            /// see every node](crate::Observer::wants_nodes), the search uses only this thread.
            ///
            /// ```
            /// use puzzle_search::heuristics::Manhattan;
            /// use puzzle_search::puzzles::SlidingTiles;
            #[doc = concat!("use puzzle_search::{", stringify!($solver), ", Notation, Puzzle, Solver};")]
            ///
            /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
            /// let start = puzzle.parse("8 1 3  4 0 2  7 6 5")?;
            #[doc = concat!("let report = ", stringify!($solver), "::new().threads(2).solve(&puzzle, &start);")]
            #[doc = concat!("let alone = ", stringify!($solver), "::new().solve(&puzzle, &start);")]
            /// assert_eq!((report.outcome, report.stats.expanded), (alone.outcome, alone.stats.expanded));
            /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
            /// ```
            #[must_use]
            pub const fn threads(self, threads: usize) -> Threads<Self> {
                Threads { of: self, threads }
            }
        }

        impl<P> Algorithm<P> for Threads<$solver>
        where
            P: Puzzle + Sync,
            P::State: Send,
            P::Move: Send,
        {
            type Run = DeepeningRun<P::State, P::Cost, $informed, Subtrees<P::State, P::Move, P::Cost>>;

            fn begin(&self) -> Self::Run {
                DeepeningRun::walked(Subtrees::new(self.threads))
            }

            fn is_informed(&self) -> bool {
                $informed
            }
        }
    )+};
}

threads!(IdaStar, true; IterativeDeepening, false);

/// An iteration, and the one before.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Subtrees<S, M, C> {
    threads: usize,
    /// How far the top is walked: which start, how far down from there at least, and where below it.
    at: usize,
    levels: Option<u32>,
    place: Place,
    division: Division<S, M, C>,
    /// The goal where the walk of the top has stopped.
    goal: Option<(usize, C, Vec<M>)>,
    /// What was counted in the top, once it is walked.
    top: Option<Counts>,
    /// What is claimed for a search that is over.
    left: usize,
}

/// Everything below a state, within the bound.
#[derive(Debug)]
pub(super) struct Subtree<S, M, C> {
    start: usize,
    /// The moves from the start, the state before the last one, and the state they lead to.
    path: Vec<M>,
    parent: Option<S>,
    state: S,
    carried: C,
    /// What was counted in the top before this subtree, and within it.
    above: Counts,
    pub(super) counts: Counts,
    place: Place,
    found: Option<C>,
    end: End<M, C>,
}

/// How far the walk of a subtree has come.
#[derive(Debug)]
enum End<M, C> {
    /// Not to its end.
    Open,
    /// To its end, without a goal.
    Walked,
    /// To a goal, by a path of this cost and these moves.
    Goal(C, Vec<M>),
    /// To where a search cannot go on.
    Fault(Stop),
}

impl<S: Clone, M: Clone, C: Cost> Subtree<S, M, C> {
    /// Walks on, until it ends or is stopped.
    pub(super) fn walk<P, const INFORMED: bool>(
        &mut self,
        bound: C,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let root = match &self.parent {
            Some(parent) => Root::new(&self.state).reached_from(parent, &self.path),
            None => Root::new(&self.state),
        };
        let root: Begin<'_, P> = (root, self.carried);
        let place = (&mut self.place, &mut self.found);
        self.end = match walk_within::<P, INFORMED>(root, bound, place, puzzle, monitor) {
            Ok(None) => End::Walked,
            Ok(Some((cost, moves))) => End::Goal(cost, moves),
            Err(stop) if stop.can_go_on() => return Err(stop),
            Err(stop) => End::Fault(stop),
        };
        Ok(())
    }

    /// Whether it is not walked to its end.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self.end, End::Open)
    }

    /// Whether nothing after it counts.
    pub(super) const fn decides(&self) -> bool {
        matches!(self.end, End::Goal(..) | End::Fault(_))
    }
}

impl<S, M, C> Subtrees<S, M, C> {
    const fn new(threads: usize) -> Self {
        Self {
            threads,
            at: 0,
            levels: None,
            place: Place::ROOT,
            division: Division {
                before: Vec::new(),
                met: 0,
                subtrees: Vec::new(),
                begun: None,
                fewest: FEWEST_STATES,
                branches: 2,
                trail: Vec::new(),
                bytes_before: 0,
                bytes: 0,
            },
            goal: None,
            top: None,
            left: 0,
        }
    }
}

impl<S: Clone, M: Clone + PartialEq, C: Cost> Subtrees<S, M, C> {
    /// Walks what is left of the top.
    fn divide<P, R, const INFORMED: bool>(
        &mut self,
        rule: impl Fn() -> R,
        (starts, bound, found): (&[S], C, &mut Option<C>),
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
        R: Deepening<P>,
    {
        let begun = *self.division.begun.get_or_insert(monitor.counts());
        while self.top.is_none() {
            let Some(start) = starts.get(self.at).filter(|_| self.goal.is_none()) else {
                self.top = Some(monitor.counts().since(begun));
                break;
            };
            if let Some(carried) = within::<P, INFORMED>(start, bound, found, puzzle) {
                let division = &mut self.division;
                let at = self.at;
                let levels = self
                    .levels
                    .unwrap_or_else(|| division.levels(at, None, 0, 0));
                if levels == 0 {
                    let path = division.path(0, None, monitor.memory())?;
                    let above = monitor.counts().since(begun);
                    let state = (None, start.clone(), carried);
                    division.add((at, path), state, above, monitor.memory())?;
                } else {
                    self.levels = Some(levels);
                    let top = Top {
                        rule: rule(),
                        division,
                        begun,
                        start: at,
                        levels,
                    };
                    let root = (Root::new(start), carried);
                    let place = (&mut self.place, &mut *found);
                    let goal = walk(top, root, place, puzzle, monitor)?;
                    self.goal = goal.map(|(cost, moves)| (at, cost, moves));
                }
            }
            self.levels = None;
            self.at += 1;
        }
        Ok(())
    }

    /// Walks what is left of the subtrees, one after the other.
    fn walk_in_order<P, const INFORMED: bool>(
        &mut self,
        bound: C,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        for subtree in &mut self.division.subtrees {
            if subtree.is_open() {
                let before = monitor.counts();
                let end = subtree.walk::<P, INFORMED>(bound, puzzle, monitor);
                subtree.counts += monitor.counts().since(before);
                end?;
            }
            if subtree.decides() {
                break;
            }
        }
        Ok(())
    }

    /// What the first subtree says that was not walked to its end, or the top; of the others nothing
    /// counts.
    fn decide(
        &mut self,
        walked: Result<(), Stop>,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<Option<Verdict<S, M, C>>, Stop> {
        let subtrees = &mut self.division.subtrees;
        let is_walked = |subtree: &Subtree<_, _, _>| matches!(subtree.end, End::Walked);
        let decider = subtrees.iter().position(|subtree| !is_walked(subtree));
        let Some(at) = decider else {
            let Some((start, cost, moves)) = &self.goal else {
                return Ok(None);
            };
            let moves = joined(&[], moves, monitor)?;
            return Ok(Some(solved(*start, moves, *cost)));
        };
        let subtree = &subtrees[at];
        let verdict = match &subtree.end {
            End::Open | End::Walked => {
                walked?;
                unreachable!("a subtree is left open only by a stop");
            }
            End::Goal(cost, moves) => {
                let moves = joined(&subtree.path, moves, monitor)?;
                Ok(Some(solved(subtree.start, moves, *cost)))
            }
            End::Fault(stop) => Err(*stop),
        };
        let after = subtrees.split_off(at + 1);
        let mut void = after.iter().map(|subtree| subtree.counts).sum::<Counts>();
        void += self.top.unwrap_or_default().since(subtrees[at].above);
        self.top = Some(subtrees[at].above);
        monitor.refund(void.expanded, void.generated);
        verdict
    }
}

/// A path in two parts as one.
fn joined<S, M: Clone, C: Cost>(
    path: &[M],
    rest: &[M],
    monitor: &mut Monitor<'_, S, M, C>,
) -> Result<Vec<M>, Stop> {
    let moves = path.len() + rest.len();
    // The search keeps a copy.
    let bytes = moves.saturating_mul(2 * size_of::<M>());
    monitor.memory().ask(bytes)?;
    let mut joined = list(moves)?;
    joined.extend_from_slice(path);
    joined.extend_from_slice(rest);
    Ok(joined)
}

impl<P, const INFORMED: bool> Iterate<P, INFORMED> for Subtrees<P::State, P::Move, P::Cost>
where
    P: Puzzle + Sync,
    P::State: Send,
    P::Move: Send,
{
    fn iterate(
        &mut self,
        starts: &[P::State],
        bound: P::Cost,
        found: &mut Option<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        monitor.release(core::mem::take(&mut self.left));
        let below = (starts, bound, &mut *found);
        if const { P::Cost::IS_EXACT } {
            let rule = || Within::<P, INFORMED, true>::new(puzzle, bound);
            self.divide::<P, _, INFORMED>(rule, below, puzzle, monitor)?;
        } else {
            let rule = || Within::<P, INFORMED, false>::new(puzzle, bound);
            self.divide::<P, _, INFORMED>(rule, below, puzzle, monitor)?;
        }
        let mut walked = Ok(());
        #[cfg(feature = "std")]
        if self.threads > 1 && !monitor.shows_nodes() {
            let subtrees = &mut self.division.subtrees;
            walked = super::side_by_side::walk::<P, INFORMED>(
                self.threads,
                subtrees,
                bound,
                puzzle,
                monitor,
            );
        }
        // What is too little to be divided is left to one thread.
        if walked.err().is_none_or(Stop::is_shared) {
            walked = self.walk_in_order::<P, INFORMED>(bound, puzzle, monitor);
        }
        let verdict = self.decide(walked, monitor)?;
        if verdict.is_none() {
            for subtree in &self.division.subtrees {
                note(found, subtree.found);
            }
        }
        Ok(verdict)
    }

    fn finish(&mut self, monitor: &mut MonitorOf<'_, P>) {
        self.division.begin_anew(self.threads, monitor.memory());
        (self.at, self.top) = (0, None);
    }

    fn clear(&mut self) {
        let left = self.left + self.division.bytes_before + self.division.bytes;
        *self = Self {
            left,
            ..Self::new(self.threads)
        };
    }
}
