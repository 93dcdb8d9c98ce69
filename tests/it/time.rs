//! The cancel flag, the limit on the time and a clock of the caller's end whatever loops, and it says so.

use core::ops::ControlFlow;
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use puzzle_search::answers::{Distances, Query, SolutionGraph};
use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
use puzzle_search::heuristics::{Guided, Manhattan, WalkingDistance, Zero};
use puzzle_search::job::BuildError;
use puzzle_search::observe::Observer;
use puzzle_search::puzzles::{Direction, SlidingTiles, SwapGame};
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, Beam, BranchAndBound, Bts, DepthFirst, Dps, GreedyBestFirst,
    IterativeDeepening, Nbs, RealTime, WeightedAStar,
};
use puzzle_search::space::{DistanceOracle, Encoding, Enumerate, SpaceError};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Limits, Notation, Puzzle, Solution, Solver, Stop,
    Task, UniformCost, Unsolved, from_fn, from_steps,
};

use crate::support::every_solver;

type Tiles = Guided<SlidingTiles, Manhattan>;

/// A 15-puzzle of eighty moves.
fn eighty() -> (Tiles, <Tiles as Puzzle>::State) {
    let puzzle = SlidingTiles::new(4, 4).expect("sixteen cells");
    let puzzle = puzzle.guided_by(Manhattan);
    let start = puzzle.parse("0 12 9 13  15 11 10 14  3 7 2 5  4 8 6 1");
    (puzzle, start.expect("a board"))
}

/// A space without end and without a goal; one edge costs one, the other two.
fn endless() -> impl Puzzle<State = u64, Move = u8, Cost = u32> {
    from_fn(
        |&n: &u64| {
            let [a, b] = [n.wrapping_mul(6_364_136_223_846_793_005), n.wrapping_add(1)];
            [(0_u8, a.rotate_left(17), 1_u32), (1, b, 2)]
        },
        |_| false,
    )
}

/// Paths of a large square by steps to the right and down.
fn square() -> impl Puzzle<State = (u32, u32), Cost = u32> {
    from_steps(
        |&(x, y): &(u32, u32)| {
            [(x + 1, y), (x, y + 1)]
                .into_iter()
                .filter(|&(x, y)| x < 100_000 && y < 100_000)
        },
        |&at| at == (99_999, 99_999),
    )
}

fn stop_of<T>(answer: Result<T, Unsolved<u32>>) -> Option<Stop> {
    answer.err().and_then(|unsolved| unsolved.stop())
}

fn run<P: Puzzle<Cost = u32>, T>(query: Query<'_, P, T>, limits: Limits) -> Option<Stop> {
    stop_of(query.limits(limits).run())
}

type Work = fn(Limits) -> Option<Stop>;

/// What stopped each of them, which is the same.
fn same(stops: &[Option<Stop>]) -> Option<Stop> {
    assert!(stops.iter().all(|stop| *stop == stops[0]), "{stops:?}");
    stops[0]
}

