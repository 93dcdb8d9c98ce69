//! All distances, all cheapest solutions, the k cheapest: random graphs against relaxation and against
//! lists of all paths, boards against counts by layers, published counts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use puzzle_search::answers::Distances;
use puzzle_search::heuristics::{Manhattan, Scaled, Zero};
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Facts, Limits, NeighborOf, Puzzle, Reversible, Solution,
    Stop, Unsolved, from_fn,
};

use crate::support::{Digraph, Numbers, walk_back};

const VERTICES: usize = 7;

/// A random graph with parallel edges and loops; edges may cost nothing, or only those that lead to a
/// vertex of a higher number. The estimates are admissible.
fn random(numbers: &mut Numbers, zero_cycles: bool) -> Digraph {
    let count = numbers.below(3 * VERTICES);
    let edges = (0..count).map(|_| {
        let (from, to) = (numbers.below(VERTICES), numbers.below(VERTICES));
        let least = u32::from(!zero_cycles && to <= from);
        (from, to, least + numbers.below(4) as u32)
    });
    let mut graph = Digraph {
        edges: edges.collect(),
        goals: (0..VERTICES).filter(|_| numbers.below(4) == 0).collect(),
        estimates: vec![Some(0); VERTICES],
    };
    let turned = Digraph {
        edges: graph.edges.iter().map(|&(a, b, c)| (b, a, c)).collect(),
        ..graph.clone()
    };
    let left = relaxed(&turned, &graph.goals);
    let share = numbers.below(101) as u32;
    graph.estimates = left
        .iter()
        .map(|left| match *left {
            Some(left) if numbers.below(2) == 0 => Some(left * share / 100),
            Some(left) => Some(numbers.below(left as usize + 1) as u32),
            None => None,
        })
        .collect();
    graph
}

/// The least costs from any of these vertices.
fn relaxed(graph: &Digraph, from: &[usize]) -> Vec<Option<u32>> {
    let mut costs = vec![None; VERTICES];
    from.iter().for_each(|&at| costs[at] = Some(0));
    for _ in 0..VERTICES {
        for &(a, b, cost) in &graph.edges {
            if let Some(sum) = costs[a].map(|d: u32| d + cost) {
                costs[b] = costs[b].into_iter().chain([sum]).min();
            }
        }
    }
    costs
}

#[test]
fn all_distances_are_those_of_relaxation() {
    let mut numbers = Numbers(1);
    for _ in 0..5_000 {
        let graph = random(&mut numbers, true);
        let starts: Vec<usize> = (0..1 + numbers.below(3))
            .map(|_| numbers.below(VERTICES))
            .collect();
        let expected = relaxed(&graph, &starts);
        let mut distances = Distances::new(&graph, starts.clone());
        if numbers.below(2) == 0 {
            // One after the other, nearest first, and each is there as soon as it is returned.
            let (mut last, mut count) = (0, 0);
            loop {
                let Some(Ok((vertex, cost))) = distances.nearest().next() else {
                    break;
                };
                assert!(cost >= last && distances.get(&vertex) == Some(cost));
                count += 1;
                last = cost;
                assert_eq!(distances.len(), count);
            }
        } else {
            // Stopped after every expansion.
            for expanded in 0.. {
                distances.set_limits(Limits::new().max_expanded(expanded));
                match distances.run() {
                    Ok(()) => break,
                    Err(stop) => assert_eq!((stop, distances.stop()), (Stop::Expanded, Some(stop))),
                }
                for (vertex, cost) in distances.iter() {
                    assert_eq!(expected[*vertex], Some(cost));
                }
            }
        }
        for (vertex, &expected) in expected.iter().enumerate() {
            assert_eq!(distances.get(&vertex), expected, "{graph:?} {starts:?}");
            let Some(moves) = distances.moves_to(&vertex) else {
                assert_eq!(expected, None);
                continue;
            };
            let path = distances.path_to(&vertex).expect("it is settled");
            assert!(starts.contains(&path[0]) && path.last() == Some(&vertex));
            let edges: Vec<_> = moves.iter().map(|&edge| graph.edges[edge]).collect();
            assert!(
                edges
                    .iter()
                    .map(|edge| edge.0)
                    .eq(path[..moves.len()].iter().copied())
            );
            assert!(
                edges
                    .iter()
                    .map(|edge| edge.1)
                    .eq(path[1..].iter().copied())
            );
            assert_eq!(Some(edges.iter().map(|edge| edge.2).sum()), expected);
        }
        assert_eq!(distances.stats().expanded, distances.len() as u64);
    }
}

