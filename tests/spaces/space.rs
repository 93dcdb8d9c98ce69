//! Whole spaces: every way of enumerating counts the same, and what is published; oracles are exact.

use core::ops::ControlFlow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use puzzle_search::answers::Distances;
use puzzle_search::laws::{self, Law};
use puzzle_search::observe::{Layer, TaskObserver};
use puzzle_search::puzzles::{
    BurntPancake, GraphTiles, Metric, Packed, Pancake, PermutationPuzzle, PocketCube, Ring,
    SlidingTiles, SwapGame,
};
use puzzle_search::space::{
    BitParallel, Census, DistanceOracle, Encoding, Enumerate, Pieces, Place, SpaceError,
};
use puzzle_search::table_file::{self, TableFile};
use puzzle_search::{
    Facts, Limits, Neighbor, NeighborOf, Puzzle, Ranked, Reversible, Solution, Stop, from_fn,
    from_steps,
};

use crate::oracle;
use crate::published::published;
use crate::support::Temporary;
use crate::support::{Numbers, magic_squares_to, sheet_in_order, top_spin_of};

/// The census by rank, which must be the same on one thread and on three.
fn by_rank<P: Ranked + Sync>(puzzle: &P, start: &P::State) -> Census<P::State> {
    let count = |threads| {
        let enumerate = Enumerate::new().hardest(1_000);
        let census = enumerate.count_by_rank(puzzle, [start.clone()]);
        census.threads(threads).run().expect("it is numbered")
    };
    let (one, three) = (count(1), count(3));
    assert!(one.is_complete());
    assert_eq!((&one.layers, &one.hardest), (&three.layers, &three.hardest));
    assert!(one.stats.peak_bytes <= three.stats.peak_bytes);
    // Beside the table there are a list of layers and one of states.
    let bytes = Enumerate::bytes_by_rank(puzzle).expect("it is numbered");
    let lists = 20 * one.layers.len() + 512 + one.hardest.len() * (16 + size_of::<P::State>());
    let peak = one.stats.peak_bytes as u128;
    assert!(
        bytes < peak && peak <= bytes + lists as u128,
        "{bytes} {peak}"
    );
    one
}

/// By rank and by hashing, which must agree.
fn layers<P: Ranked + Sync>(puzzle: &P, start: &P::State) -> Vec<u64> {
    let ranked = by_rank(puzzle, start);
    let enumerate = Enumerate::new().hardest(usize::MAX);
    let hashed = enumerate.count_by_hashing(puzzle, [start.clone()]).run();
    assert!(hashed.is_complete());
    assert_eq!(ranked.layers, hashed.layers);
    assert_eq!(Some(&(hashed.hardest.len() as u64)), hashed.layers.last());
    assert_eq!(ranked.hardest.len(), hashed.hardest.len().min(1_000));
    assert!(
        ranked
            .hardest
            .iter()
            .all(|state| hashed.hardest.contains(state))
    );
    let numbers = ranked.hardest.iter().map(|state| puzzle.rank(state));
    assert!(numbers.is_sorted_by(|a, b| a < b));
    ranked.layers
}

#[test]
fn sliding_tiles_from_the_corner() {
    for (rows, columns, text) in [
        (2, 3, include_str!("../data/sliding-2x3.layers")),
        (2, 4, include_str!("../data/sliding-2x4.layers")),
        (2, 5, include_str!("../data/sliding-2x5.layers")),
        (3, 3, include_str!("../data/sliding-3x3-corner.layers")),
    ] {
        for (rows, columns) in [(rows, columns), (columns, rows)] {
            let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
            assert_eq!(layers(&puzzle, &puzzle.goal()), published(text));
        }
    }
}

/// 239,500,800 states in each of the four: sections combined word by word.
#[test]
fn sliding_tiles_of_twelve_cells() {
    for (rows, columns, text) in [
        (2, 6, include_str!("../data/sliding-2x6.layers")),
        (4, 3, include_str!("../data/sliding-3x4.layers")),
    ] {
        let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
        let goal = puzzle.goal();
        let count = Enumerate::new().count_by_rank(&puzzle, [goal]);
        let census = count.threads(2).run().expect("it fits");
        assert_eq!(census.layers, published(text));
        assert!(census.stats.peak_bytes < 31_000_000);
    }
}

