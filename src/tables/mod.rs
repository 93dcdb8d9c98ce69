//! Tables of exact distances that heuristics look up.

pub(crate) mod build;
mod build_error;
#[cfg(feature = "std")]
pub(crate) mod cached;
mod pattern_database;

pub use build_error::BuildError;
pub(crate) use pattern_database::Additive;
pub use pattern_database::{Abstraction, KeptPieces, PatternDatabase, PieceSpace, Places};
