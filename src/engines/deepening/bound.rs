//! [`NextBound`]: the policy of a deepening search. It chooses the bound on f of the next iteration, and says how the
//! search goes on after a goal. [`LeastCut`] is the policy of IDA\*, [`Growing`] that of branch and bound, [`Budgeted`]
//! that of budgeted tree search.
//!
//! The policy is told the proved lower bound and the cost of the incumbent, and is notified how iterations ended.
//! Invariant: no bound is less than the lower bound that was proved so far.
//!
//! Branch and bound needs a bound to terminate on a space with cycles. Without one, it would need a table of the best g
//! of each state, which takes memory, and could still dive to the depth of the whole space before the first solution.
//! So, as long as there is no incumbent, each complete iteration raises the bound by a quarter. The bound that admits
//! the first solution is then at most about a quarter above the cost of the cheapest one.
//!
//! Budgeted tree search follows M. Helmert et al., "Iterative budgeted exponential search", IJCAI 2019. A budget limits
//! the expansions of an iteration. An iteration also ends if it finds a solution that costs more than the lower bound.
//! In both cases, the next bound is smaller.

use core::fmt::Debug;

use num_traits::{NumCast, cast};

use crate::codec::{Reader, Writer};
use crate::cost::{Cost, CostExt};

/// The limits of the next iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IterationLimits<C> {
    pub(crate) bound: C,
    /// The greatest number of states that the iteration may expand; `None` if there is no such limit.
    pub(crate) budget: Option<u64>,
}

/// What the search does after a walk has reached a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterGoal {
    /// The search ends: the goal is optimal.
    End,
    /// The walk goes on, looking for cheaper goals.
    GoOn,
    /// The iteration ends, and another one begins.
    Restart,
}

/// The policy of bounds, by which deepening solvers differ.
pub(crate) trait NextBound<C: Cost>: Debug {
    /// Whether an iteration prunes paths that are not cheaper than the incumbent.
    const IMPROVES: bool = false;

    /// The name of the search with a heuristic.
    const NAME: &'static str;
    /// The name of the search without a heuristic.
    const BLIND_NAME: &'static str = Self::NAME;

    /// Prepares for a new search.
    fn begin(&mut self) {}

    /// Returns the limits of the next iteration. Every solution costs at least `lower_bound`, and `incumbent`, the cost
    /// of the best solution found so far, is greater than `lower_bound`.
    fn next(&mut self, lower_bound: C, incumbent: Option<C>) -> IterationLimits<C>;

    /// Returns what the search does after a goal that is reached at this cost.
    fn after_goal(&self, cost: C, lower_bound: C) -> AfterGoal;

    /// Notes that a goal of this cost has ended an iteration: [`AfterGoal::Restart`].
    fn note_goal(&mut self, _cost: C) {}

    /// Notes that an iteration within this bound has ended because its budget was spent.
    fn note_budget_spent(&mut self, _bound: C) {}

    /// Notes that an iteration within this bound is complete, has expanded this many states, and has pruned paths whose
    /// f is within the range of the cost type.
    fn note_complete(&mut self, _bound: C, _expanded: u64) {}

    fn save(&self, _to: &mut Writer<'_>) {}

    fn load(&mut self, _from: &mut Reader<'_>) -> Option<()> {
        Some(())
    }
}

/// The next bound is the least pruned f: IDA\* and iterative deepening.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeastCut;

impl<C: Cost> NextBound<C> for LeastCut {
    const NAME: &'static str = "IDA*";
    const BLIND_NAME: &'static str = "iterative deepening";

    fn next(&mut self, lower_bound: C, _: Option<C>) -> IterationLimits<C> {
        IterationLimits {
            bound: lower_bound,
            budget: None,
        }
    }

    fn after_goal(&self, _: C, _: C) -> AfterGoal {
        AfterGoal::End
    }
}

/// The bound grows by a quarter, up to the cost of the incumbent: branch and bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growing<C> {
    /// The last complete iteration's bound plus a quarter; `None` before the first.
    bound: Option<C>,
}

impl<C> Default for Growing<C> {
    fn default() -> Self {
        Self { bound: None }
    }
}

impl<C: Cost> NextBound<C> for Growing<C> {
    const IMPROVES: bool = true;

    const NAME: &'static str = "branch and bound";

    fn begin(&mut self) {
        *self = Self::default();
    }

    fn next(&mut self, lower_bound: C, incumbent: Option<C>) -> IterationLimits<C> {
        let bound = self.bound.unwrap_or(lower_bound).max(lower_bound);
        IterationLimits {
            bound: incumbent.map_or(bound, |cost| cost.min(bound)),
            budget: None,
        }
    }

    fn after_goal(&self, _: C, _: C) -> AfterGoal {
        AfterGoal::GoOn
    }

    fn note_complete(&mut self, bound: C, _: u64) {
        let quarter = bound.to_f64().and_then(|bound| NumCast::from(bound / 4.0));
        self.bound = Some(bound.saturating_add(quarter.unwrap_or_else(C::zero)));
    }

    fn save(&self, to: &mut Writer<'_>) {
        to.optional_cost(self.bound);
    }

    fn load(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.bound = from.optional_cost()?;
        Some(())
    }
}

