//! [`TaskObserver`]: the trait of types that are shown the progress and the layers of a task and may end it.
//! Invariant: an observer changes no count and no result, except by ending the task.

use alloc::boxed::Box;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;

use super::layer::Layer;
use super::stats::Stats;
use super::stop::Stop;

/// Observes a [`Task`](crate::Task), and may end its run by returning `Break`. A search has an
/// [`Observer`](crate::observe::Observer).
///
/// Both methods have a default that does nothing.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::Enumerate;
/// use puzzle_search::observe::{Layer, TaskObserver};
///
/// #[derive(Default)]
/// struct Layers(Vec<u64>);
/// impl TaskObserver for Layers {
///     fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
///         self.0.push(layer.states);
///         ControlFlow::Continue(())
///     }
/// }
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let mut layers = Layers::default();
/// let census = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]).observe(&mut layers).run()?;
/// assert_eq!(layers.0, census.layers);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait TaskObserver {
    /// Called with the progress so far: at least once for each layer, if the task works by layers.
    fn progress(&mut self, _progress: &TaskProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when a [layer](Layer) of states is complete.
    ///
    /// A count [on disk](crate::space::OnDisk) does not write a checkpoint after each layer. If its process is killed,
    /// the count that is resumed may show the last layers once more.
    fn layer(&mut self, _layer: &Layer) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An observer that does nothing.
impl TaskObserver for () {}

macro_rules! delegate_task_observer {
    ($($pointer:ty),+) => {$(
        impl<O: TaskObserver + ?Sized> TaskObserver for $pointer {
            fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
                (**self).progress(progress)
            }
            fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
                (**self).layer(layer)
            }
        }
    )+};
}

delegate_task_observer!(&mut O, Box<O>);

/// Turns an observer's `Break` into a stop.
pub(crate) const fn obey(flow: ControlFlow<()>) -> Result<(), Stop> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Observer),
    }
}

/// An observer that calls a closure with the progress. [`Search::on_progress`](crate::Search::on_progress) creates it
/// for a search, [`Task::on_progress`](crate::Task::on_progress) for a task.
#[derive(Clone, Copy)]
pub struct OnProgress<F>(pub(crate) F);

impl<F> Debug for OnProgress<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnProgress")
    }
}

impl<F: FnMut(&TaskProgress) -> ControlFlow<()>> TaskObserver for OnProgress<F> {
    fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
        (self.0)(progress)
    }
}

/// An observer that calls a closure with each layer.
pub(crate) struct OnLayer<F>(pub(crate) F);

impl<F: FnMut(&Layer) -> ControlFlow<()>> TaskObserver for OnLayer<F> {
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        (self.0)(layer)
    }
}

/// How far a [`Task`](crate::Task) has come. A search has a [`SearchProgress`](crate::observe::SearchProgress).
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::observe::{TaskProgress, TaskObserver};
///
/// struct Patience(u64);
/// impl TaskObserver for Patience {
///     fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
///         if progress.stats.expanded > self.0 {
///             return ControlFlow::Break(());
///         }
///         ControlFlow::Continue(())
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskProgress {
    /// The counts so far.
    pub stats: Stats,
    /// How much of the work is done, or `None` if the total amount of work is not known.
    pub coverage: Option<Coverage>,
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
/// use puzzle_search::observe::{TaskProgress, TaskObserver};
///
/// #[derive(Default)]
/// struct Percents(Vec<u64>);
/// impl TaskObserver for Percents {
///     fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
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
    /// The greatest number of states that the task expects to reach; `done` may end below it.
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
        // A task may reach more states than it expected.
        percent.min(100) as u64
    }
}
