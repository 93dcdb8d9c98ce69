//! `show heuristics`: compares heuristics on Korf and Felner's 15-puzzles: the average estimate against the true cost,
//! and the nodes and the time of IDA*, as a table and as a picture.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use puzzle_search::job::BuildError;

use super::diagram;
use crate::bench::data::{KORF_FELNER, Published, rows};
use crate::catalogue::Name;
use crate::console::Console;
use crate::heuristics::{HeuristicName, OF_TILES, TableMaker};
use crate::options::CacheOption;
use crate::search::{Prepared, Saving, SearchRequest, Sides, SolverName, SolverOptions};
use crate::{CliResult, STOPPED};

/// Compare heuristics of the 15-puzzle
///
/// Estimates are taken of all 500 instances of Korf and Felner's, searches run on the easiest. The databases 7-8
/// (577 MB) take part only with --cache. Ctrl-C ends it with the heuristics tried so far.
///
///   puzzle-search show heuristics --solve 50 --svg heuristics.svg
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(crate) struct ShowHeuristics {
    /// How many of the instances to solve, the easiest first
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(0..=500))]
    solve: u64,

    /// Where to draw the average estimate against the true cost
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    cache: CacheOption,
}

/// The measurements of a heuristic.
pub(super) struct HeuristicTrial {
    pub(super) name: String,
    /// The average estimate at each true cost.
    pub(super) by_cost: Vec<(u32, f64)>,
    average: f64,
    generated: u64,
    seconds: f64,
}

impl ShowHeuristics {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        let mut instances: Vec<Published> = rows(KORF_FELNER, 16);
        instances.sort_by_key(|row| row.generated);
        let tables = TableMaker::new(console, console.limits(), self.cache.cache.as_deref());
        let mut trials = Vec::new();
        for &heuristic in OF_TILES {
            let is_weak = matches!(heuristic, HeuristicName::Misplaced | HeuristicName::None);
            if !is_weak && tables.affords(heuristic, "4x4") && !console.is_cancelled() {
                match self.trial(heuristic, &instances, &tables) {
                    Ok(trial) => trials.extend(trial),
                    Err(error) if matches!(error.downcast_ref(), Some(BuildError::Stopped(_))) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        console.print(self.table(&trials, &instances))?;
        if let Some(path) = &self.svg {
            crate::write_file(path, diagram::svg(&trials))?;
        }
        Ok(if console.is_cancelled() { STOPPED } else { 0 })
    }

    /// Measures a heuristic; `None` after Ctrl-C.
    fn trial(
        &self,
        heuristic: HeuristicName,
        instances: &[Published],
        tables: &TableMaker<'_>,
    ) -> CliResult<Option<HeuristicTrial>> {
        let first = instances[0].instance(Name::Tiles)?;
        let prepared = Prepared::new(&first, heuristic, Sides::OneSided, tables)?;
        let starts: Vec<_> = instances
            .iter()
            .map(|row| row.start(&first))
            .collect::<CliResult<_>>()?;
        let estimate = |(row, start)| (row, prepared.estimate(start).unwrap_or_default());
        let costs = instances.iter().map(|row| row.cost.unwrap_or_default());
        let mut estimates: Vec<(u32, u32)> = costs.zip(&starts).map(estimate).collect();
        let (begun, mut generated) = (Instant::now(), 0);
        for (row, start) in instances.iter().zip(&starts).take(self.solve as usize) {
            let question = SearchRequest {
                solver: SolverName::IdaStar,
                options: &SolverOptions::by_one_thread(),
                within: &tables.limits.clone().into(),
                saving: &Saving::default(),
                name: &heuristic.word(),
            };
            let found = prepared.search(&question, start, tables.console)?;
            if tables.console.is_cancelled() {
                return Ok(None);
            }
            generated += found.stats.generated;
            row.check(&found)?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        estimates.sort_unstable();
        let same_cost = estimates.chunk_by(|a, b| a.0 == b.0);
        let by_cost = same_cost.map(|chunk| (chunk[0].0, average(chunk)));
        Ok(Some(HeuristicTrial {
            name: heuristic.word(),
            by_cost: by_cost.collect(),
            average: average(&estimates),
            generated,
            seconds,
        }))
    }

    fn table(&self, trials: &[HeuristicTrial], instances: &[Published]) -> String {
        let costs: u32 = instances.iter().filter_map(|row| row.cost).sum();
        let (count, solved) = (instances.len(), self.solve);
        let mut out = format!(
            "{:<18} {:>9} {:>14} {:>12}\n",
            "heuristic", "estimate", "nodes", "ms"
        );
        for trial in trials {
            let searches = solved.max(1) as f64;
            let (nodes, time) = (
                trial.generated as f64 / searches,
                trial.seconds * 1e3 / searches,
            );
            let (name, average) = (&trial.name, trial.average);
            out += &format!("{name:<18} {average:>9.2} {nodes:>14.0} {time:>12.3}\n");
        }
        let average = f64::from(costs) / count as f64;
        out += &format!("{:<18} {average:>9.2}\n\n", "true cost");
        out + &format!(
            "Estimates are averages over {count} instances, nodes and times over the {solved} easiest.\n"
        )
    }
}

fn average(estimates: &[(u32, u32)]) -> f64 {
    let sum: u32 = estimates.iter().map(|&(_, estimate)| estimate).sum();
    f64::from(sum) / estimates.len() as f64
}
