//! [`Anytime`] search.
//!
//! This is rectangle search: open lists by depth, and one more state of each depth in every round. All children of a
//! level belong to the next one, so that they are looked up together. The lower bound is the least open f, which rises
//! as the upper levels empty. If the search is led by guesses, they order the levels, and the kinds of states that they
//! distinguish take turns at each level. `MEASURED.md` compares this with repaired, restarted and beam searches.

mod round;
mod saved;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::Hash;
use core::marker::PhantomData;
use core::num::NonZero;

use super::batch::{self, Batch, Child, ChildKey, NodePath};
use super::best_first::show;
use super::guess::{Guess, Guesses};
use super::path;
use super::settle::{Path, Priority, Receive, settle};
use super::store_then_deepen::{Leaf, StoreThenDeepen, StoringRun};
use crate::account::{Quota, Stop};
use crate::cost::Cost;
use crate::monitor::{Monitor, MonitorOf};
use crate::puzzle::Puzzle;
use crate::report::Guarantee;
use crate::solution::Solution;
use crate::solver::{Loader, Run, Saver, Solver, Verdict, VerdictOf};
use crate::storage::{Arena, BitSet, Entry, Node, NodeTable, RoundRobin, Waiting};
use round::Round;

/// Rectangle search, an anytime search: finds a first solution soon, then better ones, and in the end a cheapest one.
///
/// The search has a list of open states for each depth, and works in rounds. Round n expands one more state at each
/// depth that earlier rounds have reached, and then n states at the next depth. The expanded states form a rectangle,
/// which grows deeper and wider with every round.
///
/// At each depth, the state with the least h (the estimate of the remaining cost) is expanded first. If the search is
/// [led by guesses](Self::led_by), which are estimates that may be too high, the order is by guess instead. If guesses
/// divide states into [kinds](Guess::kind), each round expands one more state of each kind at each depth, and goes many
/// depths deeper instead of one.
///
/// * **Finds** solutions, each cheaper than the solution before. The [observer](crate::observe::Observer::incumbent) is
///   shown every solution. A stopped search returns the last solution ([`Report::best`](crate::Report::best)) and the
///   proved lower bound (see [`Report::factor`](crate::Report::factor)).
/// * **Needs** an admissible heuristic. Edges may cost zero as long as memory suffices. Once memory has run out, an
///   edge of cost zero may end the search, for example with [`Stop::Bytes`].
/// * **Guarantee**: complete; optimal if the search is not stopped. The lower bound is updated only at the end of some
///   rounds.
/// * **Time** and **memory**: to prove its last solution optimal, the search expands and stores all states that
///   [`AStar`](crate::AStar) expands and stores, and more. If memory runs out before that, the search continues
///   depth-first from the open states, like [`IdaStar`](crate::IdaStar).
/// * **Unsolvable** starts are proved unsolvable if memory suffices to store every state that can be reached.
/// * **Prefer** [`BranchAndBound`](crate::solvers::BranchAndBound) if there is memory for only a few states, and
///   [`WeightedAStar`](crate::solvers::WeightedAStar) if any solution within a given factor of the optimum will do.
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::solvers::Anytime;
/// use puzzle_search::{Limits, Notation, Puzzle, Solver};
///
/// let goal: Vec<u8> = (0..16).collect();
/// let puzzle = SlidingTiles::new(4, 4)?.with_goal(&goal)?.guided_by(Manhattan);
/// let start = puzzle.parse("14 13 15 7  11 12 9 5  6 0 2 1  4 8 10 3")?;
/// let mut search = Anytime::new().search(&puzzle, &start).limits(Limits::new().max_expanded(20_000));
/// let report = search.run();
/// let best = report.best().expect("it is found soon");
/// assert!(best.verify(&puzzle, &start).is_ok() && best.cost() < 100); // the optimum is 57
/// assert!(report.factor() < Some(2.5));
/// // Continue the search: the limit counts the states of both runs together.
/// search.set_limits(Limits::new().max_expanded(100_000));
/// assert!(search.run().best().is_some_and(|better| better.cost() <= best.cost()));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [**Paper**](crate::guide::references): S. Lemons, W. Ruml, R. C. Holte, C. Linares López, "Rectangle search: an
/// anytime beam search", AAAI 2024.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Anytime<G = ()> {
    guesses: G,
}

