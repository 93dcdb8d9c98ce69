//! [`Distances`]: Dijkstra's algorithm from some starts to every reachable state.
//!
//! Starts go in, and states come out in the order of their distances. Invariant: the settled states are those of the
//! closed nodes and of the node that was settled last, and their g are their distances.

use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::{ControlFlow, Deref};
use core::time::Duration;

use crate::account::{Claim, Limits, OnProgress, Quota, Stats, Stop};
use crate::cost::Cost;
use crate::driver::{AppliedLimits, Driver, Measure, StartStatus, run_methods};
use crate::monitor::{Monitor, MonitorOf, Observer, Proof, SearchProgress};
use crate::puzzle::{CostOf, MoveOf, Puzzle, StateOf};
use crate::search::{BestFirstRun, BestNode, ByG, Decision, Judge};
use crate::solution::replay::{EdgeChoice, along};

/// Dijkstra's algorithm without a goal: a search for the distances of all states that can be reached from some starts,
/// nearest states first. The distance of a state is the cost of a cheapest path from a start to the state.
///
/// A state is *settled* once its distance is known for certain. [`nearest`](Self::nearest) settles one state after
/// another, even in an infinite graph. [`run`](Self::run) settles all states that can be reached or, with a limit on
/// the cost, all states within this limit.
///
/// `B` is a pointer to the puzzle: `&P`, `Box<P>` or `Arc<P>`; with a `Box<P>` or an `Arc<P>`, a struct can keep the
/// search. `O` is the type of the observer. The puzzle's goals and heuristic are not used. To get the distances *to*
/// given states, use these states as starts in the [reversed](crate::puzzle::TwoSided::reversed) puzzle.
///
/// * **Time**: each state is expanded once. **Memory**: each generated state is stored.
///
/// ```
/// use puzzle_search::answers::Distances;
/// use puzzle_search::from_fn;
///
/// // Doubling costs 3, adding one costs 1.
/// let puzzle = from_fn(|&n: &u32| [("double", 2 * n, 3_u32), ("add", n + 1, 1)], |_| false);
/// let mut distances = Distances::new(&puzzle, [1]);
/// let nearest: Vec<_> = distances.nearest().take(5).collect::<Result<_, _>>()?;
/// assert_eq!(nearest, [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]);
/// // Continue, in this infinite graph, until a number greater than 100 is settled.
/// assert_eq!(distances.nearest().find(|next| next.is_ok_and(|(n, _)| n > 100)), Some(Ok((112, 18))));
/// assert_eq!(distances.get(&12), Some(8));
/// assert_eq!(distances.path_to(&12), Some(vec![1, 2, 3, 6, 12]));
/// assert!(distances.iter().is_sorted_by_key(|(_, cost)| cost));
/// # Ok::<(), puzzle_search::Stop>(())
/// ```
///
/// This example settles all boards at most ten moves from the goal, by one call of `run` with a limit on the cost:
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::answers::Distances;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let mut distances = Distances::new(&puzzle, [puzzle.goal()]).max_cost(10);
/// distances.run()?;
/// assert_eq!(distances.len(), 706); // boards at most ten moves away
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use = "nothing is settled until it is asked for"]
pub struct Distances<B: Deref<Target: Puzzle>, O = ()> {
    puzzle: B,
    starts: Vec<StateOf<B>>,
    dijkstra: BestFirstRun<StateOf<B>, CostOf<B>, ByG>,
    /// The node that was settled last. It may not be expanded yet: when states are settled one at a time, or when a
    /// limit stopped its expansion.
    last_settled: Option<u32>,
    /// The number of settled states.
    settled: usize,
    phase: RunPhase,
    /// The number of nodes that [`check_overflow`] has checked.
    checked: u32,
    /// The reason why the limits of the last run were refused, if they were.
    refused: Option<Stop>,
    driver: Driver,
    observer: O,
    max_cost: Option<CostOf<B>>,
    /// The limits that were accepted last.
    applied: AppliedLimits<CostOf<B>>,
    proof: Proof<MoveOf<B>, CostOf<B>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunPhase {
    /// The next run starts over.
    New,
    /// The next run settles further states.
    Begun,
    /// A run is searching, or was when user code panicked.
    Running,
    /// All states are settled, or the search was stopped.
    Ended(Result<(), Stop>),
}

/// The search asks it about each node before it expands the node, which is then settled.
struct Settling<'a> {
    last_settled: &'a mut Option<u32>,
    settled: &'a mut usize,
    /// The decision on a node that was not settled before: `Expand`, or `End` to pause before the expansion.
    when_settled: Decision,
}

