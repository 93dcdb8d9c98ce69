//! Depth-first traversal: the puzzle drives, the solver visits.
//!
//! A depth-first solver is a [`Visitor`]; [`Puzzle::depth_first`] calls it for every edge. That
//! way round, a puzzle can keep its position in the program counter instead of in memory, and an
//! adaptor such as [`Guided`](crate::heuristics::Guided) can carry a value along the path and pair
//! it with the solver's own.
//!
//! ```
//! use core::ops::ControlFlow;
//! use puzzle_search::puzzles::SlidingTiles;
//! use puzzle_search::traversal::{Change, Edge, Step, Visitor};
//! use puzzle_search::{Puzzle, Reversible};
//!
//! /// Counts the paths of a given length.
//! struct Paths(u64);
//!
//! impl<P: Puzzle> Visitor<P> for Paths {
//!     type Carried = u32; // how many moves are left
//!
//!     fn enter(
//!         &mut self,
//!         left: u32,
//!         _edge: Edge<'_, P>,
//!         _change: impl FnOnce() -> Option<Change<P::Cost>>,
//!     ) -> Step<u32> {
//!         if left == 1 {
//!             self.0 += 1;
//!             return Step::Prune;
//!         }
//!         Step::Descend(left - 1)
//!     }
//!
//!     fn unwind(&mut self, _mv: P::Move) {}
//! }
//!
//! let puzzle = SlidingTiles::new(3, 3)?;
//! let goal = puzzle.goals().into_iter().next().expect("it has one goal");
//! let (paths, flow) = puzzle.depth_first(&goal, 3, Paths(0));
//! assert_eq!(flow, ControlFlow::Continue(()));
//! assert_eq!(paths.0, 8); // 2 first moves, then 2 and 2 that do not go straight back
//! # Ok::<(), puzzle_search::puzzles::BoardError>(())
//! ```

use core::fmt::{self, Debug};
use core::ops::ControlFlow;

use alloc::vec::Vec;
use smallvec::SmallVec;

use crate::puzzle::{Neighbor, Puzzle};

/// The edge that a traversal is about to enter.
///
/// ```
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
/// use puzzle_search::traversal::Edge;
///
/// let puzzle = SlidingTiles::new(2, 2)?;
/// let (parent, child) = (puzzle.parse("1 0  3 2")?, puzzle.goal());
/// let edge = Edge::<SlidingTiles>::new(&parent, &Direction::Down, 1, &child);
/// assert!(edge.may_be_goal && edge.hint == 0); // for all that is known
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
#[non_exhaustive]
pub struct Edge<'a, P: Puzzle> {
    /// Where it comes from.
    pub parent: &'a P::State,
    /// The move.
    pub mv: &'a P::Move,
    /// What it costs.
    pub cost: P::Cost,
    /// Where it leads.
    pub child: &'a P::State,
    /// Whether the child may be a goal: false only if the traversal knows that it is none.
    pub may_be_goal: bool,
    /// What else a puzzle's own traversal knows of the edge, for heuristics that stand beside the
    /// puzzle; 0 says nothing.
    pub hint: u8,
}

impl<'a, P: Puzzle> Edge<'a, P> {
    /// An edge of which nothing else is known: the child may be a goal, and there is no hint.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Direction, SlidingTiles};
    /// use puzzle_search::traversal::Edge;
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let (parent, child) = (puzzle.goal(), puzzle.parse("1 0  3 2")?);
    /// let edge = Edge::<SlidingTiles>::new(&parent, &Direction::Up, 1, &child);
    /// let mut edge = edge;
    /// edge.may_be_goal = false; // known to be none
    /// assert_eq!(edge.child.blank(), 1);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[inline]
    pub const fn new(
        parent: &'a P::State,
        mv: &'a P::Move,
        cost: P::Cost,
        child: &'a P::State,
    ) -> Self {
        Self {
            parent,
            mv,
            cost,
            child,
            may_be_goal: true,
            hint: 0,
        }
    }

