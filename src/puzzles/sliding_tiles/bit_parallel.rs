//! [`SectionMoves`]: the bit-parallel expansion of layers of boards with two or three rows or columns.
//!
//! The *snake* is a path through all cells, back and forth along the shorter lines of the board. A *place* is an index
//! on the snake, and the *order* of the tiles is their sequence along it without the blank. A *section* holds the boards
//! with the blank on one place: one bit for each order of the right parity, at half its lexicographic rank.
//!
//! A move along the snake does not change the order, so the words of one section are or-ed into the other. Any other
//! move rotates a *window* of three or five consecutive tiles of the order. With at least nine tiles from the window to
//! the end of the order, whole runs of bits move. With six to eight, bits move within *pages* of 8!/2 bits, the orders
//! of the last eight tiles. With at most five, they move within *units* of 5!/2 = 60 bits, by one of two permutations:
//! half a rank lacks the last bit of the rank, which follows from the parity of the digits in front (see
//! [`window`](super::window)).
//!
//! As on a chessboard, each move changes the color of the blank's cell, so a move from layer d leads to layer d - 1 or
//! d + 1. Invariant: the sections of one color hold layer d, those of the other layer d - 1, and layer d + 1 overwrites
//! layer d - 1, so one bit per board suffices. Sections are cut into *pieces* of 22 KiB. Each piece gathers its bits
//! from other pieces, so threads write to different pieces without locks. Pieces without a successor of the layer are
//! not touched.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::numbering::snake;
use super::window::{UNIT, numbers, rotated, unit_inverse, unit_rotations};
use crate::bit_parallel::{BitParallel, Pieces, Place};
use crate::permutation::{self, Parity};
use crate::puzzles::homes::grid_distance;

/// The number of bits of a page: 8! / 2. It is the first number n! / 2 that is a multiple of 64.
const PAGE: usize = 20_160;
/// The number of words of a page.
const PAGE_WORDS: usize = PAGE / 64;
/// Sixteen units of 60 bits fill exactly fifteen words.
const UNITS: usize = 16;
const WORDS_OF_UNITS: usize = 15;

/// The numbering of boards as bits, and the effect of each move on the bits.
#[derive(Debug)]
pub(super) struct SectionMoves {
    cells: usize,
    /// The number of bits of a piece: the orders of the last nine tiles with one parity, or of all eight on 3x3.
    piece_bits: usize,
    /// The number of pieces in a section.
    pieces: usize,
    /// The parity of the orders of the tiles.
    parity: Parity,
    /// For each place of the blank, the moves that lead there.
    arrivals: Vec<Vec<BlankArrival>>,
    /// For each pair of adjacent cells, the effect of the moves between them.
    reorderings: Vec<Reordering>,
    /// For each unit of a page, the parity of the sum of the first three of its eight Lehmer digits. A Lehmer digit is
    /// the number of smaller tiles behind a tile.
    unit_parity: Vec<u8>,
}

/// A move of the blank from another place.
#[derive(Clone, Copy, Debug)]
struct BlankArrival {
    from: usize,
    /// The index of its effect in the list of reorderings.
    reordering: usize,
    /// The direction of the blank along the snake: 0 if it goes to a higher place, 1 if to a lower.
    direction: usize,
}

/// The effect of a move between two places on the bits of a section. The pairs are for the blank's directions: to the
/// higher place, and to the lower. The lists are empty until `prepare` is called.
#[derive(Debug)]
enum Reordering {
    /// The order does not change.
    Identity,
    /// Runs of `bits` bits move within blocks of `block` pieces. `source` has for each run the run that moves there.
    Runs {
        window: Window,
        bits: usize,
        block: usize,
        source: [Vec<u32>; 2],
    },
    /// Bits move within their pages: `target` has for each bit the bit to which it moves.
    Pages {
        window: Window,
        target: [Vec<u16>; 2],
    },
    /// Bits move within their units. For each parity of the digits in front of a unit, the bit to which each bit moves.
    Units([[[u8; 64]; 2]; 2]),
}

/// The tiles that a move rotates: the first `width` of the last `left` tiles of the order.
#[derive(Clone, Copy, Debug)]
struct Window {
    left: usize,
    width: usize,
}

