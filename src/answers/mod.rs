//! Answers about a space rather than one path: the distances of all states ([`Distances`]), all cheapest solutions
//! ([`SolutionGraph`]), and [`Query`], which asks for several paths, the longest one or their number.
//!
//! ```
//! use puzzle_search::answers::Distances;
//! use puzzle_search::{AStar, from_fn};
//!
//! // The corners of 2 x 2 cells, from one end of the diagonal to the other.
//! let streets = from_fn(
//!     |&(x, y): &(u8, u8)| {
//!         let edges = [("right", (x + 1, y), 1_u32), ("down", (x, y + 1), 1)];
//!         edges.into_iter().filter(|(_, (x, y), _)| *x <= 2 && *y <= 2)
//!     },
//!     |&at| at == (2, 2),
//! );
//! let solutions = AStar::new().all_solutions(&streets, [(0, 0)]).run()?;
//! assert_eq!((solutions.cost(), solutions.count()), (4, Some(6)));
//! let mut distances = Distances::new(&streets, [(0, 0)]);
//! distances.run()?;
//! assert_eq!((distances.len(), distances.get(&(2, 1))), (9, Some(3)));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod all_paths;
mod all_solutions;
mod count_paths;
mod distances;
mod explored;
mod fewest_moves;
mod gathering;
mod k_cheapest;
mod listing;
mod longest_path;
mod move_edge;
mod node_store;
mod query;
mod simple_paths;
mod solution_graph;
mod walks;

pub use distances::Distances;
pub use query::Query;
pub use solution_graph::SolutionGraph;
