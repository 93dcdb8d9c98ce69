//! The search for all cheapest solutions, and the graph that they make.

use alloc::vec::Vec;

use super::along::{Along, keep_distinct};
use super::solution_graph::SolutionGraph;
use crate::cost::Cost;
use crate::monitor::{Memory, Monitor, Stop};
use crate::puzzle::Puzzle;
use crate::report::Unsolved;
use crate::search::{AStar, BestFirstRun, ByF, ByG, Judge, Next, Order, Reached, UniformCost};
use crate::solvability::{Reason, Solvability};
use crate::solver::{Run, Verdict};
use crate::storage::BitSet;
use crate::task::Task;

type Graph<P> = SolutionGraph<<P as Puzzle>::State, <P as Puzzle>::Move, <P as Puzzle>::Cost>;

/// The graph of all cheapest solutions, or why there is none.
type Answer<P> = Result<Graph<P>, Unsolved<<P as Puzzle>::Cost>>;

impl AStar {
    /// All cheapest solutions from any of these starts.
    ///
    /// A* goes on until nothing as cheap is left, then the states on cheapest paths are gathered: of an
    /// [undirected](crate::Facts::undirected) puzzle by a walk from the goals that sees few others,
    /// otherwise by one through all that was expanded. Besides what A* stores two bits for each state, and
    /// the graph.
    ///
    /// ```
    /// use puzzle_search::heuristics::Manhattan;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::{AStar, Notation, Puzzle};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
    /// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
    /// let all = AStar::new().all_solutions(&puzzle, [start]).run()?;
    /// assert_eq!((all.cost(), all.count()), (31, Some(40)));
    /// for solution in all.iter() {
    ///     assert!(solution.verify(&puzzle, &start).is_ok());
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// The task ends with [`Stop::Unsupported`] where the heuristic is not
    /// [admissible](crate::Facts::admissible) or costs are not [exact](crate::Cost::IS_EXACT):
    /// [`UniformCost::all_solutions`] asks for neither; with [`Stop::ZeroCostCycle`] where there are
    /// infinitely many.
    pub fn all_solutions<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, P, Answer<P>> {
        all(BestFirstRun::<_, _, ByF>::new(), puzzle, starts)
    }
}

impl UniformCost {
    /// All cheapest solutions from any of these starts; see [`AStar::all_solutions`].
    pub fn all_solutions<'a, P: Puzzle>(
        &self,
        puzzle: &'a P,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Task<'a, P, Answer<P>> {
        all(BestFirstRun::<_, _, ByG>::new(), puzzle, starts)
    }
}

fn all<'a, P: Puzzle, O: Order<P::Cost> + 'a>(
    mut run: BestFirstRun<P::State, P::Cost, O>,
    puzzle: &'a P,
    starts: impl IntoIterator<Item = P::State>,
) -> Task<'a, P, Answer<P>> {
    let starts: Vec<P::State> = starts.into_iter().collect();
    let mut judge = UpToGoals { puzzle, cost: None };
    let mut going_on = GoingOn::default();
    Task::new(move |monitor| {
        if going_on.is_new(&run, monitor) {
            judge.cost = None;
            Run::<P>::start(&mut run, starts.clone());
        }
        let found = find(&mut run, &mut judge, &starts, monitor);
        going_on.answer(found, monitor)
    })
}

/// Whether a task that is run again goes on where it was stopped.
#[derive(Default)]
pub(super) struct GoingOn<C> {
    can: bool,
    /// The limit on the cost that it was held to.
    max_cost: Option<C>,
}

impl<C: Cost> GoingOn<C> {
    /// Whether it begins anew; then so does the account.
    pub(super) fn is_new<P: Puzzle<Cost = C>>(
        &self,
        run: &impl Run<P>,
        monitor: &mut Monitor<'_, P>,
    ) -> bool {
        let has_missed = run.has_cut() && self.max_cost != monitor.limits().cost;
        let is_new = !self.can || has_missed;
        if is_new {
            monitor.begin();
        }
        is_new
    }

    /// What the task returns.
    pub(super) fn answer<P: Puzzle<Cost = C>, T>(
        &mut self,
        found: Result<Result<T, Unsolved<C>>, Stop>,
        monitor: &Monitor<'_, P>,
    ) -> Result<T, Unsolved<C>> {
        self.can = found.as_ref().err().is_some_and(|stop| stop.can_go_on());
        self.max_cost = monitor.limits().cost;
        found.unwrap_or_else(|stop| Err(Unsolved::gave_up(stop, monitor.lower_bound())))
    }
}

/// Ends when nothing as cheap as a goal is left; goals are not expanded.
struct UpToGoals<'a, P: Puzzle> {
    puzzle: &'a P,
    /// What a cheapest solution costs.
    cost: Option<P::Cost>,
}

