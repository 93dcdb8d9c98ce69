//! [`Expansion`]: a layer expanded state by state, whose children are looked up some dozen at a time.

use alloc::vec::Vec;
use core::hash::Hash;

use super::layer_table::LayerTable;
use crate::account::{Memory, Meter, Stop};
use crate::puzzle::Puzzle;
use crate::storage::Key;

/// So many states are expanded before their children are looked up together.
const AT_A_TIME: u32 = 16;
/// So many children wait at most: a state may have any number.
const MOST_WAITING: usize = 160;
/// With more than these no further state is expanded: most have so few children that all find room.
const ENOUGH: usize = 128;

/// A neighbor on its way into a table.
#[derive(Debug)]
pub(super) struct Child<S> {
    pub(super) key: Key,
    pub(super) state: S,
}

/// What a state that is stored is charged to.
pub(super) trait Account {
    fn memory(&mut self) -> &mut Memory;
    /// So many states are stored in the tables from now on.
    fn store(&mut self, states: u64) -> Result<(), Stop>;
}

impl Account for Meter<'_> {
    fn memory(&mut self) -> &mut Memory {
        Self::memory(self)
    }

    fn store(&mut self, states: u64) -> Result<(), Stop> {
        Self::store(self, states)
    }
}

/// How far a layer is expanded. Whatever stops it, a state is counted when its neighbors are asked for,
/// and once: one with very many may be asked again for those that a stop has left.
#[derive(Debug)]
pub(super) struct Expansion<S> {
    /// Children that are not looked up yet, in their order.
    waiting: Vec<Child<S>>,
    /// The state that is expanded next, and how many of its children were taken before a stop.
    next: u32,
    taken: usize,
}

impl<S: Clone + Eq + Hash> Expansion<S> {
    /// How many bytes it holds.
    pub(super) const BYTES: usize = MOST_WAITING * size_of::<Child<S>>();

    pub(super) const fn new() -> Self {
        Self {
            waiting: Vec::new(),
            next: 0,
            taken: 0,
        }
    }

    /// Goes on with this state.
    pub(super) const fn begin_at(&mut self, next: u32) {
        self.next = next;
    }

    /// Expands what is left of the states before this one, and stores their children.
    pub(super) fn expand_to<P: Puzzle<State = S>>(
        &mut self,
        end: u32,
        puzzle: &P,
        table: &mut LayerTable<S>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.waiting.capacity() == 0 {
            meter.claim(Self::BYTES)?;
            let reserved = self.waiting.try_reserve_exact(MOST_WAITING);
            reserved.map_err(|_| Stop::OutOfMemory)?;
        }
        loop {
            // What a stop has left comes first.
            table.store(&mut self.waiting, meter)?;
            if self.next == end {
                return Ok(());
            }
            meter.look()?;
            let last = end.min(self.next.saturating_add(AT_A_TIME));
            while self.next < last {
                self.expand(puzzle, table, meter)?;
            }
        }
    }

    /// Takes the children of the next state.
    #[inline]
    fn expand<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        table: &mut LayerTable<S>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.waiting.len() > ENOUGH {
            table.store(&mut self.waiting, meter)?;
        }
        let state = table.state(self.next).clone();
        let mut neighbors = puzzle.neighbors(&state).into_iter();
        match self.taken.checked_sub(1) {
            Some(last) => drop(neighbors.nth(last)),
            None => meter.count_expanded(1),
        }
        for neighbor in neighbors {
            if self.waiting.len() == MOST_WAITING {
                table.store(&mut self.waiting, meter)?;
            }
            self.waiting.push(Child {
                key: table.key(&neighbor.state),
                state: neighbor.state,
            });
            self.taken += 1;
        }
        self.next += 1;
        self.taken = 0;
        Ok(())
    }
}
