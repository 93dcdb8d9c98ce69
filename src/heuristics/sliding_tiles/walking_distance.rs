//! [`WalkingDistance`]: the moves it takes to bring each tile to its goal row, and to its goal column.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::axes::Axes;
use super::{CELLS, slide};
use crate::heuristics::{BuildError, Heuristic};
use crate::monitor::{Layer, Monitor, Side, Stop};
use crate::puzzles::{Board, Direction, Packed, SlidingTiles};

/// The walking distance of a sliding board: how many vertical moves it takes to bring every tile to
/// its goal row if tiles of the same goal row are alike and columns do not matter, and the same for
/// horizontal moves. The two add up.
///
/// Admissible and consistent. It belongs to the goal it was made for. The tables are built at
/// construction: 24,964 positions for 4x4; 65,650,495 for 5x5, which take 1.8 GB while they are built.
/// Time for a move: one look-up in a hash table.
///
/// Due to Takahashi Ken'ichiro.
///
/// ```
/// use puzzle_search::heuristics::WalkingDistance;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::Puzzle;
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let walking = WalkingDistance::new(&puzzle)?;
/// assert_eq!(walking.positions(), [24_964, 24_964]);
/// let puzzle = puzzle.guided_by(walking);
/// let start = puzzle.parse("1 2 3 4  5 6 7 8  9 10 11 12  15 14 13 0")?;
/// assert_eq!(puzzle.heuristic(&start), Some(10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    columns: usize,
    goal_row: [u8; CELLS],
    goal_column: [u8; CELLS],
    vertical: Arc<Table>,
    horizontal: Arc<Table>,
}

impl WalkingDistance {
    /// For the goal of this puzzle, without limits.
    ///
    /// # Errors
    ///
    /// If a position does not fit into 63 bits, as from 6x6 on, or there is not enough memory.
    pub fn new<B: Packed>(puzzle: &SlidingTiles<B>) -> Result<Self, BuildError> {
        Self::build(puzzle, &mut Monitor::new())
    }

    /// For the goal of this puzzle, within the monitor's limits on bytes and time; its observer sees
    /// the layers.
    ///
    /// # Errors
    ///
    /// If a position does not fit into 63 bits, as from 6x6 on, or a limit is reached.
    ///
    /// ```
    /// use puzzle_search::heuristics::{BuildError, WalkingDistance};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Monitor, Stop};
    ///
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_bytes(1_000));
    /// let error = WalkingDistance::build(&puzzle, &mut monitor).unwrap_err();
    /// assert_eq!(error, BuildError::Stopped(Stop::Bytes));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    pub fn build<B: Packed>(
        puzzle: &SlidingTiles<B>,
        monitor: &mut Monitor<'_, SlidingTiles<B>>,
    ) -> Result<Self, BuildError> {
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let (mut goal_row, mut goal_column) = ([0; CELLS], [0; CELLS]);
        for (cell, tile) in puzzle.goal().cells().enumerate() {
            goal_row[usize::from(tile) % CELLS] = (cell / columns) as u8;
            goal_column[usize::from(tile) % CELLS] = (cell % columns) as u8;
        }
        let blank = puzzle.goal().blank();
        monitor.begin();
        let by_row = Lines::new(rows, columns, blank / columns)?;
        let by_column = Lines::new(columns, rows, blank % columns)?;
        let vertical = Arc::new(Table::build(by_row, monitor)?);
        let horizontal = if by_row == by_column {
            Arc::clone(&vertical)
        } else {
            Arc::new(Table::build(by_column, monitor)?)
        };
        Ok(Self {
            columns,
            goal_row,
            goal_column,
            vertical,
            horizontal,
        })
    }

    /// How many positions there are of the rows, and of the columns.
    #[must_use]
    pub fn positions(&self) -> [usize; 2] {
        [self.vertical.count, self.horizontal.count]
    }
}

/// What [`WalkingDistance`] keeps up: where a board stands in both tables.
///
/// ```
/// assert_eq!(size_of::<puzzle_search::heuristics::WalkingMemo>(), 24);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingMemo {
    position: [u64; 2],
    distance: [u8; 2],
}

