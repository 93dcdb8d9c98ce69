//! States, nodes and moves as bytes: what the parts of a search that is saved have in common.

use alloc::vec::Vec;

use num_traits::Zero;

use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::puzzle::portable::Portable;
use crate::storage::{Entry, Node, NodeTable};

impl Writer<'_> {
    pub(crate) fn entries<C: Cost>(&mut self, entries: &[Entry<C>]) {
        self.list(entries, |to, entry| entry.save(to));
    }

    pub(crate) fn state<P: Portable>(&mut self, puzzle: &P, state: &P::State) {
        let at = self.buffer.len();
        self.buffer.resize(at + puzzle.state_bytes(), 0);
        puzzle.write_state(state, &mut self.buffer[at..]);
        self.put(&[]);
    }

    pub(crate) fn states<P: Portable>(&mut self, puzzle: &P, states: &[P::State]) {
        self.list(states, |to, state| to.state(puzzle, state));
    }

    /// The states of a table in their order, and the rest of each node.
    pub(crate) fn nodes<P: Portable, N: Node<State = P::State>>(
        &mut self,
        puzzle: &P,
        nodes: &NodeTable<N>,
        mut rest: impl FnMut(&mut Self, usize, &N),
    ) {
        self.count(nodes.len());
        for (at, node) in nodes.arena().iter().enumerate() {
            self.state(puzzle, node.state());
            rest(self, at, node);
        }
    }

    /// Moves from a state on, each as the number of its edge: moves themselves have no bytes.
    pub(crate) fn moves<P: Portable>(&mut self, puzzle: &P, start: &P::State, moves: &[P::Move]) {
        self.count(moves.len());
        let mut state = start.clone();
        for mv in moves {
            let edges = (0_u64..).zip(puzzle.neighbors(&state));
            let edge = edges.into_iter().find(|(_, edge)| edge.mv == *mv);
            self.knows_moves &= edge.is_some();
            let Some((nth, edge)) = edge else { return };
            self.number(nth);
            state = edge.state;
        }
    }
}

/// Where moves lead.
pub(crate) struct Way<P: Portable> {
    pub(crate) moves: Vec<P::Move>,
    /// The state before the last move.
    pub(crate) parent: Option<P::State>,
    pub(crate) state: P::State,
    pub(crate) cost: P::Cost,
}

impl Reader<'_> {
    /// Entries for so many nodes, with room for so many at least.
    pub(crate) fn entries<C: Cost>(&mut self, nodes: usize, room: usize) -> Option<Vec<Entry<C>>> {
        let count = self.count(3)?;
        let mut entries = Vec::new();
        if count.max(room) > 0 {
            self.memory.grow(&mut entries, count.max(room)).ok()?;
        }
        for _ in 0..count {
            entries.push(Entry::load(nodes, self)?);
        }
        Some(entries)
    }

    pub(crate) fn state<P: Portable>(&mut self, puzzle: &P) -> Option<P::State> {
        puzzle.read_state(self.take(puzzle.state_bytes())?)
    }

    pub(crate) fn states<P: Portable>(&mut self, puzzle: &P) -> Option<Vec<P::State>> {
        let count = self.count(puzzle.state_bytes())?;
        (0..count).map(|_| self.state(puzzle)).collect()
    }

    /// Keeps those of the starts that are not stored yet: they are taken from the end.
    pub(crate) fn starts<S>(&mut self, starts: &mut Vec<S>) -> Option<()> {
        starts.truncate(self.index(starts.len() + 1)? as usize);
        Some(())
    }

    /// The nodes of an empty table, each made of its index and its state among so many; returns how many
    /// there are.
    pub(crate) fn nodes<P: Portable, N: Node<State = P::State>>(
        &mut self,
        puzzle: &P,
        nodes: &mut NodeTable<N>,
        mut node: impl FnMut(&mut Self, (usize, P::State), usize) -> Option<N>,
    ) -> Option<usize> {
        let count = self.count(puzzle.state_bytes() + 1)?;
        for at in 0..count {
            let state = self.state(puzzle)?;
            let node = node(self, (at, state), count)?;
            nodes.add_new(node, &mut self.memory)?;
        }
        Some(count)
    }

    /// Moves from a state on.
    pub(crate) fn way<P: Portable>(&mut self, puzzle: &P, start: &P::State) -> Option<Way<P>> {
        let mut way = Way {
            moves: Vec::new(),
            parent: None,
            state: start.clone(),
            cost: P::Cost::zero(),
        };
        let count = self.count(1)?;
        way.moves.try_reserve_exact(count).ok()?;
        for _ in 0..count {
            let nth = usize::try_from(self.number()?).ok()?;
            let edge = puzzle.neighbors(&way.state).into_iter().nth(nth)?;
            let cost: P::Cost = way.cost;
            way.cost = cost.checked_add(&edge.cost)?;
            way.moves.push(edge.mv);
            way.parent = Some(core::mem::replace(&mut way.state, edge.state));
        }
        Some(way)
    }
}
