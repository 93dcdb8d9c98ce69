//! [`SwapGame`]: sorting a board by swaps of adjacent cells. Invariant: every order of the numbers is a state that can
//! reach the goal, since the swaps generate all permutations of the cells.

use alloc::boxed::Box;
use core::fmt;

use super::board::Arrangement;
use super::error::PuzzleError;
use super::homes::{self, Homes};
use super::packed::Packed;
use crate::facts::Facts;
use crate::permutation::factorial;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked};
use crate::puzzles::{Manhattan, Misplaced};
use crate::solvability::{Reason, Solvability};

/// A puzzle on a board of numbers without a blank. A move swaps the numbers on two cells that share a side. The default
/// goal is 1, 2, 3 .. row by row. The goal can be reached from every board.
///
/// A board is [packed](Packed) into a value of type `B`. This type limits the number of cells: up to 16 for `u64`, up
/// to 25 for `u128`, and up to 64 for `[u8; 64]`.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SwapGame;
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = SwapGame::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("2 1 3  7 5 9  8 4 6")?;
/// let report = AStar::new().solve(&puzzle, &start);
/// assert_eq!(report.solution().map(|s| s.cost()), Some(4));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwapGame<B: Packed = u64> {
    rows: usize,
    columns: usize,
    goal: Arrangement<B>,
    /// All swaps in the order in which they are generated, with their two cells.
    swaps: Box<[(Swap, usize, usize)]>,
    /// The distances of numbers from their goal cells, for heuristics.
    homes: Homes,
}

impl SwapGame {
    /// Creates the puzzle on a board of `rows` x `columns` cells. For more than 16 cells, use [`packed`](Self::packed).
    ///
    /// # Errors
    ///
    /// Returns an error if the board has no cells or more than 16 cells.
    ///
    /// ```
    /// use puzzle_search::puzzles::SwapGame;
    ///
    /// assert!(SwapGame::new(4, 4).is_ok());
    /// assert!(SwapGame::new(5, 5).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(rows: usize, columns: usize) -> Result<Self, PuzzleError> {
        Self::packed(rows, columns)
    }
}

impl<B: Packed> SwapGame<B> {
    /// Creates the puzzle on a board of `rows` x `columns` cells. States are packed into `B`.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has no cells, more than 64 cells, or more cells than fit into `B`.
    ///
    /// ```
    /// use puzzle_search::puzzles::SwapGame;
    ///
    /// let puzzle = SwapGame::<[u8; 36]>::packed(6, 6)?;
    /// assert_eq!(size_of_val(&puzzle.goal()), 36);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn packed(rows: usize, columns: usize) -> Result<Self, PuzzleError> {
        let most = Arrangement::<B>::MOST_CELLS.min(homes::CELLS);
        let cells = rows.checked_mul(columns).filter(|n| (1..=most).contains(n));
        let cells = cells.ok_or_else(|| PuzzleError::size(rows, columns, most))?;
        Ok(Self::for_goal(rows, columns, Arrangement::new(0..cells)))
    }

    fn for_goal(rows: usize, columns: usize, goal: Arrangement<B>) -> Self {
        let cells = rows * columns;
        let swaps = (0..cells).flat_map(|cell| {
            let (row, column) = (cell / columns, cell % columns);
            let swap = move |down| Swap {
                row: row as u8,
                column: column as u8,
                down,
            };
            let right = (column + 1 < columns).then(|| (swap(false), cell, cell + 1));
            let down = (row + 1 < rows).then(|| (swap(true), cell, cell + columns));
            right.into_iter().chain(down)
        });
        Self {
            rows,
            columns,
            goal,
            swaps: swaps.collect(),
            homes: Homes::on_grid(cells, columns, goal.labels(cells).zip(0..)),
        }
    }

    /// Returns the same puzzle with another goal. `labels` lists the numbers row by row.
    ///
    /// # Errors
    ///
    /// Returns an error unless `labels` lists each number from 1 to the number of cells exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::SwapGame;
    ///
    /// let puzzle = SwapGame::new(2, 2)?.with_goal(&[4, 3, 2, 1])?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[4, 3, 2, 1])?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goal(self, labels: &[u8]) -> Result<Self, PuzzleError> {
        let goal = Arrangement::from_labels(labels, self.cells(), "goal")?;
        Ok(Self::for_goal(self.rows, self.columns, goal))
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::SwapGame;
    ///
    /// let puzzle = SwapGame::new(2, 2)?;
    /// assert_eq!(puzzle.goal().labels(4).collect::<Vec<_>>(), [1, 2, 3, 4]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Arrangement<B> {
        self.goal
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns the state that `labels` describes: the numbers row by row.
    ///
    /// # Errors
    ///
    /// Returns an error unless `labels` lists each number from 1 to the number of cells exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::SwapGame;
    ///
    /// let puzzle = SwapGame::new(2, 2)?;
    /// assert_eq!(puzzle.state(&[1, 2, 3, 4])?, puzzle.goal());
    /// assert!(puzzle.state(&[0, 1, 2, 3]).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self, labels: &[u8]) -> Result<Arrangement<B>, PuzzleError> {
        Arrangement::from_labels(labels, self.cells(), "state")
    }
}

