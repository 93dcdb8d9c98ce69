//! A search that is stopped and run on does what it would have done in one go.

use std::cell::Cell;
use std::ops::ControlFlow;

use puzzle_search::heuristics::{LinearConflict, Manhattan};
use puzzle_search::observe::{
    Expanded, Generated, IterationCounts, Layer, Observer, SearchProgress,
};
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzles::{Pancake, SlidingTiles, SwapGame};
use puzzle_search::solvers::{Anytime, Beam, Dps, GreedyBestFirst, WeightedAStar};
use puzzle_search::{
    AStar, IdaStar, Limits, NeighborOf, Notation, Puzzle, ReportOf, Reversible, Solution, Solver,
    Stop,
};

use crate::support::{
    Digraph, Named, Numbered, Numbers, every_solver, misleading, random_graph, storing,
};

/// The solvers that may return what is not optimal.
fn good_enough() -> Vec<Named<Digraph>> {
    vec![
        ("weighted A*", Box::new(WeightedAStar::new(1.5))),
        ("dynamic potential", Box::new(Dps::new(1.5))),
        ("greedy", Box::new(GreedyBestFirst::new())),
        ("anytime", Box::new(Anytime::new())),
        (
            "anytime by a guess",
            Box::new(Anytime::new().led_by(misleading)),
        ),
        ("beam", Box::new(Beam::new(3))),
        ("beam by a guess", Box::new(Beam::new(3).led_by(misleading))),
    ]
}

/// Ends the search at every so many events: more than any state has children.
struct Interrupter {
    events: u64,
    every: u64,
}

impl Interrupter {
    fn event(&mut self) -> ControlFlow<()> {
        self.events += 1;
        if self.events < self.every {
            return ControlFlow::Continue(());
        }
        self.events = 0;
        ControlFlow::Break(())
    }
}

impl<S, M, C> Observer<S, M, C> for Interrupter {
    fn wants_nodes(&self) -> bool {
        true
    }
    fn expanded(&mut self, _: Expanded<'_, S, C>) -> ControlFlow<()> {
        self.event()
    }
    fn generated(&mut self, _: Generated<'_, S, M, C>) -> ControlFlow<()> {
        self.event()
    }
    fn lower_bound(&mut self, _: C) -> ControlFlow<()> {
        self.event()
    }
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.event()
    }
    fn iteration(&mut self, _: &IterationCounts<C>) -> ControlFlow<()> {
        self.event()
    }
    fn incumbent(&mut self, _: &Solution<M, C>, _: &SearchProgress<C>) -> ControlFlow<()> {
        self.event()
    }
}

#[derive(Clone, Copy, Debug)]
enum Limit {
    Expanded,
    Generated,
    Stored,
    Bytes,
}

impl Limit {
    /// The limit of a round, a bit larger than that of the round before.
    fn of_round(self, allowed: &mut u64, step: u64) -> Limits {
        *allowed += step;
        let limits = Limits::new();
        match self {
            Self::Expanded => limits.max_expanded(*allowed),
            Self::Generated => limits.max_generated(*allowed),
            Self::Stored => limits.max_stored(*allowed),
            Self::Bytes => {
                *allowed += *allowed / 8 + 512;
                limits.max_bytes(*allowed as usize)
            }
        }
    }

    fn holds<P: Puzzle>(self, report: &ReportOf<P>, allowed: u64) -> bool {
        let stats = &report.stats;
        match self {
            Self::Expanded => stats.expanded <= allowed,
            Self::Generated => stats.generated <= allowed,
            Self::Stored => stats.peak_stored <= allowed,
            Self::Bytes => stats.peak_bytes as u64 <= allowed,
        }
    }
}

fn check<P: Puzzle<Cost = u32>>(
    puzzle: &P,
    starts: &[P::State],
    (name, solver): (&str, &dyn Solver<P>),
    steps: &[u64],
    limits: &[Limit],
) {
    let search = || {
        let others = starts[1..].iter().cloned();
        solver.search(puzzle, &starts[0]).also_from(others)
    };
    let most = Limits::new().max_expanded(300_000);
    let whole = search().limits(most).run();
    if whole.stop() == Some(Stop::Expanded) {
        return; // depth-first, and it never ends
    }
    for &limit in limits {
        for &step in steps {
            let what = format!("{name} by {limit:?}, {step} at a time");
            let (mut search, mut allowed) = (search(), 0);
            let paused = loop {
                search.set_limits(limit.of_round(&mut allowed, step));
                let report = search.run();
                match report.stop() {
                    Some(Stop::Expanded | Stop::Generated | Stop::Stored | Stop::Bytes) => {
                        assert!(limit.holds::<P>(&report, allowed), "{what}: {report:?}");
                    }
                    _ => break report,
                }
            };
            assert_eq!(whole, paused, "{what}");
        }
    }
}

