//! The breadth-first search that fills a pattern database: bit-parallel, backward from the goal, over the cells of the
//! pattern's tiles and the region of the blank.
//!
//! The tiles of a pattern are on a set of cells (a *class*), and the blank is in a connected region of the other cells.
//! Class and region make a *block*. The states of a block differ only in the order of the tiles, so a layer has one bit
//! for each order. A move leads from all states of a block to states of one other block, and permutes the orders of all
//! of them alike, or not at all. So a layer passes from block to block by whole words, or by a table of the permuted
//! ranks, which fits into the first-level cache for up to seven tiles.
//!
//! Invariant: after layer d, `reached` has exactly the states at most d moves of the pattern's tiles from the goal, and
//! `last` has those at exactly d. Each block gathers from its neighbors, so threads never write to the same place,
//! nothing is atomic, and the result does not depend on the number of threads.
//!
//! If the table has no region of the blank (the blank is minimized out), the search is the same, and all blocks of a
//! class share an entry: the first layer that reaches one of them. So tables are exact with and without the region of
//! the blank. The search is a hundred times faster than that of `PatternDatabase`, which goes backward over the ranks
//! of any abstract space.

use alloc::vec;
use alloc::vec::Vec;

use super::grid::members;
use super::orders::HALF;
use super::shape::{Passing, PatternShape};
use super::style::Blank;
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::space::layers::Front;
use crate::tables::BuildError;
use crate::threads::parallel_for;

/// The entry of a state that is not reached yet.
const UNREACHED: u8 = u8::MAX;
/// The greatest number of moves that fits into an entry.
const MOST_MOVES: u64 = UNREACHED as u64 - 1;

/// The greatest number of chunks of work in a layer.
const CHUNKS: usize = 512;

/// The number of words of a block, which has one bit for each order.
const fn words(orders: usize) -> usize {
    orders.div_ceil(64)
}

/// The number of entries for each order of the tiles.
pub(super) fn rows(shape: &PatternShape, blank: Blank) -> usize {
    match blank {
        Blank::Minimized => shape.outline.classes(),
        Blank::RegionKept => shape.block_count,
    }
}

/// The number of entries.
pub(super) fn entries(shape: &PatternShape, blank: Blank) -> u64 {
    rows(shape, blank) as u64 * shape.orders.count as u64
}

/// The number of reachable states on a board of at least two rows and columns: all states, or half of them if the
/// pattern has all tiles, since the parity of their order is then determined.
fn states(shape: &PatternShape) -> u64 {
    let states = shape.block_count as u64 * shape.orders.count as u64;
    let outline = shape.outline;
    let is_whole = outline.goal.count_ones() as usize + 1 == outline.cells.count();
    if is_whole { states / 2 } else { states }
}

/// The number of bytes for building, besides the table: three bits per state, three flags per block, the chunks of
/// work, and the words of two blocks.
pub(super) fn working_bytes(shape: &PatternShape) -> u64 {
    let bits = 3 * (shape.block_count * words(shape.orders.count)) as u64 * 8;
    let chunks = CHUNKS * size_of::<ClassSlice<'_>>();
    bits + (3 * shape.block_count + chunks + 2 * words(shape.orders.count) * 8) as u64
}

/// The number of bytes of the tables that rank orders and sets of cells.
pub(super) const fn numbering_bytes(shape: &PatternShape) -> usize {
    let orders = HALF * (size_of::<u32>() + size_of::<u8>());
    let cells = shape.outline.cells.count();
    let low = size_of::<(u32, u32)>() << cells.div_ceil(2);
    let high = ((shape.outline.tiles() + 1) * size_of::<u32>()) << (cells / 2);
    orders + low + high
}

/// A pattern database under construction: the number of moves of the pattern's tiles from each entry's states to the
/// goal. The orders of a row are adjacent.
#[derive(Debug)]
pub(super) struct PatternSearch {
    pub(super) shape: PatternShape,
    blank: Blank,
    pub(super) costs: Claimed<Vec<u8>>,
    edges: BlockEdges,
    layers: BlockLayers,
}

impl PatternSearch {
    pub(super) fn new(shape: PatternShape, blank: Blank) -> Self {
        Self {
            shape,
            blank,
            costs: Claimed::default(),
            edges: BlockEdges::default(),
            layers: BlockLayers::default(),
        }
    }

