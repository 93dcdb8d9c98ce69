//! Routes by jumps: against A* on the grid and a search of twenty lines, on maps of every kind; what jumps refuse.

use puzzle_search::laws;
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::Connectivity::{
    self, Eight, EightCuttingCorners, EightCuttingOneCorner, Four,
};
use puzzle_search::puzzles::{Cell, Compass, Grid, GridMap, Jump, JumpGrid, JumpPoint};
use puzzle_search::solvers::{IterativeDeepening, WeightedAStar};
use puzzle_search::{
    AStar, IdaStar, Limits, Puzzle, Search, Solvability, Solver, Stop, UniformCost,
};

use crate::grids::{Rows, cell};
use crate::support::Numbers;

const CONNECTIVITIES: [Connectivity; 3] = [Eight, EightCuttingOneCorner, EightCuttingCorners];
/// Costs of straight and diagonal steps, at both ends of what jumps allow and between.
const COSTS: [(u64, u64); 5] = [(70, 99), (1, 1), (1, 2), (3, 5), (10, 14)];

/// Letters of a map: single walls, rooms with doors, corridors or blocks; a part of them is water.
fn letters(numbers: &mut Numbers, width: usize, height: usize) -> Vec<Vec<u8>> {
    let (kind, percent) = (numbers.below(5), numbers.below(46));
    let room = 3 + numbers.below(5);
    let has_water = numbers.below(4) == 0;
    let (shore, doors) = (numbers.below(width), 2 + numbers.below(3));
    let mut letter = |x: usize, y: usize| {
        let is_wall = match kind {
            0 => false,
            1 => numbers.below(100) < percent,
            2 => {
                (x.is_multiple_of(room) || y.is_multiple_of(room)) && numbers.below(doors + 2) != 0
            }
            3 => (x % 2 == 1 || y % 2 == 1) && (x % 2 + y % 2 == 2 || numbers.below(3) == 0),
            _ => (x / 3 * 7 + y / 2 * 5).is_multiple_of(6) && numbers.below(12) != 0,
        };
        match (is_wall, has_water && x > shore) {
            (true, _) => b'#',
            (false, true) => b'W',
            (false, false) => b'.',
        }
    };
    let row = |y| (0..width).map(|x| letter(x, y)).collect();
    (0..height).map(row).collect()
}

/// A random map with these goals, and the same by jumps.
fn jumps(rows: &Rows, goals: &[(i32, i32)]) -> JumpGrid {
    let (straight, diagonal) = (rows.costs.0 as u32, rows.costs.1 as u32);
    let grid = Grid::with_costs(rows.map(), rows.connectivity, straight, diagonal);
    let jumps = grid.and_then(Grid::jump_grid).expect("jumps allow it");
    let goals = goals.iter().copied().map(cell);
    jumps.with_goals(goals).expect("open cells")
}

/// The cost by jumps; it is unfolded into steps and replayed.
fn cost_by(solver: &dyn Solver<JumpGrid>, jumps: &JumpGrid, start: Cell) -> Option<u64> {
    let limits = Limits::new().max_expanded(50_000);
    let report = solver.search(jumps, &start.into()).limits(limits).run();
    assert!(report.is_optimal() || report.is_unsolvable(), "{report:?}");
    let solution = report.into_result().ok()?;
    let steps = jumps.unfold(&solution);
    assert_eq!(steps.verify(jumps.grid(), &start), Ok(()));
    assert_eq!(steps.cost(), solution.cost());
    Some(solution.cost().into())
}

#[test]
fn routes_by_jumps_cost_what_they_cost_by_steps() {
    let mut numbers = Numbers(29);
    let (mut solved, mut unsolvable, mut several) = (0, 0, 0);
    for round in 0..1_500 {
        let (width, height) = (1 + numbers.below(20), 1 + numbers.below(20));
        let rows = Rows {
            rows: letters(&mut numbers, width, height),
            connectivity: CONNECTIVITIES[round % 3],
            costs: COSTS[numbers.below(COSTS.len())],
        };
        let open: Vec<_> = rows.cells().filter(|&at| rows.ground(at) != 0).collect();
        if open.is_empty() {
            continue;
        }
        let goals = if round % 2 == 0 { 1 } else { numbers.below(6) };
        let mut any = || open[numbers.below(open.len())];
        let goals: Vec<_> = (0..goals).map(|_| any()).collect();
        let jumps = jumps(&rows, &goals);
        for start in [any(), any(), any()] {
            let distance = rows.dijkstra(start);
            let cheapest = goals.iter().filter_map(|&goal| distance(goal)).min();
            let name = format!("{round}: {start:?} to {goals:?} on\n{}", rows.map());
            let found = cost_by(&AStar::new(), &jumps, cell(start));
            assert_eq!(found, cheapest, "{name}");
            let by_steps = AStar::new().solve(jumps.grid(), &cell(start));
            let by_steps = by_steps.solution().map(|steps| u64::from(steps.cost()));
            assert_eq!(found, by_steps, "{name}");
            let blind = cost_by(&UniformCost::new(), &jumps, cell(start));
            assert_eq!(blind, cheapest, "{name}");
            solved += u32::from(cheapest.is_some());
            unsolvable += u32::from(cheapest.is_none());
            several += u32::from(goals.len() > 1 && cheapest.is_some());
        }
    }
    assert!(solved > 2_000, "{solved}");
    assert!(unsolvable > 500 && several > 500, "{unsolvable} {several}");
}

