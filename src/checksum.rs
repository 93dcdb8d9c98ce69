//! [`Checksum`]: a 64-bit checksum of a stream of bytes, fast enough for every byte that is read.

/// The state of a checksum. Words of eight bytes go to eight lanes in turn, which the processor multiplies in parallel.
/// Every step is a bijection of its lane (xor, odd factor, rotation), so a change in one byte always shows. How the
/// stream is cut into calls of `update` makes no difference.
#[derive(Clone, Debug)]
pub(crate) struct Checksum {
    lanes: [u64; LANES],
    /// The bytes after the last whole block.
    tail: [u8; BLOCK],
    length: u64,
}

const LANES: usize = 8;
const BLOCK: usize = 8 * LANES;
/// 2^64 divided by the golden ratio, rounded to an odd number.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a 64-bit checksum of `bytes`, the same on every platform.
///
/// To identify your puzzle in a table's header, write all that defines the puzzle into a text, and store the checksum
/// of this text in the field [`puzzle`](crate::table_file::TableHeader::puzzle).
///
/// If one byte changes, the checksum always changes. The checksum does not protect against deliberate changes.
///
/// ```
/// use puzzle_search::table_file::checksum;
///
/// assert_ne!(checksum(b"pattern database"), checksum(b"pattern databaze"));
/// ```
#[cfg(feature = "std")]
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut checksum = Checksum::new();
    checksum.update(bytes);
    checksum.value()
}

impl Checksum {
    /// The checksum of no bytes.
    pub(crate) fn new() -> Self {
        Self {
            lanes: core::array::from_fn(|lane| FACTOR.wrapping_mul(2 * lane as u64 + 1)),
            tail: [0; BLOCK],
            length: 0,
        }
    }

    /// Appends bytes to the stream.
    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        let filled = (self.length % BLOCK as u64) as usize;
        self.length = self.length.wrapping_add(bytes.len() as u64);
        if filled > 0 {
            let (more, beyond) = bytes.split_at(bytes.len().min(BLOCK - filled));
            self.tail[filled..filled + more.len()].copy_from_slice(more);
            if filled + more.len() < BLOCK {
                return;
            }
            self.lanes = absorb(self.lanes, &self.tail);
            bytes = beyond;
        }
        let (blocks, tail) = bytes.as_chunks();
        let mut lanes = self.lanes;
        for block in blocks {
            lanes = absorb(lanes, block);
        }
        self.lanes = lanes;
        self.tail[..tail.len()].copy_from_slice(tail);
    }

    /// The checksum of all bytes so far.
    pub(crate) fn value(&self) -> u64 {
        let filled = (self.length % BLOCK as u64) as usize;
        let mut last = self.tail;
        last[filled..].fill(0);
        let lanes = absorb(self.lanes, &last);
        let folded = lanes.into_iter().fold(self.length, fold);
        fold(folded, folded >> 32)
    }
}

#[inline]
fn fold(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(FACTOR).rotate_left(29)
}

/// Adds one word of a block to each lane.
#[inline]
fn absorb(mut lanes: [u64; LANES], block: &[u8; BLOCK]) -> [u64; LANES] {
    let (words, _) = block.as_chunks();
    for (lane, &word) in lanes.iter_mut().zip(words) {
        *lane = fold(*lane, u64::from_le_bytes(word));
    }
    lanes
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn the_cut_of_the_stream_makes_no_difference() {
        let bytes = core::array::from_fn::<u8, 200, _>(|at| (at * at) as u8);
        for cut in 0..bytes.len() {
            let mut pieces = Checksum::new();
            pieces.update(&bytes[..cut]);
            pieces.update(&bytes[cut..]);
            assert_eq!(pieces.value(), checksum(&bytes));
            assert_ne!(checksum(&bytes[..cut]), checksum(&bytes));
        }
    }
}
