//! The laws of depth-first traversal.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::graph::{Graph, names};
use super::subject::{BY_DEFAULT, Carried, Erased, Move, OWN, State, Subject, Witness};
use super::tally::Tally;
use super::violation::{Law, Violation};
use crate::cost::Cost;
use crate::puzzle::traversal::{Change, Edge, Root, Step};
use crate::puzzle::{Neighbor, Puzzle};
use crate::storage::FixedState;

/// So many edges a traversal may enter.
const MOST_EDGES: usize = 20_000;
/// So many moves deep it may go where there are few edges.
const MOST_MOVES: usize = 24;

/// Edges are those of the puzzle, the path unwinds, and no cheapest way is lost.
pub(super) fn check_paths<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    graph: &Graph<S, M, C>,
    tally: &mut Tally,
) -> Result<(), Violation> {
    let start = &graph.states[0];
    let mut depth = 1;
    let mut trace = Trace::run(puzzle, Root::new(start), depth, None)?;
    while depth < MOST_MOVES {
        let deeper = Trace::run(puzzle, Root::new(start), depth + 1, None)?;
        if deeper.edges.len() >= MOST_EDGES {
            break;
        }
        (trace, depth) = (deeper, depth + 1);
    }
    let entered = trace.edges.len();
    let stops = [1, entered / 2, entered].into_iter();
    for stop_at in stops.filter(|at| (1..=entered).contains(at)) {
        check_unwinding(puzzle, start, depth, stop_at)?;
        check_resuming(puzzle, start, depth, stop_at, &trace)?;
    }

    let mut cheapest: HashMap<&S, C, FixedState> = HashMap::default();
    cheapest.insert(start, C::zero());
    for (_, child, g) in &trace.edges {
        let known = cheapest.entry(child).or_insert(*g);
        *known = (*known).min(*g);
    }
    let found: Vec<_> = graph
        .states
        .iter()
        .map(|s| cheapest.get(s).copied())
        .collect();
    tally.count(Law::Traversal, entered);
    tally.count(Law::Redundancy, cheapest.len());
    let Some((at, cost)) = graph.edges.lost(depth, &found) else {
        return Ok(());
    };
    let found = found[at].map_or_else(
        || "does not get there".into(),
        |found| format!("gets there for {found} only"),
    );
    let moves = graph.moves_to(at).unwrap_or_default();
    let skipped = moves
        .windows(2)
        .find(|pair| puzzle.is_redundant(&pair[0], &pair[1]));
    let skipped = skipped.map_or_else(String::new, |pair| {
        format!(
            "; `is_redundant` says that {:?} need not follow {:?}",
            pair[1], pair[0]
        )
    });
    let detail = format!(
        "within {depth} moves the traversal {found}, but there is a path that costs {cost}{skipped}"
    );
    Err(graph.violation(Law::Redundancy, at, detail))
}

/// Checks that an overridden [`depth_first`](Puzzle::depth_first) enters the same edges in the same order as the
/// default.
///
/// Both traversals begin at `start`. They are compared for several maximum depths, each time on the first 20,000 edges.
/// The overridden traversal is also stopped and resumed at several edges.
///
/// # Errors
///
/// Returns the first difference found, as a violation of [`Law::Traversal`].
///
/// ```
/// use puzzle_search::heuristics::Manhattan;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{laws, Puzzle};
///
/// let puzzle = SlidingTiles::new(3, 3)?.guided_by(Manhattan);
/// laws::check_traversal(&puzzle, &puzzle.puzzle().goal()).expect("both walk alike");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub fn check_traversal<P: Puzzle>(puzzle: &P, start: &P::State) -> Result<(), Violation> {
    compare(
        &Erased::<_, OWN>::new(puzzle),
        &Erased::<_, BY_DEFAULT>::new(puzzle),
        start,
    )
}

