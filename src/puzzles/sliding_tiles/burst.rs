//! [`Burst`]: a bounded number of expansions of a depth-first walk, made by the functions of the
//! [`kernel`](super::kernel) or by recursion, and the path to where it ended.
//!
//! The iteration grants all expansions of a burst at once. The burst charges a node and its children in one addition to
//! a word that begins below zero; its sign tells when the grant is spent. When a burst ends, children that were charged
//! but not entered are subtracted. The next burst enters them one by one. Invariant: each expansion and each child is
//! charged once, so limits are exact, and so are the counts of a search that ends at a goal.
//!
//! In place of f, bursts carry the *slack*: the bound minus f. The slack of a child follows from that of its parent and
//! the change of the estimate along the edge. For Manhattan distance, one bit of a table says whether the moving tile
//! gets nearer or farther; neither the sum nor the other tiles matter. For any other heuristic, the memo is carried
//! along the path, too.

use alloc::vec::Vec;

use super::kernel::{Lookup, NOWHERE};
use super::steps::Change;
use super::{Direction, SlidingTiles};
use crate::puzzle::traversal::Iteration;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// How a burst updates the estimate along an edge.
pub(super) trait Follow<B: Packed>: Copy {
    /// The data of a state that are carried along the path.
    type Memo: Copy;

    /// The memo of a child, and the change of the estimate. The change is `None` if the heuristic proves that no goal
    /// can be reached.
    fn enter(
        self,
        puzzle: &SlidingTiles<B>,
        memo: Self::Memo,
        parent: &Board<B>,
        child: &Board<B>,
        mv: &Direction,
    ) -> (Self::Memo, Option<Change>);

    /// The estimate of a board, computed from scratch.
    fn estimate(self, puzzle: &SlidingTiles<B>, board: &Board<B>) -> Option<u32>;
}

/// A node to be expanded.
#[derive(Clone, Copy)]
pub(super) struct PendingNode<B: Packed, M> {
    pub(super) board: Board<B>,
    pub(super) memo: M,
    pub(super) slack: u32,
    /// The direction in which the blank came to its cell.
    pub(super) last: usize,
}

/// An expanded node on the path.
pub(super) struct PathFrame<B: Packed, M> {
    pub(super) board: Board<B>,
    pub(super) memo: M,
    pub(super) slack: u32,
    /// The direction in which the blank came to its cell.
    pub(super) last: u8,
    /// The direction of the child that was entered last.
    pub(super) taken: u8,
    /// The directions not yet tried, as bits.
    pub(super) left: u8,
}

/// The charge for one expansion. It lies in the bits above those that count children.
const EXPANSION: i32 = 1 << 16;
/// The greatest number of children of a node.
const MOST_CHILDREN: u64 = 4;
/// The greatest number of children that a burst charges per expansion: those of the node, and one child of a node on
/// the path, charged when it is entered.
pub(super) const MOST_CHARGED: u64 = MOST_CHILDREN + 1;
/// The number of bytes of call stack that a burst may take, approximately. It is low since on some systems the main
/// thread has one megabyte. With half the budget, a search by Manhattan distance takes 1.8 per cent more instructions,
/// with twice the budget 0.7 per cent fewer.
const STACK_BUDGET: usize = 1 << 19;
/// The stack use of a call is measured only in bursts that end at least this many calls deep.
const FEWEST_CALLS: usize = 8;
/// The greatest number of expansions in a burst, and so the greatest depth of its calls.
pub(super) const LONGEST: usize = 4096;

/// Up to [`LONGEST`] expansions between two charges to the iteration, and the path of the search.
pub(super) struct Burst<'p, B: Packed, F: Follow<B>> {
    pub(super) puzzle: &'p SlidingTiles<B>,
    pub(super) follow: F,
    /// The blank's cell in the goal.
    pub(super) goal_blank: usize,
    /// The path. The functions of a burst append their frames deepest first, and `restore_path` reverses them.
    pub(super) frames: Vec<PathFrame<B, F::Memo>>,
    /// The node to be expanded next, if the burst ended before one.
    pub(super) node: Option<PendingNode<B, F::Memo>>,
    /// The number of expansions allowed in the next burst.
    pub(super) length: usize,
    /// The stack address at the deepest call of the last burst.
    deepest: usize,
    /// The charges: expansions in the upper half, children in the lower half. The word begins below zero, so that one
    /// addition counts both, and the sign tells whether the grant is spent.
    charged: i32,
    /// The number of expansions that the iteration has granted.
    granted: i32,
    /// The number of children entered from nodes on the path. They are charged here, one by one.
    entered: i32,
    /// Whether a child was cut off whose f exceeds the bound by two, as that of nearly all children cut off does.
    excess_of_two: bool,
    /// The least excess of f over the bound of the other children cut off; `u32::MAX` if there is none.
    other_excess: u32,
}

