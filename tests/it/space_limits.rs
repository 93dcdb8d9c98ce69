//! Enumerations within limits: nothing is expanded twice or miscounted, whatever stops them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use puzzle_search::observe::{Layer, TaskObserver, TaskProgress};
use puzzle_search::puzzles::{GraphTiles, Hanoi, Pancake, SlidingTiles};
use puzzle_search::space::{
    Census, DistanceOracle, Encoding, Enumerate, OnCluster, OnDisk, SpaceError,
};
use puzzle_search::{
    Facts, Limits, NeighborOf, Puzzle, Ranked, Reversible, Stop, Task, from_fn, from_steps,
};

use crate::support::{Temporary, magic_squares_to, sheet_in_order};

/// A puzzle that counts how often it is asked for neighbors.
struct Asked<P>(P, AtomicU64);

impl<P> Asked<P> {
    fn new(puzzle: P) -> Self {
        Self(puzzle, AtomicU64::new(0))
    }

    fn asked(&self) -> u64 {
        self.1.load(Ordering::Relaxed)
    }
}

impl<P: Puzzle> Puzzle for Asked<P> {
    type State = P::State;
    type Move = P::Move;
    type Cost = P::Cost;

    fn neighbors(&self, state: &P::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        let edges = self.0.neighbors(state).into_iter();
        edges.map(|edge| puzzle_search::Neighbor::new(edge.mv, edge.state, edge.cost))
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    fn facts(&self) -> Facts<P::Cost> {
        self.0.facts()
    }
}

impl<P: Ranked> Ranked for Asked<P> {
    fn state_count(&self) -> Option<u128> {
        self.0.state_count()
    }

    fn rank(&self, state: &P::State) -> Option<u128> {
        self.0.rank(state)
    }

