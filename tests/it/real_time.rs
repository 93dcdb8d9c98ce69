//! An agent that looks ahead: against relaxation on random graphs and maps, within limits, and from trial to
//! trial.

use core::ops::ControlFlow;
use std::cell::Cell as Mutable;

use puzzle_search::answers::Distances;
use puzzle_search::heuristics::Manhattan;
use puzzle_search::observe::{Expanded, Observer};
use puzzle_search::puzzle::TwoSided;
use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap, SlidingTiles};
use puzzle_search::solvers::RealTime;
use puzzle_search::{Limits, Notation, Puzzle, Stop};

use crate::support::{Closures, Digraph, Numbers};

/// A connected undirected graph, whose estimates are right times a fraction: so they are consistent.
fn undirected(numbers: &mut Numbers) -> (Digraph, Vec<u32>) {
    let vertices = 2 + numbers.below(40);
    let mut edges = vec![];
    for vertex in 1..vertices {
        let more = numbers.below(3) / 2;
        for _ in 0..=more {
            let (other, cost) = (numbers.below(vertex), 1 + numbers.below(9) as u32);
            edges.push((vertex, other, cost));
            edges.push((other, vertex, cost));
        }
    }
    let mut graph = Digraph {
        edges,
        goals: vec![numbers.below(vertices)],
        estimates: vec![],
    };
    let left = to_goal(&graph, vertices);
    let quarters = numbers.below(4) as u32;
    graph.estimates = left.iter().map(|&left| Some(left * quarters / 4)).collect();
    (graph, left)
}

/// What is left to the goal from each vertex.
fn to_goal(graph: &Digraph, vertices: usize) -> Vec<u32> {
    let backward = graph.reversed(&graph.goals[0]);
    let mut distances = Distances::new(&backward, graph.goals.clone());
    distances.run().expect("there are few vertices");
    let left = (0..vertices).map(|vertex| distances.get(&vertex).expect("it is connected"));
    left.collect()
}

#[test]
fn it_reaches_the_goal_and_learns_until_its_way_is_a_cheapest() {
    let mut numbers = Numbers(31);
    let (mut first_costs, mut optima) = (0, 0);
    for _ in 0..300 {
        let (graph, left) = undirected(&mut numbers);
        let (start, lookahead) = (numbers.below(left.len()), 1 + numbers.below(6) as u64);
        let mut agent = RealTime::new(&graph, start).lookahead(lookahead);
        let mut last = None;
        for trial in 0..60 {
            let (mut cost, mut steps) = (0, 0);
            while let Some(step) = agent.step().expect("it can be reached") {
                cost += step.cost;
                steps += 1;
                assert_eq!(*agent.state(), step.state);
                assert!(steps < 20_000, "{graph:?}");
            }
            assert!(graph.is_goal(agent.state()) && cost >= left[start]);
            for (vertex, &left) in left.iter().enumerate() {
                let learned = agent.estimate(&vertex).expect("it is no dead end");
                assert!(learned <= left, "{vertex} {graph:?}");
                assert!(Some(learned) >= graph.heuristic(&vertex));
            }
            if trial == 0 {
                (first_costs, optima) = (first_costs + cost, optima + left[start]);
            }
            last = Some(cost);
            agent.stand_at(start);
        }
        assert_eq!(last, Some(left[start]), "{graph:?} {lookahead}");
    }
    // At first it wanders.
    assert!(first_costs * 4 > optima * 5, "{first_costs} {optima}");
}

