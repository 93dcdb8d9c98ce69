//! The crate against a kernel and searches written by hand, a plain loop, the `pathfinding` crate and
//! textbook code, on the same states: a table of ratios, larger than one where the crate is faster.
//!
//! `cargo bench --bench peers`; `-- NAME` runs the rows whose names contain this. Both sides of a row run in turn, the
//! best of several runs counts, and both must have found the same cost. Absolute times mean little on a busy machine; ratios do.
//! The last row compares peak memory, of a process for each side, where the system tells it (Linux);
//! there the ratio is to be no larger than what is wanted.

mod baseline;
mod maps;

use std::cell::RefCell;
use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use baseline::by_hand::{self, OnMap};
use baseline::{fifteen, founding, newcomer, plain};
use pathfinding::prelude::{
    astar, bfs, bfs_bidirectional, bfs_reach, dijkstra, dijkstra_all, idastar,
};
use puzzle_search::answers::Distances;
use puzzle_search::heuristics::{Guided, Manhattan};
use puzzle_search::puzzles::{Board, Cell, Connectivity, Grid, SlidingTiles};
use puzzle_search::space::Enumerate;
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Neighbor, NeighborOf, Puzzle, Search, Solver,
    UniformCost, from_edges, from_fn, from_steps,
};

type Tiles = Guided<SlidingTiles, Manhattan>;

const KORF_1: [u8; 16] = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
const KORF_2: [u8; 16] = [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6];
const KORF_12: [u8; 16] = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
const KORF_79: [u8; 16] = [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15];
const EIGHT: [u8; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];
const EIGHT_GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// The newcomer's functions as a puzzle: three methods, nothing overridden.
struct Newcomer;

impl Puzzle for Newcomer {
    type State = newcomer::State;
    type Move = newcomer::Direction;
    type Cost = u32;

    fn neighbors(&self, state: &newcomer::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
        newcomer::successors(state).map(|(mv, state)| Neighbor::unit(mv, state))
    }

    fn is_goal(&self, state: &newcomer::State) -> bool {
        newcomer::is_goal(state)
    }

    fn heuristic(&self, state: &newcomer::State) -> Option<u32> {
        Some(newcomer::manhattan(state))
    }
}

/// Whether this row is asked for.
fn is_asked_for(name: &str) -> bool {
    let mut arguments = std::env::args().skip(1);
    let asked = arguments.find(|argument| !argument.starts_with('-'));
    asked.is_none_or(|asked| name.contains(&asked))
}

/// Runs both in turn and prints a row.
fn row(name: &str, runs: usize, wanted: f64, ours: impl Fn() -> u64, theirs: impl Fn() -> u64) {
    if !is_asked_for(name) {
        return;
    }
    let (mut our_best, mut their_best) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..runs {
        let start = Instant::now();
        let our_answer = black_box(ours());
        our_best = our_best.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let their_answer = black_box(theirs());
        their_best = their_best.min(start.elapsed().as_secs_f64());
        assert_eq!(our_answer, their_answer, "{name}");
    }
    let ratio = their_best / our_best;
    let (ours, theirs) = (our_best * 1e3, their_best * 1e3);
    let line = format!("{name:<66} {ours:>10.3} {theirs:>10.3} {ratio:>8.2} {wanted:>7.1}");
    writeln!(std::io::stdout(), "{line}").expect("stdout is open");
}

fn cost<P: Puzzle<Cost = u32>>(solver: &impl Solver<P>, puzzle: &P, start: &P::State) -> u64 {
    let report = solver.solve(puzzle, black_box(start));
    report.solution().map_or(u64::MAX, |s| u64::from(s.cost()))
}

/// The states and heuristic of the crate, given to another crate as closures.
fn others(puzzle: &Tiles) -> impl Fn(&Board) -> Vec<(Board, u32)> {
    |board| {
        let neighbors = puzzle.neighbors(board).into_iter();
        neighbors.map(|n| (n.state, n.cost)).collect()
    }
}

