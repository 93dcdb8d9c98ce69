//! [`BranchAndBound`]: depth-first search that keeps improving a solution.

use alloc::string::String;
use alloc::vec::Vec;

use num_traits::{Bounded, NumCast, ToPrimitive, Zero};

#[cfg(feature = "std")]
use super::divided::Divided;
use super::saved::{SavedPart, SavedRun};
use super::walk::{Place, Rule, Walk, Whole};
use crate::account::{Budget, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::{Cost, CostExt};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::puzzle::traversal::{Carried, Change, EdgeOf, Root, Step};
use crate::report::Guarantee;
use crate::solution::Solution;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};
use crate::threads::Threads;

/// Depth-first branch and bound: walks every path whose f = g + h is less than the cost of the best solution so far
/// (the incumbent).
///
/// g is the cost of the path so far, h the heuristic's estimate of the remaining cost.
///
/// * **Finds** a cheapest path. Before that, the search finds more expensive paths, each cheaper than the path before.
///   The [observer](crate::Observer::incumbent) is shown every path that is found. A stopped search returns the last
///   path found.
/// * **Needs** an admissible heuristic, and edges that cost more than zero. Unless the puzzle declares
///   [`Facts::acyclic`](crate::Facts::acyclic), an edge of cost zero ends the search with [`Stop::ZeroCostEdge`].
/// * **Guarantee**: complete and optimal.
/// * **Time**: until a solution is found, the search walks the paths whose f is within a rising bound. After that, it
///   walks every path with f below the cost of the incumbent. **Memory**: the current path, and the incumbent.
/// * **Known** solutions save time: see [`Search::with_incumbent`](crate::Search::with_incumbent).
/// * **Unsolvable** starts are proved unsolvable only if [`Puzzle::solvability`] says so or the search tree is finite.
///   Otherwise, the search goes on until a limit ends it.
/// * **Prefer** [`IdaStar`](crate::IdaStar) if edges have few different costs, [`Bts`](crate::Bts) if they have many,
///   and [`AStar`](crate::AStar) if memory suffices.
///
/// ```
/// use puzzle_search::{from_fn, BranchAndBound, Solver};
///
/// // From 1 to 100: doubling costs 30, adding one costs 11.
/// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 30_u32), ("add", n + 1, 11)], |&n| n == 100)
///     .with_heuristic(|&n| (n <= 100).then_some(0));
/// let solution = BranchAndBound::new().solve(&puzzle, &1).into_result()?;
/// assert_eq!(solution.cost(), 183);
/// assert!(solution.verify(&puzzle, &1).is_ok());
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
///
/// **Papers**: A. H. Land, A. G. Doig, "An automatic method of solving discrete programming problems",
/// 1960; the growing bound after U. K. Sarkar et al., "Reducing reexpansions in iterative-deepening
/// search by controlling cutoff bounds", 1991.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BranchAndBound;

impl BranchAndBound {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Makes the solver use `threads` threads. The puzzle must be one that threads can share ([`Sync`]). Without the
    /// feature `std`, the search uses one thread.
    ///
    /// The cost of the final solution and its [guarantee](crate::Guarantee) are the same as with one thread. The path
    /// and the counts in the report may differ from run to run. Limits apply to all threads together. A stopped search
    /// can be continued. The observer is called on the thread that called [`run`](crate::Search::run). If the observer
    /// [wants to see every node](crate::Observer::wants_nodes), the search uses only this thread.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BranchAndBound, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 30_u32), ("add", n + 1, 11)], |&n| n == 100)
    ///     .with_heuristic(|&n| (n <= 100).then_some(0));
    /// let solution = BranchAndBound::new().threads(2).solve(&puzzle, &1).into_result()?;
    /// assert_eq!(solution.cost(), 183);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Puzzle> Algorithm<P> for BranchAndBound {
    type Run = BranchAndBoundRun<P::State, P::Cost>;

