//! What the examples say that count whole spaces: a row for each layer, and the census.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;
use puzzle_search::space::Census;
use puzzle_search::{Layer, Notation, Progress, Watcher};

use crate::ctrl_c::STOPPED;
use crate::live::Live;
use crate::spaces::{Words, line};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

impl Format {
    /// Writes what was counted; returns the code to end with.
    pub(crate) fn tell<P: Notation>(
        self,
        puzzle: &P,
        words: &Words,
        census: &Census<P::State>,
        seconds: f64,
    ) -> io::Result<ExitCode> {
        match self {
            Self::Text => text(puzzle, census, seconds)?,
            Self::Json => json(words, census, seconds)?,
        }
        let is_complete = census.is_complete();
        Ok(ExitCode::from(if is_complete { 0 } else { STOPPED }))
    }
}

/// What stands above the rows.
pub(crate) const HEAD: &str = "depth          states           total    seconds\n";

/// Prints layers as they are counted, if they are to be printed.
pub(crate) struct Rows {
    live: Live,
    are_printed: bool,
    begun: Instant,
    /// How many states there were so far; not known of layers that were counted another time.
    total: Option<u64>,
}

impl Rows {
    pub(crate) fn new(are_printed: bool) -> Self {
        Self {
            live: Live::new("counting"),
            are_printed,
            begun: Instant::now(),
            total: None,
        }
    }
}

impl Watcher for Rows {
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
        let row = format!("{depth:>5} {states:>15} {total:>15} {seconds:>10.3}");
        let printed = self
            .live
            .bar
            .suspend(|| writeln!(io::stdout().lock(), "{row}"));
        // Nobody reads on: there is nothing left to count for.
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

fn text<P: Notation>(puzzle: &P, census: &Census<P::State>, seconds: f64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (states, depth) = (census.states(), census.depth());
    match census.stop {
        None => writeln!(out, "\n{states} states, at most {depth} moves away")?,
        Some(stop) => writeln!(out, "\nStopped: {stop}. {states} states to depth {depth}")?,
    }
    write!(out, "{seconds:.3} seconds, {} bytes", census.peak_bytes)?;
    match census.peak_disk_bytes {
        0 => writeln!(out)?,
        bytes => writeln!(out, ", and {bytes} on disk")?,
    }
    if census.is_complete() && !census.hardest.is_empty() {
        writeln!(out, "\nAmong the hardest:")?;
        for state in &census.hardest {
            writeln!(out, "  {}", line(puzzle, state))?;
        }
    }
    Ok(())
}

fn json<S>(words: &Words, census: &Census<S>, seconds: f64) -> io::Result<()> {
    let mut object = serde_json::json!({
        "puzzle": words.name,
        "size": words.size,
        "states": census.states(),
        "diameter": census.depth(),
        "layers": census.layers,
        "seconds": seconds,
        "peak_bytes": census.peak_bytes,
    });
    if census.peak_disk_bytes > 0 {
        object["peak_disk_bytes"] = census.peak_disk_bytes.into();
    }
    if let Some(stop) = census.stop {
        object["stopped"] = stop.to_string().into();
    }
    writeln!(io::stdout().lock(), "{object}")
}
