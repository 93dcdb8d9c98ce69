//! The parts of a [`FnPuzzle`](super::FnPuzzle), each around one or two closures: the [`Edges`], in three forms; the
//! [`Addresses`] of states; the goals and predecessors for the way [`Back`]; and the encodings of states [`AsBytes`]
//! and [`AsRanks`].

#![expect(
    unnameable_types,
    reason = "`from_fn` and the methods of `FnPuzzle` make them, and nobody else has to"
)]

use alloc::vec::Vec;

use crate::puzzle::Neighbor;

/// The edges out of a state, as a closure returns them.
pub trait Edges<S> {
    /// The type of moves.
    type Move;
    /// The type of costs.
    type Cost;

    /// The edges out of `state`.
    fn edges(
        &self,
        state: &S,
    ) -> impl Iterator<Item = Neighbor<S, Self::Move, Self::Cost>> + use<Self, S>;
}

/// A closure that returns moves, states and costs.
#[derive(Clone, Copy, Debug)]
pub struct Named<N>(pub(super) N);

impl<S, M, C, I, N> Edges<S> for Named<N>
where
    I: IntoIterator<Item = (M, S, C)>,
    N: Fn(&S) -> I,
{
    type Move = M;
    type Cost = C;

    #[inline]
    fn edges(&self, state: &S) -> impl Iterator<Item = Neighbor<S, M, C>> + use<S, M, C, I, N> {
        let edges = (self.0)(state).into_iter();
        edges.map(|(mv, state, cost)| Neighbor::new(mv, state, cost))
    }
}

/// A closure that returns states and costs: a move is the index of an edge.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<N>(pub(super) N);

impl<S, C, I, N> Edges<S> for Numbered<N>
where
    I: IntoIterator<Item = (S, C)>,
    N: Fn(&S) -> I,
{
    type Move = u32;
    type Cost = C;

    #[inline]
    fn edges(&self, state: &S) -> impl Iterator<Item = Neighbor<S, u32, C>> + use<S, C, I, N> {
        let edges = (self.0)(state).into_iter().enumerate();
        edges.map(|(number, (state, cost))| Neighbor::new(number as u32, state, cost))
    }
}

/// A closure that returns states: a move is the index of an edge, and each edge costs one.
#[derive(Clone, Copy, Debug)]
pub struct Steps<N>(pub(super) N);

impl<S, I, N> Edges<S> for Steps<N>
where
    I: IntoIterator<Item = S>,
    N: Fn(&S) -> I,
{
    type Move = u32;
    type Cost = u32;

    #[inline]
    fn edges(&self, state: &S) -> impl Iterator<Item = Neighbor<S, u32, u32>> + use<S, I, N> {
        let states = (self.0)(state).into_iter().enumerate();
        states.map(|(number, state)| Neighbor::new(number as u32, state, 1))
    }
}

/// The addresses of a puzzle's states, or `()` if they have none.
pub trait Addresses<S> {
    /// Whether states have addresses.
    const ARE_GIVEN: bool = false;

    /// The number of addresses.
    #[inline]
    fn addresses(&self) -> usize {
        0
    }

    /// The address of a state.
    #[inline]
    fn address(&self, _state: &S) -> usize {
        0
    }
}

impl<S> Addresses<S> for () {}

/// The number of addresses, and the address of a state.
#[derive(Clone, Debug)]
pub struct Addressed<F> {
    pub(super) addresses: usize,
    pub(super) address: F,
}

impl<S, F: Fn(&S) -> usize> Addresses<S> for Addressed<F> {
    const ARE_GIVEN: bool = true;

    #[inline]
    fn addresses(&self) -> usize {
        self.addresses
    }

    #[inline]
    fn address(&self, state: &S) -> usize {
        (self.address)(state)
    }
}

/// The goals and predecessors of a puzzle.
#[derive(Clone, Debug)]
pub struct Back<S, F> {
    pub(super) goals: Vec<S>,
    pub(super) predecessors: F,
}

/// States as bytes, and back.
#[derive(Clone, Debug)]
pub struct AsBytes<F, D> {
    pub(super) write: F,
    pub(super) read: D,
}

/// The number of ranks, states to ranks, and back.
#[derive(Clone, Debug)]
pub struct AsRanks<F, D> {
    pub(super) count: u128,
    pub(super) rank: F,
    pub(super) unrank: D,
}
