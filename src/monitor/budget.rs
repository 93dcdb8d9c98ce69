//! [`Budget`]: what may be counted, and held, before somebody has to look.

use core::ops::ControlFlow;

use crate::traversal::Edge;

/// What a solver may expand, generate and hold before it has to ask the [`Monitor`](super::Monitor).
///
/// Limits, clock, cancel flag and observer are the monitor's; looking at them for every node would
/// cost more than many a node. So the monitor [grants](super::Monitor::lend) a budget, the loop
/// charges to it, and where a charge is refused the monitor [looks](super::Monitor::charge), counts
/// what was charged and grants more. A charge is made whole or not at all.
///
/// ```
/// use puzzle_search::Budget;
///
/// let mut budget = Budget::default(); // nothing is granted
/// assert!(!budget.expand() && !budget.generate() && !budget.expand_with(3));
/// ```
#[derive(Debug, Default)]
pub struct Budget {
    /// What was charged ahead: in the upper half expansions, in the lower half children. It begins
    /// below zero, so that one addition counts and its sign tells whether the grant is spent.
    ahead: i32,
    granted_ahead: i32,
    /// What may still be charged one by one.
    expansions: u64,
    children: u64,
    granted_expansions: u64,
    granted_children: u64,
    /// For how many nodes charged ahead the traversal has room.
    pub(super) room: usize,
    /// How many bytes may still be reserved, and how many are.
    pub(super) free: usize,
    pub(super) reserved: usize,
    /// How many of these the monitor knows of.
    pub(super) claimed: usize,
    /// Whether bytes were refused when they were last asked for.
    refused: bool,
}

/// One expansion charged ahead.
const EXPANSION: i32 = 1 << 16;
/// Nodes with more children are not charged ahead.
const MOST_CHILDREN: u32 = 4;
/// The most expansions charged ahead: their children are counted in 16 bits.
const MOST_AHEAD: u64 = 4096;

impl Budget {
    /// No grant but this much memory.
    pub(super) fn with_bytes(free: usize) -> Self {
        Self {
            free,
            ..Self::default()
        }
    }

    /// Charges an expansion, whose children are charged one by one.
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
    pub const fn generate(&mut self) -> bool {
        let granted = self.children > 0;
        self.children -= granted as u64;
        granted
    }

    /// Charges the child that an edge leads to, unless the traversal has charged it or it is entered
    /// once more.
    #[must_use]
    #[inline(always)]
    pub fn enter<S, M, C>(&mut self, edge: &Edge<'_, S, M, C>) -> bool {
        edge.counted || edge.replayed || self.generate()
    }

    /// Charges an expansion and all its children.
    #[must_use]
    #[inline]
    pub const fn expand_with(&mut self, children: u64) -> bool {
        if self.expansions == 0 || children > self.children {
            return false;
        }
        self.expansions -= 1;
        self.children -= children;
        true
    }

    /// Asks for memory: from now on the traversal holds `bytes` in all. With `Break` it has to do
    /// without, or to end.
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
    pub const fn is_refused(&self) -> bool {
        self.refused
    }

    /// The allocator has refused what was reserved.
    pub(crate) const fn refuse(&mut self) {
        self.refused = true;
    }

    /// Charges an expansion and all children before they are entered. If there is no grant for them
    /// they have to be [taken back](Self::take_back).
    #[inline(always)]
    pub(crate) const fn expand_ahead(&mut self, children: u32) -> bool {
        if children > MOST_CHILDREN {
            return false;
        }
        self.ahead += EXPANSION + children as i32;
        self.ahead < 0
    }

    /// Takes back an expansion that was charged ahead without grant.
    pub(crate) const fn take_back(&mut self, children: u32) {
        if children <= MOST_CHILDREN {
            self.ahead -= EXPANSION + children as i32;
        }
    }

    /// Takes back children that were charged ahead and not entered. Where nothing more can be charged
    /// ahead, leaves nothing to charge one by one either, so that the next charge is granted anew,
    /// with this much room.
    pub(crate) const fn end_ahead(&mut self, children: u64, room: usize) {
        self.ahead -= children as i32;
        self.room = room;
        if self.granted_ahead > 0 && self.ahead >= -(EXPANSION + MOST_CHILDREN as i32) {
            self.granted_expansions -= self.expansions;
            self.granted_children -= self.children;
            (self.expansions, self.children) = (0, 0);
        }
    }

    /// What was charged, as expansions and children; nothing more is granted.
    pub(super) fn take(&mut self) -> (u64, u64) {
        let ahead = (self.ahead + self.granted_ahead * EXPANSION).unsigned_abs();
        let (children, expansions) = (ahead as u16, ahead >> 16);
        let expanded = self.granted_expansions - self.expansions + u64::from(expansions);
        let generated = self.granted_children - self.children + u64::from(children);
        (self.ahead, self.granted_ahead) = (0, 0);
        (self.expansions, self.children) = (0, 0);
        (self.granted_expansions, self.granted_children) = (0, 0);
        (expanded, generated)
    }

    /// Grants up to so many expansions and children, some of them ahead if there is room.
    pub(super) fn grant(&mut self, expansions: u64, children: u64, most: u64) {
        let ahead = (children / 2 / u64::from(MOST_CHILDREN)).min(expansions / 2);
        let ahead = ahead.min(MOST_AHEAD).min(self.room as u64);
        self.granted_ahead = ahead as i32;
        self.ahead = -self.granted_ahead * EXPANSION;
        self.granted_expansions = (expansions - ahead).min(most);
        self.expansions = self.granted_expansions;
        self.granted_children = (children - ahead * u64::from(MOST_CHILDREN)).min(2 * most);
        self.children = self.granted_children;
    }

    /// A budget of its own, for a check.
    pub(crate) fn of(expansions: u64, children: u64, room: usize) -> Self {
        let mut budget = Self {
            room,
            free: usize::MAX,
            ..Self::default()
        };
        budget.grant(expansions, children, u64::MAX >> 1);
        budget
    }
}
