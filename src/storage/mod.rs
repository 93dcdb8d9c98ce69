//! Where nodes are kept: private to the crate, except for the hash.

mod arena;
mod bytes;
mod hash;
mod index;
mod node_table;
mod open_list;

pub use hash::{FixedState, FoldHasher};
pub(crate) use node_table::{Node, NodeTable};
pub(crate) use open_list::{Entry, OpenList};
