//! The laws of depth-first walks (iterations of IDA*, by `deepen`), tested by [`WalkTrial`]s: walks within a bound, of
//! which each expanded and each generated node is recorded as an [`Event`].
//!
//! A graph or a puzzle goes in, and the first violation comes out. Invariant: two walks are compared only if they have
//! the same start, the same bound and the same heuristic.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::graph::{ExploredGraph, names};
use super::recorder::{Event, WalkRecorder};
use super::subject::{BY_DEFAULT, By, Erased, Move, OWN, State, Subject};
use super::tally::LawTally;
use super::violation::{Law, Violation};
use super::walked::{WalkTrial, Walked};
use crate::account::Stop;
use crate::cost::{Cost, CostExt};
use crate::puzzle::Puzzle;
use crate::puzzle::traversal::ResumePoint;
use crate::storage::FixedState;

/// The greatest number of bounds within which a puzzle is walked.
const MOST_BOUNDS: usize = 24;
/// The number of nodes that a walk is granted at a time, where it need not show each node.
const GRANTED: u64 = 37;

/// Checks that the walk follows edges of the puzzle, enters exactly the children within the bound, can be stopped and
/// continued, and loses no cheapest path.
pub(super) fn check_paths<S: State, M: Move, C: Cost>(
    graph: &ExploredGraph<'_, S, M, C>,
    tally: &mut LawTally,
) -> Result<(), Violation> {
    let (puzzle, start) = (graph.puzzle, &graph.states[0]);
    for by in [By::Cost, By::Heuristic] {
        let trial = WalkTrial { puzzle, by, start };
        let Some(deepest) = trial.deepest()? else {
            continue;
        };
        tally.count(Law::Traversal, deepest.edges());
        trial.check_resuming(&deepest)?;
        if by == By::Cost {
            check_redundancy(graph, &deepest, tally)?;
        }
    }
    Ok(())
}

/// Checks that an overridden [`deepen`](Puzzle::deepen) or [`deepen_by`](Puzzle::deepen_by) visits the same nodes in
/// the same order as the default.
///
/// Both walk from `start`, by the puzzle's heuristic and by none. They are compared for several bounds, each time on
/// the first 20,000 edges: as an observer sees every node, and as nodes are granted many at a time. The overridden walk
/// is also stopped and continued at several nodes.
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
    for by in [By::Cost, By::Heuristic] {
        let own = WalkTrial { puzzle, by, start };
        let default = WalkTrial {
            puzzle: by_default,
            by,
            start,
        };
        let Some(mut bound) = own.first_bound() else {
            continue;
        };
        for _ in 0..MOST_BOUNDS {
            let walked = own.within(bound)?;
            own.check_alike(&walked, &default.within(bound)?)?;
            own.check_resuming(&walked)?;
            let Some(next) = walked.next_bound() else {
                break;
            };
            bound = next;
        }
    }
    Ok(())
}

/// A node on the path to an event.
struct PathStep<S, M, C> {
    state: S,
    g: C,
    mv: Option<M>,
}

fn violation_at<S: State, M: Move, C>(path: &[PathStep<S, M, C>], detail: String) -> Violation {
    let moves: Vec<M> = path.iter().filter_map(|step| step.mv.clone()).collect();
    let state = path.last().map(|step| format!("{:?}", step.state));
    Violation::new(
        Law::Traversal,
        state.unwrap_or_default(),
        names(&moves),
        detail,
    )
}

