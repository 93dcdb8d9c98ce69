//! [`Divided`]: an iteration of branch and bound in subtrees that threads can walk.
//!
//! The tree is divided level by level, by one thread, until there are enough subtrees. Each is walked as a
//! whole, below the cost of the best solution that any of them has led to, and can be paused.

use alloc::vec::Vec;

use super::branch_and_bound::{Begin, Improve, Improving, Incumbent, Own, Path, Sought, walk};
use super::path::list;
use super::saved::SavedPart;
use super::walk::{Place, Rule, Walk};
use crate::account::{Budget, Memory, Stop};
use crate::codec::{Reader, Writer};
use crate::cost::Cost;
use crate::monitor::MonitorOf;
use crate::puzzle::Puzzle;
use crate::puzzle::portable::Portable;
use crate::puzzle::traversal::{Change, EdgeOf, Root, Step};

/// How many subtrees there are to be for each thread.
const EACH: usize = 64;

/// An iteration of branch and bound.
#[derive(Debug)]
#[expect(unnameable_types, reason = "it is a part of an `Algorithm::Run`")]
pub struct Divided<S, M, C> {
    threads: usize,
    subtrees: Vec<Subtree<S, M, C>>,
    /// Whether the starts are among them, and how many subtrees are done.
    is_begun: bool,
    done: usize,
    /// The best solution that the monitor does not have yet: its cost, which start it begins at, its moves.
    found: Option<(C, usize, Vec<M>)>,
    /// What is claimed for the subtrees, and for those of a search that is over.
    bytes: usize,
    left: usize,
}

/// Everything below a state.
#[derive(Clone, Debug)]
struct Subtree<S, M, C> {
    start: usize,
    /// The moves from the start, the state before the last one, and the state they lead to.
    moves: Vec<M>,
    parent: Option<S>,
    state: S,
    path: Path<C>,
    place: Place,
    is_done: bool,
}

impl<S, M, C: Cost> Subtree<S, M, C> {
    fn root<P>(&self) -> Begin<'_, P>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let root = match &self.parent {
            Some(parent) => Root::new(&self.state).reached_from(parent, &self.moves),
            None => Root::new(&self.state),
        };
        (root, self.path)
    }
}

impl<S, M, C> Divided<S, M, C> {
    pub(super) const fn new(threads: usize) -> Self {
        Self {
            threads,
            subtrees: Vec::new(),
            is_begun: false,
            done: 0,
            found: None,
            bytes: 0,
            left: 0,
        }
    }
}

impl<S: Clone, M: Clone, C: Cost> Divided<S, M, C> {
    /// Divides one subtree after the other, until there are enough that are not.
    fn divide<P>(
        &mut self,
        starts: &[S],
        sought: &mut Sought<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let enough = EACH * self.threads;
        while let Some(subtree) = self.subtrees.get(self.done)
            && !subtree.is_done
            && self.subtrees.len() - self.done < enough
        {
            let (at, subtree) = (self.done, subtree.clone());
            let (start, moves, mut place) = (subtree.start, &subtree.moves, subtree.place.clone());
            let rule = OneLevel {
                rule: Improving::new(puzzle, *sought, Below(moves, Own((start, &starts[start])))),
                divided: self,
                start,
                moves,
            };
            let (root, path) = subtree.root::<P>();
            let (rule, _, end) = Walk::new(rule, puzzle, monitor).run(root, &mut place, path);
            *sought = rule.rule.leave(monitor);
            self.subtrees[at].place = place;
            end?;
            self.subtrees[at].is_done = true;
            self.done += 1;
        }
        Ok(())
    }

    /// Adds a subtree, for which room is claimed.
    fn add(&mut self, subtree: Subtree<S, M, C>, memory: &mut Memory) -> Result<(), Stop> {
        let moves = subtree.moves.capacity() * size_of::<M>();
        memory.claim(moves)?;
        let before = self.subtrees.capacity();
        if let Err(stop) = memory.push(&mut self.subtrees, subtree) {
            memory.release(moves);
            return Err(stop);
        }
        let grown = self.subtrees.capacity() - before;
        self.bytes += moves + grown * size_of::<Subtree<S, M, C>>();
        Ok(())
    }

