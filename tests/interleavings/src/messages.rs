//! Messages between workers, and the termination that all of them detect.

use std::convert::Infallible;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

use crate::mailboxes::{Mail, Mailboxes};

/// The rounds that a worker makes while the other one may make its own; the rest is done after that.
const ROUNDS: usize = 2;

/// A worker to whom a message is a number: how often it is to be sent back, one less each time.
struct Peer {
    number: usize,
    is_idle: bool,
    outgoing: Vec<usize>,
}

impl Mail for Vec<usize> {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

/// The data that both share.
struct Shared {
    mail: Mailboxes<Vec<usize>>,
    /// The number of messages read.
    read: AtomicUsize,
    /// The number of messages in all.
    messages: usize,
}

impl Peer {
    /// Makes a round, as a shard of a search does; returns whether all is over.
    fn work(&mut self, shared: &Shared) -> bool {
        let Self {
            number,
            is_idle,
            outgoing,
        } = self;
        let Shared { mail, read, .. } = shared;
        if mail.is_over() {
            assert!(*is_idle && outgoing.is_empty());
            assert_eq!(read.load(Ordering::Relaxed), shared.messages);
            return true;
        }
        if *is_idle && !mail.has_mail(*number) {
            return false;
        }
        let Ok(()) = mail.collect(*number, is_idle, |message| {
            for back in message.drain(..) {
                read.fetch_add(1, Ordering::Relaxed);
                outgoing.extend(back.checked_sub(1));
            }
            Ok::<_, Infallible>(())
        });
        let is_sent = outgoing.is_empty() || send(mail, *number, outgoing);
        if is_sent && !std::mem::replace(is_idle, true) {
            mail.go_idle();
        }
        false
    }
}

/// Sends all of a list to the other worker.
fn send(mail: &Mailboxes<Vec<usize>>, from: usize, outgoing: &mut Vec<usize>) -> bool {
    let Ok(is_sent) = mail.deliver(from, 1 - from, |place| {
        place.append(outgoing);
        Ok::<_, Infallible>(())
    });
    is_sent
}

/// Two workers, each with something to send, at the same time and then by turns until all is over.
fn exchange(first: &'static [usize], second: &'static [usize]) {
    crate::in_any_order(move || {
        let mut mail = Mailboxes::new(2);
        mail.begin();
        let shared = Arc::new(Shared {
            mail,
            read: AtomicUsize::new(0),
            messages: first.iter().chain(second).map(|back| back + 1).sum(),
        });
        let begin = |number, outgoing: &[usize]| {
            let mut peer = Peer {
                number,
                is_idle: false,
                outgoing: outgoing.to_vec(),
            };
            let shared = Arc::clone(&shared);
            move || {
                let _ = (0..ROUNDS).any(|_| peer.work(&shared));
                peer
            }
        };
        let other = thread::spawn(begin(1, second));
        let mut peers = [begin(0, first)(), other.join().expect("it does not panic")];
        // A message that nobody collects would keep it from being over.
        let turns = (0..20).find(|turn| peers[turn % 2].work(&shared));
        assert!(turns.is_some(), "it is never over");
    });
}

/// Both send at the same time.
pub(crate) fn cross() {
    exchange(&[0], &[0]);
}

/// An idle worker is woken by a message, answers, and is idle again.
pub(crate) fn wake() {
    exchange(&[1], &[]);
}

/// Once a message is lost, it is never over.
pub(crate) fn go_missing() {
    crate::in_any_order(|| {
        let mut mail = Mailboxes::<Vec<usize>>::new(2);
        mail.begin();
        let mail = Arc::new(mail);
        let sender = {
            let mail = Arc::clone(&mail);
            thread::spawn(move || {
                assert!(send(&mail, 0, &mut vec![0]));
                mail.go_idle();
            })
        };
        mail.go_idle();
        let mut is_lost = false;
        for mut message in mail.messages() {
            is_lost |= !message.is_empty();
            message.clear();
        }
        assert!(sender.join().is_ok());
        let mut is_idle = true;
        let Ok(()) = mail.collect(1, &mut is_idle, |message| {
            message.clear();
            Ok::<_, Infallible>(())
        });
        assert_eq!(is_idle, is_lost);
        if !is_idle {
            mail.go_idle();
        }
        assert_eq!(mail.is_over(), !is_lost);
    });
}
