//! Breadth-first search backward over the cells of each group's tiles and the blank's region.

use alloc::vec::Vec;

use super::super::grid::{Cells, members};
use super::groups::{Entry, Groups};
use crate::account::{Meter, Stop};
use crate::puzzles::sliding_tiles::heuristics::TileGoals;
use crate::threads::share;

/// So many groups by each thread are searched before what they have found is claimed.
const AT_ONCE: usize = 4;

/// More threads would take more memory than they are worth.
const MOST_THREADS: usize = 64;

/// Some tiles, ascending; of a pair the third means nothing. Or their cells.
type Three = [u8; 3];

/// All groups of the tiles of a board, some of which have been searched.
#[derive(Debug)]
pub(super) struct Building {
    goal: Goal,
    most_tiles: usize,
    /// The first group that was not searched yet.
    next: Option<Three>,
    entries: Vec<Entry>,
    /// The pairs, once they are complete: triples say only what exceeds these.
    pairs: Option<Groups>,
}

/// What the tiles are on their way to.
#[derive(Debug)]
struct Goal {
    cells: Cells,
    goals: TileGoals,
    blank: usize,
}

impl Building {
    pub(super) fn new(
        (cells, goals, blank): (Cells, TileGoals, usize),
        most_tiles: usize,
        meter: &mut Meter<'_>,
    ) -> Self {
        let goal = Goal {
            cells,
            goals,
            blank,
        };
        meter.begin();
        meter.expect_states(goal.all_placements(most_tiles));
        Self {
            next: goal.first_group(2),
            goal,
            most_tiles,
            entries: Vec::new(),
            pairs: None,
        }
    }

    /// Searches the groups that are left.
    pub(super) fn go_on(&mut self, meter: &mut Meter<'_>) -> Result<Groups, Stop> {
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
                meter.memory().release_list(&self.entries);
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
            let groups = groups.take(threads * AT_ONCE);
            let mut batch: Vec<_> = groups.map(|group| (group, Ok(Vec::new()))).collect();
            let work = |(group, found): &mut (Three, Result<Vec<Entry>, Stop>)| {
                *found = Search::new(goal, &group[..size]).and_then(|search| search.run(pairs));
                0
            };
            share(threads, batch.iter_mut(), work, || meter.look()).1?;
            let after = batch
                .last()
                .and_then(|(last, _)| goal.group_after(*last, size));
            let groups = batch.len() as u64;
            let found = batch.into_iter().map(|(_, found)| found);
            let found: Vec<Vec<Entry>> = found.collect::<Result<_, _>>()?;
            // All or nothing: what is stopped here is searched again.
            let more = found.iter().map(Vec::len).sum();
            if self.entries.capacity() - self.entries.len() < more {
                meter.memory().grow(&mut self.entries, more)?;
            }
            self.entries.extend(found.into_iter().flatten());
            self.next = after;
            meter.meet(groups * goal.placements(size));
        }
        Ok(())
    }
}

impl Goal {
    /// The first group of so many tiles, if there are as many.
    fn first_group(&self, size: usize) -> Option<Three> {
        (size < self.cells.count()).then_some([1, 2, 3])
    }

    /// The group after another, in lexicographic order.
    fn group_after(&self, mut group: Three, size: usize) -> Option<Three> {
        let tiles = self.cells.count() - 1;
        let can_rise = |&at: &usize| usize::from(group[at]) + size - at <= tiles;
        let at = (0..size).rev().find(can_rise)?;
        group[at] += 1;
        for later in at + 1..size {
            group[later] = group[later - 1] + 1;
        }
        Some(group)
    }

    /// How many ways there are to place so many tiles.
    fn placements(&self, size: usize) -> u64 {
        let cells = self.cells.count();
        (0..size)
            .map(|tile| cells.saturating_sub(tile) as u64)
            .product()
    }

