//! [`Walk`]: what every depth-first solver has to do besides deciding where to go.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use num_traits::{Saturating, Zero};

use crate::monitor::{Generated, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::traversal::{Change, Edge, Step, Visitor};

/// Where a depth-first solver goes.
pub(super) trait Rule<P: Puzzle> {
    /// Whether it wants the heuristic; otherwise that is taken to be zero.
    const INFORMED: bool;
    /// What is handed from parent to child.
    type Carried: Copy;

    /// Whether nodes may be counted ahead. A rule that goes on after a goal cannot allow it: it is
    /// not known then whether the goal lies within the limit on generated states.
    const COUNTS_AHEAD: bool;

    /// The classes of what is carried, as a [`Visitor`] has them.
    const CLASSES: usize = 1;

    /// The class of a value.
    #[inline]
    fn class(_carried: Self::Carried) -> usize {
        0
    }

    /// The class of a child's value.
    #[inline]
    fn class_below<const PARENT: usize>(_parent: Self::Carried, child: Self::Carried) -> usize {
        Self::class(child)
    }

    /// A value of which the class is known.
    #[inline]
    fn of_class<const CLASS: usize>(carried: Self::Carried) -> Self::Carried {
        carried
    }

    /// The cost of the path to the node that this value was carried to, whose estimate is `h`.
    fn g(&self, carried: Self::Carried, h: P::Cost) -> P::Cost;

    /// What to do with an edge of positive cost, along which the estimate changes so.
    fn decide(
        &mut self,
        carried: Self::Carried,
        edge: &Edge<'_, P>,
        change: Change<P::Cost>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Step<Self::Carried>, Stop>;
}

/// Moves from the start on.
type Path<P> = Vec<<P as Puzzle>::Move>;

/// A traversal under a rule that counts, keeps to the limits and recovers the path.
pub(super) struct Walk<'m, 'o, P: Puzzle, R> {
    pub(super) rule: R,
    puzzle: &'m P,
    monitor: &'m mut Monitor<'o, P>,
    tally: Tally,
    /// How many of the children counted so far are still to be entered.
    pending: u64,
    /// How many nodes the traversal would count ahead.
    room: usize,
    stop: Option<Stop>,
    /// The path to the edge where the rule stopped, last move first.
    moves: Vec<P::Move>,
    /// Bytes claimed for the traversal.
    claimed: usize,
    /// Why it got no more, when it last asked.
    refused: Option<Stop>,
}

impl<'m, 'o, P: Puzzle, R: Rule<P>> Walk<'m, 'o, P, R> {
    pub(super) fn new(rule: R, puzzle: &'m P, monitor: &'m mut Monitor<'o, P>) -> Self {
        Self {
            rule,
            puzzle,
            monitor,
            tally: Tally::default(),
            pending: 0,
            room: 0,
            stop: None,
            moves: Vec::new(),
            claimed: 0,
            refused: None,
        }
    }

    /// Walks from `start`; answers the path to where the rule stopped.
    pub(super) fn run(
        self,
        start: &P::State,
        carried: R::Carried,
    ) -> (R, Result<Option<Path<P>>, Stop>) {
        let (mut walk, flow) = self.puzzle.depth_first(start, carried, self);
        walk.settle();
        walk.monitor.release(walk.claimed);
        walk.moves.reverse();
        let within = walk.monitor.cut_off_at_limit();
        let end = match walk.stop.or(within.err()) {
            Some(stop) => Err(stop),
            None if flow.is_break() => Ok(Some(walk.moves)),
            None => Ok(None),
        };
        (walk.rule, end)
    }

    #[inline(always)]
    fn decide(
        &mut self,
        carried: R::Carried,
        edge: &Edge<'_, P>,
        change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<R::Carried> {
        let change = if R::INFORMED {
            match change() {
                Some(change) => change,
                None => return Step::Prune,
            }
        } else {
            let (from, to) = (P::Cost::zero(), P::Cost::zero());
            Change { from, to }
        };
        if edge.cost.is_zero() {
            return self.end(Stop::ZeroCostEdge);
        }
        match self.rule.decide(carried, edge, change, self.monitor) {
            Ok(step) => step,
            Err(stop) => self.end(stop),
        }
    }

    #[cold]
    fn end<T>(&mut self, stop: Stop) -> Step<T> {
        self.stop = Some(stop);
        Step::Stop
    }

    /// Tells the monitor what was counted, less what is pending.
    fn settle(&mut self) {
        let (generated, expanded) = self.tally.take();
        self.monitor.account(generated, expanded);
        self.monitor.take_back(self.pending);
    }

    /// Counts again what is pending, and as much as the monitor allows from now on.
    fn renew(&mut self) {
        let allowed = self.monitor.allowance(self.pending);
        self.monitor.account(self.pending, 0);
        let room = if R::COUNTS_AHEAD { self.room } else { 0 };
        self.tally.grant(allowed, room);
    }

    /// Generates a child under the eyes of the monitor.
    ///
    /// Takes the edge by value: a caller whose states never have an address keeps them in registers.
    #[cold]
    #[inline(never)]
    fn attend(
        &mut self,
        carried: R::Carried,
        (parent, child): (P::State, P::State),
        (mv, cost): (P::Move, P::Cost),
    ) -> Result<(), Stop> {
        self.settle();
        let node = || Generated {
            parent: Some(&parent),
            mv: Some(&mv),
            state: &child,
            g: g(&self.rule, self.puzzle, carried, &parent).saturating_add(cost),
            h: estimate::<P, R>(self.puzzle, &child),
        };
        let told = self.monitor.generate(node);
        self.renew();
        told
    }

    /// Expands a node under the eyes of the monitor.
    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "it has no address otherwise")]
    fn attend_expansion(&mut self, carried: R::Carried, state: P::State) -> ControlFlow<()> {
        self.settle();
        let g = g(&self.rule, self.puzzle, carried, &state);
        let within = self.monitor.cut_off_at_limit();
        let told = within.and_then(|()| self.monitor.expand(&state, g));
        self.renew();
        self.stop = told.err();
        match self.stop {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

/// The estimate, for what has to be told, if one is used.
fn estimate<P: Puzzle, R: Rule<P>>(puzzle: &P, state: &P::State) -> Option<P::Cost> {
    if R::INFORMED {
        puzzle.heuristic(state)
    } else {
        None
    }
}

/// The cost of the path to a node, for what has to be told.
fn g<P: Puzzle, R: Rule<P>>(
    rule: &R,
    puzzle: &P,
    carried: R::Carried,
    state: &P::State,
) -> P::Cost {
    let h = estimate::<P, R>(puzzle, state);
    rule.g(carried, h.unwrap_or_else(P::Cost::zero))
}

impl<P: Puzzle, R: Rule<P>> Visitor<P> for Walk<'_, '_, P, R> {
    type Carried = R::Carried;

    const CLASSES: usize = R::CLASSES;
    const COUNTS_AHEAD: bool = R::COUNTS_AHEAD;

    #[inline]
    fn class(carried: R::Carried) -> usize {
        R::class(carried)
    }

    #[inline]
    fn class_below<const PARENT: usize>(parent: R::Carried, child: R::Carried) -> usize {
        R::class_below::<PARENT>(parent, child)
    }

    #[inline]
    fn of_class<const CLASS: usize>(carried: R::Carried) -> R::Carried {
        R::of_class::<CLASS>(carried)
    }

    #[inline]
    fn expand(&mut self, carried: R::Carried, state: &P::State) -> ControlFlow<()> {
        if self.tally.expand() {
            return ControlFlow::Continue(());
        }
        self.attend_expansion(carried, state.clone())
    }

    #[inline(always)]
    fn enter(
        &mut self,
        carried: R::Carried,
        edge: Edge<'_, P>,
        change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<R::Carried> {
        if !self.tally.generate() {
            let states = (edge.parent.clone(), edge.child.clone());
            let told = self.attend(carried, states, (edge.mv.clone(), edge.cost));
            if let Err(stop) = told {
                return self.end(stop);
            }
        }
        self.decide(carried, &edge, change)
    }

    #[inline]
    fn count_ahead(&mut self, children: u32) -> bool {
        self.tally.count_ahead(children)
    }

    #[inline(always)]
    fn enter_counted(
        &mut self,
        carried: R::Carried,
        edge: Edge<'_, P>,
        change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<R::Carried> {
        self.decide(carried, &edge, change)
    }

    fn take_back(&mut self, children: u32) {
        self.tally.take_back(children);
    }

    fn pending(&mut self, children: u64, ahead: usize) {
        self.pending = children;
        self.room = ahead;
        self.tally.end_if_spent_ahead();
    }

    fn unwind(&mut self, mv: P::Move) {
        // Only the path to a goal is wanted, and there may be no memory for another.
        if self.stop.is_none() {
            self.moves.push(mv);
        }
    }

    fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
        if let Err(stop) = self.monitor.claim(bytes.saturating_sub(self.claimed)) {
            self.refused = Some(stop);
            return ControlFlow::Break(());
        }
        self.claimed = self.claimed.max(bytes);
        self.refused = None;
        ControlFlow::Continue(())
    }

    fn out_of_memory(&mut self) {
        self.stop = self.refused.or(Some(Stop::OutOfMemory));
    }
}

/// Counts while the monitor's allowance lasts: even one look at the monitor for each state would
/// show.
#[derive(Default)]
struct Tally {
    /// What was counted ahead: in the upper half expansions, in the lower half children. It begins
    /// below zero, so that one addition counts and its sign tells whether the allowance is spent.
    ahead: i32,
    /// How many expansions could be counted ahead.
    granted_ahead: i32,
    /// How many children may still be generated one by one.
    left: u64,
    granted: u64,
    /// How many nodes were expanded one by one.
    expanded: u64,
}

/// One expansion counted ahead.
const EXPANSION: i32 = 1 << 16;
/// More children are not counted ahead.
const MOST_CHILDREN: u32 = 4;
/// Of so many expansions, the children are still counted in 16 bits.
const MOST_AHEAD: u64 = 4096;

impl Tally {
    /// Counts a child, unless the allowance is spent.
    #[inline]
    const fn generate(&mut self) -> bool {
        let allowed = self.left > 0;
        self.left -= allowed as u64;
        allowed
    }

    /// Counts an expansion, unless the allowance is spent. There is one for each child generated,
    /// at most, which is why these alone have to be limited.
    #[inline]
    const fn expand(&mut self) -> bool {
        let allowed = self.left > 0;
        self.expanded += allowed as u64;
        allowed
    }

    /// Counts an expansion and all children; answers whether there was allowance for them.
    #[inline(always)]
    const fn count_ahead(&mut self, children: u32) -> bool {
        if children > MOST_CHILDREN {
            return false;
        }
        self.ahead += EXPANSION + children as i32;
        self.ahead < 0
    }

    /// Takes back what was counted without allowance.
    const fn take_back(&mut self, children: u32) {
        if children <= MOST_CHILDREN {
            self.ahead -= EXPANSION + children as i32;
        }
    }

    /// Where nothing more can be counted ahead, leaves nothing to count one by one.
    const fn end_if_spent_ahead(&mut self) {
        if self.granted_ahead > 0 && self.ahead >= -(EXPANSION + MOST_CHILDREN as i32) {
            self.granted -= self.left;
            self.left = 0;
        }
    }

    /// How many were generated and expanded; nothing more is allowed.
    fn take(&mut self) -> (u64, u64) {
        let ahead = (self.ahead + self.granted_ahead * EXPANSION).unsigned_abs();
        let (children, expansions) = (ahead as u16, ahead >> 16);
        let generated = self.granted - self.left + u64::from(children);
        let expanded = self.expanded + u64::from(expansions);
        *self = Self::default();
        (generated, expanded)
    }

    /// Allows so many children, half of them ahead if so many nodes may be; no more than some
    /// thousand.
    fn grant(&mut self, children: u64, nodes_ahead: usize) {
        let ahead = (children / 2 / u64::from(MOST_CHILDREN)).min(MOST_AHEAD);
        let ahead = ahead.min(nodes_ahead as u64);
        self.granted_ahead = ahead as i32;
        self.ahead = -self.granted_ahead * EXPANSION;
        self.granted = (children - ahead * u64::from(MOST_CHILDREN)).min(MOST_AHEAD);
        self.left = self.granted;
    }
}
