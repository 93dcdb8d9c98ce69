//! [`SolutionGraph`]: all cheapest solutions, as an acyclic graph of the states on them.
//!
//! Invariant: every edge leads to a state with a smaller index, and only goals have no edges. So each walk from a start
//! ends at a goal, and is a solution.

use alloc::vec::Vec;
use core::fmt::{self, Debug};

use num_traits::Zero;

use crate::account::Claimed;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// The solution graph of the puzzle `P`.
pub(super) type Graph<P> =
    SolutionGraph<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// All cheapest solutions, stored as a graph of the states that lie on them.
///
/// The method `all_solutions` of [`AStar`](crate::AStar::all_solutions),
/// [`BreadthFirst`](crate::BreadthFirst::all_solutions) and
/// [`Bidirectional`](crate::Bidirectional::all_solutions) finds this graph. A solution is a sequence of moves from one
/// of the starts to a goal, and passes through no other goal. Two solutions that visit the same states by different
/// moves count as two.
///
/// ```
/// use puzzle_search::{AStar, from_fn};
///
/// // The shortest paths across a board of 30x30 squares, by steps to the right or down.
/// let puzzle = from_fn(
///     |&(x, y): &(u32, u32)| {
///         let right = (x < 29).then_some(('r', (x + 1, y), 1_u32));
///         right.into_iter().chain((y < 29).then_some(('d', (x, y + 1), 1)))
///     },
///     |&at| at == (29, 29),
/// );
/// let all = AStar::new().all_solutions(&puzzle, [(0, 0)]).run()?;
/// assert_eq!((all.cost(), all.states().count()), (58, 900));
/// assert_eq!(all.count(), Some(30_067_266_499_541_040)); // orders of 29 steps right and 29 down
/// let first: Vec<_> = all.iter().take(2).collect();
/// assert!(first[0] != first[1] && first[0].verify(&puzzle, &(0, 0)).is_ok());
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
#[derive(Clone)]
pub struct SolutionGraph<S, M, C> {
    pub(super) cost: C,
    pub(super) states: Vec<S>,
    /// The end of each state's range in `edges`, which begins at the end of the state before. A goal has no edges.
    pub(super) ends: Vec<u32>,
    /// Moves and the indices of their targets. A target has a smaller index than its origin.
    pub(super) edges: Vec<(M, u32)>,
    /// The index of each start, and that of its state.
    pub(super) starts: Vec<(usize, u32)>,
}

/// The graph while it is built, and its memory is claimed.
pub(super) struct GraphInProgress<S, M, C> {
    cost: C,
    pub(super) states: Claimed<Vec<S>>,
    pub(super) ends: Claimed<Vec<u32>>,
    pub(super) edges: Claimed<Vec<(M, u32)>>,
    pub(super) starts: Claimed<Vec<(usize, u32)>>,
}

impl<S, M, C> GraphInProgress<S, M, C> {
    /// An empty graph of solutions of this cost.
    pub(super) fn new(cost: C) -> Self {
        Self {
            cost,
            states: Claimed::default(),
            ends: Claimed::default(),
            edges: Claimed::default(),
            starts: Claimed::default(),
        }
    }

    /// Hands the graph out, and releases its claims.
    pub(super) fn into_graph(self) -> SolutionGraph<S, M, C> {
        SolutionGraph {
            cost: self.cost,
            states: self.states.into_inner(),
            ends: self.ends.into_inner(),
            edges: self.edges.into_inner(),
            starts: self.starts.into_inner(),
        }
    }
}

impl<S: Clone + Eq, M, C: Zero> SolutionGraph<S, M, C> {
    /// The graph of the empty solutions, from starts that are goals.
    pub(super) fn of_no_moves(starts: &[S], is_goal: impl Fn(&S) -> bool) -> Self {
        let goals = starts.iter().enumerate().filter(|&(index, start)| {
            is_goal(start) && starts[..index].iter().all(|other| other != start)
        });
        let (starts, states): (Vec<_>, Vec<S>) = (0..)
            .zip(goals)
            .map(|(place, (index, start))| ((index, place), start.clone()))
            .unzip();
        Self {
            cost: C::zero(),
            ends: alloc::vec![0; states.len()],
            edges: Vec::new(),
            states,
            starts,
        }
    }
}

