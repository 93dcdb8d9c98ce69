//! Goals of sliding tiles, by name or by their numbers.

use puzzle_search::puzzles::BoardText;

/// Parses a goal of this size: its numbers, or a name.
pub(crate) fn labels(text: &str, rows: usize, columns: usize) -> Result<Vec<u32>, String> {
    let cells = (rows * columns) as u32;
    let name = text.trim();
    match &*name.to_lowercase() {
        "standard" => Ok((1..cells).chain([0]).collect()),
        "blank-first" => Ok((0..cells).collect()),
        "snail" => Ok(snail(rows, columns)),
        _ if name.len() < 30 && name.contains(|letter| ('g'..='w').contains(&letter)) => {
            let expected = "expected its numbers, or standard, blank-first or snail";
            Err(format!("the goal is {name:?}: {expected}"))
        }
        _ => match BoardText::sized(text, rows, columns) {
            Ok(goal) => Ok(goal.labels),
            Err(error) => Err(format!("the goal: {error}")),
        },
    }
}

/// 1 2 3 .. in a clockwise spiral from the corner to the middle, where the blank is.
fn snail(rows: usize, columns: usize) -> Vec<u32> {
    let mut goal = vec![0; rows * columns];
    let (mut row, mut column, mut direction) = (0, 0, 0);
    for label in 1..(rows * columns) as u32 {
        goal[row * columns + column] = label;
        // Go ahead, or else turn right.
        for _ in 0..2 {
            let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][direction];
            let next = row
                .checked_add_signed(down)
                .zip(column.checked_add_signed(right));
            let next = next.filter(|&(row, column)| row < rows && column < columns);
            if let Some((to_row, to_column)) =
                next.filter(|(row, column)| goal[row * columns + column] == 0)
            {
                (row, column) = (to_row, to_column);
                break;
            }
            direction = (direction + 1) % 4;
        }
    }
    goal
}
