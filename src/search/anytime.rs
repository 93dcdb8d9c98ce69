//! [`Anytime`]: the solver of rectangle search, which continues as IDA* does when memory has run out.

mod levels;
mod rectangle;
mod round;
mod saved;

use self::rectangle::RectangleRun;
use super::guess::Guesses;
use super::store_then_deepen::StoreThenDeepen;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// Rectangle search, an anytime search: finds a first solution soon, then better ones, and in the end a cheapest one.
///
/// The search has a list of open states for each depth, and works in rounds. Round n expands one more state at each
/// depth that earlier rounds have reached, and then n states at the next depth. The expanded states form a rectangle,
/// which grows deeper and wider with every round.
///
/// At each depth, the state with the least h (the estimate of the remaining cost) is expanded first. If the search is
/// [led by guesses](Self::led_by), which are estimates that may be too high, the order is by guess instead. If guesses
/// divide states into [kinds](super::Guess::kind), each round expands one more state of each kind at each depth, and
/// goes many depths deeper instead of one.
///
/// * **Finds** solutions, each cheaper than the solution before. The [observer](crate::observe::Observer::incumbent) is
///   shown every solution. A stopped search returns the last solution ([`Report::best`](crate::Report::best)) and the
///   proved lower bound (see [`Report::factor`](crate::Report::factor)).
/// * **Needs** an admissible heuristic. Edges may cost zero as long as memory suffices. Once memory has run out, an
///   edge of cost zero may end the search, for example with [`Stop::Bytes`](crate::Stop::Bytes).
/// * **Guarantee**: complete; optimal if the search is not stopped. The lower bound is updated only at the end of some
///   rounds.
/// * **Time** and **memory**: to prove its last solution optimal, the search expands and stores all states that
///   [`AStar`](crate::AStar) expands and stores, and more. If memory runs out before that, the search continues
///   depth-first from the open states, like [`IdaStar`](crate::IdaStar).
/// * **Unsolvable** starts are proved unsolvable if memory suffices to store every state that can be reached.
/// * **Prefer** [`BranchAndBound`](crate::solvers::BranchAndBound) if there is memory for only a few states, and
///   [`WeightedAStar`](crate::solvers::WeightedAStar) if any solution within a given factor of the optimum will do.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::Anytime;
/// use puzzle_search::{Limits, Notation, Puzzle, Solver};
///
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?;
/// let mut search = Anytime::new().search(&puzzle, &start).limits(Limits::new().max_expanded(20_000));
/// let report = search.run();
/// let best = report.best().expect("it is found soon");
/// assert!(best.verify(&puzzle, &start).is_ok() && best.cost() < 100); // the optimum is 57
/// assert!(report.factor() < Some(2.5));
/// // Continue the search: the limit counts the states of both runs together.
/// search.set_limits(Limits::new().max_expanded(100_000));
/// assert!(search.run().best().is_some_and(|better| better.cost() <= best.cost()));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): S. Lemons, W. Ruml, R. C. Holte, C. Linares López, "Rectangle search: an
/// anytime beam search", AAAI 2024.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Anytime<G = ()> {
    guesses: G,
}

impl Anytime {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self { guesses: () }
    }

    /// Returns the solver that is led by these [guesses](Guesses).
    ///
    /// ```
    /// use puzzle_search::heuristics::{Manhattan, TileGuess};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::solvers::Anytime;
    /// use puzzle_search::{Limits, Notation, Puzzle, Solver};
    ///
    /// let tiles = SlidingTiles::<[u8; 64]>::packed(6, 6)?;
    /// let solver = Anytime::new().led_by(TileGuess::new(&tiles));
    /// let puzzle = tiles.guided_by(Manhattan);
    /// let start = puzzle.parse(
    ///     "20 27 18 2 14 10  8 23 1 30 17 5  15 29 13 35 26 22  3 9 31 4 12 6  21 16 19 34 28 7  25 11 33 24 0 32",
    /// )?;
    /// let report = solver.search(&puzzle, &start).limits(Limits::new().max_generated(100_000)).run();
    /// assert!(report.best().is_some());
    /// assert!(report.lower_bound >= puzzle.heuristic(&start));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn led_by<G>(self, guesses: G) -> Anytime<G> {
        Anytime { guesses }
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost> + Clone + Send> Solver<P> for Anytime<G> {
    fn begin<'r>(&self) -> BoxedRun<'r, P>
    where
        Self: 'r,
    {
        BoxedRun::new(StoreThenDeepen::<_, P::Move, P::Cost>::after(
            RectangleRun::new(self.guesses.clone()),
        ))
    }
}
