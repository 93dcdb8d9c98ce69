//! Builds the databases of all groups. For each group, a breadth-first search from the goal visits all placements of
//! its tiles with all regions of the blank, and records those that exceed the Manhattan distance.

use alloc::vec::Vec;

use super::super::grid::{Cells, members};
use super::groups::{GroupEntry, Groups, PlacedTile};
use crate::account::{Claimed, Meter, Stop};
use crate::puzzles::sliding_tiles::heuristics::TileGoals;
use crate::threads::parallel_for;

/// The number of groups for each thread in a batch. Memory for the results is claimed after each batch.
const BATCH_PER_THREAD: usize = 4;

/// The greatest number of threads, since each needs memory for a search.
const MOST_THREADS: usize = 64;

/// The tiles of a group in ascending order, or their cells. In a pair, the third item has no meaning.
type Triple = [u8; 3];

/// A build that can be stopped and continued. It searches all pairs, then all triples.
#[derive(Debug)]
pub(super) struct GroupBuilder {
    goal: GoalBoard,
    most_tiles: usize,
    /// The first group that has not been searched.
    next: Option<Triple>,
    entries: Claimed<Vec<GroupEntry>>,
    /// The complete databases of pairs. A triple is recorded only if its excess is more than its pairs imply.
    pairs: Option<Groups>,
}

/// The goal from which groups are searched.
#[derive(Debug)]
pub(super) struct GoalBoard {
    pub(super) cells: Cells,
    pub(super) goals: TileGoals,
    pub(super) blank: usize,
}

impl GroupBuilder {
    pub(super) fn new(goal: GoalBoard, most_tiles: usize, meter: &mut Meter<'_>) -> Self {
        meter.begin();
        meter.expect_states(goal.all_placements(most_tiles));
        Self {
            next: goal.first_group(2),
            goal,
            most_tiles,
            entries: Claimed::new(),
            pairs: None,
        }
    }

    /// Searches the remaining groups, and returns the databases.
    pub(super) fn run(&mut self, meter: &mut Meter<'_>) -> Result<Groups, Stop> {
        loop {
            let size = if self.pairs.is_none() { 2 } else { 3 };
            let threads = meter.threads().clamp(1, MOST_THREADS);
            let working = match self.next {
                Some(_) => threads * self.goal.working_bytes(size),
                None => 0,
            };
            meter.claim(working)?;
            let searched = self.search_all(size, threads, meter);
            meter.release(working);
            searched?;
            self.entries.sort_unstable();
            let groups = Groups::new(self.goal.cells, &self.entries, meter.memory())?;
            if size == self.most_tiles {
                let pairs = self.pairs.as_ref().map_or(0, Groups::bytes);
                meter.release(pairs);
                self.entries = Claimed::new();
                return Ok(groups);
            }
            self.pairs = Some(groups);
            self.next = self.goal.first_group(3);
        }
    }

    fn search_all(
        &mut self,
        size: usize,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (goal, pairs) = (&self.goal, self.pairs.as_ref());
        while let Some(next) = self.next {
            meter.look()?;
            let groups = core::iter::successors(Some(next), |group| goal.group_after(*group, size));
            let groups = groups.take(threads * BATCH_PER_THREAD);
            let mut batch: Vec<_> = groups.map(|group| (group, Ok(Vec::new()))).collect();
            let work = |(group, found): &mut (Triple, Result<Vec<GroupEntry>, Stop>)| {
                *found =
                    GroupSearch::new(goal, &group[..size]).and_then(|search| search.run(pairs));
                0
            };
            parallel_for(threads, batch.iter_mut(), work, || meter.look()).1?;
            let after = batch
                .last()
                .and_then(|(last, _)| goal.group_after(*last, size));
            let groups = batch.len() as u64;
            let found = batch.into_iter().map(|(_, found)| found);
            let found: Vec<Vec<GroupEntry>> = found.collect::<Result<_, _>>()?;
            // A batch is recorded as a whole or not at all: after a stop it is searched again.
            let more = found.iter().map(Vec::len).sum();
            self.entries.reserve(more, meter.memory())?;
            let entries = self.entries.as_vec();
            entries.extend(found.into_iter().flatten());
            self.next = after;
            meter.meet(groups * goal.placements(size));
        }
        Ok(())
    }
}

impl GoalBoard {
    /// The first group of `size` tiles, if the board has that many.
    fn first_group(&self, size: usize) -> Option<Triple> {
        (size < self.cells.count()).then_some([1, 2, 3])
    }

    /// The next group in lexicographic order.
    fn group_after(&self, mut group: Triple, size: usize) -> Option<Triple> {
        let tiles = self.cells.count() - 1;
        let can_increase = |&at: &usize| usize::from(group[at]) + size - at <= tiles;
        let at = (0..size).rev().find(can_increase)?;
        group[at] += 1;
        for later in at + 1..size {
            group[later] = group[later - 1] + 1;
        }
        Some(group)
    }

    /// The number of placements of `size` tiles.
    fn placements(&self, size: usize) -> u64 {
        let cells = self.cells.count();
        (0..size)
            .map(|tile| cells.saturating_sub(tile) as u64)
            .product()
    }

    /// The number of placements of all groups of up to `most_tiles` tiles.
    fn all_placements(&self, most_tiles: usize) -> u64 {
        let tiles = self.cells.count() as u64 - 1;
        let pairs = tiles * tiles.saturating_sub(1) / 2;
        let triples = pairs * tiles.saturating_sub(2) / 3;
        let triples = if most_tiles == 3 { triples } else { 0 };
        pairs * self.placements(2) + triples * self.placements(3)
    }

