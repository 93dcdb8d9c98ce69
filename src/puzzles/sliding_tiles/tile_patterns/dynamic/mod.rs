//! [`DynamicPatterns`]: databases of pairs and triples of tiles, combined for each board by a minimum weighted vertex
//! cover.
//!
//! Full tables would have 280 million entries on 6x6, nearly all of them zero. Only groups whose moves exceed their
//! Manhattan distances are stored, and only triples whose excess their pairs do not imply. They are indexed by each of
//! their tiles, so a move looks up the groups of one tile. The groups on a board are part of the memo, and the vertex
//! cover is computed when they change. Each entry holds for one region of the blank: minimised over the regions, the
//! estimate would not be consistent.

mod build;
mod cover;
mod groups;

use super::grid::Cells;
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::sliding_tiles::heuristics::{TileGoals, TileMove};
use crate::puzzles::{Board, Direction, Packed, SlidingTiles};
use crate::tables::BuildError;
use crate::task::Task;
use build::{GoalBoard, GroupBuilder};
use cover::{Constraints, TileGroup, least_payment};
use groups::Groups;

/// A *dynamically partitioned* pattern database: databases of all pairs of tiles and, optionally, of all triples. The
/// databases are combined for each board separately.
///
/// A group is a pair or a triple of tiles. The database of a group gives its *excess*: the number of moves that the
/// tiles of the group need beyond their Manhattan distances. The excesses of groups that share tiles cannot be added
/// up. Instead, the heuristic assigns an even number of extra moves to each tile, such that the tiles of each group
/// together get at least the excess of the group. The least possible total of extra moves is added to the Manhattan
/// distance of the board.
///
/// The databases are small, so the heuristic suits boards that are too large for [`TilePatterns`](super::TilePatterns).
///
/// The estimate is admissible and consistent, and never less than the [`Manhattan`](crate::heuristics::Manhattan)
/// distance. On some boards the estimate of [`LinearConflict`](crate::heuristics::LinearConflict) is larger;
/// [`Max`](crate::heuristics::Max) takes the larger of the two. The heuristic is valid only for the goal of the puzzle
/// that it was made for.
///
/// After a move, depth-first solvers usually look up only the groups that contain the moved tile. Finding the least
/// total is an NP-hard problem, but on most boards the problem splits into small parts.
///
/// Paper: A. Felner, R. E. Korf, S. Hanan, "Additive pattern database heuristics", JAIR 22, 2004.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::DynamicPatterns;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let puzzle = puzzle.clone().guided_by(DynamicPatterns::build(&puzzle, 3).run()?);
/// // The Manhattan distance is 21. The estimate of `LinearConflict` is 23.
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(29));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DynamicPatterns {
    goals: TileGoals,
    groups: Groups,
}

impl DynamicPatterns {
    /// Returns a [`Task`] that builds the databases of all pairs of tiles and, if `most_tiles` is 3, of all triples of
    /// tiles. The task can be given limits and divided among threads.
    ///
    /// Building all pairs takes less than a second on any board. Building all triples takes some seconds on a 5x5
    /// board, and ten times as long on a 6x6 board.
    ///
    /// # Errors
    ///
    /// The task returns an error if `most_tiles` is neither 2 nor 3, if there is not enough memory, and if a limit is
    /// reached.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::DynamicPatterns;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::<[u8; 64]>::packed(6, 6)?;
    /// assert!(DynamicPatterns::build(&puzzle, 2).run()?.bytes() < 2_000_000);
    /// let error = DynamicPatterns::build(&puzzle, 4).run().unwrap_err();
    /// assert_eq!(error.to_string(), "dynamic patterns of up to 4 tiles: expected 2 or 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<'a, B: Packed + 'a>(
        puzzle: &SlidingTiles<B>,
        most_tiles: usize,
    ) -> Task<'a, Result<Self, BuildError>> {
        let goals = TileGoals::new(puzzle);
        let cells = Cells::new(puzzle.rows(), puzzle.columns());
        let blank = puzzle.goal().blank();
        let mut builder = None;
        Task::new(move |monitor| {
            if !matches!(most_tiles, 2 | 3) {
                let why =
                    alloc::format!("dynamic patterns of up to {most_tiles} tiles: expected 2 or 3");
                return Err(BuildError::unfit(why));
            }
            let under_way = builder.get_or_insert_with(|| {
                let goal = GoalBoard {
                    cells,
                    goals: goals.clone(),
                    blank,
                };
                GroupBuilder::new(goal, most_tiles, monitor)
            });
            let groups = under_way.run(monitor)?;
            builder = None;
            Ok(Self {
                goals: goals.clone(),
                groups,
            })
        })
    }

    /// Returns the number of bytes that all databases take together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.groups.bytes()
    }
}

