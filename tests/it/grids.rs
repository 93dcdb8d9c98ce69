//! Ways on maps: against a search of twenty lines, against maps measured by hand; their files.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use proptest::prelude::*;
use puzzle_search::laws;
use puzzle_search::puzzle::{Portable, TwoSided};
use puzzle_search::puzzles::Connectivity::{
    self, Eight, EightCuttingCorners, EightCuttingOneCorner, Four,
};
use puzzle_search::puzzles::{Cell, Grid, GridMap, PuzzleError, Route};
use puzzle_search::solvers::BaeStar;
use puzzle_search::{
    AStar, Guarantee, IdaStar, Limits, Notation, Outcome, Puzzle, Ranked, Reversible, Search,
    Solvability, Solver, UniformCost, from_edges,
};

use crate::support::{self, Named, Numbered, Numbers};

const ALL: [Connectivity; 4] = [Four, Eight, EightCuttingOneCorner, EightCuttingCorners];

/// A map as rows of letters, and what straight and diagonal steps cost there.
pub(crate) struct Rows {
    pub(crate) rows: Vec<Vec<u8>>,
    pub(crate) connectivity: Connectivity,
    pub(crate) costs: (u64, u64),
}

impl Rows {
    fn random(numbers: &mut Numbers, connectivity: Connectivity) -> Self {
        let letters: &[u8] = match numbers.below(3) {
            0 => b"......###",
            1 => b"..1223459#@O",
            _ => b"..GSaWWW9TO",
        };
        let (width, height) = (1 + numbers.below(9), 1 + numbers.below(9));
        let mut row = || {
            (0..width)
                .map(|_| letters[numbers.below(letters.len())])
                .collect()
        };
        Self {
            rows: (0..height).map(|_| row()).collect(),
            connectivity,
            costs: if connectivity == Four {
                (1, 0)
            } else {
                (70, 99)
            },
        }
    }

    pub(crate) fn map(&self) -> GridMap {
        let rows: Vec<String> = self.rows.iter().map(|row| text(row)).collect();
        rows.join("\n").parse().expect("a legal map")
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (width, height) = (self.rows[0].len() as i32, self.rows.len() as i32);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// 0 for walls and for what is not on the map, 1 for ground, 2 for water.
    pub(crate) fn ground(&self, (x, y): (i32, i32)) -> u8 {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        match row
            .zip(usize::try_from(x).ok())
            .and_then(|(row, x)| row.get(x))
        {
            None | Some(b'#' | b'@' | b'O' | b'T') => 0,
            Some(b'W') => 2,
            Some(_) => 1,
        }
    }

    /// The cost of a step, if it is one.
    fn step(&self, (x, y): (i32, i32), (to_x, to_y): (i32, i32)) -> Option<u64> {
        let ground = self.ground((x, y));
        if ground == 0 || self.ground((to_x, to_y)) != ground {
            return None;
        }
        let letter = self.rows[to_y as usize][to_x as usize];
        let weight = if letter.is_ascii_digit() {
            u64::from(letter - b'0')
        } else {
            1
        };
        if x == to_x || y == to_y {
            return Some(weight * self.costs.0);
        }
        let corners = [(x, to_y), (to_x, y)];
        let blocked = corners
            .into_iter()
            .filter(|&corner| self.ground(corner) != ground)
            .count();
        match self.connectivity {
            Four => None,
            Eight if blocked > 0 => None,
            EightCuttingOneCorner if blocked > 1 => None,
            _ => Some(weight * self.costs.1),
        }
    }

    /// The least cost from a cell to every other one.
    pub(crate) fn dijkstra(&self, from: (i32, i32)) -> impl Fn((i32, i32)) -> Option<u64> + use<> {
        let width = self.rows[0].len();
        let index = move |(x, y): (i32, i32)| y as usize * width + x as usize;
        let mut costs = vec![None; width * self.rows.len()];
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((cost, (x, y)))) = open.pop() {
            if costs[index((x, y))].is_some() {
                continue;
            }
            costs[index((x, y))] = Some(cost);
            for to in (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y))) {
                if to != (x, y)
                    && let Some(step) = self.step((x, y), to)
                {
                    open.push(Reverse((cost + step, to)));
                }
            }
        }
        move |to| costs[index(to)]
    }
}

fn text(row: &[u8]) -> String {
    String::from_utf8_lossy(row).into_owned()
}

