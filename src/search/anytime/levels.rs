//! [`Levels`]: the open lists of rectangle search, one for each level, which is a depth.
//!
//! Invariant: a state is stored once, and is open in one level at most; its node is marked with that level. An entry in
//! another level is stale.
//!
//! A level is ordered by guess, then h; without guesses, by h alone. If guesses give the states a *kind*, each kind has
//! an order of its own, and the kinds take turns. The entries of children that were just stored wait until they are
//! added to their level, since there may be no memory for them there.

use core::hash::Hash;
use core::marker::PhantomData;
use core::num::NonZero;

use crate::account::{Meter, Quota, Stop};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::search::guess::{Guess, Guesses};
use crate::search::settle::{Path, Priority, Receive};
use crate::storage::{Arena, Entry, Node, NodeTable, RoundRobin, Waiting};

/// A state with the cheapest known path to it; a root is its own parent.
#[derive(Clone, Debug)]
pub(super) struct LevelNode<S, C> {
    pub(super) state: S,
    pub(super) parent: u32,
    /// One more than the level in which the state is open; `None` if it is not open.
    pub(super) open_in: Option<NonZero<u32>>,
    pub(super) g: C,
}

impl<S: Clone + Eq + Hash, C> Node for LevelNode<S, C> {
    type State = S;
    type Cost = ();
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.parent
    }
    fn cost(&self) {}
}

/// Returns the mark of a state that is open in a level, see [`LevelNode::open_in`].
pub(super) const fn mark(level: usize) -> Option<NonZero<u32>> {
    NonZero::new((level as u32).saturating_add(1))
}

/// A pass through all open states for the least f. A stop may interrupt it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeastF<C> {
    /// The entry that is next, and its level.
    level: usize,
    entry: usize,
    least: Option<C>,
}

impl<C: Cost> LeastF<C> {
    pub(super) const BEGIN: Self = Self {
        level: 0,
        entry: 0,
        least: None,
    };

    /// Goes through the rest of the open states, and returns the least f of all; another call continues after a stop.
    /// No entry may be waiting.
    pub(super) fn find<S: Clone + Eq + Hash>(
        &mut self,
        levels: &Levels<C>,
        nodes: &NodeTable<LevelNode<S, C>>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<C>, Stop> {
        while let Some(list) = levels.lists.find(self.level as u32) {
            for entry in list.iter().skip(self.entry) {
                self.entry += 1;
                let reached = nodes.get(entry.node);
                let f = reached.g.checked_add(&entry.tie);
                if let Some(f) = f.filter(|_| reached.open_in == mark(self.level)) {
                    self.least = Some(self.least.map_or(f, |least| least.min(f)));
                }
                // Afterwards, so that a slice of any length gets further.
                meter.step()?;
            }
            (self.level, self.entry) = (self.level + 1, 0);
        }
        Ok(self.least)
    }
}

/// The open lists of all levels.
#[derive(Debug)]
pub(super) struct Levels<C> {
    /// The open list of each level. The key of an entry is the guess (or h), and its tie is h.
    pub(super) lists: Arena<RoundRobin<C>>,
    /// Entries of states just stored or reached at less cost, not yet in the list of their level.
    pub(super) waiting: Waiting<C>,
    /// All levels before this one are empty.
    pub(super) first_level: usize,
    /// One more than the highest kind of the states seen so far.
    pub(super) kinds: usize,
}

impl<C: Cost> Levels<C> {
    pub(super) const fn new() -> Self {
        Self {
            lists: Arena::new(),
            waiting: Waiting::new(),
            first_level: 0,
            kinds: 1,
        }
    }

    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(RoundRobin::clear);
        self.waiting.clear();
        (self.first_level, self.kinds) = (0, 1);
    }

    /// Prepares for new entries in a level, which is at most one deeper than the deepest that has a list.
    pub(super) fn prepare(&mut self, level: usize, memory: &Quota) -> Result<(), Stop> {
        if level == self.lists.len() {
            self.lists.push(RoundRobin::new(), memory)?;
        }
        self.first_level = self.first_level.min(level);
        Ok(())
    }

    /// Adds the waiting entries to the list of their level. If there is no such list, nothing waits.
    pub(super) fn add_waiting(&mut self, level: usize, memory: &Quota) -> Result<(), Stop> {
        let Some(list) = self.lists.find_mut(level as u32) else {
            return Ok(());
        };
        let added = list.add_waiting(&mut self.waiting, memory);
        self.kinds = self.kinds.max(list.kinds());
        added
    }
}

/// Receives children into the table and opens them in a level. Their entries wait until all children are stored.
pub(super) struct LevelReceiver<'a, S, C, G> {
    pub(super) guesses: &'a G,
    /// The level of the children.
    pub(super) level: usize,
    /// The cost of the incumbent.
    pub(super) best: Option<C>,
    pub(super) waiting: &'a mut Waiting<C>,
    /// Whether a path was pruned by the limit on the cost, or by the range of costs.
    pub(super) cut: &'a mut bool,
    pub(super) state: PhantomData<S>,
}

impl<P, G> Receive<P> for LevelReceiver<'_, P::State, P::Cost, G>
where
    P: Puzzle,
    G: Guesses<P::State, P::Cost>,
{
    type Node = LevelNode<P::State, P::Cost>;
    type Estimate = P::Cost;
    type Priority = Priority<Guess<P::Cost>, P::Cost>;

    fn make_room(&mut self, children: usize, memory: &Quota) -> Result<(), Stop> {
        self.waiting.make_room(children, memory)
    }

    #[inline]
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<(P::Cost, P::Cost)> {
        // The h that prunes is also the estimate from which the priority follows if there is no guess.
        puzzle.heuristic(state).map(|h| (h, h))
    }

    #[inline]
    fn below(&self) -> Option<P::Cost> {
        self.best
    }

    #[inline]
    fn priority(&self, _: &P, state: &P::State, _: P::Cost, h: P::Cost) -> Option<Self::Priority> {
        let key = self.guesses.guess(state).unwrap_or(Guess::new(h));
        Some(Priority { key, tie: h })
    }

    fn note_cut(&mut self) {
        *self.cut = true;
    }

    #[inline]
    fn cost(&self, nodes: &NodeTable<Self::Node>, node: u32) -> Option<P::Cost> {
        Some(nodes.get(node).g)
    }

    #[inline]
    fn node(&mut self, state: P::State, Path { parent, g, .. }: Path<P::Cost>) -> Self::Node {
        LevelNode {
            state,
            parent,
            open_in: mark(self.level),
            g,
        }
    }

    #[inline]
    fn improve(
        &mut self,
        nodes: &mut NodeTable<Self::Node>,
        node: u32,
        Path { parent, g, .. }: Path<P::Cost>,
        _: Self::Priority,
        _: &mut MonitorOf<'_, P>,
    ) -> bool {
        let reached = nodes.get_mut(node);
        (reached.g, reached.parent, reached.open_in) = (g, parent, mark(self.level));
        true
    }

    #[inline]
    fn open(
        &mut self,
        node: u32,
        _: P::Cost,
        priority: Self::Priority,
        _: &Quota,
    ) -> Result<(), Stop> {
        Receive::<P>::wait(self, node, priority);
        Ok(())
    }

    #[inline]
    fn wait(&mut self, node: u32, Priority { key: guess, tie }: Self::Priority) {
        let key = guess.value;
        self.waiting
            .push_within(guess.kind, Entry { key, tie, node });
    }
}
