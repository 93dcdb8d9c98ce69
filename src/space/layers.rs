//! [`Layers`]: what every way of enumerating has in common, and [`Growth`], the loop over it.

use alloc::vec::Vec;

use num_traits::ToPrimitive;

use super::census::Census;
use crate::monitor::{Monitor, Side, Stop};
use crate::puzzle::Puzzle;

/// The layers of a space, one after the other.
pub(super) trait Layers<P: Puzzle> {
    /// What stands for a state.
    type Item;

    /// Goes on to the next layer, which takes the place of the last; returns how many states it has.
    /// After a stop it is called again, and then does what is left.
    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop>;

    /// How many states are held, given how many were seen.
    fn held(&self, seen: u64) -> u64 {
        seen
    }

    /// Visits the states of the layer until it is told that it is enough.
    fn each(&self, visit: &mut dyn FnMut(Self::Item) -> bool);
}

/// An enumeration that is under way.
#[derive(Debug)]
pub(super) struct Growth<L> {
    pub(super) table: L,
    side: Side,
    layers: Vec<u64>,
    /// How many states the layer has that is complete and not listed yet.
    unlisted: Option<u64>,
    total: u64,
}

impl<L> Growth<L> {
    /// From a table with so many states in layer 0.
    pub(super) const fn new(table: L, side: Side, first: u64) -> Self {
        Self {
            table,
            side,
            layers: Vec::new(),
            unlisted: Some(first),
            total: 0,
        }
    }

    pub(super) fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// Goes on layer by layer, and shows each to a visitor.
    pub(super) fn grow<P: Puzzle, T>(
        &mut self,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
        mut visit: impl FnMut(u64, &T) -> Result<(), Stop>,
    ) -> Result<(), Stop>
    where
        T: Layers<P> + ?Sized,
        L: core::ops::DerefMut<Target = T>,
    {
        loop {
            if let Some(states) = self.unlisted {
                if states == 0 {
                    return Ok(());
                }
                monitor.store(self.table.held(self.total + states))?;
                let depth = self.layers.len() as u64;
                visit(depth, &self.table)?;
                self.unlisted = None;
                self.total += states;
                self.layers.push(states);
                monitor.meet(states);
                monitor.finish_layer(self.side, depth, states)?;
            }
            let depth = self.layers.len() as u64 - 1;
            let limits = monitor.limits();
            if limits.moves.is_some_and(|max| depth >= max) {
                return Err(Stop::Moves);
            }
            let cost = limits.cost.and_then(|max| max.to_u64());
            if cost.is_some_and(|max| depth >= max) {
                return Err(Stop::Cost);
            }
            if limits.expanded.is_some_and(|max| self.total > max) {
                return Err(Stop::Expanded);
            }
            monitor.look()?;
            let next = self.table.advance(puzzle, monitor)?;
            monitor.count_expanded(self.layers.last().copied().unwrap_or(0));
            self.unlisted = Some(next);
        }
    }

    /// What was counted so far.
    pub(super) fn census<P: Puzzle, S>(
        &self,
        end: Result<(), Stop>,
        hardest: Vec<S>,
        monitor: &mut Monitor<'_, P>,
    ) -> Census<S> {
        Census {
            layers: self.layers.clone(),
            hardest,
            stop: end.err(),
            peak_bytes: monitor.memory().peak(),
            elapsed: monitor.elapsed(),
        }
    }
}

/// The first states of the layer, in the order of the table.
pub(super) fn first<P: Puzzle, L: Layers<P> + ?Sized>(table: &L, most: usize) -> Vec<L::Item> {
    let mut items = Vec::new();
    table.each(&mut |item| {
        if items.len() < most {
            items.push(item);
        }
        items.len() < most
    });
    items
}