    fn unrank(&self, rank: u128) -> Option<P::State> {
        self.0.unrank(rank)
    }
}

/// Ends a run at every so many layers, or looks.
struct Interrupter {
    layers: u32,
    looks: u32,
}

impl TaskObserver for Interrupter {
    fn layer(&mut self, _: &Layer) -> ControlFlow<()> {
        self.layers += 1;
        if self.layers.is_multiple_of(3) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _: &TaskProgress) -> ControlFlow<()> {
        self.looks += 1;
        if self.looks.is_multiple_of(7) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

type Begun<'a, P> = Task<'a, Census<<P as Puzzle>::State>>;

/// Runs a task to its end, stopped by limits that grow: each time it has asked for as many states as it
/// says, and in the end it has what it would have had in one go.
fn in_steps<'a, P>(puzzle: &'a Asked<P>, task: impl Fn() -> Begun<'a, Asked<P>>, by: Stop)
where
    P: Puzzle<Cost = u32, State: std::fmt::Debug + PartialEq>,
{
    let whole = task().run();
    assert!(whole.is_complete() && !whole.hardest.is_empty());
    let before = puzzle.asked();
    let (mut task, mut allowed, mut stops) = (task(), 0, 0);
    loop {
        allowed += allowed / 8 + 100;
        task.set_limits(match by {
            Stop::Stored => Limits::new().max_stored(allowed),
            Stop::Bytes => Limits::new().max_bytes(allowed as usize),
            _ => Limits::new().max_expanded(allowed),
        });
        let census = task.run();
        let stats = task.stats();
        assert_eq!(census.stats.expanded, stats.expanded);
        assert_eq!(puzzle.asked() - before, stats.expanded, "{by:?}");
        assert!(
            by != Stop::Stored || stats.peak_stored <= allowed,
            "{stats:?}"
        );
        assert!(by != Stop::Bytes || census.stats.peak_bytes as u64 <= allowed);
        if census.is_complete() {
            assert_eq!(stats.expanded, whole.states());
            assert_eq!(census.layers, whole.layers);
            assert_eq!(census.hardest, whole.hardest);
            break;
        }
        assert_eq!(census.stop, Some(by));
        assert_eq!(census.layers, whole.layers[..census.layers.len()]);
        stops += 1;
    }
    assert!(stops > 10);
    let mut task = task.observe(Interrupter {
        layers: 0,
        looks: 0,
    });
    task.set_limits(Limits::new());
    let before = puzzle.asked();
    while !task.run().is_complete() {
        assert_eq!(puzzle.asked() - before, task.stats().expanded);
    }
    assert_eq!(task.stats().expanded, whole.states());
}

#[test]
fn nothing_is_expanded_twice() {
    let stops = [Stop::Stored, Stop::Bytes, Stop::Expanded];
    let count = Enumerate::new().hardest(40);
    for by in stops {
        // Moves can be taken back in one of them and not in the other.
        let squares = Asked::new(magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]));
        let start = sheet_in_order();
        in_steps(&squares, || count.count_by_hashing(&squares, [start]), by);
        let stack = Asked::new(Pancake::new(7).expect("a size"));
        let goal = stack.0.goal();
        assert!(stack.facts().undirected);
        in_steps(&stack, || count.count_by_hashing(&stack, [goal]), by);
        if by != Stop::Bytes {
            let task = || count.count_by_hashing(&squares, [start]).threads(2);
            in_steps(&squares, task, by);
            let task = || count.count_by_hashing(&stack, [goal]).threads(2);
            in_steps(&stack, task, by);
        }
    }
    // By rank the table is claimed at once: too little memory is an error.
    let stack = Asked::new(Pancake::new(8).expect("a size"));
    let goal = stack.0.goal();
    for threads in [1, 2] {
        let whole = count.count_by_rank(&stack, [goal]).run().expect("it fits");
        let before = stack.asked();
        let task = count.count_by_rank(&stack, [goal]).threads(threads);
        let mut task = task.observe(Interrupter {
            layers: 0,
            looks: 0,
        });
        let census = loop {
            let census = task.run().expect("it fits");
            assert_eq!(stack.asked() - before, task.stats().expanded);
            if census.is_complete() {
                break census;
            }
        };
        // In the end those that are left are asked, and not the larger layer before.
        assert!(task.stats().expanded < 40_320);
        assert_eq!(
            (census.layers, census.hardest),
            (whole.layers, whole.hardest)
        );
    }
}

#[test]
fn the_number_of_threads_may_change_after_a_stop() {
    let stack = Pancake::new(7).expect("a size");
    let whole = Enumerate::new().count_by_hashing(&stack, [stack.goal()]);
    let layers = whole.threads(1).run().layers;
    for (first, then) in [(1, 2), (2, 1), (2, 3)] {
        let count = Enumerate::new().count_by_hashing(&stack, [stack.goal()]);
        let mut count = count.threads(first).limits(Limits::new().max_expanded(900));
        assert_eq!(count.run().stop, Some(Stop::Expanded));
        let mut count = count.threads(then).limits(Limits::new());
        assert_eq!(count.run().layers, layers);
        // It starts over.
        assert_eq!(count.run().layers, layers);
    }
    // Tables in the place of one by rank, which takes a hundred thousand times the bytes.
    let edges: Vec<_> = (1..12).map(|v| (v - 1, v)).collect();
    let line = GraphTiles::new(12, &edges).expect("a legal graph");
    let count = Enumerate::new().count(&line, [line.goal()]);
    let mut count = count.limits(Limits::new().max_bytes(1 << 20)).threads(2);
    assert_eq!(count.run().expect("it is small").layers, [1; 12]);
}

#[test]
fn a_count_on_disk_needs_no_more_memory_for_more_threads() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    for threads in [1, 2, 1_000, usize::MAX] {
        let directory = Temporary::new("many-threads");
        let count = OnDisk::new(&directory.0).count_by_rank(&tiles, [tiles.goal()]);
        let mut count = count.threads(threads);
        count.set_limits(Limits::new().max_bytes(4_000_000));
        let census = count.run().expect("four megabytes suffice");
        assert_eq!(census.states(), 181_440, "{threads}");
    }
}

