//! [`Facts`]: statements about a puzzle and its heuristic on which solvers rely.
//!
//! The puzzle states its facts, a heuristic adds those about its estimates, adaptors pass them on, and `laws` looks for
//! counterexamples. Invariant: solvers give right answers without any of the facts but one: a heuristic that may exceed
//! the cost of a cheapest path has to be declared inadmissible.

use crate::cost::Cost;

/// What is known of a puzzle as a whole and of its heuristic, such as that every edge costs one.
///
/// [`Puzzle::facts`](crate::Puzzle::facts) returns the facts of a puzzle, and
/// [`Heuristic::facts`](crate::heuristics::Heuristic::facts) adds the facts about the estimates. A wrong fact can make
/// answers wrong; a fact that is left out never does. [New facts](Self::new) are all false or zero, except
/// `admissible`, which is true: of a heuristic that may be too high, say so by [`inadmissible`](Self::inadmissible). If
/// a fact depends on data, assign its field. [`laws::check`](crate::laws::check) tests the facts.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::Puzzle;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// assert!(puzzle.facts().unit_costs && puzzle.facts().undirected);
/// let guided = puzzle.guided_by(Manhattan);
/// assert!(guided.facts().consistent && guided.facts().parity);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Facts<C> {
    /// Every edge costs one.
    pub unit_costs: bool,
    /// Every move can be taken back, perhaps at another cost: if t is a neighbor of s, then s is a neighbor of t.
    pub undirected: bool,
    /// The space has no cycles.
    pub acyclic: bool,
    /// The heuristic never exceeds the cost of a cheapest path to a goal.
    pub admissible: bool,
    /// Along every edge, the estimate falls by no more than the edge costs, and the estimate of a goal is zero. Edges
    /// from or to a dead end (a state whose estimate is `None`) do not count.
    pub consistent: bool,
    /// For every state from which a goal can be reached, the estimate and the cost of a cheapest path to a goal are
    /// both even or both odd.
    pub parity: bool,
    /// A lower bound on the cost of every edge; zero if no better bound is known.
    pub least_cost: C,
}

impl<C: Cost> Facts<C> {
    /// Returns facts of which only `admissible` is true.
    #[must_use]
    pub fn new() -> Self {
        Self {
            unit_costs: false,
            undirected: false,
            acyclic: false,
            admissible: true,
            consistent: false,
            parity: false,
            least_cost: C::zero(),
        }
    }

    /// States that every edge costs one, which is also the [least cost](Self::least_cost) then.
    ///
    /// Without it, a solver that counts moves, such as [`BreadthFirst`](crate::BreadthFirst), reports that its
    /// solutions have the [fewest moves](crate::Guarantee::FewestMoves), not that they are optimal. It reports no lower
    /// bound.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Facts, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32)], |&n| n == 0);
    /// assert!(!BreadthFirst::new().solve(&puzzle, &9).is_optimal());
    /// let puzzle = puzzle.with_facts(Facts::new().unit_costs());
    /// assert!(BreadthFirst::new().solve(&puzzle, &9).is_optimal());
    /// ```
    #[must_use]
    pub fn unit_costs(self) -> Self {
        Self {
            unit_costs: true,
            least_cost: C::one(),
            ..self
        }
    }

    /// States that every move can be taken back.
    ///
    /// An enumeration [by hashing](crate::space::Enumerate::count_by_hashing) then stores only three layers at a time.
    #[must_use]
    pub fn undirected(self) -> Self {
        Self {
            undirected: true,
            ..self
        }
    }

    /// States that the space has no cycles.
    ///
    /// Depth-first solvers then accept edges of cost zero, and can prove that there is no solution.
    ///
    /// ```
    /// use puzzle_search::solvers::IterativeDeepening;
    /// use puzzle_search::{from_fn, Facts, Solver};
    ///
    /// // From row to row of a triangle: to go straight down is free, to go aside costs 1.
    /// let puzzle = from_fn(
    ///     |&(row, at): &(u8, u8)| {
    ///         let below = (row < 5).then_some([("down", (row + 1, at), 0_u32), ("aside", (row + 1, at + 1), 1)]);
    ///         below.into_iter().flatten()
    ///     },
    ///     |&state| state == (5, 3),
    /// )
    /// .with_facts(Facts::new().acyclic());
    /// let report = IterativeDeepening::new().solve(&puzzle, &(0, 0));
    /// assert_eq!(report.into_result()?.cost(), 3);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[must_use]
    pub fn acyclic(self) -> Self {
        Self {
            acyclic: true,
            ..self
        }
    }

    /// States that the heuristic may exceed the cost of a cheapest path to a goal.
    ///
    /// Solvers that use the heuristic then report their solutions as [not proved
    /// optimal](crate::Guarantee::Unproved). An estimate of `None` still has to mean that no goal can be reached.
    #[must_use]
    pub fn inadmissible(self) -> Self {
        Self {
            admissible: false,
            ..self
        }
    }

    /// States that the heuristic is consistent: along every edge, the estimate falls by no more than the edge costs,
    /// and the estimate of a goal is zero.
    #[must_use]
    pub fn consistent(self) -> Self {
        Self {
            consistent: true,
            ..self
        }
    }

    /// States that the estimate and the cost of a cheapest path to a goal are always both even or both odd.
    ///
    /// Heuristic searches from both ends, such as [`BaeStar`](crate::solvers::BaeStar), then round bounds up to the
    /// parity of the cost.
    #[must_use]
    pub fn parity(self) -> Self {
        Self {
            parity: true,
            ..self
        }
    }

    /// States a lower bound on the cost of every edge.
    #[must_use]
    pub fn least_cost(self, least_cost: C) -> Self {
        Self { least_cost, ..self }
    }

    /// Combines two sets of facts about one puzzle and heuristic: a fact holds if either set has it, but the
    /// heuristic is admissible only if both say so.
    #[must_use]
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            unit_costs: self.unit_costs | other.unit_costs,
            undirected: self.undirected | other.undirected,
            acyclic: self.acyclic | other.acyclic,
            admissible: self.admissible & other.admissible,
            consistent: self.consistent | other.consistent,
            parity: self.parity | other.parity,
            least_cost: self.least_cost.max(other.least_cost),
        }
    }

    /// The facts about the space alone, for a heuristic of which only admissibility is known.
    #[must_use]
    pub(crate) fn unguided(self) -> Self {
        Self {
            admissible: true,
            consistent: false,
            parity: false,
            ..self
        }
    }
}

impl<C: Cost> Default for Facts<C> {
    fn default() -> Self {
        Self::new()
    }
}
