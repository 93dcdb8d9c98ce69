//! [`Round`]: how many states of each level a rectangle search expands before it returns to the top.
//!
//! Round n goes through the levels of the earlier rounds and some new ones. It expands one state of each kind in an old
//! level, and n of each kind in a new one, so that after n rounds every level has had n states of each kind.

use crate::solver::{Loader, Saver};
use crate::storage::MOST_KINDS;

/// If there are several kinds of states, a round goes this many levels deeper for each of them. On boards of 8x8, one
/// level finds the first solution after 1.4 million states, four after 0.6 and sixteen after 0.3, and solutions are as
/// good after twenty seconds.
const LEVELS_OF_A_KIND: usize = 16;

/// The progress of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// The number of the round, from one.
    number: u64,
    /// The number of kinds of states known when the round began.
    kinds: usize,
    /// The number of levels that earlier rounds have gone through.
    old_levels: usize,
    /// The current level.
    pub(super) level: usize,
    /// The number of states taken out of this level, and whether the round took any at all.
    taken: u64,
    pub(super) any: bool,
}

impl Round {
    pub(super) const FIRST: Self = Self {
        number: 1,
        kinds: 1,
        old_levels: 0,
        level: 0,
        taken: 0,
        any: false,
    };

    /// Returns the next round, with `kinds` kinds, from this level on.
    pub(super) fn next(self, kinds: usize, level: usize) -> Self {
        Self {
            number: self.number + 1,
            kinds,
            // There are no more levels than states.
            old_levels: self.all_levels().min(u32::MAX as usize - 1),
            level,
            ..Self::FIRST
        }
    }

    /// Whether the round takes another state out of its level.
    pub(super) const fn wants_more(&self) -> bool {
        let kinds = self.kinds as u64;
        let most = if self.level < self.old_levels {
            kinds
        } else {
            kinds.saturating_mul(self.number)
        };
        self.taken < most
    }

    /// Returns the number of levels after this round. A search that follows several kinds may go deep at once, as it is
    /// less likely to end in a dead end.
    const fn all_levels(&self) -> usize {
        let deeper = match self.kinds {
            1 => 1,
            kinds => LEVELS_OF_A_KIND * kinds,
        };
        self.old_levels.saturating_add(deeper)
    }

    pub(super) const fn is_over(&self) -> bool {
        self.level >= self.all_levels()
    }

    /// Counts a state that was taken.
    pub(super) const fn take(&mut self) {
        (self.taken, self.any) = (self.taken + 1, true);
    }

    pub(super) const fn next_level(&mut self) {
        (self.level, self.taken) = (self.level + 1, 0);
    }

    pub(super) fn save<S>(&self, to: &mut Saver<'_, S>) {
        to.number(self.number);
        to.count(self.kinds);
        to.count(self.old_levels);
        to.count(self.level);
        to.number(self.taken);
        to.flag(self.any);
    }

    /// Reads a round whose level is less than `levels`.
    pub(super) fn load<S>(levels: usize, from: &mut Loader<'_, S>) -> Option<Self> {
        Some(Self {
            number: from.summand().filter(|&number| number > 0)?,
            kinds: kinds(from)?,
            old_levels: from.index(u32::MAX as usize)? as usize,
            // A round goes on to its last level even if no state is left.
            level: from.index(levels)? as usize,
            taken: from.summand()?,
            any: from.flag()?,
        })
    }
}

/// Reads the number of kinds.
pub(super) fn kinds<S>(from: &mut Loader<'_, S>) -> Option<usize> {
    let kinds = from.index(MOST_KINDS + 1)? as usize;
    (kinds > 0).then_some(kinds)
}
