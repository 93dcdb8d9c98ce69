//! The solvers: one file each, over a few loops that several share.

mod a_star;
mod batch;
mod best_first;
mod bidirectional;
mod branch_and_bound;
mod breadth_first;
mod deepening;
mod ida_star;
mod iterative_deepening;
mod path;
mod ranked_breadth_first;
mod tree;
mod uniform_cost;
mod walk;

pub use a_star::AStar;
pub use bidirectional::Bidirectional;
pub use branch_and_bound::BranchAndBound;
pub use breadth_first::BreadthFirst;
pub use ida_star::IdaStar;
pub use iterative_deepening::IterativeDeepening;
pub use ranked_breadth_first::RankedBreadthFirst;
pub use uniform_cost::UniformCost;
