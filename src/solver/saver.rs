//! [`Saver`] and [`Loader`]: write and read a run as bytes. They have the encoding of states as a trait object, so that
//! their methods need no bound on the puzzle. Invariant: each method of the loader reads what the method of the same
//! name of the saver writes, and trusts no bytes.

use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::hash::Hash;

use num_traits::Zero;

use crate::account::{Claimed, Counts};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::storage::{Entry, Linked, Node, NodeTable, ReachedTable};

/// The encoding of states as bytes.
pub(crate) trait StateBytes<S> {
    /// The number of bytes of a state.
    fn length(&self) -> usize;
    fn write(&self, state: &S, bytes: &mut [u8]);
    fn read(&self, bytes: &[u8]) -> Option<S>;
}

/// The encoding by a portable puzzle.
pub(super) struct ByPuzzle<'a, P>(pub(super) &'a P);

impl<P: Portable> StateBytes<P::State> for ByPuzzle<'_, P> {
    fn length(&self) -> usize {
        self.0.state_bytes()
    }

    fn write(&self, state: &P::State, bytes: &mut [u8]) {
        self.0.write_state(state, bytes);
    }

    fn read(&self, bytes: &[u8]) -> Option<P::State> {
        self.0.read_state(bytes)
    }
}

/// Writes a [`Run`](crate::solver::Run) as bytes: see [`Run::save`](crate::solver::Run::save).
pub struct Saver<'a, S> {
    raw: Writer<'a>,
    states: &'a dyn StateBytes<S>,
}

impl<S> Debug for Saver<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saver").finish_non_exhaustive()
    }
}

impl<'a, S> Saver<'a, S> {
    pub(super) const fn new(raw: Writer<'a>, states: &'a dyn StateBytes<S>) -> Self {
        Self { raw, states }
    }

    /// Ends the writing; returns whether each move was found among the edges of its state.
    pub(super) fn finish(self) -> bool {
        self.raw.finish()
    }
}

impl<S> Saver<'_, S> {
    /// Writes a number.
    pub fn number(&mut self, number: impl Into<u64>) {
        self.raw.number(number);
    }

    /// Writes a number of items, or an index, which [`Loader::index`] reads.
    pub fn count(&mut self, count: usize) {
        self.raw.count(count);
    }

    /// Writes whether something holds.
    pub(crate) fn flag(&mut self, flag: bool) {
        self.raw.flag(flag);
    }

    /// Writes a cost.
    pub fn cost<C: Cost>(&mut self, cost: C) {
        self.raw.cost(cost);
    }

    /// Writes a cost, or that there is none.
    pub fn optional_cost<C: Cost>(&mut self, cost: Option<C>) {
        self.raw.optional_cost(cost);
    }

    /// Writes a state.
    pub fn state(&mut self, state: &S) {
        let buffer = &mut self.raw.buffer;
        let end = buffer.len();
        buffer.resize(end + self.states.length(), 0);
        self.states.write(state, &mut buffer[end..]);
        // Flushes the buffer if it is full.
        self.raw.put(&[]);
    }

    /// Writes the number of items, and each item by the closure `item`.
    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        mut item: impl FnMut(&mut Self, T),
    ) {
        let items = items.into_iter();
        self.count(items.len());
        for each in items {
            item(self, each);
        }
    }
}

impl<S: Clone> Saver<'_, S> {
    /// Writes the moves of a path from `start`, each as the index of its edge, since moves have no bytes.
    pub fn moves<P: Puzzle<State = S>>(&mut self, puzzle: &P, start: &S, moves: &[P::Move]) {
        self.count(moves.len());
        let mut state: S = start.clone();
        for mv in moves {
            let edges = (0_u64..).zip(puzzle.neighbors(&state));
            let edge = edges.into_iter().find(|(_, edge)| edge.mv == *mv);
            self.raw.all_moves_found &= edge.is_some();
            let Some((nth, edge)) = edge else { return };
            self.number(nth);
            state = edge.state;
        }
    }
}

