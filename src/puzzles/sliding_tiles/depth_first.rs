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
use crate::traversal::{self, Carried, Edge, Next, Root, Step, Visitor};

/// How many nodes a burst expands at most, and so how deep its calls go.
const LONGEST_BURST: usize = 4096;
/// How much call stack a burst may take, roughly.
const STACK_BUDGET: usize = 1 << 20;
/// From so many calls on, what a call takes is measured.
const FEWEST_CALLS: usize = 8;
/// No more nodes than this leave no frame between two that do.
const MOST_MISSING: usize = 32;

/// Walks as [`traversal::over_neighbors`] does.
pub(super) fn depth_first<B: Packed, V: Visitor<Board<B>, Direction, u32>>(
    puzzle: &SlidingTiles<B>,
    root: Root<'_, Board<B>, Direction>,
    carried: V::Carried,
    visitor: V,
) -> (V, ControlFlow<()>) {
    // What a move back is known from has to be a move.
    let known = root.before.is_none() || root.path.last().is_some();
    if !puzzle.fits(root.state) || !known {
        return traversal::over_neighbors(puzzle, root, carried, visitor);
    }
    let last = root.path.last().map_or(NOWHERE, |&mv| mv as usize);
    let mut path = Path {
        visitor,
        puzzle,
        frames: Vec::new(),
        node: Some((*root.state, carried, last)),
        stopped: false,
        burst: Path::<B, V>::FIRST_BURST,
        room: 0,
        has_room: false,
        deepest: 0,
    };
    let mut flow = path.resume(root.next());
    if flow.is_continue() {
        flow = path.walk(kernel::functions(puzzle));
    }
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
pub(super) struct Path<'p, B: Packed, V: Visitor<Board<B>, Direction, u32>> {
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
    room: usize,
    /// Whether room for the longest burst was asked for.
    has_room: bool,
    /// Where the call stack was when the last burst ended.
    deepest: usize,
}

