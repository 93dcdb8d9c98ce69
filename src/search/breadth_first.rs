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
/// * **Finds** a path with the fewest moves, and of these the first in neighbor order: the
///   lexicographically least one if neighbors come in that order.
/// * **Needs** nothing; asks for no heuristic.
/// * **Guarantee**: complete; fewest moves, which is cheapest where all edges cost the same (it is
///   called so if the puzzle says so, [`Puzzle::has_unit_costs`]). On other edges use [`UniformCost`](crate::UniformCost) or [`AStar`](crate::AStar).
/// * **Time and memory**: O(b^d) for branching factor b and depth d, at most the number of states;
///   every state seen is stored, with a parent of 4 bytes and about 8 bytes of table.
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** [`Bidirectional`](crate::Bidirectional) for a single distant goal, `AStar` or
///   [`IdaStar`](crate::IdaStar) where there is a heuristic.
/// * **Paper**: E. F. Moore, "The shortest path through a maze", 1959.
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
