//! [`Definition`]: the places, moves and goal of a permutation puzzle.
//!
//! Invariant: the names of the moves are distinct, each move is a permutation of all places other than the identity,
//! and the goal has each piece once.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::turn::LONGEST;
use crate::permutation::{Permutation, PermutationError};
use crate::puzzles::error::{PuzzleError, shortened};
use crate::puzzles::sequence::{Moves, normalised};

/// The number of a piece takes at most a byte in every representation of states.
pub(super) const MOST_POINTS: u32 = 255;
/// The number of a move takes a byte.
const MOST_MOVES: usize = 255;

/// The definition of a [`PermutationPuzzle`](super::PermutationPuzzle): the number of its places (also called points),
/// its moves, and its goal.
///
/// A definition is built by the methods of this type, or parsed from a text with one statement on each line:
///
/// ```text
/// # a comment, up to the end of the line
/// name     Pocket cube           the name of the puzzle; optional
/// points   24                    the number of places; must come before moves and goal
/// generator R (1 2 3)(7 9)       a move: pieces go from place 1 to 2, 2 to 3, 3 to 1, 7 to 9, 9 to 7
/// generator RU = R U R'          a move made of earlier moves, played in order, in the notation of `play`
/// inverses                       adds the inverse X' of each earlier move X that is not its own inverse
/// powers                         adds the powers X2, X3 .. of each earlier move X; the last one is the inverse X'
/// goal     2 1 3 4 ..            the piece on each place; optional, by default 1 2 3 ..
/// ```
///
/// The notation of sequences is that of [`PermutationPuzzle::play`](super::PermutationPuzzle::play).
///
/// The text counts places and pieces from 1. The methods count places and pieces from 0.
///
/// ```
/// use puzzle_search::puzzles::Definition;
///
/// let definition: Definition = "points 4 \n generator T (1 2 3 4) \n powers".parse()?;
/// let names: Vec<&str> = definition.moves().iter().map(|mv| &*mv.name).collect();
/// assert_eq!(names, ["T", "T2", "T'"]);
/// let error = "points 4 \n generator T (1 5)".parse::<Definition>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 17: the point is 5: expected 1 to 4");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    name: Option<Box<str>>,
    points: u32,
    moves: Vec<NamedMove>,
    goal: Vec<u32>,
}

/// A move of a [`Definition`]: its name, and the permutation that it applies to the places.
///
/// ```
/// use puzzle_search::puzzles::Definition;
///
/// let definition: Definition = "points 3 \n generator T (1 2 3)".parse()?;
/// assert_eq!(definition.moves()[0].permutation.images(), [1, 2, 0]);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedMove {
    /// The name of the move.
    pub name: Box<str>,
    /// The permutation of the places, counted from 0. The piece on a place moves to the image of this place.
    pub permutation: Permutation,
}

