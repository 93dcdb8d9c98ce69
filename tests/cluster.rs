//! Several processes: the layers and lengths of the engines in one, whatever the numbers of
//! processes and threads and whatever becomes of one of them. Most processes here are threads; those that are
//! killed are real.

use std::fmt::Arguments;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use puzzle_search::observe::{Layer, TaskObserver};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::{Board, MagicSquares, Pancake, SlidingTiles};
use puzzle_search::space::{Census, Enumerate, OnCluster, SpaceError};
use puzzle_search::{
    Bidirectional, BreadthFirst, Limits, Neighbor, NeighborOf, Outcome, Puzzle, Solver, Stop,
};

/// Addresses at which nobody listens.
fn addresses(processes: usize) -> Vec<String> {
    let any = |_| TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let listeners: Vec<_> = (0..processes).map(any).collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("it has one").to_string();
    listeners.iter().map(address).collect()
}

/// What each of so many processes answers.
fn each<T: Send>(processes: usize, run: impl Fn(OnCluster, usize) -> T + Sync) -> Vec<T> {
    let addresses = addresses(processes);
    let one = |process| {
        let cluster = Enumerate::new()
            .with_hardest(3)
            .on_cluster(&addresses, process);
        run(cluster.patience(Duration::from_secs(20)), process)
    };
    thread::scope(|scope| {
        let one = &one;
        let others = (1..processes).map(|process| scope.spawn(move || one(process)));
        let others: Vec<_> = others.collect();
        let first = one(0);
        let others = others
            .into_iter()
            .map(|other| other.join().expect("it does not panic"));
        std::iter::once(first).chain(others).collect()
    })
}

fn counted<P: Portable + Sync>(
    puzzle: &P,
    start: &P::State,
    processes: usize,
    threads: usize,
) -> Vec<Census<P::State>>
where
    P::State: Send + Sync,
{
    each(processes, |cluster, _| {
        let task = cluster.count(puzzle, [start.clone()]);
        task.threads(threads).run().expect("nothing is in the way")
    })
}

const DIVISIONS: [(usize, usize); 5] = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)];

#[test]
fn layers_and_hardest_states_are_the_same_for_any_division() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let goal = puzzle.goal();
    let alone = Enumerate::new()
        .with_hardest(2)
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
            assert!(census.is_complete() && census.peak_bytes > 0);
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
    let puzzle = MagicSquares::new(&target).expect("a permutation");
    let start = MagicSquares::initial();
    let alone = Enumerate::new().count_by_hashing(&puzzle, [start]).run();
    let shortest = BreadthFirst::new()
        .solve(&puzzle, &start)
        .into_result()
        .expect("there is one")
        .cost();
    for (processes, threads) in [(1, 1), (2, 1), (2, 2)] {
        for census in counted(&puzzle, &start, processes, threads) {
            assert_eq!(census.layers, alone.layers);
        }
        let outcomes = each(processes, |cluster, _| {
            cluster
                .solve(&puzzle, &start)
                .threads(threads)
                .run()
                .expect("nothing is in the way")
        });
        let Outcome::Solved { solution, .. } = &outcomes[0] else {
            panic!("there is a path")
        };
        assert_eq!(solution.cost(), shortest);
        assert!(solution.verify(&puzzle, &start).is_ok());
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]));
    }
}

/// Numbers without pattern, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// A board from which the goal can be reached.
    fn board(&mut self, puzzle: &SlidingTiles) -> [u8; 9] {
        loop {
            let mut labels = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            for at in 1..labels.len() {
                labels.swap(at, self.below(at as u64 + 1) as usize);
            }
            let board = puzzle.state(&labels).expect("a permutation");
            if puzzle.solvability(&board).is_solvable() {
                return labels;
            }
        }
    }
}

/// From one board to another.
fn between(start: &[u8], goal: &[u8]) -> (SlidingTiles, <SlidingTiles as Puzzle>::State) {
    let puzzle = SlidingTiles::new(3, 3).and_then(|puzzle| puzzle.with_goal(goal));
    let puzzle = puzzle.expect("a permutation");
    let start = puzzle.state(start).expect("a permutation");
    (puzzle, start)
}

/// Paths between so many pairs, by both searches in turn.
fn pairs(count: u64) {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let mut random = Random(5);
    let pairs: Vec<_> = (0..count)
        .map(|_| (random.board(&puzzle), random.board(&puzzle)))
        .collect();
    let found = each(2, |cluster, _| {
        let length = |(at, (start, goal)): (usize, &([u8; 9], [u8; 9]))| {
            let (puzzle, start) = between(start, goal);
            let outcome = if at % 8 == 0 {
                cluster.solve(&puzzle, &start).run()
            } else {
                cluster.solve_from_both_ends(&puzzle, &start).run()
            };
            let Ok(Outcome::Solved { solution, .. }) = outcome else {
                panic!("{outcome:?}")
            };
            assert!(solution.verify(&puzzle, &start).is_ok());
            solution.cost()
        };
        pairs.iter().enumerate().map(length).collect::<Vec<_>>()
    });
    let alone = |(start, goal): &([u8; 9], [u8; 9])| {
        let (puzzle, start) = between(start, goal);
        let alone = Bidirectional::new().solve(&puzzle, &start).into_result();
        alone.expect("there is one").cost()
    };
    let alone: Vec<_> = pairs.iter().map(alone).collect();
    assert!(found.iter().all(|lengths| *lengths == alone));
}