fn states(puzzle: &Tiles) -> impl Fn(&Board) -> Vec<Board> {
    |board| {
        puzzle
            .neighbors(board)
            .into_iter()
            .map(|n| n.state)
            .collect()
    }
}

fn estimate(puzzle: &Tiles) -> impl Fn(&Board) -> u32 {
    |board| puzzle.heuristic(board).unwrap_or(0)
}

fn fifteen_puzzle() {
    let goal: Vec<u8> = (0..16).collect();
    let tiles = SlidingTiles::new(4, 4).and_then(|puzzle| puzzle.with_goal(&goal));
    let puzzle = &tiles.expect("a legal goal").guided_by(Manhattan);
    let board = |labels: &[u8]| puzzle.puzzle().state(labels).expect("a legal board");
    let generated = |labels: &[u8]| {
        let report = IdaStar::new().solve(puzzle, &board(labels));
        assert!(report.is_optimal());
        report.stats.generated
    };
    row(
        "IDA*, Korf 1: kernel by hand",
        3,
        0.8,
        || generated(&KORF_1),
        || fifteen::solve(black_box(KORF_1)).generated,
    );
    row(
        "IDA*, Korf 1: plain loop",
        3,
        1.8,
        || generated(&KORF_1),
        || plain::solve(black_box(KORF_1)).generated,
    );
    for (name, labels) in [("12", KORF_12), ("79", KORF_79)] {
        row(
            &format!("IDA*, Korf {name}: pathfinding::idastar"),
            5,
            15.0,
            || cost(&IdaStar::new(), puzzle, &board(&labels)),
            || {
                let found = idastar(&board(&labels), others(puzzle), estimate(puzzle), |b| {
                    puzzle.is_goal(b)
                });
                found.map_or(u64::MAX, |(_, cost)| u64::from(cost))
            },
        );
    }
    row(
        "A*, Korf 2: pathfinding::astar",
        2,
        2.5,
        || cost(&AStar::new(), puzzle, &board(&KORF_2)),
        || {
            let found = astar(&board(&KORF_2), others(puzzle), estimate(puzzle), |b| {
                puzzle.is_goal(b)
            });
            found.map_or(u64::MAX, |(_, cost)| u64::from(cost))
        },
    );
}

const PEAK_OF: &str = "--peak-of";

/// Runs A* on Korf's instance 2 with one of the two, for the peak memory of this process alone.
fn search_alone(which: &str) {
    let goal: Vec<u8> = (0..16).collect();
    let tiles = SlidingTiles::new(4, 4).and_then(|puzzle| puzzle.with_goal(&goal));
    let puzzle = &tiles.expect("a legal goal").guided_by(Manhattan);
    let start = puzzle.puzzle().state(&KORF_2).expect("a legal board");
    let cost = if which == "ours" {
        cost(&AStar::new(), puzzle, &start)
    } else {
        let found = astar(&start, others(puzzle), estimate(puzzle), |b| {
            puzzle.is_goal(b)
        });
        found.map_or(u64::MAX, |(_, cost)| u64::from(cost))
    };
    assert_eq!(cost, 55, "{which}");
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.split_whitespace().next());
    writeln!(std::io::stdout(), "{}", kilobytes.unwrap_or_default()).expect("stdout is open");
}

/// Peak memory of A*, in a process for each side.
fn peak_memory() {
    let name = "A*, Korf 2: peak memory in MiB, pathfinding::astar";
    if !is_asked_for(name) {
        return;
    }
    let peak = |which: &str| -> Option<f64> {
        let this = std::env::current_exe().ok()?;
        let run = std::process::Command::new(this)
            .args([PEAK_OF, which])
            .output();
        let run = run.ok()?;
        assert!(run.status.success(), "{which}");
        let kilobytes: f64 = String::from_utf8(run.stdout).ok()?.trim().parse().ok()?;
        Some(kilobytes / 1024.0)
    };
    if let (Some(ours), Some(theirs)) = (peak("ours"), peak("theirs")) {
        let (ratio, wanted) = (ours / theirs, 0.55);
        let line = format!("{name:<66} {ours:>10.1} {theirs:>10.1} {ratio:>8.2} {wanted:>7.2}");
        writeln!(std::io::stdout(), "{line}").expect("stdout is open");
    }
}

