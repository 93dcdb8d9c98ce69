//! Saved searches: [`Search::save`] and [`Search::load`], as bytes and as files.
//!
//! A saved search consists of the starts, the counts and the proof, the best solution, and the run, field by field.
//! Moves need no encoding: each is saved as the index of its edge among the neighbors of its state. Data that can be
//! computed again, such as hashes and the reversed puzzle, are not saved. Writing and reading are streamed, so that the
//! bytes are never all in memory.
//!
//! Invariant: whatever the bytes, loading ends, and a loaded search neither panics nor runs in a circle. The checksum
//! is verified first, but does not suffice: indices have to be in range, parents have to lead to roots, no parent may
//! have a greater g than its child (otherwise a cheaper path found later could close a cycle of parents), and no list
//! may be longer than the bytes that are left.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::Deref;
use core::time::Duration;

use super::Solver;
use super::course::{Course, SearchPhase};
use super::run::Run;
use super::saver::{ByPuzzle, Loader, Saver};
use super::search::Search;
use crate::account::{Counts, Ledger, Limits, Stats};
use crate::checksum::Checksum;
use crate::codec::{BUFFER, Reader, Writer};
use crate::cost::Cost;
use crate::driver::StartStatus;
use crate::monitor::{Monitor, Proof};
use crate::puzzle::{Portable, Puzzle};
use crate::saved_error::SavedError;
use crate::solution::Solution;
use crate::solvability::Solvability;

/// The first bytes of a saved search. The last digits are the version of the format.
const MAGIC: &[u8; 8] = b"search09";
/// The length of the checksum at the end.
const CHECKSUM_BYTES: u64 = 8;

fn unsupported() -> SavedError {
    SavedError::new(
        "searches of this solver cannot be saved: expected one whose `Run` has a name, see `Run::name`",
    )
}

fn damaged() -> SavedError {
    SavedError::new(
        "the bytes of the search are damaged, or belong to another puzzle: expected all of what \
         `save` returned, the same puzzle and the same settings of the solver",
    )
}

impl<P: Puzzle, B: Deref<Target = P>, O> Search<'_, B, O> {
    /// Returns the search as bytes, which are the same on every platform. The search that [`load`](Search::load)
    /// returns continues as if it had never been stopped. Limits and observer are not saved.
    ///
    /// # Errors
    ///
    /// Returns an error if the search is over: it is solved, proved unsolvable, or stopped for a reason after which it
    /// cannot [go on](crate::Stop::can_go_on). Also returns an error if a move that is to be saved no longer exists,
    /// for example because the puzzle has changed, or if searches of this solver cannot be saved: see
    /// [`Run::name`](crate::solver::Run::name).
    ///
    /// ```
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, Limits, Notation, Puzzle, Search, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let puzzle = puzzle.guided_by(Manhattan);
    /// let limits = Limits::new().max_expanded(1_000);
    /// let mut search = Search::new(&AStar::new(), &puzzle, [start]).limits(limits);
    /// assert!(search.run().stop().is_some());
    /// let bytes = search.save()?;
    ///
    /// let mut search = Search::load(&AStar::new(), &puzzle, &bytes)?;
    /// let (resumed, whole) = (search.run(), AStar::new().solve(&puzzle, &start));
    /// assert_eq!(resumed.outcome, whole.outcome);
    /// assert_eq!(resumed.stats.expanded, whole.stats.expanded);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn save(&self) -> Result<Vec<u8>, SavedError>
    where
        P: Portable,
    {
        let mut bytes = Vec::new();
        self.write(&mut |piece| bytes.extend_from_slice(piece))?;
        Ok(bytes)
    }

    /// Writes the search into the sink.
    fn write(&self, sink: &mut dyn FnMut(&[u8])) -> Result<(), SavedError>
    where
        P: Portable,
    {
        // A search that is running now had a panic in user code, and cannot go on.
        let has_begun = match self.course.phase {
            SearchPhase::New if !self.course.driver.is_running() => false,
            SearchPhase::Begun if !self.course.driver.is_running() => true,
            _ => {
                return Err(SavedError::new(
                    "the search is over: expected one that can go on",
                ));
            }
        };
        let Some(name) = self.run.name() else {
            return Err(unsupported());
        };
        let puzzle: &P = &self.puzzle;
        let mut to = Writer::new(sink);
        to.put(MAGIC);
        to.text(&name);
        let encoding = ByPuzzle(puzzle);
        let mut to = Saver::new(to, &encoding);
        to.count(puzzle.state_bytes());
        to.states(&self.course.starts);
        to.flag(has_begun);
        save_account(&self.course.driver.account, to.raw());
        self.course.proof.save(to.raw());
        let best = self.course.proof.best();
        to.flag(best.is_some());
        if let Some(best) = best {
            to.count(best.start_index());
            let start = &self.course.starts[best.start_index()];
            to.moves(puzzle, start, best.moves());
        }
        if has_begun {
            for start in &self.course.starts {
                to.optional_cost(puzzle.heuristic(start));
            }
            self.run.save(puzzle, &mut to);
        }
        let all_moves_found = to.finish();
        if all_moves_found {
            return Ok(());
        }
        Err(SavedError::new(
            "a move of the search is not among the moves of its state: expected a puzzle whose \
             neighbors are always the same, see `laws::check`",
        ))
    }
}

