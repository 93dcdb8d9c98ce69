//! [`AStarIdaStar`]: A* until memory ends, then IDA* from where it has come.

use alloc::vec::Vec;
use core::hash::Hash;

use super::best_first::BestFirstRun;
use super::deepening::{DeepeningRun, Iterate, note, walk_within};
use super::order::ByF;
use super::path;
use super::saved::{Reader, SavedPart, SavedRun, Writer};
use super::walk::Place;
use crate::cost::Cost;
use crate::monitor::{Monitor, Stop};
use crate::portable::Portable;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solution::ReplayFault;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};
use crate::storage::{extend_to_root, states_to_root};
use crate::traversal::Root;

/// A*+IDA*: best-first until memory ends, then depth-first from every state that is open.
///
/// A* knows each state once but has to keep it; IDA* keeps nothing and walks to a state by every path. As
/// most paths to a state part and meet again near its start, A* saves the most where it can still afford it.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic, and a limit on [bytes](crate::Limits::max_bytes) or on
///   [states](crate::Limits::max_stored), unless the allocator is to say when memory ends. Once it goes
///   depth-first, edges cost more than zero, unless the puzzle is [acyclic](crate::Facts::acyclic)
///   (elsewhere one of cost zero ends it with [`Stop::ZeroCostEdge`]).
/// * **Guarantee**: complete and optimal.
/// * **Time**: A*'s where memory suffices. After that the bound of the depth-first part grows as IDA*'s does,
///   and each iteration walks the paths within it from all open states, those that seem nearest to a goal first.
///   **Memory**: fifteen sixteenths of the limit on bytes are for A*, the rest for the path.
/// * **Unsolvable** starts are proved so where memory suffices, or as IDA* does.
/// * **Prefer** [`AStar`](crate::AStar) if the search is not to go on without memory;
///   [`IdaStar`](crate::IdaStar) by several threads, or where few paths lead to the same state.
///
/// [`Stats::iterations`](crate::Stats::iterations) has the best-first part as its first row. A search that goes
/// depth-first goes on so when it is run with a larger limit.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStarIdaStar, Limits, Notation, Puzzle, Solver};
///
/// // Instance 12 of the hundred: A* stores 62,522 boards, IDA* expands 269,708.
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15")?;
/// let limits = Limits::new().max_bytes(1 << 19);
/// let report = AStarIdaStar::new().search(&puzzle, &start).limits(limits).run();
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 45);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert_eq!((report.stats.peak_stored, report.stats.expanded), (8_191, 62_784));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: Z. Bu, R. E. Korf, "A*+IDA*: a simple hybrid search algorithm", IJCAI 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AStarIdaStar;

impl AStarIdaStar {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Algorithm<P> for AStarIdaStar {
    type Run = DeepeningRun<P::State, P::Cost, true, Frontier<P::State, P::Move, P::Cost>>;

    fn begin(&self) -> Self::Run {
        DeepeningRun::walked(Frontier::new())
    }
}

/// A best-first search, and how far its open states are walked.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Frontier<S: Clone + Eq + Hash, M, C> {
    best_first: BestFirstRun<S, C, ByF>,
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
    BestFirst,
    DepthFirst,
}

