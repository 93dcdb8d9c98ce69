//! [`PatternShape`]: the numbering of the states of a pattern, for the indices of its database.
//!
//! A *class* is a set of cells that the tiles of the pattern are on. A *block* is a class together with a *region*, a
//! connected component of the other cells: the one that the blank is in. The *order* is the sequence of the tiles by
//! their cells. Invariant: a class has as its index the rank of its set of cells in the combinatorial number system,
//! and the blocks of a class have consecutive indices.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::grid::{Cells, MOST_CELLS, members};
use super::orders::{MOST_TILES, Orders, TileOrder};
use crate::account::{Claim, Claimed, Quota, Stop};

/// The goal cells of a pattern, and the region of the goal's blank. Patterns with the same outline share a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outline {
    pub(super) cells: Cells,
    /// The goal cells of the tiles, as bits.
    pub(super) goal: u32,
    /// The cells of the region of the goal's blank, as bits.
    pub(super) blank_region: u32,
}

impl Outline {
    pub(super) fn new(cells: Cells, goal: u32, blank: usize) -> Self {
        Self {
            cells,
            goal,
            blank_region: cells.region(blank, cells.others(goal.into())) as u32,
        }
    }

    pub(super) const fn tiles(self) -> usize {
        self.goal.count_ones() as usize
    }

    /// The number of sets of cells that the tiles may be on.
    pub(super) fn classes(self) -> usize {
        binomial(self.cells.count(), self.tiles())
    }

    /// All sets of cells that the tiles may be on, in the order of their indices.
    pub(super) fn sets(self) -> impl Iterator<Item = u32> {
        let last = (1_u64 << self.cells.count()) - 1;
        let mut set = (1_u64 << self.tiles()) - 1;
        core::iter::from_fn(move || {
            if set > last {
                return None;
            }
            let found = set as u32;
            // The next larger number with the same number of bits (Gosper's hack).
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            set = carried | ((set ^ carried) / lowest) >> 2;
            Some(found)
        })
    }

    /// The connected regions of the cells outside a set, in the order of their lowest cells.
    pub(super) fn regions(self, set: u32) -> impl Iterator<Item = u64> {
        let mut left = self.cells.others(set.into());
        core::iter::from_fn(move || {
            let cell = (left != 0).then(|| left.trailing_zeros() as usize)?;
            let region = self.cells.region(cell, left);
            left &= !region;
            Some(region)
        })
    }
}

