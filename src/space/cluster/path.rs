//! Shortest paths: the workers search together, and then trace the path back layer by layer.

use std::vec::Vec;

use super::Halt;
use super::mate::{Front, LOOK, Mate};
use super::part::Stored;
use crate::account::{ReplayFault, Side, Stop};
use crate::space::disk::CodeSpace;

impl<K: Stored> Mate<'_, '_, '_, K> {
    /// The keys of a shortest path from the start to a goal; `None` if there is none.
    pub(super) fn solve(&mut self, start: &[u8]) -> Result<Option<Vec<K>>, Halt> {
        let mut front = self.front(start, false, 1);
        self.begin(&mut front)?;
        loop {
            self.consent(Side::Start, &front, 0, None)?;
            let next = self.advance(&mut front, self.space.forth, true)?;
            if let Some(goal) = next.goal {
                let mut path = std::vec![goal];
                let depth = front.depth + 1;
                if self.space.forth.is_undirected() {
                    self.trace(&front, &mut path, depth, |mate, front, key, depth| {
                        Ok(mate.before(front, mate.space.forth, key, depth))
                    })?;
                } else {
                    self.trace(&front, &mut path, depth, Self::search_before)?;
                }
                path.reverse();
                return Ok(Some(path));
            }
            if next.states == 0 {
                return Ok(None);
            }
            front.turn(&next);
        }
    }

    /// The same by bidirectional search, which expands the smaller frontier.
    pub(super) fn solve_from_both_ends(
        &mut self,
        start: &[u8],
        goals: &[u8],
    ) -> Result<Option<Vec<K>>, Halt> {
        let mut forth = self.front(start, false, 2);
        let mut back = self.front(goals, false, 2);
        self.begin(&mut forth)?;
        self.begin(&mut back)?;
        while forth.states > 0 && back.states > 0 {
            let goes_forth = forth.states <= back.states;
            let (front, other) = if goes_forth {
                (&mut forth, &back)
            } else {
                (&mut back, &forth)
            };
            self.beside = other.part.memory().held();
            let next = if goes_forth {
                self.consent(Side::Start, front, other.depth, None)?;
                self.advance(front, self.space.forth, false)?
            } else {
                self.consent(Side::Goal, front, other.depth, None)?;
                self.advance(front, self.space.back, false)?
            };
            front.turn(&next);
            let keys = front.part.layer().map(|at| front.part.key(at));
            let met = keys.filter(|key| other.part.holds(key, other.depth)).min();
            if let Some(met) = self.least(met)? {
                let mut path = std::vec![met];
                self.trace(&forth, &mut path, forth.depth, |mate, front, key, depth| {
                    Ok(mate.before(front, mate.space.back, key, depth))
                })?;
                path.reverse();
                self.trace(&back, &mut path, back.depth, |mate, front, key, depth| {
                    Ok(mate.before(front, mate.space.forth, key, depth))
                })?;
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// The least key that any worker proposes.
    fn least(&mut self, key: Option<K>) -> Result<Option<K>, Halt> {
        let bytes = key
            .iter()
            .flat_map(|key| self.bytes(key))
            .collect::<Vec<_>>();
        let words = self.tell_unhurried(&bytes)?;
        let width = self.scratch.len();
        let keys = words.iter().flat_map(|word| word.chunks_exact(width));
        Ok(keys.map(K::read).min())
    }

    /// Extends a path by one state of each layer before `depth`, back to layer 0.
    fn trace(
        &mut self,
        front: &Front<K>,
        path: &mut Vec<K>,
        depth: u64,
        before: impl Fn(&mut Self, &Front<K>, K, u64) -> Result<Option<K>, Halt>,
    ) -> Result<(), Halt> {
        for depth in (0..depth).rev() {
            let found = match path.last() {
                Some(&last) => before(self, front, last, depth)?,
                None => None,
            };
            match self.least(found)? {
                Some(key) => path.push(key),
                // Neighbors changed between calls, or predecessors do not agree with neighbors.
                None => return Err(Halt::Stop(Stop::Replay(ReplayFault::NoSuchEdge))),
            }
        }
        Ok(())
    }

    /// The least predecessor in the layer at `depth`, among the neighbors by `back`.
    fn before(
        &mut self,
        front: &Front<K>,
        back: &dyn CodeSpace<K>,
        key: K,
        depth: u64,
    ) -> Option<K> {
        let mut found = None::<K>;
        back.successors(&[key], 0, &mut |key| {
            if front.part.holds(&key, depth) {
                found = Some(found.map_or(key, |found| found.min(key)));
            }
            true
        });
        found
    }

    /// The same without edges backward, among all states of the layer.
    fn search_before(&mut self, front: &Front<K>, key: K, depth: u64) -> Result<Option<K>, Halt> {
        let mut found = None::<K>;
        for at in front.part.layer_at(depth) {
            if at.is_multiple_of(LOOK) && self.is_hurried()? {
                break;
            }
            let (from, mut leads) = (front.part.key(at), false);
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
