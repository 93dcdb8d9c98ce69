//! [`MoveSymmetry`]: permutations of the moves that preserve the puzzle, and the permutations of the places that
//! realise them. The moves of a puzzle and its group go in; all its symmetries come out.
//!
//! Invariant: a realisation p of a symmetry conjugates each move to the image of the move. So p maps the arrangement
//! after a sequence of moves to the arrangement after the sequence of their images, and both are equally far from the
//! goal.
//!
//! A symmetry can have several realisations: for example, turning every piece in place commutes with all moves. For a
//! view, a realisation is chosen that maps colors to colors, if there is one.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use puzzle_search::permutation::Permutation;
use puzzle_search::permutation::PermutationGroup;

use super::view::View;

/// In a puzzle with more symmetries, only the identity is used: a class stores the symmetry in six bits.
pub(super) const MOST_SYMMETRIES: usize = 64;
/// The greatest number of symmetries through which an arrangement is looked up.
pub(super) const MOST_AXES: usize = 4;
/// The greatest number of candidates: permutations of the moves that preserve cycle types, few of which have a
/// realisation.
const MOST_CANDIDATES: usize = 1 << 12;
/// The greatest number of attempts to map a move to another.
const MOST_TRIALS: usize = 1 << 20;

/// A permutation of the moves that a permutation of the places realises by conjugation.
///
/// It determines the image of every element of the group. A realisation is chosen orbit by orbit, from the
/// [`OrbitMap`]s of each, such that no two orbits have the same target.
#[derive(Clone, Debug)]
pub(super) struct MoveSymmetry {
    /// The image of each move.
    pub(super) moves: Vec<usize>,
    /// For each orbit, the maps that realise the symmetry on it.
    orbit_maps: Vec<Vec<OrbitMap>>,
}

/// A map from one orbit to an orbit of the same size.
#[derive(Clone, Debug)]
struct OrbitMap {
    /// The orbit of the images.
    target: usize,
    /// The image of each place, in the order of the orbit.
    images: Vec<u32>,
}

/// A symmetry through which arrangements are looked up, which does not preserve the view: another axis of the puzzle.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The images of the places.
    pub(super) places: Permutation,
    /// The images of the moves.
    pub(super) moves: Box<[usize]>,
}

/// The symmetries of a puzzle, the identity first.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    /// The orbits of places under the group, except those of a single place.
    pub(super) orbits: Vec<Vec<u32>>,
    pub(super) all: Vec<MoveSymmetry>,
}

impl Symmetries {
    pub(super) fn new(group: &PermutationGroup, moves: &[Permutation]) -> Self {
        let orbits: Vec<_> = group
            .orbits()
            .into_iter()
            .filter(|orbit| orbit.len() > 1)
            .collect();
        let mut search = SymmetrySearch {
            cycle_types: cycle_types(moves),
            moves: moves.len(),
            found: Vec::new(),
            trials: 0,
        };
        search.extend(&mut Vec::new());
        let identity: Vec<usize> = (0..moves.len()).collect();
        let is_complete = search.is_within_limits();
        search.found.retain(|found| *found != identity);
        let candidates = core::iter::once(identity)
            .chain(search.found)
            .map(|images| MoveSymmetry {
                orbit_maps: orbit_maps(&orbits, moves, &images),
                moves: images,
            });
        let realised =
            |symmetry: &MoveSymmetry| symmetry.orbit_maps.iter().all(|maps| !maps.is_empty());
        let mut all: Vec<MoveSymmetry> = candidates.filter(realised).collect();
        if !is_complete || all.len() > MOST_SYMMETRIES {
            all.truncate(1);
        }
        Self { orbits, all }
    }

