//! A search that is saved and loaded at every stop does what it would have done in one go.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::table_file::checksum;
use puzzle_search::{
    AStar, AStarIdaStar, Anytime, BaeStar, Beam, Bidirectional, BranchAndBound, BreadthFirst, Bts,
    DepthFirst, Dps, Expanded, Generated, GreedyBestFirst, IdaStar, Iteration, IterativeDeepening,
    Layer, Limits, Nbs, Notation, Observer, Portable, Progress, Puzzle, RankedBreadthFirst,
    ReportOf, SavedSolver, Search, Solution, Solver, Stop, TwoSided, UniformCost, WeightedAStar,
};

use crate::support::{Digraph, Numbers, random_graph};

/// A solver, and how many states it may store: some come to another part only where that is few.
struct Saver<P> {
    name: &'static str,
    solver: Box<dyn SavedSolver<P>>,
    stored: Option<u64>,
}

fn saver<P: Portable>(name: &'static str, solver: impl SavedSolver<P> + 'static) -> Saver<P> {
    Saver {
        name,
        solver: Box::new(solver),
        stored: None,
    }
}

/// Those of which every event can be watched.
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

/// Those by threads: what they do is watched only where there is one.
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
    fn note(&mut self, event: impl std::fmt::Debug) -> ControlFlow<()> {
        let mut hasher = DefaultHasher::new();
        format!("{event:?}").hash(&mut hasher);
        self.events.push(hasher.finish());
        ControlFlow::Continue(())
    }
}

impl<P: Puzzle> Observer<P> for Log {
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }
    fn expanded(&mut self, node: Expanded<'_, P>) -> ControlFlow<()> {
        self.note(("expanded", node.state, node.g))
    }
    fn generated(&mut self, node: Generated<'_, P>) -> ControlFlow<()> {
        self.note(("generated", node.state, node.g, node.h))
    }
    fn lower_bound(&mut self, bound: P::Cost) -> ControlFlow<()> {
        self.note(("bound", bound))
    }
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.note(layer)
    }
    fn iteration(&mut self, iteration: &Iteration<P::Cost>) -> ControlFlow<()> {
        self.note(iteration)
    }
    fn incumbent(
        &mut self,
        solution: &Solution<P::Move, P::Cost>,
        _: &Progress<'_, P::Cost>,
    ) -> ControlFlow<()> {
        self.note(solution)
    }
}

impl<P: Portable> Saver<P> {
    fn within(&self, expanded: u64) -> Limits<P::Cost> {
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
    fn in_pieces(
        &self,
        puzzle: &P,
        start: &P::State,
        every: u64,
        log: &mut Log,
        look: &mut dyn FnMut(&[u8]),
    ) -> ReportOf<P> {
        let mut search = Search::new(&self.solver, puzzle, [start.clone()]);
        for step in 1.. {
            let limits = self.within(step * every);
            let mut piece = search.limits(limits).observe(&mut *log);
            let report = piece.run();
            if report.stop() != Some(Stop::Expanded) {
                assert!(piece.save().is_err(), "{}: it is over", self.name);
                return report;
            }
            let bytes = piece.save();
            let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", self.name));
            look(&bytes);
            search = Search::load(&self.solver, puzzle, &bytes)
                .unwrap_or_else(|error| panic!("{}: {error}", self.name));
            assert_eq!(search.stats().expanded, report.stats.expanded);
        }
        unreachable!("there are always more steps")
    }
}

/// The report is the same, but for the bytes: a list that is read has another size.
fn assert_same<P: Puzzle>(whole: &ReportOf<P>, mut pieces: ReportOf<P>, what: &str) {
    pieces.stats.peak_bytes = whole.stats.peak_bytes;
    assert_eq!(*whole, pieces, "{what}");
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
            let report = saver.in_pieces(puzzle, start, every, &mut pieces, &mut |_| {});
            let what = format!("{} saved every {every}", saver.name);
            assert_same::<P>(&whole, report, &what);
            assert!(log.events == pieces.events, "{what}: other events");
        }
    }
}

#[test]
fn on_random_graphs() {
    let numbers = &mut Numbers(1);
    let savers = savers::<Digraph>();
    for _ in 0..60 {
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
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    for saver in savers() {
        check(&saver, &puzzle, &start, &[7, 100, 997]);
    }
}
