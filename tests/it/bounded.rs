//! Good enough: weighted A*, greedy and anytime search against relaxation, within limits and paused, and
//! against published tables.

use std::ops::ControlFlow;

use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Partition, Style, TilePatterns};
use puzzle_search::heuristics::{Gap, Manhattan};
use puzzle_search::observe::{Observer, SearchProgress};
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::solver::ReplayFault;
use puzzle_search::solvers::{
    Anytime, Beam, BranchAndBound, Bts, Dps, GreedyBestFirst, WeightedAStar,
};
use puzzle_search::{
    AStar, Facts, Guarantee, IdaStar, Limits, Neighbor, NeighborOf, Outcome, Puzzle, Report,
    Solution, Solver, Stop, UniformCost,
};

use crate::korf;
use crate::support::{Closures, Digraph, Numbers, walk_back};

const VERTICES: usize = 12;

/// A graph whose estimates are admissible, or are said not to be.
struct Map {
    graph: Digraph,
    admissible: bool,
    consistent: bool,
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
        let mut facts = Facts::new();
        facts.admissible = self.admissible;
        facts.consistent = self.consistent;
        facts
    }
}

/// What the cheapest way from each vertex to a goal costs.
fn distances(edges: &[(usize, usize, u32)], goals: &[usize]) -> [Option<u32>; VERTICES] {
    let mut left = [None; VERTICES];
    goals.iter().for_each(|&goal| left[goal] = Some(0));
    for _ in 0..VERTICES {
        for &(a, b, cost) in edges {
            if let Some(sum) = left[b].map(|d: u32| d + cost) {
                left[a] = left[a].into_iter().chain([sum]).min();
            }
        }
    }
    left
}

/// A random graph with estimates that mostly are not consistent, and what a solution from vertex 0 costs.
fn random(numbers: &mut Numbers) -> (Map, Option<u32>) {
    let count = numbers.below(4 * VERTICES);
    let edges = (0..count).map(|_| {
        let (from, to) = (numbers.below(VERTICES), numbers.below(VERTICES));
        (from, to, numbers.below(10) as u32)
    });
    let edges: Vec<_> = edges.collect();
    let goals: Vec<usize> = (0..VERTICES).filter(|_| numbers.below(5) == 0).collect();
    let left = distances(&edges, &goals);
    let admissible = numbers.below(4) > 0;
    let estimates = left.iter().map(|left| {
        let left = (*left)? as usize;
        let most = if admissible { left } else { 2 * left + 3 };
        Some(numbers.below(most + 1) as u32)
    });
    let mut estimates: Vec<_> = estimates.collect();
    let consistent = admissible && numbers.below(2) == 0;
    if consistent {
        // Distances where edges cost less.
        let cheaper = edges.iter().map(|&(from, to, cost)| {
            let less = numbers.below(cost as usize + 1) as u32;
            (from, to, less)
        });
        estimates = distances(&cheaper.collect::<Vec<_>>(), &goals).to_vec();
    }
    let graph = Digraph {
        estimates,
        edges,
        goals,
    };
    let map = Map {
        graph,
        admissible,
        consistent,
    };
    (map, left[0])
}

/// What holds of every report, whatever ended it.
fn check(map: &Map, weight: f64, report: &Report<usize, u32>, optimum: Option<u32>) {
    let context = || format!("{weight} {:?} {optimum:?} {report:?}", map.graph);
    if let Some(bound) = report.lower_bound {
        assert!(optimum.is_none_or(|cost| bound <= cost), "{}", context());
        assert!(map.admissible || map.graph.is_goal(&0), "{}", context());
    }
    if let Some(solution) = report.best() {
        let cost = optimum.expect("there is a path");
        assert_eq!(solution.verify(map, &0), Ok(()));
        assert!(solution.cost() >= cost);
        let is_over = !matches!(report.outcome, Outcome::Stopped { .. });
        if map.admissible && is_over && weight.is_finite() {
            assert!(
                f64::from(solution.cost()) <= weight * f64::from(cost),
                "{}",
                context()
            );
        }
        if let Some(factor) = report.factor() {
            assert!(f64::from(solution.cost()) <= factor * f64::from(cost) + 1e-9);
        }
    }
    match &report.outcome {
        Outcome::Solved {
            solution,
            guarantee,
        } => match guarantee {
            Guarantee::Optimal => assert_eq!(Some(solution.cost()), optimum, "{}", context()),
            Guarantee::Within => assert!(
                report.factor().is_some_and(|f| f <= weight),
                "{}",
                context()
            ),
            _ => assert!(!map.admissible || weight.is_infinite(), "{}", context()),
        },
        Outcome::Unsolvable { .. } => assert_eq!(optimum, None, "{}", context()),
        Outcome::Stopped { .. } => {}
    }
}

