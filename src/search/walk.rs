//! [`Walk`]: what every depth-first solver has to do besides deciding where to go.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use num_traits::Zero;

use super::saved::SavedPart;
use crate::account::{Budget, ReplayFault, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::CostExt;
use crate::monitor::{Expanded, Generated, MonitorOf};
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::puzzle::traversal::{Carried, Change, EdgeOf, Root, Step, Visitor};

/// Where a depth-first solver goes.
pub(super) trait Rule<P: Puzzle> {
    /// Whether it wants the heuristic; otherwise that is taken to be zero.
    const INFORMED: bool;
    /// Whether the walk is short.
    const IS_SHORT: bool = false;
    /// What is handed from parent to child.
    type Carried: Carried;

    /// The cost of the path to the node that this value was carried to, whose estimate is `h`.
    fn g(&self, carried: Self::Carried, h: P::Cost) -> P::Cost;

    /// What to do with an edge, along which the estimate changes so. With an error the walk stops, and
    /// goes on after the edge; or with it, if memory was what it needed.
    fn decide(
        &mut self,
        carried: Self::Carried,
        edge: &EdgeOf<'_, P>,
        change: Change<P::Cost>,
        monitor: &mut MonitorOf<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<Step<Self::Carried>, Stop>;
}

/// Where a walk goes on: the indices of the children on the way, and whether the last of them was
/// entered before.
#[derive(Clone, Debug)]
pub(super) struct Place {
    way: Vec<u32>,
    entered: bool,
}

impl Place {
    /// At the root.
    pub(super) const ROOT: Self = Self {
        way: Vec::new(),
        entered: true,
    };

    pub(super) fn save(&self, to: &mut Writer<'_>) {
        to.list(&self.way, |to, &index| to.number(index));
        to.flag(self.entered);
    }

    pub(super) fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            way: from.list(|from| from.index(u32::MAX as usize))?,
            entered: from.flag()?,
        })
    }

    pub(super) const fn is_root(&self) -> bool {
        self.way.is_empty()
    }
}

/// A walk from one start after the other.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Whole {
    /// Which start it has come to, and where below it.
    pub(super) at: usize,
    pub(super) place: Place,
}

impl Whole {
    pub(super) const NEW: Self = Self {
        at: 0,
        place: Place::ROOT,
    };
}

impl<P: Portable, const INFORMED: bool> SavedPart<P, INFORMED> for Whole {
    const NAME: &'static str = "";

    fn save(&self, _: &P, _: &[P::State], to: &mut Writer<'_>) {
        to.count(self.at);
        self.place.save(to);
    }

    fn load(
        &mut self,
        _: &P,
        (starts, _): (&[P::State], Option<P::Cost>),
        from: &mut Reader<'_>,
    ) -> Option<()> {
        self.at = from.index(starts.len() + 1)? as usize;
        self.place = Place::load(from)?;
        Some(())
    }
}

/// What a walk that is stopped goes on with.
#[derive(Clone, Copy)]
enum Next {
    /// With the node that was not expanded.
    Node,
    /// With the edge that was not entered.
    Edge,
    /// After the edge that was entered and left out.
    Sibling,
}

/// How a walk has ended: with the moves from the start to where the rule stopped it, or after all.
type End<P> = Result<Option<Vec<<P as Puzzle>::Move>>, Stop>;

/// A traversal under a rule that counts, keeps to the limits and recovers the path.
pub(super) struct Walk<'m, 'o, P: Puzzle, R> {
    pub(super) rule: R,
    puzzle: &'m P,
    monitor: &'m mut MonitorOf<'o, P>,
    pub(super) budget: Budget<P::Cost>,
    stop: Option<Stop>,
    /// Whether it takes edges of cost zero: on a cycle of them it would never end.
    is_acyclic: bool,
    /// Whether it stopped at a goal.
    at_goal: bool,
    /// Whether anything but the way to where it goes on was visited.
    has_begun: bool,
    /// What it goes on with, if it is stopped: with the node, unless an edge says otherwise when it stops the walk.
    next: Next,
    /// The path to the goal where it stopped, last move first.
    moves: Vec<P::Move>,
    /// The path to where it stopped, as indices of children, last one first; none if there was no memory
    /// for them.
    way: Option<Vec<u32>>,
}

