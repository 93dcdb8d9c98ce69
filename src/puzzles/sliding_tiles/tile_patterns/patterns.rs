//! [`TilePatterns`]: the sum of the entries of disjoint pattern databases (Korf and Felner, "Disjoint pattern database
//! heuristics", 2002).
//!
//! Invariant: each database counts the moves of its own tiles alone, and no tile is in two patterns, so the sum is
//! admissible. The memo has the state of each pattern and the sum; a move of a tile changes the state of one pattern.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use super::grid::{Cells, MOST_CELLS, members};
use super::partition::{Partition, symmetry};
use super::reflected::ReflectedTilePatterns;
use super::shape::Outline;
use super::style::{Blank, Entries, Style};
use super::table::{BuildPattern, PatternState, PatternTable, PatternTableBuilder, PendingLookup};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::sliding_tiles::heuristics::TileGoals;
use crate::puzzles::{Board, Direction, Packed, SlidingTiles, TileSymmetry};
use crate::tables::BuildError;
use crate::tables::build::BuildEach;
use crate::task::Task;

/// The greatest number of cells of any board. A board with tile patterns has at most [`MOST_CELLS`].
const CELLS: usize = 64;

/// Additive pattern databases for sliding tiles: a heuristic with a database for each pattern of a [`Partition`] of the
/// tiles. The estimate is the sum of the values looked up in all databases. Moves of tiles in no pattern are not
/// counted.
///
/// The estimate is admissible. With [`Blank::RegionKept`], it is also consistent. The heuristic is valid only for the
/// goal of the puzzle that it was made for. Patterns that are images of each other under a symmetry of the board share
/// a database. Updating the estimate after a move takes one lookup.
///
/// To learn before the build how much memory the databases take, call [`Partition::size`]. The page of the
/// [module](super) has an example with a search.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::Puzzle;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
/// let puzzle = puzzle.clone().guided_by(TilePatterns::build(&puzzle, &partition, Style::default()).run()?);
/// assert_eq!(puzzle.heuristic(&puzzle.puzzle().goal()), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TilePatterns<const N: usize> {
    patterns: Box<[Pattern]>,
    /// The index of the pattern of each tile, or `N` for tiles in no pattern.
    pattern_of: [u8; CELLS],
    goals: TileGoals,
    cells: Cells,
    /// The first symmetry of the puzzle, if it has one, for [`reflected`](Self::reflected).
    reflection: Option<TileSymmetry>,
}

/// A pattern with its database, which it may share with patterns that are its images under a symmetry.
#[derive(Clone, Debug)]
struct Pattern {
    table: Arc<PatternTable>,
    /// For each cell of the board, its image in the database under this symmetry.
    map: [u8; CELLS],
    /// The numbers of the pattern's tiles, in the order of their indices in the database.
    tiles: Box<[u8]>,
}

