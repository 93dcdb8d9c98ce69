//! [`JumpGrid`]: a map on which a move is a jump to the next cell where a cheapest path may have to turn.
//!
//! A path is canonical if no path of the same cost between the same cells takes its diagonal steps earlier. A state is
//! a cell with the directions in which canonical paths go on from there, rather than with the direction in which the
//! cell was reached. So a start is a state like the others, and two paths to a cell that go on alike lead to one state.
//!
//! Invariant: from a start, the cheapest path of jumps to each goal costs as much as the cheapest path on the grid.

use alloc::format;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::fmt;

use super::jump_table::{JumpTable, Landing};
use super::octile::checked_multiple;
use super::{Cell, Compass, Connectivity, Grid};
use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::portable::Portable;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle};
use crate::puzzles::error::PuzzleError;
use crate::solution::Solution;
use crate::solvability::Solvability;

/// A [`Grid`] on which a move is a [`Jump`]: a number of steps in the same direction, past cells where no cheapest path
/// needs to turn.
///
/// [`Grid::jump_grid`] makes it. Among all paths of the same cost, a search follows those that take diagonal steps as
/// early as possible, so that most cells are never stored. Cheapest paths to the goals cost the same as on the grid.
/// [`unfold`](Self::unfold) makes a solution of single steps.
///
/// ```
/// use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap, JumpPoint};
/// use puzzle_search::{AStar, Solver};
///
/// let map: GridMap = "
/// ..........
/// ....##....
/// ....##....".parse()?;
/// let grid = Grid::new(map, Connectivity::Eight).with_goals([Cell::new(8, 2)])?;
/// let jumps = grid.clone().jump_grid()?;
/// let (start, from) = (Cell::new(1, 2), JumpPoint::from(Cell::new(1, 2)));
/// let solution = AStar::new().solve(&jumps, &from).into_result()?;
/// assert_eq!(solution.to_string(), "2NE 3E 2SE");
/// let steps = jumps.unfold(&solution);
/// assert_eq!(steps.to_string(), "NE NE E E E SE SE");
/// assert!(steps.verify(&grid, &start).is_ok());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # When it pays
///
/// Among rooms, houses, caves or corridors, a search stores a small part of the states that it stores on the grid, and
/// takes from two fifths to a hundredth of the time. Making the tables takes as long as one to six routes across the
/// map on the grid, so one short route does not pay for them. Where one cell in ten is a single wall, nearly every
/// other cell is a jump point, and searches are faster on the grid.
///
/// # Memory and time
///
/// A state takes 8 bytes. The tables take 17 bytes for each cell of the map, besides those of the grid, and are made in
/// time proportional to the number of cells. All clones share them, whatever their goals: use
/// [`with_goals`](Self::with_goals) for the next route. Generating a neighbor takes time proportional to the number of
/// goals.
///
/// The heuristic is that of the grid, and is consistent. A jump cannot be taken back by a jump, so there is no search
/// backward. Jumps may pass a cell that is not a goal, so its distance may be greater than on the grid.
///
/// Papers: D. Harabor and A. Grastien, "Online graph pruning for pathfinding on grid maps", AAAI 2011; the tables: D.
/// Harabor and A. Grastien, "Improving jump point search", ICAPS 2014.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpGrid<C: Cost = u32> {
    grid: Grid<C>,
    /// For each cell and direction, where a jump ends, whatever the goals are.
    table: Arc<JumpTable>,
}

/// A state of a [`JumpGrid`]: a cell, and the directions in which a search goes on from there. A start is made from its
/// cell, and goes on in all directions.
///
/// ```
/// use puzzle_search::puzzles::{Cell, JumpPoint};
///
/// let start = JumpPoint::from(Cell::new(7, 4));
/// assert_eq!((start.cell(), size_of::<JumpPoint>()), (Cell::new(7, 4), 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JumpPoint {
    cell: Cell,
    /// A bit for each direction.
    onward: u8,
}

