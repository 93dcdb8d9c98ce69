//! Move pruning: what is left always suffices, and there is less of it.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use puzzle_search::heuristics::{Manhattan, Misplaced, Zero};
use puzzle_search::observe::{Generated, IterationCounts, Observer};
use puzzle_search::pruning::{FixedMoves, Pruned};
use puzzle_search::puzzles::{
    BurntPancake, Metric, Pancake, PermutationPuzzle, PocketCube, Ring, SlidingTiles,
};
use puzzle_search::solvers::IterativeDeepening;
use puzzle_search::{AStar, BreadthFirst, IdaStar, Notation, Puzzle, Ranked, Reversible, Solver};

use crate::oracle;
use crate::support::{Numbers, WalkWithin, magic_squares_to, sheet_in_order, top_spin_of};

/// The fewest moves to each state by sequences that are left: over pairs of a state and the last
/// moves, as many as the automaton can remember.
fn depths_left<P: FixedMoves>(puzzle: &Pruned<P>, start: &P::State) -> HashMap<P::State, usize> {
    let letters: Vec<P::Move> = puzzle.puzzle().letters().collect();
    let mut depths = HashMap::new();
    let mut seen: HashSet<(P::State, Vec<usize>)> = HashSet::from([(start.clone(), vec![])]);
    let mut queue = VecDeque::from([(start.clone(), vec![], 0)]);
    while let Some((state, last, depth)) = queue.pop_front() {
        depths.entry(state.clone()).or_insert(depth);
        for neighbor in puzzle.neighbors(&state) {
            let letter = puzzle.puzzle().letter(&neighbor.mv);
            assert_eq!(letters[letter], neighbor.mv);
            let mut sequence: Vec<usize> = last.clone();
            sequence.push(letter);
            let moves: Vec<P::Move> = sequence.iter().map(|&l| letters[l].clone()).collect();
            let redundant = moves
                .windows(2)
                .any(|pair| puzzle.is_redundant(&pair[0], &pair[1]));
            if redundant || !puzzle.allows(&moves) {
                continue;
            }
            if sequence.len() >= puzzle.learned_length() {
                sequence.remove(0);
            }
            if seen.insert((neighbor.state.clone(), sequence.clone())) {
                queue.push_back((neighbor.state, sequence, depth + 1));
            }
        }
    }
    depths
}

fn safe<P: FixedMoves>(puzzle: P, start: &P::State, length: usize) {
    let expected = oracle::depths(&puzzle, start);
    let pruned = Pruned::new(puzzle, length);
    assert_eq!(pruned.learned_length(), length);
    let found = depths_left(&pruned, start);
    assert_eq!(found.len(), expected.len());
    assert!(found == expected);
}

#[test]
fn the_cheapest_way_to_any_state_is_left() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (1, 4), (2, 4)] {
        let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
        let cells = rows * columns;
        let lengths: &[usize] = if cells > 6 { &[6] } else { &[0, 1, 2, 6, 9] };
        for &length in lengths {
            // One of every kind of cell, on the larger board.
            for blank in 0..if cells > 6 { 2 } else { cells } {
                let mut labels: Vec<u8> = (1..cells as u8).collect();
                labels.insert(blank, 0);
                safe(
                    puzzle.clone(),
                    &puzzle.state(&labels).expect("legal"),
                    length,
                );
            }
        }
    }
    for length in 0..=4 {
        let squares = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
        safe(squares, &sheet_in_order(), length);
        let pancake = Pancake::new(5).expect("few");
        safe(pancake.clone(), &pancake.goal(), length);
        let burnt = BurntPancake::new(4).expect("few");
        safe(burnt.clone(), &burnt.goal(), length);
        for ring in [Ring::Fixed, Ring::Rotates] {
            let spin = top_spin_of(6, 4, ring);
            safe(spin.clone(), &spin.goal(), length);
        }
        for text in [
            "points 6\ngenerator L (1 2 3 4)\ngenerator R (3 4 5 6)\npowers",
            "points 6\ngenerator A (1 2)\ngenerator B (3 4)\ngenerator C (5 6)\ngenerator D (2 3)(4 5)",
            "points 7\ngenerator A (1 2 3)(4 5)\ngenerator B (4 5 6 7)\ngenerator C = A B",
        ] {
            let definition = text.parse().expect("a definition");
            let puzzle = PermutationPuzzle::new(&definition).expect("few");
            safe(puzzle.clone(), &puzzle.goal(), length);
        }
    }
}

