//! [`Burst`]: what the functions of the [`kernel`](super::kernel) work on, and the path they leave.
//!
//! A burst is a run of expansions that are granted at once. It charges a node and its children in one addition to a
//! word that begins below zero; its sign says when the grant is spent. Children that were charged but not entered are
//! subtracted and later entered one by one, so that limits, and the counts of a search that ends at a goal, are exact.
//! Instead of f, bursts carry the slack: the bound minus f. It needs only how the estimate changes along an edge, so
//! Manhattan distance needs neither its sum nor the other tiles: one bit of a table says whether the moving tile gets
//! nearer or farther. Any other heuristic keeps its memo along the path.

use alloc::vec::Vec;

use super::kernel::{Lookup, NOWHERE};
use super::steps::Change;
use super::{Direction, SlidingTiles};
use crate::puzzle::traversal::Iteration;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// How a burst follows a heuristic.
pub(super) trait Follow<B: Packed>: Copy {
    /// What is kept up along the path.
    type Memo: Copy;

    /// The memo of a child, and how the estimate changes; none if no goal can be reached.
    fn enter(
        self,
        puzzle: &SlidingTiles<B>,
        memo: Self::Memo,
        along: (&Board<B>, &Board<B>),
        mv: &Direction,
    ) -> (Self::Memo, Option<Change>);

    /// The estimate of a board, computed from scratch.
    fn estimate(self, puzzle: &SlidingTiles<B>, board: &Board<B>) -> Option<u32>;
}

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
/// The most children of a node.
const MOST_CHILDREN: u64 = 4;
/// The most children that a burst charges for each node: its own, and one on the path.
pub(super) const MOST_CHARGED: u64 = MOST_CHILDREN + 1;
/// How much call stack a burst may take, roughly: on some systems the main thread has a megabyte. With half of
/// this a search by Manhattan distance takes 1.8 per cent more instructions, with twice as much 0.7 fewer.
const STACK_BUDGET: usize = 1 << 19;
/// From so many calls on, what a call takes is measured.
const FEWEST_CALLS: usize = 8;
/// How many nodes a burst expands at most, and so how deep its calls go.
pub(super) const LONGEST: usize = 4096;

/// Some thousand nodes, visited between two charges.
pub(super) struct Burst<'p, B: Packed, F: Follow<B>> {
    pub(super) puzzle: &'p SlidingTiles<B>,
    pub(super) follow: F,
    /// The blank's cell in the goal.
    pub(super) goal_blank: usize,
    /// The path; what the functions of a burst left stands behind, deepest first.
    pub(super) frames: Vec<Frame<B, F::Memo>>,
    /// Where the path goes on.
    pub(super) node: Option<Node<B, F::Memo>>,
    /// How many nodes the next burst may expand.
    pub(super) length: usize,
    /// Where the call stack was when the last burst ended.
    deepest: usize,
    /// What is charged: in the upper half expansions, in the lower half children. It begins below zero,
    /// so that one addition counts and its sign tells whether what was granted is spent.
    charged: i32,
    granted: i32,
    /// How many children of nodes on the path were entered, each of which is charged.
    entered: i32,
    /// Whether a child was cut off that exceeds the bound by two: nearly all that are do.
    excess_of_two: bool,
    /// By how much others do, at the least.
    other_excess: u32,
}

impl<'p, B: Packed, F: Follow<B>> Burst<'p, B, F> {
    /// How many nodes the first burst expands: unoptimised calls hold dozens of copies of what is
    /// kept up.
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

    /// Grants so many nodes, no more than are in the [longest](LONGEST) burst.
    pub(super) const fn begin(&mut self, nodes: usize) {
        self.granted = nodes as i32;
        self.charged = -self.granted * EXPANSION;
        self.entered = 0;
    }

