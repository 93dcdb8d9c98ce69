//! [`Frame`]: what a process sends to another one, and its encoding on the connection.
//!
//! A frame consists of a head, which contains the kind of the frame and the length of its content, and of the content.
//!
//! Invariant: head and content are each followed by a [tag](super::seal), which is verified before they are used. So a
//! length is believed only if the other process has sent it: with a false one, the reader would allocate too much
//! memory or wait for bytes that never come.

use core::ops::Range;

use std::io::{self, ErrorKind, Read, Write};
use std::vec::Vec;

use super::nth_u64;
use super::seal::{Seal, TAG, Tag};

/// The greatest number of bytes of states in a frame.
pub(super) const MOST_STATES: usize = 1 << 15;
/// The greatest number of bytes of a word (see [`Message::Word`]), apart from a list of hardest states.
const WORD: u64 = 1 << 10;
/// The bytes of a head: kind, sender, receiver and length.
const HEAD: usize = 32;

/// What a process sends to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// A message between two workers.
    Message {
        from: usize,
        to: usize,
        message: Message,
    },
    /// A sign of life.
    Alive,
    /// The sender cannot complete the layer, and all abort it.
    Abort,
    /// The sender has ended the work.
    Ended,
    /// The process with this number is lost.
    Lost(usize),
    /// The last frame of a connection.
    Done,
}

/// What a worker sends to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// States that the receiver owns, one after the other.
    States(Vec<u8>),
    /// A word: what the sender tells all workers at this step. It ends an epoch: states sent later belong to the next
    /// one.
    Word(Vec<u8>),
}

/// The kinds of frames, as numbers. Zero is no kind.
mod kind {
    pub(super) const STATES: u64 = 1;
    pub(super) const WORD: u64 = 2;
    pub(super) const ALIVE: u64 = 3;
    pub(super) const ABORT: u64 = 4;
    pub(super) const ENDED: u64 = 5;
    pub(super) const LOST: u64 = 6;
    pub(super) const DONE: u64 = 7;
}

/// The frames that another process may send to this one.
#[derive(Clone, Debug)]
pub(super) struct FrameLimits {
    pub(super) processes: usize,
    /// The workers of the other process, which send, and of this one, which receive.
    pub(super) from: Range<usize>,
    pub(super) to: Range<usize>,
    /// The number of hardest states in a word.
    pub(super) hardest: usize,
}

impl Frame {
    /// Writes the frame and its tags.
    pub(super) fn write(&self, to: &mut impl Write, seal: &mut Seal) -> io::Result<()> {
        let none = &[][..];
        let (kind, from, receiver, content) = match self {
            Self::Message { from, to, message } => match message {
                Message::States(states) => (kind::STATES, *from, *to, &states[..]),
                Message::Word(word) => (kind::WORD, *from, *to, &word[..]),
            },
            Self::Alive => (kind::ALIVE, 0, 0, none),
            Self::Abort => (kind::ABORT, 0, 0, none),
            Self::Ended => (kind::ENDED, 0, 0, none),
            Self::Lost(process) => (kind::LOST, *process, 0, none),
            Self::Done => (kind::DONE, 0, 0, none),
        };
        let head = [kind, from as u64, receiver as u64, content.len() as u64];
        let head = head.map(u64::to_le_bytes).concat();
        for part in [&head[..], content] {
            if !part.is_empty() {
                to.write_all(part)?;
                to.write_all(&seal.next(part))?;
            }
        }
        Ok(())
    }