/// A move of [`SwapGame`]: swaps the numbers on two cells that share a side. A swap is printed as the rows and columns
/// of both cells, counted from 1: for example, `r1c1-r1c2`.
///
/// ```
/// use puzzle_search::puzzles::SwapGame;
/// use puzzle_search::Puzzle;
///
/// let puzzle = SwapGame::new(1, 2)?;
/// let swap = puzzle.neighbors(&puzzle.goal()).into_iter().next().expect("there is one");
/// assert_eq!(swap.mv.to_string(), "r1c1-r1c2");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Swap {
    /// The upper or left cell of the two.
    row: u8,
    column: u8,
    /// Whether the other cell is below it; otherwise it is to the right.
    down: bool,
}

impl Swap {
    /// Returns the row and the column of each of the two cells, counted from 0.
    ///
    /// ```
    /// use puzzle_search::puzzles::SwapGame;
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = SwapGame::new(1, 2)?;
    /// let goal = puzzle.goal();
    /// let swaps = puzzle.neighbors(&goal).into_iter().map(|edge| edge.mv.cells());
    /// assert_eq!(swaps.collect::<Vec<_>>(), [[(0, 0), (0, 1)]]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn cells(self) -> [(u8, u8); 2] {
        // A deserialized swap may have cells that no board has, so the sum must not overflow.
        let other = if self.down {
            (self.row.saturating_add(1), self.column)
        } else {
            (self.row, self.column.saturating_add(1))
        };
        [(self.row, self.column), other]
    }
}

impl fmt::Display for Swap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self
            .cells()
            .map(|(row, column)| (u16::from(row) + 1, u16::from(column) + 1));
        let [(row, column), (other_row, other_column)] = cells;
        write!(f, "r{row}c{column}-r{other_row}c{other_column}")
    }
}

impl<B: Packed> Puzzle for SwapGame<B> {
    type State = Arrangement<B>;
    type Move = Swap;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, board: &Arrangement<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let board = *board;
        let swaps = self.swaps.iter();
        swaps.map(move |&(swap, a, b)| Neighbor::unit(swap, board.swapped(a, b)))
    }

    #[inline]
    fn is_goal(&self, board: &Arrangement<B>) -> bool {
        *board == self.goal
    }

    fn solvability(&self, state: &Arrangement<B>) -> Solvability {
        if !state.permutes_first(self.cells()) {
            return Solvability::NotAState;
        }
        let reason = "swaps of adjacent cells generate every permutation";
        Solvability::Solvable(Reason::new(reason))
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().undirected().consistent()
    }

    #[inline]
    fn is_redundant(&self, last: &Swap, next: &Swap) -> bool {
        // Two swaps without a common cell commute, so only the lesser one may come first.
        let [a, b] = last.cells();
        let apart = next.cells().iter().all(|cell| *cell != a && *cell != b);
        last == next || (apart && next < last)
    }
}

