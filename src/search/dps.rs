//! [`Dps`]: the solver, as a best-first search in the order of the potential ([`ByPotential`]).

use super::best_first::BestFirstRun;
use super::order::{ByPotential, ByWeight};
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// Dynamic potential search: finds a solution within a factor w of the optimum. It expands the open state that seems
/// most likely to lead to such a solution.
///
/// g is the cost of the path so far, h the estimate of the remaining cost, and f = g + h. L is the best lower bound on
/// the cost of a solution so far. The potential of a state is (w L - g) / h: the cost that may still be spent, divided
/// by the estimate. The open state with the greatest potential is expanded first.
///
/// * **Finds** a path that costs no more than w times the cost of a cheapest path.
/// * **Needs** an admissible heuristic. Edges may cost zero.
/// * **Guarantee**: complete, and the cost is at most w L, even if the heuristic is not consistent. The reported
///   guarantee is [`Within`](crate::Guarantee::Within), or [`Optimal`](crate::Guarantee::Optimal) if the cost equals L.
/// * **Time**: choosing a state takes time proportional to the number of different values of f from L to w L, so there
///   should be few different values. With floating-point costs, states are expanded in the order of
///   [`WeightedAStar`](crate::solvers::WeightedAStar). **Memory**: each generated state is stored, as by
///   [`AStar`](crate::AStar).
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** this solver to `WeightedAStar` if the factor is close to one and the heuristic is close to the true
///   cost.
///
/// ```
/// use puzzle_search::heuristics::Gap;
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::solvers::Dps;
/// use puzzle_search::{Puzzle, Solver};
///
/// let puzzle = Pancake::new(12)?.guided_by(Gap::ignoring(2));
/// let start = puzzle.puzzle().state(&[7, 2, 12, 5, 9, 1, 11, 4, 8, 3, 10, 6])?;
/// let report = Dps::new(1.25).solve(&puzzle, &start);
/// let solution = report.solution().expect("every stack can be sorted");
/// assert!(solution.verify(&puzzle, &start).is_ok() && report.factor() <= Some(1.25));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): D. Gilon, A. Felner, R. Stern, "Dynamic potential search: a new bounded
/// suboptimal search algorithm", Symposium on Combinatorial Search 2016.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dps(ByPotential);

impl Dps {
    /// Creates the solver with the factor w = `factor`, clamped to the range from 1 to 1000 and rounded down to
    /// thousandths. NaN is replaced by 1. With the factor 1, which is also the default, the solver finds a cheapest
    /// path.
    #[must_use]
    pub fn new(factor: f64) -> Self {
        Self(ByPotential(ByWeight::new(factor)))
    }

    /// Returns the factor.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.0.0.weight()
    }
}

impl<P: Puzzle> Solver<P> for Dps {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BestFirstRun::new(self.0))
    }
}