impl<S: State, M: Move, C: Cost> WalkTrial<'_, S, M, C> {
    /// The walk within the greatest bound that stays below the limit on edges; `None` if the start is a dead end, or
    /// the first walk is over the limit. Checks the walk within each bound up to that.
    fn deepest(&self) -> Result<Option<Walked<S, M, C>>, Violation> {
        let Some(bound) = self.first_bound() else {
            return Ok(None);
        };
        let mut walked = self.within(bound)?;
        for _ in 0..MOST_BOUNDS {
            self.check_goals(&walked)?;
            self.check_events(&walked)?;
            let Some(bound) = walked.next_bound() else {
                break;
            };
            let deeper = self.within(bound)?;
            if deeper.stop.is_some() {
                break;
            }
            walked = deeper;
        }
        Ok(Some(walked).filter(|walked| walked.stop.is_none()))
    }

    /// Checks that each generated child is a neighbor of a state on the current path, and that the walk expands exactly
    /// the children within the bound.
    fn check_events(&self, walked: &Walked<S, M, C>) -> Result<(), Violation> {
        let is_within = |state: &S, g: C| {
            let h = self.estimate(state);
            let f = h.and_then(|h| g.checked_add(&h));
            f.is_some_and(|f| f <= walked.bound)
        };
        let mut path: Vec<PathStep<S, M, C>> = Vec::new();
        // The child that was generated last, if it must be expanded next.
        let mut due = Some(PathStep {
            state: self.start.clone(),
            g: C::zero(),
            mv: None,
        });
        for event in &walked.events {
            match (event, due.take()) {
                (Event::Expanded { state, g, .. }, Some(step))
                    if step.state == *state && step.g == *g =>
                {
                    path.push(step);
                }
                (Event::Expanded { state, .. }, _) => {
                    let detail = format!(
                        "it goes below {state:?}: expected only states within the bound {}, by `heuristic`",
                        walked.bound
                    );
                    return Err(violation_at(&path, detail));
                }
                (Event::Generated { .. }, Some(step)) => {
                    let detail = format!(
                        "it does not go below {:?}, which is within the bound {} by `heuristic`",
                        step.state, walked.bound
                    );
                    return Err(violation_at(&path, detail));
                }
                (
                    Event::Generated {
                        from, mv, state, g, ..
                    },
                    None,
                ) => {
                    let edge_from = |step: &PathStep<S, M, C>| {
                        let mut edges = self.puzzle.neighbors(from).into_iter();
                        edges.find(|edge| {
                            edge.mv == *mv
                                && edge.state == *state
                                && step.g.saturating_add(edge.cost) == *g
                        })
                    };
                    let parent = path.iter().enumerate().rev().find_map(|(at, step)| {
                        if step.state != *from {
                            return None;
                        }
                        let edge = edge_from(step)?;
                        // The walk shows the greatest cost in the place of one beyond the range.
                        Some((at, step.g.checked_add(&edge.cost)))
                    });
                    let Some((parent, reached)) = parent else {
                        let detail = format!(
                            "it generates {state:?} by {mv:?} from {from:?}, {g} from the start: expected \
                             one of the neighbors"
                        );
                        return Err(violation_at(&path[..path.len().min(1)], detail));
                    };
                    path.truncate(parent + 1);
                    if let Some(g) = reached.filter(|&g| is_within(state, g))
                        && !self.puzzle.is_goal(state)
                    {
                        due = Some(PathStep {
                            state: state.clone(),
                            g,
                            mv: Some(mv.clone()),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that the moves which the walk returns for each goal lead to a goal, at the cost that it returns.
    fn check_goals(&self, walked: &Walked<S, M, C>) -> Result<(), Violation> {
        for (moves, cost, _) in &walked.goals {
            let (mut state, mut g) = (self.start.clone(), C::zero());
            for mv in moves {
                let edge = self
                    .puzzle
                    .neighbors(&state)
                    .into_iter()
                    .find(|n| n.mv == *mv);
                let Some(edge) = edge else {
                    let detail = format!(
                        "it unwinds {mv:?} in {state:?}, where that is no move: expected the path to the \
                         goal, last move first"
                    );
                    return Err(self.violation(detail));
                };
                (state, g) = (edge.state, g.saturating_add(edge.cost));
            }
            if !self.puzzle.is_goal(&state) || g != *cost {
                let detail = format!(
                    "the path that it unwinds leads to {state:?} and costs {g}: expected a goal where it \
                     ended, and {cost}"
                );
                return Err(self.violation(detail));
            }
        }
        Ok(())
    }

    /// Checks that a walk which was stopped visits the remaining nodes when it continues, whether nodes are shown or
    /// granted many at a time.
    fn check_resuming(&self, whole: &Walked<S, M, C>) -> Result<(), Violation> {
        if whole.stop.is_some() {
            return Ok(());
        }
        let all = whole.counts;
        let stops_within = |all: u64| {
            let stops = [0, 1, 2, 3, 7, all / 3, all / 2, all.saturating_sub(1)];
            stops.into_iter().filter(move |&at| at < all)
        };
        let by_edges = stops_within(all.generated).map(|at| (at, u64::MAX));
        let stops = by_edges.chain(stops_within(all.expanded).map(|at| (u64::MAX, at)));
        // The last walk is not stopped.
        for (generated, expanded) in stops.chain([(u64::MAX, u64::MAX)]) {
            for granted in [0, GRANTED] {
                let recorder = |granted| match granted {
                    0 => WalkRecorder::shown(),
                    nodes => WalkRecorder::granting(nodes),
                };
                let first = recorder(granted).generating(generated).expanding(expanded);
                let mut found = self.walk(whole.bound, ResumePoint::default(), first)?;
                let (place, stop) = (found.place.clone(), found.stop);
                if stop.is_some() {
                    let rest = self.walk(whole.bound, place.clone(), recorder(granted))?;
                    found.counts += rest.counts;
                    found.events.extend(rest.events);
                    found.goals.extend(rest.goals);
                    (found.place, found.stop) = (rest.place, rest.stop);
                }
                let is_shown = granted == 0;
                let is_same = found.counts == all
                    && found.place.cut == whole.place.cut
                    && found.stop.is_none()
                    && (!is_shown || found.events == whole.events)
                    && found
                        .goals
                        .iter()
                        .map(|(moves, cost, _)| (moves, cost))
                        .eq(whole.goals.iter().map(|(moves, cost, _)| (moves, cost)));
                if is_same {
                    continue;
                }
                let stopped = match stop {
                    Some(Stop::Expanded) => format!("stopped before expansion {}", expanded + 1),
                    Some(_) => format!("stopped before edge {}", generated + 1),
                    None => "not stopped".into(),
                };
                let granted = if is_shown {
                    "each node shown"
                } else {
                    "many nodes granted at once"
                };
                let detail = format!(
                    "within the bound {}, {stopped} and continued along the children {:?}, with {granted}, it \
                     expands {} states and generates {}: expected {} and {}, the same goals, and the same cut \
                     off, as without a stop",
                    whole.bound,
                    place.path,
                    found.counts.expanded,
                    found.counts.generated,
                    all.expanded,
                    all.generated,
                );
                return Err(self.violation(detail));
            }
        }
        Ok(())
    }

    /// Checks that a walk does the same as the default.
    fn check_alike(
        &self,
        own: &Walked<S, M, C>,
        default: &Walked<S, M, C>,
    ) -> Result<(), Violation> {
        let mut pairs = own.events.iter().zip(&default.events);
        let first_difference = pairs.position(|(own, default)| own != default);
        let shared = own.events.len().min(default.events.len());
        let in_words = |event: Option<&Event<S, M, C>>| match event {
            Some(event) => format!("{event:?}"),
            None => "none".into(),
        };
        let at = match first_difference {
            Some(at) => at,
            None if own.events.len() != default.events.len() => shared,
            None if own.place.cut != default.place.cut || own.goals != default.goals => {
                let detail = format!(
                    "within the bound {} it notes {:?} as cut off and meets {} goals: expected {:?} and {}, as \
                     by default",
                    own.bound,
                    own.place.cut,
                    own.goals.len(),
                    default.place.cut,
                    default.goals.len()
                );
                return Err(self.violation(detail));
            }
            None => return Ok(()),
        };
        let detail = format!(
            "within the bound {}, step {} of the walk is {}: expected {}, as by default",
            own.bound,
            at + 1,
            in_words(own.events.get(at)),
            in_words(default.events.get(at))
        );
        Err(self.violation(detail))
    }
}

/// Checks that the walk reaches each state within its bound by a cheapest path, even though it skips redundant moves.
fn check_redundancy<S: State, M: Move, C: Cost>(
    graph: &ExploredGraph<'_, S, M, C>,
    walked: &Walked<S, M, C>,
    tally: &mut LawTally,
) -> Result<(), Violation> {
    let mut cheapest: HashMap<&S, C, FixedState> = HashMap::default();
    cheapest.insert(&graph.states[0], C::zero());
    for event in &walked.events {
        if let Event::Generated { state, g, .. } = event {
            let known = cheapest.entry(state).or_insert(*g);
            *known = (*known).min(*g);
        }
    }
    let states = graph.states.iter();
    let found: Vec<_> = states.map(|s| cheapest.get(s).copied()).collect();
    tally.count(Law::Redundancy, cheapest.len());
    // If nothing was cut off, a greater bound adds nothing.
    let bound = walked
        .place
        .cut
        .least
        .map_or(C::max_value(), |_| walked.bound);
    let Some((at, cost)) = graph.edges.missed_by_walk(bound, &found) else {
        return Ok(());
    };
    let found = found[at].map_or_else(
        || "does not get there".into(),
        |found| format!("gets there for {found} only"),
    );
    let moves = graph.moves_to(at).unwrap_or_default();
    let skipped = moves
        .windows(2)
        .find(|pair| graph.puzzle.is_redundant(&pair[0], &pair[1]));
    let skipped = skipped.map_or_else(String::new, |pair| {
        format!(
            "; `is_redundant` says that {:?} need not follow {:?}",
            pair[1], pair[0]
        )
    });
    let detail = format!("the walk {found}, but there is a path that costs {cost}{skipped}");
    Err(graph.violation(Law::Redundancy, at, detail))
}
