//! [`Key`]: what a state is looked up by; [`Keys`]: whether its address serves.

use crate::puzzle::Puzzle;

/// What a state is looked up by: its hash, or in a table of addresses its address.
///
/// Each part of a hash has one use: the lowest eight bits are compared in the lines of an index, the next eight are
/// free for a [label](Self::label), bits 16 to 31 tell the shard, and the highest 32 the line of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(u64);

const LABEL: u32 = 8;
const SHARD: u32 = 16;
const LINE: u32 = 32;

impl Key {
    #[inline]
    pub(crate) const fn of_hash(hash: u64) -> Self {
        Self(hash)
    }

    #[inline]
    pub(crate) const fn of_address(address: usize) -> Self {
        Self(address as u64)
    }

    /// The address, if this was made of one.
    #[inline]
    pub(crate) const fn address(self) -> usize {
        self.0 as usize
    }

    /// What tells most states of one line of an index apart.
    #[inline]
    pub(crate) const fn fingerprint(self) -> u8 {
        self.0 as u8
    }

    /// What the key was labelled with.
    #[inline]
    pub(crate) const fn label(self) -> u8 {
        (self.0 >> LABEL) as u8
    }

    #[inline]
    pub(crate) const fn labelled(self, label: u8) -> Self {
        Self(self.0 & !(0xff << LABEL) | (label as u64) << LABEL)
    }

    pub(crate) const SHARD_BITS: u32 = LINE - SHARD;

    /// Sixteen bits by which states are divided among shards.
    #[inline]
    pub(crate) const fn shard_bits(self) -> usize {
        (self.0 >> SHARD) as usize & ((1 << Self::SHARD_BITS) - 1)
    }

    /// One of this many lines.
    #[inline]
    pub(crate) const fn line(self, lines: usize) -> usize {
        (((self.0 >> LINE) * lines as u64) >> LINE) as usize
    }
}

/// Addresses of states, as a puzzle has them; see [`Puzzle::addresses`].
pub(crate) trait Keys<S> {
    #[inline]
    fn addresses(&self) -> usize {
        0
    }

    #[inline]
    fn address(&self, _state: &S) -> usize {
        0
    }
}

impl<P: Puzzle> Keys<P::State> for P {
    #[inline]
    fn addresses(&self) -> usize {
        Puzzle::addresses(self)
    }

    #[inline]
    fn address(&self, state: &P::State) -> usize {
        Puzzle::address(self, state)
    }
}

/// States are found by their hashes, whether they have addresses or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByHash;

impl<S> Keys<S> for ByHash {}