#[test]
fn paths_are_as_short_as_those_of_one_process() {
    pairs(40);
}

#[test]
#[ignore = "a minute: a thousand pairs"]
fn a_thousand_paths_are_as_short_as_those_of_one_process() {
    pairs(1_000);
}

#[test]
fn what_cannot_be_solved_is_proved_by_all() {
    let steps = Steps::default();
    for found in each(2, |cluster, _| cluster.solve(&steps, &1).run()) {
        assert!(matches!(found, Ok(Outcome::Unsolvable { .. })));
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

#[test]
fn whoever_does_not_fit_is_named() {
    let (small, large) = (
        SlidingTiles::new(2, 3).expect("a board"),
        SlidingTiles::new(3, 3).expect("a board"),
    );
    let ends = each(2, |cluster, process| {
        let puzzle = if process == 0 { &small } else { &large };
        cluster
            .count(puzzle, [puzzle.goal()])
            .run()
            .expect_err("they are not the same")
    });
    for (process, error) in ends.iter().enumerate() {
        let other = 1 - process;
        assert!(
            matches!(error, SpaceError::OtherTask { process, .. } if *process == other),
            "{error}"
        );
    }
    let addresses = addresses(2);
    let listing = |process| {
        let enumerate = Enumerate::new().with_hardest(process);
        let cluster = enumerate.on_cluster(&addresses, process);
        cluster.count(&small, [small.goal()]).run()
    };
    let ends = thread::scope(|scope| {
        let other = scope.spawn(|| listing(1));
        [listing(0), other.join().expect("it does not panic")]
    });
    let is_another = |end: &Result<_, _>| matches!(end, Err(SpaceError::OtherTask { .. }));
    assert!(ends.iter().all(is_another), "{ends:?}");
    // Whoever listens is there; what it says is not for this process.
    let alone = |process| {
        Enumerate::new()
            .on_cluster(&addresses, process)
            .patience(Duration::from_millis(30))
    };
    for (process, missing) in [(0, 1), (1, 0)] {
        let error = alone(process)
            .count(&small, [small.goal()])
            .run()
            .expect_err("nobody is there");
        let address = &addresses[missing];
        let sentence = format!(
            "process {missing} at {address} cannot be reached, for 0 seconds: start it, or look at its address"
        );
        assert_eq!(error.to_string(), sentence);
    }
    let beyond = alone(2)
        .count(&small, [small.goal()])
        .run()
        .expect_err("there are two");
    assert_eq!(
        beyond.to_string(),
        "there is no process 2: expected a number below that of the addresses, 2"
    );
    let task = alone(0).count(&small, [small.goal()]);
    let crowd = task.threads(usize::MAX).run().expect_err("nobody has them");
    assert_eq!(
        crowd.to_string(),
        format!(
            "{} threads are not to be had: expected as many as the system allows",
            usize::MAX
        )
    );
}

#[test]
fn another_goal_is_another_puzzle() {
    let goals = [[1, 2, 3, 4, 5, 0], [1, 2, 3, 4, 0, 5]];
    let ends = each(2, |cluster, process| {
        let puzzle = SlidingTiles::new(2, 3).and_then(|puzzle| puzzle.with_goal(&goals[process]));
        let puzzle = puzzle.expect("a permutation");
        let start = puzzle.state(&[0, 1, 2, 3, 4, 5]).expect("a permutation");
        [
            cluster.solve(&puzzle, &start).run(),
            cluster.solve_from_both_ends(&puzzle, &start).run(),
        ]
    });
    for end in ends.iter().flatten() {
        assert!(matches!(end, Err(SpaceError::OtherTask { .. })), "{end:?}");
    }
}

#[test]
fn limits_hold_for_both_ends_together() {
    // One of the two boards that are farthest from this goal: 31 moves.
    let (puzzle, start) = between(&[8, 6, 7, 2, 5, 4, 3, 0, 1], &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let most = 2_000;
    let ends = each(2, |cluster, _| {
        let mut task = cluster.solve_from_both_ends(&puzzle, &start);
        let mut within = |limits| {
            task.set_limits(limits);
            let outcome = task.run().expect("nothing is in the way");
            (outcome, task.stats().expanded)
        };
        let (few_moves, _) = within(Limits::new().max_moves(30));
        let (enough_moves, _) = within(Limits::new().max_moves(31));
        let (few_states, expanded) = within(Limits::new().max_expanded(most));
        assert!(
            matches!(
                few_moves,
                Outcome::Stopped {
                    stop: Stop::Moves,
                    ..
                }
            ),
            "{few_moves:?}"
        );
        assert!(
            matches!(enough_moves, Outcome::Solved { .. }),
            "{enough_moves:?}"
        );
        assert!(
            matches!(
                few_states,
                Outcome::Stopped {
                    stop: Stop::Expanded,
                    ..
                }
            ),
            "{few_states:?}"
        );
        expanded
    });
    let expanded = ends.iter().sum::<u64>();
    assert!((1..=most).contains(&expanded), "{expanded}");
}

#[test]
fn strangers_are_left_alone() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    let run = |process| {
        Enumerate::new()
            .on_cluster(&addresses, process)
            .count(&puzzle, [puzzle.goal()])
            .run()
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| run(0));
        let mut stranger = (0..1_000)
            .find_map(|_| {
                thread::sleep(Duration::from_millis(1));
                TcpStream::connect(&addresses[0]).ok()
            })
            .expect("it listens");
        stranger.write_all(&[b'?'; GREETING]).expect("it is heard");
        drop(stranger);
        assert_eq!(run(1).expect("nothing is in the way").states(), 360);
        assert_eq!(
            first
                .join()
                .expect("it does not panic")
                .expect("nothing is in the way")
                .states(),
            360
        );
    });
}