#[test]
fn no_cost_is_above_the_factor_and_no_bound_above_the_optimum() {
    let mut numbers = Numbers(1);
    let mut within = 0;
    for _ in 0..4_000 {
        let (map, optimum) = random(&mut numbers);
        let weight = [1.0, 1.1, 1.5, 2.0, 3.7, 20.0][numbers.below(6)];
        let (weighted, potential) = (WeightedAStar::new(weight), Dps::new(weight));
        let (greedy, anytime) = (GreedyBestFirst::new(), Anytime::new());
        let solvers: [(f64, &dyn Solver<Map>); 4] = [
            (weight, &weighted),
            (weight, &potential),
            (f64::INFINITY, &greedy),
            (1.0, &anytime),
        ];
        for (factor, solver) in solvers {
            let whole = solver.solve(&map, &0);
            assert!(whole.stop().is_none());
            check(&map, factor, &whole, optimum);
            if let Outcome::Solved { guarantee, .. } = whole.outcome {
                within += u32::from(guarantee == Guarantee::Within);
            }
            // Paused after every few expansions it goes on to the same end.
            let mut search = solver.search(&map, &0);
            let (mut allowed, step) = (0, 1 + numbers.below(4) as u64);
            let paused = loop {
                allowed += step;
                search.set_limits(Limits::new().max_expanded(allowed));
                let report = search.run();
                check(&map, factor, &report, optimum);
                if report.stop().is_none() {
                    break report;
                }
            };
            assert_eq!(paused, whole);
            let most = numbers.below(30);
            for (limits, max_cost) in [
                (Limits::new(), Some(most as u32)),
                (Limits::new().max_stored(most as u64), None),
                (Limits::new().max_bytes(100 * most), None),
            ] {
                let has_cost = max_cost.is_some();
                let mut search = solver.search(&map, &0).limits(limits);
                search.set_max_cost(max_cost);
                let report = search.run();
                if factor.is_infinite() && has_cost && !map.graph.is_goal(&0) {
                    assert_eq!(report.stop(), Some(Stop::UnsupportedLimit));
                }
                check(&map, f64::INFINITY, &report, optimum);
                if report.stop() == Some(Stop::Cost) && map.admissible {
                    assert!(optimum.is_none_or(|cost| cost as usize > most));
                }
                search.set_limits(Limits::new());
                search.set_max_cost(None);
                check(&map, factor, &search.run(), optimum);
            }
        }
    }
    assert!(within > 300, "{within}");
}

/// A random graph without edges of cost zero, a solution from vertex 0 that need not be cheap, and what the
/// cheapest costs.
fn random_with_solution(numbers: &mut Numbers) -> (Map, Solution<usize, u32>, u32) {
    loop {
        let (mut map, _) = random(numbers);
        (map.admissible, map.consistent) = (true, false);
        map.graph.edges.iter_mut().for_each(|edge| edge.2 += 1);
        map.graph.estimates = vec![Some(0); VERTICES];
        // The first of many walks at random that comes to a goal.
        let (mut at, mut moves, mut cost) = (0, vec![], 0);
        for _ in 0..60 {
            let edges: Vec<_> = map.neighbors(&at).into_iter().collect();
            if map.is_goal(&at) || edges.is_empty() {
                break;
            }
            let edge = &edges[numbers.below(edges.len())];
            (at, cost) = (edge.state, cost + edge.cost);
            moves.push(edge.mv);
        }
        if map.is_goal(&at) && !moves.is_empty() {
            let optimum = UniformCost::new().solve(&map, &0);
            let optimum = optimum.into_result().expect("there is a path").cost();
            return (map, Solution::new(moves, cost), optimum);
        }
    }
}

