//! Tests of hash-distributed A* on random graphs: with shards that take turns in any order on one thread, with a lost
//! message, and with threads, against the exact cost.

use alloc::vec;
use alloc::vec::Vec;

use super::DistributedRun;
use super::shard::SharedSearch;
use crate::account::{Ledger, Limits, Stop};
use crate::monitor::{Monitor, Proof};
use crate::search::mailboxes::Mail;
use crate::search::numbers::Numbers;
use crate::search::order::ByF;
use crate::solver::{BoxedRun, Run, Solver};
use crate::{Facts, Neighbor, NeighborOf, Puzzle, Solution};

/// Searches with this number of threads from the first state on, though so few states are usually left to one thread.
struct AtOnce(usize);

impl Solver<Graph> for AtOnce {
    fn begin<'r>(&self) -> BoxedRun<'r, Graph> {
        let mut run = DistributedRun::<u32, u32, ByF>::new(ByF, self.0);
        run.min_parallel = 0;
        BoxedRun::new(run)
    }
}

/// A random graph whose estimates are admissible and mostly not consistent. Vertex 0 is the start.
#[derive(Debug)]
struct Graph {
    /// The edges out of each vertex: target and cost.
    edges: Vec<Vec<(u32, u32)>>,
    is_undirected: bool,
    goal: u32,
    estimates: Vec<Option<u32>>,
    /// The cost of a cheapest path from the start.
    cost: Option<u32>,
}

