//! Output for whole spaces: a row for each layer, and the census.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_search::Stop;
use puzzle_search::observe::{Layer, TaskObserver, TaskProgress};
use puzzle_search::space::Census;
use serde_json::{Value, json};

use crate::catalogue::Instance;
use crate::console::Console;
use crate::options::FormatOption;
use crate::progress_line::ProgressLine;

/// The heading of the rows.
pub(super) const HEAD: &str = "depth          states           total    seconds\n";

/// Prints layers as they are counted, unless the output is JSON.
pub(super) struct LayerRows<'a> {
    console: &'a dyn Console,
    live: ProgressLine<'a>,
    format: FormatOption,
    begun: Instant,
    /// The number of states so far; `None` if earlier layers were counted by an earlier run.
    total: Option<u64>,
}

impl<'a> LayerRows<'a> {
    pub(super) fn new(console: &'a dyn Console, format: FormatOption) -> Self {
        Self {
            console,
            live: ProgressLine::new(console, "counting"),
            format,
            begun: Instant::now(),
            total: None,
        }
    }
}

impl TaskObserver for LayerRows<'_> {
    fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
        self.live.progress(progress)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        if self.format.is_json() {
            return self.live.layer(layer);
        }
        let (depth, states) = (layer.depth, layer.states);
        let before = if depth == 0 { Some(0) } else { self.total };
        self.total = before.map(|before| before + states);
        let total = self.total.map_or("-".into(), |total| total.to_string());
        let seconds = self.begun.elapsed().as_secs_f64();
        self.live.clear();
        // If the output is closed, the count ends.
        match self.console.print(format_args!(
            "{depth:>5} {states:>15} {total:>15} {seconds:>10.3}\n"
        )) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Why a count was stopped: no solution is looked for.
fn reason(stop: Stop) -> String {
    match stop {
        Stop::Moves => "the limit on the depth was reached".into(),
        stop => stop.to_string(),
    }
}

pub(super) fn text<S>(census: &Census<S>, line: impl Fn(&S) -> String, seconds: f64) -> String {
    let (states, depth) = (census.states(), census.depth());
    let mut out = match census.stop {
        None => format!("\n{states} states, at most {depth} moves away\n"),
        Some(stop) => format!(
            "\nStopped: {}. {states} states to depth {depth}\n",
            reason(stop)
        ),
    };
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "{seconds:.3} seconds, {} bytes",
        census.stats.peak_bytes
    );
    match census.peak_disk_bytes {
        0 => out += "\n",
        bytes => out += &format!(", and {bytes} on disk\n"),
    }
    if census.is_complete() && !census.hardest.is_empty() {
        out += "\nAmong the hardest:\n";
        for state in &census.hardest {
            out += &format!("  {}\n", line(state));
        }
    }
    out
}

pub(super) fn json<S>(instance: &Instance, census: &Census<S>, seconds: f64) -> Value {
    let mut object = json!({
        "puzzle": &instance.name,
        "size": &instance.size,
        "states": census.states(),
        "diameter": census.is_complete().then(|| census.depth()),
        "layers": census.layers,
        "seconds": seconds,
        "peak_bytes": census.stats.peak_bytes,
    });
    if census.peak_disk_bytes > 0 {
        object["peak_disk_bytes"] = census.peak_disk_bytes.into();
    }
    if let Some(stop) = census.stop {
        object["stopped"] = reason(stop).into();
    }
    object
}
