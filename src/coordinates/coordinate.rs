//! [`Coordinate`]: what a view shows, numbered, and where moves lead.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use smallvec::SmallVec;

use super::view::View;
use crate::account::{Quota, Stop};
use crate::permutation::Permutation;
use crate::puzzle::Puzzle;
use crate::puzzles::{Packed, PermutationPuzzle};
use crate::storage::{FixedState, Index, Key, Vacancy};
use crate::tables::BuildError;

/// All that a view can show, numbered from what it shows of the goal, which is 0, in breadth-first order;
/// and a table of where each move leads.
#[derive(Clone, Debug)]
pub(super) struct Coordinate {
    /// The places where different colours can be seen.
    places: Box<[u32]>,
    moves: usize,
    states: usize,
    /// The colours on these places, one state after the other.
    colors: Vec<u8>,
    numbers: Index,
    /// By number, then by move.
    next: Vec<u32>,
}

impl Coordinate {
    /// None if there are more than so many states.
    pub(super) fn new(
        view: &View,
        moves: &[Permutation],
        most: usize,
        memory: &Quota,
    ) -> Result<Option<Self>, Stop> {
        let points = moves.iter().map(Permutation::points).max().unwrap_or(0);
        let places = (0..points).filter(|&place| {
            let color = view.color(place);
            // Where moves carry one colour only, they do so everywhere in the orbit.
            moves.iter().any(|mv| view.color(mv.image(place)) != color)
        });
        let mut shown: Vec<u32> = places.collect();
        let mut at = 0;
        // All of an orbit, or nothing.
        while let Some(&place) = shown.get(at) {
            let images = moves.iter().map(|mv| mv.image(place));
            let new: Vec<u32> = images.filter(|image| !shown.contains(image)).collect();
            for image in new {
                if !shown.contains(&image) {
                    shown.push(image);
                }
            }
            at += 1;
        }
        shown.sort_unstable();
        let index = |place: u32| shown.binary_search(&place).unwrap_or(0);
        // From where each move brings the colour of each place.
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
            numbers: Index::new(),
            next: Vec::new(),
        };
        let mut after: Vec<u8> = coordinate
            .places
            .iter()
            .map(|&place| view.color(place))
            .collect();
        coordinate.enter(&after, most, memory)?;
        let width = after.len();
        let mut state = 0;
        while state < coordinate.states {
            for source in &sources {
                let before = &coordinate.colors[state * width..][..width];
                for (color, &from) in after.iter_mut().zip(source) {
                    *color = before[from];
                }
                let Some(number) = coordinate.enter(&after, most, memory)? else {
                    memory.release(coordinate.bytes());
                    return Ok(None);
                };
                memory.push(&mut coordinate.next, number)?;
            }
            state += 1;
        }
        Ok(Some(coordinate))
    }

    /// The number of what shows these colours, which is new unless they are known; none if that is too many.
    fn enter(&mut self, colors: &[u8], most: usize, memory: &Quota) -> Result<Option<u32>, Stop> {
        let key = key_of(colors);
        if self.numbers.needs_room(1) {
            let (all, width) = (&self.colors, self.places.len());
            let keys = |take: &mut dyn FnMut(&[Key])| {
                for number in 0..self.states {
                    let shown = &all[number * width..][..width];
                    take(&[key_of(shown)]);
                }
            };
            self.numbers.reserve(0..self.states as u32, &keys, memory)?;
        }
        let vacancy = match self.find(key, colors) {
            Ok(number) => return Ok(Some(number)),
            Err(_) if self.states == most => return Ok(None),
            Err(vacancy) => vacancy,
        };
        if self.colors.len() + colors.len() > self.colors.capacity() {
            memory.grow(&mut self.colors, colors.len())?;
        }
        self.colors.extend_from_slice(colors);
        let number = self.states as u32;
        self.numbers.fill(vacancy, key, number);
        self.states += 1;
        Ok(Some(number))
    }

    /// The colours that a state shows.
    #[inline]
    pub(super) fn shown(&self, state: usize) -> &[u8] {
        let width = self.places.len();
        &self.colors[state * width..][..width]
    }

    /// The number of what shows these colours, by their key, or where it belongs.
    #[inline]
    fn find(&self, key: Key, colors: &[u8]) -> Result<u32, Vacancy> {
        let same = |number| self.shown(number as usize) == colors;
        self.numbers.find(key, same)
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.colors.capacity() + self.next.capacity() * size_of::<u32>() + self.numbers.bytes()
    }

    /// How many states there are.
    pub(super) const fn states(&self) -> usize {
        self.states
    }

    /// Where a move leads.
    #[inline]
    pub(super) fn next(&self, state: usize, mv: usize) -> u32 {
        self.next[state * self.moves + mv]
    }

    /// Where all moves lead, in their order.
    #[inline]
    pub(super) fn row(&self, state: usize) -> &[u32] {
        &self.next[state * self.moves..][..self.moves]
    }

    /// Whether moves lead from number to number as in another.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.next == other.next
    }

    /// The number of what shows these colours, if it can be reached.
    #[inline]
    pub(super) fn number(&self, color: impl Fn(u32) -> u8) -> Option<u32> {
        let mut colors = SmallVec::<[u8; 32]>::from_elem(0, self.places.len());
        for (shown, &place) in colors.iter_mut().zip(&self.places) {
            *shown = color(place);
        }
        self.find(key_of(&colors), &colors).ok()
    }

    /// The number of what shows each place's piece, of which the home is given, if it can be reached.
    #[inline]
    pub(super) fn seen(&self, home: impl Fn(u32) -> u32) -> Option<u32> {
        self.number(|place| self.goal_color(home(place)))
    }

    /// The places that can show different colours.
    pub(super) fn places(&self) -> impl Iterator<Item = u32> + '_ {
        self.places.iter().copied()
    }

    /// What the goal shows on a place; of places that show one colour only it does not matter.
    pub(super) fn goal_color(&self, place: u32) -> u8 {
        let at = self.places.binary_search(&place);
        at.map_or(0, |at| self.colors[at])
    }

    /// The colours on the places that can show different ones.
    #[inline]
    pub(super) fn colors(&self, state: usize) -> impl Iterator<Item = (u32, u8)> + '_ {
        let shown = self.places.iter().zip(self.shown(state));
        shown.map(|(&place, &color)| (place, color))
    }
}

/// Which of some moves may follow each move of a puzzle, and none: their places in the list.
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
        allowed.map(|(_, at)| at).collect()
    };
    let lasts = turns.iter().map(Some).chain([None]);
    lasts.map(may_follow).collect()
}

/// Distances from the goal are those to it only if moves can be taken back.
pub(super) fn check_undirected<B: Packed>(puzzle: &PermutationPuzzle<B>) -> Result<(), BuildError> {
    if puzzle.facts().undirected {
        return Ok(());
    }
    Err(BuildError::unfit(
        "moves cannot be taken back by one move: expected the inverse of every move among them",
    ))
}

/// What colours are looked up by.
fn key_of(colors: &[u8]) -> Key {
    Key::of_hash(FixedState.hash_one(colors))
}
