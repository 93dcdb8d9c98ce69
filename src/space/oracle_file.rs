//! Oracles in files.

use alloc::sync::Arc;
use std::format;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use super::oracle::{DistanceOracle, Encoding};
use crate::puzzle::{Ranked, Reversible};
use crate::table_file::{
    self, Checksum, TableBytes, TableEncoding, TableFile, TableFileError, TableHeader, TableKind,
};

/// What the description of an oracle's table begins with; the counts of its layers follow.
const MOVES: &str = "moves to the goal, states at each depth:";
/// How many states a fingerprint looks at: at all of them where there are no more.
const SAMPLE: u128 = 1 << 20;

/// In files (feature `std`), in the [format of all tables](crate::table_file).
impl<P: Ranked + Reversible> DistanceOracle<P> {
    /// Writes the table to a file, all or nothing.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let path = std::env::temp_dir().join(format!("puzzle-search-{}.oracle", std::process::id()));
    /// DistanceOracle::new(puzzle.clone())?.save(&path)?;
    /// let oracle = DistanceOracle::load(puzzle, &path)?;
    /// assert_eq!(oracle.distance(&oracle.puzzle().state(&[4, 5, 0, 1, 2, 3])?), Some(21));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableFileError> {
        let layers = self.layers.iter().map(|states| format!(" {states}"));
        let description = format!("{MOVES}{}", layers.collect::<String>());
        let header = header(&self.puzzle, self.encoding, description);
        table_file::save(path.as_ref(), &header, &self.table)
    }

    /// Reads a table that was made for the same puzzle: the same moves, goals and numbering. Up to 2^20
    /// states, all their edges are compared, by a checksum; of larger spaces the edges of as many
    /// states, so that there a file has to be kept apart from those of puzzles that differ in few edges.
    ///
    /// # Errors
    ///
    /// If there is no such file, or it is not such a table, or damaged.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let missing = DistanceOracle::load(SlidingTiles::new(2, 3)?, "there is no such file");
    /// assert!(missing.is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn load(puzzle: P, path: impl AsRef<Path>) -> Result<Self, TableFileError> {
        Self::open(puzzle, path.as_ref(), TableFile::read)
    }

    /// Maps such a table into memory instead of reading it. While it is mapped nobody may change the
    /// file: see [`table_file`](crate::table_file#mapping).
    ///
    /// # Errors
    ///
    /// As of [`load`](Self::load).
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let path = std::env::temp_dir().join(format!("puzzle-search-map-{}.oracle", std::process::id()));
    /// DistanceOracle::new(puzzle.clone())?.save(&path)?;
    /// assert_eq!(DistanceOracle::map(puzzle, &path)?.bytes(), 360);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "mmap")]
    #[cfg_attr(docsrs, doc(cfg(feature = "mmap")))]
    pub fn map(puzzle: P, path: impl AsRef<Path>) -> Result<Self, TableFileError> {
        Self::open(puzzle, path.as_ref(), TableFile::map)
    }

    fn open(
        puzzle: P,
        path: &Path,
        payload: impl FnOnce(TableFile) -> Result<TableBytes, TableFileError>,
    ) -> Result<Self, TableFileError> {
        let file = TableFile::open(path)?;
        let encoding = match file.header().encoding {
            TableEncoding::ModuloThree => Encoding::ModuloThree,
            _ => Encoding::Bytes,
        };
        let layers = layers(&file.header().description);
        // Of a description that does not list layers, say what was expected.
        let description = match layers {
            Some(_) => file.header().description.clone(),
            None => MOVES.to_string(),
        };
        file.expect(&header(&puzzle, encoding, description))?;
        Ok(Self {
            puzzle,
            encoding,
            table: Arc::new(payload(file)?),
            layers: layers.unwrap_or_default(),
        })
    }
}

fn layers(description: &str) -> Option<Vec<u64>> {
    let counts = description.strip_prefix(MOVES)?.split_whitespace();
    counts.map(|count| count.parse().ok()).collect()
}

fn header<P: Ranked + Reversible>(
    puzzle: &P,
    encoding: Encoding,
    description: String,
) -> TableHeader {
    TableHeader {
        kind: TableKind::DistanceTable,
        encoding: match encoding {
            Encoding::Bytes => TableEncoding::Bytes,
            Encoding::ModuloThree => TableEncoding::ModuloThree,
        },
        puzzle: fingerprint(puzzle),
        description,
        // A table in memory has no more entries than that.
        entries: puzzle.state_count().unwrap_or(0) as u64,
    }
}

/// A number that follows from the goals, and from the neighbors and numbers of many states.
fn fingerprint<P: Ranked + Reversible>(puzzle: &P) -> u64 {
    let mut checksum = Checksum::new();
    let mut put = |number: Option<u128>| {
        let number = number.map_or(u128::MAX, |number| number);
        checksum.update(&number.to_le_bytes());
    };
    let states = puzzle.state_count();
    put(states);
    let mut goals: Vec<_> = puzzle
        .goals()
        .into_iter()
        .map(|g| puzzle.rank(&g))
        .collect();
    goals.sort_unstable();
    goals.into_iter().for_each(&mut put);
    let states = states.unwrap_or(0);
    for at in 0..SAMPLE.min(states) {
        // Spread over the whole range, and not at equal distances.
        let rank = at * (states / SAMPLE.min(states)) + at % (states / SAMPLE).max(1);
        let Some(state) = puzzle.unrank(rank) else {
            continue;
        };
        put(Some(rank));
        for neighbor in puzzle.neighbors(&state) {
            put(puzzle.rank(&neighbor.state));
        }
    }
    checksum.value()
}
