//! [`Grid`]: pathfinding on a map of cells, by steps in four or eight directions.
//!
//! Invariant: the goals are in ascending order without repetitions, since [`is_goal`](Puzzle::is_goal) looks them up by
//! binary search. A step can be made in both directions, so the predecessors of a cell are its neighbors; the costs of
//! the two directions can differ.

mod cell;
mod compass;
mod ground;
mod jump_grid;
mod jump_table;
mod map;
mod octile;
mod route;
mod step_costs;

use alloc::boxed::Box;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::{array, fmt};

pub use cell::Cell;
pub use compass::{Compass, Connectivity};
pub use jump_grid::{Jump, JumpGrid, JumpPoint};
pub use map::GridMap;
pub use route::Route;

use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::notation::Notation;
use crate::puzzle::portable::Portable;
use crate::puzzle::reversed::TwoSided;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::puzzles::error::{PuzzleError, shortened};
use crate::solvability::{Reason, Solvability};
use ground::Ground;
use map::Terrain;
use octile::checked_multiple;
use step_costs::{ByLetter, StepCosts};

/// Pathfinding on a grid map: an agent moves from cell to cell in four or eight directions, around walls and over
/// ground of different costs. [`Connectivity`] says which corners a diagonal step may cut.
///
/// ```
/// use puzzle_search::puzzles::{Connectivity, Grid, GridMap};
/// use puzzle_search::{AStar, Solver};
///
/// let map: GridMap = "
/// S.#....
/// #.#.##.
/// ..5.#.G".parse()?;
/// let start = map.find('S').next().expect("it is marked");
/// let goals: Vec<_> = map.find('G').collect();
/// let grid = Grid::new(map, Connectivity::Four).with_goals(goals)?;
/// let solution = AStar::new().solve(&grid, &start).into_result()?;
/// assert_eq!(solution.to_string(), "E S S E E N N E E E S S");
/// assert_eq!(solution.cost(), 16); // eleven steps of cost 1, and one step of cost 5
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// The letter of a cell on the [map](GridMap) determines the weight of the cell, or makes it a wall. The cost of a step
/// is the weight of the cell that the step **enters**, times the cost of a straight or a diagonal step.
/// [`with_goals`](Self::with_goals) sets the goals. Without goals, no start has a solution.
///
/// # Costs
///
/// | created by | cost type | straight step | diagonal step |
/// |---|---|---|---|
/// | [`new`](Grid::new), four directions | `u32` | 1 | |
/// | [`new`](Grid::new), eight directions | `u32` | 70 | 99 |
/// | [`octile`](Grid::octile) | `NotNan<f64>` | 1 | the square root of two, to 24 significant bits |
/// | [`with_costs`](Self::with_costs) | any | any | any |
///
/// The costs 70 and 99 are nearly in proportion to the lengths 1 and the square root of two. The cost of a path,
/// divided by 70, exceeds the length of the path by less than one part in 19,000. Searches are slower with
/// floating-point costs than with whole numbers.
///
/// # The heuristic
///
/// The built-in heuristic is the cost that a cheapest path to a goal would have if the map had no walls, and if every
/// cell had the lowest weight on the map. With eight directions this is the octile distance for the costs of steps, and
/// with four directions the Manhattan distance. The heuristic is admissible. It is also consistent, unless sums of
/// floating-point costs may be rounded. In that case, the estimate is lowered so that it remains admissible. An
/// estimate takes time in proportion to the number of goals.
///
/// # Memory and time
///
/// A state is a [`Cell`], which takes 4 bytes. A grid takes 6 bytes for each cell of the map, and all clones share this
/// memory. Creating a grid takes time in proportion to the number of cells. [`solvability`](Puzzle::solvability)
/// decides without a search whether a goal can be reached.
///
/// The terms, for example "straight step", are from D. Harabor and A. Grastien, "Online graph pruning for pathfinding
/// on grid maps", AAAI 2011.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<C: Cost = u32> {
    ground: Arc<Ground>,
    costs: Arc<StepCosts<C>>,
    /// The goals in ascending order.
    goals: Box<[Cell]>,
    weighted_cell: WeightedCell,
}