/// Both crates over the very same functions.
fn newcomers_fifteen_puzzle() {
    let edges = |state: &newcomer::State| newcomer::successors(state).map(|(_, next)| (next, 1));
    let start = newcomer::State::new(KORF_12);
    row(
        "newcomer's IDA*, Korf 12: pathfinding::idastar",
        5,
        3.0,
        || cost(&IdaStar::new(), &Newcomer, &start),
        || {
            let found = idastar(&start, edges, newcomer::manhattan, newcomer::is_goal);
            found.map_or(u64::MAX, |(_, cost)| u64::from(cost))
        },
    );
    row(
        "newcomer's IDA*, Korf 12: by hand",
        5,
        0.5,
        || cost(&IdaStar::new(), &Newcomer, &start),
        || by_hand::ida_star(&Newcomer, &start).map_or(u64::MAX, u64::from),
    );
    row(
        "newcomer's A*, Korf 79: pathfinding::astar",
        5,
        2.0,
        || cost(&AStar::new(), &Newcomer, &newcomer::State::new(KORF_79)),
        || {
            let start = newcomer::State::new(KORF_79);
            let found = astar(&start, edges, newcomer::manhattan, newcomer::is_goal);
            found.map_or(u64::MAX, |(_, cost)| u64::from(cost))
        },
    );
    // Twenty moves from the goal, blindly.
    let mut near = newcomer::State::goal();
    let mut before = near.clone();
    for step in 0..20 {
        let next = newcomer::successors(&near).map(|(_, next)| next);
        let mut next: Vec<_> = next.filter(|next| *next != before).collect();
        let next = next.swap_remove(step % next.len());
        before = std::mem::replace(&mut near, next);
    }
    row(
        "newcomer's breadth-first search: pathfinding::bfs",
        5,
        2.0,
        || cost(&BreadthFirst::new(), &Newcomer, &near),
        || {
            let next = |state: &newcomer::State| newcomer::successors(state).map(|(_, next)| next);
            let path = bfs(&near, next, newcomer::is_goal);
            path.map_or(u64::MAX, |path| path.len() as u64 - 1)
        },
    );
}

