//! The command line.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use puzzle_search::Limits;
use puzzle_search::heuristics::Gap;

use crate::checkpoint::Saving;
use crate::tile_heuristics::TileHeuristic;

/// Solves puzzles: sliding tiles, sliding pieces on a graph, the swap game, the magic squares, pancakes,
/// the towers of Hanoi, and any whose moves permute pieces, from a file that defines it.
///
/// Boards are numbers row by row; 0 or _ is the blank. Several boards have several answers. Pancakes are numbered by size, from
/// the top; of Hanoi the board has the peg of each disc, from the smallest. Without arguments it solves
/// a 15-puzzle of Korf's. Exit codes: 0 solved, 1 unsolvable, 2 bad input, 3 stopped by a limit or
/// by Ctrl-C (twice: at once).
///
/// Moves are those of the blank. For example:
///
///   solve --board "8 6 7 2 5 4 3 0 1" --goal snail
///   solve --file boards.txt --format json
///   solve --size 3x4 --board "1 2 3 4 5 6 7 8 9 0 10 11" --solver a-star --format json
///   solve --puzzle graph --edges "1-2 2-3 3-4 4-1 1-3" --board "2 1 3 0"
///   solve --board "8 6 7 2 5 4 3 0 1" --costs heavy --solver bae-star
///   solve --puzzle hanoi --size 12x4 --solver bae-star
///   solve --solver anytime --max-seconds 5 --svg quality.svg
///   solve --puzzle pancake --board "3 6 1 5 2 4"
///   solve --puzzle examples/puzzles/pocket-cube.puzzle --scramble "R U2 F'" --solver bidirectional
#[derive(Debug, Parser)]
#[command(name = "solve", allow_negative_numbers = true, verbatim_doc_comment)]
pub(crate) struct Options {
    /// sliding, graph, swap, magic-squares, pancake, hanoi, or a file with a definition
    #[arg(long, default_value = "sliding")]
    pub(crate) puzzle: PuzzleChoice,

    /// Rows x columns, such as 3x4 [default: square, as many cells as the board has numbers]; of Hanoi
    /// discs x pegs [default: four pegs, and eight discs or as many as the board has]
    #[arg(long, value_parser = parse_size, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,

