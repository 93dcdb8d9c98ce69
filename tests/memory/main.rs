//! Limits on bytes, and what is reported, against an allocator that counts what is really held.

mod checked;
mod counting;
mod puzzles;

use std::cell::RefCell;
use std::path::Path;

use puzzle_search::answers::Distances;
use puzzle_search::heuristics::tile_patterns::{Blank, Partition, Style, TilePatterns};
use puzzle_search::heuristics::{Manhattan, PatternDatabase};
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, BranchAndBound, Bts, IterativeDeepening, Nbs,
};
use puzzle_search::space::{
    Census, DistanceOracle, Encoding, Enumerate, OnCluster, OnDisk, SpaceError,
};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Limits, Notation, Puzzle, Ranked, Solver, Stop,
    Task, UniformCost,
};

use checked::{BESIDE, check};
use counting::{peak_of, unmeasured, within};
use puzzles::{Any, Graph, Itself, Shape};

/// Every solver on a puzzle.
fn solve<P: Any>(name: &str, puzzle: &P, start: &P::State) {
    let solvers: [(&str, Box<dyn Solver<P>>); 13] = [
        ("breadth-first", Box::new(BreadthFirst::new())),
        (
            "breadth-first by threads",
            Box::new(BreadthFirst::new().threads(2)),
        ),
        ("bidirectional", Box::new(Bidirectional::new())),
        ("A*", Box::new(AStar::new())),
        ("BAE*", Box::new(BaeStar::new())),
        ("NBS", Box::new(Nbs::new())),
        ("A*+IDA*", Box::new(AStarIdaStar::new())),
        ("anytime", Box::new(Anytime::new())),
        ("uniform cost", Box::new(UniformCost::new())),
        ("IDA*", Box::new(IdaStar::new())),
        ("BTS", Box::new(Bts::new())),
        ("branch and bound", Box::new(BranchAndBound::new())),
        ("iterative deepening", Box::new(IterativeDeepening::new())),
    ];
    for (solver_name, solver) in solvers {
        check(&format!("{solver_name}, {name}"), &|limits| {
            let search = solver.search(puzzle, start);
            let report = search.limits(limits.max_expanded(200_000)).run();
            (report.stop(), report.stats.peak_bytes)
        });
        if matches!(solver_name, "A*+IDA*" | "anytime") {
            continue; // they go on in another way
        }
        // What the allocator has refused once is made up for when the search is run on.
        let limits = || Limits::new().max_expanded(20_000);
        let whole = solver.search(puzzle, start).limits(limits()).run();
        let mut search = solver.search(puzzle, start).limits(limits());
        let mut refused = 0;
        let report = loop {
            let report = within(refused << 13, || search.run());
            if report.stop() != Some(Stop::OutOfMemory) {
                break report;
            }
            refused += 1;
        };
        let counts = (report.stats.expanded, report.stats.generated);
        assert_eq!(
            counts,
            (whole.stats.expanded, whole.stats.generated),
            "{solver_name}, {name}"
        );
        assert!(report.outcome == whole.outcome, "{solver_name}, {name}");
    }
}

/// Every question of more than one solution on a puzzle.
fn ask<P: Any>(name: &str, puzzle: &P, start: &P::State) {
    let start = || [start.clone()];
    check(&format!("distances, {name}"), &|limits| {
        let mut distances = Distances::new(puzzle, start()).limits(limits);
        (distances.run().err(), distances.stats().peak_bytes)
    });
    check(&format!("all solutions, {name}"), &|limits| {
        let mut task = AStar::new().all_solutions(puzzle, start()).limits(limits);
        let stop = task.run().err().and_then(|unsolved| unsolved.stop());
        (stop, task.stats().peak_bytes)
    });
    check(&format!("the cheapest walks, {name}"), &|limits| {
        let mut task = AStar::new()
            .k_cheapest_walks(puzzle, start(), 30)
            .limits(limits);
        let stop = task.run().err().and_then(|unsolved| unsolved.stop());
        (stop, task.stats().peak_bytes)
    });
    check(&format!("the cheapest paths, {name}"), &|limits| {
        let mut task = AStar::new()
            .k_cheapest_paths(puzzle, start(), 30)
            .limits(limits);
        let stop = task.run().err().and_then(|unsolved| unsolved.stop());
        (stop, task.stats().peak_bytes)
    });
}

