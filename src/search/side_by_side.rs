//! Subtrees walked side by side, by threads: each takes the first one that is left.

use core::iter::Enumerate;
use core::slice::IterMut;

use super::subtrees::Subtree;
use super::sync::{Mutex, Ordering, open};
use super::team::Team;
use crate::account::Stop;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;

/// The subtrees of the puzzle `P`.
type SubtreeOf<P> = Subtree<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// Those that are left, with their numbers.
type Queue<'t, P> = Mutex<Enumerate<IterMut<'t, SubtreeOf<P>>>>;

/// Walks what is left of the subtrees, on so many threads.
pub(super) fn walk<P, const INFORMED: bool>(
    threads: usize,
    subtrees: &mut [SubtreeOf<P>],
    bound: P::Cost,
    puzzle: &P,
    monitor: &mut MonitorOf<'_, P>,
) -> Result<(), Stop>
where
    P: Puzzle + Sync,
    P::State: Send,
    P::Move: Send,
{
    let decider = subtrees.iter().position(Subtree::decides);
    let decider = decider.unwrap_or(subtrees.len());
    let left = subtrees[..decider]
        .iter()
        .filter(|subtree| subtree.is_open());
    let Some(team) = Team::new(threads.min(left.count()), 0, monitor) else {
        return Ok(());
    };
    team.decider.store(decider, Ordering::Relaxed);
    let queue: Queue<'_, P> = Mutex::new(subtrees.iter_mut().enumerate());
    let next = || {
        let mut queue = open(&queue);
        let next = queue.find(|(_, subtree)| subtree.is_open());
        next.filter(|(at, _)| *at < team.decider.load(Ordering::Relaxed))
    };
    team.work(monitor, |_, worker| {
        while !worker.crew().is_stopped()
            && let Some((at, subtree)) = next()
        {
            worker.go_on_to(at);
            let before = worker.counts();
            let end = worker.work(|monitor| subtree.walk::<P, INFORMED>(bound, puzzle, monitor));
            subtree.counts += worker.counts().since(before);
            end?;
            if subtree.decides() {
                team.decider.fetch_min(at, Ordering::Relaxed);
            }
        }
        Ok(())
    })
}
