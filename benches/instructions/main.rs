//! How many instructions the main loops take, counted by callgrind: the counts are the same on a busy machine.
//!
//! `cargo bench -p puzzle-search-instructions` counts each row in a process of its own and compares it with the
//! figure in `figures.tsv`; a row that takes over two per cent more fails. `-- NAME` counts the rows whose names contain
//! this, `-- --keep` writes the figures. Tables are built before the count begins, by a process that valgrind does
//! not slow down. Figures depend on the compiler: with another one than that on record nothing fails. They depend a
//! little on the processor too, by what the libraries choose for it.

#[expect(dead_code, reason = "maps of other benchmarks")]
#[path = "../maps/mod.rs"]
mod maps;
#[expect(dead_code, reason = "what other benchmarks need")]
#[path = "../baseline/newcomer.rs"]
mod newcomer;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
use puzzle_search::heuristics::{Gap, Guided, Manhattan};
use puzzle_search::puzzles::{
    Cell, Connectivity, Definition, Grid, Pancake, PermutationPuzzle, SlidingTiles,
};
use puzzle_search::solvers::BaeStar;
use puzzle_search::space::Enumerate;
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Limits, Notation, Puzzle, Solver, UniformCost,
    from_edges, from_fn, from_steps,
};
use puzzle_search_coordinates::CosetTable;

/// How much more a row may take.
const TOLERANCE: f64 = 1.02;
/// What the process for one row is told first.
const ONE_ROW: &str = "--row";
/// The function that is counted, with all that it calls.
const COUNTED: &str = "*instructions*counted*";

/// What is prepared, and then counted.
type Row = (&'static str, fn(&Path) -> Box<dyn Fn()>);

const ROWS: &[Row] = &[
    ("IDA*, Korf 12", |_| fifteen(IdaStar::new())),
    ("IDA*, Korf 12, closures", |_| newcomers(IdaStar::new())),
    ("IDA*, 8-puzzle, estimates by closure", |_| {
        let (exact, start) = hardest_eight();
        Box::new(move || {
            let puzzle = exact.puzzle().clone();
            let guided = puzzle.guided_by_fn(|_, board| exact.heuristic(board));
            solve(&IdaStar::new(), &guided, &start, 31);
        })
    }),
    ("IDA*, 8-puzzle, the same borrowed", |_| {
        let (exact, start) = hardest_eight();
        Box::new(move || {
            let puzzle: &SlidingTiles = exact.puzzle();
            let guided = puzzle.guided_by_fn(|_, board| exact.heuristic(board));
            solve(&IdaStar::new(), &guided, &start, 31);
        })
    }),
    ("A*, Korf 12", |_| fifteen(AStar::new())),
    ("A*, Korf 12, closures", |_| newcomers(AStar::new())),
    ("BAE*, Korf 12", |_| fifteen(BaeStar::new())),
    ("A*, 8-puzzle", |_| eight(AStar::new())),
    ("bidirectional, 8-puzzle", |_| eight(Bidirectional::new())),
    ("breadth-first, 8-puzzle", |_| eight(BreadthFirst::new())),
    ("uniform cost, weights, closures", |_| weights_by_closures()),
    ("A*, weights, Grid", |_| weights_by_grid()),
    ("A*, caves, Grid", |_| {
        let (grid, start) = caves();
        Box::new(move || solve(&AStar::new(), &grid, &start, 15_489))
    }),
    ("A*, caves, JumpGrid", |_| {
        let (grid, start) = caves();
        let jumps = grid.jump_grid().expect("the same weight everywhere");
        Box::new(move || solve(&AStar::new(), &jumps, &start.into(), 15_489))
    }),
    ("breadth-first, words", |_| words()),
    ("IDA*, 16 pancakes, Gap but for 1", |_| pancakes()),
    ("count by hashing, 8-puzzle", |_| {
        let puzzle = SlidingTiles::new(3, 3).expect("a legal size");
        Box::new(move || {
            let census = Enumerate::new()
                .count_by_hashing(&puzzle, [puzzle.goal()])
                .limits(unhurried())
                .run();
            assert_eq!(census.states(), 181_440);
        })
    }),
    ("count by rank, 9 pancakes", |_| {
        let puzzle = Pancake::new(9).expect("a legal size");
        Box::new(move || {
            let census = Enumerate::new()
                .count_by_rank(&puzzle, [puzzle.goal()])
                .limits(unhurried())
                .run();
            assert_eq!(census.expect("it has ranks").states(), 362_880);
        })
    }),
    ("IDA*, 24-puzzle, patterns", twenty_four),
    ("IDA*, cube, 11 moves", cube),
];

/// No limits, and a clock that stands still: how often a search looks at its limits depends on its speed.
fn unhurried() -> Limits {
    Limits::new().with_clock(|| Duration::ZERO)
}

fn solve<P: Puzzle<Cost = u32>>(solver: &impl Solver<P>, puzzle: &P, start: &P::State, cost: u32) {
    let search = solver.search(black_box(puzzle), black_box(start));
    let report = search.limits(unhurried()).run();
    let found = report.solution().map(puzzle_search::Solution::cost);
    assert_eq!(found, Some(cost));
}

/// A number below this one.
fn next(numbers: &mut u64, bound: usize) -> usize {
    *numbers = numbers
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1);
    (*numbers >> 33) as usize % bound
}

