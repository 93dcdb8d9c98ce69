//! States that are found by addresses in the place of hashes: the same searches, step by step.

use std::sync::atomic::{AtomicUsize, Ordering};

use puzzle_search::answers::Distances;
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::Connectivity::{Eight, Four};
use puzzle_search::puzzles::{Cell, Compass, Grid, GridMap};
use puzzle_search::solvers::{GreedyBestFirst, WeightedAStar};
use puzzle_search::{
    AStar, BreadthFirst, Facts, Limits, Neighbor, NeighborOf, Puzzle, ReportOf, Search, Solution,
    Solver, Stop, UniformCost, from_edges, from_steps, laws,
};

use crate::support::Numbers;

/// A grid whose cells have only hashes, or other addresses.
#[derive(Clone)]
struct Hidden(Grid, fn(&Grid) -> usize, fn(&Grid, &Cell) -> usize);

impl Puzzle for Hidden {
    type State = Cell;
    type Move = Compass;
    type Cost = u32;

    const HAS_ADDRESSES: bool = true;

    fn neighbors(&self, cell: &Cell) -> impl IntoIterator<Item = NeighborOf<Grid>> {
        self.0.neighbors(cell)
    }

    fn is_goal(&self, cell: &Cell) -> bool {
        self.0.is_goal(cell)
    }

    fn heuristic(&self, cell: &Cell) -> Option<u32> {
        self.0.heuristic(cell)
    }

    fn facts(&self) -> Facts<u32> {
        self.0.facts()
    }

    fn addresses(&self) -> usize {
        self.1(&self.0)
    }

    fn address(&self, cell: &Cell) -> usize {
        self.2(&self.0, cell)
    }
}

impl Portable for Hidden {
    fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }

    fn write_state(&self, cell: &Cell, bytes: &mut [u8]) {
        self.0.write_state(cell, bytes);
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Cell> {
        self.0.read_state(bytes)
    }
}

fn without(grid: &Grid) -> Hidden {
    Hidden(grid.clone(), |_| 0, |_, _| 0)
}

fn with(grid: &Grid) -> Hidden {
    Hidden(grid.clone(), Grid::addresses, Grid::address)
}

/// Ground of many costs, between walls or not, and its first and last cell.
fn random(side: u16, numbers: &mut Numbers) -> (Grid, [Cell; 2]) {
    let letters: &[u8] = [&b"123456789"[..], b"...9....#"][numbers.below(2)];
    let [first, last] = [Cell::new(0, 0), Cell::new(side - 1, side - 1)];
    let map = GridMap::new(side, side, |cell| {
        let letter = char::from(letters[numbers.below(9)]);
        if [first, last].contains(&cell) {
            '.'
        } else {
            letter
        }
    });
    let connectivity = [Four, Eight][numbers.below(2)];
    let grid = Grid::new(map.expect("a legal size"), connectivity);
    let grid = grid.with_goals([last]).expect("an open cell");
    (grid, [first, last])
}

/// The solver searches both alike: in one go, stopped every so often, and saved there.
fn check(solver: &dyn Solver<Hidden>, grid: &Grid, start: &Cell) {
    let (hashed, addressed) = (without(grid), with(grid));
    let mut whole = solver.solve(&hashed, start);
    let mut searched = solver.solve(&addressed, start);
    (whole.elapsed, searched.elapsed) = (None, None);
    // The tables are not of one size.
    (whole.stats.peak_bytes, searched.stats.peak_bytes) = (0, 0);
    assert_eq!(searched, whole);
    let mut search = Search::new(&solver, &addressed, [*start]);
    let mut allowed = 0;
    let report = loop {
        allowed += 1_777;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        if report.stop() != Some(Stop::Expanded) {
            break report;
        }
        let bytes = search.save().expect("memory is written");
        search = Search::load(&solver, &addressed, &bytes).expect("it was saved");
    };
    assert_eq!(report.outcome, whole.outcome);
    assert_eq!(report.stats.expanded, whole.stats.expanded);
    assert_eq!(report.stats.duplicates, whole.stats.duplicates);
}

#[test]
fn a_search_is_the_same_by_addresses_and_by_hashes() {
    let mut numbers = Numbers(5);
    // More cells than there are addresses without a question, and few.
    for side in [200, 150, 60, 7, 1] {
        let (grid, [start, _]) = random(side, &mut numbers);
        check(&AStar::new(), &grid, &start);
        check(&BreadthFirst::new(), &grid, &start);
        check(&UniformCost::new(), &grid, &start);
        check(&GreedyBestFirst::new(), &grid, &start);
        check(&WeightedAStar::new(1.5), &grid, &start);
    }
}

