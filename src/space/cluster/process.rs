//! [`ClusterProcess`]: this process with its connections to the others.

use core::time::Duration;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::vec::Vec;

use timely::communication::Hooks;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};

use super::connect::{Agreed, Connection, connect, failed};
use super::detector::{FailureDetector, SILENCE};
use super::error::ClusterError;
use super::resilient_stream::{MessageLimits, ResilientStream};
use super::{OnCluster, Quit};
use crate::account::Stop;
use crate::threads::Crew;

/// The most bytes of a message apart from a list of hardest states. A batch has much less, and so has a report of
/// timely on the progress of some thousand workers.
const MESSAGE: u64 = 1 << 20;

/// The connections of this process.
pub(super) struct ClusterProcess {
    pub(super) detector: Arc<FailureDetector>,
    listeners: Vec<JoinHandle<()>>,
    /// What each thread builds its end of all connections from.
    pub(super) builders: Vec<TcpBuilder>,
    guard: CommsGuard,
}

impl ClusterProcess {
    /// Connects to the other processes.
    pub(super) fn assemble(
        cluster: &OnCluster,
        fingerprint: u64,
        threads: usize,
        crew: &Crew,
        look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<Self, Quit> {
        let (process, addresses) = (cluster.process, &cluster.addresses);
        if process >= addresses.len() {
            let processes = addresses.len();
            return Err(ClusterError::Process { process, processes }.into());
        }
        if crew.size() < threads {
            return Err(ClusterError::Threads { threads }.into());
        }
        let agreed = Agreed {
            addresses,
            process,
            threads,
            fingerprint,
            key: cluster.key,
        };
        let links = connect(&agreed, cluster.patience, look)?;
        let network = |error| Quit::from(failed(&addresses[process], &error));
        let carriers = links.states.iter().flatten().map(|connection| {
            let stream = &connection.stream;
            stream.set_read_timeout(Some(SILENCE))?;
            stream.try_clone()
        });
        let carriers = carriers.collect::<Result<_, _>>().map_err(network)?;
        let (detector, listeners) =
            FailureDetector::new(process, cluster.patience, links.signals, carriers)
                .map_err(network)?;
        let workers_of = |process: usize| {
            let threads = threads as u64;
            process as u64 * threads..(process as u64 + 1) * threads
        };
        // The longest messages are batches of states and lists of the hardest ones.
        let hardest = (cluster.hardest as u64).saturating_mul(64);
        let link = |(other, connection): (usize, Option<Connection>)| {
            let limits = MessageLimits {
                from: workers_of(other),
                to: workers_of(process),
                most_bytes: hardest.saturating_add(MESSAGE),
            };
            Some(ResilientStream::new(connection?, other, &detector, limits))
        };
        let sockets = links.states.into_iter().enumerate().map(link);
        let hooks = Hooks::default();
        let workers = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let sockets = sockets.collect();
        let networking =
            initialize_networking_from_sockets(workers, sockets, process, threads, hooks);
        let (builders, guard) = networking.map_err(network)?;
        Ok(Self {
            detector,
            listeners,
            builders,
            guard,
        })
    }

    /// Waits until everything sent is on its way in all processes, and disconnects.
    pub(super) fn disconnect(self, crew: &Crew) {
        while !crew.are_gone_in(Duration::from_secs(1)) {}
        self.detector.release();
        // The guard joins timely's threads, and would pass on their panics.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(self.guard)));
        self.detector.close(self.listeners);
    }
}

/// Runs `work`; if it panics, all processes stop.
pub(super) fn attempt<T>(
    detector: &FailureDetector,
    work: impl FnOnce() -> T,
) -> std::thread::Result<T> {
    catch_unwind(AssertUnwindSafe(work)).inspect_err(|_| detector.end())
}

/// What a thread needs to join the work; `None` if there is nothing to do.
pub(super) type Ticket = Option<(TcpBuilder, Arc<FailureDetector>)>;

/// A rendezvous: threads wait here until there are connections.
#[derive(Default)]
pub(super) struct Rendezvous {
    tickets: Mutex<Option<Vec<Ticket>>>,
    opened: Condvar,
}

impl Rendezvous {
    pub(super) fn open(&self, tickets: Vec<Ticket>) {
        let mut here = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        here.get_or_insert(tickets);
        self.opened.notify_all();
    }

    /// What thread `at` needs, counted from 1.
    pub(super) fn enter(&self, at: usize, crew: &Crew) -> Ticket {
        let mut tickets = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        while tickets.is_none() && !crew.is_stopped() {
            let waited = self
                .opened
                .wait_timeout(tickets, Duration::from_millis(100));
            tickets = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        tickets.as_mut()?.get_mut(at - 1)?.take()
    }
}
