//! The 15-puzzle as somebody writes it who wants it searched, not tuned: plain functions that any
//! search library can be given. The goal is 0 1 .. 15.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    Up,
    Left,
    Right,
    Down,
}

const DIRECTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Left,
    Direction::Right,
    Direction::Down,
];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Cell i in bits 4i .. 4i+4.
    tiles: u64,
    blank: u8,
}

const GOAL: State = State {
    tiles: 0xfedc_ba98_7654_3210,
    blank: 0,
};

/// For each cell, a bit for each direction that does not leave the board.
static EXITS: [u8; 16] = [12, 14, 14, 10, 13, 15, 15, 11, 13, 15, 15, 11, 5, 7, 7, 3];
/// How far each tile is from home on each cell; the blank counts nothing.
static DISTANCE: [[u8; 16]; 16] = distances();

const fn distances() -> [[u8; 16]; 16] {
    let mut table = [[0; 16]; 16];
    let mut tile = 1_usize;
    while tile < 16 {
        let mut cell = 0_usize;
        while cell < 16 {
            let distance = (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4);
            table[tile][cell] = distance as u8;
            cell += 1;
        }
        tile += 1;
    }
    table
}

impl State {
    /// The board with these labels row by row, 0 for the blank.
    pub(crate) fn new(board: [u8; 16]) -> Self {
        let mut state = Self { tiles: 0, blank: 0 };
        for (cell, tile) in (0..).zip(board) {
            state.tiles |= u64::from(tile) << (4 * cell);
            if tile == 0 {
                state.blank = cell;
            }
        }
        state
    }

    /// The goal, for searches that want it beforehand.
    pub(crate) fn goal() -> Self {
        GOAL
    }

    fn slide(&self, direction: Direction) -> Self {
        let blank = match direction {
            Direction::Up => self.blank - 4,
            Direction::Left => self.blank - 1,
            Direction::Right => self.blank + 1,
            Direction::Down => self.blank + 4,
        };
        let tile = self.tiles >> (4 * blank) & 15;
        Self {
            tiles: self.tiles ^ (tile << (4 * blank)) ^ (tile << (4 * self.blank)),
            blank,
        }
    }
}

/// The moves of the blank and where they lead, made as they are asked for.
pub(crate) fn successors(state: &State) -> impl Iterator<Item = (Direction, State)> + use<> {
    let state = state.clone();
    let mut exits = EXITS[usize::from(state.blank)];
    std::iter::from_fn(move || {
        let direction = *DIRECTIONS.get(exits.trailing_zeros() as usize)?;
        exits &= exits - 1;
        Some((direction, state.slide(direction)))
    })
}

/// The sum of all tiles' distances from home. It is called, so that no count depends on how many other rows call it.
#[inline(never)]
pub(crate) fn manhattan(state: &State) -> u32 {
    let tile = |cell: usize| (state.tiles >> (4 * cell) & 15) as usize;
    (0..16)
        .map(|cell| u32::from(DISTANCE[tile(cell)][cell]))
        .sum()
}

pub(crate) fn is_goal(state: &State) -> bool {
    *state == GOAL
}
