//! The monitor of a search, which holds it to its limits and counts, and the observer that watches it.

mod ledger;
mod observer;
mod reversed;
mod steps;

use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;
use core::sync::atomic::Ordering;
use core::time::Duration;

pub(crate) use ledger::{Ledger, beyond};
pub use observer::{Coverage, Expanded, Generated, Layer, Observer, OnProgress, Progress, Side};
pub(crate) use steps::Steps;

use crate::account::{Budget, Clock, Counts, Iteration, Limits, Memory, ReplayFault, Stop};
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// No more states than this are expanded between two looks at clock and cancel flag.
const INTERVAL: u64 = 4096;
/// So many before the first look; then several times as many each time, as long as that takes little
/// time.
const FIRST_INTERVAL: u64 = 32;
const GROWTH: u32 = 4;
/// How much time may pass between two looks, roughly.
const PATIENCE: Duration = Duration::from_millis(1);

/// The interface between an algorithm and the search that runs it. The monitor checks limits, counts states, accounts
/// for memory and calls the observer.
///
/// You need this type only to write a solver of your own. An [`Algorithm`](crate::Algorithm) *charges* each expansion
/// to the monitor before carrying it out. If a limit is reached, the monitor refuses the charge with an error, and the
/// algorithm returns this error with `?`.
///
/// ```
/// use std::collections::{HashMap, VecDeque};
/// use puzzle_search::{
///     laws, Algorithm, Guarantee, Monitor, Notation, Puzzle, Run, Solver, Stop, Verdict,
/// };
///
/// /// Breadth-first search, as short as it can be.
/// struct Simple;
///
/// struct SimpleRun<S> {
///     queue: VecDeque<S>,
///     parents: HashMap<S, S>,
/// }
///
/// impl<P: Puzzle> Algorithm<P> for Simple {
///     type Run = SimpleRun<P::State>;
///     fn begin(&self) -> Self::Run {
///         SimpleRun { queue: VecDeque::new(), parents: HashMap::new() }
///     }
///     fn is_informed(&self) -> bool {
///         false
///     }
/// }
///
/// impl<P: Puzzle> Run<P> for SimpleRun<P::State> {
///     fn start(&mut self, starts: Vec<P::State>) {
///         self.parents = starts.iter().map(|s| (s.clone(), s.clone())).collect();
///         self.queue = starts.into();
///     }
///
///     fn advance(
///         &mut self,
///         puzzle: &P,
///         monitor: &mut Monitor<'_, P>,
///     ) -> Result<Verdict<P::State, P::Move, P::Cost>, Stop> {
///         if monitor.limits().cost.is_some() || monitor.limits().moves.is_some() {
///             return Err(Stop::UnsupportedLimit);
///         }
///         while let Some(state) = self.queue.front() {
///             if puzzle.is_goal(state) {
///                 let mut path = vec![state.clone()];
///                 while self.parents[&path[path.len() - 1]] != path[path.len() - 1] {
///                     path.push(self.parents[&path[path.len() - 1]].clone());
///                 }
///                 path.reverse();
///                 return Ok(Verdict::path(path, Guarantee::FewestMoves));
///             }
///             let children: Vec<P::State> =
///                 puzzle.neighbors(state).into_iter().map(|edge| edge.state).collect();
///             monitor.expand(children.len() as u64)?; // if this ends the run, the state is still in the queue
///             let state = state.clone();
///             for child in children {
///                 if !self.parents.contains_key(&child) {
///                     self.parents.insert(child.clone(), state.clone());
///                     self.queue.push_back(child);
///                 }
///             }
///             self.queue.pop_front();
///         }
///         Ok(Verdict::exhausted())
///     }
/// }
///
/// use puzzle_search::puzzles::SlidingTiles;
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("1 2 3  4 0 5  7 8 6")?;
/// assert_eq!(Simple.cost(&puzzle, &start)?, 2);
///
/// let small = SlidingTiles::new(2, 3)?;
/// laws::check_solver(&Simple, &small, [small.parse("4 5 0  1 2 3")?])?; // stops it everywhere, and continues
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Monitor<'a, P: Puzzle> {
    limits: &'a Limits<P::Cost>,
    observer: &'a mut dyn Observer<P>,
    ledger: &'a mut Ledger<P::Move, P::Cost>,
    /// The indices of the starts that the algorithm was given.
    starts: &'a [usize],
    shows_nodes: bool,
    budget: Budget<P::Cost>,
    /// No more states than this are expanded in all, whatever the limits allow.
    most_expanded: Option<u64>,
    threads: usize,
    /// How many states may be expanded before the next look, and when that was granted.
    interval: u64,
    granted_at: Option<Duration>,
    /// How many [`Steps`] may be done before the next look.
    steps: u64,
    clock: Clock,
    /// The time that this run is given, and the elapsed time at which it ends by this and the limits.
    slice: Option<Duration>,
    until: Option<Duration>,
}

