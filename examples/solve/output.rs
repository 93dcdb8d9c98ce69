//! How an answer is written.

use std::io::{self, Write};

use puzzle_search::Solution;
use serde_json::json;

use crate::answer::{Answer, End, Question};
use crate::live::grouped;

/// So many moves on a line can be counted at a glance.
const MOVES_PER_LINE: usize = 10;

/// One object on one line; what there is not is null.
pub(crate) fn json(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let (outcome, reason) = match &answer.end {
        End::Solved(_) => ("solved", None),
        End::Unsolvable(reason) => ("unsolvable", Some(reason)),
        End::Stopped(reason) => ("stopped", Some(reason)),
    };
    let mut object = json!({
        "puzzle": answer.puzzle,
        "size": answer.question.size,
        "solver": answer.solver,
        "heuristic": answer.heuristic,
        "outcome": outcome,
        "reason": reason,
        "cost": answer.solution.as_ref().map(Solution::cost),
        "moves": answer.solution.as_ref().map(Solution::moves),
        "expanded": answer.stats.expanded,
        "generated": answer.stats.generated,
        "peak_stored": answer.stats.peak_stored,
        "peak_bytes": answer.stats.peak_bytes,
        "seconds": answer.seconds,
        "lower_bound": answer.lower_bound,
        "factor": answer.factor,
        "incumbents": answer.incumbents.iter().map(|found| json!({
            "cost": found.cost,
            "lower_bound": found.lower_bound,
            "expanded": found.expanded,
            "seconds": found.seconds,
        })).collect::<Vec<_>>(),
    });
    if let Some((count, solutions)) = &answer.several {
        // Beyond what a number in JSON holds exactly it is text.
        object["count"] = match count {
            Some(count) => {
                u64::try_from(*count).map_or_else(|_| json!(count.to_string()), |c| json!(c))
            }
            None => json!(null),
        };
        object["costs"] = solutions.iter().map(Solution::cost).collect();
        object["solutions"] = solutions.iter().map(|s| json!(s.moves())).collect();
    }
    writeln!(out, "{object}")
}

pub(crate) fn text(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let Answer {
        puzzle,
        solver,
        heuristic,
        question,
        ..
    } = answer;
    let size = &question.size;
    writeln!(out, "{puzzle} {size}, {solver}, heuristic {heuristic}\n")?;
    boards(out, question)?;
    match &answer.end {
        End::Solved(guarantee) => writeln!(out, "Solved, {guarantee}.")?,
        End::Unsolvable(reason) => writeln!(out, "Unsolvable: {reason}.")?,
        End::Stopped(reason) => {
            writeln!(out, "Stopped: {reason}.")?;
            if let Some(bound) = answer.lower_bound {
                writeln!(out, "Every solution costs at least {bound}.")?;
            }
            if answer.solution.is_some() {
                writeln!(out, "The best solution so far, not proved optimal:")?;
            }
        }
    }
    if let Some(factor) = answer.factor.filter(|&factor| factor > 1.0) {
        writeln!(out, "It costs at most {factor:.3} times the optimum.")?;
    }
    for found in &answer.incumbents {
        writeln!(out, "  {found}")?;
    }
    if let Some((count, solutions)) = &answer.several {
        let count = count.map_or_else(
            || "more than can be counted".into(),
            |count| count.to_string(),
        );
        writeln!(out, "Solutions: {count}")?;
        for solution in solutions {
            writeln!(out)?;
            moves(out, solution)?;
        }
    } else if let Some(solution) = &answer.solution {
        moves(out, solution)?;
    }
    statistics(out, answer)
}

/// Start and goal side by side.
fn boards(out: &mut impl Write, question: &Question) -> io::Result<()> {
    let middle = question.start.lines().count().saturating_sub(1) / 2;
    let rows = question.start.lines().zip(question.goal.lines());
    for (at, (start, goal)) in rows.enumerate() {
        let arrow = if at == middle { "-->" } else { "   " };
        writeln!(out, "  {start}  {arrow}  {goal}")?;
    }
    writeln!(out)
}

/// Each line begins with the number of its first move.
fn moves(out: &mut impl Write, solution: &Solution<String, u32>) -> io::Result<()> {
    writeln!(out, "Cost {}, moves {}\n", solution.cost(), solution.len())?;
    let width = solution.moves().iter().map(String::len).max().unwrap_or(0);
    for (line, moves) in solution.moves().chunks(MOVES_PER_LINE).enumerate() {
        let padded: Vec<_> = moves.iter().map(|mv| format!("{mv:width$}")).collect();
        let first = line * MOVES_PER_LINE + 1;
        writeln!(out, "  {first:3}  {}", padded.join(" ").trim_end())?;
    }
    Ok(())
}

fn statistics(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let (stats, seconds) = (&answer.stats, answer.seconds);
    // Shorter than the clock can tell apart: no speed.
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
    if !answer.iterations.is_empty() {
        writeln!(out, "\n  {:>11}  {:>15}", "bound", "generated")?;
    }
    for iteration in &answer.iterations {
        let generated = grouped(iteration.generated);
        writeln!(out, "  {:11}  {generated:>15}", iteration.bound)?;
    }
    Ok(())
}
