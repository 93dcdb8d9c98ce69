//! [`RealTime`]: an agent that looks ahead a little, moves, and learns.
//!
//! The agent looks ahead with the common best-first loop, on the puzzle with the learned estimates. It backs these up
//! by Dijkstra's algorithm over the edges among the stored states. The edges are generated a second time: keeping them
//! during the loop would burden every other search.

use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::{ControlFlow, Deref};

use super::best_first::{BestFirstRun, BestNode, Decision, Judge};
use super::order::ByF;
use super::store_then_deepen::StoringRun;
use crate::account::{Claimed, Limits, OnProgress, Quota, ReplayFault, Stats, Stop};
use crate::cost::{Cost, CostExt};
use crate::driver::{Driver, StartStatus};
use crate::facts::Facts;
use crate::monitor::{Monitor, Observer, Proof, SearchProgress};
use crate::puzzle::{CostOf, MoveOf, NeighborOf, Puzzle, StateOf};
use crate::report::Unsolved;
use crate::solvability::Reason;
use crate::storage::{Entry, Heap, Map, extend_to_root, states_to_root};

/// An agent that moves toward a goal, and plans its next moves by a search of limited size. The algorithm is local
/// search space learning real-time A\* (LSS-LRTA\*).
///
/// The agent looks ahead: A\* from its current state expands a fixed number of states. Then the agent learns. For each
/// expanded state, the least sum of the cost to an open state and the estimate of that open state becomes the new
/// estimate, unless the old estimate is greater. Then the agent walks to the open state with the least f = g + h (the
/// cost of the path plus the estimate), and looks ahead again.
///
/// * **Finds** a path to a goal, move by move ([`step`](Self::step)). The first path is rarely a cheapest one. If the
///   agent walks again from the same start ([`stand_at`](Self::stand_at)), its paths tend to get cheaper. With a
///   consistent heuristic, the paths converge to a cheapest path.
/// * **Needs** an admissible heuristic, and edges that cost more than zero. The neighbors of a state may change between
///   two steps. Learned estimates stay admissible as long as no edge is added or becomes cheaper.
/// * **Guarantee**: complete if a goal can be reached from every state, for example if all moves can be undone.
/// * **Time**: a step expands states only if it begins with a look-ahead. **Memory**: the states of one look-ahead, and
///   a table of the learned estimates.
/// * **Prefer** a [`Search`](crate::Search) if the agent may stand still until the whole path is known. Such a search
///   can be run [in slices of time](crate::guide::real_time).
///
/// `B` is a pointer to the puzzle: `&P`, `Box<P>` or `Arc<P>`.
///
/// ```
/// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
/// use puzzle_search::solvers::RealTime;
/// use puzzle_search::Puzzle;
///
/// let map = ".....\n.###.\n...#.\n.###.\n.....".parse()?;
/// let grid = Grid::new(map, Connectivity::Four).with_goals([Cell::new(4, 2)])?;
/// let start = Cell::new(2, 2); // in a cave: the goal is near, and the way out leads away from the goal
/// let mut agent = RealTime::new(&grid, start).lookahead(3);
/// let mut costs = vec![];
/// for _ in 0..20 {
///     let mut cost = 0;
///     while let Some(step) = agent.step()? {
///         cost += step.cost;
///     }
///     costs.push(cost);
///     agent.stand_at(start); // another trial; the agent keeps the learned estimates
/// }
/// assert!(costs[0] >= 10 && costs[19] == 10);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// [**Paper**](crate::guide::references): S. Koenig, X. Sun, "Comparing real-time and incremental heuristic search for
/// real-time situated agents", Autonomous Agents and Multi-Agent Systems 18, 2009.
#[must_use = "an agent stands still until it is asked for a step"]
pub struct RealTime<B: Deref<Target: Puzzle>, O = ()> {
    puzzle: B,
    at: StateOf<B>,
    lookahead: u64,
    driver: Driver,
    observer: O,
    phase: AgentPhase,
    run: BestFirstRun<StateOf<B>, CostOf<B>, ByF>,
    /// The number of states that this look-ahead may still expand, and the last one that was counted.
    left: u64,
    judged: Option<u32>,
    /// The states that it walks through, next one last.
    way: Claimed<Vec<StateOf<B>>>,
    /// Estimates that differ from the puzzle's.
    learned: LearnedTable<B::Target>,
    proof: Proof<MoveOf<B>, CostOf<B>>,
}

