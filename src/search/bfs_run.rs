//! [`BfsRun`]: breadth-first search from the starts until it meets its *far end*: the first goal, the layer of the
//! nearest goals, or a tree that grows from the goals.
//!
//! Starts go in; a path of the fewest moves comes out, or the reason why there is none. The far end is a policy, a
//! [`FarEnd`]. The loop is the same for all. Before each layer, it raises the lower bound to one move more than the
//! depths of both trees together, since any shorter path would have been found. Invariant: at most one layer of both
//! trees is partly expanded, and it is completed before any other is begun.

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

/// What the tree from the starts grows toward. `K` is how its states are stored.
pub(crate) trait FarEnd<P: Puzzle, K = NodeTable<Linked<<P as Puzzle>::State>>> {
    /// The name of the search.
    const NAME: &'static str;
    /// Whether a tree grows from the goals.
    const FROM_GOALS: bool = false;
    /// Whether the tree from the starts may find its states by their addresses: only if no other tree looks them up, by
    /// their hashes.
    const BY_ADDRESS: bool = false;
    /// Tells which states follow the last one of the tree from the starts on a path that was found: a goal, or the name
    /// of a state in the other tree.
    type Rest;

    /// Returns the roots of the tree from the goals.
    fn goals(_: &P) -> impl IntoIterator<Item = P::State> {
        iter::empty()
    }

    /// Looks for the far end in the complete layers, before another one is expanded.
    fn find_in_layers(_: &Trees<P::State, K>, _: &P) -> Option<FoundPath<Self::Rest>> {
        None
    }

    /// Expands a layer of either tree, or the rest that a stop has left of it, until the far end is met.
    fn grow(
        trees: &mut Trees<P::State, K>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<FoundPath<Self::Rest>>, Stop>;

    /// Returns the states that follow the last one of the tree from the starts.
    fn rest<'a>(
        rest: &'a Self::Rest,
        trees: &'a Trees<P::State, K>,
    ) -> impl Iterator<Item = &'a P::State>;

