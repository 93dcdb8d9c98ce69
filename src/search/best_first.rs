//! The loop behind every best-first solver; they differ in the heuristic they use.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use num_traits::{Bounded, CheckedAdd, Zero};

use super::batch::{self, Batch, Child};
use super::path;
use crate::monitor::{Generated, Memory, Monitor, Stop, Tally};
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

type VerdictFor<P> = Verdict<<P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// Expands states in the order of f = g + h until a goal comes out of the open list.
pub(super) fn run<P: Puzzle, B: BuildHasher>(
    puzzle: &P,
    start: &P::State,
    heuristic: impl Fn(&P::State) -> Option<P::Cost>,
    build_hasher: B,
    monitor: &mut Monitor<'_, P>,
) -> Result<Verdict<P::Move, P::Cost>, Stop> {
    let Some(h) = heuristic(start) else {
        return Ok(Verdict::dead_end());
    };
    monitor.raise_lower_bound(h)?;
    let max_cost = monitor.limits().cost;
    if max_cost.is_some_and(|max| h > max) {
        return Err(monitor.stop_at_cost_limit());
    }
    let mut search = BestFirst {
        puzzle,
        heuristic,
        nodes: NodeTable::new(build_hasher),
        open: OpenList::new(h),
        closed: BitSet::default(),
        batch: Batch::new(),
        tally: monitor.tally(),
        max_cost,
        cut: false,
    };
    let verdict = search.run(start, monitor);
    search.tally.settle(monitor);
    if let Some(verdict) = verdict? {
        return Ok(verdict);
    }
    match max_cost {
        Some(_) if search.cut => Err(monitor.stop_at_cost_limit()),
        None if search.cut => Err(Stop::CostOverflow),
        _ => Ok(Verdict::exhausted()),
    }
}

struct BestFirst<'p, P: Puzzle, B, H> {
    puzzle: &'p P,
    heuristic: H,
    nodes: NodeTable<Reached<P::State, P::Cost>, B>,
    open: OpenList<P::Cost>,
    closed: BitSet,
    batch: Batch<P::State, P::Cost>,
    tally: Tally,
    max_cost: Option<P::Cost>,
    /// Whether a path was given up only because it exceeds the limit on the cost, or the cost type.
    cut: bool,
}

