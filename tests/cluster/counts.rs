//! Counts in memory: the same layers for any division, and an end in all processes by a limit, a panic or a cancel flag
//! in one of them.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use puzzle_search::observe::{Layer, TaskObserver};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::{Enumerate, SpaceError};
use puzzle_search::{Limits, Neighbor, NeighborOf, Puzzle, Stop};

use crate::{DIVISIONS, counted, each, magic_squares};

#[test]
fn layers_and_hardest_states_are_the_same_for_any_division() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let goal = puzzle.goal();
    let alone = Enumerate::new()
        .hardest(2)
        .count_by_hashing(&puzzle, [goal])
        .run();
    assert_eq!(
        (alone.states(), alone.depth(), alone.hardest.len()),
        (181_440, 31, 2)
    );
    let bytes = |state: &_| {
        let mut bytes = [0; 9];
        puzzle.write_state(state, &mut bytes);
        bytes
    };
    let mut hardest = alone.hardest.clone();
    hardest.sort_by_key(bytes);
    for (processes, threads) in DIVISIONS {
        for census in counted(&puzzle, &goal, processes, threads) {
            assert!(census.is_complete() && census.stats.peak_bytes > 0);
            assert_eq!(census.layers, alone.layers, "{processes} x {threads}");
            assert_eq!(census.hardest, hardest, "{processes} x {threads}");
        }
    }
}

#[test]
fn a_larger_board_is_counted_by_two_processes() {
    let puzzle = SlidingTiles::new(2, 5).expect("a board");
    let alone = Enumerate::new()
        .count_by_hashing(&puzzle, [puzzle.goal()])
        .run();
    assert_eq!((alone.states(), alone.depth()), (1_814_400, 55));
    for (processes, threads) in [(2, 1), (2, 2)] {
        for census in counted(&puzzle, &puzzle.goal(), processes, threads) {
            assert_eq!(census.layers, alone.layers, "{processes} x {threads}");
        }
    }
}

#[test]
#[ignore = "seconds: the divisions that are left"]
fn a_larger_board_is_counted_by_one_process() {
    let puzzle = SlidingTiles::new(2, 5).expect("a board");
    let alone = Enumerate::new()
        .count_by_hashing(&puzzle, [puzzle.goal()])
        .run();
    for (processes, threads) in [(1, 1), (1, 2), (3, 2)] {
        for census in counted(&puzzle, &puzzle.goal(), processes, threads) {
            assert_eq!(census.layers, alone.layers, "{processes} x {threads}");
        }
    }
}

#[test]
#[ignore = "minutes and 2 GB: the whole 3x4"]
fn the_3x4_is_counted_by_two_processes() {
    let puzzle = SlidingTiles::new(3, 4).expect("a board");
    for census in counted(&puzzle, &puzzle.goal(), 2, 1) {
        let greatest = census.layers.iter().max();
        assert_eq!(
            (census.states(), census.layers.len(), greatest),
            (239_500_800, 54, Some(&21_841_159))
        );
    }
}

#[test]
fn moves_that_go_one_way_only_are_followed() {
    let target = [2, 6, 8, 4, 5, 7, 3, 1];
    let (puzzle, start) = magic_squares();
    let puzzle = puzzle.with_goal(&target).expect("a permutation");
    let alone = Enumerate::new().count_by_hashing(&puzzle, [start]).run();
    for (processes, threads) in [(1, 1), (2, 1), (2, 2)] {
        for census in counted(&puzzle, &start, processes, threads) {
            assert_eq!(census.layers, alone.layers);
        }
    }
}

/// The numbers below 100, in steps of two, and others that lead to themselves. Once it is armed it panics at
/// one of them, or is slow and soon cancels something.
#[derive(Default)]
struct Steps {
    is_armed: AtomicBool,
    cancels: Option<Arc<AtomicBool>>,
    asked: AtomicU32,
}

impl Puzzle for Steps {
    type State = u32;
    type Move = &'static str;
    type Cost = u32;

    fn neighbors(&self, n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        if self.is_armed.load(Ordering::Relaxed) {
            assert!(*n != 41, "armed");
            if let Some(flag) = &self.cancels {
                thread::sleep(Duration::from_millis(1));
                let asked = self.asked.fetch_add(1, Ordering::Relaxed);
                flag.store(asked >= 100, Ordering::Relaxed);
            }
        }
        [Neighbor::unit("+2", if *n < 98 { n + 2 } else { *n })]
    }

    fn is_goal(&self, n: &u32) -> bool {
        *n == 50
    }
}

impl Portable for Steps {
    fn state_bytes(&self) -> usize {
        4
    }

    fn write_state(&self, n: &u32, bytes: &mut [u8]) {
        bytes.copy_from_slice(&n.to_le_bytes());
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u32> {
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }
}

/// Arms it with the first layer: before that it was asked what puzzle it is.
struct Arms<'s>(&'s Steps);

impl TaskObserver for Arms<'_> {
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.0.is_armed.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}