/// Whatever loops, each on an input that would take minutes or for ever; what it says of its end.
const LOOPS: &[(&str, Work)] = &[
    ("solvers on a board", |limits| {
        let (puzzle, start) = eighty();
        let solvers: [&dyn Solver<Tiles>; 12] = [
            &AStar::new(),
            &AStar::new().backward(),
            &UniformCost::new(),
            &BreadthFirst::new(),
            &Bidirectional::new(),
            &IdaStar::new(),
            &IterativeDeepening::new(),
            &BranchAndBound::new(),
            &Bts::new(),
            &AStarIdaStar::new(),
            &BaeStar::new(),
            &Nbs::new(),
        ];
        let stops = solvers.map(|solver| {
            let limits = limits.clone();
            solver.search(&puzzle, &start).limits(limits).run().stop()
        });
        same(&stops)
    }),
    ("solvers by threads", |limits| {
        let (puzzle, start) = eighty();
        let solvers: [&dyn Solver<Tiles>; 4] = [
            &AStar::new().threads(2),
            &BreadthFirst::new().threads(2),
            &Bidirectional::new().threads(2),
            &IdaStar::new().threads(2),
        ];
        let stops = solvers.map(|solver| {
            let limits = limits.clone();
            solver.search(&puzzle, &start).limits(limits).run().stop()
        });
        same(&stops)
    }),
    ("solvers without a goal", |limits| {
        fn stops<P: Puzzle<State = u64, Cost = u32>>(puzzle: &P, limits: &Limits) -> Option<Stop> {
            let solvers: [&dyn Solver<P>; 7] = [
                &WeightedAStar::new(2.0),
                &GreedyBestFirst::new(),
                &Dps::new(2.0),
                &Anytime::new(),
                &Beam::new(1_000_000),
                &DepthFirst::new(),
                &UniformCost::new(),
            ];
            let stops = solvers.map(|solver| {
                let limits = limits.clone();
                solver.search(puzzle, &1).limits(limits).run().stop()
            });
            same(&stops)
        }
        stops(&endless(), &limits)
    }),
    ("an agent", |limits| {
        let puzzle = endless();
        let mut agent = RealTime::new(&puzzle, 1).limits(limits);
        loop {
            if let Err(unsolved) = agent.step() {
                return unsolved.stop();
            }
        }
    }),
    ("distances", |limits| {
        Distances::new(&endless(), [1]).limits(limits).run().err()
    }),
    ("nearest", |limits| {
        let puzzle = endless();
        let mut distances = Distances::new(&puzzle, [1]).limits(limits);
        let last = distances.nearest().last();
        assert_eq!(last.and_then(Result::err), distances.stop());
        distances.stop()
    }),
    ("all cheapest, A*", |limits| {
        let (puzzle, start) = eighty();
        run(AStar::new().all_solutions(&puzzle, [start]), limits)
    }),
    ("all cheapest, uniform cost", |limits| {
        run(AStar::new().all_solutions(&endless(), [1]), limits)
    }),
    ("all cheapest, breadth-first", |limits| {
        let (puzzle, start) = eighty();
        run(BreadthFirst::new().all_solutions(&puzzle, [start]), limits)
    }),
    ("all cheapest, bidirectional", |limits| {
        let (puzzle, start) = eighty();
        run(Bidirectional::new().all_solutions(&puzzle, [start]), limits)
    }),
    ("the k cheapest walks", |limits| {
        let puzzle = SwapGame::new(2, 3).expect("six cells");
        let start = puzzle.parse("6 5 4  3 2 1").expect("a board");
        run(
            AStar::new().k_cheapest_walks(&puzzle, [start], 1 << 30),
            limits,
        )
    }),
    ("the k cheapest paths", |limits| {
        let puzzle = SwapGame::new(2, 3).expect("six cells");
        let start = puzzle.parse("6 5 4  3 2 1").expect("a board");
        run(
            AStar::new().k_cheapest_paths(&puzzle, [start], 1 << 16),
            limits,
        )
    }),
    ("the k cheapest of few", |limits| {
        run(AStar::new().k_cheapest_paths(&endless(), [1], 2), limits)
    }),
    ("the longest path", |limits| {
        run(DepthFirst::new().longest_path(&square(), [(0, 0)]), limits)
    }),
    ("the count of paths", |limits| {
        run(DepthFirst::new().count_paths(&square(), [(0, 0)]), limits)
    }),
    ("a count by hashing", |limits| {
        let (puzzle, start) = eighty();
        let task = Enumerate::new().count_by_hashing(&puzzle, [start]);
        task.limits(limits).run().stop
    }),
    ("a count by rank", |limits| {
        let puzzle = SlidingTiles::new(3, 4).expect("twelve cells");
        let task = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]);
        task.limits(limits).run().ok()?.stop
    }),
    ("an oracle", |limits| {
        let puzzle = SlidingTiles::new(3, 4).expect("twelve cells");
        let task = DistanceOracle::build(&puzzle, Encoding::Bytes);
        match task.limits(limits).run() {
            Err(SpaceError::Stopped(stop)) => Some(stop),
            _ => None,
        }
    }),
    ("tables of tiles", |limits| {
        let puzzle = SlidingTiles::<u128>::packed(5, 5).expect("25 cells");
        let partition = Partition::six_six_six_six(&puzzle).expect("25 cells");
        let task = TilePatterns::build(&puzzle, &partition, Style::default());
        match task.limits(limits).run() {
            Err(BuildError::Stopped(stop)) => Some(stop),
            _ => None,
        }
    }),
];