impl<S, C> Judge<S, C> for Settling<'_> {
    #[inline(always)]
    fn judge(&mut self, node: u32, _: &BestNode<S, C>) -> Decision {
        if *self.last_settled == Some(node) {
            return Decision::Expand;
        }
        *self.last_settled = Some(node);
        *self.settled += 1;
        self.when_settled
    }
}

impl<P: Puzzle, B: Deref<Target = P>> Distances<B> {
    /// Creates a search for the distances from `starts`. If there are several starts, the distance of a state is its
    /// distance from the nearest start.
    pub fn new(puzzle: B, starts: impl IntoIterator<Item = P::State>) -> Self {
        Self {
            puzzle,
            starts: starts.into_iter().collect(),
            dijkstra: BestFirstRun::new(ByG),
            last_settled: None,
            settled: 0,
            phase: RunPhase::New,
            checked: 0,
            refused: None,
            driver: Driver::default(),
            observer: (),
            max_cost: None,
            applied: AppliedLimits::unchanged(Limits::new(), None),
            proof: Proof::default(),
        }
    }
}

impl<P: Puzzle, B: Deref<Target = P>, O: Observer<P::State, P::Move, P::Cost>> Distances<B, O> {
    // The methods that a `Search` has as well: `limits`, `set_limits`, `stats` and `observer`, then `max_cost`.
    run_methods! {
        /// A limit on the moves is supported only if the puzzle's facts say that all edges [cost
        /// one](crate::Facts::unit_costs).
        limits: driver
    }

    run_methods! {
        /// Returns this search, limited to states that are reached at no more than this cost.
        ///
        /// ```
        /// use puzzle_search::answers::Distances;
        /// use puzzle_search::from_steps;
        ///
        /// let puzzle = from_steps(|&n: &u64| [n + 1, 2 * n], |_| false);
        /// let mut distances = Distances::new(&puzzle, [1]).max_cost(3);
        /// distances.run()?;
        /// assert_eq!((distances.get(&8), distances.get(&16)), (Some(3), None));
        /// # Ok::<(), puzzle_search::Stop>(())
        /// ```
        ///
        /// If states were left out, any other limit on the cost, also a lower one, makes the search start over. If none
        /// were, states beyond a lower limit stay settled.
        max_cost: max_cost
    }

    /// Returns this search with its observer replaced by `observer`.
    pub fn observe<N: Observer<P::State, P::Move, P::Cost>>(self, observer: N) -> Distances<B, N> {
        Distances {
            puzzle: self.puzzle,
            starts: self.starts,
            dijkstra: self.dijkstra,
            last_settled: self.last_settled,
            settled: self.settled,
            phase: self.phase,
            checked: self.checked,
            refused: self.refused,
            driver: self.driver,
            observer,
            max_cost: self.max_cost,
            applied: self.applied,
            proof: self.proof,
        }
    }

    /// Returns this search with its observer replaced by a closure, which is called with the progress every few
    /// thousand states. If the closure returns `Break`, the run stops with [`Stop::Observer`].
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::answers::Distances;
    /// use puzzle_search::{from_steps, Stop};
    ///
    /// let puzzle = from_steps(|&n: &u64| [n + 1, 2 * n], |_| false); // an infinite graph
    /// let mut distances = Distances::new(&puzzle, [1]).on_progress(|progress| {
    ///     if progress.stats.expanded > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(distances.run(), Err(Stop::Observer));
    /// assert!(distances.len() > 10_000);
    /// ```
    pub fn on_progress<F>(self, closure: F) -> Distances<B, OnProgress<F>>
    where
        F: FnMut(&SearchProgress<P::Cost>) -> ControlFlow<()>,
    {
        self.observe(OnProgress(closure))
    }

