//! [`Bidirectional`] breadth-first search: two trees, from the starts and from the goals, that grow by layers in turn.
//!
//! Invariant: no state is in both trees. The search ends at the first child of one tree that is in the other; as all
//! layers before are complete, no path has fewer moves than the one found there.

use super::bfs_run::{BfsRun, FarEnd, FoundPath, Trees};
use super::bfs_tree::{BfsTree, ExpandLayer, FromGoals, FromStart};
#[cfg(feature = "std")]
use super::shards::Shards;
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Reversible;
use crate::solver::{BoxedRun, Loader, Saver, Solver, SolverTraits};
use crate::threads::Threads;

/// Bidirectional breadth-first search: one search goes forward from the start and one backward from the goals, until
/// they meet.
///
/// * **Finds** a path with the fewest moves.
/// * **Needs** a list of the goals, and edges that can be followed backward ([`Reversible`]); uses no heuristic.
/// * **Guarantee**: complete; fewest moves. The path is reported as optimal if the puzzle declares
///   [`Facts::unit_costs`](crate::Facts::unit_costs).
/// * **Time**: O(b^(d/2)) expansions, where b is the number of neighbors of a state and d the number of moves of the
///   solution. **Memory**: each generated state is stored, as by [`BreadthFirst`](crate::BreadthFirst).
/// * **Unsolvable** starts are proved unsolvable once either side has expanded every state that it can reach.
/// * **Prefer** [`BreadthFirst`](crate::BreadthFirst) if there are many goals; [`AStar`](crate::AStar) or
///   [`IdaStar`](crate::IdaStar) if there is a good heuristic.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Bidirectional, BreadthFirst, Notation, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let two = Bidirectional::new().solve(&puzzle, &start);
/// let one = BreadthFirst::new().solve(&puzzle, &start);
/// assert!(10 * two.stats.expanded < one.stats.expanded);
/// let solution = two.solution().expect("an even permutation");
/// assert_eq!(solution.len(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): I. Pohl, "Bi-directional search", Machine Intelligence 6, 1971.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bidirectional;

impl Bidirectional {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }

    /// Makes the solver use `threads` threads. The puzzle and its states must be ones that threads can share
    /// ([`Sync`]). [`BreadthFirst::threads`](crate::BreadthFirst::threads) says how the search then differs.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Bidirectional, Notation, Solver};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let divided = Bidirectional::new().threads(2).solve(&puzzle, &start);
    /// assert_eq!(divided.outcome, Bidirectional::new().solve(&puzzle, &start).outcome);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn threads(self, threads: usize) -> Threads<Self> {
        Threads { of: self, threads }
    }
}

impl<P: Reversible> Solver<P> for Bidirectional {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(BfsRun::<P, OtherTree>::one_thread())
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl<P> Solver<P> for Threads<Bidirectional>
where
    P: Reversible + Sync,
{
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        #[cfg(feature = "std")]
        let run =
            BfsRun::<P, OtherTree, _>::new(Shards::new(self.threads), Shards::new(self.threads));
        #[cfg(not(feature = "std"))]
        let run = BfsRun::<P, OtherTree>::one_thread();
        BoxedRun::new(run)
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

/// The far end is a tree that grows from the goals. The trees meet at an edge from a state of one to a state of the
/// other.
pub(crate) enum OtherTree {}

impl<P, K> FarEnd<P, K> for OtherTree
where
    P: Reversible,
    K: ExpandLayer<P, FromStart, BfsTree<P::State, K>>
        + ExpandLayer<P, FromGoals, BfsTree<P::State, K>>,
{
    const NAME: &'static str = "bidirectional";
    const FROM_GOALS: bool = true;
    type Rest = u32;

    fn goals(puzzle: &P) -> impl IntoIterator<Item = P::State> {
        puzzle.goals()
    }

    fn grow(
        Trees { front, back }: &mut Trees<P::State, K>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<FoundPath<u32>>, Stop> {
        // The smaller of the deepest layers is expanded, unless a stop has left the other one partly expanded.
        let is_front_smaller = front.layer_len() <= back.layer_len();
        let (front_len, back_len) = (front.len(), back.len());
        if !back.is_within_layer() && (is_front_smaller || front.is_within_layer()) {
            let edge = <K as ExpandLayer<P, FromStart, _>>::expand_layer(
                front, puzzle, back, back_len, monitor,
            )?;
            Ok(edge.map(|edge| FoundPath {
                last: edge.parent,
                rest: edge.met,
            }))
        } else {
            let edge = <K as ExpandLayer<P, FromGoals, _>>::expand_layer(
                back, puzzle, front, front_len, monitor,
            )?;
            Ok(edge.map(|edge| FoundPath {
                last: edge.met,
                rest: edge.parent,
            }))
        }
    }

    fn rest<'a>(
        &next: &'a u32,
        trees: &'a Trees<P::State, K>,
    ) -> impl Iterator<Item = &'a P::State> {
        trees.back.to_root(next)
    }

    fn save(&next: &u32, to: &mut Saver<'_, P::State>) {
        to.number(next);
    }

    fn load(trees: &Trees<P::State, K>, from: &mut Loader<'_, P::State>) -> Option<u32> {
        from.index(trees.back.len() as usize)
    }
}