    /// Reads the next frame. The error is [`ErrorKind::InvalidData`] if the other process has not sent this frame, or
    /// may not send it.
    pub(super) fn read(
        from: &mut impl Read,
        seal: &mut Seal,
        limits: &FrameLimits,
    ) -> io::Result<Self> {
        let head = read_sealed(from, seal, HEAD as u64)?;
        let [kind, sender, receiver, length] = core::array::from_fn(|at| nth_u64(&head, at));
        let is_possible = match kind {
            kind::STATES => length <= MOST_STATES as u64,
            kind::WORD => {
                length
                    <= (limits.hardest as u64)
                        .saturating_mul(64)
                        .saturating_add(WORD)
            }
            _ => length == 0,
        };
        if !is_possible {
            return Err(ErrorKind::InvalidData.into());
        }
        let content = match length {
            0 => Vec::new(),
            length => read_sealed(from, seal, length)?,
        };
        // A number as an index within a range.
        let place = |number: u64, within: &Range<usize>| {
            let place = usize::try_from(number).ok();
            let place = place.filter(|place| within.contains(place));
            place.ok_or(io::Error::from(ErrorKind::InvalidData))
        };
        let message = |message| {
            Ok(Self::Message {
                from: place(sender, &limits.from)?,
                to: place(receiver, &limits.to)?,
                message,
            })
        };
        match kind {
            kind::STATES => message(Message::States(content)),
            kind::WORD => message(Message::Word(content)),
            kind::ALIVE => Ok(Self::Alive),
            kind::ABORT => Ok(Self::Abort),
            kind::ENDED => Ok(Self::Ended),
            kind::LOST => Ok(Self::Lost(place(sender, &(0..limits.processes))?)),
            kind::DONE => Ok(Self::Done),
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }
}

/// Reads `length` bytes and the tag that follows them, and verifies it.
fn read_sealed(from: &mut impl Read, seal: &mut Seal, length: u64) -> io::Result<Vec<u8>> {
    // Memory for a long list is allocated only as the list arrives.
    let mut bytes = Vec::with_capacity(length.min(MOST_STATES as u64) as usize);
    from.by_ref().take(length).read_to_end(&mut bytes)?;
    let mut tag: Tag = [0; TAG];
    from.read_exact(&mut tag)?;
    if tag == seal.next(&bytes) {
        Ok(bytes)
    } else {
        Err(ErrorKind::InvalidData.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::seal::SecretKey;
    use super::*;

    const LIMITS: FrameLimits = FrameLimits {
        processes: 3,
        from: 2..4,
        to: 4..6,
        hardest: 1,
    };

    fn seal() -> Seal {
        Seal::new(SecretKey::new(b"secret"))
    }

    fn message(from: usize, to: usize, message: Message) -> Frame {
        Frame::Message { from, to, message }
    }

    fn bytes(frames: &[Frame]) -> Vec<u8> {
        let (mut bytes, mut seal) = (Vec::new(), seal());
        for frame in frames {
            frame.write(&mut bytes, &mut seal).expect("a list grows");
        }
        bytes
    }

    /// The frames that are read, and why no more are.
    fn frames(mut bytes: &[u8]) -> (Vec<Frame>, ErrorKind) {
        let (mut frames, mut seal) = (Vec::new(), seal());
        loop {
            match Frame::read(&mut bytes, &mut seal, &LIMITS) {
                Ok(frame) => frames.push(frame),
                Err(error) => return (frames, error.kind()),
            }
        }
    }

    fn some() -> [Frame; 8] {
        [
            Frame::Alive,
            message(2, 4, Message::States(std::vec![7; 40])),
            message(3, 5, Message::Word(Vec::new())),
            message(3, 4, Message::Word(std::vec![1; 1 + 64])),
            Frame::Abort,
            Frame::Lost(2),
            Frame::Ended,
            Frame::Done,
        ]
    }

    #[test]
    fn frames_are_read_as_they_were_written() {
        let (read, why) = frames(&bytes(&some()));
        assert_eq!((&read[..], why), (&some()[..], ErrorKind::UnexpectedEof));
    }

    #[test]
    fn of_frames_cut_anywhere_the_complete_ones_are_read() {
        let sent = bytes(&some());
        for cut in 0..sent.len() {
            let (read, why) = frames(&sent[..cut]);
            assert!(read.len() < some().len() && some().starts_with(&read));
            assert_eq!(why, ErrorKind::UnexpectedEof, "cut at {cut}");
        }
    }

    #[test]
    fn changed_frames_are_rejected() {
        let sent = bytes(&some());
        for at in 0..sent.len() {
            let (mut changed, mut short, mut long) = (sent.clone(), sent.clone(), sent.clone());
            changed[at] ^= 4;
            short.remove(at);
            long.insert(at, 9);
            for bytes in [changed, short, long] {
                let (read, why) = frames(&bytes);
                assert!(read.len() < some().len() && some().starts_with(&read));
                // Of the last frame there may only be too little.
                let is_last = at >= sent.len() - HEAD - TAG;
                assert!(why == ErrorKind::InvalidData || is_last, "changed at {at}");
            }
        }
        // A frame that is left out, repeated or moved has a tag of another place.
        let [alive, states, ..] = some();
        let [one, two] = [&[alive.clone()][..], &[alive, states]].map(bytes);
        for wrong in [&two[one.len()..], &[&one[..], &one].concat()] {
            assert_eq!(frames(wrong).1, ErrorKind::InvalidData);
        }
    }

    #[test]
    fn impossible_frames_are_rejected() {
        let most = [
            message(2, 4, Message::States(std::vec![0; MOST_STATES])),
            message(2, 4, Message::Word(std::vec![0; WORD as usize + 64])),
        ];
        assert_eq!(frames(&bytes(&most)).0, most);
        for impossible in [
            message(2, 4, Message::States(std::vec![0; MOST_STATES + 1])),
            message(2, 4, Message::Word(std::vec![0; WORD as usize + 65])),
            message(1, 4, Message::Word(Vec::new())),
            message(4, 4, Message::Word(Vec::new())),
            message(2, 3, Message::States(Vec::new())),
            message(2, 6, Message::States(Vec::new())),
            Frame::Lost(3),
        ] {
            let (read, why) = frames(&bytes(&[impossible]));
            assert_eq!((&read[..], why), (&[][..], ErrorKind::InvalidData));
        }
        // Heads with the right tag and of no kind, or with a content that their kind does not have.
        for head in [
            [0, 2, 4, 0],
            [8, 0, 0, 0],
            [kind::ALIVE, 0, 0, 1],
            [kind::WORD, 2, 4, u64::MAX],
        ] {
            let mut bytes = head.map(u64::to_le_bytes).concat();
            bytes.extend(seal().next(&bytes));
            assert_eq!(frames(&bytes).1, ErrorKind::InvalidData);
        }
    }
}
