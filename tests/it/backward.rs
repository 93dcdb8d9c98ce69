//! Searches from the goals to the start.

use std::sync::atomic::{AtomicUsize, Ordering};

use puzzle_search::answers::Distances;
use puzzle_search::heuristics::{
    BothWays, Either, Heuristic, LinearConflict, Manhattan, Max, Misplaced, Scaled, Zero,
};
use puzzle_search::observe::{Expanded, Observer};
use puzzle_search::puzzle::{Reversed, TwoSided};
use puzzle_search::puzzles::{
    BurntPancake, Definition, Direction, GraphTiles, Hanoi, Metric, Pancake, PermutationPuzzle,
    PocketCube, Ring, SlidingTiles, SwapGame, WeightedTiles,
};
use puzzle_search::solvers::{BaeStar, IterativeDeepening, Nbs};
use puzzle_search::{
    AStar, Guarantee, IdaStar, Limits, Notation, Outcome, Puzzle, Report, ReportOf, Solver, Stop,
    UniformCost, laws,
};

use crate::oracle;
use crate::support::{Digraph, Numbers, magic_squares_to, top_spin_of, walk_back};

/// From there the edges are those that lead here, and the puzzle's laws hold.
fn turns<P: TwoSided<Cost = u32>>(puzzle: &P, start: &P::State) {
    let goal = puzzle.goals().into_iter().next().expect("there is a goal");
    let reversed = puzzle.reversed(start);
    assert!(reversed.is_goal(start));
    let checked = laws::check(&reversed, &goal).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(checked.states >= 10, "{checked:?} {start:?}");
    for state in [start, &goal] {
        let edges = |edges: Vec<(P::State, P::Cost)>| {
            let mut edges: Vec<_> = edges.into_iter().map(|edge| format!("{edge:?}")).collect();
            edges.sort();
            edges
        };
        let backward = reversed.neighbors(state).into_iter();
        let predecessors = puzzle.predecessors(state).into_iter();
        assert_eq!(
            edges(backward.map(|edge| (edge.state, edge.cost)).collect()),
            edges(predecessors.map(|edge| (edge.state, edge.cost)).collect()),
        );
    }
}

/// Backward the solution costs what the oracle says, or forward distances where edges differ, and replays
/// forward. The solvers without a heuristic are the same loops; they go backward on boards and graphs below.
fn agrees<P: TwoSided<Cost = u32>>(puzzle: &P, start: &P::State) {
    let cost = if puzzle.facts().unit_costs {
        oracle::fewest_moves(puzzle, start).map(|moves| moves as u32)
    } else {
        let mut distances = Distances::new(puzzle, [start.clone()]);
        let mut nearest = distances.nearest().map_while(Result::ok);
        let goal = nearest.find(|(state, _)| puzzle.is_goal(state));
        goal.map(|(_, cost)| cost)
    };
    assert!(cost.is_some());
    let check = |report: ReportOf<P>| {
        let solution = report.solution().expect("there is one");
        assert_eq!(Some(solution.cost()), cost);
        assert!(report.is_optimal());
        assert_eq!(report.lower_bound, cost);
        assert_eq!(solution.verify(puzzle, start), Ok(()));
    };
    check(AStar::new().backward().solve(puzzle, start));
    check(IdaStar::new().backward().solve(puzzle, start));
}

#[test]
fn every_puzzle_is_seen_from_its_goal() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    turns(&tiles, &walk_back(&tiles, 12, &mut Numbers(1)));
    let guided = tiles.clone().guided_by(Manhattan);
    let start = walk_back(&tiles, 14, &mut Numbers(2));
    turns(&guided, &start);
    agrees(&guided, &start);
    turns(
        &tiles.clone().guided_by(LinearConflict::new(&tiles)),
        &walk_back(&tiles, 14, &mut Numbers(3)),
    );
    let both = Max((LinearConflict::new(&tiles), Misplaced, Max([Manhattan; 2])));
    turns(
        &tiles.clone().guided_by(both),
        &walk_back(&tiles, 14, &mut Numbers(4)),
    );
    let chosen: Either<Manhattan, Misplaced> = Either::Right(Misplaced);
    turns(
        &tiles.clone().guided_by(&chosen),
        &walk_back(&tiles, 12, &mut Numbers(5)),
    );
    let swaps = SwapGame::new(2, 3).expect("six pieces");
    turns(&swaps, &walk_back(&swaps, 3, &mut Numbers(6)));
    let pancakes = Pancake::new(6).expect("six");
    turns(&pancakes, &walk_back(&pancakes, 5, &mut Numbers(7)));
    let burnt = BurntPancake::new(4).expect("four");
    turns(&burnt, &walk_back(&burnt, 5, &mut Numbers(8)));
    let spin = top_spin_of(7, 4, Ring::Rotates);
    turns(&spin, &walk_back(&spin, 4, &mut Numbers(9)));
    let cube = PocketCube::new(Metric::HalfTurns);
    turns(&cube, &walk_back(&cube, 4, &mut Numbers(10)));
    let hanoi = Hanoi::new(4, 4).expect("four discs");
    turns(&hanoi, &walk_back(&hanoi, 6, &mut Numbers(13)));
    let heavy = WeightedTiles::heavy(tiles.clone());
    let start = walk_back(&heavy, 10, &mut Numbers(14));
    turns(&heavy, &start);
    agrees(&heavy, &start);
    let theta = GraphTiles::new(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]).expect("a graph");
    turns(&theta, &walk_back(&theta, 9, &mut Numbers(11)));
    let squares = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    let start = walk_back(&squares, 5, &mut Numbers(12));
    turns(&squares, &start);
    agrees(&squares, &start);
    let wheels: Definition = "points 6\ngenerator L (1 2 3 4)\ngenerator R (3 4 5 6)"
        .parse()
        .expect("a definition");
    let wheels = PermutationPuzzle::new(&wheels).expect("a small one");
    turns(&wheels, &walk_back(&wheels, 6, &mut Numbers(13)));
}

