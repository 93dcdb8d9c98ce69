//! The blocks of a graph, and how the blank permutes the pieces of each.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::permutation::group::PermutationGroup;
use crate::permutation::{Parity, Permutation};

/// A part of a graph that no single vertex cuts apart, with the vertex by which the blank comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The other vertices; around a cycle in their order.
    pub(super) vertices: Box<[u8]>,
    pub(super) kind: Kind,
}

/// What the blank can do with the pieces of a block when it comes back to where it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A single edge: nothing.
    Edge,
    /// A cycle: all pieces move on by one.
    Cycle,
    /// The exception: these permutations of the vertices, by index, and their products.
    Exception(Box<[Permutation]>),
    /// All even permutations.
    Bipartite,
    /// All permutations.
    General,
}

impl Block {
    /// Whether the blank can permute the pieces such that the one on each vertex, by index, gets to
    /// `images`.
    pub(super) fn allows(&self, images: &Permutation) -> bool {
        match &self.kind {
            Kind::Edge => images.is_identity(),
            Kind::Cycle => {
                let (shift, points) = (images.image(0), images.points());
                (0..points).all(|at| images.image(at) == (at + shift) % points)
            }
            Kind::Exception(generators) => PermutationGroup::new(generators).contains(images),
            Kind::Bipartite => images.parity() == Parity::Even,
            Kind::General => true,
        }
    }

    /// How many permutations are allowed; `None` if that exceeds `u128`.
    pub(super) fn order(&self) -> Option<u128> {
        let all = || (1..=self.vertices.len() as u128).try_fold(1, u128::checked_mul);
        match &self.kind {
            Kind::Edge => Some(1),
            Kind::Cycle => Some(self.vertices.len() as u128),
            Kind::Exception(generators) => PermutationGroup::new(generators).order(),
            Kind::Bipartite => all().map(|order| order / 2),
            Kind::General => all(),
        }
    }
}

/// The blocks of the component of `root`, where the blank is at home: by a depth-first search
/// (J. Hopcroft and R. Tarjan, 1973). Every vertex but the root is in exactly one block beside the
/// vertex by which the blank comes in.
pub(super) fn blocks(adjacent: &[Box<[u8]>], root: usize) -> Box<[Block]> {
    let mut search = Search {
        adjacent,
        order: vec![None; adjacent.len()],
        visited: 0,
        pending: Vec::new(),
        blocks: Vec::new(),
    };
    search.visit(root, None);
    search.blocks.into_boxed_slice()
}

struct Search<'a> {
    adjacent: &'a [Box<[u8]>],
    /// When each vertex was first seen.
    order: Vec<Option<usize>>,
    visited: usize,
    /// The vertices whose block is not finished.
    pending: Vec<u8>,
    blocks: Vec<Block>,
}

impl Search<'_> {
    /// Returns the earliest vertex that an edge from below leads to. A graph has 64 vertices at
    /// most: so deep is the recursion.
    fn visit(&mut self, vertex: usize, parent: Option<usize>) -> usize {
        let order = self.visited;
        self.order[vertex] = Some(order);
        self.visited += 1;
        let mut earliest = order;
        let adjacent = self.adjacent;
        for next in adjacent[vertex].iter().map(|&next| usize::from(next)) {
            if Some(next) == parent {
                continue;
            }
            if let Some(seen) = self.order[next] {
                earliest = earliest.min(seen);
                continue;
            }
            let start = self.pending.len();
            self.pending.push(next as u8);
            let below = self.visit(next, Some(vertex));
            earliest = earliest.min(below);
            if below >= order {
                // Nothing below leads past this vertex: it cuts the block off.
                let vertices = self.pending.split_off(start);
                self.blocks.push(classified(adjacent, vertex, vertices));
            }
        }
        earliest
    }
}

