//! What puzzles, heuristics and adaptors state as facts, and that the laws find out a false one.

use crate::support::{Closures, magic_squares_to, top_spin_of};
use puzzle_search::heuristics::tile_patterns::{Blank, Partition, Style, TilePatterns};
use puzzle_search::heuristics::{
    Either, FnHeuristic, KeptPieces, LinearConflict, Manhattan, Max, Misplaced, PatternDatabase,
    PieceSpace, Scaled, Sum, WalkingDistance, Zero,
};
use puzzle_search::laws::{self, Law};
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzles::{
    BurntPancake, Definition, GraphTiles, Hanoi, Metric, Pancake, PermutationPuzzle, PocketCube,
    Ring, SlidingTiles, SwapGame, WeightedTiles,
};
use puzzle_search::solvers::{BranchAndBound, IterativeDeepening};
use puzzle_search::{Facts, IdaStar, Puzzle, Reversible, Solver, Stop, from_fn};

/// The facts in words.
fn words<C: puzzle_search::Cost>(facts: Facts<C>) -> String {
    let known = [
        (facts.unit_costs, "unit"),
        (facts.undirected, "undirected"),
        (facts.acyclic, "acyclic"),
        (!facts.admissible, "inadmissible"),
        (facts.consistent, "consistent"),
        (facts.parity, "parity"),
    ];
    let known = known
        .iter()
        .filter(|(holds, _)| *holds)
        .map(|&(_, word)| word);
    known.collect::<Vec<_>>().join(" ")
}

/// The puzzle states these facts, and keeps the laws.
fn states<P: Puzzle>(puzzle: &P, start: &P::State, expected: &str) {
    assert_eq!(words(puzzle.facts()), expected);
    let seen = laws::check(puzzle, start).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(seen.facts.least_cost >= puzzle.facts().least_cost);
    assert_eq!(seen.untested(), []);
}

fn states_of_goal<P: Reversible>(puzzle: &P, expected: &str) {
    let goal = puzzle.goals().into_iter().next().expect("there is a goal");
    states(puzzle, &goal, expected);
}

#[test]
fn each_puzzle_states_what_holds() {
    const ALL: &str = "unit undirected consistent";
    states_of_goal(&SlidingTiles::new(3, 3).expect("nine cells"), ALL);
    states_of_goal(&SwapGame::new(2, 3).expect("six pieces"), ALL);
    states_of_goal(&Pancake::new(6).expect("six"), ALL);
    states_of_goal(&BurntPancake::new(4).expect("four"), ALL);
    states_of_goal(&top_spin_of(7, 4, Ring::Rotates), ALL);
    states_of_goal(&PocketCube::new(Metric::HalfTurns), ALL);
    states_of_goal(&Hanoi::new(4, 4).expect("four discs"), ALL);
    let heavy = WeightedTiles::heavy(SlidingTiles::new(2, 3).expect("six cells"));
    states_of_goal(&heavy, "undirected consistent");
    let theta = GraphTiles::new(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]);
    states_of_goal(&theta.expect("a graph"), ALL);
    let squares = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    states_of_goal(&squares, "unit consistent");
    let wheel = |text: &str| {
        let definition: Definition = text.parse().expect("a definition");
        PermutationPuzzle::new(&definition).expect("a small one")
    };
    states_of_goal(
        &wheel("points 4\ngenerator turn (1 2 3 4)"),
        "unit consistent",
    );
    states_of_goal(&wheel("points 4\ngenerator turn (1 2 3 4)\ninverses"), ALL);
}

fn patterns(tiles: &SlidingTiles, second: &[usize], blank: Blank) -> TilePatterns<2> {
    let partition = Partition::new([&[0, 1, 2, 3], second]);
    let style = Style {
        blank,
        ..Style::default()
    };
    TilePatterns::build(tiles, &partition, style)
        .run()
        .expect("small tables")
}