#[test]
fn jumps_keep_the_laws() {
    let mut numbers = Numbers(3);
    // Each way of moving with each cost on small maps, all of whose short walks are taken, and on larger ones.
    for round in 0..30 {
        let is_small = round < 15;
        let (width, height) = if is_small { (7, 5) } else { (9, 7) };
        let rows = Rows {
            rows: letters(&mut numbers, width, height),
            connectivity: CONNECTIVITIES[round % 3],
            costs: COSTS[round % 5],
        };
        let open: Vec<_> = rows.cells().filter(|&at| rows.ground(at) != 0).collect();
        let mut any = || open[numbers.below(open.len())];
        let (start, goals) = (any(), [any(), any()]);
        let jumps = jumps(&rows, &goals[..1 + round % 2]);
        let facts = jumps.facts();
        assert!(facts.consistent && facts.admissible);
        assert!(!facts.undirected && !facts.unit_costs);
        let start = JumpPoint::from(cell(start));
        laws::check(&jumps, &start).unwrap_or_else(|broken| panic!("{round}: {broken}"));
        if is_small {
            laws::check_traversal(&jumps, &start)
                .unwrap_or_else(|broken| panic!("{round}: {broken}"));
        }
        // Every state is read as it was written, and only a start is known to be solvable.
        let mut seen = vec![start];
        let mut at = 0;
        while let Some(state) = seen.get(at).copied() {
            let mut bytes = vec![0; jumps.state_bytes()];
            jumps.write_state(&state, &mut bytes);
            assert_eq!(jumps.read_state(&bytes), Some(state));
            for edge in jumps.neighbors(&state) {
                assert_eq!(jumps.successor(&state, &edge.mv), Some(edge));
                if !seen.contains(&edge.state) {
                    seen.push(edge.state);
                }
            }
            at += 1;
        }
        assert_eq!(jumps.read_state(&[9, 0, 0, 0, 1]), None);
        assert_eq!(jumps.read_state(&[0; 4]), None);
    }
}

/// Whether a wall is beside the cell before or beside the cell decides where a path may turn.
#[test]
fn walls_force_turns_as_their_corners_may_be_cut() {
    let route = |map: &str, connectivity, from: (u16, u16), to: (u16, u16)| {
        let grid = Grid::new(map.parse().expect("a map"), connectivity);
        let jumps = grid
            .jump_grid()
            .and_then(|jumps| jumps.with_goals([Cell::new(to.0, to.1)]));
        let (jumps, start) = (jumps.expect("legal"), Cell::new(from.0, from.1));
        let solution = AStar::new().solve(&jumps, &start.into()).into_result();
        solution.expect("a route").to_string()
    };
    let map = ".....\n.#...\n.....";
    assert_eq!(route(map, Eight, (1, 2), (2, 0)), "1E 2N");
    assert_eq!(route(map, EightCuttingOneCorner, (1, 2), (2, 0)), "1NE 1N");
    let map = ".#.\n#..\n...";
    assert_eq!(route(map, EightCuttingCorners, (0, 0), (2, 2)), "1SE 1SE");
    let start = |connectivity| {
        let grid = Grid::new(map.parse().expect("a map"), connectivity);
        let grid = grid.with_goals([Cell::new(2, 2)]).expect("an open cell");
        let jumps = grid.jump_grid().expect("jumps allow it");
        jumps.solvability(&Cell::new(0, 0).into())
    };
    assert!(start(EightCuttingCorners).is_solvable());
    assert!(start(EightCuttingOneCorner).is_unsolvable());
}

