//! One iteration of IDA* on sliding tiles: a depth-first loop over an explicit stack, which leaves most nodes to bursts
//! of recursive calls.
//!
//! With Manhattan distance on boards of a size for which functions are compiled, most nodes are visited by the
//! functions of [`kernel`](super::kernel), up to 4096 in a [`Burst`]. To end a burst, all its functions return, and
//! each that has children left pushes a [`PathFrame`]. The loop then charges the expansions to the iteration, asks
//! whether to go on, and begins the next burst at the deepest frame. On other boards, and with other heuristics, a
//! burst is one recursive function. If the iteration grants no nodes in advance, the loop visits nodes itself, one by
//! one.
//!
//! Invariant: between bursts, the frames determine the whole path. A node has no frame if the burst ended below its
//! last child, which was visited in a tail call. Its path is recomputed from the frame above by following last
//! children. Such paths do not cycle, except through the last cell entered from the left, and that node does push a
//! frame.
//!
//! The recursion of a burst is at most as deep as its number of expansions, and takes about half a megabyte of call
//! stack: the first burst is short, to measure the stack use of a call.

use core::iter::successors;
use core::ops::ControlFlow;

use super::burst::{Burst, Follow, LONGEST, MOST_CHARGED, PathFrame, PendingNode};
use super::compiled::{self, ByStep};
use super::kernel::{Lookup, NOWHERE, last_child, target};
use super::steps::Change;
use super::{Direction, SlidingTiles};
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::traversal::{self, Bound, Iteration, Resumed, over_neighbors};
use crate::puzzles::Manhattan;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// The greatest number of consecutive nodes on a path that have no frame.
const MOST_MISSING: usize = 32;

type IterationOfTiles<'a, B> = Iteration<'a, Board<B>, Direction, u32>;

/// Updates the estimate of any heuristic along an edge, by its memo.
struct ByMemo<'a, H>(&'a H);

impl<H> Clone for ByMemo<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H> Copy for ByMemo<'_, H> {}

impl<B: Packed, H: Heuristic<SlidingTiles<B>>> Follow<B> for ByMemo<'_, H> {
    type Memo = H::Memo;

    #[inline(always)]
    fn enter(
        self,
        puzzle: &SlidingTiles<B>,
        memo: H::Memo,
        parent: &Board<B>,
        child: &Board<B>,
        mv: &Direction,
    ) -> (H::Memo, Option<Change>) {
        let Self(heuristic) = self;
        let after = heuristic.advance(puzzle, memo, parent, mv, child);
        let to = heuristic.estimate(puzzle, after);
        let from = heuristic.estimate(puzzle, memo);
        (after, from.zip(to).map(|(from, to)| Change { from, to }))
    }

    fn estimate(self, puzzle: &SlidingTiles<B>, board: &Board<B>) -> Option<u32> {
        let memo = self.0.memo(puzzle, board);
        self.0.estimate(puzzle, memo)
    }
}

impl<B: Packed> SlidingTiles<B> {
    /// Runs an iteration with any heuristic.
    #[inline]
    pub(super) fn walk_by<H: Heuristic<Self>>(
        &self,
        heuristic: &H,
        iteration: &mut IterationOfTiles<'_, B>,
    ) -> ControlFlow<()> {
        // The specialised loop supports neither boards of another size nor move filters.
        if iteration.is_filtered() || !self.fits(iteration.root().state) {
            return over_neighbors(self, heuristic, iteration);
        }
        let memo = heuristic.memo(self, iteration.root().state);
        walk(Burst::new(self, ByMemo(heuristic)), None, memo, iteration)
    }

    /// Runs an iteration with Manhattan distance.
    pub(super) fn walk_by_steps(&self, iteration: &mut IterationOfTiles<'_, B>) -> ControlFlow<()> {
        if iteration.is_filtered() || !self.fits(iteration.root().state) {
            return over_neighbors(self, &Manhattan, iteration);
        }
        walk(
            Burst::new(self, ByStep),
            compiled::functions(self),
            (),
            iteration,
        )
    }
}

/// Runs an iteration from its root, or from its resume point. `functions` are those that bursts call, if any are
/// compiled for the board and the heuristic.
fn walk<B: Packed, F: Follow<B>>(
    burst: Burst<'_, B, F>,
    functions: Option<Lookup<B, F>>,
    memo: F::Memo,
    iteration: &mut IterationOfTiles<'_, B>,
) -> ControlFlow<()> {
    let root = iteration.root();
    let h = burst.follow.estimate(burst.puzzle, root.state);
    let Some(slack) = h.and_then(|h| iteration.slack(root.g, h)) else {
        return ControlFlow::Continue(());
    };
    let (columns, open) = (burst.puzzle.columns, &burst.puzzle.open);
    // The move before the root must not be undone.
    let before = root.before.map(Board::blank);
    let into = before.and_then(|from| direction_between(columns, open, from, root.state.blank()));
    let last = root.path.last().copied().or(into);
    let mut walk = TileWalk {
        burst,
        functions,
        has_room: false,
    };
    walk.burst.node = Some(PendingNode {
        board: *root.state,
        memo,
        slack,
        last: last.map_or(NOWHERE, |mv| mv as usize),
    });
    let mut flow = walk.resume(iteration);
    if flow.is_continue() {
        flow = walk.run(iteration);
    }
    walk.burst.note(iteration);
    if flow.is_break() {
        walk.unwind(iteration);
    }
    flow
}

