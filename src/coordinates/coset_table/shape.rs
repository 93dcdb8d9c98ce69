//! [`Shape`]: which entry of a table a coset has, and how it is followed along moves.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::coordinates::coordinate::{Coordinate, check_undirected, may_follow};
use crate::coordinates::symmetry::{Axis, MOST_SYMMETRIES, Symmetries, Symmetry};
use crate::coordinates::view::{Pieces, View};
use crate::heuristics::BuildError;
use crate::monitor::{Memory, Monitor, Stop};
use crate::permutation::Permutation;
use crate::puzzle::Puzzle;
use crate::puzzles::{Packed, PermutationPuzzle};

/// A coordinate's number has to fit into 16 bits.
const MOST_STATES: usize = 1 << 16;
/// In a class's number and symmetry: the bits of the symmetry.
const SYMMETRY_BITS: u32 = MOST_SYMMETRIES.ilog2();

/// Three coordinates: which pieces of the largest orbit are where, how they are turned, and all the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) arranged: u16,
    pub(super) oriented: u16,
    pub(super) rest: u16,
}

#[derive(Clone, Debug)]
struct Part {
    coordinate: Coordinate,
    /// By number, then by move.
    next: Box<[u16]>,
}

/// The coordinates of a table, and its rows.
///
/// A row has an entry for each number of the rest. Arrangements of the largest orbit that a symmetry takes to
/// one another share a row, in which what is left of the arrangement is seen through that symmetry.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) moves: Box<[Permutation]>,
    parts: [Part; 3],
    axes: Box<[Axis]>,
    /// How many states the second coordinate has.
    width: usize,
    /// By arranged and oriented: the row, and the symmetry that leads to its representative.
    rows: Vec<u32>,
    /// Of each row, an arrangement.
    representatives: Vec<u32>,
    /// The symmetries, other than the identity, that leave a representative as it is, by row.
    fixing: Vec<(u32, u8)>,
    /// By symmetry, then by the number of the rest: what that becomes.
    carried: Vec<u16>,
    /// By move, then by the number of the rest: what that becomes.
    moved: Vec<u16>,
    /// What may be played after each move, and after none.
    allowed: Box<[Box<[u8]>]>,
}

/// Numbers that fit into 16 bits.
fn part(view: &View, moves: &[Permutation]) -> Result<Part, BuildError> {
    let coordinate = Coordinate::new(view, moves, MOST_STATES, &mut Memory::default())?;
    let coordinate = coordinate.ok_or_else(|| {
        BuildError::unfit(format!(
            "the cosets have a coordinate with too many values: expected at most {MOST_STATES}, as larger \
             subgroups have"
        ))
    })?;
    let numbers = 0..coordinate.states();
    let next = numbers.flat_map(|number| coordinate.row(number).iter().map(|&to| to as u16));
    Ok(Part {
        next: next.collect(),
        coordinate,
    })
}

impl Part {
    fn states(&self) -> usize {
        self.coordinate.states()
    }

    #[inline]
    fn row(&self, number: u16, moves: usize) -> &[u16] {
        let first = usize::from(number) * moves;
        self.next.get(first..first + moves).unwrap_or_default()
    }
}

