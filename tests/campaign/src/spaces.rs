//! Enumerations and oracles of an instance, each stopped by any limit at any place and run on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use puzzle_search::puzzle::Portable;
use puzzle_search::space::{Census, DistanceOracle, Encoding, Enumerate, OnDisk, SpaceError};
use puzzle_search::{Limits, Ranked, Reversible, Task};

use crate::Fault;
use crate::answer::Answer;
use crate::numbers::Numbers;

/// The most changes of the limits before there are none.
const MOST_CHANGES: u64 = 6;

/// Checks them; returns how many there were.
pub(crate) fn enumerations<P>(
    puzzle: &P,
    start: &P::State,
    answer: &Answer,
    numbers: &mut Numbers,
) -> Result<u64, Fault>
where
    P: Ranked<State: Send> + Reversible + Portable + Clone + Send + Sync,
{
    let states: u64 = answer.layers.iter().sum();
    let hardest = numbers.size(7) as usize;
    let count = Enumerate::new().hardest(hardest);
    let threads = numbers.below(3) as usize;
    let counting = Counting { answer };
    let task = count.count_by_hashing(puzzle, [start.clone()]);
    let mut task = task.threads(1 + threads);
    let hashed = counting.run_on(&mut task, Ok::<_, Fault>, numbers)?;
    if task.stats().expanded != states {
        return Err(format!("{:?} is said of {states} states", task.stats()));
    }
    let task = count.count_by_rank(puzzle, [start.clone()]);
    let told = |census: Result<_, SpaceError>| census.map_err(|error| error.to_string());
    let ranked = counting.run_on(&mut task.threads(1 + threads), told, numbers)?;
    if hashed.hardest.len() != ranked.hardest.len() {
        return Err("the hardest states differ".into());
    }
    if numbers.one_in(200) {
        on_disk(puzzle, start, hardest, &counting, numbers)?;
    }
    let encoding = if puzzle.facts().undirected && numbers.one_in(2) {
        Encoding::ModuloThree
    } else {
        Encoding::Bytes
    };
    let mut build = DistanceOracle::build(puzzle, encoding);
    let oracle = loop {
        let limits = if numbers.one_in(3) {
            unlimited()
        } else {
            limits(numbers)
        };
        build.set_limits(limits.clone());
        match build.run() {
            Ok(oracle) => break oracle,
            Err(SpaceError::Stopped(stop)) if stop.can_go_on() => {}
            // A table for which there is no memory is refused.
            Err(_) if limits.bytes.is_some() => {}
            Err(error) => return Err(format!("no oracle: {error}")),
        }
    };
    if oracle.distance(start) != answer.moves {
        let (said, moves) = (oracle.distance(start), answer.moves);
        return Err(format!("the oracle says {said:?}: {moves:?} are needed"));
    }
    if let Some(solution) = oracle.solve(start) {
        solution
            .verify(puzzle, start)
            .map_err(|error| error.to_string())?;
    }
    Ok(3)
}

/// No limits, and a flag that is clear, since a task keeps the one that it has.
fn unlimited() -> Limits {
    Limits::new().with_cancel(Arc::default())
}

/// Random limits, most of which are reached.
fn limits(numbers: &mut Numbers) -> Limits {
    let limits = unlimited();
    match numbers.below(6) {
        0 => limits.max_stored(numbers.size(8)),
        1 => limits.max_expanded(numbers.size(8)),
        2 => limits.max_bytes(numbers.size(16) as usize),
        3 => limits.max_moves(numbers.size(4)),
        4 => limits.max_time(Duration::ZERO),
        _ => limits.with_cancel(Arc::new(AtomicBool::new(true))),
    }
}

/// What an enumeration has to find.
struct Counting<'a> {
    answer: &'a Answer,
}

impl Counting<'_> {
    /// Runs a task under changing limits, and at last without any.
    fn run_on<S, T>(
        &self,
        task: &mut Task<'_, T>,
        census: impl Fn(T) -> Result<Census<S>, Fault>,
        numbers: &mut Numbers,
    ) -> Result<Census<S>, Fault> {
        for _ in 0..numbers.below(MOST_CHANGES) {
            task.set_limits(limits(numbers));
            // What is refused for want of memory is an error.
            let Ok(stopped) = census(task.run()) else {
                continue;
            };
            if stopped.stop.is_none() {
                return self.complete(stopped);
            }
            if !self.answer.layers.starts_with(&stopped.layers) {
                return Err(format!(
                    "{:?} is no part of {:?}",
                    stopped.layers, self.answer.layers
                ));
            }
        }
        task.set_limits(unlimited());
        self.complete(census(task.run())?)
    }

    fn complete<S>(&self, census: Census<S>) -> Result<Census<S>, Fault> {
        if let Some(stop) = census.stop {
            return Err(format!("stopped by {stop:?}"));
        }
        if census.layers != self.answer.layers {
            return Err(format!(
                "{:?} is said of {:?}",
                census.layers, self.answer.layers
            ));
        }
        Ok(census)
    }
}

/// Counts on disk, by tasks that are given up and resumed by others.
fn on_disk<P>(
    puzzle: &P,
    start: &P::State,
    hardest: usize,
    counting: &Counting<'_>,
    numbers: &mut Numbers,
) -> Result<(), Fault>
where
    P: Ranked + Portable + Sync,
{
    static DIRECTORIES: AtomicU64 = AtomicU64::new(0);
    let number = DIRECTORIES.fetch_add(1, Ordering::Relaxed);
    let name = format!("campaign-{}-{number}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let disk = OnDisk::new(&directory).hardest(hardest);
    let by_sorting = numbers.one_in(2);
    let census = loop {
        let mut task = if by_sorting {
            disk.count_by_sorting(puzzle, [start.clone()])
        } else {
            disk.count_by_rank(puzzle, [start.clone()])
        };
        if numbers.one_in(3) {
            task.set_limits(Limits::new());
        } else {
            task.set_limits(limits(numbers));
        }
        match task.run() {
            Ok(census) if census.stop.is_none() => break census,
            // With what a limit has stopped another task goes on.
            Ok(_) | Err(SpaceError::TooLittleMemory { .. }) => {}
            Err(error) => return Err(format!("on disk: {error}")),
        }
    };
    let counted = counting.complete(census).map(|_| ());
    std::fs::remove_dir_all(&directory).map_err(|error| error.to_string())?;
    counted.map_err(|fault| format!("on disk: {fault}"))
}
