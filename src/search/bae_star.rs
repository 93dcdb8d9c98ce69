//! [`BaeStar`]: bidirectional search with the bound of BAE*.

use super::both_ends::{BothEndsRun, Strategy};
use crate::reversed::TwoSided;
use crate::solver::Algorithm;

/// BAE*: a bidirectional heuristic search that uses the known error of the other side's estimates.
///
/// g is the cost of the best known path from a side's root to a state, h the side's estimate of the remaining cost, and
/// h' the other side's estimate of g. The difference g - h' is the error of h' at the state, and any path through the
/// state has to make up for it. So each side expands states in the order of b = g + h + (g - h') = 2g + h - h', and
/// half the sum of the two sides' least b is a lower bound on the cost of every solution.
///
/// * **Finds** a cheapest path.
/// * **Needs** a puzzle that is [`TwoSided`], guided by estimates that are admissible in both directions.
///   Edges may have any cost, zero included.
/// * **Guarantee**: complete and optimal. If the [facts](crate::Facts) say that the estimates are consistent
///   on both sides, no state is expanded twice. If they do not, or differences of costs are not
///   [exact](crate::Cost::IS_EXACT), the sides are two A* searches that stop when neither can find anything
///   cheaper.
/// * **Time**: on Korf's hundred 15-puzzles with the Manhattan distance, a sixth of the states that A*
///   expands; with a good heuristic and few states on cheapest paths, A* may expand fewer. If the
///   estimates have the [parity](crate::Facts::parity) of the distance, the bound is rounded up to that parity.
///   **Memory**: each generated state is stored. It takes its own size, 8 bytes for parent and cost (if the cost is a
///   `u32`) and, in a large search, some 12 bytes in the hash table and the open lists. At most 2^31 states are stored.
/// * **Unsolvable** starts are proved unsolvable once either side has expanded every state that it can reach.
/// * **Prefer** [`AStar`](crate::AStar) if edges cannot be followed backward, or if estimates are nearly exact;
///   [`IdaStar`](crate::IdaStar) if memory does not suffice; [`Bidirectional`](crate::Bidirectional) if there are
///   no estimates and all edges cost the same.
///
/// A search from several starts ends with [`Stop::SeveralStarts`](crate::Stop::SeveralStarts), since the backward side
/// can estimate the cost only from a single start.
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
    /// Creates the solver.
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
