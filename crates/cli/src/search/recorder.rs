//! [`SearchRecorder`]: the observer that records incumbents, iterations and layers.

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_search::Solution;
use puzzle_search::observe::{IterationCounts, Layer, Observer, SearchProgress};

use crate::console::Console;
use crate::progress_line::{ProgressLine, grouped};

/// An incumbent, and the state of the search when it was found.
#[derive(Clone, Copy)]
pub(crate) struct Improvement {
    pub(crate) cost: u32,
    pub(crate) lower_bound: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) seconds: f64,
}

/// The number of states in an iteration or a layer.
#[derive(Clone, Copy)]
pub(crate) struct StepCount {
    /// The bound of the iteration, or the depth of the layer.
    pub(crate) number: u64,
    pub(crate) states: u64,
}

/// Shows the progress of a search, and records its steps. Each incumbent is written when it is found.
pub(crate) struct SearchRecorder<'a> {
    live: ProgressLine<'a>,
    begun: Instant,
    pub(crate) improvements: Vec<Improvement>,
    pub(crate) steps: Vec<StepCount>,
}

impl<'a> SearchRecorder<'a> {
    pub(crate) fn new(console: &'a dyn Console, title: impl Into<String>) -> Self {
        Self {
            live: ProgressLine::new(console, title),
            begun: Instant::now(),
            improvements: Vec::new(),
            steps: Vec::new(),
        }
    }
}

impl<S, M> Observer<S, M, u32> for SearchRecorder<'_> {
    fn progress(&mut self, progress: &SearchProgress<u32>) -> ControlFlow<()> {
        Observer::<S, M, u32>::progress(&mut self.live, progress)
    }

    fn iteration(&mut self, iteration: &IterationCounts<u32>) -> ControlFlow<()> {
        let (number, states) = (iteration.bound.into(), iteration.generated);
        self.steps.push(StepCount { number, states });
        Observer::<S, M, u32>::iteration(&mut self.live, iteration)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        let (number, states) = (layer.depth, layer.states);
        self.steps.push(StepCount { number, states });
        Observer::<S, M, u32>::layer(&mut self.live, layer)
    }

    fn incumbent(
        &mut self,
        solution: &Solution<M, u32>,
        progress: &SearchProgress<u32>,
    ) -> ControlFlow<()> {
        let found = Improvement {
            cost: solution.cost(),
            lower_bound: progress.lower_bound,
            expanded: progress.stats.expanded,
            seconds: self.begun.elapsed().as_secs_f64(),
        };
        self.live.remark(found);
        self.improvements.push(found);
        ControlFlow::Continue(())
    }
}

impl Display for Improvement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cost, expanded, seconds) = (self.cost, grouped(self.expanded), self.seconds);
        write!(f, "cost {cost} after {expanded} expanded, {seconds:.3} s")?;
        match self.lower_bound {
            Some(bound) => write!(f, "; at least {bound}"),
            None => Ok(()),
        }
    }
}
