//! [`Guess`]: what leads a search that promises nothing.

/// A guess of the cost from a state to a goal, and the kind of the state. A guess may be too high, and in any unit:
/// only the order of guesses counts.
///
/// [`Anytime`](crate::Anytime) compares only states of one kind by their guesses, and the kinds take turns. A state
/// that looks bad among all others thus has its chance if it is of a rare kind. A good kind is a feature that estimates
/// cannot see, such as the cell of the blank on a sliding board: a search that follows one value alone may crowd around
/// states that differ in little. [`Beam`](crate::Beam) ignores kinds.
///
/// ```
/// use puzzle_search::{Anytime, Guess, Neighbor, NeighborOf, Puzzle, Solver};
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
    /// The guess: the state with the least value looks nearest to a goal.
    pub value: C,
    /// The kind of the state, from 0 to 255; 0 if there is only one kind. Kinds are numbered without gaps, so the
    /// highest number tells how many kinds there are.
    pub kind: u8,
}

impl<C> Guess<C> {
    /// Creates a guess for a puzzle whose states are all of one kind.
    ///
    /// ```
    /// use puzzle_search::Guess;
    ///
    /// assert_eq!(Guess::new(7), Guess { value: 7, kind: 0 });
    /// ```
    #[must_use]
    pub const fn new(value: C) -> Self {
        Self { value, kind: 0 }
    }
}
