//! [`Segments`]: the breadth-first layers of a space with ranks, in files, with a bitmap of one segment in memory.
//!
//! A segment consists of consecutive ranks. Its files store the *number* of a state, which is its rank less the first
//! rank of the segment. To expand a segment of the last layer is to append the children of its states to one file for
//! each segment of the next layer. To deduplicate a segment is to set the bits of its children in the bitmap, to clear
//! those of states in earlier layers, and to write the others.
//!
//! Invariant: between two segments all bits are clear, and each child whose segment is not yet deduplicated is in a
//! buffer of a thread or in the file of its segment.

use core::ops::ControlFlow;

use std::format;
use std::string::String;
use std::sync::Mutex;
use std::vec::Vec;

use super::blocks::{BUFFER_BYTES, BlockWriter, FileBlock};
use super::layers::{Partitioned, Retention, Segment, filled, parallel_for_each, reserved_buffers};
use super::numbers::{self, SetHead};
use super::runs::sort;
use super::store::{MUCH_OBSOLETE, Store};
use crate::account::{Claim, Meter, Quota};
use crate::space::error::SpaceError;
use crate::space::spaces::{RankSpace, StartIds};
use crate::threads::sync::lock;

/// The number of states expanded at a time.
const AT_A_TIME: usize = 64;
/// The number of words of the bitmap in a block of a layer's file.
const BLOCK_WORDS: usize = 1 << 10;
/// The greatest number of children in a block of their file.
const BLOCK_CHILDREN: usize = 1 << 14;
/// The fewest bits of a number within a segment: those of a segment of one block.
const FEWEST_BITS: u32 = (64 * BLOCK_WORDS).ilog2();
/// The greatest number of bits of a number within a segment.
const MOST_BITS: u32 = 32;
/// The least capacity of a buffer, in children: memory for less is refused, since files would get too short blocks.
const LEAST_CAPACITY: usize = 1 << 8;
/// A file of children is rewritten without duplicates when it takes this many times the size of a bitmap.
const OVERFULL: u64 = 3;
/// The bytes held beside the bitmap and the children: buffers of a file and of a block, for reading and for writing.
const IO_BYTES: usize = 4 * BUFFER_BYTES + 2 * 8 * BLOCK_WORDS;
/// One byte in this many is set aside, since allocations of buffers are rounded up to pages.
const ROUNDED: usize = 32;
/// The greatest number of bytes for buffers of children. More would not make the enumeration faster.
const MOST_BYTES: usize = 256 << 20;

/// How the `states` ranks are partitioned: segment s has the 2^bits ranks from s * 2^bits on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    states: u64,
    bits: u32,
}

impl Division {
    /// The largest segments of which one bitmap takes at most half of `bytes`, less the buffers of files; if that is too
    /// little memory, the segments that need least.
    pub(super) fn within(states: u64, bytes: usize) -> Self {
        let whole = states.max(2).next_power_of_two().ilog2();
        let half = (bytes.saturating_sub(IO_BYTES) / 2)
            .max(8)
            .saturating_mul(8)
            .ilog2();
        let all = (FEWEST_BITS..=MOST_BITS).map(|bits| Self::new(states, bits));
        let least = all.min_by_key(|division| division.least_bytes());
        let usual = Self::new(states, half.min(whole));
        least
            .filter(|_| usual.least_bytes() > bytes)
            .unwrap_or(usual)
    }

    /// Segments of 2^bits ranks.
    pub(super) fn new(states: u64, bits: u32) -> Self {
        let bits = bits.clamp(FEWEST_BITS, MOST_BITS);
        Self { states, bits }
    }

    pub(super) const fn bits(self) -> u32 {
        self.bits
    }

    /// The segment of a rank, and its number there.
    #[inline]
    const fn place(self, rank: u64) -> (usize, u32) {
        let bits = self.bits;
        ((rank >> bits) as usize, (rank & ((1 << bits) - 1)) as u32)
    }

