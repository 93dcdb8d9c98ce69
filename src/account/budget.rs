//! [`Budget`]: what may be counted, and held, before somebody has to look.

use core::ops::ControlFlow;

/// What a solver may use before it has to call the [`Monitor`](crate::Monitor) again: expansions, generated children
/// and bytes.
///
/// The monitor [lends](crate::Monitor::lend) a budget to a solver. The solver *charges* each node to the budget. If the
/// budget is used up, the charge fails. The solver then calls [`Monitor::charge`](crate::Monitor::charge), which checks
/// the limits and refills the budget.
///
/// ```
/// use puzzle_search::Budget;
///
/// let mut budget = Budget::<u32>::default(); // an empty budget
/// assert!(!budget.expand());
/// ```
#[derive(Debug)]
pub struct Budget<C = u32> {
    /// What may still be charged.
    expansions: u64,
    children: u64,
    granted_expansions: u64,
    granted_children: u64,
    /// How many bytes may still be reserved, and how many are.
    pub(crate) free: usize,
    pub(crate) reserved: usize,
    /// How many of these the monitor knows of.
    pub(crate) claimed: usize,
    /// Whether bytes were refused when they were last asked for.
    refused: bool,
    /// By how much the bound was exceeded, at the least.
    excess: Option<C>,
}

impl<C> Default for Budget<C> {
    fn default() -> Self {
        Self {
            expansions: 0,
            children: 0,
            granted_expansions: 0,
            granted_children: 0,
            free: 0,
            reserved: 0,
            claimed: 0,
            refused: false,
            excess: None,
        }
    }
}

impl<C: Ord + Copy> Budget<C> {
    /// Records that a child was cut off because its f = g + h exceeds the bound of the solver by `excess`.
    #[inline]
    pub fn cut_off(&mut self, excess: C) {
        if self.excess.is_none_or(|least| excess < least) {
            self.excess = Some(excess);
        }
    }

    /// Returns the least recorded excess, or `None` if no child was cut off.
    #[must_use]
    pub const fn excess(&self) -> Option<C> {
        self.excess
    }
}

impl<C> Budget<C> {
    /// No grant but this much memory.
    pub(crate) fn with_bytes(free: usize) -> Self {
        Self {
            free,
            ..Self::default()
        }
    }

    /// Charges an expansion; [`enter`](Self::enter) charges the children. Returns false if the charge is refused.
    #[must_use]
    #[inline]
    pub const fn expand(&mut self) -> bool {
        let granted = self.expansions > 0;
        self.expansions -= granted as u64;
        granted
    }

    /// Charges a child.
    #[must_use]
    #[inline]
    pub(crate) const fn generate(&mut self) -> bool {
        let granted = self.children > 0;
        self.children -= granted as u64;
        granted
    }

    /// Charges an expansion and all its children.
    #[must_use]
    #[inline]
    pub(crate) const fn expand_with(&mut self, children: u64) -> bool {
        if self.expansions == 0 || children > self.children {
            return false;
        }
        self.expansions -= 1;
        self.children -= children;
        true
    }

    /// Asks for memory before it is allocated. `bytes` is the total for this budget: the bytes already in use and the
    /// new bytes. Returns `Break` if the memory is refused.
    pub const fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
        let more = bytes.saturating_sub(self.reserved);
        self.refused = more > self.free;
        if self.refused {
            return ControlFlow::Break(());
        }
        self.free -= more;
        self.reserved += more;
        ControlFlow::Continue(())
    }

    /// Whether the memory last asked for was refused.
    #[must_use]
    pub(crate) const fn is_refused(&self) -> bool {
        self.refused
    }

    /// The allocator has refused what was reserved.
    pub(crate) const fn refuse(&mut self) {
        self.refused = true;
    }

    /// How many nodes, each of up to so many children, may be charged at once.
    pub(crate) const fn nodes(&self, children: u64) -> u64 {
        let nodes = self.children / children;
        if nodes < self.expansions {
            nodes
        } else {
            self.expansions
        }
    }

    /// Charges what there [is room for](Self::nodes).
    pub(crate) const fn charge(&mut self, expansions: u64, children: u64) {
        self.expansions -= expansions;
        self.children -= children;
    }

    /// What was charged, as expansions and children; nothing more is granted.
    pub(crate) const fn take(&mut self) -> (u64, u64) {
        let expanded = self.granted_expansions - self.expansions;
        let generated = self.granted_children - self.children;
        self.grant(0, 0);
        (expanded, generated)
    }

    /// Grants so many expansions and children.
    pub(crate) const fn grant(&mut self, expansions: u64, children: u64) {
        (self.granted_expansions, self.granted_children) = (expansions, children);
        (self.expansions, self.children) = (expansions, children);
    }
}
