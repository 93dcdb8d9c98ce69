//! [`MagicSquares`]: the USACO puzzle of eight tiles and three moves.

use core::fmt;
use core::str::FromStr;

use super::board::{Arrangement, LabelRows};
use super::error::PuzzleError;
use super::homes::Homes;
use crate::facts::Facts;
use crate::permutation::factorial;
use crate::pruning::FixedMoves;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::puzzles::{Manhattan, Misplaced};
use crate::solvability::{Reason, Solvability};

const CELLS: usize = 8;

/// The puzzle Magic Squares of the USACO training pages: a sheet with two rows of four tiles, which are numbered from 1
/// to 8. A list of tiles begins at the top left and goes clockwise. There are three moves ([`Generator`]).
///
/// The goal is the target that is passed to [`new`](Self::new). [`BreadthFirst`](crate::BreadthFirst) returns the
/// lexicographically least of the shortest solutions.
///
/// ```
/// use puzzle_search::puzzles::MagicSquares;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let puzzle = MagicSquares::new(&[6, 7, 4, 1, 8, 5, 2, 3])?;
/// let solution = BreadthFirst::new().solve(&puzzle, &MagicSquares::initial()).into_result()?;
/// assert_eq!(solution.to_string(), "C C B B B");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MagicSquares {
    goal: Arrangement<u32>,
    homes: Homes,
}

/// A move of [`MagicSquares`].
///
/// ```
/// use puzzle_search::puzzles::Generator;
///
/// assert_eq!("b".parse::<Generator>()?, Generator::B);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Generator {
    /// Exchanges the two rows.
    A,
    /// Moves the rightmost column to the left end.
    B,
    /// Rotates the four tiles of the two middle columns clockwise by one cell.
    C,
}

impl Generator {
    /// All three moves, in the order in which a search generates them.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// For each cell, in clockwise order, the cell from which its new tile comes.
    const fn sources(self) -> [usize; CELLS] {
        match self {
            Self::A => [7, 6, 5, 4, 3, 2, 1, 0],
            Self::B => [3, 0, 1, 2, 5, 6, 7, 4],
            Self::C => [0, 6, 1, 3, 4, 2, 5, 7],
        }
    }

    #[inline]
    fn play(self, sheet: &Arrangement<u32>) -> Arrangement<u32> {
        Arrangement::new(self.sources().into_iter().map(|from| sheet.item(from)))
    }

    #[inline]
    fn undo(self, sheet: &Arrangement<u32>) -> Arrangement<u32> {
        let mut before = [0; CELLS];
        for (to, from) in self.sources().into_iter().enumerate() {
            before[from] = sheet.item(to);
        }
        Arrangement::new(before.into_iter())
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        })
    }
}

impl FromStr for Generator {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        match text {
            "A" | "a" => Ok(Self::A),
            "B" | "b" => Ok(Self::B),
            "C" | "c" => Ok(Self::C),
            _ => Err(PuzzleError::not_a_move(text, "A, B or C")),
        }
    }
}

impl MagicSquares {
    /// Creates the puzzle whose goal is `target`, a list of tiles clockwise from the top left.
    ///
    /// # Errors
    ///
    /// Returns an error unless `target` lists each number from 1 to 8 exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    ///
    /// assert!(MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1]).is_ok());
    /// assert!(MagicSquares::new(&[1, 2, 3]).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(target: &[u8]) -> Result<Self, PuzzleError> {
        Arrangement::from_labels(target, CELLS, "goal").map(Self::for_goal)
    }

    fn for_goal(goal: Arrangement<u32>) -> Self {
        let homes = goal.labels(CELLS).zip(0..);
        Self {
            goal,
            homes: Homes::new(CELLS, homes, single_tile_distance),
        }
    }

    /// Returns the sorted sheet, with the tiles 1 to 8 clockwise from the top left.
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    ///
    /// let sheet = MagicSquares::initial();
    /// assert_eq!(sheet.labels(8).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    /// ```
    #[must_use]
    pub fn initial() -> Arrangement<u32> {
        Arrangement::new(0..CELLS)
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    ///
    /// let puzzle = MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1])?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[2, 6, 8, 4, 5, 7, 3, 1])?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Arrangement<u32> {
        self.goal
    }

    /// Returns the state that `tiles` describes: the tiles clockwise from the top left.
    ///
    /// # Errors
    ///
    /// Returns an error unless `tiles` lists each number from 1 to 8 exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::MagicSquares;
    ///
    /// let puzzle = MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1])?;
    /// assert_eq!(puzzle.state(&[1, 2, 3, 4, 5, 6, 7, 8])?, MagicSquares::initial());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self, tiles: &[u8]) -> Result<Arrangement<u32>, PuzzleError> {
        Arrangement::from_labels(tiles, CELLS, "board")
    }
}

/// Prints a sheet.
struct Sheet(Arrangement<u32>);

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, columns) = if f.alternate() {
            ([0, 1, 2, 3, 7, 6, 5, 4], CELLS / 2)
        } else {
            ([0, 1, 2, 3, 4, 5, 6, 7], CELLS)
        };
        let labels = cells.map(|cell| self.0.item(cell) as u8 + 1).to_vec();
        fmt::Display::fmt(&LabelRows { labels, columns }, f)
    }
}

