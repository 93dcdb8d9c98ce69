//! The laws of [`FixedMoves`].

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

/// All sequences up to some length are compared, at most this number: a million pairs.
const MOST_SEQUENCES: usize = 1_000;
/// In how many states: in which of them a sequence can be played fits into a word.
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
    /// The states of the sample in which it can be played.
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
    let (mut edges, mut same) = (0, None::<P::Cost>);
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
            let cost = *same.get_or_insert(edge.cost);
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

/// The sequences by length, and those of the same length in lexicographic order.
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
fn text<P: FixedMoves>(sequence: &Sequence<P>, moves: &[P::Move]) -> String {
    let played: Vec<_> = sequence.letters.iter().map(|&at| &moves[at]).collect();
    format!("{played:?}")
}

/// Checks that sequences with equal effects lead to equal states.
fn check_effects<P: FixedMoves>(
    sequences: &[Sequence<P>],
    moves: &[P::Move],
    graph: &GraphOf<'_, P>,
) -> Result<(), Violation> {
    // Of each effect the first sequence that can be played in each state.
    let mut first: HashMap<&P::Effect, [Option<&Sequence<P>>; MOST_STATES], FixedState> =
        HashMap::default();
    for sequence in sequences {
        let first = first.entry(&sequence.effect).or_insert([None; MOST_STATES]);
        for (at, end) in sequence.ends.iter().enumerate() {
            let Some(end) = end else { continue };
            let other = *first[at].get_or_insert(sequence);
            if other.ends[at].as_ref() != Some(end) {
                let (found, there) = (text(sequence, moves), text(other, moves));
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
    for (x, first) in sequences.iter().enumerate() {
        for (y, second) in sequences.iter().enumerate() {
            let lacks = playable[y] & !playable[x];
            if lacks != 0 && puzzle.suffices(&first.needs, &second.needs) {
                let (first, second) = (text(first, moves), text(second, moves));
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

/// Checks that an earlier sequence can be played in the place of two moves of which the second is redundant.
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
            let pair = text(pair, moves);
            let detail = format!(
                "the second move of {pair} is said to be redundant: expected a sequence of the same effect before it"
            );
            return Err(graph.violation(Law::FixedMoves, lacks.trailing_zeros() as usize, detail));
        }
    }
    Ok(())
}