impl<P, B, H> BestFirst<'_, P, B, H>
where
    P: Puzzle,
    B: BuildHasher,
    H: Fn(&P::State) -> Option<P::Cost>,
{
    fn run(
        &mut self,
        start: &P::State,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictFor<P>>, Stop> {
        let root = Child {
            hash: self.nodes.hash(start),
            state: start.clone(),
            parent: 0,
            g: P::Cost::zero(),
        };
        self.batch.push(root, monitor.memory())?;
        let mut entries = Vec::new();
        let mut bound = P::Cost::zero();
        loop {
            self.look_up(monitor)?;
            let Some(first) = self.open.pop() else {
                return Ok(None);
            };
            let size = batch::size(self.nodes.len());
            if size > 1 {
                entries.push(first);
                self.open.pop_equals(first, size - 1, &mut entries);
                let nodes = entries.iter().map(|entry| entry.node);
                self.nodes.read_ahead_nodes(nodes);
                for entry in entries.drain(..) {
                    if let Some(goal) = self.visit(entry, &mut bound, monitor)? {
                        return self.solved(goal);
                    }
                }
            } else if let Some(goal) = self.visit(first, &mut bound, monitor)? {
                return self.solved(goal);
            }
        }
    }

    #[cold]
    fn solved(&self, goal: u32) -> Result<Option<VerdictFor<P>>, Stop> {
        let states = self.nodes.path_from_root(goal);
        let solution = path::along(self.puzzle, &states, path::Edge::Cheapest)?;
        Ok(Some(Verdict::Solved(solution, Guarantee::Optimal)))
    }

    /// Answers the node if it is a goal; otherwise expands it.
    #[inline(always)]
    fn visit(
        &mut self,
        Entry { f, h, node }: Entry<P::Cost>,
        bound: &mut P::Cost,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<u32>, Stop> {
        let reached = self.nodes.get(node);
        if reached.g != f - h {
            return Ok(None); // a cheaper path was found after this entry was made
        }
        if f > *bound {
            *bound = f;
            monitor.raise_lower_bound(f)?;
        }
        if self.puzzle.is_goal(&reached.state) {
            return Ok(Some(node));
        }
        self.expand(node, monitor)?;
        Ok(None)
    }

    /// Stores the children of the batch, or the cheaper paths to what is stored already.
    fn look_up(&mut self, monitor: &mut Monitor<'_, P>) -> Result<(), Stop> {
        if !batch::is_cached(self.nodes.len()) {
            self.nodes.read_ahead(self.batch.hashes());
        }
        for child in self.batch.drain() {
            let Child {
                hash,
                state,
                parent,
                g,
            } = child;
            self.nodes.make_room(monitor.memory())?;
            let known = self.nodes.find_or_place(hash, &state);
            if let Ok(node) = known {
                monitor.duplicate();
                if self.nodes.get(node).g <= g {
                    continue;
                }
            }
            let Some(h) = (self.heuristic)(&state) else {
                continue;
            };
            let f = g.checked_add(&h);
            let Some(f) = f.filter(|&f| self.max_cost.is_none_or(|max| f <= max)) else {
                self.cut = true;
                continue;
            };
            let node = match known {
                Ok(node) => {
                    let reached = self.nodes.get_mut(node);
                    (reached.g, reached.parent) = (g, parent);
                    node
                }
                Err(place) => {
                    monitor.store(self.nodes.len() as u64 + 1)?;
                    let reached = Reached { state, parent, g };
                    self.nodes.insert(place, reached, monitor.memory())?
                }
            };
            self.open.push(Entry { f, h, node }, monitor.memory())?;
        }
        Ok(())
    }

    /// Adds a state's children to the batch and counts them.
    #[inline]
    fn expand(&mut self, node: u32, monitor: &mut Monitor<'_, P>) -> Result<(), Stop> {
        let again = self.closed.insert(node, monitor)?;
        let waiting = self.batch.len();
        let children = self.generate(node, monitor.memory());
        match children.filter(|&children| self.tally.expand(children)) {
            Some(children) => {
                let added = (self.batch.len() - waiting) as u64;
                monitor.count_duplicates(children - added);
            }
            None => {
                self.batch.truncate(waiting);
                self.tally.settle(monitor);
                let expanded = self.expand_one(node, monitor);
                self.tally = monitor.tally();
                expanded?;
            }
        }
        if again {
            monitor.reopen();
        }
        Ok(())
    }

    /// Adds a state's children to the batch, except for its own parent; answers how many it has,
    /// unless the monitor has to see one, or one is too dear for the cost type or finds no room.
    #[inline]
    fn generate(&mut self, node: u32, memory: &mut Memory) -> Option<u64> {
        let reached = self.nodes.get(node);
        // Where moves can be undone every expansion leads back to the parent.
        let before = &self.nodes.get(reached.parent).state;
        let most = self.tally.may_generate();
        let mut children = 0;
        for neighbor in self.puzzle.neighbors(&reached.state) {
            let g = reached.g.checked_add(&neighbor.cost)?;
            if children == most {
                return None;
            }
            children += 1;
            self.batch.reserve(self.batch.len() + 1, memory).ok()?;
            let child = Child {
                hash: self.nodes.hash(&neighbor.state),
                state: neighbor.state,
                parent: node,
                g,
            };
            let known = child.state == *before;
            self.batch.push_unless(known, child);
        }
        Some(children)
    }

    /// Adds a state's children to the batch, child by child under the eyes of the monitor.
    #[cold]
    #[inline(never)]
    fn expand_one(&mut self, node: u32, monitor: &mut Monitor<'_, P>) -> Result<(), Stop> {
        let reached = self.nodes.get(node);
        let state = &reached.state;
        monitor.expand(state, reached.g)?;
        for neighbor in self.puzzle.neighbors(state) {
            let g = reached.g.checked_add(&neighbor.cost);
            monitor.generate(|| Generated {
                parent: Some(state),
                mv: Some(&neighbor.mv),
                state: &neighbor.state,
                g: g.unwrap_or(P::Cost::max_value()),
                h: g.and_then(|_| (self.heuristic)(&neighbor.state)),
            })?;
            let Some(g) = g else {
                // Dearer than anything the cost type can tell from a solution.
                self.cut = true;
                continue;
            };
            if neighbor.state == self.nodes.get(reached.parent).state {
                monitor.duplicate();
                continue;
            }
            let child = Child {
                hash: self.nodes.hash(&neighbor.state),
                state: neighbor.state,
                parent: node,
                g,
            };
            self.batch.push(child, monitor.memory())?;
        }
        Ok(())
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
