//! Every limit stops every solver where it should, with a report that can be used.

use core::cell::Cell;
use core::ops::ControlFlow;
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use puzzle_search::heuristics::{Guided, Manhattan};
use puzzle_search::observe::{
    Expanded, Generated, IterationCounts, Layer, Observer, SearchProgress,
};
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::BranchAndBound;
use puzzle_search::{
    AStar, BreadthFirst, Facts, IdaStar, Limits, Notation, Outcome, Puzzle, Report, Solver, Stop,
};

use crate::support::{
    Closures, Named, every_solver, informed_depth_first, iterative_deepening, storing,
};

type Tiles = Guided<SlidingTiles, Manhattan>;

/// An 8-puzzle instance that takes 31 moves: no solver decides it within the limits used here.
fn hardest() -> (Tiles, <Tiles as Puzzle>::State) {
    let puzzle = SlidingTiles::new(3, 3)
        .expect("a legal size")
        .guided_by(Manhattan);
    let start = puzzle.parse("8 6 7 2 5 4 3 0 1").expect("a legal board");
    (puzzle, start)
}

fn search(solver: &dyn Solver<Tiles>, limits: Limits) -> Report<<Tiles as Puzzle>::Move, u32> {
    let (puzzle, start) = hardest();
    solver.search(&puzzle, &start).limits(limits).run()
}

fn within(solver: &dyn Solver<Tiles>, cost: u32) -> Report<<Tiles as Puzzle>::Move, u32> {
    let (puzzle, start) = hardest();
    solver.search(&puzzle, &start).max_cost(cost).run()
}

fn stop<M: core::fmt::Debug>(name: &str, report: &Report<M, u32>) -> Stop {
    let Outcome::Stopped { stop, .. } = report.outcome else {
        panic!("{name} says {:?}", report.outcome);
    };
    // A bound that was proved must hold.
    assert!(report.lower_bound.is_none_or(|bound| bound <= 31), "{name}");
    stop
}

#[test]
fn expanded_states() {
    for (name, solver) in every_solver() {
        for most in [0, 1, 2, 77, 500] {
            let report = search(&*solver, Limits::new().max_expanded(most));
            assert_eq!(stop(name, &report), Stop::Expanded, "{name}");
            assert_eq!(report.stats.expanded, most, "{name}");
        }
    }
}

#[test]
fn generated_states() {
    let counts = [0, 1, 2, 77, 500];
    let mut depth_first = informed_depth_first();
    depth_first.push(iterative_deepening());
    for (name, solver) in depth_first {
        for most in counts {
            let report = search(&*solver, Limits::new().max_generated(most));
            assert_eq!(stop(name, &report), Stop::Generated, "{name}");
            assert_eq!(report.stats.generated, most, "{name}");
        }
    }
    for (name, solver) in storing() {
        for most in counts {
            let report = search(&*solver, Limits::new().max_generated(most));
            assert_eq!(stop(name, &report), Stop::Generated, "{name}");
            assert!(report.stats.generated <= most, "{name}");
            // The children of one more state would pass the limit.
            let more = Limits::new().max_expanded(report.stats.expanded + 1);
            assert!(search(&*solver, more).stats.generated > most, "{name}");
        }
    }
}

#[test]
fn stored_states() {
    for (name, solver) in storing() {
        for most in [0, 1, 2, 77, 500] {
            let report = search(&*solver, Limits::new().max_stored(most));
            assert_eq!(stop(name, &report), Stop::Stored, "{name}");
            assert!(report.stats.peak_stored <= most, "{name}");
        }
    }
}

#[test]
fn bytes() {
    for (name, solver) in storing() {
        for most in [0, 100, 1_000, 5_000, 20_000] {
            let report = search(&*solver, Limits::new().max_bytes(most));
            assert_eq!(stop(name, &report), Stop::Bytes, "{name}");
            assert!(report.stats.peak_bytes <= most, "{name}");
        }
    }
}

