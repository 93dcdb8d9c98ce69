//! The loops that solvers share, each once.

pub(crate) mod deepening;
