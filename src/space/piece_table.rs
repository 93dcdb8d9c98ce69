//! [`PieceTable`]: layers by a [`BitParallel`] numbering, a bit for each state.

use alloc::vec::Vec;

use core::sync::atomic::{AtomicBool, Ordering};

use super::layers::{Layers, SoFar};
use super::planes::filled;
use crate::account::{Memory, Meter, Stop};
use crate::bit_parallel::{BitParallel, Pieces, Place};
use crate::puzzle::Ranked;
use crate::threads::share;

/// So many pieces are gathered at a time.
const AT_A_TIME: usize = 8;
/// A layer of fewer pieces is not worth a thread.
const FEW: usize = 16;

/// The layers d and d - 1, each of one class. Layer d + 1 takes the place of layer d - 1: what one
/// move leads to from layer d, less layer d - 1.
#[derive(Debug)]
pub(super) struct PieceTable<K> {
    numbering: K,
    /// The words of both classes.
    words: [Vec<u64>; 2],
    /// Which pieces have a state.
    occupied: [Vec<bool>; 2],
    /// The class of the last layer.
    class: usize,
    /// For each group of pieces of the other class, how many states were gathered, if it was before the
    /// last stop.
    done: Vec<Option<u64>>,
}

/// How many groups of pieces a class has at most.
fn groups(numbering: &impl BitParallel) -> usize {
    let pieces = numbering.pieces().into_iter().max();
    pieces.unwrap_or(0).div_ceil(AT_A_TIME)
}

/// How many bytes a table by this numbering has: the numbering's own, a bit for each state, what is
/// noted of each piece, and a piece that is being gathered.
pub(super) fn bytes(numbering: &impl BitParallel) -> u128 {
    let pieces: usize = numbering.pieces().into_iter().sum();
    let piece = piece_bytes(numbering) as u128;
    let done = groups(numbering) * size_of::<Option<u64>>();
    numbering.own_bytes() as u128 + pieces as u128 * (piece + 1) + done as u128 + piece
}

/// How many bytes a piece has.
fn piece_bytes(numbering: &impl BitParallel) -> usize {
    numbering.piece_words() * size_of::<u64>()
}

impl<K: BitParallel> PieceTable<K> {
    /// The table with these states as layer 0, and how many of them there are.
    pub(super) fn new(
        numbering: K,
        starts: impl Iterator<Item = u128>,
        memory: &mut Memory,
    ) -> Result<(Self, u64), Stop> {
        let mut table = Self::empty(numbering, memory)?;
        let mut first = 0;
        for start in starts {
            let Some(Place { class, piece, bit }) = table.numbering.locate(start) else {
                continue;
            };
            first += u64::from(table.set(Place { class, piece, bit }));
            table.class = class;
        }
        Ok((table, first))
    }

    /// The same of numbers that say whether they are in the last layer, which is of this class, if they were seen:
    /// whatever was seen of the other class takes the place of the layer before.
    pub(super) fn resumed(
        numbering: K,
        class: usize,
        seen: impl Iterator<Item = (u128, bool)>,
        memory: &mut Memory,
    ) -> Result<Self, Stop> {
        let mut table = Self::empty(numbering, memory)?;
        table.class = class;
        for (number, is_in_layer) in seen {
            let place = table.numbering.locate(number);
            let place = place.filter(|place| is_in_layer || place.class != class);
            if let Some(place) = place {
                table.set(place);
            }
        }
        Ok(table)
    }

    /// Puts a state into the layer of its class; returns whether it is new.
    fn set(&mut self, Place { class, piece, bit }: Place) -> bool {
        let at = piece * self.numbering.piece_words() + bit / 64;
        let word = &mut self.words[class][at];
        let is_new = *word >> (bit % 64) & 1 == 0;
        *word |= 1 << (bit % 64);
        self.occupied[class][piece] = true;
        is_new
    }

