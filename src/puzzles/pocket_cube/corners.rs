//! [`Corners`]: a state of the 2x2x2 cube, its parser, and its conversion to and from stickers. Invariant: the corner
//! DBL is on its place, unturned, so a state lists the other seven places.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::CORNERS;
use crate::permutation::Permutation;
use crate::puzzles::cube::{FACES, Model, check_colors, colors, homes, is_sticker, opposite};
use crate::puzzles::error::{PuzzleError, shortened};

/// The faces of each place, clockwise from U or D.
const PLACES: [&[u8; 3]; CORNERS] = [b"URF", b"UFL", b"ULB", b"UBR", b"DFR", b"DLF", b"DRB"];

/// The stickers of each of [`PLACES`], and then of the place DBL, whose corner does not move, in the order of the
/// faces.
fn stickers_of_places(model: &Model) -> Vec<Vec<u32>> {
    let pieces = model.pieces();
    let faces = |place: &[u8; 3]| place.map(|face| FACES.iter().position(|&c| c == face.into()));
    let stickers = |place: &[u8; 3]| {
        let mut pieces = pieces.iter();
        pieces.find(|piece| piece.iter().map(|&s| Some(model.face(s))).eq(faces(place)))
    };
    let all = PLACES.iter().copied().chain([b"DBL"]);
    all.filter_map(stickers).cloned().collect()
}

/// The effect of a turn on the corners: for each place, the place from which its corner comes, and the number of
/// clockwise twists on the way.
#[derive(Clone, Copy)]
struct TurnEffect {
    from: [u8; CORNERS],
    twists: [u8; CORNERS],
}

/// The clockwise quarter turns of U, R and F.
const QUARTERS: [TurnEffect; 3] = [
    TurnEffect {
        from: [3, 0, 1, 2, 4, 5, 6],
        twists: [0, 0, 0, 0, 0, 0, 0],
    },
    TurnEffect {
        from: [4, 1, 2, 0, 6, 5, 3],
        twists: [2, 0, 0, 1, 1, 0, 2],
    },
    TurnEffect {
        from: [1, 5, 2, 3, 0, 4, 6],
        twists: [1, 2, 0, 0, 2, 1, 0],
    },
];
/// All nine turns, in the order of [`CubeTurn`](super::CubeTurn).
const TURNS: [TurnEffect; 9] = {
    let mut turns = [QUARTERS[0]; 9];
    let mut number = 0;
    while number < 9 {
        // Each face has one, two and three quarter turns.
        let quarter = QUARTERS[number / 3];
        let mut turn = quarter;
        let mut again = 0;
        while again < number % 3 {
            let before = turn;
            let mut place = 0;
            while place < CORNERS {
                let via = quarter.from[place] as usize;
                turn.from[place] = before.from[via];
                turn.twists[place] = (before.twists[via] + quarter.twists[place]) % 3;
                place += 1;
            }
            again += 1;
        }
        turns[number] = turn;
        number += 1;
    }
    turns
};

/// A state of the [`PocketCube`](super::PocketCube): for each of seven places, the corner on the place and the twist of
/// this corner.
///
/// The seven places are `URF UFL ULB UBR DFR DLF DRB`. The three letters of a place are the faces that it touches: up,
/// down, right, left, front or back. A state is printed and parsed as seven words, one for each place in this order. A
/// word lists the three colors of the corner on the place, in the order of the letters of the place. A color is written
/// as the letter of the face that has this color on the solved cube.
///
/// The 24 stickers of the cube are parsed, too, in any six colors: face by face in the order U R F D L B, row by row,
/// or as a net, as those of [`Facelets`](crate::puzzles::Facelets) are. The cube can be held in any way: the corner at
/// the down, back and left faces says which color these faces have on the solved cube.
///
/// ```
/// use puzzle_search::puzzles::{Corners, Metric, PocketCube};
///
/// let cube = PocketCube::new(Metric::HalfTurns);
/// let turned = cube.play(&cube.goal(), "R")?;
/// assert_eq!(turned.to_string(), "FRD UFL ULB FUR BDR DLF BRU");
/// assert_eq!(turned.to_string().parse::<Corners>().ok(), Some(turned));
/// // The stickers after the same turn, with white up and green in front.
/// assert_eq!("wgwg rrrr gygy ybyb oooo wbwb".parse::<Corners>().ok(), Some(turned));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Corners(pub(super) [u8; CORNERS]);

