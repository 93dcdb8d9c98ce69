//! [`PocketCube`]: the 2x2x2 cube, in the half-turn or the quarter-turn metric.
//!
//! The *twist* of a corner is the number of clockwise thirds of a turn, 0 to 2, by which it is turned on its place.
//! Invariant: a state has each of the seven corners that move once. No turn changes the sum of their twists modulo 3,
//! and from the goal, all states with the same sum can be reached.

mod corners;
mod turn;

pub use corners::Corners;
pub use turn::CubeTurn;

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::cube::Model;
use super::error::PuzzleError;
use crate::facts::Facts;
use crate::permutation::{factorial, lexicographic_rank, lexicographic_unrank};
use crate::pruning::FixedMoves;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::solvability::{Reason, Solvability};
use corners::{check_count, check_each_once, with_corner_back};

/// The number of corners that move.
const CORNERS: usize = 7;
/// The number of ways to twist six corners, 3^6. The twist of the seventh follows from the sum of all twists.
const TWISTS: u128 = 729;

/// The 2x2x2 version of Rubik's cube. Turns of the faces U (up), R (right) and F (front) move seven corners. The corner
/// at the down, back and left faces stays in place. From the solved cube, 3,674,160 states can be reached. The greatest
/// distance from the solved cube is 11 moves if a half turn counts as one move, and 14 moves if a half turn counts as
/// two moves ([`Metric`]).
///
/// ```
/// use puzzle_search::puzzles::{Metric, PocketCube};
/// use puzzle_search::{Bidirectional, Solver};
///
/// let cube = PocketCube::new(Metric::HalfTurns);
/// let start = cube.play(&cube.goal(), "R U2 F' R'")?;
/// let solution = Bidirectional::new().solve(&cube, &start).into_result()?;
/// assert_eq!(solution.to_string(), "R F U2 R'");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PocketCube {
    metric: Metric,
    goal: Corners,
}

/// Determines which turns of the [`PocketCube`] are single moves: quarter and half turns, or quarter turns only.
///
/// ```
/// use puzzle_search::Puzzle;
/// use puzzle_search::puzzles::{Metric, PocketCube};
///
/// // The number of moves from the solved cube: three faces have three turns each, or two turns each.
/// let moves = |metric| {
///     let cube = PocketCube::new(metric);
///     cube.neighbors(&cube.goal()).into_iter().count()
/// };
/// assert_eq!((moves(Metric::HalfTurns), moves(Metric::QuarterTurns)), (9, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// A quarter turn or a half turn of a face counts as one move.
    HalfTurns,
    /// A quarter turn of a face counts as one move, and a half turn counts as two moves.
    QuarterTurns,
}

impl PocketCube {
    /// Creates the cube with the moves that `metric` determines. The goal is the solved cube.
    #[must_use]
    pub const fn new(metric: Metric) -> Self {
        Self {
            metric,
            goal: Corners::SOLVED,
        }
    }

    /// Returns the same cube with another goal. `corners` has the format of [`Corners::corners`].
    ///
    /// # Errors
    ///
    /// Returns an error unless `corners` lists each corner number from 1 to 7 exactly once, and each corner is twisted
    /// 0 to 2 times.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    /// use puzzle_search::{BreadthFirst, Solver};
    ///
    /// let cube = PocketCube::new(Metric::QuarterTurns);
    /// let solved = cube.goal();
    /// let goal: Vec<(u8, u8)> = cube.play(&solved, "R U")?.corners().collect();
    /// let cube = cube.with_goal(&goal)?;
    /// let report = BreadthFirst::new().solve(&cube, &solved);
    /// assert_eq!(report.solution().map(|solution| solution.to_string()), Some("R U".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_goal(self, corners: &[(u8, u8)]) -> Result<Self, PuzzleError> {
        let goal = self.state(corners)?;
        Ok(Self { goal, ..self })
    }

    /// Returns the goal state.
    #[must_use]
    pub const fn goal(&self) -> Corners {
        self.goal
    }

    /// Returns the state that `corners` describes. `corners` has the format of [`Corners::corners`].
    ///
    /// # Errors
    ///
    /// Returns an error unless `corners` lists each corner number from 1 to 7 exactly once, and each corner is twisted
    /// 0 to 2 times.
    pub fn state(&self, corners: &[(u8, u8)]) -> Result<Corners, PuzzleError> {
        let mut checked = Vec::with_capacity(CORNERS);
        for (place, &(corner, twist)) in corners.iter().enumerate() {
            if !(1..=CORNERS as u8).contains(&corner) || twist > 2 {
                let message = format!(
                    "place {} has corner {corner} twisted {twist} times: expected 1 to 7, and 0 to 2 times",
                    place + 1
                );
                return Err(PuzzleError::of_item(place, message));
            }
            checked.push((usize::from(corner) - 1, twist));
            check_each_once(&checked)?;
        }
        check_count(checked.len())?;
        Ok(Corners::new(checked.into_iter()))
    }

    /// Returns the state to which a sequence of moves leads from `state`, for example `R U2 F'`.
    ///
    /// The moves are the turns of the faces `U R F D L B` and of the whole cube `x y z`, in the directions of R, U and
    /// F; afterwards the cube is held as before, with the same corner at the down, back and left faces. The table at
    /// [`PermutationPuzzle::play`](super::PermutationPuzzle::play) lists the notations for sequences of moves.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`PermutationPuzzle::play`](super::PermutationPuzzle::play).
    ///
    /// ```
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = PocketCube::new(Metric::HalfTurns);
    /// let solved = cube.goal();
    /// assert_eq!(cube.play(&solved, "(R U R' U')6")?, solved);
    /// // To turn the left face is to turn the right face and the whole cube.
    /// assert_eq!(cube.play(&solved, "L")?, cube.play(&solved, "R x'")?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn play(&self, state: &Corners, moves: &str) -> Result<Corners, PuzzleError> {
        let model = Model::new(2);
        let product = with_corner_back(&model, &model.moves().product(moves)?);
        let before = state.stickers(&model);
        let mut after = before.clone();
        for (&to, sticker) in product.images().iter().zip(before) {
            after[to as usize] = sticker;
        }
        Ok(Corners::of_stickers(&model, &after))
    }

    /// The turns that are moves. In the quarter-turn metric, half turns are not.
    #[inline]
    fn turns(&self) -> impl Iterator<Item = CubeTurn> + use<> {
        let metric = self.metric;
        let is_move = move |turn: &CubeTurn| metric == Metric::HalfTurns || *turn as u8 % 3 != 1;
        CubeTurn::ALL.into_iter().filter(is_move)
    }
}

