//! IDA* with Manhattan distance for the 15-puzzle and nothing else, as fast as safe Rust goes on
//! one thread. The goal is 0 1 .. 15.
//!
//! There is a function for each cell of the blank, move that led there, and [`Slack`], so that
//! all shifts and masks are constants and the program counter holds half of the state:
//!
//! * A board is the order of its tiles without the blank: sliding a tile along a row leaves it as
//!   it is, along a column rotates four tiles.
//! * Instead of g and h, the slack is carried: how many more times a tile may move away from home
//!   within the bound. Without slack there is nothing to carry, and with it nothing to prune.
//! * The last child is entered by a tail call, so the path is not on the stack; but it can be
//!   played again, because a board that is missing was left by the last move that the slack allows.
//! * Children are counted once for each parent; those never tried are taken off at the end.

/// A solution and what it took; [`solve`] finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) cost: u32,
    pub(crate) generated: u64,
    /// The moves of the blank: 0 up, 1 left, 2 right, 3 down.
    pub(crate) moves: Vec<u8>,
}

/// The order of the tiles in the goal, the first in the low bits.
const GOAL: u64 = 0x0fed_cba9_8765_4321;
/// The last move at the root, where there is none.
const NONE: u8 = 4;

/// Whether a move is on the board and not straight back.
const fn is_open(blank: usize, last: u8, mv: u8) -> bool {
    let back = last != NONE && last == 3 - mv;
    let fits = match mv {
        0 => blank >= 4,
        1 => blank % 4 >= 1,
        2 => blank % 4 < 3,
        _ => blank < 12,
    };
    fits && !back
}

/// How many moves there are from `mv` on.
const fn open(blank: usize, last: u8, mut mv: u8) -> u64 {
    let mut count = 0;
    while mv < 4 {
        count += is_open(blank, last, mv) as u64;
        mv += 1;
    }
    count
}

const fn target(blank: usize, mv: u8) -> usize {
    match mv {
        0 => blank - 4,
        1 => blank - 1,
        2 => blank + 1,
        _ => blank + 4,
    }
}

/// Whether the tile that a move brings to the blank's cell gets farther from home.
#[inline(always)]
const fn leads_away(order: u64, blank: usize, mv: u8) -> bool {
    let cell = target(blank, mv);
    let at = if cell < blank { cell } else { cell - 1 };
    let tile = order >> (4 * at) & 15;
    let (row, column) = ((blank / 4) as u64, (blank % 4) as u64);
    match mv {
        0 => tile / 4 < row,
        1 => tile % 4 < column,
        2 => tile % 4 > column,
        _ => tile / 4 > row,
    }
}

/// The order of the tiles after a move.
#[inline(always)]
const fn slide(order: u64, blank: usize, mv: u8) -> u64 {
    match mv {
        0 => {
            let shift = 4 * (blank - 4);
            let window = (order >> shift) as u16;
            order ^ (((window ^ window.rotate_right(4)) as u64) << shift)
        }
        3 => {
            let shift = 4 * blank;
            let window = (order >> shift) as u16;
            order ^ (((window ^ window.rotate_left(4)) as u64) << shift)
        }
        _ => order,
    }
}

/// The slack as far as it is known when compiling.
trait Slack: Copy {
    fn visit<const BLANK: usize, const LAST: u8>(self, search: &mut Search, order: u64) -> bool;

    /// Enters the child, if the slack allows.
    fn child<const BLANK: usize, const MV: u8>(self, search: &mut Search, order: u64) -> bool;

    #[inline(always)]
    fn try_move<const BLANK: usize, const LAST: u8, const MV: u8>(
        self,
        search: &mut Search,
        order: u64,
    ) -> bool {
        if const { !is_open(BLANK, LAST, MV) } {
            return false;
        }
        let found = self.child::<BLANK, MV>(search, order);
        if const { open(BLANK, LAST, MV + 1) == 0 } {
            return found; // at once, or it is no tail call
        }
        found && search.note(order, BLANK, MV)
    }

    #[inline(always)]
    fn expand<const BLANK: usize, const LAST: u8>(self, search: &mut Search, order: u64) -> bool {
        if BLANK == 0 && order == GOAL {
            return true;
        }
        search.generated += const { open(BLANK, LAST, 0) };
        // The first conditions end the chain at the last open move: again for the tail call.
        (const { open(BLANK, LAST, 0) > 0 } && self.try_move::<BLANK, LAST, 0>(search, order))
            || (const { open(BLANK, LAST, 1) > 0 }
                && self.try_move::<BLANK, LAST, 1>(search, order))
            || (const { open(BLANK, LAST, 2) > 0 }
                && self.try_move::<BLANK, LAST, 2>(search, order))
            || (const { open(BLANK, LAST, 3) > 0 }
                && self.try_move::<BLANK, LAST, 3>(search, order))
    }

