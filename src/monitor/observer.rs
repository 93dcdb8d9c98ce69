//! [`Observer`]: sees what a search does, and may end it.

use alloc::boxed::Box;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;

use crate::account::{Iteration, Stats};
use crate::puzzle::Puzzle;
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
/// use puzzle_search::{Expanded, IdaStar, Iteration, Notation, Observer, Puzzle, Solver};
///
/// #[derive(Default)]
/// struct Log {
///     iterations: usize,
///     expanded: u64,
/// }
///
/// impl<P: Puzzle> Observer<P> for Log {
///     fn wants_nodes(&self) -> bool {
///         true
///     }
///
///     fn iteration(&mut self, _: &Iteration<P::Cost>) -> ControlFlow<()> {
///         self.iterations += 1;
///         ControlFlow::Continue(())
///     }
///
///     fn expanded(&mut self, _: Expanded<'_, P>) -> ControlFlow<()> {
///         self.expanded += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let mut log = Log::default();
/// let report = IdaStar::new().search(&puzzle, &start).observe(&mut log).run();
/// assert_eq!(log.iterations, report.stats.iterations.len());
/// assert_eq!(log.expanded, report.stats.expanded);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait Observer<P: Puzzle> {
    /// Returns whether the search has to call [`generated`](Self::generated) and [`expanded`](Self::expanded) for each
    /// state; false by default.
    ///
    /// With these calls the search is slower and works on one thread only. The solver
    /// [`TwoPhase`](crate::coordinates::TwoPhase) never makes these calls.
    fn wants_nodes(&self) -> bool {
        false
    }

    /// Called with the progress so far.
    ///
    /// A search calls this method at least every few thousand expanded states. An enumeration calls it at least once
    /// for each layer.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, IterativeDeepening, Observer, Progress, Puzzle, Solver, Stop};
    ///
    /// struct Enough;
    /// impl<P: Puzzle> Observer<P> for Enough {
    ///     fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
    ///         if progress.stats.generated > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u64), ("0", 0, 1)], |_| false); // an infinite space
    /// let report = IterativeDeepening::new().search(&puzzle, &0).observe(Enough).run();
    /// assert_eq!(report.stop(), Some(Stop::Observer));
    /// ```
    fn progress(&mut self, _progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when the proved lower bound rises: no path to a goal costs less than the given bound.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, Notation, Observer, Puzzle, Solver};
    ///
    /// struct Bounds(Vec<u32>);
    /// impl<P: Puzzle<Cost = u32>> Observer<P> for Bounds {
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
    fn lower_bound(&mut self, _bound: P::Cost) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when the search finds a solution that is cheaper than all earlier solutions, but not yet proved optimal.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, BranchAndBound, Observer, Progress, Puzzle, Solution, Solver};
    ///
    /// struct Better(Vec<u32>);
    /// impl<P: Puzzle<Cost = u32>> Observer<P> for Better {
    ///     fn incumbent(
    ///         &mut self,
    ///         solution: &Solution<P::Move, u32>,
    ///         progress: &Progress<'_, u32>,
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
        _solution: &Solution<P::Move, P::Cost>,
        _progress: &Progress<'_, P::Cost>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when an iteration of an iterative search, such as IDA*, ends.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, IterativeDeepening, Iteration, Observer, Puzzle, Solver};
    ///
    /// struct Bounds(Vec<u32>);
    /// impl<P: Puzzle<Cost = u32>> Observer<P> for Bounds {
    ///     fn iteration(&mut self, iteration: &Iteration<u32>) -> ControlFlow<()> {
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
    fn iteration(&mut self, _iteration: &Iteration<P::Cost>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when a [layer](Layer) of states is complete.
    ///
    /// Breadth-first search, beam search, enumerations and builds of tables call this method.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Bidirectional, Layer, Notation, Observer, Puzzle, Side, Solver};
    ///
    /// #[derive(Default)]
    /// struct Sides { start: u64, goal: u64 }
    /// impl<P: Puzzle> Observer<P> for Sides {
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
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, AStar, Generated, Observer, Puzzle, Solver};
    ///
    /// struct Lines(Vec<String>);
    /// impl<P: Puzzle> Observer<P> for Lines {
    ///     fn wants_nodes(&self) -> bool {
    ///         true
    ///     }
    ///     fn generated(&mut self, node: Generated<'_, P>) -> ControlFlow<()> {
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
    fn generated(&mut self, _node: Generated<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called for each state when it is expanded, if [`wants_nodes`](Self::wants_nodes) returns true.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, Expanded, Observer, Solver, UniformCost};
    ///
    /// struct Order(Vec<(u8, u32)>);
    /// impl<P: puzzle_search::Puzzle<State = u8, Cost = u32>> Observer<P> for Order {
    ///     fn wants_nodes(&self) -> bool {
    ///         true
    ///     }
    ///     fn expanded(&mut self, node: Expanded<'_, P>) -> ControlFlow<()> {
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
    fn expanded(&mut self, _node: Expanded<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An observer that does nothing.
impl<P: Puzzle> Observer<P> for () {}

/// An observer that calls a closure with the progress. [`Search::on_progress`](crate::Search::on_progress) and
/// [`Task::on_progress`](crate::Task::on_progress) create it.
#[derive(Clone, Copy)]
pub struct OnProgress<F>(pub(crate) F);

impl<F> Debug for OnProgress<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnProgress")
    }
}