impl Corners {
    /// Each byte packs the corner on a place, numbered from 0, and its twist: 3 * corner + twist.
    pub(super) const SOLVED: Self = Self([0, 3, 6, 9, 12, 15, 18]);

    /// Makes a state from the corner on each place and its twist.
    pub(super) fn new(corners: impl Iterator<Item = (usize, u8)>) -> Self {
        let mut state = Self::SOLVED;
        for (slot, (corner, twist)) in state.0.iter_mut().zip(corners) {
            *slot = 3 * corner as u8 + twist;
        }
        state
    }

    /// Returns two numbers for each place. The first is the number of the corner on the place. Corners are numbered
    /// from 1, in the order of their places on the solved cube. The second, from 0 to 2, is how often the corner is
    /// twisted clockwise. Every corner has the color U or D. The second number is 0 if this color is on the face U or
    /// D.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Metric, PocketCube};
    ///
    /// let cube = PocketCube::new(Metric::HalfTurns);
    /// let turned = cube.play(&cube.goal(), "U")?;
    /// let corners: Vec<(u8, u8)> = turned.corners().collect();
    /// assert_eq!(corners, [(4, 0), (1, 0), (2, 0), (3, 0), (5, 0), (6, 0), (7, 0)]);
    /// assert_eq!(cube.state(&corners).ok(), Some(turned));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn corners(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        self.0
            .into_iter()
            .map(|corner| (corner / 3 + 1, corner % 3))
    }

    /// The state after a turn, given its index in [`TURNS`].
    #[inline]
    pub(super) fn after(self, turn: usize) -> Self {
        /// Each packed corner after 0, 1 or 2 clockwise twists, looked up to save divisions.
        const TWISTED: [[u8; 32]; 3] = {
            let mut twisted = [[0; 32]; 3];
            let mut corner = 0;
            while corner < 32 {
                let (piece, twist) = (corner / 3, corner % 3);
                twisted[0][corner] = corner as u8;
                twisted[1][corner] = (3 * piece + (twist + 1) % 3) as u8;
                twisted[2][corner] = (3 * piece + (twist + 2) % 3) as u8;
                corner += 1;
            }
            twisted
        };
        let TurnEffect { from, twists } = &TURNS[turn];
        Self(core::array::from_fn(|place| {
            let corner = self.0[usize::from(from[place])];
            TWISTED[usize::from(twists[place])][usize::from(corner % 32)]
        }))
    }

    /// For each place of a sticker on the cube, the home of the sticker that is there.
    pub(super) fn stickers(self, model: &Model) -> Vec<u32> {
        let mut stickers: Vec<u32> = (0..).take(model.stickers()).collect();
        let places = stickers_of_places(model);
        for (place, &corner) in places.iter().zip(&self.0) {
            let home = &places[usize::from(corner / 3) % CORNERS];
            for (facelet, &sticker) in place.iter().enumerate() {
                stickers[sticker as usize] = home[(facelet + 3 - usize::from(corner % 3)) % 3];
            }
        }
        stickers
    }

    /// The state in which each place of a sticker has the sticker with this home. The corner DBL must be on its place.
    pub(super) fn of_stickers(model: &Model, stickers: &[u32]) -> Self {
        let places = stickers_of_places(model);
        let located = |sticker: u32| {
            let mut homes = places.iter().zip(0..);
            homes
                .find_map(|(home, corner)| Some((corner, home.iter().position(|&s| s == sticker)?)))
        };
        Self::new(places.iter().take(CORNERS).map(|place| {
            let (corner, facelet) = located(stickers[place[0] as usize]).unwrap_or((0, 0));
            (corner, (3 - facelet as u8) % 3)
        }))
    }

    /// The state whose stickers have these colors. The corner at DBL tells the colors of three faces. Of the six ways
    /// to assign the other colors to U, R and F, the way with the fewest corners that have opposite colors is taken.
    fn of_colors(model: &Model, colors: &[char]) -> Result<Self, PuzzleError> {
        let places = stickers_of_places(model);
        let shown = |place: &[u32]| -> Vec<char> {
            place
                .iter()
                .map(|&sticker| colors[sticker as usize])
                .collect()
        };
        let dbl = shown(&places[CORNERS]);
        check_colors(model, &places[CORNERS], &dbl)?;
        let mut others: Vec<char> = colors.to_vec();
        others.sort_unstable();
        others.dedup();
        if others.len() != FACES.len() {
            let found = others.len();
            let message = format!("the stickers have {found} colors: expected 6, each on four");
            return Err(PuzzleError::new(message));
        }
        others.retain(|color| !dbl.contains(color));
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let schemes = orders.map(|order| {
            let [up, right, front] = order.map(|index| others[index]);
            // The order of `FACES`, U R F D L B.
            [up, right, front, dbl[0], dbl[2], dbl[1]]
        });
        let conflicts = |scheme: &[char; 6]| {
            let faces = |place: &Vec<u32>| -> Vec<usize> {
                let shown = shown(place);
                shown
                    .iter()
                    .filter_map(|color| scheme.iter().position(|c| c == color))
                    .collect()
            };
            places
                .iter()
                .filter(|place| opposite(&faces(place)).is_some())
                .count()
        };
        let scheme = schemes.into_iter().min_by_key(conflicts).unwrap_or(FACES);
        Ok(Self::of_stickers(model, &homes(model, colors, scheme)?))
    }

    /// The sum of all twists modulo 3, which no move changes.
    pub(super) fn total_twist(self) -> u8 {
        self.0.iter().map(|corner| corner % 3).sum::<u8>() % 3
    }
}

