//! How far long runs have come: what observers are told.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Partition, Style, TilePatterns};
use puzzle_search::heuristics::{Abstraction, PatternDatabase};
use puzzle_search::job::{BuildError, Meter};
use puzzle_search::observe::{Coverage, TaskObserver, TaskProgress};
use puzzle_search::puzzles::{Pancake, SlidingTiles, SwapGame};
use puzzle_search::space::{DistanceOracle, Encoding, Enumerate, OnDisk};
use puzzle_search::{Limits, Puzzle, Stats, Stop, Task};

use crate::support::Temporary;

/// What was told of the coverage, each time it changed.
#[derive(Default)]
struct Told(Vec<Option<Coverage>>);

impl TaskObserver for Told {
    fn progress(&mut self, progress: &TaskProgress) -> ControlFlow<()> {
        if self.0.last() != Some(&progress.coverage) {
            self.0.push(progress.coverage);
        }
        ControlFlow::Continue(())
    }
}

impl Told {
    /// It was told more than once of each table, ever more, and in the end of all of these totals.
    fn covers(&self, totals: &[u64]) {
        let told: Vec<Coverage> = self.0.iter().copied().flatten().collect();
        let tables = told.chunk_by(|a, b| a.done < b.done && a.total == b.total);
        let ends: Vec<(u64, u64)> = tables
            .map(|table| {
                assert!(table.len() > 2, "{told:?}");
                let last = table[table.len() - 1];
                assert_eq!(last.percent(), 100, "{told:?}");
                (last.done, last.total)
            })
            .collect();
        let expected: Vec<(u64, u64)> = totals.iter().map(|&total| (total, total)).collect();
        assert_eq!(ends, expected);
    }
}

#[test]
fn spaces_say_how_much_is_done() {
    // One bit for each number, two bits, and the table of an oracle.
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let mut told = Told::default();
    let count = Enumerate::new().count_by_rank(&tiles, [tiles.goal()]);
    let counted = count.observe(&mut told).run();
    assert!(counted.expect("it fits").is_complete());
    told.covers(&[181_440]);

    let swaps = SwapGame::new(3, 3).expect("a size");
    let mut told = Told::default();
    let count = Enumerate::new().count_by_rank(&swaps, [swaps.goal()]);
    let counted = count.threads(2).observe(&mut told).run();
    assert!(counted.expect("it fits").is_complete());
    told.covers(&[362_880]);

    let mut told = Told::default();
    let build = DistanceOracle::build(&tiles, Encoding::Bytes);
    build.observe(&mut told).run().expect("it fits");
    told.covers(&[181_440]);
}

#[test]
fn where_the_end_is_not_known_none_is_told() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let mut told = Told::default();
    let count = Enumerate::new().count_by_hashing(&tiles, [tiles.goal()]);
    assert!(count.observe(&mut told).run().is_complete());
    assert_eq!(told.0, [None]);
    // On disk it goes on with what was done.
    let directory = Temporary::new("coverage");
    let disk = OnDisk::new(&directory.0);
    for (resumes, limits) in [(false, Limits::new().max_moves(20)), (true, Limits::new())] {
        let mut told = Told::default();
        let count = disk.count_by_rank(&tiles, [tiles.goal()]).limits(limits);
        let census = count.observe(&mut told).run();
        assert_eq!(census.map(|census| census.is_complete()), Ok(resumes));
        let told: Vec<Coverage> = told.0.into_iter().flatten().collect();
        assert!(told.iter().all(|coverage| coverage.total == 181_440));
        assert!(
            told.is_sorted_by_key(|coverage| coverage.done) && told.len() > 5,
            "{told:?}"
        );
        let last = told.last().map(|coverage| coverage.percent() == 100);
        assert_eq!(last, Some(resumes), "{told:?}");
    }
}

#[test]
fn databases_say_how_much_is_done() {
    let puzzle = SlidingTiles::new(3, 3).expect("a size");
    let halves = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    for entries in [Entries::Bytes, Entries::HalvedNibbles] {
        for blank in [Blank::Minimized, Blank::RegionKept] {
            let style = Style { blank, entries };
            let mut told = Told::default();
            let build = TilePatterns::build(&puzzle, &halves, style);
            build.observe(&mut told).run().expect("it fits");
            let ends = told
                .0
                .iter()
                .flatten()
                .filter(|coverage| coverage.percent() == 100);
            assert_eq!(ends.count(), 2, "{:?}", told.0);
        }
    }
    // All tiles in one pattern: only even orders can be reached.
    let whole = Partition::new([&[0, 1, 2, 3, 4, 5, 6, 7]]);
    let mut told = Told::default();
    let build = TilePatterns::build(&puzzle, &whole, Style::default());
    build.observe(&mut told).run().expect("it fits");
    told.covers(&[181_440]);

    let pancakes = Pancake::new(7).expect("a size");
    let mut told = Told::default();
    let build = PatternDatabase::build(&pancakes, Whole(pancakes.clone()));
    build.observe(&mut told).run().expect("it fits");
    told.covers(&[5_040]);
}

/// An abstraction that keeps everything.
#[derive(Clone)]
struct Whole(Pancake);

impl Abstraction<Pancake> for Whole {
    type Space = Pancake;

    fn space(&self) -> &Pancake {
        &self.0
    }

    fn image(&self, _: &Pancake, state: &<Pancake as Puzzle>::State) -> <Pancake as Puzzle>::State {
        *state
    }
}

#[test]
fn a_database_ends_with_the_cancel_flag() {
    let puzzle = SlidingTiles::new(3, 3).expect("a size");
    let flag = Arc::new(AtomicBool::new(true));
    let halves = Partition::new([&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    let build = TilePatterns::build(&puzzle, &halves, Style::default());
    let built = build.limits(Limits::new().with_cancel(flag)).run();
    assert_eq!(built.err(), Some(BuildError::Stopped(Stop::Cancelled)));
}

#[test]
fn counts_are_printed_as_a_line() {
    let mut stats = Stats::default();
    assert_eq!(stats.to_string(), "0 expanded, 0 generated");
    (stats.expanded, stats.generated, stats.reopened) = (12, 34, 5);
    (stats.duplicates, stats.peak_stored, stats.peak_bytes) = (6, 7, 890);
    let line = "12 expanded, 34 generated, 5 reopened, 6 duplicates, 7 stored, 890 bytes";
    assert_eq!(stats.to_string(), line);
}

#[test]
fn a_closure_is_shown_the_layers_and_may_end_the_task() {
    let puzzle = SlidingTiles::new(2, 3).expect("six cells");
    let mut layers = vec![];
    let task = Enumerate::new().count_by_hashing(&puzzle, [puzzle.goal()]);
    let mut task = task.on_layer(|layer| {
        layers.push(layer.states);
        match layer.depth {
            0..4 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    let stopped = task.run();
    assert_eq!(stopped.stop, Some(Stop::Observer));
    drop(task);
    assert_eq!(layers, stopped.layers);
}

#[test]
fn counts_end_at_the_greatest_number() {
    let mut task = Task::from_fn(|meter: &mut Meter<'_>| {
        for _ in 0..2 {
            meter.expand(u64::MAX)?;
            meter.duplicates(u64::MAX);
        }
        Ok::<_, Stop>(meter.divide(0..3_u64, |_| u64::MAX / 2))
    });
    for threads in [1, 2] {
        task = task.threads(threads);
        assert_eq!(task.run(), Ok(u64::MAX));
    }
    let stats = task.stats();
    assert_eq!((stats.generated, stats.duplicates), (u64::MAX, u64::MAX));
}
