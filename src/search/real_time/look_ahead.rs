//! [`LookAhead`]: the searches by which an agent plans.
//!
//! A look-ahead is A* on the puzzle with the learned estimates, by the common best-first loop. It ends when a goal is
//! taken out of the open list, or after a number of expansions. A look-ahead that is stopped goes on later.
//!
//! Invariant: the learned estimates do not change during a look-ahead, only at its end.

use alloc::vec::Vec;

use super::learned::{Learned, LearnedList, LearnedTable, raised_estimates};
use crate::account::{Claimed, Stop};
use crate::driver::{Driver, StartStatus};
use crate::monitor::{Monitor, MonitorOf, Observer, Proof};
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::search::best_first::{BestFirstRun, BestNode, Decision, Judge};
use crate::search::order::ByF;
use crate::solvability::Reason;
use crate::storage::{Map, extend_to_root, states_to_root};

/// The look-aheads of an agent, and the estimates that it has learned by them.
pub(super) struct LookAhead<P: Puzzle> {
    /// The number of states that each look-ahead expands.
    pub(super) states: u64,
    pub(super) driver: Driver,
    pub(super) phase: AgentPhase,
    /// Estimates that differ from the puzzle's.
    pub(super) learned: LearnedTable<P>,
    run: BestFirstRun<P::State, P::Cost, ByF>,
    /// The number of states that this look-ahead may still expand.
    left: u64,
    /// The last state that was subtracted from that number.
    subtracted: Option<u32>,
    proof: Proof<P::Move, P::Cost>,
}

/// What the agent did last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AgentPhase {
    /// The agent was put at a state that was not checked yet.
    Put,
    /// A look-ahead is over, and the agent walks along its path.
    Walking,
    /// The agent is looking ahead, or was stopped during a look-ahead.
    Looking,
}

/// The judge of a look-ahead: ends it at a goal, or after a number of states.
struct Horizon<'a, P> {
    puzzle: &'a P,
    left: &'a mut u64,
    subtracted: &'a mut Option<u32>,
}

impl<P: Puzzle> Judge<P::State, P::Cost> for Horizon<'_, P> {
    fn judge(&mut self, node: u32, reached: &BestNode<P::State, P::Cost>) -> Decision {
        let is_enough = *self.left == 0 && *self.subtracted != Some(node);
        if is_enough || self.puzzle.is_goal(&reached.state) {
            return Decision::End;
        }
        // A search that was stopped at this state comes back to it, and does not count it twice.
        *self.left -= u64::from(*self.subtracted != Some(node));
        *self.subtracted = Some(node);
        Decision::Expand
    }
}

impl<P: Puzzle> LookAhead<P> {
    pub(super) fn new(states: u64) -> Self {
        Self {
            states,
            driver: Driver::default(),
            phase: AgentPhase::Put,
            learned: Map::default(),
            run: BestFirstRun::new(ByF),
            left: 0,
            subtracted: None,
            proof: Proof::default(),
        }
    }

    /// Looks ahead from the state where the agent stands, and learns. Puts the states on the path to the open state
    /// with the least f, or to the goal, into `path`, in reverse order.
    pub(super) fn plan(
        &mut self,
        puzzle: &P,
        at: &P::State,
        path: &mut Claimed<Vec<P::State>>,
        observer: &mut impl Observer<P::State, P::Move, P::Cost>,
    ) -> Result<(), Unsolved<P::Cost>> {
        let limits = self.driver.limits.clone();
        if self.driver.is_running() {
            return Err(stopped_by(Stop::Panicked));
        }
        if limits.moves.is_some() {
            return Err(stopped_by(Stop::UnsupportedLimit));
        }
        if self.phase == AgentPhase::Put {
            match StartStatus::of(puzzle, core::slice::from_ref(at)) {
                StartStatus::NotAState => return Err(stopped_by(Stop::NotAState)),
                StartStatus::Unsolvable(reason) => return Err(Unsolved::unsolvable(reason)),
                _ => {}
            }
        }
        if self.phase != AgentPhase::Looking {
            self.run.begin(Vec::from([at.clone()]));
            self.proof.begin();
            (self.left, self.subtracted) = (self.states, None);
            self.phase = AgentPhase::Looking;
        }
        let account = self.driver.enter(&limits);
        let mut monitor = Monitor::new(account, &limits, None, observer, &mut self.proof, &[]);
        let learned_puzzle = Learned {
            puzzle,
            table: &self.learned,
        };
        let mut horizon = Horizon {
            puzzle,
            left: &mut self.left,
            subtracted: &mut self.subtracted,
        };
        let outlook = search(&mut self.run, &learned_puzzle, &mut horizon, &mut monitor);
        monitor.finish();
        let learned =
            |outlook: Option<_>| outlook.map(|outlook| self.learn(outlook, path)).transpose();
        let planned = outlook.and_then(learned);
        self.driver.leave();
        if planned.is_ok() {
            self.phase = AgentPhase::Walking;
        }
        planned.map_err(stopped_by)?.ok_or_else(|| {
            Unsolved::unsolvable(Reason::new(
                "every state that can be reached from where it stands leads to no goal",
            ))
        })
    }

    /// Takes over the raised estimates, and lists the states on the path to the best state.
    fn learn(
        &mut self,
        Outlook { best, raised }: Outlook<P>,
        path: &mut Claimed<Vec<P::State>>,
    ) -> Result<(), Stop> {
        let memory = &self.driver.account.memory;
        let nodes = self.run.nodes().arena();
        self.learned.make_room(raised.len(), memory)?;
        path.reserve(states_to_root(nodes, best), memory)?;
        self.learned.extend(raised.into_inner());
        let path = path.as_vec();
        extend_to_root(nodes, best, path);
        path.pop(); // the state where the agent stands
        Ok(())
    }
}

/// The result of a look-ahead.
struct Outlook<P: Puzzle> {
    /// The state to walk to: the goal, or the open state with the least f.
    best: u32,
    /// The estimates to be raised.
    raised: LearnedList<P>,
}

/// Looks ahead as far as the horizon; returns `None` if no open state is left.
fn search<P: Puzzle>(
    run: &mut BestFirstRun<P::State, P::Cost, ByF>,
    puzzle: &Learned<'_, P>,
    horizon: &mut Horizon<'_, P>,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Option<Outlook<P>>, Stop> {
    let best = run.search(puzzle, monitor, horizon)?;
    if run.cut {
        // A path pruned because its cost is beyond the range may be the one to a goal.
        return Err(Stop::CostOverflow);
    }
    let Some(best) = best else {
        return Ok(None);
    };
    let raised = raised_estimates(run, puzzle, monitor.memory())?;
    Ok(Some(Outlook { best, raised }))
}

/// Returns the error of a step that has ended with this stop.
pub(super) fn stopped_by<C>(stop: Stop) -> Unsolved<C> {
    Unsolved::stopped(stop, None)
}
