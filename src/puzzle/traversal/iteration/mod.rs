//! [`Iteration`]: a bounded depth-first walk, as the loop that walks it sees it.
//!
//! What has to be charged one by one, shown or listed is in functions that are not inlined and take states by value: by
//! reference they would keep the states of the loop in memory, which took a third more instructions. A goal always ends
//! the walk. A solver that wants more puts the place behind it and walks again, within a lower bound if it has one.

mod begin_and_end;

use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;

use super::bound::{Bound, Cut};
use super::charged::{Charged, Listed, MoveFilter, Node};
use super::root::{Place, Resumed, Root};
use crate::account::{Budget, Stop};
use crate::cost::Cost;
use crate::puzzle::Puzzle;

/// How a walk has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<M, C> {
    /// All within the bound was visited, and this was cut off.
    Exhausted(Cut<C>),
    /// At a goal. A walk from the same [`Place`] ends there again, unless the place is put [behind](Place::pass) it.
    Goal {
        /// The moves from the root to the goal.
        moves: Vec<M>,
        /// The cost of the path from the start of the search, through the root, to the goal.
        cost: C,
    },
    /// Stopped. If the stop is one after which a search [can go on](Stop::can_go_on), a walk from the same [`Place`]
    /// goes on where this one was.
    Stopped(Stop),
}

/// By what a walk is ended, and where it goes on.
#[derive(Clone, Copy)]
enum Cause<C> {
    /// Before a node is expanded.
    Node(Stop),
    /// Before a child is entered.
    Child(Stop),
    /// At a goal to which a path of this cost leads.
    Goal(C),
}

/// One bounded depth-first walk, from a root: what a solver asks of [`Puzzle::deepen`], and what the loop that walks
/// has to know, to charge and to report.
///
/// # For a solver
///
/// [`Monitor::iteration`](crate::solver::Monitor::iteration) makes an iteration. A solver hands it to [`Puzzle::deepen`], or to
/// [`Puzzle::deepen_by`] with a heuristic of its own choice, and ends it by [`finish`](Self::finish). The same loop
/// serves all solvers: IDA\*, branch and bound, and yours. Here is the heart of IDA\*:
///
/// ```
/// use puzzle_search::puzzle::traversal::{Bound, End, Place, Root};
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
///         let mut place = Place::default(); // a solver that can be paused keeps it
///         let mut iteration = monitor.iteration(Root::new(start), Bound::AtMost(bound), &mut place);
///         let flow = puzzle.deepen(&mut iteration);
///         let end = iteration.finish(flow);
///         monitor.finish_iteration()?;
///         match end {
///             End::Goal { moves, .. } => return Ok(Some(moves)),
///             End::Stopped(stop) => return Err(stop),
///             End::Exhausted(cut) if cut.overflow => return Err(Stop::CostOverflow),
///             End::Exhausted(cut) => match cut.least {
///                 Some(least) => bound = least,
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
///   new, and is [expanded](Self::expand). The root is such a node, once it is [admitted](Self::admit).
/// * A child is [generated](Self::generate), unless it was entered before the stop. Left out before that are the child
///   from which the path came, and [redundant](Puzzle::is_redundant) moves.
/// * A child with an estimate that is [admitted](Self::admit) is within the bound. If it is a goal, the loop
///   [reaches](Self::reach) it and ends. Otherwise it walks on below the child, if the iteration
///   [descends](Self::descends).
/// * A method that returns `Break` ends the loop. Then the loop tells the path to where it ended by
///   [`unwind`](Self::unwind), and returns `Break`.
///
/// A loop that visits many nodes at once asks for a [grant](Self::grant), and [charges](Self::charge) what it has
/// visited. [`laws::check_traversal`](crate::laws::check_traversal) compares a loop with the default.
pub struct Iteration<'a, S, M, C> {
    root: Root<'a, S, M, C>,
    bound: Bound<C>,
    /// The greatest f within the bound, where costs are integers and there is one; and whether it is not within.
    greatest: C,
    is_below: bool,
    place: &'a mut Place<C>,
    account: &'a mut (dyn Charged<S, M, C> + 'a),
    filter: Option<&'a (dyn MoveFilter<M> + 'a)>,
    /// Where children are listed, if they are.
    listed: Option<&'a mut Vec<Listed<S, M, C>>>,
    so_far: SoFar<M, C>,
}

