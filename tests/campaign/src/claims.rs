//! [`Case`]: what a solver promises of an instance, and whether a report keeps it.

use std::sync::atomic::Ordering;

use num_traits::{Bounded, ToPrimitive};
use puzzle_search::{Guarantee, Limits, Outcome, Puzzle, ReportOf, Stats, Stop};

use crate::Fault;
use crate::answer::Answer;

/// What a solver promises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claims {
    pub(crate) name: &'static str,
    /// Whether it ends on every finite space.
    pub(crate) ends: bool,
    /// Whether it sees what leads to the goals, whatever the start leads to.
    pub(crate) from_goals: bool,
    /// Whether it goes on in another way when memory ends.
    pub(crate) outlasts_memory: bool,
    /// How many times the optimum a solution may cost; any number of times if that is none.
    pub(crate) factor: Option<f64>,
    /// Whether it multiplies estimates, and proves less where they leave the range of the costs.
    pub(crate) weighs: bool,
}

impl Claims {
    /// Those of an exact solver that ends on every finite space.
    pub(crate) const fn of(name: &'static str) -> Self {
        Self {
            name,
            ends: true,
            from_goals: false,
            outlasts_memory: false,
            factor: Some(1.0),
            weighs: false,
        }
    }

    /// It may walk in circles for ever.
    pub(crate) const fn endless(self) -> Self {
        Self {
            ends: false,
            ..self
        }
    }

    pub(crate) const fn beginning_at_goals(self) -> Self {
        Self {
            from_goals: true,
            ..self
        }
    }

    pub(crate) const fn outlasts_memory(self) -> Self {
        Self {
            outlasts_memory: true,
            ..self
        }
    }

    /// What it finds costs at most so many times the optimum, or any number of times.
    pub(crate) const fn within(self, factor: Option<f64>) -> Self {
        Self { factor, ..self }
    }

    pub(crate) const fn weighs(self) -> Self {
        Self {
            weighs: true,
            ..self
        }
    }
}

/// A solver on an instance.
pub(crate) struct Case<'a, P: Puzzle> {
    pub(crate) puzzle: &'a P,
    pub(crate) starts: &'a [P::State],
    pub(crate) answer: &'a Answer,
    pub(crate) claims: Claims,
    pub(crate) counts_moves: bool,
}

/// What is held to these limits.
#[derive(Clone, Debug)]
pub(crate) struct Held<C> {
    pub(crate) limits: Limits,
    pub(crate) max_cost: Option<C>,
}

impl<C> Held<C> {
    pub(crate) const fn to(limits: Limits) -> Self {
        Self {
            limits,
            max_cost: None,
        }
    }
}