    /// Where to start; magic squares are read clockwise from the top left and start from 1 2 .. 8, discs
    /// from the first peg
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) board: Option<String>,

    /// Where to start, from a file, or from standard input if it is -; it can have a goal and, of sliding tiles,
    /// several boards
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "edges", "scramble"])]
    pub(crate) file: Option<PathBuf>,

    /// Where to go; of sliding tiles also standard, blank-first or snail [default: 1 2 .. with the blank, if
    /// there is one, last; all discs on the last peg]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,

    /// Edges of a graph, such as "1-2 2-3 3-1"; vertices are numbered from 1 in the board's order
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) edges: Option<String>,

    /// Of a puzzle from a file, the moves that lead from the goal to where to start
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) scramble: Option<String>,

    /// What a move of a sliding tile costs: one, or the number of the tile (up to 16 cells)
    #[arg(long, value_enum, default_value_t = Costs::Unit)]
    pub(crate) costs: Costs,

    /// The algorithm; depth-first is branch and bound; bts is ida-star for many different costs; dps is dynamic
    /// potential search; anytime has a solution soon and improves it; a-star-ida-star is a-star until
    /// --max-memory-mb, then ida-star; bae-star and nbs go from both ends and are for sliding, graph, swap, pancake
    /// and hanoi
    #[arg(long, value_enum, default_value_t = SolverName::IdaStar)]
    pub(crate) solver: SolverName,

    /// From the goal to the start: ida-star, a-star, uniform-cost and iterative-deepening, for
    /// sliding, graph, swap, pancake and hanoi
    #[arg(long)]
    pub(crate) backward: bool,

    /// By so many threads: ida-star and iterative-deepening, and forward a-star, uniform-cost and
    /// depth-first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count::<usize>)]
    pub(crate) threads: usize,

    /// The lower bound that ida-star, a-star, bae-star and depth-first are guided by; from
    /// linear-conflict to pdb-6-6-6-6 for sliding tiles only, and forward only; pdb-5-5-5 also at heavy
    /// costs. At unit costs the databases are looked up for the mirror image too
    /// [default: manhattan; gap, discs]
    #[arg(long, value_enum)]
    heuristic: Option<HeuristicName>,

    /// Where pattern databases are kept in files [default: nowhere, they are built each time]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,

    /// Most states to expand
    #[arg(long, value_name = "N", value_parser = parse_count::<u64>)]
    pub(crate) max_expansions: Option<u64>,

    /// Most states to generate
    #[arg(long, value_name = "N", value_parser = parse_count::<u64>)]
    pub(crate) max_generated: Option<u64>,

    /// Dearest solution to look for
    #[arg(long, value_name = "C", value_parser = parse_count::<u32>)]
    pub(crate) max_cost: Option<u32>,

    /// Longest time to search
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub(crate) max_seconds: Option<Duration>,

    /// Most memory for lists and tables, in units of 1024 x 1024 bytes
    #[arg(long, value_name = "M", value_parser = parse_mebibytes)]
    pub(crate) max_memory_mb: Option<usize>,

    #[command(flatten)]
    pub(crate) saving: Saving,

    /// How much more than the optimum weighted-a-star and dps may cost, as a factor
    #[arg(long, value_name = "W", default_value_t = 1.5)]
    pub(crate) weight: f64,

    /// How many states beam keeps of each depth
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = parse_count::<usize>)]
    pub(crate) width: usize,

    /// All cheapest solutions: how many, and the first ten; by A*
    #[arg(long, conflicts_with_all = ["k", "checkpoint"])]
    pub(crate) all: bool,

    /// The N cheapest solutions that visit no state twice; by A*
    #[arg(long, value_name = "N", conflicts_with = "checkpoint", value_parser = parse_count::<usize>)]
    pub(crate) k: Option<usize>,

    /// A picture of how good the best solution was at what time
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "k"])]
    pub(crate) svg: Option<PathBuf>,

    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

impl Options {
    /// The heuristic that was chosen, or the usual one of the puzzle.
    pub(crate) fn heuristic(&self) -> HeuristicName {
        self.heuristic.unwrap_or(match self.puzzle {
            PuzzleChoice::Named(PuzzleName::Pancake) => HeuristicName::Gap,
            PuzzleChoice::Named(PuzzleName::Hanoi) => HeuristicName::Discs,
            _ => HeuristicName::Manhattan,
        })
    }

    /// How the answer calls the solver.
    pub(crate) fn solver_words(&self) -> String {
        if self.is_for_several() {
            return word(&SolverName::AStar);
        }
        let way = if self.backward { " backward" } else { "" };
        format!("{}{way}", word(&self.solver))
    }

    /// Whether more than one solution is asked for.
    pub(crate) const fn is_for_several(&self) -> bool {
        self.all || self.k.is_some()
    }

    /// Whether the search begins at the goal too, or there alone.
    pub(crate) const fn is_two_sided(&self) -> bool {
        !self.is_for_several()
            && (self.backward || matches!(self.solver, SolverName::BaeStar | SolverName::Nbs))
    }

    /// Whether the solver asks for a heuristic.
    pub(crate) const fn is_informed(&self) -> bool {
        !matches!(
            self.solver,
            SolverName::Bfs
                | SolverName::Bidirectional
                | SolverName::UniformCost
                | SolverName::IterativeDeepening
        )
    }

