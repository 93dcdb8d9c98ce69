//! The heuristic [`Manhattan`]. Each puzzle implements it in its own module.

/// The Manhattan distance: the sum, over all pieces except the blank, of the number of moves that the piece would need
/// if there were no other pieces.
///
/// The estimate is admissible and consistent. For puzzles in which a move carries several pieces, the estimate is
/// described below, at the implementations of [`Heuristic`](crate::heuristics::Heuristic). In
/// [`WeightedTiles`](crate::puzzles::WeightedTiles) the estimate adds up the costs of the moves instead of counting the
/// moves. In [`GraphTiles`](crate::puzzles::GraphTiles) distances are counted along the edges of the graph, and a piece
/// that cannot reach its place does not count.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Notation, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// assert_eq!(puzzle.heuristic(&start), Some(21)); // the optimum is 31
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Manhattan;
