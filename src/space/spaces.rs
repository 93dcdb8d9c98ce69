//! [`Space`]: what whole-space work asks of a puzzle, for many states at a time, whatever the type of the puzzle is.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::Deref;

use crate::bit_parallel::BitParallel;
use crate::puzzle::{Puzzle, Ranked, Reversible};

/// A space whose states are told apart by ids: ranks, bytes, or the states themselves.
pub(crate) trait Space<I> {
    /// Whether every edge has an edge back.
    fn is_undirected(&self) -> bool;

    /// Follows the edges of these states, but for as many of the first one's as `skip`, until whoever takes what they
    /// lead to says that there is no room for more.
    fn successors(&self, of: &[I], skip: usize, take: &mut dyn FnMut(I) -> bool) -> Followed;
}

/// Which edges were followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    /// Of how many states all were.
    pub(crate) states: usize,
    /// How many of the next one were.
    pub(crate) edges: usize,
}

/// A numbered space.
pub(crate) trait RankSpace: Space<u64> {
    /// How many ranks there are, if that can be told.
    fn ranks(&self) -> Option<u128>;

    /// Finds those of these ranks that have an edge to a state of the layer; returns how many are ranks of states.
    fn leading_to(
        &self,
        layer: &dyn Fn(u64) -> bool,
        ranks: &[u64],
        found: &mut dyn FnMut(u64),
    ) -> usize;
}

/// Which way edges are followed.
pub(crate) trait Edges<P: Puzzle>: Copy + Sync {
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State>;
}

/// From the starts on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forward;

impl<P: Puzzle> Edges<P> for Forward {
    #[inline]
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State> {
        let neighbors = puzzle.neighbors(state).into_iter();
        neighbors.map(|neighbor| neighbor.state)
    }
}

/// From the goals back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backward;

impl<P: Reversible> Edges<P> for Backward {
    #[inline]
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State> {
        let neighbors = puzzle.predecessors(state).into_iter();
        neighbors.map(|neighbor| neighbor.state)
    }
}

/// A puzzle as a space of its states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct States<D>(pub(crate) D);

impl<P: Puzzle, D: Deref<Target = P>> Space<P::State> for States<D> {
    fn is_undirected(&self) -> bool {
        self.0.facts().undirected
    }

    fn successors(
        &self,
        of: &[P::State],
        skip: usize,
        take: &mut dyn FnMut(P::State) -> bool,
    ) -> Followed {
        let mut skip = skip;
        for (states, state) in of.iter().enumerate() {
            let mut neighbors = self.0.neighbors(state).into_iter();
            let skipped = core::mem::take(&mut skip);
            if let Some(last) = skipped.checked_sub(1) {
                drop(neighbors.nth(last));
            }
            for (edges, neighbor) in (skipped + 1..).zip(neighbors) {
                if !take(neighbor.state) {
                    return Followed { states, edges };
                }
            }
        }
        let states = of.len();
        Followed { states, edges: 0 }
    }
}

/// A puzzle as a space of its ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranks<D, E> {
    pub(crate) puzzle: D,
    pub(crate) edges: E,
}

impl<P: Ranked, D: Deref<Target = P>, E: Edges<P>> Space<u64> for Ranks<D, E> {
    fn is_undirected(&self) -> bool {
        self.puzzle.facts().undirected
    }

    /// Ranks of no state have no edges.
    fn successors(&self, of: &[u64], skip: usize, take: &mut dyn FnMut(u64) -> bool) -> Followed {
        let (puzzle, mut skip) = (&*self.puzzle, skip);
        for (states, &rank) in of.iter().enumerate() {
            let skipped = core::mem::take(&mut skip);
            let Some(state) = puzzle.unrank(rank.into()) else {
                continue;
            };
            let mut neighbors = self.edges.states(puzzle, &state);
            if let Some(last) = skipped.checked_sub(1) {
                drop(neighbors.nth(last));
            }
            for (edges, neighbor) in (skipped + 1..).zip(neighbors) {
                if let Some(rank) = puzzle.rank(&neighbor)
                    && !take(rank as u64)
                {
                    return Followed { states, edges };
                }
            }
        }
        let states = of.len();
        Followed { states, edges: 0 }
    }
}

impl<P: Ranked, D: Deref<Target = P>, E: Edges<P>> RankSpace for Ranks<D, E> {
    fn ranks(&self) -> Option<u128> {
        self.puzzle.state_count()
    }

    fn leading_to(
        &self,
        layer: &dyn Fn(u64) -> bool,
        ranks: &[u64],
        found: &mut dyn FnMut(u64),
    ) -> usize {
        let (puzzle, mut states) = (&*self.puzzle, 0);
        for &rank in ranks {
            let Some(state) = puzzle.unrank(rank.into()) else {
                continue;
            };
            states += 1;
            let leads = self.edges.states(puzzle, &state).any(|neighbor| {
                let rank = puzzle.rank(&neighbor);
                rank.is_some_and(|rank| layer(rank as u64))
            });
            if leads {
                found(rank);
            }
        }
        states
    }
}

/// Hands out the ranks of the starts, as far as they have ranks.
pub(crate) type Starts<'a> = Arc<dyn Fn(&mut dyn FnMut(Option<u128>)) + 'a>;

/// A numbering of the states by which whole layers are expanded, made when it is needed.
pub(crate) type Numbering<'a> = Box<dyn Fn() -> Option<Box<dyn BitParallel + 'a>> + 'a>;

/// That of a puzzle.
pub(crate) fn numbering_of<P: Ranked>(puzzle: &P) -> Numbering<'_> {
    Box::new(move || Some(Box::new(puzzle.bit_parallel()?)))
}