/// By rank a layer that may not be stored takes the place of none.
#[test]
fn the_hardest_are_of_the_last_layer_listed() {
    fn check<P: Ranked<State: Clone + PartialEq> + Sync>(puzzle: &P, goal: &P::State) {
        let count = Enumerate::new().hardest(100);
        let listed = |limits| {
            let mut task = count.count_by_rank(puzzle, [goal.clone()]);
            task.set_limits(limits);
            task.run().expect("it fits")
        };
        for most in [0, 1, 2, 3, 4, 10, 50, 100, 500] {
            let stored = listed(Limits::new().max_stored(most));
            assert_eq!(stored.stop, Some(Stop::Stored));
            if let Some(depth) = stored.layers.len().checked_sub(1) {
                let moves = listed(Limits::new().max_moves(depth as u64));
                assert!((stored.layers, stored.hardest) == (moves.layers, moves.hardest));
            } else {
                assert!(stored.hardest.is_empty());
            }
        }
    }
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    check(&tiles, &tiles.goal());
    let stack = Pancake::new(7).expect("a size");
    check(&stack, &stack.goal());
}

/// A state may have more neighbors than there is memory for, of which few are new.
#[test]
fn a_state_with_very_many_neighbors() {
    let asked = AtomicU64::new(0);
    let puzzle = from_fn(
        |&n: &u32| {
            asked.fetch_add(1, Ordering::Relaxed);
            (0..if n == 0 { 300_000 } else { 0 }).map(|to| ((), to % 1_000, 1_u32))
        },
        |_| false,
    );
    let mut task = Enumerate::new().count_by_hashing(&puzzle, [0]);
    task.set_limits(Limits::new().max_stored(10));
    assert_eq!(task.run().stop, Some(Stop::Stored));
    let asked_now = || asked.load(Ordering::Relaxed);
    assert_eq!((asked_now(), task.stats().peak_stored), (1, 10));
    assert_eq!(task.stats().expanded, 1);
    task.set_limits(Limits::new());
    let census = task.run();
    assert_eq!(census.layers, [1, 999]);
    assert_eq!(task.stats().expanded, 1_000);
    // Once before the stop and once after it, and each neighbor once.
    assert_eq!(asked_now(), 2 + 999);
    assert!(census.stats.peak_bytes < 100_000);
}

/// Threads hand neighbors over by boxes: each time that they are full the state is asked again.
#[test]
fn a_state_with_very_many_neighbors_by_threads() {
    let asked = AtomicU64::new(0);
    let puzzle = from_fn(
        |&n: &u32| {
            asked.fetch_add(u64::from(n == 0), Ordering::Relaxed);
            (0..if n == 0 { 300_000 } else { 0 }).map(|to| ((), to % 1_000, 1_u32))
        },
        |_| false,
    );
    let count = Enumerate::new().count_by_hashing(&puzzle, [0]);
    let census = count.threads(2).run();
    assert_eq!(census.layers, [1, 999]);
    // Sixteen boxes of some hundred each take some thousand.
    let asked = asked.load(Ordering::Relaxed);
    assert!((1..100).contains(&asked), "{asked}");
}

/// What is handed out is claimed too, and a task that begins anew holds nothing of the run before.
#[test]
fn lists_are_within_the_limit() {
    let stack = Pancake::new(8).expect("a size");
    let most = |limit| Limits::new().max_bytes(limit);
    let table = Enumerate::bytes_by_rank(&stack).expect("it is numbered") as usize;
    let count = Enumerate::new().hardest(usize::MAX);
    let mut task = count
        .count_by_rank(&stack, [stack.goal()])
        .limits(most(table + 1_000));
    let census = task.run().expect("the table fits");
    assert_eq!((census.stop, census.hardest.len()), (Some(Stop::Bytes), 0));
    assert_eq!(census.layers.len(), 10);
    task.set_limits(most(table + 1_000_000));
    for _ in 0..3 {
        let census = task.run().expect("the table fits");
        assert!(census.is_complete() && census.stats.peak_bytes <= table + 1_000_000);
        assert_eq!(Some(&(census.hardest.len() as u64)), census.layers.last());
    }
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let mut build = DistanceOracle::build(&tiles, Encoding::Bytes).limits(most(226_000));
    assert!(build.run().is_err());
    build.set_limits(most(228_000));
    for _ in 0..3 {
        assert!(build.run().is_ok());
        assert!(build.stats().peak_bytes <= 228_000);
    }
    assert_eq!(tiles.goals().into_iter().count(), 1);
}

