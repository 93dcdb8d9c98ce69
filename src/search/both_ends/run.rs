//! [`BothEndsRun`]: such a search as solvers begin it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use super::ends::Ends;
use super::{Both, Strategy};
use crate::account::Stop;
use crate::codec::{Reader, Writer};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::puzzle::reversed::TwoSided;
use crate::search::backward;
use crate::search::saved::SavedRun;
use crate::solver::{Run, VerdictOf};

/// The state of a search from both ends.
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct BothEndsRun<P: TwoSided> {
    strategy: Strategy,
    /// The puzzle seen from its goals, once it is made.
    reversed: Option<P::Reversed>,
    starts: Vec<P::State>,
    both: Both<P::State, P::Cost>,
}

impl<P: TwoSided> BothEndsRun<P> {
    pub(in crate::search) fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            reversed: None,
            starts: Vec::new(),
            both: Both::new(),
        }
    }
}

impl<P: TwoSided> Debug for BothEndsRun<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BothEndsRun")
            .field("strategy", &self.strategy)
            .field("starts", &self.starts)
            .finish_non_exhaustive()
    }
}

impl<P: TwoSided> Run<P> for BothEndsRun<P> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.starts = starts;
        self.reversed = None;
        self.both.clear();
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let [start] = &self.starts[..] else {
            return Err(Stop::SeveralStarts);
        };
        let reversed = match &self.reversed {
            Some(reversed) => reversed,
            None => self.reversed.insert(puzzle.reversed(start)),
        };
        monitor.trust_bounds(reversed.facts().admissible);
        let ends = Ends::new(puzzle, reversed, start, self.strategy);
        self.both.search(start, &ends, monitor)
    }

    fn has_cut(&self) -> bool {
        self.both.cut
    }
}

impl<P: TwoSided + Portable> SavedRun<P> for BothEndsRun<P> {
    fn name(&self) -> String {
        match self.strategy {
            Strategy::ByError => "BAE*".into(),
            Strategy::InPairs => "NBS".into(),
        }
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        to.flag(self.reversed.is_some());
        if let Some(reversed) = &self.reversed {
            backward::save_estimates(puzzle, reversed, to);
            self.both.save(puzzle, to);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        if from.flag()? {
            let reversed = puzzle.reversed(self.starts.first()?);
            backward::check_estimates(puzzle, self.reversed.insert(reversed), from)?;
            self.both.load(puzzle, from)?;
        }
        Some(())
    }
}