/// What belongs to a walk, whatever is wrapped around it.
struct SoFar<M, C> {
    budget: Budget,
    cut: Cut<C>,
    /// How much is left of the way to its place.
    way_back: usize,
    /// Whether a heuristic is used.
    is_informed: bool,
    /// Whether children are listed, and not walked below.
    lists: bool,
    /// Whether anything but the way to its place was visited.
    has_begun: bool,
    cause: Option<Cause<C>>,
    /// The path to the goal, last move first.
    moves: Vec<M>,
    /// The path to where it ended, as indices of children, last one first; none if there was no memory for it.
    way: Option<Vec<u32>>,
}

impl<M, C> SoFar<M, C> {
    fn new(budget: Budget, cut: Cut<C>, way_back: usize) -> Self {
        Self {
            budget,
            cut,
            way_back,
            is_informed: true,
            lists: false,
            has_begun: false,
            cause: None,
            moves: Vec::new(),
            way: Some(Vec::new()),
        }
    }
}

impl<M, C> SoFar<M, C> {
    /// A node as it is shown: without an estimate, if none is used.
    fn shown<'n, S>(&self, node: Node<'n, S, C>) -> Node<'n, S, C> {
        let h = node.h.filter(|_| self.is_informed);
        Node { h, ..node }
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

/// What a loop calls.
impl<'a, S, M, C: Cost> Iteration<'a, S, M, C> {
    /// Returns where the walk begins.
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

    /// Returns whether moves are left out that are not [redundant](Puzzle::is_redundant), as
    /// [`Pruned`](crate::pruning::Pruned) does. A loop of your own does not know them, so it calls
    /// [`over_neighbors`](super::over_neighbors) then.
    #[must_use]
    #[inline]
    pub const fn is_filtered(&self) -> bool {
        self.filter.is_some()
    }

    /// The state of the filter at the root.
    pub(super) fn filter_at_root(&self) -> u32 {
        self.filter.map_or(0, |filter| filter.after(self.root.path))
    }

    /// The state of the filter after one more move; none if that is left out.
    #[inline]
    pub(super) fn filter_after(&self, state: u32, mv: &M) -> Option<u32> {
        match self.filter {
            Some(filter) => filter.step(state, mv),
            None => Some(state),
        }
    }

    /// Returns where the walk goes on below a node, or `None` if the node is new and has to be expanded. Call this
    /// method once at each node, beginning with the root: each call goes one edge farther along the way to the
    /// [`Place`].
    #[inline]
    pub fn resumed(&mut self) -> Option<Resumed> {
        if self.so_far.way_back == 0 {
            return None;
        }
        self.go_back()
    }

    #[cold]
    fn go_back(&mut self) -> Option<Resumed> {
        let (way, left) = (&self.place.way, self.so_far.way_back);
        self.so_far.way_back = left - 1;
        Some(Resumed {
            index: *way.get(way.len() - left)?,
            entered: self.place.entered || left > 1,
        })
    }

    /// Goes back no farther: the bound was lowered in the meantime, and the child that was entered before is cut off.
    pub const fn forget(&mut self) {
        self.so_far.way_back = 0;
    }

