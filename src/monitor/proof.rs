//! [`Proof`]: what a search has found and proved; it outlasts a pause.
//!
//! Where an informed solver meets a heuristic that is not known to be admissible, the search reports no lower bound,
//! and solutions as unproved. A dead end is believed all the same.

use alloc::vec::Vec;

use super::iteration_counts::IterationCounts;
use crate::account::{Counts, Quota, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::{Cost, CostExt};
use crate::solution::Solution;

/// What is kept of a search beside its [account](crate::account), from one run to the next.
#[derive(Clone, Debug)]
pub(crate) struct Proof<M, C> {
    pub(super) lower_bound: Option<C>,
    /// The least limit on the cost since paths may have been left out for it.
    cut_at: Option<C>,
    /// Whether what the solver takes for proved is; not so if it relies on an inadmissible heuristic.
    pub(super) trusts_bounds: bool,
    pub(super) best: Option<Solution<M, C>>,
    iterations: Vec<IterationCounts<C>>,
    /// The bound of the iteration that is under way, and the counts when it began.
    pub(super) iteration: Option<IterationCounts<C>>,
}

impl<M, C> Default for Proof<M, C> {
    fn default() -> Self {
        Self {
            lower_bound: None,
            cut_at: None,
            trusts_bounds: true,
            best: None,
            iterations: Vec::new(),
            iteration: None,
        }
    }
}

impl<M, C: Copy> Proof<M, C> {
    /// How many bytes are claimed for the best solution: for its moves, and for the copy that a search
    /// hands out when it is stopped.
    pub(super) const fn bytes_of(moves: &[M]) -> usize {
        2 * size_of_val(moves)
    }

    /// Keeps a solution, for which so much is claimed, in the place of the one before.
    pub(super) fn keep(&mut self, best: Solution<M, C>, memory: &Quota) {
        self.forget_best(memory);
        self.best = Some(best);
    }

    /// Forgets the best solution.
    pub(crate) fn forget_best(&mut self, memory: &Quota) {
        if let Some(before) = self.best.take() {
            memory.release(Self::bytes_of(before.moves()));
        }
    }

    /// The best solution that is known, found elsewhere.
    pub(crate) fn restore(&mut self, best: Solution<M, C>, memory: &Quota) {
        memory.add(Self::bytes_of(best.moves()));
        self.keep(best, memory);
    }

    /// Begins a new search; the best solution is still one.
    pub(crate) fn begin(&mut self, trusts_bounds: bool, memory: &Quota) {
        let rows = self.iterations.capacity() * size_of::<IterationCounts<C>>();
        memory.release(rows);
        memory.put_back(rows);
        *self = Self {
            trusts_bounds,
            best: self.best.take(),
            ..Self::default()
        };
    }

    /// What is proved of a search whose solutions have other moves; the best of them is not known.
    pub(super) fn of_other_moves<N>(&mut self) -> Proof<N, C> {
        Proof {
            lower_bound: self.lower_bound,
            cut_at: self.cut_at,
            trusts_bounds: self.trusts_bounds,
            best: None,
            iterations: core::mem::take(&mut self.iterations),
            iteration: self.iteration.take(),
        }
    }

    /// What is proved now, by a search whose solutions have other moves.
    pub(super) fn take_over<N>(&mut self, mut other: Proof<N, C>) {
        *self = Self {
            best: self.best.take(),
            ..other.of_other_moves()
        };
    }

    /// Makes room for one more row, and for the copy of all that is handed out.
    pub(super) fn make_room_for_row(&mut self, memory: &Quota) -> Result<(), Stop> {
        let rows = &mut self.iterations;
        if rows.len() < rows.capacity() {
            return Ok(());
        }
        // By little, as there may be many.
        let (old, more) = (rows.capacity(), rows.capacity() / 8 + 4);
        let [old, more_bytes] = [old, more].map(|rows| rows * size_of::<IterationCounts<C>>());
        memory.claim(old + more_bytes)?;
        let grown = memory.set_aside(more_bytes).and_then(|()| {
            let reserved = rows.try_reserve_exact(more);
            reserved
                .map_err(|_| Stop::OutOfMemory)
                .inspect_err(|_| memory.put_back(more_bytes))
        });
        let left = if grown.is_ok() { old } else { old + more_bytes };
        memory.release(left);
        grown
    }

    /// Ends the iteration that is under way, for which there is room, and lists it.
    pub(super) fn finish_iteration(&mut self, counts: Counts) -> Option<IterationCounts<C>> {
        let begun = self.iteration.take()?;
        let row = IterationCounts::so_far(begun.bound, counts).since(&begun);
        self.iterations.push(row);
        Some(row)
    }

    /// The iterations so far, with the one that is under way; none if the allocator has no memory for them.
    pub(crate) fn iterations(&self, counts: Counts) -> Vec<IterationCounts<C>> {
        let begun = self.iteration.as_ref();
        let last = begun.map(|begun| IterationCounts::so_far(begun.bound, counts).since(begun));
        let mut iterations = Vec::new();
        if iterations
            .try_reserve_exact(self.iterations.len() + 1)
            .is_ok()
        {
            for &row in self.iterations.iter().chain(&last) {
                iterations.push(row);
            }
        }
        iterations
    }

    /// What a run hands out of it at its end is held for as long.
    pub(super) fn hand_out(&self, memory: &Quota) {
        memory.hand_out(size_of_val(&self.iterations[..]));
    }

    pub(crate) const fn lower_bound(&self) -> Option<C> {
        self.lower_bound
    }

    pub(crate) const fn trusts_bounds(&self) -> bool {
        self.trusts_bounds
    }

    pub(crate) const fn best(&self) -> Option<&Solution<M, C>> {
        self.best.as_ref()
    }
}

/// What a limit on the cost does to what is proved.
///
/// A search that is continued within a lower limit leaves out what exceeds it, and proves nothing of that: no
/// bound is raised past the least limit. Where paths were left out and the limit is raised, the search begins anew.
impl<M, C: Cost> Proof<M, C> {
    /// Whether this limit admits paths that an earlier one has excluded.
    pub(crate) fn allows_more(&self, max_cost: Option<C>) -> bool {
        let cut_at = self.cut_at;
        cut_at.is_some_and(|at| max_cost.is_none_or(|max| max > at))
    }

    /// From now on paths that cost more than this are left out; those before matter only if there were any.
    pub(crate) fn cut_at(&mut self, max_cost: Option<C>, has_cut: bool) {
        let before = self.cut_at.filter(|_| has_cut);
        self.cut_at = before.into_iter().chain(max_cost).min();
    }

    /// Raises the lower bound as far as what was left out allows; returns the new bound if it is higher.
    pub(crate) fn raise_lower_bound(&mut self, bound: C) -> Option<C> {
        let bound = self.cut_at.map_or(bound, |at| bound.min(beyond(at)));
        if !self.trusts_bounds || self.lower_bound.is_some_and(|before| bound <= before) {
            return None;
        }
        self.lower_bound = Some(bound);
        Some(bound)
    }
}

/// What a path costs at least that costs more than this; no path costs less than zero.
pub(crate) fn beyond<C: Cost>(cost: C) -> C {
    let bound = if C::IS_EXACT {
        cost.saturating_add(C::one())
    } else {
        cost
    };
    bound.max(C::zero())
}

/// As bytes.
impl<M, C: Cost> Proof<M, C> {
    /// What was proved. The best solution is [restored](Self::restore) by itself.
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.flag(self.trusts_bounds);
        to.option(self.lower_bound);
        to.option(self.cut_at);
        to.flag(self.iteration.is_some());
        let rows = self.iterations.iter().chain(&self.iteration);
        to.count(rows.clone().count());
        for row in rows {
            to.cost(row.bound);
            to.number(row.generated);
            to.number(row.expanded);
        }
    }

    pub(crate) fn load(from: &mut Reader<'_>, memory: &Quota) -> Option<Self> {
        let mut proof = Self {
            trusts_bounds: from.flag()?,
            lower_bound: from.option()?,
            cut_at: from.option()?,
            ..Self::default()
        };
        let is_within_iteration = from.flag()?;
        proof.iterations = from.list(|from| {
            let (bound, generated) = (from.cost()?, from.summand()?);
            Some(IterationCounts::new(bound, generated, from.summand()?))
        })?;
        let rows = proof.iterations.capacity() * size_of::<IterationCounts<C>>();
        memory.add(rows);
        memory.set_aside(rows).ok()?;
        if is_within_iteration {
            proof.iteration = Some(proof.iterations.pop()?);
        }
        Some(proof)
    }
}