fn compare<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    by_default: &dyn Subject<S, M, C>,
    start: &S,
) -> Result<(), Violation> {
    for depth in [1, 2, 3, 5, 8, 13, 1_000, MOST_EDGES] {
        let own = Trace::run(puzzle, Root::new(start), depth, None)?;
        let default = Trace::run(by_default, Root::new(start), depth, None)?;
        for (at, (edge, expected)) in own.edges.iter().zip(&default.edges).enumerate() {
            if edge != expected {
                let written =
                    |(mv, child, g): &(M, S, C)| format!("{mv:?} to {child:?}, {g} from the start");
                let detail = format!(
                    "to depth {depth}, edge {} that it enters is {}: expected {}, as by default",
                    at + 1,
                    written(edge),
                    written(expected)
                );
                return Err(at_root(start, detail));
            }
        }
        let stops = [
            1,
            2,
            3,
            7,
            own.edges.len() / 3,
            own.edges.len() / 2,
            own.edges.len(),
        ];
        for stop_at in stops
            .into_iter()
            .filter(|at| (1..=own.edges.len()).contains(at))
        {
            check_resuming(puzzle, start, depth, stop_at, &own)?;
        }
        if own.edges.len() != default.edges.len() {
            let detail = format!(
                "to depth {depth} it enters {} edges: expected {}, as by default",
                own.edges.len(),
                default.edges.len()
            );
            return Err(at_root(start, detail));
        }
    }
    Ok(())
}

fn check_unwinding<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    start: &S,
    depth: usize,
    stop_at: usize,
) -> Result<(), Violation> {
    let trace = Trace::run(puzzle, Root::new(start), depth, Some(stop_at))?;
    let mut state = start.clone();
    for mv in trace.unwound.iter().rev() {
        let edge = puzzle.neighbors(&state).into_iter().find(|n| n.mv == *mv);
        let Some(Neighbor { state: next, .. }) = edge else {
            let detail = format!(
                "it unwinds {mv:?} in {state:?}, where that is no move: expected the path to the \
                 last edge entered, last move first"
            );
            return Err(at_root(start, detail));
        };
        state = next;
    }
    if let Some(last) = trace.edges.last()
        && last.1 != state
    {
        let detail = format!(
            "the path that it unwinds leads to {state:?}: expected {:?}, where it stopped",
            last.1
        );
        return Err(at_root(start, detail));
    }
    Ok(())
}

/// A traversal that was stopped before an edge and goes on there enters the edges that were left.
fn check_resuming<S: State, M: Move, C: Cost>(
    puzzle: &dyn Subject<S, M, C>,
    start: &S,
    depth: usize,
    stop_at: usize,
    whole: &Trace<'_, S, M, C>,
) -> Result<(), Violation> {
    let mut stopped = Trace::run(puzzle, Root::new(start), depth, Some(stop_at))?;
    stopped.way.reverse();
    let root = Root::new(start).resumed(&stopped.way, false);
    let rest = Trace::run(puzzle, root, depth, None)?;
    let (expected, found) = (&whole.edges[stop_at - 1..], &rest.edges);
    // A whole that was cut off says nothing of what comes after it.
    let is_whole = whole.edges.len() < MOST_EDGES;
    let found = if is_whole {
        found
    } else {
        &found[..found.len().min(expected.len())]
    };
    if expected == found {
        return Ok(());
    }
    let same = expected
        .iter()
        .zip(found)
        .take_while(|(a, b)| a == b)
        .count();
    let written = |edges: &[(M, S, C)]| {
        edges
            .get(same)
            .map_or_else(|| "none".into(), |edge| format!("{edge:?}"))
    };
    let detail = format!(
        "stopped before edge {stop_at} and resumed along the children {:?}, its edge {} is {}: \
         expected {}, as without a stop",
        stopped.way,
        stop_at + same,
        written(found),
        written(expected)
    );
    Err(at_root(start, detail))
}

fn at_root<S: State>(start: &S, detail: String) -> Violation {
    Violation::new(Law::Traversal, format!("{start:?}"), Vec::new(), detail)
}

/// Whether a change says the same as the two estimates, which it may fall short of.
fn are_alike<C: Cost>(given: Option<Change<C>>, estimates: Option<Change<C>>) -> bool {
    match (given, estimates) {
        (Some(given), Some(whole)) => {
            let left_out = (
                whole.from.checked_sub(&given.from),
                whole.to.checked_sub(&given.to),
            );
            left_out.0.is_some() && left_out.0 == left_out.1
        }
        (given, expected) => given == expected,
    }
}

/// A traversal to some depth, written down.
struct Trace<'p, S, M, C> {
    puzzle: &'p dyn Subject<S, M, C>,
    /// Move, child and cost of the path to it.
    edges: Vec<(M, S, C)>,
    /// For each edge, the one before it on the path.
    before: Vec<Option<usize>>,
    stop_at: usize,
    /// The edges from the state of the last one.
    last: Option<Edges<S, M, C>>,
    unwound: Vec<M>,
    /// The indices of these moves.
    way: Vec<u32>,
    violation: Option<Violation>,
}

