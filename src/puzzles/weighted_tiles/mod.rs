//! [`WeightedTiles`]: sliding tiles with a cost per move for each tile. Each edge of [`SlidingTiles`] has here the cost
//! of the tile that moves along it; all else is taken from the puzzle inside.

mod patterns;

pub use patterns::WeightedPatterns;

use alloc::boxed::Box;
use alloc::format;
use core::fmt;

use super::board::Board;
use super::error::PuzzleError;
use super::homes::{Homes, tile_heuristics};
use super::packed::Packed;
use super::sliding_tiles::{Direction, SlidingTiles};
use crate::facts::Facts;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::puzzles::{Manhattan, Misplaced};
use crate::solvability::Solvability;

/// The greatest cost per move that a tile may have.
const MOST_COST: u32 = 1_000_000;

/// A sliding-tile puzzle in which each tile has its own cost per move. Everything else, including the states, is as in
/// [`SlidingTiles`].
///
/// The heuristics [`Manhattan`], [`Misplaced`] and [`WeightedPatterns`](crate::heuristics::WeightedPatterns) take the
/// costs into account.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = WeightedTiles::heavy(SlidingTiles::new(3, 3)?).guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let solution = AStar::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!((solution.cost(), solution.len()), (136, 31));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedTiles<B: Packed = u64> {
    tiles: SlidingTiles<B>,
    homes: WeightedHomes,
}

/// The cost of each tile, and its *home*, the cell where it is in the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WeightedHomes {
    /// The cost of each tile by its number, and 0 for the blank.
    costs: Box<[u32]>,
    /// The distance of each tile from its home, on each cell.
    unweighted: Homes,
}

impl WeightedHomes {
    /// The sum of `term` over all tiles and their cells; for the blank it is 0.
    fn sum<B: Packed>(&self, board: &Board<B>, term: impl Fn(&Self, u8, usize) -> u32) -> u32 {
        let tiles = (0..).zip(board.labels());
        tiles.map(|(cell, tile)| term(self, tile, cell)).sum()
    }

    /// The weighted Manhattan distance of a board.
    fn total_distance<B: Packed>(&self, board: &Board<B>) -> u32 {
        self.sum(board, Self::distance)
    }

    /// The sum of the costs of all misplaced tiles.
    fn total_misplaced<B: Packed>(&self, board: &Board<B>) -> u32 {
        self.sum(board, Self::misplaced)
    }

    #[inline]
    fn distance(&self, tile: u8, cell: usize) -> u32 {
        self.cost(tile) * self.unweighted.distance(tile, cell)
    }

    #[inline]
    fn misplaced(&self, tile: u8, cell: usize) -> u32 {
        self.cost(tile) * self.unweighted.misplaced(tile, cell)
    }

    #[inline]
    fn cost(&self, tile: u8) -> u32 {
        self.costs.get(usize::from(tile)).copied().unwrap_or(0)
    }
}

impl<B: Packed> WeightedTiles<B> {
    /// The puzzle with these costs by the numbers of the tiles, and 0 for the blank.
    fn from_costs(tiles: SlidingTiles<B>, costs: Box<[u32]>) -> Self {
        let unweighted = tiles.homes.clone();
        let homes = WeightedHomes { costs, unweighted };
        Self { tiles, homes }
    }