/// A depth-first search in progress: the stack of frames (in `burst`), and what the next burst needs.
struct TileWalk<'p, B: Packed, F: Follow<B>> {
    burst: Burst<'p, B, F>,
    /// The functions that bursts call, if any are compiled for the board and the heuristic.
    functions: Option<Lookup<B, F>>,
    /// Whether room for the longest burst has been requested.
    has_room: bool,
}

impl<B: Packed, F: Follow<B>> TileWalk<'_, B, F> {
    /// Rebuilds the stack down to the resume point.
    fn resume(&mut self, iteration: &mut IterationOfTiles<'_, B>) -> ControlFlow<()> {
        while let Some(node) = self.burst.node.take() {
            let Some(resumed) = iteration.resumed() else {
                self.burst.node = Some(node);
                break;
            };
            self.make_room(1, iteration)?;
            // The directions before the resumed child, in the order of neighbors, are done.
            let mut left = self.burst.puzzle.open[node.board.blank() % 64];
            for _ in 0..resumed.index.min(u8::BITS) {
                left &= left.wrapping_sub(1);
            }
            self.push(node, left);
            if resumed.entered {
                self.enter_next(Some(resumed), iteration)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits nodes, in bursts and one by one, until the search is done or interrupted.
    fn run(&mut self, iteration: &mut IterationOfTiles<'_, B>) -> ControlFlow<()> {
        loop {
            if let Some(node) = self.burst.node.take() {
                self.expand(node, iteration)?;
            }
            self.run_burst(iteration);
            // The burst stopped before this node, for which nothing was granted, so the loop expands it.
            if self.burst.node.is_some() {
                continue;
            }
            let Some(top) = self.burst.frames.last_mut() else {
                return ControlFlow::Continue(());
            };
            if top.left == 0 {
                self.burst.frames.pop();
                continue;
            }
            // The burst stopped before this child, because it is a goal or because nothing was granted for it.
            self.enter_next(None, iteration)?;
        }
    }

    /// The node shown to an observer, for a board with this slack, which is the bound less f.
    fn observed<'s>(
        &self,
        board: &'s Board<B>,
        bound: Bound<u32>,
        slack: u32,
    ) -> traversal::NodeRef<'s, Board<B>, u32> {
        let h = self.burst.follow.estimate(self.burst.puzzle, board);
        let f = bound.greatest().unwrap_or(0).saturating_sub(slack);
        let g = f.saturating_sub(h.unwrap_or(0));
        traversal::NodeRef { state: board, g, h }
    }

    /// Expands a node and pushes its frame.
    fn expand(
        &mut self,
        node: PendingNode<B, F::Memo>,
        iteration: &mut IterationOfTiles<'_, B>,
    ) -> ControlFlow<()> {
        if self.make_room(1, iteration).is_break() {
            self.burst.node = Some(node);
            return ControlFlow::Break(());
        }
        self.push(node, u8::MAX);
        let bound = iteration.bound();
        iteration.expand(|| self.observed(&node.board, bound, node.slack))
    }

    /// Pushes a frame, for which there must be room. Only the directions in `left` remain to be tried.
    fn push(&mut self, node: PendingNode<B, F::Memo>, left: u8) {
        let open = self.burst.directions(node.board.blank(), node.last);
        self.burst.frames.push(PathFrame {
            board: node.board,
            memo: node.memo,
            slack: node.slack,
            last: node.last as u8,
            taken: NOWHERE as u8,
            left: left & open,
        });
    }

    /// Enters the next child of the deepest frame. With `resumed`, the child is entered again on the way to the resume
    /// point, and has been charged already.
    fn enter_next(
        &mut self,
        resumed: Option<Resumed>,
        iteration: &mut IterationOfTiles<'_, B>,
    ) -> ControlFlow<()> {
        let Some(top) = self.burst.frames.last_mut() else {
            return ControlFlow::Continue(());
        };
        let taken = top.left.trailing_zeros() as usize % 4;
        top.taken = taken as u8;
        top.left &= top.left.wrapping_sub(1);
        let (parent, memo, slack) = (top.board, top.memo, top.slack);
        let (mv, bound) = (&Direction::ALL[taken], iteration.bound());
        let slides = self.burst.puzzle.slides.get(parent.blank());
        let Some(slide) = slides.and_then(|slides| slides[taken].as_ref()) else {
            return ControlFlow::Continue(());
        };
        let board = parent.after(slide);
        if resumed.is_none() {
            // The slack of the child is not known yet; it affects only g, which is replaced.
            iteration.generate(&parent, mv, || traversal::NodeRef {
                g: 1 + self.observed(&parent, bound, slack).g,
                ..self.observed(&board, bound, 0)
            })?;
        }
        let burst = &self.burst;
        let (memo, change) = burst.follow.enter(burst.puzzle, memo, &parent, &board, mv);
        let Some(change) = change else {
            return ControlFlow::Continue(());
        };
        let slack = match change.child_slack(slack) {
            Ok(slack) => slack,
            Err(excess) => {
                iteration.cut_off(excess);
                if resumed.is_some() {
                    iteration.forget();
                }
                return ControlFlow::Continue(());
            }
        };
        if board == self.burst.puzzle.goal {
            iteration.reach(self.observed(&board, bound, slack).g)?;
        }
        let g = || self.observed(&board, bound, slack).g;
        if iteration.descends(mv, &board, g)? {
            self.burst.node = Some(PendingNode {
                board,
                memo,
                slack,
                last: taken,
            });
        }
        ControlFlow::Continue(())
    }

    /// Runs a burst over the expansions granted in advance.
    fn run_burst(&mut self, iteration: &mut IterationOfTiles<'_, B>) {
        self.make_room_for_bursts(iteration);
        let granted = iteration.grant(MOST_CHARGED);
        let room = self.burst.frames.capacity() - self.burst.frames.len();
        let nodes = room.min(self.burst.length);
        let nodes = nodes.min(usize::try_from(granted).unwrap_or(usize::MAX));
        if nodes > 0 {
            self.burst.begin(nodes);
            self.burst.run(self.functions);
            let (expansions, children) = self.burst.charged();
            iteration.charge(expansions, children);
        }
    }

    /// Reserves frames for the longest burst once, whatever length the first burst measures: the memory of a search
    /// must not depend on the call stack of the machine.
    fn make_room_for_bursts(&mut self, iteration: &mut IterationOfTiles<'_, B>) {
        let mut wanted = LONGEST;
        while !self.has_room && wanted > 0 && self.make_room(wanted, iteration).is_break() {
            wanted /= 2;
        }
        self.has_room = true;
    }

    /// Reserves room for `frames` frames, unless memory runs out.
    fn make_room(
        &mut self,
        frames: usize,
        iteration: &mut IterationOfTiles<'_, B>,
    ) -> ControlFlow<()> {
        let (len, capacity) = (self.burst.frames.len(), self.burst.frames.capacity());
        if capacity - len >= frames {
            return ControlFlow::Continue(());
        }
        let more = frames.max(len).max(4);
        // While the stack grows, two copies exist.
        let bytes = (capacity + len + more) * size_of::<PathFrame<B, F::Memo>>();
        iteration.reserve(bytes)?;
        if self.burst.frames.try_reserve_exact(more).is_err() {
            return iteration.refuse();
        }
        ControlFlow::Continue(())
    }

    /// Reports the path to the point where the search was interrupted, deepest move first.
    fn unwind(self, iteration: &mut IterationOfTiles<'_, B>) {
        let burst = self.burst;
        let mut below = burst.node.map(|node| (node.board.blank(), node.last));
        for frame in burst.frames.iter().rev() {
            let (cell, last) = (frame.board.blank(), usize::from(frame.last));
            let size = (burst.puzzle.rows, burst.puzzle.columns);
            let (open, taken) = (&burst.puzzle.open, usize::from(frame.taken));
            report_moves(size, open, cell, last, taken, below, &mut |index, mv| {
                iteration.unwind(index, mv);
            });
            below = Some((cell, last));
        }
    }
}

