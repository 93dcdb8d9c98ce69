//! Enumerations on disk, for spaces that are larger than memory.
//!
//! A space with ranks is partitioned into segments, one of which fits into memory at a time. For each layer there are
//! two passes over the segments. The first pass expands the states of the last layer, and writes their children to one
//! file for each segment. The second pass reads the children of one segment after another into memory, and writes those
//! that are in no earlier layer (delayed duplicate detection). States without ranks are partitioned by a hash of their
//! bytes, and their children are merged from sorted runs. All files are written and read sequentially.
//!
//! A checkpoint is one small file that lists all other files that belong to the enumeration, with their lengths.
//!
//! Invariant: everything that the checkpoint lists is on disk, as a new checkpoint replaces the previous one only after
//! its files are synced. The first checkpoint lists no file: it only fixes the number in the names of the files to
//! come.

mod blocks;
mod codes;
mod fingerprint;
mod keys;
mod layers;
mod numbers;
mod path;
mod piece_segments;
mod runs;
mod segments;
mod session;
mod sorted_runs;
mod store;

use std::boxed::Box;
use std::path::PathBuf;
use std::vec::Vec;

pub(super) use codes::CodeSpace;
pub(super) use codes::{Codes, GoalTest};
use fingerprint::fingerprint;
pub(super) use fingerprint::fingerprint_of_bytes;
pub(super) use keys::StateKey;
use layers::DiskProgress;
pub(super) use layers::Segment;
use path::OutcomeOf;
use piece_segments::PieceSegments;
pub(super) use runs::{Runs, SortedFile};
use segments::{Division, Segments};
use session::{DiskSearch, Session, WorkId};
pub(super) use session::{USUAL, with_hardest};
use sorted_runs::SortedRuns;
pub(super) use store::Store;

use super::bit_layers;
use super::census::Census;
use super::count::unranked;
use super::error::SpaceError;
use super::spaces::{RankSpace, Ranks, StartIds, Successors, numbering_of};
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::bit_parallel::BitParallel;
use crate::driver::StartStatus;
use crate::puzzle::portable::Portable;
use crate::puzzle::{Puzzle, Ranked};
use crate::task::Task;

/// An enumeration or a breadth-first search with its layers in the files of a directory (feature `std`).
///
/// * **Memory**: the buffers take up to the limit on bytes, or up to 256 MiB if there is no limit.
/// * **Limits**: as of an enumeration [in memory](super::Enumerate); the limit on generated states has no effect.
/// * **Time**: if the puzzle is not [undirected](crate::Facts::undirected), each layer is compared with the files of all
///   earlier ones, so that thousands of layers take long however small they are.
/// * **Disk**: [`bytes_by_rank`](Self::bytes_by_rank) estimates how many bytes the files of
///   [`count_by_rank`](Self::count_by_rank) take at most. [`Census::peak_disk_bytes`] reports the greatest total size
///   of the files.
/// * **Checkpoints**: a checkpoint is written after a layer, and within a layer after each segment, but at most a few
///   times a second; and whenever a limit or an observer stops the task. By rank, a segment takes half the memory, a
///   bit for each of its states: with enough memory a segment is a whole layer, which may take long. If the process is
///   killed or the disk is full, the same call goes on from the last checkpoint. A stopped [`Task`] that is run again
///   continues from it too. Work since that checkpoint, on a layer or a part of one, is done again. The first
///   checkpoint with states is written when all starts are in the files: before that, the work begins again.
/// * **Other files** in the directory are left alone, whatever their names are. An enumeration writes the file
///   `checkpoint` first, in which there is a number drawn for it alone. The names of its other files end in that
///   number, and it touches no others.
/// * **Other work**: a directory with the work of another method or from other starts is refused with
///   [`SpaceError::WrongDirectory`], and so is that of another puzzle if the two differ within some thousand states on
///   random walks from the starts. Puzzles that differ only elsewhere are taken for the same, so give each a directory
///   of its own.
/// * **Damage**: all files have checksums. A file with a wrong checksum is reported as [`SpaceError::Damaged`].
///
/// An enumeration on disk returns the same counts as an enumeration in memory. Two processes must not work in the same
/// directory, since the directory is not locked. When the work is done, you may remove the files that remain of it.
///
/// ```
/// use puzzle_search::puzzles::Pancake;
/// use puzzle_search::space::{Enumerate, OnDisk};
/// use puzzle_search::Limits;
///
/// let puzzle = Pancake::new(8)?;
/// let directory = std::env::temp_dir().join(format!("puzzle-search-disk-{}", std::process::id()));
/// let disk = OnDisk::new(&directory).hardest(1);
/// let few_bytes = Limits::new().max_bytes(400_000);
/// let on_disk = disk.count_by_rank(&puzzle, [puzzle.goal()]).limits(few_bytes).run()?;
/// let in_memory = Enumerate::new().hardest(1).count_by_rank(&puzzle, [puzzle.goal()]).run()?;
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
}

