//! Levels and hints: how hard is a position, and what is the best move?
//!
//! # Small spaces: a table of everything
//!
//! If every state fits into memory, ask once and know it all. A
//! [`DistanceOracle`](crate::space::DistanceOracle) holds the exact distance of each state, one byte or two
//! bits for each. It needs numbered states ([`Ranked`](crate::Ranked)) and moves that can be traced back
//! ([`Reversible`](crate::Reversible)).
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::DistanceOracle;
//!
//! let oracle = DistanceOracle::new(SlidingTiles::new(3, 3)?)?;
//!
//! // How many boards there are of each difficulty, from 0 moves to 31.
//! assert_eq!(oracle.layers()[..4], [1, 2, 4, 8]);
//! assert_eq!((oracle.layers().len(), oracle.layers()[31]), (32, 2));
//!
//! // A level of exactly 20 moves, each of the 16,993 with the same probability.
//! let mut seed = 7_u64;
//! let mut random = || {
//!     seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!     seed ^ seed >> 32 // any source of 64 random bits will do
//! };
//! let level = oracle.random_at_depth(20, &mut random).ok_or("there are some")?;
//! assert_eq!(oracle.distance(&level), Some(20));
//!
//! // A hint: every move that brings the player nearer.
//! let hints = oracle.best_moves(&level);
//! assert!(hints.iter().all(|hint| oracle.distance(&hint.state) == Some(19)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The number of moves is not all there is to difficulty. A position in which one of four moves is right is
//! harder than one in which three are. Count it along the solution:
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::DistanceOracle;
//! use puzzle_search::{Notation, Puzzle};
//!
//! let oracle = DistanceOracle::new(SlidingTiles::new(3, 3)?)?;
//! let puzzle = oracle.puzzle();
//!
//! /// For each step of a solution, how many moves there are and how many of them are best.
//! let choices = |start| {
//!     let solution = oracle.solve(start)?;
//!     let states = solution.states(puzzle, start).ok()?;
//!     let steps = states.iter().filter(|state| !puzzle.is_goal(state));
//!     let counts = steps.map(|state| {
//!         (puzzle.neighbors(state).into_iter().count(), oracle.best_moves(state).len())
//!     });
//!     Some(counts.collect::<Vec<_>>())
//! };
//!
//! let easy = puzzle.parse("1 2 3  4 5 6  0 7 8")?;
//! assert_eq!(choices(&easy), Some(vec![(2, 1), (3, 1)]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The table can be written to a file and read again
//! (`save` and `load`, with feature `std`), so that a game need not make it; with it goes a description, such as the
//! name of the level and its version, since two levels of millions of states may differ in one wall.
//! [`Encoding::ModuloThree`](crate::space::Encoding::ModuloThree) takes a quarter of the memory. To count without
//! keeping a table, and to list the hardest states, there is [`Enumerate`](crate::space::Enumerate).
//!
//! # Large spaces: search
//!
//! The 15-puzzle does not fit. There the distance of a board is the cost of an optimal solution, and a hint
//! its first move:
//!
//! ```
//! use puzzle_search::heuristics::WalkingDistance;
//! use puzzle_search::puzzles::{Direction, SlidingTiles};
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(4, 4)?;
//! let walking = WalkingDistance::new(&puzzle)?;
//! let puzzle = puzzle.guided_by(walking);
//! let board = puzzle.parse("2 3 4 0  1 5 7 8  9 6 10 12  13 14 11 15")?;
//! let solution = IdaStar::new().solve(&puzzle, &board).into_result()?;
//! assert_eq!(solution.cost(), 9);
//! assert_eq!(solution.moves().first(), Some(&Direction::Left));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Random boards of the 15-puzzle need 53 moves on average. For a hint within milliseconds use a pattern
//! database ([writing a heuristic](super::writing_a_heuristic#pattern-databases)). For the rare hard ones
//! let the search run for a few milliseconds in each frame, or on another thread
//! ([real time](super::real_time)).
//!
//! In a game whose frames must not wait, two searches stand beside the puzzle: one for the best hint, and one for any
//! good one, which is shown when the player has waited long enough.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use puzzle_search::heuristics::{Guided, Manhattan};
//! use puzzle_search::puzzles::{Board, Direction, SlidingTiles};
//! use puzzle_search::{BoxedSearch, IdaStar, Notation, Puzzle, Search, Solver, WeightedAStar};
//!
//! type Tiles = Guided<SlidingTiles, Manhattan>;
//!
//! struct Game {
//!     puzzle: Arc<Tiles>,
//!     board: Board,
//!     best: BoxedSearch<Arc<Tiles>>,
//!     any: BoxedSearch<Arc<Tiles>>,
//!     frames: u32,
//! }
//!
//! impl Game {
//!     fn new(puzzle: Tiles, board: Board) -> Self {
//!         let puzzle = Arc::new(puzzle);
//!         let best = Search::new(&IdaStar::new(), Arc::clone(&puzzle), [board]).into_boxed();
//!         let any = Search::new(&WeightedAStar::new(2.0), Arc::clone(&puzzle), [board]).into_boxed();
//!         Self { puzzle, board, best, any, frames: 0 }
//!     }
//!
//!     /// Thinks for a frame; returns a hint if there is one. A solved board has none.
//!     fn hint(&mut self) -> Option<Direction> {
//!         self.frames += 1;
//!         let best = self.best.run_for(Duration::from_millis(3)); // once solved, the same report again
//!         let any = self.any.run_for(Duration::from_millis(2));
//!         let known = if self.frames > 60 { best.best().or(any.best()) } else { best.best() };
//!         known?.moves().first().copied()
//!     }
//!
//!     fn play(&mut self, direction: Direction) {
//!         if let Some(edge) = self.puzzle.successor(&self.board, &direction) {
//!             (self.board, self.frames) = (edge.state, 0);
//!             self.best.restart([self.board]);
//!             self.any.restart([self.board]);
//!         }
//!     }
//! }
//!
//! let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
//! let board = puzzle.parse("2 3 4 0  1 5 7 8  9 6 10 12  13 14 11 15")?;
//! let mut game = Game::new(puzzle, board);
//! for _ in 0..9 {
//!     let hint = loop {
//!         if let Some(hint) = game.hint() {
//!             break hint;
//!         } // and draw a frame
//!     };
//!     game.play(hint);
//! }
//! assert!(game.puzzle.is_goal(&game.board));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The next hint need not be searched: what follows a state on a shortest solution is a shortest solution from
//! there. Keep its [states](crate::Solution::states) with their moves, and search again where the player has left
//! them. What cannot be solved any more cannot be solved later.
//!
//! To make an easy level, walk some random moves from the goal and *rate* it with a search: the walk's
//! length is an upper bound only. Where moves cannot be taken back, walk along
//! [`predecessors`](crate::Reversible::predecessors).
//!
//! # Dead ends
//!
//! Where moves cannot be taken back, as in Sokoban, a level is the harder the more states there are from which it
//! cannot be solved any more. [`Distances`](crate::Distances) goes forward to all that can be reached, and
//! from the goals among them back along the edges that were seen. It does for any puzzle, and is a table of
//! hints as well:
//!
//! ```
//! use std::collections::HashMap;
//! use puzzle_search::{from_steps, Distances, Puzzle};
//!
//! // A frog jumps two stones ahead, or three, and has to come to rest on the tenth.
//! let level = from_steps(|&n: &u32| [n + 2, n + 3].into_iter().filter(|&n| n <= 10), |&n| n == 10);
//! let mut reached = Distances::new(&level, [0]);
//! reached.run()?;
//! let mut before: HashMap<u32, Vec<u32>> = HashMap::new();
//! for (&at, _) in reached.iter() {
//!     level.neighbors(&at).into_iter().for_each(|edge| before.entry(edge.state).or_default().push(at));
//! }
//! let back = from_steps(|at| before.get(at).into_iter().flatten().copied(), |_| false);
//! let goals = reached.iter().map(|(&at, _)| at).filter(|at| level.is_goal(at));
//! let mut left = Distances::new(&back, goals);
//! left.run()?;
//! assert_eq!((left.get(&0), left.get(&7)), (Some(4), Some(1)));
//! let dead = reached.iter().map(|(&at, _)| at).filter(|at| left.get(at).is_none());
//! assert_eq!(dead.collect::<Vec<_>>(), [9]);
//! # Ok::<(), puzzle_search::Stop>(())
//! ```
//!
//! # Is it solvable at all?
//!
//! Half of all arrangements of sliding tiles are not. Ask before you show a level:
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{Notation, Puzzle};
//!
//! let puzzle = SlidingTiles::new(4, 4)?;
//! let loyd = puzzle.parse("1 2 3 4  5 6 7 8  9 10 11 12  13 15 14 0")?;
//! assert!(puzzle.solvability(&loyd).is_unsolvable());
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! The examples `levels`, `hint`, `solvable` and `gods_number` are such programs, ready to run.
//!
//! Next: [coming from elsewhere](super::coming_from_elsewhere).