fn korf_12() -> (SlidingTiles, <SlidingTiles as Puzzle>::State) {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTiles::new(4, 4).and_then(|puzzle| puzzle.with_goal(&goal));
    let puzzle = puzzle.expect("a legal goal");
    let start = puzzle.parse("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15");
    (puzzle, start.expect("a legal board"))
}

fn fifteen(solver: impl Solver<Tiles> + 'static) -> Box<dyn Fn()> {
    let (puzzle, start) = korf_12();
    let puzzle = puzzle.guided_by(Manhattan);
    Box::new(move || solve(&solver, &puzzle, &start, 45))
}

/// The 15-puzzle of somebody who wants it searched, not tuned.
macro_rules! newcomers {
    () => {
        from_fn(
            |state: &newcomer::State| {
                newcomer::successors(state).map(|(mv, next)| (mv, next, 1_u32))
            },
            newcomer::is_goal,
        )
        .with_heuristic(|state| Some(newcomer::manhattan(state)))
    };
}

fn newcomers<A>(solver: A) -> Box<dyn Fn()>
where
    A: Copy + 'static + ByClosures,
{
    let start = newcomer::State::new([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15]);
    Box::new(move || solver.solves(&start))
}

/// Closures have no names, so that a solver of their puzzle cannot be asked for by a bound.
trait ByClosures {
    fn solves(self, start: &newcomer::State);
}

impl ByClosures for IdaStar {
    fn solves(self, start: &newcomer::State) {
        solve(&self, &newcomers!(), start, 45);
    }
}

impl ByClosures for AStar {
    fn solves(self, start: &newcomer::State) {
        solve(&self, &newcomers!(), start, 45);
    }
}

type Tiles = Guided<SlidingTiles, Manhattan>;

fn hardest_eight() -> (Tiles, <Tiles as Puzzle>::State) {
    let puzzle = SlidingTiles::new(3, 3).expect("a legal size");
    let start = puzzle.parse("8 6 7 2 5 4 3 0 1").expect("a legal board");
    (puzzle.guided_by(Manhattan), start)
}

fn eight(solver: impl Solver<Tiles> + 'static) -> Box<dyn Fn()> {
    let (puzzle, start) = hardest_eight();
    Box::new(move || solve(&solver, &puzzle, &start, 31))
}

const SIDE: u16 = 150;

