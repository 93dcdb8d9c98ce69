//! [`Mailboxes`]: messages between workers, with termination detection.
//!
//! A worker is *active* until it has nothing left to do, and then *idle* until a message wakes it. Invariant: one
//! counter is the number of active workers plus that of messages in transit, which are sent but not collected. Only an
//! active worker sends, and it counts the message before others can see it; an idle worker that collects a message
//! takes over its count. So the counter is zero only if all workers are idle and nothing is in transit, and it then
//! stays zero. If each worker were asked in turn whether it is idle, one might wake another that has already been
//! asked.
//!
//! A lost message leaves the counter above zero, so that the loss is noticed.

use alloc::vec::Vec;

use super::sync::{AtomicBool, AtomicUsize, Mutex, MutexGuard, Ordering, lock};

/// What one worker sends to another: a list. An empty list is no message.
pub(super) trait Mail: Default {
    fn is_empty(&self) -> bool;
}

/// Messages from each worker to each other one, at most one at a time for each pair.
#[derive(Debug)]
pub(super) struct Mailboxes<M> {
    boxes: Vec<Mailbox<M>>,
    /// The number of active workers plus that of messages in transit.
    unfinished: AtomicUsize,
}

/// The messages to one worker.
#[derive(Debug)]
struct Mailbox<M> {
    /// Whether a message may have been sent since the worker last collected.
    has_mail: AtomicBool,
    /// The message from each worker.
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

    /// Makes all workers active. Messages that are in transit stay there.
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

    /// Sends a message from one worker, which must be active, to another, if the previous one was collected; returns
    /// whether it was sent. `write` writes the whole message at once, so that its cache lines go from the sender to the
    /// receiver once, not for each item.
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

    /// Calls `take` with each message to this worker, which it must empty. If the worker is idle and there is a
    /// message, it becomes active. If `take` fails, the messages that are left can be collected by another call.
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
            // An idle worker becomes active, and takes over the count of the message; otherwise the count ends.
            if !core::mem::replace(is_idle, false) {
                self.unfinished.fetch_sub(1, Ordering::AcqRel);
            }
        }
        Ok(())
    }

    /// Makes an active worker idle. It must have nothing left to do or to send.
    pub(super) fn go_idle(&self) {
        self.unfinished.fetch_sub(1, Ordering::AcqRel);
    }

    /// Whether all workers are idle and no message is in transit.
    pub(super) fn is_over(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) == 0
    }
}
