//! Building and looking up heuristics of the 15-puzzle; each search asserts its cost and its count.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Partition, Style, TilePatterns};
use puzzle_search::heuristics::{Heuristic, LinearConflict, Manhattan, WalkingDistance};
use puzzle_search::puzzles::{Board, Direction, SlidingTiles};
use puzzle_search::{IdaStar, Puzzle, Solver};

#[path = "baseline/brief.rs"]
mod brief;

use brief::brief;

const STYLES: [(&str, Style); 4] = [
    (
        "minimized",
        Style {
            blank: Blank::Minimized,
            entries: Entries::Bytes,
        },
    ),
    (
        "minimized, nibbles",
        Style {
            blank: Blank::Minimized,
            entries: Entries::HalvedNibbles,
        },
    ),
    (
        "by region",
        Style {
            blank: Blank::RegionKept,
            entries: Entries::Bytes,
        },
    ),
    (
        "by region, nibbles",
        Style {
            blank: Blank::RegionKept,
            entries: Entries::HalvedNibbles,
        },
    ),
];

fn fifteen() -> SlidingTiles {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTiles::new(4, 4).and_then(|puzzle| puzzle.with_goal(&goal));
    puzzle.expect("a legal goal")
}

fn patterns(style: Style) -> TilePatterns<3> {
    let puzzle = fifteen();
    let partition = Partition::six_six_three(&puzzle).expect("4x4");
    TilePatterns::build(&puzzle, &partition, style)
        .run()
        .expect("patterns that fit")
}

fn builds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    for (name, style) in STYLES {
        group.bench_function(format!("6-6-3 {name}"), |b| {
            b.iter(|| patterns(style).bytes());
        });
    }
    let puzzle = fifteen();
    group.bench_function("walking distance 4x4", |bencher| {
        bencher.iter(|| {
            let walking = WalkingDistance::build(&puzzle).run().expect("small");
            assert_eq!(walking.positions(), [24_964, 24_964]);
        });
    });
    group.finish();
}

/// A walk that never turns back, the same each time.
fn walk(puzzle: &SlidingTiles, steps: usize) -> Vec<(Board, Direction, Board)> {
    let (mut board, mut last, mut seed) = (puzzle.goal(), None, 1_u64);
    let step = |_| {
        let on = puzzle.neighbors(&board).into_iter();
        let on: Vec<_> = on.filter(|edge| last != Some(edge.mv.opposite())).collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let edge = on[(seed >> 33) as usize % on.len()];
        last = Some(edge.mv);
        (
            core::mem::replace(&mut board, edge.state),
            edge.mv,
            edge.state,
        )
    };
    (0..steps).map(step).collect()
}

fn along<H: Heuristic<SlidingTiles>>(criterion: &mut Criterion, name: &str, heuristic: &H) {
    let puzzle = fifteen();
    let walk = walk(&puzzle, 10_000);
    let mut group = criterion.benchmark_group("10,000 moves");
    group.throughput(Throughput::Elements(walk.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut memo = heuristic.memo(&puzzle, &puzzle.goal());
            let mut greatest = 0;
            for (from, mv, to) in black_box(&walk) {
                memo = heuristic.advance(&puzzle, memo, from, mv, to);
                greatest = greatest.max(heuristic.estimate(&puzzle, memo).unwrap_or(0));
            }
            greatest
        });
    });
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    let puzzle = fifteen();
    along(criterion, "manhattan", &Manhattan);
    along(criterion, "linear conflict", &LinearConflict::new(&puzzle));
    let walking = WalkingDistance::build(&puzzle).run().expect("small");
    along(criterion, "walking distance", &walking);
    for (name, style) in STYLES {
        let patterns = patterns(style);
        along(criterion, &format!("6-6-3 {name}"), &patterns);
        let reflected = patterns.reflected().expect("the blank is in a corner");
        along(criterion, &format!("6-6-3 {name}, reflected"), &reflected);
    }
}

/// Korf's instance 12.
fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("IDA*, instance 12");
    group.sample_size(10);
    let board = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    for ((name, style), generated) in STYLES.into_iter().zip(GENERATED) {
        let reflected = patterns(style)
            .reflected()
            .expect("the blank is in a corner");
        let puzzle = fifteen().guided_by(reflected);
        let start = puzzle.puzzle().state(&board).expect("a legal board");
        group.bench_function(format!("6-6-3 {name}, reflected"), |bencher| {
            bencher.iter(|| {
                let report = IdaStar::new().solve(&puzzle, black_box(&start));
                assert_eq!(report.lower_bound, Some(45));
                assert_eq!(report.stats.generated, generated);
            });
        });
    }
    group.finish();
}

const GENERATED: [u64; 4] = [15_531, 15_531, 10_048, 10_048];

criterion_group! {
    name = benches;
    config = brief();
    targets = builds, moves, searches
}
criterion_main!(benches);
