//! The check of solvers: those of the crate pass, and each fault is caught.

use puzzle_search::heuristics::Manhattan;
use puzzle_search::laws::{self, Law};
use puzzle_search::puzzles::{Cell, Connectivity, Grid, SlidingTiles};
use puzzle_search::solver::{BoxedRun, MonitorOf, Run, SolverTraits, Verdict, VerdictOf};
use puzzle_search::solvers::{
    AStarIdaStar, Anytime, BaeStar, Beam, BranchAndBound, Bts, Dps, GreedyBestFirst,
    IterativeDeepening, Nbs, WeightedAStar,
};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Guarantee, IdaStar, Notation, Puzzle, Solver, Stop,
    UniformCost,
};

use crate::support::{Closures, Digraph, Numbers, misleading, random_graph};

#[test]
fn solvers_of_the_crate_pass() {
    let mut numbers = Numbers(31);
    let solvers: [(&str, &dyn Solver<Digraph>); 14] = [
        ("A*", &AStar::new()),
        ("uniform cost", &UniformCost::new()),
        ("breadth-first", &BreadthFirst::new()),
        ("bidirectional", &Bidirectional::new()),
        ("weighted A*", &WeightedAStar::new(1.5)),
        ("greedy", &GreedyBestFirst::new()),
        ("branch and bound", &BranchAndBound::new()),
        ("IDA*", &IdaStar::new()),
        ("BTS", &Bts::new()),
        ("iterative deepening", &IterativeDeepening::new()),
        ("A*+IDA*", &AStarIdaStar::new()),
        ("DPS", &Dps::new(1.5)),
        ("beam", &Beam::new(10)),
        ("beam by a guess", &Beam::new(10).led_by(misleading)),
    ];
    for (name, solver) in solvers {
        let mut pauses = 0;
        for _ in 0..10 {
            let graph = random_graph(&mut numbers);
            let starts = [0, graph.edges.len() % graph.estimates.len()];
            let checked = laws::check_solver(solver, &graph, starts);
            pauses += checked.unwrap_or_else(|violation| panic!("{name}: {violation} {graph:?}"));
        }
        assert!(pauses > 100, "{name}: {pauses}");
    }
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let start = tiles.parse("4 5 0  1 2 3").expect("a board");
    let unsolvable = tiles.parse("2 1 3  4 5 0").expect("a board");
    let tiles = tiles.guided_by(Manhattan);
    for solver in [&IdaStar::new() as &dyn Solver<_>, &AStar::new()] {
        let checked = laws::check_solver(solver, &tiles, [start, unsolvable]);
        let pauses = checked.unwrap_or_else(|violation| panic!("{violation}"));
        assert!(pauses > 100, "{pauses}");
    }
}

/// Children that lead back, and those that reach a root, are counted and shown like all others.
#[test]
fn solvers_from_both_ends_and_on_threads_pass() {
    let map = "....\n.##.\n....".parse().expect("a map");
    let grid = Grid::new(map, Connectivity::Four);
    let grid = grid.with_goals([Cell::new(3, 2)]).expect("an open cell");
    let solvers: [&dyn Solver<Grid>; 6] = [
        &BaeStar::new(),
        &Nbs::new(),
        &BreadthFirst::new().threads(2),
        &IdaStar::new().threads(2),
        &AStar::new().backward(),
        &Anytime::new(),
    ];
    for (number, solver) in solvers.into_iter().enumerate() {
        let checked = laws::check_solver(solver, &grid, [Cell::new(0, 0), Cell::new(1, 2)]);
        let pauses = checked.unwrap_or_else(|violation| panic!("{number}: {violation}"));
        assert!(pauses > 50, "{number}: {pauses}");
    }
}

/// Breadth-first search with one thing wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    CallsItOptimal,
    CallsItTheFewest,
    BoundsTooHigh,
    GivesUp,
    LosesAState,
    ChargesLate,
    ChargesNothing,
    ShowsNothing,
    IgnoresMoves,
    StopsTooEarly,
    StopsByItself,
    NeverEnds,
    LeavesOutTheStart,
    RefusesAStart,
    KeepsAnEarlierSearch,
    KeepsItsFirstStart,
}

struct Searching {
    fault: Fault,
    /// State, parent and depth.
    nodes: Vec<(u32, usize, u64)>,
    next: usize,
}

impl<'c> Solver<Closures<'c>> for Fault {
    fn begin<'r>(&self) -> BoxedRun<'r, Closures<'c>> {
        BoxedRun::new(Searching {
            fault: *self,
            nodes: vec![],
            next: 0,
        })
    }

    fn traits(&self) -> SolverTraits {
        SolverTraits::FEWEST_MOVES
    }
}

