//! Which sequences of moves another can replace.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::automaton::Automaton;
use super::fixed_moves::FixedMoves;
use crate::storage::FixedState;

/// More sequences than this are not looked at.
const MOST_SEQUENCES: usize = 1 << 20;

/// A sequence that nothing replaces.
struct Kept<P: FixedMoves> {
    letters: Vec<u8>,
    effect: P::Effect,
    needs: P::Needs,
}

/// Goes through all sequences by length and then in the order of moves. One that contains a
/// forbidden sequence need not be looked at; any other is forbidden if an earlier one that was kept
/// has the same effect and can be played wherever it can.
pub(super) fn learn<P: FixedMoves>(puzzle: &P, length: usize) -> Automaton {
    let moves = puzzle.letters().len();
    let (effect, needs) = puzzle.nothing();
    // The needs of those with the same effect.
    let mut known: HashMap<P::Effect, Vec<P::Needs>, FixedState> = HashMap::default();
    known.insert(effect.clone(), vec![needs.clone()]);
    let mut layer: Vec<Kept<P>> = vec![Kept {
        letters: Vec::new(),
        effect,
        needs,
    }];
    let mut automaton = Automaton::new(moves);
    let mut forbidden: Vec<Vec<u8>> = Vec::new();
    let (mut looked_at, mut learned) = (0, 0);
    // Moves are numbered in a byte.
    let moves = moves.min(256);
    while learned < length && !layer.is_empty() {
        looked_at += layer.len() * moves;
        if looked_at > MOST_SEQUENCES {
            break;
        }
        let mut next = Vec::new();
        for kept in &layer {
            let Some(state) = automaton.state(&kept.letters) else {
                continue;
            };
            for letter in 0..moves {
                if automaton.step(state, letter).is_none() {
                    continue;
                }
                let mut letters = kept.letters.clone();
                letters.push(letter as u8);
                let (mut effect, mut needs) = (kept.effect.clone(), kept.needs.clone());
                puzzle.follow(&mut effect, &mut needs, letter);
                let same = known.entry(effect.clone()).or_default();
                if same.iter().any(|earlier| puzzle.suffices(earlier, &needs)) {
                    forbidden.push(letters);
                    continue;
                }
                same.push(needs.clone());
                next.push(Kept {
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
