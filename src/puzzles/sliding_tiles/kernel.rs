//! Depth-first traversal with the blank's cell in the program counter.
//!
//! For boards of a named size there is a function for every cell of the blank and every direction it
//! came from. Where a tile lies in the packed board, which directions are left to try and where they
//! lead is then known to the compiler; the functions call each other directly.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::{Direction, SlidingTiles};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;
use crate::traversal::{self, Arrival, Edge, Step, Visitor};

/// How deep the functions call each other: more than any solution of these boards takes. An
/// unoptimised build needs some 400 kB of stack for it.
const MOST_MOVES: usize = 256;

/// Walks as [`traversal::over_neighbors`] does.
pub(super) fn depth_first<B: Packed, V: Visitor<SlidingTiles<B>>>(
    puzzle: &SlidingTiles<B>,
    start: &Board<B>,
    carried: V::Carried,
    visitor: &mut V,
) -> ControlFlow<()> {
    let walk = match (puzzle.rows, puzzle.columns, B::FIELDS) {
        (3, 3, 16) => Kernel::<3, 3, B, V>::from_cell(start.blank()),
        (3, 4, 16) => Kernel::<3, 4, B, V>::from_cell(start.blank()),
        (4, 3, 16) => Kernel::<4, 3, B, V>::from_cell(start.blank()),
        (4, 4, 16) => Kernel::<4, 4, B, V>::from_cell(start.blank()),
        (5, 5, 25) => Kernel::<5, 5, B, V>::from_cell(start.blank()),
        _ => None,
    };
    let Some(walk) = walk else {
        return traversal::over_neighbors(puzzle, start, carried, visitor);
    };
    let mut path = Path {
        puzzle,
        moves: [Direction::Up; MOST_MOVES],
        len: 0,
    };
    if !walk(&mut path, *start, carried, visitor, 0) {
        return ControlFlow::Continue(());
    }
    for &direction in path.moves[..path.len].iter().rev() {
        visitor.unwind(direction);
    }
    ControlFlow::Break(())
}

/// The moves from the start; up to where the visitor stopped, once it has.
struct Path<'p, B: Packed> {
    puzzle: &'p SlidingTiles<B>,
    moves: [Direction; MOST_MOVES],
    len: usize,
}

/// What every function of a kernel looks like; it answers whether the visitor stopped.
type Walk<B, V> =
    fn(&mut Path<'_, B>, Board<B>, <V as Visitor<SlidingTiles<B>>>::Carried, &mut V, usize) -> bool;

/// Where the blank came from: a direction, or nowhere.
const NOWHERE: usize = 4;

struct Kernel<const ROWS: usize, const COLUMNS: usize, B, V>(PhantomData<(B, V)>);

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
            Self::walk::<$cell, 0>,
            Self::walk::<$cell, 1>,
            Self::walk::<$cell, 2>,
            Self::walk::<$cell, 3>,
        ]
    };
}

macro_rules! from_nowhere {
    ($cell:literal) => {
        Self::walk::<$cell, NOWHERE>
    };
}

impl<const ROWS: usize, const COLUMNS: usize, B, V> Kernel<ROWS, COLUMNS, B, V>
where
    B: Packed,
    V: Visitor<SlidingTiles<B>>,
{
    /// By cell and direction. What is used of it is used in constants: the rest is not compiled.
    const TABLE: [[Walk<B, V>; 4]; 25] = for_each_cell!(by_direction);

    /// By cell, to begin with.
    const STARTS: [Walk<B, V>; 25] = for_each_cell!(from_nowhere);

    /// The function to begin with.
    fn from_cell(cell: usize) -> Option<Walk<B, V>> {
        let start = Self::STARTS.get(cell).copied();
        start.filter(|_| cell < ROWS * COLUMNS)
    }

    /// The cell in a direction, if the blank may go there.
    const fn target(cell: usize, last: usize, direction: usize) -> Option<usize> {
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        let open = match Direction::ALL[direction] {
            Direction::Up => row > 0,
            Direction::Left => column > 0,
            Direction::Right => column + 1 < COLUMNS,
            Direction::Down => row + 1 < ROWS,
        };
        // Of opposite directions the indices add up to three.
        if cell < ROWS * COLUMNS && open && last + direction != 3 {
            Some(Direction::ALL[direction].from(cell, COLUMNS))
        } else {
            None
        }
    }

    /// Everything below a board whose blank is on `CELL` and came there by `LAST`.
    fn walk<const CELL: usize, const LAST: usize>(
        path: &mut Path<'_, B>,
        board: Board<B>,
        carried: V::Carried,
        visitor: &mut V,
        depth: usize,
    ) -> bool {
        if depth >= MOST_MOVES {
            return Self::walk_on(path, board, LAST, carried, visitor);
        }
        // The last of these calls is the last thing that is done: it needs no frame.
        Self::enter::<CELL, LAST, 0>(path, board, carried, visitor, depth)
            || Self::enter::<CELL, LAST, 1>(path, board, carried, visitor, depth)
            || Self::enter::<CELL, LAST, 2>(path, board, carried, visitor, depth)
            || Self::enter::<CELL, LAST, 3>(path, board, carried, visitor, depth)
    }

    #[inline(always)]
    fn enter<const CELL: usize, const LAST: usize, const DIRECTION: usize>(
        path: &mut Path<'_, B>,
        board: Board<B>,
        carried: V::Carried,
        visitor: &mut V,
        depth: usize,
    ) -> bool {
        let Some(to) = (const { Self::target(CELL, LAST, DIRECTION) }) else {
            return false;
        };
        // Tells the compiler what it cannot know.
        let parent = board.with_known_blank(CELL);
        let child = parent.with_blank_at(to);
        let edge = Edge {
            parent: &parent,
            mv: &Direction::ALL[DIRECTION],
            cost: 1,
            child: &child,
        };
        match visitor.enter(carried, edge, || Some(0)) {
            Step::Prune => false,
            Step::Stop => {
                path.moves[depth] = Direction::ALL[DIRECTION];
                path.len = depth + 1;
                true
            }
            Step::Descend(carried) => {
                path.moves[depth] = Direction::ALL[DIRECTION];
                let walk = const {
                    match Self::target(CELL, LAST, DIRECTION) {
                        Some(to) => Self::TABLE[to][DIRECTION],
                        None => Self::TABLE[0][0],
                    }
                };
                walk(path, child, carried, visitor, depth + 1)
            }
        }
    }

    /// Goes on below a board for which the functions call each other too deep already.
    #[cold]
    fn walk_on(
        path: &mut Path<'_, B>,
        board: Board<B>,
        last: usize,
        carried: V::Carried,
        visitor: &mut V,
    ) -> bool {
        path.len = MOST_MOVES;
        let arrival = Arrival {
            before: None,
            last: Direction::ALL.get(last),
        };
        traversal::iterate(path.puzzle, &board, arrival, carried, visitor).is_break()
    }
}
