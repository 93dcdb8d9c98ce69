//! [`TwoBitTable`]: two-bit breadth-first search in a space with ranks. A layer is expanded top-down, from its states,
//! or in an undirected space bottom-up, from the states not seen yet, if those are fewer.
//!
//! Invariant: between layers, the two bits of a rank say whether its state is not seen, in the last layer, or in an
//! earlier one. While a layer is expanded, only bits `found` change, and only where `old` is 0.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::layers::{Front, LayerStore, Layered, RankTable};
use super::spaces::{RankSpace, StartRanks};
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::threads::parallel_for;

/// The number of ranks whose bits are in one word.
const BITS: usize = usize::BITS as usize;
/// The number of words that a thread takes at a time.
const WORDS: usize = 256;

/// Two bits for each rank: `old` and `found`.
///
/// | old | found | the state is |
/// |---|---|---|
/// | 0 | 0 | not seen |
/// | 0 | 1 | in the next layer |
/// | 1 | 0 | in this layer |
/// | 1 | 1 | in an earlier one |
///
/// So threads can share the table while a layer is expanded: they only set bits `found`, atomically.
///
/// * **Paper**: R. E. Korf, "Minimizing disk I/O in two-bit breadth-first search", 2008.
pub(crate) struct TwoBitTable<'a> {
    space: Arc<dyn RankSpace + Send + Sync + 'a>,
    starts: StartRanks<'a>,
    states: u64,
    bits: TwoBits,
    /// The resume point: which parts of the table, of [`WORDS`] words each, are done for this layer.
    done: Claimed<Vec<bool>>,
    /// The number of new states found in these parts.
    found_before: u64,
}

/// The two bits of all ranks. Those of a rank lie in the same cache line, so a lookup has one cache miss.
#[derive(Debug, Default)]
struct TwoBits(Claimed<Vec<Word>>);

/// The bits of consecutive ranks.
#[derive(Debug, Default)]
struct Word {
    old: usize,
    found: AtomicUsize,
}

impl Clone for Word {
    fn clone(&self) -> Self {
        let found = AtomicUsize::new(self.found());
        Self {
            old: self.old,
            found,
        }
    }
}

impl Word {
    #[inline]
    fn found(&self) -> usize {
        self.found.load(Relaxed)
    }

    /// The bits of the ranks in this layer.
    #[inline]
    fn layer(&self) -> usize {
        self.old & !self.found()
    }
}

/// The index of a rank's word, and the rank's bit in it.
#[inline]
const fn place(rank: u64) -> (usize, usize) {
    let (at, bit) = (rank / BITS as u64, rank % BITS as u64);
    (at as usize, 1 << bit)
}

/// The number of words that have one bit for each of `states` states.
const fn words(states: u128) -> u128 {
    states.div_ceil(BITS as u128)
}

/// The number of bytes of a table for `states` states.
pub(super) const fn bytes(states: u128) -> u128 {
    let words = words(states);
    2 * words * size_of::<usize>() as u128 + words.div_ceil(WORDS as u128)
}

/// The ranks of some bits of one word.
struct RankBatch {
    ranks: [u64; BITS],
    len: usize,
}

impl RankBatch {
    /// The ranks of the bits that are set in word `at`, in ascending order.
    #[inline]
    fn of(at: usize, bits: usize) -> Self {
        let (mut ranks, mut len, mut bits) = ([0; BITS], 0, bits);
        while bits != 0 {
            ranks[len] = (at * BITS) as u64 + u64::from(bits.trailing_zeros());
            bits &= bits - 1;
            len += 1;
        }
        Self { ranks, len }
    }

    #[inline]
    fn as_slice(&self) -> &[u64] {
        &self.ranks[..self.len]
    }
}

impl TwoBits {
    /// Expands the states of the layer in these words (top-down). Returns the number of new states, and of states
    /// expanded.
    fn expand_top_down(&self, space: &dyn RankSpace, words: Range<usize>) -> (u64, usize) {
        let (mut new, mut states) = (0, 0);
        for at in words {
            let layer = self.0[at].layer();
            if layer == 0 {
                continue;
            }
            states += layer.count_ones() as usize;
            space.successors(RankBatch::of(at, layer).as_slice(), 0, &mut |rank| {
                new += u64::from(self.insert(rank));
                true
            });
        }
        (new, states)
    }

    /// Expands the states in these words that are not seen yet, to find those with a neighbor in the layer (bottom-up;
    /// the space is undirected). Returns the number of new states, and of states expanded.
    fn expand_bottom_up(&self, space: &dyn RankSpace, words: Range<usize>) -> (u64, usize) {
        let (mut new, mut states) = (0, 0);
        for at in words {
            let word = &self.0[at];
            let unseen = !(word.old | word.found());
            if unseen == 0 {
                continue;
            }
            let is_in_layer = |rank| self.is_in_layer(rank);
            states += space.leading_to(
                &is_in_layer,
                RankBatch::of(at, unseen).as_slice(),
                &mut |rank| new += u64::from(self.insert(rank)),
            );
        }
        (new, states)
    }

