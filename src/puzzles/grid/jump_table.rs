//! [`JumpTable`]: how far each cell is from the next jump point in each direction.
//!
//! A table like that of JPS+ makes a jump one lookup, however long it is, and takes no account of goals, so that all
//! routes on a map share it. Distances of one direction follow from those of the next cell, so the table is filled in
//! time proportional to its size. A jump longer than the range of an entry is cut into several.

use alloc::boxed::Box;
use alloc::vec;

use super::ground::Ground;
use super::{Compass, Connectivity};

/// The table of one map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JumpTable {
    /// For each cell, by direction: the number of steps to the next jump point, or, negated, to the last cell before a
    /// wall if there is no jump point before it.
    steps: Box<[[i16; 8]]>,
    /// For each cell, a bit for each possible step, by direction.
    open: Box<[u8]>,
    connectivity: Connectivity,
}

/// The longest jump.
const LONGEST: u16 = i16::MAX.unsigned_abs();

/// Where a jump leads in one direction.
#[derive(Clone, Copy)]
pub(super) enum Landing {
    JumpPoint(u16),
    /// A wall ends the jump after this number of steps.
    Wall(u16),
}

const fn bit(direction: usize) -> u8 {
    1 << direction
}

impl JumpTable {
    pub(super) fn new(ground: &Ground) -> Self {
        let cells = ground.map.len();
        let open = (0..cells).map(|index| {
            let steps = ground.steps(ground.map.cell(index));
            steps.fold(0, |bits, step| bits | bit(step as usize))
        });
        let mut table = Self {
            open: open.collect(),
            steps: vec![[0; 8]; cells].into(),
            connectivity: ground.connectivity,
        };
        // Straight directions come first: a diagonal jump ends where a straight one begins.
        for direction in Compass::ALL {
            let stride = direction.stride(ground.map.width());
            for count in 0..cells {
                // The cell to which the step leads has been done.
                let from = if stride < 0 { count } else { cells - 1 - count };
                if table.open[from] & bit(direction as usize) != 0 {
                    let to = from.wrapping_add_signed(stride);
                    table.steps[from][direction as usize] = table.after_step(from, to, direction);
                }
            }
        }
        table
    }

    /// The entry of a cell from which one step leads to another.
    fn after_step(&self, from: usize, to: usize, direction: Compass) -> i16 {
        let natural = natural(direction);
        let is_forced = self.onward(from, to, direction) & !natural != 0;
        let turns = natural & !bit(direction as usize);
        let turns = (0..8).filter(|&turn| turns & bit(turn) != 0);
        let mut beyond = turns.map(|turn| self.steps[to][turn]);
        match self.steps[to][direction as usize] {
            _ if is_forced || beyond.any(|steps| steps > 0) => 1,
            steps if steps.unsigned_abs() == LONGEST => 1,
            steps if steps > 0 => steps + 1,
            steps => steps - 1,
        }
    }

    #[inline]
    pub(super) fn landing(&self, cell: usize, direction: Compass) -> Landing {
        let steps = self
            .steps
            .get(cell)
            .map_or(0, |steps| steps[direction as usize]);
        if steps > 0 {
            Landing::JumpPoint(steps.unsigned_abs())
        } else {
            Landing::Wall(steps.unsigned_abs())
        }
    }

    /// The directions, one for each bit, in which cheapest paths go on after a step in this direction, if they are the
    /// canonical ones: natural neighbors, and those that a wall forces.
    #[inline]
    pub(super) fn onward(&self, from: usize, to: usize, direction: Compass) -> u8 {
        let [before, here] = [from, to].map(|cell| self.open.get(cell).copied().unwrap_or(0));
        let (ahead, right) = (direction as usize % 4, (direction as usize + 1) % 4);
        let left = (ahead + 3) % 4;
        // What is forced if this step is not possible.
        let without = |steps: u8, step: usize, forced: u8| {
            if steps & bit(step) == 0 { forced } else { 0 }
        };
        let forced = match (direction.is_diagonal(), self.connectivity) {
            // Past the end of a wall that could not be cut short.
            (false, Connectivity::Eight) => {
                without(before, right, bit(right) | bit(4 + ahead))
                    | without(before, left, bit(left) | bit(4 + left))
            }
            (false, _) => without(here, right, bit(4 + ahead)) | without(here, left, bit(4 + left)),
            (true, Connectivity::Eight) => 0,
            (true, _) => {
                without(before, ahead, bit(4 + left)) | without(before, right, bit(4 + right))
            }
        };
        (natural(direction) | forced) & here
    }
}

/// The directions in which a path goes on after a step if there are no walls: ahead, and after a diagonal step also in
/// the two straight directions beside it.
#[inline]
const fn natural(direction: Compass) -> u8 {
    let at = direction as usize;
    if direction.is_diagonal() {
        bit(at) | bit(at - 4) | bit((at - 3) % 4)
    } else {
        bit(at)
    }
}
