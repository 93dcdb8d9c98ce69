//! Beams: a wider one is never worse, the widest is breadth-first search, and what was left out is said.

use puzzle_search::heuristics::Manhattan;
use puzzle_search::laws;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::Beam;
use puzzle_search::{
    BreadthFirst, Guarantee, Limits, Outcome, Puzzle, Report, Solution, Solver, Stop, UniformCost,
    from_steps,
};

use crate::support::{Digraph, Numbers, misleading, walk_back};

const VERTICES: usize = 24;

/// A graph with few edges of few costs, and estimates that say little.
fn random(numbers: &mut Numbers) -> Digraph {
    let dearest = [1, 2, 9][numbers.below(3)];
    let count = VERTICES + numbers.below(2 * VERTICES);
    let edges = (0..count).map(|_| {
        let (from, to) = (numbers.below(VERTICES), numbers.below(VERTICES));
        (
            from,
            to,
            (1 + numbers.below(dearest)) as u32 - u32::from(dearest == 9),
        )
    });
    let edges = edges.collect();
    let estimates = (0..VERTICES).map(|_| (numbers.below(30) > 0).then(|| numbers.below(5) as u32));
    let mut estimates: Vec<_> = estimates.collect();
    let goals = vec![1 + numbers.below(VERTICES - 1)];
    estimates[goals[0]] = Some(0);
    Digraph {
        edges,
        goals,
        estimates,
    }
}

/// Led by a guess on every other graph.
fn solve(graph: &Digraph, width: usize) -> Report<usize, u32> {
    match graph.edges.len() % 2 {
        0 => Beam::new(width).solve(graph, &0),
        _ => Beam::new(width).led_by(misleading).solve(graph, &0),
    }
}

fn cost<M>(report: &Report<M, u32>) -> u32 {
    report.best().map_or(u32::MAX, Solution::cost)
}

#[test]
fn a_wider_beam_is_never_worse() {
    let mut numbers = Numbers(2);
    let (mut better, mut left_out, mut unsolvable) = (0, 0, 0);
    for _ in 0..4_000 {
        let graph = random(&mut numbers);
        let exists = UniformCost::new().solve(&graph, &0);
        let mut narrower = u32::MAX;
        for width in 1..=4 {
            let report = solve(&graph, width);
            assert!(cost(&report) <= narrower, "{width} {graph:?}");
            better += u32::from(cost(&report) < narrower && narrower < u32::MAX);
            narrower = cost(&report);
            match &report.outcome {
                Outcome::Solved {
                    solution,
                    guarantee,
                } => {
                    assert_eq!(solution.verify(&graph, &0), Ok(()));
                    assert!(cost(&report) >= cost(&exists));
                    // Nothing but a start is proved here: what is estimated is not admissible.
                    assert!(
                        *guarantee == Guarantee::Unproved
                            || report.lower_bound == Some(cost(&report))
                    );
                }
                Outcome::Stopped { stop, .. } => {
                    assert_eq!(*stop, Stop::Incomplete);
                    left_out += 1;
                }
                // Dead ends are believed.
                Outcome::Unsolvable { .. } => unsolvable += 1,
            }
        }
    }
    assert!(
        better > 300 && left_out > 1_000 && unsolvable > 1_000,
        "{better} {left_out} {unsolvable}"
    );
}

#[test]
fn the_widest_beam_is_breadth_first_search() {
    let mut numbers = Numbers(3);
    for _ in 0..500 {
        let mut graph = random(&mut numbers);
        graph.edges.iter_mut().for_each(|edge| edge.2 = 1);
        graph
            .estimates
            .iter_mut()
            .for_each(|estimate| *estimate = Some(0));
        let expected = BreadthFirst::new().solve(&graph, &0);
        let report = solve(&graph, VERTICES);
        assert_eq!(cost(&report), cost(&expected));
        assert_eq!(report.is_unsolvable(), expected.is_unsolvable());
    }
}

#[test]
fn it_goes_on_after_a_stop_and_holds_what_it_says() {
    let tiles = SlidingTiles::new(4, 4).expect("sixteen cells");
    let puzzle = tiles.clone().guided_by(Manhattan);
    let start = walk_back(&tiles, 300, &mut Numbers(5));
    let whole = Beam::new(200).solve(&puzzle, &start);
    assert!(whole.solution().is_some());
    let stats = &whole.stats;
    // All but the last two layers are expanded.
    assert!(stats.peak_stored <= stats.expanded + 2 * 200);
    // States of 8 bytes: what is kept, and the children of a layer.
    assert!(
        (stats.peak_bytes as u64) < 100 * stats.peak_stored,
        "{stats:?}"
    );
    let mut search = Beam::new(200).search(&puzzle, &start);
    let mut allowed = 0;
    let paused = loop {
        allowed += 1_009;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        if report.stop().is_none() {
            break report;
        }
    };
    assert_eq!(paused, whole);
    let refused = Beam::new(10).search(&puzzle, &start).max_cost(80).run();
    assert_eq!(refused.stop(), Some(Stop::UnsupportedLimit));
}

/// Starts beyond the width are dropped once, however often the search is stopped.
#[test]
fn starts_beyond_the_width_are_dropped_for_good() {
    // From 0 it is far, from 1 there is no way, and 2 is dropped.
    let next = |&at: &u32| match at {
        1 | 15 => None,
        2 => Some(15),
        _ => Some(at.max(9) + 1),
    };
    let puzzle = from_steps(next, |&at| at == 15);
    let starts = [0, 1, 2];
    let whole = Beam::new(2).search(&puzzle, &0).also_from([1, 2]).run();
    assert_eq!(cost(&whole), 6);
    let checked = laws::check_solver(&Beam::new(2), &puzzle, starts);
    assert!(checked.unwrap_or_else(|violation| panic!("{violation}")) > 20);
}

/// A goal found beside children that are left over for a higher slot does not end the search if one of them is cheaper.
#[test]
fn children_left_over_may_lead_to_a_cheaper_solution() {
    // Slot 0 holds 1, then its expensive child 3. Slot 1 holds 2, next to a goal, and then the cheap child 4.
    let (edges, estimates) = (
        vec![
            (0, 1, 1),
            (0, 2, 9),
            (1, 3, 8),
            (1, 4, 1),
            (2, 5, 0),
            (4, 5, 1),
        ],
        [0, 0, 1, 0, 1, 0].map(Some).to_vec(),
    );
    let goals = vec![5];
    let graph = Digraph {
        edges,
        goals,
        estimates,
    };
    let report = Beam::new(2).solve(&graph, &0);
    assert_eq!(cost(&report), 3);
}
