//! Two solvers as somebody else would write them, through the public interface alone: what they reach
//! says whether a solver has to be part of the crate to be fast.

use std::hash::Hash;
use std::ops::ControlFlow;

use puzzle_search::traversal::{Change, EdgeOf, Root, Slack, Step, Visitor};
use puzzle_search::{
    Algorithm, Budget, ClosedList, Guarantee, MonitorOf, Puzzle, Run, Stop, Verdict, VerdictOf,
};

/// Breadth-first search over a closed list.
pub(crate) struct OutsideBreadthFirst;

pub(crate) struct BreadthFirstRun<S: Clone + Eq + Hash> {
    closed: ClosedList<S>,
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

impl<P: Puzzle> Algorithm<P> for OutsideBreadthFirst {
    type Run = BreadthFirstRun<P::State>;

    fn begin(&self) -> Self::Run {
        BreadthFirstRun {
            closed: ClosedList::new(),
            next: 0,
            waiting: vec![],
            is_goal_last: false,
            goal: None,
            starts: vec![],
        }
    }

    fn is_informed(&self) -> bool {
        false
    }

    fn counts_moves(&self) -> bool {
        true
    }
}

impl<P: Puzzle> Run<P> for BreadthFirstRun<P::State> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.closed.clear();
        self.waiting.clear();
        (self.next, self.starts) = (0, starts);
        (self.is_goal_last, self.goal) = (false, None);
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        self.closed
            .reserve(self.starts.len(), &mut monitor.meter())?;
        for start in self.starts.drain(..) {
            let parent = self.closed.len() as u32;
            let _ = self.closed.insert(start, parent);
        }
        let most = monitor.limits().moves.unwrap_or(u64::MAX);
        loop {
            if let Some(goal) = self.goal {
                let path = self.closed.path_to(goal);
                if path.len() as u64 > most.saturating_add(1) {
                    return Err(Stop::Moves);
                }
                return Ok(Verdict::path(path, Guarantee::FewestMoves));
            }
            let is_open = (self.next as usize) < self.closed.len();
            if self.waiting.is_empty() && !is_open {
                return Ok(Verdict::exhausted());
            }
            // Looked at once for a batch, of which each state is at this depth or the next.
            if self.waiting.is_empty()
                && most < u64::MAX
                && self.closed.path_to(self.next).len() as u64 > most
            {
                return Err(Stop::Moves);
            }
            let stop = self.expand(puzzle, monitor);
            self.closed
                .reserve(self.waiting.len(), &mut monitor.meter())?;
            let (before, tried) = (self.closed.len(), self.waiting.len());
            monitor.store((before + tried) as u64)?;
            let mut last = 0;
            self.closed.insert_all(&mut self.waiting, |end| {
                last = end.unwrap_or_else(|known| known);
            });
            monitor.duplicates((tried - (self.closed.len() - before)) as u64);
            self.goal = std::mem::take(&mut self.is_goal_last).then_some(last);
            stop?;
        }
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
            && (self.next as usize) < self.closed.len()
        {
            let (state, parent) = self.closed.get(self.next);
            let (before, waiting) = (self.closed.get(parent).0, self.waiting.len());
            let (mut children, mut is_goal) = (0, false);
            for edge in puzzle.neighbors(state) {
                children += 1;
                if edge.state == *before {
                    continue;
                }
                is_goal = puzzle.is_goal(&edge.state);
                self.waiting.push((edge.state, self.next));
                if is_goal {
                    break;
                }
            }
            if let Err(stop) = monitor.expand(children) {
                self.waiting.truncate(waiting);
                return Err(stop);
            }
            self.is_goal_last = is_goal;
            monitor.duplicates(children - (self.waiting.len() - waiting) as u64);
            self.next += 1;
        }
        Ok(())
    }
}

/// IDA* over the puzzle's own traversal.
pub(crate) struct OutsideIdaStar;

pub(crate) struct IdaStarRun<P: Puzzle> {
    start: Option<P::State>,
    bound: u32,
    excess: Option<u32>,
    in_iteration: bool,
    way: Vec<u32>,
    entered: bool,
    several: bool,
    /// The solution, once it is found.
    found: Option<Vec<P::Move>>,
}

impl<P: Puzzle<Cost = u32>> Algorithm<P> for OutsideIdaStar {
    type Run = IdaStarRun<P>;

    fn begin(&self) -> IdaStarRun<P> {
        IdaStarRun {
            start: None,
            bound: 0,
            excess: None,
            in_iteration: false,
            way: vec![],
            entered: true,
            several: false,
            found: None,
        }
    }
}

