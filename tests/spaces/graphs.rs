//! Sliding on graphs: what is said to be solvable, against what can be reached.

use std::collections::HashSet;

use puzzle_search::puzzles::{GraphTiles, SlidingTiles};
use puzzle_search::{Puzzle, Ranked, Reversible};

use crate::oracle;
use crate::support::{Numbers, walk_back};

type Edges = Vec<(usize, usize)>;

fn pairs(vertices: usize) -> Edges {
    let ends = |b| (0..b).map(move |a| (a, b));
    (0..vertices).flat_map(ends).collect()
}

/// Every arrangement: what is said against what the goal can reach.
fn exact(vertices: usize, edges: &Edges, goal: &[u8]) {
    let puzzle = GraphTiles::new(vertices, edges).and_then(|p| p.with_goal(goal));
    let puzzle = puzzle.expect("a simple graph");
    let reachable = oracle::depths(&puzzle, &puzzle.goal());
    assert_eq!(
        puzzle.reachable_count(),
        Some(reachable.len() as u128),
        "{edges:?}"
    );
    for number in 0..puzzle.state_count().expect("few") {
        let board = puzzle.unrank(number).expect("in range");
        let said = puzzle.solvability(&board);
        let is_reachable = reachable.contains_key(&board);
        assert_eq!(
            said.is_solvable(),
            is_reachable,
            "{edges:?} {board:?} {said}"
        );
        assert_eq!(
            said.is_unsolvable(),
            !is_reachable,
            "{edges:?} {board:?} {said}"
        );
    }
}

/// All graphs with vertices in some order; only the first of those that differ by names is kept.
fn graphs(vertices: usize) -> Vec<Edges> {
    let pairs = pairs(vertices);
    let number = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        b * (b - 1) / 2 + a
    };
    let mut names: Vec<Vec<usize>> = vec![vec![]];
    for vertex in 0..vertices {
        let longer = |order: Vec<usize>| {
            (0..=vertex).map(move |at| {
                let mut order = order.clone();
                order.insert(at, vertex);
                order
            })
        };
        names = names.into_iter().flat_map(longer).collect();
    }
    let mut seen: HashSet<u32> = HashSet::new();
    let mut kept = vec![];
    for set in 0..1_u32 << pairs.len() {
        if seen.contains(&set) {
            continue;
        }
        let edges = |set: u32| {
            pairs
                .iter()
                .enumerate()
                .filter(move |(at, _)| set >> at & 1 == 1)
        };
        for order in &names {
            let renamed = edges(set).map(|(_, &(a, b))| 1 << number(order[a], order[b]));
            seen.insert(renamed.sum());
        }
        kept.push(edges(set).map(|(_, &edge)| edge).collect());
    }
    kept
}

/// Every graph with up to six vertices, the blank's goal on each vertex, every arrangement.
#[test]
fn every_small_graph() {
    // OEIS A000088.
    for (vertices, count) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34), (6, 156)] {
        let graphs = graphs(vertices);
        assert_eq!(graphs.len(), count);
        for edges in &graphs {
            for blank in 0..vertices {
                let mut goal: Vec<u8> = (1..vertices as u8).collect();
                goal.insert(blank, 0);
                exact(vertices, edges, &goal);
            }
        }
    }
}

/// Two vertices joined by paths with these numbers of vertices between.
fn theta(between: [usize; 3]) -> (usize, Edges) {
    let (mut edges, mut next) = (vec![], 2);
    for length in between {
        let mut at = 0;
        for _ in 0..length {
            edges.push((at, next));
            at = next;
            next += 1;
        }
        edges.push((at, 1));
    }
    (next, edges)
}

