//! Enumerations on disk, for spaces that are larger than memory.
//!
//! A numbered space is divided into segments of which one fits into memory. A round goes through the
//! segments twice: first the states of the last layer are expanded and their children sent to their
//! segments, each segment's to a file of its own, sorted, as the gaps between them; then each segment's
//! children are gathered in memory, and what is new among them is written. States that are not numbered
//! are divided by a hash of their bytes, and what is gathered is merged from sorted runs. All files are
//! written to and read from one end to the other.
//!
//! A checkpoint is one small file that says how many bytes of which others count. It is written beside the
//! last one and takes its place when everything that it names is on disk. The first one names none: it says which
//! files of the directory are going to be its own.

mod blocks;
mod error;
mod fingerprint;
mod keys;
mod numbers;
mod path;
mod piece_segments;
mod rounds;
mod runs;
mod segments;
mod session;
mod store;

use std::path::PathBuf;
use std::vec;
use std::vec::Vec;

pub use error::DiskError;
use fingerprint::fingerprint;
pub(super) use keys::Key;
pub(super) use path::OutcomeOf;
#[cfg(feature = "timely")]
pub(super) use path::{at_once, found};
use piece_segments::PieceSegments;
use rounds::{Halt, Keeping};
use runs::Runs;
#[cfg(feature = "timely")]
pub(super) use runs::{Run, Sorted};
use segments::{Division, Segments};
use session::Kind;
pub(super) use store::Store;

use super::census::Census;
use super::enumerate::{Enumerate, least};
use super::error::EnumerateError;
use super::layers::{Layers, first};
use super::piece_table;
use crate::account::{Memory, Meter};
use crate::puzzle::portable::Portable;
use crate::puzzle::{Puzzle, Ranked};
use crate::table_file::Checksum;
use crate::task::Task;

/// Memory, if there is no limit on it.
const USUAL: usize = 256 << 20;

/// An enumeration or a breadth-first search with its layers in the files of a directory (feature `std`).
/// [`Enumerate::on_disk`] returns it.
///
/// * **Memory**: the buffers take up to as many bytes as the limit on bytes allows, or up to 256 MiB if there is no
///   limit.
/// * **Disk**: [`bytes_by_rank`](Self::bytes_by_rank) estimates how many bytes the files of
///   [`count_by_rank`](Self::count_by_rank) take at most. [`Census::peak_disk_bytes`] reports the greatest total size
///   of the files.
/// * **Checkpoints**: a checkpoint is written a few times a second, after a layer or a part of a large layer, and
///   whenever a limit or an observer stops the task. If the process is killed or the disk is full, the work can be
///   [resumed](Self::resume) from the last checkpoint. A stopped [`Task`] that is run again continues from it too. What
///   was in progress, a layer or a part of it, may begin anew.
/// * **Other files** in the directory are left alone, whatever their names are. An enumeration writes the file
///   `checkpoint` first, in which there is a number drawn for it alone. The names of its other files end in that number,
///   and it touches no others.
/// * **Damage**: all files have checksums. A file with a wrong checksum is reported as [`DiskError::Damaged`].
///
/// An enumeration on disk returns the same counts as an enumeration in memory. Two processes must not work in the same
/// directory, since the directory is not locked. When the work is done, you may remove the files that remain of it.
///
/// ```
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::space::Enumerate;
/// use puzzle_search::Limits;
///
/// let puzzle = Pancake::new(8)?;
/// let directory = std::env::temp_dir().join(format!("puzzle-search-disk-{}", std::process::id()));
/// let count = Enumerate::new().with_hardest(1);
/// let few_bytes = Limits::new().max_bytes(400_000);
/// let on_disk = count.on_disk(&directory).count_by_rank(&puzzle, [puzzle.goal()]).limits(few_bytes).run()?;
/// let in_memory = count.count_by_rank(&puzzle, [puzzle.goal()]).run()?;
/// assert_eq!(on_disk.layers, in_memory.layers);
/// assert_eq!(on_disk.hardest, in_memory.hardest);
/// assert!(on_disk.peak_disk_bytes > 0 && in_memory.peak_disk_bytes == 0);
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDisk {
    hardest: usize,
    directory: PathBuf,
    max_bytes: Option<u64>,
    resumes: bool,
}