impl<'r, P: Puzzle + 'r, B: Deref<Target = P>> Search<'r, B> {
    /// Returns the search that was [saved](Search::save) as `bytes`. The puzzle and the solver must be the same as when
    /// the search was saved. Limits and observer have to be set again.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are damaged, if they are found to belong to another solver or another puzzle, or
    /// if searches of this solver cannot be saved.
    pub fn load<A: Solver<P> + ?Sized + 'r>(
        solver: &A,
        puzzle: B,
        bytes: &[u8],
    ) -> Result<Self, SavedError>
    where
        P: Portable,
    {
        let length = bytes.len() as u64;
        let mut rest = bytes;
        check(length, &mut |piece| read(&mut rest, piece))?;
        let mut rest = bytes;
        Self::load_checked(solver, puzzle, length, &mut |piece| read(&mut rest, piece))
    }

    /// Reads a search whose checksum is verified.
    fn load_checked<A: Solver<P> + ?Sized + 'r>(
        solver: &A,
        puzzle: B,
        length: u64,
        source: &mut dyn FnMut(&mut [u8]) -> bool,
    ) -> Result<Self, SavedError>
    where
        P: Portable,
    {
        let mut search = Self::new(solver, puzzle, []);
        let mut from = Reader::new(length.saturating_sub(CHECKSUM_BYTES), source);
        let name = from.take(MAGIC.len()).map(|_| ());
        let name = name.and_then(|()| from.text());
        let name = name.ok_or_else(damaged)?;
        let expected = search.run.name().ok_or_else(unsupported)?;
        if name != expected.as_bytes() {
            return Err(SavedError::new(
                "the bytes are those of a search by another solver: expected the same solver",
            ));
        }
        let Self {
            puzzle,
            run,
            course,
            ..
        } = &mut search;
        let encoding = ByPuzzle(&**puzzle);
        let mut from = Loader::new(from, &encoding);
        let read = course.read(&**puzzle, &mut **run, &mut from);
        read.ok_or_else(damaged)?;
        Ok(search)
    }
}

