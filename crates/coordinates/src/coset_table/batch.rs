//! [`LookupBatch`]: the children of several nodes, looked up together so that cache misses overlap. Parents go in;
//! their children within the bound come out, parent by parent in the order of the moves.
//!
//! A child is first looked up along the axis on which its parent is farthest. The children that are still within the
//! bound are looked up along the next axis, and at last their inverses. A move in the subgroup of an axis leaves the
//! inverse in its coset or, if the move is odd, takes it to the twin of the coset, which differs only by its parity. If
//! that is too far already, all such moves are pruned before any lookup.
//!
//! Invariant: a candidate is dropped only if a lower bound shows that the child is beyond the bound, and that its
//! excess is not less than the least excess so far.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::distances::{UNREACHABLE, next_distance};
use super::inverse::Positions;
use super::layout::CosetCoordinates;
use super::word::{BYTES, NO_WORD};
use super::{CosetTable, Cosets, word};
use crate::symmetry::MOST_AXES;

/// The greatest number of nodes whose children are looked up together.
pub(super) const TOGETHER: usize = 32;

/// A node whose f is within the bound.
#[derive(Clone, Copy)]
pub(super) struct CosetNode {
    pub(super) cosets: Cosets,
    /// The positions of the pieces.
    pub(super) positions: Positions,
    pub(super) estimate: u8,
    /// The move that led here.
    pub(super) last: Option<u8>,
    /// The index of this move among the moves that were allowed at the parent.
    pub(super) ordinal: u8,
    /// The bound less f.
    pub(super) slack: u32,
    /// The range of its children within the bound in the list into which they have been looked up; `None` before.
    pub(super) children: Option<(u32, u32)>,
}

/// A child that may be within the bound, and is looked up along one axis after another.
#[derive(Clone, Copy)]
struct LookupCandidate {
    /// Its coset along the current axis.
    coset: CosetCoordinates,
    /// The index of its parent.
    parent: u8,
    mv: u8,
    /// As in [`CosetNode`].
    ordinal: u8,
    /// The remainders of the distances along the axes so far, in the parent's order of axes: two bits for the coset,
    /// and two for its twin.
    remainders: u16,
}

const _: () = assert!(4 * MOST_AXES <= u16::BITS as usize);

/// Buffers for the lookup of children.
#[derive(Default)]
pub(super) struct LookupBatch {
    pub(super) parents: Vec<CosetNode>,
    candidates: Vec<LookupCandidate>,
    /// The inverse cosets of the remaining candidates.
    inverses: Vec<CosetCoordinates>,
    /// The index in `inverses` of the next lookup to use.
    next_inverse: usize,
    looked_up: LookedUp,
    /// The least excess over the bound of the children that were dropped.
    pub(super) excess: Option<u32>,
}

/// Lookups that are in flight together, in a loop that does nothing else, so that cache misses overlap.
#[derive(Default)]
struct LookedUp {
    /// The index of the word of each lookup.
    word_indices: Vec<usize>,
    /// The index of the entry in the word.
    entries: Vec<u8>,
    words: Vec<[u8; BYTES]>,
}

impl LookedUp {
    /// Looks up the words of these cosets.
    fn find<'a>(&mut self, table: &CosetTable, cosets: impl Iterator<Item = &'a CosetCoordinates>) {
        let Self {
            word_indices,
            entries,
            words,
        } = self;
        word_indices.clear();
        entries.clear();
        word_indices.extend(cosets.map(|&coset| {
            let (word, entry) = table.locate(coset);
            entries.push(entry);
            word
        }));
        words.clear();
        let all = table.words();
        words.extend(
            word_indices
                .iter()
                .map(|&index| all.get(index).copied().unwrap_or(NO_WORD)),
        );
    }

    /// The word of a lookup, and the index of the entry in it.
    #[inline]
    fn found(&self, lookup: usize) -> (u64, u8) {
        (u64::from_le_bytes(self.words[lookup]), self.entries[lookup])
    }
}

impl LookupBatch {
    /// The bytes of a batch for `moves` moves.
    pub(super) const fn bytes(moves: usize) -> usize {
        let look_up = size_of::<usize>() + size_of::<u8>() + BYTES;
        let inverse = size_of::<CosetCoordinates>() + look_up;
        let child = size_of::<LookupCandidate>() + MOST_AXES * inverse;
        TOGETHER * (size_of::<CosetNode>() + moves * child)
    }

    /// Makes room for the children of [`TOGETHER`] parents.
    pub(super) fn make_room(&mut self, moves: usize) -> Result<(), TryReserveError> {
        let children = TOGETHER * moves;
        self.parents.try_reserve_exact(TOGETHER)?;
        self.candidates.try_reserve_exact(children)?;
        self.inverses.try_reserve_exact(MOST_AXES * children)?;
        let LookedUp {
            word_indices,
            entries,
            words,
        } = &mut self.looked_up;
        word_indices.try_reserve_exact(MOST_AXES * children)?;
        words.try_reserve_exact(MOST_AXES * children)?;
        entries.try_reserve_exact(MOST_AXES * children)
    }

