//! Solves every puzzle of the crate from the command line.
//!
//! `cargo run --release --example solve -- --help` lists what it can do. It ends with code 0 if the
//! puzzle was solved, 1 if it cannot be solved, 2 on bad input and 3 if a limit or Ctrl-C stopped it.
//!
//! A new puzzle needs a name in `options.rs`, a line in `pieces.rs` and a block in `catalogue.rs`.

mod answer;
#[path = "../common/boards.rs"]
mod boards;
mod catalogue;
#[path = "../common/checkpoint.rs"]
mod checkpoint;
#[path = "../common/cores.rs"]
mod cores;
#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/file.rs"]
mod file;
#[path = "../common/improvements.rs"]
mod improvements;
mod input;
#[path = "../common/labels.rs"]
mod labels;
#[path = "../common/live.rs"]
mod live;
mod options;
mod output;
mod pieces;
#[path = "../common/plot.rs"]
mod plot;
mod quality;
mod search;
#[path = "../common/sliding.rs"]
mod sliding;
#[path = "../common/svg.rs"]
mod svg;
#[path = "../common/tile_heuristics.rs"]
mod tile_heuristics;
#[path = "../common/units.rs"]
mod units;
#[path = "../common/weighted_patterns.rs"]
mod weighted_patterns;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Parser;
use puzzle_search::ReplayFault;
use puzzle_search::puzzles::PuzzleError;

use answer::Answer;
use boards::items;
use checkpoint::NoCheckpoint;
use input::InputError;
use options::{Format, Options};
use search::Task;
use tile_heuristics::NoHeuristic;

/// Bad input, and a terminal that does not cooperate.
const BAD_INPUT: u8 = 2;
/// A solution that does not replay: a bug in the library.
const BUG: u8 = 4;

fn main() -> ExitCode {
    let options = Options::parse();
    solve(&options).unwrap_or_else(|failure| {
        // If standard error is closed there is nobody left to tell.
        let _ = writeln!(io::stderr().lock(), "{failure}");
        ExitCode::from(match failure {
            Failure::Replay(_) => BUG,
            Failure::Input(_)
            | Failure::Heuristic(_)
            | Failure::Checkpoint(_)
            | Failure::Signal(_)
            | Failure::Output(_) => BAD_INPUT,
        })
    })
}

fn solve(options: &Options) -> Result<ExitCode, Failure> {
    let cancel = ctrl_c::cancel_flag().map_err(Failure::Signal)?;
    let instances = input::instances(options)?;
    if instances.len() > 1 && (options.svg.is_some() || options.saving.checkpoint.is_some()) {
        let sentence = format!(
            "there are {} boards: expected one with --svg or --checkpoint",
            instances.len()
        );
        return Err(InputError::from(sentence).into());
    }
    let mut code = 0;
    for (at, instance) in instances.iter().enumerate() {
        let answer = catalogue::solve(&Task {
            options,
            instance,
            cancel: Arc::clone(&cancel),
        })?;
        code = code.max(answer.exit_code());
        if !write(options, &answer, at)? || cancel.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(ExitCode::from(code))
}

/// Writes an answer after `before` others; returns whether somebody reads on.
fn write(options: &Options, answer: &Answer, before: usize) -> Result<bool, Failure> {
    if let Some(path) = &options.svg {
        let written = std::fs::write(path, quality::svg(answer));
        written.map_err(|error| InputError::written(path, error))?;
    }
    let mut out = io::stdout().lock();
    let written = match options.format {
        Format::Json => output::json(&mut out, answer),
        Format::Text if before > 0 => writeln!(out).and_then(|()| output::text(&mut out, answer)),
        Format::Text => output::text(&mut out, answer),
    };
    let written = written.and_then(|()| match std::env::args_os().len() {
        0 | 1 => writeln!(
            out,
            "\nThat was Korf's instance 12, whose goal has the blank first; a goal of 1 2 .. with the \
             blank last\nis the default for a --board of yours, and --help shows the rest."
        ),
        _ => Ok(()),
    });
    let written = written.and_then(|()| out.flush());
    let is_read = match written {
        // Whoever reads only the beginning, as `head` does, has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => false,
        Err(error) => return Err(Failure::Output(error)),
        Ok(()) => true,
    };
    options.saving.told();
    Ok(is_read)
}

/// Why there is no answer.
#[derive(Debug)]
enum Failure {
    Input(InputError),
    Heuristic(NoHeuristic),
    Replay(ReplayFault),
    Checkpoint(NoCheckpoint),
    Signal(ctrlc::Error),
    Output(io::Error),
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Self {
        Self::Input(error.into())
    }
}

impl From<NoHeuristic> for Failure {
    fn from(error: NoHeuristic) -> Self {
        Self::Heuristic(error)
    }
}

impl From<NoCheckpoint> for Failure {
    fn from(error: NoCheckpoint) -> Self {
        Self::Checkpoint(error)
    }
}

impl From<ReplayFault> for Failure {
    fn from(fault: ReplayFault) -> Self {
        Self::Replay(fault)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => write!(f, "error: {error}"),
            Self::Heuristic(error) => write!(f, "error: {error}"),
            Self::Checkpoint(error) => write!(f, "error: {error}"),
            Self::Replay(fault) => write!(
                f,
                "error: a bug of the library: what was found is no solution: {fault}"
            ),
            Self::Signal(error) => write!(f, "error: Ctrl-C cannot be caught: {error}"),
            Self::Output(error) => write!(f, "error: the answer cannot be written: {error}"),
        }
    }
}
