//! [`BfsRun`]: breadth-first search from the starts until it meets its [`FarEnd`].
//!
//! The policy says what the tree from the starts grows toward: the first goal, the layer of the nearest goals, or a
//! tree from the goals. The loop is the same: it proves a bound before each layer, and ends with a path of the fewest
//! moves or with the reason why there is none. A stop leaves at most one layer partly expanded, and that layer is
//! completed before any other is begun.

use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use num_traits::{ToPrimitive, cast};

use super::bfs_tree::{BfsTree, ExpandLayer, FromStart, Meeting, Nowhere, TreeStore};
use super::path;
use crate::account::{Meter, Stop};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solver::{Loader, Run, Saver, Verdict, VerdictOf};
use crate::storage::{Linked, NodeTable};

/// What the tree from the starts grows toward.
pub(crate) trait FarEnd<P: Puzzle, K = NodeTable<Linked<<P as Puzzle>::State>>> {
    const NAME: &'static str;
    /// Whether a tree grows from the goals.
    const FROM_GOALS: bool = false;
    /// Whether the tree from the starts may find states by their addresses: no one else looks them up.
    const BY_ADDRESS: bool = false;
    /// How the states are found that follow the last one of the tree on a path.
    type Rest;

    /// Returns the roots of the tree from the goals.
    fn goals(_: &P) -> impl IntoIterator<Item = P::State> {
        iter::empty()
    }

    /// Looks for the far end in the layers that there are, before another is expanded.
    fn look(_: &Trees<P::State, K>, _: &P) -> Option<Joint<Self::Rest>> {
        None
    }

    /// Expands a layer of either tree, or what a stop has left of it, until the far end is met.
    fn grow(
        trees: &mut Trees<P::State, K>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<Joint<Self::Rest>>, Stop>;

    /// Returns the states that follow the last one of the tree.
    fn rest<'a>(
        rest: &'a Self::Rest,
        trees: &'a Trees<P::State, K>,
    ) -> impl Iterator<Item = &'a P::State>;

