//! [`ReflectedTilePatterns`]: the maximum of the estimates of a board and of its mirror image.
//!
//! The lookup of the mirror image maps one tile and two cells, not boards.

use super::patterns::{PatternMemo, TileCells, TilePatterns};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::{Board, Direction, Packed, SlidingTiles, TileSymmetry};

/// A heuristic that returns the larger of the estimates of [`TilePatterns`] for a board and for its mirror image.
/// [`TilePatterns::reflected`] makes this heuristic.
///
/// Updating the estimate after a move takes two lookups. The estimate is admissible. With
/// [`Blank::RegionKept`](super::Blank::RegionKept), it is also consistent.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
/// use puzzle_search::puzzles::SlidingTiles;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let partition = Partition::new([&[0, 1, 2], &[3, 4, 5, 6, 7]]);
/// let patterns = TilePatterns::build(&puzzle, &partition, Style::default()).run()?;
/// assert!(patterns.reflected().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReflectedTilePatterns<const N: usize> {
    patterns: TilePatterns<N>,
    reflection: TileSymmetry,
}

impl<const N: usize> ReflectedTilePatterns<N> {
    pub(super) const fn new(patterns: TilePatterns<N>, reflection: TileSymmetry) -> Self {
        Self {
            patterns,
            reflection,
        }
    }
}

impl<B: Packed, const N: usize> Heuristic<SlidingTiles<B>> for ReflectedTilePatterns<N> {
    /// The memo of the board, and the memo of its mirror image.
    type Memo = [PatternMemo<N>; 2];

    fn memo(&self, _: &SlidingTiles<B>, board: &Board<B>) -> Self::Memo {
        let cells = TileCells::of(board);
        let image = cells.image(&self.reflection);
        let lookups = [&cells, &image].map(|cells| self.patterns.start_lookups(cells));
        [
            self.patterns.finish_lookups(&lookups[0], &cells),
            self.patterns.finish_lookups(&lookups[1], &image),
        ]
    }

    #[inline]
    fn advance(
        &self,
        _: &SlidingTiles<B>,
        mut memo: Self::Memo,
        parent: &Board<B>,
        _: &Direction,
        child: &Board<B>,
    ) -> Self::Memo {
        let (to, from) = (parent.blank(), child.blank());
        let (tile, reflection) = (parent.tile(from), &self.reflection);
        let (image_from, image_to) = (reflection.cell(from), reflection.cell(to));
        let image_tile = reflection.tile(tile);
        let [plain, image] = &mut memo;
        self.patterns.update(plain, tile, from, to);
        self.patterns
            .update(image, image_tile, image_from, image_to);
        memo
    }

    fn fits(&self, puzzle: &SlidingTiles<B>) -> bool {
        self.patterns.fits(puzzle)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        Heuristic::<SlidingTiles<B>>::facts(&self.patterns, space)
    }

    #[inline]
    fn estimate(&self, _: &SlidingTiles<B>, [plain, image]: Self::Memo) -> Option<u32> {
        Some(plain.sum.max(image.sum))
    }
}
