//! Observing work while it runs: an [`Observer`] sees the states, bounds and solutions of a search, a [`TaskObserver`]
//! the progress and the layers of a task. [Limits and progress](crate::guide::limits_and_progress) has more examples.
//!
//! ```
//! use core::ops::ControlFlow;
//! use puzzle_search::observe::{Layer, TaskObserver};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::Enumerate;
//!
//! /// The depth of the last layer.
//! struct Deepest(u64);
//!
//! impl TaskObserver for Deepest {
//!     fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
//!         self.0 = layer.depth;
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let puzzle = SlidingTiles::new(2, 3)?;
//! let mut task = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()]).observe(Deepest(0));
//! assert_eq!(task.run().depth(), 21);
//! assert_eq!(task.observer().0, 21);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```

pub use crate::account::{Coverage, Layer, OnProgress, Side, TaskObserver, TaskProgress};
pub use crate::monitor::{Expanded, Generated, IterationCounts, Observer, SearchProgress};