#[test]
fn a_sliding_board_backward_is_one_forward() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let puzzle = tiles.clone().guided_by(Manhattan);
    let reversed = tiles.reversed(&start).guided_by(Manhattan);
    let stats = |report: Report<Direction, u32>| {
        (
            report.stats.expanded,
            report.stats.generated,
            report.lower_bound,
        )
    };
    macro_rules! each {
        ($($solver:ident),+) => {$(
            assert_eq!(
                stats($solver::new().backward().solve(&puzzle, &start)),
                stats($solver::new().solve(&reversed, &tiles.goal())),
            );
        )+};
    }
    each!(AStar, UniformCost, IdaStar);
}

/// Estimates of the cost from the start, as they happen to be.
#[derive(Clone)]
struct FromStart(Vec<Option<u32>>);

impl Heuristic<Reversed<Digraph>> for FromStart {
    type Memo = Option<u32>;
    fn memo(&self, _: &Reversed<Digraph>, &at: &usize) -> Option<u32> {
        self.0[at]
    }
    fn estimate(&self, _: &Reversed<Digraph>, memo: Option<u32>) -> Option<u32> {
        memo
    }
}

fn distances(edges: &[(usize, usize, u32)], vertices: usize, from: usize) -> Vec<Option<u32>> {
    let mut distances = vec![None; vertices];
    distances[from] = Some(0);
    for _ in 0..vertices {
        for &(a, b, cost) in edges {
            let Some(sum) = distances[a].map(|d: u32| d + cost) else {
                continue;
            };
            if distances[b].is_none_or(|known| sum < known) {
                distances[b] = Some(sum);
            }
        }
    }
    distances
}

#[test]
fn random_graphs_cost_the_same_backward() {
    let mut numbers = Numbers(7);
    let mut solved = 0;
    for _ in 0..3_000 {
        let vertices = 1 + numbers.below(12);
        let mut vertex = || numbers.below(vertices);
        let ends: Vec<_> = (0..3 * vertices).map(|_| (vertex(), vertex())).collect();
        let least = usize::from(numbers.below(2) == 0);
        let edges: Vec<_> = ends
            .into_iter()
            .map(|(from, to)| (from, to, (least + numbers.below(9)) as u32))
            .collect();
        let goals: Vec<usize> = (0..vertices).filter(|_| numbers.below(4) == 0).collect();
        // Admissible, and hardly ever consistent.
        let from_start = distances(&edges, vertices, 0);
        let below = |distance: Option<u32>, share: usize| {
            distance.map(|distance| distance * share as u32 / 100)
        };
        let estimates: Vec<_> = from_start
            .iter()
            .map(|&d| below(d, numbers.below(101)))
            .collect();
        let estimates = FromStart(estimates);
        let expected = goals.iter().filter_map(|&goal| from_start[goal]).min();
        let graph = Digraph {
            edges,
            goals,
            estimates: vec![],
        };
        let guided = (&graph).guided_by(BothWays::new(Zero, |_: &_| estimates.clone()));
        macro_rules! each {
            ($($puzzle:ident: $solver:expr),+) => {$(
                let whole = $solver.solve(&$puzzle, &0);
                assert_eq!(whole.solution().map(|solution| solution.cost()), expected);
                assert_eq!(whole.is_unsolvable(), expected.is_none());
                let mut search = $solver.search(&$puzzle, &0);
                let mut allowed = 0;
                let paused = loop {
                    allowed += 1 + numbers.below(3) as u64;
                    search.set_limits(Limits::new().max_expanded(allowed));
                    let report = search.run();
                    match report.outcome {
                        Outcome::Stopped { stop, .. } => assert_eq!(stop, Stop::Expanded),
                        _ => break report,
                    }
                };
                assert_eq!(paused, whole);
            )+};
        }
        each!(
            graph: AStar::new().backward(),
            graph: UniformCost::new().backward(),
            guided: AStar::new().backward()
        );
        if least == 1 && expected.is_some() {
            each!(
                guided: IdaStar::new().backward(),
                graph: IterativeDeepening::new().backward()
            );
        }
        solved += u32::from(expected.is_some_and(|cost| cost > 0));
    }
    assert!(solved > 1_000);
}