impl<B: Packed> Heuristic<SlidingTiles<B>> for WalkingDistance {
    type Memo = WalkingMemo;

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> WalkingMemo {
        let (lines, across) = (self.vertical.lines, self.horizontal.lines);
        let (row, column) = (board.blank() / self.columns, board.blank() % self.columns);
        let mut position = [lines.with_blank(row), across.with_blank(column)];
        for (cell, tile) in board.cells().enumerate().filter(|&(_, tile)| tile != 0) {
            let tile = usize::from(tile) % CELLS;
            let (row, column) = (cell / self.columns, cell % self.columns);
            let at = |lines: Lines, line, goal| lines.one(line, usize::from(goal));
            position[0] = position[0].wrapping_add(at(lines, row, self.goal_row[tile]));
            position[1] = position[1].wrapping_add(at(across, column, self.goal_column[tile]));
        }
        WalkingMemo {
            position,
            distance: [
                self.vertical.distance(position[0]),
                self.horizontal.distance(position[1]),
            ],
        }
    }

    fn advance(
        &self,
        _: &SlidingTiles<B>,
        mut memo: WalkingMemo,
        parent: &Board<B>,
        mv: &Direction,
        child: &Board<B>,
    ) -> WalkingMemo {
        let (tile, from, to) = slide(parent, child);
        let tile = usize::from(tile) % CELLS;
        let (axis, table, goal, from, to) = if matches!(mv, Direction::Up | Direction::Down) {
            let rows = (from / self.columns, to / self.columns);
            (0, &self.vertical, self.goal_row[tile], rows.0, rows.1)
        } else {
            let columns = (from % self.columns, to % self.columns);
            let goal = self.goal_column[tile];
            (1, &self.horizontal, goal, columns.0, columns.1)
        };
        let position = table
            .lines
            .moved(memo.position[axis], usize::from(goal), from, to);
        memo.position[axis] = position;
        memo.distance[axis] = table.distance(position);
        memo
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        let rows = self.vertical.lines.lines;
        super::is_board(puzzle, (rows, self.columns), |tile| {
            usize::from(self.goal_row[tile]) * self.columns + usize::from(self.goal_column[tile])
        })
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, memo: WalkingMemo) -> Option<u32> {
        Some(memo.distance.map(u32::from).iter().sum())
    }
}

impl<B: Packed> Axes<B> for WalkingDistance {
    #[inline]
    fn axes(&self, memo: WalkingMemo) -> [u32; 2] {
        memo.distance.map(u32::from)
    }
}

/// How a position is packed: how many tiles of each goal line but the last are on each line, and the
/// blank's line. What is on a line beside these is of the last goal line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lines {
    lines: usize,
    cells: usize,
    goal_blank: usize,
    /// Bits of a count.
    bits: usize,
}

impl Lines {
    fn new(lines: usize, cells: usize, goal_blank: usize) -> Result<Self, BuildError> {
        let width = |most: usize| (usize::BITS - most.leading_zeros()) as usize;
        let bits = width(cells);
        let all = lines * (lines - 1) * bits + width(lines - 1);
        if all > 63 {
            return Err(BuildError::WalkingDistance {
                lines,
                cells,
                bits: all,
            });
        }
        Ok(Self {
            lines,
            cells,
            goal_blank,
            bits,
        })
    }

    const fn shift(self, line: usize, goal: usize) -> usize {
        (line * (self.lines - 1) + goal) * self.bits
    }

    /// A tile of a goal line on a line.
    const fn one(self, line: usize, goal: usize) -> u64 {
        if goal + 1 < self.lines && line < self.lines {
            1 << self.shift(line, goal)
        } else {
            0
        }
    }

    /// The blank on a line, and nothing else.
    const fn with_blank(self, line: usize) -> u64 {
        let shift = self.lines * (self.lines - 1) * self.bits;
        if shift < 64 {
            (line as u64) << shift
        } else {
            0
        }
    }

    const fn blank(self, position: u64) -> usize {
        let shift = self.lines * (self.lines - 1) * self.bits;
        if shift < 64 {
            (position >> shift) as usize
        } else {
            0
        }
    }

    /// The position after a tile of a goal line has moved, and the blank the other way.
    const fn moved(self, position: u64, goal: usize, from: usize, to: usize) -> u64 {
        let position = position
            .wrapping_sub(self.one(from, goal))
            .wrapping_add(self.one(to, goal));
        position
            .wrapping_sub(self.with_blank(to))
            .wrapping_add(self.with_blank(from))
    }

    /// Whether a line without the blank has a tile of a goal line.
    fn has(self, position: u64, line: usize, goal: usize) -> bool {
        let mask = (1_u64 << self.bits) - 1;
        let count = |goal: usize| (position >> self.shift(line, goal)) & mask;
        if goal + 1 < self.lines {
            return count(goal) > 0;
        }
        (0..goal).map(count).sum::<u64>() < self.cells as u64
    }

