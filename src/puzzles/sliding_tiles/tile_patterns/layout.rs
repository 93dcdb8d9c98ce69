//! The layouts of a finished pattern database: all entries of an order of the tiles are adjacent, as bytes or as
//! nibbles.
//!
//! The search leaves the orders of a row adjacent; these functions transpose its costs once it is over. The head of
//! `table.rs` says what that is good for.

use alloc::vec::Vec;

use super::grid::members;
use super::orders::TileOrder;
use super::shape::PatternShape;
use super::style::Blank;
use crate::account::{Claimed, Quota, Stop};
use crate::puzzles::homes::grid_distance;
use crate::threads::parallel_for;

/// Transposes the costs, so that all entries of an order are adjacent.
pub(super) fn transposed(
    costs: &[u8],
    orders: usize,
    threads: usize,
    quota: &Quota,
) -> Result<Claimed<Vec<u8>>, Stop> {
    /// The number of entries in a cache line.
    const LINE: usize = 64;
    let rows = costs.len() / orders;
    let mut turned = Claimed::filled(costs.len(), 0, quota)?;
    let turn = |(at, turned): (usize, &mut [u8])| {
        for (group, costs) in costs.chunks(LINE * orders).enumerate() {
            for (order, turned) in (LINE * at..).zip(turned.chunks_exact_mut(rows)) {
                let entries = turned[LINE * group..].iter_mut();
                for (entry, row) in entries.zip(costs.chunks_exact(orders)) {
                    *entry = row[order];
                }
            }
        }
        0
    };
    let chunks = turned.chunks_mut(LINE * rows).enumerate();
    parallel_for(threads, chunks, turn, || Ok(())).1?;
    Ok(turned)
}

/// Transposes the costs in the same way, as nibbles: half of the excess over the Manhattan distance, at most 15.
pub(super) fn nibbles(
    shape: &PatternShape,
    blank: Blank,
    costs: &[u8],
    quota: &Quota,
) -> Result<Claimed<Vec<u8>>, Stop> {
    let (outline, orders) = (shape.outline, &shape.orders);
    let goals: Vec<usize> = members(outline.goal).collect();
    let every: Vec<TileOrder> = (0..orders.count).map(|rank| orders.unrank(rank)).collect();
    let mut nibbles = Claimed::filled(costs.len().div_ceil(2), 0, quota)?;
    let mut rows = costs.chunks_exact(orders.count).enumerate();
    let row_count = costs.len() / orders.count;
    for (class, set) in outline.sets().enumerate() {
        let mut distance = [[0; 8]; 8];
        for (place, cell) in members(set).enumerate() {
            for (tile, &goal) in goals.iter().enumerate() {
                distance[place][tile] = grid_distance(outline.cells.columns, cell, goal) as u8;
            }
        }
        let manhattan = |order: TileOrder| -> u8 {
            let tile = |place| (order.0 >> (3 * place)) as usize % 8;
            (0..goals.len())
                .map(|place| distance[place][tile(place)])
                .sum()
        };
        let regions = match blank {
            Blank::Minimized => 1,
            Blank::RegionKept => shape.blocks_of(class).len(),
        };
        for (row_index, row) in rows.by_ref().take(regions) {
            for (rank, (&order, &cost)) in every.iter().zip(row).enumerate() {
                // The cost is below the Manhattan distance only where it is 0 for an unreachable state.
                let half = cost.saturating_sub(manhattan(order)) / 2;
                let at = rank * row_count + row_index;
                nibbles[at / 2] |= half.min(15) << (4 * (at % 2));
            }
        }
    }
    Ok(nibbles)
}
