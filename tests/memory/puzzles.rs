//! Small puzzles of every shape that memory is held for: deep, wide, many-branched, with large states.

use puzzle_search::heuristics::Abstraction;
use puzzle_search::puzzle::{Reversed, TwoSided};
use puzzle_search::{Facts, Neighbor, NeighborOf, Puzzle, Ranked, Reversible};

/// A puzzle that every solver and every enumeration takes.
pub(crate) trait Any:
    Ranked<Cost = u32, State: Send + Sync> + TwoSided + Clone + Send + Sync
{
}
impl<P: Ranked<Cost = u32, State: Send + Sync> + TwoSided + Clone + Send + Sync> Any for P {}

/// Numbers below a count and edges between them; the last number is the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// Each leads to the next.
    Line,
    /// 0 leads to all others.
    Star,
    /// Each leads to two larger ones and back.
    Tree,
}

/// A graph of such a shape; states are `PAD` words larger than a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Graph<const PAD: usize> {
    pub(crate) shape: Shape,
    pub(crate) states: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<const PAD: usize> {
    at: u32,
    pad: [u64; PAD],
}

impl<const PAD: usize> Graph<PAD> {
    const fn state(at: u32) -> State<PAD> {
        let pad = [0; PAD];
        State { at, pad }
    }

    pub(crate) const fn start() -> State<PAD> {
        Self::state(0)
    }

    /// The numbers before and after one.
    fn beside(&self, at: u32, forward: bool) -> impl Iterator<Item = u32> + use<PAD> {
        let last = self.states - 1;
        let before = at.checked_sub(1);
        // Whatever the puzzle itself allocated would count.
        let (before, after) = match (self.shape, forward) {
            (Shape::Line, true) => (None, at + 1..at + 2),
            (Shape::Line, false) => (before, 0..0),
            (Shape::Star, true) if at == 0 => (None, 1..last + 1),
            (Shape::Star, true) => (None, 0..0),
            (Shape::Star, false) => (before.map(|_| 0), 0..0),
            (Shape::Tree, _) => (before.map(|before| before / 2), 2 * at + 1..2 * at + 3),
        };
        before
            .into_iter()
            .chain(after)
            .filter(move |&to| to <= last)
    }
}

impl<const PAD: usize> Puzzle for Graph<PAD> {
    type State = State<PAD>;
    type Move = u64;
    type Cost = u32;

    const HAS_ADDRESSES: bool = true;

    fn neighbors(&self, state: &State<PAD>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let beside = self.beside(state.at, true);
        beside.map(|to| Neighbor::unit(to.into(), Self::state(to)))
    }

    fn addresses(&self) -> usize {
        match self.shape {
            Shape::Tree => self.states as usize,
            Shape::Line | Shape::Star => 0,
        }
    }

    fn address(&self, state: &State<PAD>) -> usize {
        state.at as usize
    }

    fn is_goal(&self, state: &State<PAD>) -> bool {
        state.at == self.states - 1
    }

    fn heuristic(&self, state: &State<PAD>) -> Option<u32> {
        Some(match self.shape {
            Shape::Line => self.states - 1 - state.at,
            _ => 0,
        })
    }

    fn facts(&self) -> Facts<u32> {
        let mut facts = Facts::new().unit_costs();
        facts.undirected = matches!(self.shape, Shape::Tree);
        facts
    }
}

impl<const PAD: usize> Reversible for Graph<PAD> {
    fn goals(&self) -> impl IntoIterator<Item = State<PAD>> {
        [Self::state(self.states - 1)]
    }

    fn predecessors(&self, state: &State<PAD>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let beside = self.beside(state.at, false);
        beside.map(|from| Neighbor::unit(state.at.into(), Self::state(from)))
    }
}

impl<const PAD: usize> TwoSided for Graph<PAD> {
    type Reversed = Reversed<Self>;

    fn reversed(&self, start: &State<PAD>) -> Reversed<Self> {
        Reversed::new(*self, start)
    }
}

impl<const PAD: usize> Ranked for Graph<PAD> {
    fn state_count(&self) -> Option<u128> {
        Some(self.states.into())
    }

    fn rank(&self, state: &State<PAD>) -> Option<u128> {
        Some(state.at.into())
    }

    fn unrank(&self, rank: u128) -> Option<State<PAD>> {
        let at = u32::try_from(rank).ok().filter(|&at| at < self.states)?;
        Some(Self::state(at))
    }
}

/// The whole puzzle as a pattern of itself.
#[derive(Clone, Debug)]
pub(crate) struct Itself<P>(pub(crate) P);

impl<P: Any> Abstraction<P> for Itself<P> {
    type Space = P;

    fn space(&self) -> &P {
        &self.0
    }

    fn image(&self, _: &P, state: &P::State) -> P::State {
        state.clone()
    }
}
