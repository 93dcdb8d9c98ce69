//! [`Tree`]: a breadth-first search tree that grows by layers, from either end.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use core::ops::Range;

use num_traits::{CheckedAdd, One, Saturating, Zero};

use super::batch::{self, Batch, Child};
use crate::monitor::{Generated, Layer, Monitor, Side, Stop, Tally};
use crate::puzzle::{Neighbor, Puzzle, Reversible};
use crate::storage::{Node, NodeTable};

/// Which edges a tree grows along.
pub(super) trait Direction<P: Puzzle> {
    const SIDE: Side;
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = Neighbor<P>>;
}

pub(super) struct Forward;

impl<P: Puzzle> Direction<P> for Forward {
    const SIDE: Side = Side::Start;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = Neighbor<P>> {
        puzzle.neighbors(state)
    }
}

pub(super) struct Backward;

impl<P: Reversible> Direction<P> for Backward {
    const SIDE: Side = Side::Goal;
    #[inline]
    fn edges(puzzle: &P, state: &P::State) -> impl IntoIterator<Item = Neighbor<P>> {
        puzzle.predecessors(state)
    }
}

/// What a tree grows to meet.
pub(super) trait Target<S> {
    /// What is known of a state that was met.
    type Met;
    /// What is known of this state, if it is one of those looked for.
    fn meet(&self, hash: u64, state: &S) -> Option<Self::Met>;
    /// Reads ahead what [`meet`](Self::meet) is going to read.
    fn read_ahead(&self, hashes: impl Iterator<Item = u64> + Clone);
}

/// The goals of a puzzle.
pub(super) struct Goals<'a, P>(pub(super) &'a P);

impl<P: Puzzle> Target<P::State> for Goals<'_, P> {
    type Met = ();
    #[inline]
    fn meet(&self, _: u64, state: &P::State) -> Option<()> {
        self.0.is_goal(state).then_some(())
    }
    #[inline]
    fn read_ahead(&self, _: impl Iterator<Item = u64> + Clone) {}
}

/// The nodes of another tree, which must hash as this one does.
impl<P: Puzzle, B: BuildHasher> Target<P::State> for Tree<P, B> {
    type Met = u32;
    #[inline]
    fn meet(&self, hash: u64, state: &P::State) -> Option<u32> {
        self.nodes.find(hash, state)
    }
    #[inline]
    fn read_ahead(&self, hashes: impl Iterator<Item = u64> + Clone) {
        if !batch::is_cached(self.nodes.len()) {
            self.nodes.read_ahead(hashes);
        }
    }
}

/// A state and the one it was first reached from; a root is its own parent.
struct Linked<S> {
    state: S,
    parent: u32,
}

impl<S: Clone + Eq + Hash> Node for Linked<S> {
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

/// All states seen so far, each with its parent; the last layer is the frontier.
pub(super) struct Tree<P: Puzzle, B> {
    nodes: NodeTable<Linked<P::State>, B>,
    batch: Batch<P::State, ()>,
    frontier: Range<u32>,
    depth: P::Cost,
}

/// The edge on which a tree met what it looked for.
pub(super) struct Meeting<S, T> {
    pub(super) parent: u32,
    pub(super) state: S,
    pub(super) met: T,
}

type MeetingFor<P, T> = Meeting<<P as Puzzle>::State, <T as Target<<P as Puzzle>::State>>::Met>;

impl<P: Puzzle, B: BuildHasher> Tree<P, B> {
    pub(super) fn new(build_hasher: B) -> Self {
        Self {
            nodes: NodeTable::new(build_hasher),
            batch: Batch::new(),
            frontier: 0..0,
            depth: P::Cost::zero(),
        }
    }

    /// How many moves the frontier is away from the roots.
    pub(super) const fn depth(&self) -> P::Cost {
        self.depth
    }

    pub(super) const fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.frontier.is_empty()
    }

    pub(super) fn frontier_len(&self) -> usize {
        self.frontier.len()
    }