    fn empty(mut numbering: K, memory: &mut Memory) -> Result<Self, Stop> {
        let bytes = usize::try_from(bytes(&numbering)).map_err(|_| Stop::OutOfMemory)?;
        memory.claim(bytes)?;
        numbering.prepare().map_err(|_| Stop::OutOfMemory)?;
        let piece_words = numbering.piece_words();
        let mut table = Self {
            words: [Vec::new(), Vec::new()],
            occupied: [Vec::new(), Vec::new()],
            class: 0,
            done: filled(groups(&numbering), None)?,
            numbering,
        };
        for (class, pieces) in table.numbering.pieces().into_iter().enumerate() {
            table.words[class] = filled(pieces * piece_words, 0)?;
            table.occupied[class] = filled(pieces, false)?;
        }
        Ok(table)
    }
}

/// Whether these states are all of one class, as a layer has to be.
pub(super) fn are_of_one_class(
    numbering: &impl BitParallel,
    mut starts: impl Iterator<Item = u128>,
) -> bool {
    let class = |rank| numbering.locate(rank).map(|place| place.class);
    let first = starts.next().and_then(class);
    starts.all(|rank| class(rank) == first)
}

impl<P: Ranked, K: BitParallel> Layers<P> for PieceTable<K> {
    type Item = u128;
    type Error = Stop;

    fn advance(&mut self, _: &P, so_far: SoFar, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let piece_words = self.numbering.piece_words();
        let (zero, one) = self.words.split_at_mut(1);
        let (zero_occupied, one_occupied) = self.occupied.split_at_mut(1);
        let ((from, from_occupied), (into, into_occupied)) = if self.class == 0 {
            (
                (&zero[0], &zero_occupied[0]),
                (&mut one[0], &mut one_occupied[0]),
            )
        } else {
            (
                (&one[0], &one_occupied[0]),
                (&mut zero[0], &mut zero_occupied[0]),
            )
        };
        let layer = Pieces::new(self.class, piece_words, from, from_occupied);
        let numbering = &self.numbering;
        let groups = into_occupied.len().div_ceil(AT_A_TIME);
        let (mut threads, mut beside) = (1, 0);
        if into_occupied.len() >= FEW {
            // The first thread's piece belongs to the table; where there is no memory for those of
            // others, fewer share the work.
            let piece = piece_bytes(numbering);
            while threads < meter.threads().min(groups) && meter.claim(piece).is_ok() {
                (threads, beside) = (threads + 1, beside + piece);
            }
        }
        let refused = AtomicBool::new(false);
        let words = into.chunks_mut(AT_A_TIME * piece_words);
        let items = words.zip(into_occupied.chunks_mut(AT_A_TIME));
        let items = items.zip(&mut self.done).enumerate();
        let (_, end) = share(
            threads,
            items.filter(|(_, (_, done))| done.is_none()),
            |(at, ((words, occupied), done))| {
                let Ok(mut gathered) = filled(piece_words, 0) else {
                    refused.store(true, Ordering::Relaxed);
                    return 0;
                };
                let pieces = words.chunks_mut(piece_words).zip(occupied).enumerate();
                let counts = pieces.map(|(piece, (words, occupied))| {
                    if !numbering.gather(AT_A_TIME * at + piece, &layer, &mut gathered) {
                        // Nothing leads here: of the layer before the last, nothing stays.
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
        meter.release(beside);
        end?;
        if refused.into_inner() {
            return Err(Stop::OutOfMemory);
        }
        let states = self.done.iter().flatten().sum();
        meter.store(so_far.seen + states)?;
        meter.count_expanded(so_far.layer);
        self.done.fill(None);
        if states > 0 {
            self.class = 1 - self.class;
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(u128) -> bool) -> Result<(), Stop> {
        // Numbers ascend within a piece; across pieces they need not.
        let (class, piece_words) = (self.class, self.numbering.piece_words());
        for (piece, _) in self.occupied[class]
            .iter()
            .enumerate()
            .filter(|(_, any)| **any)
        {
            let words = &self.words[class][piece * piece_words..][..piece_words];
            for (at, &word) in words.iter().enumerate() {
                let mut bits = word;
                while bits != 0 {
                    let bit = 64 * at + bits.trailing_zeros() as usize;
                    if !visit(self.numbering.rank(Place { class, piece, bit })) {
                        return Ok(());
                    }
                    bits &= bits - 1;
                }
            }
        }
        Ok(())
    }
}

/// Puts what was gathered, less what was there, into its place, and clears what was gathered.
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