impl<'m, 'o, P: Puzzle, R: Rule<P>> Walk<'m, 'o, P, R> {
    pub(super) fn new(rule: R, puzzle: &'m P, monitor: &'m mut MonitorOf<'o, P>) -> Self {
        Self {
            rule,
            puzzle,
            budget: monitor.lend(),
            monitor,
            stop: None,
            is_acyclic: puzzle.facts().acyclic,
            at_goal: false,
            has_begun: false,
            next: Next::Node,
            moves: Vec::new(),
            way: Some(Vec::new()),
        }
    }

    /// Walks on from a place below the root; returns the path to where the rule stopped, and by how much
    /// the bound was exceeded if that was noted. Where a limit has stopped the walk, the place is where
    /// it goes on.
    pub(super) fn run(
        self,
        root: Root<'_, P::State, P::Move>,
        place: &mut Place,
        carried: R::Carried,
    ) -> (R, Option<P::Cost>, End<P>) {
        let root = root.resumed(&place.way, place.entered);
        let (mut walk, flow) = self.puzzle.depth_first(root, carried, self);
        if walk.stop.is_none() && flow.is_break() && !walk.at_goal {
            // Nobody but the traversal itself has ended it.
            walk.stop = Some(if !walk.budget.is_refused() {
                Stop::Replay(ReplayFault::NotAGoal)
            } else if walk.monitor.limits().bytes.is_some() {
                Stop::Bytes
            } else {
                Stop::OutOfMemory
            });
        }
        let excess = walk.budget.excess();
        walk.monitor.take_back(walk.budget);
        if walk.at_goal {
            let memory = walk.monitor.memory();
            // The search keeps a copy.
            let bytes = walk.moves.capacity().saturating_add(walk.moves.len());
            let asked = memory.ask(bytes.saturating_mul(size_of::<P::Move>()));
            (walk.stop, walk.next) = (asked.err(), Next::Node);
            walk.moves.reverse();
        }
        let end = match walk.stop {
            // A walk that has come no farther than where it was to go on goes on there again.
            Some(stop) if !walk.has_begun || !stop.can_go_on() => Err(stop),
            Some(stop) => match walk.way {
                Some(mut way) => {
                    if let (Next::Sibling, Some(last)) = (walk.next, way.first_mut()) {
                        *last += 1;
                    }
                    way.reverse();
                    let entered = matches!(walk.next, Next::Node);
                    *place = Place { way, entered };
                    Err(stop)
                }
                // There was no memory to note the place: what was walked is walked again.
                None => {
                    *place = Place::ROOT;
                    Err(Stop::OutOfMemory)
                }
            },
            None if walk.at_goal => Ok(Some(walk.moves)),
            None => Ok(None),
        };
        if end.is_ok() {
            *place = Place::ROOT;
        }
        (walk.rule, excess, end)
    }

    /// Makes room for one more move of the path. Without memory for it the walk is stopped before the goal,
    /// to which it goes on by an edge that is charged already.
    fn make_room(&mut self) -> bool {
        let old = self.moves.capacity();
        // By a quarter: so much is claimed by the traversal, which has room for two copies of its path
        // and holds one when it unwinds.
        if self.moves.len() == old && self.moves.try_reserve_exact((old / 4).max(64)).is_err() {
            self.moves = Vec::new();
            (self.at_goal, self.next) = (false, Next::Node);
            self.stop = Some(Stop::OutOfMemory);
        }
        self.at_goal
    }

    #[cold]
    fn end<T>(&mut self, stop: Stop) -> Step<T> {
        self.stop = Some(stop);
        Step::Stop
    }

    /// Charges a child that the budget has refused.
    ///
    /// Takes the edge by value: passing references would force the caller to spill its states to
    /// memory.
    #[cold]
    #[inline(never)]
    fn charge_child(
        &mut self,
        carried: R::Carried,
        (parent, child): (P::State, P::State),
        (mv, cost): (P::Move, P::Cost),
    ) -> Result<(), Stop> {
        let charged = self.monitor.charge(&mut self.budget, 0, 1).and_then(|()| {
            if self.monitor.shows_nodes() {
                let g = g(&self.rule, self.puzzle, carried, &parent).saturating_add(cost);
                let h = estimate::<P, R>(self.puzzle, &child);
                let node = Generated::new(&child, g, h).with_parent(&parent, &mv);
                let shown = self.monitor.show_generated(node);
                return shown.inspect_err(|_| self.monitor.refund(0, 1));
            }
            Ok(())
        });
        if charged.is_err() {
            self.next = Next::Edge;
        }
        charged
    }

