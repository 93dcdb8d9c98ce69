//! [`settle`]: moves the children of a batch into the node table, in every search that keeps the cost of the cheapest
//! known path to each state.
//!
//! A child that is new is stored, and opened; one that reaches a stored state at less cost replaces the path to it, and
//! a search that reopens states opens it again. A path whose f = g + h is not less than an upper bound, or exceeds the
//! limit on the cost, is pruned. The search provides estimates, priorities and the open list, as a [`Receive`].
//! Invariant: children leave the batch in their order, and only when there is memory for all that is kept of them, so
//! that a stop loses none.

use super::batch::{self, Batch, Child};
use crate::account::{Limited, Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::storage::{Key, Keys, Node, NodeTable};

/// The search that receives the children: it computes their estimates and priorities, and keeps the data beside the
/// table, such as the open list.
pub(super) trait Receive<P: Puzzle> {
    /// A node of the table.
    type Node: Node<State = P::State>;
    /// The heuristic estimates of a state, of which there may be several.
    type Estimate: Copy;
    /// What decides the order of open states.
    type Priority: Copy;

    /// Makes room for the data that the search keeps beside the table for this many children.
    fn make_room(&mut self, children: usize, memory: &Quota) -> Result<(), Stop>;

    /// Returns h, by which paths are pruned, and the estimates, which determine the priority; `None` at a dead end.
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<(P::Cost, Self::Estimate)>;

    /// Returns the upper bound, such as the cost of an incumbent: paths whose f is not less than this are pruned.
    fn below(&self) -> Option<P::Cost>;

    /// Returns the priority of a state; `None` if it is beyond the range of costs.
    fn priority(
        &self,
        puzzle: &P,
        state: &P::State,
        g: P::Cost,
        estimate: Self::Estimate,
    ) -> Option<Self::Priority>;

    /// Notes that a child was pruned by the limit on the cost, or by the range of costs.
    fn note_cut(&mut self);

    /// Returns the cost of the cheapest known path to a stored state; `None` if only the other side of a bidirectional
    /// search has reached it.
    fn cost(&self, nodes: &NodeTable<Self::Node>, node: u32) -> Option<P::Cost>;

    /// Makes the node of a new state.
    fn node(&mut self, state: P::State, path: Path<P::Cost>) -> Self::Node;

    /// Records a cheaper path to a stored state; returns whether the state is to be opened by this path.
    fn improve(
        &mut self,
        nodes: &mut NodeTable<Self::Node>,
        node: u32,
        path: Path<P::Cost>,
        priority: Self::Priority,
        monitor: &mut MonitorOf<'_, P>,
    ) -> bool;

    /// Adds a state that was reached at this cost to the open list. Without memory, the caller calls
    /// [`wait`](Self::wait).
    fn open(
        &mut self,
        node: u32,
        g: P::Cost,
        priority: Self::Priority,
        memory: &Quota,
    ) -> Result<(), Stop>;

    /// Keeps a state that could not be opened for lack of memory, or that comes after such a state, until it can be
    /// opened. [`make_room`](Self::make_room) has made room for it.
    fn wait(&mut self, node: u32, priority: Self::Priority);
}

/// What open states are ordered by: a key, and a tie, which decides among equal keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priority<K, C = K> {
    pub(super) key: K,
    pub(super) tie: C,
}

/// The path by which a child was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<G> {
    /// The key by which the child is looked up, with the label that it was given.
    pub(super) key: Key,
    /// The name of the parent.
    pub(super) parent: u32,
    /// The cost.
    pub(super) g: G,
}

/// Stores the children of the batch, in their order, or the cheaper paths to states that are stored already. After a
/// stop, the children that were not looked up stay in the batch. `elsewhere` is the number of states that other tables
/// store under the same limit.
#[inline(always)]
pub(super) fn settle<P: Puzzle, R: Receive<P>>(
    puzzle: &P,
    nodes: &mut NodeTable<R::Node>,
    batch: &mut Batch<P::State, P::Cost>,
    receiver: &mut R,
    elsewhere: u64,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let at_once = P::MAY_BE_ADDRESSES && nodes.is_looked_up_at_once();
    if !at_once && !batch::is_cached(nodes.len()) {
        nodes.read_ahead(puzzle, batch.keys());
    }
    let most = monitor.limits().room(Limited::Stored, elsewhere);
    while let Some(first) = batch.first() {
        let room = most.saturating_sub(nodes.len() as u64);
        let portion = batch.portion(room);
        // Room is made before a child is taken out of the batch.
        nodes.grow_in_time(portion, || monitor.meter())?;
        nodes.make_room(portion, monitor.memory())?;
        receiver.make_room(portion, monitor.memory())?;
        // Without room, a child is taken out only if it is a duplicate or a dead end.
        if room == 0
            && nodes.find(puzzle, first.key, &first.state).is_none()
            && receiver.estimate(puzzle, &first.state).is_some()
        {
            return Err(Stop::Stored);
        }
        let stored = nodes.len();
        let end = store(puzzle, nodes, batch.drain(portion), receiver, monitor);
        if nodes.len() > stored {
            monitor.meter().store(nodes.len() as u64 + elsewhere)?;
        }
        end?;
    }
    Ok(())
}

/// Stores these children, for which there is room. If one cannot be opened for lack of memory, all are stored, but it
/// and those after it are kept waiting.
#[inline(always)]
fn store<P: Puzzle, R: Receive<P>>(
    puzzle: &P,
    nodes: &mut NodeTable<R::Node>,
    children: impl Iterator<Item = Child<P::State, P::Cost>>,
    receiver: &mut R,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop> {
    let max_cost = monitor.max_cost();
    let mut end = Ok(());
    for child in children {
        let Child {
            key,
            state,
            parent,
            g,
        } = child;
        let found = nodes.find_or_place(puzzle, key, &state);
        if let Ok(node) = found {
            let known_g = receiver.cost(nodes, node);
            monitor.meter().duplicates(u64::from(known_g.is_some()));
            if known_g.is_some_and(|known_g| known_g <= g) {
                continue;
            }
        }
        let Some((h, estimate)) = receiver.estimate(puzzle, &state) else {
            continue;
        };
        let f = g.checked_add(&h);
        if let (Some(below), Some(f)) = (receiver.below(), f)
            && f >= below
        {
            continue;
        }
        let f = f.filter(|&f| max_cost.is_none_or(|max| f <= max));
        let Some(priority) = f.and_then(|_| receiver.priority(puzzle, &state, g, estimate)) else {
            receiver.note_cut();
            continue;
        };
        let path = Path { key, parent, g };
        let node = match found {
            Ok(node) => {
                let opens = receiver.improve(nodes, node, path, priority, monitor);
                nodes.update(puzzle, key, node);
                if !opens {
                    continue;
                }
                node
            }
            Err(place) => {
                let node = receiver.node(state, path);
                nodes.insert(puzzle, place, node)
            }
        };
        if end.is_ok() {
            end = receiver.open(node, g, priority, monitor.memory());
        }
        if end.is_err() {
            // Children after the one that could not be opened wait, too, so that all are opened in their order.
            receiver.wait(node, priority);
        }
    }
    end
}
