//! Depth-first traversal with the blank's cell in the program counter.
//!
//! For boards of a named size there is a function for every cell of the blank, every direction it
//! came from and every class of values that the visitor carries. Where a tile lies in the packed
//! board, which directions are left to try and where they lead is then known to the compiler; the
//! functions call each other directly. One more function walks boards of any size, and those nodes
//! whose children are not counted ahead.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::{Direction, SlidingTiles};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;
use crate::traversal::{self, Arrival, Change, Edge, Step, Visitor};

/// The functions call each other no deeper: more than any solution of these boards takes.
const MOST_MOVES: usize = 256;

/// How deep they call each other with such a value on the way. Unoptimised frames hold dozens of
/// copies of it; this keeps them within a megabyte.
const fn most_moves<C>() -> usize {
    let frame = 3_072 + 64 * size_of::<C>();
    let most = (1 << 20) / frame;
    if most < MOST_MOVES { most } else { MOST_MOVES }
}

/// Walks as [`traversal::over_neighbors`] does.
pub(super) fn depth_first<B: Packed, V: Visitor<SlidingTiles<B>>>(
    puzzle: &SlidingTiles<B>,
    start: &Board<B>,
    carried: V::Carried,
    visitor: V,
) -> (V, ControlFlow<()>) {
    if !puzzle.fits(start) {
        return traversal::over_neighbors(puzzle, start, carried, visitor);
    }
    let size = (puzzle.rows, puzzle.columns);
    // What a size class has no room for is not compiled, nor what would hardly show: there are many
    // functions for each visitor.
    let walk = match (size, B::FIELDS) {
        ((3, 3), 16) => (const { only_if(B::FIELDS == 16, entry::<3, 3, B, V>) })(puzzle),
        ((3, 4), 16) => {
            (const { only_if(V::CLASSES > 1 && B::FIELDS == 16, entry::<3, 4, B, V>) })(puzzle)
        }
        ((4, 3), 16) => {
            (const { only_if(V::CLASSES > 1 && B::FIELDS == 16, entry::<4, 3, B, V>) })(puzzle)
        }
        ((4, 4), 16) => (const { only_if(B::FIELDS == 16, entry::<4, 4, B, V>) })(puzzle),
        ((5, 5), 25) => (const { only_if(B::FIELDS == 25, entry::<5, 5, B, V>) })(puzzle),
        _ => any(puzzle),
    };
    let mut path = Path {
        visitor,
        puzzle,
        start: start.blank(),
        moves: [Played::default(); MOST_MOVES],
        len: 0,
    };
    let stopped = walk(&mut path, *start, carried, 0);
    let pending = if stopped { path.pending(path.len) } else { 0 };
    let mut visitor = path.visitor;
    visitor.pending(pending);
    if !stopped {
        return (visitor, ControlFlow::Continue(()));
    }
    for played in path.moves[..path.len].iter().rev() {
        visitor.unwind(played.direction());
    }
    (visitor, ControlFlow::Break(()))
}

/// Finds the function to begin with.
type Entry<B, V> = fn(&SlidingTiles<B>) -> Walk<B, V>;

/// The entry, or the one for boards of any size.
const fn only_if<B: Packed, V: Visitor<SlidingTiles<B>>>(
    compiled: bool,
    entry: Entry<B, V>,
) -> Entry<B, V> {
    if compiled { entry } else { any }
}

/// Where to begin on a board of no named size.
fn any<B: Packed, V: Visitor<SlidingTiles<B>>>(_: &SlidingTiles<B>) -> Walk<B, V> {
    Kernel::<0, 0, ANYWHERE, 0, B, V>::walk_any
}

/// Where to begin on a board of a named size.
fn entry<const ROWS: usize, const COLUMNS: usize, B, V>(puzzle: &SlidingTiles<B>) -> Walk<B, V>
where
    B: Packed,
    V: Visitor<SlidingTiles<B>>,
{
    // Only on this size, and with classes, is a search so fast and so long that it shows.
    let [first, last, anywhere] = const {
        let anywhere: Walk<B, V> = Kernel::<ROWS, COLUMNS, ANYWHERE, 0, B, V>::walk_any;
        if V::CLASSES > 1 && ROWS * COLUMNS == 16 {
            [
                Kernel::<ROWS, COLUMNS, FIRST, 0, B, V>::walk_any,
                Kernel::<ROWS, COLUMNS, LAST, 0, B, V>::walk_any,
                anywhere,
            ]
        } else {
            [anywhere; 3]
        }
    };
    match puzzle.goal.blank() {
        0 => first,
        cell if cell + 1 == ROWS * COLUMNS => last,
        _ => anywhere,
    }
}