    /// The number of segments.
    fn segments(self) -> usize {
        let segments = self.states.div_ceil(1 << self.bits).max(1);
        usize::try_from(segments).unwrap_or(usize::MAX)
    }

    /// The number of words of a segment's bitmap.
    const fn words(self) -> usize {
        1 << (self.bits - 6)
    }

    /// The bytes held beside children.
    fn fixed_bytes(self) -> usize {
        let lists = self.segments().saturating_mul(size_of::<Vec<u32>>());
        lists.saturating_add(8 * self.words() + self.words() / BLOCK_WORDS + IO_BYTES)
    }

    /// The fewest bytes with which one thread can work.
    fn least_bytes(self) -> usize {
        let lists = bytes_of_lists(self.segments(), LEAST_CAPACITY);
        self.fixed_bytes().saturating_add(lists)
    }

    /// The bytes of a bitmap of a segment.
    const fn bitmap_bytes(self) -> u64 {
        let segment = 1 << self.bits;
        let numbers = if self.states < segment {
            self.states
        } else {
            segment
        };
        numbers.div_ceil(8)
    }

    /// The greatest number of bytes of all files of an undirected space: three layers, the children, the file of
    /// children that is being rewritten, and the files that are removed at the next checkpoint.
    pub(super) fn disk_bytes(states: u128) -> u128 {
        let needed = states.saturating_mul(4 + u128::from(OVERFULL)) / 8;
        needed.saturating_add((needed / 4).max(MUCH_OBSOLETE.into()))
    }
}

/// The bytes of `lists` buffers of `capacity` children each.
const fn bytes_of_lists(lists: usize, capacity: usize) -> usize {
    let bytes = lists.saturating_mul(capacity * size_of::<u32>());
    bytes.saturating_add(bytes.div_ceil(ROUNDED - 1))
}

/// The layers on disk, with the bitmap of one segment and the buffers of children.
pub(super) struct Segments<'a> {
    space: &'a (dyn RankSpace + Sync),
    /// Lists the ranks of the starts.
    starts: StartIds<'a, u64>,
    division: Division,
    retention: Retention,
    bits: SegmentBits,
    /// The buffers of each thread: one for each segment, of at most `capacity` children.
    buffers: Vec<Vec<Vec<u32>>>,
    capacity: usize,
    _claim: Claim,
}

/// The bitmap: a bit for each rank of a segment.
struct SegmentBits {
    words: Vec<u64>,
    /// Which blocks of [`BLOCK_WORDS`] words may have a bit set.
    touched: Vec<bool>,
}

impl SegmentBits {
    fn set(&mut self, number: u64) {
        let word = (number / 64) as usize;
        self.words[word] |= 1 << (number % 64);
        self.touched[word / BLOCK_WORDS] = true;
    }

    /// Sets the bits of these numbers, and clears the list.
    fn set_all(&mut self, numbers: &mut Vec<u32>) {
        for &number in &*numbers {
            self.set(number.into());
        }
        numbers.clear();
    }

