//! [`Bidirectional`] breadth-first search.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hash;

use super::breadth_first::{Meets, bound_from_moves};
use super::path;
use super::saved::{Reader, SavedRun, Writer};
use super::tree::{Backward, Forward, Meeting, Tree};
use crate::monitor::{Monitor, Stop};
use crate::portable::Portable;
use crate::puzzle::Reversible;
use crate::report::Guarantee;
use crate::solvability::Reason;
use crate::solver::{Algorithm, Run, Verdict, VerdictOf};
use crate::storage::{Linked, NodeTable, extend_to_root, states_to_root};

/// Bidirectional breadth-first search: from the start and from the goals, until the two meet.
///
/// b is the number of neighbors of a state, d the number of moves of the solution.
///
/// * **Finds** a path with the fewest moves.
/// * **Needs** the goals and the edges backward ([`Reversible`]); asks for no heuristic.
/// * **Guarantee**: complete; fewest moves. Where every edge costs one that is optimal, and is called so
///   if the puzzle says so ([`Facts::unit_costs`](crate::Facts::unit_costs)).
/// * **Time**: O(b^(d/2)), where breadth-first search takes O(b^d). The side with the smaller frontier
///   grows, always by a whole layer. **Memory**: each state seen is stored, as for
///   [`BreadthFirst`](crate::BreadthFirst).
/// * **Unsolvable** starts are proved so when either side has seen all it can reach.
/// * **Prefer** `BreadthFirst` for the lexicographically least path, and where there are many goals;
///   [`AStar`](crate::AStar) or [`IdaStar`](crate::IdaStar) with a good heuristic.
///
/// The first meeting is on a shortest path: before a layer of the forward tree is added the trees
/// have no state in common, so a child found in the backward tree lies on that tree's frontier.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::{Bidirectional, BreadthFirst, Notation, Solver};
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("8 6 7  2 5 4  3 0 1")?;
/// let two = Bidirectional::new().solve(&puzzle, &start);
/// let one = BreadthFirst::new().solve(&puzzle, &start);
/// assert!(10 * two.stats.expanded < one.stats.expanded);
/// let solution = two.solution().expect("an even permutation");
/// assert_eq!(solution.len(), 31);
/// assert!(solution.verify(&puzzle, &start).is_ok());
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// **Paper**: I. Pohl, "Bi-directional search", Machine Intelligence 6, 1971.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bidirectional;

impl Bidirectional {
    /// The solver.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

impl<P: Reversible> Algorithm<P> for Bidirectional {
    type Run = BidirectionalRun<P::State>;

    fn begin(&self) -> Self::Run {
        BidirectionalRun {
            starts: Vec::new(),
            front: Tree::new(NodeTable::new()),
            back: Tree::new(NodeTable::new()),
            meeting: None,
        }
    }

    fn is_informed(&self) -> bool {
        false
    }

    fn counts_moves(&self) -> bool {
        true
    }
}

/// The state of a bidirectional search.
#[derive(Debug)]
#[expect(unnameable_types, reason = "its name is `Algorithm::Run`")]
pub struct BidirectionalRun<S: Clone + Eq + Hash> {
    /// Starts that are not stored yet, last one first.
    starts: Vec<S>,
    front: Tree<S, NodeTable<Linked<S>>>,
    back: Tree<S, NodeTable<Linked<S>>>,
    /// The edge where they met, by its node in either tree. It is kept, as there may be no memory for
    /// the path.
    meeting: Option<(u32, u32)>,
}

impl<P: Reversible> Run<P> for BidirectionalRun<P::State> {
    fn start(&mut self, mut starts: Vec<P::State>) {
        starts.reverse();
        self.starts = starts;
        self.front.clear::<P>();
        self.back.clear::<P>();
        self.meeting = None;
    }

