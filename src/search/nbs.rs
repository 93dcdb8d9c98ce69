//! [`Nbs`]: the solver, as a front-to-end search that selects states in pairs ([`InPairs`]).

use super::front_to_end::{FrontToEndRun, InPairs};
use crate::puzzle::reversed::TwoSided;
use crate::solver::{BoxedRun, Solver};

/// NBS (near-optimal bidirectional search): a bidirectional heuristic search that expands states in pairs.
///
/// One side searches forward from the start, the other backward from the goals. For a state that a side has reached, g
/// is the cost of the best known path to the state, h is the side's estimate of the remaining cost, and f is their sum.
/// e is [`Facts::least_cost`](crate::Facts::least_cost), a lower bound on the cost of every edge. A solution through a
/// state u of one side and a state v of the other side costs at least max(f(u), f(v), g(u) + g(v) + e). NBS picks the
/// pair with the least bound, and expands both states.
///
/// * **Finds** a cheapest path.
/// * **Needs** a single start (otherwise [`Stop::SeveralStarts`](crate::Stop::SeveralStarts)), a puzzle that can be
///   reversed ([`TwoSided`]), and estimates that are admissible in both directions. Edges may cost zero.
/// * **Guarantee**: complete and optimal. If estimates are consistent on both sides, neither side expands a state
///   twice, and NBS expands at most twice as many states as any search that proves its solution optimal by the bound
///   above. With floating-point costs, each side expands its states in the order of f, as A* does, and the factor of
///   two is not guaranteed.
/// * **Time**: NBS expands far fewer states than A* if estimates are weak, and more than A* if estimates are close to
///   the true cost. **Memory**: each generated state is stored, as by [`BaeStar`](crate::solvers::BaeStar).
/// * **Unsolvable** starts are proved unsolvable once either side has expanded every state that it can reach.
/// * **Prefer** [`BaeStar`](crate::solvers::BaeStar) if estimates are consistent on both sides: BAE* expands a fraction
///   of the states that NBS expands.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::Nbs;
/// use puzzle_search::{Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let report = Nbs::new().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert_eq!(report.stats.expanded, 4_662); // A* expands 6,728
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, "Front-to-end
/// bidirectional heuristic search with near-optimal node expansions", IJCAI 2017.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Nbs;

impl Nbs {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: TwoSided> Solver<P> for Nbs {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(FrontToEndRun::<P, InPairs<P::Cost>>::new())
    }
}