#[test]
fn a_distance_beyond_the_range_is_no_missing_path() {
    let graph = Digraph {
        edges: vec![(0, 1, u32::MAX), (1, 2, 1)],
        goals: vec![],
        estimates: vec![],
    };
    let mut distances = Distances::new(&graph, [0]);
    assert_eq!(distances.run(), Err(Stop::CostOverflow));
    assert_eq!((distances.len(), distances.get(&1)), (2, Some(u32::MAX)));
    assert_eq!(distances.stop(), Some(Stop::CostOverflow));
    // What is not supported changes nothing.
    distances.set_limits(Limits::new().max_moves(9));
    assert_eq!(distances.run(), Err(Stop::CostOverflow));
    assert_eq!(distances.stop(), Some(Stop::CostOverflow));
    // A limit leaves it out as any other that exceeds it.
    distances.set_limits(Limits::new());
    distances.set_max_cost(Some(u32::MAX));
    assert_eq!((distances.run(), distances.len()), (Ok(()), 2));
    assert_eq!(Distances::new(&graph, [1]).run(), Ok(()));
    // What is settled by another path is not left out.
    let back = Digraph {
        edges: vec![(0, 1, u32::MAX), (1, 0, u32::MAX), (0, 2, 1), (1, 2, 1)],
        goals: vec![],
        estimates: vec![],
    };
    let mut distances = Distances::new(&back, [0]);
    assert_eq!((distances.run(), distances.len()), (Ok(()), 3));
}

#[test]
fn distances_keep_to_limits_and_begin_anew() {
    let graph = Digraph {
        edges: (0..6).map(|at| (at, at + 1, 2)).collect(),
        goals: vec![],
        estimates: vec![],
    };
    let mut distances = Distances::new(&graph, [0]).max_cost(5);
    assert_eq!((distances.run(), distances.len()), (Ok(()), 3));
    distances.set_max_cost(None);
    assert_eq!((distances.run(), distances.len()), (Ok(()), 7));
    distances.restart([4]);
    assert!(distances.is_empty() && distances.get(&4).is_none());
    assert_eq!(distances.stats().expanded, 0);
    // A limit that is not supported is told, and changes nothing.
    distances.set_limits(Limits::new().max_moves(9));
    let refused: Vec<_> = distances.nearest().collect();
    assert_eq!(refused, [Err(Stop::UnsupportedLimit)]);
    assert_eq!(distances.stop(), Some(Stop::UnsupportedLimit));
    distances.set_limits(Limits::new());
    assert_eq!(
        (distances.run(), distances.stop(), distances.len()),
        (Ok(()), None, 3)
    );
    assert_eq!(distances.path_to(&6), Some(vec![4, 5, 6]));
    let tiles = SlidingTiles::new(2, 2).expect("four cells");
    let other = SlidingTiles::new(3, 3).expect("nine cells").goal();
    assert_eq!(Distances::new(&tiles, [other]).run(), Err(Stop::NotAState));
}

/// Which start, and the edges from there.
type Listed = (usize, Vec<usize>);

