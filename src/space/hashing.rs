//! [`Closed`] and [`Frontier`]: layers of any puzzle, in hash tables.

use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::Range;

use super::layers::Layers;
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::storage::{FixedState, Node, NodeTable};

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

/// A state and the one from which it was first reached; a start is its own parent.
#[derive(Debug)]
pub(super) struct Linked<S> {
    state: S,
    parent: u32,
}

impl<S: Clone + Eq + Hash> Node for Linked<S> {
    type State = S;

    fn state(&self) -> &S {
        &self.state
    }

    fn parent(&self) -> u32 {
        self.parent
    }
}

impl<S: Clone + Eq + Hash> Stored for Linked<S> {
    fn new(state: S, parent: u32) -> Self {
        Self { state, parent }
    }
}

type Table<N> = NodeTable<N, FixedState>;

/// A neighbor on its way into a table.
struct Child<S> {
    hash: u64,
    state: S,
    parent: u32,
}

/// Adds a state unless it is there; answers whether it is new.
#[inline]
fn insert<P: Puzzle, N: Stored<State = P::State>>(
    table: &mut Table<N>,
    child: Child<P::State>,
    monitor: &mut Monitor<'_, P>,
) -> Result<bool, Stop> {
    table.make_room(monitor.memory())?;
    match table.find_or_place(child.hash, &child.state) {
        Ok(_) => Ok(false),
        Err(place) => {
            let node = N::new(child.state, child.parent);
            table.insert(place, node, monitor.memory())?;
            Ok(true)
        }
    }
}

/// Adds the states of layer 0, and answers how many there are.
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
        insert(table, child, monitor)?;
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
    last: Range<u32>,
}

impl<N: Stored> Closed<N> {
    pub(super) const fn new() -> Self {
        Self {
            seen: NodeTable::new(FixedState),
            last: 0..0,
        }
    }

    /// Makes these states layer 0, and answers how many there are.
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
        for group in self.last.clone().step_by(AT_A_TIME) {
            monitor.attend()?;
            let end = self.last.end.min(group + AT_A_TIME as u32);
            expand(puzzle, &self.seen, group..end, &mut children);
            read_ahead(&self.seen, &children);
            for child in children.drain(..) {
                insert(&mut self.seen, child, monitor)?;
            }
            monitor.store(self.seen.len() as u64)?;
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
}

impl<S: Clone + Eq + Hash> Frontier<S> {
    pub(super) const fn new() -> Self {
        Self {
            before: NodeTable::new(FixedState),
            last: NodeTable::new(FixedState),
        }
    }

    /// Makes these states layer 0, and answers how many there are.
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
        let mut next: Table<Plain<P::State>> = NodeTable::new(FixedState);
        let mut children = Vec::new();
        let states = self.last.len() as u32;
        for group in (0..states).step_by(AT_A_TIME) {
            monitor.attend()?;
            let end = states.min(group + AT_A_TIME as u32);
            expand(puzzle, &self.last, group..end, &mut children);
            for table in [&self.before, &self.last, &next] {
                read_ahead(table, &children);
            }
            let known = [&self.before, &self.last];
            for child in children.drain(..) {
                let is_there = |table: &&Table<_>| table.contains(child.hash, &child.state);
                if !known.iter().any(is_there) {
                    insert(&mut next, child, monitor)?;
                }
            }
            let held = self.before.len() + self.last.len() + next.len();
            monitor.store(held as u64)?;
        }
        let states = next.len() as u64;
        if states > 0 {
            monitor.release(self.before.bytes());
            self.before = core::mem::replace(&mut self.last, next);
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
