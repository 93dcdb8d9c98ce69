//! [`Inverse`]: the cosets of an arrangement's inverse.
//!
//! What takes an arrangement to the goal, backward and each move undone, takes its inverse there: both are equally far.
//! Along a path each move comes last for the one and first for the other, so that the inverse's cosets do not follow
//! from those before. They are read from where the pieces are.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::halves::Halves;
use super::shape::Standing;
use crate::coordinates::coordinate::Coordinate;
use crate::coordinates::symmetry::{Axis, MOST_AXES, carried};
use crate::permutation::Permutation;
use crate::puzzles::{Arrangement, Packed};

/// So many pieces can be followed.
const MOST_PIECES: usize = 32;

/// Where each piece is: one of its stickers.
pub(super) type Positions = [u8; MOST_PIECES];

/// How the cosets of the inverse are read, along all axes; of puzzles with many pieces, or with coordinates that are
/// not [`Halves`], they are not.
///
/// Each piece has a share in what is seen along an axis, by where it is, and their sum tells the numbers: each half of a
/// coordinate has a field of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Inverse {
    /// The home of one sticker of each piece.
    homes: Box<[u32]>,
    points: usize,
    /// By move, then by place: where it leads.
    moved: Box<[[u8; 256]]>,
    /// By piece, then by place, along each axis.
    shares: Box<[[u64; MOST_AXES]]>,
    coordinates: Option<[Halves; 3]>,
    /// Where the fields of a sum are: of each coordinate those of both halves.
    fields: [[Field; 2]; 3],
}

#[derive(Clone, Copy, Debug, Default)]
struct Field {
    shift: u32,
    mask: u64,
}

/// Where the sticker of each place is by where the one that is followed of its piece is.
struct Sticker {
    piece: usize,
    by_position: Vec<Option<u32>>,
}

impl Inverse {
    pub(super) fn new(coordinates: [&Coordinate; 3], axes: &[Axis], moves: &[Permutation]) -> Self {
        let found = Self::find(coordinates, axes, moves);
        found.unwrap_or_default()
    }

    fn find(coordinates: [&Coordinate; 3], axes: &[Axis], moves: &[Permutation]) -> Option<Self> {
        let points = moves.iter().map(Permutation::points).max()?;
        // Where one sticker is by where another is, if they are on one piece.
        let with = |other, one| carried(moves, |mv| &moves[mv], [other, one]);
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
        let moved = moves.iter().map(|mv| {
            let image = |at| if at < points { mv.image(at) as u8 } else { 0 };
            core::array::from_fn(|at| image(at as u32))
        });
        let mut inverse = Self {
            points: points as usize,
            moved: moved.collect(),
            shares: vec![[0; MOST_AXES]; homes.len() * points as usize].into(),
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

    /// Adds the shares in a coordinate. `bits` tells how many the fields take so far.
    fn add(
        &mut self,
        coordinate: &Coordinate,
        axes: &[Axis],
        stickers: &[Sticker],
        bits: &mut u32,
    ) -> Option<(Halves, [Field; 2])> {
        // What the coordinate sees on a place along an axis: from where a sticker is, its colour as the axis takes it.
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
        let (halves, parts) = Halves::new(coordinate, &pieces)?;
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
                    for position in 0..self.points {
                        let color = |place: usize| {
                            let sticker = seen[place].by_position[position]?;
                            Some(coordinate.goal_color(axis.places.image(sticker)))
                        };
                        let share = piece.share(color).unwrap_or(0) as u64;
                        self.shares[followed * self.points + position][at] += share << field.shift;
                    }
                }
            }
        }
        Some((halves, fields))
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let halves = self.coordinates.iter().flatten().map(Halves::bytes);
        let shares = size_of_val(&self.shares[..]) + size_of_val(&self.moved[..]);
        size_of_val(&self.homes[..]) + shares + halves.sum::<usize>()
    }

    /// Where the pieces of an arrangement are.
    pub(super) fn positions<B: Packed>(
        &self,
        goal: &Arrangement<B>,
        state: &Arrangement<B>,
    ) -> Positions {
        let mut place_of = [0; 256];
        for place in 0..B::FIELDS.min(256) {
            place_of[state.index(place)] = place as u8;
        }
        let mut positions = [0; MOST_PIECES];
        for (position, &home) in positions.iter_mut().zip(&self.homes) {
            *position = place_of[goal.index(home as usize)];
        }
        positions
    }

    /// Where they are after a move.
    #[inline]
    pub(super) fn after(&self, positions: &Positions, mv: usize) -> Positions {
        let mut after = [0; MOST_PIECES];
        if let Some(moved) = self.moved.get(mv) {
            let all = after.iter_mut().zip(positions).take(self.homes.len());
            all.for_each(|(after, &at)| *after = moved[usize::from(at)]);
        }
        after
    }

    /// Whether it is read at all.
    #[inline]
    pub(super) const fn is_read(&self) -> bool {
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
        let mut first = 0;
        for &position in positions.iter().take(self.homes.len()) {
            let at = first + usize::from(moved(position));
            let shares = self.shares.get(at).copied().unwrap_or_default();
            for (sum, share) in sums.iter_mut().zip(shares) {
                *sum = sum.wrapping_add(share);
            }
            first += self.points;
        }
        sums
    }

    /// What is seen of the inverse along an axis, by its sum.
    #[inline]
    pub(super) fn standing(&self, sum: u64) -> Standing {
        let Some(coordinates) = &self.coordinates else {
            return Standing::default();
        };
        let number = |at: usize| {
            let [first, second] =
                self.fields[at].map(|field| (sum >> field.shift & field.mask) as usize);
            coordinates[at].number(first, second)
        };
        Standing {
            arranged: number(0),
            oriented: number(1),
            rest: number(2),
        }
    }
}