impl<P, F> Observer<P> for OnProgress<F>
where
    P: Puzzle,
    F: FnMut(&Progress<'_, P::Cost>) -> ControlFlow<()>,
{
    fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
        (self.0)(progress)
    }
}

macro_rules! forward_observer {
    ($($pointer:ty),+) => {$(
        impl<P: Puzzle, O: Observer<P> + ?Sized> Observer<P> for $pointer {
            fn wants_nodes(&self) -> bool {
                (**self).wants_nodes()
            }
            fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
                (**self).progress(progress)
            }
            fn lower_bound(&mut self, bound: P::Cost) -> ControlFlow<()> {
                (**self).lower_bound(bound)
            }
            fn incumbent(
                &mut self,
                solution: &Solution<P::Move, P::Cost>,
                progress: &Progress<'_, P::Cost>,
            ) -> ControlFlow<()> {
                (**self).incumbent(solution, progress)
            }
            fn iteration(&mut self, iteration: &Iteration<P::Cost>) -> ControlFlow<()> {
                (**self).iteration(iteration)
            }
            fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
                (**self).layer(layer)
            }
            fn generated(&mut self, node: Generated<'_, P>) -> ControlFlow<()> {
                (**self).generated(node)
            }
            fn expanded(&mut self, node: Expanded<'_, P>) -> ControlFlow<()> {
                (**self).expanded(node)
            }
        }
    )+};
}

forward_observer!(&mut O, Box<O>);

/// The progress of a search or a task.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::{Observer, Progress, Puzzle};
///
/// struct Patience(u64);
/// impl<P: Puzzle> Observer<P> for Patience {
///     fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
///         if progress.stats.expanded > self.0 {
///             return ControlFlow::Break(());
///         }
///         ControlFlow::Continue(())
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress<'a, C> {
    /// The counts so far.
    pub stats: &'a Stats<C>,
    /// The proved lower bound on the cost of every solution, or `None` if nothing is proved yet.
    pub lower_bound: Option<C>,
    /// The cost of the best solution so far, or `None` if no solution was found yet.
    pub best_cost: Option<C>,
    /// How much of the work is done, or `None` if the total amount of work is not known.
    pub coverage: Option<Coverage>,
}

impl<'a, C> Progress<'a, C> {
    pub(super) const fn new(
        stats: &'a Stats<C>,
        lower_bound: Option<C>,
        best_cost: Option<C>,
        coverage: Option<Coverage>,
    ) -> Self {
        Self {
            stats,
            lower_bound,
            best_cost,
            coverage,
        }
    }
}

/// How much of the work of a [`Task`](crate::Task) is done. The coverage is known only for tasks that make a table or
/// enumerate states by rank.
///
/// If a task makes several tables, the coverage begins at zero again for each table.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::Enumerate;
/// use puzzle_search::{Observer, Progress, Puzzle};
///
/// #[derive(Default)]
/// struct Percents(Vec<u64>);
/// impl<P: Puzzle> Observer<P> for Percents {
///     fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
///         self.0.extend(progress.coverage.map(|coverage| coverage.percent()));
///         ControlFlow::Continue(())
///     }
/// }
///
/// let (mut percents, puzzle) = (Percents::default(), SlidingTiles::new(3, 3)?);
/// Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).observe(&mut percents).run()?;
/// assert!(percents.0.is_sorted() && percents.0.last() == Some(&100));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Coverage {
    /// The number of states reached so far.
    pub done: u64,
    /// The maximum number of states to reach; `done` may end below it.
    pub total: u64,
}

impl Coverage {
    pub(super) const fn of(total: u64) -> Self {
        Self { done: 0, total }
    }

    /// Returns the part of the work that is done, in percent, rounded down.
    #[must_use]
    pub fn percent(&self) -> u64 {
        let percent = u128::from(self.done) * 100 / u128::from(self.total.max(1));
        percent.min(100) as u64
    }
}

/// A complete layer: all states at the same depth. In beam search, a layer is all states that the beam keeps at the
/// same depth.
///
/// ```
/// use puzzle_search::{Layer, Side};
///
/// fn line(layer: &Layer) -> Option<String> {
///     (layer.side == Side::Start).then(|| format!("{} after {} moves", layer.states, layer.depth))
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Layer {
    /// Whether the layer was reached from the start or from the goals.
    pub side: Side,
    /// The number of moves from the start, or to the nearest goal if the layer was reached from the goals. In the build
    /// of a pattern database, the depth is the cost to the goal in the abstraction.
    pub depth: u64,
    /// The number of states in the layer.
    pub states: u64,
}

