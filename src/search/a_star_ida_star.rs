//! [`AStarIdaStar`]: the solver, as A* until memory runs out, then IDA* from its open states ([`StoreThenDeepen`]).

use super::best_first::BestFirstRun;
use super::order::ByF;
use super::store_then_deepen::StoreThenDeepen;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// A*+IDA*: A* until memory runs out, then depth-first search from every open state.
///
/// IDA* visits a state again along every path to it. A*+IDA* keeps only the cheapest path to each state near the start,
/// so its depth-first part has fewer paths to follow.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic, and a limit on [bytes](crate::Limits::max_bytes) or on [stored
///   states](crate::Limits::max_stored). Without such a limit, A* goes on until an allocation fails. Unless the
///   puzzle declares [`Facts::acyclic`](crate::Facts::acyclic), an edge of cost zero in the depth-first part ends the
///   search with the [`Stop`](crate::Stop) that ended the A* part, for example [`Stop::Bytes`](crate::Stop::Bytes).
/// * **Guarantee**: complete and optimal.
/// * **Time**: that of A*, if memory suffices. If not, the depth-first part adds iterations with rising bounds on f,
///   like those of IDA*. **Memory**: up to the limit.
/// * **Unsolvable** starts are proved unsolvable if memory suffices for A*, or if only finitely many paths lead on from
///   the open states.
/// * **Prefer** [`AStar`](crate::AStar) if the search should stop when memory runs out, and [`IdaStar`](crate::IdaStar)
///   if several threads are available or few paths lead to the same state.
///
/// [`Report::iterations`](crate::Report::iterations) has a row for each iteration of the depth-first part.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::AStarIdaStar;
/// use puzzle_search::{Limits, Notation, Puzzle, Solver};
///
/// // Instance 12 of Korf's hundred: A* alone stores 62,522 boards, and IDA* alone expands 269,708.
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15")?;
/// let limits = Limits::new().max_bytes(1 << 19);
/// let report = AStarIdaStar::new().search(&puzzle, &start).limits(limits).run();
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 45);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// assert_eq!((report.stats.peak_stored, report.stats.expanded), (8_191, 62_784));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): Z. Bu, R. E. Korf, "A*+IDA*: a simple hybrid search algorithm", IJCAI 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AStarIdaStar;

impl AStarIdaStar {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Solver<P> for AStarIdaStar {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(StoreThenDeepen::<AStarRunOf<P>, P::Move, P::Cost>::after(
            BestFirstRun::new(ByF),
        ))
    }
}

type AStarRunOf<P> = BestFirstRun<<P as Puzzle>::State, <P as Puzzle>::Cost, ByF>;
