//! [`Round`]: the progress of one pass of rectangle search down the levels.
//!
//! Round n goes through the levels of the earlier rounds and some new ones. If there are k kinds of states, it expands
//! k states in an old level, and n k in a new one.
//!
//! Invariant: after round n, as long as k does not change, n k states were expanded in every level that the rounds have
//! gone through, unless the level ran out of states.

use crate::solver::{Loader, Saver};
use crate::storage::MOST_KINDS;

/// If there are several kinds of states, a round has this many new levels for each kind. On sliding boards of 8x8, the
/// first solution is found after 1.4 million states with one level for each kind, after 0.6 with four, and after 0.3
/// with sixteen. The solutions after twenty seconds are equally good.
const LEVELS_PER_KIND: usize = 16;

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
    /// The number of states that the round has taken out of the current level.
    taken: u64,
    /// Whether the round has taken a state out of any level.
    pub(super) took_any: bool,
}

impl Round {
    pub(super) const FIRST: Self = Self {
        number: 1,
        kinds: 1,
        old_levels: 0,
        level: 0,
        taken: 0,
        took_any: false,
    };

    /// Returns the next round, which has `kinds` kinds and begins at this level, as those above are empty.
    pub(super) fn next(self, kinds: usize, level: usize) -> Self {
        Self {
            number: self.number + 1,
            kinds,
            // A table has fewer states, and so fewer levels, than this.
            old_levels: self.level_limit().min(u32::MAX as usize - 1),
            level,
            ..Self::FIRST
        }
    }

    /// Whether the round takes another state out of the current level.
    pub(super) const fn wants_more(&self) -> bool {
        let kinds = self.kinds as u64;
        let most = if self.level < self.old_levels {
            kinds
        } else {
            kinds.saturating_mul(self.number)
        };
        self.taken < most
    }

    /// Returns the number of levels that the rounds up to this one go through. A search that follows several kinds may
    /// go many levels deeper at once, as it is less likely to run into a dead end.
    const fn level_limit(&self) -> usize {
        let deeper = match self.kinds {
            1 => 1,
            kinds => LEVELS_PER_KIND * kinds,
        };
        self.old_levels.saturating_add(deeper)
    }

    /// Whether the round has gone through all its levels.
    pub(super) const fn is_over(&self) -> bool {
        self.level >= self.level_limit()
    }

    /// Counts a state that was taken out of the current level.
    pub(super) const fn count_taken(&mut self) {
        (self.taken, self.took_any) = (self.taken + 1, true);
    }

    pub(super) const fn begin_next_level(&mut self) {
        (self.level, self.taken) = (self.level + 1, 0);
    }

    pub(super) fn save<S>(&self, to: &mut Saver<'_, S>) {
        to.number(self.number);
        to.count(self.kinds);
        to.count(self.old_levels);
        to.count(self.level);
        to.number(self.taken);
        to.flag(self.took_any);
    }

    /// Reads a round whose level is less than `levels`.
    pub(super) fn load<S>(levels: usize, from: &mut Loader<'_, S>) -> Option<Self> {
        Some(Self {
            number: from.summand().filter(|&number| number > 0)?,
            kinds: load_kinds(from)?,
            old_levels: from.index(u32::MAX as usize)? as usize,
            // The level may be the one after the last list, where no state is left.
            level: from.index(levels)? as usize,
            taken: from.summand()?,
            took_any: from.flag()?,
        })
    }
}

/// Reads the number of kinds.
pub(super) fn load_kinds<S>(from: &mut Loader<'_, S>) -> Option<usize> {
    let kinds = from.index(MOST_KINDS + 1)? as usize;
    (kinds > 0).then_some(kinds)
}
