//! Every solver on every puzzle against the oracle.

use puzzle_search::heuristics::{Either, Manhattan, Misplaced, Zero};
use puzzle_search::puzzles::{
    BurntPancake, GraphTiles, Hanoi, Pancake, PermutationPuzzle, Ring, SlidingTiles, SwapGame,
    sliding_solvability,
};
use puzzle_search::solvers::{BranchAndBound, IterativeDeepening};
use puzzle_search::{
    AStar, BreadthFirst, Guarantee, IdaStar, Notation, Outcome, Puzzle, Reversible, Solvability,
    Solver, Stop,
};

use crate::korf;
use crate::oracle;
use crate::support::{
    Digraph, Goalless, Named, Numbered, Numbers, every_solver, informed_depth_first,
    iterative_deepening, magic_squares_to, storing, top_spin_of, walk_back,
};

/// Heuristics of one type: solvers are compiled once for both.
type Common = Either<Manhattan, Misplaced>;
const MANHATTAN: Common = Either::Left(Manhattan);
const MISPLACED: Common = Either::Right(Misplaced);

/// What guides sliding boards less.
type Weak = Either<Misplaced, Zero>;

fn agree<P>(puzzle: &P, start: &P::State, expected: Option<u32>, solvers: Vec<Named<P>>)
where
    P: Puzzle<Cost = u32>,
{
    for (name, solver) in solvers {
        let report = solver.solve(puzzle, start);
        let cost = report.solution().map(puzzle_search::Solution::cost);
        assert_eq!(cost, expected, "{name} from {start:?}");
        assert_eq!(report.lower_bound, expected, "{name} from {start:?}");
        assert_eq!(
            report.is_unsolvable(),
            expected.is_none(),
            "{name} from {start:?}"
        );
        if let Some(solution) = report.solution() {
            assert_eq!(
                solution.verify(puzzle, start),
                Ok(()),
                "{name} from {start:?}"
            );
            assert_eq!(solution.len() as u32, solution.cost());
            assert!(report.is_optimal(), "{name} from {start:?}");
        }
    }
}

/// Every solver from starts near the goal, all but the blind depth-first one from anywhere: two on the
/// puzzle itself, since they make use of most of it, and all on its states as numbers.
fn agree_everywhere<P: Reversible<Cost = u32>>(puzzle: &P, near: usize, far: usize) {
    let mut numbers = Numbers(7);
    let steps = (0..near).chain([near, far / 2, far]);
    for (round, steps) in steps.enumerate() {
        let start = walk_back(puzzle, steps, &mut numbers);
        let expected = oracle::fewest_moves(puzzle, &start).map(|moves| moves as u32);
        agree(puzzle, &start, expected, itself());
        let mut solvers = storing();
        solvers.extend(informed_depth_first());
        if round < near {
            solvers.push(iterative_deepening());
        }
        agree(&Numbered::from(puzzle, &start), &0, expected, solvers);
    }
}

/// A solver that stores states, and one that keeps up what it knows of the path.
fn itself<P: Puzzle>() -> Vec<Named<P>> {
    vec![
        ("A*", Box::new(AStar::new())),
        ("IDA*", Box::new(IdaStar::new())),
    ]
}

/// The solvers that use a heuristic, where the others have seen the puzzle.
fn informed_agree<P: Reversible<Cost = u32>>(puzzle: &P, starts: impl Iterator<Item = P::State>) {
    for start in starts {
        let expected = oracle::fewest_moves(puzzle, &start).map(|moves| moves as u32);
        agree(puzzle, &start, expected, itself());
        let puzzle = Numbered::from(puzzle, &start);
        agree(&puzzle, &0, expected, informed_depth_first());
    }
}

/// Where walks of up to so many steps end.
fn within<P: Reversible>(puzzle: &P, steps: usize) -> impl Iterator<Item = P::State> {
    let mut numbers = Numbers(7);
    (0..=steps).map(move |steps| walk_back(puzzle, steps, &mut numbers))
}