/// All cheapest solutions as lists of edges, by walking along all paths; none where they are infinitely
/// many.
fn all_by_hand(graph: &Digraph, starts: &[usize]) -> Option<(u32, Vec<Listed>)> {
    let costs = relaxed(graph, starts);
    let cheapest = graph.goals.iter().filter_map(|&goal| costs[goal]).min();
    let Some(cost) = cheapest else {
        return Some((0, vec![]));
    };
    let mut found = vec![];
    let mut waiting: Vec<(usize, usize, u32, Vec<usize>)> = vec![];
    for (at, &start) in starts.iter().enumerate() {
        if !starts[..at].contains(&start) {
            waiting.push((at, start, 0, vec![]));
        }
    }
    while let Some((start, at, g, path)) = waiting.pop() {
        if graph.goals.contains(&at) {
            if g == cost {
                found.push((start, path));
            }
            continue;
        }
        if path.len() > VERTICES {
            let left = relaxed(
                &Digraph {
                    edges: graph
                        .edges
                        .iter()
                        .copied()
                        .filter(|edge| !graph.goals.contains(&edge.0))
                        .collect(),
                    ..graph.clone()
                },
                &[at],
            );
            // So long it has gone round in a circle; does it count?
            if graph
                .goals
                .iter()
                .any(|&goal| left[goal].is_some_and(|l| g + l == cost))
            {
                return None;
            }
            continue;
        }
        for (number, &(from, to, c)) in graph.edges.iter().enumerate() {
            if from == at && g + c <= cost {
                let mut path = path.clone();
                path.push(number);
                waiting.push((start, to, g + c, path));
            }
        }
    }
    found.sort();
    Some((cost, found))
}

fn listed(solutions: impl Iterator<Item = Solution<usize, u32>>) -> Vec<Listed> {
    let mut listed: Vec<_> = solutions
        .map(|s| (s.start_index(), s.moves().to_vec()))
        .collect();
    listed.sort();
    listed
}

#[test]
fn solutions_beyond_the_range_are_not_left_out_in_silence() {
    fn costs(
        found: Result<Vec<Solution<&str, u8>>, Unsolved<u8>>,
    ) -> Result<Vec<u8>, Option<Stop>> {
        let costs = found.map(|found| found.iter().map(Solution::cost).collect());
        costs.map_err(|unsolved| unsolved.stop())
    }
    let a_star = AStar::new();
    // Each time round costs 100, so that the third walk costs 301; and one path costs 10, the other 300.
    let round = from_fn(
        |&n: &u8| match n {
            0 => vec![("round", 0, 100_u8), ("on", 1, 1)],
            _ => vec![],
        },
        |&n| n == 1,
    );
    let fork = from_fn(
        |&n: &u8| match n {
            0 => vec![("around", 1, 150_u8), ("on", 2, 10)],
            1 => vec![("on", 2, 150)],
            _ => vec![],
        },
        |&n| n == 2,
    );
    let overflow = Err(Some(Stop::CostOverflow));
    let walks = |k| a_star.k_cheapest_walks(&round, [0], k);
    assert_eq!(costs(walks(3).run()), Ok(vec![1, 101, 201]));
    assert_eq!(costs(walks(4).run()), overflow);
    assert_eq!(costs(walks(4).max_cost(255).run()), Ok(vec![1, 101, 201]));
    let paths = |k| a_star.k_cheapest_paths(&fork, [0], k);
    assert_eq!(costs(paths(1).run()), Ok(vec![10]));
    assert_eq!(costs(paths(2).run()), overflow);
    assert_eq!(costs(paths(2).max_cost(255).run()), Ok(vec![10]));
}

