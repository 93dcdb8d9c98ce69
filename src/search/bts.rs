//! [`Bts`]: the solver, as a deepening search that limits the expansions of iterations ([`Budgeted`]).

use crate::engines::deepening::{Budgeted, Deepening, OneByOne};
use crate::puzzle::Puzzle;
use crate::solver::{BoxedRun, Solver};

/// Budgeted tree search (BTS): IDA* whose bound on f rises faster if an iteration with the next bound would add few
/// states.
///
/// If edges have many different costs, each iteration of IDA* may expand only a few states more than the iteration
/// before. The search then repeats nearly the same work again and again. If an iteration of BTS expands fewer than
/// twice as many states as the iteration before, BTS raises the bound in growing steps until an iteration expands at
/// least twice as many. If an iteration with a raised bound would expand more than eight times as many, BTS aborts the
/// iteration and tries smaller bounds.
///
/// * **Finds** a cheapest path. A more expensive path may be found first. This path is shown to the
///   [observer](crate::observe::Observer::incumbent), and returned if the search is then stopped.
/// * **Needs** an admissible heuristic, and edges that cost more than zero. Unless the puzzle declares
///   [`Facts::acyclic`](crate::Facts::acyclic), an edge of cost zero ends the search with
///   [`Stop::ZeroCostEdge`](crate::Stop::ZeroCostEdge).
/// * **Guarantee**: complete and optimal.
/// * **Time**: let N be the number of states that the last iteration of IDA* expands, and C the cost of the solution.
///   BTS expands O(N log C) states, whereas IDA* may expand on the order of N² states. **Memory**: the current path.
/// * **Unsolvable** starts are proved unsolvable only if [`Puzzle::solvability`] says so or the search tree is finite.
///   Otherwise, the search goes on until a limit ends it.
/// * **Prefer** [`AStar`](crate::AStar) if memory suffices and many paths lead to the same state;
///   [`IdaStar`](crate::IdaStar) if several threads are available. BTS uses one thread: the budget of an iteration is
///   spent in depth-first order, so several threads could not know whether their subtrees are within the budget before
///   all earlier subtrees are walked.
///
/// ```
/// use puzzle_search::solvers::Bts;
/// use puzzle_search::{from_fn, IdaStar, Solver};
///
/// // Each step costs one more than the step before, so that no two states have the same f.
/// let puzzle = from_fn(|&n: &u32| [("on", n + 1, n + 1)], |&n| n == 1_000);
/// let report = Bts::new().solve(&puzzle, &0);
/// assert_eq!(IdaStar::new().solve(&puzzle, &0).stats.expanded, 501_500);
/// assert_eq!(report.stats.expanded, 11_741);
/// let solution = report.into_result()?;
/// assert_eq!(solution.cost(), 500_500);
/// assert!(solution.verify(&puzzle, &0).is_ok());
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
///
/// [**Paper**](crate::guide::references): M. Helmert, T. Lattimore, L. H. S. Lelis, L. Orseau, N. R. Sturtevant,
/// "Iterative budgeted exponential search", IJCAI 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bts;

impl Bts {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Puzzle> Solver<P> for Bts {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(Deepening::new(
            Budgeted::default(),
            OneByOne::<P::Cost, true>::default(),
        ))
    }
}
