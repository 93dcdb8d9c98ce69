//! Recursive best-first search (R. E. Korf, "Linear-space best-first search", Artificial Intelligence 62, 1993), written
//! from the page of `Run` alone: a solver that stores one path and its siblings, and whose searches can be saved.

use num_traits::Zero;
use puzzle_search::solver::{
    BoxedRun, ChildNode, Loader, MonitorOf, Run, Saver, Verdict, VerdictOf,
};
use puzzle_search::{Cost, Guarantee, Puzzle, Solver, Stop};

/// Expands states in the order of their backed-up values, in memory that grows with the depth.
pub(crate) struct RecursiveBestFirst;

impl<P: Puzzle> Solver<P> for RecursiveBestFirst {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(RecursiveRun::<P::State, P::Cost> { path: Vec::new() })
    }
}

/// Siblings, from the most to the least promising. All but those at the end of the path have their first one expanded.
struct RecursiveRun<S, C> {
    path: Vec<Siblings<S, C>>,
}

struct Siblings<S, C> {
    nodes: Vec<Node<S, C>>,
    /// Once no value is within it, their parent is given up.
    bound: Value<C>,
}

struct Node<S, C> {
    state: S,
    g: C,
    f: C,
    /// A lower bound on what any goal below it costs.
    value: Value<C>,
}

/// A cost, or more than any.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Value<C> {
    Cost(C),
    Infinite,
}

impl<C: Cost> Value<C> {
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    fn of(cost: Option<C>) -> Self {
        cost.map_or(Self::Infinite, Self::Cost)
    }

    fn cost(self) -> Option<C> {
        match self {
            Self::Cost(cost) => Some(cost),
            Self::Infinite => None,
        }
    }
}

impl<S, C: Cost> Siblings<S, C> {
    fn value_of(&self, nth: usize) -> Value<C> {
        self.nodes.get(nth).map_or(Value::Infinite, |it| it.value)
    }

    fn sort(&mut self) {
        let order = |a: &Node<S, C>, b: &Node<S, C>| a.value.partial_cmp(&b.value);
        self.nodes
            .sort_by(|a, b| order(a, b).expect("costs are ordered"));
    }
}

impl<P: Puzzle> Run<P> for RecursiveRun<P::State, P::Cost> {
    fn start(
        &mut self,
        puzzle: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        let nodes = starts.into_iter().filter_map(|state| {
            let f = puzzle.heuristic(&state)?;
            let (g, value) = (P::Cost::zero(), Value::Cost(f));
            Some(Node { state, g, f, value })
        });
        let (nodes, bound) = (nodes.collect(), Value::Infinite);
        let mut siblings = Siblings { nodes, bound };
        siblings.sort();
        self.path = vec![siblings];
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        if monitor.limits().moves.is_some() && !puzzle.facts().unit_costs {
            return Err(Stop::UnsupportedLimit);
        }
        let most = monitor.max_cost().map_or(Value::Infinite, Value::Cost);
        while let Some(last) = self.path.last() {
            let (value, bound) = (last.value_of(0), last.bound.min(most));
            if self.path.len() == 1 {
                let Value::Cost(bound) = value else {
                    return Ok(Verdict::exhausted());
                };
                monitor.raise_lower_bound(bound)?;
                if monitor.max_cost().is_some_and(|max| bound > max) {
                    return Err(monitor.stop_at_cost_limit());
                }
            } else if value == Value::Infinite || value > bound {
                self.path.pop();
                let parents = self.path.last_mut().expect("not the only ones");
                parents.nodes[0].value = value;
                parents.sort();
                continue;
            }
            let node = &last.nodes[0];
            if puzzle.is_goal(&node.state) {
                if monitor.max_cost().is_some_and(|max| node.g > max) {
                    return Err(monitor.stop_at_cost_limit());
                }
                let path = self.path.iter().map(|it| it.nodes[0].state.clone());
                return Ok(Verdict::path(path.collect(), Guarantee::Optimal));
            }
            let bound = last.bound.min(last.value_of(1));
            let children = monitor.generate(puzzle, &node.state, node.g)?;
            let mut nodes = Vec::new();
            for ChildNode { state, g, h, .. } in monitor.expand(children)? {
                if self.path.iter().any(|it| it.nodes[0].state == state) {
                    continue;
                }
                let f = g.checked_add(&h).ok_or(Stop::CostOverflow)?;
                let mut value = Value::Cost(f);
                if Value::Cost(node.f) < node.value && value < node.value {
                    value = node.value; // it was expanded before
                }
                nodes.push(Node { state, g, f, value });
            }
            let mut siblings = Siblings { nodes, bound };
            siblings.sort();
            self.path.push(siblings);
        }
        Ok(Verdict::exhausted())
    }

    fn name(&self) -> Option<String> {
        Some("RecursiveBestFirst".to_owned())
    }

    fn save(&self, _: &P, to: &mut Saver<'_, P::State>) {
        to.list(&self.path, |to, siblings| {
            to.optional_cost(siblings.bound.cost());
            to.list(&siblings.nodes, |to, node| {
                to.state(&node.state);
                to.cost(node.g);
                to.cost(node.f);
                to.optional_cost(node.value.cost());
            });
        });
    }

    fn load(&mut self, _: &P, from: &mut Loader<'_, P::State>) -> Option<()> {
        let path = from.list(|from| {
            let bound = Value::of(from.optional_cost()?);
            let nodes = from.list(|from| {
                let (state, g, f) = (from.state()?, from.cost()?, from.cost()?);
                let value = Value::of(from.optional_cost()?);
                Some(Node { state, g, f, value })
            })?;
            Some(Siblings { nodes, bound })
        })?;
        let (_, above) = path.split_last()?;
        if above.iter().any(|siblings| siblings.nodes.is_empty()) {
            return None;
        }
        self.path = path;
        Some(())
    }
}