    /// A realisation of a symmetry that maps pieces of one color to pieces of one color, and the orbit with the index
    /// `kept_orbit` to itself, if there is such a realisation.
    pub(super) fn realisation(
        &self,
        symmetry: &MoveSymmetry,
        view: &View,
        kept_orbit: Option<usize>,
    ) -> Option<Permutation> {
        let mut chosen = Vec::new();
        if !self.choose(symmetry, view, kept_orbit, &mut chosen) {
            return None;
        }
        let places = self.orbits.iter().flatten().max();
        let mut images: Vec<u32> = (0..places.map_or(0, |&place| place + 1)).collect();
        for (orbit, map) in self.orbits.iter().zip(chosen) {
            for (&from, &to) in orbit.iter().zip(&map.images) {
                images[from as usize] = to;
            }
        }
        Permutation::new(&images).ok()
    }

    /// The symmetries that preserve a view, each with a realisation.
    pub(super) fn preserving(
        &self,
        view: &View,
        kept_orbit: Option<usize>,
    ) -> Vec<(&MoveSymmetry, Permutation)> {
        let realisation = |symmetry| self.realisation(symmetry, view, kept_orbit);
        let all = self.all.iter();
        all.filter_map(|symmetry| Some((symmetry, realisation(symmetry)?)))
            .collect()
    }

    /// The symmetries form a group, and those that preserve a view (`preserving`) a subgroup. Returns a representative
    /// of each coset of this subgroup, the identity first, but at most [`MOST_AXES`].
    pub(super) fn axes(&self, preserving: &[(&MoveSymmetry, Permutation)]) -> Box<[Axis]> {
        // Any realisation will do, so it is chosen for a view with one color.
        let uncolored = View::new(&[]);
        let mut axes: Vec<Axis> = Vec::new();
        for symmetry in &self.all {
            let is_new = axes.iter().all(|axis| {
                preserving.iter().all(|(preserving, _)| {
                    let both = axis.moves.iter().map(|&mv| preserving.moves[mv]);
                    !both.eq(symmetry.moves.iter().copied())
                })
            });
            let places = self.realisation(symmetry, &uncolored, None);
            if let Some(places) = places.filter(|_| is_new && axes.len() < MOST_AXES) {
                let moves = symmetry.moves.as_slice().into();
                axes.push(Axis { places, moves });
            }
        }
        axes.into()
    }

    /// Whether every symmetry maps marked moves to marked moves. `marked` has a flag for each move.
    pub(super) fn all_preserve(&self, marked: &[bool]) -> bool {
        let mut all = self.all.iter();
        all.all(|symmetry| {
            let images = symmetry.moves.iter().map(|&mv| marked[mv]);
            images.eq(marked.iter().copied())
        })
    }

    /// The index of the orbit of a place.
    pub(super) fn orbit_index(&self, place: u32) -> Option<usize> {
        self.orbits.iter().position(|orbit| orbit.contains(&place))
    }

    /// Chooses a map for each remaining orbit, by backtracking; returns whether there is a choice. `chosen` has the
    /// maps of the orbits before.
    fn choose<'a>(
        &self,
        symmetry: &'a MoveSymmetry,
        view: &View,
        kept_orbit: Option<usize>,
        chosen: &mut Vec<&'a OrbitMap>,
    ) -> bool {
        let next = chosen.len();
        let Some((orbit, maps)) = self.orbits.get(next).zip(symmetry.orbit_maps.get(next)) else {
            return true;
        };
        for map in maps {
            let is_free = chosen.iter().all(|other| other.target != map.target);
            let stays = kept_orbit != Some(next) || map.target == next;
            if is_free && stays && maps_colors(orbit, map, view) {
                chosen.push(map);
                if self.choose(symmetry, view, kept_orbit, chosen) {
                    return true;
                }
                chosen.pop();
            }
        }
        false
    }
}

/// Whether the map is one-to-one on colors: two places of the orbit have the same color if, and only if, their images
/// have.
fn maps_colors(orbit: &[u32], map: &OrbitMap, view: &View) -> bool {
    let (mut images, mut origins) = ([None; 256], [None; 256]);
    orbit.iter().zip(&map.images).all(|(&from, &to)| {
        let (from, to) = (view.color(from), view.color(to));
        *images[usize::from(from)].get_or_insert(to) == to
            && *origins[usize::from(to)].get_or_insert(from) == from
    })
}

