//! Distance oracles in files: saved, loaded, mapped, and built with the file as a cache. Invariant: an oracle from a
//! file has the puzzle's fingerprint, and a sample of its distances agrees with those of the neighbors.

use alloc::boxed::Box;
use std::format;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use super::distance_table::{Checkpoint, DistanceTable, Encoding, FillTable, Partial};
use super::error::SpaceError;
use super::oracle::{DistanceOracle, fill};
use crate::account::Meter;
use crate::cost::Cost;
use crate::puzzle::{Ranked, Reversible};
use crate::random::below;
use crate::table_file::{
    self, Checksum, Saved, SavedError, TableBytes, TableEncoding, TableFile, TableHeader,
    TableKind, Unfinished,
};
use crate::task::{Job, Task};

/// The description of an oracle's table begins with this; the sizes of its layers follow.
const MOVES: &str = "moves to the goal, states at each depth:";
/// Separates the sizes of the layers from the caller's description.
const OF: &str = "; of: ";
/// The greatest number of states that a fingerprint covers.
const SAMPLE: u128 = 1 << 20;
/// The greatest number of states of a loaded table whose entries are compared with those of their neighbors.
const COMPARED: u128 = 1 << 14;

/// Saves and loads oracles as files (feature `std`), in the [format](crate::table_file) of all table files of this
/// crate.
///
/// A file is accepted only for a puzzle with the same moves, goals and ranks, and only with the same description, which
/// is a text of your choice. The moves are compared by a checksum. In a space of more than 2^20 states, the checksum
/// covers only some of the edges. For such a space, the description must distinguish puzzles that differ in a few
/// edges, for example by the name and version of a level.
impl<P: Ranked + Reversible> DistanceOracle<P> {
    /// Writes the table and a description to a file. If writing fails, an existing file is left unchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or if the description and the sizes of the
    /// [layers](Self::layers) together take more than about 2^16 bytes as text.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let puzzle = SlidingTiles::new(2, 3)?;
    /// let path = std::env::temp_dir().join(format!("puzzle-search-{}.oracle", std::process::id()));
    /// DistanceOracle::new(puzzle.clone())?.save(&path, "2x3")?;
    /// let oracle = DistanceOracle::load(puzzle, &path, "2x3")?;
    /// assert_eq!(oracle.distance(&oracle.puzzle().state(&[4, 5, 0, 1, 2, 3])?), Some(21));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>, description: &str) -> Result<(), SavedError> {
        let description = format!(
            "{MOVES}{}{OF}{description}",
            table_file::format_numbers(self.layers())
        );
        let header = header(&self.puzzle, self.table.encoding(), description);
        table_file::save(path, &header, self.table.bytes())
    }

    /// Returns the oracle that was saved in a file for the same puzzle and with the same description.
    ///
    /// As a check, the distances of the goals and of 2^14 pseudo-random states (or of all states, if there are no more)
    /// are compared with the distances of their neighbors.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist, cannot be read, is damaged, or does not contain a table of this
    /// puzzle with this description.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::DistanceOracle;
    ///
    /// let missing = DistanceOracle::load(SlidingTiles::new(2, 3)?, "there is no such file", "2x3");
    /// assert!(missing.is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn load(puzzle: P, path: impl AsRef<Path>, description: &str) -> Result<Self, SavedError> {
        Self::open(puzzle, path.as_ref(), None, description, TableFile::read)
    }

    /// Returns a task that reads the oracle from the file `path`. If the file does not exist, the task builds the
    /// oracle and writes the file, in a directory that it creates if need be.
    ///
    /// With the feature `mmap`, an existing file is [mapped](crate::table_file#mapping) into memory, and must not be
    /// changed while the oracle is used.
    ///
    /// If a limit stops the build, and from time to time during a long build, the unfinished table is saved beside
    /// `path`, in a file with `.unfinished` added to the name. The next task for the same `path` continues from this
    /// file, even if the process was killed.
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as the task of [`build`](Self::build), and if a file cannot be read
    /// or written, or does not contain the expected table.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::{DistanceOracle, Encoding};
    /// use puzzle_search::Limits;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let path = std::env::temp_dir().join(format!("puzzle-search-cached-{}.oracle", std::process::id()));
    /// let build = || DistanceOracle::open_or_build(&puzzle, Encoding::ModuloThree, &path, "3x3");
    /// // This build is stopped at depth 20 by its limit.
    /// assert!(build().limits(Limits::new().max_moves(20)).run().is_err());
    /// assert_eq!(build().run()?.layers().len(), 32); // builds the missing eleven layers
    /// assert_eq!(build().run()?.bytes(), 45_360); // reads the file
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_or_build<'a>(
        puzzle: &'a P,
        encoding: Encoding,
        path: impl Into<PathBuf>,
        description: &'a str,
    ) -> Task<'a, Result<Self, SpaceError>>
    where
        P: Clone + Send + Sync,
    {
        Task::of(OpenOrBuild {
            puzzle,
            encoding,
            path: path.into(),
            description,
            stage: Stage::New,
        })
    }

    fn open<E: From<SavedError>>(
        puzzle: P,
        path: &Path,
        encoding: Option<Encoding>,
        description: &str,
        payload: impl FnOnce(TableFile) -> Result<TableBytes, E>,
    ) -> Result<Self, E> {
        let file = TableFile::open(path)?;
        let encoding = encoding.unwrap_or(match file.header().encoding {
            TableEncoding::ModuloThree => Encoding::ModuloThree,
            _ => Encoding::Bytes,
        });
        let found = &file.header().description;
        let list = found.split_once(OF).map_or(&**found, |(list, _)| list);
        let layers = list.strip_prefix(MOVES).and_then(table_file::parse_numbers);
        // If the description lists no layers, name the expected form in the error.
        let list = layers.as_ref().map_or(MOVES, |_| list);
        let expected = format!("{list}{OF}{description}");
        file.expect(&header(&puzzle, encoding, expected))?;
        let table = DistanceTable::new(encoding, payload(file)?, layers.unwrap_or_default());
        let oracle = Self { puzzle, table };
        let inconsistent = oracle.inconsistent_rank();
        inconsistent.map_or(Ok(oracle), |rank| {
            Err(E::from(SavedError::new(format!(
                "the table {path:?} is not of this puzzle, or the puzzle breaks a law (see `laws`): the distance of \
                 state {rank} does not follow from those of its neighbors"
            ))))
        })
    }

    /// The rank of a state whose entry contradicts those of its neighbors. Examines the goals and [`COMPARED`]
    /// pseudo-random states, or all states if there are no more.
    fn inconsistent_rank(&self) -> Option<u128> {
        let states = u64::try_from(self.puzzle.state_count()?).ok()?;
        let goals = self.puzzle.goals().into_iter();
        let goals = goals.filter_map(|goal| self.puzzle.rank(&goal));
        let mut seed = states;
        let mut draw = || {
            let random = &mut || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                seed ^ seed >> 32
            };
            u128::from(below(states, random))
        };
        let are_few = u128::from(states) <= COMPARED;
        let drawn = (0..COMPARED.min(states.into())).map(|at| if are_few { at } else { draw() });
        goals.chain(drawn).find(|&rank| {
            let state = self.puzzle.unrank(rank);
            state.is_some_and(|state| !self.agrees(&state, self.table.entry(rank as u64)))
        })
    }

    /// Whether `entry` agrees with the entries of the state's neighbors.
    fn agrees(&self, state: &P::State, entry: Option<u8>) -> bool {
        if self.puzzle.is_goal(state) {
            return entry == Some(0);
        }
        let neighbors = self.puzzle.neighbors(state).into_iter();
        let entries = neighbors.filter_map(|to| self.entry_at(&to.state));
        match (self.table.encoding(), entry) {
            (Encoding::Bytes, _) => {
                entry == entries.min().and_then(|nearest| nearest.checked_add(1))
            }
            (Encoding::ModuloThree, None) => entries.count() == 0,
            (Encoding::ModuloThree, Some(entry)) => {
                entries.into_iter().any(|nearer| (nearer + 1) % 3 == entry)
            }
        }
    }
}

