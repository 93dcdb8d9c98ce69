//! [`Beam`]: the solver of monotonic beam search, in which a wider beam never finds a more expensive path.

mod kept_paths;
mod slots;

use self::slots::BeamRun;
use super::guess::Guesses;
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// Beam search: at each depth, keeps only the `width` states that look nearest to a goal. These are the states with the
/// least heuristic estimate, or with the least guess (an estimate that may be too high) if the search is
/// [led by guesses](Self::led_by).
///
/// The solver uses monotonic beam search: a wider beam never finds a more expensive path. For this, the beam does not
/// always keep exactly the states that look nearest.
///
/// * **Finds** some path, not always a cheapest one.
/// * **Needs** a heuristic, admissible or not. Edges may cost zero. Limits on the cost or on moves are not supported
///   ([`Stop::UnsupportedLimit`](crate::Stop::UnsupportedLimit)).
/// * **Guarantee**: none. If states were dropped and no goal was found, the search ends with
///   [`Stop::Incomplete`](crate::Stop::Incomplete). A solution is proved optimal only if its cost equals an admissible
///   estimate for the start.
/// * **Time**: at most `width` expansions at each depth. **Memory**: every state that the beam has kept at any depth,
///   and the children of the states at one depth.
/// * **Unsolvable** starts are proved unsolvable if no state was dropped.
/// * **Prefer** [`Anytime`](crate::solvers::Anytime) if you do not know which width to choose.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::Beam;
/// use puzzle_search::{Notation, Puzzle, Solver};
///
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?; // a shortest solution has 57 moves
/// let mut costs = vec![];
/// for width in [10, 100, 1_000] {
///     let report = Beam::new(width).solve(&puzzle, &start);
///     let solution = report.solution().expect("an even permutation");
///     assert!(solution.verify(&puzzle, &start).is_ok() && !report.is_optimal());
///     costs.push(solution.cost());
/// }
/// assert!(costs.is_sorted_by(|narrow, wide| narrow >= wide) && costs[2] < 70);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Papers**](crate::guide::references): R. Bisiani, "Beam search", 1987; S. Lemons, C. Linares López, R. C. Holte,
/// W. Ruml, "Beam search: faster and monotonic", ICAPS 2022.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Beam<G = ()> {
    width: usize,
    guesses: G,
}

impl Beam {
    /// Creates the solver that keeps `width` states at each depth. A width of 0 is replaced by 1.
    #[must_use]
    pub const fn new(width: usize) -> Self {
        Self { width, guesses: () }
    }

    /// Returns the solver that is led by these [guesses](Guesses).
    ///
    /// ```
    /// use puzzle_search::puzzles::{Board, SlidingTiles};
    /// use puzzle_search::solvers::{Beam, Guess};
    /// use puzzle_search::{Notation, Solver};
    ///
    /// let tiles = SlidingTiles::new(3, 3)?;
    /// let start = tiles.parse("8 6 7  2 5 4  3 0 1")?;
    /// let goal = tiles.goal();
    /// let misplaced = |board: &Board| {
    ///     let differs = |&cell: &usize| board.tile(cell) != goal.tile(cell);
    ///     Guess::new((0..9).filter(differs).count() as u32)
    /// };
    /// let report = Beam::new(100).led_by(misplaced).solve(&tiles, &start);
    /// assert!(report.solution().is_some());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn led_by<G>(self, guesses: G) -> Beam<G> {
        let width = self.width;
        Beam { width, guesses }
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost> + Clone + Send> Solver<P> for Beam<G> {
    fn begin<'r>(&self) -> BoxedRun<'r, P>
    where
        Self: 'r,
    {
        BoxedRun::new(BeamRun::new(self.width, self.guesses.clone()))
    }
}
