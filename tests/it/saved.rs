//! A search that is saved and loaded at every stop does what it would have done in one go.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Debug;
use std::fs;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use puzzle_search::heuristics::{BothWays, Either, Manhattan, Misplaced};
use puzzle_search::observe::{
    Expanded, Generated, IterationCounts, Layer, Observer, SearchProgress,
};
use puzzle_search::puzzle::{Portable, TwoSided};
use puzzle_search::puzzles::{Board, Pancake, SlidingTiles};
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, Beam, BranchAndBound, Bts, DepthFirst, Dps, GreedyBestFirst,
    Guess, IterativeDeepening, Nbs, WeightedAStar,
};
use puzzle_search::table_file::checksum;
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Limits, Neighbor, NeighborOf, Notation, Outcome,
    Puzzle, ReportOf, Search, Solution, Solver, Stop, UniformCost,
};

use crate::support::Temporary;
use crate::support::{Digraph, Numbers, misleading, random_graph};

/// A solver, and how many states it may store: some come to another part only where that is few.
struct Saver<P> {
    name: &'static str,
    solver: Box<dyn Solver<P>>,
    stored: Option<u64>,
}

fn saver<P: Portable>(name: &'static str, solver: impl Solver<P> + 'static) -> Saver<P> {
    Saver {
        name,
        solver: Box::new(solver),
        stored: None,
    }
}

/// Those of which every event can be observed.
fn savers<P>() -> Vec<Saver<P>>
where
    P: TwoSided<Reversed: Portable> + Portable,
{
    let a_star_ida_star = |stored| Saver {
        stored: Some(stored),
        ..saver("A*+IDA*", AStarIdaStar::new())
    };
    vec![
        saver("breadth-first", BreadthFirst::new()),
        saver("bidirectional", Bidirectional::new()),
        saver("A*", AStar::new()),
        saver("uniform cost", UniformCost::new()),
        saver("weighted A*", WeightedAStar::new(1.5)),
        saver("dynamic potential", Dps::new(1.5)),
        saver("greedy", GreedyBestFirst::new()),
        saver("anytime", Anytime::new()),
        saver("beam", Beam::new(3)),
        saver("depth-first", DepthFirst::new()),
        saver("IDA*", IdaStar::new()),
        saver("iterative deepening", IterativeDeepening::new()),
        saver("BTS", Bts::new()),
        saver("branch and bound", BranchAndBound::new()),
        saver("BAE*", BaeStar::new()),
        saver("NBS", Nbs::new()),
        saver("A* backward", AStar::new().backward()),
        saver("IDA* backward", IdaStar::new().backward()),
        a_star_ida_star(5),
        a_star_ida_star(50),
    ]
}

/// Those of graphs.
fn graph_savers() -> Vec<Saver<Digraph>> {
    let mut savers = savers();
    savers.extend([
        saver("anytime by a guess", Anytime::new().led_by(misleading)),
        saver("beam by a guess", Beam::new(3).led_by(misleading)),
    ]);
    savers
}

/// Those by threads: what they do is observed only where there is one.
fn by_threads<P>() -> Vec<Saver<P>>
where
    P: Portable<State: Send, Move: Send> + Sync,
{
    vec![
        saver("A* by threads", AStar::new().threads(2)),
        saver("IDA* by threads", IdaStar::new().threads(2)),
        saver(
            "branch and bound by threads",
            BranchAndBound::new().threads(2),
        ),
    ]
}

/// All that an observer is told, as hashes.
#[derive(Default)]
struct Log {
    events: Vec<u64>,
    wants_nodes: bool,
}

impl Log {
    fn note(&mut self, event: impl Debug) -> ControlFlow<()> {
        let mut hasher = DefaultHasher::new();
        format!("{event:?}").hash(&mut hasher);
        self.events.push(hasher.finish());
        ControlFlow::Continue(())
    }
}

