//! Limits and progress: what is counted, how a search is stopped, and how it is watched.
//!
//! [`Solver::solve`](crate::Solver::solve) goes on until it is decided. [`Solver::search`](crate::Solver::search)
//! takes a [`Monitor`](crate::Monitor) with limits and, if you like, an observer.
//!
//! # Limits
//!
//! ```
//! use core::time::Duration;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{AStar, Limits, Monitor, Outcome, Puzzle, Solver, Stop};
//!
//! let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
//! let start = puzzle.parse("0 12 9 13  15 11 10 14  3 7 2 5  4 8 6 1")?; // needs 80 moves
//! let limits = Limits::new()
//!     .max_expanded(20_000)
//!     .max_bytes(64 << 20)
//!     .max_time(Duration::from_secs(60));
//! let mut monitor = Monitor::new().with_limits(limits);
//! let report = AStar::new().search(&puzzle, &start, &mut monitor);
//! assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Expanded, best: None }));
//! assert_eq!(report.stats.expanded, 20_000);
//! assert!(report.lower_bound >= Some(58)); // proved by then
//! # Ok::<(), puzzle_search::puzzles::BoardError>(())
//! ```
//!
//! | limit | ends with | exact? |
//! |---|---|---|
//! | [`max_expanded`](crate::Limits::max_expanded), [`max_generated`](crate::Limits::max_generated), [`max_stored`](crate::Limits::max_stored) | [`Stop::Expanded`](crate::Stop::Expanded) and so on | to the state |
//! | [`max_bytes`](crate::Limits::max_bytes) | [`Stop::Bytes`](crate::Stop::Bytes) | claimed before it is allocated: never more |
//! | [`max_cost`](crate::Limits::max_cost) | [`Stop::Cost`](crate::Stop::Cost) | a proof: no solution costs so little |
//! | [`max_time`](crate::Limits::max_time), [`with_cancel`](crate::Limits::with_cancel) | [`Stop::Time`](crate::Stop::Time), [`Stop::Cancelled`](crate::Stop::Cancelled) | looked at every few thousand states |
//!
//! A limit of zero is legal. There are no other limits: a search without any goes on until it is decided
//! or memory ends ([when memory ends](super::when_memory_ends)).
//!
//! The cost limit asks a question of its own: *is there a solution of at most so much?*
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Limits, Monitor, Outcome, Puzzle, Solver, Stop};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let mut monitor = Monitor::new().with_limits(Limits::new().max_cost(25));
//! let report = IdaStar::new().search(&puzzle, &start, &mut monitor);
//! assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Cost, .. }));
//! assert_eq!(report.lower_bound, Some(26)); // proved: not within 25
//! # Ok::<(), puzzle_search::puzzles::BoardError>(())
//! ```
//!
//! # What is counted
//!
//! [`Stats`](crate::Stats) means the same in every solver:
//!
//! * **Expanded**: a state whose neighbors were asked for. It counts again if it is expanded again.
//! * **Generated**: the root, once for the whole search, plus each child as it is tried, before it is
//!   looked up or compared with a bound, up to the goal. A move that is skipped as redundant is not
//!   generated. These are the counts of R. E. Korf's papers.
//! * **Duplicates**: children that were stored already. **Reopened**: states expanded once more, because
//!   a cheaper path to them was found.
//! * **Peak stored**, **peak bytes**: the most at one time; bytes include what is held while a table
//!   grows. The path of a depth-first search is not stored in this sense.
//! * **Iterations**: bound, expanded and generated for each iteration of an iterative search.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let stats = IdaStar::new().solve(&puzzle, &start).stats;
//! let rows: Vec<(u32, u64)> = stats.iterations.iter().map(|row| (row.bound, row.generated)).collect();
//! assert_eq!(rows.len(), 6);
//! assert_eq!((rows[0].0, rows[5].0), (21, 31));
//! // The root belongs to no iteration.
//! assert_eq!(stats.generated, 1 + rows.iter().map(|row| row.1).sum::<u64>());
//! # Ok::<(), puzzle_search::puzzles::BoardError>(())
//! ```
//!
//! The same search gives the same counts on every platform and with any number of threads. Elapsed time
//! is not part of [`Stats`](crate::Stats) but of the [`Report`](crate::Report), so that two searches can
//! be compared with `==`.
//!
//! # Repeating the measurements
//!
//! Compare counts first. If two programs differ in them they do not do the same work, and times say little.
//!
//! ```text
//! cargo run --release --example korf100      # Korf's hundred instances, each count as published
//! cargo run --release --features rayon,mmap --example korf24
//! cargo bench --bench peers                  # ratios of time and memory against other libraries
//! cargo bench --bench solvers                # each run asserts its cost and its counts
//! cargo run --release --example heuristics   # heuristics side by side: a table and a picture
//! ```
//!
//! The instances and published counts stand in `tests/data`, each file with its source. In a program of
//! your own, `report.stats.generated as f64 / report.elapsed?.as_secs_f64()` is the speed.
//!
//! # Watching
//!
//! An [`Observer`](crate::Observer) is told of progress every few thousand states, of new lower bounds and
//! better solutions, of finished iterations and layers. Every hook may end the search by answering `Break`.
//!
//! ```
//! use core::ops::ControlFlow;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Iteration, Monitor, Observer, Progress, Puzzle, Solver};
//!
//! #[derive(Default)]
//! struct Log {
//!     lines: Vec<String>,
//! }
//!
//! impl<P: Puzzle> Observer<P> for Log {
//!     fn iteration(&mut self, row: &Iteration<P::Cost>) -> ControlFlow<()> {
//!         self.lines.push(format!("bound {}: {} generated", row.bound, row.generated));
//!         ControlFlow::Continue(())
//!     }
//!
//!     fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
//!         if progress.stats.generated > 1_000_000 {
//!             return ControlFlow::Break(()); // enough
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("1 2 3  4 0 6  7 5 8")?;
//! let mut log = Log::default();
//! let mut monitor = Monitor::new().with_observer(&mut log);
//! let report = IdaStar::new().search(&puzzle, &start, &mut monitor);
//! assert!(report.is_optimal());
//! assert_eq!(log.lines, ["bound 2: 6 generated"]);
//! # Ok::<(), puzzle_search::puzzles::BoardError>(())
//! ```
//!
//! If `wants_nodes` answers true it also sees every generated and expanded state, enough to draw
//! the search tree. Without it the hooks cost nothing in the inner loops.
//!
//! # Cancelling
//!
//! A flag ends a search from another thread, or from a signal handler:
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::sync::Arc;
//! use puzzle_search::{from_fn, IterativeDeepening, Limits, Monitor, Outcome, Solver, Stop};
//!
//! // This search would never end.
//! let puzzle = from_fn(|&n: &u64| [("+", n + 1, 1_u64), ("-", n.saturating_sub(1), 1)], |_| false);
//! let flag = Arc::new(AtomicBool::new(false));
//! let limits = Limits::new().with_cancel(Arc::clone(&flag));
//! let report = std::thread::scope(|scope| {
//!     let search = scope.spawn(|| {
//!         // A monitor belongs to its thread; limits can be sent.
//!         let mut monitor = Monitor::new().with_limits(limits);
//!         IterativeDeepening::new().search(&puzzle, &1_000, &mut monitor)
//!     });
//!     flag.store(true, Ordering::Relaxed); // the user has lost patience
//!     search.join().expect("it does not panic")
//! });
//! assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Cancelled, .. }));
//! ```
//!
//! # Without the standard library
//!
//! With `default-features = false` the crate needs only `core` and `alloc`. There is no clock then:
//! [`max_time`](crate::Limits::max_time) is ignored and [`elapsed`](crate::Report::elapsed) is `None`; an
//! observer that counts, or the cancel flag set by a timer, does the same. Tables in files
//! (`table_file`), `mmap` and `rayon` need `std`. Everything else, and every count, is the same.
//!
//! Next: [when memory ends](super::when_memory_ends).
