//! Sliding tiles that cost differently: laws, brute force, published costs, databases.

use puzzle_search::heuristics::{Guided, Heuristic, Manhattan, Misplaced, WeightedPatterns};
use puzzle_search::job::BuildError;
use puzzle_search::puzzle::{Portable, TwoSided};
use puzzle_search::puzzles::{Board, SlidingTiles, WeightedTiles};
use puzzle_search::solvers::{BaeStar, Bts};
use puzzle_search::{
    AStar, IdaStar, Limits, Notation, Puzzle, Ranked, Solvability, Solver, Stop, UniformCost, laws,
};

use crate::korf;
use crate::oracle;
use crate::support::{Numbers, walk_back};

fn tiles(rows: usize, columns: usize) -> SlidingTiles {
    SlidingTiles::new(rows, columns).expect("a legal size")
}

fn weighted(tiles: SlidingTiles, costs: &[u32]) -> WeightedTiles {
    WeightedTiles::new(tiles, costs).expect("a cost for each tile")
}

fn patterns(puzzle: &WeightedTiles, groups: &[&[u8]]) -> WeightedPatterns {
    WeightedPatterns::build(puzzle, groups)
        .run()
        .expect("they fit")
}

/// Heavy tiles, a table of costs, tiles that cost nothing, and tiles that all cost one.
fn puzzles() -> Vec<WeightedTiles> {
    let mixed = tiles(2, 3).with_goal(&[4, 0, 1, 3, 5, 2]);
    vec![
        WeightedTiles::heavy(tiles(2, 3)),
        weighted(mixed.expect("a legal goal"), &[7, 1, 1_000_000, 3, 3]),
        weighted(tiles(3, 2), &[2, 0, 5, 0, 1]),
        weighted(tiles(2, 3), &[1; 5]),
    ]
}

fn keeps_the_laws<H: Heuristic<WeightedTiles>>(puzzle: &WeightedTiles, heuristic: H) {
    let guided = puzzle.clone().guided_by(heuristic);
    let start = walk_back(puzzle, 9, &mut Numbers(5));
    let checked = laws::check(&guided, &start).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(checked.complete && checked.facts.consistent);
    assert!(guided.facts().consistent);
}

#[test]
fn the_laws_are_kept() {
    let [heavy, table, free, unit] = &puzzles()[..] else {
        panic!("four");
    };
    let start = walk_back(table, 9, &mut Numbers(5));
    laws::Check::new()
        .reversible(table, &start)
        .unwrap_or_else(|violation| panic!("{violation}"));
    laws::Check::new()
        .ranked(table, &start)
        .unwrap_or_else(|violation| panic!("{violation}"));
    laws::check_traversal(table, &start).unwrap_or_else(|violation| panic!("{violation}"));
    keeps_the_laws(table, Manhattan);
    keeps_the_laws(unit, Misplaced);
    keeps_the_laws(heavy, patterns(heavy, &[&[1, 2], &[5, 3]]));
    keeps_the_laws(free, patterns(free, &[&[1, 2], &[5, 3]]));
}

#[test]
fn facts_are_those_that_hold() {
    let [heavy, table, free, unit] = &puzzles()[..] else {
        panic!("four");
    };
    assert_eq!(heavy.facts().least_cost, 1);
    assert_eq!(table.facts().least_cost, 1);
    assert_eq!(free.facts().least_cost, 0);
    assert!(!heavy.facts().unit_costs && heavy.facts().undirected);
    assert_eq!(unit.facts(), unit.tiles().facts());
    assert!(heavy.clone().guided_by(Manhattan).facts().parity);
    assert!(!heavy.clone().guided_by(Misplaced).facts().parity);
}

/// Every start, every heuristic, from both ends, against relaxation.
#[test]
fn every_start_is_solved_at_least_cost() {
    for puzzle in puzzles() {
        let groups: &[&[u8]] = &[&[1, 4], &[2, 3, 5]];
        let databases = WeightedPatterns::build(&puzzle, groups).run().ok();
        assert!(databases.is_some() == (puzzle.cost(1) < 7));
        for rank in (0..360).step_by(5) {
            let start = puzzle.unrank(rank).expect("a rank");
            let least = oracle::least_cost(&puzzle, &start).map(|cost| cost as u32);
            let plain = puzzle.clone();
            assert_eq!(UniformCost::new().solve(&plain, &start).lower_bound, least);
            both_ends(&puzzle.clone().guided_by(Manhattan), &start, least);
            both_ends(&puzzle.clone().guided_by(Misplaced), &start, least);
            if let Some(databases) = &databases {
                both_ends(&puzzle.clone().guided_by(databases), &start, least);
            }
            // Costs of millions would take it as many iterations.
            if databases.is_some() {
                let guided = puzzle.clone().guided_by(Manhattan);
                let report = IdaStar::new().solve(&guided, &start);
                let is_free = puzzle.facts().least_cost == 0;
                assert!(report.lower_bound == least || (is_free && report.stop().is_some()));
            }
        }
    }
}