/// Which of the two cells of a step has the weight that determines the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WeightedCell {
    /// The cell that the step enters.
    Target,
    /// The cell that the step leaves. This holds in the reversed puzzle, whose steps lead the other way.
    Source,
}

/// The default weight of a letter.
const fn default_weight(letter: u8) -> u32 {
    match letter {
        b'1'..=b'9' => (letter - b'0') as u32,
        _ => 1,
    }
}

impl Grid {
    /// Creates a grid whose [costs](Self#costs) are whole numbers. The grid has no goals until you set them by
    /// [`with_goals`](Self::with_goals).
    #[must_use]
    pub fn new(map: GridMap, connectivity: Connectivity) -> Self {
        let [straight, diagonal] = match connectivity {
            // There are no diagonal steps, so their cost is not used.
            Connectivity::Four => [1, 1],
            _ => [70, 99],
        };
        let costs = array::from_fn(|letter| {
            let weight = default_weight(letter as u8);
            [straight * weight, diagonal * weight]
        });
        Self::from_costs(map, connectivity, Box::new(costs))
    }
}

/// Available with the feature `ordered-float`.
#[cfg(feature = "ordered-float")]
#[cfg_attr(docsrs, doc(cfg(feature = "ordered-float")))]
impl Grid<ordered_float::NotNan<f64>> {
    /// Creates a grid where a straight step costs 1 and a diagonal step costs the square root of two, rounded to
    /// 24 significant bits. The grid has no goals until you set them by [`with_goals`](Self::with_goals).
    ///
    /// ```
    /// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
    /// use puzzle_search::{AStar, Solver};
    ///
    /// let grid = Grid::octile("...\n...".parse()?, Connectivity::Eight).with_goals([Cell::new(2, 1)])?;
    /// let solution = AStar::new().solve(&grid, &Cell::new(0, 0)).into_result()?;
    /// assert!((solution.cost().into_inner() - 2.414_213_6).abs() < 1e-7);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn octile(map: GridMap, connectivity: Connectivity) -> Self {
        let costs = array::from_fn(|letter| {
            let weight = f64::from(default_weight(letter as u8));
            let diagonal = f64::from(core::f32::consts::SQRT_2);
            // Neither cost is NaN, so the default is never used.
            [weight, weight * diagonal].map(|cost| cost.try_into().unwrap_or_default())
        });
        Self::from_costs(map, connectivity, Box::new(costs))
    }
}

