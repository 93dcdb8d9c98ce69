//! [`Budget`]: expansions, children and bytes that a loop may use before it asks the meter again.
//!
//! Best-first loops and depth-first walks charge to a budget. Invariant: a charge is made whole or not at all. After a
//! refusal the meter counts the charges, checks cancel flag, clock and observer, tests the limits and grants more. If
//! the observer wants every node, nothing is granted, so that each node goes through the meter.

use core::ops::ControlFlow;

use super::claimed::Claim;
use super::quota::Quota;
use super::stats::Counts;

/// The expansions, children and bytes that a loop may use before it has to call the [`Meter`](super::Meter) again. The
/// loop *charges* each node to the budget; if the budget does not cover the node, the loop charges it to the meter,
/// which refills the budget.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    /// The expansions that may still be charged.
    expansions: u64,
    /// The children that may still be charged.
    children: u64,
    /// The expansions that were granted last, charged or not.
    granted_expansions: u64,
    /// The children that were granted last, charged or not.
    granted_children: u64,
    /// The bytes that may still be reserved.
    pub(crate) free: usize,
    /// The bytes that the loop has reserved.
    pub(crate) reserved: usize,
    /// The claim for those reserved bytes that are claimed already.
    claim: Claim,
    /// Whether the last request for bytes was refused.
    refused: bool,
}

impl Budget {
    /// A budget of `free` bytes, without expansions or children.
    pub(crate) fn with_bytes(free: usize) -> Self {
        Self {
            free,
            ..Self::default()
        }
    }

    /// Charges an expansion. Returns false if the charge is refused.
    #[must_use]
    #[inline]
    pub(crate) const fn expand(&mut self) -> bool {
        Self::take_one(&mut self.expansions)
    }

    /// Charges a child. Returns false if the charge is refused.
    #[must_use]
    #[inline]
    pub(crate) const fn generate(&mut self) -> bool {
        Self::take_one(&mut self.children)
    }

    /// Subtracts one, unless there is none. The compiler makes two instructions of it, a subtraction in memory and a
    /// branch; a comparison before the subtraction takes five.
    #[inline(always)]
    const fn take_one(amount: &mut u64) -> bool {
        let (rest, is_refused) = amount.overflowing_sub(1);
        *amount = rest;
        if is_refused {
            *amount = 0;
        }
        !is_refused
    }

    /// Charges an expansion and all its children. Returns false if the charge is refused.
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
    pub(crate) const fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
        let more = bytes.saturating_sub(self.reserved);
        self.refused = more > self.free;
        if self.refused {
            return ControlFlow::Break(());
        }
        self.free -= more;
        self.reserved += more;
        ControlFlow::Continue(())
    }

    /// Whether the last request for bytes was refused.
    #[must_use]
    pub(crate) const fn is_refused(&self) -> bool {
        self.refused
    }

    /// Notes that the allocator has refused reserved bytes.
    pub(crate) const fn refuse(&mut self) {
        self.refused = true;
    }

    /// The number of nodes, each of up to `children` children, that may be charged at once.
    pub(crate) const fn nodes(&self, children: u64) -> u64 {
        let nodes = self.children / children;
        if nodes < self.expansions {
            nodes
        } else {
            self.expansions
        }
    }

    /// Charges expansions and children [within the budget](Self::nodes).
    pub(crate) const fn charge(&mut self, expansions: u64, children: u64) {
        self.expansions -= expansions;
        self.children -= children;
    }

    /// The charged expansions and children.
    pub(crate) const fn charged(&self) -> Counts {
        Counts {
            expanded: self.granted_expansions - self.expansions,
            generated: self.granted_children - self.children,
        }
    }

    /// Returns the charged expansions and children, and leaves nothing to charge.
    pub(crate) const fn take(&mut self) -> Counts {
        let charged = self.charged();
        self.grant(0, 0);
        charged
    }

    /// Claims all reserved bytes.
    pub(crate) fn claim_reserved(&mut self, memory: &Quota) {
        let more = self.reserved - self.claim.bytes();
        self.claim.add_free(more, memory);
    }

    /// Notes that `free` bytes are free beside those that are claimed.
    pub(crate) const fn note_free(&mut self, free: usize) {
        self.free = free.saturating_sub(self.reserved - self.claim.bytes());
    }

    /// Replaces the grant.
    pub(crate) const fn grant(&mut self, expansions: u64, children: u64) {
        (self.granted_expansions, self.granted_children) = (expansions, children);
        (self.expansions, self.children) = (expansions, children);
    }
}
