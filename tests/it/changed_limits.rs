//! Limits that change while a search is paused: no answer exceeds the limits in force, and no bound rests on what
//! an earlier limit has cut off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use puzzle_search::answers::Distances;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::{Anytime, BaeStar, Nbs, RealTime};
use puzzle_search::space::Enumerate;
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Guarantee, Limits, Notation, Outcome, Puzzle, Search,
    Solution, Solver, Stop, UniformCost, from_edges, from_fn, from_steps,
};

use crate::support::{Digraph, Numbers, misleading, random_graph};

/// Doubling and adding one, modulo 1009; from 1 to 1000 it costs 30.
fn doubling() -> impl Puzzle<State = u32, Move = u8, Cost = u32> + Sync {
    from_fn(
        |&n: &u32| [(0_u8, n * 2 % 1009, 3_u32), (1, (n + 1) % 1009, 1)],
        |&n| n == 1000,
    )
}

#[test]
fn a_search_by_threads_loses_nothing_when_memory_ends() {
    let puzzle = doubling();
    let solvers: [&dyn Solver<_>; 4] = [
        &UniformCost::new().threads(1),
        &UniformCost::new().threads(2),
        &AStar::new().threads(2),
        &AStar::new().threads(3),
    ];
    for solver in solvers {
        let expected = Some(30);
        for bytes in (1_000..60_000).step_by(389).chain([4_688]) {
            let mut search = solver.search(&puzzle, &1);
            search.set_limits(Limits::new().max_bytes(bytes));
            let stopped = search.run();
            assert!(
                stopped.lower_bound.is_none_or(|bound| bound <= 30),
                "{bytes} {stopped:?}"
            );
            search.set_limits(Limits::new());
            let report = search.run();
            assert_eq!(
                report.solution().map(Solution::cost),
                expected,
                "{bytes} bytes first"
            );
        }
    }
}

/// Stops a search at once, and goes on within a limit on the cost: every solution costs at least `optimum`.
fn lowered(solver: &dyn Solver<Digraph>, graph: &Digraph, optimum: u32) {
    for expanded in 0..6 {
        for max in 0..=optimum + 2 {
            let mut search = solver.search(graph, &0);
            search.set_limits(Limits::new().max_expanded(expanded));
            if search.run().solution().is_some() {
                continue;
            }
            search.set_limits(Limits::new());
            search.set_max_cost(Some(max));
            let report = search.run();
            let what = format!("after {expanded} expansions within {max} of {optimum}: {report:?}");
            assert!(
                report.lower_bound.is_none_or(|bound| bound <= optimum),
                "{what}"
            );
            match &report.outcome {
                Outcome::Solved {
                    solution,
                    guarantee,
                } => {
                    assert!(solution.cost() == optimum && optimum <= max, "{what}");
                    assert_eq!(*guarantee, Guarantee::Optimal, "{what}");
                }
                Outcome::Stopped {
                    stop: Stop::Cost, ..
                } => assert!(optimum > max, "{what}"),
                _ => panic!("{what}"),
            }
            search.set_max_cost(None);
            let report = search.run();
            assert_eq!(
                report.solution().map(Solution::cost),
                Some(optimum),
                "{what}; then {report:?}"
            );
        }
    }
}

#[test]
fn a_limit_on_the_cost_that_is_lowered_holds() {
    let mut numbers = Numbers(7);
    let mut graphs = 0;
    while graphs < 20 {
        let graph = random_graph(&mut numbers);
        let Ok(best) = UniformCost::new().solve(&graph, &0).into_result() else {
            continue;
        };
        if !(1..=30).contains(&best.cost()) {
            continue;
        }
        graphs += 1;
        let solvers: [&dyn Solver<_>; 6] = [
            &BaeStar::new(),
            &Nbs::new(),
            &AStar::new(),
            &AStar::new().threads(2),
            &Anytime::new(),
            &Anytime::new().led_by(misleading),
        ];
        for solver in solvers {
            lowered(solver, &graph, best.cost());
        }
    }
}

#[test]
fn an_incumbent_beyond_the_limit_proves_nothing_of_what_is_cut_off() {
    let edges = [
        (0, 9, 20),
        (0, 1, 1),
        (1, 2, 1),
        (2, 3, 1),
        (3, 4, 1),
        (4, 5, 1),
        (5, 9, 0),
    ];
    let puzzle = from_fn(
        |&at: &u8| {
            let out = edges.into_iter().filter(move |edge| edge.0 == at);
            (0_u8..).zip(out).map(|(nth, edge)| (nth, edge.1, edge.2))
        },
        |&at| at == 9,
    );
    let mut search = Search::new(&Anytime::new(), &puzzle, [0])
        .with_incumbent(Solution::new(vec![0], 20_u32))
        .expect("it leads to the goal")
        .max_cost(3);
    let report = search.run();
    assert_eq!(
        (report.stop(), report.lower_bound),
        (Some(Stop::Cost), Some(4))
    );
    search.set_max_cost(None);
    let report = search.run();
    assert!(report.is_optimal());
    assert_eq!(report.solution().map(Solution::cost), Some(5));
}