impl<C: Cost> Grid<C> {
    /// Creates a grid where a straight step costs `straight` and a diagonal step costs `diagonal`. The grid has no
    /// goals until you set them by [`with_goals`](Self::with_goals).
    ///
    /// # Errors
    ///
    /// Returns an error if `straight` or `diagonal` is not positive. Also returns an error if nine times `straight` or
    /// nine times `diagonal` exceeds the range of the cost type. Nine is the weight of a cell with the letter `9`.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
    /// use puzzle_search::{BreadthFirst, Solver};
    ///
    /// // The moves of a king in chess: all steps cost one.
    /// let grid = Grid::with_costs("....\n....\n....".parse()?, Connectivity::Eight, 1_u32, 1)?;
    /// let grid = grid.with_goals([Cell::new(3, 2)])?;
    /// let solution = BreadthFirst::new().solve(&grid, &Cell::new(0, 0)).into_result()?;
    /// assert_eq!((solution.to_string(), solution.cost()), ("E SE SE".into(), 3));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn with_costs(
        map: GridMap,
        connectivity: Connectivity,
        straight: C,
        diagonal: C,
    ) -> Result<Self, PuzzleError> {
        let mut costs = Box::new([[straight, diagonal]; 256]);
        for (letter, costs) in (0..=u8::MAX).zip(costs.iter_mut()) {
            *costs = [
                weighted(straight, default_weight(letter))?,
                weighted(diagonal, default_weight(letter))?,
            ];
        }
        Ok(Self::from_costs(map, connectivity, costs))
    }

    fn from_costs(map: GridMap, connectivity: Connectivity, costs: ByLetter<C>) -> Self {
        let ground = Ground::new(map, connectivity);
        Self {
            costs: Arc::new(StepCosts::new(&ground, costs[usize::from(b'.')], costs)),
            ground: Arc::new(ground),
            goals: Box::default(),
            weighted_cell: WeightedCell::Target,
        }
    }

    /// Returns the same grid with the weight `weight` for the letter `letter`.
    ///
    /// # Errors
    ///
    /// Returns an error if `letter` is a wall or has no meaning on a [`GridMap`]. Also returns an error if `weight` is
    /// 0, or if the cost of a step would exceed the range of the cost type.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
    /// use puzzle_search::{AStar, Solver};
    ///
    /// // Four steps east, through the swamp, would cost 2 + 2 + 2 + 1 = 7; the six steps around it cost 6.
    /// let grid = Grid::new(".SSS.\n.....".parse()?, Connectivity::Four);
    /// let grid = grid.with_weight('S', 2)?.with_goals([Cell::new(4, 0)])?;
    /// let solution = AStar::new().solve(&grid, &Cell::new(0, 0)).into_result()?;
    /// assert_eq!(solution.to_string(), "S E E E E N");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn with_weight(self, letter: char, weight: u32) -> Result<Self, PuzzleError> {
        let byte = u8::try_from(letter).ok();
        let terrain = byte.and_then(Terrain::of);
        let (Some(byte), Some(Terrain::Ground | Terrain::Water)) = (byte, terrain) else {
            let message = format!("{letter:?} has no weight: expected . S G E W a-z or 1-9");
            return Err(PuzzleError::new(message));
        };
        let mut costs = self.costs.by_letter.clone();
        let [straight, diagonal] = self.costs.step;
        costs[usize::from(byte)] = [weighted(straight, weight)?, weighted(diagonal, weight)?];
        let costs = Arc::new(StepCosts::new(&self.ground, self.costs.step, costs));
        Ok(Self { costs, ..self })
    }

    /// Returns the same grid with the goals `goals` instead of all previous goals.
    ///
    /// # Errors
    ///
    /// Returns an error if a goal is a wall or outside the map.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
    ///
    /// let grid = Grid::new("..#".parse()?, Connectivity::Four);
    /// assert!(grid.clone().with_goals([Cell::new(1, 0), Cell::new(0, 0)]).is_ok());
    /// let error = grid.with_goals([Cell::new(2, 0)]).unwrap_err();
    /// assert_eq!(error.to_string(), "goal (2, 0) is a wall: expected an open cell");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goals(self, goals: impl IntoIterator<Item = Cell>) -> Result<Self, PuzzleError> {
        let mut goals: Vec<Cell> = goals.into_iter().collect();
        for (position, &goal) in goals.iter().enumerate() {
            self.check_inside(goal).map_err(|message| {
                PuzzleError::of_item(position, format!("goal {goal} {message}"))
            })?;
            if self.ground.region(goal).is_none() {
                let message = format!("goal {goal} is a wall: expected an open cell");
                return Err(PuzzleError::of_item(position, message));
            }
        }
        goals.sort_unstable();
        goals.dedup();
        let goals = goals.into();
        Ok(Self { goals, ..self })
    }

    /// Returns the map of the grid.
    #[must_use]
    pub fn map(&self) -> &GridMap {
        &self.ground.map
    }

    /// Returns the second half of an error message if a cell is outside the map.
    fn check_inside(&self, cell: Cell) -> Result<(), impl fmt::Display + use<C>> {
        let (width, height) = (self.map().width(), self.map().height());
        self.map().index_if_inside(cell).map(|_| ()).ok_or_else(|| {
            format!("is outside the map: expected x below {width} and y below {height}")
        })
    }

    /// The costs of a straight and of a diagonal step if the weight of `cell` determines them.
    #[inline]
    fn costs_by_weight_of(&self, cell: Cell) -> [C; 2] {
        let letter = self.map().letters().get(self.map().index(cell));
        self.costs.by_letter[usize::from(letter.copied().unwrap_or(b'.'))]
    }

    /// The costs of a straight and of a diagonal step that has `cell` as its source or target, as `role` says; `None` if
    /// they depend on the other cell of the step.
    #[inline]
    fn common_costs(&self, cell: Cell, role: WeightedCell) -> Option<[C; 2]> {
        let everywhere = self.costs.everywhere;
        everywhere.or_else(|| (self.weighted_cell == role).then(|| self.costs_by_weight_of(cell)))
    }
}

