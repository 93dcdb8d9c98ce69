//! [`Closed`] and [`Frontier`]: layers of any puzzle, in hash tables.

use core::hash::Hash;
use core::ops::Range;

use super::expansion::{Child, Expansion, Tables};
use super::layers::{Layers, SoFar};
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::storage::{Linked, Node, NodeTable, Place};

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

/// Where a state belongs, if it is new; there is room for it then, and it may be stored.
#[inline]
fn place<P: Puzzle, N: Stored<State = P::State>>(
    table: &mut Table<N>,
    (hash, state): (u64, &P::State),
    elsewhere: usize,
    monitor: &mut Monitor<'_, P>,
) -> Result<Option<Place>, Stop> {
    table.make_room(1, monitor.memory())?;
    let Err(place) = table.find_or_place(hash, state) else {
        return Ok(None);
    };
    monitor.store((table.len() + 1 + elsewhere) as u64)?;
    Ok(Some(place))
}

/// Adds the states of layer 0, and returns how many there are.
fn start<P: Puzzle, N: Stored<State = P::State>>(
    table: &mut Table<N>,
    starts: impl IntoIterator<Item = P::State>,
    monitor: &mut Monitor<'_, P>,
) -> Result<u64, Stop> {
    for state in starts {
        let (hash, parent) = (table.hash(&state), table.len() as u32);
        if let Some(place) = place(table, (hash, &state), 0, monitor)? {
            table.insert(place, N::new(state, parent));
        }
    }
    Ok(table.len() as u64)
}

/// Reads ahead what looking these up is going to read.
fn read_ahead<N: Stored>(table: &Table<N>, children: &[Child<N::State>]) {
    /// Fewer states are in the cache anyway.
    const FEW: usize = 16;
    if table.len() > FEW {
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
    seen: Seen<N>,
    expansion: Expansion<N::State>,
    last: Range<u32>,
}

struct Seen<N>(Table<N>);

impl<P: Puzzle, N: Stored<State = P::State>> Tables<P> for Seen<N> {
    #[inline]
    fn state(&self, at: u32) -> &P::State {
        self.0.get(at).state()
    }

    #[inline]
    fn hash(&self, state: &P::State) -> u64 {
        self.0.hash(state)
    }

    fn read_ahead(&self, children: &[Child<P::State>]) {
        read_ahead(&self.0, children);
    }

    #[inline]
    fn place(
        &mut self,
        child: &Child<P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<Place>, Stop> {
        place(&mut self.0, (child.hash, &child.state), 0, monitor)
    }

    #[inline]
    fn insert(&mut self, place: Place, child: Child<P::State>) {
        self.0.insert(place, N::new(child.state, child.parent));
    }
}

impl<N: Stored> Closed<N> {
    pub(super) const fn new() -> Self {
        Self {
            seen: Seen(NodeTable::new()),
            expansion: Expansion::new(),
            last: 0..0,
        }
    }

    /// Makes these states layer 0, and returns how many there are.
    pub(super) fn start<P: Puzzle<State = N::State>>(
        &mut self,
        starts: impl IntoIterator<Item = P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<u64, Stop> {
        let states = start(&mut self.seen.0, starts, monitor)?;
        self.last = 0..self.seen.0.len() as u32;
        Ok(states)
    }
}

impl<P: Puzzle, N: Stored<State = P::State>> Layers<P> for Closed<N> {
    type Item = P::State;

    fn advance(&mut self, puzzle: &P, _: SoFar, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let Self {
            seen,
            expansion,
            last,
        } = self;
        expansion.expand_to(last.end, puzzle, seen, monitor)?;
        let next = last.end..seen.0.len() as u32;
        let states = next.len() as u64;
        if states > 0 {
            *last = next;
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(P::State) -> bool) {
        each_state(&self.seen.0, self.last.clone(), visit);
    }
}

/// The last two layers: where moves can be taken back a neighbor of a state is in its layer or one
/// of the two next to it.
pub(super) struct Frontier<S: Clone + Eq + Hash> {
    tables: ThreeLayers<S>,
    expansion: Expansion<S>,
}

struct ThreeLayers<S: Clone + Eq + Hash> {
    before: Table<Plain<S>>,
    last: Table<Plain<S>>,
    /// What is known of the layer to come.
    coming: Table<Plain<S>>,
}

impl<P: Puzzle> Tables<P> for ThreeLayers<P::State> {
    #[inline]
    fn state(&self, at: u32) -> &P::State {
        self.last.get(at).state()
    }

    #[inline]
    fn hash(&self, state: &P::State) -> u64 {
        self.last.hash(state)
    }

    fn read_ahead(&self, children: &[Child<P::State>]) {
        for table in [&self.before, &self.last, &self.coming] {
            read_ahead(table, children);
        }
    }

    #[inline]
    fn place(
        &mut self,
        child: &Child<P::State>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<Place>, Stop> {
        let known = [&self.before, &self.last];
        let is_there = |table: &&Table<_>| table.contains(child.hash, &child.state);
        if known.iter().any(is_there) {
            return Ok(None);
        }
        let elsewhere = self.before.len() + self.last.len();
        let child = (child.hash, &child.state);
        place(&mut self.coming, child, elsewhere, monitor)
    }

    #[inline]
    fn insert(&mut self, place: Place, child: Child<P::State>) {
        self.coming.insert(place, Plain(child.state));
    }
}

impl<S: Clone + Eq + Hash> Frontier<S> {
    pub(super) const fn new() -> Self {
        Self {
            tables: ThreeLayers {
                before: NodeTable::new(),
                last: NodeTable::new(),
                coming: NodeTable::new(),
            },
            expansion: Expansion::new(),
        }
    }

    /// Makes these states layer 0, and returns how many there are.
    pub(super) fn start<P: Puzzle<State = S>>(
        &mut self,
        starts: impl IntoIterator<Item = S>,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<u64, Stop> {
        start(&mut self.tables.last, starts, monitor)
    }
}

impl<P: Puzzle> Layers<P> for Frontier<P::State> {
    type Item = P::State;

    fn advance(&mut self, puzzle: &P, _: SoFar, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let Self { tables, expansion } = self;
        let layer = tables.last.len() as u32;
        expansion.expand_to(layer, puzzle, tables, monitor)?;
        let states = tables.coming.len() as u64;
        if states > 0 {
            monitor.release(tables.before.bytes());
            let coming = core::mem::replace(&mut tables.coming, NodeTable::new());
            tables.before = core::mem::replace(&mut tables.last, coming);
            expansion.begin_at(0);
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(P::State) -> bool) {
        let last = &self.tables.last;
        each_state(last, 0..last.len() as u32, visit);
    }
}
