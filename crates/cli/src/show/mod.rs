//! `show`: solutions as animations, pages and pictures, searches as trees, heuristics as a diagram.

mod diagram;
mod film;
mod heuristics;
mod motion;
mod page;
mod picture;
mod solution;
mod terminal;
mod text_frame;
mod tree;

use clap::{Args, Subcommand};

use crate::CliResult;
use crate::console::Console;

/// Show a solution move by move, a search step by step, or how good heuristics are
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(subcommand)]
    what: ShowCommand,
}

#[derive(Debug, Subcommand)]
enum ShowCommand {
    Solution(solution::ShowSolution),
    Tree(tree::ShowTree),
    Heuristics(heuristics::ShowHeuristics),
}

impl Show {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        match &self.what {
            ShowCommand::Solution(solution) => solution.run(console),
            ShowCommand::Tree(tree) => tree.run(console),
            ShowCommand::Heuristics(heuristics) => heuristics.run(console),
        }
    }
}

/// A number of moves, in words.
fn moves(count: usize) -> String {
    match count {
        1 => "1 move".into(),
        _ => format!("{count} moves"),
    }
}
