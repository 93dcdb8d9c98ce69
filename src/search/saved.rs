//! A search as bytes: [`Search::save`] and [`Search::load`], and in files.
//!
//! A saved search is its run, field by field. Moves have no bytes, so the indices of their edges are saved. What can be
//! computed again (indices, hashes, estimates of subtrees, the reversed puzzle) is not. Writing and reading are
//! streamed, so that nothing is held twice. The checksum is verified first. Even then the content is not trusted:
//! indices have to be in range, parents have to lead to roots and to cost no more than their children (so that no
//! cheaper path closes a cycle), and no list may be longer than the bytes that are left.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;
use core::time::Duration;

use super::course::{Course, Known, Phase, examine};
use super::run::Search;
use crate::account::{Ledger, Stats};
use crate::checksum::Checksum;
use crate::codec::{BUFFER, Reader, Writer};
use crate::monitor::{Observer, Proof};
use crate::puzzle::portable::Portable;
use crate::solution::Solution;
use crate::solver::{Algorithm, Run, Solver};

/// What the bytes of a search begin with; the last character is the version.
const MAGIC: &[u8; 8] = b"search08";
/// How many bytes the checksum takes at the end.
const CHECKSUM: u64 = 8;

/// The data of a running search ([`Run`]), if it can be saved as bytes and loaded again. The puzzle has to be
/// [`Portable`]. The runs of all solvers of this crate implement this trait, except those of
/// [`TwoPhase`](crate::coordinates::TwoPhase), and those of [`BreadthFirst`](crate::BreadthFirst) and
/// [`Bidirectional`](crate::Bidirectional) on several threads. For [`Backward`](crate::Backward), the reversed puzzle
/// has to be `Portable` too.
pub trait SavedRun<P: Portable>: Run<P> {
    /// What tells it from the states of other solvers.
    #[doc(hidden)]
    fn name(&self) -> String;

    /// Writes it, but for its starts, which the search holds.
    #[doc(hidden)]
    fn save(&self, puzzle: &P, to: &mut Writer<'_>);

    /// Reads it into one that was given its starts and not advanced.
    #[doc(hidden)]
    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()>;
}

impl<P: Portable, R: SavedRun<P> + ?Sized> SavedRun<P> for Box<R> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        (**self).save(puzzle, to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        (**self).load(puzzle, from)
    }
}

/// A [`Solver`] whose searches can be [saved](Search::save). The trait can be used as `dyn SavedSolver<P>`.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, BreadthFirst, Limits, Notation, SavedSolver, Search};
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// let start = puzzle.parse("4 5 0  1 2 3")?;
/// let solvers: [&dyn SavedSolver<_>; 2] = [&BreadthFirst::new(), &AStar::new()];
/// for solver in solvers {
///     let mut search = Search::new(&solver, &puzzle, [start]).limits(Limits::new().max_expanded(100));
///     assert!(search.run().stop().is_some());
///     let mut search = Search::load(&solver, &puzzle, &search.save()?)?;
///     assert_eq!(search.run().lower_bound, Some(21));
/// }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait SavedSolver<P: Portable>: Solver<P> {
    /// The state of a search of which the type is forgotten.
    #[doc(hidden)]
    fn begin_saved<'r>(&self) -> Box<dyn SavedRun<P> + 'r>
    where
        P: 'r,
        Self: 'r;
}

impl<P: Portable, A: Algorithm<P, Run: SavedRun<P>>> SavedSolver<P> for A {
    fn begin_saved<'r>(&self) -> Box<dyn SavedRun<P> + 'r>
    where
        P: 'r,
        Self: 'r,
    {
        Box::new(self.begin())
    }
}

/// The error that is returned if a search cannot be saved or loaded. Its message says why.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Search};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let error = Search::load(&AStar::new(), &puzzle, b"something else").expect_err("no search");
/// assert_eq!(error.to_string(), "the bytes are not those of a search: expected what `save` returned");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedError {
    is_not_found: bool,
    message: Cow<'static, str>,
}

impl SavedError {
    #[cold]
    const fn new(message: &'static str) -> Self {
        Self {
            is_not_found: false,
            message: Cow::Borrowed(message),
        }
    }

    const fn damaged() -> Self {
        Self::new(
            "the bytes of the search are damaged, or belong to another puzzle: expected all of what \
             `save` returned, and the same puzzle",
        )
    }