/// The exception of Wilson's theorem, and its neighbors among the theta graphs.
#[test]
fn theta_graphs() {
    for between in [
        [1, 2, 2],
        [0, 2, 3],
        [1, 1, 3],
        [0, 1, 4],
        [2, 2, 1],
        [2, 1, 2],
        [0, 2, 2],
    ] {
        let (vertices, edges) = theta(between);
        let mut numbers = Numbers(between[0] as u64);
        for blank in 0..vertices {
            let mut goal = numbers.shuffled(1..vertices as u8);
            goal.insert(blank, 0);
            exact(vertices, &edges, &goal);
        }
    }
    let (vertices, edges) = theta([1, 2, 2]);
    let puzzle = GraphTiles::new(vertices, &edges).expect("a simple graph");
    assert_eq!(puzzle.reachable_count(), Some(7 * 120));
    // The exception as one of several blocks: a triangle hangs on one of its vertices.
    let mut with_triangle = edges.clone();
    with_triangle.extend([(4, 7), (7, 8), (8, 4)]);
    let puzzle = GraphTiles::new(9, &with_triangle).expect("a simple graph");
    assert_eq!(puzzle.reachable_count(), Some(9 * 120 * 2));
    sampled(9, &with_triangle, &mut Numbers(9));
}

/// Ten thousand random arrangements, and what a walk reaches.
fn sampled(vertices: usize, edges: &Edges, numbers: &mut Numbers) {
    let goal = numbers.shuffled(0..vertices as u8);
    let puzzle = GraphTiles::new(vertices, edges).and_then(|p| p.with_goal(&goal));
    let puzzle = puzzle.expect("a simple graph");
    let reachable = oracle::depths(&puzzle, &puzzle.goal());
    assert_eq!(
        puzzle.reachable_count(),
        Some(reachable.len() as u128),
        "{edges:?}"
    );
    let compare = |board| {
        let said = puzzle.solvability(&board);
        let is_reachable = reachable.contains_key(&board);
        assert_eq!(
            said.is_solvable(),
            is_reachable,
            "{edges:?} {board:?} {said}"
        );
        assert_eq!(
            said.is_unsolvable(),
            !is_reachable,
            "{edges:?} {board:?} {said}"
        );
    };
    for _ in 0..10_000 {
        let pieces = numbers.shuffled(0..vertices as u8);
        compare(puzzle.state(&pieces).expect("legal"));
    }
    for steps in 0..200 {
        let mut board = walk_back(&puzzle, steps, numbers);
        compare(board);
        // Nearly solvable: two pieces exchanged.
        let mut pieces: Vec<u8> = board.labels().collect();
        pieces.swap(numbers.below(vertices), numbers.below(vertices));
        board = puzzle.state(&pieces).expect("legal");
        compare(board);
    }
}

/// A sample of graphs with seven to nine vertices, sparse ones above all: they have most blocks.
#[test]
fn larger_graphs() {
    let mut numbers = Numbers(2);
    for vertices in [7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9] {
        for more in [0, 1, 2, 4] {
            // A tree, with one vertex cut off now and then, and some edges more.
            let mut edges: Edges = vec![];
            for b in 1..vertices {
                if numbers.below(10) > 0 {
                    edges.push((numbers.below(b), b));
                }
            }
            let all = pairs(vertices);
            for _ in 0..more {
                let edge = all[numbers.below(all.len())];
                if !edges.contains(&edge) {
                    edges.push(edge);
                }
            }
            sampled(vertices, &edges, &mut numbers);
        }
    }
}