    /// The same edge, of a puzzle that wraps this one or is wrapped by it.
    #[inline]
    pub(crate) const fn of<Q>(&self) -> Edge<'a, Q>
    where
        Q: Puzzle<State = P::State, Move = P::Move, Cost = P::Cost>,
    {
        Edge {
            parent: self.parent,
            mv: self.mv,
            cost: self.cost,
            child: self.child,
            may_be_goal: self.may_be_goal,
            hint: self.hint,
        }
    }
}

impl<P: Puzzle> Clone for Edge<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Edge<'_, P> {}

impl<P: Puzzle> Debug for Edge<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edge")
            .field("parent", self.parent)
            .field("mv", self.mv)
            .field("cost", &self.cost)
            .field("child", self.child)
            .field("may_be_goal", &self.may_be_goal)
            .field("hint", &self.hint)
            .finish()
    }
}

/// How the estimate changes along an edge: two numbers of which only the difference counts.
///
/// They are the estimates of parent and child, or both less the same amount: a sum over tiles, of
/// which a move moves one, leaves out what stays.
///
/// ```
/// use puzzle_search::traversal::Change;
///
/// // From 21 to 22, or a tile that was two moves away and now is three.
/// let (whole, part) = (Change { from: 21, to: 22 }, Change { from: 2, to: 3 });
/// assert_eq!(whole.to - whole.from, part.to - part.from);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<C> {
    /// At most the parent's estimate.
    pub from: C,
    /// At most the child's estimate.
    pub to: C,
}

/// What a visitor wants after it has seen an edge.
///
/// ```
/// use puzzle_search::traversal::Step;
///
/// /// Goes down as long as there is something left to spend.
/// fn step(left: u32) -> Step<u32> {
///     left.checked_sub(1).map_or(Step::Prune, Step::Descend)
/// }
/// assert_eq!((step(3), step(0)), (Step::Descend(2), Step::Prune));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<T> {
    /// Leave the child out and go on with its siblings.
    Prune,
    /// Go on below the child, for which this value is carried.
    Descend(T),
    /// End the traversal.
    Stop,
}

/// The solver's side of a depth-first traversal; see the [module](self) for an example.
///
/// `enter` and `unwind` make a visitor. With `count_ahead` and the classes it allows a traversal to
/// be faster; a traversal need not make use of them.
///
/// ```
/// use core::ops::ControlFlow;
/// use puzzle_search::puzzles::{Direction, SlidingTiles};
/// use puzzle_search::traversal::{Change, Edge, Step, Visitor};
/// use puzzle_search::Puzzle;
///
/// /// Looks for a goal within some moves; what is carried is how many are left.
/// struct Seek<'a, P: Puzzle> {
///     puzzle: &'a P,
///     path: Vec<P::Move>,
/// }
///
/// impl<P: Puzzle> Visitor<P> for Seek<'_, P> {
///     type Carried = u32;
///
///     fn enter(
///         &mut self,
///         left: u32,
///         edge: Edge<'_, P>,
///         _change: impl FnOnce() -> Option<Change<P::Cost>>,
///     ) -> Step<u32> {
///         if edge.may_be_goal && self.puzzle.is_goal(edge.child) {
///             return Step::Stop;
///         }
///         if left > 1 { Step::Descend(left - 1) } else { Step::Prune }
///     }
///
///     fn unwind(&mut self, mv: P::Move) {
///         self.path.push(mv); // the last move first
///     }
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let start = puzzle.parse("1 2 3  4 5 6  0 7 8")?;
/// let seek = Seek { puzzle: &puzzle, path: vec![] };
/// let (seek, flow) = puzzle.depth_first(&start, 2, seek);
/// assert_eq!(flow, ControlFlow::Break(()));
/// assert_eq!(seek.path, [Direction::Right, Direction::Right]);
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
pub trait Visitor<P: Puzzle> {
    /// A small value handed from parent to child, for example the cost that is left to spend.
    type Carried: Copy;

    /// How many classes of carried values there are. A traversal may have code of its own for each.
    /// Any value may belong to class 0.
    const CLASSES: usize = 1;