impl<P: Puzzle> Debug for Monitor<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monitor")
            .field("limits", &self.limits)
            .field("stats", &self.ledger.stats)
            .finish_non_exhaustive()
    }
}

impl<'a, P: Puzzle> Monitor<'a, P> {
    pub(crate) fn new(
        limits: &'a Limits<P::Cost>,
        observer: &'a mut dyn Observer<P>,
        ledger: &'a mut Ledger<P::Move, P::Cost>,
        starts: &'a [usize],
    ) -> Self {
        ledger.memory.limit_to(limits.bytes);
        Self {
            shows_nodes: observer.wants_nodes(),
            clock: Clock::start(ledger.spent, limits.clock.as_ref()),
            limits,
            observer,
            ledger,
            starts,
            slice: None,
            until: limits.time,
            budget: Budget::default(),
            most_expanded: None,
            threads: 1,
            interval: FIRST_INTERVAL,
            granted_at: None,
            steps: 0,
        }
    }
}

/// Methods that an algorithm calls to report what it does.
impl<P: Puzzle> Monitor<'_, P> {
    /// Returns the limits of the search.
    #[must_use]
    pub const fn limits(&self) -> &Limits<P::Cost> {
        self.limits
    }

    /// Charges the expansion of one state with `children` children. Call this method before any child is looked up or
    /// stored.
    ///
    /// # Errors
    ///
    /// Returns an error if the expansion would exceed a limit, if the search was cancelled, or if the observer ends the
    /// search. The expansion is then not counted.
    #[inline]
    pub fn expand(&mut self, children: u64) -> Result<(), Stop> {
        if self.budget.expand_with(children) {
            return Ok(());
        }
        self.charge_own(children)
    }

    #[cold]
    #[inline(never)]
    fn charge_own(&mut self, children: u64) -> Result<(), Stop> {
        let mut budget = core::mem::take(&mut self.budget);
        let charged = self.charge(&mut budget, 1, children);
        self.budget = budget;
        charged
    }

    /// Takes back what was charged and is not to count: what comes after the goal was found.
    pub(crate) fn refund(&mut self, expansions: u64, children: u64) {
        self.settle_own();
        let stats = &mut self.ledger.stats;
        stats.expanded = stats.expanded.saturating_sub(expansions);
        stats.generated = stats.generated.saturating_sub(children);
    }

    /// Returns an empty [`Budget`]. Charging nodes to a budget is faster than calling the monitor for each node. As it
    /// is empty, the budget refuses the first node. Pass this charge to [`charge`](Self::charge), which counts the node
    /// and fills the budget.
    #[must_use]
    pub fn lend(&mut self) -> Budget<P::Cost> {
        self.settle_own();
        Budget::with_bytes(self.ledger.memory.free())
    }

    /// Counts `expansions` expansions and `children` children that `budget` has refused, and refills the budget.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions as [`expand`](Self::expand).
    pub fn charge(
        &mut self,
        budget: &mut Budget<P::Cost>,
        expansions: u64,
        children: u64,
    ) -> Result<(), Stop> {
        self.settle(budget);
        if self.shows_nodes {
            // Nothing is granted beforehand, as each node is shown.
            self.step()?;
        } else {
            self.look()?;
        }
        let stats = &mut self.ledger.stats;
        let (expanded, generated) = (stats.expanded + expansions, stats.generated + children);
        let most_expanded = least(self.limits.expanded, self.most_expanded);
        if most_expanded.is_some_and(|max| expanded > max) {
            return Err(Stop::Expanded);
        }
        if self.limits.generated.is_some_and(|max| generated > max) {
            return Err(Stop::Generated);
        }
        (stats.expanded, stats.generated) = (expanded, generated);
        if !self.shows_nodes {
            let left = |max: Option<u64>, count| max.map_or(u64::MAX, |max| max - count);
            let expansions = left(most_expanded, expanded);
            let children = left(self.limits.generated, generated);
            self.pace();
            budget.grant(
                expansions.min(self.interval),
                children.min(8 * self.interval),
            );
        }
        budget.free = self.ledger.memory.free();
        Ok(())
    }

    /// Grants more where the last grant was spent in little time, and less where states take long.
    fn pace(&mut self) {
        let now = self.clock.elapsed();
        self.interval = interval_after(self.interval, self.granted_at, now);
        self.granted_at = now;
    }

    /// Adds the counts of the budget to the statistics, and empties the budget.
    pub fn settle(&mut self, budget: &mut Budget<P::Cost>) {
        let (expanded, generated) = budget.take();
        self.ledger.stats.expanded += expanded;
        self.ledger.stats.generated += generated;
        self.ledger.memory.add(budget.reserved - budget.claimed);
        budget.claimed = budget.reserved;
        budget.free = self.ledger.memory.free();
    }

    /// Ends the use of a budget. Adds its counts to the statistics, and releases all memory that [`Budget::reserve`]
    /// has granted.
    pub fn take_back(&mut self, mut budget: Budget<P::Cost>) {
        self.settle(&mut budget);
        self.ledger.memory.release(budget.claimed);
    }

    fn settle_own(&mut self) {
        let mut budget = core::mem::take(&mut self.budget);
        self.settle(&mut budget);
    }

    /// Returns whether the observer asks to see [every node](Observer::wants_nodes). If it does, the algorithm has to
    /// show each node with [`show_expanded`](Self::show_expanded) and [`show_generated`](Self::show_generated).
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
    pub fn show_expanded(&mut self, node: Expanded<'_, P>) -> Result<(), Stop> {
        obey(self.observer.expanded(node))
    }

    /// Shows the observer a child that has been generated.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn show_generated(&mut self, node: Generated<'_, P>) -> Result<(), Stop> {
        obey(self.observer.generated(node))
    }

    /// Adds `children` to the number of generated children whose states were already stored.
    #[inline]
    pub const fn duplicates(&mut self, children: u64) {
        self.ledger.stats.duplicates += children;
    }

    /// Counts states that are expanded again, as a cheaper path to them was found.
    #[inline]
    pub(crate) const fn reopen(&mut self, states: u64) {
        self.ledger.stats.reopened += states;
    }

    /// Reports the total number of states that will be stored. Call this method before adding states.
    ///
    /// # Errors
    ///
    /// Returns an error if the number exceeds the limit on stored states. The new states must then not be stored.
    #[inline]
    pub fn store(&mut self, states: u64) -> Result<(), Stop> {
        if self.limits.stored.is_some_and(|max| states > max) {
            return Err(Stop::Stored);
        }
        let stats = &mut self.ledger.stats;
        stats.peak_stored = stats.peak_stored.max(states);
        Ok(())
    }

    /// Claims `bytes` more bytes of memory. Call this method before the memory is allocated.
    ///
    /// # Errors
    ///
    /// Returns an error if all claimed memory together would exceed the limit on bytes. Nothing is then claimed.
    pub fn claim(&mut self, bytes: usize) -> Result<(), Stop> {
        self.ledger.memory.claim(bytes)
    }

    /// Releases `bytes` bytes of the memory that was claimed.
    pub const fn release(&mut self, bytes: usize) {
        self.ledger.memory.release(bytes);
    }

    /// Reports a proved lower bound: no solution costs less than `bound`. All bounds are ignored if the solver uses a
    /// heuristic that is not [admissible](crate::Facts::admissible). A bound beyond the limit on the cost counts as just
    /// beyond that: paths that exceed the limit may have been left out.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn raise_lower_bound(&mut self, bound: P::Cost) -> Result<(), Stop> {
        match self.ledger.raise_lower_bound(bound) {
            Some(bound) => obey(self.observer.lower_bound(bound)),
            None => Ok(()),
        }
    }

    /// The best solution so far.
    pub(crate) const fn best(&self) -> Option<&Solution<P::Move, P::Cost>> {
        self.ledger.best.as_ref()
    }

    /// What is proved so far.
    pub(crate) const fn lower_bound(&self) -> Option<P::Cost> {
        self.ledger.lower_bound
    }

    /// What is taken for a bound from now on is one only if this holds; otherwise nothing is proved.
    pub(crate) const fn trust_bounds(&mut self, if_so: bool) {
        self.ledger.trusts_bounds &= if_so;
    }

    /// Reports that every solution is proved to exceed the limit on the cost. Raises the lower bound, and returns a
    /// [`Stop`]. Call this method as `return Err(monitor.stop_at_cost_limit())`.
    pub fn stop_at_cost_limit(&mut self) -> Stop {
        let told = match self.limits.cost {
            Some(max) => self.raise_lower_bound(beyond(max)),
            None => Ok(()),
        };
        told.err().unwrap_or(Stop::Cost)
    }

    /// Reports a solution: the index of its start among the starts given to the run, the start itself, the moves and
    /// their cost. If the solution is cheaper than the best so far, the monitor keeps it. If you use a
    /// [budget](Self::lend), [settle](Self::settle) it before this call and again after it.
    ///
    /// # Errors
    ///
    /// Returns an error if the solution cannot be replayed ([`Stop::Replay`]), or if there is no memory for it
    /// ([`Stop::Bytes`], [`Stop::OutOfMemory`]). Also returns an error if the observer ends the search.
    pub fn improve(
        &mut self,
        puzzle: &P,
        (index, start): (usize, &P::State),
        moves: &[P::Move],
        cost: P::Cost,
    ) -> Result<(), Stop> {
        let best = self.ledger.best.as_ref();
        if best.is_some_and(|best| best.cost() <= cost) {
            return Ok(());
        }
        let index = self.starts.get(index).copied();
        let index = index.ok_or(Stop::Replay(ReplayFault::NotAStart))?;
        let bytes = Ledger::<P::Move, P::Cost>::bytes_of(moves);
        self.ledger.memory.claim(bytes)?;
        let mut kept = Vec::new();
        if kept.try_reserve_exact(moves.len()).is_err() {
            self.ledger.memory.release(bytes);
            return Err(Stop::OutOfMemory);
        }
        kept.extend_from_slice(moves);
        let solution = Solution::new(kept, cost).begun_at(index);
        if let Err(error) = solution.verify(puzzle, start) {
            self.ledger.memory.release(bytes);
            return Err(Stop::Replay(error.into()));
        }
        self.ledger.keep(solution);
        self.settle_own();
        match &self.ledger.best {
            Some(best) => obey(self.observer.incumbent(best, &self.ledger.progress())),
            None => Ok(()),
        }
    }

    /// Begins an iteration with the given bound.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory to record the iteration. The iteration has then not begun.
    pub fn begin_iteration(&mut self, bound: P::Cost) -> Result<(), Stop> {
        self.settle_own();
        self.ledger.make_room_for_row()?;
        self.ledger.iteration = Some(Iteration::so_far(bound, &self.ledger.stats));
        Ok(())
    }

    /// Ends the current iteration, adds it to [`Stats::iterations`](crate::Stats::iterations) and shows it to the observer.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn finish_iteration(&mut self) -> Result<(), Stop> {
        self.settle_own();
        let Some(begun) = self.ledger.iteration.take() else {
            return Ok(());
        };
        let row = Iteration::so_far(begun.bound, &self.ledger.stats).since(&begun);
        self.ledger.stats.iterations.push(row);
        obey(self.observer.iteration(&row))
    }

    /// Reports to the observer that a layer of `states` states at the given depth is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the observer ends the search.
    pub fn finish_layer(&mut self, side: Side, depth: u64, states: u64) -> Result<(), Stop> {
        obey(self.observer.layer(&Layer {
            side,
            depth,
            states,
        }))
    }

    /// Checks the cancel flag and the time limit, and shows the progress to the observer.
    ///
    /// # Errors
    ///
    /// Returns an error if the cancel flag is set, if the time is used up or cannot be measured
    /// ([`Stop::NoClock`]), or if the observer ends the search.
    pub fn look(&mut self) -> Result<(), Stop> {
        let cancel = self.limits.cancel.as_ref();
        if cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if let Some(until) = self.until
            && self.clock.elapsed().ok_or(Stop::NoClock)? >= until
        {
            return Err(Stop::Time);
        }
        obey(self.observer.progress(&self.ledger.progress()))
    }
}

