//! Puzzles that may fail: the first error ends every solver and comes out as itself.

use std::cell::Cell;

use puzzle_search::{Distances, Puzzle, Solver, try_from_fn};

use crate::support::{Numbers, informed_depth_first};
use puzzle_search::{AStar, BreadthFirst, UniformCost};

#[test]
fn the_first_error_ends_every_solver_soon() {
    let mut numbers = Numbers(1);
    for _ in 0..200 {
        let most = 1 + numbers.below(60) as u32;
        let asked = Cell::new(0_u32);
        let puzzle = try_from_fn(
            |&n: &u32| {
                asked.set(asked.get() + 1);
                if asked.get() == most {
                    return Err(n);
                }
                Ok([('a', 3 * n + 1, 1_u32), ('b', 3 * n + 2, 2)])
            },
            |&n| n == 500,
        );
        let mut solvers: Vec<Box<dyn Solver<_>>> = vec![
            Box::new(BreadthFirst::new()),
            Box::new(AStar::new()),
            Box::new(UniformCost::new()),
        ];
        solvers.extend(informed_depth_first().into_iter().map(|(_, solver)| solver));
        for solver in solvers {
            asked.set(0);
            let report = solver
                .search(&puzzle, &0)
                .limits(puzzle_search::Limits::new().max_expanded(1_000))
                .run();
            let found = puzzle.checked(report);
            if asked.get() < most {
                assert!(found.is_ok());
            } else {
                assert!(found.is_err());
                assert_eq!(asked.get(), most, "it was asked again after the error");
            }
            assert_eq!(puzzle.checked(()), Ok(()));
        }
        asked.set(0);
        let mut distances = Distances::new(&puzzle, [0]);
        let nearest: Vec<_> = distances.nearest().take(100).collect();
        assert!(puzzle.checked(nearest).is_err());
        assert!(asked.get() == most && puzzle.neighbors(&1).into_iter().count() == 2);
    }
}
