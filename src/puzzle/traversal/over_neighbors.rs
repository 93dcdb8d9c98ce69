//! [`over_neighbors`]: the traversal of puzzles that have none of their own.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::edge::{Change, Edge};
use super::root::{Next, Root};
use super::visitor::{Step, Visitor};
use crate::puzzle::{NeighborOf, Puzzle};

/// How much call stack the recursive part of a traversal may use, roughly: threads of 64 KiB have room
/// for it.
const STACK_BUDGET: usize = 32 << 10;

/// Traverses the paths of a puzzle in depth-first order by calling [`Puzzle::neighbors`]. This is the default
/// implementation of [`Puzzle::depth_first`]. Deep paths do not overflow the call stack.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::traversal::{over_neighbors, Change, Edge, Root, Step, Visitor};
/// use puzzle_search::Puzzle;
///
/// struct Count(u32);
/// impl<S, M, C> Visitor<S, M, C> for Count {
///     type Carried = u32;
///     fn enter(
///         &mut self,
///         left: u32,
///         _: Edge<'_, S, M, C>,
///         _: impl FnOnce() -> Option<Change<C>>,
///     ) -> Step<u32> {
///         self.0 += 1;
///         if left > 1 { Step::Descend(left - 1) } else { Step::Prune }
///     }
///     fn unwind(&mut self, _: u32, _: M) {}
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let (default, _) = over_neighbors(&puzzle, Root::new(&puzzle.goal()), 3, Count(0));
/// let (own, _) = puzzle.depth_first(Root::new(&puzzle.goal()), 3, Count(0));
/// assert_eq!((default.0, own.0), (14, 14)); // edges: 2 at the root, 4 one move below it, 8 two moves below
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn over_neighbors<P: Puzzle, V: Visitor<P::State, P::Move, P::Cost>>(
    puzzle: &P,
    root: Root<'_, P::State, P::Move>,
    carried: V::Carried,
    mut visitor: V,
) -> (V, ControlFlow<()>) {
    // A frame holds an iterator, a neighbor or two and some words; unoptimised builds hold copies.
    let iterator = size_of_val(&puzzle.neighbors(root.state).into_iter());
    let frame = 512 + 3 * (iterator + 2 * size_of::<NeighborOf<P>>() + size_of::<V::Carried>());
    let arrival = Arrival {
        before: root.before,
        last: root.path.last(),
    };
    let mut node = Node {
        state: root.state,
        h: None,
        carried,
    };
    let next = root.next();
    let depth = STACK_BUDGET / frame;
    let flow = recurse(puzzle, &mut node, arrival, next, &mut visitor, depth);
    (visitor, flow)
}

/// How a traversal came to a node: the state before and the move from there; the start has neither.
struct Arrival<'a, P: Puzzle> {
    before: Option<&'a P::State>,
    last: Option<&'a P::Move>,
}

impl<P: Puzzle> Clone for Arrival<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Arrival<'_, P> {}

impl<P: Puzzle> Arrival<'_, P> {
    /// Whether an edge leads straight back, or is redundant by the puzzle's own account.
    #[inline]
    fn skips(self, puzzle: &P, next: &NeighborOf<P>) -> bool {
        self.before.is_some_and(|before| *before == next.state)
            || self
                .last
                .is_some_and(|last| puzzle.is_redundant(last, &next.mv))
    }
}

/// A node that is being expanded.
struct Node<'a, P: Puzzle, C> {
    state: &'a P::State,
    /// The estimate, if it is known already.
    h: Option<P::Cost>,
    carried: C,
}

fn recurse<P: Puzzle, V: Visitor<P::State, P::Move, P::Cost>>(
    puzzle: &P,
    node: &mut Node<'_, P, V::Carried>,
    arrival: Arrival<'_, P>,
    next: Next<'_>,
    visitor: &mut V,
    depth_left: usize,
) -> ControlFlow<()> {
    if depth_left == 0 {
        return iterate(puzzle, node.state, arrival, next, node.carried, visitor);
    }
    let resumed = next.split();
    if resumed.is_none() {
        visitor.expand(node.carried, node.state)?;
    }
    for (at, neighbor) in (0_u32..).zip(puzzle.neighbors(node.state)) {
        let mut replayed = false;
        let mut beyond = Next::NEW;
        if let Some((first, again, deeper)) = resumed {
            if at < first {
                continue;
            }
            if at == first {
                (replayed, beyond) = (again, deeper);
            }
        }
        if arrival.skips(puzzle, &neighbor) {
            continue;
        }
        let mut h = None;
        let flow = match enter(puzzle, node, &neighbor, replayed, &mut h, visitor) {
            Step::Prune => continue,
            Step::Stop => ControlFlow::Break(()),
            Step::Descend(carried) => {
                let below = Arrival {
                    before: Some(node.state),
                    last: Some(&neighbor.mv),
                };
                let state = &neighbor.state;
                let mut child = Node { state, h, carried };
                recurse(puzzle, &mut child, below, beyond, visitor, depth_left - 1)
            }
        };
        if flow.is_break() {
            visitor.unwind(at, neighbor.mv);
            return flow;
        }
    }
    ControlFlow::Continue(())
}

/// Enters a child; `h` becomes its estimate if the visitor asks for it.
#[inline]
fn enter<P: Puzzle, V: Visitor<P::State, P::Move, P::Cost>>(
    puzzle: &P,
    parent: &mut Node<'_, P, V::Carried>,
    neighbor: &NeighborOf<P>,
    replayed: bool,
    h: &mut Option<P::Cost>,
    visitor: &mut V,
) -> Step<V::Carried> {
    let edge = Edge::new(parent.state, &neighbor.mv, neighbor.cost, &neighbor.state);
    let change = || {
        let to = puzzle.heuristic(&neighbor.state)?;
        *h = Some(to);
        if parent.h.is_none() {
            parent.h = puzzle.heuristic(parent.state);
        }
        let from = parent.h?;
        Some(Change { from, to })
    };
    visitor.enter(parent.carried, edge.replayed(replayed), change)
}