impl Shape {
    pub(super) fn new<B: Packed, P: Puzzle>(
        puzzle: &PermutationPuzzle<B>,
        view: &View,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Self, BuildError> {
        check_undirected(puzzle)?;
        let moves: Box<[Permutation]> = puzzle.permutations().cloned().collect();
        let all: Vec<u8> = (0..moves.len()).map(|mv| mv as u8).collect();
        let allowed = may_follow(puzzle, &all);
        let pieces = Pieces::new(puzzle.group(), &moves);
        let symmetries = Symmetries::new(puzzle.group(), &moves);
        // The orbit that shows most is reduced.
        let mut factors: Vec<_> = pieces.factors(view).collect();
        let states = |view: &Option<View>| {
            let part = view.as_ref().map(|view| part(view, &moves));
            part.map_or(Ok(1), |part| part.map(|part| part.states()))
        };
        let mut largest = (0, 0);
        for (at, factors) in factors.iter().enumerate() {
            let [arranged, oriented] = &factors.views;
            let both = states(arranged)? * states(oriented)?;
            if both > largest.1 {
                largest = (at, both);
            }
        }
        let nothing = View::new(&[]);
        let (kept, views) = if factors.is_empty() {
            (None, [None, None])
        } else {
            let factors = factors.remove(largest.0);
            (factors.orbit.first().copied(), factors.views)
        };
        let [arranged, oriented] = views.map(|view| view.unwrap_or_else(|| nothing.clone()));
        let rest = view.within(
            factors
                .iter()
                .flat_map(|factors| factors.orbit.iter().copied()),
        );
        let parts = [
            part(&arranged, &moves)?,
            part(&oriented, &moves)?,
            part(&rest, &moves)?,
        ];
        let kept = kept.and_then(|place| symmetries.orbit(place));
        let reducing = symmetries.reducing(view, kept);
        let axes = symmetries.axes(&reducing);
        let mut shape = Self {
            moves,
            width: parts[1].states(),
            parts,
            axes,
            rows: Vec::new(),
            representatives: Vec::new(),
            fixing: Vec::new(),
            carried: Vec::new(),
            moved: Vec::new(),
            allowed,
        };
        let all = shape.parts[0].states() * shape.parts[1].states();
        if all >= 1 << (u32::BITS - SYMMETRY_BITS) {
            return Err(BuildError::unfit(
                "the largest orbit of the cosets has too many values: expected at most 2^26",
            ));
        }
        let carried = reducing.len() * shape.parts[2].states();
        // A row and a half for each set of arrangements that symmetries take to one another.
        let representatives = all / reducing.len().max(1) * 3 / 2;
        let numbers = all + representatives;
        monitor.claim(numbers * size_of::<u32>() + carried * size_of::<u16>())?;
        for mv in 0..shape.moves.len() {
            let rest = &shape.parts[2].coordinate;
            let numbers = 0..rest.states();
            shape
                .moved
                .extend(numbers.map(|number| rest.next(number, mv) as u16));
        }
        shape.divide(
            [&arranged, &oriented, &rest],
            &symmetries.orbits,
            &reducing,
            monitor,
        )?;
        Ok(shape)
    }

    /// Finds the rows.
    fn divide<P: Puzzle>(
        &mut self,
        [arranged, oriented, rest]: [&View; 3],
        orbits: &[Vec<u32>],
        reducing: &[(&Symmetry, Permutation)],
        monitor: &mut Monitor<'_, P>,
    ) -> Result<(), Stop> {
        const NONE: u32 = u32::MAX;
        let [first, second, third] = &self.parts;
        let places = self
            .moves
            .iter()
            .map(Permutation::points)
            .max()
            .unwrap_or(0) as usize;
        let mut seen: Seen = [vec![[0; 2]; places], vec![[0; 2]; places]];
        for (_, by) in reducing {
            let recolored = Recolored::new(orbits, by, |place| [rest.color(place), 0]);
            for number in 0..third.states() {
                let colors = third.coordinate.colors(number);
                recolored.see(colors, core::iter::empty(), &mut seen);
                let number = third.coordinate.number(|place| seen[1][place as usize][0]);
                // Symmetries take what can be reached to what can be reached.
                self.carried.push(number.unwrap_or(0) as u16);
            }
        }
        let mut seen: Seen = [vec![[0; 2]; places], vec![[0; 2]; places]];
        let both = |place| [arranged.color(place), oriented.color(place)];
        let recolored = reducing
            .iter()
            .map(|(_, by)| Recolored::new(orbits, by, both));
        let recolored: Vec<Recolored> = recolored.collect();
        let identity: Vec<usize> = (0..self.moves.len()).collect();
        let inverse = |symmetry: &Symmetry| {
            let undoes = |(other, _): &(&Symmetry, Permutation)| {
                let both = symmetry.moves.iter().map(|&mv| other.moves[mv]);
                both.eq(identity.iter().copied())
            };
            reducing.iter().position(undoes).unwrap_or(0) as u32
        };
        let inverses: Vec<u32> = reducing
            .iter()
            .map(|(symmetry, _)| inverse(symmetry))
            .collect();
        let width = second.states();
        let all = first.states() * width;
        self.rows
            .try_reserve_exact(all)
            .map_err(|_| Stop::OutOfMemory)?;
        self.rows.resize(all, NONE);
        for start in 0..all {
            if start % (1 << 12) == 0 {
                monitor.look()?;
            }
            if self.rows[start] != NONE {
                continue;
            }
            let row = self.representatives.len() as u32;
            self.representatives.push(start as u32);
            let (a, b) = (start / width, start % width);
            for (by, recolored) in recolored.iter().enumerate() {
                let colors = (first.coordinate.colors(a), second.coordinate.colors(b));
                recolored.see(colors.0, colors.1, &mut seen);
                let a = first.coordinate.number(|place| seen[1][place as usize][0]);
                let b = second.coordinate.number(|place| seen[1][place as usize][1]);
                let Some((a, b)) = a.zip(b) else { continue };
                let at = a as usize * width + b as usize;
                if self.rows[at] == NONE {
                    self.rows[at] = row << SYMMETRY_BITS | inverses[by];
                } else if at == start && by > 0 {
                    self.fixing.push((row, by as u8));
                }
            }
        }
        Ok(())
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.representatives.len()
    }

    /// How many entries a row has.
    pub(super) fn entries(&self) -> usize {
        self.parts[2].states()
    }

    /// How many bytes a row takes.
    pub(super) fn row_bytes(&self) -> usize {
        self.entries().div_ceil(4)
    }

    /// How many bytes all rows have.
    pub(super) fn table_bytes(&self) -> usize {
        self.rows() * self.row_bytes()
    }

    /// How many bytes it takes itself.
    pub(super) fn own_bytes(&self) -> usize {
        size_of_val(&self.rows[..])
            + size_of_val(&self.representatives[..])
            + size_of_val(&self.carried[..])
    }

    /// How many axes there are.
    pub(super) fn axes(&self) -> usize {
        self.axes.len()
    }

    /// What may be played after a move.
    pub(super) fn allowed(&self, last: Option<u8>) -> &[u8] {
        let at = last.map_or(self.moves.len(), usize::from);
        self.allowed.get(at).map_or(&[], |allowed| allowed)
    }

    /// The representative of a row after a move: its row, and the symmetry that leads there.
    #[inline]
    pub(super) fn row_after(&self, row: usize, mv: usize) -> (usize, usize) {
        let width = self.parts[1].states();
        let start = self.representatives[row] as usize;
        let after = Standing {
            arranged: self.parts[0].coordinate.next(start / width, mv) as u16,
            oriented: self.parts[1].coordinate.next(start % width, mv) as u16,
            rest: 0,
        };
        self.row(after)
    }

    /// What the numbers of the rest become by a move.
    #[inline]
    pub(super) fn moved(&self, mv: usize) -> &[u16] {
        &self.moved[mv * self.entries()..][..self.entries()]
    }

    /// What the numbers of the rest become by a symmetry.
    #[inline]
    pub(super) fn carried(&self, symmetry: usize) -> &[u16] {
        &self.carried[symmetry * self.entries()..][..self.entries()]
    }

    /// The symmetries other than the identity that leave the representative of a row as it is.
    pub(super) fn fixing(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let from = self
            .fixing
            .partition_point(|&(other, _)| (other as usize) < row);
        let same = self.fixing[from..]
            .iter()
            .take_while(move |&&(other, _)| other as usize == row);
        same.map(|&(_, symmetry)| usize::from(symmetry))
    }

    /// The number of what is seen of the largest orbit.
    #[inline]
    pub(super) fn number(&self, at: Standing) -> usize {
        usize::from(at.arranged) * self.width + usize::from(at.oriented)
    }

    /// By this number: the row, and the symmetry that leads to the representative, in a word.
    pub(super) fn rows_of_all(&self) -> &[u32] {
        &self.rows
    }

    #[inline]
    pub(super) fn row_of(&self, at: Standing) -> u32 {
        self.rows.get(self.number(at)).copied().unwrap_or(0)
    }

    fn row(&self, at: Standing) -> (usize, usize) {
        let row = self.row_of(at);
        (
            (row >> SYMMETRY_BITS) as usize,
            (row % (1 << SYMMETRY_BITS)) as usize,
        )
    }

    /// The row and the entry of a coset, by the word.
    #[inline]
    pub(super) fn entry_in(&self, row: u32, at: Standing) -> (usize, usize) {
        let symmetry = (row % (1 << SYMMETRY_BITS)) as usize;
        let carried = self
            .carried
            .get(symmetry * self.entries() + usize::from(at.rest));
        (
            (row >> SYMMETRY_BITS) as usize,
            carried.copied().map_or(0, usize::from),
        )
    }

    /// The row and the entry of a coset.
    pub(super) fn entry(&self, at: Standing) -> (usize, usize) {
        self.entry_in(self.row_of(at), at)
    }

    /// Where moves lead along an axis.
    #[inline]
    pub(super) fn steps(&self, axis: usize, at: Standing) -> Steps<'_> {
        let moves = self.moves.len();
        let [arranged, oriented, rest] = &self.parts;
        Steps {
            images: self.axes.get(axis).map_or(&[], |axis| &axis.moves),
            rows: [
                arranged.row(at.arranged, moves),
                oriented.row(at.oriented, moves),
                rest.row(at.rest, moves),
            ],
        }
    }

