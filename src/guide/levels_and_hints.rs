//! Levels and hints: how hard is a level, and what is the best move?
//!
//! # Small spaces: a table of everything
//!
//! If a table of all states fits into memory, compute all distances once. A
//! [`DistanceOracle`](crate::space::DistanceOracle) stores the number of moves from each state to the nearest goal, in
//! one byte for each state. The puzzle has to implement [`Ranked`](crate::Ranked) and
//! [`Reversible`](crate::Reversible).
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
//! // A level of exactly 20 moves, drawn uniformly from the 16,993 boards at that distance.
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
//! The number of moves is not the only measure of difficulty. A state with only one best move is harder than a state in
//! which most moves are best. The next example counts the best moves along a solution:
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::space::DistanceOracle;
//! use puzzle_search::{Notation, Puzzle};
//!
//! let oracle = DistanceOracle::new(SlidingTiles::new(3, 3)?)?;
//! let puzzle = oracle.puzzle();
//!
//! /// For each state on a solution: the number of moves out of it, and how many of them are best.
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
//! A game can load the table from a file instead of computing it (`save` and `load`, with feature `std`). The file
//! contains a description of your choice, and `load` refuses a file with a different description. So give the table of
//! each level a description of its own.
//!
//! [`Enumerate`](crate::space::Enumerate) counts states by distance, and lists the hardest states, without a table of
//! distances.
//!
//! # Small spaces without ranks
//!
//! A puzzle of your own, such as a board on which blocks slide, need not be `Ranked`:
//! [`Distances`](crate::answers::Distances) finds its states by their hashes. A first run from the start finds all
//! states of the level, and the goals among them. A second run, from all these goals, finds the distance of each state
//! to the nearest goal. Here every move can be undone, so the second run may follow the same edges; if it cannot, see
//! [dead ends](#dead-ends).
//!
//! ```
//! use puzzle_search::answers::Distances;
//! use puzzle_search::{BreadthFirst, Puzzle, from_steps};
//!
//! // Six lamps in a row. Who touches one switches it and those beside it. In the end all are lit.
//! let touch = |lit: u8, lamp: u8| lit ^ (0b111 << lamp >> 1) & 0b11_1111;
//! let level = from_steps(|&lit: &u8| (0..6).map(move |lamp| touch(lit, lamp)), |&lit| lit == 0b11_1111);
//! let start = 0b01_0110;
//!
//! let mut reached = Distances::new(&level, [start]);
//! reached.run()?;
//! let goals = reached.iter().map(|(&lit, _)| lit).filter(|lit| level.is_goal(lit));
//! let mut left = Distances::new(&level, goals);
//! left.run()?;
//!
//! // How hard it is: its moves, those of the hardest start, and the number of shortest solutions.
//! let hardest = left.iter().map(|(_, moves)| moves).max();
//! let solutions = BreadthFirst::new().all_solutions(&level, [start]).run().ok().and_then(|all| all.count());
//! assert_eq!((left.get(&start), hardest, solutions), (Some(4), Some(6), Some(24)));
//! // A hint: the moves that bring the player nearer.
//! let best = (0..6).filter(|&lamp| left.get(&touch(start, lamp)) < left.get(&start));
//! assert_eq!(best.collect::<Vec<_>>(), [0, 2, 3, 4]);
//! # Ok::<(), puzzle_search::Stop>(())
//! ```
//!
//! # Large spaces: search
//!
//! A table of all states of the 15-puzzle does not fit into memory. Use a search: the distance of a board from the goal
//! is the cost of an optimal solution, and a hint is the first move of that solution:
//!
//! ```
//! use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
//! use puzzle_search::puzzles::{Direction, SlidingTiles};
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(4, 4)?;
//! let patterns = TilePatterns::build(&puzzle, &Partition::five_five_five(&puzzle)?, Style::default()).run()?;
//! let puzzle = puzzle.guided_by(patterns.reflected()?);
//! let board = puzzle.parse("2 3 4 0  1 5 7 8  9 6 10 12  13 14 11 15")?;
//! let solution = IdaStar::new().solve(&puzzle, &board).into_result()?;
//! assert_eq!(solution.cost(), 9);
//! assert_eq!(solution.moves().first(), Some(&Direction::Left));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Random boards of the 15-puzzle need 53 moves on average. With the pattern databases of this example, which are built
//! in a tenth of a second, most hints take some milliseconds, and hard boards a few hundred; without a database, hard
//! boards take seconds ([which heuristic?](super::writing_a_heuristic#which-one-for-sliding-tiles)). So run the search
//! for a few milliseconds in each frame, or on another thread: see [real time](super::real_time).
//!
//! If a hint is needed after a given number of frames, run a second search beside the first. The second search accepts
//! any solution of at most twice the optimal cost, so it usually ends sooner. The next example shows the hint of the
//! second search if the first search has not ended after sixty frames:
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//! use puzzle_search::heuristics::{Guided, Manhattan};
//! use puzzle_search::puzzles::{Board, Direction, SlidingTiles};
//! use puzzle_search::solvers::WeightedAStar;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Search, Solver};
//!
//! type Tiles = Guided<SlidingTiles, Manhattan>;
//!
//! struct Game {
//!     puzzle: Arc<Tiles>,
//!     board: Board,
//!     best: Search<'static, Arc<Tiles>>,
//!     any: Search<'static, Arc<Tiles>>,
//!     frames: u32,
//! }
//!
//! impl Game {
//!     fn new(puzzle: Tiles, board: Board) -> Self {
//!         let puzzle = Arc::new(puzzle);
//!         let best = Search::new(&IdaStar::new(), Arc::clone(&puzzle), [board]);
//!         let any = Search::new(&WeightedAStar::new(2.0), Arc::clone(&puzzle), [board]);
//!         Self { puzzle, board, best, any, frames: 0 }
//!     }
//!
//!     /// Searches for a part of a frame; returns a hint if one is known. There is no hint for a solved board.
//!     fn hint(&mut self) -> Option<Direction> {
//!         self.frames += 1;
//!         let best = self.best.run_for(Duration::from_millis(3)); // a search that has ended returns its report again
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
//!         } // no hint yet: draw a frame
//!     };
//!     game.play(hint);
//! }
//! assert!(game.puzzle.is_goal(&game.board));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This example searches again after each move. A game can instead keep the optimal solution and its
//! [states](crate::Solution::states), and search again only when the player leaves this solution: the rest of an
//! optimal solution is also optimal.
//!
//! To make a level, play random moves from the goal:
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::Puzzle;
//!
//! let puzzle = SlidingTiles::new(4, 4)?;
//! let (mut level, mut seed) = (puzzle.goal(), 7_u64);
//! for _ in 0..200 {
//!     seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!     let moves: Vec<_> = puzzle.neighbors(&level).into_iter().collect();
//!     level = moves[(seed >> 33) as usize % moves.len()].state; // any source of random numbers will do
//! }
//! assert!(puzzle.solvability(&level).is_solvable());
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! The number of moves is only an upper bound on the distance, so search for the distance. If moves cannot be undone,
//! begin at the goal, and go from each state to one of its [`predecessors`](crate::Reversible::predecessors).
//!
//! # Dead ends
//!
//! A dead end is a state from which no goal can be reached. If moves cannot be undone, as in Sokoban, a level with more
//! dead ends is harder. If all states fit into memory, find the dead ends with two runs of
//! [`Distances`](crate::answers::Distances). The first run begins at the start. The second run begins at the goals that
//! the first run has reached, and follows the edges backward. A dead end has a distance in the first result, but none
//! in the second. The second result also gives hints, since it has the distance from each state to the nearest goal:
//!
//! ```
//! use std::collections::HashMap;
//! use puzzle_search::answers::Distances;
//! use puzzle_search::{from_steps, Puzzle};
//!
//! // A frog jumps two or three stones ahead, and has to stop on the tenth stone. On the ninth stone it is stuck.
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
//! Half of all arrangements of sliding tiles cannot be solved. Check a level before you show it:
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
//! `examples/levels.rs`, `examples/game_hints.rs` and `examples/whole_space.rs` are complete programs for these tasks,
//! and so are the commands `puzzle-search levels`, `hint`, `check` and `count`.
//!
//! Next chapter: [what it takes](super::what_it_takes).
