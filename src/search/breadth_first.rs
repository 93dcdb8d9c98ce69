//! [`BreadthFirst`] search.

use core::hash::BuildHasher;

use num_traits::{One, Saturating};

use super::path;
use super::tree::{Forward, Goals, Meeting, Tree};
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{Guarantee, Solver, Verdict};
use crate::storage::FixedState;

/// Breadth-first search: layer by layer from the start.
///
/// b is the number of neighbors of a state, d the number of moves of the solution.
///
/// * **Finds** a path with the fewest moves, and of these the first in neighbor order: the
///   lexicographically least one if neighbors come in that order.
/// * **Needs** nothing; asks for no heuristic.
/// * **Guarantee**: complete; fewest moves. Where every edge costs one that is optimal, and is called so
///   if the puzzle says so ([`Puzzle::has_unit_costs`]).
/// * **Time**: O(b^d), at most once for each state. **Memory**: each state seen is stored, with a parent
///   of 4 bytes, what aligns both, and 9 to 12 bytes of table.
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** [`UniformCost`](crate::UniformCost) on edges of different cost,
///   [`Bidirectional`](crate::Bidirectional) for a single distant goal, [`AStar`](crate::AStar) or
///   [`IdaStar`](crate::IdaStar) where there is a heuristic,
///   [`RankedBreadthFirst`](crate::RankedBreadthFirst) where most of a numbered space will be seen.
///
/// ```
/// use puzzle_search::puzzles::MagicSquares;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1])?;
/// let start = MagicSquares::initial();
/// let report = BreadthFirst::new().solve(&puzzle, &start);
/// let solution = report.solution().expect("every board can be reached");
/// assert_eq!(solution.to_string(), "B C A B C C B");
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
///
/// **Paper**: E. F. Moore, "The shortest path through a maze", 1959.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BreadthFirst<B = FixedState> {
    build_hasher: B,
}

impl BreadthFirst {
    /// The solver with the crate's own hash.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_hasher(FixedState)
    }
}

impl<B> BreadthFirst<B> {
    /// The solver with another hash.
    ///
    /// ```
    /// use std::hash::RandomState;
    /// use puzzle_search::puzzles::SwapGame;
    /// use puzzle_search::{BreadthFirst, Solver};
    ///
    /// let (puzzle, solver) = (SwapGame::new(2, 2)?, BreadthFirst::with_hasher(RandomState::new()));
    /// let report = solver.solve(&puzzle, &puzzle.state(&[4, 3, 2, 1])?);
    /// assert_eq!(report.solution().map(|solution| solution.cost()), Some(4));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn with_hasher(build_hasher: B) -> Self {
        Self { build_hasher }
    }
}

impl<P: Puzzle, B: BuildHasher + Clone> Solver<P> for BreadthFirst<B> {
    fn run(
        &self,
        puzzle: &P,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
        let max_moves = monitor.limits().cost;
        let mut tree = Tree::new(self.build_hasher.clone());
        tree.add_root(start.clone(), 0, monitor)?;
        while !tree.is_exhausted() {
            if max_moves.is_some_and(|max| tree.depth() >= max) {
                return Err(monitor.stop_at_move_limit(puzzle));
            }
            let goal = tree.expand_layer::<Forward, _>(puzzle, &Goals(puzzle), 0, monitor)?;
            if let Some(Meeting { parent, state, .. }) = goal {
                let mut states = tree.path_from_root(parent);
                states.push(state);
                let solution = path::along(puzzle, &states, path::Edge::First)?;
                return Ok(Verdict::Solved(solution, Guarantee::FewestMoves));
            }
            if puzzle.has_unit_costs() {
                let beyond = tree.depth().saturating_add(P::Cost::one());
                monitor.raise_lower_bound(beyond)?;
            }
        }
        Ok(Verdict::exhausted())
    }

    fn is_informed(&self) -> bool {
        false
    }
}
