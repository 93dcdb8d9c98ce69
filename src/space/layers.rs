//! [`Layers`]: what every way of enumerating has in common, and [`Growth`], the loop over it.

use alloc::vec::Vec;

use super::census::Census;
use crate::account::{Memory, Meter, Side, Stop};
use crate::puzzle::Puzzle;

/// The layers of a space, one after the other.
pub(super) trait Layers<P: Puzzle> {
    /// What stands for a state.
    type Item;
    /// Why a layer was left undone.
    type Error: From<Stop>;

    /// Goes on to the next layer, which takes the place of the last, if that many states may be stored;
    /// returns how many states it has. Counts the states that are expanded. After a stop it is called
    /// again, and then does what is left.
    fn advance(
        &mut self,
        puzzle: &P,
        so_far: SoFar,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Self::Error>;

    /// Visits the states of the layer until it is told that it is enough.
    fn each(&self, visit: &mut dyn FnMut(Self::Item) -> bool) -> Result<(), Self::Error>;
}

/// Why an enumeration that can also fail was left undone.
#[derive(Clone, Debug)]
pub(super) enum Halt<E> {
    Stop(Stop),
    Failed(E),
    /// What was sought is found.
    Found,
}

impl<E> From<Stop> for Halt<E> {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// How many states were seen before the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoFar {
    /// In all layers.
    pub(super) seen: u64,
    /// In the last one.
    pub(super) layer: u64,
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

    /// With these layers, that were listed by an enumeration that was stopped, or was over.
    pub(super) fn resumed(table: L, side: Side, layers: Vec<u64>, is_over: bool) -> Self {
        Self {
            table,
            side,
            total: layers.iter().sum(),
            unlisted: is_over.then_some(0),
            layers,
        }
    }

    /// The layers that were listed.
    pub(super) fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The layers, of an enumeration that is over.
    pub(super) fn into_layers(self) -> Vec<u64> {
        self.layers
    }

    /// How many states of the last layer listed the table has.
    pub(super) fn last_layer(&self) -> usize {
        let is_listed = self.unlisted.is_none_or(|states| states == 0);
        let last = self.layers.last().filter(|_| is_listed);
        last.map_or(0, |&states| usize::try_from(states).unwrap_or(usize::MAX))
    }

    /// Goes on layer by layer, and shows each to a visitor, with the numbers of states of those before it.
    pub(super) fn grow<P: Puzzle, T, E>(
        &mut self,
        puzzle: &P,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(&[u64], &T) -> Result<(), E>,
    ) -> Result<(), E>
    where
        T: Layers<P> + ?Sized,
        E: From<Stop> + From<T::Error>,
        L: core::ops::DerefMut<Target = T>,
    {
        loop {
            if let Some(states) = self.unlisted {
                if states == 0 {
                    return Ok(());
                }
                if self.layers.is_empty() {
                    meter.store(states)?;
                }
                self.make_room(meter.memory())?;
                let depth = self.layers.len() as u64;
                visit(&self.layers, &self.table)?;
                self.unlisted = None;
                self.total += states;
                self.layers.push(states);
                meter.meet(states);
                meter.finish_layer(self.side, depth, states)?;
            }
            let depth = self.layers.len() as u64 - 1;
            may_expand(depth, self.total, meter)?;
            let so_far = SoFar {
                seen: self.total,
                layer: self.layers.last().copied().unwrap_or(0),
            };
            let next = self.table.advance(puzzle, so_far, meter)?;
            self.unlisted = Some(next);
        }
    }

    /// Makes room to list one more layer, and for the copy of the list that a stopped enumeration hands
    /// out.
    fn make_room(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let old = self.layers.capacity();
        if self.layers.len() < old {
            return Ok(());
        }
        // By little: a space may be as deep as it is large.
        let more = old / 8 + 16;
        let (old, more_bytes) = (old * size_of::<u64>(), more * size_of::<u64>());
        memory.claim(old + more_bytes)?;
        let grown = memory.set_aside(more_bytes).and_then(|()| {
            let reserved = self.layers.try_reserve_exact(more);
            reserved
                .map_err(|_| Stop::OutOfMemory)
                .inspect_err(|_| memory.put_back(more_bytes))
        });
        memory.release(if grown.is_ok() { old } else { old + more_bytes });
        grown
    }

    /// What was counted so far: the list itself if it is over, which is when nothing has stopped it.
    pub(super) fn census<S>(
        &mut self,
        end: Result<(), Stop>,
        hardest: Result<Vec<S>, Stop>,
        meter: &mut Meter<'_>,
    ) -> Census<S> {
        let (hardest, end) = match hardest {
            Ok(hardest) => (hardest, end),
            Err(stop) => (Vec::new(), end.and(Err(stop))),
        };
        let (layers, end) = match end {
            Ok(()) => (core::mem::take(&mut self.layers), end),
            Err(_) => {
                meter.memory().hand_out(size_of_val(&self.layers[..]));
                match copied(&self.layers) {
                    Ok(layers) => (layers, end),
                    Err(stop) => (Vec::new(), Err(stop)),
                }
            }
        };
        Census {
            layers,
            hardest,
            stop: end.err(),
            peak_bytes: meter.memory().peak(),
            peak_disk_bytes: 0,
            elapsed: meter.elapsed(),
        }
    }
}

/// Whether the layer of this depth may be expanded, with which so many states were seen.
pub(super) fn may_expand(depth: u64, seen: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
    let limits = meter.limits();
    if limits.moves.is_some_and(|max| depth >= max) {
        return Err(Stop::Moves);
    }
    if limits.expanded.is_some_and(|max| seen > max) {
        return Err(Stop::Expanded);
    }
    meter.look()
}

fn copied(list: &[u64]) -> Result<Vec<u64>, Stop> {
    let mut copy = Vec::new();
    let reserved = copy.try_reserve_exact(list.len());
    reserved.map_err(|_| Stop::OutOfMemory)?;
    copy.extend_from_slice(list);
    Ok(copy)
}

/// A list with room for so many items, which are claimed. Whoever hands it out releases them.
pub(super) fn list_of<T>(items: usize, memory: &mut Memory) -> Result<Vec<T>, Stop> {
    let bytes = items.checked_mul(size_of::<T>()).ok_or(Stop::OutOfMemory)?;
    memory.claim(bytes)?;
    let mut list = Vec::new();
    if list.try_reserve_exact(items).is_err() {
        memory.release(bytes);
        return Err(Stop::OutOfMemory);
    }
    Ok(list)
}

/// The first states of the layer, in the order of the table; so many there are.
pub(super) fn first<P: Puzzle, L: Layers<P> + ?Sized>(
    table: &L,
    states: usize,
    memory: &mut Memory,
) -> Result<Vec<L::Item>, L::Error> {
    let mut items = list_of(states, memory)?;
    let each = if states > 0 {
        table.each(&mut |item| {
            items.push(item);
            items.len() < states
        })
    } else {
        Ok(())
    };
    memory.release(states * size_of::<L::Item>());
    each.map(|()| items)
}