impl Anytime {
    /// Creates the solver.
    #[must_use]
    pub const fn new() -> Self {
        Self { guesses: () }
    }

    /// Returns the solver that is led by these [guesses](Guesses).
    ///
    /// ```
    /// use puzzle_search::heuristics::{Manhattan, TileGuess};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::solvers::Anytime;
    /// use puzzle_search::{Limits, Notation, Puzzle, Solver};
    ///
    /// let tiles = SlidingTiles::<[u8; 64]>::packed(6, 6)?;
    /// let solver = Anytime::new().led_by(TileGuess::new(&tiles));
    /// let puzzle = tiles.guided_by(Manhattan);
    /// let start = puzzle.parse(
    ///     "20 27 18 2 14 10  8 23 1 30 17 5  15 29 13 35 26 22  3 9 31 4 12 6  21 16 19 34 28 7  25 11 33 24 0 32",
    /// )?;
    /// let report = solver.search(&puzzle, &start).limits(Limits::new().max_generated(100_000)).run();
    /// assert!(report.best().is_some());
    /// assert!(report.lower_bound >= puzzle.heuristic(&start));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn led_by<G>(self, guesses: G) -> Anytime<G> {
        Anytime { guesses }
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost> + Clone + Send> Solver<P> for Anytime<G> {
    fn begin<'r>(&self) -> Box<dyn Run<P> + Send + 'r>
    where
        Self: 'r,
        P: 'r,
    {
        Box::new(StoreThenDeepen::<_, P::Move, P::Cost>::after(AnytimeRun {
            guesses: self.guesses.clone(),
            starts: Vec::new(),
            roots: 0,
            nodes: NodeTable::new(),
            closed: BitSet::default(),
            levels: Arena::new(),
            waiting: Waiting::new(),
            lowest: 0,
            round: Round::FIRST,
            kinds: 1,
            taken: None,
            batch: Batch::new(),
            below: 0,
            is_due: false,
            expanded: 0,
            next_bound: 0,
            cut: false,
        }))
    }
}

/// A state with the cheapest known path to it; a root is its own parent.
#[derive(Clone, Debug)]
struct LevelNode<S, C> {
    state: S,
    parent: u32,
    /// One more than the level in which the state is open; `None` if it is not open.
    open_in: Option<NonZero<u32>>,
    g: C,
}

impl<S: Clone + Eq + Hash, C> Node for LevelNode<S, C> {
    type State = S;
    type Cost = ();
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
    #[inline]
    fn parent(&self) -> u32 {
        self.parent
    }
    fn cost(&self) {}
}

/// Returns the mark of a state that is open in a level.
const fn mark(level: usize) -> Option<NonZero<u32>> {
    NonZero::new((level as u32).saturating_add(1))
}

/// The state of an anytime search.
#[derive(Debug)]
pub(super) struct AnytimeRun<S: Clone + Eq + Hash, C, G> {
    guesses: G,
    starts: Vec<S>,
    /// The number of starts that are stored.
    roots: usize,
    nodes: NodeTable<LevelNode<S, C>>,
    /// The expanded states.
    closed: BitSet,
    /// Open lists by depth, each ordered by guess, then h. An entry is stale if its state is not open in this level.
    levels: Arena<RoundRobin<C>>,
    /// Entries of states just stored, not yet in their level.
    waiting: Waiting<C>,
    /// No level above this one has an entry.
    lowest: usize,
    round: Round,
    /// The number of kinds of states seen so far.
    kinds: usize,
    /// A state that was taken out and is yet to be expanded.
    taken: Option<u32>,
    /// Children not yet looked up, and their level.
    batch: Batch<S, C>,
    below: usize,
    /// Whether the batch is to be looked up before anything else.
    is_due: bool,
    expanded: u64,
    /// The number of expansions after which the bound is computed again.
    next_bound: u64,
    /// Whether a path was pruned by the limit on the cost, or by the range of costs.
    cut: bool,
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost>> Run<P> for AnytimeRun<P::State, P::Cost, G> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.nodes.clear();
        self.closed.clear();
        self.levels.iter_mut().for_each(RoundRobin::clear);
        self.waiting.clear();
        self.batch.truncate(0);
        (self.roots, self.below, self.taken) = (0, 0, None);
        self.is_due = false;
        (self.lowest, self.kinds) = (0, 1);
        (self.round, self.expanded, self.next_bound) = (Round::FIRST, 0, 0);
        self.cut = false;
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let max_cost = monitor.max_cost();
        self.store_starts(puzzle, monitor)?;
        loop {
            let (best, bound) = (monitor.best().map(Solution::cost), monitor.lower_bound());
            if best.is_some() && bound >= best {
                break;
            }
            if max_cost.is_some() && bound > max_cost {
                return Err(monitor.stop_at_cost_limit());
            }
            if self.is_due {
                self.look_up(puzzle, monitor)?;
                self.is_due = false;
                // The batch is empty, so no child has a key that depends on how states are found.
                self.nodes.switch_to_addresses(puzzle, monitor.memory());
            }
            let taken = self.taken.or_else(|| self.take(best, max_cost));
            self.taken = taken;
            if let Some(node) = taken {
                self.visit(node, puzzle, monitor)?;
            }
            // The children of one level belong to the next: they may be looked up together.
            let together = batch::children(self.nodes.len());
            self.is_due = self.batch.len() >= if taken.is_some() { together } else { 1 };
            if self.is_due || taken.is_some() {
                continue;
            }
            // The round is over.
            let is_last = !self.round.any && self.round.level >= self.levels.len();
            if is_last && best.is_none() {
                return self.fails(monitor);
            }
            if is_last {
                break;
            }
            self.round = self.round.next(self.kinds, self.lowest);
            self.raise_bound(monitor)?;
        }
        // No open state leads to a cheaper solution.
        let best = monitor.best().map(Solution::cost);
        if max_cost.is_some() && best > max_cost {
            // The limit was lowered after the solution was found.
            return Err(monitor.stop_at_cost_limit());
        }
        Ok(Verdict::Incumbent(Guarantee::Optimal))
    }