    /// Goes on where the blank is on `cell`.
    #[inline(always)]
    fn go<const LAST: u8>(self, search: &mut Search, cell: usize, order: u64) -> bool {
        match cell {
            0 => self.visit::<0, LAST>(search, order),
            1 => self.visit::<1, LAST>(search, order),
            2 => self.visit::<2, LAST>(search, order),
            3 => self.visit::<3, LAST>(search, order),
            4 => self.visit::<4, LAST>(search, order),
            5 => self.visit::<5, LAST>(search, order),
            6 => self.visit::<6, LAST>(search, order),
            7 => self.visit::<7, LAST>(search, order),
            8 => self.visit::<8, LAST>(search, order),
            9 => self.visit::<9, LAST>(search, order),
            10 => self.visit::<10, LAST>(search, order),
            11 => self.visit::<11, LAST>(search, order),
            12 => self.visit::<12, LAST>(search, order),
            13 => self.visit::<13, LAST>(search, order),
            14 => self.visit::<14, LAST>(search, order),
            _ => self.visit::<15, LAST>(search, order),
        }
    }
}

/// No slack: only moves that bring a tile nearer.
#[derive(Clone, Copy)]
struct Zero;

/// A slack of one.
#[derive(Clone, Copy)]
struct One;

/// A slack of two or more.
#[derive(Clone, Copy)]
struct Many(u32);

impl Slack for Zero {
    fn visit<const BLANK: usize, const LAST: u8>(self, search: &mut Search, order: u64) -> bool {
        self.expand::<BLANK, LAST>(search, order)
    }

    #[inline(always)]
    fn child<const BLANK: usize, const MV: u8>(self, search: &mut Search, order: u64) -> bool {
        let cell = target(BLANK, MV);
        !leads_away(order, BLANK, MV) && self.go::<MV>(search, cell, slide(order, BLANK, MV))
    }
}

impl Slack for One {
    fn visit<const BLANK: usize, const LAST: u8>(self, search: &mut Search, order: u64) -> bool {
        self.expand::<BLANK, LAST>(search, order)
    }

    #[inline(always)]
    fn child<const BLANK: usize, const MV: u8>(self, search: &mut Search, order: u64) -> bool {
        let (cell, child) = (target(BLANK, MV), slide(order, BLANK, MV));
        if leads_away(order, BLANK, MV) {
            Zero.go::<MV>(search, cell, child)
        } else {
            self.go::<MV>(search, cell, child)
        }
    }
}

impl Slack for Many {
    fn visit<const BLANK: usize, const LAST: u8>(self, search: &mut Search, order: u64) -> bool {
        self.expand::<BLANK, LAST>(search, order)
    }

    #[inline(always)]
    fn child<const BLANK: usize, const MV: u8>(self, search: &mut Search, order: u64) -> bool {
        let (cell, child) = (target(BLANK, MV), slide(order, BLANK, MV));
        let left = self.0 - u32::from(leads_away(order, BLANK, MV));
        if left == 1 {
            One.go::<MV>(search, cell, child)
        } else {
            Self(left).go::<MV>(search, cell, child)
        }
    }
}

struct Search {
    generated: u64,
    /// On the way back from the goal: boards and the moves that were played there, as far as
    /// these were not the last ones.
    trail: Vec<(u64, usize, u8)>,
}

impl Search {
    #[cold]
    #[inline(never)]
    fn note(&mut self, order: u64, blank: usize, mv: u8) -> bool {
        self.trail.push((order, blank, mv));
        true
    }

    /// One iteration.
    fn is_solvable_with(&mut self, slack: u32, order: u64, blank: usize) -> bool {
        match slack {
            0 => Zero.go::<NONE>(self, blank, order),
            1 => One.go::<NONE>(self, blank, order),
            _ => Many(slack).go::<NONE>(self, blank, order),
        }
    }

    /// The path to the goal that was found; what comes after it was not generated.
    fn replay(&mut self, mut slack: u32, mut order: u64, mut blank: usize) -> Vec<u8> {
        let (mut last, mut moves) = (NONE, Vec::new());
        while (order, blank) != (GOAL, 0) {
            let away = |mv| u32::from(leads_away(order, blank, mv));
            let mv = match self.trail.pop_if(|top| (top.0, top.1) == (order, blank)) {
                Some((_, _, mv)) => mv,
                None => (0..4)
                    .rfind(|&mv| is_open(blank, last, mv) && away(mv) <= slack)
                    .expect("the path went on from here"),
            };
            self.generated -= open(blank, last, mv + 1);
            slack -= away(mv);
            order = slide(order, blank, mv);
            blank = target(blank, mv);
            last = mv;
            moves.push(mv);
        }
        moves
    }
}

/// Solves a board given by its labels row by row, 0 for the blank; it must be solvable.
pub(crate) fn solve(board: [u8; 16]) -> Solved {
    let tiles = board.iter().filter(|&&tile| tile != 0);
    let order = tiles.rfold(0, |order, &tile| order << 4 | u64::from(tile));
    let blank = board.iter().position(|&tile| tile == 0).expect("one blank");
    let distance = |(cell, &tile): (usize, &u8)| match usize::from(tile) {
        0 => 0,
        home => (home / 4).abs_diff(cell / 4) + (home % 4).abs_diff(cell % 4),
    };
    let h: usize = board.iter().enumerate().map(distance).sum();

    let mut search = Search {
        generated: 1,
        trail: Vec::new(),
    };
    let mut slack = 0;
    while !search.is_solvable_with(slack, order, blank) {
        slack += 1;
    }
    let moves = search.replay(slack, order, blank);
    Solved {
        cost: h as u32 + 2 * slack,
        generated: search.generated,
        moves,
    }
}
