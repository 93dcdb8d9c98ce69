//! `cube`: Rubik's cube in the fewest moves, in the half-turn metric.

use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use puzzle_search::puzzles::{Arrangement, Facelets, PermutationPuzzle, Turn};
use puzzle_search::{IdaStar, Puzzle, Ranked, ReportOf, Solution, Solver, Stop};

use puzzle_search_coordinates::{CosetTable, Phases, TwoPhase, sequences_up_to_symmetry};
use serde_json::json;

use crate::console::Console;
use crate::heuristics::{TableMaker, cores};
use crate::options::{CacheOption, FormatOption, LimitOptions};
use crate::random::Random;
use crate::search::{BoxedSolver, Saving, SearchInput, SearchRecorder};
use crate::text::read_file;
use crate::{CliResult, STOPPED};

/// Generators of a subgroup, and the size of its coset table in megabytes. The table keeps corner twists and edge
/// flips, and for the edges of the middle layer their permutation, or the pairs of opposite ones, or only the places of
/// some; the last table keeps flips alone, which suffices for some moves. The first also keeps the parity of the number
/// of quarter turns.
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

/// For a cube with symmetries, the search begins with one sequence of up to `FIRST_MOVES` moves from each class of
/// sequences that symmetries map to each other.
const FIRST_MOVES: u32 = 4;

/// The generators of the subgroup of the second phase.
const SECOND_PHASE: [&str; 6] = ["U", "D", "F2", "B2", "L2", "R2"];

type Cube = PermutationPuzzle<[u8; 48]>;
type CubeState = Arrangement<[u8; 48]>;

/// Solve Rubik's cube in the fewest moves, any turn of a face being one
///
/// A scramble can turn two layers, slices and the whole cube, and stickers can be held in any way: the solution is
/// for the cube as it is held. The table knows how many moves it is to a subgroup. Of sequences of first moves that the
/// symmetries of a cube make alike one is tried. Most random cubes take 17 or 18 moves: seconds with a large table
/// (--table-mb 1900), minutes with a small one. To build a large table takes minutes, too: --cache keeps it, and resumes
/// a build that was stopped or killed. --fast finds a short solution in milliseconds instead, and says what is proved
/// about it.
///
///   puzzle-search cube --scramble "R U F2 L' D B R2 U' F D2 L B2 U R'"
///   puzzle-search cube --random 10 --walk 15 --seed 7 --cache tables
///   puzzle-search cube --random 1000 --fast 20
///   puzzle-search cube "wwgwwgwwg rrrrrrrrr ggyggyggy yybyybyyb ooooooooo wbbwbbwbb"
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct SolveCube {
    /// The 54 stickers in any six colors, face after face U R F D L B, row by row, or as a net; - is standard input
    #[arg(value_name = "STICKERS", conflicts_with_all = ["scramble", "random"])]
    stickers: Option<String>,

    /// Moves from the solved cube, such as "R U F2 L'", "(R U R' U')3" or "r M' x2"
    #[arg(long, value_name = "MOVES")]
    scramble: Option<String>,

    /// Solve N random cubes
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", conflicts_with = "scramble")]
    random: Option<usize>,

    /// Make random cubes by K random moves; otherwise every cube is equally likely
    #[arg(long, value_name = "K", requires = "random")]
    walk: Option<usize>,

    /// Where random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Most megabytes for the table
    #[arg(long, value_name = "M", default_value_t = 300)]
    table_mb: u32,

    #[command(flatten)]
    cache: CacheOption,

    #[command(flatten)]
    limits: LimitOptions,

    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Find short solutions instead of shortest: for each cube the best of the first MS milliseconds, or else the first
    #[arg(long, value_name = "MS", num_args = 0..=1, default_missing_value = "20",
        conflicts_with_all = ["table_mb", "cache", "checkpoint", "max_expansions", "max_generated", "max_cost",
            "max_seconds", "max_memory_mb"])]
    fast: Option<u64>,

    #[command(flatten)]
    saving: Saving,

    #[command(flatten)]
    format: FormatOption,
}

