//! [`Layered`]: what every breadth-first search by whole layers has in common; [`Growth`]: the loop over it.

use alloc::vec::Vec;

use super::census::Census;
use crate::account::{Claimed, Meter, Quota, Side, Stop};

/// What grows layer by layer.
pub(crate) trait Layered {
    /// Why a layer was left undone.
    type Error: From<Stop>;

    /// Makes the starts layer 0, in the place of whatever there was; returns how many they are.
    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, Self::Error>;

    /// Goes on to the next layer, which takes the place of the last, if that many states may be stored. Returns how
    /// many states it has, or `None` if there is no further layer: where edges have costs, a layer may be empty and not
    /// be the last. Counts the states that are expanded. After a stop it is called again, and then does what is left.
    fn advance(&mut self, so_far: SoFar, meter: &mut Meter<'_>)
    -> Result<Option<u64>, Self::Error>;

    /// Forgets all layers, and gives back their memory.
    fn clear(&mut self);

    /// Whether to go on, which all who share the work agree on.
    fn agree(&mut self, own: Result<(), Stop>) -> Result<(), Self::Error> {
        Ok(own?)
    }
}

/// Layers of which the states can be looked at.
pub(crate) trait LayerStore: Layered {
    /// What stands for a state: a rank, its bytes, or the state itself.
    type Id;

    /// Visits the states of the last layer, some at a time, until it is told that it is enough.
    fn each(&self, visit: &mut dyn FnMut(&[Self::Id]) -> bool) -> Result<(), Self::Error>;
}

/// Why work that can also fail was left undone.
#[derive(Clone, Debug)]
pub(crate) enum Halt<E> {
    Stop(Stop),
    Failed(E),
    /// What was sought is found.
    #[cfg(feature = "std")]
    Found,
}

impl<E> From<Stop> for Halt<E> {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl<E> Halt<E> {
    /// A stop, apart from a failure.
    pub(crate) fn apart<T>(end: Result<T, Self>) -> Result<Result<T, Stop>, E> {
        match end {
            Ok(done) => Ok(Ok(done)),
            Err(Self::Stop(stop)) => Ok(Err(stop)),
            Err(Self::Failed(error)) => Err(error),
            #[cfg(feature = "std")]
            Err(Self::Found) => unreachable!("nothing is sought"),
        }
    }
}

/// How many states were seen before the next layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SoFar {
    /// The depth of the last layer.
    pub(crate) depth: u64,
    /// In all layers.
    pub(crate) seen: u64,
    /// In the last one.
    pub(crate) layer: u64,
}

/// A breadth-first search that is under way.
#[derive(Debug)]
pub(crate) struct Growth<L> {
    pub(crate) store: L,
    side: Side,
    layers: Claimed<Vec<u64>>,
    total: u64,
    stage: Stage,
}

/// Sees each layer once it is complete.
type Visit<'v, L, E> = &'v mut dyn FnMut(&[u64], u64, &L) -> Result<(), E>;

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    New,
    /// A layer of so many states is complete and not listed yet.
    Complete(u64),
    Listed,
    Over,
}

impl<L: Layered> Growth<L> {
    pub(crate) fn new(store: L, side: Side) -> Self {
        Self {
            store,
            side,
            layers: Claimed::default(),
            total: 0,
            stage: Stage::New,
        }
    }

    /// On from these layers, of which the store has the last, and which may be all.
    pub(crate) fn resume(
        &mut self,
        layers: &[u64],
        is_over: bool,
        quota: &Quota,
    ) -> Result<(), Stop> {
        self.layers = Claimed::with_room(layers.len(), quota)?;
        quota.set_aside(size_of_val(layers))?;
        for &states in layers {
            self.layers.push_within(states);
        }
        self.total = layers.iter().sum();
        self.stage = if is_over { Stage::Over } else { Stage::Listed };
        Ok(())
    }

    /// Whether it has not begun.
    pub(crate) const fn is_new(&self) -> bool {
        matches!(self.stage, Stage::New)
    }

    /// Forgets all layers: the next run begins anew.
    pub(crate) fn reset(&mut self) {
        self.store.clear();
        self.stage = Stage::New;
        (self.layers, self.total) = (Claimed::default(), 0);
    }

