//! [`from_fn`], [`from_edges`] and [`from_steps`]: a puzzle from two closures.
//!
//! Invariant: each part of a [`FnPuzzle`] has a type parameter of its own, which is `()` until the part is given. The
//! puzzle implements a trait such as [`Ranked`] only for the type of the part that the trait needs, so to search
//! without a part is a compile error.

mod parts;

use core::fmt::{self, Debug};
use core::hash::Hash;
use core::marker::PhantomData;

use crate::cost::Cost;
use crate::facts::Facts;
use crate::puzzle::reversed::{Reversed, TwoSided};
use crate::puzzle::{Neighbor, NeighborOf, Portable, Puzzle, Ranked, Reversible};
use parts::{Addressed, Addresses, AsBytes, AsRanks, Back, Edges, Named, Numbered, Steps};

/// Makes a puzzle from two closures: `neighbors` returns the edges out of a state, and `is_goal` returns whether a
/// state is a goal.
///
/// `neighbors` returns each edge as `(move, state, cost)`. Annotate the type of the argument in the first closure.
/// Costs are unsigned: write `1_u32`, since a plain `1` is an `i32`. The value that `neighbors` returns may not borrow
/// the state; return a `Vec` of the edges instead. If the moves need no names, use [`from_edges`] or [`from_steps`].
///
/// [`with_heuristic`](FnPuzzle::with_heuristic), [`with_facts`](FnPuzzle::with_facts) and
/// [`with_predecessors`](FnPuzzle::with_predecessors) add to the puzzle, and so do
/// [`with_bytes`](FnPuzzle::with_bytes), [`with_ranks`](FnPuzzle::with_ranks) and
/// [`with_addresses`](FnPuzzle::with_addresses). For a closure that may fail, or that changes
/// its own data such as a cache, use [`try_from_fn`](fn@crate::puzzle::try_from_fn).
///
/// ```
/// use puzzle_search::{from_fn, AStar, Solver};
///
/// // A king on an endless board, from (0, 0) to (7, 3).
/// let steps = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
/// let puzzle = from_fn(
///     |&(x, y): &(i32, i32)| steps.map(|(dx, dy)| ((dx, dy), (x + dx, y + dy), 1_u32)),
///     |&at| at == (7, 3),
/// )
/// .with_heuristic(|&(x, y)| Some(x.abs_diff(7).max(y.abs_diff(3))));
///
/// let report = AStar::new().solve(&puzzle, &(0, 0));
/// assert_eq!(report.solution().map(|s| s.cost()), Some(7));
/// ```
pub fn from_fn<S, M, C, I, N, G>(
    neighbors: N,
    is_goal: G,
) -> FnPuzzle<S, C, Named<N>, G, impl Fn(&S) -> Option<C> + Clone>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    M: Clone + PartialEq + Debug + Send,
    C: Cost,
    I: IntoIterator<Item = (M, S, C)>,
    N: Fn(&S) -> I,
    G: Fn(&S) -> bool,
{
    unguided(Named(neighbors), is_goal)
}