/// Reads an oracle from a file, or builds it and writes the file.
struct OpenOrBuild<'a, P> {
    puzzle: &'a P,
    encoding: Encoding,
    path: PathBuf,
    description: &'a str,
    stage: Stage<'a, P>,
}

/// What the task does next.
enum Stage<'a, P> {
    New,
    Filling(Box<FillTable<'a, Unfinished>>),
    /// Built, and not written yet.
    Filled(DistanceOracle<P>),
}

impl<P: Ranked + Reversible + Clone + Send + Sync> Job for OpenOrBuild<'_, P> {
    type Output = Result<DistanceOracle<P>, SpaceError>;

    fn run(&mut self, meter: &mut Meter<'_>) -> Self::Output {
        let Self {
            puzzle,
            encoding,
            path,
            description,
            stage,
        } = self;
        loop {
            match stage {
                Stage::New => {
                    meter.begin();
                    let read = |file: TableFile| file.entries(meter);
                    let (puzzle, encoding) = (*puzzle, *encoding);
                    let opened = puzzle.clone();
                    match DistanceOracle::open(opened, path, Some(encoding), description, read) {
                        Err(SpaceError::TableFile(error)) if error.is_not_found() => {}
                        read => return read,
                    }
                    let header = header(puzzle, encoding, format!("{OF}{description}"));
                    let file = Unfinished::of(path, header)?;
                    *stage = Stage::Filling(Box::new(fill(puzzle, encoding, file)));
                }
                Stage::Filling(fill) => {
                    let (puzzle, table) = ((*puzzle).clone(), fill.run(meter)?);
                    let oracle = DistanceOracle { puzzle, table };
                    // A build that was continued from a file is checked as a complete table from a file is.
                    let file = fill.checkpoint();
                    if file.was_read() && oracle.inconsistent_rank().is_some() {
                        let error = file.contradicts_itself();
                        *stage = Stage::New;
                        return Err(error.into());
                    }
                    *stage = Stage::Filled(oracle);
                }
                Stage::Filled(oracle) => {
                    oracle.save(&*path, description)?;
                    Unfinished::remove(path);
                    let oracle = oracle.clone();
                    *stage = Stage::New;
                    return Ok(oracle);
                }
            }
        }
    }
}

