//! [`Along`]: an edge out of a state, told apart from others by its move and where it leads.

use alloc::vec::Vec;

/// An edge out of a state.
#[derive(Clone, Debug)]
pub(super) struct Along<M, C> {
    pub(super) mv: M,
    /// The number of the state that it leads to.
    pub(super) to: u32,
    pub(super) cost: C,
    /// Which neighbor that is.
    pub(super) nth: u32,
}

/// Keeps one of edges with the same move to the same state, a cheapest; in neighbor order.
pub(super) fn keep_distinct<M: PartialEq, C: Ord + Copy>(edges: &mut Vec<Along<M, C>>) {
    edges.sort_unstable_by_key(|edge| (edge.to, edge.cost, edge.nth));
    let (mut kept, mut same) = (0, 0);
    for at in 0..edges.len() {
        if kept == 0 || edges[kept - 1].to != edges[at].to {
            same = kept;
        }
        if edges[same..kept].iter().all(|edge| edge.mv != edges[at].mv) {
            edges.swap(kept, at);
            kept += 1;
        }
    }
    edges.truncate(kept);
    edges.sort_unstable_by_key(|edge| edge.nth);
}
