//! The trait [`Puzzle`], its edges, and the abilities that only some puzzles have: the reversed puzzle ([`TwoSided`]),
//! states as bytes ([`Portable`]), and fast depth-first walks ([`traversal`]).
//!
//! Invariant: an implementation keeps the laws that are listed with each trait. Solvers rely on them, and
//! [`laws`](crate::laws) tests them.

// An ability that only some puzzles have is a sub-trait (`Reversible`, `TwoSided`, `Ranked`), so that a missing ability
// is a compile error. Stable Rust has no specialisation: a solver that needs an ability has a trait bound, and one that
// is only faster with it calls a method whose default says that there is none, such as `addresses`. `heuristic` returns
// an `Option`, `None` at a dead end: a greatest cost that meant infinity would be one overflow away from a wrong
// answer. Edges, solutions and reports are generic over state, move and cost, not over the puzzle, so that adaptors
// (puzzles that wrap another puzzle) pass them on unchanged.

pub(crate) mod adaptor;
pub(crate) mod from_fn;
pub(crate) mod heuristic;
pub(crate) mod notation;
pub(crate) mod portable;
pub(crate) mod reversed;
pub mod traversal;
pub(crate) mod try_from_fn;

use core::convert::Infallible;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::ControlFlow;

use crate::bit_parallel::BitParallel;
use crate::cost::Cost;
use crate::facts::Facts;
pub use crate::solvability::Reason;
use crate::solvability::Solvability;
pub use from_fn::FnPuzzle;
use heuristic::{FnHeuristic, Guided, Heuristic, Own};
pub use portable::Portable;
pub use reversed::{Reversed, TwoSided};
#[cfg(doc)]
use traversal::Iteration;
use traversal::IterationOf;
pub use try_from_fn::{TryPuzzle, try_from_fn};

/// A state space: its states, the moves that lead from one state to another, and its goals.
///
/// An implementation has to define [`neighbors`](Self::neighbors) and [`is_goal`](Self::is_goal). Solvers such as
/// [`AStar`](crate::AStar) also use [`heuristic`](Self::heuristic), which returns zero by default. The defaults of all
/// other methods are correct for every puzzle. Override them to tell solvers more about the puzzle, or for speed.
///
/// Two jugs hold 3 and 5 litres; the goal is to measure out 4.
///
/// ```
/// use puzzle_search::{BreadthFirst, Neighbor, NeighborOf, Puzzle, Solver};
///
/// struct Jugs;
///
/// impl Puzzle for Jugs {
///     type State = (u8, u8);
///     type Move = &'static str;
///     type Cost = u32;
///
///     fn neighbors(&self, &(a, b): &(u8, u8)) -> impl IntoIterator<Item = NeighborOf<Self>> {
///         let (to_b, to_a) = (a.min(5 - b), b.min(3 - a));
///         [
///             Neighbor::unit("fill 3", (3, b)),
///             Neighbor::unit("fill 5", (a, 5)),
///             Neighbor::unit("empty 3", (0, b)),
///             Neighbor::unit("empty 5", (a, 0)),
///             Neighbor::unit("pour 3 into 5", (a - to_b, b + to_b)),
///             Neighbor::unit("pour 5 into 3", (a + to_a, b - to_a)),
///         ]
///     }
///
///     fn is_goal(&self, &(_, b): &(u8, u8)) -> bool {
///         b == 4
///     }
/// }
///
/// let solution = BreadthFirst::new().solve(&Jugs, &(0, 0)).into_result()?;
/// assert_eq!(solution.cost(), 6);
/// assert!(solution.verify(&Jugs, &(0, 0)).is_ok());
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
///
/// # Laws
///
/// Solvers rely on the following laws. [`laws::check`](crate::laws::check) tests them.
///
/// * For equal states, every call of `neighbors` returns the same edges in the same order. For reproducible results, do
///   not iterate over a `HashSet`, whose order changes from run to run.
/// * The moves out of one state are distinct. Several edges may lead to the same neighbor.
/// * Equal states have equal hashes.
/// * `heuristic` is *admissible*: it never exceeds the cost of a cheapest path to a goal. A heuristic that is not
///   admissible is allowed if `facts` says so. Every heuristic returns `None` only for states from which no goal can be
///   reached. The heuristic need not be *consistent* (`h(s) <= cost + h(neighbor)`), but solvers do less work if it is.
/// * `solvability` returns [`Solvable`](Solvability::Solvable) or [`Unsolvable`](Solvability::Unsolvable) only if this
///   is certain.
/// * Every fact that `facts` states is true.
/// * For each state that can be reached from a start, at least one cheapest path from the start to this state has no
///   two consecutive moves `last` and `next` for which `is_redundant(last, next)` is true.
/// * `successor` returns the edge of `neighbors` with the given move, or `None` if there is no such edge.
/// * If `HAS_ADDRESSES` is true, `address` maps the states one-to-one to numbers less than `addresses`, which is
///   constant.
/// * `deepen` and `deepen_by` visit the same nodes, in the same order, as the default implementations do.
///
/// # Signatures
///
/// Declare the return type of `neighbors` as `impl IntoIterator<Item = NeighborOf<Self>>`, and return a `Vec`, an array
/// or an iterator. A closure that filters edges may need the annotation `|edge: &NeighborOf<Self>|`.
pub trait Puzzle: Sized {
    /// A state of the puzzle: a small value, cheap to clone and to hash.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// The type of a move; a solution is a list of moves.
    type Move: Clone + PartialEq + Debug + Send;
    /// The cost of an edge, usually `u32`.
    type Cost: Cost;

