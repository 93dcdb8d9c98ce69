//! Short solutions in two phases.

use std::collections::HashMap;

use puzzle_search::heuristics::Guided;
use puzzle_search::job::BuildError;
use puzzle_search::puzzles::{Arrangement, Definition, PermutationPuzzle};
use puzzle_search::{Limits, Notation, Puzzle, Ranked, Solver, Stop, laws};
use puzzle_search_coordinates::{Phases, TwoPhase};

use crate::support::Numbers;

const POCKET: &str = include_str!("../../../../examples/puzzles/pocket-cube.puzzle");
const CUBE: &str = include_str!("../../../../examples/puzzles/cube.puzzle");

type Cube = PermutationPuzzle<[u8; 48]>;

fn guided(text: &str, subgroup: &[&str]) -> Guided<Cube, Phases> {
    let definition: Definition = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let puzzle = Cube::packed(&definition).expect("few places");
    let phases = Phases::build(&puzzle, subgroup).threads(2).run();
    puzzle.guided_by(phases.expect("they fit"))
}

/// Distances from the goal, by a search through arrangements.
fn distances(puzzle: &Cube) -> HashMap<Arrangement<[u8; 48]>, u32> {
    let mut distances = HashMap::from([(puzzle.goal(), 0)]);
    let mut queue = std::collections::VecDeque::from([puzzle.goal()]);
    while let Some(state) = queue.pop_front() {
        let next = distances[&state] + 1;
        for edge in puzzle.neighbors(&state) {
            distances.entry(edge.state).or_insert_with(|| {
                queue.push_back(edge.state);
                next
            });
        }
    }
    distances
}