impl<S: Clone + Eq + Hash> Saver<'_, S> {
    /// Writes a table of reached states.
    pub fn reached_table(&mut self, reached: &ReachedTable<S>) {
        self.tree(reached.table());
    }

    /// Writes the nodes of a table in which a node consists of a state and a parent.
    pub(crate) fn tree(&mut self, nodes: &NodeTable<Linked<S>>) {
        self.nodes(nodes, |to, _, node| to.number(node.parent));
    }
}

/// Methods for the runs of this crate.
impl<'a, S> Saver<'a, S> {
    pub(crate) const fn raw(&mut self) -> &mut Writer<'a> {
        &mut self.raw
    }

    pub(crate) fn node_counts(&mut self, counts: Counts) {
        self.raw.node_counts(counts);
    }

    pub(crate) fn entries<C: Cost>(&mut self, entries: &[Entry<C>]) {
        self.raw.list(entries, |to, entry| entry.save(to));
    }

    pub(crate) fn states(&mut self, states: &[S]) {
        self.list(states, Self::state);
    }

    /// Writes the nodes of a table: the state of each, and the other fields by the closure `rest`, which is given the
    /// index of the node and the node.
    pub(crate) fn nodes<N: Node<State = S>>(
        &mut self,
        nodes: &NodeTable<N>,
        mut rest: impl FnMut(&mut Self, usize, &N),
    ) {
        self.count(nodes.len());
        for (index, node) in nodes.arena().iter().enumerate() {
            self.state(node.state());
            rest(self, index, node);
        }
    }
}

/// A replayed path: its moves, and the state and the cost to which they lead.
pub(crate) struct Trail<P: Puzzle> {
    pub(crate) moves: Vec<P::Move>,
    /// The state before the last move.
    pub(crate) parent: Option<P::State>,
    pub(crate) state: P::State,
    pub(crate) cost: P::Cost,
}

/// Reads what a [`Saver`] has written: see [`Run::load`](crate::solver::Run::load). Each method returns `None` if the
/// next bytes do not encode such a value.
pub struct Loader<'a, S> {
    pub(crate) raw: Reader<'a>,
    states: &'a dyn StateBytes<S>,
}

impl<S> Debug for Loader<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader").finish_non_exhaustive()
    }
}

impl<'a, S> Loader<'a, S> {
    pub(super) const fn new(raw: Reader<'a>, states: &'a dyn StateBytes<S>) -> Self {
        Self { raw, states }
    }

    /// Reads a number.
    pub fn number(&mut self) -> Option<u64> {
        self.raw.number()
    }

    /// Reads a number that is less than `below`.
    pub fn index(&mut self, below: usize) -> Option<u32> {
        self.raw.index(below)
    }

    /// Reads a number of items; `None` if fewer than `item_bytes` bytes are left for each.
    pub(crate) fn count(&mut self, item_bytes: usize) -> Option<usize> {
        self.raw.count(item_bytes)
    }

    /// Reads whether something holds.
    pub(crate) fn flag(&mut self) -> Option<bool> {
        self.raw.flag()
    }

    /// Reads a cost.
    pub fn cost<C: Cost>(&mut self) -> Option<C> {
        self.raw.cost()
    }

    /// Reads a cost, or that there is none.
    pub fn optional_cost<C: Cost>(&mut self) -> Option<Option<C>> {
        self.raw.optional_cost()
    }

    /// Reads a state.
    pub fn state(&mut self) -> Option<S> {
        self.states.read(self.raw.take(self.states.length())?)
    }

    /// Reads a list, each item by the closure `item`.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count(1)?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(item(self)?);
        }
        Some(items)
    }
}

