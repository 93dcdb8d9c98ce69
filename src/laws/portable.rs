//! The laws of [`Portable`]: the bytes of a state are a function of the state, and give it back.

use alloc::format;
use alloc::vec;

use super::graph::GraphOf;
use super::tally::LawTally;
use super::violation::{Law, Violation};
use crate::puzzle::portable::Portable;

/// Checks that states and bytes correspond, on the states of the graph.
pub(super) fn check<P: Portable>(
    puzzle: &P,
    graph: &GraphOf<'_, P>,
    tally: &mut LawTally,
) -> Result<(), Violation> {
    let size = puzzle.state_bytes();
    for (at, state) in graph.states.iter().enumerate() {
        let wrong = |detail| Err(graph.violation(Law::Bytes, at, detail));
        // A byte that `write_state` leaves out differs in the two buffers.
        let (mut bytes, mut again) = (vec![0; size], vec![0xff; size]);
        puzzle.write_state(state, &mut bytes);
        puzzle.write_state(state, &mut again);
        if bytes != again {
            return wrong(format!(
                "`write_state` writes {bytes:02x?} over zeros and {again:02x?} over ones: expected the same"
            ));
        }
        let Some(read) = puzzle.read_state(&bytes).filter(|read| read == state) else {
            let read = puzzle.read_state(&bytes);
            return wrong(format!(
                "`read_state` answers {read:?} for its bytes {bytes:02x?}: expected the state"
            ));
        };
        puzzle.write_state(&read, &mut again);
        if bytes != again {
            return wrong(format!(
                "its bytes are {bytes:02x?}, and those of an equal state are {again:02x?}: expected the same"
            ));
        }
    }
    tally.count(Law::Bytes, graph.states.len());
    Ok(())
}
