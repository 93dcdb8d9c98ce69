//! Breadth-first searches by threads on random graphs.

use alloc::vec;
use alloc::vec::Vec;

use crate::account::{Limits, Stop};
use crate::monitor::Observer;
use crate::search::bfs_run::BfsRun;
use crate::search::bidirectional::OtherTree;
use crate::search::breadth_first::FirstGoal;
use crate::search::numbers::Numbers;
use crate::search::shards::Shards;
use crate::solver::{BoxedRun, Search, Solver, SolverTraits};
use crate::threads::Threads;
use crate::{
    Bidirectional, BreadthFirst, Facts, Neighbor, NeighborOf, Puzzle, ReportOf, Reversible,
    Solution,
};

/// A solver that divides each layer of at least `self.1` states among `self.2` threads.
struct Divided<A>(A, usize, usize);

impl<A> Divided<A> {
    fn shards(&self) -> Shards<u32> {
        Shards {
            min_parallel: self.1,
            ..Shards::new(self.2)
        }
    }
}

impl Solver<Graph> for Divided<BreadthFirst> {
    fn begin<'r>(&self) -> BoxedRun<'r, Graph> {
        BoxedRun::new(BfsRun::<_, FirstGoal, _>::new(self.shards(), self.shards()))
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl Solver<Graph> for Divided<Bidirectional> {
    fn begin<'r>(&self) -> BoxedRun<'r, Graph> {
        BoxedRun::new(BfsRun::<_, OtherTree, _>::new(self.shards(), self.shards()))
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

/// A random graph, with loops, parallel edges, and more than one goal.
#[derive(Debug)]
struct Graph {
    edges: Vec<Vec<u32>>,
    back: Vec<Vec<u32>>,
    goals: Vec<u32>,
    starts: [u32; 2],
    /// The fewest moves to a goal.
    moves: Option<u32>,
}

impl Graph {
    fn random(numbers: &mut Numbers) -> Self {
        let most = [20, 200, 3_000][numbers.below(3) as usize];
        let vertices = 2 + numbers.below(most);
        let mut vertex = || numbers.below(vertices) as u32;
        let (starts, goals) = ([vertex(), vertex()], vec![vertex(), vertex()]);
        let is_undirected = numbers.below(2) == 0;
        let mut edges = vec![vec![]; vertices as usize];
        for from in 0..vertices as u32 {
            // Some vertices have far more neighbors than others.
            let most = [1, 2, 4, 4, 4, 40][numbers.below(6) as usize];
            for _ in 0..numbers.below(most) {
                let to = numbers.below(vertices) as u32;
                edges[from as usize].push(to);
                if is_undirected {
                    edges[to as usize].push(from);
                }
            }
        }
        let mut back = vec![vec![]; vertices as usize];
        for (from, ways) in edges.iter().enumerate() {
            ways.iter()
                .for_each(|&to| back[to as usize].push(from as u32));
        }
        let mut layer = starts.to_vec();
        let mut seen = vec![false; vertices as usize];
        let mut depth = 0;
        let moves = loop {
            if layer.is_empty() {
                break None;
            }
            if layer.iter().any(|vertex| goals.contains(vertex)) {
                break Some(depth);
            }
            layer
                .iter()
                .for_each(|&vertex| seen[vertex as usize] = true);
            let next = layer.iter().flat_map(|&vertex| &edges[vertex as usize]);
            layer = next.copied().filter(|&to| !seen[to as usize]).collect();
            layer.sort_unstable();
            layer.dedup();
            depth += 1;
        };
        Self {
            edges,
            back,
            goals,
            starts,
            moves,
        }
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = u32;
    type Cost = u32;

    fn neighbors(&self, &vertex: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let ways = self.edges[vertex as usize].iter();
        ways.map(|&to| Neighbor::new(to, to, 1))
    }

    fn is_goal(&self, vertex: &u32) -> bool {
        self.goals.contains(vertex)
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs()
    }
}

impl Reversible for Graph {
    fn goals(&self) -> impl IntoIterator<Item = u32> {
        self.goals.iter().copied()
    }

    fn predecessors(&self, &vertex: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let ways = self.back[vertex as usize].iter();
        ways.map(move |&from| Neighbor::new(vertex, from, 1))
    }
}

/// The part of a report that does not depend on the number of threads: all but the bytes, and but the counts if the
/// limit on stored states has ended the search.
fn common(mut report: ReportOf<Graph>) -> ReportOf<Graph> {
    report.stats.peak_bytes = 0;
    if report.stop() == Some(Stop::Stored) {
        let stats = &mut report.stats;
        (stats.expanded, stats.generated, stats.duplicates) = (0, 0, 0);
    }
    report
}

/// Checks that a search by threads has the reports of one by a single thread, also when it is stopped by each limit
/// again and again; returns the number of stops.
fn check(
    graph: &Graph,
    alone: &dyn Solver<Graph>,
    divided: &dyn Solver<Graph>,
    numbers: &mut Numbers,
) -> u32 {
    fn search<'g>(
        graph: &'g Graph,
        solver: &'g dyn Solver<Graph>,
        limits: Limits,
    ) -> Search<'g, &'g Graph> {
        let search = solver.search(graph, &graph.starts[0]);
        search.also_from([graph.starts[1]]).limits(limits)
    }
    let whole = common(search(graph, alone, Limits::new()).run());
    assert_eq!(whole.solution().map(Solution::cost), graph.moves);
    assert_eq!(whole.is_unsolvable(), graph.moves.is_none());
    assert_eq!(whole, common(search(graph, divided, Limits::new()).run()));
    type Limit = fn(u64) -> Limits;
    let limits: [(Stop, Limit); 3] = [
        (Stop::Expanded, |most| Limits::new().max_expanded(most)),
        (Stop::Generated, |most| Limits::new().max_generated(most)),
        (Stop::Stored, |most| Limits::new().max_stored(most)),
    ];
    let mut stops = 0;
    for (stop, limit) in limits {
        // Both searches are stopped at regular intervals and continued.
        let step = 1 + numbers.below(whole.stats.generated / 8 + 1);
        let mut searches = [alone, divided].map(|solver| search(graph, solver, limit(0)));
        for most in (2..).step_by(step as usize) {
            let [alone, divided] = searches.each_mut().map(|search| {
                search.set_limits(limit(most));
                common(search.run())
            });
            assert_eq!(alone, divided, "{stop:?} {most}");
            if divided.stop() != Some(stop) {
                assert_eq!(divided, whole);
                break;
            }
            stops += 1;
        }
    }
    let mut search = search(graph, divided, Limits::new());
    for most in (0..).step_by(20_000) {
        search.set_limits(Limits::new().max_bytes(most));
        let report = search.run();
        assert!(report.stats.peak_bytes <= most);
        if report.stop() != Some(Stop::Bytes) {
            assert_eq!(common(report), whole);
            break;
        }
    }
    stops
}

#[test]
fn reports_are_those_of_one_thread_wherever_it_is_stopped() {
    let mut numbers = Numbers(1);
    let (mut solved, mut stops) = (0, 0);
    for round in 0..120 {
        let graph = Graph::random(&mut numbers);
        let (threads, least) = ([2, 3, 8][round % 3], [0, 0, 30, 300][round / 2 % 4]);
        let (alone, divided): (&dyn Solver<_>, &dyn Solver<_>) = if round % 2 == 0 {
            (&BreadthFirst, &Divided(BreadthFirst, least, threads))
        } else {
            (&Bidirectional, &Divided(Bidirectional, least, threads))
        };
        stops += check(&graph, alone, divided, &mut numbers);
        solved += u32::from(graph.moves.is_some());
    }
    assert!(solved > 50 && stops > 500, "{solved} {stops}");
}

#[test]
fn a_state_of_many_neighbors_takes_little_more_memory() {
    let vertices = 100_000;
    let mut edges = vec![vec![]; vertices as usize];
    edges[0] = (1..vertices).collect();
    let graph = Graph {
        edges,
        back: Vec::new(),
        goals: Vec::new(),
        starts: [0; 2],
        moves: None,
    };
    let peak = |solver: &dyn Solver<Graph>| solver.solve(&graph, &0).stats.peak_bytes;
    let (alone, divided) = (peak(&BreadthFirst), peak(&BreadthFirst.threads(8)));
    assert!(2 * divided < 3 * alone, "{divided} {alone}");
}

/// An observer that wants to see each node.
struct Nodes;

impl<S, M, C> Observer<S, M, C> for Nodes {
    fn wants_nodes(&self) -> bool {
        true
    }
}

#[test]
fn few_or_no_threads_are_enough() {
    let graph = Graph::random(&mut Numbers(3));
    let alone = common(BreadthFirst.solve(&graph, &graph.starts[0]));
    for threads in [0, 1, 5, usize::MAX] {
        let divided: Threads<BreadthFirst> = BreadthFirst.threads(threads);
        assert_eq!(common(divided.solve(&graph, &graph.starts[0])), alone);
        let mut seen = divided.search(&graph, &graph.starts[0]).observe(Nodes);
        assert_eq!(common(seen.run()), alone);
    }
}