fn factorial(n: usize) -> usize {
    (2..=n).product()
}

impl Reordering {
    fn new(window: Window, piece_bits: usize) -> Self {
        let Window { left, width } = window;
        if width == 1 {
            return Self::Identity;
        }
        if left <= 5 {
            let up = unit_rotations(left, width);
            return Self::Units([up, unit_inverse(&up)]);
        }
        if left <= 8 {
            let target = [Vec::new(), Vec::new()];
            return Self::Pages { window, target };
        }
        Self::Runs {
            window,
            bits: factorial(left - width) / 2,
            block: factorial(left) / 2 / piece_bits,
            source: [Vec::new(), Vec::new()],
        }
    }

    /// The number of bytes of the lists.
    fn own_bytes(&self) -> usize {
        match self {
            Self::Identity | Self::Units(_) => 0,
            Self::Runs { window, .. } => 2 * numbers(window.left, window.width) * size_of::<u32>(),
            Self::Pages { .. } => 2 * PAGE * size_of::<u16>(),
        }
    }

    /// Fills the lists. Up the snake, the last tile of the window comes to its front; down, it is the inverse.
    fn prepare(&mut self) -> Result<(), TryReserveError> {
        match self {
            Self::Identity | Self::Units(_) => Ok(()),
            Self::Runs {
                window: Window { left, width },
                source: [down, up],
                ..
            } => {
                // The run that moves to another run up the snake is the one to which that run moves down the snake.
                let numbers = 0..numbers(*left, *width) as u32;
                fill(up, numbers.map(|number| rotated(number, *left, *width)))?;
                invert(up, down)
            }
            Self::Pages {
                window: Window { left, width },
                target: [up, down],
            } => {
                let (block, bits) = (factorial(*left) / 2, factorial(*left - *width) / 2);
                let target = |bit: usize| {
                    let run = rotated((bit % block / bits) as u32, *left, *width);
                    (bit / block * block + run as usize * bits + bit % bits) as u16
                };
                fill(up, (0..PAGE).map(target))?;
                invert(up, down)
            }
        }
    }
}

/// Replaces the contents of a list, or returns an error if there is no memory.
fn fill<T>(
    list: &mut Vec<T>,
    items: impl ExactSizeIterator<Item = T>,
) -> Result<(), TryReserveError> {
    list.clear();
    list.try_reserve_exact(items.len())?;
    list.extend(items);
    Ok(())
}

/// Replaces the contents of `inverse` by the inverse of a permutation.
fn invert<T: Copy + TryFrom<usize> + TryInto<usize>>(
    permutation: &[T],
    inverse: &mut Vec<T>,
) -> Result<(), TryReserveError> {
    fill(inverse, permutation.iter().copied())?;
    for (from, &to) in permutation.iter().enumerate() {
        if let (Ok(from), Ok(to)) = (T::try_from(from), to.try_into()) {
            inverse[to] = from;
        }
    }
    Ok(())
}