    #[inline]
    fn is_in_layer(&self, rank: u64) -> bool {
        let (at, bit) = place(rank);
        self.0.get(at).is_some_and(|word| word.layer() & bit != 0)
    }

    /// Puts a rank into the next layer, unless it was seen; returns whether it is new.
    #[inline]
    fn insert(&self, rank: u64) -> bool {
        let (at, bit) = place(rank);
        let Some(word) = self.0.get(at) else {
            return false;
        };
        let known = word.old | word.found();
        known & bit == 0 && word.found.fetch_or(bit, Relaxed) & bit == 0
    }
}

impl<'a> TwoBitTable<'a> {
    /// An empty table for `states` states.
    pub(crate) fn new(
        space: Arc<dyn RankSpace + Send + Sync + 'a>,
        starts: StartRanks<'a>,
        states: u64,
    ) -> Self {
        Self {
            space,
            starts,
            states,
            bits: TwoBits::default(),
            done: Claimed::default(),
            found_before: 0,
        }
    }

    fn make_room(&mut self, quota: &Quota) -> Result<(), Stop> {
        let words = usize::try_from(words(self.states.into())).map_err(|_| Stop::OutOfMemory)?;
        (self.bits, self.done) = (TwoBits::default(), Claimed::default());
        self.bits = TwoBits(Claimed::filled(words, Word::default(), quota)?);
        self.done = Claimed::filled(words.div_ceil(WORDS), false, quota)?;
        self.found_before = 0;
        Ok(())
    }
}

impl Layered for TwoBitTable<'_> {
    type Error = Stop;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        self.make_room(meter.memory())?;
        let (mut first, words) = (0, &mut self.bits.0);
        (self.starts)(&mut |start| {
            let place = start.map(|start| place(start as u64));
            let word = place.and_then(|(at, bit)| Some((words.get_mut(at)?, bit)));
            if let Some((Word { old, .. }, bit)) = word {
                first += u64::from(*old & bit == 0);
                *old |= bit;
            }
        });
        Ok(first)
    }

    fn advance(&mut self, so_far: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, Stop> {
        let words = self.bits.0.len();
        let threads = if words < 4 * WORDS {
            1
        } else {
            meter.threads()
        };
        // Bottom-up if there are fewer unseen states than states in the layer.
        let left = self.states.saturating_sub(so_far.seen);
        let is_bottom_up = self.space.is_undirected() && left < so_far.layer;
        let (space, bits) = (&*self.space, &self.bits);
        let expanded = AtomicUsize::new(0);
        let parts = (0..words).step_by(WORDS);
        let parts = parts.map(|at| at..words.min(at + WORDS));
        let parts = parts.zip(&mut *self.done);
        let (states, end) = parallel_for(
            threads,
            parts.filter(|(_, done)| !**done),
            |(words, done)| {
                let (new, taken) = if is_bottom_up {
                    bits.expand_bottom_up(space, words)
                } else {
                    bits.expand_top_down(space, words)
                };
                *done = true;
                expanded.fetch_add(taken, Relaxed);
                new
            },
            || meter.look(),
        );
        meter.count_expanded(expanded.into_inner() as u64);
        self.found_before += states;
        end?;
        meter.store(so_far.seen + self.found_before)?;
        self.done.fill(false);
        let states = core::mem::take(&mut self.found_before);
        if states == 0 {
            return Ok(None);
        }
        for Word { old, found } in &mut *self.bits.0 {
            let found = found.get_mut();
            (*old, *found) = (*old | *found, *old);
        }
        Ok(Some(states))
    }

    fn clear(&mut self) {
        (self.bits, self.done) = (TwoBits::default(), Claimed::default());
    }
}

impl RankTable for TwoBitTable<'_> {
    fn restore(
        &mut self,
        _: usize,
        seen: &mut dyn Iterator<Item = (u64, bool)>,
        quota: &Quota,
    ) -> Result<(), Stop> {
        self.make_room(quota)?;
        for (rank, is_in_layer) in seen {
            let (at, bit) = place(rank);
            if let Some(Word { old, found }) = self.bits.0.get_mut(at) {
                *old |= bit;
                *found.get_mut() |= if is_in_layer { 0 } else { bit };
            }
        }
        Ok(())
    }
}

impl LayerStore for TwoBitTable<'_> {
    type Id = u64;

    fn visit_states(&self, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), Stop> {
        for (at, word) in self.bits.0.iter().enumerate() {
            let layer = word.layer();
            if layer != 0 && !visit(RankBatch::of(at, layer).as_slice()) {
                break;
            }
        }
        Ok(())
    }
}
