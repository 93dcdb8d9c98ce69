//! [`Coordinate`]: what a view shows, numbered, and where moves lead.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::view::View;
use crate::heuristics::BuildError;
use crate::permutation::Permutation;
use crate::puzzle::Puzzle;
use crate::puzzles::{Packed, PermutationPuzzle};
use crate::storage::FixedState;

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
    numbers: HashTable<u32>,
    /// By number, then by move.
    next: Vec<u32>,
}

impl Coordinate {
    /// None if there are more than so many states.
    pub(super) fn new(view: &View, moves: &[Permutation], most: usize) -> Option<Self> {
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
            states: 1,
            colors: shown.iter().map(|&place| view.color(place)).collect(),
            places: shown.into(),
            numbers: HashTable::new(),
            next: Vec::new(),
        };
        let goal = coordinate.colors.clone();
        coordinate.insert(&goal, 0);
        let mut after = goal;
        let width = after.len();
        let mut state = 0;
        while state < coordinate.states {
            for source in &sources {
                let before = &coordinate.colors[state * width..][..width];
                for (color, &from) in after.iter_mut().zip(source) {
                    *color = before[from];
                }
                let number = match coordinate.find(&after) {
                    Some(number) => number,
                    None if coordinate.states == most => return None,
                    None => {
                        let number = coordinate.states as u32;
                        coordinate.colors.extend_from_slice(&after);
                        coordinate.insert(&after, number);
                        coordinate.states += 1;
                        number
                    }
                };
                coordinate.next.push(number);
            }
            state += 1;
        }
        Some(coordinate)
    }

    fn insert(&mut self, colors: &[u8], number: u32) {
        let (all, width) = (&self.colors, self.places.len());
        let of = |&number: &u32| FixedState.hash_one(&all[number as usize * width..][..width]);
        self.numbers
            .insert_unique(FixedState.hash_one(colors), number, of);
    }

    fn find(&self, colors: &[u8]) -> Option<u32> {
        let width = self.places.len();
        let same = |&number: &u32| self.colors[number as usize * width..][..width] == *colors;
        self.numbers
            .find(FixedState.hash_one(colors), same)
            .copied()
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
    pub(super) fn number(&self, color: impl Fn(u32) -> u8) -> Option<u32> {
        let colors = self.places.iter().map(|&place| color(place));
        self.find(&colors.collect::<SmallVec<[u8; 32]>>())
    }

    /// The number of what shows each place's piece, of which the home is given, if it can be reached.
    pub(super) fn seen(&self, home: impl Fn(u32) -> u32) -> Option<u32> {
        self.number(|place| self.goal_color(home(place)))
    }

    /// What the goal shows on a place; of places that show one colour only it does not matter.
    fn goal_color(&self, place: u32) -> u8 {
        let at = self.places.binary_search(&place);
        at.map_or(0, |at| self.colors[at])
    }

    /// The colours on the places that can show different ones.
    pub(super) fn colors(&self, state: usize) -> impl Iterator<Item = (u32, u8)> + '_ {
        let width = self.places.len();
        let colors = self.colors.get(state * width..).unwrap_or_default();
        self.places.iter().copied().zip(colors.iter().copied())
    }
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
