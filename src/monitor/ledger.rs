//! [`Ledger`]: what a search has counted, held and proved; it outlasts a pause.

use alloc::vec::Vec;
use core::time::Duration;

use super::observer::{Coverage, Progress};
use crate::account::{Counts, Iteration, Memory, Stats, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::{Cost, CostExt};
use crate::solution::Solution;

/// The account of a search, kept from one run to the next.
#[derive(Clone, Debug)]
pub(crate) struct Ledger<M, C> {
    pub(super) stats: Stats<C>,
    pub(super) memory: Memory,
    pub(super) lower_bound: Option<C>,
    /// The least limit on the cost since paths may have been left out for it.
    cut_at: Option<C>,
    /// Whether what the solver takes for proved is; not so if it relies on an inadmissible heuristic.
    pub(super) trusts_bounds: bool,
    pub(super) best: Option<Solution<M, C>>,
    pub(super) coverage: Option<Coverage>,
    /// The bound of the iteration that is under way, and the counts when it began.
    pub(super) iteration: Option<Iteration<C>>,
    /// The time that all runs took.
    pub(super) spent: Duration,
}

impl<M, C> Default for Ledger<M, C> {
    fn default() -> Self {
        Self {
            stats: Stats::new(),
            memory: Memory::default(),
            lower_bound: None,
            cut_at: None,
            trusts_bounds: true,
            best: None,
            coverage: None,
            iteration: None,
            spent: Duration::ZERO,
        }
    }
}

impl<M, C: Copy> Ledger<M, C> {
    /// How many bytes are claimed for the best solution: for its moves, and for the copy that a search
    /// hands out when it is stopped.
    pub(super) const fn bytes_of(moves: &[M]) -> usize {
        2 * size_of_val(moves)
    }

    /// How far the search has come.
    pub(super) fn progress(&self) -> Progress<'_, C>
    where
        C: Copy,
    {
        let best = self.best.as_ref().map(Solution::cost);
        Progress::new(&self.stats, self.lower_bound, best, self.coverage)
    }

    /// Keeps a solution, for which so much is claimed, in the place of the one before.
    pub(super) fn keep(&mut self, best: Solution<M, C>) {
        if let Some(before) = self.best.replace(best) {
            self.memory.release(Self::bytes_of(before.moves()));
        }
    }

    pub(crate) const fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Forgets the best solution.
    pub(crate) fn forget_best(&mut self) {
        if let Some(before) = self.best.take() {
            self.memory.release(Self::bytes_of(before.moves()));
        }
    }

    /// Begins a new account; what is held is held on, and the best solution is still one.
    pub(crate) fn begin(&mut self, trusts_bounds: bool) {
        let rows = self.stats.iterations.capacity() * size_of::<Iteration<C>>();
        self.memory.release(rows);
        self.memory.put_back(rows);
        let memory = self.memory.renewed();
        *self = Self {
            memory,
            trusts_bounds,
            best: self.best.take(),
            ..Self::default()
        };
    }

    /// The same account of a search whose solutions have other moves; the best of them is not known.
    pub(super) fn of_other_moves<N>(self) -> Ledger<N, C> {
        Ledger {
            stats: self.stats,
            memory: self.memory,
            lower_bound: self.lower_bound,
            cut_at: self.cut_at,
            trusts_bounds: self.trusts_bounds,
            best: None,
            coverage: self.coverage,
            iteration: self.iteration,
            spent: self.spent,
        }
    }

    /// Makes room for one more row, and for the copy of all that is handed out.
    pub(super) fn make_room_for_row(&mut self) -> Result<(), Stop> {
        let rows = &mut self.stats.iterations;
        if rows.len() < rows.capacity() {
            return Ok(());
        }
        // By little, as there may be many.
        let (old, more) = (rows.capacity(), rows.capacity() / 8 + 4);
        let [old, more_bytes] = [old, more].map(|rows| rows * size_of::<Iteration<C>>());
        self.memory.claim(old + more_bytes)?;
        let grown = self.memory.set_aside(more_bytes).and_then(|()| {
            let reserved = rows.try_reserve_exact(more);
            reserved
                .map_err(|_| Stop::OutOfMemory)
                .inspect_err(|_| self.memory.put_back(more_bytes))
        });
        let left = if grown.is_ok() { old } else { old + more_bytes };
        self.memory.release(left);
        grown
    }

    /// What was counted so far, with the iteration that is under way; without rows if the allocator has no
    /// memory for them.
    pub(crate) fn stats(&self) -> Stats<C> {
        let begun = self.iteration.as_ref();
        let last = begun.map(|begun| Iteration::so_far(begun.bound, &self.stats).since(begun));
        let rows = &self.stats.iterations;
        let mut iterations = Vec::new();
        if iterations.try_reserve_exact(rows.len() + 1).is_ok() {
            for &row in rows.iter().chain(&last) {
                iterations.push(row);
            }
        }
        Stats {
            iterations,
            peak_bytes: self.memory.peak(),
            ..self.stats
        }
    }

    /// How many states were expanded and generated so far.
    pub(crate) const fn counts(&self) -> Counts {
        Counts {
            expanded: self.stats.expanded,
            generated: self.stats.generated,
        }
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

    pub(crate) const fn spent(&self) -> Duration {
        self.spent
    }

    /// An account of work beside another, which began so long ago and holds so many bytes.
    #[cfg(feature = "std")]
    pub(crate) fn beside(spent: Duration, held: usize) -> Self {
        Self {
            spent,
            memory: Memory::beside(held),
            ..Self::default()
        }
    }
}

/// What a limit on the cost does to what is proved.
///
/// A search that is continued within a lower limit leaves out what exceeds it, and proves nothing of that: no
/// bound is raised past the least limit. Where paths were left out and the limit is raised, the search begins anew.
impl<M, C: Cost> Ledger<M, C> {
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
impl<M, C: Cost> Ledger<M, C> {
    /// What was counted and proved. The best solution is [restored](Self::restore) by itself.
    pub(crate) fn save(&self, to: &mut Writer<'_>) {
        let stats = &self.stats;
        let counts = [
            stats.expanded,
            stats.generated,
            stats.reopened,
            stats.duplicates,
            stats.peak_stored,
            self.spent.as_nanos() as u64,
            self.memory.peak() as u64,
        ];
        counts.into_iter().for_each(|count| to.number(count));
        to.flag(self.trusts_bounds);
        to.option(self.lower_bound);
        to.option(self.cut_at);
        to.flag(self.iteration.is_some());
        let rows = stats.iterations.iter().chain(&self.iteration);
        to.count(rows.clone().count());
        for row in rows {
            to.cost(row.bound);
            to.number(row.generated);
            to.number(row.expanded);
        }
    }

    pub(crate) fn load(from: &mut Reader<'_>) -> Option<Self> {
        let mut ledger = Self {
            stats: Stats {
                expanded: from.summand()?,
                generated: from.summand()?,
                reopened: from.summand()?,
                duplicates: from.summand()?,
                peak_stored: from.summand()?,
                ..Stats::new()
            },
            spent: Duration::from_nanos(from.summand()?),
            ..Self::default()
        };
        ledger.memory.raise_peak(from.summand()? as usize);
        ledger.trusts_bounds = from.flag()?;
        ledger.lower_bound = from.option()?;
        ledger.cut_at = from.option()?;
        let is_within_iteration = from.flag()?;
        ledger.stats.iterations = from.list(|from| {
            let (bound, generated) = (from.cost()?, from.summand()?);
            Some(Iteration::new(bound, generated, from.summand()?))
        })?;
        let rows = ledger.stats.iterations.capacity() * size_of::<Iteration<C>>();
        ledger.memory.add(rows);
        ledger.memory.set_aside(rows).ok()?;
        if is_within_iteration {
            ledger.iteration = Some(ledger.stats.iterations.pop()?);
        }
        Some(ledger)
    }

    /// The best solution that is known, found elsewhere.
    pub(crate) fn restore(&mut self, best: Solution<M, C>) {
        self.memory.add(Self::bytes_of(best.moves()));
        self.keep(best);
    }

    /// Holds what was claimed elsewhere.
    pub(crate) fn claim_all(&mut self, elsewhere: &Memory) {
        self.memory.add(elsewhere.held());
        self.memory.raise_peak(elsewhere.peak());
    }
}
