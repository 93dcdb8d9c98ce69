//! [`BitParallel`]: a numbering of states as bits, in which 64 states are expanded at a time; [`Place`]: the place of a
//! state in it; [`Pieces`]: a layer of a breadth-first search in it. Invariant: the laws of [`BitParallel`].

use alloc::collections::TryReserveError;
use core::convert::Infallible;
#[cfg(feature = "std")]
use core::num::NonZero;
use core::sync::atomic::{AtomicBool, Ordering};

/// A numbering of states as the bits of 64-bit words. With it, an enumeration expands up to 64 states at a time.
///
/// The states must fall into two classes. Every move must lead from a state of one class to a state of the other class,
/// and for every move there must be a move back. Layer d + 1 of a breadth-first search then consists of the neighbors
/// of layer d that are not in layer d - 1. An enumeration therefore stores only the last two layers. One bit for each
/// state is enough, since the two layers are of different classes.
///
/// The bits of each class are split into pieces, which all have the same number of 64-bit words.
///
/// # Laws
///
/// * [`locate`](Self::locate) and [`rank`](Self::rank) are inverse to each other, and map the ranks one-to-one to all
///   bits of all pieces.
/// * [`gather`](Self::gather) sets exactly those bits of the given piece that belong to neighbors of states in the
///   layer, and leaves all other bits as they are. Which pieces of the layer `gather` reads depends only on the index
///   of the given piece and on the class of the layer.
/// * If t is a neighbor of s, then s is a neighbor of t, and the two are of different classes.
///
/// [`laws::Check::ranked`](crate::laws::Check::ranked) tests these laws.
///
/// ```
/// use puzzle_search::Ranked;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::BitParallel;
///
/// let puzzle = SlidingTiles::new(3, 4)?;
/// let numbering = puzzle.bit_parallel().expect("this size has one");
/// let words = numbering.pieces().map(|pieces| pieces * numbering.piece_words());
/// assert_eq!(puzzle.state_count(), Some(64 * (words[0] + words[1]) as u128));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
pub trait BitParallel: Send + Sync {
    /// Returns the number of 64-bit words in each piece.
    fn piece_words(&self) -> usize;

    /// Returns the number of pieces in each of the two classes.
    fn pieces(&self) -> [usize; 2];

    /// Returns the place of the state with this rank, or `None` if no state has this rank.
    ///
    /// ```
    /// use puzzle_search::Ranked;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::BitParallel;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let numbering = puzzle.bit_parallel().expect("this size has one");
    /// assert!(numbering.locate(181_439).is_some() && numbering.locate(181_440).is_none());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn locate(&self, rank: u128) -> Option<Place>;

    /// Returns the rank of the state at a place.
    ///
    /// ```
    /// use puzzle_search::Ranked;
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::BitParallel;
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let numbering = puzzle.bit_parallel().expect("this size has one");
    /// assert_eq!(numbering.locate(77).map(|place| numbering.rank(place)), Some(77));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    fn rank(&self, place: Place) -> u128;

    /// Returns the size in bytes of the lookup tables that [`prepare`](Self::prepare) builds. The default is 0.
    fn own_bytes(&self) -> usize {
        0
    }

    /// Builds the lookup tables of the numbering. Call `prepare` once, before the first call of
    /// [`gather`](Self::gather). The default implementation does nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory for the tables.
    fn prepare(&mut self) -> Result<(), TryReserveError> {
        Ok(())
    }

    /// Sets the bits of all states of one piece that are neighbors of the states in a layer. Returns whether it may
    /// have set a bit: if `gather` returns false, it has set none.
    ///
    /// The index of the piece in its class is `piece`. This class is not the class of the layer. The slice `into`
    /// contains the words of the piece.
    ///
    /// Call [`prepare`](Self::prepare) first.
    ///
    /// ```
    /// use puzzle_search::{Puzzle, Ranked};
    /// use puzzle_search::puzzles::SlidingTiles;
    /// use puzzle_search::space::{BitParallel, Pieces};
    ///
    /// let puzzle = SlidingTiles::new(3, 3)?;
    /// let mut numbering = puzzle.bit_parallel().expect("this size has one");
    /// numbering.prepare()?;
    /// let (words, goal) = (numbering.piece_words(), puzzle.goal());
    /// let place = puzzle.rank(&goal).and_then(|rank| numbering.locate(rank)).expect("it has a number");
    ///
    /// // A layer that consists of the goal alone.
    /// let mut layer = vec![0; words * numbering.pieces()[place.class]];
    /// let mut occupied = vec![false; numbering.pieces()[place.class]];
    /// layer[place.piece * words + place.bit / 64] = 1 << (place.bit % 64);
    /// occupied[place.piece] = true;
    /// let layer = Pieces::new(place.class, words, &layer, &occupied);
    ///
    /// let mut neighbors = 0;
    /// for piece in 0..numbering.pieces()[1 - place.class] {
    ///     let mut into = vec![0; words];
    ///     numbering.gather(piece, &layer, &mut into);
    ///     neighbors += into.iter().map(|word| word.count_ones()).sum::<u32>();
    /// }
    /// assert_eq!(neighbors as usize, puzzle.neighbors(&goal).into_iter().count());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn gather(&self, piece: usize, layer: &Pieces<'_>, into: &mut [u64]) -> bool;
}