impl Graph {
    fn random(numbers: &mut Numbers) -> Self {
        let vertices = 2 + numbers.below(60);
        let out_edges = 1 + numbers.below(4);
        let max_cost = [1, 2, 5, 1_000_000][numbers.below(4) as usize];
        let is_undirected = numbers.below(2) == 0;
        let mut edges = vec![vec![]; vertices as usize];
        for from in 0..vertices as u32 {
            for _ in 0..out_edges {
                let to = numbers.below(vertices) as u32;
                let cost = numbers.below(max_cost + 1) as u32;
                edges[from as usize].push((to, cost));
                if is_undirected {
                    edges[to as usize].push((from, cost));
                }
            }
        }
        let goal = 1 + numbers.below(vertices - 1) as u32;
        let mut exact: Vec<Option<u32>> = vec![None; vertices as usize];
        exact[goal as usize] = Some(0);
        // Bellman and Ford: with a round for each vertex, each cost to the goal becomes exact.
        for _ in 0..vertices {
            for (from, out_edges) in edges.iter().enumerate() {
                let through = out_edges
                    .iter()
                    .filter_map(|&(to, cost)| Some(exact[to as usize]? + cost));
                exact[from] = exact[from].into_iter().chain(through).min();
            }
        }
        let estimates = exact.iter().map(|exact| match exact {
            Some(exact) => Some(numbers.below(u64::from(*exact) + 1) as u32),
            None => (numbers.below(2) == 0).then_some(1),
        });
        Self {
            estimates: estimates.collect(),
            edges,
            is_undirected,
            goal,
            cost: exact[0],
        }
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = u32;
    type Cost = u32;

    fn neighbors(&self, &vertex: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let out_edges = self.edges[vertex as usize].iter();
        out_edges
            .zip(0..)
            .map(|(&(to, cost), mv)| Neighbor::new(mv, to, cost))
    }

    fn is_goal(&self, &vertex: &u32) -> bool {
        vertex == self.goal
    }

    fn facts(&self) -> Facts<u32> {
        Facts {
            undirected: self.is_undirected,
            ..Facts::new()
        }
    }

    fn heuristic(&self, &vertex: &u32) -> Option<u32> {
        self.estimates[vertex as usize]
    }
}

/// How a simulation has ended.
#[derive(Debug, PartialEq)]
enum End {
    /// The search is over. The cost of its solution, if any.
    Over(Option<u32>),
    /// All shards are idle, nothing is in transit, and yet the search is not over.
    Lost,
}

/// Lets the shards take turns at random, as threads might. The message in transit at turn `lost_at`, if any, is lost.
/// After each turn, the lower bound must be valid.
fn simulate(graph: &Graph, shards: usize, lost_at: u32, numbers: &mut Numbers) -> End {
    let limits = Limits::new();
    let (mut account, mut proof, mut observer) = (Ledger::default(), Proof::default(), ());
    account.start(&limits, None);
    let mut monitor = Monitor::new(&mut account, &limits, None, &mut observer, &mut proof, &[]);
    let mut run = DistributedRun::<u32, u32, ByF>::new(ByF, shards);
    let begun = Run::<Graph>::start(&mut run, graph, vec![0], &mut monitor);
    assert_eq!(begun, Ok(()));
    assert_eq!(run.store_starts(graph, &mut monitor), Ok(()));
    run.mail.begin();
    let mut is_lost = false;
    for turn in 0.. {
        let is_empty = run.mail.messages().all(|message| message.is_empty());
        let may_work = run.shards.iter().any(|shard| shard.may_work(&run.mail));
        if run.mail.is_over() {
            assert!(!is_lost && is_empty);
            let best = *run.incumbent.path();
            return End::Over(best.map(|(cost, _)| cost));
        }
        if is_empty && !may_work {
            assert!(is_lost);
            return End::Lost;
        }
        if turn >= lost_at && !is_lost {
            let mut messages = run.mail.messages();
            let lost = messages.find(|message| !message.is_empty());
            is_lost = lost.map(|mut message| message.truncate(0)).is_some();
        }
        let shared = SharedSearch {
            puzzle: graph,
            mail: &run.mail,
            notices: &run.notices,
            incumbent: &run.incumbent,
            is_undirected: graph.facts().undirected,
        };
        let shard = &mut run.shards[numbers.below(shards as u64) as usize];
        match shard.make_ready(&shared, &mut monitor) {
            Ok(Some(_)) => assert_eq!(shard.expand(&shared, &mut monitor), Ok(())),
            end => assert_eq!(end, Ok(None)),
        }
        if let (Some(cost), false) = (graph.cost, is_lost) {
            let bound = run.lower_bound(graph);
            assert!(bound.is_some_and(|bound| bound <= cost), "{bound:?} {cost}");
        }
    }
    unreachable!()
}

#[test]
fn in_any_order_of_turns_the_cost_is_right_and_the_bound_is_too() {
    let mut numbers = Numbers(1);
    for round in 0..2_000 {
        let graph = Graph::random(&mut numbers);
        let shards = [1, 2, 3, 8][round % 4];
        let end = simulate(&graph, shards, u32::MAX, &mut numbers);
        assert_eq!(end, End::Over(graph.cost), "{graph:?}");
    }
}

#[test]
fn a_message_that_is_lost_is_noticed() {
    let mut numbers = Numbers(2);
    let mut noticed = 0;
    for round in 0..500 {
        let graph = Graph::random(&mut numbers);
        let lost_at = numbers.below(60) as u32;
        match simulate(&graph, [2, 3, 8][round % 3], lost_at, &mut numbers) {
            End::Over(cost) => assert_eq!(cost, graph.cost),
            End::Lost => noticed += 1,
        }
    }
    assert!(noticed > 150, "{noticed}");
}

/// Solves random graphs with threads, at one go and in small steps.
fn check(graphs: u64, seed: u64) {
    let mut numbers = Numbers(seed);
    for round in 0..graphs {
        let graph = Graph::random(&mut numbers);
        let threads = [2, 3, 8][round as usize % 3];
        let report = AtOnce(threads).solve(&graph, &0);
        let solution = report.solution();
        assert_eq!(solution.map(Solution::cost), graph.cost, "{graph:?}");
        assert_eq!(report.is_unsolvable(), graph.cost.is_none());
        assert_eq!(report.lower_bound, graph.cost);
        assert!(solution.is_none_or(|solution| solution.verify(&graph, &0).is_ok()));
        // Stopped after every few expansions, the search resumes.
        let mut search = AtOnce(threads).search(&graph, &0);
        for allowed in (1..).step_by(7) {
            search.set_limits(Limits::new().max_expanded(allowed));
            let report = search.run();
            if report.stop() != Some(Stop::Expanded) {
                let cost = report.solution().map(Solution::cost);
                assert_eq!((cost, report.lower_bound), (graph.cost, graph.cost));
                break;
            }
            assert_eq!(report.stats.expanded, allowed);
            assert!(graph.cost.is_none() || report.lower_bound <= graph.cost);
        }
    }
}

#[test]
fn random_graphs_are_solved_by_threads() {
    check(120, 3);
}

#[test]
#[ignore = "it takes a minute"]
fn a_hundred_thousand_random_graphs_are_solved_by_threads() {
    check(100_000, 4);
}
