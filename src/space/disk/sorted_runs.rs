//! [`SortedRuns`]: breadth-first layers on disk for any portable puzzle, partitioned by a hash of the states' bytes.
//!
//! A layer is expanded block by block. Each child goes into the buffer of its segment, which is written as a sorted run
//! when it is full; the runs of a segment are then merged, and what was seen in earlier layers is left out
//! ([`Runs`], delayed duplicate detection). Invariant: a segment of a complete layer is one file of ascending keys
//! without duplicates, each of which has its hash in this segment and is in no earlier layer.

use core::ops::ControlFlow;

use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use super::blocks::FileBlock;
use super::codes::{CodeSpace, GoalTest};
use super::keys::{self, StateKey};
use super::layers::{Partitioned, Retention, Segment, parallel_for_each};
use super::runs::{Runs, SortedFile, read_block, segment_of, sort, spill};
use super::store::Store;
use crate::account::{Meter, Quota, Stop};
use crate::space::error::SpaceError;
use crate::space::spaces::{Retained, StartIds};
use crate::threads::sync::lock;

/// A goal and the state from which it was generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachedGoal<K> {
    pub(super) from: K,
    pub(super) goal: K,
}

/// The layers on disk: an enumeration, or a search that ends at a goal.
pub(super) struct SortedRuns<'a, K> {
    space: &'a (dyn CodeSpace<K> + Sync),
    starts: StartIds<'a, K>,
    retention: Retention,
    runs: Runs<K>,
    /// Whether goals are looked for, of which one ends the search.
    goals: GoalTest,
    /// The goal that ended the search, with the depth of the state from which it was generated.
    pub(super) reached: Option<(u64, ReachedGoal<K>)>,
}

impl<'a, K: StateKey> SortedRuns<'a, K> {
    /// An empty space of this many segments, or of as many as memory allows; also returns their number.
    pub(super) fn new(
        space: &'a (dyn CodeSpace<K> + Sync),
        starts: StartIds<'a, K>,
        segments: Option<u64>,
        threads: usize,
        memory_bytes: usize,
        quota: &Quota,
    ) -> Result<(Self, u64), SpaceError> {
        let runs = Runs::new(space.width(), segments, threads, memory_bytes, quota)?;
        let segments = runs.segments() as u64;
        let space = Self {
            space,
            starts,
            retention: Retention::of(space.retained()),
            runs,
            goals: GoalTest::Skipped,
            reached: None,
        };
        Ok((space, segments))
    }

    /// Makes the enumeration a search, which ends at a goal and retains all layers.
    pub(super) const fn seeking(mut self) -> Self {
        self.retention.keeps_all = true;
        self.goals = GoalTest::Needed;
        self
    }

