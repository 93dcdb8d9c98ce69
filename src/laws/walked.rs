//! [`WalkTrial`]: a depth-first walk under test; [`Walked`]: its record.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::recorder::{Event, WalkRecorder};
use super::subject::{By, Move, State, Subject};
use super::violation::{Law, Violation};
use crate::account::{Counts, Stop};
use crate::cost::Cost;
use crate::puzzle::traversal::{Bound, End, ResumePoint};

/// The greatest number of edges that a walk may generate.
const MOST_EDGES: u64 = 20_000;

/// A depth-first walk under test: of this puzzle, from this start, by the puzzle's heuristic or by none.
pub(super) struct WalkTrial<'a, S, M, C> {
    pub(super) puzzle: &'a dyn Subject<S, M, C>,
    pub(super) by: By,
    pub(super) start: &'a S,
}

/// A walk to its end, past all goals, as a recorder saw it.
pub(super) struct Walked<S, M, C> {
    pub(super) bound: C,
    pub(super) events: Vec<Event<S, M, C>>,
    /// The moves to each goal, their cost, and the number of events before the goal.
    pub(super) goals: Vec<(Vec<M>, C, usize)>,
    pub(super) counts: Counts,
    /// Where the walk has ended, with the cut of its bound.
    pub(super) place: ResumePoint<C>,
    /// Why the walk was broken off, at the limit on edges or earlier.
    pub(super) stop: Option<Stop>,
}

impl<S, M, C: Copy> Walked<S, M, C> {
    pub(super) fn edges(&self) -> usize {
        self.counts.generated as usize
    }

    /// The least bound that includes more, if the walk came to its end.
    pub(super) fn next_bound(&self) -> Option<C> {
        self.place.cut.least.filter(|_| self.stop.is_none())
    }
}

impl<S: State, M: Move, C: Cost> WalkTrial<'_, S, M, C> {
    /// The estimate by which the walk cuts off a state.
    pub(super) fn estimate(&self, state: &S) -> Option<C> {
        match self.by {
            By::Heuristic => self.puzzle.heuristic(state),
            By::Cost => Some(C::zero()),
        }
    }

    /// The least bound that includes the start; `None` if the start is a dead end.
    pub(super) fn first_bound(&self) -> Option<C> {
        self.estimate(self.start)
    }

    pub(super) fn violation(&self, detail: String) -> Violation {
        let start = format!("{:?}", self.start);
        Violation::new(Law::Traversal, start, Vec::new(), detail)
    }

    /// Walks within a bound, up to the limit on edges.
    pub(super) fn within(&self, bound: C) -> Result<Walked<S, M, C>, Violation> {
        let recorder = WalkRecorder::shown().generating(MOST_EDGES);
        self.walk(bound, ResumePoint::default(), recorder)
    }

    /// Walks within a bound from a resume point on, up to the limits of the recorder.
    pub(super) fn walk(
        &self,
        bound: C,
        mut place: ResumePoint<C>,
        mut recorder: WalkRecorder<S, M, C>,
    ) -> Result<Walked<S, M, C>, Violation> {
        let (by, start, mut goals) = (self.by, self.start, Vec::new());
        let stop = loop {
            match self
                .puzzle
                .walk(by, start, Bound::AtMost(bound), &mut place, &mut recorder)
            {
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
                    return Err(self.violation(detail.into()));
                }
            }
        };
        Ok(Walked {
            bound,
            events: recorder.events,
            goals,
            counts: recorder.counts,
            place,
            stop,
        })
    }
}
