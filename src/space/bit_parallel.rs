//! [`BitParallel`]: a numbering under which whole layers are expanded at once.

use alloc::collections::TryReserveError;
use core::convert::Infallible;
#[cfg(feature = "std")]
use core::num::NonZero;
use core::sync::atomic::{AtomicBool, Ordering};

/// A numbering under which the states of a layer are expanded together, a word of 64 at a time.
///
/// For puzzles whose states fall into two classes, such that every move leads from one class to the
/// other and can be taken back by another move: the layers of a breadth-first search then
/// alternate between the classes, and what one move leads to from layer d is layer d + 1 and part
/// of layer d - 1, which lies in the same class. A bit for each state is all that is stored.
///
/// Both classes are split into pieces of equally many words; a puzzle says which states of a piece
/// one move leads to.
///
/// # Laws
///
/// * [`locate`](Self::locate) and [`rank`](Self::rank) are inverse to each other, and bijections
///   between the ranks and all bits of all pieces.
/// * [`gather`](Self::gather) sets exactly the bits of the neighbors, in the given piece, of the
///   states in the layer, and leaves all others as they are. Which pieces it asks the layer for depends on
///   the given piece and the class alone.
/// * If t is a neighbor of s then s is one of t, and they are of different classes.
///
/// [`laws::check_ranked`](crate::laws::check_ranked) tests them.
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
pub trait BitParallel: Sync {
    /// How many words a piece has.
    fn piece_words(&self) -> usize;

    /// How many pieces each class has.
    fn pieces(&self) -> [usize; 2];

    /// Where the state with this rank is; `None` if there is no such rank.
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

    /// The rank of the state at this place, which is one that there is.
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

    /// How many bytes the tables of the numbering itself take, once they are
    /// [made](Self::prepare).
    fn own_bytes(&self) -> usize {
        0
    }

    /// Makes the tables of the numbering itself, which take [so many bytes](Self::own_bytes): to be called
    /// once before anything is [gathered](Self::gather), by whoever has claimed them.
    ///
    /// # Errors
    ///
    /// If there is no memory.
    fn prepare(&mut self) -> Result<(), TryReserveError> {
        Ok(())
    }

    /// Sets the bits of the neighbors, in piece `piece` of the class that `layer` is not of, of the
    /// states in `layer`; the numbering is [prepared](Self::prepare). Returns whether there may be any; if not,
    /// none was set.
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
    /// let at = puzzle.rank(&goal).and_then(|rank| numbering.locate(rank)).expect("it has a number");
    ///
    /// // The layer that consists of the goal.
    /// let mut layer = vec![0; words * numbering.pieces()[at.class]];
    /// let mut occupied = vec![false; numbering.pieces()[at.class]];
    /// layer[at.piece * words + at.bit / 64] = 1 << (at.bit % 64);
    /// occupied[at.piece] = true;
    /// let layer = Pieces::new(at.class, words, &layer, &occupied);
    ///
    /// let mut neighbors = 0;
    /// for piece in 0..numbering.pieces()[1 - at.class] {
    ///     let mut into = vec![0; words];
    ///     numbering.gather(piece, &layer, &mut into);
    ///     neighbors += into.iter().map(|word| word.count_ones()).sum::<u32>();
    /// }
    /// assert_eq!(neighbors as usize, puzzle.neighbors(&goal).into_iter().count());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn gather(&self, piece: usize, layer: &Pieces<'_>, into: &mut [u64]) -> bool;
}

/// Where a state is: bit `bit % 64` of word `bit / 64` of a piece of a class.
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
    /// The piece of the class.
    pub piece: usize,
    /// The bit of the piece.
    pub bit: usize,
}

/// A layer: the pieces of one class.
///
/// ```
/// use puzzle_search::space::Pieces;
///
/// let layer = Pieces::new(0, 2, &[0, 0, 5, 0], &[false, true]);
/// assert_eq!(layer.get(0), None); // no state of the layer is in there
/// assert_eq!(layer.get(1), Some([5, 0].as_slice()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'a> {
    class: usize,
    which: Which<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Which<'a> {
    /// All of them, and which have a bit.
    All {
        piece_words: usize,
        words: &'a [u64],
        occupied: &'a [bool],
    },
    /// Those that have a slot, counted from 1.
    #[cfg(feature = "std")]
    Chosen {
        piece_words: usize,
        words: &'a [u64],
        slots: &'a [Option<NonZero<u32>>],
    },
    /// None: it is noted which were asked for.
    Asked(&'a [AtomicBool]),
}

impl<'a> Pieces<'a> {
    /// The layer with these words, `piece_words` for each piece; `occupied` says of each piece
    /// whether it has a bit.
    #[must_use]
    pub const fn new(
        class: usize,
        piece_words: usize,
        words: &'a [u64],
        occupied: &'a [bool],
    ) -> Self {
        let which = Which::All {
            piece_words,
            words,
            occupied,
        };
        Self { class, which }
    }

    /// A layer of which only some pieces are at hand: for each piece its slot in the words, counted
    /// from 1.
    #[cfg(feature = "std")]
    pub(crate) const fn chosen(
        class: usize,
        piece_words: usize,
        words: &'a [u64],
        slots: &'a [Option<NonZero<u32>>],
    ) -> Self {
        let which = Which::Chosen {
            piece_words,
            words,
            slots,
        };
        Self { class, which }
    }

    /// A layer that has nothing, and notes which pieces it was asked for.
    pub(crate) const fn asked(class: usize, asked: &'a [AtomicBool]) -> Self {
        let which = Which::Asked(asked);
        Self { class, which }
    }

    /// The class of all states in the layer.
    ///
    /// ```
    /// assert_eq!(puzzle_search::space::Pieces::new(1, 2, &[0, 5], &[true]).class(), 1);
    /// ```
    #[must_use]
    pub const fn class(&self) -> usize {
        self.class
    }

    /// The words of a piece; `None` if no state of the layer is in it.
    #[must_use]
    #[inline]
    pub fn get(&self, piece: usize) -> Option<&'a [u64]> {
        let (words, piece_words, slot) = match self.which {
            Which::All {
                piece_words,
                words,
                occupied,
            } => (words, piece_words, occupied.get(piece)?.then_some(piece)?),
            #[cfg(feature = "std")]
            Which::Chosen {
                piece_words,
                words,
                slots,
            } => {
                let slot = slots.get(piece).copied().flatten()?;
                (words, piece_words, slot.get() as usize - 1)
            }
            Which::Asked(asked) => {
                asked.get(piece)?.store(true, Ordering::Relaxed);
                return None;
            }
        };
        words.get(slot * piece_words..)?.get(..piece_words)
    }
}

/// For puzzles that have no such numbering.
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
