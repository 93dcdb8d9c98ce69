//! [`BothEndsRun`]: such a search as solvers begin it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::hash::Hash;

use super::ends::Ends;
use super::{Both, Selection};
use crate::account::Stop;
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::reversed::TwoSided;
use crate::search::backward;
use crate::solver::{Loader, Run, Saver, VerdictOf};

/// The state of a search from both ends.
pub(in crate::search) struct BothEndsRun<S: Clone + Eq + Hash, C, L> {
    is_begun: bool,
    starts: Vec<S>,
    both: Both<S, C, L>,
}

impl<S: Clone + Eq + Hash, C: Cost, L: Selection<C>> BothEndsRun<S, C, L> {
    pub(in crate::search) fn new() -> Self {
        Self {
            is_begun: false,
            starts: Vec::new(),
            both: Both::new(),
        }
    }
}

impl<S: Clone + Eq + Hash + Debug, C, L> Debug for BothEndsRun<S, C, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BothEndsRun")
            .field("starts", &self.starts)
            .finish_non_exhaustive()
    }
}

impl<P: TwoSided, L: Selection<P::Cost>> Run<P> for BothEndsRun<P::State, P::Cost, L> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.is_begun = false;
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
        // Made anew in each run: so a search is plain data, whatever the puzzle is.
        let reversed = &puzzle.reversed(start);
        self.is_begun = true;
        let facts = reversed.facts();
        monitor.trust_bounds(facts.admissible);
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
        to.flag(self.is_begun);
        if let Some(start) = self.starts.first().filter(|_| self.is_begun) {
            backward::save_estimates(puzzle, &puzzle.reversed(start), to);
            self.both.save(to);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        if from.flag()? {
            let reversed = puzzle.reversed(self.starts.first()?);
            backward::check_estimates(puzzle, &reversed, from)?;
            self.is_begun = true;
            self.both.load(puzzle, from)?;
        }
        Some(())
    }
}
