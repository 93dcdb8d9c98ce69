//! What generic code relies on: solvers, observers and heuristics behind pointers and in lists.

use core::fmt::Debug;
use core::ops::ControlFlow;
use core::time::Duration;

use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
use puzzle_search::heuristics::{BothWays, LinearConflict, Manhattan};
use puzzle_search::observe::{Expanded, IterationCounts, Layer, Observer, SearchProgress, Side};
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzle::TwoSided;
use puzzle_search::puzzles::{Definition, PermutationPuzzle, SlidingTiles};
use puzzle_search::solvers::BaeStar;
use puzzle_search::{
    AStar, BreadthFirst, Cost, IdaStar, Limits, Notation, Puzzle, ReportOf, Solution, Solver, Stop,
};

use crate::support::every_solver;

fn tiles() -> SlidingTiles {
    SlidingTiles::new(3, 3).expect("a legal size")
}

fn solve<P: Puzzle, S: Solver<P>>(solver: S, puzzle: &P, start: &P::State) -> ReportOf<P> {
    solver.solve(puzzle, start)
}

fn search<P: Puzzle>(solver: impl Solver<P>, puzzle: &P, start: &P::State) -> ReportOf<P> {
    solver.search(puzzle, start).run()
}

#[test]
fn a_solver_behind_a_pointer_is_the_same_solver() {
    let puzzle = tiles().guided_by(Manhattan);
    let start = puzzle.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    for (name, solver) in every_solver() {
        let expected = solver.solve(&puzzle, &start);
        let by_reference = solve(&*solver, &puzzle, &start);
        assert_eq!(by_reference, expected, "{name}");
        let informed = solver.traits().is_informed;
        assert_eq!(
            Solver::<_>::traits(&&*solver).is_informed,
            informed,
            "{name}"
        );
        assert_eq!(search(&solver, &puzzle, &start), expected, "{name}");
        assert_eq!(search(&*solver, &puzzle, &start), expected, "{name}");
        assert_eq!(solve(solver, &puzzle, &start), expected, "{name}");
    }
}

#[test]
fn what_a_report_holds_can_be_taken_out() {
    let puzzle = tiles().guided_by(Manhattan);
    let start = puzzle.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let report = AStar::new().solve(&puzzle, &start);
    assert_eq!(report.stop(), None);
    let moves = report
        .solution()
        .expect("it can be solved")
        .moves()
        .to_vec();
    let solution = report.clone().into_result().expect("it can be solved");
    assert!((&solution).into_iter().eq(&moves));
    assert!(solution.into_iter().eq(moves.iter().copied()));
    assert_eq!(report.best().map(Solution::len), Some(31));

    let limits = Limits::new().max_expanded(3);
    let stopped = AStar::new().search(&puzzle, &start).limits(limits).run();
    assert_eq!(stopped.stop(), Some(Stop::Expanded));
    assert!(stopped.solution().is_none() && stopped.best().is_none());

    let odd = puzzle.parse("2 1 3  4 5 6  7 8 0").expect("a board");
    let unsolvable = AStar::new().solve(&puzzle, &odd);
    assert!(unsolvable.is_unsolvable());
    assert!(unsolvable.stop().is_none() && unsolvable.best().is_none());
}

/// Writes down every hook that is called.
#[derive(Default)]
struct Log {
    wants_nodes: bool,
    lines: Vec<String>,
}

impl Log {
    fn add(&mut self, line: String) -> ControlFlow<()> {
        self.lines.push(line);
        ControlFlow::Continue(())
    }
}

impl<S: Debug, M, C: Cost> Observer<S, M, C> for Log {
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }
    fn progress(&mut self, progress: &SearchProgress<C>) -> ControlFlow<()> {
        self.add(format!("progress {:?}", progress.best_cost))
    }
    fn lower_bound(&mut self, bound: C) -> ControlFlow<()> {
        self.add(format!("bound {bound}"))
    }
    fn incumbent(&mut self, solution: &Solution<M, C>, _: &SearchProgress<C>) -> ControlFlow<()> {
        self.add(format!("incumbent {}", solution.cost()))
    }
    fn iteration(&mut self, iteration: &IterationCounts<C>) -> ControlFlow<()> {
        self.add(format!("iteration {}", iteration.bound))
    }
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.add(format!(
            "layer {:?} {}",
            layer.side == Side::Start,
            layer.depth
        ))
    }
    fn generated(
        &mut self,
        node: puzzle_search::observe::Generated<'_, S, M, C>,
    ) -> ControlFlow<()> {
        self.add(format!("generated {:?}", node.state))
    }
    fn expanded(&mut self, node: Expanded<'_, S, C>) -> ControlFlow<()> {
        self.add(format!("expanded {:?}", node.state))
    }
}

