//! [`LawTally`]: the number of tests of each law.

use alloc::vec::Vec;

use super::violation::Law;

/// The number of tests of each law, and the laws that concern the puzzle but could not be tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct LawTally {
    counts: [usize; Law::ALL.len()],
    is_untested: [bool; Law::ALL.len()],
}

impl LawTally {
    /// Adds `times` tests of a law.
    pub(super) const fn count(&mut self, law: Law, times: usize) {
        self.counts[law as usize] += times;
    }

    /// Records that a law concerns the puzzle and could not be tested.
    pub(super) const fn mark_untested(&mut self, law: Law) {
        self.is_untested[law as usize] = true;
    }

    pub(super) const fn tested(&self, law: Law) -> usize {
        self.counts[law as usize]
    }

    pub(super) fn untested(&self) -> Vec<Law> {
        let is_untested = |law: &Law| self.is_untested[*law as usize];
        Law::ALL.iter().copied().filter(is_untested).collect()
    }
}