    fn begin(&self) -> Self::Run {
        BranchAndBoundRun::walked(Whole::NEW)
    }
}

impl<P> Algorithm<P> for Threads<BranchAndBound>
where
    P: Puzzle<State: Send, Move: Send> + Sync,
{
    #[cfg(feature = "std")]
    type Run = BranchAndBoundRun<P::State, P::Cost, Divided<P::State, P::Move, P::Cost>>;
    #[cfg(not(feature = "std"))]
    type Run = BranchAndBoundRun<P::State, P::Cost>;

    #[cfg(feature = "std")]
    fn begin(&self) -> Self::Run {
        BranchAndBoundRun::walked(Divided::new(self.threads))
    }
    #[cfg(not(feature = "std"))]
    fn begin(&self) -> Self::Run {
        BranchAndBoundRun::walked(Whole::NEW)
    }
}

/// The state of a depth-first branch and bound search.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct BranchAndBoundRun<S, C, W = Whole> {
    starts: Vec<S>,
    /// The bound of this iteration, or of the next.
    bound: Option<C>,
    /// Whether that was made smaller by the limit on the cost.
    is_capped: bool,
    in_iteration: bool,
    /// No solution costs as little as this.
    refuted: Option<C>,
    /// How far the iteration has come.
    walked: W,
    sought: Sought<C>,
}

/// How an iteration is walked.
#[expect(unnameable_types, reason = "two ways to do it are all there are")]
pub trait Improve<P: Puzzle> {
    /// Walks what is left of the iteration.
    fn improve(
        &mut self,
        starts: &[P::State],
        sought: &mut Sought<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>;

    /// The iteration has ended, or another search begins.
    fn clear(&mut self, monitor: Option<&mut MonitorOf<'_, P>>);
}

/// What is still looked for in an iteration, and what was not.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Sought<C> {
    /// No path that costs more.
    within: C,
    /// Nor one that costs as much, once there is a solution that does.
    below: bool,
    /// Whether there is one.
    is_solved: bool,
    /// Whether a path was cut off.
    cut: bool,
    /// What the cheapest of these would cost.
    min_cut: C,
}

impl<C: Cost> Sought<C> {
    fn within(bound: C) -> Self {
        Self {
            within: bound,
            below: false,
            is_solved: false,
            cut: false,
            min_cut: C::max_value(),
        }
    }

    /// A solution that costs so much is known: only what is cheaper is looked for.
    pub(super) const fn solve(&mut self, cost: C) {
        (self.within, self.below, self.is_solved) = (cost, true, true);
    }

    /// Adds what was cut off elsewhere.
    #[cfg(feature = "std")]
    pub(super) fn add_cut(&mut self, other: &Self) {
        self.cut |= other.cut;
        self.min_cut = self.min_cut.min(other.min_cut);
    }

    /// What is carried to a start, unless it is cut off or a dead end.
    pub(super) fn begin_at<P: Puzzle<Cost = C>>(
        &mut self,
        start: &P::State,
        puzzle: &P,
    ) -> Option<Path<C>> {
        let h = puzzle.heuristic(start)?;
        if !self.is_within(h) {
            self.cut = true;
            self.min_cut = self.min_cut.min(h);
            return None;
        }
        Path::after(C::zero(), h)
    }

