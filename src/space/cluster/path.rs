//! Shortest paths that all workers find together, and read back layer by layer.

use std::vec::Vec;

use super::mate::{Front, LOOK, Mate};
use super::part::Stored;
use super::{Halt, bytes_of};
use crate::account::{ReplayFault, Side, Stop};
use crate::puzzle::Reversible;
use crate::puzzle::portable::Portable;
use crate::space::edges::{Backward, Edges, Forward};

impl<P: Portable> Mate<'_, '_, '_, P> {
    /// The keys of a shortest path from the start to a goal; `None` if there is none.
    pub(super) fn solve<K: Stored>(&mut self, start: &[u8]) -> Result<Option<Vec<K>>, Halt> {
        let mut front = self.front(start, false, 1);
        self.begin(&mut front)?;
        loop {
            self.consent(Side::Start, &front, 0, None)?;
            let next = self.advance(&mut front, Forward, true)?;
            if let Some(goal) = next.goal {
                let mut path = std::vec![goal];
                let depth = front.depth + 1;
                if self.puzzle.facts().undirected {
                    self.trace(&front, &mut path, depth, |mate, front, key, depth| {
                        Ok(mate.before(front, Forward, key, depth))
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

    /// The same, from the start and from the goals.
    pub(super) fn solve_from_both_ends<K: Stored>(
        &mut self,
        start: &[u8],
    ) -> Result<Option<Vec<K>>, Halt>
    where
        P: Reversible,
    {
        let goals: Vec<P::State> = self.puzzle.goals().into_iter().collect();
        let mut forth = self.front(start, false, 2);
        let mut back = self.front(&bytes_of(self.puzzle, &goals), false, 2);
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
                self.advance(front, Forward, false)?
            } else {
                self.consent(Side::Goal, front, other.depth, None)?;
                self.advance(front, Backward, false)?
            };
            front.turn(&next);
            let keys = front.part.layer().map(|at| front.part.key(at));
            let met = keys.filter(|key| other.part.holds(key, other.depth)).min();
            if let Some(met) = self.least(met)? {
                let mut path = std::vec![met];
                self.trace(&forth, &mut path, forth.depth, |mate, front, key, depth| {
                    Ok(mate.before(front, Backward, key, depth))
                })?;
                path.reverse();
                self.trace(&back, &mut path, back.depth, |mate, front, key, depth| {
                    Ok(mate.before(front, Forward, key, depth))
                })?;
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// The least key that any worker has.
    fn least<K: Stored>(&mut self, key: Option<K>) -> Result<Option<K>, Halt> {
        let bytes = key
            .iter()
            .flat_map(|key| self.bytes(key))
            .collect::<Vec<_>>();
        let words = self.tell_unhurried(&bytes)?;
        let width = self.scratch.len();
        let keys = words.iter().flat_map(|word| word.chunks_exact(width));
        Ok(keys.map(K::read).min())
    }

    /// Extends a path by a state of each layer before this one.
    fn trace<K: Stored>(
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
                // Neighbors have changed, or edges backward do not agree with those forward.
                None => return Err(Halt::Stop(Stop::Replay(ReplayFault::NoSuchEdge))),
            }
        }
        Ok(())
    }

    /// The least state of a layer to which a step back leads.
    fn before<K: Stored>(
        &mut self,
        front: &Front<K>,
        back: impl Edges<P>,
        key: K,
        depth: u64,
    ) -> Option<K> {
        let state = self.state(key)?;
        let (mut found, width) = (None::<K>, self.width);
        let Self {
            puzzle, scratch, ..
        } = self;
        for before in back.states(puzzle, &state) {
            puzzle.write_state(&before, &mut scratch[..width]);
            let key = K::read(scratch);
            if front.part.holds(&key, depth) {
                found = Some(found.map_or(key, |found| found.min(key)));
            }
        }
        found
    }

    /// The same where no step leads back: among all states of the layer.
    fn search_before<K: Stored>(
        &mut self,
        front: &Front<K>,
        key: K,
        depth: u64,
    ) -> Result<Option<K>, Halt> {
        let Some(to) = self.state(key) else {
            return Ok(None);
        };
        let mut found = None::<K>;
        for at in front.part.layer_at(depth) {
            if at.is_multiple_of(LOOK) && self.is_hurried()? {
                break;
            }
            let key = front.part.key(at);
            let state = self.state(key);
            if state.is_some_and(|state| Forward.states(self.puzzle, &state).any(|next| next == to))
            {
                found = Some(found.map_or(key, |found| found.min(key)));
            }
        }
        Ok(found)
    }

    fn state<K: Stored>(&mut self, key: K) -> Option<P::State> {
        key.write(&mut self.scratch);
        self.puzzle.read_state(&self.scratch[..self.width])
    }
}
