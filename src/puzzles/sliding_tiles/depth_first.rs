//! Depth-first traversal: a loop that has the path before it, and bursts of calls that have not.
//!
//! On boards of a named size most nodes are visited by the functions of [`kernel`],
//! some thousand in a burst. A burst that is to end returns through all its functions; each that has
//! something left to do leaves a [`Frame`], so that the path is known again. Then the loop counts,
//! asks whether to go on, and begins the next burst at the deepest frame. On other boards the loop
//! visits every node itself.

use alloc::vec::Vec;
use core::iter::successors;
use core::ops::ControlFlow;

use super::kernel::{self, Lookup, NOWHERE, Walk, last_way, target, unchanged};
use super::{Direction, SlidingTiles};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;
use crate::traversal::{self, Edge, Step, Visitor};

/// How many nodes a burst expands at most, and so how deep its calls go.
const LONGEST_BURST: usize = 4096;
/// How much call stack a burst may take, roughly.
const STACK_BUDGET: usize = 1 << 20;
/// From so many calls on, what a call takes is measured.
const FEWEST_CALLS: usize = 8;
/// No more nodes than this leave no frame between two that do.
const MOST_MISSING: usize = 32;

/// Walks as [`traversal::over_neighbors`] does.
pub(super) fn depth_first<B: Packed, V: Visitor<SlidingTiles<B>>>(
    puzzle: &SlidingTiles<B>,
    start: &Board<B>,
    carried: V::Carried,
    visitor: V,
) -> (V, ControlFlow<()>) {
    if !puzzle.fits(start) {
        return traversal::over_neighbors(puzzle, start, carried, visitor);
    }
    let mut path = Path {
        visitor,
        puzzle,
        frames: Vec::new(),
        node: Some((*start, carried, NOWHERE)),
        stopped: false,
        burst: Path::<B, V>::FIRST_BURST,
        ahead: 0,
        deepest: 0,
    };
    let flow = path.walk(kernel::functions(puzzle));
    (path.unwind(), flow)
}

/// A node on the path.
struct Frame<B: Packed, C> {
    board: Board<B>,
    carried: C,
    /// The direction by which the blank came there.
    last: u8,
    /// The direction in which the path goes on.
    taken: u8,
    /// The directions still to be tried, as bits.
    left: u8,
    /// Whether the children were counted ahead.
    counted: bool,
}

/// A board, what is carried to it, and the direction by which the blank came to its cell.
type Node<B, C> = (Board<B>, C, usize);

/// A visitor, and the path from the start between bursts.
pub(super) struct Path<'p, B: Packed, V: Visitor<SlidingTiles<B>>> {
    pub(super) visitor: V,
    puzzle: &'p SlidingTiles<B>,
    /// During a burst, what its functions left stands behind, deepest first.
    frames: Vec<Frame<B, V::Carried>>,
    /// Where the path goes on: a node to be expanded.
    node: Option<Node<B, V::Carried>>,
    /// Whether the visitor has ended the traversal.
    stopped: bool,
    /// How many nodes the next burst may expand.
    burst: usize,
    /// How many nodes the visitor was told might be counted ahead.
    ahead: usize,
    /// Where the call stack was when the last burst ended.
    deepest: usize,
}

impl<B: Packed, V: Visitor<SlidingTiles<B>>> Path<'_, B, V> {
    /// How many nodes the first burst expands: unoptimised calls hold dozens of copies of what is
    /// carried.
    const FIRST_BURST: usize = {
        let most = STACK_BUDGET / (3_072 + 64 * size_of::<V::Carried>());
        match most {
            0 => 1,
            1..256 => most,
            _ => 256,
        }
    };
}