/// The direction in which the blank goes from one cell to an adjacent one.
fn direction_between(columns: usize, open: &[u8; 64], from: usize, to: usize) -> Option<Direction> {
    let leads_there =
        |way: &Direction| open[from % 64] >> (*way as u8) & 1 != 0 && way.from(from, columns) == to;
    Direction::ALL.into_iter().find(leads_there)
}

/// Reports the moves from a node with a frame down to the next node with a frame, deepest first: the index of each
/// among the neighbors, and its direction.
///
/// The upper frame has the blank on `cell`, where it came by direction `last`, and its child was entered by direction
/// `taken`. `below` is the cell of the blank and its last direction at the lower frame; `None` if there is none.
fn report_moves(
    size: (usize, usize),
    open: &[u8; 64],
    cell: usize,
    last: usize,
    taken: usize,
    below: Option<(usize, usize)>,
    tell: &mut dyn FnMut(u32, Direction),
) {
    let Some(to) = target(size, cell, last, taken) else {
        return;
    };
    // Nodes without a frame were left by their last child.
    let nodes = || successors(Some((to, taken)), |&(cell, by)| last_child(size, cell, by));
    let missing = below.and_then(|below| nodes().take(MOST_MISSING).position(|n| n == below));
    for index in (0..=missing.unwrap_or(0)).rev() {
        if let Some((to, by)) = nodes().nth(index) {
            let mv = Direction::ALL[by % 4];
            let from = mv.opposite().from(to, size.1);
            tell((open[from % 64] & !(u8::MAX << by)).count_ones(), mv);
        }
    }
}
