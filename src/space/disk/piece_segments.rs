//! [`PieceSegments`]: the breadth-first layers of a space with a [`BitParallel`] numbering, in files.
//!
//! In such a numbering, every edge leads from one of two classes of states to the other, so layers alternate between
//! the classes. The bits of a class are divided into pieces. To *gather* a piece is to find all its states that have a
//! neighbor in the last layer. The pieces that are read for that are its sources.
//!
//! Invariant: while `indexed` names the last layer, `index` says for each piece where its block is in the file of its
//! group: for one class in the last layer, and for the other class in the next layer if the group is already gathered,
//! or else in the layer before the last one.

use core::num::NonZero;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::AtomicBool;

use std::boxed::Box;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use super::blocks::{BUFFER_BYTES, BlockReader, BlockWriter, Fields, FileBlock};
use super::layers::{Partitioned, Retention, Segment, filled, parallel_for_each, reserved};
use super::numbers::{self, SetHead};
use super::store::Store;
use crate::account::{Claim, Meter, Quota, Stop};
use crate::bit_parallel::{BitParallel, Pieces, Place};
use crate::space::error::SpaceError;
use crate::space::spaces::{Retained, StartIds};
use crate::threads::MOST_THREADS;
use crate::threads::sync::lock;

/// The memory of each thread, in pieces.
const PIECES_PER_THREAD: usize = 4;

/// The pieces of both classes on disk, in groups of consecutive pieces; a group is a segment of its layer. To gather a
/// group, its sources in the last layer are read, and also its own pieces of the layer before that, whose states are
/// no new ones. Threads write the pieces of a group as they finish them, in any order.
pub(super) struct PieceSegments<'a> {
    numbering: Box<dyn BitParallel + 'a>,
    starts: StartIds<'a, u64>,
    /// The class of layer 0.
    first: usize,
    /// The size of a group, in each class.
    group: [usize; 2],
    /// The offset of each piece's block in the file of its group, plus 1, for each class; `None` if the piece has no
    /// states in the layer.
    index: [Vec<Option<NonZero<u64>>>; 2],
    /// The depth of the last layer if the index describes it and the layer before; otherwise the index is made again.
    indexed: Option<u64>,
    /// How many groups of the next layer are in the index without a gap, from the first one on.
    written: usize,
    /// Which pieces of the last layer are sources of the group, and the place of each in `words`, counted from 1.
    is_source: Vec<AtomicBool>,
    slots: Vec<Option<NonZero<u32>>>,
    /// The words of the sources in memory.
    words: Vec<u64>,
    /// The piece that each thread gathers.
    gathered: Vec<GatheredPiece>,
    _claims: [Claim; 2],
}

/// A piece that is being gathered: its words, and their encoding in the file.
#[derive(Debug, Default)]
struct GatheredPiece {
    words: Vec<u64>,
    bytes: Vec<u8>,
}

/// A source that was read and is to be decoded.
struct SourcePiece<'w> {
    piece: usize,
    block: FileBlock,
    /// Where its words are decoded to.
    words: &'w mut [u64],
}

/// A piece that is to be gathered.
struct TargetPiece<'i> {
    piece: usize,
    /// Its place in the index.
    at: &'i mut Option<NonZero<u64>>,
    /// The piece in the layer two before the one that is gathered.
    old: Option<FileBlock>,
}

/// The piece that a block holds. A block of a piece has the piece's number in the field that elsewhere is the first
/// word, which is 0 for every piece.
const fn piece_and_head([piece, words, count]: Fields) -> (usize, SetHead) {
    (piece as usize, SetHead::from_fields([0, words, count]))
}

const fn fields_of(piece: usize, head: SetHead) -> Fields {
    [piece as u32, head.words, head.count]
}

/// The pieces of the group with this number, in a class of `pieces` pieces that is divided into groups of `size`.
fn range(size: usize, group: usize, pieces: usize) -> Range<usize> {
    let begin = (group * size).min(pieces);
    begin..(begin + size).min(pieces)
}

