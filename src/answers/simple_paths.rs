//! The k cheapest simple paths through what was explored: Yen's algorithm, with Lawler's rule.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::explored::{Explored, make_room};
use crate::cost::Cost;
use crate::monitor::{Memory, Stop};
use crate::storage::{Map, make_room_in};

/// A path as edges, with its cost and moves. It is the cheapest of all that begin as it does up to `fixed`
/// edges and go on along none of `banned`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate<C> {
    f: (C, u32),
    edges: Vec<u32>,
    fixed: usize,
    banned: Vec<u32>,
}

/// Up to `k` of the cheapest paths from source to sink that visit no state twice and cost no more than
/// `most`, as edges, cheapest first and of equal cost those of fewer moves.
pub(super) fn simple_paths<C: Cost>(
    graph: &Explored<C>,
    k: usize,
    most: Option<C>,
    memory: &mut Memory,
) -> Result<Vec<(C, Vec<u32>)>, Stop> {
    let mut found = Vec::new();
    let mut open: BinaryHeap<Reverse<Candidate<C>>> = BinaryHeap::new();
    let mut room = 0;
    let mut finder = Finder::new(graph, most);
    if k > 0
        && let Some(first) = finder.cheapest(&[], Vec::new(), memory)?
    {
        room = make_room(&mut open, room, memory)?;
        open.push(Reverse(first));
    }
    while let Some(Reverse(path)) = open.pop() {
        // What differs from it: first after so many edges as were fixed, then after more and more.
        if found.len() + 1 < k {
            for fixed in path.fixed..path.edges.len() {
                let mut banned = Vec::new();
                if fixed == path.fixed {
                    for &edge in &path.banned {
                        memory.push(&mut banned, edge)?;
                    }
                }
                memory.push(&mut banned, path.edges[fixed])?;
                if let Some(next) = finder.cheapest(&path.edges[..fixed], banned, memory)? {
                    room = make_room(&mut open, room, memory)?;
                    open.push(Reverse(next));
                }
            }
        }
        memory.release_list(&path.banned);
        memory.push(&mut found, (path.f.0, path.edges))?;
        if found.len() == k {
            break;
        }
    }
    for Reverse(path) in &open {
        memory.release_list(&path.edges);
        memory.release_list(&path.banned);
    }
    memory.release(room);
    finder.release(memory);
    Ok(found)
}

/// Searches for the cheapest simple path with a given beginning.
struct Finder<'a, C> {
    graph: &'a Explored<C>,
    most: Option<C>,
    /// States of the beginning.
    visited: Map<u32, ()>,
    /// What states cost from its end, and by which edge from which state.
    reached: Map<u32, Reached<C>>,
    open: BinaryHeap<Reverse<Entry<C>>>,
    room: usize,
}

/// By which edge from which state another was reached.
struct Reached<C> {
    g: (C, u32),
    edge: u32,
    from: u32,
}

/// Ordered by what a path costs in all.
type Entry<C> = ((C, u32), Reverse<(C, u32)>, u32);

impl<'a, C: Cost> Finder<'a, C> {
    fn new(graph: &'a Explored<C>, most: Option<C>) -> Self {
        Self {
            graph,
            most,
            visited: Map::default(),
            reached: Map::default(),
            open: BinaryHeap::new(),
            room: 0,
        }
    }

    fn release(self, memory: &mut Memory) {
        memory.release(self.room + self.visited.allocation_size() + self.reached.allocation_size());
    }

    /// The cheapest path that begins with these edges, goes on along none of `banned`, and visits no state
    /// twice.
    fn cheapest(
        &mut self,
        beginning: &[u32],
        banned: Vec<u32>,
        memory: &mut Memory,
    ) -> Result<Option<Candidate<C>>, Stop> {
        let graph = self.graph;
        self.visited.clear();
        self.reached.clear();
        self.open.clear();
        let mut at = graph.source();
        let mut g = Some((C::zero(), 0));
        for &edge in beginning {
            self.visit(at, memory)?;
            let along = graph.edge(edge);
            g = g.and_then(|g| graph.further(g, at, along));
            at = along.to;
        }
        self.visit(at, memory)?;
        let spur = at;
        if let Some(g) = g {
            self.expand(spur, g, &banned, memory)?;
        }
        while let Some(Reverse((f, Reverse(g), at))) = self.open.pop() {
            if self.reached.get(&at).is_none_or(|reached| reached.g != g) {
                continue;
            }
            if at == graph.sink() {
                let fixed = beginning.len();
                let edges = self.edges(beginning, spur, memory)?;
                return Ok(Some(Candidate {
                    f,
                    edges,
                    fixed,
                    banned,
                }));
            }
            self.expand(at, g, &[], memory)?;
        }
        memory.release_list(&banned);
        Ok(None)
    }

    fn visit(&mut self, at: u32, memory: &mut Memory) -> Result<(), Stop> {
        make_room_in(&mut self.visited, 1, memory)?;
        self.visited.insert(at, ());
        Ok(())
    }

    fn expand(
        &mut self,
        at: u32,
        g: (C, u32),
        banned: &[u32],
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        let graph = self.graph;
        for number in graph.edges_of(at).filter(|edge| !banned.contains(edge)) {
            let edge = graph.edge(number);
            if self.visited.contains_key(&edge.to) {
                continue;
            }
            let (Some(g), Some(left)) = (graph.further(g, at, edge), graph.left(edge.to)) else {
                continue;
            };
            let f = g.0.checked_add(&left.0).zip(g.1.checked_add(left.1));
            let Some(f) = f.filter(|f| self.most.is_none_or(|most| f.0 <= most)) else {
                continue;
            };
            let known = self.reached.get(&edge.to);
            if known.is_some_and(|known| known.g <= g) {
                continue;
            }
            make_room_in(&mut self.reached, 1, memory)?;
            let from = at;
            let reached = Reached {
                g,
                edge: number,
                from,
            };
            self.reached.insert(edge.to, reached);
            self.room = make_room(&mut self.open, self.room, memory)?;
            self.open.push(Reverse((f, Reverse(g), edge.to)));
        }
        Ok(())
    }

    /// The edges of the path to the sink.
    fn edges(&self, beginning: &[u32], spur: u32, memory: &mut Memory) -> Result<Vec<u32>, Stop> {
        let mut edges = Vec::new();
        let mut at = self.graph.sink();
        while at != spur {
            let Some(reached) = self.reached.get(&at) else {
                break;
            };
            memory.push(&mut edges, reached.edge)?;
            at = reached.from;
        }
        for &edge in beginning.iter().rev() {
            memory.push(&mut edges, edge)?;
        }
        edges.reverse();
        Ok(edges)
    }
}
