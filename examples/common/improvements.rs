//! [`Improvements`]: each solution that is better than the ones before, when it is found.

use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_search::{IterationCounts, Layer, Observer, SearchProgress, Solution};

use crate::live::{Live, grouped};

/// What was known when a better solution was found.
#[derive(Clone, Copy)]
pub(crate) struct Improvement {
    pub(crate) cost: u32,
    pub(crate) lower_bound: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) seconds: f64,
}

/// Notes improvements, and if that is asked for writes each above the live line.
pub(crate) struct Improvements {
    live: Live,
    begun: Instant,
    /// Whether each is written when it is found.
    pub(crate) is_written: bool,
    pub(crate) list: Vec<Improvement>,
}

impl Improvements {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            live: Live::new(title),
            begun: Instant::now(),
            is_written: false,
            list: Vec::new(),
        }
    }
}

impl<S, M> Observer<S, M, u32> for Improvements {
    fn progress(&mut self, progress: &SearchProgress<u32>) -> ControlFlow<()> {
        Observer::<S, M, u32>::progress(&mut self.live, progress)
    }

    fn iteration(&mut self, iteration: &IterationCounts<u32>) -> ControlFlow<()> {
        Observer::<S, M, u32>::iteration(&mut self.live, iteration)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
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
        if self.is_written {
            self.live.bar.println(found.to_string());
        }
        self.list.push(found);
        ControlFlow::Continue(())
    }
}

impl std::fmt::Display for Improvement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (cost, expanded, seconds) = (self.cost, grouped(self.expanded), self.seconds);
        write!(f, "cost {cost} after {expanded} expanded, {seconds:.3} s")?;
        match self.lower_bound {
            Some(bound) => write!(f, "; at least {bound}"),
            None => Ok(()),
        }
    }
}