type LearnedList<P> = Claimed<Vec<(<P as Puzzle>::State, Option<<P as Puzzle>::Cost>)>>;
type LearnedTable<P> = Map<<P as Puzzle>::State, Option<<P as Puzzle>::Cost>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AgentPhase {
    /// It was put where it stands.
    Put,
    Walking,
    /// It is looking ahead, or was stopped while it did.
    Looking,
}

/// A puzzle with learned estimates.
struct Learned<'a, P: Puzzle> {
    puzzle: &'a P,
    table: &'a LearnedTable<P>,
}

impl<P: Puzzle> Puzzle for Learned<'_, P> {
    type State = P::State;
    type Move = P::Move;
    type Cost = P::Cost;

    fn neighbors(&self, state: &P::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.puzzle.neighbors(state)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.puzzle.is_goal(state)
    }

    fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
        let learned = self.table.get(state).copied();
        learned.unwrap_or_else(|| self.puzzle.heuristic(state))
    }

    fn facts(&self) -> Facts<P::Cost> {
        self.puzzle.facts()
    }
}

/// Ends at a goal, or after a number of states.
struct Ahead<'a, P> {
    puzzle: &'a P,
    left: &'a mut u64,
    judged: &'a mut Option<u32>,
}

impl<P: Puzzle> Judge<P::State, P::Cost> for Ahead<'_, P> {
    fn judge(&mut self, node: u32, reached: &BestNode<P::State, P::Cost>) -> Decision {
        let is_enough = *self.left == 0 && *self.judged != Some(node);
        if is_enough || self.puzzle.is_goal(&reached.state) {
            return Decision::End;
        }
        // A stopped search returns to the same state.
        *self.left -= u64::from(*self.judged != Some(node));
        *self.judged = Some(node);
        Decision::Expand
    }
}

impl<P: Puzzle, B: Deref<Target = P>> RealTime<B> {
    /// Creates an agent that stands at `start`, and expands 100 states in each look-ahead.
    pub fn new(puzzle: B, start: P::State) -> Self {
        Self {
            puzzle,
            at: start,
            lookahead: 100,
            driver: Driver::default(),
            observer: (),
            phase: AgentPhase::Put,
            run: BestFirstRun::new(ByF),
            left: 0,
            judged: None,
            way: Claimed::new(),
            learned: Map::default(),
            proof: Proof::default(),
        }
    }
}

impl<P: Puzzle, B: Deref<Target = P>, O: Observer<P::State, P::Move, P::Cost>> RealTime<B, O> {
    /// Returns this agent with its observer replaced by `observer`, which is shown the progress of all look-aheads. The
    /// lower bounds that it is shown are those of the state where the agent stands.
    pub fn observe<N: Observer<P::State, P::Move, P::Cost>>(self, observer: N) -> RealTime<B, N> {
        RealTime {
            puzzle: self.puzzle,
            at: self.at,
            lookahead: self.lookahead,
            driver: self.driver,
            observer,
            phase: self.phase,
            run: self.run,
            left: self.left,
            judged: self.judged,
            way: self.way,
            learned: self.learned,
            proof: self.proof,
        }
    }

    /// Returns this agent with its observer replaced by a closure, which is called with the progress of each look-ahead.
    /// If the closure returns `Break`, the step ends with [`Stop::Observer`].
    pub fn on_progress<F>(self, closure: F) -> RealTime<B, OnProgress<F>>
    where
        F: FnMut(&SearchProgress<P::Cost>) -> ControlFlow<()>,
    {
        self.observe(OnProgress(closure))
    }

    /// Returns the observer.
    #[must_use]
    pub const fn observer(&self) -> &O {
        &self.observer
    }

    /// Returns this agent with look-aheads that expand `states` states each. Zero is replaced by one.
    pub fn lookahead(self, states: u64) -> Self {
        Self {
            lookahead: states.max(1),
            ..self
        }
    }

    /// Returns this agent with its limits replaced by `limits`. The limits apply to all steps of the agent together,
    /// except the limit on stored states, which applies to each look-ahead. A limit on the moves is not supported
    /// ([`Stop::UnsupportedLimit`]).
    pub fn limits(mut self, limits: Limits) -> Self {
        self.set_limits(limits);
        self
    }

