//! Functions for the boards most searched, with the blank's cell in the program counter.
//!
//! For boards of a named size there is a function for every cell of the blank and every direction it
//! came from; where the estimate follows from the move alone, also for every usual slack. Where a tile
//! lies in the packed board, which directions are left to try and where they lead is then known to the
//! compiler. The functions call each other directly and keep no record of the path: where one ends
//! early, those that called it leave a frame each in the [`Burst`].
//!
//! They end before a goal, which is the loop's to reach.
//!
//! The call for the last child is a tail call. On boards of more than 14 cells there are three versions of each
//! function, for slack 0, slack 2 and any slack: a node without slack enters only children that bring a tile nearer,
//! and three of four nodes are of this kind. On 4x4 with one of the two usual goals the goal is a parameter of the
//! function: the distance needs a test of constant bits instead of a table, and a board is compared with the goal only
//! if its blank is in the goal's cell.
//!
//! Arguments of the cold paths have to fit into registers: with one in memory, every function makes room on the stack,
//! which is one instruction more for each node.

use core::marker::PhantomData;

use super::burst::Burst;
use super::compiled::ByStep;
use super::steps::{ANY, Change, FIRST, GoalHint, LAST};
use super::{Direction, SlidingTiles};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// The direction the blank came from, where it came from nowhere.
pub(super) const NOWHERE: usize = 4;

/// The cell in a direction, if the blank may go there.
pub(super) const fn target(
    (rows, columns): (usize, usize),
    cell: usize,
    last: usize,
    direction: usize,
) -> Option<usize> {
    if direction == NOWHERE {
        return None;
    }
    let way = Direction::ALL[direction];
    // Of opposite directions the indices add up to three.
    if cell < rows * columns && way.is_open(cell, rows, columns) && last + direction != 3 {
        Some(way.from(cell, columns))
    } else {
        None
    }
}

/// The directions in which the blank may go, as bits.
pub(super) const fn ways(size: (usize, usize), cell: usize, last: usize) -> u8 {
    let (mut ways, mut direction) = (0, 0);
    while direction < 4 {
        ways |= (target(size, cell, last, direction).is_some() as u8) << direction;
        direction += 1;
    }
    ways
}

/// Where the last of these ways leads, and by which direction.
pub(super) const fn last_way(
    size: (usize, usize),
    (cell, last): (usize, usize),
) -> Option<(usize, usize)> {
    let mut direction = 4;
    while direction > 0 {
        direction -= 1;
        if let Some(to) = target(size, cell, last, direction) {
            return Some((to, direction));
        }
    }
    None
}

/// Whether there is nothing left to do at a node once this child was visited, and it needs no frame
/// to be found again: of nodes left by their last way, all are known from the first. That holds as
/// long as last ways do not go round; they would through the last cell, entered from the left.
const fn is_left_for_good(
    size: (usize, usize),
    cell: usize,
    last: usize,
    direction: usize,
) -> bool {
    let goes_round = cell + 1 == size.0 * size.1 && last == Direction::Right as usize;
    ways(size, cell, last) >> direction == 1 && !goes_round
}

