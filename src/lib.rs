//! State-space search: shortest paths by A\*, IDA\*, Dijkstra's algorithm and others, pattern databases, and counts of
//! all states.
//!
//! A puzzle, a map or another graph is described by its states and edges. Solvers find a shortest path and prove that
//! it is one, prove that there is none, or stop at a limit and report what they have proved so far.
//!
//! The crate is for puzzles, for games that rate and hint levels, for students of A\*, and for research that counts
//! states and needs proofs. Why not `pathfinding`? If you need one path and nothing else, use that: it is smaller. This
//! crate is faster, proves or bounds what it returns, can be stopped, saved and continued, and searches spaces that are
//! larger than memory.
//!
//! No version is published yet: clone the repository beside your program's directory, and run `cargo add --path
//! ../puzzle-search` there. This program solves a board in the fewest moves:
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//!     let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?; // 0 is the blank
//!     let report = IdaStar::new().solve(&puzzle, &start);
//!     assert!(report.is_optimal()); // proved: no solution has fewer moves
//!     let solution = report.into_result()?;
//!     println!("{} moves: {solution}", solution.cost()); // 31 moves: Up Up Left Down Down Right ...
//!     Ok(())
//! }
//! ```
//!
//! Three closures and A\* find a shortest path in any graph, such as a map:
//!
//! ```
//! use puzzle_search::{AStar, Solver, from_edges};
//!
//! // Kilometers in a textbook (Russell and Norvig), along roads and in a straight line to Bucharest.
//! let roads = [("Arad", "Sibiu", 140_u32), ("Sibiu", "Fagaras", 99), ("Sibiu", "Rimnicu", 80),
//!     ("Rimnicu", "Pitesti", 97), ("Fagaras", "Bucharest", 211), ("Pitesti", "Bucharest", 101)];
//! let straight = [("Arad", 366), ("Sibiu", 253), ("Fagaras", 176), ("Rimnicu", 193), ("Pitesti", 100),
//!     ("Bucharest", 0)];
//! let map = from_edges(
//!     |&city: &&str| roads.iter().filter(move |road| road.0 == city).map(|road| (road.1, road.2)),
//!     |&city| city == "Bucharest",
//! )
//! .with_heuristic(|&city| straight.iter().find(|line| line.0 == city).map(|line| line.1)); // `None`: no way from here
//! let (path, kilometers) = AStar::new().path(&map, &"Arad").expect("there is a road");
//! assert_eq!((path.join(" "), kilometers), ("Arad Sibiu Rimnicu Pitesti Bucharest".into(), 418));
//! ```
//!
//! * **A puzzle of your own** is a type that implements [`Puzzle`], or is made of closures by [`from_fn`](fn@from_fn),
//!   [`from_edges`](fn@from_edges) or [`from_steps`](fn@from_steps). → [Your first puzzle](guide::first_puzzle)
//! * **A solver** is a value, such as `IdaStar::new()`. Begin with its method [`solve`](Solver::solve), which returns a
//!   [`Report`]. Its method [`search`](Solver::search) returns a [`Search`], which can be given [`Limits`], observed,
//!   stopped, continued and saved. → [Limits and progress](guide::limits_and_progress)
//! * **A heuristic** is a method of the puzzle, or a value that [`guided_by`](Puzzle::guided_by) adds. → [Writing a
//!   heuristic](guide::writing_a_heuristic)
//! * **The laws** that solvers rely on are tested by one call of [`laws::check`]. → [Proving it
//!   right](guide::proving_it_right)
//!
//! [The guide](guide) has a chapter on each of these, on speed, memory, [levels and hints](guide::levels_and_hints),
//! the web and graphs in memory, and many short answers. If you know `simpleai`, `networkx` or `pathfinding`, begin
//! with [Coming from elsewhere](guide::coming_from_elsewhere). [What it
//! takes](guide::what_it_takes#what-it-does-not-do) ends with what the crate does not do.
//!
//! # Which solver?
//!
//! | you have | take |
//! |---|---|
//! | no heuristic | [`BreadthFirst`], or [`UniformCost`] (Dijkstra's algorithm) if edges differ in cost |
//! | a heuristic | [`AStar`] |
//! | a heuristic, and too little memory for A\* | [`IdaStar`] |
//! | no time to wait for the optimum | [`WeightedAStar`](solvers::WeightedAStar) within a factor of it, [`Anytime`](solvers::Anytime) until a deadline |
//! | a question about all states | [`Distances`](answers::Distances), [`Enumerate`](space::Enumerate), [`DistanceOracle`](space::DistanceOracle) |
//!
//! [Choosing a solver](guide::choosing_a_solver) explains all of them: what each finds, needs and proves.
//!
//! # The modules
//!
//! | module | what it has |
//! |---|---|
//! | [`puzzle`] | the traits of a puzzle, puzzles of closures, and adaptors |
//! | [`puzzles`] | ready-made puzzles, such as sliding tiles, maps, pancakes, Hanoi and cubes |
//! | [`heuristics`] | heuristics, pattern databases, and what combines them |
//! | [`solvers`] | all solvers; those used most are at the root |
//! | [`answers`] | more than one path: all distances, all cheapest solutions, the k cheapest |
//! | [`space`] | whole spaces: the number of states at each depth, the hardest states, the distance of every state |
//! | [`observe`] | observers of searches and of other work |
//! | [`laws`] | checks of what puzzles and solvers promise |
//! | [`permutation`], [`pruning`] | permutations and groups; moves to skip |
//! | [`solver`] | the traits of a solver, to write one |
//! | [`job`] | tables and long jobs of your own |
//! | `table_file` (feature `std`) | the files of tables |
//!
//! The package `puzzle-search-coordinates` has tables for puzzles of permutations, such as Rubik's cube.
//!
//! # Features
//!
//! | feature | without it |
//! |---|---|
//! | `std` (default) | there are no files, threads and clusters of processes, and limits on the time need a clock that you hand in; the crate needs only `alloc` |
//! | `puzzles` (default) | the module [`puzzles`] and the heuristics for its puzzles are missing; a program with a puzzle of its own compiles in half the time |
//! | `tiles` (default) | sliding boards such as 4x4 and 5x5 are searched more slowly, with the same counts; the crate compiles sooner |
//! | `mmap` | table files are read into memory, not mapped |
//! | `serde` | solutions, statistics and moves are not `Serialize` and `Deserialize` |
//! | `ordered-float` | costs are unsigned integers only; with it, [costs](Cost) can be `NotNan<f64>` or `NotNan<f32>` |
//! | `proptest` | there are no strategies that generate permutations for property tests |

#![no_std]
// What only the ready-made puzzles need of the modules below them.
#![cfg_attr(not(feature = "puzzles"), expect(dead_code, unused_imports))]
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
mod cost;
mod driver;
mod engines;
mod facts;
pub mod guide;
pub mod heuristics;
pub mod job;
pub mod laws;
mod monitor;
pub mod observe;
pub mod permutation;
pub mod pruning;
pub mod puzzle;
#[cfg(feature = "puzzles")]
pub mod puzzles;
mod random;
mod report;
mod saved_error;
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
