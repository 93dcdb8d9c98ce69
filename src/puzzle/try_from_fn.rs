//! [`try_from_fn`]: a puzzle from closures that may fail, or change their own data.

use core::cell::RefCell;
use core::fmt::{self, Debug};
use core::hash::Hash;
use core::marker::PhantomData;

use crate::cost::Cost;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle};

/// Makes a puzzle like [`from_fn`](fn@crate::from_fn), from a closure `neighbors` that may fail, for example because it
/// reads from a server or a file.
///
/// `neighbors` may also change its own data, for example fill a cache. But it has to return the same edges whenever it
/// is called with the same state; otherwise the search may return a wrong answer. The first error ends the search, and
/// [`TryPuzzle::checked`] returns it. To give the puzzle a heuristic, use [`guided_by_fn`](Puzzle::guided_by_fn).
///
/// ```
/// use puzzle_search::puzzle::try_from_fn;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// let mut asked = 0;
/// let doors = try_from_fn(
///     |&room: &u32| {
///         asked += 1;
///         if room == 13 {
///             return Err("nobody knows what is behind room 13");
///         }
///         Ok([("left", 2 * room, 1_u32), ("right", 2 * room + 1, 1)])
///     },
///     |&room| room == 20,
/// );
/// let report = doors.checked(BreadthFirst::new().solve(&doors, &5))?;
/// assert_eq!(report.solution().map(|path| path.to_string()), Some("left left".into()));
/// let none = doors.checked(BreadthFirst::new().solve(&doors, &1));
/// assert_eq!(none.err(), Some("nobody knows what is behind room 13"));
/// drop(doors);
/// assert!(asked > 3);
/// # Ok::<(), &str>(())
/// ```
pub fn try_from_fn<S, M, C, I, E, N, G>(neighbors: N, is_goal: G) -> TryPuzzle<S, M, C, N, G, E>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    M: Clone + PartialEq + Debug + Send,
    C: Cost,
    I: IntoIterator<Item = (M, S, C)>,
    N: FnMut(&S) -> Result<I, E>,
    G: Fn(&S) -> bool,
{
    TryPuzzle {
        neighbors: RefCell::new(neighbors),
        is_goal,
        failure: RefCell::new(None),
        types: PhantomData,
    }
}

/// A puzzle made of closures that may fail; see [`try_from_fn`].
///
/// Threads cannot share this puzzle.
pub struct TryPuzzle<S, M, C, N, G, E> {
    neighbors: RefCell<N>,
    is_goal: G,
    failure: RefCell<Option<E>>,
    types: PhantomData<EdgeFn<S, M, C>>,
}

/// A marker for the types of the closure's edges.
type EdgeFn<S, M, C> = fn() -> (M, S, C);

impl<S, M, C, N, G, E> TryPuzzle<S, M, C, N, G, E> {
    /// Takes the result of a search and returns it, or returns the error that ended the search. After an error has been
    /// returned, the puzzle can be searched again.
    ///
    /// # Errors
    ///
    /// Returns the first error that the closure `neighbors` has returned since the last call of this method.
    pub fn checked<T>(&self, found: T) -> Result<T, E> {
        match self.failure.take() {
            Some(error) => Err(error),
            None => Ok(found),
        }
    }
}

impl<S, M, C, I, N, G, E> Puzzle for TryPuzzle<S, M, C, N, G, E>
where
    S: Clone + Eq + Hash + Debug + Send + Sync,
    M: Clone + PartialEq + Debug + Send,
    C: Cost,
    I: IntoIterator<Item = (M, S, C)>,
    N: FnMut(&S) -> Result<I, E>,
    G: Fn(&S) -> bool,
{
    type State = S;
    type Move = M;
    type Cost = C;

    fn neighbors(&self, state: &S) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let mut failure = self.failure.borrow_mut();
        let found = match *failure {
            Some(_) => None,
            None => match (*self.neighbors.borrow_mut())(state) {
                Ok(edges) => Some(edges),
                Err(error) => {
                    *failure = Some(error);
                    None
                }
            },
        };
        let edges = found.into_iter().flatten();
        edges.map(|(mv, state, cost)| Neighbor::new(mv, state, cost))
    }

    /// Returns whether `state` is a goal. After an error, returns true for every state, so that the search ends.
    fn is_goal(&self, state: &S) -> bool {
        self.failure.borrow().is_some() || (self.is_goal)(state)
    }
}

impl<S, M, C, N, G, E: Debug> Debug for TryPuzzle<S, M, C, N, G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TryPuzzle")
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}