/// Notes the fewest moves by which a walk itself comes to each state.
struct Depths<S>(HashMap<S, usize>);

impl<S: Clone + Eq + Hash, M> Observer<S, M, u32> for Depths<S> {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn generated(&mut self, node: Generated<'_, S, M, u32>) -> ControlFlow<()> {
        let depth = node.g as usize;
        let known = self.0.entry(node.state.clone()).or_insert(depth);
        *known = (*known).min(depth);
        ControlFlow::Continue(())
    }
}

/// The fewest moves to each state that is not reached as soon through a goal, below which a walk does not go.
fn depths_before_goals<P: Puzzle>(puzzle: &P, start: &P::State) -> HashMap<P::State, usize> {
    let mut depths = HashMap::from([((start.clone(), false), 0)]);
    let mut queue = VecDeque::from([(start.clone(), false)]);
    while let Some((state, through)) = queue.pop_front() {
        let depth = depths[&(state.clone(), through)];
        let through = through || puzzle.is_goal(&state);
        for edge in puzzle.neighbors(&state) {
            let child = (edge.state, through);
            if !depths.contains_key(&child) {
                depths.insert(child.clone(), depth + 1);
                queue.push_back(child);
            }
        }
    }
    let before = depths.iter().filter(|((state, through), depth)| {
        let by_goal = depths.get(&(state.clone(), true));
        !through && by_goal.is_none_or(|by_goal| *depth < by_goal)
    });
    before
        .map(|((state, _), depth)| (state.clone(), *depth))
        .collect()
}

/// One move away.
fn next_to<P: Puzzle>(puzzle: &P, state: &P::State) -> P::State {
    let edge = puzzle.neighbors(state).into_iter().next();
    edge.expect("a move").state
}

fn walked<P: FixedMoves<Cost = u32>>(puzzle: P, start: &P::State, length: usize) {
    let expected = depths_before_goals(&puzzle, start);
    let deepest = expected.values().copied().max().expect("the start");
    let pruned = Pruned::new(puzzle, length);
    let mut depths = Depths(HashMap::new());
    let walk = WalkWithin::new(deepest as u32);
    let report = walk.search(&pruned, start).observe(&mut depths).run();
    assert!(report.is_unsolvable());
    assert!(expected.len() > 100);
    for (state, depth) in expected {
        assert_eq!(depths.0.get(&state), Some(&depth));
    }
}

#[test]
fn the_traversal_finds_every_state_at_its_depth() {
    for (rows, columns) in [(2, 3), (3, 2)] {
        let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
        let start = next_to(&puzzle, &puzzle.goal());
        walked(puzzle.clone(), &start, 9);
        walked(puzzle.guided_by(Manhattan), &start, 9);
    }
    let pancake = Pancake::new(6).expect("few");
    walked(pancake.clone(), &next_to(&pancake, &pancake.goal()), 5);
    let burnt = BurntPancake::new(4).expect("few");
    walked(burnt.clone(), &next_to(&burnt, &burnt.goal()), 5);
}