#[test]
fn all_cheapest_solutions_are_found() {
    let mut numbers = Numbers(2);
    let (mut many, mut infinite, mut none) = (0, 0, 0);
    for number in 0..3_000 {
        let graph = random(&mut numbers, number % 2 == 0);
        let starts: Vec<usize> = (0..1 + numbers.below(3))
            .map(|_| numbers.below(VERTICES))
            .collect();
        let expected = all_by_hand(&graph, &starts);
        let mut by_f = AStar::new().all_solutions(&graph, starts.clone());
        let blind = (&graph).guided_by(Zero);
        let mut by_g = AStar::new().all_solutions(&blind, starts.clone());
        // Stopped now and then, the one that can be.
        let mut found = by_f.run();
        if number % 3 == 0 {
            for expanded in 0.. {
                by_f.set_limits(Limits::new().max_expanded(expanded));
                found = by_f.run();
                if found.as_ref().err().and_then(Unsolved::stop) != Some(Stop::Expanded) {
                    break;
                }
            }
        }
        for found in [found, by_g.run()] {
            match (&expected, found) {
                (None, Err(unsolved)) => {
                    assert_eq!(unsolved.stop(), Some(Stop::ZeroCostCycle), "{graph:?}");
                    infinite += 1;
                }
                (Some((_, paths)), Err(unsolved)) => {
                    assert!(
                        paths.is_empty() && unsolved.stop().is_none(),
                        "{unsolved} {graph:?}"
                    );
                    none += 1;
                }
                (Some((cost, paths)), Ok(all)) => {
                    assert_eq!(listed(all.iter()), *paths, "{graph:?} {starts:?}");
                    assert_eq!(
                        (all.count(), all.cost()),
                        (Some(paths.len() as u128), *cost)
                    );
                    let mut on = [false; VERTICES];
                    for (start, path) in paths {
                        on[starts[*start]] = true;
                        path.iter().for_each(|&edge| on[graph.edges[edge].1] = true);
                    }
                    let states: Vec<_> = all.states().collect();
                    assert_eq!(states.len(), on.iter().filter(|&&on| on).count());
                    assert!(states.iter().all(|&&vertex| on[vertex]));
                    many += u32::from(paths.len() > 1);
                }
                (None, Ok(all)) => panic!("{all:?} {graph:?} {starts:?}"),
            }
        }
    }
    assert!(
        many > 500 && infinite > 100 && none > 500,
        "{many} {infinite} {none}"
    );
}

/// A graph of which it is known that each edge costs one.
struct UnitCosts(Digraph);

impl Puzzle for UnitCosts {
    type State = usize;
    type Move = usize;
    type Cost = u32;

    fn neighbors(&self, at: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.0.neighbors(at)
    }

    fn is_goal(&self, at: &usize) -> bool {
        self.0.is_goal(at)
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs()
    }
}

impl Reversible for UnitCosts {
    fn goals(&self) -> impl IntoIterator<Item = usize> {
        self.0.goals()
    }

    fn predecessors(&self, at: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.0.predecessors(at)
    }
}

#[test]
fn breadth_first_finds_all_of_them_too_from_one_end_or_both() {
    let mut numbers = Numbers(12);
    let (mut many, mut none, mut no_moves) = (0, 0, 0);
    for number in 0..4_000 {
        let mut graph = random(&mut numbers, false);
        graph.edges.iter_mut().for_each(|edge| edge.2 = 1);
        let starts: Vec<usize> = (0..1 + numbers.below(2))
            .map(|_| numbers.below(VERTICES))
            .collect();
        let expected = all_by_hand(&graph, &starts).expect("each edge costs one");
        let unit = UnitCosts(graph.clone());
        let front = BreadthFirst::new().all_solutions(&unit, starts.clone());
        let both = Bidirectional::new().all_solutions(&unit, starts.clone());
        for mut task in [front, both] {
            let mut found = task.run();
            if number % 3 == 0 {
                for expanded in 0.. {
                    task.set_limits(Limits::new().max_expanded(expanded));
                    found = task.run();
                    if found.as_ref().err().and_then(Unsolved::stop) != Some(Stop::Expanded) {
                        break;
                    }
                }
            }
            match found {
                Err(unsolved) => {
                    assert!(expected.1.is_empty() && unsolved.stop().is_none());
                    none += 1;
                }
                Ok(all) => {
                    assert_eq!(listed(all.iter()), expected.1, "{graph:?} {starts:?}");
                    assert_eq!(all.count(), Some(expected.1.len() as u128));
                    assert_eq!(all.cost(), expected.0);
                    many += u32::from(expected.1.len() > 1);
                    no_moves += u32::from(expected.0 == 0);
                    if expected.0 > 0 {
                        task.set_limits(Limits::new());
                        task.set_max_cost(Some(expected.0 - 1));
                        let less = task.run().err().and_then(|unsolved| unsolved.stop());
                        assert_eq!(less, Some(Stop::Cost));
                    }
                }
            }
        }
    }
    assert!(
        many > 500 && none > 500 && no_moves > 500,
        "{many} {none} {no_moves}"
    );
}

