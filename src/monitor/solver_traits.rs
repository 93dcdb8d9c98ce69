//! [`SolverTraits`]: what a search has to know of its solver.

/// The traits of a solver on which the course of a search depends.
///
/// ```
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::solver::SolverTraits;
/// use puzzle_search::{AStar, BreadthFirst, Solver};
///
/// let informed = Solver::<Pancake>::traits(&AStar::new());
/// assert_eq!(informed, SolverTraits::default());
/// let uninformed = Solver::<Pancake>::traits(&BreadthFirst::new());
/// assert_eq!(uninformed, SolverTraits::FEWEST_MOVES);
/// assert!(uninformed.counts_moves && !uninformed.is_informed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SolverTraits {
    /// Whether the solver uses the puzzle's heuristic; true by default. If it does, and the
    /// [facts](crate::Facts::admissible) of the puzzle say that the heuristic is not admissible, a search reports its
    /// solutions as [not proved optimal](crate::Guarantee::Unproved).
    pub is_informed: bool,
    /// Whether the solver looks for a path with the fewest moves, instead of a path of least cost; false by default.
    ///
    /// A solver that counts moves accepts the limit [`max_moves`](crate::Limits::max_moves) but not
    /// [`max_cost`](crate::Search::max_cost), and other solvers accept `max_cost` but not `max_moves`. If the puzzle's
    /// [facts](crate::Facts::unit_costs) say that all edges cost one, both kinds of solvers accept both limits.
    pub counts_moves: bool,
}

impl Default for SolverTraits {
    fn default() -> Self {
        Self {
            is_informed: true,
            counts_moves: false,
        }
    }
}

impl SolverTraits {
    /// The traits of a solver that looks for a path of least cost without the heuristic, such as
    /// [`UniformCost`](crate::UniformCost).
    pub const UNINFORMED: Self = Self {
        is_informed: false,
        counts_moves: false,
    };
    /// The traits of a solver that looks for a path with the fewest moves without the heuristic, such as
    /// [`BreadthFirst`](crate::BreadthFirst).
    pub const FEWEST_MOVES: Self = Self {
        is_informed: false,
        counts_moves: true,
    };
}