    /// Whether a path that costs so much is still looked for.
    #[inline]
    fn is_within(&self, f: C) -> bool {
        f < self.within || f == self.within && !self.below
    }
}

impl<S, C: Cost, W> BranchAndBoundRun<S, C, W> {
    fn walked(walked: W) -> Self {
        Self {
            starts: Vec::new(),
            bound: None,
            is_capped: false,
            in_iteration: false,
            refuted: None,
            walked,
            sought: Sought::within(C::zero()),
        }
    }
}

impl<P: Puzzle, W: Improve<P>> Run<P> for BranchAndBoundRun<P::State, P::Cost, W> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.walked.clear(None);
        self.starts = starts;
        (self.bound, self.refuted) = (None, None);
        (self.is_capped, self.in_iteration) = (false, false);
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let estimates = self
            .starts
            .iter()
            .filter_map(|start| puzzle.heuristic(start));
        let Some(least) = estimates.min() else {
            return Ok(Verdict::dead_end());
        };
        monitor.raise_lower_bound(least)?;
        let max_cost = monitor.max_cost();
        let is_too_dear = |cost| max_cost.is_some_and(|max| cost > max);
        let best = monitor.best().map(Solution::cost);
        if let Some(best) = best.filter(|&best| self.in_iteration && self.sought.is_within(best)) {
            // It was given during a pause.
            self.sought.solve(best);
        }
        if let Some(max) = max_cost.filter(|&max| self.in_iteration && max < self.sought.within) {
            // The limit was lowered during a pause.
            (self.sought.within, self.sought.below) = (max, false);
            (self.sought.cut, self.is_capped) = (true, true);
        }
        loop {
            let mut bound = self.bound.unwrap_or(least);
            if !self.in_iteration {
                let best = monitor.best().map(Solution::cost);
                let best = best.filter(|&best| !is_too_dear(best));
                let proved = match self.refuted {
                    // What was cut off costs as much, or more.
                    Some(_) => self.sought.min_cut,
                    None => least,
                };
                if best.is_some_and(|best| best <= proved) {
                    return Ok(Verdict::Incumbent(Guarantee::Optimal));
                }
                if let Some(max) = max_cost {
                    // All that does not cost more was searched.
                    let is_refuted = self.refuted.is_some_and(|refuted| refuted >= max);
                    if is_too_dear(proved) || is_refuted {
                        return Err(monitor.stop_at_cost_limit());
                    }
                    self.is_capped = bound > max && best.is_none();
                    bound = bound.min(max);
                }
                bound = best.map_or(bound, |best| best.min(bound));
                monitor.raise_lower_bound(proved)?;
                monitor.begin_iteration(bound)?;
                (self.bound, self.in_iteration) = (Some(bound), true);
                self.sought = Sought::within(bound);
                if best == self.bound {
                    self.sought.solve(bound);
                }
            }
            let Self { starts, sought, .. } = self;
            self.walked.improve(starts, sought, puzzle, monitor)?;
            self.walked.clear(Some(monitor));
            self.in_iteration = false;
            let told = monitor.finish_iteration();
            let Sought {
                is_solved,
                cut,
                min_cut,
                ..
            } = self.sought;
            let best = monitor.best().map(Solution::cost);
            if best.is_some_and(|best| is_solved && !is_too_dear(best) || !cut) {
                return Ok(Verdict::Incumbent(Guarantee::Optimal));
            }
            if !cut {
                return Ok(Verdict::exhausted());
            }
            let quarter = bound.to_f64().and_then(|bound| NumCast::from(bound / 4.0));
            let quarter: P::Cost = quarter.unwrap_or_else(P::Cost::zero);
            let at_most = bound == P::Cost::max_value();
            self.bound = Some(bound.saturating_add(quarter).max(min_cut));
            self.refuted = Some(bound);
            told?;
            if at_most {
                return Err(Stop::CostOverflow);
            }
        }
    }

    fn has_cut(&self) -> bool {
        self.is_capped
    }
}

