//! `compare`: runs most solvers with every heuristic on one instance, and compares results and effort.

mod chart;
mod table;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use puzzle_search::job::BuildError;

use crate::catalogue::{Instance, PuzzleOptions};
use crate::console::Console;
use crate::heuristics::{HeuristicName, TableMaker};
use crate::options::{CacheOption, FormatOption, LimitOptions, word};
use crate::search::{
    Prepared, Saving, SearchEnd, SearchLimits, SearchRequest, SearchResult, Sides, SolverName,
    SolverOptions,
};
use crate::{CliResult, STOPPED};

/// One of the two boards of the 8-puzzle that are farthest from the goal.
pub(crate) const HARDEST: &[&str] = &["tiles", "8 6 7 2 5 4 3 0 1"];

/// Try most solvers, each with every heuristic, on one instance
///
/// Each search has its own limits, by default five seconds and 1024 MB; one that reaches a limit is shown as stopped.
/// It ends with code 3 if all are stopped, and with 1 if the instance cannot be solved.
///
///   puzzle-search compare "2 3 4 0 1 5 7 8 9 6 10 12 13 14 11 15" --svg chart.svg
///   puzzle-search compare examples/puzzles/theta.graph --max-seconds 1
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct Compare {
    #[command(flatten)]
    which: PuzzleOptions,

    #[command(flatten)]
    by: SolverOptions,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    cache: CacheOption,

    /// Draw states, time, memory, and how good the solutions were at what time
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    format: FormatOption,
}

/// A* without a heuristic is uniform-cost search, and IDA* is iterative deepening.
const UNINFORMED: [SolverName; 5] = [
    SolverName::Bfs,
    SolverName::Bidirectional,
    SolverName::UniformCost,
    SolverName::IterativeDeepening,
    SolverName::BranchAndBound,
];

const INFORMED: [SolverName; 9] = [
    SolverName::AStar,
    SolverName::AStarIdaStar,
    SolverName::IdaStar,
    SolverName::Bts,
    SolverName::BranchAndBound,
    SolverName::Anytime,
    SolverName::WeightedAStar,
    SolverName::Dps,
    SolverName::Beam,
];

/// One search with its result.
struct SolverTrial {
    solver: String,
    heuristic: String,
    found: SearchResult,
}

impl SolverTrial {
    /// States generated per second; `None` if the search was too short for the clock.
    fn speed(&self) -> Option<u64> {
        let speed = self.found.stats.generated as f64 / self.found.seconds();
        speed.is_finite().then_some(speed as u64)
    }

    const fn is_stopped(&self) -> bool {
        matches!(self.found.end, SearchEnd::Stopped(..))
    }
}

/// The comparison of all solvers with all heuristics of a puzzle.
struct Comparison<'a> {
    instance: &'a Instance,
    by: &'a SolverOptions,
    tables: TableMaker<'a>,
    max_cost: Option<u32>,
    trials: Vec<SolverTrial>,
    /// Notes on heuristics: the time to make their tables, or why there are none.
    notes: Vec<String>,
}

impl Compare {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let instance = self.which.instance(console, HARDEST)?;
        let mut limits = self.limits.limits(console);
        limits.time.get_or_insert(Duration::from_secs(5));
        limits.bytes.get_or_insert(1 << 30);
        let mut lineup = Comparison {
            instance: &instance,
            by: &self.by,
            tables: TableMaker::new(console, limits, self.cache.cache.as_deref()),
            max_cost: self.limits.max_cost,
            trials: Vec::new(),
            notes: Vec::new(),
        };
        lineup.run()?;
        let name = format!("{} {}", instance.name, instance.size);
        let printed = console.print(match self.format.is_json() {
            true => table::json(&lineup.trials),
            false => table::text(&name, &lineup.trials, &lineup.notes),
        });
        if let Some(path) = &self.svg {
            crate::write_file(path, chart::svg(&name, &lineup.trials))?;
        }
        printed?;
        // The best that a search found out is what is known.
        let codes = lineup.trials.iter().map(|trial| trial.found.exit_code());
        Ok(match console.is_cancelled() {
            true => STOPPED,
            false => codes.min().unwrap_or(STOPPED),
        })
    }
}

impl Comparison<'_> {
    fn run(&mut self) -> CliResult<()> {
        let (none, instance) = (HeuristicName::None, self.instance);
        let guided = instance.heuristics.iter().filter(|&&name| name != none);
        for name in [none].into_iter().chain(guided.copied()) {
            if !self.tables.affords(name, &instance.size) {
                continue;
            }
            let begun = Instant::now();
            let prepared = match Prepared::new(instance, name, Sides::OneSided, &self.tables) {
                Ok(prepared) => prepared,
                Err(error) => {
                    self.notes.push(match error.downcast_ref() {
                        Some(BuildError::Stopped(_)) => format!("{}: {error}.", name.word()),
                        _ => format!("There is no {}: {error}.", name.word()),
                    });
                    continue;
                }
            };
            let (seconds, word) = (begun.elapsed().as_secs_f64(), name.word());
            if !name.is_common() {
                self.notes
                    .push(format!("It took {seconds:.3} seconds to make {word}."));
            }
            let (solvers, word) = match name == none {
                true => (&UNINFORMED[..], ""),
                false => (&INFORMED[..], &*word),
            };
            for &solver in solvers {
                self.try_one(solver, word, &prepared)?;
            }
            if instance.tiles.is_some() && name.is_common() && name != none {
                // Only these heuristics also estimate distances from the start.
                let prepared = Prepared::new(instance, name, Sides::TwoSided, &self.tables)?;
                self.try_one(SolverName::Nbs, word, &prepared)?;
            }
        }
        Ok(())
    }

    /// Runs one search within the limits, and verifies the solution.
    fn try_one(
        &mut self,
        solver: SolverName,
        heuristic: &str,
        prepared: &Prepared,
    ) -> CliResult<()> {
        let console = self.tables.console;
        if console.is_cancelled() {
            return Ok(());
        }
        let question = SearchRequest {
            solver,
            options: self.by,
            within: &SearchLimits {
                limits: self.tables.limits.clone(),
                max_cost: self.max_cost,
            },
            saving: &Saving::default(),
            name: &format!("{} {heuristic}", word(&solver)),
        };
        let start = self.instance.start()?;
        let found = prepared.search(&question, start, console)?;
        if let Some(solution) = &found.solution {
            solution.verify(&self.instance.puzzle, start)?;
        }
        self.trials.push(SolverTrial {
            solver: word(&solver),
            heuristic: heuristic.to_owned(),
            found,
        });
        Ok(())
    }
}
