//! [`Stop`]: why work ended before its result was known.
//!
//! Invariant: a stop is one byte. When it carried an index, the inner loops returned every result through memory, and
//! A* on the 8-puzzle took a quarter longer.

use core::fmt;

use super::limits::Limited;
use super::replay_fault::ReplayFault;

/// Why a search or a [task](crate::Task) ended before its result was complete.
///
/// ```
/// assert_eq!(puzzle_search::Stop::Time.to_string(), "the time limit was reached");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on expanded states was reached.
    Expanded,
    /// The limit on generated states was reached.
    Generated,
    /// The limit on stored states was reached.
    Stored,
    /// The limit on bytes was reached.
    Bytes,
    /// The limit on the cost was reached. In a search, if the heuristic is [admissible](crate::Facts::admissible),
    /// every solution costs more than the limit.
    Cost,
    /// The limit on the moves was reached. In a search, every solution has more moves than the limit. Where all edges
    /// [cost one](crate::Facts::unit_costs), a limit on the moves is one on the cost, and the stop is
    /// [`Cost`](Self::Cost).
    Moves,
    /// The limit on the total time was reached.
    Time,
    /// The time that was given to this run, for example by [`Search::run_for`](crate::Search::run_for), is over.
    Slice,
    /// The time is limited, and there is no clock: see [`Limits::with_clock`](crate::Limits::with_clock).
    NoClock,
    /// The cancel flag was set.
    Cancelled,
    /// The observer returned `Break`.
    Observer,
    /// The allocator had no more memory.
    OutOfMemory,
    /// The search has to store more states than there are 32-bit indices.
    TooManyStates,
    /// The cost of a path exceeds the range of the cost type.
    CostOverflow,
    /// A depth-first solver met an edge of cost zero, and the facts of the puzzle do not say that the puzzle is
    /// [acyclic](crate::Facts::acyclic).
    ZeroCostEdge,
    /// A cheapest solution contains a cycle of cost zero, so there are infinitely many cheapest solutions.
    ZeroCostCycle,
    /// A task that finds the longest path or counts paths met a cycle, so there are infinitely many paths.
    Cycle,
    /// The search found no goal, but left out states from which a goal may be reachable: see
    /// [`Beam`](crate::solvers::Beam).
    Incomplete,
    /// An edge costs less than zero. No lower bound is then reported.
    NegativeCost,
    /// The path that the search found is not a solution; the [`ReplayFault`] says why. The usual reason is that the
    /// puzzle breaks a law that [`laws::check`](crate::laws::check) tests. No lower bound is then reported.
    Replay(ReplayFault),
    /// A start is [not a state](crate::Solvability::NotAState) of the puzzle, or the [bytes](crate::puzzle::Portable)
    /// of a state that was reached are not read back as a state.
    NotAState,
    /// The solver does not support a limit that was set (see [`Limits::max_moves`](crate::Limits::max_moves)).
    UnsupportedLimit,
    /// The search has several starts, but the solver supports only one.
    SeveralStarts,
    /// The task needs every edge to cost one, and the [facts](crate::Facts::unit_costs) of the puzzle do not say so.
    /// [`Solver::path`](crate::Solver::path) and [`Solver::cost`](crate::Solver::cost) need this of a solver that
    /// counts moves.
    UnitCostsUnknown,
    /// The task needs exact costs, but sums of the puzzle's costs are [rounded](crate::Cost#rounded-sums).
    RoundedCosts,
    /// The task needs a heuristic that is [admissible](crate::Facts::admissible).
    NotAdmissible,
    /// The puzzle, the heuristic or the observer panicked during an earlier run.
    Panicked,
}

impl Stop {
    /// Returns what kind of end this is.
    pub(crate) const fn class(self) -> StopClass {
        match self {
            Self::Expanded | Self::Generated | Self::Stored => StopClass::Count,
            Self::Bytes | Self::OutOfMemory => StopClass::Memory,
            Self::Cost | Self::Moves => StopClass::Bound,
            Self::Time | Self::Slice | Self::Cancelled | Self::Observer => StopClass::Interruption,
            Self::NoClock | Self::UnsupportedLimit => StopClass::UnsupportedLimits,
            Self::SeveralStarts
            | Self::UnitCostsUnknown
            | Self::RoundedCosts
            | Self::NotAdmissible => StopClass::Refusal,
            Self::TooManyStates
            | Self::CostOverflow
            | Self::ZeroCostEdge
            | Self::ZeroCostCycle
            | Self::Cycle
            | Self::Incomplete
            | Self::Panicked => StopClass::Inconclusive,
            Self::NegativeCost | Self::Replay(_) | Self::NotAState => StopClass::Fault,
        }
    }

