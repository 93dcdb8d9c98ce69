//! [`Hashed`]: layers of any puzzle in hash tables, and [`Whole`], those that one thread expands.

use super::expansion::Expansion;
use super::layer_table::LayerTable;
use super::layers::{Layers, SoFar};
use crate::account::{Meter, Stop};
use crate::puzzle::Puzzle;

/// Layers in hash tables.
pub(super) trait Hashed<P: Puzzle>: Layers<P, Item = P::State, Error = Stop> {
    /// Makes these states layer 0, and returns how many there are.
    fn start(&mut self, starts: &[P::State], meter: &mut Meter<'_>) -> Result<u64, Stop>;
}

/// Layers that one thread expands.
pub(super) struct Whole<P: Puzzle> {
    table: LayerTable<P::State>,
    expansion: Expansion<P::State>,
}

impl<P: Puzzle> Whole<P> {
    /// Of a puzzle whose layers are forgotten where that is safe.
    pub(super) fn new(puzzle: &P) -> Self {
        Self {
            table: LayerTable::new(puzzle.facts().undirected),
            expansion: Expansion::new(),
        }
    }
}

impl<P: Puzzle> Hashed<P> for Whole<P> {
    fn start(&mut self, starts: &[P::State], meter: &mut Meter<'_>) -> Result<u64, Stop> {
        for start in starts {
            self.table.start(start.clone(), meter)?;
        }
        Ok(self.table.stored() as u64)
    }
}

impl<P: Puzzle> Layers<P> for Whole<P> {
    type Item = P::State;
    type Error = Stop;

    fn advance(&mut self, puzzle: &P, _: SoFar, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let Self { table, expansion } = self;
        expansion.expand_to(table.layer().end, puzzle, table, meter)?;
        let states = table.coming() as u64;
        if states > 0 {
            table.turn(meter.memory());
            expansion.begin_at(table.layer().start);
        }
        Ok(states)
    }

    fn each(&self, visit: &mut dyn FnMut(P::State) -> bool) -> Result<(), Stop> {
        self.table.each_state(visit);
        Ok(())
    }
}
