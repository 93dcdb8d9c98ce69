//! [`Dps`]: dynamic potential search.

use super::best_first::BestFirstRun;
use super::order::{ByPotential, ByWeight};
use crate::puzzle::Puzzle;
use crate::solver::Algorithm;

/// Dynamic potential search: of the states that can still lead to a solution within a factor w of the
/// optimum, expands the one most likely to.
///
/// L is the least f = g + h of the states in the open list, or what this was at most so far: no solution costs
/// less. A state has the potential (w L - g) / h: how many times its estimate fits into what may still be
/// spent. As L rises, so do all potentials.
///
/// * **Finds** a path that costs no more than w times the cheapest.
/// * **Needs** an admissible heuristic. Edges may have any cost, zero included.
/// * **Guarantee**: complete; [`Within`](crate::Guarantee::Within) the factor, which is checked against the
///   bound, or better: [`Report::factor`](crate::Report::factor). Every state that is expanded, and
///   the goal, has f up to w L. States are reopened, so the factor holds for inconsistent heuristics too.
/// * **Time**: to choose a state takes a look at each value of f from L to w L, which suits costs of few
///   values. Where integer costs spread too widely for that, states are expanded in the order of
///   [`AStar`](crate::AStar); with floating-point costs in that of [`WeightedAStar`](crate::WeightedAStar).
///   **Memory**: as `AStar` for each state seen.
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** it to `WeightedAStar` where the factor is close to one and the heuristic nearly right: on
///   stacks of 101 pancakes, with w = 1.11, the paper has a thirtieth of the expansions of weighted A\*. On
///   sliding tiles the two are close.
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
    /// The solver with this factor, rounded to thousandths and held between 1 and 1000; what is no number counts
    /// as 1. With 1, which is the default too, it finds a cheapest path.
    #[must_use]
    pub fn new(factor: f64) -> Self {
        Self(ByPotential(ByWeight::new(factor)))
    }

    /// The factor.
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
