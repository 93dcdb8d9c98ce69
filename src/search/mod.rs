//! The solvers: one file each, over a few search loops that several solvers share. `DESIGN.md` lists the loops with
//! their files and their solvers.
//!
//! The page of each solver states, in this order: what the solver finds and needs, its guarantee, time and memory,
//! whether it can prove that there is no solution, when to prefer which other solver, an example, and the paper. The
//! guide [compares](crate::guide::choosing_a_solver) the solvers.
//!
//! ```
//! use puzzle_search::puzzles::Pancake;
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{BreadthFirst, Solver};
//!
//! let puzzle = Pancake::new(5)?;
//! let start = puzzle.state(&[3, 1, 5, 2, 4])?;
//! let remembers = BreadthFirst::new().solve(&puzzle, &start);
//! let forgets = IterativeDeepening::new().solve(&puzzle, &start);
//! assert_eq!(remembers.lower_bound, forgets.lower_bound);
//! assert!(remembers.stats.peak_stored > forgets.stats.peak_stored);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```

#[cfg(feature = "std")]
use crate::threads::sync;

mod a_star;
mod a_star_ida_star;
mod anytime;
mod backward;
mod bae_star;
mod batch;
mod beam;
mod best_first;
mod bfs_run;
mod bfs_tree;
mod bidirectional;
mod branch_and_bound;
mod breadth_first;
mod bts;
mod deepening;
mod depth_first;
mod dps;
mod front_to_end;
mod graph_walk;
mod greedy_best_first;
mod guess;
#[cfg(feature = "std")]
mod hash_distributed;
mod ida_star;
mod iterative_deepening;
#[cfg(feature = "std")]
mod mailboxes;
mod nbs;
#[cfg(all(test, feature = "std"))]
mod numbers;
mod order;
#[cfg(feature = "std")]
mod parallel_bfs;
pub(crate) mod path;
#[cfg(feature = "std")]
mod phase_tickets;
mod real_time;
mod reversed_run;
mod settle;
#[cfg(feature = "std")]
mod shards;
mod store_then_deepen;
mod uniform_cost;
mod weighted_a_star;

pub use a_star::AStar;
pub use a_star_ida_star::AStarIdaStar;
pub use anytime::Anytime;
pub use backward::Backward;
pub use bae_star::BaeStar;
pub use beam::Beam;
pub(crate) use best_first::{BestFirstRun, BestNode, Decision, Judge};
pub(crate) use bfs_run::{BfsRun, FarEnd, GoalLayer};
pub use bidirectional::Bidirectional;
pub(crate) use bidirectional::OtherTree;
pub use branch_and_bound::BranchAndBound;
pub use breadth_first::BreadthFirst;
pub use bts::Bts;
pub use depth_first::DepthFirst;
pub use dps::Dps;
pub(crate) use graph_walk::{Fold, GraphWalk};
pub use greedy_best_first::GreedyBestFirst;
pub use guess::{Guess, Guesses};
pub use ida_star::IdaStar;
pub use iterative_deepening::IterativeDeepening;
pub use nbs::Nbs;
pub(crate) use order::{ByF, ByG, Order};
pub use real_time::RealTime;
pub use uniform_cost::UniformCost;
pub use weighted_a_star::WeightedAStar;
