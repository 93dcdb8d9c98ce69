//! Depth-first traversal of the paths of a puzzle: the puzzle runs the loop and calls the solver for each edge.
//!
//! A depth-first solver passes a [`Visitor`] to [`Puzzle::depth_first`](crate::Puzzle::depth_first). The puzzle can
//! override this method with code that is faster than a loop over [`neighbors`](crate::Puzzle::neighbors). For each
//! node of the path, the traversal keeps a [value](Carried), such as the number of moves left. The visitor computes the
//! value of a child from the value of its parent.
//!
//! ```
//! use core::ops::ControlFlow;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::traversal::{Change, Edge, Root, Step, Visitor};
//! use puzzle_search::{Puzzle, Reversible};
//!
//! /// Counts the paths of a given length.
//! struct Paths(u64);
//!
//! impl<S, M, C> Visitor<S, M, C> for Paths {
//!     type Carried = u32; // how many moves are left
//!
//!     fn enter(
//!         &mut self,
//!         left: u32,
//!         _edge: Edge<'_, S, M, C>,
//!         _change: impl FnOnce() -> Option<Change<C>>,
//!     ) -> Step<u32> {
//!         if left == 1 {
//!             self.0 += 1;
//!             return Step::Prune;
//!         }
//!         Step::Descend(left - 1)
//!     }
//!
//!     fn unwind(&mut self, _index: u32, _mv: M) {}
//! }
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let goal = puzzle.goals().into_iter().next().expect("it has one goal");
//! let (paths, flow) = puzzle.depth_first(Root::new(&goal), 3, Paths(0));
//! assert_eq!(flow, ControlFlow::Continue(()));
//! // The blank is in a corner. Paths of 3 moves that do not step straight back: 2 first moves, and after each of them
//! // 1 path through the next corner and 3 paths through the center.
//! assert_eq!(paths.0, 8);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```

mod carried;
mod edge;
mod over_neighbors;
mod root;
mod visitor;

pub use carried::{Carried, Slack};
pub use edge::{Change, Edge, EdgeOf};
pub use over_neighbors::over_neighbors;
pub(crate) use root::Next;
pub use root::Root;
pub use visitor::{Step, Visitor};