impl JumpPoint {
    /// Returns the cell.
    #[must_use]
    #[inline]
    pub const fn cell(self) -> Cell {
        self.cell
    }
}

impl From<Cell> for JumpPoint {
    fn from(cell: Cell) -> Self {
        let onward = u8::MAX;
        Self { cell, onward }
    }
}

/// A move of [`JumpGrid`]: a number of steps in one direction. It is printed as the number and the direction, such as
/// `3NE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Jump {
    /// The direction of all steps.
    pub direction: Compass,
    /// The number of steps, at least 1.
    pub steps: u16,
}

impl Jump {
    /// The longest jump that leads from a cell straight towards another one, diagonally if both coordinates differ.
    #[inline]
    fn toward(from: Cell, to: Cell) -> Option<Self> {
        let (across, down) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
        use Ordering::{Equal, Greater, Less};
        let direction = match (to.x().cmp(&from.x()), to.y().cmp(&from.y())) {
            (Equal, Equal) => return None,
            (Equal, Less) => Compass::North,
            (Greater, Equal) => Compass::East,
            (Equal, Greater) => Compass::South,
            (Less, Equal) => Compass::West,
            (Greater, Less) => Compass::Northeast,
            (Greater, Greater) => Compass::Southeast,
            (Less, Greater) => Compass::Southwest,
            (Less, Less) => Compass::Northwest,
        };
        let steps = if direction.is_diagonal() {
            across.min(down)
        } else {
            across.max(down)
        };
        Some(Self { direction, steps })
    }
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.steps, self.direction)
    }
}

impl<C: Cost> Grid<C> {
    /// Returns the same map and goals as a [`JumpGrid`], on which searches for routes can be much faster.
    ///
    /// # Errors
    ///
    /// Returns an error
    ///
    /// * if the grid has [four directions](Connectivity::Four),
    /// * if cells differ in weight,
    /// * if a diagonal step costs less than a straight step, or more than two,
    /// * if sums of floating-point costs may be rounded, or if a jump across the map would exceed the range of costs.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Connectivity, Grid};
    ///
    /// let error = Grid::new("..3".parse()?, Connectivity::Eight).jump_grid().unwrap_err();
    /// assert_eq!(error.to_string(), "cells differ in weight: jumps need the same weight everywhere");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn jump_grid(self) -> Result<JumpGrid<C>, PuzzleError> {
        let refuse = |message: &str| Err(PuzzleError::new(message));
        if self.ground.connectivity == Connectivity::Four {
            return refuse("the grid has four directions: jumps need eight");
        }
        let Some([straight, diagonal]) = self.costs.everywhere else {
            return refuse("cells differ in weight: jumps need the same weight everywhere");
        };
        let twice = straight.checked_add(&straight);
        if diagonal < straight || twice.is_some_and(|twice| diagonal > twice) {
            return refuse(&format!(
                "a diagonal step costs {diagonal}: jumps need at least {straight}, which a straight step costs, and at \
                 most twice as much"
            ));
        }
        if !self.costs.facts.consistent {
            return refuse("sums of costs may be rounded: jumps need costs whose sums are exact");
        }
        let longest = self.map().width().max(self.map().height());
        if checked_multiple(diagonal, longest.into()).is_none() {
            let most = C::max_value();
            return refuse(&format!(
                "{longest} steps of cost {diagonal} are out of range: jumps need at most {most}"
            ));
        }
        let table = Arc::new(JumpTable::new(&self.ground));
        Ok(JumpGrid { grid: self, table })
    }
}

impl<C: Cost> JumpGrid<C> {
    /// Returns the grid, whose moves are single steps.
    #[must_use]
    pub const fn grid(&self) -> &Grid<C> {
        &self.grid
    }

    /// Returns the same map with the goals `goals` instead of all previous goals.
    ///
    /// # Errors
    ///
    /// Returns an error if a goal is a wall or outside the map.
    pub fn with_goals(self, goals: impl IntoIterator<Item = Cell>) -> Result<Self, PuzzleError> {
        let grid = self.grid.with_goals(goals)?;
        Ok(Self { grid, ..self })
    }

