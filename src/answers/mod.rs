//! What is asked of a space rather than of one search: the distances of all states, all cheapest
//! solutions, the k cheapest ones, the longest, how many paths there are.

mod all_paths;
mod all_solutions;
mod along;
mod count_paths;
mod distances;
mod explored;
mod fewest_moves;
mod gathering;
mod k_cheapest;
mod listing;
mod longest_path;
mod query;
mod simple_paths;
mod solution_graph;
mod stored;
mod walks;

pub use distances::Distances;
pub use query::Query;
pub use solution_graph::SolutionGraph;
