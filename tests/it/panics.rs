//! Panics in user code: a task that is run again afterwards says so, and never returns what was left half done.

use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use puzzle_search::answers::{Distances, Query};
use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
use puzzle_search::heuristics::{
    Abstraction, DiscPatterns, PatternDatabase, WalkingDistance, WeightedPatterns,
};
use puzzle_search::job::BuildError;
use puzzle_search::observe::{Layer, TaskObserver, TaskProgress};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::{Hanoi, SlidingTiles, WeightedTiles};
use puzzle_search::solvers::DepthFirst;
use puzzle_search::space::{Census, DistanceOracle, Encoding, Enumerate, OnDisk, SpaceError};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Facts, Limits, Neighbor, NeighborOf, Outcome, Puzzle,
    Ranked, Reversible, Solver, Stop, Task, Unsolved, from_steps,
};

/// A ring of states, or a line, whose functions panic at one call of them all.
struct Armed {
    goes_back: bool,
    calls_left: AtomicU32,
}

/// How many states there are.
const STATES: u32 = 24;

impl Armed {
    fn new(goes_back: bool, calls: u32) -> Self {
        Self {
            goes_back,
            calls_left: AtomicU32::new(calls),
        }
    }

    fn call(&self) {
        assert!(
            self.calls_left.fetch_sub(1, Ordering::Relaxed) != 0,
            "armed"
        );
    }

    fn steps(&self, at: u32, forward: bool) -> Vec<NeighborOf<Self>> {
        self.call();
        let last = STATES - 1;
        let to = match (self.goes_back, forward) {
            (true, _) => vec![(at + 1) % STATES, (at + last) % STATES],
            (false, true) => [1, 2].map(|by| (at + by).min(last)).to_vec(),
            (false, false) => (at.saturating_sub(2)..at).collect(),
        };
        let to = to.into_iter().filter(|&to| to != at);
        to.map(|to| Neighbor::unit(to, to)).collect()
    }
}

impl Puzzle for Armed {
    type State = u32;
    type Move = u32;
    type Cost = u32;

    fn neighbors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.steps(at, true)
    }

    fn is_goal(&self, &at: &u32) -> bool {
        self.call();
        at == STATES - 1
    }

    fn facts(&self) -> Facts<u32> {
        let mut facts = Facts::new().unit_costs();
        facts.undirected = self.goes_back;
        facts
    }
}

impl Reversible for Armed {
    fn goals(&self) -> impl IntoIterator<Item = u32> {
        self.call();
        [STATES - 1]
    }

    fn predecessors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.steps(at, false)
    }
}

impl Ranked for Armed {
    fn state_count(&self) -> Option<u128> {
        Some(STATES.into())
    }

    fn rank(&self, &at: &u32) -> Option<u128> {
        self.call();
        Some(at.into())
    }

    fn unrank(&self, rank: u128) -> Option<u32> {
        self.call();
        u32::try_from(rank).ok().filter(|&at| at < STATES)
    }
}

impl Portable for Armed {
    fn state_bytes(&self) -> usize {
        4
    }

    fn write_state(&self, at: &u32, bytes: &mut [u8]) {
        self.call();
        bytes.copy_from_slice(&at.to_be_bytes());
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u32> {
        self.call();
        Some(u32::from_be_bytes(bytes.try_into().ok()?))
    }
}

/// What a task returned, as far as it matters here: what stopped it.
trait Ended {
    fn stop(&self) -> Option<Stop>;
}

impl<S> Ended for Census<S> {
    fn stop(&self) -> Option<Stop> {
        self.stop
    }
}

impl<M, C> Ended for Outcome<M, C> {
    fn stop(&self) -> Option<Stop> {
        match self {
            Self::Stopped { stop, .. } => Some(*stop),
            _ => None,
        }
    }
}

fn error<E: std::error::Error>(error: &E) -> ! {
    panic!("{error}")
}

macro_rules! ended {
    ($($error:ty: $if_error:expr),* $(,)?) => {$(
        impl<T> Ended for Result<T, $error> {
            fn stop(&self) -> Option<Stop> {
                self.as_ref().err().and_then($if_error)
            }
        }
    )*};
}

ended! {
    Unsolved<u32>: Unsolved::stop,
    BuildError: |why| match why {
        BuildError::Stopped(stop) => Some(*stop),
        why => error(why),
    },
    SpaceError: |why| match why {
        SpaceError::Stopped(stop) => Some(*stop),
        why => error(why),
    },
}

/// An answer that says itself what stopped it, or an error that has another reason.
struct Answered<T, E>(Result<T, E>);

impl<T: Ended, E: std::error::Error> Ended for Answered<T, E> {
    fn stop(&self) -> Option<Stop> {
        self.0.as_ref().unwrap_or_else(|why| error(why)).stop()
    }
}

/// Runs a task until it panics, and then again: twice.
fn panics<T>(mut run: impl FnMut() -> T, stop: impl Fn(&T) -> Option<Stop>, what: &str) -> bool {
    match catch_unwind(AssertUnwindSafe(&mut run)) {
        Ok(done) => {
            assert_eq!(stop(&done), None, "{what}");
            false
        }
        Err(_) => {
            for _again in 0..2 {
                assert_eq!(stop(&run()), Some(Stop::Panicked), "{what}");
            }
            true
        }
    }
}

/// Lets the puzzle panic at one call after the other, with a task of its own each time.
fn at_every_call<T: Ended>(
    goes_back: bool,
    task: impl for<'a> Fn(&'a Armed) -> Task<'a, T>,
    what: &str,
) {
    at_every_call_of(goes_back, task, T::stop, what);
}