fn both_ends<P: TwoSided<State = Board, Cost = u32>>(
    puzzle: &P,
    start: &Board,
    least: Option<u32>,
) {
    assert!(puzzle.heuristic(start) <= least);
    let solvers: [&dyn Solver<_>; 3] = [&AStar::new(), &AStar::new().backward(), &BaeStar::new()];
    for solver in solvers {
        let report = solver.solve(puzzle, start);
        assert_eq!(report.lower_bound, least);
        let solution = report.solution().expect("an even permutation");
        assert_eq!(solution.verify(puzzle, start), Ok(()));
    }
}

/// With costs of one each estimate is that of the board without costs, and a group of all tiles knows all.
#[test]
fn at_unit_costs_all_is_as_without() {
    let plain = tiles(3, 3).guided_by(Manhattan);
    let unit = weighted(tiles(3, 3), &[1; 8]);
    let whole = unit
        .clone()
        .guided_by(patterns(&unit, &[&[1, 2, 3, 4, 5], &[6, 7, 8]]));
    let unit = unit.guided_by(Manhattan);
    let mut numbers = Numbers(3);
    for steps in 0..60 {
        let start = walk_back(&plain, steps, &mut numbers);
        assert_eq!(plain.heuristic(&start), unit.heuristic(&start));
        assert!(unit.heuristic(&start) <= whole.heuristic(&start));
        let expected = AStar::new().solve(&plain, &start).lower_bound;
        assert_eq!(AStar::new().solve(&whole, &start).lower_bound, expected);
        assert_eq!(IdaStar::new().solve(&unit, &start).lower_bound, expected);
    }
    let small = WeightedTiles::heavy(tiles(2, 3));
    let exact = small
        .clone()
        .guided_by(patterns(&small, &[&[1, 2, 3, 4, 5]]));
    for rank in 0..360 {
        let start = small.unrank(rank).expect("a rank");
        let cost = oracle::least_cost(&small, &start).map(|cost| cost as u32);
        assert_eq!(exact.heuristic(&start), cost);
    }
}

/// A published instance: its board, its estimate and its least cost.
struct Instance {
    id: u64,
    start: Board,
    manhattan: u32,
    cost: u32,
}

fn heavy_fifteen() -> WeightedTiles {
    WeightedTiles::heavy(korf::puzzle())
}

/// Those of the published instances that cost the least beyond their estimate first.
fn published() -> Vec<Instance> {
    let boards = korf::instances();
    let instance = |row: Vec<u64>| {
        let board = boards.iter().find(|board| board.id == row[0]);
        Instance {
            id: row[0],
            start: board.expect("one of the hundred").start,
            manhattan: row[1] as u32,
            cost: row[2] as u32,
        }
    };
    let costs = korf::rows(include_str!("../../crates/cli/data/korf_heavy.csv"));
    let mut all: Vec<_> = costs.map(instance).collect();
    all.sort_by_key(|instance| instance.cost - instance.manhattan);
    assert_eq!(all.len(), 21);
    all
}

#[test]
fn heavy_fifteens_cost_what_is_published() {
    let puzzle = heavy_fifteen().guided_by(Manhattan);
    let instances = published();
    for instance in &instances {
        assert_eq!(puzzle.heuristic(&instance.start), Some(instance.manhattan));
    }
    let Instance {
        id, start, cost, ..
    } = &instances[0];
    assert_eq!(*id, 12);
    let solvers: [&dyn Solver<_>; 3] = [&AStar::new(), &BaeStar::new(), &Bts::new()];
    for solver in solvers {
        let report = solver.solve(&puzzle, start);
        assert_eq!(report.lower_bound, Some(*cost));
        let solution = report.solution().expect("it can be solved");
        assert_eq!(solution.verify(&puzzle, start), Ok(()));
    }
}

