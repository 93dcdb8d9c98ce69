//! [`Partition`]: the disjoint patterns into which the tiles are divided.
//!
//! Invariant: a partition is checked against a board only where it is used, by [`Partition::outlines`]. Then no cell is
//! in two patterns, so that the estimates of the patterns can be added.

use alloc::format;
use alloc::vec::Vec;

use super::build;
use super::grid::{Cells, MOST_CELLS, members};
use super::orders::MOST_TILES;
use super::shape::{Outline, PatternShape};
use super::style::{Entries, Style};
use crate::puzzles::{GridSymmetry, Packed, SlidingTiles};
use crate::tables::BuildError;
use crate::task::Task;

/// The patterns of a pattern database for a sliding board: disjoint sets of one to eight tiles each. Not every tile has
/// to be in a pattern.
///
/// Tiles are named by their goal cells, not by their numbers: how good a pattern is depends on the goal cells of its
/// tiles, but not on their numbers. Cells are counted row by row from 0.
///
/// There are ready-made partitions, such as [`six_six_six_six`](Self::six_six_six_six). Their patterns have the sizes
/// used by R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style};
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let puzzle = SlidingTiles::new(4, 4)?;
/// let partition = Partition::seven_eight(&puzzle)?;
/// let size = partition.size(&puzzle, Style::default())?;
/// assert_eq!(size.entries, [57_657_600, 518_918_400]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition<const N: usize> {
    patterns: [Vec<usize>; N],
}

/// The result of [`Partition::size`]: how much memory the databases of a partition take.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style};
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let puzzle = SlidingTiles::<u128>::packed(5, 5)?;
/// let partition = Partition::six_six_six_six(&puzzle)?;
/// let size = partition.size(&puzzle, Style::default())?;
/// // Three of the four patterns share a table: they are images of each other under symmetries of the board.
/// assert_eq!(size.table_bytes, 2 * 127_512_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableSize<const N: usize> {
    /// The number of entries of each pattern's database.
    pub entries: [u64; N],
    /// The number of bytes that all databases take together. A database that several patterns share counts once.
    pub table_bytes: u64,
    /// The approximate number of bytes that building takes, in addition to the finished databases.
    pub working_bytes: u64,
}

/// The goal cells of the patterns' tiles, for a goal whose blank is in the upper left corner.
const FIVE_FIVE_FIVE: [&[usize]; 3] = [&[1, 2, 4, 5, 8], &[3, 6, 7, 10, 11], &[9, 12, 13, 14, 15]];
const SIX_SIX_THREE: [&[usize]; 3] = [&[1, 2, 4, 5, 8, 9], &[3, 6, 7, 10, 11, 15], &[12, 13, 14]];
const SEVEN_EIGHT: [&[usize]; 2] = [&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]];
const SIX_SIX_SIX_SIX: [&[usize]; 4] = [
    &[1, 2, 5, 6, 7, 12],
    &[3, 4, 8, 9, 13, 14],
    &[10, 11, 15, 16, 20, 21],
    &[17, 18, 19, 22, 23, 24],
];

impl Partition<3> {
    /// Returns a partition of the 15-puzzle into three patterns of five tiles. With the default [`Style`], its
    /// databases have 1.6 million entries in all.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is not 4x4, or if the goal's blank is not in a corner.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::Partition;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let partition = Partition::five_five_five(&SlidingTiles::new(4, 4)?)?;
    /// assert!(partition.patterns().iter().all(|cells| cells.len() == 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn five_five_five<B: Packed>(puzzle: &SlidingTiles<B>) -> Result<Self, BuildError> {
        Self::ready_made(puzzle, FIVE_FIVE_FIVE, 4)
    }

    /// Returns a partition of the 15-puzzle into patterns of six, six and three tiles. With the default [`Style`], its
    /// databases have 11.5 million entries in all.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is not 4x4, or if the goal's blank is not in a corner.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::Partition;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let partition = Partition::six_six_three(&SlidingTiles::new(4, 4)?)?;
    /// assert_eq!(partition.patterns().each_ref().map(Vec::len), [6, 6, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn six_six_three<B: Packed>(puzzle: &SlidingTiles<B>) -> Result<Self, BuildError> {
        Self::ready_made(puzzle, SIX_SIX_THREE, 4)
    }
}