    /// Whether states may have [addresses](Self::addresses). The default is false: then searches do not ask for
    /// addresses, and no code for them is compiled.
    const HAS_ADDRESSES: bool = false;

    /// Returns the edges that lead out of a state, always in the same order.
    fn neighbors(&self, state: &Self::State) -> impl IntoIterator<Item = NeighborOf<Self>>;

    /// Returns whether a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns a lower bound on the cost from a state to a goal, or `None` if it is certain that no goal can be
    /// reached.
    ///
    /// The default returns zero for every state.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Notation, Puzzle};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?; // without a heuristic
    /// assert_eq!(puzzle.heuristic(&puzzle.parse("8 6 7  2 5 4  3 0 1")?), Some(0));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn heuristic(&self, _state: &Self::State) -> Option<Self::Cost> {
        Some(num_traits::zero())
    }

    /// Returns facts about the puzzle as a whole, such as that every edge costs one.
    ///
    /// By default, nothing is known except that the heuristic is admissible.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle, SlidingTiles};
    /// use puzzle_search::Puzzle;
    ///
    /// assert!(SlidingTiles::new(3, 3)?.facts().undirected);
    /// // A rotation in the Magic Squares goes one way only.
    /// assert!(!PermutationPuzzle::new(&Definition::magic_squares())?.facts().undirected);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn facts(&self) -> Facts<Self::Cost> {
        Facts::new()
    }

    /// Returns the number of [addresses](Self::address), which are array indices of states, or zero if states have no
    /// addresses. Unlike a [rank](Ranked), an address need not be turned into a state again, and some may be unused.
    ///
    /// Best-first searches and [breadth-first search](crate::BreadthFirst) on one thread, and
    /// [`Distances`](crate::answers::Distances), can use addresses to find states in an array, without hashing. The
    /// array takes four bytes and a state for each address, and a cost except in breadth-first search. States that own
    /// memory, such as a `String`, are always hashed. If the address of a state can be computed faster than its hash,
    /// override `addresses` and `address`, and set [`HAS_ADDRESSES`](Self::HAS_ADDRESSES) to true.
    ///
    /// This method has to return the same value each time. The default returns zero.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Cell, Connectivity, Grid};
    /// use puzzle_search::Puzzle;
    ///
    /// let grid = Grid::new("...\n.#.".parse()?, Connectivity::Four);
    /// assert_eq!((grid.addresses(), grid.address(&Cell::new(2, 1))), (6, 5));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    fn addresses(&self) -> usize {
        0
    }

    /// Returns the address of a state: an array index less than [`addresses`](Self::addresses), different for every
    /// state.
    ///
    /// If two states have the same address, answers may be wrong. For a value that is not a state, the method may
    /// return any number.
    #[inline]
    fn address(&self, _state: &Self::State) -> usize {
        0
    }

    /// Returns whether a goal can be reached from a state, if this can be decided without a search.
    ///
    /// Solvers call this method for each start. If a start is [`NotAState`](Solvability::NotAState), such as a board of
    /// another size, the search ends with [`Stop::NotAState`](crate::Stop::NotAState), and no other method is called
    /// with this start. The default returns [`Unknown`](Solvability::Unknown).
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{Notation, Puzzle, Solvability};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert!(puzzle.solvability(&puzzle.parse("8 6 7  2 5 4  3 0 1")?).is_solvable());
    /// assert!(puzzle.solvability(&puzzle.parse("1 2 3  4 5 6  8 7 0")?).is_unsolvable());
    /// let other = SlidingTiles::new(4, 4)?;
    /// assert_eq!(puzzle.solvability(&other.goal()), Solvability::NotAState);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn solvability(&self, _state: &Self::State) -> Solvability {
        Solvability::Unknown
    }

    /// Returns whether a move is redundant directly after another move: solvers may then skip it.
    ///
    /// For example, the second move may undo the first. The default returns false.
    ///
    /// Only depth-first solvers call this method. They skip a move that leads straight back to the previous state even
    /// if this method returns false.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// assert!(puzzle.is_redundant(&Direction::Left, &Direction::Right));
    /// assert!(!puzzle.is_redundant(&Direction::Left, &Direction::Left));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn is_redundant(&self, _last: &Self::Move, _next: &Self::Move) -> bool {
        false
    }

    /// Walks one [`Iteration`] by the puzzle's own [heuristic](Self::heuristic). Depth-first solvers call this method.
    /// Returns `Break` if the iteration ended before all nodes within the bound were visited.
    ///
    /// The default calls [`deepen_by`](Self::deepen_by). Override `deepen` only in an adaptor, a puzzle that wraps
    /// another: it has to choose between its own heuristic and that of the puzzle inside. A puzzle with a fast loop of
    /// its own overrides `deepen_by`.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::puzzle::traversal::IterationOf;
    /// use puzzle_search::{IdaStar, NeighborOf, Puzzle, Solver};
    ///
    /// /// Counts the iterations that are walked on another puzzle.
    /// struct Counted<P>(P, std::cell::Cell<u32>);
    /// impl<P: Puzzle> Puzzle for Counted<P> {
    ///     type State = P::State;
    ///     type Move = P::Move;
    ///     type Cost = P::Cost;
    ///     fn neighbors(&self, state: &P::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
    ///         self.0.neighbors(state)
    ///     }
    ///     fn is_goal(&self, state: &P::State) -> bool {
    ///         self.0.is_goal(state)
    ///     }
    ///     fn heuristic(&self, state: &P::State) -> Option<P::Cost> {
    ///         self.0.heuristic(state)
    ///     }
    ///     fn deepen(&self, iteration: &mut IterationOf<'_, Self>) -> ControlFlow<()> {
    ///         self.1.set(self.1.get() + 1);
    ///         self.0.deepen(iteration)
    ///     }
    /// }
    ///
    /// let puzzle = puzzle_search::from_fn(|&n: &u32| [((), n + 1, 1_u32)], |&n| n == 3);
    /// let puzzle = Counted(puzzle, 0.into());
    /// assert_eq!(IdaStar::new().cost(&puzzle, &0)?, 3);
    /// assert_eq!(puzzle.1.get(), 4); // within the bounds 0 to 3
    /// # Ok::<(), puzzle_search::Unsolved<u32>>(())
    /// ```
    #[inline]
    fn deepen(&self, iteration: &mut IterationOf<'_, Self>) -> ControlFlow<()> {
        self.deepen_by(&Own, iteration)
    }

    /// Walks one [`Iteration`] by the heuristic `heuristic`, and returns as [`deepen`](Self::deepen) does.
    ///
    /// Override this method if the puzzle can walk faster than by calling [`neighbors`](Self::neighbors). The page of
    /// [`Iteration`] says what such a method has to do. The default calls
    /// [`over_neighbors`](traversal::over_neighbors).
    #[inline]
    fn deepen_by<H: Heuristic<Self>>(
        &self,
        heuristic: &H,
        iteration: &mut IterationOf<'_, Self>,
    ) -> ControlFlow<()> {
        traversal::over_neighbors(self, heuristic, iteration)
    }

    /// Returns the edge that leads out of a state by a given move, or `None` if the state has no such move.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::{Notation, Puzzle};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?; // the blank is in the last corner
    /// let edge = puzzle.successor(&puzzle.goal(), &Direction::Up).expect("there is room");
    /// assert_eq!(edge.state, puzzle.parse("1 2 3  4 5 0  7 8 6")?);
    /// assert!(puzzle.successor(&puzzle.goal(), &Direction::Down).is_none());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[expect(clippy::manual_find, reason = "a loop is less to compile")]
    fn successor(&self, state: &Self::State, mv: &Self::Move) -> Option<NeighborOf<Self>> {
        for edge in self.neighbors(state) {
            if edge.mv == *mv {
                return Some(edge);
            }
        }
        None
    }

    /// Returns this puzzle with another heuristic instead of its own.
    ///
    /// # Panics
    ///
    /// Panics if the heuristic was made for [another puzzle](Heuristic::fits), such as a board of another size.
    /// [`Guided::new`] returns an error instead.
    ///
    /// ```
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::Puzzle;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    /// let start = puzzle.puzzle().state(&[1, 2, 3, 4, 5, 0, 7, 8, 6])?;
    /// assert_eq!(puzzle.heuristic(&start), Some(1));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    fn guided_by<H: Heuristic<Self>>(self, heuristic: H) -> Guided<Self, H> {
        match Guided::new(self, heuristic) {
            Ok(guided) => guided,
            Err(mismatch) => panic!("{mismatch}"),
        }
    }

    /// Returns this puzzle with a closure as its heuristic.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, Puzzle, Solver};
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?
    ///     .guided_by_fn(|puzzle, board| Some(u32::from(!puzzle.is_goal(board))));
    /// let start = puzzle.puzzle().state(&[0, 1, 3, 2])?;
    /// assert_eq!(puzzle.heuristic(&start), Some(1));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    fn guided_by_fn<F>(self, estimate: F) -> Guided<Self, FnHeuristic<F>>
    where
        F: Fn(&Self, &Self::State) -> Option<Self::Cost>,
    {
        self.guided_by(FnHeuristic(estimate))
    }
}