#[test]
fn a_stranger_who_says_nothing_does_not_wear_out_patience() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    // They connect again and again; each is silent for as long as it is listened to.
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut strangers = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                strangers.extend(TcpStream::connect(&addresses[0]));
                thread::sleep(Duration::from_millis(10));
            }
        });
        let begun = Instant::now();
        let cluster = Enumerate::new()
            .on_cluster(&addresses, 0)
            .patience(Duration::from_millis(200));
        let absent = cluster.count(&puzzle, [puzzle.goal()]).run();
        let waited = begun.elapsed();
        is_over.store(true, Ordering::Relaxed);
        assert!(matches!(absent, Err(SpaceError::Absent { process: 1, .. })));
        assert!(waited < Duration::from_millis(1_500), "{waited:?}");
    });
}

#[test]
fn a_stranger_who_says_nothing_keeps_nobody_out() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    let is_over = AtomicBool::new(false);
    let run = |process| {
        let cluster = Enumerate::new().on_cluster(&addresses, process);
        let cluster = cluster.patience(Duration::from_secs(10));
        cluster.count(&puzzle, [puzzle.goal()]).run()
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut strangers = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                strangers.extend(TcpStream::connect(&addresses[0]));
                thread::sleep(Duration::from_millis(100));
            }
        });
        let first = scope.spawn(|| run(0));
        thread::sleep(Duration::from_millis(500));
        let other = run(1);
        let first = first.join();
        is_over.store(true, Ordering::Relaxed);
        for end in [first.expect("it does not panic"), other] {
            assert_eq!(end.expect("nothing is in the way").states(), 360);
        }
    });
}

// Strangers, and those who sit between two processes.

/// What somebody who sits between two processes does with what goes one way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Random,
    Zeros,
    OneBit,
    Left,
    Twice,
    Cut,
}

/// From so many bytes on after greeting and proof, in one direction.
#[derive(Clone, Copy, Debug)]
struct Changed {
    change: Change,
    after: usize,
    to_first: bool,
}

/// The bytes of a greeting, and of greeting and proof.
const GREETING: usize = 56;
const BEFORE: usize = GREETING + 8;

