//! [`Facelets`]: Rubik's cube by its stickers. A text of 54 colors goes in; the state of a [`PermutationPuzzle`] with
//! 48 places comes out, which leaves out the centers. Invariant: the colors are face by face in the order of [`FACES`].
//!
//! [`PermutationPuzzle`]: crate::puzzles::PermutationPuzzle

use core::fmt;
use core::str::FromStr;

use alloc::format;
use alloc::vec::Vec;

use super::model::{FACES, Model, is_rotation};
use super::pieces::{homes, spaced};
use super::text::colors;
use crate::permutation::Permutation;
use crate::puzzles::error::PuzzleError;
use crate::puzzles::{Definition, NamedMove};

/// The number of stickers.
const STICKERS: usize = 54;
/// The faces in the order U L F R B D of the definition, in which a net of the cube shows them, as indices of `FACES`.
const DEFINITION_ORDER: [usize; 6] = [0, 4, 2, 1, 5, 3];

/// The 54 stickers (facelets) of Rubik's cube, as the cube is held.
///
/// [`definition`](Self::definition) is the puzzle in which any turn of a face is one move, and
/// [`stickers`](Self::stickers) the state of this puzzle.
///
/// The stickers are printed and parsed face by face in the order U R F D L B, row by row. A row goes from left to right
/// as seen in front of the face: U with F below it, D with F above it, and the other faces with U on top. A text can
/// also be a net of the cube, with U above F, and L F R B side by side:
///
/// ```text
///       U U U
///       U U U
///       U U U
/// L L L F F F R R R B B B
/// L L L F F F R R R B B B
/// L L L F F F R R R B B B
///       D D D
///       D D D
///       D D D
/// ```
///
/// White space is ignored, except that a net is told by its lines. A color is any character, and case is ignored. The
/// six centers tell which color belongs to which face, so the cube can be held in any way.
///
/// ```
/// use puzzle_search::puzzles::{Facelets, PermutationPuzzle};
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let cube = PermutationPuzzle::<[u8; 48]>::packed(&Facelets::definition())?;
/// // Held with white up and green in front.
/// let facelets: Facelets = "wwgwwgwwg rrrrrrrrr ggyggyggy yybyybyyb ooooooooo wbbwbbwbb".parse()?;
/// let start = cube.state(&facelets.stickers()?)?;
/// let solution = BreadthFirst::new().solve(&cube, &start).into_result()?;
/// assert_eq!(solution.to_string(), "R'");
/// assert!(facelets.play("R'")?.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Facelets([char; STICKERS]);

impl Facelets {
    /// The solved cube. The color of a face is the letter of the face.
    pub const SOLVED: Self = {
        let mut colors = [' '; STICKERS];
        let mut sticker = 0;
        while sticker < STICKERS {
            colors[sticker] = FACES[sticker / 9];
            sticker += 1;
        }
        Self(colors)
    };

