//! Layers in files: the same layers for any division within the limit on bytes, and what all go on from.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use puzzle_search::observe::{Layer, TaskObserver};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::space::{Census, Enumerate, OnCluster, SpaceError};
use puzzle_search::{Limits, Neighbor, NeighborOf, Puzzle, Stop};

use crate::{DIVISIONS, Directory, Random, Sleeps, counted, each, magic_squares, published, say};

/// Counts on disk with so many bytes of memory for each process.
fn on_disk<P: Portable + Sync>(
    puzzle: &P,
    start: &P::State,
    directory: &Path,
    (processes, threads): (usize, usize),
    limits: &Limits,
) -> Vec<Result<Census<P::State>, SpaceError>>
where
    P::State: Send + Sync,
{
    each(processes, |cluster, _| {
        let task = cluster.on_disk(directory).count(puzzle, [start.clone()]);
        task.threads(threads).limits(limits.clone()).run()
    })
}

/// Whether all divisions have the layers and hardest states of one process in memory.
fn layers_on_disk<P: Portable<Cost = u32> + Sync>(puzzle: &P, start: &P::State, name: &str)
where
    P::State: Send + Sync + PartialEq + std::fmt::Debug,
{
    let alone = &counted(puzzle, start, 1, 1)[0];
    for division in DIVISIONS {
        let directory = Directory::new(&format!("runs-{name}-{}-{}", division.0, division.1));
        let most = division.1 * 5_000_000;
        let limits = Limits::new().max_bytes(most);
        for census in on_disk(puzzle, start, &directory.0, division, &limits) {
            let census = census.expect("nothing is in the way");
            assert_eq!(census.layers, alone.layers, "{division:?}");
            assert_eq!(census.hardest, alone.hardest, "{division:?}");
            assert!(census.stats.peak_bytes <= most && census.peak_disk_bytes > 0);
        }
    }
}

#[test]
fn layers_on_disk_are_the_same_for_any_division() {
    let stack = Pancake::new(8).expect("a size");
    layers_on_disk(&stack, &stack.goal(), "stack");
    // Moves that go one way only: all layers stay.
    let (magic, start) = magic_squares();
    layers_on_disk(&magic, &start, "squares");
    // States of more than 16 bytes, and of none.
    layers_on_disk(&Long, &0, "long");
    layers_on_disk(&Only, &(), "only");
}

/// The numbers below 300, written into 40 bytes.
struct Long;

impl Puzzle for Long {
    type State = u32;
    type Move = ();
    type Cost = u32;

    fn neighbors(&self, n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        [(7 * n + 1) % 300, (n + 9) % 300].map(|to| Neighbor::unit((), to))
    }

    fn is_goal(&self, _: &u32) -> bool {
        false
    }
}

impl Portable for Long {
    fn state_bytes(&self) -> usize {
        40
    }

    fn write_state(&self, n: &u32, bytes: &mut [u8]) {
        bytes.fill(0);
        bytes[36..].copy_from_slice(&n.to_le_bytes());
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u32> {
        Some(u32::from_le_bytes(bytes.get(36..)?.try_into().ok()?))
    }
}

/// One state, which takes no bytes.
struct Only;

impl Puzzle for Only {
    type State = ();
    type Move = ();
    type Cost = u32;

    fn neighbors(&self, _: &()) -> impl IntoIterator<Item = NeighborOf<Self>> {
        [Neighbor::unit((), ())]
    }

    fn is_goal(&self, _: &()) -> bool {
        false
    }
}

impl Portable for Only {
    fn state_bytes(&self) -> usize {
        0
    }

    fn write_state(&self, _: &(), _: &mut [u8]) {}

