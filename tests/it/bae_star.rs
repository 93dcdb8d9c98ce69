//! BAE*: random graphs against relaxation, in both of its orders, paused, within limits.

use puzzle_search::heuristics::{LinearConflict, Manhattan, Misplaced};
use puzzle_search::puzzle::TwoSided;
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::solvers::{BaeStar, Nbs};
use puzzle_search::{
    AStar, Facts, Limits, Neighbor, NeighborOf, Outcome, Puzzle, Report, Reversible, Solver, Stop,
    UniformCost,
};

use crate::support::{Digraph, Numbers, magic_squares_to, walk_back};

/// A directed graph with estimates in both directions, seen from one of its ends.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) graph: Digraph,
    pub(crate) to_start: Vec<Option<u32>>,
    pub(crate) facts: Facts<u32>,
    /// Seen from the other end.
    facts_there: Facts<u32>,
}

impl Puzzle for Map {
    type State = usize;
    type Move = usize;
    type Cost = u32;
    fn neighbors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.graph.neighbors(vertex).into_iter();
        edges.map(|n| Neighbor::new(n.mv, n.state, n.cost))
    }
    fn is_goal(&self, vertex: &usize) -> bool {
        self.graph.is_goal(vertex)
    }
    fn heuristic(&self, vertex: &usize) -> Option<u32> {
        self.graph.heuristic(vertex)
    }
    fn facts(&self) -> Facts<u32> {
        self.facts
    }
}

impl Reversible for Map {
    fn goals(&self) -> impl IntoIterator<Item = usize> {
        self.graph.goals()
    }
    fn predecessors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.graph.predecessors(vertex).into_iter();
        edges.map(|n| Neighbor::new(n.mv, n.state, n.cost))
    }
}

impl TwoSided for Map {
    type Reversed = Self;
    fn reversed(&self, &start: &usize) -> Self {
        let edges = self.graph.edges.iter();
        let graph = Digraph {
            edges: edges.map(|&(from, to, cost)| (to, from, cost)).collect(),
            goals: vec![start],
            estimates: self.to_start.clone(),
        };
        Self {
            graph,
            to_start: self.graph.estimates.clone(),
            facts: self.facts_there,
            facts_there: self.facts,
        }
    }
}

/// The least costs of paths from any of these vertices.
pub(crate) fn distances(
    edges: &[(usize, usize, u32)],
    vertices: usize,
    from: &[usize],
) -> Vec<Option<u32>> {
    let mut distances = vec![None; vertices];
    for &at in from {
        distances[at] = Some(0);
    }
    loop {
        let before = distances.clone();
        for &(a, b, cost) in edges {
            let Some(sum) = distances[a].map(|d: u32| d + cost) else {
                continue;
            };
            if distances[b].is_none_or(|known| sum < known) {
                distances[b] = Some(sum);
            }
        }
        if distances == before {
            return distances;
        }
    }
}

/// A random graph, its estimates consistent or anything admissible, and the cost of its solution.
pub(crate) fn random(numbers: &mut Numbers, consistent: bool) -> (Map, Option<u32>) {
    let vertices = 1 + numbers.below(14);
    let count = numbers.below(4 * vertices);
    let mut edges: Vec<_> = (0..count)
        .map(|_| {
            let (from, to) = (numbers.below(vertices), numbers.below(vertices));
            (from, to, numbers.below(21) as u32)
        })
        .collect();
    if numbers.below(3) == 0 {
        let back: Vec<_> = edges
            .iter()
            .map(|&(from, to, cost)| (to, from, cost))
            .collect();
        edges.extend(back);
    }
    let mut goals: Vec<usize> = (0..vertices).filter(|_| numbers.below(5) == 0).collect();
    goals.truncate(3);
    let turned: Vec<_> = edges
        .iter()
        .map(|&(from, to, cost)| (to, from, cost))
        .collect();
    let (from_start, to_goal) = (
        distances(&edges, vertices, &[0]),
        distances(&turned, vertices, &goals),
    );
    let knows_ends = numbers.below(2) == 0;
    let mut less = |distances: &[Option<u32>]| -> Vec<Option<u32>> {
        // Consistent if it is the same share everywhere, rounded down.
        let share = numbers.below(101) as u32;
        let of = |distance: u32, share: u32| distance * share / 100;
        let each = |distance: &Option<u32>| match *distance {
            Some(d) if consistent => Some(of(d, share)),
            Some(d) => Some(of(d, numbers.below(101) as u32)),
            None if knows_ends => None,
            None if consistent => Some(0),
            None => Some(numbers.below(50) as u32),
        };
        distances.iter().map(each).collect()
    };
    let mut facts = Facts::new();
    facts.consistent = consistent;
    let mut map = Map {
        graph: Digraph {
            estimates: less(&to_goal),
            edges,
            goals,
        },
        to_start: less(&from_start),
        facts,
        facts_there: facts,
    };
    if consistent && !knows_ends {
        // Beside what leads nowhere every estimate would fall too far.
        map.graph.estimates = vec![Some(0); vertices];
        map.to_start = vec![Some(0); vertices];
    }
    (map, to_goal[0])
}

