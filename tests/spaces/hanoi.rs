//! The towers of Hanoi: laws, published numbers of states and moves, databases from both ends.

use puzzle_search::heuristics::{DiscPatterns, Guided, Manhattan, Misplaced};
use puzzle_search::job::BuildError;
use puzzle_search::puzzles::Hanoi;
use puzzle_search::solvers::BaeStar;
use puzzle_search::space::Enumerate;
use puzzle_search::{
    AStar, Bidirectional, IdaStar, Limits, Notation, Puzzle, Ranked, Solvability, Solver, Stop,
    UniformCost, laws,
};

use crate::oracle;
use crate::support::Numbers;

fn hanoi(discs: usize, pegs: usize) -> Hanoi {
    Hanoi::new(discs, pegs).expect("few discs and pegs")
}

fn patterns(puzzle: &Hanoi, parts: &[usize]) -> DiscPatterns {
    let built = DiscPatterns::build(puzzle, parts).run();
    built.expect("they fit")
}

/// A state at random.
fn any(puzzle: &Hanoi, numbers: &mut Numbers) -> Vec<u8> {
    let peg = |_| 1 + numbers.below(puzzle.pegs()) as u8;
    (0..puzzle.discs()).map(peg).collect()
}

/// What Frame and Stewart need: the top discs aside, the others with a peg less, the top discs on them.
fn frame_stewart(discs: u32, pegs: u32) -> u64 {
    match (discs, pegs) {
        (0 | 1, _) => u64::from(discs),
        (_, 3) => (1 << discs) - 1,
        _ => {
            let aside = |top| 2 * frame_stewart(top, pegs) + frame_stewart(discs - top, pegs - 1);
            (1..discs).map(aside).min().expect("two discs at least")
        }
    }
}

#[test]
fn the_laws_are_kept() {
    let cases = [(1, 3), (5, 3), (4, 4), (3, 5), (2, 8), (32, 4), (21, 7)];
    for (discs, pegs) in cases {
        let puzzle = hanoi(discs, pegs);
        let mixed = puzzle.with_goal(&any(&puzzle, &mut Numbers(3)));
        let puzzle = if pegs == 4 {
            puzzle
        } else {
            mixed.expect("a state")
        };
        let (puzzle, start) = (puzzle.guided_by(Misplaced), puzzle.tower(1).expect("a peg"));
        let checked = laws::Check::new()
            .reversible(&puzzle, &start)
            .unwrap_or_else(|v| panic!("{v}"));
        assert!(checked.facts.consistent && checked.untested().is_empty());
        laws::Check::new()
            .ranked(&puzzle, &start)
            .unwrap_or_else(|v| panic!("{v}"));
    }
}

/// The pegs of each disc, with all pegs but the last one named in the order of their largest discs.
fn renamed(pegs: &[u8], last: u8) -> Vec<u8> {
    let mut names = std::collections::HashMap::from([(last, last)]);
    for &peg in pegs.iter().rev() {
        let next = names.len() as u8;
        names.entry(peg).or_insert(next);
    }
    pegs.iter().map(|peg| names[peg]).collect()
}