#[test]
fn a_known_solution_is_bettered_or_proved_optimal() {
    let mut numbers = Numbers(11);
    let mut bettered = 0;
    for round in 0..1_000 {
        let (map, known, optimum) = random_with_solution(&mut numbers);
        let known = if round % 3 == 0 {
            let best = UniformCost::new().solve(&map, &0);
            best.into_result().expect("there is a path")
        } else {
            known
        };
        let (bounded, anytime) = (BranchAndBound::new(), Anytime::new());
        let (ida_star, budgeted, beam) = (IdaStar::new(), Bts::new(), Beam::new(2));
        let solvers: [&dyn Solver<Map>; 5] = [&bounded, &anytime, &ida_star, &budgeted, &beam];
        for (at, solver) in solvers.into_iter().enumerate() {
            let (goes_deeper, finds_its_own, proves) =
                (matches!(at, 0 | 2 | 3), matches!(at, 2 | 3), at < 4);
            let search = || {
                let search = solver.search(&map, &0).observe(Shown::default());
                search.with_incumbent(known.clone()).expect("it replays")
            };
            let mut whole = search();
            let report = whole.run();
            let cost = report.best().expect("one is known").cost();
            assert!(cost <= known.cost());
            if proves {
                assert!(report.is_optimal() && cost == optimum, "{report:?}");
            }
            // What is shown is better than what was known, and if nothing is, that is returned.
            let shown = &whole.observer().incumbents;
            assert!(shown.iter().all(|&cost| cost < known.cost()), "{shown:?}");
            if cost < known.cost() {
                bettered += 1;
            } else if !finds_its_own {
                assert_eq!(report.best(), Some(&known));
            }
            if goes_deeper {
                let rows = &report.iterations;
                assert!(rows.iter().all(|row| row.bound <= known.cost()));
            }
            // Stopped at once it returns what was known, and goes on to the same end.
            let mut paused = search().limits(Limits::new().max_expanded(0));
            let stopped = paused.run();
            if stopped.stop() == Some(Stop::Expanded) {
                assert_eq!(stopped.best(), Some(&known));
            }
            let mut allowed = 0;
            while paused.run().stop().is_some() {
                allowed += 1 + numbers.below(5) as u64;
                paused.set_limits(Limits::new().max_expanded(allowed));
            }
            assert_eq!(paused.run(), report);
            // Given at the end it is returned if that was none.
            let mut over = solver.search(&map, &0).observe(Shown::default());
            over.set_limits(Limits::new().max_stored(1));
            let _ = over.run();
            over.set_incumbent(known.clone()).expect("it replays");
            let best = over.run().best().map(Solution::cost);
            assert!(best.is_some_and(|best| best <= known.cost()));
            // Given during a pause it is as good.
            let mut later = solver
                .search(&map, &0)
                .limits(Limits::new().max_expanded(3));
            if later.run().stop() == Some(Stop::Expanded) {
                let mut later = later.with_incumbent(known.clone()).expect("it replays");
                later.set_limits(Limits::new());
                let report = later.run();
                assert!(
                    report
                        .best()
                        .is_some_and(|best| best.cost() <= known.cost())
                );
                assert!(!proves || report.lower_bound == Some(optimum) && report.is_optimal());
            }
        }
    }
    assert!(bettered > 1_000, "{bettered}");
}

#[test]
fn what_is_no_solution_is_not_known() {
    let puzzle = Closures::new(|n| [(1, n + 1, 1), (2, n + 2, 1)], |n| n == 3);
    let known = |moves: &[u32], cost| {
        let search = BranchAndBound::new().search(&puzzle, &0);
        let known = search.with_incumbent(Solution::new(moves.to_vec(), cost));
        let known = known.map_err(|error| (error.fault, error.played));
        known.map(|mut search| search.run().lower_bound)
    };
    assert_eq!(known(&[1, 1, 1], 3), Ok(Some(2)));
    assert_eq!(known(&[1, 1, 1], 2), Err((ReplayFault::WrongCost, 3)));
    assert_eq!(known(&[1, 3], 2), Err((ReplayFault::NoSuchMove, 1)));
    assert_eq!(known(&[1], 1), Err((ReplayFault::NotAGoal, 1)));
    let mut of_two = BranchAndBound::new().search(&puzzle, &0).also_from([2]);
    let second = of_two.run().into_result().expect("one step");
    let of_one = BranchAndBound::new().search(&puzzle, &2);
    let error = of_one.with_incumbent(second).expect_err("it has one start");
    assert_eq!(error.fault, ReplayFault::NotAStart);
}