impl Searching {
    fn path(&self) -> Vec<u32> {
        let (mut path, mut at) = (vec![], self.next);
        loop {
            let (state, parent, depth) = self.nodes[at];
            path.insert(0, state);
            if depth == 0 {
                return path;
            }
            at = parent;
        }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl<'c> Run<Closures<'c>> for Searching {
    fn start(
        &mut self,
        _: &Closures<'c>,
        starts: Vec<u32>,
        _: &mut MonitorOf<'_, Closures<'c>>,
    ) -> Result<(), Stop> {
        if self.is(Fault::RefusesAStart) {
            return Err(Stop::SeveralStarts);
        }
        if self.is(Fault::KeepsItsFirstStart) && !self.nodes.is_empty() {
            self.nodes.truncate(1);
            self.next = 0;
            return Ok(());
        }
        if !self.is(Fault::KeepsAnEarlierSearch) {
            self.nodes.clear();
        }
        self.nodes
            .extend(starts.into_iter().map(|state| (state, 0, 0)));
        self.next = 0;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &Closures<'c>,
        monitor: &mut MonitorOf<'_, Closures<'c>>,
    ) -> Result<VerdictOf<Closures<'c>>, Stop> {
        if self.is(Fault::StopsByItself) {
            return Err(Stop::Stored);
        }
        while let Some(&(state, _, depth)) = self.nodes.get(self.next) {
            if puzzle.is_goal(&state) && !self.is(Fault::GivesUp) {
                let guarantee = if self.is(Fault::CallsItOptimal) {
                    Guarantee::Optimal
                } else {
                    Guarantee::FewestMoves
                };
                let mut path = self.path();
                if self.is(Fault::LeavesOutTheStart) {
                    path.remove(0);
                }
                return Ok(Verdict::path(path, guarantee));
            }
            let most = monitor.limits().moves;
            if most.is_some_and(|most| depth >= most) && !self.is(Fault::IgnoresMoves) {
                // Another state at this depth may be a goal.
                let mut left = self.nodes[self.next..].iter();
                let goal = left.position(|(state, _, at)| *at == depth && puzzle.is_goal(state));
                match goal.filter(|_| most == Some(depth) && !self.is(Fault::StopsTooEarly)) {
                    Some(goal) => self.next += goal,
                    None => return Err(Stop::Moves),
                }
                continue;
            }
            if self.is(Fault::BoundsTooHigh) {
                monitor.raise_lower_bound(3 * depth as u32)?;
            }
            let edges = puzzle.neighbors(&state).into_iter();
            let mut children: Vec<u32> = edges.map(|edge| edge.state).collect();
            let tried = children.len() as u64;
            if self.is(Fault::CallsItTheFewest) {
                children.truncate(1);
            }
            children.retain(|child| self.nodes.iter().all(|(known, ..)| known != child));
            let (next, new) = (self.next, children.into_iter());
            let new: Vec<_> = new.map(|child| (child, next, depth + 1)).collect();
            monitor
                .meter()
                .store((self.nodes.len() + new.len()) as u64)?;
            if self.is(Fault::LosesAState) || self.is(Fault::ChargesLate) {
                self.next += 1;
            }
            if self.is(Fault::ChargesLate) {
                self.nodes.extend(&new);
            }
            let generated = monitor.generate(puzzle, &state, depth as u32)?;
            if self.is(Fault::ShowsNothing) {
                monitor.meter().expand(tried)?;
            } else if !self.is(Fault::ChargesNothing) {
                monitor.expand(generated)?;
            }
            if !self.is(Fault::ChargesLate) {
                self.nodes.extend(&new);
            }
            self.next = next + usize::from(!self.is(Fault::NeverEnds));
        }
        Ok(Verdict::exhausted())
    }
}

#[test]
fn each_fault_of_a_solver_is_caught() {
    let edges = |n| [(0, (n + 1) % 61, 1), (1, 2 * n % 61, 5), (2, 3 * n % 61, 2)];
    let puzzle = Closures::new(edges, |n| n == 47);
    let check = |fault: Fault| laws::check_solver(&fault, &puzzle, [1, 30]);
    let sound = check(Fault::None).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(sound > 200, "{sound}");
    for (fault, law) in [
        (Fault::CallsItOptimal, Law::Answer),
        (Fault::CallsItTheFewest, Law::Answer),
        (Fault::BoundsTooHigh, Law::Answer),
        (Fault::GivesUp, Law::Answer),
        (Fault::StopsTooEarly, Law::Answer),
        (Fault::NeverEnds, Law::Answer),
        (Fault::LosesAState, Law::Answer),
        (Fault::ChargesLate, Law::Pauses),
        (Fault::ChargesNothing, Law::Limits),
        (Fault::ShowsNothing, Law::Observation),
        (Fault::StopsByItself, Law::Limits),
        (Fault::LeavesOutTheStart, Law::Answer),
        (Fault::RefusesAStart, Law::Limits),
        (Fault::KeepsAnEarlierSearch, Law::Pauses),
        (Fault::KeepsItsFirstStart, Law::Pauses),
    ] {
        let violation = check(fault).expect_err("it is at fault");
        assert!(violation.law == law, "{fault:?}: {violation}");
    }
    // What exceeds a limit is refused whatever the solver says.
    assert!(check(Fault::IgnoresMoves).is_ok());
    let sentence = |fault| check(fault).expect_err("it is at fault").to_string();
    let faults = [
        Fault::CallsItOptimal,
        Fault::BoundsTooHigh,
        Fault::ChargesLate,
    ];
    let expected = [
        "the answer of the solver is wrong at 1: without a stop, it returns a solution of cost 12 as optimal: \
         expected one that costs 9",
        "the answer of the solver is wrong at 1: without a stop, it reports the lower bound 15: expected no more \
         than the cheapest path costs, 9",
        "the search does not go on as if it had not stopped at 1: stopped again and again, it ends with a \
         solution of 5 moves and cost 12, proved to have the fewest moves, no lower bound, 8 states expanded and \
         25 generated: expected a solution of 5 moves and cost 12, proved to have the fewest moves, no lower \
         bound, 35 states expanded and 106 generated, as without a stop",
    ];
    assert_eq!(faults.map(sentence), expected);
    // What cannot be known is not called right.
    let endless = Closures::new(|n| [(0, n + 1, 1)], |n| n == 5);
    let unknown = laws::check_solver(&BreadthFirst::new(), &endless, [0]);
    assert_eq!(unknown.map_err(|violation| violation.law), Err(Law::Answer));
}