fn weights_by_closures() -> Box<dyn Fn()> {
    let mut numbers = 3_u64;
    let weights: Vec<u32> = core::iter::repeat_with(|| next(&mut numbers, 9) as u32 + 1)
        .take(usize::from(SIDE) * usize::from(SIDE))
        .collect();
    Box::new(move || {
        let steps = |&(x, y): &(u16, u16)| {
            let beside = [
                (x.wrapping_sub(1), y),
                (x + 1, y),
                (x, y.wrapping_sub(1)),
                (x, y + 1),
            ];
            let weights = &weights;
            beside
                .into_iter()
                .filter(|&(x, y)| x < SIDE && y < SIDE)
                .map(move |(x, y)| {
                    (
                        (x, y),
                        weights[usize::from(y) * usize::from(SIDE) + usize::from(x)],
                    )
                })
        };
        let puzzle = from_edges(steps, |&at| at == (SIDE - 1, SIDE - 1));
        solve(&UniformCost::new(), &puzzle, &(0, 0), 840);
    })
}

fn weights_by_grid() -> Box<dyn Fn()> {
    let grid = Grid::new(maps::weighted(SIDE), Connectivity::Four);
    let grid = grid
        .with_goals([Cell::new(SIDE - 1, SIDE - 1)])
        .expect("an open cell");
    Box::new(move || solve(&AStar::new(), &grid, &Cell::new(0, 0), 849))
}

/// From one corner of caves to the opposite one, in eight directions.
fn caves() -> (Grid, Cell) {
    let grid = Grid::new(maps::caves(SIDE), Connectivity::Eight);
    let grid = grid.with_goals([Cell::new(SIDE - 1, SIDE - 1)]);
    (grid.expect("an open cell"), Cell::new(0, 0))
}

fn words() -> Box<dyn Fn()> {
    Box::new(|| {
        let swaps = |word: &String| {
            let swapped = (1..word.len()).map(|at| {
                let mut letters: Vec<char> = word.chars().collect();
                letters.swap(at - 1, at);
                letters.into_iter().collect::<String>()
            });
            swapped.collect::<Vec<_>>()
        };
        let puzzle = from_steps(swaps, |word| word == "gfedcba");
        solve(&BreadthFirst::new(), &puzzle, &"abcdefg".into(), 21);
    })
}

fn pancakes() -> Box<dyn Fn()> {
    let puzzle = Pancake::new(16)
        .expect("a legal size")
        .guided_by(Gap::ignoring(1));
    let stack = "7 2 14 9 16 4 11 1 13 6 3 15 8 12 5 10";
    let start = puzzle.puzzle().parse(stack).expect("a legal stack");
    Box::new(move || solve(&IdaStar::new(), &puzzle, &start, 16))
}

fn twenty_four(directory: &Path) -> Box<dyn Fn()> {
    let puzzle = SlidingTiles::<u128>::packed(5, 5).expect("a legal size");
    let partition = Partition::new([
        &[0, 1, 5, 6],
        &[2, 3, 4, 9],
        &[7, 8, 12, 13],
        &[10, 11, 15, 16],
        &[14, 18, 19, 23],
        &[17, 20, 21, 22],
    ]);
    let patterns =
        TilePatterns::open_or_build(&puzzle, &partition, Style::default(), directory).run();
    let patterns = patterns.unwrap_or_else(|error| panic!("{error}"));
    let mut state = puzzle.goal();
    let mut numbers = 5_u64;
    for _ in 0..260 {
        let edges: Vec<_> = puzzle.neighbors(&state).into_iter().collect();
        state = edges[next(&mut numbers, edges.len())].state;
    }
    let puzzle = puzzle.guided_by(patterns);
    Box::new(move || solve(&IdaStar::new(), &puzzle, &state, 56))
}

fn cube(directory: &Path) -> Box<dyn Fn()> {
    let definition: Definition = include_str!("../../examples/puzzles/cube.puzzle")
        .parse()
        .expect("a definition");
    let cube = PermutationPuzzle::<[u8; 48]>::packed(&definition).expect("48 places");
    let scramble = "R U' F2 D L B2 R' U F D' L2";
    let start = cube.play(&cube.goal(), scramble).expect("its moves");
    let table = CosetTable::open_or_build(&cube, &["U", "F", "R"], directory).run();
    let puzzle = cube.clone().guided_by(table.expect("it is built"));
    Box::new(move || solve(&IdaStar::new(), &puzzle, &start, 11))
}

