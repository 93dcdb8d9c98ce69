//! [`AnyPuzzle`]: type erasure for puzzles, so that each solver is compiled once for all of them; and
//! [`NumberedSpace`], the same for whole spaces.

mod kinds;
mod space;

use std::sync::Arc;

use puzzle_search::heuristics::TileGuess;
use puzzle_search::observe::TaskObserver;
use puzzle_search::puzzle::{Portable, TwoSided};
use puzzle_search::puzzles::Board;
use puzzle_search::solvers::{Guess, Guesses};
use puzzle_search::space::{BitParallel, Census, Enumerate};
use puzzle_search::{
    Facts, Limits, Neighbor, NeighborOf, Notation, Puzzle, Ranked, Reversible, Solvability,
};

pub(crate) use kinds::{Long, Move, OneOf, State, Wide};
pub(crate) use space::NumberedSpace;

/// A type-erased puzzle, which may have a heuristic. Large boards have guesses too, for solvers that need not be
/// optimal.
#[derive(Clone)]
pub(crate) struct AnyPuzzle(Arc<dyn ErasedPuzzle>, Option<Arc<TileGuess>>);

type AnyEdge = Neighbor<State, Move, u32>;
/// An edge between states given by their ranks.
type RankedEdge = Neighbor<u64, Move, u32>;

/// The object-safe interface of a puzzle. States of another puzzle have no neighbors.
trait ErasedPuzzle: Send + Sync {
    fn neighbors(&self, state: &State) -> Vec<AnyEdge>;
    fn predecessors(&self, state: &State) -> Vec<AnyEdge>;
    fn goals(&self) -> Vec<State>;
    fn is_goal(&self, state: &State) -> bool;
    fn heuristic(&self, state: &State) -> Option<u32>;
    fn facts(&self) -> Facts<u32>;
    fn solvability(&self, state: &State) -> Solvability;
    fn is_redundant(&self, last: &Move, next: &Move) -> bool;
    fn reversed(&self, start: &State) -> Option<AnyPuzzle>;
    fn is_two_sided(&self) -> bool;

    fn parse(&self, text: &str) -> Result<State, String>;
    fn display(&self, state: &State) -> [String; 2];
    fn state_bytes(&self) -> usize;
    fn write_state(&self, state: &State, bytes: &mut [u8]);
    fn read_state(&self, bytes: &[u8]) -> Option<State>;

    fn state_count(&self) -> Option<u128>;
    fn rank(&self, state: &State) -> Option<u128>;
    fn unrank(&self, rank: u128) -> Option<State>;
    fn steps(&self, rank: u128) -> Vec<RankedEdge>;
    fn steps_back(&self, rank: u128) -> Vec<RankedEdge>;
    fn bit_parallel(&self) -> Option<Box<dyn BitParallel + '_>>;
    fn count_by_hashing(&self, starts: &[State], settings: HashCount<'_>) -> Census<State>;
}

/// The settings of a count in hash tables.
pub(crate) struct HashCount<'a> {
    pub(crate) enumerate: Enumerate,
    pub(crate) threads: usize,
    pub(crate) limits: Limits,
    pub(crate) observer: &'a mut dyn TaskObserver,
}

/// A puzzle whose type can be erased.
pub(crate) trait Erasable:
    Puzzle<State: OneOf<State>, Move: OneOf<Move>, Cost = u32>
    + Reversible
    + Notation
    + Portable
    + Ranked
    + Send
    + Sync
    + 'static
{
}

impl<P> Erasable for P where
    P: Puzzle<State: OneOf<State>, Move: OneOf<Move>, Cost = u32>
        + Reversible
        + Notation
        + Portable
        + Ranked
        + Send
        + Sync
        + 'static
{
}

struct TypedPuzzle<P: Puzzle> {
    puzzle: P,
    /// Makes the reversed puzzle for a start, if there are estimates of distances from a start.
    reversed: Option<fn(&P, &P::State) -> AnyPuzzle>,
}

fn erased<P: Erasable>(edges: impl IntoIterator<Item = NeighborOf<P>>) -> Vec<AnyEdge> {
    let edge = |edge: NeighborOf<P>| Neighbor::new(edge.mv.wrap(), edge.state.wrap(), edge.cost);
    edges.into_iter().map(edge).collect()
}

impl<P: Erasable> TypedPuzzle<P> {
    fn ranked(&self, edges: impl IntoIterator<Item = NeighborOf<P>>) -> Vec<RankedEdge> {
        let edge = |edge: NeighborOf<P>| {
            let rank = self.puzzle.rank(&edge.state)?.try_into().ok()?;
            Some(Neighbor::new(edge.mv.wrap(), rank, edge.cost))
        };
        edges.into_iter().filter_map(edge).collect()
    }
}

