//! A*+IDA*: random graphs against relaxation with memory for a few states, and Korf's instances.

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::AStarIdaStar;
use puzzle_search::{AStar, IdaStar, Limits, Outcome, Puzzle, Solver, Stop};

use crate::bts::random;
use crate::oracle;
use crate::support::{Digraph, Numbers, walk_back};

#[test]
fn random_graphs_are_solved_at_least_cost() {
    let mut numbers = Numbers(15);
    let mut deepened = 0;
    for _ in 0..2_000 {
        let graph = random(&mut numbers, 9);
        let exact = oracle::least_cost(&graph, &0).map(|cost| cost as u32);
        let limits = Limits::new().max_stored(1 + numbers.below(9) as u64);
        let search = || AStarIdaStar::new().search(&graph, &0);
        let whole = search().limits(limits.clone()).run();
        assert_eq!(whole.lower_bound, exact, "{graph:?} {whole:?}");
        let solution = whole.solution().expect("there is a path");
        assert_eq!(solution.verify(&graph, &0), Ok(()));
        deepened += u32::from(whole.iterations.len() > 1);
        let mut search = search();
        let (step, mut allowed) = (1 + numbers.below(5) as u64, 0);
        let paused = loop {
            allowed += step;
            search.set_limits(limits.clone().max_expanded(allowed));
            let report = search.run();
            assert!(report.lower_bound <= exact);
            match report.outcome {
                Outcome::Stopped { stop, .. } => assert_eq!(stop, Stop::Expanded),
                _ => break report,
            }
        };
        assert_eq!(paused, whole);
        // A limit on the cost is kept, and with a larger one the search begins anew.
        let most = numbers.below(2 * exact.unwrap_or(0) as usize + 2) as u32;
        let mut search = AStarIdaStar::new().search(&graph, &0);
        search.set_limits(limits.clone());
        search.set_max_cost(Some(most));
        let report = search.run();
        if exact > Some(most) {
            assert_eq!(report.stop(), Some(Stop::Cost), "{report:?}");
            assert!(report.lower_bound > Some(most) && report.lower_bound <= exact);
        } else {
            assert_eq!(report.lower_bound, exact);
        }
        search.set_max_cost(None);
        assert_eq!(search.run().lower_bound, exact);
        // With memory for all it is A*.
        let (best_first, a_star) = (
            AStarIdaStar::new().solve(&graph, &0),
            AStar::new().solve(&graph, &0),
        );
        assert_eq!(best_first.outcome, a_star.outcome);
        assert_eq!(best_first.stats.expanded, a_star.stats.expanded);
    }
    assert!(deepened > 600, "{deepened}");
}

#[test]
fn a_few_bytes_save_most_of_what_ida_star_does() {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let puzzle = tiles.clone().guided_by(Manhattan);
    let mut numbers = Numbers(9);
    let (mut hybrid, mut ida_star) = (0, 0);
    for _ in 0..40 {
        let start = walk_back(&tiles, 300, &mut numbers);
        let alone = IdaStar::new().solve(&puzzle, &start);
        for bytes in [10_000, 30_000, 60_000] {
            let limits = Limits::new().max_bytes(bytes);
            let report = AStarIdaStar::new()
                .search(&puzzle, &start)
                .limits(limits)
                .run();
            assert_eq!(report.lower_bound, alone.lower_bound);
            assert!(report.stats.peak_bytes <= bytes, "{report:?}");
            let solution = report.solution().expect("an even permutation");
            assert_eq!(solution.verify(&puzzle, &start), Ok(()));
            if bytes == 60_000 {
                hybrid += report.stats.expanded;
            }
        }
        ida_star += alone.stats.expanded;
    }
    assert!(3 * hybrid < 2 * ida_star, "{hybrid} {ida_star}");
}

#[test]
fn a_goal_that_is_open_and_a_space_without_goals_end_it() {
    // The goal is stored when memory ends, and no state more.
    let graph = Digraph {
        edges: vec![(0, 1, 1), (0, 2, 5), (2, 3, 1)],
        goals: vec![2],
        estimates: vec![],
    };
    for stored in 1..5 {
        let limits = Limits::new().max_stored(stored);
        let search = AStarIdaStar::new()
            .search(&graph, &0)
            .limits(limits.clone());
        let mut search = search;
        assert_eq!(search.run().lower_bound, Some(5));
        let endless = Digraph {
            goals: vec![],
            ..graph.clone()
        };
        let mut search = AStarIdaStar::new().search(&endless, &0).limits(limits);
        assert!(search.run().is_unsolvable());
    }
    let none = Limits::new().max_stored(0);
    let mut search = AStarIdaStar::new().search(&graph, &0).limits(none);
    assert_eq!(search.run().stop(), Some(Stop::Stored));
    search.set_limits(Limits::new());
    assert_eq!(search.run().lower_bound, Some(5));
}
