//! How long the frames of a search take that is run for a few milliseconds in each.
//!
//! `cargo bench --bench frames`: six seconds. The clock of the search is the processor time of the thread, so that other
//! programs take nothing of a frame.

#![expect(clippy::print_stdout, reason = "what a benchmark is for")]

use std::error::Error;
use std::time::Duration;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::solvers::{BaeStar, Bidirectional};
use puzzle_search::{AStar, BreadthFirst, IdaStar, Limits, Notation, Puzzle, Solver, Stop};

/// Instance 88 of Korf's hundred (Artificial Intelligence 27, 1985): no solver below ends in the time.
const HARD: &str = "15 2 12 11  14 13 9 5  1 3 8 7  0 10 6 4";
const FRAMES: usize = 60;
const FRAME: Duration = Duration::from_millis(4);
/// How often each row is measured. The least of the worst frames is what the search did, and not the machine.
const REPEATED: usize = 5;

/// The time that this thread has had of a processor.
#[cfg(unix)]
fn processor_time() -> Duration {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    clock.now().map_or(Duration::ZERO, Duration::from)
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// The time of each frame, longest first.
fn frames<P: Puzzle>(solver: &dyn Solver<P>, puzzle: &P, start: &P::State) -> Vec<Duration> {
    let limits = Limits::new().with_clock(processor_time);
    let mut search = solver.search(puzzle, start).limits(limits);
    let mut frames = Vec::with_capacity(FRAMES);
    for _ in 0..FRAMES {
        let begun = processor_time();
        let stop = search.run_for(FRAME).stop();
        frames.push(processor_time() - begun);
        assert_eq!(stop, Some(Stop::Slice));
    }
    frames.sort_unstable_by(|one, other| other.cmp(one));
    frames
}

fn main() -> Result<(), Box<dyn Error>> {
    let blank_first: [u8; 16] = core::array::from_fn(|cell| cell as u8);
    let puzzle = SlidingTiles::new(4, 4)?.with_goal(&blank_first)?;
    let puzzle = puzzle.guided_by(Manhattan);
    let start = puzzle.parse(HARD)?;
    let solvers: [(&str, &dyn Solver<_>); 5] = [
        ("A*", &AStar::new()),
        ("IDA*", &IdaStar::new()),
        ("BAE*", &BaeStar::new()),
        ("breadth-first", &BreadthFirst::new()),
        ("bidirectional", &Bidirectional::new()),
    ];
    println!("| milliseconds of {FRAME:?} | worst | second | tenth | median |");
    println!("|---|---|---|---|---|");
    for (name, solver) in solvers {
        let runs = (0..REPEATED).map(|_| frames(solver, &puzzle, &start));
        let runs: Vec<_> = runs.collect();
        let column = |at: usize| {
            let least = runs.iter().map(|frames| frames[at]).min();
            format!("{:.2}", least.unwrap_or_default().as_secs_f64() * 1_000.0)
        };
        let [worst, second, tenth, median] = [0, 1, 9, FRAMES / 2].map(column);
        println!("| {name} | {worst} | {second} | {tenth} | {median} |");
    }
    Ok(())
}
