//! [`ResilientStream`]: a connection that carries states to another process and never fails.
//!
//! timely takes the whole process down if a connection breaks or a message is malformed. So its data travels in frames
//! of limited length, each with a tag, and timely is given only well-formed messages. Writes to a broken stream are
//! dropped. A broken or corrupt stream stops reading and waits until the workers, which learn of the
//! [fault](super::detector::Fault), are gone; then it ends the stream as the other process would have done.

use core::ops::Range;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::vec::Vec;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::connect::Connection;
use super::detector::FailureDetector;
use super::seal::{Seal, TAG};

pub(super) struct ResilientStream {
    socket: TcpStream,
    to: Seal,
    from: Seal,
    other: usize,
    detector: Arc<FailureDetector>,
    /// The frame being read or written, and how much of it was handed on.
    frame: Vec<u8>,
    taken: usize,
    /// The state of the messages read.
    messages: Messages,
    /// Whether nothing more can be read, and the rest of the stream is made up.
    is_cut: bool,
}

/// The most bytes of a frame.
const FRAME: usize = 1 << 16;
/// A frame begins with its length and tag.
const BEFORE: usize = 4 + TAG;

/// Why no frame could be read.
enum NoFrame {
    Broken,
    Garbled,
}

impl ResilientStream {
    pub(super) fn new(
        Connection { stream, to, from }: Connection,
        other: usize,
        detector: &Arc<FailureDetector>,
        limits: MessageLimits,
    ) -> Self {
        Self {
            socket: stream,
            to,
            from,
            other,
            detector: Arc::clone(detector),
            frame: Vec::new(),
            taken: 0,
            messages: Messages::new(limits),
            is_cut: false,
        }
    }

    /// Reads the next frame; accepts only well-formed messages with the right tag.
    fn read_frame(&mut self) -> Result<(), NoFrame> {
        let mut before = [0; BEFORE];
        read_all(&mut self.socket, &mut before, Wait::UntilItBegins)?;
        let [a, b, c, d, tag @ ..] = before;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        if !(1..=FRAME).contains(&length) {
            return Err(NoFrame::Garbled);
        }
        self.frame.resize(length, 0);
        read_all(&mut self.socket, &mut self.frame, Wait::NoLonger)?;
        let mut messages = self.messages.clone();
        if tag != self.from.next(&self.frame) || !messages.advance(&self.frame) {
            return Err(NoFrame::Garbled);
        }
        (self.messages, self.taken) = (messages, 0);
        Ok(())
    }
}

/// Whether to wait for the first byte without limit; the socket's timeout applies to all other bytes.
#[derive(PartialEq, Eq)]
enum Wait {
    UntilItBegins,
    NoLonger,
}

fn read_all(socket: &mut TcpStream, mut bytes: &mut [u8], mut wait: Wait) -> Result<(), NoFrame> {
    while !bytes.is_empty() {
        match socket.read(bytes) {
            Ok(count @ 1..) => {
                bytes = &mut bytes[count..];
                wait = Wait::NoLonger;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error)
                if wait == Wait::UntilItBegins
                    && matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            _ => return Err(NoFrame::Broken),
        }
    }
    Ok(())
}

/// The messages that another process may send to this one.
#[derive(Clone, Debug)]
pub(super) struct MessageLimits {
    /// The workers of that process, and of this one.
    pub(super) from: Range<u64>,
    pub(super) to: Range<u64>,
    pub(super) most_bytes: u64,
}

/// A parser of the stream of messages. Each message is a head, which states its length, and its bytes. The last one is
/// empty.
#[derive(Clone, Debug)]
struct Messages {
    head: [u8; HEAD],
    filled: usize,
    /// The bytes of the message that are still to come.
    left: usize,
    is_over: bool,
    limits: MessageLimits,
}

/// The bytes of timely's message head, which is six words.
const HEAD: usize = 48;

impl Messages {
    const fn new(limits: MessageLimits) -> Self {
        Self {
            head: [0; HEAD],
            filled: 0,
            left: 0,
            is_over: false,
            limits,
        }
    }

    /// Consumes bytes; returns whether they are well-formed.
    fn advance(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.is_over {
                return false;
            }
            if self.left > 0 {
                let taken = self.left.min(bytes.len());
                self.left -= taken;
                bytes = &bytes[taken..];
                continue;
            }
            let taken = bytes.len().min(HEAD - self.filled);
            self.head[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
            self.filled += taken;
            bytes = &bytes[taken..];
            if self.filled == HEAD {
                if !self.can_be() {
                    return false;
                }
                self.begin();
            }
        }
        true
    }

    /// A word of the head.
    fn word(&self, at: usize) -> u64 {
        let (words, _) = self.head.as_chunks();
        u64::from_be_bytes(words[at])
    }

