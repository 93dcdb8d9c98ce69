//! The k cheapest simple paths through the explored graph: Yen's algorithm (1971), with Lawler's rule (1972).
//!
//! A path branches off a known one at a *spur node*; the edges up to there, which both share, are its *root path*. By
//! Lawler's rule a path branches off only behind its own root path. Invariant: each simple path is found, or is among
//! those that one candidate stands for: the paths with its fixed edges and then none of its banned ones.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::explored::{Explored, Length, MinHeap};
use super::listing::{ListedPath, Listing, Paths};
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::cost::Cost;
use crate::storage::Map;

/// A path as a list of edges: the cheapest of the simple paths that begin with its first `fixed` edges (its root path)
/// and continue with none of the edges `banned`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate<C> {
    /// The length of the path, by which candidates are ordered.
    f: Length<C>,
    edges: Claimed<Vec<u32>>,
    fixed: usize,
    banned: Claimed<Vec<u32>>,
}

/// The cheapest simple paths from source to sink, cheapest first; of equal cost, those with fewer moves first.
#[derive(Default)]
pub(super) struct SimplePaths<C: Cost> {
    found: Paths<C>,
    open: MinHeap<Candidate<C>>,
    search: SpurSearch<C>,
    /// The cheapest candidate, from which paths branch off, and the position in it of the next spur node.
    path: Option<Candidate<C>>,
    next_spur: usize,
    has_begun: bool,
}

impl<C: Cost> SimplePaths<C> {
    /// Begins the search for a path that branches off the cheapest candidate at the next spur node. Spur nodes lie
    /// behind its fixed edges. Returns false if there is none left.
    fn branch(&mut self, graph: &Explored<C>, memory: &Quota) -> Result<bool, Stop> {
        let Some(path) = self
            .path
            .as_ref()
            .filter(|path| self.next_spur < path.edges.len())
        else {
            return Ok(false);
        };
        let mut banned = Claimed::new();
        if self.next_spur == path.fixed {
            for &edge in &*path.banned {
                banned.push(edge, memory)?;
            }
        }
        banned.push(path.edges[self.next_spur], memory)?;
        self.search
            .begin(graph, &path.edges[..self.next_spur], banned, memory)?;
        self.next_spur += 1;
        Ok(true)
    }
}

impl<C: Cost> Listing<C> for SimplePaths<C> {
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        k: usize,
        max_cost: Option<C>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if k > 0 && !self.has_begun {
            let none = Claimed::default();
            self.search.begin(graph, &[], none, meter.memory())?;
            self.has_begun = true;
        }
        while self.found.len() < k {
            meter.step()?;
            if self.search.is_searching {
                let path = self.path.as_ref();
                let root_path = path.map_or(&[][..], |path| &path.edges[..self.next_spur - 1]);
                if let Some(next) = self.search.go_on(graph, max_cost, root_path, meter)? {
                    self.open.push(Reverse(next), meter.memory())?;
                }
            }
            // No path needs to branch off the last one of the `k`.
            let memory = meter.memory();
            if self.found.len() + 1 < k && self.branch(graph, memory)? {
                continue;
            }
            if let Some(path) = self.path.take() {
                let Candidate { f, edges, .. } = path;
                self.found.push(ListedPath { cost: f.0, edges }, memory)?;
                continue;
            }
            let Some(Reverse(path)) = self.open.pop() else {
                break;
            };
            self.next_spur = path.fixed;
            self.path = Some(path);
        }
        Ok(())
    }

    fn finish(&mut self) -> Paths<C> {
        core::mem::take(self).found
    }
}

/// A*, with the exact remaining cost as its heuristic, for the cheapest simple path with a given root path.
#[derive(Default)]
struct SpurSearch<C: Cost> {
    is_searching: bool,
    /// The node where the root path ends.
    spur_node: u32,
    /// The edges out of the spur node that must not be taken.
    banned: Claimed<Vec<u32>>,
    /// The length of the root path; `None` once the spur node is expanded, or if the length is beyond the range.
    root_length: Option<Length<C>>,
    /// The states of the root path.
    visited: Map<u32, ()>,
    /// The states reached from the spur node.
    reached: Map<u32, SpurLabel<C>>,
    open: MinHeap<SpurEntry<C>>,
}

