//! Making it fast: fewer nodes first, then cheaper ones.
//!
//! Measure before and after, with `--release`: a debug build says nothing about speed. (It is some ten times
//! slower. `opt-level = 1` under `[profile.dev]` wins most of that back; for dependencies alone it does not
//! help, since generic code is compiled with your program.) The [`Report`](crate::Report) has the counts and
//! the time; nodes for each second is their quotient.
//!
//! 1. A better [heuristic](super::writing_a_heuristic) is worth more than all that follows.
//! 2. [Say what you know](#say-what-you-know): one line each.
//! 3. [A small state](#a-small-state), and neighbors without a list.
//! 4. [Fewer ways to the same state](#fewer-ways-to-the-same-state), for solvers without memory.
//! 5. [Numbers instead of hashing](#numbers-instead-of-hashing).
//! 6. [A heuristic that is kept up](#a-heuristic-that-is-kept-up).
//! 7. [A traversal of your own](#a-traversal-of-your-own), at the very end.
//!
//! # Say what you know
//!
//! * [`facts`](crate::Puzzle::facts), of the puzzle as a whole:
//!   * [`unit_costs`](crate::Facts::unit_costs): every edge costs one. Breadth-first searches call
//!     their solutions optimal, and stopped ones have a lower bound.
//!   * [`undirected`](crate::Facts::undirected): every move can be taken back.
//!     [`Enumerate`](crate::space::Enumerate) then holds two layers instead of all states.
//!   * [`acyclic`](crate::Facts::acyclic): no path returns. Depth-first solvers then take edges of cost
//!     zero, and end where there is no solution.
//!   * [`consistent`](crate::Facts::consistent), [`parity`](crate::Facts::parity): how the heuristic
//!     behaves along an edge.
//! * [`solvability`](crate::Puzzle::solvability): parity and the like; no search at all for a start that
//!   is ruled out.
//!
//! [`laws::check`](crate::laws::check) refutes facts that do not hold, and tells which seem to:
//!
//! ```
//! use puzzle_search::{from_fn, laws};
//!
//! let puzzle = from_fn(
//!     |&n: &u32| [("up", (n + 1) % 12, 1_u32), ("down", (n + 11) % 12, 1)],
//!     |&n| n == 0,
//! );
//! let checked = laws::check(&puzzle, &0).expect("it keeps the laws");
//! assert!(checked.facts.unit_costs && checked.facts.undirected && checked.complete);
//! ```
//!
//! # A small state
//!
//! Solvers with memory store millions of states, hash them and compare them. A `Vec<u8>` takes 24 bytes
//! and an allocation elsewhere for each; the same numbers packed into an integer take 8, are copied in a
//! register and compared in one step. Keep what is the same for all states in the puzzle.
//!
//! `neighbors` may return a `Vec`, but then each expansion allocates one. An array or an iterator does
//! not.
//!
//! The next programs use a lock with four dials, packed into sixteen bits:
//!
//! ```
//! use puzzle_search::{laws, BreadthFirst, Neighbor, NeighborOf, Puzzle, Solver, Facts};
//!
//! /// Four dials, a digit in four bits each.
//! struct Lock;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash)]
//! struct Dials(u16);
//!
//! impl Dials {
//!     const fn digit(self, dial: u8) -> u16 {
//!         self.0 >> (4 * dial) & 15
//!     }
//!
//!     /// With one dial turned by so many, nine on being one back.
//!     const fn turned(self, (dial, by): (u8, u16)) -> Self {
//!         let digit = (self.digit(dial) + by) % 10;
//!         Self(self.0 & !(15 << (4 * dial)) | digit << (4 * dial))
//!     }
//! }
//!
//! impl std::fmt::Debug for Dials {
//!     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
//!         write!(f, "{:04x}", self.0)
//!     }
//! }
//!
//! impl Puzzle for Lock {
//!     type State = Dials;
//!     type Move = (u8, u16);
//!     type Cost = u32;
//!
//!     fn neighbors(&self, &dials: &Dials) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!         let moves = (0..4).flat_map(|dial| [(dial, 1), (dial, 9)]);
//!         moves.map(move |mv| Neighbor::unit(mv, dials.turned(mv)))
//!     }
//!
//!     fn is_goal(&self, dials: &Dials) -> bool {
//!         dials.0 == 0
//!     }
//!
//!     fn facts(&self) -> Facts<u32> {
//!         Facts::new().unit_costs(true)
//!     }
//! }
//!
//! let start = Dials(0x2018);
//! let report = BreadthFirst::new().solve(&Lock, &start);
//! assert_eq!(report.lower_bound, Some(5)); // 2 + 0 + 1 + 2
//! assert!(laws::check(&Lock, &start).is_ok_and(|checked| checked.complete));
//! ```
//!
//! # Fewer ways to the same state
//!
//! Depth-first solvers do not know where they have been. Whether dial 1 turns before dial 2 or after it
//! makes no difference; both ways are walked, and everything below them twice.
//! [`is_redundant`](crate::Puzzle::is_redundant) forbids one of them. (A move that leads straight back is
//! skipped anyway.)
//!
//! ```
//! use puzzle_search::{laws, IterativeDeepening, Neighbor, NeighborOf, Puzzle, Solver};
//! # #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! # struct Dials(u16);
//! # impl Dials {
//! #     const fn digit(self, dial: u8) -> u16 { self.0 >> (4 * dial) & 15 }
//! #     const fn turned(self, (dial, by): (u8, u16)) -> Self {
//! #         let digit = (self.digit(dial) + by) % 10;
//! #         Self(self.0 & !(15 << (4 * dial)) | digit << (4 * dial))
//! #     }
//! # }
//!
//! struct Lock {
//!     in_order: bool,
//! }
//!
//! impl Puzzle for Lock {
//!     # type State = Dials;
//!     # type Move = (u8, u16);
//!     # type Cost = u32;
//!     # fn neighbors(&self, &dials: &Dials) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!     #     let moves = (0..4).flat_map(|dial| [(dial, 1), (dial, 9)]);
//!     #     moves.map(move |mv| Neighbor::unit(mv, dials.turned(mv)))
//!     # }
//!     # fn is_goal(&self, dials: &Dials) -> bool { dials.0 == 0 }
//!     // What is left out here is as before.
//!
//!     /// Dials are turned in their order, and each one way only.
//!     fn is_redundant(&self, last: &(u8, u16), next: &(u8, u16)) -> bool {
//!         self.in_order && (next.0 < last.0 || next.0 == last.0 && next.1 != last.1)
//!     }
//! }
//!
//! let start = Dials(0x2018);
//! let any_order = Lock { in_order: false };
//! let in_order = Lock { in_order: true };
//! let plain = IterativeDeepening::new().solve(&any_order, &start);
//! let fewer = IterativeDeepening::new().solve(&in_order, &start);
//! assert_eq!(plain.lower_bound, fewer.lower_bound);
//! assert!(10 * fewer.stats.generated < plain.stats.generated);
//! assert!(laws::check(&in_order, &start).is_ok()); // no cheapest way is lost
//! ```
//!
//! This is easy to get wrong: with a jammed combination, the one order that is left may be the one that
//! jams ([proving it right](super::proving_it_right) shows how that is found).
//!
//! If the moves permute pieces, [`Pruned`](crate::pruning::Pruned) learns such rules from the moves
//! alone, longer ones too.
//!
//! # Numbers instead of hashing
//!
//! If states can be numbered without gaps, implement [`Ranked`](crate::Ranked): a table by number needs no
//! hash, no keys and no growth. [`RankedBreadthFirst`](crate::RankedBreadthFirst),
//! [`Enumerate::count_by_rank`](crate::space::Enumerate::count_by_rank),
//! [`DistanceOracle`](crate::space::DistanceOracle) and
//! [`PatternDatabase`](crate::heuristics::PatternDatabase) use it.
//!
//! ```
//! use puzzle_search::space::Enumerate;
//! use puzzle_search::{laws, Neighbor, NeighborOf, Puzzle, Ranked};
//! # #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! # struct Dials(u16);
//! # impl Dials {
//! #     const fn digit(self, dial: u8) -> u16 { self.0 >> (4 * dial) & 15 }
//! #     const fn turned(self, (dial, by): (u8, u16)) -> Self {
//! #         let digit = (self.digit(dial) + by) % 10;
//! #         Self(self.0 & !(15 << (4 * dial)) | digit << (4 * dial))
//! #     }
//! # }
//! # struct Lock;
//! # impl Puzzle for Lock {
//! #     type State = Dials;
//! #     type Move = (u8, u16);
//! #     type Cost = u32;
//! #     fn neighbors(&self, &dials: &Dials) -> impl IntoIterator<Item = NeighborOf<Self>> {
//! #         let moves = (0..4).flat_map(|dial| [(dial, 1), (dial, 9)]);
//! #         moves.map(move |mv| Neighbor::unit(mv, dials.turned(mv)))
//! #     }
//! #     fn is_goal(&self, dials: &Dials) -> bool { dials.0 == 0 }
//! # }
//!
//! /// The four digits, read as a number.
//! impl Ranked for Lock {
//!     fn state_count(&self) -> Option<u128> {
//!         Some(10_000)
//!     }
//!
//!     fn rank(&self, dials: &Dials) -> Option<u128> {
//!         let digits = (0..4).rev().map(|dial| u128::from(dials.digit(dial)));
//!         Some(digits.fold(0, |rank, digit| 10 * rank + digit))
//!     }
//!
//!     fn unrank(&self, rank: u128) -> Option<Dials> {
//!         let digit = |dial: u32| (rank / 10_u128.pow(dial) % 10) as u16;
//!         (rank < 10_000).then(|| Dials((0..4).fold(0, |word, dial| word | digit(dial) << (4 * dial))))
//!     }
//! }
//!
//! laws::check_ranked(&Lock, &Dials(0)).expect("a bijection");
//! let census = Enumerate::new().count_by_rank(&Lock, [Dials(0)]).run()?;
//! assert_eq!((census.states(), census.depth()), (10_000, 20));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Best-first searches have no use for a rank that takes long. But where a number takes less time than a hash, as of
//! a cell of a map, a table of all states by their numbers is faster than a hash table: say so by
//! [`Puzzle::addresses`](crate::Puzzle::addresses), or [`with_addresses`](crate::FnPuzzle::with_addresses) of a
//! puzzle of closures. [`Grid`](crate::puzzles::Grid) does.
//!
//! For permutations, [`permutation`](crate::permutation) has numberings ready, and
//! [`coordinates`](crate::coordinates) tables in their place. Tables by number are made by
//! as many threads as [`Task::threads`](crate::Task::threads) says.
//!
//! # Threads
//!
//! [`IdaStar`](crate::IdaStar::threads) and [`IterativeDeepening`](crate::IterativeDeepening::threads) take
//! threads by a word, where the puzzle is `Sync` and its states and moves are `Send`. The report is that of one
//! thread.
//!
//! ```
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
//!
//! let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
//! let goal: Vec<u8> = (0..16).collect();
//! let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
//! let start = puzzle.parse("14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15")?;
//! let report = IdaStar::new().threads(cores).solve(&puzzle, &start);
//! assert_eq!((report.lower_bound, report.stats.generated), (Some(45), 546_344));
//! # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
//! ```
//!
//! What scales is an iteration of millions of states: it is cut into some sixty subtrees for each thread, as
//! equal as the iteration before tells, and threads share nothing but the list of them. The cost is
//! starting the threads, some ten microseconds each in every iteration, and a path and some hundred bytes for
//! each subtree. What does not scale: an iteration of which most lies in one subtree that was small
//! before, and the last one, of which threads may search parts beyond the goal in vain.
//!
//! [`AStar`](crate::AStar::threads) and [`UniformCost`](crate::UniformCost::threads) take them too, and prove the
//! same; counts, and which of several cheapest solutions is found, differ from run to run. Each thread owns the
//! states that their hash gives it, and sends it the others by the hundred. So a child mostly goes to another
//! thread: two threads take up to a quarter more processor time than one, and a byte more for a state.
//! What scales is a search of millions of states with few different costs; a search of some thousand is left to
//! one thread, and on more threads than cores each waits for the others.
//! [`BranchAndBound`](crate::BranchAndBound::threads) walks subtrees by threads, and each looks below the best
//! solution that any of them has found.
//!
//! [`BreadthFirst`](crate::BreadthFirst::threads) and [`Bidirectional`](crate::Bidirectional::threads) take
//! them where states are `Sync` too. The report is that of one thread, path and counts included. What scales
//! is a layer of many thousand states: some thousand at a time are expanded, and then stored, side by side, and
//! between the two all wait for the last. The cost is sorting them, some half a megabyte for each thread, and
//! 4 bytes for each state of the last two layers. Layers of fewer
//! than 4,096 states are left to one thread, so that a space that is long and narrow gains nothing.
//!
//! Enumerations and tables take them too: [`Task::threads`](crate::Task::threads) for numbered states,
//! [`Enumerate::threads`](crate::space::Enumerate::threads) for hash tables. Those are divided in
//! sixteen, which costs one thread about a quarter more.
//!
//! # A heuristic that is kept up
//!
//! A [`Heuristic`](crate::heuristics::Heuristic) with a memo is not computed anew for each node of a
//! depth-first search: [writing a heuristic](super::writing_a_heuristic#a-heuristic-as-a-value-of-its-own).
//! Where the change follows from the move alone, `CHANGE_IS_LOCAL` and
//! [`change`](crate::heuristics::Heuristic::change) save the memo too; that is how
//! [`Manhattan`](crate::heuristics::Manhattan) does it.
//!
//! # A traversal of your own
//!
//! The solvers without memory do not call `neighbors` themselves. They are visitors, and
//! [`Puzzle::depth_first`](crate::Puzzle::depth_first) drives them over all paths. Overriding it lets a
//! puzzle keep its position in registers or in the program counter; sliding tiles are about twice as
//! fast for it. The rules are few: the same edges in the same order as the default, and on a stop
//! the path is unwound, last move first, each move with its index among the neighbors. A
//! [`Root`](crate::traversal::Root) is the start of a search, or where one that was stopped goes on; what
//! a traversal does not want to do itself it hands over to
//! [`over_neighbors`](crate::traversal::over_neighbors).
//!
//! ```
//! use std::ops::ControlFlow;
//! use puzzle_search::traversal::{over_neighbors, Change, Edge, Root, Step, Visitor};
//! use puzzle_search::{laws, IterativeDeepening, Neighbor, NeighborOf, Puzzle, Solver};
//! # #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! # struct Dials(u16);
//! # impl Dials {
//! #     const fn digit(self, dial: u8) -> u16 { self.0 >> (4 * dial) & 15 }
//! #     const fn turned(self, (dial, by): (u8, u16)) -> Self {
//! #         let digit = (self.digit(dial) + by) % 10;
//! #         Self(self.0 & !(15 << (4 * dial)) | digit << (4 * dial))
//! #     }
//! # }
//! # struct Lock;
//!
//! impl Puzzle for Lock {
//!     # type State = Dials;
//!     # type Move = (u8, u16);
//!     # type Cost = u32;
//!     # fn neighbors(&self, &dials: &Dials) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!     #     let moves = (0..4).flat_map(|dial| [(dial, 1), (dial, 9)]);
//!     #     moves.map(move |mv| Neighbor::unit(mv, dials.turned(mv)))
//!     # }
//!     # fn is_goal(&self, dials: &Dials) -> bool { dials.0 == 0 }
//!     fn is_redundant(&self, last: &(u8, u16), next: &(u8, u16)) -> bool {
//!         next.0 < last.0 || next.0 == last.0 && next.1 != last.1
//!     }
//!
//!     fn depth_first<V: Visitor<Dials, (u8, u16), u32>>(
//!         &self,
//!         root: Root<'_, Dials, (u8, u16)>,
//!         carried: V::Carried,
//!         mut visitor: V,
//!     ) -> (V, ControlFlow<()>) {
//!         if root.before.is_some() || !root.resume.is_empty() {
//!             return over_neighbors(self, root, carried, visitor); // not from a start
//!         }
//!         let flow = below(root.state, (0, 0), carried, &mut visitor);
//!         (visitor, flow)
//!     }
//! }
//!
//! /// All paths below a node that was reached by turning this dial by so much; zero at the start.
//! fn below<V: Visitor<Dials, (u8, u16), u32>>(
//!     parent: &Dials,
//!     (dial, by): (u8, u16),
//!     carried: V::Carried,
//!     visitor: &mut V,
//! ) -> ControlFlow<()> {
//!     visitor.expand(carried, parent)?;
//!     for next in dial..4 {
//!         for on in [1, 9] {
//!             if next == dial && by != 0 && on != by {
//!                 continue; // back again
//!             }
//!             let mv = (next, on);
//!             let child = parent.turned(mv);
//!             let edge = Edge::new(parent, &mv, 1, &child);
//!             let change = || Some(Change { from: 0, to: 0 }); // the lock has no heuristic
//!             let flow = match visitor.enter(carried, edge, change) {
//!                 Step::Prune => continue,
//!                 Step::Descend(carried) => below(&child, mv, carried, visitor),
//!                 Step::Stop => ControlFlow::Break(()),
//!             };
//!             if flow.is_break() {
//!                 visitor.unwind(u32::from(2 * next + u8::from(on == 9)), mv);
//!                 return flow;
//!             }
//!         }
//!     }
//!     ControlFlow::Continue(())
//! }
//!
//! assert!(laws::check(&Lock, &Dials(0)).is_ok());
//! let report = IterativeDeepening::new().solve(&Lock, &Dials(0x2018));
//! assert_eq!(report.lower_bound, Some(5));
//! ```
//!
//! This one calls itself, once for each move of the path. That is fine for some hundred moves; a traversal
//! that may go deeper should hand over to [`over_neighbors`](crate::traversal::over_neighbors), which keeps
//! a stack of its own and asks the visitor's [budget](crate::Budget) before it grows.
//! [`check_traversal`](crate::laws::check_traversal) compares an override with the default edge by edge,
//! to a depth of thousands of moves, and stops and resumes it.
//!
//! Next: [proving it right](super::proving_it_right).