    fn has_cut(&self) -> bool {
        self.cut
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        self.write(to);
    }

    fn load(&mut self, puzzle: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        self.read(puzzle, from)
    }
}

impl<P: Puzzle, G: Guesses<P::State, P::Cost>> StoringRun<P> for AnytimeRun<P::State, P::Cost, G> {
    const NAME: &'static str = "IDA* after rectangles";

    fn starts(&self) -> Option<&[P::State]> {
        Some(&self.starts)
    }

    fn count(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, index: u32) -> (&P::State, u32) {
        let node = self.nodes.get(index);
        (&node.state, node.parent)
    }

    fn has_all_roots(&self) -> bool {
        self.roots == self.starts.len()
    }

    fn frontier(&self, puzzle: &P, from: usize) -> impl Iterator<Item = Option<Leaf<P::Cost>>> {
        let all = (0..self.nodes.len() as u32).rev();
        let open = all.filter(|&node| self.nodes.get(node).open_in.is_some());
        let waiting = self.batch.parents();
        let waiting = waiting.filter(|&node| self.nodes.get(node).open_in.is_none());
        open.chain(waiting).skip(from).map(|node| {
            let &LevelNode { ref state, g, .. } = self.nodes.get(node);
            let f = g.checked_add(&puzzle.heuristic(state)?)?;
            Some(Leaf { node, g, f })
        })
    }

    fn fails(&self, monitor: &mut MonitorOf<'_, P>) -> Result<VerdictOf<P>, Stop> {
        self.fails(monitor)
    }
}

