//! The solvability of sliding boards by parity, and by the order of the tiles on a single line.

use alloc::format;
use alloc::string::String;
use alloc::vec;

use num_traits::PrimInt;

use crate::permutation::{Parity, Permutation};
use crate::puzzles::error::{PuzzleError, check_each_once};
use crate::puzzles::homes::grid_distance;
use crate::solvability::{Reason, Solvability};

/// Decides whether `goal` can be reached from `start` by sliding tiles. `start` and `goal` list the tile numbers row by
/// row, with 0 for the blank. The board may have any size. The function never returns [`Solvability::Unknown`]. It
/// takes time O(n) for n cells.
///
/// On a board with at least two rows and two columns, `goal` can be reached if, and only if, two parities are equal:
/// the parity of the permutation that turns `start` into `goal`, and the parity of the Manhattan distance between the
/// blank's cells in `start` and `goal`. The permutation includes the blank. On a single row or column, `goal` can be
/// reached if, and only if, the tiles have the same order in `start` and `goal`.
///
/// Paper: W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", 1879.
///
/// # Errors
///
/// Returns an error if `rows * columns` is 0 or overflows `usize`. Also returns an error if `start` or `goal` does not
/// list each number from 0 to `rows * columns - 1` exactly once.
///
/// ```
/// use puzzle_search::puzzles::sliding_solvability;
///
/// let (start, goal) = ([3, 1, 2, 0], [1, 2, 3, 0]);
/// assert!(sliding_solvability(2, 2, &start, &goal)?.is_solvable());
/// assert!(sliding_solvability(1, 4, &start, &goal)?.is_unsolvable());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn sliding_solvability<T: PrimInt>(
    rows: usize,
    columns: usize,
    start: &[T],
    goal: &[T],
) -> Result<Solvability, PuzzleError> {
    let cells = rows.checked_mul(columns).filter(|&cells| cells > 0);
    let cells = cells.ok_or_else(|| PuzzleError::size(rows, columns, usize::MAX))?;
    let number = |label: &T| label.to_u64().unwrap_or(u64::MAX);
    check_each_once(start.iter().map(number), cells, 0, "board")?;
    check_each_once(goal.iter().map(number), cells, 0, "goal")?;

    if rows == 1 || columns == 1 {
        let tiles = start.iter().filter(|tile| !tile.is_zero());
        let same = tiles.eq(goal.iter().filter(|tile| !tile.is_zero()));
        return Ok(if same {
            let reason = "on a single line, the tiles come in the same order as in the goal";
            Solvability::Solvable(Reason::new(reason))
        } else {
            let reason = "on a single line no tile can pass another, \
                          and the tiles come in another order than in the goal";
            Solvability::Unsolvable(Reason::new(reason))
        });
    }

    let index = |label: &T| label.to_usize().unwrap_or(0);
    let mut home = vec![0; cells];
    for (cell, label) in goal.iter().enumerate() {
        home[index(label)] = cell;
    }
    let blank = start.iter().position(T::is_zero).unwrap_or(0);
    let moved = start.iter().map(|label| home[index(label)] as u32);
    let tiles = Permutation::from_images(moved).parity();
    let distance = Parity::of(grid_distance(columns, blank, home[0]) as u64);
    let permutation = "the permutation from start to goal is";
    if tiles == distance {
        let why = format!("{permutation} {tiles}, and so is the distance of the blank");
        return Ok(Solvability::Solvable(Reason::new(why)));
    }
    let why = format!("{permutation} {tiles} while the blank moves an {distance} distance");
    let reason = of_goal(rows, columns, &home, why);
    Ok(Solvability::Unsolvable(reason))
}

/// The reason why a goal with each label at `home` cannot be reached. Since boards are often meant for the other goal in
/// use, it says which one the usual goal is, and whether the other one can be reached: from a goal with the blank last to
/// that with the blank first is an odd permutation and an even distance, or both are odd, or both even.
fn of_goal(rows: usize, columns: usize, home: &[usize], why: String) -> Reason {
    let last = home.len() - 1;
    if !home.iter().copied().eq([last].into_iter().chain(0..last)) {
        return Reason::new(why);
    }
    let first = if rows.is_multiple_of(2) && columns.is_multiple_of(2) {
        "; the goal with the blank first can be reached"
    } else {
        ""
    };
    Reason::new(format!("{why}, for the goal with the blank last{first}"))
}