#[test]
fn boards_have_as_many_solutions_as_layers_say() {
    let puzzle = SlidingTiles::new(3, 3).expect("nine cells");
    let mut distances = Distances::new(&puzzle, [puzzle.goal()]);
    distances.run().expect("nothing stops it");
    assert_eq!(distances.len(), 181_440);
    // The sum over the neighbors that are nearer, nearest first.
    let mut counts: HashMap<_, u128> = HashMap::new();
    for (board, cost) in distances.iter() {
        let nearer = puzzle
            .neighbors(board)
            .into_iter()
            .filter(|n| distances.get(&n.state) < Some(cost));
        let sum = nearer.map(|n| counts[&n.state]).sum::<u128>();
        counts.insert(*board, sum.max(1));
    }
    let guided = puzzle.clone().guided_by(Manhattan);
    let mut numbers = Numbers(3);
    for _ in 0..60 {
        let board = walk_back(&puzzle, 100, &mut numbers);
        let all = AStar::new()
            .all_solutions(&guided, [board])
            .run()
            .expect("it is solvable");
        assert_eq!(Some(all.cost()), distances.get(&board));
        assert_eq!(all.count(), Some(counts[&board]));
        let both = Bidirectional::new().all_solutions(&puzzle, [board]).run();
        let both = both.expect("it is solvable");
        assert_eq!(both.count(), all.count());
        assert_eq!(both.states().len(), all.states().len());
    }
}

/// All 8-puzzle positions.
#[test]
#[ignore = "minutes"]
fn every_board_has_as_many_solutions_as_layers_say() {
    let puzzle = SlidingTiles::new(3, 3).expect("nine cells");
    let mut distances = Distances::new(&puzzle, [puzzle.goal()]);
    distances.run().expect("nothing stops it");
    let guided = puzzle.clone().guided_by(Manhattan);
    let mut counts: HashMap<_, u128> = HashMap::new();
    for (board, cost) in distances.iter() {
        let nearer = puzzle
            .neighbors(board)
            .into_iter()
            .filter(|n| distances.get(&n.state) < Some(cost));
        let sum = nearer.map(|n| counts[&n.state]).sum::<u128>();
        counts.insert(*board, sum.max(1));
        let all = AStar::new()
            .all_solutions(&guided, [*board])
            .run()
            .expect("it is solvable");
        assert_eq!(all.count(), Some(counts[board]), "{board:?}");
    }
}

#[test]
fn boards_of_korf_have_as_many_solutions_as_published() {
    // Linares López and Herman 2024, from the logs of their program.
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTiles::new(4, 4).and_then(|puzzle| puzzle.with_goal(&goal));
    let puzzle = puzzle.expect("a legal goal").guided_by(Manhattan);
    for (labels, cost, count) in [
        (
            [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15],
            45,
            1,
        ), // 12
        (
            [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15],
            42,
            1,
        ), // 79
    ] {
        let start = puzzle.puzzle().state(&labels).expect("a legal board");
        let all = AStar::new()
            .all_solutions(&puzzle, [start])
            .run()
            .expect("it is solvable");
        assert_eq!((all.cost(), all.count()), (cost, Some(count)));
    }
}

#[test]
fn more_solutions_than_can_be_counted_are_a_graph_of_few_states() {
    let wide = |width: u32| {
        from_fn(
            move |&at: &u32| {
                (at < width)
                    .then_some([('a', at + 1, 1_u32), ('b', at + 1, 1)])
                    .into_iter()
                    .flatten()
            },
            move |&at| at == width,
        )
    };
    for (width, count) in [(64, Some(1 << 64)), (127, Some(1 << 127)), (128, None)] {
        let puzzle = wide(width);
        let all = AStar::new()
            .all_solutions(&puzzle, [0])
            .run()
            .expect("there is a way");
        assert_eq!(
            (all.count(), all.states().len()),
            (count, width as usize + 1)
        );
        assert_eq!(all.iter().take(1_000).count(), 1_000);
    }
}