impl<const N: usize> TilePatterns<N> {
    /// Returns a [`Task`] that builds the databases. The task can be given limits and divided among threads. It tells
    /// its observer of each layer of the breadth-first searches that fill the databases.
    ///
    /// # Errors
    ///
    /// The task returns an error if the patterns do not fit the board, if there is not enough memory, and if a limit is
    /// reached. Patterns fit if the board has at most 32 cells, each pattern lists one to eight goal cells of tiles,
    /// and no cell is listed twice.
    ///
    /// ```
    /// use puzzle_search::job::BuildError;
    /// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Stop};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let partition = Partition::new([&[0, 1, 2], &[3, 4, 5]]);
    /// let mut build = TilePatterns::build(&puzzle, &partition, Style::default()).threads(2);
    /// build.set_limits(Limits::new().max_bytes(100));
    /// assert_eq!(build.run().map(drop), Err(BuildError::Stopped(Stop::Bytes)));
    /// build.set_limits(Limits::new());
    /// assert!(build.run().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = SlidingTiles<B>> + Send + 'a,
        partition: &Partition<N>,
        style: Style,
    ) -> Task<'a, Result<Self, BuildError>> {
        Self::of_tables(puzzle, partition, style, |table| table)
    }

    /// Returns a [`Task`] that reads the databases from files in `directory`. If the file of a database is missing, the
    /// task builds the database and writes the file.
    ///
    /// With the feature `mmap`, files are [mapped](crate::table_file#mapping) into memory. Make sure that no program
    /// changes a file while it is mapped.
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as the task of [`build`](Self::build). It also returns an error if a
    /// file cannot be read or written, is damaged, or is not the expected table.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-{}", std::process::id()));
    /// for _built_then_read in 0..2 {
    ///     let style = Style::default();
    ///     TilePatterns::open_or_build(&puzzle, &partition, style, &directory).run()?;
    /// }
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn open_or_build<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = SlidingTiles<B>> + Send + 'a,
        partition: &Partition<N>,
        style: Style,
        directory: impl Into<std::path::PathBuf>,
    ) -> Task<'a, Result<Self, BuildError>> {
        let directory = directory.into();
        let in_directory = move |table: BuildPattern| table.in_directory(directory.clone());
        Self::of_tables(puzzle, partition, style, in_directory)
    }

    /// Returns a task that makes the databases. `keep` tells the task for a database where to keep it: in memory, or in
    /// a file.
    fn of_tables<'a, B: Packed + 'a>(
        puzzle: impl Deref<Target = SlidingTiles<B>> + Send + 'a,
        partition: &Partition<N>,
        style: Style,
        keep: impl Fn(BuildPattern) -> BuildPattern,
    ) -> Task<'a, Result<Self, BuildError>> {
        let mut work = partition.outlines(&puzzle).map(|outlines| {
            let mut distinct: Vec<Outline> = Vec::new();
            for &outline in &outlines {
                if distinct
                    .iter()
                    .all(|&other| symmetry(outline, other).is_none())
                {
                    distinct.push(outline);
                }
            }
            let build = |outline| keep(PatternTableBuilder::build(outline, style));
            (outlines, BuildEach::new(distinct.into_iter().map(build)))
        });
        Task::new(move |meter| {
            let (outlines, tables) = work.as_mut().map_err(|error| error.clone())?;
            let (tables, _claims): (Vec<_>, Vec<_>) = tables.run(meter)?.into_iter().unzip();
            let tables: Vec<_> = tables.into_iter().map(Arc::new).collect();
            Ok(Self::from_tables(&puzzle, outlines, &tables))
        })
    }

    /// Makes the heuristic for the patterns with these outlines. Outlines that are symmetric share one of `tables`.
    fn from_tables<B: Packed>(
        puzzle: &SlidingTiles<B>,
        outlines: &[Outline],
        tables: &[Arc<PatternTable>],
    ) -> Self {
        let cells = Cells::new(puzzle.rows(), puzzle.columns());
        let mut pattern_of = [N as u8; CELLS];
        let mut patterns: Vec<Pattern> = Vec::with_capacity(N);
        for (number, &outline) in outlines.iter().enumerate() {
            let shared = |table: &Arc<PatternTable>| {
                let symmetry = symmetry(outline, table.shape.outline)?;
                Some((Arc::clone(table), symmetry))
            };
            let Some((table, symmetry)) = tables.iter().find_map(shared) else {
                continue;
            };
            let (mut map, mut tiles) = ([0; CELLS], Vec::new());
            for (cell, label) in puzzle.goal().labels().enumerate() {
                let image = symmetry.image(cell, cells.rows, cells.columns);
                map[cell] = image as u8;
                if outline.goal & (1 << cell) != 0 {
                    tiles.push((image, label));
                    pattern_of[usize::from(label) % CELLS] = number as u8;
                }
            }
            // In the database, the indices of tiles are in the order of their goal cells.
            tiles.sort_unstable();
            let tiles = tiles.into_iter().map(|(_, label)| label).collect();
            patterns.push(Pattern { table, map, tiles });
        }
        Self {
            patterns: patterns.into(),
            pattern_of,
            goals: TileGoals::new(puzzle),
            cells,
            reflection: TileSymmetry::all(puzzle).into_iter().next(),
        }
    }

    /// Returns a heuristic that looks up each board and its mirror image in these databases, and returns the larger
    /// estimate.
    ///
    /// # Errors
    ///
    /// Returns an error if no rotation or reflection of the board leaves the goal's blank in its place.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Notation, Puzzle};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    /// let patterns = TilePatterns::build(&puzzle, &partition, Style::default()).run()?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let plain = puzzle.clone().guided_by(&patterns).heuristic(&start);
    /// let reflected = puzzle.guided_by(patterns.clone().reflected()?).heuristic(&start);
    /// assert!(reflected >= plain);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reflected(self) -> Result<ReflectedTilePatterns<N>, BuildError> {
        let reflection = self.reflection.ok_or_else(|| {
            BuildError::unfit(
                "no rotation or reflection of the board leaves the goal's blank in its place",
            )
        })?;
        Ok(ReflectedTilePatterns::new(self, reflection))
    }

    /// Returns the number of bytes that all databases take together. A database that several patterns share counts
    /// once.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    /// let patterns = TilePatterns::build(&puzzle, &partition, Style::default()).run()?;
    /// let size = partition.size(&puzzle, Style::default())?;
    /// assert_eq!(patterns.bytes() as u64, size.table_bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> usize {
        let distinct = self.patterns.iter().enumerate().filter(|(nth, pattern)| {
            let mut earlier = self.patterns.iter().take(*nth);
            !earlier.any(|other| Arc::ptr_eq(&other.table, &pattern.table))
        });
        distinct.map(|(_, pattern)| pattern.table.bytes.len()).sum()
    }

    /// Starts the lookups of a board, which [`finish_lookups`](Self::finish_lookups) ends, so that their cache misses
    /// overlap. For a board of another size, the states of all patterns are unknown.
    #[inline]
    pub(super) fn start_lookups(&self, tile_cells: &TileCells) -> [PendingLookup; N] {
        let mut lookups = [PendingLookup::UNKNOWN; N];
        if tile_cells.tiles + 1 != self.cells.count() {
            return lookups;
        }
        for (pattern, lookup) in self.patterns.iter().zip(&mut lookups) {
            // The cells of the pattern's tiles, and the index in the database of the tile on each of them.
            let (mut set, mut index) = (0, [0; MOST_CELLS]);
            for (&label, tile) in pattern.tiles.iter().zip(0_u8..) {
                let cell = usize::from(pattern.map[tile_cells.cell(label)]) % MOST_CELLS;
                set |= 1 << cell;
                index[cell] = tile;
            }
            let in_order = members(set).map(|cell| index[cell % MOST_CELLS].into());
            let blank = usize::from(pattern.map[tile_cells.blank % CELLS]);
            *lookup = pattern.table.start_lookup(set, in_order, blank);
        }
        lookups
    }

    /// Finishes the lookups of a board.
    #[inline]
    pub(super) fn finish_lookups(
        &self,
        lookups: &[PendingLookup; N],
        tile_cells: &TileCells,
    ) -> PatternMemo<N> {
        let mut memo = PatternMemo {
            states: [PatternState::UNKNOWN; N],
            sum: 0,
        };
        for ((pattern, &lookup), state) in self.patterns.iter().zip(lookups).zip(&mut memo.states) {
            if lookup.state.is_unknown() {
                continue;
            }
            *state = pattern.table.finish_lookup(lookup);
            memo.sum += match pattern.table.style.entries {
                Entries::Bytes => u32::from(state.entry()),
                Entries::HalvedNibbles => {
                    let tiles = pattern.tiles.iter();
                    let manhattan =
                        tiles.map(|&label| self.goals.distance(label, tile_cells.cell(label)));
                    manhattan.sum::<u32>() + 2 * u32::from(state.entry())
                }
            };
        }
        memo
    }

    /// Updates a memo after the tile `tile` has moved from the cell `from` to the cell `to`.
    #[inline]
    pub(super) fn update(&self, memo: &mut PatternMemo<N>, tile: u8, from: usize, to: usize) {
        let number = usize::from(self.pattern_of[usize::from(tile) % CELLS]);
        let (Some(pattern), Some(state)) = (self.patterns.get(number), memo.states.get_mut(number))
        else {
            return;
        };
        if state.is_unknown() {
            return;
        }
        let (from_image, to_image) = (pattern.map[from % CELLS], pattern.map[to % CELLS]);
        let table = &*pattern.table;
        let moved = table.moved(*state, usize::from(from_image), usize::from(to_image));
        let (before, after) = (u32::from(state.entry()), u32::from(moved.entry()));
        *state = moved;
        memo.sum = match table.style.entries {
            Entries::Bytes => memo.sum + after - before,
            Entries::HalvedNibbles => {
                let sum = memo.sum + self.goals.distance(tile, to) + 2 * after;
                sum - self.goals.distance(tile, from) - 2 * before
            }
        };
    }
}

