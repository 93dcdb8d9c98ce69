//! [`RankStore`]: breadth-first layers of a space with ranks, with one bit for each state if the puzzle has a
//! bit-parallel numbering and the memory for it, and two bits for each rank otherwise.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::bit_layers::{self, BitLayers, are_of_one_class};
use super::error::SpaceError;
use super::layers::{Front, LayerStore, Layered, RankTable};
use super::spaces::{LazyNumbering, RankSpace, StartRanks};
use super::two_bits::{self, TwoBitTable};
use crate::account::Meter;

/// The layers of a space with ranks.
pub(crate) struct RankStore<'a> {
    space: Arc<dyn RankSpace + Send + Sync + 'a>,
    numbering: LazyNumbering<'a>,
    starts: StartRanks<'a>,
    /// The number of bits for each rank that the caller holds besides the table.
    bits_beside: u128,
    table: Option<Box<dyn RankTable + Send + 'a>>,
}

impl<'a> RankStore<'a> {
    pub(crate) fn new(
        space: Arc<dyn RankSpace + Send + Sync + 'a>,
        numbering: LazyNumbering<'a>,
        starts: StartRanks<'a>,
    ) -> Self {
        Self {
            space,
            numbering,
            starts,
            bits_beside: 0,
            table: None,
        }
    }

    /// Takes into account that the caller holds `bits` bits for each rank besides the table.
    pub(crate) fn beside(mut self, bits: u128) -> Self {
        self.bits_beside = bits;
        self
    }

    /// The number of ranks: 0 if the space has none, and `u64::MAX` if there are more.
    pub(crate) fn ranks(&self) -> u64 {
        let ranks = self.space.ranks();
        ranks.map_or(0, |ranks| u64::try_from(ranks).unwrap_or(u64::MAX))
    }

    /// Whether every edge has a reverse edge.
    pub(crate) fn is_undirected(&self) -> bool {
        self.space.is_undirected()
    }

    /// An empty table of the better kind for which there is memory.
    fn make(&self, meter: &mut Meter<'_>) -> Result<Box<dyn RankTable + Send + 'a>, SpaceError> {
        let states = self.space.ranks().ok_or(SpaceError::Unnumbered)?;
        let most = isize::MAX as u128;
        let limit = meter.limits().bytes;
        let limit = limit.map_or(most, |limit| most.min(limit as u128));
        let beside = states.saturating_mul(self.bits_beside).div_ceil(8);
        let mut bytes = beside.saturating_add(two_bits::bytes(states));
        // In a small space, the numbering's own tables may take more than two bits for each state.
        let has_ranks_of_64_bits = u64::try_from(states).is_ok();
        let numbering = (self.numbering)().filter(|numbering| {
            let is_legal = are_of_one_class(&**numbering, &*self.starts);
            let layers = beside.saturating_add(bit_layers::bytes(&**numbering));
            if is_legal {
                bytes = bytes.min(layers);
            }
            is_legal && layers <= limit
        });
        if !has_ranks_of_64_bits || numbering.is_none() && bytes > limit {
            return Err(SpaceError::TooLarge {
                states,
                bytes,
                limit,
            });
        }
        let (mut at, mut without) = (0, None);
        (self.starts)(&mut |start| {
            if start.is_none_or(|rank| rank >= states) {
                without.get_or_insert(at);
            }
            at += 1;
        });
        if let Some(at) = without {
            return Err(SpaceError::UnnumberedStart { at });
        }
        meter.expect_states(u64::try_from(states).unwrap_or(u64::MAX));
        let starts = Arc::clone(&self.starts);
        Ok(match numbering {
            Some(numbering) => Box::new(BitLayers::new(numbering, starts)),
            None => {
                let space = Arc::clone(&self.space);
                Box::new(TwoBitTable::new(space, starts, states as u64))
            }
        })
    }

    /// Restores a search from the ranks that were seen, each with whether it is in the last of `layers`. In an
    /// undirected space, ranks of earlier layers may be marked as well, except those of the layer next to last.
    pub(crate) fn restore(
        &mut self,
        layers: &[u64],
        seen: &mut dyn Iterator<Item = (u64, bool)>,
        meter: &mut Meter<'_>,
    ) -> Result<(), SpaceError> {
        let mut table = self.make(meter)?;
        meter.cover(layers.iter().sum());
        table.restore(layers.len(), seen, meter.memory())?;
        self.table = Some(table);
        Ok(())
    }
}

impl Layered for RankStore<'_> {
    type Error = SpaceError;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, SpaceError> {
        self.table = None;
        let mut table = self.make(meter)?;
        let first = table.begin(meter)?;
        self.table = Some(table);
        Ok(first)
    }

    fn advance(&mut self, so_far: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, SpaceError> {
        match &mut self.table {
            Some(table) => Ok(table.advance(so_far, meter)?),
            None => Ok(None),
        }
    }

    fn clear(&mut self) {
        self.table = None;
    }
}

impl LayerStore for RankStore<'_> {
    type Id = u64;

    fn visit_states(&self, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), SpaceError> {
        match &self.table {
            Some(table) => Ok(table.visit_states(visit)?),
            None => Ok(()),
        }
    }
}