    /// The class of a value, less than `CLASSES`.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// # use puzzle_search::traversal::{Change, Edge, Step};
    /// use puzzle_search::traversal::Visitor;
    /// # use puzzle_search::Puzzle;
    ///
    /// struct Within;
    /// impl<P: Puzzle> Visitor<P> for Within {
    ///     type Carried = u32; // what is left to spend
    ///     const CLASSES: usize = 2;
    ///     /// Class 1 has nothing left.
    ///     fn class(left: u32) -> usize {
    ///         usize::from(left == 0)
    ///     }
    ///     fn of_class<const CLASS: usize>(left: u32) -> u32 {
    ///         if CLASS == 1 { 0 } else { left } // known to the compiler
    ///     }
    ///     # fn enter(&mut self, _: u32, _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<u32> {
    ///     #     Step::Prune
    ///     # }
    ///     # fn unwind(&mut self, _: P::Move) {}
    ///     // and so on
    /// }
    /// assert_eq!(<Within as Visitor<SlidingTiles>>::class(0), 1);
    /// assert_eq!(<Within as Visitor<SlidingTiles>>::of_class::<0>(7), 7);
    /// ```
    #[inline]
    fn class(_carried: Self::Carried) -> usize {
        0
    }

    /// The class of a child's value, given the parent's and its class, from which it may be easier
    /// to tell.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::Visitor;
    /// # use puzzle_search::traversal::{Change, Edge, Step};
    /// # use puzzle_search::Puzzle;
    /// # struct Plain;
    /// # impl<P: Puzzle> Visitor<P> for Plain {
    /// #     type Carried = u32;
    /// #     fn enter(&mut self, _: u32, _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<u32> {
    /// #         Step::Prune
    /// #     }
    /// #     fn unwind(&mut self, _: P::Move) {}
    /// # }
    ///
    /// // `Plain` is a visitor without classes: all its values are of class 0.
    /// assert_eq!(<Plain as Visitor<SlidingTiles>>::class_below::<0>(8, 7), 0);
    /// ```
    #[inline]
    fn class_below<const PARENT: usize>(_parent: Self::Carried, child: Self::Carried) -> usize {
        Self::class(child)
    }

    /// The same value, known to belong to a class that was answered for it.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::Visitor;
    /// # use puzzle_search::traversal::{Change, Edge, Step};
    /// # use puzzle_search::Puzzle;
    /// # struct Plain;
    /// # impl<P: Puzzle> Visitor<P> for Plain {
    /// #     type Carried = u32;
    /// #     fn enter(&mut self, _: u32, _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<u32> {
    /// #         Step::Prune
    /// #     }
    /// #     fn unwind(&mut self, _: P::Move) {}
    /// # }
    ///
    /// // `Plain` is a visitor without classes: by default nothing more is known.
    /// assert_eq!(<Plain as Visitor<SlidingTiles>>::of_class::<0>(7), 7);
    /// ```
    #[inline]
    fn of_class<const CLASS: usize>(carried: Self::Carried) -> Self::Carried {
        carried
    }

