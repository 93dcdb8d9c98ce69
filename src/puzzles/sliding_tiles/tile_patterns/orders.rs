//! [`Orders`]: the orders of a pattern's tiles, numbered; and [`Order`], one of them in a word.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::permutation::{lexicographic_rank, lexicographic_unrank};

/// The most tiles that a pattern can have.
pub(super) const MOST_TILES: usize = 8;

/// The tiles of a pattern in the order of their cells, three bits for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order(pub(super) u32);

impl Order {
    pub(super) fn of(tiles: impl Iterator<Item = usize>) -> Self {
        let fields = tiles.zip(0..).map(|(tile, at)| (tile as u32) << (3 * at));
        Self(fields.sum())
    }

    /// After the tile at one place has passed the `passed` ones behind it.
    #[inline]
    pub(super) const fn sent_back(self, at: u32, passed: u32) -> Self {
        let window = (self.0 >> (3 * at)) & ((8 << (3 * passed)) - 1);
        let turned = window >> 3 | (window & 7) << (3 * passed);
        Self(self.0 ^ (window ^ turned) << (3 * at))
    }

    /// After the tile `passed` places behind a place has passed all up to it.
    #[inline]
    pub(super) const fn brought_forward(self, at: u32, passed: u32) -> Self {
        let mask = (8 << (3 * passed)) - 1;
        let window = (self.0 >> (3 * at)) & mask;
        let turned = (window << 3) & mask | window >> (3 * passed);
        Self(self.0 ^ (window ^ turned) << (3 * at))
    }
}

/// Lexicographic numbers of orders, by two small tables: the first four tiles tell the first digits in
/// the factorial number system, the others only how they are ordered among themselves.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    tiles: usize,
    pub(super) count: usize,
    first: Box<[u32]>,
    last: Box<[u8]>,
}

/// Three bits for each of four tiles.
pub(super) const HALF: usize = 1 << 12;

impl Orders {
    pub(super) fn new(tiles: usize) -> Self {
        let count = (1..=tiles).product();
        let (mut first, mut last) = (vec![0; HALF], vec![0; HALF]);
        for rank in 0..count {
            let order: Vec<usize> = lexicographic_unrank(tiles, rank as u128).collect();
            let (head, tail) = order.split_at(tiles.min(4));
            let behind: usize = (1..=tail.len()).product();
            let place = Order::of(tail.iter().copied());
            let among = |&tile: &usize| tail.iter().filter(|&&other| other < tile).count();
            let own = lexicographic_rank(tail.iter().map(among), tail.len()) as usize;
            last[place.0 as usize] = own as u8;
            first[Order::of(head.iter().copied()).0 as usize] = (rank / behind * behind) as u32;
        }
        Self {
            tiles,
            count,
            first: first.into(),
            last: last.into(),
        }
    }

    #[inline]
    pub(super) fn rank(&self, order: Order) -> usize {
        let (head, tail) = (order.0 as usize % HALF, (order.0 >> 12) as usize % HALF);
        self.first[head] as usize + usize::from(self.last[tail])
    }

    pub(super) fn unrank(&self, rank: usize) -> Order {
        Order::of(lexicographic_unrank(self.tiles, rank as u128))
    }
}