#[test]
fn cost() {
    for (name, solver) in every_solver() {
        if name == "iterative deepening" {
            continue;
        }
        for most in [0, 20, 21, 30] {
            let report = within(&*solver, most);
            assert_eq!(stop(name, &report), Stop::Cost, "{name}");
            assert!(report.lower_bound > Some(most), "{name}");
            assert!(report.best().is_none(), "{name}");
        }
        let report = within(&*solver, 31);
        assert_eq!(
            report.solution().map(puzzle_search::Solution::cost),
            Some(31),
            "{name}"
        );
    }
}

#[test]
fn time() {
    for (name, solver) in every_solver() {
        let report = search(&*solver, Limits::new().max_time(Duration::ZERO));
        assert_eq!(stop(name, &report), Stop::Time, "{name}");
    }
}

#[test]
fn so_much_time_more_is_within_the_limits() {
    let (puzzle, _) = hardest();
    // Fourteen moves, since every solver solves it.
    let start = puzzle.parse("8 1 3 4 0 2 7 6 5").expect("a legal board");
    for (name, solver) in every_solver() {
        let mut search = solver.search(&puzzle, &start);
        for _ in 0..2 {
            let report = search.run_for(Duration::ZERO);
            assert_eq!(stop(name, &report), Stop::Slice, "{name}");
        }
        // What it was given is no limit afterwards.
        assert_eq!(search.run().stop(), None, "{name}");
        let mut search = search.limits(Limits::new().max_time(Duration::ZERO));
        search.restart([start]);
        let report = search.run_for(Duration::from_secs(600));
        assert_eq!(stop(name, &report), Stop::Time, "{name}");
        assert_eq!(stop(name, &search.run()), Stop::Time, "{name}");
    }
}

#[test]
fn cancel() {
    for (name, solver) in every_solver() {
        let flag = Arc::new(AtomicBool::new(true));
        let report = search(&*solver, Limits::new().with_cancel(Arc::clone(&flag)));
        assert_eq!(stop(name, &report), Stop::Cancelled, "{name}");
    }
}

#[test]
fn cancel_from_another_thread() {
    // An endless space: only the flag ends this.
    let puzzle = Closures::new(|n| [(0, (n + 1) % 1_000, 1)], |_| false);
    let flag = Arc::new(AtomicBool::new(false));
    let setter = Arc::clone(&flag);
    let thread = thread::spawn(move || setter.store(true, Ordering::Relaxed));
    let limits = Limits::new().with_cancel(flag);
    let report = IdaStar::new().search(&puzzle, &0).limits(limits).run();
    assert_eq!(stop_of(&report), Some(Stop::Cancelled));
    thread.join().expect("the thread only sets a flag");
}

#[test]
fn a_goal_as_start_is_solved_under_zero_limits() {
    let (puzzle, _) = hardest();
    let limits = Limits::new()
        .max_expanded(0)
        .max_generated(0)
        .max_stored(0)
        .max_bytes(0);
    let limits = limits.max_time(Duration::ZERO);
    let limits = limits.with_cancel(Arc::new(AtomicBool::new(true)));
    for (name, solver) in every_solver() {
        let search = solver.search(&puzzle, &puzzle.puzzle().goal());
        let report = search.limits(limits.clone()).max_cost(0).run();
        assert!(report.is_optimal(), "{name}");
    }
}

#[test]
fn a_search_can_be_run_again() {
    let (puzzle, start) = hardest();
    let limits = |most| Limits::new().max_expanded(most);
    for (name, solver) in every_solver() {
        let mut search = solver.search(&puzzle, &start).limits(limits(50));
        let report = search.run();
        assert_eq!(report.stats.expanded, 50, "{name}");
        assert_eq!(search.run(), report, "{name} may expand no more");
        search.set_limits(limits(500));
        let at_once = solver.search(&puzzle, &start).limits(limits(500)).run();
        assert_eq!(search.run(), at_once, "{name}");
        search.restart([start]);
        assert_eq!(search.run(), at_once, "{name}");
    }
}