#[test]
fn an_observer_behind_a_pointer_sees_the_same() {
    let puzzle = tiles().guided_by(Manhattan);
    let start = puzzle.parse("1 2 3  4 0 6  7 5 8").expect("a board");
    let lines = |solver: &dyn Solver<_>, observer: &mut dyn Observer<_, _, _>| {
        // Time stands still, so that only counts decide when the observer is called.
        let limits = Limits::new().with_clock(|| Duration::ZERO);
        let search = solver.search(&puzzle, &start).limits(limits);
        assert!(search.observe(observer).run().is_optimal());
    };
    for (name, solver) in every_solver() {
        for wants_nodes in [false, true] {
            let new = || Log {
                wants_nodes,
                ..Log::default()
            };
            let (mut plain, mut lent, mut boxed) = (new(), new(), Box::new(new()));
            lines(&*solver, &mut plain);
            lines(&*solver, &mut &mut lent);
            lines(&*solver, &mut boxed);
            assert_eq!(lent.lines, plain.lines, "{name}");
            assert_eq!(boxed.lines, plain.lines, "{name}");
            let nodes = plain.lines.iter().filter(|line| line.contains("ated ["));
            assert_eq!(nodes.count() > 0, wants_nodes, "{name}");
        }
    }
}

#[test]
fn a_heuristic_from_a_closure_is_inferred() {
    let puzzle = tiles().guided_by_fn(|puzzle, board| {
        let wrong = board.labels().zip(puzzle.goal().labels());
        Some(
            wrong
                .filter(|&(tile, goal)| tile != 0 && tile != goal)
                .count() as u32,
        )
    });
    let start = puzzle.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let report = IdaStar::new().solve(&puzzle, &start);
    assert_eq!(report.lower_bound, Some(14));
}

#[test]
fn a_successor_is_the_neighbor_with_that_move() {
    let definition: Definition =
        "points 5 \n generator T (1 2 3) \n generator U (3 4 5) \n inverses"
            .parse()
            .expect("a definition");
    let puzzle = Pruned::new(PermutationPuzzle::new(&definition).expect("few places"), 3);
    let start = puzzle.parse("2 3 1 4 5").expect("an arrangement");
    for edge in puzzle.neighbors(&start) {
        assert_eq!(puzzle.successor(&start, &edge.mv), Some(edge));
        assert_eq!(puzzle.puzzle().apply(&start, edge.mv), Some(edge.state));
    }
    let other: Definition = "points 5 \n generator A (1 2)"
        .parse()
        .expect("a definition");
    let other = PermutationPuzzle::new(&other).expect("few places");
    let turn = other.moves().next().expect("there is one");
    assert!(puzzle.successor(&start, &turn).is_none());
    assert!(puzzle.puzzle().apply(&start, turn).is_none());
    let report = BreadthFirst::new().solve(&puzzle, &start);
    let solution = report.solution().expect("it is in the group");
    assert_eq!(solution.verify(&puzzle, &start), Ok(()));
}

#[test]
#[should_panic(expected = "the heuristic was made for another puzzle")]
fn a_heuristic_of_another_size_is_refused() {
    let larger = SlidingTiles::new(4, 4).expect("a legal size");
    let _ = tiles().guided_by(LinearConflict::new(&larger));
}

#[test]
#[should_panic(expected = "the heuristic was made for another puzzle")]
fn databases_of_another_start_are_refused() {
    let (puzzle, starts) = (tiles(), ["8 6 7  2 5 4  3 0 1", "6 4 7  8 5 0  3 2 1"]);
    let [start, another] = starts.map(|text| puzzle.parse(text).expect("a board"));
    let of = |puzzle: &SlidingTiles, cells: [&[usize]; 2]| {
        let patterns = TilePatterns::build(puzzle, &Partition::new(cells), Style::default()).run();
        patterns.expect("they fit")
    };
    let forward = of(&puzzle, [&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    let backward = of(&puzzle.reversed(&start), [&[0, 1, 2, 3], &[4, 5, 6, 8]]);
    let puzzle = puzzle.guided_by(BothWays::new(forward, move |_: &SlidingTiles| {
        backward.clone()
    }));
    assert!(BaeStar::new().solve(&puzzle, &start).is_optimal());
    let _ = BaeStar::new().solve(&puzzle, &another);
}