    /// Replaces the marks of unreached entries by 0, and frees the memory of the search.
    pub(super) fn finish_costs(&mut self, threads: usize) -> Result<(), Stop> {
        // Only if the pattern has all tiles are there such entries: half of the orders, which are never looked up.
        let length = self.costs.len().div_ceil(CHUNKS).max(1);
        let clear = |costs: &mut [u8]| {
            let unreached = costs.iter_mut().filter(|cost| **cost == UNREACHED);
            unreached.for_each(|cost| *cost = 0);
            0
        };
        let chunks = self.costs.chunks_mut(length);
        parallel_for(threads, chunks, clear, || Ok(())).1?;
        (self.edges, self.layers) = (BlockEdges::default(), BlockLayers::default());
        Ok(())
    }

    /// Starts the search at the goal; returns 1, the size of layer 0.
    pub(super) fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
        self.costs = Claimed::default();
        (self.edges, self.layers) = (BlockEdges::default(), BlockLayers::default());
        let (shape, blank, quota) = (&self.shape, self.blank, meter.memory().clone());
        meter.expect_states(states(shape));
        let entries = usize::try_from(entries(shape, blank)).map_err(|_| Stop::OutOfMemory)?;
        self.edges = BlockEdges::new(shape, &quota)?;
        let (mut costs, mut layers) = (Err(Stop::OutOfMemory), Err(Stop::OutOfMemory));
        // The system takes long to provide new pages, so the entries and the layers are filled at the same time.
        let mut fill_costs = || costs = Claimed::filled(entries, UNREACHED, &quota);
        let mut fill_layers = || layers = BlockLayers::new(shape, blank, &quota);
        let both: [&mut (dyn FnMut() + Send); 2] = [&mut fill_costs, &mut fill_layers];
        let fill = |fill: &mut (dyn FnMut() + Send)| {
            fill();
            0
        };
        parallel_for(meter.threads(), both.into_iter(), fill, || Ok(())).1?;
        (self.costs, self.layers) = (costs?, layers?);
        self.layers.start(shape, &mut self.costs);
        Ok(1)
    }

    /// Fills in the next layer; returns its size, or `None` if it is empty.
    pub(super) fn advance(
        &mut self,
        front: Front,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, BuildError> {
        let depth = u8::try_from(front.depth + 1).unwrap_or(UNREACHED);
        let (shape, edges, costs) = (&self.shape, &self.edges, &mut self.costs);
        let states = self
            .layers
            .advance(shape, edges, depth, costs, meter.threads())?;
        if states > 0 && depth == UNREACHED {
            return Err(BuildError::too_deep("a pattern", MOST_MOVES));
        }
        Ok((states > 0).then_some(states))
    }
}

/// A move into a block, from all states of another block.
#[derive(Clone, Copy, Debug)]
struct BlockEdge {
    /// The other block.
    source: u32,
    /// The number, from 1, of the permutation of the orders in [`BlockEdges::actions`]; `None` for the identity.
    action: Option<core::num::NonZeroU32>,
}

/// The block edges, by target block.
#[derive(Debug, Default)]
struct BlockEdges {
    /// For each block, the index of its first edge; then the number of edges.
    first: Claimed<Vec<u32>>,
    edges: Claimed<Vec<BlockEdge>>,
    /// Each permutation of the orders: for the rank of each order, the rank after the move.
    actions: Vec<Claimed<Vec<u16>>>,
}

impl BlockEdges {
    fn new(shape: &PatternShape, quota: &Quota) -> Result<Self, Stop> {
        let outline = shape.outline;
        let mut known: Vec<Passing> = vec![];
        let (mut edges, mut actions) = (Claimed::<Vec<_>>::default(), Vec::new());
        let mut first = Claimed::<Vec<_>>::with_room(shape.block_count + 1, quota)?;
        for set in outline.sets() {
            for region in outline.regions(set) {
                first.push_within(edges.len() as u32);
                for blank in members(region) {
                    for tile in members(outline.cells.beside(1 << blank) & u64::from(set)) {
                        // Before the move, the tile was on cell `blank`, and the blank on cell `tile`.
                        let before = set ^ (1 << tile) ^ (1 << blank);
                        let passing = PatternShape::passing(before, blank, tile);
                        let index = known.iter().position(|&other| other == passing);
                        let index = match index {
                            Some(index) => index,
                            None => {
                                known.push(passing);
                                actions.push(action(shape, passing, quota)?);
                                known.len() - 1
                            }
                        };
                        let keeps_order = passing.passed == 0;
                        let number = if keeps_order { 0 } else { index as u32 + 1 };
                        let edge = BlockEdge {
                            source: shape.block(before, tile) as u32,
                            action: core::num::NonZeroU32::new(number),
                        };
                        edges.push(edge, quota)?;
                    }
                }
            }
        }
        first.push_within(edges.len() as u32);
        Ok(Self {
            first,
            edges,
            actions,
        })
    }

