//! Specialised depth-first functions for common board sizes, guided by the Manhattan distance.
//!
//! A board size that [`functions`] names has one function for each cell of the blank and each direction in which it
//! came there. So the compiler knows where a tile lies in the packed board, which directions remain and where they
//! lead. The functions call each other directly and store no path. Invariant: if one ends early, each of its callers
//! pushes a frame for its own node to the [`Burst`], deepest first, unless the node follows from the frames of others.
//!
//! They stop before entering a goal, which is left to the loop in [`deepen`](super::deepen).
//!
//! The call for the last child is a tail call. Boards of more than 14 cells have three versions of each function, for
//! slack 0, slack 2 and any slack (the slack is the bound minus f): without slack, a node enters only children that
//! bring a tile nearer, and three of four nodes are of this kind. On 4x4 with one of the two usual goals, the goal is a
//! const parameter: whether a tile gets nearer is a test of constant bits in place of a table, and a board is compared
//! with the goal only if its blank is on the cell of the goal's blank.
//!
//! The arguments of cold functions must fit into registers: an argument in memory would make every function reserve
//! stack space, which costs one more instruction per node.

use core::marker::PhantomData;

use super::burst::Burst;
use super::compiled::ByStep;
use super::steps::{ANY, FIRST, GoalHint, LAST};
use super::{Direction, SlidingTiles};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// In place of the direction of the last move: the blank has not moved yet.
pub(super) const NOWHERE: usize = 4;

/// The cell to which the blank on `cell` goes in a direction; `None` if the border is in the way, or if the move would
/// undo the last one, in direction `last`. `size` is the number of rows and of columns.
pub(super) const fn target(
    size: (usize, usize),
    cell: usize,
    last: usize,
    direction: usize,
) -> Option<usize> {
    let (rows, columns) = size;
    if direction == NOWHERE {
        return None;
    }
    let step = Direction::ALL[direction];
    // The indices of opposite directions add up to three.
    if cell < rows * columns && step.is_open(cell, rows, columns) && last + direction != 3 {
        Some(step.from(cell, columns))
    } else {
        None
    }
}

/// The directions in which there is a [`target`], as bits.
pub(super) const fn open_directions(size: (usize, usize), cell: usize, last: usize) -> u8 {
    let (mut open, mut direction) = (0, 0);
    while direction < 4 {
        open |= (target(size, cell, last, direction).is_some() as u8) << direction;
        direction += 1;
    }
    open
}

/// Whether there is a [`target`] in this direction.
const fn has_target(size: (usize, usize), cell: usize, last: usize, direction: usize) -> bool {
    target(size, cell, last, direction).is_some()
}

