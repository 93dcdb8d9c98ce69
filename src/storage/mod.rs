//! The nodes of a search and its open lists: an arena of nodes, the index that finds them by state, and queues by key.

mod arena;
mod bit_set;
mod bytes;
mod hash;
mod index;
mod key;
mod map;
mod node_table;
mod open_list;
mod reached_table;

pub(crate) use arena::Arena;
pub(crate) use bit_set::BitSet;
pub(crate) use hash::{FixedState, FoldHasher};
pub(crate) use index::Index;
pub(crate) use key::{ByHash, Key, Keys};
pub(crate) use map::Map;
pub(crate) use node_table::{
    Linked, Node, NodeTable, Vacancy, are_rooted, extend_to_root, states_to_root,
};
pub(crate) use open_list::{Entry, Heap, MOST_KINDS, OpenList, RoundRobin, Waiting};
pub use reached_table::ReachedTable;