/// Makes a puzzle from two closures: `neighbors` returns the neighbors of a state as pairs `(state, cost)`, and
/// `is_goal` returns whether a state is a goal.
///
/// A move of the puzzle is the index of a neighbor, counted from 0. To get the states of a solution, call
/// [`Solver::path`](crate::Solver::path) or [`Solution::states`](crate::Solution::states). Costs are unsigned: write
/// `1_u32`, since a plain `1` is an `i32`. The neighbors may not borrow the closure's argument.
///
/// If a neighbor is listed twice, two edges lead to it.
///
/// ```
/// use puzzle_search::{from_edges, Solver, UniformCost};
///
/// let roads = [("Ulm", "Bonn", 4), ("Ulm", "Jena", 3), ("Jena", "Kiel", 5), ("Bonn", "Kiel", 3)];
/// let puzzle = from_edges(
///     |&from: &&str| roads.into_iter().filter(move |road| road.0 == from).map(|road| (road.1, road.2 as u32)),
///     |&at| at == "Kiel",
/// );
/// let solution = UniformCost::new().solve(&puzzle, &"Ulm").into_result()?;
/// assert_eq!(solution.cost(), 7);
/// assert_eq!(solution.states(&puzzle, &"Ulm")?, ["Ulm", "Bonn", "Kiel"]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn from_edges<S, C, I, N, G>(
    neighbors: N,
    is_goal: G,
) -> FnPuzzle<S, C, Numbered<N>, G, impl Fn(&S) -> Option<C> + Clone>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    C: Cost,
    I: IntoIterator<Item = (S, C)>,
    N: Fn(&S) -> I,
    G: Fn(&S) -> bool,
{
    unguided(Numbered(neighbors), is_goal)
}

/// Makes a puzzle from two closures: `neighbors` returns the neighbors of a state, and `is_goal` returns whether a
/// state is a goal. Every edge costs one.
///
/// The [facts](Facts::unit_costs) of the puzzle say that every edge costs one. In other respects the puzzle is like a
/// puzzle made by [`from_edges`].
///
/// ```
/// use puzzle_search::{from_steps, BreadthFirst, Solver};
///
/// // A knight in the corner of a board, on its way to the opposite corner.
/// let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// let puzzle = from_steps(
///     |&(x, y): &(i8, i8)| jumps.map(|(dx, dy)| (x + dx, y + dy)).into_iter()
///         .filter(|&(x, y)| (0..8).contains(&x) && (0..8).contains(&y)),
///     |&at| at == (7, 7),
/// );
/// let report = BreadthFirst::new().solve(&puzzle, &(0, 0));
/// assert!(report.is_optimal());
/// let states = report.into_result()?.states(&puzzle, &(0, 0))?;
/// assert_eq!((states.len(), states[0], states[6]), (7, (0, 0), (7, 7)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn from_steps<S, I, N, G>(
    neighbors: N,
    is_goal: G,
) -> FnPuzzle<S, u32, Steps<N>, G, impl Fn(&S) -> Option<u32> + Clone>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    I: IntoIterator<Item = S>,
    N: Fn(&S) -> I,
    G: Fn(&S) -> bool,
{
    unguided(Steps(neighbors), is_goal).with_facts(Facts::new().unit_costs())
}

/// A puzzle made of closures; see [`from_fn`].
///
/// The type parameters are the state `S`, the cost `C`, the neighbors `N`, the goal test `G`, the heuristic `H`, the
/// goals and predecessors `B`, the addresses `A`, the bytes of states `W`, and the ranks `K`.
///
/// ```
/// use puzzle_search::{from_fn, Puzzle};
///
/// let puzzle = from_fn(|&n: &u8| [((), n / 2, 1_u32)], |&n| n == 0);
/// assert!(puzzle.is_goal(&0));
/// ```
pub struct FnPuzzle<S, C, N, G, H, B = (), A = (), W = (), K = ()> {
    neighbors: N,
    is_goal: G,
    heuristic: H,
    facts: Facts<C>,
    addresses: A,
    back: B,
    bytes: W,
    ranks: K,
    types: PhantomData<fn() -> S>,
}

/// A puzzle without a heuristic: every estimate is zero.
fn unguided<S, C: Cost, N, G>(
    neighbors: N,
    is_goal: G,
) -> FnPuzzle<S, C, N, G, impl Fn(&S) -> Option<C> + Clone> {
    FnPuzzle {
        neighbors,
        is_goal,
        heuristic: |_: &S| Some(C::zero()),
        facts: Facts::new().consistent(),
        addresses: (),
        back: (),
        bytes: (),
        ranks: (),
        types: PhantomData,
    }
}