    /// Makes the search start over from other starts, with the same limits.
    pub fn restart(&mut self, starts: impl IntoIterator<Item = P::State>) {
        // Collected before anything changes, since the iterator may panic.
        self.starts = starts.into_iter().collect();
        self.refused = None;
        if self.phase != RunPhase::Running {
            (self.phase, self.last_settled, self.settled) = (RunPhase::New, None, 0);
            self.driver.account.begin();
        }
    }

    /// Searches until every state that can be reached is settled.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit ends the search. The distances of the settled states are then correct, and the
    /// search can continue with larger limits. A limit on the cost causes an error only if it is set or lowered after
    /// the search has begun. Also returns an error if an edge costs less than zero, or if a distance exceeds the range
    /// of the cost type.
    pub fn run(&mut self) -> Result<(), Stop> {
        match self.begin(Decision::Expand)? {
            Some(mut run) => run.go_on().map(|_| ()),
            None => Ok(()),
        }
    }

    run_methods! {
        /// Searches like [`run`](Self::run), for about `time`. If this time is too short, another call continues the
        /// search.
        ///
        /// # Errors
        ///
        /// Returns [`Stop::Slice`] if the time is too short, and [`Stop::NoClock`] if there is no clock: see
        /// [`Limits::with_clock`]. Otherwise the errors are those of `run`.
        ///
        /// ```
        /// use std::sync::Arc;
        /// use std::time::Duration;
        /// use puzzle_search::puzzles::SlidingTiles;
        /// use puzzle_search::answers::Distances;
        /// use puzzle_search::Stop;
        ///
        /// let puzzle = Arc::new(SlidingTiles::new(2, 3)?);
        /// let mut distances = Distances::new(Arc::clone(&puzzle), [puzzle.goal()]);
        /// // In each frame of a game:
        /// while distances.run_for(Duration::from_millis(2)) == Err(Stop::Slice) {}
        /// assert_eq!((distances.len(), distances.stop()), (360, None));
        /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
        /// ```
        run_for: driver -> Result<(), Stop>
    }

