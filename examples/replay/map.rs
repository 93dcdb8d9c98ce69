//! A way on a map, as a [`Film`] of one piece.

use std::error::Error;

use puzzle_search::Notation;
use puzzle_search::puzzles::{Cell, Compass, Connectivity, Grid, GridMap};

use crate::film::{Film, Frame};
use crate::places::Places;
use crate::solve::{Ending, Solve};

/// The most cells each way of which there is a legible picture.
const MOST: u16 = 100;

/// Solves a map, from `from` or the letter S to `to` or the letters G and E.
pub(crate) fn film(
    (map, name): (GridMap, String),
    (from, to): (Option<&str>, Option<&str>),
    task: Solve,
) -> Result<Ending, Box<dyn Error>> {
    let (width, height) = (map.width(), map.height());
    if width > MOST || height > MOST {
        return Err(format!(
            "{name} has {width} x {height} cells: expected {MOST} x {MOST} at most, to be drawn"
        )
        .into());
    }
    let grid = Grid::new(map, Connectivity::Eight);
    let cells = |option: &str, text: Option<&str>, letters: &[char]| {
        let cells: Vec<Cell> = match text {
            Some(text) => vec![grid.parse(text)?],
            None => letters
                .iter()
                .flat_map(|&letter| grid.map().find(letter))
                .collect(),
        };
        match cells.first() {
            Some(&first) => Ok((first, cells)),
            None => Err(Box::<dyn Error>::from(format!(
                "the map has no {}: expected one, or --{option} with x and y",
                letters[0]
            ))),
        }
    };
    let ((start, _), (_, goals)) = (cells("from", from, &['S'])?, cells("to", to, &['G', 'E'])?);
    let grid = grid.with_goals(goals)?;
    let found = match task.search(&grid, &start, "octile") {
        Ok(found) => found,
        Err(ending) => return Ok(ending),
    };
    let index = |cell: Cell| usize::from(cell.y()) * usize::from(width) + usize::from(cell.x());
    let one_at = |cell: Cell| {
        let mut pieces = vec![0; usize::from(width) * usize::from(height)];
        pieces[index(cell)] = 1;
        pieces
    };
    let mut places = Places::grid(height.into(), width.into());
    let mut walls: Vec<usize> = ['#', '@', 'O', 'T']
        .iter()
        .flat_map(|&letter| grid.map().find(letter).map(index))
        .collect();
    walls.sort_unstable();
    places.walls = walls;
    let states = found.solution.states(&grid, &start)?;
    let names = found.solution.moves().iter().map(Compass::to_string);
    let names = [String::new()].into_iter().chain(names);
    let frames = names.zip(&states).map(|(mv, &cell)| Frame {
        letter: mv.clone(),
        mv,
        pieces: one_at(cell),
    });
    Ok(Ending::Solved(Box::new(Film {
        name: format!("a map of {width} x {height} cells"),
        places,
        goal: one_at(states.last().copied().unwrap_or(start)),
        frames: frames.collect(),
        moves_are: "steps, north being up",
        guarantee: found.guarantee,
        search: found.search,
        steps: found.steps,
    })))
}
