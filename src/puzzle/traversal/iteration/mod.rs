//! [`Iteration`]: one bounded depth-first walk, and the interface to the *loop*, the function that does the walk.
//!
//! To *charge* a node is to count it and to test the limits of the search. A child is charged when it is generated, and
//! once more when it is expanded; between the two it is *entered*, if it is within the bound and no rule forbids it.
//! The *resume point* is the path to where a walk that ended early goes on. A goal always ends the walk. A solver that
//! wants more solutions puts the resume point behind the goal and walks again; branch and bound first lowers the bound
//! to the cost of the solution.
//!
//! Invariant: over all walks from one resume point, each node is generated once and expanded once. After a walk that
//! ended early, the path of the resume point leads to the node that is to be expanded or the child that is to be
//! entered next.

mod begin_and_end;

use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;

use super::bound::{Bound, Cut};
use super::root::{ResumePoint, Resumed, Root};
use super::walk_account::{DescentRule, EnteredChild, MoveFilter, NodeRef, WalkAccount};
use crate::account::{Budget, Stop};
use crate::cost::Cost;
use crate::puzzle::Puzzle;

/// How a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<M, C> {
    /// All nodes within the bound were visited; the [`Cut`] tells what lies beyond it.
    Exhausted(Cut<C>),
    /// The walk ended at a goal. A walk from the same [`ResumePoint`] ends there again, unless the resume point is put
    /// [behind](ResumePoint::pass) the goal.
    Goal {
        /// The moves from the root to the goal.
        moves: Vec<M>,
        /// The cost of the path from the start of the search, through the root, to the goal.
        cost: C,
    },
    /// The walk was stopped. If a search [can go on](Stop::can_go_on) after this stop, a walk from the same
    /// [`ResumePoint`] resumes where this one ended.
    Stopped(Stop),
}

/// The reason why a walk ended early. It determines at which step the next walk resumes.
#[derive(Clone, Copy)]
enum Cause<C> {
    /// A stop before a node was expanded; or a fault of the puzzle, after which no walk resumes.
    AtNode(Stop),
    /// A stop before a child was entered.
    AtChild(Stop),
    /// A goal, with the cost of the path to it.
    Goal(C),
}

