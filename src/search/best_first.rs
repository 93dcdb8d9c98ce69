//! The loop behind every best-first solver; they differ in the heuristic they use.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use num_traits::{Bounded, CheckedAdd, Zero};

use super::batch::{self, Batch, Child};
use super::path;
use crate::monitor::{Generated, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{Guarantee, Verdict};
use crate::storage::{Entry, Node, NodeTable, OpenList};

/// A stored state with the cheapest path to it that is known; the root is its own parent.
struct Reached<S, C> {
    state: S,
    parent: u32,
    g: C,
}

impl<S: Clone + Eq + Hash, C> Node for Reached<S, C> {
    type State = S;
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.parent
    }
}

/// Expands states in the order of f = g + h until a goal comes out of the open list.
pub(super) fn run<P: Puzzle, B: BuildHasher>(
    puzzle: &P,
    start: &P::State,
    heuristic: impl Fn(&P::State) -> Option<P::Cost>,
    build_hasher: B,
    monitor: &mut Monitor<'_, P>,
) -> Result<Verdict<P::Move, P::Cost>, Stop> {
    let max_cost = monitor.limits().cost;
    let beyond_limit = |f: P::Cost| max_cost.is_some_and(|max| f > max);
    // Whether a path was given up only because it exceeds the limit on the cost, or the cost type.
    let mut cut = false;

    let Some(h) = heuristic(start) else {
        return Ok(Verdict::dead_end());
    };
    monitor.raise_lower_bound(h)?;
    if beyond_limit(h) {
        return Err(monitor.stop_at_cost_limit());
    }
    let mut nodes: NodeTable<Reached<P::State, P::Cost>, B> = NodeTable::new(build_hasher);
    let mut open = OpenList::new(h);
    let mut closed = BitSet::default();
    let mut entries = Vec::new();
    let mut batch = Batch::new();
    let root = Child {
        hash: nodes.hash(start),
        state: start.clone(),
        parent: 0,
        g: P::Cost::zero(),
    };
    batch.push(root, monitor.memory())?;

    loop {
        for Child {
            hash,
            state,
            parent,
            g,
        } in batch.drain()
        {
            let known = nodes.find_or_place(hash, &state, monitor.memory())?;
            if let Ok(node) = known {
                monitor.duplicate();
                if nodes.get(node).g <= g {
                    continue;
                }
            }
            let Some(h) = heuristic(&state) else {
                continue;
            };
            let Some(f) = g.checked_add(&h).filter(|&f| !beyond_limit(f)) else {
                cut = true;
                continue;
            };
            let node = match known {
                Ok(node) => {
                    let reached = nodes.get_mut(node);
                    (reached.g, reached.parent) = (g, parent);
                    node
                }
                Err(place) => {
                    monitor.store(nodes.len() as u64 + 1)?;
                    let reached = Reached { state, parent, g };
                    nodes.insert(place, reached, monitor.memory())?
                }
            };
            open.push(Entry { f, h, node }, monitor.memory())?;
        }

        open.pop_equals(batch::size(nodes.len()), &mut entries);
        if entries.is_empty() {
            break;
        }
        if entries.len() > 1 {
            nodes.read_ahead_nodes(entries.iter().map(|entry| entry.node));
        }
        for Entry { f, h, node } in entries.drain(..) {
            let reached = nodes.get(node);
            let g = reached.g;
            if g != f - h {
                continue; // a cheaper path was found after this entry was made
            }
            let (state, parent) = (reached.state.clone(), reached.parent);
            monitor.raise_lower_bound(f)?;
            if puzzle.is_goal(&state) {
                let states = nodes.path_from_root(node);
                let solution = path::along(puzzle, &states, path::Edge::Cheapest)?;
                return Ok(Verdict::Solved(solution, Guarantee::Optimal));
            }
            monitor.expand(&state, g)?;
            if closed.insert(node, monitor)? {
                monitor.reopen();
            }
            for neighbor in puzzle.neighbors(&state) {
                let Some(g) = g.checked_add(&neighbor.cost) else {
                    // Dearer than anything the cost type can tell from a solution.
                    monitor.generate(|| Generated {
                        parent: Some(&state),
                        mv: Some(&neighbor.mv),
                        state: &neighbor.state,
                        g: P::Cost::max_value(),
                        h: None,
                    })?;
                    cut = true;
                    continue;
                };
                monitor.generate(|| Generated {
                    parent: Some(&state),
                    mv: Some(&neighbor.mv),
                    state: &neighbor.state,
                    g,
                    h: heuristic(&neighbor.state),
                })?;
                // Where moves can be undone every expansion leads back to the parent.
                if neighbor.state == nodes.get(parent).state {
                    monitor.duplicate();
                    continue;
                }
                let child = Child {
                    hash: nodes.hash(&neighbor.state),
                    state: neighbor.state,
                    parent: node,
                    g,
                };
                batch.push(child, monitor.memory())?;
            }
        }
        if batch.len() > 4 {
            nodes.read_ahead(batch.hashes());
        }
    }
    match max_cost {
        Some(_) if cut => Err(monitor.stop_at_cost_limit()),
        None if cut => Err(Stop::CostOverflow),
        _ => Ok(Verdict::exhausted()),
    }
}

/// Which nodes were expanded.
#[derive(Default)]
struct BitSet(Vec<u64>);

impl BitSet {
    /// Adds a node; answers whether it was there before.
    #[inline]
    fn insert<P: Puzzle>(&mut self, node: u32, monitor: &mut Monitor<'_, P>) -> Result<bool, Stop> {
        let (word, bit) = (node as usize / 64, 1 << (node % 64));
        if word >= self.0.len() {
            self.grow(word, monitor)?;
        }
        let was = self.0[word] & bit != 0;
        self.0[word] |= bit;
        Ok(was)
    }

    #[cold]
    fn grow<P: Puzzle>(&mut self, word: usize, monitor: &mut Monitor<'_, P>) -> Result<(), Stop> {
        let (old, new) = (self.0.len(), (2 * word).max(16));
        monitor.claim(new * size_of::<u64>())?;
        self.0
            .try_reserve_exact(new - old)
            .map_err(|_| Stop::OutOfMemory)?;
        monitor.release(old * size_of::<u64>());
        self.0.resize(new, 0);
        Ok(())
    }
}
