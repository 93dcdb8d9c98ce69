//! Hints for a player: how far a board is from the goal, and which moves bring it nearer.
//!
//! ```sh
//! cargo run --release --example hint -- --board "8 6 7 2 5 4 3 0 1"
//! cargo run --release --example hint -- --board "8 6 7 2 5 4 3 0 1" --solve
//! cargo run --release --example hint -- --size 3x4 --board "0 7 10 9 8 11 4 5 6 1 2 3" --table 3x4.oracle
//! ```
//!
//! Nothing is searched: the distances of all boards are computed first, or read from the file that
//! `--table` names (it is made if it is not there). It ends with code 1 if the goal cannot be
//! reached, with 2 on bad input, and with 3 if Ctrl-C stopped it.

#[path = "common/cores.rs"]
mod cores;
#[path = "common/ctrl_c.rs"]
mod ctrl_c;
#[path = "common/live.rs"]
mod live;
#[path = "common/spaces.rs"]
mod spaces;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use puzzle_search::puzzles::BoardText;
use puzzle_search::space::{DistanceOracle, Encoding, OracleError};
use puzzle_search::{Limits, Notation, Ranked, Reversible};

use cores::cores;
use ctrl_c::STOPPED;
use live::Live;
use spaces::{Answer, PuzzleName, Size, Task, Which, Words, line};

/// Tells the distance of a board and its best moves.
#[derive(Debug, Parser)]
#[command(name = "hint")]
struct Options {
    #[command(flatten)]
    which: Which,

    /// The board: its numbers, 0 or _ for the blank
    #[arg(long, allow_hyphen_values = true)]
    board: String,

    /// Print a whole solution
    #[arg(long)]
    solve: bool,

    /// Keep the distances in this file
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

fn main() -> ExitCode {
    let mut options = Options::parse();
    let which = &mut options.which;
    if which.puzzle == PuzzleName::Sliding && which.file.is_none() {
        // The board tells its size, if nothing else does.
        let board = match which.size.and_then(|size| Some((size.rows, size.columns?))) {
            Some((rows, columns)) => BoardText::sized(&options.board, rows, columns),
            None => options.board.parse(),
        };
        let (rows, columns) = match board {
            Ok(BoardText {
                greatest: Some(greatest),
                rows,
                columns,
                ..
            }) => {
                let _ = writeln!(
                    io::stderr().lock(),
                    "note: the board has no blank, so {greatest}, its greatest number, is read as the blank"
                );
                (rows, columns)
            }
            Ok(board) => (board.rows, board.columns),
            Err(error) => return spaces::end::end(Err(error.into())),
        };
        let columns = Some(columns);
        which.size.get_or_insert(Size { rows, columns });
    }
    options.which.end(&options)
}

impl Task for &Options {
    fn run<P>(self, puzzle: P, words: Words) -> Answer<ExitCode>
    where
        P: Notation + Ranked + Reversible<Cost = u32, Move: Display> + Clone + Sync,
    {
        let board = puzzle.parse(&self.board)?;
        let oracle = match self.oracle(puzzle, &words)? {
            Ok(oracle) => oracle,
            Err(stopped) => {
                writeln!(io::stderr().lock(), "{stopped}")?;
                return Ok(ExitCode::from(STOPPED));
            }
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{} {}", words.name, words.size)?;
        let Some(distance) = oracle.distance(&board) else {
            writeln!(out, "the goal cannot be reached")?;
            return Ok(ExitCode::from(1));
        };
        writeln!(out, "moves to the goal: {distance}")?;
        for hint in oracle.best_moves(&board) {
            let then = line(oracle.puzzle(), &hint.state);
            writeln!(out, "best move: {}, then {then}", hint.mv)?;
        }
        if self.solve {
            let solution = oracle
                .solve(&board)
                .ok_or("no solution where there is a distance")?;
            solution.verify(oracle.puzzle(), &board)?;
            writeln!(out, "solution: {solution}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Options {
    /// From the file if it is there, else computed, in the smaller form where that is exact; or what is
    /// known when Ctrl-C ended that.
    fn oracle<P>(&self, puzzle: P, words: &Words) -> Answer<Result<DistanceOracle<P>, String>>
    where
        P: Ranked + Reversible + Clone + Sync,
    {
        let description = format!("{} {}", words.name, words.size);
        if let Some(file) = self.table.as_ref().filter(|file| file.exists()) {
            return Ok(Ok(DistanceOracle::load(puzzle, file, &description)?));
        }
        // No table of more than 8 GiB.
        let limits = Limits::new().max_bytes(8_usize.saturating_mul(1 << 30));
        let limits = limits.with_cancel(ctrl_c::cancel_flag()?);
        let encoding = if puzzle.facts().undirected {
            Encoding::ModuloThree
        } else {
            Encoding::Bytes
        };
        let build = DistanceOracle::build(&puzzle, encoding);
        let build = build.limits(limits).watch(Live::new("distances"));
        let mut build = build.threads(cores());
        let oracle = match build.run() {
            Err(OracleError::Stopped(stop)) => {
                let reached = build.watcher().reached;
                return Ok(Err(format!("Stopped: {stop}. {reached}")));
            }
            made => made?,
        };
        if let Some(file) = &self.table {
            oracle.save(file, &description)?;
        }
        Ok(Ok(oracle))
    }
}
