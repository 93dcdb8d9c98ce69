//! Where the range of a cost type, the memory or a board ends.

use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use puzzle_search::heuristics::Manhattan;
use puzzle_search::observe::{Expanded, Observer};
use puzzle_search::puzzles::{BurntPancake, GraphTiles, Pancake, Ring, SlidingTiles, SwapGame};
use puzzle_search::solvers::BranchAndBound;
use puzzle_search::{
    AStar, BreadthFirst, Facts, IdaStar, Limits, Neighbor, NeighborOf, Outcome, Puzzle, Ranked,
    Solvability, Solver, Stop, UniformCost, from_fn, laws,
};

use crate::support::{
    Closures, Digraph, every_solver, magic_squares_to, sheet_in_order, top_spin_of,
};

/// Numbers, each a step from the one before.
fn chain(goal: Option<u8>) -> impl Puzzle<State = u8, Cost = u8> {
    let step = |&n: &u8| n.checked_add(1).map(|next| ((), next, 1_u8));
    from_fn(step, move |&n| Some(n) == goal).with_facts(Facts::new().unit_costs())
}

#[test]
fn costs_up_to_the_largest_value_are_found() {
    for goal in [1, 200, 236, 254, 255] {
        let chain = chain(Some(goal));
        let solvers: [(&str, &dyn Solver<_>); 5] = [
            ("branch and bound", &BranchAndBound::new()),
            ("IDA*", &IdaStar::new()),
            ("A*", &AStar::new()),
            ("uniform cost", &UniformCost::new()),
            ("breadth-first", &BreadthFirst::new()),
        ];
        for (name, solver) in solvers {
            let report = solver.solve(&chain, &0);
            let cost = report.solution().map(puzzle_search::Solution::cost);
            assert_eq!(cost, Some(goal), "{name}");
        }
    }
}

#[test]
fn a_chain_as_long_as_the_range_is_exhausted() {
    let report = BreadthFirst::new().solve(&chain(None), &1);
    assert!(report.is_unsolvable());
}

#[test]
fn an_edge_too_dear_does_not_hide_a_solution() {
    let edges = vec![(0, 1, 1), (1, 2, u32::MAX), (0, 3, 5)];
    let estimates = vec![Some(0), Some(0), Some(u32::MAX), Some(0)];
    for estimates in [vec![], estimates] {
        let graph = Digraph {
            edges: edges.clone(),
            goals: vec![3],
            estimates,
        };
        let solvers: [(&str, &dyn Solver<_>); 4] = [
            ("A*", &AStar::new()),
            ("uniform cost", &UniformCost::new()),
            ("IDA*", &IdaStar::new()),
            ("branch and bound", &BranchAndBound::new()),
        ];
        for (name, solver) in solvers {
            let report = solver.solve(&graph, &0);
            assert_eq!(
                report.solution().map(puzzle_search::Solution::cost),
                Some(5),
                "{name}"
            );
        }
    }
}

/// A state with very many neighbors: what waits to be looked up is held to the limit as well.
#[test]
fn the_byte_limit_holds_for_what_waits() {
    let wide = Closures::new(|_| (0..1_000_000).map(|n| (n, n, 1)), |_| false);
    let solvers: [(&str, &dyn Solver<_>); 2] = [
        ("A*", &AStar::new()),
        ("breadth-first", &BreadthFirst::new()),
    ];
    for (name, solver) in solvers {
        let limits = Limits::new().max_bytes(1 << 20);
        let report = solver.search(&wide, &0).limits(limits).run();
        let stopped = matches!(
            report.outcome,
            Outcome::Stopped {
                stop: Stop::Bytes,
                ..
            }
        );
        assert!(stopped && report.stats.peak_bytes <= 1 << 20, "{name}");
        // It stopped because of what it held, not before it held anything; the start, all of whose
        // children there is no room for, is not expanded.
        assert!(report.stats.peak_bytes > 1 << 18, "{name}");
        let counts = (report.stats.generated, report.stats.expanded);
        assert_eq!(counts, (1, 0), "{name}");
    }
    // A long path whose nodes have more neighbors than a frame holds by itself.
    let deep = Closures::new(
        |n| (0..200).map(move |k| (k, n.wrapping_mul(200).wrapping_add(k + 1), 1)),
        |_| false,
    )
    .with_heuristic(|n| Some(u32::from(n % 200 != 1) * 1_000_000));
    let limits = Limits::new().max_bytes(4 << 20);
    let search = BranchAndBound::new().search(&deep, &1).limits(limits);
    let report = search.max_cost(900_000).run();
    assert!(report.stats.peak_bytes <= 4 << 20);
}

struct SetAt(u64, Arc<AtomicBool>);

