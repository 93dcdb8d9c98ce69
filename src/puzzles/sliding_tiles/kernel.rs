//! Specialised depth-first functions for common board sizes, with the blank's cell in the program counter.
//!
//! A named board size has one function for each cell of the blank and each direction by which it got there; where the
//! estimate follows from the move alone, also for each usual slack. The compiler then knows where a tile lies in the
//! packed board, which directions remain and where they lead. The functions call each other directly and store no path:
//! if one ends early, each of its callers pushes a frame to the [`Burst`].
//!
//! They stop before entering a goal, which is left to the loop in [`deepen`](super::deepen).
//!
//! The call for the last child is a tail call. Boards of more than 14 cells have three versions of each function, for
//! slack 0, slack 2 and any slack: without slack, a node enters only children that bring a tile nearer, and three of
//! four nodes are of this kind. On 4x4 with one of the two usual goals, the goal is a const parameter: the distance
//! takes a test of constant bits in place of a table, and a board is compared with the goal only if its blank is on the
//! goal's cell.
//!
//! The arguments of cold paths must fit into registers: one in memory would make every function reserve stack space,
//! which costs one more instruction per node.

use core::marker::PhantomData;

use super::burst::Burst;
use super::compiled::ByStep;
use super::steps::{ANY, FIRST, GoalHint, LAST};
use super::{Direction, SlidingTiles};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// In place of a direction: the blank has not moved yet.
pub(super) const NOWHERE: usize = 4;

/// The cell in a direction, unless the border is in the way or the move would undo the last one.
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

/// The directions for which [`target`] has a cell, as bits.
pub(super) const fn open_directions(size: (usize, usize), cell: usize, last: usize) -> u8 {
    let (mut open, mut direction) = (0, 0);
    while direction < 4 {
        open |= (target(size, cell, last, direction).is_some() as u8) << direction;
        direction += 1;
    }
    open
}

/// Whether [`target`] has a cell in this direction.
const fn is_open(size: (usize, usize), cell: usize, last: usize, direction: usize) -> bool {
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

/// Whether a node needs no frame after this child: the child is the last, and the node can be recomputed from the first
/// frame above it by following last children. This requires that last children do not cycle; a cycle would pass through
/// the last cell, entered from the left.
const fn needs_no_frame(size: (usize, usize), cell: usize, last: usize, direction: usize) -> bool {
    let goes_round = cell + 1 == size.0 * size.1 && last == Direction::Right as usize;
    open_directions(size, cell, last) >> direction == 1 && !goes_round
}

/// Visits the subtree of a board; returns whether the burst ended before all of it was visited.
pub(super) type WalkFn<B, F> = fn(&mut Burst<'_, B, F>, Board<B>, u32) -> bool;

/// The function for a slack, a cell of the blank and the direction by which it got there.
pub(super) type Lookup<B, F> = fn(u32, usize, usize) -> WalkFn<B, F>;

/// The functions for a puzzle; `None` if its size has none or the feature `tiles` is off. Unit tests do without: they
/// test none of the functions, and would compile them a second time.
///
/// A size is compiled only for the packing it belongs to.
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
    let tables = const { Kernel::<ROWS, COLUMNS, GOAL, OTHER, B>::TABLES };
    tables[class(slack)][cell % 25][by % 4]
}

/// The class of a slack. With unit costs and an estimate that keeps the parity of the distance, the slack is even, and
/// most nodes have slack 0 or 2. `OTHER` is right for any slack.
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

/// Functions by the blank's cell and the direction by which it got there.
type WalkTable<B> = [[WalkFn<B, ByStep>; 4]; 25];

/// The functions for a size, a goal and a class of slack.
struct Kernel<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, const CLASS: usize, B>(
    PhantomData<B>,
);

/// The functions of these cells, by the direction in which the blank enters.
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

    /// Used at run time, so that the functions in it are compiled.
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

    /// Whether each class has its own functions. Small boards are searched too fast for this to matter.
    const CLASSED: bool = ROWS * COLUMNS > 14;

    /// The tables of all classes.
    const TABLES: [WalkTable<B>; 3] = {
        let any = Kernel::<ROWS, COLUMNS, GOAL, OTHER, B>::TABLE;
        if Self::CLASSED {
            let none = Kernel::<ROWS, COLUMNS, GOAL, NONE, B>::TABLE;
            [any, none, Kernel::<ROWS, COLUMNS, GOAL, TWO, B>::TABLE]
        } else {
            [any, any, any]
        }
    };

    /// The slack, as a constant if the class implies it.
    #[inline(always)]
    const fn known(slack: u32) -> u32 {
        match CLASS {
            NONE => 0,
            TWO => 2,
            _ => slack,
        }
    }

    /// Visits the subtree of a board whose blank is on `CELL`, whatever the board says, and got there by `BY`.
    fn walk<const CELL: usize, const BY: usize>(
        burst: &mut Burst<'_, B, ByStep>,
        board: Board<B>,
        slack: u32,
    ) -> bool {
        let slack = Self::known(slack);
        if !burst.expand(const { open_directions(Self::SIZE, CELL, BY).count_ones() }) {
            return burst.pause::<CELL, BY>(board, (), slack);
        }
        // The conditions end the chain at the last child, so that its call is a tail call. What they exclude is not
        // compiled.
        (const { is_open(Self::SIZE, CELL, BY, 0) }
            && Self::enter::<CELL, BY, 0>(burst, board, slack))
            || (const { is_open(Self::SIZE, CELL, BY, 1) }
                && Self::enter::<CELL, BY, 1>(burst, board, slack))
            || (const { is_open(Self::SIZE, CELL, BY, 2) }
                && Self::enter::<CELL, BY, 2>(burst, board, slack))
            || (const { is_open(Self::SIZE, CELL, BY, 3) }
                && Self::enter::<CELL, BY, 3>(burst, board, slack))
    }

    /// The cell in an open direction. Others are looked at by the compiler alone.
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
        let child = parent.with_blank_at(to);
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
        // Direct calls to known functions, which know the blank's cell. Comparing the slack with the parent's is
        // cheaper than classifying it.
        let class = if left == slack { CLASS } else { class(left) };
        let child = board.rotated(CELL, to);
        let ended = match class {
            NONE if Self::CLASSED => none(burst, child, left),
            TWO if Self::CLASSED => two(burst, child, left),
            _ => other(burst, child, left),
        };
        if const { needs_no_frame(Self::SIZE, CELL, BY, DIRECTION) } {
            return ended;
        }
        ended && burst.leave_after::<CELL, BY, DIRECTION>(board, (), slack)
    }
}
