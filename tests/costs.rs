//! Costs that are no primitive integers: floating-point numbers, and a type of one's own.

use core::fmt;
use core::ops::{Add, Mul, Sub};

use num_traits::{Bounded, One, ToPrimitive, Zero};
use ordered_float::NotNan;
use puzzle_search::heuristics::{Abstraction, Either, Heuristic, Max, PatternDatabase, Sum};
use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap};
use puzzle_search::solvers::{
    Anytime, BranchAndBound, Bts, DepthFirst, Dps, IterativeDeepening, WeightedAStar,
};
use puzzle_search::{
    AStar, BreadthFirst, Cost, Facts, Guarantee, IdaStar, Limits, Neighbor, NeighborOf, Outcome,
    Puzzle, Ranked, Report, Reversible, Solution, Solver, Stop, UniformCost, Unsolved, from_fn,
    laws,
};

type Real = NotNan<f64>;

fn real(value: f64) -> Real {
    NotNan::new(value).expect("a number")
}

/// Numbers without pattern, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Edges out of each vertex: where to, and at what cost.
type Graph<C> = Vec<Vec<(usize, C)>>;

/// A graph whose weights have so many decimals.
fn graph(random: &mut Random, vertices: usize, decimals: u32) -> Graph<Real> {
    let scale = 10_u64.pow(decimals);
    let mut graph = vec![Vec::new(); vertices];
    for _ in 0..random.below(3 * vertices as u64) {
        let [from, to] = [0; 2].map(|_| random.below(vertices as u64) as usize);
        let weight = 1 + random.below(10 * scale);
        graph[from].push((to, real(weight as f64 / scale as f64)));
    }
    graph
}

/// The least sum, added up from the start on: relaxed until nothing changes.
fn cheapest(graph: &Graph<Real>, start: usize) -> Vec<Option<Real>> {
    let mut sums = vec![None; graph.len()];
    sums[start] = Some(real(0.0));
    loop {
        let before = sums.clone();
        for (from, edges) in graph.iter().enumerate() {
            for &(to, cost) in edges {
                let Some(sum) = sums[from].map(|sum: Real| sum + cost) else {
                    continue;
                };
                if sums[to].is_none_or(|known| sum < known) {
                    sums[to] = Some(sum);
                }
            }
        }
        if sums == before {
            return sums;
        }
    }
}

fn turned(graph: &Graph<Real>) -> Graph<Real> {
    let mut turned = vec![Vec::new(); graph.len()];
    for (from, edges) in graph.iter().enumerate() {
        for &(to, cost) in edges {
            turned[to].push((from, cost));
        }
    }
    turned
}

#[test]
fn rounded_sums_are_the_least_there_are() {
    std::thread::scope(|scope| {
        for seed in [2026, 2027] {
            scope.spawn(move || rounded_sums_of(50_000, Random(seed)));
        }
    });
}

