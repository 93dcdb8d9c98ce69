//! Korf and Felner's fifty 24-puzzle instances with additive pattern databases, checked against the
//! published costs and, where the blank is minimised, node counts.
//!
//! ```sh
//! cargo run --release --features mmap --example korf24 -- --instances 38,40 --cache tables
//! cargo run --release --features mmap --example korf24 -- --instances 40,44 --solver a-star-ida-star \
//!     --max-memory-mb 8192
//! cargo run --release --features mmap --example korf24 -- --instances 40,44 --solver bae-star \
//!     --max-memory-mb 16384 --max-seconds 300
//! cargo run --release --features mmap --example korf24 -- --instances $(seq -s, 50) --solver anytime \
//!     --max-seconds 2 --cache tables
//! ```
//!
//! The easiest take seconds, most take hours, the hardest days. Where a limit ends a search it says what is
//! proved and, if a solution was found, what it costs, goes on with the next instance, and ends with exit code
//! 3 at last; Ctrl-C ends it at once, with the same code. With `--checkpoint DIR` it ends where a search is
//! stopped, and goes on from there with `--resume`, also after it was killed.

#[path = "common/checkpoint.rs"]
mod checkpoint;
#[path = "common/cores.rs"]
mod cores;
#[path = "common/ctrl_c.rs"]
mod ctrl_c;
#[path = "common/end.rs"]
mod end;
#[path = "common/live.rs"]
mod live;

use std::cell::OnceCell;
use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use puzzle_search::heuristics::tile_patterns::{
    Blank, Entries, Partition, ReflectedTilePatterns, Style, TilePatterns,
};
use puzzle_search::heuristics::{BothWays, BuildError};
use puzzle_search::puzzles::{Board, SlidingTiles};
use puzzle_search::{
    AStarIdaStar, Anytime, BaeStar, IdaStar, Limits, Portable, Puzzle, Solver, Stop, TwoSided,
};

use checkpoint::{Saving, Searched};
use cores::cores;
use ctrl_c::STOPPED;
use live::Live;

/// Solves 24-puzzles of Korf and Felner's with the databases 6-6-6-6, reflected.
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
    /// By so many threads: ida-star.
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    threads: NonZero<usize>,
    /// a-star-ida-star is best-first until --max-memory-mb, then depth-first; bae-star goes from both ends, with
    /// databases that are built for each start; anytime has a solution soon and improves it until --max-seconds.
    #[arg(long, value_enum, default_value_t = SolverName::Ida)]
    solver: SolverName,
    /// Most memory for each search beside the databases, in units of 1024 x 1024 bytes.
    #[arg(long, value_name = "M", default_value_t = 8192)]
    max_memory_mb: u32,
    /// Most states to generate in each search.
    #[arg(long, value_name = "N")]
    max_generated: Option<u64>,
    /// Most seconds for each search.
    #[arg(long, value_name = "S")]
    max_seconds: Option<u64>,
    /// Where the databases are kept in files; without it they are built each time.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    saving: Saving,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolverName {
    #[value(name = "ida-star")]
    Ida,
    #[value(name = "a-star-ida-star")]
    AStarIda,
    #[value(name = "bae-star")]
    Bae,
    Anytime,
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
    end::end(run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    if options.threads.get() > 1 && options.solver != SolverName::Ida {
        return Err("only ida-star has --threads".into());
    }
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
    let mut end = ExitCode::SUCCESS;
    let mut factors = Vec::new();
    for (&id, name) in options.instances.iter().zip(&names).skip(first) {
        let instance = instances().find(|instance| instance.id == id);
        let instance = instance.ok_or(format!("there is no instance {id}: expected 1 to 50"))?;
        let starts = [puzzle.state(&instance.tiles)?];
        let within = options.limits(&limits);
        let solved = match options.solver {
            SolverName::Bae => {
                // So that the search can be saved before.
                let built = OnceCell::new();
                let both = BothWays::new(patterns.clone(), |_: &SlidingTiles<u128>| {
                    let built: &TilePatterns<4> = built.get().expect("they are built first");
                    built.clone()
                });
                let puzzle = puzzle.clone().guided_by(both);
                let search = (&BaeStar::new() as &dyn Solver<_>, &puzzle, &starts[..]);
                options.saving.begin(name, search)?;
                match backward(puzzle.puzzle(), &starts[0], options, &limits) {
                    Ok(backward) => built.get_or_init(|| backward),
                    Err(stopped @ BuildError::Stopped(_)) => {
                        writeln!(io::stderr().lock(), "{stopped}")?;
                        return Ok(ExitCode::from(STOPPED));
                    }
                    Err(error) => return Err(error.into()),
                };
                options.solve(name, search, &within, &instance)?
            }
            forward => {
                let ida_star = IdaStar::new().threads(options.threads.get());
                let solver: &dyn Solver<_> = match forward {
                    SolverName::AStarIda => &AStarIdaStar::new(),
                    SolverName::Anytime => &Anytime::new(),
                    _ => &ida_star,
                };
                let puzzle = puzzle.clone().guided_by(patterns.clone());
                options.solve(name, (solver, &puzzle, &starts), &within, &instance)?
            }
        };
        match solved {
            Solved::Row(row) => writeln!(out, "{row}")?,
            Solved::Stopped(stop, row, factor) => {
                writeln!(out, "{row}")?;
                factors.extend(factor);
                end = ExitCode::from(STOPPED);
                if stop == Stop::Cancelled || options.saving.checkpoint.is_some() {
                    break;
                }
            }
        }
        out.flush()?;
        options.saving.told();
    }
    if !factors.is_empty() {
        let (found, most) = (factors.len(), factors.iter().copied().fold(1.0, f64::max));
        let mean = factors.iter().sum::<f64>() / found as f64;
        writeln!(
            out,
            "{found} were stopped with solutions of {mean:.4} times the least cost on average, {most:.4} at most"
        )?;
    }
    Ok(end)
}