/// Passes on what is sent, changed.
fn pass_on(mut from: TcpStream, mut to: TcpStream, changed: Option<(Change, usize)>) {
    let (mut bytes, mut passed, mut random) = ([0; 4096], 0, Random(7));
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let mut piece = bytes[..count].to_vec();
        if let Some((change, after)) = changed {
            let at = (BEFORE + after).saturating_sub(passed);
            if at < count {
                match change {
                    Change::Random => piece[at..].fill_with(|| random.below(256) as u8),
                    Change::Zeros => piece[at..].fill(0),
                    Change::OneBit if passed + at == BEFORE + after => piece[at] ^= 4,
                    Change::Left if passed + at == BEFORE + after => drop(piece.remove(at)),
                    Change::Twice if passed + at == BEFORE + after => {
                        piece.extend_from_within(at..)
                    }
                    Change::OneBit | Change::Left | Change::Twice => {}
                    Change::Cut => {
                        let _ = to.write_all(&piece[..at]);
                        break;
                    }
                }
            }
        }
        passed += count;
        if to.write_all(&piece).is_err() {
            break;
        }
    }
    for stream in [from, to] {
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// Sits between process 1, which connects to this listener, and process 0 at an address.
fn sit_between(listener: &TcpListener, address: &str, changed: Changed, is_over: &AtomicBool) {
    listener.set_nonblocking(true).expect("it can be");
    thread::scope(|scope| {
        while !is_over.load(Ordering::Relaxed) {
            let Ok((caller, _)) = listener.accept() else {
                thread::sleep(Duration::from_millis(1));
                continue;
            };
            caller.set_nonblocking(false).expect("it can be");
            let Ok(called) = TcpStream::connect(address) else {
                continue;
            };
            let change = |to_first| {
                (to_first == changed.to_first).then_some((changed.change, changed.after))
            };
            let copies = [&caller, &called].map(|stream| stream.try_clone().expect("it is open"));
            let [caller_too, called_too] = copies;
            let (there, back) = (change(true), change(false));
            scope.spawn(move || pass_on(caller, called, there));
            scope.spawn(move || pass_on(called_too, caller_too, back));
        }
    });
}

/// What both processes answer while somebody sits between them.
fn with_somebody_between(changed: Changed) -> [Result<Census<Board>, SpaceError>; 2] {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let (addresses, is_over) = (addresses(2), AtomicBool::new(false));
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let between = listener.local_addr().expect("it has one").to_string();
    let run = |process, addresses: &[String]| {
        let cluster = Enumerate::new().on_cluster(addresses, process);
        let cluster = cluster
            .secret("5e1d0c3b7a29f846")
            .patience(Duration::from_secs(20));
        let task = cluster.count(&puzzle, [puzzle.goal()]);
        // So that there are signs of life, one each second.
        task.observe(Sleeps(Duration::from_millis(70))).run()
    };
    let to_between = [between, addresses[1].clone()];
    thread::scope(|scope| {
        scope.spawn(|| sit_between(&listener, &addresses[0], changed, &is_over));
        let other = scope.spawn(|| run(1, &to_between));
        let (first, other) = (run(0, &addresses), other.join());
        is_over.store(true, Ordering::Relaxed);
        [first, other.expect("it does not panic")]
    })
}

/// Whoever receives what was changed says from whom, and whatever the other one then says is an error, too. No thread
/// panics, and nothing is allocated because somebody says so: it would be some billions of bytes.
#[test]
fn what_was_changed_on_the_way_is_an_error_that_names_the_process() {
    use Change::{Cut, Left, OneBit, Random, Twice, Zeros};
    let mut all = Vec::new();
    for to_first in [true, false] {
        for change in [Random, Zeros, OneBit, Left, Twice, Cut] {
            // In a head, in its tag, after some frames and after many.
            all.extend([0, 5, 30, 35, 500, 5_000].map(|after| Changed {
                change,
                after,
                to_first,
            }));
        }
    }
    for changed in all {
        let ends = with_somebody_between(changed);
        let receiver = usize::from(!changed.to_first);
        let errors = ends.map(|end| end.expect_err("something was changed"));
        let is_named = match &errors[receiver] {
            SpaceError::Garbled {
                process, address, ..
            } => *process == 1 - receiver && !address.is_empty() && changed.change != Cut,
            SpaceError::Lost { .. } => changed.change == Cut,
            _ => false,
        };
        assert!(is_named, "{changed:?}: {errors:?}");
        let is_told =
            |error: &_| matches!(error, SpaceError::Ended { .. } | SpaceError::Lost { .. });
        assert!(is_told(&errors[1 - receiver]), "{changed:?}: {errors:?}");
    }
    // Where nothing is changed, nothing is wrong.
    let unchanged = Changed {
        change: Random,
        after: usize::MAX / 2,
        to_first: true,
    };
    for end in with_somebody_between(unchanged) {
        assert_eq!(end.expect("it is passed on").states(), 181_440);
    }
}

#[test]
fn only_whoever_knows_the_secret_is_listened_to() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    let run = |process, secret: &str, patience| {
        let cluster = Enumerate::new().on_cluster(&addresses, process);
        let cluster = cluster
            .secret(secret)
            .patience(Duration::from_millis(patience));
        cluster.count(&puzzle, [puzzle.goal()]).run()
    };
    // Whoever connects is told at once, whoever listens waits for another one.
    let ends = thread::scope(|scope| {
        let first = scope.spawn(|| run(0, "right", 1_000));
        let other = run(1, "wrong", 20_000);
        [first.join().expect("it does not panic"), other]
    });
    for (process, end) in ends.into_iter().enumerate() {
        let (other, error) = (1 - process, end.expect_err("the secrets differ"));
        let sentence = format!(
            "process {other} at {} does not know the secret: expected the same in all processes",
            addresses[other]
        );
        assert_eq!(error.to_string(), sentence);
    }
    let states = thread::scope(|scope| {
        let first = scope.spawn(|| run(0, "right", 20_000));
        let wrong = run(1, "", 20_000);
        assert!(matches!(
            wrong,
            Err(SpaceError::WrongSecret { process: 0, .. })
        ));
        let right = run(1, "right", 20_000);
        [first.join().expect("it does not panic"), right]
            .map(|end| end.map(|census| census.states()))
    });
    assert_eq!(states, [Ok(360), Ok(360)]);
    let cluster = Enumerate::new().on_cluster(&addresses, 0).secret("right");
    assert!(!format!("{cluster:?}").contains("right"));
}

