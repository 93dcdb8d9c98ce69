//! [`stable_hash`]: divides the states of a space among parts, in the same way on every machine.

use core::hash::Hasher;

use crate::storage::FoldHasher;

/// Returns a hash of the bytes of a state, as [`Portable::write_state`](crate::puzzle::Portable::write_state) writes
/// them. The hash is the same on every platform and in every process. Use it to divide states among files, processes or
/// machines.
///
/// The hash is not cryptographic.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::puzzle::Portable;
/// use puzzle_search::space::stable_hash;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let mut bytes = vec![0; puzzle.state_bytes()];
/// puzzle.write_state(&puzzle.goal(), &mut bytes);
/// assert_eq!(stable_hash(&bytes), 0xa532_8057_51ff_a1ff);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[must_use]
pub fn stable_hash(bytes: &[u8]) -> u64 {
    let mut hasher = FoldHasher::new();
    hasher.write(bytes);
    // The length tells apart bytes that differ only in zeros at their end.
    hasher.write_u64(bytes.len() as u64);
    hasher.finish()
}