    /// Called for the start and for every child that is descended to, before its own children are
    /// entered; `Break` ends the traversal as [`Step::Stop`] does.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::{Change, Edge, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// /// Expands the start and its children.
    /// struct Nodes(u32);
    /// impl<P: Puzzle> Visitor<P> for Nodes {
    ///     type Carried = bool; // whether this is the start
    ///     fn expand(&mut self, _: bool, _: &P::State) -> ControlFlow<()> {
    ///         self.0 += 1;
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn enter(
    ///         &mut self,
    ///         at_start: bool,
    ///         _: Edge<'_, P>,
    ///         _: impl FnOnce() -> Option<Change<P::Cost>>,
    ///     ) -> Step<bool> {
    ///         if at_start { Step::Descend(false) } else { Step::Prune }
    ///     }
    ///     fn unwind(&mut self, _: P::Move) {}
    /// }
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let (nodes, _) = puzzle.depth_first(&puzzle.goal(), true, Nodes(0));
    /// assert_eq!(nodes.0, 3);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[inline]
    fn expand(&mut self, _carried: Self::Carried, _state: &P::State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called for every edge below a descended node, in neighbor order, except those that lead
    /// straight back to the state before and those that are [redundant](Puzzle::is_redundant).
    ///
    /// `change` computes how the [`heuristic`](Puzzle::heuristic) changes, possibly without
    /// computing it; `None` means that the child is a dead end. Not calling it costs nothing.
    fn enter(
        &mut self,
        carried: Self::Carried,
        edge: Edge<'_, P>,
        change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<Self::Carried>;

    /// Whether [`count_ahead`](Self::count_ahead) is worth asking.
    const COUNTS_AHEAD: bool = false;

    /// Instead of [`expand`](Self::expand): counts the expansion of a node and its children, of
    /// which there are so many, all at once. The traversal then calls
    /// [`enter_counted`](Self::enter_counted) for each. If the answer is `false` the traversal has
    /// to [take it back](Self::take_back) and to go on with `expand` and `enter`.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::{Change, Edge, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// /// Counts all children of a node in one step.
    /// struct Generated(u32);
    /// impl<P: Puzzle> Visitor<P> for Generated {
    ///     type Carried = ();
    ///     const COUNTS_AHEAD: bool = true;
    ///     fn count_ahead(&mut self, children: u32) -> bool {
    ///         self.0 += children;
    ///         true
    ///     }
    ///     fn enter(&mut self, (): (), _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<()> {
    ///         self.0 += 1; // by a traversal that does not count ahead
    ///         Step::Prune
    ///     }
    ///     fn enter_counted(
    ///         &mut self,
    ///         (): (),
    ///         _: Edge<'_, P>,
    ///         _: impl FnOnce() -> Option<Change<P::Cost>>,
    ///     ) -> Step<()> {
    ///         Step::Prune
    ///     }
    ///     fn unwind(&mut self, _: P::Move) {}
    /// }
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let (generated, _) = puzzle.depth_first(&puzzle.goal(), (), Generated(0));
    /// assert_eq!(generated.0, 2);
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[inline]
    fn count_ahead(&mut self, _children: u32) -> bool {
        false
    }

    /// Takes back what [`count_ahead`](Self::count_ahead) counted and was not to.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::{Change, Edge, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// struct Generated(u32);
    /// impl<P: Puzzle> Visitor<P> for Generated {
    ///     # type Carried = ();
    ///     # fn enter(&mut self, (): (), _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<()> {
    ///     #     Step::Prune
    ///     # }
    ///     # fn unwind(&mut self, _: P::Move) {}
    ///     fn count_ahead(&mut self, children: u32) -> bool {
    ///         self.0 += children;
    ///         true
    ///     }
    ///     fn take_back(&mut self, children: u32) {
    ///         self.0 -= children;
    ///     }
    ///     // and so on
    /// }
    ///
    /// let mut generated = Generated(0);
    /// assert!(Visitor::<SlidingTiles>::count_ahead(&mut generated, 3));
    /// Visitor::<SlidingTiles>::take_back(&mut generated, 2);
    /// assert_eq!(generated.0, 1);
    /// ```
    fn take_back(&mut self, _children: u32) {}

    /// [`enter`](Self::enter) for a child that was counted ahead.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::{Change, Edge, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// struct Entered(u32);
    /// impl<P: Puzzle> Visitor<P> for Entered {
    ///     type Carried = ();
    ///     fn enter(&mut self, (): (), _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<()> {
    ///         self.0 += 1;
    ///         Step::Prune
    ///     }
    ///     fn unwind(&mut self, _: P::Move) {}
    /// }
    ///
    /// let puzzle = SlidingTiles::new(2, 2)?;
    /// let (parent, child) = (puzzle.goal(), puzzle.parse("1 0  3 2")?);
    /// let mv = &puzzle_search::puzzles::Direction::Up;
    /// let edge = Edge::<SlidingTiles>::new(&parent, mv, 1, &child);
    /// let mut entered = Entered(0);
    /// entered.enter_counted((), edge, || None);
    /// assert_eq!(entered.0, 1); // by default it is the same as `enter`
    /// # Ok::<(), puzzle_search::puzzles::BoardError>(())
    /// ```
    #[inline]
    fn enter_counted(
        &mut self,
        carried: Self::Carried,
        edge: Edge<'_, P>,
        change: impl FnOnce() -> Option<Change<P::Cost>>,
    ) -> Step<Self::Carried> {
        self.enter(carried, edge, change)
    }

    /// Says how many of the children that were counted ahead are still to be entered, and how many
    /// more nodes the traversal would count ahead before it says so again. A traversal that counts
    /// ahead says so before every `expand` and `enter`, and at its end.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::{Change, Edge, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// struct Ahead(u64);
    /// impl<P: Puzzle> Visitor<P> for Ahead {
    ///     # type Carried = ();
    ///     # fn enter(&mut self, (): (), _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<()> {
    ///     #     Step::Prune
    ///     # }
    ///     # fn unwind(&mut self, _: P::Move) {}
    ///     fn pending(&mut self, children: u64, _ahead: usize) {
    ///         self.0 = children;
    ///     }
    ///     // and so on
    /// }
    ///
    /// let mut ahead = Ahead(0);
    /// Visitor::<SlidingTiles>::pending(&mut ahead, 3, 0);
    /// assert_eq!(ahead.0, 3);
    /// ```
    fn pending(&mut self, _children: u64, _ahead: usize) {}

    /// Called after [`Step::Stop`] for each move of the path from the start, last move first.
    fn unwind(&mut self, mv: P::Move);

    /// The traversal is about to hold `bytes` of memory in all, for the path; with `Break` it must
    /// do without, or end as if it were [out of memory](Self::out_of_memory). The default lets it.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use puzzle_search::from_fn;
    /// use puzzle_search::traversal::{over_neighbors, Change, Edge, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// /// Goes down for ever, in ten thousand bytes.
    /// struct Frugal;
    /// impl<P: Puzzle> Visitor<P> for Frugal {
    ///     type Carried = ();
    ///     fn enter(&mut self, (): (), _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<()> {
    ///         Step::Descend(())
    ///     }
    ///     fn unwind(&mut self, _: P::Move) {}
    ///     fn reserve(&mut self, bytes: usize) -> ControlFlow<()> {
    ///         if bytes > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    ///     }
    /// }
    ///
    /// let puzzle = from_fn(|&n: &u64| [("+1", n + 1, 1_u32)], |_| false);
    /// assert_eq!(over_neighbors(&puzzle, &0, (), Frugal).1, ControlFlow::Break(()));
    /// ```
    fn reserve(&mut self, _bytes: usize) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// There was no memory for the path; the traversal ends with `Break`, and only part of the path
    /// is unwound.
    ///
    /// ```
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::traversal::{Change, Edge, Step, Visitor};
    /// use puzzle_search::Puzzle;
    ///
    /// struct Noted(bool);
    /// impl<P: Puzzle> Visitor<P> for Noted {
    ///     # type Carried = ();
    ///     # fn enter(&mut self, (): (), _: Edge<'_, P>, _: impl FnOnce() -> Option<Change<P::Cost>>) -> Step<()> {
    ///     #     Step::Prune
    ///     # }
    ///     # fn unwind(&mut self, _: P::Move) {}
    ///     fn out_of_memory(&mut self) {
    ///         self.0 = true;
    ///     }
    ///     // and so on
    /// }
    ///
    /// let mut noted = Noted(false);
    /// Visitor::<SlidingTiles>::out_of_memory(&mut noted);
    /// assert!(noted.0);
    /// ```
    fn out_of_memory(&mut self) {}
}

/// How much call stack the recursive part of a traversal may use, roughly.
const STACK_BUDGET: usize = 256 << 10;

/// The default of [`Puzzle::depth_first`]: calls itself to a depth that is safe on any thread,
/// and keeps its own stack below that.
///
/// ```
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::traversal::{over_neighbors, Change, Edge, Step, Visitor};
/// use puzzle_search::Puzzle;
///
/// struct Count(u32);
/// impl<P: Puzzle> Visitor<P> for Count {
///     type Carried = u32;
///     fn enter(
///         &mut self,
///         left: u32,
///         _: Edge<'_, P>,
///         _: impl FnOnce() -> Option<Change<P::Cost>>,
///     ) -> Step<u32> {
///         self.0 += 1;
///         if left > 1 { Step::Descend(left - 1) } else { Step::Prune }
///     }
///     fn unwind(&mut self, _: P::Move) {}
/// }
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let (default, _) = over_neighbors(&puzzle, &puzzle.goal(), 3, Count(0));
/// let (own, _) = puzzle.depth_first(&puzzle.goal(), 3, Count(0));
/// assert_eq!((default.0, own.0), (14, 14)); // 2, 4 and 8
/// # Ok::<(), puzzle_search::puzzles::BoardError>(())
/// ```
pub fn over_neighbors<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    start: &P::State,
    carried: V::Carried,
    mut visitor: V,
) -> (V, ControlFlow<()>) {
    // A frame holds an iterator, a neighbor or two and some words; unoptimised builds hold copies.
    let iterator = size_of_val(&puzzle.neighbors(start).into_iter());
    let frame = 512 + 3 * (iterator + 2 * size_of::<Neighbor<P>>() + size_of::<V::Carried>());
    let root = Arrival {
        before: None,
        last: None,
    };
    let mut node = Node {
        state: start,
        h: None,
        carried,
    };
    let flow = recurse(puzzle, &mut node, root, &mut visitor, STACK_BUDGET / frame);
    (visitor, flow)
}

/// How a traversal came to a node: the state before and the move from there; the root has neither.
pub(crate) struct Arrival<'a, P: Puzzle> {
    pub(crate) before: Option<&'a P::State>,
    pub(crate) last: Option<&'a P::Move>,
}

impl<P: Puzzle> Clone for Arrival<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Arrival<'_, P> {}

impl<P: Puzzle> Arrival<'_, P> {
    /// Whether an edge leads straight back, or is redundant by the puzzle's own account.
    #[inline]
    fn skips(self, puzzle: &P, next: &Neighbor<P>) -> bool {
        self.before.is_some_and(|before| *before == next.state)
            || self
                .last
                .is_some_and(|last| puzzle.is_redundant(last, &next.mv))
    }
}