/// Every enumeration and build on a puzzle.
fn enumerate<P: Any>(name: &str, puzzle: &P, start: &P::State) {
    for hardest in [0, 1_000_000] {
        let count = Enumerate::new().hardest(hardest);
        let start = || [start.clone()];
        check(
            &format!("by hashing, {name}, {hardest} listed"),
            &|limits| {
                let census = count.count_by_hashing(puzzle, start()).limits(limits).run();
                (census.stop, census.stats.peak_bytes)
            },
        );
        check(&format!("by rank, {name}, {hardest} listed"), &|limits| {
            let mut task = count.count_by_rank(puzzle, start()).limits(limits);
            let stop = task.run().ok().and_then(|census| census.stop);
            (stop, task.stats().peak_bytes)
        });
        check(&format!("by either, {name}, {hardest} listed"), &|limits| {
            let mut task = count.count(puzzle, start()).limits(limits);
            let stop = task.run().ok().and_then(|census| census.stop);
            (stop, task.stats().peak_bytes)
        });
    }
    for encoding in [Encoding::Bytes, Encoding::ModuloThree] {
        check(&format!("oracle {encoding:?}, {name}"), &|limits| {
            let mut task = DistanceOracle::build(puzzle, encoding).limits(limits);
            drop(task.run());
            (None, task.stats().peak_bytes)
        });
    }
    if puzzle.state_count() > Some(100_000) {
        return; // nothing new, and long
    }
    // All states at once.
    let states = 0..puzzle.state_count().unwrap_or(0);
    let states: Vec<P::State> = states.filter_map(|rank| puzzle.unrank(rank)).collect();
    let most = RefCell::new(states.clone());
    check(&format!("many starts, {name}"), &|limits| {
        // Their list belongs to the caller, who has made it before.
        let starts = most.take();
        let mut task = Enumerate::new()
            .count_by_rank(puzzle, starts)
            .limits(limits);
        drop(task.run());
        let told = (None, task.stats().peak_bytes);
        drop(task);
        unmeasured(|| most.replace(states.clone()));
        told
    });
    check(&format!("pattern database, {name}"), &|limits| {
        let mut task = PatternDatabase::build(puzzle, Itself(puzzle.clone())).limits(limits);
        drop(task.run());
        (None, task.stats().peak_bytes)
    });
}

/// Counts from all states of a layer at once in a directory that is gone afterwards. The ids of the
/// states take more than the limit; their list belongs to the caller.
fn count_all<'p, S>(
    name: &str,
    most: usize,
    states: usize,
    begin: impl Fn(&Path) -> Task<'p, Result<Census<S>, SpaceError>>,
) {
    let directory = format!("puzzle-search-starts-{}", std::process::id());
    let directory = std::env::temp_dir().join(directory);
    // The buffers are not to be had.
    let mut task = begin(&directory);
    let refused = within(BESIDE, || task.run()).expect("it is stopped");
    assert_eq!(refused.stop, Some(Stop::OutOfMemory), "{name}");
    let mut task = begin(&directory).limits(Limits::new().max_bytes(most));
    let (census, held) = peak_of(|| task.run());
    let census = census.expect("there is room");
    assert_eq!(census.layers[0], states as u64, "{name}");
    let excess = held.saturating_sub(most);
    assert!(excess <= BESIDE, "{name} holds {excess} more than {most}");
    assert!(census.stats.peak_bytes <= most, "{name}");
    std::fs::remove_dir_all(&directory).expect("it is there");
}

fn enumerate_on_disk() {
    let stack = Pancake::new(9).expect("a size");
    let stacks: Vec<_> = (0..362_880).filter_map(|at| stack.unrank(at)).collect();
    let starts = || stacks.clone();
    count_all("by rank on disk", 1 << 20, stacks.len(), |directory| {
        OnDisk::new(directory).count_by_rank(&stack, starts())
    });
    count_all("by sorting on disk", 1 << 20, stacks.len(), |directory| {
        OnDisk::new(directory).count_by_sorting(&stack, starts())
    });
    count_all("by processes on disk", 4 << 20, stacks.len(), |directory| {
        let alone = OnCluster::new(["localhost:0"], 0).on_disk(directory);
        alone.count(&stack, starts())
    });
    // States of one class, which are a layer of pieces.
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let oracle = DistanceOracle::new(tiles.clone()).expect("there is room");
    let even = (0..=30)
        .step_by(2)
        .flat_map(|depth| oracle.states_at(depth));
    let boards: Vec<_> = even.collect();
    count_all("by pieces on disk", 1 << 19, boards.len(), |directory| {
        let disk = OnDisk::new(directory);
        disk.count_by_rank(&tiles, boards.iter().copied())
    });
}

fn both<P: Any>(name: &str, puzzle: &P, start: &P::State) {
    solve(name, puzzle, start);
    enumerate(name, puzzle, start);
}

/// One test: the allocator counts for all threads.
#[test]
fn limits_on_bytes_are_true() {
    let graph = |shape, states| Graph::<0> { shape, states };
    both("a line", &graph(Shape::Line, 12_000), &Graph::start());
    both("a star", &graph(Shape::Star, 30_000), &Graph::start());
    for shape in [Shape::Line, Shape::Star, Shape::Tree] {
        ask("a graph", &graph(shape, 6_000), &Graph::start());
    }
    both("a tree", &graph(Shape::Tree, 60_000), &Graph::start());
    let large = Graph::<32> {
        shape: Shape::Line,
        states: 3_000,
    };
    both("a line of large states", &large, &Graph::start());
    let stack = Pancake::new(7).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 7, 2, 4]).expect("a stack");
    both("pancakes", &stack, &start);
    ask("pancakes", &stack, &start);
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let hard = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    enumerate("tiles", &tiles, &hard);
    enumerate_on_disk();
    solve("tiles", &tiles.clone().guided_by(Manhattan), &hard);
    let partition = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    for style in [
        Style::default(),
        Style {
            blank: Blank::RegionKept,
            ..Style::default()
        },
    ] {
        check(&format!("tile patterns {style:?}"), &|limits| {
            let mut task = TilePatterns::build(&tiles, &partition, style).limits(limits);
            drop(task.run());
            (None, task.stats().peak_bytes)
        });
    }
}