fn at_every_call_of<T>(
    goes_back: bool,
    task: impl for<'a> Fn(&'a Armed) -> Task<'a, T>,
    stop: impl Fn(&T) -> Option<Stop>,
    what: &str,
) {
    at_every(goes_back, what, |puzzle| {
        let mut task = catch_unwind(AssertUnwindSafe(|| task(puzzle))).ok()?;
        Some(panics(|| task.run(), &stop, what))
    });
}

/// The same of a query.
fn at_every_call_of_a_query<T>(
    goes_back: bool,
    query: impl for<'a> Fn(&'a Armed) -> Query<'a, Armed, T>,
    what: &str,
) {
    let stop = |answer: &Result<T, Unsolved<u32>>| answer.stop();
    at_every(goes_back, what, |puzzle| {
        let mut query = catch_unwind(AssertUnwindSafe(|| query(puzzle))).ok()?;
        Some(panics(|| query.run(), stop, what))
    });
}

/// Until what is run does not panic any more, which is nothing if it could not be made: it may ask the puzzle before.
fn at_every(goes_back: bool, what: &str, run: impl Fn(&Armed) -> Option<bool>) {
    let (mut calls, mut panicked) = (0, 0);
    loop {
        match run(&Armed::new(goes_back, calls)) {
            Some(false) => break,
            Some(true) => panicked += 1,
            None => {}
        }
        calls += 1 + calls / 8;
    }
    assert!(panicked > 5, "{what}: {panicked}");
}

