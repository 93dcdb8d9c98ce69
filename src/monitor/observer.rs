//! [`Observer`]: sees what a search does, and may end it.

use alloc::boxed::Box;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;

use super::stats::{Iteration, Stats};
use crate::puzzle::Puzzle;

/// Sees what a search does, and may end it by answering `Break`.
///
/// Every hook has a default that does nothing. A search without an observer, or with one that does
/// not [want nodes](Self::wants_nodes), is as fast as if there were no hooks. `dyn Observer<P>` works.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Expanded, IdaStar, Iteration, Monitor, Observer, Puzzle, Solver};
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
/// let start = puzzle.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let mut log = Log::default();
/// let report = IdaStar::new().search(&puzzle, &start, &mut Monitor::new().with_observer(&mut log));
/// assert_eq!(log.iterations, report.stats.iterations.len());
/// assert_eq!(log.expanded, report.stats.expanded);
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
pub trait Observer<P: Puzzle> {
    /// Whether [`generated`](Self::generated) and [`expanded`](Self::expanded) are called, once
    /// for each state: for drawing and teaching, at the price of speed. Asked once, when the observer
    /// is given to a monitor.
    fn wants_nodes(&self) -> bool {
        false
    }

    /// Called every few thousand states.
    fn progress(&mut self, _progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when it is newly proved that no path to a goal costs less than this.
    fn lower_bound(&mut self, _bound: P::Cost) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when a solution better than the ones before is found that is not proved optimal.
    fn incumbent(&mut self, _cost: P::Cost) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when an iteration of an iterative search ends, the last one included.
    fn iteration(&mut self, _iteration: &Iteration<P::Cost>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when a layer of a breadth-first search is complete.
    fn layer(&mut self, _layer: &Layer) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called for each child as it is generated.
    fn generated(&mut self, _node: Generated<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called for each state as it is expanded.
    fn expanded(&mut self, _node: Expanded<'_, P>) -> ControlFlow<()> {
        ControlFlow::Continue(())
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
            fn incumbent(&mut self, cost: P::Cost) -> ControlFlow<()> {
                (**self).incumbent(cost)
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

/// How far a search has come.
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
    /// What every solution costs at least, as far as is proved.
    pub lower_bound: Option<C>,
    /// The cost of the best solution so far.
    pub best_cost: Option<C>,
}

impl<'a, C> Progress<'a, C> {
    pub(super) const fn new(
        stats: &'a Stats<C>,
        lower_bound: Option<C>,
        best_cost: Option<C>,
    ) -> Self {
        Self {
            stats,
            lower_bound,
            best_cost,
        }
    }
}

/// A complete layer of a breadth-first search.
///
/// ```
/// use puzzle_search::{Layer, Side};
///
/// let layer = Layer::new(Side::Start, 3, 8);
/// assert_eq!((layer.depth, layer.states), (3, 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Layer {
    /// From where it was reached.
    pub side: Side,
    /// Its distance from there, in moves.
    pub depth: u64,
    /// How many states it has.
    pub states: u64,
}

impl Layer {
    /// A layer of so many states at this depth.
    #[must_use]
    pub const fn new(side: Side, depth: u64, states: u64) -> Self {
        Self {
            side,
            depth,
            states,
        }
    }
}

/// From which end a search reached a state.
///
/// ```
/// assert_ne!(puzzle_search::Side::Start, puzzle_search::Side::Goal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Forward from the start.
    Start,
    /// Backward from the goals.
    Goal,
}

/// A child that was generated.
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
    /// The state it comes from; the root has none.
    pub parent: Option<&'a P::State>,
    /// The move that leads here; the root has none.
    pub mv: Option<&'a P::Move>,
    /// The state.
    pub state: &'a P::State,
    /// The cost of the path that was taken; the number of moves in solvers that count moves.
    pub g: P::Cost,
    /// The heuristic's estimate of the rest, if the solver asked for one and it is no dead end.
    pub h: Option<P::Cost>,
}

impl<'a, P: Puzzle> Generated<'a, P> {
    /// The root, or a child whose parent is [still to be named](Self::with_parent).
    #[must_use]
    pub const fn new(state: &'a P::State, g: P::Cost, h: Option<P::Cost>) -> Self {
        Self {
            parent: None,
            mv: None,
            state,
            g,
            h,
        }
    }

    /// The same, reached by this move from this state.
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
            .finish()
    }
}

/// A state that is expanded.
///
/// ```
/// use puzzle_search::{Expanded, Puzzle};
///
/// fn line<P: Puzzle>(node: &Expanded<'_, P>) -> String {
///     format!("{:?}: g = {}", node.state, node.g)
/// }
/// ```
#[non_exhaustive]
pub struct Expanded<'a, P: Puzzle> {
    /// The state.
    pub state: &'a P::State,
    /// The cost of the path that was taken; the number of moves in solvers that count moves.
    pub g: P::Cost,
}

impl<'a, P: Puzzle> Expanded<'a, P> {
    /// A state that is expanded, reached at this cost.
    #[must_use]
    pub const fn new(state: &'a P::State, g: P::Cost) -> Self {
        Self { state, g }
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
            .finish()
    }
}
