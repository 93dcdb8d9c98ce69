//! [`settle`]: moves the children of a batch into the node table, in every search that keeps the cost of the cheapest
//! known path to each state.
//!
//! A child that is new is stored, and opened; one that reaches a stored state at less cost replaces the path to it. The
//! search itself is asked for estimates and priorities, as a [`Receive`]. Children leave the batch in their order, each
//! only when there is memory for all that is kept of it, so that a stop loses none.

use super::batch::{self, Batch, Child};
use crate::account::{Limited, Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::storage::{Key, Keys, Node, NodeTable};

/// What a search decides about its children and keeps of them beside the table: estimates, priorities, the open list.
pub(super) trait Receive<P: Puzzle> {
    type Node: Node<State = P::State>;
    /// The estimates of a state.
    type Estimate: Copy;
    /// What decides the order of open states.
    type Priority: Copy;

    /// Makes room for the data beside this many children.
    fn make_room(&mut self, children: usize, memory: &Quota) -> Result<(), Stop>;

    /// Returns h, which prunes, and the estimates of a state, from which its priority follows; `None` at a dead end.
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<(P::Cost, Self::Estimate)>;

    /// Paths whose f is not less than this are pruned.
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

    /// Returns the cost of the cheapest known path to a stored state, if this side of the search has reached it.
    fn cost(&self, nodes: &NodeTable<Self::Node>, node: u32) -> Option<P::Cost>;

    /// Makes a new node.
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

    /// Opens a state that was reached at this cost.
    fn open(
        &mut self,
        node: u32,
        g: P::Cost,
        priority: Self::Priority,
        memory: &Quota,
    ) -> Result<(), Stop>;

    /// Keeps a state that could not be opened for lack of memory, or that comes after such a state. There is room for
    /// it.
    fn wait(&mut self, node: u32, priority: Self::Priority);
}

/// What an open state is ordered by: the key, and what decides among equal keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priority<K, C = K> {
    pub(super) key: K,
    pub(super) tie: C,
}

/// The path by which a child was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<G> {
    pub(super) key: Key,
    pub(super) parent: u32,
    pub(super) g: G,
}

/// Stores the children of the batch, in their order, or the cheaper paths to states already stored. Children not stored
/// before a stop stay in the batch. `elsewhere` is the number of states that other tables store under the same limit.
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
        // There is room for a child before it is taken out.
        nodes.grow_in_time(portion, || monitor.meter())?;
        nodes.make_room(portion, monitor.memory())?;
        receiver.make_room(portion, monitor.memory())?;
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

/// Stores these children, for which there is room.
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
        let known = nodes.find_or_place(puzzle, key, &state);
        if let Ok(node) = known {
            let before = receiver.cost(nodes, node);
            monitor.meter().duplicates(u64::from(before.is_some()));
            if before.is_some_and(|before| before <= g) {
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
        let node = match known {
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
            // Children behind the one that could not be opened wait, too, so that their order stays.
            receiver.wait(node, priority);
        }
    }
    end
}
