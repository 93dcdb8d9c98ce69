//! [`LookupBatch`]: the children of several nodes, looked up together so that cache misses overlap.

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

/// A node within the bound.
#[derive(Clone, Copy)]
pub(super) struct CosetNode {
    pub(super) cosets: Cosets,
    /// The positions of the pieces.
    pub(super) positions: Positions,
    pub(super) estimate: u8,
    /// The move that led here, and its index among the moves that its parent may play.
    pub(super) last: Option<u8>,
    pub(super) ordinal: u8,
    pub(super) slack: u32,
    /// The range of its children within the bound, if they have been generated.
    pub(super) children: Option<(u32, u32)>,
}

/// A child that is looked up along one axis after the other.
#[derive(Clone, Copy)]
struct LookupCandidate {
    /// Its coset along the current axis.
    coset: CosetCoordinates,
    /// The index of its parent.
    parent: u8,
    mv: u8,
    ordinal: u8,
    /// The entries along the axes so far, in the parent's order of axes: two bits for the coset, and two for its twin.
    entries: u16,
}

const _: () = assert!(4 * MOST_AXES <= u16::BITS as usize);

/// Buffers for the lookup of children.
#[derive(Default)]
pub(super) struct LookupBatch {
    pub(super) parents: Vec<CosetNode>,
    candidates: Vec<LookupCandidate>,
    /// The inverse cosets of the remaining candidates.
    inverses: Vec<CosetCoordinates>,
    /// The first lookup of an inverse that is not used yet.
    next_inverse: usize,
    looked_up: LookedUp,
    /// The least excess over the bound.
    pub(super) excess: Option<u32>,
}

/// Lookups that are in flight together, in a loop that does nothing else, so that cache misses overlap.
#[derive(Default)]
struct LookedUp {
    /// The index of each entry's word, and of the entry in the word.
    places: Vec<usize>,
    entries: Vec<u8>,
    words: Vec<[u8; BYTES]>,
}

