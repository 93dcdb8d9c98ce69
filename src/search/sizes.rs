//! [`Sizes`]: how many states an iteration expands below each of several starts.
//!
//! The next iteration begins with those below which there were the most. It expands most of the states of a search, and
//! ends at a goal: which is more often where more paths are within the bound.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::saved::{Reader, Writer};

/// The starts in the order in which they are walked from; of a single one nothing is kept.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Sizes(Vec<Start>);

#[derive(Clone, Copy, Debug)]
struct Start {
    /// Which one of those that the search was given.
    given: u32,
    expanded: u64,
    /// Its place in the order before.
    before: u32,
    /// Where the start is now that was in this place before, and where the one goes that is here while all are moved.
    after: u32,
    goes: u32,
}

impl Sizes {
    pub(super) const EMPTY: Self = Self(Vec::new());

    /// Of so many starts, in the order given.
    pub(super) fn of(starts: usize) -> Self {
        let all = if starts > 1 { starts } else { 0 };
        let start = |at| Start {
            given: at,
            expanded: 0,
            before: at,
            after: at,
            goes: at,
        };
        Self((0..all as u32).map(start).collect())
    }

    /// Adds to the states that were expanded below the start in this place.
    pub(super) fn add(&mut self, place: usize, expanded: u64) {
        if let Some(start) = self.0.get_mut(place) {
            start.expanded += expanded;
        }
    }

    /// Which of the starts that were given is in this place.
    pub(super) fn given(&self, place: usize) -> usize {
        self.0
            .get(place)
            .map_or(place, |start| start.given as usize)
    }

    /// Puts the starts into the order of the next iteration.
    pub(super) fn sort<S>(&mut self, starts: &mut [S]) {
        for (start, place) in self.0.iter_mut().zip(0..) {
            start.before = place;
        }
        self.0
            .sort_unstable_by_key(|start| (Reverse(start.expanded), start.before));
        for place in 0..self.0.len() {
            let before = self.0[place].before as usize;
            (self.0[before].after, self.0[before].goes) = (place as u32, place as u32);
            self.0[place].expanded = 0;
        }
        self.arrange(starts);
    }

    /// Where the start is now that was in this place before they were sorted.
    pub(super) fn place(&self, before: usize) -> usize {
        self.0
            .get(before)
            .map_or(before, |start| start.after as usize)
    }

    /// Moves each start to where it goes.
    fn arrange<S>(&mut self, starts: &mut [S]) {
        for place in 0..self.0.len() {
            loop {
                let to = self.0[place].goes;
                if to as usize == place {
                    break;
                }
                starts.swap(place, to as usize);
                self.0[place].goes = core::mem::replace(&mut self.0[to as usize].goes, to);
            }
        }
    }

    pub(super) fn save(&self, to: &mut Writer<'_>) {
        to.list(&self.0, |to, start| {
            to.count(start.given as usize);
            to.number(start.expanded);
        });
    }

    /// Reads them, and puts the starts, which are in the order given, into theirs.
    pub(super) fn load<S>(&mut self, starts: &mut [S], from: &mut Reader<'_>) -> Option<()> {
        let mut all = Self::of(starts.len());
        let read = from.list(|from| Some((from.index(starts.len())?, from.summand()?)))?;
        if read.len() != all.0.len() {
            return None;
        }
        let mut is_there = alloc::vec![false; read.len()];
        for (place, (given, expanded)) in (0..).zip(read) {
            let start = &mut all.0[place as usize];
            (start.given, start.expanded) = (given, expanded);
            all.0[given as usize].goes = place;
            if core::mem::replace(&mut is_there[given as usize], true) {
                return None;
            }
        }
        all.arrange(starts);
        *self = all;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Sizes;

    #[test]
    fn the_largest_come_first_and_equal_ones_stay_in_order() {
        let mut random = 7_u64;
        for starts in [0, 1, 2, 3, 10, 1_000] {
            let mut sizes = Sizes::of(starts);
            let mut names: Vec<usize> = (0..starts).collect();
            for _ in 0..4 {
                let mut expected: Vec<(u64, usize)> = Vec::new();
                for (place, &name) in names.iter().enumerate() {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    let size = random >> 62;
                    sizes.add(place, size);
                    expected.push((size, name));
                }
                let before = names.clone();
                if starts > 1 {
                    expected.sort_by_key(|&(size, _)| core::cmp::Reverse(size));
                }
                sizes.sort(&mut names);
                let found = names.iter().copied();
                assert!(found.eq(expected.iter().map(|&(_, name)| name)));
                for (place, &name) in before.iter().enumerate() {
                    assert_eq!(names[sizes.place(place)], name);
                }
                for (place, &name) in names.iter().enumerate() {
                    assert_eq!(sizes.given(place), name);
                }
            }
        }
    }
}
