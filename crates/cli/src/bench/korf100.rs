//! `bench korf100`: Korf's hundred 15-puzzles, with a row for each and the totals.

use std::fmt::Display;
use std::iter::Sum;

use clap::{Args, ValueEnum};
use puzzle_search::Stop;
use serde_json::{Value, json};

use super::data::{KORF, Published, heavy_cost, rows};
use crate::catalogue::Name;
use crate::console::Console;
use crate::heuristics::HeuristicName;
use crate::options::{FormatOption, word};
use crate::search::{Saving, SearchOptions, SearchRequest, SearchResult, SolverName};
use crate::{BAD_INPUT, CliResult, STOPPED};

/// Solve Korf's hundred 15-puzzles, checked against the published costs and, for IDA* with the Manhattan distance,
/// node counts
///
/// All hundred take minutes with IDA* and the Manhattan distance; A* needs many gigabytes for the hardest. With
/// --heuristic pdb-7-8 --cache DIR they take a second, after the databases of 577 MB were built once. Where a limit
/// ends a search it says what is proved, goes on with the next instance, and ends with exit code 3 at last; what
/// contradicts the published figures ends it with code 2, or as JSON is counted as wrong first.
///
///   puzzle-search bench korf100 --from 1 --to 10
///   puzzle-search bench korf100 --solver bae-star --costs heavy
///   puzzle-search bench korf100 --solver weighted-a-star --weight 2 --format json
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct Korf100 {
    /// The first instance
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    from: u64,

    /// The last instance
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100))]
    to: u64,

    #[command(flatten)]
    search: SearchOptions,

    /// What a move costs: one, or the number of the tile; then 21 of the costs are published
    #[arg(long, value_enum, default_value_t = MoveCosts::Unit)]
    costs: MoveCosts,

    #[command(flatten)]
    format: FormatOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MoveCosts {
    Unit,
    Heavy,
}

/// An instance that was solved.
struct SolvedInstance {
    cost: u32,
    /// Its cost divided by the published one, if there is one.
    factor: Option<f64>,
    /// Whether its cost is out of bounds, or its node count not the published one.
    is_wrong: bool,
    found: SearchResult,
}

/// The sum of a figure of all instances.
fn sum<T: Sum>(solved: &[SolvedInstance], of: impl Fn(&SolvedInstance) -> T) -> T {
    solved.iter().map(of).sum()
}

/// A row of the table; of several instances it has their sums.
fn figures(id: impl Display, solved: &[SolvedInstance]) -> String {
    let cost = sum(solved, |one| one.cost);
    let expanded = sum(solved, |one| one.found.stats.expanded);
    let generated = sum(solved, |one| one.found.stats.generated);
    // The sum of no numbers is -0.
    let seconds = sum(solved, |one| one.found.seconds()) + 0.0;
    let speed = generated as f64 / seconds.max(f64::MIN_POSITIVE) / 1e6;
    format!("{id:>4} {cost:>5} {expanded:>15} {generated:>15} {seconds:>10.3} {speed:>9.1}\n")
}

