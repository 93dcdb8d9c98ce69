//! [`WalkingDistance`]: the sum of exact distances in two relaxations, one that keeps only the row of each tile and one
//! that keeps only its column.
//!
//! Both relaxations run the same code on *lines*: rows for vertical moves, columns for horizontal moves. The goal line
//! of a tile is its line in the goal. A *position* tells how many tiles of each goal line are in each line, and which
//! line the blank is in. A breadth-first search fills a table with the distance of each position from the goal.
//!
//! Invariant: the memo of a board has its position on both axes, with the distances of these in the tables.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use super::tile_goals::TileGoals;
use crate::account::{Claim, Claimed, Meter, Quota, Stop};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::{Board, Direction, Packed, SlidingTiles};
use crate::space::layers::Front;
#[cfg(feature = "std")]
use crate::table_file::{SavedError, TableBytes, TableEncoding, TableHeader, TableKind, checksum};
use crate::tables::BuildError;
use crate::tables::build::{BuildEach, BuildTable, TableBuilder};
#[cfg(feature = "std")]
use crate::tables::cached::CachedTable;
use crate::task::Task;
#[cfg(feature = "std")]
use std::io;

/// The walking distance of a sliding board: the sum of a lower bound on the number of vertical moves and a lower bound
/// on the number of horizontal moves.
///
/// For vertical moves, tiles with the same goal row are taken to be alike, and the blank may change places with any
/// tile of a neighboring row. The bound is the least number of such moves that brings every tile to its goal row.
/// Horizontal moves are counted in the same way, with columns instead of rows.
///
/// The estimate is admissible and consistent. The heuristic is valid only for the goal of the puzzle that it was made
/// for. [`build`](Self::build) builds a table for rows and a table for columns. The table for rows has an entry for each
/// *position*. A position tells how many tiles of each goal row are in each row, and which row the blank is in. For a
/// 4x4 board, each table has 24,964 positions. For a 5x5 board, each table has 65,650,495 positions, and takes 1.8 GB
/// of memory while it is built. Updating the estimate after a move takes one lookup.
///
/// The heuristic is due to Takahashi Ken'ichiro.
///
/// ```
/// use puzzle_search::heuristics::WalkingDistance;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let walking = WalkingDistance::build(&puzzle).run()?;
/// assert_eq!(walking.positions(), [24_964, 24_964]);
/// let puzzle = puzzle.guided_by(walking);
/// let start = puzzle.parse("1 2 3 4  5 6 7 8  9 10 11 12  15 14 13 0")?;
/// assert_eq!(puzzle.heuristic(&start), Some(10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    goals: TileGoals,
    vertical: Arc<PositionTable>,
    horizontal: Arc<PositionTable>,
}

impl WalkingDistance {
    /// Returns a [`Task`] that builds the tables for the goal of `puzzle`. The task can be given limits on bytes and
    /// time. It tells its observer how many positions are at each distance from the goal
    /// ([`Observer::layer`](crate::observe::Observer::layer)).
    ///
    /// # Errors
    ///
    /// The task returns an error if the board is too large, such as 6x6, if there is not enough memory, and if a limit is
    /// reached.
    ///
    /// ```
    /// use puzzle_search::heuristics::WalkingDistance;
    /// use puzzle_search::job::BuildError;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Stop};
    ///
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let limits = Limits::new().max_bytes(1_000);
    /// let error = WalkingDistance::build(&puzzle).limits(limits).run().unwrap_err();
    /// assert_eq!(error, BuildError::Stopped(Stop::Bytes));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = SlidingTiles<B>> + Send + 'a,
    ) -> Task<'a, Result<Self, BuildError>> {
        Self::of_tables(puzzle, |table| table)
    }

    /// Returns a [`Task`] that reads the tables from files in `directory` (feature `std`). If the file of a table is
    /// missing, the task builds the table and writes the file.
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as the task of [`build`](Self::build), and if a file cannot be read
    /// or written, is damaged, or is not the expected table.
    ///
    /// ```
    /// use puzzle_search::heuristics::WalkingDistance;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(4, 4)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-walking-{}", std::process::id()));
    /// for _built_then_read in 0..2 {
    ///     let walking = WalkingDistance::open_or_build(&puzzle, &directory).run()?;
    ///     assert_eq!(walking.positions(), [24_964; 2]);
    /// }
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn open_or_build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = SlidingTiles<B>> + Send + 'a,
        directory: impl Into<std::path::PathBuf>,
    ) -> Task<'a, Result<Self, BuildError>> {
        let directory = directory.into();
        Self::of_tables(puzzle, |table| table.in_directory(directory.clone()))
    }

    /// The task that makes the tables for rows and columns, or one for both. `configured` receives the task of a table,
    /// and may give it a directory.
    fn of_tables<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = SlidingTiles<B>> + Send + 'a,
        configured: impl Fn(BuildTable<'a, PositionSearch>) -> BuildTable<'a, PositionSearch>,
    ) -> Task<'a, Result<Self, BuildError>> {
        let table = |packing| configured(PositionSearch::build(packing));
        let packings = Self::packings(&puzzle);
        let mut tables = packings.map(|all| BuildEach::new(all.into_iter().map(table)));
        Task::new(move |meter| {
            let tables = tables.as_mut().map_err(|error| error.clone())?;
            let tables: Vec<_> = tables.run(meter)?.into_iter().map(Arc::new).collect();
            Ok(Self {
                goals: TileGoals::new(&puzzle),
                vertical: Arc::clone(&tables[0]),
                horizontal: Arc::clone(&tables[tables.len() - 1]),
            })
        })
    }

    /// How positions are packed for rows and for columns: a single packing if both are equal.
    fn packings<B: Packed>(puzzle: &SlidingTiles<B>) -> Result<Vec<PositionPacking>, BuildError> {
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let blank = puzzle.goal().blank();
        let by_row = PositionPacking::new(rows, columns, blank / columns)?;
        let by_column = PositionPacking::new(columns, rows, blank % columns)?;
        let mut packings = [by_row, by_column].to_vec();
        packings.dedup();
        Ok(packings)
    }

    /// Returns the number of [positions](Self) in the table for rows, and in the table for columns.
    #[must_use]
    pub fn positions(&self) -> [usize; 2] {
        [self.vertical.count, self.horizontal.count]
    }
}

