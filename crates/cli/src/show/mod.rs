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

use clap::Subcommand;

use crate::CliResult;
use crate::catalogue::{Instance, Layout};
use crate::console::Console;
use crate::heuristics::HeuristicName;
use crate::options::word;
use crate::search::SolverName;

#[derive(Debug, Subcommand)]
pub(crate) enum Show {
    Solution(solution::ShowSolution),
    Tree(tree::ShowTree),
    Heuristics(heuristics::ShowHeuristics),
}

impl Show {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        match self {
            Self::Solution(solution) => solution.run(console),
            Self::Tree(tree) => tree.run(console),
            Self::Heuristics(heuristics) => heuristics.run(console),
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

/// The name of the puzzle in a picture.
fn in_words(instance: &Instance) -> String {
    let (name, size) = (&instance.name, &instance.size);
    match &instance.shape {
        Layout::Grid { .. } if instance.tiles.is_some() => format!("sliding tiles {size}"),
        Layout::Graph { vertices, .. } => format!("pieces on a graph of {vertices} vertices"),
        Layout::Sheet => "magic squares".into(),
        Layout::Map { width, height, .. } => format!("a map of {width} x {height} cells"),
        _ => format!("{} {size}", name.replace('-', " ")),
    }
}

/// A solver and what guides it, in a picture.
fn solver_in_words(solver: SolverName, heuristic: HeuristicName) -> String {
    let name = match solver {
        SolverName::Bfs => "Breadth-first search".into(),
        SolverName::UniformCost => "Uniform-cost search".into(),
        SolverName::AStar => "A*".into(),
        SolverName::IterativeDeepening => "Iterative deepening".into(),
        SolverName::IdaStar => "IDA*".into(),
        other => word(&other),
    };
    match heuristic {
        _ if !solver.is_informed() => name,
        HeuristicName::Manhattan => format!("{name} with the Manhattan distance"),
        HeuristicName::Octile => format!("{name} with the octile distance"),
        HeuristicName::Misplaced => format!("{name} with the number of misplaced tiles"),
        HeuristicName::None => format!("{name} without a heuristic"),
        other => format!("{name} with {}", other.word()),
    }
}