impl Puzzle for PocketCube {
    type State = Corners;
    type Move = CubeTurn;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, state: &Corners) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let state = *state;
        let turns = self.turns();
        turns.map(move |turn| Neighbor::unit(turn, state.after(turn as usize)))
    }

    #[inline]
    fn is_goal(&self, state: &Corners) -> bool {
        *state == self.goal
    }

    /// Decides for every state whether it can reach the goal: the answer is never `Unknown`. A state can reach the goal
    /// if, and only if, the sum of the twists modulo 3 is the same for the state and the goal.
    fn solvability(&self, state: &Corners) -> Solvability {
        if state.total_twist() == self.goal.total_twist() {
            let reason = "the twists of the corners have the same sum modulo 3 as in the goal";
            Solvability::Solvable(Reason::new(reason))
        } else {
            let reason = "the twists of the corners have another sum modulo 3 than in the goal, and no \
                          turn changes this sum";
            Solvability::Unsolvable(Reason::new(reason))
        }
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().undirected().consistent()
    }

    #[inline]
    fn is_redundant(&self, last: &CubeTurn, next: &CubeTurn) -> bool {
        // Two turns of one face in a row are redundant. The exception is a half turn in the quarter-turn metric, which
        // is kept as two clockwise turns, but not as two counterclockwise turns.
        let is_half_turn =
            self.metric == Metric::QuarterTurns && last == next && (*last as u8).is_multiple_of(3);
        last.face() == next.face() && !is_half_turn
    }
}

/// A state is written in the format in which [`Corners`] are printed.
impl Notation for PocketCube {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Corners, PuzzleError> {
        text.parse()
    }

    fn display<'a>(&'a self, state: &'a Corners) -> impl fmt::Display + 'a {
        *state
    }
}

// A byte for each place packs the corner, numbered from 1, and its twist.
crate::puzzles::portable::portable!(
    PocketCube,
    |_, state| state.corners().map(|(corner, twist)| 3 * corner + twist),
    |this, bytes| this.state(
        &bytes
            .iter()
            .map(|byte| (byte / 3, byte % 3))
            .collect::<Vec<_>>()
    )
);

impl Reversible for PocketCube {
    fn goals(&self) -> impl IntoIterator<Item = Corners> {
        [self.goal]
    }

    #[inline]
    fn predecessors(&self, state: &Corners) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let state = *state;
        let turns = self.turns();
        turns.map(move |turn| Neighbor::unit(turn, state.after(turn.inverse() as usize)))
    }
}

/// Ranks (numbers) the 3,674,160 states that can reach the goal: by the lexicographic rank of the corners, and then by
/// the twists of the first six places as digits of base 3.
impl Ranked for PocketCube {
    fn state_count(&self) -> Option<u128> {
        factorial(CORNERS).map(|orders| orders * TWISTS)
    }

    #[inline]
    fn rank(&self, state: &Corners) -> Option<u128> {
        if state.total_twist() != self.goal.total_twist() {
            return None;
        }
        let corners = state.0.iter().map(|corner| usize::from(corner / 3));
        let twists = state.0.iter().take(CORNERS - 1);
        let twists = twists.fold(0, |sum, corner| 3 * sum + u128::from(corner % 3));
        Some(lexicographic_rank(corners, CORNERS) * TWISTS + twists)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<Corners> {
        if rank >= self.state_count()? {
            return None;
        }
        let mut twists = [0; CORNERS];
        let (order, mut rest) = (rank / TWISTS, (rank % TWISTS) as u16);
        let mut sum = 0;
        for twist in twists.iter_mut().rev().skip(1) {
            *twist = (rest % 3) as u8;
            rest /= 3;
            sum += *twist;
        }
        twists[CORNERS - 1] = (self.goal.total_twist() + 3 * CORNERS as u8 - sum) % 3;
        let corners = lexicographic_unrank(CORNERS, order);
        Some(Corners::new(corners.zip(twists)))
    }
}

/// The effect of a sequence of turns is the state that the turns produce from the solved cube.
impl FixedMoves for PocketCube {
    type Effect = Corners;
    type Needs = ();

    fn letters(&self) -> impl ExactSizeIterator<Item = CubeTurn> {
        let turns: Vec<CubeTurn> = self.turns().collect();
        turns.into_iter()
    }

    #[inline]
    fn letter(&self, turn: &CubeTurn) -> usize {
        match self.metric {
            Metric::HalfTurns => *turn as usize,
            // Half turns are no letters: U is 0, U' is 1, R is 2, and so on.
            Metric::QuarterTurns => (2 * *turn as usize + 1) / 3,
        }
    }

    fn nothing(&self) -> (Corners, ()) {
        (Corners::SOLVED, ())
    }

    fn follow(&self, effect: &mut Corners, (): &mut (), letter: usize) {
        if let Some(turn) = self.turns().nth(letter) {
            *effect = effect.after(turn as usize);
        }
    }
}
