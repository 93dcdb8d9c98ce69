//! [`BitTable`]: a set of numbers below a known count.

use alloc::vec::Vec;

use crate::monitor::{Memory, Stop};

/// A bit for each number.
#[derive(Debug)]
pub(crate) struct BitTable(Vec<u64>);

impl BitTable {
    /// The empty set of numbers below `count`.
    pub(crate) fn new(count: u128, memory: &mut Memory) -> Result<Self, Stop> {
        let words = usize::try_from(count.div_ceil(64)).map_err(|_| Stop::OutOfMemory)?;
        let bytes = words.checked_mul(size_of::<u64>());
        memory.claim(bytes.ok_or(Stop::OutOfMemory)?)?;
        let mut table = Vec::new();
        table
            .try_reserve_exact(words)
            .map_err(|_| Stop::OutOfMemory)?;
        table.resize(words, 0);
        Ok(Self(table))
    }

    /// Adds a number; answers whether it is new. A number beyond the count never is.
    #[inline]
    pub(crate) fn insert(&mut self, number: u128) -> bool {
        let bit = 1 << (number % 64);
        let Some(word) = self.0.get_mut((number / 64) as usize) else {
            return false;
        };
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}
