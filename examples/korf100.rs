//! Korf's hundred 15-puzzle instances: a row for each and the totals, checked against the published
//! costs and, for IDA* with the Manhattan distance, node counts.
//!
//! ```sh
//! cargo run --release --example korf100 -- --from 1 --to 10
//! cargo run --release --example korf100 -- --solver bae-star --format json
//! cargo run --release --example korf100 -- --solver bae-star --costs heavy
//! cargo run --release --example korf100 -- --solver weighted-a-star --weight 2 --format json
//! ```
//!
//! All hundred take minutes with IDA* and the Manhattan distance; A* needs many gigabytes for the
//! hardest. With `--features mmap` and `--heuristic pdb-7-8 --cache DIR` they take a second,
//! after the databases of 577 MB were built once. Ctrl-C ends it with the totals so far and exit
//! code 3.

#[path = "common/cores.rs"]
mod cores;
#[path = "common/ctrl_c.rs"]
mod ctrl_c;
#[path = "common/end.rs"]
mod end;
#[path = "common/live.rs"]
mod live;
#[path = "common/tile_heuristics.rs"]
mod tile_heuristics;
#[path = "common/weighted_patterns.rs"]
mod weighted_patterns;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use puzzle_search::heuristics::{Either, Manhattan, Misplaced};
use puzzle_search::puzzles::{Board, SlidingTiles, WeightedTiles};
use puzzle_search::{
    AStar, AStarIdaStar, BaeStar, Bts, Dps, IdaStar, Limits, Nbs, Puzzle, Solver, Stop, TwoSided,
    WeightedAStar,
};
use serde_json::json;

use ctrl_c::STOPPED;
use live::Live;
use tile_heuristics::{Tables, TileHeuristic};