/// A board is written as its numbers, row by row, separated by white space or commas.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::SwapGame;
///
/// let puzzle = SwapGame::new(2, 2)?;
/// let board = puzzle.parse("4 3 2 1")?;
/// assert_eq!(board, puzzle.state(&[4, 3, 2, 1])?);
/// assert_eq!(puzzle.display(&board).to_string(), "4 3\n2 1");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<B: Packed> Notation for SwapGame<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Arrangement<B>, PuzzleError> {
        Arrangement::parse(text, self.cells())
    }

    fn display<'a>(&'a self, board: &'a Arrangement<B>) -> impl fmt::Display + 'a {
        board.printed(self.cells(), self.columns)
    }
}

crate::puzzles::portable::portable!(
    SwapGame<B>,
    |this, state| state.labels(this.cells()),
    |this, bytes| this.state(bytes),
    B
);

/// Ranks (numbers) all states.
impl<B: Packed> Ranked for SwapGame<B> {
    fn state_count(&self) -> Option<u128> {
        factorial(self.cells())
    }

    fn rank(&self, board: &Arrangement<B>) -> Option<u128> {
        board.rank(self.cells())
    }

    fn unrank(&self, rank: u128) -> Option<Arrangement<B>> {
        Arrangement::unrank(self.cells(), rank)
    }
}

/// Implements heuristics by the sum of a measure over all cells. A swap changes the measure of two numbers, each by at
/// most one, so half of the sum is a lower bound.
macro_rules! swap_heuristics {
    ($($heuristic:ident by $measure:ident),+) => {$(
        /// For [`Manhattan`], the estimate is half the sum of the distances of the numbers from their goal cells,
        /// rounded up. For [`Misplaced`], the estimate is half the number of cells that do not have their goal number,
        /// rounded up.
        impl<B: Packed> Heuristic<SwapGame<B>> for $heuristic {
            /// The number that is halved and rounded up.
            type Memo = u32;

            fn memo(&self, puzzle: &SwapGame<B>, board: &Arrangement<B>) -> u32 {
                let labels = board.labels(puzzle.cells()).zip(0..);
                labels.map(|(label, cell)| puzzle.homes.$measure(label, cell)).sum()
            }

            #[inline]
            fn advance(
                &self,
                puzzle: &SwapGame<B>,
                memo: u32,
                parent: &Arrangement<B>,
                swap: &Swap,
                _child: &Arrangement<B>,
            ) -> u32 {
                let cell = |(row, column)| usize::from(row) * puzzle.columns + usize::from(column);
                let [a, b] = swap.cells().map(cell);
                let [label_a, label_b] = [a, b].map(|cell| parent.item(cell) as u8 + 1);
                let homes = &puzzle.homes;
                let after = memo + homes.$measure(label_a, b) + homes.$measure(label_b, a);
                after - homes.$measure(label_a, a) - homes.$measure(label_b, b)
            }

            fn facts(&self, space: Facts<u32>) -> Facts<u32> {
                space.consistent()
            }

            #[inline]
            fn estimate(&self, _: &SwapGame<B>, memo: u32) -> Option<u32> {
                Some(memo.div_ceil(2))
            }
        }
    )+};
}

swap_heuristics!(Manhattan by distance, Misplaced by misplaced);

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::Swap;

    #[test]
    fn a_swap_of_no_board_is_printed() {
        // A swap with such cells can be deserialized.
        let (row, column) = (u8::MAX, u8::MAX);
        let [right, down] = [false, true].map(|down| Swap { row, column, down });
        assert_eq!(right.to_string(), "r256c256-r256c256");
        assert_eq!(down.cells(), [(255, 255); 2]);
    }
}