/// What R. M. Wilson's theorem ("Graph puzzles, homotopy, and the alternating group", 1974) says of
/// a block.
fn classified(adjacent: &[Box<[u8]>], entry: usize, vertices: Vec<u8>) -> Block {
    let within = |v: usize| v == entry || vertices.contains(&(v as u8));
    let inner = |v: usize| {
        let next = adjacent[v].iter().map(|&next| usize::from(next));
        next.filter(|&next| within(next))
    };
    let all = || core::iter::once(entry).chain(vertices.iter().map(|&v| usize::from(v)));
    let kind = if vertices.len() == 1 {
        Kind::Edge
    } else if all().all(|v| inner(v).count() == 2) {
        return Block {
            vertices: around(entry, inner),
            kind: Kind::Cycle,
        };
    } else if is_exception(all, inner) {
        Kind::Exception(closed_walks(entry, &vertices, inner))
    } else {
        match is_bipartite(adjacent.len(), entry, inner) {
            true => Kind::Bipartite,
            false => Kind::General,
        }
    };
    Block {
        vertices: vertices.into_boxed_slice(),
        kind,
    }
}

/// The vertices of a cycle in order, without the first.
fn around<I: Iterator<Item = usize>>(entry: usize, inner: impl Fn(usize) -> I) -> Box<[u8]> {
    let mut vertices = Vec::new();
    let (mut before, mut at) = (entry, entry);
    while let Some(next) = inner(at).find(|&next| next != before) {
        if next == entry {
            break;
        }
        vertices.push(next as u8);
        (before, at) = (at, next);
    }
    vertices.into_boxed_slice()
}

/// Whether it is the graph of two vertices joined by paths of one, two and two vertices more.
fn is_exception<A, I>(all: impl Fn() -> A, inner: impl Fn(usize) -> I) -> bool
where
    A: Iterator<Item = usize>,
    I: Iterator<Item = usize>,
{
    // Seven vertices of which two have three edges and the others two: the two are joined by three
    // paths. None is an edge, and just one has a single vertex.
    let branches: Vec<usize> = all().filter(|&v| inner(v).count() == 3).collect();
    let [a, b] = branches[..] else { return false };
    let others = all().filter(|&v| inner(v).count() == 2).count();
    let between = all().filter(|&v| inner(v).all(|next| next == a || next == b));
    others == 5 && inner(a).all(|next| next != b) && between.count() == 1
}

fn is_bipartite<I: Iterator<Item = usize>>(
    vertices: usize,
    entry: usize,
    inner: impl Fn(usize) -> I,
) -> bool {
    let mut side = vec![None; vertices];
    side[entry] = Some(Parity::Even);
    let mut queue = vec![entry];
    while let Some(vertex) = queue.pop() {
        let other = side[vertex].map(|side| side + Parity::Odd);
        for next in inner(vertex) {
            if side[next].is_none() {
                side[next] = other;
                queue.push(next);
            } else if side[next] != other {
                return false;
            }
        }
    }
    true
}

/// For each edge outside a spanning tree, the effect of the blank's walk to it, across and back.
fn closed_walks<I: Iterator<Item = usize>>(
    entry: usize,
    vertices: &[u8],
    inner: impl Fn(usize) -> I,
) -> Box<[Permutation]> {
    let mut paths: Vec<(usize, Vec<usize>)> = vec![(entry, vec![entry])];
    let mut at = 0;
    while let Some((vertex, path)) = paths.get(at).cloned() {
        for next in inner(vertex) {
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
            if a < b && inner(*a).any(|next| next == *b) {
                let mut on: Vec<usize> = (0..=64).collect();
                let walk: Vec<usize> = to.iter().chain(back.iter().rev()).copied().collect();
                for step in walk.windows(2) {
                    // The piece moves to where the blank was.
                    on.swap(step[0], step[1]);
                }
                let images = vertices
                    .iter()
                    .map(|&v| on.iter().position(|&p| p == usize::from(v)));
                let images = images.map(|at| at.and_then(index).unwrap_or(0) as u32);
                walks.push(Permutation::from_images(images));
            }
        }
    }
    walks.into_boxed_slice()
}
