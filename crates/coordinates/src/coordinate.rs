//! [`Coordinate`]: the coset of an arrangement as a number, with a transition table. A view and the moves of a puzzle
//! go in. What the view shows of an arrangement, its *coloring* (which color is on which place), identifies the coset.
//!
//! Invariant: the colorings that can be reached from the goal's are numbered from 0 in breadth-first order, and the
//! table has, for each of them and each move, the number of the coloring after the move.

use alloc::boxed::Box;
use alloc::vec::Vec;

use hashbrown::HashTable;
use smallvec::SmallVec;

use puzzle_search::job::{BuildError, Claim, Meter};
use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Packed, PermutationPuzzle};
use puzzle_search::{Puzzle, Stop, Task};

use super::view::View;

/// All colorings that a view can show, numbered in breadth-first order from that of the goal, which is 0; and a table
/// of transitions by moves.
#[derive(Debug)]
pub(super) struct Coordinate {
    /// The places that can show different colors, in ascending order.
    places: Box<[u32]>,
    /// The number of moves.
    moves: usize,
    /// The number of colorings.
    states: usize,
    /// The colors on these places, state by state.
    colors: Vec<u8>,
    /// The number of each coloring, found by its colors.
    numbers: HashTable<u32>,
    /// The number of the coloring after a move, by state and then by move.
    next: Vec<u32>,
    /// The claim on the memory of `colors` and `next`.
    lists: Claim,
    /// The claim on the memory of `numbers`.
    table: Claim,
}

impl Coordinate {
    /// The coordinate of a view, or `None` if it has more than `most` states.
    pub(super) fn new(
        view: &View,
        moves: &[Permutation],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let points = moves.iter().map(Permutation::points).max().unwrap_or(0);
        let places = (0..points).filter(|&place| {
            let color = view.color(place);
            // An orbit without such a place has a single color.
            moves.iter().any(|mv| view.color(mv.image(place)) != color)
        });
        let mut shown: Vec<u32> = places.collect();
        let mut closed = 0;
        // Add the places to which moves lead, so that each orbit is shown as a whole or not at all.
        while let Some(&place) = shown.get(closed) {
            let images = moves.iter().map(|mv| mv.image(place));
            let new: Vec<u32> = images.filter(|image| !shown.contains(image)).collect();
            for image in new {
                if !shown.contains(&image) {
                    shown.push(image);
                }
            }
            closed += 1;
        }
        shown.sort_unstable();
        let index = |place: u32| shown.binary_search(&place).unwrap_or(0);
        // For each move and place, the place from which the move brings the color.
        let sources: Vec<Vec<usize>> = moves
            .iter()
            .map(|mv| {
                let back = mv.inverse();
                shown
                    .iter()
                    .map(|&place| index(back.image(place)))
                    .collect()
            })
            .collect();
        let mut coordinate = Self {
            moves: moves.len(),
            states: 0,
            colors: Vec::new(),
            places: shown.into(),
            numbers: HashTable::new(),
            next: Vec::new(),
            lists: Claim::default(),
            table: Claim::default(),
        };
        let mut after: Vec<u8> = coordinate
            .places
            .iter()
            .map(|&place| view.color(place))
            .collect();
        coordinate.insert(&after, most, meter)?;
        let width = after.len();
        let mut state = 0;
        while state < coordinate.states {
            for source in &sources {
                let before = &coordinate.colors[state * width..][..width];
                for (color, &from) in after.iter_mut().zip(source) {
                    *color = before[from];
                }
                let Some(number) = coordinate.insert(&after, most, meter)? else {
                    return Ok(None);
                };
                coordinate.lists.reserve(&mut coordinate.next, 1, meter)?;
                coordinate.next.push(number);
            }
            state += 1;
        }
        Ok(Some(coordinate))
    }

    /// The number of a coloring, which is added unless it is known; `None` if there are `most` colorings already.
    fn insert(
        &mut self,
        colors: &[u8],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        if let Some(number) = self.find(colors) {
            return Ok(Some(number));
        }
        if self.states == most {
            return Ok(None);
        }
        self.lists.reserve(&mut self.colors, colors.len(), meter)?;
        self.make_room(meter)?;
        self.colors.extend_from_slice(colors);
        let number = self.states as u32;
        let (shown, width) = (&self.colors, colors.len());
        let hash = |&number: &u32| hash(&shown[number as usize * width..][..width]);
        self.numbers.insert_unique(hash(&number), number, hash);
        self.states += 1;
        Ok(Some(number))
    }

    /// Makes room for one more number. While the table grows, the memory of the old and of the new table is claimed.
    fn make_room(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.numbers.len() < self.numbers.capacity() {
            return Ok(());
        }
        let room = 2 * self.states.max(8);
        // The table uses at most seven of eight slots, their number is a power of two, and each slot has a byte of
        // control.
        let slots = (room * 8).div_ceil(7).next_power_of_two();
        let new = slots * (size_of::<u32>() + 1) + MOST_PADDING;
        let mut claim = meter.claim(new)?;
        let (shown, width) = (&self.colors, self.places.len());
        let hash = |&number: &u32| hash(&shown[number as usize * width..][..width]);
        let more = room - self.numbers.len();
        let reserved = self.numbers.try_reserve(more, hash);
        reserved.map_err(|_| Stop::OutOfMemory)?;
        let allocated = self.numbers.allocation_size();
        debug_assert!(allocated <= new);
        claim.resize(allocated, meter)?;
        self.table = claim;
        Ok(())
    }

