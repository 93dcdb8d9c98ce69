//! [`Planes`]: layers of any numbered puzzle, two bits for each number.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::edges::Edges;
use super::layers::{Layers, SoFar};
use crate::account::{Memory, Meter, Stop};
use crate::puzzle::Ranked;
use crate::threads::share;

const BITS: usize = usize::BITS as usize;
/// So many words are gone through at a time.
const AT_A_TIME: usize = 256;

/// Two bits for each number: `old` and `found`.
///
/// | old | found | the state is |
/// |---|---|---|
/// | 0 | 0 | not seen |
/// | 0 | 1 | in the next layer |
/// | 1 | 0 | in this layer |
/// | 1 | 1 | in an earlier one |
///
/// While a layer is expanded only `found` changes, and only where `old` is 0: so the threads that
/// share the work do not disturb one another. (Korf, "Minimizing disk I/O in two-bit breadth-first
/// search", 2008.)
#[derive(Debug)]
pub(super) struct Planes<E> {
    bits: Bits,
    states: u128,
    edges: E,
    /// Which parts of the layer were expanded before the last stop, and how many states of the next
    /// layer were found.
    done: Vec<bool>,
    found_before: u64,
}

/// The two bits of all numbers. Those of one number are side by side: to look at them waits for memory once.
#[derive(Debug)]
struct Bits(Vec<Word>);

/// The bits of as many numbers as a word has.
#[derive(Debug, Default)]
struct Word {
    old: usize,
    found: AtomicUsize,
}

impl Word {
    #[inline]
    fn found(&self) -> usize {
        self.found.load(Ordering::Relaxed)
    }
}

/// The word with the bit of a number, and that bit in it.
#[inline]
const fn place(number: u128) -> (usize, usize) {
    let (at, bit) = (number / BITS as u128, number % BITS as u128);
    (at as usize, 1 << bit)
}

/// How many words a bit for each of this many states takes.
const fn words(states: u128) -> u128 {
    states.div_ceil(BITS as u128)
}

/// How many bytes a table of this many states has.
pub(super) const fn bytes(states: u128) -> u128 {
    let words = words(states);
    2 * words * size_of::<usize>() as u128 + words.div_ceil(AT_A_TIME as u128)
}

impl<E> Planes<E> {
    /// The table of this many states, with these as layer 0, and how many of them there are.
    pub(super) fn new(
        states: u128,
        starts: impl Iterator<Item = u128>,
        edges: E,
        memory: &mut Memory,
    ) -> Result<(Self, u64), Stop> {
        let mut table = Self::empty(states, edges, memory)?;
        let mut first = 0;
        for start in starts {
            let (at, bit) = place(start);
            if let Some(Word { old, .. }) = table.bits.0.get_mut(at) {
                first += u64::from(*old & bit == 0);
                *old |= bit;
            }
        }
        Ok((table, first))
    }

    /// The same of numbers that were seen, and whether they are in this layer.
    pub(super) fn resumed(
        states: u128,
        seen: impl Iterator<Item = (u128, bool)>,
        edges: E,
        memory: &mut Memory,
    ) -> Result<Self, Stop> {
        let mut table = Self::empty(states, edges, memory)?;
        for (number, is_in_layer) in seen {
            let (at, bit) = place(number);
            if let Some(Word { old, found }) = table.bits.0.get_mut(at) {
                *old |= bit;
                *found.get_mut() |= if is_in_layer { 0 } else { bit };
            }
        }
        Ok(table)
    }

    fn empty(states: u128, edges: E, memory: &mut Memory) -> Result<Self, Stop> {
        let all = usize::try_from(bytes(states)).map_err(|_| Stop::OutOfMemory)?;
        memory.claim(all)?;
        let words = usize::try_from(words(states)).map_err(|_| Stop::OutOfMemory)?;
        let mut bits = reserved(words)?;
        bits.resize_with(words, Word::default);
        Ok(Self {
            bits: Bits(bits),
            states,
            edges,
            done: filled(words.div_ceil(AT_A_TIME), false)?,
            found_before: 0,
        })
    }
}

/// A list with room for so many items.
pub(super) fn reserved<T>(len: usize) -> Result<Vec<T>, Stop> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| Stop::OutOfMemory)?;
    Ok(list)
}

/// A list of so many equal items.
pub(super) fn filled<T: Copy>(len: usize, value: T) -> Result<Vec<T>, Stop> {
    let mut list = reserved(len)?;
    list.resize(len, value);
    Ok(list)
}

