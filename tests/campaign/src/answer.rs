//! [`Answer`]: what is true of an instance, found without the crate: all states, and Bellman and Ford's
//! algorithm over all edges.

use std::collections::HashMap;

use num_traits::{Bounded, ToPrimitive, Zero};
use puzzle_search::Puzzle;

/// What a search from some starts has to find.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The cost of a cheapest path to a goal; none if no goal can be reached.
    pub(crate) cost: Option<u128>,
    /// The fewest moves to one.
    pub(crate) moves: Option<u64>,
    /// How many states are so many moves away.
    pub(crate) layers: Vec<u64>,
    /// Whether an edge that can be reached costs nothing.
    pub(crate) has_zero: bool,
    /// Whether a path that visits no state twice may cost more than the type can say.
    pub(crate) may_overflow: bool,
}

impl Answer {
    pub(crate) fn of<P: Puzzle>(puzzle: &P, starts: &[P::State]) -> Self {
        let (mut numbers, mut states) = (HashMap::new(), Vec::new());
        for start in starts {
            numbers.entry(start.clone()).or_insert_with(|| {
                states.push(start.clone());
                states.len() - 1
            });
        }
        let roots = states.len();
        let mut depths = vec![0_usize; roots];
        let (mut edges, mut has_zero, mut dearest) = (Vec::new(), false, 0);
        let mut at = 0;
        while at < states.len() {
            for edge in puzzle.neighbors(&states[at].clone()) {
                let to = *numbers.entry(edge.state.clone()).or_insert_with(|| {
                    states.push(edge.state.clone());
                    depths.push(depths[at] + 1);
                    states.len() - 1
                });
                has_zero |= edge.cost.is_zero();
                let cost = edge.cost.to_u128().unwrap_or(u128::MAX);
                dearest = dearest.max(cost);
                edges.push((at, to, cost));
            }
            at += 1;
        }
        let mut costs = vec![None; states.len()];
        costs[..roots].fill(Some(0));
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for &(from, to, cost) in &edges {
                let through = costs[from].map(|before: u128| before + cost);
                if through.is_some() && costs[to].is_none_or(|known| through < Some(known)) {
                    (costs[to], changes) = (through, true);
                }
            }
        }
        let goals: Vec<usize> = (0..states.len())
            .filter(|&at| puzzle.is_goal(&states[at]))
            .collect();
        let mut layers = vec![0; 1 + depths.last().copied().unwrap_or(0)];
        depths.iter().for_each(|&depth| layers[depth] += 1);
        let most: P::Cost = Bounded::max_value();
        let most = most.to_u128().unwrap_or(u128::MAX);
        Self {
            cost: goals.iter().filter_map(|&goal| costs[goal]).min(),
            moves: goals.iter().map(|&goal| depths[goal] as u64).min(),
            layers,
            has_zero,
            may_overflow: dearest.saturating_mul(2 * states.len() as u128) > most,
        }
    }
}
