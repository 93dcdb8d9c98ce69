//! What heuristics made of heuristics state of themselves holds where products and sums exceed the cost type: random
//! graphs whose costs are bytes, against relaxation in a wider type.

use puzzle_search::heuristics::{
    BothWays, Either, Heuristic, Max, Reflected, Scaled, Sum, Symmetry,
};
use puzzle_search::puzzle::{Reversed, TwoSided};
use puzzle_search::solvers::BaeStar;
use puzzle_search::{
    AStar, Facts, Neighbor, NeighborOf, Outcome, Puzzle, Reversible, Solver, Stop,
};

use crate::support::Numbers;

/// A directed graph; the move is the index of the edge.
#[derive(Clone, Debug)]
struct Bytes {
    vertices: usize,
    edges: Vec<(usize, usize, u8)>,
    goal: usize,
}

impl Bytes {
    fn random(numbers: &mut Numbers) -> Self {
        let vertices = 2 + numbers.below(6);
        let dearest = [3, 60, 250][numbers.below(3)];
        let edge = |numbers: &mut Numbers| {
            let cost = numbers.below(dearest) as u8 + 1;
            (numbers.below(vertices), numbers.below(vertices), cost)
        };
        Self {
            vertices,
            edges: (0..numbers.below(4 * vertices))
                .map(|_| edge(numbers))
                .collect(),
            goal: numbers.below(vertices),
        }
    }

    /// The exact distance of each vertex to `goal`, where the edges cost `cost` says, by relaxation.
    fn distances(
        &self,
        goal: usize,
        cost: impl Fn(usize, (usize, usize, u8)) -> u64,
    ) -> Vec<Option<u64>> {
        let mut distances = vec![None; self.vertices];
        distances[goal] = Some(0);
        for _ in 0..self.vertices {
            for (at, &edge) in self.edges.iter().enumerate() {
                let through = distances[edge.1].map(|rest: u64| rest + cost(at, edge));
                let known = &mut distances[edge.0];
                *known = known.iter().copied().chain(through).min();
            }
        }
        distances
    }

    fn exact(&self) -> Vec<Option<u64>> {
        self.distances(self.goal, |_, (_, _, cost)| cost.into())
    }
}

impl Puzzle for Bytes {
    type State = usize;
    type Move = usize;
    type Cost = u8;

    fn neighbors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.edges.iter().enumerate();
        let out = edges.filter(move |(_, (from, ..))| from == vertex);
        out.map(|(mv, &(_, to, cost))| Neighbor::new(mv, to, cost))
    }

    fn is_goal(&self, vertex: &usize) -> bool {
        *vertex == self.goal
    }
}

impl Reversible for Bytes {
    fn goals(&self) -> impl IntoIterator<Item = usize> {
        [self.goal]
    }

    fn predecessors(&self, vertex: &usize) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges = self.edges.iter().enumerate();
        let into = edges.filter(move |(_, (_, to, _))| to == vertex);
        into.map(|(mv, &(from, _, cost))| Neighbor::new(mv, from, cost))
    }
}

impl TwoSided for Bytes {
    type Reversed = Reversed<Self>;

    fn reversed(&self, start: &usize) -> Reversed<Self> {
        Reversed::new(self.clone(), start)
    }
}

/// Estimates by vertex, and what is stated of them: a heuristic, or what one made of heuristics comes to.
#[derive(Clone, Debug)]
struct Table {
    estimates: Vec<Option<u8>>,
    facts: Facts<u8>,
    /// How it was made.
    name: String,
}

impl<P: Puzzle<State = usize, Cost = u8>> Heuristic<P> for Table {
    type Memo = usize;

    fn memo(&self, _: &P, &vertex: &usize) -> usize {
        vertex
    }

    fn estimate(&self, _: &P, vertex: usize) -> Option<u8> {
        self.estimates[vertex]
    }

    fn facts(&self, space: Facts<u8>) -> Facts<u8> {
        let mut facts = self.facts;
        facts.unit_costs = space.unit_costs;
        facts.undirected = space.undirected;
        facts.acyclic = space.acyclic;
        facts.least_cost = space.least_cost;
        facts
    }
}

/// The symmetry of every graph.
struct Same;