/// The k cheapest walks as costs, by a best-first search that never forgets.
fn walks_by_hand(graph: &Digraph, starts: &[usize], k: usize) -> Vec<u32> {
    let turned = Digraph {
        edges: graph.edges.iter().map(|&(a, b, c)| (b, a, c)).collect(),
        ..graph.clone()
    };
    let left = relaxed(&turned, &graph.goals);
    let mut open = BinaryHeap::new();
    for (at, &start) in starts.iter().enumerate() {
        if !starts[..at].contains(&start) {
            open.push(Reverse((0, 0, start)));
        }
    }
    let mut costs = vec![];
    // Of equal cost the shorter first: a cycle of cost zero does not keep it from going on.
    while let Some(Reverse((g, moves, at))) = open.pop() {
        if costs.len() == k {
            break;
        }
        if graph.goals.contains(&at) {
            costs.push(g);
        }
        if moves < 30 && left[at].is_some() {
            for &(_, to, cost) in graph.edges.iter().filter(|edge| edge.0 == at) {
                open.push(Reverse((g + cost, moves + 1, to)));
            }
        }
    }
    costs
}

fn simple_by_hand(graph: &Digraph, path: &mut Vec<usize>, g: u32, costs: &mut Vec<u32>) {
    let at = *path.last().expect("it begins somewhere");
    if graph.goals.contains(&at) {
        costs.push(g);
    }
    for &(from, to, cost) in &graph.edges {
        if from == at && !path.contains(&to) {
            path.push(to);
            simple_by_hand(graph, path, g + cost, costs);
            path.pop();
        }
    }
}

#[test]
fn the_k_cheapest_are_those_of_all_paths() {
    let mut numbers = Numbers(4);
    let mut full = 0;
    for number in 0..4_000 {
        let graph = random(&mut numbers, number % 4 == 0);
        let starts: Vec<usize> = (0..1 + numbers.below(2))
            .map(|_| numbers.below(VERTICES))
            .collect();
        let k = numbers.below(8);
        let mut simple = vec![];
        for (at, &start) in starts.iter().enumerate() {
            if !starts[..at].contains(&start) {
                simple_by_hand(&graph, &mut vec![start], 0, &mut simple);
            }
        }
        simple.sort_unstable();
        simple.truncate(k);
        let walks = if number % 4 == 0 {
            None
        } else {
            Some(walks_by_hand(&graph, &starts, k))
        };
        let by_f = AStar::new()
            .k_cheapest_paths(&graph, starts.clone(), k)
            .run();
        let blind = (&graph).guided_by(Zero);
        let mut query = AStar::new().k_cheapest_paths(&blind, starts.clone(), k);
        let (by_g, paths) = (query.run(), query.paths());
        let replayed = by_g.as_ref().map(|found| {
            let paths = found.iter().map(|found| {
                let states = found.states(&graph, &starts[found.start_index()]);
                (states.expect("it replays"), found.cost())
            });
            paths.collect()
        });
        assert_eq!(
            paths.as_ref(),
            replayed.as_ref().map_err(|unsolved| *unsolved)
        );
        let long = AStar::new()
            .k_cheapest_walks(&graph, starts.clone(), k)
            .run();
        for (expected, found, is_simple) in [
            (Some(&simple), by_f, true),
            (Some(&simple), by_g, true),
            (walks.as_ref(), long, false),
        ] {
            let found = match found {
                Ok(found) => found,
                Err(unsolved) => {
                    assert!(
                        unsolved.stop().is_none() && simple.is_empty(),
                        "{unsolved} {graph:?}"
                    );
                    continue;
                }
            };
            let costs: Vec<u32> = found.iter().map(Solution::cost).collect();
            if let Some(expected) = expected {
                assert_eq!(costs, *expected, "{graph:?} {starts:?} {k} {is_simple}");
            }
            assert!(costs.is_sorted());
            full += usize::from(found.len() == k && k > 2);
            for (at, solution) in found.iter().enumerate() {
                let start = starts[solution.start_index()];
                let mut states = solution.states(&graph, &start).expect("it replays");
                let cost: u32 = solution
                    .moves()
                    .iter()
                    .map(|&edge| graph.edges[edge].2)
                    .sum();
                assert_eq!(cost, solution.cost());
                assert!(graph.is_goal(states.last().expect("it ends somewhere")));
                assert!(
                    found[..at]
                        .iter()
                        .all(|other| (other.start_index(), other.moves())
                            != (solution.start_index(), solution.moves()))
                );
                states.sort_unstable();
                states.dedup();
                assert!(!is_simple || states.len() == solution.len() + 1);
            }
        }
    }
    assert!(full > 1_200, "{full}");
}