#[test]
fn a_limit_on_moves_that_is_lowered_holds() {
    let puzzle = from_steps(|&n: &u32| [n + 1, n + 7], |&n| n == 9).with_predecessors([9], |&n| {
        [n.checked_sub(1), n.checked_sub(7)].into_iter().flatten()
    });
    let solvers: [&dyn Solver<_>; 2] = [&BreadthFirst::new(), &Bidirectional::new()];
    for solver in solvers {
        for bytes in 0..3_000 {
            let mut search = solver.search(&puzzle, &0);
            search.set_limits(Limits::new().max_bytes(bytes));
            if search.run().stop() != Some(Stop::Bytes) {
                continue;
            }
            search.set_limits(Limits::new().max_moves(2));
            let report = search.run();
            assert_eq!(report.solution(), None, "after {bytes} bytes");
            assert!(
                report.lower_bound.is_none_or(|bound| bound <= 3),
                "{report:?}"
            );
            search.set_limits(Limits::new());
            assert_eq!(
                search.run().solution().map(Solution::len),
                Some(3),
                "after {bytes} bytes"
            );
        }
    }
}

/// Edges of a small graph, each from, to and cost.
fn graph(
    edges: &[(u32, u32, u32)],
    goal: u32,
) -> impl Puzzle<State = u32, Move = u32, Cost = u32> + '_ {
    from_edges(
        move |&at: &u32| {
            let out = edges.iter().filter(move |edge| edge.0 == at);
            out.map(|edge| (edge.1, edge.2)).collect::<Vec<_>>()
        },
        move |&at| at == goal,
    )
}

#[test]
fn the_k_cheapest_prove_no_bound_above_the_cheapest() {
    let puzzle = graph(&[(0, 1, 10), (0, 2, 12), (2, 1, 8)], 1);
    let mut task = AStar::new().k_cheapest_walks(&puzzle, [0], 2);
    task.set_limits(Limits::new().max_expanded(2));
    let stopped = task.run().expect_err("it is stopped");
    assert_eq!(stopped.stop(), Some(Stop::Expanded));
    assert!(stopped.lower_bound() <= Some(&10), "{stopped}");
    // What is within a lower limit is still found.
    task.set_limits(Limits::new());
    task.set_max_cost(Some(11));
    let costs =
        |found: Vec<Solution<u32, u32>>| found.iter().map(Solution::cost).collect::<Vec<_>>();
    assert_eq!(costs(task.run().expect("one costs 10")), [10]);
    task.set_max_cost(None);
    assert_eq!(costs(task.run().expect("there are two")), [10, 20]);
}

#[test]
fn all_solutions_within_a_lower_limit_are_found() {
    let puzzle = graph(&[(0, 1, 10), (0, 3, 10), (0, 2, 12)], 1);
    let mut task = AStar::new().all_solutions(&puzzle, [0]);
    task.set_limits(Limits::new().max_expanded(1));
    assert!(
        task.run()
            .is_err_and(|end| end.stop() == Some(Stop::Expanded))
    );
    task.set_limits(Limits::new());
    task.set_max_cost(Some(11));
    assert_eq!(task.run().expect("one costs 10").cost(), 10);
}

#[test]
fn tasks_for_several_solutions_keep_limits_on_cost_and_moves() {
    let line = from_steps(|&n: &u32| [n + 1], |&n| n == 10);
    let limits = [
        (Limits::new().max_moves(5), None),
        (Limits::new(), Some(5)),
        (Limits::new().max_moves(5), Some(100)),
        (Limits::new().max_moves(100), Some(5)),
    ];
    for (limits, max_cost) in limits {
        let mut ends = vec![];
        let mut end = |stop: Option<Stop>, bound: Option<&u32>| {
            assert!(
                bound.is_none_or(|&bound| bound <= 10),
                "{limits:?} {max_cost:?} {bound:?}"
            );
            ends.push(stop);
        };
        let queries = [
            BreadthFirst::new().all_solutions(&line, [0]),
            AStar::new().all_solutions(&line, [0]),
        ];
        for query in queries {
            let mut query = query.limits(limits.clone());
            query.set_max_cost(max_cost);
            let answer = query.run();
            let answer = answer.expect_err("ten moves are needed");
            end(answer.stop(), answer.lower_bound());
        }
        let walks = AStar::new().k_cheapest_walks(&line, [0], 3);
        let mut walks = walks.limits(limits.clone());
        walks.set_max_cost(max_cost);
        let walks = walks.run().expect_err("ten moves are needed");
        end(walks.stop(), walks.lower_bound());
        let is_limit = |end: &Option<Stop>| matches!(end, Some(Stop::Cost | Stop::Moves));
        assert!(
            ends.iter().all(is_limit),
            "{limits:?} {max_cost:?} {ends:?}"
        );
    }
    // Where costs differ, moves are no limit on what costs are added up for.
    let uneven = graph(&[(0, 1, 2), (1, 2, 3)], 2);
    let refused = AStar::new()
        .all_solutions(&uneven, [0])
        .limits(Limits::new().max_moves(1))
        .run();
    assert!(refused.is_err_and(|end| end.stop() == Some(Stop::UnsupportedLimit)));
}

