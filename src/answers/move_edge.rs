//! [`MoveEdge`]: an edge with its move. Edges are the same if they agree in move and target.

use alloc::vec::Vec;

/// An edge out of a state.
#[derive(Clone, Debug)]
pub(super) struct MoveEdge<M, C> {
    pub(super) mv: M,
    /// The index of its target.
    pub(super) to: u32,
    pub(super) cost: C,
    /// The position of the target among the neighbors.
    pub(super) nth: u32,
}

/// Removes duplicate edges: of those with the same move and target a cheapest one stays. The order is that of the
/// neighbors.
pub(super) fn keep_distinct<M: PartialEq, C: Ord + Copy>(edges: &mut Vec<MoveEdge<M, C>>) {
    edges.sort_unstable_by_key(|edge| (edge.to, edge.cost, edge.nth));
    let (mut kept, mut same) = (0, 0);
    for at in 0..edges.len() {
        if kept == 0 || edges[kept - 1].to != edges[at].to {
            same = kept;
        }
        // The edges kept from `same` on have the same target as this one.
        if edges[same..kept].iter().all(|edge| edge.mv != edges[at].mv) {
            edges.swap(kept, at);
            kept += 1;
        }
    }
    edges.truncate(kept);
    edges.sort_unstable_by_key(|edge| edge.nth);
}
