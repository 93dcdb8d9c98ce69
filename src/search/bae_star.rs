//! [`BaeStar`]: bidirectional search with the bound of BAE*.

use super::both_ends::{BothEndsRun, Strategy};
use crate::reversed::TwoSided;
use crate::solver::Algorithm;

/// BAE*: a search from both ends, each side of which knows by how much the other's estimates are wrong
/// so far.
///
/// g is the cost of the best known path from a side's root to a state, h its estimate of what is left and
/// h' the other side's, which estimates g. Where h' is less than g the difference is error that any path
/// through the state has to make up for: the states of a side come in the order of b = 2g + h - h', and
/// half the sum of the two least b bounds every solution.
///
/// * **Finds** a cheapest path.
/// * **Needs** a puzzle that is [`TwoSided`], guided by estimates that are admissible in both directions.
///   Edges may have any cost, zero included.
/// * **Guarantee**: complete and optimal. If the [facts](crate::Facts) say that the estimates are consistent
///   on both sides no state is expanded twice. Where that is not known, or differences of costs are not
///   [exact](crate::Cost::IS_EXACT), the sides are two A* searches that stop when neither can find anything
///   cheaper.
/// * **Time**: on Korf's hundred 15-puzzles with the Manhattan distance a sixth of the states that A*
///   expands; with a good heuristic and few states on cheapest paths A* may expand fewer. Where the
///   estimates have the [parity](crate::Facts::parity) of the distance the bound is rounded up to it.
///   **Memory**: each state seen is stored, with 8 bytes for parent and cost (if the cost is a `u32`) and, of
///   a large search, some 12 bytes of table and open lists; no more than 2^31 states.
/// * **Unsolvable** starts are proved so when either side has seen all it can reach.
/// * **Prefer** [`AStar`](crate::AStar) where nothing leads backward, or estimates are nearly right;
///   [`IdaStar`](crate::IdaStar) when memory ends; [`Bidirectional`](crate::Bidirectional) where there are
///   no estimates and all edges cost the same.
///
/// Several starts end it with [`Stop::SeveralStarts`](crate::Stop::SeveralStarts): estimates of the cost from any
/// of them are not to be had.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BaeStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let report = BaeStar::new().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert_eq!(report.stats.expanded, 2_315); // A* expands 6,728
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Papers**: S. Sadhukhan, "A new approach to bidirectional heuristic search using error functions", 2012;
/// L. Siag, S. Shperberg, A. Felner, N. Sturtevant, "Front-to-end bidirectional heuristic search with
/// consistent heuristics", IJCAI 2023.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BaeStar;

impl BaeStar {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: TwoSided> Algorithm<P> for BaeStar {
    type Run = BothEndsRun<P>;

    fn begin(&self) -> Self::Run {
        BothEndsRun::new(Strategy::ByError)
    }
}
