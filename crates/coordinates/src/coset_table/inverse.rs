//! [`InverseCosets`]: looks up the cosets of an arrangement's inverse.
//!
//! The inverse of a solution solves the inverse arrangement, so both are equally far from the goal. But a move is
//! appended to one and prepended to the other, so the inverse's cosets cannot be advanced along a path. They are
//! computed from the positions of the pieces.
//!
//! The positions are advanced along the path. Each piece contributes a summand for each axis, and two lookups in the
//! sum give the value of each coordinate. A tree that branches piece by piece took four times as long, as it did not
//! stay in the cache.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Arrangement, Packed};

use super::layout::CosetCoordinates;
use super::split_numbering::SplitNumbering;
use crate::coordinate::Coordinate;
use crate::symmetry::{Axis, MOST_AXES, equivariant_map};

/// The most pieces.
const MOST_PIECES: usize = 32;

/// The position of one sticker of each piece.
pub(super) type Positions = [u8; MOST_PIECES];

/// The tables for looking up inverse cosets along all axes; empty for puzzles with too many pieces, or with coordinates
/// that do not fit [`SplitNumbering`].
///
/// A piece has a share for each position and axis. The sum of the shares determines the values: each half of a
/// coordinate has a field of bits in it.
#[derive(Clone, Debug, Default)]
pub(super) struct InverseCosets {
    /// The home of the followed sticker of each piece.
    homes: Box<[u32]>,
    /// The position of each place. Places that the same stickers visit have consecutive positions, so that the shares
    /// take few cache lines.
    positions: Box<[u8]>,
    /// The position after a move, by move and then by position.
    moved: Box<[[u8; 256]]>,
    /// For each piece, the number to add (wrapping) to its position for the index of its shares.
    first: Box<[usize]>,
    /// The shares along each axis, by piece and then by the positions that it visits.
    shares: Box<[[u64; MOST_AXES]]>,
    coordinates: Option<[SplitNumbering; 3]>,
    /// The fields of both halves of each coordinate.
    fields: [[Field; 2]; 3],
}

#[derive(Clone, Copy, Debug, Default)]
struct Field {
    shift: u32,
    mask: u64,
}

/// Locates a sticker by the followed sticker of its piece.
struct Sticker {
    piece: usize,
    by_position: Vec<Option<u32>>,
}

impl InverseCosets {
    pub(super) fn new(coordinates: [&Coordinate; 3], axes: &[Axis], moves: &[Permutation]) -> Self {
        let found = Self::find(coordinates, axes, moves);
        found.unwrap_or_default()
    }