    /// Creates the puzzle `tiles` with a cost per move for each tile. `costs` lists the cost of tile 1, the cost of
    /// tile 2, and so on. A cost may be zero.
    ///
    /// # Errors
    ///
    /// Returns an error unless `costs` has one cost for each tile, and each cost is at most 1,000,000.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    ///
    /// let puzzle = WeightedTiles::new(SlidingTiles::new(2, 2)?, &[10, 1, 1])?;
    /// assert_eq!(puzzle.cost(1), 10);
    /// let error = WeightedTiles::new(SlidingTiles::new(2, 2)?, &[10, 1]).unwrap_err();
    /// assert_eq!(error.to_string(), "there are 2 costs: expected 3, one for each tile");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(tiles: SlidingTiles<B>, costs: &[u32]) -> Result<Self, PuzzleError> {
        let (found, expected) = (costs.len(), tiles.rows() * tiles.columns() - 1);
        if found != expected {
            return Err(PuzzleError::new(format!(
                "there are {found} costs: expected {expected}, one for each tile"
            )));
        }
        if let Some(index) = costs.iter().position(|&cost| cost > MOST_COST) {
            let (tile, cost, most) = (index + 1, costs[index], MOST_COST);
            return Err(PuzzleError::of_item(
                index,
                format!("a move of tile {tile} costs {cost}: expected at most {most}"),
            ));
        }
        let costs = [0].iter().chain(costs).copied().collect();
        Ok(Self::from_costs(tiles, costs))
    }

    /// Creates the puzzle `tiles` in which a move of the tile with the number n costs n.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    ///
    /// assert_eq!(WeightedTiles::heavy(SlidingTiles::new(4, 4)?).cost(15), 15);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn heavy(tiles: SlidingTiles<B>) -> Self {
        let costs = (0..(tiles.rows() * tiles.columns()) as u32).collect();
        Self::from_costs(tiles, costs)
    }

    /// Returns the same puzzle with another goal. `labels` lists the tile numbers row by row, with 0 for the blank.
    ///
    /// # Errors
    ///
    /// Returns an error unless `labels` lists each number from 0 to the number of tiles exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    ///
    /// let puzzle = WeightedTiles::heavy(SlidingTiles::new(2, 2)?).with_goal(&[0, 1, 2, 3])?;
    /// assert_eq!(puzzle.goal().blank(), 0);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goal(self, labels: &[u8]) -> Result<Self, PuzzleError> {
        let tiles = self.tiles.with_goal(labels)?;
        Ok(Self::from_costs(tiles, self.homes.costs))
    }

    /// Returns the same puzzle without costs. [`SlidingTiles::state`] creates states for both puzzles.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = WeightedTiles::heavy(SlidingTiles::new(2, 2)?);
    /// assert!(puzzle.is_goal(&puzzle.tiles().state(&[1, 2, 3, 0])?));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn tiles(&self) -> &SlidingTiles<B> {
        &self.tiles
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    ///
    /// let puzzle = WeightedTiles::heavy(SlidingTiles::new(2, 2)?);
    /// assert_eq!(puzzle.goal(), puzzle.tiles().goal());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Board<B> {
        self.tiles.goal()
    }

    /// Returns the cost of a move of tile `tile`, or 0 if there is no such tile.
    ///
    /// ```
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    ///
    /// let puzzle = WeightedTiles::new(SlidingTiles::new(2, 2)?, &[5, 4, 9])?;
    /// assert_eq!([1, 2, 3, 4].map(|tile| puzzle.cost(tile)), [5, 4, 9, 0]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn cost(&self, tile: u8) -> u32 {
        self.homes.cost(tile)
    }

    /// The cost of the tile `tile`, times its distance from its home if it is on `cell`.
    pub(crate) fn distance(&self, tile: u8, cell: usize) -> u32 {
        self.homes.distance(tile, cell)
    }

    /// An edge out of `board`, with the cost of the tile that moves along it. In the state at the other end, this tile
    /// is on the cell of `board`'s blank.
    #[inline]
    fn weighted(&self, board: &Board<B>, edge: NeighborOf<SlidingTiles<B>>) -> NeighborOf<Self> {
        let cost = self.cost(edge.state.tile(board.blank()));
        Neighbor { cost, ..edge }
    }
}

impl<B: Packed> Puzzle for WeightedTiles<B> {
    type State = Board<B>;
    type Move = Direction;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.tiles.neighbors(board).into_iter();
        edges.map(|edge| self.weighted(board, edge))
    }

    #[inline]
    fn is_goal(&self, board: &Board<B>) -> bool {
        self.tiles.is_goal(board)
    }

    fn solvability(&self, board: &Board<B>) -> Solvability {
        self.tiles.solvability(board)
    }

    fn facts(&self) -> Facts<u32> {
        let costs = &self.homes.costs[1..];
        let least = costs.iter().copied().min().unwrap_or(1);
        Facts {
            unit_costs: costs.iter().all(|&cost| cost == 1),
            least_cost: least,
            ..self.tiles.facts()
        }
    }

    #[inline]
    fn is_redundant(&self, last: &Direction, next: &Direction) -> bool {
        self.tiles.is_redundant(last, next)
    }
}

/// A board is written as in [`SlidingTiles`].
impl<B: Packed> Notation for WeightedTiles<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Board<B>, PuzzleError> {
        self.tiles.parse(text)
    }

    fn display<'a>(&'a self, board: &'a Board<B>) -> impl fmt::Display + 'a {
        self.tiles.display(board)
    }
}

crate::puzzles::portable::portable!(
    WeightedTiles<B>,
    |this, state| (0..this.tiles().rows() * this.tiles().columns()).map(|cell| state.tile(cell)),
    |this, bytes| this.tiles().state(bytes),
    B
);

impl<B: Packed> Reversible for WeightedTiles<B> {
    fn goals(&self) -> impl IntoIterator<Item = Board<B>> {
        self.tiles.goals()
    }

    #[inline]
    fn predecessors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.tiles.predecessors(board).into_iter();
        edges.map(|edge| self.weighted(board, edge))
    }
}

/// A board has the same rank as in [`SlidingTiles`].
impl<B: Packed> Ranked for WeightedTiles<B> {
    fn state_count(&self) -> Option<u128> {
        self.tiles.state_count()
    }

    #[inline]
    fn rank(&self, board: &Board<B>) -> Option<u128> {
        self.tiles.rank(board)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<Board<B>> {
        self.tiles.unrank(rank)
    }
}

// A move changes the weighted Manhattan distance by plus or minus its cost. So this estimate has the parity of the
// distance to the goal.
tile_heuristics!(
    WeightedTiles:
    Manhattan by distance, in all total_distance, with parity true;
    Misplaced by misplaced, in all total_misplaced, with parity false;
);
