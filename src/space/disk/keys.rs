//! States as sortable keys, and blocks of sorted keys as bytes.
//!
//! A block consists of the first key, a mask of the bits in which the keys of the block differ, and the other keys as
//! bits. Of a byte, only the bits from the first to the last differing one are written. A key begins with the number of
//! leading bytes that it shares with the previous key (only bytes with differing bits count), and these are omitted.
//!
//! Invariant: keys are ordered as the bytes of their states are.

use std::vec::Vec;

/// The bytes of a state as a value with the same order. Shorter states are padded with zeros.
pub(crate) trait StateKey: Copy + Ord + Send + Sync {
    /// The key of a state with these bytes, of which there must not be more than the key has.
    fn read(bytes: &[u8]) -> Self;

    /// Writes the bytes of the state.
    fn write(&self, bytes: &mut [u8]);
}

impl StateKey for u128 {
    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let mut all = [0; 16];
        all[..bytes.len()].copy_from_slice(bytes);
        Self::from_be_bytes(all)
    }

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_be_bytes()[..bytes.len()]);
    }
}

impl StateKey for [u128; 4] {
    fn read(bytes: &[u8]) -> Self {
        let mut parts = bytes.chunks(16);
        core::array::from_fn(|_| u128::read(parts.next().unwrap_or_default()))
    }

    fn write(&self, bytes: &mut [u8]) {
        for (part, bytes) in self.iter().zip(bytes.chunks_mut(16)) {
            part.write(bytes);
        }
    }
}

/// The greatest number of bytes of a state.
pub(super) const MOST_BYTES: usize = 64;

/// The bytes in which the keys of a block differ.
#[derive(Clone, Copy)]
struct VaryingBytes {
    /// For each byte that differs: its index, its first bit that differs, and the number of bits from there to the last
    /// bit that differs.
    bytes: [(u8, u8, u8); MOST_BYTES],
    count: usize,
}

impl VaryingBytes {
    /// Made from a mask of the bits that differ.
    fn new(differ: &[u8]) -> Self {
        let (mut bytes, mut count) = ([(0, 0, 0); MOST_BYTES], 0);
        for (at, &bits) in differ.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            let first = bits.trailing_zeros();
            let width = 8 - bits.leading_zeros() - first;
            bytes[count] = (at as u8, first as u8, width as u8);
            count += 1;
        }
        Self { bytes, count }
    }

    fn bytes(&self) -> &[(u8, u8, u8)] {
        &self.bytes[..self.count]
    }

    /// The number of bits for the count of leading bytes shared with the key before.
    const fn bits(&self) -> u32 {
        usize::BITS - self.count.saturating_sub(1).leading_zeros()
    }
}

/// Appends a block of keys of `bytes` bytes each, which must ascend.
pub(super) fn write<K: StateKey>(keys: &[K], bytes: usize, to: &mut Vec<u8>) {
    let Some(first) = keys.first() else { return };
    let (mut last, mut next, mut differ) = ([0; MOST_BYTES], [0; MOST_BYTES], [0; MOST_BYTES]);
    first.write(&mut last[..bytes]);
    for key in keys {
        key.write(&mut next[..bytes]);
        for ((differ, last), next) in differ.iter_mut().zip(&last).zip(&next).take(bytes) {
            *differ |= last ^ next;
        }
    }
    let varying = VaryingBytes::new(&differ[..bytes]);
    to.extend_from_slice(&last[..bytes]);
    to.extend_from_slice(&differ[..bytes]);
    let mut bits = BitBuffer::default();
    for key in &keys[1..] {
        key.write(&mut next[..bytes]);
        let is_other = |&(at, ..): &(u8, u8, u8)| last[usize::from(at)] != next[usize::from(at)];
        let same = varying.bytes().iter().position(is_other).unwrap_or(0);
        bits.push(same as u8, varying.bits(), to);
        for &(at, first, width) in &varying.bytes()[same..] {
            let byte = next[usize::from(at)] >> first;
            bits.push(byte & (u8::MAX >> (8 - width)), width.into(), to);
        }
        last = next;
    }
    bits.finish(to);
}

