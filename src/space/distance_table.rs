//! [`DistanceTable`]: the distance of every state to the nearest goal, in a byte or modulo three, by rank; and
//! [`FillTable`], the breadth-first search from the goals that fills it.
//!
//! Invariant: the entries of the listed layers are final; all others say that the state is not reached.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::error::SpaceError;
use super::layers::{LayerStore, LayeredSearch};
use super::rank_store::RankStore;
use crate::account::{Claim, Claimed, Meter, Side, Stop};
use crate::task::{Job, Stopped};

/// How a [`DistanceOracle`](super::DistanceOracle) stores distances.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::{DistanceOracle, Encoding};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let small = DistanceOracle::build(&puzzle, Encoding::ModuloThree).run()?;
/// assert_eq!(small.bytes(), 181_440 / 4);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// A byte for each state, for distances up to 254.
    #[default]
    Bytes,
    /// Two bits for each state: its distance modulo three.
    ///
    /// This encoding is only for [undirected](crate::Facts::undirected) puzzles. To find a
    /// [distance](super::DistanceOracle::distance), the oracle follows best moves to a goal and counts them.
    ModuloThree,
}

/// The byte of a state that is not reached (yet). In a complete table, no goal can be reached from it.
const UNREACHED: u8 = u8::MAX;
/// The same, modulo three.
const UNREACHED_MODULO: u8 = 3;

impl Encoding {
    /// The number of bits of an entry.
    pub(crate) const fn bits(self) -> u128 {
        match self {
            Self::Bytes => 8,
            Self::ModuloThree => 2,
        }
    }

    /// The bytes of a table with this number of entries.
    pub(crate) const fn bytes(self, entries: u128) -> u128 {
        entries.saturating_mul(self.bits()).div_ceil(8)
    }

    /// The entry of a rank; `None` if the rank was not reached.
    #[inline]
    pub(crate) fn entry(self, table: &[u8], rank: u64) -> Option<u8> {
        let rank = usize::try_from(rank).ok()?;
        match self {
            Self::Bytes => table.get(rank).copied().filter(|&d| d != UNREACHED),
            Self::ModuloThree => {
                let entry = table.get(rank / 4)? >> (2 * (rank % 4)) & 3;
                (entry != UNREACHED_MODULO).then_some(entry)
            }
        }
    }

    /// The entry of the states at distance `depth`.
    #[inline]
    pub(crate) const fn code(self, depth: u64) -> u8 {
        match self {
            Self::Bytes => depth as u8,
            Self::ModuloThree => (depth % 3) as u8,
        }
    }

    /// Enters the states with these ranks at distance `depth`.
    #[inline]
    fn set(self, table: &mut [u8], ranks: &[u64], depth: u64) {
        let code = self.code(depth);
        for &rank in ranks {
            match self {
                Self::Bytes => table[rank as usize] = code,
                Self::ModuloThree => {
                    let shift = 2 * (rank % 4);
                    let byte = &mut table[(rank / 4) as usize];
                    *byte = *byte & !(3 << shift) | code << shift;
                }
            }
        }
    }
}

/// The distances of all ranks. A clone shares the entries.
#[derive(Clone, Debug)]
pub(crate) struct DistanceTable {
    encoding: Encoding,
    entries: Arc<Payload>,
    layers: Vec<u64>,
}

/// The entries of a complete table, which may be a file.
#[cfg(feature = "std")]
pub(crate) type Payload = crate::table_file::TableBytes;
#[cfg(not(feature = "std"))]
pub(crate) type Payload = Vec<u8>;

impl DistanceTable {
    pub(crate) fn new(encoding: Encoding, entries: impl Into<Payload>, layers: Vec<u64>) -> Self {
        Self {
            encoding,
            entries: Arc::new(entries.into()),
            layers,
        }
    }

    pub(crate) const fn encoding(&self) -> Encoding {
        self.encoding
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.entries
    }

    /// The number of states at each distance.
    pub(crate) fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The entry of a rank; `None` if the rank was not reached.
    #[inline]
    pub(crate) fn entry(&self, rank: u64) -> Option<u8> {
        self.encoding.entry(&self.entries, rank)
    }

    /// The entry of states at this depth; `None` if there are no such states.
    pub(crate) fn entry_of(&self, depth: u64) -> Option<u8> {
        let any = self.layers.get(usize::try_from(depth).ok()?)?;
        (*any > 0).then_some(self.encoding.code(depth))
    }
}

/// A distance table that is filled up to some depth.
pub(crate) struct Partial {
    /// The sizes of the layers that are entered.
    pub(crate) layers: Vec<u64>,
    pub(crate) entries: Vec<u8>,
}