fn rounded_sums_of(graphs: u32, mut random: Random) {
    let (mut proved, mut unsolvable, mut stopped) = (0, 0, 0);
    for number in 0..graphs {
        let vertices = 1 + random.below(9) as usize;
        let graph = graph(&mut random, vertices, 1 + number % 3);
        let goal = random.below(vertices as u64) as usize;
        let expected = cheapest(&graph, 0)[goal];
        // Less than the cost of a cheapest path by more than rounding can make of it.
        let share = random.below(1_000_000) as f64 / 1_000_001.0;
        let left = cheapest(&turned(&graph), goal);
        let puzzle = from_fn(
            |&at: &usize| {
                graph[at]
                    .iter()
                    .enumerate()
                    .map(|(edge, &(to, cost))| (edge, to, cost))
            },
            |&at| at == goal,
        )
        .with_heuristic(|&at| left[at].map(|left| real(left.into_inner() * share)));
        let limits = || Limits::new().max_expanded(2_000);
        let mut check = |name: &str, report: Report<usize, Real>| match report.outcome {
            Outcome::Solved { solution, .. } => {
                proved += 1;
                assert_eq!(Some(solution.cost()), expected, "{name} of {number}");
                assert!(solution.verify(&puzzle, &0).is_ok());
            }
            Outcome::Unsolvable { .. } => {
                unsolvable += 1;
                assert_eq!(expected, None, "{name} of {number}");
            }
            Outcome::Stopped { stop, .. } => {
                stopped += 1;
                assert_eq!(stop, Stop::Expanded, "{name} of {number}");
                let bound = report.lower_bound.unwrap_or_default();
                assert!(
                    expected.is_none_or(|expected| bound <= expected),
                    "{name} of {number}"
                );
            }
        };
        macro_rules! each {
            ($($solver:ident),+) => {$(
                check(stringify!($solver), $solver::new().search(&puzzle, &0).limits(limits()).run());
            )+};
        }
        each!(
            UniformCost,
            AStar,
            IdaStar,
            Bts,
            IterativeDeepening,
            BranchAndBound
        );
        let fewest = BreadthFirst::new().solve(&puzzle, &0);
        assert_eq!(fewest.solution().is_some(), expected.is_some());
        assert!(
            fewest
                .solution()
                .is_none_or(|solution| solution.verify(&puzzle, &0).is_ok())
        );
    }
    assert!(
        proved > 2 * graphs && unsolvable > graphs,
        "{proved} {unsolvable} {stopped}"
    );
    assert!(stopped < graphs, "{stopped}");
}

#[test]
fn paths_that_differ_by_rounding_alone_expand_a_state_once() {
    // From 0 to 3 the later path is cheaper by one rounding, which is lost in f.
    let edges: [&[(usize, f64)]; 7] = [
        &[(1, 0.1), (4, 0.15)],
        &[(2, 0.1)],
        &[(3, 0.1)],
        &[(5, 5.0)],
        &[(3, 0.15)],
        &[(6, 5.5)],
        &[],
    ];
    let left = [10.0, 10.1, 10.05, 10.0, 10.14, 5.4, 0.0];
    let puzzle = from_fn(
        |&at: &usize| edges[at].iter().map(|&(to, cost)| (to, to, real(cost))),
        |&at| at == 6,
    )
    .with_heuristic(|&at| Some(real(left[at])));
    let [earlier, later] = [[0.1; 3].iter().sum::<f64>(), [0.15; 2].iter().sum()];
    assert!(later < earlier && real(later + left[3]) == real(earlier + left[3]));
    let report = AStar::new().solve(&puzzle, &0);
    assert_eq!((report.stats.expanded, report.stats.reopened), (6, 0));
    let solution = report.solution().expect("there is a path");
    assert_eq!(solution.moves(), [4, 3, 5, 6], "the cheaper path");
}

#[test]
fn limits_and_bounds_hold_for_rounded_sums() {
    // Ten steps of a tenth: rounded, they cost a little less than one.
    let puzzle = from_fn(|&n: &u32| [((), n + 1, real(0.1))], |&n| n == 10);
    let puzzle = puzzle.with_heuristic(|&n| (n <= 10).then(|| real(0.05 * f64::from(10 - n))));
    let sum = (0..10).fold(real(0.0), |sum, _| sum + real(0.1));
    assert!(sum < real(1.0));
    macro_rules! each {
        ($($solver:expr),+) => {$(
            let search = |max| $solver.search(&puzzle, &0).max_cost(max).run();
            assert_eq!(search(sum).solution().map(|solution| solution.cost()), Some(sum));
            let below = search(real(0.95));
            assert!(matches!(below.outcome, Outcome::Stopped { stop: Stop::Cost, .. }));
            assert_eq!(below.lower_bound, Some(real(0.95)));
        )+};
    }
    each!(
        AStar::new(),
        UniformCost::new(),
        IdaStar::new(),
        Bts::new(),
        IterativeDeepening::new(),
        BranchAndBound::new()
    );
}

