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

use alloc::vec::Vec;
use core::iter::repeat_with;
use core::ops::Range;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};

use super::batch::{self, Child};
use super::path::list;
use super::shards::{Shards, Table};
use super::sync::{AtomicBool, Mutex, MutexGuard, Ordering, PoisonError};
use super::tree::{Direction, Meeting, MeetingOf, Target, Tree};
use super::turns::Turns;
use crate::monitor::{Counts, Memory, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::storage::Linked;
use crate::threads::{Crew, beside};

/// So many pieces for each thread.
const EACH: usize = 4;
/// A piece has so many states at most; as many as have so many children, once that is known.
const STATES: usize = 1 << 10;
const CHILDREN: usize = 1 << 11;
const FIRST_STATES: usize = 1 << 6;
/// There is room for so many children of a piece in a shard.
const LEAST: usize = 64;
/// With so many children a piece ends.
const TOO_MANY: usize = 16 * CHILDREN;
/// So many states of a layer are worth a thread.
const WORTH: usize = 2 * STATES;
/// So many children are read ahead together.
const AHEAD: usize = 64;
/// The leader looks at the clock after so many states, and after so long at the cancel flag.
const OFTEN: usize = 16;
const MOMENT: Duration = Duration::from_millis(1);
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
    monitor: &mut Monitor<'_, P>,
) -> Result<Option<MeetingOf<P, T>>, Stop>
where
    D: Direction<P>,
    P: Puzzle<State: Send + Sync> + Sync,
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
    monitor: &mut Monitor<'_, P>,
) -> Result<Option<MeetingOf<P, T>>, Stop>
where
    D: Direction<P>,
    P: Puzzle<State: Send + Sync> + Sync,
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
        is_ended: AtomicBool::new(false),
        found: Mutex::new(None),
    };
    let help = |_, crew: &Crew| rounds.help::<D>(crew);
    let lead = |crew: &Crew| {
        let met = rounds.lead::<D>(&mut tree.frontier, elsewhere, crew, monitor);
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
    /// Whether no piece is to go on.
    is_ended: AtomicBool,
    /// The first child of the round that the tree was looking for.
    found: Mutex<Option<Found<P, T>>>,
}

/// Some of the states of a round.
#[derive(Default)]
struct Piece {
    states: Range<u32>,
    /// How many children each has that was expanded, and all together.
    counts: Vec<u32>,
    children: u32,
    /// How many are no parents of their own parents.
    sent: usize,
    /// The name of each child that was new.
    found: Vec<u32>,
    names: Vec<u32>,
    /// What it holds, and how much of it the monitor knows of.
    lease: Memory,
    told: usize,
    is_refused: bool,
}

/// Children of one piece that belong to one shard, each with its number in the piece; and which of them were
/// new, with their names.
struct Sent<S> {
    children: Vec<Child<S, u32>>,
    new: Vec<(u32, u32)>,
}

impl<S> Default for Sent<S> {
    fn default() -> Self {
        Self {
            children: Vec::new(),
            new: Vec::new(),
        }
    }
}

/// The table of a shard, and what it may take.
struct Part<S> {
    table: Option<Table<S>>,
    lease: Memory,
    is_refused: bool,
}