    /// Sets the bits of all numbers in a file.
    fn set_all_from_file(&mut self, name: &str, store: &Store) -> Result<(), SpaceError> {
        let Some(mut blocks) = store.blocks(name)? else {
            return Ok(());
        };
        let path = store.path(name);
        while let Some((fields, bytes)) = blocks.next()? {
            let damaged = || SpaceError::Damaged { file: path.clone() };
            numbers::for_each(SetHead::from_fields(fields), bytes, damaged, |number| {
                self.set(number);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Writes the bits that are set, and clears them; returns how many there are.
    fn write(&mut self, name: String, store: &mut Store) -> Result<u64, SpaceError> {
        let (mut writer, mut states) = (BlockWriter::new(store, name), 0);
        let blocks = self.words.chunks_mut(BLOCK_WORDS).zip(&mut self.touched);
        for (at, (words, touched)) in blocks.enumerate().filter(|(_, (_, touched))| **touched) {
            *touched = false;
            if words.iter().all(|&word| word == 0) {
                continue;
            }
            writer.write_block(|to| {
                let head = numbers::write_bits((at * BLOCK_WORDS) as u32, words, to);
                states += u64::from(head.count);
                head.fields()
            })?;
            words.fill(0);
        }
        writer.finish()?;
        Ok(states)
    }
}

/// Sends generated states to their segments of the next layer. It is shared by the threads that generate them.
struct Sender<'f> {
    division: Division,
    /// The depth of the next layer.
    depth: u64,
    capacity: usize,
    files: Mutex<Files<'f>>,
}

impl Sender<'_> {
    /// Puts a state into the buffer of its segment. A full buffer is written to the segment's file.
    #[inline(always)]
    fn send(&self, rank: u64, buffers: &mut [Vec<u32>]) -> Result<(), SpaceError> {
        let (index, number) = self.division.place(rank);
        let buffer = &mut buffers[index];
        buffer.push(number);
        if buffer.len() < self.capacity {
            return Ok(());
        }
        self.spill(buffer, index)
    }

    /// Writes a full buffer, that of the segment with this index.
    #[cold]
    #[inline(never)]
    fn spill(&self, buffer: &mut Vec<u32>, index: usize) -> Result<(), SpaceError> {
        sort(buffer);
        let depth = self.depth;
        lock(&self.files).spill(buffer, Segment { depth, index }, self.division)
    }
}

/// The files of the segments, and the bitmap, whose bits are all clear, by which a file is rewritten.
struct Files<'f> {
    store: &'f mut Store,
    bits: &'f mut SegmentBits,
}

impl Files<'_> {
    /// Appends a buffer of sorted children to the file of its segment, and rewrites the file if it gets too long.
    fn spill(
        &mut self,
        buffer: &mut Vec<u32>,
        segment: Segment,
        division: Division,
    ) -> Result<(), SpaceError> {
        let Self { store, bits } = self;
        let prefix = segment.children_prefix();
        let first = || format!("{prefix}0");
        let name = store.last_of(&prefix).map_or_else(first, Into::into);
        let mut writer = BlockWriter::new(store, name.clone());
        for children in buffer.chunks(BLOCK_CHILDREN) {
            writer.write_block(|to| numbers::write_ascending(children, to).fields())?;
        }
        writer.finish()?;
        buffer.clear();
        if store.length(&name) > Some(OVERFULL * division.bitmap_bytes()) {
            bits.set_all_from_file(&name, store)?;
            // Under a new name, as the last checkpoint may still name the old file.
            let written = name[prefix.len()..].parse::<u64>().unwrap_or(0);
            bits.write(format!("{prefix}{}", written + 1), store)?;
            store.remove(&name);
        }
        Ok(())
    }
}

impl<'a> Segments<'a> {
    /// No layers yet. The buffers and the bitmap take at most `bytes` bytes, which are claimed from `quota`.
    pub(super) fn new(
        space: &'a (dyn RankSpace + Sync),
        starts: StartIds<'a, u64>,
        division: Division,
        threads: usize,
        bytes: usize,
        quota: &Quota,
    ) -> Result<Self, SpaceError> {
        let (segments, fixed) = (division.segments(), division.fixed_bytes());
        // A small space has few children.
        let most = division.states.saturating_mul(64).max(1 << 16);
        let most = usize::try_from(most).unwrap_or(MOST_BYTES).min(MOST_BYTES);
        let left = bytes.saturating_sub(fixed).min(most);
        // Each thread has its own buffers of children, and those of a file and of a block. They may take a quarter.
        let threads = threads.clamp(1, (left / IO_BYTES / 4).max(1));
        let left = left - (threads - 1) * IO_BYTES;
        let capacity = (left - left.div_ceil(ROUNDED)) / size_of::<u32>() / segments / threads;
        if capacity < LEAST_CAPACITY {
            let needed = division.least_bytes();
            return Err(SpaceError::TooLittleMemory { needed });
        }
        let held = fixed + (threads - 1) * IO_BYTES + bytes_of_lists(segments * threads, capacity);
        let claim = Claim::new(held, quota)?;
        Ok(Self {
            space,
            starts,
            division,
            retention: Retention::of(space.retained()),
            bits: SegmentBits {
                words: filled(division.words(), 0)?,
                touched: filled(division.words() / BLOCK_WORDS, false)?,
            },
            buffers: reserved_buffers(threads, segments, capacity)?,
            capacity,
            _claim: claim,
        })
    }