    /// The colors of a state.
    #[inline]
    pub(super) fn shown(&self, state: usize) -> &[u8] {
        let width = self.places.len();
        &self.colors[state * width..][..width]
    }

    /// The number of a coloring.
    #[inline]
    fn find(&self, colors: &[u8]) -> Option<u32> {
        let same = |&number: &u32| self.shown(number as usize) == colors;
        self.numbers.find(hash(colors), same).copied()
    }

    /// The number of bytes of the lists and tables.
    pub(super) fn bytes(&self) -> usize {
        let next = self.next.capacity() * size_of::<u32>();
        self.colors.capacity() + next + self.numbers.allocation_size()
    }

    /// The number of states.
    pub(super) const fn states(&self) -> usize {
        self.states
    }

    /// The state to which a move leads.
    #[inline]
    pub(super) fn next(&self, state: usize, mv: usize) -> u32 {
        self.next[state * self.moves + mv]
    }

    /// The states to which all moves lead, in the order of the moves.
    #[inline]
    pub(super) fn row(&self, state: usize) -> &[u32] {
        &self.next[state * self.moves..][..self.moves]
    }

    /// Whether the two coordinates have the same transitions, and so the same value in every arrangement that can be
    /// reached.
    pub(super) fn has_same_transitions(&self, other: &Self) -> bool {
        self.next == other.next
    }

    /// The number of the coloring in which `color` returns the color on each place, if it can be reached.
    #[inline]
    pub(super) fn number(&self, color: impl Fn(u32) -> u8) -> Option<u32> {
        let mut colors = SmallVec::<[u8; 32]>::from_elem(0, self.places.len());
        for (shown, &place) in colors.iter_mut().zip(&self.places) {
            *shown = color(place);
        }
        self.find(&colors)
    }

    /// The number of an arrangement, given the home of the piece on each place, if it can be reached.
    #[inline]
    pub(super) fn number_of_arrangement(&self, home: impl Fn(u32) -> u32) -> Option<u32> {
        self.number(|place| self.goal_color(home(place)))
    }

    /// The places that can show different colors.
    pub(super) fn places(&self) -> impl Iterator<Item = u32> + '_ {
        self.places.iter().copied()
    }

    /// The color of the goal on a place, or 0 for a place that always shows the same color.
    pub(super) fn goal_color(&self, place: u32) -> u8 {
        let index = self.places.binary_search(&place);
        index.map_or(0, |index| self.colors[index])
    }

    /// The places that can show different colors, each with its color in a state.
    #[inline]
    pub(super) fn colors(&self, state: usize) -> impl Iterator<Item = (u32, u8)> + '_ {
        let shown = self.places.iter().zip(self.shown(state));
        shown.map(|(&place, &color)| (place, color))
    }
}

/// For each move of the puzzle, and last for no move: those of `moves` that may follow it, as indices into `moves`. A
/// redundant pair of moves is left out.
pub(super) fn may_follow<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
    moves: &[u8],
) -> Box<[Box<[u8]>]> {
    let turns: Vec<_> = puzzle.moves().collect();
    let may_follow = |last: Option<&_>| {
        let moves = moves.iter().zip(0..);
        let allowed = moves.filter(|&(&mv, _)| {
            let next = &turns[usize::from(mv)];
            last.is_none_or(|last| !puzzle.is_redundant(last, next))
        });
        allowed.map(|(_, index)| index).collect()
    };
    let lasts = turns.iter().map(Some).chain([None]);
    lasts.map(may_follow).collect()
}

/// Returns an error unless the inverse of every move is a move: otherwise the distances from the goal, which a
/// breadth-first search finds, are not those to the goal.
pub(super) fn check_undirected<B: Packed>(puzzle: &PermutationPuzzle<B>) -> Result<(), BuildError> {
    if puzzle.facts().undirected {
        return Ok(());
    }
    Err(BuildError::unfit(
        "moves cannot be taken back by one move: expected the inverse of every move among them",
    ))
}

/// The greatest number of bytes of a hash table besides its slots.
const MOST_PADDING: usize = 64;

/// A multiplicative hash of a coloring, eight colors at a time.
#[inline]
fn hash(colors: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = colors.len() as u64;
    for part in colors.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..part.len()].copy_from_slice(part);
        hash = (hash ^ u64::from_le_bytes(bytes)).wrapping_mul(FACTOR);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(FACTOR)
}

/// Does some work without limits, for callers whose own meter does not count its memory.
pub(super) fn without_limits<T, E: From<Stop>>(
    work: impl FnMut(&mut Meter<'_>) -> Result<T, E> + Send,
) -> Result<T, E> {
    Task::from_fn(work).run()
}