impl Partition<2> {
    /// Returns a partition of the 15-puzzle into patterns of seven and eight tiles. With the default [`Style`], its
    /// databases have 577 million entries in all.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is not 4x4, or if the goal's blank is not in a corner.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::Partition;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let partition = Partition::seven_eight(&SlidingTiles::new(4, 4)?)?;
    /// assert_eq!(partition.patterns().each_ref().map(Vec::len), [7, 8]);
    /// assert!(Partition::seven_eight(&SlidingTiles::new(3, 3)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seven_eight<B: Packed>(puzzle: &SlidingTiles<B>) -> Result<Self, BuildError> {
        Self::ready_made(puzzle, SEVEN_EIGHT, 4)
    }
}

impl Partition<4> {
    /// Returns a partition of the 24-puzzle into four patterns of six tiles. Three of the patterns share a database.
    /// With the default [`Style`], each of the two databases has 127.5 million entries.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is not 5x5, or if the goal's blank is not in a corner.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::Partition;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let partition = Partition::six_six_six_six(&SlidingTiles::<u128>::packed(5, 5)?)?;
    /// assert!(partition.patterns().iter().all(|cells| cells.len() == 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn six_six_six_six<B: Packed>(puzzle: &SlidingTiles<B>) -> Result<Self, BuildError> {
        Self::ready_made(puzzle, SIX_SIX_SIX_SIX, 5)
    }
}

