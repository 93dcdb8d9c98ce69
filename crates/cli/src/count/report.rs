//! What is said of whole spaces: a row for each layer, and the census.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_search::observe::{Layer, Progress, Watcher};
use puzzle_search::space::Census;

use crate::catalogue::Instance;
use crate::console::Console;
use crate::json::{Json, object};
use crate::live::Live;

/// What stands above the rows.
pub(super) const HEAD: &str = "depth          states           total    seconds\n";

/// Prints layers as they are counted, if they are to be printed.
pub(super) struct Rows<'a> {
    console: &'a dyn Console,
    live: Live<'a>,
    are_printed: bool,
    begun: Instant,
    /// How many states there were so far; not known of layers that were counted another time.
    total: Option<u64>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(console: &'a dyn Console, are_printed: bool) -> Self {
        Self {
            console,
            live: Live::new(console, "counting"),
            are_printed,
            begun: Instant::now(),
            total: None,
        }
    }
}

impl Watcher for Rows<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.live.progress(progress)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        if !self.are_printed {
            return self.live.layer(layer);
        }
        let (depth, states) = (layer.depth, layer.states);
        let before = if depth == 0 { Some(0) } else { self.total };
        self.total = before.map(|before| before + states);
        let total = self.total.map_or("-".into(), |total| total.to_string());
        let seconds = self.begun.elapsed().as_secs_f64();
        self.live.clear();
        // Nobody reads on: there is nothing left to count for.
        match self.console.print(format_args!(
            "{depth:>5} {states:>15} {total:>15} {seconds:>10.3}\n"
        )) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

pub(super) fn text<S>(census: &Census<S>, line: impl Fn(&S) -> String, seconds: f64) -> String {
    let (states, depth) = (census.states(), census.depth());
    let mut out = match census.stop {
        None => format!("\n{states} states, at most {depth} moves away\n"),
        Some(stop) => format!("\nStopped: {stop}. {states} states to depth {depth}\n"),
    };
    // Writing to a string cannot fail.
    let _ = write!(out, "{seconds:.3} seconds, {} bytes", census.peak_bytes);
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

pub(super) fn json<S>(instance: &Instance, census: &Census<S>, seconds: f64) -> String {
    let mut object = object! {
        "puzzle": &instance.name,
        "size": &instance.size,
        "states": census.states(),
        "diameter": census.depth(),
        "layers": census.layers.iter().copied().collect::<Json>(),
        "seconds": seconds,
        "peak_bytes": census.peak_bytes,
    };
    if census.peak_disk_bytes > 0 {
        object = object.with("peak_disk_bytes", census.peak_disk_bytes);
    }
    if let Some(stop) = census.stop {
        object = object.with("stopped", stop.to_string());
    }
    format!("{object}\n")
}