/// 43,589,145,600 states, 5.5 GB, minutes: `cargo test --release --test spaces -- --ignored two_by_seven`.
#[test]
#[ignore = "takes minutes and 5.5 GB"]
fn two_by_seven() {
    let puzzle = SlidingTiles::new(2, 7).expect("a legal size");
    let count = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]);
    let census = count.threads(2).run();
    let expected = published(include_str!("../data/sliding-2x7.layers"));
    assert_eq!(census.expect("it fits").layers, expected);
}

#[test]
fn eight_puzzle_from_each_kind_of_cell() {
    let corner = published(include_str!("../data/sliding-3x3-corner.layers"));
    let side = published(include_str!("../data/sliding-3x3-side.layers"));
    let centre = published(include_str!("../data/sliding-3x3-centre.layers"));
    for blank in 0..9 {
        let expected = match blank {
            4 => &centre,
            0 | 2 | 6 | 8 => &corner,
            _ => &side,
        };
        // An odd order of the tiles is as good as an even one.
        let mut labels = vec![2, 1, 3, 4, 5, 6, 7, 8];
        labels.insert(blank, 0);
        let puzzle = SlidingTiles::new(3, 3).and_then(|p| p.with_goal(&labels));
        let puzzle = puzzle.expect("a legal goal");
        let census = by_rank(&puzzle, &puzzle.goal());
        assert_eq!(&census.layers, expected, "blank on cell {blank}");
    }
}

#[test]
fn magic_squares_and_swap_game() {
    let puzzle = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let expected = published(include_str!("../data/magic-squares.layers"));
    assert_eq!(layers(&puzzle, &sheet_in_order()), expected);
    let puzzle = SwapGame::new(3, 3).expect("a legal size");
    let expected = published(include_str!("../data/swap-game-3x3.layers"));
    assert_eq!(layers(&puzzle, &puzzle.goal()), expected);
}

fn data(name: &str) -> Vec<u64> {
    let path = format!("{}/tests/data/{name}.layers", env!("CARGO_MANIFEST_DIR"));
    published(&std::fs::read_to_string(path).expect("a data file"))
}

/// By rank on two threads.
fn counts<P: Ranked + Reversible + Sync>(puzzle: &P) -> Vec<u64> {
    let count = Enumerate::new().count_by_rank(puzzle, puzzle.goals());
    count.threads(2).run().expect("it is numbered").layers
}

#[test]
fn pancakes() {
    for size in 2..=10 {
        let puzzle = Pancake::new(size).expect("few");
        assert_eq!(counts(&puzzle), data(&format!("pancake-{size}")));
    }
    for size in 1..=7 {
        let puzzle = BurntPancake::new(size).expect("few");
        assert_eq!(counts(&puzzle), data(&format!("burnt-pancake-{size}")));
    }
    let puzzle = Pancake::new(9).expect("few");
    let count = Enumerate::new().count_by_rank(&puzzle, [puzzle.goal()]);
    let census = count.threads(usize::MAX).run();
    assert_eq!(census.expect("it fits").layers, data("pancake-9"));
    let puzzle = Pancake::new(8).expect("few");
    assert_eq!(layers(&puzzle, &puzzle.goal()), data("pancake-8"));
    let puzzle = BurntPancake::new(5).expect("few");
    assert_eq!(layers(&puzzle, &puzzle.goal()), data("burnt-pancake-5"));
    exact(
        &DistanceOracle::build(&Pancake::new(7).expect("few"), Encoding::ModuloThree)
            .run()
            .expect("it fits"),
    );
}

#[test]
fn top_spin() {
    for (ring, name, most) in [(Ring::Fixed, "fixed", 9), (Ring::Rotates, "rotates", 10)] {
        for pieces in 5..=most {
            let puzzle = top_spin_of(pieces, 4, ring);
            assert_eq!(counts(&puzzle), data(&format!("topspin-{pieces}-4-{name}")));
        }
    }
    let puzzle = top_spin_of(8, 4, Ring::Rotates);
    assert_eq!(layers(&puzzle, &puzzle.goal()), data("topspin-8-4-rotates"));
}

#[test]
#[ignore = "whole spaces of two million states, slowly ranked"]
fn larger_top_spin() {
    for (pieces, ring, name) in [(10, Ring::Fixed, "fixed"), (11, Ring::Rotates, "rotates")] {
        let puzzle = top_spin_of(pieces, 4, ring);
        assert_eq!(counts(&puzzle), data(&format!("topspin-{pieces}-4-{name}")));
    }
}

