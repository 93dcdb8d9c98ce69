//! What several tests need: solvers by name, random walks, small puzzles.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use puzzle_search::heuristics::Zero;
use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Style};
use puzzle_search::puzzle::traversal::{Bound, End, ResumePoint, Root};
use puzzle_search::puzzle::{Portable, Reversed, TwoSided};
use puzzle_search::puzzles::{Arrangement, Definition, PermutationPuzzle, Ring, SlidingTiles};
use puzzle_search::solver::{BoxedRun, MonitorOf, Run, Verdict, VerdictOf};
use puzzle_search::solvers::{BranchAndBound, Bts, Guess, IterativeDeepening};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Facts, IdaStar, Neighbor, NeighborOf, Puzzle, Reversible,
    Solvability, Solver, Stop, UniformCost,
};

pub(crate) type Named<P> = (&'static str, Box<dyn Solver<P>>);

/// The Magic Squares with this target.
pub(crate) fn magic_squares_to(target: &[u8]) -> PermutationPuzzle {
    let puzzle = PermutationPuzzle::new(&Definition::magic_squares());
    let puzzle = puzzle.and_then(|puzzle| puzzle.with_goal(target));
    puzzle.expect("a legal target")
}

/// The tiles of the Magic Squares in order.
pub(crate) fn sheet_in_order() -> Arrangement {
    magic_squares_to(&[1, 2, 3, 4, 5, 6, 7, 8]).goal()
}

pub(crate) fn top_spin_of(pieces: usize, width: usize, ring: Ring) -> PermutationPuzzle {
    let definition = Definition::top_spin(pieces, width, ring);
    let puzzle = definition.and_then(|definition| PermutationPuzzle::new(&definition));
    puzzle.expect("few pieces")
}

/// The solvers that store states: they end on every finite space.
pub(crate) fn storing<P: Reversible>() -> Vec<Named<P>> {
    vec![
        ("breadth-first", Box::new(BreadthFirst::new())),
        ("bidirectional", Box::new(Bidirectional::new())),
        ("A*", Box::new(AStar::new())),
        ("uniform cost", Box::new(UniformCost::new())),
    ]
}

/// The depth-first solvers that use the heuristic.
pub(crate) fn informed_depth_first<P: Puzzle>() -> Vec<Named<P>> {
    vec![
        ("IDA*", Box::new(IdaStar::new())),
        ("BTS", Box::new(Bts::new())),
        ("branch and bound", Box::new(BranchAndBound::new())),
    ]
}

pub(crate) fn iterative_deepening<P: Puzzle>() -> Named<P> {
    ("iterative deepening", Box::new(IterativeDeepening::new()))
}

/// Every solver that proves what it finds optimal.
pub(crate) fn every_solver<P: Reversible>() -> Vec<Named<P>> {
    let mut solvers = storing();
    solvers.extend(informed_depth_first());
    solvers.push(iterative_deepening());
    solvers
}

/// A sequence of pseudo-random numbers that is the same everywhere.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn bits(&mut self) -> u64 {
        (self.below(1 << 31) as u64) << 33
            ^ (self.below(1 << 31) as u64) << 16
            ^ self.below(1 << 31) as u64
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }

    pub(crate) fn shuffled(&mut self, items: impl Iterator<Item = u8>) -> Vec<u8> {
        let mut items: Vec<u8> = items.collect();
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
        items
    }
}

/// Where a random walk of so many steps backward from a goal ends: it can reach that goal.
pub(crate) fn walk_back<P: Reversible>(
    puzzle: &P,
    steps: usize,
    numbers: &mut Numbers,
) -> P::State {
    let mut state = puzzle.goals().into_iter().next().expect("there is a goal");
    for _ in 0..steps {
        let before: Vec<_> = puzzle.predecessors(&state).into_iter().collect();
        if !before.is_empty() {
            state = before[numbers.below(before.len())].state.clone();
        }
    }
    state
}

