//! Solvers written outside the crate, through its public interface alone, keep all it promises: counts,
//! limits, pauses, replay.

#[path = "../../benches/baseline/outside.rs"]
mod solvers;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::{
    Algorithm, BreadthFirst, ClosedList, IdaStar, Limits, Monitor, Puzzle, Run, Solver, Stop,
    Verdict, VerdictOf,
};
use solvers::{OutsideBreadthFirst, OutsideIdaStar};

/// The same moves and expansions as the crate's own solver, in one go and stopped at every step.
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
        assert_eq!(paused.stats.iterations, whole.stats.iterations);
    }
}

#[test]
fn breadth_first_search() {
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let start = tiles.parse("4 5 0  1 2 3").expect("a board");
    check(&tiles, &start, &BreadthFirst::new(), &OutsideBreadthFirst);
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
}

/// Meets each of a thousand states twice.
struct Meet;

struct Meeting(ClosedList<u32>);

impl Algorithm<Pancake> for Meet {
    type Run = Meeting;

    fn begin(&self) -> Meeting {
        Meeting(ClosedList::new())
    }
}

impl Run<Pancake> for Meeting {
    fn start(&mut self, _: Vec<<Pancake as Puzzle>::State>) {
        self.0.clear();
    }

    fn advance(
        &mut self,
        _: &Pancake,
        monitor: &mut Monitor<'_, Pancake>,
    ) -> Result<VerdictOf<Pancake>, Stop> {
        self.0.reserve(2_000, monitor)?;
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
