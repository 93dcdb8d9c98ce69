//! [`View`]: a coloring of the pieces, which determines a subgroup.
//!
//! The view of a subgroup has a color for each of its orbits of places. A *piece* consists of the places of a block of
//! imprimitivity: its stickers, which always stay together. So a view factors, orbit by orbit, into a view of how the
//! pieces are arranged and a view of how they are oriented: for example, the flips and the middle layer of Rubik's cube
//! are 2,048 x 495 values instead of a table of a million rows.
//!
//! Invariant: on each orbit, two arrangements look alike in a view if, and only if, they look alike in both factors.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use puzzle_search::permutation::Permutation;
use puzzle_search::permutation::PermutationGroup;
use puzzle_search::puzzles::{Packed, PermutationPuzzle, PuzzleError};

/// A coloring of the pieces of a puzzle of permutations, in which pieces of the same color look alike.
///
/// For each arrangement of the pieces, a view shows only which color is on each place. The arrangements that look like
/// the goal form a subgroup. Arrangements that look like one another form a coset of this subgroup.
///
/// ```
/// use puzzle_search::puzzles::PermutationPuzzle;
/// use puzzle_search::Ranked;
/// use puzzle_search_coordinates::{Coordinates, View};
///
/// let puzzle = PermutationPuzzle::new(&"points 6 \n generator T (1 2 3 4 5 6) \n generator S (1 2)".parse()?)?;
/// // Pieces 1 and 2 have color 1, the others color 0. Color 1 can be on any 2 of 6 places: 15 combinations.
/// let two_of_six = Coordinates::new(&puzzle, &[View::new(&[1, 1, 0, 0, 0, 0])])?;
/// assert_eq!(two_of_six.state_count(), Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The color of the piece that is on each place in the goal.
    colors: Box<[u8]>,
}

impl View {
    /// Returns the view with these colors: `colors[i]` is the color of the piece that is on place `i` in the goal,
    /// with places counted from 0. If `colors` has fewer elements than there are places, the other pieces have color
    /// 0.
    #[must_use]
    pub fn new(colors: &[u8]) -> Self {
        Self {
            colors: colors.into(),
        }
    }

    /// Returns the view with the most colors in which the goal still looks solved after each of these sequences of
    /// moves. Each sequence is a list of move names, separated by spaces.
    ///
    /// # Errors
    ///
    /// Returns an error if a sequence contains a word that is not a move.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search_coordinates::View;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4) \n inverses".parse()?)?;
    /// assert_eq!(View::kept_by(&puzzle, &["T T"])?, View::new(&[0, 1, 0, 1]));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn kept_by<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        sequences: &[impl AsRef<str>],
    ) -> Result<Self, PuzzleError> {
        Ok(Self::preserved_by(&generators(puzzle, sequences)?))
    }

    /// The view with the most colors that these permutations of the places preserve.
    pub(super) fn preserved_by(generators: &[Permutation]) -> Self {
        let places = generators.iter().map(Permutation::points).max();
        let mut colors = vec![0; places.unwrap_or(0) as usize];
        let orbits = PermutationGroup::new(generators).orbits();
        for (color, orbit) in orbits.iter().enumerate() {
            for &place in orbit {
                colors[place as usize] = color as u8;
            }
        }
        Self::new(&colors)
    }

    /// The color of the piece that is on this place in the goal.
    pub(super) fn color(&self, place: u32) -> u8 {
        self.colors.get(place as usize).copied().unwrap_or(0)
    }

    /// The view that shows only the pieces that are on these places in the goal; all others have color 0.
    pub(super) fn within(&self, places: impl Iterator<Item = u32>) -> Self {
        let mut colors = vec![0; self.colors.len()];
        for place in places {
            if let Some(color) = colors.get_mut(place as usize) {
                *color = self.color(place);
            }
        }
        Self::new(&colors)
    }

    /// The view that still tells apart the first `kept` colors that occur on these places, and merges all others into
    /// color 0.
    pub(super) fn coarser(&self, kept: usize, places: impl Iterator<Item = u32>) -> Self {
        let mut colors = vec![0; self.colors.len()];
        let mut distinct: Vec<u8> = Vec::new();
        for place in places {
            let color = self.color(place);
            if !distinct.contains(&color) {
                distinct.push(color);
            }
            let number = distinct.iter().position(|other| *other == color);
            let number = number.filter(|&number| number < kept);
            if let Some(shown) = colors.get_mut(place as usize) {
                *shown = number.map_or(0, |number| number as u8 + 1);
            }
        }
        Self::new(&colors)
    }

    /// The union of two views, which must not both give a color other than 0 to the same piece.
    pub(super) fn with(&self, other: &Self) -> Self {
        let colors = self.colors.iter().zip(&other.colors);
        let colors: Vec<u8> = colors.map(|(&a, &b)| a.max(b)).collect();
        Self::new(&colors)
    }
}