#[track_caller]
pub(crate) fn check(map: &Map, report: &Report<usize, u32>, expected: Option<u32>) {
    match &report.outcome {
        Outcome::Solved { solution, .. } => {
            assert_eq!(Some(solution.cost()), expected, "{map:?} {report:?}");
            assert_eq!(solution.verify(map, &0), Ok(()));
            assert!(report.is_optimal() && report.lower_bound == expected);
        }
        Outcome::Unsolvable { .. } => assert_eq!(expected, None, "{map:?} {report:?}"),
        Outcome::Stopped { .. } => {
            let bound = report.lower_bound.unwrap_or(0);
            assert!(
                expected.is_none_or(|cost| bound <= cost),
                "{expected:?} {map:?} {report:?}"
            );
        }
    }
}

/// Paused after every so many expansions it goes on to the same end; within a limit on anything else it is
/// right, and goes on without.
pub(crate) fn goes_on(
    solver: &dyn Solver<Map>,
    (map, expected): (&Map, Option<u32>),
    whole: &Report<usize, u32>,
    step: u64,
    numbers: &mut Numbers,
) {
    let mut search = solver.search(map, &0);
    let mut allowed = 0;
    let paused = loop {
        allowed += step;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        check(map, &report, expected);
        if !matches!(report.outcome, Outcome::Stopped { .. }) {
            break report;
        }
    };
    assert_eq!(paused, *whole);
    let most = numbers.below(40) as u64;
    for (limits, max_cost) in [
        (Limits::new().max_stored(most), None),
        (Limits::new().max_generated(most), None),
        (Limits::new().max_bytes(100 * most as usize), None),
        (Limits::new().max_bytes(200 * most as usize), None),
        (Limits::new(), Some(most as u32)),
    ] {
        let mut search = solver.search(map, &0).limits(limits);
        search.set_max_cost(max_cost);
        let report = search.run();
        check(map, &report, expected);
        if report.stop() == Some(Stop::Cost) {
            assert!(expected.is_none_or(|cost| u64::from(cost) > most));
        }
        search.set_limits(Limits::new());
        search.set_max_cost(None);
        let report = search.run();
        assert!(!matches!(report.outcome, Outcome::Stopped { .. }));
        check(map, &report, expected);
    }
}

#[test]
fn random_graphs_are_solved_at_least_cost() {
    let mut numbers = Numbers(12);
    let (mut solved, mut twice) = (0, 0);
    for number in 0..3_000 {
        let (map, expected) = random(&mut numbers, number % 2 == 0);
        let whole = BaeStar::new().solve(&map, &0);
        assert!(!matches!(whole.outcome, Outcome::Stopped { .. }));
        check(&map, &whole, expected);
        assert!(!map.facts.consistent || whole.stats.reopened == 0);
        twice += whole.stats.reopened;
        solved += u32::from(expected.is_some_and(|cost| cost > 0));
        let step = [1, 2, 3, 7][numbers.below(4)];
        goes_on(
            &BaeStar::new(),
            (&map, expected),
            &whole,
            step,
            &mut numbers,
        );
    }
    assert!(solved > 800 && twice > 5, "{solved} {twice}");
}

#[test]
fn ready_made_puzzles_are_solved_at_least_cost() {
    let mut numbers = Numbers(3);
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    for steps in [1, 2, 5, 20, 60, 200] {
        let start = walk_back(&tiles, steps, &mut numbers);
        let expected = AStar::new()
            .solve(&tiles.clone().guided_by(Manhattan), &start)
            .lower_bound;
        assert_eq!(BaeStar::new().solve(&tiles, &start).lower_bound, expected);
        macro_rules! each {
            ($($heuristic:expr),+) => {$(
                let puzzle = tiles.clone().guided_by($heuristic);
                let report = BaeStar::new().solve(&puzzle, &start);
                assert!(report.is_optimal());
                assert_eq!(report.lower_bound, expected);
            )+};
        }
        each!(Manhattan, Misplaced, LinearConflict::new(&tiles));
    }
    let pancakes = Pancake::new(8).expect("eight");
    let squares = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    for _ in 0..5 {
        let start = walk_back(&pancakes, 20, &mut numbers);
        let expected = UniformCost::new().solve(&pancakes, &start).lower_bound;
        assert_eq!(
            BaeStar::new().solve(&pancakes, &start).lower_bound,
            expected
        );
        let start = walk_back(&squares, 8, &mut numbers);
        let expected = UniformCost::new().solve(&squares, &start).lower_bound;
        assert_eq!(BaeStar::new().solve(&squares, &start).lower_bound, expected);
    }
}

