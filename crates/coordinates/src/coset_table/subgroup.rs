//! [`Subgroup`]: the stabilizer of a view, or the even part of it.
//!
//! A view does not distinguish even arrangements from odd ones, but a subgroup may contain only even ones. Then each
//! coset has a twin: the arrangements that look alike and have the other parity. Their entries are neighbors in one
//! word. If an odd move looks solved, the distances of twins differ by at most one. So remainders modulo three
//! determine the twin's distance, and for an inverse the twin resolves what the base leaves open. The lesser of both
//! distances is that of the subgroup regardless of parity, which contains every move that looks solved; the rules for
//! moves within a subgroup hold for it.

use alloc::vec;
use alloc::vec::Vec;

use puzzle_search::permutation::{Parity, Permutation};
use puzzle_search::puzzles::{Packed, PermutationPuzzle, PuzzleError};

use crate::view::{View, generators};

/// The arrangements that look solved in a view and, if the sequences permit it, are even in some sense.
#[derive(Clone, Debug)]
pub(super) struct Subgroup {
    pub(super) view: View,
    /// The parities that all sequences preserve, but not all moves that look solved. The table uses the first that all
    /// symmetries preserve.
    pub(super) parities: Vec<OrbitParity>,
}

/// The parity of an arrangement: that of the permutation of the places of an orbit, or of the pieces there.
#[derive(Clone, Debug)]
pub(super) struct OrbitParity {
    /// One place of each piece, and the index of the piece on each place.
    firsts: Vec<u32>,
    pieces: Vec<u32>,
}

impl Subgroup {
    pub(super) fn new<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        sequences: &[impl AsRef<str>],
    ) -> Result<Self, PuzzleError> {
        let generators = generators(puzzle, sequences)?;
        let group = puzzle.group();
        let orbits = group.orbits().into_iter().filter(|orbit| orbit.len() > 1);
        let parities = orbits.flat_map(|orbit| {
            let places: Vec<Vec<u32>> = orbit.iter().map(|&place| vec![place]).collect();
            [places, group.blocks(orbit[0])].map(|blocks| OrbitParity::new(&blocks, group.points()))
        });
        let view = View::preserved_by(&generators);
        let looks_solved = |mv: &&Permutation| {
            (0..mv.points()).all(|place| view.color(mv.image(place)) == view.color(place))
        };
        // By an odd move that looks solved, the distances of even and odd differ by at most one. So no view tells the
        // parity.
        let is_kept = |parity: &OrbitParity| {
            let mut moves = puzzle.permutations().filter(looks_solved);
            let mut all = generators.iter();
            moves.any(|mv| parity.is_odd(mv)) && all.all(|generator| !parity.is_odd(generator))
        };
        let parities = parities.filter(is_kept).collect();
        Ok(Self { view, parities })
    }
}

impl OrbitParity {
    fn new(blocks: &[Vec<u32>], points: u32) -> Self {
        let mut pieces = vec![0; points as usize];
        for (block, piece) in blocks.iter().zip(0..) {
            block
                .iter()
                .for_each(|&place| pieces[place as usize] = piece);
        }
        Self {
            firsts: blocks.iter().map(|block| block[0]).collect(),
            pieces,
        }
    }

    pub(super) fn is_odd(&self, permutation: &Permutation) -> bool {
        let piece = |&place: &u32| self.pieces.get(permutation.image(place) as usize).copied();
        let images: Vec<u32> = self.firsts.iter().filter_map(piece).collect();
        Permutation::new(&images).is_ok_and(|images| images.parity() == Parity::Odd)
    }
}
