//! Limits and progress: what is counted, how a search is stopped and gone on with, and how it is watched.
//!
//! [`Solver::solve`](crate::Solver::solve) goes on until it is decided.
//! [`Solver::search`](crate::Solver::search) makes a [`Search`](crate::Search), which can be given limits
//! and an observer before it is [run](crate::Search::run).
//!
//! # Limits
//!
//! ```
//! use core::time::Duration;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{AStar, Limits, Notation, Outcome, Puzzle, Solver, Stop};
//!
//! let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
//! let start = puzzle.parse("0 12 9 13  15 11 10 14  3 7 2 5  4 8 6 1")?; // needs 80 moves
//! let limits = Limits::new()
//!     .max_expanded(20_000)
//!     .max_bytes(64 << 20)
//!     .max_time(Duration::from_secs(60));
//! let report = AStar::new().search(&puzzle, &start).limits(limits).run();
//! assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Expanded, best: None }));
//! assert_eq!(report.stats.expanded, 20_000);
//! assert!(report.lower_bound >= Some(58)); // proved by then
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! | limit | ends with | exact? |
//! |---|---|---|
//! | [`max_expanded`](crate::Limits::max_expanded), [`max_generated`](crate::Limits::max_generated), [`max_stored`](crate::Limits::max_stored) | [`Stop::Expanded`](crate::Stop::Expanded) and so on | never more; a few fewer where a state is expanded with all its children or not at all |
//! | [`max_bytes`](crate::Limits::max_bytes) | [`Stop::Bytes`](crate::Stop::Bytes) | claimed before it is allocated, solutions and lists of results too: never more |
//! | [`max_cost`](crate::Limits::max_cost) | [`Stop::Cost`](crate::Stop::Cost) | a proof: no solution costs so little |
//! | [`max_moves`](crate::Limits::max_moves) | [`Stop::Moves`](crate::Stop::Moves) | a proof: no solution has so few moves |
//! | [`max_time`](crate::Limits::max_time), [`with_cancel`](crate::Limits::with_cancel) | [`Stop::Time`](crate::Stop::Time), [`Stop::Cancelled`](crate::Stop::Cancelled) | looked at every few thousand states |
//!
//! A limit of zero is legal. There are no other limits: a search without any goes on until it is decided
//! or memory ends ([when memory ends](super::when_memory_ends)).
//!
//! Breadth-first solvers count moves, all others add up costs. Where every edge
//! [costs one](crate::Facts::unit_costs) that is the same, and so are the two limits. Where not, each
//! solver takes the limit on what it counts, and refuses the other with
//! [`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit).
//!
//! The cost limit asks a question of its own: *is there a solution of at most so much?*
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Limits, Notation, Outcome, Puzzle, Solver, Stop};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let limits = Limits::new().max_cost(25);
//! let report = IdaStar::new().search(&puzzle, &start).limits(limits).run();
//! assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Cost, .. }));
//! assert_eq!(report.lower_bound, Some(26)); // proved: not within 25
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
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
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let stats = IdaStar::new().solve(&puzzle, &start).stats;
//! let rows: Vec<(u32, u64)> = stats.iterations.iter().map(|row| (row.bound, row.generated)).collect();
//! assert_eq!(rows.len(), 6);
//! assert_eq!((rows[0].0, rows[5].0), (21, 31));
//! // The root belongs to no iteration.
//! assert_eq!(stats.generated, 1 + rows.iter().map(|row| row.1).sum::<u64>());
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! The same search gives the same counts on every platform and with any number of threads, but for
//! [best-first searches and branch and bound](super::making_it_fast#threads) by threads. Elapsed time
//! is not part of [`Stats`](crate::Stats) but of the [`Report`](crate::Report), so that two searches can
//! be compared with `==`.
//!
//! # Repeating the measurements
//!
//! Compare counts first. If two programs differ in them they do not do the same work, and times say little.
//!
//! ```text
//! cargo run --release --example korf100      # Korf's hundred instances, each count as published
//! cargo run --release --features mmap --example korf24
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
//! better solutions, of finished iterations and layers. Every hook may end the search by returning `Break`.
//!
//! ```
//! use core::ops::ControlFlow;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Iteration, Notation, Observer, Progress, Puzzle, Solver};
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
//! let report = IdaStar::new().search(&puzzle, &start).observe(&mut log).run();
//! assert!(report.is_optimal());
//! assert_eq!(log.lines, ["bound 2: 6 generated"]);
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! If `wants_nodes` returns true it also sees every generated and expanded state, enough to draw
//! the search tree. Without it the hooks cost nothing in the inner loops. For progress alone a closure
//! will do: [`on_progress`](crate::Search::on_progress).
//!
//! # Stop and go on
//!
//! A search that was stopped is not lost. Run again it goes on, and its outcome and all its counts are
//! those of a search that was never stopped. Limits are totals: what earlier runs expanded counts, and so
//! does the time they took, but not the time between them.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{AStar, Limits, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let mut search = AStar::new().search(&puzzle, &start).limits(Limits::new().max_expanded(5_000));
//! assert!(search.run().stop().is_some());
//! search.set_limits(Limits::new());
//! assert_eq!(search.run(), AStar::new().solve(&puzzle, &start)); // as if it had not stopped
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! This search borrows its puzzle. [`Search::new`](crate::Search::new) makes one that holds it by any
//! pointer: with an [`Arc`](alloc::sync::Arc) it can stand in a struct beside the puzzle
//! ([`BoxedSearch`](crate::BoxedSearch) names its type), and be moved to another thread:
//!
//! ```
//! use std::sync::Arc;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{BreadthFirst, Limits, Notation, Search, Stop};
//!
//! let puzzle = Arc::new(SlidingTiles::new(3, 3)?);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let mut search = Search::new(&BreadthFirst::new(), Arc::clone(&puzzle), [start]);
//! search.set_limits(Limits::new().max_expanded(1_000));
//! assert_eq!(search.run().stop(), Some(Stop::Expanded)); // not an easy one: on in the background
//! search.set_limits(Limits::new());
//! let worker = std::thread::spawn(move || search.run());
//! let solution = worker.join().expect("it does not panic").into_result()?;
//! assert!(solution.verify(&*puzzle, &start).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Stop::can_go_on`](crate::Stop::can_go_on) says after which stops a search goes on. One that has left
//! out paths for a limit on the cost begins anew where that is raised.
//! [`restart`](crate::Search::restart) begins anew from another start and keeps the memory, which saves
//! time where many starts are searched. [`save`](crate::Search::save) makes bytes of a search, by any solver but
//! breadth-first and bidirectional search by threads, to go on another day or on another machine;
//! [`save_to`](crate::Search::save_to) writes them to a file that is whole whenever the program is killed. A
//! [`Task`](crate::Task), which counts a space or builds a table, is limited, watched and run on in the same way,
//! but has no `save`; some keep files of their own. What is left after the program was killed:
//!
//! | of | is saved | by |
//! |---|---|---|
//! | a search | where it is told to be | [`Search::save_to`](crate::Search::save_to) |
//! | a count on disk | after layers and segments, some four times a second at most, but where disk is short | [`Enumerate::on_disk`](crate::space::Enumerate::on_disk), [`resume`](crate::space::OnDisk::resume) |
//! | a count in memory | nothing: count on disk, or build a table of distances | |
//! | a table of distances or cosets | when a layer ends and half a minute has passed, or when a limit or the flag stops it | [`DistanceOracle::cached`](crate::space::DistanceOracle::cached), [`CosetTable::cached`](crate::coordinates::CosetTable::cached) |
//! | pattern databases | each table when it is whole | [`TilePatterns::cached`](crate::heuristics::tile_patterns::TilePatterns::cached) |
//!
//! A search that takes days is saved every few minutes:
//!
//! ```
//! use std::time::Duration;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Limits, Notation, Puzzle, Search, Stop};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let path = std::env::temp_dir().join(format!("puzzle-search-days-{}.search", std::process::id()));
//! let mut search = match Search::load_from(&IdaStar::new(), &puzzle, &path) {
//!     Err(error) if error.is_not_found() => Search::new(&IdaStar::new(), &puzzle, [start]),
//!     loaded => loaded?,
//! };
//! let report = loop {
//!     search.set_limits(Limits::new().max_time(search.elapsed() + Duration::from_secs(300))); // in all
//!     let report = search.run();
//!     if report.stop() != Some(Stop::Time) {
//!         break report;
//!     }
//!     search.save_to(&path)?;
//! };
//! assert_eq!(report.lower_bound, Some(31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Cancelling
//!
//! A flag ends a search from another thread, or from a signal handler:
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::sync::Arc;
//! use puzzle_search::{from_fn, IterativeDeepening, Limits, Solver, Stop};
//!
//! // This search would never end.
//! let puzzle = from_fn(|&n: &u64| [("+", n + 1, 1_u64), ("-", n.saturating_sub(1), 1)], |_| false);
//! let flag = Arc::new(AtomicBool::new(false));
//! let limits = Limits::new().with_cancel(Arc::clone(&flag));
//! let report = std::thread::scope(|scope| {
//!     let search = || IterativeDeepening::new().search(&puzzle, &1_000).limits(limits).run();
//!     let worker = scope.spawn(search);
//!     flag.store(true, Ordering::Relaxed); // the user has lost patience
//!     worker.join().expect("it does not panic")
//! });
//! assert_eq!(report.stop(), Some(Stop::Cancelled));
//! ```
//!
//! # Without the standard library
//!
//! With `default-features = false` the crate needs only `core` and `alloc`. There is no clock then:
//! [`max_time`](crate::Limits::max_time) is ignored and [`elapsed`](crate::Report::elapsed) is `None`; an
//! observer that counts, or the cancel flag set by a timer, does the same. Tables in files
//! (`table_file`), `mmap` and more than one [thread](crate::Task::threads) need `std`. Everything else, and
//! every count, is the same.
//!
//! Next: [real time](super::real_time).
