//! The blocks (biconnected components) of a graph, and the permutations of the pieces in each block that closed walks
//! of the blank can make, by Wilson's theorem.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::permutation::PermutationGroup;
use crate::permutation::{Parity, Permutation};
use crate::puzzles::homes;

/// A block of a graph, as seen from the vertex by which the blank enters it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GraphBlock {
    /// The vertices except the entry. Those of a cycle are in their order on the cycle.
    pub(super) vertices: Box<[u8]>,
    pub(super) kind: BlockKind,
}

/// The permutations of the pieces of a block that closed walks of the blank from the entry can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// The block is a single edge: only the identity.
    Edge,
    /// The block is a cycle: all rotations.
    Cycle,
    /// The block is the graph theta-0: the group that these permutations of the vertices' indices generate.
    Exception(Box<[Permutation]>),
    /// Any other bipartite block: all even permutations.
    Bipartite,
    /// Any other block: all permutations.
    General,
}

impl GraphBlock {
    /// Whether the blank can make this permutation of the vertices' indices.
    pub(super) fn allows(&self, images: &Permutation) -> bool {
        match &self.kind {
            BlockKind::Edge => images.is_identity(),
            BlockKind::Cycle => {
                let (shift, points) = (images.image(0), images.points());
                (0..points).all(|at| images.image(at) == (at + shift) % points)
            }
            BlockKind::Exception(generators) => PermutationGroup::new(generators).contains(images),
            BlockKind::Bipartite => images.parity() == Parity::Even,
            BlockKind::General => true,
        }
    }

    /// The number of permutations that the blank can make, or `None` if it exceeds the range of `u128`.
    pub(super) fn order(&self) -> Option<u128> {
        let factorial = || (1..=self.vertices.len() as u128).try_fold(1, u128::checked_mul);
        match &self.kind {
            BlockKind::Edge => Some(1),
            BlockKind::Cycle => Some(self.vertices.len() as u128),
            BlockKind::Exception(generators) => PermutationGroup::new(generators).order(),
            BlockKind::Bipartite => factorial().map(|order| order / 2),
            BlockKind::General => factorial(),
        }
    }
}

/// The blocks of the component of `root`, which is the blank's goal vertex, by depth-first search (J. Hopcroft and R.
/// Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", 1973). Every vertex except the root is in
/// [`vertices`](GraphBlock::vertices) of exactly one block.
pub(super) fn blocks(adjacent: &[Box<[u8]>], root: usize) -> Box<[GraphBlock]> {
    let mut search = BlockSearch {
        adjacent,
        discovered: vec![None; adjacent.len()],
        visited: 0,
        pending: Vec::new(),
        blocks: Vec::new(),
    };
    search.visit(root, None);
    search.blocks.into_boxed_slice()
}

struct BlockSearch<'a> {
    adjacent: &'a [Box<[u8]>],
    /// The index of each vertex in the order of discovery.
    discovered: Vec<Option<usize>>,
    visited: usize,
    /// The stack of vertices whose block is not complete.
    pending: Vec<u8>,
    blocks: Vec<GraphBlock>,
}

impl BlockSearch<'_> {
    /// Returns the least discovery index that an edge from the subtree leads to (the low point). The depth of the
    /// recursion is at most the number of vertices, 64.
    fn visit(&mut self, vertex: usize, parent: Option<usize>) -> usize {
        let order = self.visited;
        self.discovered[vertex] = Some(order);
        self.visited += 1;
        let mut earliest = order;
        let adjacent = self.adjacent;
        for next in adjacent[vertex].iter().map(|&next| usize::from(next)) {
            if Some(next) == parent {
                continue;
            }
            if let Some(seen) = self.discovered[next] {
                earliest = earliest.min(seen);
                continue;
            }
            let start = self.pending.len();
            self.pending.push(next as u8);
            let below = self.visit(next, Some(vertex));
            earliest = earliest.min(below);
            if below >= order {
                // No edge from the subtree leads above this vertex, so with it the pending vertices of the subtree are
                // a block.
                let vertices = self.pending.split_off(start);
                self.blocks.push(classify(adjacent, vertex, vertices));
            }
        }
        earliest
    }
}