#[test]
fn on_random_graphs() {
    let numbers = &mut Numbers(1);
    for round in 0..160 {
        let graph = random_graph(numbers);
        let vertex = |numbers: &mut Numbers| numbers.below(graph.estimates.len());
        let starts: Vec<usize> = (0..=numbers.below(3) / 2)
            .map(|_| vertex(numbers))
            .collect();
        let limits = [
            Limit::Expanded,
            Limit::Generated,
            Limit::Stored,
            Limit::Bytes,
        ];
        let random = 1 + numbers.below(20) as u64;
        let mut solvers = every_solver::<Digraph>();
        if round % 8 == 0 {
            solvers.extend(good_enough());
        }
        for (name, solver) in solvers {
            let steps = [1, 2, 3, 7, 100, random];
            // With memory for fewer states it does something else.
            let by = if name.starts_with("anytime") { 2 } else { 4 };
            let named = (name, solver.as_ref());
            check(&graph, &starts, named, &steps, &limits[..by]);
        }
    }
}

/// A line: wherever there is no memory for the path, the goal is found again.
#[test]
fn by_the_memory_that_a_path_takes() {
    let vertices = 2_000;
    let line = Digraph {
        edges: (1..vertices).map(|to| (to - 1, to, 1)).collect(),
        goals: vec![vertices - 1],
        estimates: (0..vertices).rev().map(|rest| Some(rest as u32)).collect(),
    };
    for (name, solver) in every_solver::<Digraph>() {
        if name == "iterative deepening" {
            continue;
        }
        let whole = solver.solve(&line, &0);
        assert_eq!(whole.solution().map(Solution::len), Some(1_999));
        let mut search = solver.search(&line, &0);
        let (mut allowed, mut expanded, mut at_the_end) = (10_000, 0, 0);
        let paused = loop {
            search.set_limits(Limits::new().max_bytes(allowed));
            let report = search.run();
            if report.stop() != Some(Stop::Bytes) {
                break report;
            }
            assert!(report.stats.peak_bytes <= allowed, "{name}");
            at_the_end += u32::from(report.stats.expanded == expanded);
            expanded = report.stats.expanded;
            allowed += 512 + allowed / 64;
        };
        assert!(
            name.starts_with("IDA") || at_the_end > 10,
            "{name} {at_the_end}"
        );
        assert!(paused.stats.peak_bytes <= allowed, "{name}");
        assert_eq!(whole, paused, "{name}");
    }
}

#[test]
fn by_an_observer() {
    let numbers = &mut Numbers(2);
    for _ in 0..1_000 {
        let graph = random_graph(numbers);
        let start = numbers.below(graph.estimates.len());
        for (name, solver) in every_solver::<Digraph>().into_iter().chain(good_enough()) {
            let most = Limits::new().max_expanded(300);
            let whole = solver.search(&graph, &start).limits(most).run();
            if whole.stop() == Some(Stop::Expanded) {
                continue;
            }
            let mut search = solver.search(&graph, &start).observe(Interrupter {
                events: 0,
                every: 30 + numbers.below(40) as u64,
            });
            let paused = loop {
                let report = search.run();
                if report.stop() != Some(Stop::Observer) {
                    break report;
                }
            };
            assert_eq!(whole, paused, "{name}");
        }
    }
}

/// All solvers on boards whose functions know the blank's cell, on others, and on other puzzles.
#[test]
fn on_puzzles() {
    fn all<P: Reversible<Cost = u32>>(puzzle: &P, starts: &[P::State], steps: &[u64]) {
        for (name, solver) in every_solver::<P>() {
            check(puzzle, starts, (name, solver.as_ref()), steps, &BY);
        }
    }
    /// One that makes use of all that the puzzle has, and all others on its states as numbers.
    fn some<P: Reversible<Cost = u32>>(puzzle: &P, start: &P::State, steps: &[u64]) {
        let name_and_solver = ("IDA*", &IdaStar::new() as &dyn Solver<_>);
        check(
            puzzle,
            std::slice::from_ref(start),
            name_and_solver,
            steps,
            &BY,
        );
        all(&Numbered::from(puzzle, start), &[0], steps);
    }
    const BY: [Limit; 2] = [Limit::Expanded, Limit::Generated];
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let board = |text| tiles.parse(text).expect("a board");
    let (hard, easy) = (board("8 6 7  2 5 4  3 0 1"), board("8 1 3  4 0 2  7 6 5"));
    all(&tiles.clone().guided_by(Manhattan), &[hard], &[9_973]);
    all(&tiles.clone().guided_by(Manhattan), &[easy, hard], &[1, 7]);
    let pruned = Pruned::new(tiles.clone().guided_by(Manhattan), 4);
    some(&pruned, &easy, &[2, 101]);
    let conflicts = tiles.clone().guided_by(LinearConflict::new(&tiles));
    some(&conflicts, &easy, &[3, 100]);
    let tiles = SlidingTiles::new(2, 6).expect("a size");
    let start = tiles.parse("2 5 3 4 6 11  1 7 8 9 10 0").expect("a board");
    all(&tiles.guided_by(Manhattan), &[start], &[1_009]);
    let stack = Pancake::new(6).expect("a size");
    some(
        &stack,
        &stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack"),
        &[1, 13],
    );
    let swaps = SwapGame::new(2, 3).expect("a size");
    some(
        &swaps,
        &swaps.state(&[6, 4, 2, 3, 5, 1]).expect("a board"),
        &[1, 17],
    );
}

