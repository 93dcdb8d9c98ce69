//! [`Visitor`]: the solver's side of a traversal.

use core::ops::ControlFlow;

use super::edge::{Change, Edge};
use crate::puzzle::Puzzle;

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

/// The solver's side of a depth-first traversal; see the [module](crate::traversal) for an example.
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