    /// Whether the head is valid.
    fn can_be(&self) -> bool {
        let [source, first, end, length] = [1, 2, 3, 4].map(|at| self.word(at));
        let MessageLimits {
            from,
            to,
            most_bytes,
        } = &self.limits;
        let is_for_workers = to.start <= first && first < end && end <= to.end;
        length == 0 || length <= *most_bytes && is_for_workers && from.contains(&source)
    }

    /// Moves on to the bytes of the message.
    fn begin(&mut self) {
        // `can_be` has bounded the length.
        (self.filled, self.left) = (0, self.word(4) as usize);
        self.is_over = self.left == 0;
    }

    /// Zeros, which complete the message or the head; a head of zeros ends the stream.
    fn make_up(&mut self, buffer: &mut [u8]) -> usize {
        let rest = if self.left > 0 {
            self.left
        } else {
            HEAD - self.filled
        };
        let bytes = buffer.len().min(rest);
        buffer[..bytes].fill(0);
        if self.left > 0 {
            self.left -= bytes;
        } else {
            self.head[self.filled..self.filled + bytes].fill(0);
            self.filled += bytes;
            if self.filled == HEAD {
                self.begin();
            }
        }
        bytes
    }
}

impl Read for ResilientStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_cut && self.taken == self.frame.len() {
            let Err(why) = self.read_frame() else {
                continue;
            };
            self.frame.clear();
            (self.taken, self.is_cut) = (0, true);
            match why {
                NoFrame::Garbled => self.detector.declare_garbled(self.other),
                NoFrame::Broken if !self.messages.is_over => self.detector.mark_broken(self.other),
                NoFrame::Broken => return Ok(0),
            }
            self.detector.wait_for_workers();
        }
        if self.is_cut {
            return Ok(if self.messages.is_over {
                0
            } else {
                self.messages.make_up(buffer)
            });
        }
        let rest = &self.frame[self.taken..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.taken += count;
        Ok(count)
    }
}

impl Write for ResilientStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(FRAME)];
        if bytes.is_empty() {
            return Ok(0);
        }
        self.frame.clear();
        self.frame.extend((bytes.len() as u32).to_le_bytes());
        self.frame.extend(self.to.next(bytes));
        self.frame.extend(bytes);
        if self.socket.write_all(&self.frame).is_err() {
            self.detector.mark_broken(self.other);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for ResilientStream {
    fn try_clone(&self) -> io::Result<Self> {
        // One clone only writes and the other only reads, so the seals do not diverge.
        let connection = Connection {
            stream: self.socket.try_clone()?,
            to: self.to,
            from: self.from,
        };
        let limits = self.messages.limits.clone();
        Ok(Self::new(connection, self.other, &self.detector, limits))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: MessageLimits = MessageLimits {
        from: 2..4,
        to: 4..6,
        most_bytes: 200,
    };

    /// A message from one worker to a range of others.
    fn message(source: u64, to: Range<u64>, length: u64) -> Vec<u8> {
        let words = [9, source, to.start, to.end, length, 0];
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        bytes.resize(HEAD + length.min(1 << 10) as usize, 7);
        bytes
    }

    #[test]
    fn a_stream_cut_anywhere_is_completed() {
        let stream = [
            message(2, 4..5, 5),
            message(3, 4..6, 200),
            message(2, 5..6, 1),
        ]
        .concat();
        for cut in 0..=stream.len() {
            let mut bytes = stream[..cut].to_vec();
            let mut messages = Messages::new(LIMITS);
            assert!(bytes.chunks(7).all(|piece| messages.advance(piece)));
            while !messages.is_over {
                let mut buffer = [1; 64];
                let made_up = messages.make_up(&mut buffer);
                bytes.extend(&buffer[..made_up]);
            }
            // Everything is read unchanged, except the last head, of which only the length counts.
            let (mut at, mut ends) = (0, 0);
            while let Some(head) = bytes.get(at..at + HEAD) {
                let length = head[32..40]
                    .iter()
                    .fold(0, |length, &byte| length << 8 | usize::from(byte));
                (at, ends) = (at + HEAD + length, ends + usize::from(length == 0));
            }
            // A head that is cut within its length field states another length, and that number of bytes is made up.
            assert!(at == bytes.len() && ends == 1, "cut at {cut}");
        }
    }

    #[test]
    fn malformed_messages_are_rejected() {
        let can_come = |bytes: &[u8]| Messages::new(LIMITS).advance(bytes);
        assert!(can_come(&message(2, 4..6, 200)) && can_come(&message(0, 0..0, 0)));
        for impossible in [
            message(2, 4..6, 201),
            message(2, 4..6, 34 << 30),
            message(2, 4..6, u64::MAX),
            message(1, 4..6, 1),
            message(4, 4..6, 1),
            message(2, 3..6, 1),
            message(2, 4..7, 1),
            message(2, 5..5, 1),
            [message(0, 0..0, 0), message(2, 4..5, 1)].concat(),
        ] {
            assert!(!can_come(&impossible));
        }
    }
}
