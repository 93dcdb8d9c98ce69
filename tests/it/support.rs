//! What several tests need: solvers by name, random walks, small puzzles.

use puzzle_search::{
    AStar, Anytime, Beam, Bidirectional, BranchAndBound, BreadthFirst, Bts, Dps, Facts,
    GreedyBestFirst, IdaStar, IterativeDeepening, Neighbor, NeighborOf, Portable, Puzzle, Reversed,
    Reversible, Solvability, Solver, TwoSided, UniformCost, WeightedAStar,
};

pub(crate) type Named<P> = (&'static str, Box<dyn Solver<P>>);

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

/// The solvers that may return what is not optimal.
pub(crate) fn good_enough<P: Puzzle>() -> Vec<Named<P>> {
    vec![
        ("weighted A*", Box::new(WeightedAStar::new(1.5))),
        ("dynamic potential", Box::new(Dps::new(1.5))),
        ("greedy", Box::new(GreedyBestFirst::new())),
        ("anytime", Box::new(Anytime::new())),
        ("beam", Box::new(Beam::new(3))),
    ]
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
        Facts::new().unit_costs(self.0.facts().unit_costs)
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

    fn neighbors(&self, &vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.along(|from, to| (from == vertex).then_some(to))
    }

    fn is_goal(&self, vertex: &usize) -> bool {
        self.goals.contains(vertex)
    }

    fn heuristic(&self, &vertex: &usize) -> Option<u32> {
        self.estimates.get(vertex).copied().unwrap_or(Some(0))
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
