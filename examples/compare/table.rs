//! The trials as a table.

use std::io::{self, Write};

use crate::live::grouped;
use crate::trial::{Status, Trial};

pub(crate) fn print(name: &str, trials: &[Trial], notes: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{name}\n")?;
    writeln!(
        out,
        "{:<20} {:<16} {:>5} {:>5} {:>13} {:>13} {:>12} {:>10} {:>14} {:>13}  status",
        "solver",
        "heuristic",
        "cost",
        "bound",
        "expanded",
        "generated",
        "stored",
        "seconds",
        "peak bytes",
        "nodes/s"
    )?;
    for trial in trials {
        let or_dash = |number: Option<String>| number.unwrap_or_else(|| "-".into());
        let status = match &trial.status {
            Status::Solved(guarantee) => guarantee,
            Status::Unsolvable => "unsolvable",
            Status::Stopped(stop) => &format!("stopped: {stop}"),
        };
        writeln!(
            out,
            "{:<20} {:<16} {:>5} {:>5} {:>13} {:>13} {:>12} {:>10.6} {:>14} {:>13}  {status}",
            trial.solver,
            trial.heuristic,
            or_dash(trial.cost.map(|cost| cost.to_string())),
            or_dash(trial.bound.map(|bound| bound.to_string())),
            grouped(trial.expanded),
            grouped(trial.generated),
            grouped(trial.stored),
            trial.seconds,
            grouped(trial.bytes),
            or_dash(trial.speed().map(grouped)),
        )?;
    }
    if !notes.is_empty() {
        writeln!(out, "\n{}", notes.join("\n"))?;
    }
    Ok(())
}