/// A directory that is gone at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let name = format!("puzzle-search-panics-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// Another one within.
    fn next(&self) -> PathBuf {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        self.0.join(serial.to_string())
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn enumerations() {
    let count = Enumerate::new().hardest(2);
    for goes_back in [true, false] {
        at_every_call(goes_back, |p| count.count_by_hashing(p, [0]), "hashing");
        at_every_call(
            goes_back,
            |p| count.count_by_hashing(p, [0]).threads(2),
            "hashing by threads",
        );
        let stop = |ended: &Result<Census<u32>, _>| Answered(ended.clone()).stop();
        at_every_call_of(goes_back, |p| count.count_by_rank(p, [0]), stop, "by rank");
        at_every_call_of(
            goes_back,
            |p| count.count_by_rank(p, [0]).threads(2),
            stop,
            "by rank and threads",
        );
        at_every_call_of(goes_back, |p| count.count(p, [0]), stop, "count");
    }
}

#[test]
fn enumerations_on_disk() {
    let directory = Directory::new("disk");
    let stop = |ended: &Result<Census<u32>, _>| Answered(ended.clone()).stop();
    let disk = || OnDisk::new(directory.next()).hardest(2);
    at_every_call_of(true, |p| disk().count_by_rank(p, [0]), stop, "by rank");
    at_every_call_of(true, |p| disk().count_by_sorting(p, [0]), stop, "sorting");
    let stop = |ended: &Result<Outcome<u32, u32>, _>| Answered(ended.clone()).stop();
    at_every_call_of(true, |p| disk().solve(p, &0), stop, "path");
}

/// What a panic has left in a directory goes on in another task, to the right end.
#[test]
fn what_a_panic_left_on_disk_is_resumed() {
    let directory = Directory::new("resumed");
    let mut resumed = 0;
    // Most calls ask what puzzle it is, before anything is begun.
    for calls in (10_000..).step_by(40) {
        let disk = OnDisk::new(directory.next());
        let armed = Armed::new(true, calls);
        let run = || disk.count_by_sorting(&armed, [0]).run();
        if catch_unwind(AssertUnwindSafe(run)).is_ok() {
            break;
        }
        let calm = Armed::new(true, u32::MAX);
        let left = disk.layers_so_far().expect("it can be read");
        resumed += usize::from(!left.is_empty());
        let census = disk.count_by_sorting(&calm, [0]).run().expect("it goes on");
        assert_eq!(census.layers, [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1]);
        assert_eq!(census.layers[..left.len()], left);
    }
    assert!(resumed > 1);
}

impl Clone for Armed {
    fn clone(&self) -> Self {
        Self::new(self.goes_back, self.calls_left.load(Ordering::Relaxed))
    }
}

/// The whole space.
#[derive(Clone)]
struct Whole(Armed);

impl Abstraction<Armed> for Whole {
    type Space = Armed;

    fn space(&self) -> &Armed {
        &self.0
    }

    fn image(&self, _: &Armed, &state: &u32) -> u32 {
        state
    }
}

#[test]
fn oracles_and_databases() {
    for encoding in [Encoding::Bytes, Encoding::ModuloThree] {
        at_every_call(true, |p| DistanceOracle::build(p, encoding), "oracle");
        at_every_call(
            true,
            |p| DistanceOracle::build(p, encoding).threads(2),
            "oracle by threads",
        );
    }
    at_every_call(
        true,
        |p| PatternDatabase::build(p, Whole(p.clone())),
        "pattern database",
    );
    let directory = Directory::new("oracles");
    fs::create_dir_all(&directory.0).expect("it can be made");
    let mut calls = 0;
    loop {
        let (puzzle, path) = (Armed::new(true, calls), directory.next());
        let mut task = DistanceOracle::open_or_build(&puzzle, Encoding::Bytes, &path, "");
        if !panics(|| task.run(), Ended::stop, "oracle in a file") {
            break;
        }
        calls += 1 + calls / 8;
    }
    assert!(calls > 100);
}

#[test]
fn distances_say_that_they_panicked() {
    let armed = Armed::new(true, 9);
    let mut distances = Distances::new(&armed, [0]);
    assert_eq!(distances.stop(), None);
    let ended = catch_unwind(AssertUnwindSafe(|| distances.run()));
    assert!(ended.is_err());
    assert_eq!(distances.stop(), Some(Stop::Panicked));
    assert_eq!(distances.run(), Err(Stop::Panicked));
}

#[test]
fn facts_that_panic_in_a_slice_of_time_end_a_search() {
    struct NoFacts;
    impl Puzzle for NoFacts {
        type State = u32;
        type Move = u32;
        type Cost = u32;

        fn neighbors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            [Neighbor::unit(0, at + 1)]
        }

        fn is_goal(&self, &at: &u32) -> bool {
            at == STATES
        }

        fn facts(&self) -> Facts<u32> {
            panic!("at every call")
        }
    }
    let mut search = BreadthFirst::new().search(&NoFacts, &0);
    let ended = catch_unwind(AssertUnwindSafe(|| search.run_for(Duration::ZERO)));
    assert!(ended.is_err());
    for _again in 0..2 {
        assert_eq!(search.run().stop(), Some(Stop::Panicked));
    }
}

fn line(end: u32) -> impl Puzzle<State = u32, Cost = u32> {
    from_steps(
        move |&n: &u32| (n < end).then_some(n + 1),
        move |&n| n == end,
    )
}

#[test]
fn a_search_whose_further_starts_panic_goes_on_as_before() {
    let (long, short) = (line(100), line(60));
    // The second start divides by zero.
    let starts = || (0..2).map(|n| 9 / (1 - n));
    let limits = Limits::new().max_expanded(10);
    for is_other_puzzle in [false, true] {
        let mut search = BreadthFirst::new()
            .search(&long, &50)
            .limits(limits.clone());
        assert_eq!(search.run().stop(), Some(Stop::Expanded));
        let ended = catch_unwind(AssertUnwindSafe(|| {
            if is_other_puzzle {
                search.restart_on(&short, starts());
            } else {
                search.restart(starts());
            }
        }));
        assert!(ended.is_err());
        search.set_limits(Limits::new());
        assert_eq!(search.starts(), [50]);
        assert_eq!(search.run().lower_bound, Some(50));
    }
    let mut distances = Distances::new(&long, [50]).max_cost(3);
    assert_eq!(distances.run(), Ok(()));
    let ended = catch_unwind(AssertUnwindSafe(|| distances.restart(starts())));
    assert!(ended.is_err());
    // It starts over, since a higher limit may admit more.
    distances.set_max_cost(Some(4));
    assert_eq!(distances.run(), Ok(()));
    assert_eq!((distances.get(&54), distances.get(&9)), (Some(4), None));
}

