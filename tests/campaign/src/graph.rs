//! [`Graph`]: random graphs with everything that a puzzle may have.

use std::sync::atomic::{AtomicU64, Ordering};

use num_traits::cast;
use puzzle_search::puzzle::{Portable, Reversed, TwoSided};
use puzzle_search::{Cost, Facts, Neighbor, NeighborOf, Puzzle, Ranked, Reversible, Solvability};

use crate::numbers::Numbers;

/// What a graph says when it panics as it was told to.
pub(crate) const PLANNED: &str = "a panic that is planned";

/// After how many questions a graph panics; never, if that is 0.
static FUSE: AtomicU64 = AtomicU64::new(0);

/// Lets the graphs panic when they have been asked this often, or never.
pub(crate) fn panic_after(questions: Option<u64>) {
    FUSE.store(
        questions.map_or(0, |questions| questions + 1),
        Ordering::Relaxed,
    );
}

fn burn() {
    if FUSE.load(Ordering::Relaxed) > 0 && FUSE.fetch_sub(1, Ordering::Relaxed) == 1 {
        std::panic::panic_any(PLANNED);
    }
}

/// An edge, from one state to another; its index is the move.
#[derive(Clone, Copy, Debug)]
struct Edge<C> {
    from: u16,
    to: u16,
    cost: C,
}

/// A graph of numbered states.
#[derive(Clone, Debug)]
pub(crate) struct Graph<C> {
    edges: Vec<Edge<C>>,
    /// The edges out of each state, and into it.
    out: Vec<Vec<u32>>,
    into: Vec<Vec<u32>>,
    goals: Vec<u16>,
    estimates: Vec<Option<C>>,
    undirected: bool,
    unit: bool,
    consistent: bool,
}

impl<C: Cost> Graph<C> {
    /// With parallel edges, loops, edges of cost zero and very dear ones, states that lead nowhere, up to
    /// three goals, and estimates that are admissible, consistent or not.
    pub(crate) fn random(most: u16, numbers: &mut Numbers) -> Self {
        let undirected = numbers.one_in(3);
        Self::with(most, undirected, |from, to| (from, to), numbers)
    }

    /// The same, but no path leads back to one of its own states.
    pub(crate) fn random_acyclic(most: u16, numbers: &mut Numbers) -> Self {
        Self::with(
            most,
            false,
            |from, to| (from.min(to), from.max(to) + u16::from(from == to)),
            numbers,
        )
    }

    fn with(
        most: u16,
        undirected: bool,
        direct: impl Fn(u16, u16) -> (u16, u16),
        numbers: &mut Numbers,
    ) -> Self {
        let states = 1 + numbers.below(most.into()) as u16;
        let unit = numbers.one_in(3);
        let dearest = C::max_value().to_u64().unwrap_or(u64::MAX);
        let dearest = numbers.of_these(&[1, 2, 9, 200, dearest / 64, dearest / 2]);
        let (least, some_zero) = (u64::from(!numbers.one_in(4)), numbers.one_in(8));
        let cost = |numbers: &mut Numbers| {
            let cost = match (unit, some_zero && numbers.one_in(10)) {
                (true, _) => 1,
                (_, true) => 0,
                _ => least.max(numbers.below(dearest.max(1)) + least),
            };
            cast(cost).unwrap_or_else(C::max_value)
        };
        let count = u64::from(states) * numbers.below(5) + numbers.below(4);
        let mut edges = Vec::new();
        for _ in 0..count {
            let (from, to) = (numbers.below(states.into()), numbers.below(states.into()));
            let (from, to) = direct(from as u16, to as u16);
            if to >= states {
                continue;
            }
            let cost = cost(numbers);
            edges.push(Edge { from, to, cost });
            if undirected {
                edges.push(Edge {
                    from: to,
                    to: from,
                    cost,
                });
            }
        }
        let goals = (0..numbers.below(4)).map(|_| numbers.below(states.into()) as u16);
        let mut goals: Vec<u16> = goals.collect();
        goals.sort_unstable();
        goals.dedup();
        let mut graph = Self {
            out: vec![Vec::new(); states.into()],
            into: vec![Vec::new(); states.into()],
            estimates: vec![Some(C::zero()); states.into()],
            edges,
            goals,
            undirected,
            unit,
            consistent: false,
        };
        for (index, edge) in graph.edges.iter().enumerate() {
            graph.out[usize::from(edge.from)].push(index as u32);
            graph.into[usize::from(edge.to)].push(index as u32);
        }
        graph.draw_estimates(numbers);
        graph.consistent = graph.is_consistent() && numbers.one_in(2);
        graph
    }

    /// How many states there are.
    pub(crate) const fn len(&self) -> usize {
        self.out.len()
    }