pub(crate) fn cell((x, y): (i32, i32)) -> Cell {
    Cell::new(x as u16, y as u16)
}

/// How a search has ended: with what cost, and how many moves.
enum End {
    Solved(u64, u64, Guarantee),
    Unsolvable,
    Stopped,
}

/// What a solver finds within a limit, and the lower bound.
fn find<P: Puzzle<Cost = u32>>(
    puzzle: &P,
    start: &P::State,
    solver: &dyn Solver<P>,
) -> (End, Option<u32>) {
    let limits = Limits::new().max_expanded(3_000);
    let report = solver.search(puzzle, start).limits(limits).run();
    let end = match report.outcome {
        Outcome::Solved {
            solution,
            guarantee,
        } => {
            assert_eq!(solution.verify(puzzle, start), Ok(()));
            End::Solved(solution.cost().into(), solution.len() as u64, guarantee)
        }
        Outcome::Unsolvable { .. } => End::Unsolvable,
        Outcome::Stopped { .. } => End::Stopped,
    };
    (end, report.lower_bound)
}

#[test]
fn every_solver_finds_what_dijkstra_finds() {
    let mut numbers = Numbers(17);
    let on_the_map: [Named<Grid>; 4] = [
        ("A*", Box::new(AStar::new())),
        ("IDA*", Box::new(IdaStar::new())),
        ("BAE*", Box::new(BaeStar::new())),
        ("A* backward", Box::new(AStar::new().backward())),
    ];
    let (mut solved, mut unsolvable, mut stopped) = (0, 0, 0);
    for round in 0..400 {
        let mut rows = Rows::random(&mut numbers, ALL[round % 3]);
        let cells: Vec<_> = rows.cells().collect();
        let mut any = || cells[numbers.below(cells.len())];
        let (start, mut goals) = (any(), vec![any(), any()]);
        goals.truncate(1 + round % 2);
        goals.retain(|&goal| rows.ground(goal) != 0);
        let grid = Grid::new(rows.map(), rows.connectivity);
        let grid = grid
            .with_goals(goals.iter().copied().map(cell))
            .expect("open cells");
        let least = |rows: &Rows| {
            let distance = rows.dijkstra(start);
            let is_open = rows.ground(start) != 0;
            goals
                .iter()
                .filter_map(|&goal| distance(goal).filter(|_| is_open))
                .min()
        };
        let cheapest = least(&rows);
        assert_eq!(
            grid.solvability(&cell(start)).is_solvable(),
            cheapest.is_some()
        );
        let numbered = Numbered::from(&grid, &cell(start));
        let on_numbers = support::every_solver();
        let found = on_the_map
            .iter()
            .map(|(name, solver)| {
                let counts_moves = solver.traits().counts_moves;
                (*name, counts_moves, find(&grid, &cell(start), &**solver))
            })
            .chain(on_numbers.iter().map(|(name, solver)| {
                let counts_moves = solver.traits().counts_moves;
                (*name, counts_moves, find(&numbered, &0, &**solver))
            }));
        for (name, counts_moves, (end, lower_bound)) in found.collect::<Vec<_>>() {
            match end {
                End::Solved(_, len, _) if counts_moves => {
                    solved += 1;
                    // Fewest moves are cheapest where all steps cost one, whatever the ground.
                    let kept = rows.costs;
                    rows.costs = (1, 1);
                    let letters = rows.rows.clone();
                    for row in &mut rows.rows {
                        row.iter_mut()
                            .filter(|l| l.is_ascii_digit())
                            .for_each(|l| *l = b'.');
                    }
                    assert_eq!(Some(len), least(&rows), "{name} {round}");
                    (rows.costs, rows.rows) = (kept, letters);
                }
                End::Solved(cost, _, guarantee) => {
                    solved += 1;
                    assert_eq!(guarantee, Guarantee::Optimal, "{name} {round}");
                    assert_eq!(Some(cost), cheapest, "{name} {round}");
                }
                End::Unsolvable => {
                    unsolvable += 1;
                    assert_eq!(cheapest, None, "{name} {round}");
                }
                End::Stopped => {
                    stopped += 1;
                    let bound = lower_bound.map_or(0, u64::from);
                    assert!(
                        cheapest.is_none_or(|cheapest| bound <= cheapest),
                        "{name} {round}"
                    );
                }
            }
        }
    }
    assert!(
        solved > 1_500 && unsolvable > 1_000,
        "{solved} {unsolvable} {stopped}"
    );
    assert!(stopped < 500, "{stopped}");
}

