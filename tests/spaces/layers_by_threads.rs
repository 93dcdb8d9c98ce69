//! Breadth-first searches by threads report what one thread does, whatever stops them.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use puzzle_search::puzzles::Pancake;
use puzzle_search::solvers::Threads;
use puzzle_search::{Bidirectional, BreadthFirst, Limits, Solver, Stop, from_fn};

use crate::support::{Numbers, walk_back};

/// Searches among hundreds of thousands of states: by one thread, and by so many.
fn searches(mut check: impl FnMut(&dyn Solver<Pancake>, &dyn Solver<Pancake>, &Pancake, u64)) {
    let nine = Pancake::new(9).expect("it fits");
    let eleven = Pancake::new(11).expect("it fits");
    for threads in [2, 8] {
        let (alone, divided) = (BreadthFirst::new(), BreadthFirst::new().threads(threads));
        check(&alone, &divided, &nine, threads as u64);
    }
    let (alone, divided) = (Bidirectional::new(), Bidirectional::new().threads(3));
    check(&alone, &divided, &eleven, 3);
}

#[test]
fn they_are_reported_as_by_one_thread_and_stopped_anywhere_go_on() {
    let mut stops = 0;
    searches(|alone, divided, puzzle, seed| {
        let start = walk_back(puzzle, 60, &mut Numbers(seed));
        let alone = alone.solve(puzzle, &start);
        assert!(alone.stats.peak_stored > 30_000, "{:?}", alone.stats);
        let report = divided.solve(puzzle, &start);
        let solution = report.solution().expect("it is solvable");
        assert!(solution.verify(puzzle, &start).is_ok());
        assert_eq!(alone, report);
        let mut looks = 0;
        let search = divided.search(puzzle, &start);
        let mut search = search.on_progress(|_| {
            looks += 1;
            match looks % 3 {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        let report = loop {
            let report = search.run();
            if report.stop() != Some(Stop::Observer) {
                break report;
            }
            stops += 1;
        };
        assert_eq!(alone, report);
    });
    assert!(stops > 10, "{stops}");
}

#[test]
fn limits_hold_for_all_together() {
    searches(|alone, divided, puzzle, seed| {
        let start = walk_back(puzzle, 60, &mut Numbers(seed));
        let whole = alone.solve(puzzle, &start);
        let mut searches = [alone, divided].map(|solver| solver.search(puzzle, &start));
        for allowed in (1..).map(|step| step * (15_000 + 7 * seed)) {
            let [alone, divided] = searches.each_mut().map(|search| {
                search.set_limits(Limits::new().max_expanded(allowed));
                search.run()
            });
            let stop = divided.stop();
            assert_eq!(alone, divided);
            if stop != Some(Stop::Expanded) {
                break;
            }
            assert_eq!(alone.stats.expanded, allowed);
        }
        let mut search = divided.search(puzzle, &start);
        let mut stops = 0;
        for bytes in (0..).step_by(700_000) {
            search.set_limits(Limits::new().max_bytes(bytes));
            let report = search.run();
            assert!(report.stats.peak_bytes <= bytes);
            if report.stop() != Some(Stop::Bytes) {
                assert_eq!(whole, report);
                break;
            }
            stops += 1;
        }
        assert!(stops > 1, "{stops}");
    });
}

/// What user code does once so many neighbors were asked for.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Panics,
    Cancels,
    /// One state takes as long as ten thousand others.
    Sleeps,
}

#[test]
fn user_code_may_panic_cancel_or_sleep_anywhere() {
    const VERTICES: u32 = 60_000;
    let mut numbers = Numbers(5);
    for round in 0..27 {
        let then = [Then::Panics, Then::Cancels, Then::Sleeps][round % 3];
        let (asked, at) = (AtomicU64::new(0), numbers.below(40_000) as u64);
        let flag = Arc::new(AtomicBool::new(false));
        let cancelled = Arc::clone(&flag);
        let act = move || match then {
            _ if asked.fetch_add(1, Ordering::Relaxed) != at => {}
            Then::Panics => panic!("as it was told to"),
            Then::Cancels => cancelled.store(true, Ordering::Relaxed),
            Then::Sleeps => std::thread::sleep(Duration::from_millis(3)),
        };
        let ways = move |&vertex: &u32| {
            act();
            [vertex + 1, vertex * 5 + 3].map(|to| ((), to % VERTICES, 1_u32))
        };
        let puzzle = from_fn(ways, |_| false);
        let solver: Threads<BreadthFirst> = BreadthFirst::new().threads([2, 3, 8][round / 3 % 3]);
        // From so many starts that each layer is divided.
        let search = solver.search(&puzzle, &0).also_from((1..9_000).step_by(2));
        let mut search = search.limits(Limits::new().with_cancel(Arc::clone(&flag)));
        let begun = Instant::now();
        let ran = catch_unwind(AssertUnwindSafe(|| search.run()));
        assert!(begun.elapsed() < Duration::from_secs(60));
        if then == Then::Panics {
            assert!(ran.is_err());
            assert_eq!(search.run().stop(), Some(Stop::Panicked));
            continue;
        }
        let mut report = ran.expect("it does not panic");
        if then == Then::Cancels {
            assert_eq!(report.stop(), Some(Stop::Cancelled));
            flag.store(false, Ordering::Relaxed);
            report = search.run();
        }
        assert!(report.is_unsolvable());
        assert_eq!(report.stats.peak_stored, u64::from(VERTICES));
    }
}

/// Nothing stops a round while it tests for goals: so its size goes by the time that takes.
#[test]
fn slow_tests_for_goals_do_not_keep_a_search_from_being_cancelled() {
    const CANCELLED_AT: u64 = 1_000;
    const STARTS: u32 = 9_000;
    let tests = Arc::new(AtomicU64::new(0));
    let flag = Arc::new(AtomicBool::new(false));
    let (counted, cancelled) = (Arc::clone(&tests), Arc::clone(&flag));
    let is_goal = move |&vertex: &u32| {
        // The starts are tested before.
        if vertex < STARTS {
            return false;
        }
        std::thread::sleep(Duration::from_micros(100));
        if counted.fetch_add(1, Ordering::Relaxed) == CANCELLED_AT {
            cancelled.store(true, Ordering::Relaxed);
        }
        false
    };
    let ways = |&vertex: &u32| [2, 3].map(|by| ((), by * vertex + STARTS, 1_u32));
    let puzzle = from_fn(ways, is_goal);
    let solver: Threads<BreadthFirst> = BreadthFirst::new().threads(2);
    let search = solver.search(&puzzle, &0).also_from(1..STARTS);
    let report = search.limits(Limits::new().with_cancel(flag)).run();
    assert_eq!(report.stop(), Some(Stop::Cancelled));
    let after = tests.load(Ordering::Relaxed) - CANCELLED_AT;
    assert!(after < 3_000, "{after}");
}
