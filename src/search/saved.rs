//! A search as bytes: [`Search::save`] and [`Search::load`].

use alloc::vec::Vec;
use core::fmt;
use core::hash::Hasher;
use core::ops::Deref;

use super::run::{Phase, Search};
use crate::cost::Cost;
use crate::monitor::{Ledger, Memory, Observer};
use crate::portable::Portable;
use crate::solver::{Algorithm, Run};
use crate::storage::FoldHasher;

/// What the bytes of a search begin with; the last character is the version.
const MAGIC: &[u8; 8] = b"search01";

/// The state of a search that can be written as bytes and read again: best-first and breadth-first, from
/// one end or both ([`Bidirectional`](crate::Bidirectional)), and by [`IdaStar`](crate::IdaStar) and
/// [`IterativeDeepening`](crate::IterativeDeepening).
pub trait SavedRun<P: Portable>: Run<P> + Sized {
    /// What tells it from the states of other solvers.
    const NAME: &'static str;

    /// Writes it.
    #[doc(hidden)]
    fn save(&self, puzzle: &P, to: &mut Writer);

    /// Reads it.
    #[doc(hidden)]
    fn load(puzzle: &P, from: &mut Reader<'_>) -> Option<Self>;
}

/// Why a search could not be saved, or its bytes not be loaded.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedError(&'static str);

const DAMAGED: SavedError = SavedError(
    "the bytes of the search are damaged, or belong to another puzzle: expected all of what `save` \
     returned, and the same puzzle",
);

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for SavedError {}

impl<P, B, R, O> Search<B, R, O>
where
    P: Portable,
    B: Deref<Target = P>,
    R: SavedRun<P>,
    O: Observer<P>,
{
    /// The search as bytes, the same on every platform: [loaded](Search::load) another day or on
    /// another machine, it goes on as if it had never been stopped. Limits and observer are not part
    /// of it.
    ///
    /// # Errors
    ///
    /// If the search is over.
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
        let begun = match self.phase {
            Phase::New => false,
            Phase::Begun => true,
            Phase::Running | Phase::Over(_) => {
                let decided = "the search is over: expected one that can go on";
                return Err(SavedError(decided));
            }
        };
        let puzzle: &P = &self.puzzle;
        let mut to = Writer(MAGIC.to_vec());
        to.bytes(R::NAME.as_bytes());
        to.number(puzzle.state_bytes() as u64);
        to.states(puzzle, &self.starts);
        to.flag(begun);
        to.numbers(self.begun.iter().map(|&at| at as u64));
        to.option(self.cut_at);
        self.ledger.save(&mut to);
        if begun {
            self.run.save(puzzle, &mut to);
        }
        let sum = checksum(&to.0);
        to.number(sum);
        Ok(to.0)
    }
}

