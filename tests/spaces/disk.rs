//! Enumerations on disk: the layers of the engines in memory, whatever the limits and whatever ends them.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use puzzle_search::observe::{TaskObserver, TaskProgress};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::{Board, Hanoi, Pancake, SlidingTiles};
use puzzle_search::space::{Census, Enumerate, OnDisk, SpaceError};
use puzzle_search::{
    BreadthFirst, Limits, NeighborOf, Outcome, Puzzle, Ranked, Solver, Stop, Task,
};

use crate::published::published;
use crate::support::{Numbers, magic_squares_to, sheet_in_order};

/// A directory that is gone at the end.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let name = format!("puzzle-search-it-{}-{serial}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// The bytes of its files.
    fn bytes(&self) -> u64 {
        let length = |path: &PathBuf| fs::metadata(path).expect("it is there").len();
        self.files().iter().map(length).sum()
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).expect("it is there");
        let mut files: Vec<_> = entries.map(|e| e.expect("it is there").path()).collect();
        files.sort();
        files
    }

    fn copy(&self) -> Self {
        let copy = Self::new();
        fs::create_dir(&copy.0).expect("it is not there");
        for file in self.files() {
            let name = file.file_name().expect("it has one");
            fs::copy(&file, copy.0.join(name)).expect("it can be copied");
        }
        copy
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn bytes(most: usize) -> Limits {
    Limits::new().max_bytes(most)
}

const COUNT: Enumerate = Enumerate::new().hardest(5);

fn on_disk(directory: impl Into<PathBuf>) -> OnDisk {
    OnDisk::new(directory).hardest(5)
}

type Begun<'a, S> = Task<'a, Result<Census<S>, SpaceError>>;

/// The layers and the hardest states, by rank with so many bytes of memory and by the engine in memory.
fn agrees<P>(puzzle: &P, starts: &[P::State], most: usize)
where
    P: Ranked<State: PartialEq + std::fmt::Debug, Cost = u32> + Sync,
{
    let directory = Directory::new();
    let disk = on_disk(&directory.0);
    let mut task = disk.count_by_rank(puzzle, starts.iter().cloned());
    task.set_limits(bytes(most));
    let census = task.run().expect("there is room");
    let expected = COUNT.count_by_rank(puzzle, starts.iter().cloned()).run();
    let expected = expected.expect("it is numbered");
    assert_eq!(census.layers, expected.layers);
    assert_eq!(census.hardest, expected.hardest);
    assert!(census.is_complete() && census.stats.peak_bytes <= most);
    assert_eq!(task.stats().expanded, expected.states());
    assert!(census.peak_disk_bytes >= directory.bytes());
    assert!(u128::from(census.peak_disk_bytes) <= OnDisk::bytes_by_rank(puzzle).expect("numbered"));
    // What is over stays so, in this task and in another.
    let resumed = disk.count_by_rank(puzzle, starts.iter().cloned()).run();
    for again in [task.run(), resumed] {
        let again = again.expect("it is there");
        assert_eq!(
            (again.layers, again.hardest),
            (census.layers.clone(), census.hardest.clone())
        );
    }
}

#[test]
fn layers_are_those_of_the_engines_in_memory() {
    let stack = Pancake::new(8).expect("a size");
    // Moves that go one way only: all layers stay.
    let squares = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let towers = Hanoi::new(9, 4).expect("a size");
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    for most in [450_000, 100 << 20] {
        agrees(&stack, &[stack.goal()], most);
        agrees(&squares, &[sheet_in_order()], most);
        agrees(
            &towers,
            &[towers.goal(), towers.tower(1).expect("a peg")],
            most,
        );
        agrees(&tiles, &[tiles.goal()], most);
        // Starts of both classes, which cannot be a layer of pieces.
        let beside = tiles.neighbors(&tiles.goal()).into_iter().next();
        agrees(
            &tiles,
            &[tiles.goal(), beside.expect("a neighbor").state],
            most,
        );
    }
}

#[test]
fn layers_are_those_published() {
    let directory = Directory::new();
    let stack = Pancake::new(8).expect("a size");
    let disk = on_disk(&directory.0);
    let census = disk
        .count_by_rank(&stack, [stack.goal()])
        .run()
        .expect("there is room");
    assert_eq!(
        census.layers,
        published(include_str!("../data/pancake-8.layers"))
    );
    let directory = Directory::new();
    let tiles = SlidingTiles::new(2, 5).expect("a size");
    let disk = on_disk(&directory.0);
    // Groups of pieces that are read for one another.
    let task = disk.count_by_rank(&tiles, [tiles.goal()]);
    let census = task.limits(bytes(900_000)).run().expect("there is room");
    assert_eq!(
        census.layers,
        published(include_str!("../data/sliding-2x5.layers"))
    );
}

/// What a stop or a kill may leave: runs a task a few looks at a time, each time in another process as far
/// as it can tell.
struct AFewLooks(u32);

impl TaskObserver for AFewLooks {
    fn progress(&mut self, _: &TaskProgress) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Runs tasks that go on with what is there, and that are stopped, until one is not.
fn in_steps<'a, S: std::fmt::Debug>(
    directory: &Directory,
    task: impl Fn(&OnDisk) -> Begun<'a, S>,
) -> Census<S> {
    let disk = on_disk(&directory.0);
    let mut layers = 0;
    for looks in (1..).map(|step| 3 + step / 4) {
        let census = task(&disk)
            .observe(AFewLooks(looks))
            .run()
            .expect("it goes on");
        if census.is_complete() {
            return census;
        }
        assert_eq!(census.stop, Some(Stop::Observer));
        // No layer is lost, wherever in the next one it was stopped.
        assert!(census.layers.len() >= layers, "{census:?}");
        layers = census.layers.len();
    }
    unreachable!("looks become more and more")
}

#[test]
fn what_is_stopped_within_a_segment_goes_on_from_the_layer() {
    // Each layer is one segment, and has fewer looks than that.
    let stack = Pancake::new(9).expect("a size");
    let directory = Directory::new();
    let disk = on_disk(&directory.0);
    let mut layers = 1;
    loop {
        let task = disk.count_by_rank(&stack, [stack.goal()]);
        let mut task = task.observe(AFewLooks(15));
        let census = task.run().expect("it goes on");
        // The states of all layers that are expanded, by whichever process.
        let last = census.layers.last().filter(|_| !census.is_complete());
        let expanded = census.states() - last.copied().unwrap_or(0);
        assert_eq!(task.stats().expanded, expanded);
        if census.is_complete() {
            break assert_eq!((census.states(), census.depth()), (362_880, 10));
        }
        assert!(census.layers.len() > layers, "{census:?}");
        layers = census.layers.len();
    }
    // Of many segments one at least is done each time, as long as there are looks enough for it.
    let directory = Directory::new();
    let stack = Pancake::new(7).expect("a size");
    let disk = on_disk(&directory.0);
    let ends = (0..1_000).any(|_| {
        let task = disk.count_by_rank(&stack, [stack.goal()]);
        let mut task = task.limits(bytes(450_000)).observe(AFewLooks(4));
        task.run().expect("it goes on").is_complete()
    });
    assert!(ends);
}

#[test]
fn what_is_stopped_goes_on() {
    let stack = Pancake::new(7).expect("a size");
    let directory = Directory::new();
    let census = in_steps(&directory, |disk| {
        disk.count_by_rank(&stack, [stack.goal()])
            .limits(bytes(450_000))
    });
    let expected = published(include_str!("../data/pancake-7.layers"));
    assert_eq!(census.layers, expected);
    let directory = Directory::new();
    let census = in_steps(&directory, |disk| {
        disk.count_by_sorting(&stack, [stack.goal()])
            .limits(bytes(1 << 20))
    });
    assert_eq!(census.layers, expected);
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let directory = Directory::new();
    let census = in_steps(&directory, |disk| {
        disk.count_by_rank(&tiles, [tiles.goal()])
            .limits(bytes(480_000))
    });
    assert_eq!(
        census.layers,
        published(include_str!("../data/sliding-3x3-corner.layers"))
    );
}

#[test]
fn what_is_not_numbered_is_sorted() {
    let stack = Pancake::new(8).expect("a size");
    let squares = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    fn check<P: Portable<State: PartialEq, Cost = u32> + Sync>(
        puzzle: &P,
        start: &P::State,
        most: usize,
    ) {
        let directory = Directory::new();
        let disk = on_disk(&directory.0);
        let task = disk.count_by_sorting(puzzle, [start.clone()]);
        let census = task.limits(bytes(most)).run().expect("there is room");
        let all = Enumerate::new().hardest(usize::MAX);
        let expected = all.count_by_hashing(puzzle, [start.clone()]).run();
        assert_eq!(census.layers, expected.layers);
        assert!(
            census
                .hardest
                .iter()
                .all(|state| expected.hardest.contains(state))
        );
        assert_eq!(
            census.hardest.len() as u64,
            5.min(census.layers[census.layers.len() - 1])
        );
        assert!(census.is_complete() && census.stats.peak_bytes <= most);
    }
    // So little memory that runs are merged more than once, and old layers subtracted in turn.
    for most in [700_000, 100 << 20] {
        check(&stack, &stack.goal(), most);
        check(&squares, &sheet_in_order(), most);
    }
}

#[test]
fn paths_are_shortest_and_read_from_the_files() {
    fn check<P>(puzzle: &P, start: &P::State)
    where
        P: Portable<State: std::fmt::Debug, Move: std::fmt::Debug, Cost = u32> + Sync,
    {
        let directory = Directory::new();
        let mut disk = OnDisk::new(&directory.0);
        let expected = BreadthFirst::new().solve(puzzle, start);
        // Stopped once on the way, if it is long enough.
        let limits = Limits::new().max_bytes(1 << 20).max_moves(4);
        let begun = disk
            .solve(puzzle, start)
            .limits(limits)
            .run()
            .expect("there is room");
        if !matches!(begun, Outcome::Stopped { .. }) {
            disk = OnDisk::new(directory.0.join("anew"));
        }
        let outcome = disk.solve(puzzle, start).limits(bytes(1 << 20)).run();
        match (outcome.expect("there is room"), expected.outcome) {
            (
                Outcome::Solved {
                    solution,
                    guarantee,
                },
                Outcome::Solved {
                    solution: shortest,
                    guarantee: same,
                },
            ) => {
                assert_eq!(
                    (solution.moves().len(), guarantee),
                    (shortest.moves().len(), same)
                );
                assert!(solution.verify(puzzle, start).is_ok());
            }
            (Outcome::Unsolvable { .. }, Outcome::Unsolvable { .. }) => {}
            (found, expected) => panic!("{found:?}: expected {expected:?}"),
        }
    }
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    for cells in [
        [8, 6, 7, 2, 5, 4, 3, 0, 1],
        [1, 2, 3, 4, 5, 6, 8, 7, 0],
        [1, 2, 3, 4, 5, 6, 7, 8, 0],
    ] {
        check(&tiles, &tiles.state(&cells).expect("a board"));
    }
    let squares = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    check(&squares, &sheet_in_order());
}

/// Every byte of every file of a tiny enumeration that was stopped between two segments is flipped in
/// turn: whoever goes on notices it. Stopped later and later, until there are children on their way.
fn every_flipped_byte_is_noticed<'a, S: std::fmt::Debug>(task: impl Fn(&OnDisk) -> Begun<'a, S>) {
    let mut children = 0;
    for looks in (3..60).step_by(3) {
        if children > 0 {
            return;
        }
        let directory = Directory::new();
        let stopped = task(&on_disk(&directory.0)).observe(AFewLooks(looks)).run();
        assert_eq!(stopped.expect("there is room").stop, Some(Stop::Observer));
        for file in directory.files() {
            let name = file
                .file_name()
                .expect("it has one")
                .to_str()
                .expect("it is UTF-8");
            children += u32::from(name.starts_with("children"));
            let whole = fs::read(&file).expect("it is there");
            for at in 0..whole.len() {
                let copy = directory.copy();
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << (at % 8);
                fs::write(copy.0.join(name), flipped).expect("it can be written");
                match task(&on_disk(&copy.0)).run() {
                    Err(SpaceError::Damaged { file }) => assert_eq!(file, copy.0.join(name)),
                    other => panic!(
                        "byte {at} of {name}: {:?}",
                        other.map(|census| census.layers)
                    ),
                }
            }
            let copy = directory.copy();
            fs::remove_file(copy.0.join(name)).expect("it is there");
            let missing = task(&on_disk(&copy.0)).run();
            if name == "checkpoint" {
                // Nothing says that there was anything.
                assert!(missing.expect("it begins anew").is_complete());
            } else {
                assert!(matches!(missing, Err(SpaceError::Damaged { .. })));
            }
        }
    }
    panic!("no stop was after the expansion of a segment");
}

