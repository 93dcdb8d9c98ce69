//! [`PermutationPuzzle`]: puzzles whose moves are fixed permutations of places. A [`Definition`] goes in; the moves and
//! the group that they generate are computed from it.
//!
//! Invariant: a state can be reached from the goal if, and only if, `group` contains the permutation that takes each
//! piece from its goal place to its place in the state ([`relative`](PermutationPuzzle::relative)). Solvability and
//! ranks are read from the group.

mod definition;
mod format;
mod heuristics;
mod kept_by_number;
mod numbering;
mod ready_made;
mod turn;
mod unsolvable;

pub use definition::{Definition, NamedMove};
pub use ready_made::Ring;
pub use turn::Turn;

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use super::board::Arrangement;
use super::by_group::{self, GroupWords};
use super::error::PuzzleError;
use super::packed::Packed;
use super::sequence::Moves;
use crate::facts::Facts;
use crate::permutation::PermutationGroup;
use crate::permutation::{Permutation, PermutationError};
use crate::pruning::FixedMoves;
use crate::puzzle::notation::Notation;
use crate::puzzle::reversed::TwoSided;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::solvability::Solvability;
use crate::tables::{Abstraction, PieceSpace};
use heuristics::PlaceDistances;
use kept_by_number::KeptByNumber;
use numbering::GroupNumbering;

/// A puzzle of n numbered pieces on n numbered places. Each move carries the pieces from place to place by a fixed
/// permutation of the places. In the default goal, every piece is on the place with its own number.
///
/// Places and pieces are numbered from 1. The moves are given by a [`Definition`], which can be parsed from a text.
///
/// A state is [packed](Packed) into a value of type `B`. This type limits the number of places: up to 16 for `u64`, up
/// to 25 for `u128`, and up to N for `[u8; N]`.
///
/// [`solvability`](Puzzle::solvability) decides without a search whether a state can reach the goal. The states that
/// can be reached from the goal are [ranked](Ranked). Ranking takes about a microsecond per state. To rank states
/// faster, convert the puzzle by `Coordinates::whole` of the package `puzzle-search-coordinates`.
///
/// ```
/// use puzzle_search::puzzles::PermutationPuzzle;
/// use puzzle_search::{BreadthFirst, Ranked, Solver};
///
/// let definition = "
///     points 6
///     generator L (1 2 3 4)
///     generator R (3 4 5 6)
///     inverses
/// ";
/// let puzzle = PermutationPuzzle::new(&definition.parse()?)?;
/// // L and R generate a group of order 120, so 120 of the 720 arrangements can be reached:
/// assert_eq!(puzzle.state_count(), Some(120));
/// let start = puzzle.play(&puzzle.goal(), "L R")?;
/// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
/// assert_eq!(solution.to_string(), "R' L'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PermutationPuzzle<B: Packed = u64> {
    places: usize,
    moves: Box<[Action]>,
    /// For each pair of moves (index: first move times the number of moves, plus second move), whether its product is
    /// also that of fewer moves or of a lexicographically earlier pair.
    redundant: Box<[bool]>,
    /// Whether the inverse of every move is a move.
    undirected: bool,
    goal: Arrangement<B>,
    /// The group that the moves generate.
    group: PermutationGroup,
    /// The ranks of the elements of `group`.
    reachable: GroupNumbering,
    /// For each pair of places, the least number of moves that take a piece from one to the other; for heuristics.
    distances: PlaceDistances,
}

/// Two puzzles are equal if they have the same moves, with the same names, and the same goal.
impl<B: Packed> PartialEq for PermutationPuzzle<B> {
    fn eq(&self, other: &Self) -> bool {
        fn key(action: &Action) -> (Turn, &Permutation) {
            (action.turn, &action.permutation)
        }
        let (moves, others) = (self.moves.iter().map(key), other.moves.iter().map(key));
        (self.places, self.goal) == (other.places, other.goal) && moves.eq(others)
    }
}

impl<B: Packed> Eq for PermutationPuzzle<B> {}

