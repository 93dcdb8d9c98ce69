//! What threads have in common, by one name: a model checker puts its own in its place
//! (`tests/interleavings`).

pub(super) use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(super) use std::sync::{Mutex, MutexGuard, PoisonError};
