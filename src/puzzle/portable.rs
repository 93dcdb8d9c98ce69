//! [`Portable`]: states as bytes, for saved searches and for disks.

use crate::puzzle::Puzzle;

/// A puzzle whose states can be written as bytes. A search of such a puzzle can be [saved](crate::Search::save), and
/// continued later or on another machine.
///
/// All puzzles of the module [`puzzles`](crate::puzzles) implement this trait. Adaptors, such as
/// [`Guided`](crate::heuristics::Guided), implement it if the puzzle inside does. For a puzzle made of closures, call
/// [`with_bytes`](crate::puzzle::FnPuzzle::with_bytes).
///
/// # Laws
///
/// * Each state takes [`state_bytes`](Self::state_bytes) bytes, and equal states have equal bytes.
/// * [`read_state`](Self::read_state) returns the state whose bytes [`write_state`](Self::write_state) wrote.
///
/// [`laws::Check::portable`](crate::laws::Check::portable) tests them.
///
/// ```
/// use puzzle_search::puzzle::Portable;
/// use puzzle_search::{from_fn, Neighbor, NeighborOf, Puzzle};
///
/// struct Count;
/// impl Puzzle for Count {
///     type State = u32;
///     type Move = &'static str;
///     type Cost = u32;
///     fn neighbors(&self, n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
///         [Neighbor::unit("+1", n + 1)]
///     }
///     fn is_goal(&self, n: &u32) -> bool {
///         *n == 10
///     }
/// }
/// impl Portable for Count {
///     fn state_bytes(&self) -> usize {
///         4
///     }
///     fn write_state(&self, n: &u32, bytes: &mut [u8]) {
///         bytes.copy_from_slice(&n.to_le_bytes());
///     }
///     fn read_state(&self, bytes: &[u8]) -> Option<u32> {
///         Some(u32::from_le_bytes(bytes.try_into().ok()?))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the states of `{Self}` cannot be written as bytes: it is not `Portable`",
    note = "implement `state_bytes`, `write_state` and `read_state` (for a puzzle made of closures, call `with_bytes`)"
)]
pub trait Portable: Puzzle {
    /// Returns the number of bytes of a state, the same for all states.
    fn state_bytes(&self) -> usize;

    /// Writes a state into a slice of [`state_bytes`](Self::state_bytes) bytes.
    fn write_state(&self, state: &Self::State, bytes: &mut [u8]);

    /// Returns the state with these bytes. For bytes that belong to no state, the result is `None` or any state.
    fn read_state(&self, bytes: &[u8]) -> Option<Self::State>;
}
