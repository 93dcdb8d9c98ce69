//! The two files in which threads of this crate agree on something without a lock, compiled against a model
//! checker: it runs each scenario in every order in which threads may take turns, with every value that
//! memory may show them.
//!
//! ```sh
//! cargo run --manifest-path tests/interleavings/Cargo.toml
//! ```

extern crate alloc;

#[path = "../../../src/search/mailboxes.rs"]
mod mailboxes;
mod messages;
#[path = "../../../src/search/phase_tickets.rs"]
mod phase_tickets;
mod phases;

/// What the library takes from the standard library.
mod sync {
    pub(super) use loom::sync::atomic::{AtomicUsize, Ordering};
    pub(super) use loom::sync::{Mutex, MutexGuard};
    use std::sync::PoisonError;

    pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
        shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A flag, of which each change is an exchange: the checker would let an exchange that comes later not
    /// see a store, as no memory does.
    #[derive(Debug)]
    pub(super) struct AtomicBool(loom::sync::atomic::AtomicBool);

    impl AtomicBool {
        pub(super) fn new(flag: bool) -> Self {
            Self(loom::sync::atomic::AtomicBool::new(flag))
        }

        pub(super) fn load(&self, order: Ordering) -> bool {
            self.0.load(order)
        }

        pub(super) fn swap(&self, flag: bool, order: Ordering) -> bool {
            self.0.swap(flag, order)
        }

        pub(super) fn store(&self, flag: bool, order: Ordering) {
            self.0.swap(flag, order);
        }
    }
}

/// Runs a scenario in every order in which a thread is interrupted at most so often.
fn in_any_order(scenario: impl Fn() + Send + Sync + 'static) {
    let mut checker = loom::model::Builder::new();
    checker.preemption_bound = Some(4);
    checker.check(scenario);
}

fn main() {
    let scenarios: [(&str, fn()); 4] = [
        ("it is over when all messages are read", messages::cross),
        ("a message wakes an idle worker", messages::wake),
        ("without a message it is never over", messages::go_missing),
        (
            "a phase begins when the one before is done",
            phases::in_turn,
        ),
    ];
    for (what, scenario) in scenarios {
        scenario();
        println!("{what}");
    }
}