/// Applies the theorem of R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", 1974, to a block.
fn classify(adjacent: &[Box<[u8]>], entry: usize, vertices: Vec<u8>) -> GraphBlock {
    let within = |v: usize| v == entry || vertices.contains(&(v as u8));
    let neighbors_within = |v: usize| {
        let next = adjacent[v].iter().map(|&next| usize::from(next));
        next.filter(|&next| within(next))
    };
    let block_vertices = || core::iter::once(entry).chain(vertices.iter().map(|&v| usize::from(v)));
    let kind = if vertices.len() == 1 {
        BlockKind::Edge
    } else if block_vertices().all(|v| neighbors_within(v).count() == 2) {
        return GraphBlock {
            vertices: cycle_order(entry, neighbors_within),
            kind: BlockKind::Cycle,
        };
    } else if is_theta_0(block_vertices, neighbors_within) {
        BlockKind::Exception(walk_permutations(entry, &vertices, neighbors_within))
    } else {
        match is_bipartite(adjacent.len(), entry, neighbors_within) {
            true => BlockKind::Bipartite,
            false => BlockKind::General,
        }
    };
    GraphBlock {
        vertices: vertices.into_boxed_slice(),
        kind,
    }
}

/// The vertices of a cycle in order, without the entry.
fn cycle_order<I: Iterator<Item = usize>>(
    entry: usize,
    neighbors_within: impl Fn(usize) -> I,
) -> Box<[u8]> {
    let mut vertices = Vec::new();
    let (mut before, mut at) = (entry, entry);
    while let Some(next) = neighbors_within(at).find(|&next| next != before) {
        if next == entry {
            break;
        }
        vertices.push(next as u8);
        (before, at) = (at, next);
    }
    vertices.into_boxed_slice()
}

/// Whether a block is theta-0: two vertices joined by three paths with one, two and two inner vertices.
fn is_theta_0<A, I>(block_vertices: impl Fn() -> A, neighbors_within: impl Fn(usize) -> I) -> bool
where
    A: Iterator<Item = usize>,
    I: Iterator<Item = usize>,
{
    // Of the seven vertices, two have degree three and five have degree two, so three paths join the former. No path
    // is a single edge, and exactly one has a single inner vertex.
    let branches: Vec<usize> = block_vertices()
        .filter(|&v| neighbors_within(v).count() == 3)
        .collect();
    let [a, b] = branches[..] else { return false };
    let others = block_vertices()
        .filter(|&v| neighbors_within(v).count() == 2)
        .count();
    let between =
        block_vertices().filter(|&v| neighbors_within(v).all(|next| next == a || next == b));
    others == 5 && neighbors_within(a).all(|next| next != b) && between.count() == 1
}

fn is_bipartite<I: Iterator<Item = usize>>(
    vertices: usize,
    entry: usize,
    neighbors_within: impl Fn(usize) -> I,
) -> bool {
    let mut side = vec![None; vertices];
    side[entry] = Some(Parity::Even);
    let mut open = vec![entry];
    while let Some(vertex) = open.pop() {
        let other = side[vertex].map(|side| side + Parity::Odd);
        for next in neighbors_within(vertex) {
            if side[next].is_none() {
                side[next] = other;
                open.push(next);
            } else if side[next] != other {
                return false;
            }
        }
    }
    true
}

/// For each edge, the permutation that the blank makes by going to it along a spanning tree, across it and back. These
/// closed walks generate all others; an edge of the tree gives the identity.
fn walk_permutations<I: Iterator<Item = usize>>(
    entry: usize,
    vertices: &[u8],
    neighbors_within: impl Fn(usize) -> I,
) -> Box<[Permutation]> {
    let mut paths: Vec<(usize, Vec<usize>)> = vec![(entry, vec![entry])];
    let mut at = 0;
    while let Some((vertex, path)) = paths.get(at).cloned() {
        for next in neighbors_within(vertex) {
            if paths.iter().all(|&(seen, _)| seen != next) {
                let mut path = path.clone();
                path.push(next);
                paths.push((next, path));
            }
        }
        at += 1;
    }
    let index = |vertex: usize| vertices.iter().position(|&v| usize::from(v) == vertex);
    let mut walks = Vec::new();
    for (a, to) in &paths {
        for (b, back) in &paths {
            if a < b && neighbors_within(*a).any(|next| next == *b) {
                let mut piece_at: Vec<usize> = (0..homes::CELLS).collect();
                let walk: Vec<usize> = to.iter().chain(back.iter().rev()).copied().collect();
                for step in walk.windows(2) {
                    // The piece moves to the vertex that the blank leaves.
                    piece_at.swap(step[0], step[1]);
                }
                let images = vertices
                    .iter()
                    .map(|&v| piece_at.iter().position(|&p| p == usize::from(v)));
                let images = images.map(|at| at.and_then(index).unwrap_or(0) as u32);
                walks.push(Permutation::from_images(images));
            }
        }
    }
    walks.into_boxed_slice()
}
