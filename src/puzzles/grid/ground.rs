//! [`Ground`]: a map with the steps that are possible from each cell, and its connected regions.
//!
//! A cell is one word, hashed once. The steps from each cell are computed when the map is read: a byte per cell has a
//! bit for each open step (walls, edges, corners, shores), so `neighbors` iterates over bits and a step is one
//! addition. All clones share map and costs, since only the goals differ between routes.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::map::Terrain;
use super::{Cell, Compass, Connectivity, GridMap};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) map: GridMap,
    pub(super) connectivity: Connectivity,
    /// For each cell, a bit for each possible step, in the order in which they are generated.
    open: Box<[u8]>,
    /// For each cell, the number of its connected region, from 1; 0 for a wall.
    regions: Box<[u32]>,
}

impl Ground {
    pub(super) fn new(map: GridMap, connectivity: Connectivity) -> Self {
        let terrain = |cell| {
            let letter = map.letters()[map.index_if_inside(cell)?];
            Terrain::of(letter).filter(|&terrain| terrain != Terrain::Wall)
        };
        let cells = map.letters().len();
        let open = (0..cells).map(|index| {
            let cell = map.cell(index);
            let here = terrain(cell);
            let joins = |step: Compass| here.is_some() && terrain(step.target(cell)) == here;
            let sides = Compass::ALL.map(joins);
            // A diagonal step lies between two straight steps; both kinds are listed clockwise.
            let corners = |at: usize| [sides[at - 4], sides[(at - 3) % 4]];
            let is_open = |at: usize| match (at, connectivity) {
                (4.., Connectivity::Eight) => sides[at] && corners(at) == [true; 2],
                (4.., Connectivity::EightCuttingOneCorner) => {
                    sides[at] && corners(at) != [false; 2]
                }
                (4.., Connectivity::Four) => false,
                _ => sides[at],
            };
            let order = step_order(cell);
            (0..8).fold(0, |bits, at| bits | u8::from(is_open(at ^ order)) << at)
        });
        let mut ground = Self {
            open: open.collect(),
            connectivity,
            regions: Box::default(),
            map,
        };
        ground.regions = ground.find_regions();
        ground
    }

    /// Numbers the connected regions. Steps are undirected, so a search forward is enough.
    fn find_regions(&self) -> Box<[u32]> {
        let letters = self.map.letters();
        let mut regions = vec![0; letters.len()];
        let (mut last, mut open) = (0, Vec::new());
        for (first, &letter) in letters.iter().enumerate() {
            if regions[first] != 0 || Terrain::of(letter) == Some(Terrain::Wall) {
                continue;
            }
            last += 1;
            regions[first] = last;
            open.push(self.map.cell(first));
            while let Some(cell) = open.pop() {
                for step in self.steps(cell) {
                    let next = step.target(cell);
                    if let Some(index) = self.map.index_if_inside(next)
                        && regions[index] == 0
                    {
                        regions[index] = last;
                        open.push(next);
                    }
                }
            }
        }
        regions.into()
    }

    /// The possible steps from a cell, in the order in which they are generated.
    #[inline]
    pub(super) fn steps(&self, cell: Cell) -> impl Iterator<Item = Compass> + use<> {
        let (index, order) = (self.map.index(cell), step_order(cell));
        let mut open = self.open.get(index).copied().unwrap_or(0);
        core::iter::from_fn(move || {
            if open == 0 {
                return None;
            }
            let step = Compass::nth(open.trailing_zeros() as usize ^ order);
            open &= open - 1;
            Some(step)
        })
    }

    /// The region of a cell; `None` for a wall or a cell outside the map.
    pub(super) fn region(&self, cell: Cell) -> Option<u32> {
        let region = self.regions[self.map.index_if_inside(cell)?];
        (region != 0).then_some(region)
    }

    /// The distinct letters of the cells that are not walls.
    pub(super) fn letters(&self) -> Vec<u8> {
        let mut has = [false; 256];
        for &letter in self.map.letters() {
            has[usize::from(letter)] = true;
        }
        let open = |letter: &u8| !matches!(Terrain::of(*letter), None | Some(Terrain::Wall));
        let letters = (0..=u8::MAX).filter(|&letter| has[usize::from(letter)]);
        letters.filter(open).collect()
    }
}

/// The mask that is applied to the indices of the steps, so that adjacent cells generate their steps in different
/// orders.
///
/// If many paths have the same cost, a search that generates the same step first everywhere follows a border into
/// every corner. Alternating orders lead it straight to the goal.
#[inline]
const fn step_order(cell: Cell) -> usize {
    if (cell.x() ^ cell.y()) & 1 == 0 { 0 } else { 3 }
}