impl SectionMoves {
    /// The numbering for boards of 9 to 14 cells with two or three rows or columns; `None` for others. The sections of
    /// smaller boards are not whole words, and larger boards do not fit into memory.
    pub(super) fn new(rows: usize, columns: usize, parity: Parity) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        if !(9..=14).contains(&cells) || !(2..=3).contains(&rows.min(columns)) {
            return None;
        }
        let tiles = cells - 1;
        // Not all of these boards fit into a 32-bit address space.
        let boards = permutation::factorial(tiles)? * cells as u128;
        usize::try_from(boards).ok()?;
        let piece_bits = factorial(tiles.min(9)) / 2;
        let snake: Vec<usize> = snake(rows, columns).into_iter().map(usize::from).collect();
        let adjacent = |a: usize, b: usize| grid_distance(columns, a, b) == 1;
        let mut arrivals: Vec<Vec<BlankArrival>> = (0..cells).map(|_| Vec::new()).collect();
        let mut reorderings = Vec::new();
        for low in 0..cells {
            for high in (low + 1..cells).filter(|&high| adjacent(snake[low], snake[high])) {
                let reordering = reorderings.len();
                let window = Window {
                    left: tiles - low,
                    width: high - low,
                };
                reorderings.push(Reordering::new(window, piece_bits));
                let arrival = |from, direction| BlankArrival {
                    from,
                    reordering,
                    direction,
                };
                arrivals[high].push(arrival(low, 0));
                arrivals[low].push(arrival(high, 1));
            }
        }
        let unit_parity =
            (0..PAGE / UNIT).map(|unit| (unit / 42 + unit / 6 % 7 + unit % 6) as u8 & 1);
        Some(Self {
            cells,
            piece_bits,
            pieces: factorial(tiles) / 2 / piece_bits,
            parity,
            arrivals,
            reorderings,
            unit_parity: unit_parity.collect(),
        })
    }

    /// The number of the blank's places in a class: class 0 has the even places, class 1 the odd.
    const fn places(&self, class: usize) -> usize {
        (self.cells + 1 - class) / 2
    }

    /// The parity of the sum of the Lehmer digits that all orders of a piece have in common; if all orders are odd, the
    /// opposite.
    fn piece_parity(&self, mut piece: usize) -> u8 {
        let mut sum = u8::from(self.parity == Parity::Odd);
        for radix in 10..self.cells {
            sum ^= (piece % radix) as u8 & 1;
            piece /= radix;
        }
        sum
    }

    /// Ors the bits of a piece into another, at their targets within their units.
    fn scatter_units(&self, target: &[[u8; 64]; 2], piece: usize, from: &[u64], into: &mut [u64]) {
        let parity = self.piece_parity(piece);
        let (from, _) = from.as_chunks::<WORDS_OF_UNITS>();
        let (into, _) = into.as_chunks_mut::<WORDS_OF_UNITS>();
        let pages = from.chunks(PAGE_WORDS / WORDS_OF_UNITS);
        let pages = pages.zip(into.chunks_mut(PAGE_WORDS / WORDS_OF_UNITS));
        for (page, (from, into)) in pages.enumerate() {
            // A piece of nine tiles has a page for each value of its first digit.
            let parity = parity ^ (page as u8 & 1);
            let units = self.unit_parity.chunks(UNITS);
            for ((from, into), parities) in from.iter().zip(into).zip(units) {
                if from.iter().fold(0, |all, word| all | word) != 0 {
                    scatter_sixteen(target, parity, parities, from, into);
                }
            }
        }
    }
}

/// Ors the bits of sixteen units into others, at their targets. `parity` is that of the digits in front of all these
/// units, and `parities` those of the digits of each.
#[inline]
fn scatter_sixteen(
    target: &[[u8; 64]; 2],
    parity: u8,
    parities: &[u8],
    from: &[u64; WORDS_OF_UNITS],
    into: &mut [u64; WORDS_OF_UNITS],
) {
    const MASK: u64 = (1 << UNIT) - 1;
    for (unit, unit_parity) in (0..UNITS).zip(parities) {
        let (word, shift) = (unit * UNIT / 64, unit * UNIT % 64);
        let straddles = shift > 64 - UNIT;
        let mut bits = from[word] >> shift;
        if straddles {
            bits |= from[word + 1] << (64 - shift);
        }
        bits &= MASK;
        let target = &target[usize::from((parity ^ unit_parity) & 1)];
        let mut moved = 0;
        while bits != 0 {
            moved |= 1 << target[bits.trailing_zeros() as usize % 64];
            bits &= bits - 1;
        }
        into[word] |= moved << shift;
        if straddles {
            into[word + 1] |= moved >> (64 - shift);
        }
    }
}

/// Ors the bits of a piece into another, at their targets within their pages.
fn scatter_pages(target: &[u16], from: &[u64], into: &mut [u64]) {
    let pages = from.chunks(PAGE_WORDS).zip(into.chunks_mut(PAGE_WORDS));
    for (from, into) in pages {
        for (&word, target) in from.iter().zip(target.chunks(64)) {
            let mut bits = word;
            while bits != 0 {
                let to = target[bits.trailing_zeros() as usize % 64];
                into[usize::from(to / 64)] |= 1 << (to % 64);
                bits &= bits - 1;
            }
        }
    }
}

