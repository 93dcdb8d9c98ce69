//! BTS: where it walks as IDA* does, where IDA* takes the square, and random graphs against relaxation.

use puzzle_search::heuristics::{Gap, Manhattan};
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::solvers::Bts;
use puzzle_search::{IdaStar, Limits, Outcome, Puzzle, Solver, Stop};

use crate::oracle;
use crate::support::{Closures, Digraph, Numbers, walk_back};

/// Where each of IDA*'s iterations has at least twice as many states as the one before nothing differs.
fn walks_as_ida_star<P: Puzzle<Cost = u32>>(puzzle: &P, start: &P::State) -> bool {
    let ida_star = IdaStar::new().solve(puzzle, start);
    let bts = Bts::new().solve(puzzle, start);
    assert_eq!(bts.lower_bound, ida_star.lower_bound);
    let rows = &ida_star.iterations;
    let whole = rows.split_last().map_or(&[][..], |(_, whole)| whole);
    let doubles = |pair: &[puzzle_search::observe::IterationCounts<u32>]| {
        pair[1].expanded >= 2 * pair[0].expanded
    };
    let is_same = whole.windows(2).all(doubles);
    if is_same {
        assert_eq!(bts, ida_star);
    }
    is_same
}

#[test]
fn it_walks_as_ida_star_where_that_doubles() {
    let mut numbers = Numbers(4);
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let tiles = tiles.guided_by(Manhattan);
    let pancakes = Pancake::new(8).expect("eight");
    let pancakes = pancakes.guided_by(Gap::ignoring(2));
    let mut same = 0;
    for steps in 1..60 {
        let start = walk_back(&tiles, 2 * steps, &mut numbers);
        same += u32::from(walks_as_ida_star(&tiles, &start));
        let start = walk_back(&pancakes, steps, &mut numbers);
        same += u32::from(walks_as_ida_star(&pancakes, &start));
    }
    assert!(same > 60, "{same}");
}

/// A chain on which every state has an f of its own: IDA* has an iteration for each.
#[test]
fn many_costs_take_it_little_more_than_the_states() {
    let mut shares = vec![];
    for length in [1_000, 10_000, 100_000] {
        let step = |n: u32| 1 + n * 7_919 % 1_000;
        let chain = Closures::new(|n| [(0, n + 1, step(n))], |n| n == length);
        let cost = (0..length).map(step).sum::<u32>();
        let length = u64::from(length);
        let report = Bts::new().solve(&chain, &0);
        assert_eq!(report.lower_bound, Some(cost));
        shares.push(report.stats.expanded / length);
        let log = u64::from(cost.ilog2());
        assert!(report.stats.expanded < length * log, "{report:?}");
        if length == 1_000 {
            let square = IdaStar::new().solve(&chain, &0).stats.expanded;
            assert_eq!(square, length * (length + 3) / 2);
        }
    }
    assert!(shares[2] < 2 * shares[0], "{shares:?}");
}

/// A graph of few vertices, with costs above zero, estimates that are admissible, and a way to the goal from
/// everywhere.
pub(crate) fn random(numbers: &mut Numbers, dearest: usize) -> Digraph {
    let vertices = 2 + numbers.below(14);
    let goal = vertices - 1;
    let mut edges = vec![];
    for from in 0..goal {
        for _ in 0..1 + numbers.below(3) {
            let to = from + 1 + numbers.below(goal - from);
            edges.push((from, to, 1 + numbers.below(dearest) as u32));
        }
        if numbers.below(3) == 0 {
            edges.push((
                from,
                numbers.below(from + 1),
                1 + numbers.below(dearest) as u32,
            ));
        }
    }
    let mut graph = Digraph {
        edges,
        goals: vec![goal],
        estimates: vec![],
    };
    let estimates = (0..vertices).map(|vertex| {
        let exact = oracle::least_cost(&graph, &vertex);
        exact.map(|exact| numbers.below(exact as usize + 1) as u32)
    });
    graph.estimates = estimates.collect();
    graph
}

#[test]
fn random_graphs_are_solved_at_least_cost() {
    let mut numbers = Numbers(7);
    let (mut fewer, mut dearer, mut cut) = (0, 0, 0);
    for _ in 0..1_000 {
        let dearest = [2, 30, 1_000, 1_000_000][numbers.below(4)];
        let graph = random(&mut numbers, dearest);
        let exact = oracle::least_cost(&graph, &0).map(|cost| cost as u32);
        let whole = Bts::new().solve(&graph, &0);
        assert_eq!(whole.lower_bound, exact, "{graph:?} {whole:?}");
        let solution = whole.solution().expect("there is a path");
        assert_eq!(solution.verify(&graph, &0), Ok(()));
        let ida_star = IdaStar::new().solve(&graph, &0).stats.expanded;
        fewer += u32::from(whole.stats.expanded < ida_star);
        let mut search = Bts::new().search(&graph, &0);
        let (step, mut allowed) = (1 + numbers.below(20) as u64, 0);
        let paused = loop {
            allowed += step;
            search.set_limits(Limits::new().max_expanded(allowed));
            let report = search.run();
            assert!(report.lower_bound <= exact);
            match report.outcome {
                Outcome::Stopped { stop, best } => {
                    assert_eq!(stop, Stop::Expanded);
                    let best = best.map(|best| best.cost());
                    assert!(best.is_none() || best >= exact);
                    dearer += u32::from(best > exact);
                }
                _ => break report,
            }
        };
        assert_eq!(
            (&paused.outcome, &paused.iterations),
            (&whole.outcome, &whole.iterations)
        );
        assert_eq!(paused.stats.expanded, whole.stats.expanded);
        // A limit on the cost is kept, whether it comes at once or in a pause.
        let most = (u64::from(exact.unwrap_or(0)) * (50 + numbers.below(100) as u64) / 100) as u32;
        for before in [0, 1 + numbers.below(30) as u64] {
            let mut search = Bts::new().search(&graph, &0);
            search.set_limits(Limits::new().max_expanded(before));
            let begun = search.run();
            if begun.is_optimal() {
                continue;
            }
            search.set_limits(Limits::new());
            search.set_max_cost(Some(most));
            let report = search.run();
            if Some(most) < exact {
                assert_eq!(report.stop(), Some(Stop::Cost), "{report:?}");
                assert!(report.lower_bound > Some(most) && report.lower_bound <= exact);
                assert!(report.best().is_none() || begun.best().is_some());
                cut += 1;
            } else {
                assert_eq!(report.lower_bound, exact);
            }
            search.set_max_cost(None);
            assert_eq!(search.run().lower_bound, exact);
        }
    }
    assert!(
        fewer > 10 && dearer > 25 && cut > 400,
        "{fewer} {dearer} {cut}"
    );
}
