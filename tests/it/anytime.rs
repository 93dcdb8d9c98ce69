//! Anytime search: what it goes on with when memory ends, paused and saved too.

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{Anytime, Limits, Outcome, Puzzle, Search, Solution, Solver, Stop};

use crate::bounded::Shown;
use crate::bts::random;
use crate::oracle;
use crate::support::{Digraph, Numbers, walk_back};

#[test]
fn random_graphs_are_solved_with_memory_for_a_few_states() {
    let mut numbers = Numbers(21);
    let (mut deepened, mut improved) = (0, 0);
    for _ in 0..8_000 {
        let graph = random(&mut numbers, 9);
        let exact = oracle::least_cost(&graph, &0).map(|cost| cost as u32);
        let limits = Limits::new().max_stored(1 + numbers.below(9) as u64);
        let search = || Search::new(&Anytime::new(), &graph, [0]);
        let mut whole = search().limits(limits.clone()).observe(Shown::default());
        let report = whole.run();
        assert_eq!(report.lower_bound, exact, "{graph:?} {report:?}");
        let solution = report.solution().expect("there is a path");
        assert_eq!(solution.verify(&graph, &0), Ok(()));
        assert!(report.is_optimal());
        let incumbents = &whole.observer().incumbents;
        assert!(
            incumbents.is_sorted_by(|one, next| one > next),
            "{incumbents:?}"
        );
        if report.stats.expanded > 0 {
            assert_eq!(incumbents.last(), exact.as_ref());
        }
        deepened += u32::from(report.stats.iterations.len() > 1);
        improved += u32::from(incumbents.len() > 1 && report.stats.iterations.len() > 1);
        // Paused, saved and loaded it goes on to the same end.
        let mut paused = search();
        let (step, mut allowed) = (1 + numbers.below(5) as u64, 0);
        let mut best = None;
        let end = loop {
            allowed += step;
            let mut search = paused.limits(limits.clone().max_expanded(allowed));
            let end = search.run();
            assert!(end.lower_bound <= exact);
            let Outcome::Stopped { stop, best: now } = &end.outcome else {
                break end;
            };
            assert_eq!(*stop, Stop::Expanded);
            let now = now.as_ref().map(Solution::cost);
            assert!(best.is_none() || now.is_some() && now <= best);
            best = now;
            let bytes = search.save().expect("it can go on");
            paused = Search::load(&Anytime::new(), &graph, &bytes).expect("they are whole");
        };
        let mut end = end;
        end.stats.peak_bytes = report.stats.peak_bytes;
        assert_eq!(end, report);
        // A limit on the cost is kept, and with a larger one it goes on.
        let most = numbers.below(2 * exact.unwrap_or(0) as usize + 2) as u32;
        let mut search = search();
        search.set_limits(limits.clone().max_cost(most));
        let report = search.run();
        if exact > Some(most) {
            assert_eq!(report.stop(), Some(Stop::Cost), "{report:?}");
            assert!(report.lower_bound > Some(most) && report.lower_bound <= exact);
        } else {
            assert_eq!(report.lower_bound, exact);
        }
        search.set_limits(limits);
        assert_eq!(search.run().lower_bound, exact);
    }
    assert!(deepened > 2_000, "{deepened}");
    assert!(improved > 30, "{improved}");
}

#[test]
fn a_space_without_goals_is_unsolvable_and_edges_of_cost_zero_need_memory() {
    let graph = Digraph {
        edges: vec![(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 1), (3, 4, 1)],
        goals: vec![4],
        estimates: vec![],
    };
    for stored in 0..6 {
        let limits = Limits::new().max_stored(stored);
        let mut search = Anytime::new().search(&graph, &0).limits(limits.clone());
        let stop = (stored < 4).then_some(Stop::Stored);
        assert_eq!(search.run().stop(), stop);
        search.set_limits(Limits::new());
        assert_eq!(search.run().lower_bound, Some(2));
        let endless = Digraph {
            edges: vec![(0, 1, 1), (0, 2, 5), (2, 3, 1)],
            goals: vec![],
            estimates: vec![],
        };
        let mut search = Anytime::new().search(&endless, &0).limits(limits);
        assert!(stored == 0 || search.run().is_unsolvable());
    }
}

#[test]
fn where_memory_ends_the_best_solution_is_proved_without() {
    let tiles = SlidingTiles::new(4, 4).expect("sixteen cells");
    let start = walk_back(&tiles, 150, &mut Numbers(5));
    let puzzle = tiles.guided_by(Manhattan);
    let whole = Anytime::new().solve(&puzzle, &start);
    for bytes in [1 << 16, 1 << 19, 2 << 20] {
        let limits = Limits::new().max_bytes(bytes);
        let mut search = Anytime::new().search(&puzzle, &start).limits(limits);
        let report = search.run();
        assert!(
            report.is_optimal() && report.stats.peak_bytes <= bytes,
            "{report:?}"
        );
        assert_eq!(report.lower_bound, whole.lower_bound);
        let cost = report.solution().map(Solution::cost);
        assert_eq!(cost, report.lower_bound);
    }
}