impl<S: Clone + Eq + Hash> Loader<'_, S> {
    /// Reads a table of reached states, in which no parent comes after its child. Its memory counts toward the limit on
    /// bytes of the search.
    pub fn reached_table(&mut self) -> Option<ReachedTable<S>> {
        let mut nodes = NodeTable::new();
        self.tree(&mut nodes)?;
        Some(ReachedTable::of(nodes))
    }

    /// Reads the nodes that [`Saver::tree`] has written into an empty table; returns their number. A parent may not
    /// come after its child, so the parents lead to a root.
    pub(crate) fn tree(&mut self, nodes: &mut NodeTable<Linked<S>>) -> Option<usize> {
        self.nodes(nodes, |from, (index, state), _| {
            let parent = from.index(index + 1)?;
            Some(Linked { state, parent })
        })
    }
}

/// Methods for the runs of this crate.
impl<S> Loader<'_, S> {
    /// Reads a number that is small enough to be added to other counts without overflow.
    pub(crate) fn summand(&mut self) -> Option<u64> {
        self.raw.summand()
    }

    pub(crate) fn node_counts(&mut self) -> Option<Counts> {
        self.raw.node_counts()
    }

    /// The number of bytes of a state.
    pub(crate) fn state_bytes(&self) -> usize {
        self.states.length()
    }

    /// Reads entries for `nodes` nodes, with room for at least `room` entries.
    pub(crate) fn entries<C: Cost>(
        &mut self,
        nodes: usize,
        room: usize,
    ) -> Option<Claimed<Vec<Entry<C>>>> {
        Entry::load_list(nodes, room, &mut self.raw)
    }

    pub(crate) fn states(&mut self) -> Option<Vec<S>> {
        let count = self.count(self.state_bytes())?;
        let mut states = Vec::new();
        for _ in 0..count {
            states.push(self.state()?);
        }
        Some(states)
    }

    /// Reads how many starts the run has still to store, and keeps only these in `starts`; a run takes the last one
    /// first.
    pub(crate) fn starts(&mut self, starts: &mut Vec<S>) -> Option<()> {
        starts.truncate(self.index(starts.len() + 1)? as usize);
        Some(())
    }

    /// Reads the nodes of a table into an empty one. The closure `node` reads the other fields of each node, given its
    /// index and state and the number of all nodes. Returns this number.
    pub(crate) fn nodes<N: Node<State = S>>(
        &mut self,
        nodes: &mut NodeTable<N>,
        mut node: impl FnMut(&mut Self, (usize, S), usize) -> Option<N>,
    ) -> Option<usize> {
        let count = self.count(self.state_bytes() + 1)?;
        for index in 0..count {
            let state = self.state()?;
            let node = node(self, (index, state), count)?;
            nodes.add_new(node, &self.raw.memory)?;
        }
        Some(count)
    }
}

impl<S: Clone> Loader<'_, S> {
    /// Reads the moves of a path from `start`. Returns them with the state to which they lead and their cost.
    pub fn moves<P>(&mut self, puzzle: &P, start: &S) -> Option<(Vec<P::Move>, S, P::Cost)>
    where
        P: Puzzle<State = S>,
    {
        let trail = self.path(puzzle, start)?;
        Some((trail.moves, trail.state, trail.cost))
    }

    /// Reads and replays the moves of a path from `start`.
    pub(crate) fn path<P: Puzzle<State = S>>(&mut self, puzzle: &P, start: &S) -> Option<Trail<P>> {
        let mut trail = Trail {
            moves: Vec::new(),
            parent: None,
            state: start.clone(),
            cost: P::Cost::zero(),
        };
        let count = self.count(1)?;
        trail.moves.try_reserve_exact(count).ok()?;
        for _ in 0..count {
            let nth = usize::try_from(self.number()?).ok()?;
            let edge = puzzle.neighbors(&trail.state).into_iter().nth(nth)?;
            let cost: P::Cost = trail.cost;
            trail.cost = cost.checked_add(&edge.cost)?;
            trail.moves.push(edge.mv);
            trail.parent = Some(core::mem::replace(&mut trail.state, edge.state));
        }
        Some(trail)
    }
}
