//! Depth-first search through cosets, all children of a node at once.
//!
//! As long as the visitor grants it, nodes are expanded in its place: their children are looked up together,
//! along one axis after the other, so that the misses of the cache overlap, and those within the bound wait in
//! a list. Arrangements are made where the visitor wants to see one: at what may be a goal, and where nothing
//! is granted.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::batch::{Batch, Node};
use super::{CosetTable, Cosets, UNREACHABLE};
use crate::puzzles::{Arrangement, Packed, PermutationPuzzle, Turn};
use crate::traversal::{Carried, Change, Edge, Next, Root, Step, Visitor};

/// A node on the path.
struct Frame {
    node: Node,
    /// The move by which the path goes on.
    taken: Option<u8>,
    /// How many of the moves that may be played were entered.
    entered: usize,
    /// The next of its children within the bound, and their end in the list.
    cursor: usize,
    end: usize,
    /// Where the list ended when it was put on the path.
    base: usize,
}

struct Walk<'w, B: Packed, V> {
    table: &'w CosetTable,
    puzzle: &'w PermutationPuzzle<B>,
    turns: Vec<Turn>,
    visitor: V,
    root: Arrangement<B>,
    frames: Vec<Frame>,
    /// Children within the bound.
    children: Vec<Node>,
    batch: Batch,
    /// The arrangements of the first frames, as far as they were needed.
    states: Vec<Arrangement<B>>,
    pending: Option<Node>,
}

/// Walks as [`over_neighbors`](crate::traversal::over_neighbors) does.
pub(super) fn walk<B: Packed, V: Visitor<Arrangement<B>, Turn, u32>>(
    (table, puzzle): (&CosetTable, &PermutationPuzzle<B>),
    root: Root<'_, Arrangement<B>, Turn>,
    cosets: Cosets,
    carried: V::Carried,
    visitor: V,
) -> (V, ControlFlow<()>) {
    let turns: Vec<Turn> = puzzle.moves().collect();
    let leads_here = |turn: &&Turn| {
        let after = root.before.and_then(|before| puzzle.apply(before, **turn));
        after.is_some_and(|after| after == *root.state)
    };
    let last = root.path.last().or_else(|| turns.iter().find(leads_here));
    let last = last.map(|turn| turn.index() as u8);
    let mut walk = Walk {
        table,
        puzzle,
        turns,
        visitor,
        root: *root.state,
        frames: Vec::new(),
        children: Vec::new(),
        batch: Batch::default(),
        states: Vec::new(),
        pending: Some(Node {
            estimate: table.estimate_of(&cosets.distances),
            cosets,
            slack: carried.slack(),
            last,
            ordinal: 0,
            children: None,
        }),
    };
    let mut flow = walk.resume(root.next());
    if flow.is_continue() {
        flow = walk.run();
    }
    (walk.unwind(), flow)
}

