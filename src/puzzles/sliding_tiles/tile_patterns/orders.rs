//! [`TileOrder`]: the order of a pattern's tiles, packed into a word; and [`Orders`]: the lexicographic ranks of
//! orders.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::permutation::{lexicographic_rank, lexicographic_unrank};

/// The greatest number of tiles in a pattern.
pub(super) const MOST_TILES: usize = 8;

/// The indices of a pattern's tiles in the order of their cells, three bits for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TileOrder(pub(super) u32);

impl TileOrder {
    pub(super) fn of(tiles: impl Iterator<Item = usize>) -> Self {
        let fields = tiles.zip(0..).map(|(tile, at)| (tile as u32) << (3 * at));
        Self(fields.sum())
    }

    /// The order after the tile at place `at` has moved behind the next `passed` tiles.
    #[inline]
    pub(super) const fn moved_back(self, at: u32, passed: u32) -> Self {
        let window = (self.0 >> (3 * at)) & ((8 << (3 * passed)) - 1);
        let turned = window >> 3 | (window & 7) << (3 * passed);
        Self(self.0 ^ (window ^ turned) << (3 * at))
    }

    /// The order after the tile at place `at + passed` has moved to place `at`.
    #[inline]
    pub(super) const fn moved_forward(self, at: u32, passed: u32) -> Self {
        let mask = (8 << (3 * passed)) - 1;
        let window = (self.0 >> (3 * at)) & mask;
        let turned = (window << 3) & mask | window >> (3 * passed);
        Self(self.0 ^ (window ^ turned) << (3 * at))
    }
}

/// Computes the lexicographic rank of an order from two small tables. The first four tiles determine the leading digits
/// in the factorial number system; of the last four, only their relative order matters.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    tiles: usize,
    pub(super) count: usize,
    first: Box<[u32]>,
    last: Box<[u8]>,
}

/// The number of words for four tiles, with three bits each.
pub(super) const HALF: usize = 1 << 12;

impl Orders {
    pub(super) fn new(tiles: usize) -> Self {
        let count = (1..=tiles).product();
        let (mut first, mut last) = (vec![0; HALF], vec![0; HALF]);
        for rank in 0..count {
            let order: Vec<usize> = lexicographic_unrank(tiles, rank as u128).collect();
            let (head, tail) = order.split_at(tiles.min(4));
            let behind: usize = (1..=tail.len()).product();
            let place = TileOrder::of(tail.iter().copied());
            let among = |&tile: &usize| tail.iter().filter(|&&other| other < tile).count();
            let own = lexicographic_rank(tail.iter().map(among), tail.len()) as usize;
            last[place.0 as usize] = own as u8;
            first[TileOrder::of(head.iter().copied()).0 as usize] = (rank / behind * behind) as u32;
        }
        Self {
            tiles,
            count,
            first: first.into(),
            last: last.into(),
        }
    }

    #[inline]
    pub(super) fn rank(&self, order: TileOrder) -> usize {
        let (head, tail) = (order.0 as usize % HALF, (order.0 >> 12) as usize % HALF);
        self.first[head] as usize + usize::from(self.last[tail])
    }

    pub(super) fn unrank(&self, rank: usize) -> TileOrder {
        TileOrder::of(lexicographic_unrank(self.tiles, rank as u128))
    }
}
