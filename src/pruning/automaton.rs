//! The finite automaton that recognises sequences of moves which contain a forbidden one (A. V. Aho and M. J. Corasick,
//! "Efficient string matching: an aid to bibliographic search", 1975). Taylor and Korf prune by the same automaton.
//!
//! Forbidden sequences of letters go in, and a transition table comes out, whose states are not those of the puzzle.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// A state stands for the longest suffix of the sequence so far that is a proper prefix of a forbidden sequence.
pub(super) type StateId = u32;

/// The table entry for a move that completes a forbidden sequence.
const DEAD: StateId = StateId::MAX;

/// The transition table.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// The number of letters.
    moves: usize,
    /// The next state for each state and move.
    table: Box<[StateId]>,
    pub(super) learned_length: usize,
}

impl Automaton {
    pub(super) const START: StateId = 0;

    /// An automaton without forbidden sequences.
    pub(super) fn new(moves: usize) -> Self {
        Self::of(moves, 0, &[])
    }

    /// An automaton for these forbidden sequences, none of which contains another.
    pub(super) fn of(moves: usize, learned_length: usize, forbidden: &[Vec<u8>]) -> Self {
        // First the trie of the sequences, in which the start state marks a missing child.
        let mut table: Vec<StateId> = vec![0; moves];
        for sequence in forbidden {
            let mut state = 0;
            for (at, &letter) in sequence.iter().enumerate() {
                let slot = state * moves + usize::from(letter);
                if at + 1 == sequence.len() {
                    table[slot] = DEAD;
                } else if table[slot] == 0 {
                    table[slot] = (table.len() / moves) as StateId;
                    state = table.len() / moves;
                    table.resize(table.len() + moves, 0);
                } else {
                    state = table[slot] as usize;
                }
            }
        }
        // Then, breadth-first, the missing transitions: those of the failure state, that of the longest proper suffix.
        let mut failure = vec![0; table.len() / moves.max(1)];
        let mut queue = vec![0];
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            for letter in 0..moves {
                let slot = state * moves + letter;
                let otherwise = if state == 0 {
                    0
                } else {
                    table[failure[state] * moves + letter]
                };
                match table[slot] {
                    // A suffix is forbidden, so the whole sequence is.
                    _ if otherwise == DEAD => table[slot] = DEAD,
                    DEAD => {}
                    0 => table[slot] = otherwise,
                    child => {
                        failure[child as usize] = otherwise as usize;
                        queue.push(child as usize);
                    }
                }
            }
        }
        Self {
            moves,
            table: table.into_boxed_slice(),
            learned_length,
        }
    }

    /// The state after one more move; `None` if that completes a forbidden sequence.
    #[inline]
    pub(super) fn step(&self, state: StateId, letter: usize) -> Option<StateId> {
        if letter >= self.moves {
            // A move that is not among these letters is never pruned.
            return Some(Self::START);
        }
        let next = self.table.get(state as usize * self.moves + letter);
        let next = next.copied().unwrap_or(Self::START);
        (next != DEAD).then_some(next)
    }

    /// The state after these letters; `None` if they contain a forbidden sequence.
    pub(super) fn state(&self, mut letters: impl Iterator<Item = usize>) -> Option<StateId> {
        letters.try_fold(Self::START, |state, letter| self.step(state, letter))
    }

    /// The number of sequences of `length` moves that contain no forbidden sequence.
    pub(super) fn count_sequences(&self, length: usize) -> Option<u128> {
        let states = self.table.len() / self.moves.max(1);
        // The number of sequences that lead to each state.
        let mut counts = vec![0_u128; states.max(1)];
        counts[0] = 1;
        for _ in 0..length {
            let mut next = vec![0_u128; counts.len()];
            for (state, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                for letter in 0..self.moves {
                    if let Some(to) = self.step(state as StateId, letter) {
                        let sum = &mut next[to as usize];
                        *sum = sum.checked_add(count)?;
                    }
                }
            }
            counts = next;
        }
        counts.into_iter().try_fold(0, u128::checked_add)
    }
}
