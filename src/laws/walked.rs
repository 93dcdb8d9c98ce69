//! [`Walked`]: the record of a depth-first walk under test.

use alloc::vec::Vec;

use super::recorder::{Event, WalkRecorder};
use super::subject::{By, Move, State, Subject};
use super::traversal::at_root;
use super::violation::Violation;
use crate::account::{Counts, Stop};
use crate::cost::Cost;
use crate::puzzle::traversal::{Bound, Cut, End, ResumePoint};

/// The most edges that a walk may generate.
pub(super) const MOST_EDGES: u64 = 20_000;

/// The least bound that includes the start; `None` if the start is a dead end.
pub(super) fn first_bound<S, M, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    by: By,
    start: &S,
) -> Option<C> {
    match by {
        By::Heuristic => puzzle.heuristic(start),
        By::Cost => Some(C::zero()),
    }
}

/// A walk to its end, past all goals, as a recorder saw it.
pub(super) struct Walked<S, M, C> {
    pub(super) by: By,
    pub(super) bound: C,
    pub(super) events: Vec<Event<S, M, C>>,
    /// The moves to each goal, their cost, and the number of events before the goal.
    pub(super) goals: Vec<(Vec<M>, C, usize)>,
    pub(super) counts: Counts,
    pub(super) cut: Cut<C>,
    /// Whether the walk came to its end within the limit on edges.
    pub(super) is_whole: bool,
}

impl<S: State, M: Move, C: Cost> Walked<S, M, C> {
    pub(super) fn within(
        puzzle: &dyn Subject<S, M, C>,
        by: By,
        start: &S,
        bound: C,
    ) -> Result<Self, Violation> {
        let recorder = WalkRecorder::shown().generating(MOST_EDGES);
        let place = ResumePoint::default();
        Self::by(puzzle, by, start, bound, place, recorder).map(|(walked, _, _)| walked)
    }

    /// The same from a resume point on; also returns the next resume point, and the stop if there was one.
    pub(super) fn by(
        puzzle: &dyn Subject<S, M, C>,
        by: By,
        start: &S,
        bound: C,
        mut place: ResumePoint<C>,
        mut recorder: WalkRecorder<S, M, C>,
    ) -> Result<(Self, ResumePoint<C>, Option<Stop>), Violation> {
        let mut goals = Vec::new();
        let stop = loop {
            match puzzle.walk(by, start, Bound::AtMost(bound), &mut place, &mut recorder) {
                End::Exhausted(cut) => {
                    place.cut = cut;
                    break None;
                }
                End::Goal { moves, cost } => {
                    place.pass();
                    goals.push((moves, cost, recorder.events.len()));
                }
                End::Stopped(
                    stop @ (Stop::Expanded
                    | Stop::Generated
                    | Stop::ZeroCostEdge
                    | Stop::NegativeCost),
                ) => break Some(stop),
                End::Stopped(_) => {
                    let detail =
                        "it returns `Break`, but nothing has stopped it: expected `Continue`";
                    return Err(at_root(start, detail.into()));
                }
            }
        };
        let walked = Self {
            by,
            bound,
            events: recorder.events,
            goals,
            counts: recorder.counts,
            cut: place.cut,
            is_whole: stop.is_none(),
        };
        Ok((walked, place, stop))
    }

    pub(super) fn edges(&self) -> usize {
        self.counts.generated as usize
    }

    /// The estimate by which the walk cuts off a state.
    pub(super) fn estimate(&self, puzzle: &dyn Subject<S, M, C>, state: &S) -> Option<C> {
        first_bound(puzzle, self.by, state)
    }
}
