//! Limits and progress: what is counted, and how a search is stopped, resumed and observed.
//!
//! [`Solver::solve`](crate::Solver::solve) searches until it has found a solution or proved that there is none.
//! [`Solver::search`](crate::Solver::search) makes a [`Search`](crate::Search), which can be given limits and an
//! observer before it is [run](crate::Search::run).
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
//! assert!(report.lower_bound >= Some(58)); // proved before it stopped
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! | limit | a search that reaches the limit ends with | how exact the limit is |
//! |---|---|---|
//! | [`max_expanded`](crate::Limits::max_expanded), [`max_generated`](crate::Limits::max_generated), [`max_stored`](crate::Limits::max_stored) | [`Stop::Expanded`](crate::Stop::Expanded), [`Stop::Generated`](crate::Stop::Generated), [`Stop::Stored`](crate::Stop::Stored) | never exceeded, but for `max_generated` by the starts, if one of them is a goal; some solvers stop a few states before the limit; an [enumeration](crate::space) ignores the limit on generated states |
//! | [`max_bytes`](crate::Limits::max_bytes) | [`Stop::Bytes`](crate::Stop::Bytes) | never exceeded: memory is counted before it is allocated |
//! | [`Search::max_cost`](crate::Search::max_cost) | [`Stop::Cost`](crate::Stop::Cost) | exact: if the heuristic is admissible, the stop proves that every solution costs more |
//! | [`max_moves`](crate::Limits::max_moves) | [`Stop::Moves`](crate::Stop::Moves) | exact: the stop proves that every solution has more moves |
//! | [`max_time`](crate::Limits::max_time), [`with_cancel`](crate::Limits::with_cancel) | [`Stop::Time`](crate::Stop::Time), [`Stop::Cancelled`](crate::Stop::Cancelled) | checked every few thousand states |
//!
//! No limit is set by default. If memory runs out, the search ends: see [when memory ends](super::when_memory_ends). A
//! limit of zero does not mean "no limit": with `max_expanded(0)` no state is expanded.
//!
//! If the puzzle declares that every edge [costs one](crate::Facts::unit_costs), `max_cost` and `max_moves` mean the
//! same, and the search ends with `Stop::Cost`. On any other puzzle, breadth-first solvers accept only `max_moves`, and
//! the other solvers accept only `max_cost`. A few solvers, such as [`DepthFirst`](crate::solvers::DepthFirst), accept
//! neither of the two. If the solver does not accept a limit, the search ends with
//! [`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit).
//!
//! The limit on the cost also answers questions such as *is there a solution that costs at most 25?*
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Outcome, Puzzle, Solver, Stop};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let report = IdaStar::new().search(&puzzle, &start).max_cost(25).run();
//! assert!(matches!(report.outcome, Outcome::Stopped { stop: Stop::Cost, .. }));
//! assert_eq!(report.lower_bound, Some(26)); // proved: no solution costs 25 or less
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # What is counted
//!
//! The counts in [`Stats`](crate::Stats) mean the same in every solver:
//!
//! * **Expanded**: states whose neighbors the search has requested from the puzzle. A state counts each time it is
//!   expanded.
//! * **Generated**: each start, and each child that the search looks at before it finds its solution. A child counts
//!   even if it is already stored or exceeds a bound. A move that is skipped as redundant does not count. R. E. Korf's
//!   papers count in this way.
//! * **Duplicates**: children that were already stored. **Reopened**: repeated expansions of states to which the search
//!   had found a cheaper path.
//! * **Peak stored**, **peak bytes**: the largest number of states that were stored at one time, and the largest number
//!   of bytes in lists and tables at one time. The states on the path of a depth-first search do not count as stored.
//! * **Iterations**: for each iteration of an iterative search, its bound and the numbers of expanded and generated
//!   states.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let report = IdaStar::new().solve(&puzzle, &start);
//! let rows: Vec<(u32, u64)> = report.iterations.iter().map(|row| (row.bound, row.generated)).collect();
//! assert_eq!(rows.len(), 6);
//! assert_eq!((rows[0].0, rows[5].0), (21, 31));
//! // The start is counted in the total, but in no iteration.
//! assert_eq!(report.stats.generated, 1 + rows.iter().map(|row| row.1).sum::<u64>());
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! If you repeat a search, you get the same counts of states, on every platform and with any number of threads. There
//! are two exceptions on several threads: the counts of [best-first searches and branch and
//! bound](super::making_it_fast#threads) vary from run to run, and a limit may stop any other search at other counts
//! than on one thread. A comparison of two [reports](crate::Report) with `==` ignores the elapsed time.
//!
//! # Repeating the measurements
//!
//! If the counts of two programs differ, the programs do not do the same work, so their times cannot be compared. In a
//! clone of this crate's repository, these commands repeat the crate's measurements:
//!
//! ```text
//! cargo run --release -- bench korf100       # Korf's hundred instances, checked against the published counts
//! cargo run --release -- bench korf24
//! cargo bench --bench peers                  # ratios of time and memory against other libraries
//! cargo bench --bench solvers                # each run asserts its cost and its counts
//! cargo run --release -- show heuristics     # heuristics side by side: a table and a picture
//! ```
//!
//! The instances and the published counts are in `crates/cli/data`. To get the nodes per second of your own program,
//! divide [`stats.generated`](crate::Stats::generated) by [`elapsed`](crate::Report::elapsed).
//!
//! # Observing
//!
//! A search calls the methods of its [`Observer`](crate::observe::Observer) every few thousand states to show its
//! progress; on several threads, usually every few milliseconds. The search also calls them when it proves a higher
//! lower bound, finds a better solution, or completes an iteration or a layer. Each method ends the search if it
//! returns `Break`. Enumerations and builds of tables show their progress to a
//! [`TaskObserver`](crate::observe::TaskObserver).
//!
//! ```
//! use core::fmt::Display;
//! use core::ops::ControlFlow;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::observe::{IterationCounts, Observer, SearchProgress};
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! #[derive(Default)]
//! struct Log {
//!     lines: Vec<String>,
//! }
//!
//! impl<S, M, C: Display> Observer<S, M, C> for Log {
//!     fn iteration(&mut self, row: &IterationCounts<C>) -> ControlFlow<()> {
//!         self.lines.push(format!("bound {}: {} generated", row.bound, row.generated));
//!         ControlFlow::Continue(())
//!     }
//!
//!     fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
//!         if progress.stats.generated > 1_000_000 {
//!             return ControlFlow::Break(()); // ends the search
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
//! If [`wants_nodes`](crate::observe::Observer::wants_nodes) returns true, the observer also sees every generated and
//! expanded state, with its g and h, and the side from which it was reached. By default it returns false. If you need
//! only the progress, give a closure to [`on_progress`](crate::Search::on_progress); to show the layers of a
//! [task](crate::Task), give one to [`on_layer`](crate::Task::on_layer).
//!
//! # Stop and go on
//!
//! A search that was stopped can be run again, and continues where it stopped. Limits are totals over all runs: they
//! include the states that earlier runs expanded and the time that these runs took. If the limit on the cost has cut
//! off paths and you raise this limit, the search begins anew.
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
//! The search in this example borrows its puzzle. [`Search::new`](crate::Search::new) makes a search that contains a
//! pointer to its puzzle. If the pointer is an [`Arc`](alloc::sync::Arc), the search can be moved to another thread, or
//! stored in a struct, in a field of type `Search<'static, Arc<P>>`.
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
//! assert_eq!(search.run().stop(), Some(Stop::Expanded)); // a hard start: continue in the background
//! search.set_limits(Limits::new());
//! let worker = std::thread::spawn(move || search.run());
//! let solution = worker.join().expect("it does not panic").into_result()?;
//! assert!(solution.verify(&*puzzle, &start).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Stop::can_go_on`](crate::Stop::can_go_on) returns whether a search can continue after a given stop.
//! [`restart`](crate::Search::restart) makes a search begin anew from another start, in the memory that it has already
//! allocated.
//!
//! [`save`](crate::Search::save) writes a search as bytes, so that it can continue in another process.
//! [`save_to`](crate::Search::save_to) writes these bytes to a file. The puzzle has to implement
//! [`Portable`](crate::puzzle::Portable); for a puzzle made of closures, call
//! [`with_bytes`](crate::puzzle::FnPuzzle::with_bytes). Searches by `TwoPhase` (package `puzzle-search-coordinates`)
//! cannot be saved, nor can searches by `BreadthFirst` and `Bidirectional` on several threads.
//!
//! A [`Task`](crate::Task) is work other than a search, such as counting the states of a space, building a table or
//! listing the k cheapest solutions. A task can be limited, observed, [run for a while](crate::Task::run_for) and
//! resumed in the same way as a search, and so can [`Distances`](crate::answers::Distances). A task has no method
//! `save`, but some tasks write files by themselves:
//!
//! | work | when it is saved | how |
//! |---|---|---|
//! | a search | when you save it | [`Search::save_to`](crate::Search::save_to) |
//! | a count of states on disk | after a layer or a part of a layer | [`OnDisk`](crate::space::OnDisk), by the same call again |
//! | a count of states in memory | never | |
//! | a `DistanceOracle` or `CosetTable` | at the end of a layer, if half a minute has passed since the last save; and when a limit or the cancel flag stops the task | [`DistanceOracle::open_or_build`](crate::space::DistanceOracle::open_or_build), `CosetTable::open_or_build` (package `puzzle-search-coordinates`) |
//! | other tables that take long | a pattern database like an oracle, the others when they are complete | [`PatternDatabase::open_or_build`](crate::heuristics::PatternDatabase::open_or_build), `Phases::open_or_build`, [`WalkingDistance::open_or_build`](crate::heuristics::WalkingDistance::open_or_build) |
//! | a table of your own | at the end of a layer as well, if its builder permits | [`job::open_or_build`](crate::job::open_or_build) |
//! | pattern databases of sliding tiles | each table when it is complete | [`TilePatterns::open_or_build`](crate::heuristics::tile_patterns::TilePatterns::open_or_build) |
//!
//! A search that takes days should be saved every few minutes:
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
//!     search.set_limits(Limits::new().max_time(search.elapsed() + Duration::from_secs(300))); // limits are totals
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
//! A search ends soon after another thread, or a signal handler, sets its cancel flag:
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::sync::Arc;
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{from_fn, Limits, Solver, Stop};
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
//! In a browser and without the standard library there is no clock. A limit on the time then needs a clock of your own:
//! see [the web and async runtimes](super::web_and_async).
//!
//! Next chapter: [when memory ends](super::when_memory_ends).