#[test]
fn pocket_cube() {
    let cube = PocketCube::new(Metric::HalfTurns);
    assert_eq!(counts(&cube), data("pocket-cube-half-turns"));
    let cube = PocketCube::new(Metric::QuarterTurns);
    let hashed = Enumerate::new().count_by_hashing(&cube, cube.goals()).run();
    assert_eq!(hashed.layers, data("pocket-cube-quarter-turns"));
}

/// Moves that cannot be taken back at once: not undirected.
#[test]
fn pocket_cube_one_way() {
    let definition = include_str!("../../examples/puzzles/pocket-cube.puzzle");
    let one_way = definition.replace("powers", "");
    let cube = PermutationPuzzle::<u128>::packed(&one_way.parse().expect("a definition"));
    let cube = cube.expect("21 stickers");
    assert!(!cube.facts().undirected);
    let hashed = Enumerate::new().count_by_hashing(&cube, cube.goals()).run();
    assert_eq!(hashed.layers, data("pocket-cube-one-way"));
    let both_ways = PermutationPuzzle::<u128>::packed(&definition.parse().expect("a definition"));
    assert!(both_ways.is_ok_and(|cube| cube.facts().undirected));
}

/// Depths by the search of twenty lines.
fn depths<P: Puzzle>(puzzle: &P, start: &P::State) -> Vec<u64> {
    let depths = oracle::depths(puzzle, start);
    let mut layers = vec![0; depths.values().max().map_or(0, |depth| depth + 1)];
    for depth in depths.into_values() {
        layers[depth] += 1;
    }
    layers
}

#[test]
fn small_spaces_as_the_oracle_counts_them() {
    // A wheel and a spoke; the numbering covers more than can be reached.
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4), (4, 5)];
    let graph = GraphTiles::new(6, &edges).expect("a legal graph");
    assert_eq!(layers(&graph, &graph.goal()), depths(&graph, &graph.goal()));
    for (rows, columns) in [(1, 1), (1, 5), (6, 1), (2, 2), (3, 2)] {
        let tiles = SlidingTiles::new(rows, columns).expect("a legal size");
        assert_eq!(layers(&tiles, &tiles.goal()), depths(&tiles, &tiles.goal()));
    }
    let large = SlidingTiles::<[u8; 64]>::packed(3, 3).expect("a legal size");
    assert_eq!(by_rank(&large, &large.goal()).layers.len(), 32);
    let line = from_fn(|&n: &u32| [("on", (n + 1) % 1_000, 1_u32)], |_| false);
    let census = Enumerate::new().count_by_hashing(&line, [0]).run();
    assert_eq!(census.layers, vec![1; 1_000]);
}

#[test]
fn several_starts() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let near = |moves: usize| -> Vec<_> {
        let depths = oracle::depths(&tiles, &tiles.goal());
        let near = depths.into_iter().filter(|&(_, depth)| depth <= moves);
        near.map(|(state, _)| state).collect()
    };
    // With one move around the goal, of both classes; with none, of one.
    for starts in [near(0), near(1), near(2)] {
        let enumerate = Enumerate::new();
        let ranked = enumerate.count_by_rank(&tiles, starts.clone()).run();
        let ranked = ranked.expect("it is numbered");
        let hashed = enumerate.count_by_hashing(&tiles, starts.clone()).run();
        assert_eq!(ranked.layers, hashed.layers);
        assert_eq!(ranked.layers[0], starts.len() as u64);
        assert_eq!(ranked.states(), 181_440);
    }
    let none = Enumerate::new().count_by_rank(&tiles, []).run();
    assert_eq!(none.expect("nothing to do").layers, [0_u64; 0]);
}

#[test]
fn distances_are_depths_and_paths_are_shortest() {
    let puzzle = magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let start = sheet_in_order();
    let mut distances = Distances::new(&puzzle, [start]);
    distances.run().expect("nothing stops it");
    assert_eq!(distances.len(), 40_320);
    for (state, depth) in oracle::depths(&puzzle, &start).into_iter().step_by(97) {
        let moves = distances.moves_to(&state).expect("it was seen");
        assert_eq!(moves.len(), depth);
        let mut at = start;
        for mv in moves {
            let before = at;
            let mut neighbors = puzzle.neighbors(&before).into_iter();
            at = neighbors.find(|n| n.mv == mv).expect("a legal move").state;
        }
        assert_eq!(at, state);
    }
}

#[derive(Default)]
struct Seen {
    layers: Vec<u64>,
    most: Option<usize>,
}