impl<'p, S: State, M: Move, C: Cost> Trace<'p, S, M, C> {
    fn run(
        puzzle: &'p dyn Subject<S, M, C>,
        root: Root<'_, S, M>,
        depth: usize,
        stop_at: Option<usize>,
    ) -> Result<Self, Violation> {
        let mut trace = Self {
            puzzle,
            edges: Vec::new(),
            before: Vec::new(),
            stop_at: stop_at.unwrap_or(MOST_EDGES),
            last: None,
            unwound: Vec::new(),
            way: Vec::new(),
            violation: None,
        };
        let flow = puzzle.depth_first(root, (C::zero(), depth, None), &mut trace);
        if let Some(violation) = trace.violation {
            return Err(violation);
        }
        if flow.is_break() != (trace.edges.len() == trace.stop_at) {
            let detail = if flow.is_break() {
                "it returns `Break`, but the visitor did not stop it: expected `Continue`"
            } else {
                "it returns `Continue`, but the visitor stopped it: expected `Break`"
            };
            return Err(at_root(root.state, detail.into()));
        }
        Ok(trace)
    }
}

/// A state, and its neighbors.
type Edges<S, M, C> = (S, Vec<Neighbor<S, M, C>>);

impl<S: State, M: Move, C: Cost> Trace<'_, S, M, C> {
    /// A violation below the state that an edge leads to, or the start.
    fn violation_below(&self, mut last: Option<usize>, at: &S, detail: String) -> Violation {
        let mut moves = Vec::new();
        while let Some(edge) = last {
            moves.push(self.edges[edge].0.clone());
            last = self.before[edge];
        }
        moves.reverse();
        Violation::new(Law::Traversal, format!("{at:?}"), names(&moves), detail)
    }
}

impl<S: State, M: Move, C: Cost> Witness<S, M, C> for Trace<'_, S, M, C> {
    /// Writes down an edge that is entered, and looks whether it is one.
    fn enter(
        &mut self,
        (g, left, before): Carried<C>,
        edge: Edge<'_, S, M, C>,
        given: Option<Change<C>>,
    ) -> Step<Carried<C>> {
        if edge.replayed {
            let g = g.checked_add(&edge.cost).unwrap_or(g);
            return Step::Descend((g, left.saturating_sub(1), before));
        }
        let entered = Neighbor::new(edge.mv.clone(), edge.child.clone(), edge.cost);
        let (from, to) = (
            self.puzzle.heuristic(edge.parent),
            self.puzzle.heuristic(edge.child),
        );
        let expected = from.zip(to).map(|(from, to)| Change { from, to });
        let (_, neighbors) = match self.last.take() {
            Some(last) if last.0 == *edge.parent => self.last.insert(last),
            _ => {
                let neighbors = self.puzzle.neighbors(edge.parent);
                self.last.insert((edge.parent.clone(), neighbors))
            }
        };
        if !neighbors.contains(&entered) {
            let detail = format!("it enters {entered:?}: expected one of the neighbors");
            self.violation = Some(self.violation_below(before, edge.parent, detail));
        } else if !are_alike(given, expected) {
            let detail = format!(
                "on the move {:?} to {:?} the estimate changes {}: expected {}, since `heuristic` says so",
                edge.mv,
                edge.child,
                written(given),
                written(expected)
            );
            self.violation = Some(self.violation_below(before, edge.parent, detail));
        }
        let g = g.checked_add(&edge.cost);
        self.edges
            .push((entered.mv, entered.state, g.unwrap_or(edge.cost)));
        self.before.push(before);
        if self.violation.is_some() || self.edges.len() == self.stop_at {
            return Step::Stop;
        }
        match g {
            Some(g) if left > 1 => Step::Descend((g, left - 1, Some(self.edges.len() - 1))),
            _ => Step::Prune,
        }
    }

    fn unwind(&mut self, index: u32, mv: M) {
        self.way.push(index);
        self.unwound.push(mv);
    }
}

/// A change in words.
fn written<C: Cost>(change: Option<Change<C>>) -> String {
    change.map_or_else(
        || "to a dead end".into(),
        |Change { from, to }| format!("from {from} to {to}"),
    )
}
