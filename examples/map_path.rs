//! A* on a map: a shortest way on a grid with walls, in eight directions.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::puzzles::{Connectivity, Grid, GridMap};
use puzzle_search::{AStar, Solver};

const MAP: &str = "\
S.......
.######.
.#....#.
.#.##.#.
...##..G
";

fn main() -> Result<(), Box<dyn Error>> {
    let map = GridMap::with_letters(MAP, "", "")?;
    let (start, goal) = (map.find('S').next(), map.find('G').next());
    let (start, goal) = start.zip(goal).ok_or("expected S and G on the map")?;
    let grid = Grid::<u32>::new(map, Connectivity::Eight).with_goals([goal])?;
    let solution = AStar::new().solve(&grid, &start).into_result()?;
    let way = solution.states(&grid, &start)?;
    println!("{} steps: {solution}", solution.len());
    let drawn = GridMap::new(grid.map().width(), grid.map().height(), |cell| {
        let letter = grid.map().letter(cell).unwrap_or('#');
        if letter == '.' && way.contains(&cell) {
            'o'
        } else {
            letter
        }
    })?;
    println!("{drawn}");
    Ok(())
}