/// The cubes to solve.
struct GivenCubes {
    states: Vec<CubeState>,
    /// The colors of the centers, U R F D L B: how the cube is held.
    centers: [char; 6],
}

/// The report of a search, and the moves before each of its starts, all of the same number.
struct PrefixedReport<P: Puzzle> {
    first: Vec<Vec<Turn>>,
    report: ReportOf<P>,
}

impl SolveCube {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let cube = Cube::packed(&Facelets::definition())?;
        let given = self.given(&cube, console)?;
        let [up, _, front, ..] = given.centers;
        if (up, front) != ('U', 'F') && !self.format.is_json() {
            console.print(format_args!(
                "the cube is held with {up} up and {front} in front: the moves are for this way\n"
            ))?;
        }
        for state in &given.states {
            let solvability = cube.solvability(state);
            if let (true, Some(reason)) = (solvability.is_unsolvable(), solvability.reason()) {
                let object = json!({
                    "outcome": "unsolvable",
                    "reason": reason.to_string(),
                    "up": up,
                    "front": front,
                });
                let text = format_args!("{solvability}\n");
                self.format.print(console, &object, text)?;
                return Ok(1);
            }
        }
        let threads = self.threads.map_or_else(cores, NonZero::get);
        match self.fast {
            Some(milliseconds) => self.solve_fast(cube, &given, milliseconds, threads, console),
            None => self.solve_optimally(cube, &given, threads, console),
        }
    }

    /// Finds short solutions.
    fn solve_fast(
        &self,
        cube: Cube,
        given: &GivenCubes,
        milliseconds: u64,
        threads: usize,
        console: &dyn Console,
    ) -> CliResult {
        let build = Phases::build(&cube, &SECOND_PHASE).threads(threads);
        let phases = build.limits(console.limits()).run()?;
        let megabytes = phases.bytes() as f64 / 1e6;
        let puzzle = cube.guided_by(phases);
        self.solve(&puzzle, given, megabytes, console, |_, state| {
            let mut search = TwoPhase::new().search(&puzzle, state);
            // The clock is read once in some thousand nodes, so the limit is a tenth less than the time asked for.
            let mut time = Duration::from_millis(milliseconds.max(1)) * 9 / 10;
            loop {
                search.set_limits(console.limits().max_time(time));
                let report = search.run();
                if report.best().is_some() || report.stop() != Some(Stop::Time) {
                    let first = vec![vec![]];
                    return Ok(PrefixedReport { first, report });
                }
                time *= 2;
            }
        })
    }

    /// Finds shortest solutions.
    fn solve_optimally(
        &self,
        cube: Cube,
        given: &GivenCubes,
        threads: usize,
        console: &dyn Console,
    ) -> CliResult {
        let fits = |(_, megabytes): &&(_, u32)| *megabytes <= self.table_mb;
        let (subgroup, _) = SUBGROUPS.iter().find(fits).ok_or("no table is so small")?;
        let tables = TableMaker::new(console, console.limits(), None);
        let build = match &self.cache.cache {
            Some(directory) => CosetTable::open_or_build(&cube, subgroup, directory),
            None => CosetTable::build(&cube, subgroup),
        };
        let table = tables.make_by("table", build, threads)?;
        let megabytes = table.bytes() as f64 / 1e6;
        let puzzle = cube.guided_by(table);
        let within = self.limits.within(console);
        let solver: BoxedSolver<_> = Box::new(IdaStar::new().threads(threads));
        self.solve(&puzzle, given, megabytes, console, |name, state| {
            let cube = puzzle.puzzle();
            let is_symmetric = sequences_up_to_symmetry(cube, state, 1).len() < cube.moves().len();
            // With symmetries, some first moves are equivalent. No solution has fewer moves than the estimate.
            let length = puzzle.heuristic(state).filter(|_| is_symmetric);
            let length = length.map_or(0, |least| least.min(FIRST_MOVES) as usize);
            let first = sequences_up_to_symmetry(cube, state, length);
            let after = first.iter().filter_map(|turns| {
                let mut turns = turns.iter();
                turns.try_fold(*state, |state, &turn| cube.apply(&state, turn))
            });
            let starts: Vec<CubeState> = after.collect();
            let title = if length > 0 {
                "cube, after some moves"
            } else {
                "cube"
            };
            let search = SearchInput {
                solver: &solver,
                puzzle: &puzzle,
                starts: &starts,
            };
            let mut recorder = SearchRecorder::new(console, title);
            let report = self.saving.run(name, &search, &within, &mut recorder)?;
            Ok(PrefixedReport { first, report })
        })
    }

    /// Solves the cubes and prints the solutions, from the first that is not done.
    fn solve<P: Puzzle<State = CubeState, Move = Turn, Cost = u32>>(
        &self,
        puzzle: &P,
        given: &GivenCubes,
        table_mb: f64,
        console: &dyn Console,
        search: impl Fn(&str, &CubeState) -> CliResult<PrefixedReport<P>>,
    ) -> CliResult {
        let GivenCubes { states, centers } = given;
        let names: Vec<_> = (1..=states.len())
            .map(|number| format!("cube-{number}"))
            .collect();
        let done = self.saving.first_pending(&names);
        for (state, name) in states.iter().zip(&names).skip(done) {
            let PrefixedReport { first, report } = search(name, state)?;
            let before = first.first().map_or(0, |turns| turns.len() as u32);
            let bound = before + report.lower_bound.unwrap_or(0);
            // Every cube can be solved, so the search was stopped.
            let Some(found) = report.best() else {
                let object = json!({ "outcome": "stopped", "lower_bound": bound });
                let text = format_args!("it takes {bound} moves at least: stopped\n");
                self.format.print(console, &object, text)?;
                return Ok(STOPPED);
            };
            let before = first.get(found.start_index()).into_iter().flatten();
            let turns: Vec<Turn> = before.chain(found.moves()).copied().collect();
            let cost = turns.len() as u32;
            let solution = Solution::new(turns, cost);
            solution.verify(puzzle, state)?;
            let (generated, is_optimal) = (report.stats.generated, report.is_optimal());
            let seconds = report.elapsed.unwrap_or_default().as_secs_f64();
            let object = json!({
                "outcome": "solved",
                "moves": solution.to_string(),
                "length": solution.len(),
                "optimal": is_optimal,
                "lower_bound": bound,
                "generated": generated,
                "seconds": seconds,
                "table_mb": table_mb,
                "up": centers[0],
                "front": centers[2],
            });
            let proved = match is_optimal {
                true => String::new(),
                false => format!("{bound} at least, "),
            };
            let counts = format_args!("{proved}{generated} generated, {seconds:.2} s");
            let text = format_args!("{cost:>2} moves: {solution}   ({counts})\n");
            self.format.print(console, &object, text)?;
            self.saving.discard_finished();
            if report.stop() == Some(Stop::Cancelled) {
                return Ok(STOPPED);
            }
        }
        Ok(0)
    }

    fn given(&self, cube: &Cube, console: &dyn Console) -> CliResult<GivenCubes> {
        let facelets = match (&self.scramble, self.stickers.as_deref()) {
            (Some(scramble), _) => Facelets::SOLVED.play(scramble)?,
            (None, Some("-")) => read_file(Path::new("-"), console)?.parse()?,
            (None, Some(stickers)) => stickers.parse()?,
            (None, None) => Facelets::SOLVED,
        };
        let states = match (&self.scramble, &self.stickers) {
            (None, None) => self.at_random(cube).ok_or("a random cube has no number")?,
            _ => vec![cube.state(&facelets.stickers()?)?],
        };
        let centers = facelets.centers();
        Ok(GivenCubes { states, centers })
    }

    fn at_random(&self, cube: &Cube) -> Option<Vec<CubeState>> {
        let mut random = Random::new(self.seed);
        let turns: Vec<_> = cube.moves().collect();
        let mut made = || match self.walk {
            Some(moves) => (0..moves).try_fold(cube.goal(), |state, _| {
                cube.apply(&state, turns[random.below(turns.len())])
            }),
            None => {
                let element = cube.group().random(|| random.next());
                cube.unrank(cube.group().rank(&element)?)
            }
        };
        (0..self.random.unwrap_or(1)).map(|_| made()).collect()
    }
}
