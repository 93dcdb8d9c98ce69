//! [`TableLayout`]: the place of a coset's entry in the table, and the transitions of cosets by moves.
//!
//! A coset has three coordinates: how the pieces of the largest orbit are arranged (`arranged`), how they are oriented
//! (`oriented`), and what the view shows of all other orbits (`rest`). The symmetries that preserve the view divide the
//! arrangements of the first into classes (788 for the 11,880 of the middle layer of Rubik's cube). A class has a row
//! for each orientation, and a row has an entry for each value of the rest.
//!
//! Invariant: a coset's entry is in the row of its first two coordinates, at the image of its rest under the symmetry
//! that takes these two to the representative of their class. So cosets that such a symmetry maps to one another share
//! an entry.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use puzzle_search::Stop;
use puzzle_search::job::{BuildError, Claim, Meter};
use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Packed, PermutationPuzzle};

use super::inverse::InverseCosets;
use super::recoloring::Recoloring;
use super::subgroup::{OrbitParity, Subgroup};
use super::symmetry_classes::SymmetryClasses;
use super::word::{BYTES, ENTRIES};
use crate::coordinate::{Coordinate, check_undirected, may_follow, without_limits};
use crate::symmetry::{Axis, MOST_AXES, MoveSymmetry, Symmetries};
use crate::view::{PieceBlocks, View};

/// The greatest number of values of a coordinate: they must fit into 16 bits, and one 16-bit number stands for no
/// value.
const MOST_STATES: usize = (1 << 16) - 1;

/// The coordinates of a coset: how the pieces of the largest orbit are arranged, how they are oriented, and the rest.
/// If the view shows only orientations of these pieces, the orientation takes the place of `arranged`. If the table has
/// an [`OrbitParity`], `rest` is twice the value of the rest, plus one if the coset is odd.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CosetCoordinates {
    pub(super) arranged: u16,
    pub(super) oriented: u16,
    pub(super) rest: u16,
}

/// A coordinate whose values fit into 16 bits.
#[derive(Debug)]
struct Coordinate16 {
    coordinate: Coordinate,
    /// The transitions, by value and then by move.
    next: Box<[u16]>,
}

/// The layout of a table.
///
/// A row has an entry for each value of the rest, with even and odd cosets side by side. The first two coordinates
/// determine the row, and the symmetry whose image of the rest is the index in the row.
#[derive(Debug)]
pub(super) struct TableLayout {
    pub(super) moves: Box<[Permutation]>,
    coordinates: [Coordinate16; 3],
    parity: Option<OrbitParity>,
    /// Whether each move changes the parity; false for all moves if parity is not told apart.
    odd: Box<[bool]>,
    axes: Box<[Axis]>,
    classes: SymmetryClasses,
    /// The image of each value of the rest, by symmetry (of those that preserve the view) and then by value.
    rest_images: Vec<u16>,
    /// The value of the rest after a move, by move and then by value.
    rest_after: Vec<u16>,
    /// For each move, and last for no move: the moves that may follow it.
    allowed: Box<[Box<[u8]>]>,
    /// For each move, the axes (see [`Axis`]), as bits, whose subgroup contains it, apart from parity.
    subgroup_axes: Box<[u8]>,
    pub(super) inverse: InverseCosets,
    /// The claim on the memory of `inverse`, `rest_images` and `rest_after`.
    claim: Claim,
}

const _: () = assert!(MOST_AXES <= u8::BITS as usize);

/// The coordinate of a view, or an error if it has too many values.
fn coordinate16(view: &View, moves: &[Permutation]) -> Result<Coordinate16, BuildError> {
    let coordinate = without_limits(|meter| Coordinate::new(view, moves, MOST_STATES, meter))?;
    let coordinate = coordinate.ok_or_else(|| {
        BuildError::unfit(format!(
            "the cosets have a coordinate with too many values: expected at most {MOST_STATES}, as larger \
             subgroups have"
        ))
    })?;
    let numbers = 0..coordinate.states();
    let next = numbers.flat_map(|number| coordinate.row(number).iter().map(|&to| to as u16));
    Ok(Coordinate16 {
        next: next.collect(),
        coordinate,
    })
}

impl Coordinate16 {
    fn states(&self) -> usize {
        self.coordinate.states()
    }

