//! Learns forbidden sequences of moves by comparing the effects of sequences (Holte and Burch, 2014). A puzzle with
//! fixed moves goes in, and the automaton of the forbidden sequences comes out. Invariant: each forbidden sequence has
//! the effect of an earlier one in shortlex order, which can be played wherever the forbidden sequence can be played.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::automaton::Automaton;
use super::fixed_moves::FixedMoves;
use crate::storage::FixedState;

/// At most this many sequences are examined.
const MOST_SEQUENCES: usize = 1 << 20;

/// A sequence that no earlier sequence can replace.
struct Irreplaceable<P: FixedMoves> {
    letters: Vec<u8>,
    effect: P::Effect,
    needs: P::Needs,
}

/// Examines all sequences of up to `length` moves that contain no forbidden sequence, in shortlex order: by length, and
/// then in lexicographic order. A sequence becomes forbidden if an earlier irreplaceable sequence has the same effect
/// and can be played in every state in which the sequence can be played.
pub(super) fn learn<P: FixedMoves>(puzzle: &P, length: usize) -> Automaton {
    // The index of a move takes a byte.
    let moves = puzzle.letters().len().min(256);
    let (effect, needs) = puzzle.nothing();
    // For each effect, the needs of all irreplaceable sequences that have it.
    let mut known: HashMap<P::Effect, Vec<P::Needs>, FixedState> = HashMap::default();
    known.insert(effect.clone(), vec![needs.clone()]);
    // The irreplaceable sequences of the length that was examined last.
    let mut layer: Vec<Irreplaceable<P>> = vec![Irreplaceable {
        letters: Vec::new(),
        effect,
        needs,
    }];
    let mut automaton = Automaton::new(moves);
    let mut forbidden: Vec<Vec<u8>> = Vec::new();
    let (mut examined, mut learned) = (0, 0);
    while learned < length && !layer.is_empty() {
        examined += layer.len() * moves;
        if examined > MOST_SEQUENCES {
            break;
        }
        let mut next = Vec::new();
        for sequence in &layer {
            let Some(state) = automaton.state(sequence.letters.iter().map(|&letter| letter.into()))
            else {
                continue;
            };
            for letter in 0..moves {
                if automaton.step(state, letter).is_none() {
                    continue;
                }
                let mut letters = sequence.letters.clone();
                letters.push(letter as u8);
                let (mut effect, mut needs) = (sequence.effect.clone(), sequence.needs.clone());
                puzzle.follow(&mut effect, &mut needs, letter);
                let earlier_needs = known.entry(effect.clone()).or_default();
                if earlier_needs
                    .iter()
                    .any(|earlier| puzzle.suffices(earlier, &needs))
                {
                    forbidden.push(letters);
                    continue;
                }
                earlier_needs.push(needs.clone());
                next.push(Irreplaceable {
                    letters,
                    effect,
                    needs,
                });
            }
        }
        learned += 1;
        layer = next;
        automaton = Automaton::of(moves, learned, &forbidden);
    }
    automaton
}
