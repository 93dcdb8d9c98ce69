//! [`Anytime`] search.

use alloc::vec::Vec;
use core::hash::Hash;

use super::best_first::{AtGoal, BestFirstRun};
use super::order::ByWeight;
use super::path::{self, Edge};
use crate::cost::Cost;
use crate::monitor::{Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solution::Solution;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};

/// A solution soon, then better ones until time is up, in the end a cheapest: weighted A* that begins anew
/// with smaller weights.
///
/// The weights are 5, 3, 2, 1.5, 1.2 and 1. Each search leaves out what cannot lead to anything cheaper than
/// the best solution so far; the last one is A*, and proves it.
///
/// * **Finds** solutions, each of which costs less than the one before; they are shown to the observer
///   ([`incumbent`](crate::Observer::incumbent)), and the last is what a stopped search returns, with the
///   lower bound that is proved: [`Report::best`](crate::Report::best),
///   [`Report::factor`](crate::Report::factor).
/// * **Needs** an admissible heuristic. Edges may have any cost, zero included.
/// * **Guarantee**: complete; optimal if it is not stopped. Limited by expansions, every run finds the same
///   solutions.
/// * **Time**: little more than [`AStar`](crate::AStar) where that ends at all. **Memory**: as `AStar`; where
///   it ends the best solution is kept.
/// * **Unsolvable** starts are proved so when every state was seen.
/// * **Prefer** [`BranchAndBound`](crate::BranchAndBound) where there is hardly any memory.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Anytime, Limits, Notation, Puzzle, Solver};
///
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?;
/// let mut search = Anytime::new().search(&puzzle, &start).limits(Limits::new().max_expanded(20_000));
/// let report = search.run();
/// let best = report.best().expect("it is found at once");
/// assert!(best.verify(&puzzle, &start).is_ok() && best.cost() < 120); // the optimum is 57
/// assert!(report.factor() < Some(3.0));
/// // It goes on from there.
/// search.set_limits(Limits::new().max_expanded(100_000));
/// assert!(search.run().best().is_some_and(|better| better.cost() <= best.cost()));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: S. Richter, J. T. Thayer, W. Ruml, "The joy of forgetting: faster anytime search via
/// restarting", ICAPS 2010.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Anytime;

impl Anytime {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Algorithm<P> for Anytime {
    type Run = AnytimeRun<P::State, P::Cost>;

    fn begin(&self) -> Self::Run {
        AnytimeRun {
            starts: Vec::new(),
            round: 0,
            run: BestFirstRun::new(),
        }
    }
}

/// The weights of the searches, one after the other.
const WEIGHTS: [f64; 6] = [5.0, 3.0, 2.0, 1.5, 1.2, 1.0];

/// The state of an anytime search.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct AnytimeRun<S: Clone + Eq + Hash, C> {
    starts: Vec<S>,
    /// Which weight it has come to.
    round: usize,
    run: BestFirstRun<S, C, ByWeight>,
}

impl<S: Clone + Eq + Hash, C: Cost> AnytimeRun<S, C> {
    fn begin_round<P: Puzzle<State = S, Cost = C>>(&mut self, round: usize) {
        self.round = round;
        self.run.set_order(ByWeight::new(WEIGHTS[round]));
        Run::<P>::start(&mut self.run, self.starts.clone());
    }
}

impl<P: Puzzle> Run<P> for AnytimeRun<P::State, P::Cost> {
    fn start(&mut self, starts: Vec<P::State>) {
        self.starts = starts;
        self.run.seek_below(None);
        self.begin_round::<P>(0);
    }

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<VerdictOf<P>, Stop> {
        loop {
            let goal = self.run.search(puzzle, monitor, &mut AtGoal(puzzle))?;
            let Some(goal) = goal else {
                return match monitor.best() {
                    // What is left costs as much or more.
                    Some(_) => Ok(Verdict::Incumbent(Guarantee::Optimal)),
                    None => self.run.fails(monitor),
                };
            };
            let states = path::from_root(self.run.nodes().arena(), goal, monitor)?;
            let start = self.starts.iter().position(|start| *start == states[0]);
            let found = path::along(puzzle, &states, Edge::Cheapest, monitor.memory())?;
            let at = (start.unwrap_or(0), &states[0]);
            let improved = monitor.improve(puzzle, at, found.moves(), found.cost());
            monitor.release(size_of_val(found.moves()));
            let cost = monitor.best().map(Solution::cost);
            self.run.seek_below(cost);
            let is_last = self.round + 1 == WEIGHTS.len();
            let is_met = cost.is_some_and(|cost| monitor.lower_bound() >= Some(cost));
            if is_last || is_met {
                improved?;
                return Ok(Verdict::Incumbent(Guarantee::Optimal));
            }
            // An observer that ends the search has seen this solution: the next run goes on from here.
            if improved.is_ok() || improved == Err(Stop::Observer) {
                self.begin_round::<P>(self.round + 1);
            }
            improved?;
        }
    }

    fn has_cut(&self) -> bool {
        Run::<P>::has_cut(&self.run)
    }
}
