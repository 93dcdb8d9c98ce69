//! The command `puzzle-search`, as a library: [`main`] runs it within a process, [`process`] is the program.
//!
//! The README and `puzzle-search --help` list the subcommands.

mod any;
mod bench;
mod board_picture;
mod catalogue;
mod check;
mod compare;
mod console;
mod count;
mod cube;
mod distances;
mod group;
mod heuristics;
mod interrupt;
mod map;
mod options;
mod places;
mod plot;
mod progress_line;
mod quality;
mod random;
mod search;
mod show;
mod solve;
mod svg;
mod text;
mod units;

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use puzzle_search::Stop;
use puzzle_search::job::BuildError;

use console::{Console, Streams, Terminals};
use search::Bug;

/// The result of a subcommand: its exit code, or an error of one sentence.
type CliResult<T = u8> = Result<T, Box<dyn Error>>;

/// The name of the command.
const NAME: &str = "puzzle-search";

/// The exit code for bad input, and for output that cannot be written.
const BAD_INPUT: u8 = 2;
/// The exit code after a limit or Ctrl-C.
const STOPPED: u8 = 3;
/// The exit code for a solution that does not replay: a bug of the library.
const BUG: u8 = 4;

/// Exact answers to puzzles: solves, counts, compares and draws them.
///
/// A puzzle is named in the same way everywhere: tiles 4x4, pancakes 12, cube, a file. Without a subcommand it solves a
/// 15-puzzle. Exit codes: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit or by Ctrl-C (twice: at once).
#[derive(Debug, Parser)]
#[command(
    name = "puzzle-search",
    version,
    allow_negative_numbers = true,
    infer_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Solve),
    Check(check::CheckPuzzle),
    Hint(distances::Hint),
    Levels(distances::Levels),
    Count(count::CountStates),
    Compare(compare::Compare),
    /// Show a solution move by move, a search step by step, or how good heuristics are
    #[command(subcommand)]
    Show(show::Show),
    Cube(cube::SolveCube),
    Map(map::Maps),
    /// Solve published instances, checked against the published costs and node counts
    #[command(subcommand)]
    Bench(bench::Bench),
    Group(group::DescribeGroup),
    /// Print a script that completes commands in a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

impl Command {
    fn run(&self, console: &dyn Console) -> CliResult {
        match self {
            Self::Solve(solve) => solve.run(console),
            Self::Check(check) => check.run(console),
            Self::Hint(hint) => hint.run(console),
            Self::Levels(levels) => levels.run(console),
            Self::Count(count) => count.run(console),
            Self::Compare(compare) => compare.run(console),
            Self::Show(show) => show.run(console),
            Self::Cube(cube) => cube.run(console),
            Self::Map(map) => map.run(console),
            Self::Bench(bench) => bench.run(console),
            Self::Group(group) => group.run(console),
            Self::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut Cli::command(), NAME, &mut script);
                Ok(console.print(String::from_utf8(script)?).map(|()| 0)?)
            }
            Self::Man => {
                let mut page = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut page)?;
                Ok(console.print(String::from_utf8(page)?).map(|()| 0)?)
            }
        }
    }
}

/// Runs the command with arguments, the first of which is its name, on these streams; returns its exit code.
///
/// ```
/// let (mut output, mut errors) = (Vec::new(), Vec::new());
/// let args = ["puzzle-search", "solve", "1 2 3 4 5 6 0 7 8"];
/// let code = puzzle_search_cli::main(args, &mut std::io::empty(), &mut output, &mut errors);
/// assert_eq!(code, 0);
/// assert!(String::from_utf8_lossy(&output).contains("Cost 2, moves 2"));
/// ```
pub fn main(
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    input: &mut dyn Read,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> u8 {
    run(args, &Streams::new(input, output, errors))
}

/// Runs the command as a program: with its arguments and streams, until Ctrl-C.
#[must_use]
pub fn process() -> ExitCode {
    let (mut input, mut output, mut errors) = (io::stdin(), io::stdout(), io::stderr());
    let terminals = Terminals {
        input: input.is_terminal(),
        output: output.is_terminal(),
        errors: errors.is_terminal(),
    };
    let mut console = Streams::new(&mut input, &mut output, &mut errors);
    console.terminals = terminals;
    match interrupt::flag() {
        Ok(cancel) => console.cancel = cancel,
        Err(error) => {
            (&console as &dyn Console).remark(format_args!("Ctrl-C cannot be caught: {error}\n"));
        }
    }
    ExitCode::from(run(std::env::args_os(), &console))
}

fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, console: &dyn Console) -> u8 {
    let args: Vec<OsString> = args.into_iter().map(Into::into).map(argument).collect();
    // Without arguments, it solves the default puzzle.
    let solve = [OsString::from("puzzle-search"), "solve".into()];
    let args = if args.len() < 2 { solve.to_vec() } else { args };
    let ended = match Cli::try_parse_from(args) {
        Ok(Cli { command }) => command
            .ok_or_else(|| "expected a subcommand".into())
            .and_then(|command| command.run(console)),
        Err(error) if error.use_stderr() => {
            console.remark(error);
            return BAD_INPUT;
        }
        Err(help) => console.print(help).map(|()| 0).map_err(Into::into),
    };
    ended.unwrap_or_else(|error| code(&*error, console))
}

/// An argument; a list that begins with a negative number, such as a burnt stack, gets a space before it, so that it is
/// not taken for options.
fn argument(word: OsString) -> OsString {
    let is_list = |text: &str| {
        let rest = text.strip_prefix('-').unwrap_or_default();
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains([' ', ',', '\n'])
    };
    match word.to_str() {
        Some(text) if is_list(text) => format!(" {text}").into(),
        _ => word,
    }
}

/// Reports an error; returns the exit code.
fn code(error: &(dyn Error + 'static), console: &dyn Console) -> u8 {
    if let Some(error) = error.downcast_ref::<io::Error>()
        && error.kind() == ErrorKind::BrokenPipe
    {
        // A reader that closes the pipe early, as `head` does, has seen enough.
        return 0;
    }
    let is_cancelled = error.downcast_ref() == Some(&Stop::Cancelled);
    if is_cancelled || matches!(error.downcast_ref(), Some(BuildError::Stopped(_))) {
        console.remark(format_args!("{error}\n"));
        return STOPPED;
    }
    console.remark(format_args!("error: {error}\n"));
    if error.is::<Bug>() { BUG } else { BAD_INPUT }
}

/// Writes a file; an error names the file.
fn write_file(path: &Path, text: String) -> CliResult<()> {
    let written = std::fs::write(path, text);
    Ok(written.map_err(|error| format!("{} cannot be written: {error}", path.display()))?)
}