    /// Returns Rubik's cube as a puzzle of 48 places: the stickers of the faces U L F R B D, row by row, without the
    /// centers. The moves are the quarter and half turns of the faces.
    ///
    /// ```
    /// use puzzle_search::Ranked;
    /// use puzzle_search::puzzles::{Facelets, PermutationPuzzle};
    ///
    /// let cube = PermutationPuzzle::<[u8; 48]>::packed(&Facelets::definition())?;
    /// assert_eq!(cube.state_count(), Some(43_252_003_274_489_856_000));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn definition() -> Definition {
        let (model, stickers) = (Model::new(3), movable_stickers());
        let place = |sticker: u32| stickers.iter().position(|&other| other == sticker);
        let moves = DEFINITION_ORDER.iter().flat_map(|&face| {
            let name = FACES[face];
            let turn = model.turn_named(&format!("{name}"));
            let image = |&from: &u32| place(turn.map_or(from, |turn| turn.image(from)));
            let images = stickers.iter().map(image);
            let turn = Permutation::from_images(images.map(|to| to.unwrap_or(0) as u32));
            let power = move |(times, sign)| NamedMove {
                name: format!("{name}{sign}").into(),
                permutation: turn.power(times),
            };
            [(1, ""), (2, "2"), (-1, "'")].map(power)
        });
        Definition::of_moves("Rubik's cube", stickers.len() as u32, moves)
    }

    /// Returns the stickers after a sequence of moves.
    ///
    /// The moves are the turns of the faces `U R F D L B`, the turns of two layers `u r f d l b` or `Uw Rw Fw Dw Lw
    /// Bw`, those of the slices `M E S`, in the directions of L, D and F, and those of the whole cube `x y z`, in the
    /// directions of R, U and F. The table at [`PermutationPuzzle::play`](super::super::PermutationPuzzle::play) lists
    /// the notations for sequences of moves.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`PermutationPuzzle::play`](super::super::PermutationPuzzle::play).
    ///
    /// ```
    /// use puzzle_search::puzzles::Facelets;
    ///
    /// assert_eq!(Facelets::SOLVED.play("r")?, Facelets::SOLVED.play("L x")?);
    /// assert!(Facelets::SOLVED.play("(R U R' U')6 x y2")?.is_solved());
    /// let checkered = Facelets::SOLVED.play("M2E2S2")?.to_string();
    /// assert!(checkered.starts_with("UDUDUDUDURLRLRLRLR"));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn play(&self, moves: &str) -> Result<Self, PuzzleError> {
        let product = Model::new(3).moves().product(moves)?;
        let mut after = *self;
        for (&to, &color) in product.images().iter().zip(&self.0) {
            after.0[to as usize] = color;
        }
        Ok(after)
    }

    /// Returns the colors of the centers, in the order U R F D L B. They tell how the cube is held.
    ///
    /// ```
    /// use puzzle_search::puzzles::Facelets;
    ///
    /// // Turned as a whole: the face that was in front is up.
    /// assert_eq!(Facelets::SOLVED.play("x")?.centers(), ['F', 'R', 'D', 'B', 'L', 'U']);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn centers(&self) -> [char; 6] {
        core::array::from_fn(|face| self.0[9 * face + 4])
    }

    /// Returns whether each face has stickers of one color, different from those of the other faces. A cube for which
    /// [`stickers`](Self::stickers) returns an error is not solved.
    ///
    /// ```
    /// use puzzle_search::puzzles::Facelets;
    ///
    /// assert!(Facelets::SOLVED.play("x")?.is_solved());
    /// assert!(!Facelets::SOLVED.play("M")?.is_solved());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let is_at_home = |(sticker, place): (&u8, u8)| *sticker == place;
        self.stickers()
            .is_ok_and(|stickers| stickers.iter().zip(1..).all(is_at_home))
    }

    /// Returns the state of the [`definition`](Self::definition): for each of its 48 places, the number of the sticker
    /// that is there, from 1. The centers define the faces, so a solution is for the cube as it is held.
    ///
    /// The cube may have been assembled in an unsolvable way: [`solvability`](crate::Puzzle::solvability) decides.
    ///
    /// # Errors
    ///
    /// Returns an error if two centers have the same color, if the centers are the letters of the faces in an order in
    /// which no cube can be held, if no cube has one of the corners and edges (a color is that of no center, two
    /// stickers have the same color or colors of opposite faces, or the corner is a mirror image), or if the same
    /// corner or edge is in two places. The error names the piece, its place, and the [position](PuzzleError::position)
    /// of its first sticker.
    ///
    /// ```
    /// use puzzle_search::puzzles::Facelets;
    ///
    /// let mirrored = "UUUUUUUUR URRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
    /// let error = mirrored.parse::<Facelets>()?.stickers().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "at URF is a corner that no cube has: its colors are R U F clockwise, as if in a mirror: expected R F U",
    /// );
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn stickers(&self) -> Result<[u8; 48], PuzzleError> {
        let scheme = self.centers();
        for (face, color) in scheme.iter().enumerate() {
            if let Some(other) = scheme[..face].iter().position(|other| other == color) {
                let message = format!(
                    "the centers of the faces {} and {} are both {color}: expected six colors",
                    FACES[other], FACES[face]
                );
                return Err(PuzzleError::of_item(9 * face + 4, message));
            }
        }
        if !is_rotation(&scheme) {
            let (found, expected) = (spaced(&scheme), spaced(&FACES));
            return Err(PuzzleError::new(format!(
                "the centers of the faces {expected} are {found}, and no cube can be held so: expected an order that turning the whole cube gives"
            )));
        }
        let (homes, stickers) = (homes(&Model::new(3), &self.0, scheme)?, movable_stickers());
        Ok(core::array::from_fn(|place| {
            let home = homes[stickers[place] as usize];
            let number = stickers.iter().position(|&other| other == home);
            number.unwrap_or(0) as u8 + 1
        }))
    }
}

/// The stickers other than the centers, in the order of the definition's places: for each place, the sticker that is
/// there on the solved cube.
fn movable_stickers() -> Vec<u32> {
    let faces = DEFINITION_ORDER.iter().map(|&face| 9 * face as u32);
    let around = |first: u32| (first..first + 9).filter(move |&sticker| sticker != first + 4);
    faces.flat_map(around).collect()
}

impl FromStr for Facelets {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let colors = colors(text, 3)?;
        Ok(Self(core::array::from_fn(|at| colors[at])))
    }
}

impl fmt::Display for Facelets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|color| write!(f, "{color}"))
    }
}

impl fmt::Debug for Facelets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