#[test]
fn a_search_with_rounded_sums_is_paused_and_goes_on() {
    let puzzle = from_fn(
        |&(x, y): &(i32, i32)| {
            let step = |dx: i32, dy: i32| {
                (
                    (dx, dy),
                    (x + dx, y + dy),
                    real(f64::from(dx * dx + dy * dy).sqrt()),
                )
            };
            [
                step(1, 0),
                step(0, 1),
                step(1, 1),
                step(-1, 0),
                step(0, -1),
                step(-1, -1),
            ]
        },
        |&at| at == (17, 11),
    )
    .with_heuristic(|&(x, y)| Some(real(0.7 * f64::from(x.abs_diff(17).max(y.abs_diff(11))))));
    let whole = AStar::new().solve(&puzzle, &(0, 0));
    let mut search = AStar::new().search(&puzzle, &(0, 0));
    let mut allowed = 0;
    loop {
        allowed += 7;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        if report.solution().is_some() {
            assert_eq!(report, whole);
            break;
        }
    }
    assert!(allowed > 200);
}

/// 0.1 and 0.3 added up in all orders have several sums where one is meant.
#[test]
fn what_asks_for_equal_sums_is_refused() {
    let edges = |&(x, y): &(u32, u32)| {
        let ways = [
            ("right", (x + 1, y), real(0.1)),
            ("down", (x, y + 1), real(0.3)),
        ];
        ways.into_iter().filter(|way| way.1.0.max(way.1.1) < 5)
    };
    let puzzle = from_fn(edges, |&at| at == (4, 4));
    let stop = |unsolved: Option<Unsolved<Real>>| unsolved.and_then(|unsolved| unsolved.stop());
    let (cheapest, start) = (AStar::new(), [(0, 0)]);
    // At once, not after the walk.
    let longest = DepthFirst::new().longest_path(&puzzle, start);
    let longest = longest.limits(Limits::new().max_expanded(1)).run();
    let refused = [
        cheapest.all_solutions(&puzzle, start).run().err(),
        cheapest.k_cheapest_paths(&puzzle, start, 2).run().err(),
        cheapest.k_cheapest_walks(&puzzle, start, 2).run().err(),
        longest.err(),
    ];
    for refused in refused {
        assert_eq!(stop(refused), Some(Stop::RoundedCosts));
    }
    let count = DepthFirst::new().count_paths(&puzzle, start).run();
    assert_eq!(count.ok(), Some(Some(70)));
    // Nor are such costs odd or even.
    let checked = laws::check(&puzzle, &(0, 0)).expect("it keeps the laws");
    assert!(checked.complete && !checked.facts.parity);
}

#[test]
fn an_edge_below_zero_ends_a_search() {
    let puzzle = from_fn(
        |&n: &u32| [("on", n + 1, real(1.0)), ("back", n / 2, real(-0.5))],
        |&n| n == 9,
    );
    macro_rules! each {
        ($($solver:expr),+) => {$(
            let stop = $solver.solve(&puzzle, &1).into_result().expect_err("no cost is").stop();
            assert_eq!(stop, Some(Stop::NegativeCost));
        )+};
    }
    each!(
        AStar::new(),
        UniformCost::new(),
        IdaStar::new(),
        IterativeDeepening::new(),
        BranchAndBound::new()
    );
    let down = from_fn(|&n: &u32| [((), n / 2, real(-1.0))], |&n| n == 0);
    let stop = BreadthFirst::new()
        .solve(&down, &5)
        .into_result()
        .expect_err("no cost is")
        .stop();
    assert_eq!(stop, Some(Stop::NegativeCost));
}

#[test]
fn a_sum_beyond_the_range_is_no_number() {
    let puzzle = from_fn(|&n: &u32| [((), n + 1, real(f64::MAX))], |&n| n == 5);
    for stop in [
        AStar::new()
            .solve(&puzzle, &0)
            .into_result()
            .expect_err("too dear")
            .stop(),
        IterativeDeepening::new()
            .solve(&puzzle, &0)
            .into_result()
            .expect_err("too dear")
            .stop(),
        BranchAndBound::new()
            .solve(&puzzle, &0)
            .into_result()
            .expect_err("too dear")
            .stop(),
    ] {
        assert_eq!(stop, Some(Stop::CostOverflow));
    }
}