/// Two bits for each of 2^64 ranks are fewer bytes than an address can tell, but the ranks take more than 64 bits.
#[test]
fn spaces_with_more_ranks_than_64_bits_tell_are_too_large() {
    let towers = Hanoi::new(32, 4).expect("32 discs on four pegs");
    assert_eq!(towers.state_count(), Some(1 << 64));
    let start = towers.tower(1).expect("a peg");
    let few = Limits::new().max_expanded(1_000);
    let by_rank = Enumerate::new().count_by_rank(&towers, [start]);
    let error = by_rank.limits(few.clone()).run().expect_err("too many");
    assert!(matches!(error, SpaceError::TooLarge { .. }), "{error}");
    let census = Enumerate::new().count(&towers, [start]).limits(few).run();
    let census = census.expect("it is counted by hashing");
    assert_eq!(
        (census.stop, census.layers[..2].to_vec()),
        (Some(Stop::Expanded), vec![1, 3])
    );
}

#[test]
fn a_start_of_another_board_is_not_counted_from() {
    let board = SlidingTiles::new(2, 3).expect("a size");
    let other = SlidingTiles::new(2, 2).expect("a size").goal();
    let (count, stop) = (Enumerate::new(), Stop::NotAState);
    let census = count.count_by_hashing(&board, [board.goal(), other]).run();
    assert_eq!((census.stop, census.layers), (Some(stop), vec![]));
    let refused = Err(SpaceError::Stopped(stop));
    assert_eq!(count.count_by_rank(&board, [other]).run(), refused);
    assert_eq!(count.count(&board, [other]).run(), refused);
    let directory = Temporary::new("another-board");
    let disk = OnDisk::new(&directory.0);
    assert_eq!(disk.count_by_rank(&board, [other]).run(), refused);
    assert_eq!(disk.count_by_sorting(&board, [other]).run(), refused);
    let cluster = OnCluster::new(["127.0.0.1:0"], 0);
    assert_eq!(cluster.count(&board, [other]).run(), refused);
}

/// Work on disk knows its space by the neighbors along a walk: their number tells where those of the next state begin,
/// whatever bytes the states have.
#[test]
fn work_on_disk_is_not_resumed_for_a_space_with_the_same_states_in_a_row() {
    let (start, next, last) = (*b"..", *b"to", *b"!!");
    let space = |fan: bool| {
        let ways = move |&at: &[u8; 2]| match (fan, at) {
            (true, at) if at == start => vec![next, next, last],
            (false, at) if at == start => vec![next],
            (false, at) if at == next => vec![last],
            _ => vec![],
        };
        from_steps(ways, |_| false).with_bytes(|&at| at, Some)
    };
    let directory = Temporary::new("states-in-a-row");
    let disk = OnDisk::new(&directory.0);
    let layers = |census: Result<Census<_>, _>| census.map(|census| census.layers);
    let (fan, chain) = (space(true), space(false));
    assert_eq!(
        layers(disk.count_by_sorting(&fan, [start]).run()),
        Ok(vec![1, 2])
    );
    let wrong = layers(disk.count_by_sorting(&chain, [start]).run());
    assert!(
        matches!(wrong, Err(SpaceError::WrongDirectory { .. })),
        "{wrong:?}"
    );
}