/// What the functions of a burst call when it ends.
impl<B: Packed, V: Visitor<SlidingTiles<B>>> Path<'_, B, V> {
    /// The visitor has ended the traversal.
    #[cold]
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    /// Ends the burst before a node whose blank is on `CELL`, and came there by `BY`.
    #[cold]
    pub(super) fn pause<const CELL: usize, const BY: usize>(
        &mut self,
        board: Board<B>,
        carried: V::Carried,
    ) -> bool {
        self.put_off(board.with_known_blank(CELL), carried, BY)
    }

    #[inline(never)]
    fn put_off(&mut self, board: Board<B>, carried: V::Carried, last: usize) -> bool {
        let ways = self.ways(board.blank(), last);
        self.visitor.take_back(ways.count_ones());
        self.deepest = core::ptr::from_ref(&last).addr();
        self.node = Some((board, carried, last));
        true
    }

    /// Leaves a frame for a node below which, in a direction, the burst has ended.
    #[cold]
    pub(super) fn leave<const CELL: usize, const BY: usize, const DIRECTION: usize>(
        &mut self,
        board: Board<B>,
        carried: V::Carried,
    ) -> bool {
        self.put(board.with_known_blank(CELL), carried, BY, DIRECTION)
    }

    #[inline(never)]
    fn put(&mut self, board: Board<B>, carried: V::Carried, last: usize, taken: usize) -> bool {
        let left = self.ways(board.blank(), last) & (0b1110 << taken);
        // There is room: a burst expands no more nodes than there is room for.
        self.frames.push(Frame {
            board,
            carried,
            last: last as u8,
            taken: taken as u8,
            left,
            counted: true,
        });
        true
    }
}

