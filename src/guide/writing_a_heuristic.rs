//! Writing a heuristic: how to find lower bounds that are correct, and how to make them strong.
//!
//! A heuristic estimates the cost from a state to the nearest goal. The better the heuristic, the fewer states are
//! searched. A heuristic must be admissible, and should be consistent.
//!
//! # A lock
//!
//! A combination lock has three dials, and opens when each shows 0. Some combinations jam the lock, so no move may lead
//! to them. The estimate is the number of turns that would be needed if no combination jammed the lock: each dial is
//! turned to 0 the shorter way round.
//!
//! ```
//! use puzzle_search::{laws, AStar, BreadthFirst, Neighbor, NeighborOf, Puzzle, Solver, Facts};
//!
//! struct Lock {
//!     jammed: Vec<[u8; 3]>,
//! }
//!
//! impl Puzzle for Lock {
//!     type State = [u8; 3];
//!     /// The index of a dial, and 1 for up or -1 for down.
//!     type Move = (usize, i8);
//!     type Cost = u32;
//!
//!     fn neighbors(&self, &at: &[u8; 3]) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!         let moves = (0..3).flat_map(|dial| [(dial, 1), (dial, -1)]);
//!         let turned = moves.map(move |(dial, by)| {
//!             let mut to = at;
//!             to[dial] = (at[dial] as i8 + by).rem_euclid(10) as u8;
//!             Neighbor::unit((dial, by), to)
//!         });
//!         turned.filter(|edge| !self.jammed.contains(&edge.state))
//!     }
//!
//!     fn is_goal(&self, at: &[u8; 3]) -> bool {
//!         *at == [0, 0, 0]
//!     }
//!
//!     fn heuristic(&self, at: &[u8; 3]) -> Option<u32> {
//!         Some(at.iter().map(|&digit| u32::from(digit.min(10 - digit))).sum())
//!     }
//!
//!     fn facts(&self) -> Facts<u32> {
//!         Facts::new().unit_costs()
//!     }
//! }
//!
//! let lock = Lock { jammed: vec![[0, 1, 0], [9, 0, 0], [1, 0, 0], [0, 9, 0], [0, 0, 9]] };
//! let start = [3, 8, 4];
//! let informed = AStar::new().solve(&lock, &start);
//! let blind = BreadthFirst::new().solve(&lock, &start);
//! assert_eq!(informed.lower_bound, Some(9)); // the cost of the solution; the estimate, 3 + 2 + 4, is exact here
//! assert_eq!(informed.lower_bound, blind.lower_bound);
//! assert!(20 * informed.stats.expanded < blind.stats.expanded);
//!
//! assert!(laws::check(&lock, &[0, 0, 0]).expect("it keeps the laws").facts.consistent);
//! ```
//!
//! # Admissible: never too much
//!
//! An estimate must never exceed the cost of a cheapest path to a goal. An estimate of `None` means "no goal can be
//! reached from this state". Return `None` only if this is certain.
//!
//! To find an admissible heuristic, drop a rule of the puzzle, and solve the easier puzzle exactly. Every solution of
//! the puzzle is also a solution of the easier puzzle, so the easier puzzle never costs more. For the lock, the rule
//! that was dropped is that some combinations jam it.
//!
//! The last line of the program tests admissibility and consistency on every state of the lock. Always write such a
//! test: see [Proving it right](super::proving_it_right). If costs are floating-point numbers, estimates also have to
//! allow for [rounding](crate::Cost#rounded-sums).
//!
//! # Consistent: never dropping by more than the edge costs
//!
//! A heuristic is *consistent* if `h(state) <= cost of the edge + h(neighbor)` on every edge. With a consistent
//! heuristic, A\* expands each state at most once. If a heuristic is admissible but not consistent, the solution is
//! still optimal. But A\* may then do much more work, because it expands a state again if it finds a cheaper path to
//! this state. [`Stats::reopened`](crate::Stats) is the number of these expansions.
//!
//! If the estimate is the exact cost in an easier puzzle, it is always consistent. The result of
//! [`laws::check`](crate::laws::check) says whether the heuristic is consistent on the states that were checked
//! ([`facts.consistent`](crate::laws::Checked::facts)).
//!
//! # Dead ends
//!
//! A *dead end* is a state from which no goal can be reached. For such a state the heuristic may return `None`:
//!
//! ```
//! use puzzle_search::{from_fn, AStar, Solver};
//!
//! // From 1 to 1000 by doubling and adding three. Numbers only grow, so those beyond 1000 are dead ends.
//! let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 1_u32), ("add", n + 3, 1)], |&n| n == 1_000)
//!     .with_heuristic(|&n| (n <= 1_000).then_some(u32::from(n != 1_000)));
//! let solution = AStar::new().solve(&puzzle, &1).into_result()?;
//! assert!(solution.verify(&puzzle, &1).is_ok());
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! A solver that uses the heuristic never stores a state for which the heuristic returns `None`. If this heuristic
//! never returned `None`, A\* would also expand numbers above 1000.
//!
//! A part of a state may be hopeless whatever the rest is, such as a box in a corner in Sokoban. Compute these parts
//! once: [`Distances`](crate::answers::Distances) from the goals, along the pushes of one box undone, has a distance for
//! each cell from which the box can still reach a goal. The sum over all boxes is a heuristic, and `None` if one of them
//! is on another cell.
//!
//! # A heuristic as a value of its own
//!
//! The method [`Puzzle::heuristic`](crate::Puzzle::heuristic) belongs to the puzzle. A
//! [`Heuristic`](crate::heuristics::Heuristic) is a separate value. The method [`guided_by`](crate::Puzzle::guided_by)
//! combines a puzzle with a heuristic: `puzzle.guided_by(Manhattan)`.
//!
//! A `Heuristic` computes a small value, the *memo*, from the state, and the estimate from the memo. Depth-first
//! solvers can save time: they compute the memo of a child from the memo of its parent. In the example, hidden lines
//! define `Lock` as above, but without the methods `heuristic` and `facts`.
//!
//! ```
//! use puzzle_search::heuristics::Heuristic;
//! use puzzle_search::{laws, IdaStar, Puzzle, Solver};
//! # use puzzle_search::{Neighbor, NeighborOf};
//! # struct Lock { jammed: Vec<[u8; 3]> }
//! # impl Puzzle for Lock {
//! #     type State = [u8; 3];
//! #     type Move = (usize, i8);
//! #     type Cost = u32;
//! #     fn neighbors(&self, &at: &[u8; 3]) -> impl IntoIterator<Item = NeighborOf<Self>> {
//! #         let moves = (0..3).flat_map(|dial| [(dial, 1), (dial, -1)]);
//! #         let turned = moves.map(move |(dial, by)| {
//! #             let mut to = at;
//! #             to[dial] = (at[dial] as i8 + by).rem_euclid(10) as u8;
//! #             Neighbor::unit((dial, by), to)
//! #         });
//! #         turned.filter(|edge| !self.jammed.contains(&edge.state))
//! #     }
//! #     fn is_goal(&self, at: &[u8; 3]) -> bool { *at == [0, 0, 0] }
//! # }
//!
//! /// The sum, over the dials, of each dial's distance from 0.
//! struct Dials;
//!
//! fn away(digit: u8) -> u32 {
//!     u32::from(digit.min(10 - digit))
//! }
//!
//! impl Heuristic<Lock> for Dials {
//!     /// The sum of the distances.
//!     type Memo = u32;
//!
//!     fn memo(&self, _: &Lock, at: &[u8; 3]) -> u32 {
//!         at.iter().map(|&digit| away(digit)).sum()
//!     }
//!
//!     /// One dial has turned: only its part of the sum changes.
//!     fn advance(&self, _: &Lock, sum: u32, from: &[u8; 3], &(dial, _): &(usize, i8), to: &[u8; 3]) -> u32 {
//!         sum - away(from[dial]) + away(to[dial])
//!     }
//!
//!     fn estimate(&self, _: &Lock, sum: u32) -> Option<u32> {
//!         Some(sum)
//!     }
//! }
//!
//! let lock = Lock { jammed: vec![[0, 0, 1], [0, 1, 0]] }.guided_by(Dials);
//! assert!(laws::check(&lock, &[0, 0, 0]).is_ok()); // `advance` agrees with `memo`
//! assert_eq!(IdaStar::new().solve(&lock, &[5, 5, 5]).lower_bound, Some(15));
//! ```
//!
//! If you need no memo, wrap a closure in a [`FnHeuristic`](crate::heuristics::FnHeuristic).
//!
//! # Combining
//!
//! * [`Either`](crate::heuristics::Either) is one of two heuristics, chosen at run time.
//! * [`Max`](crate::heuristics::Max) is the greatest of several estimates: `Max([a, b, c])` if the heuristics have one
//!   type, or a tuple, `Max((a, b))`. It is admissible if all estimates are admissible.
//! * [`Sum`](crate::heuristics::Sum) is the sum of several estimates. The sum is admissible only if no two heuristics
//!   count the cost of the same edge.
//! * [`Reflected`](crate::heuristics::Reflected) uses one heuristic twice: it is the larger of the estimates for a
//!   state and for the mirror image of the state, or its image under another symmetry of the puzzle.
//! * [`Scaled`](crate::heuristics::Scaled) multiplies an estimate by a factor. If the factor is above one, a solution
//!   is usually found sooner, but it need not be optimal. The report then has
//!   [`Guarantee::Unproved`](crate::Guarantee::Unproved) and no lower bound.
//!
//! # Pattern databases
//!
//! Some puzzles move pieces, such as tiles or pancakes. Keep some of the pieces and ignore the others: this is a
//! smaller puzzle. A *pattern database* is a table of the exact costs of the smaller puzzle for *every* placement of
//! the kept pieces. The table is made once, before the search.
//!
//! The example sorts a stack of eight pancakes. A move turns over two or more pancakes at the top of the stack. Four of
//! the pancakes are kept:
//!
//! ```
//! use puzzle_search::heuristics::{FnHeuristic, KeptPieces, Max, PatternDatabase, PieceSpace};
//! use puzzle_search::{laws, AStar, Neighbor, NeighborOf, Puzzle, Solver};
//!
//! struct Stack;
//!
//! impl Puzzle for Stack {
//!     type State = [u8; 8];
//!     /// How many pancakes are turned over.
//!     type Move = usize;
//!     type Cost = u32;
//!
//!     fn neighbors(&self, stack: &[u8; 8]) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!         (2..=8).map(|count| {
//!             let mut turned = *stack;
//!             turned[..count].reverse();
//!             Neighbor::unit(count, turned)
//!         })
//!     }
//!
//!     fn is_goal(&self, stack: &[u8; 8]) -> bool {
//!         stack.is_sorted()
//!     }
//! }
//!
//! // Each move as a list: entry i is the place to which it takes the pancake at place i.
//! let flip = |count: u8| (0..8).map(|i| if i < count { count - 1 - i } else { i }).collect();
//! let moves: Vec<Vec<u8>> = (2..=8).map(flip).collect();
//! let moves: Vec<&[u8]> = moves.iter().map(Vec::as_slice).collect();
//! let place = |_: &Stack, stack: &[u8; 8], pancake: usize| {
//!     stack.iter().position(|&found| usize::from(found) == pancake).map_or(0, |place| place as u8)
//! };
//!
//! // Pancakes 0 to 3 are kept. In the goal they are on the places 0 to 3.
//! let space = PieceSpace::new(&moves, &[0, 1, 2, 3])?;
//! let database = PatternDatabase::new(&Stack, KeptPieces::new(space, place))?;
//! assert_eq!(database.entries(), 8 * 7 * 6 * 5);
//!
//! // Each gap, a pair of adjacent pancakes that are not adjacent in the goal, needs a separate turn.
//! let gaps = FnHeuristic(|_: &Stack, stack: &[u8; 8]| {
//!     let mut below: Vec<u8> = stack[1..].to_vec();
//!     below.push(8); // the plate counts as the largest pancake
//!     Some(stack.iter().zip(below).filter(|&(&a, b)| a.abs_diff(b) != 1).count() as u32)
//! });
//!
//! let start = [4, 6, 2, 0, 7, 5, 1, 3];
//! let blind = AStar::new().solve(&Stack, &start);
//! let with_database = AStar::new().solve(&Stack.guided_by(&database), &start);
//! let with_both = AStar::new().solve(&Stack.guided_by(Max((&database, gaps))), &start);
//! assert_eq!(blind.lower_bound, with_database.lower_bound);
//! assert_eq!(blind.lower_bound, with_both.lower_bound);
//! assert!(3 * with_database.stats.expanded < blind.stats.expanded);
//! assert!(20 * with_both.stats.expanded < with_database.stats.expanded);
//! laws::check(&Stack.guided_by(&database), &[0, 1, 2, 3, 4, 5, 6, 7])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two databases with different pancakes may both count the same move, so the sum of their estimates is not admissible:
//! use `Max` instead. To simplify a puzzle in another way than by keeping some pieces, implement
//! [`Abstraction`](crate::heuristics::Abstraction).
//!
//! Sliding tiles move one at a time. If each database counts only the moves of its own tiles, no move is counted twice,
//! and the sum is admissible. The module [`tile_patterns`](crate::heuristics::tile_patterns) has such *additive*
//! databases:
//!
//! ```
//! use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
//! let patterns = TilePatterns::build(&puzzle, &partition, Style::default()).run()?;
//! let puzzle = puzzle.guided_by(patterns.reflected()?);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! assert_eq!(puzzle.heuristic(&start), Some(29)); // the solution has 31 moves; the Manhattan distance is 21
//! assert!(IdaStar::new().solve(&puzzle, &start).stats.expanded < 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`DiscPatterns`](crate::heuristics::DiscPatterns) are additive databases for [`Hanoi`](crate::puzzles::Hanoi).
//! [`WeightedPatterns`](crate::heuristics::WeightedPatterns) are additive databases for [sliding tiles whose moves have
//! different costs](crate::puzzles::WeightedTiles). For pancakes, [`Gap`](crate::heuristics::Gap) counts gaps as the
//! example above does.
//!
//! A table that is not a pattern database can be built, limited, resumed and kept in a file in the same way: the module
//! [`job`](crate::job) has a whole example.
//!
//! # A guess for what is too large
//!
//! If a puzzle is too large to be solved optimally, a search can still find some solution soon. It can be led by a
//! *guess*, an estimate that may be too high. The solvers [`Anytime`](crate::solvers::Anytime) and
//! [`Beam`](crate::solvers::Beam) take one by their method `led_by`, and expand the states with the least guess first.
//! The lower bounds that they report still come from the heuristic. A guess can do two things that a lower bound
//! cannot:
//!
//! * It can add up terms whose sum is not a lower bound. For example, [`TileGuess`](crate::heuristics::TileGuess) adds
//!   more for one tile far from its goal cell than for several tiles near their goal cells.
//! * It can divide the states into classes, called [kinds](crate::solvers::Guess). `Anytime` expands states of each
//!   kind in turn, so it spends less time on many similar states. On sliding tiles, for example, the kind can be the
//!   cell of the blank.
//!
//! A closure from a state to its guess will do; what else gives [guesses](crate::solvers::Guesses) implements a trait.
//!
//! ```
//! use puzzle_search::heuristics::{Manhattan, TileGuess};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::solvers::Anytime;
//! use puzzle_search::{Limits, Notation, Puzzle, Solver};
//!
//! let tiles = SlidingTiles::<[u8; 64]>::packed(6, 6)?;
//! let start = tiles.parse(
//!     "20 27 18 2 14 10  8 23 1 30 17 5  15 29 13 35 26 22  3 9 31 4 12 6  21 16 19 34 28 7  25 11 33 24 0 32",
//! )?;
//! let by_guess = Anytime::new().led_by(TileGuess::new(&tiles));
//! let by_bound = Anytime::new();
//! let puzzle = tiles.guided_by(Manhattan);
//! let limits = Limits::new().max_generated(100_000);
//! assert!(by_guess.search(&puzzle, &start).limits(limits.clone()).run().best().is_some());
//! assert!(by_bound.search(&puzzle, &start).limits(limits).run().best().is_none());
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # Which one for sliding tiles?
//!
//! Three databases of five tiles each are called 5-5-5.
//!
//! | heuristic | to build and store | nodes of IDA\* on the 15-puzzle, mean of 1000 instances |
//! |---|---|---|
//! | [`Misplaced`](crate::heuristics::Misplaced) | nothing | not measured; for teaching only |
//! | [`Manhattan`](crate::heuristics::Manhattan) | nothing | 401,189,630 |
//! | [`LinearConflict`](crate::heuristics::LinearConflict) | next to nothing | 40,224,625 |
//! | [`tile_patterns`](crate::heuristics::tile_patterns) 5-5-5, reflected | 1.6 million entries | 3,090,405 |
//! | `tile_patterns` 6-6-3, reflected | 11.5 million entries | 617,555 |
//! | `tile_patterns` 7-8, reflected | 577 million entries | 36,710 |
//!
//! The means in the table are published by R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002.
//!
//! [`WalkingDistance`](crate::heuristics::WalkingDistance) is also built in a moment, and takes about as many nodes as
//! `LinearConflict`; their [`Max`](crate::heuristics::Max) takes fewer than half as many. But fewer nodes are not always
//! less time: a node takes several times as long with these two as with `Manhattan`. On the 30 easiest of 500 boards,
//! IDA\* took 2.0 ms a board with `Manhattan`, 2.4 with `WalkingDistance`, 3.6 with `LinearConflict`, 0.9 with 5-5-5 and
//! 0.3 with 6-6-3. The databases 5-5-5 and 6-6-3 are built in less than a second, and pay for hints and for hard boards.
//! To measure heuristics, run `cargo run --release -- show heuristics` in a clone of the repository.
//!
//! Next chapter: [proving it right](super::proving_it_right).
