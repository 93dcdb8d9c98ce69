//! [`Manhattan`] and [`Misplaced`] for puzzles whose moves carry several pieces at once.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::PermutationPuzzle;
use crate::facts::Facts;
use crate::permutation::Permutation;
use crate::puzzle::Puzzle;
use crate::puzzle::heuristic::Heuristic;
use crate::puzzles::board::Arrangement;
use crate::puzzles::packed::Packed;
use crate::puzzles::{Manhattan, Misplaced};

/// The number of moves that a single piece needs between any two places.
#[derive(Clone, Debug)]
pub(super) struct PlaceDistances {
    places: usize,
    /// The distances from each place to each destination; `None` if no moves lead there.
    table: Box<[Option<u8>]>,
    /// The greatest number of pieces that a move carries.
    carried: u32,
}

impl PlaceDistances {
    pub(super) fn new(places: usize, moves: &[Permutation]) -> Self {
        let mut table = vec![None; places * places];
        for (from, row) in table.chunks_mut(places).enumerate() {
            row[from] = Some(0);
            let (mut layer, mut distance) = (vec![from], 0);
            while !layer.is_empty() {
                distance += 1;
                let mut next = Vec::new();
                for mv in moves {
                    for &place in &layer {
                        let to = mv.image(place as u32) as usize;
                        if row[to].is_none() {
                            row[to] = Some(distance);
                            next.push(to);
                        }
                    }
                }
                layer = next;
            }
        }
        let moved = |mv: &Permutation| {
            let images = mv.images().iter().zip(0..);
            images.filter(|&(&image, point)| image != point).count() as u32
        };
        Self {
            places,
            table: table.into_boxed_slice(),
            carried: moves.iter().map(moved).max().unwrap_or(0).max(1),
        }
    }

    /// For each place, the distance of its piece from its goal place.
    fn all<'a, B: Packed>(
        &'a self,
        goal: &Arrangement<B>,
        state: &'a Arrangement<B>,
    ) -> impl Iterator<Item = Option<u8>> + 'a {
        let mut homes = [0; 256];
        for place in 0..self.places {
            if let Some(home) = homes.get_mut(goal.item(place)) {
                *home = place;
            }
        }
        (0..self.places).map(move |place| {
            let home = homes.get(state.item(place)).copied().unwrap_or(0);
            self.table.get(place * self.places + home).copied()?
        })
    }
}

/// For each piece, let d be the number of moves that the piece needs to reach its goal place if all other pieces are
/// ignored. The estimate is the larger of two lower bounds. The first is the maximum of d over all pieces. The second
/// is the sum of d over all pieces, divided by the greatest number of pieces that one move carries, and rounded up.
impl<B: Packed> Heuristic<PermutationPuzzle<B>> for Manhattan {
    type Memo = Option<u32>;

    fn memo(&self, puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> Option<u32> {
        let (mut most, mut sum) = (0, 0_u32);
        for distance in puzzle.distances.all(&puzzle.goal, state) {
            let distance = u32::from(distance?);
            most = most.max(distance);
            sum += distance;
        }
        Some(most.max(sum.div_ceil(puzzle.distances.carried)))
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent()
    }

    #[inline]
    fn estimate(&self, _: &PermutationPuzzle<B>, memo: Option<u32>) -> Option<u32> {
        memo
    }
}

/// The estimate is the number of pieces that are not on their goal places, divided by the greatest number of pieces
/// that one move carries, and rounded up.
impl<B: Packed> Heuristic<PermutationPuzzle<B>> for Misplaced {
    type Memo = u32;

    fn memo(&self, puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> u32 {
        if puzzle.is_goal(state) {
            return 0;
        }
        let away = |place: &usize| puzzle.goal.item(*place) != state.item(*place);
        let away = (0..puzzle.places).filter(away).count() as u32;
        away.div_ceil(puzzle.distances.carried)
    }

    fn facts(&self, space: Facts<u32>) -> Facts<u32> {
        space.consistent()
    }

    #[inline]
    fn estimate(&self, _: &PermutationPuzzle<B>, memo: u32) -> Option<u32> {
        Some(memo)
    }
}
