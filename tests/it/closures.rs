//! Puzzles made of closures: what is known of them, and how they look from their goals.

use proptest::prelude::*;
use puzzle_search::puzzle::TwoSided;
use puzzle_search::solvers::{BaeStar, Nbs};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Facts, IdaStar, Puzzle, Solution, Solver, UniformCost,
    from_edges, from_fn, from_steps, laws,
};

#[test]
fn facts_add_to_what_is_known() {
    // A ring of nine.
    let steps = from_steps(|&n: &u8| [(n + 1) % 9, (n + 8) % 9], |&n| n == 4);
    assert!(steps.facts().unit_costs && steps.facts().consistent);
    let steps = steps.with_facts(Facts::new().undirected());
    let known = Facts::new().unit_costs().consistent();
    assert_eq!(steps.facts(), known.undirected());
    assert_eq!(
        laws::check(&steps, &0).map(|seen| seen.facts.unit_costs),
        Ok(true)
    );
    assert!(BreadthFirst::new().solve(&steps, &0).is_optimal());
    let all = UniformCost::new().all_solutions(&steps, [0]).run();
    assert_eq!(all.map(|all| all.count()), Ok(Some(1)));

    // The estimates are what the last heuristic says: of another one nothing is known.
    let guided = steps.with_heuristic(|&n| Some(u32::from(n.abs_diff(4).min(9 - n.abs_diff(4)))));
    assert_eq!(guided.facts(), Facts::new().unit_costs().undirected());
    let guided = guided.with_facts(Facts::new().consistent());
    assert!(guided.facts().unit_costs && guided.facts().consistent);
    let doubtful = guided.clone().with_facts(Facts::new().inadmissible());
    let doubtful = doubtful.with_facts(Facts::new());
    assert!(!doubtful.facts().admissible && doubtful.facts().consistent);

    let dear = from_fn(|&n: &u8| [((), n / 2, 5_u32)], |&n| n == 0);
    for (first, second) in [(3, 5), (5, 3), (0, 5)] {
        let facts = |least| Facts::new().least_cost(least);
        let dear = dear.clone().with_facts(facts(first));
        assert_eq!(dear.with_facts(facts(second)).facts().least_cost, 5);
    }
}

/// The distance from 0 to the last vertex, as Floyd and Warshall find it.
fn distance(vertices: usize, edges: &[(usize, usize, u32)]) -> Option<u32> {
    let mut all = vec![vec![None; vertices]; vertices];
    for &(from, to, cost) in edges {
        let least = all[from][to].map_or(cost, |least: u32| least.min(cost));
        all[from][to] = Some(least);
    }
    for by in 0..vertices {
        for from in 0..vertices {
            for to in 0..vertices {
                if let (Some(one), Some(two)) = (all[from][by], all[by][to]) {
                    let sum = one + two;
                    all[from][to] = Some(all[from][to].map_or(sum, |least| least.min(sum)));
                }
            }
        }
    }
    all[0][vertices - 1]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn closures_are_searched_backward_and_from_both_ends(
        edges in proptest::collection::vec((0..7_usize, 0..7_usize, 0..9_u32), 0..25),
    ) {
        let out = |&at: &usize| {
            let out = edges.iter().filter(move |edge| edge.0 == at);
            out.map(|&(_, to, cost)| (to, cost)).collect::<Vec<_>>()
        };
        let into = |&at: &usize| {
            let mut before: Vec<_> =
                edges.iter().filter(|edge| edge.1 == at).map(|edge| edge.0).collect();
            before.sort_unstable();
            before.dedup();
            before
        };
        let puzzle = from_edges(out, |&at| at == 6).with_predecessors([6], into);
        prop_assert!(laws::check_reversible(&puzzle, &0).is_ok());
        let expected = distance(7, &edges);
        let solvers: [&dyn Solver<_>; 5] = [
            &UniformCost::new(),
            &BaeStar::new(),
            &Nbs::new(),
            &UniformCost::new().backward(),
            &AStar::new().backward(),
        ];
        for solver in solvers {
            let report = solver.solve(&puzzle, &0);
            prop_assert_eq!(report.solution().map(Solution::cost), expected);
            prop_assert!(report.solution().is_none_or(|path| path.verify(&puzzle, &0).is_ok()));
            prop_assert_eq!(report.is_unsolvable(), expected.is_none());
        }
        // Each edge as two, so that it counts moves: of all that are as cheap.
        let steps = from_steps(|at| out(at).into_iter().map(|(to, _)| to), |&at| at == 6);
        let steps = steps.with_predecessors([6], into);
        let ones: Vec<_> = edges.iter().map(|&(from, to, _)| (from, to, 1)).collect();
        let expected = distance(7, &ones);
        let solvers: [&dyn Solver<_>; 3] =
            [&Bidirectional::new(), &BaeStar::new(), &IdaStar::new().backward()];
        let solvable = if expected.is_some() { 3 } else { 2 };
        for solver in &solvers[..solvable] {
            let report = solver.solve(&steps, &0);
            prop_assert_eq!(report.solution().map(Solution::cost), expected);
        }
    }
}

/// Without a heuristic all estimates are consistent, which search from both ends makes use of.
#[test]
fn from_both_ends_closures_take_fewer_states() {
    let side = 60_i32;
    let edges = move |&(x, y): &(i32, i32)| {
        let around = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)].into_iter();
        let around = around.filter(move |&(x, y)| (0..side).contains(&x) && (0..side).contains(&y));
        // The cost of an edge is the same both ways.
        around.map(move |(u, v)| ((u, v), 1 + ((x + u) * 7 + (y + v) * 11).unsigned_abs() % 5))
    };
    let puzzle = from_edges(edges, |&at| at == (20, 20))
        .with_predecessors([(20, 20)], move |at| edges(at).map(|(before, _)| before));
    let blind = UniformCost::new().solve(&puzzle, &(40, 40));
    let both = BaeStar::new().solve(&puzzle, &(40, 40));
    assert_eq!(
        both.solution().map(Solution::cost),
        blind.solution().map(Solution::cost)
    );
    assert!(both.is_optimal() && 4 * both.stats.expanded < 3 * blind.stats.expanded);
}

/// What is copied to be searched from the other end are closures that own what they capture, too.
#[test]
fn closures_that_own_what_they_capture_are_searched_from_both_ends() {
    fn puzzle(graph: Vec<Vec<(usize, u32)>>) -> impl TwoSided<State = usize, Cost = u32> {
        let goal = graph.len() - 1;
        let copy = graph.clone();
        from_edges(move |&at: &usize| graph[at].clone(), move |&at| at == goal).with_predecessors(
            [goal],
            move |&at| {
                let leads = |from: &usize| copy[*from].iter().any(|edge| edge.0 == at);
                (0..copy.len()).filter(leads).collect::<Vec<_>>()
            },
        )
    }
    let puzzle = puzzle(vec![
        vec![(1, 7), (2, 2)],
        vec![(3, 1)],
        vec![(1, 3), (3, 9)],
        vec![],
    ]);
    assert_eq!(BaeStar::new().path(&puzzle, &0), Ok((vec![0, 2, 1, 3], 6)));
}
