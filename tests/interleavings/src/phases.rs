//! Items of work, phase by phase.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use loom::thread;

use crate::phase_tickets::PhaseTickets;

const ITEMS: usize = 2;

/// The data that the leader and the items write. Only the tickets bring it to other threads: a thread that has not
/// waited for it may see earlier values.
struct Work {
    tickets: PhaseTickets,
    said: AtomicUsize,
    written: [[AtomicUsize; ITEMS]; 2],
}

impl Work {
    /// Takes an item, if there is one, and does it.
    fn take(&self) -> bool {
        let Some((phase, item)) = self.tickets.take() else {
            return false;
        };
        assert_eq!(self.said.load(Relaxed), 10 * phase);
        let [first, second] = &self.written;
        if phase == 1 {
            first[item].fetch_add(item + 1, Relaxed);
        } else {
            // All that the phase before has done.
            let sum = first.iter().map(|cell| cell.load(Relaxed)).sum();
            second[item].store(sum, Relaxed);
        }
        self.tickets.finish();
        true
    }

    fn lead(&self, phase: usize) {
        self.said.store(10 * phase, Relaxed);
        self.tickets.begin(phase, ITEMS);
        while self.take() {}
        while !self.tickets.is_done() {
            thread::yield_now();
        }
    }
}

/// A leader and a helper, who comes whenever it likes.
pub(crate) fn in_turn() {
    crate::in_any_order(|| {
        let cells = || [AtomicUsize::new(0), AtomicUsize::new(0)];
        let work = Arc::new(Work {
            tickets: PhaseTickets::new(),
            said: AtomicUsize::new(0),
            written: [cells(), cells()],
        });
        let help = {
            let work = Arc::clone(&work);
            thread::spawn(move || {
                for _ in 0..3 {
                    work.take();
                }
            })
        };
        // Each round begins the same phases.
        for phase in [1, 2, 1] {
            work.lead(phase);
        }
        let written = work.written.each_ref();
        let written = written.map(|cells| cells.each_ref().map(|cell| cell.load(Relaxed)));
        // Two rounds of the first phase have added to theirs, and one has gone before the second.
        assert_eq!(written, [[2, 4], [3, 3]]);
        assert!(help.join().is_ok());
    });
}
