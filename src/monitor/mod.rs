//! Limits, counts and observation: everything about a search that is not the algorithm.

mod limits;
mod memory;
mod observer;
mod stats;
mod tally;

use core::fmt::{self, Debug};
use core::ops::ControlFlow;
use core::sync::atomic::Ordering;
use core::time::Duration;

use num_traits::{CheckedAdd, One};

pub use limits::{Limits, Stop};
pub(crate) use memory::Memory;
pub use observer::{Coverage, Expanded, Generated, Layer, Observer, Progress, Side};
pub use stats::{Iteration, Stats};
pub(crate) use tally::Tally;

use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::solver::{Guarantee, Outcome, Report, ReportFor, Verdict};

/// So many states may be generated, or expanded, between two looks at clock and cancel flag.
const INTERVAL: u64 = 4096;

/// Holds a search to its limits, counts what it does and shows it to an observer.
///
/// Users make one with the limits and the observer they want and pass it to
/// [`Solver::search`](crate::Solver::search); it may be used again, each search starts afresh.
/// It is neither `Send` nor `Sync`, since its observer need not be: make it in the thread that
/// searches. A search in another thread is ended by its [cancel flag](Limits::with_cancel).
///
/// Solvers report to it what they do; each of these methods answers `Err` when a limit is reached.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Limits, Monitor, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1])?;
/// let mut monitor = Monitor::new().with_limits(Limits::new().max_generated(100));
/// let report = IdaStar::new().search(&puzzle, &start, &mut monitor);
/// assert!(report.solution().is_none());
/// assert_eq!(report.stats.generated, 100);
/// assert_eq!(report.lower_bound, Some(25)); // the solution costs 31
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
pub struct Monitor<'a, P: Puzzle> {
    limits: Limits<P::Cost>,
    observer: Option<&'a mut dyn Observer<P>>,
    watches_nodes: bool,
    stats: Stats<P::Cost>,
    memory: Memory,
    lower_bound: Option<P::Cost>,
    /// Whether what the solver takes for proved is; not so if it relies on an inadmissible heuristic.
    trusts_bounds: bool,
    best: Option<Solution<P::Move, P::Cost>>,
    coverage: Option<Coverage>,
    /// The counts at which `generate` and `expand` have to look closer.
    attend_generated: u64,
    attend_expanded: u64,
    /// How often they did.
    attended: u64,
    clock: Clock,
}

impl<P: Puzzle> Debug for Monitor<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monitor")
            .field("limits", &self.limits)
            .field("observed", &self.observer.is_some())
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<P: Puzzle> Default for Monitor<'_, P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a, P: Puzzle> Monitor<'a, P> {
    /// No limits, no observer.
    #[must_use]
    pub fn new() -> Self {
        Self {
            limits: Limits::new(),
            observer: None,
            watches_nodes: false,
            stats: Stats::new(),
            memory: Memory::default(),
            lower_bound: None,
            trusts_bounds: true,
            best: None,
            coverage: None,
            attend_generated: 0,
            attend_expanded: 0,
            attended: 0,
            clock: Clock::start(),
        }
    }

    /// Holds searches to these limits.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Monitor};
    ///
    /// let monitor = Monitor::<SlidingTiles>::new().with_limits(Limits::new().max_stored(1_000));
    /// assert_eq!(monitor.limits().stored, Some(1_000));
    /// ```
    #[must_use]
    pub fn with_limits(mut self, limits: Limits<P::Cost>) -> Self {
        self.limits = limits;
        self
    }

    /// Shows searches to this observer.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::{from_fn, BreadthFirst, Layer, Monitor, Observer, Puzzle, Solver};
    ///
    /// struct Layers(Vec<u64>);
    /// impl<P: Puzzle> Observer<P> for Layers {
    ///     fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
    ///         self.0.push(layer.states);
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u8| [("+1", (n + 1) % 6, 1_u32), ("-1", (n + 5) % 6, 1)], |_| false);
    /// let mut layers = Layers(vec![]);
    /// let report = BreadthFirst::new().search(&puzzle, &0, &mut Monitor::new().with_observer(&mut layers));
    /// assert!(report.is_unsolvable());
    /// assert_eq!(layers.0, [2, 2, 1]);
    /// ```
    ///
    /// Which observer it is can be decided when the program runs:
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Monitor, Observer};
    ///
    /// struct Log;
    /// impl Observer<SlidingTiles> for Log {}
    ///
    /// let mut chosen: Vec<Box<dyn Observer<SlidingTiles>>> = vec![Box::new(Log)];
    /// for observer in &mut chosen {
    ///     let _monitor = Monitor::new().with_observer(observer);
    /// }
    /// ```
    #[must_use]
    pub fn with_observer(mut self, observer: &'a mut dyn Observer<P>) -> Self {
        self.watches_nodes = observer.wants_nodes();
        self.observer = Some(observer);
        self
    }
}