#[test]
fn no_start_is_the_reason_where_there_is_none() {
    let puzzle = random(&mut Numbers(3), false);
    let none = || -> [usize; 0] { [] };
    let ends = [
        AStar::new().all_solutions(&puzzle, none()).run().err(),
        AStar::new()
            .k_cheapest_walks(&puzzle, none(), 2)
            .run()
            .err(),
        AStar::new()
            .k_cheapest_paths(&puzzle, none(), 2)
            .run()
            .err(),
    ];
    for end in ends {
        let sentence = end.expect("there is no solution").to_string();
        assert_eq!(sentence, "there is no solution: there is no start");
    }
}

/// Other limits, which may stop what they hold.
fn any_limits(numbers: &mut Numbers, expanded: u64, looks: &Arc<AtomicU64>) -> Limits {
    let looks = Arc::clone(looks);
    let now = move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
    let limits = Limits::new().with_clock(now);
    match numbers.below(7) {
        0 => limits.max_expanded(expanded + numbers.below(3) as u64),
        1 | 2 => limits.max_bytes(numbers.below(20_000)),
        _ => limits,
    }
}

#[test]
fn limits_that_change_in_pauses_lose_and_add_nothing() {
    let mut numbers = Numbers(12);
    let mut stops: HashMap<Stop, u32> = HashMap::new();
    for number in 0..200 {
        let graph = random(&mut numbers, false);
        let starts: Vec<usize> = (0..1 + numbers.below(2))
            .map(|_| numbers.below(VERTICES))
            .collect();
        let k = numbers.below(200);
        let make = || match number % 3 {
            0 => AStar::new().k_cheapest_paths(&graph, starts.clone(), k),
            _ => AStar::new().k_cheapest_walks(&graph, starts.clone(), k),
        };
        let costs = |found: Result<Vec<Solution<usize, u32>>, Unsolved<u32>>| {
            found.map(|found| found.iter().map(Solution::cost).collect::<Vec<_>>())
        };
        let expected = costs(make().run());
        let mut task = make();
        let looks = Arc::new(AtomicU64::new(0));
        for round in 0..30 {
            let limits = any_limits(&mut numbers, task.stats().expanded, &looks);
            let is_last = round == 29;
            let most = numbers.below(12) as u32;
            let most = Some(most).filter(|_| !is_last && numbers.below(4) == 0);
            task.set_limits(if is_last { Limits::new() } else { limits });
            task.set_max_cost(most);
            let found = if numbers.below(2) == 0 && !is_last {
                task.run_for(Duration::from_millis(1 + numbers.below(3) as u64))
            } else {
                task.run()
            };
            match costs(found) {
                Err(unsolved) if unsolved.stop().is_some() && !is_last => {
                    let stop = unsolved.stop().expect("just seen");
                    *stops.entry(stop).or_default() += 1;
                    let least = expected.as_ref().ok().and_then(|costs| costs.first());
                    let is_within = |&least: &u32| most.is_none_or(|most| least <= most);
                    let is_false = stop == Stop::Cost && least.is_some_and(is_within);
                    assert!(!is_false, "{graph:?} {most:?}");
                    let bound = unsolved.lower_bound();
                    assert!(least.is_none() || bound <= least, "{graph:?} {bound:?}");
                }
                Ok(found) if !is_last => {
                    let expected = expected.as_ref().expect("there are some").iter();
                    let within = expected.filter(|&&cost| most.is_none_or(|most| cost <= most));
                    assert!(found.iter().eq(within), "{graph:?} {starts:?} {k} {most:?}");
                }
                found => assert_eq!(found, expected, "{graph:?} {starts:?} {k}"),
            }
        }
    }
    for stop in [Stop::Expanded, Stop::Bytes, Stop::Cost, Stop::Slice] {
        assert!(
            stops.get(&stop).is_some_and(|&count| count > 25),
            "{stop}: {stops:?}"
        );
    }
}

