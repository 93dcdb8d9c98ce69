//! [`Mailboxes`]: messages between workers, with termination detection.
//!
//! One counter is the sum of active workers and messages in transit. An active worker counts a message before it
//! becomes visible, and an idle worker takes over the count of the message that wakes it. So the counter is zero only
//! if all workers are idle and nothing is in transit, and it then stays zero. Asking each worker in turn whether it is
//! idle would not detect termination.
//!
//! A lost message leaves the counter above zero, so that the loss is noticed.

use alloc::vec::Vec;

use super::sync::{AtomicBool, AtomicUsize, Mutex, MutexGuard, Ordering, lock};

/// What one worker sends to another: a list, which is empty where nothing is in transit.
pub(super) trait Mail: Default {
    fn is_empty(&self) -> bool;
}

/// Messages from each worker to each other one, at most one at a time for each pair.
#[derive(Debug)]
pub(super) struct Mailboxes<M> {
    boxes: Vec<Mailbox<M>>,
    /// The number of active workers, plus that of messages in transit.
    unfinished: AtomicUsize,
}

/// The messages to one worker.
#[derive(Debug)]
struct Mailbox<M> {
    has_mail: AtomicBool,
    from: Vec<Mutex<M>>,
}

impl<M: Mail> Mailboxes<M> {
    /// Creates mailboxes for `workers` workers, none of which is active.
    pub(super) fn new(workers: usize) -> Self {
        let mailbox = |_| Mailbox {
            has_mail: AtomicBool::new(false),
            from: (0..workers).map(|_| Mutex::new(M::default())).collect(),
        };
        Self {
            boxes: (0..workers).map(mailbox).collect(),
            unfinished: AtomicUsize::new(0),
        }
    }

    /// Makes all workers active; messages in transit stay so.
    pub(super) fn begin(&mut self) {
        let messages = self.messages().filter(|sent| !sent.is_empty()).count();
        self.unfinished = AtomicUsize::new(self.boxes.len() + messages);
    }

    /// Returns all messages in transit.
    pub(super) fn messages(&self) -> impl Iterator<Item = MutexGuard<'_, M>> {
        self.boxes
            .iter()
            .flat_map(|mailbox| mailbox.from.iter())
            .map(lock)
    }

    /// Sends a message, if the previous one from this worker to that one was collected; returns whether it was sent.
    /// The message is written in one go, and until then known to its sender alone, so that no cache has to ask another
    /// one for each entry. The sender must be active.
    pub(super) fn deliver<E>(
        &self,
        from: usize,
        to: usize,
        write: impl FnOnce(&mut M) -> Result<(), E>,
    ) -> Result<bool, E> {
        let mailbox = &self.boxes[to];
        let mut place = lock(&mailbox.from[from]);
        if !place.is_empty() {
            return Ok(false);
        }
        write(&mut place)?;
        self.unfinished.fetch_add(1, Ordering::Relaxed);
        mailbox.has_mail.store(true, Ordering::Release);
        Ok(true)
    }

    /// Whether there may be messages to this worker.
    pub(super) fn has_mail(&self, to: usize) -> bool {
        self.boxes[to].has_mail.load(Ordering::Relaxed)
    }

    /// Takes the messages to this worker. If the worker is idle and there is a message, it becomes active.
    pub(super) fn collect<E>(
        &self,
        to: usize,
        is_idle: &mut bool,
        mut take: impl FnMut(&mut M) -> Result<(), E>,
    ) -> Result<(), E> {
        let mailbox = &self.boxes[to];
        if !mailbox.has_mail.swap(false, Ordering::Acquire) {
            return Ok(());
        }
        for place in &mailbox.from {
            let mut message = lock(place);
            if message.is_empty() {
                continue;
            }
            take(&mut message).inspect_err(|_| mailbox.has_mail.store(true, Ordering::Release))?;
            // An idle worker takes over the count of the message.
            if !core::mem::replace(is_idle, false) {
                self.unfinished.fetch_sub(1, Ordering::AcqRel);
            }
        }
        Ok(())
    }

    /// Marks an active worker as idle. It has nothing left to do or to send.
    pub(super) fn go_idle(&self) {
        self.unfinished.fetch_sub(1, Ordering::AcqRel);
    }

    /// Whether all workers are idle and no message is in transit.
    pub(super) fn is_over(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) == 0
    }
}
