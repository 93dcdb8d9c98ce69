//! The tasks of the tests of the crate `pathfinding` 4.16 (its graphs, and what it expects), each in no more
//! lines than there.

use puzzle_search::answers::Distances;
use puzzle_search::solvers::{DepthFirst, IterativeDeepening};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Limits, Solver, Stop, UniformCost, Unsolved,
    from_edges, from_steps,
};

use crate::support::Numbers;

/// States and cost, if there is a solution.
type Path<S> = Option<(Vec<S>, u32)>;

/// Nine numbered vertices.
fn numbered(node: u8) -> impl Iterator<Item = (u8, u32)> {
    const SUCCESSORS: [&[(u8, u32)]; 9] = [
        &[(1, 7), (2, 7), (3, 6)],
        &[(0, 8), (6, 7)],
        &[(5, 7)],
        &[(7, 7)],
        &[(4, 2)],
        &[(1, 1)],
        &[(2, 5), (4, 5), (5, 2)],
        &[(5, 8)],
        &[],
    ];
    SUCCESSORS[usize::from(node)].iter().copied()
}

fn expected(target: u8) -> Path<u8> {
    Some(match target {
        0 => (vec![1, 0], 8),
        1 => (vec![1], 0),
        2 => (vec![1, 6, 2], 12),
        3 => (vec![1, 0, 3], 14),
        4 => (vec![1, 6, 4], 12),
        5 => (vec![1, 6, 5], 9),
        6 => (vec![1, 6], 7),
        7 => (vec![1, 0, 3, 7], 21),
        _ => return None,
    })
}

#[test]
fn dijkstra_on_numbers() {
    for target in 0..9 {
        let puzzle = from_edges(|&node: &u8| numbered(node), |&node| node == target);
        assert_eq!(UniformCost::new().path(&puzzle, &1).ok(), expected(target));
    }
}

#[test]
fn dfs_on_numbers() {
    for target in 0..9 {
        let puzzle = from_edges(|&node: &u8| numbered(node), |&node| node == target);
        match (DepthFirst::new().path(&puzzle, &1), expected(target)) {
            (Ok((path, _)), Some((shortest, _))) => assert!(shortest.len() <= path.len()),
            (found, expected) => assert!(found.is_err() && expected.is_none()),
        }
    }
}

#[test]
fn loops_without_a_goal() {
    let puzzle = from_steps(|&n: &u8| [n], |&n| n == 2);
    assert!(UniformCost::new().solve(&puzzle, &1).is_unsolvable());
    assert!(DepthFirst::new().solve(&puzzle, &1).is_unsolvable());
}

#[test]
fn bfs_loops() {
    let shortest = |start: u8| {
        let puzzle = from_edges(|&node: &u8| numbered(node), |&node| node == start);
        let mut firsts = numbered(start).map(|edge| edge.0);
        let mut search = BreadthFirst::new().search(&puzzle, &firsts.next()?);
        search = search.also_from(firsts);
        search.run().solution().map(|rest| rest.len() + 1)
    };
    assert_eq!(
        [0, 1, 2, 8].map(shortest),
        [Some(2), Some(2), Some(4), None]
    );
}

#[test]
fn bfs_reach_ends_and_stays_ended() {
    let steps = |&n: &u32| [2 * n, 3 * n].into_iter().filter(|&n| n < 15);
    let puzzle = from_steps(steps, |_| false);
    let mut distances = Distances::new(&puzzle, [1]);
    let nearest = distances
        .nearest()
        .map(|next| next.map(|(n, depth)| (depth, n)));
    let mut layers: Vec<(u32, u32)> = nearest.collect::<Result<_, _>>().expect("nothing stops it");
    layers.sort_unstable();
    let expected = [
        (0, 1),
        (1, 2),
        (1, 3),
        (2, 4),
        (2, 6),
        (2, 9),
        (3, 8),
        (3, 12),
    ];
    assert_eq!(layers, expected);
    assert_eq!(distances.nearest().next(), None);
}

const MAZE: [&[u8]; 8] = [
    b"#########",
    b"#.#.....#",
    b"###.##..#",
    b"#...#...#",
    b"#...#...#",
    b"#...#...#",
    b"#...#...#",
    b"#########",
];

type At = (usize, usize);

/// The maze, undirected: it can be searched from both ends.
fn maze(goal: At) -> impl puzzle_search::Reversible<State = At, Move = u32, Cost = u32> {
    let steps = |&(x, y): &At| {
        let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        around.into_iter().filter(|&(x, y)| MAZE[y][x] == b'.')
    };
    from_steps(steps, move |&at| at == goal)
        .with_heuristic(move |&(x, y)| Some((x.abs_diff(goal.0) + y.abs_diff(goal.1)) as u32))
        .with_predecessors([goal], steps)
}

