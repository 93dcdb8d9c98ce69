//! [`Film`]: a solution, frame by frame, and what is to be said of it.

use crate::places::Places;
use crate::search::Step;

pub(super) struct Film {
    /// What the puzzle is called.
    pub(super) name: String,
    pub(super) places: Places,
    /// The piece that belongs on each place, 0 where there is none.
    pub(super) goal: Vec<u8>,
    /// The start, and what each move leads to.
    pub(super) frames: Vec<Frame>,
    /// What the letters of the moves mean.
    pub(super) moves_are: &'static str,
    /// What is proved of the solution.
    pub(super) guarantee: String,
    /// How it was found.
    pub(super) search: String,
    /// How the search went.
    pub(super) steps: Steps,
}

pub(super) struct Frame {
    /// The move that leads here, in full and in short; empty at the start.
    pub(super) mv: String,
    pub(super) letter: String,
    /// The piece on each place, 0 where there is none.
    pub(super) pieces: Vec<u8>,
}

/// How many states there were in each step of a search that goes in steps.
pub(super) struct Steps {
    pub(super) heading: &'static str,
    pub(super) rows: Vec<Step>,
}

impl Film {
    pub(super) fn moves(&self) -> usize {
        self.frames.len() - 1
    }

    /// All pieces.
    pub(super) fn pieces(&self) -> impl Iterator<Item = u8> {
        let mut pieces: Vec<u8> = self.goal.clone();
        pieces.sort_unstable();
        pieces.into_iter().filter(|&piece| piece != 0)
    }

    /// Where a piece is in each frame.
    pub(super) fn way_of(&self, piece: u8) -> impl Iterator<Item = usize> {
        let place = move |frame: &Frame| frame.pieces.iter().position(|&label| label == piece);
        self.frames.iter().filter_map(place)
    }

    /// The result in one line.
    pub(super) fn summary(&self) -> String {
        let moves = super::moves(self.moves());
        format!("{}: {moves}, {}", self.name, self.guarantee)
    }
}