impl<S: Clone + Eq + Hash + Debug, M: Clone + PartialEq + Debug, C: Cost> Course<S, M, C> {
    /// Reads the search into a new course and a run that is not started; the inverse of [`Search::write`].
    fn read<P: Portable<State = S, Move = M, Cost = C>>(
        &mut self,
        puzzle: &P,
        run: &mut (dyn Run<P> + Send + '_),
        from: &mut Loader<'_, S>,
    ) -> Option<()> {
        if from.number()? != from.state_bytes() as u64 {
            return None;
        }
        self.starts = from.states()?;
        let has_begun = from.flag()?;
        self.driver.account = load_account(&mut from.raw)?;
        let account = &mut self.driver.account;
        from.raw.memory = account.memory.clone();
        self.proof = Proof::load(&mut from.raw, &account.memory)?;
        if from.flag()? {
            let start_index = from.index(self.starts.len())? as usize;
            let start = self.starts.get(start_index);
            let is_state = |start: &&S| puzzle.solvability(start) != Solvability::NotAState;
            let trail = from.path(puzzle, start.filter(is_state)?)?;
            if !puzzle.is_goal(&trail.state) {
                return None;
            }
            let best = Solution::new(trail.moves, trail.cost).begun_at(start_index);
            self.proof.restore(best, &account.memory);
        }
        if has_begun {
            let StartStatus::Open(open) = StartStatus::of(puzzle, &self.starts) else {
                return None;
            };
            self.run_starts = open;
            for start in &self.starts {
                // Another estimate means that the puzzle has another goal or another heuristic.
                if from.optional_cost()? != puzzle.heuristic(start) {
                    return None;
                }
            }
            from.raw.saved_counts = account.counts();
            let given = self.run_starts.iter().map(|&at| self.starts[at].clone());
            let (given, limits, mut no_observer) = (given.collect(), Limits::new(), ());
            let (proof, starts) = (&mut self.proof, &self.run_starts);
            let mut monitor = Monitor::new(account, &limits, None, &mut no_observer, proof, starts);
            run.start(puzzle, given, &mut monitor).ok()?;
            run.load(puzzle, from)?;
            self.phase = SearchPhase::Begun;
        }
        (from.raw.left() == 0).then_some(())
    }
}

/// Writes the counts, the time and the peak of memory.
fn save_account(account: &Ledger, to: &mut Writer<'_>) {
    let stats = account.stats();
    let counts = [
        stats.expanded,
        stats.generated,
        stats.reopened,
        stats.duplicates,
        stats.peak_stored,
        u64::try_from(account.spent().as_nanos()).unwrap_or(u64::MAX),
        stats.peak_bytes as u64,
    ];
    // A clock that is handed in may tell any time, and only summands are read.
    let counts = counts.map(|count| count.min(Counts::MOST - 1));
    counts.into_iter().for_each(|count| to.number(count));
}

fn load_account(from: &mut Reader<'_>) -> Option<Ledger> {
    let stats = Stats {
        expanded: from.summand()?,
        generated: from.summand()?,
        reopened: from.summand()?,
        duplicates: from.summand()?,
        peak_stored: from.summand()?,
        peak_bytes: 0,
    };
    let account = Ledger::resumed(stats, Duration::from_nanos(from.summand()?));
    account.memory.raise_peak(from.summand()? as usize);
    Some(account)
}

/// Fills `piece` with the next bytes of a slice; returns false if there are not enough.
fn read(rest: &mut &[u8], piece: &mut [u8]) -> bool {
    let Some((next, beyond)) = rest.split_at_checked(piece.len()) else {
        return false;
    };
    piece.copy_from_slice(next);
    *rest = beyond;
    true
}

/// Verifies the first bytes and the checksum of `length` bytes.
fn check(length: u64, source: &mut dyn FnMut(&mut [u8]) -> bool) -> Result<(), SavedError> {
    let mut from = Reader::new(length, source);
    if from.take(MAGIC.len()) != Some(MAGIC.as_slice()) {
        return Err(SavedError::new(
            "the bytes are not those of a search: expected what `save` returned",
        ));
    }
    let mut checksum = Checksum::new();
    checksum.update(MAGIC);
    let mut left = from
        .left()
        .checked_sub(CHECKSUM_BYTES)
        .ok_or_else(damaged)?;
    while left > 0 {
        let piece = left.min(BUFFER as u64);
        checksum.update(from.take(piece as usize).ok_or_else(damaged)?);
        left -= piece;
    }
    if from.take(CHECKSUM_BYTES as usize) == Some(&checksum.value().to_le_bytes()) {
        Ok(())
    } else {
        Err(damaged())
    }
}

#[cfg(feature = "std")]
mod files {
    use std::fs::File;
    use std::io::{self, Read, Seek, Write};
    use std::path::Path;

