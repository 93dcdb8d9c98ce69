//! [`Proof`]: the incumbent, the lower bound and the iterations of a search; it outlives a run.
//!
//! If an informed solver uses a heuristic that is not known to be admissible, the search reports no lower bound, and
//! solutions as unproved. Estimates of `None`, which mark dead ends, are trusted nevertheless.
//!
//! Invariant: the lower bound only rises, and to just beyond the least limit on the cost at most.

use alloc::vec::Vec;

use super::iteration_counts::IterationCounts;
use crate::account::{Claim, Claimed, Counts, Quota, ReportedList, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::{Cost, CostExt};
use crate::solution::Solution;

/// What a search has found and proved, kept beside its [account](crate::account).
#[derive(Debug)]
pub(crate) struct Proof<M, C> {
    pub(super) lower_bound: Option<C>,
    /// The least limit on the cost by which paths may have been pruned.
    pub(crate) pruning_limit: Option<C>,
    /// Whether the solver's bounds hold; false if they rest on an inadmissible heuristic.
    pub(crate) trusts_bounds: bool,
    pub(super) best: Option<Claimed<Solution<M, C>>>,
    iterations: ReportedList<IterationCounts<C>>,
    /// The bound of the iteration that is under way, and the counts when it began.
    pub(super) iteration: Option<IterationCounts<C>>,
}

impl<M, C> Default for Proof<M, C> {
    fn default() -> Self {
        Self {
            lower_bound: None,
            pruning_limit: None,
            trusts_bounds: true,
            best: None,
            iterations: ReportedList::new(),
            iteration: None,
        }
    }
}

/// The bytes claimed for an incumbent: for its moves, and for the copy that a stopped search hands out.
pub(super) const fn incumbent_bytes<M>(moves: &[M]) -> usize {
    2 * size_of_val(moves)
}

impl<M, C: Copy> Proof<M, C> {
    /// Takes a solution that was found elsewhere as the best one.
    pub(crate) fn restore(&mut self, best: Solution<M, C>, memory: &Quota) {
        let claim = Claim::of_free(incumbent_bytes(best.moves()), memory);
        self.best = Some(Claimed::adopt(best, claim));
    }

    /// Begins a new search, which keeps the best solution.
    pub(crate) fn begin(&mut self) {
        *self = Self {
            best: self.best.take(),
            ..Self::default()
        };
    }

    /// The proof for a search whose moves have another type. Of the best solution it has only the cost.
    pub(super) fn of_other_moves<N>(&mut self) -> Proof<N, C> {
        let of_cost = |cost| Claimed::adopt(Solution::new(Vec::new(), cost), Claim::none());
        Proof {
            lower_bound: self.lower_bound,
            pruning_limit: self.pruning_limit,
            trusts_bounds: self.trusts_bounds,
            best: self.best().map(Solution::cost).map(of_cost),
            iterations: core::mem::replace(&mut self.iterations, ReportedList::new()),
            iteration: self.iteration.take(),
        }
    }

    /// Takes back the proof from a search that began with [`of_other_moves`](Self::of_other_moves).
    pub(super) fn take_over<N>(&mut self, mut other: Proof<N, C>) {
        *self = Self {
            best: self.best.take(),
            ..other.of_other_moves()
        };
    }

    /// Makes room for one more iteration, and sets aside memory for the copy of all iterations that a report has.
    pub(super) fn make_room_for_iteration(&mut self, memory: &Quota) -> Result<(), Stop> {
        self.iterations.make_room(4, memory)
    }

    /// Ends the current iteration, adds it to the list, for which there is room, and returns it.
    pub(super) fn finish_iteration(&mut self, counts: Counts) -> Option<IterationCounts<C>> {
        let begun = self.iteration.take()?;
        let iteration = IterationCounts::so_far(begun.bound, counts).since(&begun);
        self.iterations.push_within(iteration);
        Some(iteration)
    }

    /// The iterations so far, with the current one; empty if the allocator has no memory.
    pub(crate) fn iterations(&self, counts: Counts) -> Vec<IterationCounts<C>> {
        let begun = self.iteration.as_ref();
        let last = begun.map(|begun| IterationCounts::so_far(begun.bound, counts).since(begun));
        let mut iterations = Vec::new();
        if iterations
            .try_reserve_exact(self.iterations.len() + 1)
            .is_ok()
        {
            for &iteration in &*self.iterations {
                iterations.push(iteration);
            }
            if let Some(last) = last {
                iterations.push(last);
            }
        }
        iterations
    }

    /// Counts toward the peak the bytes of the copy of the iterations that the report has.
    pub(super) fn count_copy(&self, memory: &Quota) {
        self.iterations.count_copy(memory);
    }

    pub(crate) const fn lower_bound(&self) -> Option<C> {
        self.lower_bound
    }

    pub(crate) fn best(&self) -> Option<&Solution<M, C>> {
        self.best.as_ref().map(Claimed::value)
    }
}

/// The pruning limit, and its effect on the lower bound.
///
/// A search that continues within a lower limit prunes paths that exceed this limit and proves nothing about them, so
/// no bound is raised past the least limit. If paths were pruned and the limit is raised, the search starts over.
impl<M, C: Cost> Proof<M, C> {
    /// Whether this limit admits paths that an earlier one has pruned.
    pub(crate) fn allows_more(&self, max_cost: Option<C>) -> bool {
        let pruning_limit = self.pruning_limit;
        pruning_limit.is_some_and(|limit| max_cost.is_none_or(|max| max > limit))
    }

    /// Lowers the pruning limit to `max_cost`, if there is one.
    pub(crate) fn lower_pruning_limit(&mut self, max_cost: Option<C>) {
        self.pruning_limit = match (self.pruning_limit, max_cost) {
            (Some(limit), Some(max)) => Some(limit.min(max)),
            (limit, max) => limit.or(max),
        };
    }

    /// Raises the lower bound, to just beyond the pruning limit at most; returns the new bound if it is higher.
    pub(crate) fn raise_lower_bound(&mut self, bound: C) -> Option<C> {
        let bound = match self.pruning_limit {
            Some(limit) => bound.min(beyond(limit)),
            None => bound,
        };
        if !self.trusts_bounds || self.lower_bound.is_some_and(|before| bound <= before) {
            return None;
        }
        self.lower_bound = Some(bound);
        Some(bound)
    }
}

/// A lower bound on the cost of a path that costs more than `cost`: the next cost, if costs are integers. No path costs
/// less than zero.
pub(crate) fn beyond<C: Cost>(cost: C) -> C {
    let bound = if C::IS_EXACT {
        cost.saturating_add(C::one())
    } else {
        cost
    };
    bound.max(C::zero())
}

/// Saving and loading.
impl<M, C: Cost> Proof<M, C> {
    /// Writes everything except the best solution, which is [restored](Self::restore) on its own.
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        to.flag(self.trusts_bounds);
        to.optional_cost(self.lower_bound);
        to.optional_cost(self.pruning_limit);
        to.flag(self.iteration.is_some());
        let iterations = self.iterations.iter().chain(&self.iteration);
        to.count(iterations.clone().count());
        for iteration in iterations {
            to.cost(iteration.bound);
            to.number(iteration.generated);
            to.number(iteration.expanded);
        }
    }

    pub(crate) fn load(from: &mut Reader<'_>, memory: &Quota) -> Option<Self> {
        let mut proof = Self {
            trusts_bounds: from.flag()?,
            lower_bound: from.optional_cost()?,
            pruning_limit: from.optional_cost()?,
            ..Self::default()
        };
        let is_within_iteration = from.flag()?;
        let iterations = from.list(|from| {
            let (bound, generated) = (from.cost()?, from.summand()?);
            Some(IterationCounts::new(bound, generated, from.summand()?))
        })?;
        proof.iterations = ReportedList::copy_of(&iterations, memory).ok()?;
        if is_within_iteration {
            proof.iteration = Some(proof.iterations.pop()?);
        }
        Some(proof)
    }
}
