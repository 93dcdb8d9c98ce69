//! Fewer ways to the same state, for solvers that do not remember states: [`Pruned`] forbids moves
//! that an automaton, learned from the moves alone, knows to lead nowhere new.
//!
//! Nodes that are generated in all complete iterations together, without the automaton and with it
//! (without, moves that undo the last or turn the same face again are skipped already):
//!
//! | puzzle | search | learned from | without | with | ratio |
//! |---|---|---|---|---|---|
//! | 15-puzzle, Korf's instance 12 | IDA*, Manhattan | 6 moves | 105,189 | 94,480 | 0.90 |
//! | the same | the same | 11 moves | 105,189 | 79,653 | 0.76 |
//! | 15-puzzle, Korf's instance 79 | the same | 11 moves | 216,571 | 154,150 | 0.71 |
//! | 2x2x2 cube, half turns | iterative deepening | 4 moves | 3,627,954 | 3,042,919 | 0.84 |
//! | the same | the same | 6 moves | 3,627,954 | 2,005,873 | 0.55 |
//! | 2x2x2 cube, quarter turns | the same | 6 moves | 8,290,467 | 4,198,941 | 0.51 |
//!
//! The branching factor of Rubik's cube goes from 18 to 13.35 with what is learned from two moves.
//!
//! Fewer nodes are not always less time. Following the automaton costs less than a node of the cube,
//! which gains. The 15-puzzle with the Manhattan distance has a traversal of its own whose nodes are
//! cheaper still: there 122,545,258 nodes instead of 276,361,933 (Korf's instance 1) take longer.
//!
//! ```
//! use puzzle_search::pruning::Pruned;
//! use puzzle_search::puzzles::{Metric, PocketCube};
//! use puzzle_search::{IterativeDeepening, Solver};
//!
//! let cube = PocketCube::new(Metric::HalfTurns);
//! let start = cube.play(&cube.goal(), "R U F R")?;
//! let plain = IterativeDeepening::new().solve(&cube, &start);
//! let pruned = IterativeDeepening::new().solve(&Pruned::new(cube, 3), &start);
//! assert_eq!(pruned.lower_bound, plain.lower_bound);
//! assert!(pruned.stats.generated < plain.stats.generated);
//! # Ok::<(), puzzle_search::puzzles::ParseMoveError>(())
//! ```

mod automaton;
mod fixed_moves;
mod learn;

pub use fixed_moves::FixedMoves;

use core::ops::{ControlFlow, Deref};

use crate::heuristics::{Heuristic, Manhattan, Misplaced};
use crate::puzzle::{Neighbor, Puzzle, Ranked, Reversible, rewrap};
use crate::solvability::Solvability;
use crate::space::BitParallel;
use crate::traversal::{Change, Edge, Step, Visitor};
use automaton::Automaton;

/// A puzzle in which depth-first solvers skip sequences of moves that a shorter sequence, or one as
/// long that comes before in the order of moves, can replace; everything else is the puzzle's, whose
/// own methods can be called on it.
///
/// Which sequences these are is learned once from the moves ([`FixedMoves`]), up to a length; they
/// are recognised by a finite automaton whose state is carried along the path.
///
/// * **Safe** for solvers that go depth-first and remember nothing: of the cheapest ways to a state,
///   the first in the order of moves contains no forbidden sequence, since replacing it would make
///   it shorter or earlier. So the cheapest way to any state is never lost. [`Puzzle::depth_first`]
///   enters fewer edges than the moves allow; that is the point.
/// * **Not seen** by solvers that detect duplicates: they ask for
///   [`neighbors`](Puzzle::neighbors), which leaves nothing out. Together the two would be unsafe:
///   the state that is kept could be the one whose continuation is forbidden.
/// * **Time and memory** of learning: up to b^length sequences for b moves; at most about a million
///   are looked at ([`learned`](Self::learned) says how long they are). Following the automaton is
///   one lookup for each node.
/// * **Papers**: L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first search", 1993;
///   R. C. Holte and N. Burch, "Automatic move pruning for single-agent search", 2014.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::pruning::Pruned;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let plain = IdaStar::new().solve(&puzzle, &start);
/// let pruned = IdaStar::new().solve(&Pruned::new(puzzle, 8), &start);
/// assert_eq!(pruned.lower_bound, plain.lower_bound);
/// assert!(pruned.stats.generated < plain.stats.generated);
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pruned<P> {
    puzzle: P,
    automaton: Automaton,
}

impl<P: FixedMoves> Pruned<P> {
    /// `puzzle` with what can be learned from sequences of up to `length` moves.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = Pruned::new(PocketCube::new(Metric::HalfTurns), 2);
    /// assert_eq!(cube.learned(), 2);
    /// ```
    #[must_use]
    pub fn new(puzzle: P, length: usize) -> Self {
        let automaton = learn::learn(&puzzle, length);
        Self { puzzle, automaton }
    }