    /// How far the search may go, Ctrl-C aside.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::new();
        limits.expanded = self.max_expansions;
        limits.generated = self.max_generated;
        limits.time = self.max_seconds;
        limits.bytes = self.max_memory_mb.map(|mebibytes| mebibytes << 20);
        limits
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleName {
    Sliding,
    Graph,
    Swap,
    MagicSquares,
    Pancake,
    Hanoi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Costs {
    Unit,
    Heavy,
}

/// A puzzle by its name, or a file that defines one: what has a dot or a slash is a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleChoice {
    Named(PuzzleName),
    File(PathBuf),
}

impl FromStr for PuzzleChoice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        if let Ok(name) = PuzzleName::from_str(text, false) {
            return Ok(Self::Named(name));
        }
        if text.contains(['.', '/', '\\']) {
            return Ok(Self::File(text.into()));
        }
        Err(
            "expected sliding, graph, swap, magic-squares, pancake, hanoi, or a file such as \
             cube.puzzle",
        )
    }
}

impl PuzzleChoice {
    /// How the answer calls it.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Named(name) => word(name),
            Self::File(path) => path.display().to_string(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolverName {
    IdaStar,
    AStar,
    BaeStar,
    Nbs,
    Bfs,
    Bidirectional,
    UniformCost,
    WeightedAStar,
    Dps,
    Greedy,
    Beam,
    Anytime,
    DepthFirst,
    Bts,
    AStarIdaStar,
    IterativeDeepening,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeuristicName {
    Manhattan,
    Misplaced,
    None,
    LinearConflict,
    /// Together with the inversion distance
    WalkingDistance,
    #[value(name = "pdb-5-5-5")]
    Pdb555,
    #[value(name = "pdb-6-6-3")]
    Pdb663,
    #[value(name = "pdb-7-8")]
    Pdb78,
    #[value(name = "pdb-6-6-6-6")]
    Pdb6666,
    /// Pancakes that do not belong together
    Gap,
    /// The same, but for gaps beside the smallest pancake
    #[value(name = "gap-1")]
    Gap1,
    #[value(name = "gap-2")]
    Gap2,
    #[value(name = "gap-3")]
    Gap3,
    #[value(name = "gap-4")]
    Gap4,
    /// A database of the largest discs, up to ten, and one of the others
    Discs,
}

impl HeuristicName {
    /// Those that only pancakes have.
    pub(crate) const fn of_pancakes(self) -> Option<Gap> {
        let ignored = match self {
            Self::Gap => 0,
            Self::Gap1 => 1,
            Self::Gap2 => 2,
            Self::Gap3 => 3,
            Self::Gap4 => 4,
            _ => return None,
        };
        Some(Gap::ignoring(ignored))
    }

    /// Those that only sliding tiles have.
    pub(crate) const fn of_tiles(self) -> Option<TileHeuristic> {
        match self {
            Self::LinearConflict => Some(TileHeuristic::LinearConflict),
            Self::WalkingDistance => Some(TileHeuristic::WalkingDistance),
            Self::Pdb555 => Some(TileHeuristic::Pdb555),
            Self::Pdb663 => Some(TileHeuristic::Pdb663),
            Self::Pdb78 => Some(TileHeuristic::Pdb78),
            Self::Pdb6666 => Some(TileHeuristic::Pdb6666),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// The word by which a choice is made on the command line.
pub(crate) fn word(choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Size {
    /// How many cells there are, or more than any puzzle has.
    pub(crate) const fn cells(self) -> usize {
        self.rows.saturating_mul(self.columns)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

fn parse_size(text: &str) -> Result<Size, &'static str> {
    let number = |digits: &str| digits.parse().ok();
    let size = text.split_once('x').and_then(|(rows, columns)| {
        Some(Size {
            rows: number(rows)?,
            columns: number(columns)?,
        })
    });
    size.ok_or("expected rows x columns, such as 3x4")
}

fn parse_count<T: FromStr>(text: &str) -> Result<T, &'static str> {
    let count = text.parse().ok();
    count.ok_or("expected a whole number that is neither negative nor huge")
}

fn parse_mebibytes(text: &str) -> Result<usize, &'static str> {
    let mebibytes: usize = parse_count(text)?;
    let in_bytes = mebibytes.checked_mul(1 << 20);
    in_bytes.ok_or("expected no more than can be addressed")?;
    Ok(mebibytes)
}

fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or("expected a number of seconds, such as 2.5")
}
