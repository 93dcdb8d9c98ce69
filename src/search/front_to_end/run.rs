//! [`FrontToEndRun`]: a bidirectional heuristic search as a [`Run`].

use alloc::string::String;
use alloc::vec::Vec;

use super::ends::Ends;
use super::{FrontToEnd, Selection};
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::reversed::TwoSided;
use crate::search::reversed_run;
use crate::solver::{Loader, Run, Saver, VerdictOf};

/// The state of a bidirectional heuristic search.
pub(in crate::search) struct FrontToEndRun<P: TwoSided, L> {
    /// The reversed puzzle; `None` until the search begins, as its heuristic may have tables that take long to make.
    reversed: Option<P::Reversed>,
    starts: Vec<P::State>,
    /// The searches from both ends.
    both: FrontToEnd<P::State, P::Cost, L>,
}

impl<P: TwoSided, L: Default> FrontToEndRun<P, L> {
    pub(in crate::search) fn new() -> Self {
        Self {
            reversed: None,
            starts: Vec::new(),
            both: FrontToEnd::new(),
        }
    }
}

impl<P: TwoSided, L: Selection<P::Cost>> Run<P> for FrontToEndRun<P, L> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.reversed = None;
        self.both.clear();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let [start] = &self.starts[..] else {
            return Err(Stop::SeveralStarts);
        };
        let reversed = &*self.reversed.get_or_insert_with(|| puzzle.reversed(start));
        let facts = reversed.facts();
        if !facts.admissible {
            monitor.distrust_bounds();
        }
        let order = self.both.selection.order(&puzzle.facts(), &facts);
        let ends = Ends::new(puzzle, reversed, start, order);
        self.both.search(start, &ends, monitor)
    }

    fn has_cut(&self) -> bool {
        self.both.reach.cut
    }

    fn name(&self) -> Option<String> {
        Some(L::NAME.into())
    }

    fn save(&self, puzzle: &P, to: &mut Saver<'_, P::State>) {
        to.flag(self.reversed.is_some());
        if let Some(reversed) = &self.reversed {
            reversed_run::save_estimates(puzzle, reversed, to);
            self.both.save(to);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        if from.flag()? {
            let reversed = puzzle.reversed(self.starts.first()?);
            reversed_run::check_estimates(puzzle, self.reversed.insert(reversed), from)?;
            self.both.load(puzzle, from)?;
        }
        Some(())
    }
}
