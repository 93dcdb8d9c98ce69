//! God's number: how many positions a puzzle has at each depth, and which are the hardest.
//!
//! ```sh
//! cargo run --release --example gods_number                        # the 8-puzzle
//! cargo run --release --example gods_number -- --size 3x4 --svg 3x4.svg
//! cargo run --release --example gods_number -- --puzzle magic-squares --format json
//! cargo run --release --example gods_number -- --size 2x7          # 5.5 GB, minutes
//! cargo run --release --example gods_number -- --size 2x7 --disk /var/tmp/2x7 --max-memory-mb 1000
//! cargo run --release --example gods_number -- --size 2x7 --checkpoint /var/tmp/2x7
//! ```
//!
//! Depths are counted in moves from the goal. It ends with code 0, with 2 on bad input, and with 3
//! if a limit or Ctrl-C stopped it: what it knows until then is printed. With `--disk` (or `--checkpoint`, which
//! is the same) the same command goes on from there, also after it was killed.

#[path = "../common/census.rs"]
mod census;
#[path = "../common/cores.rs"]
mod cores;
#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/live.rs"]
mod live;
#[path = "../common/spaces.rs"]
mod spaces;
#[path = "../common/svg.rs"]
mod svg;
#[path = "../common/units.rs"]
mod units;

mod histogram;

use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use puzzle_search::space::{Census, Enumerate, EnumerateError, OnDisk};
use puzzle_search::{Limits, Notation, Ranked, Reversible};

use census::{Format, HEAD, Rows};
use cores::cores;
use spaces::{Answer, Task, Which, Words};

/// Counts the positions of a puzzle at each depth.
#[derive(Debug, Parser)]
#[command(name = "gods_number")]
struct Options {
    #[command(flatten)]
    which: Which,

    /// Count from this board instead of from the goal
    #[arg(long)]
    from: Option<String>,

    /// How states are remembered; auto: by rank if the table fits
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,

    /// How many threads share the work by rank [default: as many as there are cores]
    #[arg(long)]
    threads: Option<NonZero<usize>>,

    /// Most memory for tables, in units of 1024 x 1024 bytes
    #[arg(long, value_name = "M", default_value_t = 8192)]
    max_memory_mb: u32,

    /// Keep layers by rank in this directory, and hold no more in memory than the limit says; a count
    /// that was stopped or killed can be gone on with
    #[arg(long, value_name = "DIR", visible_alias = "checkpoint")]
    disk: Option<PathBuf>,

    /// Most bytes of its files, in units of 1024 x 1024 bytes [default: no limit]
    #[arg(long, value_name = "D", requires = "disk")]
    max_disk_mb: Option<u64>,

    /// Deepest layer to count
    #[arg(long, value_name = "D")]
    max_depth: Option<u64>,

    /// How many of the hardest positions are listed
    #[arg(long, value_name = "N", default_value_t = 3)]
    hardest: usize,

    /// Draw a histogram into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    Auto,
    Rank,
    Hashing,
}

fn main() -> ExitCode {
    let options = Options::parse();
    options.which.end(&options)
}

impl Task for &Options {
    fn run<P>(self, puzzle: P, words: Words) -> Answer<ExitCode>
    where
        P: Notation + Ranked<State: Send> + Reversible<Cost = u32, Move: Display> + Clone + Sync,
    {
        let starts = match &self.from {
            Some(board) => vec![puzzle.parse(board)?],
            None => puzzle.goals().into_iter().collect(),
        };
        let mut limits = Limits::new().with_cancel(ctrl_c::cancel_flag()?);
        limits.bytes = Some((self.max_memory_mb as usize).saturating_mul(1 << 20));
        limits.moves = self.max_depth;
        if self.format == Format::Text {
            head(&puzzle, &words, self.disk.is_some())?;
        }
        let rows = Rows::new(self.format == Format::Text);
        let begun = Instant::now();
        let census = self.count(&puzzle, starts, limits, rows)?;
        let seconds = begun.elapsed().as_secs_f64();
        if let Some(file) = &self.svg {
            let title = format!("{} {}: states at each depth", words.name, words.size);
            std::fs::write(file, histogram::svg(&title, &census.layers))
                .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
        }
        Ok(self.format.tell(&puzzle, &words, &census, seconds)?)
    }
}

impl Options {
    fn count<P: Ranked<State: Send, Cost = u32> + Sync>(
        &self,
        puzzle: &P,
        starts: Vec<P::State>,
        limits: Limits,
        mut rows: Rows,
    ) -> Answer<Census<P::State>> {
        let threads = self.threads.map_or_else(cores, NonZero::get);
        let enumerate = Enumerate::new().with_hardest(self.hardest);
        if let Some(directory) = &self.disk {
            if self.method == Method::Hashing {
                return Err("--disk goes with tables by rank only".into());
            }
            let mut disk = enumerate.on_disk(directory);
            if let Some(most) = self.max_disk_mb {
                disk = disk.max_disk_bytes(most.saturating_mul(1 << 20));
            }
            let count = disk.count_by_rank(puzzle, starts).limits(limits);
            return Ok(count.threads(threads).watch(rows).run()?);
        }
        if self.method != Method::Hashing {
            let count = enumerate.count_by_rank(puzzle, starts.clone());
            let count = count.limits(limits.clone()).watch(&mut rows);
            match count.threads(threads).run() {
                // What can be reached, or two layers of it, may be less than what is numbered.
                Err(EnumerateError::TooLarge { .. } | EnumerateError::Unnumbered)
                    if self.method == Method::Auto => {}
                counted => return Ok(counted?),
            }
        }
        let count = enumerate.threads(threads).count_by_hashing(puzzle, starts);
        Ok(count.limits(limits).watch(rows).run())
    }
}

fn head<P: Ranked>(puzzle: &P, words: &Words, on_disk: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{} {}", words.name, words.size)?;
    if let Some(states) = puzzle.state_count() {
        write!(out, ", {states} states are numbered")?;
    }
    if on_disk {
        if let Some(bytes) = OnDisk::bytes_by_rank(puzzle) {
            write!(out, ", files of them take {bytes} bytes at most")?;
        }
    } else if let Some(bytes) = Enumerate::bytes_by_rank(puzzle) {
        write!(out, ", a table of them takes {bytes} bytes")?;
    }
    write!(out, "\n\n{HEAD}")
}
