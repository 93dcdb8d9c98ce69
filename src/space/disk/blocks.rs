//! Blocks of bytes in files. Each block begins with a head: its checksum, its length, and three fields of the caller.
//!
//! Invariant: the checksum covers the length, the fields and the bytes, and also the name of the file and the offset of
//! the block in it. So a block that lies in another place counts as damage.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::string::String;
use std::vec::Vec;

use super::store::Store;
use crate::space::error::SpaceError;
use crate::table_file::Checksum;

/// The size of a head in bytes.
const HEAD: usize = 24;
/// The size of read and write buffers.
pub(super) const BUFFER_BYTES: usize = 1 << 15;

/// Three numbers whose meaning is up to the writer of the block.
pub(super) type Fields = [u32; 3];

/// A block that was read.
#[derive(Debug)]
pub(super) struct FileBlock {
    pub(super) fields: Fields,
    pub(super) bytes: Vec<u8>,
}

/// The checksum of a block (without the checksum itself) at an offset in a file.
fn checksum(block: &[u8], file: &str, offset: u64) -> u64 {
    let mut checksum = Checksum::new();
    checksum.update(block);
    checksum.update(&offset.to_le_bytes());
    checksum.update(file.as_bytes());
    checksum.value()
}

/// Appends blocks to a file through a buffer.
#[derive(Debug)]
pub(super) struct BlockWriter<'s> {
    store: &'s mut Store,
    name: String,
    bytes: Vec<u8>,
}

impl<'s> BlockWriter<'s> {
    pub(super) const fn new(store: &'s mut Store, name: String) -> Self {
        Self {
            store,
            name,
            bytes: Vec::new(),
        }
    }

    /// The offset of the next block.
    pub(super) fn offset(&self) -> u64 {
        self.store.length(&self.name).unwrap_or(0) + self.bytes.len() as u64
    }

    /// Appends a block: `write` appends its bytes and returns its fields.
    pub(super) fn write_block(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> Fields,
    ) -> Result<(), SpaceError> {
        let (offset, begun) = (self.offset(), self.bytes.len());
        self.bytes.resize(begun + HEAD, 0);
        let fields = write(&mut self.bytes);
        let block = &mut self.bytes[begun..];
        let length = (block.len() - HEAD) as u32;
        let numbers = [length].into_iter().chain(fields);
        for (number, bytes) in numbers.zip(block[8..HEAD].as_chunks_mut().0) {
            *bytes = number.to_le_bytes();
        }
        let sum = checksum(&block[8..], &self.name, offset);
        block[..8].copy_from_slice(&sum.to_le_bytes());
        if self.bytes.len() < BUFFER_BYTES {
            return Ok(());
        }
        self.finish()
    }

    /// Writes out the buffer.
    pub(super) fn finish(&mut self) -> Result<(), SpaceError> {
        if !self.bytes.is_empty() {
            self.store.append(&self.name, &self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }
}

/// Reads the blocks of a file.
#[derive(Debug)]
pub(super) struct BlockReader {
    file: BufReader<File>,
    path: PathBuf,
    name: String,
    /// The offset of the next block, and the end of the bytes that count.
    at: u64,
    end: u64,
    /// The block that was read, with its head.
    block: Vec<u8>,
}

impl BlockReader {
    pub(super) fn open(path: PathBuf, name: &str, end: u64) -> Result<Self, SpaceError> {
        let file = File::open(&path).map_err(|error| SpaceError::io(&path, &error))?;
        Ok(Self {
            file: BufReader::with_capacity(BUFFER_BYTES, file),
            path,
            name: name.into(),
            at: 0,
            end,
            block: Vec::new(),
        })
    }

    /// The offset of the next block; `None` at the end of the file.
    pub(super) fn offset(&self) -> Option<u64> {
        (self.at < self.end).then_some(self.at)
    }

    /// Moves to the block at this offset.
    pub(super) fn seek(&mut self, at: u64) -> Result<(), SpaceError> {
        if at != self.at {
            // A relative seek keeps the buffer if the block is near.
            let by = at.wrapping_sub(self.at).cast_signed();
            let sought = self.file.seek_relative(by);
            sought.map_err(|error| SpaceError::io(&self.path, &error))?;
            self.at = at;
        }
        Ok(())
    }

    /// Reads the next block.
    pub(super) fn next(&mut self) -> Result<Option<(Fields, &[u8])>, SpaceError> {
        let Some((length, _)) = self.head()? else {
            return Ok(None);
        };
        self.block.resize(HEAD + length as usize, 0);
        let read = self.file.read_exact(&mut self.block[HEAD..]);
        read.map_err(|error| SpaceError::io(&self.path, &error))?;
        let sum = checksum(&self.block[8..], &self.name, self.at);
        if self.block[..8] != sum.to_le_bytes() {
            return Err(self.damaged());
        }
        self.at += self.block.len() as u64;
        Ok(Some((self.fields(), &self.block[HEAD..])))
    }

    /// The blocks that are left.
    pub(super) fn rest(&mut self) -> impl Iterator<Item = Result<FileBlock, SpaceError>> {
        core::iter::from_fn(|| {
            let block = self.next().transpose()?;
            Some(block.map(|(fields, bytes)| FileBlock {
                fields,
                bytes: bytes.to_vec(),
            }))
        })
    }

    /// Skips the next block and returns its fields, whose checksum is not verified.
    pub(super) fn skip(&mut self) -> Result<Option<Fields>, SpaceError> {
        let Some((length, fields)) = self.head()? else {
            return Ok(None);
        };
        let skipped = self.file.seek_relative(length.into());
        skipped.map_err(|error| SpaceError::io(&self.path, &error))?;
        self.at += HEAD as u64 + u64::from(length);
        Ok(Some(fields))
    }

    /// Reads the length and the fields of the next block.
    fn head(&mut self) -> Result<Option<(u32, Fields)>, SpaceError> {
        if self.at >= self.end {
            return Ok(None);
        }
        self.block.resize(HEAD, 0);
        let read = self.file.read_exact(&mut self.block[..HEAD]);
        read.map_err(|error| SpaceError::io(&self.path, &error))?;
        let length = self.field(0);
        if self.at + HEAD as u64 + u64::from(length) > self.end {
            return Err(self.damaged());
        }
        Ok(Some((length, self.fields())))
    }

    /// The number with this index in the head, after the checksum.
    fn field(&self, at: usize) -> u32 {
        let bytes = self.block[8..HEAD].as_chunks().0;
        u32::from_le_bytes(bytes[at])
    }

    fn fields(&self) -> Fields {
        [1, 2, 3].map(|at| self.field(at))
    }

    #[cold]
    pub(super) fn damaged(&self) -> SpaceError {
        SpaceError::Damaged {
            file: self.path.clone(),
        }
    }
}