/// The identity, and the permutation of the places by each sequence of moves.
pub(super) fn generators<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
    sequences: &[impl AsRef<str>],
) -> Result<Vec<Permutation>, PuzzleError> {
    let mut generators = vec![Permutation::identity(puzzle.places() as u32)];
    for sequence in sequences {
        generators.push(puzzle.product(sequence.as_ref())?);
    }
    Ok(generators)
}

/// The stickers of a puzzle by piece. A piece is a block of imprimitivity: stickers that always stay together.
#[derive(Clone, Debug)]
pub(super) struct PieceBlocks {
    /// The nontrivial orbits of places, each divided into blocks.
    orbits: Vec<Vec<Vec<u32>>>,
    /// For each place, its label, which tells the stickers of a piece apart. Where possible, moves permute the labels
    /// of a piece cyclically.
    labels: Vec<u8>,
}

impl PieceBlocks {
    pub(super) fn new(group: &PermutationGroup, moves: &[Permutation]) -> Self {
        let orbits = group.orbits().into_iter().filter(|orbit| orbit.len() > 1);
        let orbits: Vec<_> = orbits.map(|orbit| group.blocks(orbit[0])).collect();
        let mut labels = vec![None; group.points() as usize];
        for blocks in &orbits {
            // Label the first block, and carry its labels to all others along the moves.
            let mut reached: Vec<Vec<u32>> = blocks.first().cloned().into_iter().collect();
            for (&place, label) in reached.iter().flatten().zip(0..) {
                labels[place as usize] = Some(label);
            }
            while let Some(block) = reached.pop() {
                for mv in moves {
                    let image: Vec<u32> = block.iter().map(|&place| mv.image(place)).collect();
                    if labels[image[0] as usize].is_none() {
                        for (&from, &to) in block.iter().zip(&image) {
                            labels[to as usize] = labels[from as usize];
                        }
                        reached.push(image);
                    }
                }
            }
        }
        let labels = labels.into_iter().map(Option::unwrap_or_default);
        Self {
            orbits,
            labels: labels.collect(),
        }
    }

    /// The view that distinguishes all stickers.
    pub(super) fn everything(&self) -> View {
        let places = 0..self.labels.len();
        View::new(&places.map(|place| place as u8).collect::<Vec<_>>())
    }

    /// Factors a view, for each orbit, into the permutation of the pieces and their orientations; omits orbits of which
    /// the view shows nothing.
    pub(super) fn factors<'a>(&'a self, view: &'a View) -> impl Iterator<Item = Factors> + 'a {
        let places = self.labels.len();
        self.orbits.iter().filter_map(move |blocks| {
            // Colors that occur on one piece belong to one kind of piece. The kinds are the classes of a union-find.
            let mut kind: Vec<usize> = (0..256).collect();
            for block in blocks {
                let first = kind[usize::from(view.color(block[0]))];
                for &place in block {
                    let other = kind[usize::from(view.color(place))];
                    for kind in &mut kind {
                        if *kind == other {
                            *kind = first;
                        }
                    }
                }
            }
            // The colors of a kind get different numbers, where possible the labels of their stickers, so that a number
            // tells how a piece is turned.
            let mut turned: [Option<u8>; 256] = [None; 256];
            for block in blocks {
                for &place in block {
                    let color = usize::from(view.color(place));
                    let taken = |label: u8| {
                        let others = turned.iter().zip(&kind);
                        let mut same = others.filter(|&(_, other)| *other == kind[color]);
                        same.any(|(number, _)| *number == Some(label))
                    };
                    if turned[color].is_none() {
                        let label = self.labels[place as usize];
                        let free = || (0..=u8::MAX).find(|&label| !taken(label));
                        turned[color] = Some(label).filter(|&label| !taken(label)).or_else(free);
                    }
                }
            }
            let (mut arranged, mut oriented) = (vec![0; places], vec![0; places]);
            for &place in blocks.iter().flatten() {
                let color = usize::from(view.color(place));
                arranged[place as usize] = kind[color] as u8;
                oriented[place as usize] = turned[color].unwrap_or(0);
            }
            let has_colors = |colors: &[u8]| {
                let mut places = blocks.iter().flatten().map(|&place| colors[place as usize]);
                let first = places.next();
                places.any(|color| Some(color) != first)
            };
            let views =
                [arranged, oriented].map(|colors| has_colors(&colors).then(|| View::new(&colors)));
            let orbit = blocks.iter().flatten().copied().collect();
            views
                .iter()
                .any(Option::is_some)
                .then_some(Factors { orbit, views })
        })
    }
}

/// The factors of a view on one orbit; a factor that shows only one color is `None`.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    pub(super) orbit: Vec<u32>,
    /// The view of the arrangement of the pieces, and that of their orientations.
    pub(super) views: [Option<View>; 2],
}