impl<S, C: Cost, N, G, H, B, A, W, K> FnPuzzle<S, C, N, G, H, B, A, W, K> {
    /// Returns this puzzle with the closure `heuristic` as its heuristic, which has to be admissible. See
    /// [`Puzzle::heuristic`].
    ///
    /// ```
    /// use puzzle_search::{from_fn, AStar, Puzzle, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u32| [("halve", n / 2, 1_u32), ("less", n.max(1) - 1, 1)], |&n| n == 0)
    ///     .with_heuristic(|&n| Some(u32::from(n != 0)));
    /// assert_eq!(puzzle.heuristic(&7), Some(1));
    /// assert_eq!(AStar::new().solve(&puzzle, &7).lower_bound, Some(3));
    /// ```
    #[must_use]
    pub fn with_heuristic<F: Fn(&S) -> Option<C>>(
        self,
        heuristic: F,
    ) -> FnPuzzle<S, C, N, G, F, B, A, W, K> {
        FnPuzzle {
            neighbors: self.neighbors,
            is_goal: self.is_goal,
            heuristic,
            // The facts about the previous heuristic need not be true of this one.
            facts: self.facts.unguided(),
            addresses: self.addresses,
            back: self.back,
            bytes: self.bytes,
            ranks: self.ranks,
            types: PhantomData,
        }
    }

    /// Returns this puzzle with `facts` added to its facts. See [`Puzzle::facts`].
    ///
    /// A fact is true if it was true before or is true in `facts`, except that the heuristic is
    /// [admissible](Facts::admissible) only if both say so. Of the lower bounds on the cost of an edge the greater one
    /// holds.
    ///
    /// ```
    /// use puzzle_search::{from_fn, BreadthFirst, Facts, Solver};
    ///
    /// let puzzle = from_fn(|&n: &u8| [("halve", n / 2, 1_u32)], |&n| n == 0)
    ///     .with_facts(Facts::new().unit_costs());
    /// let report = BreadthFirst::new().solve(&puzzle, &100);
    /// assert!(report.is_optimal());
    /// ```
    #[must_use]
    pub fn with_facts(self, facts: Facts<C>) -> Self {
        let facts = self.facts.and(facts);
        Self { facts, ..self }
    }

    /// Returns this puzzle with an address for each state, so that searches can find states without hashing. The
    /// closure `address` returns a number less than `addresses`, different for every state. See [`Puzzle::addresses`].
    ///
    /// ```
    /// use puzzle_search::{from_edges, Solver, UniformCost};
    ///
    /// // The edges of each vertex: where they lead, and what they cost.
    /// let graph = [vec![(1, 7_u32), (2, 2)], vec![(3, 1)], vec![(1, 3), (3, 9)], vec![]];
    /// let puzzle = from_edges(|&vertex: &usize| graph[vertex].iter().copied(), |&vertex| vertex == 3)
    ///     .with_addresses(graph.len(), |&vertex| vertex);
    /// let (vertices, cost) = UniformCost::new().path(&puzzle, &0)?;
    /// assert_eq!((vertices, cost), (vec![0, 2, 1, 3], 6));
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[must_use]
    pub fn with_addresses<F: Fn(&S) -> usize>(
        self,
        addresses: usize,
        address: F,
    ) -> FnPuzzle<S, C, N, G, H, B, Addressed<F>, W, K> {
        FnPuzzle {
            neighbors: self.neighbors,
            is_goal: self.is_goal,
            heuristic: self.heuristic,
            facts: self.facts,
            addresses: Addressed { addresses, address },
            back: self.back,
            bytes: self.bytes,
            ranks: self.ranks,
            types: PhantomData,
        }
    }