impl<P: Puzzle> Judge<P::State, P::Cost> for UpToGoals<'_, P> {
    fn ends_before(&mut self, bound: P::Cost) -> bool {
        self.cost.is_some_and(|cost| bound > cost)
    }

    fn judge(&mut self, _: u32, reached: &Reached<P::State, P::Cost>) -> Next {
        if !self.puzzle.is_goal(&reached.state) {
            return Next::Expand;
        }
        self.cost = self.cost.into_iter().chain([reached.g]).min();
        Next::Leave
    }
}

fn find<P: Puzzle, O: Order<P::Cost>>(
    run: &mut BestFirstRun<P::State, P::Cost, O>,
    judge: &mut UpToGoals<'_, P>,
    starts: &[P::State],
    monitor: &mut Monitor<'_, P>,
) -> Result<Answer<P>, Stop> {
    let puzzle = judge.puzzle;
    if let Some(reason) = check::<P, O>(puzzle, starts)? {
        return Ok(Err(Unsolved::no(reason)));
    }
    run.search(puzzle, monitor, judge)?;
    let Some(cost) = judge.cost else {
        return none(run, monitor).map(Err);
    };
    let memory = monitor.memory();
    let held = memory.held();
    let graph = Gathering::new(puzzle, run, cost, memory);
    let graph = graph.and_then(|gathering| gathering.gather(starts, memory));
    // What is handed out is not held any more, and the rest is given up.
    memory.release(memory.held() - held);
    graph.map(Ok)
}

/// Why a search that has come to its end found no solution.
pub(super) fn none<P: Puzzle, O: Order<P::Cost>>(
    run: &BestFirstRun<P::State, P::Cost, O>,
    monitor: &mut Monitor<'_, P>,
) -> Result<Unsolved<P::Cost>, Stop> {
    match run.fails(monitor)? {
        Verdict::Unsolvable(reason) => Ok(Unsolved::no(reason)),
        _ => Err(Stop::Unsupported),
    }
}

/// What a search for more than one solution needs; why there is none, if that is known beforehand.
pub(super) fn check<P: Puzzle, O: Order<P::Cost>>(
    puzzle: &P,
    starts: &[P::State],
) -> Result<Option<Reason>, Stop> {
    if O::INFORMED && !(puzzle.facts().admissible && P::Cost::IS_EXACT) {
        return Err(Stop::Unsupported);
    }
    if !starts.iter().all(|start| puzzle.is_state(start)) {
        return Err(Stop::NotAState);
    }
    let mut why = None;
    for start in starts {
        match puzzle.solvability(start) {
            Solvability::Unsolvable(reason) => why = Some(reason),
            _ => return Ok(None),
        }
    }
    Ok(why)
}

/// The states on cheapest paths, while they are gathered.
struct Gathering<'a, P: Puzzle, O> {
    puzzle: &'a P,
    run: &'a BestFirstRun<P::State, P::Cost, O>,
    cost: P::Cost,
    /// States from which a goal can be reached at that cost, if that is known beforehand.
    leading: Option<BitSet>,
    graph: Graph<P>,
}

/// A state on the path that is walked, and its edges that may belong to a solution.
struct Frame<M, C> {
    node: u32,
    edges: Vec<Along<M, C>>,
    /// How many of them are done.
    done: usize,
    /// A path of cost zero leads from it back to it.
    is_in_cycle: bool,
}

/// What is known of a stored state.
const ON_PATH: u32 = u32::MAX;
const NOWHERE: u32 = u32::MAX - 1;
const UNSEEN: u32 = u32::MAX - 2;

impl<'a, P: Puzzle, O: Order<P::Cost>> Gathering<'a, P, O> {
    fn new(
        puzzle: &'a P,
        run: &'a BestFirstRun<P::State, P::Cost, O>,
        cost: P::Cost,
        memory: &mut Memory,
    ) -> Result<Self, Stop> {
        let mut gathering = Self {
            puzzle,
            run,
            cost,
            leading: None,
            graph: SolutionGraph {
                cost,
                states: Vec::new(),
                ends: Vec::new(),
                edges: Vec::new(),
                starts: Vec::new(),
            },
        };
        if puzzle.facts().undirected {
            gathering.leading = Some(gathering.walk_back(memory)?);
        }
        Ok(gathering)
    }

    /// Whether a state was left as a goal at the cost of a solution.
    fn is_end(&self, node: u32) -> bool {
        let reached = self.run.nodes().get(node);
        reached.g == self.cost && self.puzzle.is_goal(&reached.state)
    }

    /// The edges along which a state's children were reached at least cost, in neighbor order.
    fn edges(&self, node: u32) -> impl Iterator<Item = Along<P::Move, P::Cost>> {
        let nodes = self.run.nodes();
        let reached = nodes.get(node);
        let edges = self.puzzle.neighbors(&reached.state).into_iter();
        (0..).zip(edges).filter_map(|(nth, edge)| {
            let (mv, cost) = (edge.mv, edge.cost);
            let g = reached.g.checked_add(&cost)?;
            let to = nodes.find(nodes.hash(&edge.state), &edge.state)?;
            (nodes.get(to).g == g).then_some(Along { mv, to, cost, nth })
        })
    }

