//! [`Round`]: how many states of which levels an anytime search expands before it begins again from the top.

use crate::solver::{Loader, Saver};
use crate::storage::MOST_KINDS;

/// So many levels a round goes deeper for each kind of state. On boards of 8x8 one level finds the first solution
/// after 1.4 million states, four after 0.6 and sixteen after 0.3, and solutions are as good after twenty seconds.
const LEVELS_OF_A_KIND: usize = 16;

/// How far a round has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// Its number, from one.
    number: u64,
    /// How many kinds of states it knows; so many states it expands of each depth.
    kinds: usize,
    /// How many levels the rounds before have gone through.
    old_levels: usize,
    /// Which level it has come to.
    pub(super) level: usize,
    /// How many states it has taken out of this level, and whether it took any at all.
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

    /// The round after this, with so many kinds and from this level.
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

    /// Whether it takes another state out of its level.
    pub(super) const fn wants_more(&self) -> bool {
        let kinds = self.kinds as u64;
        let most = if self.level < self.old_levels {
            kinds
        } else {
            kinds.saturating_mul(self.number)
        };
        self.taken < most
    }

    /// How many levels it goes through, and those before. A search that follows several kinds may go deep at
    /// once, as it does not end in a corner so soon.
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

    /// Reads a round that has come to one of so many levels.
    pub(super) fn load<S>(levels: usize, from: &mut Loader<'_, S>) -> Option<Self> {
        Some(Self {
            number: from.summand().filter(|&number| number > 0)?,
            kinds: kinds(from)?,
            old_levels: from.index(u32::MAX as usize)? as usize,
            // It goes to the end even where nothing is left.
            level: from.index(levels)? as usize,
            taken: from.summand()?,
            any: from.flag()?,
        })
    }
}

/// Reads how many kinds there are.
pub(super) fn kinds<S>(from: &mut Loader<'_, S>) -> Option<usize> {
    let kinds = from.index(MOST_KINDS + 1)? as usize;
    (kinds > 0).then_some(kinds)
}