    /// Returns an iterator that settles further states, nearest first, and returns each state with its distance. The
    /// iterator ends when no more states can be reached. If the search is stopped, for example by a limit, the iterator
    /// returns the reason as an error before it ends, so that a part is not mistaken for the whole.
    ///
    /// The iterator is one run: the time until it is dropped counts.
    ///
    /// ```
    /// use puzzle_search::answers::Distances;
    /// use puzzle_search::{from_steps, Limits, Stop};
    ///
    /// let puzzle = from_steps(|&n: &u64| [n + 1], |_| false);
    /// let mut distances = Distances::new(&puzzle, [1]).limits(Limits::new().max_expanded(2));
    /// let nearest: Vec<_> = distances.nearest().collect();
    /// assert_eq!(nearest, [Ok((1, 0)), Ok((2, 1)), Ok((3, 2)), Err(Stop::Expanded)]);
    /// ```
    pub fn nearest<'a>(&'a mut self) -> impl Iterator<Item = Result<(P::State, P::Cost), Stop>>
    where
        P: Puzzle<State: 'a, Move: 'a, Cost: 'a> + 'a,
    {
        let (mut run, mut stop) = match self.begin(Decision::End) {
            Ok(run) => (run, None),
            Err(stop) => (None, Some(stop)),
        };
        core::iter::from_fn(move || {
            if let Some(stop) = stop.take() {
                return Some(Err(stop));
            }
            let active_run = run.as_mut()?;
            match active_run.go_on() {
                Ok(Some(node)) => {
                    let reached = active_run.dijkstra.nodes().get(node);
                    Some(Ok((reached.state.clone(), reached.g)))
                }
                end => {
                    run = None;
                    end.err().map(Err)
                }
            }
        })
    }

    /// Begins a run, which goes on from where the last run ended or starts over; `None` if every state is settled.
    fn begin(&mut self, when_settled: Decision) -> Result<Option<ActiveRun<'_, P>>, Stop> {
        let slice = self.driver.slice.take();
        let puzzle = &*self.puzzle;
        let (facts, limits) = (puzzle.facts(), &self.driver.limits);
        let applied = AppliedLimits::new(&facts, Measure::Costs, limits, self.max_cost);
        self.refused = None;
        match self.phase {
            RunPhase::Running => return Err(Stop::Panicked),
            // With a limit on the cost, a path beyond the range merely exceeds the limit, so the search can go on.
            RunPhase::Ended(Err(Stop::CostOverflow))
                if applied.as_ref().is_ok_and(|held| held.max_cost.is_some()) => {}
            RunPhase::Ended(Err(stop)) if !stop.can_go_on() => return Err(stop),
            // Unless paths were pruned by a limit, all states are settled.
            RunPhase::Ended(Ok(())) if !self.dijkstra.has_cut() => return Ok(None),
            _ => {}
        }
        self.refused = applied.as_ref().err().copied();
        let before = core::mem::replace(&mut self.applied, applied?);
        // Paths were left out, and another limit may admit some of them, or forbid some of those found: start over.
        if self.dijkstra.has_cut() && self.applied.max_cost != before.max_cost {
            (self.phase, self.last_settled, self.settled) = (RunPhase::New, None, 0);
        }
        let is_new = self.phase == RunPhase::New;
        if is_new {
            if let Err(stop) = StartStatus::admit(puzzle, &self.starts) {
                self.phase = RunPhase::Ended(Err(stop));
                return Err(stop);
            }
            self.driver.account.begin();
            self.proof = Proof::default();
            self.checked = 0;
            self.dijkstra.begin(self.starts.clone());
            self.phase = RunPhase::Begun;
        }
        let AppliedLimits { limits, max_cost } = &self.applied;
        let (account, proof) = (self.driver.start(limits, slice), &mut self.proof);
        let mut run = ActiveRun {
            puzzle,
            dijkstra: &mut self.dijkstra,
            judge: Settling {
                last_settled: &mut self.last_settled,
                settled: &mut self.settled,
                when_settled,
            },
            checked: &mut self.checked,
            phase: &mut self.phase,
            monitor: Monitor::new(account, limits, *max_cost, &mut self.observer, proof, &[]),
        };
        if is_new {
            // A search without any time left must not settle a state.
            let look = run.monitor.meter().look();
            look.inspect_err(|stop| *run.phase = RunPhase::Ended(Err(*stop)))?;
        }
        Ok(Some(run))
    }

    /// Returns why the search was stopped, for example by a limit; `None` if it was not.
    #[must_use]
    pub const fn stop(&self) -> Option<Stop> {
        match self.phase {
            _ if self.refused.is_some() => self.refused,
            RunPhase::Ended(Err(stop)) => Some(stop),
            RunPhase::Running => Some(Stop::Panicked),
            _ => None,
        }
    }

    /// Returns the number of settled states.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.settled
    }

    /// Returns whether no state is settled yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.settled == 0
    }

    /// Returns the distance of a state; `None` if the state is not settled.
    #[must_use]
    pub fn get(&self, state: &P::State) -> Option<P::Cost> {
        self.find(state)
            .map(|node| self.dijkstra.nodes().get(node).g)
    }

    fn find(&self, state: &P::State) -> Option<u32> {
        let node = self.dijkstra.nodes().find_state(&*self.puzzle, state)?;
        self.is_settled(node).then_some(node)
    }

    fn is_settled(&self, node: u32) -> bool {
        self.settled > 0 && (self.dijkstra.is_closed(node) || self.last_settled == Some(node))
    }

    /// Returns an iterator over the settled states, nearest first, each with its distance. Each call sorts the n
    /// settled states in O(n log n) time.
    pub fn iter<'a>(&'a self) -> impl Iterator<Item = (&'a P::State, P::Cost)>
    where
        P::State: 'a,
    {
        let nodes = self.dijkstra.nodes();
        let all = 0..nodes.len() as u32;
        let mut settled: Vec<u32> = all.filter(|&node| self.is_settled(node)).collect();
        settled.sort_unstable_by_key(|&node| (nodes.get(node).g, node));
        settled.into_iter().map(|node| {
            let reached = nodes.get(node);
            (&reached.state, reached.g)
        })
    }

    /// Returns the states of a cheapest path from a start to `state`, both ends included; `None` if `state` is not
    /// settled.
    #[must_use]
    pub fn path_to(&self, state: &P::State) -> Option<Vec<P::State>> {
        let node = self.find(state)?;
        Some(self.dijkstra.nodes().path_from_root(node))
    }

    /// Returns the moves of the path that [`path_to`](Self::path_to) returns; `None` if `state` is not settled.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::answers::Distances;
    /// use puzzle_search::Notation;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let mut distances = Distances::new(&puzzle, [puzzle.goal()]);
    /// distances.run()?;
    /// let moves = distances.moves_to(&puzzle.parse("0 1  3 2")?);
    /// assert_eq!(moves, Some(vec![Direction::Up, Direction::Left]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moves_to(&self, state: &P::State) -> Option<Vec<P::Move>> {
        let states = self.path_to(state)?;
        let (claim, memory) = (&mut Claim::none(), &Quota::default());
        let along = along(&*self.puzzle, &states, EdgeChoice::Cheapest, claim, memory);
        Some(along.ok()?.into_iter().collect())
    }
}

