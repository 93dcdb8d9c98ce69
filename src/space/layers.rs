//! [`Layers`]: what every way of enumerating has in common, and the loop over it.

use alloc::vec::Vec;

use num_traits::cast;

use super::census::Census;
use crate::monitor::{Layer, Monitor, Side, Stop};
use crate::puzzle::Puzzle;

/// A breadth-first enumeration in progress: it holds its last layer.
pub(super) trait Layers<P: Puzzle> {
    /// A state, or what stands for one.
    type Item;

    /// Goes on to the next layer, and answers how many states it has. If it has none, the last
    /// layer stays.
    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<u64, Stop>;

    /// How many states are stored when `seen` were seen.
    fn held(&self, seen: u64) -> u64 {
        seen
    }

    /// Calls `visit` for the states of the last layer until it answers `false`.
    fn each(&self, visit: &mut dyn FnMut(Self::Item) -> bool);
}

/// From where an enumeration goes, and what it counted.
pub(super) struct Run<'r, 'm, P: Puzzle> {
    pub(super) puzzle: &'r P,
    pub(super) side: Side,
    pub(super) monitor: &'r mut Monitor<'m, P>,
    pub(super) layers: Vec<u64>,
}

impl<P: Puzzle> Run<'_, '_, P> {
    /// Goes through all layers, the first of which has so many states, and shows each to `visit`.
    pub(super) fn all<L: Layers<P>>(
        &mut self,
        table: &mut L,
        first: u64,
        mut visit: impl FnMut(u64, &L) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut states = first;
        let mut total = 0;
        while states > 0 {
            total += states;
            self.monitor.store(table.held(total))?;
            let depth = self.layers.len() as u64;
            visit(depth, table)?;
            self.layers.push(states);
            self.monitor.meet(states);
            self.monitor
                .finish_layer(Layer::new(self.side, depth, states))?;
            let limits = self.monitor.limits();
            let deepest = limits.cost.and_then(cast::<P::Cost, u64>);
            if deepest.is_some_and(|deepest| depth >= deepest) {
                return Err(Stop::Cost);
            }
            if limits.expanded.is_some_and(|most| total > most) {
                return Err(Stop::Expanded);
            }
            self.monitor.account(0, states);
            self.monitor.attend()?;
            states = table.advance(self.puzzle, self.monitor)?;
        }
        Ok(())
    }

    /// What was counted; the hardest states are to be added.
    pub(super) fn census<S>(self, end: Result<(), Stop>) -> Census<S> {
        Census {
            layers: self.layers,
            hardest: Vec::new(),
            stop: end.err(),
            peak_bytes: self.monitor.memory().peak(),
            elapsed: self.monitor.elapsed(),
        }
    }
}

/// The first `most` items of the last layer.
pub(super) fn first<P: Puzzle, L: Layers<P>>(table: &L, most: usize) -> Vec<L::Item> {
    let mut items = Vec::new();
    table.each(&mut |item| {
        if items.len() < most {
            items.push(item);
        }
        items.len() < most
    });
    items
}