/// Stopped before each expansion it goes the same way; memory is held to its limit.
#[test]
fn within_limits() {
    let mut numbers = Numbers(32);
    let mut refused = 0;
    for _ in 0..200 {
        let (graph, left) = undirected(&mut numbers);
        let (start, lookahead) = (numbers.below(left.len()), 1 + numbers.below(6) as u64);
        let agent = || RealTime::new(&graph, start).lookahead(lookahead);
        let (mut whole, mut paused) = (agent(), agent().limits(Limits::new().max_expanded(0)));
        let mut within = agent();
        let (mut expanded, mut bytes) = (0, 512);
        while let Some(step) = whole.step().expect("it can be reached") {
            let same = loop {
                match paused.step() {
                    Ok(step) => break step,
                    Err(error) => assert_eq!(error.stop(), Some(Stop::Expanded)),
                }
                expanded += 1;
                paused.set_limits(Limits::new().max_expanded(expanded));
            };
            assert_eq!(same, Some(step));
            let same = loop {
                within.set_limits(Limits::new().max_bytes(bytes));
                match within.step() {
                    Ok(step) => break step,
                    Err(error) => assert_eq!(error.stop(), Some(Stop::Bytes)),
                }
                refused += 1;
                bytes += 64 + bytes / 8;
            };
            assert_eq!(same, Some(step));
            assert!(within.stats().peak_bytes <= bytes);
        }
        assert_eq!(whole.stats().expanded, paused.stats().expanded);
        assert_eq!(whole.stats().expanded, within.stats().expanded);
    }
    assert!(refused > 1_000, "{refused}");
    let (graph, _) = undirected(&mut numbers);
    let start = (graph.goals[0] + 1) % graph.estimates.len();
    let mut agent = RealTime::new(&graph, start).limits(Limits::new().max_moves(5));
    let error = agent.step().expect_err("it cannot hold it");
    assert_eq!(error.stop(), Some(Stop::UnsupportedLimit));
}

/// A map of which the agent knows only what it has come by: walls appear when it stands beside them.
#[test]
fn on_maps_that_turn_out_otherwise() {
    let mut numbers = Numbers(33);
    let mut reached = 0;
    for _ in 0..20 {
        let walls: Vec<bool> = (0..400).map(|_| numbers.below(3) == 0).collect();
        let is_wall = |cell: u32| walls[cell as usize] && cell != 0 && cell != 399;
        let known: Vec<Mutable<bool>> = vec![Mutable::new(false); 400];
        let next_to = |cell: u32| {
            let (x, y) = (cell % 20, cell / 20);
            let left = (x > 0).then(|| cell - 1);
            let right = (x < 19).then_some(cell + 1);
            let up = (y > 0).then(|| cell - 20);
            let down = (y < 19).then_some(cell + 20);
            [left, right, up, down].into_iter().flatten()
        };
        let puzzle = Closures::new(
            |cell| {
                let open = next_to(cell).filter(|&to| !known[to as usize].get());
                open.map(|to| (to, to, 1)).collect::<Vec<_>>()
            },
            |cell| cell == 399,
        );
        let puzzle = puzzle.with_heuristic(|cell| Some(38 - cell % 20 - cell / 20));
        let look_around =
            |cell: u32| next_to(cell).for_each(|to| known[to as usize].set(is_wall(to)));
        look_around(0);
        let mut agent = RealTime::new(&puzzle, 0).lookahead(10);
        agent.set_limits(Limits::new().max_expanded(20_000));
        let is_reached = loop {
            match agent.step() {
                Ok(Some(step)) => look_around(step.state),
                Ok(None) => break true,
                Err(error) => {
                    // It sees that it is shut in, or wanders on.
                    assert!(
                        matches!(error.stop(), None | Some(Stop::Expanded)),
                        "{error}"
                    );
                    break false;
                }
            }
            assert!(!is_wall(*agent.state()));
        };
        // Whether it can be reached, by filling the map.
        let mut seen = vec![0];
        let mut at = 0;
        while let Some(&cell) = seen.get(at) {
            for to in next_to(cell) {
                if !is_wall(to) && !seen.contains(&to) {
                    seen.push(to);
                }
            }
            at += 1;
        }
        assert_eq!(is_reached, seen.contains(&399));
        reached += u32::from(is_reached);
    }
    assert!((5..20).contains(&reached), "{reached}");
}