    use super::*;
    use crate::table_file::replace_by;

    impl<P: Puzzle, B: Deref<Target = P>, O> Search<'_, B, O> {
        /// [Saves](Self::save) the search to the file `path`. An existing file is replaced atomically. Saving needs
        /// about as much additional memory as a copy of the search's open list.
        ///
        /// # Errors
        ///
        /// Returns an error in the same cases as [`save`](Self::save), and if the file cannot be written. After an
        /// error the file has its old content.
        ///
        /// ```
        /// use puzzle_search::puzzles::SlidingTiles;
        /// use puzzle_search::{BreadthFirst, Limits, Notation, Search};
        ///
        /// let puzzle = SlidingTiles::new(3, 3)?;
        /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
        /// let path = std::env::temp_dir().join(format!("puzzle-search-{}.search", std::process::id()));
        /// let mut search = Search::new(&BreadthFirst::new(), &puzzle, [start]);
        /// search.set_limits(Limits::new().max_expanded(10_000));
        /// assert!(search.run().stop().is_some());
        /// search.save_to(&path)?;
        ///
        /// // On another day:
        /// let mut search = Search::load_from(&BreadthFirst::new(), &puzzle, &path)?;
        /// assert_eq!(search.starts(), [start]);
        /// assert_eq!(search.run().lower_bound, Some(31));
        /// # std::fs::remove_file(&path)?;
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        pub fn save_to(&self, path: impl AsRef<Path>) -> Result<(), SavedError>
        where
            P: Portable,
        {
            let (path, mut end) = (path.as_ref(), Ok(()));
            let written = replace_by(path, |file| {
                let mut written = Ok(());
                end = self.write(&mut |piece| {
                    if written.is_ok() {
                        written = file.write_all(piece);
                    }
                });
                // A search that cannot be saved replaces no file.
                if end.is_err() {
                    written = Err(io::ErrorKind::InvalidData.into());
                }
                written
            });
            end?;
            written.map_err(|error| SavedError::io("search", path, "written", &error))
        }
    }

    impl<'r, P: Puzzle + 'r, B: Deref<Target = P>> Search<'r, B> {
        /// Returns the search that was [saved](Search::save_to) to the file `path`. The puzzle and the solver must be
        /// the same as when the search was saved. Limits and observer have to be set again.
        ///
        /// # Errors
        ///
        /// Returns an error if the file does not exist ([`SavedError::is_not_found`]), if it cannot be read, if its
        /// bytes are damaged, or if they are found to belong to another solver or another puzzle.
        pub fn load_from<A: Solver<P> + ?Sized + 'r>(
            solver: &A,
            puzzle: B,
            path: impl AsRef<Path>,
        ) -> Result<Self, SavedError>
        where
            P: Portable,
        {
            let path = path.as_ref();
            let failed = |error: io::Error| SavedError::io("search", path, "read", &error);
            let mut file = File::open(path).map_err(failed)?;
            let length = file.metadata().map_err(failed)?.len();
            read_through(&mut file, path, |source| check(length, source))?;
            file.rewind().map_err(failed)?;
            read_through(&mut file, path, |source| {
                Self::load_checked(solver, puzzle, length, source)
            })
        }
    }

    /// Reads from a file by `read`. If the file cannot be read, this is the error, whatever `read` returns.
    fn read_through<T>(
        file: &mut File,
        path: &Path,
        read: impl FnOnce(&mut dyn FnMut(&mut [u8]) -> bool) -> Result<T, SavedError>,
    ) -> Result<T, SavedError> {
        let mut failure = None;
        let done = read(&mut |piece| {
            failure = file.read_exact(piece).err();
            failure.is_none()
        });
        match failure {
            Some(error) => Err(SavedError::io("search", path, "read", &error)),
            None => done.map_err(|error| SavedError::new(std::format!("{path:?}: {error}"))),
        }
    }
}
