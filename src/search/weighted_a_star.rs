//! [`WeightedAStar`].

use super::best_first::BestFirstRun;
use super::order::ByWeight;
use crate::puzzle::Puzzle;
use crate::solver::Algorithm;

/// Weighted A*: expands states in the order of g + w h, and finds a solution within a factor w of the
/// optimum, often with a small part of the expansions.
///
/// * **Finds** a path that costs no more than w times the cheapest.
/// * **Needs** an admissible heuristic. Edges may have any cost, zero included.
/// * **Guarantee**: complete; [`Within`](crate::Guarantee::Within) the factor, which is checked against the
///   bound that the order proves, or better: [`Report::factor`](crate::Report::factor). States are reopened,
///   so the factor holds for inconsistent heuristics too. It is left unproved where w h is beyond the range
///   of the cost type.
/// * **Time** and **memory**: on 15-puzzles with the Manhattan distance and w = 1.5 a fiftieth of the states
///   of [`AStar`](crate::AStar), stored as there. A heuristic that is mostly far off gains less.
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** [`Anytime`](crate::Anytime) when time is what is limited,
///   [`GreedyBestFirst`](crate::GreedyBestFirst) where any solution will do.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Notation, Puzzle, Solver, WeightedAStar};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let report = WeightedAStar::new(1.5).solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert!(solution.cost() <= 46 && report.factor() <= Some(1.5)); // the optimum is 31
/// assert!(report.stats.expanded * 2 < AStar::new().solve(&puzzle, &start).stats.expanded);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: I. Pohl, "Heuristic search viewed as path finding in a graph", 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WeightedAStar(ByWeight);

impl WeightedAStar {
    /// The solver with this weight, from 1 to 1000 and rounded to thousandths; what is less, or no number,
    /// counts as 1, and is A*.
    #[must_use]
    pub fn new(weight: f64) -> Self {
        Self(ByWeight::new(weight))
    }

    /// The same solver, but a state that was expanded stays as it is though a cheaper path to it is found.
    ///
    /// The factor holds all the same. On 15-puzzles with heavy tiles it expands a quarter to a third less, on
    /// pancakes up to twice as much and more. Where the heuristic is not known to be
    /// [consistent](crate::Facts::consistent) states are reopened as ever. A search that reopens none cannot be
    /// held to a limit on the cost ([`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit)).
    ///
    /// **Paper**: M. Likhachev, G. J. Gordon and S. Thrun, "ARA*: anytime A* with provable bounds on
    /// sub-optimality", 2003.
    ///
    /// ```
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    /// use puzzle_search::{Notation, Puzzle, Solver, WeightedAStar};
    ///
    /// let puzzle = WeightedTiles::heavy(SlidingTiles::new(3, 3)?).guided_by(Manhattan);
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let (reopening, without) = (WeightedAStar::new(2.0), WeightedAStar::new(2.0).without_reopening());
    /// let report = without.solve(&puzzle, &start);
    /// assert!(report.factor() <= Some(2.0) && report.stats.reopened == 0);
    /// assert!(report.stats.expanded < reopening.solve(&puzzle, &start).stats.expanded);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn without_reopening(self) -> Self {
        Self(self.0.leaving_closed())
    }

    /// The weight.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.0.weight()
    }
}

impl<P: Puzzle> Algorithm<P> for WeightedAStar {
    type Run = BestFirstRun<P::State, P::Cost, ByWeight>;

    fn begin(&self) -> Self::Run {
        BestFirstRun::by(self.0)
    }
}