    /// Replaces the agent's limits; see [`limits`](Self::limits).
    pub fn set_limits(&mut self, limits: Limits) {
        self.driver.limits = limits;
    }

    /// Puts the agent at `state`. The agent keeps the estimates that it has learned.
    pub fn stand_at(&mut self, state: P::State) {
        (self.at, self.phase) = (state, AgentPhase::Put);
        self.way.clear();
    }

    /// Returns the state at which the agent stands.
    #[must_use]
    pub const fn state(&self) -> &P::State {
        &self.at
    }

    /// Returns the estimate for a state: the learned estimate if there is one, and otherwise the estimate of the
    /// puzzle. `None` means that no goal can be reached from the state.
    #[must_use]
    pub fn estimate(&self, state: &P::State) -> Option<P::Cost> {
        let (puzzle, table) = (&*self.puzzle, &self.learned);
        Learned { puzzle, table }.heuristic(state)
    }

    /// Returns the statistics of all look-aheads so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.driver.account.stats()
    }

    /// Moves the agent along one edge, and returns this edge. If the agent stands at a goal, returns `None`.
    ///
    /// # Errors
    ///
    /// Returns an error if a look-ahead finds that no goal can be reached from the agent's state, or if the look-ahead
    /// is stopped, for example by a limit. The agent's state is then unchanged. After a stop at a limit, set larger
    /// limits ([`set_limits`](Self::set_limits)) and call `step` again.
    pub fn step(&mut self) -> Result<Option<NeighborOf<P>>, Unsolved<P::Cost>> {
        if self.puzzle.is_goal(&self.at) {
            return Ok(None);
        }
        if let Some(edge) = self.follow() {
            return Ok(Some(edge));
        }
        // The look-ahead may have been stopped, and the edge may have vanished since.
        for _ in 0..2 {
            self.look_ahead()?;
            if let Some(edge) = self.follow() {
                return Ok(Some(edge));
            }
        }
        Err(gave_up(Stop::Replay(ReplayFault::NoSuchEdge)))
    }

    /// Moves to the next state of its path, if that is still a neighbor.
    fn follow(&mut self) -> Option<NeighborOf<P>> {
        let next = self.way.as_vec().pop()?;
        let edges = self.puzzle.neighbors(&self.at).into_iter();
        let edges = edges.filter(|edge| edge.state == next);
        let Some(edge) = edges.min_by_key(|edge| edge.cost) else {
            self.way.clear();
            return None;
        };
        self.at = next;
        Some(edge)
    }

    /// Looks ahead, learns, and plans the path to the state that seems best.
    fn look_ahead(&mut self) -> Result<(), Unsolved<P::Cost>> {
        let (puzzle, limits) = (&*self.puzzle, self.driver.limits.clone());
        if self.driver.is_running() {
            return Err(gave_up(Stop::Panicked));
        }
        if limits.moves.is_some() {
            return Err(gave_up(Stop::UnsupportedLimit));
        }
        if self.phase == AgentPhase::Put {
            match StartStatus::of(puzzle, core::slice::from_ref(&self.at)) {
                StartStatus::NotAState => return Err(gave_up(Stop::NotAState)),
                StartStatus::Unsolvable(reason) => return Err(Unsolved::no(reason)),
                _ => {}
            }
        }
        let seen = Learned {
            puzzle,
            table: &self.learned,
        };
        if self.phase != AgentPhase::Looking {
            self.run.begin(Vec::from([self.at.clone()]));
            self.proof.begin();
            (self.left, self.judged) = (self.lookahead, None);
        }
        let (observer, proof) = (&mut self.observer, &mut self.proof);
        let account = self.driver.enter(&limits);
        let mut monitor = Monitor::new(account, &limits, None, observer, proof, &[]);
        let mut judge = Ahead {
            puzzle,
            left: &mut self.left,
            judged: &mut self.judged,
        };
        let end = self.run.search(&seen, &mut monitor, &mut judge);
        // A path pruned because its cost is beyond the range may be the one to a goal.
        let end = end.and_then(|best| {
            if self.run.cut {
                Err(Stop::CostOverflow)
            } else {
                Ok(best)
            }
        });
        let memory = monitor.memory();
        let end = end.and_then(|best| match best {
            Some(best) => Ok(Some((best, raised(&self.run, &seen, memory)?))),
            None => Ok(None),
        });
        monitor.finish();
        let memory = &self.driver.account.memory;
        let end = end.and_then(|end| {
            let Some((best, raised)) = end else {
                return Ok(None);
            };
            let nodes = self.run.nodes().arena();
            self.learned.make_room(raised.len(), memory)?;
            self.way.reserve(states_to_root(nodes, best), memory)?;
            self.learned.extend(raised.into_inner());
            let way = self.way.as_vec();
            extend_to_root(nodes, best, way);
            way.pop(); // where it stands
            Ok(Some(()))
        });
        self.driver.leave();
        self.phase = if end.is_ok() {
            AgentPhase::Walking
        } else {
            AgentPhase::Looking
        };
        match end {
            Ok(Some(())) => Ok(()),
            Ok(None) => Err(Unsolved::no(Reason::new(
                "every state that can be reached from where it stands leads to no goal",
            ))),
            Err(stop) => Err(gave_up(stop)),
        }
    }
}

