//! Functions for the boards most searched, with the blank's cell in the program counter.
//!
//! For boards of a named size there is a function for every cell of the blank, every direction it
//! came from and every class of values that the visitor carries. Where a tile lies in the packed
//! board, which directions are left to try and where they lead is then known to the compiler. The
//! functions call each other directly and keep no record of the path: where one ends early, those
//! that called it leave a frame each on the [`Path`].

use core::marker::PhantomData;

use super::depth_first::Path;
use super::steps::GoalHint;
use super::{Direction, SlidingTiles};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;
use crate::traversal::{Carried, Change, Edge, Step, Visitor};

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
/// was visited, and then say to [`Path`] why.
pub(super) type Walk<B, V> =
    fn(&mut Path<'_, B, V>, Board<B>, <V as Visitor<Board<B>, Direction, u32>>::Carried) -> bool;

/// Finds the function for a class, a cell of the blank and the direction by which it came there.
pub(super) type Lookup<B, V> = fn(usize, usize, usize) -> Walk<B, V>;

/// The functions for a puzzle; none if its size has none.
///
/// What a size class has no room for is not compiled, nor what would hardly show, as where a visitor
/// does more for each node than count it ahead: there are many functions for each visitor.
pub(super) fn functions<B: Packed, V: Visitor<Board<B>, Direction, u32>>(
    puzzle: &SlidingTiles<B>,
) -> Option<Lookup<B, V>> {
    macro_rules! compiled {
        ($rows:literal, $columns:literal, $goal:ident, $fields:literal, $shows:expr) => {
            const {
                let compiled = V::COUNTS_AHEAD && B::FIELDS == $fields && $shows;
                only_if(compiled, lookup::<$rows, $columns, $goal, B, V>)
            }
        };
    }
    // Only with classes is a search so fast and so long that it shows on other boards too, and that
    // the goal is known.
    match ((puzzle.rows, puzzle.columns), B::FIELDS, puzzle.goal_hint) {
        ((2, 5), 16, _) => compiled!(2, 5, ANY, 16, V::Carried::CLASSES > 1),
        ((2, 6), 16, _) => compiled!(2, 6, ANY, 16, V::Carried::CLASSES > 1),
        ((2, 7), 16, _) => compiled!(2, 7, ANY, 16, V::Carried::CLASSES > 1),
        ((3, 3), 16, _) => compiled!(3, 3, ANY, 16, true),
        ((3, 4), 16, _) => compiled!(3, 4, ANY, 16, V::Carried::CLASSES > 1),
        ((4, 3), 16, _) => compiled!(4, 3, ANY, 16, V::Carried::CLASSES > 1),
        ((4, 4), 16, GoalHint::BlankFirst) if V::Carried::CLASSES > 1 => {
            compiled!(4, 4, FIRST, 16, V::Carried::CLASSES > 1)
        }
        ((4, 4), 16, GoalHint::BlankLast) if V::Carried::CLASSES > 1 => {
            compiled!(4, 4, LAST, 16, V::Carried::CLASSES > 1)
        }
        ((4, 4), 16, _) => compiled!(4, 4, ANY, 16, true),
        ((5, 5), 25, _) => compiled!(5, 5, ANY, 25, true),
        _ => None,
    }
}

const fn only_if<B: Packed, V: Visitor<Board<B>, Direction, u32>>(
    compiled: bool,
    lookup: Lookup<B, V>,
) -> Option<Lookup<B, V>> {
    if compiled { Some(lookup) } else { None }
}

/// The function for a class, a cell and a direction.
fn lookup<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, B, V>(
    class: usize,
    cell: usize,
    by: usize,
) -> Walk<B, V>
where
    B: Packed,
    V: Visitor<Board<B>, Direction, u32>,
{
    let tables = const { Kernel::<ROWS, COLUMNS, GOAL, 0, B, V>::TABLES };
    tables[if class < 3 { class } else { 0 }][cell % 25][by % 4]
}

/// What is known of the goal, as the parameter of a constant can have it.
const ANY: u8 = GoalHint::Any as u8;
const FIRST: u8 = GoalHint::BlankFirst as u8;
const LAST: u8 = GoalHint::BlankLast as u8;

/// Functions by the blank's cell and the direction it came from.
type Table<B, V> = [[Walk<B, V>; 4]; 25];

/// The functions for a size, a goal and a class.
struct Kernel<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, const CLASS: usize, B, V>(
    PhantomData<(B, V)>,
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

impl<const ROWS: usize, const COLUMNS: usize, const GOAL: u8, const CLASS: usize, B, V>
    Kernel<ROWS, COLUMNS, GOAL, CLASS, B, V>
where
    B: Packed,
    V: Visitor<Board<B>, Direction, u32>,
{
    const SIZE: (usize, usize) = (ROWS, COLUMNS);

    /// The tables are used at run time, so that whatever stands in them is compiled.
    const TABLE: Table<B, V> = for_each_cell!(by_direction);

    /// The function for a cell that the blank can enter by this direction; for others one that is
    /// never called, so that theirs is not compiled.
    const fn reachable(cell: usize, by: usize, walk: Walk<B, V>) -> Walk<B, V> {
        let inside = cell < ROWS * COLUMNS;
        if inside && Direction::ALL[by].opposite().is_open(cell, ROWS, COLUMNS) {
            walk
        } else {
            |_, _, _| false
        }
    }

    /// How many classes have functions of their own: small boards are searched too quickly for
    /// classes to show.
    const CLASSES: usize = if ROWS * COLUMNS > 14 {
        V::Carried::CLASSES
    } else {
        1
    };

    /// The tables of all classes; where there is no such class, that of any value.
    const TABLES: [Table<B, V>; 3] = {
        let first = Kernel::<ROWS, COLUMNS, GOAL, 0, B, V>::TABLE;
        [
            first,
            match Self::CLASSES {
                0 | 1 => first,
                _ => Kernel::<ROWS, COLUMNS, GOAL, 1, B, V>::TABLE,
            },
            match Self::CLASSES {
                0..=2 => first,
                _ => Kernel::<ROWS, COLUMNS, GOAL, 2, B, V>::TABLE,
            },
        ]
    };

    /// Everything below a board whose blank is on `CELL`, whatever the board says, and came there by
    /// `BY`.
    fn walk<const CELL: usize, const BY: usize>(
        path: &mut Path<'_, B, V>,
        board: Board<B>,
        carried: V::Carried,
    ) -> bool {
        // Tells the compiler what it cannot know.
        let carried = carried.of_class::<CLASS>();
        let children = const { ways(Self::SIZE, CELL, BY).count_ones() };
        let budget = path.visitor.budget();
        if !budget.is_some_and(|budget| budget.expand_ahead(children)) {
            return path.pause::<CELL, BY>(board, carried);
        }
        // The conditions end the chain at the last child: its call is the last thing that is done
        // and needs no frame.
        Self::enter::<CELL, BY, 0>(path, board, carried)
            || (const { ways(Self::SIZE, CELL, BY) >= 1 << 1 }
                && Self::enter::<CELL, BY, 1>(path, board, carried))
            || (const { ways(Self::SIZE, CELL, BY) >= 1 << 2 }
                && Self::enter::<CELL, BY, 2>(path, board, carried))
            || (const { ways(Self::SIZE, CELL, BY) >= 1 << 3 }
                && Self::enter::<CELL, BY, 3>(path, board, carried))
    }

    #[inline(always)]
    fn enter<const CELL: usize, const BY: usize, const DIRECTION: usize>(
        path: &mut Path<'_, B, V>,
        board: Board<B>,
        carried: V::Carried,
    ) -> bool {
        let Some(to) = (const { target(Self::SIZE, CELL, BY, DIRECTION) }) else {
            return false;
        };
        let parent = board.with_known_blank(CELL);
        let child = parent.with_blank_at(to);
        let edge = Edge {
            parent: &parent,
            mv: &Direction::ALL[DIRECTION],
            cost: 1,
            child: &child,
            may_be_goal: match GOAL {
                FIRST => to == 0,
                LAST => to + 1 == ROWS * COLUMNS,
                _ => true,
            },
            replayed: false,
            counted: true,
            hint: GOAL,
        };
        match path.visitor.enter(carried, edge, unchanged) {
            Step::Prune => false,
            Step::Stop => {
                path.stop();
                path.leave::<CELL, BY, DIRECTION>(board, carried)
            }
            Step::Descend(below) => {
                let [first, second, third] = const {
                    let to = match target(Self::SIZE, CELL, BY, DIRECTION) {
                        Some(to) => to,
                        None => 0,
                    };
                    let [a, b, c] = &Self::TABLES;
                    [a[to][DIRECTION], b[to][DIRECTION], c[to][DIRECTION]]
                };
                // Direct calls, each to one known function. They know the blank's cell.
                let child = board.rotated(CELL, to);
                let ended = match below.class_below::<CLASS>(carried) {
                    1 if Self::CLASSES > 1 => second(path, child, below),
                    2 if Self::CLASSES > 2 => third(path, child, below),
                    _ => first(path, child, below),
                };
                if const { is_left_for_good(Self::SIZE, CELL, BY, DIRECTION) } {
                    return ended;
                }
                ended && path.leave::<CELL, BY, DIRECTION>(board, carried)
            }
        }
    }
}

/// The puzzle alone has no heuristic.
#[inline]
pub(super) const fn unchanged() -> Option<Change<u32>> {
    Some(Change { from: 0, to: 0 })
}
