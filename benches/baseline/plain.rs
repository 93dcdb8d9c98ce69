//! IDA* for the 15-puzzle as a good programmer writes it: one recursive loop over lazy neighbors,
//! a packed board, the Manhattan distance kept up move by move. The goal is 0 1 .. 15.

/// A solution and what it took; [`solve`] finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) cost: u32,
    pub(crate) generated: u64,
    /// The moves of the blank: 0 up, 1 left, 2 right, 3 down.
    pub(crate) moves: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// Cell i in bits 4i .. 4i+4.
    tiles: u64,
    blank: u8,
}

const GOAL: State = State {
    tiles: 0xfedc_ba98_7654_3210,
    blank: 0,
};

/// For each cell, a bit for each move that does not leave the board.
static EXITS: [u8; 16] = exits();
/// How far each tile is from home on each cell; the blank counts nothing.
static DISTANCE: [[u8; 16]; 16] = distances();

const fn exits() -> [u8; 16] {
    let mut table = [0; 16];
    let mut cell = 0;
    while cell < 16 {
        let (row, column) = (cell / 4, cell % 4);
        table[cell] = (row > 0) as u8
            | ((column > 0) as u8) << 1
            | ((column < 3) as u8) << 2
            | ((row < 3) as u8) << 3;
        cell += 1;
    }
    table
}

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
    fn new(board: [u8; 16]) -> Self {
        let mut state = Self { tiles: 0, blank: 0 };
        for (cell, tile) in (0..).zip(board) {
            state.tiles |= u64::from(tile) << (4 * cell);
            if tile == 0 {
                state.blank = cell;
            }
        }
        state
    }

    fn tile(self, cell: u8) -> u8 {
        (self.tiles >> (4 * cell) & 15) as u8
    }

    /// The state after the blank has moved to `cell`.
    fn slide(self, cell: u8) -> Self {
        let tile = self.tiles >> (4 * cell) & 15;
        Self {
            tiles: self.tiles ^ (tile << (4 * cell)) ^ (tile << (4 * self.blank)),
            blank: cell,
        }
    }
}

fn manhattan(state: State) -> u32 {
    let distance = |cell: u8| DISTANCE[usize::from(state.tile(cell))][usize::from(cell)];
    (0..16).map(|cell| u32::from(distance(cell))).sum()
}

/// The moves from a state and where they lead.
fn neighbors(state: State) -> impl Iterator<Item = (u8, State)> {
    let mut exits = EXITS[usize::from(state.blank)];
    std::iter::from_fn(move || {
        if exits == 0 {
            return None;
        }
        let mv = exits.trailing_zeros() as u8;
        exits &= exits - 1;
        let cell = match mv {
            0 => state.blank - 4,
            1 => state.blank - 1,
            2 => state.blank + 1,
            _ => state.blank + 4,
        };
        Some((mv, state.slide(cell)))
    })
}

struct Search {
    bound: u32,
    next_bound: u32,
    generated: u64,
    /// The moves to the goal, last one first.
    moves: Vec<u8>,
}

impl Search {
    fn descend(&mut self, state: State, last: Option<u8>, g: u32, h: u32) -> bool {
        if h == 0 && state == GOAL {
            return true;
        }
        for (mv, child) in neighbors(state) {
            // 3 - move is the move back.
            if last == Some(3 - mv) {
                continue;
            }
            self.generated += 1;
            let of_tile = &DISTANCE[usize::from(state.tile(child.blank))];
            let h = h + u32::from(of_tile[usize::from(state.blank)])
                - u32::from(of_tile[usize::from(child.blank)]);
            let f = g + 1 + h;
            if f > self.bound {
                self.next_bound = self.next_bound.min(f);
            } else if self.descend(child, Some(mv), g + 1, h) {
                self.moves.push(mv);
                return true;
            }
        }
        false
    }
}

/// Solves a board given by its labels row by row, 0 for the blank; it must be solvable.
pub(crate) fn solve(board: [u8; 16]) -> Solved {
    let start = State::new(board);
    let h = manhattan(start);
    let mut search = Search {
        bound: h,
        next_bound: u32::MAX,
        generated: 1,
        moves: Vec::new(),
    };
    while !search.descend(start, None, 0, h) {
        search.bound = search.next_bound;
        search.next_bound = u32::MAX;
    }
    search.moves.reverse();
    Solved {
        cost: search.bound,
        generated: search.generated,
        moves: search.moves,
    }
}
