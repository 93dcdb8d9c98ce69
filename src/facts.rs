//! [`Facts`]: what is known of a puzzle as a whole.

use crate::cost::Cost;

/// What is known of a puzzle as a whole, and of its heuristic.
///
/// A puzzle states its facts with [`Puzzle::facts`](crate::Puzzle::facts), a heuristic adds the facts about its
/// estimates with [`Heuristic::facts`](crate::heuristics::Heuristic::facts), and a wrapper of a puzzle passes them on.
/// If you do not know whether a fact holds, set it to false (or `least_cost` to zero): this is always safe, since
/// solvers then do more work or prove less. By default every fact is false or zero, except `admissible`, which is true.
/// [`laws::check`](crate::laws::check) tests each fact.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::Puzzle;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// assert!(puzzle.facts().unit_costs && puzzle.facts().undirected);
/// let guided = puzzle.guided_by(Manhattan);
/// assert_eq!(guided.facts(), guided.puzzle().facts().parity(true));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Facts<C> {
    /// Every edge costs one, so that a path with fewest moves is a cheapest path.
    pub unit_costs: bool,
    /// Every move can be taken back: if t is a neighbor of s, then s is a neighbor of t.
    pub undirected: bool,
    /// No path leads from a state back to the same state: the space has no cycles.
    pub acyclic: bool,
    /// The heuristic never exceeds the cost of a cheapest path to a goal. This is the one fact that is true by default.
    pub admissible: bool,
    /// Along an edge between two states that are not dead ends, the heuristic falls by no more than the edge costs; at
    /// a goal it is zero.
    pub consistent: bool,
    /// The heuristic and the cost of a cheapest path to a goal are both even or both odd, in every state.
    pub parity: bool,
    /// No edge costs less than this; zero if no such bound is known.
    pub least_cost: C,
}

impl<C: Cost> Facts<C> {
    /// Returns facts that state only that the heuristic is admissible.
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

    /// States whether every edge costs one. Also sets [`least_cost`](Self::least_cost): to one if so, and to zero
    /// otherwise.
    ///
    /// A solver that counts moves, such as [`BreadthFirst`](crate::BreadthFirst), does not compare costs. If this fact
    /// is true, the solver reports its solutions as optimal, and reports a lower bound when it is stopped. If the fact
    /// is false, it does neither.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Facts, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32)], |&n| n == 0);
    /// assert!(!BreadthFirst::new().solve(&puzzle, &9).is_optimal());
    /// let puzzle = puzzle.with_facts(Facts::new().unit_costs(true));
    /// assert!(BreadthFirst::new().solve(&puzzle, &9).is_optimal());
    /// ```
    #[must_use]
    pub fn unit_costs(self, unit_costs: bool) -> Self {
        let least_cost = if unit_costs { C::one() } else { C::zero() };
        Self {
            unit_costs,
            least_cost,
            ..self
        }
    }

    /// States whether every move can be taken back.
    ///
    /// If so, [`Enumerate`](crate::space::Enumerate) has to remember only the last two layers of states.
    #[must_use]
    pub fn undirected(self, undirected: bool) -> Self {
        Self { undirected, ..self }
    }

    /// States whether no path leads from a state back to the same state, as in a puzzle where each move adds a piece.
    ///
    /// If so, depth-first solvers accept edges of cost zero, and can prove that there is no solution.
    /// [`count_paths`](crate::DepthFirst::count_paths) and [`longest_path`](crate::DepthFirst::longest_path) do not
    /// rely on this fact: they detect cycles themselves.
    ///
    /// ```
    /// use puzzle_search::{from_fn, Facts, IterativeDeepening, Solver};
    ///
    /// // From row to row of a triangle: to go straight down is free, to go aside costs 1.
    /// let puzzle = from_fn(
    ///     |&(row, at): &(u8, u8)| {
    ///         let below = (row < 5).then_some([("down", (row + 1, at), 0_u32), ("aside", (row + 1, at + 1), 1)]);
    ///         below.into_iter().flatten()
    ///     },
    ///     |&state| state == (5, 3),
    /// )
    /// .with_facts(Facts::new().acyclic(true));
    /// let report = IterativeDeepening::new().solve(&puzzle, &(0, 0));
    /// assert_eq!(report.into_result()?.cost(), 3);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[must_use]
    pub fn acyclic(self, acyclic: bool) -> Self {
        Self { acyclic, ..self }
    }

    /// States whether the heuristic never exceeds the cost of a cheapest path to a goal.
    ///
    /// State false if it may exceed that cost, for example because it is multiplied by a weight above one. Solvers that
    /// use the heuristic then still find a solution, but report it as [not proved optimal](crate::Guarantee::Unproved).
    /// An estimate of `None` still has to mean that no goal can be reached.
    #[must_use]
    pub fn admissible(self, admissible: bool) -> Self {
        Self { admissible, ..self }
    }

    /// States whether, along each edge, the heuristic falls by no more than the edge costs, and whether it is zero at a
    /// goal.
    #[must_use]
    pub fn consistent(self, consistent: bool) -> Self {
        Self { consistent, ..self }
    }

    /// States whether the heuristic and the distance to a goal are both even or both odd, in every state. If so, the
    /// cost of a solution is either equal to the estimate or at least two above it.
    #[must_use]
    pub fn parity(self, parity: bool) -> Self {
        Self { parity, ..self }
    }

    /// States a lower bound on the cost of every edge.
    #[must_use]
    pub fn least_cost(self, least_cost: C) -> Self {
        Self { least_cost, ..self }
    }

    /// The same facts of the space, and of the estimates of another heuristic that they are admissible.
    #[must_use]
    pub(crate) fn unguided(self) -> Self {
        self.admissible(true).consistent(false).parity(false)
    }
}

impl<C: Cost> Default for Facts<C> {
    fn default() -> Self {
        Self::new()
    }
}