    fn save(rest: &Self::Rest, to: &mut Saver<'_, P::State>);
    fn load(trees: &Trees<P::State, K>, from: &mut Loader<'_, P::State>) -> Option<Self::Rest>;
}

/// Where the search has met its far end: the last state on a path in the tree from the starts, by its name, and what
/// follows.
pub(crate) struct Joint<R> {
    pub(super) last: u32,
    pub(super) rest: R,
}

/// The trees from the starts and from the goals; the latter may have no states.
pub(crate) struct Trees<S, K> {
    pub(super) front: BfsTree<S, K>,
    pub(super) back: BfsTree<S, K>,
}

/// The state of a breadth-first search from the starts, or from both ends.
pub(crate) struct BfsRun<P: Puzzle, E: FarEnd<P, K>, K = NodeTable<Linked<<P as Puzzle>::State>>> {
    /// Starts not yet stored, last one first.
    starts: Vec<P::State>,
    trees: Trees<P::State, K>,
    /// It is kept, as a stop may come before there is memory for the path.
    joint: Option<Joint<E::Rest>>,
}

impl<P: Puzzle, E: FarEnd<P>> BfsRun<P, E> {
    pub(crate) fn one_thread() -> Self {
        Self::new(NodeTable::new(), NodeTable::new())
    }

    /// Returns the tree from the starts, and the depth of its complete layers.
    pub(crate) const fn front(&self) -> (&NodeTable<Linked<P::State>>, u64) {
        let tree = &self.trees.front;
        (&tree.store, tree.depth())
    }

    /// Returns the tree from the goals and its depth, if the search grows one. Where the search has ended, edges lead
    /// from the deepest layer of the tree from the starts to the deepest layer of this one; if there is none, the
    /// nearest goals are in the deepest layer of the tree from the starts.
    pub(crate) fn back(&self) -> Option<(&NodeTable<Linked<P::State>>, u64)> {
        let tree = &self.trees.back;
        E::FROM_GOALS.then(|| (&tree.store, tree.depth()))
    }
}

impl<P: Puzzle, E: FarEnd<P, K>, K: TreeStore<P::State>> BfsRun<P, E, K> {
    pub(super) fn new(front: K, back: K) -> Self {
        Self {
            starts: Vec::new(),
            trees: Trees {
                front: BfsTree::new(front),
                back: BfsTree::new(back),
            },
            joint: None,
        }
    }

    /// Begins a search from these starts, and forgets an earlier one.
    pub(crate) fn begin(&mut self, mut starts: Vec<P::State>) {
        starts.reverse();
        self.starts = starts;
        self.trees.front.clear();
        self.trees.back.clear();
        self.joint = None;
    }

    /// Grows the trees until the search meets its far end. Returns the verdict if it does not.
    pub(crate) fn meet(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        self.store_roots(puzzle, &mut monitor.meter())?;
        let Self { trees, joint, .. } = self;
        while joint.is_none() {
            if trees.front.layer_len() == 0 {
                return Ok(Some(Verdict::exhausted()));
            }
            if E::FROM_GOALS && trees.back.layer_len() == 0 {
                return Ok(Some(Verdict::start_not_reached()));
            }
            *joint = E::look(trees, puzzle);
            if joint.is_none() {
                bound_from_moves(
                    trees.front.depth() + trees.back.depth() + 1,
                    puzzle,
                    monitor,
                )?;
                if E::BY_ADDRESS && !trees.front.is_within_layer() {
                    let store = &mut trees.front.store;
                    store.switch_to_addresses(puzzle, monitor.memory());
                }
                *joint = E::grow(trees, puzzle, monitor)?;
            }
        }
        Ok(None)
    }

    fn store_roots(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Trees { front, back } = &mut self.trees;
        while let Some(start) = self.starts.last() {
            front.add_root(start, puzzle, 0, meter)?;
            // The last start is taken off the list after the goals are added, too: a stop between them leaves it there,
            // and what was added already is found in its tree.
            if self.starts.len() == 1 {
                for goal in E::goals(puzzle) {
                    back.add_root(&goal, puzzle, front.len(), meter)?;
                }
            }
            self.starts.pop();
        }
        Ok(())
    }
}

impl<P: Puzzle, E: FarEnd<P, K>, K: TreeStore<P::State>> Run<P> for BfsRun<P, E, K> {
    fn start(
        &mut self,
        puzzle: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.begin(starts);
        self.trees.front.store.begin(puzzle);
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let failure = self.meet(puzzle, monitor)?;
        let Some(Joint { last, rest }) = &self.joint else {
            return failure.ok_or(Stop::Incomplete);
        };
        let to_root = || self.trees.front.to_root(*last);
        let rest = || E::rest(rest, &self.trees);
        let mut states = path::room(to_root().count() + rest().count(), monitor)?;
        states.extend(to_root().cloned());
        states.reverse();
        states.extend(rest().cloned());
        Ok(Verdict::path(states, Guarantee::FewestMoves))
    }

    fn name(&self) -> Option<String> {
        // Only a tree in one table can be saved; a search without a name is not.
        let table = self.trees.front.store.table();
        table.map(|_| E::NAME.into())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        to.count(self.starts.len());
        self.trees.front.save(to);
        if E::FROM_GOALS {
            self.trees.back.save(to);
        }
        to.flag(self.joint.is_some());
        if let Some(Joint { last, rest }) = &self.joint {
            to.number(*last);
            E::save(rest, to);
        }
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        from.starts(&mut self.starts)?;
        self.trees.front.load(from)?;
        if E::FROM_GOALS {
            self.trees.back.load(from)?;
        }
        if from.flag()? {
            let last = from.index(self.trees.front.len() as usize)?;
            let rest = E::load(&self.trees, from)?;
            self.joint = Some(Joint { last, rest });
        }
        Some(())
    }
}

/// The first layer with a goal, which is completed, so that it has all of the nearest goals. Roots are not goals: a
/// search from a goal ends before its run begins.
pub(crate) enum GoalLayer {}

impl<P: Puzzle, K: ExpandLayer<P, FromStart, Nowhere>> FarEnd<P, K> for GoalLayer {
    const NAME: &'static str = "breadth-first, whole layers";
    type Rest = ();

    fn look(Trees { front, .. }: &Trees<P::State, K>, puzzle: &P) -> Option<Joint<()>> {
        if front.is_within_layer() {
            // The deepest layer was looked at before its expansion began.
            return None;
        }
        let mut layer = front.frontier.clone();
        let goal = layer.find(|&index| puzzle.is_goal(&front.node_at(index).state))?;
        let (last, rest) = (front.store.name(goal), ());
        Some(Joint { last, rest })
    }

    fn grow(
        trees: &mut Trees<P::State, K>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<Joint<()>>, Stop> {
        match K::expand_layer(&mut trees.front, puzzle, &Nowhere, 0, monitor)? {
            // This is never met.
            Some(Meeting { met, .. }) => match met {},
            None => Ok(None),
        }
    }

    fn rest<'a>(_: &'a (), _: &'a Trees<P::State, K>) -> impl Iterator<Item = &'a P::State> {
        iter::empty()
    }

    fn save(&(): &(), _: &mut Saver<'_, P::State>) {}

    fn load(_: &Trees<P::State, K>, _: &mut Loader<'_, P::State>) -> Option<()> {
        Some(())
    }
}

/// Notes that no solution has fewer moves; stops if that exceeds a limit.
fn bound_from_moves<P: Puzzle>(
    moves: u64,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let has_unit_costs = puzzle.facts().unit_costs;
    let limits = monitor.limits();
    let max_cost = monitor.max_cost();
    let cost = max_cost.filter(|_| has_unit_costs);
    let cost = cost.map(|cost| cost.to_u64().unwrap_or(u64::MAX));
    if cost.into_iter().chain(limits.moves).any(|max| moves > max) {
        return Err(match max_cost {
            Some(_) => monitor.stop_at_cost_limit(),
            None => Stop::Moves,
        });
    }
    match cast::<u64, P::Cost>(moves) {
        Some(bound) if has_unit_costs => monitor.raise_lower_bound(bound),
        _ => Ok(()),
    }
}