/// The greatest number of groups that are updated incrementally. Boards with more groups are evaluated from scratch.
const MOST_GROUPS: usize = 24;

/// The [memo](Heuristic::Memo) of a state for [`DynamicPatterns`]: the value from which the estimate is computed.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::DynamicMemo;
///
/// assert!(size_of::<DynamicMemo>() <= 232);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DynamicMemo {
    distance: u32,
    payment: u32,
    /// The number of groups. The arrays contain them unless there are more than [`MOST_GROUPS`].
    count: usize,
    tiles: [u64; MOST_GROUPS],
    excesses: [u8; MOST_GROUPS],
}

impl DynamicMemo {
    fn push(&mut self, group: TileGroup) {
        if let (Some(tiles), Some(excess)) = (
            self.tiles.get_mut(self.count),
            self.excesses.get_mut(self.count),
        ) {
            (*tiles, *excess) = (group.tiles, group.excess);
        }
        self.count += 1;
    }

    fn groups(&self) -> impl Iterator<Item = TileGroup> {
        let both = self.tiles.iter().zip(&self.excesses).take(self.count);
        both.map(|(&tiles, &excess)| TileGroup { tiles, excess })
    }
}

impl<B: Packed> Heuristic<SlidingTiles<B>> for DynamicPatterns {
    type Memo = DynamicMemo;

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> DynamicMemo {
        let mut memo = DynamicMemo {
            distance: 0,
            payment: 0,
            count: 0,
            tiles: [0; MOST_GROUPS],
            excesses: [0; MOST_GROUPS],
        };
        let mut constraints = Constraints::new();
        for (cell, tile) in board.tiles() {
            memo.distance += self.goals.distance(tile, cell);
            self.groups.each(board, tile, cell, |second, group| {
                // Each group is found from each of its tiles; it is counted from its least tile.
                if tile < second {
                    constraints.push(group);
                    memo.push(group);
                }
            });
        }
        memo.payment = least_payment(constraints);
        memo
    }

    fn advance(
        &self,
        puzzle: &SlidingTiles<B>,
        mut memo: DynamicMemo,
        parent: &Board<B>,
        _: &Direction,
        child: &Board<B>,
    ) -> DynamicMemo {
        if memo.count > MOST_GROUPS {
            return self.memo(puzzle, child);
        }
        let TileMove { tile, from, to } = TileMove::between(parent, child);
        let (before, mut removed) = (memo, Constraints::new());
        memo.count = 0;
        for group in before.groups() {
            if group.tiles >> (tile % 64) & 1 == 0 {
                memo.push(group);
            } else {
                removed.push(group);
            }
        }
        let mut new = 0;
        let mut same = true;
        self.groups.each(child, tile, to, |_, group| {
            memo.push(group);
            new += 1;
            same &= removed.contains(&group);
        });
        if memo.count > MOST_GROUPS {
            return self.memo(puzzle, child);
        }
        let distance = memo.distance + self.goals.distance(tile, to);
        memo.distance = distance.saturating_sub(self.goals.distance(tile, from));
        if !same || new != removed.len() {
            memo.payment = least_payment(memo.groups().collect());
        }
        memo
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        self.goals.fits(puzzle)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent(true).parity(true)
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, memo: DynamicMemo) -> Option<u32> {
        Some(memo.distance + 2 * memo.payment)
    }
}