/// The 2x2x2 cube of which two faces turn: 29,160 states.
fn two_faces() -> String {
    let lines = POCKET
        .lines()
        .filter(|line| !line.starts_with("generator F"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn run_to_the_end_it_is_optimal_and_what_it_proves_holds_before() {
    // The last subgroup is more than what the one move that stays in it generates.
    let puzzle = guided(&two_faces(), &["U", "R2"]);
    laws::check(&puzzle, &puzzle.puzzle().goal()).expect("lawful");
    let distances = distances(puzzle.puzzle());
    assert_eq!(distances.len(), 29_160);
    let mut states: Vec<_> = distances.into_iter().collect();
    states.sort_by_key(|(state, distance)| (*distance, format!("{state:?}")));
    for subgroup in [&["U", "R2"][..], &["U2", "R2"], &["U2", "R U2 R'"]] {
        let puzzle = guided(&two_faces(), subgroup);
        let near = states.iter().filter(|(_, distance)| *distance <= 9);
        for (state, distance) in near.step_by(97) {
            let report = TwoPhase::new().solve(&puzzle, state);
            assert!(report.is_optimal());
            let best = report.best().expect("it is solved");
            best.verify(&puzzle, state).expect("it leads to the goal");
            assert_eq!(
                (best.cost(), report.lower_bound),
                (*distance, Some(*distance)),
                "{subgroup:?}"
            );
            // In pieces; each solution is shorter than the one before.
            let mut search = TwoPhase::new().search(&puzzle, state);
            let (mut pieces, mut before) = (0, u32::MAX);
            let pieced = loop {
                pieces += 1;
                let piece = report.stats.expanded / 4 + 1;
                search.set_limits(Limits::new().max_expanded(pieces * piece));
                let report = search.run();
                assert!(report.lower_bound.is_some_and(|lower| lower <= *distance));
                if let Some(best) = report.best() {
                    assert!((*distance..=before).contains(&best.cost()));
                    before = best.cost();
                }
                if report.stop().is_none() {
                    break report;
                }
            };
            assert_eq!(pieced.outcome, report.outcome);
            assert_eq!(pieced.stats.expanded, report.stats.expanded);
        }
    }
}

#[test]
fn a_limit_on_the_cost_is_kept() {
    let puzzle = guided(&two_faces(), &["U", "R2"]);
    let start = puzzle
        .puzzle()
        .play(&puzzle.puzzle().goal(), "R U R2 U' R U R'");
    let start = start.expect("its moves");
    let optimal = TwoPhase::new().solve(&puzzle, &start).lower_bound;
    let optimal = optimal.expect("it is solved");
    let mut search = TwoPhase::new().search(&puzzle, &start);
    search.set_max_cost(Some(optimal - 1));
    let report = search.run();
    assert_eq!(report.stop(), Some(Stop::Cost));
    assert_eq!(report.lower_bound, Some(optimal));
    assert!(report.best().is_none());
    search.set_max_cost(Some(optimal));
    let report = search.run();
    assert!(report.is_optimal());
    assert_eq!(
        report.into_result().map(|solution| solution.cost()),
        Ok(optimal)
    );
}

#[test]
fn a_limit_on_the_cost_may_change_at_any_moment() {
    let puzzle = guided(&two_faces(), &["U2", "R2"]);
    let (cube, mut start) = (puzzle.puzzle(), puzzle.puzzle().goal());
    let mut pauses = 0;
    for moves in ["R U R2 U' R U", "R' U2 R", "U' R2", "U", "R U2", "R' U"] {
        start = cube.play(&start, moves).expect("its moves");
        let whole = TwoPhase::new().solve(&puzzle, &start);
        let optimal = whole.lower_bound.expect("it is solved");
        let mut search = TwoPhase::new().search(&puzzle, &start);
        for most in 1.. {
            search.restart([start]);
            search.set_max_cost(Some(30));
            search.set_limits(Limits::new().max_expanded(most));
            let before = search.run();
            if before.best().is_some() {
                break;
            }
            pauses += 1;
            // A limit that has cut nothing costs nothing when it falls.
            search.set_limits(Limits::new().max_expanded(0));
            assert_eq!(search.run().stats.expanded, before.stats.expanded);
            // One that is lower holds at once, and what it cuts is found without it.
            search.set_limits(Limits::new());
            search.set_max_cost(Some(optimal - 1));
            let report = search.run();
            assert_eq!((report.stop(), report.best()), (Some(Stop::Cost), None));
            search.set_max_cost(None);
            assert_eq!(search.run().outcome, whole.outcome);
        }
    }
    assert!(pauses > 30, "{pauses}");
}

#[test]
fn the_nearest_of_several_starts_is_solved_to_another_goal() {
    let definition: Definition = two_faces().parse().expect("a definition");
    let puzzle = Cube::packed(&definition).expect("few places");
    let play = |from, moves| puzzle.play(from, moves).expect("its moves");
    let solved = puzzle.goal();
    let goal = play(&solved, "U R2 U'");
    let pieces = puzzle.display(&goal).to_string();
    let pieces: Option<Vec<u8>> = pieces
        .split_whitespace()
        .map(|piece| piece.parse().ok())
        .collect();
    let pieces = pieces.expect("numbers");
    let starts = ["R U R U' R2 U R'", "R U'", "U R U R2 U"].map(|moves| play(&goal, moves));
    let puzzle = puzzle.with_goal(&pieces).expect("each piece once");
    let phases = Phases::build(&puzzle, &["U", "R2"]).run();
    let puzzle = puzzle.guided_by(phases.expect("they fit"));
    let search = TwoPhase::new().search(&puzzle, &starts[0]);
    let report = search.also_from(starts[1..].iter().copied()).run();
    let best = report.best().expect("it is solved");
    best.verify(&puzzle, &starts[1])
        .expect("it leads to the goal");
    assert!(report.is_optimal());
    assert_eq!((best.start_index(), best.cost()), (1, 2));
}

#[test]
fn a_subgroup_that_no_move_leaves_needs_no_first_phase() {
    let puzzle = guided(&two_faces(), &["U", "R"]);
    let cube = puzzle.puzzle();
    let start = cube.play(&cube.goal(), "R U R2 U' R U R' U2 R U' R2 U R U2 R'");
    let start = start.expect("its moves");
    let report = TwoPhase::new().solve(&puzzle, &start);
    let other = TwoPhase::new().solve(&guided(&two_faces(), &["U", "R2"]), &start);
    assert!(report.is_optimal());
    assert_eq!(report.lower_bound, other.lower_bound);
    assert!(report.stats.expanded < 100, "{}", report.stats.expanded);
}

#[test]
fn random_cubes_are_solved_soon() {
    let puzzle = guided(CUBE, &["U", "D", "F2", "B2", "L2", "R2"]);
    let cube = puzzle.puzzle();
    let mut numbers = Numbers(3);
    let costs = (0..3).map(|_| {
        let element = cube.group().random(|| numbers.bits());
        let rank = cube.group().rank(&element).expect("it is in the group");
        let start = cube.unrank(rank).expect("it has a number");
        // Within a few tenths of a second, were it slow.
        let limits = Limits::new().max_expanded(100_000);
        let report = TwoPhase::new().search(&puzzle, &start).limits(limits).run();
        let best = report.best().expect("one is found");
        best.verify(&puzzle, &start).expect("it leads to the goal");
        // No cube takes more than 20 moves.
        let is_proved = |lower| (10..=20).contains(&lower) && lower <= best.cost();
        assert!(report.lower_bound.is_some_and(is_proved));
        best.cost()
    });
    assert_eq!(costs.collect::<Vec<_>>(), [19, 20, 19]);
    // Of what was scrambled by few moves the best is found.
    let start = cube.play(&cube.goal(), "R U F2 L' D B").expect("its moves");
    let report = TwoPhase::new().solve(&puzzle, &start);
    assert!(report.is_optimal() && report.lower_bound == Some(6));
    // Nor is any second phase overlooked, of which the tables know a part of the edges at a time.
    for scramble in [
        "U R2 D' F2 U2 B2 L2 D",
        "D2 L2 U F2 D' R2 U B2 U'",
        "R2 U F2 D2 B2 U' L2 D R2 U2",
    ] {
        let start = cube.play(&cube.goal(), scramble).expect("its moves");
        let search = TwoPhase::new().search(&puzzle, &start);
        let report = search.limits(Limits::new().max_expanded(5_000)).run();
        let moves = scramble.split_whitespace().count() as u32;
        let best = report.best().expect("one is found");
        assert!(best.cost() <= moves, "{scramble}: {}", best.cost());
    }
}

#[test]
fn what_has_no_phases_says_why() {
    let small: Definition = "points 4 \n generator T (1 2 3 4)"
        .parse()
        .expect("a definition");
    let puzzle = Cube::packed(&small).expect("few places");
    let error = Phases::build(&puzzle, &["T T"])
        .run()
        .expect_err("it has none");
    assert_eq!(
        error.to_string(),
        "moves cannot be taken back by one move: expected the inverse of every move among them"
    );
    let definition: Definition = POCKET.parse().expect("a definition");
    let puzzle = Cube::packed(&definition).expect("few places");
    let error = Phases::build(&puzzle, &["U X"])
        .run()
        .expect_err("it has none");
    assert!(
        error
            .to_string()
            .starts_with("column 3: \"X\" is not a move")
    );
    let mut build =
        Phases::build(&puzzle, &["U", "R2", "F2"]).limits(Limits::new().max_bytes(1_000));
    let stopped = build.run().expect_err("it has none");
    assert_eq!(stopped, BuildError::Stopped(Stop::Bytes));
    build.set_limits(Limits::new());
    let phases = build.run().expect("there is memory");
    assert!(phases.bytes() > 1_000);
    let stopped = Phases::build(&puzzle, &["U", "R2", "F2"])
        .limits(Limits::new().max_bytes(phases.bytes() - 1))
        .run();
    assert_eq!(stopped.err(), Some(BuildError::Stopped(Stop::Bytes)));
    let other = Cube::packed(&two_faces().parse().expect("a definition")).expect("few places");
    assert!(Guided::new(other, phases).is_err());
}

#[test]
fn a_table_says_up_to_254_moves() {
    let phases = |cycles: [u32; 2]| {
        let [first, both] = [cycles[0], cycles[0] + cycles[1]];
        let cycle = |places: std::ops::RangeInclusive<u32>| {
            let places: Vec<String> = places.map(|place| place.to_string()).collect();
            format!("({})", places.join(" "))
        };
        let (a, b) = (cycle(1..=first), cycle(first + 1..=both));
        let text = format!("points {both} \n generator T {a}{b} \n inverses");
        let definition: Definition = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let puzzle = PermutationPuzzle::<[u8; 144]>::packed(&definition).expect("few places");
        Phases::build(&puzzle, &[""; 0]).run()
    };
    // Half of 4 x 127, and of 17 x 30.
    assert!(phases([4, 127]).is_ok());
    let error = phases([17, 30]).expect_err("255 moves");
    assert_eq!(
        error.to_string(),
        "a phase is longer than a table can say: expected at most 254 moves"
    );
}

#[test]
fn a_build_that_is_stopped_counts_what_it_has_filled() {
    let definition: Definition = POCKET.parse().expect("a definition");
    let puzzle = Cube::packed(&definition).expect("few places");
    let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let seen = std::cell::RefCell::new(Vec::new());
    let limits = Limits::new().with_cancel(cancel.clone());
    let build = Phases::build(&puzzle, &["U", "R2", "F2"]).limits(limits);
    let mut build = build.on_progress(|progress| {
        let mut seen = seen.borrow_mut();
        let coverage = progress.coverage.map(|now| (now.done, now.total));
        match coverage {
            Some(now) if seen.last() != Some(&now) => {
                seen.push(now);
                std::ops::ControlFlow::Break(())
            }
            _ => std::ops::ControlFlow::Continue(()),
        }
    });
    let mut runs = 0;
    while build.run().is_err() {
        runs += 1;
    }
    let seen = seen.into_inner();
    assert!(runs > 1 && seen.len() == runs, "{seen:?}");
    assert!(
        seen.is_sorted_by(|a, b| a.0 < b.0 && a.1 == b.1),
        "{seen:?}"
    );
}