#[test]
fn ways_through_a_maze() {
    let puzzle = maze((6, 3));
    let all: [&dyn Solver<_>; 6] = [
        &AStar::new(),
        &IdaStar::new(),
        &UniformCost::new(),
        &BreadthFirst::new(),
        &Bidirectional::new(),
        &IterativeDeepening::new(),
    ];
    for solver in all {
        let (path, cost) = solver.path(&puzzle, &(2, 3)).expect("there is a way");
        assert!(cost == 8 && path.len() == 9);
        assert!(path.iter().all(|&(x, y)| MAZE[y][x] == b'.'));
    }
    let (path, _) = DepthFirst::new()
        .path(&puzzle, &(2, 3))
        .expect("there is a way");
    assert!(path.len() >= 9);
    let no_steps = Bidirectional::new().path(&maze((2, 3)), &(2, 3)).ok();
    assert_eq!(no_steps, Some((vec![(2, 3)], 0)));
}

#[test]
fn no_way_through_a_maze() {
    let puzzle = maze((1, 1));
    let all: [&dyn Solver<_>; 5] = [
        &AStar::new(),
        &UniformCost::new(),
        &BreadthFirst::new(),
        &Bidirectional::new(),
        &DepthFirst::new(),
    ];
    for solver in all {
        assert!(solver.solve(&puzzle, &(2, 3)).is_unsolvable());
    }
    // These remember no states: `idastar` and `iddfs` end there, since they come to none twice on a path.
    let blind: [&dyn Solver<_>; 2] = [&IdaStar::new(), &IterativeDeepening::new()];
    for solver in blind {
        let limits = Limits::new().max_expanded(1_000);
        let report = solver.search(&puzzle, &(2, 3)).limits(limits).run();
        assert_eq!(report.stop(), Some(Stop::Expanded));
    }
}

#[test]
fn astar_bag_in_a_maze() {
    for (goal, cost, count, most) in [((6, 3), 8, 1, 15), ((7, 3), 9, 3, 18)] {
        let puzzle = maze(goal);
        let mut task = AStar::new().all_solutions(&puzzle, [(2, 3)]);
        let all = task.run().expect("there is a way");
        assert_eq!((all.cost(), all.paths().count()), (cost, count));
        assert!(all.paths().flatten().all(|(x, y)| MAZE[y][x] == b'.'));
        assert!(task.stats().expanded <= most);
        let both = Bidirectional::new().all_solutions(&puzzle, [(2, 3)]).run();
        assert_eq!(both.map(|all| all.count()), Ok(Some(count as u128)));
    }
}

#[test]
fn astar_bag_with_several_goals() {
    let puzzle = from_edges(
        |&n: &u32| match n {
            1 => vec![(2, 1_u32), (3, 1)],
            2 | 3 => vec![(4, 3), (5, 1)],
            5 => vec![(6, 1)],
            6 => vec![(7, 1)],
            _ => vec![],
        },
        |&n| n == 4 || n == 7,
    );
    let all = AStar::new()
        .all_solutions(&puzzle, [1])
        .run()
        .expect("there is a way");
    let mut paths: Vec<Vec<u32>> = all.paths().collect();
    paths.sort();
    let expected = [
        &[1, 2, 4][..],
        &[1, 2, 5, 6, 7],
        &[1, 3, 4],
        &[1, 3, 5, 6, 7],
    ];
    assert_eq!(
        (all.cost(), paths),
        (4, expected.map(<[u32]>::to_vec).to_vec())
    );
}

#[test]
fn astar_bag_with_numerous_solutions() {
    let puzzle = from_steps(
        |&n: &u32| {
            (1..=2)
                .map(move |step| n + step)
                .take(if n % 3 == 2 { 1 } else { 2 })
        },
        |&n| n == 30,
    );
    let puzzle = puzzle.with_heuristic(|&n| Some(30_u32.saturating_sub(n) / 2));
    let all = AStar::new()
        .all_solutions(&puzzle, [0])
        .run()
        .expect("there is a way");
    assert_eq!(
        (all.cost(), all.count(), all.iter().count()),
        (20, Some(1 << 10), 1 << 10)
    );
}

/// A random network: what each of so many vertices leads to.
fn network(size: usize, numbers: &mut Numbers) -> Vec<Vec<(usize, u32)>> {
    let mut leads = |to| (numbers.below(3) > 0).then(|| (to, 1 + numbers.below(1 << 16) as u32));
    let mut row = || (0..size).filter_map(&mut leads).collect();
    (0..size).map(|_| row()).collect()
}

