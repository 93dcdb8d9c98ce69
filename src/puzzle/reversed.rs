//! [`TwoSided`]: a puzzle that can be reversed; [`Reversed`]: its reverse.
//!
//! A reversed puzzle is a puzzle again. So it can be guided by a heuristic, and any solver on it is a backward solver.
//! Invariant: an edge leads from a to b exactly if an edge of the reversed puzzle, of the same cost, leads from b to a.

use crate::facts::Facts;
use crate::puzzle::adaptor::delegate_encodings;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Reversible};
use crate::solvability::Solvability;

/// A puzzle that can be reversed. In the reversed puzzle, every edge leads the other way, and the only goal is the
/// start of the original search.
///
/// To search a puzzle [backward](crate::AStar::backward), a solver searches the reversed puzzle from the original goals
/// to the original start. A [`Guided`](crate::heuristics::Guided) puzzle is `TwoSided` if the puzzle inside is, and the
/// heuristic is a [`TwoSidedHeuristic`](crate::heuristics::TwoSidedHeuristic).
///
/// If your own puzzle type is [`Reversible`], let `reversed` return a [`Reversed`]:
///
/// ```
/// use puzzle_search::puzzle::{Reversed, TwoSided};
/// use puzzle_search::{AStar, Neighbor, NeighborOf, Puzzle, Reversible, Solver};
///
/// /// From 1 to 100 by doubling and adding one.
/// #[derive(Clone)]
/// struct Grow;
/// impl Puzzle for Grow {
///     type State = u32;
///     type Move = &'static str;
///     type Cost = u32;
///     fn neighbors(&self, &n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
///         [Neighbor::unit("double", 2 * n), Neighbor::unit("add", n + 1)]
///     }
///     fn is_goal(&self, &n: &u32) -> bool {
///         n == 100
///     }
/// }
/// impl Reversible for Grow {
///     fn goals(&self) -> impl IntoIterator<Item = u32> {
///         [100]
///     }
///     fn predecessors(&self, &n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
///         let half = (n % 2 == 0 && n > 0).then(|| Neighbor::unit("double", n / 2));
///         let less = (n > 0).then(|| Neighbor::unit("add", n - 1));
///         half.into_iter().chain(less)
///     }
/// }
/// impl TwoSided for Grow {
///     type Reversed = Reversed<Self>;
///     fn reversed(&self, start: &u32) -> Reversed<Self> {
///         Reversed::new(self.clone(), start)
///     }
/// }
///
/// // Forward, the numbers grow without end. Backward, only numbers up to 100 can be reached.
/// let report = AStar::new().backward().solve(&Grow, &1);
/// assert_eq!(report.lower_bound, Some(8));
/// let moves = report.solution().expect("solved").moves(); // those of the original puzzle, from 1 to 100
/// assert_eq!(moves, ["double", "add", "double", "double", "double", "add", "double", "double"]);
/// assert!(report.stats.expanded < 100);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched backward: it is not `TwoSided`",
    note = "for a puzzle made of closures, call `with_predecessors`, and let the closures be `Clone`; for one that is `Reversible`, let `reversed` return `Reversed::new(self.clone(), start)`; a guided one needs a heuristic that is a `TwoSidedHeuristic`, such as `BothWays`"
)]
pub trait TwoSided: Reversible {
    /// The type of the reversed puzzle. It has to be [`Send`], since a search owns it and can be sent to a thread.
    type Reversed: Puzzle<State = Self::State, Cost = Self::Cost> + Send;

    /// Returns the reversed puzzle, whose goal is the given start.
    ///
    /// The neighbors of a state are its predecessors in the original puzzle, and the edges cost the same. `start` has
    /// to be a state of the puzzle.
    fn reversed(&self, start: &Self::State) -> Self::Reversed;
}

/// The reverse of a [`Reversible`] puzzle: edges lead backward, and the goal is the start of the original search. See
/// [`TwoSided`].
///
/// A move of the reversed puzzle, from b back to a, is a pair: the original move that leads from a to b, and the state
/// a. The same move may lead to b from several states, and the moves out of one state have to be distinct. The
/// heuristic of the original puzzle, which estimates the cost to its goals, is left out.
///
/// ```
/// use puzzle_search::puzzles::{Metric, PocketCube};
/// use puzzle_search::puzzle::Reversed;
/// use puzzle_search::Puzzle;
///
/// let puzzle = PocketCube::new(Metric::HalfTurns);
/// let start = puzzle.play(&puzzle.goal(), "R U'")?;
/// assert!(Reversed::new(puzzle, &start).is_goal(&start));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reversed<P: Puzzle> {
    puzzle: P,
    start: P::State,
}

impl<P: Reversible> Reversed<P> {
    /// Reverses `puzzle`. The goal of the reverse is `start`.
    #[must_use]
    pub fn new(puzzle: P, start: &P::State) -> Self {
        let start = start.clone();
        Self { puzzle, start }
    }
}

impl<P: Reversible> Puzzle for Reversed<P> {
    type State = P::State;
    type Move = (P::Move, P::State);
    type Cost = P::Cost;

    const HAS_ADDRESSES: bool = P::HAS_ADDRESSES;

    #[inline]
    fn neighbors(&self, state: &P::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.puzzle.predecessors(state).into_iter();
        edges.map(|edge| Neighbor::new((edge.mv, edge.state.clone()), edge.state, edge.cost))
    }

    #[inline]
    fn is_goal(&self, state: &P::State) -> bool {
        *state == self.start
    }

    fn solvability(&self, state: &P::State) -> Solvability {
        match self.puzzle.solvability(state) {
            Solvability::NotAState => Solvability::NotAState,
            // The answer is about the goals of the puzzle, not about its start.
            _ => Solvability::Unknown,
        }
    }

    #[inline]
    fn addresses(&self) -> usize {
        self.puzzle.addresses()
    }

    #[inline]
    fn address(&self, state: &P::State) -> usize {
        self.puzzle.address(state)
    }

    fn facts(&self) -> Facts<P::Cost> {
        // The heuristic is the default, whose estimates are zero.
        self.puzzle.facts().unguided().consistent()
    }
}

delegate_encodings!([P: Reversible] Reversed<P>, P, self => self.puzzle);

impl<P: TwoSided> TwoSided for &P {
    type Reversed = P::Reversed;

    fn reversed(&self, start: &P::State) -> P::Reversed {
        (**self).reversed(start)
    }
}
