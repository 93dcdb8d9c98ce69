//! [`Frontier`]: a search that stores states until memory ends, then depth-first walks from those that are open.

use alloc::vec::Vec;

use super::deepening::{Iterate, note, walk_within};
use super::path;
use super::saved::{SavedPart, SavedRun};
use super::walk::Place;
use crate::account::{ReplayFault, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::puzzle::traversal::Root;
use crate::report::Guarantee;
use crate::solver::{Run, Verdict, VerdictOf};

/// After so many places of the frontier it is looked whether the search is to end.
const PLACES: usize = 1 << 12;

/// A search that stores states: when memory ends another can go on from those that are open.
#[expect(unnameable_types, reason = "those that there are are the crate's own")]
pub trait Fill<P: Puzzle>: Run<P> {
    /// What tells a search that goes on from another; it follows that one's name.
    const NAME: &'static str;
    /// Whether it shows each better solution.
    const IMPROVES: bool;

    /// How many states are stored.
    fn count(&self) -> usize;

    /// One of them, and the index of the one before it, which is its own for a start.
    fn node(&self, index: u32) -> (&P::State, u32);

    /// Whether all starts are stored.
    fn is_planted(&self) -> bool;

    /// The states through which every solution goes that costs less than the best one so far: the open ones,
    /// the most promising first, and those of which not all children are stored; but for so many places at the
    /// front. In some places there is nothing.
    fn frontier(&self, puzzle: &P, from: usize) -> impl Iterator<Item = Option<Open<P::Cost>>>;

    /// Why it has come to its end without a goal.
    fn fails(&self, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop>;
}

/// A state to go on from, what the path to it costs, and what a solution along it costs at least.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Open<C> {
    pub(super) node: u32,
    pub(super) g: C,
    pub(super) f: C,
}

/// A search that stores states, and how far its open states are walked.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Frontier<B, M> {
    stored: B,
    phase: Phase,
    /// Which open state the iteration has come to, and where below it.
    at: usize,
    place: Place,
    /// The open state below which a goal was found, and the moves from there.
    goal: Option<(u32, Vec<M>)>,
    /// What is claimed for a search that is over.
    left: usize,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
enum Phase {
    New,
    Filling,
    DepthFirst,
}

impl<B, M> Frontier<B, M> {
    pub(super) const fn after(stored: B) -> Self {
        Self {
            stored,
            phase: Phase::New,
            at: 0,
            place: Place::ROOT,
            goal: None,
            left: 0,
        }
    }

    /// What is claimed for the moves from an open state to a goal.
    fn held(&self) -> usize {
        let goal = self.goal.as_ref();
        goal.map_or(0, |(_, moves)| moves.capacity() * size_of::<M>())
    }
}

impl<B, M: Clone> Frontier<B, M> {
    /// Stores states, until it is decided or memory ends.
    fn fill<P>(&mut self, puzzle: &P, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop>
    where
        P: Puzzle<Move = M>,
        B: Fill<P>,
    {
        let bytes = monitor.limits().bytes;
        let share = bytes.map(|bytes| bytes - bytes / 16);
        monitor.memory().limit_to(share);
        let end = self.stored.advance(puzzle, monitor);
        monitor.memory().limit_to(bytes);
        end
    }

    /// Walks what is left of the iteration below the open states; returns whether there is a goal.
    fn walk<P>(
        &mut self,
        bound: P::Cost,
        found: &mut Option<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<bool, Stop>
    where
        P: Puzzle<Move = M>,
        B: Fill<P>,
    {
        let is_exact = P::Cost::IS_EXACT;
        for open in self.stored.frontier(puzzle, self.at) {
            if self.at % PLACES == PLACES - 1 {
                monitor.look()?;
            }
            let Some(Open { node, g, f }) = open else {
                self.at += 1;
                continue;
            };
            let (state, parent) = self.stored.node(node);
            if f > bound {
                note(found, Some(if is_exact { f - bound } else { f }));
            } else if puzzle.is_goal(state) {
                self.goal = Some((node, Vec::new()));
                return Ok(true);
            } else {
                let root = Root::new(state);
                let root = if parent == node {
                    root
                } else {
                    root.reached_from(self.stored.node(parent).0, &[])
                };
                let carried = if is_exact { bound - f } else { g };
                let place = (&mut self.place, &mut *found);
                let goal = walk_within::<P, true>((root, carried), bound, place, puzzle, monitor)?;
                if let Some((_, moves)) = goal {
                    self.goal = Some((node, moves));
                    // For these there was memory.
                    let held = self.held();
                    monitor.memory().add(held);
                    return Ok(true);
                }
            }
            self.at += 1;
        }
        Ok(false)
    }

    /// The path to the goal that was found.
    fn solution<P>(
        &mut self,
        starts: &[P::State],
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop>
    where
        P: Puzzle<Move = M>,
        B: Fill<P>,
    {
        let Some((node, moves)) = &self.goal else {
            return Ok(None);
        };
        let up = || {
            core::iter::successors(Some(*node), |&node| {
                let (_, parent) = self.stored.node(node);
                (parent != node).then_some(parent)
            })
        };
        let mut states = path::room(up().count() + moves.len(), monitor)?;
        states.extend(up().map(|node| self.stored.node(node).0.clone()));
        states.reverse();
        let mut state = self.stored.node(*node).0.clone();
        for mv in moves {
            let edge = puzzle.successor(&state, mv);
            state = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?.state;
            states.push(state.clone());
        }
        if B::IMPROVES {
            path::improve(puzzle, starts, &states, monitor)?;
            return Ok(Some(Verdict::Incumbent(Guarantee::Optimal)));
        }
        Ok(Some(Verdict::path(states, Guarantee::Optimal)))
    }
}

impl<P: Portable, B: Fill<P> + SavedRun<P>> SavedPart<P, true> for Frontier<B, P::Move> {
    const NAME: &'static str = B::NAME;

    fn save(&self, puzzle: &P, _: &[P::State], to: &mut Writer<'_>) {
        to.number(match self.phase {
            Phase::New => 0_u8,
            Phase::Filling => 1,
            Phase::DepthFirst => 2,
        });
        self.stored.save(puzzle, to);
        to.count(self.at);
        self.place.save(to);
        to.flag(self.goal.is_some());
        if let Some((node, moves)) = &self.goal {
            to.number(*node);
            to.moves(puzzle, self.stored.node(*node).0, moves);
        }
    }

    fn load(
        &mut self,
        puzzle: &P,
        (starts, _): (&[P::State], Option<P::Cost>),
        from: &mut Reader<'_>,
    ) -> Option<()> {
        self.phase = match from.number()? {
            0 => Phase::New,
            1 => Phase::Filling,
            2 => Phase::DepthFirst,
            _ => return None,
        };
        self.stored.start(starts.to_vec());
        self.stored.load(puzzle, from)?;
        if matches!(self.phase, Phase::DepthFirst) && !self.stored.is_planted() {
            return None;
        }
        self.at = usize::try_from(from.number()?).ok()?;
        self.place = Place::load(from)?;
        if from.flag()? {
            let node = from.index(self.stored.count())?;
            let way = from.way(puzzle, self.stored.node(node).0)?;
            self.goal = Some((node, way.moves));
            from.memory.add(self.held());
        }
        Some(())
    }
}

impl<P: Puzzle, B: Fill<P>> Iterate<P, true> for Frontier<B, P::Move> {
    fn iterate(
        &mut self,
        starts: &[P::State],
        bound: P::Cost,
        found: &mut Option<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        monitor.release(core::mem::take(&mut self.left));
        if let Phase::New = self.phase {
            self.stored.start(starts.to_vec());
            self.phase = Phase::Filling;
        }
        if let Phase::Filling = self.phase {
            match self.fill(puzzle, monitor) {
                Err(Stop::Bytes | Stop::OutOfMemory | Stop::Stored | Stop::TooManyStates)
                    if self.stored.is_planted() => {}
                end => return end.map(Some),
            }
            self.phase = Phase::DepthFirst;
        }
        let is_found = self.goal.is_some()
            || match self.walk(bound, found, puzzle, monitor) {
                Err(Stop::ZeroCostEdge) => {
                    // Depth-first it might go round for ever: it ends for want of memory.
                    (self.phase, self.at) = (Phase::Filling, 0);
                    self.place = Place::ROOT;
                    return self.fill(puzzle, monitor).map(Some);
                }
                is_found => is_found?,
            };
        if is_found {
            return self.solution(starts, puzzle, monitor);
        }
        if found.is_none() && monitor.best().is_none() {
            return self.stored.fails(monitor).map(Some);
        }
        Ok(None)
    }

    fn finish(&mut self, _: &mut MonitorOf<'_, P>) {
        self.at = 0;
    }

    fn clear(&mut self) {
        self.left += self.held();
        (self.phase, self.at, self.goal) = (Phase::New, 0, None);
        self.place = Place::ROOT;
        self.stored.start(Vec::new());
    }

    fn has_cut(&self) -> bool {
        self.stored.has_cut()
    }
}
