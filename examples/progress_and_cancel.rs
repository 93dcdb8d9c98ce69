//! Progress, limits and a cancel flag: a search that is observed, is stopped, and goes on where it was.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::{IdaStar, Limits, Notation, Puzzle, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
    let start = puzzle.parse("15 14 1 6  9 11 4 12  0 10 7 3  13 8 5 2")?;

    // Any thread may set the flag: that of a window, or a handler of Ctrl-C.
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    let search = Search::new(&IdaStar::new(), &puzzle, [start]);
    let search = search.limits(Limits::new().with_cancel(Arc::clone(&cancel)));
    let mut search = search.on_progress(move |progress| {
        let (expanded, bound) = (progress.stats.expanded, progress.lower_bound);
        if expanded > 1_000_000 {
            flag.store(true, Ordering::Relaxed);
        }
        // Break would end the search as well.
        if bound > Some(1_000) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let report = search.run();
    if let (Some(stop), Some(bound)) = (report.stop(), report.lower_bound) {
        println!("{stop}: at least {bound} moves");
    }

    // The search is where it was: with other limits it goes on.
    cancel.store(false, Ordering::Relaxed);
    search.set_limits(Limits::new().max_expanded(3_000_000));
    let report = search.run();
    println!("{:?} after {} states", report.stop(), report.stats.expanded);
    Ok(())
}