/// The last child in the order of moves: the cell of the blank and its direction.
pub(super) const fn last_child(
    size: (usize, usize),
    cell: usize,
    last: usize,
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

/// Whether a node needs no frame if the burst ends below this child: the child is the last, and the node can be found
/// again from the next frame above it by following last children. This requires that last children do not cycle; a
/// cycle would pass through the last cell, entered from the left.
const fn needs_no_frame(size: (usize, usize), cell: usize, last: usize, direction: usize) -> bool {
    let may_cycle = cell + 1 == size.0 * size.1 && last == Direction::Right as usize;
    open_directions(size, cell, last) >> direction == 1 && !may_cycle
}

/// Visits the subtree of a board; returns whether the burst ended before all of it was visited.
pub(super) type WalkFn<B, F> = fn(&mut Burst<'_, B, F>, Board<B>, u32) -> bool;

/// The function for a slack, a cell of the blank and the direction in which it came there.
pub(super) type Lookup<B, F> = fn(u32, usize, usize) -> WalkFn<B, F>;

/// The functions for a puzzle; `None` if its size has none or the feature `tiles` is off. In builds of unit tests there
/// are none: no unit test runs them, and they would be compiled a second time.
///
/// The functions of a size are compiled only for boards with the number of fields that is listed with the size.
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

/// The [`Lookup`] for a size and a goal.
fn lookup<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, B: Packed>(
    slack: u32,
    cell: usize,
    by: usize,
) -> WalkFn<B, ByStep> {
    let tables = const { Kernel::<ROWS, COLUMNS, GOAL, ANY_SLACK, B>::TABLES };
    tables[class(slack)][cell % 25][by % 4]
}

/// The class of a slack. Since the Manhattan distance has the parity of the distance to the goal, the slack is even,
/// and most nodes have slack 0 or 2. Functions of the class `ANY_SLACK` work for every slack.
const fn class(slack: u32) -> usize {
    match slack {
        0 => SLACK0,
        2 => SLACK2,
        _ => ANY_SLACK,
    }
}

const ANY_SLACK: usize = 0;
const SLACK0: usize = 1;
const SLACK2: usize = 2;

/// Functions by the blank's cell and the direction in which it came there.
type WalkTable<B> = [[WalkFn<B, ByStep>; 4]; 25];

/// The functions for a size, a goal and a class of slack.
struct Kernel<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, const CLASS: usize, B>(
    PhantomData<B>,
);

/// The functions of these cells, for each direction in which the blank can enter the cell.
macro_rules! functions_of_cells {
    ($($cell:literal)+) => {[$([
        Self::reachable($cell, 0, Self::walk::<$cell, 0>),
        Self::reachable($cell, 1, Self::walk::<$cell, 1>),
        Self::reachable($cell, 2, Self::walk::<$cell, 2>),
        Self::reachable($cell, 3, Self::walk::<$cell, 3>),
    ]),+]};
}

impl<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, const CLASS: usize, B>
    Kernel<ROWS, COLUMNS, GOAL, CLASS, B>
where
    B: Packed,
{
    const SIZE: (usize, usize) = (ROWS, COLUMNS);

    /// The functions of this class for all cells. The table is read at run time, so that they are compiled.
    const TABLE: WalkTable<B> =
        functions_of_cells!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);

    /// The function for a cell that the blank can enter in this direction. Other cells get a stub that is never called,
    /// so that their functions are not compiled.
    const fn reachable(cell: usize, by: usize, walk: WalkFn<B, ByStep>) -> WalkFn<B, ByStep> {
        let inside = cell < ROWS * COLUMNS;
        if inside && Direction::ALL[by].opposite().is_open(cell, ROWS, COLUMNS) {
            walk
        } else {
            |_, _, _| false
        }
    }

    /// Whether each class of slack has its own functions. Searches of small boards are too short for this to matter.
    const HAS_CLASSES: bool = ROWS * COLUMNS > 14;

    /// The tables of all classes.
    const TABLES: [WalkTable<B>; 3] = {
        let any = Kernel::<ROWS, COLUMNS, GOAL, ANY_SLACK, B>::TABLE;
        if Self::HAS_CLASSES {
            let none = Kernel::<ROWS, COLUMNS, GOAL, SLACK0, B>::TABLE;
            [any, none, Kernel::<ROWS, COLUMNS, GOAL, SLACK2, B>::TABLE]
        } else {
            [any, any, any]
        }
    };

    /// The slack, as a constant if the class implies it.
    #[inline(always)]
    const fn known(slack: u32) -> u32 {
        match CLASS {
            SLACK0 => 0,
            SLACK2 => 2,
            _ => slack,
        }
    }

    /// Visits the subtree of a board whose blank came to `CELL` in direction `BY`. The board's own record of the
    /// blank's cell is not kept up to date.
    fn walk<const CELL: usize, const BY: usize>(
        burst: &mut Burst<'_, B, ByStep>,
        board: Board<B>,
        slack: u32,
    ) -> bool {
        let slack = Self::known(slack);
        if !burst.expand(const { open_directions(Self::SIZE, CELL, BY).count_ones() }) {
            return burst.pause::<CELL, BY>(board, (), slack);
        }
        // The constant conditions end the chain at the last child, so that its call is a tail call. Calls in directions
        // that are not open are not compiled.
        (const { has_target(Self::SIZE, CELL, BY, 0) }
            && Self::enter::<CELL, BY, 0>(burst, board, slack))
            || (const { has_target(Self::SIZE, CELL, BY, 1) }
                && Self::enter::<CELL, BY, 1>(burst, board, slack))
            || (const { has_target(Self::SIZE, CELL, BY, 2) }
                && Self::enter::<CELL, BY, 2>(burst, board, slack))
            || (const { has_target(Self::SIZE, CELL, BY, 3) }
                && Self::enter::<CELL, BY, 3>(burst, board, slack))
    }

    /// The cell in an open direction. For other directions, the compiler evaluates it, but the result is never used.
    const fn neighbor(cell: usize, by: usize, direction: usize) -> usize {
        match target(Self::SIZE, cell, by, direction) {
            Some(to) => to,
            None => 0,
        }
    }

    /// Visits the subtree of the child in an open direction.
    #[inline(always)]
    fn enter<const CELL: usize, const BY: usize, const DIRECTION: usize>(
        burst: &mut Burst<'_, B, ByStep>,
        board: Board<B>,
        slack: u32,
    ) -> bool {
        let to = const { Self::neighbor(CELL, BY, DIRECTION) };
        let parent = board.with_blank_field(CELL);
        let child = parent.with_blank_moved(to);
        let change = burst.puzzle.step::<GOAL>(&parent, &child);
        let left = match change.child_slack(slack) {
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
            return burst.leave_before::<CELL, BY, DIRECTION>(board, (), slack);
        }
        let [other, none, two] = const {
            let to = Self::neighbor(CELL, BY, DIRECTION);
            let [a, b, c] = &Self::TABLES;
            [a[to][DIRECTION], b[to][DIRECTION], c[to][DIRECTION]]
        };
        // The three functions are constants, so the calls are direct. If the slack is that of the parent, so is its
        // class: this is a cheaper test than `class`.
        let class = if left == slack { CLASS } else { class(left) };
        let child = board.with_tiles_rotated(CELL, to);
        let ended = match class {
            SLACK0 if Self::HAS_CLASSES => none(burst, child, left),
            SLACK2 if Self::HAS_CLASSES => two(burst, child, left),
            _ => other(burst, child, left),
        };
        if const { needs_no_frame(Self::SIZE, CELL, BY, DIRECTION) } {
            return ended;
        }
        ended && burst.leave_after::<CELL, BY, DIRECTION>(board, (), slack)
    }
}
