//! [`PieceSegments`]: breadth-first layers on disk by a [`BitParallel`] numbering, whose pieces are read as they are
//! needed.

use core::num::NonZero;
use core::ops::Range;
use core::sync::atomic::AtomicBool;

use std::boxed::Box;
use std::vec::Vec;

use super::blocks::{BlockWriter, Blocks, Fields, READ};
use super::layers::{Partitioned, Retention, Segment, filled, reserved};
use super::numbers::{self, Head};
use super::store::Store;
use crate::account::{Claim, Meter, Quota, Stop};
use crate::bit_parallel::{BitParallel, Pieces, Place};
use crate::space::error::SpaceError;
use crate::space::spaces::{Retained, StartIds};
use crate::threads::parallel_for;

/// The number of pieces for each thread that are gathered at a time.
const AT_A_TIME: usize = 4;

/// The pieces of both classes on disk, in groups. To gather a group, the pieces of the last layer that lead into it
/// are read, and the group itself as of the layer before.
pub(super) struct PieceSegments<'a> {
    numbering: Box<dyn BitParallel + 'a>,
    starts: StartIds<'a, u64>,
    /// The class of layer 0.
    first: usize,
    /// The size of a group, in each class.
    group: [usize; 2],
    /// The offset of each piece's block in the file of its group, plus 1: of the last layer in each class.
    index: [Vec<Option<NonZero<u64>>>; 2],
    /// The layer whose index is complete.
    indexed: Option<u64>,
    /// The number of groups of the next layer that are in the index, from the first one on.
    written: usize,
    /// The pieces that are needed, and their places in `words`.
    asked: Vec<AtomicBool>,
    slots: Vec<Option<NonZero<u32>>>,
    words: Vec<u64>,
    batch: Vec<GatheredPiece>,
    _claims: [Claim; 2],
}

/// A piece that is being gathered.
#[derive(Debug)]
struct GatheredPiece {
    piece: usize,
    words: Vec<u64>,
    /// The piece as of two layers before.
    old: Option<(Head, Vec<u8>)>,
    head: Option<Head>,
    bytes: Vec<u8>,
}

/// A block holds one piece, whose number has the place of the word from which numbers are counted.
const fn piece_and_head([piece, words, count]: Fields) -> (usize, Head) {
    (piece as usize, Head::from_fields([0, words, count]))
}

const fn fields_of(piece: usize, head: Head) -> Fields {
    [piece as u32, head.words, head.count]
}

/// The pieces in group `segment` of a class of `pieces` pieces.
fn range(group: usize, segment: usize, pieces: usize) -> Range<usize> {
    let begin = (segment * group).min(pieces);
    begin..(begin + group).min(pieces)
}

