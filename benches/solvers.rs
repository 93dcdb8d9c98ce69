//! Every solver on fixed instances; each run asserts the cost and the number of expanded states.

use std::hint::black_box;

use criterion::{
    BenchmarkGroup, Criterion, criterion_group, criterion_main, measurement::WallTime,
};
use puzzle_search::heuristics::{Guided, Manhattan};
use puzzle_search::puzzles::{Definition, PermutationPuzzle, SlidingTiles};
use puzzle_search::solvers::{BranchAndBound, IterativeDeepening};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Notation, Puzzle, Solver, UniformCost,
};

#[path = "baseline/brief.rs"]
mod brief;

use brief::brief;

/// Times a solver on one instance, after it has been seen to find this cost with these expansions.
fn bench<P: Puzzle<Cost = u32>>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    solver: &impl Solver<P>,
    (puzzle, start): (&P, &P::State),
    (cost, expanded): (u32, u64),
) {
    let check = || {
        let report = solver.solve(puzzle, black_box(start));
        assert_eq!(
            report.solution().map(puzzle_search::Solution::cost),
            Some(cost),
            "{name}"
        );
        assert_eq!(report.stats.expanded, expanded, "{name}");
    };
    group.bench_function(name, |bencher| bencher.iter(check));
}

fn eight_puzzle(criterion: &mut Criterion) {
    let puzzle = SlidingTiles::new(3, 3)
        .expect("a legal size")
        .guided_by(Manhattan);
    for (board, [bfs, two, a_star, uniform, ida, bounded, deepening]) in [
        (
            "8 6 7 2 5 4 3 0 1",
            [181_380, 10_068, 6_728, 181_438, 14_964, 12_565, 145_569_786],
        ),
        (
            "6 4 7 8 5 0 3 2 1",
            [181_427, 10_036, 6_728, 181_438, 16_318, 13_863, 150_849_151],
        ),
    ] {
        let start = puzzle.puzzle().parse(board).expect("a legal board");
        let mut group = criterion.benchmark_group(format!("8-puzzle {board}"));
        group.sample_size(10);
        let at = (&puzzle, &start);
        bench(
            &mut group,
            "breadth-first",
            &BreadthFirst::new(),
            at,
            (31, bfs),
        );
        bench(
            &mut group,
            "bidirectional",
            &Bidirectional::new(),
            at,
            (31, two),
        );
        bench(&mut group, "A*", &AStar::new(), at, (31, a_star));
        bench(
            &mut group,
            "uniform cost",
            &UniformCost::new(),
            at,
            (31, uniform),
        );
        bench(&mut group, "IDA*", &IdaStar::new(), at, (31, ida));
        bench(
            &mut group,
            "branch and bound",
            &BranchAndBound::new(),
            at,
            (31, bounded),
        );
        let blind = IterativeDeepening::new();
        bench(
            &mut group,
            "iterative deepening",
            &blind,
            at,
            (31, deepening),
        );
        group.finish();
    }
}

fn magic_squares(criterion: &mut Criterion) {
    // One of the five targets that are farthest away.
    let target = [6, 1, 8, 3, 2, 7, 4, 5];
    let sheet = PermutationPuzzle::new(&Definition::magic_squares()).expect("eight places");
    let start = sheet.goal();
    let puzzle = sheet.with_goal(&target).expect("a legal target");
    let puzzle = puzzle.guided_by(Manhattan);
    let mut group = criterion.benchmark_group("magic squares, 22 moves");
    group.sample_size(10);
    let at = (&puzzle, &start);
    bench(
        &mut group,
        "breadth-first",
        &BreadthFirst::new(),
        at,
        (22, 40_223),
    );
    bench(
        &mut group,
        "bidirectional",
        &Bidirectional::new(),
        at,
        (22, 3_096),
    );
    bench(&mut group, "A*", &AStar::new(), at, (22, 30_372));
    bench(&mut group, "IDA*", &IdaStar::new(), at, (22, 27_163_263));
    group.finish();
}

/// Instances of Korf's hundred.
fn fifteen_puzzle(criterion: &mut Criterion) {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle: Guided<SlidingTiles, Manhattan> = SlidingTiles::new(4, 4)
        .and_then(|puzzle| puzzle.with_goal(&goal))
        .expect("a legal goal")
        .guided_by(Manhattan);
    for (id, board, cost, [ida, a_star]) in [
        (
            12,
            "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
            45,
            [269_708, 32_389],
        ),
        (
            79,
            "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15",
            42,
            [262_910, 68_637],
        ),
    ] {
        let start = puzzle.puzzle().parse(board).expect("a legal board");
        let mut group = criterion.benchmark_group(format!("15-puzzle, Korf's instance {id}"));
        group.sample_size(10);
        let at = (&puzzle, &start);
        bench(&mut group, "IDA*", &IdaStar::new(), at, (cost, ida));
        bench(&mut group, "A*", &AStar::new(), at, (cost, a_star));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = brief();
    targets = eight_puzzle, magic_squares, fifteen_puzzle
}
criterion_main!(benches);
