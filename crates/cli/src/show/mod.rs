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

use crate::Answer;
use crate::console::Console;

/// Show a solution move by move, a search step by step, or how good heuristics are
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Solution(solution::ShowSolution),
    Tree(tree::ShowTree),
    Heuristics(heuristics::ShowHeuristics),
}

impl Show {
    pub(crate) fn run(&self, console: &dyn Console) -> Answer {
        match &self.what {
            What::Solution(solution) => solution.run(console),
            What::Tree(tree) => tree.run(console),
            What::Heuristics(heuristics) => heuristics.run(console),
        }
    }
}

/// So many moves, in words.
fn moves(count: usize) -> String {
    match count {
        1 => "1 move".into(),
        _ => format!("{count} moves"),
    }
}