impl<S> Default for Part<S> {
    fn default() -> Self {
        Self {
            table: None,
            lease: Memory::default(),
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

fn open<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
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
    P: Puzzle<State: Send + Sync> + Sync,
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

    /// Does a phase, with the help of others.
    fn run<D: Direction<P>>(
        &self,
        phase: Phase,
        crew: &Crew,
        look: &mut dyn FnMut(),
    ) -> Result<(), Stop> {
        let pieces = match phase {
            Phase::Expand | Phase::Collect => self.pieces.len(),
            Phase::MakeRoom | Phase::Store => self.parts.len(),
        };
        self.turns.begin(phase as usize, pieces);
        while let Some((_, at)) = self.turns.take() {
            self.work::<D>(phase, at, look);
            self.turns.finish();
        }
        let mut looks = 0;
        while !self.turns.is_done() {
            if crew.is_stopped() {
                return Err(Stop::Panicked);
            }
            look();
            pause(&mut looks);
        }
        Ok(())
    }

    /// Expands these states in rounds, until one leads to the target or a limit is near.
    fn lead<D: Direction<P>>(
        &self,
        frontier: &mut Range<u32>,
        elsewhere: u64,
        crew: &Crew,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<MeetingOf<P, T>>, Stop> {
        let mut states = FIRST_STATES;
        while frontier.start < frontier.end {
            monitor.look()?;
            let room = monitor.room();
            let most = usize::try_from(room.expanded).unwrap_or(usize::MAX);
            self.assign(
                frontier.clone(),
                most.min(states * self.pieces.len()),
                monitor,
            );
            let (mut end, mut looked) = (Ok(()), Instant::now());
            self.is_ended.store(false, Ordering::Relaxed);
            self.run::<D>(Phase::Expand, crew, &mut || {
                if end.is_ok() && looked.elapsed() >= MOMENT {
                    (end, looked) = (monitor.look(), Instant::now());
                    self.is_ended.store(end.is_err(), Ordering::Relaxed);
                }
            })?;
            let stored = elsewhere + read(&self.shards).len() as u64;
            let kept = self.keep(room.generated, stored, monitor);
            if kept.states == 0 || !self.reserve::<D>(crew, monitor)? {
                return end.map(|()| None);
            }
            self.take_apart();
            self.run::<D>(Phase::Store, crew, &mut || {})?;
            self.put_together();
            if let Some(found) = open(&self.found).take() {
                self.count_before(found.at, stored, monitor)?;
                return Ok(Some(found.meeting));
            }
            self.run::<D>(Phase::Collect, crew, &mut || {})?;
            self.put_in_order();
            frontier.start += kept.states as u32;
            let new = elsewhere + read(&self.shards).len() as u64 - stored;
            monitor.count(Counts {
                expanded: kept.states as u64,
                generated: kept.generated,
            });
            monitor.duplicates(kept.generated - new);
            monitor.store(stored + new)?;
            end?;
            if kept.is_limited {
                return Ok(None);
            }
            let per_piece = (CHILDREN * kept.states) as u64 / kept.generated.max(1);
            states = (per_piece as usize).clamp(1, STATES);
        }
        Ok(None)
    }

    /// Divides the first so many of these states among the pieces.
    fn assign(&self, states: Range<u32>, most: usize, monitor: &mut Monitor<'_, P>) {
        let pieces = self.pieces.len();
        let most = most.min(states.len());
        let memory = monitor.memory();
        let share = memory.is_limited().then(|| memory.free() / (4 * pieces));
        for (at, piece) in self.pieces.iter().enumerate() {
            let piece = &mut *open(piece);
            let to = |at| states.start + (most as u64 * at as u64 / pieces as u64) as u32;
            piece.states = to(at)..to(at + 1);
            let held = piece.lease.held();
            piece.lease = piece.lease.renewed();
            piece.lease.limit_to(share.map(|share| held + share));
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
        reserve(&mut piece.counts, piece.states.len(), &mut piece.lease)?;
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
    fn keep(&self, generated: u64, stored: u64, monitor: &mut Monitor<'_, P>) -> Kept {
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
            piece.tell(monitor);
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

    /// Makes room for all that may be new, in the order too; returns whether there is.
    fn reserve<D: Direction<P>>(
        &self,
        crew: &Crew,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<bool, Stop> {
        let memory = monitor.memory();
        let pieces = self.pieces.len();
        let made = write(&self.shards)
            .order
            .make_room_for_pieces(pieces, memory);
        if made.is_err() {
            return Ok(false);
        }
        let share = memory
            .is_limited()
            .then(|| memory.free() / self.parts.len());
        let held = memory.held();
        for part in &self.parts {
            let part = &mut *open(part);
            part.lease = Memory::beside(held);
            part.lease.limit_to(share.map(|share| held + share));
        }
        self.take_apart();
        self.run::<D>(Phase::MakeRoom, crew, &mut || {})?;
        self.put_together();
        let (mut is_room, mut peak) = (true, held);
        for part in &self.parts {
            let part = open(part);
            is_room &= !part.is_refused;
            peak += part.lease.peak() - held;
            monitor.memory().add(part.lease.held() - held);
        }
        monitor.memory().raise_peak(peak);
        Ok(is_room)
    }

    /// Each table is where one thread can add to it.
    fn take_apart(&self) {
        let tables = core::mem::take(&mut write(&self.shards).tables);
        for (part, table) in self.parts.iter().zip(tables) {
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
            let made = table.make_room(children, &mut part.lease);
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
                let hashes = children.as_slice().iter().map(|child| child.hash);
                let hashes = hashes.take(AHEAD);
                if !batch::is_cached(table.len()) {
                    table.read_ahead(hashes.clone());
                }
                self.target.read_ahead(hashes);
                for child in children.by_ref().take(AHEAD) {
                    let Err(place) = table.find_or_place(child.hash, &child.state) else {
                        continue;
                    };
                    let Child {
                        hash,
                        state,
                        parent,
                        g: number,
                    } = child;
                    if let Some(met) = self.target.meet(hash, &state) {
                        let meeting = Meeting { parent, state, met };
                        self.note((at, number), meeting);
                        return;
                    }
                    let index = table.insert(place, Linked { state, parent });
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
        monitor: &mut Monitor<'_, P>,
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
        monitor.count(counts);
        monitor.duplicates(counts.generated - new - 1);
        monitor.store(stored + new)
    }

    /// Collects the names of the children of a piece that were new.
    fn collect(&self, at: usize) {
        let piece = &mut *open(&self.pieces[at]);
        let Piece { found, names, .. } = piece;
        found.clear();
        found.resize(piece.children as usize, NONE);
        for sent in self.row(at) {
            for &(number, name) in &open(sent).new {
                found[number as usize] = name;
            }
        }
        // Which of them are new cannot be predicted: this way it need not be.
        names.clear();
        names.resize(piece.sent + 1, NONE);
        let mut len = 0;
        for &name in &*found {
            names[len] = name;
            len += usize::from(name != NONE);
        }
        names.truncate(len);
    }

    /// Puts what was new behind all that is known.
    fn put_in_order(&self) {
        let order = &mut write(&self.shards).order;
        for piece in &self.pieces {
            let piece = &mut *open(piece);
            let names = core::mem::take(&mut piece.names);
            // From now on they are held by the order.
            piece.lease.release_list(&names);
            piece.told -= names.capacity() * size_of::<u32>();
            order.append(names);
        }
    }
}

/// Makes room for so many items in an empty list.
fn reserve<T>(list: &mut Vec<T>, items: usize, memory: &mut Memory) -> Result<(), Stop> {
    if list.capacity() < items {
        memory.grow(list, items)?;
    }
    Ok(())
}

impl Piece {
    /// Generates the children of a state and sorts them; returns how many there are. Where there is no memory
    /// for one of them, those before it are left in their boxes, and not counted.
    #[inline]
    fn expand<D: Direction<P>, P: Puzzle>(
        &mut self,
        puzzle: &P,
        shards: &Shards<P::State>,
        name: u32,
        row: &mut [&mut Vec<Child<P::State, u32>>],
    ) -> Result<u32, Stop> {
        let node = shards.node(name);
        // Where moves can be undone every expansion leads back to the parent.
        let before = &shards.node(node.parent).state;
        let first = self.children;
        let mut number = first;
        for neighbor in D::edges(puzzle, &node.state) {
            let hash = shards.tables[0].hash(&neighbor.state);
            let children = &mut *row[shards.names.owner(hash)];
            if children.len() == children.capacity() {
                self.lease.grow(children, LEAST)?;
            }
            let known = usize::from(neighbor.state == *before);
            children.push(Child {
                hash,
                state: neighbor.state,
                parent: name,
                g: number,
            });
            // Whether it is known cannot be predicted: this way it need not be.
            children.truncate(children.len() - known);
            number = number.checked_add(1).ok_or(Stop::OutOfMemory)?;
            self.sent += 1 - known;
        }
        self.children = number;
        Ok(number - first)
    }

    /// Makes room for what comes back.
    fn make_room<S>(&mut self, row: &mut [MutexGuard<'_, Sent<S>>]) -> Result<(), Stop> {
        for sent in row {
            let Sent { children, new } = &mut **sent;
            reserve(new, children.len(), &mut self.lease)?;
        }
        reserve(&mut self.found, self.children as usize, &mut self.lease)?;
        reserve(&mut self.names, self.sent + 1, &mut self.lease)
    }

    /// Keeps as many states as have so many children together.
    fn keep(&mut self, most: u32) {
        let mut sum = 0;
        let counts = self.counts.iter();
        let states = counts.take_while(|&&count| {
            let is_within = count <= most - sum;
            sum += if is_within { count } else { 0 };
            is_within
        });
        let states = states.count();
        self.counts.truncate(states);
        self.children = sum;
    }

    /// Tells the monitor what it holds.
    fn tell<P: Puzzle>(&mut self, monitor: &mut Monitor<'_, P>) {
        let held = self.lease.held();
        monitor.memory().add(held - self.told);
        self.told = held;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use crate::monitor::{Limits, Stop};
    use crate::search::bidirectional::DividedRun as DividedPair;
    use crate::search::breadth_first::DividedRun;
    use crate::solver::{Algorithm, Solver};
    use crate::{
        Bidirectional, BorrowedSearch, BreadthFirst, Facts, Neighbor, NeighborOf, Puzzle, ReportOf,
        Reversible, Solution, Threads,
    };

    /// Divides each layer of at least so many states, by so many threads.
    struct AtOnce<A>(A, usize, usize);

    impl Algorithm<Graph> for AtOnce<BreadthFirst> {
        type Run = DividedRun<u32>;

        fn begin(&self) -> Self::Run {
            let mut run = Algorithm::<Graph>::begin(&self.0.threads(self.2));
            run.divide_from(self.1);
            run
        }
    }

    impl Algorithm<Graph> for AtOnce<Bidirectional> {
        type Run = DividedPair<u32>;

        fn begin(&self) -> Self::Run {
            let mut run = Algorithm::<Graph>::begin(&self.0.threads(self.2));
            run.divide_from(self.1);
            run
        }
    }

    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) % bound
        }
    }

    /// A random graph, with loops, edges that stand twice, and more than one goal.
    #[derive(Debug)]
    struct Graph {
        edges: Vec<Vec<u32>>,
        back: Vec<Vec<u32>>,
        goals: Vec<u32>,
        starts: [u32; 2],
        /// How many moves it takes.
        moves: Option<u32>,
    }

    impl Graph {
        fn random(numbers: &mut Numbers) -> Self {
            let most = [20, 200, 3_000][numbers.below(3) as usize];
            let vertices = 2 + numbers.below(most);
            let mut vertex = || numbers.below(vertices) as u32;
            let (starts, goals) = ([vertex(), vertex()], vec![vertex(), vertex()]);
            let is_undirected = numbers.below(2) == 0;
            let mut edges = vec![vec![]; vertices as usize];
            for from in 0..vertices as u32 {
                // Some have far more neighbors than others.
                let most = [1, 2, 4, 4, 4, 40][numbers.below(6) as usize];
                for _ in 0..numbers.below(most) {
                    let to = numbers.below(vertices) as u32;
                    edges[from as usize].push(to);
                    if is_undirected {
                        edges[to as usize].push(from);
                    }
                }
            }
            let mut back = vec![vec![]; vertices as usize];
            for (from, ways) in edges.iter().enumerate() {
                ways.iter()
                    .for_each(|&to| back[to as usize].push(from as u32));
            }
            let mut layer = starts.to_vec();
            let mut seen = vec![false; vertices as usize];
            let mut depth = 0;
            let moves = loop {
                if layer.is_empty() {
                    break None;
                }
                if layer.iter().any(|vertex| goals.contains(vertex)) {
                    break Some(depth);
                }
                layer
                    .iter()
                    .for_each(|&vertex| seen[vertex as usize] = true);
                let next = layer.iter().flat_map(|&vertex| &edges[vertex as usize]);
                layer = next.copied().filter(|&to| !seen[to as usize]).collect();
                layer.sort_unstable();
                layer.dedup();
                depth += 1;
            };
            Self {
                edges,
                back,
                goals,
                starts,
                moves,
            }
        }
    }

    impl Puzzle for Graph {
        type State = u32;
        type Move = u32;
        type Cost = u32;

        fn neighbors(&self, &vertex: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            let ways = self.edges[vertex as usize].iter();
            ways.map(|&to| Neighbor::new(to, to, 1))
        }

        fn is_goal(&self, vertex: &u32) -> bool {
            self.goals.contains(vertex)
        }

        fn facts(&self) -> Facts<u32> {
            Facts::new().unit_costs(true)
        }
    }

    impl Reversible for Graph {
        fn goals(&self) -> impl IntoIterator<Item = u32> {
            self.goals.iter().copied()
        }

        fn predecessors(&self, &vertex: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            let ways = self.back[vertex as usize].iter();
            ways.map(move |&from| Neighbor::new(vertex, from, 1))
        }
    }

    /// All but the bytes; and where no state may be stored any more, but how many others are expanded by
    /// then.
    fn told(mut report: ReportOf<Graph>) -> ReportOf<Graph> {
        report.stats.peak_bytes = 0;
        if report.stop() == Some(Stop::Stored) {
            let stats = &mut report.stats;
            (stats.expanded, stats.generated, stats.duplicates) = (0, 0, 0);
        }
        report
    }

    fn check(
        graph: &Graph,
        (alone, divided): (&dyn Solver<Graph>, &dyn Solver<Graph>),
        numbers: &mut Numbers,
    ) -> u32 {
        fn search<'g>(
            graph: &'g Graph,
            solver: &'g dyn Solver<Graph>,
            limits: Limits<u32>,
        ) -> BorrowedSearch<'g, Graph> {
            let search = solver.search(graph, &graph.starts[0]);
            search.also_from([graph.starts[1]]).limits(limits)
        }
        let whole = told(search(graph, alone, Limits::new()).run());
        assert_eq!(whole.solution().map(Solution::cost), graph.moves);
        assert_eq!(whole.is_unsolvable(), graph.moves.is_none());
        assert_eq!(whole, told(search(graph, divided, Limits::new()).run()));
        type Limit = fn(u64) -> Limits<u32>;
        let limits: [(Stop, Limit); 3] = [
            (Stop::Expanded, |most| Limits::new().max_expanded(most)),
            (Stop::Generated, |most| Limits::new().max_generated(most)),
            (Stop::Stored, |most| Limits::new().max_stored(most)),
        ];
        let mut stops = 0;
        for (stop, limit) in limits {
            // Stopped at every so many it goes on, and has done what one thread has.
            let step = 1 + numbers.below(whole.stats.generated / 8 + 1);
            let mut searches = [alone, divided].map(|solver| search(graph, solver, limit(0)));
            for most in (2..).step_by(step as usize) {
                let [alone, divided] = searches.each_mut().map(|search| {
                    search.set_limits(limit(most));
                    told(search.run())
                });
                assert_eq!(alone, divided, "{stop:?} {most}");
                if divided.stop() != Some(stop) {
                    assert_eq!(divided, whole);
                    break;
                }
                stops += 1;
            }
        }
        let mut search = search(graph, divided, Limits::new());
        for most in (0..).step_by(20_000) {
            search.set_limits(Limits::new().max_bytes(most));
            let report = search.run();
            assert!(report.stats.peak_bytes <= most);
            if report.stop() != Some(Stop::Bytes) {
                assert_eq!(told(report), whole);
                break;
            }
        }
        stops
    }

    #[test]
    fn reports_are_those_of_one_thread_wherever_it_is_stopped() {
        let mut numbers = Numbers(1);
        let (mut solved, mut stops) = (0, 0);
        for round in 0..120 {
            let graph = Graph::random(&mut numbers);
            let (threads, few) = ([2, 3, 8][round % 3], [0, 0, 30, 300][round / 2 % 4]);
            let pair: (&dyn Solver<_>, &dyn Solver<_>) = if round % 2 == 0 {
                (&BreadthFirst, &AtOnce(BreadthFirst, few, threads))
            } else {
                (&Bidirectional, &AtOnce(Bidirectional, few, threads))
            };
            stops += check(&graph, pair, &mut numbers);
            solved += u32::from(graph.moves.is_some());
        }
        assert!(solved > 50 && stops > 500, "{solved} {stops}");
    }

    #[test]
    fn few_or_no_threads_are_enough() {
        let graph = Graph::random(&mut Numbers(3));
        let alone = told(BreadthFirst.solve(&graph, &graph.starts[0]));
        for threads in [0, 1, 5, usize::MAX] {
            let divided: Threads<BreadthFirst> = BreadthFirst.threads(threads);
            assert_eq!(told(divided.solve(&graph, &graph.starts[0])), alone);
        }
    }
}
