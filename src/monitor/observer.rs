//! [`Observer`]: the trait of types that are shown the steps of a search and may end it.
//!
//! A search owns its observer; a mutable reference to an observer is an observer too. Every observer is shown the
//! progress every few thousand nodes, which costs next to nothing. At the start of each run the observer is asked
//! whether it also wants to see every node. Invariant: an observer changes no count and no result, except by ending the
//! search.

use alloc::boxed::Box;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;

use super::iteration_counts::IterationCounts;
use crate::account::{Layer, OnProgress, Side, Stats};
use crate::solution::Solution;

/// Observes what a search does, and may end the search by returning `Break`.
///
/// Every method has a default that does nothing. An observer slows the search down only if
/// [`wants_nodes`](Self::wants_nodes) returns true.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::observe::{Expanded, IterationCounts, Observer};
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// #[derive(Default)]
/// struct Log {
///     iterations: usize,
///     expanded: u64,
/// }
///
/// impl<S, M, C> Observer<S, M, C> for Log {
///     fn wants_nodes(&self) -> bool {
///         true
///     }
///
///     fn iteration(&mut self, _: &IterationCounts<C>) -> ControlFlow<()> {
///         self.iterations += 1;
///         ControlFlow::Continue(())
///     }
///
///     fn expanded(&mut self, _: Expanded<'_, S, C>) -> ControlFlow<()> {
///         self.expanded += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let mut log = Log::default();
/// let report = IdaStar::new().search(&puzzle, &start).observe(&mut log).run();
/// assert_eq!(log.iterations, report.iterations.len());
/// assert_eq!(log.expanded, report.stats.expanded);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait Observer<S, M, C> {
    /// Returns whether the search has to call [`generated`](Self::generated) and [`expanded`](Self::expanded) for each
    /// state; false by default.
    ///
    /// With these calls the search is slower and works on one thread only. The solver `TwoPhase` (package
    /// `puzzle-search-coordinates`) never makes these calls.
    fn wants_nodes(&self) -> bool {
        false
    }

    /// Called with the progress so far.
    ///
    /// On one thread, a search calls this method at least every few thousand expanded states. On several threads it
    /// calls this method by the clock: usually every few milliseconds, however many states are expanded meanwhile.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::observe::{Observer, SearchProgress};
    /// use puzzle_search::solvers::IterativeDeepening;
    /// use puzzle_search::{from_fn, Solver, Stop};
    ///
    /// struct Enough;
    /// impl<S, M, C> Observer<S, M, C> for Enough {
    ///     fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
    ///         if progress.stats.generated > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u64), ("0", 0, 1)], |_| false); // an infinite space
    /// let report = IterativeDeepening::new().search(&puzzle, &0).observe(Enough).run();
    /// assert_eq!(report.stop(), Some(Stop::Observer));
    /// ```
    fn progress(&mut self, _progress: &SearchProgress<C>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when the proved lower bound rises: no path to a goal costs less than the given bound.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::observe::Observer;
    /// use puzzle_search::{AStar, Notation, Puzzle, Solver};
    ///
    /// struct Bounds(Vec<u32>);
    /// impl<S, M> Observer<S, M, u32> for Bounds {
    ///     fn lower_bound(&mut self, bound: u32) -> ControlFlow<()> {
    ///         self.0.push(bound);
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let mut bounds = Bounds(vec![]);
    /// assert!(AStar::new().search(&puzzle, &start).observe(&mut bounds).run().is_optimal());
    /// assert_eq!(bounds.0, [1, 21, 23, 25, 27, 29, 31]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn lower_bound(&mut self, _bound: C) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when the search finds a solution that is cheaper than all earlier solutions, but not yet proved optimal.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::observe::{Observer, SearchProgress};
    /// use puzzle_search::solvers::BranchAndBound;
    /// use puzzle_search::{from_fn, Solution, Solver};
    ///
    /// struct Better(Vec<u32>);
    /// impl<S, M> Observer<S, M, u32> for Better {
    ///     fn incumbent(
    ///         &mut self,
    ///         solution: &Solution<M, u32>,
    ///         progress: &SearchProgress<u32>,
    ///     ) -> ControlFlow<()> {
    ///         assert!(progress.lower_bound <= Some(solution.cost()));
    ///         self.0.push(solution.cost());
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u32| [("add", n + 1, 11_u32), ("double", 2 * n, 30)], |&n| n == 16)
    ///     .with_heuristic(|&n| (n <= 16).then_some(0));
    /// let mut better = Better(vec![]);
    /// let report = BranchAndBound::new().search(&puzzle, &1).observe(&mut better).run();
    /// assert_eq!(report.lower_bound.as_ref(), better.0.last());
    /// ```
    fn incumbent(
        &mut self,
        _solution: &Solution<M, C>,
        _progress: &SearchProgress<C>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when an iteration of an iterative search, such as IDA*, ends.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::observe::{IterationCounts, Observer};
    /// use puzzle_search::solvers::IterativeDeepening;
    /// use puzzle_search::{from_fn, Solver};
    ///
    /// struct Bounds(Vec<u32>);
    /// impl<S, M> Observer<S, M, u32> for Bounds {
    ///     fn iteration(&mut self, iteration: &IterationCounts<u32>) -> ControlFlow<()> {
    ///         self.0.push(iteration.bound);
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u8| [('+', n + 1, 2_u32)], |&n| n == 2);
    /// let mut bounds = Bounds(vec![]);
    /// assert!(IterativeDeepening::new().search(&puzzle, &0).observe(&mut bounds).run().is_optimal());
    /// assert_eq!(bounds.0, [0, 2, 4]);
    /// ```
    fn iteration(&mut self, _iteration: &IterationCounts<C>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when a [layer](Layer) of states is complete.
    ///
    /// Breadth-first search, from one side or from both, and beam search call this method. A [`Task`](crate::Task)
    /// calls [`TaskObserver::layer`](crate::observe::TaskObserver::layer).
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::observe::{Layer, Observer, Side};
    /// use puzzle_search::{Bidirectional, Notation, Puzzle, Solver};
    ///
    /// #[derive(Default)]
    /// struct Sides { start: u64, goal: u64 }
    /// impl<S, M, C> Observer<S, M, C> for Sides {
    ///     fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
    ///         match layer.side {
    ///             Side::Start => self.start = layer.depth,
    ///             Side::Goal => self.goal = layer.depth,
    ///         }
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let mut sides = Sides::default();
    /// let report = Bidirectional::new().search(&puzzle, &start).observe(&mut sides).run();
    /// assert_eq!(sides.start + sides.goal + 1, 31); // the two sides met in one more layer, which was not completed
    /// assert_eq!(report.lower_bound, Some(31));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn layer(&mut self, _layer: &Layer) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called for each start and each generated child, if [`wants_nodes`](Self::wants_nodes) returns true.
    ///
    /// ```
    /// use core::fmt::{Debug, Display};
    /// use core::ops::ControlFlow;
    /// use puzzle_search::observe::{Generated, Observer};
    /// use puzzle_search::{from_fn, AStar, Solver};
    ///
    /// struct Lines(Vec<String>);
    /// impl<S: Debug, M: Debug, C: Display> Observer<S, M, C> for Lines {
    ///     fn wants_nodes(&self) -> bool {
    ///         true
    ///     }
    ///     fn generated(&mut self, node: Generated<'_, S, M, C>) -> ControlFlow<()> {
    ///         self.0.push(format!("{:?} by {:?}, g = {}", node.state, node.mv, node.g));
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u8| [('+', n + 1, 1_u32)], |&n| n == 2);
    /// let mut lines = Lines(vec![]);
    /// assert!(AStar::new().search(&puzzle, &0).observe(&mut lines).run().is_optimal());
    /// assert_eq!(lines.0, ["0 by None, g = 0", "1 by Some('+'), g = 1", "2 by Some('+'), g = 2"]);
    /// ```
    fn generated(&mut self, _node: Generated<'_, S, M, C>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called for each state when it is expanded, if [`wants_nodes`](Self::wants_nodes) returns true.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::observe::{Expanded, Observer};
    /// use puzzle_search::{from_fn, Solver, UniformCost};
    ///
    /// struct Order(Vec<(u8, u32)>);
    /// impl<M> Observer<u8, M, u32> for Order {
    ///     fn wants_nodes(&self) -> bool {
    ///         true
    ///     }
    ///     fn expanded(&mut self, node: Expanded<'_, u8, u32>) -> ControlFlow<()> {
    ///         self.0.push((*node.state, node.g));
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u8| [("+1", n + 1, 2_u32), ("+2", n + 2, 3)], |&n| n == 3);
    /// let mut order = Order(vec![]);
    /// assert!(UniformCost::new().search(&puzzle, &0).observe(&mut order).run().is_optimal());
    /// assert_eq!(order.0, [(0, 0), (1, 2), (2, 3)]); // in the order of their distance from the start
    /// ```
    fn expanded(&mut self, _node: Expanded<'_, S, C>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An observer that does nothing.
impl<S, M, C> Observer<S, M, C> for () {}

impl<S, M, C, F: FnMut(&SearchProgress<C>) -> ControlFlow<()>> Observer<S, M, C> for OnProgress<F> {
    fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
        (self.0)(progress)
    }
}

