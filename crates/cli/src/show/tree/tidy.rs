//! The layout of a tree: parents are centered above their children, and subtrees are as close together as their
//! contours allow (E. Reingold, J. Tilford, "Tidier drawings of trees", 1981).

use super::nodes::SearchTree;

/// The contour of a subtree: how far it extends to the left and to the right of its root, row by row.
type Contour = Vec<(f64, f64)>;

/// The column and row of each node. Columns can be fractional; the leftmost is 0.
pub(super) fn layout(tree: &SearchTree) -> Vec<(f64, f64)> {
    let nodes = &tree.nodes;
    let mut outlines: Vec<Contour> = vec![Vec::new(); nodes.len()];
    // The offset of each node to the right of its parent.
    let mut offsets = vec![0.0; nodes.len()];
    // Children come after their parents.
    for (index, node) in nodes.iter().enumerate().rev() {
        let mut all: Contour = Vec::new();
        for &child in &node.children {
            let outline = std::mem::take(&mut outlines[child]);
            let gaps = all
                .iter()
                .zip(&outline)
                .map(|(placed, new)| placed.1 - new.0);
            offsets[child] = gaps.reduce(f64::max).map_or(0.0, |gap| gap + 1.0);
            include(&mut all, &outline, offsets[child]);
        }
        let ends = node.children.first().zip(node.children.last());
        let middle = ends.map_or(0.0, |(&a, &b)| f64::midpoint(offsets[a], offsets[b]));
        for &child in &node.children {
            offsets[child] -= middle;
        }
        let moved = all.iter().map(|row| (row.0 - middle, row.1 - middle));
        outlines[index] = [(0.0, 0.0)].into_iter().chain(moved).collect();
    }
    let mut at = vec![(0.0, 0.0); nodes.len()];
    if let Some(outline) = outlines.first() {
        at[0].0 = -outline.iter().map(|row| row.0).fold(0.0, f64::min);
    }
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            at[index] = (at[parent].0 + offsets[index], at[parent].1 + 1.0);
        }
    }
    at
}

/// Adds a subtree to the right of others.
fn include(all: &mut Contour, outline: &Contour, offset: f64) {
    for (row, &(left, right)) in outline.iter().enumerate() {
        match all.get_mut(row) {
            Some(reach) => reach.1 = right + offset,
            None => all.push((left + offset, right + offset)),
        }
    }
}