#[test]
fn the_cube_has_its_known_branching_factor() {
    let text = include_str!("../../examples/puzzles/cube.puzzle");
    let definition = text.parse().expect("a definition");
    let cube = PermutationPuzzle::<[u8; 48]>::packed(&definition).expect("48 stickers");
    let left = |length| {
        let pruned = Pruned::new(cube.clone(), length);
        assert_eq!(pruned.learned_length(), length);
        (1..=5)
            .map(move |moves| pruned.count_sequences(moves).expect("few"))
            .collect::<Vec<_>>()
    };
    // R. E. Korf, "Finding optimal solutions to Rubik's cube using pattern databases", 1997: 18, 243
    // and so on, with a branching factor that tends to 13.34847.
    assert_eq!(left(1), [18, 324, 5_832, 104_976, 1_889_568]);
    assert_eq!(left(2), [18, 243, 3_240, 43_254, 577_368]);
    let pruned = Pruned::new(cube.clone(), 2);
    let ratio = |n| {
        pruned.count_sequences(n + 1).expect("few") as f64
            / pruned.count_sequences(n).expect("few") as f64
    };
    assert!((ratio(20) - 13.348_469).abs() < 1e-5, "{}", ratio(20));
    // OEIS A080601: with everything that there is to know about so many moves, as many sequences as
    // states.
    assert_eq!(left(4)[..4], [18, 243, 3_240, 43_239]);
    assert_eq!(pruned.count_sequences(200), None);
}

#[derive(Default)]
struct Rows(Vec<(u32, u64)>);

impl<S, M> Observer<S, M, u32> for Rows {
    fn iteration(&mut self, iteration: &IterationCounts<u32>) -> ControlFlow<()> {
        self.0.push((iteration.bound, iteration.generated));
        ControlFlow::Continue(())
    }
}

/// The solver's cost, and the bound and nodes of each iteration.
fn rows<P: Puzzle<Cost = u32>>(
    solver: &impl Solver<P>,
    puzzle: &P,
    start: &P::State,
) -> (u32, Vec<(u32, u64)>)
where
    P::Move: Debug,
{
    let mut rows = Rows::default();
    let report = solver.search(puzzle, start).observe(&mut rows).run();
    let solution = report.solution().expect("it can be solved");
    solution.verify(puzzle, start).expect("it replays");
    (solution.cost(), rows.0)
}

/// The same cost with fewer nodes in every complete iteration; the nodes of all these.
fn compare<P: FixedMoves<Cost = u32> + Clone>(
    solver: &(impl Solver<P> + Solver<Pruned<P>>),
    puzzle: &P,
    start: &P::State,
    length: usize,
) -> (u64, u64) {
    let (cost, plain) = rows(solver, puzzle, start);
    let pruned = Pruned::new(puzzle.clone(), length);
    let (pruned_cost, left) = rows(solver, &pruned, start);
    assert_eq!(cost, pruned_cost);
    assert_eq!(plain.len(), left.len());
    let (mut before, mut after) = (0, 0);
    // The last is ended by the solution.
    for (a, b) in plain.iter().zip(&left).take(plain.len() - 1) {
        assert_eq!(a.0, b.0);
        // The first few may be too short to contain anything forbidden.
        assert!(b.1 < a.1 || a.1 < 200, "{a:?} {b:?}");
        assert!(b.1 <= a.1, "{a:?} {b:?}");
        before += a.1;
        after += b.1;
    }
    (before, after)
}

/// The table in the documentation of `pruning`.
#[test]
fn fewer_nodes_in_every_complete_iteration() {
    let korf = |start: &[u8], length| {
        let goal: Vec<u8> = (0..16).collect();
        let puzzle = SlidingTiles::new(4, 4)
            .and_then(|p| p.with_goal(&goal))
            .expect("legal");
        let start = puzzle.state(start).expect("legal");
        let puzzle = puzzle.guided_by(Manhattan);
        compare(&IdaStar::new(), &puzzle, &start, length)
    };
    let cube = |metric, length| {
        let puzzle = PocketCube::new(metric);
        let start = puzzle
            .play(&puzzle.goal(), "R U2 F' R2 U' F R' U2 F")
            .expect("turns");
        compare(&IterativeDeepening::new(), &puzzle, &start, length)
    };
    let twelve = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    let seventy_nine = [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15];
    let found = [
        korf(&twelve, 6),
        korf(&twelve, 11),
        korf(&seventy_nine, 11),
        cube(Metric::HalfTurns, 4),
        cube(Metric::HalfTurns, 6),
        cube(Metric::QuarterTurns, 6),
    ];
    let table = [
        (105_189, 94_480),
        (105_189, 79_653),
        (216_571, 154_150),
        (3_627_954, 3_042_919),
        (3_627_954, 2_005_873),
        (8_290_467, 4_198_941),
    ];
    assert_eq!(found, table, "the table in the documentation");
}

