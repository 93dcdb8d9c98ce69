//! Rubik's cube in the fewest moves, any turn of a face being one.
//!
//! ```sh
//! cargo run --release --example cube -- --scramble "R U F2 L' D B R2 U' F D2 L B2 U R'"
//! cargo run --release --features mmap --example cube -- --walk 15 --random 10 --seed 7 --cache tables
//! cargo run --release --example cube -- --random 1000 --fast 20
//! cargo run --release --example cube -- --stickers "wwgwwgwwg rrrrrrrrr ggyggyggy yybyybyyb ooooooooo wbbwbbwbb"
//! ```
//!
//! A scramble can turn two layers, slices and the whole cube, and the cube of `--stickers` can be held in any way: the
//! solution is for the cube as it is held. The table knows how many moves it is to a subgroup. Of sequences of
//! first moves that the symmetries of a cube make alike one is tried. Each solution is played on the stickers before
//! it is printed. Most random cubes take 17 or 18 moves: seconds with a large table (`--table-mb 1900`), minutes with a
//! small one. To build a large table takes minutes, too: `--cache` keeps it, and resumes a build that was stopped or
//! killed. `--checkpoint` and `--resume` do so for the search, given the same `--table-mb`. `--fast` finds a short
//! solution in milliseconds instead, and says what is proved of it. Ctrl-C ends it with what is proved so far and exit
//! code 3; bad input ends it with code 2, and what cannot be solved with code 1 and the reason.

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

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use puzzle_search::coordinates::{CosetTable, Phases, TwoPhase, sequences_up_to_symmetry};
use puzzle_search::heuristics::BuildError;
use puzzle_search::puzzles::{Arrangement, Facelets, PermutationPuzzle, Turn};
use puzzle_search::{IdaStar, Limits, Puzzle, Ranked, ReportOf, Solution, Solver, Stop};

use checkpoint::Saving;
use cores::cores;
use ctrl_c::STOPPED;
use live::Live;

/// Sequences of moves that generate a subgroup, and how many megabytes its table takes. The table knows how
/// corners are twisted and edges are flipped, and of the edges of the middle layer which is where, or which pair
/// of opposite ones, or only where some are; the last one knows flips alone, which is enough for some moves. The
/// first one also knows whether the number of quarter turns is even.
const SUBGROUPS: [(&[&str], u32); 5] = [
    (&["U2", "U D", "U D'", "U F2 U F2", "U R2 U R2"], 1900),
    (&["U", "D", "F2 U F2", "R2 U R2"], 960),
    (
        &["U", "D", "F2 U F2", "R2 U R2", "F2 R2 F2", "F2 L2 F2"],
        265,
    ),
    (&["U", "D", "F2", "B2", "L2", "R2"], 60),
    (&["U", "D", "F2", "B2", "L", "R"], 0),
];

/// Of a cube with symmetries, sequences of so many first moves are tried, one of those that are alike.
const FIRST_MOVES: u32 = 4;

/// What generates the subgroup of the second phase.
const SECOND_PHASE: [&str; 6] = ["U", "D", "F2", "B2", "L2", "R2"];

type Cube = PermutationPuzzle<[u8; 48]>;
type State = Arrangement<[u8; 48]>;

/// Solves Rubik's cube in the fewest moves.
#[derive(Parser)]
#[command(name = "cube")]
struct Options {
    /// Moves from the solved cube, such as "R U F2 L'", "(R U R' U')3" or "r M' x2"
    #[arg(long)]
    scramble: Option<String>,

    /// The 54 stickers in any six colors, face after face U R F D L B, row by row, or as a net
    #[arg(long, conflicts_with = "scramble")]
    stickers: Option<String>,

    /// So many random cubes
    #[arg(long, value_name = "N", conflicts_with_all = ["scramble", "stickers"])]
    random: Option<usize>,

    /// Random cubes are made by so many random moves, instead of any with the same probability
    #[arg(long, value_name = "K", requires = "random")]
    walk: Option<usize>,

    /// Where random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Most megabytes for the table
    #[arg(long, value_name = "M", default_value_t = 300)]
    table_mb: u32,

    /// Where the table is kept in a file; without it it is built each time
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Stop a search after so many seconds, with what is proved
    #[arg(long, value_name = "S")]
    max_seconds: Option<u64>,