impl<P, B, R> Search<B, R>
where
    P: Portable,
    B: Deref<Target = P>,
    R: SavedRun<P>,
{
    /// The search that was [saved](Search::save) as these bytes, of the same puzzle by the same
    /// solver.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of such a search.
    pub fn load<A: Algorithm<P, Run = R>>(
        algorithm: &A,
        puzzle: B,
        bytes: &[u8],
    ) -> Result<Self, SavedError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SavedError(
            "the bytes are not those of a search: expected what `save` returned",
        ))?;
        let mut search = Self::new(algorithm, puzzle, []);
        let sum_at = bytes.len().checked_sub(8).ok_or(DAMAGED)?;
        let payload = rest.get(..rest.len().saturating_sub(8));
        let mut from = Reader::new(payload.ok_or(DAMAGED)?);
        if from.bytes().ok_or(DAMAGED)? != R::NAME.as_bytes() {
            return Err(SavedError(
                "the bytes are those of a search by another solver: expected the same solver",
            ));
        }
        if Reader::new(&bytes[sum_at..]).number() != Some(checksum(&bytes[..sum_at])) {
            return Err(DAMAGED);
        }
        search.read(&mut from).ok_or(DAMAGED)?;
        Ok(search)
    }

    fn read(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let puzzle: &P = &self.puzzle;
        if from.number()? != puzzle.state_bytes() as u64 {
            return None;
        }
        self.starts = from.states(puzzle)?;
        let begun = from.flag()?;
        let starts = self.starts.len();
        let indices = from.numbers()?.into_iter().map(|at| at as usize);
        self.begun = indices.filter(|&at| at < starts).collect();
        self.cut_at = from.option()?;
        self.ledger = Ledger::load(from)?;
        if begun {
            self.run = R::load(puzzle, from)?;
            self.ledger.claim_all(&from.memory);
            self.phase = Phase::Begun;
        }
        from.rest.is_empty().then_some(())
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = FoldHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Bytes that are written.
#[doc(hidden)]
#[derive(Debug)]
#[expect(unnameable_types, reason = "only the crate's own runs can be saved")]
pub struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn flag(&mut self, flag: bool) {
        self.0.push(u8::from(flag));
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub(crate) fn numbers(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.number(numbers.len() as u64);
        numbers.for_each(|number| self.number(number));
    }

    pub(crate) fn cost<C: Cost>(&mut self, cost: C) {
        self.0.extend(cost.to_bits().to_le_bytes());
    }

    pub(crate) fn option<C: Cost>(&mut self, cost: Option<C>) {
        self.flag(cost.is_some());
        self.cost(cost.unwrap_or_else(C::zero));
    }

    pub(crate) fn state<P: Portable>(&mut self, puzzle: &P, state: &P::State) {
        let at = self.0.len();
        self.0.resize(at + puzzle.state_bytes(), 0);
        puzzle.write_state(state, &mut self.0[at..]);
    }

    pub(crate) fn states<P: Portable>(&mut self, puzzle: &P, states: &[P::State]) {
        self.number(states.len() as u64);
        states.iter().for_each(|state| self.state(puzzle, state));
    }
}

/// Bytes that are read.
#[doc(hidden)]
#[derive(Debug)]
#[expect(unnameable_types, reason = "only the crate's own runs can be saved")]
pub struct Reader<'a> {
    rest: &'a [u8],
    /// What is claimed for what is read.
    pub(crate) memory: Memory,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            memory: Memory::default(),
        }
    }

    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(bytes)?;
        self.rest = rest;
        Some(taken)
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        match self.take(1)? {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    /// How many items follow, of at least so many bytes each.
    pub(crate) fn count(&mut self, bytes: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        let all = count.checked_mul(bytes.max(1))?;
        (all <= self.rest.len()).then_some(count)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.count(1)?;
        self.take(length)
    }

    pub(crate) fn numbers(&mut self) -> Option<Vec<u64>> {
        let count = self.count(8)?;
        (0..count).map(|_| self.number()).collect()
    }

    pub(crate) fn index(&mut self, below: usize) -> Option<u32> {
        let index = self.number()?;
        (index < below as u64).then_some(u32::try_from(index).ok()?)
    }

    pub(crate) fn cost<C: Cost>(&mut self) -> Option<C> {
        C::from_bits(u128::from_le_bytes(self.take(16)?.try_into().ok()?))
    }

    pub(crate) fn option<C: Cost>(&mut self) -> Option<Option<C>> {
        let is_some = self.flag()?;
        let cost = self.cost()?;
        Some(is_some.then_some(cost))
    }

    pub(crate) fn state<P: Portable>(&mut self, puzzle: &P) -> Option<P::State> {
        puzzle.read_state(self.take(puzzle.state_bytes())?)
    }

    pub(crate) fn states<P: Portable>(&mut self, puzzle: &P) -> Option<Vec<P::State>> {
        let count = self.count(puzzle.state_bytes())?;
        (0..count).map(|_| self.state(puzzle)).collect()
    }
}
