//! [`Saving`]: a search that is saved every so often, and gone on with another time.

use std::cell::RefCell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use puzzle_search::{
    Limits, Observer, Portable, Puzzle, ReportOf, SavedError, Search, Solver, Stop,
};

/// Where searches are saved, and how often.
#[derive(Debug, Args)]
pub(crate) struct Saving {
    /// Save the search in this directory every so often, and where a limit or Ctrl-C stops it
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Seconds of search between two checkpoints
    #[arg(long, value_name = "S", default_value_t = 60, requires = "checkpoint")]
    checkpoint_seconds: u64,

    /// Go on with the search that the directory holds
    #[arg(long, requires = "checkpoint")]
    resume: bool,

    /// Where the search is saved that has come to its end.
    #[arg(skip)]
    decided: RefCell<Option<PathBuf>>,
}

/// A solver, a puzzle and the starts.
pub(crate) type Searched<'a, P> = (&'a dyn Solver<P>, &'a P, &'a [<P as Puzzle>::State]);

/// Why a search could not be saved or gone on with.
#[derive(Debug)]
pub(crate) struct NoCheckpoint(String);

impl fmt::Display for NoCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoCheckpoint {}

impl From<SavedError> for NoCheckpoint {
    fn from(error: SavedError) -> Self {
        Self(error.to_string())
    }
}

fn file(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}.search"))
}

impl Saving {
    /// Which of the searches with these names, one after the other, is the first to be run: that which was
    /// saved, if it is to be gone on with.
    pub(crate) fn first(&self, names: &[String]) -> Result<usize, NoCheckpoint> {
        let Some(directory) = &self.checkpoint else {
            return Ok(0);
        };
        let mut names = names.iter();
        let saved = names.position(|name| file(directory, name).exists());
        match (saved, self.resume) {
            (Some(at), true) => Ok(at),
            (None, false) => Ok(0),
            (None, true) => Err(NoCheckpoint(format!(
                "{directory:?} holds no search to go on with: leave out --resume, or give its directory"
            ))),
            (Some(_), false) => Err(NoCheckpoint(format!(
                "{directory:?} holds a search: go on with it by --resume, or give another directory"
            ))),
        }
    }

    /// The answer of a search that has come to its end is printed: what is left of it would only be in the way.
    pub(crate) fn told(&self) {
        if let Some(path) = self.decided.take() {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Saves a search that is to begin, if none is saved under this name, so that it is gone on with, and those
    /// before it are not, where it is killed at once.
    pub(crate) fn begin<P: Portable>(
        &self,
        name: &str,
        (solver, puzzle, starts): Searched<'_, P>,
    ) -> Result<(), NoCheckpoint> {
        let Some(directory) = &self.checkpoint else {
            return Ok(());
        };
        std::fs::create_dir_all(directory)
            .map_err(|error| NoCheckpoint(format!("{directory:?} cannot be made: {error}")))?;
        let path = file(directory, name);
        if path.exists() {
            return Ok(());
        }
        Ok(Search::new(&solver, puzzle, starts.to_vec()).save_to(&path)?)
    }

    /// Runs a search within the limits, from where it was saved under this name if it was. One that has come to
    /// its end is kept until its answer is [`told`](Self::told).
    pub(crate) fn run<P: Portable>(
        &self,
        name: &str,
        (solver, puzzle, starts): Searched<'_, P>,
        limits: &Limits,
        max_cost: Option<P::Cost>,
        observer: impl Observer<P::State, P::Move, P::Cost>,
    ) -> Result<ReportOf<P>, NoCheckpoint> {
        let Some(directory) = &self.checkpoint else {
            let mut search = Search::new(&solver, puzzle, starts.to_vec());
            search.set_limits(limits.clone());
            search.set_max_cost(max_cost);
            return Ok(search.observe(observer).run());
        };
        self.begin(name, (solver, puzzle, starts))?;
        let path = file(directory, name);
        let search = Search::load_from(&solver, puzzle, &path)?;
        if search.starts() != starts {
            return Err(NoCheckpoint(format!(
                "{path:?} holds a search from another start: give the same, or another directory"
            )));
        }
        let mut search = search.observe(observer);
        search.set_max_cost(max_cost);
        loop {
            let mut piece = limits.clone();
            let until = search.elapsed() + Duration::from_secs(self.checkpoint_seconds.max(1));
            piece.time = limits.time.into_iter().chain([until]).min();
            search.set_limits(piece);
            let report = search.run();
            if !report.stop().is_some_and(Stop::can_go_on) {
                self.decided.replace(Some(path));
                return Ok(report);
            }
            search.save_to(&path)?;
            let is_over = limits.time.is_some_and(|most| search.elapsed() >= most);
            if report.stop() != Some(Stop::Time) || is_over {
                return Ok(report);
            }
        }
    }
}