    /// Hands the best solution to the monitor.
    fn hand_over<P>(
        &mut self,
        starts: &[S],
        sought: &mut Sought<C>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop>
    where
        P: Puzzle<State = S, Move = M, Cost = C>,
    {
        let Some((cost, start, moves)) = &self.found else {
            return Ok(());
        };
        let kept = monitor.improve(puzzle, (*start, &starts[*start]), moves, *cost);
        if !kept.is_err_and(Stop::is_of_memory) {
            sought.solve(*cost);
            self.found = None;
        }
        kept
    }
}

impl<P> Improve<P> for Divided<P::State, P::Move, P::Cost>
where
    P: Puzzle<State: Send, Move: Send> + Sync,
{
    fn improve(
        &mut self,
        starts: &[P::State],
        sought: &mut Sought<P::Cost>,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        monitor.release(core::mem::take(&mut self.left));
        self.hand_over(starts, sought, puzzle, monitor)?;
        if !self.is_begun {
            for (start, state) in starts.iter().enumerate() {
                if let Some(path) = sought.begin_at(state, puzzle) {
                    let subtree = Subtree {
                        start,
                        moves: Vec::new(),
                        parent: None,
                        state: state.clone(),
                        path,
                        place: Place::ROOT,
                        is_done: false,
                    };
                    let added = self.add(subtree, monitor.memory());
                    added.inspect_err(|_| self.subtrees.clear())?;
                }
            }
            self.is_begun = true;
        }
        if self.threads > 1 && !monitor.shows_nodes() {
            self.divide(starts, sought, puzzle, monitor)?;
            let walked = self.walk_side_by_side(sought, puzzle, monitor);
            self.hand_over(starts, sought, puzzle, monitor)?;
            match walked {
                Err(stop) if !stop.is_shared() => return Err(stop),
                _ => {}
            }
        }
        for subtree in &mut self.subtrees[self.done..] {
            if !subtree.is_done {
                let mut place = core::mem::replace(&mut subtree.place, Place::ROOT);
                let kept = Own((subtree.start, &starts[subtree.start]));
                let kept = Below(&subtree.moves, kept);
                let end = walk(
                    subtree.root::<P>(),
                    (&mut place, sought),
                    kept,
                    puzzle,
                    monitor,
                );
                subtree.place = place;
                end?;
                subtree.is_done = true;
            }
        }
        Ok(())
    }

    fn clear(&mut self, monitor: Option<&mut MonitorOf<'_, P>>) {
        self.left += core::mem::take(&mut self.bytes);
        self.subtrees = Vec::new();
        (self.is_begun, self.done, self.found) = (false, 0, None);
        if let Some(monitor) = monitor {
            monitor.release(core::mem::take(&mut self.left));
        }
    }
}

impl<P> SavedPart<P, true> for Divided<P::State, P::Move, P::Cost>
where
    P: Portable<State: Send, Move: Send> + Sync,
{
    const NAME: &'static str = " by threads";

    fn save(&self, puzzle: &P, starts: &[P::State], to: &mut Writer<'_>) {
        to.list(&self.subtrees, |to, subtree| {
            to.count(subtree.start);
            to.moves(puzzle, &starts[subtree.start], &subtree.moves);
            subtree.place.save(to);
            to.flag(subtree.is_done);
        });
        to.flag(self.is_begun);
        to.count(self.done);
        to.flag(self.found.is_some());
        if let Some((cost, start, moves)) = &self.found {
            to.cost(*cost);
            to.count(*start);
            to.moves(puzzle, &starts[*start], moves);
        }
    }

    fn load(
        &mut self,
        puzzle: &P,
        (starts, _): (&[P::State], Option<P::Cost>),
        from: &mut Reader<'_>,
    ) -> Option<()> {
        self.subtrees = from.list(|from| {
            let start = from.index(starts.len())? as usize;
            let way = from.way(puzzle, &starts[start])?;
            Some(Subtree {
                start,
                moves: way.moves,
                parent: way.parent,
                path: Path::after(way.cost, puzzle.heuristic(&way.state)?)?,
                state: way.state,
                place: Place::load(from)?,
                is_done: from.flag()?,
            })
        })?;
        self.is_begun = from.flag()?;
        self.done = from.index(self.subtrees.len() + 1)? as usize;
        if from.flag()? {
            let cost = from.cost()?;
            let start = from.index(starts.len())? as usize;
            self.found = Some((cost, start, from.way(puzzle, &starts[start])?.moves));
        }
        let moves = self.subtrees.iter().map(|subtree| subtree.moves.capacity());
        let moves = moves.sum::<usize>() * size_of::<P::Move>();
        let subtree = size_of::<Subtree<P::State, P::Move, P::Cost>>();
        self.bytes = moves + self.subtrees.capacity() * subtree;
        from.memory.add(self.bytes);
        Some(())
    }
}

/// Solutions below a state, to which these moves lead.
struct Below<'m, M, K>(&'m [M], K);

