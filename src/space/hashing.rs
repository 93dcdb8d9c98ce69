//! [`Closed`] and [`Frontier`]: layers of any puzzle, in hash tables.

use core::ops::Range;

use super::layers::Layers;
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::storage::{FixedState, Node, NodeTable};

/// So many states are expanded before their neighbors are looked up together.
const AT_A_TIME: usize = 16;

/// A state without a parent.
#[derive(Debug)]
struct Plain<S>(S);

impl<S: Clone + Eq + core::hash::Hash> Node for Plain<S> {
    type State = S;

    fn state(&self) -> &S {
        &self.0
    }

    fn parent(&self) -> u32 {
        0
    }
}

type Table<S> = NodeTable<Plain<S>, FixedState>;

/// Adds a state unless it is there; answers whether it is new.
#[inline]
fn insert<P: Puzzle>(
    table: &mut Table<P::State>,
    hash: u64,
    state: P::State,
    monitor: &mut Monitor<'_, P>,
) -> Result<bool, Stop> {
    match table.find_or_place(hash, &state, monitor.memory())? {
        Ok(_) => Ok(false),
        Err(place) => {
            table.insert(place, Plain(state), monitor.memory())?;
            Ok(true)
        }
    }
}

fn each_state<S: Clone + Eq + core::hash::Hash>(
    table: &Table<S>,
    states: Range<u32>,
    visit: &mut dyn FnMut(S) -> bool,
) {
    let _ = states.map(|at| table.get(at).0.clone()).all(visit);
}

/// Every state that was seen.
pub(super) struct Closed<P: Puzzle> {
    seen: Table<P::State>,
    last: Range<u32>,
}

impl<P: Puzzle> Closed<P> {
    pub(super) const fn new() -> Self {
        Self {
            seen: NodeTable::new(FixedState),
            last: 0..0,
        }
    }

    /// Makes these states layer 0, and answers how many there are.
    pub(super) fn start(
        &mut self,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<u64, Stop> {
        for state in starts {
            let hash = self.seen.hash(&state);
            insert(&mut self.seen, hash, state, monitor)?;
        }
        self.last = 0..self.seen.len() as u32;
        Ok(self.last.len() as u64)
    }
}

impl<P: Puzzle> Layers<P> for Closed<P> {
    type Item = P::State;

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let mut children = alloc::vec::Vec::new();
        for group in self.last.clone().step_by(AT_A_TIME) {
            monitor.attend()?;
            for at in group..self.last.end.min(group + AT_A_TIME as u32) {
                let state = self.seen.get(at).0.clone();
                for neighbor in puzzle.neighbors(&state) {
                    children.push((self.seen.hash(&neighbor.state), neighbor.state));
                }
            }
            if self.seen.len() > AT_A_TIME {
                self.seen.read_ahead(children.iter().map(|(hash, _)| *hash));
            }
            for (hash, child) in children.drain(..) {
                if insert(&mut self.seen, hash, child, monitor)? {
                    monitor.store(self.seen.len() as u64)?;
                }
            }
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
pub(super) struct Frontier<P: Puzzle> {
    before: Table<P::State>,
    last: Table<P::State>,
}

impl<P: Puzzle> Frontier<P> {
    pub(super) const fn new() -> Self {
        Self {
            before: NodeTable::new(FixedState),
            last: NodeTable::new(FixedState),
        }
    }

    /// Makes these states layer 0, and answers how many there are.
    pub(super) fn start(
        &mut self,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<u64, Stop> {
        for state in starts {
            let hash = self.last.hash(&state);
            insert(&mut self.last, hash, state, monitor)?;
        }
        Ok(self.last.len() as u64)
    }
}

impl<P: Puzzle> Layers<P> for Frontier<P> {
    type Item = P::State;

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let mut next: Table<P::State> = NodeTable::new(FixedState);
        let mut children = alloc::vec::Vec::new();
        let states = self.last.len() as u32;
        for group in (0..states).step_by(AT_A_TIME) {
            monitor.attend()?;
            for at in group..states.min(group + AT_A_TIME as u32) {
                let state = self.last.get(at).0.clone();
                for neighbor in puzzle.neighbors(&state) {
                    children.push((self.last.hash(&neighbor.state), neighbor.state));
                }
            }
            for table in [&self.before, &self.last, &next] {
                if table.len() > AT_A_TIME {
                    table.read_ahead(children.iter().map(|(hash, _)| *hash));
                }
            }
            for (hash, child) in children.drain(..) {
                let known = [&self.before, &self.last];
                if known.iter().any(|table| table.contains(hash, &child)) {
                    continue;
                }
                if insert(&mut next, hash, child, monitor)? {
                    let held = self.before.len() + self.last.len() + next.len();
                    monitor.store(held as u64)?;
                }
            }
        }
        let states = next.len() as u64;
        if next.len() > 0 {
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
