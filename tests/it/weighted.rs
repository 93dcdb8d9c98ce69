//! Random directed graphs: edges of any cost, parallel edges, inconsistent heuristics, dead ends.

use proptest::prelude::*;
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Facts, Guarantee, Outcome, Solver, Stop, UniformCost,
};

use crate::oracle;
use crate::support::{Closures, Digraph, informed_depth_first, iterative_deepening, storing};

/// A graph of up to `most` vertices with edges of these costs; without estimates.
fn digraph(most: usize, costs: core::ops::Range<u32>) -> impl Strategy<Value = Digraph> {
    (2..=most).prop_flat_map(move |vertices| {
        let edge = (0..vertices, 0..vertices, costs.clone());
        let edges = proptest::collection::vec(edge, 0..3 * vertices);
        let goals = proptest::collection::btree_set(0..vertices, 0..3);
        (edges, goals).prop_map(|(edges, goals)| Digraph {
            edges,
            goals: goals.into_iter().collect(),
            estimates: Vec::new(),
        })
    })
}

/// The same with estimates that are admissible but follow no other rule.
fn guided(most: usize, costs: core::ops::Range<u32>) -> impl Strategy<Value = Digraph> {
    (
        digraph(most, costs),
        proptest::collection::vec(0..=100_u64, most),
    )
        .prop_map(move |(mut graph, percent)| {
            let estimate = |vertex: usize| {
                let cost = oracle::least_cost(&graph, &vertex)?;
                Some((cost * percent[vertex] / 100) as u32)
            };
            // Every other dead end is known to be one.
            let known =
                |vertex: usize| estimate(vertex).or((percent[vertex] % 2 == 0).then_some(3));
            graph.estimates = (0..most).map(known).collect();
            graph
        })
}