    /// Returns this puzzle with its goals and predecessors, which solvers need that search backward or from both ends,
    /// such as [`Bidirectional`](crate::Bidirectional) and [`BaeStar`](crate::solvers::BaeStar). `goals` lists all
    /// goals, each once. `predecessors` takes a state and returns all states from which an edge leads to it, each once;
    /// the costs of the edges follow from the first closure.
    ///
    /// Some of these solvers, those that need a [`TwoSided`](crate::puzzle::TwoSided) puzzle, copy the puzzle and keep
    /// the copy. So the closures have to be `Clone` and `Send`, as they are if their captures are: let them borrow
    /// large data.
    ///
    /// ```
    /// use puzzle_search::solvers::BaeStar;
    /// use puzzle_search::{from_edges, Solver, UniformCost};
    ///
    /// let roads = [("A", "B", 7_u32), ("A", "C", 2), ("C", "B", 3), ("B", "D", 1), ("C", "D", 9), ("D", "E", 4)];
    /// let puzzle = from_edges(
    ///     |&at: &&str| roads.into_iter().filter(move |road| road.0 == at).map(|road| (road.1, road.2)),
    ///     |&at| at == "E",
    /// )
    /// .with_predecessors(["E"], |&at| {
    ///     roads.into_iter().filter(move |road| road.1 == at).map(|road| road.0)
    /// });
    /// // From both ends, and from the goal to the start:
    /// assert_eq!(BaeStar::new().path(&puzzle, &"A")?, (vec!["A", "C", "B", "D", "E"], 10));
    /// assert_eq!(UniformCost::new().backward().path(&puzzle, &"A")?.1, 10);
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[must_use]
    pub fn with_predecessors<I: IntoIterator<Item = S>, F: Fn(&S) -> I>(
        self,
        goals: impl IntoIterator<Item = S>,
        predecessors: F,
    ) -> FnPuzzle<S, C, N, G, H, Back<S, F>, A, W, K> {
        FnPuzzle {
            neighbors: self.neighbors,
            is_goal: self.is_goal,
            heuristic: self.heuristic,
            facts: self.facts,
            addresses: self.addresses,
            back: Back {
                goals: goals.into_iter().collect(),
                predecessors,
            },
            bytes: self.bytes,
            ranks: self.ranks,
            types: PhantomData,
        }
    }

    /// Returns this puzzle with bytes for each state, so that a search can be [saved](crate::Search::save), and layers
    /// be sorted on disk (`OnDisk`). The closure `write` returns the bytes of a state, an array of the same length for
    /// all states: if the length is known only at run time, take the greatest and fill up with zeros. The closure
    /// `read` returns the state with these bytes; for bytes that belong to no state, it returns `None` or any state.
    /// See [`Portable`], and [`laws::Check::portable`](crate::laws::Check::portable).
    ///
    /// ```
    /// use puzzle_search::{from_steps, laws, BreadthFirst, Limits, Search};
    ///
    /// // A knight, from corner to corner.
    /// let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    /// let puzzle = from_steps(
    ///     |&(x, y): &(u8, u8)| jumps.into_iter().filter_map(move |(dx, dy)| {
    ///         let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
    ///         (x < 8 && y < 8).then_some((x, y))
    ///     }),
    ///     |&at| at == (7, 7),
    /// )
    /// .with_bytes(|&(x, y)| [x, y], |[x, y]| Some((x, y)));
    /// assert!(laws::Check::new().portable(&puzzle, &(0, 0)).is_ok());
    ///
    /// let mut search = Search::new(&BreadthFirst::new(), &puzzle, [(0, 0)]).limits(Limits::new().max_expanded(9));
    /// assert!(search.run().stop().is_some());
    /// let bytes = search.save()?;
    /// assert!(Search::load(&BreadthFirst::new(), &puzzle, &bytes)?.run().is_optimal());
    /// # Ok::<(), puzzle_search::solver::SavedError>(())
    /// ```
    #[must_use]
    pub fn with_bytes<const LENGTH: usize, F, D>(
        self,
        write: F,
        read: D,
    ) -> FnPuzzle<S, C, N, G, H, B, A, AsBytes<F, D>, K>
    where
        F: Fn(&S) -> [u8; LENGTH],
        D: Fn([u8; LENGTH]) -> Option<S>,
    {
        FnPuzzle {
            neighbors: self.neighbors,
            is_goal: self.is_goal,
            heuristic: self.heuristic,
            facts: self.facts,
            addresses: self.addresses,
            back: self.back,
            bytes: AsBytes { write, read },
            ranks: self.ranks,
            types: PhantomData,
        }
    }