#[test]
fn damage_is_noticed() {
    let stack = Pancake::new(4).expect("a size");
    every_flipped_byte_is_noticed(|disk| disk.count_by_rank(&stack, [stack.goal()]));
    every_flipped_byte_is_noticed(|disk| {
        disk.count_by_sorting(&stack, [stack.goal()])
            .limits(bytes(700_000))
    });
}

/// Files of other people in a directory, with names much like those of an enumeration.
const OF_OTHERS: [&str; 11] = [
    "layer-1",
    "layer-2024-11",
    "layer-",
    "children-3",
    "layer-0-0",
    "layer-1-0",
    "children-1-0-0",
    "layer-0-0.0123456789abcdef",
    "checkpoint.0123456789abcdef",
    ".puzzle-search-1-0.tmp",
    "notes.txt",
];

fn put_files_of_others(directory: &Directory) {
    fs::create_dir_all(directory.0.join("layer-2-0")).expect("it can be made");
    for name in OF_OTHERS {
        fs::write(directory.0.join(name), name).expect("it can be written");
    }
}

fn files_of_others_are_whole(directory: &Directory) -> bool {
    let is_whole =
        |name: &&str| fs::read(directory.0.join(name)).is_ok_and(|bytes| bytes == name.as_bytes());
    OF_OTHERS.iter().all(is_whole) && directory.0.join("layer-2-0").is_dir()
}

