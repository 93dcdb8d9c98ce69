//! [`Guided`]: a puzzle with a heuristic of its own.

use core::ops::{ControlFlow, Deref};

use super::Heuristic;
use crate::puzzle::{Neighbor, Puzzle, Ranked, Reversible, rewrap};
use crate::solvability::Solvability;
use crate::space::BitParallel;
use crate::traversal::{self, Change, Edge, Step, Visitor};

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
    fits: bool,
}

impl<P: Puzzle, H: Heuristic<P>> Guided<P, H> {
    /// `puzzle` with `heuristic` instead of its own; if that was made for
    /// [another puzzle](Heuristic::fits), with zero.
    ///
    /// ```
    /// use puzzle_search::heuristics::{Guided, Misplaced};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert_eq!(Guided::new(puzzle.clone(), Misplaced), puzzle.guided_by(Misplaced));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub fn new(puzzle: P, heuristic: H) -> Self {
        let fits = heuristic.fits(&puzzle);
        Self {
            puzzle,
            heuristic,
            fits,
        }
    }

    /// The puzzle and the heuristic.
    ///
    /// ```
    /// use puzzle_search::heuristics::Misplaced;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Puzzle;
    ///
    /// let (puzzle, heuristic) = SlidingTiles::new(3, 3)?.guided_by(Misplaced).into_parts();
    /// assert_eq!((puzzle, heuristic), (SlidingTiles::new(3, 3)?, Misplaced));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
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
        if !self.fits {
            return Some(num_traits::zero());
        }
        let memo = self.heuristic.memo(&self.puzzle, state);
        self.heuristic.estimate(&self.puzzle, memo)
    }

    fn is_admissible(&self) -> bool {
        !self.fits || self.heuristic.is_admissible()
    }

    fn solvability(&self, state: &P::State) -> Solvability {
        self.puzzle.solvability(state)
    }

    #[inline]
    fn has_unit_costs(&self) -> bool {
        self.puzzle.has_unit_costs()
    }

    #[inline]
    fn is_undirected(&self) -> bool {
        self.puzzle.is_undirected()
    }

    #[inline]
    fn is_redundant(&self, last: &P::Move, next: &P::Move) -> bool {
        self.puzzle.is_redundant(last, next)
    }

    fn successor(&self, state: &P::State, mv: &P::Move) -> Option<Neighbor<Self>> {
        self.puzzle.successor(state, mv).map(Neighbor::cast)
    }

    #[inline]
    fn depth_first<V: Visitor<Self>>(
        &self,
        start: &P::State,
        carried: V::Carried,
        visitor: V,
    ) -> (V, ControlFlow<()>) {
        if !self.fits {
            return traversal::over_neighbors(self, start, carried, visitor);
        }
        let Self {
            puzzle, heuristic, ..
        } = self;
        let inner = Inner {
            puzzle,
            heuristic,
            visitor,
        };
        if H::CHANGE_IS_LOCAL && heuristic.is_local_below(puzzle, start) {
            let (Local(inner), flow) = puzzle.depth_first(start, carried, Local(inner));
            (inner.visitor, flow)
        } else {
            let memo = heuristic.memo(puzzle, start);
            let (inner, flow) = puzzle.depth_first(start, (memo, carried), inner);
            (inner.visitor, flow)
        }
    }
}

/// The visitor of the guided puzzle as one of the puzzle itself: it carries the memo.
struct Inner<'a, P, H, V> {
    puzzle: &'a P,
    heuristic: &'a H,
    visitor: V,
}

/// What is the same with a memo and without.
macro_rules! delegate {
    ($($at:tt).+) => {
        const COUNTS_AHEAD: bool = V::COUNTS_AHEAD;

        #[inline]
        fn count_ahead(&mut self, children: u32) -> bool {
            self.$($at).+.count_ahead(children)
        }

        fn take_back(&mut self, children: u32) {
            self.$($at).+.take_back(children);
        }

        fn pending(&mut self, children: u64, ahead: usize) {
            self.$($at).+.pending(children, ahead);
        }

        fn unwind(&mut self, mv: P::Move) {
            self.$($at).+.unwind(mv);
        }

        fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
            self.$($at).+.reserve(bytes)
        }

        fn out_of_memory(&mut self) {
            self.$($at).+.out_of_memory();
        }
    };
}

