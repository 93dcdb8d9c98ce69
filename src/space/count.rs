//! Jobs that count the states of a space in memory, layer by layer: [`CountByHash`] in hash tables, [`CountByRank`] in
//! a table with an entry for each rank, and [`CountInMemory`] by rank if that table fits into memory and by hash
//! otherwise.
//!
//! Invariant: a job that has not ended keeps its layers and its method, and a finished one starts over.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::Hash;

use super::census::Census;
use super::enumerate::Enumerate;
use super::error::SpaceError;
use super::hash_store::{HashStore, SharedSpace};
use super::layers::LayeredSearch;
use super::rank_store::RankStore;
use super::spaces::{Ranks, Successors, numbering_of};
use crate::account::{Claimed, Meter, Quota, Side, Stop};
use crate::driver::StartStatus;
use crate::puzzle::{Puzzle, Ranked};
use crate::task::Job;

/// The starts of a count, judged once for whatever method counts from them.
#[derive(Clone)]
pub(super) struct JudgedStarts<S> {
    states: Arc<Vec<S>>,
    /// An error if a start is not a state.
    admitted: Result<(), Stop>,
}

impl<S> JudgedStarts<S> {
    pub(super) fn of<P: Puzzle<State = S>>(
        puzzle: &P,
        starts: impl IntoIterator<Item = S>,
    ) -> Self {
        let states: Vec<S> = starts.into_iter().collect();
        Self {
            admitted: StartStatus::admit(puzzle, &states),
            states: Arc::new(states),
        }
    }
}

/// Counts states in hash tables.
pub(super) struct CountByHash<'a, S: Clone + Eq + Hash> {
    admitted: Result<(), Stop>,
    search: LayeredSearch<HashStore<'a, S>>,
    hardest: usize,
}

impl<'a, S: Clone + Eq + Hash + Send> CountByHash<'a, S> {
    pub(super) fn new(space: SharedSpace<'a, S>, starts: JudgedStarts<S>, hardest: usize) -> Self {
        let JudgedStarts { states, admitted } = starts;
        Self {
            admitted,
            search: LayeredSearch::new(HashStore::new(space, states), Side::Start),
            hardest,
        }
    }
}

impl<S: Clone + Eq + Hash + Send + Sync> Job for CountByHash<'_, S> {
    type Output = Census<S>;

    fn run(&mut self, meter: &mut Meter<'_>) -> Census<S> {
        let Self {
            admitted,
            search,
            hardest,
        } = self;
        if search.is_new() {
            meter.begin();
        }
        let end = admitted.and_then(|()| search.grow(meter, &mut |_, _, _| Ok(())));
        let hardest = search.first(*hardest, meter.memory());
        let hardest = hardest.map(Claimed::into_inner);
        let census = search.census(end, hardest, meter);
        if census.is_complete() {
            search.reset();
        }
        census
    }
}

/// Counts states by rank.
pub(super) struct CountByRank<'a, P> {
    puzzle: &'a P,
    admitted: Result<(), Stop>,
    search: LayeredSearch<RankStore<'a>>,
    hardest: usize,
}

impl<'a, P: Ranked + Sync> CountByRank<'a, P> {
    pub(super) fn new(puzzle: &'a P, starts: JudgedStarts<P::State>, hardest: usize) -> Self
    where
        P::State: 'a,
    {
        let JudgedStarts { states, admitted } = starts;
        let ranks = move |take: &mut dyn FnMut(Option<u128>)| {
            for start in &*states {
                take(puzzle.rank(start));
            }
        };
        let edges = Successors;
        let space = Arc::new(Ranks { puzzle, edges });
        let store = RankStore::new(space, numbering_of(puzzle), Arc::new(ranks));
        Self {
            puzzle,
            admitted,
            search: LayeredSearch::new(store, Side::Start),
            hardest,
        }
    }
}

impl<P: Ranked + Sync> Job for CountByRank<'_, P> {
    type Output = Result<Census<P::State>, SpaceError>;

    fn run(&mut self, meter: &mut Meter<'_>) -> Self::Output {
        self.admitted?;
        let search = &mut self.search;
        if search.is_new() {
            meter.begin();
        }
        let end = SpaceError::apart(search.grow(meter, &mut |_, _, _| Ok(())))?;
        let ranks = SpaceError::apart(search.least(self.hardest, meter.memory()))?;
        let hardest = ranks.and_then(|ranks| unranked(self.puzzle, &ranks, meter.memory()));
        let census = search.census(end, hardest, meter);
        if census.is_complete() {
            search.reset();
        }
        Ok(census)
    }
}

/// The states with these ranks.
pub(super) fn unranked<P: Ranked>(
    puzzle: &P,
    ranks: &[u64],
    quota: &Quota,
) -> Result<Vec<P::State>, Stop> {
    let mut states = Claimed::<Vec<_>>::with_room(ranks.len(), quota)?;
    for &rank in ranks {
        if let Some(state) = puzzle.unrank(rank.into()) {
            states.push_within(state);
        }
    }
    Ok(states.into_inner())
}

/// Counts states by rank if that table fits into memory, and otherwise in hash tables.
pub(super) struct CountInMemory<'a, P: Ranked> {
    by_rank: CountByRank<'a, P>,
    by_hash: CountByHash<'a, P::State>,
    method: CountBy,
}

#[derive(Clone, Copy, Debug)]
enum CountBy {
    ByRank,
    /// There is no memory for the table by rank, which takes this number of bytes; `None` if there are no ranks.
    ByHash(Option<u128>),
}

impl<'a, P: Ranked + Sync> CountInMemory<'a, P> {
    pub(super) const fn new(
        by_rank: CountByRank<'a, P>,
        by_hash: CountByHash<'a, P::State>,
    ) -> Self {
        Self {
            by_rank,
            by_hash,
            method: CountBy::ByRank,
        }
    }

    /// The census by rank; or, as the inner error, if the table by rank does not fit, the bytes that it would take.
    fn by_rank(
        &mut self,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Census<P::State>, Option<u128>>, SpaceError> {
        match self.by_rank.run(meter) {
            Err(SpaceError::TooLarge { bytes, .. }) => Ok(Err(Some(bytes))),
            Err(SpaceError::Unnumbered) => Ok(Err(None)),
            Ok(census)
                if census.stop.is_some_and(Stop::is_of_memory) && census.layers.is_empty() =>
            {
                Ok(Err(Enumerate::bytes_by_rank(self.by_rank.puzzle)))
            }
            counted => counted.map(Ok),
        }
    }
}

impl<P: Ranked + Sync> Job for CountInMemory<'_, P> {
    type Output = Result<Census<P::State>, SpaceError>;

    fn run(&mut self, meter: &mut Meter<'_>) -> Self::Output {
        let table = match self.method {
            CountBy::ByHash(table) => table,
            CountBy::ByRank => match self.by_rank(meter)? {
                Ok(census) => return Ok(census),
                Err(table) => {
                    self.by_rank.search.reset();
                    self.method = CountBy::ByHash(table);
                    table
                }
            },
        };
        let census = self.by_hash.run(meter);
        if census.stop.is_some_and(Stop::is_of_memory) {
            return Err(SpaceError::NeitherFits {
                table,
                limit: meter.limits().bytes,
                depth: census.depth(),
                states: census.states(),
            });
        }
        if census.is_complete() {
            self.method = CountBy::ByRank;
        }
        Ok(census)
    }
}
