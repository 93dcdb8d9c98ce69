//! [`Model`]: the stickers of a cube as vectors, and its turns as permutations of the stickers.
//!
//! Invariant: each sticker has a position of its own, relative to the center of the cube, with coordinates from
//! -`layers` to `layers`. A turn maps the positions of stickers one-to-one to such positions.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::ops::RangeInclusive;

use crate::permutation::Permutation;
use crate::puzzles::sequence::Moves;

/// The coordinates right, up and front.
type Vector = [i8; 3];

const RIGHT: Vector = [1, 0, 0];
const LEFT: Vector = [-1, 0, 0];
const UP: Vector = [0, 1, 0];
const DOWN: Vector = [0, -1, 0];
const FRONT: Vector = [0, 0, 1];
const BACK: Vector = [0, 0, -1];

/// The names of the faces. Opposite faces are three apart.
pub(in crate::puzzles) const FACES: [char; 6] = ['U', 'R', 'F', 'D', 'L', 'B'];

/// For each face its outward normal, the direction along its rows from left to right, and the direction along its
/// columns from top to bottom, as in the usual net of the cube.
const FACE_AXES: [[Vector; 3]; 6] = [
    [UP, RIGHT, FRONT],
    [RIGHT, BACK, DOWN],
    [FRONT, RIGHT, DOWN],
    [DOWN, RIGHT, BACK],
    [LEFT, FRONT, DOWN],
    [BACK, LEFT, DOWN],
];

/// A cube of two or three layers: its stickers face by face, U R F D L B, row by row, and its turns by their names.
pub(in crate::puzzles) struct Model {
    layers: i8,
    /// The position of each sticker relative to the center of the cube. Layers are 2 apart, and a sticker is 1 above
    /// the center of its piece.
    stickers: Vec<Vector>,
    turns: Vec<(Box<str>, Permutation)>,
}

impl Model {
    pub(in crate::puzzles) fn new(layers: i8) -> Self {
        // The coordinate of a row or column, counted from 0.
        let coordinate = move |number: i8| 2 * number - (layers - 1);
        let stickers = FACE_AXES.iter().flat_map(|&[outward, right, down]| {
            let position = move |(row, column)| -> Vector {
                let (x, y) = (coordinate(column), coordinate(row));
                array::from_fn(|axis| outward[axis] * layers + right[axis] * x + down[axis] * y)
            };
            (0..layers).flat_map(move |row| (0..layers).map(move |column| position((row, column))))
        });
        let mut model = Self {
            layers,
            stickers: stickers.collect(),
            turns: Vec::new(),
        };
        model.turns = model.named_turns();
        model
    }

    /// The clockwise quarter turns of the faces; then, with three layers, the wide turns (of a face and the layer
    /// behind it) and those of the slices (the middle layers); then the rotations of the whole cube. The slices M, E
    /// and S turn in the directions of L, D and F, and the rotations x, y and z in those of R, U and F.
    fn named_turns(&self) -> Vec<(Box<str>, Permutation)> {
        // Coordinates along the axis: of the centers of the outer layer's pieces, and of the stickers on their outside.
        let (outer, above) = (self.layers - 1, self.layers);
        let mut numbers = [0; 512];
        for (&sticker, number) in self.stickers.iter().zip(0..) {
            numbers[key(sticker)] = number;
        }
        let mut turns: Vec<(Box<str>, Permutation)> = Vec::new();
        let mut add = |name: String, face: usize, layers: RangeInclusive<i8>| {
            turns.push((
                name.into(),
                self.turn(&numbers, FACE_AXES[face][0], &layers),
            ));
        };
        for (face, name) in FACES.iter().enumerate() {
            add(format!("{name}"), face, outer..=above);
        }
        if self.layers == 3 {
            for (face, name) in FACES.iter().enumerate() {
                add(format!("{}", name.to_ascii_lowercase()), face, 0..=above);
                add(format!("{name}w"), face, 0..=above);
            }
            for (name, face) in [("M", 4), ("E", 3), ("S", 2)] {
                add(name.into(), face, 0..=0);
            }
        }
        for (name, face) in [("x", 1), ("y", 0), ("z", 2)] {
            add(name.into(), face, -above..=above);
        }
        turns
    }