/// The cell of each tile and of the blank.
pub(super) struct TileCells {
    cells: [u8; CELLS],
    /// The number of tiles.
    tiles: usize,
    blank: usize,
}

impl TileCells {
    pub(super) fn of<B: Packed>(board: &Board<B>) -> Self {
        let (mut cells, mut tiles) = ([0; CELLS], 0);
        for (cell, label) in board.tiles() {
            cells[usize::from(label) % CELLS] = cell as u8;
            tiles += 1;
        }
        Self {
            cells,
            tiles,
            blank: board.blank(),
        }
    }

    /// The cells in the image of the board.
    pub(super) fn image(&self, symmetry: &TileSymmetry) -> Self {
        let mut cells = [0; CELLS];
        for label in 1..=self.tiles as u8 {
            let cell = symmetry.cell(self.cell(label));
            cells[usize::from(symmetry.tile(label)) % CELLS] = cell as u8;
        }
        Self {
            cells,
            tiles: self.tiles,
            blank: symmetry.cell(self.blank),
        }
    }

    fn cell(&self, label: u8) -> usize {
        usize::from(self.cells[usize::from(label) % CELLS]) % CELLS
    }
}

/// The [memo](Heuristic::Memo) of a state for [`TilePatterns`]: the value from which the estimate is computed.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::PatternMemo;
///
/// assert_eq!(size_of::<PatternMemo<2>>(), 24);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternMemo<const N: usize> {
    states: [PatternState; N],
    pub(super) sum: u32,
}