    /// Returns whether a search that ended with this stop can be continued. A loop that calls
    /// [`run_for`](crate::Search::run_for) should continue if the stop is [`Slice`](Self::Slice), and end at any other
    /// stop.
    ///
    /// ```
    /// use puzzle_search::Stop;
    ///
    /// assert!(Stop::Expanded.can_go_on() && !Stop::NotAState.can_go_on());
    /// ```
    #[must_use]
    pub const fn can_go_on(self) -> bool {
        match self.class() {
            StopClass::Count
            | StopClass::Memory
            | StopClass::Bound
            | StopClass::Interruption
            | StopClass::UnsupportedLimits => true,
            StopClass::Refusal | StopClass::Inconclusive | StopClass::Fault => false,
        }
    }

    /// Whether a [`step`](crate::account::Meter::step) can return this stop: then no work was left half done.
    pub(crate) const fn is_between_steps(self) -> bool {
        matches!(
            self.class(),
            StopClass::Interruption | StopClass::UnsupportedLimits
        )
    }

    /// The amount whose limit was reached, if all threads spend it together: a thread that has used up its share may
    /// then get more.
    pub(crate) fn shared_amount(self) -> Option<Limited> {
        let mut all = Limited::ALL.into_iter();
        all.find(|limited| limited.stop() == self)
    }

    /// Whether the limit that was reached is one on all threads together.
    pub(crate) fn is_shared(self) -> bool {
        self.shared_amount().is_some()
    }

    /// Whether memory was refused.
    pub(crate) const fn is_of_memory(self) -> bool {
        matches!(self.class(), StopClass::Memory)
    }

    /// Whether the puzzle breaks a law on which the proofs of bounds rely.
    pub(crate) const fn refutes_bounds(self) -> bool {
        matches!(self.class(), StopClass::Fault)
    }
}

/// What kind of end a [`Stop`] is: see [`Stop::class`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum StopClass {
    /// A limit on the counts of states was reached. With higher limits the work continues.
    Count,
    /// The limit on bytes was reached, or the allocator had no more memory. With more memory the work continues.
    Memory,
    /// No solution is within the limit on cost or moves. With a higher limit the work continues.
    Bound,
    /// The time was over, the cancel flag was set, or the observer ended the work. It continues where it was.
    Interruption,
    /// A limit is set that cannot be held. With other limits the work continues.
    UnsupportedLimits,
    /// The solver or task does not support this puzzle, these starts or this heuristic.
    Refusal,
    /// The solver ended and has not decided whether there is a solution. A further run does not change that.
    Inconclusive,
    /// The puzzle breaks one of its laws, or a start is not one of its states.
    Fault,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Expanded => "the limit on expanded states was reached",
            Self::Generated => "the limit on generated states was reached",
            Self::Stored => "the limit on stored states was reached",
            Self::Bytes => "the limit on memory was reached",
            Self::Cost => "no solution was found within the limit on the cost",
            Self::Moves => "no solution was found within the limit on the moves",
            Self::Time => "the time limit was reached",
            Self::Slice => "the time of this run is over",
            Self::NoClock => {
                "the time is limited, and this target has no clock: expected one that is handed in with \
                 the limits"
            }
            Self::Cancelled => "the search was cancelled",
            Self::Observer => "the observer ended the search",
            Self::OutOfMemory => "no more memory could be allocated",
            Self::TooManyStates => "there are more states than 32-bit indices can tell apart",
            Self::CostOverflow => "the cost of a path exceeds the range of the cost type",
            Self::ZeroCostCycle => "there are infinitely many cheapest solutions, along a cycle of cost zero",
            Self::Cycle => "a path leads back to a state on it, so that there is no end of paths",
            Self::ZeroCostEdge => {
                "a depth-first solver met an edge of cost zero, and the puzzle does not say that it is \
                 acyclic"
            }
            Self::Incomplete => {
                "no goal was found, and states were left out that might have led to one"
            }
            Self::NegativeCost => "an edge costs less than zero",
            Self::Replay(error) => return write!(f, "what was found is no solution: {error}"),
            Self::NotAState => "the start, or what is read from the bytes of a state, is not a state of this puzzle",
            Self::UnsupportedLimit => {
                "the solver cannot be held to the limit on the cost or the moves: some solvers support \
                 neither, and unless every edge costs one, breadth-first solvers support the moves only and \
                 others the cost"
            }
            Self::SeveralStarts => {
                "there are several starts: expected one, as the search goes from goal to start, too"
            }
            Self::UnitCostsUnknown => {
                "the puzzle does not say that every edge costs one: expected facts that do \
                 (`with_facts(Facts::new().unit_costs())`), or a solver that compares costs, such as A*; a path \
                 with the fewest moves is what `solve` finds"
            }
            Self::RoundedCosts => {
                "sums of these costs are rounded, so that equal ones cannot be told: expected whole numbers, \
                 such as millionths"
            }
            Self::NotAdmissible => {
                "the heuristic may be too high: expected one that is admissible, such as `Zero`"
            }
            Self::Panicked => {
                "the puzzle, the observer or a heuristic panicked during this search, which can \
                 only be dropped"
            }
        })
    }
}

impl core::error::Error for Stop {}