/// A move, with its effect in the forms that are needed.
#[derive(Clone, Debug)]
struct Action {
    turn: Turn,
    /// The image of a place is the place to which its piece moves.
    permutation: Permutation,
    /// The same permutation.
    forward: ChangedPlaces,
    /// The inverse permutation.
    backward: ChangedPlaces,
}

/// Whether the inverse of every move is a move.
fn are_closed_under_inverses(moves: &[Action]) -> bool {
    let is_move = |inverse: Permutation| moves.iter().any(|other| other.permutation == inverse);
    moves
        .iter()
        .all(|action| is_move(action.permutation.inverse()))
}

impl Action {
    fn new(turn: Turn, permutation: Permutation) -> Self {
        let (forward, backward) = changed_places(&permutation);
        Self {
            turn,
            forward,
            backward,
            permutation,
        }
    }
}

/// For each place that a move changes: the place, and the place from which its piece comes.
type ChangedPlaces = Box<[(u8, u8)]>;

/// The changed places of a permutation and of its inverse.
fn changed_places(permutation: &Permutation) -> (ChangedPlaces, ChangedPlaces) {
    let moved = permutation.images().iter().zip(0..);
    let moved = moved.filter(|&(&to, from)| to != from);
    let forward = moved.clone().map(|(&to, from)| (to as u8, from as u8));
    let backward = moved.map(|(&to, from)| (from as u8, to as u8));
    (forward.collect(), backward.collect())
}

impl PermutationPuzzle {
    /// Creates the puzzle with the definition `definition`. For more than 16 places, use [`packed`](Self::packed).
    ///
    /// # Errors
    ///
    /// Returns an error if the definition has more than 16 places.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?;
    /// assert_eq!(puzzle.places(), 4);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(definition: &Definition) -> Result<Self, PuzzleError> {
        Self::packed(definition)
    }
}