/// Ends each, and asserts that it does not take long.
fn each_ends(limits: impl Fn() -> Limits, begin: impl Fn(&Limits), expected: Stop) {
    for (name, work) in LOOPS {
        let limits = limits();
        begin(&limits);
        let begun = Instant::now();
        assert_eq!(work(limits), Some(expected), "{name}");
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(20), "{name} took {took:?}");
    }
}

#[test]
fn whatever_loops_is_cancelled_from_another_thread() {
    let limits = || Limits::new().with_cancel(Arc::new(AtomicBool::new(false)));
    let cancel_soon = |limits: &Limits| {
        let flag = limits.cancel.clone().expect("there is one");
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
    };
    each_ends(limits, cancel_soon, Stop::Cancelled);
}

#[test]
fn whatever_loops_keeps_to_a_time() {
    let limits = || Limits::new().max_time(Duration::from_millis(50));
    each_ends(limits, |_| {}, Stop::Time);
}

#[test]
fn a_slice_and_the_total_time_end_differently() {
    let (puzzle, start) = eighty();
    let solvers: [Box<dyn Solver<_>>; 5] = [
        Box::new(AStar::new()),
        Box::new(AStar::new().threads(2)),
        Box::new(IdaStar::new().threads(2)),
        Box::new(BreadthFirst::new().threads(2)),
        Box::new(BranchAndBound::new().threads(2)),
    ];
    let ms = Duration::from_millis;
    for solver in solvers {
        let limits = Limits::new().max_time(ms(40));
        let mut search = solver.search(&puzzle, &start).limits(limits);
        assert_eq!(search.run_for(ms(10)).stop(), Some(Stop::Slice));
        // The slice goes on beyond the total.
        assert_eq!(search.run_for(ms(400)).stop(), Some(Stop::Time));
        assert!(search.elapsed() >= ms(40));
        search.set_limits(Limits::new());
        assert_eq!(search.run_for(ms(10)).stop(), Some(Stop::Slice));
    }
    let mut task = Enumerate::new().count_by_hashing(&puzzle, [start]);
    task.set_limits(Limits::new().max_time(ms(40)));
    assert_eq!(task.run_for(ms(10)).stop, Some(Stop::Slice));
    assert_eq!(task.run_for(ms(400)).stop, Some(Stop::Time));
}

/// A clock by which each look takes a millisecond.
fn ticking() -> impl Fn() -> Duration + Send + Sync + 'static {
    let looks = AtomicU64::new(0);
    move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed))
}

/// A clock by which each look takes a microsecond: too fast for searches to look at it more often.
fn ticking_fast() -> impl Fn() -> Duration + Send + Sync + 'static {
    let ticking = ticking();
    move || ticking() / 1_000
}

/// A board of fourteen moves.
fn fourteen() -> (Tiles, <Tiles as Puzzle>::State) {
    let puzzle = SlidingTiles::new(3, 3).expect("nine cells");
    let puzzle = puzzle.guided_by(Manhattan);
    let start = puzzle.parse("8 1 3  4 0 2  7 6 5");
    (puzzle, start.expect("a board"))
}

