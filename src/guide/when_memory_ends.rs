//! When memory ends: what a stopped search has proved, and searches that need hardly any memory.
//!
//! # A limit on memory
//!
//! A program that is killed because memory has run out reports nothing. So give the search a limit on bytes. If the
//! limit would be exceeded, the search ends with a report:
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
//! // The same puzzle within the same limits, by a solver that stores only the current path.
//! let report = IdaStar::new().search(&puzzle, &start).limits(limits).run();
//! assert!(report.is_optimal());
//! assert!(proved <= report.lower_bound);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # What the report of a stopped search holds
//!
//! * `outcome`: [`Stopped`](crate::Outcome::Stopped) with the limit that was reached, and with the best solution so far
//!   if there is one. [`Anytime`](crate::solvers::Anytime) and [`BranchAndBound`](crate::solvers::BranchAndBound) find
//!   a first solution early and better solutions later.
//! * `lower_bound`: the search has proved that every solution costs at least this much. For A\*, this is the smallest f
//!   of the open states; for IDA\*, the bound of the last iteration.
//! * `stats`: how many states were expanded, generated and stored.
//! * `iterations`: the counts of each iteration. They usually grow by about the same factor from one to the next.
//!
//! If you run a stopped search again with a larger limit, it [continues](super::limits_and_progress#stop-and-go-on)
//! where it stopped.
//!
//! # How much memory will be needed?
//!
//! | solver | bytes |
//! |---|---|
//! | [`AStar`](crate::AStar), [`UniformCost`](crate::UniformCost) | for each stored state: the size of the state, 8 bytes, and 7 to 14 more bytes for the hash table; for each open state: at least 4 bytes |
//! | the same solvers on one thread, if the puzzle gives each state an index ([`addresses`](crate::Puzzle::addresses)) | 4 bytes, a state and a cost for each index, instead of the hash table; for each stored state: the size of the state and 8 bytes; for each open state: at least 4 bytes |
//! | [`BreadthFirst`](crate::BreadthFirst), [`Bidirectional`](crate::Bidirectional) | for each stored state: the size of the state, 4 bytes, padding for alignment, and 7 to 14 more bytes for the hash table |
//! | `BreadthFirst` on one thread, if the puzzle gives each state an index | 4 bytes and a state for each index, instead of the hash table; for each stored state: the size of the state, 4 bytes and padding |
//! | [`IdaStar`](crate::IdaStar), [`IterativeDeepening`](crate::solvers::IterativeDeepening), [`Bts`](crate::solvers::Bts), [`BranchAndBound`](crate::solvers::BranchAndBound) | the current path |
//!
//! The array of indices is made once a 64th of them are stored, or a quarter if it takes more than 64 MiB. While it is
//! made, there is the hash table, too.
//!
//! These numbers hold for searches of a million states and more. Small searches take up to twice as much for each
//! state. The size of a state is what `size_of` returns. If states own heap memory, the limit on bytes does not count
//! this memory.
//!
//! # Searches that need hardly any memory
//!
//! * [`AStarIdaStar`](crate::solvers::AStarIdaStar) is A\* until it reaches the limit on memory, and then continues
//!   depth-first within the limit. [`Anytime`](crate::solvers::Anytime) also continues depth-first when memory runs
//!   out.
//! * [`IdaStar`](crate::IdaStar) stores only the current path. Use it with the best heuristic that you have, such as
//!   [pattern databases](super::writing_a_heuristic#pattern-databases).
//! * [`IterativeDeepening`](crate::solvers::IterativeDeepening) needs no heuristic.
//! * [`Bts`](crate::solvers::Bts) is the choice if edges have many different costs.
//! * [`BranchAndBound`](crate::solvers::BranchAndBound) finds a first solution early and then better ones:
//!
//! ```
//! use core::ops::ControlFlow;
//! use puzzle_search::observe::{Observer, SearchProgress};
//! use puzzle_search::solvers::BranchAndBound;
//! use puzzle_search::{from_fn, Puzzle, Solution, Solver};
//!
//! #[derive(Default)]
//! struct Better(Vec<u32>);
//!
//! impl<S, M> Observer<S, M, u32> for Better {
//!     fn incumbent(
//!         &mut self,
//!         solution: &Solution<M, u32>,
//!         _: &SearchProgress<u32>,
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
//! Solvers that store only the current path do not notice that two paths lead to the same state, and search below it
//! twice. [`is_redundant`](crate::Puzzle::is_redundant) and [`Pruned`](crate::pruning::Pruned) rule out many paths of
//! this kind.
//!
//! # Less memory for whole spaces
//!
//! [`Enumerate`](crate::space::Enumerate) counts all states that can be reached, layer by layer: a layer consists of
//! all states with the same distance from the start. If every move can be undone, each neighbor of a state lies in the
//! same layer or in an adjacent layer. So if the puzzle declares that it is [undirected](crate::Facts::undirected),
//! `count_by_hashing` keeps only the last two layers and the layer that it is generating.
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
//! assert!(4 * census.stats.peak_bytes < 3 * all.stats.peak_bytes);
//! // If states are numbered, each takes one bit. The tables that compute the numbers take memory too:
//! let census = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).run()?;
//! assert!(census.stats.peak_bytes < 200_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`bytes_by_rank`](crate::space::Enumerate::bytes_by_rank) returns beforehand how many bytes an enumeration of
//! numbered states takes. [`Partition::size`](crate::heuristics::tile_patterns::Partition::size) returns the size
//! of pattern databases before they are built. A `PatternDatabase` takes a byte for each state of its abstract space.
//!
//! # Whole spaces on disk
//!
//! `OnDisk` (feature `std`) stores the layers in files of a directory, and uses no more memory than the
//! limit on bytes allows. If the process is killed or stopped, or the disk is full, another process can continue from
//! the last checkpoint in these files.
#![cfg_attr(
    feature = "std",
    doc = r#"
