//! [`Planes`]: layers of any numbered puzzle, two bits for each number.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::edges::Edges;
use super::layers::Layers;
use crate::monitor::{Memory, Monitor, Stop};
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
    old: Vec<usize>,
    found: Vec<AtomicUsize>,
    edges: E,
    /// How many states of the next layer were found before the last stop.
    found_before: u64,
}

/// How many bytes a table of this many states has.
pub(super) const fn bytes(states: u128) -> u128 {
    2 * states.div_ceil(BITS as u128) * size_of::<usize>() as u128
}

impl<E> Planes<E> {
    /// The table of this many states, with these as layer 0.
    pub(super) fn new(
        states: u128,
        starts: &[u128],
        edges: E,
        memory: &mut Memory,
    ) -> Result<Self, Stop> {
        let all = usize::try_from(bytes(states)).map_err(|_| Stop::OutOfMemory)?;
        memory.claim(all)?;
        let words = all / 2 / size_of::<usize>();
        let (mut old, mut found) = (Vec::new(), Vec::new());
        old.try_reserve_exact(words)
            .map_err(|_| Stop::OutOfMemory)?;
        found
            .try_reserve_exact(words)
            .map_err(|_| Stop::OutOfMemory)?;
        old.resize(words, 0);
        found.resize_with(words, AtomicUsize::default);
        for &start in starts {
            old[(start / BITS as u128) as usize] |= 1 << (start % BITS as u128);
        }
        Ok(Self {
            old,
            found,
            edges,
            found_before: 0,
        })
    }

    /// The numbers of this layer in these words, in order.
    fn layer(&self, words: Range<usize>) -> impl Iterator<Item = u128> {
        words.flat_map(|at| {
            let mut bits = self.old[at] & !self.found[at].load(Ordering::Relaxed);
            core::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some((at * BITS) as u128 + u128::from(bit))
            })
        })
    }

    /// Puts a number into the next layer; returns whether it is new.
    #[inline]
    fn find(&self, number: u128) -> bool {
        let (at, bit) = (
            (number / BITS as u128) as usize,
            1 << (number % BITS as u128),
        );
        let Some((old, found)) = self.old.get(at).zip(self.found.get(at)) else {
            return false;
        };
        let known = old | found.load(Ordering::Relaxed);
        known & bit == 0 && found.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

impl<P: Ranked + Sync, E: Edges<P>> Layers<P> for Planes<E> {
    type Item = u128;

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let words = self.old.len();
        let batches = (0..words).step_by(AT_A_TIME);
        let threads = if words < 4 * AT_A_TIME {
            1
        } else {
            monitor.threads()
        };
        let table = &*self;
        let (states, end) = share(
            threads,
            batches.map(|at| at..words.min(at + AT_A_TIME)),
            |words| {
                let mut new = 0;
                for state in table.layer(words).filter_map(|rank| puzzle.unrank(rank)) {
                    table.edges.each(puzzle, &state, |neighbor| {
                        let rank = puzzle.rank(&neighbor);
                        new += u64::from(rank.is_some_and(|rank| table.find(rank)));
                    });
                }
                new
            },
            || monitor.look(),
        );
        // What is found twice counts once: after a stop all is gone through again.
        self.found_before += states;
        end?;
        let states = core::mem::take(&mut self.found_before);
        if states > 0 {
            for (old, found) in self.old.iter_mut().zip(&mut self.found) {
                let found = found.get_mut();
                (*old, *found) = (*old | *found, *old);
            }
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(u128) -> bool) {
        let _ = self.layer(0..self.old.len()).all(visit);
    }
}
