//! Puzzles from closures: those that may fail or change something, that go backward, that break a law, that
//! take long.

use std::cell::Cell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use puzzle_search::answers::Distances;
use puzzle_search::puzzle::try_from_fn;
use puzzle_search::solver::ReplayFault;
use puzzle_search::{Facts, IdaStar, Limits, Puzzle, Solver, Stop, from_steps, laws};

use crate::support::{Closures, Numbers, informed_depth_first};
use puzzle_search::solvers::DepthFirst;
use puzzle_search::{AStar, BreadthFirst, UniformCost};

#[test]
fn the_first_error_ends_every_solver_soon() {
    let mut numbers = Numbers(1);
    for _ in 0..200 {
        let most = 1 + numbers.below(60) as u32;
        let asked = Cell::new(0_u32);
        let puzzle = try_from_fn(
            |&n: &u32| {
                asked.set(asked.get() + 1);
                if asked.get() == most {
                    return Err(n);
                }
                Ok([('a', 3 * n + 1, 1_u32), ('b', 3 * n + 2, 2)])
            },
            |&n| n == 500,
        );
        let mut solvers: Vec<Box<dyn Solver<_>>> = vec![
            Box::new(BreadthFirst::new()),
            Box::new(AStar::new()),
            Box::new(UniformCost::new()),
        ];
        solvers.extend(informed_depth_first().into_iter().map(|(_, solver)| solver));
        for solver in solvers {
            asked.set(0);
            let report = solver
                .search(&puzzle, &0)
                .limits(Limits::new().max_expanded(1_000))
                .run();
            let found = puzzle.checked(report);
            if asked.get() < most {
                assert!(found.is_ok());
            } else {
                assert!(found.is_err());
                assert_eq!(asked.get(), most, "it was asked again after the error");
            }
            assert_eq!(puzzle.checked(()), Ok(()));
        }
        asked.set(0);
        let mut distances = Distances::new(&puzzle, [0]);
        let nearest: Vec<_> = distances.nearest().take(100).collect();
        assert!(puzzle.checked(nearest).is_err());
        assert!(asked.get() == most && puzzle.neighbors(&1).into_iter().count() == 2);
    }
}

#[test]
fn closures_may_keep_a_cache() {
    let (mut asked, mut cache) = (0, HashMap::new());
    let puzzle = try_from_fn(
        |&n: &u32| {
            asked += 1;
            let next = *cache
                .entry(n)
                .or_insert_with(|| [('a', 2 * n, 1_u32), ('b', n + 1, 1)]);
            Ok::<_, ()>(next.into_iter().filter(|edge| edge.1 <= 100))
        },
        |&n| n == 99,
    );
    let report = puzzle.checked(BreadthFirst::new().solve(&puzzle, &1));
    let solution = report.ok().and_then(|report| report.into_result().ok());
    assert_eq!(solution.map(|solution| solution.len()), Some(9));
    assert!(asked > cache.len() && cache.len() > 50, "{asked}");
}

#[test]
fn moves_that_cannot_be_told_apart_are_found_out() {
    let puzzle = Closures::new(|n| [(0, 2 * n, 1), (0, n + 1, 1)], |n| n == 9);
    let stop = Stop::Replay(ReplayFault::AmbiguousMove);
    for solver in [&BreadthFirst::new() as &dyn Solver<_>, &UniformCost::new()] {
        assert_eq!(solver.solve(&puzzle, &1).stop(), Some(stop));
    }
    let stopped = IdaStar::new().solve(&puzzle, &1).stop();
    assert!(matches!(stopped, Some(Stop::Replay(_))), "{stopped:?}");
    assert_eq!(
        stop.to_string(),
        "what was found is no solution: two moves of a state are equal and lead to different states, or \
         at different costs, so that nobody can tell which is meant: moves have to be distinct \
         (`from_edges` and `from_steps` number them)"
    );
    let walks = AStar::new().k_cheapest_walks(&puzzle, [1], 2).run();
    let paths = AStar::new().k_cheapest_paths(&puzzle, [1], 2).run();
    let all = AStar::new().all_solutions(&puzzle, [1]).run();
    for unsolved in [walks.err(), paths.err(), all.err()] {
        assert_eq!(unsolved.and_then(|unsolved| unsolved.stop()), Some(stop));
    }
    // Those on a way that leads to no goal do no harm.
    let edges = |n| match n {
        1 => vec![(0, 2, 1), (1, 3, 1)],
        2 => vec![(0, 9, 5)],
        3 => vec![(7, 4, 1), (7, 5, 1)],
        _ => vec![],
    };
    let aside = Closures::new(edges, |n| n == 9);
    let all = AStar::new().all_solutions(&aside, [1]).run();
    assert_eq!(all.map(|all| all.count()), Ok(Some(1)));
    let small = |(_, next, _): &(u32, u32, u32)| *next <= 9;
    let twice = move |n| [(0, 2 * n, 1), (0, n + 1, 1)].into_iter().filter(small);
    let puzzle = Closures::new(twice, |n| n == 9).with_facts(Facts::new().acyclic());
    let longest = DepthFirst::new().longest_path(&puzzle, [1]).run();
    assert_eq!(
        longest.err().and_then(|unsolved| unsolved.stop()),
        Some(stop)
    );
    // One move will do where there is one neighbor.
    let puzzle = Closures::new(|n| [(0, n + 1, 1)], |n| n == 9);
    assert!(BreadthFirst::new().solve(&puzzle, &1).solution().is_some());
}

#[test]
fn closures_go_backward_as_a_type_would() {
    let inside = |n: &u32| (1..=60).contains(n);
    let puzzle = from_steps(
        move |&n: &u32| [2 * n, n + 3, n + 3].into_iter().filter(inside),
        |&n| n % 30 == 0,
    )
    .with_predecessors([30, 60], move |&n| {
        let halved = (n % 2 == 0).then_some(n / 2);
        // Of 6 the state before is 3, by all its edges.
        let added = n.checked_sub(3).filter(|&before| Some(before) != halved);
        halved.into_iter().chain(added).filter(inside)
    });
    laws::Check::new()
        .reversible(&puzzle, &1)
        .expect("they agree");
}

/// Where each state takes a tenth of a millisecond, no more than ten are asked for when the time is over. They
/// are counted, as on a busy machine the time alone says little.
#[test]
#[ignore = "by the clock"]
fn slow_neighbors_keep_to_a_time() {
    const TIME: Duration = Duration::from_millis(5);
    let (begun, late) = (Cell::new(Instant::now()), Cell::new(0));
    let puzzle = Closures::new(
        |n| {
            late.set(late.get() + u32::from(begun.get().elapsed() > TIME));
            let asked = Instant::now();
            while asked.elapsed() < Duration::from_micros(100) {}
            [(0, 2 * n, 1), (1, 2 * n + 1, 1)]
        },
        |_| false,
    );
    let solvers: [&dyn Solver<_>; 2] = [&BreadthFirst::new(), &IdaStar::new()];
    for solver in solvers {
        let mut counts: Vec<u32> = (0..41)
            .map(|_| {
                begun.set(Instant::now());
                late.set(0);
                let limits = Limits::new().max_time(TIME);
                let report = solver.search(&puzzle, &1).limits(limits).run();
                assert_eq!(report.stop(), Some(Stop::Time));
                late.get()
            })
            .collect();
        counts.sort_unstable();
        assert!(counts[20] <= 10, "{counts:?}");
    }
}