/// The fewest moves that carry a tile from one cell to another.
fn single_tile_distance(from: usize, to: usize) -> u8 {
    let mut reached = 1_u8 << from;
    let mut moves = 0;
    while reached & (1 << to) == 0 {
        let before = reached;
        for generator in Generator::ALL {
            for (to, from) in generator.sources().into_iter().enumerate() {
                reached |= ((before >> from) & 1) << to;
            }
        }
        moves += 1;
    }
    moves
}

impl Puzzle for MagicSquares {
    type State = Arrangement<u32>;
    type Move = Generator;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, sheet: &Arrangement<u32>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        Generator::ALL.map(|generator| Neighbor::unit(generator, generator.play(sheet)))
    }

    #[inline]
    fn is_goal(&self, sheet: &Arrangement<u32>) -> bool {
        *sheet == self.goal
    }

    fn solvability(&self, sheet: &Arrangement<u32>) -> Solvability {
        if !sheet.has_cells(8) {
            return Solvability::NotAState;
        }
        let reason = "A, B and C generate all 40320 permutations of the tiles";
        Solvability::Solvable(Reason::new(reason))
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs(true).consistent(true)
    }

    #[inline]
    fn is_redundant(&self, last: &Generator, next: &Generator) -> bool {
        *next == Generator::A && *last != Generator::C
    }
}

/// A sheet is written as its numbers, clockwise from the top left, separated by white space or commas. The alternate
/// form (`{:#}`) prints a sheet as two rows.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::MagicSquares;
///
/// let puzzle = MagicSquares::new(&[2, 6, 8, 4, 5, 7, 3, 1])?;
/// let sheet = puzzle.parse("1 2 3 4 5 6 7 8")?;
/// assert_eq!(sheet, MagicSquares::initial());
/// assert_eq!(puzzle.display(&sheet).to_string(), "1 2 3 4 5 6 7 8");
/// assert_eq!(format!("{:#}", puzzle.display(&sheet)), "1 2 3 4\n8 7 6 5");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl Notation for MagicSquares {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Arrangement<u32>, PuzzleError> {
        Arrangement::parse(text, CELLS)
    }

    fn display<'a>(&'a self, sheet: &'a Arrangement<u32>) -> impl fmt::Display + 'a {
        Sheet(*sheet)
    }
}

crate::puzzles::portable::portable!(MagicSquares, |_, state| state.labels(8), |this, bytes| this
    .state(bytes));

impl Reversible for MagicSquares {
    fn goals(&self) -> impl IntoIterator<Item = Arrangement<u32>> {
        [self.goal]
    }

    #[inline]
    fn predecessors(&self, sheet: &Arrangement<u32>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        Generator::ALL.map(|generator| Neighbor::unit(generator, generator.undo(sheet)))
    }
}

/// Ranks (numbers) all states.
impl Ranked for MagicSquares {
    fn state_count(&self) -> Option<u128> {
        factorial(CELLS)
    }

    fn rank(&self, sheet: &Arrangement<u32>) -> Option<u128> {
        sheet.rank(CELLS)
    }

    fn unrank(&self, rank: u128) -> Option<Arrangement<u32>> {
        Arrangement::unrank(CELLS, rank)
    }
}

/// The estimate is the maximum, over all tiles, of the number of moves that the tile needs to reach its goal cell if
/// the other tiles are ignored.
impl Heuristic<MagicSquares> for Manhattan {
    type Memo = u32;

    #[inline]
    fn memo(&self, puzzle: &MagicSquares, sheet: &Arrangement<u32>) -> u32 {
        let tiles = sheet.labels(CELLS).zip(0..);
        let needs = tiles.map(|(tile, cell)| puzzle.homes.distance(tile, cell));
        needs.max().unwrap_or(0)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent(true)
    }

    #[inline]
    fn estimate(&self, _: &MagicSquares, memo: u32) -> Option<u32> {
        Some(memo)
    }
}

/// The estimate is 1 if any tile is not on its goal cell, otherwise 0.
impl Heuristic<MagicSquares> for Misplaced {
    type Memo = u32;

    #[inline]
    fn memo(&self, puzzle: &MagicSquares, sheet: &Arrangement<u32>) -> u32 {
        u32::from(!puzzle.is_goal(sheet))
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent(true)
    }

    #[inline]
    fn estimate(&self, _: &MagicSquares, memo: u32) -> Option<u32> {
        Some(memo)
    }
}

/// The effect of a sequence of moves is the state that the moves produce from the state 1 2 3 4 5 6 7 8.
impl FixedMoves for MagicSquares {
    type Effect = Arrangement<u32>;
    type Needs = ();

    fn letters(&self) -> impl ExactSizeIterator<Item = Generator> {
        Generator::ALL.into_iter()
    }

    #[inline]
    fn letter(&self, generator: &Generator) -> usize {
        *generator as usize
    }

    fn nothing(&self) -> (Arrangement<u32>, ()) {
        (Self::initial(), ())
    }

    fn follow(&self, effect: &mut Arrangement<u32>, (): &mut (), letter: usize) {
        if let Some(generator) = Generator::ALL.get(letter) {
            *effect = generator.play(effect);
        }
    }
}
