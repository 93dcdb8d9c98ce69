//! [`over_neighbors`]: the default loop of depth-first walks.
//!
//! The loop keeps g and the heuristic's memo, from which the estimate of a child follows, along the path. It recurses
//! as deep as is safe on a thread with a stack of 64 KiB, if a state takes a few hundred bytes at most, and below that
//! keeps a stack of its own. This loop alone supports filters of moves and rules that prune: all other loops hand such
//! a walk to it.
//!
//! Invariant: both parts visit the same children in the same order. The index of a child is its index among the
//! neighbors of its parent, skipped ones included. So the path of a resume point, which is a list of such indices, can
//! lead from the recursive part into the other.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use num_traits::Zero;
use smallvec::SmallVec;

use super::iteration::IterationOf;
use super::root::Resumed;
use super::stack_room::StackRoom;
use super::walk_account::{ChildEntry, NodeRef};
use crate::account::Stop;
use crate::cost::CostExt;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle};

/// Walks an [`Iteration`](super::Iteration) by calling [`Puzzle::neighbors`]. This is the default implementation of
/// [`Puzzle::deepen_by`]. Deep paths do not overflow the call stack. Returns `Break` if the walk ended early. Whether
/// the root is a goal is not tested: that is up to the solver.
///
/// A puzzle with a loop of its own calls this function if an iteration [is filtered](super::Iteration::is_filtered):
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::heuristics::Heuristic;
/// use puzzle_search::puzzle::traversal::{over_neighbors, IterationOf};
/// use puzzle_search::{IdaStar, Neighbor, NeighborOf, Puzzle, Solver};
///
/// struct Count;
/// impl Puzzle for Count {
///     type State = u32;
///     type Move = char;
///     type Cost = u32;
///     fn neighbors(&self, &n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
///         [Neighbor::unit('+', n + 1), Neighbor::unit('*', 2 * n)]
///     }
///     fn is_goal(&self, &n: &u32) -> bool {
///         n == 24
///     }
///     fn deepen_by<H: Heuristic<Self>>(
///         &self,
///         heuristic: &H,
///         iteration: &mut IterationOf<'_, Self>,
///     ) -> ControlFlow<()> {
///         if iteration.is_filtered() {
///             return over_neighbors(self, heuristic, iteration);
///         }
///         over_neighbors(self, heuristic, iteration) // here would be a faster loop
///     }
/// }
/// assert_eq!(IdaStar::new().cost(&Count, &1)?, 5);
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
pub fn over_neighbors<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    iteration: &mut IterationOf<'_, P>,
) -> ControlFlow<()> {
    let root = iteration.root();
    let memo = heuristic.memo(puzzle, root.state);
    let Some(h) = heuristic.estimate(puzzle, memo) else {
        return ControlFlow::Continue(());
    };
    if iteration.admit(root.g, P::Cost::zero(), h).is_none() {
        return ControlFlow::Continue(());
    }
    // The last stack frame holds an iterator, up to two neighbors, a memo, some words, and copies of them. The part
    // below has frames of its own on the call stack, too, before it moves them to its path. Builds without optimisation
    // have as many copies as are assumed here, others fewer.
    let iterator = size_of_val(&puzzle.neighbors(root.state).into_iter());
    let held = iterator + 2 * size_of::<NeighborOf<P>>() + size_of::<H::Memo>();
    let last = 6 * (170 + held) + 12 * size_of::<NeighborFrame<P, H>>();
    let skips_redundant = iteration.skips_redundant();
    let walk = NeighborWalk {
        puzzle,
        heuristic,
        is_acyclic: puzzle.facts().acyclic,
        skips_redundant,
        // If redundant moves must not be skipped, only the iterative part walks: to test this at each node of the
        // recursive part took 5 % more instructions.
        room: if skips_redundant {
            StackRoom::before(last)
        } else {
            StackRoom::none()
        },
    };
    let arrival = Arrival {
        before: root.before,
        last: root.path.last().filter(|_| walk.skips_redundant),
    };
    let data = NodeData { memo, g: root.g };
    // If there was an earlier walk, it has entered the root.
    walk.walk_below(root.state, data, arrival, ChildEntry::Again, iteration)
}

/// How a walk came to a node. Both fields are `None` at the start of the search.
struct Arrival<'a, P: Puzzle> {
    /// The parent's state.
    before: Option<&'a P::State>,
    /// The move from the parent to the node; also `None` if redundant moves are not skipped.
    last: Option<&'a P::Move>,
}

