//! [`over_neighbors`]: the traversal of puzzles that have none of their own.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::edge::{Change, Edge};
use super::visitor::{Step, Visitor};
use crate::puzzle::{Neighbor, Puzzle};

/// How much call stack the recursive part of a traversal may use, roughly.
const STACK_BUDGET: usize = 256 << 10;

/// The default of [`Puzzle::depth_first`]: calls itself to a depth that is safe on any thread,
/// and keeps its own stack below that.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::traversal::{over_neighbors, Change, Edge, Step, Visitor};
/// use puzzle_search::Puzzle;
///
/// struct Count(u32);
/// impl<P: Puzzle> Visitor<P> for Count {
///     type Carried = u32;
///     fn enter(
///         &mut self,
///         left: u32,
///         _: Edge<'_, P>,
///         _: impl FnOnce() -> Option<Change<P::Cost>>,
///     ) -> Step<u32> {
///         self.0 += 1;
///         if left > 1 { Step::Descend(left - 1) } else { Step::Prune }
///     }
///     fn unwind(&mut self, _: P::Move) {}
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let (default, _) = over_neighbors(&puzzle, &puzzle.goal(), 3, Count(0));
/// let (own, _) = puzzle.depth_first(&puzzle.goal(), 3, Count(0));
/// assert_eq!((default.0, own.0), (14, 14)); // 2, 4 and 8
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
pub fn over_neighbors<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    start: &P::State,
    carried: V::Carried,
    mut visitor: V,
) -> (V, ControlFlow<()>) {
    // A frame holds an iterator, a neighbor or two and some words; unoptimised builds hold copies.
    let iterator = size_of_val(&puzzle.neighbors(start).into_iter());
    let frame = 512 + 3 * (iterator + 2 * size_of::<Neighbor<P>>() + size_of::<V::Carried>());
    let root = Arrival {
        before: None,
        last: None,
    };
    let mut node = Node {
        state: start,
        h: None,
        carried,
    };
    let flow = recurse(puzzle, &mut node, root, &mut visitor, STACK_BUDGET / frame);
    (visitor, flow)
}

/// How a traversal came to a node: the state before and the move from there; the root has neither.
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
    fn skips(self, puzzle: &P, next: &Neighbor<P>) -> bool {
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

fn recurse<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    node: &mut Node<'_, P, V::Carried>,
    arrival: Arrival<'_, P>,
    visitor: &mut V,
    depth_left: usize,
) -> ControlFlow<()> {
    if depth_left == 0 {
        return iterate(puzzle, node.state, arrival, node.carried, visitor);
    }
    visitor.expand(node.carried, node.state)?;
    for neighbor in puzzle.neighbors(node.state) {
        if arrival.skips(puzzle, &neighbor) {
            continue;
        }
        let mut h = None;
        let flow = match enter(puzzle, node, &neighbor, &mut h, visitor) {
            Step::Prune => continue,
            Step::Stop => ControlFlow::Break(()),
            Step::Descend(carried) => {
                let below = Arrival {
                    before: Some(node.state),
                    last: Some(&neighbor.mv),
                };
                let state = &neighbor.state;
                let mut child = Node { state, h, carried };
                recurse(puzzle, &mut child, below, visitor, depth_left - 1)
            }
        };
        if flow.is_break() {
            visitor.unwind(neighbor.mv);
            return flow;
        }
    }
    ControlFlow::Continue(())
}

/// Enters a child; `h` becomes its estimate if the visitor asks for it.
#[inline]
fn enter<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    parent: &mut Node<'_, P, V::Carried>,
    neighbor: &Neighbor<P>,
    h: &mut Option<P::Cost>,
    visitor: &mut V,
) -> Step<V::Carried> {
    let edge = Edge {
        parent: parent.state,
        mv: &neighbor.mv,
        cost: neighbor.cost,
        child: &neighbor.state,
        may_be_goal: true,
        hint: 0,
    };
    let change = || {
        let to = puzzle.heuristic(&neighbor.state)?;
        *h = Some(to);
        if parent.h.is_none() {
            parent.h = puzzle.heuristic(parent.state);
        }
        let from = parent.h?;
        Some(Change { from, to })
    };
    visitor.enter(parent.carried, edge, change)
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
    pending: SmallVec<[Neighbor<P>; 4]>,
}

impl<P: Puzzle, C> Frame<P, C> {
    fn new(
        puzzle: &P,
        state: P::State,
        h: Option<P::Cost>,
        mv: Option<P::Move>,
        carried: C,
    ) -> Self {
        let mut pending: SmallVec<_> = puzzle.neighbors(&state).into_iter().collect();
        pending.reverse();
        Self {
            state,
            h,
            mv,
            carried,
            pending,
        }
    }

    /// How many bytes it holds elsewhere.
    fn spilled(&self) -> usize {
        if self.pending.spilled() {
            self.pending.capacity() * size_of::<Neighbor<P>>()
        } else {
            0
        }
    }

    /// The next neighbor that is not skipped.
    fn next(&mut self, puzzle: &P, above: Arrival<'_, P>) -> Option<Neighbor<P>> {
        let arrival = Arrival {
            last: self.mv.as_ref().or(above.last),
            ..above
        };
        while let Some(neighbor) = self.pending.pop() {
            if !arrival.skips(puzzle, &neighbor) {
                return Some(neighbor);
            }
        }
        None
    }
}

/// Adds a frame, after the visitor has agreed to the memory; breaks if it has not.
fn push<P: Puzzle, V: Visitor<P>>(
    path: &mut Vec<Frame<P, V::Carried>>,
    frame: Frame<P, V::Carried>,
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
        let agreed = visitor.reserve(bytes).is_continue();
        if !agreed || (grows && path.try_reserve_exact(path.len().max(4)).is_err()) {
            visitor.out_of_memory();
            return ControlFlow::Break(());
        }
    }
    path.push(frame);
    ControlFlow::Continue(())
}

/// The traversal of [`over_neighbors`] below a node, without recursion.
#[cold]
fn iterate<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    state: &P::State,
    arrival: Arrival<'_, P>,
    carried: V::Carried,
    visitor: &mut V,
) -> ControlFlow<()> {
    let mut path: Vec<Frame<P, V::Carried>> = Vec::new();
    // What the frames hold beside themselves, where a node has many neighbors.
    let mut spilled = 0;
    visitor.expand(carried, state)?;
    let root = Frame::new(puzzle, state.clone(), None, None, carried);
    push(&mut path, root, &mut spilled, visitor)?;
    let stopped = 'walk: loop {
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
        let mut node = Node {
            state: &top.state,
            h: top.h,
            carried: top.carried,
        };
        let mut h = None;
        let step = enter(puzzle, &mut node, &neighbor, &mut h, visitor);
        top.h = node.h;
        let Neighbor { mv, state, .. } = neighbor;
        match step {
            Step::Prune => {}
            Step::Descend(carried) if visitor.expand(carried, &state).is_continue() => {
                let frame = Frame::new(puzzle, state, h, Some(mv), carried);
                push(&mut path, frame, &mut spilled, visitor)?;
            }
            Step::Descend(_) | Step::Stop => break 'walk mv,
        }
    };
    visitor.unwind(stopped);
    for frame in path.into_iter().rev() {
        if let Some(mv) = frame.mv {
            visitor.unwind(mv);
        }
    }
    ControlFlow::Break(())
}
