//! Maps, `.map` and `.scen` files and cells: what is read prints to a text that reads as the same, and the
//! estimate is at most what a solver finds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_search::puzzles::{Connectivity, Grid, GridMap, Route};
use puzzle_search::{Notation, Puzzle, Solver, UniformCost};

fuzz_target!(|input: (u8, &str, &str)| {
    let (which, text, cell) = input;
    if let Ok(routes) = Route::parse_all(text) {
        let lines: Vec<String> = routes.iter().map(Route::to_string).collect();
        assert_eq!(
            Route::parse_all(&format!("version 1\n{}", lines.join("\n"))),
            Ok(routes)
        );
    }
    let map = text
        .parse::<GridMap>()
        .or_else(|_| GridMap::from_map_text(text))
        .or_else(|_| GridMap::with_letters(text, " 0", "1"));
    let Ok(map) = map else { return };
    assert_eq!(map.to_string().parse(), Ok(map.clone()));
    assert_eq!(GridMap::from_map_text(&map.to_map_text()), Ok(map.clone()));
    let connectivity = match which % 4 {
        0 => Connectivity::Four,
        1 => Connectivity::Eight,
        2 => Connectivity::EightCuttingOneCorner,
        _ => Connectivity::EightCuttingCorners,
    };
    let grid = Grid::new(map, connectivity);
    let Ok(cell) = grid.parse(cell) else { return };
    assert_eq!(grid.parse(&grid.display(&cell).to_string()), Ok(cell));
    let goals: Vec<_> = grid.map().find('G').collect();
    let grid = grid.with_goals(goals).expect("ground");
    let found = UniformCost::new().solve(&grid, &cell);
    assert_eq!(
        found.is_unsolvable(),
        grid.solvability(&cell).is_unsolvable()
    );
    if let Some(solution) = found.solution() {
        assert!(grid.heuristic(&cell) <= Some(solution.cost()));
    }
    if let Ok(jumps) = grid.jump_grid() {
        let by_jumps = UniformCost::new().solve(&jumps, &cell.into());
        assert_eq!(by_jumps.lower_bound, found.lower_bound);
    }
});