/// The least rounded sum of a way from one cell of a map to another, by relaxing every edge until nothing
/// changes.
fn relaxed(grid: &Grid<Real>, from: Cell, to: Cell) -> Option<Real> {
    let (width, height) = (grid.map().width(), grid.map().height());
    let cells = || (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)));
    let index = |cell: Cell| usize::from(cell.y()) * usize::from(width) + usize::from(cell.x());
    let mut sums = vec![None; cells().count()];
    sums[index(from)] = Some(real(0.0));
    loop {
        let before = sums.clone();
        for cell in cells() {
            for edge in grid.neighbors(&cell) {
                let sum = sums[index(cell)].map(|sum: Real| sum + edge.cost);
                let known = &mut sums[index(edge.state)];
                *known = known.iter().copied().chain(sum).min();
            }
        }
        if sums == before {
            return sums[index(to)];
        }
    }
}

#[test]
fn ways_on_maps_are_the_shortest_there_are() {
    let mut random = Random(14);
    let letters =
        |random: &mut Random, set: &str| set.chars().nth(random.below(set.len() as u64) as usize);
    let (mut solved, mut unsolvable) = (0, 0);
    for round in 0..120 {
        let set = ["....@", "1.9.5#2", "."][round % 3];
        let (width, height) = (1 + random.below(14) as u16, 1 + random.below(9) as u16);
        let map = GridMap::new(width, height, |_| letters(&mut random, set).unwrap_or('.'));
        let map = map.expect("a legal map");
        let connectivity = [Connectivity::Eight, Connectivity::EightCuttingCorners][round % 2];
        let open: Vec<Cell> = map.find('.').collect();
        let (Some(&start), Some(&goal)) = (open.first(), open.last()) else {
            continue;
        };
        let exact = Grid::octile(map.clone(), connectivity);
        let rounded = Grid::with_costs(map, connectivity, real(0.1), real(0.1 * 2_f64.sqrt()));
        let rounded = rounded.expect("positive costs");
        assert!(exact.facts().consistent && !rounded.facts().consistent);
        for grid in [exact, rounded] {
            let grid = grid.with_goals([goal]).expect("an open cell");
            let expected = relaxed(&grid, start, goal);
            for report in [
                AStar::new().solve(&grid, &start),
                UniformCost::new().solve(&grid, &start),
            ] {
                let found = report.solution().map(Solution::cost);
                assert_eq!(found, expected, "{round}");
                match found {
                    Some(_) => solved += 1,
                    None => unsolvable += 1,
                }
            }
        }
    }
    assert!(solved > 200 && unsolvable > 10, "{solved} {unsolvable}");
}

#[test]
fn on_an_empty_map_the_octile_distance_is_exact() {
    let map = GridMap::new(400, 300, |_| '.').expect("a legal size");
    let grid = Grid::octile(map, Connectivity::Eight);
    let grid = grid
        .with_goals([Cell::new(399, 299)])
        .expect("an open cell");
    let report = AStar::new().solve(&grid, &Cell::new(0, 0));
    // Every cell that is expanded lies on the way.
    assert_eq!(report.stats.expanded, 399);
    let length = report
        .solution()
        .map(|solution| solution.cost().into_inner());
    assert!(length.is_some_and(|length| (length - (100.0 + 299.0 * 2_f64.sqrt())).abs() < 1e-5));
}

#[test]
fn jumps_need_costs_whose_sums_are_exact() {
    let map = || "....\n.#..\n....".parse().expect("a legal map");
    let octile = Grid::octile(map(), Connectivity::Eight).with_goals([Cell::new(2, 2)]);
    let octile = octile.expect("an open cell");
    let jumps = octile.clone().jump_grid().expect("sums are exact");
    let start = Cell::new(1, 0);
    let by_steps = AStar::new().solve(&octile, &start);
    let by_jumps = AStar::new().solve(&jumps, &start.into());
    assert!(by_jumps.lower_bound.is_some());
    assert_eq!(by_jumps.lower_bound, by_steps.lower_bound);
    let rounded = Grid::with_costs(map(), Connectivity::Eight, real(0.1), real(0.14));
    let refused = rounded.and_then(Grid::jump_grid).expect_err("refused");
    assert_eq!(
        refused.to_string(),
        "sums of costs may be rounded: jumps need costs whose sums are exact"
    );
}