```
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::OnDisk;
use puzzle_search::{Limits, Stop};

let puzzle = SlidingTiles::new(3, 3)?;
let directory = std::env::temp_dir().join(format!("puzzle-search-guide-{}", std::process::id()));
let disk = OnDisk::new(&directory).max_disk_bytes(10_000_000);
let limits = Limits::new().max_bytes(1_000_000);
let count = disk.count_by_rank(&puzzle, [puzzle.goal()]);
let census = count.limits(limits.clone().max_moves(20)).run()?;
assert_eq!((census.stop, census.depth()), (Some(Stop::Moves), 20));

// Another day, another process:
let census = disk.count_by_rank(&puzzle, [puzzle.goal()]).limits(limits).run()?;
assert_eq!((census.states(), census.depth()), (181_440, 31));
assert!(census.stats.peak_bytes < 1_000_000);
# std::fs::remove_dir_all(&directory)?;
# Ok::<(), Box<dyn std::error::Error>>(())
```

If states are not numbered, [`count_by_sorting`](crate::space::OnDisk::count_by_sorting) sorts them by their bytes to
find duplicates, which takes many times as long; the puzzle has to be [`Portable`](crate::puzzle::Portable), which a
puzzle made of closures is [`with_bytes`](crate::puzzle::FnPuzzle::with_bytes).
[`OnDisk::solve`](crate::space::OnDisk::solve) also sorts states on disk, and finds a path with the fewest moves.
"#
)]
//!
//! # Whole spaces on several machines
//!
//! `OnCluster` divides the states among processes. Each process runs the same task and
//! returns the same result. In this example, `process` is the index of the process in the list of addresses:
//!
//! ```ignore
//! let cluster = OnCluster::new(["10.0.0.7:2101", "10.0.0.8:2101"], process);
//! let cluster = cluster.secret(std::fs::read("secret.txt")?).on_disk("/var/tmp/3x4");
//! let census = cluster.count(&puzzle, [puzzle.goal()]).limits(Limits::new().max_bytes(16 << 20)).run()?;
//! ```
//!
//! Without `on_disk`, each process stores its share of the states in memory. With it, each process stores them in sorted
//! files, and uses no more memory than its limit allows: a space may then be larger than the memory of all machines.
//!
//! Only processes with the same `secret` work together. It says who may take part, and what was changed on the way is
//! an error, but nothing is encrypted.
//!
//! If a process is lost, all other processes return an error that names the lost process. Start all processes again in
//! the same way, and they continue from the last layer that all of them have on disk.
//!
//! Next chapter: [real time](super::real_time).