/// What the functions look like; they return whether they ended before everything below the board
/// was visited.
pub(super) type Walk<B, F> = fn(&mut Burst<'_, B, F>, Board<B>, u32) -> bool;

/// Finds the function for a slack, a cell of the blank and the direction by which it came there.
pub(super) type Lookup<B, F> = fn(u32, usize, usize) -> Walk<B, F>;

/// The functions for a puzzle; none if its size has none, or there is no feature `tiles`. The crate's own unit
/// tests do without: they look at none, and would compile them a second time.
///
/// What a packing has no room for is not compiled.
pub(super) fn functions<B: Packed>(puzzle: &SlidingTiles<B>) -> Option<Lookup<B, ByStep>> {
    macro_rules! compiled {
        ($rows:literal, $columns:literal, $goal:ident, $fields:literal) => {
            const {
                if cfg!(all(feature = "tiles", not(test))) && B::FIELDS == $fields {
                    Some(lookup::<$rows, $columns, $goal, B> as Lookup<B, ByStep>)
                } else {
                    None
                }
            }
        };
    }
    match ((puzzle.rows, puzzle.columns), B::FIELDS, puzzle.goal_hint) {
        ((2, 5), 16, _) => compiled!(2, 5, ANY, 16),
        ((2, 6), 16, _) => compiled!(2, 6, ANY, 16),
        ((2, 7), 16, _) => compiled!(2, 7, ANY, 16),
        ((3, 3), 16, _) => compiled!(3, 3, ANY, 16),
        ((3, 4), 16, _) => compiled!(3, 4, ANY, 16),
        ((4, 3), 16, _) => compiled!(4, 3, ANY, 16),
        ((4, 4), 16, GoalHint::BlankFirst) => compiled!(4, 4, FIRST, 16),
        ((4, 4), 16, GoalHint::BlankLast) => compiled!(4, 4, LAST, 16),
        ((4, 4), 16, _) => compiled!(4, 4, ANY, 16),
        ((5, 5), 25, _) => compiled!(5, 5, ANY, 25),
        _ => None,
    }
}

/// The function for a slack, a cell and a direction.
fn lookup<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, B: Packed>(
    slack: u32,
    cell: usize,
    by: usize,
) -> Walk<B, ByStep> {
    let tables = const { Kernel::<ROWS, COLUMNS, GOAL, OTHER, B>::TABLES };
    tables[class(slack)][cell % 25][by % 4]
}

/// The class of a slack: where moves cost one and the estimate keeps the parity of the distance, it is
/// even, and most nodes have none left or enough for one more detour. Any belongs to the first class.
const fn class(slack: u32) -> usize {
    match slack {
        0 => NONE,
        2 => TWO,
        _ => OTHER,
    }
}

const OTHER: usize = 0;
const NONE: usize = 1;
const TWO: usize = 2;

/// Functions by the blank's cell and the direction it came from.
type Table<B> = [[Walk<B, ByStep>; 4]; 25];

/// The functions for a size, a goal and a class.
struct Kernel<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, const CLASS: usize, B>(
    PhantomData<B>,
);

/// Something for each cell.
macro_rules! for_each_cell {
    ($each:ident) => {
        [
            $each!(0),
            $each!(1),
            $each!(2),
            $each!(3),
            $each!(4),
            $each!(5),
            $each!(6),
            $each!(7),
            $each!(8),
            $each!(9),
            $each!(10),
            $each!(11),
            $each!(12),
            $each!(13),
            $each!(14),
            $each!(15),
            $each!(16),
            $each!(17),
            $each!(18),
            $each!(19),
            $each!(20),
            $each!(21),
            $each!(22),
            $each!(23),
            $each!(24),
        ]
    };
}

macro_rules! by_direction {
    ($cell:literal) => {
        [
            Self::reachable($cell, 0, Self::walk::<$cell, 0>),
            Self::reachable($cell, 1, Self::walk::<$cell, 1>),
            Self::reachable($cell, 2, Self::walk::<$cell, 2>),
            Self::reachable($cell, 3, Self::walk::<$cell, 3>),
        ]
    };
}

impl<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, const CLASS: usize, B>
    Kernel<ROWS, COLUMNS, GOAL, CLASS, B>
where
    B: Packed,
{
    const SIZE: (usize, usize) = (ROWS, COLUMNS);

    /// The tables are used at run time, so that whatever stands in them is compiled.
    const TABLE: Table<B> = for_each_cell!(by_direction);

    /// The function for a cell that the blank can enter by this direction; for others one that is
    /// never called, so that theirs is not compiled.
    const fn reachable(cell: usize, by: usize, walk: Walk<B, ByStep>) -> Walk<B, ByStep> {
        let inside = cell < ROWS * COLUMNS;
        if inside && Direction::ALL[by].opposite().is_open(cell, ROWS, COLUMNS) {
            walk
        } else {
            |_, _, _| false
        }
    }

    /// Whether every class has functions of its own: small boards are searched too quickly for classes
    /// to show.
    const CLASSED: bool = ROWS * COLUMNS > 14;

    /// The tables of all classes.
    const TABLES: [Table<B>; 3] = {
        let any = Kernel::<ROWS, COLUMNS, GOAL, OTHER, B>::TABLE;
        if Self::CLASSED {
            let none = Kernel::<ROWS, COLUMNS, GOAL, NONE, B>::TABLE;
            [any, none, Kernel::<ROWS, COLUMNS, GOAL, TWO, B>::TABLE]
        } else {
            [any, any, any]
        }
    };

    /// The slack, as far as the class tells it.
    #[inline(always)]
    const fn known(slack: u32) -> u32 {
        match CLASS {
            NONE => 0,
            TWO => 2,
            _ => slack,
        }
    }

    /// Everything below a board whose blank is on `CELL`, whatever the board says, and came there by
    /// `BY`.
    fn walk<const CELL: usize, const BY: usize>(
        burst: &mut Burst<'_, B, ByStep>,
        board: Board<B>,
        slack: u32,
    ) -> bool {
        let slack = Self::known(slack);
        if !burst.expand(const { ways(Self::SIZE, CELL, BY).count_ones() }) {
            return burst.pause::<CELL, BY>(board, (), slack);
        }
        // The conditions end the chain at the last child: its call is the last thing that is done
        // and needs no frame.
        Self::enter::<CELL, BY, 0>(burst, board, slack)
            || (const { ways(Self::SIZE, CELL, BY) >= 1 << 1 }
                && Self::enter::<CELL, BY, 1>(burst, board, slack))
            || (const { ways(Self::SIZE, CELL, BY) >= 1 << 2 }
                && Self::enter::<CELL, BY, 2>(burst, board, slack))
            || (const { ways(Self::SIZE, CELL, BY) >= 1 << 3 }
                && Self::enter::<CELL, BY, 3>(burst, board, slack))
    }

    #[inline(always)]
    fn enter<const CELL: usize, const BY: usize, const DIRECTION: usize>(
        burst: &mut Burst<'_, B, ByStep>,
        board: Board<B>,
        slack: u32,
    ) -> bool {
        let Some(to) = (const { target(Self::SIZE, CELL, BY, DIRECTION) }) else {
            return false;
        };
        let parent = board.with_known_blank(CELL);
        let child = parent.with_blank_at(to);
        let change = burst.puzzle.step::<GOAL>(&parent, &child);
        let left = match slack_below(slack, change) {
            Ok(left) => left,
            Err(excess) => {
                burst.cut_off(excess);
                return false;
            }
        };
        let may_be_goal = match GOAL {
            FIRST => to == 0,
            LAST => to + 1 == ROWS * COLUMNS,
            _ => to == burst.goal_blank,
        };
        if may_be_goal && child == burst.puzzle.goal {
            return burst.leave::<CELL, BY, DIRECTION, true>(board, (), slack);
        }
        let [other, none, two] = const {
            let to = match target(Self::SIZE, CELL, BY, DIRECTION) {
                Some(to) => to,
                None => 0,
            };
            let [a, b, c] = &Self::TABLES;
            [a[to][DIRECTION], b[to][DIRECTION], c[to][DIRECTION]]
        };
        // Direct calls, each to one known function. They know the blank's cell. Whether the slack is the
        // parent's is easier to tell than what it is.
        let class = if left == slack { CLASS } else { class(left) };
        let child = board.rotated(CELL, to);
        let ended = match class {
            NONE if Self::CLASSED => none(burst, child, left),
            TWO if Self::CLASSED => two(burst, child, left),
            _ => other(burst, child, left),
        };
        if const { is_left_for_good(Self::SIZE, CELL, BY, DIRECTION) } {
            return ended;
        }
        ended && burst.leave::<CELL, BY, DIRECTION, false>(board, (), slack)
    }
}

/// What [`Change::below`] says, but for a heuristic whose changes are larger than its estimates.
#[inline(always)]
const fn slack_below(slack: u32, Change { from, to }: Change) -> Result<u32, u32> {
    // No more than the bound; to see to it would take two instructions.
    let left = slack.wrapping_add(from);
    match to.checked_add(1) {
        Some(needed) if needed <= left => Ok(left - needed),
        Some(needed) => Err(needed - left),
        None => Err(u32::MAX),
    }
}
