//! One iteration of IDA* as a depth-first search on cosets, which looks up the children of many nodes at once.
//!
//! While the budget that the iteration grants lasts, nodes are expanded in bursts: the children of the next nodes at
//! one depth are looked up together (see [`LookupBatch`]), so that cache misses overlap. Arrangements are computed only
//! where they are needed: at possible goals, and where nodes are charged to the iteration one by one.
//!
//! Invariant: frame d is the node at depth d of the path. List d has the children within the bound of this node and of
//! nodes that come after it at depth d. Those of the node itself that are not yet entered are in the
//! range from the frame's `cursor` to its `end`. So nodes are entered in the order of [`over_neighbors`].

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use puzzle_search::heuristics::Heuristic;
#[cfg(doc)]
use puzzle_search::puzzle::traversal::over_neighbors;
use puzzle_search::puzzle::traversal::{self, Bound, Iteration};
use puzzle_search::puzzles::{Arrangement, Packed, PermutationPuzzle, Turn};
use puzzle_search::solver::ReplayFault;
use puzzle_search::{Puzzle, Stop};

use super::CosetTable;
use super::batch::{CosetNode, LookupBatch, TOGETHER, moves_left};
use super::distances::UNREACHABLE;

/// A node on the path.
struct CosetFrame {
    node: CosetNode,
    /// The move by which the path continues.
    taken: Option<u8>,
    /// The number of allowed moves that have been tried: the child was entered, or is beyond the bound.
    tried: usize,
    /// The index, in the frame's list of children, of the next child to enter.
    cursor: usize,
    /// The index after the last child of this node in the list.
    end: usize,
}

/// Whether a child is entered for the first time, or on the way to the resume point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CosetEntry {
    New,
    Replayed,
}

/// A depth-first search in progress.
struct CosetWalk<'w, B: Packed> {
    table: &'w CosetTable,
    puzzle: &'w PermutationPuzzle<B>,
    turns: Vec<Turn>,
    root: Arrangement<B>,
    frames: Vec<CosetFrame>,
    /// List d: the children within the bound of the node of frame d and of later nodes at depth d, which were looked up
    /// together.
    children: Vec<Vec<CosetNode>>,
    batch: LookupBatch,
    /// The arrangements of the first frames, as far as they were needed.
    states: Vec<Arrangement<B>>,
    /// The node to be expanded next, which has no frame yet.
    pending: Option<CosetNode>,
}

type IterationOfArrangements<'a, B> = Iteration<'a, Arrangement<B>, Turn, u32>;

/// Runs an iteration with the same nodes, in the same order, as [`over_neighbors`].
pub(super) fn walk<B: Packed>(
    table: &CosetTable,
    puzzle: &PermutationPuzzle<B>,
    iteration: &mut IterationOfArrangements<'_, B>,
) -> ControlFlow<()> {
    let root = iteration.root();
    let cosets = table.memo(puzzle, root.state);
    let h = table.estimate(puzzle, cosets);
    let Some(slack) = h.and_then(|h| iteration.slack(root.g, h)) else {
        return ControlFlow::Continue(());
    };
    let turns: Vec<Turn> = puzzle.moves().collect();
    // The move into the root, after which some moves are redundant.
    let leads_here = |turn: &&Turn| {
        let after = root.before.and_then(|before| puzzle.apply(before, **turn));
        after.is_some_and(|after| after == *root.state)
    };
    let last = root.path.last().or_else(|| turns.iter().find(leads_here));
    let last = last.map(|turn| turn.index() as u8);
    let mut walk = CosetWalk {
        table,
        puzzle,
        turns,
        root: *root.state,
        frames: Vec::new(),
        children: Vec::new(),
        batch: LookupBatch::default(),
        states: Vec::new(),
        pending: Some(CosetNode {
            estimate: table.estimate_of(&cosets),
            cosets,
            positions: table.positions(puzzle, root.state),
            slack,
            last,
            ordinal: 0,
            children: None,
        }),
    };
    let mut flow = walk.resume(iteration);
    if flow.is_continue() {
        flow = walk.run(iteration);
    }
    if let Some(excess) = walk.batch.excess {
        iteration.cut_off(excess);
    }
    if flow.is_break() {
        walk.unwind(iteration);
    }
    flow
}