impl<'a> PieceSegments<'a> {
    /// An empty space, divided into the same number of groups as before, or else as memory allows; also returns this
    /// number.
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
        let at_a_time = AT_A_TIME * threads.max(1);
        // Of a target: its words, and the old and new ones as bytes.
        let fixed = numbering.own_bytes()
            + 8 * (pieces[0] + pieces[1])
            + 5 * most
            + 4 * at_a_time * piece
            + 4 * READ
            + 4 * piece;
        if fixed >= bytes {
            let needed = fixed + most.min(16) * piece;
            return Err(SpaceError::TooLittleMemory { needed });
        }
        let claim = Claim::new(fixed, quota)?;
        numbering.prepare().map_err(|_| Stop::OutOfMemory)?;
        let mut asked = reserved(most)?;
        asked.resize_with(most, AtomicBool::default);
        let mut batch = reserved(at_a_time)?;
        for _ in 0..at_a_time {
            batch.push(GatheredPiece {
                piece: 0,
                words: filled(numbering.piece_words(), 0)?,
                old: None,
                head: None,
                bytes: Vec::new(),
            });
        }
        let first = starts().next();
        let place = first.and_then(|rank| numbering.locate(rank.into()));
        let mut table = Self {
            first: place.map_or(0, |place| place.class),
            group: [1, 1],
            index: [filled(pieces[0], None)?, filled(pieces[1], None)?],
            indexed: None,
            written: 0,
            asked,
            slots: filled(most, None)?,
            words: Vec::new(),
            batch,
            numbering,
            starts,
            _claims: [claim, Claim::default()],
        };
        let room = bytes.saturating_sub(fixed) / piece;
        let mut groups = division.map_or(1, |groups| (groups as usize).clamp(1, most));
        let needed = loop {
            table.group = pieces.map(|pieces| pieces.div_ceil(groups).max(1));
            let needed = table.most_sources().max(1);
            if needed <= room {
                break needed;
            }
            if groups == most || division.is_some() {
                let needed = fixed + needed * piece;
                return Err(SpaceError::TooLittleMemory { needed });
            }
            groups = (groups + groups.div_ceil(4)).min(most);
        };
        table._claims[1] = Claim::new(needed * piece, quota)?;
        table.words = filled(needed * table.numbering.piece_words(), 0)?;
        Ok((table, groups as u64))
    }

    /// The greatest number of pieces that lead into a group.
    fn most_sources(&mut self) -> usize {
        let sources = [0, 1].map(|class| {
            let pieces = self.numbering.pieces()[class];
            let groups = (0..pieces).step_by(self.group[class]).enumerate();
            let sources = groups.map(|(segment, _)| {
                self.ask(class, range(self.group[class], segment, pieces));
                let asked = self
                    .asked
                    .iter_mut()
                    .map(|asked| usize::from(*asked.get_mut()));
                asked.sum::<usize>()
            });
            sources.max().unwrap_or(0)
        });
        sources[0].max(sources[1])
    }

    /// Finds out which pieces lead into these.
    fn ask(&mut self, class: usize, targets: Range<usize>) {
        for asked in &mut self.asked {
            *asked.get_mut() = false;
        }
        let layer = Pieces::recording(1 - class, &self.asked);
        for piece in targets {
            self.numbering
                .gather(piece, &layer, &mut self.batch[0].words);
        }
    }

    const fn class(&self, depth: u64) -> usize {
        (self.first + (depth % 2) as usize) % 2
    }

    /// Indexes the blocks of a layer.
    fn find_blocks(&mut self, depth: u64, store: &Store) -> Result<(), SpaceError> {
        let class = self.class(depth);
        self.index[class].fill(None);
        for segment in 0..self.groups(class) {
            let Some(mut blocks) = store.blocks(&Segment { depth, segment }.layer())? else {
                continue;
            };
            while let Some(at) = blocks.at() {
                let piece = blocks.next()?.map(|([piece, ..], _)| piece as usize);
                let noted = piece.and_then(|piece| self.index[class].get_mut(piece));
                *noted.ok_or_else(|| blocks.damaged())? = NonZero::new(at + 1);
            }
        }
        self.indexed = Some(depth);
        Ok(())
    }

    fn groups(&self, class: usize) -> usize {
        self.numbering.pieces()[class].div_ceil(self.group[class])
    }

    /// Reads the pieces of a layer that are needed; returns whether there are any.
    fn read_sources(&mut self, depth: u64, store: &Store) -> Result<bool, SpaceError> {
        let class = self.class(depth);
        let (mut next, mut open): (u32, Option<(usize, Blocks)>) = (0, None);
        for piece in 0..self.numbering.pieces()[class] {
            self.slots[piece] = None;
            let Some(at) = self.index[class][piece].filter(|_| *self.asked[piece].get_mut()) else {
                continue;
            };
            let segment = piece / self.group[class];
            let name = Segment { depth, segment }.layer();
            let damaged = || SpaceError::Damaged {
                file: store.path(&name),
            };
            let blocks = match &mut open {
                Some((of, blocks)) if *of == segment => blocks,
                _ => {
                    let blocks = store.blocks(&name)?.ok_or_else(damaged)?;
                    &mut open.insert((segment, blocks)).1
                }
            };
            blocks.seek(at.get() - 1)?;
            let (fields, bytes) = blocks.next()?.ok_or_else(damaged)?;
            let (of, head) = piece_and_head(fields);
            if of != piece {
                return Err(damaged());
            }
            let piece_words = self.numbering.piece_words();
            let into = &mut self.words[next as usize * piece_words..][..piece_words];
            into.fill(0);
            numbers::put::<true>(head, bytes, into, 0).ok_or_else(damaged)?;
            next += 1;
            self.slots[piece] = NonZero::new(next);
        }
        Ok(next > 0)
    }
}