#[test]
fn a_large_search_is_paused_anywhere() {
    let tiles = SlidingTiles::new(4, 4).expect("sixteen cells");
    let puzzle = tiles.clone().guided_by(Manhattan);
    // More than 16,384 states: they are looked up in batches.
    let start = walk_back(&tiles, 160, &mut Numbers(5));
    let whole = BaeStar::new().solve(&puzzle, &start);
    assert!(
        whole.is_optimal() && whole.stats.peak_stored > 40_000,
        "{whole:?}"
    );
    let mut search = BaeStar::new().search(&puzzle, &start);
    let (mut allowed, mut numbers) = (0, Numbers(6));
    let paused = loop {
        allowed += 1 + numbers.below(5_000) as u64;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        if report.is_optimal() {
            break report;
        }
        assert!(matches!(
            report.outcome,
            Outcome::Stopped {
                stop: Stop::Expanded,
                ..
            }
        ));
        assert!(report.lower_bound <= whole.lower_bound);
    };
    assert_eq!(paused, whole);
    // A restart forgets everything but the memory.
    search.restart([start]);
    search.set_limits(Limits::new());
    assert_eq!(search.run().stats.expanded, whole.stats.expanded);
}

#[test]
fn an_estimate_that_lies_on_one_side_proves_nothing() {
    let mut numbers = Numbers(8);
    let (mut cheap, mut dear) = (0, 0);
    for _ in 0..2_000 {
        let (mut map, expected) = random(&mut numbers, false);
        for estimate in map.to_start.iter_mut().flatten() {
            *estimate += numbers.below(60) as u32;
        }
        map.facts_there = map.facts_there.inadmissible();
        let most = numbers.below(60) as u32;
        for max_cost in [None, Some(most)] {
            let mut search = BaeStar::new().search(&map, &0);
            search.set_max_cost(max_cost);
            let report = search.run();
            if map.graph.goals.contains(&0) {
                assert_eq!(report.lower_bound, Some(0));
                continue;
            }
            assert_eq!(report.lower_bound, None, "{map:?} {report:?}");
            assert!(!report.is_optimal());
            if let Some(solution) = report.solution() {
                assert_eq!(solution.verify(&map, &0), Ok(()));
                let cost = expected.expect("there is a path");
                cheap += u32::from(solution.cost() == cost);
                dear += u32::from(solution.cost() > cost);
            }
        }
    }
    assert!(cheap > 100 && dear > 5, "{cheap} {dear}");
}

#[test]
fn the_smallest_and_the_largest_boards_are_solved() {
    for (rows, columns) in [(1, 1), (1, 2), (8, 8)] {
        let tiles = SlidingTiles::<[u8; 64]>::packed(rows, columns).expect("a board");
        let puzzle = tiles.clone().guided_by(Manhattan);
        for steps in [0, 1, 12] {
            let start = walk_back(&tiles, steps, &mut Numbers(1));
            let forward = AStar::new().solve(&puzzle, &start);
            for report in [
                BaeStar::new().solve(&puzzle, &start),
                AStar::new().backward().solve(&puzzle, &start),
            ] {
                assert!(report.is_optimal(), "{report:?}");
                assert_eq!(report.lower_bound, forward.lower_bound);
            }
        }
    }
}

/// A map whose vertices have addresses only as they are seen from the start.
struct WithAddresses(Map);

impl Puzzle for WithAddresses {
    type State = usize;
    type Move = usize;
    type Cost = u32;
    const HAS_ADDRESSES: bool = true;
    fn neighbors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.0.neighbors(vertex)
    }
    fn is_goal(&self, vertex: &usize) -> bool {
        self.0.is_goal(vertex)
    }
    fn heuristic(&self, vertex: &usize) -> Option<u32> {
        self.0.heuristic(vertex)
    }
    fn facts(&self) -> Facts<u32> {
        self.0.facts()
    }
    fn addresses(&self) -> usize {
        self.0.graph.estimates.len()
    }
    fn address(&self, &vertex: &usize) -> usize {
        vertex
    }
}

impl Reversible for WithAddresses {
    fn goals(&self) -> impl IntoIterator<Item = usize> {
        self.0.goals()
    }
    fn predecessors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.0.predecessors(vertex)
    }
}

impl TwoSided for WithAddresses {
    type Reversed = Map;
    fn reversed(&self, start: &usize) -> Map {
        self.0.reversed(start)
    }
}

#[test]
fn the_reversed_puzzle_need_not_have_the_same_addresses() {
    let mut numbers = Numbers(3);
    for number in 0..500 {
        let (map, _) = random(&mut numbers, number % 2 == 0);
        let addressed = WithAddresses(map.clone());
        let (bae, nbs) = (BaeStar::new(), Nbs::new());
        assert_eq!(bae.solve(&map, &0), bae.solve(&addressed, &0), "{map:?}");
        assert_eq!(nbs.solve(&map, &0), nbs.solve(&addressed, &0), "{map:?}");
    }
}