#[test]
fn the_time_of_a_run_whose_observer_panicked_does_not_limit_the_next_run() {
    let puzzle = SlidingTiles::new(3, 3).expect("nine cells");
    let ticks = AtomicU32::new(0);
    let now = move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed).into());
    let mut looks = 0;
    let distances = Distances::new(&puzzle, [puzzle.goal()]).on_progress(|_| {
        looks += 1;
        assert!(looks > 1, "at the first look");
        ControlFlow::Continue(())
    });
    let mut distances = distances.limits(Limits::new().with_clock(now));
    let slice = Duration::from_millis(2);
    let ended = catch_unwind(AssertUnwindSafe(|| distances.run_for(slice)));
    assert!(ended.is_err());
    assert_eq!(distances.run(), Ok(()));
}

#[test]
fn answers_that_are_tasks() {
    at_every_call_of_a_query(true, |p| AStar::new().all_solutions(p, [0]), "A*, all");
    at_every_call_of_a_query(
        false,
        |p| AStar::new().all_solutions(p, [0]),
        "uniform cost, all",
    );
    at_every_call_of_a_query(
        true,
        |p| BreadthFirst::new().all_solutions(p, [0]),
        "breadth-first, all",
    );
    at_every_call_of_a_query(
        true,
        |p| Bidirectional::new().all_solutions(p, [0]),
        "bidirectional, all",
    );
    at_every_call_of_a_query(true, |p| AStar::new().k_cheapest_walks(p, [0], 9), "walks");
    at_every_call_of_a_query(
        false,
        |p| AStar::new().k_cheapest_paths(p, [0], 9),
        "simple paths",
    );
    at_every_call_of_a_query(
        false,
        |p| DepthFirst::new().longest_path(p, [0]),
        "longest path",
    );
    at_every_call_of_a_query(
        false,
        |p| DepthFirst::new().count_paths(p, [0]),
        "paths counted",
    );
}

/// Panics at one look or layer.
struct Startled(u32);

impl Startled {
    fn see(&mut self) -> ControlFlow<()> {
        assert!(self.0 != 0, "startled");
        self.0 -= 1;
        ControlFlow::Continue(())
    }
}

impl TaskObserver for Startled {
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.see()
    }

    fn progress(&mut self, _: &TaskProgress) -> ControlFlow<()> {
        self.see()
    }
}

/// Lets the observer panic at one look after the other.
fn at_every_look<'a, T>(
    task: impl Fn() -> Task<'a, T>,
    stop: impl Fn(&T) -> Option<Stop>,
    what: &str,
) {
    let mut looks = 0;
    loop {
        let mut task = task().observe(Startled(looks));
        if !panics(|| task.run(), &stop, what) {
            break;
        }
        looks += 1 + looks / 4;
    }
    assert!(looks > 0, "{what}");
}

#[test]
fn tables_of_ready_made_heuristics() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let stop = |ended: &Result<Census<_>, _>| Answered(ended.clone()).stop();
    let whole = || Enumerate::new().count_by_rank(&tiles, [tiles.goal()]);
    at_every_look(whole, stop, "bits of pieces");
    let walking = || WalkingDistance::build(&tiles);
    at_every_look(walking, Ended::stop, "walking distance");
    let partition = Partition::new([&[0, 1, 2], &[3, 4, 5]]);
    let patterns = || TilePatterns::build(&tiles, &partition, Style::default());
    at_every_look(patterns, Ended::stop, "tile patterns");
    let directory = Directory::new("tables");
    let kept = directory.next();
    let cached = || {
        let _ = fs::remove_dir_all(&kept);
        TilePatterns::open_or_build(&tiles, &partition, Style::default(), &kept)
    };
    at_every_look(cached, Ended::stop, "tile patterns in files");
    let heavy = WeightedTiles::heavy(SlidingTiles::new(2, 3).expect("a size"));
    let weighted = || WeightedPatterns::build(&heavy, &[&[1, 2], &[3, 5]]);
    at_every_look(weighted, Ended::stop, "weighted patterns");
    let towers = Hanoi::new(8, 4).expect("a size");
    let discs = || DiscPatterns::build(&towers, &[5, 3]);
    at_every_look(discs, Ended::stop, "discs");
}
