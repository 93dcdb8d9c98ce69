//! [`GreedyBestFirst`]: the solver, as a best-first search in the order of h ([`ByH`]).

use super::best_first::BestFirstRun;
use super::order::ByH;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// Greedy best-first search: always expands the open state with the least h, the estimate of the remaining cost.
///
/// * **Finds** some path, not always a cheapest one.
/// * **Needs** a heuristic, admissible or not. Edges may cost zero. Limits on the cost or on moves are not supported
///   ([`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit)).
/// * **Guarantee**: complete on finite spaces. A solution is proved optimal only if its cost equals an admissible
///   estimate for the start.
/// * **Time**: no state is expanded twice. **Memory**: each generated state is stored, as by [`AStar`](crate::AStar).
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded.
/// * **Prefer** [`WeightedAStar`](crate::solvers::WeightedAStar) with a large weight if the cost of the path matters.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::GreedyBestFirst;
/// use puzzle_search::{Notation, Puzzle, Solver};
///
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?;
/// let report = GreedyBestFirst::new().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert!(solution.verify(&puzzle, &start).is_ok() && !report.is_optimal());
/// assert!(report.stats.expanded < 10_000);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): J. E. Doran, D. Michie, "Experiments with the Graph Traverser program", 1966.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GreedyBestFirst;

impl GreedyBestFirst {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Solver<P> for GreedyBestFirst {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BestFirstRun::new(ByH))
    }
}
