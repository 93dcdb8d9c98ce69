//! How a [`Splitter`] splits the tree: by the number of states that each subtree had in the iteration before.
//!
//! The new parts are matched with the subtrees of the last iteration in one pass over both lists, as both are in
//! depth-first order. A subtree that was too large is split by as many levels as should make its parts small enough:
//! its children become parts, and are themselves split by one level less.
//!
//! Invariant: a split replaces a part by its children and its rest, in depth-first order. What splitting counted is
//! kept with the part that follows, so that it can be refunded with that part.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Part, SizedSubtree, Splitter};
use crate::account::{Claimed, Counts, Quota, Stop};
use crate::cost::Cost;
use crate::engines::deepening::walk::walk_iteration;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{Bound, DescentRule, EnteredChild};

/// The target number of parts for each thread. The parts are begun in order; if they are many and small, all threads
/// finish at about the same time.
const PARTS_PER_THREAD: u64 = 64;
/// The least value of [`Splitter::split_threshold`]: splitting smaller subtrees takes longer than it saves.
pub(super) const MIN_SPLIT_THRESHOLD: u64 = 1_024;

/// The rule by which a walk lists the children of its root instead of walking below them.
struct Lister<S, M, C> {
    listed: Claimed<Vec<EnteredChild<S, M, C>>>,
    memory: Quota,
}

impl<S, M, C> DescentRule<S, M, C> for Lister<S, M, C> {
    fn descends(&mut self, child: EnteredChild<S, M, C>) -> Result<bool, Stop> {
        self.listed.push(child, &self.memory).map(|()| false)
    }

    fn prunes(&self) -> bool {
        false
    }
}