/// Where a table is saved while it is being filled.
pub(crate) trait Checkpoint: Send {
    /// Reads the table that was saved, with this encoding and this number of entries; `None` if there is none.
    fn saved(&mut self, _: Encoding, _: u128) -> Result<Option<Partial>, SpaceError> {
        Ok(None)
    }

    /// Whether it is time to save the table.
    fn is_due(&self) -> bool {
        false
    }

    /// Saves the table, in which these layers are entered.
    fn keep(&mut self, _: &[u64], _: &[u8]) -> Result<(), SpaceError> {
        Ok(())
    }
}

/// Saves nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoCheckpoint;

impl Checkpoint for NoCheckpoint {}

/// Fills a distance table by a breadth-first search from the goals.
pub(crate) struct FillTable<'a, K> {
    search: LayeredSearch<RankStore<'a>>,
    encoding: Encoding,
    entries: Claimed<Vec<u8>>,
    checkpoint: K,
}

impl<'a, K> FillTable<'a, K> {
    /// The starts of `store` are the goals, and its edges are the reversed ones.
    pub(crate) fn new(store: RankStore<'a>, encoding: Encoding, checkpoint: K) -> Self {
        Self {
            search: LayeredSearch::new(store.beside(encoding.bits()), Side::Goal),
            encoding,
            entries: Claimed::default(),
            checkpoint,
        }
    }

    #[cfg(feature = "std")]
    pub(crate) const fn checkpoint(&self) -> &K {
        &self.checkpoint
    }
}

impl<K: Checkpoint> FillTable<'_, K> {
    /// Resumes from the table that was saved, if there is one and memory for it.
    fn restore(&mut self, meter: &mut Meter<'_>) -> Result<(), SpaceError> {
        let Self {
            search,
            encoding,
            entries,
            checkpoint,
        } = self;
        let states = search.store.ranks().into();
        let bytes = usize::try_from(encoding.bytes(states)).unwrap_or(usize::MAX);
        let Ok(claim) = Claim::new(bytes, meter.memory()) else {
            return Ok(());
        };
        let Some(saved) = checkpoint.saved(*encoding, states)? else {
            return Ok(());
        };
        *entries = Claimed::adopt(saved.entries, claim);
        let last = encoding.code(saved.layers.len().saturating_sub(1) as u64);
        let seen = |rank| Some((rank, encoding.entry(entries, rank)? == last));
        let mut seen = (0..states as u64).filter_map(seen);
        search.store.restore(&saved.layers, &mut seen, meter)?;
        Ok(search.resume(&saved.layers, meter.memory())?)
    }

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), SpaceError> {
        self.search.reset();
        self.entries = Claimed::default();
        meter.begin();
        if self.encoding == Encoding::ModuloThree && !self.search.store.is_undirected() {
            return Err(SpaceError::OneWay);
        }
        self.restore(meter)
    }
}

impl Stopped for Result<DistanceTable, SpaceError> {
    fn stopped(stop: Stop) -> Self {
        Err(stop.into())
    }
}

impl<K: Checkpoint> Job for FillTable<'_, K> {
    type Output = Result<DistanceTable, SpaceError>;

    fn run(&mut self, meter: &mut Meter<'_>) -> Self::Output {
        if self.search.is_new() {
            self.begin(meter)?;
        }
        let Self {
            search,
            encoding,
            entries,
            checkpoint,
        } = self;
        search.begin(meter)?;
        if entries.is_empty() {
            let bytes = usize::try_from(encoding.bytes(search.store.ranks().into()));
            let bytes = bytes.map_err(|_| Stop::OutOfMemory)?;
            *entries = Claimed::filled(bytes, u8::MAX, meter.memory())?;
        }
        let end = search.grow(meter, &mut |before, _, store| {
            let depth = before.len() as u64;
            if *encoding == Encoding::Bytes && depth >= u64::from(UNREACHED) {
                return Err(SpaceError::TooDeep);
            }
            if checkpoint.is_due() {
                checkpoint.keep(before, entries)?;
            }
            store.visit_states(&mut |ranks| {
                encoding.set(entries, ranks, depth);
                true
            })?;
            Ok(())
        });
        if let Err(SpaceError::Stopped(_)) = end {
            checkpoint.keep(search.layers(), entries)?;
        }
        end?;
        let layers = search.take_layers();
        search.reset();
        let entries = core::mem::take(entries).into_inner();
        Ok(DistanceTable::new(*encoding, entries, layers))
    }
}
