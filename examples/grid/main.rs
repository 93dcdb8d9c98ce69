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
mod made;

use std::error::Error;
use std::f64::consts::SQRT_2;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap, PuzzleError, Route};
use puzzle_search::{AStar, BaeStar, Limits, Outcome, Solution, Solver, UniformCost};

use made::Kind;

/// Solves the routes of a scenario and compares their lengths.
#[derive(Debug, Parser)]
#[command(name = "grid")]
struct Options {
    /// The map [default: one is made]
    #[arg(long, value_name = "FILE", requires = "scen")]
    map: Option<PathBuf>,

    /// The routes
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
    run(&Options::parse()).unwrap_or_else(|error| {
        // If standard error is closed there is nobody left to tell.
        let _ = writeln!(io::stderr().lock(), "{error}");
        ExitCode::from(2)
    })
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
            let grid = grid.clone().with_goals([route.goal])?;
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
    let (texts, names) = match (&options.map, &options.scen) {
        (Some(map), Some(scen)) => (
            (read(map)?, read(scen)?),
            [map, scen].map(|path| path.display().to_string()),
        ),
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
            (made, names)
        }
    };
    let wrong = |name: &str, error: PuzzleError| format!("{name}: {error}");
    let map = GridMap::from_file(&texts.0).map_err(|error| wrong(&names[0], error))?;
    let routes = Route::read_all(&texts.1).map_err(|error| wrong(&names[1], error))?;
    for (number, route) in (1..).zip(&routes) {
        let (width, height) = (map.width(), map.height());
        if (route.width, route.height) != (width, height) {
            let (found, other) = (route.width, route.height);
            return Err(format!(
                "{}: route {number} is on a map of {found} x {other} cells: expected {width} x {height}",
                names[1]
            )
            .into());
        }
    }
    Ok((map, routes))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))
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
