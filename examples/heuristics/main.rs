//! How good heuristics are: on Korf and Felner's 15-puzzles the average estimate against the true cost,
//! and the nodes and the time that IDA* takes, as a table and as a picture.
//!
//! ```sh
//! cargo run --release --example heuristics -- --solve 50 --svg heuristics.svg
//! cargo run --release --features mmap --example heuristics -- --cache tables --svg heuristics.svg
//! ```
//!
//! Estimates are taken of all 500 instances, searches run on the easiest. The databases 7-8 (577 MB)
//! take part only with `--cache`. Ctrl-C ends it with the heuristics tried so far and exit code 3.

#[path = "../common/cores.rs"]
mod cores;
#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/end.rs"]
mod end;
#[path = "../common/live.rs"]
mod live;
mod picture;
#[path = "../common/tile_heuristics.rs"]
mod tile_heuristics;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use puzzle_search::heuristics::tile_patterns::DynamicPatterns;
use puzzle_search::heuristics::{Either, Manhattan};
use puzzle_search::puzzles::{Board, SlidingTiles};
use puzzle_search::{IdaStar, Limits, Puzzle, Solver, Stop};

use ctrl_c::STOPPED;
use live::Live;
use tile_heuristics::{OfTiles, Tables, TileHeuristic};

/// Compares heuristics of the 15-puzzle.
#[derive(Parser)]
struct Options {
    /// How many of the instances to solve, the easiest first.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(0..=500))]
    solve: u64,
    /// Where to draw the average estimate against the true cost.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Where pattern databases are kept in files; only then does 7-8 take part.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

/// Id, sixteen tiles, Manhattan distance, cost, generated nodes.
const TABLE: &str = include_str!("../../tests/data/korf_felner_15puzzle.csv");

struct Instance {
    board: Board,
    cost: u32,
    /// With the Manhattan distance.
    generated: u64,
}

/// What is known of a heuristic after it has been tried.
struct Trial {
    name: String,
    /// Of each true cost the average estimate.
    by_cost: Vec<(u32, f64)>,
    average: f64,
    generated: u64,
    time: Duration,
}

fn main() -> ExitCode {
    end::end(run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?;
    let instances = instances(&puzzle)?;
    let solve = usize::try_from(options.solve)?;
    let limits = Limits::new().with_cancel(ctrl_c::cancel_flag()?);
    let set = |name: &str| Set {
        name: name.to_owned(),
        instances: &instances,
        solve,
        limits: limits.clone(),
    };
    let mut trials = Vec::new();
    let manhattan = Either::Left(Either::Left(Manhattan));
    trials.extend(set("manhattan").with(&puzzle, manhattan)?);
    for (name, most_tiles) in [("pairs", 2), ("pairs and triples", 3)] {
        let dynamic = Either::Right(DynamicPatterns::new(&puzzle, most_tiles)?);
        trials.extend(set(name).with(&puzzle, Either::Left(dynamic))?);
    }
    for &heuristic in TileHeuristic::value_variants() {
        match heuristic {
            TileHeuristic::Pdb6666 => continue,
            TileHeuristic::Pdb78 if options.cache.is_none() => continue,
            _ => {}
        }
        let tables = Tables {
            limits: limits.clone(),
            directory: options.cache.as_deref(),
        };
        let name = heuristic.to_possible_value();
        let name = name.map_or_else(String::new, |value| value.get_name().to_owned());
        match tile_heuristics::of_tiles(heuristic, &puzzle, &tables) {
            Ok(made) => trials.extend(set(&name).with(&puzzle, Either::Right(made))?),
            Err(none) if none.stop().is_some() => {}
            Err(none) => return Err(none.into()),
        }
    }
    print(&trials, &instances, solve)?;
    if let Some(path) = &options.svg {
        picture::draw(path, &trials)?;
    }
    let is_cancelled = limits.cancel.is_some_and(|flag| flag.load(Relaxed));
    Ok(ExitCode::from(if is_cancelled { STOPPED } else { 0 }))
}

/// The instances, the easiest first.
fn instances(puzzle: &SlidingTiles) -> Result<Vec<Instance>, Box<dyn Error>> {
    let mut instances = Vec::new();
    let rows = TABLE.lines();
    for row in rows.filter(|row| row.starts_with(|c: char| c.is_ascii_digit())) {
        let fields: Result<Vec<u64>, _> = row.split(',').map(str::parse).collect();
        let fields = fields?;
        let tiles: Vec<u8> = fields[1..17].iter().map(|&tile| tile as u8).collect();
        instances.push(Instance {
            board: puzzle.state(&tiles)?,
            cost: u32::try_from(fields[18])?,
            generated: fields[19],
        });
    }
    instances.sort_by_key(|instance| instance.generated);
    Ok(instances)
}

/// What every heuristic is tried on.
struct Set<'a> {
    name: String,
    instances: &'a [Instance],
    solve: usize,
    limits: Limits,
}

impl Set<'_> {
    /// Nothing after Ctrl-C.
    fn with(
        self,
        puzzle: &SlidingTiles,
        heuristic: Either<Either<Manhattan, DynamicPatterns>, OfTiles<u64>>,
    ) -> Result<Option<Trial>, Box<dyn Error>> {
        let puzzle = puzzle.clone().guided_by(heuristic);
        let mut estimates = Vec::with_capacity(self.instances.len());
        for instance in self.instances {
            let estimate = puzzle.heuristic(&instance.board).unwrap_or_default();
            estimates.push((instance.cost, estimate));
        }
        let started = Instant::now();
        let mut generated = 0;
        for instance in &self.instances[..self.solve] {
            let search = IdaStar::new().search(&puzzle, &instance.board);
            let live = Live::new(self.name.as_str());
            let report = search.limits(self.limits.clone()).observe(live).run();
            if report.stop() == Some(Stop::Cancelled) {
                return Ok(None);
            }
            generated += report.stats.generated;
            let solution = report.into_result()?;
            solution.verify(&puzzle, &instance.board)?;
            let (found, published) = (solution.cost(), instance.cost);
            if found != published {
                let words = format!("an instance cost {found}: {published} is published");
                return Err(words.into());
            }
        }
        let time = started.elapsed();
        estimates.sort_unstable();
        let same_cost = estimates.chunk_by(|a, b| a.0 == b.0);
        let by_cost = same_cost.map(|chunk| (chunk[0].0, average(chunk)));
        Ok(Some(Trial {
            name: self.name,
            by_cost: by_cost.collect(),
            average: average(&estimates),
            generated,
            time,
        }))
    }
}

fn average(estimates: &[(u32, u32)]) -> f64 {
    let sum: u32 = estimates.iter().map(|&(_, estimate)| estimate).sum();
    f64::from(sum) / estimates.len() as f64
}

fn print(trials: &[Trial], instances: &[Instance], solve: usize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let costs: u32 = instances.iter().map(|instance| instance.cost).sum();
    let average_cost = f64::from(costs) / instances.len() as f64;
    writeln!(
        out,
        "{:<18} {:>9} {:>14} {:>12}",
        "heuristic", "estimate", "nodes", "ms"
    )?;
    for trial in trials {
        let searches = solve.max(1) as f64;
        let nodes = trial.generated as f64 / searches;
        let time = trial.time.as_secs_f64() * 1e3 / searches;
        let (name, average) = (&trial.name, trial.average);
        writeln!(out, "{name:<18} {average:>9.2} {nodes:>14.0} {time:>12.3}")?;
    }
    writeln!(out, "{:<18} {average_cost:>9.2}", "true cost")?;
    writeln!(
        out,
        "\nEstimates are averages over {} instances, nodes and times over the {solve} easiest.",
        instances.len()
    )
}