#[test]
fn the_best_solution_of_a_stopped_search_is_kept() {
    // From 0 to 50 by steps of 1 for 3 or of 10 for 31; ten steps of 1 come first and are cheaper.
    let puzzle = Closures::new(|n| [(10, n + 10, 31), (1, n + 1, 3)], |n| n == 50)
        .with_heuristic(|n| (n <= 50).then_some(0));
    let mut search = BranchAndBound::new().search(&puzzle, &0).max_cost(1_000);
    let mut allowed = 0;
    let report = loop {
        allowed += 10;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        if report.best().is_some() {
            break report;
        }
    };
    assert_eq!(report.stop(), Some(Stop::Expanded));
    let best = report.best().expect("a first solution was found");
    assert!(best.cost() >= 150 && best.verify(&puzzle, &0).is_ok());
    assert!(report.solution().is_none());
    let line = report.to_string();
    let reached = " so far: the limit on expanded states was reached";
    assert!(line.contains(reached), "{line}");

    let report = BranchAndBound::new()
        .search(&puzzle, &0)
        .max_cost(1_000)
        .run();
    assert_eq!(
        report.solution().map(puzzle_search::Solution::cost),
        Some(150)
    );
    search.set_limits(Limits::new());
    assert_eq!(search.run(), report);
}

/// Where memory ends for a path that has just grown, the edge to it was counted: it is not counted once more.
#[test]
fn an_edge_is_counted_once_wherever_memory_ends() {
    for leaves in 0..40 {
        // From each state of a long path so many others, from where nothing leads on, and then the next.
        let neighbors = move |n: u32| {
            let leaf = move |at| (at, 10_000 + n, 5);
            let on = (leaves, n + 1, 1);
            let edges = (0..leaves).map(leaf).chain([on]);
            edges.filter(|_| n < 10_000).collect::<Vec<_>>()
        };
        let path = Closures::new(neighbors, |n| n == 300)
            .with_heuristic(|n| (n < 10_000).then_some(300_u32.saturating_sub(n)));
        let solvers: [Named<_>; 2] = [
            ("IDA*", Box::new(IdaStar::new())),
            ("branch and bound", Box::new(BranchAndBound::new())),
        ];
        for (name, solver) in &solvers {
            let whole = solver.solve(&path, &0);
            let mut search = solver.search(&path, &0);
            let mut bytes = 1_000;
            let report = loop {
                search.set_limits(Limits::new().max_bytes(bytes));
                let report = search.run();
                if report.stop() != Some(Stop::Bytes) {
                    break report;
                }
                bytes += bytes / 2;
            };
            assert_eq!(report, whole, "{name}, {leaves}");
        }
    }
}

/// A path far longer than the call stack could hold ends well, and so does one without end.
#[test]
fn paths_of_any_length() {
    let line = Closures::new(|n| [(0, n + 1, 1)], |n| n == 300_000)
        .with_heuristic(|n| Some(300_000_u32.saturating_sub(n)));
    let depth_first: [Named<_>; 2] = [
        ("IDA*", Box::new(IdaStar::new())),
        ("branch and bound", Box::new(BranchAndBound::new())),
    ];
    for (name, solver) in &depth_first {
        let report = solver.solve(&line, &0);
        assert_eq!(
            report.solution().map(puzzle_search::Solution::len),
            Some(300_000),
            "{name}"
        );
        assert!(report.stats.peak_bytes > 300_000, "{name}");
        let limits = Limits::new().max_bytes(1 << 18);
        let report = solver.search(&line, &0).limits(limits).run();
        assert_eq!(stop_of(&report), Some(Stop::Bytes), "{name}");
    }
    let endless = Closures::new(|n| [(0, n.wrapping_add(1), 1)], |_| false);
    let limits = Limits::new().max_bytes(1 << 22);
    let report = BranchAndBound::new()
        .search(&endless, &0)
        .max_cost(u32::MAX)
        .limits(limits)
        .run();
    assert_eq!(stop_of(&report), Some(Stop::Bytes));
}