macro_rules! delegate_observer {
    ($($pointer:ty),+) => {$(
        impl<S, M, C, O: Observer<S, M, C> + ?Sized> Observer<S, M, C> for $pointer {
            fn wants_nodes(&self) -> bool {
                (**self).wants_nodes()
            }
            fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
                (**self).progress(progress)
            }
            fn lower_bound(&mut self, bound: C) -> ControlFlow<()> {
                (**self).lower_bound(bound)
            }
            fn incumbent(
                &mut self,
                solution: &Solution<M, C>,
                progress: &SearchProgress<C>,
            ) -> ControlFlow<()> {
                (**self).incumbent(solution, progress)
            }
            fn iteration(&mut self, iteration: &IterationCounts<C>) -> ControlFlow<()> {
                (**self).iteration(iteration)
            }
            fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
                (**self).layer(layer)
            }
            fn generated(&mut self, node: Generated<'_, S, M, C>) -> ControlFlow<()> {
                (**self).generated(node)
            }
            fn expanded(&mut self, node: Expanded<'_, S, C>) -> ControlFlow<()> {
                (**self).expanded(node)
            }
        }
    )+};
}

delegate_observer!(&mut O, Box<O>);

/// How far a search has come.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::observe::{Observer, SearchProgress};
///
/// struct Patience(u64);
/// impl<S, M, C> Observer<S, M, C> for Patience {
///     fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
///         if progress.stats.expanded > self.0 {
///             return ControlFlow::Break(());
///         }
///         ControlFlow::Continue(())
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchProgress<C> {
    /// The counts so far.
    pub stats: Stats,
    /// The proved lower bound on the cost of every solution, or `None` if nothing is proved yet.
    pub lower_bound: Option<C>,
    /// The cost of the best solution so far, or `None` if no solution was found yet.
    pub best_cost: Option<C>,
}

