//! A solver of your own: hill climbing, which goes to the neighbor with the best estimate that it has not seen. It says
//! when it expands a state, and so it has limits, progress, cancelling and reports like every other.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::collections::HashSet;
use std::error::Error;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solver::{MonitorOf, Run, Verdict, VerdictOf};
use puzzle_search::{Guarantee, Limits, Notation, Puzzle, Solver, Stop};

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
        let Self(way, seen) = self;
        while let Some(here) = way.last().filter(|here| !puzzle.is_goal(here)) {
            let edges: Vec<_> = puzzle.neighbors(here).into_iter().collect();
            monitor.expand(edges.len() as u64)?; // where this ends the run, it is taken up again later
            let new = edges.into_iter().filter(|edge| !seen.contains(&edge.state));
            match new.min_by_key(|edge| puzzle.heuristic(&edge.state)) {
                Some(next) => {
                    seen.insert(next.state.clone());
                    way.push(next.state);
                }
                None => drop(way.pop()),
            }
        }
        Ok(match way.is_empty() {
            true => Verdict::exhausted(),
            false => Verdict::path(way.clone(), Guarantee::Unproved),
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    let start = puzzle.parse("1 2 3  4 8 0  7 6 5")?;
    let search = HillClimbing.search(&puzzle, &start);
    let report = search.limits(Limits::new().max_expanded(3)).run();
    println!("{:?} after {} states", report.stop(), report.stats.expanded);
    let report = HillClimbing.solve(&puzzle, &start);
    println!("{} states", report.stats.expanded);
    println!("{} moves", report.into_result()?.len());
    Ok(())
}