/// One bounded depth-first walk from a root. A solver passes it to [`Puzzle::deepen`], where a loop does the walk: the
/// loop takes root and bound from the iteration, charges each node to it, and reports goals and cuts to it.
///
/// # For a solver
///
/// [`Monitor::iteration`](crate::solver::Monitor::iteration) makes an iteration. A solver hands it to
/// [`Puzzle::deepen`], or to [`Puzzle::deepen_by`] with a heuristic of its own choice, and ends it by
/// [`finish`](Self::finish). The same loop serves all solvers: IDA\*, branch and bound, and yours. Here is the heart of
/// IDA\*:
///
/// ```
/// use puzzle_search::puzzle::traversal::{Bound, End, ResumePoint, Root};
/// use puzzle_search::solver::MonitorOf;
/// use puzzle_search::{Puzzle, Stop};
///
/// /// The moves of a cheapest path, or none if there is no path.
/// fn ida_star<P: Puzzle>(
///     puzzle: &P,
///     start: &P::State,
///     monitor: &mut MonitorOf<'_, P>,
/// ) -> Result<Option<Vec<P::Move>>, Stop> {
///     let Some(mut bound) = puzzle.heuristic(start) else { return Ok(None) };
///     loop {
///         monitor.begin_iteration(bound)?;
///         let mut resume_point = ResumePoint::default(); // a solver that can be paused keeps it
///         let mut iteration = monitor.iteration(Root::new(start), Bound::AtMost(bound), &mut resume_point);
///         let flow = puzzle.deepen(&mut iteration);
///         let end = iteration.finish(flow);
///         monitor.finish_iteration()?;
///         match end {
///             End::Goal { moves, .. } => return Ok(Some(moves)),
///             End::Stopped(stop) => return Err(stop),
///             End::Exhausted(cut) => match cut.least {
///                 Some(least) => bound = least,
///                 None if cut.overflow => return Err(Stop::CostOverflow),
///                 None => return Ok(None),
///             },
///         }
///     }
/// }
/// ```
///
/// # For a loop
///
/// A puzzle that overrides [`Puzzle::deepen_by`], or a heuristic that overrides
/// [`Heuristic::deepen`](crate::heuristics::Heuristic::deepen), walks as [`over_neighbors`](super::over_neighbors)
/// does:
///
/// * At a node, [`resumed`](Self::resumed) tells whether a walk that was stopped goes on below it. If not, the node is
///   new, and is [expanded](Self::expand). The root is treated in the same way, after it is [admitted](Self::admit).
/// * A child is [generated](Self::generate), which charges it, unless the walk that was stopped has entered it, and so
///   charged it. The neighbor that is the parent of the node, and [redundant](Puzzle::is_redundant) moves, are skipped
///   before that.
/// * A child whose estimate is not `None` and whose f is [admitted](Self::admit) is within the bound. If it is a goal,
///   the loop [reaches](Self::reach) it and ends. Otherwise it walks on below the child, if the iteration
///   [descends](Self::descends). If the child that was entered before the stop is not within the bound any more, the
///   loop [forgets](Self::forget) the rest of the path.
/// * A method that returns `Break` ends the loop. Then the loop passes the path to where it ended to
///   [`unwind`](Self::unwind), edge by edge, and returns `Break`.
/// * A loop that allocates [reserves](Self::reserve) the memory before, and a fault of the puzzle makes it
///   [fail](Self::fail).
///
/// A loop that visits many nodes at once asks for a [grant](Self::grant), and [charges](Self::charge) the visited
/// nodes. [`laws::check_traversal`](crate::laws::check_traversal) compares a loop with the default.
pub struct Iteration<'a, S, M, C> {
    root: Root<'a, S, M, C>,
    bound: Bound<C>,
    /// The greatest f within the bound, if costs are integers and there is such an f; otherwise the cost of the bound.
    greatest: C,
    /// Whether the bound is strict, so that f = `greatest` is beyond it.
    is_strict: bool,
    resume_point: &'a mut ResumePoint<C>,
    /// The counts and limits of the search, and its observer.
    account: &'a mut (dyn WalkAccount<S, M, C> + 'a),
    /// The automaton that reads the moves of a path and says which of them are skipped.
    filter: Option<&'a (dyn MoveFilter<M> + 'a)>,
    rule: Option<&'a mut (dyn DescentRule<S, M, C> + 'a)>,
    /// Whether the rule leaves states out of the search.
    prunes: bool,
    progress: WalkProgress<M, C>,
}

/// The parts of an iteration that change during the walk. [`Iteration::filtered`] moves them to an iteration with a
/// filter, and back.
struct WalkProgress<M, C> {
    /// The nodes that the account has lent to the walk: charging them does not call the account.
    budget: Budget,
    cut: Cut<C>,
    /// The number of edges that are left on the path to the resume point.
    edges_left: usize,
    /// The state of the filter's automaton at the node to which the walk came last.
    filter_state: u32,
    /// Whether the observer is shown the estimates of nodes.
    is_informed: bool,
    /// Whether the next child was entered by an earlier walk from the same resume point, and so is charged already.
    enters_again: bool,
    /// Whether the walk has gone beyond the resume point, that is, has tried to charge a node.
    has_begun: bool,
    cause: Option<Cause<C>>,
    /// The path to the goal, last move first.
    moves: Vec<M>,
    /// The path to where the walk ended, as indices of children, last one first; `None` if there was no memory for it.
    path: Option<Vec<u32>>,
}

impl<M, C> WalkProgress<M, C> {
    fn new(budget: Budget, cut: Cut<C>, edges_left: usize) -> Self {
        Self {
            budget,
            cut,
            edges_left,
            filter_state: 0,
            is_informed: true,
            enters_again: false,
            has_begun: false,
            cause: None,
            moves: Vec::new(),
            path: Some(Vec::new()),
        }
    }
}

impl<M, C> WalkProgress<M, C> {
    /// Takes the automaton of the filter one move further; returns false if the move is skipped. The state is passed by
    /// reference, so that it takes no register of a loop without a filter.
    #[cold]
    #[inline(never)]
    fn step(&mut self, filter: &dyn MoveFilter<M>, filter_state: &u32, mv: &M) -> bool {
        let after = filter.step(*filter_state, mv);
        self.filter_state = after.unwrap_or(*filter_state);
        after.is_some()
    }

