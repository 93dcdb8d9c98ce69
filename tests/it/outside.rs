//! Solvers written outside the crate, through its public interface alone, keep all it promises: counts,
//! limits, pauses, replay.

mod recursive;
mod solvers;

use core::fmt::Debug;
use core::ops::ControlFlow;

use puzzle_search::heuristics::{Guided, Manhattan, Own};
use puzzle_search::laws;
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzle::traversal::{IterationOf, over_neighbors};
use puzzle_search::puzzles::{Board, Direction, Pancake, SlidingTiles};
use puzzle_search::solver::{ClosedList, MonitorOf, Run, Verdict, VerdictOf};
use puzzle_search::{
    BreadthFirst, Guarantee, IdaStar, Limits, NeighborOf, Notation, Puzzle, ReportOf, Reversible,
    Search, Solution, Solver, Stop, from_steps,
};
use recursive::RecursiveBestFirst;
use solvers::{OutsideBreadthFirst, OutsideIdaStar};

use crate::support::{Numbers, walk_back};

/// The same moves and expansions as the crate's own solver, in one go and stopped at every step; and right
/// answers wherever it is stopped.
fn check<P: Puzzle<Cost = u32>>(
    puzzle: &P,
    start: &P::State,
    ours: &dyn Solver<P>,
    outside: &dyn Solver<P>,
) {
    let (ours, whole) = (ours.solve(puzzle, start), outside.solve(puzzle, start));
    assert_eq!(ours.outcome, whole.outcome);
    assert_eq!(ours.stats.expanded, whole.stats.expanded);
    assert_eq!(ours.lower_bound, whole.lower_bound);
    for step in [1, 7, 100] {
        let (mut search, mut allowed) = (outside.search(puzzle, start), 0);
        let paused = loop {
            allowed += step;
            search.set_limits(Limits::new().max_expanded(allowed));
            let report = search.run();
            if report.stop() != Some(Stop::Expanded) {
                break report;
            }
            assert_eq!(report.stats.expanded, allowed);
        };
        assert_eq!(paused.outcome, whole.outcome);
        assert_eq!(paused.stats.generated, whole.stats.generated);
        assert_eq!(paused.iterations, whole.iterations);
    }
}

/// Right answers from states of a small puzzle, wherever it is stopped.
fn keeps_the_laws<P: Reversible<Cost = u32>>(puzzle: &P, outside: &dyn Solver<P>) {
    let mut numbers = Numbers(5);
    let starts = [0, 1, 2, 7, 40].map(|steps| walk_back(puzzle, steps, &mut numbers));
    let pauses = laws::check_solver(outside, puzzle, starts);
    assert!(pauses.unwrap_or_else(|violation| panic!("{violation}")) > 500);
}

/// The same report if it is saved and loaded after every step.
fn check_saved<P: Portable<Cost = u32>>(
    puzzle: &P,
    start: &P::State,
    solver: &dyn Solver<P>,
) -> ReportOf<P>
where
    P::Move: Debug,
{
    let (mut search, mut allowed) = (Search::new(solver, puzzle, [start.clone()]), 0);
    let report = loop {
        allowed += 1;
        search.set_limits(Limits::new().max_expanded(allowed));
        let report = search.run();
        if report.stop() != Some(Stop::Expanded) {
            break report;
        }
        let bytes = search.save().expect("states are portable");
        search = Search::load(solver, puzzle, &bytes).expect("it was saved");
    };
    let whole = solver.solve(puzzle, start);
    assert_eq!(report.outcome, whole.outcome);
    assert_eq!(report.stats.generated, whole.stats.generated);
    report
}

#[test]
fn breadth_first_search() {
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let start = tiles.parse("4 5 0  1 2 3").expect("a board");
    check(&tiles, &start, &BreadthFirst::new(), &OutsideBreadthFirst);
    let saved = check_saved(&tiles, &start, &OutsideBreadthFirst);
    assert_eq!(saved.solution().map(Solution::len), Some(21));
    keeps_the_laws(&tiles, &OutsideBreadthFirst);
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    check(&stack, &start, &BreadthFirst::new(), &OutsideBreadthFirst);
}