#[test]
fn the_k_cheapest_of_a_board_are_stopped_and_go_on() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = walk_back(&tiles, 40, &mut Numbers(9));
    let puzzle = tiles.guided_by(Manhattan);
    let mut task = AStar::new().k_cheapest_walks(&puzzle, [start], 200);
    let whole = task.run().expect("it is solvable");
    assert_eq!(whole.len(), 200);
    let mut paused = AStar::new().k_cheapest_walks(&puzzle, [start], 200);
    let mut allowed = 0;
    let found = loop {
        allowed += 500;
        paused.set_limits(Limits::new().max_expanded(allowed));
        match paused.run() {
            Ok(found) => break found,
            Err(unsolved) => assert_eq!(unsolved.stop(), Some(Stop::Expanded)),
        }
    };
    assert_eq!(found, whole);
    // Within a limit on the cost there are fewer.
    let most = whole[20].cost();
    let few = AStar::new()
        .k_cheapest_walks(&puzzle, [start], 200)
        .max_cost(most)
        .run();
    let few = few.expect("some cost no more");
    assert_eq!(few[..], whole[..few.len()]);
    assert!(whole[few.len()].cost() > most);
}

#[test]
fn what_is_not_supported_is_said() {
    let pancakes = Pancake::new(5).expect("five");
    let start = walk_back(&pancakes, 9, &mut Numbers(1));
    let lies = pancakes.clone().guided_by(Scaled::new(Zero, 3, 1));
    let stop = |stop: Option<Unsolved<u32>>| stop.and_then(|unsolved| unsolved.stop());
    assert_eq!(
        stop(AStar::new().all_solutions(&lies, [start]).run().err()),
        Some(Stop::NotAdmissible)
    );
    assert_eq!(
        stop(AStar::new().k_cheapest_paths(&lies, [start], 3).run().err()),
        Some(Stop::NotAdmissible)
    );
    assert!(
        AStar::new()
            .all_solutions(&(&lies).guided_by(Zero), [start])
            .run()
            .is_ok()
    );
    let costly = Digraph {
        edges: vec![(0, 1, 2)],
        goals: vec![1],
        estimates: vec![],
    };
    let unknown = BreadthFirst::new().all_solutions(&costly, [0]).run();
    let unknown = unknown.expect_err("an edge costs two");
    assert_eq!(unknown.stop(), Some(Stop::UnitCostsUnknown));
    assert_eq!(
        unknown.to_string(),
        "the search was refused: the puzzle does not say that every edge costs one: expected facts that do \
         (`with_facts(Facts::new().unit_costs())`), or a solver that compares costs, such as A*; a path with the \
         fewest moves is what `solve` finds"
    );
    let goal = pancakes.goals().into_iter().next().expect("there is one");
    let all = AStar::new()
        .all_solutions(&pancakes, [goal])
        .run()
        .expect("it is a goal");
    assert_eq!(
        (all.count(), all.iter().next().map(|s| s.len())),
        (Some(1), Some(0))
    );
}
