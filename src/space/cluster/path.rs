//! Shortest paths: the workers search together, and then trace the path back layer by layer.

use std::vec::Vec;

use super::Quit;
use super::owned_states::{OwnedStates, StoredKey};
use super::owned_table::OwnedTable;
use super::worker::{LOOK, Peer, SearchEnd};
use crate::account::{ReplayFault, Side, Stop};
use crate::space::disk::{CodeSpace, GoalTest};
use crate::space::spaces::Retained;

impl<K: StoredKey> Peer<'_, '_, '_, K> {
    /// The keys of a shortest path from the start to a goal; `None` if there is none.
    pub(super) fn solve(&mut self, start: &[u8]) -> Result<Option<Vec<K>>, Quit> {
        let mut search = self.table(1);
        self.begin(&mut search, start)?;
        loop {
            self.barrier(Side::Start, &mut search, 0)?;
            let next = self.expand(&mut search, self.space.forth, GoalTest::Needed)?;
            if let Some(goal) = next.goal {
                let mut path = std::vec![goal];
                let depth = search.depth + 1;
                if self.space.forth.is_undirected() {
                    self.trace(&search, &mut path, depth, |peer, end, key, depth| {
                        Ok(peer.predecessor(end, peer.space.forth, key, depth))
                    })?;
                } else {
                    self.trace(&search, &mut path, depth, Self::search_predecessor)?;
                }
                path.reverse();
                return Ok(Some(path));
            }
            if next.states == 0 {
                return Ok(None);
            }
            self.advance(&mut search, &next);
        }
    }

    /// The same by bidirectional search, which expands the smaller frontier.
    pub(super) fn solve_from_both_ends(
        &mut self,
        start: &[u8],
        goals: &[u8],
    ) -> Result<Option<Vec<K>>, Quit> {
        let (mut forth, mut back) = (self.table(2), self.table(2));
        self.begin(&mut forth, start)?;
        self.begin(&mut back, goals)?;
        while forth.states > 0 && back.states > 0 {
            let goes_forth = forth.states <= back.states;
            let (search, other) = if goes_forth {
                (&mut forth, &back)
            } else {
                (&mut back, &forth)
            };
            self.beside = other.part.memory().held();
            let next = if goes_forth {
                self.barrier(Side::Start, search, other.depth)?;
                self.expand(search, self.space.forth, GoalTest::Skipped)?
            } else {
                self.barrier(Side::Goal, search, other.depth)?;
                self.expand(search, self.space.back, GoalTest::Skipped)?
            };
            self.advance(search, &next);
            let keys = search.part.layer().map(|at| search.part.key(at));
            let met = keys.filter(|key| other.part.holds(key, other.depth)).min();
            if let Some(met) = self.least(met)? {
                let mut path = std::vec![met];
                self.trace(&forth, &mut path, forth.depth, |peer, end, key, depth| {
                    Ok(peer.predecessor(end, peer.space.back, key, depth))
                })?;
                path.reverse();
                self.trace(&back, &mut path, back.depth, |peer, end, key, depth| {
                    Ok(peer.predecessor(end, peer.space.forth, key, depth))
                })?;
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// A search of which all layers are retained, one of `ends` of this worker.
    fn table(&self, ends: usize) -> SearchEnd<OwnedTable<K>> {
        SearchEnd::new(OwnedTable::new(Retained::All, self.grant(ends)))
    }

    /// The least key that any worker proposes.
    fn least(&mut self, key: Option<K>) -> Result<Option<K>, Quit> {
        let bytes = key
            .iter()
            .flat_map(|key| self.bytes(key))
            .collect::<Vec<_>>();
        let words = self.all_gather_uninterrupted(&bytes)?;
        let width = self.scratch.len();
        let keys = words.iter().flat_map(|word| word.chunks_exact(width));
        Ok(keys.map(K::read).min())
    }

    /// Extends a path by one state of each layer before `depth`, back to layer 0.
    fn trace(
        &mut self,
        search: &SearchEnd<OwnedTable<K>>,
        path: &mut Vec<K>,
        depth: u64,
        before: impl Fn(&mut Self, &SearchEnd<OwnedTable<K>>, K, u64) -> Result<Option<K>, Quit>,
    ) -> Result<(), Quit> {
        for depth in (0..depth).rev() {
            let found = match path.last() {
                Some(&last) => before(self, search, last, depth)?,
                None => None,
            };
            match self.least(found)? {
                Some(key) => path.push(key),
                // Neighbors changed between calls, or predecessors do not agree with neighbors.
                None => return Err(Stop::Replay(ReplayFault::NoSuchEdge).into()),
            }
        }
        Ok(())
    }

    /// The least predecessor in the layer at `depth`, among the neighbors by `back`.
    fn predecessor(
        &mut self,
        search: &SearchEnd<OwnedTable<K>>,
        back: &dyn CodeSpace<K>,
        key: K,
        depth: u64,
    ) -> Option<K> {
        let mut found = None::<K>;
        back.successors(&[key], 0, &mut |key| {
            if search.part.holds(&key, depth) {
                found = Some(found.map_or(key, |found| found.min(key)));
            }
            true
        });
        found
    }

    /// The same without edges backward, among all states of the layer.
    fn search_predecessor(
        &mut self,
        search: &SearchEnd<OwnedTable<K>>,
        key: K,
        depth: u64,
    ) -> Result<Option<K>, Quit> {
        let mut found = None::<K>;
        for at in search.part.layer_at(depth) {
            if at.is_multiple_of(LOOK) && self.is_aborted()? {
                break;
            }
            let (from, mut leads) = (search.part.key(at), false);
            self.space.forth.successors(&[from], 0, &mut |to| {
                leads |= to == key;
                !leads
            });
            if leads {
                found = Some(found.map_or(from, |found| found.min(from)));
            }
        }
        Ok(found)
    }
}
