//! Random maps and routes, as the texts of a `.map` and a `.scen` file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::f64::consts::SQRT_2;

use clap::ValueEnum;
use puzzle_search::puzzles::{Cell, GridMap, Route};

use crate::CliResult;
use crate::console::Console;
use crate::random::Random;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum MapKind {
    /// Rooms with doors
    Rooms,
    /// One way from each cell to each other
    Maze,
}

/// The texts of a `.map` file and of a `.scen` file of routes, with the lengths of shortest paths.
pub(super) fn files(
    kind: MapKind,
    width: u16,
    height: u16,
    routes: usize,
    seed: u64,
    console: &dyn Console,
) -> CliResult<(String, String)> {
    let mut numbers = Random::new(seed);
    let open = match kind {
        MapKind::Rooms => rooms(width, height, &mut numbers),
        MapKind::Maze => maze(width, height, &mut numbers),
    };
    let letter = |cell: Cell| if open.contains_key(&cell) { '.' } else { '@' };
    let map = GridMap::new(width, height, letter)?;
    let cells: Vec<Cell> = open.keys().copied().collect();
    let mut scenario = "version 1\n".to_owned();
    let mut lines = Vec::new();
    // There are ten routes from each start, with goals among the reachable cells.
    for _ in 0..routes.div_ceil(10) {
        console.check()?;
        let Some(&start) = cells.get(numbers.below(cells.len())) else {
            break;
        };
        let lengths = lengths(&open, start);
        let reached: Vec<_> = lengths.iter().collect();
        for _ in 0..10.min(routes - lines.len()) {
            let (&goal, &length) = reached[numbers.below(reached.len())];
            lines.push(Route {
                bucket: (length / 4.0) as u32,
                map: "made.map".into(),
                width,
                height,
                start,
                goal,
                length: (length * 1e8).round() / 1e8,
            });
        }
    }
    lines.sort_by_key(|route| route.bucket);
    for route in lines {
        scenario += &format!("{route}\n");
    }
    Ok((map.to_map_text(), scenario))
}

type OpenCells = BTreeMap<Cell, ()>;

/// Rooms of seven by five cells with a few pillars; most walls between rooms have a door.
fn rooms(width: u16, height: u16, numbers: &mut Random) -> OpenCells {
    let mut open = OpenCells::new();
    for y in 0..height {
        for x in 0..width {
            let is_wall = x % 8 == 7 || y % 6 == 5;
            if !is_wall && numbers.below(12) > 0 {
                open.insert(Cell::new(x, y), ());
            }
        }
    }
    for top in (0..height).step_by(6) {
        for left in (0..width).step_by(8) {
            let (down, right) = (numbers.below(5) as u16, numbers.below(7) as u16);
            let doors = [
                (left.saturating_add(7), top + down),
                (left + right, top.saturating_add(5)),
            ];
            for (x, y) in doors {
                let is_inside = x.saturating_add(1) < width && y.saturating_add(1) < height;
                if is_inside && numbers.below(6) > 0 {
                    open.insert(Cell::new(x, y), ());
                }
            }
        }
    }
    open
}

/// A maze, by depth-first search with random steps.
fn maze(width: u16, height: u16, numbers: &mut Random) -> OpenCells {
    let mut open = OpenCells::from([(Cell::new(0, 0), ())]);
    let mut path = vec![Cell::new(0, 0)];
    while let Some(&cell) = path.last() {
        let steps = [(2, 0), (0, 2), (-2, 0), (0, -2)].map(|(right, down): (i16, i16)| {
            let x = cell.x().checked_add_signed(right).filter(|&x| x < width)?;
            let y = cell.y().checked_add_signed(down).filter(|&y| y < height)?;
            let between = Cell::new(x.midpoint(cell.x()), y.midpoint(cell.y()));
            Some((between, Cell::new(x, y))).filter(|(_, next)| !open.contains_key(next))
        });
        let steps: Vec<_> = steps.into_iter().flatten().collect();
        if let Some(&(between, next)) = steps.get(numbers.below(steps.len())) {
            open.extend([(between, ()), (next, ())]);
            path.push(next);
        } else {
            path.pop();
        }
    }
    open
}

/// The length of a shortest path to each reachable cell, by an implementation of Dijkstra's algorithm that is
/// independent of the library.
fn lengths(open: &OpenCells, start: Cell) -> BTreeMap<Cell, f64> {
    let mut lengths = BTreeMap::new();
    // Lengths are not negative, so their bits have the same order.
    let mut queue = BinaryHeap::from([Reverse((0_u64, start))]);
    while let Some(Reverse((bits, cell))) = queue.pop() {
        let length = f64::from_bits(bits);
        if lengths.contains_key(&cell) {
            continue;
        }
        lengths.insert(cell, length);
        let at = |right: i16, down: i16| {
            let x = cell.x().checked_add_signed(right)?;
            let to = Cell::new(x, cell.y().checked_add_signed(down)?);
            open.contains_key(&to).then_some(to)
        };
        for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down))) {
            // Diagonal steps cut no corners.
            let beside = at(right, 0).and(at(0, down));
            let step = if right == 0 || down == 0 { 1.0 } else { SQRT_2 };
            if let (Some(to), Some(_)) = (at(right, down), beside) {
                queue.push(Reverse(((length + step).to_bits(), to)));
            }
        }
    }
    lengths
}