/// The product of a cost and a weight, or an error if it is not positive or out of range.
fn weighted<C: Cost>(cost: C, weight: u32) -> Result<C, PuzzleError> {
    let product = checked_multiple(cost, weight.into());
    let positive = product.filter(|&product| product > C::zero());
    positive.ok_or_else(|| {
        PuzzleError::new(format!(
            "a step of cost {cost}, with weight {weight}, is out of range: expected more than 0, and up \
             to {}",
            C::max_value()
        ))
    })
}

impl<C: Cost> Puzzle for Grid<C> {
    type State = Cell;
    type Move = Compass;
    type Cost = C;

    const HAS_ADDRESSES: bool = true;

    #[inline]
    fn neighbors(&self, cell: &Cell) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let from = *cell;
        let all = self.common_costs(from, WeightedCell::Source);
        self.ground.steps(from).map(move |step| {
            let to = step.target(from);
            let costs = all.unwrap_or_else(|| self.costs_by_weight_of(to));
            Neighbor::new(step, to, costs[usize::from(step.is_diagonal())])
        })
    }

    #[inline]
    fn is_goal(&self, cell: &Cell) -> bool {
        match *self.goals {
            [goal] => *cell == goal,
            ref goals => goals.binary_search(cell).is_ok(),
        }
    }

    #[inline]
    fn heuristic(&self, cell: &Cell) -> Option<C> {
        let estimate = |goal: &Cell| self.costs.estimate.between(*cell, *goal);
        match &*self.goals {
            [goal] => Some(estimate(goal)),
            goals => goals.iter().map(estimate).min(),
        }
    }

    #[inline]
    fn addresses(&self) -> usize {
        self.map().len()
    }

    #[inline]
    fn address(&self, cell: &Cell) -> usize {
        self.map().index(*cell)
    }

    fn facts(&self) -> Facts<C> {
        let facts = self.costs.facts;
        let color = |goal: &Cell| (goal.x() ^ goal.y()) & 1;
        let first = self.goals.first().map(color);
        // The lengths of all paths between two cells have the same parity. The lengths of all paths to the nearest goal
        // have it only if all goals are on cells of one color, as of a chessboard.
        let same_color = self
            .goals
            .iter()
            .map(color)
            .all(|color| Some(color) == first);
        Facts {
            parity: facts.parity && same_color,
            ..facts
        }
    }

    fn solvability(&self, cell: &Cell) -> Solvability {
        if self.is_goal(cell) {
            return Solvability::Solvable(Reason::new("the cell is a goal"));
        }
        if self.map().index_if_inside(*cell).is_none() {
            return Solvability::NotAState;
        }
        let Some(region) = self.ground.region(*cell) else {
            return Solvability::Unsolvable(Reason::new("the cell is a wall"));
        };
        if self
            .goals
            .iter()
            .any(|goal| self.ground.region(*goal) == Some(region))
        {
            return Solvability::Solvable(Reason::new("a goal can be reached from the cell"));
        }
        Solvability::Unsolvable(Reason::new("no goal can be reached from the cell"))
    }
}