/// Where there is no room for a state, the known ones after it were counted only if they were looked up at once.
#[test]
fn without_room_all_but_duplicates_is_the_same_and_then_all() {
    let mut numbers = Numbers(11);
    let mut differ = 0;
    for (side, stored) in [(60, 700), (60, 2_000), (150, 9_000), (7, 1), (7, 20)] {
        let (grid, [start, _]) = random(side, &mut numbers);
        let puzzles = [without(&grid), with(&grid)];
        let [hashed, addressed] = puzzles.each_ref().map(|puzzle| {
            let solver = UniformCost::new();
            let mut search = Search::new(&solver, puzzle, [start]);
            search.set_limits(Limits::new().max_stored(stored));
            let full = search.run();
            assert_eq!(full.stop(), Some(Stop::Stored));
            search.set_limits(Limits::new());
            [full, search.run()].map(|report| (report.outcome, report.lower_bound, report.stats))
        });
        for (at, (ours, theirs)) in addressed.into_iter().zip(hashed).enumerate() {
            assert_eq!((&ours.0, ours.1), (&theirs.0, theirs.1));
            let counts =
                |stats: &puzzle_search::Stats| [stats.expanded, stats.generated, stats.peak_stored];
            assert_eq!(counts(&ours.2), counts(&theirs.2));
            assert!(ours.2.duplicates >= theirs.2.duplicates);
            differ += ours.2.duplicates - theirs.2.duplicates;
            assert!(at == 0 || ours.2.duplicates == theirs.2.duplicates);
        }
    }
    assert!(differ > 0);
}

#[test]
fn questions_are_answered_the_same_by_addresses() {
    let mut numbers = Numbers(6);
    for side in [160, 20] {
        let (grid, [start, end]) = random(side, &mut numbers);
        let (hashed, addressed) = (&without(&grid), &with(&grid));
        let [mut ours, mut theirs] =
            [addressed, hashed].map(|puzzle| Distances::new(puzzle, [start]));
        ours.run().expect("nothing stops it");
        theirs.run().expect("nothing stops it");
        assert!(ours.iter().eq(theirs.iter()));
        assert_eq!(ours.path_to(&end), theirs.path_to(&end));
        assert!(ours.get(&Cell::new(side, 0)).is_none());
        let all = |puzzle| AStar::new().all_solutions(puzzle, [start]).run();
        let [ours, theirs] = [all(addressed), all(hashed)].map(Result::ok);
        let [ours, theirs] = [ours, theirs].map(|all| {
            let all = all.expect("there is a way");
            (all.count(), all.iter().next())
        });
        assert_eq!(ours, theirs);
        let few = |puzzle| AStar::new().k_cheapest_paths(puzzle, [start], 5).run();
        let [ours, theirs] = [few(addressed), few(hashed)];
        assert_eq!(
            ours.expect("there is a way"),
            theirs.expect("there is a way")
        );
    }
}

/// One search goes from map to map, of any size: the addresses of the one before mean nothing.
#[test]
fn the_memory_of_one_search_serves_maps_of_any_size() {
    serve_maps_of_any_size(&AStar::new());
    serve_maps_of_any_size(&BreadthFirst::new());
}

fn serve_maps_of_any_size(solver: &dyn Solver<Hidden>) {
    let mut numbers = Numbers(7);
    let (first, [start, _]) = random(30, &mut numbers);
    let new = |puzzle| Search::new(&solver, Box::new(puzzle), [start]);
    let [mut hashed, mut addressed] = [new(without(&first)), new(with(&first))];
    for _ in 0..300 {
        let side = [1, 9, 30, 140][numbers.below(4)];
        let (grid, [start, _]) = random(side, &mut numbers);
        let fresh = solver.solve(&without(&grid), &start);
        hashed.restart_on(Box::new(without(&grid)), [start]);
        // Some have no addresses.
        let kind = [with, with, without][numbers.below(3)];
        addressed.restart_on(Box::new(kind(&grid)), [start]);
        // Some are not finished.
        let stopped = numbers.below(3) == 0;
        let limits = if stopped {
            Limits::new().max_expanded(40)
        } else {
            Limits::new()
        };
        let [hashed, addressed] = [&mut hashed, &mut addressed].map(|search| {
            search.set_limits(limits.clone());
            search.run()
        });
        assert_eq!(addressed.outcome, hashed.outcome);
        assert_eq!(addressed.stats.expanded, hashed.stats.expanded);
        let cost = |report: &ReportOf<Hidden>| report.solution().map(Solution::cost);
        let least = fresh.solution().map(Solution::cost);
        assert!(stopped || cost(&addressed) == least);
    }
}

#[test]
fn a_table_of_addresses_keeps_to_the_limit_on_memory() {
    let (grid, [start, _]) = random(200, &mut Numbers(8));
    let solvers: [&dyn Solver<Grid>; 2] = [&UniformCost::new(), &BreadthFirst::new()];
    for solver in solvers {
        let whole = solver.solve(&grid, &start);
        // Addresses take 480,000 bytes where a cost stands beside each, and 320,000 without.
        for bytes in (1..=40).map(|tenths| tenths * 100_000) {
            let mut search = Search::new(&solver, &grid, [start]);
            search.set_limits(Limits::new().max_bytes(bytes));
            let report = search.run();
            assert!(report.stats.peak_bytes <= bytes);
            match report.stop() {
                Some(stop) => assert_eq!(stop, Stop::Bytes),
                None => assert_eq!(report.outcome, whole.outcome),
            }
        }
    }
}