impl<P: Erasable> ErasedPuzzle for TypedPuzzle<P> {
    fn neighbors(&self, state: &State) -> Vec<AnyEdge> {
        let state = P::State::get(state);
        state.map_or_else(Vec::new, |state| erased::<P>(self.puzzle.neighbors(state)))
    }

    fn predecessors(&self, state: &State) -> Vec<AnyEdge> {
        let state = P::State::get(state);
        state.map_or_else(Vec::new, |state| {
            erased::<P>(self.puzzle.predecessors(state))
        })
    }

    fn goals(&self) -> Vec<State> {
        self.puzzle.goals().into_iter().map(OneOf::wrap).collect()
    }

    fn is_goal(&self, state: &State) -> bool {
        P::State::get(state).is_some_and(|state| self.puzzle.is_goal(state))
    }

    fn heuristic(&self, state: &State) -> Option<u32> {
        self.puzzle.heuristic(P::State::get(state)?)
    }

    fn facts(&self) -> Facts<u32> {
        self.puzzle.facts()
    }

    fn solvability(&self, state: &State) -> Solvability {
        let state = P::State::get(state);
        state.map_or(Solvability::NotAState, |state| {
            self.puzzle.solvability(state)
        })
    }

    fn is_redundant(&self, last: &Move, next: &Move) -> bool {
        let moves = P::Move::get(last).zip(P::Move::get(next));
        moves.is_some_and(|(last, next)| self.puzzle.is_redundant(last, next))
    }

    fn reversed(&self, start: &State) -> Option<AnyPuzzle> {
        Some(self.reversed?(&self.puzzle, P::State::get(start)?))
    }

    fn is_two_sided(&self) -> bool {
        self.reversed.is_some()
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        let state = self.puzzle.parse(text);
        state.map(OneOf::wrap).map_err(|error| error.to_string())
    }

    fn display(&self, state: &State) -> [String; 2] {
        P::State::get(state).map_or_else(Default::default, |state| {
            let display = self.puzzle.display(state);
            [format!("{display}"), format!("{display:#}")]
        })
    }

    fn state_bytes(&self) -> usize {
        self.puzzle.state_bytes()
    }

    fn write_state(&self, state: &State, bytes: &mut [u8]) {
        if let Some(state) = P::State::get(state) {
            self.puzzle.write_state(state, bytes);
        }
    }

    fn read_state(&self, bytes: &[u8]) -> Option<State> {
        self.puzzle.read_state(bytes).map(OneOf::wrap)
    }

    fn state_count(&self) -> Option<u128> {
        self.puzzle.state_count()
    }

    fn rank(&self, state: &State) -> Option<u128> {
        self.puzzle.rank(P::State::get(state)?)
    }

    fn unrank(&self, rank: u128) -> Option<State> {
        self.puzzle.unrank(rank).map(OneOf::wrap)
    }

    fn steps(&self, rank: u128) -> Vec<RankedEdge> {
        let state = self.puzzle.unrank(rank);
        state.map_or_else(Vec::new, |state| self.ranked(self.puzzle.neighbors(&state)))
    }

    fn steps_back(&self, rank: u128) -> Vec<RankedEdge> {
        let state = self.puzzle.unrank(rank);
        state.map_or_else(Vec::new, |state| {
            self.ranked(self.puzzle.predecessors(&state))
        })
    }

    fn bit_parallel(&self) -> Option<Box<dyn BitParallel + '_>> {
        let numbering = self.puzzle.bit_parallel()?;
        Some(Box::new(numbering))
    }

    fn count_by_hashing(&self, starts: &[State], settings: HashCount<'_>) -> Census<State> {
        let starts = starts.iter().filter_map(P::State::get).cloned();
        let count = settings.enumerate.count_by_hashing(&self.puzzle, starts);
        let count = count.threads(settings.threads).limits(settings.limits);
        count.observe(settings.observer).run().map(OneOf::wrap)
    }
}

impl AnyPuzzle {
    pub(crate) fn new(puzzle: impl Erasable) -> Self {
        let reversed = None;
        Self(Arc::new(TypedPuzzle { puzzle, reversed }), None)
    }

