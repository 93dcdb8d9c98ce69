//! `bench korf100`: Korf's hundred 15-puzzles, with a row for each and the totals.

use clap::{Args, ValueEnum};
use puzzle_search::{Stats, Stop};
use serde_json::{Value, json};

use super::data::{KORF, Published, heavy_cost, rows};
use crate::catalogue::Name;
use crate::console::Console;
use crate::heuristics::HeuristicName;
use crate::options::{FormatOption, word};
use crate::search::{Saving, SearchOptions, SearchRequest, SolverName};
use crate::{CliResult, STOPPED};

/// Solve Korf's hundred 15-puzzles, checked against the published costs and, for IDA* with the Manhattan distance,
/// node counts
///
/// All hundred take minutes with IDA* and the Manhattan distance; A* needs many gigabytes for the hardest. With
/// --heuristic pdb-7-8 --cache DIR they take a second, after the databases of 577 MB were built once.
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

/// Sums over the instances that were solved.
#[derive(Default)]
struct Totals {
    solved: u64,
    /// The number of solutions whose cost is out of bounds.
    wrong: u64,
    /// The number of instances with a published cost, and the sum of the ratios of the costs found to those.
    known: u32,
    factors: f64,
    cost: u32,
    expanded: u64,
    generated: u64,
    seconds: f64,
    peak: usize,
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
        let (mut totals, mut code) = (Totals::default(), 0);
        for row in &rows {
            let question = SearchRequest {
                solver,
                options: &search.by,
                within: &search.limits.within(console),
                saving: &Saving::default(),
                name: "korf100",
                title: &format!("instance {}", row.id),
            };
            let start = row.start(&instance)?;
            let found = prepared.search(&question, &start, console)?;
            if found.stop() == Some(Stop::Cancelled) {
                code = STOPPED;
                break;
            }
            let solution = found.solution.as_ref();
            let solution = solution.ok_or_else(|| format!("instance {} was not solved", row.id))?;
            solution.verify(&instance.puzzle, &start)?;
            let one = self.count(row, solution.cost(), &found.stats, found.seconds())?;
            if !self.format.is_json() {
                console.print(one.row(&row.id.to_string()))?;
            }
            totals.add(&one);
        }
        self.format
            .print(console, &self.json(&totals), totals.row("all"))?;
        Ok(code)
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
            SolverName::WeightedAStar | SolverName::Dps => self.search.by.weight.max(1.0),
            SolverName::Greedy | SolverName::Beam => f64::INFINITY,
            _ => 1.0,
        }
    }

    /// The totals of one instance; an error if they contradict the published figures.
    fn count(&self, row: &Published, cost: u32, stats: &Stats, seconds: f64) -> CliResult<Totals> {
        // Node counts are published for this combination only.
        let is_counted = self.solver() == SolverName::IdaStar
            && self.costs == MoveCosts::Unit
            && self.heuristic() == HeuristicName::Manhattan
            && !self.search.by.backward;
        let published = row.cost.unwrap_or(cost);
        let factor = f64::from(cost) / f64::from(published);
        let is_wrong = !(1.0..=self.factor()).contains(&factor);
        let is_miscounted = is_counted && stats.generated != row.generated;
        if (is_wrong || is_miscounted) && !self.format.is_json() {
            return Err(format!(
                "instance {} cost {cost} and took {} nodes: {published} and {} are published",
                row.id, stats.generated, row.generated
            )
            .into());
        }
        let is_known = row.cost.is_some();
        Ok(Totals {
            solved: 1,
            wrong: is_wrong.into(),
            known: is_known.into(),
            factors: if is_known { factor } else { 0.0 },
            cost,
            expanded: stats.expanded,
            generated: stats.generated,
            seconds,
            peak: stats.peak_bytes,
        })
    }

    fn json(&self, totals: &Totals) -> Value {
        let solved = totals.solved.max(1);
        json!({
            "solver": self.solver().words(&self.search.by),
            "heuristic": self.heuristic().word(),
            "costs": word(&self.costs),
            "instances": totals.solved,
            "wrong": totals.wrong,
            "mean_factor": (totals.known > 0).then(|| totals.factors / f64::from(totals.known)),
            "mean_expanded": totals.expanded / solved,
            "mean_generated": totals.generated / solved,
            "seconds": totals.seconds,
            "max_peak_bytes": totals.peak,
        })
    }
}

impl Totals {
    fn add(&mut self, one: &Self) {
        self.solved += one.solved;
        self.wrong += one.wrong;
        self.known += one.known;
        self.factors += one.factors;
        self.cost += one.cost;
        self.expanded += one.expanded;
        self.generated += one.generated;
        self.seconds += one.seconds;
        self.peak = self.peak.max(one.peak);
    }

    fn row(&self, id: &str) -> String {
        let Self {
            cost,
            expanded,
            generated,
            seconds,
            ..
        } = self;
        let speed = *generated as f64 / seconds.max(f64::MIN_POSITIVE) / 1e6;
        format!("{id:>4} {cost:>5} {expanded:>15} {generated:>15} {seconds:>10.3} {speed:>9.1}\n")
    }
}
