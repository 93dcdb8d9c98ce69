//! The same counts on every target and with every feature: `.ci/nightly` runs this as a program of 32 bits, as
//! WebAssembly, without feature `tiles`, and without feature `std`. Whatever differs ends it with a panic.

use std::time::Duration;

use puzzle_search::answers::Distances;
use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::{Packed, SlidingTiles};
use puzzle_search::solvers::BaeStar;
use puzzle_search::space::Enumerate;
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Limits, Puzzle, ReportOf, Solver, Stop,
};

/// Whether the library knows a clock of the machine.
const HAS_CLOCK: bool = cfg!(feature = "std") && cfg!(not(target_family = "wasm"));

/// The time since some moment: in WebAssembly by the clock of the host, which is `performance.now()`.
fn now() -> Duration {
    #[cfg(target_family = "wasm")]
    {
        #[link(wasm_import_module = "host")]
        unsafe extern "C" {
            safe fn now() -> f64;
        }
        Duration::from_secs_f64(now() / 1_000.0)
    }
    #[cfg(not(target_family = "wasm"))]
    {
        static START: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

fn main() {
    without_a_clock();
    slices_of_time();
    solvers();
    boards_with_functions_of_their_own();
    let puzzle = SlidingTiles::new(2, 4).expect("eight cells");
    let by_rank = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]);
    let by_rank = by_rank.threads(2).run().expect("it is small");
    let by_hashing = Enumerate::new()
        .count_by_hashing(&puzzle, [puzzle.goal()])
        .run();
    for census in [by_rank, by_hashing] {
        assert_eq!((census.states(), census.depth()), (20_160, 36));
    }
}

fn run<P: Puzzle<Cost = u32>>(solver: &dyn Solver<P>, puzzle: &P, start: &P::State) -> ReportOf<P> {
    let limits = Limits::new()
        .max_time(Duration::from_secs(600))
        .with_clock(now);
    let report = solver.search(puzzle, start).limits(limits).run();
    assert!(report.elapsed.is_some());
    report
}

/// A limit on the time is not ignored where nothing measures it.
fn without_a_clock() {
    let puzzle = SlidingTiles::new(3, 3).expect("nine cells");
    let start = puzzle.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("a board");
    let limits = Limits::new().max_time(Duration::from_secs(600));
    let stop = (!HAS_CLOCK).then_some(Stop::NoClock);
    let report = BreadthFirst::new()
        .search(&puzzle, &start)
        .limits(limits.clone())
        .run();
    assert_eq!(report.stop(), stop);
    assert_eq!(
        (report.stats.expanded > 0, report.elapsed.is_some()),
        (HAS_CLOCK, HAS_CLOCK)
    );
    let mut search = BreadthFirst::new().search(&puzzle, &start);
    assert_eq!(search.run_for(Duration::from_secs(600)).stop(), stop);
    // It can be continued: without the limit, or with a clock.
    assert!(search.run().is_optimal());
    let mut task = Enumerate::new().count_by_hashing(&puzzle, [start]);
    assert_eq!(task.run_for(Duration::from_secs(600)).stop, stop);
    let mut all = AStar::new().all_solutions(&puzzle, [start]).limits(limits);
    assert_eq!(all.run().err().and_then(|unsolved| unsolved.stop()), stop);
    let mut distances = Distances::new(&puzzle, [start]);
    assert_eq!(distances.run_for(Duration::from_secs(600)).err(), stop);
    assert_eq!(distances.len(), if HAS_CLOCK { 181_440 } else { 0 });
}

/// A search in slices, as in the frames of a game.
fn slices_of_time() {
    let puzzle = SlidingTiles::new(3, 3).expect("nine cells");
    let start = puzzle.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("a board");
    let limits = Limits::new().with_clock(now);
    let mut search = BreadthFirst::new().search(&puzzle, &start).limits(limits);
    let mut slices = 1_u32;
    let begun = now();
    let report = loop {
        let report = search.run_for(Duration::from_millis(2));
        if report.stop() != Some(Stop::Slice) {
            break report;
        }
        slices += 1;
    };
    assert!(report.is_optimal() && slices > 1);
    // All but the last slice took two milliseconds, and none takes longer than it has run.
    let elapsed = report.elapsed.expect("there is a clock");
    assert!(elapsed >= Duration::from_millis(2) * (slices - 1) && elapsed <= now() - begun);
}

/// One of the two hardest boards of nine cells.
fn solvers() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = tiles.state(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    let solvers: [(&dyn Solver<_>, u64); 6] = [
        (&BreadthFirst::new(), 181_380),
        (&BreadthFirst::new().threads(2), 181_380),
        (&Bidirectional::new(), 10_068),
        (&AStar::new(), 6_728),
        (&BaeStar::new(), 2_315),
        (&IdaStar::new().threads(2), 14_964),
    ];
    for (solver, expanded) in solvers {
        let report = run(solver, &puzzle, &start);
        assert_eq!(report.stats.expanded, expanded);
        assert_eq!(report.lower_bound, Some(31));
    }
}

/// IDA*, which walks them by these functions.
fn boards_with_functions_of_their_own() {
    fn counts<B: Packed>(tiles: SlidingTiles<B>, start: &[u8]) -> (Option<u32>, u64) {
        let start = tiles.state(start).expect("a board");
        let report = run(&IdaStar::new(), &tiles.guided_by(Manhattan), &start);
        (report.lower_bound, report.stats.generated)
    }
    let small = SlidingTiles::new(3, 3).expect("nine cells");
    assert_eq!(
        counts(small, &[8, 6, 7, 2, 5, 4, 3, 0, 1]),
        (Some(31), 24_015)
    );
    // The twelfth of Korf's instances, with the number of nodes that he gives.
    let goal: Vec<u8> = (0..16).collect();
    let korf = SlidingTiles::new(4, 4).and_then(|tiles| tiles.with_goal(&goal));
    let start = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    assert_eq!(counts(korf.expect("a goal"), &start), (Some(45), 546_344));
    let large = SlidingTiles::<u128>::packed(5, 5).expect("25 cells");
    let start = [
        2, 4, 9, 5, 10, 1, 0, 14, 11, 8, 12, 3, 7, 20, 15, 21, 16, 18, 13, 19, 17, 6, 22, 23, 24,
    ];
    assert_eq!(counts(large, &start), (Some(46), 416_560));
}