#[test]
fn files_of_others_are_left_alone() {
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let expected = Enumerate::new()
        .count_by_hashing(&tiles, [tiles.goal()])
        .run()
        .layers;
    type Count = fn(&OnDisk, &SlidingTiles, u32) -> Result<Census<Board>, SpaceError>;
    let counts: [Count; 2] = [
        |disk, tiles, looks| {
            let task = disk.count_by_rank(tiles, [tiles.goal()]);
            task.observe(AFewLooks(looks)).run()
        },
        |disk, tiles, looks| {
            let task = disk.count_by_sorting(tiles, [tiles.goal()]);
            task.observe(AFewLooks(looks)).run()
        },
    ];
    for count in counts {
        let directory = Directory::new();
        put_files_of_others(&directory);
        let disk = OnDisk::new(&directory.0);
        // It is stopped, resumed and stopped again, and over.
        for looks in [4, 12, 40, u32::MAX] {
            let census = count(&disk, &tiles, looks);
            let census = census.expect("it goes on");
            assert!(files_of_others_are_whole(&directory));
            assert_eq!(census.layers, expected[..census.layers.len()]);
            assert_eq!(census.is_complete(), looks == u32::MAX);
        }
    }
}

#[test]
fn a_file_of_another_that_is_named_checkpoint_is_left_alone() {
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    for text in ["", "of another", "\u{89}PSdisk2"] {
        let directory = Directory::new();
        put_files_of_others(&directory);
        let path = directory.0.join("checkpoint");
        fs::write(&path, text).expect("it can be written");
        let disk = OnDisk::new(&directory.0);
        let count = |disk: &OnDisk| disk.count_by_rank(&tiles, [tiles.goal()]).run();
        assert!(matches!(count(&disk), Err(SpaceError::Damaged { .. })));
        assert!(files_of_others_are_whole(&directory));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
    }
}

