//! The laws of [`FixedMoves`]: a move is a *letter*, the index of a move in a fixed list. A sequence of letters has an
//! *effect*, such that sequences with equal effects lead from a state to equal states, and *needs*, the conditions
//! under which it can be played.
//!
//! Invariant: two sequences are compared by where they lead in the sample, the first states of the explored graph.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::graph::GraphOf;
use super::tally::LawTally;
use super::violation::{Law, Violation};
use crate::pruning::FixedMoves;
use crate::storage::FixedState;

/// The greatest number of sequences, which are all up to some length. Pairs of them are compared: a million.
const MOST_SEQUENCES: usize = 1_000;
/// The greatest number of states in the sample: one bit of a word for each says whether a sequence can be played in it.
const MOST_STATES: usize = 64;

/// A sequence of moves, and where it leads to.
struct Sequence<P: FixedMoves> {
    letters: Vec<usize>,
    effect: P::Effect,
    needs: P::Needs,
    /// The state that it leads to from each state of the sample; `None` where it cannot be played.
    ends: Vec<Option<P::State>>,
}

impl<P: FixedMoves> Sequence<P> {
    /// A bit for each state of the sample in which the sequence can be played.
    fn playable(&self) -> u64 {
        let bits = self.ends.iter().enumerate();
        bits.fold(0, |all, (at, end)| all | (u64::from(end.is_some()) << at))
    }
}

/// Checks the list of moves on all edges of the graph, and the effects and needs of sequences on its first states.
pub(super) fn check<P: FixedMoves>(
    puzzle: &P,
    graph: &GraphOf<'_, P>,
    tally: &mut LawTally,
) -> Result<(), Violation> {
    let moves: Vec<P::Move> = puzzle.letters().collect();
    let edges = check_letters(puzzle, &moves, graph)?;
    let sequences = sequences(puzzle, &moves, graph);
    check_effects(&sequences, &moves, graph)?;
    check_needs(puzzle, &sequences, &moves, graph)?;
    check_redundant(puzzle, &sequences, &moves, graph)?;
    tally.count(Law::FixedMoves, edges + sequences.len());
    Ok(())
}

/// Checks that the moves are those of the list, in its order, and that all edges cost the same. Returns the number of
/// edges.
fn check_letters<P: FixedMoves>(
    puzzle: &P,
    moves: &[P::Move],
    graph: &GraphOf<'_, P>,
) -> Result<usize, Violation> {
    let (mut edges, mut common_cost) = (0, None::<P::Cost>);
    for (letter, mv) in moves.iter().enumerate() {
        let found = puzzle.letter(mv);
        if found != letter {
            let detail = format!("the letter of {mv:?} is {found}: expected {letter}");
            return Err(graph.violation(Law::FixedMoves, 0, detail));
        }
    }
    for (at, state) in graph.states.iter().enumerate() {
        let wrong = |detail: String| Err(graph.violation(Law::FixedMoves, at, detail));
        let mut next = 0;
        for edge in puzzle.neighbors(state) {
            let letter = puzzle.letter(&edge.mv);
            if moves.get(letter) != Some(&edge.mv) {
                return wrong(format!("{:?} is not in the list of moves", edge.mv));
            }
            if letter < next {
                let before = &moves[next - 1];
                return wrong(format!(
                    "`neighbors` lists {before:?} before {:?}: expected the order of `letters`",
                    edge.mv
                ));
            }
            next = letter + 1;
            let cost = *common_cost.get_or_insert(edge.cost);
            if edge.cost != cost {
                return wrong(format!(
                    "{:?} costs {}: expected {cost}, as all other moves",
                    edge.mv, edge.cost
                ));
            }
            edges += 1;
        }
    }
    Ok(edges)
}

