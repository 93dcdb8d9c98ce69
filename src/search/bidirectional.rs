//! [`Bidirectional`] breadth-first search.

use core::hash::BuildHasher;

use num_traits::{CheckedAdd, One, Saturating};

use super::path;
use super::tree::{Backward, Forward, Meeting, Tree};
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Reversible;
use crate::solvability::Reason;
use crate::solver::{Guarantee, Solver, Verdict};
use crate::storage::FixedState;

/// Bidirectional breadth-first search: from the start and from the goals, until the two meet.
///
/// b is the number of neighbors of a state, d the number of moves of the solution.
///
/// * **Finds** a path with the fewest moves.
/// * **Needs** the goals and the edges backward ([`Reversible`]); asks for no heuristic.
/// * **Guarantee**: complete; fewest moves. Where every edge costs one that is optimal, and is called so
///   if the puzzle says so ([`has_unit_costs`](crate::Puzzle::has_unit_costs)).
/// * **Time**: O(b^(d/2)), where breadth-first search takes O(b^d). The side with the smaller frontier
///   grows, always by a whole layer. **Memory**: each state seen is stored, as for
///   [`BreadthFirst`](crate::BreadthFirst).
/// * **Unsolvable** starts are proved so when either side has seen all it can reach.
/// * **Prefer** `BreadthFirst` for the lexicographically least path, and where there are many goals;
///   [`AStar`](crate::AStar) or [`IdaStar`](crate::IdaStar) with a good heuristic.
///
/// The first meeting is on a shortest path: before a layer of the forward tree is added the trees
/// have no state in common, so a child found in the backward tree lies on that tree's frontier.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Bidirectional, BreadthFirst, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let two = Bidirectional::new().solve(&puzzle, &start);
/// let one = BreadthFirst::new().solve(&puzzle, &start);
/// assert!(10 * two.stats.expanded < one.stats.expanded);
/// let solution = two.solution().expect("an even permutation");
/// assert_eq!(solution.len(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
///
/// **Paper**: I. Pohl, "Bi-directional search", Machine Intelligence 6, 1971.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bidirectional<B = FixedState> {
    build_hasher: B,
}

impl Bidirectional {
    /// The solver with the crate's own hash.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_hasher(FixedState)
    }
}

impl<B> Bidirectional<B> {
    /// The solver with another hash.
    ///
    /// ```
    /// use std::hash::RandomState;
    /// use puzzle_search::puzzles::SwapGame;
    /// use puzzle_search::{Bidirectional, Solver};
    ///
    /// let (puzzle, solver) = (SwapGame::new(2, 2)?, Bidirectional::with_hasher(RandomState::new()));
    /// let report = solver.solve(&puzzle, &puzzle.state(&[4, 3, 2, 1])?);
    /// assert_eq!(report.solution().map(|solution| solution.cost()), Some(4));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn with_hasher(build_hasher: B) -> Self {
        Self { build_hasher }
    }
}

impl<P: Reversible, B: BuildHasher + Clone> Solver<P> for Bidirectional<B> {
    fn run(
        &self,
        puzzle: &P,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
        let max_moves = monitor.limits().cost;
        let mut front = Tree::new(self.build_hasher.clone());
        let mut back = Tree::new(self.build_hasher.clone());
        front.add_root(start.clone(), 0, monitor)?;
        for goal in puzzle.goals() {
            back.add_root(goal, front.len(), monitor)?;
        }
        while !front.is_exhausted() && !back.is_exhausted() {
            let depth = front.depth().checked_add(&back.depth());
            let depth = depth.ok_or(Stop::CostOverflow)?;
            if max_moves.is_some_and(|max| depth >= max) {
                return Err(monitor.stop_at_move_limit(puzzle));
            }
            // The states on either side of the edge where the trees meet.
            let meeting = if front.frontier_len() <= back.frontier_len() {
                front
                    .expand_layer::<Forward, _>(puzzle, &back, back.len(), monitor)?
                    .map(|Meeting { parent, met, .. }| (parent, met))
            } else {
                back.expand_layer::<Backward, _>(puzzle, &front, front.len(), monitor)?
                    .map(|Meeting { parent, met, .. }| (met, parent))
            };
            if let Some((last, next)) = meeting {
                let mut states = front.path_from_root(last);
                states.extend(back.path_to_root(next));
                let solution = path::along(puzzle, &states, path::Edge::First)?;
                return Ok(Verdict::Solved(solution, Guarantee::FewestMoves));
            }
            if puzzle.has_unit_costs() {
                let both = front.depth().saturating_add(back.depth());
                monitor.raise_lower_bound(both.saturating_add(P::Cost::one()))?;
            }
        }
        if front.is_exhausted() {
            return Ok(Verdict::exhausted());
        }
        Ok(Verdict::Unsolvable(Reason::new(
            "every state from which a goal can be reached was searched and none is the start",
        )))
    }

    fn is_informed(&self) -> bool {
        false
    }
}
