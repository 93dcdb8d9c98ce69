//! Depth-first traversal: a loop that has the path before it, and bursts of calls that have not.
//!
//! On boards of a named size most nodes are visited by the functions of [`kernel`],
//! some thousand in a [`Burst`]. A burst that is to end returns through all its functions; each that
//! has something left to do leaves a [`Frame`], so that the path is known again. Then the loop counts,
//! asks whether to go on, and begins the next burst at the deepest frame. On other boards a burst is a
//! loop that keeps the frames. For visitors that are not [by slack](Visitor::BY_SLACK) there are no
//! bursts: the loop here visits every node itself.

use core::iter::successors;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::burst::{Burst, Frame, LONGEST, MOST_CHARGED, Node};
use super::kernel::{Lookup, NOWHERE, last_way, target};
use super::{Direction, SlidingTiles};
use crate::puzzle::heuristic::estimator::{Estimator, Informed};
use crate::puzzle::traversal::{Carried, Change, Edge, EdgeOf, Next, Root, Step, Visitor};
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;

/// No more nodes than this leave no frame between two that do.
const MOST_MISSING: usize = 32;

/// Walks as [`over_neighbors`](crate::traversal::over_neighbors) does.
pub(super) fn depth_first<B: Packed, V: Visitor<Board<B>, Direction, u32>>(
    puzzle: &SlidingTiles<B>,
    root: Root<'_, Board<B>, Direction>,
    carried: V::Carried,
    visitor: V,
) -> (V, ControlFlow<()>) {
    let burst = Burst::new(puzzle, Alone(PhantomData));
    walk::<B, V, Whole>(burst, None, root, carried, visitor)
}

/// The same with a heuristic, in bursts if the visitor agrees.
pub(super) fn informed<B, E, V>(
    puzzle: &SlidingTiles<B>,
    root: Root<'_, Board<B>, Direction>,
    (estimator, memo): (E, E::Memo),
    carried: V::Carried,
    visitor: V,
) -> (V, ControlFlow<()>)
where
    B: Packed,
    E: Estimator<SlidingTiles<B>>,
    V: Visitor<Board<B>, Direction, u32>,
{
    let informed = Informed {
        puzzle,
        estimator,
        visitor,
    };
    let carried = (memo, carried);
    let (informed, flow) = if const { V::BY_SLACK && V::Carried::IS_SLACK } {
        let burst = Burst::new(puzzle, estimator);
        let bursts = puzzle.fits(root.state).then(|| E::functions(puzzle));
        walk::<B, _, Split<E>>(burst, bursts, root, carried, informed)
    } else {
        depth_first(puzzle, root, carried, informed)
    };
    (informed.visitor, flow)
}

/// How a frame keeps what a visitor carries: as a memo and a slack.
trait Kept<B: Packed, C> {
    type Estimator: Estimator<SlidingTiles<B>>;
    /// Whether there may be bursts.
    const BURSTS: bool;

    fn keep(carried: C) -> (Memo<B, Self::Estimator>, u32);

    fn carried(memo: Memo<B, Self::Estimator>, slack: u32) -> Option<C>;
}

type Memo<B, E> = <E as Estimator<SlidingTiles<B>>>::Memo;

/// The memo of the heuristic, and the slack.
struct Split<E>(PhantomData<E>);

impl<B: Packed, E: Estimator<SlidingTiles<B>>, C: Carried> Kept<B, (E::Memo, C)> for Split<E> {
    type Estimator = E;
    const BURSTS: bool = true;

    #[inline]
    fn keep((memo, carried): (E::Memo, C)) -> (E::Memo, u32) {
        (memo, carried.slack())
    }

    #[inline]
    fn carried(memo: E::Memo, slack: u32) -> Option<(E::Memo, C)> {
        Some((memo, C::of_slack(slack)?))
    }
}

/// As it is, where there are no bursts.
struct Whole;

impl<B: Packed, C: Carried> Kept<B, C> for Whole {
    type Estimator = Alone<C>;
    const BURSTS: bool = false;

    #[inline]
    fn keep(carried: C) -> (C, u32) {
        (carried, 0)
    }

    #[inline]
    fn carried(memo: C, _: u32) -> Option<C> {
        Some(memo)
    }
}

#[derive(Clone, Copy)]
struct Alone<C>(PhantomData<C>);

impl<B: Packed, C: Carried> Estimator<SlidingTiles<B>> for Alone<C> {
    type Memo = C;

    fn enter(
        self,
        _: &SlidingTiles<B>,
        memo: C,
        _: &EdgeOf<'_, SlidingTiles<B>>,
    ) -> (C, Option<Change<u32>>) {
        (memo, unchanged())
    }
}

/// The puzzle alone has no heuristic.
const fn unchanged() -> Option<Change<u32>> {
    Some(Change { from: 0, to: 0 })
}

