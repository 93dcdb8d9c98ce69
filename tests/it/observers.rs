//! What an observer is told of expanded states: their side, and g and h, against a search of the test's own.

use core::ops::ControlFlow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use puzzle_search::answers::Distances;
use puzzle_search::heuristics::{Guided, Manhattan};
use puzzle_search::observe::{Expanded, Generated, Layer, Observer, Side};
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, Beam, BranchAndBound, Bts, DepthFirst, Dps, GreedyBestFirst,
    IterativeDeepening, Nbs, WeightedAStar,
};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, IdaStar, Limits, Puzzle, Solver, Stop, UniformCost,
};

type Tiles = Guided<SlidingTiles, Manhattan>;
type State = <Tiles as Puzzle>::State;

const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
/// Twenty-two moves from the goal.
const START: [u8; 9] = [6, 4, 7, 8, 5, 0, 3, 2, 1];

/// The distances of all boards from the start, and from the goal.
static DISTANCES: LazyLock<[HashMap<[u8; 9], u32>; 2]> =
    LazyLock::new(|| [distances(START), distances(GOAL)]);

/// The distances of all boards from this one, by rows of numbers.
fn distances(from: [u8; 9]) -> HashMap<[u8; 9], u32> {
    let mut known = HashMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(board) = queue.pop_front() {
        let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
        for cell in 0..9 {
            let apart = (blank / 3).abs_diff(cell / 3) + (blank % 3).abs_diff(cell % 3);
            let mut next = board;
            next.swap(blank, cell);
            if apart == 1 && !known.contains_key(&next) {
                known.insert(next, known[&board] + 1);
                queue.push_back(next);
            }
        }
    }
    known
}

/// How far the tiles of two boards are apart.
fn apart(one: &[u8; 9], other: &[u8; 9]) -> u32 {
    let cell = |board: &[u8; 9], tile| board.iter().position(|&t| t == tile).expect("a tile");
    let steps = (1..9).map(|tile| {
        let (a, b) = (cell(one, tile), cell(other, tile));
        (a / 3).abs_diff(b / 3) + (a % 3).abs_diff(b % 3)
    });
    steps.sum::<usize>() as u32
}

/// All expanded states, and of all layers the sides.
#[derive(Default)]
struct Seen {
    expanded: Vec<([u8; 9], u32, Option<u32>, Side)>,
    layers: Vec<Side>,
}

impl<M> Observer<State, M, u32> for Seen {
    fn wants_nodes(&self) -> bool {
        true
    }
    fn expanded(&mut self, node: Expanded<'_, State, u32>) -> ControlFlow<()> {
        let board = board(node.state);
        self.expanded.push((board, node.g, node.h, node.side));
        ControlFlow::Continue(())
    }
    fn generated(&mut self, node: Generated<'_, State, M, u32>) -> ControlFlow<()> {
        // Every move costs one: only a start and a goal have the cost 0, and no parent.
        assert_eq!(node.parent.is_none(), node.g == 0);
        let end = if node.side == Side::Start {
            GOAL
        } else {
            START
        };
        if let Some(h) = node.h {
            assert_eq!(h, apart(&board(node.state), &end));
        }
        ControlFlow::Continue(())
    }
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.layers.push(layer.side);
        ControlFlow::Continue(())
    }
}

fn board(state: &State) -> [u8; 9] {
    let cells: Vec<u8> = state.labels().take(9).collect();
    cells.try_into().expect("nine cells")
}

fn seen(solver: &dyn Solver<Tiles>) -> (Seen, u64) {
    let tiles = SlidingTiles::new(3, 3).expect("nine cells");
    let start = tiles.state(&START).expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    let mut seen = Seen::default();
    let report = solver.search(&puzzle, &start).observe(&mut seen).run();
    assert_eq!(report.stop(), None);
    (seen, report.stats.expanded)
}

type Histogram = BTreeMap<(bool, u32), u64>;

fn by_f(nodes: impl Iterator<Item = (Side, u32)>) -> Histogram {
    let mut histogram = Histogram::new();
    nodes.for_each(|(side, f)| *histogram.entry((side == Side::Goal, f)).or_default() += 1);
    histogram
}

#[test]
fn the_histogram_by_f_is_that_of_distances() {
    let [from_start, from_goal] = &*DISTANCES;
    let cost = from_start[&GOAL];
    let f_of = |board: &[u8; 9], side| match side {
        Side::Start => from_start[board] + apart(board, &GOAL),
        Side::Goal => from_goal[board] + apart(board, &START),
    };
    let solvers: [(&dyn Solver<Tiles>, &[Side]); 4] = [
        (&AStar::new(), &[Side::Start]),
        (&BaeStar::new(), &[Side::Start, Side::Goal]),
        (&Nbs::new(), &[Side::Start, Side::Goal]),
        (&AStar::new().backward(), &[Side::Goal]),
    ];
    for (at, (solver, sides)) in solvers.into_iter().enumerate() {
        let (seen, expanded) = seen(solver);
        assert_eq!(seen.expanded.len() as u64, expanded);
        // The estimates are consistent: the path to a state that A* or BAE* expands is a cheapest one.
        let told = by_f(seen.expanded.iter().map(|&(_, g, h, side)| {
            let h = h.expect("the solver uses the heuristic");
            (side, g + h)
        }));
        let nodes = seen.expanded.iter();
        let computed = by_f(nodes.map(|(board, .., side)| (*side, f_of(board, *side))));
        assert_eq!(told, computed, "solver {at}");
        for &side in sides {
            assert!(seen.expanded.iter().any(|node| node.3 == side));
        }
        assert!(seen.expanded.iter().all(|node| sides.contains(&node.3)));
        // A* expands all states with f below the cost, and nothing beyond it.
        if let &[side] = sides {
            let below = from_start.keys().map(|board| (side, f_of(board, side)));
            let below = by_f(below.filter(|&(_, f)| f < cost));
            let told = told.into_iter().filter(|&((_, f), _)| f < cost);
            assert_eq!(told.collect::<Histogram>(), below, "solver {at}");
        }
    }
}

