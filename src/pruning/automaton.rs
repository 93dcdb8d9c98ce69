//! The finite automaton that recognises sequences of moves which contain a forbidden one (A. V. Aho and M. J. Corasick,
//! "Efficient string matching: an aid to bibliographic search", 1975). Taylor and Korf prune by the same automaton.
//!
//! Forbidden sequences of letters go in, and a transition table comes out. A letter is the index of a move; the states
//! of the automaton are not those of the puzzle. Invariant: a sequence without a forbidden one leads to the state of
//! its longest suffix that is a proper prefix of a forbidden sequence, and every other sequence meets [`DEAD`].

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// The number of a state of the automaton.
pub(super) type StateId = u32;

/// The table entry for a move that completes a forbidden sequence.
const DEAD: StateId = StateId::MAX;

/// The automaton, as a transition table.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// The number of letters.
    letters: usize,
    /// The next state for each state and letter.
    table: Box<[StateId]>,
    /// The greatest length of the sequences that were examined.
    pub(super) learned_length: usize,
}

impl Automaton {
    pub(super) const START: StateId = 0;

    /// An automaton without forbidden sequences.
    pub(super) fn new(letters: usize) -> Self {
        Self::of(letters, 0, &[])
    }

    /// An automaton for these forbidden sequences, none of which contains another.
    pub(super) fn of(letters: usize, learned_length: usize, forbidden: &[Vec<u8>]) -> Self {
        // First the trie of the sequences. State 0 is the start, which is no child, so 0 marks a missing child.
        let mut table: Vec<StateId> = vec![0; letters];
        for sequence in forbidden {
            let mut state = 0;
            for (index, &letter) in sequence.iter().enumerate() {
                let slot = state * letters + usize::from(letter);
                if index + 1 == sequence.len() {
                    table[slot] = DEAD;
                } else if table[slot] == 0 {
                    table[slot] = (table.len() / letters) as StateId;
                    state = table.len() / letters;
                    table.resize(table.len() + letters, 0);
                } else {
                    state = table[slot] as usize;
                }
            }
        }
        // Then, breadth-first, the missing transitions, which are those of the failure state. The failure state of a
        // state is that of its longest proper suffix.
        let mut failure = vec![0; table.len() / letters.max(1)];
        let mut queue = vec![0];
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            for letter in 0..letters {
                let slot = state * letters + letter;
                let of_suffix = if state == 0 {
                    0
                } else {
                    table[failure[state] * letters + letter]
                };
                match table[slot] {
                    // A suffix is forbidden, so the whole sequence is.
                    _ if of_suffix == DEAD => table[slot] = DEAD,
                    DEAD => {}
                    0 => table[slot] = of_suffix,
                    child => {
                        failure[child as usize] = of_suffix as usize;
                        queue.push(child as usize);
                    }
                }
            }
        }
        Self {
            letters,
            table: table.into_boxed_slice(),
            learned_length,
        }
    }

    /// The state after one more letter; `None` if it completes a forbidden sequence.
    #[inline]
    pub(super) fn step(&self, state: StateId, letter: usize) -> Option<StateId> {
        if letter >= self.letters {
            // A move beyond the letters is never pruned.
            return Some(Self::START);
        }
        let next = self.table.get(state as usize * self.letters + letter);
        let next = next.copied().unwrap_or(Self::START);
        (next != DEAD).then_some(next)
    }

    /// The state after these letters; `None` if they contain a forbidden sequence.
    pub(super) fn state(&self, mut letters: impl Iterator<Item = usize>) -> Option<StateId> {
        letters.try_fold(Self::START, |state, letter| self.step(state, letter))
    }

    /// The number of sequences of `length` letters that contain no forbidden sequence; `None` beyond the range.
    pub(super) fn count_sequences(&self, length: usize) -> Option<u128> {
        let states = self.table.len() / self.letters.max(1);
        // The number of sequences of the length so far that lead to each state.
        let mut counts = vec![0_u128; states.max(1)];
        counts[0] = 1;
        for _ in 0..length {
            let mut next = vec![0_u128; counts.len()];
            for (state, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                for letter in 0..self.letters {
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