/// Whole spaces where only the last peg has a name, against all arrangements, renamed.
#[test]
fn pegs_without_names() {
    for (discs, pegs) in [(1, 3), (6, 3), (6, 4), (5, 5), (4, 7), (3, 8)] {
        let named = hanoi(discs, pegs);
        let mut numbers = Numbers(5);
        let mixed = named.with_goal(&any(&named, &mut numbers)).expect("pegs");
        for named in [named, mixed] {
            let puzzle = named.modulo_pegs();
            let canonical = |state| {
                let of_discs: Vec<u8> = named.pegs_of(&state).collect();
                renamed(&of_discs, pegs as u8)
            };
            let mut layers = vec![std::collections::HashSet::new()];
            // The goal may be any of the arrangements that are one state.
            let goal = canonical(named.goal());
            let all = 0..named.state_count().expect("few");
            let goals = all.filter_map(|rank| named.unrank(rank));
            let goals = goals.filter(|&state| canonical(state) == goal);
            let mut depths = std::collections::HashMap::new();
            for (state, depth) in goals.flat_map(|goal| oracle::depths(&named, &goal)) {
                let least = depths.entry(state).or_insert(depth);
                *least = depth.min(*least);
            }
            for (state, depth) in depths {
                layers.resize(layers.len().max(depth + 1), Default::default());
                layers[depth].insert(canonical(state));
            }
            let expected: Vec<u64> = layers.iter().map(|layer| layer.len() as u64).collect();
            let census = Enumerate::new()
                .count_by_rank(&puzzle, [puzzle.goal()])
                .run();
            let census = census.expect("few");
            assert_eq!(census.layers, expected, "{discs} discs, {pegs} pegs");
            assert_eq!(puzzle.state_count(), Some(census.states().into()));
            for _ in 0..50 {
                let of_discs = any(&named, &mut numbers);
                let state = puzzle.state(&of_discs).expect("pegs");
                let expected = renamed(&of_discs, pegs as u8);
                assert_eq!(puzzle.pegs_of(&state).collect::<Vec<_>>(), expected);
                let rank = puzzle.rank(&state).expect("it is numbered");
                assert_eq!(puzzle.unrank(rank), Some(state));
            }
            let (puzzle, start) = (puzzle.guided_by(Misplaced), puzzle.tower(1).expect("a peg"));
            laws::check(&puzzle, &start).unwrap_or_else(|v| panic!("{v}"));
            laws::Check::new()
                .reversible(&puzzle, &start)
                .unwrap_or_else(|v| panic!("{v}"));
            laws::Check::new()
                .ranked(&puzzle, &start)
                .unwrap_or_else(|v| panic!("{v}"));
        }
    }
    // What names the pegs in another order is no state, and has no number.
    let (named, puzzle) = (hanoi(2, 4), hanoi(2, 4).modulo_pegs());
    let other = named.state(&[1, 2]).expect("pegs");
    assert!(puzzle.solvability(&other) == Solvability::NotAState && puzzle.rank(&other).is_none());
    // As many discs as there may be.
    for (discs, pegs) in [(32, 3), (32, 4), (21, 5), (21, 8)] {
        let puzzle = hanoi(discs, pegs).modulo_pegs();
        let last = puzzle.state_count().expect("it fits") - 1;
        for rank in [0, 1, last / 3, last] {
            let state = puzzle.unrank(rank).expect("it is a number");
            assert!(puzzle.solvability(&state).is_solvable());
            assert_eq!(
                puzzle.rank(&state),
                Some(rank),
                "{discs} discs, {pegs} pegs"
            );
        }
        assert_eq!(puzzle.unrank(last + 1), None);
    }
}

/// A solution of one is as long as a solution of the other, by databases too.
#[test]
fn distances_without_names_are_the_same() {
    let named = hanoi(7, 4);
    let puzzle = named.modulo_pegs();
    let guided = puzzle.guided_by(patterns(&puzzle, &[4, 3]));
    let mut numbers = Numbers(11);
    for _ in 0..10 {
        let pegs = any(&named, &mut numbers);
        let start = named.state(&pegs).expect("pegs");
        let expected = oracle::fewest_moves(&named, &start);
        let start = puzzle.state(&pegs).expect("pegs");
        for solver in [
            &AStar::new() as &dyn Solver<_>,
            &BaeStar::new(),
            &Bidirectional::new(),
        ] {
            let solution = solver
                .solve(&guided, &start)
                .into_result()
                .expect("it has one");
            assert_eq!(Some(solution.len()), expected);
            solution.verify(&guided, &start).expect("it replays");
        }
    }
}

#[test]
fn states_have_numbers_texts_and_bytes() {
    let puzzle = hanoi(5, 5);
    assert_eq!(puzzle.state_count(), Some(3125));
    let states: std::collections::HashSet<_> = (0..3125).map(|n| puzzle.unrank(n)).collect();
    assert!(states.len() == 3125 && puzzle.unrank(3125).is_none());
    let mut numbers = Numbers(1);
    for _ in 0..100 {
        let pegs = any(&puzzle, &mut numbers);
        let state = puzzle.state(&pegs).expect("five pegs");
        assert_eq!(puzzle.pegs_of(&state).collect::<Vec<_>>(), pegs);
        let text = puzzle.display(&state).to_string();
        assert_eq!(puzzle.parse(&text), Ok(state));
        assert!(puzzle.solvability(&state).is_solvable());
    }
    // A fifth peg is none of three; a sixth disc is none of five.
    assert!(
        hanoi(5, 3).solvability(&hanoi(5, 4).tower(4).expect("a peg")) == Solvability::NotAState
    );
    assert!(
        hanoi(4, 4).solvability(&hanoi(5, 4).tower(4).expect("a peg")) == Solvability::NotAState
    );
    let error = |text: &str| puzzle.parse(text).expect_err("no state").to_string();
    assert_eq!(
        error("1 2 3"),
        "the state has 3 numbers: expected 5, the peg of each disc"
    );
    assert_eq!(
        error("1 2 3 4 0"),
        "number 5 of the state is 0: expected 1 to 5"
    );
    assert_eq!(
        error("1 2 3 4 6"),
        "number 5 of the state is 6: expected 1 to 5"
    );
    assert_eq!(
        error("1 2 x 4 5"),
        "item 3 of the state is \"x\": expected a number"
    );
    assert_eq!(
        Hanoi::new(3, 2).map_err(|error| error.to_string()),
        Err("2 pegs are out of range: expected 3 to 8".into())
    );
    assert_eq!(
        Hanoi::new(0, 4).map_err(|error| error.to_string()),
        Err("0 discs on 4 pegs are out of range: expected 1 to 32 discs".into())
    );
}

