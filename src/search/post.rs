//! [`Post`]: letters between parties, and whether any of them has anything left to do.
//!
//! One counter tells how many parties are at work and how many letters are under way, together. A letter is
//! counted by a party at work before it can be seen, and a party that rests takes over the count of the
//! letter that wakes it. So the counter is zero only when all rest and nothing is under way, and then stays
//! so: whether all seem to be idle would not tell.
//!
//! A lost letter leaves the counter above zero, so that it is noticed.

use alloc::vec::Vec;

use super::sync::{AtomicBool, AtomicUsize, Mutex, MutexGuard, Ordering, open};

/// Letters from each party to each other one, at most one at a time.
#[derive(Debug)]
pub(super) struct Post<T> {
    boxes: Vec<Mailbox<T>>,
    /// How many parties are at work, and how many letters are under way.
    open: AtomicUsize,
}

/// Where letters to a party wait.
#[derive(Debug)]
struct Mailbox<T> {
    has_mail: AtomicBool,
    from: Vec<Mutex<Vec<T>>>,
}

impl<T> Post<T> {
    /// Between so many parties, none of which is at work.
    pub(super) fn new(parties: usize) -> Self {
        let mailbox = |_| Mailbox {
            has_mail: AtomicBool::new(false),
            from: (0..parties).map(|_| Mutex::new(Vec::new())).collect(),
        };
        Self {
            boxes: (0..parties).map(mailbox).collect(),
            open: AtomicUsize::new(0),
        }
    }

    /// All parties are at work from now on; letters that were under way still are.
    pub(super) fn begin(&mut self) {
        let letters = self.letters().filter(|letter| !letter.is_empty()).count();
        self.open = AtomicUsize::new(self.boxes.len() + letters);
    }

    /// All that is under way.
    pub(super) fn letters(&self) -> impl Iterator<Item = MutexGuard<'_, Vec<T>>> {
        self.boxes
            .iter()
            .flat_map(|mailbox| mailbox.from.iter())
            .map(open)
    }

    /// Sends a letter, if the one before from this party to that was collected; returns whether it did. It is written
    /// in one go: until then what goes into it is known to this party alone, so that no cache has to ask another for
    /// each entry. The party is at work.
    pub(super) fn deliver<E>(
        &self,
        from: usize,
        to: usize,
        write: impl FnOnce(&mut Vec<T>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let mailbox = &self.boxes[to];
        let mut place = open(&mailbox.from[from]);
        if !place.is_empty() {
            return Ok(false);
        }
        write(&mut place)?;
        self.open.fetch_add(1, Ordering::Relaxed);
        mailbox.has_mail.store(true, Ordering::Release);
        Ok(true)
    }

    /// Whether there may be letters to this party.
    pub(super) fn has_mail(&self, to: usize) -> bool {
        self.boxes[to].has_mail.load(Ordering::Relaxed)
    }

    /// Takes out what is in the letters to this party. If it rests and there is one it is at work again.
    pub(super) fn collect<E>(
        &self,
        to: usize,
        rests: &mut bool,
        mut take: impl FnMut(&mut Vec<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mailbox = &self.boxes[to];
        if !mailbox.has_mail.swap(false, Ordering::Acquire) {
            return Ok(());
        }
        for place in &mailbox.from {
            let mut letter = open(place);
            if letter.is_empty() {
                continue;
            }
            take(&mut letter).inspect_err(|_| mailbox.has_mail.store(true, Ordering::Release))?;
            // Of one that rests the count of the letter becomes its own.
            if !core::mem::replace(rests, false) {
                self.open.fetch_sub(1, Ordering::AcqRel);
            }
        }
        Ok(())
    }

    /// A party at work has nothing left to do, and nothing left to send.
    pub(super) fn rest(&self) {
        self.open.fetch_sub(1, Ordering::AcqRel);
    }

    /// Whether all rest, and no letter is under way.
    pub(super) fn is_over(&self) -> bool {
        self.open.load(Ordering::Acquire) == 0
    }
}