    /// A quarter turn of some layers around an axis, clockwise as seen from the end of the axis.
    fn turn(&self, numbers: &[u32; 512], axis: Vector, layers: &RangeInclusive<i8>) -> Permutation {
        let images = self.stickers.iter().map(|&sticker| {
            let (along, across) = (dot(sticker, axis), cross(sticker, axis));
            let turned = array::from_fn(|at| axis[at] * along + across[at]);
            let is_turned = layers.contains(&along);
            numbers[key(if is_turned { turned } else { sticker })]
        });
        Permutation::from_images(images)
    }

    pub(in crate::puzzles) fn stickers(&self) -> usize {
        self.stickers.len()
    }

    pub(in crate::puzzles) fn moves(&self) -> Moves<'_> {
        let turns = self.turns.iter();
        Moves::new(
            self.stickers.len() as u32,
            turns.map(|(name, turn)| (&**name, turn)),
        )
    }

    /// The turn with this name.
    pub(in crate::puzzles) fn turn_named(&self, name: &str) -> Option<&Permutation> {
        let mut turns = self.turns.iter();
        turns
            .find(|(other, _)| **other == *name)
            .map(|(_, turn)| turn)
    }

    /// The face of a sticker, as an index of `FACES`.
    pub(in crate::puzzles) fn face(&self, sticker: u32) -> usize {
        sticker as usize / (self.stickers.len() / FACES.len())
    }

    /// The stickers of each corner and edge. The first sticker is on U or D, or else on F or B; the stickers of a
    /// corner are in clockwise order.
    pub(in crate::puzzles) fn pieces(&self) -> Vec<Vec<u32>> {
        let outer = self.layers - 1;
        let mut pieces: Vec<(Vector, Vec<u32>)> = Vec::new();
        for (sticker, number) in self.stickers.iter().zip(0..) {
            let center = sticker.map(|at| at.clamp(-outer, outer));
            match pieces.iter_mut().find(|(other, _)| *other == center) {
                Some((_, stickers)) => stickers.push(number),
                None => pieces.push((center, vec![number])),
            }
        }
        let pieces = pieces.into_iter().map(|(_, stickers)| stickers);
        let mut pieces: Vec<Vec<u32>> = pieces.filter(|stickers| stickers.len() > 1).collect();
        let outward = |sticker: u32| FACE_AXES[self.face(sticker)][0];
        for stickers in &mut pieces {
            // U and D come before F and B, and these before R and L.
            stickers.sort_by_key(|&sticker| match outward(sticker) {
                UP | DOWN => 0,
                FRONT | BACK => 1,
                _ => 2,
            });
            if let &mut [a, b, c] = &mut **stickers
                && dot(cross(outward(a), outward(b)), outward(c)) > 0
            {
                stickers.swap(1, 2);
            }
        }
        pieces
    }
}

/// A unique index below 512 for a position.
fn key(position: Vector) -> usize {
    let digits = position.map(|at| (at + 3) as usize);
    64 * digits[0] + 8 * digits[1] + digits[2]
}

/// Whether a rotation of the cube takes the faces with these names to U R F D L B; true if any color is not the name of
/// a face.
pub(super) fn is_rotation(centers: &[char; 6]) -> bool {
    let faces = centers
        .iter()
        .map(|name| FACES.iter().position(|other| other == name));
    let outward = faces.map(|face| face.map(|face| FACE_AXES[face][0]));
    let outward: Option<Vec<Vector>> = outward.collect();
    outward.is_none_or(|outward| {
        let is_opposite = |face: usize| outward[face + 3] == outward[face].map(|at| -at);
        // The determinant tells rotations from mirror images.
        (0..3).all(is_opposite) && dot(cross(outward[0], outward[1]), outward[2]) == -1
    })
}

fn dot(a: Vector, b: Vector) -> i8 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