    /// What is seen along an axis, of the arrangement to which this permutation has led from the goal.
    pub(super) fn standing(&self, axis: usize, relative: &Permutation) -> Option<Standing> {
        let places = &self.axes.get(axis)?.places;
        let homes = places.inverse().then(relative).then(places).inverse();
        let home = |place| homes.image(place);
        let [arranged, oriented, rest] = &self.parts;
        Some(Standing {
            arranged: arranged.coordinate.seen(home)? as u16,
            oriented: oriented.coordinate.seen(home)? as u16,
            rest: rest.coordinate.seen(home)? as u16,
        })
    }
}

/// Where moves lead from a coset.
pub(super) struct Steps<'a> {
    images: &'a [usize],
    rows: [&'a [u16]; 3],
}

impl Steps<'_> {
    #[inline]
    pub(super) fn after(&self, mv: usize) -> Standing {
        let mv = self.images.get(mv).copied().unwrap_or(0);
        let [arranged, oriented, rest] = self.rows.map(|row| row.get(mv).copied().unwrap_or(0));
        Standing {
            arranged,
            oriented,
            rest,
        }
    }
}

/// How what is seen changes by a symmetry.
struct Recolored {
    /// For each place, where it comes.
    to: Vec<u32>,
    /// The places, each with the number of its orbit.
    places: Vec<(usize, usize)>,
    /// What colours become, by orbit and both colours.
    colors: Vec<[u8; 2]>,
    width: usize,
}