impl<P: Puzzle> Case<'_, P> {
    /// Checks what was reported within these limits. Those on counts may be lower than what was counted before.
    pub(crate) fn check(
        &self,
        report: &ReportOf<P>,
        held: &Held<P::Cost>,
        before: &Stats,
    ) -> Result<(), Fault> {
        let Held { limits, max_cost } = held;
        let Answer { cost, moves, .. } = *self.answer;
        let Claims { factor, weighs, .. } = self.claims;
        let value = |cost: P::Cost| cost.to_u128().unwrap_or(u128::MAX);
        let is = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        let (stats, bound) = (&report.stats, report.lower_bound.map(value));
        is(
            cost.is_none() || bound <= cost,
            "the lower bound is too high",
        )?;
        let within = |count: u64, most: Option<u64>, before: u64| {
            most.is_none_or(|most| count <= most.max(before))
        };
        is(
            within(
                stats.generated,
                limits
                    .generated
                    .map(|most| most.max(self.starts.len() as u64)),
                before.generated,
            ),
            "generated",
        )?;
        is(
            within(stats.expanded, limits.expanded, before.expanded),
            "expanded",
        )?;
        is(
            within(stats.peak_stored, limits.stored, before.peak_stored),
            "stored",
        )?;
        is(
            within(
                stats.peak_bytes as u64,
                limits.bytes.map(|most| most as u64),
                // What a stop hands out was set aside within earlier limits.
                2 * before.peak_bytes as u64,
            ),
            "bytes",
        )?;
        if let Some(best) = report.best() {
            let replayed = best.verify(self.puzzle, &self.starts[best.start_index()]);
            replayed.map_err(|error| error.to_string())?;
            is(Some(value(best.cost())) >= cost, "better than the best")?;
        }
        match &report.outcome {
            Outcome::Solved {
                solution,
                guarantee,
            } => {
                // Weights are of tenths, and less than 4.
                let most = cost.map(|cost| cost.saturating_mul(40));
                let is_lost = weighs && most > Some(value(P::Cost::max_value()));
                if self.counts_moves {
                    is(Some(solution.len() as u64) == moves, "not the fewest moves")?;
                } else if factor == Some(1.0) {
                    is(Some(value(solution.cost())) == cost, "not the cheapest")?;
                } else if let Some((factor, cost)) = factor.zip(cost)
                    && !is_lost
                {
                    let most = factor * cost as f64;
                    is(value(solution.cost()) as f64 <= most, "beyond the factor")?;
                }
                let optimal = *guarantee == Guarantee::Optimal;
                is(
                    !optimal || Some(value(solution.cost())) == cost,
                    "not optimal",
                )?;
                let within = *guarantee == Guarantee::Within && factor > Some(1.0);
                let is_enough =
                    optimal || self.counts_moves || within || factor.is_none() || is_lost;
                is(is_enough, "no guarantee")?;
                // A start that is a goal is found whatever the limits are.
                let within = max_cost.is_none_or(|most| solution.cost() <= most)
                    && limits
                        .moves
                        .is_none_or(|most| solution.len() as u64 <= most);
                is(within, "dearer than the limit")
            }
            Outcome::Unsolvable { .. } => is(cost.is_none(), "not unsolvable"),
            Outcome::Stopped { stop, .. } => self.may_stop(*stop, held),
        }
    }

    /// Whether there is a reason for a stop.
    fn may_stop(&self, stop: Stop, held: &Held<P::Cost>) -> Result<(), Fault> {
        let Held { limits, max_cost } = held;
        let Answer { cost, moves, .. } = *self.answer;
        let Claims {
            ends,
            from_goals,
            factor,
            weighs,
            ..
        } = self.claims;
        let unit = self.puzzle.facts().unit_costs;
        let least = |most: P::Cost| cost.is_none_or(|cost| cost > most.to_u128().unwrap_or(0));
        let is_legal = match stop {
            Stop::Expanded => limits.expanded.is_some(),
            Stop::Generated => limits.generated.is_some(),
            Stop::Stored => limits.stored.is_some(),
            Stop::Bytes => limits.bytes.is_some(),
            Stop::Time => limits.time.is_some(),
            Stop::Cancelled => limits
                .cancel
                .as_ref()
                .is_some_and(|flag| flag.load(Ordering::Relaxed)),
            Stop::Cost | Stop::Moves => {
                let too_few = |most: u64| moves.is_none_or(|moves| moves > most);
                max_cost.is_some_and(least) || limits.moves.is_some_and(too_few)
            }
            Stop::ZeroCostEdge => (self.answer.has_zero || from_goals) && !ends,
            // A depth-first solver may go round in circles until the type ends.
            Stop::CostOverflow => {
                let is_open = !ends || from_goals;
                self.answer.may_overflow || is_open && cost.is_none()
            }
            Stop::Incomplete => factor.is_none(),
            Stop::SeveralStarts => from_goals && self.starts.len() > 1,
            Stop::UnsupportedLimit if factor.is_none() || weighs => {
                max_cost.is_some() || limits.moves.is_some()
            }
            Stop::UnsupportedLimit if self.counts_moves => max_cost.is_some(),
            Stop::UnsupportedLimit => !unit && limits.moves.is_some(),
            _ => false,
        };
        if is_legal {
            Ok(())
        } else {
            Err(format!("no reason for {stop:?}"))
        }
    }
}
