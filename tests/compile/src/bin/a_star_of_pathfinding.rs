//! The shortest way through a map, by the crate `pathfinding`.

use pathfinding::prelude::astar;

fn main() {
    let is_wall = |x: i32, y: i32| x % 7 == 3 && y % 11 != 5;
    let is_open =
        |&(x, y): &(i32, i32)| (0..64).contains(&x) && (0..64).contains(&y) && !is_wall(x, y);
    let around = |(x, y): (i32, i32)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
    let found = astar(
        &(0, 0),
        |&at: &(i32, i32)| around(at).into_iter().filter(is_open).map(|to| (to, 1_u32)),
        |&(x, y)| x.abs_diff(60) + y.abs_diff(60),
        |&at| at == (60, 60),
    );
    assert_eq!(found.map(|(_, cost)| cost), Some(120));
}
