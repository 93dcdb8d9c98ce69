//! Depth-first walks: the puzzle runs the loop, and the solver says how far it goes.
//!
//! Solvers that store no states, such as IDA\*, walk the same tree of paths again and again, each time within a greater
//! [`Bound`] on f = g + h. One such walk is an [`Iteration`]. A solver makes it, passes it to
//! [`Puzzle::deepen`](crate::Puzzle::deepen), and gets its [end](End). The loop is the puzzle's own: by default it goes
//! [over neighbors](over_neighbors), and a puzzle or a heuristic can replace it by a faster one. One loop serves all
//! depth-first solvers, whoever wrote them.
//!
//! A walk can be stopped at every node. Its [`ResumePoint`] tells where it goes on. A [`DescentRule`] tells the walk
//! below which children to go on, for example by a table of states.
//!
//! ```
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::heuristics::Manhattan;
//! use puzzle_search::puzzle::traversal::{Bound, End, ResumePoint, Root};
//! use puzzle_search::solver::{BoxedRun, MonitorOf, Run, Verdict, VerdictOf};
//! use puzzle_search::{Notation, Puzzle, Solver, Stop};
//!
//! /// Finds a goal within 20 moves, if there is one.
//! struct Within20;
//!
//! struct Walk<P: Puzzle> {
//!     starts: Vec<P::State>,
//!     resume_point: ResumePoint<u32>,
//! }
//!
//! impl<P: Puzzle<Cost = u32>> Solver<P> for Within20 {
//!     fn begin<'r>(&self) -> BoxedRun<'r, P> {
//!         BoxedRun::new(Walk::<P> { starts: vec![], resume_point: ResumePoint::default() })
//!     }
//! }
//!
//! impl<P: Puzzle<Cost = u32>> Run<P> for Walk<P> {
//!     fn start(&mut self, _: &P, starts: Vec<P::State>, _: &mut MonitorOf<'_, P>) -> Result<(), Stop> {
//!         (self.starts, self.resume_point) = (starts, ResumePoint::default());
//!         Ok(())
//!     }
//!
//!     fn advance(&mut self, puzzle: &P, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop> {
//!         let [start] = &self.starts[..] else { return Err(Stop::SeveralStarts) };
//!         let bound = Bound::AtMost(20);
//!         let mut iteration = monitor.iteration(Root::new(start), bound, &mut self.resume_point);
//!         let flow = puzzle.deepen(&mut iteration);
//!         match iteration.finish(flow) {
//!             End::Goal { moves, cost } => {
//!                 let guarantee = puzzle_search::Guarantee::Unproved;
//!                 Ok(Verdict::Moves { start: 0, moves, cost, guarantee })
//!             }
//!             End::Exhausted(_) => Err(Stop::Cost),
//!             End::Stopped(stop) => Err(stop),
//!         }
//!     }
//! }
//!
//! let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
//! let start = puzzle.parse("1 2 3  4 0 5  7 8 6")?;
//! let solution = Within20.solve(&puzzle, &start).into_result()?;
//! assert!(solution.cost() <= 20 && solution.verify(&puzzle, &start).is_ok());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod bound;
mod iteration;
mod over_neighbors;
mod root;
mod stack_room;
mod walk_account;

pub use bound::{Bound, Cut};
pub use iteration::{End, Iteration, IterationOf};
pub use over_neighbors::over_neighbors;
pub use root::{ResumePoint, Resumed, Root};
pub use walk_account::{DescentRule, EnteredChild, NodeRef};
pub(crate) use walk_account::{MoveFilter, WalkAccount};