fn stop_of<M, C>(report: &Report<M, C>) -> Option<Stop> {
    match report.outcome {
        Outcome::Stopped { stop, .. } => Some(stop),
        _ => None,
    }
}

/// Sees everything, and ends the search at the hook with this number.
#[derive(Default)]
struct Witness {
    generated: u64,
    expanded: u64,
    iterations: u64,
    layers: u64,
    bounds: Vec<u64>,
    progress: u64,
    break_at: Option<u64>,
}

impl Witness {
    fn flow(&self) -> ControlFlow<()> {
        let hooks = self.generated + self.expanded + self.iterations + self.layers + self.progress;
        match self.break_at {
            Some(at) if hooks >= at => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl<S, M> Observer<S, M, u32> for Witness {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn progress(&mut self, progress: &SearchProgress<u32>) -> ControlFlow<()> {
        assert!(progress.best_cost.is_none_or(|cost| cost >= 31));
        self.progress += 1;
        self.flow()
    }
    fn lower_bound(&mut self, bound: u32) -> ControlFlow<()> {
        self.bounds.push(u64::from(bound));
        self.flow()
    }
    fn iteration(&mut self, _: &IterationCounts<u32>) -> ControlFlow<()> {
        self.iterations += 1;
        self.flow()
    }
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.layers += 1;
        self.flow()
    }
    fn generated(&mut self, node: Generated<'_, S, M, u32>) -> ControlFlow<()> {
        assert_eq!(node.parent.is_none(), self.generated == 0);
        self.generated += 1;
        self.flow()
    }
    fn expanded(&mut self, _: Expanded<'_, S, u32>) -> ControlFlow<()> {
        self.expanded += 1;
        self.flow()
    }
}

#[test]
fn an_observer_sees_what_is_counted_and_changes_nothing() {
    let (puzzle, start) = hardest();
    for (name, solver) in every_solver() {
        if name == "iterative deepening" {
            continue;
        }
        let mut witness = Witness::default();
        let seen = solver.search(&puzzle, &start).observe(&mut witness).run();
        let unseen = solver.solve(&puzzle, &start);
        assert_eq!(
            (&seen.outcome, &seen.stats),
            (&unseen.outcome, &unseen.stats),
            "{name}"
        );
        assert_eq!(witness.generated, seen.stats.generated, "{name}");
        assert_eq!(witness.expanded, seen.stats.expanded, "{name}");
        assert_eq!(witness.iterations, seen.iterations.len() as u64, "{name}");
        assert!(
            witness.bounds.is_sorted() && !witness.bounds.is_empty(),
            "{name}"
        );
        // Those that count moves go by layers.
        assert_eq!(witness.layers > 0, solver.traits().counts_moves, "{name}");
    }
}

#[test]
fn an_observer_is_told_of_a_start_that_is_a_goal() {
    let (puzzle, _) = hardest();
    let goal = puzzle.puzzle().goal();
    for (name, solver) in every_solver() {
        // Whatever it answers: there is nothing left to end.
        let mut witness = Witness {
            break_at: Some(1),
            ..Witness::default()
        };
        let report = solver.search(&puzzle, &goal).observe(&mut witness).run();
        assert!(report.is_optimal(), "{name}");
        assert_eq!(
            (witness.generated, report.stats.generated),
            (1, 1),
            "{name}"
        );
        assert_eq!(witness.expanded, 0, "{name}");
    }
}

#[test]
fn an_observer_can_end_a_search_anywhere() {
    let (puzzle, start) = hardest();
    for (name, solver) in every_solver() {
        for break_at in [1, 2, 10, 100] {
            let mut witness = Witness {
                break_at: Some(break_at),
                ..Witness::default()
            };
            let report = solver.search(&puzzle, &start).observe(&mut witness).run();
            assert_eq!(stop(name, &report), Stop::Observer, "{name}");
        }
    }
}

#[test]
fn the_limit_on_generated_states_is_exact_wherever_it_falls() {
    let eight = SlidingTiles::new(3, 3).expect("a legal size");
    let fifteen = SlidingTiles::new(4, 4).expect("a legal size");
    let goal: Vec<u8> = (0..16).collect();
    let fifteen = fifteen.with_goal(&goal).expect("each number once");
    let boards = [
        (&eight, "8 6 7 2 5 4 3 0 1"),
        (&fifteen, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"),
    ];
    for (puzzle, board) in boards {
        let start = puzzle.parse(board).expect("a legal board");
        let guided = puzzle.clone().guided_by(Manhattan);
        for (name, solver) in &informed_depth_first() {
            for max in 0..700 {
                let limits = Limits::new().max_generated(max);
                let report = solver.search(&guided, &start).limits(limits).run();
                let stopped = report.solution().is_none();
                assert!(stopped, "{name} found a solution within {max}");
                assert_eq!(report.stats.generated, max, "{name}");
            }
        }
    }
}

/// Clock and cancel flag are looked at after so much time, not after so many states.
#[test]
fn slow_states_do_not_delay_the_end() {
    let calls = Cell::new(0_u32);
    let flag = Arc::new(AtomicBool::new(false));
    let slow = || {
        calls.set(calls.get() + 1);
        if calls.get() == 100 {
            flag.store(true, Ordering::Relaxed);
        }
        thread::sleep(Duration::from_micros(500));
    };
    let tree = |n| [(0, 2 * n + 1, 1), (1, 2 * n + 2, 1)];
    let estimate = |_| {
        slow();
        Some(0)
    };
    let estimated = Closures::new(tree, |_| false).with_facts(Facts::new().unit_costs());
    let estimated = estimated.with_heuristic(estimate);
    let neighbors = |n| {
        slow();
        tree(n)
    };
    let generated = Closures::new(neighbors, |_| false).with_facts(Facts::new().unit_costs());
    for (limits, stop) in [
        (
            Limits::new().max_time(Duration::from_millis(40)),
            Stop::Time,
        ),
        (
            Limits::new().with_cancel(Arc::clone(&flag)),
            Stop::Cancelled,
        ),
    ] {
        let ended = |found: Option<Stop>, name: &str| {
            assert_eq!(found, Some(stop), "{name}");
            // By states it were some thousand.
            assert!(calls.replace(0) < 500, "{name}");
            flag.store(false, Ordering::Relaxed);
        };
        let search = AStar::new().search(&estimated, &0);
        ended(search.limits(limits.clone()).run().stop(), "A*");
        let search = IdaStar::new().search(&estimated, &0);
        ended(search.limits(limits.clone()).run().stop(), "IDA*");
        let search = BreadthFirst::new().search(&generated, &0);
        ended(search.limits(limits).run().stop(), "breadth-first");
    }
}

#[test]
fn a_limit_that_admits_all_bytes_is_none() {
    let solvers: [(&str, Box<dyn Solver<Tiles>>); 2] = [
        ("A*", Box::new(AStar::new().threads(2))),
        ("IDA*", Box::new(IdaStar::new().threads(2))),
    ];
    for (name, solver) in solvers {
        let report = search(&*solver, Limits::new().max_bytes(usize::MAX));
        assert_eq!(report.stop(), None, "{name}");
    }
}

#[test]
fn threads_keep_limits_on_bytes_that_rise() {
    let (puzzle, start) = hardest();
    for threads in [2, 3] {
        let solver = IdaStar::new().threads(threads);
        let whole = solver.search(&puzzle, &start).run();
        let (mut search, mut bytes) = (solver.search(&puzzle, &start), 100);
        let report = loop {
            search.set_limits(Limits::new().max_bytes(bytes));
            let report = search.run();
            let peak = report.stats.peak_bytes;
            assert!(peak <= bytes, "{threads} threads, {peak} of {bytes} bytes");
            if report.stop() != Some(Stop::Bytes) {
                break report;
            }
            bytes += bytes / 3;
        };
        assert_eq!(report.outcome, whole.outcome);
        assert_eq!(report.stats, whole.stats);
    }
}