/// What the crate's own loops use beside.
impl<P: Puzzle> Monitor<'_, P> {
    /// Begins a new account, for work that is not a search and holds nothing yet.
    pub(crate) fn begin(&mut self) {
        self.ledger.begin(true);
        self.ledger.memory.forget();
        self.clock = Clock::start(Duration::ZERO, self.limits.clock.as_ref());
        self.run_for(self.slice);
    }

    /// The run ends when it has taken this time, if it is given one.
    pub(crate) fn run_for(&mut self, slice: Option<Duration>) {
        let until = slice.map(|slice| self.ledger.spent.saturating_add(slice));
        self.until = until.into_iter().chain(self.limits.time).min();
        self.slice = slice;
    }

    /// The elapsed time at which the run ends.
    #[cfg(feature = "std")]
    pub(crate) const fn until(&self) -> Option<Duration> {
        self.until
    }

    /// How long it has taken so far, if there is a clock.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.clock.elapsed()
    }

    /// What tells that, for other threads too.
    #[cfg(feature = "std")]
    pub(crate) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// By how many threads work is to be done.
    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    pub(crate) const fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    pub(crate) const fn memory(&mut self) -> &mut Memory {
        &mut self.ledger.memory
    }

    /// From now on progress has a [`Coverage`]: nothing yet of so many states.
    pub(crate) const fn expect_states(&mut self, total: u64) {
        self.ledger.coverage = Some(Coverage::of(total));
    }

    /// So many more of the expected states have been met.
    pub(crate) const fn meet(&mut self, states: u64) {
        if let Some(coverage) = &mut self.ledger.coverage {
            coverage.done = coverage.done.saturating_add(states);
        }
    }

    /// So many states were expanded, by a layer as a whole.
    pub(crate) const fn count_expanded(&mut self, states: u64) {
        self.ledger.stats.expanded += states;
    }

    /// How many states were expanded and generated so far.
    pub(crate) fn counts(&mut self) -> Counts {
        self.settle_own();
        self.ledger.counts()
    }

    /// How many more states may be expanded and generated.
    #[cfg(feature = "std")]
    pub(crate) fn room(&mut self) -> Counts {
        let counts = self.counts();
        let left = |max: Option<u64>, count| max.map_or(u64::MAX, |max| max.saturating_sub(count));
        Counts {
            expanded: left(self.limits.expanded, counts.expanded),
            generated: left(self.limits.generated, counts.generated),
        }
    }

    /// From now on it is a [`Stop::Expanded`] if the search has expanded so many states, whatever the limits
    /// allow.
    pub(crate) const fn expand_no_more_than(&mut self, most: Option<u64>) {
        self.most_expanded = most;
    }

    /// So many more states were expanded and generated, elsewhere.
    #[cfg(feature = "std")]
    pub(crate) const fn count(
        &mut self,
        Counts {
            expanded,
            generated,
        }: Counts,
    ) {
        self.ledger.stats.expanded += expanded;
        self.ledger.stats.generated += generated;
    }

    /// Counts the starts of a search and shows them.
    pub(crate) fn generate_starts(&mut self, puzzle: &P, starts: &[P::State]) -> Result<(), Stop> {
        let generated = starts.len() as u64;
        self.look()?;
        if self.limits.generated.is_some_and(|max| generated > max) {
            return Err(Stop::Generated);
        }
        self.show_starts(puzzle, starts)?;
        self.ledger.stats.generated = generated;
        Ok(())
    }

    /// Counts the starts of a search, of which one is a goal: no limit keeps it from being found.
    pub(crate) fn find_goal(&mut self, puzzle: &P, starts: &[P::State]) {
        self.ledger.stats.generated = starts.len() as u64;
        let _ = self.show_starts(puzzle, starts);
    }

    fn show_starts(&mut self, puzzle: &P, starts: &[P::State]) -> Result<(), Stop> {
        if self.shows_nodes {
            for state in starts {
                let h = puzzle.heuristic(state);
                self.show_generated(Generated::new(state, num_traits::zero(), h))?;
            }
        }
        Ok(())
    }

    /// Ends a run: counts what is not counted yet, and the time.
    pub(crate) fn finish(mut self) {
        self.settle_own();
        if let Some(elapsed) = self.clock.elapsed() {
            self.ledger.spent = elapsed;
        }
        let rows = size_of_val(&self.ledger.stats.iterations[..]);
        self.ledger.memory.hand_out(rows);
    }
}

const fn obey(flow: ControlFlow<()>) -> Result<(), Stop> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Observer),
    }
}

/// How many states may be expanded next, after this many that took from one time to the other.
fn interval_after(interval: u64, granted_at: Option<Duration>, now: Option<Duration>) -> u64 {
    let next = match (granted_at, now) {
        (Some(before), Some(now)) => {
            let taken = now.saturating_sub(before);
            if taken <= PATIENCE / GROWTH {
                interval * u64::from(GROWTH)
            } else {
                let share = PATIENCE.as_nanos() * u128::from(interval);
                (share / taken.as_nanos().max(1)) as u64
            }
        }
        (None, Some(_)) => FIRST_INTERVAL,
        // Nothing to go by.
        (_, None) => INTERVAL,
    };
    next.clamp(1, INTERVAL)
}

/// The lower of two limits.
pub(crate) fn least(one: Option<u64>, two: Option<u64>) -> Option<u64> {
    one.into_iter().chain(two).min()
}
