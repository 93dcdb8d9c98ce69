//! Depth-first searches by threads report what one thread does, and best-first ones what it proves, whatever
//! stops them.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use puzzle_search::heuristics::{Guided, Heuristic, Manhattan};
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzles::{Direction, Pancake, SlidingTiles};
use puzzle_search::solvers::{BranchAndBound, IterativeDeepening};
use puzzle_search::space::Enumerate;
use puzzle_search::{
    AStar, Facts, IdaStar, Limits, Neighbor, NeighborOf, Notation, Outcome, Puzzle, Report,
    Solution, Solver, Stop, UniformCost,
};

use crate::support::{Numbers, magic_squares_to, sheet_in_order, walk_back};

/// A solver by threads, and the one that it has to agree with.
type Pair<P> = (Box<dyn Solver<P>>, Box<dyn Solver<P>>);

fn pairs<P>(threads: usize) -> [Pair<P>; 2]
where
    P: Puzzle + Sync,
    P::State: Send,
    P::Move: Send,
{
    let (informed, blind) = (IdaStar::new(), IterativeDeepening::new());
    [
        (Box::new(informed.threads(threads)), Box::new(informed)),
        (Box::new(blind.threads(threads)), Box::new(blind)),
    ]
}

/// What user code does once so many neighbors were asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Then {
    GoesOn,
    Panics,
    Cancels,
}

/// A random graph with many paths.
struct Graph {
    edges: Vec<Vec<(u32, u32)>>,
    estimates: Vec<Option<u32>>,
    goals: Vec<u32>,
    unit_costs: bool,
    expanded: AtomicU64,
    at: u64,
    then: Then,
    cancelled: Arc<AtomicBool>,
}

impl Graph {
    fn random(numbers: &mut Numbers, vertices: usize, dearest: usize) -> Self {
        let cheapest = u32::from(numbers.below(8) > 0);
        let mut edges = vec![vec![]; vertices];
        for ways in &mut edges {
            for _ in 0..numbers.below(5) {
                let cost = cheapest + numbers.below(dearest) as u32;
                ways.push((numbers.below(vertices) as u32, cost));
            }
        }
        let goals: Vec<u32> = (0..numbers.below(3))
            .map(|_| numbers.below(vertices) as u32)
            .collect();
        let mut exact = vec![None; vertices];
        for &goal in &goals {
            exact[goal as usize] = Some(0);
        }
        for _ in 0..vertices {
            for from in 0..vertices {
                for &(to, cost) in &edges[from] {
                    let through = exact[to as usize].map(|rest: u32| rest + cost);
                    exact[from] = [exact[from], through].into_iter().flatten().min();
                }
            }
        }
        let estimates = exact.into_iter().map(|exact| match exact {
            Some(exact) => Some(numbers.below(exact as usize / 2 + 1) as u32),
            None => (numbers.below(2) == 0).then_some(1),
        });
        Self {
            unit_costs: edges.iter().flatten().all(|&(_, cost)| cost == 1),
            estimates: estimates.collect(),
            edges,
            goals,
            expanded: AtomicU64::new(0),
            at: u64::MAX,
            then: Then::GoesOn,
            cancelled: Arc::default(),
        }
    }

