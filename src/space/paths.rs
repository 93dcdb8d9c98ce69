//! [`Paths`]: every state of a space and how it was first reached.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::hash::Hash;

use super::census::Census;
use crate::puzzle::Puzzle;
use crate::storage::{Linked, NodeTable};

/// Every state that an enumeration saw, and a shortest path to each: what
/// [`Enumerate::paths`](super::Enumerate::paths) returns.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::Enumerate;
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let goal = puzzle.goal();
/// let paths = Enumerate::new().paths(&puzzle, [goal]).run();
/// let board = puzzle.state(&[0, 1, 3, 2])?;
/// let moves = paths.moves_to(&puzzle, &board).expect("it can be reached");
/// assert_eq!(moves.len(), 2);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Paths<S: Clone + Eq + Hash> {
    census: Census<S>,
    states: Arc<NodeTable<Linked<S>>>,
}

impl<S: Clone + Eq + Hash> Paths<S> {
    pub(super) fn new(census: Census<S>, states: NodeTable<Linked<S>>) -> Self {
        let states = Arc::new(states);
        Self { census, states }
    }

    /// What was counted.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let paths = Enumerate::new().paths(&puzzle, [puzzle.goal()]).run();
    /// assert_eq!(paths.census().states(), 12);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub const fn census(&self) -> &Census<S> {
        &self.census
    }

    /// The states on a shortest path from a start to `state`, both included; `None` if it was not
    /// reached.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::Notation;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let paths = Enumerate::new().paths(&puzzle, [puzzle.goal()]).run();
    /// let states = paths.states_to(&puzzle.parse("0 1  3 2")?).expect("it was reached");
    /// assert_eq!(states, [puzzle.goal(), puzzle.parse("1 0  3 2")?, puzzle.parse("0 1  3 2")?]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn states_to(&self, state: &S) -> Option<Vec<S>> {
        let index = self.states.find(self.states.hash(state), state)?;
        Some(self.states.path_from_root(index))
    }

    /// The moves of that path.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::space::Enumerate;
    /// use puzzle_search::Notation;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let paths = Enumerate::new().paths(&puzzle, [puzzle.goal()]).run();
    /// let moves = paths.moves_to(&puzzle, &puzzle.parse("0 1  3 2")?);
    /// assert_eq!(moves, Some(vec![Direction::Up, Direction::Left]));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn moves_to<P: Puzzle<State = S>>(&self, puzzle: &P, state: &S) -> Option<Vec<P::Move>> {
        let states = self.states_to(state)?;
        let moves = states.windows(2).map(|pair| {
            let mut neighbors = puzzle.neighbors(&pair[0]).into_iter();
            let edge = neighbors.find(|neighbor| neighbor.state == pair[1]);
            edge.map(|edge| edge.mv)
        });
        moves.collect()
    }
}

impl<S: Clone + Eq + Hash + Debug> Debug for Paths<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paths")
            .field("census", &self.census)
            .finish_non_exhaustive()
    }
}