impl Enumerate {
    /// Returns this enumeration with its layers stored in the files of `directory` (feature `std`). If the directory
    /// does not exist, it is created. Other files in it are left alone.
    #[must_use]
    pub fn on_disk(&self, directory: impl Into<PathBuf>) -> OnDisk {
        OnDisk {
            hardest: self.hardest,
            directory: directory.into(),
            max_bytes: None,
            resumes: false,
        }
    }
}

impl OnDisk {
    /// Limits the total size of the files to `bytes` bytes. If the files need more, the task returns
    /// [`DiskError::Full`].
    #[must_use]
    pub fn max_disk_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    /// Makes the tasks continue the work in the directory. This work must have been begun by the same method, for the
    /// same puzzle and from the same starts. The limits on expanded and stored states, and the number of expanded
    /// states, then include the work of earlier runs. The limit on time does not.
    ///
    /// If the directory contains no checkpoint to continue from, the task returns [`DiskError::Nothing`]. Without
    /// `resume`, if the directory contains a checkpoint, the task returns [`DiskError::Occupied`].
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::space::{DiskError, Enumerate, OnDisk};
    ///
    /// let puzzle = Pancake::new(7)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-resume-{}", std::process::id()));
    /// let disk = Enumerate::new().on_disk(&directory);
    /// let count = |disk: &OnDisk| disk.count_by_rank(&puzzle, [puzzle.goal()]).run();
    /// // Continues a count that was interrupted; begins one if there is none.
    /// let census = match count(&disk.clone().resume()) {
    ///     Err(DiskError::Nothing { .. }) => count(&disk)?,
    ///     resumed => resumed?,
    /// };
    /// assert_eq!(census.states(), 5_040);
    /// assert!(matches!(count(&disk), Err(DiskError::Occupied { .. })));
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resume(mut self) -> Self {
        self.resumes = true;
        self
    }

    /// How many bytes the lists of layers and hardest states take, about.
    const fn bytes_of_lists<P: Puzzle>(&self) -> usize {
        let each = 2 * (size_of::<P::State>() + size_of::<u128>());
        self.hardest.saturating_mul(each).saturating_add(1 << 15)
    }

