//! [`Homes`]: tables of the distance of each piece from its goal cell, its *home*, for heuristics. Invariant: all
//! entries for the blank are zero.

use super::board::{Board, PAIRS};
use super::packed::Packed;

/// The greatest number of cells of a board.
pub(super) const CELLS: usize = 64;

/// The Manhattan distance of two cells of a board with this many columns.
pub(super) const fn grid_distance(columns: usize, a: usize, b: usize) -> usize {
    let vertical = (a / columns).abs_diff(b / columns);
    vertical + (a % columns).abs_diff(b % columns)
}

/// The distance of each piece to its home from each cell, in moves on an empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Homes {
    /// By cell and piece; zero for the blank, and for cells and pieces that the board lacks. The table has all indices
    /// that can occur, so lookups need no bounds check.
    distance: [[u8; CELLS]; CELLS],
    /// For boards packed into sixteen four-bit fields, the sum of the distances of the tiles in two adjacent fields.
    /// The first index is `AFTER_BLANK` times the pair of fields, plus how many of its tiles come after the blank; the
    /// second index has the two tiles. Zero for other boards. The table is not boxed, to save an access to memory.
    pairs: [[u8; 256]; AFTER_BLANK * PAIRS],
}

/// The number of ways in which a pair of fields can lie about the blank: none, one or both of its tiles come after the
/// blank. Field 0 has the blank's cell, and the others have the tiles in the order of their cells.
const AFTER_BLANK: usize = 3;

impl Homes {
    /// Tabulates `distance(cell, home)` for each pair of a piece and its home.
    pub(super) fn new(
        cells: usize,
        homes: impl Iterator<Item = (u8, usize)>,
        distance: impl Fn(usize, usize) -> u8,
    ) -> Self {
        let mut table = [[0; CELLS]; CELLS];
        for (piece, home) in homes {
            for (cell, row) in table.iter_mut().take(cells).enumerate() {
                // The 64th piece of a board without a blank has number 64.
                row[usize::from(piece) % CELLS] = distance(cell, home);
            }
        }
        Self {
            distance: table,
            pairs: [[0; 256]; AFTER_BLANK * PAIRS],
        }
    }

    /// Tabulates Manhattan distances.
    pub(super) fn on_grid(
        cells: usize,
        columns: usize,
        homes: impl Iterator<Item = (u8, usize)>,
    ) -> Self {
        Self::new(cells, homes, |a, b| grid_distance(columns, a, b) as u8)
    }

    /// Fills the table of pairs if boards of this packing use it. Callers do so where the table is stored, since a new
    /// table would be copied on the stack.
    pub(super) fn add_pairs<B: Packed>(&mut self) {
        if Board::<B>::IN_PAIRS {
            for index in 0..self.pairs.len() {
                self.pairs[index] = self.pair_sums(index / AFTER_BLANK, index % AFTER_BLANK);
            }
        }
    }

    /// For all values of the two tiles in a pair of fields, the sum of their distances, if `after_blank` of them come
    /// after the blank.
    fn pair_sums(&self, pair: usize, after_blank: usize) -> [u8; 256] {
        // The tile on cell c is in field c if it comes after the blank, otherwise in field c + 1.
        let second = 2 * pair + usize::from(after_blank > 0);
        let first = (2 * pair + usize::from(after_blank > 1)).checked_sub(1);
        core::array::from_fn(|tiles| {
            // If field 0 is in the pair, it has no tile.
            let distance = first.map_or(0, |cell| self.distance[cell][tiles % 16]);
            distance.saturating_add(self.distance[second][tiles / 16])
        })
    }

    /// The sum of the distances of all tiles.
    #[inline]
    pub(super) fn total_distance<B: Packed>(&self, board: &Board<B>) -> u32 {
        if !Board::<B>::IN_PAIRS {
            return self.sum(board, Self::distance);
        }
        let blank = board.blank();
        let sum = |pair: usize| {
            let after_blank = usize::from(blank <= 2 * pair) + usize::from(blank < 2 * pair);
            let sums = self.pairs.get(AFTER_BLANK * pair + after_blank);
            sums.map_or(0, |sums| u32::from(sums[usize::from(board.pair(pair))]))
        };
        (0..PAIRS).map(sum).sum()
    }

    /// The number of tiles that are away from home.
    #[inline]
    pub(super) fn total_misplaced<B: Packed>(&self, board: &Board<B>) -> u32 {
        self.sum(board, Self::misplaced)
    }

    /// The sum of a measure over all tiles. `of` returns the measure of a tile on a cell.
    fn sum<B: Packed>(&self, board: &Board<B>, of: impl Fn(&Self, u8, usize) -> u32) -> u32 {
        let tiles = board.tiles();
        tiles.map(|(cell, tile)| of(self, tile, cell)).sum()
    }

    /// The distance of `piece` on `cell` from its home.
    #[inline]
    pub(super) fn distance(&self, piece: u8, cell: usize) -> u32 {
        u32::from(self.distance[cell % CELLS][usize::from(piece) % CELLS])
    }

    /// 1 if `cell` is not the home of `piece`, otherwise 0.
    #[inline]
    pub(super) fn misplaced(&self, piece: u8, cell: usize) -> u32 {
        u32::from(self.distance(piece, cell) != 0)
    }
}

/// Implements [`Manhattan`](crate::heuristics::Manhattan) and [`Misplaced`](crate::heuristics::Misplaced) for a puzzle
/// with a blank and `homes`: by the measure of one tile, the sum of this measure over all tiles, whether the sum has
/// the parity of the distance, and the puzzle's own depth-first loop, if it has one.
macro_rules! tile_heuristics {
    ($puzzle:ident: $($heuristic:ident by $measure:ident, in all $sum:ident, with parity $parity:literal $(, walking by $walk:ident)?;)+) => {$(
        impl<B: Packed> Heuristic<$puzzle<B>> for $heuristic {
            type Memo = u32;

            #[inline]
            fn memo(&self, puzzle: &$puzzle<B>, board: &Board<B>) -> u32 {
                puzzle.homes.$sum(board)
            }

            #[inline]
            fn advance(
                &self,
                puzzle: &$puzzle<B>,
                memo: u32,
                parent: &Board<B>,
                _mv: &<$puzzle<B> as Puzzle>::Move,
                child: &Board<B>,
            ) -> u32 {
                let (to, from) = (parent.blank(), child.blank());
                let tile = parent.tile(from);
                let (homes, added) = (&puzzle.homes, memo + puzzle.homes.$measure(tile, to));
                added - homes.$measure(tile, from)
            }

            fn facts(&self, space: $crate::facts::Facts<u32>) -> $crate::facts::Facts<u32> {
                $crate::facts::Facts {
                    parity: $parity,
                    ..space.consistent()
                }
            }

            #[inline]
            fn estimate(&self, _: &$puzzle<B>, memo: u32) -> Option<u32> {
                Some(memo)
            }

            $(
                fn deepen(
                    &self,
                    puzzle: &$puzzle<B>,
                    iteration: &mut $crate::puzzle::traversal::IterationOf<'_, $puzzle<B>>,
                ) -> core::ops::ControlFlow<()> {
                    puzzle.$walk(iteration)
                }
            )?
        }
    )+};
}
pub(super) use tile_heuristics;