/// How a search ended, and what is printed.
enum Solved {
    Row(String),
    /// And how much the best solution costs, as a factor of the least cost.
    Stopped(Stop, String, Option<f64>),
}

impl Options {
    fn limits(&self, common: &Limits) -> Limits {
        let mut limits = common.clone();
        limits.bytes = Some((self.max_memory_mb as usize).saturating_mul(1 << 20));
        limits.generated = self.max_generated;
        limits.time = self.max_seconds.map(Duration::from_secs);
        limits
    }

    fn solve<P: Portable<Cost = u32>>(
        &self,
        name: &str,
        search: Searched<'_, P>,
        limits: &Limits,
        instance: &Instance,
    ) -> Result<Solved, Box<dyn Error>> {
        let Instance {
            id,
            cost: published,
            nodes,
            ..
        } = *instance;
        let live = Live::new(format!("instance {id}"));
        let report = self.saving.run(name, search, limits, None, live)?;
        let (_, puzzle, starts) = search;
        let start = &starts[0];
        let (expanded, generated) = (report.stats.expanded, report.stats.generated);
        if let Some(stop) = report.stop() {
            let bound = report.lower_bound.unwrap_or(0);
            let best = report
                .best()
                .map(|best| best.verify(puzzle, start).map(|()| best.cost()));
            let most = match best.transpose()? {
                Some(cost) => format!(", at most {cost} ({published} is published)"),
                None => String::new(),
            };
            let factor = report
                .best()
                .map(|best| f64::from(best.cost()) / f64::from(published));
            let row = format!(
                "{id:>4} costs at least {bound}{most}: stopped after {generated} nodes: {stop}"
            );
            return Ok(Solved::Stopped(stop, row, factor));
        }
        let solution = report
            .solution()
            .ok_or(format!("instance {id} was not solved"))?;
        solution.verify(puzzle, start)?;
        let cost = solution.cost();
        if cost != published {
            return Err(format!("instance {id} cost {cost}: {published} is published").into());
        }
        // Korf and Felner did not count the root.
        let is_counted =
            self.solver == SolverName::Ida && matches!(self.blank, BlankName::Minimised);
        if is_counted && generated != nodes + 1 {
            return Err(
                format!("instance {id} took {generated} nodes: {nodes} are published").into(),
            );
        }
        let seconds = report.elapsed.unwrap_or_default().as_secs_f64();
        let speed = generated as f64 / seconds / 1e6;
        Ok(Solved::Row(format!(
            "{id:>4} {cost:>5} {expanded:>15} {generated:>15} {nodes:>15} {seconds:>10.3} {speed:>9.1}"
        )))
    }

    fn style(&self) -> Style {
        let blank = match self.blank {
            BlankName::Minimised => Blank::Minimised,
            BlankName::Region => Blank::RegionKept,
        };
        let entries = if self.nibbles {
            Entries::HalvedNibbles
        } else {
            Entries::Bytes
        };
        Style { blank, entries }
    }
}

/// Databases for the way back, to the start: of the tiles that are there side by side, six and six.
fn backward(
    puzzle: &SlidingTiles<u128>,
    start: &Board<u128>,
    options: &Options,
    limits: &Limits,
) -> Result<TilePatterns<4>, BuildError> {
    // Two rows to the right, two to the left, and the last one.
    let strip = |row: usize| (0..10).map(move |at| 5 * (row + at % 2) + at / 2);
    let cells = strip(0).chain(strip(2).rev()).chain(20..25);
    let cells: Vec<usize> = cells.filter(|&cell| cell != start.blank()).collect();
    let partition = Partition::new([&cells[..6], &cells[6..12], &cells[12..18], &cells[18..]]);
    let reversed = puzzle.reversed(start);
    let build = TilePatterns::build(&reversed, &partition, options.style());
    let live = Live::new("databases for the start");
    let limits = limits.clone();
    build.limits(limits).watch(live).threads(cores()).run()
}

fn databases(
    puzzle: &SlidingTiles<u128>,
    options: &Options,
    limits: &Limits,
) -> Result<ReflectedTilePatterns<4>, BuildError> {
    let partition = Partition::six_six_six_six(puzzle)?;
    let style = options.style();
    let (limits, live) = (limits.clone(), Live::new("databases"));
    let patterns = if let Some(directory) = &options.cache {
        let build = TilePatterns::cached(puzzle, &partition, style, directory);
        build.limits(limits).watch(live).threads(cores()).run()?
    } else {
        let build = TilePatterns::build(puzzle, &partition, style);
        build.limits(limits).watch(live).threads(cores()).run()?
    };
    patterns.reflected()
}
