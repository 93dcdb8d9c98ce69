//! [`Burst`]: what the functions of the [`kernel`](super::kernel) work on, and the path they leave.

use alloc::vec::Vec;

use super::{Direction, SlidingTiles};
use crate::heuristics::estimator::Estimator;
use crate::monitor::Budget;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;
use crate::traversal::{Edge, Slack};

/// A node to be expanded.
#[derive(Clone, Copy)]
pub(super) struct Node<B: Packed, M> {
    pub(super) board: Board<B>,
    pub(super) memo: M,
    pub(super) slack: u32,
    /// The direction by which the blank came there.
    pub(super) last: usize,
}

/// A node on the path.
pub(super) struct Frame<B: Packed, M> {
    pub(super) board: Board<B>,
    pub(super) memo: M,
    pub(super) slack: u32,
    /// The direction by which the blank came there.
    pub(super) last: u8,
    /// The direction in which the path goes on.
    pub(super) taken: u8,
    /// The directions still to be tried, as bits.
    pub(super) left: u8,
}

/// One expansion charged.
const EXPANSION: i32 = 1 << 16;
/// The most children of a node, and so the most that a burst charges for each.
pub(super) const MOST_CHILDREN: u64 = 4;
/// How many nodes a burst expands at most, and so how deep its calls go.
pub(super) const LONGEST: usize = 4096;

/// Some thousand nodes, visited in the visitor's place.
#[expect(
    missing_debug_implementations,
    unnameable_types,
    reason = "nobody else can see it"
)]
pub struct Burst<'p, B: Packed, E: Estimator<SlidingTiles<B>>> {
    pub(super) puzzle: &'p SlidingTiles<B>,
    pub(super) estimator: E,
    /// The path; what the functions of a burst left stands behind, deepest first.
    pub(super) frames: Vec<Frame<B, E::Memo>>,
    /// Where the path goes on.
    pub(super) node: Option<Node<B, E::Memo>>,
    /// Where the call stack was when the last burst ended.
    pub(super) deepest: usize,
    /// What is charged: in the upper half expansions, in the lower half children. It begins below zero,
    /// so that one addition counts and its sign tells whether what was granted is spent.
    charged: i32,
    granted: i32,
    /// Whether a child was cut off that exceeds the bound by two: nearly all that are do.
    excess_of_two: bool,
    /// By how much others do, at the least.
    other_excess: u32,
}

impl<'p, B: Packed, E: Estimator<SlidingTiles<B>>> Burst<'p, B, E> {
    pub(super) const fn new(puzzle: &'p SlidingTiles<B>, estimator: E) -> Self {
        Self {
            puzzle,
            estimator,
            frames: Vec::new(),
            node: None,
            deepest: 0,
            charged: 0,
            granted: 0,
            excess_of_two: false,
            other_excess: u32::MAX,
        }
    }

    /// Grants so many nodes, no more than are in the [longest](LONGEST) burst.
    pub(super) const fn begin(&mut self, nodes: usize) {
        self.granted = nodes as i32;
        self.charged = -self.granted * EXPANSION;
    }

    /// How many expansions and children were charged.
    pub(super) const fn charged(&self) -> (u64, u64) {
        let charged = (self.charged + self.granted * EXPANSION).unsigned_abs();
        ((charged >> 16) as u64, (charged as u16) as u64)
    }

    /// Charges a node and its children, unless what was granted is spent.
    #[inline(always)]
    pub(super) const fn expand(&mut self, children: u32) -> bool {
        self.charged += EXPANSION + children as i32;
        self.charged < 0
    }

    /// Notes that a child exceeds the bound.
    #[inline(always)]
    pub(super) const fn cut_off(&mut self, excess: u32) {
        // Where it is known to be two, to note that is one instruction.
        if excess == 2 {
            self.excess_of_two = true;
        } else if excess < self.other_excess {
            self.other_excess = excess;
        }
    }

    /// Hands on what was noted.
    pub(super) fn note(&self, budget: &mut Budget<u32>) {
        if self.excess_of_two {
            budget.cut_off(2);
        }
        if self.other_excess < u32::MAX {
            budget.cut_off(self.other_excess);
        }
    }