impl<P, W> SavedRun<P> for BranchAndBoundRun<P::State, P::Cost, W>
where
    P: Portable,
    W: Improve<P> + SavedPart<P, true>,
{
    fn name(&self) -> String {
        ["branch and bound", W::NAME].concat()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        to.option(self.bound);
        to.flag(self.is_capped);
        to.flag(self.in_iteration);
        to.option(self.refuted);
        let sought = &self.sought;
        for cost in [sought.within, sought.min_cut] {
            to.cost(cost);
        }
        for flag in [sought.below, sought.is_solved, sought.cut] {
            to.flag(flag);
        }
        self.walked.save(puzzle, &self.starts, to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        self.bound = from.option()?;
        (self.is_capped, self.in_iteration) = (from.flag()?, from.flag()?);
        self.refuted = from.option()?;
        let sought = &mut self.sought;
        (sought.within, sought.min_cut) = (from.cost()?, from.cost()?);
        (sought.below, sought.is_solved) = (from.flag()?, from.flag()?);
        sought.cut = from.flag()?;
        self.walked.load(puzzle, (&self.starts, self.bound), from)
    }
}

impl<P: Puzzle> Improve<P> for Whole {
    fn improve(
        &mut self,
        starts: &[P::State],
        sought: &mut Sought<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        while let Some(start) = starts.get(self.at) {
            let path = if self.place.is_root() {
                sought.begin_at(start, puzzle)
            } else {
                // It was begun when more was looked for.
                Sought::within(P::Cost::max_value()).begin_at(start, puzzle)
            };
            if let Some(path) = path {
                let own = Own((self.at, start));
                let root = (Root::new(start), path);
                walk(root, (&mut self.place, sought), own, puzzle, monitor)?;
            }
            self.at += 1;
        }
        Ok(())
    }

    fn clear(&mut self, _: Option<&mut MonitorOf<'_, P>>) {
        *self = Self::NEW;
    }
}

/// Where solutions are kept.
pub(super) trait Incumbent<P: Puzzle> {
    /// What a cheaper one costs that others have found since this was asked last.
    #[inline]
    fn news(&mut self) -> Option<P::Cost> {
        None
    }

    /// These moves are a solution, or the last of them.
    fn keep(
        &mut self,
        moves: &[P::Move],
        cost: P::Cost,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>;
}

/// By the monitor: the start of a search, and its number.
pub(super) struct Own<'s, S>(pub(super) (usize, &'s S));

impl<P: Puzzle> Incumbent<P> for Own<'_, P::State> {
    fn keep(
        &mut self,
        moves: &[P::Move],
        cost: P::Cost,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        monitor.improve(puzzle, self.0, moves, cost)
    }
}

/// Where a walk begins, and what is carried there.
pub(super) type Begin<'r, P> = (
    Root<'r, <P as Puzzle>::State, <P as Puzzle>::Move>,
    Path<<P as Puzzle>::Cost>,
);

/// Walks on every path that costs less than the best solution so far.
pub(super) fn walk<P: Puzzle, K: Incumbent<P>>(
    (root, path): Begin<'_, P>,
    (place, sought): (&mut Place, &mut Sought<P::Cost>),
    kept: K,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let rule = Improving::new(puzzle, *sought, kept);
    let (rule, _, end) = Walk::new(rule, puzzle, monitor).run(root, place, path);
    *sought = rule.leave(monitor);
    end.map(|_| ())
}

/// Every path that costs less than the best solution so far.
pub(super) struct Improving<'p, P: Puzzle, K> {
    puzzle: &'p P,
    kept: K,
    sought: Sought<P::Cost>,
    /// The moves to the edge just entered.
    moves: Vec<P::Move>,
}

impl<'p, P: Puzzle, K> Improving<'p, P, K> {
    pub(super) const fn new(puzzle: &'p P, sought: Sought<P::Cost>, kept: K) -> Self {
        Self {
            puzzle,
            kept,
            sought,
            moves: Vec::new(),
        }
    }

    /// What is still looked for, after a walk.
    pub(super) fn leave(self, monitor: &mut MonitorOf<'_, P>) -> Sought<P::Cost> {
        monitor.release(self.moves.capacity() * size_of::<P::Move>());
        self.sought
    }

