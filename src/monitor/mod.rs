//! [`Monitor`]: an algorithm reports its steps to its monitor, which counts them, holds the search to its limits, keeps
//! the incumbent and the proved bounds, and calls the observer.
//!
//! Invariant: work is charged, that is, counted and tested against the limits, before it is done; the incumbent was
//! verified by replay; and the lower bound only rises.

mod children;
mod iteration_counts;
mod observer;
mod proof;
mod reversed;
mod solver_traits;

use core::fmt::{self, Debug};
use core::ops::ControlFlow;

pub use children::{ChildNode, Children};
pub use iteration_counts::IterationCounts;
pub use observer::{Expanded, Generated, Observer, SearchProgress};
use proof::incumbent_bytes;
pub(crate) use proof::{Proof, beyond};
pub use solver_traits::SolverTraits;

use crate::account::{
    Budget, Claim, Claimed, Counts, Layer, Ledger, Limits, Meter, Quota, ReplayFault, Side, Stats,
    Stop, TaskObserver, TaskProgress, obey,
};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{self, Bound, NodeRef, ResumePoint, Root, WalkAccount};
use crate::solution::{Solution, replay};

/// The interface between an algorithm and the search that runs it. The monitor checks limits, counts states, accounts
/// for memory and calls the observer. It is a [`Meter`] that also knows the proved bounds and the incumbent.
///
/// You need this type only to write a solver of your own: the page of [`Run`](crate::solver::Run) has an example. A run
/// [generates](Self::generate) the children of a state, makes room for them, and has the expansion
/// [charged](Self::expand) before it does anything with them. If a limit is reached, the monitor refuses the charge
/// with an error, and the run returns this error with `?`.
pub struct Monitor<'a, S, M, C> {
    account: &'a mut Ledger,
    limits: &'a Limits,
    max_cost: Option<C>,
    observed: Observed<'a, S, M, C>,
    /// For each start that the run was given, its index among all starts of the search.
    starts: &'a [usize],
    shows_nodes: bool,
    /// The traits of the solver, which determine how [`generate`](Self::generate) makes children.
    pub(crate) traits: SolverTraits,
}

/// The [`Monitor`] of a search of a puzzle of type `P`.
pub type MonitorOf<'a, P> =
    Monitor<'a, <P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// The observer of a search, in the form in which a [`Meter`] calls it, and the proved bounds that the observer is
/// shown.
struct Observed<'a, S, M, C> {
    observer: &'a mut (dyn Observer<S, M, C> + 'a),
    proof: &'a mut Proof<M, C>,
}

impl<S, M, C: Copy> Observed<'_, S, M, C> {
    /// The progress at these counts.
    fn progress_at(&self, stats: Stats) -> SearchProgress<C> {
        SearchProgress {
            stats,
            lower_bound: self.proof.lower_bound,
            best_cost: self.proof.best().map(Solution::cost),
        }
    }
}

impl<S, M, C: Copy> TaskObserver for Observed<'_, S, M, C> {
    fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
        let progress = self.progress_at(progress.stats);
        self.observer.progress(&progress)
    }

    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.observer.layer(layer)
    }
}

impl<S, M, C: Debug> Debug for Monitor<'_, S, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monitor")
            .field("limits", &self.limits)
            .field("max_cost", &self.max_cost)
            .field("stats", &self.account.stats)
            .finish_non_exhaustive()
    }
}

impl<'a, S, M, C> Monitor<'a, S, M, C> {
    /// A monitor on an account whose run was [started](Ledger::start) within `limits`.
    pub(crate) fn new(
        account: &'a mut Ledger,
        limits: &'a Limits,
        max_cost: Option<C>,
        observer: &'a mut (dyn Observer<S, M, C> + 'a),
        proof: &'a mut Proof<M, C>,
        starts: &'a [usize],
    ) -> Self {
        Self {
            shows_nodes: observer.wants_nodes(),
            account,
            limits,
            max_cost,
            observed: Observed { observer, proof },
            starts,
            traits: SolverTraits::default(),
        }
    }
}