/// The place of a state in a [`BitParallel`] numbering, which divides states into classes and classes into pieces.
///
/// ```
/// use puzzle_search::Ranked;
/// use puzzle_search::puzzles::SlidingTiles;
/// use puzzle_search::space::BitParallel;
///
/// let puzzle = SlidingTiles::new(3, 3)?;
/// let numbering = puzzle.bit_parallel().expect("this size has one");
/// let place = numbering.locate(100_000).expect("there are 181,440");
/// assert!(place.class < 2 && place.bit < 64 * numbering.piece_words());
/// assert_eq!(numbering.rank(place), 100_000);
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The class, 0 or 1.
    pub class: usize,
    /// The index of the piece in its class.
    pub piece: usize,
    /// The index of the bit in its piece: bit `bit % 64` of word `bit / 64`.
    pub bit: usize,
}

/// A layer of a breadth-first search in a [`BitParallel`] numbering, which divides states into two classes and classes
/// into pieces. All states of a layer are of one class. Each state of this class has a bit, which is set if the state
/// is in the layer.
///
/// ```
/// use puzzle_search::space::Pieces;
///
/// let layer = Pieces::new(0, 2, &[0, 0, 5, 0], &[false, true]);
/// assert_eq!(layer.get(0), None); // piece 0 has no state of the layer
/// assert_eq!(layer.get(1), Some([5, 0].as_slice()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'a> {
    class: usize,
    source: LayerSource<'a>,
}

/// The bits of a layer.
#[derive(Clone, Copy, Debug)]
enum LayerSource<'a> {
    /// All pieces of the class, one after another, and whether each has a bit that is set.
    Dense {
        piece_words: usize,
        words: &'a [u64],
        occupied: &'a [bool],
    },
    /// Some pieces of the class, in slots of `words`. For each piece of the class, its slot, or `None`; slots are
    /// counted from 1, so that an entry takes four bytes.
    #[cfg(feature = "std")]
    Sparse {
        piece_words: usize,
        words: &'a [u64],
        slots: &'a [Option<NonZero<u32>>],
    },
    /// An empty layer that records which pieces [`gather`](BitParallel::gather) reads.
    Recording(&'a [AtomicBool]),
}

impl<'a> Pieces<'a> {
    /// Returns a layer whose states are in class `class`. `words` contains the bits of all pieces of the class, with
    /// `piece_words` words for each piece. `occupied` tells for each piece whether any of its bits is set.
    #[must_use]
    pub const fn new(
        class: usize,
        piece_words: usize,
        words: &'a [u64],
        occupied: &'a [bool],
    ) -> Self {
        let source = LayerSource::Dense {
            piece_words,
            words,
            occupied,
        };
        Self { class, source }
    }

    /// A layer of which only some pieces are in memory. `slots` has for each piece of the class its slot in `words`,
    /// counted from 1, or `None`.
    #[cfg(feature = "std")]
    pub(crate) const fn sparse(
        class: usize,
        piece_words: usize,
        words: &'a [u64],
        slots: &'a [Option<NonZero<u32>>],
    ) -> Self {
        let source = LayerSource::Sparse {
            piece_words,
            words,
            slots,
        };
        Self { class, source }
    }

    /// An empty layer that sets a flag for each piece that is read.
    pub(crate) const fn recording(class: usize, reads: &'a [AtomicBool]) -> Self {
        let source = LayerSource::Recording(reads);
        Self { class, source }
    }

    /// Returns the class of the layer's states, 0 or 1.
    ///
    /// ```
    /// assert_eq!(puzzle_search::space::Pieces::new(1, 2, &[0, 5], &[true]).class(), 1);
    /// ```
    #[must_use]
    pub const fn class(&self) -> usize {
        self.class
    }

    /// Returns the words of a piece, or `None` if no state of the layer is in the piece.
    #[must_use]
    #[inline]
    pub fn get(&self, piece: usize) -> Option<&'a [u64]> {
        let (words, piece_words, slot) = match self.source {
            LayerSource::Dense {
                piece_words,
                words,
                occupied,
            } => (words, piece_words, occupied.get(piece)?.then_some(piece)?),
            #[cfg(feature = "std")]
            LayerSource::Sparse {
                piece_words,
                words,
                slots,
            } => {
                let slot = slots.get(piece).copied().flatten()?;
                (words, piece_words, slot.get() as usize - 1)
            }
            LayerSource::Recording(reads) => {
                reads.get(piece)?.store(true, Ordering::Relaxed);
                return None;
            }
        };
        words.get(slot * piece_words..)?.get(..piece_words)
    }
}

/// Puzzles without a bit-parallel numbering use this type, since it has no values.
impl BitParallel for Infallible {
    fn piece_words(&self) -> usize {
        match *self {}
    }

    fn pieces(&self) -> [usize; 2] {
        match *self {}
    }

    fn locate(&self, _: u128) -> Option<Place> {
        match *self {}
    }

    fn rank(&self, _: Place) -> u128 {
        match *self {}
    }

    fn gather(&self, _: usize, _: &Pieces<'_>, _: &mut [u64]) -> bool {
        match *self {}
    }
}