/// The [memo](Heuristic::Memo) of a state for [`WalkingDistance`]: the value from which the estimate is computed.
///
/// ```
/// assert_eq!(size_of::<puzzle_search::heuristics::WalkingMemo>(), 24);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingMemo {
    /// The packed positions by row and by column, and their distances in the same order.
    position: [u64; 2],
    distance: [u8; 2],
}

impl<B: Packed> Heuristic<SlidingTiles<B>> for WalkingDistance {
    type Memo = WalkingMemo;

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> WalkingMemo {
        let (packing, across) = (self.vertical.packing, self.horizontal.packing);
        let (goals, columns) = (&self.goals, self.goals.columns);
        let (row, column) = (board.blank() / columns, board.blank() % columns);
        let mut position = [packing.blank_term(row), across.blank_term(column)];
        for (cell, tile) in board.tiles() {
            let (row, column) = (cell / columns, cell % columns);
            position[0] = position[0].wrapping_add(packing.tile_term(row, goals.row(tile)));
            position[1] = position[1].wrapping_add(across.tile_term(column, goals.column(tile)));
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
        // The tile moves from the blank's new cell to its old cell.
        let (to, from) = (parent.blank(), child.blank());
        let (goals, columns, tile) = (&self.goals, self.goals.columns, parent.tile(from));
        let (axis, table, goal, from, to) = if matches!(mv, Direction::Up | Direction::Down) {
            (
                0,
                &self.vertical,
                goals.row(tile),
                from / columns,
                to / columns,
            )
        } else {
            (
                1,
                &self.horizontal,
                goals.column(tile),
                from % columns,
                to % columns,
            )
        };
        let position = table.packing.moved(memo.position[axis], goal, from, to);
        memo.position[axis] = position;
        memo.distance[axis] = table.distance(position);
        memo
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        self.goals.fits(puzzle)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent().parity()
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, memo: WalkingMemo) -> Option<u32> {
        Some(memo.distance.map(u32::from).iter().sum())
    }
}

/// The packing of positions into words: for each line, the number of tiles of each goal line except the last, and then
/// the line of the blank. All other tiles of a line belong to the last goal line. A packed position is the sum of one
/// term for each tile and one for the blank. Sums wrap around, so that boards of other puzzles cause no panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PositionPacking {
    /// The number of lines.
    lines: usize,
    /// The number of cells of a line.
    cells: usize,
    /// The line of the blank in the goal.
    goal_blank: usize,
    /// The number of bits of a number of tiles.
    bits: usize,
}

impl PositionPacking {
    fn new(lines: usize, cells: usize, goal_blank: usize) -> Result<Self, BuildError> {
        let width = |most: usize| (usize::BITS - most.leading_zeros()) as usize;
        let bits = width(cells);
        let all = lines * (lines - 1) * bits + width(lines - 1);
        if all > 63 {
            return Err(BuildError::unfit(format!(
                "the walking distance of {lines} lines of {cells} cells needs {all} bits for a \
                 position: expected at most 63"
            )));
        }
        Ok(Self {
            lines,
            cells,
            goal_blank,
            bits,
        })
    }