    fn save(rest: &Self::Rest, to: &mut Saver<'_, P::State>);
    fn load(trees: &Trees<P::State, K>, from: &mut Loader<'_, P::State>) -> Option<Self::Rest>;
}

/// The path that is found when the search meets its far end: the name of its last state in the tree from the starts,
/// and what follows that state.
pub(crate) struct FoundPath<R> {
    pub(super) last: u32,
    pub(super) rest: R,
}

/// The trees from the starts (`front`) and from the goals (`back`), which has no states unless `FROM_GOALS`.
pub(crate) struct Trees<S, K> {
    pub(super) front: BfsTree<S, K>,
    pub(super) back: BfsTree<S, K>,
}

/// The data of a breadth-first search from the starts, or from both ends.
pub(crate) struct BfsRun<P: Puzzle, E: FarEnd<P, K>, K = NodeTable<Linked<<P as Puzzle>::State>>> {
    /// Starts not yet stored, last one first.
    starts: Vec<P::State>,
    trees: Trees<P::State, K>,
    /// The path that was found. It is kept since the search may stop for lack of memory for its states.
    found: Option<FoundPath<E::Rest>>,
}

impl<P: Puzzle, E: FarEnd<P>> BfsRun<P, E> {
    /// Creates a search by one thread, without starts.
    pub(crate) fn one_thread() -> Self {
        Self::new(NodeTable::new(), NodeTable::new())
    }

    /// Returns the tree from the starts, and the depth of its complete layers.
    pub(crate) const fn front(&self) -> (&NodeTable<Linked<P::State>>, u64) {
        let tree = &self.trees.front;
        (&tree.store, tree.depth())
    }

    /// Returns the tree from the goals and its depth, if the search grows one. Once the search has met its far end,
    /// edges lead from the deepest complete layer of the tree from the starts to that of this tree; if there is no such
    /// tree, the nearest goals are in the deepest layer of the tree from the starts.
    pub(crate) fn back(&self) -> Option<(&NodeTable<Linked<P::State>>, u64)> {
        let tree = &self.trees.back;
        E::FROM_GOALS.then(|| (&tree.store, tree.depth()))
    }
}

impl<P: Puzzle, E: FarEnd<P, K>, K: TreeStore<P::State>> BfsRun<P, E, K> {
    /// Creates a search whose trees are kept in these empty stores, without starts.
    pub(super) fn new(front: K, back: K) -> Self {
        Self {
            starts: Vec::new(),
            trees: Trees {
                front: BfsTree::new(front),
                back: BfsTree::new(back),
            },
            found: None,
        }
    }

    /// Begins a search from these starts, and forgets an earlier one.
    pub(crate) fn begin(&mut self, mut starts: Vec<P::State>) {
        starts.reverse();
        self.starts = starts;
        self.trees.front.clear();
        self.trees.back.clear();
        self.found = None;
    }

    /// Grows the trees until the search meets its far end. Returns the verdict that there is no path if a tree has no
    /// states left to expand.
    pub(crate) fn grow_until_met(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        self.store_roots(puzzle, &mut monitor.meter())?;
        let Self { trees, found, .. } = self;
        while found.is_none() {
            if trees.front.layer_len() == 0 {
                return Ok(Some(Verdict::exhausted()));
            }
            if E::FROM_GOALS && trees.back.layer_len() == 0 {
                return Ok(Some(Verdict::start_not_reached()));
            }
            *found = E::find_in_layers(trees, puzzle);
            if found.is_none() {
                let moves = trees.front.depth() + trees.back.depth() + 1;
                raise_bound_to_moves(moves, puzzle, monitor)?;
                if E::BY_ADDRESS && !trees.front.is_within_layer() {
                    let store = &mut trees.front.store;
                    store.switch_to_addresses(puzzle, monitor.memory());
                }
                *found = E::grow(trees, puzzle, monitor)?;
            }
        }
        Ok(None)
    }

    /// Stores the starts and goals that are not stored yet.
    fn store_roots(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Trees { front, back } = &mut self.trees;
        while let Some(start) = self.starts.last() {
            front.add_root(start, puzzle, 0, meter)?;
            // The last start is taken off the list only after the goals are added. If a stop comes between, all of this
            // is done again, and adds no root twice.
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
        let failure = self.grow_until_met(puzzle, monitor)?;
        let Some(FoundPath { last, rest }) = &self.found else {
            return failure.ok_or(Stop::Incomplete);
        };
        let to_root = || self.trees.front.to_root(*last);
        let rest = || E::rest(rest, &self.trees);
        let mut states = path::with_room(to_root().count() + rest().count(), monitor)?;
        states.extend(to_root().cloned());
        states.reverse();
        states.extend(rest().cloned());
        Ok(Verdict::path(states, Guarantee::FewestMoves))
    }

    fn name(&self) -> Option<String> {
        // Only a tree in one table can be saved, and a search without a name is not saved.
        let table = self.trees.front.store.table();
        table.map(|_| E::NAME.into())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        to.count(self.starts.len());
        self.trees.front.save(to);
        if E::FROM_GOALS {
            self.trees.back.save(to);
        }
        to.flag(self.found.is_some());
        if let Some(FoundPath { last, rest }) = &self.found {
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
            self.found = Some(FoundPath { last, rest });
        }
        Some(())
    }
}

/// The far end is the first layer with a goal. It is completed, so that it has all of the nearest goals. Roots are not
/// goals: a search from a goal ends before its run begins.
pub(crate) enum GoalLayer {}

impl<P: Puzzle, K: ExpandLayer<P, FromStart, Nowhere>> FarEnd<P, K> for GoalLayer {
    const NAME: &'static str = "breadth-first, whole layers";
    type Rest = ();

    fn find_in_layers(
        Trees { front, .. }: &Trees<P::State, K>,
        puzzle: &P,
    ) -> Option<FoundPath<()>> {
        if front.is_within_layer() {
            // This layer was searched for goals before its expansion began.
            return None;
        }
        let mut layer = front.frontier.clone();
        let goal = layer.find(|&index| puzzle.is_goal(&front.node_at(index).state))?;
        let (last, rest) = (front.store.name(goal), ());
        Some(FoundPath { last, rest })
    }

    fn grow(
        trees: &mut Trees<P::State, K>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<FoundPath<()>>, Stop> {
        match K::expand_layer(&mut trees.front, puzzle, &Nowhere, 0, monitor)? {
            // No state meets this target.
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

/// Raises the lower bound, since each solution not found yet has at least `moves` moves; stops if that exceeds a limit.
fn raise_bound_to_moves<P: Puzzle>(
    moves: u64,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let has_unit_costs = puzzle.facts().unit_costs;
    let limits = monitor.limits();
    // A limit on the cost is refused before the search begins, unless edges have unit costs.
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
