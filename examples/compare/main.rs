//! Most solvers, each with every heuristic, on one instance: what each found, and what it took.
//!
//! ```sh
//! cargo run --release --example compare
//! cargo run --release --example compare -- --board "2 3 4 0 1 5 7 8 9 6 10 12 13 14 11 15" --svg chart.svg
//! cargo run --release --example compare -- --file examples/puzzles/theta.graph --max-seconds 1
//! ```
//!
//! Each search has its own limits; one that reaches a limit is shown as stopped. It ends with code 0,
//! with 2 on bad input, and with 3 if Ctrl-C ended it.

#[path = "../common/boards.rs"]
mod boards;
mod chart;
#[path = "../common/cores.rs"]
mod cores;
#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/end.rs"]
mod end;
#[path = "../common/file.rs"]
mod file;
#[path = "../common/improvements.rs"]
mod improvements;
#[path = "../common/instance.rs"]
mod instance;
mod lineup;
#[path = "../common/live.rs"]
mod live;
#[path = "../common/plot.rs"]
mod plot;
mod quality;
#[path = "../common/sliding.rs"]
mod sliding;
#[path = "../common/svg.rs"]
mod svg;
mod table;
#[path = "../common/tile_heuristics.rs"]
mod tile_heuristics;
mod trial;
#[path = "../common/units.rs"]
mod units;

use std::error::Error;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Parser;
use puzzle_search::Limits;

use instance::Which;
use lineup::Lineup;

/// The farthest of all boards of the 8-puzzle from the goal, with one other.
const HARDEST: &str = "8 6 7 2 5 4 3 0 1";

/// Tries most solvers, each with every heuristic, on one instance.
#[derive(Debug, Parser)]
#[command(name = "compare")]
struct Options {
    #[command(flatten)]
    which: Which,

    /// Longest time for each search, and for making each heuristic
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    max_seconds: Duration,

    /// Most memory for each search, in units of 1024 x 1024 bytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32))]
    max_memory_mb: u32,

    /// Most states that each search may generate
    #[arg(long, value_name = "N")]
    max_generated: Option<u64>,

    /// By so many threads: bfs, bidirectional, iterative-deepening, depth-first and ida-star
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    threads: NonZero<usize>,

    /// Where pattern databases are kept in files; only then do 7-8 and 6-6-6-6 take part
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Draw states, time, memory, and how good the solutions were at what time
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn main() -> ExitCode {
    end::end(run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let instance = options.which.instance(HARDEST)?;
    let cancel = ctrl_c::cancel_flag()?;
    let mut limits = Limits::new().with_cancel(Arc::clone(&cancel));
    limits.time = Some(options.max_seconds);
    limits.bytes = Some((options.max_memory_mb as usize).saturating_mul(1 << 20));
    limits.generated = options.max_generated;
    let threads = options.threads.get();
    let mut lineup = Lineup::new(limits, threads, options.cache.as_deref());
    let name = lineup.run(instance)?;
    let printed = table::print(&name, &lineup.trials, &lineup.notes);
    if let Some(path) = &options.svg {
        std::fs::write(path, chart::svg(&name, &lineup.trials))
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    printed?;
    let was_cancelled = cancel.load(Ordering::Relaxed);
    Ok(ExitCode::from(if was_cancelled {
        ctrl_c::STOPPED
    } else {
        0
    }))
}

fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or("expected a number of seconds, such as 2.5")
}
