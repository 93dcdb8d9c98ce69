//! Ready-made definitions: Magic Squares, and TopSpin. Rubik's cube is one too ([`Facelets`](crate::puzzles::Facelets)).

use alloc::format;

use super::{Definition, NamedMove};
use crate::permutation::Permutation;
use crate::puzzles::error::PuzzleError;

/// Determines whether the rotations of an arrangement in [`Definition::top_spin`] are different states or the same
/// state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// Rotations of an arrangement are different states.
    Fixed,
    /// All rotations of an arrangement are the same state, which is written with piece 1 on the first place.
    Rotates,
}

impl Definition {
    /// The puzzle Magic Squares of the USACO training pages: a sheet with two rows of four tiles, which are numbered
    /// from 1 to 8. A list of tiles begins at the top left and goes clockwise. There are three moves: A exchanges the
    /// two rows, B moves the rightmost column to the left end, and C rotates the four tiles of the two middle columns
    /// clockwise by one cell. B and C go one way only.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
    /// use puzzle_search::{BreadthFirst, Solver};
    ///
    /// let sheet = PermutationPuzzle::new(&Definition::magic_squares())?;
    /// let start = sheet.goal();
    /// let puzzle = sheet.with_goal(&[6, 7, 4, 1, 8, 5, 2, 3])?;
    /// // The lexicographically least of the shortest solutions:
    /// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
    /// assert_eq!(solution.to_string(), "C C B B B");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn magic_squares() -> Self {
        let moves = [
            ("A", [7, 6, 5, 4, 3, 2, 1, 0]),
            ("B", [1, 2, 3, 0, 7, 4, 5, 6]),
            ("C", [0, 2, 5, 3, 4, 6, 1, 7]),
        ];
        let moves = moves.into_iter().map(|(name, images)| NamedMove {
            name: name.into(),
            permutation: Permutation::from_images(images),
        });
        Self::of_moves("Magic Squares", 8, moves)
    }

    /// The TopSpin puzzle: numbered pieces in a ring. A move reverses the order of some neighboring pieces; the number
    /// of these pieces is `width`. Places are counted from 1 around the ring. A move is named by the number of a place:
    /// it reverses the pieces on this place and the next `width - 1` places.
    ///
    /// If the ring [rotates](Ring::Rotates), piece 1 is on the first place of every state.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` is from 2 to 255, and `width` is from 2 to `pieces`.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle, Ring};
    /// use puzzle_search::{BreadthFirst, Ranked, Solver};
    ///
    /// let puzzle = PermutationPuzzle::new(&Definition::top_spin(7, 4, Ring::Rotates)?)?;
    /// // Up to rotation there are 7! / 7 arrangements, half of which can reach the goal:
    /// assert_eq!(puzzle.state_count(), Some(360));
    /// let start = puzzle.state(&[1, 5, 6, 7, 4, 3, 2])?;
    /// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
    /// // Reverses the pieces 4 3 2 1, which are on the places 5, 6, 7 and 1:
    /// assert_eq!(solution.to_string(), "5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn top_spin(pieces: usize, width: usize, ring: Ring) -> Result<Self, PuzzleError> {
        if !(2..=255).contains(&pieces) {
            return Err(PuzzleError::new(format!(
                "a ring of {pieces} pieces is out of range: expected 2 to 255 pieces"
            )));
        }
        if !(2..=pieces).contains(&width) {
            let message = format!("the window is {width} wide: expected 2 to {pieces}");
            return Err(PuzzleError::new(message));
        }
        let moves = (0..pieces).map(|first| {
            let reversed = |place: usize| {
                let at = (place + pieces - first) % pieces;
                if at < width {
                    (first + width - 1 - at) % pieces
                } else {
                    place
                }
            };
            let shift = match ring {
                Ring::Fixed => 0,
                Ring::Rotates => pieces - reversed(0),
            };
            let images = (0..pieces).map(|place| ((reversed(place) + shift) % pieces) as u32);
            NamedMove {
                name: format!("{}", first + 1).into(),
                permutation: Permutation::from_images(images),
            }
        });
        let moves = moves.filter(|mv| !mv.permutation.is_identity());
        Ok(Self::of_moves("TopSpin", pieces as u32, moves))
    }
}