#[test]
fn greetings_of_strangers_do_not_end_anything() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    let run = |process| {
        let cluster = Enumerate::new().on_cluster(&addresses, process);
        let cluster = cluster.secret("right").patience(Duration::from_secs(30));
        cluster.count(&puzzle, [puzzle.goal()]).run()
    };
    let call = || {
        (0..1_000)
            .find_map(|_| {
                thread::sleep(Duration::from_millis(1));
                TcpStream::connect(&addresses[0]).ok()
            })
            .expect("it listens")
    };
    let greeting = |process: u64, processes: u64| {
        let numbers = [process, processes, 1, 5, 6, 7];
        let numbers = numbers.iter().flat_map(|number| number.to_le_bytes());
        b"\x89PSclus3"
            .iter()
            .copied()
            .chain(numbers)
            .collect::<Vec<u8>>()
    };
    // Process 1, and others that there cannot be; with and without a proof, or only a part.
    let mut said = Vec::new();
    for process in [0, 1, 2, u64::MAX] {
        for processes in [0, 2, u64::MAX] {
            said.push(greeting(process, processes));
            said.push([greeting(process, processes), vec![0; 8]].concat());
        }
    }
    said.push(greeting(1, 2)[..48].to_vec());
    said.push(vec![0; 4096]);
    thread::scope(|scope| {
        let first = scope.spawn(|| run(0));
        for words in said {
            let mut stranger = call();
            stranger.write_all(&words).expect("it is heard");
        }
        let other = run(1);
        for end in [first.join().expect("it does not panic"), other] {
            assert_eq!(end.expect("nothing is in the way").states(), 360);
        }
    });
}

/// Greeting and proof of a process are of no use to somebody who has recorded them.
#[test]
fn what_was_recorded_proves_nothing() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    let run = |process, addresses: &[String], patience| {
        let cluster = Enumerate::new().on_cluster(addresses, process);
        let cluster = cluster
            .secret("right")
            .patience(Duration::from_millis(patience));
        cluster.count(&puzzle, [puzzle.goal()]).run()
    };
    let recorder = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let to_recorder = [
        recorder.local_addr().expect("it has one").to_string(),
        addresses[1].clone(),
    ];
    thread::scope(|scope| {
        let first = scope.spawn(|| run(0, &addresses, 1_500));
        let recorded = scope.spawn(|| {
            let (mut caller, _) = recorder.accept().expect("somebody calls");
            let mut called = (0..1_000).find_map(|_| {
                thread::sleep(Duration::from_millis(1));
                TcpStream::connect(&addresses[0]).ok()
            });
            let called = called.as_mut().expect("it listens");
            let (mut said, mut answer) = ([0; BEFORE], [0; BEFORE]);
            caller.read_exact(&mut said[..GREETING]).expect("it greets");
            called.write_all(&said[..GREETING]).expect("it is heard");
            called.read_exact(&mut answer).expect("it answers");
            caller.write_all(&answer).expect("it is heard");
            caller
                .read_exact(&mut said[GREETING..])
                .expect("it proves who it is");
            said
        });
        let other = scope.spawn(|| run(1, &to_recorder, 300));
        let said = recorded.join().expect("it does not panic");
        let mut again = TcpStream::connect(&addresses[0]).expect("it listens");
        again.write_all(&said).expect("it is heard");
        let ends = [first, other].map(|end| end.join().expect("it does not panic"));
        assert!(
            matches!(ends[0], Err(SpaceError::WrongSecret { process: 1, .. })),
            "{:?}",
            ends[0]
        );
        assert!(ends[1].is_err());
    });
}

/// A directory that is gone at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!(
            "puzzle-search-cluster-{name}-{}",
            std::process::id()
        )))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_stopped_enumeration_is_resumed() {
    let puzzle = SlidingTiles::new(3, 3).expect("a board");
    let magic = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8]).expect("a permutation");
    resume(&puzzle, &puzzle.goal(), "tiles");
    resume(&magic, &MagicSquares::initial(), "squares");
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

/// Sleeps so long at each layer.
struct Sleeps(Duration);

impl TaskObserver for Sleeps {
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        thread::sleep(self.0);
        ControlFlow::Continue(())
    }
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

// Layers on disk.

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
            assert!(census.peak_bytes <= most && census.peak_disk_bytes > 0);
        }
    }
}