    /// The puzzle.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert_eq!(Pruned::new(puzzle.clone(), 2).into_inner(), puzzle);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub fn into_inner(self) -> P {
        self.puzzle
    }

    /// How long the sequences were from which it learned: the length asked for, or less if there are
    /// too many.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// assert_eq!(Pruned::new(SlidingTiles::new(3, 3)?, 4).learned(), 4);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn learned(&self) -> usize {
        self.automaton.learned()
    }

    /// How many sequences it forbids; those that contain a shorter one are not counted.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::SlidingTiles;
    ///
    /// let puzzle = Pruned::new(SlidingTiles::new(4, 4)?, 2);
    /// assert_eq!(puzzle.forbidden(), 4); // there and straight back
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub const fn forbidden(&self) -> usize {
        self.automaton.forbidden()
    }

    /// How many sequences of so many moves are left, wherever they may lead; `None` if that exceeds
    /// `u128`. The quotient of two in succession tends to the branching factor.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = Pruned::new(PocketCube::new(Metric::HalfTurns), 2);
    /// assert_eq!((cube.sequences(1), cube.sequences(3)), (Some(9), Some(324))); // 9 * 6 * 6
    /// ```
    #[must_use]
    pub fn sequences(&self, length: usize) -> Option<u128> {
        self.automaton.sequences(length)
    }

    /// Whether a sequence of moves is left, from any state where it can be played.
    ///
    /// ```
    /// use puzzle_search::pruning::Pruned;
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    ///
    /// let puzzle = Pruned::new(SlidingTiles::new(3, 3)?, 2);
    /// assert!(puzzle.allows(&[Direction::Left, Direction::Up]));
    /// assert!(!puzzle.allows(&[Direction::Left, Direction::Right]));
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[must_use]
    pub fn allows(&self, moves: &[P::Move]) -> bool {
        let mut state = Some(Automaton::START);
        for mv in moves {
            state = state.and_then(|state| self.automaton.step(state, self.puzzle.letter(mv)));
        }
        state.is_some()
    }
}

impl<P> Deref for Pruned<P> {
    type Target = P;
    fn deref(&self) -> &P {
        &self.puzzle
    }
}

impl<P: FixedMoves> Puzzle for Pruned<P> {
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
        self.puzzle.heuristic(state)
    }

    fn is_admissible(&self) -> bool {
        self.puzzle.is_admissible()
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

    /// Enters no edge by which a forbidden sequence would be complete.
    #[inline]
    fn depth_first<V: Visitor<Self>>(
        &self,
        start: &P::State,
        carried: V::Carried,
        visitor: V,
    ) -> (V, ControlFlow<()>) {
        let inner = Following {
            puzzle: &self.puzzle,
            automaton: &self.automaton,
            visitor,
        };
        let carried = (Automaton::START, carried);
        let (inner, flow) = self.puzzle.depth_first(start, carried, inner);
        (inner.visitor, flow)
    }
}

/// Hands a visitor the edges that the automaton leaves, and carries its state.
struct Following<'a, P, V> {
    puzzle: &'a P,
    automaton: &'a Automaton,
    visitor: V,
}

impl<P: FixedMoves, V: Visitor<Pruned<P>>> Visitor<P> for Following<'_, P, V> {
    type Carried = (automaton::State, V::Carried);

    #[inline]
    fn expand(&mut self, (_, carried): Self::Carried, state: &P::State) -> ControlFlow<()> {
        self.visitor.expand(carried, state)
    }

    #[inline]
    fn enter(
        &mut self,
        (state, carried): Self::Carried,
        edge: Edge<'_, P>,
        change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<Self::Carried> {
        let letter = self.puzzle.letter(edge.mv);
        let Some(state) = self.automaton.step(state, letter) else {
            return Step::Prune;
        };
        match self.visitor.enter(carried, edge.of(), change) {
            Step::Prune => Step::Prune,
            Step::Descend(carried) => Step::Descend((state, carried)),
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

impl<P: FixedMoves + Reversible> Reversible for Pruned<P> {
    fn goals(&self) -> impl IntoIterator<Item = P::State> {
        self.puzzle.goals()
    }

    fn predecessors(&self, state: &P::State) -> impl IntoIterator<Item = Neighbor<Self>> {
        rewrap(self.puzzle.predecessors(state))
    }
}

impl<P: FixedMoves + Ranked> Ranked for Pruned<P> {
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

/// A heuristic of the puzzle is one of the pruned puzzle.
macro_rules! see_through {
    ($($heuristic:ty),+) => {$(
        impl<P: FixedMoves> Heuristic<Pruned<P>> for $heuristic
        where
            Self: Heuristic<P>,
        {
            type Memo = <Self as Heuristic<P>>::Memo;

            #[inline]
            fn memo(&self, puzzle: &Pruned<P>, state: &P::State) -> Self::Memo {
                Heuristic::<P>::memo(self, &puzzle.puzzle, state)
            }

            #[inline]
            fn advance(
                &self,
                puzzle: &Pruned<P>,
                memo: Self::Memo,
                parent: &P::State,
                mv: &P::Move,
                child: &P::State,
            ) -> Self::Memo {
                Heuristic::<P>::advance(self, &puzzle.puzzle, memo, parent, mv, child)
            }

            #[inline]
            fn estimate(&self, puzzle: &Pruned<P>, memo: Self::Memo) -> Option<P::Cost> {
                Heuristic::<P>::estimate(self, &puzzle.puzzle, memo)
            }

            fn fits(&self, puzzle: &Pruned<P>) -> bool {
                Heuristic::<P>::fits(self, &puzzle.puzzle)
            }

            fn is_admissible(&self) -> bool {
                Heuristic::<P>::is_admissible(self)
            }
        }
    )+};
}
see_through!(Manhattan, Misplaced);
