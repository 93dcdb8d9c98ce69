//! Maps from seeds.

use puzzle_search::puzzles::{Cell, GridMap};

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Ground of weights 1 to 9.
pub(crate) fn weighted(side: u16) -> GridMap {
    let mut numbers = Numbers(3);
    let map = GridMap::new(side, side, |_| (b'1' + numbers.below(9) as u8).into());
    map.expect("a legal size")
}

/// So many walls in a hundred cells, but none near two opposite corners.
pub(crate) fn scattered(side: u16, percent: u64) -> GridMap {
    let mut numbers = Numbers(6);
    let map = GridMap::new(side, side, |cell| {
        let from_corner = cell.x().midpoint(cell.y());
        let is_near = from_corner < 2 || from_corner + 3 > side;
        let is_wall = numbers.below(100) < percent && !is_near;
        if is_wall { '#' } else { '.' }
    });
    map.expect("a legal size")
}

/// Caves: scattered walls that have grown together, five times, where most of the cells around are walls.
pub(crate) fn caves(side: u16) -> GridMap {
    let is_near_corner = |cell: Cell| {
        let from_corner = cell.x().midpoint(cell.y());
        from_corner < 12 || from_corner + 13 > side
    };
    let mut numbers = Numbers(11);
    let scattered = GridMap::new(
        side,
        side,
        |_| if numbers.below(100) < 42 { '#' } else { '.' },
    );
    let grown = |map: GridMap| {
        let is_wall = |cell: Cell, right: i16, down: i16| {
            let beside = (
                cell.x().checked_add_signed(right)?,
                cell.y().checked_add_signed(down)?,
            );
            Some(map.letter(Cell::new(beside.0, beside.1))? == '#')
        };
        let walls = |cell| {
            let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
            around
                .filter(|&(right, down)| is_wall(cell, right, down) == Some(true))
                .count()
        };
        GridMap::new(side, side, |cell| {
            if walls(cell) >= 5 && !is_near_corner(cell) {
                '#'
            } else {
                '.'
            }
        })
    };
    let caves = (0..5).try_fold(scattered.expect("a legal size"), |map, _| grown(map));
    caves.expect("a legal size")
}

/// One way from each cell in an even row and column to each other.
pub(crate) fn maze(side: u16) -> GridMap {
    let mut numbers = Numbers(7);
    let mut open = vec![false; usize::from(side) * usize::from(side)];
    let index = |(x, y): (u16, u16)| usize::from(y) * usize::from(side) + usize::from(x);
    let mut path = vec![(0_u16, 0_u16)];
    open[0] = true;
    while let Some(&(x, y)) = path.last() {
        let steps = [(2, 0), (0, 2), (-2, 0), (0, -2)].map(|(right, down)| {
            let next = (x.checked_add_signed(right)?, y.checked_add_signed(down)?);
            let is_new = next.0 < side && next.1 < side && !open[index(next)];
            is_new.then_some(next)
        });
        let steps: Vec<_> = steps.into_iter().flatten().collect();
        if steps.is_empty() {
            path.pop();
            continue;
        }
        let next = steps[numbers.below(steps.len() as u64) as usize];
        open[index((x.midpoint(next.0), y.midpoint(next.1)))] = true;
        open[index(next)] = true;
        path.push(next);
    }
    let letter = |cell: Cell| {
        if open[index((cell.x(), cell.y()))] {
            '.'
        } else {
            '#'
        }
    };
    GridMap::new(side, side, letter).expect("a legal size")
}
