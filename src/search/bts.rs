//! [`Bts`]: budgeted tree search.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use num_traits::cast;

use super::deepening::{Iterate, beyond};
use super::saved::{SavedPart, SavedRun};
use super::walk::Whole;
use crate::account::Stop;
use crate::codec::{Reader, Writer};
use crate::cost::{Cost, CostExt};
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::report::Guarantee;
use crate::solution::Solution;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};

/// Budgeted tree search (BTS): IDA* whose bound rises faster if the next bound would add few states.
///
/// If edges have many different costs, each iteration of IDA* may expand only a few states more than the iteration
/// before. The search then repeats nearly the same work again and again. If an iteration of BTS expands fewer than
/// twice as many states as the iteration before, BTS raises the bound in growing steps until an iteration expands at
/// least twice as many. If an iteration with a raised bound would expand more than eight times as many, BTS aborts the
/// iteration and tries smaller bounds.
///
/// * **Finds** a cheapest path. A more expensive path may be found first. This path is shown to the
///   [observer](crate::Observer::incumbent), and returned if the search is then stopped.
/// * **Needs** an admissible heuristic, and edges that cost more than zero. Unless the puzzle declares
///   [`Facts::acyclic`](crate::Facts::acyclic), an edge of cost zero ends the search with [`Stop::ZeroCostEdge`].
/// * **Guarantee**: complete and optimal.
/// * **Time**: let N be the number of states that the last iteration of IDA* expands, and C the cost of the solution.
///   BTS expands O(N log C) states, whereas IDA* may expand on the order of N² states. **Memory**: the current path.
/// * **Unsolvable** starts are proved unsolvable only if [`Puzzle::solvability`] says so or the search tree is finite.
///   Otherwise, the search goes on until a limit ends it.
/// * **Prefer** [`AStar`](crate::AStar) if memory suffices and many paths lead to the same state;
///   [`IdaStar`](crate::IdaStar) if several threads are available.
///
/// ```
/// use puzzle_search::{from_fn, Bts, IdaStar, Solver};
///
/// // Each step costs one more than the step before, so that no two states have the same f.
/// let puzzle = from_fn(|&n: &u32| [("on", n + 1, n + 1)], |&n| n == 1_000);
/// let report = Bts::new().solve(&puzzle, &0);
/// assert_eq!(IdaStar::new().solve(&puzzle, &0).stats.expanded, 501_500);
/// assert_eq!(report.stats.expanded, 11_741);
/// let solution = report.into_result()?;
/// assert_eq!(solution.cost(), 500_500);
/// assert!(solution.verify(&puzzle, &0).is_ok());
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
///
/// **Paper**: M. Helmert, T. Lattimore, L. H. S. Lelis, L. Orseau, N. R. Sturtevant, "Iterative budgeted
/// exponential search", IJCAI 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bts;

impl Bts {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Algorithm<P> for Bts {
    type Run = BtsRun<P::State, P::Move, P::Cost>;

    fn begin(&self) -> Self::Run {
        BtsRun::new(Vec::new())
    }
}

/// A walk of fewer times as many states as the last one that counts does not count.
const LEAST_GROWTH: u64 = 2;
/// A walk of more times as many is broken off.
const MOST_GROWTH: u64 = 8;

/// The state of a budgeted tree search.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct BtsRun<S, M, C> {
    starts: Vec<S>,
    /// No solution costs less, once it is known that not all starts are dead ends.
    lower: Option<C>,
    next: Next<C>,
    /// The bound of the last walk that counts, and how many states it has expanded.
    base: C,
    counted: u64,
    walk: Option<OneWalk<C>>,
    /// How far that has come, and what it cut off.
    walked: Whole,
    found: Option<C>,
    /// A solution that is not kept yet: which start, its moves and its cost.
    goal: Option<(usize, Vec<M>, C)>,
    /// What is claimed for a search that is over.
    left: usize,
    /// Whether a bound was made smaller by the limit on the cost.
    is_capped: bool,
}

/// A walk that is under way.
#[derive(Clone, Copy, Debug)]
struct OneWalk<C> {
    bound: C,
    /// How many states the search had expanded before, and may have in the end.
    before: u64,
    most: Option<u64>,
}

/// With what bound the next walk is.
#[derive(Clone, Copy, Debug)]
enum Next<C> {
    /// The least, to the end.
    Least,
    /// So much more than that of the last walk that counts; at least the least.
    Raised(C),
    /// Halfway to this one, with which too many states are expanded or a solution is found.
    Below(C),
    /// None: no path was cut off.
    Exhausted,
    /// One beyond the range of the cost type.
    Overflow,
}