impl Symmetry<Bytes> for Same {
    fn image(&self, _: &Bytes, &vertex: &usize) -> usize {
        vertex
    }

    fn image_of_move(&self, _: &Bytes, &mv: &usize) -> usize {
        mv
    }
}

fn clamped(distance: u64) -> u8 {
    distance.min(255) as u8
}

impl Table {
    fn new(name: &str, estimates: impl IntoIterator<Item = Option<u8>>, facts: Facts<u8>) -> Self {
        let (estimates, name) = (estimates.into_iter().collect(), name.into());
        Self {
            estimates,
            facts,
            name,
        }
    }

    /// What the heuristic says of each vertex, and of itself.
    fn of(name: String, heuristic: impl Heuristic<Bytes>, graph: &Bytes) -> Self {
        let facts = heuristic.facts(Facts::new());
        let estimate = |vertex| heuristic.estimate(graph, heuristic.memo(graph, &vertex));
        Self {
            estimates: (0..graph.vertices).map(estimate).collect(),
            facts,
            name,
        }
    }

    /// Exact, with dead ends or with the greatest cost in their place; admissible only; inadmissible.
    fn simple(graph: &Bytes, numbers: &mut Numbers) -> Self {
        let exact = graph.exact();
        let fits = exact.iter().flatten().all(|&distance| distance <= 255);
        let consistent = Facts::new().consistent();
        let mut exact_facts = consistent;
        exact_facts.parity = fits;
        match numbers.below(4) {
            0 => {
                let estimates = exact.iter().map(|distance| distance.map(clamped));
                Self::new("exact", estimates, exact_facts)
            }
            1 => {
                let estimates = exact
                    .iter()
                    .map(|distance| Some(distance.map_or(255, clamped)));
                Self::new("finite", estimates, consistent)
            }
            2 => {
                let mut some = |distance: u64| numbers.below(distance as usize + 1) as u64;
                let estimates = exact
                    .iter()
                    .map(|&distance| distance.map(&mut some).map(clamped));
                Self::new("loose", estimates, Facts::new())
            }
            _ => {
                let mut any = || Some(numbers.below(256) as u8);
                let estimates = exact.iter().map(|_| any());
                Self::new("any", estimates, Facts::new().inadmissible())
            }
        }
    }

    /// A heuristic made of one of these or of two.
    fn combined([a, b]: [&Self; 2], graph: &Bytes, numbers: &mut Numbers) -> Self {
        let name = |name: &str| format!("{name}({}, {})", a.name, b.name);
        match numbers.below(7) {
            0 => Self::of(name("Max"), Max([a, b]), graph),
            1 => Self::of(name("Either"), Either::<_, &Self>::Left(a), graph),
            2 => Self::of(name("BothWays"), BothWays::new(a, |_: &Bytes| b), graph),
            3 => Self::of(name("Reflected"), Reflected::new(a, Same), graph),
            _ => {
                let [over, under] = [0; 2].map(|_| [1, 2, 3, 100, 101, 254, 255][numbers.below(7)]);
                let name = format!("Scaled({}, {over}, {under})", a.name);
                Self::of(name, Scaled::new(a, over, under), graph)
            }
        }
    }

    /// Two, of which each counts the cost of some edges that the other does not.
    fn additive(graph: &Bytes, numbers: &mut Numbers) -> [Self; 2] {
        let kept: Vec<_> = graph.edges.iter().map(|_| numbers.below(2)).collect();
        [0, 1].map(|part| {
            let cost = |at, (_, _, cost)| if kept[at] == part { u64::from(cost) } else { 0 };
            let distances = graph.distances(graph.goal, cost);
            let estimates = distances.into_iter().map(|distance| distance.map(clamped));
            Self::new("part", estimates, Facts::new().consistent())
        })
    }

