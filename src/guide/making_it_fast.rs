//! Making it fast: fewer nodes first, then cheaper nodes.
//!
//! Measure before and after, with `--release`: a debug build says nothing about speed. (It is about ten times slower.
//! `opt-level = 1` under `[profile.dev]` wins most of that back. Setting it for dependencies alone does not help, since
//! generic code is compiled with your program.) The [`Report`](crate::Report) has the counts and the time; divide a
//! count by the time to get nodes per second.
//!
//! 1. A better [heuristic](super::writing_a_heuristic) is worth more than all that follows.
//! 2. [Say what you know](#say-what-you-know) about the puzzle: one line of code for each fact.
//! 3. [A small state](#a-small-state), and a method `neighbors` that allocates no list.
//! 4. [Fewer paths to the same state](#fewer-ways-to-the-same-state), for solvers without memory.
//! 5. [Numbers instead of hashing](#numbers-instead-of-hashing).
//! 6. [A heuristic that is updated move by move](#a-heuristic-that-is-updated-move-by-move).
//! 7. [A traversal of your own](#a-traversal-of-your-own), at the very end.
//!
//! # Say what you know
//!
//! * [`facts`](crate::Puzzle::facts): override this method to tell solvers what holds for the puzzle as a whole:
//!   * [`unit_costs`](crate::Facts::unit_costs): every edge costs one. Breadth-first searches then report their
//!     solutions as optimal, and they report a lower bound when they are stopped.
//!   * [`undirected`](crate::Facts::undirected): every move can be undone. [`Enumerate`](crate::space::Enumerate),
//!     which counts states layer by layer, then remembers only its last layers instead of all states.
//!   * [`acyclic`](crate::Facts::acyclic): no path leads back to a state on it. Depth-first solvers then accept edges
//!     of cost zero, and can prove that there is no solution.
//!   * [`consistent`](crate::Facts::consistent): along an edge, the estimate falls by no more than the edge costs.
//!   * [`parity`](crate::Facts::parity): in every state, the estimate and the true cost are both even or both odd, so a
//!     solution that costs more than the estimate costs at least two more.
//! * [`solvability`](crate::Puzzle::solvability): override this method with a test, for example of a parity, that tells
//!   without a search that a start cannot be solved.
//!
//! [`laws::check`](crate::laws::check) explores states. It returns an error if one of the stated facts does not hold,
//! and otherwise reports which facts hold in all states that it explored:
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
//! Solvers with memory store millions of states, hash them and compare them. A `Vec<u8>` takes 24 bytes and a heap
//! allocation for each state. The same numbers packed into a `u64` take 8 bytes, are copied in a register and compared
//! in one step. Data that is the same for all states belongs in the puzzle.
//!
//! `neighbors` may return a `Vec`, but then each expansion allocates one. An array or an iterator allocates nothing.
//!
//! Most examples from here on open a lock with four dials by turning each dial to 0. A state has the four digits packed
//! into sixteen bits:
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
//!     /// These dials with one of them turned up by `by` digits. To turn it down by 1, turn it up by 9.
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
//! assert_eq!(report.lower_bound, Some(5)); // 2, 0, 1 and 8 need 2 + 0 + 1 + 2 turns
//! assert!(laws::check(&Lock, &start).is_ok_and(|checked| checked.complete));
//! ```
//!
//! # Fewer ways to the same state
//!
//! Depth-first solvers such as IDA\* do not remember which states they have visited. Turning dial 1 before dial 2 leads
//! to the same state as turning it after dial 2. Both orders are searched, so the whole subtree below that state is
//! searched twice. [`is_redundant`](crate::Puzzle::is_redundant) forbids one of the orders. (A move that leads straight
//! back to the state before is skipped anyway.)
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
//!     // What is hidden here, and the type `Dials`, are as in the example before.
//!
//!     /// Keeps only sequences that turn the dials in the order of their numbers, each in one direction only.
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
//! assert!(laws::check(&in_order, &start).is_ok()); // no cheapest path is lost
//! ```
//!
//! Such a rule is easy to get wrong. If some combinations jam the lock and must not be passed, the only order that the
//! rule allows may lead through such a combination. [Proving it right](super::proving_it_right) shows how to find such
//! mistakes.
//!
//! You need not write such rules if each move has the same effect in every state in which it can be played, as a turn
//! of a cube has. Then [`Pruned`](crate::pruning::Pruned) finds the rules by itself, including rules for more than two
//! moves in a row.
//!
//! # Numbers instead of hashing
//!
//! If states can be numbered without gaps, implement [`Ranked`](crate::Ranked). A table indexed by these numbers needs
//! no hashing, stores no keys and never grows. [`RankedBreadthFirst`](crate::RankedBreadthFirst),
//! [`Enumerate::count_by_rank`](crate::space::Enumerate::count_by_rank),
//! [`DistanceOracle`](crate::space::DistanceOracle) and [`PatternDatabase`](crate::heuristics::PatternDatabase) use
//! such tables.
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
//! /// The rank of a state is its four digits, read as a number. `Lock` and `Dials` are as before, in hidden lines.
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
//! Best-first searches do not use ranks, which may take long to compute. But sometimes a number for a state takes less
//! time to compute than its hash: the number of a cell of a map, for example. A table indexed by number is then faster
//! than a hash table. For such a puzzle, override [`Puzzle::addresses`](crate::Puzzle::addresses), as
//! [`Grid`](crate::puzzles::Grid) does, or call [`with_addresses`](crate::FnPuzzle::with_addresses) on a puzzle of
//! closures.
//!
//! For permutations, [`permutation`](crate::permutation) has ready-made numberings, and
//! [`coordinates`](crate::coordinates) has tables that give, for each number and move, the number that the move leads
//! to. Tables indexed by number are built on as many threads as [`Task::threads`](crate::Task::threads) says.
//!
//! # Threads
//!
//! [`IdaStar::threads`](crate::IdaStar::threads) and
//! [`IterativeDeepening::threads`](crate::IterativeDeepening::threads) divide a search among threads. The puzzle has to
//! be `Sync`, and its states and moves `Send`. The report is the same as with one thread.
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
//! Iterations of millions of states scale well. Each iteration is divided into some sixty subtrees for each thread. To
//! make the subtrees about equal, the division uses the sizes that they had in the previous iteration. The threads
//! share only the list of subtrees. The price is the time to start the threads, some ten microseconds for each thread
//! in every iteration, and the memory for the list: a path and some hundred bytes for each subtree. Two kinds of
//! iteration do not scale. One is an iteration most of whose nodes lie in a single subtree that was small in the
//! previous iteration. The other is the last iteration: threads may search subtrees that come after the goal, in vain.
//!
//! With [`AStar::threads`](crate::AStar::threads) and [`UniformCost::threads`](crate::UniformCost::threads), the cost
//! of the solution and the lower bound are the same as with one thread. The counts differ from run to run, and so may
//! the solution if there are several cheapest ones. Each thread owns the states that are assigned to it by their hash.
//! When it generates children that belong to other threads, it sends them to these threads, some hundred at a time.
//! Most children have to be sent, so two threads together take up to a quarter more processor time than one. With
//! several threads, each state also takes one more byte. Searches of millions of states with few different costs scale
//! well. A search of some thousand states is left to one thread. With more threads than cores, the threads wait for one
//! another. [`BranchAndBound::threads`](crate::BranchAndBound::threads) divides subtrees among threads. Each thread
//! prunes by the best solution that any thread has found.
//!
//! [`BreadthFirst::threads`](crate::BreadthFirst::threads) and
//! [`Bidirectional::threads`](crate::Bidirectional::threads) also need states that are `Sync`. The report is the same
//! as with one thread, path and counts included. Layers of many thousand states scale well: some thousand states at a
//! time are expanded in parallel, and their children are then stored in parallel. Between the two steps all threads
//! wait for the slowest one. The price is the time to sort the children, and memory: about half a megabyte for each
//! thread, and 4 bytes for each state of the last two layers. Layers of fewer than 4,096 states are left to one thread,
//! so a space of many small layers gains nothing.
//!
//! Enumerations and tables can be divided among threads too: call [`Task::threads`](crate::Task::threads) if states are
//! numbered, and [`Enumerate::threads`](crate::space::Enumerate::threads) if they are kept in hash tables.
//! `Enumerate::threads` divides the hash table into sixteen parts, which costs about a quarter more time if there is
//! only one thread.
//!
//! # A heuristic that is updated move by move
//!
//! A [`Heuristic`](crate::heuristics::Heuristic) may keep a *memo*, a small value from which the estimate follows.
//! Depth-first searches update the memo along each edge instead of computing the estimate anew for each node: see
//! [writing a heuristic](super::writing_a_heuristic#a-heuristic-as-a-value-of-its-own). If the change of the estimate
//! can be computed from the edge alone, set [`CHANGE_IS_LOCAL`](crate::heuristics::Heuristic::CHANGE_IS_LOCAL) and
//! override [`change`](crate::heuristics::Heuristic::change): then solvers compute the change at each edge, and keep no
//! memo at all. [`Manhattan`](crate::heuristics::Manhattan) does so.
//!
//! # A traversal of your own
//!
//! The solvers without memory do not call `neighbors` themselves. [`Puzzle::depth_first`](crate::Puzzle::depth_first)
//! walks all paths and calls the solver, which is a [`Visitor`](crate::traversal::Visitor), at each edge. A puzzle that
//! overrides this method can keep its position in registers or in the program counter, which makes sliding tiles about
//! twice as fast. An override has to enter the same edges in the same order as the default. When the visitor stops the
//! traversal, the override has to report the current path by calling [`unwind`](crate::traversal::Visitor::unwind) for
//! each move, last move first, with the index of the move among the neighbors. The [`Root`](crate::traversal::Root)
//! that the override receives is the start of a search, a later state whose subtree is searched by itself, or the point
//! from which a stopped search continues. In any of these cases an override may call the default,
//! [`over_neighbors`](crate::traversal::over_neighbors). This example does so in all cases except the first. `Lock` and
//! `Dials` are as before, in hidden lines:
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
//!             return over_neighbors(self, root, carried, visitor); // not the start of a search
//!         }
//!         let flow = below(root.state, (0, 0), carried, &mut visitor);
//!         (visitor, flow)
//!     }
//! }
//!
//! /// Walks all paths below `parent`. The last move turned `dial` by `by`; `by` is zero if there was no move before.
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
//!                 continue; // turns the same dial back
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
//!                 visitor.unwind(u32::from(2 * next + u8::from(on == 9)), mv); // the index in `neighbors`
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
//! This override calls itself once for each move of the path, which is fine for some hundred moves. If paths may be
//! longer, do not override the method, or write an override that does as
//! [`over_neighbors`](crate::traversal::over_neighbors) does: it keeps a stack on the heap, and asks the visitor's
//! [budget](crate::Budget), which enforces the limit on bytes, before the stack grows.
//! [`check_traversal`](crate::laws::check_traversal) compares an override with the default edge by edge, to a depth of
//! thousands of moves, and checks that the override can be stopped and resumed.
//!
//! Next: [proving it right](super::proving_it_right).
