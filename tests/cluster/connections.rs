//! Connections: only processes that work on the same task and know the same secret take part, and what somebody between
//! them changes is noticed.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use puzzle_search::Limits;
use puzzle_search::Stop;
use puzzle_search::puzzles::{Board, SlidingTiles};
use puzzle_search::space::{Census, OnCluster, SpaceError};

use crate::{Random, Sleeps, addresses, each};

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
        let cluster = OnCluster::new(&addresses, process).hardest(process);
        cluster.count(&small, [small.goal()]).run()
    };
    let ends = thread::scope(|scope| {
        let other = scope.spawn(|| listing(1));
        [listing(0), other.join().expect("it does not panic")]
    });
    let is_another = |end: &Result<_, _>| matches!(end, Err(SpaceError::OtherTask { .. }));
    assert!(ends.iter().all(is_another), "{ends:?}");
    // Whoever listens is there; what it says is not for this process.
    let alone = |process| OnCluster::new(&addresses, process).patience(Duration::from_millis(30));
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
fn strangers_are_left_alone() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    let run = |process| {
        OnCluster::new(&addresses, process)
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
        let cluster = OnCluster::new(&addresses, 0).patience(Duration::from_millis(200));
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
        let cluster = OnCluster::new(&addresses, process);
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
        let cluster = OnCluster::new(addresses, process);
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
        let cluster = OnCluster::new(&addresses, process);
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
    let cluster = OnCluster::new(&addresses, 0).secret("right");
    assert!(!format!("{cluster:?}").contains("right"));
}

#[test]
fn greetings_of_strangers_do_not_end_anything() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let addresses = addresses(2);
    let run = |process| {
        let cluster = OnCluster::new(&addresses, process);
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
        let cluster = OnCluster::new(addresses, process);
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

/// Processes 0 and 1 of three are connected and wait for process 2, which never comes.
#[test]
fn who_is_lost_or_ends_before_all_are_connected_is_named_at_once() {
    let puzzle = SlidingTiles::new(2, 3).expect("a board");
    let begun = Instant::now();
    let run = |addresses: &[String], process, limits| {
        let cluster = OnCluster::new(addresses, process);
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