/// The heuristic inside or outside: the same puzzle either way.
#[test]
fn heuristics_see_through() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let start = tiles.parse("8 6 7 2 5 4 3 0 1").expect("legal");
    let inside = Pruned::new(tiles.clone().guided_by(Manhattan), 10);
    let manhattan = tiles.clone().guided_by(Manhattan);
    let outside =
        Pruned::new(tiles.clone(), 10).guided_by_fn(|_, board| manhattan.heuristic(board));
    let (a, b) = (
        rows(&IdaStar::new(), &inside, &start),
        rows(&IdaStar::new(), &outside, &start),
    );
    assert_eq!(a, b);
    assert_eq!(a.0, 31);
    let misplaced = Pruned::new(tiles.clone().guided_by(Misplaced), 10);
    assert_eq!(
        misplaced.heuristic(&start),
        tiles.clone().guided_by(Misplaced).heuristic(&start)
    );
    let zero = Pruned::new(tiles, 10).guided_by(Zero);
    assert_eq!(zero.heuristic(&start), Some(0));
    assert_eq!(
        zero.rank(&start).is_some(),
        zero.solvability(&start).is_solvable()
    );
}

/// Solvers that detect duplicates see every move.
#[test]
fn storing_solvers_leave_the_automaton_aside() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let pruned = Pruned::new(tiles.clone(), 10);
    let guided = Pruned::new(tiles.clone().guided_by(Manhattan), 10);
    let mut numbers = Numbers(6);
    for _ in 0..20 {
        let start = crate::support::walk_back(&tiles, 60, &mut numbers);
        let (a, b) = (
            BreadthFirst::new().solve(&tiles, &start),
            BreadthFirst::new().solve(&pruned, &start),
        );
        assert_eq!(a.stats.expanded, b.stats.expanded);
        assert_eq!(
            a.solution().map(ToString::to_string),
            b.solution().map(ToString::to_string)
        );
        let best = AStar::new().solve(&pruned, &start).lower_bound;
        assert_eq!(best, IdaStar::new().solve(&guided, &start).lower_bound);
    }
    assert!(pruned.goals().into_iter().eq(tiles.goals()));
}

/// Random boards: the cost is that of a search which remembers every state.
#[test]
fn costs_are_those_of_a_search_that_remembers() {
    let mut numbers = Numbers(7);
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let pruned = Pruned::new(tiles.clone().guided_by(Manhattan), 12);
    for _ in 0..300 {
        let start = tiles
            .unrank(numbers.below(181_440) as u128)
            .expect("in range");
        let expected = AStar::new().solve(&pruned, &start).lower_bound;
        assert_eq!(IdaStar::new().solve(&pruned, &start).lower_bound, expected);
    }
    let cube = PocketCube::new(Metric::QuarterTurns);
    let pruned = Pruned::new(cube, 5);
    for _ in 0..20 {
        let start = crate::support::walk_back(&cube, 7, &mut numbers);
        let expected = BreadthFirst::new().solve(&cube, &start).lower_bound;
        assert_eq!(
            IterativeDeepening::new().solve(&pruned, &start).lower_bound,
            expected
        );
    }
    // A length that cannot be reached is cut, not an endless wait.
    let huge = Pruned::new(tiles, usize::MAX);
    assert!((10..40).contains(&huge.learned_length()));
}