/// A node that is being expanded.
struct Node<'a, P: Puzzle, C> {
    state: &'a P::State,
    /// The estimate, if it is known already.
    h: Option<P::Cost>,
    carried: C,
}

fn recurse<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    node: &mut Node<'_, P, V::Carried>,
    arrival: Arrival<'_, P>,
    visitor: &mut V,
    depth_left: usize,
) -> ControlFlow<()> {
    if depth_left == 0 {
        return iterate(puzzle, node.state, arrival, node.carried, visitor);
    }
    visitor.expand(node.carried, node.state)?;
    for neighbor in puzzle.neighbors(node.state) {
        if arrival.skips(puzzle, &neighbor) {
            continue;
        }
        let mut h = None;
        let flow = match enter(puzzle, node, &neighbor, &mut h, visitor) {
            Step::Prune => continue,
            Step::Stop => ControlFlow::Break(()),
            Step::Descend(carried) => {
                let below = Arrival {
                    before: Some(node.state),
                    last: Some(&neighbor.mv),
                };
                let state = &neighbor.state;
                let mut child = Node { state, h, carried };
                recurse(puzzle, &mut child, below, visitor, depth_left - 1)
            }
        };
        if flow.is_break() {
            visitor.unwind(neighbor.mv);
            return flow;
        }
    }
    ControlFlow::Continue(())
}