    /// Makes room for more moves.
    #[cold]
    fn make_room(
        &mut self,
        monitor: &mut MonitorOf<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<(), Stop> {
        let old = self.moves.capacity();
        let new = (2 * old).max(64);
        // What the traversal has reserved comes before, and what is left for it after.
        monitor.settle(budget);
        let claimed = monitor.claim(new * size_of::<P::Move>()).and_then(|()| {
            let reserved = self.moves.try_reserve_exact(new - self.moves.len());
            let left = if reserved.is_ok() { old } else { new };
            monitor.release(left * size_of::<P::Move>());
            reserved.map_err(|_| Stop::OutOfMemory)
        });
        monitor.settle(budget);
        claimed
    }
}

/// What is carried: g + h of a node, or g where differences are not exact, and how many moves lead to
/// it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<C> {
    spent: C,
    depth: usize,
}

impl<C: Cost> Path<C> {
    /// To a state that a path of this cost leads to, whose estimate is `h`; none if f is beyond the range.
    pub(super) fn after(g: C, h: C) -> Option<Self> {
        let spent = if C::IS_EXACT { g.checked_add(&h)? } else { g };
        Some(Self { spent, depth: 0 })
    }
}

#[cfg(feature = "std")]
impl<C: Copy> Path<C> {
    /// The same, where moves are counted from here on.
    pub(super) const fn at_root(self) -> Self {
        Self { depth: 0, ..self }
    }
}

impl<C: Copy> Carried for Path<C> {}

impl<P: Puzzle, K: Incumbent<P>> Rule<P> for Improving<'_, P, K> {
    const INFORMED: bool = true;
    type Carried = Path<P::Cost>;

    fn g(&self, path: Path<P::Cost>, h: P::Cost) -> P::Cost {
        if P::Cost::IS_EXACT {
            path.spent.saturating_sub(h)
        } else {
            path.spent
        }
    }

    #[inline]
    fn decide(
        &mut self,
        path: Path<P::Cost>,
        edge: &EdgeOf<'_, P>,
        Change { from, to }: Change<P::Cost>,
        monitor: &mut MonitorOf<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<Step<Path<P::Cost>>, Stop> {
        if let Some(cost) = self.kept.news() {
            self.sought.solve(cost);
        }
        // A sum that overflows is cut off like any that exceeds the bound.
        let is_exact = P::Cost::IS_EXACT;
        let before = if is_exact {
            path.spent - from
        } else {
            path.spent
        };
        let spent = before.checked_add(&edge.cost);
        let sum = spent.and_then(|spent| spent.checked_add(&to));
        let f = sum.unwrap_or(P::Cost::max_value());
        // Before a pause the bound may have been larger: what lies below is gone on with, but for a goal
        // for which there was no memory.
        let is_goal = || edge.may_be_goal && self.puzzle.is_goal(edge.child);
        if sum.is_none() || !self.sought.is_within(f) && (!edge.replayed || is_goal()) {
            self.sought.cut = true;
            self.sought.min_cut = self.sought.min_cut.min(f);
            return Ok(Step::Prune);
        }
        self.moves.truncate(path.depth);
        if self.moves.len() == self.moves.capacity() {
            self.make_room(monitor, budget)?;
        }
        self.moves.push(edge.mv.clone());
        if edge.may_be_goal && self.puzzle.is_goal(edge.child) {
            let h = self.puzzle.heuristic(edge.child);
            let g = match spent {
                Some(spent) if !is_exact => spent,
                _ => f.saturating_sub(h.unwrap_or_else(P::Cost::zero)),
            };
            monitor.settle(budget);
            let improved = self.kept.keep(&self.moves, g, self.puzzle, monitor);
            monitor.settle(budget);
            if !improved.is_err_and(Stop::is_of_memory) {
                self.sought.solve(g);
            }
            return improved.map(|()| Step::Prune);
        }
        let depth = path.depth + 1;
        let spent = if is_exact { f } else { spent.unwrap_or(f) };
        Ok(Step::Descend(Path { spent, depth }))
    }
}