impl<'p, B: Packed, F: Follow<B>> Burst<'p, B, F> {
    /// The number of expansions in the first burst, before the stack use of a call is known. An unoptimised call holds
    /// dozens of copies of a memo.
    const FIRST_LENGTH: usize = {
        let most = STACK_BUDGET / (3_072 + 64 * size_of::<F::Memo>());
        match most {
            0 => 1,
            1..256 => most,
            _ => 256,
        }
    };

    pub(super) fn new(puzzle: &'p SlidingTiles<B>, follow: F) -> Self {
        Self {
            puzzle,
            follow,
            goal_blank: puzzle.goal.blank(),
            frames: Vec::new(),
            node: None,
            length: Self::FIRST_LENGTH,
            deepest: 0,
            charged: 0,
            granted: 0,
            entered: 0,
            excess_of_two: false,
            other_excess: u32::MAX,
        }
    }

    /// Begins a burst with a grant of `nodes` expansions, at most [`LONGEST`].
    pub(super) const fn begin(&mut self, nodes: usize) {
        self.granted = nodes as i32;
        self.charged = -self.granted * EXPANSION;
        self.entered = 0;
    }

    /// The number of expansions and the number of children that were charged.
    pub(super) const fn charged(&self) -> (u64, u64) {
        let charged = (self.charged + self.granted * EXPANSION).unsigned_abs();
        let children = (charged as u16) as u64 + self.entered as u64;
        ((charged >> 16) as u64, children)
    }

    /// Charges a node and its children; returns false if the grant is spent.
    #[inline(always)]
    pub(super) const fn expand(&mut self, children: u32) -> bool {
        self.charged += EXPANSION + children as i32;
        self.charged < 0
    }

    /// Records a child that is cut off, since its f exceeds the bound by `excess`.
    #[inline(always)]
    pub(super) const fn cut_off(&mut self, excess: u32) {
        // Where the compiler knows that the excess is two, only one instruction remains.
        if excess == 2 {
            self.excess_of_two = true;
        } else if excess < self.other_excess {
            self.other_excess = excess;
        } else if excess == u32::MAX && self.other_excess == u32::MAX {
            // `u32::MAX` stands for no child cut off.
            self.other_excess = u32::MAX - 1;
        }
    }

    /// Passes the recorded cuts to the iteration.
    pub(super) fn note(&self, iteration: &mut Iteration<'_, Board<B>, Direction, u32>) {
        if self.excess_of_two {
            iteration.cut_off(2);
        }
        if self.other_excess < u32::MAX {
            iteration.cut_off(self.other_excess);
        }
    }

    /// The directions in which the blank can go without undoing its last move, as bits.
    pub(super) fn directions(&self, cell: usize, last: usize) -> u8 {
        // The indices of opposite directions add up to three.
        self.puzzle.open[cell % 64] & !(1 << 3 >> last)
    }

    /// Ends the burst before it expands a node whose blank is on `CELL` and came there in direction `BY`, since the
    /// grant is spent. Returns true, as all functions do that end a burst.
    #[cold]
    pub(super) fn pause<const CELL: usize, const BY: usize>(
        &mut self,
        board: Board<B>,
        memo: F::Memo,
        slack: u32,
    ) -> bool {
        let board = board.with_blank_field(CELL);
        let children = self.directions(board.blank(), BY).count_ones();
        self.charged -= EXPANSION + children as i32;
        self.stop_before(board, memo, slack, BY)
    }

    /// Ends the burst before it expands a node.
    // The arguments are passed by value, and few enough to fit into registers: a node in memory would make every
    // function that may end here reserve stack space.
    #[inline(never)]
    fn stop_before(&mut self, board: Board<B>, memo: F::Memo, slack: u32, last: usize) -> bool {
        self.deepest = core::ptr::from_ref(&last).addr();
        self.node = Some(PendingNode {
            board,
            memo,
            slack,
            last,
        });
        true
    }

    /// Ends the burst before it enters the child in `DIRECTION`: pushes a frame for the node.
    #[cold]
    pub(super) fn leave_before<const CELL: usize, const BY: usize, const DIRECTION: usize>(
        &mut self,
        board: Board<B>,
        memo: F::Memo,
        slack: u32,
    ) -> bool {
        self.push_frame(board.with_blank_field(CELL), memo, slack, BY, DIRECTION)
    }

    /// Pushes a frame for a node after the burst has ended below its child in `DIRECTION`.
    #[cold]
    pub(super) fn leave_after<const CELL: usize, const BY: usize, const DIRECTION: usize>(
        &mut self,
        board: Board<B>,
        memo: F::Memo,
        slack: u32,
    ) -> bool {
        self.push_frame(board.with_blank_field(CELL), memo, slack, BY, DIRECTION + 1)
    }