    /// How many placements all groups up to a size have.
    fn all_placements(&self, most_tiles: usize) -> u64 {
        let tiles = self.cells.count() as u64 - 1;
        let pairs = tiles * tiles.saturating_sub(1) / 2;
        let triples = pairs * tiles.saturating_sub(2) / 3;
        let triples = if most_tiles == 3 { triples } else { 0 };
        pairs * self.placements(2) + triples * self.placements(3)
    }

    /// How many numbers there are for the cells of so many tiles.
    fn standings(&self, size: usize) -> usize {
        self.cells.count().pow(size as u32)
    }

    /// How many placements and regions of the blank are reached, about: where tiles divide a board of two rows
    /// there are more of these than numbers.
    fn reachable(&self, size: usize) -> usize {
        self.standings(size) / 4 * 5
    }

    /// What a search takes beside what it finds.
    fn working_bytes(&self, size: usize) -> usize {
        self.standings(size) * size_of::<u64>() + self.reachable(size) * size_of::<(Three, u64)>()
    }
}

/// The search of one group.
struct Search<'a> {
    goal: &'a Goal,
    tiles: &'a [u8],
    /// On which cells the blank has been, by the cells of the tiles.
    reached: Vec<u64>,
    /// The cells of the tiles and the region of the blank, in the order in which they were reached.
    queue: Vec<(Three, u64)>,
}

impl<'a> Search<'a> {
    fn new(goal: &'a Goal, tiles: &'a [u8]) -> Result<Self, Stop> {
        let standings = goal.standings(tiles.len());
        let (mut reached, mut queue) = (Vec::new(), Vec::new());
        let reserved = reached.try_reserve_exact(standings);
        let reserved = reserved.and_then(|()| queue.try_reserve_exact(goal.reachable(tiles.len())));
        reserved.map_err(|_| Stop::OutOfMemory)?;
        reached.resize(standings, 0);
        Ok(Self {
            goal,
            tiles,
            reached,
            queue,
        })
    }

    /// What is to be kept of these tiles.
    fn run(mut self, pairs: Option<&Groups>) -> Result<Vec<Entry>, Stop> {
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
                    Some(pairs) => by_pairs(pairs, tiles, cells, blanks),
                };
                if excess > known {
                    // Each tile finds it.
                    let room = entries.try_reserve(tiles.len());
                    room.map_err(|_| Stop::OutOfMemory)?;
                    let place = |at: usize| (tiles[at], cells[at]);
                    let excess = u8::try_from(excess).map_err(|_| Stop::CostOverflow)?;
                    let mut keep = |group| entries.push(Entry::new(group, excess, blanks));
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

    /// The tiles are on these cells, and the blank on that one.
    fn reach(&mut self, cells: Three, blank: usize) -> Result<(), Stop> {
        let cells_of_tiles = &cells[..self.tiles.len()];
        let count = self.goal.cells.count();
        let number = |number, &cell: &u8| number * count + usize::from(cell);
        let reached = &mut self.reached[cells_of_tiles.iter().fold(0, number)];
        if *reached >> blank & 1 == 0 {
            let taken = cells_of_tiles.iter().map(|&cell| 1 << cell).sum();
            let region = self.goal.cells.region(blank, self.goal.cells.others(taken));
            *reached |= region;
            if self.queue.len() == self.queue.capacity() {
                // More regions than expected.
                let more = self.queue.try_reserve(1);
                more.map_err(|_| Stop::OutOfMemory)?;
            }
            self.queue.push((cells, region));
        }
        Ok(())
    }
}

/// What three tiles pay at least for the pairs among them.
fn by_pairs(pairs: &Groups, tiles: &[u8], cells: Three, blanks: u64) -> u32 {
    let pair = |a: usize, b: usize| {
        u32::from(pairs.pair((tiles[a], cells[a]), (tiles[b], cells[b]), blanks))
    };
    let excesses = [pair(0, 1), pair(0, 2), pair(1, 2)];
    let half = excesses.iter().sum::<u32>().div_ceil(2);
    excesses.into_iter().fold(half, u32::max)
}