/// The cycle types of the moves, and then of all products of two moves, in lexicographic order of the two. Cycle types
/// are numbered in the order in which they occur.
fn cycle_types(moves: &[Permutation]) -> Vec<usize> {
    let mut known: Vec<Vec<usize>> = Vec::new();
    let mut cycle_type = |permutation: &Permutation| {
        let mut lengths: Vec<usize> = permutation.cycles().iter().map(Vec::len).collect();
        lengths.sort_unstable();
        let at = known.iter().position(|other| *other == lengths);
        at.unwrap_or_else(|| {
            known.push(lengths);
            known.len() - 1
        })
    };
    let mut cycle_types: Vec<usize> = moves.iter().map(&mut cycle_type).collect();
    for a in moves {
        cycle_types.extend(moves.iter().map(|b| cycle_type(&a.then(b))));
    }
    cycle_types
}

/// Backtracking search for permutations of the moves that preserve these cycle types.
struct SymmetrySearch {
    cycle_types: Vec<usize>,
    /// The number of moves.
    moves: usize,
    found: Vec<Vec<usize>>,
    trials: usize,
}

impl SymmetrySearch {
    const fn is_within_limits(&self) -> bool {
        self.trials < MOST_TRIALS && self.found.len() < MOST_CANDIDATES
    }

    /// Finds all permutations that begin with these images of the first moves.
    fn extend(&mut self, images: &mut Vec<usize>) {
        let at = images.len();
        if at == self.moves {
            self.found.push(images.clone());
            return;
        }
        for image in 0..self.moves {
            self.trials += 1;
            if !self.is_within_limits() {
                return;
            }
            if self.cycle_types[at] != self.cycle_types[image] || images.contains(&image) {
                continue;
            }
            images.push(image);
            let product = |a: usize, b: usize| self.cycle_types[(a + 1) * self.moves + b];
            let fits = (0..=at).all(|other| {
                product(at, other) == product(image, images[other])
                    && product(other, at) == product(images[other], image)
            });
            if fits {
                self.extend(images);
            }
            images.pop();
        }
    }
}

/// The equivariant map of the orbit of `from` that maps `from` to `to`: if it maps a place p to q, it maps the image of
/// p by a move to the image of q by the permutation that the move `becomes`. Places outside the orbit have no image.
/// Returns `None` if there is no such map.
pub(super) fn equivariant_map<'a>(
    moves: &'a [Permutation],
    becomes: impl Fn(usize) -> &'a Permutation,
    from: u32,
    to: u32,
) -> Option<Vec<Option<u32>>> {
    let places = moves.iter().map(Permutation::points).max().unwrap_or(0) as usize;
    let mut images = vec![None; places];
    images[from as usize] = Some(to);
    let mut open = vec![(from, to)];
    while let Some((place, image)) = open.pop() {
        for (number, mv) in moves.iter().enumerate() {
            let (next, to) = (mv.image(place), becomes(number).image(image));
            match &mut images[next as usize] {
                Some(known) if *known == to => {}
                Some(_) => return None,
                unknown => {
                    *unknown = Some(to);
                    open.push((next, to));
                }
            }
        }
    }
    Some(images)
}

/// For each orbit, the maps that conjugate each move to its image, the move with the index in `images`.
fn orbit_maps(orbits: &[Vec<u32>], moves: &[Permutation], images: &[usize]) -> Vec<Vec<OrbitMap>> {
    let map = |orbit: &[u32], target: usize, to: u32| {
        let extended = equivariant_map(moves, |mv| &moves[images[mv]], orbit[0], to)?;
        let images = orbit.iter().map(|&place| extended[place as usize]);
        Some(OrbitMap {
            target,
            images: images.collect::<Option<_>>()?,
        })
    };
    let maps = |orbit: &Vec<u32>| {
        let targets = orbits
            .iter()
            .enumerate()
            .filter(|(_, to)| to.len() == orbit.len());
        let starts = targets.flat_map(|(target, to)| to.iter().map(move |&to| (target, to)));
        starts
            .filter_map(|(target, to)| map(orbit, target, to))
            .collect()
    };
    orbits.iter().map(maps).collect()
}
