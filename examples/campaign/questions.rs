//! Questions beside a shortest path, on a schedule: distances, all and the k cheapest solutions, the longest path
//! and the count of paths, each asked in pieces under changing limits.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use num_traits::cast;
use puzzle_search::{
    AStar, Cost, DepthFirst, Distances, Limits, Puzzle, Solution, Stop, Task, UniformCost, Unsolved,
};

use crate::Fault;
use crate::graph::{Graph, panic_after};
use crate::numbers::Numbers;

/// The most changes of the limits before there are none.
const MOST_CHANGES: u64 = 6;

/// Checks the questions on one graph; returns how many there were.
pub(crate) fn check<C: Cost>(numbers: &mut Numbers) -> Result<u64, Fault> {
    let graph = if numbers.one_in(3) {
        Graph::<C>::random_acyclic(14, numbers)
    } else {
        let most = numbers.of_these(&[5, 8, 40]);
        Graph::<C>::random(most, numbers)
    };
    let count = if numbers.one_in(4) {
        1 + numbers.below(3)
    } else {
        1
    };
    let states = graph.len() as u64;
    let starts: BTreeSet<u16> = (0..count).map(|_| numbers.below(states) as u16).collect();
    let question = Question {
        graph: &graph,
        starts: starts.into_iter().collect(),
        truth: Truth::new(&graph),
    };
    question
        .distances(numbers)
        .map_err(|fault| question.told("distances", &fault))?;
    question
        .all_solutions(numbers)
        .map_err(|fault| question.told("all solutions", &fault))?;
    question
        .k_cheapest(numbers)
        .map_err(|fault| question.told("k cheapest", &fault))?;
    question
        .all_paths(numbers)
        .map_err(|fault| question.told("all paths", &fault))?;
    Ok(4)
}

/// The graph as plain numbers.
struct Truth {
    /// The edges out of each state: where they lead, and their costs.
    out: Vec<Vec<(usize, u128)>>,
    is_goal: Vec<bool>,
    most: u128,
}

impl Truth {
    fn new<C: Cost>(graph: &Graph<C>) -> Self {
        let value = |cost: C| cost.to_u128().unwrap_or(u128::MAX);
        let states = 0..graph.len() as u16;
        let edges = |state: u16| {
            let edges = graph.neighbors(&state).into_iter();
            edges
                .map(|edge| (usize::from(edge.state), value(edge.cost)))
                .collect()
        };
        Self {
            out: states.clone().map(edges).collect(),
            is_goal: states.map(|state| graph.is_goal(&state)).collect(),
            most: value(C::max_value()),
        }
    }

