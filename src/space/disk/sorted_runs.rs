//! [`SortedRuns`]: states of any portable puzzle, partitioned by a hash of their bytes, in sorted files.

use core::ops::ControlFlow;

use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use super::blocks::FileBlock;
use super::codes::{CodeSpace, GoalTest};
use super::keys::{self, StateKey};
use super::layers::{Partitioned, Retention, Segment, by_threads, open};
use super::runs::{Runs, SortedFile, read_block, segment_of, sort, spill};
use super::store::Store;
use crate::account::{Meter, Quota};
use crate::space::error::SpaceError;
use crate::space::spaces::{Retained, StartIds};

/// A goal and the state from which it was generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachedGoal<K> {
    pub(super) from: K,
    pub(super) goal: K,
}

/// The layers on disk.
pub(super) struct SortedRuns<'a, K> {
    space: &'a (dyn CodeSpace<K> + Sync),
    starts: StartIds<'a, K>,
    retention: Retention,
    runs: Runs<K>,
    /// Whether a goal ends the search, and the first goal reached, with the depth from which it was generated.
    seeks: bool,
    pub(super) reached: Option<(u64, ReachedGoal<K>)>,
}

impl<'a, K: StateKey> SortedRuns<'a, K> {
    /// An empty space, with the same number of segments as before, or else as memory allows; also returns this number.
    pub(super) fn new(
        space: &'a (dyn CodeSpace<K> + Sync),
        starts: StartIds<'a, K>,
        division: Option<u64>,
        threads: usize,
        bytes: usize,
        quota: &Quota,
    ) -> Result<(Self, u64), SpaceError> {
        let runs = Runs::new(space.width(), division, threads, bytes, quota)?;
        let segments = runs.segments() as u64;
        let space = Self {
            space,
            starts,
            retention: Retention::of(space.retained()),
            runs,
            seeks: false,
            reached: None,
        };
        Ok((space, segments))
    }

    /// Makes the enumeration a search: it ends at a goal, and retains all layers.
    pub(super) const fn seeking(mut self) -> Self {
        (self.retention.keeps_all, self.seeks) = (true, true);
        self
    }

    /// Visits the states of a segment until `visit` returns `false`; returns whether it did.
    fn visit_segment(
        &self,
        part: Segment,
        store: &Store,
        visit: &mut dyn FnMut(&[K]) -> bool,
    ) -> Result<bool, SpaceError> {
        let Some(mut blocks) = store.blocks(&part.layer())? else {
            return Ok(false);
        };
        let mut keys = Vec::new();
        while blocks.at().is_some() {
            keys.clear();
            read_block(&mut blocks, self.runs.width, &mut keys)?;
            if !visit(&keys) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A state of the layer at `depth` that has an edge to this one.
    pub(super) fn predecessor(
        &mut self,
        key: K,
        depth: u64,
        store: &Store,
    ) -> Result<Option<K>, SpaceError> {
        let (space, mut found) = (self.space, None);
        if self.retention.seen_in == Retained::All {
            for segment in 0..self.runs.segments() {
                self.visit_segment(Segment { depth, segment }, store, &mut |keys| {
                    found = keys.iter().copied().find(|&from| {
                        let mut leads = false;
                        space.successors(&[from], 0, &mut |to| {
                            leads |= to == key;
                            !leads
                        });
                        leads
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
            let segment = self.runs.segment_of(&neighbor);
            let name = Segment { depth, segment }.layer();
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
        let part = |segment| Segment { depth: 0, segment };
        for key in (self.starts)() {
            let segment = self.runs.segment_of(&key);
            self.runs.push(key, part(segment), store)?;
        }
        (0..self.runs.segments()).try_fold(0, |states, segment| {
            Ok(states + self.deduplicate(part(segment), store, meter)?)
        })
    }

    fn segments(&self, _: u64) -> usize {
        self.runs.segments()
    }

    fn expand(
        &mut self,
        part: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<(), SpaceError> {
        let Some(mut blocks) = store.blocks(&part.layer())? else {
            return Ok(());
        };
        let path = store.path(&part.layer());
        let Self {
            space, runs, seeks, ..
        } = self;
        let (width, parts, room) = (runs.width, runs.segments(), runs.room);
        let (store, reached) = (Mutex::new(store), Mutex::new(None::<ReachedGoal<K>>));
        let next = part.at(part.depth + 1);
        let expanded = by_threads(
            blocks.rest(),
            &mut runs.waiting,
            |waiting, FileBlock { fields, bytes }| {
                let [count, ..] = fields;
                let (mut keys, mut end) = (Vec::new(), Ok(()));
                let read = keys::read(&bytes, width, count as usize, &mut keys);
                read.ok_or_else(|| SpaceError::Damaged { file: path.clone() })?;
                let mut send = |key: K| {
                    // After a failed write nothing more is written, so that this error is reported.
                    if end.is_err() {
                        return false;
                    }
                    let segment = segment_of(&key, width, parts);
                    let waiting = &mut waiting[segment];
                    waiting.push(key);
                    if waiting.len() == room {
                        sort(waiting);
                        let to = Segment { segment, ..next };
                        end = spill(waiting, to, width, &mut open(&store));
                    }
                    end.is_ok()
                };
                if !*seeks {
                    space.successors(&keys, 0, &mut send);
                    return end.map(ControlFlow::Continue);
                }
                for &from in &keys {
                    let (mut goal, mut is_sent) = (None, true);
                    space.expand(&from, GoalTest::Needed, &mut |key, is_goal| {
                        goal = is_goal.then_some(key);
                        is_sent = is_goal || send(key);
                        is_sent && !is_goal
                    });
                    if let Some(goal) = goal {
                        let mut reached = open(&reached);
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
        self.reached = reached.map(|reached| (part.depth, reached));
        expanded
    }

    fn has_found_goal(&self) -> bool {
        self.reached.is_some()
    }

    fn deduplicate(
        &mut self,
        part: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<u64, SpaceError> {
        let mut look = || -> Result<(), SpaceError> { Ok(meter.look()?) };
        let seen = self.retention.seen(part.depth);
        let found = self.runs.deduplicate(part, seen, store, &mut look)?;
        self.retention.remove_unneeded(part, store);
        Ok(found)
    }

    fn flush(&mut self, depth: u64, store: &mut Store) -> Result<(), SpaceError> {
        (0..self.runs.segments())
            .try_for_each(|segment| self.runs.flush(Segment { depth, segment }, store))
    }

    fn visit_states(
        &self,
        depth: u64,
        store: &Store,
        visit: &mut dyn FnMut(&[K]) -> bool,
    ) -> Result<(), SpaceError> {
        for segment in 0..self.runs.segments() {
            if self.visit_segment(Segment { depth, segment }, store, visit)? {
                break;
            }
        }
        Ok(())
    }
}