fn walk<B, V, K>(
    burst: Burst<'_, B, K::Estimator>,
    bursts: Option<Option<Lookup<B, K::Estimator>>>,
    root: Root<'_, Board<B>, Direction>,
    carried: V::Carried,
    visitor: V,
) -> (V, ControlFlow<()>)
where
    B: Packed,
    V: Visitor<Board<B>, Direction, u32>,
    K: Kept<B, V::Carried>,
{
    let cells = (burst.puzzle.columns, &burst.puzzle.open);
    let before = root.before.map(Board::blank);
    let came = before.and_then(|before| way_between(cells, before, root.state.blank()));
    let last = root.path.last().copied().or(came);
    let (memo, slack) = K::keep(carried);
    let mut path = Path::<B, V, K> {
        visitor,
        burst,
        bursts,
        has_room: false,
    };
    path.burst.node = Some(Node {
        board: *root.state,
        memo,
        slack,
        last: last.map_or(NOWHERE, |mv| mv as usize),
    });
    let mut flow = path.resume(root.next());
    if flow.is_continue() {
        flow = path.walk();
    }
    (path.unwind(), flow)
}

/// A visitor, and the path from the start.
struct Path<'p, B: Packed, V: Visitor<Board<B>, Direction, u32>, K: Kept<B, V::Carried>> {
    visitor: V,
    burst: Burst<'p, B, K::Estimator>,
    /// Whether there are bursts, and the functions for them if the board and the heuristic have any.
    bursts: Option<Option<Lookup<B, K::Estimator>>>,
    /// Whether room for the longest burst was asked for.
    has_room: bool,
}

