//! [`RealTime`]: an agent that looks ahead a little, learns, and moves (LSS-LRTA*).
//!
//! Invariant: `path` has the states that follow `at` on the path to the best state of the last look-ahead. When it is
//! empty, or its next state is no longer a neighbor, the agent has to look ahead before it moves.

mod learned;
mod look_ahead;

use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::{ControlFlow, Deref};

use self::learned::Learned;
use self::look_ahead::{AgentPhase, LookAhead, stopped_by};
use crate::account::{Claimed, Limits, OnProgress, ReplayFault, Stats, Stop};
use crate::driver::run_methods;
use crate::monitor::{Observer, SearchProgress};
use crate::puzzle::{NeighborOf, Puzzle, StateOf};
use crate::report::Unsolved;

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
    /// The state at which the agent stands.
    at: StateOf<B>,
    /// The states that the agent walks through next, in reverse order.
    path: Claimed<Vec<StateOf<B>>>,
    ahead: LookAhead<B::Target>,
    observer: O,
}

impl<P: Puzzle, B: Deref<Target = P>> RealTime<B> {
    /// Creates an agent that stands at `start`, and expands 100 states in each look-ahead.
    pub fn new(puzzle: B, start: P::State) -> Self {
        Self {
            puzzle,
            at: start,
            path: Claimed::new(),
            ahead: LookAhead::new(100),
            observer: (),
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
            path: self.path,
            ahead: self.ahead,
            observer,
        }
    }

    /// Returns this agent with its observer replaced by a closure, which is called with the progress of each
    /// look-ahead. If the closure returns `Break`, the step ends with [`Stop::Observer`].
    pub fn on_progress<F>(self, closure: F) -> RealTime<B, OnProgress<F>>
    where
        F: FnMut(&SearchProgress<P::Cost>) -> ControlFlow<()>,
    {
        self.observe(OnProgress(closure))
    }

    /// Returns this agent with look-aheads that expand `states` states each. Zero is replaced by one.
    pub fn lookahead(mut self, states: u64) -> Self {
        self.ahead.states = states.max(1);
        self
    }

    run_methods! {
        /// The limits apply to all steps of the agent together, except the limit on stored states, which applies to
        /// each look-ahead. A limit on the moves is not supported ([`Stop::UnsupportedLimit`]).
        limits: ahead.driver
    }

    /// Puts the agent at `state`. The agent keeps the estimates that it has learned.
    pub fn stand_at(&mut self, state: P::State) {
        (self.at, self.ahead.phase) = (state, AgentPhase::Put);
        self.path.clear();
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
        let (puzzle, table) = (&*self.puzzle, &self.ahead.learned);
        Learned { puzzle, table }.heuristic(state)
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
        // The first look-ahead may be one that was stopped earlier, and the edge to its path may have vanished since.
        for _ in 0..2 {
            let (ahead, puzzle) = (&mut self.ahead, &*self.puzzle);
            ahead.plan(puzzle, &self.at, &mut self.path, &mut self.observer)?;
            if let Some(edge) = self.follow() {
                return Ok(Some(edge));
            }
        }
        Err(stopped_by(Stop::Replay(ReplayFault::NoSuchEdge)))
    }

    /// Moves the agent to the next state of its path, if that is still a neighbor; otherwise forgets the path.
    fn follow(&mut self) -> Option<NeighborOf<P>> {
        let next = self.path.as_vec().pop()?;
        let edges = self.puzzle.neighbors(&self.at).into_iter();
        let edges = edges.filter(|edge| edge.state == next);
        let Some(edge) = edges.min_by_key(|edge| edge.cost) else {
            self.path.clear();
            return None;
        };
        self.at = next;
        Some(edge)
    }
}

impl<B: Deref<Target: Puzzle>, O> Debug for RealTime<B, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RealTime")
            .field("at", &self.at)
            .field("lookahead", &self.ahead.states)
            .field("learned", &self.ahead.learned.len())
            .finish_non_exhaustive()
    }
}