/// Budgeted tree search: the bound rises in growing steps while iterations expand hardly more states than the base, an
/// earlier iteration. If an iteration expands too many, the next bound is halfway back to the lower bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budgeted<C> {
    /// Determines the next bound.
    choice: Choice<C>,
    /// The bound of the base: of the last complete iteration that expanded at least [`MIN_GROWTH`] times as many states
    /// as the base before it.
    base: C,
    /// The number of states that the base expanded.
    base_expanded: u64,
}

/// How [`Budgeted`] chooses the bound of an iteration.
#[derive(Clone, Copy, Debug)]
enum Choice<C> {
    /// The lower bound, with no budget.
    LowerBound,
    /// The base bound plus this much, if that is more than the lower bound.
    BasePlus(C),
    /// Halfway from the lower bound to this cost. An iteration within this cost found a solution or spent its budget.
    HalfwayTo(C),
}

/// An iteration becomes the base if it expands at least this many times as many states as the base so far.
const MIN_GROWTH: u64 = 2;
/// The budget of an iteration is this many times the number of states that the base expanded.
const MAX_GROWTH: u64 = 8;

impl<C: Cost> Default for Budgeted<C> {
    fn default() -> Self {
        Self {
            choice: Choice::LowerBound,
            base: C::zero(),
            base_expanded: 0,
        }
    }
}

impl<C: Cost> NextBound<C> for Budgeted<C> {
    const NAME: &'static str = "BTS";

    fn begin(&mut self) {
        *self = Self::default();
    }

    fn next(&mut self, lower_bound: C, incumbent: Option<C>) -> IterationLimits<C> {
        // A raised bound must lie strictly between the lower bound and the incumbent's cost.
        if let Choice::BasePlus(by) = self.choice {
            let bound = self.base.saturating_add(by);
            self.choice = match incumbent {
                Some(cost) if bound >= cost => Choice::HalfwayTo(cost),
                _ if bound <= lower_bound => Choice::LowerBound,
                _ => self.choice,
            };
        }
        let bound = match self.choice {
            Choice::BasePlus(by) => self.base.saturating_add(by),
            Choice::HalfwayTo(upper) if upper > lower_bound => halfway(lower_bound, upper),
            _ => {
                self.choice = Choice::LowerBound;
                lower_bound
            }
        };
        let budget = self.base_expanded.saturating_mul(MAX_GROWTH);
        IterationLimits {
            bound,
            budget: (!matches!(self.choice, Choice::LowerBound)).then_some(budget),
        }
    }

    fn after_goal(&self, cost: C, lower_bound: C) -> AfterGoal {
        if cost > lower_bound {
            AfterGoal::Restart
        } else {
            AfterGoal::End
        }
    }

    fn note_goal(&mut self, cost: C) {
        self.choice = Choice::HalfwayTo(cost);
    }

    fn note_budget_spent(&mut self, bound: C) {
        self.choice = Choice::HalfwayTo(bound);
    }

    /// The iteration becomes the base if it expanded enough states. A step up from the base that adds too few states is
    /// doubled. After a step that adds many, the next is half as large.
    fn note_complete(&mut self, bound: C, expanded: u64) {
        let raised = bound.saturating_sub(self.base);
        // The very first iteration has no base to be compared with: it becomes the base.
        let growth = expanded
            .checked_div(self.base_expanded)
            .unwrap_or(MIN_GROWTH);
        if growth >= MIN_GROWTH {
            (self.base, self.base_expanded) = (bound, expanded);
            self.choice = match self.choice {
                Choice::BasePlus(_) if growth >= MIN_GROWTH * MIN_GROWTH => {
                    Choice::BasePlus(halfway(C::zero(), raised))
                }
                Choice::BasePlus(_) => Choice::BasePlus(raised),
                _ => Choice::LowerBound,
            };
        } else if !matches!(self.choice, Choice::HalfwayTo(_)) {
            self.choice = Choice::BasePlus(raised.saturating_add(raised));
        }
    }

    fn save(&self, to: &mut Writer<'_>) {
        let (kind, cost) = match self.choice {
            Choice::LowerBound => (0_u8, None),
            Choice::BasePlus(by) => (1, Some(by)),
            Choice::HalfwayTo(upper) => (2, Some(upper)),
        };
        to.number(kind);
        to.optional_cost(cost);
        to.cost(self.base);
        to.number(self.base_expanded);
    }

    fn load(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.choice = match (from.number()?, from.optional_cost()?) {
            (0, None) => Choice::LowerBound,
            (1, Some(by)) => Choice::BasePlus(by),
            (2, Some(upper)) => Choice::HalfwayTo(upper),
            _ => return None,
        };
        (self.base, self.base_expanded) = (from.cost()?, from.summand()?);
        Some(())
    }
}

/// Returns a cost about halfway between the two. It is less than `upper` if `lower` is.
fn halfway<C: Cost>(lower: C, upper: C) -> C {
    let half = if C::IS_EXACT {
        (upper - lower).to_u128().and_then(|gap| cast(gap / 2))
    } else {
        (upper - lower).to_f64().and_then(|gap| cast(gap / 2.0))
    };
    let middle = lower.saturating_add(half.unwrap_or_else(C::zero));
    if middle < upper { middle } else { lower }
}
