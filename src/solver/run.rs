//! [`Run`]: the data of one search by a solver; [`BoxedRun`]: a run on the heap; [`Verdict`]: the result of a run.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use super::saver::{Loader, Saver};
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::report::Guarantee;
use crate::solvability::Reason;

/// The data of one search, such as its open and closed lists, with the methods that start and continue it. The puzzle
/// is not part of the data, but is passed to each call.
///
/// A solver of your own is a type that implements [`Solver`](crate::Solver), and another that implements `Run`:
///
/// ```
/// use puzzle_search::solver::{BoxedRun, Loader, MonitorOf, ReachedTable, Run, Saver, SolverTraits, Verdict, VerdictOf};
/// use puzzle_search::{num_traits::Zero, Guarantee, Puzzle, Solver, Stop};
///
/// /// Breadth-first search, as short as it can be.
/// struct Simple;
///
/// impl<P: Puzzle> Solver<P> for Simple {
///     fn begin<'r>(&self) -> BoxedRun<'r, P> {
///         BoxedRun::new(SimpleRun { reached: ReachedTable::new(), depths: Vec::new(), expanded: 0 })
///     }
///
///     fn traits(&self) -> SolverTraits {
///         SolverTraits::FEWEST_MOVES
///     }
/// }
///
/// struct SimpleRun<S: Clone + Eq + std::hash::Hash, C> {
///     reached: ReachedTable<S>, // each with its parent; it counts states and memory toward the limits
///     depths: Vec<C>,           // of these states
///     expanded: u32,            // the number of expanded states, which come first in the table
/// }
///
/// impl<P: Puzzle> Run<P> for SimpleRun<P::State, P::Cost> {
///     fn start(&mut self, _: &P, starts: Vec<P::State>, monitor: &mut MonitorOf<'_, P>) -> Result<(), Stop> {
///         self.reached.clear();
///         (self.depths, self.expanded) = (vec![P::Cost::zero(); starts.len()], 0);
///         self.reached.reserve(starts.len(), &mut monitor.meter())?;
///         for start in starts {
///             let _ = self.reached.insert(start, self.reached.len() as u32); // its own parent
///         }
///         Ok(())
///     }
///
///     fn advance(&mut self, puzzle: &P, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop> {
///         while (self.expanded as usize) < self.reached.len() {
///             let (state, _) = self.reached.get(self.expanded);
///             if puzzle.is_goal(state) {
///                 return Ok(Verdict::path(self.reached.path_to(self.expanded), Guarantee::FewestMoves));
///             }
///             // The calls that can end the run come first; once the expansion is charged, nothing can fail.
///             let depth = self.depths[self.expanded as usize];
///             let children = monitor.generate(puzzle, state, depth)?;
///             self.reached.reserve(children.len(), &mut monitor.meter())?;
///             for child in monitor.expand(children)? {
///                 if self.reached.insert(child.state, self.expanded).is_ok() {
///                     self.depths.push(child.g);
///                 }
///             }
///             self.expanded += 1;
///         }
///         Ok(Verdict::exhausted())
///     }
///
///     // The methods below are needed only to save searches.
///     fn name(&self) -> Option<String> {
///         Some("Simple".to_owned())
///     }
///
///     fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
///         to.reached_table(&self.reached);
///         to.list(&self.depths, |to, depth| to.cost(*depth));
///         to.number(self.expanded);
///     }
///
///     fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
///         self.reached = from.reached_table()?;
///         self.depths = from.list(Loader::cost)?;
///         self.expanded = from.index(self.reached.len() + 1)?;
///         (self.depths.len() == self.reached.len()).then_some(()) // no bytes may make a run panic
///     }
/// }
///
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{laws, Limits, Notation, Search};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let mut search = Simple.search(&puzzle, &start).limits(Limits::new().max_expanded(10_000));
/// assert_eq!(search.run().stop(), Some(Stop::Expanded));
/// let bytes = search.save()?;
/// assert_eq!(Search::load(&Simple, &puzzle, &bytes)?.run().into_result()?.len(), 31);
///
/// let small = SlidingTiles::new(2, 3)?;
/// laws::check_solver(&Simple, &small, [small.parse("4 5 0  1 2 3")?])?; // stops it everywhere, and continues
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait Run<P: Puzzle> {
    /// Begins a search from `starts`, and forgets an earlier search. Do not count the starts as generated: the caller
    /// has done so. No start is a goal, and none is `Unsolvable` according to [`Puzzle::solvability`]. The memory of a
    /// list of your own is counted by a [`Claim`](crate::job::Claim); the claims of an earlier search can be released
    /// here.
    ///
    /// # Errors
    ///
    /// If a method of the monitor returns a [`Stop`] as its error, `start` returns the same `Stop`. It is called again
    /// in the next run.
    fn start(
        &mut self,
        puzzle: &P,
        starts: Vec<P::State>,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>;

    /// Continues the search until the result is known or the search is stopped. After a stop, another call has to
    /// continue as if there had been no stop. After a verdict, another call has to return the same verdict. The limits
    /// can change between two calls, also the limit on the cost.
    ///
    /// # Errors
    ///
    /// If a method of the monitor returns a [`Stop`] as its error, `advance` returns the same `Stop`. If the solver
    /// cannot search this puzzle, `advance` returns the `Stop` that names the reason.
    fn advance(&mut self, puzzle: &P, monitor: &mut MonitorOf<'_, P>)
    -> Result<VerdictOf<P>, Stop>;

    /// Returns whether paths were left out because they exceed the limit on the cost; false by default. If paths were
    /// left out and the limit is then raised or removed, [`start`](Self::start) is called again.
    fn has_cut(&self) -> bool {
        false
    }

    /// Returns the name that tells saved searches of this solver from those of others; `None`, the default, if its
    /// searches cannot be saved.
    fn name(&self) -> Option<String> {
        None
    }

    /// Writes the run, for [`Search::save`](crate::Search::save). Called only if it has a [name](Self::name), and after
    /// [`start`](Self::start).
    ///
    /// An implementation need not repeat the bound `P: Portable`: it only keeps this method from being compiled for
    /// puzzles whose searches cannot be saved.
    fn save(&self, _puzzle: &P, _to: &mut Saver<'_, P::State>)
    where
        P: Portable,
    {
    }

    /// Reads what [`save`](Self::save) has written, into a run that was [started](Self::start) from the same starts.
    /// Returns `None` if the bytes are not those of such a run: they are not to be trusted, so no bytes may make a
    /// later call panic or never end.
    fn load(&mut self, _puzzle: &P, _from: &mut Loader<'_, P::State>) -> Option<()>
    where
        P: Portable,
    {
        None
    }
}

/// A [`Run`] on the heap, as [`Solver::begin`](crate::Solver::begin) returns it: every run of searches of `P` has this
/// type, whatever its solver. `'r` is the lifetime of the data that the puzzle and the solver borrow.
pub struct BoxedRun<'r, P: Puzzle + 'r>(pub(crate) Box<dyn Run<P> + Send + 'r>);

impl<'r, P: Puzzle> BoxedRun<'r, P> {
    /// Moves a run to the heap.
    #[must_use]
    pub fn new(run: impl Run<P> + Send + 'r) -> Self {
        Self(Box::new(run))
    }
}

impl<P: Puzzle> Debug for BoxedRun<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoxedRun").finish_non_exhaustive()
    }
}

/// What a [`Run`] returns when its search is complete: a path to a goal, or the proof that no goal can be reached. `S`,
/// `M` and `C` are the types of states, moves and costs.
///
/// A path is checked: if it does not lead from a start to a goal along edges of the puzzle, or if its cost is wrong,
/// the search ends with [`Stop::Replay`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict<S, M, C> {
    /// A path from a start to a goal, given as a list of states. The solver need not know the moves.
    Path {
        /// The states, from a start to a goal.
        states: Vec<S>,
        /// What is proved about the path.
        guarantee: Guarantee,
    },
    /// A path from a start to a goal, given as a list of moves.
    Moves {
        /// The index of the start among the starts given to [`Run::start`].
        start: usize,
        /// The moves, first move first.
        moves: Vec<M>,
        /// The cost of all moves together.
        cost: C,
        /// What is proved about the path.
        guarantee: Guarantee,
    },
    /// The result is the incumbent: the best of the solutions that were given to
    /// [`Monitor::improve`](crate::solver::Monitor::improve). The [`Guarantee`] says what the search has proved about
    /// this solution.
    Incumbent(Guarantee),
    /// No goal can be reached; the [`Reason`] says why.
    Unsolvable(Reason),
}

/// The [`Verdict`] of a [`Run`] on a puzzle of type `P`.
pub type VerdictOf<P> = Verdict<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

impl<S, M, C> Verdict<S, M, C> {
    /// Returns a verdict of the variant [`Path`](Self::Path).
    #[must_use]
    pub const fn path(states: Vec<S>, guarantee: Guarantee) -> Self {
        Self::Path { states, guarantee }
    }

    /// Returns the verdict that no goal can be reached, because every state that can be reached was searched.
    #[must_use]
    pub fn exhausted() -> Self {
        Self::Unsolvable(Reason::new(
            "every state that can be reached was searched and none is a goal",
        ))
    }

    /// The verdict of a search from the goals that has searched every state from which one can be reached.
    pub(crate) fn start_not_reached() -> Self {
        Self::Unsolvable(Reason::new(
            "every state from which a goal can be reached was searched and none is the start",
        ))
    }

    /// The verdict that the heuristic proves the start to be a dead end.
    pub(crate) fn dead_end() -> Self {
        Self::Unsolvable(Reason::new(
            "the heuristic proves the start to be a dead end",
        ))
    }
}
