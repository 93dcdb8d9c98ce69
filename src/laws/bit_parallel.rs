//! The laws of [`BitParallel`], a numbering that gives each state a [`Place`]: a class, a piece of the bit vector of
//! this class, and a bit of the piece. Places and ranks are each other's inverse, edges lead from one of the two
//! classes to the other, and `gather` finds exactly the neighbors of a layer.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;

use super::graph::GraphOf;
use super::tally::LawTally;
use super::violation::{Law, Violation};
use crate::bit_parallel::{BitParallel, Pieces, Place};
use crate::puzzle::Ranked;

/// The greatest number of bytes of a layer, and of the numbering's own tables, that are checked: more would take long.
const MOST_BYTES: usize = 64 << 20;
/// The number of layers with a single state that are expanded in each class.
const SINGLE_STATES: usize = 16;

/// Checks that `gather` expands layers, made of states of the graph, to exactly their neighbors.
pub(super) fn check<P: Ranked>(
    puzzle: &P,
    graph: &GraphOf<'_, P>,
    tally: &mut LawTally,
) -> Result<(), Violation> {
    let Some(mut numbering) = puzzle.bit_parallel() else {
        return Ok(());
    };
    let words: usize = numbering.pieces().into_iter().sum::<usize>() * numbering.piece_words();
    let (bits, states) = (64 * words as u128, puzzle.state_count().unwrap_or(0));
    if bits != states {
        let detail = format!("the pieces have {bits} bits: expected {states}, one for each state");
        return Err(graph.violation(Law::BitParallel, 0, detail));
    }
    let mut classes = [Vec::new(), Vec::new()];
    for (at, state) in graph.states.iter().enumerate() {
        let Some(rank) = puzzle.rank(state) else {
            continue;
        };
        let place = numbering.locate(rank).filter(|place| place.class < 2);
        let Some(place) = place.filter(|&place| numbering.rank(place) == rank) else {
            let detail = format!("its rank {rank} is not that of its place {place:?}");
            return Err(graph.violation(Law::BitParallel, at, detail));
        };
        for neighbor in puzzle.neighbors(state) {
            let to = puzzle.rank(&neighbor.state);
            let to = to.and_then(|rank| numbering.locate(rank));
            if to.is_none_or(|to| to.class == place.class) {
                let detail = format!("{neighbor:?} is not of the other class");
                return Err(graph.violation(Law::BitParallel, at, detail));
            }
        }
        classes[place.class].push((at, place));
    }
    let own_bytes = numbering.own_bytes();
    let is_large = words > MOST_BYTES / size_of::<u64>() || own_bytes > MOST_BYTES;
    if is_large || numbering.prepare().is_err() {
        tally.mark_untested(Law::BitParallel);
        return Ok(());
    }
    for (class, states) in classes.iter().enumerate() {
        let mut layer = ReusedLayer::new(&numbering, class);
        let singles = states.iter().step_by(states.len() / SINGLE_STATES + 1);
        for single in singles {
            layer.check(puzzle, graph, core::slice::from_ref(single))?;
            tally.count(Law::BitParallel, 1);
        }
        let third: Vec<_> = states.iter().step_by(3).copied().collect();
        layer.check(puzzle, graph, &third)?;
        tally.count(Law::BitParallel, third.len());
    }
    Ok(())
}

/// A layer of one class: its bits, and which of its pieces have any. Invariant: it is empty between two checks.
struct ReusedLayer<'a, K> {
    numbering: &'a K,
    class: usize,
    words: Vec<u64>,
    occupied: Vec<bool>,
}

impl<'a, K: BitParallel> ReusedLayer<'a, K> {
    fn new(numbering: &'a K, class: usize) -> Self {
        let pieces = numbering.pieces()[class];
        Self {
            numbering,
            class,
            words: vec![0; pieces * numbering.piece_words()],
            occupied: vec![false; pieces],
        }
    }

    /// Checks that `gather` expands a layer of these states, each given by its index in the graph and its place, to
    /// exactly their neighbors.
    fn check<P: Ranked>(
        &mut self,
        puzzle: &P,
        graph: &GraphOf<'_, P>,
        layer: &[(usize, Place)],
    ) -> Result<(), Violation> {
        let Some(&(first, _)) = layer.first() else {
            return Ok(());
        };
        let wrong = |at: usize, detail: String| Err(graph.violation(Law::BitParallel, at, detail));
        let piece_words = self.numbering.piece_words();
        let mut expected = BTreeSet::new();
        for &(at, place) in layer {
            self.words[place.piece * piece_words + place.bit / 64] |= 1 << (place.bit % 64);
            self.occupied[place.piece] = true;
            for neighbor in puzzle.neighbors(&graph.states[at]) {
                expected.extend(puzzle.rank(&neighbor.state));
            }
        }
        let (mut found, mut into) = (BTreeSet::new(), vec![0; piece_words]);
        let class = 1 - self.class;
        let mut reads: Vec<AtomicBool> = Vec::new();
        reads.resize_with(self.occupied.len(), AtomicBool::default);
        for piece in 0..self.numbering.pieces()[class] {
            // The pieces that `gather` reads must depend on the class and the piece alone. So a call with an empty
            // layer records them, and a second call gets only these.
            let empty = Pieces::recording(self.class, &reads);
            self.numbering.gather(piece, &empty, &mut into);
            let mut available = self.occupied.clone();
            for (available, read) in available.iter_mut().zip(&mut reads) {
                *available &= core::mem::take(read.get_mut());
            }
            let pieces = Pieces::new(self.class, piece_words, &self.words, &available);
            let is_any = self.numbering.gather(piece, &pieces, &mut into);
            for (at, word) in into.iter_mut().enumerate() {
                let mut bits = core::mem::take(word);
                while bits != 0 {
                    let bit = 64 * at + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    found.insert(self.numbering.rank(Place { class, piece, bit }));
                    if !is_any {
                        let detail = format!("`gather` set a bit of {piece}, and returned false");
                        return wrong(first, detail);
                    }
                }
            }
        }
        for &(_, place) in layer {
            self.words[place.piece * piece_words + place.bit / 64] = 0;
            self.occupied[place.piece] = false;
        }
        if let Some(rank) = expected.symmetric_difference(&found).next() {
            let (is, gathered) = if expected.contains(rank) {
                ("is", "is not")
            } else {
                ("is not", "is")
            };
            return wrong(
                first,
                format!(
                    "from it and {} others, number {rank} {gathered} gathered: it {is} a neighbor",
                    layer.len() - 1
                ),
            );
        }
        Ok(())
    }
}
