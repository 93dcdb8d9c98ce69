//! Ways on a map: routes of a `.scen` file by several solvers, compared with the lengths it states.
//!
//! ```sh
//! cargo run --release --example grid                                    # a map of its own
//! cargo run --release --example grid -- --kind maze --size 101x61 --seed 7
//! cargo run --release --example grid -- --save made                     # made.map and made.map.scen
//! cargo run --release --example grid -- --map arena.map --scen arena.map.scen
//! ```
//!
//! The files are those of the Moving AI benchmarks (<https://movingai.com/benchmarks>). The longest route
//! is drawn into the map. It ends with code 1 if a length is not the one that the file states, 2 on bad
//! input and 3 if Ctrl-C stopped it.

#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/end.rs"]
mod end;
#[path = "../common/file.rs"]
mod file;
mod made;
#[path = "../common/map.rs"]
mod map;

use std::error::Error;
use std::f64::consts::SQRT_2;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap, PuzzleError, Route};
use puzzle_search::{AStar, BaeStar, Limits, Outcome, Solution, Solver, UniformCost};

use made::Kind;
use map::MapFile;

/// Solves the routes of a scenario and compares their lengths.
#[derive(Debug, Parser)]
#[command(name = "grid", mut_arg("map", |map| map.requires("scen")))]
struct Options {
    #[command(flatten)]
    map: MapFile,

    /// The routes on --map [default: map and routes are made]
    #[arg(long, value_name = "FILE", requires = "map")]
    scen: Option<PathBuf>,

    /// What to make
    #[arg(long, value_enum, default_value = "rooms")]
    kind: Kind,

    /// How large to make it, width x height
    #[arg(long, value_parser = parse_size, default_value = "63x29")]
    size: (u16, u16),

    /// How many routes to make
    #[arg(long, default_value_t = 100)]
    routes: usize,

    /// Another seed makes another map
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Keep what is made: NAME.map and NAME.map.scen
    #[arg(long, value_name = "NAME", conflicts_with = "map")]
    save: Option<String>,
}