#[test]
fn the_heuristic_is_admissible_and_consistent_and_exact_without_walls() {
    let mut numbers = Numbers(4);
    for costs in [(1, 1), (1, 2), (2, 5), (3, 1), (5, 7), (10, 14), (70, 99)] {
        for round in 0..24 {
            let mut rows = Rows::random(&mut numbers, ALL[round % 3]);
            rows.costs = costs;
            let is_empty = round < 3;
            if is_empty {
                rows.rows = vec![b"3333333".to_vec(); 5];
            }
            let cells: Vec<_> = rows.cells().filter(|&at| rows.ground(at) != 0).collect();
            let distances: Vec<_> = cells.iter().map(|&from| rows.dijkstra(from)).collect();
            let (straight, diagonal) = (costs.0 as u32, costs.1 as u32);
            let grid = Grid::with_costs(rows.map(), rows.connectivity, straight, diagonal);
            let grid = grid.expect("positive costs");
            for goals in [1, 1, 3].map(|count| {
                let goals = (0..count).filter(|_| !cells.is_empty());
                goals
                    .map(|_| cells[numbers.below(cells.len())])
                    .collect::<Vec<_>>()
            }) {
                let grid = grid.clone().with_goals(goals.iter().copied().map(cell));
                let grid = grid.expect("open cells");
                let facts = grid.facts();
                assert!(facts.admissible && facts.consistent && facts.undirected);
                for (from, distance) in cells.iter().zip(&distances) {
                    let least = goals.iter().filter_map(|&goal| distance(goal)).min();
                    let estimate = grid.heuristic(&cell(*from)).map(u64::from);
                    assert_eq!(estimate.is_some(), !goals.is_empty());
                    let (Some(least), Some(estimate)) = (least, estimate) else {
                        continue;
                    };
                    assert!(estimate <= least, "{costs:?} {round}: {estimate} {least}");
                    if is_empty {
                        assert_eq!(estimate, least, "{costs:?} {round} {from:?} {goals:?}");
                    }
                    if facts.parity {
                        assert_eq!(estimate % 2, least % 2, "{costs:?} {round}");
                    }
                    for edge in grid.neighbors(&cell(*from)) {
                        assert!(edge.cost >= facts.least_cost);
                        assert!(!facts.unit_costs || edge.cost == 1);
                        let on = grid.heuristic(&edge.state).map_or(u64::MAX, u64::from);
                        assert!(estimate <= u64::from(edge.cost) + on, "{costs:?} {round}");
                    }
                }
            }
        }
    }
}

#[test]
fn facts_are_said_where_they_hold() {
    let facts = |text: &str, connectivity, costs: (u32, u32), goals: &[(i32, i32)]| {
        let map = text.parse().expect("a legal map");
        let grid = Grid::with_costs(map, connectivity, costs.0, costs.1);
        let grid = grid.and_then(|grid| grid.with_goals(goals.iter().copied().map(cell)));
        let facts = grid.expect("legal").facts();
        (facts.unit_costs, facts.least_cost, facts.parity)
    };
    let one = [(0, 0)];
    assert_eq!(facts("...", Four, (1, 9), &one), (true, 1, true));
    assert_eq!(
        facts("...", Four, (1, 1), &[(0, 0), (1, 0)]),
        (true, 1, false)
    );
    assert_eq!(
        facts("...", Four, (1, 1), &[(0, 0), (2, 0)]),
        (true, 1, true)
    );
    assert_eq!(facts("353", Four, (1, 1), &one), (false, 3, true));
    assert_eq!(facts("323", Four, (1, 1), &one), (false, 2, false));
    assert_eq!(facts("323", Four, (2, 1), &one), (false, 4, true));
    // What is a wall costs nothing.
    assert_eq!(facts("3#3", Four, (1, 1), &one), (false, 3, true));
    assert_eq!(facts("...", Eight, (1, 1), &one), (true, 1, false));
    assert_eq!(facts("...", Eight, (70, 99), &one), (false, 70, false));
    assert_eq!(facts("...", Eight, (10, 14), &one), (false, 10, true));
    assert_eq!(facts("...", Eight, (5, 4), &one), (false, 4, true));
}