    /// The distance of each state: Bellman and Ford.
    fn distances(&self, starts: &[u16]) -> Vec<Option<u128>> {
        let mut distances = vec![None; self.out.len()];
        for &start in starts {
            distances[usize::from(start)] = Some(0);
        }
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for from in 0..self.out.len() {
                let Some(before) = distances[from] else {
                    continue;
                };
                for &(to, cost) in &self.out[from] {
                    let through: u128 = before + cost;
                    if distances[to].is_none_or(|known| through < known) {
                        (distances[to], changes) = (Some(through), true);
                    }
                }
            }
        }
        distances
    }

    /// Whether an edge of cost zero, or a sum beyond the range, can be met.
    fn is_odd(&self, starts: &[u16]) -> bool {
        let reached = self.distances(starts);
        let mut edges = reached.iter().zip(&self.out);
        edges.any(|(distance, out)| {
            let leads_out = |&(_, cost): &(usize, u128)| {
                cost == 0 || distance.is_some_and(|distance| distance + cost > self.most / 4)
            };
            distance.is_some() && out.iter().any(leads_out)
        })
    }

    /// How many cheapest solutions there are, where each edge costs something.
    fn count_cheapest(&self, starts: &[u16]) -> (Option<u128>, u128) {
        let distances = self.distances(starts);
        let goals = (0..self.out.len()).filter(|&state| self.is_goal[state]);
        let Some(least) = goals.clone().filter_map(|goal| distances[goal]).min() else {
            return (None, 0);
        };
        let mut order: Vec<usize> = (0..self.out.len())
            .filter(|&at| distances[at].is_some())
            .collect();
        order.sort_by_key(|&at| distances[at]);
        let mut counts = vec![0_u128; self.out.len()];
        for &start in starts {
            counts[usize::from(start)] = 1;
        }
        for from in order {
            for &(to, cost) in &self.out[from] {
                if distances[from].map(|before| before + cost) == distances[to] {
                    counts[to] += counts[from];
                }
            }
        }
        let ends = goals.filter(|&goal| distances[goal] == Some(least));
        (Some(least), ends.map(|goal| counts[goal]).sum())
    }

    /// What the k cheapest walks cost.
    fn cheapest_walks(&self, starts: &[u16], k: usize) -> Vec<u128> {
        let mut open: BinaryHeap<_> = starts
            .iter()
            .map(|&start| Reverse((0, usize::from(start))))
            .collect();
        let (mut popped, mut costs) = (vec![0; self.out.len()], Vec::new());
        while let Some(Reverse((cost, state))) = open.pop() {
            if costs.len() == k {
                break;
            }
            popped[state] += 1;
            if popped[state] > k {
                continue;
            }
            if self.is_goal[state] {
                costs.push(cost);
            }
            open.extend(
                self.out[state]
                    .iter()
                    .map(|&(to, more)| Reverse((cost + more, to))),
            );
        }
        costs
    }

    /// What the k cheapest simple paths cost: all of them are walked.
    fn cheapest_paths(&self, starts: &[u16], k: usize) -> Vec<u128> {
        fn walk(
            truth: &Truth,
            at: usize,
            cost: u128,
            seen: &mut Vec<usize>,
            costs: &mut Vec<u128>,
        ) {
            if truth.is_goal[at] {
                costs.push(cost);
            }
            seen.push(at);
            for &(to, more) in &truth.out[at] {
                if !seen.contains(&to) {
                    walk(truth, to, cost + more, seen, costs);
                }
            }
            seen.pop();
        }
        let mut costs = Vec::new();
        for &start in starts {
            walk(self, start.into(), 0, &mut Vec::new(), &mut costs);
        }
        costs.sort_unstable();
        costs.truncate(k);
        costs
    }

    /// How many paths lead to a first goal, and what the dearest costs; none if a path leads back to itself.
    fn all_paths(&self, starts: &[u16]) -> Option<(u128, Option<u128>)> {
        #[derive(Clone, Copy)]
        enum Seen {
            New,
            OnPath,
            Done(u128, Option<u128>),
        }
        fn walk(truth: &Truth, at: usize, seen: &mut [Seen]) -> Option<(u128, Option<u128>)> {
            match seen[at] {
                Seen::Done(count, longest) => return Some((count, longest)),
                Seen::OnPath => return None,
                Seen::New => {}
            }
            seen[at] = Seen::OnPath;
            let (mut count, mut longest) = (0, None);
            if truth.is_goal[at] {
                (count, longest) = (1, Some(0));
            } else {
                for &(to, cost) in &truth.out[at] {
                    let (more, rest) = walk(truth, to, seen)?;
                    count += more;
                    longest = longest.max(rest.map(|rest| rest + cost));
                }
            }
            seen[at] = Seen::Done(count, longest);
            Some((count, longest))
        }
        let mut seen = vec![Seen::New; self.out.len()];
        starts
            .iter()
            .try_fold((0, None), |(count, longest), &start| {
                let (more, rest) = walk(self, start.into(), &mut seen)?;
                Some((count + more, longest.max(rest)))
            })
    }
}

/// Some questions from the same starts, which all differ.
struct Question<'a, C> {
    graph: &'a Graph<C>,
    starts: Vec<u16>,
    truth: Truth,
}

fn is(holds: bool, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(what()) }
}

/// What has stopped it, if it can be run on.
fn stop_of<T, C>(answer: &Result<T, Unsolved<C>>) -> Option<Stop> {
    answer.as_ref().err().and_then(Unsolved::stop)
}