    /// The layers that were listed.
    pub(crate) fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The layers that are complete, of which the last may not be listed yet.
    #[cfg(feature = "std")]
    pub(crate) fn complete_layers(&self) -> Vec<u64> {
        let mut layers = self.layers.to_vec();
        if let Stage::Complete(states) = self.stage {
            layers.push(states);
        }
        layers
    }

    /// The layers, of a search that is over.
    pub(crate) fn take_layers(&mut self) -> Vec<u64> {
        core::mem::take(&mut self.layers).into_inner()
    }

    /// How many states of the last layer listed the store has.
    fn last_layer(&self) -> usize {
        let is_kept = matches!(self.stage, Stage::Listed | Stage::Over);
        let last = self.layers.last().filter(|_| is_kept);
        last.map_or(0, |&states| usize::try_from(states).unwrap_or(usize::MAX))
    }

    /// Begins, unless it has begun.
    pub(crate) fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), L::Error> {
        if self.is_new() {
            let first = self.store.begin(meter)?;
            self.stage = if first == 0 {
                Stage::Over
            } else {
                meter.store(first)?;
                Stage::Complete(first)
            };
        }
        Ok(())
    }

    /// Begins, or goes on layer by layer, and shows each to a visitor: the numbers of states of those before it, its
    /// own, and the store.
    pub(crate) fn grow<E: From<Stop> + From<L::Error>>(
        &mut self,
        meter: &mut Meter<'_>,
        visit: Visit<'_, L, E>,
    ) -> Result<(), E> {
        self.begin(meter)?;
        while self.stage != Stage::Over {
            if let Stage::Complete(states) = self.stage {
                self.make_room(meter.memory())?;
                visit(&self.layers, states, &self.store)?;
                let depth = self.layers.len() as u64;
                self.stage = Stage::Listed;
                self.total += states;
                self.layers.push_within(states);
                meter.meet(states);
                let shown = meter.finish_layer(self.side, depth, states);
                self.store.agree(shown)?;
            }
            let depth = (self.layers.len() as u64).saturating_sub(1);
            let may = may_expand(depth, self.total, meter);
            self.store.agree(may)?;
            let so_far = SoFar {
                depth,
                seen: self.total,
                layer: self.layers.last().copied().unwrap_or(0),
            };
            let next = self.store.advance(so_far, meter)?;
            self.stage = next.map_or(Stage::Over, Stage::Complete);
        }
        Ok(())
    }

    /// Makes room to list one more layer, and for the copy of the list that a stopped search hands out.
    fn make_room(&mut self, quota: &Quota) -> Result<(), Stop> {
        let old = self.layers.capacity();
        if self.layers.len() < old {
            return Ok(());
        }
        // By little: a space may be as deep as it is large.
        let more = old / 8 + 16;
        let bytes = more * size_of::<u64>();
        quota.set_aside(bytes)?;
        let grown = self.layers.set_capacity(old + more, quota);
        grown.inspect_err(|_| quota.put_back(bytes))
    }

    /// What was counted so far, with these states of the last layer: the list itself if it is over, which is when
    /// nothing has stopped it.
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

impl<L: LayerStore> Growth<L> {
    /// The first states of the last layer, in the order of the store, at most so many.
    pub(crate) fn first(&self, most: usize, quota: &Quota) -> Result<Claimed<Vec<L::Id>>, L::Error>
    where
        L::Id: Clone,
    {
        let most = most.min(self.last_layer());
        let mut ids = Claimed::<Vec<_>>::with_room(most, quota)?;
        if most > 0 {
            self.store.each(&mut |states| {
                for id in states.iter().take(most - ids.len()) {
                    ids.push_within(id.clone());
                }
                ids.len() < most
            })?;
        }
        Ok(ids)
    }

    /// The least states of the last layer, in order, at most so many.
    pub(crate) fn least(&self, most: usize, quota: &Quota) -> Result<Claimed<Vec<L::Id>>, L::Error>
    where
        L::Id: Copy + Ord,
    {
        let most = most.min(self.last_layer());
        let mut least = Claimed::<alloc::collections::BinaryHeap<_>>::with_room(most, quota)?;
        if most > 0 {
            self.store.each(&mut |states| {
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

/// Whether the layer of this depth may be expanded, with which so many states were seen.
pub(crate) fn may_expand(depth: u64, seen: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
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