    /// How many expansions and children were charged.
    pub(super) const fn charged(&self) -> (u64, u64) {
        let charged = (self.charged + self.granted * EXPANSION).unsigned_abs();
        let children = (charged as u16) as u64 + self.entered as u64;
        ((charged >> 16) as u64, children)
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
        } else if excess == u32::MAX && self.other_excess == u32::MAX {
            // The largest value stands for none.
            self.other_excess = u32::MAX - 1;
        }
    }

    /// Hands on what was noted.
    pub(super) fn note(&self, iteration: &mut Iteration<'_, Board<B>, Direction, u32>) {
        if self.excess_of_two {
            iteration.cut_off(2);
        }
        if self.other_excess < u32::MAX {
            iteration.cut_off(self.other_excess);
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
        memo: F::Memo,
        slack: u32,
    ) -> bool {
        let board = board.with_known_blank(CELL);
        let children = self.ways(board.blank(), BY).count_ones();
        self.charged -= EXPANSION + children as i32;
        self.put_off(board, memo, slack, BY)
    }

    // By value, and no more than fit into registers: for a node in memory every function that may have
    // to leave one would need room on the stack.
    #[inline(never)]
    fn put_off(&mut self, board: Board<B>, memo: F::Memo, slack: u32, last: usize) -> bool {
        self.deepest = core::ptr::from_ref(&last).addr();
        self.node = Some(Node {
            board,
            memo,
            slack,
            last,
        });
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
        memo: F::Memo,
        slack: u32,
    ) -> bool {
        let entered = DIRECTION + usize::from(!AGAIN);
        self.put(board.with_known_blank(CELL), memo, slack, BY, entered)
    }

    /// With the directions before this one entered.
    #[inline(never)]
    fn put(
        &mut self,
        board: Board<B>,
        memo: F::Memo,
        slack: u32,
        last: usize,
        entered: usize,
    ) -> bool {
        let ways = self.ways(board.blank(), last);
        let left = ways & (u8::MAX << entered);
        // The last that was.
        let taken = (ways & !left).checked_ilog2();
        // There is room: a burst expands no more nodes than there is room for.
        self.frames.push(Frame {
            board,
            memo,
            slack,
            last: last as u8,
            taken: taken.map_or(NOWHERE as u8, |taken| taken as u8),
            left,
        });
        true
    }

    /// Visits what is left below the path, by functions where there are any, until all is done, or what
    /// is granted is spent, or a goal is met.
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
            let along = (&parent, &board);
            let mv = &Direction::ALL[taken];
            let (memo, change) = self.follow.enter(self.puzzle, memo, along, mv);
            let left = change.map(|change| change.below(slack));
            if matches!(left, Some(Ok(_))) && board == self.puzzle.goal {
                return;
            }
            self.entered += 1;
            top.taken = taken as u8;
            top.left &= top.left - 1;
            let slack = match left {
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
                self.recover(above, core::ptr::from_ref(&above).addr());
                return;
            }
        }
    }

    /// Everything below a board whose blank came there by `last`; returns whether the burst ended
    /// before all of it was visited.
    fn walk(&mut self, board: Board<B>, memo: &F::Memo, slack: u32, last: usize) -> bool {
        let mut left = self.ways(board.blank(), last);
        let children = left.count_ones();
        if !self.expand(children) {
            self.charged -= EXPANSION + children as i32;
            return self.put_off(board, *memo, slack, last);
        }
        while left != 0 {
            let taken = left.trailing_zeros() as usize % 4;
            left &= left - 1;
            let slides = self.puzzle.slides.get(board.blank());
            let Some(slide) = slides.and_then(|slides| slides[taken].as_ref()) else {
                continue;
            };
            let child = board.after(slide);
            let along = (&board, &child);
            let mv = &Direction::ALL[taken];
            let (below, change) = self.follow.enter(self.puzzle, *memo, along, mv);
            let Some(change) = change else {
                continue;
            };
            let below_slack = match change.below(slack) {
                Ok(slack) => slack,
                Err(excess) => {
                    self.cut_off(excess);
                    continue;
                }
            };
            if child == self.puzzle.goal {
                return self.put(board, *memo, slack, last, taken);
            }
            if self.walk(child, &below, below_slack, taken) {
                return self.put(board, *memo, slack, last, taken + 1);
            }
        }
        false
    }

    /// Puts the frames that functions have left in their order, takes back what they have charged for
    /// children not entered, and sees how much call stack they took.
    fn recover(&mut self, above: usize, stack: usize) {
        let frames = &mut self.frames[above..];
        frames.reverse();
        for frame in &*frames {
            self.charged -= frame.left.count_ones() as i32;
        }
        let calls = frames.len();
        if calls >= FEWEST_CALLS && self.node.is_some() {
            // Some are larger than the mean, but not by so much.
            let call = 4 * stack.abs_diff(self.deepest) / calls;
            self.length = (STACK_BUDGET / call.max(1)).clamp(Self::FIRST_LENGTH, LONGEST);
        }
    }
}
