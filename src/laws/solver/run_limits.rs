//! [`RunLimits`]: the limits of one run of a search that is checked, and what a violation calls them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::account::Limits;
use crate::cost::Cost;

/// The limit on expansions of every search.
pub(super) const MOST_EXPANDED: u64 = 100_000;

/// The limits of every search: one on expansions, since a depth-first search need not end, and a flag that is clear,
/// since a search keeps the flag that it has.
pub(super) fn base_limits() -> Limits {
    let limits = Limits::new().with_cancel(Arc::default());
    limits.max_expanded(MOST_EXPANDED)
}

/// The limits of a run, including its limit on the cost.
#[derive(Clone, Debug)]
pub(super) struct RunLimits<C> {
    pub(super) limits: Limits,
    pub(super) max_cost: Option<C>,
}

impl<C: Cost> RunLimits<C> {
    pub(super) const fn of(limits: Limits) -> Self {
        Self {
            limits,
            max_cost: None,
        }
    }

    pub(super) fn of_cost(cost: C) -> Self {
        Self {
            limits: base_limits(),
            max_cost: Some(cost),
        }
    }

    /// The limits in words, except the limit on expansions that every search has.
    pub(super) fn describe(&self) -> String {
        let expanded = self.limits.expanded.filter(|&max| max != MOST_EXPANDED);
        let words = [
            expanded.map(|max| format!("to {max} expanded states")),
            self.limits
                .generated
                .map(|max| format!("to {max} generated states")),
            self.limits
                .stored
                .map(|max| format!("to {max} stored states")),
            self.limits.bytes.map(|max| format!("to {max} bytes")),
            self.max_cost.map(|max| format!("to the cost {max}")),
            self.limits.moves.map(|max| format!("to {max} moves")),
            self.limits.time.map(|_| "to no time".to_string()),
            self.limits
                .cancel
                .as_ref()
                .map(|_| "by a cancel flag that is set".to_string()),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        format!("limited {}", words.join(" and "))
    }
}