impl<C: Cost> Question<'_, C> {
    fn told(&self, question: &str, fault: &str) -> Fault {
        format!(
            "{question} from {:?}: {fault}; {:?}",
            self.starts, self.graph
        )
    }

    /// Limits, most of which are reached.
    fn limits(&self, numbers: &mut Numbers) -> Limits<C> {
        let mut limits = Limits::new();
        match numbers.below(5) {
            0 => limits.expanded = Some(numbers.size(6)),
            1 => limits.generated = Some(numbers.size(7)),
            2 => limits.stored = Some(numbers.size(5)),
            3 => limits.bytes = Some(numbers.size(13) as usize),
            _ => limits.time = Some(std::time::Duration::ZERO),
        }
        limits
    }

    /// A limit on the cost too, in half of all cases.
    fn limits_on_cost(&self, numbers: &mut Numbers) -> Limits<C> {
        let limits = self.limits(numbers);
        if numbers.one_in(2) {
            limits.max_cost(cast(numbers.size(6)).unwrap_or_else(C::max_value))
        } else {
            limits
        }
    }

    fn distances(&self, numbers: &mut Numbers) -> Result<(), Fault> {
        let exact = self.truth.distances(&self.starts);
        let mut distances = Distances::new(self.graph, self.starts.clone());
        let value = |cost: C| cost.to_u128().unwrap_or(u128::MAX);
        for _ in 0..numbers.below(MOST_CHANGES) {
            let limits = self.limits_on_cost(numbers);
            distances.set_limits(limits.clone());
            let end = if numbers.one_in(2) {
                let steps = numbers.below(9) as usize;
                let nearest: Vec<_> = distances.nearest().take(steps).collect();
                for (state, cost) in nearest.into_iter().flatten() {
                    let is_right = exact[usize::from(state)] == Some(value(cost));
                    is(is_right, || format!("{state} is settled at {cost:?}"))?;
                }
                distances.stop().map_or(Ok(()), Err)
            } else {
                distances.run()
            };
            for (&state, cost) in distances.iter() {
                let is_right = exact[usize::from(state)] == Some(value(cost));
                is(is_right, || {
                    format!("{state} is at {cost:?} with {limits:?}, {end:?}")
                })?;
            }
        }
        distances.set_limits(Limits::new());
        let end = distances.run();
        let beyond = exact
            .iter()
            .flatten()
            .any(|&distance| distance > self.truth.most);
        match end {
            Ok(()) => {
                is(!beyond, || "a distance is beyond the range".into())?;
                for (state, distance) in (0_u16..).zip(&exact) {
                    let said = distances.get(&state).map(value);
                    is(said == *distance, || {
                        format!("{state} is at {said:?}, and at {distance:?}")
                    })?;
                }
                Ok(())
            }
            Err(Stop::CostOverflow) => is(beyond, || "no distance is beyond the range".into()),
            Err(stop) => Err(format!("stopped by {stop:?}")),
        }
    }

    /// Runs a task under changing limits, and at last without any; no answer if the graph has panicked.
    fn ask<T>(
        &self,
        task: &mut Task<'_, Graph<C>, T>,
        limits: impl Fn(&mut Numbers) -> Limits<C>,
        stop: impl Fn(&T) -> Option<Stop>,
        numbers: &mut Numbers,
    ) -> Result<Option<T>, Fault>
    where
        T: Debug,
    {
        for _ in 0..numbers.below(MOST_CHANGES) {
            let limits = limits(numbers);
            task.set_limits(limits.clone());
            if numbers.may_panic() && numbers.one_in(20) {
                panic_after(Some(numbers.size(8)));
                let ran = catch_unwind(AssertUnwindSafe(|| task.run()));
                panic_after(None);
                let Ok(answer) = ran else {
                    let again = stop(&task.run());
                    let said = is(again == Some(Stop::Panicked), || {
                        format!("{again:?} is said after a panic")
                    });
                    return said.map(|()| None);
                };
                if stop(&answer).is_none() && limits.cost.is_none() {
                    return Ok(Some(answer));
                }
                continue;
            }
            let answer = task.run();
            match stop(&answer) {
                None if limits.cost.is_some() => {}
                None => return Ok(Some(answer)),
                Some(stop) => is(has_reason(stop, &limits), || {
                    format!("no reason for {answer:?} with {limits:?}")
                })?,
            }
        }
        task.set_limits(Limits::new());
        Ok(Some(task.run()))
    }

    fn all_solutions(&self, numbers: &mut Numbers) -> Result<(), Fault> {
        let (cost, count) = self.truth.count_cheapest(&self.starts);
        if self.truth.is_odd(&self.starts) {
            return Ok(());
        }
        let mut task = if numbers.one_in(2) {
            AStar::new().all_solutions(self.graph, self.starts.clone())
        } else {
            UniformCost::new().all_solutions(self.graph, self.starts.clone())
        };
        let limits = |numbers: &mut Numbers| self.limits_on_cost(numbers);
        let Some(answer) = self.ask(&mut task, limits, stop_of, numbers)? else {
            return Ok(());
        };
        match answer {
            Ok(all) => {
                let said = (all.cost().to_u128(), all.count());
                is(said == (cost, Some(count)), || {
                    format!("{said:?} is said of {cost:?}, {count}")
                })?;
                let listed: Vec<_> = all.iter().take(200).collect();
                is(listed.len() as u128 == count.min(200), || {
                    format!("{} are listed", listed.len())
                })?;
                self.verify(&listed)
            }
            Err(end) => is(cost.is_none() && end.stop().is_none(), || {
                format!("{end:?} is said of {cost:?}")
            }),
        }
    }

    fn verify(&self, solutions: &[Solution<u32, C>]) -> Result<(), Fault> {
        for (at, solution) in solutions.iter().enumerate() {
            let start = &self.starts[solution.start()];
            solution
                .verify(self.graph, start)
                .map_err(|error| error.to_string())?;
            is(!solutions[..at].contains(solution), || {
                format!("{solution:?} is listed twice")
            })?;
        }
        Ok(())
    }

    fn k_cheapest(&self, numbers: &mut Numbers) -> Result<(), Fault> {
        if self.truth.is_odd(&self.starts) {
            return Ok(());
        }
        let k = numbers.size(5) as usize;
        let (walks, by_estimate) = (numbers.one_in(2), numbers.one_in(2));
        if !walks && self.graph.len() > 14 {
            return Ok(());
        }
        let (graph, starts) = (self.graph, self.starts.clone());
        let (exact, mut task) = match (walks, by_estimate) {
            (true, true) => (
                self.truth.cheapest_walks(&starts, k),
                AStar::new().k_cheapest_walks(graph, starts, k),
            ),
            (true, false) => (
                self.truth.cheapest_walks(&starts, k),
                UniformCost::new().k_cheapest_walks(graph, starts, k),
            ),
            (false, true) => (
                self.truth.cheapest_paths(&starts, k),
                AStar::new().k_cheapest_paths(graph, starts, k),
            ),
            (false, false) => (
                self.truth.cheapest_paths(&starts, k),
                UniformCost::new().k_cheapest_paths(graph, starts, k),
            ),
        };
        // Walks that cost more than the type can say.
        if exact
            .last()
            .is_some_and(|&dearest| dearest > self.truth.most / 4)
        {
            return Ok(());
        }
        let limits = |numbers: &mut Numbers| self.limits_on_cost(numbers);
        let Some(answer) = self.ask(&mut task, limits, stop_of, numbers)? else {
            return Ok(());
        };
        match answer {
            Ok(found) => {
                let costs: Vec<_> = found
                    .iter()
                    .filter_map(|found| found.cost().to_u128())
                    .collect();
                is(costs == exact, || format!("{costs:?} are {exact:?}"))?;
                self.verify(&found)
            }
            Err(end) if end.stop() == Some(Stop::CostOverflow) => Ok(()),
            Err(end) => is(exact.is_empty() && end.stop().is_none(), || {
                format!("{end:?} is said of {exact:?}, {k}")
            }),
        }
    }

    fn all_paths(&self, numbers: &mut Numbers) -> Result<(), Fault> {
        let exact = self.truth.all_paths(&self.starts);
        let solver = DepthFirst::new();
        let limits = |numbers: &mut Numbers| self.limits(numbers);
        if numbers.one_in(2) {
            let mut task = solver.count_paths(self.graph, self.starts.clone());
            let Some(counted) = self.ask(&mut task, limits, stop_of, numbers)? else {
                return Ok(());
            };
            let said = counted.as_ref().ok().copied().flatten();
            let is_right = match exact {
                None => stop_of(&counted) == Some(Stop::Cycle),
                // That no path leads to a goal may be said in either way.
                Some((0, _)) => {
                    said == Some(0) || counted.as_ref().is_err_and(|end| end.stop().is_none())
                }
                Some((count, _)) => said == Some(count),
            };
            return is(is_right, || format!("{counted:?} is said of {exact:?}"));
        }
        let mut task = solver.longest_path(self.graph, self.starts.clone());
        let Some(found) = self.ask(&mut task, limits, stop_of, numbers)? else {
            return Ok(());
        };
        let is_right = match exact {
            // What costs too much may be met first.
            None => matches!(stop_of(&found), Some(Stop::Cycle | Stop::CostOverflow)),
            Some((_, None)) => found.as_ref().is_err_and(|end| end.stop().is_none()),
            Some((_, Some(longest))) if longest > self.truth.most => {
                stop_of(&found) == Some(Stop::CostOverflow)
            }
            Some((_, longest)) => {
                found
                    .as_ref()
                    .is_ok_and(|path| path.cost().to_u128() == longest)
                    || stop_of(&found) == Some(Stop::CostOverflow)
            }
        };
        is(is_right, || format!("{found:?} is said of {exact:?}"))?;
        found.map_or(Ok(()), |path| self.verify(&[path]))
    }
}

/// Whether a limit has stopped it, or something that no limit decides.
fn has_reason<C>(stop: Stop, limits: &Limits<C>) -> bool {
    match stop {
        Stop::Expanded => limits.expanded.is_some(),
        Stop::Generated => limits.generated.is_some(),
        Stop::Stored => limits.stored.is_some(),
        Stop::Bytes => limits.bytes.is_some(),
        Stop::Time => limits.time.is_some(),
        Stop::Cost => limits.cost.is_some(),
        Stop::Cycle | Stop::CostOverflow => true,
        _ => false,
    }
}