/// Solves Korf's hundred 15-puzzle instances.
#[derive(Parser)]
struct Options {
    /// The first instance.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    from: u64,
    /// The last instance.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100))]
    to: u64,
    /// bae-star and nbs go from both ends, by manhattan or misplaced.
    #[arg(long, value_enum, default_value_t = SolverName::IdaStar)]
    solver: SolverName,
    /// By so many threads: ida-star, and forward a-star.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// From the goal to the start, by manhattan or misplaced.
    #[arg(long)]
    backward: bool,
    /// At most how many times the optimum weighted-a-star and dps may cost.
    #[arg(long, value_name = "W", default_value_t = 1.5)]
    weight: f64,
    #[arg(long, value_enum, default_value_t = HeuristicName::Manhattan)]
    heuristic: HeuristicName,
    /// What a move costs: one, or the number of the tile; then by manhattan, misplaced or pdb-5-5-5, and
    /// 21 of the costs are published.
    #[arg(long, value_enum, default_value_t = Costs::Unit)]
    costs: Costs,
    /// Most memory for each search, in units of 1024 x 1024 bytes: after that a-star-ida-star goes depth-first.
    #[arg(long, value_name = "M")]
    max_memory_mb: Option<u32>,
    /// A table, or one object with the means.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where pattern databases are kept in files; without it they are built each time.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

impl Options {
    /// At most how many times the optimum a solution may cost.
    fn factor(&self) -> f64 {
        match self.solver {
            SolverName::WeightedAStar | SolverName::Dps => self.weight.max(1.0),
            _ => 1.0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum SolverName {
    IdaStar,
    AStar,
    BaeStar,
    Nbs,
    Bts,
    AStarIdaStar,
    WeightedAStar,
    Dps,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Costs {
    Unit,
    Heavy,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum HeuristicName {
    Manhattan,
    Misplaced,
    LinearConflict,
    WalkingDistance,
    #[value(name = "pdb-5-5-5")]
    Pdb555,
    #[value(name = "pdb-6-6-3")]
    Pdb663,
    #[value(name = "pdb-7-8")]
    Pdb78,
}

/// A row of the published table: id, sixteen tiles, Manhattan distance, cost, generated nodes.
const TABLE: &str = include_str!("../tests/data/korf100.csv");
/// Id, Manhattan distance, cost and number of cheapest solutions of some, with heavy tiles.
const HEAVY: &str = include_str!("../tests/data/korf_heavy.csv");

struct Instance {
    id: u64,
    tiles: Vec<u8>,
    /// If it is published.
    cost: Option<u32>,
    generated: u64,
}

fn rows(table: &'static str) -> impl Iterator<Item = Vec<u64>> {
    let rows = table
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| {
        row.split(',')
            .filter_map(|field| field.parse().ok())
            .collect()
    })
}

fn instances(costs: Costs) -> impl Iterator<Item = Instance> {
    rows(TABLE).filter_map(move |fields| {
        let id = *fields.first()?;
        let cost = match costs {
            Costs::Unit => fields.get(18).copied(),
            Costs::Heavy => rows(HEAVY).find(|row| row[0] == id).map(|row| row[2]),
        };
        Some(Instance {
            id,
            tiles: fields.get(1..17)?.iter().map(|&tile| tile as u8).collect(),
            cost: cost.and_then(|cost| u32::try_from(cost).ok()),
            generated: *fields.get(19)?,
        })
    })
}

fn main() -> ExitCode {
    end::end(run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?;
    let cancel = ctrl_c::cancel_flag()?;
    if options.costs == Costs::Heavy {
        return heavy(options, &cancel, &WeightedTiles::heavy(puzzle));
    }
    let of_tiles = match options.heuristic {
        HeuristicName::Manhattan => Err(Either::Left(Manhattan)),
        HeuristicName::Misplaced => Err(Either::Right(Misplaced)),
        HeuristicName::LinearConflict => Ok(TileHeuristic::LinearConflict),
        HeuristicName::WalkingDistance => Ok(TileHeuristic::WalkingDistance),
        HeuristicName::Pdb555 => Ok(TileHeuristic::Pdb555),
        HeuristicName::Pdb663 => Ok(TileHeuristic::Pdb663),
        HeuristicName::Pdb78 => Ok(TileHeuristic::Pdb78),
    };
    if options.backward || matches!(options.solver, SolverName::BaeStar | SolverName::Nbs) {
        let Err(common) = of_tiles else {
            return Err("from the goal there is manhattan and misplaced only".into());
        };
        let solver = two_sided(options)?;
        return table(options, &cancel, &puzzle.guided_by(common), &*solver);
    }
    let tables = Tables {
        limits: Limits::new().with_cancel(Arc::clone(&cancel)),
        directory: options.cache.as_deref(),
    };
    let heuristic = match of_tiles {
        Err(common) => Either::Left(common),
        Ok(name) => match tile_heuristics::of_tiles(name, &puzzle, &tables) {
            Ok(heuristic) => Either::Right(heuristic),
            Err(none) if none.stop().is_some() => {
                writeln!(io::stderr().lock(), "{none}")?;
                return Ok(ExitCode::from(STOPPED));
            }
            Err(none) => return Err(none.into()),
        },
    };
    table(
        options,
        &cancel,
        &puzzle.guided_by(heuristic),
        &*forward(options),
    )
}

/// A move costs the number of the tile.
fn heavy(
    options: &Options,
    cancel: &Arc<AtomicBool>,
    puzzle: &WeightedTiles,
) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let heuristic = match options.heuristic {
        HeuristicName::Manhattan => Either::Left(Either::Left(Manhattan)),
        HeuristicName::Misplaced => Either::Left(Either::Right(Misplaced)),
        HeuristicName::Pdb555 if options.cache.is_none() => {
            let limits = Limits::new().with_cancel(Arc::clone(cancel));
            match weighted_patterns::five_five_five(puzzle, limits) {
                Ok(patterns) => Either::Right(patterns),
                Err(none) if none.stop().is_some() => {
                    writeln!(io::stderr().lock(), "{none}")?;
                    return Ok(ExitCode::from(STOPPED));
                }
                Err(none) => return Err(none.into()),
            }
        }
        _ => {
            return Err(
                "heavy tiles have manhattan, misplaced and pdb-5-5-5, and no --cache".into(),
            );
        }
    };
    let solver = two_sided(options)?;
    table(
        options,
        cancel,
        &puzzle.clone().guided_by(heuristic),
        &*solver,
    )
}

/// The solver of a puzzle that can be seen from its goal.
fn two_sided<P>(options: &Options) -> Result<Box<dyn Solver<P>>, &'static str>
where
    P: TwoSided<State: Send, Move: Send, Reversed: Puzzle<Move: Send> + Sync> + Sync,
{
    Ok(match (options.solver, options.backward) {
        (SolverName::IdaStar, true) => Box::new(IdaStar::new().threads(options.threads).backward()),
        (SolverName::AStar, true) => Box::new(AStar::new().backward()),
        (SolverName::BaeStar, false) => Box::new(BaeStar::new()),
        (SolverName::Nbs, false) => Box::new(Nbs::new()),
        (_, true) => {
            return Err("ida-star and a-star go backward: expected no --backward with others");
        }
        (_, false) => forward(options),
    })
}

/// The solver that begins at the start alone.
fn forward<P>(options: &Options) -> Box<dyn Solver<P>>
where
    P: Puzzle<State: Send, Move: Send> + Sync,
{
    match options.solver {
        SolverName::AStar if options.threads > 1 => Box::new(AStar::new().threads(options.threads)),
        SolverName::AStar => Box::new(AStar::new()),
        SolverName::Bts => Box::new(Bts::new()),
        SolverName::AStarIdaStar => Box::new(AStarIdaStar::new()),
        SolverName::WeightedAStar => Box::new(WeightedAStar::new(options.weight)),
        SolverName::Dps => Box::new(Dps::new(options.weight)),
        _ => Box::new(IdaStar::new().threads(options.threads)),
    }
}

fn table<P: Puzzle<State = Board, Cost = u32>>(
    options: &Options,
    cancel: &Arc<AtomicBool>,
    puzzle: &P,
    solver: &dyn Solver<P>,
) -> Result<ExitCode, Box<dyn std::error::Error>> {
    // Node counts are published for this combination only.
    let counted = options.solver == SolverName::IdaStar
        && options.costs == Costs::Unit
        && options.heuristic == HeuristicName::Manhattan
        && !options.backward;
    let is_text = options.format == Format::Text;
    let mut end = ExitCode::SUCCESS;
    let mut out = io::stdout().lock();
    if is_text {
        writeln!(
            out,
            "{:>4} {:>5} {:>15} {:>15} {:>10} {:>9}",
            "id", "cost", "expanded", "generated", "seconds", "M nodes/s"
        )?;
    }
    let (mut cost, mut expanded, mut generated, mut time) = (0, 0, 0, Duration::ZERO);
    let (mut solved, mut wrong, mut peak) = (0_u64, 0, 0);
    let (mut known, mut factors) = (0_u32, 0.0);
    let board = SlidingTiles::new(4, 4)?;
    for instance in instances(options.costs).filter(|i| (options.from..=options.to).contains(&i.id))
    {
        let id = instance.id;
        let start = board.state(&instance.tiles)?;
        let search = solver.search(puzzle, &start);
        let mut limits = Limits::new().with_cancel(Arc::clone(cancel));
        limits.bytes = options
            .max_memory_mb
            .map(|mebibytes| (mebibytes as usize) << 20);
        let live = Live::new(format!("instance {id}"));
        let report = search.limits(limits).observe(live).run();
        if report.stop() == Some(Stop::Cancelled) {
            end = ExitCode::from(STOPPED);
            break;
        }
        let solution = report
            .solution()
            .ok_or_else(|| format!("instance {id} was not solved"))?;
        solution.verify(puzzle, &start)?;
        let stats = &report.stats;
        (solved, peak) = (solved + 1, peak.max(stats.peak_bytes));
        let published = instance.cost.unwrap_or(solution.cost());
        let factor = f64::from(solution.cost()) / f64::from(published);
        let is_wrong = !(1.0..=options.factor()).contains(&factor);
        if is_wrong && !is_text {
            wrong += 1;
        } else if is_wrong || (counted && stats.generated != instance.generated) {
            let found = format!(
                "instance {id} cost {} and took {} nodes",
                solution.cost(),
                stats.generated
            );
            let published = format!("{published} and {} are published", instance.generated);
            return Err(format!("{found}: {published}").into());
        }
        let elapsed = report.elapsed.unwrap_or_default();
        if is_text {
            let counts = (stats.expanded, stats.generated);
            row(&mut out, &id.to_string(), solution.cost(), counts, elapsed)?;
        }
        if instance.cost.is_some() {
            (known, factors) = (known + 1, factors + factor);
        }
        cost += solution.cost();
        expanded += stats.expanded;
        generated += stats.generated;
        time += elapsed;
    }
    if is_text {
        row(&mut out, "all", cost, (expanded, generated), time)?;
        return Ok(end);
    }
    let word = |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| {
        value().map(|value| value.get_name().to_owned())
    };
    let way = if options.backward { " backward" } else { "" };
    let solver = word(&|| options.solver.to_possible_value()).unwrap_or_default();
    let object = json!({
        "solver": format!("{solver}{way}"),
        "heuristic": word(&|| options.heuristic.to_possible_value()),
        "costs": word(&|| options.costs.to_possible_value()),
        "instances": solved,
        "wrong": wrong,
        "mean_factor": (known > 0).then(|| factors / f64::from(known)),
        "mean_expanded": expanded / solved.max(1),
        "mean_generated": generated / solved.max(1),
        "seconds": time.as_secs_f64(),
        "max_peak_bytes": peak,
    });
    writeln!(out, "{object}")?;
    Ok(end)
}

fn row(
    out: &mut impl Write,
    id: &str,
    cost: u32,
    (expanded, generated): (u64, u64),
    time: Duration,
) -> io::Result<()> {
    let seconds = time.as_secs_f64();
    let speed = generated as f64 / seconds.max(f64::MIN_POSITIVE) / 1e6;
    writeln!(
        out,
        "{id:>4} {cost:>5} {expanded:>15} {generated:>15} {seconds:>10.3} {speed:>9.1}"
    )?;
    out.flush()
}