    /// Returns this puzzle with a rank for each state: a number below `count`, so that a table of bits can replace a
    /// hash table where [states are counted](crate::space::Enumerate::count_by_rank), and distances be
    /// [stored](crate::space::DistanceOracle). The closure `rank` returns the rank of a state, or `None` if it has
    /// none. The closure `unrank` returns the state with a rank, and is called only for numbers below `count`. See
    /// [`Ranked`], and [`laws::Check::ranked`](crate::laws::Check::ranked).
    ///
    /// ```
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::{from_steps, laws};
    ///
    /// // Jugs of 3 and 5 litres.
    /// let puzzle = from_steps(
    ///     |&(a, b): &(u8, u8)| {
    ///         let (to_b, to_a) = (a.min(5 - b), b.min(3 - a));
    ///         [(3, b), (a, 5), (0, b), (a, 0), (a - to_b, b + to_b), (a + to_a, b - to_a)]
    ///     },
    ///     |&(_, b)| b == 4,
    /// )
    /// .with_ranks(
    ///     4 * 6,
    ///     |&(a, b)| (a < 4 && b < 6).then(|| u128::from(6 * a + b)),
    ///     |rank| Some((rank as u8 / 6, rank as u8 % 6)),
    /// );
    /// assert!(laws::Check::new().ranked(&puzzle, &(0, 0)).is_ok());
    /// let census = Enumerate::new().count_by_rank(&puzzle, [(0, 0)]).run()?;
    /// assert_eq!((census.states(), census.depth()), (16, 7));
    /// # Ok::<(), puzzle_search::space::SpaceError>(())
    /// ```
    #[must_use]
    pub fn with_ranks<F: Fn(&S) -> Option<u128>, D: Fn(u128) -> Option<S>>(
        self,
        count: u128,
        rank: F,
        unrank: D,
    ) -> FnPuzzle<S, C, N, G, H, B, A, W, AsRanks<F, D>> {
        FnPuzzle {
            neighbors: self.neighbors,
            is_goal: self.is_goal,
            heuristic: self.heuristic,
            facts: self.facts,
            addresses: self.addresses,
            back: self.back,
            bytes: self.bytes,
            ranks: AsRanks {
                count,
                rank,
                unrank,
            },
            types: PhantomData,
        }
    }
}

impl<S, C, N, G, H, B, A, const LENGTH: usize, F, D, K> Portable
    for FnPuzzle<S, C, N, G, H, B, A, AsBytes<F, D>, K>
where
    Self: Puzzle<State = S>,
    F: Fn(&S) -> [u8; LENGTH],
    D: Fn([u8; LENGTH]) -> Option<S>,
{
    fn state_bytes(&self) -> usize {
        LENGTH
    }

    #[inline]
    fn write_state(&self, state: &S, bytes: &mut [u8]) {
        bytes.copy_from_slice(&(self.bytes.write)(state));
    }

    #[inline]
    fn read_state(&self, bytes: &[u8]) -> Option<S> {
        (self.bytes.read)(bytes.try_into().ok()?)
    }
}

