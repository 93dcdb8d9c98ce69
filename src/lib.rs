//! Exact state-space search.
//!
//! A puzzle is described by one trait, [`Puzzle`]: its states, the moves between states, the goals and, optionally, a
//! heuristic. Interchangeable solvers find a solution that is proved optimal, prove that there is no solution, or stop
//! at a limit and report what they have proved so far.
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
//! 1. **A puzzle** is a type that implements two methods of the trait `Puzzle`: [`neighbors`](Puzzle::neighbors) and
//!    [`is_goal`](Puzzle::is_goal). [`from_fn`](fn@from_fn) makes a puzzle from closures, and [`puzzles`] contains
//!    puzzles that are ready to use. → [Your first puzzle](guide::first_puzzle)
//! 2. **A solver** is a value, such as `IdaStar::new()`. Its method [`solve`](Solver::solve) searches until it has
//!    found a solution or proved that there is none. Its method [`search`](Solver::search) returns a [`Search`] that
//!    can be limited, watched and stopped. All solvers have these methods, and all return a [`Report`]. → [Choosing a
//!    solver](guide::choosing_a_solver)
//! 3. **A heuristic** is either an optional third method of the puzzle, or a value from [`heuristics`] that
//!    [`guided_by`](Puzzle::guided_by) combines with the puzzle. → [Writing a heuristic](guide::writing_a_heuristic)
//! 4. **The laws** that a puzzle has to keep, for example that its heuristic is admissible, are tested by one call of
//!    [`laws::check`]. → [Proving it right](guide::proving_it_right)
//! 5. **Speed** comes from small states, and from optional methods by which the puzzle tells the solvers more about
//!    itself. → [Making it fast](guide::making_it_fast)
//! 6. **A search** stops at its [`Limits`], counts what it does ([`Stats`]) and shows its progress to an [`Observer`].
//!    After a stop, the search can be continued at once or later, on the same thread or on another thread. → [Limits
//!    and progress](guide::limits_and_progress), [When memory ends](guide::when_memory_ends)
//! 7. **Whole spaces** are the subject of the module [`space`]. It counts the states at each depth, and computes the
//!    exact distance from every state to the nearest goal. Spaces that are too large for memory can be enumerated on
//!    disk. → [Levels and hints](guide::levels_and_hints)
//!
//! If you know the libraries `simpleai`, `networkx` or `pathfinding`, begin with
//! [Coming from elsewhere](guide::coming_from_elsewhere).
//!
//! # Which solver?
//!
//! | you have | use | it finds |
//! |---|---|---|
//! | no heuristic, a small space | [`BreadthFirst`] | a path with fewest moves, the first such path in neighbor order |
//! | no heuristic, states that are numbered ([`Ranked`]), and a goal so far away that most states will be generated | [`RankedBreadthFirst`] | the same path as `BreadthFirst`, in less memory |
//! | no heuristic, goals that can be listed, and edges that can be followed backward | [`Bidirectional`] | a path with fewest moves |
//! | no heuristic, edges of different cost | [`UniformCost`] | a cheapest path |
//! | a heuristic, and memory for the states that A\* stores | [`AStar`] | a cheapest path |
//! | consistent heuristics for both directions, whose estimates are often well below the true cost | [`BaeStar`] | a cheapest path |
//! | heuristics for both directions, not known to be consistent | [`Nbs`] | a cheapest path |
//! | a heuristic, and no time to wait for the optimum | [`WeightedAStar`], [`Dps`], [`GreedyBestFirst`] | a path that costs at most a given factor times the optimum; with `GreedyBestFirst`, any path |
//! | a heuristic and a deadline | [`Anytime`] | better and better paths |
//! | a heuristic, and too little memory for A\* | [`AStarIdaStar`] | a cheapest path |
//! | a heuristic, and too many states for A\* and IDA\* | [`Beam`] | any path; a wider beam never finds a more expensive path |
//! | a heuristic, and few paths to the same state | [`IdaStar`] | a cheapest path |
//! | a heuristic, few paths to the same state, and many different edge costs | [`Bts`] | a cheapest path |
//! | a heuristic, few paths to the same state, and a need for a first solution early | [`BranchAndBound`] | better and better paths, finally a cheapest path |
//! | no heuristic and little memory | [`IterativeDeepening`] | a cheapest path |
//! | no heuristic, and no need for a short path | [`DepthFirst`] | any path |
//!
//! # Other parts of the crate
//!
//! * [`Distances`] computes the cost of a cheapest path to each state that can be reached. [`SolutionGraph`] contains
//!   all cheapest solutions. Other methods find the [k cheapest solutions](AStar::k_cheapest_walks) and, in spaces
//!   without cycles, the [longest path](DepthFirst::longest_path) and the [number of paths](DepthFirst::count_paths).
//! * [`TwoSided`] puzzles can be reversed. [`Backward`] solvers search them from the goals to the start.
//! * [`RealTime`] is an agent that decides on each move after a short search, and improves its estimates from trial to
//!   trial.
//! * [`Facts`] tell the solvers what is true of the puzzle as a whole, such as that every edge costs one.
//! * [`permutation`] contains permutations, their numberings and groups.
//! * [`coordinates`] contains tables for permutation puzzles, such as Rubik's cube. The tables tell where each move
//!   leads, and give lower bounds on the number of moves to the goal.
//! * [`pruning`] finds sequences of moves that other sequences can replace. Depth-first solvers skip these sequences,
//!   and so follow fewer paths to the same state.
//! * [`traversal`] is the depth-first traversal of a puzzle's paths. A puzzle may override it with a faster traversal.
//! * A [`Task`] is work such as an enumeration of states or the build of a table. It can be limited, watched and
//!   divided among threads.
//! * [`Threads`] is a solver or an enumeration that divides its work among several threads.
//! * [`Portable`] puzzles can write their states as bytes, so that searches can be saved.
//!   [`stable_hash`](fn@stable_hash) computes a hash of these bytes.
//! * [`Algorithm`] is the trait to implement for a solver of your own.
//! * `table_file` reads and writes files of tables, such as pattern databases (feature `std`).
//!
//! # Features
//!
//! * `std` (default) adds time limits, elapsed times, tables in files, and several threads. Without this feature, the
//!   crate needs only `alloc`.
//! * `tiles` (default) adds faster code for the most common sliding boards, such as 4x4 and 5x5. Results and counts are
//!   the same without this feature, and the crate compiles in less than half the time.
//! * `mmap` lets table files be mapped into memory instead of being read.
//! * `serde` lets solutions, statistics and moves be serialized and deserialized.
//! * `ordered-float` adds floating-point [costs](Cost).
//! * `timely` adds enumerations and breadth-first searches that several processes share, on one machine or many
//!   (`Enumerate::on_cluster`).
//! * `proptest` adds strategies of the crate `proptest` that generate permutations.

