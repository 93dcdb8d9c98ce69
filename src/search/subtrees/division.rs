//! [`Division`]: where a tree is divided, and [`Top`], what lies above its subtrees.

use alloc::vec::Vec;

use super::{EACH, End, FEWEST_STATES, Subtree};
use crate::account::{Budget, Counts, Memory, Stop};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::{Carried, Change, EdgeOf, Step};
use crate::search::deepening::Deepening;
use crate::search::path::list;
use crate::search::walk::{Place, Rule};

/// The subtrees of an iteration, as far as they are known.
#[derive(Debug)]
pub(super) struct Division<S, M, C> {
    /// Those of the iteration before, in depth-first order, and how many of them were met again.
    pub(super) before: Vec<Subtree<S, M, C>>,
    pub(super) met: usize,
    pub(super) subtrees: Vec<Subtree<S, M, C>>,
    /// What was counted when the iteration began.
    pub(super) begun: Option<Counts>,
    /// How many states a subtree had at least in the last iteration that is divided in this one, and by
    /// how many each level divides it.
    pub(super) fewest: u64,
    pub(super) branches: u64,
    /// The way to the edge entered last, and how far down from there the top goes at least.
    pub(super) trail: Vec<(M, u32)>,
    /// What is claimed for the list of the iteration before, and for all else.
    pub(super) bytes_before: usize,
    pub(super) bytes: usize,
}

impl<S, M: Clone + PartialEq, C> Division<S, M, C> {
    /// How far down from a node at this depth the top goes at least, where the edge to it, if there is one,
    /// is the last of its path; none at all if it is the root of a subtree.
    pub(super) fn levels(
        &mut self,
        start: usize,
        last: Option<&M>,
        depth: usize,
        above: u32,
    ) -> u32 {
        let way = self.trail[..depth].iter().map(|(mv, _)| mv).chain(last);
        let known = self.before.get(self.met);
        let known = known.filter(|known| known.start == start);
        let len = depth + usize::from(last.is_some());
        let known = known.filter(|known| known.path.iter().take(len).eq(way));
        match known {
            Some(known) if known.path.len() == len => {
                self.met += 1;
                let mut states = known.counts.expanded;
                let mut levels = 0;
                while states > self.fewest {
                    states /= self.branches;
                    levels += 1;
                }
                levels
            }
            // It was divided before.
            Some(_) => 1,
            None => above.saturating_sub(1),
        }
    }

    /// The path so far, and an edge.
    pub(super) fn path(
        &mut self,
        depth: usize,
        last: Option<&M>,
        memory: &mut Memory,
    ) -> Result<Vec<M>, Stop> {
        let moves = depth + usize::from(last.is_some());
        let bytes = moves * size_of::<M>();
        memory.claim(bytes)?;
        let mut path = list(moves).inspect_err(|_| memory.release(bytes))?;
        self.bytes += bytes;
        path.extend(
            self.trail[..depth]
                .iter()
                .map(|(mv, _)| mv)
                .chain(last)
                .cloned(),
        );
        Ok(path)
    }

    /// Adds the subtree of a state.
    pub(super) fn add(
        &mut self,
        (start, path): (usize, Vec<M>),
        (parent, state, carried): (Option<S>, S, C),
        above: Counts,
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        make_room(&mut self.subtrees, &mut self.bytes, memory)?;
        self.subtrees.push(Subtree {
            start,
            path,
            parent,
            state,
            carried,
            above,
            counts: Counts::default(),
            place: Place::ROOT,
            found: None,
            end: End::Open,
        });
        Ok(())
    }

    /// The iteration becomes the one before.
    pub(super) fn begin_anew(&mut self, threads: usize, memory: &mut Memory) {
        memory.release(self.bytes_before);
        self.before = core::mem::take(&mut self.subtrees);
        let trail = self.trail.capacity() * size_of::<(M, u32)>();
        (self.bytes_before, self.bytes) = (self.bytes - trail, trail);
        let counts = self.before.iter().map(|subtree| subtree.counts);
        let Counts {
            expanded,
            generated,
        } = counts.sum();
        self.fewest = (expanded / (EACH * threads.max(1) as u64)).max(FEWEST_STATES);
        self.branches = (generated / expanded.max(1)).max(2);
        (self.met, self.begun) = (0, None);
    }
}

