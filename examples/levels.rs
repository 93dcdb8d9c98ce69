//! Levels for a game: boards of exactly the difficulty that is asked for.
//!
//! ```sh
//! cargo run --release --example levels -- --depth 20 --count 5
//! cargo run --release --example levels -- --from 10 --to 15 --seed 7
//! cargo run --release --example levels -- --puzzle magic-squares --difficulty hard
//! ```
//!
//! Each line is the number of moves that a board needs at least, and the board. Every board of the
//! depths asked for is as likely as any other, and none comes twice. It ends with code 2 on bad input, and
//! with 3 if Ctrl-C stopped it.

#[path = "common/cores.rs"]
mod cores;
#[path = "common/ctrl_c.rs"]
mod ctrl_c;
#[path = "common/live.rs"]
mod live;
#[path = "common/spaces.rs"]
mod spaces;

use std::collections::HashSet;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use puzzle_search::space::{DistanceOracle, Encoding, OracleError};
use puzzle_search::{Limits, Notation, Ranked, Reversible};

use cores::cores;
use ctrl_c::STOPPED;
use live::Live;
use spaces::{Answer, Task, Which, Words, line};

/// Generates boards of a given difficulty.
#[derive(Debug, Parser)]
#[command(name = "levels")]
struct Options {
    #[command(flatten)]
    which: Which,

    /// Boards that need exactly so many moves
    #[arg(long, conflicts_with_all = ["from", "to", "difficulty"])]
    depth: Option<u64>,

    /// Boards that need at least so many moves
    #[arg(long, conflicts_with = "difficulty")]
    from: Option<u64>,

    /// Boards that need at most so many moves
    #[arg(long, conflicts_with = "difficulty")]
    to: Option<u64>,

    /// A third of the depths from 1 on
    #[arg(long, value_enum)]
    difficulty: Option<Difficulty>,

    /// How many boards
    #[arg(long, default_value_t = 10)]
    count: u64,

    /// The same seed gives the same boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Difficulty {
    Easy,
    Medium,
    Hard,
}

fn main() -> ExitCode {
    let options = Options::parse();
    options.which.end(&options)
}

impl Options {
    /// The least and the greatest depth that is asked for.
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
}

impl Task for &Options {
    fn run<P>(self, puzzle: P, words: Words) -> Answer<ExitCode>
    where
        P: Notation + Ranked + Reversible<Cost = u32, Move: Display> + Clone + Sync,
    {
        // No table of more than 8 GiB.
        let limits = Limits::new().max_bytes(8_usize.saturating_mul(1 << 30));
        let limits = limits.with_cancel(ctrl_c::cancel_flag()?);
        let build = DistanceOracle::build(&puzzle, Encoding::Bytes);
        let build = build.limits(limits).watch(Live::new("distances"));
        let mut build = build.threads(cores());
        let made = build.run();
        let reached = build.watcher().reached;
        drop(build);
        let oracle = match made {
            Err(OracleError::Stopped(stop)) => {
                writeln!(io::stderr().lock(), "Stopped: {stop}. {reached}")?;
                return Ok(ExitCode::from(STOPPED));
            }
            made => made?,
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
        if states < self.count {
            return Err(format!(
                "{} {} has {states} boards that need {from} to {to} moves, and none needs more \
                 than {deepest}: expected to be asked for no more than that, not {}",
                words.name, words.size, self.count
            )
            .into());
        }
        let mut random = Random(self.seed);
        let mut levels = HashSet::new();
        let mut out = io::stdout().lock();
        while (levels.len() as u64) < self.count {
            // A depth by its share of the boards, then one of its boards.
            let mut at = random.next() % states;
            let depth = depths().find(|&(_, &here)| {
                let found = at < here;
                at = at.wrapping_sub(here);
                found
            });
            let depth = depth.map_or(from, |(depth, _)| depth);
            let state = oracle.random_at_depth(depth, || random.next());
            let state = state.ok_or("no board was found where some were counted")?;
            if levels.insert(state.clone()) {
                let line = line(&puzzle, &state);
                // What is printed is what `hint` reads.
                if puzzle.parse(&line)? != state {
                    return Err(format!("{line} is read as another board").into());
                }
                writeln!(out, "{depth:>3}  {line}")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Pseudo-random numbers that are the same everywhere: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }
}