    /// Charges the expansion of a node, before its children are generated. `node` is called if an observer is shown it.
    #[inline]
    pub fn expand<'n>(&mut self, node: impl FnOnce() -> Node<'n, S, C>) -> ControlFlow<()>
    where
        S: Clone + 'n,
    {
        if self.so_far.budget.expand() {
            return ControlFlow::Continue(());
        }
        if self.charge_node()? {
            let Node { state, g, h } = node();
            return self.show_node(state.clone(), g, h);
        }
        ControlFlow::Continue(())
    }

    /// Charges a child, before anything is computed of it. `node` is called if an observer is shown it.
    #[inline]
    pub fn generate<'n>(
        &mut self,
        from: &S,
        mv: &M,
        node: impl FnOnce() -> Node<'n, S, C>,
    ) -> ControlFlow<()>
    where
        S: Clone + 'n,
        M: Clone,
    {
        if self.so_far.budget.generate() {
            return ControlFlow::Continue(());
        }
        if self.charge_child()? {
            let Node { state, g, h } = node();
            return self.show_child((from.clone(), mv.clone()), state.clone(), g, h);
        }
        ControlFlow::Continue(())
    }

    /// Returns the cost of the path to a child, if its f = g + h is within the bound; otherwise notes that it was cut
    /// off. `g` is the cost of the path to the parent, `cost` that of the edge, and `h` the estimate of the child. At
    /// the root, the edge costs nothing.
    #[inline]
    pub fn admit(&mut self, g: C, cost: C, h: C) -> Option<C> {
        let g = g.checked_add(&cost);
        let f = g.and_then(|g| g.checked_add(&h));
        if let (Some(g), Some(f)) = (g, f)
            && (f < self.greatest || f == self.greatest && !self.is_below)
        {
            return Some(g);
        }
        self.so_far.cut.note(f);
        None
    }

    /// Returns whether the walk goes on below a child that is within the bound and no goal; `g` computes the cost of
    /// the path to it.
    #[inline]
    pub fn descends(&mut self, mv: &M, state: &S, g: impl FnOnce() -> C) -> ControlFlow<(), bool>
    where
        S: Clone,
        M: Clone,
    {
        if !self.so_far.lists {
            return ControlFlow::Continue(true);
        }
        self.list(mv.clone(), state.clone(), g())
    }

    /// Ends the walk at a goal, the child that was generated last. `cost` is the cost of the path to it.
    pub fn reach(&mut self, cost: C) -> ControlFlow<()> {
        self.end(Cause::Goal(cost))
    }

    /// Ends the walk by a fault of the puzzle, such as an edge that costs less than zero.
    pub fn fail(&mut self, stop: Stop) -> ControlFlow<()> {
        self.end(Cause::Node(stop))
    }

    /// Asks for memory before it is allocated. `bytes` is the total for the loop: what it has already and what is new.
    /// Returns `Break` if the memory is refused.
    pub fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
        self.so_far.budget.reserve(bytes)
    }

    /// Ends the walk where the allocator has refused what was [reserved](Self::reserve).
    pub fn refuse(&mut self) -> ControlFlow<()> {
        self.so_far.budget.refuse();
        ControlFlow::Break(())
    }

    /// Told once for each edge of the path from the root to where the walk ended, last edge first: the child generated
    /// last, or the node that was not expanded. `index` is the index of the child among the neighbors of its parent.
    pub fn unwind(&mut self, index: u32, mv: M) {
        if matches!(self.so_far.cause, Some(Cause::Goal(_))) && self.make_room() {
            self.so_far.moves.push(mv);
        }
        let way = self.so_far.way.take().and_then(|mut way| {
            if way.len() == way.capacity() {
                way.try_reserve(way.len().max(16)).ok()?;
            }
            way.push(index);
            Some(way)
        });
        self.so_far.way = way;
    }

    #[cold]
    fn end(&mut self, cause: Cause<C>) -> ControlFlow<()> {
        self.so_far.cause = Some(cause);
        ControlFlow::Break(())
    }

    /// Makes room for one more move of the path. Without memory for it the walk is stopped before the goal, to which it
    /// goes on by an edge that is charged already.
    fn make_room(&mut self) -> bool {
        let moves = &mut self.so_far.moves;
        let old = moves.capacity();
        // By a quarter: so much is claimed by the loop, which has room for two copies of its path and holds one when it
        // unwinds.
        if moves.len() == old && moves.try_reserve_exact((old / 4).max(64)).is_err() {
            *moves = Vec::new();
            self.so_far.cause = Some(Cause::Node(Stop::OutOfMemory));
            return false;
        }
        true
    }

    /// Charges an expansion that the budget has refused; returns whether the node is to be shown.
    #[cold]
    #[inline(never)]
    fn charge_node(&mut self) -> ControlFlow<(), bool> {
        self.so_far.has_begun = true;
        match self.account.charge(&mut self.so_far.budget, 1, 0) {
            Ok(()) => ControlFlow::Continue(self.account.shows_nodes()),
            Err(stop) => self.end(Cause::Node(stop)).map_continue(|()| false),
        }
    }

    /// The same of a child.
    #[cold]
    #[inline(never)]
    fn charge_child(&mut self) -> ControlFlow<(), bool> {
        self.so_far.has_begun = true;
        match self.account.charge(&mut self.so_far.budget, 0, 1) {
            Ok(()) => ControlFlow::Continue(self.account.shows_nodes()),
            Err(stop) => self.end(Cause::Child(stop)).map_continue(|()| false),
        }
    }

    /// Takes the state by value: a reference would force the loop to keep it in memory.
    #[cold]
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "it has no address otherwise")]
    fn show_node(&mut self, state: S, g: C, h: Option<C>) -> ControlFlow<()> {
        let node = self.so_far.shown(Node {
            state: &state,
            g,
            h,
        });
        match self.account.show_expanded(node) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                self.account.refund(1, 0);
                self.end(Cause::Node(stop))
            }
        }
    }

    #[cold]
    #[inline(never)]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "they have no address otherwise"
    )]
    fn show_child(&mut self, (from, mv): (S, M), state: S, g: C, h: Option<C>) -> ControlFlow<()> {
        let node = self.so_far.shown(Node {
            state: &state,
            g,
            h,
        });
        match self.account.show_generated(&from, &mv, node) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                self.account.refund(0, 1);
                self.end(Cause::Child(stop))
            }
        }
    }

    #[cold]
    fn list(&mut self, mv: M, state: S, g: C) -> ControlFlow<(), bool> {
        self.account.settle(&mut self.so_far.budget);
        let counts = self.account.counts();
        let child = Listed {
            mv,
            state,
            g,
            counts,
        };
        let Some(listed) = &mut self.listed else {
            return ControlFlow::Continue(true);
        };
        match self.account.memory().push(listed, child) {
            Ok(()) => ControlFlow::Continue(false),
            Err(stop) => self.end(Cause::Node(stop)).map_continue(|()| false),
        }
    }
}