impl<S, M, C> Observer<S, M, C> for SetAt {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn expanded(&mut self, _: Expanded<'_, S, C>) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            self.1.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn a_cancel_flag_is_seen_while_nodes_are_observed() {
    // After the root, states are expanded without any being generated.
    let flat = Closures::new(
        |n| (1..100_000 * u32::from(n == 0)).map(|k| (k, k, 1)),
        |_| false,
    );
    let flag = Arc::new(AtomicBool::new(false));
    let observer = SetAt(2, Arc::clone(&flag));
    let search = BreadthFirst::new().search(&flat, &0).observe(observer);
    let report = search.limits(Limits::new().with_cancel(flag)).run();
    assert!(matches!(
        report.outcome,
        Outcome::Stopped {
            stop: Stop::Cancelled,
            ..
        }
    ));
    assert!(report.stats.expanded < 10_000);
}

/// A state means nothing to a puzzle of another size, but nothing panics either.
#[test]
fn boards_of_another_size_are_harmless() {
    let boards = |cells: usize| {
        let puzzle = SlidingTiles::new(1, cells).expect("a legal size");
        puzzle.goal()
    };
    for cells in [1, 4, 8, 9, 10, 16] {
        let board = boards(cells);
        let path: Vec<_> = (0..8).map(|v| (v, v + 1)).collect();
        let graph = GraphTiles::new(9, &path).expect("a simple graph");
        let tiles = SlidingTiles::new(3, 3).expect("a legal size");
        assert_eq!(graph.rank(&board).is_some(), cells == 9);
        if cells != 9 {
            assert_eq!(graph.solvability(&board), Solvability::NotAState);
            assert_eq!(tiles.rank(&board), None);
        }
        let report = BreadthFirst::new().solve(&graph, &board);
        let refused = (cells != 9).then_some(Stop::NotAState);
        assert_eq!(report.stop(), refused, "{cells} cells");
        // Whatever these say, they say it without a panic.
        let _ = laws::Check::new().ranked(&tiles, &board);
        let _ = laws::check(&tiles, &board);
    }
}

#[test]
fn no_search_begins_from_a_board_of_another_size() {
    let sizes = [1, 2, 3, 4].map(|size| SlidingTiles::new(size, size).expect("a legal size"));
    for puzzle in &sizes {
        for other in sizes.iter().filter(|other| *other != puzzle) {
            let guided = puzzle.clone().guided_by(Manhattan);
            let board = other.goal();
            // Whatever the estimate is, it is made without a panic.
            let _ = guided.heuristic(&board);
            let limits = Limits::new().max_generated(100_000);
            for (name, solver) in every_solver() {
                let search = solver.search(&guided, &board).limits(limits.clone());
                let mut search = search.max_cost(4);
                let report = search.run();
                assert_eq!(report.stop(), Some(Stop::NotAState), "{name}");
                assert_eq!(report.lower_bound, None, "{name}");
                let counts = (report.stats.generated, report.stats.expanded);
                assert_eq!(counts, (0, 0), "{name}");
                search.set_limits(Limits::new());
                search.set_max_cost(None);
                assert_eq!(search.run(), report, "{name} says the same again");
            }
        }
    }
}

#[test]
fn no_search_begins_from_a_stack_of_another_size() {
    fn refuses<P: Puzzle>(puzzle: &P, foreign: &P::State) {
        assert_eq!(puzzle.solvability(foreign), Solvability::NotAState);
        let report = BreadthFirst::new().solve(puzzle, foreign);
        assert_eq!(report.stop(), Some(Stop::NotAState), "{foreign:?}");
    }
    let stack = Pancake::new(7).and_then(|puzzle| puzzle.state(&[2, 1, 3, 4, 5, 7, 6]));
    let stack = stack.expect("each once");
    refuses(&Pancake::new(6).expect("a size"), &stack);
    refuses(&Pancake::new(2).expect("a size"), &stack);
    refuses(&SwapGame::new(2, 3).expect("a size"), &stack);
    refuses(&top_spin_of(6, 4, Ring::Fixed), &stack);
    let sheets = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    assert!(sheets.solvability(&sheet_in_order()).is_solvable());
    // What fits in the same type is a state of whatever has room for it.
    assert!(
        Pancake::new(16)
            .expect("a size")
            .solvability(&stack)
            .is_solvable()
    );
    for sizes in [[1, 5], [5, 1], [5, 8], [8, 7]] {
        let [puzzle, other] = sizes.map(|size| BurntPancake::new(size).expect("a size"));
        assert!(puzzle.solvability(&puzzle.goal()).is_solvable());
        refuses(&puzzle, &other.goal());
    }
}

/// A state and what is hashed of it: unequal states may have the same hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hashed {
    vertex: u8,
    hashed: u64,
}

impl Hash for Hashed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hashed.hash(hasher);
    }
}

/// A path 0, 1, 2, 3 that costs 210, and a dearer way from 1 to 3 by 4. The vertices 1 and 3 have one hash, and 0 and 2.
struct Detour {
    hashed: u64,
}

impl Detour {
    fn at(&self, vertex: u8) -> Hashed {
        let hashed = [1, self.hashed, 1, self.hashed, 7][usize::from(vertex)];
        Hashed { vertex, hashed }
    }
}

impl Puzzle for Detour {
    type State = Hashed;
    type Move = u8;
    type Cost = u8;

    fn neighbors(&self, at: &Hashed) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = [(0, 1, 200), (1, 2, 5), (2, 3, 5), (1, 4, 20), (4, 3, 20)];
        let both = edges.map(|(from, to, cost)| [(from, to, cost), (to, from, cost)]);
        let out = both.into_iter().flatten();
        let out = out.filter(move |edge| edge.0 == at.vertex);
        out.map(|(_, to, cost)| Neighbor::new(to, self.at(to), cost))
    }

    fn is_goal(&self, at: &Hashed) -> bool {
        at.vertex == 3
    }

    fn facts(&self) -> Facts<u8> {
        Facts::new().undirected()
    }
}

/// The way back from 1 to 0 is beyond the range. The only child that has the hash of 0 is then another state.
#[test]
fn no_child_is_taken_for_a_parent_beyond_the_range() {
    for hashed in 2..12 {
        let puzzle = Detour { hashed };
        let start = puzzle.at(0);
        assert_eq!(AStar::new().cost(&puzzle, &start), Ok(210));
        assert_eq!(AStar::new().threads(2).cost(&puzzle, &start), Ok(210));
        assert_eq!(UniformCost::new().threads(3).cost(&puzzle, &start), Ok(210));
    }
}