#[test]
fn what_jumps_do_not_allow_is_refused() {
    let grid = |text: &str, connectivity, costs: (u32, u32)| {
        let map = text.parse().expect("a map");
        Grid::with_costs(map, connectivity, costs.0, costs.1).expect("positive costs")
    };
    let refused = |grid: Grid| grid.jump_grid().expect_err("refused").to_string();
    assert_eq!(
        refused(grid("..", Four, (1, 1))),
        "the grid has four directions: jumps need eight"
    );
    let weights = "cells differ in weight: jumps need the same weight everywhere";
    assert_eq!(refused(grid(".2", Eight, (1, 1))), weights);
    assert!(grid("22", Eight, (1, 1)).jump_grid().is_ok());
    let range = "jumps need at least 3, which a straight step costs, and at most twice as much";
    for diagonal in [2, 7] {
        let message = format!("a diagonal step costs {diagonal}: {range}");
        assert_eq!(refused(grid("..", Eight, (3, diagonal))), message);
    }
    let long = |sides: u16| {
        let map = GridMap::new(sides, 1, |_| '.').expect("a legal size");
        Grid::with_costs(map, Eight, 20_u8, 28)
            .expect("in range")
            .jump_grid()
    };
    assert!(long(9).is_ok());
    let error = long(10).expect_err("too long");
    assert_eq!(
        error.to_string(),
        "10 steps of cost 28 are out of range: jumps need at most 255"
    );
    // The same errors as the grid's.
    let jumps = grid("..#", Eight, (1, 1))
        .jump_grid()
        .expect("jumps allow it");
    let error = jumps
        .clone()
        .with_goals([Cell::new(2, 0)])
        .expect_err("a wall");
    assert_eq!(
        error.to_string(),
        "goal (2, 0) is a wall: expected an open cell"
    );
    // Values that are no states: no panic.
    for (x, y) in [(3, 0), (0, 1), (u16::MAX, u16::MAX)] {
        let foreign = JumpPoint::from(Cell::new(x, y));
        assert_eq!(jumps.solvability(&foreign), Solvability::NotAState);
        assert_eq!(
            AStar::new().solve(&jumps, &foreign).stop(),
            Some(Stop::NotAState)
        );
        let _ = (
            jumps.neighbors(&foreign).into_iter().count(),
            jumps.heuristic(&foreign),
        );
    }
}

/// Longer than an entry of the table counts.
#[test]
fn the_longest_jumps_are_cut_in_pieces() {
    let map = GridMap::new(u16::MAX, 3, |_| '.').expect("a legal size");
    let grid = Grid::new(map, Eight).with_goals([Cell::new(u16::MAX - 1, 2)]);
    let jumps = grid.and_then(Grid::jump_grid).expect("jumps allow it");
    for x in [0, 1, 5, 40_000] {
        let start = Cell::new(x, 0);
        let found = cost_by(&AStar::new(), &jumps, start);
        assert_eq!(found, jumps.grid().heuristic(&start).map(u64::from));
    }
    let back = jumps.with_goals([Cell::new(0, 0)]).expect("an open cell");
    let start = Cell::new(u16::MAX - 1, 0);
    assert_eq!(cost_by(&AStar::new(), &back, start), Some(70 * 65_534));
}

#[test]
fn a_search_by_jumps_is_restarted_saved_and_deepened() {
    let mut numbers = Numbers(8);
    let rows = Rows {
        rows: letters(&mut Numbers(12), 40, 40),
        connectivity: Eight,
        costs: (70, 99),
    };
    let open: Vec<_> = rows.cells().filter(|&at| rows.ground(at) != 0).collect();
    let jumps = jumps(&rows, &[]);
    let mut search = Search::new(&AStar::new(), Box::new(jumps.clone()), []);
    for _ in 0..40 {
        let [start, goal] = [0, 1].map(|_| cell(open[numbers.below(open.len())]));
        let to_goal = jumps.clone().with_goals([goal]).expect("an open cell");
        search.restart_on(Box::new(to_goal.clone()), [start.into()]);
        let again = search.run();
        let by_steps = UniformCost::new().solve(to_goal.grid(), &start);
        assert_eq!(again.lower_bound, by_steps.lower_bound);
        assert_eq!(again.is_unsolvable(), by_steps.is_unsolvable());
        let weighted = WeightedAStar::new(1.5).solve(&to_goal, &start.into());
        assert_eq!(weighted.solution().is_some(), by_steps.solution().is_some());
    }
    // A space of few jumps, which depth-first solvers exhaust.
    let grid = Grid::new("....\n.##.\n....".parse().expect("a map"), Eight);
    let grid = grid.with_goals([Cell::new(2, 0)]).expect("an open cell");
    let jumps = grid.jump_grid().expect("jumps allow it");
    let start = JumpPoint::from(Cell::new(1, 2));
    let solvers: [&dyn Solver<JumpGrid>; 3] =
        [&AStar::new(), &IdaStar::new(), &IterativeDeepening::new()];
    for solver in solvers {
        assert_eq!(solver.solve(&jumps, &start).lower_bound, Some(350));
        laws::check_solver(solver, &jumps, [start]).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn a_jump_is_printed_with_its_number_of_steps() {
    let jump = |direction, steps| Jump { direction, steps }.to_string();
    assert_eq!(jump(Compass::Southwest, 12), "12SW");
    assert_eq!(jump(Compass::North, 1), "1N");
}
