//! Every solver that proves its solutions optimal solves the instances of `tests/instances`, whose costs and numbers of
//! cheapest solutions come from elsewhere.

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::{
    BurntPancake, GraphTiles, Hanoi, Pancake, Ring, SlidingTiles, SwapGame, WeightedTiles,
};
use puzzle_search::{AStar, Bidirectional, BreadthFirst, Notation, Puzzle, Reversible, Solver};

use crate::support::{
    Named, Numbered, informed_depth_first, iterative_deepening, storing, top_spin_of,
};

/// Whether the solvers that store no states end within seconds.
#[derive(Clone, Copy, PartialEq)]
enum DepthFirst {
    Ends,
    TakesTooLong,
}

/// A row of a file.
struct Instance<'a> {
    start: &'a str,
    /// The least cost and the number of solutions that cost as much; none if there is no solution.
    optimum: Option<(u32, u128)>,
}

fn instances(file: &str) -> impl Iterator<Item = Instance<'_>> {
    let rows = file.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[start, cost, count, source] = &*fields else {
            panic!("four fields in {row}");
        };
        assert!(!source.is_empty(), "{row}");
        let optimum = (cost != "unsolvable").then(|| {
            let cost = cost.parse().expect("a cost");
            (cost, count.parse().expect("a count"))
        });
        Instance { start, optimum }
    })
}

fn check<P>(puzzle: &P, file: &str, depth_first: DepthFirst)
where
    P: Notation + Reversible<Cost = u32>,
{
    let mut number = 0;
    for Instance { start, optimum } in instances(file) {
        let state = puzzle.parse(start).expect("a state");
        let numbered = Numbered::from(puzzle, &state);
        let has_unit_costs = puzzle.facts().unit_costs;
        let mut solvers: Vec<Named<_>> = storing();
        if let (DepthFirst::Ends, Some((cost, _))) = (depth_first, optimum) {
            solvers.extend(informed_depth_first());
            // Without estimates the paths are too many.
            if cost <= 18 {
                solvers.push(iterative_deepening());
            }
        }
        for (name, solver) in solvers {
            if !has_unit_costs && solver.traits().counts_moves {
                continue;
            }
            let report = solver.solve(&numbered, &0);
            let cost = report.solution().map(puzzle_search::Solution::cost);
            assert_eq!(cost, optimum.map(|(cost, _)| cost), "{name} from {start}");
            match optimum {
                Some(_) => assert!(report.is_optimal(), "{name} from {start}"),
                None => assert!(report.is_unsolvable(), "{name} from {start}"),
            }
        }
        // Each way to all cheapest solutions counts the same.
        let mut counts = vec![
            AStar::new().all_solutions(&numbered, [0]).run(),
            AStar::new().all_solutions(&numbered, [0]).run(),
        ];
        if has_unit_costs {
            counts.push(BreadthFirst::new().all_solutions(&numbered, [0]).run());
            counts.push(Bidirectional::new().all_solutions(&numbered, [0]).run());
        }
        for all in counts {
            let count = all.map(|all| all.count().expect("few enough")).ok();
            assert_eq!(count, optimum.map(|(_, count)| count), "from {start}");
        }
        number += 1;
    }
    assert!(number >= 6);
}

macro_rules! instances {
    ($($test:ident: $file:literal, $puzzle:expr, $depth_first:ident;)+) => {$(
        #[test]
        fn $test() {
            let file = include_str!(concat!("../instances/", $file, ".tsv"));
            check(&$puzzle, file, DepthFirst::$depth_first);
        }
    )+};
}

fn tiles(rows: usize, columns: usize) -> SlidingTiles {
    SlidingTiles::new(rows, columns).expect("a legal size")
}

instances! {
    tiles_3x3: "tiles-3x3", tiles(3, 3).guided_by(Manhattan), Ends;
    tiles_3x3_to_the_centre: "tiles-3x3-centre",
        tiles(3, 3).with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).expect("a goal").guided_by(Manhattan), Ends;
    tiles_2x4: "tiles-2x4", tiles(2, 4).guided_by(Manhattan), Ends;
    heavy_tiles_3x3: "heavy-3x3", WeightedTiles::heavy(tiles(3, 3)).guided_by(Manhattan), TakesTooLong;
    seven_pancakes: "pancakes-7", Pancake::new(7).expect("a size"), Ends;
    five_burnt_pancakes: "burnt-pancakes-5", BurntPancake::new(5).expect("a size"), TakesTooLong;
    seven_pieces_of_topspin: "topspin-7-4", top_spin_of(7, 4, Ring::Fixed), Ends;
    swaps_2x4: "swaps-2x4", SwapGame::new(2, 4).expect("a size").guided_by(Manhattan), TakesTooLong;
    six_discs_on_three_pegs: "hanoi-6-3", Hanoi::new(6, 3).expect("a size"), TakesTooLong;
    six_discs_on_four_pegs: "hanoi-6-4", Hanoi::new(6, 4).expect("a size"), TakesTooLong;
    tiles_on_a_graph: "theta",
        GraphTiles::new(7, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)])
            .expect("a graph").guided_by(Manhattan), TakesTooLong;
}