/// A cell is written as two numbers, x and y, with or without parentheses and a comma, such as `(2, 1)` or `2 1`.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
///
/// let grid = Grid::new("...\n...".parse()?, Connectivity::Four);
/// assert_eq!(grid.parse("2 1")?, Cell::new(2, 1));
/// assert_eq!(grid.parse(&grid.display(&Cell::new(2, 1)).to_string())?, Cell::new(2, 1));
/// let error = grid.parse("(1, 2)").unwrap_err();
/// assert_eq!(error.to_string(), "cell (1, 2) is outside the map: expected x below 3 and y below 2");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<C: Cost> Notation for Grid<C> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Cell, PuzzleError> {
        let trimmed = text.trim();
        let inside = trimmed
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        let numbers = inside.unwrap_or(trimmed);
        let is_between = |letter: char| letter == ',' || letter.is_whitespace();
        let mut numbers = numbers
            .split(is_between)
            .filter(|number| !number.is_empty());
        let mut number = || numbers.next()?.parse::<u16>().ok();
        let cell = number().zip(number()).map(|(x, y)| Cell::new(x, y));
        let cell = cell.filter(|_| numbers.next().is_none()).ok_or_else(|| {
            let found = shortened(trimmed);
            PuzzleError::new(format!(
                "{found:?} is not a cell: expected x and y, such as (7, 4)"
            ))
        })?;
        let found = self.check_inside(cell);
        found.map_err(|message| PuzzleError::new(format!("cell {cell} {message}")))?;
        Ok(cell)
    }

    fn display<'a>(&'a self, cell: &'a Cell) -> impl fmt::Display + 'a {
        cell
    }
}

impl<C: Cost> Portable for Grid<C> {
    fn state_bytes(&self) -> usize {
        4
    }

    fn write_state(&self, cell: &Cell, bytes: &mut [u8]) {
        let [x, y] = [cell.x(), cell.y()].map(u16::to_le_bytes);
        for (byte, value) in bytes.iter_mut().zip(x.into_iter().chain(y)) {
            *byte = value;
        }
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Cell> {
        let &[a, b, c, d] = bytes else { return None };
        let cell = Cell::new(u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
        self.map().index_if_inside(cell).map(|_| cell)
    }
}

impl<C: Cost> Reversible for Grid<C> {
    fn goals(&self) -> impl IntoIterator<Item = Cell> {
        self.goals.iter().copied()
    }

    #[inline]
    fn predecessors(&self, cell: &Cell) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let to = *cell;
        let all = self.common_costs(to, WeightedCell::Target);
        self.ground.steps(to).map(move |back| {
            let (from, step) = (back.target(to), back.opposite());
            let costs = all.unwrap_or_else(|| self.costs_by_weight_of(from));
            Neighbor::new(step, from, costs[usize::from(step.is_diagonal())])
        })
    }
}

/// In the reversed puzzle, the cost of a step depends on the weight of the cell that the step leaves.
impl<C: Cost> TwoSided for Grid<C> {
    type Reversed = Self;

    fn reversed(&self, start: &Cell) -> Self {
        Self {
            ground: Arc::clone(&self.ground),
            costs: Arc::clone(&self.costs),
            goals: Box::new([*start]),
            weighted_cell: match self.weighted_cell {
                WeightedCell::Target => WeightedCell::Source,
                WeightedCell::Source => WeightedCell::Target,
            },
        }
    }
}

/// All cells, including walls, are ranked (numbered) row by row.
impl<C: Cost> Ranked for Grid<C> {
    fn state_count(&self) -> Option<u128> {
        Some(self.map().letters().len() as u128)
    }

    #[inline]
    fn rank(&self, cell: &Cell) -> Option<u128> {
        self.map().index_if_inside(*cell).map(|index| index as u128)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<Cell> {
        let index = usize::try_from(rank).ok()?;
        (index < self.map().letters().len()).then(|| self.map().cell(index))
    }
}