#[test]
fn time_is_that_of_the_clock_that_is_handed_in() {
    let (puzzle, start) = eighty();
    let ms = Duration::from_millis;
    for (name, solver) in every_solver() {
        let limits = Limits::new().with_clock(ticking()).max_time(ms(40));
        let mut search = solver.search(&puzzle, &start).limits(limits);
        let report = search.run();
        assert_eq!(report.stop(), Some(Stop::Time), "{name}");
        // What was looked at after the last look within the limit.
        let elapsed = report.elapsed.expect("there is a clock");
        assert!((ms(40)..ms(50)).contains(&elapsed), "{name}: {elapsed:?}");
        assert_eq!(search.elapsed(), elapsed);
    }
    // By threads, too: where time stands still no limit on it ends a search.
    let (puzzle, start) = fourteen();
    let stands_still = Limits::new().with_clock(move || ms(5)).max_time(ms(1));
    let solvers: [&dyn Solver<Tiles>; 3] = [
        &IdaStar::new().threads(2),
        &AStar::new().threads(2),
        &BreadthFirst::new().threads(2),
    ];
    for solver in solvers {
        let search = solver.search(&puzzle, &start);
        let report = search.limits(stands_still.clone()).run();
        assert_eq!(
            (report.stop(), report.elapsed),
            (None, Some(Duration::ZERO))
        );
    }
    // A clock that goes backward takes no time.
    let looks = AtomicU64::new(1 << 40);
    let backward = move || ms(looks.fetch_sub(1, Ordering::Relaxed));
    let limits = Limits::new().with_clock(backward).max_time(ms(1));
    let report = AStar::new().search(&puzzle, &start).limits(limits).run();
    assert_eq!(
        (report.stop(), report.elapsed),
        (None, Some(Duration::ZERO))
    );
}

/// Runs in slices of some looks at a clock until nothing is stopped; returns the last answer, and how often it was
/// stopped.
fn in_slices<T>(mut run_for: impl FnMut(Duration) -> (T, Option<Stop>)) -> (T, u32) {
    let mut stops = 0;
    loop {
        let (answer, stop) = run_for(Duration::from_millis(4));
        match stop {
            None => return (answer, stops),
            Some(stop) => assert_eq!(stop, Stop::Slice),
        }
        stops += 1;
        assert!(stops < 1_000_000);
    }
}

#[test]
fn whatever_is_run_for_a_while_goes_on_where_it_was() {
    let (puzzle, start) = fourteen();
    let hardest = puzzle.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let limits = || Limits::new().with_clock(ticking());
    for (name, solver) in every_solver() {
        if name == "iterative deepening" {
            continue;
        }
        let mut search = solver.search(&puzzle, &hardest).limits(limits());
        let (report, stops) = in_slices(|time| {
            let report = search.run_for(time);
            let stop = report.stop();
            (report, stop)
        });
        let whole = solver.solve(&puzzle, &hardest);
        assert_eq!(report.outcome, whole.outcome, "{name}");
        assert_eq!(report.iterations, whole.iterations, "{name}");
        assert_eq!(report.stats.generated, whole.stats.generated, "{name}");
        assert!(stops > 9, "{name}: {stops}");
    }

    // The length of a slice is a matter of some looks, so that every part of these tasks is stopped often.
    fn task<P: Puzzle<Cost = u32>, T: PartialEq + core::fmt::Debug>(
        mut make: impl FnMut() -> Query<'static, P, T>,
        least: u32,
    ) {
        let expected = make().run();
        let mut task = make().limits(Limits::new().with_clock(ticking()));
        let (answer, stops) = in_slices(|time| {
            let answer = task.run_for(time);
            let stop = answer.as_ref().err().and_then(Unsolved::stop);
            (answer, stop)
        });
        assert_eq!(answer, expected);
        assert!(stops >= least, "{stops}");
        assert_eq!(task.stats().expanded, {
            let mut whole = make();
            let _ = whole.run();
            whole.stats().expanded
        });
    }
    let shared = Arc::new(puzzle);
    let one = || Arc::clone(&shared);
    task(|| AStar::new().k_cheapest_walks(one(), [start], 3_000), 9);
    task(|| AStar::new().k_cheapest_walks(one(), [start], 300), 9);
    task(|| AStar::new().k_cheapest_paths(one(), [start], 100), 9);
    let listed = |graph: Result<SolutionGraph<_, _, u32>, _>| {
        graph.map(|graph| graph.iter().collect::<Vec<_>>())
    };
    type All<P> = Query<'static, P, SolutionGraph<<P as Puzzle>::State, <P as Puzzle>::Move, u32>>;
    let makes: [&dyn Fn() -> All<Tiles>; 4] = [
        &|| AStar::new().all_solutions(one(), [hardest]),
        &|| AStar::new().all_solutions(one(), [hardest]),
        &|| BreadthFirst::new().all_solutions(one(), [hardest]),
        &|| Bidirectional::new().all_solutions(one(), [hardest]),
    ];
    for make in makes {
        let expected = listed(make().run());
        assert_eq!(expected.as_ref().map(Vec::len), Ok(40));
        let mut task = make().limits(limits());
        let (graph, stops) = in_slices(|time| {
            let graph = task.run_for(time);
            let stop = graph.as_ref().err().and_then(Unsolved::stop);
            (graph, stop)
        });
        assert!(stops > 9);
        assert_eq!(listed(graph), expected);
    }
    let mut distances = Distances::new(one(), [start]).limits(limits());
    let ((), stops) = in_slices(|time| ((), distances.run_for(time).err()));
    assert!(stops > 9 && distances.len() == 181_440);
}