    fn goal(self) -> u64 {
        let tiles = (0..self.lines).map(|line| {
            let tiles = self.cells - usize::from(line == self.goal_blank);
            self.one(line, line) * tiles as u64
        });
        tiles.sum::<u64>() + self.with_blank(self.goal_blank)
    }
}

/// The distance of every position, in a hash table with linear probing.
#[derive(Debug)]
struct Table {
    lines: Lines,
    count: usize,
    /// Positions plus one; zero where there is none. The length is a power of two.
    positions: Vec<u64>,
    distances: Vec<u8>,
}

/// Bytes of a slot.
const SLOT: usize = size_of::<u64>() + 1;

impl Table {
    fn build<B: Packed>(
        lines: Lines,
        monitor: &mut Monitor<'_, SlidingTiles<B>>,
    ) -> Result<Self, Stop> {
        let mut table = Self {
            lines,
            count: 0,
            positions: Vec::new(),
            distances: Vec::new(),
        };
        table.grow(1 << 8, monitor)?;
        let mut layer = Vec::new();
        push(&mut layer, lines.goal(), monitor)?;
        table.insert(lines.goal(), 0);
        for distance in 1_u8.. {
            let mut next = Vec::new();
            for &position in &layer {
                let blank = lines.blank(position);
                for line in [blank.wrapping_sub(1), blank + 1] {
                    if line >= lines.lines {
                        continue;
                    }
                    for goal in (0..lines.lines).filter(|&goal| lines.has(position, line, goal)) {
                        let moved = lines.moved(position, goal, line, blank);
                        if 4 * table.count >= 3 * table.positions.len() {
                            table.grow(2 * table.positions.len(), monitor)?;
                        }
                        if table.insert(moved, distance) {
                            push(&mut next, moved, monitor)?;
                        }
                    }
                }
            }
            monitor.release(layer.capacity() * size_of::<u64>());
            layer = next;
            if layer.is_empty() {
                return Ok(table);
            }
            let states = layer.len() as u64;
            monitor.finish_layer(Layer::new(Side::Goal, u64::from(distance), states))?;
            monitor.check()?;
        }
        Err(Stop::CostOverflow)
    }

    #[inline]
    fn slot(&self, position: u64) -> usize {
        let mask = self.positions.len() - 1;
        let mut slot = (position.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            let found = self.positions[slot];
            if found == 0 || found == position + 1 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds a position; answers whether it is new.
    fn insert(&mut self, position: u64, distance: u8) -> bool {
        let slot = self.slot(position);
        if self.positions[slot] != 0 {
            return false;
        }
        self.positions[slot] = position + 1;
        self.distances[slot] = distance;
        self.count += 1;
        true
    }

    /// The distance of a position; zero of one that no board of this puzzle has.
    #[inline]
    fn distance(&self, position: u64) -> u8 {
        self.distances[self.slot(position & (u64::MAX >> 1))]
    }

    fn grow<B: Packed>(
        &mut self,
        slots: usize,
        monitor: &mut Monitor<'_, SlidingTiles<B>>,
    ) -> Result<(), Stop> {
        monitor.claim(slots.checked_mul(SLOT).ok_or(Stop::OutOfMemory)?)?;
        let mut grown = Self {
            lines: self.lines,
            count: 0,
            positions: zeros(slots)?,
            distances: zeros(slots)?,
        };
        let old = core::mem::take(&mut self.positions);
        for (position, &distance) in old.iter().zip(&self.distances) {
            if *position != 0 {
                grown.insert(position - 1, distance);
            }
        }
        monitor.release(old.len() * SLOT);
        *self = grown;
        Ok(())
    }
}

fn zeros<T: Clone + Default>(length: usize) -> Result<Vec<T>, Stop> {
    let mut zeros = Vec::new();
    let reserved = zeros.try_reserve_exact(length);
    reserved.map_err(|_| Stop::OutOfMemory)?;
    zeros.resize(length, T::default());
    Ok(zeros)
}

fn push<B: Packed>(
    layer: &mut Vec<u64>,
    position: u64,
    monitor: &mut Monitor<'_, SlidingTiles<B>>,
) -> Result<(), Stop> {
    if layer.len() == layer.capacity() {
        let more = layer.len().max(64);
        monitor.claim(more * size_of::<u64>())?;
        let reserved = layer.try_reserve_exact(more);
        reserved.map_err(|_| Stop::OutOfMemory)?;
    }
    layer.push(position);
    Ok(())
}
