//! How entries are packed: [`ENTRIES`] in a word of eight bytes, with a common base.
//!
//! The base, in the highest four bits, is the least distance in the word. An entry has two bits, the first entry
//! lowest: the difference of its distance from the base if that is at most three, and otherwise this difference less a
//! multiple of three. Invariant: base plus entry is at most the distance, and congruent to it modulo three. So an entry
//! gives the exact distance if that of a neighbor is known, and a lower bound otherwise.
//!
//! During the build an entry is the distance modulo three, or [`UNREACHED`]. Beside each word are marks, one bit for
//! each entry, of those that differ from the base by exactly three.

/// The number of entries in a word.
pub(super) const ENTRIES: usize = 30;
/// The number of bytes of a word.
pub(super) const BYTES: usize = size_of::<u64>();
/// The shift of the base in a word.
const BASE_SHIFT: u32 = 2 * ENTRIES as u32;
/// The lower bit of each entry.
pub(super) const LOW_BITS: u64 = 0x0555_5555_5555_5555;
/// The base of a word in which no entry is reached, or in which the least distance is at least this.
pub(super) const NO_BASE: u8 = 15;
/// The entry of an unreached coset during the build.
pub(super) const UNREACHED: u8 = 3;
/// The number of bytes of the marks of a word.
pub(super) const MARKS: usize = size_of::<u32>();

/// A word in which no entry is reached.
pub(super) const NO_WORD: [u8; BYTES] = [u8::MAX; BYTES];

/// The index of the word of an entry, and the index of the entry in the word.
#[inline]
pub(super) const fn locate(entry: usize) -> (usize, u8) {
    (entry / ENTRIES, (entry % ENTRIES) as u8)
}

/// The indices of an entry and of its twin in a word: the one beside it if parity takes a bit, or itself.
#[inline]
pub(super) const fn with_twin(entry: u8, parity_bits: u8) -> [u8; 2] {
    [entry, entry ^ parity_bits]
}

/// The least distance that an entry can stand for; the true one may be more by a multiple of three.
#[inline]
pub(super) const fn least(word: u64, at: u8) -> u8 {
    (word >> BASE_SHIFT) as u8 + entry(word, at)
}

/// The distance of an entry modulo three.
#[inline]
pub(super) const fn remainder(word: u64, at: u8) -> u8 {
    /// By base and difference.
    const REMAINDERS: [u8; 64] = {
        let mut remainders = [0; 64];
        let mut at = 0;
        while at < 64 {
            remainders[at] = ((at / 4 + at % 4) % 3) as u8;
            at += 1;
        }
        remainders
    };
    let base = (word >> BASE_SHIFT) as usize;
    REMAINDERS[4 * base + entry(word, at) as usize]
}

const fn entry(word: u64, at: u8) -> u8 {
    (word >> (2 * at)) as u8 & 3
}

/// The final form of a word of the build, with the marks of the entries that differ from the base by three. Unreached
/// entries become arbitrary.
pub(super) const fn settled(filled: u64, marks: u32) -> u64 {
    let mut low = filled & LOW_BITS;
    let mut high = filled >> 1 & LOW_BITS;
    // Subtract the base from all entries modulo three, one by one; unreached entries remain three.
    let mut base = (filled >> BASE_SHIFT) % 3;
    while base > 0 {
        (low, high) = (high, !(low ^ high) & LOW_BITS);
        base -= 1;
    }
    let marks = spread(marks);
    filled >> BASE_SHIFT << BASE_SHIFT | (low | marks) | (high | marks) << 1
}

/// The bits of a number, with a zero between each two.
const fn spread(bits: u32) -> u64 {
    let mut spread = bits as u64;
    spread = (spread | spread << 16) & 0x0000_ffff_0000_ffff;
    spread = (spread | spread << 8) & 0x00ff_00ff_00ff_00ff;
    spread = (spread | spread << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    spread = (spread | spread << 2) & 0x3333_3333_3333_3333;
    (spread | spread << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use super::{BASE_SHIFT, ENTRIES, NO_WORD, UNREACHED, least, remainder, settled};

    #[test]
    fn a_word_bounds_each_entry_from_below() {
        for nearest in 0..=20_u8 {
            let base = nearest.min(15);
            let distances = |at: usize| nearest + (at % 11) as u8;
            let (mut filled, mut marks) = (u64::from(base) << BASE_SHIFT, 0);
            for at in 0..ENTRIES {
                // The last entry is unreached.
                let is_last = at + 1 == ENTRIES;
                let entry = if is_last {
                    UNREACHED
                } else {
                    distances(at) % 3
                };
                filled |= u64::from(entry) << (2 * at);
                marks |= u32::from(!is_last && distances(at) == base + 3) << at;
            }
            let word = settled(filled, marks);
            for at in 0..ENTRIES - 1 {
                let distance = distances(at);
                assert_eq!(remainder(word, at as u8), distance % 3);
                let said = least(word, at as u8);
                assert!(said <= distance);
                assert_eq!((distance - said) % 3, 0);
                assert!(distance > base + 3 || said == distance);
            }
        }
        assert_eq!(least(u64::from_le_bytes(NO_WORD), 7), 18);
    }
}
