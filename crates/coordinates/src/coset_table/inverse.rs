//! [`InverseCosets`]: computes the cosets of an arrangement's inverse from the positions of the pieces.
//!
//! The inverse of a solution solves the inverse arrangement, so both are equally far from the goal. But a move is
//! appended to one and prepended to the other, so the inverse's cosets cannot be advanced along a path. The positions
//! of the pieces can.
//!
//! Invariant: each piece has a share for each position and axis, and the sum of the shares of all pieces along an axis
//! determines the three coordinates of the inverse's coset. Each half of a coordinate has a field of bits in the sum,
//! so two lookups give a coordinate. A tree that branches piece by piece took four times as long, since it did not stay
//! in the cache.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Arrangement, Packed};

use super::layout::CosetCoordinates;
use super::split_numbering::SplitNumbering;
use crate::coordinate::Coordinate;
use crate::symmetry::{Axis, MOST_AXES, equivariant_map};

/// The greatest number of pieces.
const MOST_PIECES: usize = 32;

/// The position of each piece: that of one of its stickers, the followed sticker.
pub(super) type Positions = [u8; MOST_PIECES];

/// The tables for looking up inverse cosets along all axes; empty for puzzles with too many pieces, or with coordinates
/// that do not fit [`SplitNumbering`].
#[derive(Clone, Debug, Default)]
pub(super) struct InverseCosets {
    /// The home of the followed sticker of each piece.
    homes: Box<[u32]>,
    /// The position of each place: another numbering of the places, in which those that the same stickers visit are
    /// consecutive, so that the shares take few cache lines.
    positions: Box<[u8]>,
    /// The position after a move, by move and then by position.
    position_after: Box<[[u8; 256]]>,
    /// For each piece, the number to add (wrapping) to its position to get the index of its shares.
    offsets: Box<[usize]>,
    /// The shares along each axis, by piece and then by the positions that it visits.
    shares: Box<[[u64; MOST_AXES]]>,
    /// How the fields of a sum give each coordinate; `None` if the inverse is not looked up.
    coordinates: Option<[SplitNumbering; 3]>,
    /// The fields of both halves of each coordinate.
    fields: [[Field; 2]; 3],
}

/// A range of the bits of a sum.
#[derive(Clone, Copy, Debug, Default)]
struct Field {
    shift: u32,
    mask: u64,
}

/// Locates a sticker by the followed sticker of its piece.
struct Sticker {
    piece: usize,
    /// The place of the sticker for each place of the followed sticker, if that comes there.
    by_followed: Vec<Option<u32>>,
}

impl InverseCosets {
    pub(super) fn new(coordinates: [&Coordinate; 3], axes: &[Axis], moves: &[Permutation]) -> Self {
        let tables = Self::tables(coordinates, axes, moves);
        tables.unwrap_or_default()
    }

    /// The tables, unless they do not fit.
    fn tables(coordinates: [&Coordinate; 3], axes: &[Axis], moves: &[Permutation]) -> Option<Self> {
        let points = moves.iter().map(Permutation::points).max()?;
        // For each place of the sticker `other`, the place of the sticker `one`, if they are on the same piece.
        let places_by = |other, one| equivariant_map(moves, |mv| &moves[mv], other, one);
        let mut homes = Vec::new();
        let mut stickers: Vec<Sticker> = Vec::new();
        for home in 0..points {
            let mut followed = homes.iter().enumerate();
            let known = followed.find_map(|(piece, &other)| Some((piece, places_by(other, home)?)));
            if known.is_none() && homes.len() == MOST_PIECES {
                return None;
            }
            let (piece, by_followed) = known.or_else(|| {
                homes.push(home);
                Some((homes.len() - 1, places_by(home, home)?))
            })?;
            stickers.push(Sticker { piece, by_followed });
        }
        let mut positions: Vec<Option<u8>> = vec![None; points as usize];
        let (mut offsets, mut shares) = (Vec::new(), 0_usize);
        let mut next_position = 0;
        for &home in &homes {
            let visits = &stickers[home as usize].by_followed;
            let visited = || (0..points as usize).filter(|&place| visits[place].is_some());
            for place in visited() {
                if positions[place].is_none() {
                    positions[place] = Some(next_position);
                    next_position = next_position.wrapping_add(1);
                }
            }
            let least = visited().filter_map(|place| positions[place]).min();
            offsets.push(shares.wrapping_sub(least.map_or(0, usize::from)));
            shares += visited().count();
        }
        let mut position_after = vec![[0; 256]; moves.len()];
        for (after, mv) in position_after.iter_mut().zip(moves) {
            for (place, position) in (0..).zip(&positions) {
                if let (Some(from), Some(to)) = (position, positions[mv.image(place) as usize]) {
                    after[usize::from(*from)] = to;
                }
            }
        }
        let mut inverse = Self {
            positions: positions
                .into_iter()
                .map(Option::unwrap_or_default)
                .collect(),
            position_after: position_after.into(),
            offsets: offsets.into(),
            shares: vec![[0; MOST_AXES]; shares].into(),
            homes: homes.into(),
            coordinates: None,
            fields: Default::default(),
        };
        let mut bits = 0;
        let [arranged, oriented, rest] =
            coordinates.map(|coordinate| inverse.add(coordinate, axes, &stickers, &mut bits));
        let [arranged, oriented, rest] = [arranged?, oriented?, rest?];
        inverse.fields = [arranged.1, oriented.1, rest.1];
        inverse.coordinates = Some([arranged.0, oriented.0, rest.0]);
        Some(inverse)
    }