impl<S: Clone + Eq + Hash, M, C: Cost> Frontier<S, M, C> {
    fn new() -> Self {
        Self {
            best_first: BestFirstRun::new(),
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

impl<S: Clone + Eq + Hash, M: Clone, C: Cost> Frontier<S, M, C> {
    /// Goes best-first, until that is decided or memory ends.
    fn fill<P: Puzzle<State = S, Move = M, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        let bytes = monitor.limits().bytes;
        let share = bytes.map(|bytes| bytes - bytes / 16);
        monitor.memory().limit_to(share);
        let end = Run::<P>::advance(&mut self.best_first, puzzle, monitor);
        monitor.memory().limit_to(bytes);
        match end {
            Err(Stop::Bytes | Stop::OutOfMemory | Stop::Stored | Stop::TooManyStates)
                if self.best_first.is_planted() =>
            {
                self.phase = Phase::DepthFirst;
                Ok(None)
            }
            end => end.map(Some),
        }
    }

    /// Walks what is left of the iteration below the open states; returns whether there is a goal.
    fn walk<P: Puzzle<State = S, Move = M, Cost = C>>(
        &mut self,
        bound: C,
        found: &mut Option<C>,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<bool, Stop> {
        let nodes = self.best_first.nodes();
        for (node, f) in self.best_first.frontier(puzzle).skip(self.at) {
            let reached = nodes.get(node);
            if f > bound {
                note(found, Some(if C::IS_EXACT { f - bound } else { f }));
            } else if puzzle.is_goal(&reached.state) {
                self.goal = Some((node, Vec::new()));
                return Ok(true);
            } else {
                let root = Root::new(&reached.state);
                let root = if reached.parent == node {
                    root
                } else {
                    root.reached_from(&nodes.get(reached.parent).state, &[])
                };
                let carried = if C::IS_EXACT { bound - f } else { reached.g };
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
    fn solution<P: Puzzle<State = S, Move = M, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        let Some((node, moves)) = &self.goal else {
            return Ok(None);
        };
        let nodes = self.best_first.nodes().arena();
        let mut states = path::room(states_to_root(nodes, *node) + moves.len(), monitor)?;
        extend_to_root(nodes, *node, &mut states);
        states.reverse();
        let mut state = nodes.get(*node).state.clone();
        for mv in moves {
            let edge = puzzle.successor(&state, mv);
            state = edge.ok_or(Stop::Replay(ReplayFault::NoSuchEdge))?.state;
            states.push(state.clone());
        }
        Ok(Some(Verdict::path(states, Guarantee::Optimal)))
    }
}

impl<P: Portable> SavedPart<P, true> for Frontier<P::State, P::Move, P::Cost> {
    const NAME: &'static str = " after A*";

    fn save(&self, puzzle: &P, _: &[P::State], to: &mut Writer<'_>) {
        to.number(match self.phase {
            Phase::New => 0_u8,
            Phase::BestFirst => 1,
            Phase::DepthFirst => 2,
        });
        self.best_first.write(puzzle, to);
        to.count(self.at);
        self.place.save(to);
        to.flag(self.goal.is_some());
        if let Some((node, moves)) = &self.goal {
            to.number(*node);
            to.moves(puzzle, &self.best_first.nodes().get(*node).state, moves);
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
            1 => Phase::BestFirst,
            2 => Phase::DepthFirst,
            _ => return None,
        };
        Run::<P>::start(&mut self.best_first, starts.to_vec());
        self.best_first.load(puzzle, from)?;
        self.at = usize::try_from(from.number()?).ok()?;
        self.place = Place::load(from)?;
        if from.flag()? {
            let nodes = self.best_first.nodes();
            let node = from.index(nodes.len())?;
            let way = from.way(puzzle, &nodes.get(node).state)?;
            self.goal = Some((node, way.moves));
            from.memory.add(self.held());
        }
        Some(())
    }
}

impl<P: Puzzle> Iterate<P, true> for Frontier<P::State, P::Move, P::Cost> {
    fn iterate(
        &mut self,
        starts: &[P::State],
        bound: P::Cost,
        found: &mut Option<P::Cost>,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        monitor.release(core::mem::take(&mut self.left));
        if let Phase::New = self.phase {
            Run::<P>::start(&mut self.best_first, starts.to_vec());
            self.phase = Phase::BestFirst;
        }
        if let Phase::BestFirst = self.phase
            && let Some(verdict) = self.fill(puzzle, monitor)?
        {
            return Ok(Some(verdict));
        }
        if self.goal.is_some() || self.walk(bound, found, puzzle, monitor)? {
            return self.solution(puzzle, monitor);
        }
        if found.is_none() {
            return self.best_first.fails(monitor).map(Some);
        }
        Ok(None)
    }

    fn finish(&mut self, _: &mut Monitor<'_, P>) {
        self.at = 0;
    }

    fn clear(&mut self) {
        self.left += self.held();
        (self.phase, self.at, self.goal) = (Phase::New, 0, None);
        self.place = Place::ROOT;
        self.best_first.clear();
    }

    fn has_cut(&self) -> bool {
        Run::<P>::has_cut(&self.best_first)
    }
}
