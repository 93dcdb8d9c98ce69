//! Proving it right: how [`laws`](crate::laws) finds errors in a puzzle, such as a wrong heuristic.
//!
//! A law is a property of a puzzle that solvers rely on, for example that the heuristic is admissible. If a puzzle
//! breaks a law, some solutions may silently cost more than the optimum. Put one line into your tests:
//!
//! ```text
//! #[test]
//! fn the_laws_are_kept() {
//!     laws::check(&puzzle, &goal).expect("it keeps the laws");
//! }
//! ```
//!
//! # A wrong heuristic
//!
//! A lock has three dials, each from 0 to 9, and opens at 0 0 0. Each dial has to turn to 0, so the estimate is
//! the sum of the digits:
//!
//! ```
//! use puzzle_search::{laws, AStar, Neighbor, NeighborOf, Puzzle, Solver};
//!
//! struct Lock;
//!
//! impl Puzzle for Lock {
//!     type State = [u8; 3];
//!     /// The index of a dial, and 1 for up or -1 for down.
//!     type Move = (usize, i8);
//!     type Cost = u32;
//!
//!     fn neighbors(&self, &at: &[u8; 3]) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!         let moves = (0..3).flat_map(|dial| [(dial, 1), (dial, -1)]);
//!         moves.map(move |(dial, by)| {
//!             let mut to = at;
//!             to[dial] = (at[dial] as i8 + by).rem_euclid(10) as u8;
//!             Neighbor::unit((dial, by), to)
//!         })
//!     }
//!
//!     fn is_goal(&self, at: &[u8; 3]) -> bool {
//!         *at == [0, 0, 0]
//!     }
//!
//!     fn heuristic(&self, at: &[u8; 3]) -> Option<u32> {
//!         Some(at.iter().map(|&digit| u32::from(digit)).sum())
//!     }
//! }
//!
//! // It seems to work ...
//! let report = AStar::new().solve(&Lock, &[1, 2, 3]);
//! assert_eq!(report.solution().map(|solution| solution.cost()), Some(6));
//!
//! // ... but:
//! let violation = laws::check(&Lock, &[0, 0, 0]).unwrap_err();
//! assert_eq!(
//!     violation.to_string(),
//!     "the heuristic is not admissible in state [9, 0, 0], reached by (0, -1): \
//!      it estimates 9, but there is a path to a goal that costs 1: (0, 1)",
//! );
//! ```
//!
//! Read the message from left to right. *The law*: the heuristic must be admissible. *Where*: at 9 0 0. *How to get
//! there*: from the goal, turn dial 0 down by one. *What is wrong*: the estimate is 9, but turning dial 0 up by one
//! opens the lock.
//!
//! The corrected estimate takes the shorter way round for each dial. The rest of the puzzle is hidden here:
//!
//! ```
//! # use puzzle_search::{laws, Neighbor, NeighborOf, Puzzle};
//! # struct Lock;
//! # impl Puzzle for Lock {
//! #     type State = [u8; 3];
//! #     type Move = (usize, i8);
//! #     type Cost = u32;
//! #     fn neighbors(&self, &at: &[u8; 3]) -> impl IntoIterator<Item = NeighborOf<Self>> {
//! #         let moves = (0..3).flat_map(|dial| [(dial, 1), (dial, -1)]);
//! #         moves.map(move |(dial, by)| {
//! #             let mut to = at;
//! #             to[dial] = (at[dial] as i8 + by).rem_euclid(10) as u8;
//! #             Neighbor::unit((dial, by), to)
//! #         })
//! #     }
//! #     fn is_goal(&self, at: &[u8; 3]) -> bool { *at == [0, 0, 0] }
//!     fn heuristic(&self, at: &[u8; 3]) -> Option<u32> {
//!         Some(at.iter().map(|&digit| u32::from(digit.min(10 - digit))).sum())
//!     }
//! # }
//! let checked = laws::check(&Lock, &[0, 0, 0]).expect("it keeps the laws");
//! assert_eq!((checked.states, checked.complete), (1_000, true));
//! assert!(checked.facts.consistent);
//! assert_eq!(checked.tested(laws::Law::Admissible), 1_000);
//! assert!(checked.untested().is_empty());
//! ```
//!
//! The result says what was tested. [`tested`](crate::laws::Checked::tested) returns on how many states or edges a law
//! was tested. [`untested`](crate::laws::Checked::untested) returns the laws that concern the puzzle but could not be
//! tested: that a heuristic is admissible, for example, can only be tested on states from which the check knows a path
//! to a goal. Let your test assert that this list is empty. In a program, print the result: the line says on how many
//! states the laws hold, whether a goal was found, and what was not tested.
//!
//! The field `complete` is true if the check explored every state that can be reached. So for this lock, the check is a
//! proof. If a space is too large for a complete check, check a small puzzle of the same kind, such as a 2x3 board or a
//! lock with two dials.
//!
//! # How far the check goes
//!
//! [`laws::check`](crate::laws::check) explores up to 10,000 states that can be reached from the state you give, and
//! checks every law of [`Puzzle`](crate::Puzzle) on them. It returns the first violation. If possible, let the check
//! begin at a goal: a violation near a goal is the easiest to understand. Every edge is asked for again by its move,
//! and paths are walked as depth-first solvers walk them, so the check calls `neighbors` up to a few million times,
//! even if the space is small.
//!
//! The check follows moves forward only. If none of its states is a goal, it searches for one, guided by the heuristic,
//! and explores up to 10,000 states around the path to it. If the puzzle is [`Reversible`](crate::Reversible), call
//! [`laws::Check::reversible`](crate::laws::Check::reversible) instead, which also explores backward from the goals. If
//! neighbors are slow to compute, test in release mode. To explore more states or fewer, use
//! [`laws::Check`](crate::laws::Check).
//!
//! # A rule that forbids too much
//!
//! The order of turns of different dials does not matter. With a method `is_redundant`, depth-first solvers turn the
//! dials only in the order of their indices (see [making it fast](super::making_it_fast#fewer-ways-to-the-same-state)).
//! Suppose now that some combinations jam the lock, so that no move may lead to these combinations:
//!
//! ```
//! # use puzzle_search::{laws, Neighbor, NeighborOf, Puzzle};
//! struct Lock {
//!     jammed: Vec<[u8; 3]>,
//! }
//!
//! impl Puzzle for Lock {
//!     # type State = [u8; 3];
//!     # type Move = (usize, i8);
//!     # type Cost = u32;
//!     # fn neighbors(&self, &at: &[u8; 3]) -> impl IntoIterator<Item = NeighborOf<Self>> {
//!     #     let moves = (0..3).flat_map(|dial| [(dial, 1), (dial, -1)]);
//!     #     let turned = moves.map(move |(dial, by)| {
//!     #         let mut to = at;
//!     #         to[dial] = (at[dial] as i8 + by).rem_euclid(10) as u8;
//!     #         Neighbor::unit((dial, by), to)
//!     #     });
//!     #     turned.filter(|edge| !self.jammed.contains(&edge.state))
//!     # }
//!     # fn is_goal(&self, at: &[u8; 3]) -> bool { *at == [0, 0, 0] }
//!     // The other methods are not shown. They are as before, except that `neighbors` leaves out jammed combinations.
//!
//!     fn is_redundant(&self, last: &(usize, i8), next: &(usize, i8)) -> bool {
//!         next.0 < last.0
//!     }
//! }
//!
//! assert!(laws::check(&Lock { jammed: vec![] }, &[0, 0, 0]).is_ok());
//! let violation = laws::check(&Lock { jammed: vec![[1, 0, 0]] }, &[0, 0, 0]).unwrap_err();
//! assert_eq!(violation.law, laws::Law::Redundancy);
//! assert_eq!(violation.state, "[1, 1, 0]");
//! assert_eq!(violation.moves.unwrap_or_default().join(" "), "(1, 1) (0, 1)");
//! assert!(violation.detail.ends_with("`is_redundant` says that (0, 1) need not follow (1, 1)"));
//! ```
//!
//! Two shortest paths lead from 0 0 0 to 1 1 0. The path through 1 0 0 is jammed. The rule in `is_redundant` forbids
//! the path through 0 1 0. The only remedy is to remove the rule.
//!
//! # What is checked
//!
//! The enum [`Law`](crate::laws::Law) lists all laws.
//!
//! | you wrote | check it with |
//! |---|---|
//! | any puzzle | [`laws::check`](crate::laws::check) |
//! | a [`Heuristic`](crate::heuristics::Heuristic) | [`laws::check`](crate::laws::check) of a puzzle that is [`guided_by`](crate::Puzzle::guided_by) the heuristic |
//! | an implementation of [`Reversible`](crate::Reversible) | [`laws::Check::reversible`](crate::laws::Check::reversible) |
//! | an implementation of [`Ranked`](crate::Ranked) | [`laws::Check::ranked`](crate::laws::Check::ranked) |
//! | an implementation of [`Portable`](crate::puzzle::Portable) | [`laws::Check::portable`](crate::laws::Check::portable) |
//! | an implementation of [`FixedMoves`](crate::pruning::FixedMoves) | [`laws::Check::fixed_moves`](crate::laws::Check::fixed_moves) |
//! | your own [`deepen_by`](crate::Puzzle::deepen_by) or [`deepen`](crate::Puzzle::deepen) | [`laws::check_traversal`](crate::laws::check_traversal) |
//! | a solver (an implementation of [`Solver`](crate::Solver)) | [`laws::check_solver`](crate::laws::check_solver), on small puzzles; it stops the solver again and again, and continues it |
//!
//! # What the crate promises
//!
//! The laws are what the crate asks of a puzzle. In return it promises the following, and tests hold each promise.
//!
//! * **Optimality.** Solutions are optimal, or within the given factor of the optimum, as documented for each solver.
//!   Every solver is tested against plain reference searches (`tests/it/oracle.rs`) on every puzzle
//!   (`tests/it/solvers.rs`), and on instances whose costs come from elsewhere (`tests/spaces/instances.rs`).
//! * **Counts of whole spaces** are tested against published counts (`tests/spaces/distributions.rs`).
//! * **Repetition.** The same input gives the same result and the same counts, on every platform (`tests/portable`),
//!   with any number of threads (`tests/spaces/threads.rs`, `tests/spaces/layers_by_threads.rs`), and however often a
//!   search is stopped and continued (`tests/spaces/pauses.rs`) or saved and loaded (`tests/it/saved.rs`). Two kinds of
//!   search are exceptions if they run on several threads: best-first search, and branch and bound. They give the same
//!   cost and the same proof as on one thread, but other counts and perhaps another cheapest path. In all other
//!   searches, the number of threads changes only the memory used, and the counts at which a limit stops the search.
//! * **Replay.** Every solution is replayed before it is returned: its moves are played from the start, and must lead
//!   to a goal. If they do not, the search ends with [`Stop::Replay`](crate::Stop::Replay) (`tests/it/fallible.rs`,
//!   `tests/spaces/batches.rs`). Only the solutions that `all_solutions` lists one by one are not replayed: these
//!   solutions consist of edges that the search generated. Your tests can replay a solution with
//!   [`Solution::verify`](crate::Solution::verify).
//! * **Limits** hold to the state and to the byte (`tests/it/limits.rs`, and `tests/memory`, whose allocator counts the
//!   bytes).
//! * **No hidden limit, no output, no panic.** The crate prints nothing. It panics on no input, with three documented
//!   exceptions: a heuristic that was made for another puzzle (in `guided_by`; `Guided::new` returns an error instead),
//!   a backward heuristic that was made for another start (in a search with `BothWays`), and a state for which no room
//!   was reserved (in `ReachedTable`, for solvers of your own). Parsers are fuzzed (`fuzz/`). If your own code panics
//!   within a search, the next run of the search ends with [`Stop::Panicked`](crate::Stop::Panicked)
//!   (`tests/it/panics.rs`).
//! * **Bytes are not trusted.** A saved search, a table file or a checkpoint that was changed is refused
//!   (`tests/it/saved.rs`, `tests/it/table_file.rs`).
//! * **`unsafe` code** is in one function, which has a few lines of SSE2. With the feature `mmap`, the call that maps a
//!   file is `unsafe` too. The lint `unsafe_code` denies it everywhere else.
//!
//! Next chapter: [making it fast](super::making_it_fast).
