//! Exact state-space search.
//!
//! Describe a puzzle with one trait, [`Puzzle`]: its states, the moves between them, the goals and,
//! if there is one, a heuristic. Any of the interchangeable solvers then finds a provably shortest
//! solution, proves that there is none, or stops at a limit and says how far it came.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let report = IdaStar::new().solve(&puzzle, &start);
//! let solution = report.solution().expect("an even permutation");
//! assert_eq!(solution.cost(), 31); // nothing is farther from the goal
//! # Ok::<(), puzzle_search::puzzles::BoardError>(())
//! ```
//!
//! # A tour
//!
//! 1. **A puzzle** is a type with two methods, [`neighbors`](Puzzle::neighbors) and
//!    [`is_goal`](Puzzle::is_goal); [`from_fn`](fn@from_fn) makes one from closures, and [`puzzles`]
//!    has some that are ready. → [Your first puzzle](guide::first_puzzle)
//! 2. **A solver** is a value: [`solve`](Solver::solve) goes on until it is decided,
//!    [`search`](Solver::search) within limits. All have the same signature and answer the same
//!    [`Report`]. → [Choosing a solver](guide::choosing_a_solver)
//! 3. **A heuristic** is a third method, or a value from [`heuristics`] that a puzzle is
//!    [`guided_by`](Puzzle::guided_by). → [Writing a heuristic](guide::writing_a_heuristic)
//! 4. **The laws** are tested in one line by [`laws::check`].
//!    → [Proving it right](guide::proving_it_right)
//! 5. **Speed**: what you know of the puzzle, said to the solvers.
//!    → [Making it fast](guide::making_it_fast)
//! 6. **A monitor** holds a search to [`Limits`], counts what it does ([`Stats`]) and shows it to an
//!    [`Observer`]. → [Limits and progress](guide::limits_and_progress),
//!    [When memory ends](guide::when_memory_ends)
//! 7. **Whole spaces**: [`space`] counts the states at each depth and knows the exact distance of every
//!    one. → [Levels and hints](guide::levels_and_hints)
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
//! | a heuristic, and memory for the states it leaves | [`AStar`] | cheapest |
//! | a heuristic, and few ways to the same state | [`IdaStar`] | cheapest |
//! | a heuristic and many different edge costs, or any solution helps | [`BranchAndBound`] | cheapest |
//! | no heuristic and no memory | [`IterativeDeepening`] | cheapest |
//!
//! # Beside these
//!
//! * [`permutation`]: permutations, their numberings and groups.
//! * [`pruning`]: fewer ways to the same state, for depth-first solvers.
//! * [`traversal`]: how depth-first solvers walk, for puzzles that can do it faster themselves.
//! * `table_file`: tables in files (feature `std`).
//!
//! # Features
//!
//! * `std` (default): time limits and elapsed times. Without it the crate needs only `alloc`.
//! * `mmap`: tables are mapped from their files instead of read.
//! * `rayon`: tables are built by several threads.
//! * `serde`: solutions, statistics and moves can be written and read.
//! * `proptest`: strategies that make permutations.

#![no_std]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod cost;
mod from_fn;
pub mod guide;
pub mod heuristics;
pub mod laws;
mod monitor;
mod parallel;
pub mod permutation;
pub mod pruning;
mod puzzle;
pub mod puzzles;
mod random;
pub mod search;
mod solution;
mod solvability;
mod solver;
pub mod space;
mod storage;
#[cfg(feature = "std")]
pub mod table_file;
pub mod traversal;

pub use num_traits;

pub use cost::Cost;
pub use from_fn::{FnPuzzle, from_fn};
pub use monitor::{
    Coverage, Expanded, Generated, Iteration, Layer, Limits, Monitor, Observer, Progress, Side,
    Stats, Stop,
};
pub use puzzle::{Neighbor, Puzzle, Ranked, Reversible};
pub use search::{
    AStar, Bidirectional, BranchAndBound, BreadthFirst, IdaStar, IterativeDeepening,
    RankedBreadthFirst, UniformCost,
};
pub use solution::{ReplayError, Solution};
pub use solvability::{Reason, Solvability};
pub use solver::{Guarantee, Outcome, Report, ReportFor, Solver, Verdict};
pub use storage::{FixedState, FoldHasher};