fn cheapest(graph: &Digraph, zero_costs: bool) {
    let expected = oracle::least_cost(graph, &0);
    let mut solvers = storing();
    solvers.retain(|(name, _)| matches!(*name, "A*" | "uniform cost"));
    if !zero_costs {
        solvers.extend(informed_depth_first());
        solvers.push(iterative_deepening());
    }
    for (name, solver) in solvers {
        let depth_first = !matches!(name, "A*" | "uniform cost");
        // On a cycle from which no goal can be reached a depth-first search needs a limit.
        let most = expected.unwrap_or(12) as u32;
        let mut search = solver.search(graph, &0);
        search.set_max_cost(depth_first.then_some(most));
        let report = search.run();
        match &report.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => {
                assert_eq!(Some(u64::from(solution.cost())), expected, "{name}");
                assert_eq!(*guarantee, Guarantee::Optimal, "{name}");
                assert_eq!(solution.verify(graph, &0), Ok(()), "{name}");
                assert_eq!(report.lower_bound, Some(solution.cost()), "{name}");
            }
            Outcome::Unsolvable { .. } => assert_eq!(expected, None, "{name}"),
            Outcome::Stopped { stop, .. } => {
                assert!(depth_first && expected.is_none(), "{name}: {stop}");
                assert_eq!(*stop, Stop::Cost, "{name}");
                assert_eq!(report.lower_bound, Some(most + 1), "{name}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn cheapest_paths_on_positive_costs(graph in guided(7, 1..6)) {
        cheapest(&graph, false);
    }

    #[test]
    fn cheapest_paths_with_edges_of_cost_zero(graph in guided(8, 0..4)) {
        cheapest(&graph, true);
    }

    #[test]
    fn cheapest_paths_with_very_different_costs(graph in guided(6, 0..1_000_000)) {
        cheapest(&graph, true);
    }

    /// Start = goal, no goal, several goals, disconnected, one side exhausted: all occur here.
    #[test]
    fn bidirectional_search_finds_as_few_moves_as_breadth_first(graph in digraph(12, 1..9)) {
        let expected = oracle::fewest_moves(&graph, &0);
        let one = BreadthFirst::new().solve(&graph, &0);
        let two = Bidirectional::new().solve(&graph, &0);
        for report in [one, two] {
            prop_assert_eq!(report.solution().map(puzzle_search::Solution::len), expected);
            prop_assert_eq!(report.is_unsolvable(), expected.is_none());
            if let Some(solution) = report.solution() {
                prop_assert_eq!(solution.verify(&graph, &0), Ok(()));
            }
        }
    }
}

#[test]
fn an_inconsistent_heuristic_makes_a_star_reopen() {
    // The estimate of 1 leads through 2 first; the cheaper way to 2 is found after its expansion.
    let edges = vec![(0, 1, 1), (0, 2, 3), (1, 2, 1), (2, 3, 5)];
    let estimates = vec![Some(0), Some(6), Some(0), Some(0)];
    let graph = Digraph {
        edges,
        goals: vec![3],
        estimates,
    };
    let report = AStar::new().solve(&graph, &0);
    assert_eq!(
        report.solution().map(puzzle_search::Solution::cost),
        Some(7)
    );
    assert_eq!(report.stats.reopened, 1);
}

#[test]
fn an_edge_of_cost_zero_ends_a_depth_first_search() {
    let edges = vec![(0, 1, 0), (1, 0, 0), (1, 2, 1)];
    let graph = Digraph {
        edges,
        goals: vec![2],
        estimates: vec![],
    };
    let mut solvers = informed_depth_first();
    solvers.push(iterative_deepening());
    for (name, solver) in solvers {
        let report = solver.solve(&graph, &0);
        let Outcome::Stopped { stop, .. } = report.outcome else {
            panic!("{name} says {:?}", report.outcome);
        };
        assert_eq!(stop, Stop::ZeroCostEdge, "{name}");
    }
}

#[test]
fn a_cost_beyond_the_range_ends_a_search() {
    let edges = vec![(0, 1, u32::MAX), (1, 2, 1)];
    let graph = Digraph {
        edges,
        goals: vec![2],
        estimates: vec![],
    };
    let mut solvers = storing();
    solvers.retain(|(name, _)| matches!(*name, "A*" | "uniform cost"));
    solvers.extend(informed_depth_first());
    solvers.push(iterative_deepening());
    for (name, solver) in solvers {
        let report = solver.solve(&graph, &0);
        let Outcome::Stopped { stop, .. } = report.outcome else {
            panic!("{name} says {:?}", report.outcome);
        };
        assert_eq!(stop, Stop::CostOverflow, "{name}");
    }
}

/// A path that is asked for without a report is a cheapest one, or is refused.
#[test]
fn the_fewest_moves_are_not_passed_off_as_the_cheapest() {
    let triangle = Digraph {
        edges: vec![(0, 1, 6), (1, 2, 6), (0, 2, 15)],
        goals: vec![2],
        estimates: vec![],
    };
    let counting: [&dyn Solver<_>; 2] = [&BreadthFirst::new(), &Bidirectional::new()];
    for solver in counting {
        let refused = solver.path(&triangle, &0).expect_err("15 is not the least");
        assert_eq!(refused.stop(), Some(Stop::UnitCostsUnknown));
        assert_eq!(solver.cost(&triangle, &0), Err(refused));
        let fewest = solver.solve(&triangle, &0).into_result().expect("a path");
        assert_eq!((fewest.len(), fewest.cost()), (1, 15));
    }
    let comparing: [&dyn Solver<_>; 2] = [&AStar::new(), &UniformCost::new()];
    for solver in comparing {
        assert_eq!(solver.path(&triangle, &0), Ok((vec![0, 1, 2], 12)));
        assert_eq!(solver.cost(&triangle, &0), Ok(12));
        let none = solver.cost(&triangle, &3).expect_err("no edge leads on");
        assert!(none.reason().is_some());
    }
    let line = Closures::new(|n| [(0, n + 1, 1)], |n| n == 4).with_facts(Facts::new().unit_costs());
    assert_eq!(BreadthFirst::new().cost(&line, &1), Ok(3));
    assert_eq!(
        BreadthFirst::new().path(&line, &1),
        Ok((vec![1, 2, 3, 4], 3))
    );
}