#[test]
fn sliding_tiles() {
    for (rows, columns) in [
        (1, 1),
        (1, 2),
        (1, 5),
        (4, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 4),
        (3, 3),
    ] {
        let puzzle = || SlidingTiles::new(rows, columns).expect("a legal size");
        agree_everywhere(&puzzle().guided_by(Manhattan), 12, 200);
        let misplaced = puzzle().guided_by(Weak::Left(Misplaced));
        informed_agree(&misplaced, within(&puzzle(), 16));
    }
    let goal = [5, 0, 3, 1, 8, 2, 4, 7, 6];
    let puzzle = SlidingTiles::new(3, 3).and_then(|p| p.with_goal(&goal));
    let puzzle = puzzle.expect("a legal goal");
    agree_everywhere(&puzzle.clone().guided_by(Manhattan), 12, 200);
    agree_everywhere(&puzzle.guided_by(Weak::Right(Zero)), 8, 10);
}

#[test]
fn sliding_tiles_of_every_size_class() {
    let wide = SlidingTiles::<u128>::packed(2, 3).expect("a legal size");
    agree_everywhere(&wide.guided_by(Manhattan), 10, 100);
    let large = SlidingTiles::<[u8; 64]>::packed(2, 3).expect("a legal size");
    agree_everywhere(&large.guided_by(Manhattan), 10, 100);
}

#[test]
fn puzzles_of_moves() {
    let pancake = Pancake::new(5).and_then(|p| p.with_goal(&[3, 1, 2, 5, 4]));
    agree_everywhere(&pancake.expect("a legal goal"), 6, 12);
    let burnt = BurntPancake::new(3).and_then(|p| p.with_goal(&[3, -1, 2]));
    agree_everywhere(&burnt.expect("a legal goal"), 6, 12);
    for ring in [Ring::Fixed, Ring::Rotates] {
        let spin = top_spin_of(6, 4, ring);
        agree_everywhere(&spin, 5, 10);
    }
    let hanoi = Hanoi::new(4, 4).expect("four discs");
    agree_everywhere(&hanoi.guided_by(Manhattan), 5, 40);
    let text = include_str!("../../examples/puzzles/two-wheels.puzzle");
    let wheels = PermutationPuzzle::new(&text.parse().expect("a definition"));
    let wheels = wheels.expect("six places");
    agree_everywhere(&wheels.clone().guided_by(MANHATTAN), 8, 20);
    informed_agree(&wheels.clone().guided_by(MISPLACED), within(&wheels, 20));
}

#[test]
fn graph_tiles() {
    let theta = [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 0),
        (0, 6),
        (6, 3),
    ];
    let edges: [(usize, &[(usize, usize)]); 4] = [
        (1, &[]),
        (4, &[(0, 1), (2, 3)]),
        (6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5)]),
        (7, &theta),
    ];
    for (vertices, edges) in edges {
        let puzzle = || GraphTiles::new(vertices, edges).expect("a simple graph");
        agree_everywhere(&puzzle().guided_by(MANHATTAN), 8, 40);
        informed_agree(&puzzle().guided_by(MISPLACED), within(&puzzle(), 12));
    }
}

#[test]
fn swap_game() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3)] {
        let puzzle = SwapGame::new(rows, columns).expect("a legal size");
        agree_everywhere(&puzzle.clone().guided_by(MANHATTAN), 5, 50);
        informed_agree(&puzzle.clone().guided_by(MISPLACED), within(&puzzle, 6));
    }
    let puzzle = SwapGame::new(3, 3).expect("a legal size");
    agree_everywhere(&puzzle.guided_by(MANHATTAN), 3, 8);
}

#[test]
fn magic_squares() {
    let target = [2, 6, 8, 4, 5, 7, 3, 1];
    let puzzle = magic_squares_to(&target);
    agree_everywhere(&puzzle.clone().guided_by(MANHATTAN), 8, 40);
    informed_agree(&puzzle.clone().guided_by(MISPLACED), within(&puzzle, 12));
}

#[test]
fn unsolvable_starts_are_proved_so_by_parity() {
    let puzzle = SlidingTiles::new(3, 3)
        .expect("a legal size")
        .guided_by(Manhattan);
    let start = puzzle
        .puzzle()
        .state(&[2, 1, 3, 4, 5, 6, 7, 8, 0])
        .expect("a legal board");
    for (name, solver) in every_solver() {
        let report = solver.solve(&puzzle, &start);
        let Outcome::Unsolvable { reason } = report.outcome else {
            panic!("{name} says {:?}", report.outcome);
        };
        assert!(
            reason
                .to_string()
                .starts_with("the permutation from start to goal is odd")
        );
        assert_eq!(report.stats.generated, 0, "{name} need not search");
    }
}