impl<B: Packed> CosetWalk<'_, B> {
    /// Replays the path to the resume point.
    fn resume(&mut self, iteration: &mut IterationOfArrangements<'_, B>) -> ControlFlow<()> {
        while let Some(node) = self.pending.take() {
            let Some(resumed) = iteration.resumed() else {
                self.pending = Some(node);
                break;
            };
            self.make_room(iteration)?;
            let depth = self.frames.len();
            self.push(node);
            let allowed = self.table.layout.allowed(node.last);
            let tried = allowed.partition_point(|&mv| u32::from(mv) < resumed.index);
            if let Some(top) = self.frames.last_mut() {
                top.tried = tried;
                let children = &self.children[depth][top.cursor..top.end];
                top.cursor += children.partition_point(|child| usize::from(child.ordinal) < tried);
            }
            if resumed.entered {
                self.try_next_move(CosetEntry::Replayed, iteration)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits nodes, in bursts and one by one, until the search is done or interrupted.
    fn run(&mut self, iteration: &mut IterationOfArrangements<'_, B>) -> ControlFlow<()> {
        loop {
            self.burst(iteration);
            if let Some(node) = self.pending.take() {
                if self.make_room(iteration).is_break() {
                    self.pending = Some(node);
                    return ControlFlow::Break(());
                }
                self.push(node);
                let (state, bound) = (self.state(), iteration.bound());
                iteration.expand(|| shown_node(&state, &node, bound))?;
                continue;
            }
            let Some(top) = self.frames.last() else {
                return ControlFlow::Continue(());
            };
            if top.tried == self.table.layout.allowed(top.node.last).len() {
                self.pop();
            } else {
                self.try_next_move(CosetEntry::New, iteration)?;
            }
        }
    }

    /// Expands nodes until the granted budget is spent or a possible goal is next.
    fn burst(&mut self, iteration: &mut IterationOfArrangements<'_, B>) {
        let most_children = self.table.layout.moves.len().max(1) as u64;
        let nodes = iteration.grant(most_children);
        let (mut expanded, mut generated) = (0, 0);
        loop {
            if let Some(node) = self.pending {
                // If there is no room, `run` asks for it once more, and ends the walk.
                if expanded == nodes || self.make_room(iteration).is_break() {
                    break;
                }
                expanded += 1;
                self.pending = None;
                self.push(node);
            }
            let depth = self.frames.len().saturating_sub(1);
            let Some(top) = self.frames.last_mut() else {
                break;
            };
            if top.cursor == top.end {
                let all = self.table.layout.allowed(top.node.last).len();
                // The moves after the last child within the bound.
                let charge = (all - top.tried) as u64;
                if generated + charge > nodes * most_children {
                    break;
                }
                generated += charge;
                self.pop();
                continue;
            }
            let child = self.children[depth][top.cursor];
            // The child, and the moves before it that lead beyond the bound.
            let charge = usize::from(child.ordinal) + 1 - top.tried;
            // A possible goal is entered by `try_next_move`, which has its arrangement.
            if child.estimate == 0 || generated + charge as u64 > nodes * most_children {
                break;
            }
            generated += charge as u64;
            top.tried += charge;
            top.taken = child.last;
            let cursor = top.cursor;
            top.cursor += 1;
            if child.children.is_none() {
                self.find_children(depth, cursor);
            }
            self.pending = Some(self.children[depth][cursor]);
        }
        iteration.charge(expanded, generated);
    }

    /// Adds a frame for a node, and looks up the children of the node unless they are known. There must be room.
    fn push(&mut self, node: CosetNode) {
        let depth = self.frames.len();
        let (cursor, end) = match node.children {
            Some((first, end)) => (first as usize, end as usize),
            None => {
                // Its children overwrite those that were looked up for later nodes at its depth.
                if let Some((above, top)) = depth.checked_sub(1).zip(self.frames.last()) {
                    let after = &mut self.children[above][top.cursor..];
                    after.iter_mut().for_each(|node| node.children = None);
                }
                self.batch.parents.clear();
                self.batch.parents.push(node);
                let children = &mut self.children[depth];
                children.clear();
                self.batch.look_up(self.table, children, |_, _| {});
                (0, children.len())
            }
        };
        self.frames.push(CosetFrame {
            node,
            taken: None,
            tried: 0,
            cursor,
            end,
        });
    }

    fn pop(&mut self) {
        self.frames.pop();
        self.states.truncate(self.frames.len());
    }

    /// Looks up the children of up to [`TOGETHER`] nodes of a list, from the index `next` on. There must be room.
    fn find_children(&mut self, list: usize, next: usize) {
        let (nodes, children) = self.children.split_at_mut(list + 1);
        let nodes = &mut nodes[list][next..];
        let together = nodes.len().min(TOGETHER);
        let nodes = &mut nodes[..together];
        self.batch.parents.clear();
        self.batch.parents.extend_from_slice(nodes);
        // The next list has only children of earlier nodes, which have been visited.
        let children = &mut children[0];
        children.clear();
        self.batch.look_up(self.table, children, |parent, range| {
            nodes[parent].children = Some(range);
        });
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

    /// Tries the next move at the deepest frame: enters the child if it is within the bound.
    fn try_next_move(
        &mut self,
        entry: CosetEntry,
        iteration: &mut IterationOfArrangements<'_, B>,
    ) -> ControlFlow<()> {
        let parent = self.state();
        let depth = self.frames.len().saturating_sub(1);
        let Some(top) = self.frames.last_mut() else {
            return ControlFlow::Continue(());
        };
        let node = top.node;
        let Some(&mv) = self.table.layout.allowed(node.last).get(top.tried) else {
            return ControlFlow::Continue(());
        };
        let ordinal = top.tried;
        top.tried += 1;
        top.taken = Some(mv);
        let children = &self.children[depth][..top.end];
        if children
            .get(top.cursor)
            .is_some_and(|child| usize::from(child.ordinal) == ordinal)
        {
            top.cursor += 1;
        }
        let turn = self.turns[usize::from(mv)];
        let Some(state) = self.puzzle.apply(&parent, turn) else {
            return iteration.fail(Stop::Replay(ReplayFault::NoSuchEdge));
        };
        let (table, index, bound) = (self.table, usize::from(mv), iteration.bound());
        let positions = table.layout.inverse.after(&node.positions, index);
        let cosets = table.advanced(&node.cosets, index, || positions);
        let estimate = table.estimate_of(&cosets);
        let h = (estimate != UNREACHABLE).then_some(u32::from(estimate));
        if entry == CosetEntry::New {
            iteration.generate(&parent, &turn, || traversal::NodeRef {
                state: &state,
                g: 1 + shown_node(&parent, &node, bound).g,
                h,
            })?;
        }
        let Some(h) = h else {
            return ControlFlow::Continue(());
        };
        let moves_left = moves_left(&node);
        let Some(slack) = moves_left.checked_sub(1 + h) else {
            iteration.cut_off(1 + h - moves_left);
            if entry == CosetEntry::Replayed {
                iteration.forget();
            }
            return ControlFlow::Continue(());
        };
        let child = CosetNode {
            cosets,
            positions,
            estimate,
            slack,
            last: Some(mv),
            ordinal: 0,
            children: None,
        };
        if self.puzzle.is_goal(&state) {
            iteration.reach(shown_node(&state, &child, bound).g)?;
        }
        if iteration.descends(&turn, &state, || shown_node(&state, &child, bound).g)? {
            self.pending = Some(child);
        }
        ControlFlow::Continue(())
    }

    /// Makes room for one more frame with its state, and for children at two more depths.
    fn make_room(&mut self, iteration: &mut IterationOfArrangements<'_, B>) -> ControlFlow<()> {
        let moves = self.table.layout.moves.len();
        let (frames, lists) = (self.frames.capacity(), self.children.len());
        if self.frames.len() < frames && self.frames.len() + 1 < lists {
            return ControlFlow::Continue(());
        }
        let more = frames.max(16);
        let size = size_of::<CosetFrame>() + size_of::<Arrangement<B>>();
        let size = size + size_of::<Vec<CosetNode>>();
        // While a list grows, two copies exist.
        let bytes = (2 * frames + more + 1) * size;
        let list = TOGETHER * moves;
        let bytes = bytes + (lists + 2) * list * size_of::<CosetNode>() + LookupBatch::bytes(moves);
        iteration.reserve(bytes)?;
        if self.reserve(more, list).is_err() {
            return iteration.refuse();
        }
        ControlFlow::Continue(())
    }

    /// Makes room for `more` frames, if there is no room, and for two more lists of `list` children.
    fn reserve(&mut self, more: usize, list: usize) -> Result<(), TryReserveError> {
        if self.frames.len() == self.frames.capacity() {
            self.frames.try_reserve_exact(more)?;
        }
        // An earlier call may have been refused between the frames and the rest.
        let frames = self.frames.capacity();
        self.states.try_reserve_exact(frames - self.states.len())?;
        self.children
            .try_reserve_exact(frames + 1 - self.children.len())?;
        if self.children.is_empty() {
            self.batch.make_room(self.table.layout.moves.len())?;
        }
        while self.children.len() < self.frames.len() + 2 {
            let mut children = Vec::new();
            children.try_reserve_exact(list)?;
            self.children.push(children);
        }
        Ok(())
    }

    /// Reports the path to the point where the walk was stopped.
    fn unwind(mut self, iteration: &mut IterationOfArrangements<'_, B>) {
        while let Some(frame) = self.frames.pop() {
            if let Some(mv) = frame.taken {
                let turn = self.turns[usize::from(mv)];
                iteration.unwind(u32::from(mv), turn);
            }
        }
    }
}

/// A node as an observer is shown it.
fn shown_node<'s, B: Packed>(
    state: &'s Arrangement<B>,
    node: &CosetNode,
    bound: Bound<u32>,
) -> traversal::NodeRef<'s, Arrangement<B>, u32> {
    let h = u32::from(node.estimate);
    let f = bound.greatest().unwrap_or(0).saturating_sub(node.slack);
    traversal::NodeRef {
        state,
        g: f.saturating_sub(h),
        h: Some(h),
    }
}