impl<P: Puzzle> Incumbent<P> for Below<'_, P::Move, Own<'_, P::State>> {
    fn keep(
        &mut self,
        moves: &[P::Move],
        cost: P::Cost,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        monitor
            .memory()
            .ask(size_of_val(self.0) + size_of_val(moves))?;
        self.1.keep(&joined(self.0, moves)?, cost, puzzle, monitor)
    }
}

/// Moves in two parts as one list.
fn joined<M: Clone>(first: &[M], rest: &[M]) -> Result<Vec<M>, Stop> {
    let mut moves = list(first.len() + rest.len())?;
    moves.extend_from_slice(first);
    moves.extend_from_slice(rest);
    Ok(moves)
}

/// The children of a state become subtrees.
struct OneLevel<'d, 'p, P: Puzzle, K> {
    rule: Improving<'p, P, K>,
    divided: &'d mut Divided<P::State, P::Move, P::Cost>,
    /// Which start the state is below, and the moves to it.
    start: usize,
    moves: &'d [P::Move],
}

impl<P: Puzzle, K: Incumbent<P>> Rule<P> for OneLevel<'_, '_, P, K> {
    const INFORMED: bool = true;
    const IS_SHORT: bool = true;
    type Carried = Path<P::Cost>;

    fn g(&self, path: Path<P::Cost>, h: P::Cost) -> P::Cost {
        self.rule.g(path, h)
    }

    fn decide(
        &mut self,
        path: Path<P::Cost>,
        edge: &EdgeOf<'_, P>,
        change: Change<P::Cost>,
        monitor: &mut MonitorOf<'_, P>,
        budget: &mut Budget<P::Cost>,
    ) -> Result<Step<Path<P::Cost>>, Stop> {
        let step = self.rule.decide(path, edge, change, monitor, budget)?;
        let Step::Descend(path) = step else {
            return Ok(step);
        };
        // What the walk has reserved comes before, and what is left for it after.
        monitor.settle(budget);
        let moves = joined(self.moves, core::slice::from_ref(edge.mv))?;
        let subtree = Subtree {
            start: self.start,
            moves,
            parent: Some(edge.parent.clone()),
            state: edge.child.clone(),
            path: path.at_root(),
            place: Place::ROOT,
            is_done: false,
        };
        let added = self.divided.add(subtree, monitor.memory());
        monitor.settle(budget);
        added.map(|()| Step::Prune)
    }
}

mod side_by_side {
    use alloc::vec::Vec;