impl Korf100 {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let name = match self.costs {
            MoveCosts::Unit => Name::Tiles,
            MoveCosts::Heavy => Name::HeavyTiles,
        };
        let mut rows = rows(KORF, 16);
        rows.retain(|row| (self.from..=self.to).contains(&row.id));
        if name == Name::HeavyTiles {
            rows.iter_mut()
                .for_each(|row| row.cost = heavy_cost(row.id));
        }
        let first = rows
            .first()
            .ok_or("there are no instances: expected --from before --to")?;
        let instance = first.instance(name)?;
        let (search, solver) = (&self.search, self.solver());
        let sides = solver.sides(&search.by);
        let tables = search.tables(console.limits(), console);
        let prepared = search.prepared(&instance, solver, sides, &tables)?;
        if !self.format.is_json() {
            console.print(format_args!(
                "{:>4} {:>5} {:>15} {:>15} {:>10} {:>9}\n",
                "id", "cost", "expanded", "generated", "seconds", "M nodes/s"
            ))?;
        }
        let (mut all, mut stopped) = (Vec::new(), 0);
        for row in &rows {
            let question = SearchRequest {
                solver,
                options: &search.by,
                within: &search.limits.within(console),
                saving: &Saving::default(),
                name: &format!("instance {}", row.id),
            };
            let start = row.start(&instance)?;
            let found = prepared.search(&question, &start, console)?;
            if let Some(solution) = &found.solution {
                solution.verify(&instance.puzzle, &start)?;
            }
            if let Some(line) = row.stopped(&found) {
                stopped += 1;
                if !self.format.is_json() {
                    console.print(format_args!("{line}\n"))?;
                }
                if found.stop() == Some(Stop::Cancelled) {
                    break;
                }
                continue;
            }
            let cost = found.cost();
            let cost = cost.ok_or_else(|| format!("instance {} was not solved", row.id))?;
            let one = self.checked(row, cost, found)?;
            if !self.format.is_json() {
                console.print(figures(row.id, std::slice::from_ref(&one)))?;
            }
            all.push(one);
        }
        self.format
            .print(console, &self.json(&all, stopped), figures("all", &all))?;
        Ok(match stopped {
            _ if all.iter().any(|one| one.is_wrong) => BAD_INPUT,
            0 => 0,
            _ => STOPPED,
        })
    }

    fn solver(&self) -> SolverName {
        self.search.solver.unwrap_or(SolverName::IdaStar)
    }

    fn heuristic(&self) -> HeuristicName {
        self.search.heuristic.unwrap_or(HeuristicName::Manhattan)
    }

    /// The greatest factor by which a solution may exceed the optimum.
    fn factor(&self) -> f64 {
        match self.solver() {
            SolverName::WeightedAStar | SolverName::Dps => self.search.by.weight,
            SolverName::Greedy | SolverName::Beam => f64::INFINITY,
            _ => 1.0,
        }
    }

    /// An instance that was solved; an error if it contradicts the published figures.
    fn checked(
        &self,
        row: &Published,
        cost: u32,
        found: SearchResult,
    ) -> CliResult<SolvedInstance> {
        // Node counts are published for this combination only.
        let is_counted = self.solver() == SolverName::IdaStar
            && self.costs == MoveCosts::Unit
            && self.heuristic() == HeuristicName::Manhattan
            && !self.search.by.backward;
        let published = row.cost.unwrap_or(cost);
        let factor = f64::from(cost) / f64::from(published);
        let is_wrong = !(1.0..=self.factor()).contains(&factor)
            || is_counted && found.stats.generated != row.generated;
        if is_wrong && !self.format.is_json() {
            return Err(format!(
                "instance {} cost {cost} and took {} nodes: {published} and {} are published",
                row.id, found.stats.generated, row.generated
            )
            .into());
        }
        Ok(SolvedInstance {
            cost,
            factor: row.cost.is_some().then_some(factor),
            is_wrong,
            found,
        })
    }

    fn json(&self, all: &[SolvedInstance], stopped: usize) -> Value {
        let solved = all.len().max(1) as u64;
        let factors: Vec<f64> = all.iter().filter_map(|one| one.factor).collect();
        let mean = factors.iter().sum::<f64>() / factors.len() as f64;
        json!({
            "solver": self.solver().words(&self.search.by),
            "heuristic": self.heuristic().word(),
            "costs": word(&self.costs),
            "instances": all.len(),
            "stopped": stopped,
            "wrong": all.iter().filter(|one| one.is_wrong).count(),
            "mean_factor": mean,
            "mean_expanded": sum(all, |one| one.found.stats.expanded) / solved,
            "mean_generated": sum(all, |one| one.found.stats.generated) / solved,
            "seconds": sum(all, |one| one.found.seconds()) + 0.0,
            "max_peak_bytes": all.iter().map(|one| one.found.stats.peak_bytes).max().unwrap_or(0),
        })
    }
}
