//! Questions beside a shortest path, on a schedule: distances, all and the k cheapest solutions, the longest path
//! and the count of paths, each asked in pieces under changing limits.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use num_traits::cast;
use puzzle_search::answers::{Distances, Query, SolutionGraph};
use puzzle_search::solvers::DepthFirst;
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Cost, Limits, Puzzle, Solution, Stop, Unsolved,
};

use crate::Fault;
use crate::claims::Held;
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
    fn limits(&self, numbers: &mut Numbers) -> Limits {
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

    /// Limits on cost and moves too, in some cases.
    fn limits_on_cost(&self, numbers: &mut Numbers) -> Held<C> {
        let (mut limits, mut max_cost) = (self.limits(numbers), None);
        if numbers.one_in(2) {
            max_cost = cast(numbers.size(6));
        }
        if numbers.one_in(6) {
            limits.moves = Some(numbers.size(5));
        }
        Held { limits, max_cost }
    }

    fn distances(&self, numbers: &mut Numbers) -> Result<(), Fault> {
        let exact = self.truth.distances(&self.starts);
        let mut distances = Distances::new(self.graph, self.starts.clone());
        let value = |cost: C| cost.to_u128().unwrap_or(u128::MAX);
        for _ in 0..numbers.below(MOST_CHANGES) {
            let held = self.limits_on_cost(numbers);
            distances.set_limits(held.limits.clone());
            distances.set_max_cost(held.max_cost);
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
                    format!("{state} is at {cost:?} with {held:?}, {end:?}")
                })?;
            }
        }
        distances.set_limits(Limits::new());
        distances.set_max_cost(None);
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

    /// Runs a query under changing limits, and at last without any, and checks what it says each time.
    fn ask<T>(
        &self,
        query: &mut Query<'_, Graph<C>, T>,
        hold: impl Fn(&mut Numbers) -> Held<C>,
        check: impl Fn(&Result<T, Unsolved<C>>, &Held<C>) -> Result<(), Fault>,
        numbers: &mut Numbers,
    ) -> Result<(), Fault>
    where
        T: Debug,
    {
        let checked = |answer: &Result<T, _>, held: &Held<C>| {
            check(answer, held)
                .map_err(|fault| format!("{fault}: {answer:?} is said with {held:?}"))
        };
        for _ in 0..numbers.below(MOST_CHANGES) {
            let held = hold(numbers);
            query.set_limits(held.limits.clone());
            query.set_max_cost(held.max_cost);
            if !(numbers.may_panic() && numbers.one_in(20)) {
                checked(&query.run(), &held)?;
                continue;
            }
            panic_after(Some(numbers.size(8)));
            let ran = catch_unwind(AssertUnwindSafe(|| query.run()));
            panic_after(None);
            let Ok(answer) = ran else {
                let again = stop_of(&query.run());
                return is(again == Some(Stop::Panicked), || {
                    format!("{again:?} is said after a panic")
                });
            };
            checked(&answer, &held)?;
        }
        query.set_limits(Limits::new());
        query.set_max_cost(None);
        checked(&query.run(), &Held::to(Limits::new()))
    }

    /// Checks a query that was stopped, or has found nothing, where a cheapest solution costs this.
    fn no_answer(
        &self,
        end: &Unsolved<C>,
        cost: Option<u128>,
        held: &Held<C>,
    ) -> Result<(), Fault> {
        let Held { limits, max_cost } = held;
        let value = |cost: &C| cost.to_u128().unwrap_or(u128::MAX);
        let bound = end.lower_bound().map(value);
        is(cost.is_none() || bound <= cost, || {
            format!("{bound:?} is no bound of {cost:?}")
        })?;
        let is_within =
            |most: Option<u128>| most.is_none_or(|most| cost.is_some_and(|cost| cost <= most));
        let unit = self.graph.facts().unit_costs;
        let most = max_cost.as_ref().map(value);
        let moves = limits.moves.filter(|_| unit).map(u128::from);
        let is_right = match end.stop() {
            None => cost.is_none(),
            Some(Stop::Cost | Stop::Moves) => !(is_within(most) && is_within(moves)),
            Some(Stop::UnsupportedLimit) => limits.moves.is_some() && !unit,
            Some(stop) => has_reason(stop, limits),
        };
        is(is_right, || {
            format!("no reason where the cheapest costs {cost:?}")
        })
    }

    fn all_solutions(&self, numbers: &mut Numbers) -> Result<(), Fault> {
        let (cost, count) = self.truth.count_cheapest(&self.starts);
        if self.truth.is_odd(&self.starts) {
            return Ok(());
        }
        let (graph, starts) = (self.graph, self.starts.clone());
        let by = numbers.below(if graph.facts().unit_costs { 3 } else { 1 });
        let mut query = match by {
            0 => AStar::new().all_solutions(graph, starts),
            1 => BreadthFirst::new().all_solutions(graph, starts),
            _ => Bidirectional::new().all_solutions(graph, starts),
        };
        let hold = |numbers: &mut Numbers| self.limits_on_cost(numbers);
        let check = |answer: &Result<SolutionGraph<u16, u32, C>, _>, held: &Held<C>| {
            let all = match answer {
                Ok(all) => all,
                Err(end) => return self.no_answer(end, cost, held),
            };
            let said = (all.cost().to_u128(), all.count());
            is(said == (cost, Some(count)), || {
                format!("{said:?} is not {cost:?}, {count}")
            })?;
            // A start that is a goal is found whatever the limits are.
            let is_within = held.max_cost.is_none_or(|most| all.cost() <= most);
            is(is_within || cost == Some(0), || {
                "dearer than the limit".into()
            })?;
            let listed: Vec<_> = all.iter().take(200).collect();
            is(listed.len() as u128 == count.min(200), || {
                format!("{} are listed", listed.len())
            })?;
            self.verify(&listed)
        };
        self.ask(&mut query, hold, check, numbers)
    }

    fn verify(&self, solutions: &[Solution<u32, C>]) -> Result<(), Fault> {
        for (at, solution) in solutions.iter().enumerate() {
            let start = &self.starts[solution.start_index()];
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
        let walks = numbers.one_in(2);
        if !walks && self.graph.len() > 14 {
            return Ok(());
        }
        let (graph, starts) = (self.graph, self.starts.clone());
        let (exact, mut query) = match walks {
            true => (
                self.truth.cheapest_walks(&starts, k),
                AStar::new().k_cheapest_walks(graph, starts.clone(), k),
            ),
            false => (
                self.truth.cheapest_paths(&starts, k),
                AStar::new().k_cheapest_paths(graph, starts.clone(), k),
            ),
        };
        // Walks that cost more than the type can say.
        if exact
            .last()
            .is_some_and(|&dearest| dearest > self.truth.most / 4)
        {
            return Ok(());
        }
        let hold = |numbers: &mut Numbers| self.limits_on_cost(numbers);
        let check = |answer: &Result<Vec<Solution<u32, C>>, _>, held: &Held<C>| {
            let found = match answer {
                Ok(found) => found,
                Err(end) => return self.no_answer(end, exact.first().copied(), held),
            };
            let costs = found.iter().map(Solution::cost);
            let costs: Vec<_> = costs.filter_map(|cost| cost.to_u128()).collect();
            let unit = self.graph.facts().unit_costs;
            let most = held.max_cost.and_then(|most| most.to_u128());
            let moves = held.limits.moves.filter(|_| unit).map(u128::from);
            let most = most.into_iter().chain(moves).min();
            let within = exact
                .iter()
                .filter(|&&cost| most.is_none_or(|most| cost <= most));
            is(within.eq(&costs), || {
                format!("{costs:?} are {exact:?} up to {most:?}")
            })?;
            self.verify(found)
        };
        self.ask(&mut query, hold, check, numbers)
    }

    fn all_paths(&self, numbers: &mut Numbers) -> Result<(), Fault> {
        let exact = self.truth.all_paths(&self.starts);
        let solver = DepthFirst::new();
        let hold = |numbers: &mut Numbers| Held::to(self.limits(numbers));
        let no_answer = |end: &Unsolved<C>, held: &Held<C>| {
            let is_right = match end.stop() {
                None => matches!(exact, Some((0, _))),
                Some(Stop::Cycle) => exact.is_none(),
                Some(stop) => has_reason(stop, &held.limits),
            };
            is(is_right, || format!("no reason where {exact:?} is exact"))
        };
        if numbers.one_in(2) {
            let mut query = solver.count_paths(self.graph, self.starts.clone());
            let check = |answer: &Result<Option<u128>, _>, held: &Held<C>| match answer {
                Ok(count) => is(*count == exact.map(|exact| exact.0), || {
                    format!("{exact:?} is exact")
                }),
                Err(end) => no_answer(end, held),
            };
            return self.ask(&mut query, hold, check, numbers);
        }
        let mut query = solver.longest_path(self.graph, self.starts.clone());
        let check = |answer: &Result<Solution<u32, C>, _>, held: &Held<C>| match answer {
            Ok(path) => {
                let longest = exact.and_then(|exact| exact.1);
                is(
                    longest.is_some() && path.cost().to_u128() == longest,
                    || format!("{exact:?} is exact"),
                )?;
                self.verify(core::slice::from_ref(path))
            }
            Err(end) => no_answer(end, held),
        };
        self.ask(&mut query, hold, check, numbers)
    }
}

/// Whether a limit has stopped it, or something that no limit decides.
fn has_reason(stop: Stop, limits: &Limits) -> bool {
    match stop {
        Stop::Expanded => limits.expanded.is_some(),
        Stop::Generated => limits.generated.is_some(),
        Stop::Stored => limits.stored.is_some(),
        Stop::Bytes => limits.bytes.is_some(),
        Stop::Time => limits.time.is_some(),
        // A path may cost too much for the type.
        Stop::CostOverflow => true,
        _ => false,
    }
}