#[test]
fn slices_shorter_than_the_way_back_get_further() {
    let (tiles, start) = fourteen();
    // Time passes at each look at the clock, so that a run is over before its first state.
    for (name, solver) in every_solver() {
        let limits = Limits::new().with_clock(ticking());
        let mut search = solver.search(&tiles, &start).limits(limits);
        let mut runs = 0;
        while search.run_for(Duration::from_micros(1)).stop() == Some(Stop::Slice) {
            runs += 1;
            assert!(runs < 1_000_000, "{name}");
        }
        assert!(runs > 0, "{name}");
        assert_eq!(search.run().outcome, solver.solve(&tiles, &start).outcome);
    }
    let tiles = &tiles;
    // Each state takes a tenth of a millisecond by this clock, and a path has up to fourteen states.
    let states = Arc::new(AtomicU64::new(0));
    let puzzle = from_fn(
        |board| {
            states.fetch_add(1, Ordering::Relaxed);
            let neighbors = tiles.neighbors(board).into_iter();
            let steps = neighbors.map(|edge| (edge.mv, edge.state, edge.cost));
            steps.collect::<Vec<_>>()
        },
        |board| tiles.is_goal(board),
    );
    let puzzle = &puzzle.with_heuristic(|board| tiles.heuristic(board));
    let read = Arc::clone(&states);
    let now = move || Duration::from_micros(100 * read.load(Ordering::Relaxed));
    let limits = Limits::new().with_clock(now);
    let solvers: [&dyn Solver<_>; 5] = [
        &IdaStar::new(),
        &IterativeDeepening::new(),
        &BranchAndBound::new(),
        &Bts::new(),
        &IdaStar::new().threads(2),
    ];
    for (at, solver) in solvers.into_iter().enumerate() {
        let whole = solver.solve(puzzle, &start);
        for micros in [1, 300, 1_000] {
            let mut search = solver.search(puzzle, &start).limits(limits.clone());
            let (mut report, mut stops) = (search.run_for(Duration::ZERO), 0);
            while report.stop() == Some(Stop::Slice) {
                let before = states.load(Ordering::Relaxed);
                report = search.run_for(Duration::from_micros(micros));
                // The way back, the first expansion, and as much again.
                let taken = states.load(Ordering::Relaxed) - before;
                assert!(
                    at == 4 || taken <= micros.div_ceil(100) + 60,
                    "{at}, {micros}: {taken}"
                );
                stops += 1;
                assert!(stops < 100_000, "{at}, {micros}: {}", report.stats);
            }
            assert_eq!(report.outcome, whole.outcome);
            assert_eq!(report.stats.expanded, whole.stats.expanded, "{at}");
            assert!(stops > 9);
        }
    }
}