/// Money, in cents: exact, but of no primitive type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Cents(i64);

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

macro_rules! operations {
    ($cost:ident: $($operation:ident $name:ident),+) => {$(
        impl $operation for $cost {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                Self(self.0.$name(other.0))
            }
        }
    )+};
}

operations!(Cents: Add add, Sub sub, Mul mul);

impl Zero for Cents {
    fn zero() -> Self {
        Self(0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

impl One for Cents {
    fn one() -> Self {
        Self(1)
    }
}

impl Bounded for Cents {
    fn min_value() -> Self {
        Self(i64::MIN)
    }
    fn max_value() -> Self {
        Self(i64::MAX)
    }
}

impl ToPrimitive for Cents {
    fn to_i64(&self) -> Option<i64> {
        Some(self.0)
    }
    fn to_u64(&self) -> Option<u64> {
        self.0.try_into().ok()
    }
}

impl num_traits::NumCast for Cents {
    fn from<T: ToPrimitive>(n: T) -> Option<Self> {
        n.to_i64().map(Self)
    }
}

impl Cost for Cents {
    const IS_EXACT: bool = true;
    fn checked_add(&self, other: &Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }
}

#[test]
fn a_cost_of_ones_own_is_searched_like_any() {
    // Change for a bill: coins of 1, 2, 5, 20 and 50 cents, each with its weight as its cost.
    let coins = [(1_u32, 230), (2, 306), (5, 392), (20, 574), (50, 780)];
    let puzzle = from_fn(
        |&left: &u32| {
            let fits = coins.into_iter().filter(move |&(coin, _)| coin <= left);
            fits.map(move |(coin, weight)| (coin, left - coin, Cents(weight)))
        },
        |&left| left == 0,
    )
    .with_heuristic(|&left| Some(Cents(i64::from(left) * 15)));
    let expected = (1..=93_usize).fold(vec![0_i64], |mut best, left| {
        let ways = coins.iter().filter(|&&(coin, _)| coin as usize <= left);
        best.push(
            ways.map(|&(coin, weight)| best[left - coin as usize] + weight)
                .min()
                .expect("a cent"),
        );
        best
    })[93];
    macro_rules! each {
        ($($solver:expr),+) => {$(
            let solution = $solver.solve(&puzzle, &93).into_result().expect("there are cents");
            assert_eq!(solution.cost(), Cents(expected));
        )+};
    }
    each!(
        AStar::new(),
        UniformCost::new(),
        IdaStar::new(),
        BranchAndBound::new()
    );
    assert_eq!(Cents(expected).to_string(), "24.64");
    let owed = from_fn(|&n: &u8| [((), n + 1, Cents(-1))], |&n| n == 3);
    let stop = AStar::new()
        .solve(&owed, &0)
        .into_result()
        .expect_err("no cost is")
        .stop();
    assert_eq!(stop, Some(Stop::NegativeCost));
}

/// Where no cost is below zero, nothing is within such a limit but what is there already.
#[test]
fn a_limit_below_zero_is_a_limit() {
    let steps = |&n: &u32| [("on", n + 1, real(1.0)), ("stay", n, real(0.0))];
    let plain = from_fn(steps, |&n| n == 3);
    let unit = from_fn(|&n: &u32| [((), n + 1, real(1.0))], |&n| n == 3);
    let unit = unit.with_facts(Facts::new().unit_costs().acyclic());
    let acyclic = from_fn(|&n: &u32| [((), n + 1, real(1.0))], |&n| n == 3);
    macro_rules! each {
        ($puzzle:ident: $($solver:expr),+) => {$(
            for below in [-1.0, -1e-300, -1e300] {
                let mut search = $solver.search(&$puzzle, &0).max_cost(real(below));
                let report = search.run();
                let name = stringify!($solver);
                assert!(matches!(report.stop(), Some(Stop::Cost | Stop::Moves)), "{name} {report:?}");
                assert!(report.lower_bound.is_none_or(|bound| (0.0..=3.0).contains(&*bound)), "{name}");
                search.set_max_cost(None);
                assert_eq!(search.run().best().map(|best| best.cost()), Some(real(3.0)), "{name}");
                let there = $solver.search(&$puzzle, &3).max_cost(real(below)).run();
                assert_eq!(there.best().map(|best| best.cost()), Some(real(0.0)), "{name}");
                let mut paused = $solver.search(&$puzzle, &0).limits(Limits::new().max_expanded(1));
                assert!(paused.run().best().is_none());
                paused.set_limits(Limits::new());
                paused.set_max_cost(Some(real(below)));
                assert!(matches!(paused.run().stop(), Some(Stop::Cost | Stop::Moves)), "{name}");
            }
        )+};
    }
    each!(plain: AStar::new(), UniformCost::new(), WeightedAStar::new(2.0), Dps::new(2.0), Anytime::new());
    each!(acyclic: IdaStar::new(), Bts::new(), IterativeDeepening::new(), BranchAndBound::new());
    each!(unit: AStar::new(), UniformCost::new(), WeightedAStar::new(2.0), Dps::new(2.0), Anytime::new(),
        IdaStar::new(), Bts::new(), IterativeDeepening::new(), BranchAndBound::new(), BreadthFirst::new());
}

/// The factor that is proved is no more than what was asked for, and the bound is one.
#[test]
fn the_factor_of_rounded_sums_is_at_most_the_weight() {
    let mut random = Random(20);
    let mut within = 0;
    for number in 0..3_000 {
        let vertices = 2 + random.below(30) as usize;
        let mut graph = graph(&mut random, vertices, 1 + number % 3);
        for from in 1..vertices {
            let weight = 1 + random.below(1_000);
            graph[from - 1].push((from, real(weight as f64 / 100.0)));
        }
        let goal = vertices - 1;
        let cheapest_costs = cheapest(&graph, 0);
        let optimum = cheapest_costs[goal].expect("a path along all");
        let left = cheapest(&turned(&graph), goal);
        let share = (1.0 - 1e-6) * (1.0 - random.below(3) as f64 / 10.0);
        for facts in [Facts::new(), Facts::new().consistent()] {
            let puzzle = from_fn(
                |&at: &usize| {
                    let edges = graph[at].iter().enumerate();
                    edges.map(|(edge, &(to, cost))| (edge, to, cost))
                },
                |&at| at == goal,
            )
            .with_heuristic(|&at| left[at].map(|left| real(left.into_inner() * share)))
            .with_facts(facts);
            for weight in [1.0, 1.001, 1.1, 1.5, 2.0, 10.0, 1_000.0] {
                let solvers: [(&str, &dyn Solver<_>); 2] = [
                    ("weighted A*", &WeightedAStar::new(weight)),
                    ("DPS", &Dps::new(weight)),
                ];
                for (name, solver) in solvers {
                    let report = solver.solve(&puzzle, &0);
                    let name = format!("{name} of {number} by {weight}: {report:?}");
                    let factor = report.factor().expect("it is proved");
                    assert!(factor <= weight, "{name}");
                    assert!(
                        report.lower_bound.is_some_and(|bound| bound <= optimum),
                        "{name}"
                    );
                    let solution = report.solution().expect("a path");
                    assert!(solution.verify(&puzzle, &0).is_ok(), "{name}");
                    let guarantee = match report.outcome {
                        Outcome::Solved { guarantee, .. } => guarantee,
                        _ => panic!("{name}"),
                    };
                    let is_optimal = guarantee == Guarantee::Optimal;
                    assert!(is_optimal || guarantee == Guarantee::Within, "{name}");
                    assert!(!is_optimal || solution.cost() == optimum, "{name}");
                    within += usize::from(!is_optimal);
                }
            }
        }
    }
    assert!(within > 1_000, "{within}");
}

/// Nothing is proved by sums of which one summand is negative.
#[test]
fn no_bound_is_reported_where_an_edge_is_negative() {
    let costs = [-2.0, -4.0, 1.0, 0.0, -5.0, -7.0];
    let along = |&n: &usize| costs.get(n).map(|&cost| ((), n + 1, real(cost)));
    for start in [0, 1, 2, 3] {
        let puzzle = from_fn(along, |&n| n == costs.len());
        macro_rules! each {
            ($($solver:expr),+) => {$(
                let report = $solver.solve(&puzzle, &start);
                assert_eq!(report.stop(), Some(Stop::NegativeCost));
                assert_eq!(report.lower_bound, None);
                let sentence = report.into_result().expect_err("no solution").to_string();
                assert_eq!(sentence, "no solution was found: an edge costs less than zero");
            )+};
        }
        each!(
            AStar::new(),
            UniformCost::new(),
            WeightedAStar::new(2.0),
            BreadthFirst::new()
        );
        // An edge of cost zero comes first from elsewhere.
        if start < 2 {
            each!(
                IdaStar::new(),
                Bts::new(),
                IterativeDeepening::new(),
                BranchAndBound::new()
            );
        }
    }
    // A search that is saved by its outcome and asked again says the same.
    let puzzle = from_fn(along, |&n| n == costs.len());
    let mut search = UniformCost::new().search(&puzzle, &2);
    assert_eq!(
        (search.run().lower_bound, search.run().lower_bound),
        (None, None)
    );
    let all = AStar::new().all_solutions(&puzzle, [2]).run();
    assert!(all.is_err());
}

/// Estimates by vertex, and what is stated of them.
#[derive(Clone)]
struct Table(Vec<Option<Real>>, Facts<Real>);

impl<P: Puzzle<State = usize, Cost = Real>> Heuristic<P> for Table {
    type Memo = usize;

    fn memo(&self, _: &P, &vertex: &usize) -> usize {
        vertex
    }

    fn estimate(&self, _: &P, vertex: usize) -> Option<Real> {
        self.0[vertex]
    }

    fn facts(&self, space: Facts<Real>) -> Facts<Real> {
        let mut facts = space;
        facts.admissible = self.1.admissible;
        facts.consistent = self.1.consistent;
        facts
    }
}

#[test]
fn what_heuristics_of_rounded_estimates_state_holds() {
    let mut random = Random(21);
    let (mut consistent, mut solved) = (0, 0);
    for number in 0..1_000 {
        let vertices = 2 + random.below(8) as usize;
        let graph = graph(&mut random, vertices, number % 4);
        let goal = random.below(vertices as u64) as usize;
        let exact = cheapest(&turned(&graph), goal);
        let puzzle = from_fn(
            |&at: &usize| {
                let edges = graph[at].iter().enumerate();
                edges.map(|(edge, &(to, cost))| (edge, to, cost))
            },
            |&at| at == goal,
        );
        let scaled = |share: f64| {
            let estimates = exact.iter();
            let estimate = |cost: Real| real(cost.into_inner() * share);
            let estimates = estimates.map(|cost| cost.map(estimate)).collect();
            Table(estimates, Facts::new().consistent())
        };
        let halves = [scaled(0.5 - 1e-6), scaled(0.4)];
        let mut loose = scaled(1.0 - 1e-6);
        for estimate in loose.0.iter_mut().flatten() {
            *estimate *= real(random.below(1_000) as f64 / 1_000.0);
        }
        loose.1 = Facts::new();
        let mut check = |name: &str, facts: Facts<Real>, estimates: Vec<Option<Real>>| {
            let name = format!("{name} of {number}");
            assert!(facts.admissible);
            for (from, &high) in estimates.iter().enumerate() {
                assert!(high.is_some() || exact[from].is_none(), "{name}");
                assert!(exact[from].is_none() || high <= exact[from], "{name}");
                for &(to, cost) in &graph[from] {
                    let falls = high
                        .zip(estimates[to])
                        .is_some_and(|(high, low)| high > low + cost);
                    assert!(!falls || !facts.consistent, "{name}");
                }
            }
            consistent += usize::from(facts.consistent);
            let puzzle = (&puzzle).guided_by(Table(estimates, facts));
            for (start, exact) in exact.iter().enumerate() {
                let cost = AStar::new().solve(&puzzle, &start).into_result().ok();
                let cost = cost.map(|solution| solution.cost().into_inner());
                let differs = cost
                    .zip(*exact)
                    .is_some_and(|(cost, exact)| (cost - *exact).abs() > 1e-9);
                assert!(cost.is_some() == exact.is_some() && !differs, "{name}");
                solved += usize::from(cost.is_some());
            }
        };
        macro_rules! each {
            ($($heuristic:expr),+) => {$(
                let heuristic = $heuristic;
                let guided = (&puzzle).guided_by(&heuristic);
                let estimates = (0..vertices).map(|at| guided.heuristic(&at)).collect();
                check(stringify!($heuristic), guided.facts(), estimates);
            )+};
        }
        let [a, b] = halves.each_ref();
        each!(
            Max([a, b]),
            Max((b, a, &loose)),
            Sum((a, b)),
            Max((Sum([b, a]), a)),
            Either::<_, &Table>::Left(Max([a, b])),
            Either::<&Table, _>::Right(&loose)
        );
    }
    assert!(
        consistent == 2_000 && solved > 10_000,
        "{consistent} {solved}"
    );
}

/// One digit: a cost of a small range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Digit(u8);

operations!(Digit: Add add, Sub sub, Mul mul);

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Zero for Digit {
    fn zero() -> Self {
        Self(0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

impl One for Digit {
    fn one() -> Self {
        Self(1)
    }
}

impl Bounded for Digit {
    fn min_value() -> Self {
        Self(0)
    }
    fn max_value() -> Self {
        Self(9)
    }
}

impl ToPrimitive for Digit {
    fn to_i64(&self) -> Option<i64> {
        Some(self.0.into())
    }
    fn to_u64(&self) -> Option<u64> {
        Some(self.0.into())
    }
}

impl num_traits::NumCast for Digit {
    fn from<T: ToPrimitive>(n: T) -> Option<Self> {
        n.to_u8().filter(|&n| n < 10).map(Self)
    }
}

impl Cost for Digit {
    const IS_EXACT: bool = true;
    fn checked_add(&self, other: &Self) -> Option<Self> {
        Some(Self(self.0 + other.0)).filter(|sum| sum.0 < 10)
    }
}

/// Down from 29 to 0.
#[derive(Clone, Copy)]
struct Stairs;

impl Puzzle for Stairs {
    type State = u8;
    type Move = ();
    type Cost = Digit;
    fn neighbors(&self, &n: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        n.checked_sub(1).map(|n| Neighbor::unit((), n))
    }
    fn is_goal(&self, &n: &u8) -> bool {
        n == 0
    }
}

impl Reversible for Stairs {
    fn goals(&self) -> impl IntoIterator<Item = u8> {
        [0]
    }
    fn predecessors(&self, &n: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        (n < 29).then(|| Neighbor::unit((), n + 1))
    }
}

impl Ranked for Stairs {
    fn state_count(&self) -> Option<u128> {
        Some(30)
    }
    fn rank(&self, &n: &u8) -> Option<u128> {
        Some(n.into())
    }
    fn unrank(&self, rank: u128) -> Option<u8> {
        rank.try_into().ok().filter(|&n| n < 30)
    }
}

/// A database adds up its entries in bytes.
#[derive(Clone)]
struct Whole;

impl Abstraction<Stairs> for Whole {
    type Space = Stairs;
    fn space(&self) -> &Stairs {
        &Stairs
    }
    fn image(&self, _: &Stairs, &n: &u8) -> u8 {
        n
    }
}

#[test]
fn an_entry_beyond_the_range_is_no_dead_end() {
    let database = PatternDatabase::new(&Stairs, Whole);
    let puzzle = Stairs.guided_by(database.expect("thirty entries"));
    for n in 0..30 {
        assert_eq!(puzzle.heuristic(&n), Some(Digit(n.min(9))));
        let report = AStar::new().solve(&puzzle, &n);
        match n {
            0..10 => assert_eq!(report.solution().map(Solution::cost), Some(Digit(n))),
            _ => assert_eq!(report.stop(), Some(Stop::CostOverflow)),
        }
    }
}