    /// Every vertex has two ways, and none leads to a goal.
    fn endless(vertices: u32) -> Self {
        let ways = |from| [from + 1, from * 5 + 3].map(|to| (to % vertices, 1));
        let edges = (0..vertices).map(|from| ways(from).to_vec());
        Self {
            edges: edges.collect(),
            estimates: vec![Some(1); vertices as usize],
            goals: vec![],
            unit_costs: true,
            expanded: AtomicU64::new(0),
            at: u64::MAX,
            then: Then::GoesOn,
            cancelled: Arc::default(),
        }
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = u32;
    type Cost = u32;

    fn neighbors(&self, &vertex: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        if self.at < u64::MAX && self.expanded.fetch_add(1, Ordering::Relaxed) == self.at {
            match self.then {
                Then::GoesOn => {}
                Then::Panics => panic!("as it was told to"),
                Then::Cancels => self.cancelled.store(true, Ordering::Relaxed),
            }
        }
        let ways = self.edges[vertex as usize].iter().zip(0..);
        ways.map(|(&(to, cost), mv)| Neighbor::new(mv, to, cost))
    }

    fn is_goal(&self, vertex: &u32) -> bool {
        self.goals.contains(vertex)
    }

    fn heuristic(&self, &vertex: &u32) -> Option<u32> {
        self.estimates[vertex as usize]
    }

    fn facts(&self) -> Facts<u32> {
        if self.unit_costs {
            Facts::new().unit_costs()
        } else {
            Facts::new()
        }
    }
}

/// Deep enough that most are divided.
const MOST: u64 = 60_000;

#[test]
fn random_graphs_are_reported_as_by_one_thread() {
    let mut numbers = Numbers(1);
    let (mut divided, mut solved, mut faults) = (0, 0, 0);
    for round in 0..60 {
        let vertices = 6 + numbers.below(60);
        let dearest = [1, 1, 3, 40][numbers.below(4)];
        let graph = Graph::random(&mut numbers, vertices, dearest);
        let starts = [0, numbers.below(vertices) as u32];
        for (by_threads, alone) in pairs(2 + round % 3 * 3 / 2) {
            // The last complete iteration within the limit, and the solution if there is one by then.
            let limits = Limits::new().max_expanded(MOST);
            let search = alone.search(&graph, &starts[0]).also_from([starts[1]]);
            let probe = search.limits(limits).run();
            let bound = match probe.stop() {
                Some(Stop::Expanded) => match &probe.iterations[..] {
                    [.., complete, _] => complete.bound,
                    _ => continue,
                },
                _ => u32::MAX,
            };
            let run = |solver: &dyn Solver<_>| {
                let search = solver.search(&graph, &starts[0]).also_from([starts[1]]);
                search.max_cost(bound).run()
            };
            let whole = run(&*alone);
            assert_eq!(whole, run(&*by_threads), "round {round}");
            divided += u32::from(whole.stats.expanded > 5_000);
            solved += u32::from(whole.is_optimal());
            faults += u32::from(whole.stop() == Some(Stop::ZeroCostEdge));
        }
    }
    assert!(
        divided > 15 && solved > 10 && faults > 3,
        "{divided} {solved} {faults}"
    );
}

/// The 15-puzzle of Korf's paper, and three of its instances with the nodes that it counts.
fn korf() -> (Guided<SlidingTiles, Manhattan>, [(&'static str, u64); 3]) {
    let instances = [
        ("14 1 9 6  4 8 12 5  7 2 3 0  10 11 13 15", 546_344),
        ("4 5 7 2  9 14 12 13  0 3 6 11  8 1 15 10", 877_823),
        ("7 11 8 3  14 0 6 15  1 4 13 9  5 12 2 10", 1_280_495),
    ];
    (crate::korf::puzzle().guided_by(Manhattan), instances)
}

#[test]
fn boards_and_pruned_puzzles_are_reported_as_by_one_thread() {
    let (puzzle, instances) = korf();
    for (text, generated) in instances {
        let start = puzzle.parse(text).expect("it is a board");
        let alone = IdaStar::new().solve(&puzzle, &start);
        assert_eq!(alone.stats.generated, generated);
        for threads in [0, 1, 2, 3, 8] {
            let report = IdaStar::new().threads(threads).solve(&puzzle, &start);
            let solution = report.solution().expect("it is solvable");
            assert!(solution.verify(&puzzle, &start).is_ok());
            assert_eq!(alone, report, "{text}");
        }
    }
    // Not even the root of a subtree knows all that was pruned above it.
    let puzzle = Pruned::new(Pancake::new(8).expect("it fits"), 3);
    let start = walk_back(puzzle.puzzle(), 60, &mut Numbers(3));
    let alone = IterativeDeepening::new().solve(&puzzle, &start);
    assert!(alone.stats.expanded > 20_000, "{}", alone.stats.expanded);
    for threads in [2, 3] {
        let report = IterativeDeepening::new()
            .threads(threads)
            .solve(&puzzle, &start);
        assert_eq!(alone, report, "pancakes");
    }
}

/// Ends the run at every so many calls.
fn breaks_at(every: u64) -> impl FnMut() -> ControlFlow<()> {
    let mut calls = 0;
    move || {
        calls += 1;
        if calls % every == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn stopped_anywhere_they_go_on() {
    let (puzzle, [(text, _), ..]) = korf();
    let start = puzzle.parse(text).expect("it is a board");
    let alone = IdaStar::new().solve(&puzzle, &start);
    for threads in [2, 3, 8] {
        for every in [2, 7, 40] {
            let mut breaks = breaks_at(every);
            let search = IdaStar::new().threads(threads).search(&puzzle, &start);
            let mut search = search.on_progress(move |_| breaks());
            let mut runs = 0;
            let report = loop {
                let report = search.run();
                runs += 1;
                if report.stop() != Some(Stop::Observer) {
                    break report;
                }
                assert!(runs < 1_000_000);
            };
            // How often progress is told depends on time, but never on it alone: often enough for this.
            assert!(runs > 3 || every > 2, "{runs}");
            assert_eq!(alone, report, "{threads} threads, {every}");
        }
    }
}

#[test]
fn limits_hold_for_all_together() {
    let (puzzle, [(text, _), ..]) = korf();
    let start = puzzle.parse(text).expect("it is a board");
    let alone = IdaStar::new().solve(&puzzle, &start);
    for threads in [2, 3, 8] {
        let solver = IdaStar::new().threads(threads);
        let mut search = solver.search(&puzzle, &start);
        // The last iteration has 37,000 states beyond the goal.
        let mut allowed = 0;
        let mut last = 0;
        for step in [1, 10, 1_000, 20_000, 70_000, 200_000].into_iter().cycle() {
            allowed += step;
            search.set_limits(Limits::new().max_expanded(allowed));
            let report = search.run();
            if report.stop() != Some(Stop::Expanded) {
                assert_eq!(alone, report, "expanded");
                break;
            }
            assert_eq!(report.stats.expanded, allowed);
            assert!(report.stats.generated >= last);
            last = report.stats.generated;
        }
        let mut search = solver.search(&puzzle, &start);
        for allowed in (0..).step_by(33_333) {
            search.set_limits(Limits::new().max_generated(allowed));
            let report = search.run();
            if report.stop() != Some(Stop::Generated) {
                assert_eq!(alone, report, "generated");
                break;
            }
            assert_eq!(report.stats.generated, allowed);
        }
        let mut search = solver.search(&puzzle, &start);
        let mut stopped = 0;
        for allowed in (0..).step_by(10_000) {
            search.set_limits(Limits::new().max_bytes(allowed));
            let report = search.run();
            assert!(
                report.stats.peak_bytes <= allowed,
                "{} {allowed}",
                report.stats.peak_bytes
            );
            if report.stop() != Some(Stop::Bytes) {
                assert_eq!(alone, report, "bytes");
                break;
            }
            stopped += 1;
        }
        assert!(stopped > 1, "{stopped}");
        let time = Duration::from_millis(3);
        let search = solver.search(&puzzle, &puzzle.parse(HARD).expect("it is a board"));
        let mut search = search.limits(Limits::new().max_time(time));
        let (begun, report) = (Instant::now(), search.run());
        assert_eq!(report.stop(), Some(Stop::Time));
        assert!(begun.elapsed() < Duration::from_secs(1));
    }
}

/// Tables that threads have in common count as one table does.
#[test]
fn spaces_are_counted_as_by_one_thread() {
    fn check<P>(puzzle: &P, start: &P::State)
    where
        P: Puzzle<State: Send> + Sync,
    {
        let count = Enumerate::new().hardest(100);
        let alone = count.count_by_hashing(puzzle, [start.clone()]).run();
        let mut listed = None;
        for threads in [2, 3, 8] {
            let mut task = count
                .count_by_hashing(puzzle, [start.clone()])
                .threads(threads);
            let census = task.run();
            assert_eq!((&census.layers, census.stop), (&alone.layers, None));
            assert_eq!(task.stats().expanded, alone.states());
            let hardest = listed.get_or_insert_with(|| census.hardest.clone());
            assert!(*hardest == census.hardest);
            let last = alone.layers.last().map_or(0, |&states| states.min(100));
            assert_eq!(hardest.len() as u64, last);
            // Enough for one thread: the boxes take the rest.
            let limit = census.stats.peak_bytes;
            let mut task = count
                .count_by_hashing(puzzle, [start.clone()])
                .threads(threads);
            let mut stops = 0;
            let census = loop {
                let limits = Limits::new().max_bytes(limit / 2 + stops * limit / 20);
                task.set_limits(limits);
                let census = task.run();
                assert!(census.stats.peak_bytes <= limit / 2 + stops * limit / 20);
                if census.stop != Some(Stop::Bytes) {
                    break census;
                }
                stops += 1;
            };
            assert!(stops > 0 && census.layers == alone.layers && census.hardest == *hardest);
        }
    }
    let tiles = SlidingTiles::new(3, 3).expect("it fits");
    check(&tiles, &tiles.goal());
    let squares = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    check(&squares, &sheet_in_order());
}

#[test]
fn a_space_may_panic_or_be_cancelled_anywhere() {
    let mut numbers = Numbers(6);
    for round in 0..60 {
        let mut graph = Graph::endless(20_000);
        graph.at = numbers.below(2_000) as u64;
        graph.then = [Then::Panics, Then::Cancels][round % 2];
        let limits = Limits::new().with_cancel(Arc::clone(&graph.cancelled));
        let threads = [2, 3, 8][numbers.below(3)];
        let task = Enumerate::new().count_by_hashing(&graph, 0..4_000);
        let mut task = task.threads(threads).limits(limits);
        let ran = catch_unwind(AssertUnwindSafe(|| task.run()));
        match graph.then {
            Then::Cancels => {
                let census = ran.expect("it does not panic");
                assert_eq!(census.stop, Some(Stop::Cancelled));
            }
            _ => assert!(ran.is_err()),
        }
    }
}

/// Instance 88 of Korf's hundred: billions of nodes.
const HARD: &str = "15 2 12 11  14 13 9 5  1 3 8 7  0 10 6 4";

#[test]
fn an_early_goal_leaves_little_undone() {
    let (puzzle, instances) = korf();
    let asked = AtomicU64::new(0);
    let puzzle = puzzle.puzzle().clone().guided_by_fn(|puzzle, board| {
        asked.fetch_add(1, Ordering::Relaxed);
        Manhattan.estimate(puzzle, Manhattan.memo(puzzle, board))
    });
    for (text, _) in instances {
        let start = puzzle.puzzle().parse(text).expect("it is a board");
        assert!(IdaStar::new().solve(&puzzle, &start).is_optimal());
        let alone = asked.swap(0, Ordering::Relaxed);
        for threads in [2, 4] {
            let solver = IdaStar::new().threads(threads);
            assert!(solver.solve(&puzzle, &start).is_optimal());
            let together = asked.swap(0, Ordering::Relaxed);
            assert!(together < 2 * alone, "{text}: {together} of {alone}");
        }
    }
}

#[test]
fn a_flag_ends_all_threads_soon() {
    let graph = Graph::endless(64);
    for (by_threads, _) in pairs(8) {
        let search = by_threads.search(&graph, &0);
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::new().with_cancel(Arc::clone(&flag));
        let canceller = thread::spawn(move || {
            thread::sleep(Duration::from_millis(60));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let report = search.limits(limits).run();
        let ended = Instant::now();
        assert_eq!(report.stop(), Some(Stop::Cancelled));
        let cancelled = canceller.join().expect("it does not panic");
        assert!(ended - cancelled < Duration::from_millis(500));
    }
}

#[test]
fn user_code_may_panic_or_cancel_anywhere() {
    let mut numbers = Numbers(5);
    for round in 0..60 {
        let mut graph = Graph::endless(64);
        graph.at = numbers.below(200_000) as u64;
        graph.then = [Then::Panics, Then::Cancels][round % 2];
        let threads = [2, 3, 8][numbers.below(3)];
        let solver: Box<dyn Solver<_>> = match round % 4 {
            0 | 1 => Box::new(IdaStar::new().threads(threads)),
            _ => Box::new(BranchAndBound::new().threads(threads)),
        };
        let limits = Limits::new().with_cancel(Arc::clone(&graph.cancelled));
        let mut search = solver.search(&graph, &0).limits(limits);
        let ran = catch_unwind(AssertUnwindSafe(|| search.run()));
        match graph.then {
            Then::Cancels => {
                let report = ran.expect("it does not panic");
                assert!(matches!(
                    report.outcome,
                    Outcome::Stopped {
                        stop: Stop::Cancelled,
                        ..
                    }
                ));
            }
            _ => {
                assert!(ran.is_err());
                assert_eq!(search.run().stop(), Some(Stop::Panicked));
            }
        }
    }
}

fn assert_proved(report: &Report<Direction, u32>, cost: u32, what: &str) {
    let found = report.solution().map(Solution::cost);
    assert_eq!(found, Some(cost), "{what}");
    assert!(
        report.is_optimal() && report.lower_bound == Some(cost),
        "{what}"
    );
}

#[test]
fn best_first_searches_prove_what_one_thread_does() {
    let (puzzle, instances) = korf();
    for ((text, _), cost) in instances.into_iter().zip([45, 42, 46]) {
        let start = puzzle.parse(text).expect("it is a board");
        let alone = AStar::new().solve(&puzzle, &start);
        assert_eq!(
            alone,
            AStar::new().threads(1).solve(&puzzle, &start),
            "{text}",
        );
        for threads in [2, 3, 8] {
            let report = AStar::new().threads(threads).solve(&puzzle, &start);
            assert_proved(&report, cost, text);
            let solution = report.solution().expect("it is solved");
            assert!(solution.verify(&puzzle, &start).is_ok());
            let stats = &report.stats;
            assert!(stats.expanded >= alone.stats.expanded / 2 && stats.peak_stored > 4_096);
        }
    }
}

#[test]
fn best_first_searches_stopped_anywhere_go_on() {
    let (puzzle, [(text, _), ..]) = korf();
    let start = puzzle.parse(text).expect("it is a board");
    for threads in [2, 3, 8] {
        let solver = AStar::new().threads(threads);
        let mut breaks = breaks_at(2);
        let mut search = solver.search(&puzzle, &start).on_progress(|_| breaks());
        let (mut runs, mut bound) = (0, 0);
        let report = loop {
            let report = search.run();
            let proved = report.lower_bound.expect("the estimate of the start");
            assert!((bound..=45).contains(&proved));
            (runs, bound) = (runs + 1, proved);
            if report.stop() != Some(Stop::Observer) {
                break report;
            }
        };
        assert!(runs > 3, "{runs}");
        assert_proved(&report, 45, "stopped");
    }
}

#[test]
fn limits_hold_for_all_shards_together() {
    type Limit = (Stop, fn(u64) -> Limits, fn(&Report<Direction, u32>) -> u64);
    let (puzzle, [(text, _), ..]) = korf();
    let start = puzzle.parse(text).expect("it is a board");
    let limits: [Limit; 4] = [
        (
            Stop::Expanded,
            |most| Limits::new().max_expanded(most),
            |report| report.stats.expanded,
        ),
        (
            Stop::Generated,
            |most| Limits::new().max_generated(3 * most),
            |report| report.stats.generated.div_ceil(3),
        ),
        (
            Stop::Stored,
            |most| Limits::new().max_stored(2 * most),
            |report| report.stats.peak_stored.div_ceil(2),
        ),
        (
            Stop::Bytes,
            |most| Limits::new().max_bytes(200 * most as usize),
            |report| report.stats.peak_bytes.div_ceil(200) as u64,
        ),
    ];
    for threads in [2, 3, 8] {
        for (stop, limit, took) in limits {
            let mut search = AStar::new().threads(threads).search(&puzzle, &start);
            let (mut most, mut stops) = (1, 0);
            loop {
                search.set_limits(limit(most));
                let report = search.run();
                assert!(took(&report) <= most, "{stop:?} {most}: {}", took(&report));
                if report.stop() != Some(stop) {
                    assert_proved(&report, 45, "limited");
                    break;
                }
                if stop == Stop::Expanded {
                    assert_eq!(report.stats.expanded, most);
                }
                stops += 1;
                most += most / 3 + 1_000;
            }
            assert!(stops > 5, "{stop:?} {stops}");
        }
        let mut search = AStar::new().threads(threads).search(&puzzle, &start);
        search.set_max_cost(Some(44));
        let report = search.run();
        assert_eq!(
            (report.stop(), report.lower_bound),
            (Some(Stop::Cost), Some(45))
        );
        search.set_max_cost(Some(45));
        assert_proved(&search.run(), 45, "raised");
    }
}

#[test]
fn best_first_searches_may_panic_or_be_cancelled_anywhere() {
    let mut numbers = Numbers(7);
    for round in 0..60 {
        let mut graph = Graph::endless(60_000);
        graph.at = numbers.below(50_000) as u64;
        graph.then = [Then::Panics, Then::Cancels][round % 2];
        let solver = UniformCost::new().threads([2, 3, 8][numbers.below(3)]);
        let limits = Limits::new().with_cancel(Arc::clone(&graph.cancelled));
        let mut search = solver.search(&graph, &0).limits(limits);
        let ran = catch_unwind(AssertUnwindSafe(|| search.run()));
        match graph.then {
            Then::Cancels => {
                let report = ran.expect("it does not panic");
                assert_eq!(report.stop(), Some(Stop::Cancelled));
                graph.cancelled.store(false, Ordering::Relaxed);
                assert!(search.run().is_unsolvable());
            }
            _ => {
                assert!(ran.is_err());
                assert_eq!(search.run().stop(), Some(Stop::Panicked));
            }
        }
    }
}

#[test]
fn branch_and_bound_finds_what_one_thread_does() {
    let mut numbers = Numbers(8);
    let (mut solved, mut stops, mut divided) = (0, 0, 0);
    for round in 0..300 {
        let vertices = 6 + numbers.below([30, 400][round % 2]);
        let mut graph = Graph::random(&mut numbers, vertices, [1, 3, 40][round % 3]);
        if graph.edges.iter().flatten().any(|&(_, cost)| cost == 0) {
            continue;
        }
        graph.goals.truncate(1 + round % 2);
        let starts = [0, numbers.below(vertices) as u32];
        let max_cost = if round % 4 == 0 { 20 } else { 40 };
        let run = |solver: &dyn Solver<_>, limits| {
            let search = solver.search(&graph, &starts[0]).also_from([starts[1]]);
            search.limits(limits).max_cost(max_cost).run()
        };
        let limits = Limits::new().max_expanded(200_000);
        let alone = run(&BranchAndBound::new(), limits.clone());
        if alone.stop() == Some(Stop::Expanded) {
            continue;
        }
        let threads = BranchAndBound::new().threads([2, 3, 8][round % 3]);
        let search = threads.search(&graph, &starts[0]).also_from([starts[1]]);
        let search = search.limits(limits.clone().max_expanded(0));
        let mut search = search.max_cost(max_cost);
        for allowed in (1..).map(|more: u64| 20 << more) {
            search.set_limits(limits.clone().max_expanded(allowed));
            let report = search.run();
            let best = match &report.outcome {
                Outcome::Stopped { best, .. } => best.as_ref(),
                _ => report.solution(),
            };
            let start = |solution: &Solution<u32, u32>| starts[solution.start_index()];
            assert!(best.is_none_or(|best| best.verify(&graph, &start(best)).is_ok()));
            if report.stop() != Some(Stop::Expanded) {
                let cost = |report: &Report<u32, u32>| report.solution().map(Solution::cost);
                assert_eq!(cost(&report), cost(&alone), "{round}");
                assert_eq!(report.stop(), alone.stop());
                assert_eq!(report.lower_bound, alone.lower_bound);
                solved += u32::from(report.is_optimal());
                divided += u32::from(report.stats.expanded > 1_000);
                break;
            }
            assert!(report.stats.expanded <= allowed);
            stops += 1;
        }
    }
    assert!(
        solved > 60 && stops > 80 && divided > 3,
        "{solved} {stops} {divided}"
    );
}
