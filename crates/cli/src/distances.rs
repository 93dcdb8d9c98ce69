//! `hint` and `levels`: answers from the distances of all states to the goal.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use puzzle_search::space::{DistanceOracle, Encoding, SpaceError};
use puzzle_search::{Limits, Puzzle, Task};
use serde_json::{Value, json};

use crate::any::NumberedSpace;
use crate::catalogue::{Instance, PuzzleOptions};
use crate::console::Console;
use crate::count::EIGHT;
use crate::heuristics::cores;
use crate::options::FormatOption;
use crate::progress_line::ProgressLine;
use crate::random::Random;
use crate::{CliResult, STOPPED};

/// The limit on the memory of a table: 8 GiB.
const BYTES: usize = 8_usize.saturating_mul(1 << 30);

/// Hints for a player: how far a board is from the goal, and which moves bring it nearer
///
/// Nothing is searched: the distances of all boards are computed first, or read from a file. If there are too many
/// boards for that, as of the 15-puzzle, the first move of puzzle-search solve is a hint.
///
///   puzzle-search hint "8 6 7 2 5 4 3 0 1" --solve
///   puzzle-search hint tiles 3x4 "0 7 10 9 8 11 4 5 6 1 2 3" --table 3x4.oracle
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct Hint {
    #[command(flatten)]
    which: PuzzleOptions,

    /// Print a whole solution
    #[arg(long)]
    solve: bool,

    /// Keep the distances in this file; it is made if it is not there
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    #[command(flatten)]
    format: FormatOption,
}

/// Levels for a game: boards of exactly the difficulty that is asked for
///
/// Each line is the number of moves that a board needs at least, and the board. Every board of the depths asked for
/// is as likely as any other, and none comes twice. If there are too many boards for that, as of the 15-puzzle,
/// puzzle-search solve --random says of boards how many moves they need.
///
///   puzzle-search levels --depth 20 --count 5
///   puzzle-search levels magic-squares --difficulty hard --seed 7
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct Levels {
    #[command(flatten)]
    which: PuzzleOptions,

    /// Boards that need exactly N moves
    #[arg(long, conflicts_with_all = ["from", "to", "difficulty"])]
    depth: Option<u64>,

    /// Boards that need at least N moves
    #[arg(long, conflicts_with = "difficulty")]
    from: Option<u64>,

    /// Boards that need at most N moves
    #[arg(long, conflicts_with = "difficulty")]
    to: Option<u64>,

    /// A third of the depths from 1 on
    #[arg(long, value_enum)]
    difficulty: Option<Difficulty>,

    /// How many boards
    #[arg(long, default_value_t = 10)]
    count: u64,

    #[command(flatten)]
    format: FormatOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Difficulty {
    Easy,
    Medium,
    Hard,
}

type Oracle = DistanceOracle<NumberedSpace>;

/// Computes the distances of all states; `None` if a stop ended it, which is reported. If they do not fit into memory,
/// the error says what to do `instead`.
fn run(
    build: Task<'_, Result<Oracle, SpaceError>>,
    instead: &str,
    console: &dyn Console,
) -> CliResult<Option<Oracle>> {
    let limits: Limits = console.limits().max_bytes(BYTES);
    let live = ProgressLine::new(console, "distances");
    let build = build.limits(limits).observe(live);
    let mut build = build.threads(cores());
    match build.run() {
        Err(SpaceError::Stopped(stop)) => {
            let reached = build.observer().reached;
            drop(build);
            console.remark(format_args!("Stopped: {stop}. {reached}\n"));
            Ok(None)
        }
        Err(error @ SpaceError::TooLarge { .. }) => Err(format!("{error}; {instead}").into()),
        made => Ok(Some(made?)),
    }
}

impl Hint {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let instance = self.which.instance(console, EIGHT)?;
        let (start, space) = (instance.start()?, NumberedSpace(instance.puzzle.clone()));
        let Some(oracle) = self.oracle(&instance, &space, console)? else {
            return Ok(STOPPED);
        };
        let rank = space.number(start);
        let distance = rank.and_then(|rank| oracle.distance(&rank));
        let hints = rank.map_or_else(Vec::new, |rank| oracle.best_moves(&rank));
        let hints = hints
            .iter()
            .map(|hint| (hint.mv.to_string(), space.line(hint.state)));
        let hints: Vec<(String, String)> = hints.collect();
        let solution = match (rank, distance) {
            (Some(rank), Some(_)) if self.solve => {
                let solution = oracle.solve(&rank);
                let solution = solution.ok_or("no solution where there is a distance")?;
                solution.verify(oracle.puzzle(), &rank)?;
                Some(solution.to_string())
            }
            _ => None,
        };
        let (name, size) = (&instance.name, &instance.size);
        let moves = hints
            .iter()
            .map(|(mv, then)| json!({ "move": mv, "then": then }));
        let object = json!({
            "puzzle": name,
            "size": size,
            "distance": distance,
            "best_moves": moves.collect::<Value>(),
            "solution": solution,
        });
        let mut out = format!("{name} {size}\n");
        match distance {
            Some(distance) => out += &format!("moves to the goal: {distance}\n"),
            None => out += "the goal cannot be reached\n",
        }
        for (mv, then) in hints {
            out += &format!("best move: {mv}, then {then}\n");
        }
        if let Some(solution) = solution {
            out += &format!("solution: {solution}\n");
        }
        self.format.print(console, &object, out)?;
        Ok(u8::from(distance.is_none()))
    }

    /// Loads the distances from the file, or computes them, modulo three where that determines them.
    fn oracle(
        &self,
        instance: &Instance,
        space: &NumberedSpace,
        console: &dyn Console,
    ) -> CliResult<Option<Oracle>> {
        let description = format!("{} {}", instance.name, instance.size);
        let encoding = match space.facts().undirected {
            true => Encoding::ModuloThree,
            false => Encoding::Bytes,
        };
        let instead = "the first move of puzzle-search solve is a hint without a table";
        let build = match &self.table {
            Some(file) => DistanceOracle::open_or_build(space, encoding, file, &description),
            None => DistanceOracle::build(space, encoding),
        };
        run(build, instead, console)
    }
}

