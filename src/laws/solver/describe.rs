//! Reports in words, for violations.

use alloc::format;
use alloc::string::{String, ToString};

use crate::cost::Cost;
use crate::report::{Outcome, Report};

pub(super) fn or_no_solution<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "no solution".into(), |value| value.to_string())
}

pub(super) fn describe_report<M, C: Cost>(report: &Report<M, C>) -> String {
    let outcome = match &report.outcome {
        Outcome::Solved {
            solution,
            guarantee,
        } => format!(
            "a solution of {} moves and cost {}, {guarantee}",
            solution.len(),
            solution.cost()
        ),
        Outcome::Unsolvable { reason } => format!("no solution ({reason})"),
        Outcome::Stopped { stop, .. } => format!("a stop ({stop})"),
    };
    let bound = report.lower_bound;
    let bound = bound.map_or_else(
        || "no lower bound".into(),
        |bound| format!("lower bound {bound}"),
    );
    let stats = &report.stats;
    format!(
        "{outcome}, {bound}, {} states expanded and {} generated",
        stats.expanded, stats.generated
    )
}