/// Methods by which an algorithm reports its steps.
impl<S, M, C: Cost> Monitor<'_, S, M, C> {
    /// Returns the meter of the account, which is told of stored states, memory, duplicates and layers, and looks at
    /// clock and cancel flag. Code that needs neither the puzzle nor the bounds is given only the meter.
    #[must_use]
    #[inline]
    pub fn meter(&mut self) -> Meter<'_> {
        let mut meter = Meter::new(self.account, self.limits, &mut self.observed);
        meter.shows_nodes = self.shows_nodes;
        meter
    }

    /// Returns the limits of the search.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        self.limits
    }

    /// Returns the maximum cost of a solution: see [`Search::max_cost`](crate::Search::max_cost).
    #[must_use]
    #[inline]
    pub const fn max_cost(&self) -> Option<C> {
        self.max_cost
    }

    /// Returns a depth-first walk from a root, within a bound, whose nodes are charged to this monitor. `resume_point`
    /// says where the walk goes on. The page of [`Iteration`](traversal::Iteration) tells what to do with it.
    pub fn iteration<'b>(
        &'b mut self,
        root: Root<'b, S, M, C>,
        bound: Bound<C>,
        resume_point: &'b mut ResumePoint<C>,
    ) -> traversal::Iteration<'b, S, M, C> {
        traversal::Iteration::new(self, root, bound, resume_point)
    }

    /// Returns whether the observer asks to see [every node](Observer::wants_nodes). [`expand`](Self::expand) shows the
    /// nodes; an algorithm that charges its [`Meter`] itself has to show each with
    /// [`show_expanded`](Self::show_expanded) and [`show_generated`](Self::show_generated).
    #[must_use]
    #[inline]
    pub const fn shows_nodes(&self) -> bool {
        self.shows_nodes
    }

    /// Shows the observer the state that is being expanded.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn show_expanded(&mut self, node: Expanded<'_, S, C>) -> Result<(), Stop> {
        obey(self.observed.observer.expanded(node))
    }

    /// Shows the observer a child that has been generated.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn show_generated(&mut self, node: Generated<'_, S, M, C>) -> Result<(), Stop> {
        obey(self.observed.observer.generated(node))
    }

    /// Reports a proved lower bound: no solution costs less than `bound`. All bounds are ignored if the solver uses a
    /// heuristic that is not [admissible](crate::Facts::admissible). A bound beyond the limit on the cost is lowered to
    /// just beyond this limit, since paths that exceed the limit may have been left out.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn raise_lower_bound(&mut self, bound: C) -> Result<(), Stop> {
        match self.observed.proof.raise_lower_bound(bound) {
            Some(bound) => obey(self.observed.observer.lower_bound(bound)),
            None => Ok(()),
        }
    }

    /// Returns the best solution so far: the last that [`improve`](Self::improve) kept, or the one that the search
    /// [began with](crate::Search::with_incumbent).
    #[must_use]
    pub fn best(&self) -> Option<&Solution<M, C>> {
        self.observed.proof.best()
    }

    /// The proved lower bound so far.
    pub(crate) const fn lower_bound(&self) -> Option<C> {
        self.observed.proof.lower_bound
    }

    /// Ignores bounds from now on, since they rest on an inadmissible heuristic.
    pub(crate) const fn distrust_bounds(&mut self) {
        self.observed.proof.trusts_bounds = false;
    }

    /// Reports that every solution is proved to exceed the limit on the cost. Raises the lower bound, and returns
    /// [`Stop::Cost`], or the stop by the observer. Call this method as `return Err(monitor.stop_at_cost_limit())`.
    pub fn stop_at_cost_limit(&mut self) -> Stop {
        let raised = match self.max_cost {
            Some(max) => self.raise_lower_bound(beyond(max)),
            None => Ok(()),
        };
        raised.err().unwrap_or(Stop::Cost)
    }

    /// Reports a solution: the `index` of its start among the starts given to the run, the start itself, the moves and
    /// their cost. If the solution is cheaper than the best so far, the monitor keeps it.
    ///
    /// # Errors
    ///
    /// Returns an error if the solution cannot be replayed ([`Stop::Replay`]), or if there is no memory for it
    /// ([`Stop::Bytes`], [`Stop::OutOfMemory`]). Also returns an error if the observer ends the search.
    pub fn improve<P>(
        &mut self,
        puzzle: &P,
        index: usize,
        start: &S,
        moves: &[M],
        cost: C,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
        M: Clone,
    {
        let proof = &mut *self.observed.proof;
        if proof.best().is_some_and(|best| best.cost() <= cost) {
            return Ok(());
        }
        let index = self.starts.get(index).copied();
        let index = index.ok_or(Stop::Replay(ReplayFault::NotAStart))?;
        let claim = Claim::new(incumbent_bytes(moves), &self.account.memory)?;
        let mut kept = replay::list(moves.len())?;
        kept.extend_from_slice(moves);
        let solution = Solution::new(kept, cost).begun_at(index);
        solution.verify(puzzle, start)?;
        proof.best = Some(Claimed::adopt(solution, claim));
        self.account.settle_own();
        let progress = self.observed.progress_at(self.account.stats);
        let Observed { observer, proof } = &mut self.observed;
        match proof.best() {
            Some(best) => obey(observer.incumbent(best, &progress)),
            None => Ok(()),
        }
    }

    /// Begins an iteration with the given bound.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory to record the iteration. The iteration has then not begun.
    pub fn begin_iteration(&mut self, bound: C) -> Result<(), Stop> {
        self.account.settle_own();
        let proof = &mut *self.observed.proof;
        proof.make_room_for_iteration(&self.account.memory)?;
        proof.iteration = Some(IterationCounts::so_far(bound, self.account.counts()));
        Ok(())
    }

    /// Ends the current iteration, adds it to [`Report::iterations`](crate::Report::iterations) and shows it to the
    /// observer.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn finish_iteration(&mut self) -> Result<(), Stop> {
        self.account.settle_own();
        let counts = self.account.counts();
        match self.observed.proof.finish_iteration(counts) {
            Some(iteration) => obey(self.observed.observer.iteration(&iteration)),
            None => Ok(()),
        }
    }
}