/// Numbers of states at each depth from all discs on one peg, 18 discs or more: from the tests of
/// lightln2/PuzzleSearch. The radii of 6 and 8 discs were computed apart from this crate.
#[test]
fn four_pegs_at_each_depth() {
    let puzzle = hanoi(18, 4);
    let task = Enumerate::new().count_by_hashing(&puzzle, [puzzle.tower(1).expect("a peg")]);
    let census = task.limits(Limits::new().max_moves(40)).run();
    assert_eq!((census.layers[20], census.layers[40]), (3_528, 116_052));
    for (discs, radius) in [(6, 17), (8, 33)] {
        let puzzle = hanoi(discs, 4);
        let census = Enumerate::new()
            .count_by_rank(&puzzle, [puzzle.goal()])
            .run();
        let census = census.expect("it fits");
        assert_eq!(census.states(), 4_u64.pow(discs as u32));
        assert_eq!(census.layers.len() - 1, radius);
    }
}

#[test]
#[ignore = "half a gigabyte and a minute"]
fn four_pegs_deeper() {
    let puzzle = hanoi(18, 4);
    let task = Enumerate::new().count_by_hashing(&puzzle, [puzzle.tower(1).expect("a peg")]);
    let census = task.limits(Limits::new().max_moves(80)).run();
    assert_eq!((census.layers[60], census.layers[80]), (883_602, 5_778_096));
}

#[test]
fn every_solver_agrees_with_the_formula() {
    for (discs, pegs) in [(6, 3), (6, 4), (6, 5), (5, 8)] {
        let cost = Some(frame_stewart(discs, pegs) as u32);
        let plain = hanoi(discs as usize, pegs as usize);
        let start = plain.tower(1).expect("a peg");
        let puzzle = plain.guided_by(patterns(&plain, &[discs as usize - 2, 2]));
        let solvers: [&dyn Solver<_>; 5] = [
            &AStar::new(),
            &AStar::new().backward(),
            &BaeStar::new(),
            &Bidirectional::new(),
            &UniformCost::new(),
        ];
        for solver in solvers {
            let report = solver.solve(&puzzle, &start);
            assert_eq!(report.lower_bound, cost, "{discs} discs, {pegs} pegs");
            let solution = report.solution().expect("it can be solved");
            assert_eq!(solution.verify(&plain, &start), Ok(()));
        }
    }
}

#[test]
fn frame_and_stewart_are_right_for_twelve_discs() {
    let plain = hanoi(12, 4);
    let puzzle = plain.guided_by(patterns(&plain, &[9, 3]));
    assert_eq!(
        puzzle.heuristic(&plain.tower(1).expect("a peg")),
        Some(41 + 5)
    );
    let report = BaeStar::new().solve(&puzzle, &plain.tower(1).expect("a peg"));
    assert_eq!((report.lower_bound, frame_stewart(12, 4)), (Some(81), 81));
    assert!(report.is_optimal());
}

#[test]
#[ignore = "seconds, and hundreds of megabytes"]
fn frame_and_stewart_are_right_for_up_to_sixteen_discs() {
    for (discs, parts, moves) in [
        (13, [11, 2], 97),
        (14, [11, 3], 113),
        (15, [12, 3], 129),
        (16, [12, 4], 161),
    ] {
        let plain = hanoi(discs, 4);
        let puzzle = plain.guided_by(patterns(&plain, &parts));
        let limits = Limits::new().max_bytes(450_000_000);
        let search = BaeStar::new().search(&puzzle, &plain.tower(1).expect("a peg"));
        let report = search.limits(limits).run();
        assert_eq!(report.lower_bound, Some(moves));
        assert!(report.is_optimal());
        assert_eq!(frame_stewart(discs as u32, 4), u64::from(moves));
    }
}

