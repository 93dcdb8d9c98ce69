//! [`WeightedPatterns`]: additive pattern databases for weighted sliding tiles. Invariant: the patterns have no tile in
//! common, and each database counts only the cost of its own tiles beyond their weighted Manhattan distance, so the
//! entries and this distance may be added.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use super::WeightedTiles;
use crate::facts::Facts;
use crate::permutation::PermutationError;
use crate::puzzle::heuristic::{Heuristic, TwoSidedHeuristic};
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::puzzles::homes::grid_distance;
use crate::puzzles::{Board, Packed};
use crate::tables::{Abstraction, Additive, BuildError, PatternDatabase, PieceSpace, Places};
use crate::task::Task;

/// Additive pattern databases for [`WeightedTiles`], sliding tiles whose moves differ in cost.
///
/// The estimate is the weighted [`Manhattan`](crate::heuristics::Manhattan) distance plus one database entry for each
/// group of tiles. In the weighted distance, each move counts with the cost of its tile. For the entries, moves of
/// tiles outside the group are free. An entry is the least cost of bringing the group's tiles and the blank to their
/// goal cells, minus the weighted distance of the group's tiles.
///
/// The estimate is admissible and consistent. The database of a group of k tiles on a board of n cells takes n (n - 1)
/// ... (n - k) bytes. This is 5.8 million bytes for five tiles of the 15-puzzle. An estimate takes one pass over the
/// board and one lookup for each group.
///
/// A bidirectional search also estimates the cost from the start. The databases for this are built when the search
/// begins, without limits. A database that cannot be built is left out.
///
/// Paper: A. Felner, R. E. Korf, S. Hanan, "Additive pattern database heuristics", 2004.
///
/// ```
/// use puzzle_search::heuristics::WeightedPatterns;
/// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = WeightedTiles::heavy(SlidingTiles::new(3, 3)?);
/// let patterns = WeightedPatterns::build(&puzzle, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]).run()?;
/// let puzzle = puzzle.guided_by(patterns);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(132)); // the Manhattan distance is 92
/// assert_eq!(AStar::new().solve(&puzzle, &start).lower_bound, Some(136));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightedPatterns(Additive<TileAbstraction>);

impl WeightedPatterns {
    /// Returns a [`Task`] that builds a database for each of `patterns`. A pattern is a list of tile numbers, counted
    /// from 1. A tile that is in no pattern contributes only its weighted Manhattan distance to the estimate.
    ///
    /// # Errors
    ///
    /// The task returns an error if a limit is reached or there is not enough memory. It also returns an error if a
    /// pattern has more than 15 tiles, if a number in a pattern is not a tile number or occurs twice in the patterns, or
    /// if an entry would exceed 254.
    ///
    /// ```
    /// use puzzle_search::heuristics::WeightedPatterns;
    /// use puzzle_search::puzzles::{SlidingTiles, WeightedTiles};
    ///
    /// let puzzle = WeightedTiles::heavy(SlidingTiles::new(2, 3)?);
    /// assert!(WeightedPatterns::build(&puzzle, &[&[1, 2], &[3, 5]]).run().is_ok());
    /// let error = WeightedPatterns::build(&puzzle, &[&[1, 2], &[2]]).run().unwrap_err();
    /// assert_eq!(error.to_string(), "tile 2 of a pattern: expected each of 1 to 5 at most once");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn build<'a, B: Packed>(
        puzzle: &WeightedTiles<B>,
        patterns: &[&[u8]],
    ) -> Task<'a, Result<Self, BuildError>> {
        Additive::build::<WeightedTiles<B>, _>(Self::abstractions(puzzle, patterns), Self)
    }

    /// The abstractions of the patterns, or an error if a tile is no tile of the puzzle or occurs twice.
    fn abstractions<B: Packed>(
        puzzle: &WeightedTiles<B>,
        patterns: &[&[u8]],
    ) -> Result<Vec<TileAbstraction>, BuildError> {
        let mut seen = [false; 256];
        for &tile in patterns.iter().copied().flatten() {
            let most = puzzle.tiles().rows() * puzzle.tiles().columns() - 1;
            if !(1..=most).contains(&usize::from(tile)) || seen[usize::from(tile)] {
                return Err(BuildError::unfit(format!(
                    "tile {tile} of a pattern: expected each of 1 to {most} at most once"
                )));
            }
            seen[usize::from(tile)] = true;
        }
        let pattern = |tiles: &&[u8]| TileAbstraction::new(puzzle, tiles);
        let abstractions: Result<_, PermutationError> = patterns.iter().map(pattern).collect();
        abstractions.map_err(|error| BuildError::unfit(format!("{error}")))
    }
}

impl<B: Packed> Heuristic<WeightedTiles<B>> for WeightedPatterns {
    type Memo = Option<u32>;

    #[inline]
    fn memo(&self, puzzle: &WeightedTiles<B>, board: &Board<B>) -> Option<u32> {
        let tiles = (0..).zip(board.labels());
        let distances = tiles.map(|(cell, tile)| puzzle.distance(tile, cell));
        let entries = self.0.sum(puzzle, board)?;
        Some(distances.sum::<u32>().saturating_add(entries))
    }

    #[inline]
    fn estimate(&self, _: &WeightedTiles<B>, memo: Option<u32>) -> Option<u32> {
        memo
    }

    fn fits(&self, puzzle: &WeightedTiles<B>) -> bool {
        let is_of_puzzle = |database: &PatternDatabase<TileAbstraction>| {
            let abstraction = database.abstraction();
            TileAbstraction::new(puzzle, &abstraction.tiles)
                .is_ok_and(|expected| expected == *abstraction)
        };
        self.0.0.iter().all(is_of_puzzle)
    }

