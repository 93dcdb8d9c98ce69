//! [`Layered`]: a breadth-first search whose step is a whole layer; [`LayeredSearch`]: the loop that drives it, lists
//! the sizes of the layers, enforces the limits and resumes after a stop.
//!
//! Invariant: a layer is listed only when it is complete and has been visited. In between, its size is in the stage, so
//! that a stop loses and repeats no layer.

use alloc::vec::Vec;

use super::census::Census;
use crate::account::{Claimed, Limited, Meter, Quota, ReportedList, Side, Stop};

/// A set of states that grows by one breadth-first layer at a time.
pub(crate) trait Layered {
    /// Why a layer could not be completed.
    type Error: From<Stop>;

    /// Replaces all contents by the starts, which are layer 0; returns the number of distinct starts.
    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, Self::Error>;

    /// Expands the last layer and replaces it by the next one, within the limit on stored states. Returns the size of
    /// the new layer, or `None` if there is none; where edges have costs, an empty layer need not be the last. Counts
    /// the states that are expanded. After a stop, a second call does the rest of the work.
    fn advance(&mut self, so_far: Front, meter: &mut Meter<'_>)
    -> Result<Option<u64>, Self::Error>;

    /// Drops all layers and releases their memory.
    fn clear(&mut self);
}

/// A layered search that gives access to the states of its last layer.
pub(crate) trait LayerStore: Layered {
    /// How a state is identified: by its rank, by its bytes, or by itself.
    type Id;

    /// Visits the states of the last layer, in batches, until `visit` returns `false`.
    fn visit_states(&self, visit: &mut dyn FnMut(&[Self::Id]) -> bool) -> Result<(), Self::Error>;
}

/// A table of the layers of a space with ranks.
pub(crate) trait RankTable: LayerStore<Id = u64, Error = Stop> {
    /// Restores a search from the ranks that were seen, each with whether it is in the last of `layers` layers.
    fn restore(
        &mut self,
        layers: usize,
        seen: &mut dyn Iterator<Item = (u64, bool)>,
        quota: &Quota,
    ) -> Result<(), Stop>;
}

/// The front of a breadth-first search, from which the next layer is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Front {
    /// The depth of the last layer.
    pub depth: u64,
    /// The number of states in all layers.
    pub seen: u64,
    /// The number of states in the last layer.
    pub layer: u64,
}

/// A breadth-first search by layers, suspended or running.
#[derive(Debug)]
pub(crate) struct LayeredSearch<L> {
    pub(crate) store: L,
    side: Side,
    /// The sizes of the listed layers, and their sum.
    layers: ReportedList<u64>,
    total: u64,
    stage: SearchStage,
}

/// Called for each complete layer, with the sizes of the layers before it, its own size, and the store.
type Visit<'v, L> = &'v mut dyn FnMut(&[u64], u64, &L) -> Result<(), <L as Layered>::Error>;

/// What the search does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchStage {
    New,
    /// A layer of this size is complete and not listed yet.
    Complete(u64),
    /// All complete layers are listed, and the last one is to be expanded.
    Listed,
    /// There is no further layer.
    Over,
}

impl<L: Layered> LayeredSearch<L> {
    pub(crate) fn new(store: L, side: Side) -> Self {
        Self {
            store,
            side,
            layers: ReportedList::new(),
            total: 0,
            stage: SearchStage::New,
        }
    }

    /// Resumes after these layers, of which the store holds the last.
    pub(crate) fn resume(&mut self, layers: &[u64], quota: &Quota) -> Result<(), Stop> {
        self.layers = ReportedList::copy_of(layers, quota)?;
        self.total = layers.iter().sum();
        self.stage = SearchStage::Listed;
        Ok(())
    }

    /// Ends the search: there is no further layer.
    #[cfg(feature = "std")]
    pub(crate) const fn end(&mut self) {
        self.stage = SearchStage::Over;
    }

    /// Whether it has not begun.
    pub(crate) const fn is_new(&self) -> bool {
        matches!(self.stage, SearchStage::New)
    }

    /// Drops all layers, so that the next run begins with the starts.
    pub(crate) fn reset(&mut self) {
        self.store.clear();
        self.stage = SearchStage::New;
        (self.layers, self.total) = (ReportedList::new(), 0);
    }

    /// The sizes of the layers that are listed.
    pub(crate) fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The sizes of all complete layers, including one that is not listed yet.
    #[cfg(feature = "std")]
    pub(crate) fn complete_layers(&self) -> Vec<u64> {
        let mut layers = self.layers.to_vec();
        if let SearchStage::Complete(states) = self.stage {
            layers.push(states);
        }
        layers
    }