impl Definition {
    /// Creates a definition with `points` places and no moves. In the goal, every piece is on the place with its own
    /// number.
    ///
    /// # Errors
    ///
    /// Returns an error if `points` is 0 or greater than 255.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
    ///
    /// let turn = Permutation::from_cycles(5, &[&[0, 1, 2, 3, 4]])?;
    /// let definition = Definition::new(5)?.with_move("T", &turn)?.with_inverses()?;
    /// assert_eq!(PermutationPuzzle::new(&definition)?.moves().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(points: u32) -> Result<Self, PuzzleError> {
        if !(1..=MOST_POINTS).contains(&points) {
            return Err(out_of_range(points, MOST_POINTS));
        }
        Ok(Self {
            name: None,
            points,
            moves: Vec::new(),
            goal: (0..points).collect(),
        })
    }

    /// Makes a definition from moves that are not checked.
    pub(in crate::puzzles) fn of_moves(
        name: &str,
        points: u32,
        moves: impl Iterator<Item = NamedMove>,
    ) -> Self {
        Self {
            name: Some(name.into()),
            points,
            moves: moves.collect(),
            goal: (0..points).collect(),
        }
    }

    /// The same definition with the first line of `name`, up to the first `#`, as the name of the puzzle.
    pub(super) fn with_name(mut self, name: &str) -> Self {
        let line = name.lines().next().unwrap_or_default();
        let text = line.split('#').next().unwrap_or_default().trim();
        self.name = (!text.is_empty()).then(|| text.into());
        self
    }

    /// Returns the same definition with one more move, called `name`. The piece on each place moves to the image of
    /// this place under `permutation`. Typographic primes in the name become `'`.
    ///
    /// # Errors
    ///
    /// Returns an error if
    ///
    /// * the name is empty, longer than 15 bytes, or the name of an earlier move;
    /// * the name does not begin with a letter or digit, or has characters other than letters, digits and `'`;
    /// * the move changes nothing, or moves pieces on places that the definition does not have;
    /// * the definition already has 255 moves.
    ///
    /// ```
    /// use puzzle_search::permutation::Permutation;
    /// use puzzle_search::puzzles::Definition;
    ///
    /// let turn = Permutation::from_cycles(4, &[&[0, 1, 2, 3]])?;
    /// assert_eq!(Definition::new(4)?.with_move("T", &turn)?, "points 4 \n generator T (1 2 3 4)".parse()?);
    /// assert!(Definition::new(3)?.with_move("T", &turn).is_err()); // there is no fourth point
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_move(mut self, name: &str, permutation: &Permutation) -> Result<Self, PuzzleError> {
        self.add(name, permutation)?;
        Ok(self)
    }

    /// Adds a move, or returns an error as [`with_move`](Self::with_move) does.
    pub(super) fn add(&mut self, name: &str, permutation: &Permutation) -> Result<(), PuzzleError> {
        let name: &str = &name.chars().map(normalised).collect::<String>();
        let is_allowed = |c: char| c.is_alphanumeric() || c == '\'';
        let begins_well = name.chars().next().is_some_and(char::is_alphanumeric);
        if !begins_well || !name.chars().all(is_allowed) || name.len() > LONGEST {
            let name = shortened(name);
            return Err(PuzzleError::new(format!(
                "{name:?} cannot name a move: expected a letter or digit, then letters, digits and ', \
                 at most 15 bytes"
            )));
        }
        if self.moves.iter().any(|mv| *mv.name == *name) {
            let message = format!("{name:?} names a move already: expected another name");
            return Err(PuzzleError::new(message));
        }
        if self.moves.len() == MOST_MOVES {
            let message = format!("there are too many moves: expected at most {MOST_MOVES}");
            return Err(PuzzleError::new(message));
        }
        if permutation.is_identity() {
            let message = format!("the move {name:?} changes nothing: expected a point to move");
            return Err(PuzzleError::new(message));
        }
        let mut beyond = self.points..permutation.points();
        if let Some(point) = beyond.find(|&point| permutation.image(point) != point) {
            return Err(no_point(u64::from(point) + 1, self.points));
        }
        let images = (0..self.points).map(|point| permutation.image(point));
        self.moves.push(NamedMove {
            name: name.into(),
            permutation: Permutation::from_images(images),
        });
        Ok(())
    }

    /// Returns the same definition with the inverse of each move inserted after the move. The inverse of a move `X` is
    /// named `X'`, and the inverse of a move `X'` is named `X`. Nothing is inserted for a move that is its own inverse.
    ///
    /// # Errors
    ///
    /// Returns an error if [`with_move`](Self::with_move) would return an error for an inserted move.
    ///
    /// ```
    /// use puzzle_search::puzzles::Definition;
    ///
    /// let definition = "points 4 \n generator T (1 2 3 4)".parse::<Definition>()?.with_inverses()?;
    /// let names: Vec<&str> = definition.moves().iter().map(|mv| &*mv.name).collect();
    /// assert_eq!(names, ["T", "T'"]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_inverses(self) -> Result<Self, PuzzleError> {
        self.with_powers_below(|_| 2)
    }

    /// Returns the same definition with the powers of each move inserted after the move. The powers of a move `X` are
    /// named `X2`, `X3` and so on. The last power is the inverse of `X`, and is named `X'`. Nothing is inserted for a
    /// move that is its own inverse.
    ///
    /// # Errors
    ///
    /// Returns an error if [`with_move`](Self::with_move) would return an error for an inserted move.
    ///
    /// ```
    /// use puzzle_search::puzzles::Definition;
    ///
    /// let definition = "points 4 \n generator T (1 2 3 4)".parse::<Definition>()?.with_powers()?;
    /// let names: Vec<&str> = definition.moves().iter().map(|mv| &*mv.name).collect();
    /// assert_eq!(names, ["T", "T2", "T'"]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_powers(self) -> Result<Self, PuzzleError> {
        self.with_powers_below(|order| order)
    }

    /// Inserts after each move its powers with exponents from 2 to below `limit(order)`, where `order` is the order of
    /// the move; then its inverse.
    fn with_powers_below(self, limit: impl Fn(u128) -> u128) -> Result<Self, PuzzleError> {
        let mut powers = Self {
            moves: Vec::new(),
            ..self.clone()
        };
        for NamedMove { name, permutation } in self.moves {
            // Orders of permutations of 255 points are far below the range of `u128`.
            let order = permutation.order().unwrap_or(u128::MAX);
            powers.add(&name, &permutation)?;
            let mut power = permutation.clone();
            for exponent in 2..limit(order).min(order - 1) {
                power = power.then(&permutation);
                powers.add(&format!("{name}{exponent}"), &power)?;
            }
            if order > 2 {
                powers.add(&inverse_name(&name), &permutation.inverse())?;
            }
        }
        Ok(powers)
    }

    /// The same definition with another goal: the piece on each place, both counted from 0.
    pub(super) fn with_goal(mut self, pieces: &[u32]) -> Result<Self, PermutationError> {
        let goal = Permutation::new(pieces)?;
        if goal.points() != self.points {
            let (found, expected) = (pieces.len(), self.points as usize);
            return Err(PermutationError::length(found, expected));
        }
        self.goal = goal.images().to_vec();
        Ok(self)
    }

    /// The moves by their names in sequences.
    pub(super) fn named_moves(&self) -> Moves<'_> {
        let moves = self.moves.iter();
        Moves::new(self.points, moves.map(|mv| (&*mv.name, &mv.permutation)))
    }

    /// Returns the name of the puzzle, or `None` if the puzzle has no name.
    ///
    /// ```
    /// use puzzle_search::puzzles::Definition;
    ///
    /// assert_eq!("name ring \n points 4".parse::<Definition>()?.name(), Some("ring"));
    /// assert_eq!(Definition::new(4)?.name(), None);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the number of places.
    ///
    /// ```
    /// use puzzle_search::puzzles::Definition;
    ///
    /// assert_eq!(Definition::new(4)?.points(), 4);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn points(&self) -> u32 {
        self.points
    }

    /// Returns the moves, in the order in which a search generates them.
    ///
    /// ```
    /// use puzzle_search::puzzles::Definition;
    ///
    /// assert_eq!("points 4 \n generator T (1 2 3 4)".parse::<Definition>()?.moves().len(), 1);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[NamedMove] {
        &self.moves
    }

    /// The piece on each place in the goal, both counted from 0.
    pub(super) fn goal(&self) -> &[u32] {
        &self.goal
    }
}

/// The error for a number of points that is out of range.
pub(super) fn out_of_range(points: impl fmt::Display, most: u32) -> PuzzleError {
    let larger = match most {
        ..MOST_POINTS => " (more where it is `packed` into `[u8; N]`)",
        _ => "",
    };
    PuzzleError::new(format!(
        "a puzzle of {points} points is out of range: expected 1 to {most} points{larger}"
    ))
}

/// The error for a point that does not exist.
pub(super) fn no_point(point: impl fmt::Display, points: u32) -> PuzzleError {
    PuzzleError::new(format!("the point is {point}: expected 1 to {points}"))
}

/// The name of the inverse of a move.
fn inverse_name(name: &str) -> String {
    match name.strip_suffix('\'') {
        Some(without_prime) => without_prime.into(),
        None => format!("{name}'"),
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            writeln!(f, "name {name}")?;
        }
        writeln!(f, "points {}", self.points)?;
        for NamedMove { name, permutation } in &self.moves {
            let cycles = permutation.cycle_notation(1);
            writeln!(f, "generator {name} {cycles}")?;
        }
        f.write_str("goal")?;
        self.goal
            .iter()
            .try_for_each(|piece| write!(f, " {}", piece + 1))?;
        writeln!(f)
    }
}