    /// The directions in which the blank may go, as bits: any but back.
    pub(super) fn ways(&self, cell: usize, last: usize) -> u8 {
        // Of opposite directions the indices add up to three.
        self.puzzle.open[cell % 64] & !(1 << 3 >> last)
    }

    /// Ends the burst before a node whose blank is on `CELL`, and came there by `BY`: nothing is
    /// granted for it.
    #[cold]
    pub(super) fn pause<const CELL: usize, const BY: usize>(
        &mut self,
        board: Board<B>,
        memo: E::Memo,
        slack: u32,
    ) -> bool {
        let board = board.with_known_blank(CELL);
        let last = BY;
        self.put_off(Node {
            board,
            memo,
            slack,
            last,
        })
    }

    #[inline(never)]
    fn put_off(&mut self, node: Node<B, E::Memo>) -> bool {
        let children = self.ways(node.board.blank(), node.last).count_ones();
        self.charged -= EXPANSION + children as i32;
        self.deepest = core::ptr::from_ref(&children).addr();
        self.node = Some(node);
        true
    }

    /// Leaves a frame for a node below which, in a direction, the burst has ended; with `AGAIN`
    /// before it has entered the child there.
    #[cold]
    pub(super) fn leave<
        const CELL: usize,
        const BY: usize,
        const DIRECTION: usize,
        const AGAIN: bool,
    >(
        &mut self,
        board: Board<B>,
        memo: E::Memo,
        slack: u32,
    ) -> bool {
        let board = board.with_known_blank(CELL);
        let last = BY;
        let node = Node {
            board,
            memo,
            slack,
            last,
        };
        self.put(node, DIRECTION, AGAIN)
    }

    #[inline(never)]
    fn put(&mut self, node: Node<B, E::Memo>, taken: usize, again: bool) -> bool {
        let ways = if again { 0b1111 } else { 0b1110 };
        let left = self.ways(node.board.blank(), node.last) & (ways << taken);
        // There is room: a burst expands no more nodes than there is room for.
        self.frames.push(Frame {
            board: node.board,
            memo: node.memo,
            slack: node.slack,
            last: node.last as u8,
            taken: taken as u8,
            left,
        });
        true
    }

    /// Everything below a node, in a loop: for boards and heuristics without functions. Returns whether
    /// it has ended before all was visited.
    pub(super) fn walk(&mut self, mut node: Node<B, E::Memo>) -> bool {
        let above = self.frames.len();
        loop {
            let ways = self.ways(node.board.blank(), node.last);
            if !self.expand(ways.count_ones()) {
                return self.put_off(node);
            }
            // There is room: a burst expands no more nodes than there is room for.
            self.frames.push(Frame {
                board: node.board,
                memo: node.memo,
                slack: node.slack,
                last: node.last as u8,
                taken: 0,
                left: ways,
            });
            node = loop {
                let Some(top) = self.frames.last_mut() else {
                    return false;
                };
                if top.left == 0 {
                    self.frames.pop();
                    if self.frames.len() == above {
                        return false;
                    }
                    continue;
                }
                let taken = top.left.trailing_zeros() as usize % 4;
                top.taken = taken as u8;
                top.left &= top.left - 1;
                let slides = self.puzzle.slides.get(top.board.blank());
                let Some(slide) = slides.and_then(|slides| slides[taken].as_ref()) else {
                    continue;
                };
                let child = top.board.after(slide);
                let edge = Edge::new(&top.board, &Direction::ALL[taken], 1, &child);
                let (memo, change) = self.estimator.enter(self.puzzle, top.memo, &edge);
                let Some(change) = change else {
                    continue;
                };
                match Slack(top.slack).below(1, change) {
                    Err(excess) => self.cut_off(excess),
                    Ok(_) if child == self.puzzle.goal => {
                        top.left |= 1 << taken;
                        return true;
                    }
                    Ok(Slack(slack)) => {
                        break Node {
                            board: child,
                            memo,
                            slack,
                            last: taken,
                        };
                    }
                }
            };
        }
    }
}