impl Bits {
    /// The numbers of this layer in these words, in order.
    fn layer(&self, words: Range<usize>) -> impl Iterator<Item = u128> {
        self.numbers(words, |word| word.old & !word.found())
    }

    /// The numbers in these words that are not seen, in order, and some beyond the last.
    fn unseen(&self, words: Range<usize>) -> impl Iterator<Item = u128> {
        self.numbers(words, |word| !(word.old | word.found()))
    }

    fn numbers(
        &self,
        words: Range<usize>,
        of: impl Fn(&Word) -> usize,
    ) -> impl Iterator<Item = u128> {
        words.flat_map(move |at| {
            let mut bits = of(&self.0[at]);
            core::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some((at * BITS) as u128 + u128::from(bit))
            })
        })
    }

    /// From the layer in these words on to the next: how many states of that are new, and how many of the layer
    /// there are.
    fn go_on<P: Ranked>(
        &self,
        puzzle: &P,
        edges: impl Edges<P>,
        words: Range<usize>,
    ) -> (u64, usize) {
        let (mut new, mut taken) = (0, 0);
        for state in self.layer(words).filter_map(|rank| puzzle.unrank(rank)) {
            taken += 1;
            for neighbor in edges.states(puzzle, &state) {
                let rank = puzzle.rank(&neighbor);
                new += u64::from(rank.is_some_and(|rank| self.find(rank)));
            }
        }
        (new, taken)
    }

    /// From what is not seen in these words back to the layer, where edges have no direction: how many of them
    /// are in the next, and how many there are.
    fn go_back<P: Ranked>(
        &self,
        puzzle: &P,
        edges: impl Edges<P>,
        words: Range<usize>,
    ) -> (u64, usize) {
        let (mut new, mut taken) = (0, 0);
        for rank in self.unseen(words) {
            let Some(state) = puzzle.unrank(rank) else {
                continue;
            };
            taken += 1;
            let is_next = edges.states(puzzle, &state).any(|neighbor| {
                let rank = puzzle.rank(&neighbor);
                rank.is_some_and(|rank| self.is_in_layer(rank))
            });
            new += u64::from(is_next && self.find(rank));
        }
        (new, taken)
    }

    /// Whether a number is in this layer.
    #[inline]
    fn is_in_layer(&self, number: u128) -> bool {
        let (at, bit) = place(number);
        let word = self.0.get(at);
        word.is_some_and(|word| word.old & !word.found() & bit != 0)
    }

    /// Puts a number into the next layer; returns whether it is new.
    #[inline]
    fn find(&self, number: u128) -> bool {
        let (at, bit) = place(number);
        let Some(word) = self.0.get(at) else {
            return false;
        };
        let known = word.old | word.found();
        known & bit == 0 && word.found.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

impl<P: Ranked + Sync, E: Edges<P>> Layers<P> for Planes<E> {
    type Item = u128;
    type Error = Stop;

    fn advance(&mut self, puzzle: &P, so_far: SoFar, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let words = self.bits.0.len();
        let batches = (0..words).step_by(AT_A_TIME);
        let threads = if words < 4 * AT_A_TIME {
            1
        } else {
            meter.threads()
        };
        let (bits, edges) = (&self.bits, self.edges);
        // Where less is left than the layer has, that is looked for the way back.
        let left = self.states.saturating_sub(u128::from(so_far.seen));
        let is_back = puzzle.facts().undirected && left < u128::from(so_far.layer);
        let expanded = AtomicUsize::new(0);
        let batches = batches.map(|at| at..words.min(at + AT_A_TIME));
        let batches = batches.zip(&mut self.done);
        let (states, end) = share(
            threads,
            batches.filter(|(_, done)| !**done),
            |(words, done)| {
                let (new, taken) = if is_back {
                    bits.go_back(puzzle, edges, words)
                } else {
                    bits.go_on(puzzle, edges, words)
                };
                *done = true;
                expanded.fetch_add(taken, Ordering::Relaxed);
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
        if states > 0 {
            for Word { old, found } in &mut self.bits.0 {
                let found = found.get_mut();
                (*old, *found) = (*old | *found, *old);
            }
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(u128) -> bool) -> Result<(), Stop> {
        let _ = self.bits.layer(0..self.bits.0.len()).all(visit);
        Ok(())
    }
}