impl<B: Packed, V: Visitor<Arrangement<B>, Turn, u32>> Walk<'_, B, V> {
    /// Puts the way to where the traversal was paused on the path.
    fn resume(&mut self, mut next: Next<'_>) -> ControlFlow<()> {
        while let Some((index, replayed, beyond)) = next.split() {
            let Some(node) = self.pending.take() else {
                break;
            };
            if !self.make_room() {
                return ControlFlow::Break(());
            }
            self.push(node);
            let allowed = self.table.shape.allowed(node.last);
            let done = allowed.partition_point(|&mv| u32::from(mv) < index);
            if let Some(top) = self.frames.last_mut() {
                top.entered = done;
                let children = &self.children[top.cursor..top.end];
                top.cursor += children.partition_point(|child| usize::from(child.ordinal) < done);
            }
            if replayed && self.enter_next(true) == Flow::Stop {
                return ControlFlow::Break(());
            }
            next = beyond;
        }
        ControlFlow::Continue(())
    }

    fn run(&mut self) -> ControlFlow<()> {
        loop {
            self.burst();
            if let Some(node) = self.pending.take() {
                if !self.make_room() {
                    self.pending = Some(node);
                    return ControlFlow::Break(());
                }
                self.push(node);
                let Some(carried) = V::Carried::of_slack(node.slack) else {
                    return ControlFlow::Break(());
                };
                let state = self.state();
                self.visitor.expand(carried, &state)?;
                continue;
            }
            let Some(top) = self.frames.last() else {
                return ControlFlow::Continue(());
            };
            if top.entered == self.table.shape.allowed(top.node.last).len() {
                self.pop();
            } else if self.enter_next(false) == Flow::Stop {
                return ControlFlow::Break(());
            }
        }
    }

    /// Expands nodes in the visitor's place, until what is granted is spent or a goal may be next.
    fn burst(&mut self) {
        let most = self.table.shape.moves.len().max(1) as u64;
        let nodes = self.visitor.budget().map_or(0, |budget| budget.nodes(most));
        let (mut expanded, mut entered) = (0, 0);
        loop {
            if let Some(node) = self.pending {
                if expanded == nodes || !self.make_room() {
                    break;
                }
                expanded += 1;
                self.pending = None;
                self.push(node);
            }
            let Some(top) = self.frames.last_mut() else {
                break;
            };
            if top.cursor == top.end {
                let all = self.table.shape.allowed(top.node.last).len();
                let left = (all - top.entered) as u64;
                if entered + left > nodes * most {
                    break;
                }
                entered += left;
                self.pop();
                continue;
            }
            let child = self.children[top.cursor];
            let charge = usize::from(child.ordinal) + 1 - top.entered;
            // What may be a goal is the visitor's to enter.
            if child.estimate == 0 || entered + charge as u64 > nodes * most {
                break;
            }
            entered += charge as u64;
            top.entered += charge;
            top.taken = child.last;
            let (cursor, end) = (top.cursor, top.end);
            top.cursor += 1;
            if child.children.is_none() {
                // With its siblings, so that more look-ups overlap.
                self.find_children(cursor, end);
            }
            self.pending = Some(self.children[cursor]);
        }
        if let Some(budget) = self.visitor.budget() {
            budget.charge(expanded, entered);
        }
    }

    /// Adds a frame, for which there is room.
    fn push(&mut self, node: Node) {
        let base = self.children.len();
        let (cursor, end) = match node.children {
            Some((first, end)) => (first as usize, end as usize),
            None => {
                self.batch.parents.clear();
                self.batch.parents.push(node);
                self.batch
                    .look_up(self.table, &mut self.children, |_, _| {});
                (base, self.children.len())
            }
        };
        self.frames.push(Frame {
            node,
            taken: None,
            entered: 0,
            cursor,
            end,
            base,
        });
    }

    fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.children.truncate(frame.base);
        }
        self.states.truncate(self.frames.len());
    }

    /// Finds the children of some in the list, for which there is room.
    fn find_children(&mut self, first: usize, end: usize) {
        self.batch.parents.clear();
        self.batch
            .parents
            .extend_from_slice(&self.children[first..end]);
        let mut found = [(0, 0); 256];
        let (table, children) = (self.table, &mut self.children);
        self.batch
            .look_up(table, children, |parent, range| found[parent] = range);
        for (child, range) in self.children[first..end].iter_mut().zip(found) {
            child.children = Some(range);
        }
    }

    /// The arrangement of the deepest frame.
    fn state(&mut self) -> Arrangement<B> {
        while self.states.len() < self.frames.len() {
            let above = self.states.len().checked_sub(1);
            let taken = above.and_then(|above| self.frames.get(above)?.taken);
            let turn = taken.and_then(|mv| self.turns.get(usize::from(mv)));
            let before = above.map_or(self.root, |above| self.states[above]);
            let after = turn.and_then(|&turn| self.puzzle.apply(&before, turn));
            self.states.push(after.unwrap_or(before));
        }
        self.states.last().copied().unwrap_or(self.root)
    }

    /// Lets the visitor enter the next child of the deepest frame.
    fn enter_next(&mut self, replayed: bool) -> Flow {
        let parent = self.state();
        let Some(top) = self.frames.last_mut() else {
            return Flow::GoOn;
        };
        let node = top.node;
        let Some(&mv) = self.table.shape.allowed(node.last).get(top.entered) else {
            return Flow::GoOn;
        };
        let ordinal = top.entered;
        top.entered += 1;
        top.taken = Some(mv);
        if top.cursor < top.end && usize::from(self.children[top.cursor].ordinal) == ordinal {
            top.cursor += 1;
        }
        let turn = self.turns[usize::from(mv)];
        let carried = V::Carried::of_slack(node.slack);
        let Some((state, carried)) = self.puzzle.apply(&parent, turn).zip(carried) else {
            return Flow::Stop;
        };
        let cosets = self.table.advanced(&node.cosets, usize::from(mv));
        let estimate = self.table.estimate_of(&cosets.distances);
        let change = || {
            let is_known = estimate != UNREACHABLE && node.estimate != UNREACHABLE;
            is_known.then(|| Change {
                from: u32::from(node.estimate),
                to: u32::from(estimate),
            })
        };
        let edge = Edge::new(&parent, &turn, 1, &state).replayed(replayed);
        match self.visitor.enter(carried, edge, change) {
            Step::Prune => Flow::GoOn,
            Step::Stop => Flow::Stop,
            Step::Descend(carried) => {
                self.pending = Some(Node {
                    cosets,
                    estimate,
                    slack: carried.slack(),
                    last: Some(mv),
                    ordinal: 0,
                    children: None,
                });
                Flow::GoOn
            }
        }
    }

    /// Makes room for one more frame, its children and its state, if there is memory.
    fn make_room(&mut self) -> bool {
        let moves = self.table.shape.moves.len();
        // The children of all children.
        let family = moves * moves;
        let frames = self.frames.capacity();
        if self.frames.len() < frames && self.children.capacity() - self.children.len() >= family {
            return true;
        }
        let more = frames.max(16);
        let size = size_of::<Frame>() + size_of::<Arrangement<B>>() + family * size_of::<Node>();
        // While they grow there are two copies.
        let bytes = (2 * frames + more) * size + Batch::bytes(moves);
        let budget = self.visitor.budget();
        if budget.is_some_and(|budget| budget.reserve(bytes).is_break()) {
            return false;
        }
        let reserved = self
            .frames
            .try_reserve_exact(more)
            .and_then(|()| self.states.try_reserve_exact(more))
            .and_then(|()| self.batch.make_room(moves))
            .and_then(|()| self.children.try_reserve_exact(more * family));
        if let Some(budget) = self.visitor.budget().filter(|_| reserved.is_err()) {
            budget.refuse();
        }
        reserved.is_ok()
    }

    /// Tells the visitor what was cut off in its place, and the path if it has stopped.
    fn unwind(mut self) -> V {
        if let Some((budget, excess)) = self.visitor.budget().zip(self.batch.excess) {
            budget.cut_off(excess);
        }
        while let Some(frame) = self.frames.pop() {
            if let Some(mv) = frame.taken {
                let turn = self.turns[usize::from(mv)];
                self.visitor.unwind(u32::from(mv), turn);
            }
        }
        self.visitor
    }
}

/// Whether the visitor wants to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Stop,
}
