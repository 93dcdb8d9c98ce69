//! Where nodes are kept: private to the crate, except for the hash.

mod arena;
mod bit_table;
mod bytes;
mod hash;
mod index;
mod node_table;
mod open_list;

pub(crate) use arena::Arena;
pub(crate) use bit_table::BitTable;
pub use hash::{FixedState, FoldHasher};
pub(crate) use node_table::{Node, NodeTable};
pub(crate) use open_list::{Entry, OpenList};
