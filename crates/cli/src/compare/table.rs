//! The trials as a table and as JSON.

use serde_json::json;

use super::SolverTrial;
use crate::progress_line::grouped;
use crate::search::SearchEnd;

fn status(trial: &SolverTrial) -> String {
    match &trial.found.end {
        SearchEnd::Solved(guarantee) => guarantee.to_string(),
        SearchEnd::Unsolvable(_) => "unsolvable".into(),
        SearchEnd::Stopped(stop, _) => format!("stopped: {stop}"),
    }
}

pub(super) fn text(name: &str, trials: &[SolverTrial], notes: &[String]) -> String {
    let mut out = format!("{name}\n\n");
    out += &format!(
        "{:<20} {:<16} {:>5} {:>5} {:>13} {:>13} {:>12} {:>10} {:>14} {:>13}  status\n",
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
    );
    for trial in trials {
        let or_dash = |number: Option<String>| number.unwrap_or_else(|| "-".into());
        let stats = &trial.found.stats;
        out += &format!(
            "{:<20} {:<16} {:>5} {:>5} {:>13} {:>13} {:>12} {:>10.6} {:>14} {:>13}  {}\n",
            trial.solver,
            trial.heuristic,
            or_dash(trial.found.cost().map(|cost| cost.to_string())),
            or_dash(trial.found.lower_bound.map(|bound| bound.to_string())),
            grouped(stats.expanded),
            grouped(stats.generated),
            grouped(stats.peak_stored),
            trial.found.seconds(),
            grouped(stats.peak_bytes as u64),
            or_dash(trial.speed().map(grouped)),
            status(trial),
        );
    }
    if !notes.is_empty() {
        out += &format!("\n{}\n", notes.join("\n"));
    }
    out
}

/// One object on a line for each trial.
pub(super) fn json(trials: &[SolverTrial]) -> String {
    let object = |trial: &SolverTrial| {
        let stats = &trial.found.stats;
        let object = json!({
            "solver": &trial.solver,
            "heuristic": &trial.heuristic,
            "cost": trial.found.cost(),
            "lower_bound": trial.found.lower_bound,
            "expanded": stats.expanded,
            "generated": stats.generated,
            "peak_stored": stats.peak_stored,
            "peak_bytes": stats.peak_bytes,
            "seconds": trial.found.seconds(),
            "status": status(trial),
        });
        format!("{object}\n")
    };
    trials.iter().map(object).collect()
}
