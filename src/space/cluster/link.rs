//! [`Link`]: the connection that carries states to another process.
//!
//! timely takes down the whole process where a connection is broken. A link never fails: what cannot be
//! written is dropped, and where nothing more can be read it waits until the workers, which are told of the
//! [fault](super::watch::Fault), are gone, and then ends the stream as the other process would have done.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::watch::Watch;

pub(super) struct Link {
    socket: TcpStream,
    other: usize,
    watch: Arc<Watch>,
    /// What was read.
    messages: Messages,
}

impl Link {
    pub(super) fn new(socket: TcpStream, other: usize, watch: &Arc<Watch>) -> Self {
        Self {
            socket,
            other,
            watch: Arc::clone(watch),
            messages: Messages::new(),
        }
    }
}

/// How much of the stream of messages has come: each is a head that says how long it is, and its bytes. The
/// last one has none.
#[derive(Debug)]
struct Messages {
    head: [u8; HEAD],
    filled: usize,
    /// What is to come of the message.
    left: usize,
    is_over: bool,
    /// Whether the other process is gone, so that the rest is made up.
    is_cut: bool,
}

/// The bytes of a head: six words, the fifth of which is the length.
const HEAD: usize = 48;

impl Messages {
    const fn new() -> Self {
        Self {
            head: [0; HEAD],
            filled: 0,
            left: 0,
            is_over: false,
            is_cut: false,
        }
    }

    fn advance(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
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
                self.filled = 0;
                let length = self.head[32..40].iter();
                self.left = length.fold(0, |length, &byte| length << 8 | usize::from(byte));
                self.is_over |= self.left == 0;
            }
        }
    }

    /// Zeros: the rest of the message, or else a head without a length.
    fn make_up(&mut self, buffer: &mut [u8]) -> usize {
        let rest = if self.left > 0 {
            self.left
        } else {
            HEAD - self.filled
        };
        let bytes = buffer.len().min(rest);
        buffer[..bytes].fill(0);
        self.advance(&buffer[..bytes]);
        bytes
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.messages.is_cut {
            match self.socket.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(count) if count > 0 => {
                    self.messages.advance(&buffer[..count]);
                    return Ok(count);
                }
                _ => {
                    if !self.messages.is_over {
                        self.watch.mark_broken(self.other);
                        self.watch.wait_for_workers();
                    }
                    self.messages.is_cut = true;
                }
            }
        }
        if self.messages.is_over {
            return Ok(0);
        }
        Ok(self.messages.make_up(buffer))
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.socket.write(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(count) if count > 0 => return Ok(count),
                _ => {
                    self.watch.mark_broken(self.other);
                    return Ok(bytes.len());
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let socket = self.socket.try_clone()?;
        Ok(Self::new(socket, self.other, &self.watch))
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

    #[test]
    fn a_stream_that_is_cut_anywhere_is_made_up_to_its_end() {
        let message = |length: u8| {
            let mut bytes = std::vec![7; HEAD + usize::from(length)];
            bytes[32..40].copy_from_slice(&u64::from(length).to_be_bytes());
            bytes
        };
        let stream = [message(5), message(200), message(1)].concat();
        for cut in 0..=stream.len() {
            let mut bytes = stream[..cut].to_vec();
            let mut messages = Messages::new();
            bytes.chunks(7).for_each(|piece| messages.advance(piece));
            while !messages.is_over {
                let mut buffer = [1; 64];
                let made_up = messages.make_up(&mut buffer);
                bytes.extend(&buffer[..made_up]);
            }
            let mut again = Messages::new();
            again.advance(&bytes);
            let left = (again.filled, again.left);
            assert!(again.is_over && left == (0, 0), "cut at {cut}");
        }
    }
}