    /// How many threads share the work [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Short solutions instead of shortest: the best one found in so many milliseconds each, or the first
    #[arg(long, value_name = "MS", num_args = 0..=1, default_missing_value = "20", conflicts_with_all = ["table_mb", "cache", "checkpoint", "max_seconds"])]
    fast: Option<u64>,

    #[command(flatten)]
    saving: Saving,

    /// How answers are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    /// One object on a line for each cube
    Json,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(end) => end,
        Err(error) => match error.downcast_ref() {
            Some(BuildError::Stopped(_)) => {
                let _ = writeln!(io::stderr().lock(), "{error}");
                ExitCode::from(STOPPED)
            }
            _ => end::end(Err(error)),
        },
    }
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let cube = Cube::packed(&Facelets::definition())?;
    let given = given(&cube, options)?;
    let [up, _, front, ..] = given.centers;
    if (up, front) != ('U', 'F') && matches!(options.format, Format::Text) {
        writeln!(
            io::stdout().lock(),
            "the cube is held with {up} up and {front} in front: the moves are for this way"
        )?;
    }
    for state in &given.states {
        let solvability = cube.solvability(state);
        if let (true, Some(reason)) = (solvability.is_unsolvable(), solvability.reason()) {
            let mut out = io::stdout().lock();
            match options.format {
                Format::Text => writeln!(out, "{solvability}")?,
                Format::Json => {
                    let answer = serde_json::json!({
                        "outcome": "unsolvable",
                        "reason": reason.to_string(),
                        "up": up,
                        "front": front,
                    });
                    writeln!(out, "{answer}")?;
                }
            }
            return Ok(ExitCode::from(1));
        }
    }
    let limits = Limits::new().with_cancel(ctrl_c::cancel_flag()?);
    let threads = options.threads.unwrap_or_else(cores).max(1);
    if let Some(milliseconds) = options.fast {
        let build = Phases::build(&cube, &SECOND_PHASE).threads(threads);
        let phases = build.limits(limits.clone()).run()?;
        let table_mb = phases.bytes() as f64 / 1e6;
        let puzzle = cube.guided_by(phases);
        return solve(&puzzle, &given, options, table_mb, |_, state| {
            let mut search = TwoPhase::new().search(&puzzle, state);
            // The clock is read once in some thousand nodes: a tenth less, so that the whole is within the time.
            let mut time = Duration::from_millis(milliseconds.max(1)) * 9 / 10;
            loop {
                search.set_limits(limits.clone().max_time(time));
                let report = search.run();
                if report.best().is_some() || report.stop() != Some(Stop::Time) {
                    return Ok((vec![vec![]], report));
                }
                time *= 2;
            }
        });
    }
    let fits = |(_, megabytes): &&(_, u32)| *megabytes <= options.table_mb;
    let (subgroup, _) = SUBGROUPS.iter().find(fits).ok_or("no table is so small")?;
    let build = match &options.cache {
        Some(directory) => CosetTable::cached(&cube, subgroup, directory),
        None => CosetTable::build(&cube, subgroup),
    };
    let build = build.threads(threads).limits(limits.clone());
    let table = build.watch(Live::new("table")).run()?;
    let table_mb = table.bytes() as f64 / 1e6;
    let puzzle = cube.guided_by(table);
    let mut limits = limits;
    limits.time = options.max_seconds.map(Duration::from_secs);
    solve(&puzzle, &given, options, table_mb, |name, state| {
        let solver = IdaStar::new().threads(threads);
        let cube = puzzle.puzzle();
        let is_symmetric = sequences_up_to_symmetry(cube, state, 1).len() < cube.moves().len();
        // Of a cube with symmetries some first moves are like others; it takes no fewer than its estimate.
        let length = puzzle.heuristic(state).filter(|_| is_symmetric);
        let length = length.map_or(0, |least| least.min(FIRST_MOVES) as usize);
        let first = sequences_up_to_symmetry(cube, state, length);
        let after = first.iter().filter_map(|turns| {
            let mut turns = turns.iter();
            turns.try_fold(*state, |state, &turn| cube.apply(&state, turn))
        });
        let starts: Vec<State> = after.collect();
        let what = if length > 0 {
            "cube, after some moves"
        } else {
            "cube"
        };
        let search = (&solver as &dyn Solver<_>, &puzzle, &starts[..]);
        let live = Live::new(what);
        Ok((
            first,
            options.saving.run(name, search, &limits, None, live)?,
        ))
    })
}

