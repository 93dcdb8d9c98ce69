//! [`Checksum`]: fast enough to be taken of every byte that is read.

/// A checksum of 64 bits, the same on every platform: eight lanes that take a word of eight bytes in
/// turn, each multiplying by an odd number, folded at the end.
///
/// A change within one word always changes it, any other with a probability of nearly one. It is no
/// protection against intent.
///
/// ```
/// use puzzle_search::table_file::Checksum;
///
/// let mut checksum = Checksum::new();
/// checksum.update(b"pattern ");
/// checksum.update(b"database");
/// assert_eq!(checksum.value(), Checksum::of(b"pattern database"));
/// assert_ne!(checksum.value(), Checksum::of(b"pattern databaze"));
/// ```
#[derive(Clone, Debug)]
pub struct Checksum {
    lanes: [u64; LANES],
    /// What does not fill a block yet.
    rest: [u8; BLOCK],
    length: u64,
}

const LANES: usize = 8;
const BLOCK: usize = 8 * LANES;
/// 2^64 divided by the golden ratio, made odd.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Default for Checksum {
    fn default() -> Self {
        Self::new()
    }
}

impl Checksum {
    /// Of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            lanes: core::array::from_fn(|lane| FACTOR.wrapping_mul(2 * lane as u64 + 1)),
            rest: [0; BLOCK],
            length: 0,
        }
    }

    /// The checksum of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> u64 {
        let mut checksum = Self::new();
        checksum.update(bytes);
        checksum.value()
    }

    /// Adds bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        let filled = (self.length % BLOCK as u64) as usize;
        self.length = self.length.wrapping_add(bytes.len() as u64);
        if filled > 0 {
            let (more, beyond) = bytes.split_at(bytes.len().min(BLOCK - filled));
            self.rest[filled..filled + more.len()].copy_from_slice(more);
            if filled + more.len() < BLOCK {
                return;
            }
            self.lanes = stirred(self.lanes, &self.rest);
            bytes = beyond;
        }
        let (mut blocks, mut lanes) = (bytes.chunks_exact(BLOCK), self.lanes);
        for block in &mut blocks {
            lanes = stirred(lanes, block);
        }
        self.lanes = lanes;
        let rest = blocks.remainder();
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    /// The checksum of all bytes so far.
    #[must_use]
    pub fn value(&self) -> u64 {
        let filled = (self.length % BLOCK as u64) as usize;
        let mut last = self.rest;
        last[filled..].fill(0);
        let lanes = stirred(self.lanes, &last);
        let folded = lanes.into_iter().fold(self.length, fold);
        fold(folded, folded >> 32)
    }
}

#[inline]
fn fold(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(FACTOR).rotate_left(29)
}

/// The lanes after a block.
#[inline]
fn stirred(mut lanes: [u64; LANES], block: &[u8]) -> [u64; LANES] {
    for (lane, word) in lanes.iter_mut().zip(block.chunks_exact(8)) {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(word);
        *lane = fold(*lane, u64::from_le_bytes(bytes));
    }
    lanes
}