    /// Charges the expansion of a node that the budget has refused.
    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "it has no address otherwise")]
    fn charge_node(&mut self, carried: R::Carried, state: P::State) -> ControlFlow<()> {
        let charged = self.monitor.charge(&mut self.budget, 1, 0).and_then(|()| {
            if self.monitor.shows_nodes() {
                let g = g(&self.rule, self.puzzle, carried, &state);
                let h = estimate::<P, R>(self.puzzle, &state);
                let shown = self.monitor.show_expanded(Expanded::new(&state, g, h));
                return shown.inspect_err(|_| self.monitor.refund(1, 0));
            }
            Ok(())
        });
        self.stop = charged.err();
        match self.stop {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

/// The estimate, for what has to be shown, if one is used.
fn estimate<P: Puzzle, R: Rule<P>>(puzzle: &P, state: &P::State) -> Option<P::Cost> {
    if R::INFORMED {
        puzzle.heuristic(state)
    } else {
        None
    }
}

/// The cost of the path to a node, for what has to be shown.
fn g<P: Puzzle, R: Rule<P>>(
    rule: &R,
    puzzle: &P,
    carried: R::Carried,
    state: &P::State,
) -> P::Cost {
    let h = estimate::<P, R>(puzzle, state);
    rule.g(carried, h.unwrap_or_else(P::Cost::zero))
}

impl<P: Puzzle, R: Rule<P>> Visitor<P::State, P::Move, P::Cost> for Walk<'_, '_, P, R> {
    type Carried = R::Carried;
    // Of the rules with slack, deepening, none does anything else with an edge.
    const BY_SLACK: bool = R::INFORMED && R::Carried::IS_SLACK;
    const IS_INFORMED: bool = R::INFORMED;
    const ENTERS_FEW: bool = R::IS_SHORT;

    #[inline]
    fn expand(&mut self, carried: R::Carried, state: &P::State) -> ControlFlow<()> {
        self.has_begun = true;
        if self.budget.expand() {
            return ControlFlow::Continue(());
        }
        self.charge_node(carried, state.clone())
    }

    #[inline(always)]
    fn enter(
        &mut self,
        carried: R::Carried,
        edge: EdgeOf<'_, P>,
        change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<R::Carried> {
        if !self.budget.enter(&edge) {
            self.has_begun = true;
            let states = (edge.parent.clone(), edge.child.clone());
            let charged = self.charge_child(carried, states, (edge.mv.clone(), edge.cost));
            if let Err(stop) = charged {
                return self.end(stop);
            }
        }
        let change = if R::INFORMED {
            match change() {
                Some(change) => change,
                None => return Step::Prune,
            }
        } else {
            let (from, to) = (P::Cost::zero(), P::Cost::zero());
            Change { from, to }
        };
        if edge.cost.is_zero() && !self.is_acyclic {
            return self.end(Stop::ZeroCostEdge);
        }
        if edge.cost.is_negative() {
            return self.end(Stop::NegativeCost);
        }
        let (monitor, budget) = (&mut *self.monitor, &mut self.budget);
        match self.rule.decide(carried, &edge, change, monitor, budget) {
            Ok(Step::Stop) => {
                self.at_goal = true;
                Step::Stop
            }
            Ok(step) => step,
            Err(stop) => {
                self.next = if stop.is_of_memory() {
                    Next::Node
                } else {
                    Next::Sibling
                };
                self.end(stop)
            }
        }
    }

    fn unwind(&mut self, index: u32, mv: P::Move) {
        if self.at_goal && self.make_room() {
            self.moves.push(mv);
        }
        let way = self.way.take().and_then(|mut way| {
            if way.len() == way.capacity() {
                way.try_reserve(way.len().max(16)).ok()?;
            }
            way.push(index);
            Some(way)
        });
        self.way = way;
    }

    #[inline(always)]
    fn budget(&mut self) -> Option<&mut Budget<P::Cost>> {
        Some(&mut self.budget)
    }
}