#![no_std]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod answers;
mod checksum;
pub mod coordinates;
mod cost;
mod facts;
mod from_fn;
mod guess;
pub mod guide;
pub mod heuristics;
pub mod laws;
mod monitor;
mod notation;
pub mod permutation;
mod portable;
pub mod pruning;
mod puzzle;
pub mod puzzles;
mod random;
mod report;
mod reversed;
mod search;
mod solution;
mod solvability;
mod solver;
pub mod space;
mod stable_hash;
mod storage;
#[cfg(feature = "std")]
pub mod table_file;
mod task;
mod threads;
pub mod traversal;
mod try_from_fn;

pub use num_traits;

pub use answers::{Distances, SolutionGraph};
pub use cost::Cost;
pub use facts::Facts;
pub use from_fn::{FnPuzzle, from_edges, from_fn, from_steps};
pub use guess::Guess;
pub use monitor::{
    Budget, Coverage, Expanded, Generated, Iteration, Layer, Limits, Monitor, Observer, OnProgress,
    Progress, Side, Stats, Stop,
};
pub use notation::Notation;
pub use portable::Portable;
pub use puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
pub use report::{Guarantee, Outcome, Report, ReportOf, Unsolved};
pub use reversed::{Reversed, TwoSided};
pub use search::{
    AStar, AStarIdaStar, Anytime, Backward, BaeStar, Beam, Bidirectional, BorrowedSearch,
    BoxedSearch, BranchAndBound, BreadthFirst, Bts, DepthFirst, Dps, GreedyBestFirst, IdaStar,
    IterativeDeepening, Nbs, RankedBreadthFirst, RealTime, SavedError, SavedRun, SavedSolver,
    Search, UniformCost, WeightedAStar,
};
pub use solution::{ReplayError, ReplayFault, Solution};
pub use solvability::{Reason, Solvability};
pub use solver::{Algorithm, Run, Solver, Verdict, VerdictOf};
pub use stable_hash::stable_hash;
pub use storage::ClosedList;
pub use task::Task;
pub use threads::Threads;
pub use try_from_fn::{TryPuzzle, try_from_fn};