/// Where the goal has its blank: usually in the first or the last cell.
const FIRST: usize = 0;
const LAST: usize = 1;
const ANYWHERE: usize = 2;

/// Where the blank came from: a direction, or nowhere.
const NOWHERE: usize = 4;

/// The cell in a direction, if the blank may go there.
const fn target(
    (rows, columns): (usize, usize),
    cell: usize,
    last: usize,
    direction: usize,
) -> Option<usize> {
    let way = Direction::ALL[direction];
    // Of opposite directions the indices add up to three.
    if cell < rows * columns && way.is_open(cell, rows, columns) && last + direction != 3 {
        Some(way.from(cell, columns))
    } else {
        None
    }
}

/// How many ways the blank may go, from a direction on.
const fn ways(size: (usize, usize), cell: usize, last: usize, first: usize) -> u32 {
    let (mut count, mut direction) = (0, first);
    while direction < 4 {
        count += target(size, cell, last, direction).is_some() as u32;
        direction += 1;
    }
    count
}

/// A move, and whether the children of the node where it was played were counted ahead.
#[derive(Clone, Copy, Default)]
struct Played(u8);

impl Played {
    #[inline]
    const fn new(direction: usize, counted: bool) -> Self {
        Self(direction as u8 | (counted as u8) << 2)
    }

    const fn direction(self) -> Direction {
        Direction::ALL[(self.0 & 3) as usize]
    }

    const fn counted(self) -> bool {
        self.0 & 4 != 0
    }
}

/// A visitor and the moves from the start; up to where it stopped, once it has.
struct Path<'p, B: Packed, V> {
    visitor: V,
    puzzle: &'p SlidingTiles<B>,
    /// Where the blank was.
    start: usize,
    moves: [Played; MOST_MOVES],
    len: usize,
}

impl<B: Packed, V> Path<'_, B, V> {
    /// How many of the children counted ahead are still to be entered, this many moves deep.
    fn pending(&self, depth: usize) -> u64 {
        let size = (self.puzzle.rows, self.puzzle.columns);
        let (mut cell, mut last, mut pending) = (self.start, NOWHERE, 0);
        for played in &self.moves[..depth] {
            let direction = played.direction() as usize;
            if played.counted() {
                pending += u64::from(ways(size, cell, last, direction + 1));
            }
            cell = played.direction().from(cell, size.1);
            last = direction;
        }
        pending
    }
}

/// What the functions of a kernel look like; they answer whether the visitor stopped.
type Walk<B, V> =
    fn(&mut Path<'_, B, V>, Board<B>, <V as Visitor<SlidingTiles<B>>>::Carried, usize) -> bool;

/// Functions by the blank's cell and the direction it came from.
type Table<B, V> = [[Walk<B, V>; 4]; 25];

/// The functions for a size and a class; without a size, there is only `walk_any`.
struct Kernel<const ROWS: usize, const COLUMNS: usize, const GOAL: usize, const CLASS: usize, B, V>(
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
            Self::walk::<$cell, 0>,
            Self::walk::<$cell, 1>,
            Self::walk::<$cell, 2>,
            Self::walk::<$cell, 3>,
        ]
    };
}

impl<const ROWS: usize, const COLUMNS: usize, const GOAL: usize, const CLASS: usize, B, V>
    Kernel<ROWS, COLUMNS, GOAL, CLASS, B, V>
