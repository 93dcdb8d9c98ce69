//! Depth-first search that remembers states, the longest path and the number of paths, against a walk along
//! every path.

use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::DepthFirst;
use puzzle_search::{
    Guarantee, Limits, Outcome, Puzzle, Solution, Solver, Stop, Unsolved, from_fn, from_steps,
};

use crate::support::{Closures, Digraph, Numbers};

const VERTICES: usize = 7;

/// A random graph with parallel edges, and with cycles if there may be some.
fn random(numbers: &mut Numbers, cycles: bool) -> Digraph {
    let mut edges = vec![];
    for _ in 0..numbers.below(4 * VERTICES) {
        let (a, b) = (numbers.below(VERTICES), numbers.below(VERTICES));
        let (from, to) = if cycles { (a, b) } else { (a.min(b), a.max(b)) };
        if cycles || from < to {
            edges.push((from, to, numbers.below(4) as u32));
        }
    }
    Digraph {
        edges,
        goals: (0..VERTICES).filter(|_| numbers.below(4) == 0).collect(),
        estimates: vec![],
    }
}

/// The costs of all paths to the first goal on each; none if one leads back to a state on it.
fn every_path(graph: &Digraph, path: &mut Vec<usize>, g: u32, costs: &mut Vec<u32>) -> Option<()> {
    let at = *path.last().expect("it begins somewhere");
    if graph.goals.contains(&at) {
        costs.push(g);
        return Some(());
    }
    for &(_, to, cost) in graph.edges.iter().filter(|edge| edge.0 == at) {
        if path.contains(&to) {
            return None;
        }
        path.push(to);
        every_path(graph, path, g + cost, costs)?;
        path.pop();
    }
    Some(())
}

/// Runs it with larger and larger limits, up to the end.
fn paused<T>(mut run: impl FnMut(Limits) -> Result<T, Unsolved<u32>>) -> Result<T, Unsolved<u32>> {
    for expanded in 0.. {
        let found = run(Limits::new().max_expanded(expanded));
        if found.as_ref().err().and_then(Unsolved::stop) != Some(Stop::Expanded) {
            return found;
        }
    }
    unreachable!("it ends")
}

#[test]
fn all_paths_are_counted_and_the_longest_is_found() {
    let mut numbers = Numbers(1);
    let (mut long, mut cycles, mut none) = (0, 0, 0);
    for number in 0..6_000 {
        let graph = random(&mut numbers, number % 4 == 0);
        let starts = [numbers.below(VERTICES), numbers.below(VERTICES)];
        let distinct = if starts[0] == starts[1] { 1 } else { 2 };
        let mut costs = vec![];
        let ends = starts[..distinct]
            .iter()
            .all(|&start| every_path(&graph, &mut vec![start], 0, &mut costs).is_some());
        let mut count = DepthFirst::new().count_paths(&graph, starts);
        let counted = paused(|limits| {
            count.set_limits(limits);
            count.run()
        });
        let mut longest = DepthFirst::new().longest_path(&graph, starts);
        let found = paused(|limits| {
            longest.set_limits(limits);
            longest.run()
        });
        if !ends {
            let stops = [counted.err(), found.err()].map(|unsolved| unsolved?.stop());
            assert_eq!(stops, [Some(Stop::Cycle); 2], "{graph:?} {starts:?}");
            cycles += 1;
            continue;
        }
        assert_eq!(
            counted,
            Ok(Some(costs.len() as u128)),
            "{graph:?} {starts:?}"
        );
        match (found, costs.into_iter().max()) {
            (Ok(path), Some(most)) => {
                assert_eq!(path.cost(), most, "{graph:?} {starts:?}");
                let states = path
                    .states(&graph, &starts[path.start_index()])
                    .expect("it replays");
                let again = DepthFirst::new().longest_path(&graph, starts).path();
                assert_eq!(again, Ok((states, most)));
                long += u32::from(path.len() > 2);
            }
            (Err(unsolved), None) => {
                assert!(unsolved.stop().is_none());
                none += 1;
            }
            (found, most) => panic!("{found:?} {most:?} {graph:?} {starts:?}"),
        }
    }
    assert!(
        long > 200 && cycles > 300 && none > 300,
        "{long} {cycles} {none}"
    );
}

#[test]
fn counts_beyond_the_range_are_told() {
    let doubled = |length: u32| {
        from_fn(
            move |&at: &u32| {
                let edges = [('a', at + 1, 1_u8), ('b', at + 1, 1)];
                edges.into_iter().filter(move |_| at < length)
            },
            move |&at| at == length,
        )
    };
    for (length, count) in [(64, Some(1 << 64)), (127, Some(1 << 127)), (128, None)] {
        let puzzle = doubled(length);
        let counted = DepthFirst::new().count_paths(&puzzle, [0]).run();
        assert_eq!(counted, Ok(count));
    }
    // The moves are of the first neighbors, and the costs no more than fit.
    let puzzle = doubled(255);
    let longest = DepthFirst::new().longest_path(&puzzle, [0]).run();
    assert_eq!(
        longest.map(|path| (path.cost(), path.to_string().contains('b'))),
        Ok((255, false))
    );
    let puzzle = doubled(256);
    let stop = DepthFirst::new().longest_path(&puzzle, [0]).run().err();
    assert_eq!(stop.and_then(|stop| stop.stop()), Some(Stop::CostOverflow));
    let stop = DepthFirst::new()
        .longest_path(&puzzle, [0])
        .max_cost(9)
        .run()
        .err();
    assert_eq!(
        stop.and_then(|stop| stop.stop()),
        Some(Stop::UnsupportedLimit)
    );
}

