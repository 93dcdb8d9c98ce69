//! [`Groups`]: which tiles on which cells exceed their distances, found from each of them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::super::grid::{Cells, members};
use super::cover::Group;
use crate::account::{Memory, Stop};
use crate::puzzles::{Board, Packed};

/// Three tiles on three cells, where the blank is in these; of a pair the third is the first again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// First tile and its cell, second cell and its tile, third cell, excess, third tile: in this order they
    /// are looked for.
    key: [u8; 7],
    blanks: u64,
}

impl Entry {
    /// Tiles with their cells.
    pub(super) const fn new(
        [first, second, third]: [(u8, u8); 3],
        excess: u8,
        blanks: u64,
    ) -> Self {
        let key = [
            first.0, first.1, second.1, second.0, third.1, excess, third.0,
        ];
        Self { key, blanks }
    }

    /// Whether the next one has another first or second.
    fn begins_second(&self, next: &Self) -> bool {
        self.key[..4] != next.key[..4]
    }

    /// Whether the next one differs by more than its third tile.
    fn begins_third(&self, next: &Self) -> bool {
        self.key[..6] != next.key[..6] || self.blanks != next.blanks
    }
}

/// The third of a group: any of some tiles on a cell.
#[derive(Clone, Copy, Debug)]
struct Third {
    tiles: u64,
    blanks: u64,
    cell: u8,
    excess: u8,
}

/// The second of a group: some tiles on a cell, and the number of the first of them.
#[derive(Clone, Copy, Debug, Default)]
struct Second {
    tiles: u64,
    first: u32,
}

/// All groups that exceed their distances, by each of their tiles and its cell, then by a second one, then by
/// the third.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// How many cells the board has.
    cells: usize,
    /// By place of the first: on which cells a second may be.
    near: Box<[u64]>,
    /// By place of the first and cell of the second.
    seconds: Box<[Second]>,
    /// By number of the second: the number of its first third. One more at the end.
    starts: Box<[u32]>,
    thirds: Box<[Third]>,
}

impl Groups {
    /// With these entries, which are in order; claims what it takes.
    pub(super) fn new(cells: Cells, entries: &[Entry], memory: &mut Memory) -> Result<Self, Stop> {
        let held = memory.held();
        let groups = Self::collected(cells.count(), entries, memory);
        // Of short lists more was claimed than is kept; after an error nothing is.
        let claimed = memory.held() - held;
        memory.release(claimed - groups.as_ref().map_or(0, Self::bytes));
        groups
    }

    fn collected(cells: usize, entries: &[Entry], memory: &mut Memory) -> Result<Self, Stop> {
        let mut near = memory.list(cells * cells, 0_u64)?;
        let mut seconds = memory.list(cells * cells * cells, Second::default())?;
        // Counted first, so that nothing is claimed that is given back.
        let count = |begins: fn(&Entry, &Entry) -> bool| {
            let pairs = entries.windows(2).filter(|pair| begins(&pair[0], &pair[1]));
            pairs.count() + usize::from(!entries.is_empty())
        };
        let (mut starts, mut thirds): (Vec<u32>, Vec<Third>) = (Vec::new(), Vec::new());
        memory.grow(&mut starts, count(Entry::begins_second) + 1)?;
        memory.grow(&mut thirds, count(Entry::begins_third))?;
        for (at, entry) in entries.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &entries[before]);
            let [first, from, to, second, cell, excess, third] = entry.key;
            if before.is_none_or(|before| before.begins_second(entry)) {
                let place = usize::from(first) * cells + usize::from(from);
                near[place] |= 1 << to;
                let of_cell = &mut seconds[place * cells + usize::from(to)];
                if of_cell.tiles == 0 {
                    of_cell.first = starts.len() as u32;
                }
                of_cell.tiles |= 1 << second;
                starts.push(thirds.len() as u32);
            }
            match thirds.last_mut() {
                Some(same) if before.is_some_and(|before| !before.begins_third(entry)) => {
                    same.tiles |= 1 << third;
                }
                _ => thirds.push(Third {
                    tiles: 1 << third,
                    blanks: entry.blanks,
                    cell,
                    excess,
                }),
            }
        }
        starts.push(thirds.len() as u32);
        Ok(Self {
            cells,
            near: near.into(),
            seconds: seconds.into(),
            starts: starts.into(),
            thirds: thirds.into(),
        })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.near)
            + size_of_val(&*self.seconds)
            + size_of_val(&*self.starts)
            + size_of_val(&*self.thirds)
    }

    /// The number of a tile on a cell.
    const fn place(&self, tile: u8, cell: usize) -> usize {
        tile as usize * self.cells + cell
    }

    /// The thirds of a first one at this place and a second one.
    #[inline]
    fn thirds(&self, first: usize, second: u8, cell: usize) -> &[Third] {
        let bit = 1_u64 << (second % 64);
        match self.seconds.get(first * self.cells + cell) {
            Some(of_cell) if of_cell.tiles & bit != 0 => {
                let before = (of_cell.tiles & (bit - 1)).count_ones();
                let number = (of_cell.first + before) as usize;
                &self.thirds[self.starts[number] as usize..self.starts[number + 1] as usize]
            }
            _ => &[],
        }
    }

    /// Shows each group of a board that has this tile, which is on that cell, with its second tile.
    #[inline]
    pub(super) fn each<B: Packed>(
        &self,
        board: &Board<B>,
        tile: u8,
        cell: usize,
        mut show: impl FnMut(u8, Group),
    ) {
        let first = self.place(tile, cell);
        let set = |tile: u8| 1_u64 << (tile % 64);
        let blank = 1_u64 << (board.blank() % 64);
        for to in members(self.near.get(first).copied().unwrap_or(0)) {
            let second = board.tile(to);
            for third in self.thirds(first, second, to) {
                let other = set(board.tile(third.cell.into()));
                if third.tiles & other != 0 && third.blanks & blank != 0 {
                    let group = Group {
                        tiles: set(tile) | set(second) | other,
                        excess: third.excess,
                    };
                    show(second, group);
                }
            }
        }
    }

    /// What a pair exceeds its distances by, where the blank is on these cells; of pairs only.
    pub(super) fn pair(&self, a: (u8, u8), b: (u8, u8), blanks: u64) -> u8 {
        let thirds = self.thirds(self.place(a.0, a.1.into()), b.0, b.1.into());
        let there = thirds.iter().find(|third| third.blanks & blanks != 0);
        there.map_or(0, |third| third.excess)
    }
}
