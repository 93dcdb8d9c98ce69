//! [`BitLayers`]: breadth-first layers in one bit for each state, for a space with a [`BitParallel`] numbering. Such a
//! numbering divides the states into two classes, so that every move leads from one to the other, and the bits of a
//! class into pieces. To gather a piece is to set the bits of its states that have a neighbor in the last layer.
//!
//! Invariant: between layers, the bits of one class are the last layer d, and those of the other class are layer d - 1.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use super::layers::{Front, LayerStore, Layered, RankTable};
use super::spaces::StartRanks;
use crate::account::{Claim, Claimed, Meter, Quota, Stop};
use crate::bit_parallel::{BitParallel, Pieces, Place};
use crate::threads::parallel_for;

/// The number of pieces that a thread gathers at a time.
const AT_A_TIME: usize = 8;
/// With fewer pieces than this, one thread gathers them.
const FEW: usize = 16;

/// Layers d and d - 1, each in the bits of its class. Layer d + 1, the neighbors of layer d without layer d - 1,
/// overwrites layer d - 1, one group of pieces after another.
pub(super) struct BitLayers<'a> {
    numbering: Box<dyn BitParallel + 'a>,
    starts: StartRanks<'a>,
    classes: [Class; 2],
    /// The class of layer d, the last that is complete.
    class: usize,
    /// For each group of pieces of the other class, the number of its states in layer d + 1, or `None` if it still
    /// holds layer d - 1. After a stop, only these groups are left to do.
    done: Claimed<Vec<Option<u64>>>,
    /// The claims for the piece that is being gathered, and for the numbering's own tables.
    claims: Option<[Claim; 2]>,
}

/// The bits of the layer that is held in one class.
#[derive(Debug, Default)]
struct Class {
    words: Claimed<Vec<u64>>,
    /// Which pieces have a state of the layer.
    occupied: Claimed<Vec<bool>>,
}

/// The number of groups of pieces in the class that has more of them.
fn groups(numbering: &dyn BitParallel) -> usize {
    let pieces = numbering.pieces().into_iter().max();
    pieces.unwrap_or(0).div_ceil(AT_A_TIME)
}

/// The bytes of a table by this numbering: its own tables, one bit for each state, the occupancy and progress of the
/// pieces, and one piece that is being gathered.
pub(super) fn bytes(numbering: &dyn BitParallel) -> u128 {
    let pieces: usize = numbering.pieces().into_iter().sum();
    let piece = piece_bytes(numbering) as u128;
    let done = groups(numbering) * size_of::<Option<u64>>();
    numbering.own_bytes() as u128 + pieces as u128 * (piece + 1) + done as u128 + piece
}

/// The bytes of one piece.
fn piece_bytes(numbering: &dyn BitParallel) -> usize {
    numbering.piece_words() * size_of::<u64>()
}

impl<'a> BitLayers<'a> {
    pub(super) fn new(numbering: Box<dyn BitParallel + 'a>, starts: StartRanks<'a>) -> Self {
        Self {
            numbering,
            starts,
            classes: [Class::default(), Class::default()],
            class: 0,
            done: Claimed::default(),
            claims: None,
        }
    }

    /// Adds a state to the layer of its class; returns whether it is new.
    fn set(&mut self, Place { class, piece, bit }: Place) -> bool {
        let at = piece * self.numbering.piece_words() + bit / 64;
        let Class { words, occupied } = &mut self.classes[class];
        let is_new = words[at] >> (bit % 64) & 1 == 0;
        words[at] |= 1 << (bit % 64);
        occupied[piece] = true;
        is_new
    }

    fn make_room(&mut self, quota: &Quota) -> Result<(), Stop> {
        (self.done, self.classes) = (Claimed::default(), [Class::default(), Class::default()]);
        self.claims = None;
        let bytes = [piece_bytes(&*self.numbering), self.numbering.own_bytes()];
        let [piece, own] = bytes.map(|bytes| Claim::new(bytes, quota));
        self.claims = Some([piece?, own?]);
        self.numbering.prepare().map_err(|_| Stop::OutOfMemory)?;
        let piece_words = self.numbering.piece_words();
        self.done = Claimed::filled(groups(&*self.numbering), None, quota)?;
        for (class, pieces) in self.numbering.pieces().into_iter().enumerate() {
            self.classes[class] = Class {
                words: Claimed::filled(pieces * piece_words, 0, quota)?,
                occupied: Claimed::filled(pieces, false, quota)?,
            };
        }
        Ok(())
    }
}

/// Calls a closure with the rank of each start, or with `None` for a start without one.
type EachStart<'a> = &'a dyn Fn(&mut dyn FnMut(Option<u128>));

/// Whether the starts are all in one class, as every layer must be.
pub(super) fn are_of_one_class(numbering: &dyn BitParallel, starts: EachStart<'_>) -> bool {
    let (mut first, mut are_alike) = (None, true);
    starts(&mut |start| {
        let class = start.map(|rank| numbering.locate(rank).map(|place| place.class));
        are_alike &= class.is_none_or(|class| *first.get_or_insert(class) == class);
    });
    are_alike
}

