//! Solves a puzzle and shows the solution move by move: in the terminal, as an SVG that plays by
//! itself, or as a page with buttons.
//!
//! ```sh
//! cargo run --release --example replay -- --board "8 6 7 2 5 4 3 0 1"
//! cargo run --release --example replay -- --board "8 6 7 2 5 4 3 0 1" --svg out.svg --html out.html
//! cargo run --release --example replay -- --puzzle magic-squares --goal "2 6 8 4 5 7 3 1" --step
//! cargo run --release --example replay -- --file examples/puzzles/theta.graph --svg out.svg
//! cargo run --release --example replay -- --map examples/puzzles/rooms.map --from 0,0 --to 19,8 --svg out.svg
//! ```
//!
//! It ends with code 0 if the puzzle was solved, 1 if it cannot be solved, 2 on bad input and 3 if a
//! limit or Ctrl-C stopped it.

#[path = "../common/board_picture.rs"]
mod board_picture;
#[path = "../common/boards.rs"]
mod boards;
#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/end.rs"]
mod end;
#[path = "../common/file.rs"]
mod file;
mod film;
#[path = "../common/instance.rs"]
mod instance;
#[path = "../common/live.rs"]
mod live;
mod map;
#[path = "../common/map.rs"]
mod map_file;
mod motion;
mod page;
mod picture;
#[path = "../common/places.rs"]
mod places;
mod solve;
#[path = "../common/svg.rs"]
mod svg;
mod terminal;
mod text_frame;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Parser;

use film::Film;
use instance::{Instance, Which};
use map_file::MapFile;
use solve::{Ending, Solve, SolverName};

/// The farthest of all boards of the 8-puzzle from the goal, with one other.
const HARDEST: &str = "8 6 7 2 5 4 3 0 1";

/// Solves a puzzle and shows the solution move by move.
///
/// On a terminal it is an animation, in a pipe one frame after another. Without arguments it solves
/// the hardest board of the 8-puzzle.
#[derive(Debug, Parser)]
#[command(name = "replay", mut_arg("map", |map| map.conflicts_with("Which")))]
struct Options {
    #[command(flatten)]
    which: Which,

    /// A way on a map instead, from S to G or E
    #[command(flatten)]
    map: MapFile,

    /// Where to start on a map, x and y [default: the letter S]
    #[arg(long, value_name = "CELL", requires = "map")]
    from: Option<String>,

    /// Where to go on a map [default: the letters G and E]
    #[arg(long, value_name = "CELL", requires = "map")]
    to: Option<String>,

    /// The algorithm; ida-star and a-star are guided by the Manhattan distance [default: ida-star,
    /// a-star on graphs and maps, bfs for magic squares]
    #[arg(long, value_enum)]
    solver: Option<SolverName>,

    /// Longest time to search
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    max_seconds: Option<Duration>,

    /// How long a move takes
    #[arg(long, value_name = "SECONDS", default_value = "0.6", value_parser = parse_seconds)]
    delay: Duration,

    /// On a terminal, wait for Enter before each move
    #[arg(long)]
    step: bool,

    /// Make a picture that plays by itself, also within a page, instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Make a page with play, pause, step and slider instead
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn main() -> ExitCode {
    end::end(run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let cancel = ctrl_c::cancel_flag()?;
    let task = |default| Solve {
        cancel: Arc::clone(&cancel),
        solver: options.solver.unwrap_or(default),
        max_time: options.max_seconds,
    };
    let ending = if let Some(map) = options.map.read()? {
        let ends = (options.from.as_deref(), options.to.as_deref());
        map::film(map, ends, task(SolverName::AStar))?
    } else {
        let instance = options.which.instance(HARDEST)?;
        let task = task(solver_for(&instance));
        drawn::with(instance, task)?
    };
    match ending {
        Ending::Solved(film) => {
            show(options, &film, &cancel)?;
            Ok(ExitCode::SUCCESS)
        }
        Ending::Unsolvable(reason) => {
            writeln!(io::stdout(), "unsolvable: {reason}")?;
            Ok(ExitCode::from(1))
        }
        Ending::Stopped(reason) => {
            writeln!(io::stdout(), "stopped: {reason}")?;
            Ok(ExitCode::from(ctrl_c::STOPPED))
        }
    }
}

/// Where many paths lead to the same state, a solver that remembers states.
const fn solver_for(instance: &Instance) -> SolverName {
    match instance {
        Instance::Sliding(_) => SolverName::IdaStar,
        Instance::Graph(_) => SolverName::AStar,
        Instance::MagicSquares { .. } => SolverName::Bfs,
    }
}

fn show(options: &Options, film: &Film, cancel: &AtomicBool) -> Result<(), Box<dyn Error>> {
    let write = |path: &PathBuf, text: String| -> Result<(), Box<dyn Error>> {
        std::fs::write(path, text)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        writeln!(io::stdout(), "{}: {}", path.display(), film.summary())?;
        Ok(())
    };
    if let Some(path) = &options.svg {
        write(path, picture::animated(film, options.delay))?;
    }
    if let Some(path) = &options.html {
        write(path, page::html(film, options.delay))?;
    }
    if options.svg.is_none() && options.html.is_none() {
        terminal::show(film, (!options.step).then_some(options.delay), cancel)?;
    }
    Ok(())
}

/// A time, and not so long that nobody would wait for it.
fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.filter(|time| time.as_secs() < 1_000_000);
    time.ok_or("expected a number of seconds, such as 0.5")
}