    fn read_state(&self, _: &[u8]) -> Option<()> {
        Some(())
    }
}

/// In 3 MB a run has 40,000 boards at most, so that those of a layer are merged.
#[test]
fn published_layers_are_counted_in_three_megabytes() {
    let puzzle = SlidingTiles::new(2, 5).expect("a board");
    let limits = Limits::new().max_bytes(3_300_000);
    for processes in [2, 3] {
        let directory = Directory::new(&format!("few-bytes-{processes}"));
        let division = (processes, 1);
        for census in on_disk(&puzzle, &puzzle.goal(), &directory.0, division, &limits) {
            let census = census.expect("there is room");
            assert_eq!(census.layers, published("sliding-2x5"));
            assert!(
                census.stats.peak_bytes <= 3_300_000,
                "{}",
                census.stats.peak_bytes
            );
        }
    }
}

#[test]
#[ignore = "minutes and 0.3 GB of disk: the whole 3x4 in 16 MB for each of two processes"]
fn the_3x4_is_counted_on_disk_by_two_processes() {
    let (puzzle, directory) = (
        SlidingTiles::new(3, 4).expect("a board"),
        Directory::new("3x4"),
    );
    let limits = Limits::new().max_bytes(16 << 20);
    for census in on_disk(&puzzle, &puzzle.goal(), &directory.0, (2, 1), &limits) {
        let census = census.expect("there is room");
        assert_eq!(census.layers, published("sliding-3x4"));
        say(format_args!(
            "{} bytes, {} on disk",
            census.stats.peak_bytes, census.peak_disk_bytes
        ));
    }
}

#[test]
fn the_limit_that_is_named_suffices() {
    let puzzle = Pancake::new(7).expect("a size");
    let directory = Directory::new("needed");
    let within = |most, threads| {
        let limits = Limits::new().max_bytes(most);
        on_disk(&puzzle, &puzzle.goal(), &directory.0, (2, threads), &limits)
    };
    for threads in [1, 2] {
        let _ = std::fs::remove_dir_all(&directory.0);
        let mut most = 100_000;
        // Both processes have the same limit, and each says what it needs.
        while let Err(error) = &within(most, threads)[1] {
            let SpaceError::TooLittleMemory { needed } = error else {
                panic!("{error}")
            };
            assert!((most + 1..8_000_000).contains(needed), "{most}: {needed}");
            most = *needed;
        }
        let census = within(most, threads).remove(0).expect("there is room");
        assert_eq!(census.states(), 5_040);
        assert!(census.stats.peak_bytes <= most);
    }
}

#[test]
fn a_full_disk_of_one_ends_the_others_and_nothing_is_lost() {
    let (puzzle, directory) = (
        SlidingTiles::new(3, 3).expect("a board"),
        Directory::new("full"),
    );
    let run = |most| {
        each(2, |cluster, process| {
            let cluster = cluster.on_disk(&directory.0);
            let cluster = match process {
                1 => cluster.max_disk_bytes(most),
                _ => cluster,
            };
            cluster.count(&puzzle, [puzzle.goal()]).run()
        })
    };
    let ends = run(30_000);
    let is_full = matches!(
        &ends[1],
        Err(SpaceError::DiskFull {
            limit: Some(30_000),
            ..
        })
    );
    assert!(is_full, "{ends:?}");
    assert!(
        matches!(&ends[0], Err(SpaceError::Ended { process: 1, .. })),
        "{ends:?}"
    );
    for census in run(1_000_000) {
        let census = census.expect("there is room");
        assert_eq!(census.layers, published("sliding-3x3-corner"));
    }
}

#[test]
fn the_directory_of_other_work_is_left_alone() {
    let (small, large) = (
        SlidingTiles::new(2, 3).expect("a board"),
        SlidingTiles::new(3, 3).expect("a board"),
    );
    let (directory, few) = (Directory::new("others"), Limits::new().max_moves(9));
    let two = (2, 1);
    let begin = on_disk(&large, &large.goal(), &directory.0, two, &few);
    assert!(begin.iter().all(|end| end.is_ok()), "{begin:?}");
    // Another puzzle, another start, and another number of processes, of which one has a directory to itself.
    let other = large.neighbors(&large.goal()).into_iter().next();
    let other = other.expect("a neighbor").state;
    let errors = [
        on_disk(&small, &small.goal(), &directory.0, two, &few),
        on_disk(&large, &other, &directory.0, two, &few),
        on_disk(&large, &large.goal(), &directory.0, (3, 1), &few),
    ];
    for ends in errors {
        for (process, end) in ends.into_iter().enumerate() {
            let error = end.expect_err("it is not that work's").to_string();
            let path = directory.0.join(format!("worker-{process}"));
            let sentence = match process {
                2 => error.contains("has ended the work before layer 0"),
                _ => {
                    error
                        == format!(
                            "{path:?} holds an enumeration of another puzzle, from other starts, of another kind or \
                     by other numbers of processes and threads: go on with its own, or give another directory"
                        )
                }
            };
            assert!(sentence, "{error}");
        }
    }
    for end in on_disk(&large, &large.goal(), &directory.0, two, &Limits::new()) {
        assert_eq!(end.expect("its own work").states(), 181_440);
    }
}

/// All files in a directory and in those in it.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("it is there");
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("it is there").path()) {
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false => files.push(path),
        }
    }
    files.sort();
    files
}

/// Makes a directory the same as another.
fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    for file in files(from) {
        let copy = to.join(file.strip_prefix(from).expect("it is in it"));
        std::fs::create_dir_all(copy.parent().expect("it is in it")).expect("it can be made");
        std::fs::copy(file, copy).expect("it can be copied");
    }
}