/// All sequences up to some length, by length, and those of the same length in lexicographic order.
fn sequences<P: FixedMoves>(
    puzzle: &P,
    moves: &[P::Move],
    graph: &GraphOf<'_, P>,
) -> Vec<Sequence<P>> {
    let (effect, needs) = puzzle.nothing();
    let ends = graph.states.iter().take(MOST_STATES).cloned().map(Some);
    let mut sequences = vec![Sequence {
        letters: Vec::new(),
        effect,
        needs,
        ends: ends.collect(),
    }];
    let mut layer = 0..1;
    while !layer.is_empty() && sequences.len() + layer.len() * moves.len() <= MOST_SEQUENCES {
        for before in layer.clone() {
            for (letter, mv) in moves.iter().enumerate() {
                let before: &Sequence<P> = &sequences[before];
                let (mut effect, mut needs) = (before.effect.clone(), before.needs.clone());
                puzzle.follow(&mut effect, &mut needs, letter);
                let ends = before.ends.iter().map(|end| {
                    let edge = puzzle.successor(end.as_ref()?, mv)?;
                    Some(edge.state)
                });
                let mut letters = before.letters.clone();
                letters.push(letter);
                sequences.push(Sequence {
                    ends: ends.collect(),
                    letters,
                    effect,
                    needs,
                });
            }
        }
        layer = layer.end..sequences.len();
    }
    sequences
}

/// A sequence in words.
fn in_words<P: FixedMoves>(sequence: &Sequence<P>, moves: &[P::Move]) -> String {
    let played: Vec<_> = sequence.letters.iter().map(|&at| &moves[at]).collect();
    format!("{played:?}")
}

/// Checks that sequences with equal effects lead to equal states.
fn check_effects<P: FixedMoves>(
    sequences: &[Sequence<P>],
    moves: &[P::Move],
    graph: &GraphOf<'_, P>,
) -> Result<(), Violation> {
    // For each effect and each state, the first sequence of this effect that can be played in the state.
    let mut first: HashMap<&P::Effect, [Option<&Sequence<P>>; MOST_STATES], FixedState> =
        HashMap::default();
    for sequence in sequences {
        let first = first.entry(&sequence.effect).or_insert([None; MOST_STATES]);
        for (at, end) in sequence.ends.iter().enumerate() {
            let Some(end) = end else { continue };
            let other = *first[at].get_or_insert(sequence);
            if other.ends[at].as_ref() != Some(end) {
                let (found, there) = (in_words(sequence, moves), in_words(other, moves));
                let other = other.ends[at].as_ref();
                let detail = format!(
                    "{there} and {found} have the same effect, but lead to {other:?} and to {end:?}"
                );
                return Err(graph.violation(Law::FixedMoves, at, detail));
            }
        }
    }
    Ok(())
}

/// Checks that a sequence whose needs suffice can be played.
fn check_needs<P: FixedMoves>(
    puzzle: &P,
    sequences: &[Sequence<P>],
    moves: &[P::Move],
    graph: &GraphOf<'_, P>,
) -> Result<(), Violation> {
    let playable: Vec<u64> = sequences.iter().map(Sequence::playable).collect();
    for (first_at, first) in sequences.iter().enumerate() {
        for (second_at, second) in sequences.iter().enumerate() {
            // The states in which only the second can be played.
            let lacks = playable[second_at] & !playable[first_at];
            if lacks != 0 && puzzle.suffices(&first.needs, &second.needs) {
                let (first, second) = (in_words(first, moves), in_words(second, moves));
                let detail = format!(
                    "{first} cannot be played and {second} can: expected both, since `suffices` says so"
                );
                return Err(graph.violation(
                    Law::FixedMoves,
                    lacks.trailing_zeros() as usize,
                    detail,
                ));
            }
        }
    }
    Ok(())
}

/// Checks that for two moves of which the second is redundant, an earlier sequence of the same effect can be played
/// wherever they can.
fn check_redundant<P: FixedMoves>(
    puzzle: &P,
    sequences: &[Sequence<P>],
    moves: &[P::Move],
    graph: &GraphOf<'_, P>,
) -> Result<(), Violation> {
    for (index, pair) in sequences.iter().enumerate() {
        let &[last, next] = &pair.letters[..] else {
            continue;
        };
        if !puzzle.is_redundant(&moves[last], &moves[next]) {
            continue;
        }
        let others = &sequences[..index];
        let same = others.iter().filter(|other| other.effect == pair.effect);
        let lacks = same.fold(pair.playable(), |left, other| left & !other.playable());
        if lacks != 0 {
            let pair = in_words(pair, moves);
            let detail = format!(
                "the second move of {pair} is said to be redundant: expected a sequence of the same effect before it"
            );
            return Err(graph.violation(Law::FixedMoves, lacks.trailing_zeros() as usize, detail));
        }
    }
    Ok(())
}
