//! The heuristic [`Misplaced`]. Each puzzle implements it in its own module.

/// The number of pieces that are out of place, not counting the blank.
///
/// If a move can carry several pieces, the estimate is the number of misplaced pieces divided by the greatest number of
/// pieces that a move carries, rounded up. In [`WeightedTiles`](crate::puzzles::WeightedTiles) the estimate is the sum
/// of the misplaced tiles' costs.
///
/// The estimate is admissible and consistent, and never more than the estimate of [`Manhattan`](super::Manhattan).
///
/// ```
/// use puzzle_search::heuristics::Misplaced;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Misplaced);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(7));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Misplaced;