/// A state that was generated: a start, or the child of an expanded state.
///
/// ```
/// use core::fmt::{Debug, Display};
/// use puzzle_search::observe::Generated;
///
/// fn line<S: Debug, M: Debug, C: Display>(node: &Generated<'_, S, M, C>) -> String {
///     format!("{:?} by {:?}: g = {}", node.state, node.mv, node.g)
/// }
/// ```
#[non_exhaustive]
pub struct Generated<'a, S, M, C> {
    /// The state from which this state was generated; `None` for a start.
    pub parent: Option<&'a S>,
    /// The move between the parent and this state: it leads to this state or, on the side of the goals, to the parent.
    /// `None` for a start, in a [backward](crate::solvers::Backward) search, and in
    /// [`BaeStar`](crate::solvers::BaeStar) and [`Nbs`](crate::solvers::Nbs).
    pub mv: Option<&'a M>,
    /// The state itself.
    pub state: &'a S,
    /// The cost of the path to the state, from the start or, on the side of the goals, to a goal; in solvers that count
    /// moves, the number of moves.
    pub g: C,
    /// The heuristic estimate of the remaining cost: to a goal or, on the side of the goals, to the start. It is
    /// `None` if the heuristic returned `None` or was not computed.
    pub h: Option<C>,
    /// The side from which the search reached the state.
    pub side: Side,
}