#[test]
fn damage_is_noticed_by_the_process_whose_file_it_is() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let (whole, damaged) = (Directory::new("whole"), Directory::new("damaged"));
    // So long after a layer the next one is saved.
    for end in each(2, |cluster, _| {
        let task = cluster.on_disk(&whole.0).count(&puzzle, [puzzle.goal()]);
        let task = task.observe(Sleeps(Duration::from_millis(10)));
        task.limits(Limits::new().max_moves(24)).run()
    }) {
        assert_eq!(end.expect("nothing is in the way").layers.len(), 25);
    }
    // How many of the files are of an earlier save depends on when the layers ended: at least 40 are damaged, and more
    // until 20 were noticed.
    let (mut random, mut noticed, mut tried) = (Random(11), 0, 0);
    while tried < 40 || noticed < 20 {
        assert!(tried < 400, "{noticed}");
        copy(&whole.0, &damaged.0);
        let files = files(&damaged.0.join("worker-1"));
        let file = &files[tried % files.len()];
        tried += 1;
        let mut bytes = std::fs::read(file).expect("it is there");
        let byte = random.below(bytes.len() as u64) as usize;
        bytes[byte] ^= 1 << random.below(8);
        std::fs::write(file, bytes).expect("it can be written");
        let ends = on_disk(&puzzle, &puzzle.goal(), &damaged.0, (2, 1), &Limits::new());
        match &ends[1] {
            // No file of an earlier save is read again.
            Ok(census) => assert_eq!(census.states(), 181_440),
            Err(SpaceError::Damaged { file: named }) => {
                assert_eq!(named, file);
                assert!(matches!(ends[0], Err(SpaceError::Ended { process: 1, .. })));
                noticed += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_stopped_enumeration_is_resumed() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let (magic, start) = magic_squares();
    resume(&puzzle, &puzzle.goal(), "tiles");
    resume(&magic, &start, "squares");
}

fn resume<P: Portable<Cost = u32> + Sync>(puzzle: &P, start: &P::State, name: &str)
where
    P::State: Send + Sync,
{
    let alone = Enumerate::new()
        .count_by_hashing(puzzle, [start.clone()])
        .run();
    let directory = Directory::new(name);
    let few = Limits::new().max_moves(9);
    let ends = each(2, |cluster, process| {
        let cluster = cluster.on_disk(&directory.0);
        let mut task = cluster
            .count(puzzle, [start.clone()])
            .limits(few.clone())
            .threads(2);
        let first = task.run().expect("nothing is in the way");
        assert_eq!((first.stop, first.layers.len()), (Some(Stop::Moves), 10));
        assert_eq!(first.layers, alone.layers[..10]);
        // The same task goes on, and then another one with what it has left.
        task.set_limits(Limits::new().max_moves(12));
        let second = task.run().expect("nothing is in the way");
        assert_eq!(second.layers, alone.layers[..13]);
        let again = cluster.count(puzzle, [start.clone()]).threads(2).run();
        (process, again.expect("nothing is in the way"))
    });
    for (_, census) in ends {
        assert_eq!(census.layers, alone.layers);
        assert!(census.is_complete() && census.peak_disk_bytes > 0);
    }
    // Other numbers of threads divide it differently.
    let ends = each(2, |cluster, _| {
        let cluster = cluster.on_disk(&directory.0);
        cluster
            .count(puzzle, [start.clone()])
            .run()
            .expect_err("there were two threads")
    });
    assert!(
        ends.iter()
            .all(|error| matches!(error, SpaceError::WrongDirectory { .. })),
        "{ends:?}"
    );
}

#[test]
fn a_task_runs_again_after_a_limit_of_another_process() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    // At the first layer, and later.
    for moves in [0, 6] {
        let directory = Directory::new(&format!("again-{moves}"));
        let states = each(2, |cluster, process| {
            let cluster = cluster.on_disk(&directory.0);
            let mut task = cluster.count(&puzzle, [puzzle.goal()]);
            if process == 1 {
                task.set_limits(Limits::new().max_moves(moves));
            }
            match task.run() {
                Ok(census) => assert_eq!((process, census.stop), (1, Some(Stop::Moves))),
                Err(error) => assert!(matches!(error, SpaceError::Ended { process: 1, .. })),
            }
            task.set_limits(Limits::new());
            task.run().map(|census| census.states())
        });
        assert_eq!(states, [Ok(181_440), Ok(181_440)], "{moves} moves");
    }
}

/// Makes a directory where the second layer's checkpoint is to be.
struct Blocks(Option<PathBuf>);

impl TaskObserver for Blocks {
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        if let Some(path) = self.0.take() {
            std::fs::remove_file(&path).expect("it says what is to be saved");
            std::fs::create_dir(path).expect("nothing is there any more");
            // So long after a layer the next one is saved.
            thread::sleep(Duration::from_millis(260));
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn a_task_runs_again_after_a_checkpoint_could_not_be_written() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let directory = Directory::new("blocked");
    let states = each(2, |cluster, process| {
        let cluster = cluster.on_disk(&directory.0);
        let checkpoint = directory.0.join(format!("worker-{process}/checkpoint"));
        let blocks = Blocks(Some(checkpoint.clone()));
        let mut task = cluster.count(&puzzle, [puzzle.goal()]).observe(blocks);
        let blocked = task.run().expect_err("it cannot be written");
        let is_said = matches!(blocked, SpaceError::Io { .. });
        assert!(is_said, "{blocked}");
        std::fs::remove_dir(checkpoint).expect("it was made");
        task.run().map(|census| census.states())
    });
    assert_eq!(states, [Ok(181_440), Ok(181_440)]);
}

#[test]
fn all_go_on_from_the_same_layer() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let within = |cluster: OnCluster, moves, sleep| {
        let task = cluster.count(&puzzle, [puzzle.goal()]);
        let task = task.limits(Limits::new().max_moves(moves));
        task.observe(Sleeps(Duration::from_millis(sleep))).run()
    };
    let count = |cluster, moves| within(cluster, moves, 0);
    let sentence = "the processes have no layer in common to go on from: expected the directories of one \
                    run in all of them, or none";
    let apart = |ends: &[Result<Census<_>, SpaceError>]| {
        for end in ends {
            let error = end.as_ref().expect_err("it would be counted wrong");
            assert_eq!(error.to_string(), sentence);
        }
    };
    let (all, other) = (Directory::new("same-layer"), Directory::new("other-layer"));
    let resume = |cluster: OnCluster| cluster.on_disk(&all.0);
    // Layer 0 is saved by both; one of them is killed while it does so.
    each(2, |cluster, _| count(cluster.on_disk(&all.0), 1));
    std::fs::remove_dir_all(all.0.join("worker-1")).expect("it has saved a layer");
    // So long after a layer the next one is saved too.
    for end in each(2, |cluster, _| within(resume(cluster), 2, 260)) {
        assert_eq!(end.expect("they begin anew").states(), 7);
    }
    // One process begins anew, or saves nothing.
    apart(&each(2, |cluster, process| match process {
        0 => count(resume(cluster), 5),
        _ => count(cluster.on_disk(&other.0), 5),
    }));
    apart(&each(2, |cluster, process| match process {
        0 => count(resume(cluster), 5),
        _ => count(cluster, 5),
    }));
    apart(&each(2, |cluster, process| match process {
        0 => count(cluster, 5),
        _ => count(cluster.on_disk(&other.0), 5),
    }));
    for end in each(2, |cluster, _| count(resume(cluster), 4)) {
        assert_eq!(end.expect("nothing is in the way").layers, [1, 2, 4, 8, 16]);
    }
}

/// Copies a worker's directory at each layer, when it has saved it.
struct Copies<'d> {
    of: &'d Path,
    to: &'d Path,
}

