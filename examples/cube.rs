//! Rubik's cube in the fewest moves, any turn of a face being one.
//!
//! ```sh
//! cargo run --release --example cube -- --scramble "R U F2 L' D B R2 U' F D2 L B2 U R'"
//! cargo run --release --features mmap --example cube -- --walk 15 --random 10 --seed 7 --cache tables
//! cargo run --release --example cube -- --random 1000 --fast 20
//! cargo run --release --example cube -- --stickers UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
//! ```
//!
//! The cube is `examples/puzzles/cube.puzzle`; the table knows how many moves it is to a subgroup. Of sequences of
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
use puzzle_search::puzzles::{Arrangement, Definition, PermutationPuzzle, Turn};
use puzzle_search::{
    IdaStar, Limits, Puzzle, Ranked, ReportOf, SavedSolver, Solution, Solver, Stop,
};

use checkpoint::Saving;
use cores::cores;
use ctrl_c::STOPPED;
use live::Live;

const DEFINITION: &str = include_str!("puzzles/cube.puzzle");

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
    /// Moves from the solved cube, such as "R U F2 L'"
    #[arg(long)]
    scramble: Option<String>,

    /// The 54 stickers, face after face U R F D L B, row by row, by the letters of their faces
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
        Err(error) => {
            let _ = writeln!(io::stderr().lock(), "{error}");
            match error.downcast_ref() {
                Some(BuildError::Stopped(_)) => ExitCode::from(STOPPED),
                _ => ExitCode::from(2),
            }
        }
    }
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let cube = Cube::packed(&DEFINITION.parse::<Definition>()?)?;
    let states = states(&cube, options)?;
    for state in &states {
        let solvability = cube.solvability(state);
        if solvability.is_unsolvable() {
            writeln!(io::stdout().lock(), "{solvability}")?;
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
        return solve(&puzzle, &states, options, table_mb, |_, state| {
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
    let table = build.observe(Live::new("table")).run()?;
    let table_mb = table.bytes() as f64 / 1e6;
    let puzzle = cube.guided_by(table);
    let mut limits = limits;
    limits.time = options.max_seconds.map(Duration::from_secs);
    solve(&puzzle, &states, options, table_mb, |name, state| {
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
        let search = (&solver as &dyn SavedSolver<_>, &puzzle, &starts[..]);
        let live = Live::new(what);
        Ok((first, options.saving.run(name, search, &limits, live)?))
    })
}

/// Which moves each start is after, as many for all, and the search from there.
type Searched<P> = Result<(Vec<Vec<Turn>>, ReportOf<P>), Box<dyn Error>>;

/// Prints the solution of each cube, from the first that is not done.
fn solve<P: Puzzle<State = State, Move = Turn, Cost = u32>>(
    puzzle: &P,
    states: &[State],
    options: &Options,
    table_mb: f64,
    search: impl Fn(&str, &State) -> Searched<P>,
) -> Result<ExitCode, Box<dyn Error>> {
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
            writeln!(out, "it takes {bound} moves at least: stopped")?;
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
                    "moves": solution.to_string(),
                    "length": length,
                    "optimal": optimal,
                    "lower_bound": bound,
                    "generated": generated,
                    "seconds": seconds,
                    "table_mb": table_mb,
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
fn states(cube: &Cube, options: &Options) -> Result<Vec<State>, Box<dyn Error>> {
    if let Some(scramble) = &options.scramble {
        return Ok(vec![cube.play(&cube.goal(), scramble)?]);
    }
    if let Some(stickers) = &options.stickers {
        return Ok(vec![from_stickers(cube, stickers)?]);
    }
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
    let made: Option<Vec<State>> = (0..options.random.unwrap_or(1)).map(|_| made()).collect();
    Ok(made.ok_or("a random cube has no number")?)
}

/// The faces as they are usually written, and by their places in the definition.
const FACES: [(char, usize); 6] = [
    ('U', 0),
    ('R', 24),
    ('F', 16),
    ('D', 40),
    ('L', 8),
    ('B', 32),
];

/// The cube with these stickers: each piece is known by its colours.
fn from_stickers(cube: &Cube, text: &str) -> Result<State, Box<dyn Error>> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if letters.len() != 54 {
        let found = letters.len();
        return Err(format!("there are {found} stickers: expected 54, nine for each face").into());
    }
    let (mut colors, mut homes) = (['?'; 48], ['?'; 48]);
    for (face, &(name, first)) in letters.chunks(9).zip(&FACES) {
        if face[4] != name {
            let found = face[4];
            return Err(format!("the centre of face {name} is {found}: expected {name}").into());
        }
        let around = face.iter().enumerate().filter(|&(at, _)| at != 4);
        for (place, (_, &color)) in (first..).zip(around) {
            if !FACES.iter().any(|&(name, _)| name == color) {
                return Err(
                    format!("{color:?} on face {name} is no color: expected U R F D L B").into(),
                );
            }
            (colors[place], homes[place]) = (color, name);
        }
    }
    let group = cube.group();
    let mut pieces = vec![0; 48];
    let mut seen = [false; 48];
    for orbit in group.orbits() {
        let blocks = group.blocks(orbit[0]);
        for block in &blocks {
            let shown = |places: &[u32], of: &[char; 48]| -> Vec<char> {
                places.iter().map(|&place| of[place as usize]).collect()
            };
            let sorted = |mut colors: Vec<char>| {
                colors.sort_unstable();
                colors
            };
            let found = shown(block, &colors);
            let name: String = found.iter().collect();
            let is_same = |home: &&Vec<u32>| sorted(shown(home, &homes)) == sorted(found.clone());
            let home = blocks.iter().find(is_same);
            let home = home.ok_or_else(|| format!("no piece has the colors {name}"))?;
            if std::mem::replace(&mut seen[home[0] as usize], true) {
                return Err(format!("the piece {name} stands there twice").into());
            }
            for (&place, color) in block.iter().zip(found) {
                let sticker = home.iter().find(|&&home| homes[home as usize] == color);
                pieces[place as usize] = sticker.copied().unwrap_or(0) as u8 + 1;
            }
        }
    }
    Ok(cube.state(&pieces)?)
}