    /// The lowest bit of the number of tiles of goal line `goal` on `line`.
    const fn shift(self, line: usize, goal: usize) -> usize {
        (line * (self.lines - 1) + goal) * self.bits
    }

    /// The term of a position for a tile of goal line `goal` on `line`.
    const fn tile_term(self, line: usize, goal: usize) -> u64 {
        if goal + 1 < self.lines && line < self.lines {
            1 << self.shift(line, goal)
        } else {
            0
        }
    }

    /// The term of a position for the blank on a line.
    const fn blank_term(self, line: usize) -> u64 {
        (line as u64).unbounded_shl(self.blank_shift())
    }

    /// The line of the blank.
    const fn blank_line(self, position: u64) -> usize {
        position.unbounded_shr(self.blank_shift()) as usize
    }

    const fn blank_shift(self) -> u32 {
        (self.lines * (self.lines - 1) * self.bits) as u32
    }

    /// The position after a tile of goal line `goal` moves from line `from` to line `to`, and the blank the other way.
    const fn moved(self, position: u64, goal: usize, from: usize, to: usize) -> u64 {
        let position = position
            .wrapping_sub(self.tile_term(from, goal))
            .wrapping_add(self.tile_term(to, goal));
        position
            .wrapping_sub(self.blank_term(to))
            .wrapping_add(self.blank_term(from))
    }

    /// Whether a line without the blank has a tile of goal line `goal`.
    fn has_tile_of(self, position: u64, line: usize, goal: usize) -> bool {
        let mask = (1_u64 << self.bits) - 1;
        let count = |goal: usize| (position >> self.shift(line, goal)) & mask;
        if goal + 1 < self.lines {
            return count(goal) > 0;
        }
        (0..goal).map(count).sum::<u64>() < self.cells as u64
    }

    /// The position of the goal.
    fn goal_position(self) -> u64 {
        let tiles = (0..self.lines).map(|line| {
            let tiles = self.cells - usize::from(line == self.goal_blank);
            self.tile_term(line, line) * tiles as u64
        });
        tiles.sum::<u64>() + self.blank_term(self.goal_blank)
    }
}

/// The distance of every position, in a hash table with linear probing.
#[derive(Debug)]
struct PositionTable {
    packing: PositionPacking,
    /// The number of positions.
    count: usize,
    /// For each slot, its position plus one, or zero if the slot is empty. The length is a power of two.
    positions: Vec<u64>,
    /// For each slot, the distance of its position, or zero if the slot is empty.
    distances: Vec<u8>,
    _claim: Claim,
}

/// The number of bytes of a slot.
const SLOT_BYTES: usize = size_of::<u64>() + 1;

/// A breadth-first search from the goal that fills a table.
#[derive(Debug)]
struct PositionSearch {
    table: PositionTable,
    /// The positions at the greatest distance whose layer is complete.
    layer: Claimed<Vec<u64>>,
    /// The number of positions of `layer` that have been expanded.
    expanded: usize,
    /// The positions of the next layer that have been found.
    next: Claimed<Vec<u64>>,
}

impl PositionSearch {
    fn new(packing: PositionPacking) -> Self {
        Self {
            table: PositionTable::empty(packing),
            layer: Claimed::default(),
            expanded: 0,
            next: Claimed::default(),
        }
    }

    fn build<'a>(packing: PositionPacking) -> BuildTable<'a, Self> {
        BuildTable::new(move |_| Ok(Self::new(packing)))
    }

    /// Grows the table to `slots` slots.
    fn make_room(&mut self, slots: usize, quota: &Quota) -> Result<(), Stop> {
        let bytes = slots.checked_mul(SLOT_BYTES).ok_or(Stop::OutOfMemory)?;
        let claim = Claim::new(bytes, quota)?;
        self.table.grow(slots, claim)
    }
}

