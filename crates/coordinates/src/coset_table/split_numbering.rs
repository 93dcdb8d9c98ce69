//! [`SplitNumbering`]: looks up the value of a coordinate by two sums, each over half of the pieces.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::coordinate::Coordinate;

/// The greatest number of sums of a half, over all combinations of what its pieces can show.
const MOST_SHOWN: usize = 1 << 16;
/// Marks a sum that never occurs.
const NONE: u16 = u16::MAX;

/// Half of the pieces. Each contributes a share, and their sum identifies what the half shows.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) pieces: Vec<PieceShares>,
    /// The number of possible sums.
    pub(super) sums: usize,
}

/// A piece, by the places on which it is in the goal.
#[derive(Debug)]
pub(super) struct PieceShares {
    /// The indices of these places in the coordinate.
    pub(super) places: Vec<usize>,
    /// The shares, by the colors on the places.
    shares: BTreeMap<Vec<u8>, usize>,
}

/// A two-step table: the first sum gives the beginning of a range of values, and the second an offset in it.
#[derive(Clone, Debug)]
pub(super) struct SplitNumbering {
    /// For each sum of the first half, where its values begin.
    begins: Vec<u16>,
    /// For each sum of the second half, the offset.
    ranks: Vec<u16>,
    numbers: Vec<u16>,
}

impl Half {
    /// A half with these pieces, each a list of places; `None` if it can show too much.
    fn new(coordinate: &Coordinate, pieces: &[Vec<usize>]) -> Option<Self> {
        let mut half = Self {
            pieces: Vec::new(),
            sums: 1,
        };
        for places in pieces {
            let mut shares = BTreeMap::new();
            for state in 0..coordinate.states() {
                let next = shares.len() * half.sums;
                let shown = coordinate.shown(state);
                let colors = places.iter().map(|&place| shown[place]).collect();
                shares.entry(colors).or_insert(next);
            }
            half.sums *= shares.len();
            half.pieces.push(PieceShares {
                places: places.clone(),
                shares,
            });
            if half.sums > MOST_SHOWN {
                return None;
            }
        }
        Some(half)
    }

    fn sum(&self, shown: &[u8]) -> usize {
        let pieces = self.pieces.iter();
        let shares = pieces.map(|piece| piece.share(|place| Some(shown[place])));
        shares.flatten().sum()
    }
}

impl PieceShares {
    /// The share of a piece, given the color on each of its places.
    pub(super) fn share(&self, color: impl Fn(usize) -> Option<u8>) -> Option<usize> {
        let colors: Option<Vec<u8>> = self.places.iter().map(|&place| color(place)).collect();
        self.shares.get(&colors?).copied()
    }
}

impl SplitNumbering {
    /// The table for pieces that are given by their places. `None` if it would take too much memory, or if the offset
    /// of a second sum depends on the first.
    pub(super) fn new(coordinate: &Coordinate, pieces: &[Vec<usize>]) -> Option<(Self, [Half; 2])> {
        let (first, second) = pieces.split_at(pieces.len() / 2);
        let numbering = [
            Half::new(coordinate, first)?,
            Half::new(coordinate, second)?,
        ];
        let mut all: Vec<[usize; 2]> = Vec::new();
        for state in 0..coordinate.states() {
            let shown = coordinate.shown(state);
            all.push(numbering.each_ref().map(|half| half.sum(shown)));
        }
        let mut order: Vec<u16> = (0..all.len()).map(|state| state as u16).collect();
        order.sort_unstable_by_key(|&state| all[usize::from(state)]);
        let mut table = Self {
            begins: vec![NONE; numbering[0].sums],
            ranks: vec![NONE; numbering[1].sums],
            numbers: order,
        };
        for (at, &state) in table.numbers.iter().enumerate() {
            let at = at as u16;
            let [first, second] = all[usize::from(state)];
            let begin = &mut table.begins[first];
            *begin = at.min(*begin);
            let rank = &mut table.ranks[second];
            if *rank == NONE {
                *rank = at - *begin;
            }
            if *rank != at - *begin {
                return None;
            }
        }
        Some((table, numbering))
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let tables = [&self.begins, &self.ranks, &self.numbers];
        tables.iter().map(|table| size_of_val(&table[..])).sum()
    }

    /// The value of two sums; arbitrary if they never occur together.
    #[inline]
    pub(super) fn number(&self, first: usize, second: usize) -> u16 {
        let begin = self.begins.get(first).copied().unwrap_or(0);
        let rank = self.ranks.get(second).copied().unwrap_or(0);
        let at = usize::from(begin) + usize::from(rank);
        self.numbers.get(at).copied().unwrap_or(0)
    }
}