impl<'a> PieceSegments<'a> {
    /// No layers yet. The number of groups is `division` if work is resumed, and otherwise the least that memory
    /// allows; it is returned too.
    pub(super) fn new(
        mut numbering: Box<dyn BitParallel + 'a>,
        starts: StartIds<'a, u64>,
        division: Option<u64>,
        threads: usize,
        bytes: usize,
        quota: &Quota,
    ) -> Result<(Self, u64), SpaceError> {
        let (pieces, piece) = (numbering.pieces(), 8 * numbering.piece_words());
        let most = pieces[0].max(pieces[1]);
        // The lookup tables, the index, the sources and their places; the buffers of files; for one thread, the words
        // of a target and its old and its new block.
        let fixed = numbering.own_bytes()
            + 8 * (pieces[0] + pieces[1])
            + 5 * most
            + 4 * BUFFER_BYTES
            + (4 + PIECES_PER_THREAD) * piece;
        if fixed >= bytes {
            let needed = fixed + most.min(16) * piece;
            return Err(SpaceError::TooLittleMemory { needed });
        }
        let claim = Claim::new(fixed, quota)?;
        numbering.prepare().map_err(|_| Stop::OutOfMemory)?;
        let mut is_source = reserved(most)?;
        is_source.resize_with(most, AtomicBool::default);
        let room = (bytes - fixed) / piece;
        // Further threads may take a quarter, unless the sources need it.
        let helpers = (threads.clamp(1, MOST_THREADS) - 1).min(room / 4 / PIECES_PER_THREAD);
        let words = numbering.piece_words();
        let mut gathered: Vec<GatheredPiece> = reserved(1 + helpers)?;
        gathered.resize_with(1, GatheredPiece::default);
        gathered[0].words = filled(words, 0)?;
        let place = starts().next();
        let place = place.and_then(|rank| numbering.locate(rank.into()));
        let mut table = Self {
            first: place.map_or(0, |place| place.class),
            group: [1, 1],
            index: [filled(pieces[0], None)?, filled(pieces[1], None)?],
            indexed: None,
            written: 0,
            is_source,
            slots: filled(most, None)?,
            words: Vec::new(),
            gathered,
            numbering,
            starts,
            _claims: [claim, Claim::default()],
        };
        let mut groups = division.map_or(1, |groups| (groups as usize).clamp(1, most));
        let sources = loop {
            table.group = pieces.map(|pieces| pieces.div_ceil(groups).max(1));
            let sources = table.most_sources().max(1);
            let is_last = groups == most || division.is_some();
            if sources + helpers * PIECES_PER_THREAD <= room || is_last && sources <= room {
                break sources;
            }
            if is_last {
                let needed = fixed + sources * piece;
                return Err(SpaceError::TooLittleMemory { needed });
            }
            groups = (groups + groups.div_ceil(4)).min(most);
        };
        let helpers = helpers.min((room - sources) / PIECES_PER_THREAD);
        let held = (sources + helpers * PIECES_PER_THREAD) * piece;
        table._claims[1] = Claim::new(held, quota)?;
        table.words = filled(sources * words, 0)?;
        table
            .gathered
            .resize_with(1 + helpers, GatheredPiece::default);
        for helper in &mut table.gathered[1..] {
            helper.words = filled(words, 0)?;
        }
        Ok((table, groups as u64))
    }

    /// The greatest number of sources of a group.
    fn most_sources(&mut self) -> usize {
        let sources = [0, 1].map(|class| {
            let pieces = self.numbering.pieces()[class];
            let groups = (0..pieces).step_by(self.group[class]).enumerate();
            let sources = groups.map(|(group, _)| {
                self.find_sources(class, range(self.group[class], group, pieces));
                let marks = self.is_source.iter_mut();
                marks.map(|mark| usize::from(*mark.get_mut())).sum()
            });
            sources.max().unwrap_or(0)
        });
        sources[0].max(sources[1])
    }

    /// Marks the sources of `targets`, which are pieces of this class, among the pieces of the other class.
    fn find_sources(&mut self, class: usize, targets: Range<usize>) {
        for is_source in &mut self.is_source {
            *is_source.get_mut() = false;
        }
        let layer = Pieces::recording(1 - class, &self.is_source);
        for piece in targets {
            self.numbering
                .gather(piece, &layer, &mut self.gathered[0].words);
        }
    }

    /// The class of the layer at `depth`.
    const fn class(&self, depth: u64) -> usize {
        (self.first + (depth % 2) as usize) % 2
    }

    /// Makes the index of a layer from its files.
    fn find_blocks(&mut self, depth: u64, store: &Store) -> Result<(), SpaceError> {
        let class = self.class(depth);
        self.index[class].fill(None);
        for index in 0..self.groups(class) {
            let Some(mut blocks) = store.blocks(&Segment { depth, index }.layer_file())? else {
                continue;
            };
            while let Some(at) = blocks.offset() {
                let piece = blocks.next()?.map(|([piece, ..], _)| piece as usize);
                let noted = piece.and_then(|piece| self.index[class].get_mut(piece));
                *noted.ok_or_else(|| blocks.damaged())? = NonZero::new(at + 1);
            }
        }
        self.indexed = Some(depth);
        Ok(())
    }

