//! [`Seen`] and [`ThreeLayers`]: layers of any puzzle, in hash tables.

use core::hash::Hash;
use core::ops::Range;

use super::expansion::{Account, Child, Expansion, Tables};
use super::layers::{Layers, SoFar};
use crate::monitor::{Memory, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::storage::{Node, NodeTable, Place};

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

type Table<S> = NodeTable<Plain<S>>;

/// Where a state belongs, if it is new; there is room for it then, and it may be stored.
#[inline]
fn place<S: Clone + Eq + Hash>(
    table: &mut Table<S>,
    (hash, state): (u64, &S),
    elsewhere: usize,
    account: &mut impl Account,
) -> Result<Option<Place>, Stop> {
    table.make_room(1, account.memory())?;
    let Err(place) = table.find_or_place(hash, state) else {
        return Ok(None);
    };
    account.store((table.len() + 1 + elsewhere) as u64)?;
    Ok(Some(place))
}

/// Adds a state of layer 0.
fn start<S: Clone + Eq + Hash>(
    table: &mut Table<S>,
    state: S,
    account: &mut impl Account,
) -> Result<(), Stop> {
    let hash = table.hash(&state);
    if let Some(place) = place(table, (hash, &state), 0, account)? {
        table.insert(place, Plain(state));
    }
    Ok(())
}

/// Reads ahead what looking these up is going to read.
fn read_ahead<S: Clone + Eq + Hash>(table: &Table<S>, children: &[Child<S>]) {
    /// Fewer states are in the cache anyway.
    const FEW: usize = 16;
    if table.len() > FEW {
        table.read_ahead(children.iter().map(|child| child.hash));
    }
}

/// Tables that layer 0 can be put into.
pub(super) trait Starting: Tables {
    fn new() -> Self;
    fn start(&mut self, state: Self::State, account: &mut impl Account) -> Result<(), Stop>;
}

/// Every state that was seen.
pub(super) struct Seen<S: Clone + Eq + Hash> {
    table: Table<S>,
    last: Range<u32>,
}

#[cfg(feature = "timely")]
impl<S: Clone + Eq + Hash> Seen<S> {
    /// Where a state is.
    pub(super) fn find(&self, hash: u64, state: &S) -> Option<u32> {
        self.table.find(hash, state)
    }
}

impl<S: Clone + Eq + Hash> Tables for Seen<S> {
    type State = S;

    fn layer(&self) -> Range<u32> {
        self.last.clone()
    }

    #[inline]
    fn state(&self, at: u32) -> &S {
        self.table.get(at).state()
    }

    #[inline]
    fn hash(&self, state: &S) -> u64 {
        self.table.hash(state)
    }

    fn read_ahead(&self, children: &[Child<S>]) {
        read_ahead(&self.table, children);
    }

    #[inline]
    fn place(
        &mut self,
        child: &Child<S>,
        account: &mut impl Account,
    ) -> Result<Option<Place>, Stop> {
        place(&mut self.table, (child.hash, &child.state), 0, account)
    }

    #[inline]
    fn insert(&mut self, place: Place, child: Child<S>) {
        self.table.insert(place, Plain(child.state));
    }

    fn stored(&self) -> usize {
        self.table.len()
    }

    fn coming(&self) -> usize {
        self.table.len() - self.last.end as usize
    }

    fn turn(&mut self, _: &mut Memory) {
        self.last = self.last.end..self.table.len() as u32;
    }
}

impl<S: Clone + Eq + Hash> Starting for Seen<S> {
    fn new() -> Self {
        Self {
            table: NodeTable::new(),
            last: 0..0,
        }
    }

    fn start(&mut self, state: S, account: &mut impl Account) -> Result<(), Stop> {
        start(&mut self.table, state, account)?;
        self.last.end = self.table.len() as u32;
        Ok(())
    }
}

/// The last two layers, and what is known of the layer to come: where moves can be taken back a neighbor
/// of a state is in its layer or one of the two next to it.
pub(super) struct ThreeLayers<S: Clone + Eq + Hash> {
    before: Table<S>,
    last: Table<S>,
    coming: Table<S>,
}

#[cfg(feature = "timely")]
impl<S: Clone + Eq + Hash> ThreeLayers<S> {
    /// The states of the layer before the last one.
    pub(super) fn layer_before(&self) -> impl ExactSizeIterator<Item = &S> {
        (0..self.before.len()).map(|at| self.before.get(at as u32).state())
    }
}

impl<S: Clone + Eq + Hash> Tables for ThreeLayers<S> {
    type State = S;

    fn layer(&self) -> Range<u32> {
        0..self.last.len() as u32
    }

    #[inline]
    fn state(&self, at: u32) -> &S {
        self.last.get(at).state()
    }

    #[inline]
    fn hash(&self, state: &S) -> u64 {
        self.last.hash(state)
    }

    fn read_ahead(&self, children: &[Child<S>]) {
        for table in [&self.before, &self.last, &self.coming] {
            read_ahead(table, children);
        }
    }

    #[inline]
    fn place(
        &mut self,
        child: &Child<S>,
        account: &mut impl Account,
    ) -> Result<Option<Place>, Stop> {
        let known = [&self.before, &self.last];
        let is_there = |table: &&Table<_>| table.contains(child.hash, &child.state);
        if known.iter().any(is_there) {
            return Ok(None);
        }
        let elsewhere = self.before.len() + self.last.len();
        let child = (child.hash, &child.state);
        place(&mut self.coming, child, elsewhere, account)
    }

    #[inline]
    fn insert(&mut self, place: Place, child: Child<S>) {
        self.coming.insert(place, Plain(child.state));
    }

    fn stored(&self) -> usize {
        self.before.len() + self.last.len() + self.coming.len()
    }

    fn coming(&self) -> usize {
        self.coming.len()
    }

    fn turn(&mut self, memory: &mut Memory) {
        memory.release(self.before.bytes());
        let coming = core::mem::replace(&mut self.coming, NodeTable::new());
        self.before = core::mem::replace(&mut self.last, coming);
    }
}

impl<S: Clone + Eq + Hash> Starting for ThreeLayers<S> {
    fn new() -> Self {
        Self {
            before: NodeTable::new(),
            last: NodeTable::new(),
            coming: NodeTable::new(),
        }
    }

    fn start(&mut self, state: S, account: &mut impl Account) -> Result<(), Stop> {
        start(&mut self.last, state, account)
    }
}

/// Layers in hash tables.
pub(super) trait Hashed<P: Puzzle>: Layers<P, Item = P::State> {
    /// Makes these states layer 0, and returns how many there are.
    fn start(&mut self, starts: &[P::State], monitor: &mut Monitor<'_, P>) -> Result<u64, Stop>;
}

/// Layers that one thread expands.
pub(super) struct Whole<T: Tables> {
    tables: T,
    expansion: Expansion<T::State>,
}

impl<T: Starting> Whole<T> {
    pub(super) fn new() -> Self {
        Self {
            tables: T::new(),
            expansion: Expansion::new(),
        }
    }
}

impl<P: Puzzle, T: Starting<State = P::State>> Hashed<P> for Whole<T> {
    fn start(&mut self, starts: &[P::State], monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        for start in starts {
            self.tables.start(start.clone(), monitor)?;
        }
        Ok(self.tables.stored() as u64)
    }
}

impl<P: Puzzle, T: Tables<State = P::State>> Layers<P> for Whole<T> {
    type Item = P::State;

    fn advance(&mut self, puzzle: &P, _: SoFar, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop> {
        let Self { tables, expansion } = self;
        expansion.expand_to(tables.layer().end, puzzle, tables, monitor)?;
        let states = tables.coming() as u64;
        if states > 0 {
            tables.turn(monitor.memory());
            expansion.begin_at(tables.layer().start);
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(P::State) -> bool) {
        each_state(&self.tables, visit);
    }
}

/// Visits the states of the layer until it is told that it is enough; returns whether it was.
pub(super) fn each_state<T: Tables>(tables: &T, visit: &mut dyn FnMut(T::State) -> bool) -> bool {
    !tables.layer().all(|at| visit(tables.state(at).clone()))
}
