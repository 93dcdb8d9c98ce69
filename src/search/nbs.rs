//! [`Nbs`]: near-optimal bidirectional search.

use super::both_ends::{BothEndsRun, Strategy};
use crate::reversed::TwoSided;
use crate::solver::Algorithm;

/// NBS: a search from both ends that expands states in pairs, and at most twice as many as any search from
/// both ends must.
///
/// g is the cost of the best known path from a side's root to a state, f = g + h with the estimate h of what
/// is left, e the cost of the cheapest edge. A solution through a state u of the one side and v of the other
/// costs at least max(f(u), f(v), g(u) + g(v) + e). Where that is less than the cost of the solution, one of the
/// two has to be expanded, or a cheaper one might be missed. NBS takes the pair with the least such bound, and
/// expands both.
///
/// * **Finds** a cheapest path.
/// * **Needs** a puzzle that is [`TwoSided`], guided by estimates that are admissible in both directions.
///   Edges may have any cost, zero included; e is known by the [facts](crate::Facts::least_cost).
/// * **Guarantee**: complete and optimal. Where estimates are consistent on both sides no state is expanded
///   twice, and of the states that must be expanded before the solution is proved no more than twice the least
///   number are; elsewhere states are reopened. Where differences of costs are not
///   [exact](crate::Cost::IS_EXACT) the sides are two A* searches.
/// * **Time**: far fewer expansions than A*'s where estimates are weak, more where they are nearly right. Where
///   they have the [parity](crate::Facts::parity) of the distance the bound is rounded up to it.
///   **Memory**: that of [`BaeStar`](crate::BaeStar).
/// * **Unsolvable** starts are proved so when either side has seen all it can reach.
/// * **Prefer** [`BaeStar`](crate::BaeStar) where estimates are consistent on both sides: it knows more of a
///   state than f and expands a fraction.
///
/// Several starts end it with [`Stop::SeveralStarts`](crate::Stop::SeveralStarts): estimates of the cost from any
/// of them are not to be had.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Nbs, Notation, Puzzle, Solver};
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
/// **Paper**: J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, "Front-to-end bidirectional heuristic search
/// with near-optimal node expansions", IJCAI 2017.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Nbs;

impl Nbs {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: TwoSided> Algorithm<P> for Nbs {
    type Run = BothEndsRun<P>;

    fn begin(&self) -> Self::Run {
        BothEndsRun::new(Strategy::InPairs)
    }
}
