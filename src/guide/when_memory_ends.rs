//! When memory ends: what a stopped search knows, and the searches that need none.
//!
//! # A limit of your own
//!
//! A program that is killed for want of memory says nothing. Give a search a limit on bytes: each list and
//! table asks before it is allocated, growth included, and the search ends with a report.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{AStar, IdaStar, Limits, Notation, Outcome, Puzzle, Solver, Stop};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//!
//! let limits = Limits::new().max_bytes(100_000);
//! let report = AStar::new().search(&puzzle, &start).limits(limits.clone()).run();
//! let Outcome::Stopped { stop: Stop::Bytes, best: None } = report.outcome else {
//!     panic!("a hundred thousand bytes are not enough");
//! };
//! assert!(report.stats.peak_bytes <= 100_000);
//! let proved = report.lower_bound;
//!
//! // The same puzzle, the same call, no memory.
//! let report = IdaStar::new().search(&puzzle, &start).limits(limits).run();
//! assert!(report.is_optimal());
//! assert!(proved <= report.lower_bound);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # What a stopped report holds
//!
//! * `outcome`: [`Stopped`](crate::Outcome::Stopped) with the limit, and the best solution so far if there is
//!   one: [`Anytime`](crate::Anytime) has one soon, [`BranchAndBound`](crate::BranchAndBound) before it is done,
//!   and a search that was [given one](crate::Search::with_incumbent) from the beginning.
//! * `lower_bound`: what is proved. No path costs less, whatever was not searched: the smallest f of A\*'s
//!   open states, the last bound of IDA\*, the layers of a breadth-first search if every edge costs one.
//! * `stats`: how far it came, and how fast it grew: in
//!   [`iterations`](crate::Stats::iterations) the quotient of the last two rows tells how long the next
//!   one will take.
//!
//! A stopped search keeps what it holds until it is dropped: with a larger limit it
//! [goes on](super::limits_and_progress#stop-and-go-on) where it stopped.
//!
//! # How much will be needed?
//!
//! | solver | bytes |
//! |---|---|
//! | [`AStar`](crate::AStar), [`UniformCost`](crate::UniformCost) | for each state stored: itself, 8, and 11 to 14 more |
//! | the same where there are [addresses](crate::Puzzle::addresses) | 4 for each address instead of a hash table; for each state stored itself, 8, and the open list |
//! | [`BreadthFirst`](crate::BreadthFirst), [`Bidirectional`](crate::Bidirectional) | for each state stored: itself, 4, what aligns both, and 9 to 12 more |
//! | [`RankedBreadthFirst`](crate::RankedBreadthFirst) | a bit for each number; for each state stored itself, 4, and what aligns both |
//! | [`IdaStar`](crate::IdaStar), [`IterativeDeepening`](crate::IterativeDeepening), [`Bts`](crate::Bts), [`BranchAndBound`](crate::BranchAndBound) | the path |
//!
//! These are measured on searches of a million states and more; small ones take up to twice as much, since
//! lists double as they grow. `size_of` of the state tells the first part; a state that owns memory elsewhere takes
//! more than that, and what it owns is not counted.
//!
//! # Searches that need none
//!
//! * [`AStarIdaStar`](crate::AStarIdaStar) needs none beyond a limit that is given to it: until then it is A\*.
//!   [`Anytime`](crate::Anytime) goes on in the same way.
//! * [`IdaStar`](crate::IdaStar) with the best heuristic there is. Tables for the heuristic are memory well
//!   spent: [pattern databases](super::writing_a_heuristic#pattern-databases) are built once and used for
//!   every start.
//! * [`IterativeDeepening`](crate::IterativeDeepening) without a heuristic.
//! * [`Bts`](crate::Bts) where costs are many and different: IDA\* would go through an iteration for each
//!   different f.
//! * [`BranchAndBound`](crate::BranchAndBound) there too, and where any solution helps. It has a solution early,
//!   and betters it:
//!
//! ```
//! use core::ops::ControlFlow;
//! use puzzle_search::{from_fn, BranchAndBound, Observer, Progress, Puzzle, Solution, Solver};
//!
//! #[derive(Default)]
//! struct Better(Vec<u32>);
//!
//! impl<P: Puzzle<Cost = u32>> Observer<P> for Better {
//!     fn incumbent(
//!         &mut self,
//!         solution: &Solution<P::Move, u32>,
//!         _: &Progress<'_, u32>,
//!     ) -> ControlFlow<()> {
//!         self.0.push(solution.cost());
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! // From 1 to 100: doubling costs 30, adding one costs 11.
//! let puzzle = from_fn(|&n: &u32| [("add", n + 1, 11_u32), ("double", 2 * n, 30)], |&n| n == 100)
//!     .with_heuristic(|&n| (n <= 100).then_some(0));
//! let mut better = Better::default();
//! let report = BranchAndBound::new().search(&puzzle, &1).observe(&mut better).run();
//! assert!(better.0.is_sorted_by(|a, b| a > b));
//! assert_eq!(better.0.last(), Some(&183));
//! assert_eq!(report.lower_bound, Some(183));
//! ```
//!
//! These walk in circles where there are cycles. [`is_redundant`](crate::Puzzle::is_redundant) and
//! [`Pruned`](crate::pruning::Pruned) make the circles fewer.
//!
//! # Less memory for whole spaces
//!
//! [`Enumerate`](crate::space::Enumerate) counts all states that can be reached. Where moves can be taken
//! back, nothing older than two layers can be met again: *frontier search* keeps just those. It does so by
//! itself where the puzzle [says so](crate::Facts::undirected).
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::Enumerate;
//! use puzzle_search::{BreadthFirst, Notation, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let census = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()]).run();
//! assert_eq!(census.states(), 181_440);
//! let hardest = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let all = BreadthFirst::new().solve(&puzzle, &hardest);
//! assert!(4 * census.peak_bytes < 3 * all.stats.peak_bytes);
//! // Numbered states, one bit each, and tables that a larger space shares:
//! let census = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).run()?;
//! assert!(census.peak_bytes < 200_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`bytes_by_rank`](crate::space::Enumerate::bytes_by_rank) tells beforehand what a table takes. Pattern
//! databases tell it too ([`Partition::estimate`](crate::heuristics::tile_patterns::Partition::estimate),
//! [`PatternDatabase::entries_of`](crate::heuristics::PatternDatabase::entries_of)), are built within
//! limits ([`Task`](crate::Task)), and can be kept in files, which with feature `mmap` are shared between
//! processes.
//!
//! # Whole spaces on disk
//!
//! `Enumerate::on_disk` (feature `std`) keeps the layers in the files of a directory and holds no more in
//! memory than the limit on bytes says. It has a checkpoint after every few segments: killed, stopped or out of
//! disk, it goes on from there in another process.
#![cfg_attr(
    feature = "std",
    doc = r#"