/// Whatever the disk can hold, what is there goes on when it can hold more.
fn goes_on_with_more<'a, S: std::fmt::Debug>(
    task: impl Fn(&OnDisk) -> Begun<'a, S>,
    layers: &[u64],
) {
    let directory = Directory::new();
    let (mut disk, mut most, mut full) = (on_disk(&directory.0), 100, 0);
    loop {
        disk = disk.max_disk_bytes(most);
        match task(&disk).run() {
            Ok(census) => {
                assert_eq!(census.layers, layers);
                assert!(census.peak_disk_bytes <= most);
                break;
            }
            Err(SpaceError::DiskFull { limit, .. }) => assert_eq!(limit, Some(most)),
            Err(error) => panic!("{error}"),
        }
        (most, full) = (most + most / 4, full + 1);
    }
    assert!(full > 5);
}

#[test]
fn a_full_disk_is_an_error_and_nothing_is_lost() {
    let stack = Pancake::new(7).expect("a size");
    let layers = published(include_str!("../data/pancake-7.layers"));
    goes_on_with_more(|disk| disk.count_by_rank(&stack, [stack.goal()]), &layers);
    goes_on_with_more(
        |disk| {
            disk.count_by_sorting(&stack, [stack.goal()])
                .limits(bytes(1 << 20))
        },
        &layers,
    );
    // Of several segments some can still grow when another cannot.
    let stack = Pancake::new(9).expect("a size");
    let layers = published(include_str!("../data/pancake-9.layers"));
    goes_on_with_more(
        |disk| {
            let count = disk.count_by_rank(&stack, [stack.goal()]);
            count.limits(bytes(450_000))
        },
        &layers,
    );
}