impl<S: Clone + Eq + Hash, C: Cost, G: Guesses<S, C>> AnytimeRun<S, C, G> {
    /// Stores the starts, in the first level.
    fn store_starts<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.roots == self.starts.len() {
            return Ok(());
        }
        let estimates = self.starts.iter();
        if let Some(least) = estimates.filter_map(|start| puzzle.heuristic(start)).min() {
            monitor.raise_lower_bound(least)?;
        }
        if self.nodes.len() == 0 {
            self.nodes.begin(puzzle);
        }
        while let Some(state) = self.starts.get(self.roots) {
            let key = self.nodes.key(puzzle, state);
            if self.batch.len() == 0 && self.nodes.find(puzzle, key, state).is_none() {
                let root = Child {
                    key,
                    state: state.clone(),
                    parent: self.nodes.len() as u32,
                    g: C::zero(),
                };
                self.batch.push(root, monitor.memory())?;
            }
            self.look_up(puzzle, monitor)?;
            self.roots += 1;
        }
        Ok(())
    }

    /// Takes the next state of this round out of its level; `None` if the round is over, or if the next level depends
    /// on children not yet looked up.
    fn take(&mut self, best: Option<C>, max_cost: Option<C>) -> Option<u32> {
        let round = &mut self.round;
        while let Some(level) = self.levels.find_mut(round.level as u32) {
            if round.is_over() {
                break;
            }
            let wants_more = round.wants_more();
            let next = if wants_more { level.pop() } else { None };
            let Some(Entry { tie: h, node, .. }) = next else {
                if self.batch.len() > 0 {
                    break;
                }
                if wants_more && round.level == self.lowest {
                    self.lowest += 1;
                }
                round.next_level();
                continue;
            };
            let placed = self.nodes.get(node);
            let f = placed.g.checked_add(&h);
            if placed.open_in != mark(round.level) || f.is_none() || best.is_some() && f >= best {
                continue;
            }
            if max_cost.is_some() && f > max_cost {
                // The limit was lowered after the state was stored.
                self.cut = true;
                continue;
            }
            round.take();
            return Some(node);
        }
        None
    }

    /// Expands a state that was taken out, or shows the solution if it is a goal.
    fn visit<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        node: u32,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let mut improved = Ok(());
        let &LevelNode { ref state, g, .. } = self.nodes.get(node);
        if puzzle.is_goal(state) {
            let states = path::from_root(self.nodes.arena(), node, monitor)?;
            improved = path::improve(puzzle, &self.starts, &states, monitor);
            if !matches!(improved, Ok(()) | Err(Stop::Observer)) {
                return improved;
            }
        } else {
            self.closed.make_room(node as usize, monitor.memory())?;
            let nodes = &self.nodes;
            let parent = nodes.get(node).parent;
            let path = NodePath {
                node,
                name: node,
                before: Some(parent),
                g,
            };
            self.cut |= self.batch.expand(
                puzzle,
                nodes,
                path,
                |state, _| ChildKey::later(nodes.key(puzzle, state)),
                monitor,
                |_, monitor| show(puzzle, |s| puzzle.heuristic(s), state, g, monitor),
            )?;
            if self.closed.insert(node as usize) {
                monitor.reopen(1);
            }
            self.below = self.round.level + 1;
            self.expanded += 1;
        }
        self.nodes.get_mut(node).open_in = None;
        self.taken = None;
        improved
    }

    /// Stores the children of the batch, or cheaper paths to states already stored.
    fn look_up<P: Puzzle<State = S, Cost = C>>(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        if self.batch.len() > 0 {
            if self.below == self.levels.len() {
                self.levels.push(RoundRobin::new(), monitor.memory())?;
            }
            self.lowest = self.lowest.min(self.below);
        }
        let mut receiver = LevelReceiver {
            guesses: &self.guesses,
            level: self.below,
            best: monitor.best().map(Solution::cost),
            waiting: &mut self.waiting,
            cut: &mut self.cut,
            state: PhantomData,
        };
        let (nodes, batch) = (&mut self.nodes, &mut self.batch);
        settle(puzzle, nodes, batch, &mut receiver, 0, monitor)?;
        let Some(level) = self.levels.find_mut(self.below as u32) else {
            return Ok(());
        };
        let placed = level.place(&mut self.waiting, monitor.memory());
        self.kinds = self.kinds.max(level.kinds());
        placed
    }

    /// Raises the bound to the least open f, whenever the number of expansions has grown by half: looking through all
    /// open states takes time.
    fn raise_bound<M>(&mut self, monitor: &mut Monitor<'_, S, M, C>) -> Result<(), Stop> {
        if self.expanded < self.next_bound {
            return Ok(());
        }
        self.next_bound = self.expanded + self.expanded / 2;
        let mut least = monitor.best().map(Solution::cost);
        for (level, entries) in self.levels.iter().enumerate() {
            for entry in entries.iter() {
                let placed = self.nodes.get(entry.node);
                let f = placed.g.checked_add(&entry.tie);
                if let Some(f) = f.filter(|_| placed.open_in == mark(level)) {
                    least = Some(least.map_or(f, |least: C| least.min(f)));
                }
            }
        }
        match least {
            Some(least) => monitor.raise_lower_bound(least),
            None => Ok(()),
        }
    }

    /// Returns why there is no solution.
    fn fails<M>(&self, monitor: &mut Monitor<'_, S, M, C>) -> Result<Verdict<S, M, C>, Stop> {
        if self.cut {
            return Err(path::stop_after_cut(monitor));
        }
        Ok(path::none(self.nodes.len()))
    }
}

