//! [`PhaseWalk`]: depth-first enumeration of the sequences of a given length that bring all coordinates of a phase to
//! 0.

use alloc::vec::Vec;

use puzzle_search::Stop;
use puzzle_search::job::Meter;

use super::phase::{PhaseTables, Scratch, Values};

/// The greatest number of siblings that are expanded together, so that lookups overlap.
const TOGETHER: usize = 8;

/// A depth-first walk, suspended at each arrival.
#[derive(Debug, Default)]
pub(super) struct PhaseWalk {
    /// The open nodes, the next one last.
    stack: Vec<PhaseNode>,
    path: Vec<u8>,
    root: PhaseNode,
    length: usize,
    is_open: bool,
    scratch: Scratch,
}

/// The coordinates after some moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PhaseNode {
    pub(super) values: Values,
    /// The last two moves, by their indices in the puzzle.
    pub(super) before: Option<u8>,
    pub(super) last: Option<u8>,
    pub(super) depth: u16,
}

impl PhaseWalk {
    /// The bytes of a walk of `length` moves.
    pub(super) fn bytes(phase: &PhaseTables, length: usize) -> usize {
        Self::nodes(phase, length) * size_of::<PhaseNode>()
    }

    /// The most open nodes.
    fn nodes(phase: &PhaseTables, length: usize) -> usize {
        length * TOGETHER * phase.allowed(None).len() + 1
    }

    /// Makes room for walks of `length` moves.
    pub(super) fn make_room(&mut self, phase: &PhaseTables, length: usize) -> Result<(), Stop> {
        let nodes = Self::nodes(phase, length).saturating_sub(self.stack.len());
        let room = self.stack.try_reserve_exact(nodes);
        let room = room.and_then(|()| self.path.try_reserve_exact(length));
        room.map_err(|_| Stop::OutOfMemory)
    }

    /// Begins a walk of `length` moves from `values`, after the move `last`. There must be room.
    pub(super) fn begin(
        &mut self,
        phase: &PhaseTables,
        values: Values,
        last: Option<u8>,
        length: usize,
    ) {
        self.root = PhaseNode {
            values,
            last,
            ..PhaseNode::default()
        };
        self.restart(phase, length);
    }

    /// Begins again from the same root, with another length.
    pub(super) fn restart(&mut self, phase: &PhaseTables, length: usize) {
        self.close();
        (self.length, self.is_open) = (length, true);
        if usize::from(phase.bound(&self.root.values)) <= length {
            self.stack.push(self.root);
        }
    }

    /// Whether the walk has begun and not ended.
    pub(super) const fn is_open(&self) -> bool {
        self.is_open
    }

    /// The number of moves of the sequences.
    pub(super) const fn length(&self) -> usize {
        self.length
    }

    /// Ends the walk before its last arrival.
    pub(super) fn close(&mut self) {
        self.stack.clear();
        self.path.clear();
        self.is_open = false;
    }

    /// Goes on to the next arrival; returns whether there is another. Expansions are charged before their children are
    /// generated.
    pub(super) fn next_arrival(
        &mut self,
        phase: &PhaseTables,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        while let Some(&PhaseNode {
            before,
            last,
            depth,
            ..
        }) = self.stack.last()
        {
            let length = usize::from(depth);
            let is_sibling = |node: &&PhaseNode| node.depth == depth && node.before == before;
            let siblings = self.stack.iter().rev().take_while(is_sibling);
            let (mut charged, mut children) = (0, 0);
            for node in siblings.take(if length < self.length { TOGETHER } else { 0 }) {
                let more = phase.allowed(node.last).len() as u64;
                if let Err(stop) = meter.expand(more) {
                    // All or none, so that the same siblings are expanded together when the walk resumes.
                    meter.refund(charged as u64, children);
                    return Err(stop);
                }
                (charged, children) = (charged + 1, children + more);
            }
            // Siblings and their children share all moves but the last two.
            self.path.truncate(length.saturating_sub(2));
            self.path.extend(before);
            if length == self.length {
                self.stack.pop();
                // The move before the root does not belong to the path.
                self.path.extend(last.filter(|_| length > 0));
                return Ok(true);
            }
            let left = self.length - length - 1;
            phase.expand(charged, left, &mut self.stack, &mut self.scratch);
        }
        self.is_open = false;
        Ok(false)
    }

    /// The moves of the path, by their indices in the puzzle.
    pub(super) fn moves(&self) -> &[u8] {
        &self.path
    }
}