impl<S: Debug, M: Debug, C: Debug> Observer<S, M, C> for Log {
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }
    fn expanded(&mut self, node: Expanded<'_, S, C>) -> ControlFlow<()> {
        self.note(("expanded", node.state, node.g))
    }
    fn generated(&mut self, node: Generated<'_, S, M, C>) -> ControlFlow<()> {
        self.note(("generated", node.state, node.g, node.h))
    }
    fn lower_bound(&mut self, bound: C) -> ControlFlow<()> {
        self.note(("bound", bound))
    }
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.note(layer)
    }
    fn iteration(&mut self, iteration: &IterationCounts<C>) -> ControlFlow<()> {
        self.note(iteration)
    }
    fn incumbent(&mut self, solution: &Solution<M, C>, _: &SearchProgress<C>) -> ControlFlow<()> {
        self.note(solution)
    }
}

impl<P: Portable> Saver<P> {
    fn within(&self, expanded: u64) -> Limits {
        let mut limits = Limits::new().max_expanded(expanded);
        limits.stored = self.stored;
        limits
    }

    /// A search in one go, unless it does not end.
    fn whole(&self, puzzle: &P, start: &P::State, log: &mut Log) -> Option<ReportOf<P>> {
        let search = Search::new(&self.solver, puzzle, [start.clone()]);
        let report = search.limits(self.within(20_000)).observe(log).run();
        (report.stop() != Some(Stop::Expanded)).then_some(report)
    }

    /// The same search, saved and loaded after every so many expansions.
    fn in_pieces(&self, puzzle: &P, start: &P::State, every: u64, log: &mut Log) -> ReportOf<P> {
        let mut search = Search::new(&self.solver, puzzle, [start.clone()]);
        for step in 1.. {
            let limits = self.within(step * every);
            let mut piece = search.limits(limits).observe(&mut *log);
            let report = piece.run();
            if report.stop() != Some(Stop::Expanded) {
                let can_go_on = report.stop().is_some_and(Stop::can_go_on);
                assert_eq!(piece.save().is_ok(), can_go_on, "{}", self.name);
                return report;
            }
            let bytes = piece.save();
            let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", self.name));
            search = Search::load(&self.solver, puzzle, &bytes)
                .unwrap_or_else(|error| panic!("{}: {error}", self.name));
            assert_eq!(search.stats().expanded, report.stats.expanded);
            assert_eq!(Some(search.elapsed()), report.elapsed);
        }
        unreachable!("there are always more steps")
    }
}

fn check<P: Portable>(saver: &Saver<P>, puzzle: &P, start: &P::State, steps: &[u64]) {
    for wants_nodes in [true, false] {
        let new = || Log {
            wants_nodes,
            ..Log::default()
        };
        let mut log = new();
        let Some(whole) = saver.whole(puzzle, start, &mut log) else {
            return;
        };
        for &every in steps {
            if whole.stats.expanded / every > 300 {
                continue;
            }
            let mut pieces = new();
            let report = saver.in_pieces(puzzle, start, every, &mut pieces);
            let what = format!("{} saved every {every}", saver.name);
            assert_eq!(whole, report, "{what}");
            assert!(log.events == pieces.events, "{what}: other events");
        }
    }
}

#[test]
fn on_random_graphs() {
    let numbers = &mut Numbers(1);
    let savers = graph_savers();
    for _ in 0..25 {
        let graph = random_graph(numbers);
        let start = numbers.below(graph.estimates.len());
        let steps = [1, 7, 100, 2 + numbers.below(20) as u64];
        for saver in &savers {
            check(saver, &graph, &start, &steps);
        }
    }
}

#[test]
fn on_puzzles() {
    for (rows, board) in [(3, "8 1 3  4 0 2  7 6 5"), (2, "4 5 0  1 2 3")] {
        let tiles = SlidingTiles::new(rows, 3).expect("a size");
        let start = tiles.parse(board).expect("a board");
        let puzzle = tiles.guided_by(Manhattan);
        for saver in savers() {
            check(&saver, &puzzle, &start, &[7, 100, 997]);
        }
    }
}

