//! [`ProgressLine`]: the progress line of all subcommands.

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use puzzle_search::Stats;
use puzzle_search::observe::{
    Coverage, IterationCounts, Layer, Observer, SearchProgress, Side, TaskObserver, TaskProgress,
};

use crate::console::Console;

/// The time between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(100);

/// The width of the line if that of the terminal is unknown.
const WIDTH: usize = 79;

/// A line on standard error while a search runs or a table is made. It shows the bound of the last iteration or the
/// last layer, and a percentage if it is known.
///
/// Nothing is written unless standard error is a terminal. Dropping the value erases the line.
pub(crate) struct ProgressLine<'a> {
    console: &'a dyn Console,
    /// The beginning of the line.
    title: String,
    /// The last iteration or layer that was finished.
    step: String,
    /// The layers that are complete.
    pub(crate) reached: LayersReached,
    begun: Instant,
    drawn: Instant,
    is_drawn: bool,
    width: usize,
}

/// The progress of a run in layers.
#[derive(Clone, Copy, Default)]
pub(crate) struct LayersReached {
    states: u64,
    /// The depth of the last layer.
    depth: u64,
}

impl Display for LayersReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, depth) = (grouped(self.states), self.depth);
        write!(f, "{states} states to depth {depth} are known so far")
    }
}

impl<'a> ProgressLine<'a> {
    /// Starts a line that begins with `title`.
    pub(crate) fn new(console: &'a dyn Console, title: impl Into<String>) -> Self {
        let width = std::env::var("COLUMNS").ok();
        let width = width.and_then(|columns| columns.parse::<usize>().ok());
        Self {
            console,
            title: title.into(),
            step: String::new(),
            reached: LayersReached::default(),
            begun: Instant::now(),
            drawn: Instant::now(),
            is_drawn: false,
            width: width.map_or(WIDTH, |columns| columns.saturating_sub(1)),
        }
    }

    /// Writes a remark above the line, if standard error is a terminal.
    pub(crate) fn remark(&mut self, text: impl Display) {
        if self.console.terminals().errors {
            self.clear();
            self.console.remark(format_args!("{text}\n"));
        }
    }

    /// Erases the line, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if self.is_drawn {
            self.console.remark("\r\x1b[K");
            self.is_drawn = false;
        }
    }

    /// Redraws the line if the interval has passed; `more` makes the end of the line.
    fn draw(&mut self, stats: &Stats, coverage: Option<Coverage>, more: impl FnOnce() -> String) {
        // Called every few thousand states, and most calls end here.
        if !self.console.terminals().errors || self.drawn.elapsed() < INTERVAL {
            return;
        }
        self.drawn = Instant::now();
        self.is_drawn = true;
        let seconds = self.begun.elapsed().as_secs();
        let mut line = format!("{:02}:{:02} ", seconds / 60, seconds % 60);
        if let Some(coverage) = coverage {
            let percent = coverage.percent();
            let (done, left) = ((percent / 5) as usize, 20 - (percent / 5) as usize);
            line += &format!("{}{} {percent:>3} % ", "#".repeat(done), "-".repeat(left));
        }
        line = line + &self.title + &self.step;
        if coverage.is_none() && stats.expanded > 0 {
            line += &format!(", {} expanded", grouped(stats.expanded));
        }
        line += &more();
        let line: String = line.chars().take(self.width).collect();
        self.console.remark(format_args!("\r{line}\x1b[K"));
    }

    fn reach(&mut self, layer: &Layer) {
        self.reached.states += layer.states;
        self.reached.depth = layer.depth;
        let from = match layer.side {
            Side::Start => "the start",
            Side::Goal => "the goal",
        };
        let states = grouped(layer.states);
        self.step = format!(": {states} states {} moves from {from}", layer.depth);
    }
}

impl Drop for ProgressLine<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}

impl TaskObserver for ProgressLine<'_> {
    fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
        self.draw(&progress.stats, progress.coverage, String::new);
        ControlFlow::Continue(())
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.reach(layer);
        ControlFlow::Continue(())
    }
}

impl<S, M, C: Display> Observer<S, M, C> for ProgressLine<'_> {
    fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
        self.draw(&progress.stats, None, || {
            let bound = progress
                .lower_bound
                .as_ref()
                .map(|bound| format!(", cost at least {bound}"));
            let best = progress
                .best_cost
                .as_ref()
                .map(|best| format!(", at most {best}"));
            bound.unwrap_or_default() + &best.unwrap_or_default()
        });
        ControlFlow::Continue(())
    }

    fn iteration(&mut self, iteration: &IterationCounts<C>) -> ControlFlow<()> {
        self.step = format!(": bound {} done", iteration.bound);
        ControlFlow::Continue(())
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.reach(layer);
        ControlFlow::Continue(())
    }
}

/// A number with a comma between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
