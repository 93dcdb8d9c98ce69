//! Rank and unrank against a straightforward version with a tree of counts, and groups.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use puzzle_search::permutation::{Lexicographic, PermutationGroup};
use puzzle_search::puzzles::Definition;

#[path = "baseline/brief.rs"]
mod brief;
#[path = "baseline/fenwick.rs"]
mod fenwick;

use brief::brief;

/// Permutations that are the same everywhere.
fn some(n: usize) -> Vec<Vec<u8>> {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % bound as u64) as usize
    };
    let mut shuffled = || {
        let mut items: Vec<u8> = (0..n as u8).collect();
        for at in (1..n).rev() {
            items.swap(at, below(at + 1));
        }
        items
    };
    (0..1_000).map(|_| shuffled()).collect()
}

/// A thousand permutations of n items there and back.
fn lexicographic(criterion: &mut Criterion, n: usize) {
    let numbering = Lexicographic::new(n).expect("at most 34");
    let all = some(n);
    let numbers: Vec<u128> = all
        .iter()
        .map(|items| numbering.rank(items).expect("a permutation"))
        .collect();
    let mut items = vec![0; n];
    for (&number, expected) in numbers.iter().zip(&all) {
        numbering.unrank_into(number, &mut items).expect("in range");
        assert_eq!(&items, expected);
    }
    criterion.bench_function(&format!("rank {n} items, lexicographic"), |bencher| {
        bencher.iter(|| {
            for items in &all {
                black_box(numbering.rank(black_box(items)).ok());
            }
        });
    });
    criterion.bench_function(&format!("unrank {n} items, lexicographic"), |bencher| {
        bencher.iter(|| {
            for &number in &numbers {
                let _ = black_box(numbering.unrank_into(black_box(number), &mut items));
            }
        });
    });
}

fn baseline(criterion: &mut Criterion, n: usize) {
    let all = some(n);
    let numbers: Vec<u128> = all.iter().map(|items| fenwick::rank(items)).collect();
    let mut found = vec![0; n];
    let lexicographic = Lexicographic::new(n).expect("at most 34");
    for (&number, items) in numbers.iter().zip(&all) {
        assert_eq!(lexicographic.rank(items), Ok(number));
        fenwick::unrank(number, &mut found);
        assert_eq!(&found, items);
    }
    criterion.bench_function(&format!("rank {n} items, Fenwick"), |bencher| {
        bencher.iter(|| {
            for items in &all {
                black_box(fenwick::rank(black_box(items)));
            }
        });
    });
    criterion.bench_function(&format!("unrank {n} items, Fenwick"), |bencher| {
        bencher.iter(|| {
            for &number in &numbers {
                fenwick::unrank(black_box(number), &mut found);
                black_box(&found);
            }
        });
    });
}

fn numberings(criterion: &mut Criterion) {
    for n in [12, 16, 20, 34] {
        baseline(criterion, n);
        lexicographic(criterion, n);
    }
}

fn groups(criterion: &mut Criterion) {
    let text = include_str!("../examples/puzzles/cube.puzzle");
    let definition: Definition = text.parse().expect("a definition");
    let moves = definition.moves().iter().step_by(3);
    let turns: Vec<_> = moves.map(|mv| mv.permutation.clone()).collect();
    criterion.bench_function("the order of Rubik's cube group", |bencher| {
        bencher.iter(|| {
            let order = PermutationGroup::new(black_box(&turns)).order();
            assert_eq!(order, Some(43_252_003_274_489_856_000));
        });
    });
}

criterion_group! {
    name = benches;
    config = brief();
    targets = numberings, groups
}
criterion_main!(benches);