impl<S, M, C: Cost> BtsRun<S, M, C> {
    fn new(starts: Vec<S>) -> Self {
        Self {
            starts,
            lower: None,
            next: Next::Least,
            base: C::zero(),
            counted: 0,
            walk: None,
            walked: Whole::NEW,
            found: None,
            goal: None,
            left: 0,
            is_capped: false,
        }
    }

    /// What is claimed for the solution that is not kept yet.
    fn held(&self) -> usize {
        let goal = self.goal.as_ref();
        goal.map_or(0, |(_, moves, _)| moves.capacity() * size_of::<M>())
    }
}

impl<P: Puzzle> Run<P> for BtsRun<P::State, P::Move, P::Cost> {
    fn start(&mut self, starts: Vec<P::State>) {
        let left = self.left + self.held();
        *self = Self {
            left,
            ..Self::new(starts)
        };
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        monitor.release(core::mem::take(&mut self.left));
        let estimates = self
            .starts
            .iter()
            .filter_map(|start| puzzle.heuristic(start));
        let Some(lower) = self.lower.or_else(|| estimates.min()) else {
            return Ok(Verdict::dead_end());
        };
        self.lower = Some(lower);
        loop {
            if let ControlFlow::Break(verdict) = self.go_on(puzzle, monitor)? {
                return Ok(verdict);
            }
        }
    }

    fn has_cut(&self) -> bool {
        self.is_capped
    }
}

impl<P: Portable> SavedRun<P> for BtsRun<P::State, P::Move, P::Cost> {
    fn name(&self) -> String {
        "BTS".into()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        to.option(self.lower);
        let (kind, cost) = match self.next {
            Next::Least => (0_u8, None),
            Next::Raised(by) => (1, Some(by)),
            Next::Below(upper) => (2, Some(upper)),
            Next::Exhausted => (3, None),
            Next::Overflow => (4, None),
        };
        to.number(kind);
        to.option(cost);
        to.cost(self.base);
        to.number(self.counted);
        to.flag(self.walk.is_some());
        if let Some(walk) = self.walk {
            to.cost(walk.bound);
            to.number(walk.before);
            to.flag(walk.most.is_some());
            to.number(walk.most.unwrap_or(0));
        }
        SavedPart::<P, true>::save(&self.walked, puzzle, &self.starts, to);
        to.option(self.found);
        to.flag(self.goal.is_some());
        if let Some((at, moves, _)) = &self.goal {
            to.count(*at);
            to.moves(puzzle, &self.starts[*at], moves);
        }
        to.flag(self.is_capped);
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        self.lower = from.option()?;
        self.next = match (from.number()?, from.option()?) {
            (0, None) => Next::Least,
            (1, Some(by)) => Next::Raised(by),
            (2, Some(upper)) => Next::Below(upper),
            (3, None) => Next::Exhausted,
            (4, None) => Next::Overflow,
            _ => return None,
        };
        (self.base, self.counted) = (from.cost()?, from.summand()?);
        if from.flag()? {
            let (bound, before) = (from.cost()?, from.summand()?);
            let is_limited = from.flag()?;
            let most = Some(from.number()?).filter(|_| is_limited);
            if bound < self.base || before > from.counted.expanded {
                return None;
            }
            self.walk = Some(OneWalk {
                bound,
                before,
                most,
            });
        }
        SavedPart::<P, true>::load(&mut self.walked, puzzle, (&self.starts, None), from)?;
        self.found = from.option()?;
        if from.flag()? {
            let at = from.index(self.starts.len())? as usize;
            let way = from.way(puzzle, &self.starts[at])?;
            self.goal = Some((at, way.moves, way.cost));
            from.memory.add(self.held());
        }
        self.is_capped = from.flag()?;
        Some(())
    }
}

