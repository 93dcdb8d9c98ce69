//! Exact state-space search.
//!
//! Describe a puzzle with one trait, [`Puzzle`]: its states, the moves between them, the goals and,
//! if there is one, a heuristic. Any of the interchangeable solvers then finds a provably shortest
//! solution, proves that there is none, or stops at a limit and says how far it came.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let solution = IdaStar::new().solve(&puzzle, &start).into_result()?;
//! assert_eq!(solution.cost(), 31); // nothing is farther from the goal
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # A tour
//!
//! 1. **A puzzle** is a type with two methods, [`neighbors`](Puzzle::neighbors) and
//!    [`is_goal`](Puzzle::is_goal); [`from_fn`](fn@from_fn) makes one from closures, and [`puzzles`]
//!    has some that are ready. → [Your first puzzle](guide::first_puzzle)
//! 2. **A solver** is a value: [`solve`](Solver::solve) goes on until it is decided,
//!    [`search`](Solver::search) makes a [`Search`] that can be limited, watched and stopped. All have
//!    the same signature and return the same [`Report`].
//!    → [Choosing a solver](guide::choosing_a_solver)
//! 3. **A heuristic** is a third method, or a value from [`heuristics`] that a puzzle is
//!    [`guided_by`](Puzzle::guided_by). → [Writing a heuristic](guide::writing_a_heuristic)
//! 4. **The laws** are tested in one line by [`laws::check`].
//!    → [Proving it right](guide::proving_it_right)
//! 5. **Speed**: what you know of the puzzle, said to the solvers.
//!    → [Making it fast](guide::making_it_fast)
//! 6. **A search** is held to [`Limits`], counts what it does ([`Stats`]) and shows it to an
//!    [`Observer`]. Stopped, it can be run on, now or later, here or on another thread.
//!    → [Limits and progress](guide::limits_and_progress),
//!    [When memory ends](guide::when_memory_ends)
//! 7. **Whole spaces**: [`space`] counts the states at each depth and knows the exact distance of every
//!    one; larger ones are enumerated on disk. → [Levels and hints](guide::levels_and_hints)
//!
//! If you know `simpleai`, `networkx` or `pathfinding`, begin
//! [there](guide::coming_from_elsewhere).
//!
//! # Which solver?
//!
//! | you have | use | finds |
//! |---|---|---|
//! | no heuristic, a small space | [`BreadthFirst`] | fewest moves, first in neighbor order |
//! | no heuristic, and numbered states of which most will be seen | [`RankedBreadthFirst`] | the same, in less memory |
//! | no heuristic, known goals, moves that can be traced back | [`Bidirectional`] | fewest moves |
//! | no heuristic, edges of different cost | [`UniformCost`] | cheapest |
//! | a heuristic, and memory for the states that A\* sees | [`AStar`] | cheapest |
//! | the same from both ends, consistent, and not nearly right | [`BaeStar`] | cheapest |
//! | the same from both ends, and not known to be consistent | [`Nbs`] | cheapest |
//! | a heuristic, and the optimum is not worth the wait | [`WeightedAStar`], [`Dps`], [`GreedyBestFirst`] | within a factor; any |
//! | the same, and a deadline | [`Anytime`] | better and better ones |
//! | a heuristic, and not memory enough for A\* | [`AStarIdaStar`] | cheapest |
//! | a heuristic, and too many states for either | [`Beam`] | any, better if it is wider |
//! | a heuristic, and few ways to the same state | [`IdaStar`] | cheapest |
//! | the same, and many different edge costs | [`Bts`] | cheapest |
//! | the same, and any solution helps | [`BranchAndBound`] | cheapest |
//! | no heuristic and no memory | [`IterativeDeepening`] | cheapest |
//! | any path will do | [`DepthFirst`] | any |
//!
//! # Beside these
//!
//! * [`Distances`], [`SolutionGraph`]: everything that can be reached, all cheapest solutions; the
//!   [k cheapest](AStar::k_cheapest_walks), the [longest path](DepthFirst::longest_path) and the [number of
//!   paths](DepthFirst::count_paths) where none leads back.
//! * [`TwoSided`]: puzzles seen from their goals, and solvers that go [`Backward`].
//! * [`RealTime`]: an agent that is told the next move at once, and learns from trial to trial.
//! * [`Facts`]: what is known of a puzzle as a whole.
//! * [`permutation`]: permutations, their numberings and groups.
//! * [`coordinates`]: puzzles of permutations by tables; distances to a subgroup.
//! * [`pruning`]: fewer ways to the same state, for depth-first solvers.
//! * [`traversal`]: how depth-first solvers walk, for puzzles that can do it faster themselves.
//! * [`Task`]: an enumeration, or the build of a table, that can be limited, watched and divided among
//!   threads.
//! * [`Threads`]: searches, and enumerations, by several threads.
//! * [`Portable`]: states as bytes, and a [`stable_hash`](fn@stable_hash) of them.
//! * [`Algorithm`]: what to implement for a solver of your own.
//! * `table_file`: tables in files (feature `std`).
//!
//! # Features
//!
//! * `std` (default): time limits, elapsed times, tables in files, and several threads. Without it
//!   the crate needs only `alloc`.
//! * `tiles` (default): code of their own for the sliding boards most searched, such as 4x4 and 5x5.
//!   Without it they are walked as other boards are, with the same counts, and the crate compiles in less
//!   than half the time.
//! * `mmap`: tables are mapped from their files instead of read.
//! * `serde`: solutions, statistics and moves can be written and read.
//! * `ordered-float`: floating-point [costs](Cost).
//! * `timely`: enumerations and breadth-first searches by several processes, on one machine or many
//!   (`Enumerate::on_cluster`).
//! * `proptest`: strategies that make permutations.

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
