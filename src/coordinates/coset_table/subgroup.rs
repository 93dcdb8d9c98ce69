//! [`Subgroup`]: what sequences of moves leave as it is.
//!
//! A view does not tell even arrangements from odd ones, but a subgroup may consist of even ones alone. Then the coset
//! of an arrangement has a twin, with the arrangements that look alike and have the other sign. Both entries stand side
//! by side, in one word. If a move that looks solved is odd, the distances of twins differ by at most one. So the
//! remainders modulo three tell how far the twin is, and for an inverse the twin tells what its base leaves open. The
//! lesser of both distances is that of the subgroup without signs, to which every move belongs that looks solved; the
//! rules for moves within a subgroup hold for it.

use alloc::vec;
use alloc::vec::Vec;

use crate::coordinates::view::{View, generators};
use crate::permutation::{Parity, Permutation, parity};
use crate::puzzles::{Packed, PermutationPuzzle, PuzzleError};

/// The arrangements that look solved in a view and, if the sequences allow it, are even in some way.
#[derive(Clone, Debug)]
pub(super) struct Subgroup {
    pub(super) view: View,
    /// The signs in which all sequences are even, but not all moves that look solved. The table uses the first that all
    /// symmetries keep.
    pub(super) signs: Vec<Sign>,
}

/// Whether an arrangement is even or odd in what it makes of the places of an orbit, or of the pieces there.
#[derive(Clone, Debug)]
pub(super) struct Sign {
    /// One place of each piece, and by place which piece that is on.
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
        let signs = orbits.flat_map(|orbit| {
            let places: Vec<Vec<u32>> = orbit.iter().map(|&place| vec![place]).collect();
            [places, group.blocks(orbit[0])].map(|blocks| Sign::new(&blocks, group.points()))
        });
        let view = View::kept_by_all(&generators);
        let looks_solved = |mv: &&Permutation| {
            (0..mv.points()).all(|place| view.color(mv.image(place)) == view.color(place))
        };
        // By one such move the distances of the even and the odd differ by at most one. So no view tells the sign.
        let is_kept = |sign: &Sign| {
            let mut moves = puzzle.permutations().filter(looks_solved);
            let mut all = generators.iter();
            moves.any(|mv| sign.is_odd(mv)) && all.all(|generator| !sign.is_odd(generator))
        };
        let signs = signs.filter(is_kept).collect();
        Ok(Self { view, signs })
    }
}

impl Sign {
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
        parity(&images) == Ok(Parity::Odd)
    }
}