#[test]
fn a_lower_limit_holds_though_a_goal_was_met() {
    let flag = Arc::new(AtomicBool::new(false));
    let line = from_steps(
        |&n: &u32| [n + 1],
        |&n| {
            // Met, and before the solutions are gathered.
            flag.fetch_or(n == 10, Ordering::Relaxed);
            n == 10
        },
    );
    for (limits, max_cost) in [(Limits::new().max_moves(5), None), (Limits::new(), Some(5))] {
        flag.store(false, Ordering::Relaxed);
        let mut task = BreadthFirst::new().all_solutions(&line, [0]);
        task.set_limits(Limits::new().with_cancel(Arc::clone(&flag)));
        assert!(
            task.run()
                .is_err_and(|end| end.stop() == Some(Stop::Cancelled))
        );
        flag.store(false, Ordering::Relaxed);
        task.set_limits(limits.clone());
        task.set_max_cost(max_cost);
        let end = task.run().expect_err("ten moves are needed");
        assert!(
            matches!(end.stop(), Some(Stop::Cost | Stop::Moves)),
            "{limits:?} {max_cost:?} {end}"
        );
        // A task keeps the flag that it has.
        task.set_limits(Limits::new().with_cancel(Arc::default()));
        task.set_max_cost(None);
        assert_eq!(task.run().expect("it is solvable").cost(), 10);
    }
}

#[test]
fn a_task_that_begins_anew_holds_nothing_of_what_was_stored() {
    let puzzle = SlidingTiles::new(3, 3).expect("a legal size");
    let start = puzzle.parse("8 6 7 2 5 4 3 0 1").expect("a legal board");
    let mut task = AStar::new().all_solutions(&puzzle, [start]);
    assert!(task.run().is_ok());
    let most = task.stats().peak_bytes / 4;
    task.set_limits(Limits::new().max_bytes(most));
    let again = task.run();
    assert!(again.is_err_and(|end| end.stop() == Some(Stop::Bytes)));
    assert!(task.stats().peak_bytes <= most);
}

#[test]
fn clock_and_cancel_flag_stay_until_there_are_others() {
    fn keeps_them(mut replace: impl FnMut(Limits) -> Option<Stop>) {
        let looks = Arc::new(AtomicU64::new(0));
        let flag = Arc::new(AtomicBool::new(false));
        let clock = Arc::clone(&looks);
        let now = move || Duration::from_millis(clock.fetch_add(1, Ordering::Relaxed));
        let limits = Limits::new().with_clock(now);
        replace(limits.with_cancel(Arc::clone(&flag)).max_expanded(2));
        let before = looks.load(Ordering::Relaxed);
        assert_eq!(replace(Limits::new().max_expanded(4)), Some(Stop::Expanded));
        assert!(looks.load(Ordering::Relaxed) > before);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(replace(Limits::new()), Some(Stop::Cancelled));
        // What was handed in is replaced by what is handed in.
        assert_eq!(replace(Limits::new().with_cancel(Arc::default())), None);
        let before = looks.load(Ordering::Relaxed);
        let still = Limits::new().with_clock(|| Duration::ZERO);
        assert_eq!(replace(still), None);
        assert_eq!(looks.load(Ordering::Relaxed), before);
    }
    let line = from_steps(|&n: &u32| [n + 1], |&n| n == 9);
    let mut search = BreadthFirst::new().search(&line, &0);
    keeps_them(|limits| {
        search.set_limits(limits);
        search.run().stop()
    });
    let mut query = AStar::new().all_solutions(&line, [0]);
    keeps_them(|limits| {
        query.set_limits(limits);
        query.run().err()?.stop()
    });
    let ring = from_steps(|&n: &u32| [(n + 1) % 9], |_| false);
    let mut distances = Distances::new(&ring, [0]);
    keeps_them(|limits| {
        distances.set_limits(limits);
        distances.run().err()
    });
    let mut task = Enumerate::new().count_by_hashing(&ring, [0]);
    keeps_them(|limits| {
        task.set_limits(limits);
        task.run().stop
    });
    let mut agent = RealTime::new(&line, 0);
    keeps_them(|limits| {
        agent.set_limits(limits);
        agent.step().err()?.stop()
    });
}

#[test]
fn what_was_proved_of_the_old_starts_is_not_told_of_further_ones() {
    let line = from_fn(
        |&n: &u32| (n < 50).then_some(("+1", n + 1, 2_u32)),
        |&n| n == 50,
    );
    let limits = Limits::new().max_expanded(30);
    let mut search = UniformCost::new().search(&line, &0).limits(limits);
    assert_eq!(search.run().lower_bound, Some(60));
    let mut search = search.also_from([49]);
    // Edges that cost two: the limit is refused.
    search.set_limits(Limits::new().max_moves(9));
    let report = search.run();
    assert_eq!(report.stop(), Some(Stop::UnsupportedLimit));
    assert_eq!((report.lower_bound, report.stats.expanded), (None, 0));
    search.set_limits(Limits::new());
    assert_eq!(search.run().lower_bound, Some(2));
}
