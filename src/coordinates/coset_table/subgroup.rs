//! [`Subgroup`]: what sequences of moves leave as it is.

use alloc::vec;
use alloc::vec::Vec;

use crate::coordinates::coordinate::Coordinate;
use crate::coordinates::view::{View, generators};
use crate::permutation::{Parity, Permutation, parity};
use crate::puzzles::{Packed, PermutationPuzzle, PuzzleError};

/// The arrangements that look solved in a view and, if the sequences allow it, are even in some way.
#[derive(Clone, Debug)]
pub(super) struct Subgroup {
    pub(super) view: View,
    /// The signs in which all sequences are even, but not all moves that look solved.
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
        // By one such move the even and the odd are one move from each other.
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

    /// Whether the numbers of a coordinate tell it.
    pub(super) fn is_told_by(&self, coordinate: &Coordinate, moves: &[Permutation]) -> bool {
        let odd: Vec<bool> = moves.iter().map(|mv| self.is_odd(mv)).collect();
        let mut signs = vec![None; coordinate.states()];
        signs[0] = Some(false);
        // Numbers are in breadth-first order: each follows from one before it.
        (0..coordinate.states()).all(|number| {
            let sign = signs[number].unwrap_or(false);
            odd.iter().enumerate().all(|(mv, &odd)| {
                let next = &mut signs[coordinate.next(number, mv) as usize];
                *next.get_or_insert(sign ^ odd) == sign ^ odd
            })
        })
    }
}