/// What callgrind counts.
#[inline(never)]
fn counted(work: &dyn Fn()) {
    work();
    black_box(());
}

/// Where tables are kept: beside this program.
fn tables() -> std::io::Result<PathBuf> {
    let directory = std::env::current_exe()?.with_file_name("instructions-tables");
    std::fs::create_dir_all(&directory)?;
    Ok(directory)
}

/// The instructions of a row.
fn count(name: &str) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(format!("--toggle-collect={COUNTED}")).arg(this);
    let output = command
        .args([ONE_ROW, name])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    let counted = said
        .lines()
        .find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    match counted.filter(|&count| output.status.success() && count > 0) {
        Some(count) => Ok(count),
        None => Err(format!("{name} was not counted: {said}")),
    }
}

/// The figures that are kept.
fn kept(path: &Path) -> BTreeMap<String, u64> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().filter_map(|line| line.rsplit_once('\t'));
    rows.filter_map(|(name, count)| Some((name.into(), count.parse().ok()?)))
        .collect()
}

/// The version of the compiler, and for what.
fn compiler() -> String {
    let version = Command::new("rustc").arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    format!(
        "{} on {}",
        version.unwrap_or_default(),
        std::env::consts::ARCH
    )
}

/// The compiler of the figures that are kept: the first line.
fn recorded_compiler(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().next().map(str::to_owned)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, name] = &arguments[..]
        && first == ONE_ROW
    {
        let row = ROWS.iter().find(|row| row.0 == name).expect("a row");
        let work = row.1(&tables().expect("a directory"));
        counted(&work);
        return ExitCode::SUCCESS;
    }
    match compare(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a row for each count; returns whether none is too high.
fn compare(arguments: &[String]) -> Result<bool, String> {
    let mut out = std::io::stdout();
    if Command::new("valgrind").arg("--version").output().is_err() {
        let skipped = "no valgrind: instructions are not counted";
        return writeln!(out, "{skipped}")
            .map(|()| true)
            .map_err(|error| error.to_string());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("figures.tsv");
    let keeps = arguments.iter().any(|argument| argument == "--keep");
    let wanted = arguments.iter().find(|argument| !argument.starts_with('-'));
    let mut figures = kept(&path);
    let compiler = compiler();
    let is_comparable = recorded_compiler(&path).as_deref() == Some(&*compiler);
    if !is_comparable && !keeps {
        let line = format!("the figures are of another compiler than {compiler}: nothing fails");
        writeln!(out, "{line}").map_err(|error| error.to_string())?;
    }
    let mut are_within = true;
    for &(name, prepare) in ROWS {
        if wanted.is_some_and(|wanted| !name.contains(wanted.as_str())) {
            continue;
        }
        // Its tables are built here, where that is fast, and what it finds is checked.
        prepare(&tables().map_err(|error| error.to_string())?)();
        let now = count(name)?;
        let line = match figures.get(name) {
            Some(&before) => {
                let ratio = now as f64 / before as f64;
                are_within &= ratio <= TOLERANCE || !is_comparable;
                let verdict = if ratio > TOLERANCE { "  too many" } else { "" };
                format!("{name:<36} {now:>14} {before:>14} {ratio:>7.3}{verdict}")
            }
            None => format!("{name:<36} {now:>14}"),
        };
        writeln!(out, "{line}").map_err(|error| error.to_string())?;
        if keeps {
            figures.insert(name.into(), now);
        }
    }
    if keeps {
        let mut text = format!("{compiler}\n");
        for (name, _) in ROWS {
            if let Some(count) = figures.get(*name) {
                let _ = writeln!(text, "{name}\t{count}");
            }
        }
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
    }
    Ok(are_within || keeps)
}
