//! [`Guided`]: a puzzle with a heuristic of its own.

use core::ops::{ControlFlow, Deref};

use super::Heuristic;
use crate::puzzle::{Neighbor, Puzzle, Ranked, Reversible};
use crate::solvability::Solvability;
use crate::traversal::{Edge, Step, Visitor};

/// A puzzle with another heuristic; everything else is the puzzle's, whose own methods can be
/// called on it.
///
/// Depth-first solvers carry the heuristic's memo along the path, paired with their own value.
///
/// ```
/// use puzzle_search::heuristics::{Guided, Misplaced};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Solver};
///
/// let puzzle = Guided::new(SlidingTiles::new(3, 3)?, Misplaced);
/// let start = puzzle.state(&[1, 2, 3, 4, 5, 6, 0, 7, 8])?;
/// assert_eq!(IdaStar::new().solve(&puzzle, &start).lower_bound, Some(2));
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guided<P, H> {
    puzzle: P,
    heuristic: H,
}

impl<P: Puzzle, H: Heuristic<P>> Guided<P, H> {
    /// `puzzle` with `heuristic` instead of its own.
    pub const fn new(puzzle: P, heuristic: H) -> Self {
        Self { puzzle, heuristic }
    }

    /// The puzzle and the heuristic.
    pub fn into_parts(self) -> (P, H) {
        (self.puzzle, self.heuristic)
    }
}

impl<P, H> Deref for Guided<P, H> {
    type Target = P;
    fn deref(&self) -> &P {
        &self.puzzle
    }
}

fn rewrap<P: Puzzle, Q>(
    edges: impl IntoIterator<Item = Neighbor<P>>,
) -> impl Iterator<Item = Neighbor<Q>>
where
    Q: Puzzle<State = P::State, Move = P::Move, Cost = P::Cost>,
{
    let edges = edges.into_iter();
    edges.map(|n| Neighbor::new(n.mv, n.state, n.cost))
}

impl<P: Puzzle, H: Heuristic<P>> Puzzle for Guided<P, H> {
    type State = P::State;
    type Move = P::Move;
    type Cost = P::Cost;

    #[inline]
    fn neighbors(&self, state: &P::State) -> impl IntoIterator<Item = Neighbor<Self>> {
        rewrap(self.puzzle.neighbors(state))
    }

    #[inline]
    fn is_goal(&self, state: &P::State) -> bool {
        self.puzzle.is_goal(state)
    }

    #[inline]
    fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
        let memo = self.heuristic.memo(&self.puzzle, state);
        self.heuristic.estimate(&self.puzzle, memo)
    }

    fn solvability(&self, state: &P::State) -> Solvability {
        self.puzzle.solvability(state)
    }

    #[inline]
    fn has_unit_costs(&self) -> bool {
        self.puzzle.has_unit_costs()
    }

    #[inline]
    fn is_redundant(&self, last: &P::Move, next: &P::Move) -> bool {
        self.puzzle.is_redundant(last, next)
    }

    #[inline]
    fn depth_first<V: Visitor<Self>>(
        &self,
        start: &P::State,
        carried: V::Carried,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let memo = self.heuristic.memo(&self.puzzle, start);
        let mut inner = Remembering {
            puzzle: &self.puzzle,
            heuristic: &self.heuristic,
            visitor,
        };
        self.puzzle.depth_first(start, (memo, carried), &mut inner)
    }
}

/// Hands a visitor the estimate that follows from the memo.
struct Remembering<'a, P, H, V> {
    puzzle: &'a P,
    heuristic: &'a H,
    visitor: &'a mut V,
}

impl<P, H, V> Visitor<P> for Remembering<'_, P, H, V>
where
    P: Puzzle,
    H: Heuristic<P>,
    V: Visitor<Guided<P, H>>,
{
    type Carried = (H::Memo, V::Carried);

    #[inline]
    fn enter(
        &mut self,
        (memo, carried): Self::Carried,
        Edge {
            parent,
            mv,
            cost,
            child,
        }: Edge<'_, P>,
        _heuristic: impl FnOnce() -> Option<P::Cost>,
    ) -> Step<Self::Carried> {
        let Self {
            puzzle, heuristic, ..
        } = *self;
        let memo = heuristic.advance(puzzle, memo, parent, mv, child);
        let edge = Edge {
            parent,
            mv,
            cost,
            child,
        };
        let estimate = || heuristic.estimate(puzzle, memo);
        match self.visitor.enter(carried, edge, estimate) {
            Step::Prune => Step::Prune,
            Step::Descend(carried) => Step::Descend((memo, carried)),
            Step::Stop => Step::Stop,
        }
    }

    fn unwind(&mut self, mv: P::Move) {
        self.visitor.unwind(mv);
    }

    fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
        self.visitor.reserve(bytes)
    }

    fn out_of_memory(&mut self) {
        self.visitor.out_of_memory();
    }
}

impl<P: Reversible, H: Heuristic<P>> Reversible for Guided<P, H> {
    fn goals(&self) -> impl IntoIterator<Item = P::State> {
        self.puzzle.goals()
    }

    fn predecessors(&self, state: &P::State) -> impl IntoIterator<Item = Neighbor<Self>> {
        rewrap(self.puzzle.predecessors(state))
    }
}

impl<P: Ranked, H: Heuristic<P>> Ranked for Guided<P, H> {
    fn state_count(&self) -> Option<u128> {
        self.puzzle.state_count()
    }

    #[inline]
    fn rank(&self, state: &P::State) -> Option<u128> {
        self.puzzle.rank(state)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<P::State> {
        self.puzzle.unrank(rank)
    }
}
