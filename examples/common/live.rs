//! [`Live`]: a line that shows how far a search has come.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use puzzle_search::{Iteration, Layer, Observer, Progress, Puzzle, Side};

/// Fast enough for the eye, slow enough to cost nothing.
const INTERVAL: Duration = Duration::from_millis(100);

/// The line disappears with this value.
pub(crate) struct Live {
    spinner: ProgressBar,
    drawn: Instant,
    /// What the line begins with.
    title: String,
    /// What was finished last, if the solver goes in steps.
    step: String,
}

impl Live {
    /// A line on standard error that begins with this title, if standard error is a terminal.
    pub(crate) fn on_terminal(title: String) -> Option<Self> {
        io::stderr().is_terminal().then(|| Self {
            spinner: ProgressBar::new_spinner(),
            drawn: Instant::now(),
            title,
            step: String::new(),
        })
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.spinner.finish_and_clear();
    }
}

impl<P: Puzzle> Observer<P> for Live {
    fn progress(&mut self, progress: &Progress<'_, P::Cost>) -> ControlFlow<()> {
        // Called every few thousand states: most calls end here.
        if self.drawn.elapsed() < INTERVAL {
            return ControlFlow::Continue(());
        }
        self.drawn = Instant::now();
        let expanded = grouped(progress.stats.expanded);
        let mut line = format!("{}{}{expanded} expanded", self.title, self.step);
        if let Some(bound) = progress.lower_bound {
            line += &format!(", cost at least {bound}");
        }
        if let Some(best) = progress.best_cost {
            line += &format!(", at most {best}");
        }
        self.spinner.set_message(line);
        self.spinner.tick();
        ControlFlow::Continue(())
    }

    fn iteration(&mut self, iteration: &Iteration<P::Cost>) -> ControlFlow<()> {
        self.step = format!("bound {} done, ", iteration.bound);
        ControlFlow::Continue(())
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        let from = match layer.side {
            Side::Start => "the start",
            Side::Goal => "the goal",
        };
        let states = grouped(layer.states);
        self.step = format!("{states} states {} moves from {from}, ", layer.depth);
        ControlFlow::Continue(())
    }
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
