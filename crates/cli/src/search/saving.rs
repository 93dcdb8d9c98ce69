//! [`Saving`]: searches that are saved at intervals and resumed later.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use puzzle_search::observe::Observer;
use puzzle_search::puzzle::Portable;
use puzzle_search::{Limits, Puzzle, ReportOf, Search, Stop};

use super::solvers::BoxedSolver;
use crate::CliResult;

/// Where searches are saved, and how often.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Checkpoints")]
pub(crate) struct Saving {
    /// Save the search in this directory every so often, and where a limit or Ctrl-C stops it; the same command goes on
    /// with what the directory holds, and its limits on time and states are on what it does itself
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Seconds of search between two checkpoints
    #[arg(long, value_name = "S", default_value_t = 60, requires = "checkpoint")]
    checkpoint_seconds: u64,

    /// The file of a search that has finished.
    #[arg(skip)]
    finished: RefCell<Option<PathBuf>>,
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchLimits {
    pub(crate) limits: Limits,
    /// The greatest cost of a solution.
    pub(crate) max_cost: Option<u32>,
}

impl From<Limits> for SearchLimits {
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            max_cost: None,
        }
    }
}

/// A solver, a puzzle and the starts.
pub(crate) struct SearchInput<'a, P: Puzzle> {
    pub(crate) solver: &'a BoxedSolver<P>,
    pub(crate) puzzle: &'a P,
    pub(crate) starts: &'a [P::State],
}

fn file(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}.search"))
}

impl Saving {
    /// The index of the first search to run in a sequence: the one that was saved, or the first.
    pub(crate) fn first_pending(&self, names: &[String]) -> usize {
        let saved = self
            .checkpoint
            .as_ref()
            .and_then(|directory| names.iter().position(|name| file(directory, name).exists()));
        saved.unwrap_or(0)
    }

    /// Removes the file of a finished search, once its answer is printed.
    pub(crate) fn discard_finished(&self) {
        if let Some(path) = self.finished.take() {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Saves a new search unless one is saved under this name. Even if the process is killed at once, the next run then
    /// resumes this search and skips those before it.
    pub(crate) fn begin<P: Portable>(
        &self,
        name: &str,
        search: &SearchInput<'_, P>,
    ) -> CliResult<()> {
        let Some(directory) = &self.checkpoint else {
            return Ok(());
        };
        let solver = search.solver;
        std::fs::create_dir_all(directory)
            .map_err(|error| format!("{} cannot be made: {error}", directory.display()))?;
        let path = file(directory, name);
        if !path.exists() {
            let starts = search.starts.to_vec();
            Search::new(solver, search.puzzle, starts).save_to(&path)?;
        }
        Ok(())
    }

    /// Runs a search within the limits, from its saved state if there is one. The file of a finished search is kept
    /// until [`discard_finished`](Self::discard_finished).
    pub(crate) fn run<P: Portable<Cost = u32>>(
        &self,
        name: &str,
        search: &SearchInput<'_, P>,
        within: &SearchLimits,
        observer: &mut dyn Observer<P::State, P::Move, u32>,
    ) -> CliResult<ReportOf<P>> {
        let SearchInput {
            solver,
            puzzle,
            starts,
        } = *search;
        let Some(directory) = &self.checkpoint else {
            let mut search = Search::new(solver, puzzle, starts.to_vec());
            search.set_limits(within.limits.clone());
            search.set_max_cost(within.max_cost);
            return Ok(search.observe(observer).run());
        };
        self.begin(name, search)?;
        let path = file(directory, name);
        let search = Search::load_from(solver, puzzle, &path)?;
        if search.starts() != starts {
            return Err(format!(
                "{} holds a search from another start: give the same, or another directory",
                path.display()
            )
            .into());
        }
        let mut search = search.observe(observer);
        search.set_max_cost(within.max_cost);
        // The limits of a search are on all its runs together, those of a command on its own.
        let (mut limits, before) = (within.limits.clone(), search.stats());
        let beyond = |count, most: Option<u64>| most.map(|most| most.saturating_add(count));
        limits.expanded = beyond(before.expanded, limits.expanded);
        limits.generated = beyond(before.generated, limits.generated);
        if let Some(time) = limits.time.take() {
            search.set_limits(limits.clone());
            // The report of a run of no time says how much time the runs before took.
            let spent = search.run_for(Duration::ZERO).elapsed;
            limits.time = Some(time.saturating_add(spent.unwrap_or_default()));
        }
        search.set_limits(limits);
        loop {
            let report = search.run_for(Duration::from_secs(self.checkpoint_seconds.max(1)));
            if !report.stop().is_some_and(Stop::can_go_on) {
                self.finished.replace(Some(path));
                return Ok(report);
            }
            search.save_to(&path)?;
            if report.stop() != Some(Stop::Slice) {
                return Ok(report);
            }
        }
    }
}