#[test]
fn a_slice_of_what_begins_anew_is_no_longer() {
    let (puzzle, _) = fourteen();
    let hardest = puzzle.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let ms = Duration::from_millis;
    let limits = || Limits::new().with_clock(ticking());
    let mut search = AStar::new()
        .search(&puzzle, &hardest)
        .limits(limits())
        .max_cost(30);
    while search.run_for(ms(3)).stop() == Some(Stop::Slice) {}
    let before = search.elapsed();
    search.set_limits(limits());
    search.set_max_cost(None);
    assert_eq!(search.run_for(ms(4)).stop(), Some(Stop::Slice));
    assert!(search.elapsed() < ms(8) && before > ms(16), "{before:?}");

    let task = Enumerate::new().count_by_hashing(&puzzle, [hardest]);
    let mut task = task.limits(limits());
    let mut census = task.run_for(ms(3));
    while !census.is_complete() {
        census = task.run_for(ms(3));
    }
    let before = census.elapsed;
    // Done, it starts over.
    let census = task.run_for(ms(4));
    assert_eq!(census.stop, Some(Stop::Slice));
    assert!(
        census.elapsed < Some(ms(8)) && before > Some(ms(16)),
        "{before:?}"
    );

    let distances = Distances::new(&puzzle, [hardest]).limits(limits());
    let mut distances = distances.max_cost(20);
    while distances.run_for(ms(3)).is_err() {}
    distances.set_limits(limits());
    distances.set_max_cost(None);
    assert_eq!(distances.run_for(ms(4)), Err(Stop::Slice));
}

#[test]
fn a_slice_ends_also_while_the_table_of_states_grows() {
    // Without a heuristic, a table of each search has more than 100,000 states in the end. It is rebuilt on the way, and
    // a slice is shorter than that takes.
    let tables_grow =
        |rows, columns, start, solvers: &[&dyn Solver<Guided<_, _>>], finds_cheapest: bool| {
            let puzzle = SlidingTiles::new(rows, columns).expect("a board");
            let puzzle = puzzle.guided_by(Zero);
            let start = puzzle.parse(start).expect("a state");
            for solver in solvers {
                let limits = Limits::new().with_clock(ticking_fast());
                let mut search = solver.search(&puzzle, &start).limits(limits);
                let (mut idle, mut expanded) = (0, None);
                let report = loop {
                    let report = search.run_for(Duration::from_micros(4));
                    if report.stop() != Some(Stop::Slice) {
                        break report;
                    }
                    idle += u32::from(expanded == Some(report.stats.expanded));
                    expanded = Some(report.stats.expanded);
                };
                assert_eq!(report, solver.search(&puzzle, &start).run());
                assert!(report.solution().is_some());
                assert!(report.is_optimal() || !finds_cheapest);
                assert!(idle > 0, "no slice ended while a table grew");
            }
        };
    tables_grow(
        3,
        3,
        "8 6 7  2 5 4  3 0 1",
        &[&BreadthFirst::new(), &UniformCost::new()],
        true,
    );
    tables_grow(
        3,
        3,
        "8 6 7  2 5 4  3 0 1",
        &[&DepthFirst::new(), &Beam::new(10_000)],
        false,
    );
    tables_grow(
        3,
        4,
        "8 4 3 5  1 0 6 2  10 9 11 7",
        &[&Bidirectional::new(), &BaeStar::new(), &Nbs::new()],
        true,
    );
}