    /// Visits the states of a segment, a block at a time, while `visit` returns `true`; returns whether to go on with
    /// the next segment.
    fn visit_segment(
        &self,
        segment: Segment,
        store: &Store,
        visit: &mut dyn FnMut(&[K]) -> bool,
    ) -> Result<bool, SpaceError> {
        let Some(mut blocks) = store.blocks(&segment.layer_file())? else {
            return Ok(true);
        };
        let mut keys = Vec::new();
        while blocks.offset().is_some() {
            keys.clear();
            read_block(&mut blocks, self.runs.width, &mut keys)?;
            if !visit(&keys) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A state of the layer at `depth` that has an edge to this one: found by the edges of all states of the layer, or
    /// in an undirected space, by the state's own edges.
    pub(super) fn predecessor(
        &mut self,
        key: K,
        depth: u64,
        store: &Store,
    ) -> Result<Option<K>, SpaceError> {
        let (space, mut found) = (self.space, None);
        if self.retention.seen_in == Retained::All {
            for index in 0..self.runs.segments() {
                self.visit_segment(Segment { depth, index }, store, &mut |keys| {
                    found = keys.iter().copied().find(|&from| {
                        let mut is_predecessor = false;
                        space.successors(&[from], 0, &mut |to| {
                            is_predecessor |= to == key;
                            !is_predecessor
                        });
                        is_predecessor
                    });
                    found.is_none()
                })?;
                if found.is_some() {
                    break;
                }
            }
            return Ok(found);
        }
        let mut neighbors = Vec::new();
        space.successors(&[key], 0, &mut |neighbor| {
            neighbors.push(neighbor);
            true
        });
        for neighbor in neighbors {
            let index = self.runs.segment_of(&neighbor);
            let name = Segment { depth, index }.layer_file();
            let Some(mut sorted) = SortedFile::<K>::open(store, &name, self.runs.width)? else {
                continue;
            };
            while let Some(other) = sorted.next()? {
                if other == neighbor {
                    return Ok(Some(neighbor));
                }
                if other > neighbor {
                    break;
                }
            }
        }
        Ok(None)
    }
}

impl<K: StateKey> Partitioned for SortedRuns<'_, K> {
    type Id = K;

    fn start(&mut self, store: &mut Store, meter: &mut Meter<'_>) -> Result<u64, SpaceError> {
        let segment = |index| Segment { depth: 0, index };
        for key in (self.starts)() {
            let index = self.runs.segment_of(&key);
            self.runs.push(key, segment(index), store)?;
        }
        (0..self.runs.segments()).try_fold(0, |states, index| {
            Ok(states + self.deduplicate(segment(index), store, meter)?)
        })
    }

    fn segments(&self, _: u64) -> usize {
        self.runs.segments()
    }

    fn expand(
        &mut self,
        segment: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<(), SpaceError> {
        let Some(mut blocks) = store.blocks(&segment.layer_file())? else {
            return Ok(());
        };
        let path = store.path(&segment.layer_file());
        let Self {
            space, runs, goals, ..
        } = self;
        let (width, segments, capacity) = (runs.width, runs.segments(), runs.capacity);
        let (store, reached) = (Mutex::new(store), Mutex::new(None::<ReachedGoal<K>>));
        let depth = segment.depth + 1;
        let expanded = parallel_for_each(
            blocks.rest(),
            &mut runs.buffers,
            |buffers, FileBlock { fields, bytes }| {
                let [count, ..] = fields;
                let (mut keys, mut end) = (Vec::new(), Ok(()));
                let read = keys::read(&bytes, width, count as usize, &mut keys);
                read.ok_or_else(|| SpaceError::Damaged { file: path.clone() })?;
                let mut send = |key: K| {
                    // After a failed write nothing more is written, so that this error is reported.
                    if end.is_err() {
                        return false;
                    }
                    let index = segment_of(&key, width, segments);
                    let buffer = &mut buffers[index];
                    buffer.push(key);
                    if buffer.len() == capacity {
                        sort(buffer);
                        let to = Segment { depth, index };
                        end = spill(buffer, to, width, &mut lock(&store));
                    }
                    end.is_ok()
                };
                for &from in &keys {
                    let (mut goal, mut is_sent) = (None, true);
                    let is_state = space.expand(&from, *goals, &mut |key, is_goal| {
                        goal = is_goal.then_some(key);
                        is_sent = is_goal || send(key);
                        is_sent && !is_goal
                    });
                    if !is_state {
                        return Err(Stop::NotAState.into());
                    }
                    if let Some(goal) = goal {
                        let mut reached = lock(&reached);
                        if reached.is_none_or(|reached: ReachedGoal<K>| from < reached.from) {
                            *reached = Some(ReachedGoal { from, goal });
                        }
                        return Ok(ControlFlow::Break(()));
                    }
                    if !is_sent {
                        break;
                    }
                }
                end.map(ControlFlow::Continue)
            },
            meter,
        );
        let reached = reached.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.reached = reached.map(|reached| (segment.depth, reached));
        expanded
    }

    fn has_found_goal(&self) -> bool {
        self.reached.is_some()
    }

    fn deduplicate(
        &mut self,
        segment: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<u64, SpaceError> {
        let mut look = || -> Result<(), SpaceError> { Ok(meter.look()?) };
        let seen = self.retention.seen(segment.depth);
        let found = self.runs.deduplicate(segment, seen, store, &mut look)?;
        self.retention.remove_unneeded(segment, store);
        Ok(found)
    }

    fn flush(&mut self, depth: u64, store: &mut Store) -> Result<(), SpaceError> {
        (0..self.runs.segments())
            .try_for_each(|index| self.runs.flush(Segment { depth, index }, store))
    }

    fn visit_states(
        &self,
        depth: u64,
        store: &Store,
        visit: &mut dyn FnMut(&[K]) -> bool,
    ) -> Result<(), SpaceError> {
        for index in 0..self.runs.segments() {
            if !self.visit_segment(Segment { depth, index }, store, visit)? {
                break;
            }
        }
        Ok(())
    }
}
