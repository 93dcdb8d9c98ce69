//! [`Homes`]: how far each piece is from home on each cell, for the heuristics.

use alloc::boxed::Box;
use alloc::vec;

/// How many moves away from its home each piece is on each cell, were it alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Homes {
    /// By piece and cell, in rows of `cells`; row 0 is the blank's and zero.
    distance: Box<[u8]>,
    cells: usize,
}

impl Homes {
    /// `distance(cell, home)` for each of the pieces 1.. with these homes.
    pub(super) fn new(
        cells: usize,
        homes: impl Iterator<Item = (u8, usize)>,
        distance: impl Fn(usize, usize) -> u8,
    ) -> Self {
        let mut table = vec![0; (cells + 1) * cells];
        for (piece, home) in homes {
            for cell in 0..cells {
                table[usize::from(piece) * cells + cell] = distance(cell, home);
            }
        }
        Self {
            distance: table.into_boxed_slice(),
            cells,
        }
    }

    /// How far `piece` is from home on `cell`; zero for what is not on the board.
    #[inline]
    pub(super) fn distance(&self, piece: u8, cell: usize) -> u32 {
        let at = usize::from(piece) * self.cells + cell;
        self.distance.get(at).map_or(0, |&d| u32::from(d))
    }

    /// Whether `piece` is anywhere but home on `cell`.
    #[inline]
    pub(super) fn is_away(&self, piece: u8, cell: usize) -> u32 {
        u32::from(self.distance(piece, cell) != 0)
    }
}

/// Implements [`Manhattan`](crate::heuristics::Manhattan) and
/// [`Misplaced`](crate::heuristics::Misplaced) for a puzzle with a blank and `homes`.
macro_rules! tile_heuristics {
    ($puzzle:ident: $($heuristic:ident by $measure:ident),+) => {$(
        impl<B: Packed> Heuristic<$puzzle<B>> for $heuristic {
            type Memo = u32;

            #[inline]
            fn memo(&self, puzzle: &$puzzle<B>, board: &Board<B>) -> u32 {
                let blank = board.blank();
                let cells = (0..).map(|at| at + usize::from(at >= blank));
                let tiles = board.order().zip(cells);
                tiles.map(|(tile, cell)| puzzle.homes.$measure(tile, cell)).sum()
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

            #[inline]
            fn estimate(&self, _: &$puzzle<B>, memo: u32) -> Option<u32> {
                Some(memo)
            }
        }
    )+};
}
pub(super) use tile_heuristics;
