//! [`WeightedAStar`]: the solver, as a best-first search in the order of g + w h ([`ByWeight`]).

use super::best_first::BestFirstRun;
use super::order::ByWeight;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// Weighted A*: expands states in the order of g + w h. Finds a solution within a factor w of the optimum, often after
/// a small fraction of the expansions of A*.
///
/// g is the cost of the best known path to a state, h the heuristic's estimate of the remaining cost, and w the weight.
///
/// * **Finds** a path that costs no more than w times the cost of a cheapest path.
/// * **Needs** an admissible heuristic. Edges may cost zero.
/// * **Guarantee**: complete, and the cost is at most w times the proved lower bound, even if the heuristic is not
///   consistent. The reported guarantee is [`Within`](crate::Guarantee::Within), or
///   [`Optimal`](crate::Guarantee::Optimal) if the cost equals the bound. With integer costs, states for which
///   1000 (g + w h) exceeds the range of the cost type are expanded in any order: the cost may then exceed the factor,
///   and the guarantee is [`Unproved`](crate::Guarantee::Unproved). Take a larger type, such as `u64`.
/// * **Time**: on 15-puzzles with the Manhattan distance and w = 1.5, the solver expands a fiftieth of the states that
///   [`AStar`](crate::AStar) expands. **Memory**: each generated state is stored, as by A*.
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** [`Anytime`](crate::solvers::Anytime) if time is limited, and
///   [`GreedyBestFirst`](crate::solvers::GreedyBestFirst) if any solution will do.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::WeightedAStar;
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let report = WeightedAStar::new(1.5).solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert!(solution.cost() <= 46 && report.factor() <= Some(1.5)); // the optimum is 31, and 1.5 * 31 = 46.5
/// assert!(report.stats.expanded * 2 < AStar::new().solve(&puzzle, &start).stats.expanded);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): I. Pohl, "Heuristic search viewed as path finding in a graph", 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WeightedAStar(ByWeight);

impl WeightedAStar {
    /// Creates the solver with the weight w = `weight`, clamped to the range from 1 to 1000 and rounded down to
    /// thousandths. NaN is replaced by 1. With the weight 1, the solver is A*.
    #[must_use]
    pub fn new(weight: f64) -> Self {
        Self(ByWeight::new(weight))
    }

    /// Returns the weight.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.0.weight()
    }
}

impl<P: Puzzle> Solver<P> for WeightedAStar {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BestFirstRun::new(self.0))
    }
}