    /// Appends the children within the bound of all parents to a list, and passes the range of each parent's
    /// children to `tell`.
    ///
    /// All candidates are looked up along the axis on which their parent is farthest, then the survivors along the next
    /// one, and at last their inverses.
    pub(super) fn look_up(
        &mut self,
        table: &CosetTable,
        children: &mut Vec<CosetNode>,
        tell: impl FnMut(usize, (u32, u32)),
    ) {
        // Without parity, a coset is its own twin. To omit the work on twins then saves a twentieth of the time.
        if table.layout.tells_parity() {
            self.look_up_all::<true>(table, children, tell);
        } else {
            self.look_up_all::<false>(table, children, tell);
        }
    }

    /// Does the same; `PARITY` tells whether the table tells parity, and so whether cosets have twins.
    fn look_up_all<const PARITY: bool>(
        &mut self,
        table: &CosetTable,
        children: &mut Vec<CosetNode>,
        mut tell: impl FnMut(usize, (u32, u32)),
    ) {
        let orders = self.begin(table);
        for stage in 0..table.layout.axes() {
            if stage > 0 {
                for candidate in &mut self.candidates {
                    let parent = usize::from(candidate.parent) % TOGETHER;
                    let axis = orders[parent][stage];
                    let before = self.parents[parent].cosets.by_axis[axis];
                    candidate.coset = table.layout.after(axis, before, candidate.mv.into());
                }
            }
            let cosets = self.candidates.iter().map(|candidate| &candidate.coset);
            self.looked_up.find(table, cosets);
            self.keep_hopeful::<PARITY>(stage, &orders);
        }
        self.look_up_inverses(table);
        let mut first = children.len() as u32;
        let mut parent = 0;
        for index in 0..self.candidates.len() {
            let candidate = self.candidates[index];
            while parent < usize::from(candidate.parent) {
                tell(parent, (first, children.len() as u32));
                (parent, first) = (parent + 1, children.len() as u32);
            }
            if let Some(child) = self.child::<PARITY>(table, index, &orders[parent % TOGETHER]) {
                children.push(child);
            }
        }
        for parent in parent..self.parents.len() {
            tell(parent, (first, children.len() as u32));
            first = children.len() as u32;
        }
    }

    /// Lists the candidates, except those that their parent's inverse excludes, with their cosets along the first axis.
    /// Returns the order of axes for each parent, from the greatest distance to the least.
    fn begin(&mut self, table: &CosetTable) -> [[usize; MOST_AXES]; TOGETHER] {
        let (layout, axes) = (&*table.layout, table.layout.axes());
        self.candidates.clear();
        let mut orders = [[0; MOST_AXES]; TOGETHER];
        for (parent, (node, order)) in self.parents.iter().zip(&mut orders).enumerate() {
            if node.estimate == UNREACHABLE {
                continue;
            }
            for (axis, ordered) in order.iter_mut().enumerate() {
                *ordered = axis;
            }
            order[..axes].sort_by_key(|&axis| Reverse(node.cosets.distances.own[axis]));
            // An axis is tight if the coset of the inverse, or its twin after an odd move, is too far for a child;
            // `tight` has the axes, as bits, for even and odd moves.
            let mut tight = [0_u8; 2];
            let inverse = &node.cosets.inverse;
            for (bits, inverse) in tight.iter_mut().zip([&inverse.own, &inverse.twin]) {
                for (axis, &distance) in inverse[..axes].iter().enumerate() {
                    *bits |= u8::from(!is_hopeful(self.excess, node, distance)) << axis;
                }
            }
            let before = node.cosets.by_axis[order[0]];
            for (&mv, ordinal) in layout.allowed(node.last).iter().zip(0..) {
                let tight = tight[usize::from(layout.is_odd(mv.into()))];
                if layout.subgroup_axes(mv.into()) & tight == 0 {
                    self.candidates.push(LookupCandidate {
                        coset: layout.after(order[0], before, mv.into()),
                        parent: parent as u8,
                        mv,
                        ordinal,
                        remainders: 0,
                    });
                }
            }
        }
        orders
    }

    /// Looks up the inverses of all candidates, along the axes on which the move has changed their coset.
    fn look_up_inverses(&mut self, table: &CosetTable) {
        let inverse = &table.layout.inverse;
        self.inverses.clear();
        for candidate in &self.candidates {
            let parent = &self.parents[usize::from(candidate.parent) % TOGETHER];
            let sums = inverse.sums_after(&parent.positions, candidate.mv.into());
            let changed = table.changed_axes(candidate.mv.into());
            for (axis, &sum) in sums.iter().enumerate() {
                if changed >> axis & 1 == 1 {
                    self.inverses
                        .push(table.layout.inverse_coset(sum, candidate.coset));
                }
            }
        }
        self.looked_up.find(table, self.inverses.iter());
        self.next_inverse = 0;
    }

