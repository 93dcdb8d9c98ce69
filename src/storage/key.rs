//! [`Key`]: the hash or the address by which a state is looked up; [`Keys`]: the addresses that a puzzle gives its
//! states.

use core::mem::needs_drop;

use crate::puzzle::Puzzle;

/// The key of a state: its hash, or its address in a direct-address table.
///
/// Each part of a hash has one use: the lowest eight bits are the tag in an index, the next eight are free for a
/// [label](Self::label), bits 16 to 31 select the shard, and the highest 32 the home line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(u64);

/// The lowest bit of each part of a hash.
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

    /// The address, if this key was made of one.
    #[inline]
    pub(crate) const fn address(self) -> usize {
        self.0 as usize
    }

    /// The bits that tell most states with the same home line apart.
    #[inline]
    pub(crate) const fn fingerprint(self) -> u8 {
        self.0 as u8
    }

    /// The label of the key, a byte in which a search can keep something until the state is looked up.
    #[inline]
    pub(crate) const fn label(self) -> u8 {
        (self.0 >> LABEL) as u8
    }

    #[inline]
    pub(crate) const fn labelled(self, label: u8) -> Self {
        Self(self.0 & !(0xff << LABEL) | (label as u64) << LABEL)
    }

    pub(crate) const SHARD_BITS: u32 = LINE - SHARD;

    /// The sixteen bits that select the shard.
    #[inline]
    pub(crate) const fn shard_bits(self) -> usize {
        (self.0 >> SHARD) as usize & ((1 << Self::SHARD_BITS) - 1)
    }

    /// The home line among `lines` lines.
    #[inline]
    pub(crate) const fn line(self, lines: usize) -> usize {
        (((self.0 >> LINE) * lines as u64) >> LINE) as usize
    }
}

/// The addresses of a puzzle's states: see [`Puzzle::addresses`].
pub(crate) trait Keys<S> {
    /// Whether states may be looked up by addresses; the code for that is compiled only if they may. It is false for
    /// states that own memory, since a table of addresses has a copy of each state.
    const MAY_BE_ADDRESSES: bool = false;

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
    const MAY_BE_ADDRESSES: bool = P::HAS_ADDRESSES && !needs_drop::<P::State>();

    #[inline]
    fn addresses(&self) -> usize {
        Puzzle::addresses(self)
    }

    #[inline]
    fn address(&self, state: &P::State) -> usize {
        Puzzle::address(self, state)
    }
}

/// Looks states up by their hashes, even if they have addresses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByHash;

impl<S> Keys<S> for ByHash {}