/// An edge, seen from one of its two states: the move, the state at the other end, and the cost. So a neighbor is an
/// edge, not a state: two neighbors can lead to the same state.
///
/// In signatures, write [`NeighborOf<Self>`](NeighborOf) for the edge type of a puzzle.
///
/// ```
/// use puzzle_search::{Neighbor, NeighborOf, Puzzle};
///
/// struct Count;
/// impl Puzzle for Count {
///     type State = u8;
///     type Move = char;
///     type Cost = u32;
///     fn neighbors(&self, state: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
///         [Neighbor::unit('+', state.wrapping_add(1)), Neighbor::new('*', state.wrapping_mul(2), 3)]
///     }
///     fn is_goal(&self, state: &u8) -> bool {
///         *state == 100
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Neighbor<S, M, C> {
    /// The move along the edge.
    pub mv: M,
    /// The state that the edge leads to; in [`Reversible::predecessors`], the state that the edge leaves.
    pub state: S,
    /// The cost of the edge.
    pub cost: C,
}

/// The type of the edges that [`Puzzle::neighbors`] returns for a puzzle of type `P`.
pub type NeighborOf<P> = Neighbor<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

// The state, move and cost of the puzzle to which a value of type `B` dereferences, such as a reference or an `Arc`. In
// `NeighborOf<P>` and all similar names, `P` is the puzzle itself.
pub(crate) type StateOf<B> = <<B as core::ops::Deref>::Target as Puzzle>::State;
pub(crate) type MoveOf<B> = <<B as core::ops::Deref>::Target as Puzzle>::Move;
pub(crate) type CostOf<B> = <<B as core::ops::Deref>::Target as Puzzle>::Cost;