/// The binomial coefficients n over k, as `[n][k]`.
const BINOMIALS: [[u32; MOST_TILES + 1]; MOST_CELLS + 1] = {
    let mut table = [[0; MOST_TILES + 1]; MOST_CELLS + 1];
    let mut n = 0;
    while n <= MOST_CELLS {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_TILES {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

pub(super) const fn binomial(n: usize, k: usize) -> usize {
    BINOMIALS[n][k] as usize
}

/// The indices of classes, blocks and orders for one outline.
#[derive(Clone, Debug)]
pub(super) struct PatternShape {
    pub(super) outline: Outline,
    pub(super) orders: Orders,
    /// For each subset of the lower half of the cells: its summand of the class index, and its number of cells.
    low: Box<[(u32, u32)]>,
    /// The number of cells in the lower half.
    low_bits: u32,
    /// For each number of cells of the subset of the lower half, and each subset of the upper half: the summand of the
    /// latter in the class index.
    high: Box<[u32]>,
    /// The number of cells in the upper half.
    high_bits: u32,
    /// For each class, its first block, and the start of its cells in `region_of`, or [`ONE_REGION`].
    blocks: Box<[(u32, u32)]>,
    /// For each class with more than one region, and each cell, the number of the cell's region in the class.
    region_of: Box<[u8]>,
    pub(super) block_count: usize,
}

/// Marks a class with one region.
const ONE_REGION: u32 = u32::MAX;

impl PatternShape {
    /// The shape, and the claim on its memory.
    pub(super) fn new(outline: Outline, quota: &Quota) -> Result<(Self, Claim), Stop> {
        let (cells, tiles) = (outline.cells.count(), outline.tiles());
        let low_bits = cells.div_ceil(2);
        let high_bits = cells - low_bits;
        // The rank of a set is the sum of the binomial coefficients of c over k, where c is the k-th smallest cell of
        // the set, and k counts from 1. The summand is that of the cells in `set`, whose bit 0 stands for `first_cell`,
        // if `before` other cells are smaller. Cells beyond the number of tiles are left out: such sets have no rank.
        let summand = |set: usize, first_cell: usize, before: usize| -> u32 {
            let counted = members(set as u32).zip(before + 1..);
            let counted = counted.filter(|&(_, k)| k <= tiles);
            counted
                .map(|(cell, k)| BINOMIALS[first_cell + cell][k])
                .sum()
        };
        let low = (0..1_usize << low_bits).map(|set| (summand(set, 0, 0), set.count_ones()));
        let high = (0..=tiles).flat_map(|before| {
            let sets = 0..1_usize << high_bits;
            sets.map(move |set| summand(set, low_bits, before))
        });
        let classes = outline.classes();
        let mut blocks = Claimed::<Vec<_>>::with_room(classes, quota)?;
        let (mut region_of, mut block_count) = (Claimed::<Vec<u8>>::default(), 0);
        for set in outline.sets() {
            let regions = outline.regions(set).count() as u32;
            if regions == 1 {
                blocks.push_within((block_count, ONE_REGION));
            } else {
                blocks.push_within((block_count, region_of.len() as u32));
                region_of.reserve(cells, quota)?;
                let start = region_of.len();
                region_of.as_vec().resize(start + cells, 0);
                for (number, region) in outline.regions(set).enumerate() {
                    for cell in members(region) {
                        region_of[start + cell] = number as u8;
                    }
                }
            }
            block_count += regions;
        }
        let bytes = size_of_val(&blocks[..]) + region_of.len();
        let claim = Claim::new(bytes, quota)?;
        let shape = Self {
            outline,
            orders: Orders::new(tiles),
            low: low.collect(),
            low_bits: low_bits as u32,
            high: high.collect(),
            high_bits: high_bits as u32,
            blocks: blocks.into_inner().into(),
            region_of: region_of.into_inner().into(),
            block_count: block_count as usize,
        };
        Ok((shape, claim))
    }

    /// The index of a set of cells.
    #[inline]
    pub(super) fn class(&self, set: u32) -> usize {
        let set = u64::from(set);
        let (low, count) = self.low[(set & ((1 << self.low_bits) - 1)) as usize];
        let row = u64::from(count) << self.high_bits;
        let high = self.high.get((row | set >> self.low_bits) as usize);
        (low + high.copied().unwrap_or(0)) as usize
    }

    /// The index of the block of a set of cells and the region of the blank, which is on the cell `blank`.
    #[inline]
    pub(super) fn block(&self, set: u32, blank: usize) -> usize {
        let known = self.blocks.get(self.class(set));
        let (first, start) = known.copied().unwrap_or((0, ONE_REGION));
        let region = if start == ONE_REGION {
            0
        } else {
            self.region_of[start as usize + blank]
        };
        first as usize + usize::from(region)
    }

    /// The blocks of a class.
    pub(super) fn blocks_of(&self, class: usize) -> core::ops::Range<usize> {
        let end = self.blocks.get(class + 1);
        let end = end.map_or(self.block_count, |&(first, _)| first as usize);
        self.blocks[class].0 as usize..end
    }

    /// The order of the tiles at the goal.
    pub(super) fn goal_order(&self) -> TileOrder {
        TileOrder::of(0..self.outline.tiles())
    }

    /// The change of the order if the tile on cell `from` moves to cell `to`. `set` has the cells of all tiles.
    #[inline]
    pub(super) const fn passing(set: u32, from: usize, to: usize) -> Passing {
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let between = (set >> low >> 1) & ((1 << (high - low - 1)) - 1);
        if between == 0 {
            return Passing {
                at: 0,
                passed: 0,
                back: false,
            };
        }
        Passing {
            at: (set & ((1 << low) - 1)).count_ones(),
            passed: between.count_ones(),
            back: from < to,
        }
    }
}

/// How a move changes the order of the tiles: the moving tile passes those on the cells between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passing {
    /// The place in the order of the first tile concerned: the moving tile, or the first that it passes.
    pub(super) at: u32,
    /// The number of tiles that the moving tile passes.
    pub(super) passed: u32,
    /// Whether the moving tile goes to a later place in the order, rather than to an earlier.
    pub(super) back: bool,
}

impl Passing {
    #[inline]
    pub(super) const fn apply(self, order: TileOrder) -> TileOrder {
        if self.passed == 0 {
            order
        } else if self.back {
            order.moved_back(self.at, self.passed)
        } else {
            order.moved_forward(self.at, self.passed)
        }
    }
}