    /// Returns whether the search was to be loaded from a file that does not exist.
    #[must_use]
    pub const fn is_not_found(&self) -> bool {
        self.is_not_found
    }
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for SavedError {}

impl<P, B, R, O> Search<B, R, O>
where
    P: Portable,
    B: Deref<Target = P>,
    R: SavedRun<P>,
    O: Observer<P::State, P::Move, P::Cost>,
{
    /// Returns the search as bytes, which are the same on every platform. The search that [`load`](Search::load)
    /// returns continues as if it had never been stopped. Limits and observer are not saved.
    ///
    /// # Errors
    ///
    /// Returns an error if the search is over: it is solved, proved unsolvable, or stopped for a reason after which it
    /// cannot [go on](crate::Stop::can_go_on). Also returns an error if a move that is to be saved no longer exists,
    /// for example because the puzzle has changed.
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
    pub fn save(&self) -> Result<Vec<u8>, SavedError> {
        let mut bytes = Vec::new();
        self.write(&mut |piece| bytes.extend_from_slice(piece))?;
        Ok(bytes)
    }

    /// Writes the search into the sink.
    fn write(&self, sink: &mut dyn FnMut(&[u8])) -> Result<(), SavedError> {
        let begun = match self.course.phase {
            Phase::New => false,
            Phase::Begun => true,
            Phase::Running | Phase::Over(_) => {
                let decided = "the search is over: expected one that can go on";
                return Err(SavedError::new(decided));
            }
        };
        let puzzle: &P = &self.puzzle;
        let mut to = Writer::new(sink);
        to.put(MAGIC);
        to.text(&self.run.name());
        to.count(puzzle.state_bytes());
        to.states(puzzle, &self.course.starts);
        to.flag(begun);
        save_account(&self.course.account, &mut to);
        self.course.proof.save(&mut to);
        let best = self.course.proof.best();
        to.flag(best.is_some());
        if let Some(best) = best {
            to.count(best.start());
            to.moves(puzzle, &self.course.starts[best.start()], best.moves());
        }
        if begun {
            for start in &self.course.starts {
                to.option(puzzle.heuristic(start));
                to.option(puzzle.guess(start).map(|guess| guess.value));
            }
            self.run.save(puzzle, &mut to);
        }
        if to.finish() {
            return Ok(());
        }
        Err(SavedError::new(
            "a move of the search is none of those that the puzzle has there: expected a puzzle whose \
             neighbors are always the same, see `laws::check`",
        ))
    }
}

impl<P, B, R> Search<B, R>
where
    P: Portable,
    B: Deref<Target = P>,
    R: SavedRun<P>,
{
    /// Returns the search that was [saved](Search::save) as `bytes`. The puzzle and the solver must be the same as when
    /// the search was saved. Limits and observer have to be set again.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are damaged, or if they are found to belong to another solver or another puzzle.
    pub fn load<A: Algorithm<P, Run = R>>(
        algorithm: &A,
        puzzle: B,
        bytes: &[u8],
    ) -> Result<Self, SavedError> {
        let length = bytes.len() as u64;
        let mut rest = bytes;
        check(length, &mut |piece| read(&mut rest, piece))?;
        let mut rest = bytes;
        Self::load_checked(algorithm, puzzle, length, &mut |piece| {
            read(&mut rest, piece)
        })
    }

    /// Reads a search of which the checksum is right.
    fn load_checked<A: Algorithm<P, Run = R>>(
        algorithm: &A,
        puzzle: B,
        length: u64,
        source: &mut dyn FnMut(&mut [u8]) -> bool,
    ) -> Result<Self, SavedError> {
        let mut search = Self::new(algorithm, puzzle, []);
        let mut from = Reader::new(length.saturating_sub(CHECKSUM), source);
        let name = from.take(MAGIC.len()).map(|_| ());
        let name = name.and_then(|()| from.text());
        if name.ok_or_else(SavedError::damaged)? != search.run.name().as_bytes() {
            return Err(SavedError::new(
                "the bytes are those of a search by another solver: expected the same solver",
            ));
        }
        search.read(&mut from).ok_or_else(SavedError::damaged)?;
        Ok(search)
    }

    fn read(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let puzzle: &P = &self.puzzle;
        if from.number()? != puzzle.state_bytes() as u64 {
            return None;
        }
        self.course.starts = from.states(puzzle)?;
        let begun = from.flag()?;
        let starts = self.course.starts.len();
        self.course.account = load_account(from)?;
        self.course.proof = Proof::load(from, &mut self.course.account.memory)?;
        if from.flag()? {
            let at = from.index(starts)? as usize;
            let start = self.course.starts.get(at);
            let way = from.way(puzzle, start.filter(|start| puzzle.is_state(start))?)?;
            if !puzzle.is_goal(&way.state) {
                return None;
            }
            let best = Solution::new(way.moves, way.cost).begun_at(at);
            let Course { account, proof, .. } = &mut self.course;
            proof.restore(best, &mut account.memory);
        }
        if begun {
            let Known::Open(open) = examine(puzzle, &self.course.starts) else {
                return None;
            };
            self.course.begun = open;
            for start in &self.course.starts {
                // Of a puzzle with another goal or another heuristic it would be another one.
                let guess = puzzle.guess(start).map(|guess| guess.value);
                if from.option()? != puzzle.heuristic(start) || from.option()? != guess {
                    return None;
                }
            }
            from.counted = self.course.account.counts();
            let starts = self
                .course
                .begun
                .iter()
                .map(|&at| self.course.starts[at].clone());
            self.run.start(starts.collect());
            self.run.load(puzzle, from)?;
            self.course.account.memory.claim_all(&from.memory);
            self.course.phase = Phase::Begun;
        }
        (from.left() == 0).then_some(())
    }
}

/// Writes what was counted and spent.
fn save_account(account: &Ledger, to: &mut Writer<'_>) {
    let stats = account.stats();
    let counts = [
        stats.expanded,
        stats.generated,
        stats.reopened,
        stats.duplicates,
        stats.peak_stored,
        account.spent().as_nanos() as u64,
        stats.peak_bytes as u64,
    ];
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
    let mut account = Ledger::resumed(stats, Duration::from_nanos(from.summand()?));
    account.memory.raise_peak(from.summand()? as usize);
    Some(account)
}

/// Reads the next bytes of a slice.
fn read(rest: &mut &[u8], piece: &mut [u8]) -> bool {
    let Some((next, beyond)) = rest.split_at_checked(piece.len()) else {
        return false;
    };
    piece.copy_from_slice(next);
    *rest = beyond;
    true
}

/// Whether so many bytes are those of a search, and all of them.
fn check(length: u64, source: &mut dyn FnMut(&mut [u8]) -> bool) -> Result<(), SavedError> {
    let damaged = SavedError::damaged;
    let mut from = Reader::new(length, source);
    if from.take(MAGIC.len()) != Some(MAGIC.as_slice()) {
        return Err(SavedError::new(
            "the bytes are not those of a search: expected what `save` returned",
        ));
    }
    let mut checksum = Checksum::new();
    checksum.update(MAGIC);
    let mut left = from.left().checked_sub(CHECKSUM).ok_or_else(damaged)?;
    while left > 0 {
        let piece = left.min(BUFFER as u64);
        checksum.update(from.take(piece as usize).ok_or_else(damaged)?);
        left -= piece;
    }
    if from.take(CHECKSUM as usize) == Some(&checksum.value().to_le_bytes()) {
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

    impl SavedError {
        #[cold]
        fn of_file(path: &Path, what: impl fmt::Display) -> Self {
            Self {
                is_not_found: false,
                message: std::format!("{path:?}: {what}").into(),
            }
        }

        #[cold]
        fn io(path: &Path, action: &str, error: &io::Error) -> Self {
            Self {
                is_not_found: error.kind() == io::ErrorKind::NotFound,
                message: std::format!("the search {path:?} cannot be {action}: {error}").into(),
            }
        }
    }

    impl<P, B, R, O> Search<B, R, O>
    where
        P: Portable,
        B: Deref<Target = P>,
        R: SavedRun<P>,
        O: Observer<P::State, P::Move, P::Cost>,
    {
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
        pub fn save_to(&self, path: &Path) -> Result<(), SavedError> {
            let mut end = Ok(());
            let written = replace_by(path, |file| {
                let mut written = Ok(());
                end = self.write(&mut |piece| {
                    if written.is_ok() {
                        written = file.write_all(piece);
                    }
                });
                // What cannot be saved takes no file's place.
                if end.is_err() {
                    written = Err(io::ErrorKind::InvalidData.into());
                }
                written
            });
            end?;
            written.map_err(|error| SavedError::io(path, "written", &error))
        }
    }

    impl<P, B, R> Search<B, R>
    where
        P: Portable,
        B: Deref<Target = P>,
        R: SavedRun<P>,
    {
        /// Returns the search that was [saved](Search::save_to) to the file `path`. The puzzle and the solver must be
        /// the same as when the search was saved. Limits and observer have to be set again.
        ///
        /// # Errors
        ///
        /// Returns an error if the file does not exist ([`SavedError::is_not_found`]), if it cannot be read, if its
        /// bytes are damaged, or if they are found to belong to another solver or another puzzle.
        pub fn load_from<A: Algorithm<P, Run = R>>(
            algorithm: &A,
            puzzle: B,
            path: &Path,
        ) -> Result<Self, SavedError> {
            let failed = |error: io::Error| SavedError::io(path, "read", &error);
            let mut file = File::open(path).map_err(failed)?;
            let length = file.metadata().map_err(failed)?.len();
            read_through(&mut file, path, |source| check(length, source))?;
            file.rewind().map_err(failed)?;
            read_through(&mut file, path, |source| {
                Self::load_checked(algorithm, puzzle, length, source)
            })
        }
    }

    /// What is read of a file. Where it cannot be read that is the error, whatever was made of the rest.
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
            Some(error) => Err(SavedError::io(path, "read", &error)),
            None => done.map_err(|error| SavedError::of_file(path, error)),
        }
    }
}
