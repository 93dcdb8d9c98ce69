//! [`Backward`]: a solver that goes from the goals to the start.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::marker::PhantomData;

use super::saved::SavedRun;
use super::{AStar, IdaStar, IterativeDeepening, UniformCost};
use crate::account::{ReplayFault, Stop};
use crate::codec::{Reader, Writer};
use crate::monitor::Monitor;
use crate::puzzle::portable::Portable;
use crate::puzzle::reversed::TwoSided;
use crate::puzzle::{Puzzle, Reversible};
use crate::solution::Solution;
use crate::solvability::Reason;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};
use crate::threads::Threads;

/// A solver that searches backward: from the goals, along predecessors, to the start. It is made by [`AStar::backward`]
/// and the `backward` methods of other solvers.
///
/// The cost of the solution and its [guarantee](crate::Guarantee) are the same as in a forward search, except that
/// [sums](crate::Cost#rounded-sums) of floating-point costs may differ slightly. The backward search is usually faster
/// if states have fewer predecessors than neighbors, or if its heuristic is better.
///
/// The search works on the *reversed puzzle*: the same states, with all edges reversed and the start as the goal.
/// The [observer](crate::Observer) is shown states of the reversed puzzle, but no moves. A search from several starts
/// ends with [`Stop::SeveralStarts`].
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{AStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let report = AStar::new().backward().solve(&puzzle, &start);
/// let solution = report.solution().expect("an even permutation");
/// assert_eq!(solution.cost(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// If the backward search needs a heuristic of its own, call [`backward_by`](AStar::backward_by):
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver, TwoSided};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// // Pattern databases that estimate the cost to the start. The search calls the closure once, when it begins.
/// let solver = IdaStar::new().backward_by(|puzzle: &SlidingTiles, start: &_| {
///     let reversed = puzzle.reversed(start);
///     // In `start`, which is the goal here, the blank is on cell 7.
///     let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 8]]);
///     let patterns = TilePatterns::new(&reversed, &partition, Style::default());
///     reversed.guided_by(patterns.expect("they fit"))
/// });
/// assert_eq!(solver.solve(&puzzle, &start).lower_bound, Some(31));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Backward<A, F> {
    solver: A,
    by: F,
}

impl<A: Debug, F> Debug for Backward<A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Backward").field(&self.solver).finish()
    }
}

/// How the puzzle is seen from its goals, as it says itself or as somebody else does.
#[expect(
    unnameable_types,
    reason = "closures implement it, and nothing else has to"
)]
pub trait By<P: Puzzle>: Clone {
    /// How it looks from there.
    type Reversed: Puzzle<State = P::State, Cost = P::Cost>;

    /// The puzzle seen from its goals, where `start` is looked for.
    fn reversed(&self, puzzle: &P, start: &P::State) -> Self::Reversed;
}

/// As the puzzle says itself.
#[derive(Clone, Copy, Debug)]
#[expect(unnameable_types, reason = "what `backward` returns need not be named")]
pub struct AsItSays;

impl<P: TwoSided> By<P> for AsItSays {
    type Reversed = P::Reversed;

    fn reversed(&self, puzzle: &P, start: &P::State) -> P::Reversed {
        puzzle.reversed(start)
    }
}

impl<P, Q, F> By<P> for F
where
    P: Puzzle,
    Q: Puzzle<State = P::State, Cost = P::Cost>,
    F: Fn(&P, &P::State) -> Q + Clone,
{
    type Reversed = Q;

    fn reversed(&self, puzzle: &P, start: &P::State) -> Q {
        self(puzzle, start)
    }
}

macro_rules! backward {
    ($($solver:ty),+) => {$(
        impl $solver {
            /// Returns a solver that runs this algorithm from the goals to the start, on the puzzle that
            /// [`TwoSided::reversed`](crate::TwoSided::reversed) returns. See [`Backward`].
            #[must_use]
            pub const fn backward(self) -> Backward<Self, AsItSays> {
                Backward { solver: self, by: AsItSays }
            }

            /// Returns a solver that runs this algorithm from the goals to the start, on a reversed puzzle of your own,
            /// for example with another heuristic. The closure `by` is called with the puzzle and the start. It returns
            /// the reversed puzzle, with all edges reversed and the start as the goal. See [`Backward`].
            #[must_use]
            pub const fn backward_by<P, Q, F>(self, by: F) -> Backward<Self, F>
            where
                P: Puzzle,
                Q: Puzzle<State = P::State, Cost = P::Cost>,
                F: Fn(&P, &P::State) -> Q + Clone,
            {
                Backward { solver: self, by }
            }
        }
    )+};
}

// Those that return a path. What improves incumbents would show them the wrong way round.
backward!(
    AStar,
    UniformCost,
    IdaStar,
    IterativeDeepening,
    Threads<IdaStar>,
    Threads<IterativeDeepening>
);

