//! [`Tally`]: counts that a hot loop keeps in registers.

use super::{Monitor, Stats};
use crate::puzzle::Puzzle;

/// The counts of a search between two looks at the monitor.
///
/// It counts whole expansions. One that the monitor has to see some of, because a limit falls into
/// it or an observer wants every node, it leaves to the monitor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    may_expand: u64,
    may_generate: u64,
}

impl Tally {
    /// Counts a state that was expanded and its children; answers false, and counts nothing, if the
    /// monitor has to.
    #[inline]
    pub(crate) const fn expand(&mut self, children: u64) -> bool {
        let generated = self.generated + children;
        if self.expanded >= self.may_expand || generated > self.may_generate {
            return false;
        }
        self.expanded += 1;
        self.generated = generated;
        true
    }

    /// How many children may be generated until the monitor has to look.
    #[inline]
    pub(crate) const fn may_generate(&self) -> u64 {
        self.may_generate.saturating_sub(self.generated)
    }

    /// Hands the counts over.
    pub(crate) fn settle<P: Puzzle>(self, monitor: &mut Monitor<'_, P>) {
        let stats: &mut Stats<P::Cost> = &mut monitor.stats;
        (stats.expanded, stats.generated) = (self.expanded, self.generated);
    }
}

impl<P: Puzzle> Monitor<'_, P> {
    /// The counts so far, and how far they may go before the monitor has to look again.
    pub(crate) const fn tally(&self) -> Tally {
        Tally {
            expanded: self.stats.expanded,
            generated: self.stats.generated,
            may_expand: self.attend_expanded,
            may_generate: self.attend_generated,
        }
    }

    /// Counts children that were stored already.
    pub(crate) const fn count_duplicates(&mut self, children: u64) {
        self.stats.duplicates += children;
    }
}