/// Enters a child; `h` becomes its estimate if the visitor asks for it.
#[inline]
fn enter<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    parent: &mut Node<'_, P, V::Carried>,
    neighbor: &Neighbor<P>,
    h: &mut Option<P::Cost>,
    visitor: &mut V,
) -> Step<V::Carried> {
    let edge = Edge {
        parent: parent.state,
        mv: &neighbor.mv,
        cost: neighbor.cost,
        child: &neighbor.state,
        may_be_goal: true,
        hint: 0,
    };
    let change = || {
        let to = puzzle.heuristic(&neighbor.state)?;
        *h = Some(to);
        if parent.h.is_none() {
            parent.h = puzzle.heuristic(parent.state);
        }
        let from = parent.h?;
        Some(Change { from, to })
    };
    visitor.enter(parent.carried, edge, change)
}

/// A node on the path of the iterative part.
struct Frame<P: Puzzle, C> {
    state: P::State,
    /// The estimate, if it is known already.
    h: Option<P::Cost>,
    /// The move that led here; the first frame's belongs to the caller.
    mv: Option<P::Move>,
    carried: C,
    /// Neighbors not entered yet, last one first.
    pending: SmallVec<[Neighbor<P>; 4]>,
}

impl<P: Puzzle, C> Frame<P, C> {
    fn new(
        puzzle: &P,
        state: P::State,
        h: Option<P::Cost>,
        mv: Option<P::Move>,
        carried: C,
    ) -> Self {
        let mut pending: SmallVec<_> = puzzle.neighbors(&state).into_iter().collect();
        pending.reverse();
        Self {
            state,
            h,
            mv,
            carried,
            pending,
        }
    }

