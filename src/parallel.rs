//! Work on independent items, by several threads with feature `rayon`.

/// Does `work` for every item, in any order, and adds up what it answers.
#[cfg(feature = "rayon")]
pub(crate) fn sum<T: Send>(items: alloc::vec::Vec<T>, work: impl Fn(T) -> u64 + Sync) -> u64 {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    items.into_par_iter().map(&work).sum()
}

/// Does `work` for every item and adds up what it answers.
#[cfg(not(feature = "rayon"))]
pub(crate) fn sum<T: Send>(items: alloc::vec::Vec<T>, work: impl Fn(T) -> u64 + Sync) -> u64 {
    items.into_iter().map(work).sum()
}
