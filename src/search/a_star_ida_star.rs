//! [`AStarIdaStar`]: A* until memory ends, then IDA* from where it has come.

use super::best_first::BestFirstRun;
use super::deepening::DeepeningRun;
use super::frontier::Frontier;
use super::order::ByF;
use crate::puzzle::Puzzle;
use crate::solver::Algorithm;

/// A*+IDA*: best-first until memory ends, then depth-first from every state that is open.
///
/// A* knows each state once but has to keep it; IDA* keeps nothing and walks to a state by every path. As
/// most paths to a state part and meet again near its start, A* saves the most where it can still afford it.
///
/// * **Finds** a cheapest path.
/// * **Needs** an admissible heuristic, and a limit on [bytes](crate::Limits::max_bytes) or on
///   [states](crate::Limits::max_stored), unless the allocator is to say when memory ends. It goes depth-first
///   where edges cost more than zero, or the puzzle is [acyclic](crate::Facts::acyclic); elsewhere it ends for
///   want of memory.
/// * **Guarantee**: complete and optimal.
/// * **Time**: A*'s where memory suffices. After that the bound of the depth-first part grows as IDA*'s does,
///   and each iteration walks the paths within it from all open states, those that seem nearest to a goal first.
///   **Memory**: fifteen sixteenths of the limit on bytes are for A*, the rest for the path.
/// * **Unsolvable** starts are proved so where memory suffices, or as IDA* does.
/// * **Prefer** [`AStar`](crate::AStar) if the search is not to go on without memory;
///   [`IdaStar`](crate::IdaStar) by several threads, or where few paths lead to the same state.
///
/// [`Stats::iterations`](crate::Stats::iterations) has the best-first part as its first row. A search that goes
/// depth-first goes on so when it is run with a larger limit.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStarIdaStar, Limits, Notation, Puzzle, Solver};
///
/// // Instance 12 of the hundred: A* stores 62,522 boards, IDA* expands 269,708.
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
/// **Paper**: Z. Bu, R. E. Korf, "A*+IDA*: a simple hybrid search algorithm", IJCAI 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AStarIdaStar;

impl AStarIdaStar {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Algorithm<P> for AStarIdaStar {
    type Run = DeepeningRun<P::State, P::Cost, true, Frontier<Stored<P>, P::Move>>;

    fn begin(&self) -> Self::Run {
        DeepeningRun::walked(Frontier::after(BestFirstRun::new()))
    }
}

type Stored<P> = BestFirstRun<<P as Puzzle>::State, <P as Puzzle>::Cost, ByF>;
