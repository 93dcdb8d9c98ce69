//! Your first puzzle: a state, its neighbors, and what is a goal.
//!
//! Four people have to cross a bridge at night. They have one torch, and the bridge holds two. They need
//! 1, 2, 5 and 10 minutes; a pair is as slow as its slower one. Somebody has to bring the torch back.
//! How long does it take until all are over?
//!
//! # States and moves
//!
//! A *state* is everything that matters for what comes next, and nothing else. Here: who is over, and on
//! which side the torch is. How long it took so far is not part of the state: that is the cost of the
//! path, and the solver adds it up.
//!
//! A *move* is what a solution lists. Here: who crosses. The moves of one state must be distinct. Where
//! there is nothing to name, take the state a move leads to: a step of a word ladder is the next word.
//!
//! An *edge* leads from a state by a move to another state, at a cost. [`Neighbor`](crate::Neighbor) is
//! that: move, state, cost.
//!
//! ```
//! use puzzle_search::{Neighbor, NeighborOf, Puzzle, Solver, UniformCost};
//!
//! /// How many minutes each of them needs.
//! const MINUTES: [u32; 4] = [1, 2, 5, 10];
//!
//! struct Bridge;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Night {
//!     /// Who is over.
//!     over: [bool; 4],
//!     /// Whether the torch is.
//!     torch: bool,
//! }
//!
//! impl Puzzle for Bridge {
//!     type State = Night;
//!     /// The two who cross, by their minutes; somebody alone is named twice.
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
//! That is the whole interface: two methods make a puzzle, and one call solves it. The puzzle value
//! (`Bridge`) owns rules and tables; it could hold the minutes instead of a constant. The state is a
//! small value: it is cloned, compared and hashed, so derive what is derived above. Where it stands for
//! something large, such as a word of a list, let it be a reference or an index. Costs are mostly
//! `u32`; there are [others](crate::Cost).
//!
//! # Reading the report
//!
//! A search returns a [`Report`](crate::Report). It ends in one of three ways
//! ([`Outcome`](crate::Outcome)): *solved*, with what is proved of the solution; *unsolvable*, with the
//! reason; *stopped* by a limit. [`Report::solution`](crate::Report::solution) is the short way to the
//! first, and [`into_result`](crate::Report::into_result) makes an error of the two others, for `?`.
//!
//! A [`Solution`](crate::Solution) holds moves and cost. The states come by replay:
//! [`states`](crate::Solution::states) gives them all, the start too, so that there is one more than
//! moves; [`verify`](crate::Solution::verify) only says whether the moves can be played, add up and end at
//! a goal.
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
//! # Ok::<(), puzzle_search::ReplayError>(())
//! ```
//!
//! # Cheapest, or fewest moves?
//!
//! Not every solver looks at the cost. [`BreadthFirst`](crate::BreadthFirst) finds the fewest *moves*;
//! on edges of different cost that is another question, and the report says so:
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
//! Five crossings are the fewest, but this way they take 19 minutes. Where every edge costs one, the two
//! questions are the same. Say so with [`unit_costs`](crate::Facts::unit_costs), and
//! breadth-first search calls its solution optimal.
//!
//! # Without a type
//!
//! For a quick search there is [`from_fn`](fn@crate::from_fn): two closures, the edges as tuples of move,
//! state and cost (`1_u32`: a plain `1` would be signed, and costs are not). The closures may borrow.
//!
//! ```
//! use puzzle_search::{from_fn, BreadthFirst, Facts, Solver};
//!
//! // The knight's way over a chessboard, from corner to corner.
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
//! .with_facts(Facts::new().unit_costs(true));
//!
//! let report = BreadthFirst::new().solve(&puzzle, &(0, 0));
//! assert_eq!(report.solution().map(|solution| solution.len()), Some(6));
//! ```
//!
//! The examples `water_jugs`, `word_ladder` and `knight` are whole programs of this kind, with input,
//! output and a sentence when there is no solution.
//!
//! # Ready-made puzzles
//!
//! [`puzzles`](crate::puzzles) has sliding tiles, pancakes, the 2x2x2 cube and others, and
//! [`PermutationPuzzle`](crate::puzzles::PermutationPuzzle) makes one from moves that permute pieces, in
//! code or in a text file. They are packed and fast, know their parity, and have heuristics.
//!
//! Next: [choosing a solver](super::choosing_a_solver).
