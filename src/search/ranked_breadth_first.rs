//! [`RankedBreadthFirst`] search.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use super::breadth_first::Growth;
use super::saved::SavedRun;
use super::tree::{ByRank, Forward, Tree};
use crate::account::Stop;
use crate::codec::{Reader, Writer};
use crate::monitor::Monitor;
use crate::puzzle::Ranked;
use crate::puzzle::portable::Portable;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};

/// Breadth-first search that marks generated states in a bit array instead of a hash table.
///
/// * **Finds** a path with the fewest moves, the same path as [`BreadthFirst`](crate::BreadthFirst).
/// * **Needs** a puzzle whose states have ranks ([`Ranked`]); uses no heuristic.
/// * **Guarantee**: complete; fewest moves. The path is reported as optimal if the puzzle declares
///   [`Facts::unit_costs`](crate::Facts::unit_costs).
/// * **Time**: O(b^d) for b neighbors of a state and d moves of the solution, with each state expanded at most once.
///   **Memory**: one bit for each rank. The generated states are also stored, each with 4 bytes for its parent.
/// * **Unsolvable** starts are proved unsolvable once every reachable state has been expanded. A start that has no rank
///   is unsolvable.
/// * **Prefer** [`BreadthFirst`](crate::BreadthFirst) if the search generates only a small part of the space. To solve
///   one puzzle from many starts, prefer [`DistanceOracle`](crate::space::DistanceOracle).
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{BreadthFirst, Notation, RankedBreadthFirst, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let ranked = RankedBreadthFirst::new().solve(&puzzle, &start);
/// let hashed = BreadthFirst::new().solve(&puzzle, &start);
/// assert_eq!(ranked.outcome, hashed.outcome);
/// assert!(ranked.stats.peak_bytes < hashed.stats.peak_bytes);
/// let solution = ranked.solution().expect("an even permutation");
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: R. E. Korf, "Minimizing disk I/O in two-bit breadth-first search", 2008.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RankedBreadthFirst;

impl RankedBreadthFirst {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Ranked> Algorithm<P> for RankedBreadthFirst {
    type Run = RankedBreadthFirstRun<P::State>;

    fn begin(&self) -> Self::Run {
        RankedBreadthFirstRun(Growth::new(ByRank::new()))
    }

    fn is_informed(&self) -> bool {
        false
    }

    fn counts_moves(&self) -> bool {
        true
    }
}

/// The state of a breadth-first search by rank.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct RankedBreadthFirstRun<S>(Growth<S, ByRank<S>>);

impl<P: Ranked> Run<P> for RankedBreadthFirstRun<P::State> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.0.start::<P>(starts);
    }

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<VerdictOf<P>, Stop> {
        // More states than a table could ever hold.
        let count = puzzle.state_count().ok_or(Stop::OutOfMemory)?;
        let Growth { starts, tree, .. } = &mut self.0;
        let is_ranked = |start| puzzle.rank(start).is_some();
        if tree.layer_len() == 0 && !starts.iter().any(is_ranked) {
            return Ok(Verdict::unranked());
        }
        tree.known.seen.make_room_for(count, monitor.memory())?;
        let expand_layer = Tree::expand_layer::<Forward, P, _>;
        self.0.go_on(puzzle, monitor, expand_layer)
    }
}

impl<P: Ranked + Portable> SavedRun<P> for RankedBreadthFirstRun<P::State> {
    fn name(&self) -> String {
        "breadth-first by rank".into()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        self.0.save(puzzle, to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        let seen = &mut self.0.tree.known.seen;
        let room = seen.make_room_for(puzzle.state_count()?, &mut from.memory);
        room.ok()?;
        self.0.load(puzzle, from)
    }
}