impl LookedUp {
    fn find<'a>(&mut self, table: &CosetTable, cosets: impl Iterator<Item = &'a CosetCoordinates>) {
        let Self {
            places,
            entries,
            words,
        } = self;
        places.clear();
        entries.clear();
        places.extend(cosets.map(|&at| {
            let (word, entry) = table.locate(at);
            entries.push(entry);
            word
        }));
        words.clear();
        let all = table.words();
        words.extend(
            places
                .iter()
                .map(|&at| all.get(at).copied().unwrap_or(NO_WORD)),
        );
    }

    /// The word of a lookup, and the index of the entry in it.
    #[inline]
    fn found(&self, at: usize) -> (u64, u8) {
        (u64::from_le_bytes(self.words[at]), self.entries[at])
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
            places,
            entries,
            words,
        } = &mut self.looked_up;
        places.try_reserve_exact(MOST_AXES * children)?;
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
        // Omitting the work on twins saves a twentieth of the time.
        if table.layout.tells_parity() {
            self.look_up_all::<true>(table, children, tell);
        } else {
            self.look_up_all::<false>(table, children, tell);
        }
    }

    /// The same, compiled with and without twins.
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
            let at = self.candidates.iter().map(|candidate| &candidate.coset);
            self.looked_up.find(table, at);
            self.keep_hopeful::<PARITY>(stage, &orders);
        }
        self.look_up_inverses(table);
        let mut first = children.len() as u32;
        let mut parent = 0;
        for at in 0..self.candidates.len() {
            let candidate = self.candidates[at];
            while parent < usize::from(candidate.parent) {
                tell(parent, (first, children.len() as u32));
                (parent, first) = (parent + 1, children.len() as u32);
            }
            if let Some(child) = self.child::<PARITY>(table, at, &orders[parent % TOGETHER]) {
                children.push(child);
            }
        }
        for parent in parent..self.parents.len() {
            tell(parent, (first, children.len() as u32));
            first = children.len() as u32;
        }
    }

    /// Lists the candidates, except those that their parent's inverse excludes, with their cosets along the first axis.
    /// Returns each parent's order of axes.
    fn begin(&mut self, table: &CosetTable) -> [[usize; MOST_AXES]; TOGETHER] {
        let (layout, axes) = (&*table.layout, table.layout.axes());
        self.candidates.clear();
        let mut orders = [[0; MOST_AXES]; TOGETHER];
        for (parent, (node, order)) in self.parents.iter().zip(&mut orders).enumerate() {
            if node.estimate == UNREACHABLE {
                continue;
            }
            for (axis, at) in order.iter_mut().enumerate() {
                *at = axis;
            }
            order[..axes].sort_by_key(|&axis| Reverse(node.cosets.distances.own[axis]));
            // A move within the subgroup of a tight axis leaves the inverse in its coset or its twin, which is too far.
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
                        entries: 0,
                    });
                }
            }
        }
        orders
    }

    /// Looks up the inverses of all candidates, along the axes on which the last move has changed them.
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

    /// The node of a candidate within the bound; otherwise records its excess.
    #[inline]
    fn child<const PARITY: bool>(
        &mut self,
        table: &CosetTable,
        at: usize,
        order: &[usize; MOST_AXES],
    ) -> Option<CosetNode> {
        let (layout, candidate) = (&*table.layout, self.candidates[at]);
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
            let entries = candidate.entries >> (4 * stage);
            let twin = if PARITY { entries >> 2 } else { entries };
            let remainders = [(entries & 3) as u8, (twin & 3) as u8];
            cosets.distances.advance(axis, remainders);
        }
        let estimate = table.estimate_of(&cosets);
        if estimate == UNREACHABLE {
            return None;
        }
        let exceeds = exceeds(parent, estimate);
        if exceeds > 0 {
            self.excess = Some(self.excess.map_or(exceeds, |least| least.min(exceeds)));
            return None;
        }
        for axis in 0..layout.axes() {
            cosets.by_axis[axis] = layout.after(axis, cosets.by_axis[axis], candidate.mv.into());
        }
        let left = parent.slack.saturating_add(u32::from(parent.estimate));
        Some(CosetNode {
            cosets,
            positions: layout.inverse.after(&parent.positions, candidate.mv.into()),
            estimate,
            last: Some(candidate.mv),
            ordinal: candidate.ordinal,
            slack: left - 1 - u32::from(estimate),
            children: None,
        })
    }

    /// Records the entries along an axis, and drops the candidates that are too far. The loop is branchless, since the
    /// branch would be mispredicted often.
    fn keep_hopeful<const PARITY: bool>(
        &mut self,
        stage: usize,
        orders: &[[usize; MOST_AXES]; TOGETHER],
    ) {
        // For each parent, one bit for each entry of a child that is not cut off.
        let mut hopeful = [0_u8; TOGETHER];
        for ((node, order), hopeful) in self.parents.iter().zip(orders).zip(&mut hopeful) {
            let distance = node.cosets.distances.own[order[stage]];
            for entry in 0..4 {
                let distance = next_distance(distance, entry);
                *hopeful |= u8::from(is_hopeful(self.excess, node, distance)) << entry;
            }
        }
        let mut kept = 0;
        for at in 0..self.candidates.len() {
            let mut candidate = self.candidates[at];
            let (word, entry) = self.looked_up.found(at);
            let [entry, twin] = word::with_twin(entry, PARITY.into());
            let (entry, twin) = (word::remainder(word, entry), word::remainder(word, twin));
            candidate.entries |= u16::from(entry | twin << 2) << (4 * stage);
            self.candidates[kept] = candidate;
            let hopeful = hopeful[usize::from(candidate.parent) % TOGETHER];
            kept += usize::from(hopeful >> entry & 1);
        }
        self.candidates.truncate(kept);
    }
}

/// The excess of a child with this estimate over the bound.
#[inline]
fn exceeds(parent: &CosetNode, estimate: u8) -> u32 {
    let left = parent.slack.saturating_add(u32::from(parent.estimate));
    (1 + u32::from(estimate)).saturating_sub(left)
}

/// Whether a child with at least this estimate is within the bound, or has an excess less than the least so far.
#[inline]
fn is_hopeful(excess: Option<u32>, parent: &CosetNode, estimate: u8) -> bool {
    excess.is_none_or(|least| exceeds(parent, estimate) < least)
}