impl<P, A, F> Algorithm<P> for Backward<A, F>
where
    P: Reversible,
    F: By<P>,
    A: Algorithm<F::Reversed>,
{
    type Run = BackwardRun<P, F, A::Run>;

    fn begin(&self) -> Self::Run {
        BackwardRun {
            by: self.by.clone(),
            reversed: None,
            starts: Vec::new(),
            run: self.solver.begin(),
            is_informed: self.solver.is_informed(),
            puzzle: PhantomData,
        }
    }

    fn is_informed(&self) -> bool {
        self.solver.is_informed()
    }

    fn counts_moves(&self) -> bool {
        self.solver.counts_moves()
    }
}

/// The state of a search that goes backward.
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct BackwardRun<P: Puzzle, F: By<P>, R> {
    by: F,
    /// The puzzle seen from its goals, once it is made.
    reversed: Option<F::Reversed>,
    starts: Vec<P::State>,
    run: R,
    is_informed: bool,
    puzzle: PhantomData<fn(&P)>,
}

impl<P: Puzzle, F: By<P>, R: Debug> Debug for BackwardRun<P, F, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackwardRun")
            .field("starts", &self.starts)
            .field("run", &self.run)
            .finish_non_exhaustive()
    }
}

impl<P: Reversible, F: By<P>, R: Run<F::Reversed>> Run<P> for BackwardRun<P, F, R> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.starts = starts;
        self.reversed = None;
    }

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<VerdictOf<P>, Stop> {
        let [start] = &self.starts[..] else {
            return Err(Stop::SeveralStarts);
        };
        let reversed = match &self.reversed {
            Some(reversed) => reversed,
            None => {
                self.run.start(puzzle.goals().into_iter().collect());
                self.reversed.insert(self.by.reversed(puzzle, start))
            }
        };
        monitor.trust_bounds(!self.is_informed || reversed.facts().admissible);
        let run = &mut self.run;
        match monitor.of_reversed(|monitor| run.advance(reversed, monitor))? {
            Verdict::Path {
                mut states,
                guarantee,
            } => {
                states.reverse();
                Ok(Verdict::path(states, guarantee))
            }
            Verdict::Moves {
                start: goal,
                moves,
                cost,
                guarantee,
            } => {
                let goal = puzzle.goals().into_iter().nth(goal);
                let goal = goal.ok_or(Stop::Replay(ReplayFault::NotAStart))?;
                let moves = Solution::new(moves, cost);
                let states = moves.states(reversed, &goal);
                let mut states = states.map_err(|error| Stop::Replay(error.into()))?;
                states.reverse();
                Ok(Verdict::path(states, guarantee))
            }
            Verdict::Incumbent(_) => Err(Stop::Incomplete),
            Verdict::Unsolvable(_) => Ok(Verdict::Unsolvable(Reason::new(
                "every state from which a goal can be reached was searched and none is the start",
            ))),
        }
    }

    fn has_cut(&self) -> bool {
        self.run.has_cut()
    }
}

impl<P, F, R> SavedRun<P> for BackwardRun<P, F, R>
where
    P: Reversible + Portable,
    F: By<P, Reversed: Portable>,
    R: SavedRun<F::Reversed>,
{
    fn name(&self) -> String {
        [&self.run.name(), " backward"].concat()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        to.flag(self.reversed.is_some());
        if let Some(reversed) = &self.reversed {
            save_estimates(puzzle, reversed, to);
            self.run.save(reversed, to);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        if from.flag()? {
            let reversed = self.by.reversed(puzzle, self.starts.first()?);
            let reversed = self.reversed.insert(reversed);
            check_estimates(puzzle, reversed, from)?;
            self.run.start(puzzle.goals().into_iter().collect());
            self.run.load(reversed, from)?;
        }
        Some(())
    }
}

/// Writes what tells the estimates of the puzzle seen from its goals from others.
pub(super) fn save_estimates<P, Q>(puzzle: &P, reversed: &Q, to: &mut Writer<'_>)
where
    P: Reversible,
    Q: Puzzle<State = P::State, Cost = P::Cost>,
{
    let goal = puzzle.goals().into_iter().next();
    to.option(goal.and_then(|goal| reversed.heuristic(&goal)));
    to.flag(reversed.facts().consistent);
}

/// Nothing where that was written of other estimates.
pub(super) fn check_estimates<P, Q>(puzzle: &P, reversed: &Q, from: &mut Reader<'_>) -> Option<()>
where
    P: Reversible,
    Q: Puzzle<State = P::State, Cost = P::Cost>,
{
    let goal = puzzle.goals().into_iter().next();
    let estimate: Option<P::Cost> = from.option()?;
    let is_consistent = from.flag()?;
    let is_same = estimate == goal.and_then(|goal| reversed.heuristic(&goal))
        && is_consistent == reversed.facts().consistent;
    is_same.then_some(())
}
