//! Building a pattern database: the costs of all abstract states, layer by layer, backward from the goals. This is
//! Dial's algorithm, which is Dijkstra's with a bucket for each cost, but a pass over the table takes the place of a
//! bucket. A layer is the states of one cost. Edges may cost nothing, and a layer may be empty.
//!
//! Invariant: after the layer of some cost, all entries up to this cost are final, and each greater entry is the cost
//! of some path to a goal.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{Abstraction, PatternDatabase, UNREACHABLE};
use crate::account::{Claimed, Meter, Quota, Stop};
use crate::puzzle::{Puzzle, Ranked, Reversible};
use crate::space::layers::Front;
use crate::tables::BuildError;
use crate::tables::build::{BuildTable, TableBuilder};
use crate::threads::parallel_for;
#[cfg(feature = "std")]
use {
    crate::account::Claim,
    crate::space::fingerprint,
    crate::table_file::{TableBytes, TableEncoding, TableHeader, TableKind},
    crate::tables::cached::CachedTable,
    std::io,
};

/// The number of entries that a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// The least cost found so far from every abstract state to a goal, by rank.
#[derive(Debug)]
pub(crate) struct CostTable<A, P> {
    abstraction: A,
    costs: Claimed<Vec<AtomicU8>>,
    /// Which costs were entered into each chunk. A pass for a cost skips the other chunks.
    entered: Claimed<Vec<CostSet>>,
    /// The greatest cost entered so far. After the layer of this cost there are no more.
    greatest: u8,
    /// Whether the cost of some path exceeded the range of an entry.
    overflow: bool,
    of: PhantomData<fn(&P)>,
}

/// A set of costs.
#[derive(Debug, Default)]
struct CostSet([AtomicU64; 4]);

impl Clone for CostSet {
    fn clone(&self) -> Self {
        Self([0, 1, 2, 3].map(|at| AtomicU64::new(self.0[at].load(Relaxed))))
    }
}

impl CostSet {
    fn insert(&self, cost: u8) {
        self.0[usize::from(cost / 64)].fetch_or(1 << (cost % 64), Relaxed);
    }

    fn contain(&self, cost: u8) -> bool {
        self.0[usize::from(cost / 64)].load(Relaxed) >> (cost % 64) & 1 != 0
    }
}

impl<P: Puzzle, A: Abstraction<P, Space: Sync> + Send> CostTable<A, P> {
    fn new(abstraction: A) -> Self {
        Self {
            abstraction,
            costs: Claimed::default(),
            entered: Claimed::default(),
            greatest: 0,
            overflow: false,
            of: PhantomData,
        }
    }

    /// The job that builds the database of `abstraction`.
    pub(crate) fn build<'a>(abstraction: A) -> BuildTable<'a, Self>
    where
        P: 'a,
        A: Clone + 'a,
    {
        BuildTable::new(move |_| Ok(Self::new(abstraction.clone())))
    }

    fn entries(&self) -> Result<usize, BuildError> {
        let count = self.abstraction.space().state_count();
        let count =
            count.ok_or_else(|| BuildError::unfit("the abstract states have no numbers"))?;
        Ok(usize::try_from(count).map_err(|_| Stop::OutOfMemory)?)
    }

    fn make_room(&mut self, quota: &Quota) -> Result<u64, BuildError> {
        (self.costs, self.entered) = (Claimed::default(), Claimed::default());
        let count = self.entries()?;
        self.costs = Claimed::with_room(count, quota)?;
        let costs = self.costs.as_vec();
        costs.resize_with(count, || AtomicU8::new(UNREACHABLE));
        self.entered = Claimed::filled(count.div_ceil(CHUNK), CostSet::default(), quota)?;
        Ok(count as u64)
    }

    /// Relaxes the edges into all states of this cost; returns the number of these states.
    fn relax(&mut self, cost: u8, meter: &mut Meter<'_>) -> u64 {
        let relaxation = Relaxation {
            space: self.abstraction.space(),
            costs: &self.costs,
            entered: &self.entered,
            greatest: AtomicU8::new(self.greatest),
            overflow: AtomicBool::new(false),
        };
        let chunks = (0..self.costs.len()).step_by(CHUNK).zip(&*self.entered);
        let chunks = chunks.filter(|(_, entered)| entered.contain(cost));
        let end = |first: usize| self.costs.len().min(first + CHUNK);
        let (states, _) = parallel_for(
            meter.threads(),
            chunks.map(|(first, _)| first..end(first)),
            |ranks| relaxation.relax(ranks, cost),
            || Ok(()),
        );
        self.overflow |= relaxation.overflow.into_inner();
        self.greatest = relaxation.greatest.into_inner();
        states
    }

    /// Whether a state without an entry has a neighbor with one, so that its own cost exceeds the range of an entry.
    fn is_cut_off(&self) -> bool {
        let space = self.abstraction.space();
        let cost = |state: &<A::Space as Puzzle>::State| {
            let entry = self.costs.get(space.rank(state)? as usize)?;
            Some(entry.load(Relaxed)).filter(|&cost| cost != UNREACHABLE)
        };
        let unreached = self.costs.iter().enumerate();
        let mut unreached = unreached.filter(|(_, cost)| cost.load(Relaxed) == UNREACHABLE);
        unreached.any(|(rank, _)| {
            let state = space.unrank(rank as u128);
            state.is_some_and(|state| {
                let mut edges = space.neighbors(&state).into_iter();
                edges.any(|edge| cost(&edge.state).is_some())
            })
        })
    }
}