impl TaskObserver for Seen {
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        assert_eq!(layer.depth as usize, self.layers.len());
        self.layers.push(layer.states);
        if Some(self.layers.len()) == self.most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// What is counted within these limits, by rank and by hashing.
fn limited<P: Ranked + Sync>(
    puzzle: &P,
    start: &P::State,
    limits: &Limits,
) -> [Census<P::State>; 2] {
    let ranked = Enumerate::new().count_by_rank(puzzle, [start.clone()]);
    let ranked = ranked.limits(limits.clone()).run();
    let hashed = Enumerate::new().count_by_hashing(puzzle, [start.clone()]);
    let hashed = hashed.limits(limits.clone()).run();
    [ranked.expect("it fits"), hashed]
}

#[test]
fn limits_end_it_with_whole_layers() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let goal = tiles.goal();
    let all = published(include_str!("../data/sliding-3x3-corner.layers"));
    for census in limited(&tiles, &goal, &Limits::new().max_moves(7)) {
        assert_eq!(
            (census.stop, census.layers),
            (Some(Stop::Moves), all[..8].to_vec())
        );
    }
    // 1 + 2 + 4 + 8 + 16 are expanded, the 20 of the last layer listed are not.
    for census in limited(&tiles, &goal, &Limits::new().max_expanded(50)) {
        assert_eq!(
            (census.stop, census.layers),
            (Some(Stop::Expanded), all[..6].to_vec())
        );
    }
    for census in limited(&tiles, &goal, &Limits::new().max_stored(1_000)) {
        assert_eq!(census.stop, Some(Stop::Stored));
        assert_eq!(census.layers, all[..census.layers.len()]);
        assert!(census.layers.len() > 8);
    }
    let cancelled = Limits::new().with_cancel(Arc::new(AtomicBool::new(true)));
    for census in limited(&tiles, &goal, &cancelled) {
        assert_eq!(
            (census.stop, census.layers),
            (Some(Stop::Cancelled), vec![1])
        );
    }
    let in_no_time = Limits::new().max_time(core::time::Duration::ZERO);
    for census in limited(&tiles, &goal, &in_no_time) {
        assert_eq!((census.stop, census.layers), (Some(Stop::Time), vec![1]));
    }
    let little = Limits::new().max_bytes(100_000);
    let count = Enumerate::new().count_by_hashing(&tiles, [goal]);
    let census = count.limits(little).run();
    assert_eq!(census.stop, Some(Stop::Bytes));
    assert!(census.stats.peak_bytes <= 100_000 && census.layers.len() > 10);
    let mut seen = Seen::default();
    let count = Enumerate::new().count_by_rank(&tiles, [goal]);
    let census = count.observe(&mut seen).run();
    assert!(census.expect("it is numbered").is_complete());
    assert_eq!(seen.layers, all);
    let (layers, most) = (Vec::new(), Some(5));
    let mut seen = Seen { layers, most };
    let count = Enumerate::new().count_by_hashing(&tiles, [goal]);
    let census = count.observe(&mut seen).run();
    assert_eq!(
        (census.stop, seen.layers),
        (Some(Stop::Observer), all[..5].to_vec())
    );
}

