//! Your first puzzle: a first program, and how to define states, moves and goals of your own.
//!
//! # A first program
//!
//! The crate comes with some puzzles. This program solves one of the two hardest boards of the 8-puzzle:
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
//! Four things meet here. The *puzzle* has the rules. The *heuristic* estimates how far a board is from the goal: here
//! the sum of the distances of all tiles from their places. The *solver* is IDA\*, and another solver is another word,
//! such as `AStar`. The *report* says what was found and what is proved. The rest of this chapter defines a puzzle that
//! does not come with the crate; heuristics have [a chapter of their own](super::writing_a_heuristic).
//!
//! # A puzzle of your own
//!
//! Four people have to cross a bridge at night. The bridge carries at most two people at a time. The four have one
//! torch, and each crossing needs it. They need 1, 2, 5 and 10 minutes to cross; a pair is as slow as its slower
//! person. How long does it take until all four are across?
//!
//! ```
//! use puzzle_search::{Neighbor, NeighborOf, Puzzle, Solver, UniformCost};
//!
//! /// How many minutes each person needs to cross.
//! const MINUTES: [u32; 4] = [1, 2, 5, 10];
//!
//! struct Bridge;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Night {
//!     /// Who is across.
//!     over: [bool; 4],
//!     /// Whether the torch is across.
//!     torch: bool,
//! }
//!
//! impl Puzzle for Bridge {
//!     type State = Night;
//!     /// The minutes of each of the two who cross; for a person who crosses alone, the same number twice.
//!     type Move = (u32, u32);
//!     type Cost = u32;
//!
//!     fn neighbors(&self, night: &Night) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!         let mut edges = Vec::new();
//!         for a in 0..4 {
//!             for b in a..4 {
//!                 if night.over[a] == night.torch && night.over[b] == night.torch {
//!                     let mut next = *night;
//!                     next.torch = !night.torch;
//!                     (next.over[a], next.over[b]) = (next.torch, next.torch);
//!                     let minutes = MINUTES[a].max(MINUTES[b]);
//!                     edges.push(Neighbor::new((MINUTES[a], MINUTES[b]), next, minutes));
//!                 }
//!             }
//!         }
//!         edges
//!     }
//!
//!     fn is_goal(&self, night: &Night) -> bool {
//!         night.over == [true; 4]
//!     }
//! }
//!
//! let start = Night { over: [false; 4], torch: false };
//! let report = UniformCost::new().solve(&Bridge, &start);
//! let solution = report.solution().expect("they all get over");
//! assert_eq!(solution.cost(), 17);
//! assert_eq!(solution.moves(), [(1, 2), (1, 1), (5, 10), (2, 2), (1, 2)]);
//! assert!(solution.verify(&Bridge, &start).is_ok());
//! ```
//!
//! Two methods are enough for a puzzle, and one call solves it. [`UniformCost`](crate::UniformCost) is Dijkstra's
//! algorithm: it finds a cheapest path without a heuristic.
//!
//! # States, moves and edges
//!
//! A *state* contains everything that matters for the following moves, and nothing else. Here, a state says who is
//! across, and on which side the torch is. The time that has passed is not part of the state: the solver adds it up, as
//! the cost of the path. A state is cloned, compared and hashed, so derive the traits that `Night` derives. If the data
//! of a state are stored elsewhere, for example as a word in a list, let the state be a reference or an index.
//!
//! A *move* describes one step of a solution. Here, a move says who crosses. The moves out of one state must be
//! distinct. If moves have no names, let a move be the next state: in a word ladder, the next word.
//!
//! An *edge* leads from one state to another by a move, and has a cost. A [`Neighbor`](crate::Neighbor) is an edge out
//! of a given state. The cost type is usually `u32`; see [`Cost`](crate::Cost).
//!
//! # Reading the report
//!
//! A search returns a [`Report`](crate::Report) with one of three [outcomes](crate::Outcome): *solved*, with a solution
//! and what is proved about it; *unsolvable*, with the reason; or *stopped*, usually by a limit.
//! [`into_result`](crate::Report::into_result) turns *unsolvable* and *stopped* into an error, so that you can use `?`.
//!
//! A [`Solution`](crate::Solution) contains the moves and the cost, but no states. [`states`](crate::Solution::states)
//! replays the moves and returns all states from the start to the goal. [`verify`](crate::Solution::verify) checks that
//! every move is possible, that the costs add up, and that the last state is a goal.
//!
//! ```
//! # use puzzle_search::{from_fn, BreadthFirst, Outcome, Solver};
//! // From 2 to 11 by doubling and adding one.
//! let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 1_u32), ("add one", n + 1, 1)], |&n| n == 11);
//! let mut lines = Vec::new();
//! let report = BreadthFirst::new().solve(&puzzle, &2);
//! match &report.outcome {
//!     Outcome::Solved { solution, .. } => {
//!         let states = solution.states(&puzzle, &2)?;
//!         for (mv, state) in solution.moves().iter().zip(&states[1..]) {
//!             lines.push(format!("{mv}: {state}"));
//!         }
//!     }
//!     Outcome::Unsolvable { reason } => lines.push(format!("there is no way: {reason}")),
//!     Outcome::Stopped { stop, .. } => lines.push(format!("not decided: {stop}")),
//! }
//! assert_eq!(lines, ["double: 4", "add one: 5", "double: 10", "add one: 11"]);
//! # Ok::<(), puzzle_search::solver::ReplayError>(())
//! ```
//!
//! # Cheapest, or fewest moves?
//!
//! [`BreadthFirst`](crate::BreadthFirst) finds a path with the fewest *moves*. If edges have different costs, a cheaper
//! path with more moves may exist. So the report claims only that no solution has fewer moves. The next example solves
//! the bridge puzzle again (its definition is hidden here):
//!
//! ```
//! # use puzzle_search::{Neighbor, NeighborOf, Puzzle, Solver, UniformCost};
//! # const MINUTES: [u32; 4] = [1, 2, 5, 10];
//! # struct Bridge;
//! # #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! # struct Night { over: [bool; 4], torch: bool }
//! # impl Puzzle for Bridge {
//! #     type State = Night;
//! #     type Move = (u32, u32);
//! #     type Cost = u32;
//! #     fn neighbors(&self, night: &Night) -> impl IntoIterator<Item = NeighborOf<Self>> {
//! #         let mut edges = Vec::new();
//! #         for a in 0..4 {
//! #             for b in a..4 {
//! #                 if night.over[a] == night.torch && night.over[b] == night.torch {
//! #                     let mut next = *night;
//! #                     next.torch = !night.torch;
//! #                     (next.over[a], next.over[b]) = (next.torch, next.torch);
//! #                     let minutes = MINUTES[a].max(MINUTES[b]);
//! #                     edges.push(Neighbor::new((MINUTES[a], MINUTES[b]), next, minutes));
//! #                 }
//! #             }
//! #         }
//! #         edges
//! #     }
//! #     fn is_goal(&self, night: &Night) -> bool { night.over == [true; 4] }
//! # }
//! # let start = Night { over: [false; 4], torch: false };
//! use puzzle_search::{BreadthFirst, Guarantee, Outcome};
//!
//! let report = BreadthFirst::new().solve(&Bridge, &start);
//! let Outcome::Solved { solution, guarantee } = &report.outcome else {
//!     panic!("they all get over");
//! };
//! assert_eq!(*guarantee, Guarantee::FewestMoves);
//! assert_eq!((solution.len(), solution.cost()), (5, 19));
//! ```
//!
//! No solution has fewer than five crossings, but these five take 19 minutes, not 17. If every edge costs one, a path
//! with the fewest moves is also a cheapest path. For such a puzzle, let the method [`facts`](crate::Puzzle::facts)
//! return [`Facts::new().unit_costs()`](crate::Facts::unit_costs). Breadth-first search then reports its solution
//! as optimal.
//!
//! # Without a type
//!
//! For a quick search, [`from_fn`](fn@crate::from_fn) makes a puzzle from two closures: one returns the edges as tuples
//! of move, state and cost, the other says which states are goals. Write `1_u32` for a cost of one: a plain `1` would
//! be an `i32`, and costs are unsigned.
//!
//! ```
//! use puzzle_search::{from_fn, BreadthFirst, Facts, Solver};
//!
//! // A knight's path over a chessboard, from corner to corner. Each jump costs one, as the facts say.
//! let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
//! let puzzle = from_fn(
//!     |&(x, y): &(i32, i32)| {
//!         jumps
//!             .map(|(dx, dy)| ((dx, dy), (x + dx, y + dy), 1_u32))
//!             .into_iter()
//!             .filter(|(_, (x, y), _)| (0..8).contains(x) && (0..8).contains(y))
//!     },
//!     |&at| at == (7, 7),
//! )
//! .with_facts(Facts::new().unit_costs());
//!
//! let report = BreadthFirst::new().solve(&puzzle, &(0, 0));
//! assert_eq!(report.solution().map(|solution| solution.len()), Some(6));
//! ```
//!
//! [`with_heuristic`](crate::puzzle::FnPuzzle::with_heuristic) adds a third closure, the estimate that A\* needs. If
//! moves need no names, [`from_edges`](fn@crate::from_edges) and [`from_steps`](fn@crate::from_steps) take simpler
//! closures. [Other methods](crate::puzzle::FnPuzzle) add what it takes to save a search, to count states by rank or to
//! search backward. The example `water_jugs` is a complete program with a puzzle made from closures.
//!
//! # Puzzles that come with the crate
//!
//! The module [`puzzles`](crate::puzzles) has these puzzles. Each but `JumpGrid` reads its states from text
//! and prints them ([`Notation`](crate::Notation)).
//!
//! | puzzle | what it is | heuristics of its own |
//! |---|---|---|
//! | [`SlidingTiles`](crate::puzzles::SlidingTiles) | sliding tiles on a board of up to 64 cells, with any goal | `Manhattan`, `Misplaced`, `LinearConflict`, `WalkingDistance`, `tile_patterns` |
//! | [`WeightedTiles`](crate::puzzles::WeightedTiles) | the same, where each tile has its own cost | `Manhattan`, `Misplaced`, `WeightedPatterns` |
//! | [`GraphTiles`](crate::puzzles::GraphTiles) | pieces that slide along the edges of any graph | `Manhattan`, `Misplaced` |
//! | [`SwapGame`](crate::puzzles::SwapGame) | a board that is sorted by swapping adjacent cells | `Manhattan`, `Misplaced` |
//! | [`Pancake`](crate::puzzles::Pancake), [`BurntPancake`](crate::puzzles::BurntPancake) | a stack that is sorted by turning over its top part | `Gap`, for `Pancake` |
//! | [`Hanoi`](crate::puzzles::Hanoi) | the towers of Hanoi with three to eight pegs | `Manhattan`, `Misplaced`, `DiscPatterns` |
//! | [`PocketCube`](crate::puzzles::PocketCube) | the 2x2x2 cube | |
//! | [`PermutationPuzzle`](crate::puzzles::PermutationPuzzle) | any puzzle whose moves permute pieces, such as Rubik's cube, Magic Squares and TopSpin, from code or from a file ([`Definition`](crate::puzzles::Definition)) | `Manhattan`, `Misplaced`, `CosetTable` and databases of views, in the package `puzzle-search-coordinates` |
//! | [`Grid`](crate::puzzles::Grid) | paths on a map with four or eight directions and weighted cells, also from the `.map` and `.scen` files of the Moving AI benchmarks | built in |
//! | [`JumpGrid`](crate::puzzles::JumpGrid) | the same with eight directions and one weight, by jumps of many steps | built in |
//!
//! [`PatternDatabase`](crate::heuristics::PatternDatabase) serves any puzzle for which you write an abstraction, a map
//! from its states to those of a smaller puzzle. [`Max`](crate::heuristics::Max), [`Sum`](crate::heuristics::Sum),
//! [`BothWays`](crate::heuristics::BothWays) and others combine heuristics.
//!
//! Before a search, a puzzle may tell whether a start can be solved, and why not
//! ([`solvability`](crate::Puzzle::solvability)). Sliding boards decide this by parity
//! ([`sliding_solvability`](crate::puzzles::sliding_solvability), for boards of any size), `Grid` by the
//! connected areas of the map, `GraphTiles` by the group that walks of the blank generate, and puzzles of permutations by
//! that of their moves ([`PermutationGroup`](crate::permutation::PermutationGroup)).
//!
//! Next chapter: [step by step](super::step_by_step).