impl<B: Packed> PermutationPuzzle<B> {
    /// Creates the puzzle with the definition `definition`. States are packed into `B`.
    ///
    /// The group of the moves is computed here (Schreier-Sims). If it has all permutations of n places, that takes half a
    /// millisecond for 20 places, two seconds for 100 and eleven for 150.
    ///
    /// # Errors
    ///
    /// Returns an error if the definition has more places than fit into `B`.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Definition, PermutationPuzzle};
    ///
    /// let definition: Definition = "points 20 \n generator T (1 2 3)(18 19 20)".parse()?;
    /// let puzzle = PermutationPuzzle::<[u8; 20]>::packed(&definition)?;
    /// assert_eq!(size_of_val(&puzzle.goal()), 20);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn packed(definition: &Definition) -> Result<Self, PuzzleError> {
        let places = definition.points() as usize;
        let most = Arrangement::<B>::MOST_CELLS as u32;
        if definition.points() > most {
            return Err(definition::out_of_range(definition.points(), most));
        }
        let identity = Permutation::identity(definition.points());
        let actions = definition.moves().iter().zip(0..).map(|(mv, number)| {
            // The product acts on all places, even if the move's own permutation ends before the last.
            let permutation = mv.permutation.then(&identity);
            Action::new(Turn::new(&mv.name, number), permutation)
        });
        let moves: Box<[Action]> = actions.collect();
        let mut permutations: Vec<_> = moves.iter().map(|m| m.permutation.clone()).collect();
        let redundant = redundant_pairs(&permutations);
        let distances = PlaceDistances::new(places, &permutations);
        // The group of a puzzle without moves acts on its places, too.
        permutations.push(identity);
        let group = PermutationGroup::new(&permutations);
        let goal = definition.goal().iter().map(|&piece| piece as usize);
        Ok(Self {
            places,
            undirected: are_closed_under_inverses(&moves),
            moves,
            redundant,
            goal: Arrangement::new(goal),
            reachable: GroupNumbering::new(places, &group),
            group,
            distances,
        })
    }

    /// Returns the same puzzle with another goal. `pieces` lists the number of the piece on each place.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` lists each number from 1 to the number of places exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?.with_goal(&[2, 1, 3, 4])?;
    /// assert_eq!(puzzle.goal(), puzzle.state(&[2, 1, 3, 4])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_goal(mut self, pieces: &[u8]) -> Result<Self, PuzzleError> {
        self.goal = Arrangement::from_labels(pieces, self.places, "goal")?;
        Ok(self)
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search::Notation;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?;
    /// assert_eq!(puzzle.display(&puzzle.goal()).to_string(), "1 2 3 4");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Arrangement<B> {
        self.goal
    }

    /// Returns the number of places.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// assert_eq!(PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?.places(), 4);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn places(&self) -> usize {
        self.places
    }

    /// Returns the moves, in the order in which a search generates them.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?;
    /// assert_eq!(puzzle.moves().map(|turn| turn.to_string()).collect::<Vec<_>>(), ["T"]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Turn> {
        self.moves.iter().map(|action| action.turn)
    }

    /// Returns the permutation that the move `turn` applies to the places, or `None` if the move belongs to another
    /// puzzle. The piece on a place moves to the image of this place. Places are counted from 0.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?;
    /// let turn = puzzle.moves().next().expect("there is one");
    /// assert_eq!(puzzle.permutation(turn).map(|to| to.images()), Some([1, 2, 3, 0].as_slice()));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn permutation(&self, turn: Turn) -> Option<&Permutation> {
        let action = self.moves.get(turn.index())?;
        (action.turn == turn).then_some(&action.permutation)
    }

    /// Returns the permutation group that the moves generate. The group acts on the places, counted from 0.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 3 \n generator T (1 2 3)".parse()?)?;
    /// assert_eq!(puzzle.group().order(), Some(3));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn group(&self) -> &PermutationGroup {
        &self.group
    }

    /// Returns the state to which the move `turn` leads from `state`, or `None` if the move belongs to another puzzle.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 3 \n generator T (1 2 3)".parse()?)?;
    /// let turn = puzzle.moves().next().expect("there is one");
    /// let turned = puzzle.apply(&puzzle.goal(), turn).expect("a move of this puzzle");
    /// assert_eq!(turned.labels(3).collect::<Vec<_>>(), [3, 1, 2]);
    /// let other = PermutationPuzzle::new(&"points 3 \n generator U (1 2 3)".parse()?)?;
    /// assert!(other.apply(&other.goal(), turn).is_none());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn apply(&self, state: &Arrangement<B>, turn: Turn) -> Option<Arrangement<B>> {
        let action = self.moves.get(turn.index())?;
        (action.turn == turn).then(|| state.permuted(&action.forward))
    }

    /// Returns the [permutation](Self::permutation) of each move, in the order of [`moves`](Self::moves).
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4) \n inverses".parse()?)?;
    /// let images: Vec<_> = puzzle.permutations().map(|to| to.images()).collect();
    /// assert_eq!(images, [[1, 2, 3, 0], [3, 0, 1, 2]]);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn permutations(&self) -> impl ExactSizeIterator<Item = &Permutation> {
        self.moves.iter().map(|action| &action.permutation)
    }

    /// Returns the abstraction that keeps some pieces, for a [`PatternDatabase`](crate::heuristics::PatternDatabase):
    /// all other pieces look alike. `pieces` lists the numbers of the pieces to keep. For n places and k pieces, the
    /// table has n (n - 1) ... (n - k + 1) entries of one byte. It belongs to this puzzle: it [fits](Abstraction::fits)
    /// no other, unless the moves and the goal places of the pieces are the same.
    ///
    /// # Errors
    ///
    /// Returns an error if `pieces` is empty, has more than 16 numbers, contains a number twice, or contains a number
    /// that no piece has.
    ///
    /// ```
    /// use puzzle_search::heuristics::PatternDatabase;
    /// use puzzle_search::puzzles::PermutationPuzzle;
    /// use puzzle_search::{IdaStar, Puzzle, Solver};
    ///
    /// let text = "points 9 \n generator T (1 2 3 4 5 6 7 8 9) \n generator S (1 4)(2 3) \n inverses";
    /// let puzzle = PermutationPuzzle::new(&text.parse()?)?;
    /// let start = puzzle.play(&puzzle.goal(), "T S T S T S T T S")?;
    /// let database = PatternDatabase::new(&puzzle, puzzle.keeping(&[1, 2, 3, 4, 5])?)?;
    /// assert_eq!(database.entries(), 9 * 8 * 7 * 6 * 5);
    /// assert!(IdaStar::new().solve(&puzzle.guided_by(database), &start).is_optimal());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keeping(
        &self,
        pieces: &[u8],
    ) -> Result<impl Abstraction<Self, Space = PieceSpace> + Clone + Debug + use<B>, PermutationError>
    {
        Ok(KeptByNumber {
            space: self.space_of(pieces)?,
            pieces: pieces.into(),
        })
    }

    /// The space of the places of these pieces.
    fn space_of(&self, pieces: &[u8]) -> Result<PieceSpace, PermutationError> {
        let mut goal_places = Vec::with_capacity(pieces.len());
        for &piece in pieces {
            let place = self.place_of(&self.goal, piece).ok_or_else(|| {
                let last = self.places;
                PermutationError::new(format!("no piece is {piece}: expected 1 to {last}"))
            })?;
            goal_places.push(place as u8);
        }
        let images = self.permutations().map(Permutation::images);
        let moves = images.map(|images| images.iter().map(|&to| to as u8).collect());
        let mut moves: Vec<Vec<u8>> = moves.collect();
        if moves.is_empty() {
            // Without a move, the space could not tell its number of places.
            moves.push((0..self.places).map(|place| place as u8).collect());
        }
        let moves: Vec<&[u8]> = moves.iter().map(Vec::as_slice).collect();
        PieceSpace::new(&moves, &goal_places)
    }

    /// The place of the piece with this number.
    fn place_of(&self, state: &Arrangement<B>, piece: u8) -> Option<usize> {
        (0..self.places).find(|&place| state.item(place) + 1 == usize::from(piece))
    }

    /// Returns the state to which a sequence of moves leads from `state`.
    ///
    /// | notation | meaning |
    /// |---|---|
    /// | `R U` | the moves in this order; spaces, commas and line breaks separate |
    /// | `RU` | the same, if there is only one way to read it; a move with the name `RU` comes first |
    /// | `R'` | the inverse of `R`, also if the puzzle has no such move; the typographic primes are read, too |
    /// | `R3`, `R*3`, `R^3` | `R` three times |
    /// | `R2'`, `R'2` | the inverse of `R` twice |
    /// | `(R U)`, `[R U]` | a group, which can be followed by `'` and numbers as a move can: `(R U R' U')3'` |
    /// | `[A, B]` | the commutator `A B A' B'` |
    /// | `[A: B]` | the conjugate `A B A'` |
    /// | `// text`, `# text` | a comment, up to the end of the line |
    ///
    /// Takes O(n) time for each move, group and repetition, for n places.
    ///
    /// # Errors
    ///
    /// Returns an error, with its line and column, if `moves` is not such a sequence of moves of this puzzle, if it can
    /// be read in two ways, if a number of repetitions is above a billion, or if more than 100 groups are nested.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 3 \n generator T (1 2 3) \n inverses".parse()?)?;
    /// assert_eq!(puzzle.play(&puzzle.goal(), "T2 (T T')3, T")?, puzzle.goal());
    /// let error = puzzle.play(&puzzle.goal(), "T U").unwrap_err();
    /// assert_eq!(error.to_string(), "column 3: \"U\" is not a move: expected one of T T'");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn play(&self, state: &Arrangement<B>, moves: &str) -> Result<Arrangement<B>, PuzzleError> {
        let (forward, _) = changed_places(&self.product(moves)?);
        Ok(state.permuted(&forward))
    }

    /// Returns the permutation that a sequence of moves applies to the places, counted from 0. The notation is that of
    /// [`play`](Self::play).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`play`](Self::play).
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let definition = "points 6 \n generator L (1 2 3 4) \n generator R (3 4 5 6)";
    /// let puzzle = PermutationPuzzle::new(&definition.parse()?)?;
    /// assert_eq!(puzzle.product("L R'")?.order(), Some(5));
    /// assert_eq!(puzzle.product("[L, R]")?.order(), Some(2));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn product(&self, moves: &str) -> Result<Permutation, PuzzleError> {
        let named = self.moves.iter();
        let named = named.map(|action| (action.turn.name(), &action.permutation));
        Moves::new(self.places as u32, named).product(moves)
    }

    /// Returns the state that `pieces` describes: the number of the piece on each place.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` lists each number from 1 to the number of places exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?;
    /// assert_eq!(puzzle.state(&[1, 2, 3, 4])?, puzzle.goal());
    /// assert!(puzzle.state(&[1, 2, 3, 5]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, pieces: &[u8]) -> Result<Arrangement<B>, PuzzleError> {
        Arrangement::from_labels(pieces, self.places, "state")
    }

    /// Returns the permutation of the places that takes each piece from its goal place to its place in `state`. Places
    /// are counted from 0. The state can be reached from the goal if, and only if, the [group](Self::group) contains
    /// it.
    ///
    /// # Errors
    ///
    /// Returns an error if the state belongs to another puzzle.
    ///
    /// ```
    /// use puzzle_search::puzzles::PermutationPuzzle;
    ///
    /// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4) \n inverses".parse()?)?;
    /// let after = puzzle.play(&puzzle.goal(), "T T T")?;
    /// assert_eq!(puzzle.relative(&after).as_ref(), Ok(&puzzle.product("T'")?));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn relative(&self, state: &Arrangement<B>) -> Result<Permutation, PermutationError> {
        let pieces = (0..self.places).map(|place| state.item(place));
        let place_of = Permutation::new(&pieces.collect::<Vec<_>>())?.inverse();
        let images = (0..self.places).map(|place| place_of.image(self.goal.item(place) as u32));
        Ok(Permutation::from_images(images))
    }
}

