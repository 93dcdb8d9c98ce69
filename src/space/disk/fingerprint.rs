//! A checksum that distinguishes puzzles and starts from others.

use std::vec;

use super::codes::GoalTest;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::table_file::Checksum;

/// The number of states on all walks.
const STEPS: usize = 1 << 12;

/// A checksum over the starts, and over the neighbors of the states on pseudo-random walks, which share the steps
/// equally among the starts and begin again at dead ends; `put` adds a state to it.
pub(super) fn fingerprint<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    mut put: impl FnMut(&P::State, &mut Checksum),
) -> u64 {
    let mut checksum = Checksum::new();
    checksum.update(&(starts.len() as u64).to_le_bytes());
    starts.iter().for_each(|start| put(start, &mut checksum));
    let steps_of_each = STEPS.div_ceil(starts.len().max(1));
    let (mut starts, mut state) = (starts.iter().cycle(), None);
    let mut random = 1_u64;
    for step in 0..STEPS {
        let state_of_walk = state.take().filter(|_| step % steps_of_each > 0);
        let Some(from) = state_of_walk.or_else(|| starts.next().cloned()) else {
            break;
        };
        let mut count = 0_u64;
        for neighbor in puzzle.neighbors(&from) {
            put(&neighbor.state, &mut checksum);
            count += 1;
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            if (random >> 33).is_multiple_of(count) {
                state = Some(neighbor.state);
            }
        }
        // Without their number, the first neighbor of the next state could be taken for one more of this one.
        checksum.update(&count.to_le_bytes());
    }
    checksum.value()
}

/// The same by the bytes of the states. That of a search depends on which of them are goals, too.
pub(crate) fn fingerprint_of_bytes<P: Portable>(
    puzzle: &P,
    starts: &[P::State],
    goals: GoalTest,
) -> u64 {
    let mut bytes = vec![0; puzzle.state_bytes()];
    fingerprint(puzzle, starts, |state, checksum| {
        puzzle.write_state(state, &mut bytes);
        checksum.update(&bytes);
        if goals == GoalTest::Needed {
            checksum.update(&[puzzle.is_goal(state).into()]);
        }
    })
}