#[test]
fn what_is_not_admissible_backward_proves_nothing() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let ways = BothWays::new(Manhattan, |_: &SlidingTiles| Scaled::new(Manhattan, 3, 1));
    let report = AStar::new()
        .backward()
        .solve(&tiles.guided_by(ways), &start);
    assert_eq!(report.lower_bound, Some(1)); // the start is no goal
    assert!(matches!(
        report.outcome,
        Outcome::Solved {
            guarantee: Guarantee::Unproved,
            ..
        }
    ));
}

#[test]
fn a_search_backward_has_one_start() {
    let tiles = SlidingTiles::new(2, 3).expect("six cells");
    let starts = [
        walk_back(&tiles, 5, &mut Numbers(1)),
        walk_back(&tiles, 8, &mut Numbers(2)),
    ];
    let mut search = AStar::new()
        .backward()
        .search(&tiles, &starts[0])
        .also_from([starts[1]]);
    assert!(matches!(
        search.run().outcome,
        Outcome::Stopped {
            stop: Stop::SeveralStarts,
            ..
        }
    ));
    search.restart([starts[0]]);
    assert!(search.run().is_optimal());
}

#[test]
fn an_observer_sees_the_nodes_from_the_goal_on() {
    struct First(Vec<String>);
    impl<S: core::fmt::Debug, M, C> Observer<S, M, C> for First {
        fn wants_nodes(&self) -> bool {
            true
        }
        fn expanded(&mut self, node: Expanded<'_, S, C>) -> core::ops::ControlFlow<()> {
            self.0.push(format!("{:?}", node.state));
            core::ops::ControlFlow::Continue(())
        }
    }
    let tiles = SlidingTiles::new(2, 3).expect("six cells");
    let start = walk_back(&tiles, 9, &mut Numbers(4));
    let mut search = AStar::new()
        .backward()
        .search(&tiles, &start)
        .observe(First(vec![]));
    let expanded = search.run().stats.expanded;
    let seen = &search.observer().0;
    assert_eq!(seen[0], format!("{:?}", tiles.goal()));
    assert_eq!(seen.len() as u64, expanded);
}

/// The heuristic of the reversed puzzle may have tables that take long to make.
#[test]
fn a_search_reverses_its_puzzle_once_however_often_it_pauses() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = tiles.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let made = AtomicUsize::new(0);
    let puzzle = tiles.guided_by(BothWays::new(Manhattan, |_: &SlidingTiles| {
        made.fetch_add(1, Ordering::Relaxed);
        Manhattan
    }));
    let solvers: [(&str, &dyn Solver<_>); 4] = [
        ("A*", &AStar::new().backward()),
        ("IDA*", &IdaStar::new().backward()),
        ("BAE*", &BaeStar::new()),
        ("NBS", &Nbs::new()),
    ];
    for (name, solver) in solvers {
        made.store(0, Ordering::Relaxed);
        let mut search = solver.search(&puzzle, &start);
        for pauses in 0.. {
            search.set_limits(Limits::new().max_expanded(7 * pauses));
            if search.run().is_optimal() {
                assert!(pauses > 3, "{name}");
                break;
            }
        }
        assert_eq!(made.load(Ordering::Relaxed), 1, "{name}");
        search.set_limits(Limits::new());
        search.restart([start]);
        assert!(search.run().is_optimal(), "{name}");
        assert_eq!(made.load(Ordering::Relaxed), 2, "{name}");
    }
}

#[test]
fn a_search_backward_knows_the_cost_of_its_incumbent() {
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    let known = IdaStar::new().solve(&stack, &start);
    let known = known.into_result().expect("it can be sorted");
    let solvers: [&dyn Solver<_>; 3] = [
        &IdaStar::new().backward(),
        &IdaStar::new().threads(2).backward(),
        &IterativeDeepening::new().backward(),
    ];
    for solver in solvers {
        let mut costs = Vec::new();
        let search = solver.search(&stack, &start).on_progress(|progress| {
            costs.push(progress.best_cost);
            core::ops::ControlFlow::Continue(())
        });
        let report = search
            .with_incumbent(known.clone())
            .expect("it replays")
            .run();
        assert!(report.is_optimal());
        assert_eq!(report.solution(), Some(&known));
        // It ends once nothing cheaper is possible.
        let whole = solver.solve(&stack, &start);
        assert!(report.stats.expanded < whole.stats.expanded);
        assert!(costs.len() > 1 && costs.iter().all(|&cost| cost == Some(known.cost())));
    }
}