/// A puzzle without its goal, its heuristic and its knowledge of what can be solved: solvers have
/// to see every state.
pub(crate) struct Goalless<P>(pub(crate) P);

impl<P: Puzzle> Puzzle for Goalless<P> {
    type State = P::State;
    type Move = P::Move;
    type Cost = P::Cost;

    fn neighbors(&self, state: &P::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.0.neighbors(state).into_iter();
        edges.map(|n| Neighbor::new(n.mv, n.state, n.cost))
    }

    fn is_goal(&self, _: &P::State) -> bool {
        false
    }

    fn facts(&self) -> Facts<P::Cost> {
        if self.0.facts().unit_costs {
            Facts::new().unit_costs()
        } else {
            Facts::new()
        }
    }
}

impl<P: Reversible> Reversible for Goalless<P> {
    fn goals(&self) -> impl IntoIterator<Item = P::State> {
        []
    }

    fn predecessors(&self, state: &P::State) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.0.predecessors(state).into_iter();
        edges.map(|n| Neighbor::new(n.mv, n.state, n.cost))
    }
}

/// A directed graph with costs on its edges and any estimates on its vertices.
#[derive(Clone, Debug)]
pub(crate) struct Digraph {
    /// From, to, cost; the move is the index of the edge.
    pub(crate) edges: Vec<(usize, usize, u32)>,
    pub(crate) goals: Vec<usize>,
    pub(crate) estimates: Vec<Option<u32>>,
}

impl Digraph {
    fn along(&self, take: impl Fn(usize, usize) -> Option<usize>) -> Vec<NeighborOf<Self>> {
        let edges = self.edges.iter().enumerate();
        let taken = edges.filter_map(|(mv, &(from, to, cost))| {
            take(from, to).map(|state| Neighbor::new(mv, state, cost))
        });
        taken.collect()
    }
}

impl Puzzle for Digraph {
    type State = usize;
    type Move = usize;
    type Cost = u32;

    const HAS_ADDRESSES: bool = true;

    fn neighbors(&self, &vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.along(|from, to| (from == vertex).then_some(to))
    }

    fn is_goal(&self, vertex: &usize) -> bool {
        self.goals.contains(vertex)
    }

    fn heuristic(&self, &vertex: &usize) -> Option<u32> {
        self.estimates.get(vertex).copied().unwrap_or(Some(0))
    }

    /// Of every third graph.
    fn addresses(&self) -> usize {
        if self.edges.len() % 3 == 1 { 4096 } else { 0 }
    }

    fn address(&self, &vertex: &usize) -> usize {
        assert!(vertex < 4096, "more vertices than addresses");
        4095 - vertex
    }

    fn solvability(&self, _: &usize) -> Solvability {
        Solvability::Unknown
    }
}

impl Reversible for Digraph {
    fn goals(&self) -> impl IntoIterator<Item = usize> {
        self.goals.iter().copied()
    }

    fn predecessors(&self, &vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.along(|from, to| (to == vertex).then_some(from))
    }
}

impl TwoSided for Digraph {
    type Reversed = Reversed<Self>;

    fn reversed(&self, start: &usize) -> Reversed<Self> {
        Reversed::new(self.clone(), start)
    }
}

impl Portable for Digraph {
    fn state_bytes(&self) -> usize {
        1
    }
    fn write_state(&self, vertex: &usize, bytes: &mut [u8]) {
        bytes[0] = *vertex as u8;
    }
    fn read_state(&self, bytes: &[u8]) -> Option<usize> {
        let vertex = usize::from(bytes[0]);
        (vertex < self.estimates.len()).then_some(vertex)
    }
}

/// A guess of a vertex that misleads, of several kinds.
pub(crate) const fn misleading(&vertex: &usize) -> Guess<u32> {
    Guess {
        value: (vertex * 7 % 11) as u32,
        kind: (vertex % 3) as u8,
    }
}