#[test]
fn what_cannot_begin_says_why() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let little = Limits::new().max_bytes(22_000);
    let count = Enumerate::new().count_by_rank(&tiles, [tiles.goal()]);
    let error = count.limits(little).run();
    let error = error.expect_err("it does not fit").to_string();
    assert_eq!(
        error,
        "a table of 181440 states takes 45372 bytes: the limit is 22000"
    );
    let unsolvable = tiles
        .state(&[2, 1, 3, 4, 5, 6, 7, 8, 0])
        .expect("a legal board");
    let starts = [tiles.goal(), unsolvable];
    let error = Enumerate::new().count_by_rank(&tiles, starts).run();
    assert_eq!(error, Err(SpaceError::UnnumberedStart { at: 1 }));
    let error = SpaceError::UnnumberedStart { at: 1 }.to_string();
    assert_eq!(
        error,
        "start 1 has no number: expected a state that the puzzle numbers"
    );
    // Two layers fit where a table of all does not, up to a point.
    let swaps = SwapGame::new(3, 3).expect("a legal size");
    let counted = |bytes| {
        let count = Enumerate::new().count(&swaps, [swaps.goal()]);
        count.limits(Limits::new().max_bytes(bytes)).run()
    };
    let table = Enumerate::bytes_by_rank(&swaps).expect("it is numbered") as usize;
    // With room for the list of layers.
    let census = counted(table + 1_000).expect("it fits");
    assert!((table..=table + 1_000).contains(&census.stats.peak_bytes));
    let Err(error @ SpaceError::NeitherFits { depth, states, .. }) = counted(table - 1) else {
        panic!("it does not fit");
    };
    let expected = published(include_str!("../data/swap-game-3x3.layers"));
    assert_eq!(states, expected[..=depth as usize].iter().sum::<u64>());
    let sentence = format!(
        "a table by rank takes {table} bytes, and hash tables were full after {states} states to depth \
         {depth}: the limit is {} bytes",
        table - 1
    );
    assert_eq!(error.to_string(), sentence);
    let edges: Vec<_> = (1..12).map(|v| (v - 1, v)).collect();
    // A line of twelve: all orders are numbered, twelve can be reached.
    let line = GraphTiles::new(12, &edges).expect("a legal graph");
    let count = Enumerate::new().count(&line, [line.goal()]);
    let census = count.limits(Limits::new().max_bytes(1 << 20)).run();
    assert_eq!(census.expect("it is small").layers, [1; 12]);
    for states in [1, 30, 300, 5_000, 100_000] {
        let count = from_fn(move |&n: &u64| [((), (n + 1) % states, 1_u32)], |_| false);
        let census = Enumerate::new().count_by_hashing(&count, [0]).run();
        // A layer for each state, of so many states at a time.
        fn most<P: Puzzle>(_: &P, states: u64, at_a_time: u64) -> u128 {
            Enumerate::bytes_by_hashing::<P>(at_a_time.into()) + 18 * u128::from(states) + 300
        }
        assert_eq!(census.states(), states);
        assert!(
            (census.stats.peak_bytes as u128) <= most(&count, states, states),
            "{states}"
        );
        assert!(
            most(&count, states, states) < 5 * census.stats.peak_bytes as u128 + 1_500_000,
            "{states}"
        );
        // Both ways round, of which three layers of two states are remembered.
        let ring = from_steps(
            move |&n: &u64| [(n + 1) % states, (n + states - 1) % states],
            |_| false,
        );
        let ring = ring.with_facts(Facts::new().unit_costs().undirected());
        let bound = most(&ring, states, 6);
        for threads in 1..=if states > 5_000 { 1 } else { 2 } {
            let census = Enumerate::new()
                .count_by_hashing(&ring, [0])
                .threads(threads)
                .run();
            assert_eq!(census.states(), states);
            let tables = if threads == 1 { 1 } else { 16 };
            assert!(
                census.stats.peak_bytes as u128 <= tables * bound,
                "{states}, {threads} threads"
            );
        }
    }
    let huge = SlidingTiles::<[u8; 64]>::packed(8, 8).expect("a legal size");
    let error = Enumerate::new().count_by_rank(&huge, [huge.goal()]).run();
    assert_eq!(error, Err(SpaceError::Unnumbered));
    let wide = SlidingTiles::<u128>::packed(5, 5).expect("a legal size");
    let error = Enumerate::new().count_by_rank(&wide, [wide.goal()]).run();
    assert!(matches!(error, Err(SpaceError::TooLarge { .. })));
    let mut build = DistanceOracle::build(&tiles, Encoding::Bytes);
    build.set_limits(Limits::new().max_bytes(200_000));
    let error = build.run().expect_err("it does not fit");
    assert_eq!(
        error.to_string(),
        "a table of 181440 states takes 226812 bytes: the limit is 200000"
    );
    build.set_limits(Limits::new().max_moves(5));
    let error = build.run().expect_err("it is not complete");
    assert_eq!(error, SpaceError::Stopped(Stop::Moves));
}

/// The distance to the goal of every state, by a search of twenty lines over the edges backward.
fn distances<P: Reversible + Clone>(puzzle: &P) -> HashMap<P::State, usize> {
    let goals: Vec<_> = puzzle.goals().into_iter().collect();
    let mut distances: HashMap<_, _> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
    let mut queue: std::collections::VecDeque<_> = goals.into();
    while let Some(state) = queue.pop_front() {
        let distance = distances[&state] + 1;
        for edge in puzzle.predecessors(&state) {
            if !distances.contains_key(&edge.state) {
                distances.insert(edge.state.clone(), distance);
                queue.push_back(edge.state);
            }
        }
    }
    distances
}