/// A solution that is known before the search begins is saved with it.
#[test]
fn with_an_incumbent() {
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    let known = GreedyBestFirst::new().solve(&stack, &start);
    let known = known.into_result().expect("it can be sorted");
    let solver = BranchAndBound::new();
    let search = || {
        let search = Search::new(&solver, &stack, [start]);
        search.with_incumbent(known.clone()).expect("it replays")
    };
    let whole = search().run();
    assert!(whole.is_optimal());
    for allowed in [None, Some(0), Some(50)] {
        let mut search = search();
        if let Some(allowed) = allowed {
            search.set_limits(Limits::new().max_expanded(allowed));
            assert_eq!(search.run().best(), Some(&known));
        }
        let bytes = search.save().expect("it can go on");
        let mut search = Search::load(&solver, &stack, &bytes).expect("they are whole");
        assert_eq!(whole, search.run(), "with an incumbent");
    }
    // Threads know it too, and a search from the goal keeps it.
    let (numbers, threads) = (&mut Numbers(6), BranchAndBound::new().threads(2));
    for _ in 0..300 {
        let graph = random_graph(numbers);
        let optimum = UniformCost::new().solve(&graph, &0);
        let greedy = GreedyBestFirst::new().solve(&graph, &0);
        if let (Ok(optimum), Ok(known)) = (optimum.into_result(), greedy.into_result()) {
            let backward = Search::new(&AStar::new().backward(), &graph, [0]);
            let backward = backward.limits(Limits::new().max_expanded(0));
            let stopped = backward
                .with_incumbent(known.clone())
                .expect("it replays")
                .run();
            assert!(
                stopped
                    .best()
                    .is_some_and(|best| best.cost() <= known.cost())
            );
            let search = Search::new(&threads, &graph, [0]);
            let mut search = search.with_incumbent(known.clone()).expect("it replays");
            let report = search.run();
            if report.stop() != Some(Stop::ZeroCostEdge) {
                assert!(report.is_optimal() && report.lower_bound == Some(optimum.cost()));
                let rows = &report.iterations;
                assert!(rows.iter().all(|row| row.bound <= known.cost()));
            }
        }
    }
}

/// The bytes of searches by each solver, each stopped at some moments.
fn for_bytes(mut look: impl FnMut(&Saver<Digraph>, &Digraph, &[u8])) {
    let numbers = &mut Numbers(2);
    let mut savers = graph_savers();
    savers.extend(by_threads());
    for saver in savers {
        let mut left = 4;
        while left > 0 {
            let graph = random_graph(numbers);
            let start = numbers.below(graph.estimates.len());
            let allowed = 1 + numbers.below(12) as u64;
            let mut starts = vec![start];
            if numbers.below(2) == 0 {
                starts.push(numbers.below(graph.estimates.len()));
            }
            let search = Search::new(&saver.solver, &graph, starts);
            let mut search = search.limits(saver.within(allowed));
            if search.run().stop() == Some(Stop::Expanded) {
                look(&saver, &graph, &search.save().expect("it can go on"));
                left -= 1;
            }
        }
    }
}

#[test]
fn what_is_damaged_is_refused() {
    for_bytes(|saver, graph, bytes| {
        let is_refused = |bytes: &[u8]| Search::load(&saver.solver, graph, bytes).is_err();
        for at in 0..bytes.len() {
            assert!(is_refused(&bytes[..at]), "{} cut at {at}", saver.name);
            let mut damaged = bytes.to_vec();
            for bit in 0..8 {
                damaged[at] = bytes[at] ^ 1 << bit;
                assert!(is_refused(&damaged), "{} damaged at {at}", saver.name);
            }
        }
        let longer = [bytes, &[0]].concat();
        assert!(is_refused(&longer), "{} with more", saver.name);
    });
}

/// What somebody has made up, checksum included, is refused or is some search, which ends.
#[test]
fn what_is_made_up_does_no_harm() {
    let mut accepted = 0;
    for_bytes(|saver, graph, bytes| {
        let end = bytes.len() - 8;
        for at in 8..end {
            for change in [1, 2, 0x40, 0x80, 0xff] {
                let mut made_up = bytes[..end].to_vec();
                made_up[at] ^= change;
                made_up.extend(checksum(&made_up).to_le_bytes());
                accepted += u32::from(goes_on(saver, graph, &made_up));
            }
        }
    });
    assert!(accepted > 1_000, "{accepted}");
}

