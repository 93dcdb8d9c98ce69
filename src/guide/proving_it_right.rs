//! Proving it right: a wrong heuristic, found by [`laws`](crate::laws).
//!
//! A puzzle that breaks a law does not crash. Its solutions cost a little too much, now and then.
//! [`laws::check`](crate::laws::check) finds that. Put one line into your tests:
//!
//! ```text
//! #[test]
//! fn the_laws_are_kept() {
//!     laws::check(&puzzle, &goal).expect("it keeps the laws");
//! }
//! ```
//!
//! It explores up to [`MOST_STATES`](crate::laws::MOST_STATES) states from the one you give and checks
//! every law of [`Puzzle`](crate::Puzzle) on them. It returns the first violation: which law, in which
//! state, by which moves it is reached, and what was expected. Begin at a goal if you can: the states near
//! it are the easiest to check by hand, and the true costs are known there.
//!
//! The check goes forward only. Where moves cannot be taken back, few states or none may be reached from a
//! goal: check from a start, too, and look at [`Checked::states`](crate::laws::Checked::states). It asks
//! for neighbors some tens of thousands of times, however small the space is; where they are slow to
//! compute, test in release mode.
//!
//! # A wrong heuristic
//!
//! Three dials, each from 0 to 9; the lock opens at 0 0 0. Each dial has to turn to 0, so the estimate is
//! the sum of the digits:
//!
//! ```
//! use puzzle_search::{laws, AStar, Neighbor, NeighborOf, Puzzle, Solver};
//!
//! struct Lock;
//!
//! impl Puzzle for Lock {
//!     type State = [u8; 3];
//!     /// Which dial, and one up or one down.
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
//! Read it from left to right. *The law*: the heuristic must never estimate too much. *Where*: at 9 0 0.
//! *How to get there*: from the goal, dial 0 down by one. *What is wrong*: it says 9, and turning dial 0 up
//! by one opens the lock. A dial at 9 is one step from 0, not nine: the dials go round.
//!
//! The mended estimate takes the shorter way round:
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
//! ```
//!
//! `complete` says that these are all the states that can be reached from the one you gave: for them this
//! is a proof, not a sample. Where the space is larger than that, check a small member of the family (a
//! 2x3 board, a lock with two dials), where the check is complete.
//!
//! # A rule that forbids too much
//!
//! In [making it fast](super::making_it_fast#fewer-ways-to-the-same-state) the dials are turned in their
//! order. Now some combinations jam the lock and must not be passed:
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
//!     // What is left out here is as before, but for the jammed combinations.
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
//! The way over 1 0 0 is jammed, the way over 0 1 0 is forbidden by the rule. Nothing but leaving the rule
//! out mends that.
//!
//! # What is checked
//!
//! [`Law`](crate::laws::Law) lists them all.
//!
//! | you wrote | check it with |
//! |---|---|
//! | any puzzle | [`laws::check`](crate::laws::check) |
//! | a [`Heuristic`](crate::heuristics::Heuristic) | the same, of the puzzle that is [`guided_by`](crate::Puzzle::guided_by) it: `advance` is compared with `memo` |
//! | [`Reversible`](crate::Reversible) | [`laws::check_reversible`](crate::laws::check_reversible) |
//! | [`Ranked`](crate::Ranked) | [`laws::check_ranked`](crate::laws::check_ranked) |
//! | [`depth_first`](crate::Puzzle::depth_first) | [`laws::check_traversal`](crate::laws::check_traversal), which stops and resumes it too |
//! | a solver, which is an [`Algorithm`](crate::Algorithm) | compare it with [`BreadthFirst`](crate::BreadthFirst) or [`UniformCost`](crate::UniformCost) |
//!
//! Every search replays its solution before it returns it: one that is no path to a goal ends it with
//! [`Stop::Replay`](crate::Stop::Replay). A test can do so too, with
//! [`Solution::verify`](crate::Solution::verify), so that you need not believe the solver.
//!
//! Next: [limits and progress](super::limits_and_progress).
