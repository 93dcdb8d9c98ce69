//! [`BaeStar`]: the solver, as a front-to-end search whose sides take turns ([`Alternating`]).
//!
//! The bound of BAE* requires consistent estimates on both sides. A state that one side has expanded is not expanded by
//! the other one then. If consistency is not known, the key is f, and the bound is the larger of the least keys of both
//! sides. An entry is stale if its state is closed: a cheaper path has a smaller key, so that its entry is taken out of
//! the open list first.

use super::front_to_end::{Alternating, FrontToEndRun};
use crate::puzzle::reversed::TwoSided;
use crate::solver::{BoxedRun, Solver};

/// BAE*: a bidirectional heuristic search whose lower bound uses the heuristics of both directions at every state.
///
/// One side searches forward from the start, the other backward from the goals. Each side expands states in the order
/// of b = g + h + (g - h'). Here g is the cost of the best known path to the state, h estimates the remaining cost, and
/// h' is the other side's estimate of g. If estimates are consistent, half the sum of the least b of one side and the
/// least b of the other side is a lower bound on the cost of every solution.
///
/// * **Finds** a cheapest path.
/// * **Needs** a single start (otherwise [`Stop::SeveralStarts`](crate::Stop::SeveralStarts)), a puzzle that can be
///   reversed ([`TwoSided`]), and estimates that are admissible in both directions. Edges may cost zero.
/// * **Guarantee**: complete and optimal. If the puzzle's [facts](crate::Facts::consistent) say that the estimates are
///   consistent on both sides, no state is expanded twice. If the facts do not say so, or if costs are floating-point
///   numbers, each side expands states in the order of f = g + h, as A* does.
/// * **Time**: on 15-puzzles with the Manhattan distance, BAE* expands a sixth of the states that A* expands.
///   **Memory**: each generated state is stored, as by A*. At most 2^31 states are stored.
/// * **Unsolvable** starts are proved unsolvable once either side has expanded every state that it can reach.
/// * **Prefer** [`AStar`](crate::AStar) if edges cannot be followed backward, or if estimates are close to the true
///   cost; [`IdaStar`](crate::IdaStar) if memory does not suffice; [`Bidirectional`](crate::Bidirectional) if there are
///   no estimates and all edges cost the same.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::BaeStar;
/// use puzzle_search::{Notation, Puzzle, Solver};
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
/// [**Papers**](crate::guide::references): S. Sadhukhan, "A new approach to bidirectional heuristic search using error
/// functions", 2012; L. Siag, S. Shperberg, A. Felner, N. Sturtevant, "Front-to-end bidirectional heuristic search with
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

impl<P: TwoSided> Solver<P> for BaeStar {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(FrontToEndRun::<P, Alternating>::new())
    }
}