    /// What it states is true of every vertex and every edge.
    fn check(&self, graph: &Bytes) {
        let Facts {
            admissible,
            consistent,
            parity,
            ..
        } = self.facts;
        let whole = |vertex: usize| self.estimates[vertex].map(u64::from);
        for (vertex, distance) in graph.exact().into_iter().enumerate() {
            let Some(distance) = distance else { continue };
            let estimate = whole(vertex);
            assert!(estimate.is_some(), "{self:?} {graph:?}");
            let is_less = estimate.is_none_or(|estimate| estimate <= distance);
            assert!(is_less || !admissible, "{vertex} {self:?} {graph:?}");
            let is_even = |number: u64| number.is_multiple_of(2);
            let is_alike = estimate.is_none_or(|it| is_even(it) == is_even(distance));
            assert!(is_alike || !parity, "{vertex} {self:?} {graph:?}");
        }
        for &(from, to, cost) in &graph.edges {
            if let (Some(high), Some(low)) = (whole(from), whole(to)) {
                let falls = high > low + u64::from(cost);
                assert!(!falls || !consistent, "{from} to {to} {self:?} {graph:?}");
            }
        }
        let at_goal = whole(graph.goal).unwrap_or(0);
        assert!(at_goal == 0 || !consistent, "{self:?} {graph:?}");
    }

    /// Solvers that rely on what it states find what relaxation does.
    fn solve(&self, graph: &Bytes) {
        let there = |puzzle: &Reversed<Bytes>| {
            let start = (0..graph.vertices).find(|vertex| puzzle.is_goal(vertex));
            let turned = graph.edges.iter().map(|&(from, to, cost)| (to, from, cost));
            let turned = Bytes {
                edges: turned.collect(),
                ..graph.clone()
            };
            let start = start.expect("one is the start");
            let exact = turned.distances(start, |_, (_, _, cost)| cost.into());
            let exact = exact.into_iter().map(|distance| distance.map(clamped));
            Self::new("exact", exact, Facts::new().consistent())
        };
        let two_sided = graph.clone().guided_by(BothWays::new(self.clone(), there));
        let solvers: [(&str, &dyn Solver<_>); 2] =
            [("A*", &AStar::new()), ("BAE*", &BaeStar::new())];
        for (vertex, distance) in graph.exact().into_iter().enumerate() {
            for (name, solver) in solvers {
                let report = solver.solve(&two_sided, &vertex);
                match (&report.outcome, distance) {
                    (Outcome::Solved { solution, .. }, Some(distance)) => {
                        let cost = u64::from(solution.cost());
                        assert!(report.is_optimal(), "{name} {self:?} {graph:?}");
                        assert_eq!(cost, distance, "{name} from {vertex} {self:?} {graph:?}");
                    }
                    (Outcome::Unsolvable { .. }, None) => {}
                    (Outcome::Stopped { stop, .. }, None | Some(256..)) => {
                        assert_eq!(*stop, Stop::CostOverflow, "{name} {self:?} {graph:?}");
                    }
                    _ => panic!("{name} from {vertex}: {report:?} {self:?} {graph:?}"),
                }
            }
        }
    }
}

#[test]
fn what_is_stated_holds_beyond_the_range() {
    let mut numbers = Numbers(61);
    let mut solved = 0;
    for _ in 0..1_500 {
        let graph = Bytes::random(&mut numbers);
        let simple = [(); 2].map(|()| Table::simple(&graph, &mut numbers));
        let once = [(); 2].map(|()| Table::combined(simple.each_ref(), &graph, &mut numbers));
        let twice = Table::combined(once.each_ref(), &graph, &mut numbers);
        let parts = Table::additive(&graph, &mut numbers);
        let [a, b] = parts.each_ref();
        let shrunk = Table::of("shrunk".into(), Scaled::new(a, 100, 101), &graph);
        let sums = [Sum([a, b]), Sum([&shrunk, b])].map(|sum| Table::of("Sum".into(), sum, &graph));
        let [_, sum] = sums.each_ref();
        let nested = Table::combined([sum, &twice], &graph, &mut numbers);
        let tables = simple.iter().chain(&once).chain(&parts).chain(&sums);
        for table in tables.chain([&twice, &nested]) {
            table.check(&graph);
            if table.facts.admissible {
                table.solve(&graph);
                solved += 1;
            }
        }
    }
    assert!(solved > 5_000, "{solved}");
}

