//! [`Dps`]: dynamic potential search.

use super::best_first::BestFirstRun;
use super::order::{ByPotential, ByWeight};
use crate::puzzle::Puzzle;
use crate::solver::Algorithm;

/// Dynamic potential search: finds a solution within a factor w of the optimum, by expanding the open state that seems
/// most likely to lead to such a solution.
///
/// f = g + h is the cost so far plus the estimate of the remaining cost. L is the lower bound proved so far on the cost
/// of a solution: the greatest value that the least f in the open list has had. The potential of a state is (w L - g) /
/// h: how many times its estimate h fits into w L - g, the cost that may still be spent. The open state with the
/// greatest potential is expanded first.
///
/// * **Finds** a path that costs no more than w times the cost of a cheapest path.
/// * **Needs** an admissible heuristic. Edges may have any cost, zero included.
/// * **Guarantee**: complete, and the cost is at most w L. The reported guarantee is
///   [`Within`](crate::Guarantee::Within), or [`Optimal`](crate::Guarantee::Optimal) if the cost equals L.
///   [`Report::factor`](crate::Report::factor) returns the cost divided by L. A state is expanded again (reopened) if a
///   cheaper path to it is found, so the factor holds for inconsistent heuristics too.
/// * **Time**: choosing a state takes time proportional to the number of different values of f from L to w L, so there
///   should be few such values. If the values of f differ too widely, the search goes on in the order of
///   [`AStar`](crate::AStar). With floating-point costs, states are expanded in the order of
///   [`WeightedAStar`](crate::WeightedAStar). **Memory**: each generated state is stored, as by `AStar`.
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** this solver to `WeightedAStar` if the factor is close to one and the heuristic is close to the true
///   cost. On stacks of 101 pancakes, with w = 1.11, the paper reports that dynamic potential search expands a
///   thirtieth of the states that weighted A\* expands. On sliding tiles the two solvers expand about equally many
///   states.
///
/// ```
/// use puzzle_search::heuristics::Gap;
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::{Dps, Puzzle, Solver};
///
/// let puzzle = Pancake::new(12)?.guided_by(Gap::ignoring(2));
/// let start = puzzle.puzzle().state(&[7, 2, 12, 5, 9, 1, 11, 4, 8, 3, 10, 6])?;
/// let report = Dps::new(1.25).solve(&puzzle, &start);
/// let solution = report.solution().expect("every stack can be sorted");
/// assert!(solution.verify(&puzzle, &start).is_ok() && report.factor() <= Some(1.25));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: D. Gilon, A. Felner, R. Stern, "Dynamic potential search: a new bounded suboptimal search
/// algorithm", Symposium on Combinatorial Search 2016.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dps(ByPotential);

impl Dps {
    /// Creates the solver with the factor w = `factor`, clamped to the range from 1 to 1000 and rounded to thousandths.
    /// NaN is replaced by 1. With the factor 1, which is also the default, the solver finds a cheapest path.
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

impl<P: Puzzle> Algorithm<P> for Dps {
    type Run = BestFirstRun<P::State, P::Cost, ByPotential>;

    fn begin(&self) -> Self::Run {
        BestFirstRun::by(self.0)
    }
}