    /// Pushes a frame of whose four directions the first `done` have been tried.
    #[inline(never)]
    fn push_frame(
        &mut self,
        board: Board<B>,
        memo: F::Memo,
        slack: u32,
        last: usize,
        done: usize,
    ) -> bool {
        let open = self.directions(board.blank(), last);
        let left = open & (u8::MAX << done);
        // The last direction tried.
        let taken = (open & !left).checked_ilog2();
        // The frame fits: the grant of a burst is at most the spare capacity.
        self.frames.push(PathFrame {
            board,
            memo,
            slack,
            last: last as u8,
            taken: taken.map_or(NOWHERE as u8, |taken| taken as u8),
            left,
        });
        true
    }

    /// Visits the rest of the subtrees of the nodes on the path, until nothing is left, the grant is spent, or the
    /// next child is a goal. New nodes are visited by the compiled `functions`, or by [`walk`](Self::walk) without
    /// them.
    pub(super) fn run(&mut self, functions: Option<Lookup<B, F>>) {
        while let Some(top) = self.frames.last_mut() {
            if top.left == 0 {
                self.frames.pop();
                continue;
            }
            if self.entered == self.granted {
                return;
            }
            let taken = top.left.trailing_zeros() as usize % 4;
            let (parent, memo, slack) = (top.board, top.memo, top.slack);
            let slides = self.puzzle.slides.get(parent.blank());
            let Some(slide) = slides.and_then(|slides| slides[taken].as_ref()) else {
                return;
            };
            let board = parent.after(slide);
            let mv = &Direction::ALL[taken];
            let (memo, change) = self.follow.enter(self.puzzle, memo, &parent, &board, mv);
            let child_slack = change.map(|change| change.child_slack(slack));
            if matches!(child_slack, Some(Ok(_))) && board == self.puzzle.goal {
                return;
            }
            self.entered += 1;
            top.taken = taken as u8;
            top.left &= top.left - 1;
            let slack = match child_slack {
                Some(Ok(slack)) => slack,
                Some(Err(excess)) => {
                    self.cut_off(excess);
                    continue;
                }
                None => continue,
            };
            let above = self.frames.len();
            let ended = match functions {
                Some(functions) => functions(slack, board.blank(), taken)(self, board, slack),
                None => self.walk(board, &memo, slack, taken),
            };
            if ended {
                self.restore_path(above, core::ptr::from_ref(&above).addr());
                return;
            }
        }
    }

    /// Visits the subtree of a board whose blank came to its cell in direction `last`; returns whether the burst ended
    /// before all of the subtree was visited.
    fn walk(&mut self, board: Board<B>, memo: &F::Memo, slack: u32, last: usize) -> bool {
        let mut left = self.directions(board.blank(), last);
        let children = left.count_ones();
        if !self.expand(children) {
            self.charged -= EXPANSION + children as i32;
            return self.stop_before(board, *memo, slack, last);
        }
        while left != 0 {
            let taken = left.trailing_zeros() as usize % 4;
            left &= left - 1;
            let slides = self.puzzle.slides.get(board.blank());
            let Some(slide) = slides.and_then(|slides| slides[taken].as_ref()) else {
                continue;
            };
            let child = board.after(slide);
            let mv = &Direction::ALL[taken];
            let (below, change) = self.follow.enter(self.puzzle, *memo, &board, &child, mv);
            let Some(change) = change else {
                continue;
            };
            let child_slack = match change.child_slack(slack) {
                Ok(slack) => slack,
                Err(excess) => {
                    self.cut_off(excess);
                    continue;
                }
            };
            if child == self.puzzle.goal {
                return self.push_frame(board, *memo, slack, last, taken);
            }
            if self.walk(child, &below, child_slack, taken) {
                return self.push_frame(board, *memo, slack, last, taken + 1);
            }
        }
        false
    }

    /// Reverses the frames that the calls pushed, which are those from index `above` on; refunds children that were
    /// charged and not entered; and measures the stack use of a call. `stack` is the stack address before the first
    /// call.
    fn restore_path(&mut self, above: usize, stack: usize) {
        let frames = &mut self.frames[above..];
        frames.reverse();
        for frame in &*frames {
            self.charged -= frame.left.count_ones() as i32;
        }
        let calls = frames.len();
        if calls >= FEWEST_CALLS && self.node.is_some() {
            // Some calls take more stack than the mean, but less than four times as much.
            let bytes = 4 * stack.abs_diff(self.deepest) / calls;
            self.length = (STACK_BUDGET / bytes.max(1)).clamp(Self::FIRST_LENGTH, LONGEST);
        }
    }
}