    /// The states from which a goal can be reached at least cost, of an undirected puzzle.
    fn walk_back(&self, memory: &mut Memory) -> Result<BitSet, Stop> {
        let nodes = self.run.nodes();
        let mut leading = BitSet::default();
        leading.make_room(nodes.len(), memory)?;
        let mut waiting: Vec<u32> = Vec::new();
        for node in (0..nodes.len() as u32).filter(|&node| self.is_end(node)) {
            leading.insert(node as usize);
            memory.push(&mut waiting, node)?;
        }
        while let Some(node) = waiting.pop() {
            for edge in self.puzzle.neighbors(&nodes.get(node).state) {
                let before = nodes.find(nodes.hash(&edge.state), &edge.state);
                let before = before.filter(|&before| {
                    self.run.is_closed(before)
                        && !leading.has(before as usize)
                        && self.edges(before).any(|edge| edge.to == node)
                });
                if let Some(before) = before {
                    leading.insert(before as usize);
                    memory.push(&mut waiting, before)?;
                }
            }
        }
        memory.release_list(&waiting);
        Ok(leading)
    }

    fn gather(mut self, starts: &[P::State], memory: &mut Memory) -> Result<Graph<P>, Stop> {
        let nodes = self.run.nodes();
        // The index of each state in the graph, once that is known.
        let mut places = memory.list(nodes.len(), UNSEEN)?;
        for (at, start) in starts.iter().enumerate() {
            let root = nodes.find(nodes.hash(start), start);
            let Some(root) = root else { continue };
            let is_first = starts[..at].iter().all(|other| other != start);
            if is_first && places[root as usize] == UNSEEN {
                self.walk(root, &mut places, memory)?;
            }
            let place = places[root as usize];
            if is_first && place < UNSEEN {
                memory.push(&mut self.graph.starts, (at, place))?;
            }
        }
        Ok(self.graph)
    }

    /// Walks along edges of cheapest paths, depth first, and adds the states that lead to a goal to the
    /// graph: those after a state come before it.
    fn walk(&mut self, root: u32, places: &mut [u32], memory: &mut Memory) -> Result<(), Stop> {
        let mut path = Vec::new();
        let entered = self.enter(root, places, memory)?;
        memory.push(&mut path, entered)?;
        while let Some(frame) = path.last_mut() {
            let Some(&Along { to: child, .. }) = frame.edges.get(frame.done) else {
                let Some(frame) = path.pop() else { break };
                self.leave(frame, places, memory)?;
                continue;
            };
            frame.done += 1;
            match places[child as usize] {
                UNSEEN => {
                    let entered = self.enter(child, places, memory)?;
                    memory.push(&mut path, entered)?;
                }
                ON_PATH => {
                    // Back where it was, at no cost.
                    let met = path.iter_mut().find(|frame| frame.node == child);
                    met.into_iter().for_each(|frame| frame.is_in_cycle = true);
                }
                _ => {}
            }
        }
        memory.release_list(&path);
        Ok(())
    }

    fn enter(
        &self,
        node: u32,
        places: &mut [u32],
        memory: &mut Memory,
    ) -> Result<Frame<P::Move, P::Cost>, Stop> {
        places[node as usize] = ON_PATH;
        let mut edges = Vec::new();
        if self.run.is_closed(node) {
            for edge in self.edges(node) {
                let leads = self.leading.as_ref();
                if leads.is_none_or(|leading| leading.has(edge.to as usize)) {
                    memory.push(&mut edges, edge)?;
                }
            }
            keep_distinct(&mut edges);
        }
        Ok(Frame {
            node,
            edges,
            done: 0,
            is_in_cycle: false,
        })
    }

    fn leave(
        &mut self,
        frame: Frame<P::Move, P::Cost>,
        places: &mut [u32],
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        let before = self.graph.edges.len();
        memory.release_list(&frame.edges);
        for Along { mv, to, .. } in frame.edges {
            let place = places[to as usize];
            if place < UNSEEN {
                memory.push(&mut self.graph.edges, (mv, place))?;
            }
        }
        let leads = self.graph.edges.len() > before || self.is_end(frame.node);
        if !leads {
            places[frame.node as usize] = NOWHERE;
            return Ok(());
        }
        if frame.is_in_cycle {
            return Err(Stop::ZeroCostCycle);
        }
        places[frame.node as usize] = self.graph.states.len() as u32;
        let state = self.run.nodes().get(frame.node).state.clone();
        memory.push(&mut self.graph.states, state)?;
        let end = u32::try_from(self.graph.edges.len()).map_err(|_| Stop::TooManyStates)?;
        memory.push(&mut self.graph.ends, end)
    }
}