    fn advance(&mut self, puzzle: &P, monitor: &mut Monitor<'_, P>) -> Result<VerdictOf<P>, Stop> {
        if self.meeting.is_none() {
            self.meeting = self.seek(puzzle, monitor)?;
        }
        if let Some((last, next)) = self.meeting {
            let (front, back) = (self.front.nodes::<P>(), self.back.nodes::<P>());
            let states = states_to_root(front, last) + states_to_root(back, next);
            let mut states = path::room(states, monitor)?;
            extend_to_root(front, last, &mut states);
            states.reverse();
            extend_to_root(back, next, &mut states);
            return Ok(Verdict::path(states, Guarantee::FewestMoves));
        }
        Ok(self.fails::<P>())
    }
}

impl<P: Reversible + Portable> SavedRun<P> for BidirectionalRun<P::State> {
    fn name(&self) -> String {
        "bidirectional".into()
    }

    fn save(&self, puzzle: &P, to: &mut Writer<'_>) {
        to.states(puzzle, &self.starts);
        self.front.save(puzzle, to);
        self.back.save(puzzle, to);
        to.flag(self.meeting.is_some());
        if let Some((last, next)) = self.meeting {
            to.number(last);
            to.number(next);
        }
    }

    fn load(&mut self, puzzle: &P, from: &mut Reader<'_>) -> Option<()> {
        self.starts = from.states(puzzle)?;
        self.front.load(puzzle, from)?;
        self.back.load(puzzle, from)?;
        if from.flag()? {
            let [front, back] = [&self.front, &self.back].map(|tree| tree.len::<P>() as usize);
            self.meeting = Some((from.index(front)?, from.index(back)?));
        }
        Some(())
    }
}

impl<P: Reversible> Meets<P> for BidirectionalRun<P::State> {
    fn meet(
        &mut self,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<VerdictOf<P>>, Stop> {
        if self.meeting.is_none() {
            self.meeting = self.seek(puzzle, monitor)?;
        }
        Ok(self.meeting.is_none().then(|| self.fails::<P>()))
    }

    fn front(&self) -> (&NodeTable<Linked<P::State>>, u64) {
        (self.front.known(), self.front.depth())
    }

    fn back(&self) -> Option<(&NodeTable<Linked<P::State>>, u64)> {
        Some((self.back.known(), self.back.depth()))
    }
}

impl<S: Clone + Eq + Hash> BidirectionalRun<S> {
    /// Why trees that did not meet will not.
    fn fails<P: Reversible<State = S>>(&self) -> VerdictOf<P> {
        if self.front.layer_len() == 0 {
            return Verdict::exhausted();
        }
        Verdict::Unsolvable(Reason::new(
            "every state from which a goal can be reached was searched and none is the start",
        ))
    }

    /// Grows the trees until they meet, if they do.
    fn seek<P: Reversible<State = S>>(
        &mut self,
        puzzle: &P,
        monitor: &mut Monitor<'_, P>,
    ) -> Result<Option<(u32, u32)>, Stop> {
        let Self {
            starts,
            front,
            back,
            ..
        } = self;
        while let Some(start) = starts.last() {
            front.add_root(puzzle, start, 0, monitor)?;
            if starts.len() == 1 {
                // With the last start, so that the goals are added once.
                for goal in puzzle.goals() {
                    back.add_root(puzzle, &goal, front.len::<P>(), monitor)?;
                }
            }
            starts.pop();
        }
        while front.layer_len() > 0 && back.layer_len() > 0 {
            bound_from_moves(front.depth() + back.depth() + 1, puzzle, monitor)?;
            // The smaller layer, unless a stop has left a part of the other one.
            let is_front_smaller = front.layer_len() <= back.layer_len();
            let (front_len, back_len) = (front.len::<P>(), back.len::<P>());
            let grows_front =
                !back.is_within_layer() && (is_front_smaller || front.is_within_layer());
            let meeting = if grows_front {
                front
                    .expand_layer::<Forward, P, _>(puzzle, back, back_len, monitor)?
                    .map(|Meeting { parent, met, .. }| (parent, met))
            } else {
                back.expand_layer::<Backward, P, _>(puzzle, front, front_len, monitor)?
                    .map(|Meeting { parent, met, .. }| (met, parent))
            };
            if meeting.is_some() {
                return Ok(meeting);
            }
        }
        Ok(None)
    }
}