impl<P: Puzzle> Clone for Arrival<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Arrival<'_, P> {}

impl<P: Puzzle> Arrival<'_, P> {
    /// Whether an edge leads straight back, or its move is redundant.
    #[inline]
    fn skips(self, puzzle: &P, next: &P::State, mv: &P::Move) -> bool {
        self.before.is_some_and(|before| before == next)
            || self.last.is_some_and(|last| puzzle.is_redundant(last, mv))
    }
}

/// The data of a node on the path, beside its state.
#[derive(Clone, Copy)]
struct NodeData<M, C> {
    memo: M,
    g: C,
}

type NodeDataOf<P, H> = NodeData<<H as Heuristic<P>>::Memo, <P as Puzzle>::Cost>;

/// The parts of a walk that stay the same.
struct NeighborWalk<'w, P, H> {
    puzzle: &'w P,
    heuristic: &'w H,
    /// Whether the puzzle is known to have no cycles. Otherwise an edge of cost zero is an error: on a cycle of such
    /// edges the walk would never end.
    is_acyclic: bool,
    skips_redundant: bool,
    room: StackRoom,
}

impl<P: Puzzle, H: Heuristic<P>> NeighborWalk<'_, P, H> {
    /// The estimate of a state, computed from scratch.
    fn estimate(&self, state: &P::State) -> Option<P::Cost> {
        let memo = self.heuristic.memo(self.puzzle, state);
        self.heuristic.estimate(self.puzzle, memo)
    }

    /// A node as an observer is shown it, given the cost of the path to its parent and that of the edge. Its estimate is
    /// computed once more, since nodes are rarely shown. In the loop, even the sum would be computed for each node.
    #[cold]
    #[inline(never)]
    fn shown_node<'s>(
        &self,
        state: &'s P::State,
        g: P::Cost,
        cost: P::Cost,
    ) -> NodeRef<'s, P::State, P::Cost> {
        let g = g.saturating_add(cost);
        let h = self.estimate(state);
        NodeRef { state, g, h }
    }

    /// The walk below a node, by recursion while there is room on the call stack.
    #[inline(always)]
    fn walk_below(
        &self,
        state: &P::State,
        data: NodeDataOf<P, H>,
        arrival: Arrival<'_, P>,
        entry: ChildEntry,
        iteration: &mut IterationOf<'_, P>,
    ) -> ControlFlow<()> {
        if !self.room.is_left() {
            return self.walk_on_own_stack(state, data, arrival, iteration);
        }
        if entry == ChildEntry::Again
            && let Some(resumed) = iteration.resumed()
        {
            return self.resume(state, data, arrival, resumed, iteration);
        }
        self.expand(state, data, arrival, iteration)
    }

    /// Expands a node and walks below it. All nodes below it are new too.
    fn expand(
        &self,
        state: &P::State,
        data: NodeDataOf<P, H>,
        arrival: Arrival<'_, P>,
        iteration: &mut IterationOf<'_, P>,
    ) -> ControlFlow<()> {
        iteration.expand(|| self.shown_node(state, data.g, P::Cost::zero()))?;
        let edges = (0..).zip(self.puzzle.neighbors(state));
        let children = edges.map(|(index, neighbor)| (index, ChildEntry::New, neighbor));
        self.visit(state, data, arrival, children, iteration)
    }

    /// The rest of the walk below a node that an earlier walk has expanded. This is a function of its own, since to ask
    /// at each child whether it was entered before took 4 to 7 % more instructions.
    #[cold]
    #[inline(never)]
    fn resume(
        &self,
        state: &P::State,
        data: NodeDataOf<P, H>,
        arrival: Arrival<'_, P>,
        resumed: Resumed,
        iteration: &mut IterationOf<'_, P>,
    ) -> ControlFlow<()> {
        let edges = (0..).zip(self.puzzle.neighbors(state));
        let left = edges.skip(resumed.index as usize);
        let children = left.map(|(index, neighbor)| {
            let entry = if resumed.entered && index == resumed.index {
                ChildEntry::Again
            } else {
                ChildEntry::New
            };
            (index, entry, neighbor)
        });
        self.visit(state, data, arrival, children, iteration)
    }

    /// The walk below these children of a node, each with its index.
    #[inline(always)]
    fn visit(
        &self,
        state: &P::State,
        data: NodeDataOf<P, H>,
        arrival: Arrival<'_, P>,
        children: impl Iterator<Item = (u32, ChildEntry, NeighborOf<P>)>,
        iteration: &mut IterationOf<'_, P>,
    ) -> ControlFlow<()> {
        let filter_state = iteration.filter_state();
        for (index, entry, neighbor) in children {
            // The parts of a neighbor that are used alone stay in registers.
            let NeighborOf::<P> {
                mv,
                state: next,
                cost,
            } = neighbor;
            if arrival.skips(self.puzzle, &next, &mv) {
                continue;
            }
            let edge = Neighbor::new(&mv, &next, cost);
            let flow = match self.try_child(state, data, &filter_state, edge, entry, iteration) {
                ControlFlow::Continue(None) => {
                    if entry == ChildEntry::Again {
                        iteration.forget();
                    }
                    continue;
                }
                ControlFlow::Continue(Some(child)) => {
                    let below = Arrival {
                        before: Some(state),
                        last: Some(&mv),
                    };
                    self.walk_below(&next, child, below, entry, iteration)
                }
                ControlFlow::Break(()) => ControlFlow::Break(()),
            };
            if flow.is_break() {
                iteration.unwind(index, mv);
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tests whether the walk goes on below a child, and returns the data of the child if it does.
    #[inline(always)]
    fn try_child(
        &self,
        parent: &P::State,
        data: NodeDataOf<P, H>,
        filter_state: &u32,
        Neighbor { mv, state, cost }: Neighbor<&P::State, &P::Move, P::Cost>,
        entry: ChildEntry,
        iteration: &mut IterationOf<'_, P>,
    ) -> ControlFlow<(), Option<NodeDataOf<P, H>>> {
        let Self {
            puzzle, heuristic, ..
        } = self;
        if !iteration.lets_through(filter_state, mv) {
            return ControlFlow::Continue(None);
        }
        if entry == ChildEntry::New {
            iteration.generate(parent, mv, || self.shown_node(state, data.g, cost))?;
        }
        let memo = heuristic.advance(puzzle, data.memo, parent, mv, state);
        let Some(h) = heuristic.estimate(puzzle, memo) else {
            return ControlFlow::Continue(None);
        };
        if cost.is_zero() && !self.is_acyclic {
            iteration.fail(Stop::ZeroCostEdge)?;
        }
        if cost.is_negative() {
            iteration.fail(Stop::NegativeCost)?;
        }
        let Some(g) = iteration.admit(data.g, cost, h) else {
            return ControlFlow::Continue(None);
        };
        if puzzle.is_goal(state) {
            return iteration.reach(g).map_continue(|()| None);
        }
        let child = NodeData { memo, g };
        let descends = iteration.descends(mv, state, || g)?;
        ControlFlow::Continue(descends.then_some(child))
    }

    /// The walk below a node, without recursion.
    #[cold]
    fn walk_on_own_stack(
        &self,
        state: &P::State,
        data: NodeDataOf<P, H>,
        arrival: Arrival<'_, P>,
        iteration: &mut IterationOf<'_, P>,
    ) -> ControlFlow<()> {
        let mut path: Vec<NeighborFrame<P, H>> = Vec::new();
        // The bytes of neighbor lists that do not fit into their frames.
        let mut spilled = 0;
        // A node to be pushed onto the path: its state, its data and the move to it.
        let mut node = Some((state.clone(), data, None));
        let mut entry = ChildEntry::New;
        // The move to the child, or to the node that is not expanded, where the walk ends; `None` for the first node.
        let mut last_move = 'walk: loop {
            if let Some((state, data, mv)) = node.take() {
                let resumed = iteration.resumed();
                let first = resumed.map_or(0, |Resumed { index, .. }| index);
                if resumed.is_some_and(|resumed| resumed.entered) {
                    entry = ChildEntry::Again;
                }
                let frame = NeighborFrame::new(
                    self.puzzle,
                    state,
                    data,
                    iteration.filter_state(),
                    mv,
                    first,
                );
                // Without memory for its frame the node is not expanded.
                if make_room(&mut path, &frame, &mut spilled, iteration).is_break()
                    || (resumed.is_none()
                        && iteration
                            .expand(|| self.shown_node(&frame.state, data.g, P::Cost::zero()))
                            .is_break())
                {
                    break 'walk frame.mv;
                }
                path.push(frame);
            }
            let Some((top, above)) = path.split_last_mut() else {
                return ControlFlow::Continue(());
            };
            let before = above.last().map(|frame: &NeighborFrame<P, H>| &frame.state);
            // Each frame has the move to its node, except the first, to whose node the caller's move led.
            let arrival_at_top = Arrival {
                before: before.or(arrival.before),
                ..arrival
            };
            let Some(neighbor) = top.next(self, arrival_at_top) else {
                spilled -= path.pop().map_or(0, |frame| frame.spilled());
                continue;
            };
            let entered = core::mem::replace(&mut entry, ChildEntry::New);
            let edge = Neighbor::new(&neighbor.mv, &neighbor.state, neighbor.cost);
            match self.try_child(
                &top.state,
                top.data,
                &top.filter_state,
                edge,
                entered,
                iteration,
            ) {
                ControlFlow::Continue(None) => {
                    if entered == ChildEntry::Again {
                        iteration.forget();
                    }
                }
                ControlFlow::Continue(Some(child)) => {
                    node = Some((neighbor.state, child, Some(neighbor.mv)));
                }
                ControlFlow::Break(()) => break 'walk Some(neighbor.mv),
            }
        };
        // The index of an edge is in the frame of the parent, and its move in the frame of the child.
        while let Some(frame) = path.pop() {
            if let Some(mv) = last_move {
                iteration.unwind(frame.tried - 1, mv);
            }
            last_move = frame.mv;
        }
        ControlFlow::Break(())
    }
}

/// A node on the path of the iterative part.
struct NeighborFrame<P: Puzzle, H: Heuristic<P>> {
    state: P::State,
    data: NodeDataOf<P, H>,
    /// The state of the automaton of the filter, if there is one.
    filter_state: u32,
    /// The move to this node; `None` in the first frame, to whose node the caller's move led.
    mv: Option<P::Move>,
    /// Neighbors not tried yet, last one first.
    pending: SmallVec<[NeighborOf<P>; 4]>,
    /// The number of neighbors that were tried or skipped.
    tried: u32,
}

impl<P: Puzzle, H: Heuristic<P>> NeighborFrame<P, H> {
    /// The frame of a node, of whose neighbors the one with the index `first` is tried first.
    fn new(
        puzzle: &P,
        state: P::State,
        data: NodeDataOf<P, H>,
        filter_state: u32,
        mv: Option<P::Move>,
        first: u32,
    ) -> Self {
        let edges = puzzle.neighbors(&state).into_iter();
        let mut pending: SmallVec<_> = edges.skip(first as usize).collect();
        pending.reverse();
        Self {
            state,
            data,
            filter_state,
            mv,
            pending,
            tried: first,
        }
    }

    /// The bytes of the neighbor list, if it does not fit into the frame; otherwise 0.
    fn spilled(&self) -> usize {
        if self.pending.spilled() {
            self.pending.capacity() * size_of::<NeighborOf<P>>()
        } else {
            0
        }
    }

    /// The next neighbor that is not skipped.
    fn next(
        &mut self,
        walk: &NeighborWalk<'_, P, H>,
        arrival: Arrival<'_, P>,
    ) -> Option<NeighborOf<P>> {
        let mv = self.mv.as_ref().filter(|_| walk.skips_redundant);
        let arrival = Arrival {
            last: mv.or(arrival.last),
            ..arrival
        };
        while let Some(neighbor) = self.pending.pop() {
            self.tried += 1;
            if !arrival.skips(walk.puzzle, &neighbor.state, &neighbor.mv) {
                return Some(neighbor);
            }
        }
        None
    }
}

/// Makes room for one more frame, or returns `Break` if there is no memory.
fn make_room<P: Puzzle, H: Heuristic<P>>(
    path: &mut Vec<NeighborFrame<P, H>>,
    frame: &NeighborFrame<P, H>,
    spilled: &mut usize,
    iteration: &mut IterationOf<'_, P>,
) -> ControlFlow<()> {
    let grows = path.len() == path.capacity();
    *spilled += frame.spilled();
    if grows || frame.spilled() > 0 {
        // While the path grows there are two copies, the second twice as long.
        let frames = if grows {
            3 * path.len().max(4)
        } else {
            path.capacity()
        };
        iteration.reserve(frames * size_of::<NeighborFrame<P, H>>() + *spilled)?;
        if grows && path.try_reserve_exact(path.len().max(4)).is_err() {
            return iteration.refuse();
        }
    }
    ControlFlow::Continue(())
}
