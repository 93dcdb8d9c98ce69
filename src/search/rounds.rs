//! Layers of a breadth-first tree by threads, in rounds.
//!
//! A round is some thousand states, in the order of the layer, and divided into pieces. At first each piece is
//! expanded, and what it generates put into a box for each shard. Then each shard stores what is new to it, from
//! the boxes of the first piece to those of the last. At last each piece collects the names of what was new, in
//! the order in which it was generated. So states have the parents and the order that they have by one thread,
//! whatever the number of threads; a goal tells what was counted before it. Nothing is locked that two threads
//! want at the same time, and nothing is shared for each state.
//!
//! Whatever does not fit into a limit as a whole, and small layers, are expanded as by one thread.
//!
//! Memory for all states that a round may store is reserved before it stores the first. So a round is completed, or not
//! begun, or ends after a definite state. How many states a round has depends on their children and on how long it
//! takes to store these, since nothing interrupts the storing. While tables are read, all threads share them; while
//! they are added to, each belongs to one thread. The order takes 4 bytes for each state of two layers. A table that is
//! not divided needs none, since its names are consecutive numbers.

mod pieces;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::iter::repeat_with;
use core::ops::Range;
use core::time::Duration;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

use pieces::{Piece, Sent, reserve};

use super::batch::{self, Child};
use super::shards::{Shards, Table};
use super::sync::{AtomicBool, Mutex, Ordering, PoisonError, open};
use super::tree::{Direction, Meeting, MeetingOf, Target, Tree};
use super::turns::Turns;
use crate::account::{Clock, Counts, Quota, Stop};
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::solution::replay::list;
use crate::storage::{ByHash, Linked};
use crate::threads::{Crew, beside};

/// So many pieces for each thread.
const EACH: usize = 4;
/// A piece has so many states at most; as many as have so many children, once that is known.
const STATES: usize = 1 << 10;
const CHILDREN: usize = 1 << 11;
/// With so many children a piece ends.
const TOO_MANY: usize = 16 * CHILDREN;
/// So many states of a layer are worth a thread.
const WORTH: usize = 2 * STATES;
/// So many children are read ahead together.
const AHEAD: usize = 64;
/// The leader looks at the clock after so many states, and after so long at the cancel flag.
const OFTEN: usize = 16;
const MOMENT: Duration = Duration::from_millis(1);
/// A thread is to store for no longer in a round, as nothing stops it then.
const PATIENCE: Duration = Duration::from_millis(50);
/// How often a thread that has nothing to do looks for work before it sleeps, and for how long.
const LOOKS: u32 = 128;
const NAP: Duration = Duration::from_micros(50);
/// No name.
const NONE: u32 = u32::MAX;

