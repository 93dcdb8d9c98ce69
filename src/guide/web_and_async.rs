//! The web and async runtimes: searches in a browser, in an event loop, in a server, and without the standard library.
//!
//! A search is a value that runs when it is told to. It starts no thread of its own unless it is asked to, waits for
//! nothing, and can be stopped after any number of states. So it fits into loops that belong to others.
//!
//! # WebAssembly
//!
//! On the target `wasm32-unknown-unknown` there is no clock that Rust can read, so each limit on the time ends a search
//! with [`Stop::NoClock`](crate::Stop::NoClock) before it starts. In a browser, hand in `performance.now()` [as the
//! clock](crate::Limits::with_clock), and run the search for a few milliseconds in each frame:
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{BreadthFirst, Limits, Notation, Search, Stop};
//!
//! /// The time since the page was opened.
//! fn now() -> Duration {
//!     // With the crate `web-sys`:
//!     // let clock = web_sys::window().and_then(|window| window.performance());
//!     // let milliseconds = clock.map_or(0.0, |clock| clock.now());
//!     # static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
//!     # let milliseconds = START.elapsed().as_secs_f64() * 1_000.0;
//!     Duration::from_secs_f64(milliseconds / 1_000.0)
//! }
//!
//! /// What `requestAnimationFrame` calls until it returns true.
//! fn frame(search: &mut Search<'static, Arc<SlidingTiles>>) -> bool {
//!     search.run_for(Duration::from_millis(5)).stop() != Some(Stop::Slice)
//! }
//!
//! let puzzle = Arc::new(SlidingTiles::new(3, 3)?);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let search = Search::new(&BreadthFirst::new(), Arc::clone(&puzzle), [start]);
//! let mut search = search.limits(Limits::new().with_clock(now));
//! while !frame(&mut search) {}
//! assert_eq!(search.run().into_result()?.len(), 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Browsers round `performance.now()`, to a millisecond or more if the user asks for privacy; a slice may take as much
//! longer. There is one thread: a solver with several threads runs on one. In a worker, messages arrive only between
//! slices, so run in slices there too if the page is to cancel the search.
//!
//! Without the feature `tiles` the program is smaller and takes less time to compile; sliding boards are then searched
//! by slower functions. A program with a puzzle of its own can do without the feature `puzzles`, too. Files cannot be
//! read or written. The rest works as on any other target, and counts are the same: the package `tests/portable` is a
//! program that checks this as WebAssembly, as a program of 32 bits, and without the standard library.
//!
//! # Slices in an async task
//!
//! An async runtime runs many tasks on one thread, and a task that computes for a second keeps all others waiting. So
//! run the search in slices, and let the other tasks run in between. The function `yield_now` below is that of most
//! runtimes, such as `tokio::task::yield_now`; it is written out here to show that nothing else is needed:
//!
//! ```
//! use std::future::poll_fn;
//! use std::pin::pin;
//! use std::sync::Arc;
//! use std::task::{Context, Poll, Waker};
//! use std::time::Duration;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{BreadthFirst, Limits, Notation, ReportOf, Search, Stop};
//!
//! async fn yield_now() {
//!     let mut has_yielded = false;
//!     poll_fn(|context| {
//!         if has_yielded {
//!             return Poll::Ready(());
//!         }
//!         has_yielded = true;
//!         context.waker().wake_by_ref();
//!         Poll::Pending
//!     })
//!     .await;
//! }
//!
//! async fn run(mut search: Search<'static, Arc<SlidingTiles>>) -> ReportOf<SlidingTiles> {
//!     loop {
//!         let report = search.run_for(Duration::from_millis(2));
//!         if report.stop() != Some(Stop::Slice) {
//!             return report;
//!         }
//!         yield_now().await;
//!     }
//! }
//!
//! let puzzle = Arc::new(SlidingTiles::new(3, 3)?);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! let limits = Limits::new().max_time(Duration::from_secs(60));
//! let search = Search::new(&BreadthFirst::new(), puzzle, [start]).limits(limits);
//! let mut task = pin!(run(search));
//! // The runtime, which polls the task until it is ready:
//! let mut context = Context::from_waker(Waker::noop());
//! let report = loop {
//!     if let Poll::Ready(report) = task.as_mut().poll(&mut context) {
//!         break report;
//!     }
//! };
//! assert_eq!(report.into_result()?.len(), 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If the task is dropped, the search ends with it. The time that a search has taken counts only its slices. A slice
//! ends with `Stop::Slice`, and a search that has reached [`max_time`](crate::Limits::max_time) with `Stop::Time`.
//!
//! # A thread for blocking work
//!
//! Slices share the thread with other tasks. A search that takes seconds is better run on a thread of its own, such as
//! those that runtimes keep for blocking work. A thread cannot be dropped, so the search is given a flag, which is set
//! when nobody waits for the answer any more:
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::sync::Arc;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Limits, Notation, Puzzle, Search, Stop};
//!
//! /// Sets the flag when it is dropped.
//! #[derive(Default)]
//! struct CancelOnDrop(Arc<AtomicBool>);
//!
//! impl Drop for CancelOnDrop {
//!     fn drop(&mut self) {
//!         self.0.store(true, Ordering::Relaxed);
//!     }
//! }
//!
//! let puzzle = Arc::new(SlidingTiles::new(4, 4)?.guided_by(Manhattan));
//! let start = puzzle.puzzle().parse("0 12 9 13  15 11 10 14  3 7 2 5  4 8 6 1")?; // needs 80 moves
//! let cancel = CancelOnDrop::default();
//! let search = Search::new(&IdaStar::new(), puzzle, [start]);
//! let mut search = search.limits(Limits::new().with_cancel(Arc::clone(&cancel.0)));
//! let worker = std::thread::spawn(move || search.run());
//! drop(cancel); // the client has gone
//! let report = worker.join().expect("it does not panic");
//! assert_eq!(report.stop(), Some(Stop::Cancelled));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With tokio, the last lines become these. They are not run as a test, since the crate does not depend on tokio:
//!
//! ```ignore
//! let cancel = CancelOnDrop::default(); // dropped with the future, if the client goes
//! let limits = Limits::new().with_cancel(Arc::clone(&cancel.0)).max_time(Duration::from_secs(10));
//! let mut search = Search::new(&IdaStar::new(), puzzle, [start]).limits(limits);
//! let report = tokio::task::spawn_blocking(move || search.run()).await?;
//! ```
//!
//! A search can be sent to another thread if its states, its moves and the pointer to its puzzle can be sent: share the
//! puzzle by an [`Arc`](alloc::sync::Arc). The flag is seen every few thousand states. To show progress, send it
//! through a channel from [`on_progress`](crate::Search::on_progress), as in [real
//! time](super::real_time#a-worker-thread). In a server, limit memory too ([`max_bytes`](crate::Limits::max_bytes)),
//! and the number of searches at a time: a search keeps one core busy.
//!
//! # Without the standard library
//!
//! With `default-features = false` the crate needs only `core` and `alloc`. Then there is no clock, and
//! [`elapsed`](crate::Report::elapsed) is `None`. A limit on the time ends the search with
//! [`Stop::NoClock`](crate::Stop::NoClock) before it starts, unless you hand in a clock of your own with
//! [`with_clock`](crate::Limits::with_clock). Files, the feature `mmap`, and more than one
//! [thread](crate::Task::threads) need the feature `std`. Everything else works as with `std`.
//!
//! ```toml
//! [dependencies]
//! puzzle-search = { path = "../puzzle-search", default-features = false }
//! ```
//!
//! Next chapter: [graphs that you have already](super::graphs_in_memory).
