//! [`Film`]: a solution frame by frame, with its captions.

use crate::places::Placement;
use crate::search::StepCount;

pub(super) struct Film {
    /// The puzzle and its result, in one line.
    pub(super) summary: String,
    pub(super) places: Placement,
    /// The goal piece on each place, with 0 where there is none.
    pub(super) goal: Vec<u8>,
    /// The start, and the state after each move.
    pub(super) frames: Vec<FilmFrame>,
    /// The meaning of the letters of moves.
    pub(super) moves_are: &'static str,
    /// The solver, and the number of generated states.
    pub(super) search: String,
    /// The meaning of the steps of the search.
    pub(super) steps_are: &'static str,
    /// The number of states in each iteration or layer.
    pub(super) steps: Vec<StepCount>,
}

pub(super) struct FilmFrame {
    /// The move to this frame, in full and in short; empty at the start.
    pub(super) mv: String,
    pub(super) letter: String,
    /// The piece on each place, with 0 where there is none.
    pub(super) pieces: Vec<u8>,
}

impl Film {
    pub(super) fn moves(&self) -> usize {
        self.frames.len() - 1
    }

    /// The pieces in ascending order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = u8> {
        let mut pieces: Vec<u8> = self.goal.clone();
        pieces.sort_unstable();
        pieces.into_iter().filter(|&piece| piece != 0)
    }

    /// The place of a piece in each frame.
    pub(super) fn places_of(&self, piece: u8) -> impl Iterator<Item = usize> {
        let place = move |frame: &FilmFrame| frame.pieces.iter().position(|&label| label == piece);
        self.frames.iter().filter_map(place)
    }
}
