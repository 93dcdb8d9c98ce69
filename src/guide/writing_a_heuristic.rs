//! Writing a heuristic: lower bounds that are right, and lower bounds that are good.
//!
//! A heuristic estimates the cost from a state to the nearest goal. The better it is, the less is
//! searched; a search with a perfect one walks straight to the goal. It has to keep one law, and should
//! keep a second.
//!
//! # Admissible: never too much
//!
//! An estimate must never exceed the cost of a cheapest path. Then an optimal solution is never cut off.
//! `None` means "no goal can be reached from here", and must be certain too. At a goal the estimate is
//! zero.
//!
//! The way to find one is to make the puzzle easier and solve the easier one exactly. What can be done in
//! the puzzle can be done in the easier one, so it never costs more there.
//!
//! A combination lock has three dials. Some combinations jam it and must not be passed. Forget those: each
//! dial then turns to its place by itself, the shorter way round.
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
//!     /// Which dial, and one up or one down.
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
//!         Facts::new().unit_costs(true)
//!     }
//! }
//!
//! let lock = Lock { jammed: vec![[0, 1, 0], [9, 0, 0], [1, 0, 0], [0, 9, 0], [0, 0, 9]] };
//! let start = [3, 8, 4];
//! let informed = AStar::new().solve(&lock, &start);
//! let blind = BreadthFirst::new().solve(&lock, &start);
//! assert_eq!(informed.lower_bound, Some(9)); // the dials alone need 3 + 2 + 4
//! assert_eq!(informed.lower_bound, blind.lower_bound);
//! assert!(20 * informed.stats.expanded < blind.stats.expanded);
//!
//! assert!(laws::check(&lock, &[0, 0, 0]).expect("it keeps the laws").facts.consistent);
//! ```
//!
//! The last line tests admissibility on every state; do not go without it
//! ([proving it right](super::proving_it_right)).
//!
//! # Consistent: never dropping by more than the edge costs
//!
//! An estimate is *consistent* if `h(state) <= cost of the edge + h(neighbor)` on every edge. Then f never
//! falls along a path, and A\* never finds a cheaper way to a state that it has expanded: each is expanded
//! once. If it is admissible but not consistent the solution is still optimal; A\* then *reopens* states,
//! which [`Stats::reopened`](crate::Stats) counts, and may do much more work.
//!
//! The solution of an easier puzzle is consistent by itself. Inconsistent ones come from choosing between
//! several estimates at random, or from tables with gaps. [`laws::Checked::consistent`](crate::laws::Checked)
//! tells.
//!
//! # Dead ends
//!
//! ```
//! use puzzle_search::{from_fn, AStar, Solver};
//!
//! // From 1 to 1000 by doubling and adding three. Beyond 1000 there is no way back.
//! let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 1_u32), ("add", n + 3, 1)], |&n| n == 1_000)
//!     .with_heuristic(|&n| (n <= 1_000).then_some(u32::from(n != 1_000)));
//! let solution = AStar::new().solve(&puzzle, &1).into_result()?;
//! assert!(solution.verify(&puzzle, &1).is_ok());
//! # Ok::<(), puzzle_search::Unsolved<u32>>(())
//! ```
//!
//! A state for which the heuristic returns `None` is never stored. Without that the numbers would grow
//! until they overflow.
//!
//! # A heuristic as a value of its own
//!
//! [`Puzzle::heuristic`](crate::Puzzle::heuristic) belongs to the puzzle. A
//! [`Heuristic`](crate::heuristics::Heuristic) is a value that can be swapped, and
//! [`guided_by`](crate::Puzzle::guided_by) gives it to a puzzle: `puzzle.guided_by(Manhattan)`.
//!
//! It splits the estimate in two. The *memo* is a small value that can be kept up along an edge; the
//! estimate follows from the memo. Depth-first solvers then carry the memo along the path and pay for
//! what a move changes, not for the whole state.
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
//! /// How far the dials are from home, one by one.
//! struct Dials;
//!
//! fn away(digit: u8) -> u32 {
//!     u32::from(digit.min(10 - digit))
//! }
//!
//! impl Heuristic<Lock> for Dials {
//!     /// The sum.
//!     type Memo = u32;
//!
//!     fn memo(&self, _: &Lock, at: &[u8; 3]) -> u32 {
//!         at.iter().map(|&digit| away(digit)).sum()
//!     }
//!
//!     /// One dial has turned: its part of the sum is exchanged.
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
//! A closure will do where there is nothing to keep up: [`FnHeuristic`](crate::heuristics::FnHeuristic).
//!
//! # Combining
//!
//! * [`Either`](crate::heuristics::Either) is one of two, chosen when the program runs: the guided puzzle
//!   has one type, whichever it is.
//! * [`Max`](crate::heuristics::Max) of two admissible estimates is admissible. It costs the time of
//!   both.
//! * [`Sum`](crate::heuristics::Sum) is larger, but admissible only if no edge is counted by both: each
//!   must count the moves of pieces of its own.
//! * [`Reflected`](crate::heuristics::Reflected) asks the same heuristic again for a symmetric state.
//! * [`Scaled`](crate::heuristics::Scaled) above one is not admissible: sooner found, and
//!   not optimal. It says so ([`facts`](crate::heuristics::Heuristic::facts)), and so does the
//!   report: [`Guarantee::Unproved`](crate::Guarantee::Unproved), and no lower bound.
//!
//! # Pattern databases
//!
//! Keep some of the pieces, forget the others, and solve what is left for *every* placement, once, backward
//! from the goal. The table of these exact costs is a pattern database: one look-up for each estimate.
//!
//! Eight pancakes are sorted by turning over the upper ones. Four are kept:
//!
//! ```
//! use puzzle_search::heuristics::{FnHeuristic, KeptPieces, Max, PatternDatabase, PieceSpace};
//! use puzzle_search::{laws, AStar, Neighbor, NeighborOf, Puzzle, Solver};
//!
//! struct Stack;
//!
//! impl Puzzle for Stack {
//!     type State = [u8; 8];
//!     /// How many are turned over.
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
//! // What the moves do to the places: what is at place i goes to place moves[..][i].
//! let flip = |count: u8| (0..8).map(|i| if i < count { count - 1 - i } else { i }).collect();
//! let moves: Vec<Vec<u8>> = (2..=8).map(flip).collect();
//! let moves: Vec<&[u8]> = moves.iter().map(Vec::as_slice).collect();
//! let place = |_: &Stack, stack: &[u8; 8], pancake: usize| {
//!     stack.iter().position(|&found| usize::from(found) == pancake).map_or(0, |place| place as u8)
//! };
//!
//! // Pancakes 0 to 3, which belong to the places 0 to 3.
//! let space = PieceSpace::new(&moves, &[0, 1, 2, 3])?;
//! let database = PatternDatabase::new(&Stack, KeptPieces::new(space, place))?;
//! assert_eq!(database.entries(), 8 * 7 * 6 * 5);
//!
//! // Each gap between two that do not belong together needs a turn of its own.
//! let gaps = FnHeuristic(|_: &Stack, stack: &[u8; 8]| {
//!     let mut below: Vec<u8> = stack[1..].to_vec();
//!     below.push(8); // the plate
//!     Some(stack.iter().zip(below).filter(|&(&a, b)| a.abs_diff(b) != 1).count() as u32)
//! });
//!
//! let start = [4, 6, 2, 0, 7, 5, 1, 3];
//! let blind = AStar::new().solve(&Stack, &start);
//! let with_database = AStar::new().solve(&Stack.guided_by(&database), &start);
//! let with_both = AStar::new().solve(&Stack.guided_by(Max(&database, gaps)), &start);
//! assert_eq!(blind.lower_bound, with_database.lower_bound);
//! assert_eq!(blind.lower_bound, with_both.lower_bound);
//! assert!(3 * with_database.stats.expanded < blind.stats.expanded);
//! assert!(20 * with_both.stats.expanded < with_database.stats.expanded);
//! laws::check(&Stack.guided_by(&database), &[0, 1, 2, 3, 4, 5, 6, 7])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A turn of the stack moves pancakes of every pattern, so two such databases must not be added up;
//! `Max` is right. For any other simplification than "keep some pieces", implement
//! [`Abstraction`](crate::heuristics::Abstraction).
//!
//! Sliding tiles move one at a time, and there the sums are admissible:
//! [`tile_patterns`](crate::heuristics::tile_patterns) has additive databases, a hundred times faster to
//! build, reflected and cached in files.
//!
//! ```
//! use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
//! let patterns = TilePatterns::new(&puzzle, &partition, Style::default())?;
//! let puzzle = puzzle.guided_by(patterns.reflected()?);
//! let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
//! assert_eq!(puzzle.heuristic(&start), Some(29)); // it takes 31; the Manhattan distance says 21
//! assert!(IdaStar::new().solve(&puzzle, &start).stats.expanded < 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! So do the discs of [`Hanoi`](crate::puzzles::Hanoi), and tiles that cost differently:
//! [`DiscPatterns`](crate::heuristics::DiscPatterns) and
//! [`WeightedPatterns`](crate::heuristics::WeightedPatterns) are sums that stay consistent, as
//! [`BaeStar`](crate::BaeStar) wants them. [`Gap`](crate::heuristics::Gap) is the crate's own count of gaps.
//!
//! # A guess for what is too large
//!
//! Where no bound is strong enough to end a search, it is still to find something soon. What leads it there need not
//! be admissible: [`Puzzle::guess`](crate::Puzzle::guess) says what looks near, [`Anytime`](crate::Anytime) and
//! [`Beam`](crate::Beam) go there, and what they prove comes from the heuristic all the same. Two things make a guess
//! better than a bound:
//!
//! * It may weigh what a bound cannot add up. [`TileGuess`](crate::heuristics::TileGuess) makes one tile that has far
//!   to go dearer than many that are nearly home, and counts every two tiles that stand the wrong way round.
//! * It may tell [kinds](crate::Guess) of states, which take turns in `Anytime`: those that are best by a value may
//!   differ in little. Boards of 8x8 have a first solution after fewer states where the cell of the blank is the kind
//!   than where there is one kind.
//!
//! [`WithGuess`](crate::heuristics::WithGuess) puts a guess beside any heuristic.
//!
//! ```
//! use puzzle_search::heuristics::{Manhattan, TileGuess, WithGuess};
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{Anytime, Limits, Notation, Puzzle, Solver};
//!
//! let tiles = SlidingTiles::<[u8; 64]>::packed(6, 6)?;
//! let start = tiles.parse(
//!     "20 27 18 2 14 10  8 23 1 30 17 5  15 29 13 35 26 22  3 9 31 4 12 6  21 16 19 34 28 7  25 11 33 24 0 32",
//! )?;
//! let by_guess = tiles.clone().guided_by(WithGuess(Manhattan, TileGuess::new(&tiles)));
//! let by_bound = tiles.guided_by(Manhattan);
//! let limits = Limits::new().max_generated(100_000);
//! let soon = Anytime::new().search(&by_guess, &start).limits(limits.clone()).run();
//! assert!(soon.best().is_some());
//! assert!(Anytime::new().search(&by_bound, &start).limits(limits).run().best().is_none());
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! # Which one for sliding tiles?
//!
//! | heuristic | to build | nodes of IDA\* on the 15-puzzle, mean of 1000 |
//! |---|---|---|
//! | [`Misplaced`](crate::heuristics::Misplaced) | nothing | for teaching only |
//! | [`Manhattan`](crate::heuristics::Manhattan) | nothing | 401,189,630 |
//! | [`LinearConflict`](crate::heuristics::LinearConflict) | next to nothing | 40,224,625 |
//! | [`DynamicPatterns`](crate::heuristics::tile_patterns::DynamicPatterns) of pairs | next to nothing | 9,983,886 |
//! | of pairs and triples | a moment, 1.5 MB | 707,476 |
//! | [`tile_patterns`](crate::heuristics::tile_patterns) 5-5-5, reflected | 1.6 million entries | 3,090,405 |
//! | 6-6-3, reflected | 11.5 million entries | 617,555 |
//! | 7-8, reflected | 577 million entries | 36,710 |
//!
//! The means are those of R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002, and for dynamic
//! patterns those of A. Felner, R. E. Korf, S. Hanan, "Additive pattern database heuristics", 2004. The latter
//! take ten times as long for a node; their tables know the blank's region here, and had 832,476 nodes on the first
//! 500 of the thousand, for which 479,719,096 are published with the Manhattan distance. Where a board is too large
//! for additive databases triples are still small: 13 MB for 6x6.
//! [`WalkingDistance`](crate::heuristics::WalkingDistance) and
//! [`InversionDistance`](crate::heuristics::InversionDistance) build in a moment, too. The `heuristics`
//! example measures all of them on your machine (`cargo run --release --example heuristics`).
//!
//! Next: [making it fast](super::making_it_fast).
