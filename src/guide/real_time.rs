//! Real time: searches that run for some milliseconds in each frame of a game, run on a worker thread, or serve many
//! units.
//!
//! Most of the examples search a map ([`Grid`](crate::puzzles::Grid)), but the same methods work for any puzzle.
//!
//! # Five milliseconds a frame
//!
//! Make the search a field of the struct that needs its result, and [run it for a few
//! milliseconds](crate::Search::run_for) in each frame. An [`Arc`](alloc::sync::Arc) shares the map between the search
//! and the rest of the game.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use puzzle_search::puzzles::{Cell, Compass, Connectivity, Grid, GridMap};
//! use puzzle_search::{AStar, Outcome, Search, Stop};
//!
//! enum Unit {
//!     Thinking { search: Search<'static, Arc<Grid>> },
//!     Walking { steps: Vec<Compass> },
//!     Idle,
//! }
//!
//! impl Unit {
//!     fn sent(grid: &Arc<Grid>, from: Cell) -> Self {
//!         Self::Thinking { search: Search::new(&AStar::new(), Arc::clone(grid), [from]) }
//!     }
//!
//!     fn frame(&mut self) {
//!         let Self::Thinking { search } = self else { return };
//!         *self = match search.run_for(Duration::from_millis(5)).outcome {
//!             Outcome::Solved { solution, .. } => Self::Walking { steps: solution.moves().to_vec() },
//!             Outcome::Stopped { stop: Stop::Slice, .. } => return, // continues in the next frame
//!             // `Unsolvable`: the goal cannot be reached, which a `Grid` knows without a search. `Stopped` for any
//!             // other reason does not occur, since time is the only limit.
//!             Outcome::Unsolvable { .. } | Outcome::Stopped { .. } => Self::Idle,
//!         };
//!     }
//! }
//!
//! let map = GridMap::new(200, 200, |cell| if cell.x() % 9 == 8 && cell.y() > 3 { '#' } else { '.' })?;
//! let grid = Arc::new(Grid::new(map, Connectivity::Eight).with_goals([Cell::new(199, 199)])?);
//! let mut unit = Unit::sent(&grid, Cell::new(0, 199));
//! let mut frames = 0;
//! while let Unit::Thinking { .. } = unit {
//!     unit.frame(); // and draw the rest of the game
//!     frames += 1;
//! }
//! assert!(frames < 10_000);
//! assert!(matches!(unit, Unit::Walking { .. }));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! To cancel the search, do not call `run_for` again. [Distances](crate::answers::Distances::run_for) and
//! [tasks](crate::Task::run_for), such as the k cheapest solutions, run for a while in the same way, and may end
//! somewhat later.
//!
//! The clock is read between two states, more often as the time runs out. So a frame takes hardly longer than the time
//! given: a twentieth of a millisecond on the 15-puzzle, by `cargo bench --bench frames`. What is done at once takes
//! longer with a million states: the tables of threads grow, a table of [addresses](crate::Puzzle::addresses) is made,
//! the open list of a search with many different costs becomes a heap, and a bounded search looks through its open list
//! for the lower bound when it ends. The lists of [`DepthFirst`](crate::solvers::DepthFirst) and
//! [`Beam`](crate::solvers::Beam) move as they grow. Once the memory of [`Anytime`](crate::solvers::Anytime) or
//! [`AStarIdaStar`](crate::solvers::AStarIdaStar) is used up, each goes through its stored states now and then. Leave a
//! margin, too, for what the machine does beside your program.
//!
//! If the same input has to give the same frames (for a replay, or for several players in lockstep), limit the number
//! of expansions instead of the time: [raise](crate::Search::set_limits) `max_expanded` by a thousand in each frame. If
//! a search [restarts](crate::Search::restart), its tables keep their size. So do a search as long as any later one
//! while the level is loaded, and no frame waits for memory.
//!
//! # The next step at once
//!
//! A [`RealTime`](crate::solvers::RealTime) agent does not wait for the whole path. Before each step, the agent expands
//! at most a given number of states, however far the goal is. The agent raises estimates that turn out to be too low.
//! If an edge on its way no longer exists, the agent finds a way around.
//!
//! ```
//! use std::cell::Cell;
//! use puzzle_search::solvers::RealTime;
//! use puzzle_search::from_steps;
//!
//! let map = ["..#..", "..D..", "..#..", "....."];
//! // Becomes true when the agent stands in front of the door: it cannot know earlier that the door is shut.
//! let is_shut = Cell::new(false);
//! let is_open = |x: usize, y: usize| match map.get(y).and_then(|row| row.as_bytes().get(x)) {
//!     Some(b'D') => !is_shut.get(),
//!     cell => cell == Some(&b'.'),
//! };
//! let puzzle = from_steps(
//!     |&(x, y): &(usize, usize)| {
//!         let around = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
//!         around.into_iter().filter(|&(x, y)| is_open(x, y)).collect::<Vec<_>>()
//!     },
//!     |&at| at == (4, 0),
//! )
//! .with_heuristic(|&(x, y)| Some((4 - x + y) as u32));
//! let mut agent = RealTime::new(&puzzle, (0, 0)).lookahead(4);
//! let mut steps = 0;
//! while let Some(step) = agent.step()? {
//!     is_shut.set(is_shut.get() || step.state == (1, 1));
//!     steps += 1;
//! }
//! assert_eq!(steps, 10); // around the wall, through the last row
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! # A worker thread
//!
//! Here the search runs on a worker thread, sends its progress through a channel, and ends soon after a flag is set:
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::sync::{Arc, mpsc};
//! use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap};
//! use puzzle_search::{AStar, Limits, Search, Stop};
//!
//! let map = GridMap::new(300, 300, |cell| if cell.x() % 9 == 8 && cell.y() > 3 { '#' } else { '.' })?;
//! let grid = Arc::new(Grid::new(map, Connectivity::Eight).with_goals([Cell::new(299, 299)])?);
//! let search = Search::new(&AStar::new(), Arc::clone(&grid), [Cell::new(0, 299)]);
//!
//! let cancel = Arc::new(AtomicBool::new(false));
//! let (sender, progress) = mpsc::channel();
//! let mut search = search
//!     .limits(Limits::new().with_cancel(Arc::clone(&cancel)))
//!     .on_progress(move |progress| {
//!         // End the search if nobody listens any more.
//!         match sender.send((progress.stats.expanded, progress.lower_bound)) {
//!             Ok(()) => ControlFlow::Continue(()),
//!             Err(_) => ControlFlow::Break(()),
//!         }
//!     });
//! let worker = std::thread::spawn(move || {
//!     let report = search.run();
//!     (report, search) // the search can be run again
//! });
//!
//! let shown: Vec<(u64, Option<u32>)> = progress.iter().take(3).collect(); // show these to the player
//! assert!(shown.is_sorted());
//! cancel.store(true, Ordering::Relaxed); // the player has clicked elsewhere
//! let (report, _search) = worker.join().expect("it does not panic");
//! // The search found the solution or saw the flag, whichever came first.
//! assert!(report.is_optimal() || report.stop() == Some(Stop::Cancelled));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! [The next chapter](super::web_and_async) does the same in a browser and in a program with an async runtime.
//!
//! # Many units
//!
//! Short searches spend most of their time on allocating and growing their tables. Instead of making a new search, call
//! [`restart`](crate::Search::restart) to search from other starts, or [`restart_on`](crate::Search::restart_on) to
//! search another puzzle of the same type, such as the same map with other goals. Both methods keep the tables of the
//! search. The clones of a [`Grid`](crate::puzzles::Grid) share one map. On many maps a
//! [`JumpGrid`](super::how_do_i#how-do-i-find-routes-on-a-game-map-fast) is faster still.
//!
//! ```
//! use puzzle_search::puzzles::{Cell, Connectivity, Grid};
//! use puzzle_search::{AStar, Search};
//!
//! let grid = Grid::new(".....\n.###.\n.....".parse()?, Connectivity::Four);
//! let to_base = grid.clone().with_goals([Cell::new(2, 2)])?;
//! let units = [Cell::new(0, 0), Cell::new(4, 0), Cell::new(2, 0)];
//! let mut search = Search::new(&AStar::new(), Box::new(to_base), []); // no start yet
//! let steps = units.map(|unit| {
//!     search.restart([unit]);
//!     search.run().solution().map(|solution| solution.len())
//! });
//! assert_eq!(steps, [Some(4), Some(4), Some(6)]);
//!
//! search.restart_on(Box::new(grid.with_goals([Cell::new(4, 2)])?), [units[0]]);
//! assert_eq!(search.run().solution().map(|solution| solution.len()), Some(6));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! To find the nearest of several units, make all of them starts of one search
//! ([`also_from`](crate::Search::also_from)); [`Solution::start_index`](crate::Solution::start_index) is then the index
//! of the nearest unit. To find the nearest of several places, make all of them goals of one grid.
//!
//! Next chapter: [the web and async runtimes](super::web_and_async).
