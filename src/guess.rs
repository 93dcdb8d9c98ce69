//! [`Guess`]: what leads a search that promises nothing.

/// An estimate of the cost from a state to a goal, and the *kind* of the state. The estimate may be too high. A kind is
/// a class of states within which guesses are compared.
///
/// A guess may be in any unit: solvers use only the order of guesses.
///
/// [`Anytime`](crate::solvers::Anytime) compares only guesses of states of the same kind, and expands states of each kind in
/// turn. Choose kinds that have nothing to do with the value of the guess. On a sliding board, for example, the kind
/// can be the cell of the blank. [`Beam`](crate::solvers::Beam) ignores kinds.
///
/// ```
/// use puzzle_search::puzzle::Guess;
/// use puzzle_search::solvers::Anytime;
/// use puzzle_search::{Neighbor, NeighborOf, Puzzle, Solver};
///
/// /// From one number to another by adding or doubling.
/// struct Numbers(u32);
/// impl Puzzle for Numbers {
///     type State = u32;
///     type Move = &'static str;
///     type Cost = u32;
///     fn neighbors(&self, &n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
///         [("+1", n + 1), ("*2", n * 2)]
///             .map(|(mv, state)| Neighbor::unit(mv, state))
///             .into_iter()
///             .filter(|edge| edge.state <= 2 * self.0)
///     }
///     fn is_goal(&self, &n: &u32) -> bool {
///         n == self.0
///     }
///     fn guess(&self, &n: &u32) -> Option<Guess<u32>> {
///         Some(Guess { value: self.0.abs_diff(n), kind: (n % 2) as u8 })
///     }
/// }
///
/// let report = Anytime::new().solve(&Numbers(1_000), &1);
/// assert_eq!(report.into_result()?.cost(), 14);
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guess<C> {
    /// The estimate: solvers prefer the states with the least value.
    pub value: C,
    /// The kind of the state, from 0 to k - 1 if there are k kinds.
    pub kind: u8,
}

impl<C> Guess<C> {
    /// Creates a guess for a puzzle whose states are all of one kind.
    ///
    /// ```
    /// use puzzle_search::puzzle::Guess;
    ///
    /// assert_eq!(Guess::new(7), Guess { value: 7, kind: 0 });
    /// ```
    #[must_use]
    pub const fn new(value: C) -> Self {
        Self { value, kind: 0 }
    }
}
