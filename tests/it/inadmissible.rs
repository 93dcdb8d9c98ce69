//! Heuristics that may exceed the true cost: solutions are found, and nothing is claimed of them.

use core::ops::ControlFlow;

use puzzle_search::heuristics::{FnHeuristic, Manhattan, Max, Reflected, Scaled, Sum};
use puzzle_search::laws::{self, Law};
use puzzle_search::observe::Observer;
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzles::{SlidingTiles, TileSymmetry};
use puzzle_search::{
    AStar, BreadthFirst, Guarantee, Limits, Notation, Outcome, Puzzle, Solver, from_fn,
};

use crate::support::{Numbered, Numbers, every_solver, walk_back};

/// Every lower bound that a search tells of.
#[derive(Default)]
struct Bounds(Vec<u32>);

impl<S, M> Observer<S, M, u32> for Bounds {
    fn lower_bound(&mut self, bound: u32) -> ControlFlow<()> {
        self.0.push(bound);
        ControlFlow::Continue(())
    }
}

fn tiles() -> SlidingTiles {
    SlidingTiles::new(3, 3).expect("a legal size")
}

#[test]
fn solutions_are_not_called_optimal_and_no_bound_is_told() {
    let weighted = tiles().guided_by(Scaled::new(Manhattan, 3, 1));
    let mut numbers = Numbers(5);
    let mut dearer = 0;
    for _ in 0..20 {
        let start = walk_back(&weighted, 26, &mut numbers);
        if weighted.is_goal(&start) {
            continue;
        }
        let fewest = BreadthFirst::new().solve(&weighted, &start);
        let (weighted, start) = (Numbered::from(&weighted, &start), 0);
        let fewest = fewest.solution().expect("it came from the goal").cost();
        for (name, solver) in every_solver() {
            if name == "iterative deepening" {
                continue; // takes long without a heuristic
            }
            let mut bounds = Bounds::default();
            let report = solver.search(&weighted, &start).observe(&mut bounds).run();
            let solution = report.solution().expect("it came from the goal");
            assert_eq!(solution.verify(&weighted, &start), Ok(()), "{name}");
            let Outcome::Solved { guarantee, .. } = report.outcome else {
                unreachable!("there is a solution");
            };
            if solver.traits().is_informed {
                assert_eq!(guarantee, Guarantee::Unproved, "{name}");
                assert!(!report.is_optimal(), "{name}");
                assert_eq!(report.lower_bound, None, "{name}");
                assert!(bounds.0.is_empty(), "{name}");
                assert!((fewest..=3 * fewest).contains(&solution.cost()), "{name}");
                dearer += usize::from(solution.cost() > fewest);
            } else {
                assert_eq!(guarantee, Guarantee::Optimal, "{name}");
                assert_eq!(solution.cost(), fewest, "{name}");
                assert_eq!(report.lower_bound, Some(fewest), "{name}");
                assert!(bounds.0.iter().all(|&bound| bound <= fewest), "{name}");
            }
        }
    }
    assert!(dearer > 10, "the weight has to show: {dearer}");
}

#[test]
fn a_stopped_search_claims_no_bound_either() {
    let weighted = tiles().guided_by(Scaled::new(Manhattan, 3, 1));
    let start = weighted.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let (weighted, start) = (Numbered::from(&weighted, &start), 0);
    for (limits, max_cost) in [
        (Limits::new().max_expanded(20), None),
        (Limits::new(), Some(31)),
    ] {
        for (name, solver) in every_solver() {
            if !solver.traits().is_informed {
                continue;
            }
            let search = solver.search(&weighted, &start);
            let mut search = search.limits(limits.clone());
            search.set_max_cost(max_cost);
            let report = search.run();
            assert!(matches!(report.outcome, Outcome::Stopped { .. }), "{name}");
            assert_eq!(report.lower_bound, None, "{name}");
        }
    }
}