/// A graph of up to 40 vertices: parallel edges, loops, dead ends, unreachable goals, edges of cost
/// zero, admissible estimates that need not be consistent.
pub(crate) fn random_graph(numbers: &mut Numbers) -> Digraph {
    let vertices = 1 + numbers.below(40);
    let degree = 1 + numbers.below(4);
    let dearest = [1, 3, 20, 1_000][numbers.below(4)];
    let cheapest = u32::from(numbers.below(4) > 0);
    let mut edges = vec![];
    for from in 0..vertices {
        for _ in 0..numbers.below(degree + 2) {
            let cost = numbers.below(dearest) as u32 + cheapest;
            edges.push((from, numbers.below(vertices), cost));
        }
    }
    let mut goals: Vec<usize> = (0..numbers.below(3))
        .map(|_| numbers.below(vertices))
        .collect();
    goals.sort_unstable();
    goals.dedup();
    let mut exact = vec![None; vertices];
    for &goal in &goals {
        exact[goal] = Some(0);
    }
    for _ in 0..vertices {
        for &(from, to, cost) in &edges {
            let through = exact[to].map(|rest: u32| rest + cost);
            exact[from] = [exact[from], through].into_iter().flatten().min();
        }
    }
    let estimates = exact.into_iter().map(|exact| match exact {
        Some(exact) => Some(numbers.below(exact as usize + 1) as u32),
        None => (numbers.below(2) == 0).then_some(5),
    });
    Digraph {
        estimates: estimates.collect(),
        edges,
        goals,
    }
}

/// A puzzle whose states and moves are numbers, in the order in which they are met. Whatever the puzzle is,
/// this is one type: a solver is compiled once for all.
pub(crate) struct Numbered<'p>(Box<dyn Space + 'p>);

/// Move, state and cost of an edge.
type Edge = NeighborOf<Numbered<'static>>;

trait Space {
    fn edges(&self, from: u32) -> Vec<Edge>;
    fn edges_back(&self, to: u32) -> Vec<Edge>;
    fn goals(&self) -> Vec<u32>;
    fn is_goal(&self, state: u32) -> bool;
    fn estimate(&self, state: u32) -> Option<u32>;
    fn facts(&self) -> Facts<u32>;
    fn solvability(&self, state: u32) -> Solvability;
}

/// What was met of a puzzle.
struct Met<'p, P: Puzzle> {
    puzzle: &'p P,
    states: RefCell<Vec<P::State>>,
    numbers: RefCell<HashMap<P::State, u32>>,
    moves: RefCell<Vec<P::Move>>,
}

impl<P: Puzzle<Cost = u32>> Met<'_, P> {
    fn number(&self, state: P::State) -> u32 {
        let mut numbers = self.numbers.borrow_mut();
        let next = numbers.len() as u32;
        *numbers.entry(state).or_insert_with_key(|state| {
            self.states.borrow_mut().push(state.clone());
            next
        })
    }

    fn state(&self, number: u32) -> P::State {
        self.states.borrow()[number as usize].clone()
    }

    fn edge(&self, edge: NeighborOf<P>) -> Edge {
        let mut moves = self.moves.borrow_mut();
        let known = moves.iter().position(|mv| *mv == edge.mv);
        let mv = known.unwrap_or_else(|| {
            moves.push(edge.mv);
            moves.len() - 1
        });
        Neighbor::new(mv, self.number(edge.state), edge.cost)
    }
}

