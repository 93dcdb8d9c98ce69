//! [`Backward`]: a solver that goes from the goals to the start.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use super::saved::SavedRun;
use super::{AStar, IdaStar, IterativeDeepening, UniformCost};
use crate::account::{ReplayFault, Stop};
use crate::codec::{Reader, Writer};
use crate::monitor::MonitorOf;
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
/// The heuristic of the backward search is that of the reversed puzzle. To choose it, for example to use pattern
/// databases made for the start, guide the puzzle by [`BothWays`](crate::heuristics::BothWays):
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
/// use puzzle_search::heuristics::{BothWays, Manhattan};
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{IdaStar, Notation, Puzzle, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// // The search calls the closure once, when it begins. In `start`, the goal of the reversed puzzle, the blank is on
/// // cell 7.
/// let ways = BothWays::new(Manhattan, |reversed: &SlidingTiles| {
///     let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 8]]);
///     TilePatterns::new(reversed, &partition, Style::default()).expect("they fit")
/// });
/// let report = IdaStar::new().backward().solve(&puzzle.guided_by(ways), &start);
/// assert_eq!(report.lower_bound, Some(31));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Backward<A>(A);

macro_rules! backward {
    ($($solver:ty),+) => {$(
        impl $solver {
            /// Returns a solver that runs this algorithm from the goals to the start, on the puzzle that
            /// [`TwoSided::reversed`](crate::TwoSided::reversed) returns. See [`Backward`].
            #[must_use]
            pub const fn backward(self) -> Backward<Self> {
                Backward(self)
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

impl<P: TwoSided, A: Algorithm<P::Reversed>> Algorithm<P> for Backward<A> {
    type Run = BackwardRun<P, A::Run>;

    fn begin(&self) -> Self::Run {
        BackwardRun {
            reversed: None,
            starts: Vec::new(),
            run: self.0.begin(),
            is_informed: self.0.is_informed(),
        }
    }

    fn is_informed(&self) -> bool {
        self.0.is_informed()
    }

    fn counts_moves(&self) -> bool {
        self.0.counts_moves()
    }
}

/// The state of a search that goes backward.
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct BackwardRun<P: TwoSided, R> {
    /// The puzzle seen from its goals, once it is made.
    reversed: Option<P::Reversed>,
    starts: Vec<P::State>,
    run: R,
    is_informed: bool,
}

impl<P: TwoSided, R: Debug> Debug for BackwardRun<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackwardRun")
            .field("starts", &self.starts)
            .field("run", &self.run)
            .finish_non_exhaustive()
    }
}

impl<P: TwoSided, R: Run<P::Reversed>> Run<P> for BackwardRun<P, R> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.starts = starts;
        self.reversed = None;
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let [start] = &self.starts[..] else {
            return Err(Stop::SeveralStarts);
        };
        let reversed = match &self.reversed {
            Some(reversed) => reversed,
            None => {
                self.run.start(puzzle.goals().into_iter().collect());
                self.reversed.insert(puzzle.reversed(start))
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

impl<P, R> SavedRun<P> for BackwardRun<P, R>
where
    P: TwoSided<Reversed: Portable> + Portable,
    R: SavedRun<P::Reversed>,
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
            let reversed = puzzle.reversed(self.starts.first()?);
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
