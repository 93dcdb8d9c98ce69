//! Answers as text and as JSON.

use std::fmt::{self, Display, Write};

use puzzle_search::Solution;
use serde_json::{Value, json};

use super::Solved;
use crate::any::Move;
use crate::progress_line::grouped;
use crate::search::{SearchEnd, SearchResult};

/// A row of ten moves can be counted at a glance.
const MOVES_PER_LINE: usize = 10;

fn names(solution: &Solution<Move, u32>) -> Value {
    solution.moves().iter().map(ToString::to_string).collect()
}

/// An object with null for missing values.
pub(super) fn json(solved: &Solved) -> Value {
    let found = &solved.found;
    let (outcome, reason) = match &found.end {
        SearchEnd::Solved(_) => ("solved", None),
        SearchEnd::Unsolvable(reason) => ("unsolvable", Some(reason)),
        SearchEnd::Stopped(reason, _) => ("stopped", Some(reason)),
    };
    let mut object = json!({
        "puzzle": &solved.name,
        "size": &solved.size,
        "solver": &solved.solver,
        "heuristic": &solved.heuristic,
        "outcome": outcome,
        "reason": reason,
        "cost": found.cost(),
        "moves": found.solution.as_ref().map(names),
        "expanded": found.stats.expanded,
        "generated": found.stats.generated,
        "peak_stored": found.stats.peak_stored,
        "peak_bytes": found.stats.peak_bytes,
        "seconds": found.seconds(),
        "lower_bound": found.lower_bound,
        "factor": found.factor,
        "incumbents": found.improvements.iter().map(|found| json!({
            "cost": found.cost,
            "lower_bound": found.lower_bound,
            "expanded": found.expanded,
            "seconds": found.seconds,
        })).collect::<Value>(),
    });
    if let Some((count, solutions)) = &found.several {
        // Numbers beyond 64 bits become text, since readers would round them.
        let number = |count: &u128| {
            u64::try_from(*count).map_or_else(|_| json!(count.to_string()), Value::from)
        };
        object["count"] = count.as_ref().map(number).into();
        object["costs"] = solutions.iter().map(Solution::cost).collect();
        object["solutions"] = solutions.iter().map(names).collect();
    }
    object
}

pub(super) fn text(solved: &Solved) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, solved);
    out
}

fn write(out: &mut String, solved: &Solved) -> fmt::Result {
    let Solved {
        name,
        size,
        solver,
        heuristic,
        found,
        ..
    } = solved;
    writeln!(out, "{name} {size}, {solver}, heuristic {heuristic}\n")?;
    boards(out, &solved.start, &solved.goal)?;
    match &found.end {
        SearchEnd::Solved(guarantee) => writeln!(out, "Solved, {guarantee}.")?,
        SearchEnd::Unsolvable(reason) => {
            writeln!(out, "Unsolvable: {reason}.")?;
            if solved.needs_the_blank_first {
                writeln!(out, "Korf's instances have that goal: --goal blank-first.")?;
            }
        }
        SearchEnd::Stopped(reason, _) => {
            writeln!(out, "Stopped: {reason}.")?;
            if let Some(bound) = found.lower_bound {
                writeln!(out, "Every solution costs at least {bound}.")?;
            }
            if found.solution.is_some() {
                writeln!(out, "The best solution so far, not proved optimal:")?;
            }
        }
    }
    if let Some(factor) = found.factor.filter(|&factor| factor > 1.0) {
        writeln!(out, "It costs at most {factor:.3} times the optimum.")?;
    }
    for improvement in &found.improvements {
        writeln!(out, "  {improvement}")?;
    }
    if let Some((count, solutions)) = &found.several {
        let count: &dyn Display = match count {
            Some(count) => count,
            None => &"more than can be counted",
        };
        writeln!(out, "Solutions: {count}")?;
        for solution in solutions {
            writeln!(out)?;
            moves(out, solution)?;
        }
    } else if let Some(solution) = &found.solution {
        moves(out, solution)?;
    }
    statistics(out, found)
}

/// Writes start and goal side by side.
fn boards(out: &mut String, start: &str, goal: &str) -> fmt::Result {
    let middle = start.lines().count().saturating_sub(1) / 2;
    for (at, (start, goal)) in start.lines().zip(goal.lines()).enumerate() {
        let arrow = if at == middle { "-->" } else { "   " };
        writeln!(out, "  {start}  {arrow}  {goal}")?;
    }
    writeln!(out)
}

/// Writes the moves; each line begins with the number of its first move.
fn moves(out: &mut String, solution: &Solution<Move, u32>) -> fmt::Result {
    writeln!(out, "Cost {}, moves {}\n", solution.cost(), solution.len())?;
    let names: Vec<_> = solution.moves().iter().map(ToString::to_string).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    for (line, moves) in names.chunks(MOVES_PER_LINE).enumerate() {
        let padded: Vec<_> = moves.iter().map(|mv| format!("{mv:width$}")).collect();
        let first = line * MOVES_PER_LINE + 1;
        writeln!(out, "  {first:3}  {}", padded.join(" ").trim_end())?;
    }
    Ok(())
}

fn statistics(out: &mut String, found: &SearchResult) -> fmt::Result {
    let (stats, seconds) = (&found.stats, found.seconds());
    // No speed if the search was too short for the clock.
    let speed = stats.generated as f64 / seconds;
    let speed = if speed.is_finite() { speed as u64 } else { 0 };
    let rows = [
        ("expanded", grouped(stats.expanded)),
        ("generated", grouped(stats.generated)),
        ("peak stored", grouped(stats.peak_stored)),
        ("peak bytes", grouped(stats.peak_bytes as u64)),
        ("seconds", format!("{seconds:.3}")),
        ("nodes/s", grouped(speed)),
    ];
    writeln!(out)?;
    for (name, number) in rows {
        writeln!(out, "  {name:11}  {number:>15}")?;
    }
    if !found.iterations.is_empty() {
        writeln!(out, "\n  {:>11}  {:>15}", "bound", "generated")?;
    }
    for iteration in &found.iterations {
        let generated = grouped(iteration.generated);
        writeln!(out, "  {:11}  {generated:>15}", iteration.bound)?;
    }
    Ok(())
}