/// Distances, hints, solutions and levels of every numbered state.
fn exact<P: Ranked + Reversible + Clone + Sync>(oracle: &DistanceOracle<P>) {
    let puzzle = oracle.puzzle();
    let distances = distances(puzzle);
    let states = puzzle.state_count().expect("it is numbered");
    let mut solvable = 0;
    for (at, state) in (0..states)
        .filter_map(|rank| puzzle.unrank(rank))
        .enumerate()
    {
        let distance = distances.get(&state).copied();
        assert_eq!(
            oracle.distance(&state),
            distance.map(|d| d as u64),
            "{state:?}"
        );
        let hints = oracle.best_moves(&state);
        let nearer = |n: &NeighborOf<P>| {
            distance.is_some() && distances.get(&n.state).map(|d| d + 1) == distance
        };
        let expected = puzzle.neighbors(&state).into_iter().filter(nearer);
        assert!(expected.eq(hints.iter().cloned()), "{state:?}");
        assert_eq!(
            hints.is_empty(),
            distance.is_none_or(|d| d == 0),
            "{state:?}"
        );
        solvable += usize::from(distance.is_some());
        if at % 57 == 0 {
            let solution = oracle.solve(&state);
            assert_eq!(solution.as_ref().map(Solution::len), distance);
            assert!(solution.is_none_or(|s| s.verify(puzzle, &state).is_ok()));
        }
    }
    assert_eq!(oracle.layers().iter().sum::<u64>(), solvable as u64);
    let mut numbers = Numbers(3);
    let mut random = || numbers.bits();
    for (depth, &states) in (0..).zip(oracle.layers()) {
        let mut at_depth = oracle.states_at(depth);
        assert!(
            at_depth
                .by_ref()
                .take(50)
                .all(|state| distances[&state] as u64 == depth)
        );
        assert_eq!(at_depth.count() as u64, states.saturating_sub(50));
        let state = oracle
            .random_at_depth(depth, &mut random)
            .expect("there is one");
        assert_eq!(distances[&state] as u64, depth);
    }
    let beyond = oracle.layers().len() as u64;
    assert!(oracle.random_at_depth(beyond, &mut random).is_none());
    assert_eq!(oracle.states_at(beyond).count(), 0);
}

#[test]
fn oracles_are_exact_for_every_state() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    exact(&DistanceOracle::new(tiles).expect("it fits"));
    let magic = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    exact(&DistanceOracle::new(magic).expect("it fits"));
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)];
    let graph = GraphTiles::new(5, &edges).expect("a legal graph");
    exact(&DistanceOracle::new(graph.clone()).expect("it fits"));
    exact(
        &DistanceOracle::build(&graph, Encoding::ModuloThree)
            .run()
            .expect("it fits"),
    );
    for (rows, columns) in [(2, 3), (4, 2), (1, 4)] {
        let tiles = SlidingTiles::new(rows, columns).expect("a legal size");
        exact(
            &DistanceOracle::build(&tiles, Encoding::ModuloThree)
                .run()
                .expect("it fits"),
        );
    }
}

/// Of states outside the numbering nothing is known, and nothing panics.
#[test]
fn oracles_know_what_they_do_not_know() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let unsolvable = tiles
        .state(&[2, 1, 3, 4, 5, 6, 7, 8, 0])
        .expect("a legal board");
    let oracle = DistanceOracle::build(&tiles, Encoding::ModuloThree)
        .run()
        .expect("it fits");
    assert_eq!(oracle.bytes(), 45_360);
    assert_eq!(oracle.distance(&unsolvable), None);
    assert!(oracle.best_moves(&unsolvable).is_empty());
    assert!(oracle.solve(&unsolvable).is_none());
    assert!(oracle.random_at_depth(u64::MAX, || 0).is_none());
    for stuck in [0, 1, u64::MAX] {
        let state = oracle.random_at_depth(31, || stuck).expect("there are two");
        assert_eq!(oracle.distance(&state), Some(31));
    }
}

/// Every state at a depth comes up about equally often, by drawing and by the pass over the table.
#[test]
fn levels_are_drawn_evenly() {
    let tiles = SlidingTiles::new(2, 3).expect("a legal size");
    let oracle = DistanceOracle::new(tiles).expect("it fits");
    let mut numbers = Numbers(11);
    let mut random = || numbers.bits();
    for (depth, states) in [(14, 44), (20, 6), (3, 5)] {
        let mut drawn = HashMap::new();
        for _ in 0..states * 200 {
            let state = oracle
                .random_at_depth(depth, &mut random)
                .expect("there are some");
            *drawn.entry(state).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), states);
        // Five standard deviations.
        assert!(
            drawn.values().all(|times| (130..270).contains(times)),
            "{drawn:?}"
        );
    }
}

