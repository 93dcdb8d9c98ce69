//! [`Guess`]: what leads a search that promises nothing.

/// A guess of the cost from a state to a goal, which may be too high and in any unit: only its order counts. And
/// which kind of state it is.
///
/// States of one kind are compared by their values; the kinds take turns, so that a state that looks bad beside
/// others has its chance if it is of a rare kind. What stands for a choice that an estimate cannot see makes a good
/// kind, as on a sliding board the cell of the blank: a search that follows one value alone may crowd around states
/// that differ in little.
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
    /// What is least looks nearest to a goal.
    pub value: C,
    /// One of up to 256 kinds; zero where there is but one. Numbered without gaps: the highest says how many
    /// there are.
    pub kind: u8,
}

impl<C> Guess<C> {
    /// A guess where all states are of one kind.
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
