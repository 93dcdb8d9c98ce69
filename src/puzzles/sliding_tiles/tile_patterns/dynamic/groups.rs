//! [`Groups`]: an index of the groups with an excess by the places of their tiles.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::super::grid::{Cells, members};
use super::cover::TileGroup;
use crate::account::{Claimed, Quota, Stop};
use crate::puzzles::{Board, Packed};

/// A tile on a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedTile {
    pub(super) tile: u8,
    pub(super) cell: u8,
}

/// Three tiles on three cells, with their excess if the blank is on one of the cells `blanks`. In a pair, the third
/// tile is the first again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroupEntry {
    /// First tile and its cell, second cell and its tile, third cell, excess, third tile: the order of lookups.
    key: [u8; 7],
    blanks: u64,
}

impl GroupEntry {
    /// Makes the entry of three tiles with their cells.
    pub(super) const fn new(
        [first, second, third]: [PlacedTile; 3],
        excess: u8,
        blanks: u64,
    ) -> Self {
        let key = [
            first.tile,
            first.cell,
            second.cell,
            second.tile,
            third.cell,
            excess,
            third.tile,
        ];
        Self { key, blanks }
    }

    /// Whether the first two tiles and cells of the next entry differ.
    fn begins_second(&self, next: &Self) -> bool {
        self.key[..4] != next.key[..4]
    }

    /// Whether the next entry differs in more than its third tile.
    fn begins_third(&self, next: &Self) -> bool {
        self.key[..6] != next.key[..6] || self.blanks != next.blanks
    }
}

/// The third tiles of some groups: all of `tiles` on the same cell have the same excess.
#[derive(Clone, Copy, Debug)]
struct Third {
    tiles: u64,
    blanks: u64,
    cell: u8,
    excess: u8,
}

/// The second tiles of some groups on the same cell, and the index of the least of them in `starts`.
#[derive(Clone, Copy, Debug, Default)]
struct Second {
    tiles: u64,
    first: u32,
}

/// An index of all placements of groups that exceed their Manhattan distance: by the place (tile and cell) of each of
/// their tiles, then by a second tile, then by the third.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// The number of cells of the board.
    cells: usize,
    /// For each place of the first tile, the cells of possible second tiles.
    near: Box<[u64]>,
    /// For each place of the first tile and each cell of the second.
    seconds: Box<[Second]>,
    /// For each second tile, the index of its first item in `thirds`; at the end the number of all thirds.
    starts: Box<[u32]>,
    thirds: Box<[Third]>,
}

impl Groups {
    /// Makes the index of these entries, which are sorted, and claims its memory.
    pub(super) fn new(cells: Cells, entries: &[GroupEntry], memory: &Quota) -> Result<Self, Stop> {
        let groups = Self::index(cells.count(), entries, memory)?;
        // The lists have just released as much.
        memory.add(groups.bytes());
        Ok(groups)
    }

    fn index(cells: usize, entries: &[GroupEntry], memory: &Quota) -> Result<Self, Stop> {
        let mut near = Claimed::filled(cells * cells, 0_u64, memory)?;
        let mut seconds = Claimed::filled(cells * cells * cells, Second::default(), memory)?;
        // The lists are counted first, so that they are allocated in their final size.
        let count = |begins: fn(&GroupEntry, &GroupEntry) -> bool| {
            let pairs = entries.windows(2).filter(|pair| begins(&pair[0], &pair[1]));
            pairs.count() + usize::from(!entries.is_empty())
        };
        let (second, third) = (GroupEntry::begins_second, GroupEntry::begins_third);
        let mut starts = Claimed::<Vec<u32>>::with_room(count(second) + 1, memory)?;
        let mut thirds = Claimed::<Vec<Third>>::with_room(count(third), memory)?;
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
                starts.push_within(thirds.len() as u32);
            }
            match thirds.last_mut() {
                Some(same) if before.is_some_and(|before| !before.begins_third(entry)) => {
                    same.tiles |= 1 << third;
                }
                _ => thirds.push_within(Third {
                    tiles: 1 << third,
                    blanks: entry.blanks,
                    cell,
                    excess,
                }),
            }
        }
        starts.push_within(thirds.len() as u32);
        Ok(Self {
            cells,
            near: near.into_inner().into(),
            seconds: seconds.into_inner().into(),
            starts: starts.into_inner().into(),
            thirds: thirds.into_inner().into(),
        })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.near)
            + size_of_val(&*self.seconds)
            + size_of_val(&*self.starts)
            + size_of_val(&*self.thirds)
    }

    /// The index of a tile on a cell.
    const fn place(&self, tile: u8, cell: usize) -> usize {
        tile as usize * self.cells + cell
    }

    /// The third tiles of the groups with this first place and this second tile and cell.
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

    /// Calls `show` for each group of a board that contains a tile, which is on this cell, with the second tile of the
    /// group.
    #[inline]
    pub(super) fn each<B: Packed>(
        &self,
        board: &Board<B>,
        tile: u8,
        cell: usize,
        mut show: impl FnMut(u8, TileGroup),
    ) {
        let first = self.place(tile, cell);
        let set = |tile: u8| 1_u64 << (tile % 64);
        let blank = 1_u64 << (board.blank() % 64);
        for to in members(self.near.get(first).copied().unwrap_or(0)) {
            let second = board.tile(to);
            for third in self.thirds(first, second, to) {
                let other = set(board.tile(third.cell.into()));
                if third.tiles & other != 0 && third.blanks & blank != 0 {
                    let group = TileGroup {
                        tiles: set(tile) | set(second) | other,
                        excess: third.excess,
                    };
                    show(second, group);
                }
            }
        }
    }

    /// The excess of a pair, if these are the databases of pairs, with the blank on one of the cells `blanks`.
    pub(super) fn pair(&self, a: PlacedTile, b: PlacedTile, blanks: u64) -> u8 {
        let thirds = self.thirds(self.place(a.tile, a.cell.into()), b.tile, b.cell.into());
        let there = thirds.iter().find(|third| third.blanks & blanks != 0);
        there.map_or(0, |third| third.excess)
    }
}
