//! Answers about a space rather than one path: the distances of all states ([`Distances`]), all cheapest solutions
//! ([`SolutionGraph`]), and [`Query`], which asks for several paths, the longest one or their number.

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