#[test]
fn a_board_for_the_other_goal_is_told_so() {
    let reason = |rows, columns, labels: &[u8]| {
        let puzzle = SlidingTiles::new(rows, columns).expect("a board");
        let start = puzzle.state(labels).expect("each label once");
        let said = puzzle.solvability(&start);
        said.reason().expect("it is decided").to_string()
    };
    let (last, first) = (
        "for the goal with the blank last",
        "; the goal with the blank first can be reached",
    );
    // The first of Korf's hundred.
    let korf = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
    assert!(reason(4, 4, &korf).ends_with(&format!("{last}{first}")));
    assert!(reason(3, 3, &[2, 1, 3, 4, 5, 6, 7, 8, 0]).ends_with(last));
    for (rows, columns) in [(2, 2), (2, 3), (2, 4), (3, 4)] {
        let cells = rows * columns;
        let swapped: Vec<u8> = [2, 1]
            .into_iter()
            .chain(3..cells as u8)
            .chain([0])
            .collect();
        let ascending: Vec<u8> = (0..cells as u8).collect();
        let other = sliding_solvability(rows, columns, &swapped, &ascending).expect("boards");
        let is_told = reason(rows, columns, &swapped).contains(first);
        assert_eq!(is_told, other.is_solvable(), "{rows}x{columns}");
    }
    // Who asks for a goal knows which it is.
    let said = sliding_solvability(2, 2, &[1, 2, 3, 0], &[0, 1, 2, 3]).expect("boards");
    assert!(!said.to_string().contains("the goal"), "{said}");
}

#[test]
fn unsolvable_starts_are_proved_so_by_exhaustion() {
    let puzzle = Goalless(SlidingTiles::new(2, 3).expect("a legal size"));
    for (name, solver) in storing() {
        let puzzle = Numbered::from(&puzzle, &puzzle.0.goal());
        let report = solver.solve(&puzzle, &0);
        assert!(report.is_unsolvable(), "{name}");
        // Without goals the backward side is exhausted before the forward one begins.
        let seen = if name == "bidirectional" { 0 } else { 360 };
        assert_eq!(report.stats.expanded, seen, "{name}");
    }
}

#[test]
fn depth_first_solvers_prove_it_where_all_paths_end() {
    let edges = vec![(0, 1, 2), (0, 2, 3), (1, 3, 1), (2, 3, 1), (3, 4, 7)];
    let (goals, estimates) = (vec![9], vec![]);
    let puzzle = Digraph {
        edges,
        goals,
        estimates,
    };
    for (name, solver) in every_solver() {
        assert!(solver.solve(&puzzle, &0).is_unsolvable(), "{name}");
    }
}

#[test]
fn a_start_that_is_a_goal_needs_no_move() {
    let puzzle = SlidingTiles::new(4, 4)
        .expect("a legal size")
        .guided_by(Manhattan);
    for (name, solver) in every_solver() {
        let report = solver.solve(&puzzle, &puzzle.puzzle().goal());
        let solution = report.solution().expect(name);
        assert!(solution.is_empty() && report.is_optimal(), "{name}");
        assert_eq!(
            (report.stats.generated, report.stats.expanded),
            (1, 0),
            "{name}"
        );
    }
}

#[test]
fn breadth_first_takes_the_first_path_in_neighbor_order() {
    // The lexicographically least of all shortest paths, by brute force over the oracle's depths.
    let mut numbers = Numbers(3);
    let puzzle = SlidingTiles::new(3, 3).expect("a legal size");
    let from_goal = oracle::depths(&puzzle, &puzzle.goal());
    for steps in 1..40 {
        let start = walk_back(&puzzle, steps, &mut numbers);
        let (mut state, mut least) = (start, Vec::new());
        while !puzzle.is_goal(&state) {
            let nearer = from_goal[&state] - 1;
            let next = puzzle.neighbors(&state).into_iter();
            let next = next.into_iter().find(|n| from_goal[&n.state] == nearer);
            let next = next.expect("a neighbor is nearer");
            least.push(next.mv);
            state = next.state;
        }
        let report = BreadthFirst::new().solve(&puzzle, &start);
        assert_eq!(
            report.solution().map(puzzle_search::Solution::moves),
            Some(least.as_slice())
        );
    }
}