where
    B: Packed,
    V: Visitor<SlidingTiles<B>>,
{
    /// What is used of it is used in constants: the rest is not compiled.
    const TABLE: Table<B, V> = for_each_cell!(by_direction);

    /// How many classes have functions of their own.
    const CLASSES: usize = if ROWS * COLUMNS > 12 { V::CLASSES } else { 1 };

    /// The tables of all classes; where there is no size, or no such class, one that is there.
    /// Small boards are searched too quickly for classes to show.
    const TABLES: [Table<B, V>; 3] = if ROWS == 0 {
        [[[Self::walk_any; 4]; 25]; 3]
    } else {
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
        depth: usize,
    ) -> bool {
        // Tells the compiler what it cannot know.
        let carried = V::of_class::<CLASS>(carried);
        let children = const { ways((ROWS, COLUMNS), CELL, BY, 0) };
        if depth >= const { most_moves::<V::Carried>() }
            || (V::COUNTS_AHEAD && !path.visitor.count_ahead(children))
        {
            return Self::walk_any(path, board.with_known_blank(CELL), carried, depth);
        }
        if !V::COUNTS_AHEAD {
            let board = board.with_known_blank(CELL);
            if path.visitor.expand(carried, &board).is_break() {
                path.len = depth;
                return true;
            }
        }
        // The conditions end the chain at the last child: its call is the last thing that is done
        // and needs no frame.
        Self::enter::<CELL, BY, 0>(path, board, carried, depth)
            || (const { ways((ROWS, COLUMNS), CELL, BY, 1) > 0 }
                && Self::enter::<CELL, BY, 1>(path, board, carried, depth))
            || (const { ways((ROWS, COLUMNS), CELL, BY, 2) > 0 }
                && Self::enter::<CELL, BY, 2>(path, board, carried, depth))
            || (const { ways((ROWS, COLUMNS), CELL, BY, 3) > 0 }
                && Self::enter::<CELL, BY, 3>(path, board, carried, depth))
    }

    #[inline(always)]
    fn enter<const CELL: usize, const BY: usize, const DIRECTION: usize>(
        path: &mut Path<'_, B, V>,
        board: Board<B>,
        carried: V::Carried,
        depth: usize,
    ) -> bool {
        let Some(to) = (const { target((ROWS, COLUMNS), CELL, BY, DIRECTION) }) else {
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
        };
        let step = if V::COUNTS_AHEAD {
            path.visitor.enter_counted(carried, edge, unchanged)
        } else {
            path.visitor.enter(carried, edge, unchanged)
        };
        match step {
            Step::Prune => false,
            Step::Stop => {
                path.moves[depth] = Played::new(DIRECTION, V::COUNTS_AHEAD);
                path.len = depth + 1;
                true
            }
            Step::Descend(below) => {
                path.moves[depth] = Played::new(DIRECTION, V::COUNTS_AHEAD);
                let [first, second, third] = const {
                    let to = match target((ROWS, COLUMNS), CELL, BY, DIRECTION) {
                        Some(to) => to,
                        None => 0,
                    };
                    let [a, b, c] = &Self::TABLES;
                    [a[to][DIRECTION], b[to][DIRECTION], c[to][DIRECTION]]
                };
                // Direct calls, each to one known function. They know the blank's cell.
                let child = board.rotated(CELL, to);
                match V::class::<CLASS>(carried, below) {
                    1 if Self::CLASSES > 1 => second(path, child, below, depth + 1),
                    2 if Self::CLASSES > 2 => third(path, child, below, depth + 1),
                    _ => first(path, child, below, depth + 1),
                }
            }
        }
    }

    /// Everything below a board, whatever is known of it.
    #[inline(never)]
    fn walk_any(
        path: &mut Path<'_, B, V>,
        board: Board<B>,
        carried: V::Carried,
        depth: usize,
    ) -> bool {
        let last = depth.checked_sub(1).map(|at| path.moves[at].direction());
        if depth >= const { most_moves::<V::Carried>() } {
            path.len = depth;
            let pending = path.pending(depth);
            path.visitor.pending(pending);
            let arrival = Arrival {
                before: None,
                last: last.as_ref(),
            };
            let flow = traversal::iterate(path.puzzle, &board, arrival, carried, &mut path.visitor);
            return flow.is_break();
        }
        let puzzle = path.puzzle;
        let back = last.map(Direction::opposite);
        let exits = puzzle.exits[board.blank()].iter();
        let exits = exits.filter(|(direction, _)| Some(*direction) != back);
        let counted = V::COUNTS_AHEAD && path.visitor.count_ahead(exits.clone().count() as u32);
        let pending = if counted { 0 } else { path.pending(depth) };
        if !counted {
            path.visitor.pending(pending);
            if path.visitor.expand(carried, &board).is_break() {
                path.len = depth;
                return true;
            }
        }
        for &(direction, slide) in exits {
            let child = board.after(&slide);
            let edge = Edge {
                parent: &board,
                mv: &direction,
                cost: 1,
                child: &child,
                may_be_goal: true,
            };
            let step = if counted {
                path.visitor.enter_counted(carried, edge, unchanged)
            } else {
                path.visitor.pending(pending);
                path.visitor.enter(carried, edge, unchanged)
            };
            path.moves[depth] = Played::new(direction as usize, counted);
            let stopped = match step {
                Step::Prune => false,
                Step::Stop => {
                    path.len = depth + 1;
                    true
                }
                Step::Descend(below) => {
                    let class = V::class::<0>(carried, below);
                    let class = if class < 3 { class } else { 0 };
                    let walk =
                        const { Self::TABLES }[class][child.blank() % 25][direction as usize];
                    walk(path, child, below, depth + 1)
                }
            };
            if stopped {
                return true;
            }
        }
        false
    }
}

/// The puzzle alone has no heuristic.
#[inline]
const fn unchanged() -> Option<Change<u32>> {
    Some(Change { from: 0, to: 0 })
}