/// For each pair of moves, whether its product is also that of fewer moves or of a lexicographically earlier pair.
fn redundant_pairs(moves: &[Permutation]) -> Box<[bool]> {
    let products = moves.iter().flat_map(|a| moves.iter().map(|b| a.then(b)));
    let mut seen = hashbrown::HashSet::<Permutation, crate::storage::FixedState>::default();
    if let Some(first) = moves.first() {
        seen.insert(Permutation::identity(first.points()));
    }
    seen.extend(moves.iter().cloned());
    products.map(|product| !seen.insert(product)).collect()
}

impl<B: Packed> Puzzle for PermutationPuzzle<B> {
    type State = Arrangement<B>;
    type Move = Turn;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, state: &Arrangement<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let state = *state;
        self.moves
            .iter()
            .map(move |action| Neighbor::unit(action.turn, state.permuted(&action.forward)))
    }

    #[inline]
    fn is_goal(&self, state: &Arrangement<B>) -> bool {
        *state == self.goal
    }

    /// Decides for every state whether it can reach the goal. The answer is never `Unknown`: a state with the places of
    /// this puzzle has a permutation [`relative`](Self::relative) to the goal.
    fn solvability(&self, state: &Arrangement<B>) -> Solvability {
        if !state.permutes_first(self.places) {
            return Solvability::NotAState;
        }
        let Ok(needed) = self.relative(state) else {
            return Solvability::Unknown;
        };
        let words = GroupWords {
            when: "",
            generator: "move",
            generators: "moves",
        };
        let piece = |place| self.goal.item(place as usize) + 1;
        let detail = || unsolvable::explain(&self.group, &needed);
        by_group::decide(&self.group, &needed, piece, words, detail)
    }

    /// Reports that every edge costs one. The puzzle is reported as undirected if the inverse of every move is a move.
    fn facts(&self) -> Facts<u32> {
        Facts {
            undirected: self.undirected,
            ..Facts::new().unit_costs().consistent()
        }
    }

    fn successor(&self, state: &Arrangement<B>, turn: &Turn) -> Option<NeighborOf<Self>> {
        let after = self.apply(state, *turn)?;
        Some(Neighbor::unit(*turn, after))
    }

    #[inline]
    fn is_redundant(&self, last: &Turn, next: &Turn) -> bool {
        let pair = last.index() * self.moves.len() + next.index();
        self.redundant.get(pair).copied().unwrap_or(false)
    }
}

