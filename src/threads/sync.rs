//! What threads have in common, by one name: a model checker puts its own in its place
//! (`tests/interleavings`).

pub(crate) use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use std::sync::{Mutex, MutexGuard, PoisonError};

/// Opens a lock. Whoever panics with it stops the others: what is left behind it is not relied on.
pub(crate) fn open<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