    /// A sender of states to the layer at `depth`, and the buffers of each thread.
    fn sender<'s>(
        &'s mut self,
        depth: u64,
        store: &'s mut Store,
    ) -> (Sender<'s>, &'s mut [Vec<Vec<u32>>]) {
        let (division, capacity) = (self.division, self.capacity);
        let bits = &mut self.bits;
        let files = Mutex::new(Files { store, bits });
        let sender = Sender {
            division,
            depth,
            capacity,
            files,
        };
        (sender, &mut self.buffers)
    }
}

impl Partitioned for Segments<'_> {
    type Id = u64;

    fn start(&mut self, store: &mut Store, meter: &mut Meter<'_>) -> Result<u64, SpaceError> {
        let starts = self.starts;
        let (sender, buffers) = self.sender(0, store);
        starts().try_for_each(|rank| sender.send(rank, &mut buffers[0]))?;
        (0..self.division.segments()).try_fold(0, |states, index| {
            let segment = Segment { depth: 0, index };
            Ok(states + self.deduplicate(segment, store, meter)?)
        })
    }

    fn segments(&self, _: u64) -> usize {
        self.division.segments()
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
        let (space, division) = (self.space, self.division);
        let base = (segment.index as u64) << division.bits;
        let (sender, buffers) = self.sender(segment.depth + 1, store);
        parallel_for_each(
            blocks.rest(),
            buffers,
            |buffers, FileBlock { fields, bytes }| {
                let mut end = Ok(());
                let mut send = |rank: u64| {
                    // After a failed write nothing more is sent, so that its error is the one reported.
                    if end.is_ok()
                        && rank < division.states
                        && let Err(error) = sender.send(rank, buffers)
                    {
                        end = Err(error);
                    }
                    end.is_ok()
                };
                let (mut ranks, mut count) = ([0; AT_A_TIME], 0);
                let damaged = || SpaceError::Damaged { file: path.clone() };
                numbers::for_each(SetHead::from_fields(fields), &bytes, damaged, |number| {
                    ranks[count] = base + number;
                    count += 1;
                    if count == AT_A_TIME {
                        space.successors(&ranks, 0, &mut send);
                        count = 0;
                    }
                    Ok(())
                })?;
                space.successors(&ranks[..count], 0, &mut send);
                end.map(ControlFlow::Continue)
            },
            meter,
        )
    }

    fn deduplicate(
        &mut self,
        segment: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<u64, SpaceError> {
        for buffers in &mut self.buffers {
            self.bits.set_all(&mut buffers[segment.index]);
        }
        if let Some(children) = store.last_of(&segment.children_prefix()) {
            self.bits.set_all_from_file(children, store)?;
        }
        for depth in self.retention.seen(segment.depth) {
            let Some(mut blocks) = store.blocks(&segment.in_layer(depth).layer_file())? else {
                continue;
            };
            meter.look()?;
            while let Some((fields, bytes)) = blocks.next()? {
                let head = SetHead::from_fields(fields);
                if self.bits.touched.get(head.base as usize / BLOCK_WORDS) == Some(&true) {
                    let words = &mut self.bits.words;
                    let end = numbers::set_or_clear::<false>(head, bytes, words, 0);
                    let file = store.path(&segment.in_layer(depth).layer_file());
                    end.ok_or(SpaceError::Damaged { file })?;
                }
            }
        }
        let found = self.bits.write(segment.layer_file(), store)?;
        self.retention.remove_unneeded(segment, store);
        Ok(found)
    }

    fn flush(&mut self, depth: u64, store: &mut Store) -> Result<(), SpaceError> {
        let mut files = Files {
            store,
            bits: &mut self.bits,
        };
        for buffers in &mut self.buffers {
            for (index, buffer) in buffers.iter_mut().enumerate() {
                if !buffer.is_empty() {
                    sort(buffer);
                    files.spill(buffer, Segment { depth, index }, self.division)?;
                }
            }
        }
        Ok(())
    }

    fn visit_states(
        &self,
        depth: u64,
        store: &Store,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), SpaceError> {
        for index in 0..self.division.segments() {
            let name = Segment { depth, index }.layer_file();
            let Some(mut blocks) = store.blocks(&name)? else {
                continue;
            };
            let base = (index as u64) << self.division.bits;
            while let Some((fields, bytes)) = blocks.next()? {
                let mut goes_on = true;
                let file = store.path(&name);
                let damaged = || SpaceError::Damaged { file };
                numbers::for_each(SetHead::from_fields(fields), bytes, damaged, |number| {
                    goes_on = goes_on && visit(&[base + number]);
                    Ok(())
                })?;
                if !goes_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::boxed::Box;
    use std::fs;

    use super::*;
    use crate::space::spaces::{Followed, Space};
    use crate::tables::BuildError;
    use crate::task::Task;

    const SEGMENT: u64 = 1 << FEWEST_BITS;

    /// Two segments fill up together below the first states; below all others, only the second of them does.
    struct Fan;

    impl Space<u64> for Fan {
        fn is_undirected(&self) -> bool {
            true
        }

        fn successors(&self, of: &[u64], _: usize, take: &mut dyn FnMut(u64) -> bool) -> Followed {
            let first = u64::from(of[0] != 0);
            for child in 0..2 * LEAST_CAPACITY as u64 {
                if !(first..2).all(|segment| take((1 + segment) * SEGMENT + child)) {
                    break;
                }
            }
            let states = of.len();
            Followed { states, edges: 0 }
        }
    }

    impl RankSpace for Fan {
        fn ranks(&self) -> Option<u128> {
            Some(u128::from(3 * SEGMENT))
        }

        fn leading_to(&self, _: &dyn Fn(u64) -> bool, _: &[u64], _: &mut dyn FnMut(u64)) -> usize {
            0
        }
    }

    #[test]
    fn a_failed_write_is_reported_even_if_later_ones_succeed() {
        let name = format!("puzzle-search-segments-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let (mut store, _) = Store::open(&directory, None).expect("an empty directory");
        let division = Division::new(3 * SEGMENT, FEWEST_BITS);
        let least = division.fixed_bytes() + bytes_of_lists(3, LEAST_CAPACITY) + 64;
        let starts = || -> Box<dyn Iterator<Item = u64>> { Box::new(0..1_000) };
        let segments = Segments::new(&Fan, &starts, division, 1, least, &Quota::default());
        let mut segments = segments.expect("enough memory");
        // A directory stands in the way of one segment's file.
        let [first, second] = [1, 2].map(|index| Segment { depth: 1, index });
        let children = format!("{}0", first.children_prefix());
        fs::create_dir(store.path(&children)).expect("it is not there");
        let mut end = Ok(());
        let expand = |meter: &mut Meter<'_>| -> Result<(), BuildError> {
            let start = segments.start(&mut store, meter);
            assert_eq!(start, Ok(1_000));
            let segment = Segment { depth: 0, index: 0 };
            end = segments.expand(segment, &mut store, meter);
            Ok(())
        };
        Task::new(expand).run().expect("it ends");
        assert!(matches!(end, Err(SpaceError::Io { .. })));
        assert!(store.last_of(&second.children_prefix()).is_none());
        fs::remove_dir_all(&directory).expect("it is there");
    }
}