/// A table of twenty million addresses, of 160 MB, is not made for half a million states, but is for six million.
#[test]
fn a_large_table_of_addresses_waits_until_it_is_worth_its_memory() {
    for (states, is_made) in [(500_000_u32, false), (6_000_000, true)] {
        let edges = move |&n: &u32| {
            [2 * n + 1, 2 * n + 2]
                .into_iter()
                .filter(move |&n| n < states)
        };
        let puzzle = from_steps(edges, |_| false).with_addresses(20_000_000, |&n| n as usize);
        let report = BreadthFirst::new().solve(&puzzle, &0);
        assert!(report.is_unsolvable(), "{states}");
        assert_eq!(report.stats.expanded, states.into());
        assert_eq!(report.stats.peak_bytes > 160_000_000, is_made, "{states}");
    }
}

#[test]
fn addresses_that_are_wrong_are_found_by_the_laws() {
    let (grid, [start, _]) = random(12, &mut Numbers(9));
    assert!(laws::check(&with(&grid), &start).is_ok());
    let shared = Hidden(grid.clone(), Grid::addresses, |_, cell| cell.x().into());
    let beyond = Hidden(grid.clone(), |_| 100, Grid::address);
    for (puzzle, expected) in [(shared, "as that of"), (beyond, "expected less than 100")] {
        let violation = laws::check(&puzzle, &start).expect_err("they are wrong");
        assert_eq!(violation.law, laws::Law::Addresses);
        assert!(violation.to_string().contains(expected), "{violation}");
        // Cells are expanded again and again, and no solution is wrong.
        let solvers: [&dyn Solver<Hidden>; 2] = [&UniformCost::new(), &BreadthFirst::new()];
        for solver in solvers {
            let mut search = Search::new(&solver, &puzzle, [start]);
            search.set_limits(Limits::new().max_expanded(2_000));
            let report = search.run();
            let right = solver.solve(&without(&grid), &start);
            match report.solution() {
                Some(solution) => {
                    assert_eq!(Some(solution.cost()), right.solution().map(Solution::cost));
                }
                None => assert_eq!(report.stop(), Some(Stop::Expanded)),
            }
        }
    }
}

/// That breaks the law as well, and does no harm.
#[test]
fn a_number_of_addresses_that_changes_is_no_panic() {
    static QUESTIONS: AtomicUsize = AtomicUsize::new(0);
    let (grid, [start, _]) = random(30, &mut Numbers(10));
    let sometimes = |grid: &Grid| match QUESTIONS.fetch_add(1, Ordering::Relaxed) % 2 {
        0 => 0,
        _ => grid.addresses(),
    };
    let puzzle = Hidden(grid.clone(), sometimes, Grid::address);
    let report = AStar::new().solve(&puzzle, &start);
    assert_eq!(report.outcome, AStar::new().solve(&grid, &start).outcome);
}

/// A count whose addresses no search would ask for.
#[test]
fn addresses_that_are_not_announced_are_found_by_the_laws() {
    struct Count;
    impl Puzzle for Count {
        type State = u8;
        type Move = ();
        type Cost = u32;

        fn neighbors(&self, &at: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
            [Neighbor::unit((), at.wrapping_add(1))]
        }

        fn is_goal(&self, &at: &u8) -> bool {
            at == 9
        }

        fn addresses(&self) -> usize {
            256
        }

        fn address(&self, &at: &u8) -> usize {
            at.into()
        }
    }
    let violation = laws::check(&Count, &0).expect_err("it has no constant");
    assert_eq!(violation.law, laws::Law::Addresses);
    assert!(
        violation.to_string().contains("expected HAS_ADDRESSES"),
        "{violation}"
    );
}

#[test]
fn vertices_may_be_their_own_addresses() {
    let mut numbers = Numbers(10);
    for _ in 0..200 {
        let mut graph = vec![vec![]; 40];
        for _ in 0..numbers.below(120) {
            let (from, to) = (numbers.below(40), numbers.below(40));
            graph[from].push((to, numbers.below(9) as u32));
        }
        let edges = |&vertex: &usize| graph[vertex].iter().copied();
        let plain = from_edges(edges, |&vertex| vertex == 39);
        let numbered = from_edges(edges, |&vertex| vertex == 39).with_addresses(40, |&v| v);
        let [plain, numbered] = [
            UniformCost::new().solve(&plain, &0).into_result(),
            UniformCost::new().solve(&numbered, &0).into_result(),
        ];
        assert_eq!(numbered, plain);
    }
}
