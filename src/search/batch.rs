//! [`Batch`]: children waiting to be looked up together.

use alloc::vec::Vec;

use crate::monitor::{Memory, Stop};

/// How many states are expanded before their children are looked up.
///
/// In a table that no longer fits into the cache nearly every lookup waits for memory; those of a
/// batch wait together. A small table is better served one by one, since a later state of a batch
/// is expanded without the knowledge of the earlier ones' children.
pub(super) const fn size(stored: usize) -> usize {
    if is_cached(stored) { 1 } else { MOST }
}

/// The most states that are expanded together.
pub(super) const MOST: usize = 16;

/// Whether a table of so many states fits into the cache.
pub(super) const fn is_cached(stored: usize) -> bool {
    const CACHED: usize = 1 << 14;
    stored < CACHED
}

/// A child on its way into a table.
#[derive(Debug)]
pub(super) struct Child<S, G> {
    pub(super) hash: u64,
    pub(super) state: S,
    pub(super) parent: u32,
    pub(super) g: G,
}

/// Children in the order in which they were generated.
#[derive(Debug)]
pub(super) struct Batch<S, G>(Vec<Child<S, G>>);

impl<S, G> Batch<S, G> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Makes room for so many children in all.
    #[inline]
    pub(super) fn reserve(&mut self, children: usize, memory: &mut Memory) -> Result<(), Stop> {
        if children > self.0.capacity() {
            self.grow(children, memory)?;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, children: usize, memory: &mut Memory) -> Result<(), Stop> {
        let bytes = size_of::<Child<S, G>>();
        let (old, new) = (self.0.capacity(), children.next_power_of_two().max(64));
        memory.claim(new.saturating_mul(bytes))?;
        self.0
            .try_reserve_exact(new - self.0.len())
            .map_err(|_| Stop::OutOfMemory)?;
        memory.release(old * bytes);
        Ok(())
    }

    /// Adds a child.
    #[inline]
    pub(super) fn push(&mut self, child: Child<S, G>, memory: &mut Memory) -> Result<(), Stop> {
        self.reserve(self.0.len() + 1, memory)?;
        self.0.push(child);
        Ok(())
    }

    /// Adds a child for which there is room, and takes it out again if it is `known`.
    #[inline]
    pub(super) fn push_unless(&mut self, known: bool, child: Child<S, G>) {
        self.0.push(child);
        // Whether it is known cannot be predicted: this way it need not be.
        self.0.truncate(self.0.len() - usize::from(known));
    }

    /// Forgets all children but the first ones.
    pub(super) fn truncate(&mut self, children: usize) {
        self.0.truncate(children);
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> + Clone {
        self.0.iter().map(|child| child.hash)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Child<S, G>> {
        self.0.iter()
    }

    #[inline]
    pub(super) fn first(&self) -> Option<&Child<S, G>> {
        self.0.first()
    }

    /// How many children to look up at once, with room for so many: all, unless there are very many,
    /// of which most may be known.
    #[inline]
    pub(super) fn piece(&self, room: u64) -> usize {
        let most = self.0.len().min((self.0.len() / 4).max(64));
        most.min(usize::try_from(room).unwrap_or(usize::MAX)).max(1)
    }

    /// Takes out the first so many.
    #[inline]
    pub(super) fn drain(&mut self, children: usize) -> impl Iterator<Item = Child<S, G>> {
        self.0.drain(..children)
    }
}