/// A node on the path of the iterative part.
struct Frame<P: Puzzle, C> {
    state: P::State,
    /// The estimate, if it is known already.
    h: Option<P::Cost>,
    /// The move that led here; the first frame's belongs to the caller.
    mv: Option<P::Move>,
    carried: C,
    /// Neighbors not entered yet, last one first.
    pending: SmallVec<[NeighborOf<P>; 4]>,
    /// The index of the neighbor entered last, plus one.
    tried: u32,
}

impl<P: Puzzle, C> Frame<P, C> {
    fn new(
        puzzle: &P,
        state: P::State,
        h: Option<P::Cost>,
        mv: Option<P::Move>,
        carried: C,
        first: u32,
    ) -> Self {
        let edges = puzzle.neighbors(&state).into_iter();
        let mut pending: SmallVec<_> = edges.skip(first as usize).collect();
        pending.reverse();
        Self {
            state,
            h,
            mv,
            carried,
            pending,
            tried: first,
        }
    }

    /// How many bytes it holds elsewhere.
    fn spilled(&self) -> usize {
        if self.pending.spilled() {
            self.pending.capacity() * size_of::<NeighborOf<P>>()
        } else {
            0
        }
    }

    /// The next neighbor that is not skipped.
    fn next(&mut self, puzzle: &P, above: Arrival<'_, P>) -> Option<NeighborOf<P>> {
        let arrival = Arrival {
            last: self.mv.as_ref().or(above.last),
            ..above
        };
        while let Some(neighbor) = self.pending.pop() {
            self.tried += 1;
            if !arrival.skips(puzzle, &neighbor) {
                return Some(neighbor);
            }
        }
        None
    }
}

/// Makes room for one more frame, if the visitor agrees to the memory.
fn make_room<P: Puzzle, V: Visitor<P::State, P::Move, P::Cost>>(
    path: &mut Vec<Frame<P, V::Carried>>,
    frame: &Frame<P, V::Carried>,
    spilled: &mut usize,
    visitor: &mut V,
) -> ControlFlow<()> {
    let grows = path.len() == path.capacity();
    *spilled += frame.spilled();
    if grows || frame.spilled() > 0 {
        // While it grows there are two copies, the second twice as long.
        let frames = if grows {
            3 * path.len().max(4)
        } else {
            path.capacity()
        };
        let bytes = frames * size_of::<Frame<P, V::Carried>>() + *spilled;
        if let Some(budget) = visitor.budget() {
            budget.reserve(bytes)?;
        }
        if grows && path.try_reserve_exact(path.len().max(4)).is_err() {
            if let Some(budget) = visitor.budget() {
                budget.refuse();
            }
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

/// The traversal of [`over_neighbors`] below a node, without recursion.
#[cold]
fn iterate<P: Puzzle, V: Visitor<P::State, P::Move, P::Cost>>(
    puzzle: &P,
    state: &P::State,
    arrival: Arrival<'_, P>,
    mut next: Next<'_>,
    carried: V::Carried,
    visitor: &mut V,
) -> ControlFlow<()> {
    let mut path: Vec<Frame<P, V::Carried>> = Vec::new();
    // What the frames hold beside themselves, where a node has many neighbors.
    let mut spilled = 0;
    // A node to be put on the path: its state, estimate, the move to it and what is carried.
    let mut node = Some((state.clone(), None, None, carried));
    // Whether the next edge was entered before.
    let mut replayed = false;
    let mut mv = 'walk: loop {
        if let Some((state, h, mv, carried)) = node.take() {
            let resumed = next.split();
            let first = resumed.map_or(0, |(first, ..)| first);
            let frame = Frame::new(puzzle, state, h, mv, carried, first);
            // Without memory for it the node is not expanded.
            if make_room(&mut path, &frame, &mut spilled, visitor).is_break()
                || (resumed.is_none() && visitor.expand(carried, &frame.state).is_break())
            {
                break 'walk frame.mv;
            }
            (replayed, next) = resumed.map_or((false, Next::NEW), |(_, again, next)| (again, next));
            path.push(frame);
        }
        let Some((top, above)) = path.split_last_mut() else {
            return ControlFlow::Continue(());
        };
        let before = above.last().map(|frame: &Frame<P, _>| &frame.state);
        let above = Arrival {
            before: before.or(arrival.before),
            ..arrival
        };
        let Some(neighbor) = top.next(puzzle, above) else {
            spilled -= path.pop().map_or(0, |frame| frame.spilled());
            continue;
        };
        let mut parent = Node {
            state: &top.state,
            h: top.h,
            carried: top.carried,
        };
        let mut h = None;
        let again = core::mem::take(&mut replayed);
        let step = enter(puzzle, &mut parent, &neighbor, again, &mut h, visitor);
        top.h = parent.h;
        match step {
            Step::Prune => next = Next::NEW,
            Step::Descend(carried) => {
                node = Some((neighbor.state, h, Some(neighbor.mv), carried));
            }
            Step::Stop => break 'walk Some(neighbor.mv),
        }
    };
    // Each frame knows which of its children was entered last, and each child the move to it.
    while let Some(frame) = path.pop() {
        if let Some(mv) = mv {
            visitor.unwind(frame.tried - 1, mv);
        }
        mv = frame.mv;
    }
    ControlFlow::Break(())
}
