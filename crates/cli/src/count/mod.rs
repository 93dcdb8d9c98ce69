//! `count`: counts the states of a puzzle at each depth and lists the hardest; in memory, on disk and by several
//! processes.

mod cluster;
mod histogram;
mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use puzzle_search::space::{Census, Enumerate, OnDisk, SpaceError};
use puzzle_search::{Limits, Ranked, Reversible};

use crate::any::{HashCount, NumberedSpace, State};
use crate::catalogue::{Instance, PuzzleOptions};
use crate::console::Console;
use crate::heuristics::cores;
use crate::options::{FormatOption, LimitOptions};
use crate::{CliResult, STOPPED};
use report::LayerRows;

/// The default puzzle: the 8-puzzle.
pub(crate) const EIGHT: &[&str] = &["tiles", "3x3"];

/// The default limit on memory for tables, of all processes that are started together.
const MEBIBYTES: usize = 8192;

/// Count the positions of a puzzle at each depth
///
/// Depths are counted in moves from the goal, or from the board that is given. What is known when a limit or Ctrl-C
/// stops it is printed.
///
///   puzzle-search count tiles 3x4 --svg 3x4.svg
///   puzzle-search count pancakes 10 --format json
///   puzzle-search count tiles 2x7 --disk /var/tmp/2x7 --max-memory-mb 1000
///   puzzle-search count tiles 3x4 --local 2 --disk /var/tmp/3x4 --max-memory-mb 16
///
/// Each process holds at most as many bytes as --max-memory-mb says. Without it, all processes of --local together hold
/// at most 8192 x 1024 x 1024 bytes, and so does any other one.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct CountStates {
    #[command(flatten)]
    which: PuzzleOptions,

    /// How states are remembered
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,

    /// Number of threads, of each process [default: the number of cores; by several processes, 1]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Keep layers in files in this directory, and hold no more in memory than the limit says; the same command goes on
    /// with what the directory holds, also after it was stopped or killed
    #[arg(long, value_name = "DIR", visible_alias = "checkpoint")]
    disk: Option<PathBuf>,

    /// Most bytes of its files, in units of 1024 x 1024 bytes [default: no limit]
    #[arg(long, value_name = "D", requires = "disk")]
    max_disk_mb: Option<u64>,

    #[command(flatten)]
    limits: LimitOptions,

    /// How many of the hardest positions are listed
    #[arg(long, value_name = "N", default_value_t = 3)]
    hardest: usize,

    /// Draw a histogram into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    cluster: cluster::Cluster,

    #[command(flatten)]
    format: FormatOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// By rank if the table fits
    Auto,
    Rank,
    Hashing,
}

