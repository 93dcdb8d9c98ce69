//! [`Batch`]: the children of several nodes, looked up together.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::shape::Standing;
use super::{CosetTable, Cosets, UNREACHABLE, next_distance};
use crate::coordinates::symmetry::MOST_AXES;

/// The children of so many nodes are looked up together at most.
pub(super) const TOGETHER: usize = 32;

/// A node within the bound.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) cosets: Cosets,
    pub(super) estimate: u8,
    /// The move by which it was reached, and which that is of those that its parent may play.
    pub(super) last: Option<u8>,
    pub(super) ordinal: u8,
    pub(super) slack: u32,
    /// Its children within the bound, if they were looked for.
    pub(super) children: Option<(u32, u32)>,
}

/// A child that is looked up along one axis after the other.
#[derive(Clone, Copy)]
struct Candidate {
    /// What is seen of it along the axis at hand.
    at: Standing,
    /// Which of the parents it has.
    parent: u8,
    mv: u8,
    ordinal: u8,
    /// What the table says along each axis so far, two bits each, in the parent's order of axes.
    entries: u8,
}

const _: () = assert!(2 * MOST_AXES <= u8::BITS as usize);

/// Where children are looked up together.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) parents: Vec<Node>,
    candidates: Vec<Candidate>,
    looked_up: LookedUp,
    /// By how much the bound was exceeded, at the least.
    pub(super) excess: Option<u32>,
}

/// Look-ups that are under way together: in a loop that does nothing else, so that the misses of the cache
/// overlap.
#[derive(Default)]
struct LookedUp {
    /// Where the entries are.
    places: Vec<usize>,
    shifts: Vec<u8>,
    bytes: Vec<u8>,
}

impl LookedUp {
    fn find<'a>(&mut self, table: &CosetTable, cosets: impl Iterator<Item = &'a Standing>) {
        let Self {
            places,
            shifts,
            bytes,
        } = self;
        let all: &[u8] = &table.bytes;
        places.clear();
        shifts.clear();
        places.extend(cosets.map(|&at| {
            let place = table.place(at);
            shifts.push((place % 4 * 2) as u8);
            place / 4
        }));
        let read = places.iter().map(|&at| all.get(at).copied());
        bytes.clear();
        bytes.extend(read.map(Option::unwrap_or_default));
        for (byte, shift) in bytes.iter_mut().zip(shifts) {
            *byte = *byte >> *shift & 3;
        }
    }
}

impl Batch {
    /// What it takes for so many moves.
    pub(super) const fn bytes(moves: usize) -> usize {
        let look_up = size_of::<usize>() + 2 * size_of::<u8>();
        TOGETHER * (size_of::<Node>() + moves * (size_of::<Candidate>() + look_up))
    }

    /// Makes room for the children of `TOGETHER` parents.
    pub(super) fn make_room(&mut self, moves: usize) -> Result<(), TryReserveError> {
        let children = TOGETHER * moves;
        self.parents.try_reserve_exact(TOGETHER)?;
        self.candidates.try_reserve_exact(children)?;
        let LookedUp {
            places,
            shifts,
            bytes,
        } = &mut self.looked_up;
        places.try_reserve_exact(children)?;
        bytes.try_reserve_exact(children)?;
        shifts.try_reserve_exact(children)
    }