/// A state is written as the number of the piece on each place, separated by white space.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::PermutationPuzzle;
///
/// let puzzle = PermutationPuzzle::new(&"points 4 \n generator T (1 2 3 4)".parse()?)?;
/// assert_eq!(puzzle.parse("1 2 3 4")?, puzzle.goal());
/// assert_eq!(puzzle.display(&puzzle.parse("4 1 2 3")?).to_string(), "4 1 2 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<B: Packed> Notation for PermutationPuzzle<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Arrangement<B>, PuzzleError> {
        Arrangement::parse(text, self.places)
    }

    fn display<'a>(&'a self, state: &'a Arrangement<B>) -> impl fmt::Display + 'a {
        state.printed(self.places, self.places)
    }
}

crate::puzzles::portable::portable!(
    PermutationPuzzle<B>,
    |this, state| state.labels(this.places()),
    |this, bytes| this.state(bytes),
    B
);

impl<B: Packed> Reversible for PermutationPuzzle<B> {
    fn goals(&self) -> impl IntoIterator<Item = Arrangement<B>> {
        [self.goal]
    }

    #[inline]
    fn predecessors(&self, state: &Arrangement<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let state = *state;
        self.moves
            .iter()
            .map(move |action| Neighbor::unit(action.turn, state.permuted(&action.backward)))
    }
}