impl<'a, S, M, C> Generated<'a, S, M, C> {
    /// Creates the value for a start. For a child, add the parent and the move with [`with_parent`](Self::with_parent).
    #[must_use]
    pub const fn new(side: Side, state: &'a S, g: C, h: Option<C>) -> Self {
        Self {
            parent: None,
            mv: None,
            state,
            g,
            h,
            side,
        }
    }

    /// Returns this value with the given parent, and with `mv` as the move between the parent and the state.
    #[must_use]
    pub const fn with_parent(mut self, parent: &'a S, mv: &'a M) -> Self {
        (self.parent, self.mv) = (Some(parent), Some(mv));
        self
    }
}

impl<S, M, C: Copy> Clone for Generated<'_, S, M, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, M, C: Copy> Copy for Generated<'_, S, M, C> {}

impl<S: Debug, M: Debug, C: Debug> Debug for Generated<'_, S, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generated")
            .field("parent", &self.parent)
            .field("mv", &self.mv)
            .field("state", self.state)
            .field("g", &self.g)
            .field("h", &self.h)
            .field("side", &self.side)
            .finish()
    }
}

/// A state that is being expanded.
///
/// This observer counts the states that a search from both ends expands, by f = g + h:
///
/// ```
/// use core::ops::ControlFlow;
/// use std::collections::BTreeMap;
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::observe::{Expanded, Observer, Side};
/// use puzzle_search::solvers::BaeStar;
/// use puzzle_search::{Notation, Puzzle, Solver};
///
/// #[derive(Default)]
/// struct Histogram([BTreeMap<u32, u64>; 2]);
/// impl<S, M> Observer<S, M, u32> for Histogram {
///     fn wants_nodes(&self) -> bool {
///         true
///     }
///     fn expanded(&mut self, node: Expanded<'_, S, u32>) -> ControlFlow<()> {
///         let side = match node.side {
///             Side::Start => &mut self.0[0],
///             Side::Goal => &mut self.0[1],
///         };
///         *side.entry(node.g + node.h.unwrap_or(0)).or_default() += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let mut by_f = Histogram::default();
/// let report = BaeStar::new().search(&puzzle, &start).observe(&mut by_f).run();
/// let counts = by_f.0.map(|side| side.values().sum::<u64>());
/// assert_eq!(counts.iter().sum::<u64>(), report.stats.expanded);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[non_exhaustive]
pub struct Expanded<'a, S, C> {
    /// The state itself.
    pub state: &'a S,
    /// The cost of the path to the state, from the start or, on the side of the goals, to a goal; in solvers that count
    /// moves, the number of moves.
    pub g: C,
    /// The heuristic estimate of the remaining cost: to a goal or, on the side of the goals, to the start. It is
    /// `None` if the solver uses no heuristic.
    pub h: Option<C>,
    /// The side from which the search reached the state. In a search from both ends, a state can be expanded on both
    /// sides.
    pub side: Side,
}

impl<'a, S, C> Expanded<'a, S, C> {
    /// Creates the value for a state that was reached from `side`.
    #[must_use]
    pub const fn new(side: Side, state: &'a S, g: C, h: Option<C>) -> Self {
        Self { state, g, h, side }
    }
}

impl<S, C: Copy> Clone for Expanded<'_, S, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, C: Copy> Copy for Expanded<'_, S, C> {}

impl<S: Debug, C: Debug> Debug for Expanded<'_, S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expanded")
            .field("state", self.state)
            .field("g", &self.g)
            .field("h", &self.h)
            .field("side", &self.side)
            .finish()
    }
}