/// On a grid the blocks say what the parity of the board says.
#[test]
fn grids_are_sliding_boards() {
    let mut numbers = Numbers(4);
    for (rows, columns) in [
        (2, 2),
        (2, 3),
        (1, 5),
        (3, 3),
        (4, 4),
        (5, 5),
        (3, 7),
        (8, 8),
    ] {
        let cells = rows * columns;
        let right = (0..cells)
            .filter(|c| c % columns + 1 < columns)
            .map(|c| (c, c + 1));
        let down = (columns..cells).map(|c| (c - columns, c));
        let edges: Edges = right.chain(down).collect();
        let goal = numbers.shuffled(0..cells as u8);
        let graph = GraphTiles::<[u8; 64]>::packed(cells, &edges).and_then(|p| p.with_goal(&goal));
        let graph = graph.expect("a simple graph");
        let tiles =
            SlidingTiles::<[u8; 64]>::packed(rows, columns).and_then(|p| p.with_goal(&goal));
        let tiles = tiles.expect("a legal goal");
        if cells < 35 {
            assert_eq!(graph.reachable_count(), tiles.state_count());
        }
        for _ in 0..2_000 {
            let pieces = numbers.shuffled(0..cells as u8);
            let said = graph.solvability(&graph.state(&pieces).expect("legal"));
            let expected = tiles.solvability(&tiles.state(&pieces).expect("legal"));
            assert_eq!(said.is_solvable(), expected.is_solvable());
            assert_eq!(said.is_unsolvable(), expected.is_unsolvable());
        }
        let walked = walk_back(&graph, 1_000, &mut numbers);
        assert!(graph.solvability(&walked).is_solvable());
        assert!(
            graph
                .goals()
                .into_iter()
                .all(|goal| graph.solvability(&goal).is_solvable())
        );
    }
}

#[test]
fn puzzles_of_the_same_edges_and_goal_are_equal() {
    let triangle = || GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)]).expect("a simple graph");
    let line = GraphTiles::new(3, &[(0, 1), (1, 2)]).expect("a simple graph");
    assert_eq!(triangle(), triangle());
    assert_ne!(triangle(), line);
    let other = triangle().with_goal(&[0, 1, 2]).expect("a legal goal");
    assert_ne!(triangle(), other);
    // The way to the goal leaves no trace.
    let back = other.with_goal(&[1, 2, 0]).expect("a legal goal");
    assert_eq!(triangle(), back);
}

#[test]
fn reasons_say_why() {
    let reason = |vertices, edges: &[(usize, usize)], pieces: &[u8]| {
        let puzzle = GraphTiles::new(vertices, edges).expect("a simple graph");
        puzzle
            .solvability(&puzzle.state(pieces).expect("legal"))
            .to_string()
    };
    let path = [(0, 1), (1, 2), (2, 3)];
    assert_eq!(
        reason(4, &path, &[2, 1, 3, 0]),
        "unsolvable: piece 1 cannot reach its place: no walk of the blank carries it there"
    );
    assert_eq!(
        reason(4, &path, &[1, 0, 2, 3]),
        "solvable: with the blank in its place, the permutation from goal to start is in the group \
         of the walks of the blank, which has one element"
    );
    let pentagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
    assert_eq!(
        reason(5, &pentagon, &[1, 3, 4, 2, 0]),
        "unsolvable: with the blank in its place, the permutation from goal to start is not among \
         the 4 that the walks of the blank generate"
    );
    assert_eq!(
        reason(5, &pentagon, &[2, 3, 4, 1, 0]),
        "solvable: with the blank in its place, the permutation from goal to start is in the group \
         of the walks of the blank, which has 4 elements"
    );
    let bipartite = [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)];
    assert_eq!(
        reason(5, &bipartite, &[2, 1, 3, 4, 0]),
        "unsolvable: with the blank in its place, the permutation from goal to start is odd, and \
         every walk of the blank is even"
    );
    assert_eq!(
        reason(4, &[(0, 1)], &[1, 2, 0, 3]),
        "unsolvable: the blank cannot reach its place: no path leads there"
    );
    for (edges, pieces) in [
        ([(0, 1), (2, 3)], [3, 2, 1, 0]),
        ([(0, 1), (2, 3)], [2, 1, 3, 0]),
    ] {
        let stray = reason(4, &edges, &pieces);
        assert_eq!(
            stray,
            "unsolvable: piece 1 cannot reach its place: no walk of the blank carries it there"
        );
    }
}