    /// A node as the observer is shown it: without its estimate, if the search is uninformed.
    fn shown<'n, S>(&self, node: NodeRef<'n, S, C>) -> NodeRef<'n, S, C> {
        let h = node.h.filter(|_| self.is_informed);
        NodeRef { h, ..node }
    }
}

/// The type of an [`Iteration`] of the puzzle `P`.
pub type IterationOf<'a, P> =
    Iteration<'a, <P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

impl<S: Debug, M: Debug, C: Debug> Debug for Iteration<'_, S, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iteration")
            .field("root", &self.root)
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// Methods for loops.
impl<'a, S, M, C: Cost> Iteration<'a, S, M, C> {
    /// Returns the root, where the walk begins.
    #[must_use]
    #[inline]
    pub const fn root(&self) -> Root<'a, S, M, C> {
        self.root
    }

    /// Returns the bound.
    #[must_use]
    #[inline]
    pub const fn bound(&self) -> Bound<C> {
        self.bound
    }

    /// Returns whether the walk has to skip other moves than the [redundant](Puzzle::is_redundant) ones: more, if there
    /// is a filter, as that of [`Pruned`](crate::pruning::Pruned); none, if there is a [`DescentRule`] that
    /// [prunes](DescentRule::prunes). A loop of your own supports neither, so let it call
    /// [`over_neighbors`](super::over_neighbors) in this case.
    #[must_use]
    #[inline]
    pub const fn is_filtered(&self) -> bool {
        self.filter.is_some() || self.prunes
    }

    /// Whether redundant moves are skipped.
    pub(super) const fn skips_redundant(&self) -> bool {
        !self.prunes
    }

    /// The state of the filter's automaton at the node to which the walk came last: at the root, or at the child whose
    /// move was [let through](Self::lets_through) last. 0 without a filter.
    #[inline]
    pub(super) const fn filter_state(&self) -> u32 {
        self.progress.filter_state
    }

    /// Whether the filter, if there is one, lets a move through. `filter_state` is its state at the parent.
    #[inline]
    pub(super) fn lets_through(&mut self, filter_state: &u32, mv: &M) -> bool {
        self.filter
            .is_none_or(|filter| self.progress.step(filter, filter_state, mv))
    }

    /// Returns the child at which a stopped walk resumes below a node, or `None` if the node is new and has to be
    /// expanded. Call this method once at each node, beginning with the root: each call goes one edge farther along the
    /// path to the [`ResumePoint`].
    #[inline]
    pub fn resumed(&mut self) -> Option<Resumed> {
        if self.progress.edges_left == 0 {
            return None;
        }
        self.follow_resume_path()
    }

    #[cold]
    fn follow_resume_path(&mut self) -> Option<Resumed> {
        let (path, edges_left) = (&self.resume_point.path, self.progress.edges_left);
        // All children on the path were entered, except perhaps the last.
        let entered = self.resume_point.entered || edges_left > 1;
        (self.progress.edges_left, self.progress.enters_again) = (edges_left - 1, entered);
        Some(Resumed {
            index: *path.get(path.len() - edges_left)?,
            entered,
        })
    }

    /// Gives up the rest of the path to the resume point. Call this method if the child that was entered before the
    /// stop is not within the bound now, because the bound was lowered in the meantime.
    pub fn forget(&mut self) {
        (self.progress.edges_left, self.progress.enters_again) = (0, false);
        if let Some(rule) = &mut self.rule {
            rule.forget();
        }
    }

    /// Charges the expansion of a node, before its children are generated. `node` is called only if an observer is
    /// shown the node.
    #[inline]
    pub fn expand<'n>(&mut self, node: impl FnOnce() -> NodeRef<'n, S, C>) -> ControlFlow<()>
    where
        S: Clone + 'n,
    {
        if self.progress.budget.expand() {
            return ControlFlow::Continue(());
        }
        if self.charge_node()? {
            let NodeRef { state, g, h } = node();
            return self.show_node(state.clone(), g, h);
        }
        ControlFlow::Continue(())
    }

    /// Charges a child, before anything about it is computed. `from` is its parent, and `mv` the move to it. `node` is
    /// called only if an observer is shown the child.
    #[inline]
    pub fn generate<'n>(
        &mut self,
        from: &S,
        mv: &M,
        node: impl FnOnce() -> NodeRef<'n, S, C>,
    ) -> ControlFlow<()>
    where
        S: Clone + 'n,
        M: Clone,
    {
        if self.progress.budget.generate() {
            return ControlFlow::Continue(());
        }
        if self.charge_child()? {
            let NodeRef { state, g, h } = node();
            return self.show_child(from.clone(), mv.clone(), state.clone(), g, h);
        }
        ControlFlow::Continue(())
    }

    /// Returns the cost of the path to a child, if its f = g + h is within the bound; otherwise records the cut. `g` is
    /// the cost of the path to the parent, `cost` that of the edge, and `h` the estimate of the child. At the root, the
    /// edge costs nothing.
    #[inline]
    pub fn admit(&mut self, g: C, cost: C, h: C) -> Option<C> {
        let g = g.checked_add(&cost);
        let f = g.and_then(|g| g.checked_add(&h));
        if let (Some(g), Some(f)) = (g, f)
            && f <= self.greatest
            && !(self.is_strict && f == self.greatest)
        {
            return Some(g);
        }
        self.progress.cut.note(f);
        None
    }

    /// Returns whether the walk goes on below a child that is within the bound and not a goal, as the [`DescentRule`]
    /// of the walk says, if it has one; `g` computes the cost of the path to the child.
    #[inline]
    pub fn descends(&mut self, mv: &M, state: &S, g: impl FnOnce() -> C) -> ControlFlow<(), bool>
    where
        S: Clone,
        M: Clone,
    {
        if self.rule.is_none() {
            return ControlFlow::Continue(true);
        }
        self.ask_rule(mv.clone(), state.clone(), g())
    }

    /// Ends the walk at the child that was generated last, which is a goal. `cost` is the cost of the path to it.
    pub fn reach(&mut self, cost: C) -> ControlFlow<()> {
        self.end_by(Cause::Goal(cost))
    }

    /// Ends the walk because of a fault of the puzzle, such as an edge that costs less than zero.
    pub fn fail(&mut self, stop: Stop) -> ControlFlow<()> {
        self.end_by(Cause::AtNode(stop))
    }

    /// Asks for memory before it is allocated. `bytes` is the total for the loop: the bytes in use and the new ones.
    /// Returns `Break` if the memory is refused.
    pub fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
        self.progress.budget.reserve(bytes)
    }

    /// Ends the walk after the allocator has refused [reserved](Self::reserve) memory.
    pub fn refuse(&mut self) -> ControlFlow<()> {
        self.progress.budget.refuse();
        ControlFlow::Break(())
    }

    /// Takes one edge of the path from the root to where the walk ended. The loop calls it for each edge, last edge
    /// first; the path ends at the child generated last, or at the node that was not expanded. `index` is the index of
    /// the child among the neighbors of its parent.
    pub fn unwind(&mut self, index: u32, mv: M) {
        if matches!(self.progress.cause, Some(Cause::Goal(_))) && self.make_room_for_move() {
            self.progress.moves.push(mv);
        }
        let path = self.progress.path.take().and_then(|mut path| {
            if path.len() == path.capacity() {
                path.try_reserve(path.len().max(16)).ok()?;
            }
            path.push(index);
            Some(path)
        });
        self.progress.path = path;
    }

    #[cold]
    fn end_by(&mut self, cause: Cause<C>) -> ControlFlow<()> {
        self.progress.cause = Some(cause);
        ControlFlow::Break(())
    }

    /// Makes room for one more move of the path to the goal; returns whether there is room. Without memory, the walk
    /// ends by a stop in place of the goal: the next walk enters the same child again, which is charged already, and
    /// reaches the goal again.
    fn make_room_for_move(&mut self) -> bool {
        let moves = &mut self.progress.moves;
        let capacity = moves.capacity();
        // The loop has reserved memory for two copies of its path, of which it holds one while it unwinds. The other
        // covers the moves, if they grow by a quarter each time.
        if moves.len() == capacity && moves.try_reserve_exact((capacity / 4).max(64)).is_err() {
            *moves = Vec::new();
            self.progress.cause = Some(Cause::AtNode(Stop::OutOfMemory));
            return false;
        }
        true
    }

    // This function and those below are not inlined and take states by value, so that the loop can keep its own copies
    // in registers: with references it took a third more instructions.

    /// Charges an expansion for which the budget has no room; returns whether the node is to be shown.
    #[cold]
    #[inline(never)]
    fn charge_node(&mut self) -> ControlFlow<(), bool> {
        self.progress.has_begun = true;
        match self.account.charge(&mut self.progress.budget, 1, 0) {
            Ok(()) => ControlFlow::Continue(self.account.shows_nodes()),
            Err(stop) => self.end_by(Cause::AtNode(stop)).map_continue(|()| false),
        }
    }

    /// Charges a child for which the budget has no room; returns whether it is to be shown.
    #[cold]
    #[inline(never)]
    fn charge_child(&mut self) -> ControlFlow<(), bool> {
        self.progress.has_begun = true;
        match self.account.charge(&mut self.progress.budget, 0, 1) {
            Ok(()) => ControlFlow::Continue(self.account.shows_nodes()),
            Err(stop) => self.end_by(Cause::AtChild(stop)).map_continue(|()| false),
        }
    }

    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "see above")]
    fn show_node(&mut self, state: S, g: C, h: Option<C>) -> ControlFlow<()> {
        let node = self.progress.shown(NodeRef {
            state: &state,
            g,
            h,
        });
        match self.account.show_expanded(node) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                self.account.refund(1, 0);
                self.end_by(Cause::AtNode(stop))
            }
        }
    }

    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "see above")]
    fn show_child(&mut self, from: S, mv: M, state: S, g: C, h: Option<C>) -> ControlFlow<()> {
        let node = self.progress.shown(NodeRef {
            state: &state,
            g,
            h,
        });
        match self.account.show_generated(&from, &mv, node) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                self.account.refund(0, 1);
                self.end_by(Cause::AtChild(stop))
            }
        }
    }

    /// Asks the rule whether the walk goes on below a child. If an earlier walk did so, this one does without asking.
    #[cold]
    #[inline(never)]
    fn ask_rule(&mut self, mv: M, state: S, g: C) -> ControlFlow<(), bool> {
        let WalkProgress {
            budget,
            enters_again,
            ..
        } = &mut self.progress;
        let Some(rule) = self.rule.as_mut().filter(|_| !*enters_again) else {
            *enters_again = false;
            return ControlFlow::Continue(true);
        };
        let mut counts = self.account.counts();
        counts += budget.charged();
        let child = EnteredChild {
            mv,
            state,
            g,
            counts,
        };
        // The rule must not use the memory that the loop has reserved.
        budget.claim_reserved(self.account.memory());
        let answer = rule.descends(child);
        // The rule may hold more memory than before.
        budget.note_free(self.account.memory().free());
        answer.map_or_else(
            |stop| {
                self.account.settle(&mut self.progress.budget);
                self.account.refund(0, 1);
                self.end_by(Cause::AtChild(stop)).map_continue(|()| false)
            },
            ControlFlow::Continue,
        )
    }
}