    /// Doubles the values: 2v is even, and 2v + 1 is odd.
    fn double(&mut self, odd: &[bool]) {
        let rows = self.next.chunks_exact(odd.len().max(1));
        let doubled = rows.flat_map(|row| {
            [false, true].into_iter().flat_map(move |is_odd| {
                let after = row.iter().zip(odd);
                after.map(move |(&to, &odd)| 2 * to + u16::from(is_odd ^ odd))
            })
        });
        self.next = doubled.collect();
    }
}

impl TableLayout {
    pub(super) fn new<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        Subgroup { view, parities }: &Subgroup,
        meter: &mut Meter<'_>,
    ) -> Result<Self, BuildError> {
        check_undirected(puzzle)?;
        let moves: Box<[Permutation]> = puzzle.permutations().cloned().collect();
        let all: Vec<u8> = (0..moves.len()).map(|mv| mv as u8).collect();
        let allowed = may_follow(puzzle, &all);
        let pieces = PieceBlocks::new(puzzle.group(), &moves);
        let symmetries = Symmetries::new(puzzle.group(), &moves);
        // The largest orbit is the one with the most values; symmetry reduces it.
        let mut factors: Vec<_> = pieces.factors(view).collect();
        let states = |view: &Option<View>| {
            let part = view.as_ref().map(|view| coordinate16(view, &moves));
            part.map_or(Ok(1), |part| part.map(|part| part.states()))
        };
        let mut largest = (0, 0);
        for (index, factors) in factors.iter().enumerate() {
            let [arranged, oriented] = &factors.views;
            let both = states(arranged)?.saturating_mul(states(oriented)?);
            if both > largest.1 {
                largest = (index, both);
            }
        }
        let uncolored = View::new(&[]);
        let (kept, views) = if factors.is_empty() {
            (None, [None, None])
        } else {
            let factors = factors.remove(largest.0);
            (factors.orbit.first().copied(), factors.views)
        };
        // The coordinate that has classes comes first.
        let views = match views {
            [None, oriented] => [oriented, None],
            both => both,
        };
        let [arranged, oriented] = views.map(|view| view.unwrap_or_else(|| uncolored.clone()));
        let rest = view.within(
            factors
                .iter()
                .flat_map(|factors| factors.orbit.iter().copied()),
        );
        let mut coordinates = [
            coordinate16(&arranged, &moves)?,
            coordinate16(&oriented, &moves)?,
            coordinate16(&rest, &moves)?,
        ];
        let has_room = 2 * coordinates[2].states() <= MOST_STATES;
        let mut usable = parities.iter().filter(|_| has_room).map(|parity| {
            let odd: Box<[bool]> = moves.iter().map(|mv| parity.is_odd(mv)).collect();
            (Some(parity.clone()), odd)
        });
        let none = || (None, moves.iter().map(|_| false).collect());
        let kept_by_all = |(_, odd): &(_, Box<[bool]>)| symmetries.all_preserve(odd);
        let (parity, odd) = usable.find(kept_by_all).unwrap_or_else(none);
        if parity.is_some() {
            coordinates[2].double(&odd);
        }
        // Symmetries must map the largest orbit to itself, since `arranged` belongs to it.
        let kept = kept.and_then(|place| symmetries.orbit_index(place));
        let preserving = symmetries.preserving(view, kept);
        let axes = symmetries.axes(&preserving);
        let plain = coordinates.each_ref().map(|part| &part.coordinate);
        let inverse = InverseCosets::new(plain, &axes, &moves);
        let claim = meter.claim(inverse.bytes())?;
        let mut layout = Self {
            subgroup_axes: Box::default(),
            inverse,
            moves,
            coordinates,
            parity,
            odd,
            axes,
            classes: SymmetryClasses::default(),
            rest_images: Vec::new(),
            rest_after: Vec::new(),
            allowed,
            claim,
        };
        layout.compute_images(
            [&arranged, &oriented, &rest],
            &symmetries.orbits,
            &preserving,
            meter,
        )?;
        let goal = CosetCoordinates::default();
        let subgroup_axes = (0..layout.moves.len()).map(|mv| {
            let axes = 0..layout.axes();
            let bits = axes.map(|axis| {
                // A move within the subgroup leaves the goal's coset as it is, except perhaps for its parity.
                let mut after = layout.after(axis, goal, mv);
                after.rest -= layout.rest_with_parity(0, u16::from(layout.odd[mv]));
                u8::from(after == goal) << axis
            });
            bits.sum()
        });
        layout.subgroup_axes = subgroup_axes.collect();
        // The index of an entry must fit into a `usize`.
        let entries = layout.rows().checked_mul(layout.row_length());
        entries.map(|_| layout).ok_or(Stop::OutOfMemory.into())
    }

    /// Computes the images of the values under the symmetries that preserve the view (`preserving`) and under the
    /// moves.
    fn compute_images(
        &mut self,
        [arranged, oriented, rest]: [&View; 3],
        orbits: &[Vec<u32>],
        preserving: &[(&MoveSymmetry, Permutation)],
        meter: &mut Meter<'_>,
    ) -> Result<(), BuildError> {
        let [first, second, third] = self.coordinates.each_ref().map(|part| &part.coordinate);
        let numbers = (preserving.len() + self.moves.len()) * self.row_length();
        let bytes = self.claim.bytes() + numbers * size_of::<u16>();
        self.claim.resize(bytes, meter)?;
        let mut rest_images = Vec::new();
        for (_, by) in preserving {
            let recoloring = Recoloring::new(orbits, by, |place| [rest.color(place), 0]);
            // Symmetries map reachable values to reachable values, and preserve parity.
            let numbers = (0..third.states()).flat_map(|value| {
                let number = recoloring.of_first(third, value).unwrap_or(0);
                self.parities().map(move |parity| (number, parity))
            });
            rest_images.extend(numbers.map(|(n, parity)| self.rest_with_parity(n, parity)));
        }
        self.rest_images = rest_images;
        for mv in 0..self.moves.len() {
            let numbers = 0..self.row_length();
            let next = &self.coordinates[2].next;
            self.rest_after
                .extend(numbers.map(|number| next[number * self.moves.len() + mv]));
        }
        let both = |place| [arranged.color(place), oriented.color(place)];
        let recolorings = preserving
            .iter()
            .map(|(_, by)| Recoloring::new(orbits, by, both));
        let recolorings: Vec<Recoloring> = recolorings.collect();
        let identity: Vec<usize> = (0..self.moves.len()).collect();
        let inverse = |(symmetry, _): &(&MoveSymmetry, Permutation)| {
            let undoes = |(other, _): &(&MoveSymmetry, Permutation)| {
                let both = symmetry.moves.iter().map(|&mv| other.moves[mv]);
                both.eq(identity.iter().copied())
            };
            preserving.iter().position(undoes).unwrap_or(0)
        };
        let inverses: Vec<usize> = preserving.iter().map(inverse).collect();
        self.classes = SymmetryClasses::new([first, second], &recolorings, &inverses, meter)?;
        Ok(())
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.classes.rows()
    }

    /// The number of entries in a row.
    pub(super) fn row_length(&self) -> usize {
        self.coordinates[2].states() << u32::from(self.tells_parity())
    }

    /// Whether the table tells parity: the entry of a coset is beside that of its twin.
    #[inline]
    pub(super) const fn tells_parity(&self) -> bool {
        self.parity.is_some()
    }

    /// Whether a move changes the parity.
    #[inline]
    pub(super) fn is_odd(&self, mv: usize) -> bool {
        self.odd.get(mv).copied().unwrap_or(false)
    }

    /// The parities that the table tells apart: 0 and 1, or only 0.
    fn parities(&self) -> RangeInclusive<u16> {
        0..=u16::from(self.tells_parity())
    }

    /// The value of the rest with its parity, which is 0 or 1.
    #[inline]
    fn rest_with_parity(&self, number: u32, parity: u16) -> u16 {
        (number << u32::from(self.tells_parity())) as u16 | parity
    }

    /// The coset that differs only by its parity.
    pub(super) fn twin(&self, coset: CosetCoordinates) -> CosetCoordinates {
        CosetCoordinates {
            rest: coset.rest ^ u16::from(self.tells_parity()),
            ..coset
        }
    }

    /// The coset of an arrangement's inverse, given its [sum](InverseCosets::sums) and the coset `of` of the
    /// arrangement, which has the same parity.
    #[inline]
    pub(super) fn inverse_coset(&self, sum: u64, of: CosetCoordinates) -> CosetCoordinates {
        let mut coset = self.inverse.coset(sum);
        let parity = of.rest & u16::from(self.tells_parity());
        coset.rest = self.rest_with_parity(coset.rest.into(), parity);
        coset
    }

    /// The bytes of all rows.
    pub(super) fn table_bytes(&self) -> usize {
        (self.rows() * self.row_length()).div_ceil(ENTRIES) * BYTES
    }

    /// The bytes of the layout itself.
    pub(super) fn own_bytes(&self) -> usize {
        let coordinates = self.coordinates.iter();
        let coordinates =
            coordinates.map(|part| part.coordinate.bytes() + size_of_val(&part.next[..]));
        let numbers = size_of_val(&self.rest_images[..]) + size_of_val(&self.rest_after[..]);
        coordinates.sum::<usize>() + self.classes.bytes() + numbers + self.inverse.bytes()
    }

    /// The number of axes.
    pub(super) fn axes(&self) -> usize {
        self.axes.len()
    }

    /// The moves that may follow the move `last`, or begin a path if it is `None`.
    pub(super) fn allowed(&self, last: Option<u8>) -> &[u8] {
        let index = last.map_or(self.moves.len(), usize::from);
        self.allowed.get(index).map_or(&[], |allowed| allowed)
    }

    /// The axes, as bits, whose subgroup contains a move, apart from parity. Along these axes, the inverse stays in its
    /// coset, or changes to the twin of its coset if the move is odd.
    #[inline]
    pub(super) fn subgroup_axes(&self, mv: usize) -> u8 {
        self.subgroup_axes.get(mv).copied().unwrap_or(0)
    }

    /// The row to which a move leads from the representative's coset of a row, and the symmetry that leads there.
    #[inline]
    pub(super) fn row_after(&self, row: usize, mv: usize) -> (usize, usize) {
        let (arranged, oriented) = self.classes.values_of(row);
        let [first, second, _] = self.coordinates.each_ref().map(|part| &part.coordinate);
        let after = (first.next(arranged, mv), second.next(oriented, mv));
        self.classes.row(after.0 as usize, after.1 as usize)
    }

    /// The values of the rest after a move.
    #[inline]
    pub(super) fn rest_after(&self, mv: usize) -> &[u16] {
        &self.rest_after[mv * self.row_length()..][..self.row_length()]
    }

    /// The images of the values of the rest under a symmetry.
    #[inline]
    pub(super) fn rest_images(&self, symmetry: usize) -> &[u16] {
        &self.rest_images[symmetry * self.row_length()..][..self.row_length()]
    }

    /// Whether the transitions of every row are those of arrangements, even if the row is not reached yet (see
    /// [`SymmetryClasses::is_total`]).
    pub(super) const fn is_total(&self) -> bool {
        self.classes.is_total()
    }

    /// The rows that a symmetry identifies with this row, each with the symmetry.
    pub(super) fn symmetric_rows(&self, row: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.classes.symmetric_rows(row)
    }

    /// The row of a coset, and the index of its entry in the row.
    #[inline]
    pub(super) fn locate(&self, of: CosetCoordinates) -> (usize, usize) {
        let (row, symmetry) = self.classes.row(of.arranged.into(), of.oriented.into());
        let image = self
            .rest_images
            .get(symmetry * self.row_length() + usize::from(of.rest));
        (row, image.copied().map_or(0, usize::from))
    }

    /// The coset after a move, along an axis.
    #[inline]
    pub(super) fn after(&self, axis: usize, of: CosetCoordinates, mv: usize) -> CosetCoordinates {
        let moves = self.moves.len();
        let axis = self.axes.get(axis);
        let mv = axis.and_then(|axis| axis.moves.get(mv)).map_or(0, |&mv| mv);
        let next = |part: &Coordinate16, number: u16| {
            let next = part.next.get(usize::from(number) * moves + mv);
            next.copied().unwrap_or(0)
        };
        let [arranged, oriented, rest] = &self.coordinates;
        CosetCoordinates {
            arranged: next(arranged, of.arranged),
            oriented: next(oriented, of.oriented),
            rest: next(rest, of.rest),
        }
    }

    /// The coset along an axis of the arrangement to which the permutation `relative` takes the goal.
    pub(super) fn coset(&self, axis: usize, relative: &Permutation) -> Option<CosetCoordinates> {
        let places = &self.axes.get(axis)?.places;
        let homes = places.inverse().then(relative).then(places).inverse();
        let home = |place| homes.image(place);
        let [arranged, oriented, rest] = &self.coordinates;
        Some(CosetCoordinates {
            arranged: arranged.coordinate.number_of_arrangement(home)? as u16,
            oriented: oriented.coordinate.number_of_arrangement(home)? as u16,
            rest: self.rest_with_parity(
                rest.coordinate.number_of_arrangement(home)?,
                self.parity
                    .as_ref()
                    .map_or(0, |parity| parity.is_odd(relative).into()),
            ),
        })
    }
}