fn eight_puzzle() {
    let puzzle = &SlidingTiles::new(3, 3)
        .expect("a legal size")
        .guided_by(Manhattan);
    let start = &puzzle.puzzle().state(&EIGHT).expect("a legal board");
    let tiles = &SlidingTiles::new(3, 3).expect("a legal size");
    row(
        "whole 8-puzzle, bit table: pathfinding::bfs_reach",
        20,
        10.0,
        || {
            let census = Enumerate::new().count_by_rank(tiles, [*start]).run();
            census.expect("it is numbered").states()
        },
        || bfs_reach(*start, states(puzzle)).count() as u64,
    );
    row(
        "8-puzzle, 31 moves, breadth-first: pathfinding::bfs",
        10,
        1.0,
        || cost(&BreadthFirst::new(), puzzle, start),
        || {
            let path = bfs(start, states(puzzle), |b| puzzle.is_goal(b));
            path.map_or(u64::MAX, |path| path.len() as u64 - 1)
        },
    );
    row(
        "8-puzzle, 31 moves, bidirectional: pathfinding::bfs_bidirectional",
        100,
        3.0,
        || cost(&Bidirectional::new(), puzzle, start),
        || {
            let path = bfs_bidirectional(
                start,
                &puzzle.puzzle().goal(),
                states(puzzle),
                states(puzzle),
            );
            path.map_or(u64::MAX, |path| path.len() as u64 - 1)
        },
    );
    row(
        "8-puzzle, 31 moves, bidirectional: by hand",
        100,
        0.8,
        || cost(&Bidirectional::new(), puzzle, start),
        || {
            let found = by_hand::bidirectional(puzzle, [*start, puzzle.puzzle().goal()]);
            found.unwrap_or(u64::MAX)
        },
    );
    row(
        "8-puzzle, 31 moves, A*: by hand",
        100,
        0.8,
        || cost(&AStar::new(), puzzle, start),
        || {
            let found = by_hand::a_star(puzzle, *start);
            found.map_or(u64::MAX, u64::from)
        },
    );
    row(
        "8-puzzle, 31 moves, A*: pathfinding::astar",
        100,
        3.0,
        || cost(&AStar::new(), puzzle, start),
        || {
            let found = astar(start, others(puzzle), estimate(puzzle), |b| {
                puzzle.is_goal(b)
            });
            found.map_or(u64::MAX, |(_, cost)| u64::from(cost))
        },
    );
    let found = |cost: Option<u32>| cost.map_or(u64::MAX, u64::from);
    row(
        "8-puzzle, 31 moves, breadth-first: textbook",
        5,
        1.0,
        || cost(&BreadthFirst::new(), puzzle, start),
        || found(founding::bfs(EIGHT, EIGHT_GOAL)),
    );
    row(
        "8-puzzle, 31 moves, bidirectional: textbook",
        20,
        1.0,
        || cost(&Bidirectional::new(), puzzle, start),
        || found(founding::bidirectional_bfs(EIGHT, EIGHT_GOAL)),
    );
    row(
        "8-puzzle, 31 moves, A*: textbook",
        20,
        1.0,
        || cost(&AStar::new(), puzzle, start),
        || found(founding::a_star(EIGHT, EIGHT_GOAL)),
    );
    row(
        "8-puzzle, 31 moves, IDA*: textbook",
        20,
        1.0,
        || cost(&IdaStar::new(), puzzle, start),
        || found(founding::ida_star(EIGHT, EIGHT_GOAL)),
    );
}

