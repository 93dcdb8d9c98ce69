//! Measures litres with jugs: `cargo run --release --example water_jugs 8 5 3 4` measures 4.

#[path = "common/end.rs"]
mod end;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use puzzle_search::{BreadthFirst, Solver, from_fn};

fn main() -> ExitCode {
    end::end(measure())
}

fn measure() -> Result<ExitCode, Box<dyn Error>> {
    let words = std::env::args_os().skip(1);
    let numbers = words.map(|word| word.to_string_lossy().parse::<u8>().map(u16::from));
    let mut sizes: Vec<u16> = numbers.collect::<Result<_, _>>().unwrap_or_default();
    let (Some(wanted), 1..=3) = (sizes.pop(), sizes.len()) else {
        return Err("expected what one to three jugs hold, then what is wanted, up to 255".into());
    };
    // A barrel, which can fill all jugs, comes first: then pouring is all there is.
    sizes.insert(0, sizes.iter().sum());
    let mut start = vec![0; sizes.len()];
    start[0] = sizes[0];
    let puzzle = from_fn(
        |litres: &Vec<u16>| {
            let mut edges = Vec::new();
            for from in 0..sizes.len() {
                for into in (0..sizes.len()).filter(|&into| into != from) {
                    let poured = litres[from].min(sizes[into] - litres[into]);
                    let mut then = litres.clone();
                    then[from] -= poured;
                    then[into] += poured;
                    edges.push(((from, into), then, 1_u32));
                }
            }
            edges
        },
        |litres| litres[1..].contains(&wanted),
    );
    let report = BreadthFirst::new().solve(&puzzle, &start);
    let Some(solution) = report.solution() else {
        writeln!(io::stdout(), "{wanted} litres cannot be measured")?;
        return Ok(ExitCode::from(1));
    };
    let names = ["the barrel", "jug 1", "jug 2", "jug 3"];
    let states = solution.states(&puzzle, &start)?;
    for (&(from, into), litres) in solution.moves().iter().zip(&states[1..]) {
        let (from, into, jugs) = (names[from], names[into], &litres[1..]);
        writeln!(io::stdout(), "pour {from} into {into}: {jugs:?}")?;
    }
    Ok(ExitCode::SUCCESS)
}