impl TableBuilder for PositionSearch {
    type Table = PositionTable;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
        let packing = self.table.packing;
        self.make_room(1 << 8, meter.memory())?;
        self.layer.push(packing.goal_position(), meter.memory())?;
        self.table.insert(packing.goal_position(), 0);
        Ok(1)
    }

    /// Each step claims its memory before it changes anything, so a stopped layer can be resumed.
    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        const MOST_MOVES: u64 = u8::MAX as u64;
        let distance = u8::try_from(front.depth + 1);
        let distance = distance.map_err(|_| BuildError::too_deep("a position", MOST_MOVES))?;
        let (packing, quota) = (self.table.packing, meter.memory());
        while let Some(&position) = self.layer.get(self.expanded) {
            let blank = packing.blank_line(position);
            for line in [blank.wrapping_sub(1), blank + 1] {
                if line >= packing.lines {
                    continue;
                }
                let is_there = |&goal: &usize| packing.has_tile_of(position, line, goal);
                for goal in (0..packing.lines).filter(is_there) {
                    let moved = packing.moved(position, goal, line, blank);
                    // Keep a quarter of the slots empty, so that probes are short.
                    if 4 * self.table.count >= 3 * self.table.positions.len() {
                        self.make_room(2 * self.table.positions.len(), quota)?;
                    }
                    self.next.reserve(1, quota)?;
                    if self.table.insert(moved, distance) {
                        self.next.push_within(moved);
                    }
                }
            }
            self.expanded += 1;
        }
        self.layer = core::mem::take(&mut self.next);
        self.expanded = 0;
        let states = self.layer.len() as u64;
        Ok((states > 0).then_some(states))
    }

    fn finish(self) -> PositionTable {
        self.table
    }
}

#[cfg(feature = "std")]
impl CachedTable for PositionSearch {
    fn header(&self) -> TableHeader {
        let PositionPacking {
            lines,
            cells,
            goal_blank,
            ..
        } = self.table.packing;
        TableHeader {
            kind: TableKind::DistanceTable,
            encoding: TableEncoding::Bytes,
            puzzle: checksum(format!("{lines} lines of {cells} cells").as_bytes()),
            description: format!("walking distance, the blank at the goal in line {goal_blank}"),
            // In bytes; known only when the table is built.
            entries: (self.table.positions.len() * SLOT_BYTES) as u64,
        }
    }

    /// Writes the positions, then the distances.
    fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        for positions in self.table.positions.chunks(1 << 10) {
            let bytes: Vec<u8> = positions.iter().flat_map(|n| n.to_le_bytes()).collect();
            sink(&bytes)?;
        }
        sink(&self.table.distances)
    }

    fn read(self, entries: TableBytes, meter: &mut Meter<'_>) -> Result<PositionTable, BuildError> {
        let slots = entries.len() / SLOT_BYTES;
        let (positions, distances) = entries.split_at(slots * size_of::<u64>());
        let positions = positions.as_chunks().0.iter();
        let claim = meter.claim(entries.len())?;
        let positions: Vec<u64> = positions.map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let table = PositionTable {
            packing: self.table.packing,
            count: positions.iter().filter(|&&slot| slot != 0).count(),
            positions,
            distances: distances.to_vec(),
            _claim: claim,
        };
        // Probing ends at an empty slot, so there must be one.
        if !slots.is_power_of_two() || table.count == slots || distances.len() != slots {
            let why = "a file of the walking distance holds no table: remove it to build it anew";
            return Err(SavedError::new(why).into());
        }
        Ok(table)
    }
}

impl PositionTable {
    const fn empty(packing: PositionPacking) -> Self {
        Self {
            packing,
            count: 0,
            positions: Vec::new(),
            distances: Vec::new(),
            _claim: Claim::none(),
        }
    }

    /// The slot of a position, or the empty slot where to insert it.
    #[inline]
    fn slot(&self, position: u64) -> usize {
        let mask = self.positions.len() - 1;
        // Multiplicative hashing (Knuth): the factor is 2^64 divided by the golden ratio.
        let mut slot = (position.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            let found = self.positions[slot];
            if found == 0 || found == position + 1 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Inserts a position; returns whether it is new.
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

    /// The distance of a position; zero if no board of this puzzle has the position.
    #[inline]
    fn distance(&self, position: u64) -> u8 {
        // A position has at most 63 bits, so adding one to it does not overflow.
        self.distances[self.slot(position & (u64::MAX >> 1))]
    }

    /// Moves all positions to a new table of `slots` slots.
    fn grow(&mut self, slots: usize, claim: Claim) -> Result<(), Stop> {
        let mut grown = Self {
            packing: self.packing,
            count: 0,
            positions: zeros(slots)?,
            distances: zeros(slots)?,
            _claim: claim,
        };
        for (&slot, &distance) in self.positions.iter().zip(&self.distances) {
            if slot != 0 {
                grown.insert(slot - 1, distance);
            }
        }
        *self = grown;
        Ok(())
    }
}

/// A vector of `length` zeros, or an error if there is not enough memory.
fn zeros<T: Clone + Default>(length: usize) -> Result<Vec<T>, Stop> {
    let mut zeros = Vec::new();
    let reserved = zeros.try_reserve_exact(length);
    reserved.map_err(|_| Stop::OutOfMemory)?;
    zeros.resize(length, T::default());
    Ok(zeros)
}
