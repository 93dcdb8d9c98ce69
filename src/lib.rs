//! Exact state-space search.
//!
//! A puzzle is described by one trait, [`Puzzle`]: its states, the moves between states, the goals and, optionally, a
//! heuristic. Solvers find a solution that is proved optimal, prove that there is no solution, or stop at a limit and
//! report what they have proved so far.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let solution = IdaStar::new().solve(&puzzle, &start).into_result()?;
//! assert_eq!(solution.cost(), 31); // no state is farther from the goal
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # A tour
//!
//! 1. **A puzzle** is a type that implements [`neighbors`](Puzzle::neighbors) and [`is_goal`](Puzzle::is_goal).
//!    [`from_fn`](fn@from_fn) makes a puzzle from closures, and [`puzzles`] contains ready-made puzzles. → [Your
//!    first puzzle](guide::first_puzzle)
//! 2. **A solver** is a value, such as `IdaStar::new()`. Its method [`solve`](Solver::solve) searches and returns a
//!    [`Report`]. Its method [`search`](Solver::search) returns a [`Search`] that can be limited, watched and stopped.
//!    → [Choosing a solver](guide::choosing_a_solver)
//! 3. **A heuristic** is an optional third method of the puzzle, or a value from [`heuristics`] that
//!    [`guided_by`](Puzzle::guided_by) combines with the puzzle. → [Writing a heuristic](guide::writing_a_heuristic)
//! 4. **The laws** of a puzzle, for example that its heuristic is admissible, are tested by one call of
//!    [`laws::check`]. → [Proving it right](guide::proving_it_right)
//! 5. **Speed** comes from small states and from optional methods of the puzzle. → [Making it
//!    fast](guide::making_it_fast)
//! 6. **A search** stops at its [`Limits`], counts what it does ([`Stats`]) and shows its progress to an
//!    [`Observer`](observe::Observer). → [Limits and progress](guide::limits_and_progress), [When memory
//!    ends](guide::when_memory_ends)
//! 7. **Whole spaces** are the subject of the module [`space`]: the number of states at each depth, and the exact
//!    distance from every state to the nearest goal. → [Levels and hints](guide::levels_and_hints)
//!
//! If you know `simpleai`, `networkx` or `pathfinding`, begin with
//! [Coming from elsewhere](guide::coming_from_elsewhere).
//!
//! # Which solver?
//!
//! | you have | use | it finds |
//! |---|---|---|
//! | no heuristic, a small space | [`BreadthFirst`] | a path with fewest moves |
//! | no heuristic, goals that can be listed, and edges that can be followed backward | [`Bidirectional`] | a path with fewest moves |
//! | no heuristic, edges of different cost | [`UniformCost`] | a cheapest path |
//! | a heuristic, and memory for the states that A\* stores | [`AStar`] | a cheapest path |
//! | consistent heuristics for both directions, with estimates often well below the true cost | [`BaeStar`](solvers::BaeStar) | a cheapest path |
//! | heuristics for both directions, not known to be consistent | [`Nbs`](solvers::Nbs) | a cheapest path |
//! | a heuristic, and no time to wait for the optimum | [`WeightedAStar`](solvers::WeightedAStar), [`Dps`](solvers::Dps), [`GreedyBestFirst`](solvers::GreedyBestFirst) | a path that costs at most a given factor times the optimum; `GreedyBestFirst`: any path |
//! | a heuristic and a deadline | [`Anytime`](solvers::Anytime) | better and better paths |
//! | a heuristic, and too little memory for A\* | [`AStarIdaStar`](solvers::AStarIdaStar) | a cheapest path |
//! | a heuristic, and too many states for A\* and IDA\* | [`Beam`](solvers::Beam) | any path |
//! | a heuristic, and few paths to the same state | [`IdaStar`] | a cheapest path |
//! | a heuristic, few paths to the same state, and many different edge costs | [`Bts`](solvers::Bts) | a cheapest path |
//! | a heuristic, few paths to the same state, and an early first solution wanted | [`BranchAndBound`](solvers::BranchAndBound) | better and better paths, finally a cheapest path |
//! | no heuristic and little memory | [`IterativeDeepening`](solvers::IterativeDeepening) | a cheapest path |
//! | no heuristic, and no need for a short path | [`DepthFirst`](solvers::DepthFirst) | any path |
//!
//! # Other parts of the crate
//!
//! * [`Distances`](answers::Distances) computes the cost of a cheapest path from a start to each state that can be
//!   reached. [`SolutionGraph`](answers::SolutionGraph) contains all cheapest solutions. Some solvers find the [k
//!   cheapest solutions](AStar::k_cheapest_walks) or, in spaces without cycles, the [longest
//!   path](solvers::DepthFirst::longest_path) and the [number of paths](solvers::DepthFirst::count_paths).
//! * [`TwoSided`](puzzle::TwoSided) puzzles can be searched from the goals to the start, by
//!   [`Backward`](solvers::Backward) solvers.
//! * [`RealTime`](solvers::RealTime) is an agent that decides on each move after a short search.
//! * [`coordinates`] contains tables for permutation puzzles, such as Rubik's cube.
//! * [`pruning`] finds sequences of moves that depth-first solvers can skip.
//! * A [`Task`] is a computation, such as an enumeration of states, that can be limited and watched. A
//!   [`Query`](answers::Query) asks for several paths.
//! * [`Threads`](solvers::Threads) is a solver or an enumeration that runs on several threads.
//! * [`Portable`](puzzle::Portable) puzzles can write their states as bytes, so that searches can be saved.
//! * [`Solver`] and [`Run`](solver::Run) are the traits to implement for a solver of your own.
//!
//! # Features
//!
//! * `std` (default) adds the machine's clock, tables in files, and threads. Without it, the crate needs only
//!   `alloc`.
//! * `tiles` (default) adds faster code for the most common sliding boards, such as 4x4 and 5x5. Without it, the crate
//!   compiles in less than half the time.
//! * `mmap` lets table files be mapped into memory.
//! * `serde` makes solutions, statistics and moves serializable.
//! * `ordered-float` adds floating-point [costs](Cost).
//! * `timely` adds enumerations and breadth-first searches that several processes share (`Enumerate::on_cluster`).
//! * `proptest` adds strategies that generate permutations.

#![no_std]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod account;
pub mod answers;
mod bit_parallel;
mod checksum;
mod codec;
pub mod coordinates;
mod cost;
mod driver;
mod engines;
mod facts;
pub mod guide;
pub mod heuristics;
pub mod laws;
mod monitor;
pub mod observe;
pub mod permutation;
pub mod pruning;
pub mod puzzle;
pub mod puzzles;
mod random;
mod report;
mod search;
mod solution;
mod solvability;
pub mod solver;
pub mod solvers;
pub mod space;
mod stable_hash;
mod storage;
#[cfg(feature = "std")]
pub mod table_file;
mod tables;
mod task;
mod threads;

pub use num_traits;

pub use account::{Limits, Stats, Stop};
pub use cost::Cost;
pub use facts::Facts;
pub use puzzle::from_fn::{from_edges, from_fn, from_steps};
pub use puzzle::notation::Notation;
pub use puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
pub use report::{Guarantee, Outcome, Report, ReportOf, Unsolved};
pub use search::{AStar, Bidirectional, BreadthFirst, IdaStar, UniformCost};
pub use solution::Solution;
pub use solvability::Solvability;
pub use solver::{Search, Solver};
pub use task::Task;