    /// The edges into a block.
    fn leading_to(&self, block: usize) -> &[BlockEdge] {
        &self.edges[self.first[block] as usize..self.first[block + 1] as usize]
    }
}

/// For the rank of each order, the rank after the tiles pass one another as `passing` tells.
fn action(
    shape: &PatternShape,
    passing: Passing,
    quota: &Quota,
) -> Result<Claimed<Vec<u16>>, Stop> {
    let orders = &shape.orders;
    let moved = |rank| orders.rank(passing.apply(orders.unrank(rank))) as u16;
    let mut action = Claimed::<Vec<_>>::with_room(orders.count, quota)?;
    (0..orders.count).for_each(|rank| action.push_within(moved(rank)));
    Ok(action)
}

/// The sets of states: reached so far, in the last layer, and in the next. A block whose flag in `in_last` or `in_next`
/// is false has no bits in that layer.
#[derive(Debug, Default)]
struct BlockLayers {
    blank: Blank,
    /// The number of words of a block.
    words: usize,
    reached: Claimed<Vec<u64>>,
    last: Claimed<Vec<u64>>,
    next: Claimed<Vec<u64>>,
    /// For each block, whether it has a state in the last layer, and in the next.
    in_last: Claimed<Vec<bool>>,
    in_next: Claimed<Vec<bool>>,
    /// For each block, whether all of its states are reached.
    complete: Claimed<Vec<bool>>,
}

/// A part of all sets for one thread to write: consecutive classes and their blocks.
struct ClassSlice<'a> {
    first_class: usize,
    /// The number of classes.
    classes: usize,
    reached: &'a mut [u64],
    next: &'a mut [u64],
    in_next: &'a mut [bool],
    complete: &'a mut [bool],
    costs: &'a mut [u8],
}

impl BlockLayers {
    fn new(shape: &PatternShape, blank: Blank, quota: &Quota) -> Result<Self, Stop> {
        let (blocks, words) = (shape.block_count, words(shape.orders.count));
        let bits = || Claimed::filled(blocks * words, 0, quota);
        let of_blocks = || Claimed::filled(blocks, false, quota);
        Ok(Self {
            blank,
            words,
            reached: bits()?,
            last: bits()?,
            next: bits()?,
            in_last: of_blocks()?,
            in_next: of_blocks()?,
            complete: of_blocks()?,
        })
    }

    /// Enters the goal, at distance 0.
    fn start(&mut self, shape: &PatternShape, costs: &mut [u8]) {
        let outline = shape.outline;
        let blank = outline.blank_region.trailing_zeros() as usize;
        let block = shape.block(outline.goal, blank);
        let order = shape.orders.rank(shape.goal_order());
        for bits in [&mut self.reached, &mut self.last] {
            bits[block * self.words + order / 64] |= 1 << (order % 64);
        }
        self.in_last[block] = true;
        let row = match self.blank {
            Blank::Minimized => shape.class(outline.goal),
            Blank::RegionKept => block,
        };
        costs[row * shape.orders.count + order] = 0;
    }