#[test]
fn a_panic_comes_out_in_its_process_and_ends_the_others() {
    let steps = Steps::default();
    let ended = each(3, |cluster, process| {
        let task = cluster.count(&steps, [1]).threads(2);
        let mut task = task.observe(Arms(&steps));
        let end = catch_unwind(AssertUnwindSafe(|| task.run()));
        if end.is_err() {
            let again = task.run().expect("it connects to nobody");
            assert_eq!(again.stop, Some(Stop::Panicked));
        }
        (process, end)
    });
    let panicked: Vec<_> = ended
        .iter()
        .filter(|(_, end)| end.is_err())
        .map(|(process, _)| *process)
        .collect();
    assert_eq!(panicked.len(), 1);
    for (_, end) in ended {
        let Ok(answer) = end else { continue };
        let Err(SpaceError::Ended { process, .. }) = answer else {
            panic!("{answer:?}")
        };
        assert_eq!([process], *panicked);
    }
}

#[test]
fn a_process_that_waits_is_cancelled_and_hurries_the_others() {
    let flag = Arc::new(AtomicBool::new(false));
    let starts = 1_000..3_000;
    let expanded = each(2, |cluster, process| {
        let steps = Steps {
            cancels: (process == 1).then(|| Arc::clone(&flag)),
            ..Steps::default()
        };
        let mut task = cluster.count(&steps, starts.clone()).observe(Arms(&steps));
        if process == 0 {
            task.set_limits(Limits::new().with_cancel(Arc::clone(&flag)));
        }
        match task.run() {
            Ok(census) => assert_eq!((process, census.stop), (0, Some(Stop::Cancelled))),
            Err(error) => assert!(matches!(error, SpaceError::Ended { process: 0, .. })),
        }
        task.stats().expanded
    });
    // Each has half of them, and process 0 is done long before.
    assert!(expanded[1] < 800, "{expanded:?}");
}

/// Numbers that lead nowhere. One that is written cancels something, and then takes its time.
struct Cancelling {
    at: u32,
    flag: Option<Arc<AtomicBool>>,
    written: AtomicU32,
}

impl Puzzle for Cancelling {
    type State = u32;
    type Move = &'static str;
    type Cost = u32;

    fn neighbors(&self, n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        [Neighbor::unit("stay", *n)]
    }

    fn is_goal(&self, n: &u32) -> bool {
        *n == 0
    }
}

impl Portable for Cancelling {
    fn state_bytes(&self) -> usize {
        4
    }

    fn write_state(&self, n: &u32, bytes: &mut [u8]) {
        // It is written to tell what the task is, and then to be listed.
        if let Some(flag) = &self.flag
            && *n == self.at
            && self.written.fetch_add(1, Ordering::Relaxed) > 0
        {
            flag.store(true, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(300));
        }
        bytes.copy_from_slice(&n.to_le_bytes());
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u32> {
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }
}

/// Process 0 has listed the starts and told how many it owns, when it is cancelled. Process 1 then lists no more of them,
/// and what it has listed is no layer.
#[test]
fn starts_that_are_not_all_listed_are_no_layer() {
    let flag = Arc::new(AtomicBool::new(false));
    let starts = 0..20_000;
    each(2, |cluster, process| {
        let puzzle = Cancelling {
            at: 6_000,
            flag: (process == 1).then(|| Arc::clone(&flag)),
            written: AtomicU32::new(0),
        };
        let mut task = cluster.count(&puzzle, starts.clone());
        if process == 0 {
            task.set_limits(Limits::new().with_cancel(Arc::clone(&flag)));
        }
        match task.run() {
            Ok(census) => {
                assert_eq!((process, census.stop), (0, Some(Stop::Cancelled)));
                assert_eq!(census.layers, []);
            }
            Err(error) => assert!(matches!(error, SpaceError::Ended { process: 0, .. })),
        }
    });
}

#[test]
fn a_limit_of_one_ends_the_others() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let limits = [
        (Limits::new().max_moves(6), Stop::Moves),
        (Limits::new().max_stored(5_000), Stop::Stored),
        (Limits::new().max_bytes(100_000), Stop::Bytes),
        (Limits::new().max_expanded(9_000), Stop::Expanded),
    ];
    for (limits, stop) in limits {
        let ends = each(2, |cluster, process| {
            let limits = if process == 1 {
                limits.clone()
            } else {
                Limits::new()
            };
            cluster.count(&puzzle, [puzzle.goal()]).limits(limits).run()
        });
        let [Err(error), Ok(census)] = &ends[..] else {
            panic!("{ends:?}")
        };
        assert!(
            matches!(
                error,
                SpaceError::Ended {
                    process: 1,
                    depth: Some(_),
                    ..
                }
            ),
            "{error}"
        );
        assert_eq!(census.stop, Some(stop));
        assert_eq!(census.hardest.len(), 3);
        assert_eq!(census.layers[..5], [1, 2, 4, 8, 16]);
    }
}