/// The side from which a search reached a state or a layer.
///
/// ```
/// assert_ne!(puzzle_search::Side::Start, puzzle_search::Side::Goal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The start: the search goes forward.
    Start,
    /// The goals: the search goes backward.
    Goal,
}

impl Side {
    /// The other one.
    pub(super) const fn turned(self) -> Self {
        match self {
            Self::Start => Self::Goal,
            Self::Goal => Self::Start,
        }
    }
}

/// A state that was generated: a start, or the child of an expanded state.
///
/// ```
/// use puzzle_search::{Generated, Puzzle};
///
/// fn line<P: Puzzle>(node: &Generated<'_, P>) -> String {
///     format!("{:?} by {:?}: g = {}", node.state, node.mv, node.g)
/// }
/// ```
#[non_exhaustive]
pub struct Generated<'a, P: Puzzle> {
    /// The state from which this state was generated; `None` for a start.
    pub parent: Option<&'a P::State>,
    /// The move that leads from the parent to this state; `None` for a start and in a [backward](crate::Backward)
    /// search.
    pub mv: Option<&'a P::Move>,
    /// The state itself.
    pub state: &'a P::State,
    /// The cost of the path to the state, from the start or, on the side of the goals, to a goal; in solvers that count
    /// moves, the number of moves.
    pub g: P::Cost,
    /// The heuristic estimate of the cost of what is left: to a goal or, on the side of the goals, to the start. It is
    /// `None` if the heuristic returned `None` or was not computed.
    pub h: Option<P::Cost>,
    /// The side from which the search reached the state.
    pub side: Side,
}

impl<'a, P: Puzzle> Generated<'a, P> {
    /// Creates the value for a start. For a child, add the parent with [`with_parent`](Self::with_parent); in a search
    /// from the goals, add the [side](Self::on_side).
    #[must_use]
    pub const fn new(state: &'a P::State, g: P::Cost, h: Option<P::Cost>) -> Self {
        Self {
            parent: None,
            mv: None,
            state,
            g,
            h,
            side: Side::Start,
        }
    }

    /// Returns this value with the given side.
    #[must_use]
    pub const fn on_side(mut self, side: Side) -> Self {
        self.side = side;
        self
    }

    /// Returns this value with the given parent, and with `mv` as the move from the parent.
    #[must_use]
    pub const fn with_parent(mut self, parent: &'a P::State, mv: &'a P::Move) -> Self {
        (self.parent, self.mv) = (Some(parent), Some(mv));
        self
    }
}

impl<P: Puzzle> Clone for Generated<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Generated<'_, P> {}

impl<P: Puzzle> Debug for Generated<'_, P> {
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
/// use puzzle_search::{BaeStar, Expanded, Notation, Observer, Puzzle, Side, Solver};
///
/// #[derive(Default)]
/// struct Histogram([BTreeMap<u32, u64>; 2]);
/// impl<P: Puzzle<Cost = u32>> Observer<P> for Histogram {
///     fn wants_nodes(&self) -> bool {
///         true
///     }
///     fn expanded(&mut self, node: Expanded<'_, P>) -> ControlFlow<()> {
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
pub struct Expanded<'a, P: Puzzle> {
    /// The state itself.
    pub state: &'a P::State,
    /// The cost of the path to the state, from the start or, on the side of the goals, to a goal; in solvers that count
    /// moves, the number of moves.
    pub g: P::Cost,
    /// The heuristic estimate of the cost of what is left: to a goal or, on the side of the goals, to the start. It is
    /// `None` if the solver uses no heuristic.
    pub h: Option<P::Cost>,
    /// The side from which the search reached the state. In a search from both ends, a state can be expanded on both
    /// sides.
    pub side: Side,
}

impl<'a, P: Puzzle> Expanded<'a, P> {
    /// Creates the value for a state that was reached from the start; in a search from the goals, add the
    /// [side](Self::on_side).
    #[must_use]
    pub const fn new(state: &'a P::State, g: P::Cost, h: Option<P::Cost>) -> Self {
        let side = Side::Start;
        Self { state, g, h, side }
    }

    /// Returns this value with the given side.
    #[must_use]
    pub const fn on_side(mut self, side: Side) -> Self {
        self.side = side;
        self
    }
}

impl<P: Puzzle> Clone for Expanded<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Expanded<'_, P> {}

impl<P: Puzzle> Debug for Expanded<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expanded")
            .field("state", self.state)
            .field("g", &self.g)
            .field("h", &self.h)
            .field("side", &self.side)
            .finish()
    }
}