/// Batches: more than 50,000 states.
#[test]
fn on_large_spaces() {
    let goal: Vec<u8> = (0..16).collect();
    let tiles = SlidingTiles::new(4, 4).expect("a size");
    let tiles = tiles.with_goal(&goal).expect("a goal");
    let korf_12 = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    let start = tiles.state(&korf_12).expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    let by = [Limit::Expanded, Limit::Stored, Limit::Bytes];
    check(&puzzle, &[start], ("A*", &AStar::new()), &[10_007], &by);
    check(
        &puzzle,
        &[start],
        ("IDA*", &IdaStar::new()),
        &[10_007],
        &by[..1],
    );
    // Nearly every pause comes while children of several states wait; with a limit on memory it would go on
    // depth-first.
    let korf_79 = [4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10];
    let start = puzzle.puzzle().state(&korf_79).expect("a board");
    let anytime: (&str, &dyn Solver<_>) = ("anytime", &Anytime::new());
    check(&puzzle, &[start], anytime, &[1_009], &by[..1]);
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let hard = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    for (name, solver) in storing::<SlidingTiles>() {
        check(&tiles, &[hard], (name, solver.as_ref()), &[20_011], &by);
    }
}

/// A puzzle that counts how often its neighbors are asked for.
struct Counted(Digraph, Cell<u64>);

impl Puzzle for Counted {
    type State = usize;
    type Move = usize;
    type Cost = u32;

    fn neighbors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.1.set(self.1.get() + 1);
        self.0.neighbors(vertex)
    }
    fn is_goal(&self, vertex: &usize) -> bool {
        self.0.is_goal(vertex)
    }
    fn heuristic(&self, vertex: &usize) -> Option<u32> {
        self.0.heuristic(vertex)
    }
}

impl Reversible for Counted {
    fn goals(&self) -> impl IntoIterator<Item = usize> {
        self.0.goals()
    }
    fn predecessors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.1.set(self.1.get() + 1);
        self.0.predecessors(vertex)
    }
}

/// Stopped before every single expansion, the loops with memory ask for the neighbors of a state at
/// most twice; the replay of the solution asks once more for those on the path.
#[test]
fn a_pause_costs_little() {
    let numbers = &mut Numbers(3);
    for _ in 0..500 {
        let puzzle = Counted(random_graph(numbers), Cell::new(0));
        let start = numbers.below(puzzle.0.estimates.len());
        for (name, solver) in storing::<Counted>() {
            let _ = solver.solve(&puzzle, &start);
            let in_one_go = puzzle.1.take();
            let mut search = solver.search(&puzzle, &start);
            for allowed in 1.. {
                search.set_limits(Limits::new().max_expanded(allowed));
                if search.run().stop() != Some(Stop::Expanded) {
                    break;
                }
            }
            let paused = puzzle.1.take();
            assert!(paused <= 2 * in_one_go, "{name}: {in_one_go}, {paused}");
        }
    }
}

/// A larger limit on the cost than one for which paths were left out begins the search anew; what is
/// found is as without the smaller limit.
#[test]
fn with_a_larger_limit_on_the_cost() {
    let end = |report: &ReportOf<Digraph>| {
        let cost = report.solution().map(Solution::cost);
        (report.stop(), cost, report.is_unsolvable())
    };
    let numbers = &mut Numbers(5);
    for _ in 0..500 {
        let graph = random_graph(numbers);
        let start = numbers.below(graph.estimates.len());
        for (name, solver) in every_solver::<Digraph>() {
            if solver.traits().counts_moves {
                continue;
            }
            let limits = Limits::new().max_expanded(500);
            let begin = || solver.search(&graph, &start).limits(limits.clone());
            let whole = begin().max_cost(2_000).run();
            if whole.stop() == Some(Stop::Expanded) {
                continue;
            }
            let mut search = begin();
            for cost in [0, 3, 20, 400] {
                search.set_max_cost(Some(cost));
                let report = search.run();
                let alone = begin().max_cost(cost).run();
                assert_eq!(end(&report), end(&alone), "{name} within {cost}");
                if report.stop().is_none() {
                    break; // decided: a larger limit changes nothing
                }
            }
            search.set_max_cost(Some(2_000));
            assert_eq!(end(&search.run()), end(&whole), "{name}");
        }
    }
}
