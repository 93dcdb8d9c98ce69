//! [`Walk`]: all sequences of so many moves that make the coordinates of a phase 0.

use alloc::vec::Vec;

use super::phase::{Numbers, Phase, Scratch};
use crate::account::{Meter, Stop};

/// As many siblings are expanded together, so that more look-ups overlap.
const TOGETHER: usize = 8;

/// A depth-first walk, from one arrival to the next.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// What is still to be expanded, the next last.
    stack: Vec<Node>,
    path: Vec<u8>,
    root: Node,
    length: usize,
    is_open: bool,
    scratch: Scratch,
}

/// What is seen after some moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) at: Numbers,
    /// The last two of the moves, by their numbers in the puzzle.
    pub(super) before: Option<u8>,
    pub(super) last: Option<u8>,
    pub(super) depth: u16,
}

impl Walk {
    /// How many bytes a walk of so many moves takes.
    pub(super) fn bytes(phase: &Phase, length: usize) -> usize {
        Self::nodes(phase, length) * size_of::<Node>()
    }

    /// How many nodes may wait.
    fn nodes(phase: &Phase, length: usize) -> usize {
        length * TOGETHER * phase.allowed(None).len() + 1
    }

    /// Makes room for walks of so many moves.
    pub(super) fn make_room(&mut self, phase: &Phase, length: usize) -> Result<(), Stop> {
        let nodes = Self::nodes(phase, length).saturating_sub(self.stack.len());
        let room = self.stack.try_reserve_exact(nodes);
        let room = room.and_then(|()| self.path.try_reserve_exact(length));
        room.map_err(|_| Stop::OutOfMemory)
    }

    /// Begins: so many moves from here, after this one; there is room for them.
    pub(super) fn begin(
        &mut self,
        phase: &Phase,
        (at, last): (Numbers, Option<u8>),
        length: usize,
    ) {
        self.root = Node {
            at,
            last,
            ..Node::default()
        };
        self.begin_anew(phase, length);
    }

    /// Begins anew, with so many moves.
    pub(super) fn begin_anew(&mut self, phase: &Phase, length: usize) {
        self.close();
        (self.length, self.is_open) = (length, true);
        if usize::from(phase.bound(&self.root.at)) <= length {
            self.stack.push(self.root);
        }
    }

    /// Whether it has begun and not come to its end.
    pub(super) const fn is_open(&self) -> bool {
        self.is_open
    }

    /// How many moves the sequences have.
    pub(super) const fn length(&self) -> usize {
        self.length
    }

    pub(super) fn close(&mut self) {
        self.stack.clear();
        self.path.clear();
        self.is_open = false;
    }

    /// Goes on to the next arrival; returns whether there is one. Expansions are charged before their children
    /// are looked at.
    pub(super) fn go_on(&mut self, phase: &Phase, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        while let Some(&Node {
            before,
            last,
            depth,
            ..
        }) = self.stack.last()
        {
            let length = usize::from(depth);
            let is_sibling = |node: &&Node| node.depth == depth && node.before == before;
            let siblings = self.stack.iter().rev().take_while(is_sibling);
            let (mut charged, mut children) = (0, 0);
            for node in siblings.take(if length < self.length { TOGETHER } else { 0 }) {
                let more = phase.allowed(node.last).len() as u64;
                if let Err(stop) = meter.expand(more) {
                    // All or none, so that they are together whenever the walk goes on.
                    meter.refund(charged as u64, children);
                    return Err(stop);
                }
                (charged, children) = (charged + 1, children + more);
            }
            // Siblings, and their children, share all moves but the last two.
            self.path.truncate(length.saturating_sub(2));
            self.path.extend(before);
            if length == self.length {
                self.stack.pop();
                // What led to the root is not on the way.
                self.path.extend(last.filter(|_| length > 0));
                return Ok(true);
            }
            let left = self.length - length - 1;
            phase.expand((charged, left), &mut self.stack, &mut self.scratch);
        }
        self.is_open = false;
        Ok(false)
    }

    /// The moves on the way, by their numbers in the puzzle.
    pub(super) fn moves(&self) -> &[u8] {
        &self.path
    }
}