impl<S, C, N, G, H, B, A, W, F, D> Ranked for FnPuzzle<S, C, N, G, H, B, A, W, AsRanks<F, D>>
where
    Self: Puzzle<State = S>,
    F: Fn(&S) -> Option<u128>,
    D: Fn(u128) -> Option<S>,
{
    fn state_count(&self) -> Option<u128> {
        Some(self.ranks.count)
    }

    #[inline]
    fn rank(&self, state: &S) -> Option<u128> {
        (self.ranks.rank)(state)
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<S> {
        let rank = (rank < self.ranks.count).then_some(rank)?;
        (self.ranks.unrank)(rank)
    }
}

impl<S, C, N, G, H, I, F, A, W, K> Reversible for FnPuzzle<S, C, N, G, H, Back<S, F>, A, W, K>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    C: Cost,
    N: Edges<S, Move: Clone + PartialEq + Debug + Send, Cost = C>,
    G: Fn(&S) -> bool,
    H: Fn(&S) -> Option<C>,
    I: IntoIterator<Item = S>,
    F: Fn(&S) -> I,
    A: Addresses<S>,
{
    fn goals(&self) -> impl IntoIterator<Item = S> {
        self.back.goals.iter().cloned()
    }

    fn predecessors(&self, state: &S) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let sources = (self.back.predecessors)(state).into_iter();
        sources.flat_map(move |source| {
            let edges = self.neighbors.edges(&source);
            let edges = edges.filter(move |edge| edge.state == *state);
            edges.map(move |edge| Neighbor::new(edge.mv, source.clone(), edge.cost))
        })
    }
}

impl<S, C, N, G, H, I, F, A, W, K> TwoSided for FnPuzzle<S, C, N, G, H, Back<S, F>, A, W, K>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    C: Cost,
    N: Edges<S, Move: Clone + PartialEq + Debug + Send, Cost = C> + Clone + Send,
    G: Fn(&S) -> bool + Clone + Send,
    H: Fn(&S) -> Option<C> + Clone + Send,
    I: IntoIterator<Item = S>,
    F: Fn(&S) -> I + Clone + Send,
    A: Addresses<S> + Clone + Send,
    W: Clone + Send,
    K: Clone + Send,
{
    type Reversed = Reversed<Self>;

    fn reversed(&self, start: &S) -> Reversed<Self> {
        Reversed::new(self.clone(), start)
    }
}

impl<S, C, N, G, H, B, A, W, K> Puzzle for FnPuzzle<S, C, N, G, H, B, A, W, K>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    C: Cost,
    N: Edges<S, Move: Clone + PartialEq + Debug + Send, Cost = C>,
    G: Fn(&S) -> bool,
    H: Fn(&S) -> Option<C>,
    A: Addresses<S>,
{
    type State = S;
    type Move = N::Move;
    type Cost = C;

    const HAS_ADDRESSES: bool = A::ARE_GIVEN;

    #[inline]
    fn neighbors(&self, state: &S) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.neighbors.edges(state)
    }

    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }

    #[inline]
    fn heuristic(&self, state: &S) -> Option<C> {
        (self.heuristic)(state)
    }

    fn facts(&self) -> Facts<C> {
        self.facts
    }

    #[inline]
    fn addresses(&self) -> usize {
        self.addresses.addresses()
    }

    #[inline]
    fn address(&self, state: &S) -> usize {
        self.addresses.address(state)
    }
}

impl<S, C, N, G, H, B, A, W, K> Clone for FnPuzzle<S, C, N, G, H, B, A, W, K>
where
    C: Clone,
    N: Clone,
    G: Clone,
    H: Clone,
    B: Clone,
    A: Clone,
    W: Clone,
    K: Clone,
{
    fn clone(&self) -> Self {
        Self {
            neighbors: self.neighbors.clone(),
            is_goal: self.is_goal.clone(),
            heuristic: self.heuristic.clone(),
            facts: self.facts.clone(),
            addresses: self.addresses.clone(),
            back: self.back.clone(),
            bytes: self.bytes.clone(),
            ranks: self.ranks.clone(),
            types: PhantomData,
        }
    }
}

impl<S, C, N, G, H, B, A, W, K> Debug for FnPuzzle<S, C, N, G, H, B, A, W, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FnPuzzle").finish_non_exhaustive()
    }
}