impl Checkpoint for Unfinished {
    fn saved(&mut self, encoding: Encoding, states: u128) -> Result<Option<Partial>, SpaceError> {
        let Some(Saved { layers, entries }) = self.read()? else {
            return Ok(None);
        };
        let deepest = match encoding {
            Encoding::Bytes => usize::from(u8::MAX),
            Encoding::ModuloThree => usize::MAX,
        };
        let is_seen = |&rank: &u64| encoding.entry(&entries, rank).is_some();
        let seen = (0..states as u64).filter(is_seen).count() as u64;
        let mut listed = layers.iter();
        let listed = listed.try_fold(0_u64, |sum, &states| sum.checked_add(states));
        if layers.len() > deepest || listed != Some(seen) {
            return Err(self.contradicts_itself().into());
        }
        Ok(Some(Partial { layers, entries }))
    }

    fn is_due(&self) -> bool {
        self.is_due()
    }

    fn keep(&mut self, layers: &[u64], entries: &[u8]) -> Result<(), SpaceError> {
        Ok(self.save(layers, |sink| sink(entries))?)
    }
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
        // The cast is exact, since a table in memory has fewer than 2^64 entries.
        entries: puzzle.state_count().unwrap_or(0) as u64,
    }
}

/// A checksum over the goals, and over the edges of at most [`SAMPLE`] states: ranks and costs.
pub(crate) fn fingerprint<P: Ranked + Reversible>(puzzle: &P) -> u64 {
    let mut checksum = Checksum::new();
    let mut hash = |number: Option<u128>| {
        let number = number.map_or(u128::MAX, |number| number);
        checksum.update(&number.to_le_bytes());
    };
    let states = puzzle.state_count();
    hash(states);
    let mut goals: Vec<_> = puzzle
        .goals()
        .into_iter()
        .map(|g| puzzle.rank(&g))
        .collect();
    goals.sort_unstable();
    hash(Some(goals.len() as u128));
    goals.into_iter().for_each(&mut hash);
    let states = states.unwrap_or(0);
    for at in 0..SAMPLE.min(states) {
        // Spread over the whole range, but not evenly, since even steps could miss a regular feature.
        let rank = at * (states / SAMPLE.min(states)) + at % (states / SAMPLE).max(1);
        let Some(state) = puzzle.unrank(rank) else {
            continue;
        };
        hash(Some(rank));
        let mut count = 0;
        for neighbor in puzzle.neighbors(&state) {
            hash(puzzle.rank(&neighbor.state));
            hash(Some(neighbor.cost.to_bits()));
            count += 1;
        }
        // Without their number, the next rank could be taken for one more neighbor.
        hash(Some(count));
    }
    checksum.value()
}