impl<B: Packed, const N: usize> Heuristic<SlidingTiles<B>> for TilePatterns<N> {
    type Memo = PatternMemo<N>;

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> PatternMemo<N> {
        let cells = TileCells::of(board);
        self.finish_lookups(&self.start_lookups(&cells), &cells)
    }

    #[inline]
    fn advance(
        &self,
        _: &SlidingTiles<B>,
        mut memo: PatternMemo<N>,
        parent: &Board<B>,
        _: &Direction,
        child: &Board<B>,
    ) -> PatternMemo<N> {
        let (to, from) = (parent.blank(), child.blank());
        self.update(&mut memo, parent.tile(from), from, to);
        memo
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        self.goals.fits(puzzle)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        let tiles = 1..self.cells.rows * self.cells.columns;
        let mut styles = self.patterns.iter().map(|pattern| pattern.table.style);
        // The number of moves of a tile has the parity of its distance from its goal cell. If each tile is in a
        // pattern, the sum therefore has the parity of the distance to the goal.
        let parity = tiles
            .into_iter()
            .all(|tile| usize::from(self.pattern_of[tile]) < N);
        let consistent = styles.all(|style| style.blank == Blank::RegionKept);
        Facts {
            consistent,
            parity,
            ..space
        }
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, memo: PatternMemo<N>) -> Option<u32> {
        Some(memo.sum)
    }
}
