//! How entries are packed: [`ENTRIES`] to a word of eight bytes.
//!
//! An entry has two bits, the first entry lowest: its distance modulo three, which is known exactly from that of the
//! arrangement before. Above them stands the base, the least distance of a word: with it an entry tells, of an
//! arrangement of which nothing else is known, at least how far it is; exactly, if that is at most two more than the
//! base.

/// So many entries are in a word.
pub(super) const ENTRIES: usize = 30;
/// So many bytes has a word.
pub(super) const BYTES: usize = size_of::<u64>();
/// Where the base is in a word.
const BASE_SHIFT: u32 = 2 * ENTRIES as u32;
/// The lower bit of each entry.
pub(super) const EACH: u64 = 0x0555_5555_5555_5555;
/// The base of a word of which nothing is reached, or where the least distance is this or more.
pub(super) const NO_BASE: u8 = 15;
/// Two bits that say that an entry was not reached.
pub(super) const UNREACHED: u8 = 3;

/// A word of which nothing is reached.
pub(super) const NO_WORD: [u8; BYTES] = [u8::MAX; BYTES];

/// The word in which an entry is, and which it is there.
#[inline]
pub(super) const fn place(entry: usize) -> (usize, u8) {
    (entry / ENTRIES, (entry % ENTRIES) as u8)
}

/// An entry of a word and that of its twin, which is beside it where there are signs, and otherwise itself.
#[inline]
pub(super) const fn with_twin(entry: u8, is_signed: bool) -> [u8; 2] {
    [entry, entry ^ is_signed as u8]
}

/// What a word says of one of its entries: the distance modulo three, or that it is not reached.
#[inline]
pub(super) const fn remainder(word: u64, at: u8) -> u8 {
    (word >> (2 * at)) as u8 & 3
}

/// The least distance that an entry of this word may have; none if it is not reached.
#[inline]
pub(super) const fn least(word: u64, at: u8) -> Option<u8> {
    let (base, remainder) = ((word >> BASE_SHIFT) as u8, remainder(word, at));
    if remainder == UNREACHED {
        return None;
    }
    // 15 is a multiple of three.
    Some(base + (remainder + 15 - base) % 3)
}