/// Expands what is left of the deepest layer, as [`Tree::expand_layer`] does, by threads.
pub(super) fn expand_layer<D, P, T>(
    tree: &mut Tree<P::State, Shards<P::State>>,
    puzzle: &P,
    target: &T,
    elsewhere: u64,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Option<MeetingOf<P, T>>, Stop>
where
    D: Direction<P>,
    P: Puzzle<State: Sync> + Sync,
    T: Target<P::State, Met: Send> + Sync,
{
    let shards = &tree.known;
    if tree.frontier.len() >= shards.few && shards.threads > 1 && !monitor.shows_nodes() {
        // What a stop has left comes first.
        if tree.batch.len() > 0 {
            let met = tree.look_up::<D, P, T>(puzzle, target, elsewhere, monitor)?;
            if met.is_some() {
                return Ok(met);
            }
        }
        let met = divide::<D, P, T>(tree, puzzle, target, elsewhere, monitor);
        tree.first = tree.frontier.start;
        if let Some(met) = met? {
            return Ok(Some(met));
        }
    }
    tree.expand_layer::<D, P, T>(puzzle, target, elsewhere, monitor)
}

/// Expands as many states by threads as the limits allow.
fn divide<D, P, T>(
    tree: &mut Tree<P::State, Shards<P::State>>,
    puzzle: &P,
    target: &T,
    elsewhere: u64,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<Option<MeetingOf<P, T>>, Stop>
where
    D: Direction<P>,
    P: Puzzle<State: Sync> + Sync,
    T: Target<P::State, Met: Send> + Sync,
{
    let most = tree.known.threads;
    let threads = most.min((tree.frontier.len() / WORTH).max(2));
    let (pieces, shards) = (EACH * threads, tree.known.tables.len());
    let boxes = pieces * shards;
    let bytes = boxes * size_of::<Mutex<Sent<P::State>>>();
    let Ok(()) = monitor.claim(bytes) else {
        return Ok(None);
    };
    let Ok(mut sent) = list(boxes) else {
        monitor.release(bytes);
        return Ok(None);
    };
    sent.extend(repeat_with(Mutex::default).take(boxes));
    let rounds = Rounds {
        puzzle,
        target,
        shards: RwLock::new(core::mem::replace(&mut tree.known, Shards::new(1))),
        parts: repeat_with(Mutex::default).take(shards).collect(),
        pieces: repeat_with(Mutex::default).take(pieces).collect(),
        boxes: sent,
        turns: Turns::new(),
        clock: monitor.meter().clock(),
        is_ended: AtomicBool::new(false),
        found: Mutex::new(None),
    };
    let help = |_, crew: &Crew| rounds.help::<D>(crew);
    let mut states = read(&rounds.shards).states;
    let lead = |crew: &Crew| {
        let left = (&mut tree.frontier, &mut states);
        let met = rounds.lead::<D>(left, elsewhere, crew, monitor);
        crew.stop();
        met
    };
    let (met, _) = beside(threads, help, lead);
    let held: usize = rounds.pieces.iter().map(|piece| open(piece).told).sum();
    monitor.release(bytes + held);
    tree.known = rounds
        .shards
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    tree.known.states = states;
    met
}

/// What is done with each piece, or for each shard, before anything else.
#[derive(Clone, Copy)]
enum Phase {
    Expand,
    MakeRoom,
    Store,
    Collect,
}

/// By number.
const PHASES: [Phase; 4] = [Phase::Expand, Phase::MakeRoom, Phase::Store, Phase::Collect];

/// What all threads know.
struct Rounds<'t, P: Puzzle, T: Target<P::State>> {
    puzzle: &'t P,
    target: &'t T,
    /// Where all may read.
    shards: RwLock<Shards<P::State>>,
    /// The tables while they are added to, each by one thread.
    parts: Vec<Mutex<Part<P::State>>>,
    pieces: Vec<Mutex<Piece>>,
    /// What each piece has for each shard, piece by piece.
    boxes: Vec<Mutex<Sent<P::State>>>,
    turns: Turns,
    clock: Clock,
    /// Whether no piece is to go on.
    is_ended: AtomicBool,
    /// The first child of the round that the tree was looking for.
    found: Mutex<Option<Found<P, T>>>,
}

/// The table of a shard, and what it may take.
struct Part<S> {
    table: Option<Table<S>>,
    lease: Quota,
    is_refused: bool,
}

impl<S> Default for Part<S> {
    fn default() -> Self {
        Self {
            table: None,
            lease: Quota::default(),
            is_refused: false,
        }
    }
}

/// A child that the tree was looking for: its piece and its number there.
struct Found<P: Puzzle, T: Target<P::State>> {
    at: (usize, u32),
    meeting: MeetingOf<P, T>,
}

/// What becomes of a round once its pieces were expanded.
struct Kept {
    states: usize,
    generated: u64,
    /// Whether limits have left something out.
    is_limited: bool,
}

fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

/// Nothing is to be done, once more.
fn pause(looks: &mut u32) {
    *looks += 1;
    if *looks < LOOKS {
        thread::yield_now();
    } else {
        thread::sleep(NAP);
    }
}

impl<P, T> Rounds<'_, P, T>
where
    P: Puzzle<State: Sync> + Sync,
    T: Target<P::State, Met: Send> + Sync,
{
    /// Works until there is nothing left to do.
    fn help<D: Direction<P>>(&self, crew: &Crew) {
        let mut looks = 0;
        while !crew.is_stopped() {
            if let Some((phase, at)) = self.turns.take() {
                self.work::<D>(PHASES[phase], at, &mut || {});
                self.turns.finish();
                looks = 0;
            } else {
                pause(&mut looks);
            }
        }
    }

    fn work<D: Direction<P>>(&self, phase: Phase, at: usize, look: &mut dyn FnMut()) {
        match phase {
            Phase::Expand => self.expand::<D>(at, look),
            Phase::MakeRoom => self.make_room(at),
            Phase::Store => self.store(at),
            Phase::Collect => self.collect(at),
        }
    }

    /// Does a phase, with the help of others; returns how long this thread has worked, if there is a clock.
    fn run<D: Direction<P>>(
        &self,
        phase: Phase,
        crew: &Crew,
        look: &mut dyn FnMut(),
    ) -> Result<Duration, Stop> {
        let pieces = match phase {
            Phase::Expand | Phase::Collect => self.pieces.len(),
            Phase::MakeRoom | Phase::Store => self.parts.len(),
        };
        let begun = self.clock.elapsed().unwrap_or_default();
        self.turns.begin(phase as usize, pieces);
        while let Some((_, at)) = self.turns.take() {
            self.work::<D>(phase, at, look);
            self.turns.finish();
        }
        let ended = self.clock.elapsed().unwrap_or_default();
        let mut looks = 0;
        while !self.turns.is_done() {
            if crew.is_stopped() {
                return Err(Stop::Panicked);
            }
            look();
            pause(&mut looks);
        }
        Ok(ended.saturating_sub(begun))
    }

    /// Expands these states in rounds of so many for each piece, until one leads to the target or a limit is
    /// near.
    fn lead<D: Direction<P>>(
        &self,
        (frontier, states): (&mut Range<u32>, &mut usize),
        elsewhere: u64,
        crew: &Crew,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        while frontier.start < frontier.end {
            monitor.look()?;
            let room = monitor.meter().room();
            let most = usize::try_from(room.expanded).unwrap_or(usize::MAX);
            let most = most.min(*states * self.pieces.len());
            self.assign(frontier.clone(), most, monitor);
            let (mut end, mut looked) = (Ok(()), self.clock.elapsed());
            self.is_ended.store(false, Ordering::Relaxed);
            self.run::<D>(Phase::Expand, crew, &mut || {
                let now = self.clock.elapsed();
                let time = now
                    .zip(looked)
                    .map(|(now, looked)| now.saturating_sub(looked));
                let is_time = time.is_none_or(|time| time >= MOMENT);
                if end.is_ok() && is_time {
                    (end, looked) = (monitor.look(), now);
                    self.is_ended.store(end.is_err(), Ordering::Relaxed);
                }
            })?;
            let stored = elsewhere + read(&self.shards).len() as u64;
            let kept = self.keep(room.generated, stored, monitor);
            if kept.states == 0 || !self.reserve::<D>(crew, monitor)? {
                return end.map(|()| None);
            }
            let time = self.run::<D>(Phase::Store, crew, &mut || {})?;
            self.put_together();
            if let Some(found) = open(&self.found).take() {
                self.count_before(found.at, stored, monitor)?;
                return Ok(Some(found.meeting));
            }
            let share = monitor.memory().share(self.pieces.len());
            let pieces = self.pieces.iter().map(open);
            pieces.for_each(|mut piece| piece.lend(share));
            self.run::<D>(Phase::Collect, crew, &mut || {})?;
            self.put_in_order(monitor);
            frontier.start += kept.states as u32;
            let new = elsewhere + read(&self.shards).len() as u64 - stored;
            monitor.meter().count(Counts {
                expanded: kept.states as u64,
                generated: kept.generated,
            });
            monitor.duplicates(kept.generated - new);
            monitor.store(stored + new)?;
            end?;
            if kept.is_limited {
                return Ok(None);
            }
            *states = self.pace(&kept, time);
        }
        Ok(None)
    }

    /// How many states each piece is to have in the next round, after one in which a thread stored for so long.
    fn pace(&self, last: &Kept, time: Duration) -> usize {
        let states = last.states as u128;
        let by_children = states * CHILDREN as u128 / u128::from(last.generated.max(1));
        let times = self.pieces.len() as u128 * time.as_nanos();
        let by_time = states * PATIENCE.as_nanos() / times.max(1);
        by_children.min(by_time).clamp(1, STATES as u128) as usize
    }

    /// Divides the first so many of these states among the pieces.
    fn assign(&self, states: Range<u32>, most: usize, monitor: &mut MonitorOf<'_, P>) {
        let pieces = self.pieces.len();
        let most = most.min(states.len());
        let share = monitor.memory().share(4 * pieces);
        for (at, piece) in self.pieces.iter().enumerate() {
            let piece = &mut *open(piece);
            let to = |at| states.start + (most as u64 * at as u64 / pieces as u64) as u32;
            piece.states = to(at)..to(at + 1);
            piece.lend(share);
        }
    }

    /// What each piece has sent to the shards.
    fn row(&self, at: usize) -> &[Mutex<Sent<P::State>>] {
        let shards = self.parts.len();
        &self.boxes[at * shards..][..shards]
    }

    /// What each piece has sent to a shard.
    fn column(&self, shard: usize) -> impl Iterator<Item = &Mutex<Sent<P::State>>> {
        self.boxes[shard..].iter().step_by(self.parts.len())
    }

    /// Expands the states of a piece, and sorts their children.
    fn expand<D: Direction<P>>(&self, at: usize, look: &mut dyn FnMut()) {
        let shards = read(&self.shards);
        let piece = &mut *open(&self.pieces[at]);
        let mut boxes: Vec<_> = self.row(at).iter().map(open).collect();
        for sent in &mut boxes {
            sent.children.clear();
            sent.new.clear();
        }
        piece.counts.clear();
        (piece.children, piece.sent) = (0, 0);
        let mut row: Vec<_> = boxes.iter_mut().map(|sent| &mut sent.children).collect();
        let expanded = self.expand_piece::<D>(&shards, piece, &mut row, look);
        piece.is_refused = expanded.is_err();
        if piece.make_room(&mut boxes).is_err() {
            piece.counts.clear();
            piece.children = 0;
            piece.is_refused = true;
        }
    }

    fn expand_piece<D: Direction<P>>(
        &self,
        shards: &Shards<P::State>,
        piece: &mut Piece,
        row: &mut [&mut Vec<Child<P::State, u32>>],
        look: &mut dyn FnMut(),
    ) -> Result<(), Stop> {
        reserve(&mut piece.counts, piece.states.len(), &piece.lease)?;
        for name in shards.order.names(piece.states.clone()) {
            let expanded = piece.counts.len();
            if expanded.is_multiple_of(OFTEN) {
                look();
            }
            // One state at least, so that a search that is stopped all the time comes to an end.
            let is_enough = self.is_ended.load(Ordering::Relaxed) || piece.sent > TOO_MANY;
            if expanded > 0 && is_enough {
                break;
            }
            let count = piece.expand::<D, P>(self.puzzle, shards, name, row)?;
            piece.counts.push(count);
        }
        Ok(())
    }

    /// Keeps as many of the states that were expanded, from the first on, as the limits allow.
    fn keep(&self, generated: u64, stored: u64, monitor: &mut MonitorOf<'_, P>) -> Kept {
        let most = monitor.limits().stored;
        let mut left = most.map_or(u64::MAX, |most| most.saturating_sub(stored));
        left = left.min(generated);
        let mut kept = Kept {
            states: 0,
            generated: 0,
            is_limited: false,
        };
        let mut is_over = false;
        let mut peak = 0;
        for (at, piece) in self.pieces.iter().enumerate() {
            let piece = &mut *open(piece);
            peak += piece.lease.peak() - piece.lease.held();
            piece.tell(monitor.memory());
            let was = (piece.counts.len(), piece.is_refused);
            if is_over {
                piece.counts.clear();
                piece.children = 0;
            } else if u64::from(piece.children) > left {
                piece.keep(left as u32);
                kept.is_limited = true;
            }
            is_over |= piece.counts.len() < piece.states.len();
            if was != (piece.counts.len(), false) {
                for sent in self.row(at) {
                    let children = &mut open(sent).children;
                    let left = children.partition_point(|child| child.g < piece.children);
                    children.truncate(left);
                }
            }
            left -= u64::from(piece.children);
            kept.states += piece.counts.len();
            kept.generated += u64::from(piece.children);
            kept.is_limited |= piece.is_refused;
        }
        let held = monitor.memory().held();
        monitor.memory().raise_peak(held + peak);
        kept
    }

    /// Makes room for all that may be new, in the order too; returns whether there is. Then the tables are left
    /// where one thread can add to each.
    fn reserve<D: Direction<P>>(
        &self,
        crew: &Crew,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<bool, Stop> {
        let memory = monitor.memory();
        let pieces = self.pieces.len();
        let made = write(&self.shards)
            .order
            .make_room_for_pieces(pieces, memory);
        if made.is_err() {
            return Ok(false);
        }
        let share = memory.share(self.parts.len());
        let held = memory.held();
        for part in &self.parts {
            let part = &mut *open(part);
            part.lease = Quota::beside(held);
            part.lease.limit_to(share.map(|share| held + share));
        }
        self.take_apart();
        self.run::<D>(Phase::MakeRoom, crew, &mut || {})?;
        let (mut is_room, mut peak) = (true, held);
        for part in &self.parts {
            let part = open(part);
            is_room &= !part.is_refused;
            peak += part.lease.peak() - held;
            monitor.memory().add(part.lease.held() - held);
        }
        monitor.memory().raise_peak(peak);
        if !is_room {
            self.put_together();
        }
        Ok(is_room)
    }

    /// Each table is where one thread can add to it.
    fn take_apart(&self) {
        let tables = &mut write(&self.shards).tables;
        for (part, table) in self.parts.iter().zip(tables.drain(..)) {
            open(part).table = Some(table);
        }
    }

    /// The tables are where all can read them.
    fn put_together(&self) {
        let tables = &mut write(&self.shards).tables;
        tables.extend(self.parts.iter().filter_map(|part| open(part).table.take()));
    }

    /// Makes room in a table for all that was sent to it.
    fn make_room(&self, shard: usize) {
        let most = read(&self.shards).names.most();
        let part = &mut *open(&self.parts[shard]);
        let children = self.column(shard).map(|sent| open(sent).children.len());
        let children: usize = children.sum();
        if let Some(table) = &mut part.table {
            let made = table.make_room(children, &part.lease);
            part.is_refused = made.is_err() || table.len() + children > most;
        }
    }

    /// Stores what is new of that which was sent to a shard, up to the first child that is met.
    fn store(&self, shard: usize) {
        let names = read(&self.shards).names;
        let Some(table) = &mut open(&self.parts[shard]).table else {
            return;
        };
        for (at, sent) in self.column(shard).enumerate() {
            let Sent { children, new } = &mut *open(sent);
            let mut children = children.drain(..);
            while !children.as_slice().is_empty() {
                let keys = children.as_slice().iter().map(|child| child.key);
                let keys = keys.take(AHEAD);
                if !batch::is_cached(table.len()) {
                    table.read_ahead(&ByHash, keys.clone());
                }
                self.target.read_ahead(keys);
                for child in children.by_ref().take(AHEAD) {
                    let Err(place) = table.find_or_place(&ByHash, child.key, &child.state) else {
                        continue;
                    };
                    let Child {
                        key,
                        state,
                        parent,
                        g: number,
                    } = child;
                    if let Some(met) = self.target.meet(key, &state) {
                        let meeting = Meeting { parent, state, met };
                        self.note((at, number), meeting);
                        return;
                    }
                    let index = table.insert(&ByHash, place, Linked { state, parent });
                    new.push((number, names.name(shard, index)));
                }
            }
        }
    }

    /// Notes that a child is met, unless one before it is.
    fn note(&self, at: (usize, u32), meeting: MeetingOf<P, T>) {
        let mut found = open(&self.found);
        if found.as_ref().is_none_or(|found| at < found.at) {
            *found = Some(Found { at, meeting });
        }
    }

    /// Counts what comes before the child that was met, and itself.
    fn count_before(
        &self,
        (last, number): (usize, u32),
        stored: u64,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let (mut counts, mut new) = (Counts::default(), 0);
        for (at, piece) in self.pieces[..=last].iter().enumerate() {
            let piece = open(piece);
            let end = if at == last { number } else { piece.children };
            let mut before = 0;
            let is_before = |count: &&u32| {
                let is_before = before <= end;
                before += **count;
                is_before
            };
            let expanded = match at == last {
                true => piece.counts.iter().take_while(is_before).count(),
                false => piece.counts.len(),
            };
            counts += Counts {
                expanded: expanded as u64,
                generated: u64::from(end) + u64::from(at == last),
            };
            for sent in self.row(at) {
                new += open(sent).new.partition_point(|&(number, _)| number < end) as u64;
            }
        }
        monitor.meter().count(counts);
        monitor.duplicates(counts.generated - new - 1);
        monitor.store(stored + new)
    }

    /// Collects the names of the children of a piece that were new.
    fn collect(&self, at: usize) {
        let piece = &mut *open(&self.pieces[at]);
        let Piece {
            found,
            names,
            lease,
            ..
        } = piece;
        found.clear();
        found.resize(piece.children as usize, NONE);
        for sent in self.row(at) {
            for &(number, name) in &open(sent).new {
                found[number as usize] = name;
            }
        }
        // Which of them are new cannot be predicted: this way it need not be.
        let mut len = 0;
        for at in 0..found.len() {
            let name = found[at];
            found[len] = name;
            len += usize::from(name != NONE);
        }
        found.truncate(len);
        // They are held for long: with no room beside, unless there is no memory for a list of their own.
        match reserve(names, len, lease) {
            Ok(()) => names.extend_from_slice(found),
            Err(_) => core::mem::swap(names, found),
        }
    }

    /// Puts what was new behind all that is known.
    fn put_in_order(&self, monitor: &mut MonitorOf<'_, P>) {
        let order = &mut write(&self.shards).order;
        for piece in &self.pieces {
            let piece = &mut *open(piece);
            piece.tell(monitor.memory());
            let names = core::mem::take(&mut piece.names);
            // From now on they are held by the order.
            piece.lease.release_list(&names);
            piece.told -= names.capacity() * size_of::<u32>();
            order.append(names);
        }
    }
}