impl<const N: usize> Partition<N> {
    /// Makes a partition of these patterns. A pattern is a list of the goal cells of its tiles, counted from 0.
    /// [`size`](Self::size) checks whether the patterns fit a board.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let overlapping = Partition::new([&[0, 1, 2], &[2, 3]]);
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let error = TilePatterns::build(&puzzle, &overlapping, Style::default()).run();
    /// let sentence = error.map(drop).unwrap_err().to_string();
    /// assert_eq!(sentence, "cell 2 is named twice: expected patterns that share none");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(patterns: [&[usize]; N]) -> Self {
        Self {
            patterns: patterns.map(<[usize]>::to_vec),
        }
    }

    /// Returns the goal cells of the tiles of each pattern.
    ///
    /// ```
    /// use puzzle_search::heuristics::tile_patterns::Partition;
    ///
    /// let partition = Partition::new([&[0, 1, 2], &[3, 4, 5, 6, 7]]);
    /// assert_eq!(partition.patterns()[0], [0, 1, 2]);
    /// ```
    #[must_use]
    pub const fn patterns(&self) -> &[Vec<usize>; N] {
        &self.patterns
    }

    /// The partition for a square board of `side` rows whose goal has the blank in a corner. `patterns` are those for
    /// the upper left corner; they are mapped to the puzzle's corner by a symmetry of the square.
    fn ready_made<B: Packed>(
        puzzle: &SlidingTiles<B>,
        patterns: [&[usize]; N],
        side: usize,
    ) -> Result<Self, BuildError> {
        let is_square = (puzzle.rows(), puzzle.columns()) == (side, side);
        let blank = puzzle.goal().blank();
        let mut all = GridSymmetry::all();
        let symmetry = all.find(|symmetry| is_square && symmetry.image(0, side, side) == blank);
        let symmetry = symmetry.ok_or_else(|| {
            BuildError::unfit(format!(
                "the partition is for {side}x{side}, the goal's blank in a corner"
            ))
        })?;
        let image = |&cell: &usize| symmetry.image(cell, side, side);
        Ok(Self {
            patterns: patterns.map(|cells| cells.iter().map(image).collect()),
        })
    }

    /// Checks the patterns, and returns the outline of each: its goal cells, and the region of the goal's blank.
    pub(super) fn outlines<B: Packed>(
        &self,
        puzzle: &SlidingTiles<B>,
    ) -> Result<Vec<Outline>, BuildError> {
        let (rows, columns, blank) = (puzzle.rows(), puzzle.columns(), puzzle.goal().blank());
        if rows * columns > MOST_CELLS {
            return Err(BuildError::unfit(format!(
                "a board of {} cells has no pattern databases: expected at most {MOST_CELLS} cells",
                rows * columns
            )));
        }
        let grid = Cells::new(rows, columns);
        let mut taken = 0_u32;
        let mut outlines = Vec::with_capacity(N);
        for (cells, pattern) in self.patterns.iter().zip(1..) {
            if cells.is_empty() || cells.len() > MOST_TILES {
                return Err(BuildError::unfit(format!(
                    "pattern {pattern} has {} cells: expected 1 to {MOST_TILES}",
                    cells.len()
                )));
            }
            let mut set = 0;
            for &cell in cells {
                if cell >= grid.count() || cell == blank {
                    return Err(BuildError::unfit(format!(
                        "pattern {pattern} names cell {cell}: expected cells of tiles, counted from 0"
                    )));
                }
                if taken & (1 << cell) != 0 {
                    return Err(BuildError::unfit(format!(
                        "cell {cell} is named twice: expected patterns that share none"
                    )));
                }
                taken |= 1 << cell;
                set |= 1 << cell;
            }
            outlines.push(Outline::new(grid, set, blank));
        }
        Ok(outlines)
    }

    /// Returns how much memory the databases of these patterns take, when they are finished and while they are built.
    ///
    /// # Errors
    ///
    /// Returns an error if the patterns do not fit the board, or if there is not enough memory for the calculation.
    /// Patterns fit if the board has at most 32 cells, each pattern lists one to eight goal cells of tiles, and no cell
    /// is listed twice.
    pub fn size<B: Packed>(
        &self,
        puzzle: &SlidingTiles<B>,
        style: Style,
    ) -> Result<TableSize<N>, BuildError> {
        let mut size = TableSize {
            entries: [0; N],
            table_bytes: 0,
            working_bytes: 0,
        };
        let mut seen: Vec<Outline> = Vec::new();
        Task::new(|monitor| -> Result<(), BuildError> {
            for (at, outline) in self.outlines(puzzle)?.into_iter().enumerate() {
                let (shape, _) = PatternShape::new(outline, monitor.memory())?;
                let entries = build::entries(&shape, style.blank);
                size.entries[at] = entries;
                if seen.iter().any(|&other| symmetry(outline, other).is_some()) {
                    continue;
                }
                seen.push(outline);
                let (bytes, while_built) = match style.entries {
                    Entries::Bytes => (entries, 0),
                    Entries::HalvedNibbles => (entries.div_ceil(2), entries),
                };
                size.table_bytes += bytes;
                let working = build::working_bytes(&shape) + while_built;
                size.working_bytes = size.working_bytes.max(working);
            }
            Ok(())
        })
        .run()?;
        Ok(size)
    }
}

/// A symmetry of the grid that maps an outline to another, if there is one.
pub(super) fn symmetry(from: Outline, to: Outline) -> Option<GridSymmetry> {
    let (rows, columns) = (from.cells.rows, from.cells.columns);
    let image = |symmetry: GridSymmetry, set: u32| -> u32 {
        let images = members(set).map(|cell| 1 << symmetry.image(cell, rows, columns));
        images.sum()
    };
    let maps = |symmetry: &GridSymmetry| {
        symmetry.fits(rows, columns)
            && from.cells == to.cells
            && image(*symmetry, from.goal) == to.goal
            && image(*symmetry, from.blank_region) == to.blank_region
    };
    GridSymmetry::all().find(maps)
}