/// Whether these bytes are accepted: then it ends, what is found replays from its start, and what can go on
/// can be saved.
fn goes_on<P: Portable>(saver: &Saver<P>, puzzle: &P, bytes: &[u8]) -> bool {
    let Ok(search) = Search::load(&saver.solver, puzzle, bytes) else {
        return false;
    };
    let most = search.stats().expanded.saturating_add(100);
    let limits = Limits::new().max_expanded(most).max_bytes(1 << 24);
    let mut search = search.limits(limits);
    let outcome = search.run().outcome;
    if let Outcome::Solved { solution, .. }
    | Outcome::Stopped {
        best: Some(solution),
        ..
    } = &outcome
    {
        let start = &search.starts()[solution.start_index()];
        assert_eq!(solution.verify(puzzle, start), Ok(()), "{}", saver.name);
    }
    let can_go_on = matches!(&outcome, Outcome::Stopped { stop, .. } if stop.can_go_on());
    assert_eq!(search.save().is_ok(), can_go_on, "{}", saver.name);
    true
}

#[test]
fn other_guesses_and_weights_are_refused() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    let guess = |value: u32| move |_: &Board| Guess::new(value);
    let (anytime, beam) = (Anytime::new(), Beam::new(3));
    let weighted = [1.1, 1.5, 5.0].map(WeightedAStar::new);
    let potential = [1.1, 1.5, 5.0].map(Dps::new);
    let solvers: [[&dyn Solver<_>; 3]; 4] = [
        weighted.each_ref().map(|solver| solver as _),
        potential.each_ref().map(|solver| solver as _),
        [
            &anytime,
            &anytime.led_by(guess(1)),
            &anytime.led_by(guess(2)),
        ],
        [&beam, &beam.led_by(guess(1)), &beam.led_by(guess(2))],
    ];
    for solvers in solvers {
        for (at, solver) in solvers.iter().enumerate() {
            let mut search = solver.search(&puzzle, &start);
            search.set_limits(Limits::new().max_expanded(5));
            assert_eq!(search.run().stop(), Some(Stop::Expanded));
            let bytes = search.save().expect("it can go on");
            for (other, solver) in solvers.iter().enumerate() {
                let loaded = Search::load(*solver, &puzzle, &bytes);
                assert_eq!(loaded.is_ok(), at == other, "{at} {other}");
            }
        }
    }
}