    /// Estimates how many bytes the files of [`count_by_rank`](Self::count_by_rank) take at most. Returns `None` if the
    /// puzzle has no ranks.
    ///
    /// If the puzzle is not [undirected](crate::Facts::undirected) and has very many layers, the files may exceed the
    /// estimate.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::space::OnDisk;
    ///
    /// let stack = Pancake::new(12)?;
    /// assert_eq!(OnDisk::bytes_by_rank(&stack).map(|bytes| bytes >> 20), Some(499));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn bytes_by_rank<P: Ranked>(puzzle: &P) -> Option<u128> {
        let in_three_layers = Division::disk_bytes(puzzle.state_count()?);
        Some(if puzzle.facts().undirected {
            in_three_layers
        } else {
            2 * in_three_layers
        })
    }

    /// Counts the states that can be reached from `starts`, as [`Enumerate::count_by_rank`] does, with layers on disk.
    ///
    /// # Errors
    ///
    /// The task returns a [`DiskError`] if the puzzle has no ranks or more than 2^60 ranks, if a start has no rank, if
    /// the limit on bytes is too low, if the directory is [occupied](DiskError::Occupied), if its work cannot be
    /// [resumed](Self::resume), or if the disk is full or fails.
    pub fn count_by_rank<'a, P: Ranked + Sync>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Result<Census<P::State>, DiskError>> {
        let (mut disk, starts): (_, Vec<P::State>) = (self.clone(), starts.into_iter().collect());
        let lists = self.bytes_of_lists::<P>();
        Task::new(move |meter| {
            let ranks = ranks(puzzle, &starts)?;
            let states = puzzle.state_count().unwrap_or(0);
            let kind = |number| Kind {
                number,
                states: Some(states as u64),
                fingerprint: fingerprint(puzzle, &starts, |state, checksum| {
                    let rank = puzzle.rank(state).unwrap_or(u128::MAX);
                    checksum.update(&rank.to_le_bytes());
                }),
            };
            let listed =
                |layer: &dyn Layers<P, Item = u128, Error = Halt>, states, memory: &mut Memory| {
                    least(puzzle, layer, states, memory)
                };
            let numbering = puzzle.bit_parallel();
            let is_legal =
                |numbering: &_| piece_table::are_of_one_class(numbering, ranks.iter().copied());
            if let Some(numbering) = numbering.filter(is_legal) {
                let threads = meter.threads();
                let make = |groups: Option<u64>, memory: &mut Memory| {
                    let first = ranks.first().copied();
                    within(memory, lists, |bytes, memory| {
                        PieceSegments::new(numbering, (first, groups), threads, bytes, memory)
                    })
                };
                let start =
                    |pieces: &mut PieceSegments<_>, store: &mut Store| pieces.start(&ranks, store);
                let kind = kind(BY_PIECE);
                return session::count(&mut disk, puzzle, kind, (make, start), listed, meter);
            }
            let keeping = Keeping::of(puzzle);
            let make = |bits: Option<u64>, memory: &mut Memory| {
                within(memory, lists, |bytes, memory| {
                    let division = match bits {
                        Some(bits) => Division::new(states as u64, bits as u32),
                        None => Division::within(states as u64, bytes),
                    };
                    let segments = Segments::new(division, keeping, bytes, memory)?;
                    Ok((segments, u64::from(division.bits())))
                })
            };
            let start = |segments: &mut Segments, store: &mut Store| {
                segments.start(ranks.iter().copied(), store)
            };
            let kind = kind(BY_RANK);
            session::count(&mut disk, puzzle, kind, (make, start), listed, meter)
        })
    }

    /// Counts the states that can be reached from `starts`, with layers on disk. The puzzle needs no ranks: duplicates
    /// are found by sorting the [bytes](Portable) of the states.
    ///
    /// The files contain three layers, or all layers if the puzzle is not [undirected](crate::Facts::undirected). While
    /// a layer is expanded, the files also contain the generated children. Each state takes a few bytes.
    ///
    /// # Errors
    ///
    /// The task returns a [`DiskError`] if a state takes more than 64 bytes, if the limit on bytes is too low, if the
    /// directory is [occupied](DiskError::Occupied), if its work cannot be [resumed](Self::resume), or if the disk is
    /// full or fails.
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8])?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-sort-{}", std::process::id()));
    /// let disk = Enumerate::new().on_disk(&directory);
    /// let census = disk.count_by_sorting(&puzzle, [MagicSquares::initial()]).run()?;
    /// assert_eq!((census.states(), census.depth()), (40_320, 22));
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_by_sorting<'a, P: Portable>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Result<Census<P::State>, DiskError>> {
        let (mut disk, starts): (_, Vec<P::State>) = (self.clone(), starts.into_iter().collect());
        Task::new(move |meter| match puzzle.state_bytes() {
            0..=16 => disk.sort::<P, u128>(puzzle, &starts, meter),
            17..=64 => disk.sort::<P, [u128; 4]>(puzzle, &starts, meter),
            bytes => Err(DiskError::State { bytes, most: 64 }),
        })
    }

    /// Finds a path from `start` to a goal with the fewest moves, by breadth-first search on disk.
    ///
    /// The path is optimal if every edge costs one. It is reported as optimal only if the puzzle declares
    /// [`Facts::unit_costs`](crate::Facts::unit_costs).
    ///
    /// The files of all layers remain on disk. If the puzzle is not [undirected](crate::Facts::undirected), the layers
    /// are expanded a second time to find the path.
    ///
    /// # Errors
    ///
    /// The task returns an error in the same cases as the task of [`count_by_sorting`](Self::count_by_sorting).
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::{Notation, Outcome};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-path-{}", std::process::id()));
    /// let outcome = Enumerate::new().on_disk(&directory).solve(&puzzle, &start).run()?;
    /// let Outcome::Solved { solution, .. } = outcome else { panic!("an even permutation") };
    /// assert_eq!(solution.cost(), 31);
    /// assert!(solution.verify(&puzzle, &start).is_ok());
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve<'a, P: Portable>(
        &self,
        puzzle: &'a P,
        start: &P::State,
    ) -> Task<'a, Result<OutcomeOf<P>, DiskError>> {
        let (mut disk, start) = (self.clone(), start.clone());
        Task::new(move |meter| match puzzle.state_bytes() {
            0..=16 => path::solve::<P, u128>(&mut disk, puzzle, &start, meter),
            17..=64 => path::solve::<P, [u128; 4]>(&mut disk, puzzle, &start, meter),
            bytes => Err(DiskError::State { bytes, most: 64 }),
        })
    }

    fn sort<P: Portable, K: Key>(
        &mut self,
        puzzle: &P,
        starts: &[P::State],
        meter: &mut Meter<'_>,
    ) -> Result<Census<P::State>, DiskError> {
        let lists = self.bytes_of_lists::<P>();
        let kind = by_state(BY_STATE, puzzle, starts, false);
        let make = |parts: Option<u64>, memory: &mut Memory| {
            let keeping = Keeping::of(puzzle);
            within(memory, lists, |bytes, memory| {
                Runs::<P, K>::new(puzzle, (keeping, false), parts, bytes, memory)
            })
        };
        let start = |runs: &mut Runs<'_, P, K>, store: &mut Store| runs.start(starts, store);
        let listed = |layer: &dyn Layers<P, Item = P::State, Error = Halt>,
                      states,
                      memory: &mut Memory| { first(layer, states, memory) };
        session::count(self, puzzle, kind, (make, start), listed, meter)
    }
}

