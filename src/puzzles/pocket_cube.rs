//! [`PocketCube`]: the 2x2x2 cube.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::error::{PuzzleError, shortened};
use crate::facts::Facts;
use crate::notation::Notation;
use crate::permutation::{factorial, lexicographic_rank, lexicographic_unrank};
use crate::pruning::FixedMoves;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::solvability::{Reason, Solvability};

/// How many corners move.
const CORNERS: usize = 7;
/// In how many ways six of them can be twisted; the seventh follows.
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
pub enum Metric {
    /// A quarter turn or a half turn of a face counts as one move.
    HalfTurns,
    /// A quarter turn of a face counts as one move, and a half turn counts as two moves.
    QuarterTurns,
}

/// A turn of a face of the [`PocketCube`].
///
/// The letter names the face. `U` is a clockwise quarter turn of the face U, `U2` is a half turn, and `U3` is a
/// counterclockwise quarter turn. `U3` is printed and parsed as `U'`.
///
/// ```
/// use puzzle_search::puzzles::CubeTurn;
///
/// assert_eq!("R'".parse::<CubeTurn>()?.to_string(), "R'");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the notation")]
pub enum CubeTurn {
    U,
    U2,
    U3,
    R,
    R2,
    R3,
    F,
    F2,
    F3,
}

impl CubeTurn {
    /// All nine turns, in the order in which a search generates them.
    pub const ALL: [Self; 9] = [
        Self::U,
        Self::U2,
        Self::U3,
        Self::R,
        Self::R2,
        Self::R3,
        Self::F,
        Self::F2,
        Self::F3,
    ];

    const NAMES: [&str; 9] = ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'"];

    const fn face(self) -> u8 {
        self as u8 / 3
    }

    const fn inverse(self) -> Self {
        let face = 3 * (self as usize / 3);
        Self::ALL[face + 2 - self as usize % 3]
    }
}

impl fmt::Display for CubeTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

impl FromStr for CubeTurn {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let number = Self::NAMES.iter().position(|&name| name == text);
        let turn = number.and_then(|number| Self::ALL.get(number).copied());
        turn.ok_or_else(|| PuzzleError::not_a_move(text, "U, R or F, alone or with 2 or '"))
    }
}

/// The places, by the faces they touch, clockwise from the upper or lower one.
const PLACES: [&[u8; 3]; CORNERS] = [b"URF", b"UFL", b"ULB", b"UBR", b"DFR", b"DLF", b"DRB"];

/// For a clockwise quarter turn of U, R and F: from where each place's corner comes, and how often
/// it is twisted clockwise on the way.
const QUARTERS: [([u8; CORNERS], [u8; CORNERS]); 3] = [
    ([3, 0, 1, 2, 4, 5, 6], [0, 0, 0, 0, 0, 0, 0]),
    ([4, 1, 2, 0, 6, 5, 3], [2, 0, 0, 1, 1, 0, 2]),
    ([1, 5, 2, 3, 0, 4, 6], [1, 2, 0, 0, 2, 1, 0]),
];

/// The same for all nine turns.
const TURNS: [([u8; CORNERS], [u8; CORNERS]); 9] = {
    let mut turns = [([0; CORNERS], [0; CORNERS]); 9];
    let mut number = 0;
    while number < 9 {
        let quarter = QUARTERS[number / 3];
        let (mut from, mut twist) = quarter;
        let mut again = 0;
        while again < number % 3 {
            let (before, twisted) = (from, twist);
            let mut place = 0;
            while place < CORNERS {
                let via = quarter.0[place] as usize;
                from[place] = before[via];
                twist[place] = (twisted[via] + quarter.1[place]) % 3;
                place += 1;
            }
            again += 1;
        }
        turns[number] = (from, twist);
        number += 1;
    }
    turns
};