#[test]
fn what_cannot_be_done_is_said() {
    let stack = Pancake::new(5).expect("a size");
    let directory = Directory::new();
    let disk = on_disk(&directory.0);
    let said = |disk: &OnDisk, of: &Pancake, most| {
        let task = disk.count_by_rank(of, [of.goal()]).limits(bytes(most));
        { task }.run().expect_err("it cannot be done").to_string()
    };
    let too_low = said(&disk, &stack, 1_000);
    assert!(
        too_low.starts_with("the limit on memory is too low: "),
        "{too_low}"
    );
    // As many as it says are enough.
    let needed = too_low.split(' ').find_map(|word| word.parse().ok());
    let needed = bytes(needed.expect("a number of bytes"));
    let mut count = disk.count_by_rank(&stack, [stack.goal()]).limits(needed);
    assert!(count.run().expect("it has a directory").is_complete());
    let other = Pancake::new(6).expect("a size");
    assert!(said(&disk, &other, 1 << 20).contains("holds an enumeration of another puzzle"));
    let directory = Directory::new();
    let error = on_disk(&directory.0).count_by_sorting(&Wide, [()]).run();
    let error = error.expect_err("65 bytes").to_string();
    assert_eq!(
        error,
        "a state takes 65 bytes: expected 64 at most, on disk or by several processes"
    );
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let odd = tiles.state(&[1, 2, 3, 4, 5, 6, 8, 7, 0]).expect("a board");
    let error = on_disk(&directory.0).count_by_rank(&tiles, [odd]).run();
    let error = error.expect_err("it has no number").to_string();
    assert_eq!(
        error,
        "start 0 has no number: expected a state that the puzzle numbers"
    );
}

/// One state, which takes more bytes than can be sorted.
struct Wide;

impl Puzzle for Wide {
    type State = ();
    type Move = ();
    type Cost = u32;

    fn neighbors(&self, (): &()) -> impl IntoIterator<Item = NeighborOf<Self>> {
        []
    }

    fn is_goal(&self, (): &()) -> bool {
        false
    }
}

impl Portable for Wide {
    fn state_bytes(&self) -> usize {
        65
    }

    fn write_state(&self, (): &(), _: &mut [u8]) {}

    fn read_state(&self, _: &[u8]) -> Option<()> {
        Some(())
    }
}

