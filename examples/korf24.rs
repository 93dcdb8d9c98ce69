//! Korf and Felner's fifty 24-puzzle instances with additive pattern databases, checked against the
//! published costs and, where the blank is minimised, node counts.
//!
//! ```sh
//! cargo run --release --features mmap --example korf24 -- --instances 38,40 --cache tables
//! cargo run --release --features mmap --example korf24 -- --instances 40,44 --max-memory-mb 8192
//! ```
//!
//! The easiest take seconds, most take hours, the hardest days. Ctrl-C ends it with what is proved of
//! the instance so far and exit code 3; with `--checkpoint DIR` it goes on from there with `--resume`, also
//! after it was killed.

#[path = "common/checkpoint.rs"]
mod checkpoint;
#[path = "common/cores.rs"]
mod cores;
#[path = "common/ctrl_c.rs"]
mod ctrl_c;
#[path = "common/live.rs"]
mod live;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use puzzle_search::heuristics::BuildError;
use puzzle_search::heuristics::tile_patterns::{
    Blank, Entries, Partition, ReflectedTilePatterns, Style, TilePatterns,
};
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{AStarIdaStar, IdaStar, Limits, Puzzle, SavedSolver, Stop};

use checkpoint::Saving;
use cores::cores;
use ctrl_c::STOPPED;
use live::Live;

/// Solves 24-puzzles of Korf and Felner's with IDA*, or A*+IDA*, and the databases 6-6-6-6, reflected.
#[derive(Parser)]
struct Options {
    /// Which instances, from 1 to 50.
    #[arg(long, value_delimiter = ',', default_values_t = [38, 40])]
    instances: Vec<u64>,
    /// What the databases know of the blank.
    #[arg(long, value_enum, default_value_t = BlankName::Region)]
    blank: BlankName,
    /// Four bits for each entry instead of eight.
    #[arg(long)]
    nibbles: bool,
    /// By so many threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// A*+IDA* in the place of IDA*: best-first within so much memory beside the databases, in units of
    /// 1024 x 1024 bytes, then depth-first.
    #[arg(long, value_name = "M", conflicts_with = "threads")]
    max_memory_mb: Option<u32>,
    /// Where the databases are kept in files; without it they are built each time.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    saving: Saving,
}

#[derive(Clone, Copy, ValueEnum)]
enum BlankName {
    /// Nothing: the least over all places (Korf and Felner).
    Minimised,
    /// Its region: "zero-aware" (Clausecker and Reinefeld).
    Region,
}

/// Id, 25 tiles, Manhattan distance, cost, and node counts of several authors.
const TABLE: &str = include_str!("../tests/data/korf50_24puzzle.csv");

struct Instance {
    id: u64,
    tiles: Vec<u8>,
    cost: u32,
    /// As Korf and Felner published them, blank minimised.
    nodes: u64,
}