```
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::Enumerate;
use puzzle_search::{Limits, Stop};

let puzzle = SlidingTiles::new(3, 3)?;
let directory = std::env::temp_dir().join(format!("puzzle-search-guide-{}", std::process::id()));
let disk = Enumerate::new().on_disk(&directory).max_disk_bytes(10_000_000);
let limits = Limits::new().max_bytes(1_000_000);
let count = disk.count_by_rank(&puzzle, [puzzle.goal()]);
let census = count.limits(limits.clone().max_moves(20)).run()?;
assert_eq!((census.stop, census.depth()), (Some(Stop::Moves), 20));

// Another day, another process:
let census = disk.resume().count_by_rank(&puzzle, [puzzle.goal()]).limits(limits).run()?;
assert_eq!((census.states(), census.depth()), (181_440, 31));
assert!(census.peak_bytes < 1_000_000);
# std::fs::remove_dir_all(&directory)?;
# Ok::<(), Box<dyn std::error::Error>>(())
```

States that are not numbered are sorted by their bytes
([`count_by_sorting`](crate::space::OnDisk::count_by_sorting)), where the puzzle is
[`Portable`](crate::Portable); [`solve`](crate::space::OnDisk::solve) finds a shortest path that way.
"#
)]
//!
//! # Whole spaces on several machines
//!
//! `Enumerate::on_cluster` (feature `timely`) divides the states among processes, by the hash of their bytes.
//! Each runs the same task, and all get the same answer:
//!
//! ```ignore
//! let cluster = Enumerate::new().on_cluster(["10.0.0.7:2101", "10.0.0.8:2101"], process);
//! let census = cluster.checkpoints("/var/tmp/3x4").count(&puzzle, [puzzle.goal()]).run()?;
//! ```
//!
//! A process that is lost is named by all others. Started again, all `resume` with the last layer that all have
//! saved. `solve` and `solve_from_both_ends` find shortest paths.
//!
//! Next: [levels and hints](super::levels_and_hints).