impl<S: Clone, M: Clone, C: Cost> BtsRun<S, M, C> {
    /// Walks once, or what is left of a walk.
    fn go_on<P: Puzzle<State = S, Move = M, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<ControlFlow<VerdictOf<P>>, Stop> {
        if let Some((at, moves, cost)) = &self.goal {
            monitor.improve(puzzle, (*at, &self.starts[*at]), moves, *cost)?;
            monitor.release(self.held());
            self.goal = None;
        }
        let lower = self.lower.unwrap_or_else(C::zero);
        let max_cost = monitor.max_cost();
        let is_too_dear = |cost| max_cost.is_some_and(|max| cost > max);
        let walk = match self.walk {
            Some(walk) if is_too_dear(walk.bound) => {
                // The limit was lowered during a pause.
                self.finish();
                monitor.finish_iteration()?;
                return Ok(ControlFlow::Continue(()));
            }
            Some(walk) => walk,
            None => {
                let best = monitor.best().map(Solution::cost);
                match (best, self.next) {
                    (Some(best), Next::Exhausted | Next::Overflow) => self.lower = Some(best),
                    (None, Next::Exhausted) => return Ok(ControlFlow::Break(Verdict::exhausted())),
                    (None, Next::Overflow) => return Err(Stop::CostOverflow),
                    _ if is_too_dear(lower) => return Err(monitor.stop_at_cost_limit()),
                    _ => {}
                }
                if best.is_some_and(|best| self.lower >= Some(best)) {
                    let proved = Verdict::Incumbent(Guarantee::Optimal);
                    return Ok(ControlFlow::Break(proved));
                }
                monitor.raise_lower_bound(lower)?;
                self.begin(lower, best, monitor)?
            }
        };
        monitor.meter().expand_no_more_than(walk.most);
        let Self {
            starts,
            walked,
            found,
            ..
        } = self;
        let end = Iterate::<P, true>::iterate(walked, starts, walk.bound, found, puzzle, monitor);
        monitor.meter().expand_no_more_than(None);
        let expanded = monitor.counts().expanded;
        let found = self.found;
        match end {
            Ok(Some(Verdict::Moves {
                start, moves, cost, ..
            })) if cost > lower => {
                self.goal = Some((start, moves, cost));
                // For this there was memory.
                monitor.memory().add(self.held());
                self.next = Next::Below(cost);
            }
            Ok(Some(solved)) => {
                // Whatever the observer says, the goal is found.
                let _ = monitor.finish_iteration();
                return Ok(ControlFlow::Break(solved));
            }
            Ok(None) => self.next = self.after(walk, expanded - walk.before, found),
            Err(Stop::Expanded) if walk.most == Some(expanded) => {
                self.next = Next::Below(walk.bound);
            }
            Err(stop) => return Err(stop),
        }
        self.finish();
        monitor.finish_iteration()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Begins the next walk, where no solution costs less than `lower` and the best one known costs
    /// `best`, which is more.
    fn begin(
        &mut self,
        lower: C,
        best: Option<C>,
        monitor: &mut Monitor<'_, S, M, C>,
    ) -> Result<OneWalk<C>, Stop> {
        if let Next::Raised(by) = self.next {
            let bound = self.base.saturating_add(by);
            self.next = match best {
                Some(best) if bound >= best => Next::Below(best),
                _ if bound <= lower => Next::Least,
                _ => self.next,
            };
        }
        let bound = match self.next {
            Next::Raised(by) => self.base.saturating_add(by),
            Next::Below(upper) if upper > lower => halfway(lower, upper),
            _ => {
                self.next = Next::Least;
                lower
            }
        };
        let max = monitor.max_cost().filter(|&max| bound > max);
        self.is_capped |= max.is_some();
        let bound = max.unwrap_or(bound);
        monitor.begin_iteration(bound)?;
        let before = monitor.counts().expanded;
        let most = before.saturating_add(self.counted.saturating_mul(MOST_GROWTH));
        let walk = OneWalk {
            bound,
            before,
            most: (!matches!(self.next, Next::Least)).then_some(most),
        };
        self.walk = Some(walk);
        Ok(walk)
    }

    /// What comes after a walk to the end that has expanded so many states and cut off this.
    fn after(&mut self, walk: OneWalk<C>, expanded: u64, found: Option<C>) -> Next<C> {
        let Some(found) = found else {
            return Next::Exhausted;
        };
        let Some(lower) = beyond(walk.bound, found) else {
            return Next::Overflow;
        };
        self.lower = Some(lower);
        let raised = walk.bound - self.base;
        let growth = expanded.checked_div(self.counted).unwrap_or(LEAST_GROWTH);
        if growth >= LEAST_GROWTH {
            (self.base, self.counted) = (walk.bound, expanded);
            return match self.next {
                Next::Raised(_) if growth >= LEAST_GROWTH * LEAST_GROWTH => {
                    Next::Raised(halfway(C::zero(), raised))
                }
                Next::Raised(_) => Next::Raised(raised),
                _ => Next::Least,
            };
        }
        match self.next {
            Next::Least | Next::Raised(_) => Next::Raised(raised.saturating_add(raised)),
            other => other,
        }
    }

    /// There is no walk under way.
    fn finish(&mut self) {
        (self.walk, self.found, self.walked) = (None, None, Whole::NEW);
    }
}

/// About halfway from one cost to a greater one, and less than that.
fn halfway<C: Cost>(lower: C, upper: C) -> C {
    let half = if C::IS_EXACT {
        (upper - lower).to_u128().and_then(|gap| cast(gap / 2))
    } else {
        (upper - lower).to_f64().and_then(|gap| cast(gap / 2.0))
    };
    let middle = lower.saturating_add(half.unwrap_or_else(C::zero));
    if middle < upper { middle } else { lower }
}