    /// The number of groups of a class.
    fn groups(&self, class: usize) -> usize {
        self.numbering.pieces()[class].div_ceil(self.group[class])
    }

    /// Reads the pieces of a layer that are marked as sources; returns whether there are any. One thread at a time
    /// reads, while the others decode the blocks that they have read.
    fn read_sources(
        &mut self,
        depth: u64,
        store: &Store,
        meter: &mut Meter<'_>,
    ) -> Result<bool, SpaceError> {
        let class = self.class(depth);
        let (group, pieces) = (self.group[class], self.numbering.pieces()[class]);
        let offsets = &self.index[class];
        let (is_source, slots) = (&mut self.is_source, &mut self.slots);
        let words = self.words.chunks_mut(self.numbering.piece_words());
        let file = |piece| {
            let index = piece / group;
            Segment { depth, index }.layer_file()
        };
        let damaged = |piece| SpaceError::Damaged {
            file: store.path(&file(piece)),
        };
        let (mut count, mut open): (u32, Option<(usize, BlockReader)>) = (0, None);
        let needed = (0..pieces).filter_map(|piece| {
            slots[piece] = None;
            let at = offsets[piece].filter(|_| *is_source[piece].get_mut())?;
            count += 1;
            slots[piece] = NonZero::new(count);
            Some((piece, at.get() - 1))
        });
        let sources = needed.zip(words).map(|((piece, at), words)| {
            let index = piece / group;
            let blocks = match &mut open {
                Some((of, blocks)) if *of == index => blocks,
                _ => {
                    let blocks = store.blocks(&file(piece))?;
                    let blocks = blocks.ok_or_else(|| damaged(piece))?;
                    &mut open.insert((index, blocks)).1
                }
            };
            blocks.seek(at)?;
            let block = blocks.rest().next().transpose()?;
            let block = block.ok_or_else(|| damaged(piece))?;
            Ok(SourcePiece {
                piece,
                block,
                words,
            })
        });
        let decode = |_: &mut GatheredPiece, source: SourcePiece<'_>| {
            let piece = source.piece;
            let decoded = source.decode().ok_or_else(|| damaged(piece));
            decoded.map(ControlFlow::Continue)
        };
        parallel_for_each(sources, &mut self.gathered, decode, meter)?;
        Ok(count > 0)
    }
}