#[test]
fn ida_star() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    check(&puzzle, &start, &IdaStar::new(), &OutsideIdaStar);
    let stack = Pancake::new(6).expect("a size");
    let start = stack.state(&[3, 6, 1, 5, 2, 4]).expect("a stack");
    check(&stack, &start, &IdaStar::new(), &OutsideIdaStar);
    keeps_the_laws(&stack, &OutsideIdaStar);
}

/// Known from the page of `Run` alone; and saved after every step.
#[test]
fn recursive_best_first_search() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 1 3  4 0 2  7 6 5").expect("a board");
    let puzzle = tiles.guided_by(Manhattan);
    let report = check_saved(&puzzle, &start, &RecursiveBestFirst);
    assert_eq!(report.solution().map(Solution::cost), Some(14));
    assert_eq!(report.lower_bound, Some(14));
    let small = SlidingTiles::new(2, 3).expect("a size");
    let board = small.parse("4 1 2  5 0 3").expect("a board");
    let pauses = laws::check_solver(&RecursiveBestFirst, &small.guided_by(Manhattan), [board]);
    assert!(pauses.unwrap_or_else(|violation| panic!("{violation}")) > 50);
    let stack = Pancake::new(6).expect("a size");
    keeps_the_laws(&stack, &RecursiveBestFirst);
}

/// Meets each of a thousand states twice.
struct Meet;

struct Meeting(ClosedList<u32>);

impl Solver<Pancake> for Meet {
    fn begin<'r>(&self) -> Box<dyn Run<Pancake> + Send + 'r>
    where
        Self: 'r,
        Pancake: 'r,
    {
        Box::new(Meeting(ClosedList::new()))
    }
}

impl Run<Pancake> for Meeting {
    fn start(
        &mut self,
        _: &Pancake,
        _: Vec<<Pancake as Puzzle>::State>,
        _: &mut MonitorOf<'_, Pancake>,
    ) -> Result<(), Stop> {
        self.0.clear();
        Ok(())
    }

    fn advance(
        &mut self,
        _: &Pancake,
        monitor: &mut MonitorOf<'_, Pancake>,
    ) -> Result<VerdictOf<Pancake>, Stop> {
        self.0.reserve(2_000, &mut monitor.meter())?;
        let mut ends = vec![];
        let mut states: Vec<(u32, u32)> = (0..1_000).chain(0..1_000).map(|n| (n, n)).collect();
        self.0.insert_all(&mut states, |end| ends.push(end));
        let expected = (0..1_000).map(Ok).chain((0..1_000).map(Err));
        assert!(states.is_empty() && ends.into_iter().eq(expected));
        assert_eq!((self.0.len(), self.0.get(999)), (1_000, (&999, 999)));
        Ok(Verdict::exhausted())
    }
}

#[test]
fn states_are_inserted_in_their_order() {
    let stack = Pancake::new(4).expect("a size");
    let start = stack.state(&[3, 1, 2, 4]).expect("a stack");
    assert!(Meet.solve(&stack, &start).is_unsolvable());
}

#[test]
#[should_panic(expected = "no room")]
fn what_is_inserted_needs_room() {
    let _ = ClosedList::new().insert(1, 0);
}

/// Makes room for one state, and goes on without an end.
struct Crowd;

impl Solver<Pancake> for Crowd {
    fn begin<'r>(&self) -> Box<dyn Run<Pancake> + Send + 'r>
    where
        Self: 'r,
        Pancake: 'r,
    {
        Box::new(Self)
    }
}

impl Run<Pancake> for Crowd {
    fn start(
        &mut self,
        _: &Pancake,
        _: Vec<<Pancake as Puzzle>::State>,
        _: &mut MonitorOf<'_, Pancake>,
    ) -> Result<(), Stop> {
        Ok(())
    }

    fn advance(
        &mut self,
        _: &Pancake,
        monitor: &mut MonitorOf<'_, Pancake>,
    ) -> Result<VerdictOf<Pancake>, Stop> {
        let mut states = ClosedList::new();
        states.reserve(1, &mut monitor.meter())?;
        (0..1_000_000).for_each(|n| assert_eq!(states.insert(n, 0), Ok(n)));
        Ok(Verdict::exhausted())
    }
}

