//! [`PieceTable`]: layers by a [`BitParallel`] numbering, a bit for each state.

use alloc::vec::Vec;

use super::bit_parallel::{BitParallel, Pieces, Place};
use super::layers::Layers;
use crate::monitor::{Memory, Monitor, Stop};
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
    /// For each group of pieces of the other class, the states that are gathered already, if it was
    /// before the last stop.
    done: Vec<Option<u64>>,
}

/// How many bytes a table by this numbering has.
pub(super) fn bytes(numbering: &impl BitParallel) -> u128 {
    let pieces: usize = numbering.pieces().into_iter().sum();
    pieces as u128 * (numbering.piece_words() as u128 * 8 + 1)
}

impl<K: BitParallel> PieceTable<K> {
    /// The table with these states as layer 0; `None` if they are not all of one class.
    pub(super) fn new(
        numbering: K,
        starts: &[u128],
        memory: &mut Memory,
    ) -> Result<Option<Self>, Stop> {
        let places: Vec<Place> = starts.iter().filter_map(|&s| numbering.locate(s)).collect();
        let class = places.first().map_or(0, |place| place.class);
        if places.iter().any(|place| place.class != class) {
            return Ok(None);
        }
        let bytes = usize::try_from(bytes(&numbering)).map_err(|_| Stop::OutOfMemory)?;
        memory.claim(bytes)?;
        let piece_words = numbering.piece_words();
        let mut table = Self {
            words: [Vec::new(), Vec::new()],
            occupied: [Vec::new(), Vec::new()],
            class,
            done: Vec::new(),
            numbering,
        };
        for (class, pieces) in table.numbering.pieces().into_iter().enumerate() {
            table.words[class] = filled(pieces * piece_words, 0)?;
            table.occupied[class] = filled(pieces, false)?;
        }
        for Place { piece, bit, .. } in places {
            table.words[class][piece * piece_words + bit / 64] |= 1 << (bit % 64);
            table.occupied[class][piece] = true;
        }
        Ok(Some(table))
    }
}

fn filled<T: Copy>(len: usize, value: T) -> Result<Vec<T>, Stop> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| Stop::OutOfMemory)?;
    list.resize(len, value);
    Ok(list)
}

impl<P: Ranked, K: BitParallel> Layers<P> for PieceTable<K> {
    type Item = u128;

    fn advance(&mut self, _: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
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
        let threads = if into_occupied.len() < FEW {
            1
        } else {
            monitor.threads()
        };
        let groups = into_occupied.len().div_ceil(AT_A_TIME);
        if self.done.is_empty() {
            self.done = filled(groups, None)?;
        }
        let words = into.chunks_mut(AT_A_TIME * piece_words);
        let items = words.zip(into_occupied.chunks_mut(AT_A_TIME));
        let items = items.zip(&mut self.done).enumerate();
        let (_, end) = share(
            threads,
            items.filter(|(_, (_, done))| done.is_none()),
            |(at, ((words, occupied), done))| {
                let mut gathered = alloc::vec![0; piece_words];
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
            || monitor.look(),
        );
        end?;
        let states = self.done.iter().flatten().sum();
        self.done.clear();
        if states > 0 {
            self.class = 1 - self.class;
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(u128) -> bool) {
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
                        return;
                    }
                    bits &= bits - 1;
                }
            }
        }
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