#[test]
fn each_heuristic_states_what_holds() {
    const CONSISTENT: &str = "unit undirected consistent";
    const PARITY: &str = "unit undirected consistent parity";
    let tiles = SlidingTiles::new(2, 3).expect("six cells");
    let square = SlidingTiles::new(3, 3).expect("nine cells");
    let with = |expected, puzzle: &dyn Fn(&str)| puzzle(expected);
    macro_rules! guided {
        ($tiles:ident: $($heuristic:expr => $expected:expr),+ $(,)?) => {$(
            with($expected, &|expected| {
                states(&$tiles.clone().guided_by($heuristic), &$tiles.goal(), expected);
            });
        )+};
    }
    let linear = || LinearConflict::new(&tiles);
    guided! {
        tiles:
        Zero => CONSISTENT,
        Misplaced => CONSISTENT,
        Manhattan => PARITY,
        linear() => PARITY,
        WalkingDistance::build(&tiles).run().expect("a small table") => PARITY,
        Max((Manhattan, linear())) => PARITY,
        Max((Manhattan, linear(), Manhattan, Misplaced)) => CONSISTENT,
        Sum((Zero, Misplaced)) => "unit undirected",
        Scaled::new(Manhattan, 1, 2) => CONSISTENT,
        Scaled::new(Manhattan, 2, 1) => "unit undirected inadmissible",
        Either::<Manhattan, Misplaced>::Left(Manhattan) => PARITY,
        Either::<Manhattan, Misplaced>::Right(Misplaced) => CONSISTENT,
        &Manhattan => PARITY,
        FnHeuristic(|_: &SlidingTiles, _: &_| Some(0)) => "unit undirected",
    }
    guided! {
        square:
        patterns(&square, &[4, 5, 6, 7], Blank::Minimized) => "unit undirected parity",
        patterns(&square, &[4, 5, 6, 7], Blank::RegionKept) => PARITY,
        // One tile counts nothing.
        patterns(&square, &[4, 5, 6], Blank::Minimized) => "unit undirected",
        patterns(&square, &[4, 5, 6, 7], Blank::RegionKept).reflected().expect("a square") => PARITY,
    }
    let pancake = Pancake::new(6).expect("six");
    let flips: Vec<Vec<u8>> = (2..=6)
        .map(|n| (0..n).rev().chain(n..6).collect())
        .collect();
    let flips: Vec<&[u8]> = flips.iter().map(Vec::as_slice).collect();
    let space = PieceSpace::new(&flips, &[3, 4, 5]).expect("three of six");
    let place = |_: &Pancake, stack: &<Pancake as Puzzle>::State, piece: usize| {
        let place = stack
            .labels(6)
            .position(|label| usize::from(label) == piece + 4);
        place.expect("every pancake is there") as u8
    };
    let database = PatternDatabase::new(&pancake, KeptPieces::new(space, place));
    let guided = pancake.guided_by(database.expect("a small table"));
    states_of_goal(&guided, CONSISTENT);
    let goal = guided.goals().into_iter().next().expect("one goal");
    states(&&guided, &goal, CONSISTENT);
    states_of_goal(&Pruned::new(tiles.guided_by(Manhattan), 3), PARITY);
}