    /// Generates the next layer; returns its number of states.
    fn advance(
        &mut self,
        shape: &PatternShape,
        edges: &BlockEdges,
        depth: u8,
        costs: &mut [u8],
        threads: usize,
    ) -> Result<u64, Stop> {
        let classes = shape.outline.classes();
        let step = classes.div_ceil(CHUNKS);
        let (words, orders) = (self.words, shape.orders.count);
        let mut slices = Vec::new();
        let reserved = slices.try_reserve_exact(CHUNKS);
        reserved.map_err(|_| Stop::OutOfMemory)?;
        let (mut reached, mut next) = (&mut self.reached[..], &mut self.next[..]);
        let (mut in_next, mut complete) = (&mut self.in_next[..], &mut self.complete[..]);
        let mut costs = costs;
        for first_class in (0..classes).step_by(step) {
            let chunk_classes = step.min(classes - first_class);
            let end = shape.blocks_of(first_class + chunk_classes - 1).end;
            let blocks = end - shape.blocks_of(first_class).start;
            let rows = match self.blank {
                Blank::Minimized => chunk_classes,
                Blank::RegionKept => blocks,
            };
            slices.push(ClassSlice {
                first_class,
                classes: chunk_classes,
                reached: split_off(&mut reached, blocks * words),
                next: split_off(&mut next, blocks * words),
                in_next: split_off(&mut in_next, blocks),
                complete: split_off(&mut complete, blocks),
                costs: split_off(&mut costs, rows * orders),
            });
        }
        let (last, in_last, blank) = (&self.last[..], &self.in_last[..], self.blank);
        let (states, _) = parallel_for(
            threads,
            slices.into_iter(),
            |slice| slice.gather(shape, edges, last, in_last, blank, depth),
            || Ok(()),
        );
        core::mem::swap(&mut self.last, &mut self.next);
        core::mem::swap(&mut self.in_last, &mut self.in_next);
        Ok(states)
    }
}

/// Splits `length` items off the front of a slice.
fn split_off<'a, T>(rest: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (first, others) = core::mem::take(rest).split_at_mut(length);
    *rest = others;
    first
}

impl ClassSlice<'_> {
    /// Fills the next layer of these blocks, from the states of their neighbors in the last layer; returns the number
    /// of new states.
    fn gather(
        self,
        shape: &PatternShape,
        edges: &BlockEdges,
        last: &[u64],
        in_last: &[bool],
        blank: Blank,
        depth: u8,
    ) -> u64 {
        let orders = shape.orders.count;
        let words = words(orders);
        // The bits of a block whose states are all reached.
        let full: Vec<u64> = (0..words)
            .map(|word| match orders - 64 * word {
                64.. => u64::MAX,
                rest => (1 << rest) - 1,
            })
            .collect();
        let mut found = vec![0_u64; words];
        let first_block = shape.blocks_of(self.first_class).start;
        let mut states = 0;
        for class in 0..self.classes {
            for block in shape.blocks_of(self.first_class + class) {
                let local = block - first_block;
                let next = &mut self.next[local * words..][..words];
                // The buffer still has the layer before the last.
                if core::mem::take(&mut self.in_next[local]) {
                    next.fill(0);
                }
                if self.complete[local] {
                    continue;
                }
                let mut has_found = false;
                for edge in edges.leading_to(block) {
                    let source = edge.source as usize;
                    if !in_last[source] {
                        continue;
                    }
                    if !core::mem::replace(&mut has_found, true) {
                        found.fill(0);
                    }
                    let source = &last[source * words..][..words];
                    match edge.action {
                        None => {
                            for (found, source) in found.iter_mut().zip(source) {
                                *found |= source;
                            }
                        }
                        Some(action) => {
                            let action = &edges.actions[action.get() as usize - 1];
                            scatter(source, action, &mut found);
                        }
                    }
                }
                if !has_found {
                    continue;
                }
                let reached = &mut self.reached[local * words..][..words];
                let row = match blank {
                    Blank::Minimized => class,
                    Blank::RegionKept => local,
                };
                let costs = &mut self.costs[row * orders..][..orders];
                let (mut new, mut is_complete) = (0, true);
                for word in 0..words {
                    let bits = found[word] & !reached[word];
                    reached[word] |= bits;
                    next[word] = bits;
                    new += u64::from(bits.count_ones());
                    is_complete &= reached[word] == full[word];
                    each_bit(bits, |bit| {
                        let cost = &mut costs[64 * word + bit];
                        *cost = depth.min(*cost);
                    });
                }
                self.in_next[local] = new > 0;
                self.complete[local] = is_complete;
                states += new;
            }
        }
        states
    }
}

/// Calls `act` with the index of each bit.
#[inline]
fn each_bit(mut bits: u64, mut act: impl FnMut(usize)) {
    while bits != 0 {
        act(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// For each order in `source`, adds the permuted order to `found`.
fn scatter(source: &[u64], action: &[u16], found: &mut [u64]) {
    for (word, &bits) in source.iter().enumerate() {
        if bits == 0 {
            continue;
        }
        let moved = &action[64 * word..action.len().min(64 * word + 64)];
        each_bit(bits, |bit| {
            let order = usize::from(moved[bit]);
            found[order / 64] |= 1 << (order % 64);
        });
    }
}