/// Boards are walked by functions of their own, which are told where to go on.
#[test]
fn what_is_made_up_does_no_harm_to_boards() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    let mut accepted = 0;
    for saver in [
        saver("IDA*", IdaStar::new()),
        saver("BTS", Bts::new()),
        saver("branch and bound", BranchAndBound::new()),
    ] {
        let mut search = Search::new(&saver.solver, &puzzle, [start]).limits(saver.within(3_000));
        assert_eq!(search.run().stop(), Some(Stop::Expanded), "{}", saver.name);
        let bytes = search.save().expect("it can go on");
        let end = bytes.len() - 8;
        for at in 8..end {
            // A small number, the next one, and one that is near 2^32.
            for new in [&[0][..], &[bytes[at] ^ 1], &[0xfe, 0xff, 0xff, 0xff, 0xf]] {
                let mut made_up = [&bytes[..at], new, &bytes[at + 1..end]].concat();
                made_up.extend(checksum(&made_up).to_le_bytes());
                accepted += u32::from(goes_on(&saver, &puzzle, &made_up));
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

/// By threads the same is found, and IDA* counts the same; stopped at any moment.
#[test]
fn by_several_threads() {
    let numbers = &mut Numbers(3);
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    for saver in by_threads() {
        let mut log = Log::default();
        let whole = saver.whole(&puzzle, &start, &mut log);
        for _ in 0..3 {
            let every = 500 + numbers.below(4_000) as u64;
            let report = saver.in_pieces(&puzzle, &start, every, &mut Log::default());
            let cost = report.solution().map(Solution::cost);
            assert!(cost == Some(31) && report.is_optimal(), "{}", saver.name);
            if saver.name == "IDA* by threads" {
                let whole = whole.as_ref().expect("it ends");
                assert_eq!(*whole, report, "{}", saver.name);
            }
        }
    }
}

#[test]
fn errors_say_what_was_expected() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let puzzle = tiles.clone().guided_by(Manhattan);
    let search = Search::new(&AStar::new(), &puzzle, [start]);
    let mut search = search.limits(Limits::new().max_expanded(20));
    let refused = |bytes: &[u8]| {
        let loaded = Search::load(&AStar::new(), &puzzle, bytes);
        loaded.expect_err("it is refused").to_string()
    };
    let mut other = Search::new(&UniformCost::new(), &puzzle, [start]);
    other.set_limits(Limits::new().max_expanded(20));
    let _ = (search.run(), other.run());
    assert_eq!(
        refused(&other.save().expect("it can go on")),
        "the bytes are those of a search by another solver: expected the same solver"
    );
    let bytes = search.save().expect("it can go on");
    // Another goal: other estimates.
    let goal = tiles.clone().with_goal(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let puzzle = goal.expect("a goal").guided_by(Manhattan);
    let another = Search::load(&AStar::new(), &puzzle, &bytes).expect_err("another puzzle");
    assert_eq!(
        another.to_string(),
        "the bytes of the search are damaged, or belong to another puzzle: expected all of what `save` \
         returned, the same puzzle and the same settings of the solver"
    );
    let load = |path: &Path| Search::load_from(&AStar::new(), &puzzle, path);
    // Other estimates from the start alone.
    let both = |backward: Either<Manhattan, Misplaced>| {
        let both = BothWays::new(Manhattan, move |_: &SlidingTiles| backward);
        tiles.clone().guided_by(both)
    };
    let of_manhattan = both(Either::Left(Manhattan));
    let mut stopped = Search::new(&BaeStar::new(), &of_manhattan, [start]);
    stopped.set_limits(Limits::new().max_expanded(20));
    assert!(stopped.run().stop().is_some());
    let from_both_ends = stopped.save().expect("it can go on");
    let again = |puzzle: &_| Search::load(&BaeStar::new(), puzzle, &from_both_ends).map(|_| ());
    assert!(again(&of_manhattan).is_ok());
    let misplaced = again(&both(Either::Right(Misplaced))).expect_err("other estimates");
    assert_eq!(misplaced, another);
    let directory = directory("saved-errors");
    let missing = load(&directory.0.join("missing")).expect_err("there is none");
    assert!(missing.is_not_found(), "{missing}");
    let path = directory.0.join("damaged");
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("it can be written");
    let damaged = load(&path).expect_err("it is damaged");
    assert!(!damaged.is_not_found(), "{damaged}");
    assert_eq!(damaged.to_string(), format!("{path:?}: {another}"));
    let nowhere = search.save_to(directory.0.join("no/such/directory"));
    let nowhere = nowhere.expect_err("it is not there").to_string();
    assert!(nowhere.contains("cannot be written"), "{nowhere}");
    search.set_limits(Limits::new());
    assert!(search.run().is_optimal());
    assert_eq!(
        search.save_to(&path).expect_err("it is over").to_string(),
        "the search is over: expected one that can go on"
    );
    assert_eq!(
        fs::read(&path).expect("it is there"),
        &bytes[..bytes.len() - 1]
    );
    assert_eq!(fs::read_dir(&directory.0).expect("it is there").count(), 1);
}

fn directory(name: &str) -> Temporary {
    let directory = Temporary::new(name);
    fs::create_dir_all(&directory.0).expect("a temporary directory");
    directory
}

/// Where a child saves its search.
const PATH: &str = "PUZZLE_SEARCH_SAVED";

/// A search that is saved every few states, in another process and whatever was there before.
fn go_on_at(path: &Path) -> ReportOf<Pancake> {
    let stack = Pancake::new(7).expect("a size");
    let start = stack.state(&[5, 1, 7, 3, 6, 2, 4]).expect("a stack");
    let solver = BreadthFirst::new();
    let mut search = match Search::load_from(&solver, &stack, path) {
        Err(error) if error.is_not_found() => Search::new(&solver, &stack, [start]),
        loaded => loaded.expect("it is whole whenever the process was killed"),
    };
    assert_eq!(search.starts(), [start]);
    loop {
        search.set_limits(Limits::new().max_expanded(search.stats().expanded + 40));
        let report = search.run();
        if report.stop() != Some(Stop::Expanded) {
            return report;
        }
        search.save_to(path).expect("it can be written");
    }
}

#[test]
#[ignore = "run by the test that kills it"]
fn a_child_that_is_killed() {
    if let Some(path) = std::env::var_os(PATH) {
        let _ = go_on_at(Path::new(&path));
    }
}

#[test]
fn a_process_that_is_killed_at_any_moment_goes_on() {
    let directory = directory("saved-killed");
    let path = directory.0.join("search");
    let numbers = &mut Numbers(4);
    for _ in 0..12 {
        let this = std::env::current_exe().expect("a test knows its own path");
        let mut child = Command::new(this);
        child.args(["--exact", "saved::a_child_that_is_killed", "--ignored"]);
        let child = child.env(PATH, &path).stdout(Stdio::null());
        let mut killed = child.spawn().expect("it starts");
        sleep(Duration::from_millis(5 + numbers.below(50) as u64));
        killed.kill().expect("it can be killed");
        killed.wait().expect("it has ended");
    }
    assert!(path.exists());
    let stack = Pancake::new(7).expect("a size");
    let start = stack.state(&[5, 1, 7, 3, 6, 2, 4]).expect("a stack");
    let whole = BreadthFirst::new().solve(&stack, &start);
    assert_eq!(whole, go_on_at(&path), "killed");
}

/// Numbers below 400 with pseudorandom edges, whose costs are spread by a factor.
struct Spread(u32);

impl Puzzle for Spread {
    type State = u32;
    type Move = u32;
    type Cost = u32;

    fn neighbors(&self, &state: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        (0..4).map(move |edge| {
            let mixed = (4 * state + edge).wrapping_mul(2_654_435_761) >> 8;
            Neighbor::new(edge, mixed % 400, self.0 * (1 + mixed / 400 % 9))
        })
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == 399
    }

    fn heuristic(&self, &state: &u32) -> Option<u32> {
        Some(if state == 399 { 0 } else { self.0 })
    }
}

impl Portable for Spread {
    fn state_bytes(&self) -> usize {
        4
    }

    fn write_state(&self, state: &u32, bytes: &mut [u8]) {
        bytes.copy_from_slice(&state.to_le_bytes());
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u32> {
        let state = u32::from_le_bytes(bytes.try_into().ok()?);
        Some(state).filter(|&state| state < 400)
    }
}

#[test]
fn a_restarted_search_goes_on_as_a_new_one_saved_or_not() {
    let solvers: [Box<dyn Solver<Spread>>; 5] = [
        Box::new(AStar::new()),
        Box::new(UniformCost::new()),
        Box::new(WeightedAStar::new(2.0)),
        Box::new(Dps::new(2.0)),
        Box::new(GreedyBestFirst::new()),
    ];
    for solver in &solvers {
        let new = |factor, start| Search::new(&**solver, Box::new(Spread(factor)), [start]);
        let mut search = new(1, 0);
        for (factor, start) in [(90_000, 1), (1, 2), (3_000, 3), (40, 4), (1, 5), (700, 6)] {
            let whole = new(factor, start).run();
            search.restart_on(Box::new(Spread(factor)), [start]);
            for expanded in [3, 20, 90] {
                search.set_limits(Limits::new().max_expanded(expanded));
                if search.run().stop().is_none() {
                    break;
                }
                let bytes = search.save().expect("it can go on");
                let loaded = Search::load(&**solver, Box::new(Spread(factor)), &bytes);
                let loaded = loaded.expect("it was saved").run();
                assert_eq!(loaded.stats.expanded, whole.stats.expanded, "{factor}");
                assert_eq!(loaded.outcome, whole.outcome);
            }
            search.set_limits(Limits::new());
            let restarted = search.run();
            assert_eq!(restarted.stats.expanded, whole.stats.expanded, "{factor}");
            assert_eq!(restarted.outcome, whole.outcome);
        }
    }
}

#[test]
fn a_search_that_took_an_age_by_its_clock_can_be_loaded() {
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    // Each look at the clock takes 2^40 seconds.
    let looks = AtomicU64::new(0);
    let clock = move || Duration::from_secs(looks.fetch_add(1, Ordering::Relaxed) << 40);
    let limits = Limits::new().max_expanded(1).with_clock(clock);
    let mut search = Search::new(&AStar::new(), &stack, [start]).limits(limits);
    assert_eq!(search.run().stop(), Some(Stop::Expanded));
    let bytes = search.save().expect("it can go on");
    let search = Search::load(&AStar::new(), &stack, &bytes).expect("they are whole");
    assert_eq!(search.elapsed(), Duration::from_nanos((1 << 60) - 1));
}