#[test]
fn dijkstra_all_and_partial() {
    let network = network(30, &mut Numbers(8));
    let to = |target: usize| {
        from_edges(
            |&at: &usize| network[at].iter().copied(),
            move |&at| at == target,
        )
    };
    for start in 0..30 {
        let puzzle = to(usize::MAX);
        let mut all = Distances::new(&puzzle, [start]);
        let first = all
            .nearest()
            .map(|next| next.expect("nothing stops it"))
            .find(|&(at, _)| start > 0 && at > start && at % start == 0);
        if let Some((target, cost)) = first {
            assert_eq!(
                UniformCost::new()
                    .path(&to(target), &start)
                    .map(|path| path.1),
                Ok(cost)
            );
        }
        all.run().expect("nothing stops it");
        for target in 0..30 {
            let one = UniformCost::new().path(&to(target), &start).ok();
            assert_eq!(one.as_ref().map(|path| path.1), all.get(&target));
            assert_eq!(
                one.map(|path| path.0.len()).is_some(),
                all.path_to(&target).is_some()
            );
        }
    }
}

#[test]
fn dijkstra_reach_in_order_of_cost() {
    let puzzle = from_edges(|&n: &u32| [(n + 1, 1), (2 * n, n)], |_| false);
    let mut distances = Distances::new(&puzzle, [0]);
    let near: Vec<_> = distances
        .nearest()
        .map(|next| next.expect("nothing stops it"))
        .take_while(|&(_, cost)| cost < 100)
        .collect();
    assert!(near.into_iter().eq((0..100).map(|n| (n, n))));
    let edges = |&at: &char| match at {
        'A' => vec![('B', 2_u32), ('C', 5)],
        'B' => vec![('C', 2)],
        _ => vec![],
    };
    let puzzle = from_edges(edges, |_| false);
    let mut distances = Distances::new(&puzzle, ['A']);
    let reach: Vec<_> = distances.nearest().collect();
    assert_eq!(reach, [Ok(('A', 0)), Ok(('B', 2)), Ok(('C', 4))]);
    assert_eq!(distances.path_to(&'C'), Some(vec!['A', 'B', 'C']));
}

#[test]
fn count_paths_on_a_board_and_among_adapters() {
    let puzzle = from_steps(
        |&(x, y): &At| {
            [(x + 1, y), (x, y + 1)]
                .into_iter()
                .filter(|&(x, y)| x < 8 && y < 8)
        },
        |&at| at == (7, 7),
    );
    assert_eq!(
        DepthFirst::new().count_paths(&puzzle, [(0, 0)]).run(),
        Ok(Some(3_432))
    );
    // Rows of ones and of threes: ways through a row of so many ones are 1, 2, 4, 7.
    let adapters = [1, 4, 5, 6, 7, 10, 11, 12, 15, 16, 19];
    let puzzle = from_steps(
        |&x: &u32| adapters.into_iter().filter(move |&y| y > x && y <= x + 3),
        |&x| x == 19,
    );
    assert_eq!(
        DepthFirst::new().count_paths(&puzzle, [0]).run(),
        Ok(Some(8))
    );
}

/// The k shortest simple paths in a graph of letters.
fn yen(
    edges: fn(char) -> &'static [(char, u32)],
    [from, to]: [char; 2],
    k: usize,
) -> Vec<(String, u32)> {
    let puzzle = from_edges(|&at: &char| edges(at).iter().copied(), |&at| at == to);
    let paths = AStar::new().k_cheapest_paths(&puzzle, [from], k).run();
    let states =
        |path: &puzzle_search::Solution<_, _>| path.states(&puzzle, &from).expect("it replays");
    let named = |path| (states(&path).into_iter().collect(), path.cost());
    paths.map_or_else(|_| vec![], |paths| paths.into_iter().map(named).collect())
}

fn named<const N: usize>(paths: [(&str, u32); N]) -> Vec<(String, u32)> {
    paths.map(|(path, cost)| (path.into(), cost)).into()
}

/// The example of Wikipedia's article.
fn example(at: char) -> &'static [(char, u32)] {
    match at {
        'c' => &[('d', 3), ('e', 2)],
        'd' => &[('f', 4)],
        'e' => &[('d', 1), ('f', 2), ('g', 3)],
        'f' => &[('g', 2), ('h', 1)],
        'g' => &[('h', 2)],
        _ => &[],
    }
}