/// A state of the [`PocketCube`]: for each of seven places, the corner on the place and the twist of this corner.
///
/// The seven places are `URF UFL ULB UBR DFR DLF DRB`. The three letters of a place are the faces that it touches: up,
/// down, right, left, front or back. A state is printed and parsed as seven words, one for each place in this order. A
/// word lists the three colors of the corner on the place, in the order of the letters of the place. A color is written
/// as the letter of the face that has this color on the solved cube.
///
/// ```
/// use puzzle_search::puzzles::{Corners, Metric, PocketCube};
///
/// let cube = PocketCube::new(Metric::HalfTurns);
/// let turned = cube.play(&cube.goal(), "R")?;
/// assert_eq!(turned.to_string(), "FRD UFL ULB FUR BDR DLF BRU");
/// assert_eq!(turned.to_string().parse::<Corners>().ok(), Some(turned));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Corners([u8; CORNERS]);

impl Corners {
    const SOLVED: Self = Self([0, 3, 6, 9, 12, 15, 18]);

    /// The corner on each place and how often it is twisted.
    fn new(corners: impl Iterator<Item = (usize, u8)>) -> Self {
        let mut state = Self::SOLVED;
        for (slot, (corner, twist)) in state.0.iter_mut().zip(corners) {
            *slot = 3 * corner as u8 + twist;
        }
        state
    }

    /// Returns two numbers for each place. The first is the number of the corner on the place. Corners are numbered
    /// from 1, in the order of their places on the solved cube. The second, from 0 to 2, is how often the corner is
    /// twisted clockwise. Every corner has the color U or D. The second number is 0 if this color is on the face U or
    /// D.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = PocketCube::new(Metric::HalfTurns);
    /// let turned = cube.play(&cube.goal(), "U")?;
    /// let corners: Vec<(u8, u8)> = turned.corners().collect();
    /// assert_eq!(corners, [(4, 0), (1, 0), (2, 0), (3, 0), (5, 0), (6, 0), (7, 0)]);
    /// assert_eq!(cube.state(&corners).ok(), Some(turned));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn corners(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        self.0
            .into_iter()
            .map(|corner| (corner / 3 + 1, corner % 3))
    }

    #[inline]
    fn after(self, turn: usize) -> Self {
        /// A corner after it has been twisted 0, 1 or 2 times.
        const TWISTED: [[u8; 32]; 3] = {
            let mut twisted = [[0; 32]; 3];
            let mut corner = 0;
            while corner < 32 {
                let (piece, twist) = (corner / 3, corner % 3);
                twisted[0][corner] = corner as u8;
                twisted[1][corner] = (3 * piece + (twist + 1) % 3) as u8;
                twisted[2][corner] = (3 * piece + (twist + 2) % 3) as u8;
                corner += 1;
            }
            twisted
        };
        let (from, twist) = &TURNS[turn];
        Self(core::array::from_fn(|place| {
            let corner = self.0[usize::from(from[place])];
            TWISTED[usize::from(twist[place])][usize::from(corner % 32)]
        }))
    }

    /// How often all corners together are twisted clockwise, modulo 3.
    fn twist(self) -> u8 {
        self.0.iter().map(|corner| corner % 3).sum::<u8>() % 3
    }
}