/// For loops that visit many nodes at once, and for costs that are integers.
impl<S, M, C: Cost> Iteration<'_, S, M, C> {
    /// Returns how many nodes, each of up to `children` children, the loop may visit before it charges them. The loop
    /// [expands](Self::expand) and [generates](Self::generate) the next one by itself if the number is zero.
    #[must_use]
    #[inline]
    pub const fn grant(&self, children: u64) -> u64 {
        if self.so_far.lists {
            return 0;
        }
        self.so_far.budget.nodes(children)
    }

    /// Charges nodes that were [granted](Self::grant) and visited: expansions and generated children.
    pub const fn charge(&mut self, expansions: u64, children: u64) {
        self.so_far.budget.charge(expansions, children);
    }

    /// Returns the slack of a node: by how much its f = g + h is below the greatest f within the bound. If f is beyond
    /// the bound, notes that it was cut off, and returns `None`.
    #[inline]
    pub fn slack(&mut self, g: C, h: C) -> Option<C> {
        self.admit(g, C::zero(), h)?;
        self.bound.greatest()?.checked_sub(&(g + h))
    }

    /// Notes that a child was cut off whose f is beyond the greatest within the bound by `excess`.
    #[inline]
    pub fn cut_off(&mut self, excess: C) {
        let greatest = self.bound.greatest();
        let f = greatest.and_then(|greatest| greatest.checked_add(&excess));
        self.so_far.cut.note(f);
    }
}