    /// Hands out the sizes of the layers of a finished search.
    pub(crate) fn take_layers(&mut self) -> Vec<u64> {
        self.layers.take()
    }

    /// The size of the last listed layer, or 0 if the store does not hold that layer.
    fn last_layer(&self) -> usize {
        let is_kept = matches!(self.stage, SearchStage::Listed | SearchStage::Over);
        let last = self.layers.last().filter(|_| is_kept);
        last.map_or(0, |&states| usize::try_from(states).unwrap_or(usize::MAX))
    }

    /// Stores the starts, unless that is done.
    pub(crate) fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), L::Error> {
        if self.is_new() {
            let first = self.store.begin(meter)?;
            self.stage = if first == 0 {
                SearchStage::Over
            } else {
                meter.store(first)?;
                SearchStage::Complete(first)
            };
        }
        Ok(())
    }

    /// Runs until there is no further layer or a limit stops the search, and passes each layer to `visit`.
    pub(crate) fn grow(
        &mut self,
        meter: &mut Meter<'_>,
        visit: Visit<'_, L>,
    ) -> Result<(), L::Error> {
        self.begin(meter)?;
        while self.stage != SearchStage::Over {
            if let SearchStage::Complete(states) = self.stage {
                self.layers.make_room(16, meter.memory())?;
                visit(&self.layers, states, &self.store)?;
                let depth = self.layers.len() as u64;
                self.stage = SearchStage::Listed;
                self.total += states;
                self.layers.push_within(states);
                meter.cover(states);
                meter.finish_layer(self.side, depth, states)?;
            }
            let depth = (self.layers.len() as u64).saturating_sub(1);
            may_expand(depth, self.total, meter)?;
            let so_far = Front {
                depth,
                seen: self.total,
                layer: self.layers.last().copied().unwrap_or(0),
            };
            let next = self.store.advance(so_far, meter)?;
            self.stage = next.map_or(SearchStage::Over, SearchStage::Complete);
        }
        Ok(())
    }

    /// The result so far, with `hardest` as the states of the last layer. A finished search moves its list of layers
    /// out; a stopped one keeps it and returns a copy.
    pub(crate) fn census<S>(
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
            Ok(()) => (self.take_layers(), end),
            Err(_) => match self.layers.copy(meter.memory()) {
                Ok(layers) => (layers, end),
                Err(stop) => (Vec::new(), Err(stop)),
            },
        };
        Census {
            layers,
            hardest,
            stop: end.err(),
            stats: meter.stats(),
            peak_disk_bytes: 0,
            elapsed: meter.elapsed(),
        }
    }
}

impl<L: LayerStore> LayeredSearch<L> {
    /// The first `most` states of the last layer, in the order of the store.
    pub(crate) fn first(&self, most: usize, quota: &Quota) -> Result<Claimed<Vec<L::Id>>, L::Error>
    where
        L::Id: Clone,
    {
        let most = most.min(self.last_layer());
        let mut ids = Claimed::<Vec<_>>::with_room(most, quota)?;
        if most > 0 {
            self.store.visit_states(&mut |states| {
                for id in states.iter().take(most - ids.len()) {
                    ids.push_within(id.clone());
                }
                ids.len() < most
            })?;
        }
        Ok(ids)
    }

    /// The `most` least states of the last layer, in ascending order.
    pub(crate) fn least(&self, most: usize, quota: &Quota) -> Result<Claimed<Vec<L::Id>>, L::Error>
    where
        L::Id: Copy + Ord,
    {
        let most = most.min(self.last_layer());
        let mut least = Claimed::<alloc::collections::BinaryHeap<_>>::with_room(most, quota)?;
        if most > 0 {
            self.store.visit_states(&mut |states| {
                for &id in states {
                    if least.len() < most {
                        least.push_within(id);
                    } else {
                        least.replace_greatest(id);
                    }
                }
                true
            })?;
        }
        Ok(least.into_sorted())
    }
}

/// Whether the limits permit to expand the layer at `depth`, with which `seen` states have been seen.
pub(crate) fn may_expand(depth: u64, seen: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
    let limits = meter.limits();
    if limits.moves.is_some_and(|max| depth >= max) {
        return Err(Stop::Moves);
    }
    limits.admit(Limited::Expanded, seen)?;
    meter.look()
}