impl Partitioned for PieceSegments<'_> {
    type Id = u64;

    /// Passes over the starts for each part of the pieces that fits into memory.
    fn start(&mut self, store: &mut Store, meter: &mut Meter<'_>) -> Result<u64, SpaceError> {
        let (pieces, piece_words) = (
            self.numbering.pieces()[self.first],
            self.numbering.piece_words(),
        );
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
                let segment = piece / self.group[self.first];
                let mut writer = BlockWriter::new(store, Segment { depth: 0, segment }.layer());
                writer.block(|to| {
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

    /// Nothing to do: neighbors are gathered, not sent.
    fn expand(&mut self, _: Segment, _: &mut Store, _: &mut Meter<'_>) -> Result<(), SpaceError> {
        Ok(())
    }

    fn deduplicate(
        &mut self,
        part: Segment,
        store: &mut Store,
        meter: &mut Meter<'_>,
    ) -> Result<u64, SpaceError> {
        let segment = part.segment;
        // Layer 0 is written without this.
        let last = part.depth - 1;
        if self.indexed != Some(last) {
            self.find_blocks(last, store)?;
        }
        let class = self.class(part.depth);
        let targets = range(self.group[class], segment, self.numbering.pieces()[class]);
        self.index[class][targets.clone()].fill(None);
        self.ask(class, targets.clone());
        let mut found = 0;
        if self.read_sources(last, store)? {
            let before = last.checked_sub(1).map(|depth| part.at(depth).layer());
            let mut old = match &before {
                Some(before) => store.blocks(before)?,
                None => None,
            };
            let mut coming: Option<(usize, Head, Vec<u8>)> = None;
            let mut writer = BlockWriter::new(store, part.layer());
            let mut targets = targets.peekable();
            while targets.peek().is_some() {
                let mut filled = 0;
                for (target, piece) in self.batch.iter_mut().zip(&mut targets) {
                    (target.piece, target.old) = (piece, None);
                    filled += 1;
                    loop {
                        if let Some((of, head, bytes)) = coming.take_if(|(of, ..)| *of <= piece) {
                            target.old = (of == piece).then_some((head, bytes));
                        }
                        if coming.is_some() {
                            break;
                        }
                        let Some(blocks) = &mut old else { break };
                        let Some((fields, bytes)) = blocks.next()? else {
                            old = None;
                            break;
                        };
                        let (of, head) = piece_and_head(fields);
                        coming = Some((of, head, bytes.to_vec()));
                    }
                }
                let layer = Pieces::sparse(
                    1 - class,
                    self.numbering.piece_words(),
                    &self.words,
                    &self.slots,
                );
                let numbering = &*self.numbering;
                let work = |target: &mut GatheredPiece| target.gather(numbering, &layer);
                let batch = self.batch[..filled].iter_mut();
                let (sum, end) = parallel_for(meter.threads(), batch, work, || meter.look());
                end?;
                found += sum;
                for target in &mut self.batch[..filled] {
                    let Some(head) = target.head.take() else {
                        continue;
                    };
                    self.index[class][target.piece] = NonZero::new(writer.at() + 1);
                    writer.block(|to| {
                        to.extend_from_slice(&target.bytes);
                        fields_of(target.piece, head)
                    })?;
                }
            }
            writer.finish()?;
        }
        self.written = match segment {
            0 => 1,
            _ if self.written == segment => segment + 1,
            _ => self.written,
        };
        if segment + 1 == self.groups(class) {
            self.indexed = (self.written == segment + 1).then_some(part.depth);
        }
        Retention::of(Retained::LastTwo).remove_unneeded(part, store);
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
        for segment in 0..self.groups(class) {
            let name = Segment { depth, segment }.layer();
            let Some(mut blocks) = store.blocks(&name)? else {
                continue;
            };
            while let Some((fields, bytes)) = blocks.next()? {
                let ((piece, head), mut goes_on) = (piece_and_head(fields), true);
                let damaged = || SpaceError::Damaged {
                    file: store.path(&name),
                };
                numbers::each(head, bytes, damaged, |bit| {
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

impl GatheredPiece {
    /// Gathers the piece's states of the next layer; returns how many there are.
    fn gather(&mut self, numbering: &dyn BitParallel, layer: &Pieces<'_>) -> u64 {
        self.bytes.clear();
        if !numbering.gather(self.piece, layer, &mut self.words) {
            return 0;
        }
        if let Some((head, bytes)) = &self.old {
            // The checksum of the block was right, so its numbers lie within a piece.
            let _ = numbers::put::<false>(*head, bytes, &mut self.words, 0);
        }
        let head = numbers::write_bits(0, &self.words, &mut self.bytes);
        self.words.fill(0);
        self.head = (head.count > 0).then_some(head);
        head.count.into()
    }
}
