//! [`Halves`]: the numbers of a coordinate by what two halves of its pieces show.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::coordinates::coordinate::Coordinate;
use crate::storage::FixedState;

/// A half may show so many things at most, in any order of what its pieces can show.
const MOST_SHOWN: usize = 1 << 16;
/// What a half does not show.
const NONE: u16 = u16::MAX;

/// What some pieces show, numbered: a share for each piece, and their sum.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) pieces: Vec<Piece>,
    /// How many sums there may be.
    pub(super) sums: usize,
}

/// A piece, by the places of the goal on which it is.
#[derive(Debug)]
pub(super) struct Piece {
    /// Which of the coordinate's places they are.
    pub(super) places: Vec<usize>,
    /// By the colours there.
    shares: HashMap<Vec<u8>, usize, FixedState>,
}

/// A table of numbers: what the first half shows tells which can follow, and what the second shows, which of those.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    /// By the sum of the first half, where its numbers begin.
    begins: Vec<u16>,
    /// By that of the second half, which it is of those that the first allows.
    ranks: Vec<u16>,
    numbers: Vec<u16>,
}

impl Half {
    /// Of pieces, by their places; none if they may show too much.
    fn new(coordinate: &Coordinate, pieces: &[Vec<usize>]) -> Option<Self> {
        let mut half = Self {
            pieces: Vec::new(),
            sums: 1,
        };
        for places in pieces {
            let mut shares = HashMap::default();
            for state in 0..coordinate.states() {
                let next = shares.len() * half.sums;
                let shown = coordinate.shown(state);
                let colors = places.iter().map(|&place| shown[place]).collect();
                shares.entry(colors).or_insert(next);
            }
            half.sums *= shares.len();
            half.pieces.push(Piece {
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

impl Piece {
    /// Its share, by the colour that is seen on each of its places.
    pub(super) fn share(&self, color: impl Fn(usize) -> Option<u8>) -> Option<usize> {
        let colors: Option<Vec<u8>> = self.places.iter().map(|&place| color(place)).collect();
        self.shares.get(&colors?).copied()
    }
}

impl Halves {
    /// With both halves, given the places of each piece; none if they would take too much memory, or what the first
    /// allows is not one thing.
    pub(super) fn new(coordinate: &Coordinate, pieces: &[Vec<usize>]) -> Option<(Self, [Half; 2])> {
        let (first, second) = pieces.split_at(pieces.len() / 2);
        let halves = [
            Half::new(coordinate, first)?,
            Half::new(coordinate, second)?,
        ];
        let mut all: Vec<[usize; 2]> = Vec::new();
        for state in 0..coordinate.states() {
            let shown = coordinate.shown(state);
            all.push(halves.each_ref().map(|half| half.sum(shown)));
        }
        let mut order: Vec<u16> = (0..all.len()).map(|state| state as u16).collect();
        order.sort_unstable_by_key(|&state| all[usize::from(state)]);
        let mut table = Self {
            begins: vec![NONE; halves[0].sums],
            ranks: vec![NONE; halves[1].sums],
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
        Some((table, halves))
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let tables = [&self.begins, &self.ranks, &self.numbers];
        tables.iter().map(|table| size_of_val(&table[..])).sum()
    }

    /// The number, by the sums of the halves; any, if they never come together.
    #[inline]
    pub(super) fn number(&self, first: usize, second: usize) -> u16 {
        let begin = self.begins.get(first).copied().unwrap_or(0);
        let rank = self.ranks.get(second).copied().unwrap_or(0);
        let at = usize::from(begin) + usize::from(rank);
        self.numbers.get(at).copied().unwrap_or(0)
    }
}
