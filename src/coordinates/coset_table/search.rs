//! Depth-first search through cosets, all children of a node at once.
//!
//! As long as the visitor grants it, nodes are expanded in its place: their children are looked up together,
//! along one axis after the other, so that the misses of the cache overlap, and those within the bound wait in
//! a list. Arrangements are made where the visitor wants to see one: at what may be a goal, and where nothing
//! is granted.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::shape::{MOST_AXES, Standing, Steps};
use super::{CosetTable, Cosets, UNREACHABLE, next_distance};
use crate::puzzles::{Arrangement, Packed, PermutationPuzzle, Turn};
use crate::traversal::{Carried, Change, Edge, Next, Root, Step, Visitor};

/// A node to be expanded.
#[derive(Clone, Copy)]
struct Node {
    cosets: Cosets,
    estimate: u8,
    slack: u32,
    /// The move by which it was reached.
    last: Option<u8>,
}

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
}

/// A child within the bound.
#[derive(Clone, Copy)]
struct Child {
    cosets: Cosets,
    estimate: u8,
    mv: u8,
    /// Which it is of the moves that may be played.
    ordinal: u8,
}

/// A child that is being looked up.
#[derive(Clone, Copy)]
struct Candidate {
    at: Standing,
    entry: u8,
}

struct Walk<'w, B: Packed, V> {
    table: &'w CosetTable,
    puzzle: &'w PermutationPuzzle<B>,
    turns: Vec<Turn>,
    visitor: V,
    root: Arrangement<B>,
    frames: Vec<Frame>,
    children: Vec<Child>,
    candidates: Vec<Candidate>,
    /// The arrangements of the first frames, as far as they were needed.
    states: Vec<Arrangement<B>>,
    pending: Option<Node>,
    /// By how much the bound was exceeded, at the least.
    excess: u32,
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
        candidates: Vec::new(),
        states: Vec::new(),
        pending: Some(Node {
            estimate: table.estimate_of(&cosets.distances),
            cosets,
            slack: carried.slack(),
            last,
        }),
        excess: u32::MAX,
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
            let child = &self.children[top.cursor];
            let charge = usize::from(child.ordinal) + 1 - top.entered;
            // What may be a goal is the visitor's to enter.
            if child.estimate == 0 || entered + charge as u64 > nodes * most {
                break;
            }
            entered += charge as u64;
            top.entered += charge;
            top.cursor += 1;
            top.taken = Some(child.mv);
            let left = top.node.slack + u32::from(top.node.estimate);
            self.pending = Some(Node {
                cosets: child.cosets,
                estimate: child.estimate,
                slack: left - 1 - u32::from(child.estimate),
                last: Some(child.mv),
            });
        }
        if let Some(budget) = self.visitor.budget() {
            budget.charge(expanded, entered);
        }
    }

    /// Adds a frame, for which there is room, and finds its children within the bound.
    fn push(&mut self, node: Node) {
        let first = self.children.len();
        self.find_children(&node);
        self.frames.push(Frame {
            node,
            taken: None,
            entered: 0,
            cursor: first,
            end: self.children.len(),
        });
    }

    fn pop(&mut self) {
        self.frames.pop();
        let end = self.frames.last().map_or(0, |frame| frame.end);
        self.children.truncate(end);
        self.states.truncate(self.frames.len());
    }

    fn find_children(&mut self, node: &Node) {
        let table = self.table;
        let allowed = table.shape.allowed(node.last);
        let axes = table.shape.axes();
        if node.estimate == UNREACHABLE {
            return;
        }
        // So much the path may cost, from the node on.
        let left = node.slack.saturating_add(u32::from(node.estimate));
        // The axis along which it is farthest cuts off most.
        let distances = &node.cosets.distances;
        let farthest = (0..axes)
            .rev()
            .max_by_key(|&axis| distances[axis])
            .unwrap_or(0);
        let steps = table.shape.steps(farthest, node.cosets.at[farthest]);
        self.candidates.clear();
        self.candidates.extend(allowed.iter().map(|&mv| Candidate {
            at: steps.after(usize::from(mv)),
            entry: 0,
        }));
        for candidate in &mut self.candidates {
            candidate.entry = table.entry(candidate.at);
        }
        for (ordinal, (&mv, candidate)) in allowed.iter().zip(&self.candidates).enumerate() {
            let mut cosets = Cosets {
                at: [Standing::default(); MOST_AXES],
                distances: [UNREACHABLE; MOST_AXES],
            };
            let distance = next_distance(distances[farthest], candidate.entry);
            (cosets.at[farthest], cosets.distances[farthest]) = (candidate.at, distance);
            let mut most = distance;
            let is_within = |most: u8| 1 + u32::from(most) <= left;
            for axis in (0..axes).filter(|&axis| axis != farthest) {
                // Once a child was cut off that exceeds the bound by one, it is enough that others do.
                if !is_within(most) && self.excess <= 1 + u32::from(most) - left {
                    break;
                }
                let steps: Steps<'_> = table.shape.steps(axis, node.cosets.at[axis]);
                let at = steps.after(usize::from(mv));
                let distance = next_distance(distances[axis], table.entry(at));
                (cosets.at[axis], cosets.distances[axis]) = (at, distance);
                most = most.max(distance);
            }
            if !is_within(most) && self.excess <= 1 + u32::from(most) - left {
                continue;
            }
            let estimate = table.estimate_of(&cosets.distances);
            if is_within(estimate) {
                self.children.push(Child {
                    cosets,
                    estimate,
                    mv,
                    ordinal: ordinal as u8,
                });
            } else {
                self.excess = self.excess.min(1 + u32::from(estimate) - left);
            }
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
                });
                Flow::GoOn
            }
        }
    }

    /// Makes room for one more frame, its children and its state, if there is memory.
    fn make_room(&mut self) -> bool {
        let moves = self.table.shape.moves.len();
        let frames = self.frames.capacity();
        if self.frames.len() < frames && self.children.capacity() - self.children.len() >= moves {
            return true;
        }
        let more = frames.max(32);
        let size = size_of::<Frame>() + size_of::<Arrangement<B>>() + moves * size_of::<Child>();
        // While they grow there are two copies.
        let bytes = (2 * frames + more) * size + moves * size_of::<Candidate>();
        if let Some(budget) = self.visitor.budget() {
            if budget.reserve(bytes).is_break() {
                return false;
            }
        }
        let reserved = self
            .frames
            .try_reserve_exact(more)
            .and_then(|()| self.states.try_reserve_exact(more))
            .and_then(|()| self.candidates.try_reserve_exact(moves))
            .and_then(|()| self.children.try_reserve_exact(more * moves));
        if let Some(budget) = self.visitor.budget().filter(|_| reserved.is_err()) {
            budget.refuse();
        }
        reserved.is_ok()
    }

    /// Tells the visitor what was cut off in its place, and the path if it has stopped.
    fn unwind(mut self) -> V {
        if let Some(budget) = self.visitor.budget().filter(|_| self.excess < u32::MAX) {
            budget.cut_off(self.excess);
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