/// A run of the search, which ends when this is dropped.
struct ActiveRun<'a, P: Puzzle> {
    puzzle: &'a P,
    dijkstra: &'a mut BestFirstRun<P::State, P::Cost, ByG>,
    judge: Settling<'a>,
    checked: &'a mut u32,
    phase: &'a mut RunPhase,
    monitor: MonitorOf<'a, P>,
}

impl<P: Puzzle> ActiveRun<'_, P> {
    /// Continues the search. If the judge pauses at a node, its state is settled, and the node is returned; otherwise
    /// all states are settled, and `None` is returned.
    fn go_on(&mut self) -> Result<Option<u32>, Stop> {
        let monitor = &mut self.monitor;
        *self.phase = RunPhase::Running;
        let mut end = self.dijkstra.search(self.puzzle, monitor, &mut self.judge);
        let has_cut = self.dijkstra.has_cut();
        if end == Ok(None) && monitor.max_cost().is_none() && has_cut {
            let overflow = check_overflow(self.puzzle, self.dijkstra, self.checked, monitor);
            end = overflow.map(|()| None);
        }
        *self.phase = match end {
            Ok(Some(_)) => RunPhase::Begun,
            Ok(None) => RunPhase::Ended(Ok(())),
            Err(stop) => RunPhase::Ended(Err(stop)),
        };
        end
    }
}

impl<P: Puzzle> Drop for ActiveRun<'_, P> {
    fn drop(&mut self) {
        self.monitor.finish();
    }
}

/// Returns an error if a finished search without a limit on the cost has missed a state, because every path to the
/// state costs more than the cost type can hold. Resumes at the node `checked` after a stop.
fn check_overflow<P: Puzzle>(
    puzzle: &P,
    dijkstra: &BestFirstRun<P::State, P::Cost, ByG>,
    checked: &mut u32,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let nodes = dijkstra.nodes();
    while (*checked as usize) < nodes.len() {
        monitor.step()?;
        let BestNode { state, g, .. } = nodes.get(*checked);
        let mut edges = puzzle.neighbors(state).into_iter();
        if edges.any(|edge| {
            g.checked_add(&edge.cost).is_none() && nodes.find_state(puzzle, &edge.state).is_none()
        }) {
            return Err(Stop::CostOverflow);
        }
        *checked += 1;
    }
    Ok(())
}

impl<B: Deref<Target: Puzzle>, O> Debug for Distances<B, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Distances")
            .field("settled", &self.settled)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}
