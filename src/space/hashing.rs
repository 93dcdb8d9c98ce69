//! [`Closed`] and [`Frontier`]: layers of any puzzle, in hash tables.

use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::Range;

use super::layers::Layers;
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::storage::{Linked, Node, NodeTable};

/// So many states are expanded before their neighbors are looked up together.
const AT_A_TIME: usize = 16;

/// What is stored of a state.
pub(super) trait Stored: Node {
    fn new(state: Self::State, parent: u32) -> Self;
}

/// A state without a parent.
#[derive(Debug)]
pub(super) struct Plain<S>(S);

impl<S: Clone + Eq + Hash> Node for Plain<S> {
    type State = S;

    fn state(&self) -> &S {
        &self.0
    }

    fn parent(&self) -> u32 {
        0
    }
}

impl<S: Clone + Eq + Hash> Stored for Plain<S> {
    fn new(state: S, _: u32) -> Self {
        Self(state)
    }
}

impl<S: Clone + Eq + Hash> Stored for Linked<S> {
    fn new(state: S, parent: u32) -> Self {
        Self { state, parent }
    }
}

type Table<N> = NodeTable<N>;

/// A neighbor on its way into a table.
#[derive(Debug)]
struct Child<S> {
    hash: u64,
    state: S,
    parent: u32,
}

/// Adds a state unless it is there; returns whether it is new.
#[inline]
fn insert<P: Puzzle, N: Stored<State = P::State>>(
    table: &mut Table<N>,
    child: Child<P::State>,
    elsewhere: usize,
    monitor: &mut Monitor<'_, P>,
) -> Result<bool, Stop> {
    table.make_room(1, monitor.memory())?;
    match table.find_or_place(child.hash, &child.state) {
        Ok(_) => Ok(false),
        Err(place) => {
            monitor.store((table.len() + 1 + elsewhere) as u64)?;
            let node = N::new(child.state, child.parent);
            table.insert(place, node);
            Ok(true)
        }
    }
}

/// Adds the states of layer 0, and returns how many there are.
fn start<P: Puzzle, N: Stored<State = P::State>>(
    table: &mut Table<N>,
    starts: impl IntoIterator<Item = P::State>,
    monitor: &mut Monitor<'_, P>,
) -> Result<u64, Stop> {
    for state in starts {
        let (hash, parent) = (table.hash(&state), table.len() as u32);
        let child = Child {
            hash,
            state,
            parent,
        };
        insert(table, child, 0, monitor)?;
    }
    Ok(table.len() as u64)
}

/// The neighbors of some states of a table, with their hashes.
fn expand<P: Puzzle, N: Stored<State = P::State>>(
    puzzle: &P,
    table: &Table<N>,
    states: Range<u32>,
    children: &mut Vec<Child<P::State>>,
) {
    for parent in states {
        let state = table.get(parent).state().clone();
        for neighbor in puzzle.neighbors(&state) {
            children.push(Child {
                hash: table.hash(&neighbor.state),
                state: neighbor.state,
                parent,
            });
        }
    }
}

/// Reads ahead what looking these up is going to read.
fn read_ahead<N: Stored>(table: &Table<N>, children: &[Child<N::State>]) {
    if table.len() > AT_A_TIME {
        table.read_ahead(children.iter().map(|child| child.hash));
    }
}

fn each_state<N: Stored>(
    table: &Table<N>,
    states: Range<u32>,
    visit: &mut dyn FnMut(N::State) -> bool,
) {
    let mut states = states.map(|at| table.get(at).state().clone());
    let _ = states.all(visit);
}

/// Every state that was seen.
pub(super) struct Closed<N: Stored> {
    seen: Table<N>,
    /// The first state of the layer that is not expanded yet.
    next: u32,
    last: Range<u32>,
}

impl<N: Stored> Closed<N> {
    pub(super) const fn new() -> Self {
        Self {
            seen: NodeTable::new(),
            next: 0,
            last: 0..0,
        }
    }

    /// Makes these states layer 0, and returns how many there are.
    pub(super) fn start<P: Puzzle<State = N::State>>(
        &mut self,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<u64, Stop> {
        let states = start(&mut self.seen, starts, monitor)?;
        self.last = 0..self.seen.len() as u32;
        Ok(states)
    }

    /// The table itself.
    pub(super) fn into_table(self) -> Table<N> {
        self.seen
    }
}

impl<P: Puzzle, N: Stored<State = P::State>> Layers<P> for Closed<N> {
    type Item = P::State;

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let mut children = Vec::new();
        while self.next < self.last.end {
            monitor.look()?;
            let end = self.last.end.min(self.next + AT_A_TIME as u32);
            expand(puzzle, &self.seen, self.next..end, &mut children);
            read_ahead(&self.seen, &children);
            // What is stored already when a limit stops it is found there the next time.
            for child in children.drain(..) {
                insert(&mut self.seen, child, 0, monitor)?;
            }
            self.next = end;
        }
        let next = self.last.end..self.seen.len() as u32;
        let states = next.len() as u64;
        if states > 0 {
            self.last = next;
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(P::State) -> bool) {
        each_state(&self.seen, self.last.clone(), visit);
    }
}

/// The last two layers: where moves can be taken back a neighbor of a state is in its layer or one
/// of the two next to it.
pub(super) struct Frontier<S: Clone + Eq + Hash> {
    before: Table<Plain<S>>,
    last: Table<Plain<S>>,
    /// What is known of the layer to come, and the first state that is not expanded yet.
    coming: Table<Plain<S>>,
    next: u32,
}

impl<S: Clone + Eq + Hash> Frontier<S> {
    pub(super) const fn new() -> Self {
        Self {
            before: NodeTable::new(),
            last: NodeTable::new(),
            coming: NodeTable::new(),
            next: 0,
        }
    }

    /// Makes these states layer 0, and returns how many there are.
    pub(super) fn start<P: Puzzle<State = S>>(
        &mut self,
        starts: impl IntoIterator<Item = S>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<u64, Stop> {
        start(&mut self.last, starts, monitor)
    }
}

impl<P: Puzzle> Layers<P> for Frontier<P::State> {
    type Item = P::State;

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let mut children = Vec::new();
        let states = self.last.len() as u32;
        let elsewhere = self.before.len() + self.last.len();
        while self.next < states {
            monitor.look()?;
            let end = states.min(self.next + AT_A_TIME as u32);
            expand(puzzle, &self.last, self.next..end, &mut children);
            for table in [&self.before, &self.last, &self.coming] {
                read_ahead(table, &children);
            }
            let known = [&self.before, &self.last];
            for child in children.drain(..) {
                let is_there = |table: &&Table<_>| table.contains(child.hash, &child.state);
                if !known.iter().any(is_there) {
                    insert(&mut self.coming, child, elsewhere, monitor)?;
                }
            }
            self.next = end;
        }
        let states = self.coming.len() as u64;
        if states > 0 {
            monitor.release(self.before.bytes());
            let coming = core::mem::replace(&mut self.coming, NodeTable::new());
            self.before = core::mem::replace(&mut self.last, coming);
            self.next = 0;
        }
        Ok(states)
    }

    fn held(&self, _: u64) -> u64 {
        (self.before.len() + self.last.len()) as u64
    }

    fn each(&self, visit: &mut dyn FnMut(P::State) -> bool) {
        each_state(&self.last, 0..self.last.len() as u32, visit);
    }
}