#[test]
fn grids_keep_the_laws() {
    let maps = ["S.2#\n.#.9\n.WW.\n3..W", ".", "#", "ab.\n#.#"];
    for (map, connectivity) in maps.into_iter().flat_map(|map| ALL.map(|all| (map, all))) {
        let grid = Grid::new(map.parse().expect("a legal map"), connectivity);
        let open = grid.map().find('.').collect::<Vec<_>>();
        let goals = open.iter().copied().step_by(3);
        let grid = grid.with_goals(goals).expect("open cells");
        let start = open.last().copied().unwrap_or(Cell::new(0, 0));
        for grid in [grid.reversed(&start), grid] {
            let name = format!("{map} {connectivity:?}");
            let checked =
                laws::check(&grid, &start).unwrap_or_else(|broken| panic!("{name}: {broken}"));
            assert!(checked.facts.consistent && checked.facts.undirected);
            laws::Check::new()
                .reversible(&grid, &start)
                .unwrap_or_else(|broken| panic!("{name}: {broken}"));
            laws::Check::new()
                .ranked(&grid, &start)
                .unwrap_or_else(|broken| panic!("{name}: {broken}"));
            laws::check_traversal(&grid, &start)
                .unwrap_or_else(|broken| panic!("{name}: {broken}"));
        }
    }
}

/// Where many ways are equally long it counts in which order steps are tried: against north, east, south, west.
#[test]
fn ground_with_few_walls_is_crossed_by_few_expansions() {
    const SIDE: u16 = 200;
    const LAST: u16 = SIDE - 1;
    let mut numbers = Numbers(7);
    let (mut turned, mut in_order) = (0, 0);
    for _ in 0..8 {
        let mut is_wall = |x, y| numbers.below(10) == 0 && x != y;
        let row = |y| {
            (0..SIDE)
                .map(|x| if is_wall(x, y) { '#' } else { '.' })
                .collect()
        };
        let rows: Vec<String> = (0..SIDE).map(row).collect();
        let map: GridMap = rows.join("\n").parse().expect("a legal map");
        let goal = Cell::new(LAST, LAST);
        let grid = Grid::new(map, Four)
            .with_goals([goal])
            .expect("an open cell");
        let report = AStar::new().solve(&grid, &Cell::new(0, 0));
        turned += report.stats.expanded;
        let is_open = |x: u16, y: u16| {
            let row = rows.get(usize::from(y)).map(String::as_bytes);
            row.and_then(|row| row.get(usize::from(x))) == Some(&b'.')
        };
        let plain = from_edges(
            |&(x, y): &(u16, u16)| {
                let (west, north) = (x.wrapping_sub(1), y.wrapping_sub(1));
                let cells = [(x, north), (x + 1, y), (x, y + 1), (west, y)];
                cells
                    .map(|(x, y)| is_open(x, y).then_some(((x, y), 1_u32)))
                    .into_iter()
                    .flatten()
            },
            |&cell| cell == (LAST, LAST),
        );
        let plain =
            plain.guided_by_fn(|_, &(x, y)| Some(u32::from(LAST - x) + u32::from(LAST - y)));
        let same = AStar::new().solve(&plain, &(0, 0));
        assert_eq!(same.lower_bound, report.lower_bound);
        in_order += same.stats.expanded;
    }
    assert!(2 * turned < in_order, "{turned} {in_order}");
}

#[test]
fn seen_from_its_goals_a_grid_has_the_same_edges() {
    let map: GridMap = "S.52.#\n.#.9..\n..#...\n3...7#"
        .parse()
        .expect("a legal map");
    for connectivity in ALL {
        let grid = Grid::new(map.clone(), connectivity);
        let reversed = grid.reversed(&Cell::new(0, 0));
        assert!(reversed.is_goal(&Cell::new(0, 0)));
        for rank in 0..24 {
            let state = grid.unrank(rank).expect("there are 24");
            let costs = |edge: puzzle_search::NeighborOf<Grid>| (edge.state, edge.cost);
            let back: Vec<_> = grid.predecessors(&state).into_iter().map(costs).collect();
            let seen: Vec<_> = reversed.neighbors(&state).into_iter().map(costs).collect();
            assert_eq!(back, seen);
        }
    }
}

