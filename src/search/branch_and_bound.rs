//! [`BranchAndBound`]: depth-first search that keeps improving a solution.

use alloc::vec::Vec;

use num_traits::{Bounded, CheckedAdd, One, Saturating, Zero};

use super::walk::{Rule, Walk};
use crate::monitor::{Iteration, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solver::{Guarantee, Solver, Verdict};
use crate::traversal::{Change, Edge, Step};

/// Depth-first branch and bound: walks every path whose f = g + h is less than the cost of the best
/// solution so far (the incumbent).
///
/// g is the cost of the path so far, h the heuristic's estimate of what is left.
///
/// * **Finds** a cheapest path, and better and better ones on the way: an
///   [`Observer`](crate::Observer) sees each, and a search that is stopped answers the last.
/// * **Needs** an admissible heuristic (zero will do), and edges that cost more than zero (an edge
///   of cost zero ends it with [`Stop::ZeroCostEdge`]).
/// * **Guarantee**: complete and optimal. A depth-first walk of a space with cycles only ends with a
///   bound, so as long as there is no incumbent it has one: the cost limit if there is one,
///   otherwise h of the start, and then a quarter more (or the smallest f cut off, if that is more)
///   whenever a walk ends without a solution.
/// * **Time**: every path with f up to the bound of the last walk, at most a quarter above the cost of
///   the solution if there is no cost limit, is walked until there is an incumbent, and from then on
///   those with f below its cost. **Memory**: the current path, and the incumbent.
/// * **Unsolvable** starts are proved so only by [`Puzzle::solvability`] or where all paths end;
///   on a puzzle with cycles it goes on until a limit ends it.
/// * **Prefer** [`IdaStar`](crate::IdaStar), which never looks beyond the optimal cost, where edge costs
///   are few; [`AStar`](crate::AStar) where memory suffices.
///
/// ```
/// use puzzle_search::{from_fn, BranchAndBound, Solver};
///
/// // From 1 to 100: doubling costs 30, adding one costs 11.
/// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 30_u32), ("add", n + 1, 11)], |&n| n == 100)
///     .with_heuristic(|&n| (n <= 100).then_some(0));
/// let report = BranchAndBound::new().solve(&puzzle, &1);
/// let solution = report.solution().expect("adding alone leads there");
/// assert_eq!(solution.cost(), 183);
/// assert!(solution.verify(&puzzle, &1).is_ok());
/// ```
///
/// **Papers**: A. H. Land, A. G. Doig, "An automatic method of solving discrete programming problems",
/// 1960; the growing bound after U. K. Sarkar et al., "Reducing reexpansions in iterative-deepening
/// search by controlling cutoff bounds", 1991.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BranchAndBound {
    _private: (),
}

impl BranchAndBound {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self { _private: () }
    }
}

impl<P: Puzzle> Solver<P> for BranchAndBound {
    fn run(
        &self,
        puzzle: &P,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
        let Some(h) = puzzle.heuristic(start) else {
            return Ok(Verdict::dead_end());
        };
        let max_cost = monitor.limits().cost;
        let mut bound = max_cost.unwrap_or(h);
        monitor.raise_lower_bound(h)?;
        loop {
            if h > bound {
                return Err(monitor.stop_at_cost_limit());
            }
            let before = Iteration::so_far(bound, monitor.stats());
            let root = Path { f: h, depth: 0 };
            let rule = Improving::new(puzzle, bound);
            let (rule, end) = Walk::new(rule, puzzle, monitor).run(start, root);
            let told =
                monitor.finish_iteration(Iteration::so_far(bound, monitor.stats()).since(&before));
            end?;
            told?;
            if let Some(best) = monitor.best() {
                return Ok(Verdict::Solved(best.clone(), Guarantee::Optimal));
            }
            if !rule.cut {
                return Ok(Verdict::exhausted());
            }
            if max_cost.is_some_and(|max| bound >= max) {
                return Err(monitor.stop_at_cost_limit());
            }
            monitor.raise_lower_bound(rule.min_cut)?;
            if bound == P::Cost::max_value() {
                return Err(Stop::CostOverflow);
            }
            let quarter = (bound >> 2).max(P::Cost::one());
            bound = bound.saturating_add(quarter).max(rule.min_cut);
        }
    }
}

/// Every path that may still lead to a better solution.
struct Improving<'p, P: Puzzle> {
    puzzle: &'p P,
    /// What a solution may cost at most: less than the incumbent.
    bound: P::Cost,
    /// Whether a child was cut off, and the smallest f of those.
    cut: bool,
    min_cut: P::Cost,
    /// The current path; what lies beyond the current depth is of no meaning.
    moves: Vec<P::Move>,
}

impl<'p, P: Puzzle> Improving<'p, P> {
    fn new(puzzle: &'p P, bound: P::Cost) -> Self {
        Self {
            puzzle,
            bound,
            cut: false,
            min_cut: P::Cost::max_value(),
            moves: Vec::new(),
        }
    }
}

/// What is carried: the cost of the path with the estimate for its end, and its length.
#[derive(Clone, Copy)]
struct Path<C> {
    f: C,
    depth: usize,
}

impl<P: Puzzle> Rule<P> for Improving<'_, P> {
    const INFORMED: bool = true;
    const COUNTS_AHEAD: bool = false;
    type Carried = Path<P::Cost>;

    fn g(&self, path: Path<P::Cost>, h: P::Cost) -> P::Cost {
        path.f.saturating_sub(h)
    }

    #[inline]
    fn decide(
        &mut self,
        path: Path<P::Cost>,
        edge: &Edge<'_, P>,
        Change { from, to }: Change<P::Cost>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Step<Path<P::Cost>>, Stop> {
        // A sum that overflows is cut off like any that exceeds the bound.
        let sum = (path.f - from).checked_add(&edge.cost);
        let sum = sum.and_then(|sum| sum.checked_add(&to));
        let f = sum.unwrap_or(P::Cost::max_value());
        if sum.is_none() || f > self.bound {
            self.cut = true;
            self.min_cut = self.min_cut.min(f);
            return Ok(Step::Prune);
        }
        self.moves.truncate(path.depth);
        if self.moves.len() == self.moves.capacity() {
            self.moves.try_reserve(1).map_err(|_| Stop::OutOfMemory)?;
        }
        self.moves.push(edge.mv.clone());
        if edge.may_be_goal && self.puzzle.is_goal(edge.child) {
            let h = self.puzzle.heuristic(edge.child);
            let g = f.saturating_sub(h.unwrap_or_else(P::Cost::zero));
            self.bound = g - P::Cost::one();
            monitor.improve(Solution::new(self.moves.clone(), g))?;
            return Ok(Step::Prune);
        }
        let depth = path.depth + 1;
        Ok(Step::Descend(Path { f, depth }))
    }
}
