//! [`Manhattan`] distance; each puzzle that has it implements it beside its rules.

/// The sum over all pieces of the moves that each would need if the others were not there.
///
/// Admissible and consistent, and kept up move by move. The blank does not count. In the
/// [`SwapGame`](crate::puzzles::SwapGame), where a move brings two pieces nearer at most, it is
/// half the sum, rounded up. On a graph distances are counted along edges; a piece that cannot reach
/// its place does not count.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(21)); // it takes 31
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Manhattan;