#[test]
fn cells_are_text_bytes_and_numbers() {
    let grid = Grid::new("....\n....\n....".parse().expect("a legal map"), Four);
    assert_eq!(grid.state_count(), Some(12));
    assert_eq!(grid.unrank(12), None);
    let mut bytes = [0; 4];
    for rank in 0..12 {
        let cell = grid.unrank(rank).expect("there are twelve");
        assert_eq!(grid.rank(&cell), Some(rank));
        assert_eq!(grid.parse(&grid.display(&cell).to_string()), Ok(cell));
        grid.write_state(&cell, &mut bytes);
        assert_eq!(bytes, [cell.x() as u8, 0, cell.y() as u8, 0]);
        assert_eq!(grid.read_state(&bytes), Some(cell));
    }
    for wrong in [[4, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [255; 4]] {
        assert_eq!(grid.read_state(&wrong), None);
    }
    assert_eq!(grid.read_state(&[0; 3]), None);
    for foreign in [
        Cell::new(4, 0),
        Cell::new(0, 3),
        Cell::new(u16::MAX, u16::MAX),
    ] {
        assert!(grid.solvability(&foreign) == Solvability::NotAState);
        assert_eq!(grid.rank(&foreign), None);
        // Nothing that makes sense, but no panic.
        let _ = (
            grid.neighbors(&foreign).into_iter().count(),
            grid.heuristic(&foreign),
        );
        assert_eq!(grid.reversed(&foreign).heuristic(&foreign), Some(0));
        let report = UniformCost::new().solve(&grid, &foreign);
        assert_eq!(report.stop(), Some(puzzle_search::Stop::NotAState));
    }
}

#[test]
fn costs_near_the_end_of_their_range_do_not_wrap() {
    let map: GridMap = GridMap::new(300, 2, |_| '.').expect("a legal size");
    let grid = Grid::with_costs(map.clone(), Eight, 20_u8, 28).expect("it fits");
    let grid = grid.with_goals([Cell::new(299, 1)]).expect("an open cell");
    let estimate = |x, y| grid.heuristic(&Cell::new(x, y));
    assert_eq!(
        [estimate(0, 0), estimate(298, 0), estimate(289, 1)],
        [Some(255), Some(28), Some(200)]
    );
    let error = Grid::with_costs(map.clone(), Four, 29_u8, 1).expect_err("nine times as much");
    let message =
        "a step of cost 29, with weight 9, is out of range: expected more than 0, and up to 255";
    assert_eq!(error.to_string(), message);
    assert!(Grid::with_costs(map.clone(), Eight, 1_u32, 0).is_err());
    let grid = Grid::new(map, Eight);
    assert!(grid.clone().with_weight('z', u32::MAX).is_err());
    assert!(grid.clone().with_weight('z', 0).is_err());
    // Whatever was weighed before, a weight is one of the cost of a step.
    let weighed = |letters: [char; 2]| {
        let grid = Grid::with_costs("SS.".parse().expect("a map"), Four, 3_u32, 4);
        let weigh = |grid: Grid<u32>, letter| grid.with_weight(letter, 2).expect("it fits");
        let grid = letters.into_iter().fold(grid.expect("it fits"), weigh);
        let grid = grid.with_goals([Cell::new(2, 0)]).expect("an open cell");
        let solution = UniformCost::new()
            .solve(&grid, &Cell::new(0, 0))
            .into_result();
        solution.expect("it is open").cost()
    };
    assert_eq!([weighed(['S', '.']), weighed(['.', 'S'])], [12, 12]);
    let error = grid.with_weight('#', 2).expect_err("a wall");
    assert_eq!(
        error.to_string(),
        "'#' has no weight: expected . S G E W a-z or 1-9"
    );
}

/// Lengths measured by hand.
#[test]
fn routes_are_as_long_as_their_file_says() {
    let file = "type octile\r\nheight 4\r\nwidth 5\r\nmap\r\n.....\r\n.@TO.\r\nS.G..\r\nWWW.S\r\n";
    let map = GridMap::from_map_text(file).expect("a legal file");
    let scenario = "version 1.0\r\n\
        0\thand.map\t5\t4\t0\t0\t4\t0\t4\r\n\
        0\thand.map\t5\t4\t0\t0\t4\t2\t6.0\r\n\
        0\thand.map\t5\t4\t2\t0\t2\t2\t6\r\n\
        \r\n\
        0\thand.map\t5\t4\t0\t2\t4\t3\t4.41421\r\n\
        0 hand.map 5 4 0 3 2 3 2\r\n\
        1\thand.map\t5\t4\t4\t3\t0\t0\t6.41421356\r\n";
    let routes = Route::parse_all(scenario).expect("a legal file");
    assert_eq!(routes.len(), 6);
    for route in routes {
        assert_eq!((route.width, route.height), (map.width(), map.height()));
        let grid = Grid::new(map.clone(), Eight)
            .with_goals([route.goal])
            .expect("open");
        let solution = AStar::new()
            .solve(&grid, &route.start)
            .into_result()
            .expect("a way");
        let diagonal = solution
            .moves()
            .iter()
            .filter(|step| step.is_diagonal())
            .count() as f64;
        let length = solution.len() as f64 + diagonal * (2_f64.sqrt() - 1.0);
        assert!((length - route.length).abs() < 1e-5, "{route}: {length}");
        assert!((f64::from(solution.cost()) / 70.0 - length).abs() < length / 19_000.0);
    }
    let cost = |connectivity, from, to| {
        let grid = Grid::new(map.clone(), connectivity)
            .with_goals([to])
            .expect("open");
        AStar::new()
            .solve(&grid, &from)
            .solution()
            .map(puzzle_search::Solution::cost)
    };
    let (start, end) = (Cell::new(0, 0), Cell::new(4, 2));
    assert_eq!(cost(EightCuttingCorners, start, end), Some(4 * 70 + 99));
    assert_eq!(cost(Four, start, end), Some(6));
    // From the shore into the water there is no step.
    assert_eq!(cost(EightCuttingCorners, start, Cell::new(0, 3)), None);
    assert_eq!(cost(Four, Cell::new(2, 3), Cell::new(0, 3)), Some(2));
}

#[test]
fn what_is_wrong_with_a_map_is_said() {
    let rows: [(&str, &str); 6] = [
        ("", "line 1: the map ends after 0 rows: expected 1"),
        ("\n\n", "line 1: the map ends after 0 rows: expected 1"),
        ("...\n..", "line 2: the row has 2 cells: expected 3"),
        (
            "\n..\n\n..",
            "line 4: the map goes on after a blank line: expected all rows without a gap",
        ),
        (
            "..\r\n.X",
            "line 2, column 2: 'X' is no terrain: expected . S G E a-z 1-9 (ground), W (water) or # @ O T (wall)",
        ),
        (
            ".é",
            "line 1, column 2: 'é' is no terrain: expected . S G E a-z 1-9 (ground), W (water) or # @ O T (wall)",
        ),
    ];
    for (text, message) in rows {
        let error = text.parse::<GridMap>().expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    let header = "is no line of a header: expected \"type octile\", height and width, then \"map\"";
    let files: [(&str, &str); 13] = [
        ("", "line 1: the header has no map: expected a line \"map\""),
        (
            "map\n",
            "line 1: the header has no type octile: expected a line \"type octile\"",
        ),
        (
            "type octile\nwidth 1\nmap\n.",
            "line 3: the header has no height: expected a line \"height\"",
        ),
        (
            "type octile\nheight 1\nmap\n.",
            "line 3: the header has no width: expected a line \"width\"",
        ),
        (
            "type octile\nheight 1\nwidth 1\n",
            "line 4: the header has no map: expected a line \"map\"",
        ),
        ("type hex\n", &format!("line 1: \"type hex\" {header}")),
        (
            "type octile\ntype octile",
            &format!("line 2: \"type octile\" {header}"),
        ),
        (
            "height 1\nheight 1",
            &format!("line 2: \"height 1\" {header}"),
        ),
        ("...", &format!("line 1: \"...\" {header}")),
        (
            "height 0",
            "line 1: \"height 0\" is no size: expected a number from 1 to 65535",
        ),
        (
            "width 99999999999999999999",
            "line 1: \"width 99999999999999\" is no size: expected a number from 1 to 65535",
        ),
        (
            "type octile\nheight 1\nwidth 2\nmap\n..\n..",
            "line 6: the map has more than 1 row",
        ),
        (
            "type octile\nheight 65535\nwidth 65535\nmap\n..",
            "line 5: the row has 2 cells: expected 65535",
        ),
    ];
    for (text, message) in files {
        let error = GridMap::from_map_text(text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    assert!(GridMap::new(0, 3, |_| '.').is_err());
    let error = GridMap::new(3, 3, |cell| if cell.y() == 1 { '!' } else { '.' });
    let error = error.expect_err("a letter without a meaning");
    assert_eq!((error.line(), error.column()), (Some(2), Some(1)));
}

#[test]
fn what_is_wrong_with_routes_is_said() {
    let route = |line: &str| Route::parse_all(&format!("version 1\n{line}"));
    let cases = [
        (
            "0\tm\t5\t4\t0\t0\t4\t0",
            "line 2: the route has 8 fields: expected 9, from bucket to length",
        ),
        (
            "x\tm\t5\t4\t0\t0\t4\t0\t1",
            "line 2, column 1: the bucket is \"x\": expected a number from 0 to 4294967295",
        ),
        (
            "0\tm\t0\t4\t0\t0\t4\t0\t1",
            "line 2, column 5: the width is \"0\": expected a number from 1 to 65535",
        ),
        (
            "0\tm\t5\t70000\t0\t0\t4\t0\t1",
            "line 2, column 7: the height is \"70000\": expected a number from 1 to 65535",
        ),
        (
            "0 m é 4 0 0 4 0 1",
            "line 2, column 5: the width is \"é\": expected a number from 1 to 65535",
        ),
        (
            "0\tm\t5\t4\t5\t0\t4\t0\t1",
            "line 2, column 9: the start's x is \"5\": expected a number from 0 to 4",
        ),
        (
            "0\tm\t5\t4\t0\t0\t4\t-1\t1",
            "line 2, column 15: the goal's y is \"-1\": expected a number from 0 to 3",
        ),
        (
            "0\tm\t5\t4\t0\t0\t4\t0\tNaN",
            "line 2, column 17: the length is \"NaN\": expected a length of 0 or more, such as 3.41421",
        ),
    ];
    for (line, message) in cases {
        assert_eq!(route(line).expect_err(line).to_string(), message);
    }
    for text in ["version 2\n", "version\n", "\nVersion 1 1\n"] {
        let error = Route::parse_all(text).expect_err("another version");
        let sentence = error.to_string();
        assert!(
            sentence.ends_with("is no version that is known: expected \"version 1\""),
            "{sentence}"
        );
    }
    assert_eq!(Route::parse_all("\nversion 1\n\n"), Ok(vec![]));
}

proptest! {
    #[test]
    fn no_text_makes_the_parsers_panic(text in "[a-z0-9.GS#\\n\\r\\t é]*", sides in "[0-9]{0,7}") {
        let _ = text.parse::<GridMap>();
        let _ = GridMap::from_map_text(&text);
        let _ = GridMap::with_letters(&text, " a9", "#b,");
        let _ = GridMap::from_map_text(&format!("type octile\nheight {sides}\nwidth 3\nmap\n{text}"));
        let _ = Route::parse_all(&format!("version 1\n{text}"));
        let _ = Route::parse_all(&format!("version 1\n{sides}\t{text}\t9\t9\t{sides}\t1\t2\t3\t{sides}"));
        let grid = Grid::new("..".parse::<GridMap>().expect("a map"), Four);
        let _: Result<Cell, PuzzleError> = grid.parse(&text);
    }

    #[test]
    fn maps_are_read_as_they_are_printed(width in 1_usize..9, letters in "[.GSEWOT@#a-z1-9]{9,72}") {
        let rows: Vec<_> = letters.as_bytes().chunks_exact(width).map(text).collect();
        let text = rows.join("\n");
        let map: GridMap = text.parse().expect("a legal map");
        prop_assert_eq!(map.to_string(), &*text);
        prop_assert_eq!(GridMap::from_map_text(&map.to_map_text()), Ok(map.clone()));
        prop_assert_eq!(format!("\r\n{}\r\n\r\n", rows.join("\r\n")).parse(), Ok(map));
    }
}

#[test]
fn routes_to_many_goals_are_found_in_the_memory_of_one_search() {
    let mut numbers = Numbers(21);
    let wall = |cell: Cell| (7 * cell.x() + 5 * cell.y()).is_multiple_of(11);
    let map = GridMap::new(24, 24, |cell| if wall(cell) { '#' } else { '.' });
    let grid = Grid::new(map.expect("a legal size"), Eight);
    let cells: Vec<Cell> = grid.map().find('.').collect();
    let mut search = Search::new(&AStar::new(), Box::new(grid.clone()), []);
    let (mut bytes, mut far) = (0, 0);
    for route in 0..300 {
        let [start, goal] = [0, 1].map(|_| cells[numbers.below(cells.len())]);
        let to_goal = grid.clone().with_goals([goal]).expect("an open cell");
        let anew = UniformCost::new().solve(&to_goal, &start);
        search.restart_on(Box::new(to_goal), [start]);
        let report = search.run();
        assert_eq!(report.lower_bound, anew.lower_bound);
        assert_eq!(report.is_unsolvable(), anew.is_unsolvable());
        far += u32::from(report.lower_bound > Some(1_000));
        // After some it holds as much as any of them takes.
        assert!(route < 200 || report.stats.peak_bytes < 2 * bytes);
        bytes = bytes.max(report.stats.peak_bytes);
    }
    assert!(far > 50, "{far}");
}

/// Files as programs write them: with a mark of the encoding, in capitals, and without what says nothing.
#[test]
fn maps_and_routes_are_read_as_people_have_them() {
    let plain = GridMap::from_map_text("type octile\nheight 2\nwidth 3\nmap\n.@.\nS.G\n");
    let plain = plain.expect("a legal file");
    for text in [
        "\u{feff}type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.@.\r\nS.G\r\n",
        "Type Octile\nWIDTH 3\nHeight 2\nMAP\n.@.\nS.G\n",
    ] {
        assert_eq!(GridMap::from_map_text(text), Ok(plain.clone()), "{text:?}");
        let read = GridMap::with_letters(text, "", "");
        assert_eq!(read, Ok(plain.clone()), "{text:?}");
    }
    assert_eq!("\u{feff}.@.\nS.G".parse(), Ok(plain.clone()));

    let line = "0\thand.map\t5\t4\t0\t0\t4\t0\t4\n";
    let routes = Route::parse_all(&format!("version 1\n{line}")).expect("a legal file");
    for first in [
        "",
        "Version 1\n",
        "VERSION 1.0\r\n",
        "\u{feff}version 1\n",
        "\u{feff}",
        "\n\nversion   1 \n",
    ] {
        let read = Route::parse_all(&format!("{first}{line}"));
        assert_eq!(read, Ok(routes.clone()), "{first:?}");
    }
}

#[test]
fn letters_of_maps_can_be_declared() {
    for (text, open, walls, rows) in [
        ("#####\n#S E#\n#####", " .E", "#1", "#####\n#S.E#\n#####"),
        // Spaces at the end of a row have often been cut off.
        ("##   \n#\n# G #", " ", "#", "##...\n#....\n#.G.#"),
        ("0,0,1\n1,0,0\n", "0", "1", "..#\n#.."),
        ("[[0, 0, 1],\n [1, 0, 0]]", "0", "1", "..#\n#.."),
        ("0 0 1\r\n1 0 0\r\n", "0", "1", "..#\n#.."),
        ("\u{feff}0;0;1\n1;0;0\n", "0", "1", "..#\n#.."),
        // What is not declared keeps its meaning.
        ("S1W@\n..9E", "@", ".", "S1W.\n##9E"),
        ("typos\nwidth", "", "", "typos\nwidth"),
        (
            "type octile\nheight 1\nwidth 4\nmap\n+ -S\n",
            "+- ",
            "",
            "...S",
        ),
    ] {
        let map = GridMap::with_letters(text, open, walls).expect(text);
        assert_eq!(map.to_string(), rows, "{text:?}");
    }
    for (text, open, walls, sentence) in [
        (
            "..",
            ".#",
            "#",
            "'#' is both open and a wall: expected it to be one",
        ),
        (
            ".?",
            "!",
            "",
            "line 1, column 2: '?' is no terrain: expected . S G E a-z 1-9 (ground), W (water) or # @ O T (wall)",
        ),
        (
            "0,0\n0,?\n",
            "0",
            "1",
            "line 2, column 3: '?' is no terrain: expected . S G E a-z 1-9 (ground), W (water) or # @ O T (wall)",
        ),
        (
            "0,0\n1\n",
            "0",
            "1",
            "line 2: the row has 1 cell: expected 2",
        ),
    ] {
        let error = GridMap::with_letters(text, open, walls).expect_err(text);
        assert_eq!(error.to_string(), sentence);
    }
    // A room whose open cells at the ends of rows were cut off.
    let text = " ".repeat(100) + &"\n#".repeat(99);
    let map = GridMap::with_letters(&text, " ", "#").expect("filled rows");
    assert_eq!(
        (map.width(), map.height(), map.find('.').count()),
        (100, 100, 9_901)
    );
    // A row of many cells and many short rows: no map of billions.
    let text = " ".repeat(60_000) + &"\n#".repeat(60_000);
    let error = GridMap::with_letters(&text, " ", "").expect_err("short rows");
    assert_eq!(
        error.to_string(),
        "line 2: the row has 1 cell: expected 60000"
    );
}