impl<S, M, C> Neighbor<S, M, C> {
    /// Creates an edge of the given cost.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::puzzles::Direction::Left;
    /// use puzzle_search::{Neighbor, Notation};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let edge = Neighbor::new(Left, puzzle.parse("1 2 3  4 5 6  7 0 8")?, 1_u32);
    /// assert_eq!(edge, Neighbor::unit(Left, edge.state));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(mv: M, state: S, cost: C) -> Self {
        Self { mv, state, cost }
    }

    /// Creates an edge of cost one. If all edges cost one, declare this in [`Puzzle::facts`] ([`Facts::unit_costs`]).
    #[must_use]
    #[inline]
    pub fn unit(mv: M, state: S) -> Self
    where
        C: Cost,
    {
        Self::new(mv, state, num_traits::one())
    }
}

/// A puzzle that can also be searched backward from its goals, for example by bidirectional search.
///
/// # Laws
///
/// * `goals` lists exactly the states for which [`is_goal`](Puzzle::is_goal) holds, each once.
/// * `predecessors(s)` contains `Neighbor { mv, state: p, cost }` exactly if `neighbors(p)` contains `Neighbor { mv,
///   state: s, cost }`. So `mv` is the move *forward*, from `p` to `s`.
///
/// [`laws::Check::reversible`](crate::laws::Check::reversible) tests these laws.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Puzzle, Reversible};
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let goal = puzzle.goals().into_iter().next().expect("it has one goal");
/// for edge in puzzle.predecessors(&goal) {
///     let forward = puzzle.neighbors(&edge.state);
///     assert!(forward.into_iter().any(|n| n.mv == edge.mv && n.state == goal));
/// }
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched backward: it is not `Reversible`",
    note = "implement `goals` and `predecessors` (for a puzzle made of closures, call `with_predecessors`), or use a solver that goes forward, such as `BreadthFirst`"
)]
pub trait Reversible: Puzzle {
    /// Returns all goal states, each once.
    fn goals(&self) -> impl IntoIterator<Item = Self::State>;