#[test]
fn a_slice_ends_also_while_the_least_f_is_looked_for() {
    let (puzzle, start) = fourteen();
    let limits = Limits::new().with_clock(ticking_fast());
    let mut search = Anytime::new().search(&puzzle, &start).limits(limits);
    let (mut idle, mut expanded) = (0, 0);
    let report = loop {
        let report = search.run_for(Duration::from_micros(4));
        if report.stop() != Some(Stop::Slice) {
            break report;
        }
        // So far the table is small, and no slice ends while it grows.
        idle += u32::from(expanded == report.stats.expanded && expanded < 500);
        expanded = report.stats.expanded;
    };
    assert_eq!(report, Anytime::new().search(&puzzle, &start).run());
    assert!(report.is_optimal());
    assert!(idle > 0, "no slice ended between two rounds");
}

#[test]
fn whoever_waits_for_a_table_to_grow_is_told_all_distances_so_far() {
    let (puzzle, start) = fourteen();
    let distances = Distances::new(&puzzle, [start]);
    let mut distances = distances.limits(Limits::new().with_clock(ticking_fast()));
    while distances.run_for(Duration::from_micros(4)).is_err() {
        assert!(distances.is_empty() || distances.get(&start) == Some(0));
    }
    assert_eq!(distances.len(), 181_440);
}

#[test]
fn a_run_that_ends_at_its_first_look_has_taken_time() {
    let (puzzle, start) = fourteen();
    let clock = Arc::new(AtomicU64::new(0));
    let now = Arc::clone(&clock);
    let now = move || Duration::from_millis(now.load(Ordering::Relaxed));
    let limits = Limits::new().with_clock(now);
    let limits = limits.max_time(Duration::from_millis(50));
    let distances = Distances::new(&puzzle, [start]).limits(limits);
    let mut distances = distances.on_progress(|_| {
        clock.fetch_add(100, Ordering::Relaxed);
        ControlFlow::Break(())
    });
    assert_eq!(distances.run(), Err(Stop::Observer));
    assert_eq!(distances.run(), Err(Stop::Time));
}

/// Wants all nodes, and does nothing with them.
struct Nodes;

impl<S, M, C> Observer<S, M, C> for Nodes {
    fn wants_nodes(&self) -> bool {
        true
    }
}

#[test]
fn whoever_shows_nodes_looks_at_the_clock_as_often() {
    let ms = Duration::from_millis;
    // Each state takes ten milliseconds.
    let spent = Arc::new(AtomicU64::new(0));
    let clock = Arc::clone(&spent);
    let puzzle = from_steps(
        |&n: &u64| {
            spent.fetch_add(10, Ordering::Relaxed);
            [2 * n, n + 1].into_iter().filter(|&n| n < 1 << 20)
        },
        |_| false,
    );
    let solvers: [&dyn Solver<_>; 4] = [
        &BreadthFirst::new(),
        &UniformCost::new(),
        &IterativeDeepening::new(),
        &DepthFirst::new(),
    ];
    for solver in solvers {
        let clock = Arc::clone(&clock);
        let now = move || ms(clock.load(Ordering::Relaxed));
        let limits = Limits::new().with_clock(now).max_time(ms(1_000));
        let search = solver.search(&puzzle, &1).limits(limits);
        let report = search.observe(Nodes).run();
        assert_eq!(report.stop(), Some(Stop::Time));
        assert!(report.elapsed < Some(ms(2_000)), "{:?}", report.elapsed);
    }
    // A count looks once for some hundred states, and a build once for each layer: they skip none of that.
    let limits = || Limits::new().with_clock(ticking()).max_time(ms(5));
    let puzzle = SlidingTiles::new(3, 3).expect("nine cells");
    let goal = [puzzle.goal()];
    let task = Enumerate::new().count_by_hashing(&puzzle, goal);
    assert_eq!(task.limits(limits()).run().stop, Some(Stop::Time));
    let task = WalkingDistance::build(&puzzle);
    let built = task.limits(limits()).run();
    assert_eq!(built.err(), Some(BuildError::Stopped(Stop::Time)));
}