#[test]
fn an_observer_sees_all_that_is_looked_at() {
    #[derive(Default)]
    struct Seen {
        expanded: u64,
        bound: Option<u32>,
        ends_at: u64,
    }
    impl<S, M> Observer<S, M, u32> for Seen {
        fn wants_nodes(&self) -> bool {
            true
        }

        fn expanded(&mut self, _: Expanded<'_, S, u32>) -> ControlFlow<()> {
            self.expanded += 1;
            match self.expanded == self.ends_at {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }

        fn lower_bound(&mut self, bound: u32) -> ControlFlow<()> {
            self.bound = Some(bound);
            ControlFlow::Continue(())
        }
    }
    let tiles = SlidingTiles::new(3, 3)
        .expect("nine cells")
        .guided_by(Manhattan);
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let mut agent = RealTime::new(&tiles, start).observe(Seen::default());
    while agent.step().expect("there is a way").is_some() {
        // Told for where it stood when it looked ahead: no more than what it has learned, or than is left.
        assert!(agent.observer().bound.is_some_and(|bound| bound <= 31));
    }
    assert_eq!(agent.observer().expanded, agent.stats().expanded);
    // What an observer has ended goes on.
    let ends_at = 50;
    let mut agent = RealTime::new(&tiles, start).observe(Seen {
        ends_at,
        ..Seen::default()
    });
    let stopped = agent.step().expect_err("it is told to end");
    assert_eq!(stopped.stop(), Some(Stop::Observer));
    assert!(agent.step().expect("there is a way").is_some());
}

#[test]
fn a_closure_that_sees_the_progress_may_end_a_step() {
    let tiles = SlidingTiles::new(3, 3).expect("a legal size");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let tiles = tiles.guided_by(Manhattan);
    let mut agent = RealTime::new(&tiles, start).on_progress(|_| ControlFlow::Break(()));
    let stopped = agent.step().expect_err("it is stopped");
    assert_eq!(stopped.stop(), Some(Stop::Observer));
    assert_eq!(*agent.state(), start);
}

#[test]
fn traps_and_starts_without_a_way_are_told() {
    let trap = Digraph {
        edges: vec![(0, 1, 1), (1, 2, 1), (2, 1, 1), (0, 3, 9), (3, 4, 1)],
        goals: vec![4],
        estimates: vec![],
    };
    // It looks no farther than into the trap, or past it.
    let mut agent = RealTime::new(&trap, 0).lookahead(2);
    let error = loop {
        match agent.step() {
            Ok(step) => assert!(step.is_some()),
            Err(error) => break error,
        }
    };
    assert_eq!(
        error.to_string(),
        "there is no solution: every state that can be reached from where it stands leads to no goal"
    );
    let mut agent = RealTime::new(&trap, 0).lookahead(4);
    let mut states = vec![];
    while let Some(step) = agent.step().expect("there is a way") {
        states.push(step.state);
    }
    assert_eq!(states, [3, 4]);
    // A way that is too dear for the cost type is not called none.
    let dear = u32::MAX / 5 * 2;
    let line = Digraph {
        edges: vec![(0, 1, dear), (1, 2, dear), (2, 3, dear)],
        goals: vec![3],
        estimates: vec![],
    };
    let error = RealTime::new(&line, 0).step().expect_err("too dear");
    assert_eq!(error.stop(), Some(Stop::CostOverflow));
    let mut agent = RealTime::new(&line, 0).lookahead(1);
    while agent.step().expect("there is a way").is_some() {}
    assert_eq!(*agent.state(), 3);
    // A map says at once what cannot be reached.
    let map: GridMap = ".#.".parse().expect("a map");
    let grid = Grid::new(map, Connectivity::Four).with_goals([Cell::new(2, 0)]);
    let grid = grid.expect("an open cell");
    let error = RealTime::new(&grid, Cell::new(0, 0))
        .step()
        .expect_err("no way");
    assert!(error.stop().is_none());
}