#[test]
fn a_start_that_is_a_goal_and_a_dead_end_need_no_estimate() {
    let weighted = tiles().guided_by(Scaled::new(Manhattan, 3, 1));
    let weighted = Numbered::from(&weighted, &weighted.puzzle().goal());
    for (name, solver) in every_solver() {
        let report = solver.solve(&weighted, &0);
        assert!(report.is_optimal(), "{name}");
        assert_eq!(report.lower_bound, Some(0), "{name}");
    }
    let never = FnHeuristic(|_: &SlidingTiles, _: &_| None);
    let hopeless = tiles().guided_by(Scaled::new(never, 3, 1));
    let start = hopeless.parse("1 2 3  4 5 6  7 0 8").expect("a board");
    let (hopeless, start) = (Numbered::from(&hopeless, &start), 0);
    for (name, solver) in every_solver() {
        if solver.traits().is_informed {
            assert!(solver.solve(&hopeless, &start).is_unsolvable(), "{name}");
        }
    }
}

#[test]
fn the_same_search_may_be_used_again() {
    let tiles = tiles();
    let weighted = (&Manhattan, Scaled::new(Manhattan, 3, 1));
    let puzzle = tiles.guided_by(weighted.1);
    let start = puzzle.parse("1 2 3  4 5 6  0 7 8").expect("a board");
    let mut search = AStar::new().search(&puzzle, &start);
    let first = search.run();
    assert!(!first.is_optimal() && first.lower_bound.is_none());
    search.restart([puzzle.puzzle().goal()]);
    let report = search.run();
    assert!(report.is_optimal());
    assert_eq!(report.lower_bound, Some(0));
    search.restart([start]);
    let again = search.run();
    assert_eq!(
        (again.outcome, again.lower_bound),
        (first.outcome, first.lower_bound)
    );
}

#[test]
fn everything_made_of_heuristics_hands_the_answer_on() {
    let weighted = Scaled::new(Manhattan, 3, 2);
    let symmetry = TileSymmetry::transposition(&tiles()).expect("a square");
    macro_rules! answers {
        ($($heuristic:expr => $expected:expr),+ $(,)?) => {$(
            let puzzle = tiles().guided_by($heuristic);
            assert_eq!(puzzle.facts().admissible, $expected, stringify!($heuristic));
        )+};
    }
    answers! {
        Manhattan => true,
        &Manhattan => true,
        weighted => false,
        &weighted => false,
        Scaled::new(Manhattan, 2, 3) => true,
        Scaled::new(Manhattan, 2, 2) => true,
        Scaled::new(Manhattan, 2, 0) => false,
        Scaled::new(weighted, 1, 2) => false,
        Max([Manhattan, Manhattan]) => true,
        Max((weighted, Manhattan)) => false,
        Max((Manhattan, weighted)) => false,
        Max((Manhattan, Manhattan, weighted)) => false,
        Sum((Manhattan, weighted)) => false,
        Reflected::new(Manhattan, symmetry) => true,
        Reflected::new(weighted, symmetry) => false,
    }
    assert!(
        !Pruned::new(tiles().guided_by(weighted), 2)
            .facts()
            .admissible
    );
    assert!(
        Pruned::new(tiles().guided_by(Manhattan), 2)
            .facts()
            .admissible
    );
}

#[test]
fn the_laws_ask_only_for_what_is_promised() {
    let weighted = tiles().guided_by(Scaled::new(Manhattan, 3, 1));
    let checked = laws::check(&weighted, &weighted.puzzle().goal()).expect("it promises nothing");
    assert!(!checked.facts.admissible && !checked.facts.consistent);
    let plain = tiles().guided_by(Manhattan);
    let checked = laws::check(&plain, &plain.puzzle().goal()).expect("it is admissible");
    assert!(checked.facts.admissible && checked.facts.consistent);

    // A dead end has to be one all the same.
    let never = FnHeuristic(|_: &_, &n: &u8| (n < 3).then_some(9_u32));
    let line = from_fn(|&n: &u8| [((), n.saturating_sub(1), 1_u32)], |&n| n == 0);
    let violation =
        laws::check(&line.guided_by(Scaled::new(never, 3, 1)), &5).expect_err("3 is no dead end");
    assert_eq!(violation.law, Law::Admissible);
}