/// What the child process is told.
const DIRECTORY: &str = "PUZZLE_SEARCH_TEST_DIRECTORY";

/// Counts pancakes in the directory that the parent process names.
#[test]
#[ignore = "run by the test that kills it"]
fn a_child_that_is_killed() {
    let Ok(directory) = std::env::var(DIRECTORY) else {
        return;
    };
    let stack = Pancake::new(8).expect("a size");
    // So little room that there is a checkpoint after nearly every segment.
    let disk = on_disk(&directory).max_disk_bytes(200_000);
    let task = disk.count_by_rank(&stack, [stack.goal()]);
    let census = task.limits(bytes(450_000)).run();
    assert!(census.expect("it goes on").is_complete());
}

#[test]
fn a_process_that_is_killed_at_any_moment_is_resumed() {
    let directory = Directory::new();
    put_files_of_others(&directory);
    let child = || {
        let this = std::env::current_exe().expect("a test knows its own path");
        let mut command = Command::new(this);
        command.args(["--exact", "disk::a_child_that_is_killed", "--ignored"]);
        command
            .env(DIRECTORY, &directory.0)
            .stdout(std::process::Stdio::null());
        command.spawn().expect("it starts")
    };
    let mut numbers = Numbers(5);
    for _ in 0..20 {
        let mut killed = child();
        sleep(Duration::from_millis(numbers.below(40) as u64));
        killed.kill().expect("it can be killed");
        killed.wait().expect("it has ended");
        assert!(files_of_others_are_whole(&directory));
    }
    assert!(child().wait().expect("it ends").success());
    assert!(files_of_others_are_whole(&directory));
    // Nothing that a killed process has left stays, but for checkpoints that were being written.
    let name = |path: PathBuf| {
        path.file_name()
            .and_then(|name| Some(name.to_str()?.to_owned()))
    };
    let names: Vec<_> = directory.files().into_iter().filter_map(name).collect();
    let checkpoint = fs::read(directory.0.join("checkpoint")).expect("it is there");
    let is_named = |name: &String| {
        let of_layer = name.rsplit_once('.').map_or("", |(of_layer, _)| of_layer);
        let has = |bytes: &[u8]| {
            checkpoint
                .windows(bytes.len())
                .any(|window| window == bytes)
        };
        OF_OTHERS.contains(&&**name)
            || ["checkpoint", "layer-2-0"].contains(&&**name)
            || name.starts_with(".puzzle-search-")
            || has(of_layer.as_bytes())
    };
    assert!(names.iter().all(is_named), "{names:?}");
    let stack = Pancake::new(8).expect("a size");
    let disk = on_disk(&directory.0);
    let census = disk
        .count_by_rank(&stack, [stack.goal()])
        .run()
        .expect("it is there");
    assert_eq!(
        census.layers,
        published(include_str!("../data/pancake-8.layers"))
    );
}

/// The memory that the process has held at most is what it was given, and little more. Half a minute.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "239,500,800 states: a test of this name alone, in a process of its own"]
fn eight_megabytes_are_enough_for_the_3x4() {
    let directory = Directory::new();
    let tiles = SlidingTiles::new(3, 4).expect("a size");
    let disk = on_disk(&directory.0);
    let begun = Instant::now();
    let task = disk
        .count_by_rank(&tiles, [tiles.goal()])
        .limits(bytes(8 << 20));
    let census = { task }.run().expect("there is room");
    assert_eq!(
        census.layers,
        published(include_str!("../data/sliding-3x4.layers"))
    );
    assert!(begun.elapsed() < Duration::from_secs(60));
    let status = fs::read_to_string("/proc/self/status").expect("this is Linux");
    let kilobytes = |name| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
        number
            .and_then(|number| number.parse().ok())
            .expect("it is there")
    };
    // Without the code of these tests, of which there is more than of a program.
    let peak = kilobytes("VmHWM:") - kilobytes("RssFile:");
    assert!(peak <= (8 << 10) * 11 / 10 + (1 << 10), "{peak} kB");
}
