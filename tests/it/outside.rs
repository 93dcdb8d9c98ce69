//! Solvers written outside the crate, through its public interface alone, keep all it promises: counts,
//! limits, pauses, replay.

mod recursive;
mod solvers;

use core::fmt::Debug;
use core::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use puzzle_search::heuristics::{Guided, Manhattan, Own};
use puzzle_search::laws;
use puzzle_search::observe::{Generated, Observer};
use puzzle_search::puzzle::Portable;
use puzzle_search::puzzle::traversal::{IterationOf, over_neighbors};
use puzzle_search::puzzles::{Board, Direction, Pancake, SlidingTiles};
use puzzle_search::solver::{
    BoxedRun, MonitorOf, ReachedTable, Run, SolverTraits, Verdict, VerdictOf,
};
use puzzle_search::{
    BreadthFirst, Guarantee, IdaStar, Limits, NeighborOf, Notation, Puzzle, ReportOf, Reversible,
    Search, Solution, Solver, Stop, from_edges, from_steps,
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

struct Meeting(ReachedTable<u32>);

impl Solver<Pancake> for Meet {
    fn begin<'r>(&self) -> BoxedRun<'r, Pancake> {
        BoxedRun::new(Meeting(ReachedTable::new()))
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
    let _ = ReachedTable::new().insert(1, 0);
}

/// Makes room for one state, and goes on without an end.
struct Crowd;

impl Solver<Pancake> for Crowd {
    fn begin<'r>(&self) -> BoxedRun<'r, Pancake> {
        BoxedRun::new(Self)
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
        let mut states = ReachedTable::new();
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
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(Line(Vec::new(), self.0))
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

/// Expands the start once, reached at cost `g`, and keeps the children.
struct OneExpansion<C> {
    traits: SolverTraits,
    g: C,
    children: Arc<Mutex<Vec<Child<C>>>>,
}

impl<P: Puzzle<State = u32>> Solver<P> for OneExpansion<P::Cost> {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(OneExpansionRun(0, self.g, Arc::clone(&self.children)))
    }

    fn traits(&self) -> SolverTraits {
        self.traits
    }
}

struct OneExpansionRun<C>(u32, C, Arc<Mutex<Vec<Child<C>>>>);

impl<P: Puzzle<State = u32>> Run<P> for OneExpansionRun<P::Cost> {
    fn start(&mut self, _: &P, starts: Vec<u32>, _: &mut MonitorOf<'_, P>) -> Result<(), Stop> {
        self.0 = starts[0];
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let children = monitor.generate(puzzle, &self.0, self.1)?;
        let len = children.len();
        let children = monitor.expand(children)?;
        assert_eq!(len, children.len());
        let mut kept = self.2.lock().expect("no panic");
        kept.extend(children.iter().map(|child| (child.state, child.g, child.h)));
        Err(Stop::Incomplete)
    }
}

/// State, g and h of a child.
type Child<C> = (u32, C, C);

/// What comes of the expansion of one node.
struct Expansion<P: Puzzle> {
    /// The children that the solver is handed.
    children: Vec<Child<P::Cost>>,
    /// What an observer is shown of them.
    shown: Shown<P::Cost>,
    report: ReportOf<P>,
}

fn expand_once<P: Puzzle<State = u32>>(
    puzzle: &P,
    traits: SolverTraits,
    g: P::Cost,
) -> Expansion<P> {
    let children = Arc::new(Mutex::new(vec![]));
    let solver = OneExpansion {
        traits,
        g,
        children: Arc::clone(&children),
    };
    let mut shown = Shown(vec![]);
    let report = solver.search(puzzle, &0).observe(&mut shown).run();
    let children = std::mem::take(&mut *children.lock().expect("no panic"));
    Expansion {
        children,
        shown,
        report,
    }
}

/// State, g and h of the nodes that are generated from another.
#[derive(Debug)]
struct Shown<C>(Vec<(u32, C, Option<C>)>);

impl<M, C: Copy> Observer<u32, M, C> for Shown<C> {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn generated(&mut self, node: Generated<'_, u32, M, C>) -> ControlFlow<()> {
        if node.parent.is_some() {
            self.0.push((*node.state, node.g, node.h));
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn children_have_costs_and_estimates_and_dead_ends_are_counted_but_not_handed_out() {
    let puzzle = from_edges(|&n: &u32| [(n + 1, 5_u32), (n + 2, 7)], |&n| n == 9);
    let puzzle = puzzle.with_heuristic(|&n| (n != 2).then_some(3));
    let Expansion {
        children,
        shown,
        report,
    } = expand_once(&puzzle, SolverTraits::default(), 10);
    assert_eq!(children, [(1, 15, 3)]);
    assert_eq!(shown.0, [(1, 15, Some(3)), (2, 17, None)]);
    assert_eq!((report.stats.expanded, report.stats.generated), (1, 3));
    // Without the heuristic, no child is a dead end; and the cost is the number of moves.
    let Expansion {
        children, shown, ..
    } = expand_once(&puzzle, SolverTraits::FEWEST_MOVES, 10);
    assert_eq!(children, [(1, 11, 0), (2, 11, 0)]);
    assert_eq!(shown.0, [(1, 11, None), (2, 11, None)]);
    let Expansion { children, .. } = expand_once(&puzzle, SolverTraits::UNINFORMED, 10);
    assert_eq!(children, [(1, 15, 0), (2, 17, 0)]);
}

#[test]
fn children_beyond_the_range_of_costs_are_not_generated() {
    let far = from_edges(|&n: &u32| [(n + 1, 1_u8)], |&n| n == 9);
    let Expansion {
        children,
        shown,
        report,
    } = expand_once(&far, SolverTraits::UNINFORMED, u8::MAX);
    assert_eq!(report.stop(), Some(Stop::CostOverflow));
    assert!(children.is_empty() && shown.0.is_empty());
    assert_eq!(report.stats.expanded, 0);
    let Expansion { children, .. } = expand_once(&far, SolverTraits::UNINFORMED, u8::MAX - 1);
    assert_eq!(children, [(1, u8::MAX, 0)]);
    let no_edges = from_edges(|_: &u32| [(0, 0_u8); 0], |&n| n == 9);
    let Expansion {
        children, report, ..
    } = expand_once(&no_edges, SolverTraits::default(), 0);
    assert_eq!((children.len(), report.stop()), (0, Some(Stop::Incomplete)));
    assert_eq!(report.stats.expanded, 1);
}
