//! Processes that are killed: this binary, run as another one.

use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use puzzle_search::Puzzle;
use puzzle_search::observe::{Layer, TaskObserver};
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::{Census, Enumerate, OnCluster, SpaceError};

use crate::{Directory, Random, addresses, say};

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
            "killed::one_process",
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
    let cluster = OnCluster::new(addresses.split(' '), process).on_disk(directory);
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
        let cluster = OnCluster::new(addresses, 0).on_disk(directory);
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
        let cluster = OnCluster::new(&addresses, process);
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