/// Decodes a block of `count` keys of `bytes` bytes each and appends them to a list; `None` if the block is too short.
pub(super) fn read<K: StateKey>(
    from: &[u8],
    bytes: usize,
    count: usize,
    to: &mut Vec<K>,
) -> Option<()> {
    if count == 0 {
        return Some(());
    }
    let (first, rest) = from.split_at_checked(bytes)?;
    let (differ, mut rest) = rest.split_at_checked(bytes)?;
    let varying = VaryingBytes::new(differ);
    let mut last = [0; MOST_BYTES];
    last.get_mut(..bytes)?.copy_from_slice(first);
    to.push(K::read(first));
    let mut bits = BitBuffer::default();
    for _ in 1..count {
        let same = usize::from(bits.pull(varying.bits(), &mut rest)?);
        for &(at, first, width) in varying.bytes().get(same..)? {
            let byte = &mut last[usize::from(at)];
            let mask = (u8::MAX >> (8 - width)) << first;
            *byte = *byte & !mask | bits.pull(width.into(), &mut rest)? << first;
        }
        to.push(K::read(&last[..bytes]));
    }
    Some(())
}

/// A buffer of bits, up to eight of which are read or written at a time.
#[derive(Default)]
struct BitBuffer {
    held: u64,
    count: u32,
}

impl BitBuffer {
    #[inline]
    fn push(&mut self, bits: u8, count: u32, to: &mut Vec<u8>) {
        self.held |= u64::from(bits) << self.count;
        self.count += count;
        if self.count >= 32 {
            to.extend_from_slice(&(self.held as u32).to_le_bytes());
            (self.held, self.count) = (self.held >> 32, self.count - 32);
        }
    }

    fn finish(self, to: &mut Vec<u8>) {
        let bytes = self.count.div_ceil(8) as usize;
        to.extend_from_slice(&self.held.to_le_bytes()[..bytes]);
    }

    #[inline]
    fn pull(&mut self, count: u32, from: &mut &[u8]) -> Option<u8> {
        if self.count < count {
            if let Some((&word, rest)) = from.split_first_chunk() {
                self.held |= u64::from(u32::from_le_bytes(word)) << self.count;
                (self.count, *from) = (self.count + 32, rest);
            } else {
                for &byte in *from {
                    self.held |= u64::from(byte) << self.count;
                    self.count += 8;
                }
                *from = &[];
            }
        }
        let bits = self.held as u8 & u8::MAX.checked_shr(8 - count).unwrap_or(0);
        self.held >>= count;
        self.count = self.count.checked_sub(count)?;
        Some(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check<K: StateKey + core::fmt::Debug>(states: &[Vec<u8>], bytes: usize) {
        let mut keys: Vec<K> = states
            .iter()
            .map(|state| K::read(&state[..bytes]))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let (mut written, mut again) = (Vec::new(), Vec::<K>::new());
        write(&keys, bytes, &mut written);
        assert_eq!(read(&written, bytes, keys.len(), &mut again), Some(()));
        assert_eq!(again, keys);
        // Missing bytes are noticed.
        if let Some(cut) = written.len().checked_sub(1) {
            again.clear();
            assert_eq!(read(&written[..cut], bytes, keys.len(), &mut again), None);
        }
    }

    proptest! {
        #[test]
        fn keys_survive_writing_and_reading(
            states in prop::collection::vec(prop::collection::vec(0..5_u8, 64), 0..60),
            wide in prop::collection::vec(prop::collection::vec(any::<u8>(), 64), 0..20),
            bytes in 1..=64_usize,
        ) {
            for states in [states, wide] {
                check::<[u128; 4]>(&states, bytes);
                check::<u128>(&states, bytes.min(16));
            }
        }
    }
}
