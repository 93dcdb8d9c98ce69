//! Two solvers as somebody else would write them, through the public interface alone: what they reach
//! says whether a solver has to be part of the crate to be fast.

use std::hash::Hash;

use puzzle_search::num_traits::NumCast;
use puzzle_search::puzzle::traversal::{Bound, End, ResumePoint, Root};
use puzzle_search::solver::{
    BoxedRun, ChildNode, Loader, MonitorOf, ReachedTable, Run, Saver, SolverTraits, Verdict,
    VerdictOf,
};
use puzzle_search::{Guarantee, Puzzle, Solver, Stop};

/// Breadth-first search.
pub(crate) struct OutsideBreadthFirst;

pub(crate) struct BreadthFirstRun<S: Clone + Eq + Hash> {
    reached: ReachedTable<S>,
    /// The state to be expanded next.
    next: u32,
    /// Children to be looked up, each with its parent.
    waiting: Vec<(S, u32)>,
    /// Whether the last of them is a goal.
    is_goal_last: bool,
    goal: Option<u32>,
    starts: Vec<S>,
}

/// So many children are looked up together.
const BATCH: usize = 32;

impl<P: Puzzle> Solver<P> for OutsideBreadthFirst {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BreadthFirstRun::<P::State> {
            reached: ReachedTable::new(),
            next: 0,
            waiting: vec![],
            is_goal_last: false,
            goal: None,
            starts: vec![],
        })
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl<P: Puzzle> Run<P> for BreadthFirstRun<P::State> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.reached.clear();
        self.waiting.clear();
        (self.next, self.starts) = (0, starts);
        (self.is_goal_last, self.goal) = (false, None);
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.reached
            .reserve(self.starts.len(), &mut monitor.meter())?;
        for start in self.starts.drain(..) {
            let parent = self.reached.len() as u32;
            let _ = self.reached.insert(start, parent);
        }
        let most = monitor.limits().moves.unwrap_or(u64::MAX);
        loop {
            if let Some(goal) = self.goal {
                let path = self.reached.path_to(goal);
                if path.len() as u64 > most.saturating_add(1) {
                    return Err(Stop::Moves);
                }
                return Ok(Verdict::path(path, Guarantee::FewestMoves));
            }
            let is_open = (self.next as usize) < self.reached.len();
            if self.waiting.is_empty() && !is_open {
                return Ok(Verdict::exhausted());
            }
            // Looked at once for a batch, of which each state is at this depth or the next.
            if self.waiting.is_empty()
                && most < u64::MAX
                && self.reached.path_to(self.next).len() as u64 > most
            {
                return Err(Stop::Moves);
            }
            let stop = self.expand(puzzle, monitor);
            self.reached
                .reserve(self.waiting.len(), &mut monitor.meter())?;
            let (before, tried) = (self.reached.len(), self.waiting.len());
            let mut last = 0;
            self.reached.insert_all(&mut self.waiting, |end| {
                last = end.unwrap_or_else(|known| known);
            });
            monitor
                .meter()
                .duplicates((tried - (self.reached.len() - before)) as u64);
            self.goal = std::mem::take(&mut self.is_goal_last).then_some(last);
            stop?;
        }
    }

    fn name(&self) -> Option<String> {
        Some("OutsideBreadthFirst".to_owned())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        to.reached_table(&self.reached);
        to.number(self.next);
        to.list(&self.waiting, |to, (state, parent)| {
            to.state(state);
            to.number(*parent);
        });
        to.number(self.is_goal_last);
        to.list(self.goal, Saver::number);
        to.list(&self.starts, Saver::state);
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.reached = from.reached_table()?;
        let stored = self.reached.len();
        self.next = from.index(stored + 1)?;
        self.waiting = from.list(|from| Some((from.state()?, from.index(stored)?)))?;
        self.is_goal_last = from.index(2)? == 1;
        self.goal = from.list(|from| from.index(stored))?.pop();
        self.starts = from.list(Loader::state)?;
        (!self.is_goal_last || !self.waiting.is_empty()).then_some(())
    }
}

impl<S: Clone + Eq + Hash> BreadthFirstRun<S> {
    /// Expands states until enough children wait, one is a goal, or a limit ends it.
    fn expand<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        while !self.is_goal_last
            && self.waiting.len() < BATCH
            && (self.next as usize) < self.reached.len()
        {
            let (state, parent) = self.reached.get(self.next);
            let before = self.reached.get(parent).0;
            let depth = if monitor.shows_nodes() {
                self.reached.path_to(self.next).len() - 1
            } else {
                0
            };
            let depth = <P::Cost as NumCast>::from(depth).ok_or(Stop::CostOverflow)?;
            let children = monitor.generate(puzzle, state, depth)?;
            let children = monitor.expand(children)?;
            let mut duplicates = 0;
            for ChildNode { state, .. } in children {
                if state == *before {
                    duplicates += 1;
                    continue;
                }
                self.is_goal_last = puzzle.is_goal(&state);
                self.waiting.push((state, self.next));
                if self.is_goal_last {
                    break;
                }
            }
            monitor.meter().duplicates(duplicates);
            self.next += 1;
        }
        Ok(())
    }
}

/// IDA* over the puzzle's own traversal.
pub(crate) struct OutsideIdaStar;

pub(crate) struct IdaStarRun<P: Puzzle> {
    start: Option<P::State>,
    bound: Option<P::Cost>,
    in_iteration: bool,
    place: ResumePoint<P::Cost>,
    several: bool,
}

impl<P: Puzzle> Solver<P> for OutsideIdaStar {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(IdaStarRun::<P> {
            start: None,
            bound: None,
            in_iteration: false,
            place: ResumePoint::default(),
            several: false,
        })
    }
}

impl<P: Puzzle> Run<P> for IdaStarRun<P> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.several = starts.len() > 1;
        self.start = starts.into_iter().next();
        (self.bound, self.in_iteration) = (None, false);
        self.place = ResumePoint::default();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let Some(start) = &self.start else {
            return Ok(Verdict::exhausted());
        };
        if self.several {
            return Err(Stop::SeveralStarts);
        }
        loop {
            let Some(bound) = self.bound.or_else(|| puzzle.heuristic(start)) else {
                return Ok(Verdict::exhausted());
            };
            self.bound = Some(bound);
            if monitor.max_cost().is_some_and(|max| bound > max) {
                return Err(monitor.stop_at_cost_limit());
            }
            monitor.raise_lower_bound(bound)?;
            if !std::mem::replace(&mut self.in_iteration, true) {
                monitor.begin_iteration(bound)?;
            }
            let (root, within) = (Root::new(start), Bound::AtMost(bound));
            let mut iteration = monitor.iteration(root, within, &mut self.place);
            let flow = puzzle.deepen(&mut iteration);
            match iteration.finish(flow) {
                End::Stopped(stop) => return Err(stop),
                End::Goal { moves, cost } => {
                    monitor.finish_iteration()?;
                    return Ok(Verdict::Moves {
                        start: 0,
                        moves,
                        cost,
                        guarantee: Guarantee::Optimal,
                    });
                }
                End::Exhausted(cut) => {
                    self.in_iteration = false;
                    monitor.finish_iteration()?;
                    match cut.least {
                        Some(least) => self.bound = Some(least),
                        None if cut.overflow => return Err(Stop::CostOverflow),
                        None => return Ok(Verdict::exhausted()),
                    }
                }
            }
        }
    }
}
