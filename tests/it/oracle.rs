//! The oracle: searches so simple that they are unlikely to be wrong.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use puzzle_search::Puzzle;

/// How many moves every state that can be reached is away from `start`.
pub(crate) fn depths<P: Puzzle>(puzzle: &P, start: &P::State) -> HashMap<P::State, usize> {
    let mut depths = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(state) = queue.pop_front() {
        let depth = depths[&state] + 1;
        for neighbor in puzzle.neighbors(&state) {
            if !depths.contains_key(&neighbor.state) {
                depths.insert(neighbor.state.clone(), depth);
                queue.push_back(neighbor.state);
            }
        }
    }
    depths
}

/// The fewest moves to a goal: the first that a search by breadth comes to.
pub(crate) fn fewest_moves<P: Puzzle>(puzzle: &P, start: &P::State) -> Option<usize> {
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start.clone(), 0)]);
    while let Some((state, depth)) = queue.pop_front() {
        if puzzle.is_goal(&state) {
            return Some(depth);
        }
        for neighbor in puzzle.neighbors(&state) {
            if seen.insert(neighbor.state.clone()) {
                queue.push_back((neighbor.state, depth + 1));
            }
        }
    }
    None
}

/// The cost of a cheapest path to a goal, by relaxing edges until nothing changes.
pub(crate) fn least_cost<P: Puzzle<Cost = u32>>(puzzle: &P, start: &P::State) -> Option<u64> {
    let mut costs = HashMap::from([(start.clone(), 0_u64)]);
    let mut open = BTreeMap::from([((0, 0), start.clone())]);
    let mut serial = 0;
    while let Some(((cost, _), state)) = open.pop_first() {
        if costs[&state] < cost {
            continue;
        }
        for neighbor in puzzle.neighbors(&state) {
            let sum = cost + u64::from(neighbor.cost);
            if costs.get(&neighbor.state).is_none_or(|&known| sum < known) {
                costs.insert(neighbor.state.clone(), sum);
                serial += 1;
                open.insert((sum, serial), neighbor.state);
            }
        }
    }
    let goals = costs.iter().filter(|(state, _)| puzzle.is_goal(state));
    goals.map(|(_, &cost)| cost).min()
}