/// Which moves each start is after, as many for all, and the search from there.
type Searched<P> = Result<(Vec<Vec<Turn>>, ReportOf<P>), Box<dyn Error>>;

/// Prints the solution of each cube, from the first that is not done.
fn solve<P: Puzzle<State = State, Move = Turn, Cost = u32>>(
    puzzle: &P,
    given: &Given,
    options: &Options,
    table_mb: f64,
    search: impl Fn(&str, &State) -> Searched<P>,
) -> Result<ExitCode, Box<dyn Error>> {
    let Given { states, centers } = given;
    let names = (1..=states.len()).map(|number| format!("cube-{number}"));
    let names: Vec<String> = names.collect();
    let undone = options.saving.first(&names)?;
    for (state, name) in states.iter().zip(&names).skip(undone) {
        let (first, report) = search(name, state)?;
        let mut out = io::stdout().lock();
        let before = first.first().map_or(0, |turns| turns.len() as u32);
        let bound = before + report.lower_bound.unwrap_or(0);
        let (generated, optimal) = (report.stats.generated, report.is_optimal());
        let seconds = report.elapsed.unwrap_or_default().as_secs_f64();
        // All can be solved.
        let Some(found) = report.best() else {
            match options.format {
                Format::Text => writeln!(out, "it takes {bound} moves at least: stopped")?,
                Format::Json => {
                    let answer = serde_json::json!({"outcome": "stopped", "lower_bound": bound});
                    writeln!(out, "{answer}")?;
                }
            }
            return Ok(ExitCode::from(STOPPED));
        };
        let before = first.get(found.start()).into_iter().flatten();
        let turns: Vec<Turn> = before.chain(found.moves()).copied().collect();
        let cost = turns.len() as u32;
        let solution = Solution::new(turns, cost);
        solution.verify(puzzle, state)?;
        let length = solution.len();
        match options.format {
            Format::Text => {
                let proved = if optimal {
                    String::new()
                } else {
                    format!("{bound} at least, ")
                };
                writeln!(
                    out,
                    "{length:>2} moves: {solution}   ({proved}{generated} generated, {seconds:.2} s)"
                )?;
            }
            Format::Json => {
                let answer = serde_json::json!({
                    "outcome": "solved",
                    "moves": solution.to_string(),
                    "length": length,
                    "optimal": optimal,
                    "lower_bound": bound,
                    "generated": generated,
                    "seconds": seconds,
                    "table_mb": table_mb,
                    "up": centers[0],
                    "front": centers[2],
                });
                writeln!(out, "{answer}")?;
            }
        }
        out.flush()?;
        options.saving.told();
        if report.stop() == Some(Stop::Cancelled) {
            return Ok(ExitCode::from(STOPPED));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The cubes that are asked for.
struct Given {
    states: Vec<State>,
    /// The colors on the six faces of a cube that is given, U R F D L B: how it is held.
    centers: [char; 6],
}

fn given(cube: &Cube, options: &Options) -> Result<Given, Box<dyn Error>> {
    let facelets = match (&options.scramble, &options.stickers) {
        (Some(scramble), _) => Facelets::SOLVED.play(scramble)?,
        (None, Some(stickers)) => stickers.parse()?,
        (None, None) => Facelets::SOLVED,
    };
    let centers = facelets.centers();
    let states = match (&options.scramble, &options.stickers) {
        (None, None) => random(cube, options).ok_or("a random cube has no number")?,
        _ => vec![cube.state(&facelets.pieces()?)?],
    };
    Ok(Given { states, centers })
}

fn random(cube: &Cube, options: &Options) -> Option<Vec<State>> {
    let mut seed = options.seed.wrapping_mul(2).wrapping_add(1);
    let mut random = || {
        // xorshift64*
        seed ^= seed >> 12;
        seed ^= seed << 25;
        seed ^= seed >> 27;
        seed.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let turns: Vec<_> = cube.moves().collect();
    let mut made = || match options.walk {
        Some(moves) => (0..moves).try_fold(cube.goal(), |state, _| {
            cube.apply(&state, turns[(random() >> 33) as usize % turns.len()])
        }),
        None => {
            let element = cube.group().random(&mut random);
            cube.unrank(cube.group().rank(&element)?)
        }
    };
    (0..options.random.unwrap_or(1)).map(|_| made()).collect()
}
