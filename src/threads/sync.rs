//! The primitives that threads share, under one name, which a model checker can replace by its own
//! (`tests/interleavings`).

pub(crate) use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. A poisoned one is harmless: a panic stops all threads, and nothing relies on the data after it.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
