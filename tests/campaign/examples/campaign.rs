//! A campaign from the command line.
//!
//! ```sh
//! cargo run --release -p puzzle-search-campaign --example campaign -- --seconds 300 --seed 7
//! cargo run --release -p puzzle-search-campaign --example campaign -- --seed 7 --number 1234   # one instance again
//! ```
//!
//! A failure is printed with the seed and the number that bring it back, and ends it with code 1.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use campaign::{Checked, check, hide_planned_panics};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (mut seconds, mut seed, mut only) = (10, 1, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or("expected --seconds, --seed or --number, each with a number")?;
        match &*word {
            "--seconds" => seconds = number,
            "--seed" => seed = number,
            "--number" => only = Some(number),
            _ => {
                return Err(
                    format!("{word} is unknown: expected --seconds, --seed or --number").into(),
                );
            }
        }
    }
    hide_planned_panics();
    let (begun, mut checked, mut instances) = (Instant::now(), Checked::default(), 0);
    let mut out = io::stdout();
    for number in only.unwrap_or(0)..=only.unwrap_or(u64::MAX) {
        if only.is_none() && begun.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
        match check(seed, number) {
            Ok(more) => checked += more,
            Err(fault) => {
                writeln!(out, "instance {number} of seed {seed}: {fault}")?;
                return Ok(ExitCode::FAILURE);
            }
        }
        instances += 1;
    }
    let Checked {
        searches,
        schedules,
    } = checked;
    let all = (searches + schedules) as f64 / begun.elapsed().as_secs_f64();
    writeln!(
        out,
        "{searches} searches and {schedules} schedules of {instances} instances, no fault: {all:.0} a second"
    )?;
    Ok(ExitCode::SUCCESS)
}