/// For solvers.
impl<P: Puzzle> Monitor<'_, P> {
    /// The limits this search is held to. A solver has to see to the cost limit itself.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// assert_eq!(Monitor::<SlidingTiles>::new().limits().cost, None);
    /// ```
    #[must_use]
    pub const fn limits(&self) -> &Limits<P::Cost> {
        &self.limits
    }

    /// The counts so far.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// monitor.duplicate();
    /// assert_eq!(monitor.stats().duplicates, 1);
    /// ```
    #[must_use]
    pub const fn stats(&self) -> &Stats<P::Cost> {
        &self.stats
    }

    /// Counts a child that is about to be looked up or compared with a bound.
    ///
    /// `node` is called only if the observer asked for node events.
    ///
    /// # Errors
    ///
    /// If a limit is reached; the child is then not counted.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Generated, Limits, Monitor, Puzzle, Stop};
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let parent = puzzle.goal();
    /// let mut monitor = Monitor::<SlidingTiles>::new().with_limits(Limits::new().max_generated(1));
    /// let mut ends = puzzle.neighbors(&parent).into_iter().map(|edge| {
    ///     monitor.generate(|| {
    ///         Generated::new(&edge.state, edge.cost, None).with_parent(&parent, &edge.mv)
    ///     })
    /// });
    /// assert_eq!((ends.next(), ends.next()), (Some(Ok(())), Some(Err(Stop::Generated))));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[inline]
    pub fn generate<'n>(&mut self, node: impl FnOnce() -> Generated<'n, P>) -> Result<(), Stop>
    where
        P: 'n,
    {
        if self.stats.generated >= self.attend_generated {
            self.attend()?;
            if self
                .limits
                .generated
                .is_some_and(|max| self.stats.generated >= max)
            {
                return Err(Stop::Generated);
            }
            self.stats.generated += 1;
            return match &mut self.observer {
                Some(observer) if self.watches_nodes => obey(observer.generated(node())),
                _ => Ok(()),
            };
        }
        self.stats.generated += 1;
        Ok(())
    }

    /// Counts a state whose neighbors are about to be asked for.
    ///
    /// # Errors
    ///
    /// If a limit is reached; the state is then not counted.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Monitor, Stop};
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let mut monitor = Monitor::<SlidingTiles>::new().with_limits(Limits::new().max_expanded(1));
    /// assert_eq!(monitor.expand(&puzzle.goal(), 0), Ok(()));
    /// assert_eq!(monitor.expand(&puzzle.goal(), 0), Err(Stop::Expanded));
    /// assert_eq!(monitor.stats().expanded, 1);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[inline]
    pub fn expand(&mut self, state: &P::State, g: P::Cost) -> Result<(), Stop> {
        if self.stats.expanded >= self.attend_expanded {
            self.attend()?;
            if self
                .limits
                .expanded
                .is_some_and(|max| self.stats.expanded >= max)
            {
                return Err(Stop::Expanded);
            }
            self.stats.expanded += 1;
            return match &mut self.observer {
                Some(observer) if self.watches_nodes => {
                    obey(observer.expanded(Expanded { state, g }))
                }
                _ => Ok(()),
            };
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Counts a child that is stored already.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// monitor.duplicate();
    /// assert_eq!(monitor.stats().duplicates, 1);
    /// ```
    #[inline]
    pub const fn duplicate(&mut self) {
        self.stats.duplicates += 1;
    }

    /// Counts a state that is expanded once more.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// monitor.reopen();
    /// assert_eq!(monitor.stats().reopened, 1);
    /// ```
    #[inline]
    pub const fn reopen(&mut self) {
        self.stats.reopened += 1;
    }

    /// Says that `states` are about to be stored at the same time.
    ///
    /// # Errors
    ///
    /// If these are more than the limit.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Monitor, Stop};
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new().with_limits(Limits::new().max_stored(5));
    /// assert_eq!((monitor.store(5), monitor.store(6)), (Ok(()), Err(Stop::Stored)));
    /// assert_eq!(monitor.stats().peak_stored, 5);
    /// ```
    #[inline]
    pub fn store(&mut self, states: u64) -> Result<(), Stop> {
        if self.limits.stored.is_some_and(|max| states > max) {
            return Err(Stop::Stored);
        }
        self.stats.peak_stored = self.stats.peak_stored.max(states);
        Ok(())
    }

    /// Asks for `bytes` more of memory, before they are allocated.
    ///
    /// # Errors
    ///
    /// If that would be more than the limit.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// let list: Vec<u64> = monitor.claim(800).map(|()| Vec::with_capacity(100))?;
    /// drop(list);
    /// monitor.release(800);
    /// # Ok::<(), puzzle_search::Stop>(())
    /// ```
    pub fn claim(&mut self, bytes: usize) -> Result<(), Stop> {
        self.memory.claim(bytes)
    }

    /// Says that `bytes` of what was claimed were freed.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// monitor.claim(1 << 20)?;
    /// monitor.release(1 << 20);
    /// # Ok::<(), puzzle_search::Stop>(())
    /// ```
    pub const fn release(&mut self, bytes: usize) {
        self.memory.release(bytes);
    }

    /// Says that no path to a goal costs less than `bound`. That counts for nothing where the search
    /// relies on a heuristic that is not [admissible](Puzzle::is_admissible).
    ///
    /// # Errors
    ///
    /// If the observer ends the search.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// monitor.raise_lower_bound(21)?;
    /// monitor.raise_lower_bound(20)?; // known already
    /// # Ok::<(), puzzle_search::Stop>(())
    /// ```
    pub fn raise_lower_bound(&mut self, bound: P::Cost) -> Result<(), Stop> {
        if !self.trusts_bounds || self.lower_bound.is_some_and(|before| bound <= before) {
            return Ok(());
        }
        self.lower_bound = Some(bound);
        self.tell(|observer| observer.lower_bound(bound))
    }

    /// The stop of a search that has found that nothing costs as little as the limit allows.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Monitor, Stop};
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new().with_limits(Limits::new().max_cost(30));
    /// assert_eq!(monitor.stop_at_cost_limit(), Stop::Cost); // and the lower bound is 31
    /// ```
    pub fn stop_at_cost_limit(&mut self) -> Stop {
        let beyond = |max: P::Cost| max.checked_add(&P::Cost::one());
        let told = match self.limits.cost.and_then(beyond) {
            Some(bound) => self.raise_lower_bound(bound),
            None => Ok(()),
        };
        told.err().unwrap_or(Stop::Cost)
    }

    /// The stop of a search that counts moves and has seen that none of so few leads to a goal.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Limits, Monitor, Stop};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?; // every move costs one: the lower bound is 31
    /// let mut monitor = Monitor::new().with_limits(Limits::new().max_cost(30));
    /// assert_eq!(monitor.stop_at_move_limit(&puzzle), Stop::Cost);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    pub fn stop_at_move_limit(&mut self, puzzle: &P) -> Stop {
        if puzzle.has_unit_costs() {
            self.stop_at_cost_limit()
        } else {
            Stop::Cost
        }
    }

    /// Says that this is the best solution so far, though not proved optimal.
    ///
    /// # Errors
    ///
    /// If the observer ends the search; the solution is kept all the same.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::{Monitor, Solution};
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// monitor.improve(Solution::new(vec![Direction::Up, Direction::Left], 2))?;
    /// assert_eq!(monitor.best().map(Solution::cost), Some(2));
    /// # Ok::<(), puzzle_search::Stop>(())
    /// ```
    pub fn improve(&mut self, solution: Solution<P::Move, P::Cost>) -> Result<(), Stop> {
        let cost = solution.cost();
        self.best = Some(solution);
        self.tell(|observer| observer.incumbent(cost))
    }

    /// The best solution so far.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Monitor;
    ///
    /// assert!(Monitor::<SlidingTiles>::new().best().is_none());
    /// ```
    #[must_use]
    pub const fn best(&self) -> Option<&Solution<P::Move, P::Cost>> {
        self.best.as_ref()
    }

    /// Says that an iteration has ended.
    ///
    /// # Errors
    ///
    /// If the observer ends the search.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Iteration, Monitor};
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// monitor.finish_iteration(Iteration::new(21, 107, 41))?;
    /// assert_eq!(monitor.stats().iterations, [Iteration::new(21, 107, 41)]);
    /// # Ok::<(), puzzle_search::Stop>(())
    /// ```
    pub fn finish_iteration(&mut self, iteration: Iteration<P::Cost>) -> Result<(), Stop> {
        self.stats.iterations.push(iteration);
        self.tell(|observer| observer.iteration(&iteration))
    }

    /// Says that a layer is complete.
    ///
    /// # Errors
    ///
    /// If the observer ends the search.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Layer, Monitor, Side};
    ///
    /// let mut monitor = Monitor::<SlidingTiles>::new();
    /// assert_eq!(monitor.finish_layer(Layer::new(Side::Start, 3, 8)), Ok(())); // nobody observes
    /// ```
    pub fn finish_layer(&mut self, layer: Layer) -> Result<(), Stop> {
        self.tell(|observer| observer.layer(&layer))
    }

    /// Looks at clock, cancel flag and observer, between two steps in which no state is counted.
    pub(crate) fn check(&mut self) -> Result<(), Stop> {
        self.attend()
    }

    fn tell(
        &mut self,
        hook: impl FnOnce(&mut dyn Observer<P>) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        match &mut self.observer {
            Some(observer) => obey(hook(*observer)),
            None => Ok(()),
        }
    }

    /// Looks at everything that is not looked at for each state, and says when to look again.
    #[cold]
    #[inline(never)]
    pub(crate) fn attend(&mut self) -> Result<(), Stop> {
        let limits = &self.limits;
        self.attended += 1;
        if self.watches_nodes && self.attended % INTERVAL != 1 {
            return Ok(());
        }
        if let Some(flag) = &limits.cancel
            && flag.load(Ordering::Relaxed)
        {
            return Err(Stop::Cancelled);
        }
        if let (Some(max), Some(elapsed)) = (limits.time, self.clock.elapsed())
            && elapsed >= max
        {
            return Err(Stop::Time);
        }
        if !self.watches_nodes {
            let next = |count: u64, max: Option<u64>| {
                max.unwrap_or(u64::MAX).min(count.saturating_add(INTERVAL))
            };
            self.attend_generated = next(self.stats.generated, self.limits.generated);
            self.attend_expanded = next(self.stats.expanded, self.limits.expanded);
        }
        if let Some(observer) = &mut self.observer {
            let best = self.best.as_ref().map(Solution::cost);
            let progress = Progress::new(&self.stats, self.lower_bound, best, self.coverage);
            return obey(observer.progress(&progress));
        }
        Ok(())
    }
}