/// From one corner of a map to the opposite one.
fn ways_on_maps() {
    fn edges(grid: &Grid) -> impl Fn(&Cell) -> Vec<(Cell, u32)> {
        |cell| {
            let steps = grid.neighbors(cell).into_iter();
            steps.map(|step| (step.state, step.cost)).collect()
        }
    }
    let answer = |found: Option<(Vec<Cell>, u32)>| found.map_or(u64::MAX, |(_, cost)| cost.into());
    let shared = |grid: &Grid, start: &Cell, goal: Cell| {
        let estimate = |cell: &Cell| grid.heuristic(cell).unwrap_or(0);
        answer(astar(start, edges(grid), estimate, |cell| *cell == goal))
    };
    let by_hand = |memory: &mut OnMap, grid: &Grid, start: Cell, goal: Cell| {
        let found = memory.a_star(grid, start, goal);
        found.map_or(u64::MAX, u64::from)
    };
    let corners = (Cell::new(0, 0), Cell::new(499, 499));
    let to = |grid: Grid, goal| grid.with_goals([goal]).expect("an open cell");
    for (name, map, connectivity) in [
        ("weights", maps::weighted(500), Connectivity::Four),
        ("walls", maps::scattered(500, 25), Connectivity::Four),
        (
            "walls, eight directions",
            maps::scattered(500, 25),
            Connectivity::Eight,
        ),
        (
            "caves, eight directions",
            maps::caves(500),
            Connectivity::Eight,
        ),
    ] {
        let (start, goal) = corners;
        let grid = &to(Grid::new(map, connectivity), goal);
        row(
            &format!("500x500, {name}, A*: pathfinding::astar"),
            5,
            2.0,
            || cost(&AStar::new(), grid, &start),
            || shared(grid, &start, goal),
        );
        row(
            &format!("500x500, {name}, A*: by hand"),
            5,
            0.5,
            || cost(&AStar::new(), grid, &start),
            || by_hand(&mut OnMap::default(), grid, start, goal),
        );
        row(
            &format!("500x500, {name}, uniform cost: pathfinding::dijkstra"),
            5,
            2.0,
            || cost(&UniformCost::new(), grid, &start),
            || answer(dijkstra(&start, edges(grid), |cell| *cell == goal)),
        );
        if connectivity == Connectivity::Eight {
            let jumps = &grid
                .clone()
                .jump_grid()
                .expect("the same weight everywhere");
            row(
                &format!("500x500, {name}, A* by jumps: pathfinding::astar"),
                5,
                4.0,
                || cost(&AStar::new(), jumps, &start.into()),
                || shared(grid, &start, goal),
            );
        }
    }
    let (start, goal) = (Cell::new(0, 0), Cell::new(1000, 1000));
    let grid = &to(Grid::new(maps::maze(1001), Connectivity::Four), goal);
    row(
        "1001x1001, a maze, breadth-first: pathfinding::bfs",
        5,
        2.0,
        || cost(&BreadthFirst::new(), grid, &start),
        || {
            let next = |cell: &Cell| {
                let steps = grid.neighbors(cell).into_iter();
                steps.map(|step| step.state).collect::<Vec<_>>()
            };
            let path = bfs(&start, next, |cell| *cell == goal);
            path.map_or(u64::MAX, |path| path.len() as u64 - 1)
        },
    );
    let grid = Grid::new(maps::scattered(64, 20), Connectivity::Eight);
    let open: Vec<Cell> = grid.map().find('.').collect();
    let ends = |at: usize| (open[at * 97 % open.len()], open[at * 193 % open.len()]);
    let sum = |route: &dyn Fn(&Grid, Cell, Cell) -> u64| {
        let routes = (1..=1_000).map(ends).map(|(start, goal)| {
            let grid = to(grid.clone(), goal);
            route(&grid, start, goal)
        });
        routes.fold(0, u64::wrapping_add)
    };
    let theirs = || sum(&|grid, start, goal| shared(grid, &start, goal));
    let name = "1000 routes, 64x64, walls, eight directions, A*: pathfinding::astar";
    let anew = || sum(&|grid, start, _| cost(&AStar::new(), grid, &start));
    row(name, 5, 1.5, anew, theirs);
    let name = "the same, in the memory of one search";
    let kept = || {
        let search = Search::new(&AStar::new(), Box::new(grid.clone()), []);
        let search = RefCell::new(search);
        sum(&|grid, start, _| {
            let mut search = search.borrow_mut();
            search.restart_on(Box::new(grid.clone()), [start]);
            let report = search.run();
            report.solution().map_or(u64::MAX, |s| s.cost().into())
        })
    };
    row(name, 5, 4.0, kept, theirs);
    let name = "the same: by hand";
    let hand = || {
        let memory = RefCell::new(OnMap::default());
        sum(&|grid, start, goal| by_hand(&mut memory.borrow_mut(), grid, start, goal))
    };
    row(name, 5, 0.5, kept, hand);
    let grid = &Grid::new(maps::weighted(500), Connectivity::Four);
    let (start, end) = corners;
    row(
        "500x500, weights, all distances: pathfinding::dijkstra_all",
        5,
        2.5,
        || {
            let mut all = Distances::new(grid, [start]);
            all.run().expect("nothing stops it");
            all.get(&end).map_or(u64::MAX, u64::from)
        },
        || u64::from(dijkstra_all(&start, edges(grid))[&end].1),
    );
}

/// A state of a crucible: column, row, direction, and how many steps it has gone that way.
type Crucible = (u8, u8, u8, u8);