#[test]
fn distances_and_tasks_are_observed_and_owned() {
    type Walks = Vec<Solution<Direction, u32>>;
    /// What a server keeps of a player.
    struct Kept {
        distances: Distances<Box<Tiles>>,
        walks: Query<'static, Tiles, Walks>,
    }
    let (puzzle, start) = fourteen();
    let puzzle = Arc::new(puzzle);
    let mut kept = Kept {
        distances: Distances::new(Box::new((*puzzle).clone()), [start]),
        walks: AStar::new().k_cheapest_walks(Arc::clone(&puzzle), [start], 5),
    };
    drop(puzzle);
    assert_eq!(kept.walks.run().map(|walks| walks.len()), Ok(5));
    assert_eq!(kept.distances.run(), Ok(()));

    let mut seen = 0;
    let mut observed = kept.distances.on_progress(|progress| {
        assert!(progress.stats.expanded >= seen);
        seen = progress.stats.expanded;
        if seen > 1_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    observed.restart([start]);
    assert_eq!(observed.run(), Err(Stop::Observer));
    assert_eq!(observed.nearest().last(), Some(Err(Stop::Observer)));

    // Builds of tables, and counts by hashing, need not borrow their puzzle either.
    fn held<T>(task: impl FnOnce() -> Task<'static, T>) -> T {
        task().run()
    }
    let tiles = Arc::new(SlidingTiles::new(2, 3).expect("six cells"));
    let one = || Arc::clone(&tiles);
    let goal = [tiles.goal()];
    assert_eq!(
        held(|| Enumerate::new().count_by_hashing(one(), goal)).states(),
        360
    );
    let by_threads = || Enumerate::new().count_by_hashing(one(), goal).threads(2);
    assert_eq!(held(by_threads).states(), 360);
    assert!(held(|| WalkingDistance::build(one())).is_ok());
    let partition = Partition::new([&[0, 1], &[2, 3, 4]]);
    assert!(held(|| TilePatterns::build(one(), &partition, Style::default())).is_ok());

    // The list of paths shows its progress after the last state was expanded.
    let puzzle = SwapGame::new(2, 3).expect("six cells");
    let start = puzzle.parse("6 5 4  3 2 1").expect("a board");
    let task = AStar::new().k_cheapest_walks(&puzzle, [start], 20_000);
    let mut looks = Vec::new();
    let mut observed = task.on_progress(|progress| {
        looks.push(progress.stats.expanded);
        ControlFlow::Continue(())
    });
    assert!(observed.run().is_ok());
    drop(observed);
    let last = looks.last().copied();
    assert!(
        looks
            .into_iter()
            .filter(|&expanded| Some(expanded) == last)
            .count()
            > 9
    );
}

#[test]
fn a_slice_is_hardly_exceeded_however_long_a_state_takes() {
    let spent = Arc::new(AtomicU64::new(0));
    let solvers: [&dyn Solver<_>; 4] = [
        &BreadthFirst::new(),
        &UniformCost::new(),
        &IterativeDeepening::new(),
        &DepthFirst::new(),
    ];
    let micros = Duration::from_micros;
    for each in [1, 5, 20] {
        // In microseconds; some states take twice as long.
        let spend = &spent;
        let puzzle = from_steps(
            move |&n: &u64| {
                spend.fetch_add(each << (n / 64 % 2), Ordering::Relaxed);
                [2 * n, n + 1].into_iter().filter(|&n| n < 1 << 20)
            },
            |_| false,
        );
        for solver in solvers {
            let clock = Arc::clone(&spent);
            let now = move || micros(clock.load(Ordering::Relaxed));
            let limits = Limits::new().with_clock(now);
            let mut search = solver.search(&puzzle, &1).limits(limits);
            for _ in 0..5 {
                let begun = search.elapsed();
                assert_eq!(search.run_for(micros(4_000)).stop(), Some(Stop::Slice));
                let took = search.elapsed() - begun;
                assert!((micros(4_000)..micros(4_100)).contains(&took), "{took:?}");
            }
        }
    }
}
