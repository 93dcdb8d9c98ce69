//! Limits and reports in words, for violations.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{MOST_EXPANDED, RunLimits};
use crate::cost::Cost;
use crate::report::{Outcome, Report};

pub(super) fn or_no_solution<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "no solution".into(), |value| value.to_string())
}

/// The limits in words, except the limit on expansions that every search has.
pub(super) fn describe_limits<C: Cost>(RunLimits { limits, max_cost }: &RunLimits<C>) -> String {
    let expanded = limits.expanded.filter(|&max| max != MOST_EXPANDED);
    let words = [
        expanded.map(|max| format!("to {max} expanded states")),
        limits
            .generated
            .map(|max| format!("to {max} generated states")),
        limits.stored.map(|max| format!("to {max} stored states")),
        limits.bytes.map(|max| format!("to {max} bytes")),
        max_cost.map(|max| format!("to the cost {max}")),
        limits.moves.map(|max| format!("to {max} moves")),
        limits.time.map(|_| "to no time".to_string()),
        limits
            .cancel
            .as_ref()
            .map(|_| "by a cancel flag that is set".to_string()),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    format!("limited {}", words.join(" and "))
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
