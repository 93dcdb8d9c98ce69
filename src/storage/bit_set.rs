//! [`BitSet`]: a set of numbers, a bit for each.

use alloc::vec::Vec;

use crate::account::{Claimed, Quota, Stop};

/// A set of numbers that are less than some bound.
#[derive(Debug, Default)]
pub(crate) struct BitSet(Claimed<Vec<u64>>);

impl BitSet {
    /// Makes room for the numbers up to `number`.
    #[inline]
    pub(crate) fn make_room(&mut self, number: usize, memory: &Quota) -> Result<(), Stop> {
        let words = number / 64 + 1;
        if words > self.0.len() {
            // Growing by the factor two keeps the copying linear.
            return self.grow(words.max(2 * self.0.len()).max(16), memory);
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, words: usize, memory: &Quota) -> Result<(), Stop> {
        self.0.set_capacity(words, memory)?;
        self.0.as_vec().resize(words, 0);
        Ok(())
    }

    /// Whether a number is in the set.
    pub(crate) fn has(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds a number for which there is room; returns whether the set had it before (`HashSet::insert` returns the
    /// opposite). A number that is too large is not added, and true is returned.
    #[inline]
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        let Some(word) = self.0.get_mut(number / 64) else {
            return true;
        };
        let before = *word;
        *word |= 1 << (number % 64);
        *word == before
    }

    /// Removes a number.
    pub(crate) fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Removes all numbers, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }
}