/// The loop.
impl<B: Packed, V: Visitor<SlidingTiles<B>>> Path<'_, B, V> {
    fn walk(&mut self, functions: Option<Lookup<B, V>>) -> ControlFlow<()> {
        while let Some(node) = self.node.take() {
            self.begin(node, functions.is_some())?;
            while self.node.is_none() {
                let Some(top) = self.frames.last_mut() else {
                    return ControlFlow::Continue(());
                };
                if top.left == 0 {
                    self.frames.pop();
                    continue;
                }
                match self.enter_next() {
                    Step::Prune => {}
                    Step::Stop => return ControlFlow::Break(()),
                    Step::Descend((board, carried, by)) => match functions {
                        Some(function) => {
                            let walk = function(V::class(carried), board.blank(), by);
                            self.burst(walk, board, carried)?;
                        }
                        None => self.node = Some((board, carried, by)),
                    },
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the frame of a node that is expanded now.
    fn begin(
        &mut self,
        (board, carried, last): Node<B, V::Carried>,
        in_bursts: bool,
    ) -> ControlFlow<()> {
        if !self.make_room(1) {
            self.visitor.out_of_memory();
            return ControlFlow::Break(());
        }
        let left = self.ways(board.blank(), last);
        let counted = V::COUNTS_AHEAD && self.visitor.count_ahead(left.count_ones());
        self.frames.push(Frame {
            board,
            carried,
            last: last as u8,
            taken: NOWHERE as u8,
            left,
            counted,
        });
        if counted {
            return ControlFlow::Continue(());
        }
        if V::COUNTS_AHEAD {
            self.visitor.take_back(left.count_ones());
            self.ahead = if in_bursts {
                self.room_for_burst()
            } else {
                LONGEST_BURST
            };
            let pending = self.pending();
            self.visitor.pending(pending, self.ahead);
        }
        self.visitor.expand(carried, &board)
    }

    /// Enters the next child of the deepest frame.
    fn enter_next(&mut self) -> Step<Node<B, V::Carried>> {
        let pending = match self.frames.last() {
            Some(top) if !top.counted && V::COUNTS_AHEAD => Some(self.pending()),
            _ => None,
        };
        let Some(top) = self.frames.last_mut() else {
            return Step::Prune;
        };
        let taken = top.left.trailing_zeros() as usize % 4;
        top.taken = taken as u8;
        top.left &= top.left.wrapping_sub(1);
        let (blank, mv) = (top.board.blank(), Direction::ALL[taken]);
        let exit = self.puzzle.exits[blank].iter().find(|exit| exit.0 == mv);
        let Some((mv, slide)) = exit else {
            return Step::Prune;
        };
        let child = top.board.after(slide);
        let edge = Edge::new(&top.board, mv, 1, &child);
        let step = if top.counted {
            self.visitor.enter_counted(top.carried, edge, unchanged)
        } else {
            if let Some(pending) = pending {
                self.visitor.pending(pending, self.ahead);
            }
            self.visitor.enter(top.carried, edge, unchanged)
        };
        match step {
            Step::Prune => Step::Prune,
            Step::Stop => Step::Stop,
            Step::Descend(below) => Step::Descend((child, below, taken)),
        }
    }

    /// Visits what is below a node until all is done or the burst is to end.
    fn burst(&mut self, walk: Walk<B, V>, board: Board<B>, carried: V::Carried) -> ControlFlow<()> {
        let above = self.frames.len();
        if !walk(self, board, carried) {
            return ControlFlow::Continue(());
        }
        self.frames[above..].reverse();
        let calls = self.frames.len() - above;
        if !self.stopped {
            if calls >= FEWEST_CALLS {
                // Some are larger than the mean, but not by so much.
                let call = 4 * core::ptr::from_ref(&above).addr().abs_diff(self.deepest) / calls;
                self.burst = (STACK_BUDGET / call.max(1)).clamp(Self::FIRST_BURST, LONGEST_BURST);
            }
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// For how many nodes the next burst has room to leave frames.
    fn room_for_burst(&mut self) -> usize {
        // Once for all, whatever the call stack says: what is held must not depend on that.
        let mut wanted = LONGEST_BURST;
        while self.frames.len() == 1 && wanted > 0 && !self.make_room(wanted) {
            wanted /= 2;
        }
        self.burst.min(self.frames.capacity() - self.frames.len())
    }

    /// Makes room for so many frames, if there is memory.
    fn make_room(&mut self, frames: usize) -> bool {
        let (len, capacity) = (self.frames.len(), self.frames.capacity());
        if capacity - len >= frames {
            return true;
        }
        let more = frames.max(len).max(4);
        // While it grows there are two copies.
        let bytes = (capacity + len + more) * size_of::<Frame<B, V::Carried>>();
        self.visitor.reserve(bytes).is_continue() && self.frames.try_reserve_exact(more).is_ok()
    }

    /// How many of the children counted ahead are still to be entered.
    fn pending(&self) -> u64 {
        let counted = self.frames.iter().filter(|frame| frame.counted);
        counted
            .map(|frame| u64::from(frame.left.count_ones()))
            .sum()
    }

    /// The directions in which the blank may go, as bits: any but back.
    fn ways(&self, cell: usize, last: usize) -> u8 {
        // Of opposite directions the indices add up to three.
        self.puzzle.open[cell % 64] & !(1 << 3 >> last)
    }

    /// Tells the visitor the path, if it has stopped, and what is pending.
    fn unwind(mut self) -> V {
        let pending = self.pending();
        self.visitor.pending(pending, 0);
        let size = (self.puzzle.rows, self.puzzle.columns);
        let mut below = None;
        for frame in self.frames.iter().rev() {
            let (cell, taken) = (frame.board.blank(), usize::from(frame.taken));
            if let Some(to) = target(size, cell, usize::from(frame.last), taken) {
                // Nodes without a frame were left by their last way.
                let nodes = || successors(Some((to, taken)), |&at| last_way(size, at));
                let missing =
                    below.and_then(|below| nodes().take(MOST_MISSING).position(|at| at == below));
                for at in (0..=missing.unwrap_or(0)).rev() {
                    if let Some((_, by)) = nodes().nth(at) {
                        self.visitor.unwind(Direction::ALL[by % 4]);
                    }
                }
            }
            below = Some((cell, usize::from(frame.last)));
        }
        self.visitor
    }
}