#[test]
fn fewest_moves_are_not_called_cheapest_on_weighted_edges() {
    let edges = vec![(0, 1, 1), (1, 2, 1), (0, 2, 9), (0, 2, 8)];
    let (goals, estimates) = (vec![2], vec![]);
    let puzzle = Digraph {
        edges,
        goals,
        estimates,
    };
    for (name, solver) in every_solver() {
        let report = solver.solve(&puzzle, &0);
        let Outcome::Solved {
            solution,
            guarantee,
        } = &report.outcome
        else {
            panic!("{name} says {:?}", report.outcome);
        };
        assert_eq!(solution.verify(&puzzle, &0), Ok(()), "{name}");
        if solver.traits().counts_moves {
            assert_eq!(
                (solution.moves(), *guarantee),
                (&[2][..], Guarantee::FewestMoves),
                "{name}"
            );
            assert_eq!(report.lower_bound, None, "{name}");
        } else {
            assert_eq!(
                (solution.cost(), *guarantee),
                (2, Guarantee::Optimal),
                "{name}"
            );
            assert_eq!(report.lower_bound, Some(2), "{name}");
        }
    }
}

#[test]
fn searches_are_the_same_every_time() {
    let puzzle = SlidingTiles::new(3, 3)
        .expect("a legal size")
        .guided_by(Manhattan);
    let start = puzzle.parse("8 6 7 2 5 4 3 0 1").expect("a legal board");
    let mut solvers = storing();
    solvers.extend(informed_depth_first());
    for (name, solver) in solvers {
        let (one, two) = (solver.solve(&puzzle, &start), solver.solve(&puzzle, &start));
        assert_eq!((one.outcome, one.stats), (two.outcome, two.stats), "{name}");
    }
}

/// IDA* counts as the literature does: instances 12, 79 and 2 of Korf's hundred.
#[test]
fn ida_star_counts_as_published() {
    let puzzle = korf::puzzle().guided_by(Manhattan);
    for id in [12, 79, 2] {
        let mut instances = korf::instances().into_iter();
        let instance = instances.find(|instance| instance.id == id);
        let instance = instance.expect("the instance is listed");
        let start = instance.start;
        assert_eq!(puzzle.heuristic(&start), Some(instance.manhattan));
        let report = IdaStar::new().solve(&puzzle, &start);
        assert_eq!(report.lower_bound, Some(instance.cost));
        assert_eq!(report.stats.generated, instance.generated);
        let solution = report.solution().expect("it can be solved");
        assert_eq!(solution.verify(&puzzle, &start), Ok(()));
    }
}

#[test]
fn a_blind_depth_first_search_finds_shallow_solutions() {
    let puzzle = SwapGame::new(3, 3).expect("a legal size");
    let start = puzzle.parse("2 1 3 7 5 9 8 4 6").expect("a legal board");
    let (name, solver) = iterative_deepening();
    assert_eq!(solver.solve(&puzzle, &start).lower_bound, Some(4), "{name}");
}

#[test]
fn a_board_of_another_size_is_no_state() {
    let small = SlidingTiles::new(3, 3)
        .expect("a legal size")
        .guided_by(Manhattan);
    let big = SlidingTiles::new(4, 4)
        .expect("a legal size")
        .guided_by(Manhattan);
    let goal = big.puzzle().goal();
    let away = walk_back(&big, 9, &mut Numbers(1));
    assert_eq!(small.solvability(&goal), Solvability::NotAState);
    for (name, solver) in every_solver() {
        for board in [goal, away] {
            let report = solver.solve(&small, &board);
            assert_eq!(report.stop(), Some(Stop::NotAState), "{name}");
        }
    }
}

#[test]
fn solvers_by_depth_take_any_number_of_threads() {
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    for threads in [1 << 58, usize::MAX] {
        let solvers: [&dyn Solver<_>; 3] = [
            &IdaStar::new().threads(threads),
            &IterativeDeepening::new().threads(threads),
            &BranchAndBound::new().threads(threads),
        ];
        for solver in solvers {
            assert!(solver.solve(&stack, &start).is_optimal());
        }
    }
}