/// For loops that visit many nodes at once, and for costs that are integers.
impl<S, M, C: Cost> Iteration<'_, S, M, C> {
    /// Returns how many nodes, each of up to `children` children, the loop may visit before it charges them. If this
    /// number is zero, the loop has to charge the next node by [`expand`](Self::expand) and its children by
    /// [`generate`](Self::generate).
    #[must_use]
    #[inline]
    pub const fn grant(&self, children: u64) -> u64 {
        if self.rule.is_some() {
            return 0;
        }
        self.progress.budget.nodes(children)
    }

    /// Charges visited nodes within the [grant](Self::grant): expansions and generated children.
    pub const fn charge(&mut self, expansions: u64, children: u64) {
        self.progress.budget.charge(expansions, children);
    }

    /// Returns the slack of a node: by how much its f = g + h is below the greatest f within the bound. If f is beyond
    /// the bound, records the cut and returns `None`.
    #[inline]
    pub fn slack(&mut self, g: C, h: C) -> Option<C> {
        self.admit(g, C::zero(), h)?;
        self.bound.greatest()?.checked_sub(&(g + h))
    }

    /// Records a child that was cut off, whose f exceeds the greatest f within the bound by `excess`.
    #[inline]
    pub fn cut_off(&mut self, excess: C) {
        let greatest = self.bound.greatest();
        let f = greatest.and_then(|greatest| greatest.checked_add(&excess));
        self.progress.cut.note(f);
    }
}
