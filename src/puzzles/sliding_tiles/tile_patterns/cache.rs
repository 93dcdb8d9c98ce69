//! Tile pattern databases in files: read if the file exists, built and written otherwise.

use std::format;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use super::build;
use super::grid::members;
use super::partition::Partition;
use super::patterns::TilePatterns;
use super::shape::PatternShape;
use super::style::{Blank, Entries, Style};
use super::table::{BuildPattern, PatternTables};
use crate::puzzles::{Packed, SlidingTiles};
use crate::table_file::{TableEncoding, TableHeader, TableKind, checksum};
use crate::tables::BuildError;
use crate::task::Task;

impl<const N: usize> TilePatterns<N> {
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
    ///     TilePatterns::cached(&puzzle, &partition, style, &directory).run()?;
    /// }
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cached<'a, B: Packed>(
        puzzle: &'a SlidingTiles<B>,
        partition: &'a Partition<N>,
        style: Style,
        directory: &'a Path,
    ) -> Task<'a, Result<Self, BuildError>> {
        let mut tables = PatternTables::default();
        Task::new(move |meter| {
            let built = Self::from_tables(puzzle, partition, |outline| {
                let in_directory = |build: BuildPattern| build.in_directory(directory);
                tables.table(outline, style, in_directory, meter)
            });
            if built.is_ok() {
                tables = PatternTables::default();
            }
            built
        })
    }
}

/// The header, which names everything that the entries depend on.
pub(super) fn header(shape: &PatternShape, style: Style) -> TableHeader {
    let outline = shape.outline;
    let list = |set| -> String {
        let cells: Vec<String> = members(set).map(|cell| cell.to_string()).collect();
        cells.join(" ")
    };
    let (rows, columns) = (outline.cells.rows, outline.cells.columns);
    let blank = match style.blank {
        Blank::Minimised => "minimised",
        Blank::RegionKept => "by region",
    };
    TableHeader {
        kind: TableKind::PatternDatabase,
        encoding: match style.entries {
            Entries::Bytes => TableEncoding::Bytes,
            Entries::HalvedNibbles => TableEncoding::HalvedNibbles,
        },
        puzzle: checksum(format!("sliding tiles {rows}x{columns}").as_bytes()),
        description: format!(
            "moves of the tiles of cells {}, blank {blank}, at the goal on one of {}",
            list(outline.goal),
            list(outline.blank_region),
        ),
        entries: build::entries(shape, style.blank),
    }
}