impl<B, V, K> Path<'_, B, V, K>
where
    B: Packed,
    V: Visitor<Board<B>, Direction, u32>,
    K: Kept<B, V::Carried>,
{
    /// Puts the way to where the traversal was paused on the path.
    fn resume(&mut self, mut next: Next<'_>) -> ControlFlow<()> {
        while let Some((index, replayed, beyond)) = next.split() {
            let Some(node) = self.burst.node.take() else {
                break;
            };
            if !self.make_room(1) {
                return ControlFlow::Break(());
            }
            // The directions that come before it in the order of neighbors are done.
            let mut left = self.burst.puzzle.open[node.board.blank() % 64];
            for _ in 0..index.min(u8::BITS) {
                left &= left.wrapping_sub(1);
            }
            self.push(node, left);
            if replayed {
                match self.enter_next(true) {
                    Step::Descend(node) => self.burst.node = Some(node),
                    Step::Prune => {}
                    Step::Stop => return ControlFlow::Break(()),
                }
            }
            next = beyond;
        }
        ControlFlow::Continue(())
    }

    fn walk(&mut self) -> ControlFlow<()> {
        loop {
            if let Some(node) = self.burst.node.take() {
                self.expand(node)?;
            }
            // A constant first, so that what is not there is not compiled.
            if const { K::BURSTS }
                && let Some(functions) = self.bursts
            {
                self.run_burst(functions);
                // The next node is expanded, or child entered, by the visitor: nothing is granted for
                // it, or it is a goal.
                if self.burst.node.is_some() {
                    continue;
                }
            }
            let Some(top) = self.burst.frames.last_mut() else {
                return ControlFlow::Continue(());
            };
            if top.left == 0 {
                self.burst.frames.pop();
                continue;
            }
            match self.enter_next(false) {
                Step::Prune => {}
                Step::Stop => return ControlFlow::Break(()),
                Step::Descend(node) => self.burst.node = Some(node),
            }
        }
    }

    /// Adds the frame of a node that is expanded now.
    fn expand(&mut self, node: Node<B, Memo<B, K::Estimator>>) -> ControlFlow<()> {
        let carried = K::carried(node.memo, node.slack).filter(|_| self.make_room(1));
        let Some(carried) = carried else {
            self.burst.node = Some(node);
            return ControlFlow::Break(());
        };
        self.push(node, u8::MAX);
        self.visitor.expand(carried, &node.board)
    }

    /// Adds a frame, for which there is room, with some of its directions left to be tried.
    fn push(&mut self, node: Node<B, Memo<B, K::Estimator>>, left: u8) {
        let ways = self.burst.ways(node.board.blank(), node.last);
        self.burst.frames.push(Frame {
            board: node.board,
            memo: node.memo,
            slack: node.slack,
            last: node.last as u8,
            taken: NOWHERE as u8,
            left: left & ways,
        });
    }

    /// Enters the next child of the deepest frame.
    fn enter_next(&mut self, replayed: bool) -> Step<Node<B, Memo<B, K::Estimator>>> {
        let Some(top) = self.burst.frames.last_mut() else {
            return Step::Prune;
        };
        let taken = top.left.trailing_zeros() as usize % 4;
        top.taken = taken as u8;
        top.left &= top.left.wrapping_sub(1);
        let (blank, mv) = (top.board.blank(), Direction::ALL[taken]);
        let slides = self.burst.puzzle.slides.get(blank);
        let slide = slides.and_then(|slides| slides[taken].as_ref());
        let carried = K::carried(top.memo, top.slack);
        let Some((slide, carried)) = slide.zip(carried) else {
            return Step::Prune;
        };
        let board = top.board.after(slide);
        let edge = Edge::new(&top.board, &mv, 1, &board).replayed(replayed);
        self.visitor.enter(carried, edge, unchanged).map(|below| {
            let (memo, slack) = K::keep(below);
            Node {
                board,
                memo,
                slack,
                last: taken,
            }
        })
    }

    /// Visits what is granted in the visitor's place.
    fn run_burst(&mut self, functions: Option<Lookup<B, K::Estimator>>) {
        self.make_room_for_bursts();
        let budget = self.visitor.budget();
        let granted = budget.map_or(0, |budget| budget.nodes(MOST_CHARGED));
        let room = self.burst.frames.capacity() - self.burst.frames.len();
        let nodes = room.min(self.burst.length);
        let nodes = nodes.min(usize::try_from(granted).unwrap_or(usize::MAX));
        if nodes > 0 {
            self.burst.begin(nodes);
            self.burst.run(functions);
            let (expansions, children) = self.burst.charged();
            if let Some(budget) = self.visitor.budget() {
                budget.charge(expansions, children);
            }
        }
    }

    /// Once for all, whatever the call stack says: what is held must not depend on that.
    fn make_room_for_bursts(&mut self) {
        let mut wanted = LONGEST;
        while !self.has_room && wanted > 0 && !self.make_room(wanted) {
            wanted /= 2;
        }
        self.has_room = true;
    }

    /// Makes room for so many frames, if there is memory.
    fn make_room(&mut self, frames: usize) -> bool {
        let (len, capacity) = (self.burst.frames.len(), self.burst.frames.capacity());
        if capacity - len >= frames {
            return true;
        }
        let more = frames.max(len).max(4);
        // While it grows there are two copies.
        let bytes = (capacity + len + more) * size_of::<Frame<B, Memo<B, K::Estimator>>>();
        let budget = self.visitor.budget();
        if budget.is_some_and(|budget| budget.reserve(bytes).is_break()) {
            return false;
        }
        let allocated = self.burst.frames.try_reserve_exact(more).is_ok();
        if let Some(budget) = self.visitor.budget().filter(|_| !allocated) {
            budget.refuse();
        }
        allocated
    }

    /// Tells the visitor what was cut off in its place, and the path if it has stopped.
    fn unwind(self) -> V {
        let Self {
            mut visitor, burst, ..
        } = self;
        if let Some(budget) = visitor.budget() {
            burst.note(budget);
        }
        let mut below = burst.node.map(|node| (node.board.blank(), node.last));
        for frame in burst.frames.iter().rev() {
            let (cell, last) = (frame.board.blank(), usize::from(frame.last));
            let cells = (burst.puzzle.rows, burst.puzzle.columns, &burst.puzzle.open);
            let taken = usize::from(frame.taken);
            tell_ways(cells, (cell, last, taken), below, &mut |index, mv| {
                visitor.unwind(index, mv);
            });
            below = Some((cell, last));
        }
        visitor
    }
}

/// The direction in which the blank goes from one cell to another.
fn way_between((columns, open): (usize, &[u8; 64]), from: usize, to: usize) -> Option<Direction> {
    let is_it =
        |way: &Direction| open[from % 64] >> (*way as u8) & 1 != 0 && way.from(from, columns) == to;
    Direction::ALL.into_iter().find(is_it)
}

/// Tells the ways from a node with a frame to the next below that has one, from there on upwards: the place
/// of each among the neighbors, and its direction.
fn tell_ways(
    (rows, columns, open): (usize, usize, &[u8; 64]),
    (cell, last, taken): (usize, usize, usize),
    below: Option<(usize, usize)>,
    tell: &mut dyn FnMut(u32, Direction),
) {
    let size = (rows, columns);
    let Some(to) = target(size, cell, last, taken) else {
        return;
    };
    // Nodes without a frame were left by their last way.
    let nodes = || successors(Some((to, taken)), |&at| last_way(size, at));
    let missing = below.and_then(|below| nodes().take(MOST_MISSING).position(|at| at == below));
    for at in (0..=missing.unwrap_or(0)).rev() {
        if let Some((to, by)) = nodes().nth(at) {
            let mv = Direction::ALL[by % 4];
            let from = mv.opposite().from(to, columns);
            tell((open[from % 64] & !(u8::MAX << by)).count_ones(), mv);
        }
    }
}
