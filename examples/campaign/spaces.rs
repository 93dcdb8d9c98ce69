//! Enumerations and oracles of an instance.

use puzzle_search::space::{DistanceOracle, Encoding, Enumerate};
use puzzle_search::{Limits, Ranked, Reversible, Stop};

use crate::Fault;
use crate::answer::Answer;
use crate::numbers::Numbers;

/// Checks them; returns how many there were.
pub(crate) fn enumerations<P: Ranked + Reversible + Clone + Sync>(
    puzzle: &P,
    start: &P::State,
    answer: &Answer,
    numbers: &mut Numbers,
) -> Result<u64, Fault> {
    let states: u64 = answer.layers.iter().sum();
    let count = Enumerate::new().with_hardest(numbers.size(7) as usize);
    // Stopped now and then, by more and more states, or not at all.
    let step = if numbers.one_in(2) {
        1 + numbers.size(6)
    } else {
        states
    };
    let hashed = {
        let mut task = count.count_by_hashing(puzzle, [start.clone()]);
        let mut most = step;
        loop {
            task.set_limits(Limits::new().max_stored(most));
            let census = task.run();
            if task.stats().peak_stored > most {
                return Err(format!("more than {most} states are stored by hashing"));
            }
            if census.stop != Some(Stop::Stored) || most > 2 * states {
                if task.stats().expanded != states {
                    return Err(format!("{:?} is said of {states} states", task.stats()));
                }
                break census;
            }
            most += step;
        }
    };
    let mut task = count.count_by_rank(puzzle, [start.clone()]);
    let ranked = task.run().map_err(|error| error.to_string())?;
    if !(hashed.is_complete() && ranked.is_complete()) {
        return Err(format!("stopped: {:?}, {:?}", hashed.stop, ranked.stop));
    }
    if hashed.layers != answer.layers || ranked.layers != answer.layers {
        let said = (&hashed.layers, &ranked.layers);
        return Err(format!("{said:?} are said of layers {:?}", answer.layers));
    }
    if hashed.hardest.len() != ranked.hardest.len() {
        return Err("the hardest states differ".into());
    }
    let encoding = if puzzle.facts().undirected && numbers.one_in(2) {
        Encoding::ModuloThree
    } else {
        Encoding::Bytes
    };
    let mut build = DistanceOracle::build(puzzle, encoding);
    let oracle = match build.run() {
        Ok(oracle) => oracle,
        Err(error) => return Err(format!("no oracle: {error}")),
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
