//! The k cheapest simple paths through what was explored: Yen's algorithm, with Lawler's rule.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::explored::{Explored, make_room};
use super::listing::{Listing, Paths};
use crate::account::{Meter, Quota, Stop};
use crate::cost::Cost;
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

/// The cheapest paths from source to sink that visit no state twice, cheapest first and of equal cost those of
/// fewer moves.
pub(super) struct SimplePaths<C> {
    found: Paths<C>,
    open: BinaryHeap<Reverse<Candidate<C>>>,
    room: usize,
    finder: Finder<C>,
    /// The cheapest one of those that are left, and after how many of its edges the next that differs from it is to
    /// be searched for.
    path: Option<Candidate<C>>,
    next: usize,
    has_begun: bool,
}

impl<C: Cost> SimplePaths<C> {
    pub(super) fn new() -> Self {
        Self {
            found: Vec::new(),
            open: BinaryHeap::new(),
            room: 0,
            finder: Finder::new(),
            path: None,
            next: 0,
            has_begun: false,
        }
    }

    /// Begins the search for the next path that differs from the cheapest one: first after so many edges as were
    /// fixed, then after more and more. Returns whether there is one to search for.
    fn branch(&mut self, graph: &Explored<C>, memory: &Quota) -> Result<bool, Stop> {
        let Some(path) = self
            .path
            .as_ref()
            .filter(|path| self.next < path.edges.len())
        else {
            return Ok(false);
        };
        let mut banned = Vec::new();
        if self.next == path.fixed {
            for &edge in &path.banned {
                memory.push(&mut banned, edge)?;
            }
        }
        memory.push(&mut banned, path.edges[self.next])?;
        self.finder
            .begin(graph, &path.edges[..self.next], banned, memory)?;
        self.next += 1;
        Ok(true)
    }
}

impl<C: Cost> Listing<C> for SimplePaths<C> {
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        k: usize,
        most: Option<C>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if k > 0 && !self.has_begun {
            self.finder.begin(graph, &[], Vec::new(), meter.memory())?;
            self.has_begun = true;
        }
        while self.found.len() < k {
            meter.step()?;
            if self.finder.is_searching {
                let beginning = self.path.as_ref().map(|path| &path.edges[..self.next - 1]);
                let beginning = beginning.unwrap_or_default();
                if let Some(next) = self.finder.go_on(graph, most, beginning, meter)? {
                    self.room = make_room(&mut self.open, self.room, meter.memory())?;
                    self.open.push(Reverse(next));
                }
            }
            // None is searched for that would not be returned.
            let memory = meter.memory();
            if self.found.len() + 1 < k && self.branch(graph, memory)? {
                continue;
            }
            if let Some(path) = self.path.take() {
                memory.release_list(&path.banned);
                memory.push(&mut self.found, (path.f.0, path.edges))?;
                continue;
            }
            let Some(Reverse(path)) = self.open.pop() else {
                break;
            };
            self.next = path.fixed;
            self.path = Some(path);
        }
        Ok(())
    }

    fn finish(&mut self, memory: &Quota) -> Paths<C> {
        for Reverse(path) in &self.open {
            memory.release_list(&path.edges);
            memory.release_list(&path.banned);
        }
        memory.release(self.room);
        self.finder.release(memory);
        core::mem::replace(self, Self::new()).found
    }
}

/// Searches for the cheapest simple path with a given beginning.
struct Finder<C> {
    is_searching: bool,
    /// The state at which the beginning ends, and the edges that are not to follow it.
    spur: u32,
    banned: Vec<u32>,
    /// What the beginning costs, until its end is expanded.
    g: Option<(C, u32)>,
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

impl<C: Cost> Finder<C> {
    fn new() -> Self {
        Self {
            is_searching: false,
            spur: 0,
            banned: Vec::new(),
            g: None,
            visited: Map::default(),
            reached: Map::default(),
            open: BinaryHeap::new(),
            room: 0,
        }
    }

    fn release(&self, memory: &Quota) {
        memory.release(self.room + self.visited.allocation_size() + self.reached.allocation_size());
    }

    /// Begins to search for the cheapest path that begins with these edges, goes on along none of `banned`, and
    /// visits no state twice.
    fn begin(
        &mut self,
        graph: &Explored<C>,
        beginning: &[u32],
        banned: Vec<u32>,
        memory: &Quota,
    ) -> Result<(), Stop> {
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
        (self.spur, self.g, self.banned) = (at, g, banned);
        self.is_searching = true;
        Ok(())
    }

    /// Goes on until the path is found, or there is none.
    fn go_on(
        &mut self,
        graph: &Explored<C>,
        most: Option<C>,
        beginning: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Candidate<C>>, Stop> {
        if let Some(g) = self.g.take() {
            let banned = core::mem::take(&mut self.banned);
            self.expand(graph, self.spur, g, &banned, most, meter.memory())?;
            self.banned = banned;
        }
        while !self.open.is_empty() {
            meter.step()?;
            let Some(Reverse((f, Reverse(g), at))) = self.open.pop() else {
                break;
            };
            if self.reached.get(&at).is_none_or(|reached| reached.g != g) {
                continue;
            }
            let memory = meter.memory();
            if at == graph.sink() {
                self.is_searching = false;
                return Ok(Some(Candidate {
                    f,
                    edges: self.edges(graph, beginning, memory)?,
                    fixed: beginning.len(),
                    banned: core::mem::take(&mut self.banned),
                }));
            }
            self.expand(graph, at, g, &[], most, memory)?;
        }
        self.is_searching = false;
        meter.memory().release_list(&self.banned);
        self.banned = Vec::new();
        Ok(None)
    }

    fn visit(&mut self, at: u32, memory: &Quota) -> Result<(), Stop> {
        make_room_in(&mut self.visited, 1, memory)?;
        self.visited.insert(at, ());
        Ok(())
    }

    fn expand(
        &mut self,
        graph: &Explored<C>,
        at: u32,
        g: (C, u32),
        banned: &[u32],
        most: Option<C>,
        memory: &Quota,
    ) -> Result<(), Stop> {
        for number in graph.edges_of(at).filter(|edge| !banned.contains(edge)) {
            let edge = graph.edge(number);
            if self.visited.contains_key(&edge.to) {
                continue;
            }
            let (Some(g), Some(left)) = (graph.further(g, at, edge), graph.left(edge.to)) else {
                continue;
            };
            let f = g.0.checked_add(&left.0).zip(g.1.checked_add(left.1));
            let Some(f) = f.filter(|f| most.is_none_or(|most| f.0 <= most)) else {
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
    fn edges(
        &self,
        graph: &Explored<C>,
        beginning: &[u32],
        memory: &Quota,
    ) -> Result<Vec<u32>, Stop> {
        let mut edges = Vec::new();
        let mut at = graph.sink();
        while at != self.spur {
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