    /// Adds a root, unless it is there already; `elsewhere` states are stored in other trees.
    pub(super) fn add_root(
        &mut self,
        state: P::State,
        elsewhere: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        let hash = self.nodes.hash(&state);
        self.nodes.make_room(monitor.memory())?;
        let place = self.nodes.find_or_place(hash, &state);
        if let Err(place) = place {
            monitor.store(self.len() + 1 + elsewhere)?;
            let parent = self.frontier.end;
            let root = Linked { state, parent };
            self.nodes.insert(place, root, monitor.memory())?;
            self.frontier.end += 1;
        }
        Ok(())
    }

    /// Grows the tree by a layer; ends early, with the edge, where a child is met.
    ///
    /// Counts and limits are those of a search that generates a child, looks it up, compares it with
    /// the target and stores it before it generates the next.
    pub(super) fn expand_layer<D: Direction<P>, T: Target<P::State>>(
        &mut self,
        puzzle: &P,
        target: &T,
        elsewhere: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<MeetingFor<P, T>>, Stop> {
        let below = self.depth.checked_add(&P::Cost::one());
        let below = below.ok_or(Stop::CostOverflow)?;
        self.batch.reserve(1, monitor.memory())?;
        let mut tally = monitor.tally();
        // The first state whose children are not looked up yet.
        let mut first = self.frontier.start;
        for parent in self.frontier.clone() {
            let waiting = self.batch.len();
            let children = self.generate::<D>(puzzle, parent);
            let counted = children.is_some_and(|children| tally.expand(children));
            if counted && self.batch.len() <= self.batch.capacity() / 2 {
                continue;
            }
            if !counted {
                self.batch.truncate(waiting);
            }
            let mut met =
                self.look_up::<D, T>(puzzle, target, (first, tally), elsewhere, monitor)?;
            if !counted && met.is_none() {
                met = self.expand_one::<D, T>(puzzle, target, parent, elsewhere, monitor)?;
            }
            if met.is_some() {
                return Ok(met);
            }
            tally = monitor.tally();
            first = parent + 1;
        }
        let met = self.look_up::<D, T>(puzzle, target, (first, tally), elsewhere, monitor)?;
        if met.is_some() {
            return Ok(met);
        }
        self.frontier = self.frontier.end..self.nodes.len() as u32;
        self.depth = below;
        if !self.is_exhausted() {
            let depth = num_traits::cast(below).unwrap_or(u64::MAX);
            let states = self.frontier.len() as u64;
            monitor.finish_layer(Layer::new(D::SIDE, depth, states))?;
        }
        Ok(None)
    }

    /// Adds a state's children to the batch, except for its own parent; answers how many it has,
    /// unless these are too many for the batch.
    #[inline]
    fn generate<D: Direction<P>>(&mut self, puzzle: &P, parent: u32) -> Option<u64> {
        let node = self.nodes.get(parent);
        // Where moves can be undone every expansion leads back to the parent.
        let before = &self.nodes.get(node.parent).state;
        let most = self.batch.capacity() as u64 / 2;
        let mut children = 0;
        for Neighbor { state, .. } in D::edges(puzzle, &node.state) {
            if children == most {
                return None;
            }
            children += 1;
            let child = Child {
                hash: self.nodes.hash(&state),
                parent,
                g: (),
                state,
            };
            let known = child.state == *before;
            self.batch.push_unless(known, child);
        }
        Some(children)
    }

    /// Stores those children of the batch that are new, up to one that is met, and hands the counts
    /// over; `first` is the first state that has children in the batch.
    #[inline(never)]
    fn look_up<D: Direction<P>, T: Target<P::State>>(
        &mut self,
        puzzle: &P,
        target: &T,
        (first, mut tally): (u32, Tally),
        elsewhere: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<MeetingFor<P, T>>, Stop> {
        if !batch::is_cached(self.nodes.len()) {
            self.nodes.read_ahead(self.batch.hashes());
        }
        target.read_ahead(self.batch.hashes());
        let stored = self.nodes.len() as u64;
        let most = monitor.limits().stored.unwrap_or(u64::MAX);
        let most = most.saturating_sub(elsewhere);
        let Self { nodes, batch, .. } = self;
        let mut tried = 0;
        let mut end = Ok(None);
        for child in batch.drain() {
            let Child {
                hash,
                state,
                parent,
                ..
            } = child;
            tried += 1;
            if let Err(stop) = nodes.make_room(monitor.memory()) {
                end = Err(stop);
                break;
            }
            let Err(place) = nodes.find_or_place(hash, &state) else {
                continue;
            };
            if let Some(met) = target.meet(hash, &state) {
                end = Ok(Some(Meeting { parent, state, met }));
                break;
            }
            if nodes.len() as u64 >= most {
                end = Err(Stop::Stored);
                break;
            }
            if let Err(stop) = nodes.insert(place, Linked { state, parent }, monitor.memory()) {
                end = Err(stop);
                break;
            }
        }
        let undecided = !matches!(end, Ok(None));
        if undecided {
            tally = self.recount::<D>(puzzle, first, tried, monitor.tally());
        }
        let new = self.nodes.len() as u64 - stored;
        if new > 0 {
            monitor.store(self.nodes.len() as u64 + elsewhere)?;
        }
        let generated = tally.generated - monitor.stats().generated;
        monitor.count_duplicates(generated.saturating_sub(new + u64::from(undecided)));
        tally.settle(monitor);
        end
    }

    /// The counts up to the child that was tried last, if these are those before `first` was
    /// expanded.
    #[cold]
    fn recount<D: Direction<P>>(
        &self,
        puzzle: &P,
        first: u32,
        mut tried: usize,
        mut tally: Tally,
    ) -> Tally {
        for parent in first..self.frontier.end {
            tally.expanded += 1;
            let node = self.nodes.get(parent);
            let before = &self.nodes.get(node.parent).state;
            for neighbor in D::edges(puzzle, &node.state) {
                tally.generated += 1;
                tried -= usize::from(neighbor.state != *before);
                if tried == 0 {
                    return tally;
                }
            }
        }
        tally
    }

    /// Expands a state child by child, under the eyes of the monitor. Nothing may be in the batch.
    #[cold]
    #[inline(never)]
    fn expand_one<D: Direction<P>, T: Target<P::State>>(
        &mut self,
        puzzle: &P,
        target: &T,
        parent: u32,
        elsewhere: u64,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<MeetingFor<P, T>>, Stop> {
        let node = self.nodes.get(parent);
        let (state, before) = (node.state.clone(), node.parent);
        monitor.expand(&state, self.depth)?;
        let g = self.depth.saturating_add(P::Cost::one());
        let mut children = 0;
        for neighbor in D::edges(puzzle, &state) {
            monitor.generate(|| Generated {
                parent: Some(&state),
                mv: Some(&neighbor.mv),
                state: &neighbor.state,
                g,
                h: None,
            })?;
            children += 1;
            let state = neighbor.state;
            if state == self.nodes.get(before).state {
                monitor.duplicate();
                continue;
            }
            let hash = self.nodes.hash(&state);
            self.nodes.make_room(monitor.memory())?;
            match self.nodes.find_or_place(hash, &state) {
                Ok(_) => monitor.duplicate(),
                Err(place) => {
                    if let Some(met) = target.meet(hash, &state) {
                        return Ok(Some(Meeting { parent, state, met }));
                    }
                    monitor.store(self.nodes.len() as u64 + 1 + elsewhere)?;
                    let child = Linked { state, parent };
                    self.nodes.insert(place, child, monitor.memory())?;
                }
            }
        }
        // Half of the batch is for one state's children.
        self.batch.reserve(2 * children, monitor.memory())?;
        Ok(None)
    }

    /// The states from this node up to its root.
    pub(super) fn path_to_root(&self, node: u32) -> Vec<P::State> {
        self.nodes.path_to_root(node)
    }

    /// The states from the root down to this node.
    pub(super) fn path_from_root(&self, node: u32) -> Vec<P::State> {
        self.nodes.path_from_root(node)
    }
}