#[test]
fn layers_on_disk_are_the_same_for_any_division() {
    let stack = Pancake::new(8).expect("a size");
    layers_on_disk(&stack, &stack.goal(), "stack");
    // Moves that go one way only: all layers stay.
    let magic = MagicSquares::new(&[1, 2, 3, 4, 5, 6, 7, 8]).expect("a permutation");
    layers_on_disk(&magic, &MagicSquares::initial(), "squares");
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
            assert!(census.peak_bytes <= 3_300_000, "{}", census.peak_bytes);
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
            census.peak_bytes, census.peak_disk_bytes
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
        assert!(census.peak_bytes <= most);
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
    let (mut random, mut noticed) = (Random(11), 0);
    for at in 0..40 {
        copy(&whole.0, &damaged.0);
        let files = files(&damaged.0.join("worker-1"));
        let file = &files[at % files.len()];
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
    assert!(noticed >= 20, "{noticed}");
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

// Processes that are killed: this binary, run as another one.

const PROCESS: [&str; 3] = [
    "PUZZLE_CLUSTER_ADDRESSES",
    "PUZZLE_CLUSTER_DIRECTORY",
    "PUZZLE_CLUSTER_PROCESS",
];

/// One of the processes, which says how far it is.
fn start(
    process: usize,
    addresses: &[String],
    directory: &Path,
) -> (Child, BufReader<ChildStdout>) {
    let this = std::env::current_exe().expect("this is one");
    let values = [
        addresses.join(" "),
        directory.display().to_string(),
        process.to_string(),
    ];
    let mut child = Command::new(this)
        .args([
            "one_process",
            "--exact",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .envs(PROCESS.iter().zip(values))
        .stdout(Stdio::piped())
        .spawn()
        .expect("it can be run");
    let said = BufReader::new(child.stdout.take().expect("it is piped"));
    (child, said)
}

fn say(words: Arguments<'_>) {
    writeln!(io::stdout().lock(), "{words}").expect("somebody listens");
}

/// Says every layer, not too fast.
struct Says;

impl TaskObserver for Says {
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        say(format_args!("layer {}", layer.depth));
        thread::sleep(Duration::from_millis(20));
        ControlFlow::Continue(())
    }
}

#[test]
#[ignore = "a process of other tests"]
fn one_process() {
    let [addresses, directory, process] =
        PROCESS.map(|name| std::env::var(name).unwrap_or_default());
    let Ok(process) = process.parse() else {
        return;
    };
    let puzzle = SlidingTiles::new(2, 5).expect("a board");
    let cluster = Enumerate::new()
        .on_cluster(addresses.split(' '), process)
        .on_disk(directory);
    let census = cluster.count(&puzzle, [puzzle.goal()]).observe(Says).run();
    match census {
        Ok(census) => say(format_args!("states {}", census.states())),
        Err(error) => say(format_args!("{error}")),
    }
}

/// Runs process 0, and does something to process 1 after a layer; how long after that process 0 has ended.
fn with_other(
    addresses: &[String],
    directory: &Path,
    (at, act): (&str, impl FnOnce(&mut Child) + Send),
) -> (
    Result<Census<<SlidingTiles as Puzzle>::State>, SpaceError>,
    u64,
    Duration,
) {
    let puzzle = SlidingTiles::new(2, 5).expect("a board");
    let (mut child, said) = start(1, addresses, directory);
    thread::scope(|scope| {
        let acted = scope.spawn(move || {
            let mut lines = said.lines().map_while(Result::ok);
            let _ = lines.any(|line| line.ends_with(at));
            let acted = Instant::now();
            act(&mut child);
            let _ = lines.count();
            let _ = child.wait();
            acted
        });
        let cluster = Enumerate::new().on_cluster(addresses, 0).on_disk(directory);
        let mut task = cluster.count(&puzzle, [puzzle.goal()]);
        let census = task.run();
        let ended = Instant::now();
        let acted = acted.join().expect("it does not panic");
        (
            census,
            task.stats().expanded,
            ended.saturating_duration_since(acted),
        )
    })
}

#[test]
fn a_process_that_is_killed_is_named_and_both_go_on_from_the_last_layer() {
    let (addresses, directory) = (addresses(2), Directory::new("killed"));
    let kill = |child: &mut Child| child.kill().expect("it can be killed");
    let (lost, first, after) = with_other(&addresses, &directory.0, ("layer 40", kill));
    // At once: silence is noticed after four seconds at the least.
    assert!(after < Duration::from_secs(3), "{after:?}");
    let error = lost.expect_err("process 1 is gone");
    let SpaceError::Lost {
        process: 1,
        depth: Some(depth),
        ..
    } = error
    else {
        panic!("{error:?}")
    };
    assert!((39..=41).contains(&depth), "{depth}");
    let sentence = format!(
        "process 1 at {} was lost after layer {depth}: start all again, with their directories if they have any",
        addresses[1]
    );
    assert_eq!(error.to_string(), sentence);
    let (census, second, _) = with_other(
        &addresses,
        &directory.0,
        ("states 1814400", |_: &mut Child| {}),
    );
    let puzzle = SlidingTiles::new(2, 5).expect("a board");
    let alone = Enumerate::new()
        .count_by_hashing(&puzzle, [puzzle.goal()])
        .run();
    assert_eq!(census.expect("nothing is in the way").layers, alone.layers);
    // It did not begin anew: half of all states are this process's.
    assert!(
        first + second < alone.states() * 3 / 4,
        "{first} + {second}"
    );
    assert!(
        second < alone.states() / 2 - first / 4,
        "{first} + {second}"
    );
}

/// Both processes run as processes of their own, of which one or both are killed after a while.
#[test]
fn processes_that_are_killed_at_any_moment_go_on() {
    let directory = Directory::new("killed-at-random");
    let (mut random, mut deepest) = (Random(3), 0);
    for killed in [&[1][..], &[0], &[0, 1], &[0, 1], &[]] {
        let addresses = addresses(2);
        let started = [0, 1].map(|process| start(process, &addresses, &directory.0));
        let [(first, first_said), (second, second_said)] = started;
        let mut children = [first, second];
        let lines = thread::scope(|scope| {
            let said = [first_said, second_said]
                .map(|said| scope.spawn(|| said.lines().map_while(Result::ok).collect::<Vec<_>>()));
            if !killed.is_empty() {
                thread::sleep(Duration::from_millis(400 + random.below(900)));
            }
            for &process in killed {
                children[process].kill().expect("it can be killed");
                thread::sleep(Duration::from_millis(random.below(5)));
            }
            said.map(|said| said.join().expect("it does not panic"))
        });
        for child in &mut children {
            child.wait().expect("it has ended");
        }
        for lines in &lines {
            let layers = lines.iter().filter_map(|line| line.split("layer ").nth(1));
            let first = layers.clone().next().and_then(|depth| depth.parse().ok());
            // They go on from a layer that was reached before, and do not begin anew.
            let goes_on = |first: u64| first <= deepest && (first > 0 || deepest < 30);
            assert!(first.is_none_or(goes_on), "{lines:?}");
            let last = layers.last().and_then(|depth| depth.parse().ok());
            deepest = deepest.max(last.unwrap_or(0));
        }
        if killed.is_empty() {
            for lines in &lines {
                assert!(
                    lines.iter().any(|line| line.ends_with("states 1814400")),
                    "{lines:?}"
                );
            }
        }
    }
}

#[test]
fn all_others_name_the_process_that_is_killed() {
    let (addresses, directory) = (addresses(3), Directory::new("killed-of-three"));
    let puzzle = SlidingTiles::new(2, 5).expect("a board");
    let (mut child, said) = start(1, &addresses, &directory.0);
    let run = |process| {
        let cluster = Enumerate::new().on_cluster(&addresses, process);
        let cluster = cluster.on_disk(&directory.0);
        let lost = cluster.count(&puzzle, [puzzle.goal()]).run();
        (lost, Instant::now())
    };
    let (ends, killed) = thread::scope(|scope| {
        let others = [0, 2].map(|process| scope.spawn(move || run(process)));
        let mut lines = said.lines().map_while(Result::ok);
        let _ = lines.any(|line| line.ends_with("layer 30"));
        let killed = Instant::now();
        child.kill().expect("it can be killed");
        let _ = child.wait();
        let ends = others.map(|other| other.join().expect("it does not panic"));
        (ends, killed)
    });
    for (end, at) in ends {
        let is_named = matches!(
            end,
            Err(SpaceError::Lost {
                process: 1,
                depth: Some(29..=31),
                ..
            })
        );
        assert!(is_named, "{end:?}");
        assert!(at.duration_since(killed) < Duration::from_secs(3));
    }
}

/// Processes 0 and 1 of three are connected and wait for process 2, which never comes.
#[test]
fn who_is_lost_or_ends_before_all_are_connected_is_named_at_once() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let begun = Instant::now();
    let run = |addresses: &[String], process, limits| {
        let cluster = Enumerate::new().on_cluster(addresses, process);
        cluster.count(&puzzle, [puzzle.goal()]).limits(limits).run()
    };
    let addresses = addresses(3);
    // Somebody between them cuts off the connection.
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let mut to_between = addresses.clone();
    to_between[0] = listener.local_addr().expect("it has one").to_string();
    let (cut, is_over) = (
        Changed {
            change: Change::Cut,
            after: 0,
            to_first: true,
        },
        AtomicBool::new(false),
    );
    let ends = thread::scope(|scope| {
        scope.spawn(|| sit_between(&listener, &addresses[0], cut, &is_over));
        let other = scope.spawn(|| run(&to_between, 1, Limits::new()));
        let first = run(&addresses, 0, Limits::new());
        is_over.store(true, Ordering::Relaxed);
        [first, other.join().expect("it does not panic")]
    });
    for (process, error) in ends.into_iter().enumerate() {
        let is_named = matches!(
            &error,
            Err(SpaceError::Lost { process: lost, depth: None, .. }) if *lost == 1 - process
        );
        assert!(is_named, "{process}: {error:?}");
    }
    // Process 1 does not wait as long as process 0 would.
    let ends = thread::scope(|scope| {
        let limits = Limits::new().max_time(Duration::from_millis(700));
        let other = scope.spawn(|| run(&addresses, 1, limits));
        let first = run(&addresses, 0, Limits::new());
        [first, other.join().expect("it does not panic")]
    });
    let [Err(SpaceError::Ended { process: 1, .. }), Ok(census)] = ends else {
        panic!("{ends:?}")
    };
    assert_eq!(census.stop, Some(Stop::Time));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
#[ignore = "seconds: five of silence"]
#[cfg(unix)]
fn a_process_that_hangs_is_lost() {
    let (addresses, directory) = (addresses(2), Directory::new("hangs"));
    let stop = |child: &mut Child| {
        let signal = |name: &str| {
            Command::new("kill")
                .args([name, &child.id().to_string()])
                .status()
        };
        signal("-STOP").expect("there is such a command");
        thread::sleep(Duration::from_secs(9));
        signal("-KILL").expect("there is such a command");
    };
    let (lost, _, after) = with_other(&addresses, &directory.0, ("layer 30", stop));
    assert!((3.5..7.0).contains(&after.as_secs_f64()), "{after:?}");
    assert!(
        matches!(lost, Err(SpaceError::Lost { process: 1, .. })),
        "{lost:?}"
    );
}

// What a space takes that is larger than these machines: MEASURED.md has the table.

/// What was measured of two processes that counted the 3x4, while other programs ran on the same two cores.
struct Rates {
    /// Neighbors for each second of processor time.
    generated: f64,
    /// Bytes of memory for each state held.
    held: f64,
    /// The most bytes of all files for each state of the three largest layers, on disk.
    on_disk: f64,
}

const MEASURED: Rates = Rates {
    generated: 2.3e6,
    held: 29.5,
    on_disk: 3.5,
};

struct Space {
    name: &'static str,
    states: f64,
    layers: usize,
    /// Neighbors of a state, on average.
    branching: f64,
    /// The bytes of a state.
    bytes: f64,
}

/// The layers of a space as large and as deep as is said, with the outline of another.
fn stretched(outline: &[u64], space: &Space) -> Vec<f64> {
    let scale = outline.len() as f64 / space.layers as f64;
    let at = |layer: usize| {
        let place = ((layer as f64 + 0.5) * scale - 0.5).clamp(0.0, outline.len() as f64 - 1.0);
        let (low, part) = (place as usize, place.fract());
        let high = (low + 1).min(outline.len() - 1);
        outline[low] as f64 * (1.0 - part) + outline[high] as f64 * part
    };
    let layers: Vec<_> = (0..space.layers).map(at).collect();
    let sum: f64 = layers.iter().sum();
    layers
        .iter()
        .map(|states| states * space.states / sum)
        .collect()
}

/// Most states in three layers in a row: what is held of them.
fn widest(layers: &[f64]) -> f64 {
    layers
        .windows(3)
        .map(|three| three.iter().sum())
        .fold(0.0, f64::max)
}

fn published(name: &str) -> Vec<u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.layers"));
    let text = std::fs::read_to_string(path).expect("it is there");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.trim().parse().expect("a number"))
        .collect()
}

#[test]
fn predicted_layers_are_near_those_known() {
    // The outline of one board predicts another, whose layers are known.
    let outline = published("sliding-3x4");
    for name in [
        "sliding-2x5",
        "sliding-2x6",
        "sliding-2x7",
        "sliding-3x3-corner",
    ] {
        let known: Vec<_> = published(name)
            .into_iter()
            .map(|states| states as f64)
            .collect();
        let states = known.iter().sum();
        let space = Space {
            name,
            states,
            layers: known.len(),
            branching: 0.0,
            bytes: 0.0,
        };
        let ratio = widest(&stretched(&outline, &space)) / widest(&known);
        assert!((1.05..1.2).contains(&ratio), "{name}: {ratio}");
    }
    let boards = |name, states, layers, edges: f64, cells: f64| Space {
        name,
        states,
        layers,
        branching: 2.0 * edges / cells,
        bytes: cells,
    };
    let hanoi = Space {
        name: "Hanoi, 24 discs",
        states: 4_f64.powi(24),
        layers: 514,
        branching: 6.0,
        bytes: 24.0,
    };
    for (space, expected) in [
        (boards("2x6", 239_500_800.0, 81, 16.0, 12.0), 1.0),
        (boards("3x4", 239_500_800.0, 54, 17.0, 12.0), 1.0),
        (boards("3x5", 653_837_184_000.0, 85, 22.0, 15.0), 166.0),
        (boards("4x4", 10_461_394_944_000.0, 81, 24.0, 16.0), 2_784.0),
        (hanoi, 31_310.0),
    ] {
        let (held, generated) = (
            widest(&stretched(&outline, &space)),
            space.states * space.branching,
        );
        // A key has 16 bytes or 64.
        let key = if space.bytes > 16.0 { 48.0 } else { 0.0 };
        let memory = held * (MEASURED.held + key);
        let machines = (memory / 20e9).ceil();
        assert_eq!(machines, expected, "{}", space.name);
        let hours = generated / MEASURED.generated / 3600.0;
        say(format_args!(
            "{:<16} {:>8.3} TB of memory or {:>8.3} TB of files, {:>8.1} TB sent, {:>10.2} process hours: \
             {machines} machines of 24 GB and two cores, {:.2} hours",
            space.name,
            memory / 1e12,
            held * MEASURED.on_disk / 1e12,
            generated * space.bytes / 1e12,
            hours,
            hours / machines / 2.0,
        ));
    }
}