#[test]
fn estimates_are_told_where_one_is_used() {
    let informed: [&dyn Solver<Tiles>; 12] = [
        &AStar::new(),
        &WeightedAStar::new(2.0),
        &GreedyBestFirst::new(),
        &Dps::new(2.0),
        &IdaStar::new(),
        &Bts::new(),
        &BranchAndBound::new(),
        &AStarIdaStar::new(),
        &Anytime::new(),
        &Beam::new(100),
        &BaeStar::new(),
        &Nbs::new(),
    ];
    for (at, solver) in informed.into_iter().enumerate() {
        let (seen, _) = seen(solver);
        assert!(!seen.expanded.is_empty(), "solver {at}");
        for (board, _, h, side) in seen.expanded {
            let end = if side == Side::Start { GOAL } else { START };
            assert_eq!(h, Some(apart(&board, &end)), "solver {at}");
        }
    }
    let uninformed: [(&dyn Solver<Tiles>, &[Side]); 5] = [
        (&UniformCost::new(), &[Side::Start]),
        (&UniformCost::new().backward(), &[Side::Goal]),
        (&BreadthFirst::new(), &[Side::Start]),
        (&DepthFirst::new(), &[Side::Start]),
        (&Bidirectional::new(), &[Side::Start, Side::Goal]),
    ];
    let [from_start, from_goal] = &*DISTANCES;
    for (at, (solver, sides)) in uninformed.into_iter().enumerate() {
        let (seen, _) = seen(solver);
        for &side in sides {
            assert!(seen.expanded.iter().any(|node| node.3 == side));
        }
        for (board, g, h, side) in seen.expanded {
            let least = match side {
                Side::Start => from_start[&board],
                Side::Goal => from_goal[&board],
            };
            let is_least = g == least || at == 3 && g >= least;
            assert!(
                h.is_none() && is_least && sides.contains(&side),
                "solver {at}"
            );
        }
        assert!(
            seen.layers.iter().all(|side| sides.contains(side)),
            "solver {at}"
        );
    }
}

#[test]
fn a_search_by_a_puzzle_of_its_own_is_of_the_side_of_the_goals() {
    let solver = IterativeDeepening::new().backward();
    let tiles = SlidingTiles::new(2, 2).expect("four cells");
    let start = tiles.state(&[0, 1, 3, 2]).expect("a board");
    #[derive(Default)]
    struct Sides(u64);
    impl<S, M, C> Observer<S, M, C> for Sides {
        fn wants_nodes(&self) -> bool {
            true
        }
        fn expanded(&mut self, node: Expanded<'_, S, C>) -> ControlFlow<()> {
            assert_eq!(node.side, Side::Goal);
            self.0 += 1;
            ControlFlow::Continue(())
        }
    }
    let mut sides = Sides::default();
    let report = solver.search(&tiles, &start).observe(&mut sides).run();
    assert!(report.is_optimal() && sides.0 == report.stats.expanded);
}

/// The lower bounds, in the order in which they were told.
#[derive(Default)]
struct Bounds(Vec<u32>);

impl<S, M> Observer<S, M, u32> for Bounds {
    fn lower_bound(&mut self, bound: u32) -> ControlFlow<()> {
        self.0.push(bound);
        ControlFlow::Continue(())
    }
}

#[test]
fn a_search_that_is_stopped_before_its_first_state_tells_a_bound_once() {
    let puzzle = SlidingTiles::new(2, 3).expect("six cells");
    let start = puzzle.state(&[4, 5, 0, 1, 2, 3]).expect("a board");
    let search = || {
        let search = BreadthFirst::new().search(&puzzle, &start);
        search.observe(Bounds::default())
    };
    let mut whole = search();
    assert!(whole.run().is_optimal());
    let cancel = Arc::new(AtomicBool::new(true));
    let mut search = search().limits(Limits::new().with_cancel(cancel.clone()));
    assert_eq!(search.run().stop(), Some(Stop::Cancelled));
    cancel.store(false, Ordering::Relaxed);
    assert!(search.run().is_optimal());
    assert_eq!(search.observer().0, whole.observer().0);
}

#[test]
fn distances_that_start_over_tell_their_bounds_from_the_beginning() {
    let puzzle = SlidingTiles::new(2, 3).expect("six cells");
    let mut distances = Distances::new(&puzzle, [puzzle.goal()]).observe(Bounds::default());
    assert_eq!(distances.run(), Ok(()));
    let told = distances.observer().0.clone();
    assert!(told.len() > 10 && told.is_sorted());
    distances.restart([puzzle.goal()]);
    assert_eq!(distances.run(), Ok(()));
    assert_eq!(distances.observer().0, [told.clone(), told].concat());
}