impl<B: Packed, V: Visitor<Board<B>, Direction, u32>> Path<'_, B, V> {
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
impl<B: Packed, V: Visitor<Board<B>, Direction, u32>> Path<'_, B, V> {
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
        if let Some(budget) = self.visitor.budget() {
            budget.take_back(ways.count_ones());
        }
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
impl<B: Packed, V: Visitor<Board<B>, Direction, u32>> Path<'_, B, V> {
    /// Puts the way to where the traversal was paused on the path.
    fn resume(&mut self, mut next: Next<'_>) -> ControlFlow<()> {
        while let Some((index, replayed, beyond)) = next.split() {
            let Some((board, carried, last)) = self.node.take() else {
                break;
            };
            if !self.make_room(1) {
                return ControlFlow::Break(());
            }
            // The directions that come before it in the order of neighbors are done.
            let mut left = self.puzzle.open[board.blank() % 64];
            for _ in 0..index {
                left &= left.wrapping_sub(1);
            }
            self.frames.push(Frame {
                board,
                carried,
                last: last as u8,
                taken: NOWHERE as u8,
                left: left & self.ways(board.blank(), last),
                counted: false,
            });
            if replayed {
                match self.enter_next(true) {
                    Step::Descend(node) => self.node = Some(node),
                    Step::Prune => {}
                    Step::Stop => return ControlFlow::Break(()),
                }
            }
            next = beyond;
        }
        ControlFlow::Continue(())
    }

    fn walk(&mut self, functions: Option<Lookup<B, V>>) -> ControlFlow<()> {
        loop {
            if let Some(node) = self.node.take() {
                self.begin(node, functions.is_some())?;
            }
            let Some(top) = self.frames.last_mut() else {
                return ControlFlow::Continue(());
            };
            if top.left == 0 {
                self.frames.pop();
                continue;
            }
            match self.enter_next(false) {
                Step::Prune => {}
                Step::Stop => return ControlFlow::Break(()),
                Step::Descend((board, carried, by)) => match functions {
                    Some(function) => {
                        let walk = function(carried.class(), board.blank(), by);
                        self.burst(walk, board, carried)?;
                    }
                    None => self.node = Some((board, carried, by)),
                },
            }
        }
    }

    /// Adds the frame of a node that is expanded now.
    fn begin(
        &mut self,
        (board, carried, last): Node<B, V::Carried>,
        in_bursts: bool,
    ) -> ControlFlow<()> {
        if !self.make_room(1) {
            self.node = Some((board, carried, last));
            return ControlFlow::Break(());
        }
        let left = self.ways(board.blank(), last);
        let budget = self.visitor.budget().filter(|_| V::COUNTS_AHEAD);
        let counted = budget.is_some_and(|budget| budget.expand_ahead(left.count_ones()));
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
            self.room = if in_bursts {
                self.room_for_burst()
            } else {
                LONGEST_BURST
            };
            let pending = self.take_back_pending();
            if let Some(budget) = self.visitor.budget() {
                budget.take_back(left.count_ones());
                budget.end_ahead(pending, self.room);
            }
        }
        self.visitor.expand(carried, &board)
    }

    /// Enters the next child of the deepest frame.
    fn enter_next(&mut self, replayed: bool) -> Step<Node<B, V::Carried>> {
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
        let mut edge = Edge::new(&top.board, mv, 1, &child).replayed(replayed);
        edge.counted = top.counted;
        let step = self.visitor.enter(top.carried, edge, unchanged);
        step.map(|below| (child, below, taken))
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
        while !self.has_room && wanted > 0 && !self.make_room(wanted) {
            wanted /= 2;
        }
        self.has_room = true;
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
        let budget = self.visitor.budget();
        if budget.is_some_and(|budget| budget.reserve(bytes).is_break()) {
            return false;
        }
        let allocated = self.frames.try_reserve_exact(more).is_ok();
        if let Some(budget) = self.visitor.budget().filter(|_| !allocated) {
            budget.refuse();
        }
        allocated
    }

    /// How many children were counted ahead and not entered; they are to be counted one by one.
    fn take_back_pending(&mut self) -> u64 {
        let mut pending = 0;
        // Above a frame whose children are counted one by one there is none where they are not.
        let counted = |frame: &&mut Frame<B, V::Carried>| frame.counted;
        for frame in self.frames.iter_mut().rev().filter(counted) {
            frame.counted = false;
            pending += u64::from(frame.left.count_ones());
        }
        pending
    }

    /// The directions in which the blank may go, as bits: any but back.
    fn ways(&self, cell: usize, last: usize) -> u8 {
        // Of opposite directions the indices add up to three.
        self.puzzle.open[cell % 64] & !(1 << 3 >> last)
    }

    /// The place of a direction among the neighbors of a cell.
    fn index(&self, cell: usize, direction: usize) -> u32 {
        (self.puzzle.open[cell % 64] & !(u8::MAX << direction)).count_ones()
    }

    /// Tells the visitor the path, if it has stopped, and takes back what was not entered.
    fn unwind(mut self) -> V {
        let pending = self.take_back_pending();
        if let Some(budget) = self.visitor.budget() {
            budget.end_ahead(pending, 0);
        }
        let size = (self.puzzle.rows, self.puzzle.columns);
        let mut below = self.node.map(|(board, _, last)| (board.blank(), last));
        while let Some(frame) = self.frames.pop() {
            let (cell, taken) = (frame.board.blank(), usize::from(frame.taken));
            if let Some(to) = target(size, cell, usize::from(frame.last), taken) {
                // Nodes without a frame were left by their last way.
                let nodes = || successors(Some((to, taken)), |&at| last_way(size, at));
                let missing =
                    below.and_then(|below| nodes().take(MOST_MISSING).position(|at| at == below));
                for at in (0..=missing.unwrap_or(0)).rev() {
                    if let Some((to, by)) = nodes().nth(at) {
                        let mv = Direction::ALL[by % 4];
                        let from = mv.opposite().from(to, self.puzzle.columns);
                        self.visitor.unwind(self.index(from, by), mv);
                    }
                }
            }
            below = Some((cell, usize::from(frame.last)));
        }
        self.visitor
    }
}