impl Layered for BitLayers<'_> {
    type Error = Stop;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        self.make_room(meter.memory())?;
        let (mut first, starts) = (0, Arc::clone(&self.starts));
        starts(&mut |start| {
            if let Some(place) = start.and_then(|start| self.numbering.locate(start)) {
                first += u64::from(self.set(place));
                self.class = place.class;
            }
        });
        Ok(first)
    }

    fn advance(&mut self, so_far: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, Stop> {
        let piece_words = self.numbering.piece_words();
        let [zero, one] = &mut self.classes;
        let (from, into) = if self.class == 0 {
            (zero, one)
        } else {
            (one, zero)
        };
        let (into_words, into_occupied) = (&mut *into.words, &mut *into.occupied);
        let layer = Pieces::new(self.class, piece_words, &from.words, &from.occupied);
        let numbering = &*self.numbering;
        let groups = into_occupied.len().div_ceil(AT_A_TIME);
        let mut threads = 1;
        let mut further_pieces = Claim::default();
        if into_occupied.len() >= FEW {
            // The first thread gathers into the piece that the table has claimed. Each further thread needs one of its
            // own, so scarce memory means fewer threads.
            let piece = piece_bytes(numbering);
            let room = meter.memory().free() / piece.max(1);
            threads = meter.threads().min(groups).min(room.saturating_add(1));
            further_pieces = Claim::new((threads - 1) * piece, meter.memory())?;
        }
        let refused = AtomicBool::new(false);
        let words = into_words.chunks_mut(AT_A_TIME * piece_words);
        let items = words.zip(into_occupied.chunks_mut(AT_A_TIME));
        let items = items.zip(&mut *self.done).enumerate();
        let (_, end) = parallel_for(
            threads,
            items.filter(|(_, (_, done))| done.is_none()),
            |(at, ((words, occupied), done))| {
                let Ok(mut gathered) = zeros(piece_words) else {
                    refused.store(true, Ordering::Relaxed);
                    return 0;
                };
                let pieces = words.chunks_mut(piece_words).zip(occupied).enumerate();
                let counts = pieces.map(|(piece, (words, occupied))| {
                    if !numbering.gather(AT_A_TIME * at + piece, &layer, &mut gathered) {
                        // No edge leads here, so the bits of layer d - 1 are only cleared.
                        if core::mem::take(occupied) {
                            words.fill(0);
                        }
                        return 0;
                    }
                    let count = replace(words, &mut gathered);
                    *occupied = count != 0;
                    count
                });
                let count = counts.sum();
                *done = Some(count);
                count
            },
            || meter.look(),
        );
        drop(further_pieces);
        end?;
        if refused.into_inner() {
            return Err(Stop::OutOfMemory);
        }
        let states = self.done.iter().flatten().sum();
        meter.store(so_far.seen + states)?;
        meter.count_expanded(so_far.layer);
        self.done.fill(None);
        if states == 0 {
            return Ok(None);
        }
        self.class = 1 - self.class;
        Ok(Some(states))
    }

    fn clear(&mut self) {
        (self.done, self.classes) = (Claimed::default(), [Class::default(), Class::default()]);
    }
}

impl RankTable for BitLayers<'_> {
    /// All seen states of the other class take the place of layer d - 1. Those of earlier layers change nothing, since
    /// they are no neighbors of layer d.
    fn restore(
        &mut self,
        layers: usize,
        seen: &mut dyn Iterator<Item = (u64, bool)>,
        quota: &Quota,
    ) -> Result<(), Stop> {
        self.make_room(quota)?;
        let (mut first, numbering) = (None, &self.numbering);
        (self.starts)(&mut |start| {
            first = first.or_else(|| numbering.locate(start?));
        });
        // Every move leads to the other class.
        self.class = (first.map_or(0, |place| place.class) + layers - 1) % 2;
        for (rank, is_in_layer) in seen {
            let place = self.numbering.locate(rank.into());
            let place = place.filter(|place| is_in_layer || place.class != self.class);
            if let Some(place) = place {
                self.set(place);
            }
        }
        Ok(())
    }
}

impl LayerStore for BitLayers<'_> {
    type Id = u64;

    fn visit_states(&self, visit: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), Stop> {
        // Ranks ascend within a piece, but not necessarily from piece to piece.
        let (class, piece_words) = (self.class, self.numbering.piece_words());
        let Class { words, occupied } = &self.classes[class];
        let pieces = words.chunks(piece_words).zip(&**occupied).enumerate();
        for (piece, (words, _)) in pieces.filter(|(_, (_, any))| **any) {
            for (at, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
                let (mut ranks, mut count, mut bits) = ([0; 64], 0, word);
                while bits != 0 {
                    let bit = 64 * at + bits.trailing_zeros() as usize;
                    ranks[count] = self.numbering.rank(Place { class, piece, bit }) as u64;
                    bits &= bits - 1;
                    count += 1;
                }
                if !visit(&ranks[..count]) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Sets `words` to the bits gathered that were not set before, and clears `gathered`; returns the number of bits.
#[inline]
fn replace(words: &mut [u64], gathered: &mut [u64]) -> u64 {
    let mut count = 0;
    for (word, gathered) in words.iter_mut().zip(gathered) {
        *word = *gathered & !*word;
        *gathered = 0;
        count += u64::from(word.count_ones());
    }
    count
}

fn zeros(words: usize) -> Result<Vec<u64>, Stop> {
    let mut list = Vec::new();
    let reserved = list.try_reserve_exact(words);
    reserved.map_err(|_| Stop::OutOfMemory)?;
    list.resize(words, 0);
    Ok(list)
}
