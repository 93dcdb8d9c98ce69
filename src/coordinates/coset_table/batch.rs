//! [`Batch`]: the children of several nodes, looked up together.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

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

/// A child that is looked up along one axis.
#[derive(Clone, Copy)]
struct Candidate {
    at: Standing,
    /// Which of the parents it has.
    parent: u8,
    axis: u8,
    mv: u8,
    ordinal: u8,
}

/// A child that is not cut off along that axis.
#[derive(Clone, Copy)]
struct Hopeful {
    cosets: Cosets,
    parent: u8,
    axis: u8,
    mv: u8,
    ordinal: u8,
}

/// Where children are looked up together.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) parents: Vec<Node>,
    candidates: Vec<Candidate>,
    /// Which of them are hopeful; the rest does not count.
    kept: Vec<u16>,
    hopefuls: Vec<Hopeful>,
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
        let child = size_of::<Candidate>() + size_of::<u16>() + size_of::<Hopeful>();
        let child = child + MOST_AXES * look_up;
        TOGETHER * (size_of::<Node>() + moves * child)
    }

    /// Makes room for the children of `TOGETHER` parents.
    pub(super) fn make_room(&mut self, moves: usize) -> Result<(), TryReserveError> {
        let children = TOGETHER * moves;
        self.parents.try_reserve_exact(TOGETHER)?;
        self.candidates.try_reserve_exact(children)?;
        self.kept.try_reserve_exact(children)?;
        self.hopefuls.try_reserve_exact(children)?;
        let LookedUp {
            places,
            shifts,
            bytes,
        } = &mut self.looked_up;
        places.try_reserve_exact(MOST_AXES * children)?;
        bytes.try_reserve_exact(MOST_AXES * children)?;
        shifts.try_reserve_exact(MOST_AXES * children)
    }

    /// Adds the children within the bound of all parents to a list, and tells where those of each are.
    ///
    /// First all are looked up along the axis along which their parent is farthest, then what is left along
    /// all others.
    pub(super) fn look_up(
        &mut self,
        table: &CosetTable,
        children: &mut Vec<Node>,
        mut tell: impl FnMut(usize, (u32, u32)),
    ) {
        let (shape, axes) = (&*table.shape, table.shape.axes());
        self.candidates.clear();
        // For each parent a bit for each entry that children may have that are not cut off.
        let mut hopeful = [0_u8; TOGETHER];
        for (parent, node) in self.parents.iter().enumerate() {
            if node.estimate == UNREACHABLE {
                continue;
            }
            let farthest = |&axis: &usize| node.cosets.distances[axis];
            let axis = (0..axes).rev().max_by_key(farthest).unwrap_or(0);
            let excess = |entry| exceeds(node, next_distance(node.cosets.distances[axis], entry));
            let is_hopeful = |entry| self.excess.is_none_or(|least| excess(entry) < least);
            hopeful[parent] = (0..4)
                .map(|entry| u8::from(is_hopeful(entry)) << entry)
                .sum();
            let steps = shape.steps(axis, node.cosets.at[axis]);
            let allowed = shape.allowed(node.last).iter().zip(0..);
            self.candidates
                .extend(allowed.map(|(&mv, ordinal)| Candidate {
                    at: steps.after(usize::from(mv)),
                    parent: parent as u8,
                    axis: axis as u8,
                    mv,
                    ordinal,
                }));
        }
        let at = self.candidates.iter().map(|candidate| &candidate.at);
        self.looked_up.find(table, at);
        // Without a branch, which would often be guessed wrong.
        self.kept.clear();
        self.kept.resize(self.candidates.len(), 0);
        let mut count = 0;
        let found = self.candidates.iter().zip(&self.looked_up.bytes);
        for ((candidate, entry), at) in found.zip(0..) {
            self.kept[count] = at;
            let hopeful = hopeful[usize::from(candidate.parent) % TOGETHER];
            count += usize::from(hopeful >> entry & 1);
        }
        self.hopefuls.clear();
        for &at in &self.kept[..count] {
            let candidate = &self.candidates[usize::from(at)];
            let entry = self.looked_up.bytes[usize::from(at)];
            let parent = &self.parents[usize::from(candidate.parent)];
            let axis = usize::from(candidate.axis);
            let distance = next_distance(parent.cosets.distances[axis], entry);
            let mut cosets = Cosets {
                at: [Standing::default(); MOST_AXES],
                distances: [UNREACHABLE; MOST_AXES],
            };
            (cosets.at[axis], cosets.distances[axis]) = (candidate.at, distance);
            for other in (0..axes).filter(|&other| other != axis) {
                let steps = shape.steps(other, parent.cosets.at[other]);
                cosets.at[other] = steps.after(usize::from(candidate.mv));
            }
            self.hopefuls.push(Hopeful {
                cosets,
                parent: candidate.parent,
                axis: candidate.axis,
                mv: candidate.mv,
                ordinal: candidate.ordinal,
            });
        }
        let others = |known: u8| (0..axes).filter(move |&axis| axis != usize::from(known));
        let at = self.hopefuls.iter();
        let at = at.flat_map(|hopeful| others(hopeful.axis).map(|axis| &hopeful.cosets.at[axis]));
        self.looked_up.find(table, at);
        let mut entries = self.looked_up.bytes.iter();
        for hopeful in &mut self.hopefuls {
            let parent = &self.parents[usize::from(hopeful.parent)];
            for (axis, &entry) in others(hopeful.axis).zip(entries.by_ref()) {
                hopeful.cosets.distances[axis] =
                    next_distance(parent.cosets.distances[axis], entry);
            }
        }
        let mut hopefuls = self.hopefuls.iter().peekable();
        for (at, parent) in self.parents.iter().enumerate() {
            let first = children.len() as u32;
            while let Some(hopeful) = hopefuls.next_if(|hopeful| usize::from(hopeful.parent) == at)
            {
                let estimate = table.estimate_of(&hopeful.cosets.distances);
                let exceeds = exceeds(parent, estimate);
                if exceeds > 0 {
                    self.excess = Some(self.excess.map_or(exceeds, |least| least.min(exceeds)));
                    continue;
                }
                let left = parent.slack.saturating_add(u32::from(parent.estimate));
                children.push(Node {
                    cosets: hopeful.cosets,
                    estimate,
                    last: Some(hopeful.mv),
                    ordinal: hopeful.ordinal,
                    slack: left - 1 - u32::from(estimate),
                    children: None,
                });
            }
            tell(at, (first, children.len() as u32));
        }
    }
}

/// By how much a child of this estimate exceeds the bound.
#[inline]
fn exceeds(parent: &Node, estimate: u8) -> u32 {
    let left = parent.slack.saturating_add(u32::from(parent.estimate));
    (1 + u32::from(estimate)).saturating_sub(left)
}