impl fmt::Display for Corners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &corner) in self.0.iter().enumerate() {
            let separator = if place == 0 { "" } else { " " };
            f.write_str(separator)?;
            let colours = PLACES[usize::from(corner / 3) % CORNERS];
            for facelet in 0..3 {
                let colour = colours[usize::from(facelet + 3 - corner % 3) % 3];
                write!(f, "{}", char::from(colour))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Corners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Corners {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let mut corners: Vec<(usize, u8)> = Vec::with_capacity(CORNERS);
        for (at, word) in text.split_whitespace().enumerate() {
            let shown = |corner: &(usize, u8)| {
                let colours = PLACES[corner.0];
                let turned = |facelet: usize| colours[(facelet + 3 - usize::from(corner.1)) % 3];
                word.bytes().eq((0..3).map(turned))
            };
            let mut all = (0..CORNERS).flat_map(|corner| (0..3).map(move |twist| (corner, twist)));
            let Some(corner) = all.find(shown) else {
                let message = format!(
                    "word {} is {:?}: expected the colours of a corner, clockwise, such as URF or RFU",
                    at + 1,
                    shortened(word)
                );
                return Err(PuzzleError::of_item(at, message));
            };
            corners.push(corner);
            check_each_once(&corners)?;
        }
        check_count(corners.len())?;
        Ok(Self::new(corners.into_iter()))
    }
}

/// Whether the last corner is another than those before.
fn check_each_once(corners: &[(usize, u8)]) -> Result<(), PuzzleError> {
    let Some((last, before)) = corners.split_last() else {
        return Ok(());
    };
    let Some(first) = before.iter().position(|other| other.0 == last.0) else {
        return Ok(());
    };
    let message = format!(
        "places {} and {} have the same corner: expected each once",
        first + 1,
        before.len() + 1
    );
    Err(PuzzleError::of_item(before.len(), message))
}

fn check_count(corners: usize) -> Result<(), PuzzleError> {
    if corners == CORNERS {
        Ok(())
    } else {
        let message = format!("there are {corners} corners: expected {CORNERS}");
        Err(PuzzleError::new(message))
    }
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
        let mut known = Vec::with_capacity(CORNERS);
        for (at, &(corner, twist)) in corners.iter().enumerate() {
            if !(1..=CORNERS as u8).contains(&corner) || twist > 2 {
                let message = format!(
                    "place {} has corner {corner} twisted {twist} times: expected 1 to 7, and 0 to 2 times",
                    at + 1
                );
                return Err(PuzzleError::of_item(at, message));
            }
            known.push((usize::from(corner) - 1, twist));
            check_each_once(&known)?;
        }
        check_count(known.len())?;
        Ok(Corners::new(known.into_iter()))
    }

    /// Returns the state to which a sequence of turns leads from `state`. `turns` lists the turns, separated by white
    /// space, for example `R U2 F'`.
    ///
    /// # Errors
    ///
    /// Returns an error if a word of `turns` is not a turn of U, R or F.
    pub fn play(&self, state: &Corners, turns: &str) -> Result<Corners, PuzzleError> {
        turns.split_whitespace().try_fold(*state, |state, turn| {
            let turn: CubeTurn = turn.parse()?;
            Ok(state.after(turn as usize))
        })
    }

    #[inline]
    fn turns(&self) -> impl Iterator<Item = CubeTurn> + use<> {
        let halves = self.metric == Metric::HalfTurns;
        let counts = move |turn: &CubeTurn| halves || *turn as u8 % 3 != 1;
        CubeTurn::ALL.into_iter().filter(counts)
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
        if state.twist() == self.goal.twist() {
            let reason = "the corners together are twisted as in the goal, modulo a full twist";
            Solvability::Solvable(Reason::new(reason))
        } else {
            let reason = "the corners together are twisted otherwise than in the goal, and no turn \
                          changes that";
            Solvability::Unsolvable(Reason::new(reason))
        }
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new()
            .unit_costs(true)
            .undirected(true)
            .consistent(true)
    }

    #[inline]
    fn is_redundant(&self, last: &CubeTurn, next: &CubeTurn) -> bool {
        let twice =
            self.metric == Metric::QuarterTurns && last == next && (*last as u8).is_multiple_of(3);
        last.face() == next.face() && !twice
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

crate::portable::portable!(
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

/// Ranks (numbers) the 3,674,160 states that can reach the goal.
impl Ranked for PocketCube {
    fn state_count(&self) -> Option<u128> {
        factorial(CORNERS).map(|orders| orders * TWISTS)
    }

    #[inline]
    fn rank(&self, state: &Corners) -> Option<u128> {
        if state.twist() != self.goal.twist() {
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
        twists[CORNERS - 1] = (self.goal.twist() + 3 * CORNERS as u8 - sum) % 3;
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
            // Every face has its first and its last turn.
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
