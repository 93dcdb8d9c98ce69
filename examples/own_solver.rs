//! A solver of your own: hill climbing, which goes to the neighbor with the best estimate that it has not seen. It says
//! when it expands a state, and so it has limits, progress, cancelling and reports like every other. `check_solver`
//! tests that.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::{collections::HashSet, error::Error};

use puzzle_search::heuristics::Manhattan;
use puzzle_search::num_traits::Zero;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solver::{BoxedRun, MonitorOf, Run, Verdict, VerdictOf};
use puzzle_search::{Guarantee, Limits, Notation, Puzzle, Solver, Stop, laws};

struct HillClimbing;

/// The way so far, with the cost up to each state, and what was seen.
struct Climb<S, C>(Vec<(S, C)>, HashSet<S>);

impl<P: Puzzle> Solver<P> for HillClimbing {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(Climb(Vec::new(), HashSet::new()))
    }
}

impl<P: Puzzle> Run<P> for Climb<P::State, P::Cost> {
    fn start(&mut self, _: &P, from: Vec<P::State>, _: &mut MonitorOf<'_, P>) -> Result<(), Stop> {
        self.1 = from.iter().cloned().collect();
        self.0 = from.into_iter().map(|it| (it, P::Cost::zero())).collect();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let Self(way, seen) = self;
        while let Some((here, g)) = way.last().filter(|(here, _)| !puzzle.is_goal(here)) {
            let children = monitor.generate(puzzle, here, *g)?;
            let children = monitor.expand(children)?; // where this ends the run, it is taken up again later
            let new = children
                .into_iter()
                .filter(|child| !seen.contains(&child.state));
            let Some(next) = new.min_by_key(|child| child.h) else {
                way.pop();
                continue;
            };
            seen.insert(next.state.clone());
            way.push((next.state, next.g));
        }
        if way.is_empty() {
            return Ok(Verdict::exhausted());
        }
        let path = way.iter().map(|(state, _)| state.clone());
        Ok(Verdict::path(path.collect(), Guarantee::Unproved))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = SlidingTiles::new(2, 3)?.guided_by(Manhattan);
    let start = puzzle.parse("4 5 0  1 2 3")?;
    let mut search = HillClimbing.search(&puzzle, &start);
    search.set_limits(Limits::new().max_expanded(3));
    let report = search.run();
    println!("{:?} after {} states", report.stop(), report.stats.expanded);
    search.set_limits(Limits::new()); // it goes on
    println!("{} moves", search.run().into_result()?.len());
    let pauses = laws::check_solver(&HillClimbing, &puzzle, [start])?;
    println!("the same after each of {pauses} pauses");
    Ok(())
}
