//! [`Batch`]: children waiting to be looked up together.

use alloc::vec::Vec;

use crate::monitor::{Memory, Stop};

/// How many states are expanded before their children are looked up.
///
/// In a table that no longer fits into the cache nearly every lookup waits for memory; those of a
/// batch wait together. A small table is better served one by one, since a later state of a batch
/// is expanded without the knowledge of the earlier ones' children.
pub(super) const fn size(stored: usize) -> usize {
    const CACHED: usize = 1 << 14;
    if stored < CACHED { 1 } else { 16 }
}

/// A child on its way into a table.
pub(super) struct Child<S, G> {
    pub(super) hash: u64,
    pub(super) state: S,
    pub(super) parent: u32,
    pub(super) g: G,
}

/// Children in the order in which they were generated.
pub(super) struct Batch<S, G>(Vec<Child<S, G>>);

impl<S, G> Batch<S, G> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    #[inline]
    pub(super) fn push(&mut self, child: Child<S, G>, memory: &mut Memory) -> Result<(), Stop> {
        if self.0.len() == self.0.capacity() {
            self.grow(memory)?;
        }
        self.0.push(child);
        Ok(())
    }

    #[cold]
    fn grow(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let child = size_of::<Child<S, G>>();
        let (old, new) = (self.0.capacity(), (2 * self.0.capacity()).max(8));
        memory.claim(new * child)?;
        self.0
            .try_reserve_exact(new - self.0.len())
            .map_err(|_| Stop::OutOfMemory)?;
        memory.release(old * child);
        Ok(())
    }

    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> + Clone {
        self.0.iter().map(|child| child.hash)
    }

    #[inline]
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Child<S, G>> {
        self.0.drain(..)
    }
}
