//! [`SearchOptions`]: which search is asked for.

use clap::Args;
use puzzle_search::Limits;

use super::prepared::Prepared;
use super::solvers::{Sides, SolverName, SolverOptions};
use crate::CliResult;
use crate::catalogue::Instance;
use crate::console::Console;
use crate::heuristics::{HeuristicName, TableMaker};
use crate::options::{CacheOption, LimitOptions};

/// A solver, its heuristic and its limits.
#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// The algorithm [default: ida-star; bidirectional, within 2048 MB, to solve cubes, top-spin, burnt-pancakes and
    /// definitions; a-star to show graphs and maps, bfs to show magic squares]
    #[arg(long, value_enum)]
    pub(crate) solver: Option<SolverName>,

    #[command(flatten)]
    pub(crate) by: SolverOptions,

    /// The lower bound that guides the solver [default: manhattan; gap, discs, octile]
    #[arg(long, value_enum)]
    pub(crate) heuristic: Option<HeuristicName>,

    #[command(flatten)]
    pub(crate) cache: CacheOption,

    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

impl SearchOptions {
    /// The puzzle with its heuristic. A solver without a heuristic needs no tables.
    pub(crate) fn prepared(
        &self,
        instance: &Instance,
        solver: SolverName,
        sides: Sides,
        tables: &TableMaker<'_>,
    ) -> CliResult<Prepared> {
        let chosen = instance.heuristic(self.heuristic)?;
        let heuristic = match solver.is_informed() || chosen.is_common() {
            true => chosen,
            false => HeuristicName::None,
        };
        Prepared::new(instance, heuristic, sides, tables)
    }

    /// Makes tables within limits.
    pub(crate) fn tables<'a>(&'a self, limits: Limits, console: &'a dyn Console) -> TableMaker<'a> {
        TableMaker::new(console, limits, self.cache.cache.as_deref())
    }
}
