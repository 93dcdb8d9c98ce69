//! Making it fast: how to search fewer nodes, and then how to make each node cheaper.
//!
//! Measure before and after each change, with `--release`: a debug build is about ten times slower. The
//! [`Report`](crate::Report) has the numbers of nodes and the time.
//!
//! 1. A better [heuristic](super::writing_a_heuristic) helps more than all other steps.
//! 2. [Say what you know](#say-what-you-know) about the puzzle: each fact is one line of code.
//! 3. Use [a small state](#a-small-state), and let the method `neighbors` allocate no list.
//! 4. For depth-first solvers, allow [fewer paths to the same state](#fewer-ways-to-the-same-state).
//! 5. If states can be numbered, use [numbers instead of hashing](#numbers-instead-of-hashing).
//! 6. For depth-first solvers, write [a heuristic that is updated move by
//!    move](#a-heuristic-that-is-updated-move-by-move).
//! 7. If the other steps are not enough, write [a depth-first loop of your
//!    own](#a-depth-first-loop-of-your-own).
//!
//! # Say what you know
//!
//! [`laws::check`](crate::laws::check) reports which facts it found true of all states that it explored, so it says
//! what you may declare:
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
//! A puzzle declares facts by a method, and may have another method that decides whether a start can be solved:
//!
//! * [`facts`](crate::Puzzle::facts): override this method to tell solvers what is true of the whole puzzle:
//!   * [`unit_costs`](crate::Facts::unit_costs): every edge costs one. Breadth-first solvers then report their
//!     solutions as optimal.
//!   * [`undirected`](crate::Facts::undirected): if an edge leads from one state to another, an edge also leads back.
//!     [`count_by_hashing`](crate::space::Enumerate::count_by_hashing), which counts states, then needs less memory.
//!   * [`acyclic`](crate::Facts::acyclic): no path visits a state twice. Depth-first solvers then accept edges of cost
//!     zero, and can prove that there is no solution.
//!   * [`consistent`](crate::Facts::consistent): along an edge, the estimate never falls by more than the edge costs.
//!   * [`parity`](crate::Facts::parity): in every state, the estimate and the true cost are both even or both odd.
//! * [`solvability`](crate::Puzzle::solvability): override this method if a quick test can prove that a start cannot be
//!   solved.
//!
//! If a declared fact is false, [`laws::check`](crate::laws::check) returns an error when it finds that out.
//!
//! # A small state
//!
//! Solvers such as A\* store millions of states. A `Vec<u8>` takes 24 bytes and a heap allocation for each state;
//! numbers packed into a `u64` take 8 bytes. If data is the same for all states, store it in the puzzle, not in the
//! states.
//!
//! If `neighbors` returns a `Vec`, each expansion allocates memory. An array or an iterator allocates nothing.
//!
//! The puzzle of most examples below is a lock with four dials, which opens when each dial shows 0. A state is the four
//! digits, packed into sixteen bits:
//!
//! ```
//! use puzzle_search::{laws, BreadthFirst, Neighbor, NeighborOf, Puzzle, Solver, Facts};
//!
//! /// A lock with four dials. Each digit takes four bits.
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
//!         Facts::new().unit_costs()
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
//! Depth-first solvers such as IDA\* do not remember which states they have visited. For example, the moves "dial 1,
//! then dial 2" and the moves "dial 2, then dial 1" lead to the same state. A depth-first solver searches the whole
//! subtree below that state twice. The method [`is_redundant`](crate::Puzzle::is_redundant) can forbid one of the two
//! orders:
//!
//! ```
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{laws, Neighbor, NeighborOf, Puzzle, Solver};
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
//!     // The hidden lines and the type `Dials` are as in the previous example.
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
//! With a wrong rule, solvers may miss the cheapest solutions. [Proving it right](super::proving_it_right) shows how to
//! find this mistake.
//!
//! If each move has the same effect in every state in which it can be played, like the turns of a cube,
//! [`Pruned`](crate::pruning::Pruned) finds such rules.
//!
//! # Numbers instead of hashing
//!
//! If states can be numbered without gaps, implement [`Ranked`](crate::Ranked), or call
//! [`with_ranks`](crate::puzzle::FnPuzzle::with_ranks) on a puzzle made of closures. A table indexed by these numbers
//! needs no hashing and stores no keys. [`Enumerate::count_by_rank`](crate::space::Enumerate::count_by_rank) and
//! [`DistanceOracle`](crate::space::DistanceOracle) use such tables.
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
//! laws::Check::new().ranked(&Lock, &Dials(0)).expect("a bijection");
//! let census = Enumerate::new().count_by_rank(&Lock, [Dials(0)]).run()?;
//! assert_eq!((census.states(), census.depth()), (10_000, 20));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Best-first searches such as A\* do not use `Ranked`. For these searches, override
//! [`addresses`](crate::Puzzle::addresses) and [`address`](crate::Puzzle::address), and set
//! [`HAS_ADDRESSES`](crate::Puzzle::HAS_ADDRESSES) to true, if a state can be numbered in less time than it takes to
//! hash the state. On one thread, these searches then use a table indexed by this number.
//! [`Grid`](crate::puzzles::Grid) numbers the cells of a map in this way.
//!
//! The module [`permutation`](crate::permutation) maps permutations to numbers and back.
//!
//! # Threads
//!
//! [`IdaStar::threads`](crate::IdaStar::threads) and
//! [`IterativeDeepening::threads`](crate::solvers::IterativeDeepening::threads) divide a search among threads. If the
//! search is not stopped, the report is the same as with one thread, except for the number of bytes and the time.
//! Iterations of millions of states scale well with the number of threads. Each thread needs little memory.
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
//! With [`AStar::threads`](crate::AStar::threads) and [`UniformCost::threads`](crate::UniformCost::threads), the cost
//! of the solution and the lower bound are the same as with one thread. The counts and the path may differ from run to
//! run. Each state takes one byte more than with one thread. Searches of millions of states scale well if f has few
//! different values.
//!
//! [`BranchAndBound::threads`](crate::solvers::BranchAndBound::threads) divides subtrees among threads. Here too, the
//! counts may differ from run to run.
//!
//! With [`BreadthFirst::threads`](crate::BreadthFirst::threads) and
//! [`Bidirectional::threads`](crate::Bidirectional::threads), the path and the counts of states are the same as with
//! one thread. Layers of many thousand states scale well, small layers do not. The search takes about half a megabyte
//! more for each thread, and 4 bytes more for each state of the last two layers.
//!
//! Several threads can also count states and build tables together: call [`Task::threads`](crate::Task::threads).
//!
//! # A heuristic that is updated move by move
//!
//! A [`Heuristic`](crate::heuristics::Heuristic) can compute its estimate from a *memo*, a small value that belongs to
//! a state. Depth-first solvers compute the memo of a child from the memo of its parent: see [writing a
//! heuristic](super::writing_a_heuristic#a-heuristic-as-a-value-of-its-own).
//!
//! # A depth-first loop of your own
//!
//! Solvers that store no states, such as IDA\*, call [`Puzzle::deepen`](crate::Puzzle::deepen), again and again with
//! greater bounds. A puzzle can override [`deepen_by`](crate::Puzzle::deepen_by), which walks by any heuristic, with
//! faster code. All depth-first solvers then use it, and so does the puzzle when it is lent or guided by a heuristic.
//!
//! The loop is given an [`Iteration`](crate::puzzle::traversal::Iteration), whose page says what it has to do: charge
//! each node, ask whether a child is within the bound, and tell the path to where it ends. It has to visit the same
//! nodes, in the same order, as the default. `Lock` and `Dials` are as before, in hidden lines:
//!
//! ```
//! use std::ops::ControlFlow;
//! use puzzle_search::heuristics::Heuristic;
//! use puzzle_search::puzzle::traversal::{over_neighbors, IterationOf, NodeRef, Resumed};
//! use puzzle_search::solvers::IterativeDeepening;
//! use puzzle_search::{laws, Neighbor, NeighborOf, Puzzle, Solver};
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
//!     fn deepen_by<H: Heuristic<Self>>(
//!         &self,
//!         heuristic: &H,
//!         iteration: &mut IterationOf<'_, Self>,
//!     ) -> ControlFlow<()> {
//!         if iteration.is_filtered() {
//!             return over_neighbors(self, heuristic, iteration);
//!         }
//!         let root = iteration.root();
//!         let last = root.path.last().copied().unwrap_or((0, 0));
//!         let h = heuristic.estimate(self, heuristic.memo(self, root.state));
//!         match h.and_then(|h| iteration.admit(root.g, 0, h)) {
//!             Some(_) => below(self, heuristic, (root.state, last, root.g), iteration),
//!             None => ControlFlow::Continue(()),
//!         }
//!     }
//! }
//!
//! /// Walks below `parent`. The last move turned `dial` by `by`; `by` is zero if there was no move before.
//! fn below<H: Heuristic<Lock>>(
//!     lock: &Lock,
//!     heuristic: &H,
//!     (parent, (dial, by), g): (&Dials, (u8, u16), u32),
//!     iteration: &mut IterationOf<'_, Lock>,
//! ) -> ControlFlow<()> {
//!     let h = |dials: &Dials| heuristic.estimate(lock, heuristic.memo(lock, dials));
//!     let resumed = iteration.resumed(); // a walk that was stopped goes on at one of the children
//!     if resumed.is_none() {
//!         iteration.expand(|| NodeRef { state: parent, g, h: h(parent) })?;
//!     }
//!     let first = resumed.map_or(0, |resumed| resumed.index);
//!     for next in dial..4 {
//!         for on in [1, 9] {
//!             let index = u32::from(2 * next + u8::from(on == 9)); // among the neighbors
//!             if index < first || next == dial && by != 0 && on != by {
//!                 continue; // done before the stop, or turns the same dial back
//!             }
//!             let (mv, child) = ((next, on), parent.turned((next, on)));
//!             let entered = resumed == Some(Resumed { index, entered: true });
//!             let enter = |iteration: &mut IterationOf<'_, Lock>| {
//!                 if !entered {
//!                     let node = || NodeRef { state: &child, g: g + 1, h: h(&child) };
//!                     iteration.generate(parent, &mv, node)?;
//!                 }
//!                 let Some(g) = h(&child).and_then(|h| iteration.admit(g, 1, h)) else {
//!                     if entered {
//!                         iteration.forget(); // the bound is lower than before the stop
//!                     }
//!                     return ControlFlow::Continue(());
//!                 };
//!                 if lock.is_goal(&child) {
//!                     iteration.reach(g)?;
//!                 }
//!                 if iteration.descends(&mv, &child, || g)? {
//!                     below(lock, heuristic, (&child, mv, g), iteration)?;
//!                 }
//!                 ControlFlow::Continue(())
//!             };
//!             if enter(iteration).is_break() {
//!                 iteration.unwind(index, mv);
//!                 return ControlFlow::Break(());
//!             }
//!         }
//!     }
//!     ControlFlow::Continue(())
//! }
//!
//! assert!(laws::check(&Lock, &Dials(0x1000)).is_ok());
//! assert!(laws::check_traversal(&Lock, &Dials(0x1000)).is_ok());
//! let report = IterativeDeepening::new().solve(&Lock, &Dials(0x2018));
//! assert_eq!(report.lower_bound, Some(5));
//! ```
//!
//! The function `below` is recursive, which is fine for paths of a few hundred moves. If paths may be longer, keep the
//! default, or use a stack on the heap. Before this stack grows, the loop has to
//! [reserve](crate::puzzle::traversal::Iteration::reserve) the memory.
//! [`check_traversal`](crate::laws::check_traversal) compares a loop with the default.
//!
//! Next chapter: [limits and progress](super::limits_and_progress).