    use super::{Divided, joined};
    use crate::account::Stop;
    use crate::monitor::MonitorOf;
    use crate::puzzle::Puzzle;
    use crate::search::branch_and_bound::{Incumbent, Sought, walk};
    use crate::search::sync::{AtomicUsize, Mutex, MutexGuard, Ordering, open};
    use crate::search::team::Team;
    use crate::search::walk::Place;

    /// A solution: what it costs, which start it begins at, and its moves.
    type Found<P> = Option<(<P as Puzzle>::Cost, usize, Vec<<P as Puzzle>::Move>)>;

    /// What threads share: the best solution that one of them has found, and how often there was a better
    /// one.
    struct Shared<P: Puzzle> {
        found: Mutex<Found<P>>,
        changes: AtomicUsize,
    }

    impl<P: Puzzle> Shared<P> {
        fn found(&self) -> MutexGuard<'_, Found<P>> {
            open(&self.found)
        }
    }

    /// Solutions below a state, which these moves from the start lead to.
    struct Share<'s, P: Puzzle> {
        shared: &'s Shared<P>,
        seen: usize,
        start: usize,
        moves: &'s [P::Move],
    }

    impl<P: Puzzle> Incumbent<P> for Share<'_, P> {
        #[inline]
        fn news(&mut self) -> Option<P::Cost> {
            let changes = self.shared.changes.load(Ordering::Relaxed);
            if changes == self.seen {
                return None;
            }
            self.seen = changes;
            self.shared.found().as_ref().map(|(cost, ..)| *cost)
        }

        fn keep(
            &mut self,
            moves: &[P::Move],
            cost: P::Cost,
            _: &P,
            monitor: &mut MonitorOf<'_, P>,
        ) -> Result<(), Stop> {
            let bytes = size_of_val(self.moves) + size_of_val(moves);
            monitor.memory().ask(bytes)?;
            let mut found = self.shared.found();
            if found.as_ref().is_none_or(|(before, ..)| cost < *before) {
                *found = Some((cost, self.start, joined(self.moves, moves)?));
                self.shared.changes.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        }
    }

    impl<S, M, C: crate::cost::Cost> Divided<S, M, C> {
        /// Walks what is left of the subtrees, on all threads.
        pub(super) fn walk_side_by_side<P>(
            &mut self,
            sought: &mut Sought<C>,
            puzzle: &P,
            monitor: &mut MonitorOf<'_, P>,
        ) -> Result<(), Stop>
        where
            P: Puzzle<State = S, Move = M, Cost = C> + Sync,
            S: Send + Clone,
            M: Send + Clone,
        {
            let subtrees = &mut self.subtrees[self.done..];
            let left = subtrees.iter().filter(|subtree| !subtree.is_done).count();
            let Some(team) = Team::new(self.threads.min(left), 0, monitor) else {
                return Ok(());
            };
            let queue = Mutex::new(subtrees.iter_mut().filter(|subtree| !subtree.is_done));
            let shared = Shared::<P> {
                found: Mutex::new(None),
                changes: AtomicUsize::new(0),
            };
            let begun = *sought;
            let common = Mutex::new(&mut *sought);
            let end = team.work(monitor, |_, worker| {
                while !worker.crew().is_stopped() {
                    let next = open(&queue).next();
                    let Some(subtree) = next else {
                        break;
                    };
                    let mut own = begun;
                    let mut place = core::mem::replace(&mut subtree.place, Place::ROOT);
                    let end = worker.work(|monitor| {
                        let kept = Share {
                            shared: &shared,
                            seen: 0,
                            start: subtree.start,
                            moves: &subtree.moves,
                        };
                        walk(
                            subtree.root::<P>(),
                            (&mut place, &mut own),
                            kept,
                            puzzle,
                            monitor,
                        )?;
                        subtree.is_done = true;
                        Ok(())
                    });
                    subtree.place = place;
                    let mut common = open(&common);
                    common.add_cut(&own);
                    drop(common);
                    end?;
                }
                Ok(())
            });
            self.found = shared.found().take().or(self.found.take());
            end
        }
    }
}
