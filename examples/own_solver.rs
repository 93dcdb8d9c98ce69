//! A solver of your own: hill climbing, which goes to the neighbor with the best estimate that it has not seen. It says
//! when it expands a state, and so it has limits, progress, cancelling and reports like every other. `check_solver`
//! tests that.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::{collections::HashSet, error::Error};

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solver::{MonitorOf, Run, Verdict, VerdictOf};
use puzzle_search::{Guarantee, Limits, Notation, Puzzle, Solver, Stop, laws};

struct HillClimbing;

/// The way so far, and what was seen.
struct Climb<S>(Vec<S>, HashSet<S>);

impl<P: Puzzle> Solver<P> for HillClimbing {
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        P: 'r,
    {
        Box::new(Climb(Vec::new(), HashSet::new()))
    }
}

impl<P: Puzzle> Run<P> for Climb<P::State> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.1 = starts.iter().cloned().collect();
        self.0 = starts;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if monitor.max_cost().is_some() || monitor.limits().moves.is_some() {
            return Err(Stop::UnsupportedLimit); // it does not look for a shorter path
        }
        let Self(way, seen) = self;
        while let Some(here) = way.last().filter(|here| !puzzle.is_goal(here)) {
            let edges: Vec<_> = puzzle.neighbors(here).into_iter().collect();
            monitor.expand(edges.len() as u64)?; // where this ends the run, it is taken up again later
            let new = edges.into_iter().filter(|edge| !seen.contains(&edge.state));
            let new = new.filter_map(|edge| Some((puzzle.heuristic(&edge.state)?, edge))); // not into dead ends
            let Some((_, next)) = new.min_by_key(|&(h, _)| h) else {
                way.pop();
                continue;
            };
            seen.insert(next.state.clone());
            way.push(next.state);
        }
        if way.is_empty() {
            return Ok(Verdict::exhausted());
        }
        Ok(Verdict::path(way.clone(), Guarantee::Unproved))
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