#[test]
fn facts_that_do_not_hold_are_found_out() {
    // A line from 0 to 9 that is walked up and down; up costs 2.
    let line = |facts: Facts<u32>| {
        let steps = |&n: &u32| {
            [
                ("up", (n + 1).min(9), 2_u32),
                ("down", n.saturating_sub(1), 1),
            ]
        };
        let puzzle = from_fn(steps, |&n| n == 0);
        puzzle.with_facts(facts)
    };
    let violated = |facts| laws::check(&line(facts), &0).map_err(|violation| violation.law);
    assert!(violated(Facts::new().undirected().consistent().least_cost(1)).is_ok());
    assert_eq!(violated(Facts::new().unit_costs()), Err(Law::UnitCosts));
    assert_eq!(violated(Facts::new().least_cost(2)), Err(Law::LeastCost));
    assert_eq!(violated(Facts::new().acyclic()), Err(Law::Acyclic));
    assert_eq!(violated(Facts::new().parity()), Err(Law::Parity));

    let ring = from_fn(|&n: &u8| [((), (n + 1) % 5, 1_u32)], |&n| n == 0);
    let ring = ring.with_facts(Facts::new().undirected());
    let violation = laws::check(&ring, &0).expect_err("there is no way back");
    assert_eq!(violation.law, Law::Undirected);

    let steep = from_fn(|&n: &u32| [((), n.saturating_sub(1), 1_u32)], |&n| n == 0);
    let steep = steep.with_heuristic(|&n| Some(if n == 4 { 4 } else { 0 }));
    let claimed = steep.clone().with_facts(Facts::new().consistent());
    let violation = laws::check(&claimed, &6).expect_err("it falls by four");
    assert_eq!(violation.law, Law::Consistent);
    assert_eq!(
        violation.detail,
        "it estimates 4, and 0 in 3, to which an edge of cost 1 leads: expected no fall by more than \
         that, since the facts say that it is consistent"
    );
    let seen = laws::check(&steep, &6).expect("nothing is promised");
    assert!(!seen.facts.consistent && !seen.facts.undirected && seen.facts.admissible);
}

#[test]
fn an_edge_into_a_dead_end_is_consistent() {
    let puzzle = from_fn(
        |&n: &u32| [("down", n.saturating_sub(1), 1_u32), ("trap", 100, 1)],
        |&n| n == 0,
    );
    let puzzle = puzzle.with_heuristic(|&n| (n < 99).then_some(n));
    let trap = |facts| laws::check(&puzzle.clone().with_facts(facts), &5);
    // Out of the trap a step leads to 99, which is one as well.
    assert!(trap(Facts::new().consistent()).is_err_and(|v| v.law == Law::Admissible));
    let puzzle = from_fn(
        |&n: &u32| {
            let edges = [("down", n.saturating_sub(1), 1_u32), ("trap", 100, 1)];
            edges.into_iter().filter(move |_| n < 100)
        },
        |&n| n == 0,
    );
    let puzzle = puzzle.with_heuristic(|&n| (n < 100).then_some(n));
    let puzzle = puzzle.with_facts(Facts::new().consistent());
    assert!(laws::check(&puzzle, &5).is_ok_and(|seen| seen.facts.consistent));
}

#[test]
fn where_no_path_returns_an_edge_may_cost_nothing() {
    // Down a triangle of numbers, to a number on its ground.
    let triangle = |goal: Option<u32>| {
        Closures::new(
            |n| {
                let (row, at) = (n / 100, n % 100);
                let cost = |at: u32| (at * 7 + row * 5) % 4;
                let below = [(0, n + 100, cost(at)), (1, n + 101, cost(at + 1))];
                below.into_iter().filter(move |_| row < 12)
            },
            move |n| n / 100 == 12 && Some(n % 100) == goal,
        )
    };
    let cheapest = |puzzle: &_| {
        let report = puzzle_search::UniformCost::new().solve(puzzle, &0);
        report.solution().map(puzzle_search::Solution::cost)
    };
    macro_rules! each {
        ($($solver:expr),+) => {$(
            let known = triangle(Some(6)).with_facts(Facts::new().acyclic());
            let report = $solver.solve(&known, &0);
            assert_eq!(report.solution().map(puzzle_search::Solution::cost), cheapest(&known));
            let report = $solver.solve(&triangle(Some(6)), &0);
            assert_eq!(report.into_result().err().and_then(|e| e.stop()), Some(Stop::ZeroCostEdge));
            let unsolvable = triangle(None).with_facts(Facts::new().acyclic());
            assert!($solver.solve(&unsolvable, &0).is_unsolvable());
        )+};
    }
    each!(
        IdaStar::new(),
        IterativeDeepening::new(),
        BranchAndBound::new()
    );
}