#[test]
fn a_product_beyond_the_range_is_exact() {
    let edges = vec![(0, 1, 1), (1, 2, 1), (0, 2, 3), (2, 3, 100)];
    let graph = Bytes {
        vertices: 4,
        edges,
        goal: 3,
    };
    let exact = graph
        .exact()
        .into_iter()
        .map(|distance| distance.map(clamped));
    let exact = Table::new("exact", exact, Facts::new().consistent());
    Table::of("Scaled".into(), Scaled::new(&exact, 100, 101), &graph).solve(&graph);
    for (number, over, under) in (0..=255_u8)
        .flat_map(|number| [(number, 100, 101), (number, 255, 254), (number, 7, 3)])
        .chain((1..=255).flat_map(|n| [(255, n, 255), (254, 255, n), (n, n, n)]))
    {
        let table = Table::new("one", [Some(number)], Facts::new());
        let scaled = Scaled::new(table, over, under);
        let product = u32::from(number) * u32::from(over) / u32::from(under);
        let found = scaled.estimate(&graph, 0);
        assert_eq!(
            found,
            Some(product.min(255) as u8),
            "{number} {over} {under}"
        );
    }
}

/// Distances on maps are sums of many steps.
#[test]
fn grid_distances_beyond_the_range_are_consistent() {
    use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap};
    let mut numbers = Numbers(62);
    let (mut solved, mut beyond) = (0, 0);
    for round in 0..1_000 {
        let (width, height) = (1 + numbers.below(20) as u16, 1 + numbers.below(3) as u16);
        let letters = [".", "...#", "..2S"][round % 3].as_bytes();
        let mut letter = |_| char::from(letters[numbers.below(letters.len())]);
        let map = GridMap::new(width, height, &mut letter).expect("a legal map");
        let cells: Vec<Cell> = (0..height)
            .flat_map(|y| (0..width).map(move |x| Cell::new(x, y)))
            .filter(|&cell| map.letter(cell) != Some('#'))
            .collect();
        let connectivity = [
            Connectivity::Four,
            Connectivity::Eight,
            Connectivity::EightCuttingCorners,
        ][numbers.below(3)];
        let [straight, diagonal] = [0; 2].map(|_| 1 + numbers.below(28) as u8);
        let grid = Grid::with_costs(map, connectivity, straight, diagonal).expect("in range");
        if cells.is_empty() {
            continue;
        }
        let goals = [0; 2].map(|_| cells[numbers.below(cells.len())]);
        let grid = grid.with_goals(goals).expect("open cells");
        let facts = grid.facts();
        assert!(facts.admissible && facts.consistent);
        let index = |cell: &Cell| cells.iter().position(|other| other == cell).expect("open");
        let mut edges = Vec::new();
        for cell in &cells {
            let out = grid.neighbors(cell).into_iter();
            edges.extend(out.map(|edge| (index(cell), index(&edge.state), u64::from(edge.cost))));
        }
        let mut exact: Vec<_> = cells
            .iter()
            .map(|cell| grid.is_goal(cell).then_some(0))
            .collect();
        for _ in &cells {
            for &(from, to, cost) in &edges {
                let through = exact[to].map(|rest: u64| rest + cost);
                exact[from] = exact[from].into_iter().chain(through).min();
            }
        }
        let estimates: Vec<u64> = cells
            .iter()
            .map(|cell| grid.heuristic(cell).expect("no dead end").into())
            .collect();
        for &(from, to, cost) in &edges {
            assert!(estimates[from] <= estimates[to] + cost, "{grid:?}");
            assert!(facts.least_cost <= cost as u8, "{grid:?}");
        }
        for ((cell, &estimate), &exact) in cells.iter().zip(&estimates).zip(&exact) {
            assert!(exact.is_none_or(|exact| estimate <= exact), "{grid:?}");
            let is_alike = exact.is_none_or(|exact| exact > 255 || (exact - estimate) % 2 == 0);
            assert!(is_alike || !facts.parity, "{grid:?}");
            let report = AStar::new().solve(&grid, cell);
            match report.solution() {
                Some(solution) => {
                    assert_eq!(Some(u64::from(solution.cost())), exact);
                    solved += 1;
                }
                None => {
                    assert!(exact.is_none_or(|exact| exact > 255), "{grid:?}");
                    beyond += usize::from(exact.is_some());
                }
            }
        }
    }
    assert!(solved > 5_000 && beyond > 100, "{solved} {beyond}");
}