impl OnDisk {
    /// Creates the settings of an enumeration or a search whose layers are in the files of `directory`. They list no
    /// hardest states. A task creates the directory if it does not exist, and leaves other files in it alone.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            hardest: 0,
            directory: directory.into(),
            max_bytes: None,
        }
    }

    /// Sets the maximum number of hardest states that the census lists, as
    /// [`Enumerate::hardest`](super::Enumerate::hardest) does.
    #[must_use]
    pub const fn hardest(mut self, states: usize) -> Self {
        self.hardest = states;
        self
    }

    /// Limits the total size of the files to `bytes` bytes. If the files need more, the task returns
    /// [`SpaceError::DiskFull`].
    #[must_use]
    pub fn max_disk_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    /// Returns the number of states in each layer that the work in the directory has completed so far. The list is
    /// empty if nothing was begun. Only the small file `checkpoint` is read.
    ///
    /// # Errors
    ///
    /// Returns an error if the checkpoint cannot be read, or if the directory is one in which a process of an
    /// [`OnCluster`](super::OnCluster) works.
    ///
    /// ```
    /// use puzzle_search::puzzles::Pancake;
    /// use puzzle_search::space::OnDisk;
    /// use puzzle_search::Limits;
    ///
    /// let puzzle = Pancake::new(7)?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-so-far-{}", std::process::id()));
    /// let disk = OnDisk::new(&directory);
    /// assert!(disk.layers_so_far()?.is_empty());
    /// let count = || disk.count_by_rank(&puzzle, [puzzle.goal()]);
    /// assert!(!count().limits(Limits::new().max_moves(4)).run()?.is_complete());
    /// assert_eq!(disk.layers_so_far()?, [1, 6, 30, 149, 543]);
    /// // The same call goes on.
    /// assert_eq!(count().run()?.states(), 5_040);
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layers_so_far(&self) -> Result<Vec<u64>, SpaceError> {
        let numbers = Store::saved_progress(&self.directory)?;
        if numbers.first().is_some_and(|&method| method > TO_A_GOAL) {
            return Err(SpaceError::WrongDirectory {
                directory: self.directory.clone(),
            });
        }
        let progress = numbers.get(session::HEAD..).and_then(DiskProgress::read);
        Ok(progress.map_or_else(Vec::new, |progress| progress.layers))
    }

    /// About how many bytes the lists of hardest states may take.
    const fn bytes_of_hardest<P: Puzzle>(&self) -> usize {
        let each = 2 * (size_of::<P::State>() + size_of::<u128>());
        self.hardest.saturating_mul(each)
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

    /// Counts the states that can be reached from `starts`, as
    /// [`Enumerate::count_by_rank`](super::Enumerate::count_by_rank) does, with layers on disk.
    ///
    /// # Errors
    ///
    /// The task returns a [`SpaceError`] if the puzzle has no ranks or more than 2^60 ranks, if a start has no rank, if
    /// the limit on bytes is too low, if the directory holds other work, or if the disk is full or fails.
    pub fn count_by_rank<'a, P: Ranked + Sync>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Result<Census<P::State>, SpaceError>> {
        let starts: Vec<P::State> = starts.into_iter().collect();
        let hardest = self.bytes_of_hardest::<P>();
        let disk = self.clone();
        Task::new(move |meter| {
            StartStatus::admit(puzzle, &starts)?;
            let states = check_ranks(puzzle, &starts)?;
            let ranks = || -> Box<dyn Iterator<Item = u64> + '_> {
                let ranks = starts.iter().filter_map(|start| puzzle.rank(start));
                Box::new(ranks.map(|rank| rank as u64))
            };
            let fingerprint = fingerprint(puzzle, &starts, |state, checksum| {
                let rank = puzzle.rank(state).unwrap_or(u128::MAX);
                checksum.update(&rank.to_le_bytes());
            });
            let (edges, numbering) = (Successors, numbering_of(puzzle));
            let space = Ranks { puzzle, edges };
            let count = DiskCount {
                disk: &disk,
                space: &space,
                ranks: &ranks,
                states,
                fingerprint,
                hardest,
            };
            let unrank = |ranks: &[u64], quota: &Quota| unranked(puzzle, ranks, quota);
            count.run(numbering(), &unrank, meter)
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
    /// The task returns a [`SpaceError`] if a state takes more than 64 bytes, if the limit on bytes is too low, if the
    /// directory holds other work, or if the disk is full or fails.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
    /// use puzzle_search::space::OnDisk;
    ///
    /// let puzzle = PermutationPuzzle::new(&Definition::magic_squares())?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-sort-{}", std::process::id()));
    /// let disk = OnDisk::new(&directory);
    /// let census = disk.count_by_sorting(&puzzle, [puzzle.goal()]).run()?;
    /// assert_eq!((census.states(), census.depth()), (40_320, 22));
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_by_sorting<'a, P: Portable + Sync>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, Result<Census<P::State>, SpaceError>> {
        let (disk, starts): (_, Vec<P::State>) = (self.clone(), starts.into_iter().collect());
        Task::new(move |meter: &mut Meter<'_>| match puzzle.state_bytes() {
            0..=16 => disk.sort::<P, u128>(puzzle, &starts, meter),
            17..=64 => disk.sort::<P, [u128; 4]>(puzzle, &starts, meter),
            bytes => Err(SpaceError::StateTooLong { bytes, most: 64 }),
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
    /// use puzzle_search::space::OnDisk;
    /// use puzzle_search::{Notation, Outcome};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let directory = std::env::temp_dir().join(format!("puzzle-search-path-{}", std::process::id()));
    /// let outcome = OnDisk::new(&directory).solve(&puzzle, &start).run()?;
    /// let Outcome::Solved { solution, .. } = outcome else { panic!("an even permutation") };
    /// assert_eq!(solution.cost(), 31);
    /// assert!(solution.verify(&puzzle, &start).is_ok());
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve<'a, P: Portable + Sync>(
        &self,
        puzzle: &'a P,
        start: &P::State,
    ) -> Task<'a, Result<OutcomeOf<P>, SpaceError>> {
        let (disk, start) = (self.clone(), start.clone());
        Task::new(move |meter| match puzzle.state_bytes() {
            0..=16 => path::solve::<P, u128>(&disk, puzzle, &start, meter),
            17..=64 => path::solve::<P, [u128; 4]>(&disk, puzzle, &start, meter),
            bytes => Err(SpaceError::StateTooLong { bytes, most: 64 }),
        })
    }

    fn sort<P: Portable + Sync, K: StateKey>(
        &self,
        puzzle: &P,
        starts: &[P::State],
        meter: &mut Meter<'_>,
    ) -> Result<Census<P::State>, SpaceError> {
        StartStatus::admit(puzzle, starts)?;
        let codes = Codes(puzzle);
        let keys = || -> Box<dyn Iterator<Item = K> + '_> {
            Box::new(starts.iter().map(|start| codes.key(start)))
        };
        let (threads, most) = (meter.threads(), self.hardest);
        let make = |segments, bytes, quota: &Quota| {
            SortedRuns::new(&codes, &keys, segments, threads, bytes, quota)
        };
        let list = |table: &DiskSearch<SortedRuns<'_, K>>, quota: &Quota| {
            let keys = table.first(most, quota)?;
            let mut states = Claimed::<Vec<_>>::with_room(keys.len(), quota)?;
            for state in keys.iter().filter_map(|key| codes.state(key)) {
                states.push_within(state);
            }
            Ok(states.into_inner())
        };
        let session = Session {
            disk: self,
            kind: WorkId {
                number: BY_STATE,
                states: None,
                fingerprint: fingerprint_of_bytes(puzzle, starts, GoalTest::Skipped),
            },
            hardest: self.bytes_of_hardest::<P>(),
        };
        session.count(make, list, meter)
    }
}

