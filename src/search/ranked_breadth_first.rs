//! [`RankedBreadthFirst`] search.

use alloc::vec::Vec;

use num_traits::{CheckedAdd, One, Saturating, Zero};

use super::path;
use crate::monitor::{Generated, Layer, Monitor, Side, Stop};
use crate::puzzle::Ranked;
use crate::solver::{Guarantee, Solver, Verdict};
use crate::storage::{Arena, BitTable};

/// Breadth-first search with a bit for each state instead of a hash table.
///
/// b is the number of neighbors of a state, d the number of moves of the solution.
///
/// * **Finds** what [`BreadthFirst`](crate::BreadthFirst) finds, after as many expansions: a path
///   with the fewest moves, and of these the first in neighbor order.
/// * **Needs** states that are numbered ([`Ranked`]); asks for no heuristic.
/// * **Guarantee**: complete; fewest moves. Where every edge costs one that is optimal, and is called so
///   if the puzzle says so ([`has_unit_costs`](crate::Puzzle::has_unit_costs)).
/// * **Time**: O(b^d), at most once for each state. **Memory**: a bit for each number, from the start;
///   for each state seen itself, a parent of 4 bytes and what aligns both.
/// * **Unsolvable** starts are proved so when every state was seen; one without a number is, since
///   every state that can reach a goal has one.
/// * **Prefer** `BreadthFirst` where the space is far larger than the search, and
///   [`Enumerate`](crate::space::Enumerate) or [`DistanceOracle`](crate::space::DistanceOracle) for
///   more than one start.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, RankedBreadthFirst, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let ranked = RankedBreadthFirst::new().solve(&puzzle, &start);
/// let hashed = BreadthFirst::new().solve(&puzzle, &start);
/// assert_eq!(ranked.outcome, hashed.outcome);
/// assert!(ranked.stats.peak_bytes < hashed.stats.peak_bytes);
/// let solution = ranked.solution().expect("an even permutation");
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
///
/// **Paper**: R. E. Korf, "Minimizing disk I/O in two-bit breadth-first search", 2008.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RankedBreadthFirst {
    _private: (),
}

impl RankedBreadthFirst {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self { _private: () }
    }
}

impl<P: Ranked> Solver<P> for RankedBreadthFirst {
    fn run(
        &self,
        puzzle: &P,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Verdict<P::Move, P::Cost>, Stop> {
        let (Some(count), Some(rank)) = (puzzle.state_count(), puzzle.rank(start)) else {
            // States without number, or more than a table could ever hold.
            return if puzzle.state_count().is_none() {
                Err(Stop::OutOfMemory)
            } else {
                Ok(Verdict::unnumbered())
            };
        };
        let max_moves = monitor.limits().cost;
        let mut seen = BitTable::new(count, monitor.memory())?;
        let mut nodes = Arena::new();
        monitor.store(1)?;
        seen.insert(rank);
        // A state and the index of the one it was first reached from.
        nodes.push((start.clone(), 0), monitor.memory())?;
        let (mut frontier, mut depth) = (0..1_u32, P::Cost::zero());
        while !frontier.is_empty() {
            if max_moves.is_some_and(|max| depth >= max) {
                return Err(monitor.stop_at_move_limit(puzzle));
            }
            let below = depth.checked_add(&P::Cost::one());
            let below = below.ok_or(Stop::CostOverflow)?;
            for parent in frontier.clone() {
                let (state, before) = nodes.get(parent).clone();
                let before = nodes.get(before).0.clone();
                monitor.expand(&state, depth)?;
                for neighbor in puzzle.neighbors(&state) {
                    monitor.generate(|| Generated {
                        parent: Some(&state),
                        mv: Some(&neighbor.mv),
                        state: &neighbor.state,
                        g: below,
                        h: None,
                    })?;
                    // Where moves can be undone every expansion leads back to the parent.
                    if neighbor.state == before {
                        monitor.duplicate();
                        continue;
                    }
                    if puzzle.is_goal(&neighbor.state) {
                        let mut states = path_from_root(&nodes, parent);
                        states.push(neighbor.state);
                        let solution = path::along(puzzle, &states, path::Edge::First)?;
                        return Ok(Verdict::Solved(solution, Guarantee::FewestMoves));
                    }
                    let rank = puzzle.rank(&neighbor.state);
                    if rank.is_some_and(|rank| seen.insert(rank)) {
                        monitor.store(nodes.len() as u64 + 1)?;
                        nodes.push((neighbor.state, parent), monitor.memory())?;
                    } else {
                        monitor.duplicate();
                    }
                }
            }
            (frontier, depth) = (frontier.end..nodes.len() as u32, below);
            if !frontier.is_empty() {
                let moves = num_traits::cast(depth).unwrap_or(u64::MAX);
                let states = frontier.len() as u64;
                monitor.finish_layer(Layer::new(Side::Start, moves, states))?;
            }
            if puzzle.has_unit_costs() {
                monitor.raise_lower_bound(depth.saturating_add(P::Cost::one()))?;
            }
        }
        Ok(Verdict::exhausted())
    }

    fn is_informed(&self) -> bool {
        false
    }
}

fn path_from_root<S: Clone>(nodes: &Arena<(S, u32)>, mut node: u32) -> Vec<S> {
    let mut states = Vec::new();
    loop {
        let (state, parent) = nodes.get(node);
        states.push(state.clone());
        if *parent == node {
            states.reverse();
            return states;
        }
        node = *parent;
    }
}