    /// Returns the edges that lead into a state.
    ///
    /// In each edge, the field `state` is the predecessor, and `mv` is the move from there to the given state.
    fn predecessors(&self, state: &Self::State) -> impl IntoIterator<Item = NeighborOf<Self>>;
}

/// A puzzle whose states have ranks: numbers without gaps, so that an array can replace a hash table. For a puzzle made
/// of closures, call [`with_ranks`](FnPuzzle::with_ranks).
///
/// # Laws
///
/// * `rank` is a bijection from the states that have a rank to `0..state_count`, and `unrank` is its inverse.
/// * Every state from which a goal can be reached has a rank. If a state has a rank, all its neighbors have ranks too.
///   Other states need no rank.
///
/// [`laws::Check::ranked`](crate::laws::Check::ranked) tests these laws.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::Ranked;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// assert_eq!(puzzle.state_count(), Some(181_440));
/// let state = puzzle.unrank(100_000).expect("the rank is below the count");
/// assert_eq!(puzzle.rank(&state), Some(100_000));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the states of `{Self}` are not numbered: it is not `Ranked`",
    note = "implement `state_count`, `rank` and `unrank` (for a puzzle made of closures, call `with_ranks`), or use what stores states in hash tables, such as `BreadthFirst` or `Enumerate::count_by_hashing`"
)]
pub trait Ranked: Puzzle {
    /// Returns the number of states that have a rank, or `None` if this number does not fit into a `u128`.
    ///
    /// If `state_count` returns `None`, `rank` and `unrank` have to return `None` too.
    fn state_count(&self) -> Option<u128>;

    /// Returns the rank of a state, or `None` if the state has no rank.
    fn rank(&self, state: &Self::State) -> Option<u128>;

    /// Returns the state with this rank, or `None` if no state has this rank.
    fn unrank(&self, rank: u128) -> Option<Self::State>;

    /// Returns a [`BitParallel`] numbering of the states, or `None` if there is none.
    ///
    /// [`Enumerate`](crate::space::Enumerate) uses this numbering to expand many states of the same depth at once. The
    /// method [`gather`](BitParallel::gather) of the numbering has to agree with [`neighbors`](Puzzle::neighbors). The
    /// default returns `None`.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Pancake, SlidingTiles};
    /// use puzzle_search::Ranked;
    ///
    /// assert!(SlidingTiles::new(3, 4)?.bit_parallel().is_some());
    /// assert!(Pancake::new(7)?.bit_parallel().is_none());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn bit_parallel(&self) -> Option<impl BitParallel> {
        None::<Infallible>
    }
}