/// Ors the words of `from` into those of `into`.
#[inline]
fn or_words(from: &[u64], into: &mut [u64]) {
    for (into, &from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}

/// Ors `bits` bits of `from`, from bit `start` on, into those of `into` from bit `at` on.
fn or_bits(from: &[u64], start: usize, into: &mut [u64], at: usize, bits: usize) {
    if (start | at | bits).is_multiple_of(64) {
        let from = &from[start / 64..][..bits / 64];
        return or_words(from, &mut into[at / 64..]);
    }
    let word_from = |bit: usize| {
        let (word, shift) = (bit / 64, bit % 64);
        let high = match from.get(word + 1) {
            Some(high) if shift != 0 => high << (64 - shift),
            _ => 0,
        };
        from[word] >> shift | high
    };
    let mut done = 0;
    while done < bits {
        let (word, shift) = ((at + done) / 64, (at + done) % 64);
        let here = (64 - shift).min(bits - done);
        into[word] |= (word_from(start + done) & (u64::MAX >> (64 - here))) << shift;
        done += here;
    }
}

/// The pieces of a class with the same orders, one for each place of the blank, are adjacent. So most of the pieces
/// that one piece is gathered from are close together in memory.
impl BitParallel for SectionMoves {
    fn piece_words(&self) -> usize {
        self.piece_bits / 64
    }

    fn pieces(&self) -> [usize; 2] {
        [0, 1].map(|class| self.places(class) * self.pieces)
    }

    fn locate(&self, rank: u128) -> Option<Place> {
        let section = (self.pieces * self.piece_bits) as u128;
        let (place, order) = ((rank / section) as usize, (rank % section) as usize);
        let class = place % 2;
        let piece = order / self.piece_bits * self.places(class) + place / 2;
        (rank < section * self.cells as u128).then_some(Place {
            class,
            piece,
            bit: order % self.piece_bits,
        })
    }

    fn rank(&self, Place { class, piece, bit }: Place) -> u128 {
        let places = self.places(class);
        let place = 2 * (piece % places) + class;
        let order = piece / places * self.piece_bits + bit;
        (place * self.pieces * self.piece_bits + order) as u128
    }

    fn own_bytes(&self) -> usize {
        self.reorderings.iter().map(Reordering::own_bytes).sum()
    }

    fn prepare(&mut self) -> Result<(), TryReserveError> {
        self.reorderings
            .iter_mut()
            .try_for_each(Reordering::prepare)
    }

    fn gather(&self, piece: usize, layer: &Pieces<'_>, into: &mut [u64]) -> bool {
        // The piece is of the class that the layer is not of. Below, pieces are counted within their sections.
        let class = layer.class();
        let places = self.places(1 - class);
        let (piece, place) = (piece / places, 2 * (piece % places) + 1 - class);
        let places = self.places(class);
        let mut any = false;
        for &BlankArrival {
            from,
            reordering,
            direction,
        } in &self.arrivals[place]
        {
            let get = |piece: usize| layer.get(piece * places + from / 2);
            match &self.reorderings[reordering] {
                Reordering::Identity => {
                    if let Some(words) = get(piece) {
                        or_words(words, into);
                        any = true;
                    }
                }
                Reordering::Units(target) => {
                    if let Some(words) = get(piece) {
                        self.scatter_units(&target[direction], piece, words, into);
                        any = true;
                    }
                }
                Reordering::Pages { target, .. } => {
                    if let Some(words) = get(piece) {
                        scatter_pages(&target[direction], words, into);
                        any = true;
                    }
                }
                Reordering::Runs {
                    bits,
                    block,
                    source,
                    ..
                } => {
                    let (first, in_block) = (piece / block * block, piece % block);
                    let source = &source[direction];
                    if bits >= &self.piece_bits {
                        // A run is one or more whole pieces.
                        let pieces = bits / self.piece_bits;
                        let from = source[in_block / pieces] as usize * pieces + in_block % pieces;
                        if let Some(words) = get(first + from) {
                            or_words(words, into);
                            any = true;
                        }
                        continue;
                    }
                    let runs = self.piece_bits / bits;
                    let sources = source[in_block * runs..].iter().take(runs);
                    for (&source, start) in sources.zip((0..).step_by(*bits)) {
                        let (from, run) = (source as usize / runs, source as usize % runs);
                        if let Some(words) = get(first + from) {
                            or_bits(words, run * bits, into, start, *bits);
                            any = true;
                        }
                    }
                }
            }
        }
        any
    }
}