impl<P, H, V> Inner<'_, P, H, V>
where
    P: Puzzle,
    H: Heuristic<P>,
    V: Visitor<Guided<P, H>>,
{
    /// Enters an edge with a visitor's own method.
    #[inline(always)]
    fn enter_by<const COUNTED: bool>(
        &mut self,
        (memo, carried): (H::Memo, V::Carried),
        edge: &Edge<'_, P>,
    ) -> Step<(H::Memo, V::Carried)> {
        let (puzzle, heuristic) = (self.puzzle, self.heuristic);
        let of_child = heuristic.advance(puzzle, memo, edge.parent, edge.mv, edge.child);
        let change = || {
            let to = heuristic.estimate(puzzle, of_child)?;
            let from = heuristic.estimate(puzzle, memo)?;
            Some(Change { from, to })
        };
        let step = if COUNTED {
            self.visitor.enter_counted(carried, edge.of(), change)
        } else {
            self.visitor.enter(carried, edge.of(), change)
        };
        match step {
            Step::Prune => Step::Prune,
            Step::Descend(carried) => Step::Descend((of_child, carried)),
            Step::Stop => Step::Stop,
        }
    }
}

impl<P, H, V> Visitor<P> for Inner<'_, P, H, V>
where
    P: Puzzle,
    H: Heuristic<P>,
    V: Visitor<Guided<P, H>>,
{
    type Carried = (H::Memo, V::Carried);

    #[inline]
    fn expand(&mut self, (_, carried): Self::Carried, state: &P::State) -> ControlFlow<()> {
        self.visitor.expand(carried, state)
    }

    #[inline]
    fn enter(
        &mut self,
        carried: Self::Carried,
        edge: Edge<'_, P>,
        _change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<Self::Carried> {
        self.enter_by::<false>(carried, &edge)
    }

    #[inline(always)]
    fn enter_counted(
        &mut self,
        carried: Self::Carried,
        edge: Edge<'_, P>,
        _change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<Self::Carried> {
        self.enter_by::<true>(carried, &edge)
    }

    delegate!(visitor);
}

/// The same without a memo, for a heuristic whose change is local.
struct Local<'a, P, H, V>(Inner<'a, P, H, V>);

impl<P, H, V> Visitor<P> for Local<'_, P, H, V>
where
    P: Puzzle,
    H: Heuristic<P>,
    V: Visitor<Guided<P, H>>,
{
    type Carried = V::Carried;

    const CLASSES: usize = V::CLASSES;

    #[inline]
    fn class(carried: V::Carried) -> usize {
        V::class(carried)
    }

    #[inline]
    fn class_below<const PARENT: usize>(parent: V::Carried, child: V::Carried) -> usize {
        V::class_below::<PARENT>(parent, child)
    }

    #[inline]
    fn of_class<const CLASS: usize>(carried: V::Carried) -> V::Carried {
        V::of_class::<CLASS>(carried)
    }

    #[inline]
    fn expand(&mut self, carried: V::Carried, state: &P::State) -> ControlFlow<()> {
        self.0.visitor.expand(carried, state)
    }

    #[inline]
    fn enter(
        &mut self,
        carried: V::Carried,
        edge: Edge<'_, P>,
        _change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<V::Carried> {
        let (puzzle, heuristic) = (self.0.puzzle, self.0.heuristic);
        // At once: a closure that calls it would have to be small to be inlined.
        let change = heuristic.change(puzzle, &edge);
        self.0.visitor.enter(carried, edge.of(), || change)
    }

    #[inline(always)]
    fn enter_counted(
        &mut self,
        carried: V::Carried,
        edge: Edge<'_, P>,
        _change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<V::Carried> {
        let (puzzle, heuristic) = (self.0.puzzle, self.0.heuristic);
        let change = heuristic.change(puzzle, &edge);
        self.0.visitor.enter_counted(carried, edge.of(), || change)
    }

    delegate!(0.visitor);
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

    fn bit_parallel(&self) -> Option<impl BitParallel> {
        self.puzzle.bit_parallel()
    }
}