impl<S, M, C, const INFORMED: bool, const IMPROVES: bool> Splitter<S, M, C, INFORMED, IMPROVES>
where
    S: Clone,
    M: Clone + PartialEq,
    C: Cost,
{
    /// Makes a part of the tree below each start.
    pub(super) fn begin(&mut self, starts: &[S], memory: &Quota) -> Result<(), Stop> {
        self.parts.reserve(starts.len(), memory)?;
        for (start, state) in starts.iter().enumerate() {
            let root = Part::new(start, Claimed::new(), state.clone(), C::zero());
            self.parts.push_within(root);
        }
        self.is_begun = true;
        Ok(())
    }

    /// Returns by how many levels the part with this index is to be split. Must be called once for each part, in order,
    /// since each call may move on in the sizes of the last iteration.
    fn levels_to_split(&mut self, index: usize) -> u32 {
        let part = &self.parts[index];
        if !part.is_open() || !part.resume_point.is_root() {
            return 0;
        }
        let sized = self.last_sizes.get(self.matched_sizes);
        let sized = sized.filter(|sized| {
            sized.start == part.start && sized.path.iter().take(part.path.len()).eq(&*part.path)
        });
        match sized.map(|sized| (sized.path.len().cmp(&part.path.len()), sized.expanded)) {
            Some((Ordering::Equal, mut states)) => {
                self.matched_sizes += 1;
                let mut levels = 0;
                while states > self.split_threshold {
                    states /= self.branching;
                    levels += 1;
                }
                levels
            }
            // The last iteration split this part: the next sized subtree is below it.
            Some((Ordering::Greater, _)) => 1,
            // This part is below a part of the last iteration, or is new.
            _ => part.parent_levels.saturating_sub(1),
        }
    }

    /// Splits the parts that are still too large.
    pub(super) fn split_parts<P>(
        &mut self,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        while self.settled < self.parts.len() {
            let levels = match self.next_levels {
                Some(levels) => levels,
                None => self.levels_to_split(self.settled),
            };
            self.next_levels = Some(levels);
            if levels > 0 {
                self.split_next_part(levels, bound, puzzle, monitor)?;
            } else {
                self.settled += 1;
            }
            self.next_levels = None;
        }
        Ok(())
    }

    /// Splits the next part into the subtrees of its children, followed by the rest of the part.
    fn split_next_part<P>(
        &mut self,
        levels: u32,
        bound: Bound<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let index = self.settled;
        let before = monitor.counts();
        let mut resume_point = core::mem::take(&mut self.parts[index].resume_point);
        let mut lister = Lister {
            listed: Claimed::new(),
            memory: monitor.memory().clone(),
        };
        let iteration = monitor.iteration(self.parts[index].root(), bound, &mut resume_point);
        let end = walk_iteration::<P, INFORMED>(puzzle, iteration.with_rule(&mut lister));
        let listed = lister.listed;
        let children = listed.len();
        let after = monitor.counts();
        let inserted = self.insert_children(listed, levels, before, after, monitor.memory());
        if let Err(stop) = inserted {
            // The part is as before, so nothing of this attempt counts.
            let void = after.since(before);
            monitor.refund(void.expanded, void.generated);
            return Err(stop);
        }
        let rest = &mut self.parts[index + children];
        rest.resume_point = resume_point;
        let end = rest.record_end(end);
        // Otherwise a stop came before the root was expanded: the part is whole, and `next_levels` stays.
        if end.is_ok() || !rest.resume_point.is_root() {
            rest.is_rest = true;
            let ends_here = rest.decides() && !IMPROVES;
            self.next_levels = None;
            if ends_here {
                self.parts.as_vec().truncate(index + children + 1);
            }
        }
        end
    }

    /// Inserts children before the part below which they were listed. `before` and `after` are the counts of the search
    /// when the listing began and ended.
    fn insert_children(
        &mut self,
        mut listed: Claimed<Vec<EnteredChild<S, M, C>>>,
        levels: u32,
        before: Counts,
        after: Counts,
        memory: &Quota,
    ) -> Result<(), Stop> {
        let index = self.settled;
        self.parts.reserve(listed.len(), memory)?;
        let mut children = Claimed::<Vec<_>>::with_room(listed.len(), memory)?;
        let part = &self.parts[index];
        let (mut splitting, mut previous) = (part.splitting_counts, before);
        for child in listed.as_vec().drain(..) {
            let mut path = Claimed::<Vec<_>>::with_room(part.path.len() + 1, memory)?;
            path.as_vec().extend_from_slice(&part.path);
            path.push_within(child.mv);
            splitting += child.counts.since(previous);
            children.push_within(Part {
                parent: Some(part.state.clone()),
                parent_levels: levels,
                splitting_counts: core::mem::take(&mut splitting),
                ..Part::new(part.start, path, child.state, child.g)
            });
            previous = child.counts;
        }
        splitting += after.since(previous);
        self.parts[index].splitting_counts = splitting;
        let parts = self.parts.as_vec();
        parts.splice(index..index, children.as_vec().drain(..));
        Ok(())
    }

    /// Ends the iteration: its parts become the sized subtrees of the last iteration, and determine the threshold and
    /// the branching factor for the next one.
    pub(super) fn keep_sizes(&mut self, memory: &Quota) {
        let parts = core::mem::take(&mut self.parts);
        let counts: Counts = parts.iter().map(|part| part.counts).sum();
        let target = PARTS_PER_THREAD.saturating_mul(self.threads.max(1) as u64);
        self.split_threshold = (counts.expanded / target).max(MIN_SPLIT_THRESHOLD);
        self.branching = (counts.generated / counts.expanded.max(1)).max(2);
        self.last_sizes = Claimed::new();
        let sizes = parts.iter().filter(|part| !part.is_rest).count();
        // Without memory for the sizes, the next iteration is split from scratch.
        if self.last_sizes.set_capacity(sizes, memory).is_ok() {
            let parts = parts.into_inner().into_iter();
            for part in parts.filter(|part| !part.is_rest) {
                self.last_sizes.push_within(SizedSubtree {
                    start: part.start,
                    path: part.path,
                    expanded: part.counts.expanded,
                });
            }
        }
        (self.matched_sizes, self.settled, self.next_levels) = (0, 0, None);
        (self.is_begun, self.part_at_goal) = (false, None);
    }
}