    fn find(coordinates: [&Coordinate; 3], axes: &[Axis], moves: &[Permutation]) -> Option<Self> {
        let points = moves.iter().map(Permutation::points).max()?;
        // The place of one sticker by the place of another, if they are on the same piece.
        let with = |other, one| equivariant_map(moves, |mv| &moves[mv], other, one);
        let mut homes = Vec::new();
        let mut stickers: Vec<Sticker> = Vec::new();
        for home in 0..points {
            let mut followed = homes.iter().enumerate();
            let known = followed.find_map(|(piece, &other)| Some((piece, with(other, home)?)));
            if known.is_none() && homes.len() == MOST_PIECES {
                return None;
            }
            let (piece, by_position) = known.or_else(|| {
                homes.push(home);
                Some((homes.len() - 1, with(home, home)?))
            })?;
            stickers.push(Sticker { piece, by_position });
        }
        let mut positions: Vec<Option<u8>> = vec![None; points as usize];
        let (mut first, mut shares) = (Vec::new(), 0_usize);
        let mut known = 0;
        for &home in &homes {
            let comes = &stickers[home as usize].by_position;
            let all = || (0..points as usize).filter(|&place| comes[place].is_some());
            for place in all() {
                if positions[place].is_none() {
                    positions[place] = Some(known);
                    known = known.wrapping_add(1);
                }
            }
            let least = all().filter_map(|place| positions[place]).min();
            first.push(shares.wrapping_sub(least.map_or(0, usize::from)));
            shares += all().count();
        }
        let mut moved = vec![[0; 256]; moves.len()];
        for (moved, mv) in moved.iter_mut().zip(moves) {
            for (place, position) in (0..).zip(&positions) {
                if let (Some(from), Some(to)) = (position, positions[mv.image(place) as usize]) {
                    moved[usize::from(*from)] = to;
                }
            }
        }
        let mut inverse = Self {
            positions: positions
                .into_iter()
                .map(Option::unwrap_or_default)
                .collect(),
            moved: moved.into(),
            first: first.into(),
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

    /// Adds the shares in a coordinate. `bits` is the total width of the fields so far.
    fn add(
        &mut self,
        coordinate: &Coordinate,
        axes: &[Axis],
        stickers: &[Sticker],
        bits: &mut u32,
    ) -> Option<(SplitNumbering, [Field; 2])> {
        // For each axis, the stickers that the coordinate sees; the axis maps the sticker's place to its color.
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
            let is_with = |&other: &usize| seen.iter().all(|of| of[place].piece == of[other].piece);
            match pieces.iter_mut().find(|piece| piece.iter().any(is_with)) {
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
            for (at, (axis, seen)) in axes.iter().zip(&seen).enumerate() {
                for piece in &part.pieces {
                    let followed = seen[piece.places[0]].piece;
                    for place in 0..self.positions.len() {
                        let color = |of: usize| {
                            let sticker = seen[of].by_position[place]?;
                            Some(coordinate.goal_color(axis.places.image(sticker)))
                        };
                        let Some(share) = piece.share(color) else {
                            continue;
                        };
                        let position = usize::from(self.positions[place]);
                        let row = self.first[followed].wrapping_add(position);
                        self.shares[row][at] += (share as u64) << field.shift;
                    }
                }
            }
        }
        Some((numbering, fields))
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let numbering = self.coordinates.iter().flatten().map(SplitNumbering::bytes);
        let shares = size_of_val(&self.shares[..]) + size_of_val(&self.first[..]);
        let places = size_of_val(&self.moved[..]) + size_of_val(&self.positions[..]);
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
        let mut labels = [0; 256];
        for (known, label) in labels.iter_mut().zip(goal.labels(places)) {
            *known = label;
        }
        let mut positions = [0; MOST_PIECES];
        for (position, &home) in positions.iter_mut().zip(&self.homes) {
            *position = position_of[usize::from(labels[home as usize % labels.len()])];
        }
        positions
    }

    /// The positions after a move.
    #[inline]
    pub(super) fn after(&self, positions: &Positions, mv: usize) -> Positions {
        let mut after = [0; MOST_PIECES];
        if let Some(moved) = self.moved.get(mv) {
            let all = after.iter_mut().zip(positions).take(self.homes.len());
            all.for_each(|(after, &at)| *after = moved[usize::from(at)]);
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
        self.sums_of(positions, |at| at)
    }

    /// The sums after a move.
    #[inline]
    pub(super) fn sums_after(&self, positions: &Positions, mv: usize) -> [u64; MOST_AXES] {
        let moved = self.moved.get(mv);
        moved.map_or([0; MOST_AXES], |moved| {
            self.sums_of(positions, |at| moved[usize::from(at)])
        })
    }

    #[inline]
    fn sums_of(&self, positions: &Positions, moved: impl Fn(u8) -> u8) -> [u64; MOST_AXES] {
        let mut sums = [0_u64; MOST_AXES];
        for (&position, first) in positions.iter().zip(&self.first) {
            let at = first.wrapping_add(usize::from(moved(position)));
            let shares = self.shares.get(at).copied().unwrap_or([0; MOST_AXES]);
            for axis in 0..MOST_AXES {
                sums[axis] = sums[axis].wrapping_add(shares[axis]);
            }
        }
        sums
    }

    /// The coset of the inverse along an axis, by its sum.
    #[inline]
    pub(super) fn coset(&self, sum: u64) -> CosetCoordinates {
        let Some(coordinates) = &self.coordinates else {
            return CosetCoordinates::default();
        };
        let shown = |field: &Field| (sum >> field.shift & field.mask) as usize;
        let number = |at: usize| {
            let [first, second] = &self.fields[at];
            coordinates[at].number(shown(first), shown(second))
        };
        CosetCoordinates {
            arranged: number(0),
            oriented: number(1),
            rest: number(2),
        }
    }
}