#[test]
#[should_panic(expected = "no room")]
fn what_is_too_much_does_not_go_on_for_ever() {
    let stack = Pancake::new(4).expect("a size");
    let start = stack.state(&[3, 1, 2, 4]).expect("a stack");
    let _ = Crowd.solve(&stack, &start);
}

/// An adaptor of somebody else, which passes the loop on or leaves the default in its place.
struct Wrapped {
    tiles: Guided<SlidingTiles, Manhattan>,
    passes_on: bool,
}

impl Puzzle for Wrapped {
    type State = Board;
    type Move = Direction;
    type Cost = u32;

    fn neighbors(&self, board: &Board) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.tiles.neighbors(board)
    }

    fn is_goal(&self, board: &Board) -> bool {
        self.tiles.is_goal(board)
    }

    fn heuristic(&self, board: &Board) -> Option<u32> {
        self.tiles.heuristic(board)
    }

    fn deepen(&self, iteration: &mut IterationOf<'_, Self>) -> ControlFlow<()> {
        if self.passes_on {
            self.tiles.deepen(iteration)
        } else {
            over_neighbors(self, &Own, iteration)
        }
    }
}

#[test]
fn a_loop_that_is_passed_on_visits_the_same_nodes() {
    let tiles = SlidingTiles::new(4, 4)
        .expect("a size")
        .guided_by(Manhattan);
    for text in [
        "1 0 2 4  5 7 3 8  9 6 11 12  13 10 14 15",
        "5 1 2 4  9 6 3 8  13 7 11 12  10 14 15 0",
        "2 5 1 4  9 6 3 8  13 7 0 12  10 14 15 11",
    ] {
        let start = tiles.parse(text).expect("a board");
        let walks = [true, false].map(|passes_on| {
            let tiles = tiles.clone();
            let puzzle = Wrapped { tiles, passes_on };
            let search = IdaStar::new().search(&puzzle, &start);
            let report = search.limits(Limits::new().max_generated(50_000)).run();
            let counts = (report.stats.generated, report.stats.expanded);
            (report.outcome, counts, report.lower_bound)
        });
        assert_eq!(walks[0], walks[1], "{text}");
    }
}

/// Goes from state to state by the first edge, whatever the limits are, and says this of what it finds.
struct Straight(Guarantee);

impl<P: Puzzle> Solver<P> for Straight {
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        P: 'r,
    {
        Box::new(Line(Vec::new(), self.0))
    }
}

struct Line<S>(Vec<S>, Guarantee);

impl<P: Puzzle> Run<P> for Line<P::State> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.0 = starts;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        while let Some(here) = self.0.last().filter(|here| !puzzle.is_goal(here)) {
            monitor.meter().expand(1)?;
            let next = puzzle.neighbors(here).into_iter().next();
            self.0.extend(next.map(|edge| edge.state));
        }
        Ok(Verdict::path(self.0.clone(), self.1))
    }
}

/// What such a solver finds beyond a limit says nothing of the solutions within it.
#[test]
fn a_solver_that_ignores_a_limit_proves_nothing_by_it() {
    let puzzle = from_steps(|&n: &u32| [n + 1, 2 * n], |&n| n == 16);
    let costs = [None, Some(14), Some(4), Some(3)].into_iter();
    let claims = [Guarantee::Unproved, Guarantee::Within];
    for (max_cost, claim) in costs.flat_map(|max| claims.map(|claim| (max, claim))) {
        let solver = Straight(claim);
        let mut search = solver.search(&puzzle, &1);
        search.set_max_cost(max_cost);
        let report = search.run();
        match max_cost {
            None => assert_eq!(report.solution().map(Solution::cost), Some(15)),
            Some(_) => assert_eq!(report.stop(), Some(Stop::UnsupportedLimit)),
        }
        assert!(report.lower_bound <= Some(4), "{:?}", report.lower_bound);
        // With another limit it goes on.
        search.set_max_cost(Some(15));
        assert_eq!(search.run().solution().map(Solution::len), Some(15));
    }
    for moves in [4, 14] {
        let search = Straight(Guarantee::Within).search(&puzzle, &1);
        let report = search.limits(Limits::new().max_moves(moves)).run();
        assert_eq!(report.stop(), Some(Stop::UnsupportedLimit));
    }
}
