//! [`Space`]: a puzzle as the breadth-first searches of whole spaces see it: a map from states to their successors, in
//! which a state is an *id* (a rank, the bytes of the state, or the state itself). A call expands a batch of states, so
//! that dynamic dispatch costs little, and a search is compiled once for each type of id and not for each puzzle.
//!
//! Invariant: a state always has the same successors in the same order, so that an expansion can be interrupted after
//! any edge and resumed there (see [`Followed`]).

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::Deref;

use crate::bit_parallel::BitParallel;
use crate::puzzle::{Puzzle, Ranked, Reversible};

/// A state space whose states are identified by ids: ranks, bytes, or the states themselves.
pub(crate) trait Space<I> {
    /// Whether every edge has a reverse edge.
    fn is_undirected(&self) -> bool;

    /// The layers that can hold duplicates of a generated state.
    fn retained(&self) -> Retained {
        if self.is_undirected() {
            Retained::LastTwo
        } else {
            Retained::All
        }
    }

    /// Expands the states `of` in order, skipping the first `skip` edges of the first state, until `take` refuses to
    /// take another neighbor.
    fn successors(&self, of: &[I], skip: usize, take: &mut dyn FnMut(I) -> bool) -> Followed;
}

/// Which layers are retained for duplicate detection, beside the one that is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retained {
    All,
    /// In an undirected space, a neighbor lies in the layer of its parent or in an adjacent one.
    LastTwo,
}

/// How far [`Space::successors`] came: the resume point of the next call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    /// The number of states that are completely expanded.
    pub(crate) states: usize,
    /// The number of edges of the next state that were followed.
    pub(crate) edges: usize,
}

impl Followed {
    /// Follows the edges of the states `of` in turn, by calls of `edges(state, skip)`. Such a call follows the edges of
    /// a state after the first `skip`. It returns `None` if it has followed all, and otherwise, after a refused
    /// neighbor, how many it has followed, those skipped included.
    #[inline]
    pub(crate) fn through<I>(
        of: &[I],
        mut skip: usize,
        mut edges: impl FnMut(&I, usize) -> Option<usize>,
    ) -> Self {
        let mut states = 0;
        for state in of {
            if let Some(edges) = edges(state, core::mem::take(&mut skip)) {
                return Self { states, edges };
            }
            states += 1;
        }
        Self { states, edges: 0 }
    }
}

/// Passes the neighbors after the first `skip` to `take`. If one is refused, returns how many edges were followed, the
/// skipped ones included; otherwise `None`.
#[inline]
pub(crate) fn follow<N>(
    neighbors: impl IntoIterator<Item = N>,
    skip: usize,
    mut take: impl FnMut(N) -> bool,
) -> Option<usize> {
    let mut neighbors = neighbors.into_iter();
    if let Some(last) = skip.checked_sub(1) {
        drop(neighbors.nth(last));
    }
    let mut edges = skip;
    for neighbor in neighbors {
        edges += 1;
        if !take(neighbor) {
            return Some(edges);
        }
    }
    None
}

/// A space with ranks.
pub(crate) trait RankSpace: Space<u64> {
    /// The number of ranks; `None` if it exceeds a `u128`.
    fn ranks(&self) -> Option<u128>;

    /// The bottom-up step: passes those of `ranks` to `found` that have an edge into the layer; returns how many of
    /// `ranks` belong to states.
    fn leading_to(
        &self,
        layer: &dyn Fn(u64) -> bool,
        ranks: &[u64],
        found: &mut dyn FnMut(u64),
    ) -> usize;
}

/// The direction in which edges are followed.
pub(crate) trait Adjacency<P: Puzzle>: Copy + Sync {
    /// The states to which the edges of `state` in this direction lead.
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State>;
}

/// Edges as they are, from the starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successors;

impl<P: Puzzle> Adjacency<P> for Successors {
    #[inline]
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State> {
        let neighbors = puzzle.neighbors(state).into_iter();
        neighbors.map(|neighbor| neighbor.state)
    }
}

/// Edges reversed, from the goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Predecessors;

impl<P: Reversible> Adjacency<P> for Predecessors {
    #[inline]
    fn states(self, puzzle: &P, state: &P::State) -> impl Iterator<Item = P::State> {
        let neighbors = puzzle.predecessors(state).into_iter();
        neighbors.map(|neighbor| neighbor.state)
    }
}

/// A puzzle as a space whose ids are the states themselves.
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
        Followed::through(of, skip, |state, skip| {
            let neighbors = self.0.neighbors(state);
            follow(neighbors, skip, |neighbor| take(neighbor.state))
        })
    }
}

/// A puzzle as a space whose ids are the ranks of the states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranks<D, E> {
    pub(crate) puzzle: D,
    pub(crate) edges: E,
}

impl<P: Ranked, D: Deref<Target = P>, E: Adjacency<P>> Space<u64> for Ranks<D, E> {
    fn is_undirected(&self) -> bool {
        self.puzzle.facts().undirected
    }

    /// A rank that belongs to no state has no edges.
    fn successors(&self, of: &[u64], skip: usize, take: &mut dyn FnMut(u64) -> bool) -> Followed {
        let puzzle = &*self.puzzle;
        Followed::through(of, skip, |&rank, skip| {
            let state = puzzle.unrank(rank.into())?;
            let neighbors = self.edges.states(puzzle, &state);
            follow(neighbors, skip, |neighbor| {
                let rank = puzzle.rank(&neighbor);
                rank.is_none_or(|rank| take(rank as u64))
            })
        })
    }
}

impl<P: Ranked, D: Deref<Target = P>, E: Adjacency<P>> RankSpace for Ranks<D, E> {
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
            for neighbor in self.edges.states(puzzle, &state) {
                if let Some(neighbor) = puzzle.rank(&neighbor)
                    && layer(neighbor as u64)
                {
                    found(rank);
                    break;
                }
            }
        }
        states
    }
}

/// Returns the starts as ids, one by one, so that no list of ids takes memory.
#[cfg(feature = "std")]
pub(crate) type StartIds<'a, I> = &'a (dyn Fn() -> Box<dyn Iterator<Item = I> + 'a> + Sync);

/// Calls a closure with the rank of each start, or with `None` for a start without one.
pub(crate) type StartRanks<'a> = Arc<dyn Fn(&mut dyn FnMut(Option<u128>)) + Send + Sync + 'a>;

/// Makes the puzzle's [`BitParallel`] numbering when it is needed.
pub(crate) type LazyNumbering<'a> = Box<dyn Fn() -> Option<Box<dyn BitParallel + 'a>> + Send + 'a>;

/// The numbering that the puzzle offers.
pub(crate) fn numbering_of<P: Ranked + Sync>(puzzle: &P) -> LazyNumbering<'_> {
    Box::new(move || Some(Box::new(puzzle.bit_parallel()?)))
}