impl CountStates {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        if self.cluster.local() > 1 && self.which.words.iter().any(|word| word == "-") {
            return Err(
                "--local starts processes that cannot read the standard input: expected a file"
                    .into(),
            );
        }
        let instance = self.which.instance(console, EIGHT)?;
        let space = NumberedSpace(instance.puzzle.clone());
        let start = instance.start.as_ref();
        let starts = match start.map(|start| space.number(start)) {
            // A state that cannot reach the goal has no rank.
            Some(None) => None,
            Some(Some(rank)) => Some(vec![rank]),
            None => Some(space.goals().into_iter().collect()),
        };
        let numbered = starts.filter(|_| space.is_numbered());
        if self.limits.max_generated.is_some() {
            return Err(
                "--max-generated goes with searches only: expected --max-expansions".into(),
            );
        }
        let mut limits = self.limits.limits(console);
        limits.bytes = Some(self.mebibytes() << 20);
        limits.moves = self.limits.max_cost.map(Into::into);
        if self.cluster.is_asked_for() {
            let starts = numbered.ok_or("the states are not numbered: they cannot be divided")?;
            return self.by_processes(&instance, &space, starts, limits, console);
        }
        if !self.format.is_json() {
            console.print(self.head(&instance, &space))?;
        }
        let mut rows = LayerRows::new(console, self.format);
        let begun = Instant::now();
        if let Some(starts) = numbered
            && let Some(census) = self.by_rank(&space, starts, limits.clone(), &mut rows)?
        {
            // The progress line is erased before the answer is printed.
            drop(rows);
            let line = |&rank: &u64| space.line(rank);
            return self.write_census(&instance, &census, line, begun, console);
        }
        let goals = || instance.puzzle.goals().into_iter().collect();
        let starts = start.map_or_else(goals, |start| vec![start.clone()]);
        let (puzzle, threads) = (&instance.puzzle, self.threads());
        let census = if let Some(disk) = self.on_disk() {
            let count = disk.count_by_sorting(puzzle, starts).threads(threads);
            count.limits(limits).observe(&mut rows).run()?
        } else {
            let settings = HashCount {
                enumerate: self.enumerate(),
                threads,
                limits,
                observer: &mut rows,
            };
            puzzle.count_by_hashing(&starts, settings)
        };
        drop(rows);
        let line = |state: &State| puzzle.line(state);
        self.write_census(&instance, &census, line, begun, console)
    }

    /// Writes the result, and returns the exit code.
    fn write_census<S>(
        &self,
        instance: &Instance,
        census: &Census<S>,
        line: impl Fn(&S) -> String,
        begun: Instant,
        console: &dyn Console,
    ) -> CliResult {
        let seconds = begun.elapsed().as_secs_f64();
        let (name, size) = (&instance.name, &instance.size);
        if let Some(file) = &self.svg {
            let title = format!("{name} {size}: states at each depth");
            crate::write_file(file, histogram::svg(&title, &census.layers))?;
        }
        let object = report::json(instance, census, seconds);
        self.format
            .print(console, &object, report::text(census, line, seconds))?;
        Ok(if census.is_complete() { 0 } else { STOPPED })
    }

    fn enumerate(&self) -> Enumerate {
        Enumerate::new().hardest(self.hardest)
    }

    /// The enumeration on disk, if there is a directory.
    fn on_disk(&self) -> Option<OnDisk> {
        let disk = OnDisk::new(self.disk.as_ref()?).hardest(self.hardest);
        Some(match self.max_disk_bytes() {
            Some(most) => disk.max_disk_bytes(most),
            None => disk,
        })
    }

    /// The most memory of each process.
    fn mebibytes(&self) -> usize {
        let shared = MEBIBYTES / self.cluster.local();
        self.limits.max_memory_mb.unwrap_or(shared.max(1))
    }

    /// The most bytes of all files.
    fn max_disk_bytes(&self) -> Option<u64> {
        self.max_disk_mb.map(|most| most.saturating_mul(1 << 20))
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, NonZero::get)
    }

    /// Counts by rank, on disk or in memory; `None` if the states are to be hashed.
    fn by_rank(
        &self,
        space: &NumberedSpace,
        starts: Vec<u64>,
        limits: Limits,
        rows: &mut LayerRows<'_>,
    ) -> CliResult<Option<Census<u64>>> {
        let threads = self.threads();
        if let Some(disk) = self.on_disk() {
            if self.method == Method::Hashing {
                return Err("--disk goes with tables by rank only".into());
            }
            let count = disk.count_by_rank(space, starts).limits(limits);
            return Ok(Some(count.threads(threads).observe(rows).run()?));
        }
        if self.method == Method::Hashing {
            return Ok(None);
        }
        let count = self.enumerate().count_by_rank(space, starts);
        let counted = count.threads(threads).limits(limits).observe(rows).run();
        match counted {
            // The reachable states, or two layers of them, may take less memory than the table of all ranks.
            Err(SpaceError::TooLarge { .. } | SpaceError::Unnumbered)
                if self.method == Method::Auto =>
            {
                Ok(None)
            }
            counted => Ok(Some(counted?)),
        }
    }

    fn head(&self, instance: &Instance, space: &NumberedSpace) -> String {
        let mut head = format!("{} {}", instance.name, instance.size);
        if let Some(states) = space.state_count() {
            head += &format!(", {states} states are numbered");
        }
        if self.disk.is_some() {
            if let Some(bytes) = OnDisk::bytes_by_rank(space) {
                head += &format!(", files of them take {bytes} bytes at most");
            }
        } else if let Some(bytes) = Enumerate::bytes_by_rank(space) {
            let fits = bytes <= (self.mebibytes() as u128) << 20;
            head += &match (self.method, fits) {
                (Method::Hashing, _) => String::new(),
                (Method::Auto, false) => format!(
                    "; a table of them takes {bytes} bytes, more than the limit, so those that are reached are \
                     counted in hash tables"
                ),
                _ => format!(", a table of them takes {bytes} bytes"),
            };
        }
        format!("{head}\n\n{}", report::HEAD)
    }
}