/// Methods for the loops of this crate.
impl<S, M, C: Cost> Monitor<'_, S, M, C> {
    /// Begins the counts and the proof of new work, which holds no memory yet.
    pub(crate) fn begin(&mut self) {
        self.observed.proof.begin();
        self.meter().begin();
    }

    /// Charges the expansion of a state: see [`Meter::expand`].
    #[inline]
    pub(crate) fn charge_expansion(&mut self, children: u64) -> Result<(), Stop> {
        if self.account.charge_expansion(children) {
            return Ok(());
        }
        self.meter().charge_own(children)
    }

    /// Counts a step that expands no state: see [`Meter::step`].
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Stop> {
        self.meter().step()
    }

    pub(crate) const fn memory(&self) -> &Quota {
        &self.account.memory
    }

    /// Takes back charges, as [`Meter::refund`] does.
    pub(crate) fn refund(&mut self, expansions: u64, children: u64) {
        self.meter().refund(expansions, children);
    }

    /// Counts states that are reopened because a cheaper path to them was found.
    #[inline]
    pub(crate) const fn reopen(&mut self, states: u64) {
        self.account.stats.reopened += states;
    }

    /// The expanded and generated states so far.
    pub(crate) fn counts(&mut self) -> Counts {
        self.meter().counts()
    }

    /// Counts the starts of a search and shows them.
    pub(crate) fn generate_starts<P>(&mut self, puzzle: &P, starts: &[S]) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let generated = starts.len() as u64;
        self.meter().admit_starts(generated)?;
        self.show_starts(puzzle, starts)?;
        self.account.stats.generated = generated;
        Ok(())
    }

    /// Counts the starts of a search and shows them, if one of them is a goal. No limit applies, since the empty
    /// solution is always found.
    pub(crate) fn generate_starts_with_goal<P>(&mut self, puzzle: &P, starts: &[S])
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        self.account.stats.generated = starts.len() as u64;
        let _ = self.show_starts(puzzle, starts);
    }

    fn show_starts<P>(&mut self, puzzle: &P, starts: &[S]) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        if self.shows_nodes {
            for state in starts {
                let h = puzzle.heuristic(state);
                self.show_generated(Generated::new(Side::Start, state, C::zero(), h))?;
            }
        }
        Ok(())
    }

    /// Ends a run: settles the remaining charges, and adds its time.
    pub(crate) fn finish(&mut self) {
        self.account.finish();
        self.observed.proof.count_copy(&self.account.memory);
    }
}

/// The interface to depth-first walks.
impl<S, M, C: Cost> WalkAccount<S, M, C> for Monitor<'_, S, M, C> {
    fn lend(&mut self) -> Budget {
        self.meter().lend()
    }

    fn charge(&mut self, budget: &mut Budget, expansions: u64, children: u64) -> Result<(), Stop> {
        self.meter().charge(budget, expansions, children)
    }

    fn settle(&mut self, budget: &mut Budget) {
        self.account.settle(budget);
    }

    fn refund(&mut self, expansions: u64, children: u64) {
        Monitor::refund(self, expansions, children);
    }

    fn counts(&mut self) -> Counts {
        Monitor::counts(self)
    }

    fn memory(&self) -> &Quota {
        Monitor::memory(self)
    }

    fn shows_nodes(&self) -> bool {
        self.shows_nodes
    }

    fn show_expanded(&mut self, node: NodeRef<'_, S, C>) -> Result<(), Stop> {
        Monitor::show_expanded(self, Expanded::new(Side::Start, node.state, node.g, node.h))
    }

    fn show_generated(&mut self, from: &S, mv: &M, node: NodeRef<'_, S, C>) -> Result<(), Stop> {
        let node = Generated::new(Side::Start, node.state, node.g, node.h);
        Monitor::show_generated(self, node.with_parent(from, mv))
    }
}