#[test]
#[ignore = "minutes, and gigabytes"]
fn all_heavy_fifteens_cost_what_is_published() {
    let plain = heavy_fifteen();
    let groups: [&[u8]; 3] = [&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10], &[11, 12, 13, 14, 15]];
    let databases = patterns(&plain, &groups);
    let puzzle = plain.clone().guided_by(Manhattan);
    let better = plain.guided_by(databases);
    let mut sums = [0; 5];
    for (
        at,
        Instance {
            id, start, cost, ..
        },
    ) in published().into_iter().enumerate()
    {
        let reports = [
            Some(AStar::new().solve(&puzzle, &start)),
            Some(BaeStar::new().solve(&puzzle, &start)),
            Some(AStar::new().solve(&better, &start)),
            (at < 10).then(|| IdaStar::new().solve(&puzzle, &start)),
            (at < 10).then(|| Bts::new().solve(&puzzle, &start)),
        ];
        if let [.., Some(ida_star), Some(bts)] = &reports {
            assert!(
                bts.stats.expanded <= ida_star.stats.expanded,
                "instance {id}"
            );
        }
        for (report, sum) in reports.iter().flatten().zip(&mut sums) {
            assert_eq!(report.lower_bound, Some(cost), "instance {id}");
            *sum += report.stats.expanded;
        }
    }
    // A third with both ends, a twentieth with databases.
    assert!(3 * sums[1] < sums[0] && 20 * sums[2] < sums[0], "{sums:?}");
    // IDA*'s iterations grow by a third: had they doubled, they would take half as many.
    assert!(5 * sums[4] < 3 * sums[3], "{sums:?}");
}

#[test]
fn texts_bytes_and_faults() {
    let puzzle = WeightedTiles::heavy(tiles(2, 2));
    let board = puzzle.parse("0 1 3 2").expect("a board");
    assert_eq!(puzzle.display(&board).to_string(), "0 1\n3 2");
    let mut bytes = [9; 4];
    puzzle.write_state(&board, &mut bytes);
    assert_eq!((puzzle.state_bytes(), bytes), (4, [0, 1, 3, 2]));
    assert_eq!(puzzle.read_state(&bytes), Some(board));
    assert!(
        puzzle.parse("1 1 3 2").is_err()
            && puzzle.solvability(&tiles(3, 3).goal()) == Solvability::NotAState
    );
    let error = WeightedTiles::new(tiles(2, 2), &[1, 2, 1_000_001]).expect_err("too much");
    assert_eq!(
        (error.to_string().as_str(), error.position()),
        (
            "a move of tile 3 costs 1000001: expected at most 1000000",
            Some(2)
        )
    );
    // A board of one cell has no tile.
    let nothing = weighted(tiles(1, 1), &[]).guided_by(Manhattan);
    assert_eq!(
        AStar::new()
            .solve(&nothing, &tiles(1, 1).goal())
            .lower_bound,
        Some(0)
    );
    let odd = puzzle.parse("2 1 3 0").expect("a board");
    assert!(
        BaeStar::new()
            .solve(&puzzle.clone().guided_by(Manhattan), &odd)
            .is_unsolvable()
    );

    let build = |groups: &[&[u8]]| WeightedPatterns::build(&puzzle, groups).run().map(drop);
    assert_eq!(build(&[]), Ok(()));
    let faults: [&[&[u8]]; 5] = [&[&[0]], &[&[4]], &[&[1, 1]], &[&[1], &[1]], &[&[255]]];
    for groups in faults {
        assert!(
            matches!(build(groups), Err(BuildError::Unfit(_))),
            "{groups:?}"
        );
    }
    let error = build(&[&[1], &[2, 4]]).expect_err("there is no tile 4");
    assert_eq!(
        error.to_string(),
        "tile 4 of a pattern: expected each of 1 to 3 at most once"
    );
    let limits = Limits::new().max_bytes(10);
    let mut task = WeightedPatterns::build(&puzzle, &[&[1, 2, 3]]).limits(limits);
    assert_eq!(task.run().map(drop), Err(BuildError::Stopped(Stop::Bytes)));
    let dear = weighted(tiles(2, 3), &[1, 1, 1, 1, 500]);
    let fault = WeightedPatterns::build(&dear, &[&[4, 5]]).run();
    assert!(matches!(fault, Err(BuildError::Unfit(_))));
    // Databases of other costs, or for another goal, are none of this puzzle.
    let databases = patterns(&puzzle, &[&[1, 2]]);
    let other = puzzle
        .clone()
        .with_goal(&[0, 1, 2, 3])
        .expect("a legal goal");
    assert!(Guided::new(other, databases.clone()).is_err());
    assert!(Guided::new(weighted(tiles(2, 2), &[2, 2, 3]), databases.clone()).is_err());
    assert!(Guided::new(puzzle.clone(), databases).is_ok());
}
