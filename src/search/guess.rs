//! [`Guesses`]: estimates that lead a search without proving anything.

use crate::cost::Cost;
use crate::solver::{Loader, Saver};

/// Gives a [`Guess`] for each state of type `S`. Guesses lead the solvers [`Anytime`](super::Anytime) and
/// [`Beam`](super::Beam), which prefer the states with the least guess. All that these solvers prove still comes from
/// the heuristic.
///
/// Closures from a state to a guess implement this trait, and so does [`TileGuess`](crate::heuristics::TileGuess). A
/// search keeps a clone: if cloning takes long, pass a closure that borrows.
///
/// ```
/// use puzzle_search::solvers::{Anytime, Guess};
/// use puzzle_search::{Solver, from_fn};
///
/// // From one number to another by adding or doubling.
/// let puzzle = from_fn(
///     |&n: &u32| [("+1", n + 1, 1_u32), ("*2", n * 2, 1)].into_iter().filter(|edge| edge.1 <= 2_000),
///     |&n| n == 1_000,
/// );
/// let solver = Anytime::new().led_by(|&n: &u32| Guess { value: n.abs_diff(1_000), kind: (n % 2) as u8 });
/// assert_eq!(solver.cost(&puzzle, &1)?, 14);
/// # Ok::<(), puzzle_search::Unsolved<u32>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no guesses of states of type `{S}`",
    note = "a closure from `&{S}` to `Guess<{C}>` does: write the type of its parameter"
)]
pub trait Guesses<S, C> {
    /// Returns the guess of a state. It has to be the same in every call for the same state, and `Some` either for
    /// every state or for no state. If there is no guess, the heuristic estimate takes its place.
    fn guess(&self, state: &S) -> Option<Guess<C>>;
}

impl<S, C, F: Fn(&S) -> Guess<C>> Guesses<S, C> for F {
    #[inline]
    fn guess(&self, state: &S) -> Option<Guess<C>> {
        Some(self(state))
    }
}

impl<S, C> Guesses<S, C> for () {
    #[inline]
    fn guess(&self, _: &S) -> Option<Guess<C>> {
        None
    }
}

/// An estimate of the cost from a state to a goal, and the *kind* of the state. The estimate may be too high. A kind is
/// a class of states within which guesses are compared.
///
/// A guess may be in any unit: solvers use only the order of guesses.
///
/// [`Anytime`](super::Anytime) compares only guesses of states of the same kind, and expands states of each kind in
/// turn. Choose kinds that have nothing to do with the value of the guess. On a sliding board, for example, the kind
/// can be the cell of the blank. [`Beam`](super::Beam) ignores kinds.
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
    /// use puzzle_search::solvers::Guess;
    ///
    /// assert_eq!(Guess::new(7), Guess { value: 7, kind: 0 });
    /// ```
    #[must_use]
    pub const fn new(value: C) -> Self {
        Self { value, kind: 0 }
    }
}

/// Writes the values of the guesses of the starts, by which [`check`] tells whether the guesses are still the same.
pub(super) fn save<S, C: Cost>(guesses: &impl Guesses<S, C>, starts: &[S], to: &mut Saver<'_, S>) {
    for start in starts {
        to.optional_cost(guesses.guess(start).map(|guess| guess.value));
    }
}

/// Reads what [`save`] has written; `None` if a value differs, since the search was then led by other guesses.
pub(super) fn check<S, C: Cost>(
    guesses: &impl Guesses<S, C>,
    starts: &[S],
    from: &mut Loader<'_, S>,
) -> Option<()> {
    let mut guesses = starts.iter().map(|start| guesses.guess(start));
    guesses
        .all(|guess| from.optional_cost() == Some(guess.map(|guess| guess.value)))
        .then_some(())
}