fn gave_up<C>(stop: Stop) -> Unsolved<C> {
    Unsolved::gave_up(stop, None)
}

impl<B: Deref<Target: Puzzle>, O> Debug for RealTime<B, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RealTime")
            .field("at", &self.at)
            .field("lookahead", &self.lookahead)
            .field("learned", &self.learned.len())
            .finish_non_exhaustive()
    }
}

/// An edge between two stored states of a look-ahead.
#[derive(Clone, Copy)]
struct StoredEdge<C> {
    to: u32,
    from: u32,
    cost: C,
}

/// Returns the raised estimates of the expanded states: the least sum, over all open states, of the cost to get there
/// and its estimate; `None` if no open state can be reached.
fn raised<P: Puzzle>(
    run: &BestFirstRun<P::State, P::Cost, ByF>,
    puzzle: &Learned<'_, P>,
    memory: &Quota,
) -> Result<LearnedList<P>, Stop> {
    let nodes = run.nodes();
    let closed = || (0..nodes.len() as u32).filter(|&node| run.is_closed(node));
    let mut links = Claimed::new();
    for from in closed() {
        for edge in puzzle.neighbors(&nodes.get(from).state) {
            if let Some(to) = nodes.find_state(puzzle, &edge.state) {
                let cost = edge.cost;
                links.push(StoredEdge { to, from, cost }, memory)?;
            }
        }
    }
    links.sort_unstable_by_key(|link| link.to);
    let mut least = Claimed::filled(nodes.len(), None, memory)?;
    let mut open = Heap::new();
    for exit in run.frontier(puzzle, 0).flatten() {
        let h = puzzle.heuristic(&nodes.get(exit.node).state);
        reach(exit.node, h, &mut least, &mut open, memory)?;
    }
    while let Some(Entry { key, node, .. }) = open.pop() {
        if least[node as usize] != Some(key) {
            continue;
        }
        let first = links.partition_point(|link| link.to < node);
        for link in links[first..].iter().take_while(|link| link.to == node) {
            let through = Some(key.saturating_add(link.cost));
            reach(link.from, through, &mut least, &mut open, memory)?;
        }
    }
    let mut raised = Claimed::new();
    for node in closed() {
        let state = &nodes.get(node).state;
        let (before, now) = (puzzle.heuristic(state), least[node as usize]);
        if now.is_none_or(|now| before.is_some_and(|before| now > before)) {
            raised.push((state.clone(), now), memory)?;
        }
    }
    Ok(raised)
}

/// Lowers the cost from a state to an open one to `h`, if that is less.
fn reach<C: Cost>(
    node: u32,
    h: Option<C>,
    least: &mut [Option<C>],
    open: &mut Heap<C>,
    memory: &Quota,
) -> Result<(), Stop> {
    let before = &mut least[node as usize];
    if h.is_some() && before.is_none_or(|before| h < Some(before)) {
        *before = h;
        let key = h.unwrap_or_else(C::zero);
        let tie = C::zero();
        open.push(Entry { key, tie, node }, memory)?;
    }
    Ok(())
}