/// Makes room for one more item.
fn make_room<T>(list: &mut Vec<T>, held: &mut usize, memory: &mut Memory) -> Result<(), Stop> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    let old = list.capacity() * size_of::<T>();
    let new = old + list.len().max(8) * size_of::<T>();
    // While it grows there are two copies.
    memory.claim(new)?;
    let reserved = list.try_reserve_exact(list.len().max(8));
    memory.release(if reserved.is_ok() { old } else { new });
    reserved.map_err(|_| Stop::OutOfMemory)?;
    *held += new - old;
    Ok(())
}

/// The top of a tree, walked under a rule and ended where subtrees begin.
pub(super) struct Top<'d, S, M, C, R> {
    pub(super) rule: R,
    pub(super) division: &'d mut Division<S, M, C>,
    pub(super) begun: Counts,
    pub(super) start: usize,
    /// How far down from the start it goes at least.
    pub(super) levels: u32,
}

/// What the rule carries, the depth, and how far down from there the top goes at least.
#[derive(Clone, Copy)]
pub(super) struct Above<T> {
    carried: T,
    depth: u32,
    levels: u32,
}

impl<T: Carried> Carried for Above<T> {}

impl<P, R> Rule<P> for Top<'_, P::State, P::Move, P::Cost, R>
where
    P: Puzzle,
    R: Deepening<P>,
{
    const INFORMED: bool = R::INFORMED;
    const IS_SHORT: bool = true;
    type Carried = Above<R::Carried>;

    fn g(&self, above: Self::Carried, h: P::Cost) -> P::Cost {
        self.rule.g(above.carried, h)
    }

    fn decide(
        &mut self,
        above: Self::Carried,
        edge: &EdgeOf<'_, P>,
        change: Change<P::Cost>,
        monitor: &mut MonitorOf<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<Step<Self::Carried>, Stop> {
        let step = self
            .rule
            .decide(above.carried, edge, change, monitor, budget)?;
        let Step::Descend(carried) = step else {
            return Ok(step.map(|carried| Above { carried, ..above }));
        };
        let division = &mut *self.division;
        let depth = above.depth as usize;
        let descend = |levels| {
            Step::Descend(Above {
                carried,
                depth: above.depth + 1,
                levels,
            })
        };
        if let Some((_, levels)) = division.trail.get(depth).filter(|_| edge.replayed) {
            return Ok(descend(*levels));
        }
        // What the walk has reserved comes before, and what is left for it after.
        monitor.settle(budget);
        division.trail.truncate(depth);
        let levels = division.levels(self.start, Some(edge.mv), depth, above.levels);
        let memory = monitor.memory();
        let step = if levels > 0 {
            make_room(&mut division.trail, &mut division.bytes, memory)?;
            division.trail.push((edge.mv.clone(), levels));
            descend(levels)
        } else {
            let path = division.path(depth, Some(edge.mv), memory)?;
            let state = (
                Some(edge.parent.clone()),
                edge.child.clone(),
                R::value(carried),
            );
            let above = monitor.counts().since(self.begun);
            division.add((self.start, path), state, above, monitor.memory())?;
            Step::Prune
        };
        monitor.settle(budget);
        Ok(step)
    }
}

impl<P, R> Deepening<P> for Top<'_, P::State, P::Move, P::Cost, R>
where
    P: Puzzle,
    R: Deepening<P>,
{
    fn carry(&self, value: P::Cost) -> Self::Carried {
        Above {
            carried: self.rule.carry(value),
            depth: 0,
            levels: self.levels,
        }
    }

    fn value(above: Self::Carried) -> P::Cost {
        R::value(above.carried)
    }

    fn goal(&self) -> P::Cost {
        self.rule.goal()
    }
}
