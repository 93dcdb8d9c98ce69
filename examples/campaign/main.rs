//! Random searches without end, each checked against answers found in another way: a campaign.
//!
//! ```sh
//! cargo run --release --example campaign -- --seconds 300 --seed 7
//! cargo run --release --example campaign -- --seed 7 --number 1234   # one instance again
//! ```
//!
//! Graphs of every kind, small puzzles, every solver, enumeration and oracle, under random limits, and stopped
//! and run on. On a *schedule*, limits are raised, lowered and removed in pauses, and a search is saved and loaded,
//! given a solution, or meets a panic in the puzzle. A failure is printed with the seed and the number that bring it
//! back, and ends it with code 1; after Ctrl-C it says what it has done so far, and ends with code 3.

mod answer;
mod claims;
#[path = "../common/ctrl_c.rs"]
mod ctrl_c;
#[path = "../common/end.rs"]
mod end;
mod graph;
mod instance;
mod numbers;
mod questions;
mod schedules;
mod spaces;
mod trial;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Parser;

use instance::Checked;
use numbers::Numbers;

/// Checks random searches against answers found in another way.
#[derive(Debug, Parser)]
#[command(name = "campaign")]
struct Options {
    /// For how long
    #[arg(long, default_value_t = 10)]
    seconds: u64,

    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Only the instance with this number
    #[arg(long)]
    number: Option<u64>,
}

/// What was found wrong.
type Fault = String;

/// What was checked of an instance, or what was wrong with one of them.
fn instance(seed: u64, number: u64) -> Result<Checked, Fault> {
    let check = || instance::check(&mut Numbers::of(seed, number));
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| Err("it panicked".into()))
}

fn main() -> ExitCode {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload().downcast_ref() != Some(&graph::PLANNED) {
            told(panic);
        }
    }));
    end::end(run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let cancel = ctrl_c::cancel_flag()?;
    let (begun, mut checked, mut instances) = (Instant::now(), Checked::default(), 0);
    let time = Duration::from_secs(options.seconds);
    let mut out = io::stdout();
    let last = options.number.unwrap_or(u64::MAX);
    for number in options.number.unwrap_or(0)..=last {
        if options.number.is_none() && begun.elapsed() >= time || cancel.load(Ordering::Relaxed) {
            break;
        }
        match instance(options.seed, number) {
            Ok(more) => checked += more,
            Err(fault) => {
                writeln!(out, "instance {number} of seed {}: {fault}", options.seed)?;
                writeln!(
                    out,
                    "again: cargo run --release --example campaign -- --seed {} --number {number}",
                    options.seed
                )?;
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
    Ok(if cancel.load(Ordering::Relaxed) {
        ExitCode::from(ctrl_c::STOPPED)
    } else {
        ExitCode::SUCCESS
    })
}