impl<P: Reversible<Cost = u32>> Space for Met<'_, P> {
    fn edges(&self, from: u32) -> Vec<Edge> {
        let from = self.state(from);
        let edges = self.puzzle.neighbors(&from).into_iter();
        edges.map(|edge| self.edge(edge)).collect()
    }

    fn edges_back(&self, to: u32) -> Vec<Edge> {
        let to = self.state(to);
        let edges = self.puzzle.predecessors(&to).into_iter();
        edges.map(|edge| self.edge(edge)).collect()
    }

    fn goals(&self) -> Vec<u32> {
        let goals = self.puzzle.goals().into_iter();
        goals.map(|goal| self.number(goal)).collect()
    }

    fn is_goal(&self, state: u32) -> bool {
        self.puzzle.is_goal(&self.state(state))
    }

    fn estimate(&self, state: u32) -> Option<u32> {
        self.puzzle.heuristic(&self.state(state))
    }

    fn facts(&self) -> Facts<u32> {
        self.puzzle.facts()
    }

    fn solvability(&self, state: u32) -> Solvability {
        self.puzzle.solvability(&self.state(state))
    }
}

impl<'p> Numbered<'p> {
    /// The puzzle with this start, whose number is zero.
    pub(crate) fn from<P: Reversible<Cost = u32>>(puzzle: &'p P, start: &P::State) -> Self {
        let met = Met {
            puzzle,
            states: RefCell::default(),
            numbers: RefCell::default(),
            moves: RefCell::default(),
        };
        met.number(start.clone());
        Self(Box::new(met))
    }
}

impl Puzzle for Numbered<'_> {
    type State = u32;
    type Move = usize;
    type Cost = u32;

    fn neighbors(&self, &from: &u32) -> impl IntoIterator<Item = Edge> {
        self.0.edges(from)
    }

    fn is_goal(&self, &state: &u32) -> bool {
        self.0.is_goal(state)
    }

    fn heuristic(&self, &state: &u32) -> Option<u32> {
        self.0.estimate(state)
    }

    fn facts(&self) -> Facts<u32> {
        self.0.facts()
    }

    fn solvability(&self, &state: &u32) -> Solvability {
        self.0.solvability(state)
    }
}

impl Reversible for Numbered<'_> {
    fn goals(&self) -> impl IntoIterator<Item = u32> {
        self.0.goals()
    }

    fn predecessors(&self, &to: &u32) -> impl IntoIterator<Item = Edge> {
        self.0.edges_back(to)
    }
}

/// A puzzle of numbers by closures: move, state and cost of each edge. Whatever they are, this is one type.
pub(crate) struct Closures<'c> {
    edges: Box<EdgesOf<'c>>,
    is_goal: Box<dyn Fn(u32) -> bool + 'c>,
    estimate: Box<dyn Fn(u32) -> Option<u32> + 'c>,
    facts: Facts<u32>,
}

type EdgesOf<'c> = dyn Fn(u32) -> Vec<(u32, u32, u32)> + 'c;

impl<'c> Closures<'c> {
    pub(crate) fn new<I: IntoIterator<Item = (u32, u32, u32)>>(
        edges: impl Fn(u32) -> I + 'c,
        is_goal: impl Fn(u32) -> bool + 'c,
    ) -> Self {
        Self {
            edges: Box::new(move |from| edges(from).into_iter().collect()),
            is_goal: Box::new(is_goal),
            estimate: Box::new(|_| Some(0)),
            facts: Facts::new(),
        }
    }

    pub(crate) fn with_heuristic(mut self, estimate: impl Fn(u32) -> Option<u32> + 'c) -> Self {
        self.estimate = Box::new(estimate);
        self
    }

    pub(crate) fn with_facts(mut self, facts: Facts<u32>) -> Self {
        self.facts = facts;
        self
    }
}

impl Puzzle for Closures<'_> {
    type State = u32;
    type Move = u32;
    type Cost = u32;

    fn neighbors(&self, &from: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = (self.edges)(from).into_iter();
        edges.map(|(mv, to, cost)| Neighbor::new(mv, to, cost))
    }

    fn is_goal(&self, &state: &u32) -> bool {
        (self.is_goal)(state)
    }

    fn heuristic(&self, &state: &u32) -> Option<u32> {
        (self.estimate)(state)
    }

    fn facts(&self) -> Facts<u32> {
        self.facts
    }
}