#[test]
fn oracles_are_saved_and_loaded() {
    let file = Temporary::new("tiles.oracle");
    let tiles = SlidingTiles::new(2, 4).expect("a legal size");
    for encoding in [Encoding::Bytes, Encoding::ModuloThree] {
        let oracle = DistanceOracle::build(&tiles, encoding)
            .run()
            .expect("it fits");
        oracle.save(&file.0, "2x4").expect("it can be written");
        let load = |puzzle, description| DistanceOracle::load(puzzle, &file.0, description);
        let loaded = load(tiles.clone(), "2x4").expect("it was just written");
        assert_eq!(loaded.layers(), oracle.layers());
        exact(&loaded);
        let cached = DistanceOracle::open_or_build(&tiles, encoding, &file.0, "2x4").run();
        exact(&cached.expect("it was just written"));
        let error = load(tiles.clone(), "2x4, version 2").expect_err("another description");
        let sentence = error.to_string();
        assert!(
            sentence.contains("of: 2x4, expected ")
                && sentence.ends_with("of: 2x4, version 2; name another file")
        );
        let refused = |puzzle: SlidingTiles| {
            let error = load(puzzle, "2x4").expect_err("it is another puzzle");
            assert!(error.to_string().contains("puzzle fingerprint"), "{error}");
        };
        refused(SlidingTiles::new(4, 2).expect("a legal size"));
        let goal = [2, 1, 3, 4, 5, 6, 0, 7];
        refused(tiles.clone().with_goal(&goal).expect("a legal goal"));
    }
    // Of moves that cannot be taken back, and of states that cannot be solved.
    let magic = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    let oracle = DistanceOracle::new(magic.clone()).expect("it fits");
    oracle.save(&file.0, "").expect("it can be written");
    assert!(DistanceOracle::load(magic, &file.0, "").is_ok());
    let graph = GraphTiles::new(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).expect("a legal graph");
    let oracle = DistanceOracle::new(graph.clone()).expect("it fits");
    oracle.save(&file.0, "").expect("it can be written");
    assert!(DistanceOracle::load(graph.clone(), &file.0, "").is_ok());
    // Every entry counts.
    let table = TableFile::open(&file.0).expect("it is there");
    let header = table.header().clone();
    let right = table_file::load(&file.0, &header).expect("it is whole");
    for at in 0..right.len() {
        let mut entries = right.to_vec();
        entries[at] ^= 2;
        table_file::save(&file.0, &header, &entries).expect("it can be written");
        let error = DistanceOracle::load(graph.clone(), &file.0, "").expect_err("it is wrong");
        assert!(
            error.to_string().contains(" does not follow from "),
            "{error}"
        );
    }
    std::fs::write(&file.0, b"no table").expect("it can be written");
    assert!(DistanceOracle::load(tiles.clone(), &file.0, "").is_err());
    let missing = Temporary::new("missing.oracle");
    let error = DistanceOracle::load(tiles, &missing.0, "").expect_err("there is none");
    assert!(error.is_not_found());
}

#[test]
fn sections_of_every_shape_keep_the_laws() {
    for (rows, columns) in [(3, 3), (2, 5), (5, 2), (2, 6), (3, 4), (4, 3)] {
        let tiles = SlidingTiles::new(rows, columns).expect("a legal size");
        assert!(tiles.bit_parallel().is_some(), "{rows}x{columns}");
        laws::Check::new()
            .ranked(&tiles, &tiles.goal())
            .unwrap_or_else(|violation| panic!("{violation}"));
        // From a board deep in the space, around which the digits are others.
        let far = tiles
            .unrank(tiles.state_count().map_or(0, |n| n * 5 / 7))
            .expect("a rank");
        laws::Check::new()
            .ranked(&tiles, &far)
            .unwrap_or_else(|violation| panic!("{violation}"));
    }
    fn none<B: Packed>(tiles: &SlidingTiles<B>) -> bool {
        tiles.bit_parallel().is_none()
    }
    // Sections that are not whole words, or too many of them.
    assert!(SlidingTiles::new(2, 4).is_ok_and(|tiles| none(&tiles)));
    assert!(SlidingTiles::new(4, 4).is_ok_and(|tiles| none(&tiles)));
    assert!(SlidingTiles::new(1, 12).is_ok_and(|tiles| none(&tiles)));
    assert!(SlidingTiles::<[u8; 64]>::packed(8, 8).is_ok_and(|tiles| none(&tiles)));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// A bit too many.
    Extra,
    /// A neighbor is missing.
    Missing,
    /// Answers that nothing was set.
    Silent,
    /// The last piece does not exist.
    Short,
    /// A place has the rank of another.
    Misplaced,
    /// Both ends of an edge are of one class.
    SameClass,
    /// An edge cannot be taken back.
    OneWay,
}

