//! A checksum that distinguishes puzzles and starts from others.

use crate::puzzle::Puzzle;
use crate::table_file::Checksum;

/// The length of the walk.
const STEPS: usize = 1 << 12;

/// A checksum over the starts, and over the neighbors of the states on a pseudo-random walk from the first start;
/// `put` adds a state to it.
pub(super) fn fingerprint<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    mut put: impl FnMut(&P::State, &mut Checksum),
) -> u64 {
    let mut checksum = Checksum::new();
    starts.iter().for_each(|start| put(start, &mut checksum));
    let mut state = starts.first().cloned();
    let mut random = 1_u64;
    for _ in 0..STEPS {
        let Some(from) = state.take() else { break };
        checksum.update(b"to");
        for (at, neighbor) in (1..).zip(puzzle.neighbors(&from)) {
            put(&neighbor.state, &mut checksum);
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            if (random >> 33).is_multiple_of(at) {
                state = Some(neighbor.state);
            }
        }
    }
    checksum.value()
}