#[test]
fn yen_on_the_example() {
    assert_eq!(
        yen(example, ['c', 'h'], 3)[..2],
        named([("cefh", 5), ("cegh", 7)])
    );
    assert_eq!(yen(example, ['c', 'h'], 3)[2].1, 8);
    let all = yen(example, ['c', 'h'], 10)
        .into_iter()
        .map(|(_, cost)| cost);
    assert!(all.eq([5, 7, 8, 8, 8, 11, 11]));
    assert!(yen(example, ['c', 'h'], 0).is_empty());
}

#[test]
fn yen_where_there_are_few_paths_or_none() {
    let ring = |at| match at {
        'c' => &[('d', 3), ('e', 2)][..],
        'd' => &[('f', 4)],
        'e' => &[('d', 1), ('f', 2), ('g', 3)],
        'f' => &[('g', 2), ('d', 1)],
        _ => &[('e', 2)],
    };
    assert!(yen(ring, ['c', 'h'], 2).is_empty());
    assert_eq!(yen(|_| &[('c', 1)], ['c', 'c'], 2), named([("c", 0)]));
    let longer = |at| match at {
        'c' => &[('d', 1), ('h', 1)][..],
        'd' => &[('e', 1)],
        'e' => &[('f', 1)],
        'f' => &[('g', 1), ('h', 1)],
        'g' => &[('h', 1)],
        _ => &[],
    };
    assert_eq!(
        yen(longer, ['c', 'h'], 3),
        named([("ch", 1), ("cdefh", 4), ("cdefgh", 5)])
    );
}

#[test]
fn yen_finds_all_paths_and_those_of_equal_cost() {
    let dense = |at| match at {
        'a' => &[('b', 1), ('c', 1), ('d', 1)][..],
        'b' => &[('c', 1), ('d', 1)],
        'c' => &[('b', 1), ('d', 1)],
        _ => &[],
    };
    let mut all = yen(dense, ['a', 'd'], usize::MAX);
    all.sort();
    assert_eq!(
        all,
        named([("abcd", 3), ("abd", 2), ("acbd", 3), ("acd", 2), ("ad", 1)])
    );
    let equal = |at| match at {
        'A' => &[('B', 1), ('C', 1)][..],
        'B' | 'C' => &[('D', 1)],
        _ => &[],
    };
    assert_eq!(yen(equal, ['A', 'D'], 2), named([("ABD", 2), ("ACD", 2)]));
}

#[test]
fn bfs_from_several_starts_to_several_goals() {
    let puzzle = from_steps(
        |&at: &char| ('a'..='e').filter(move |&to| to as u32 == at as u32 + 1),
        |&at| at >= 'd',
    )
    .with_predecessors(['d', 'e'], |&at| {
        ('a'..='e').filter(move |&from| from as u32 + 1 == at as u32)
    });
    let solvers: [&dyn Solver<_>; 2] = [&BreadthFirst::new(), &Bidirectional::new()];
    for solver in solvers {
        let solution = solver
            .search(&puzzle, &'a')
            .also_from(['b'])
            .run()
            .into_result()
            .expect("a way");
        let start = ['a', 'b'][solution.start_index()];
        assert_eq!(solution.states(&puzzle, &start), Ok(vec!['b', 'c', 'd']));
    }
}

#[test]
fn a_crucible() {
    let map = "2413432311323 3215453535623 3255245654254 3446585845452 4546657867536 1438598798454 \
               4457876987766 3637877979653 4654967986887 4564679986453 1224686865563 2546548887735 4322674655533";
    let rows: Vec<Vec<u32>> = map
        .split(' ')
        .map(|row| row.bytes().map(|cost| u32::from(cost - b'0')).collect())
        .collect();
    let loss = |least: usize, most: usize| -> Result<u32, Unsolved<u32>> {
        let next = |&(at, (dx, dy), run): &((i32, i32), (i32, i32), usize)| {
            let on = (run < most).then_some((dx, dy, run + 1));
            let turn = [(dy, dx, 1), (-dy, -dx, 1)]
                .into_iter()
                .filter(move |_| run >= least);
            let steps = on.into_iter().chain(turn).filter_map(|(dx, dy, run)| {
                let (x, y) = (at.0 + dx, at.1 + dy);
                let cost = rows
                    .get(usize::try_from(y).ok()?)?
                    .get(usize::try_from(x).ok()?)?;
                Some((((x, y), (dx, dy), run), *cost))
            });
            steps.collect::<Vec<_>>()
        };
        let puzzle = from_edges(next, |&(at, _, run)| at == (12, 12) && run >= least);
        let right = UniformCost::new().search(&puzzle, &((0, 0), (1, 0), 0));
        let found = right.also_from([((0, 0), (0, 1), 0)]).run().into_result()?;
        Ok(found.cost())
    };
    assert_eq!((loss(1, 3), loss(4, 10)), (Ok(102), Ok(94)));
}