    /// Adds the shares in a coordinate; returns its numbering and its fields, unless they do not fit. `bits` is the
    /// total width of the fields so far.
    fn add(
        &mut self,
        coordinate: &Coordinate,
        axes: &[Axis],
        stickers: &[Sticker],
        bits: &mut u32,
    ) -> Option<(SplitNumbering, [Field; 2])> {
        // For each axis, the stickers that the coordinate sees through it, in the order of its places.
        let places: Vec<u32> = coordinate.places().collect();
        let seen: Vec<Vec<&Sticker>> = axes
            .iter()
            .map(|axis| {
                let back = axis.places.inverse();
                let sticker = |&place: &u32| stickers.get(back.image(place) as usize);
                places.iter().filter_map(sticker).collect()
            })
            .collect();
        let mut pieces: Vec<Vec<usize>> = Vec::new();
        for place in 0..places.len() {
            let is_same = |&other: &usize| seen.iter().all(|of| of[place].piece == of[other].piece);
            match pieces.iter_mut().find(|piece| piece.iter().any(is_same)) {
                Some(piece) => piece.push(place),
                None => pieces.push(vec![place]),
            }
        }
        let (numbering, parts) = SplitNumbering::new(coordinate, &pieces)?;
        let mut fields = [Field::default(); 2];
        for (field, part) in fields.iter_mut().zip(&parts) {
            let width = usize::BITS - (part.sums - 1).leading_zeros();
            *field = Field {
                shift: *bits,
                mask: (1 << width) - 1,
            };
            *bits += width;
            if *bits >= u64::BITS {
                return None;
            }
            for (index, (axis, seen)) in axes.iter().zip(&seen).enumerate() {
                for piece in &part.pieces {
                    let followed = seen[piece.places[0]].piece;
                    for place in 0..self.positions.len() {
                        let color = |of: usize| {
                            let sticker = seen[of].by_followed[place]?;
                            Some(coordinate.goal_color(axis.places.image(sticker)))
                        };
                        let Some(share) = piece.share(color) else {
                            continue;
                        };
                        let position = usize::from(self.positions[place]);
                        let row = self.offsets[followed].wrapping_add(position);
                        self.shares[row][index] += (share as u64) << field.shift;
                    }
                }
            }
        }
        Some((numbering, fields))
    }

    /// The number of bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        let numbering = self.coordinates.iter().flatten().map(SplitNumbering::bytes);
        let shares = size_of_val(&self.shares[..]) + size_of_val(&self.offsets[..]);
        let places = size_of_val(&self.position_after[..]) + size_of_val(&self.positions[..]);
        places + size_of_val(&self.homes[..]) + shares + numbering.sum::<usize>()
    }

    /// The positions of the pieces of an arrangement.
    pub(super) fn positions<B: Packed>(
        &self,
        goal: &Arrangement<B>,
        state: &Arrangement<B>,
    ) -> Positions {
        let places = self.positions.len();
        let mut position_of = [0; 256];
        for (&position, label) in self.positions.iter().zip(state.labels(places)) {
            position_of[usize::from(label)] = position;
        }
        let mut goal_labels = [0; 256];
        for (goal_label, label) in goal_labels.iter_mut().zip(goal.labels(places)) {
            *goal_label = label;
        }
        let mut positions = [0; MOST_PIECES];
        for (position, &home) in positions.iter_mut().zip(&self.homes) {
            *position = position_of[usize::from(goal_labels[home as usize % 256])];
        }
        positions
    }

    /// The positions after a move.
    #[inline]
    pub(super) fn after(&self, positions: &Positions, mv: usize) -> Positions {
        let mut after = [0; MOST_PIECES];
        if let Some(position_after) = self.position_after.get(mv) {
            let all = after.iter_mut().zip(positions).take(self.homes.len());
            all.for_each(|(after, &before)| *after = position_after[usize::from(before)]);
        }
        after
    }

    /// Whether inverses are looked up.
    #[inline]
    pub(super) const fn is_available(&self) -> bool {
        self.coordinates.is_some()
    }

    /// The sums of the shares of all pieces, along each axis.
    pub(super) fn sums(&self, positions: &Positions) -> [u64; MOST_AXES] {
        self.sums_of(positions, |position| position)
    }

    /// The sums after a move.
    #[inline]
    pub(super) fn sums_after(&self, positions: &Positions, mv: usize) -> [u64; MOST_AXES] {
        let position_after = self.position_after.get(mv);
        position_after.map_or([0; MOST_AXES], |after| {
            self.sums_of(positions, |before| after[usize::from(before)])
        })
    }

    #[inline]
    fn sums_of(&self, positions: &Positions, after: impl Fn(u8) -> u8) -> [u64; MOST_AXES] {
        let mut sums = [0_u64; MOST_AXES];
        for (&position, offset) in positions.iter().zip(&self.offsets) {
            let index = offset.wrapping_add(usize::from(after(position)));
            let shares = self.shares.get(index).copied().unwrap_or([0; MOST_AXES]);
            for axis in 0..MOST_AXES {
                sums[axis] = sums[axis].wrapping_add(shares[axis]);
            }
        }
        sums
    }

    /// The coset of the inverse along an axis, given the sum along this axis.
    #[inline]
    pub(super) fn coset(&self, sum: u64) -> CosetCoordinates {
        let Some(coordinates) = &self.coordinates else {
            return CosetCoordinates::default();
        };
        let bits = |field: &Field| (sum >> field.shift & field.mask) as usize;
        let number = |index: usize| {
            let [first, second] = &self.fields[index];
            coordinates[index].number(bits(first), bits(second))
        };
        CosetCoordinates {
            arranged: number(0),
            oriented: number(1),
            rest: number(2),
        }
    }
}
