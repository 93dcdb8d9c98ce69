//! NBS: random graphs against relaxation and against the least that must be expanded, paused, within limits.

use core::ops::ControlFlow;

use puzzle_search::heuristics::{Gap, Manhattan};
use puzzle_search::observe::{Expanded, Observer};
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::solvers::{BaeStar, Nbs};
use puzzle_search::{AStar, Limits, Outcome, Puzzle, Solver, Stop};

use crate::bae_star::{Map, check, distances, goes_on, random};
use crate::support::{Numbers, walk_back};

/// The same graph, of which the cost of the cheapest edge may be known.
fn with_least_cost(mut map: Map, numbers: &mut Numbers) -> Map {
    let least = map.graph.edges.iter().map(|edge| edge.2).min();
    if numbers.below(2) == 0 {
        map.facts = map.facts.least_cost(least.unwrap_or(0));
    }
    map
}

#[test]
fn random_graphs_are_solved_at_least_cost() {
    let mut numbers = Numbers(21);
    let mut reopened = 0;
    for number in 0..3_000 {
        let (map, expected) = random(&mut numbers, number % 2 == 0);
        let map = with_least_cost(map, &mut numbers);
        let whole = Nbs::new().solve(&map, &0);
        assert!(!matches!(whole.outcome, Outcome::Stopped { .. }));
        check(&map, &whole, expected);
        assert!(number % 2 > 0 || whole.stats.reopened == 0, "{map:?}");
        reopened += whole.stats.reopened;
        let step = 1 + numbers.below(5) as u64;
        goes_on(&Nbs::new(), (&map, expected), &whole, step, &mut numbers);
    }
    assert!(reopened > 0, "{reopened}");
}

/// Counts what is expanded until the bound is the cost of the solution.
struct Necessary {
    cost: u32,
    bound: u32,
    expanded: usize,
}

impl<S, M> Observer<S, M, u32> for Necessary {
    fn wants_nodes(&self) -> bool {
        true
    }
    fn lower_bound(&mut self, bound: u32) -> ControlFlow<()> {
        self.bound = bound;
        ControlFlow::Continue(())
    }
    fn expanded(&mut self, _: Expanded<'_, S, u32>) -> ControlFlow<()> {
        self.expanded += usize::from(self.bound < self.cost);
        ControlFlow::Continue(())
    }
}

/// The fewest states that cover every pair through which a solution might be cheaper: of one side all with g
/// below some value, of the other all that are in a pair with one of those left.
fn least_cover(sides: [&[(u32, u32)]; 2], edge: u32, cost: u32) -> usize {
    let [front, back] = sides.map(|side| {
        let side = side.iter().filter(|&&(_, f)| f < cost);
        side.map(|&(g, _)| g).collect::<Vec<u32>>()
    });
    let covers = (0..=cost).map(|least| {
        let near = front.iter().filter(|&&g| g < least);
        let rest = back.iter().filter(|&&g| least + g + edge < cost);
        near.count() + rest.count()
    });
    covers.min().expect("there is a cover")
}

/// The states of a side that can be reached, as g and f.
fn reached(distances: &[Option<u32>], estimates: &[Option<u32>]) -> Vec<(u32, u32)> {
    let both = distances.iter().zip(estimates);
    both.filter_map(|(&g, &h)| Some((g?, g? + h?))).collect()
}

#[test]
fn at_most_twice_as_many_are_expanded_as_must_be() {
    let mut numbers = Numbers(5);
    let (mut checked, mut all, mut least) = (0, 0, 0);
    while checked < 10_000 {
        let (map, cost) = random(&mut numbers, true);
        let map = with_least_cost(map, &mut numbers);
        let Some(cost) = cost.filter(|&cost| cost > 0) else {
            continue;
        };
        checked += 1;
        let mut counted = Necessary {
            cost,
            bound: 0,
            expanded: 0,
        };
        let report = Nbs::new().search(&map, &0).observe(&mut counted).run();
        assert_eq!(report.lower_bound, Some(cost));
        let edges = &map.graph.edges;
        let turned: Vec<_> = edges
            .iter()
            .map(|&(from, to, cost)| (to, from, cost))
            .collect();
        let vertices = map.to_start.len();
        let front = reached(&distances(edges, vertices, &[0]), &map.graph.estimates);
        let back = reached(
            &distances(&turned, vertices, &map.graph.goals),
            &map.to_start,
        );
        let cover = least_cover([&front, &back], map.facts.least_cost, cost);
        assert!(
            counted.expanded <= 2 * cover,
            "{map:?} {} {cover}",
            counted.expanded
        );
        all += counted.expanded;
        least += cover;
    }
    assert!(all > least && least > 10_000, "{all} {least}");
}

#[test]
fn weak_estimates_are_worth_both_ends() {
    let pancakes = Pancake::new(9).expect("nine");
    let (weak, strong) = (
        pancakes.clone().guided_by(Gap::ignoring(3)),
        pancakes.clone().guided_by(Gap::new()),
    );
    let mut numbers = Numbers(2);
    let mut sums = [0; 4];
    for _ in 0..10 {
        let start = walk_back(&pancakes, 60, &mut numbers);
        let counts = [
            AStar::new().solve(&weak, &start),
            Nbs::new().solve(&weak, &start),
            AStar::new().solve(&strong, &start),
            Nbs::new().solve(&strong, &start),
        ];
        assert!(
            counts
                .iter()
                .all(|report| report.lower_bound == counts[0].lower_bound)
        );
        for (sum, report) in sums.iter_mut().zip(&counts) {
            *sum += report.stats.expanded;
        }
    }
    let [weak_a_star, weak_nbs, strong_a_star, strong_nbs] = sums;
    assert!(
        2 * weak_nbs < weak_a_star && strong_a_star < strong_nbs,
        "{sums:?}"
    );
}

#[test]
fn a_large_search_is_paused_anywhere() {
    let tiles = SlidingTiles::new(4, 4).expect("sixteen cells");
    let puzzle = tiles.clone().guided_by(Manhattan);
    // More than 16,384 states: they are looked up in batches.
    let start = walk_back(&tiles, 160, &mut Numbers(5));
    let whole = Nbs::new().solve(&puzzle, &start);
    assert!(
        whole.is_optimal() && whole.stats.peak_stored > 40_000,
        "{whole:?}"
    );
    assert_eq!(
        whole.lower_bound,
        BaeStar::new().solve(&puzzle, &start).lower_bound
    );
    let mut search = Nbs::new().search(&puzzle, &start);
    let (mut allowed, mut numbers) = (0, Numbers(6));
    let paused = loop {
        allowed += 1 + numbers.below(5_000) as u64;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        if report.is_optimal() {
            break report;
        }
        assert_eq!(report.stop(), Some(Stop::Expanded));
        assert!(report.lower_bound <= whole.lower_bound);
    };
    assert_eq!(paused, whole);
    search.restart([start]);
    search.set_limits(Limits::new());
    assert_eq!(search.run().stats.expanded, whole.stats.expanded);
}