/// The length of the best path to a state, and its last edge.
struct SpurLabel<C> {
    g: Length<C>,
    edge: u32,
    from: u32,
}

/// A state with the f and g of its path, ordered by least f, then greatest g.
type SpurEntry<C> = (Length<C>, Reverse<Length<C>>, u32);

impl<C: Cost> SpurSearch<C> {
    /// Begins the search for the cheapest simple path that continues a root path along none of `banned`.
    fn begin(
        &mut self,
        graph: &Explored<C>,
        root_path: &[u32],
        banned: Claimed<Vec<u32>>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        self.visited.clear();
        self.reached.clear();
        self.open.clear();
        let mut node = graph.source();
        let mut g = Some((C::zero(), 0));
        for &edge in root_path {
            self.visit(node, memory)?;
            let along = graph.edge(edge);
            g = g.and_then(|g| graph.extended(g, node, along));
            node = along.to;
        }
        self.visit(node, memory)?;
        (self.spur_node, self.root_length, self.banned) = (node, g, banned);
        self.is_searching = true;
        Ok(())
    }

    /// Searches until the path is found, or until it is known that there is none that costs at most `max_cost`.
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        max_cost: Option<C>,
        root_path: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Candidate<C>>, Stop> {
        if let Some(g) = self.root_length.take() {
            let banned = core::mem::take(&mut self.banned);
            self.expand(graph, self.spur_node, g, &banned, max_cost, meter.memory())?;
            self.banned = banned;
        }
        while !self.open.is_empty() {
            meter.step()?;
            let Some(Reverse((f, Reverse(g), node))) = self.open.pop() else {
                break;
            };
            if self.reached.get(&node).is_none_or(|reached| reached.g != g) {
                continue;
            }
            let memory = meter.memory();
            if node == graph.sink() {
                self.is_searching = false;
                return Ok(Some(Candidate {
                    f,
                    edges: self.edges(graph, root_path, memory)?,
                    fixed: root_path.len(),
                    banned: core::mem::take(&mut self.banned),
                }));
            }
            self.expand(graph, node, g, &[], max_cost, memory)?;
        }
        self.is_searching = false;
        self.banned = Claimed::default();
        Ok(None)
    }

    fn visit(&mut self, node: u32, memory: &Quota) -> Result<(), Stop> {
        self.visited.make_room(1, memory)?;
        self.visited.insert(node, ());
        Ok(())
    }

    fn expand(
        &mut self,
        graph: &Explored<C>,
        node: u32,
        g: Length<C>,
        banned: &[u32],
        max_cost: Option<C>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        for number in graph.edges_of(node).filter(|edge| !banned.contains(edge)) {
            let edge = graph.edge(number);
            if self.visited.contains_key(&edge.to) {
                continue;
            }
            let (Some(g), Some(h)) = (graph.extended(g, node, edge), graph.remaining(edge.to))
            else {
                continue;
            };
            let Some(f) = graph
                .sum(g, h)
                .filter(|f| max_cost.is_none_or(|max_cost| f.0 <= max_cost))
            else {
                continue;
            };
            let known = self.reached.get(&edge.to);
            if known.is_some_and(|known| known.g <= g) {
                continue;
            }
            self.reached.make_room(1, memory)?;
            let from = node;
            let reached = SpurLabel {
                g,
                edge: number,
                from,
            };
            self.reached.insert(edge.to, reached);
            self.open.push(Reverse((f, Reverse(g), edge.to)), memory)?;
        }
        Ok(())
    }

    /// The edges of the path that was found, from the source to the sink.
    fn edges(
        &self,
        graph: &Explored<C>,
        root_path: &[u32],
        memory: &Quota,
    ) -> Result<Claimed<Vec<u32>>, Stop> {
        let mut edges = Claimed::new();
        let mut node = graph.sink();
        while node != self.spur_node {
            let Some(reached) = self.reached.get(&node) else {
                break;
            };
            edges.push(reached.edge, memory)?;
            node = reached.from;
        }
        for &edge in root_path.iter().rev() {
            edges.push(edge, memory)?;
        }
        edges.reverse();
        Ok(edges)
    }
}