    /// How many bytes it holds elsewhere.
    fn spilled(&self) -> usize {
        if self.pending.spilled() {
            self.pending.capacity() * size_of::<Neighbor<P>>()
        } else {
            0
        }
    }

    /// The next neighbor that is not skipped.
    fn next(&mut self, puzzle: &P, above: Arrival<'_, P>) -> Option<Neighbor<P>> {
        let arrival = Arrival {
            last: self.mv.as_ref().or(above.last),
            ..above
        };
        while let Some(neighbor) = self.pending.pop() {
            if !arrival.skips(puzzle, &neighbor) {
                return Some(neighbor);
            }
        }
        None
    }
}

/// Adds a frame, after the visitor has agreed to the memory; breaks if it has not.
fn push<P: Puzzle, V: Visitor<P>>(
    path: &mut Vec<Frame<P, V::Carried>>,
    frame: Frame<P, V::Carried>,
    spilled: &mut usize,
    visitor: &mut V,
) -> ControlFlow<()> {
    let grows = path.len() == path.capacity();
    *spilled += frame.spilled();
    if grows || frame.spilled() > 0 {
        // While it grows there are two copies, the second twice as long.
        let frames = if grows {
            3 * path.len().max(4)
        } else {
            path.capacity()
        };
        let bytes = frames * size_of::<Frame<P, V::Carried>>() + *spilled;
        let agreed = visitor.reserve(bytes).is_continue();
        if !agreed || (grows && path.try_reserve_exact(path.len().max(4)).is_err()) {
            visitor.out_of_memory();
            return ControlFlow::Break(());
        }
    }
    path.push(frame);
    ControlFlow::Continue(())
}

/// The traversal of [`over_neighbors`] below a node, without recursion.
#[cold]
pub(crate) fn iterate<P: Puzzle, V: Visitor<P>>(
    puzzle: &P,
    state: &P::State,
    arrival: Arrival<'_, P>,
    carried: V::Carried,
    visitor: &mut V,
) -> ControlFlow<()> {
    let mut path: Vec<Frame<P, V::Carried>> = Vec::new();
    // What the frames hold beside themselves, where a node has many neighbors.
    let mut spilled = 0;
    visitor.expand(carried, state)?;
    let root = Frame::new(puzzle, state.clone(), None, None, carried);
    push(&mut path, root, &mut spilled, visitor)?;
    let stopped = 'walk: loop {
        let Some((top, above)) = path.split_last_mut() else {
            return ControlFlow::Continue(());
        };
        let before = above.last().map(|frame: &Frame<P, _>| &frame.state);
        let above = Arrival {
            before: before.or(arrival.before),
            ..arrival
        };
        let Some(neighbor) = top.next(puzzle, above) else {
            spilled -= path.pop().map_or(0, |frame| frame.spilled());
            continue;
        };
        let mut node = Node {
            state: &top.state,
            h: top.h,
            carried: top.carried,
        };
        let mut h = None;
        let step = enter(puzzle, &mut node, &neighbor, &mut h, visitor);
        top.h = node.h;
        let Neighbor { mv, state, .. } = neighbor;
        match step {
            Step::Prune => {}
            Step::Descend(carried) if visitor.expand(carried, &state).is_continue() => {
                let frame = Frame::new(puzzle, state, h, Some(mv), carried);
                push(&mut path, frame, &mut spilled, visitor)?;
            }
            Step::Descend(_) | Step::Stop => break 'walk mv,
        }
    };
    visitor.unwind(stopped);
    for frame in path.into_iter().rev() {
        if let Some(mv) = frame.mv {
            visitor.unwind(mv);
        }
    }
    ControlFlow::Break(())
}
