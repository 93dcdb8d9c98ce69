//! [`Film`]: a solution, frame by frame, and what is to be said of it.

use crate::drawn;
use crate::places::Places;

pub(crate) struct Film {
    /// What the puzzle is called.
    pub(crate) name: String,
    pub(crate) places: Places,
    /// The piece that belongs on each place, 0 where there is none.
    pub(crate) goal: Vec<u8>,
    /// The start, and what each move leads to.
    pub(crate) frames: Vec<Frame>,
    /// What the letters of the moves mean.
    pub(crate) moves_are: &'static str,
    /// What is proved of the solution.
    pub(crate) guarantee: String,
    /// How it was found.
    pub(crate) search: String,
    /// How the search went.
    pub(crate) steps: Steps,
}

pub(crate) struct Frame {
    /// The move that leads here, in full and in short; empty at the start.
    pub(crate) mv: String,
    pub(crate) letter: String,
    /// The piece on each place, 0 where there is none.
    pub(crate) pieces: Vec<u8>,
}

/// How many states there were in each step of a search that goes in steps.
pub(crate) struct Steps {
    pub(crate) heading: &'static str,
    pub(crate) rows: Vec<Step>,
}

pub(crate) struct Step {
    /// The bound, or the depth.
    pub(crate) number: u64,
    pub(crate) states: u64,
}

impl Film {
    pub(crate) fn moves(&self) -> usize {
        self.frames.len() - 1
    }

    /// All pieces.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = u8> {
        let mut pieces: Vec<u8> = self.goal.clone();
        pieces.sort_unstable();
        pieces.into_iter().filter(|&piece| piece != 0)
    }

    /// Where a piece is in each frame.
    pub(crate) fn way_of(&self, piece: u8) -> impl Iterator<Item = usize> {
        let place = move |frame: &Frame| frame.pieces.iter().position(|&label| label == piece);
        self.frames.iter().filter_map(place)
    }

    /// The result in one line.
    pub(crate) fn summary(&self) -> String {
        let moves = drawn::moves(self.moves());
        format!("{}: {moves}, {}", self.name, self.guarantee)
    }
}