impl TaskObserver for Copies<'_> {
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        // So long after a layer the next one is saved, and the other worker waits at the barrier.
        thread::sleep(Duration::from_millis(260));
        copy(self.of, &self.to.join(layer.depth.to_string()));
        ControlFlow::Continue(())
    }
}

/// A worker is killed after another one has saved a layer, and before it does so itself.
#[test]
fn all_go_on_from_the_layer_of_the_worker_that_is_behind() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let (all, copies) = (Directory::new("ahead"), Directory::new("behind"));
    for behind in [0, 1] {
        let _ = std::fs::remove_dir_all(&all.0);
        let worker = all.0.join(format!("worker-{behind}"));
        let depths = 7;
        for end in each(2, |cluster, process| {
            let task = cluster.on_disk(&all.0).count(&puzzle, [puzzle.goal()]);
            let mut task = task.limits(Limits::new().max_moves(depths));
            match process == behind {
                true => task.run(),
                false => task
                    .observe(Copies {
                        of: &worker,
                        to: &copies.0,
                    })
                    .run(),
            }
        }) {
            assert_eq!(end.expect("nothing is in the way").depth(), depths);
        }
        // Layers 7 and 6 are saved, and layers 6 and 5 by whoever is behind.
        copy(&copies.0.join("6"), &worker);
        let begin = |moves| {
            let limits = Limits::new().max_moves(moves);
            on_disk(&puzzle, &puzzle.goal(), &all.0, (2, 1), &limits)
        };
        // They agree on layer 6, and stop there; then they go on.
        for (moves, states) in [(6, 90), (7, 152), (100, 181_440)] {
            for end in begin(moves) {
                assert_eq!(end.expect("they have layer 6").states(), states, "{behind}");
            }
        }
        // Two saves behind there is no way back.
        copy(&copies.0.join("3"), &worker);
        for end in begin(100) {
            assert_eq!(end, Err(SpaceError::NoCommonLayer));
        }
    }
}