    /// Returns the same path as a solution of the [grid](Self::grid): each jump is unfolded into its steps.
    #[must_use]
    pub fn unfold(&self, solution: &Solution<Jump, C>) -> Solution<Compass, C> {
        let steps = |jump: &Jump| core::iter::repeat_n(jump.direction, jump.steps.into());
        let steps = solution.moves().iter().flat_map(steps).collect();
        Solution::new(steps, solution.cost()).begun_at(solution.start_index())
    }

    /// The jump from a cell in a direction: to the next jump point, or to the first cell before it from which a path
    /// turns straight to a goal.
    #[inline]
    fn jump(&self, from: Cell, direction: Compass) -> Option<NeighborOf<Self>> {
        let map = self.grid.map();
        let landing = self.table.landing(map.index(from), direction);
        // `most` steps lead to the jump point, or to the last cell before a wall.
        let (Landing::JumpPoint(most) | Landing::Wall(most)) = landing;
        let turns = self
            .grid
            .goals
            .iter()
            .filter_map(|goal| Jump::toward(from, *goal));
        let turns = turns.filter(|jump| jump.direction == direction && jump.steps <= most);
        let steps = match (landing, turns.map(|jump| jump.steps).min()) {
            (_, Some(steps)) | (Landing::JumpPoint(steps), None) => steps,
            (Landing::Wall(_), None) => return None,
        };
        let before = direction.target_after(from, steps - 1);
        let cell = direction.target(before);
        let onward = self
            .table
            .onward(map.index(before), map.index(cell), direction);
        let cost = self.grid.costs.estimate.between(from, cell);
        Some(Neighbor::new(
            Jump { direction, steps },
            JumpPoint { cell, onward },
            cost,
        ))
    }
}

impl<C: Cost> Puzzle for JumpGrid<C> {
    type State = JumpPoint;
    type Move = Jump;
    type Cost = C;

    #[inline]
    fn neighbors(&self, state: &JumpPoint) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let JumpPoint { cell, onward } = *state;
        let directions = Compass::ALL.into_iter();
        let directions = directions.filter(move |&to| onward & 1 << to as u8 != 0);
        directions.filter_map(move |direction| self.jump(cell, direction))
    }

    #[inline]
    fn is_goal(&self, state: &JumpPoint) -> bool {
        self.grid.is_goal(&state.cell)
    }

    #[inline]
    fn heuristic(&self, state: &JumpPoint) -> Option<C> {
        self.grid.heuristic(&state.cell)
    }

    fn facts(&self) -> Facts<C> {
        let Facts {
            parity, least_cost, ..
        } = self.grid.facts();
        Facts {
            consistent: true,
            parity,
            least_cost,
            ..Facts::new()
        }
    }

    /// Decides whether a start can reach a goal. Other states follow only some directions, so for them the answer is
    /// `Unknown` even if the grid has a path.
    fn solvability(&self, state: &JumpPoint) -> Solvability {
        match self.grid.solvability(&state.cell) {
            Solvability::Solvable(_) if *state != state.cell.into() && !self.is_goal(state) => {
                Solvability::Unknown
            }
            answer => answer,
        }
    }
}

impl<C: Cost> Portable for JumpGrid<C> {
    fn state_bytes(&self) -> usize {
        self.grid.state_bytes() + 1
    }

    fn write_state(&self, state: &JumpPoint, bytes: &mut [u8]) {
        if let Some((onward, cell)) = bytes.split_last_mut() {
            self.grid.write_state(&state.cell, cell);
            *onward = state.onward;
        }
    }

    fn read_state(&self, bytes: &[u8]) -> Option<JumpPoint> {
        let (&onward, cell) = bytes.split_last()?;
        let cell = self.grid.read_state(cell)?;
        Some(JumpPoint { cell, onward })
    }
}
