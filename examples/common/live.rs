//! [`Live`]: a line that shows how far a long run has come. Every example uses it, none has another.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use puzzle_search::{
    Coverage, IterationCounts, Layer, Observer, Progress, SearchProgress, Side, Stats, Watcher,
};

/// Fast enough for the eye, slow enough to cost nothing.
const INTERVAL: Duration = Duration::from_millis(100);

/// A line on standard error while a search runs or a table is made: the bounds of iterations, the
/// layers, the percentage where it is known.
///
/// If standard error is no terminal nothing is written. The line disappears with this value.
pub(crate) struct Live {
    /// Hidden where there is no terminal.
    pub(crate) bar: ProgressBar,
    /// Nothing is drawn of a run that ends at once.
    is_drawn: bool,
    drawn: Instant,
    /// What the line begins with.
    title: String,
    /// What was finished last, if the run goes in steps.
    step: String,
    /// The layers so far.
    pub(crate) reached: Reached,
    /// Whether there is a bar for a percentage.
    has_percents: bool,
}

/// How far a run has come that goes in layers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reached {
    states: u64,
    /// The depth of the last layer.
    depth: u64,
}

impl Display for Reached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (states, depth) = (grouped(self.states), self.depth);
        write!(f, "{states} states to depth {depth} are known so far")
    }
}

impl Live {
    /// A line that begins with this title.
    pub(crate) fn new(title: impl Into<String>) -> Self {
        let bar = if io::stderr().is_terminal() {
            ProgressBar::new_spinner().with_style(style("{spinner} {elapsed} {msg}"))
        } else {
            ProgressBar::hidden()
        };
        Self {
            bar,
            is_drawn: false,
            drawn: Instant::now(),
            title: title.into(),
            step: String::new(),
            reached: Reached::default(),
            has_percents: false,
        }
    }

    fn percents(&mut self, coverage: Coverage) {
        if !self.has_percents {
            let with_bar = "{spinner} {elapsed} {bar:20} {percent:>3} % {msg}";
            self.bar.set_style(style(with_bar));
            self.has_percents = true;
        }
        self.bar.set_length(coverage.total);
        self.bar.set_position(coverage.done.min(coverage.total));
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Live {
    /// Draws the line again, if it is time to: `more` is what else is known, put into words.
    fn draw(&mut self, stats: &Stats, coverage: Option<Coverage>, more: impl FnOnce() -> String) {
        // Called every few thousand states: most calls end here.
        if self.bar.is_hidden() || self.drawn.elapsed() < INTERVAL {
            return;
        }
        self.drawn = Instant::now();
        if !self.is_drawn {
            // What goes on within a layer is not seen: the clock shows that something does.
            self.bar.enable_steady_tick(INTERVAL);
            self.is_drawn = true;
        }
        let mut line = format!("{}{}", self.title, self.step);
        match coverage {
            Some(coverage) => self.percents(coverage),
            None if stats.expanded > 0 => {
                line += &format!(", {} expanded", grouped(stats.expanded));
            }
            None => {}
        }
        self.bar.set_message(line + &more());
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

impl Watcher for Live {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.draw(&progress.stats, progress.coverage, String::new);
        ControlFlow::Continue(())
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.reach(layer);
        ControlFlow::Continue(())
    }
}

impl<S, M, C: Display> Observer<S, M, C> for Live {
    fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
        self.draw(&progress.stats, None, || {
            let mut line = String::new();
            if let Some(bound) = &progress.lower_bound {
                line += &format!(", cost at least {bound}");
            }
            if let Some(best) = &progress.best_cost {
                line += &format!(", at most {best}");
            }
            line
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

fn style(template: &str) -> ProgressStyle {
    // A template that is wrong shows as the default line.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// A number with a comma before every three digits.
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