fn instances() -> impl Iterator<Item = Instance> {
    let rows = TABLE.lines();
    rows.filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .filter_map(|row| {
            let fields: Vec<u64> = row.split(',').map_while(|f| f.parse().ok()).collect();
            Some(Instance {
                id: *fields.first()?,
                tiles: fields.get(1..26)?.iter().map(|&tile| tile as u8).collect(),
                cost: u32::try_from(*fields.get(27)?).ok()?,
                nodes: *fields.get(28)?,
            })
        })
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(end) => end,
        Err(error) => {
            let _ = writeln!(io::stderr().lock(), "{error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let goal: Vec<u8> = (0..25).collect();
    let puzzle = SlidingTiles::<u128>::packed(5, 5)?.with_goal(&goal)?;
    let limits = Limits::new().with_cancel(ctrl_c::cancel_flag()?);
    let patterns = match databases(&puzzle, options, &limits) {
        Ok(patterns) => patterns,
        Err(stopped @ BuildError::Stopped(_)) => {
            writeln!(io::stderr().lock(), "{stopped}")?;
            return Ok(ExitCode::from(STOPPED));
        }
        Err(error) => return Err(error.into()),
    };
    let puzzle = puzzle.guided_by(patterns);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:>4} {:>5} {:>15} {:>15} {:>15} {:>10} {:>9}",
        "id", "cost", "expanded", "generated", "published", "seconds", "M nodes/s"
    )?;
    let names = options.instances.iter().map(|id| format!("korf24-{id}"));
    let names: Vec<String> = names.collect();
    // Those before the one that was saved are done.
    let first = options.saving.first(&names)?;
    for (&id, name) in options.instances.iter().zip(&names).skip(first) {
        let instance = instances().find(|instance| instance.id == id);
        let instance = instance.ok_or(format!("there is no instance {id}: expected 1 to 50"))?;
        let start = puzzle.puzzle().state(&instance.tiles)?;
        let mut limits = limits.clone();
        let bytes = options
            .max_memory_mb
            .map(|mebibytes| (mebibytes as usize) << 20);
        let solver: Box<dyn SavedSolver<_>> = match bytes {
            Some(_) => Box::new(AStarIdaStar::new()),
            None => Box::new(IdaStar::new().threads(options.threads)),
        };
        limits.bytes = bytes;
        let live = Live::new(format!("instance {id}"));
        let search = (&*solver, &puzzle, &start);
        let report = options.saving.run(name, search, &limits, live)?;
        if report.stop() == Some(Stop::Cancelled) {
            let (bound, generated) = (report.lower_bound.unwrap_or(0), report.stats.generated);
            writeln!(
                out,
                "{id:>4} costs at least {bound}: stopped after {generated} nodes"
            )?;
            return Ok(ExitCode::from(STOPPED));
        }
        let solution = report
            .solution()
            .ok_or(format!("instance {id} was not solved"))?;
        solution.verify(&puzzle, &start)?;
        let (cost, published) = (solution.cost(), instance.cost);
        if cost != published {
            return Err(format!("instance {id} cost {cost}: {published} is published").into());
        }
        // Korf and Felner did not count the root.
        let is_ida_star = options.max_memory_mb.is_none();
        let counted = is_ida_star && matches!(options.blank, BlankName::Minimised);
        if counted && report.stats.generated != instance.nodes + 1 {
            let (found, published) = (report.stats.generated, instance.nodes);
            return Err(
                format!("instance {id} took {found} nodes: {published} are published").into(),
            );
        }
        let seconds = report.elapsed.unwrap_or_default().as_secs_f64();
        let (expanded, generated) = (report.stats.expanded, report.stats.generated);
        let (nodes, speed) = (instance.nodes, generated as f64 / seconds / 1e6);
        writeln!(
            out,
            "{id:>4} {cost:>5} {expanded:>15} {generated:>15} {nodes:>15} {seconds:>10.3} {speed:>9.1}"
        )?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn databases(
    puzzle: &SlidingTiles<u128>,
    options: &Options,
    limits: &Limits,
) -> Result<ReflectedTilePatterns<4>, BuildError> {
    let partition = Partition::six_six_six_six(puzzle)?;
    let blank = match options.blank {
        BlankName::Minimised => Blank::Minimised,
        BlankName::Region => Blank::RegionKept,
    };
    let entries = if options.nibbles {
        Entries::HalvedNibbles
    } else {
        Entries::Bytes
    };
    let style = Style { blank, entries };
    let (limits, live) = (limits.clone(), Live::new("databases"));
    let patterns = if let Some(directory) = &options.cache {
        let build = TilePatterns::cached(puzzle, &partition, style, directory);
        build.limits(limits).observe(live).threads(cores()).run()?
    } else {
        let build = TilePatterns::build(puzzle, &partition, style);
        build.limits(limits).observe(live).threads(cores()).run()?
    };
    patterns.reflected()
}