/// The permutation of the stickers by some moves, followed by the rotation of the cube that takes the corner DBL back
/// to its place.
pub(super) fn with_corner_back(model: &Model, product: &Permutation) -> Permutation {
    let dbl = &stickers_of_places(model)[CORNERS];
    // The rotations of the cube: one of six faces comes to the top, and then one of four to the front.
    let sides = ["", "x", "x2", "x'", "z", "z'"].iter();
    let turns = sides.flat_map(|side| ["", "y", "y2", "y'"].map(|turn| format!("{side} {turn}")));
    let mut products =
        turns.filter_map(|turn| Some(product.then(&model.moves().product(&turn).ok()?)));
    let is_back = |product: &Permutation| dbl.iter().all(|&s| product.image(s) == s);
    products.find(is_back).unwrap_or_else(|| product.clone())
}

impl fmt::Display for Corners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &corner) in self.0.iter().enumerate() {
            let separator = if place == 0 { "" } else { " " };
            f.write_str(separator)?;
            let colors = PLACES[usize::from(corner / 3) % CORNERS];
            for facelet in 0..3 {
                let color = colors[usize::from(facelet + 3 - corner % 3) % 3];
                write!(f, "{}", char::from(color))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Corners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Corners {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let words = text.split(|letter| !is_sticker(letter));
        let words = words.filter(|word| !word.is_empty());
        let mut lengths = words.clone().map(|word| word.chars().count());
        // Stickers may be in groups of three, too.
        if lengths.clone().sum::<usize>() == 4 * FACES.len() || lengths.all(|length| length != 3) {
            return Self::of_colors(&Model::new(2), &colors(text, 2)?);
        }
        let mut corners: Vec<(usize, u8)> = Vec::with_capacity(CORNERS);
        for (at, word) in words.enumerate() {
            let is_shown = |corner: &(usize, u8)| {
                let colors = PLACES[corner.0];
                let turned = |facelet: usize| colors[(facelet + 3 - usize::from(corner.1)) % 3];
                word.bytes().eq((0..3).map(turned))
            };
            let mut all = (0..CORNERS).flat_map(|corner| (0..3).map(move |twist| (corner, twist)));
            let Some(corner) = all.find(is_shown) else {
                let message = format!(
                    "word {} is {:?}: expected the colors of a corner, clockwise, such as URF or RFU",
                    at + 1,
                    shortened(word)
                );
                return Err(PuzzleError::of_item(at, message));
            };
            corners.push(corner);
            check_each_once(&corners)?;
        }
        check_count(corners.len())?;
        Ok(Self::new(corners.into_iter()))
    }
}

/// Checks that the last corner differs from all earlier ones.
pub(super) fn check_each_once(corners: &[(usize, u8)]) -> Result<(), PuzzleError> {
    let Some((last, before)) = corners.split_last() else {
        return Ok(());
    };
    let Some(first) = before.iter().position(|other| other.0 == last.0) else {
        return Ok(());
    };
    let message = format!(
        "places {} and {} have the same corner: expected each once",
        first + 1,
        before.len() + 1
    );
    Err(PuzzleError::of_item(before.len(), message))
}

/// Checks the number of corners.
pub(super) fn check_count(corners: usize) -> Result<(), PuzzleError> {
    if corners == CORNERS {
        Ok(())
    } else {
        let message = format!("there are {corners} corners: expected {CORNERS}");
        Err(PuzzleError::new(message))
    }
}