impl Levels {
    /// The least and the greatest requested depth.
    fn band(&self, deepest: u64) -> (u64, u64) {
        let third = |part: u64| deepest * part / 3;
        match self.difficulty {
            Some(Difficulty::Easy) => (1.min(deepest), third(1)),
            Some(Difficulty::Medium) => (third(1) + 1, third(2)),
            Some(Difficulty::Hard) => (third(2) + 1, deepest),
            None => match self.depth {
                Some(depth) => (depth, depth),
                None => (self.from.unwrap_or(0), self.to.unwrap_or(deepest)),
            },
        }
    }

    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let instance = self.which.without_start(console, EIGHT)?;
        let space = NumberedSpace(instance.puzzle.clone());
        let instead =
            "without a table, puzzle-search solve --random says of boards how many moves they need";
        let build = DistanceOracle::build(&space, Encoding::Bytes);
        let Some(oracle) = run(build, instead, console)? else {
            return Ok(STOPPED);
        };
        let layers = oracle.layers();
        let deepest = layers.len().saturating_sub(1) as u64;
        let (from, to) = self.band(deepest);
        let depths = || {
            (0..)
                .zip(layers)
                .filter(|(depth, _)| (from..=to).contains(depth))
        };
        let states: u64 = depths().map(|(_, states)| states).sum();
        let (name, size, count) = (&instance.name, &instance.size, self.count);
        if states < count {
            return Err(format!(
                "{name} {size} has {states} boards that need {from} to {to} moves, and none needs more than {deepest}: \
                 expected to be asked for no more than that, not {count}"
            )
            .into());
        }
        let mut random = Random::new(self.which.seed);
        let mut levels = HashSet::new();
        while (levels.len() as u64) < count {
            // First a depth, with probability proportional to its number of boards, then one of its boards.
            let mut at = random.next() % states;
            let depth = depths().find(|&(_, &here)| {
                let found = at < here;
                at = at.wrapping_sub(here);
                found
            });
            let depth = depth.map_or(from, |(depth, _)| depth);
            let rank = oracle.random_at_depth(depth, || random.next());
            let rank = rank.ok_or("no board was found where some were counted")?;
            if levels.insert(rank) {
                let line = space.line(rank);
                // The printed board must be read as the same board by `hint`.
                if space.number(&instance.puzzle.parse(&line)?) != Some(rank) {
                    return Err(format!("{line} is read as another board").into());
                }
                let object = json!({ "depth": depth, "board": line });
                let text = format_args!("{depth:>3}  {line}\n");
                self.format.print(console, &object, text)?;
            }
        }
        Ok(0)
    }
}