impl<P: Puzzle, A: Abstraction<P, Space: Sync> + Send> TableBuilder for CostTable<A, P> {
    type Table = PatternDatabase<A>;

    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, BuildError> {
        let count = self.make_room(meter.memory())?;
        meter.expect_states(count);
        let space = self.abstraction.space();
        for goal in space.goals() {
            let rank = space.rank(&goal).map(|rank| rank as usize);
            if let Some(rank) = rank.filter(|&rank| rank < self.costs.len()) {
                self.costs[rank].store(0, Relaxed);
                self.entered[rank / CHUNK].insert(0);
            }
        }
        Ok(self.relax(0, meter))
    }

    /// Edges of cost zero may add states to a layer while it is relaxed, so only then is it complete.
    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        let cost = u8::try_from(front.depth + 1).unwrap_or(UNREACHABLE);
        if cost <= self.greatest {
            return Ok(Some(self.relax(cost, meter)));
        }
        if self.overflow && self.is_cut_off() {
            return Err(BuildError::too_deep("a state", u64::from(UNREACHABLE) - 1));
        }
        Ok(None)
    }

    fn finish(self) -> PatternDatabase<A> {
        let costs = self.costs.into_inner().into_iter();
        let costs: Vec<u8> = costs.map(AtomicU8::into_inner).collect();
        PatternDatabase::of(self.abstraction, costs)
    }
}

#[cfg(feature = "std")]
impl<P: Puzzle, A: Abstraction<P, Space: Sync> + Send> CachedTable for CostTable<A, P> {
    fn header(&self) -> TableHeader {
        let space = self.abstraction.space();
        TableHeader {
            kind: TableKind::PatternDatabase,
            encoding: TableEncoding::Bytes,
            puzzle: fingerprint(space),
            description: "costs to a goal".into(),
            entries: space.state_count().unwrap_or(0) as u64,
        }
    }

    fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut copy = [0; CHUNK];
        self.costs.chunks(CHUNK).try_for_each(|costs| {
            let copied = copy.iter_mut().zip(costs);
            copied.for_each(|(copy, cost)| *copy = cost.load(Relaxed));
            sink(&copy[..costs.len()])
        })
    }

    fn read(self, entries: TableBytes, _: &mut Meter<'_>) -> Result<Self::Table, BuildError> {
        Ok(PatternDatabase::of(self.abstraction, entries))
    }

    fn unfinished_bytes(&self) -> Result<Option<usize>, BuildError> {
        self.entries().map(Some)
    }

    fn resume(
        &mut self,
        saved: Vec<u8>,
        layers: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.expect_states(saved.len() as u64);
        let quota = meter.memory();
        let claim = Claim::new(saved.len(), quota)?;
        let reached = saved.iter().filter(|&&cost| cost != UNREACHABLE).count();
        let seen = layers
            .iter()
            .try_fold(0_u64, |sum, &layer| sum.checked_add(layer));
        let chunks = saved.len().div_ceil(CHUNK);
        let entered = Claimed::filled(chunks, CostSet::default(), quota)?;
        if seen.is_none_or(|seen| seen > reached as u64) {
            return Ok(false);
        }
        for (&cost, at) in saved
            .iter()
            .zip(0..)
            .filter(|(cost, _)| **cost != UNREACHABLE)
        {
            entered[at / CHUNK].insert(cost);
            self.greatest = self.greatest.max(cost);
        }
        // Nothing records whether a cost exceeded the range before.
        self.overflow = true;
        let costs = saved.into_iter().map(AtomicU8::new).collect();
        (self.costs, self.entered) = (Claimed::adopt(costs, claim), entered);
        Ok(true)
    }
}

/// The edges into the states of one cost, relaxed by several threads.
struct Relaxation<'a, S> {
    space: &'a S,
    costs: &'a [AtomicU8],
    entered: &'a [CostSet],
    greatest: AtomicU8,
    /// Whether a cost exceeded the range of an entry.
    overflow: AtomicBool,
}

impl<S: Ranked + Reversible> Relaxation<'_, S> {
    /// Relaxes the edges into every state of this cost in a range of ranks; returns the number of states met.
    fn relax(&self, ranks: Range<usize>, cost: u8) -> u64 {
        let mut states = 0;
        let mut stack = Vec::new();
        for rank in ranks {
            if self.costs[rank].load(Relaxed) != cost {
                continue;
            }
            states += 1;
            stack.extend(self.space.unrank(rank as u128));
            while let Some(state) = stack.pop() {
                for edge in self.space.predecessors(&state) {
                    let step = num_traits::cast::<_, u8>(edge.cost);
                    let sum = step.and_then(|step| cost.checked_add(step));
                    let rank = self.space.rank(&edge.state).map(|rank| rank as usize);
                    let Some((rank, entry)) = rank.and_then(|at| Some((at, self.costs.get(at)?)))
                    else {
                        continue;
                    };
                    let Some(sum) = sum.filter(|&sum| sum < UNREACHABLE) else {
                        // This is an error only if the state has no cheaper path, which is known at the end.
                        self.overflow.store(true, Relaxed);
                        continue;
                    };
                    if entry.load(Relaxed) <= sum || entry.fetch_min(sum, Relaxed) <= sum {
                        continue;
                    }
                    self.entered[rank / CHUNK].insert(sum);
                    self.greatest.fetch_max(sum, Relaxed);
                    // The edge costs nothing, so the state is in this layer too. The pass may be beyond it already.
                    if sum == cost {
                        stack.push(edge.state);
                    }
                }
            }
        }
        states
    }
}