/// A limit that is lowered below the best solution leaves what lies between them unproved.
#[test]
fn a_limit_below_the_best_solution() {
    let mut numbers = Numbers(13);
    let mut stopped = 0;
    for _ in 0..3_000 {
        let (map, known, optimum) = random_with_solution(&mut numbers);
        let search = BranchAndBound::new().search(&map, &0);
        let mut search = search.with_incumbent(known).expect("it replays");
        search.set_limits(Limits::new().max_expanded(numbers.below(20) as u64));
        let _ = search.run();
        let most = numbers.below(optimum as usize + 10) as u32;
        search.set_limits(Limits::new());
        search.set_max_cost(Some(most));
        let report = search.run();
        if report.stop() == Some(Stop::Cost) {
            stopped += 1;
            assert!(
                most < optimum && report.lower_bound <= Some(optimum),
                "{report:?}"
            );
        } else {
            assert!(
                report.is_optimal() && report.lower_bound == Some(optimum),
                "{report:?}"
            );
        }
        search.set_max_cost(None);
        assert_eq!(search.run().lower_bound, Some(optimum));
    }
    assert!(stopped > 500, "{stopped}");
}

/// Each incumbent and each bound, as they are shown.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) incumbents: Vec<u32>,
    pub(crate) bounds: Vec<u32>,
    pub(crate) ends_at_each: bool,
}