impl<S, M, C: Copy> SolutionGraph<S, M, C> {
    /// Returns the cost of a solution, which is the same for all solutions.
    #[must_use]
    pub const fn cost(&self) -> C {
        self.cost
    }

    /// Returns the number of solutions, or `None` if it is 2^128 or more. The time is linear in the number of edges of
    /// the graph.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        let mut counts: Vec<Option<u128>> = Vec::with_capacity(self.states.len());
        for node in 0..self.states.len() as u32 {
            let edges = self.edges_of(node);
            let of_children = edges.iter().map(|&(_, child)| counts[child as usize]);
            counts.push(if edges.is_empty() {
                Some(1)
            } else {
                sum(of_children)
            });
        }
        sum(self.starts.iter().map(|&(_, root)| counts[root as usize]))
    }

    /// Returns an iterator over the states that lie on at least one solution, each once.
    pub fn states(&self) -> impl ExactSizeIterator<Item = &S> {
        self.states.iter()
    }

    /// Returns an iterator over the solutions, which are created on demand. Their order follows the order in which the
    /// puzzle lists neighbors.
    pub fn iter(&self) -> impl Iterator<Item = Solution<M, C>>
    where
        M: Clone,
    {
        self.map_solutions(|start, _, edges| {
            let moves = edges.map(|(mv, _)| mv.clone()).collect();
            Solution::new(moves, self.cost).begun_at(start)
        })
    }

    /// Returns an iterator over the solutions as lists of states, in the same order as [`iter`](Self::iter).
    pub fn paths(&self) -> impl Iterator<Item = Vec<S>>
    where
        S: Clone,
    {
        self.map_solutions(|_, root, edges| {
            let states = edges.map(|&(_, child)| child);
            let states = core::iter::once(root).chain(states);
            states.map(|n| self.states[n as usize].clone()).collect()
        })
    }

    /// Maps each solution by `make`, which takes the index of its start, that of its first state, and its edges. The
    /// solutions are enumerated by depth-first search.
    fn map_solutions<T>(
        &self,
        make: impl Fn(usize, u32, &mut dyn Iterator<Item = &(M, u32)>) -> T + Copy,
    ) -> impl Iterator<Item = T> {
        let from_start = move |&(start, root): &(usize, u32)| {
            // For each state of the solution, the edge that is taken and the end of the state's edges.
            let mut path: Vec<(u32, u32)> = Vec::new();
            let mut is_first = true;
            core::iter::from_fn(move || {
                let mut node = root;
                if !core::mem::replace(&mut is_first, false) {
                    // Backtracks to the last state of the solution before that has another edge.
                    node = loop {
                        let (edge, end) = path.pop()?;
                        if edge + 1 < end {
                            path.push((edge + 1, end));
                            break self.edges[edge as usize + 1].1;
                        }
                    };
                }
                // Follows first edges down to a goal.
                loop {
                    let (first, end) = self.edge_range(node);
                    if first == end {
                        break;
                    }
                    path.push((first, end));
                    node = self.edges[first as usize].1;
                }
                let mut edges = path.iter().map(|&(edge, _)| &self.edges[edge as usize]);
                Some(make(start, root, &mut edges))
            })
        };
        self.starts.iter().flat_map(from_start)
    }

    /// The range of a state's edges.
    fn edge_range(&self, node: u32) -> (u32, u32) {
        let first = node.checked_sub(1).map_or(0, |n| self.ends[n as usize]);
        (first, self.ends[node as usize])
    }

    fn edges_of(&self, node: u32) -> &[(M, u32)] {
        let (first, end) = self.edge_range(node);
        &self.edges[first as usize..end as usize]
    }
}

fn sum(mut counts: impl Iterator<Item = Option<u128>>) -> Option<u128> {
    counts.try_fold(0_u128, |sum, count| sum.checked_add(count?))
}

impl<S, M, C: Debug> Debug for SolutionGraph<S, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolutionGraph")
            .field("cost", &self.cost)
            .field("states", &self.states.len())
            .field("edges", &self.edges.len())
            .finish_non_exhaustive()
    }
}
