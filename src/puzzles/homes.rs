//! [`Homes`]: how far each piece is from home on each cell, for the heuristics.

use super::board::{Board, PAIRS};
use super::packed::Packed;

/// No board has more cells.
pub(super) const CELLS: usize = 64;

/// How many moves away from its home each piece is on each cell, were it alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Homes {
    /// By cell and piece; of the blank, and of what is not on the board, zero. Large enough that no
    /// index has to be checked.
    distance: [[u8; CELLS]; CELLS],
    /// Sums of two distances, by a pair of neighboring fields of a board of sixteen cells, where these
    /// stand, and what is in them; in place, which saves the lookup a step. Zero for other boards.
    pairs: [[u8; 256]; STANDINGS * PAIRS],
}

/// Where the two tiles of a pair stand: before the blank, on either side of it, or after it. The fields of
/// a board leave out the blank.
const STANDINGS: usize = 3;

impl Homes {
    /// `distance(cell, home)` for each of the pieces 1.. with these homes.
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
            pairs: [[0; 256]; STANDINGS * PAIRS],
        }
    }

    /// Adds up pairs, where boards of this packing are looked up by them. In place: this is large for a
    /// small stack.
    pub(super) fn add_pairs<B: Packed>(&mut self) {
        if Board::<B>::IN_PAIRS {
            for at in 0..self.pairs.len() {
                self.pairs[at] = self.pair(at / STANDINGS, at % STANDINGS);
            }
        }
    }

    /// The sums of the two distances of a pair that stands there, by what is in it.
    fn pair(&self, pair: usize, standing: usize) -> [u8; 256] {
        // A field has the number of its cell, or before the blank the one after.
        let second = 2 * pair + usize::from(standing > 0);
        let first = (2 * pair + usize::from(standing > 1)).checked_sub(1);
        core::array::from_fn(|tiles| {
            // The first field of all holds the blank's cell.
            let before = first.map_or(0, |cell| self.distance[cell][tiles % 16]);
            before.saturating_add(self.distance[second][tiles / 16])
        })
    }

    /// The sum of the distances of all tiles.
    #[inline]
    pub(super) fn distances<B: Packed>(&self, board: &Board<B>) -> u32 {
        if !Board::<B>::IN_PAIRS {
            return self.sum(board, Self::distance);
        }
        let blank = board.blank();
        let sum = |pair: usize| {
            let standing = usize::from(blank <= 2 * pair) + usize::from(blank < 2 * pair);
            let sums = self.pairs.get(STANDINGS * pair + standing);
            sums.map_or(0, |sums| u32::from(sums[usize::from(board.pair(pair))]))
        };
        (0..PAIRS).map(sum).sum()
    }

    /// The number of tiles that are away from home.
    #[inline]
    pub(super) fn away<B: Packed>(&self, board: &Board<B>) -> u32 {
        self.sum(board, Self::is_away)
    }

    fn sum<B: Packed>(&self, board: &Board<B>, of: impl Fn(&Self, u8, usize) -> u32) -> u32 {
        let tiles = board.tiles();
        tiles.map(|(cell, tile)| of(self, tile, cell)).sum()
    }

    /// How far `piece` is from home on `cell`.
    #[inline]
    pub(super) fn distance(&self, piece: u8, cell: usize) -> u32 {
        u32::from(self.distance[cell % CELLS][usize::from(piece) % CELLS])
    }

    /// Whether `piece` is anywhere but home on `cell`.
    #[inline]
    pub(super) fn is_away(&self, piece: u8, cell: usize) -> u32 {
        u32::from(self.distance(piece, cell) != 0)
    }
}

/// Implements [`Manhattan`](crate::heuristics::Manhattan) and
/// [`Misplaced`](crate::heuristics::Misplaced) for a puzzle with a blank and `homes`, and with a
/// loop of its own for one of them if there is one.
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
                let (homes, away) = (&puzzle.homes, memo + puzzle.homes.$measure(tile, to));
                away - homes.$measure(tile, from)
            }

            fn facts(&self, space: $crate::facts::Facts<u32>) -> $crate::facts::Facts<u32> {
                space.consistent(true).parity($parity)
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