    /// Declares that the estimate is consistent, and that it has the same parity as the cost of every solution.
    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent().parity()
    }
}

impl<B: Packed> TwoSidedHeuristic<WeightedTiles<B>> for WeightedPatterns {
    type Reversed = Self;

    fn reversed(&self, puzzle: &WeightedTiles<B>) -> Self {
        let reversed = self.0.0.iter().filter_map(|database| {
            let abstraction = TileAbstraction::new(puzzle, &database.abstraction().tiles);
            PatternDatabase::new(puzzle, abstraction.ok()?).ok()
        });
        Self(Additive(reversed.collect()))
    }
}

/// The abstraction that keeps the blank and some tiles. An edge costs what the move of a kept tile costs beyond the
/// decrease of its weighted distance: nothing if the tile approaches its goal, and otherwise twice the cost of the
/// tile.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TileAbstraction {
    tiles: Box<[u8]>,
    /// The ranks of the places of the blank and of the tiles.
    places: PieceSpace,
    goal: Places,
    /// The neighbors of each cell.
    beside: Box<[Vec<u8>]>,
    /// For each kept tile, its weighted distance from its goal cell on each cell, and the cost of a move.
    weighted_distances: Box<[(Box<[u32]>, u32)]>,
}

/// Whether edges lead out of a state or into it.
#[derive(Clone, Copy)]
enum EdgeSide {
    Outgoing,
    Incoming,
}

impl TileAbstraction {
    fn new<B: Packed>(puzzle: &WeightedTiles<B>, tiles: &[u8]) -> Result<Self, PermutationError> {
        let board = puzzle.tiles();
        let cells = (board.rows() * board.columns()) as u8;
        let goal_cells: Vec<u8> = places(&puzzle.goal(), tiles).collect();
        let identity: Vec<u8> = (0..cells).collect();
        let beside = |cell: u8| {
            let is_beside =
                |&other: &u8| grid_distance(board.columns(), cell.into(), other.into()) == 1;
            (0..cells).filter(is_beside).collect()
        };
        let weighted_distances = |&tile: &u8| {
            let distance = |cell| puzzle.distance(tile, usize::from(cell));
            ((0..cells).map(distance).collect(), puzzle.cost(tile))
        };
        Ok(Self {
            // The space serves only for ranks, so its move does not matter.
            places: PieceSpace::new(&[&identity], &goal_cells)?,
            goal: Places::of(goal_cells.into_iter()),
            beside: (0..cells).map(beside).collect(),
            weighted_distances: tiles.iter().map(weighted_distances).collect(),
            tiles: tiles.into(),
        })
    }

    /// The edges out of a state, or into it.
    fn edges<'a>(
        &'a self,
        state: &Places,
        side: EdgeSide,
    ) -> impl Iterator<Item = NeighborOf<Self>> + 'a {
        let Places(places) = *state;
        let blank = places[0];
        let beside = self.beside.get(usize::from(blank));
        beside.into_iter().flatten().map(move |&cell| {
            let mut next = places;
            next[0] = cell;
            let mut cost = 0;
            for (place, (distances, weight)) in next[1..].iter_mut().zip(&self.weighted_distances) {
                if *place == cell {
                    *place = blank;
                    let (to, from) = (distances[usize::from(blank)], distances[usize::from(cell)]);
                    cost = match side {
                        EdgeSide::Outgoing => weight + to - from,
                        EdgeSide::Incoming => weight + from - to,
                    };
                }
            }
            let mv = match side {
                EdgeSide::Outgoing => cell,
                EdgeSide::Incoming => blank,
            };
            Neighbor::new(mv, Places(next), cost)
        })
    }
}

/// The cell of the blank, and then those of these tiles.
#[inline]
fn places<B: Packed>(board: &Board<B>, tiles: &[u8]) -> impl Iterator<Item = u8> {
    let mut cells = [0; 64];
    for (cell, tile) in (0..).zip(board.labels()) {
        cells[usize::from(tile) % cells.len()] = cell;
    }
    let tiles = [0].into_iter().chain(tiles.iter().copied());
    tiles.map(move |tile| cells[usize::from(tile) % cells.len()])
}

impl Puzzle for TileAbstraction {
    type State = Places;
    /// The cell to which the blank goes.
    type Move = u8;
    type Cost = u32;

    fn neighbors(&self, state: &Places) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.edges(state, EdgeSide::Outgoing)
    }

    fn is_goal(&self, state: &Places) -> bool {
        *state == self.goal
    }
}

impl Reversible for TileAbstraction {
    fn goals(&self) -> impl IntoIterator<Item = Places> {
        [self.goal]
    }

    fn predecessors(&self, state: &Places) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.edges(state, EdgeSide::Incoming)
    }
}

impl Ranked for TileAbstraction {
    fn state_count(&self) -> Option<u128> {
        self.places.state_count()
    }

    #[inline]
    fn rank(&self, state: &Places) -> Option<u128> {
        self.places.rank(state)
    }

    fn unrank(&self, rank: u128) -> Option<Places> {
        self.places.unrank(rank)
    }
}

impl<B: Packed> Abstraction<WeightedTiles<B>> for TileAbstraction {
    type Space = Self;

    fn space(&self) -> &Self {
        self
    }

    #[inline]
    fn image(&self, _: &WeightedTiles<B>, board: &Board<B>) -> Places {
        Places::of(places(board, &self.tiles))
    }
}