/// An enumeration of states by their bytes, or a search, which another goal makes another one.
pub(super) fn by_state<P: Portable>(
    number: u64,
    puzzle: &P,
    starts: &[P::State],
    seeks: bool,
) -> Kind {
    let mut bytes = vec![0; puzzle.state_bytes()];
    let put = |state: &P::State, checksum: &mut Checksum| {
        puzzle.write_state(state, &mut bytes);
        checksum.update(&bytes);
        if seeks {
            checksum.update(&[puzzle.is_goal(state).into()]);
        }
    };
    Kind {
        states: None,
        number,
        fingerprint: fingerprint(puzzle, starts, put),
    }
}

/// Makes something in so many bytes as there are for buffers, with room for lists beside them.
fn within<T>(
    memory: &mut Memory,
    lists: usize,
    make: impl FnOnce(usize, &mut Memory) -> Result<T, Halt>,
) -> Result<T, Halt> {
    let (beside, bytes) = (
        memory.held().saturating_add(lists),
        memory.free().saturating_sub(lists),
    );
    let bytes = if memory.is_limited() { bytes } else { USUAL };
    make(bytes, memory).map_err(|halt| match halt {
        Halt::Failed(DiskError::Memory { needed }) => {
            let needed = needed.saturating_add(beside);
            DiskError::Memory { needed }.into()
        }
        halt => halt,
    })
}

/// What is written of the way of enumerating.
const BY_RANK: u64 = 0;
const BY_PIECE: u64 = 1;
const BY_STATE: u64 = 2;
const TO_A_GOAL: u64 = 3;

/// The numbers of the starts.
fn ranks<P: Ranked>(puzzle: &P, starts: &[P::State]) -> Result<Vec<u128>, DiskError> {
    /// More than any disk has bits.
    const MOST: u128 = 1 << 60;
    let states = puzzle.state_count();
    let states = states.ok_or(DiskError::Space(EnumerateError::Unnumbered))?;
    if states > MOST {
        let bytes = states / 8;
        let limit = MOST / 8;
        return Err(DiskError::Space(EnumerateError::TooLarge {
            states,
            bytes,
            limit,
        }));
    }
    let rank = |(at, start)| {
        let rank = puzzle.rank(start).filter(|&rank| rank < states);
        rank.ok_or(DiskError::Space(EnumerateError::Start { at }))
    };
    starts.iter().enumerate().map(rank).collect()
}
