//! [`Model`]: where the stickers of a cube are in space, and what turns do to them.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::permutation::Permutation;
use crate::puzzles::sequence::Moves;

/// To the right, up, and to the front.
type Vector = [i8; 3];

const RIGHT: Vector = [1, 0, 0];
const LEFT: Vector = [-1, 0, 0];
const UP: Vector = [0, 1, 0];
const DOWN: Vector = [0, -1, 0];
const FRONT: Vector = [0, 0, 1];
const BACK: Vector = [0, 0, -1];

/// The names of the faces. Opposite faces are three apart.
pub(in crate::puzzles) const FACES: [char; 6] = ['U', 'R', 'F', 'D', 'L', 'B'];

/// Where each face is, and where its rows and its columns go in the usual net.
const SIDES: [[Vector; 3]; 6] = [
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
    /// Where they are, with the center of the cube at 0: layers are 2 apart, and a sticker is 1 above its piece.
    stickers: Vec<Vector>,
    turns: Vec<(Box<str>, Permutation)>,
}

impl Model {
    pub(in crate::puzzles) fn new(layers: i8) -> Self {
        let along = move |number: i8| 2 * number - (layers - 1);
        let stickers = SIDES.iter().flat_map(|&[outward, row, column]| {
            let at = move |(r, c)| -> Vector {
                core::array::from_fn(|axis| {
                    outward[axis] * layers + row[axis] * along(c) + column[axis] * along(r)
                })
            };
            (0..layers).flat_map(move |r| (0..layers).map(move |c| at((r, c))))
        });
        let mut model = Self {
            layers,
            stickers: stickers.collect(),
            turns: Vec::new(),
        };
        model.turns = model.named_turns();
        model
    }

    /// Faces, then, of three layers, wide turns and slices, then the whole cube. A slice turns with the face L, D or F,
    /// and the cube with the face R, U or F.
    fn named_turns(&self) -> Vec<(Box<str>, Permutation)> {
        // With the stickers that are above it.
        let (outer, above) = (self.layers - 1, self.layers);
        let mut numbers = [0; 512];
        for (&sticker, number) in self.stickers.iter().zip(0..) {
            numbers[cell(sticker)] = number;
        }
        let mut turns: Vec<(Box<str>, Permutation)> = Vec::new();
        let mut add = |name: String, face: usize, layers: RangeInclusive<i8>| {
            turns.push((name.into(), self.turn(&numbers, SIDES[face][0], &layers)));
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

    /// A quarter turn of layers around an axis, clockwise as seen from where the axis points.
    fn turn(&self, numbers: &[u32; 512], axis: Vector, layers: &RangeInclusive<i8>) -> Permutation {
        let images = self.stickers.iter().map(|&sticker| {
            let (along, across) = (dot(sticker, axis), cross(sticker, axis));
            let turned = core::array::from_fn(|at| axis[at] * along + across[at]);
            let is_turned = layers.contains(&along);
            numbers[cell(if is_turned { turned } else { sticker })]
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

    /// The turn with this name, such as a face.
    pub(in crate::puzzles) fn named(&self, name: &str) -> Option<&Permutation> {
        let mut turns = self.turns.iter();
        turns
            .find(|(other, _)| **other == *name)
            .map(|(_, turn)| turn)
    }

    /// The face of a sticker, as an index of `FACES`.
    pub(in crate::puzzles) fn face(&self, sticker: u32) -> usize {
        sticker as usize / (self.stickers.len() / FACES.len())
    }

    /// The stickers of each corner and edge, from U or D, or else F or B, on; those of a corner clockwise.
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
        let outward = |sticker: u32| SIDES[self.face(sticker)][0];
        for stickers in &mut pieces {
            // First up or down, then front or back.
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

/// A number for a place near the cube.
fn cell(place: Vector) -> usize {
    let digits = place.map(|at| (at + 3) as usize);
    64 * digits[0] + 8 * digits[1] + digits[2]
}

/// Whether the cube can be held so that its faces with these names are where U R F D L B are; colors that are no names of
/// faces can be anywhere.
pub(super) fn can_be_held(centers: &[char; 6]) -> bool {
    let faces = centers
        .iter()
        .map(|name| FACES.iter().position(|other| other == name));
    let outward = faces.map(|face| face.map(|face| SIDES[face][0]));
    let outward: Option<Vec<Vector>> = outward.collect();
    outward.is_none_or(|outward| {
        let is_opposite = |face: usize| outward[face + 3] == outward[face].map(|at| -at);
        // And not in a mirror.
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