/// The reversed puzzle has the inverse of each move, under the same name.
impl<B: Packed> TwoSided for PermutationPuzzle<B> {
    type Reversed = Self;

    fn reversed(&self, start: &Arrangement<B>) -> Self {
        let labels: Vec<u8> = start.labels(self.places).collect();
        // An invalid start has no reversed puzzle; the search reports the start.
        let goal = Arrangement::from_labels(&labels, self.places, "start");
        let inverses: Vec<_> = self.permutations().map(Permutation::inverse).collect();
        let actions = self.moves.iter().zip(&inverses);
        Self {
            moves: actions
                .map(|(action, inverse)| Action::new(action.turn, inverse.clone()))
                .collect(),
            redundant: redundant_pairs(&inverses),
            distances: PlaceDistances::new(self.places, &inverses),
            goal: goal.unwrap_or(self.goal),
            ..self.clone()
        }
    }
}

/// Ranks (numbers) the states that can be reached from the goal.
impl<B: Packed> Ranked for PermutationPuzzle<B> {
    fn state_count(&self) -> Option<u128> {
        self.reachable.count()
    }

    fn rank(&self, state: &Arrangement<B>) -> Option<u128> {
        // The images of the permutation `relative`, without its allocations.
        let mut images = [0_u8; 256];
        let mut place_of_piece = [None; 256];
        for place in 0..self.places {
            *place_of_piece.get_mut(state.item(place))? = Some(place as u8);
        }
        for (place, image) in images.iter_mut().enumerate().take(self.places) {
            *image = place_of_piece[self.goal.item(place)]?;
        }
        self.reachable.rank(&self.group, &images[..self.places])
    }

    fn unrank(&self, rank: u128) -> Option<Arrangement<B>> {
        let mut images = [0_u8; 256];
        let images = images.get_mut(..self.places)?;
        self.reachable.unrank(&self.group, rank, images)?;
        let mut pieces = [0; 256];
        for (place, &image) in images.iter().enumerate() {
            pieces[usize::from(image)] = self.goal.item(place);
        }
        Some(Arrangement::new(pieces.into_iter().take(self.places)))
    }
}

/// The effect of a sequence of moves is the permutation that the sequence applies to the places.
impl<B: Packed> FixedMoves for PermutationPuzzle<B> {
    type Effect = Permutation;
    type Needs = ();

    fn letters(&self) -> impl ExactSizeIterator<Item = Turn> {
        self.moves()
    }

    #[inline]
    fn letter(&self, turn: &Turn) -> usize {
        turn.index()
    }

    fn nothing(&self) -> (Permutation, ()) {
        (Permutation::identity(self.places as u32), ())
    }

    fn follow(&self, effect: &mut Permutation, (): &mut (), letter: usize) {
        if let Some(action) = self.moves.get(letter) {
            *effect = effect.then(&action.permutation);
        }
    }
}