/// Receives the children of a level, which wait for their place in the next.
struct LevelReceiver<'a, S, C, G> {
    guesses: &'a G,
    level: usize,
    best: Option<C>,
    waiting: &'a mut Waiting<C>,
    cut: &'a mut bool,
    state: PhantomData<S>,
}

impl<P, G> Receive<P> for LevelReceiver<'_, P::State, P::Cost, G>
where
    P: Puzzle,
    G: Guesses<P::State, P::Cost>,
{
    type Node = LevelNode<P::State, P::Cost>;
    type Estimate = P::Cost;
    type Order = Priority<Guess<P::Cost>, P::Cost>;

    fn make_room(&mut self, children: usize, memory: &Quota) -> Result<(), Stop> {
        self.waiting.make_room(children, memory)
    }

    #[inline]
    fn estimate(&self, puzzle: &P, state: &P::State) -> Option<(P::Cost, P::Cost)> {
        puzzle.heuristic(state).map(|h| (h, h))
    }

    #[inline]
    fn below(&self) -> Option<P::Cost> {
        self.best
    }

    #[inline]
    fn order(&self, _: &P, state: &P::State, _: P::Cost, h: P::Cost) -> Option<Self::Order> {
        let key = self.guesses.guess(state).unwrap_or(Guess::new(h));
        Some(Priority { key, tie: h })
    }

    fn cut(&mut self) {
        *self.cut = true;
    }

    #[inline]
    fn cost(&self, nodes: &NodeTable<Self::Node>, node: u32) -> Option<P::Cost> {
        Some(nodes.get(node).g)
    }

    #[inline]
    fn node(&mut self, state: P::State, Path { parent, g, .. }: Path<P::Cost>) -> Self::Node {
        LevelNode {
            state,
            parent,
            open_in: mark(self.level),
            g,
        }
    }

    #[inline]
    fn improve(
        &mut self,
        nodes: &mut NodeTable<Self::Node>,
        node: u32,
        Path { parent, g, .. }: Path<P::Cost>,
        _: Self::Order,
        _: &mut MonitorOf<'_, P>,
    ) -> bool {
        let placed = nodes.get_mut(node);
        (placed.g, placed.parent, placed.open_in) = (g, parent, mark(self.level));
        true
    }

    #[inline]
    fn open(&mut self, node: u32, _: P::Cost, order: Self::Order, _: &Quota) -> Result<(), Stop> {
        Receive::<P>::wait(self, node, order);
        Ok(())
    }

    #[inline]
    fn wait(&mut self, node: u32, Priority { key: guess, tie }: Self::Order) {
        let key = guess.value;
        self.waiting
            .push_within(guess.kind, Entry { key, tie, node });
    }
}