/// From anywhere to anywhere, against a search of twenty lines; the tables of the other end are made anew.
#[test]
fn databases_serve_both_ends_of_any_puzzle() {
    let mut numbers = Numbers(9);
    for (discs, pegs) in [(6, 4), (5, 5), (7, 3)] {
        let tower = hanoi(discs, pegs);
        for round in 0..8 {
            let plain = match round {
                0 => tower,
                _ => tower
                    .with_goal(&any(&tower, &mut numbers))
                    .expect("a state"),
            };
            let start = match round {
                0 | 1 => tower.tower(1 + numbers.below(pegs)).expect("a peg"),
                _ => plain.state(&any(&plain, &mut numbers)).expect("a state"),
            };
            let distances = oracle::depths(&plain, &plain.goal());
            let puzzle = plain.guided_by(patterns(&plain, &[discs - 2, 2]));
            for (state, &distance) in &distances {
                assert!(puzzle.heuristic(state) <= Some(distance as u32));
            }
            assert_eq!(puzzle.heuristic(&plain.goal()), Some(0));
            laws::check(&puzzle, &start).unwrap_or_else(|violation| panic!("{violation}"));
            let cost = Some(distances[&start] as u32);
            assert_eq!(AStar::new().solve(&puzzle, &start).lower_bound, cost);
            assert_eq!(
                AStar::new().backward().solve(&puzzle, &start).lower_bound,
                cost
            );
            assert_eq!(BaeStar::new().solve(&puzzle, &start).lower_bound, cost);
            let manhattan = plain.guided_by(Manhattan);
            assert_eq!(BaeStar::new().solve(&manhattan, &start).lower_bound, cost);
        }
    }
}

/// Pegs can be renamed: from a tower the tables of the goal are as good as those made for the start.
#[test]
fn one_table_serves_two_towers() {
    let plain = hanoi(8, 4);
    let shared = plain.guided_by(patterns(&plain, &[5, 3]));
    let start = plain.tower(2).expect("a peg");
    let own = plain.with_goal(&[2; 8]).expect("a tower");
    let own = own.guided_by(patterns(&own, &[5, 3]));
    let turned = puzzle_search::puzzle::TwoSided::reversed(&shared, &start);
    for rank in (0..65_536).step_by(7) {
        let state = plain.unrank(rank).expect("a rank");
        assert_eq!(turned.heuristic(&state), own.heuristic(&state));
    }
}

#[test]
fn parts_that_do_not_fit_and_limits_are_told_of() {
    let puzzle = hanoi(8, 4);
    let error = |parts: &[usize]| DiscPatterns::build(&puzzle, parts).run().map(drop);
    for parts in [&[9][..], &[6, 3], &[0], &[8, 1], &[usize::MAX]] {
        assert!(
            matches!(error(parts), Err(BuildError::Unfit(_))),
            "{parts:?}"
        );
    }
    // Both tables together.
    let limits = Limits::new().max_bytes(100_000);
    let mut task = DiscPatterns::build(&puzzle, &[8]).limits(limits.clone());
    assert!(task.run().is_ok());
    let large = hanoi(16, 4);
    let mut task = DiscPatterns::build(&large, &[8, 8]).limits(limits);
    assert_eq!(task.run().map(drop), Err(BuildError::Stopped(Stop::Bytes)));
    task.set_limits(Limits::new());
    assert!(task.run().is_ok());
    // A table for another goal is no table for this one.
    let other = puzzle.with_goal(&[1; 8]).expect("a tower");
    assert!(Guided::new(other, patterns(&puzzle, &[4])).is_err());
    assert!(Guided::new(hanoi(8, 5), patterns(&puzzle, &[4])).is_err());
    assert!(Guided::new(hanoi(3, 4), patterns(&puzzle, &[4])).is_err());
}

/// What a depth-first search leaves out it does not miss.
#[test]
fn redundant_moves_lose_no_state() {
    let puzzle = hanoi(4, 5);
    let checked = laws::check_traversal(&puzzle, &puzzle.tower(1).expect("a peg"));
    checked.unwrap_or_else(|violation| panic!("{violation}"));
    for number in (0..625).step_by(13) {
        let start = puzzle.unrank(number).expect("a rank");
        let cost = IdaStar::new()
            .solve(&puzzle.guided_by(Misplaced), &start)
            .lower_bound;
        let expected = oracle::fewest_moves(&puzzle, &start).map(|moves| moves as u32);
        assert_eq!(cost, expected);
    }
}