    /// Makes the estimates any share of the exact costs: all the same share, which is consistent, or each
    /// another; and dead ends known or not.
    fn draw_estimates(&mut self, numbers: &mut Numbers) {
        let mut exact: Vec<Option<u128>> = vec![None; self.out.len()];
        for &goal in &self.goals {
            exact[usize::from(goal)] = Some(0);
        }
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for edge in &self.edges {
                let beyond = exact[usize::from(edge.to)];
                let through = beyond.map(|rest| rest + edge.cost.to_u128().unwrap_or(0));
                let known = &mut exact[usize::from(edge.from)];
                if through.is_some() && known.is_none_or(|known| through < Some(known)) {
                    (*known, changes) = (through, true);
                }
            }
        }
        let (kind, share) = (numbers.below(4), u128::from(numbers.below(5)));
        for (estimate, exact) in self.estimates.iter_mut().zip(exact) {
            let guess = |exact: u128, share: u128| {
                let guess = exact / 4 * share + exact % 4 * share / 4;
                Some(cast(guess).unwrap_or_else(C::max_value))
            };
            *estimate = match (kind, exact) {
                (0, _) => Some(C::zero()),
                (1, Some(exact)) => guess(exact, share.min(4)),
                (_, Some(exact)) => guess(exact, numbers.below(5).into()),
                (_, None) if numbers.one_in(2) => None,
                (_, None) => Some(C::zero()),
            };
        }
    }

    /// Whether no estimate falls by more than an edge costs.
    fn is_consistent(&self) -> bool {
        let estimate = |state: u16| self.estimates[usize::from(state)];
        self.edges.iter().all(|edge| {
            let ends = estimate(edge.from).zip(estimate(edge.to));
            let bound = |to: C| to.checked_add(&edge.cost);
            ends.is_none_or(|(from, to)| bound(to).is_none_or(|bound| from <= bound))
        })
    }

    fn along<'a>(&'a self, edges: &'a [u32]) -> impl Iterator<Item = (u32, Edge<C>)> + 'a {
        edges
            .iter()
            .map(|&index| (index, self.edges[index as usize]))
    }
}

impl<C: Cost> Puzzle for Graph<C> {
    type State = u16;
    type Move = u32;
    type Cost = C;

    const HAS_ADDRESSES: bool = true;

    fn neighbors(&self, &state: &u16) -> impl IntoIterator<Item = NeighborOf<Self>> {
        burn();
        let edges = self.along(&self.out[usize::from(state)]);
        edges.map(|(mv, edge)| Neighbor::new(mv, edge.to, edge.cost))
    }

    fn is_goal(&self, state: &u16) -> bool {
        burn();
        self.goals.contains(state)
    }

    fn heuristic(&self, &state: &u16) -> Option<C> {
        burn();
        self.estimates[usize::from(state)]
    }

    fn facts(&self) -> Facts<C> {
        let mut facts = Facts::new();
        if self.unit {
            facts = facts.unit_costs();
        }
        facts.undirected = self.undirected;
        facts.consistent = self.consistent;
        facts
    }

    /// Of some graphs.
    fn addresses(&self) -> usize {
        if self.edges.len() % 3 == 1 {
            self.out.len()
        } else {
            0
        }
    }

    fn address(&self, &state: &u16) -> usize {
        self.out.len() - 1 - usize::from(state)
    }

    fn solvability(&self, _: &u16) -> Solvability {
        Solvability::Unknown
    }
}

impl<C: Cost> Reversible for Graph<C> {
    fn goals(&self) -> impl IntoIterator<Item = u16> {
        self.goals.iter().copied()
    }

    fn predecessors(&self, &state: &u16) -> impl IntoIterator<Item = NeighborOf<Self>> {
        burn();
        let edges = self.along(&self.into[usize::from(state)]);
        edges.map(|(mv, edge)| Neighbor::new(mv, edge.from, edge.cost))
    }
}

impl<C: Cost> TwoSided for Graph<C> {
    type Reversed = Reversed<Self>;

    fn reversed(&self, start: &u16) -> Reversed<Self> {
        Reversed::new(self.clone(), start)
    }
}

impl<C: Cost> Ranked for Graph<C> {
    fn state_count(&self) -> Option<u128> {
        Some(self.out.len() as u128)
    }

    fn rank(&self, &state: &u16) -> Option<u128> {
        Some(state.into())
    }

    fn unrank(&self, rank: u128) -> Option<u16> {
        let state = u16::try_from(rank).ok()?;
        (usize::from(state) < self.out.len()).then_some(state)
    }
}

impl<C: Cost> Portable for Graph<C> {
    fn state_bytes(&self) -> usize {
        2
    }

    fn write_state(&self, state: &u16, bytes: &mut [u8]) {
        bytes.copy_from_slice(&state.to_le_bytes());
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u16> {
        let state = u16::from_le_bytes(bytes.try_into().ok()?);
        (usize::from(state) < self.out.len()).then_some(state)
    }
}