    /// The node of a candidate, if it is within the bound; otherwise records its excess. Candidates must be passed in
    /// their order, since their inverses were looked up in it.
    #[inline]
    fn child<const PARITY: bool>(
        &mut self,
        table: &CosetTable,
        index: usize,
        order: &[usize; MOST_AXES],
    ) -> Option<CosetNode> {
        let (layout, candidate) = (&*table.layout, self.candidates[index]);
        let parent = &self.parents[usize::from(candidate.parent) % TOGETHER];
        let mut inverse = parent.cosets.inverse;
        let (changed, mut farthest) = (table.changed_axes(candidate.mv.into()), 0);
        for axis in 0..layout.axes() {
            if changed >> axis & 1 == 1 {
                let (word, entry) = self.looked_up.found(self.next_inverse);
                self.next_inverse += 1;
                inverse.read(axis, word, word::with_twin(entry, PARITY.into()));
                farthest = inverse.own[axis].max(farthest);
            }
        }
        if !is_hopeful(self.excess, parent, farthest) {
            return None;
        }
        if PARITY {
            table.swap_twins(&mut inverse, candidate.mv.into());
        }
        let mut cosets = Cosets {
            inverse,
            ..parent.cosets
        };
        for (stage, &axis) in order[..layout.axes()].iter().enumerate() {
            let own = candidate.remainders >> (4 * stage);
            let twin = if PARITY { own >> 2 } else { own };
            let remainders = [(own & 3) as u8, (twin & 3) as u8];
            cosets.distances.advance(axis, remainders);
        }
        let estimate = table.estimate_of(&cosets);
        if estimate == UNREACHABLE {
            return None;
        }
        let excess = excess(parent, estimate);
        if excess > 0 {
            self.excess = Some(self.excess.map_or(excess, |least| least.min(excess)));
            return None;
        }
        for axis in 0..layout.axes() {
            cosets.by_axis[axis] = layout.after(axis, cosets.by_axis[axis], candidate.mv.into());
        }
        Some(CosetNode {
            cosets,
            positions: layout.inverse.after(&parent.positions, candidate.mv.into()),
            estimate,
            last: Some(candidate.mv),
            ordinal: candidate.ordinal,
            slack: moves_left(parent) - 1 - u32::from(estimate),
            children: None,
        })
    }

    /// Records the remainders of the candidates along the axis of a stage, and drops those that are too far. The loop
    /// has no branch, since it would be mispredicted often.
    fn keep_hopeful<const PARITY: bool>(
        &mut self,
        stage: usize,
        orders: &[[usize; MOST_AXES]; TOGETHER],
    ) {
        // For each parent, a bit for each remainder of a child that is not cut off.
        let mut hopeful = [0_u8; TOGETHER];
        for ((node, order), hopeful) in self.parents.iter().zip(orders).zip(&mut hopeful) {
            let distance = node.cosets.distances.own[order[stage]];
            for remainder in 0..4 {
                let distance = next_distance(distance, remainder);
                *hopeful |= u8::from(is_hopeful(self.excess, node, distance)) << remainder;
            }
        }
        let mut kept = 0;
        for index in 0..self.candidates.len() {
            let mut candidate = self.candidates[index];
            let (word, entry) = self.looked_up.found(index);
            let [entry, twin] = word::with_twin(entry, PARITY.into());
            let (own, twin) = (word::remainder(word, entry), word::remainder(word, twin));
            candidate.remainders |= u16::from(own | twin << 2) << (4 * stage);
            self.candidates[kept] = candidate;
            let hopeful = hopeful[usize::from(candidate.parent) % TOGETHER];
            kept += usize::from(hopeful >> own & 1);
        }
        self.candidates.truncate(kept);
    }
}

/// The bound less g.
#[inline]
pub(super) fn moves_left(node: &CosetNode) -> u32 {
    node.slack.saturating_add(u32::from(node.estimate))
}

/// By how much the f of a child with this estimate exceeds the bound.
#[inline]
fn excess(parent: &CosetNode, estimate: u8) -> u32 {
    (1 + u32::from(estimate)).saturating_sub(moves_left(parent))
}

/// Whether a child with at least this estimate may be within the bound, or may lower the least excess so far.
#[inline]
fn is_hopeful(least: Option<u32>, parent: &CosetNode, estimate: u8) -> bool {
    least.is_none_or(|least| excess(parent, estimate) < least)
}