impl<P: Puzzle<Cost = u32>> Run<P> for IdaStarRun<P> {
    fn start(&mut self, starts: Vec<P::State>) {
        (self.several, self.found) = (starts.len() > 1, None);
        self.start = starts.into_iter().next();
        (self.bound, self.in_iteration, self.excess) = (0, false, None);
        (self.way, self.entered) = (vec![], true);
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if self.several {
            return Err(Stop::SeveralStarts);
        }
        if let Some(moves) = &self.found {
            return self.solved(moves.clone(), monitor);
        }
        let Some((start, h)) = self
            .start
            .as_ref()
            .and_then(|s| Some((s, puzzle.heuristic(s)?)))
        else {
            return Ok(Verdict::exhausted());
        };
        self.bound = self.bound.max(h);
        loop {
            if monitor.max_cost().is_some_and(|max| self.bound > max) {
                return Err(monitor.stop_at_cost_limit());
            }
            monitor.raise_lower_bound(self.bound)?;
            if !std::mem::replace(&mut self.in_iteration, true) {
                monitor.begin_iteration(self.bound)?;
            }
            let root = Root::new(start).resumed(&self.way, self.entered);
            let mut budget = monitor.lend();
            if let Some(excess) = self.excess {
                budget.cut_off(excess);
            }
            let within = Within {
                puzzle,
                budget,
                monitor,
                stop: None,
                at_edge: false,
                moves: vec![],
                way: vec![],
            };
            let (within, flow) = puzzle.depth_first(root, Slack(self.bound - h), within);
            let Within {
                budget,
                stop,
                at_edge,
                mut moves,
                mut way,
                ..
            } = within;
            self.excess = budget.excess();
            monitor.take_back(budget);
            if let Some(stop) = stop {
                way.reverse();
                (self.way, self.entered) = (way, !at_edge);
                return Err(stop);
            }
            (self.way, self.entered) = (vec![], true);
            self.in_iteration = false;
            if flow.is_break() {
                moves.reverse();
                self.found = Some(moves.clone());
                monitor.finish_iteration()?;
                return self.solved(moves, monitor);
            }
            let excess = self.excess.take();
            self.bound += excess.unwrap_or(0);
            monitor.finish_iteration()?;
            if excess.is_none() {
                return Ok(Verdict::exhausted());
            }
        }
    }
}

impl<P: Puzzle<Cost = u32>> IdaStarRun<P> {
    /// The solution that costs the bound, unless the limit was lowered since.
    fn solved(
        &self,
        moves: Vec<P::Move>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let cost = self.bound;
        if monitor.max_cost().is_some_and(|max| cost > max) {
            return Err(monitor.stop_at_cost_limit());
        }
        Ok(Verdict::Moves {
            start: 0,
            moves,
            cost,
            guarantee: Guarantee::Optimal,
        })
    }
}

/// Every path within the bound; what is carried is how much more may be spent.
struct Within<'m, 'o, P: Puzzle> {
    puzzle: &'m P,
    monitor: &'m mut MonitorOf<'o, P>,
    budget: Budget<u32>,
    stop: Option<Stop>,
    at_edge: bool,
    moves: Vec<P::Move>,
    way: Vec<u32>,
}

impl<P: Puzzle<Cost = u32>> Visitor<P::State, P::Move, u32> for Within<'_, '_, P> {
    type Carried = Slack<u32>;
    const BY_SLACK: bool = true;

    #[inline]
    fn expand(&mut self, _: Slack<u32>, _: &P::State) -> ControlFlow<()> {
        if self.budget.expand() {
            return ControlFlow::Continue(());
        }
        self.stop = self.monitor.charge(&mut self.budget, 1, 0).err();
        match self.stop {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    #[inline(always)]
    fn enter(
        &mut self,
        slack: Slack<u32>,
        edge: EdgeOf<'_, P>,
        change: impl FnOnce() -> Option<Change<u32>>,
    ) -> Step<Slack<u32>> {
        if !self.budget.enter(&edge) {
            self.stop = self.monitor.charge(&mut self.budget, 0, 1).err();
            self.at_edge = self.stop.is_some();
            if self.at_edge {
                return Step::Stop;
            }
        }
        let Some(change) = change() else {
            return Step::Prune;
        };
        match slack.below(edge.cost, change) {
            Err(excess) => {
                self.budget.cut_off(excess);
                Step::Prune
            }
            Ok(_) if edge.may_be_goal && self.puzzle.is_goal(edge.child) => Step::Stop,
            Ok(slack) => Step::Descend(slack),
        }
    }

    fn unwind(&mut self, index: u32, mv: P::Move) {
        self.way.push(index);
        self.moves.push(mv);
    }

    #[inline(always)]
    fn budget(&mut self) -> Option<&mut Budget<u32>> {
        Some(&mut self.budget)
    }
}