/// The same closures for both crates, in each form in which they make a puzzle.
fn crucible() {
    const SIDE: u8 = 141;
    let mut numbers = 17_u64;
    let mut next = || {
        numbers = numbers.wrapping_mul(6_364_136_223_846_793_005);
        numbers = numbers.wrapping_add(1_442_695_040_888_963_407);
        1 + (numbers >> 33) as u32 % 9
    };
    let cells = usize::from(SIDE) * usize::from(SIDE);
    let losses: Vec<u32> = (0..cells).map(|_| next()).collect();
    let steps = |&(x, y, direction, run): &Crucible| {
        let around = [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().zip(0_u8..);
        let steps = around.filter_map(|((dx, dy), to)| {
            let is_back = run > 0 && to ^ 2 == direction;
            let run = if run > 0 && to == direction {
                run + 1
            } else {
                1
            };
            let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            let is_open = x < SIDE && y < SIDE && run <= 3 && !is_back;
            let at = usize::from(y) * usize::from(SIDE) + usize::from(x);
            is_open.then(|| ((x, y, to, run), losses[at]))
        });
        steps.collect::<Vec<_>>()
    };
    let is_end = |&(x, y, ..): &Crucible| (x, y) == (SIDE - 1, SIDE - 1);
    let start = (0, 0, 0, 0);
    let shared =
        |found: Option<(Vec<Crucible>, u32)>| found.map_or(u64::MAX, |(_, cost)| cost.into());
    let edges = &from_edges(steps, is_end);
    assert_eq!(cost(&UniformCost::new(), edges, &start), 837);
    row(
        "a crucible, 141x141, uniform cost: pathfinding::dijkstra",
        5,
        1.3,
        || cost(&UniformCost::new(), edges, &start),
        || shared(dijkstra(&start, steps, is_end)),
    );
    let named = |at: &Crucible| steps(at).into_iter().map(|(to, loss)| (to.2, to, loss));
    let named = &from_fn(named, is_end);
    row(
        "the same by `from_fn`, each edge with its direction",
        5,
        1.3,
        || cost(&UniformCost::new(), named, &start),
        || shared(dijkstra(&start, steps, is_end)),
    );
    let ones = |at: &Crucible| steps(at).into_iter().map(|(to, _)| to);
    let each = &from_steps(ones, is_end);
    assert_eq!(cost(&UniformCost::new(), each, &start), 280);
    row(
        "the same by `from_steps`, each step at cost one",
        5,
        1.3,
        || cost(&UniformCost::new(), each, &start),
        || {
            shared(dijkstra(
                &start,
                |at| ones(at).map(|to| (to, 1_u32)),
                is_end,
            ))
        },
    );
}

/// States that own memory.
fn words() {
    let swaps = |word: &String| {
        let swapped = (1..word.len()).map(|at| {
            let mut letters: Vec<char> = word.chars().collect();
            letters.swap(at - 1, at);
            letters.into_iter().collect::<String>()
        });
        swapped.collect::<Vec<_>>()
    };
    let is_reversed = |word: &String| word == "hgfedcba";
    let puzzle = &from_steps(swaps, is_reversed);
    let start = String::from("abcdefgh");
    row(
        "words of eight letters, breadth-first: pathfinding::bfs",
        5,
        1.3,
        || cost(&BreadthFirst::new(), puzzle, &start),
        || {
            let path = bfs(&start, swaps, is_reversed);
            path.map_or(u64::MAX, |path| path.len() as u64 - 1)
        },
    );
    row(
        "words of eight letters, breadth-first: by hand",
        5,
        0.8,
        || cost(&BreadthFirst::new(), puzzle, &start),
        || by_hand::breadth_first(start.clone(), swaps, is_reversed).unwrap_or(u64::MAX),
    );
}

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != PEAK_OF);
    if let Some(which) = arguments.nth(1) {
        return search_alone(&which);
    }
    let head = format!(
        "{:<66} {:>10} {:>10} {:>8} {:>7}",
        "", "ours, ms", "theirs, ms", "ratio", "wanted"
    );
    writeln!(std::io::stdout(), "{head}").expect("stdout is open");
    ways_on_maps();
    crucible();
    words();
    eight_puzzle();
    newcomers_fifteen_puzzle();
    fifteen_puzzle();
    peak_memory();
}