/// For the crate's own protocol and its hot loops.
impl<P: Puzzle> Monitor<'_, P> {
    pub(crate) fn begin(&mut self) {
        self.stats = Stats::new();
        self.memory = Memory::new(self.limits.bytes);
        self.lower_bound = None;
        self.trusts_bounds = true;
        self.best = None;
        self.coverage = None;
        (self.attend_generated, self.attend_expanded) = (0, 0);
        self.attended = 0;
        self.clock = Clock::start();
    }

    /// Whether lower bounds, and solutions that are taken for optimal, are proved.
    pub(crate) const fn trust_bounds(&mut self, proved: bool) {
        self.trusts_bounds = proved;
    }

    /// Says how many states a table or a space has; what is [met](Self::meet) is counted anew.
    pub(crate) const fn expect_states(&mut self, total: u64) {
        self.coverage = Some(Coverage::of(total));
    }

    /// Says that so many more of the states that are expected were met.
    pub(crate) const fn meet(&mut self, states: u64) {
        if let Some(coverage) = &mut self.coverage {
            coverage.done = coverage.done.saturating_add(states);
        }
    }

    /// Counts a root that is a goal: under any limits, and whatever the observer answers.
    pub(crate) fn count_root(&mut self, puzzle: &P, state: &P::State) {
        self.stats.generated = 1;
        if let Some(observer) = &mut self.observer
            && self.watches_nodes
        {
            let _ = observer.generated(root(puzzle, state));
        }
    }

    pub(crate) fn generate_root(&mut self, puzzle: &P, state: &P::State) -> Result<(), Stop> {
        if puzzle.has_unit_costs() {
            self.raise_lower_bound(One::one())?;
        }
        self.generate(|| root(puzzle, state))
    }

    /// How many children may be generated, and expanded, without asking; then
    /// [`account`](Self::account) tells how many were, and the next call of
    /// [`generate`](Self::generate) or [`expand`](Self::expand) looks at everything. So many
    /// children as are `pending` will count as generated, and may be expanded, on top of that.
    pub(crate) fn allowance(&mut self, pending: u64) -> u64 {
        (self.attend_generated, self.attend_expanded) = (0, 0);
        if self.watches_nodes {
            return 0;
        }
        let left = |max: Option<u64>, count| max.map_or(u64::MAX, |max| max.saturating_sub(count));
        let generated = left(self.limits.generated, self.stats.generated);
        // One more state may be expanded than is generated meanwhile.
        let expanded = left(self.limits.expanded, self.stats.expanded).saturating_sub(1);
        let left = generated.min(expanded).saturating_sub(pending);
        left.min(8 * INTERVAL)
    }

    pub(crate) const fn account(&mut self, generated: u64, expanded: u64) {
        self.stats.generated += generated;
        self.stats.expanded += expanded;
    }

    /// Ends a search that has generated more than it may, and counts only what it may have.
    ///
    /// A child that was counted ahead may turn out to be one too many; it has led nowhere yet.
    pub(crate) fn cut_off_at_limit(&mut self) -> Result<(), Stop> {
        match self.limits.generated {
            Some(max) if self.stats.generated > max => {
                self.stats.generated = max;
                Err(Stop::Generated)
            }
            _ => Ok(()),
        }
    }

    /// Takes back what was counted too early.
    pub(crate) const fn take_back(&mut self, generated: u64) {
        self.stats.generated -= generated;
    }

    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.clock.elapsed()
    }

    pub(crate) const fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    pub(crate) fn report(
        &mut self,
        puzzle: &P,
        verdict: Result<Verdict<P::Move, P::Cost>, Stop>,
    ) -> ReportFor<P> {
        let best = self.best.take();
        let outcome = match verdict {
            Ok(Verdict::Solved(solution, guarantee)) => {
                let guarantee = match guarantee {
                    // A start that is a goal needs no proof.
                    _ if !self.trusts_bounds && !solution.is_empty() => Guarantee::Unproved,
                    Guarantee::FewestMoves if puzzle.has_unit_costs() => Guarantee::Optimal,
                    other => other,
                };
                Outcome::Solved {
                    solution,
                    guarantee,
                }
            }
            Ok(Verdict::Unsolvable(reason)) => Outcome::Unsolvable { reason },
            Err(stop) => Outcome::Stopped { stop, best },
        };
        let lower_bound = match &outcome {
            Outcome::Solved {
                solution,
                guarantee: Guarantee::Optimal,
            } => Some(solution.cost()),
            Outcome::Unsolvable { .. } => None,
            _ => self.lower_bound,
        };
        self.stats.peak_bytes = self.memory.peak();
        Report {
            outcome,
            lower_bound,
            stats: core::mem::take(&mut self.stats),
            elapsed: self.clock.elapsed(),
        }
    }
}

/// What is told of the start.
fn root<'n, P: Puzzle>(puzzle: &P, state: &'n P::State) -> Generated<'n, P> {
    Generated {
        parent: None,
        mv: None,
        state,
        g: num_traits::zero(),
        h: puzzle.heuristic(state),
    }
}

const fn obey(flow: ControlFlow<()>) -> Result<(), Stop> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Observer),
    }
}

/// The time since the search began, where there is a clock.
#[derive(Debug)]
struct Clock {
    #[cfg(feature = "std")]
    start: std::time::Instant,
}

impl Clock {
    fn start() -> Self {
        Self {
            #[cfg(feature = "std")]
            start: std::time::Instant::now(),
        }
    }

    fn elapsed(&self) -> Option<Duration> {
        #[cfg(feature = "std")]
        return Some(self.start.elapsed());
        #[cfg(not(feature = "std"))]
        None
    }
}