/// The arguments of a count by rank on disk.
struct DiskCount<'d> {
    disk: &'d OnDisk,
    space: &'d (dyn RankSpace + Sync),
    ranks: StartIds<'d, u64>,
    states: u64,
    fingerprint: u64,
    /// The bytes of the lists of hardest states.
    hardest: usize,
}

/// Returns the states with these ranks.
type Unrank<'a, S> = &'a dyn Fn(&[u64], &Quota) -> Result<Vec<S>, Stop>;

impl<'d> DiskCount<'d> {
    /// Counts by the pieces of the numbering if all starts are in one of its classes, and otherwise by segments of
    /// ranks.
    fn run<S>(
        &self,
        numbering: Option<Box<dyn BitParallel + 'd>>,
        unrank: Unrank<'_, S>,
        meter: &mut Meter<'_>,
    ) -> Result<Census<S>, SpaceError> {
        let (threads, ranks) = (meter.threads(), self.ranks);
        let session = |number| Session {
            disk: self.disk,
            kind: WorkId {
                number,
                states: Some(self.states),
                fingerprint: self.fingerprint.wrapping_add(self.states),
            },
            hardest: self.hardest,
        };
        let is_legal = |numbering: &(dyn BitParallel + 'd)| {
            bit_layers::are_of_one_class(numbering, &|take| {
                ranks().for_each(|rank| take(Some(rank.into())));
            })
        };
        if let Some(numbering) = numbering.filter(|numbering| is_legal(&**numbering)) {
            let make = |groups, bytes, quota: &Quota| {
                PieceSegments::new(numbering, ranks, groups, threads, bytes, quota)
            };
            let list = |table: &DiskSearch<PieceSegments<'_>>, quota: &Quota| {
                Ok(unrank(&table.least(self.disk.hardest, quota)?, quota)?)
            };
            return session(BY_PIECE).count(make, list, meter);
        }
        let make = |bits: Option<u64>, bytes, quota: &Quota| {
            let division = match bits {
                Some(bits) => Division::new(self.states, bits as u32),
                None => Division::within(self.states, bytes),
            };
            let segments = Segments::new(self.space, ranks, division, threads, bytes, quota)?;
            Ok((segments, u64::from(division.bits())))
        };
        let list = |table: &DiskSearch<Segments<'_>>, quota: &Quota| {
            Ok(unrank(&table.least(self.disk.hardest, quota)?, quota)?)
        };
        session(BY_RANK).count(make, list, meter)
    }
}

/// The numbers of the methods in checkpoints: by segments of ranks, by pieces, by sorting, and the search for a path.
const BY_RANK: u64 = 0;
const BY_PIECE: u64 = 1;
const BY_STATE: u64 = 2;
const TO_A_GOAL: u64 = 3;

/// The number of ranks, if they fit onto a disk and all starts have one.
fn check_ranks<P: Ranked>(puzzle: &P, starts: &[P::State]) -> Result<u64, SpaceError> {
    /// More ranks than any disk has bits.
    const MOST: u128 = 1 << 60;
    let states = puzzle.state_count();
    let states = states.ok_or(SpaceError::Unnumbered)?;
    if states > MOST {
        let bytes = states / 8;
        let limit = MOST / 8;
        return Err(SpaceError::TooLarge {
            states,
            bytes,
            limit,
        });
    }
    let is_unnumbered = |start| puzzle.rank(start).is_none_or(|rank| rank >= states);
    match starts.iter().position(is_unnumbered) {
        Some(at) => Err(SpaceError::UnnumberedStart { at }),
        None => Ok(states as u64),
    }
}