/// What is seen on each place, and what is there after a symmetry.
type Seen = [Vec<[u8; 2]>; 2];

impl Recolored {
    fn new(orbits: &[Vec<u32>], by: &Permutation, color: impl Fn(u32) -> [u8; 2]) -> Self {
        let orbits = orbits.iter().enumerate();
        let places: Vec<(usize, usize)> = orbits
            .flat_map(|(orbit, places)| places.iter().map(move |&place| (place as usize, orbit)))
            .collect();
        let width = |at: usize| {
            let colors = places.iter().map(|&(place, _)| color(place as u32)[at]);
            usize::from(colors.max().unwrap_or(0)) + 1
        };
        let (rows, width) = (width(0), width(1));
        let orbits = places
            .iter()
            .map(|&(_, orbit)| orbit + 1)
            .max()
            .unwrap_or(0);
        let mut colors = vec![[0; 2]; orbits * rows * width];
        for &(place, orbit) in &places {
            let [a, b] = color(place as u32).map(usize::from);
            colors[(orbit * rows + a) * width + b] = color(by.image(place as u32));
        }
        Self {
            to: (0..by.points()).map(|place| by.image(place)).collect(),
            places: places
                .into_iter()
                .map(|(place, orbit)| (place, orbit * rows * width))
                .collect(),
            colors,
            width,
        }
    }

    /// Fills in what is seen after the symmetry, of what is seen before.
    fn see(
        &self,
        first: impl Iterator<Item = (u32, u8)>,
        second: impl Iterator<Item = (u32, u8)>,
        [before, after]: &mut Seen,
    ) {
        for (place, color) in first {
            before[place as usize][0] = color;
        }
        for (place, color) in second {
            before[place as usize][1] = color;
        }
        for &(place, orbit) in &self.places {
            let [a, b] = before[place].map(usize::from);
            after[self.to[place] as usize] = self.colors[orbit + a * self.width + b];
        }
    }
}