impl<S, M> Observer<S, M, u32> for Shown {
    fn incumbent(
        &mut self,
        solution: &Solution<M, u32>,
        progress: &SearchProgress<u32>,
    ) -> ControlFlow<()> {
        assert_eq!(progress.best_cost, Some(solution.cost()));
        assert!(progress.stats.expanded > 0 && progress.lower_bound <= progress.best_cost);
        self.incumbents.push(solution.cost());
        if self.ends_at_each {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn lower_bound(&mut self, bound: u32) -> ControlFlow<()> {
        self.bounds.push(bound);
        ControlFlow::Continue(())
    }
}

#[test]
fn an_anytime_search_only_gets_better() {
    let tiles = SlidingTiles::new(4, 4).expect("sixteen cells");
    let start = walk_back(&tiles, 100, &mut Numbers(3));
    let puzzle = tiles.guided_by(Manhattan);
    let mut search = Anytime::new()
        .search(&puzzle, &start)
        .observe(Shown::default());
    let report = search.run();
    assert!(report.is_optimal() && report.factor() == Some(1.0));
    let shown = search.observer();
    assert!(shown.incumbents.len() > 1);
    assert!(shown.incumbents.windows(2).all(|pair| pair[0] > pair[1]));
    assert!(shown.bounds.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(shown.incumbents.last().copied(), report.lower_bound);
    // An observer that ends it at each solution sees the same ones.
    let observer = Shown {
        ends_at_each: true,
        ..Shown::default()
    };
    let mut again = Anytime::new().search(&puzzle, &start).observe(observer);
    let mut stops = 0;
    let end = loop {
        let end = again.run();
        if end.stop().is_none() {
            break end;
        }
        assert_eq!(
            end.best().map(Solution::cost),
            again.observer().incumbents.last().copied()
        );
        stops += 1;
    };
    assert_eq!(stops, shown.incumbents.len());
    assert_eq!(
        (end.solution(), &again.observer().incumbents),
        (report.solution(), &shown.incumbents)
    );
}

/// A long way with nothing beside it: no round goes through what is done.
#[test]
fn an_anytime_search_goes_a_long_way() {
    let puzzle = Closures::new(|n| [(0, n + 1, 1)], |n| n == 100_000);
    let report = Anytime::new().solve(&puzzle, &0);
    assert!(report.is_optimal() && report.stats.expanded == 100_000);
    assert!(
        report.stats.peak_bytes < 200 * 100_000,
        "{:?}",
        report.stats
    );
}

#[test]
fn weights_are_what_they_are_called() {
    for (weight, is) in [
        (1.5, 1.5),
        (0.0, 1.0),
        (f64::NAN, 1.0),
        (1e9, 1000.0),
        (1.2344, 1.234),
        (1.2346, 1.234),
        (1.000_999, 1.0),
    ] {
        assert_eq!(WeightedAStar::new(weight).weight(), is);
    }
    for thousandths in 1_000..=1_000_000 {
        let weight = f64::from(thousandths) / 1_000.0;
        assert_eq!(WeightedAStar::new(weight).weight(), weight);
        assert_eq!(Dps::new(f64::from(thousandths) * 0.001).factor(), weight);
    }
    assert_eq!(WeightedAStar::default(), WeightedAStar::new(1.0));
}

/// Gilon, Felner and Stern (2016) expand 912 states on average within 1.11 of the optimum, where
/// weighted A* expands 27,612 of those instances that it solves.
fn pancakes_within_a_ninth(count: usize) -> f64 {
    let puzzle = Pancake::<[u8; 101]>::packed(101).expect("it fits");
    let puzzle = puzzle.guided_by(Gap::new());
    let mut numbers = Numbers(3);
    let mut expanded = 0;
    for _ in 0..count {
        let stack = numbers.shuffled(1..102);
        let start = puzzle.puzzle().state(&stack).expect("each once");
        let limits = Limits::new().max_expanded(100_000);
        let report = Dps::new(1.11).search(&puzzle, &start).limits(limits).run();
        let solution = report.solution().expect("it is near");
        assert_eq!(solution.verify(&puzzle, &start), Ok(()));
        assert!(report.factor() <= Some(1.11));
        expanded += report.stats.expanded;
    }
    expanded as f64 / count as f64
}

#[test]
fn potential_is_what_counts_on_large_stacks() {
    let mean = pancakes_within_a_ninth(4);
    assert!(mean < 1_000.0, "{mean}");
}

#[test]
#[ignore = "seconds in release mode"]
fn a_hundred_large_stacks() {
    let mean = pancakes_within_a_ninth(100);
    assert!(mean < 1_000.0, "{mean}");
}

/// Siag, Felner and Shperberg (2025) on Korf's hundred, with databases of these tiles and the blank: A* expands 25,323
/// on average, weighted A* 3,875, 572 and 283 and pays 1.02, 1.11 and 1.23 times the optimum.
#[test]
#[ignore = "seconds in release mode, and a gigabyte"]
fn weights_expand_the_published_share() {
    let tiles = korf::puzzle();
    let cells: [&[usize]; 2] = [&[1, 2, 4, 5, 6, 8, 9], &[3, 7, 10, 11, 12, 13, 14, 15]];
    let style = Style {
        blank: Blank::RegionKept,
        entries: Entries::Bytes,
    };
    let partition = Partition::new(cells);
    let databases = TilePatterns::build(&tiles, &partition, style).run();
    let puzzle = tiles.guided_by(databases.expect("they fit"));
    let instances = korf::instances();
    let means = |solver: &dyn Solver<_>| {
        let (mut expanded, mut factors) = (0, 0.0);
        for instance in &instances {
            let report = solver.solve(&puzzle, &instance.start);
            expanded += report.stats.expanded;
            let cost = report.solution().expect("it can be solved").cost();
            factors += f64::from(cost) / f64::from(instance.cost);
        }
        (expanded as f64 / 100.0, factors / 100.0)
    };
    let (exact, factor) = means(&AStar::new());
    assert!((24_000.0..27_000.0).contains(&exact) && (factor - 1.0).abs() < 1e-9);
    for (weight, share, published) in [(1.2, 0.2, 1.02), (1.5, 0.035, 1.11), (2.0, 0.02, 1.23)] {
        let (expanded, factor) = means(&WeightedAStar::new(weight));
        assert!(expanded < share * exact, "{weight}: {expanded}");
        assert!((factor - published).abs() < 0.03, "{weight}: {factor}");
    }
}