type Named = (&'static str, Box<dyn Solver<Grid>>);

/// What a solver has done.
#[derive(Default)]
struct Tally {
    right: usize,
    expanded: u64,
    time: Duration,
}

fn main() -> ExitCode {
    end::end(run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let (map, routes) = input(options)?;
    let limits = Limits::new().with_cancel(ctrl_c::cancel_flag()?);
    let solvers: [Named; 4] = [
        ("A*", Box::new(AStar::new())),
        ("A* backward", Box::new(AStar::new().backward())),
        ("BAE*", Box::new(BaeStar::new())),
        ("uniform cost", Box::new(UniformCost::new())),
    ];
    let grid = Grid::new(map, Connectivity::Eight);
    let mut out = io::stdout().lock();
    let (width, height) = (grid.map().width(), grid.map().height());
    writeln!(
        out,
        "{} routes on a map of {width} x {height} cells",
        routes.len()
    )?;
    let mut longest: Option<(Vec<Cell>, f64)> = None;
    let mut wrong = Vec::new();
    let mut is_stopped = false;
    for (name, solver) in &solvers {
        let mut tally = Tally::default();
        for (number, route) in (1..).zip(&routes) {
            // The map is shared, not copied.
            let grid = match grid.clone().with_goals([route.goal]) {
                Ok(grid) => grid,
                Err(error) => {
                    wrong.push(format!("{name}: route {number}: {error}"));
                    continue;
                }
            };
            let before = Instant::now();
            let report = solver
                .search(&grid, &route.start)
                .limits(limits.clone())
                .run();
            tally.time += before.elapsed();
            tally.expanded += report.stats.expanded;
            let found = match report.outcome {
                Outcome::Solved { solution, .. } => {
                    let states = solution.states(&grid, &route.start)?;
                    let length = length(&solution);
                    if longest.as_ref().is_none_or(|longest| longest.1 < length) {
                        longest = Some((states, length));
                    }
                    Some(length)
                }
                Outcome::Unsolvable { .. } => None,
                Outcome::Stopped { .. } => {
                    is_stopped = true;
                    break;
                }
            };
            if found.is_some_and(|found| is_as_long(found, route.length)) {
                tally.right += 1;
            } else {
                let found = found.map_or("no way".to_owned(), |found| format!("{found:.5}"));
                wrong.push(format!(
                    "{name}: route {number} is {}, found {found}",
                    route.length
                ));
            }
        }
        let Tally {
            right,
            expanded,
            time,
        } = tally;
        writeln!(
            out,
            "{name:<12} {right:>6} right {expanded:>10} expanded {time:>10.1?}"
        )?;
        if is_stopped {
            writeln!(out, "stopped: the cancel flag was set")?;
            return Ok(ExitCode::from(ctrl_c::STOPPED));
        }
    }
    if let Some((path, length)) = longest {
        writeln!(
            out,
            "\nthe longest, {length:.5}:\n{}",
            drawn(grid.map(), &path)?
        )?;
    }
    for line in &wrong {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::from(u8::from(!wrong.is_empty())))
}

/// The map and its routes, read from files or from what would be in them.
fn input(options: &Options) -> Result<(GridMap, Vec<Route>), Box<dyn Error>> {
    let (map, scenario, name) = match (options.map.read()?, &options.scen) {
        (Some((map, _)), Some(scen)) => (map, file::read(Some(scen))?, scen.display().to_string()),
        _ => {
            let made = made::files(options.kind, options.size, options.routes, options.seed)?;
            let name = options.save.as_deref().unwrap_or("made");
            let names = [format!("{name}.map"), format!("{name}.map.scen")];
            if options.save.is_some() {
                for (name, text) in names.iter().zip([&made.0, &made.1]) {
                    std::fs::write(name, text)
                        .map_err(|error| format!("{name} cannot be written: {error}"))?;
                }
            }
            let [_, name] = names;
            (GridMap::from_file(&made.0)?, made.1, name)
        }
    };
    let routes = Route::read_all(&scenario).map_err(|error| format!("{name}: {error}"))?;
    for (number, route) in (1..).zip(&routes) {
        let (width, height) = (map.width(), map.height());
        if (route.width, route.height) != (width, height) {
            let (found, other) = (route.width, route.height);
            return Err(format!(
                "{name}: route {number} is on a map of {found} x {other} cells: expected {width} x {height}"
            )
            .into());
        }
    }
    Ok((map, routes))
}

/// How long a way is if a diagonal step is the root of two.
fn length(solution: &Solution<puzzle_search::puzzles::Compass, u32>) -> f64 {
    let steps = solution.moves().iter();
    steps
        .map(|step| if step.is_diagonal() { SQRT_2 } else { 1.0 })
        .sum()
}

/// A file has few digits; and costs are whole numbers, by which of two ways that differ by a part in
/// 19,000 or less either can be the cheaper one.
fn is_as_long(found: f64, stated: f64) -> bool {
    (found - stated).abs() <= 1e-4 + stated / 19_000.0
}

/// The map with a way in it, from S to G.
fn drawn(map: &GridMap, path: &[Cell]) -> Result<GridMap, PuzzleError> {
    GridMap::new(map.width(), map.height(), |cell| {
        let letter = map.letter(cell).unwrap_or('@');
        match path.iter().position(|&other| other == cell) {
            Some(0) => 'S',
            Some(at) if at + 1 == path.len() => 'G',
            Some(_) => 'o',
            None if letter == '@' => '#',
            None => letter,
        }
    })
}

fn parse_size(text: &str) -> Result<(u16, u16), &'static str> {
    let size = text.split_once('x');
    let size = size.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let size = size.filter(|&(width, height): &(u16, u16)| {
        (1..=2_000).contains(&width) && (1..=2_000).contains(&height)
    });
    size.ok_or("expected width x height, each from 1 to 2000, such as 63x29")
}