/// A ring of 256 numbers, even ones and odd ones.
struct Circle(Fault);

impl Puzzle for Circle {
    type State = u8;
    type Move = i8;
    type Cost = u32;

    fn neighbors(&self, &at: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let one_way = self.0 == Fault::OneWay && at == 20;
        let leap = if self.0 == Fault::SameClass && at == 30 {
            2
        } else {
            1
        };
        let steps = [(1, at.wrapping_add(leap)), (-1, at.wrapping_sub(1))];
        let steps = steps.into_iter().take(if one_way { 1 } else { 2 });
        steps.map(|(mv, to)| Neighbor::unit(mv, to))
    }

    fn is_goal(&self, &at: &u8) -> bool {
        at == 0
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().undirected()
    }
}

impl Ranked for Circle {
    fn state_count(&self) -> Option<u128> {
        Some(256)
    }

    fn rank(&self, &at: &u8) -> Option<u128> {
        Some(at.into())
    }

    fn unrank(&self, rank: u128) -> Option<u8> {
        rank.try_into().ok()
    }

    fn bit_parallel(&self) -> Option<impl BitParallel> {
        Some(Parities(self.0))
    }
}

/// The even numbers of the ring in two pieces, and the odd ones.
struct Parities(Fault);

impl BitParallel for Parities {
    fn piece_words(&self) -> usize {
        1
    }

    fn pieces(&self) -> [usize; 2] {
        [2, if self.0 == Fault::Short { 1 } else { 2 }]
    }

    fn locate(&self, rank: u128) -> Option<Place> {
        let rank = usize::try_from(rank).ok().filter(|&rank| rank < 256)?;
        let class = rank % 2;
        Some(Place {
            class,
            piece: rank / 128,
            bit: rank % 128 / 2,
        })
    }

    fn rank(&self, Place { class, piece, bit }: Place) -> u128 {
        let rank = (128 * piece + 2 * bit + class) as u128;
        if self.0 == Fault::Misplaced && rank == 50 {
            52
        } else {
            rank
        }
    }

    fn gather(&self, piece: usize, layer: &Pieces<'_>, into: &mut [u64]) -> bool {
        let mut any = false;
        for from in 0..2 {
            for bit in 0..64 {
                let there = |words: &[u64]| words[0] >> bit & 1 != 0;
                if !layer.get(from).is_some_and(there) {
                    continue;
                }
                let rank = 128 * from + 2 * bit + layer.class();
                for to in [rank + 1, rank + 255].map(|to| to % 256) {
                    if to / 128 == piece && (self.0 != Fault::Missing || rank < to || to == 0) {
                        into[0] |= 1 << (to % 128 / 2);
                        any = true;
                    }
                }
            }
        }
        if self.0 == Fault::Extra && any {
            into[0] |= 1 << 17;
        }
        any && self.0 != Fault::Silent
    }
}

#[test]
fn broken_laws_of_layers_are_caught() {
    let sound = Circle(Fault::None);
    let checked = laws::Check::new().ranked(&sound, &0).expect("it is sound");
    assert!(checked.tested(Law::BitParallel) > 50 && checked.untested().is_empty());
    let mut expected = vec![2; 129];
    (expected[0], expected[128]) = (1, 1);
    assert_eq!(layers(&sound, &0), expected);
    for fault in [
        Fault::Extra,
        Fault::Missing,
        Fault::Silent,
        Fault::Short,
        Fault::Misplaced,
        Fault::SameClass,
    ] {
        let violation = laws::Check::new()
            .ranked(&Circle(fault), &0)
            .expect_err("it is broken");
        assert_eq!(violation.law, Law::BitParallel, "{fault:?}: {violation}");
    }
    let violation = laws::check(&Circle(Fault::OneWay), &0).expect_err("one way only");
    assert_eq!(violation.law, Law::Undirected);
}