/// A path that no other test uses, removed at the end.
pub(crate) struct Temporary(pub(crate) PathBuf);

impl Temporary {
    pub(crate) fn new(name: &str) -> Self {
        let unique = format!("puzzle-search-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(unique))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A board of this size, with this goal if one is given.
pub(crate) fn tiles(rows: usize, columns: usize, goal: Option<&[u8]>) -> SlidingTiles {
    let puzzle = SlidingTiles::new(rows, columns).expect("a legal size");
    match goal {
        Some(goal) => puzzle.with_goal(goal).expect("a legal goal"),
        None => puzzle,
    }
}

/// Every way to keep distances of tile patterns.
pub(crate) const STYLES: [Style; 4] = [
    Style {
        blank: Blank::Minimized,
        entries: Entries::Bytes,
    },
    Style {
        blank: Blank::Minimized,
        entries: Entries::HalvedNibbles,
    },
    Style {
        blank: Blank::RegionKept,
        entries: Entries::Bytes,
    },
    Style {
        blank: Blank::RegionKept,
        entries: Entries::HalvedNibbles,
    },
];

/// Slides the tiles of a square board as the letters say, 0 being the blank.
pub(crate) fn replay(start: &[u8], letters: &str) -> Vec<u8> {
    let side = start.len().isqrt();
    let mut board = start.to_vec();
    for letter in letters.chars() {
        let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
        let (row, column) = (blank / side, blank % side);
        let to = match letter.to_ascii_uppercase() {
            'U' if row > 0 => blank - side,
            'D' if row + 1 < side => blank + side,
            'L' if column > 0 => blank - 1,
            'R' if column + 1 < side => blank + 1,
            _ => panic!("{letter} of {letters} leaves the board {board:?}"),
        };
        board.swap(blank, to);
    }
    board
}

/// Where a table is saved while it is built.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".unfinished");
    name.into()
}

/// Walks all within a bound, past every goal, from its start or a state below that; finds nothing.
#[derive(Clone)]
pub(crate) struct WalkWithin<P: Puzzle> {
    bound: u32,
    above: Option<(P::State, Vec<P::Move>, u32)>,
}

impl<P: Puzzle<Cost = u32>> WalkWithin<P> {
    pub(crate) const fn new(bound: u32) -> Self {
        Self { bound, above: None }
    }

    /// The start was reached from this state, by these moves, which cost so much.
    pub(crate) fn reached_from(self, before: P::State, path: Vec<P::Move>, g: u32) -> Self {
        let above = Some((before, path, g));
        Self { above, ..self }
    }
}

pub(crate) struct WalkWithinRun<P: Puzzle> {
    walk: WalkWithin<P>,
    start: Option<P::State>,
    place: ResumePoint<u32>,
}

impl<P: Puzzle<Cost = u32>> Solver<P> for WalkWithin<P> {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(WalkWithinRun {
            walk: Self {
                bound: self.bound,
                above: self.above.clone(),
            },
            start: None,
            place: ResumePoint::default(),
        })
    }
}

impl<P: Puzzle<Cost = u32>> Run<P> for WalkWithinRun<P> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        self.start = starts.into_iter().next();
        self.place = ResumePoint::default();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let start = self.start.as_ref().expect("one start");
        let root = Root::new(start);
        let root = match &self.walk.above {
            Some((before, path, g)) => root.reached_from(before, path, *g),
            None => root,
        };
        loop {
            let bound = Bound::AtMost(self.walk.bound);
            let mut iteration = monitor.iteration(root, bound, &mut self.place);
            let flow = puzzle.deepen_by(&Zero, &mut iteration);
            match iteration.finish(flow) {
                End::Goal { .. } => self.place.pass(),
                End::Exhausted(_) => return Ok(Verdict::exhausted()),
                End::Stopped(stop) => return Err(stop),
            }
        }
    }
}