#[test]
fn some_way_is_found_wherever_there_is_one() {
    let mut numbers = Numbers(2);
    let (mut found, mut none) = (0, 0);
    for _ in 0..6_000 {
        let graph = random(&mut numbers, true);
        let start = numbers.below(VERTICES);
        let mut reached = vec![start];
        for at in 0.. {
            let Some(&from) = reached.get(at) else { break };
            for edge in graph.neighbors(&from) {
                if !reached.contains(&edge.state) {
                    reached.push(edge.state);
                }
            }
        }
        let whole = DepthFirst::new().solve(&graph, &start);
        match &whole.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => {
                assert!(solution.verify(&graph, &start).is_ok());
                assert!(*guarantee == Guarantee::Unproved || solution.is_empty());
                found += u32::from(solution.len() > 1);
            }
            Outcome::Unsolvable { .. } => {
                assert!(!reached.iter().any(|at| graph.is_goal(at)));
                assert_eq!(whole.stats.expanded, reached.len() as u64);
                none += 1;
            }
            Outcome::Stopped { stop, .. } => panic!("{stop}"),
        }
        // Stopped after each expansion, it goes on to the same end.
        let mut search = DepthFirst::new().search(&graph, &start);
        let paused = (0..).find_map(|expanded| {
            search.set_limits(Limits::new().max_expanded(expanded));
            let report = search.run();
            assert!(report.stats.expanded <= expanded);
            report.stop().is_none().then_some(report)
        });
        assert_eq!(paused.as_ref(), Some(&whole));
        let most = numbers.below(12);
        for limits in [
            Limits::new().max_generated(most as u64),
            Limits::new().max_stored(most as u64),
            Limits::new().max_bytes(500 * most),
        ] {
            let mut search = DepthFirst::new().search(&graph, &start).limits(limits);
            let stats = search.run().stats;
            assert!(stats.peak_stored <= most as u64 || search.run().stop() != Some(Stop::Stored));
            search.set_limits(Limits::new());
            assert_eq!(search.run().outcome, whole.outcome);
        }
        let held = DepthFirst::new().search(&graph, &start).max_cost(9).run();
        assert!(held.stop() == Some(Stop::UnsupportedLimit) || graph.is_goal(&start));
    }
    assert!(found > 500 && none > 500, "{found} {none}");
}

#[test]
fn no_path_leads_from_a_start_that_is_known_to_be_unsolvable() {
    let puzzle = SlidingTiles::new(3, 3).expect("a legal size");
    let start = puzzle.state(&[2, 1, 3, 4, 5, 6, 7, 8, 0]).expect("a board");
    let count = DepthFirst::new().count_paths(&puzzle, [start]).run();
    assert_eq!(count, Ok(Some(0)));
    let longest = DepthFirst::new().longest_path(&puzzle, [start]).run();
    let reason = longest.expect_err("an odd board").to_string();
    assert!(reason.contains("is odd while"), "{reason}");
}

#[test]
fn a_path_of_many_moves_takes_no_stack() {
    let puzzle = Closures::new(|n| [(0, n + 1, 1)], |n| n == 300_000);
    let report = DepthFirst::new().solve(&puzzle, &0);
    assert_eq!(report.solution().map(Solution::len), Some(300_000));
    let count = DepthFirst::new().count_paths(&puzzle, [0]).run();
    assert_eq!(count, Ok(Some(1)));
}

/// A second run begins anew, and its limit on bytes counts all that it holds.
#[test]
fn a_second_run_of_a_query_holds_no_memory_beyond_its_limit() {
    let board = from_steps(
        |&(x, y): &(u16, u16)| {
            [(x + 1, y), (x, y + 1)]
                .into_iter()
                .filter(|&(x, y)| x < 60 && y < 60)
        },
        |&at| at == (59, 59),
    );
    let mut query = DepthFirst::new().count_paths(&board, [(0, 0)]);
    assert!(query.run().is_ok());
    let peak = query.stats().peak_bytes;
    query.set_limits(Limits::new().max_bytes(peak / 2));
    let stopped = query.run().expect_err("its states take more");
    assert_eq!(stopped.stop(), Some(Stop::Bytes));
    query.set_limits(Limits::new().max_bytes(2 * peak));
    assert!(query.run().is_ok());
    assert!(query.stats().peak_bytes >= peak / 2);
}