    /// The number of indices for the cells of `size` tiles.
    fn indices(&self, size: usize) -> usize {
        self.cells.count().pow(size as u32)
    }

    /// The approximate number of states of a search, which are placements with a region of the blank. On boards with
    /// two rows, where tiles often divide the board, there are more states than indices.
    fn reachable(&self, size: usize) -> usize {
        self.indices(size) / 4 * 5
    }

    /// The memory of a search, without its results.
    fn working_bytes(&self, size: usize) -> usize {
        self.indices(size) * size_of::<u64>() + self.reachable(size) * size_of::<(Triple, u64)>()
    }
}

/// The breadth-first search of one group.
struct GroupSearch<'a> {
    goal: &'a GoalBoard,
    tiles: &'a [u8],
    /// For each placement of the tiles, the set of cells where the blank has been.
    reached: Vec<u64>,
    /// The placements with the regions of the blank, in the order of discovery.
    queue: Vec<(Triple, u64)>,
}

impl<'a> GroupSearch<'a> {
    fn new(goal: &'a GoalBoard, tiles: &'a [u8]) -> Result<Self, Stop> {
        let indices = goal.indices(tiles.len());
        let (mut reached, mut queue) = (Vec::new(), Vec::new());
        let reserved = reached.try_reserve_exact(indices);
        let reserved = reserved.and_then(|()| queue.try_reserve_exact(goal.reachable(tiles.len())));
        reserved.map_err(|_| Stop::OutOfMemory)?;
        reached.resize(indices, 0);
        Ok(Self {
            goal,
            tiles,
            reached,
            queue,
        })
    }

    /// Searches all placements. Returns those whose excess is more than the pairs imply.
    fn run(mut self, pairs: Option<&Groups>) -> Result<Vec<GroupEntry>, Stop> {
        let (goal, tiles) = (self.goal, self.tiles);
        let mut entries = Vec::new();
        let mut home = [0; 3];
        for (cell, &tile) in home.iter_mut().zip(tiles) {
            *cell = goal.goals.cell(tile) as u8;
        }
        self.reach(home, goal.blank)?;
        let (mut moves, mut begun) = (0_u32, 0);
        while begun < self.queue.len() {
            let layer = begun..self.queue.len();
            begun = layer.end;
            for at in layer {
                let (cells, blanks) = self.queue[at];
                let places = tiles.iter().copied().zip(cells);
                let distance = |(tile, cell): (u8, u8)| goal.goals.distance(tile, cell.into());
                let distances: u32 = places.clone().map(distance).sum();
                let excess = moves.saturating_sub(distances) / 2;
                let known = match pairs {
                    None => 0,
                    Some(pairs) => implied_by_pairs(pairs, tiles, cells, blanks),
                };
                if excess > known {
                    // The group is found from each of its tiles.
                    let room = entries.try_reserve(tiles.len());
                    room.map_err(|_| Stop::OutOfMemory)?;
                    let place = |at: usize| PlacedTile {
                        tile: tiles[at],
                        cell: cells[at],
                    };
                    let excess = u8::try_from(excess).map_err(|_| Stop::CostOverflow)?;
                    let mut keep = |group| entries.push(GroupEntry::new(group, excess, blanks));
                    if tiles.len() == 2 {
                        keep([place(0), place(1), place(0)]);
                        keep([place(1), place(0), place(1)]);
                    } else {
                        keep([place(0), place(1), place(2)]);
                        keep([place(1), place(0), place(2)]);
                        keep([place(2), place(0), place(1)]);
                    }
                }
                for tile in 0..tiles.len() {
                    let from = usize::from(cells[tile]);
                    for to in members(goal.cells.beside(1 << from) & blanks) {
                        let mut moved = cells;
                        moved[tile] = to as u8;
                        self.reach(moved, from)?;
                    }
                }
            }
            moves += 1;
        }
        Ok(entries)
    }

    /// Adds a placement with the blank on a cell, unless it was reached before.
    fn reach(&mut self, cells: Triple, blank: usize) -> Result<(), Stop> {
        let cells_of_tiles = &cells[..self.tiles.len()];
        let count = self.goal.cells.count();
        let number = |number, &cell: &u8| number * count + usize::from(cell);
        let reached = &mut self.reached[cells_of_tiles.iter().fold(0, number)];
        if *reached >> blank & 1 == 0 {
            let taken = cells_of_tiles.iter().map(|&cell| 1 << cell).sum();
            let region = self.goal.cells.region(blank, self.goal.cells.others(taken));
            *reached |= region;
            if self.queue.len() == self.queue.capacity() {
                // There are more states than expected.
                let more = self.queue.try_reserve(1);
                more.map_err(|_| Stop::OutOfMemory)?;
            }
            self.queue.push((cells, region));
        }
        Ok(())
    }
}

/// The excess of a triple that the pairs in it imply: every pair must be covered, and each tile is in two pairs.
fn implied_by_pairs(pairs: &Groups, tiles: &[u8], cells: Triple, blanks: u64) -> u32 {
    let placed = |at: usize| PlacedTile {
        tile: tiles[at],
        cell: cells[at],
    };
    let pair = |a: usize, b: usize| u32::from(pairs.pair(placed(a), placed(b), blanks));
    let excesses = [pair(0, 1), pair(0, 2), pair(1, 2)];
    let half = excesses.iter().sum::<u32>().div_ceil(2);
    excesses.into_iter().fold(half, u32::max)
}