    /// A puzzle that can also be searched from the goal, since there are estimates of distances from a start.
    pub(crate) fn two_sided<P: Erasable + TwoSided<Reversed: Erasable>>(puzzle: P) -> Self {
        let reversed: fn(&P, &P::State) -> Self = |puzzle, start| Self::new(puzzle.reversed(start));
        let reversed = Some(reversed);
        Self(Arc::new(TypedPuzzle { puzzle, reversed }), None)
    }

    pub(crate) fn led_by(self, guess: TileGuess) -> Self {
        Self(self.0, Some(Arc::new(guess)))
    }

    /// Whether the puzzle can be searched from the goal.
    pub(crate) fn is_two_sided(&self) -> bool {
        self.0.is_two_sided()
    }

    /// The first goal.
    pub(crate) fn goal(&self) -> Option<State> {
        self.0.goals().into_iter().next()
    }

    pub(crate) fn parse(&self, text: &str) -> Result<State, String> {
        self.0.parse(text)
    }

    /// The printed form of a state, on one or more lines.
    pub(crate) fn drawn(&self, state: &State) -> String {
        // The alternate form of magic squares has two lines, in which adjacent cells are next to each other.
        let [_, drawn] = self.0.display(state);
        drawn
    }

    /// A state on one line, as the parser reads it.
    pub(crate) fn line(&self, state: &State) -> String {
        let [text, _] = self.0.display(state);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Counts the states that can be reached from `starts`. The hash tables hold states of the puzzle's own type: to
    /// hold ranks in their place takes four times as long.
    pub(crate) fn count_by_hashing(
        &self,
        starts: &[State],
        settings: HashCount<'_>,
    ) -> Census<State> {
        self.0.count_by_hashing(starts, settings)
    }

    /// The state to which the named moves lead.
    pub(crate) fn play(&self, from: &State, moves: &str) -> Result<State, String> {
        let words = moves.split_whitespace();
        words
            .enumerate()
            .try_fold(from.clone(), |state, (at, word)| {
                let edges = self.0.neighbors(&state);
                let named = edges.iter().find(|edge| edge.mv.to_string() == word);
                named.map(|edge| edge.state.clone()).ok_or_else(|| {
                    let all: Vec<_> = edges.iter().map(|edge| edge.mv.to_string()).collect();
                    let (at, word) = (at + 1, word.chars().take(20).collect::<String>());
                    format!("move {at} is {word:?}: expected one of {}", all.join(" "))
                })
            })
    }
}

impl Guesses<State, u32> for AnyPuzzle {
    fn guess(&self, state: &State) -> Option<Guess<u32>> {
        self.1.as_ref()?.guess(Board::<Wide>::get(state)?)
    }
}

impl Puzzle for AnyPuzzle {
    type State = State;
    type Move = Move;
    type Cost = u32;

    fn neighbors(&self, state: &State) -> impl IntoIterator<Item = AnyEdge> {
        self.0.neighbors(state)
    }

    fn is_goal(&self, state: &State) -> bool {
        self.0.is_goal(state)
    }

    fn heuristic(&self, state: &State) -> Option<u32> {
        self.0.heuristic(state)
    }

    fn facts(&self) -> Facts<u32> {
        self.0.facts()
    }

    fn solvability(&self, state: &State) -> Solvability {
        self.0.solvability(state)
    }

    fn is_redundant(&self, last: &Move, next: &Move) -> bool {
        self.0.is_redundant(last, next)
    }
}

impl Reversible for AnyPuzzle {
    fn goals(&self) -> impl IntoIterator<Item = State> {
        self.0.goals()
    }

    fn predecessors(&self, state: &State) -> impl IntoIterator<Item = AnyEdge> {
        self.0.predecessors(state)
    }
}

impl Ranked for AnyPuzzle {
    fn state_count(&self) -> Option<u128> {
        self.0.state_count()
    }

    fn rank(&self, state: &State) -> Option<u128> {
        self.0.rank(state)
    }

    fn unrank(&self, rank: u128) -> Option<State> {
        self.0.unrank(rank)
    }
}

impl Portable for AnyPuzzle {
    fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }

    fn write_state(&self, state: &State, bytes: &mut [u8]) {
        self.0.write_state(state, bytes);
    }

    fn read_state(&self, bytes: &[u8]) -> Option<State> {
        self.0.read_state(bytes)
    }
}

impl TwoSided for AnyPuzzle {
    type Reversed = Self;

    /// Callers check [`is_two_sided`](AnyPuzzle::is_two_sided) first.
    fn reversed(&self, start: &State) -> Self {
        let reversed = self.0.reversed(start);
        reversed.expect("estimates from the start are known")
    }
}