    /// Adds the children within the bound of all parents to a list, and tells where those of each are.
    ///
    /// All are looked up along the axis along which their parent is farthest, then what is left along the next.
    pub(super) fn look_up(
        &mut self,
        table: &CosetTable,
        children: &mut Vec<Node>,
        mut tell: impl FnMut(usize, (u32, u32)),
    ) {
        let (shape, axes) = (&*table.shape, table.shape.axes());
        self.candidates.clear();
        let mut orders = [[0; MOST_AXES]; TOGETHER];
        for (parent, (node, order)) in self.parents.iter().zip(&mut orders).enumerate() {
            if node.estimate == UNREACHABLE {
                continue;
            }
            *order = core::array::from_fn(|axis| axis);
            order[..axes].sort_by_key(|&axis| Reverse(node.cosets.distances[axis]));
            let before = node.cosets.at[order[0]];
            let allowed = shape.allowed(node.last).iter().zip(0..);
            self.candidates
                .extend(allowed.map(|(&mv, ordinal)| Candidate {
                    at: shape.after(order[0], before, mv.into()),
                    parent: parent as u8,
                    mv,
                    ordinal,
                    entries: 0,
                }));
        }
        for stage in 0..axes {
            if stage > 0 {
                for candidate in &mut self.candidates {
                    let parent = usize::from(candidate.parent) % TOGETHER;
                    let axis = orders[parent][stage];
                    let before = self.parents[parent].cosets.at[axis];
                    candidate.at = shape.after(axis, before, candidate.mv.into());
                }
            }
            let at = self.candidates.iter().map(|candidate| &candidate.at);
            self.looked_up.find(table, at);
            self.keep_hopeful(stage, &orders);
        }
        let mut candidates = self.candidates.iter().peekable();
        for (at, (parent, order)) in self.parents.iter().zip(&orders).enumerate() {
            let first = children.len() as u32;
            while let Some(child) = candidates.next_if(|child| usize::from(child.parent) == at) {
                let mut cosets = parent.cosets;
                for (stage, &axis) in order[..axes].iter().enumerate() {
                    cosets.at[axis] = shape.after(axis, cosets.at[axis], child.mv.into());
                    let entry = child.entries >> (2 * stage) & 3;
                    cosets.distances[axis] = next_distance(cosets.distances[axis], entry);
                }
                let estimate = table.estimate_of(&cosets.distances);
                let exceeds = exceeds(parent, estimate);
                if exceeds > 0 {
                    self.excess = Some(self.excess.map_or(exceeds, |least| least.min(exceeds)));
                    continue;
                }
                let left = parent.slack.saturating_add(u32::from(parent.estimate));
                children.push(Node {
                    cosets,
                    estimate,
                    last: Some(child.mv),
                    ordinal: child.ordinal,
                    slack: left - 1 - u32::from(estimate),
                    children: None,
                });
            }
            tell(at, (first, children.len() as u32));
        }
    }

    /// Notes what was found along an axis, and drops the candidates that are too far: without a branch, which would
    /// often be guessed wrong.
    fn keep_hopeful(&mut self, stage: usize, orders: &[[usize; MOST_AXES]; TOGETHER]) {
        // For each parent a bit for each entry that children may have that are not cut off.
        let mut hopeful = [0_u8; TOGETHER];
        for ((node, order), hopeful) in self.parents.iter().zip(orders).zip(&mut hopeful) {
            let distance = node.cosets.distances[order[stage]];
            let excess = |entry| exceeds(node, next_distance(distance, entry));
            let is_hopeful = |entry| self.excess.is_none_or(|least| excess(entry) < least);
            let bits = (0..4).map(|entry| u8::from(is_hopeful(entry)) << entry);
            *hopeful = bits.sum();
        }
        let mut kept = 0;
        for at in 0..self.candidates.len() {
            let mut candidate = self.candidates[at];
            let entry = self.looked_up.bytes[at];
            candidate.entries |= entry << (2 * stage);
            self.candidates[kept] = candidate;
            let hopeful = hopeful[usize::from(candidate.parent) % TOGETHER];
            kept += usize::from(hopeful >> entry & 1);
        }
        self.candidates.truncate(kept);
    }
}

/// By how much a child of this estimate exceeds the bound.
#[inline]
fn exceeds(parent: &Node, estimate: u8) -> u32 {
    let left = parent.slack.saturating_add(u32::from(parent.estimate));
    (1 + u32::from(estimate)).saturating_sub(left)
}