impl Partitioned for PieceSegments<'_> {
    type Id = u64;

    /// Passes over the starts once for each range of pieces that fits into memory.
    fn start(&mut self, store: &mut Store, meter: &mut Meter<'_>) -> Result<u64, SpaceError> {
        let pieces = self.numbering.pieces()[self.first];
        let piece_words = self.numbering.piece_words();
        let at_a_time = self.words.len() / piece_words;
        let mut states = 0;
        for begin in (0..pieces).step_by(at_a_time) {
            meter.look()?;
            self.words.fill(0);
            for start in (self.starts)() {
                let place = self.numbering.locate(start.into());
                let at = place.and_then(|place| Some((place.piece.checked_sub(begin)?, place.bit)));
                if let Some((at, bit)) = at.filter(|(at, _)| *at < at_a_time) {
                    self.words[at * piece_words + bit / 64] |= 1 << (bit % 64);
                }
            }
            for (piece, words) in (begin..).zip(self.words.chunks(piece_words)) {
                if words.iter().all(|&word| word == 0) {
                    continue;
                }
                let index = piece / self.group[self.first];
                let mut writer = BlockWriter::new(store, Segment { depth: 0, index }.layer_file());
                writer.write_block(|to| {
                    let head = numbers::write_bits(0, words, to);
                    states += u64::from(head.count);
                    fields_of(piece, head)
                })?;
                writer.finish()?;
            }
        }
        Ok(states)
    }

    fn segments(&self, depth: u64) -> usize {
        self.groups(self.class(depth + 1))
    }

    /// There is nothing to do, since [`deduplicate`](Self::deduplicate) gathers the neighbors.
    fn expand(&mut self, _: Segment, _: &mut Store, _: &mut Meter<'_>) -> Result<(), SpaceError> {
        Ok(())
    }

    fn deduplicate(
        &mut self,
        segment: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<u64, SpaceError> {
        let group = segment.index;
        // The depth is not 0, since layer 0 is written by `start`.
        let last = segment.depth - 1;
        let before = last.checked_sub(1);
        if self.indexed != Some(last) {
            if let Some(before) = before {
                self.find_blocks(before, store)?;
            }
            self.find_blocks(last, store)?;
        }
        let class = self.class(segment.depth);
        let targets = range(self.group[class], group, self.numbering.pieces()[class]);
        self.find_sources(class, targets.clone());
        let is_any = self.read_sources(last, store, meter)?;
        let index = &mut self.index[class][targets.clone()];
        let mut found = 0;
        if is_any {
            let mut old = match before {
                Some(depth) => store.blocks(&segment.in_layer(depth).layer_file())?,
                None => None,
            };
            let targets = targets.zip(index).map(|(piece, at)| {
                let mut of_before = None;
                if let (Some(offset), Some(old)) = (at.take(), &mut old) {
                    old.seek(offset.get() - 1)?;
                    of_before = old.rest().next().transpose()?;
                }
                let old = of_before;
                Ok(TargetPiece { piece, at, old })
            });
            let (numbering, words) = (&*self.numbering, self.numbering.piece_words());
            let layer = Pieces::sparse(1 - class, words, &self.words, &self.slots);
            let written = Mutex::new((BlockWriter::new(store, segment.layer_file()), &mut found));
            let work = |gathered: &mut GatheredPiece, target: TargetPiece<'_>| {
                let Some(head) = gathered.gather(&target, numbering, &layer) else {
                    return Ok(ControlFlow::Continue(()));
                };
                let (writer, found) = &mut *lock(&written);
                **found += u64::from(head.count);
                *target.at = NonZero::new(writer.offset() + 1);
                writer.write_block(|to| {
                    to.extend_from_slice(&gathered.bytes);
                    fields_of(target.piece, head)
                })?;
                Ok(ControlFlow::Continue(()))
            };
            parallel_for_each(targets, &mut self.gathered, work, meter)?;
            let (mut writer, _) = written.into_inner().unwrap_or_else(PoisonError::into_inner);
            writer.finish()?;
        } else {
            index.fill(None);
        }
        self.written = match group {
            0 => 1,
            _ if self.written == group => group + 1,
            _ => self.written,
        };
        if group + 1 == self.groups(class) {
            self.indexed = (self.written == group + 1).then_some(segment.depth);
        }
        Retention::of(Retained::LastTwo).remove_unneeded(segment, store);
        Ok(found)
    }

    fn flush(&mut self, _: u64, _: &mut Store) -> Result<(), SpaceError> {
        Ok(())
    }

    fn visit_states(
        &self,
        depth: u64,
        store: &Store,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), SpaceError> {
        let class = self.class(depth);
        for index in 0..self.groups(class) {
            let name = Segment { depth, index }.layer_file();
            let Some(mut blocks) = store.blocks(&name)? else {
                continue;
            };
            while let Some((fields, bytes)) = blocks.next()? {
                let ((piece, head), mut goes_on) = (piece_and_head(fields), true);
                let damaged = || SpaceError::Damaged {
                    file: store.path(&name),
                };
                numbers::for_each(head, bytes, damaged, |bit| {
                    let bit = bit as usize;
                    let place = Place { class, piece, bit };
                    goes_on = goes_on && visit(&[self.numbering.rank(place) as u64]);
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

impl SourcePiece<'_> {
    /// Decodes the block into the words; `None` if the block does not hold the piece.
    fn decode(self) -> Option<()> {
        let (of, head) = piece_and_head(self.block.fields);
        self.words.fill(0);
        let set = numbers::set_or_clear::<true>(head, &self.block.bytes, self.words, 0);
        set.filter(|()| of == self.piece)
    }
}

impl GatheredPiece {
    /// Gathers the states of the piece that are in the next layer, and encodes them; `None` if there are none.
    fn gather(
        &mut self,
        target: &TargetPiece<'_>,
        numbering: &dyn BitParallel,
        layer: &Pieces<'_>,
    ) -> Option<SetHead> {
        self.bytes.clear();
        if !numbering.gather(target.piece, layer, &mut self.words) {
            return None;
        }
        if let Some(FileBlock { fields, bytes }) = &target.old {
            // The checksum of the block was right, so its numbers lie within a piece.
            let (_, head) = piece_and_head(*fields);
            let _ = numbers::set_or_clear::<false>(head, bytes, &mut self.words, 0);
        }
        let head = numbers::write_bits(0, &self.words, &mut self.bytes);
        self.words.fill(0);
        (head.count > 0).then_some(head)
    }
}
