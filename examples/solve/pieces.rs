//! [`Pieces`]: one type for all puzzles but sliding boards of at most 25 cells whose moves cost one, so that every
//! solver is compiled once for all of them.

use std::fmt::{self, Display};

use puzzle_search::heuristics::{
    DiscPatterns, Either, Gap, Guided, Heuristic, TileGuess, TwoSidedHeuristic, WeightedPatterns,
    WithGuess, Zero,
};
use puzzle_search::puzzles::{
    GraphTiles, Hanoi, MagicSquares, Pancake, PermutationPuzzle, SlidingTiles, SwapGame,
    WeightedTiles,
};
use puzzle_search::{
    Facts, Guess, Neighbor, NeighborOf, Portable, Puzzle, Reversible, Solvability, TwoSided,
};

use crate::search::{Any, Common};

/// Room for as many pieces as there may be.
pub(crate) type Wide = [u8; 64];

macro_rules! edge {
    ($name:ident) => {
        |edge| Neighbor::new(Move::$name(edge.mv), State::$name(edge.state), edge.cost)
    };
}

/// Each puzzle, and the heuristics that it has.
macro_rules! pieces {
    ($($name:ident($puzzle:ty, $heuristic:ty);)+) => {
        #[expect(clippy::large_enum_variant, reason = "there is one of them in all")]
        pub(crate) enum Pieces {
            $($name($puzzle, $heuristic),)+
            /// What there is beside them: nothing.
            Nothing,
        }

        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum State {
            $($name(<$puzzle as Puzzle>::State),)+
        }

        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum Move {
            $($name(<$puzzle as Puzzle>::Move),)+
        }

        /// That of the heuristic of the puzzle.
        #[derive(Clone, Copy)]
        pub(crate) enum Memo {
            $($name(<$heuristic as Heuristic<$puzzle>>::Memo),)+
            Nothing,
        }

        impl Display for Move {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name(mv) => mv.fmt(f),)+
                }
            }
        }

        impl Puzzle for Pieces {
            type State = State;
            type Move = Move;
            type Cost = u32;

            fn neighbors(&self, state: &State) -> impl IntoIterator<Item = NeighborOf<Self>> {
                match (self, state) {
                    $((Self::$name(puzzle, _), State::$name(state)) => {
                        let edges = puzzle.neighbors(state).into_iter();
                        edges.map(edge!($name)).collect()
                    })+
                    _ => Vec::new(),
                }
            }

            fn is_goal(&self, state: &State) -> bool {
                match (self, state) {
                    $((Self::$name(puzzle, _), State::$name(state)) => puzzle.is_goal(state),)+
                    _ => false,
                }
            }

            fn facts(&self) -> Facts<u32> {
                match self {
                    $(Self::$name(puzzle, _) => puzzle.facts(),)+
                    Self::Nothing => Facts::new(),
                }
            }

            fn is_state(&self, state: &State) -> bool {
                match (self, state) {
                    $((Self::$name(puzzle, _), State::$name(state)) => puzzle.is_state(state),)+
                    _ => false,
                }
            }

            fn solvability(&self, state: &State) -> Solvability {
                match (self, state) {
                    $((Self::$name(puzzle, _), State::$name(state)) => puzzle.solvability(state),)+
                    _ => Solvability::Unknown,
                }
            }

            fn is_redundant(&self, last: &Move, next: &Move) -> bool {
                match (self, last, next) {
                    $((Self::$name(puzzle, _), Move::$name(last), Move::$name(next)) => {
                        puzzle.is_redundant(last, next)
                    })+
                    _ => false,
                }
            }
        }

        impl Reversible for Pieces {
            fn goals(&self) -> impl IntoIterator<Item = State> {
                match self {
                    $(Self::$name(puzzle, _) => {
                        puzzle.goals().into_iter().map(State::$name).collect()
                    })+
                    Self::Nothing => Vec::new(),
                }
            }

            fn predecessors(&self, state: &State) -> impl IntoIterator<Item = NeighborOf<Self>> {
                match (self, state) {
                    $((Self::$name(puzzle, _), State::$name(state)) => {
                        let edges = puzzle.predecessors(state).into_iter();
                        edges.map(edge!($name)).collect()
                    })+
                    _ => Vec::new(),
                }
            }
        }

        impl Portable for Pieces {
            fn state_bytes(&self) -> usize {
                match self {
                    $(Self::$name(puzzle, _) => puzzle.state_bytes(),)+
                    Self::Nothing => 0,
                }
            }

            fn write_state(&self, state: &State, bytes: &mut [u8]) {
                match (self, state) {
                    $((Self::$name(puzzle, _), State::$name(state)) => puzzle.write_state(state, bytes),)+
                    _ => {}
                }
            }

            fn read_state(&self, bytes: &[u8]) -> Option<State> {
                match self {
                    $(Self::$name(puzzle, _) => puzzle.read_state(bytes).map(State::$name),)+
                    Self::Nothing => None,
                }
            }
        }

        impl Heuristic<Pieces> for Guide {
            type Memo = Memo;

            fn memo(&self, puzzle: &Pieces, state: &State) -> Memo {
                match (puzzle, state) {
                    $((Pieces::$name(puzzle, heuristic), State::$name(state)) => {
                        Memo::$name(heuristic.memo(puzzle, state))
                    })+
                    _ => Memo::Nothing,
                }
            }

            fn advance(
                &self,
                puzzle: &Pieces,
                memo: Memo,
                parent: &State,
                mv: &Move,
                child: &State,
            ) -> Memo {
                match (puzzle, memo, parent, mv, child) {
                    $((
                        Pieces::$name(puzzle, heuristic),
                        Memo::$name(memo),
                        State::$name(parent),
                        Move::$name(mv),
                        State::$name(child),
                    ) => Memo::$name(heuristic.advance(puzzle, memo, parent, mv, child)),)+
                    _ => Memo::Nothing,
                }
            }

            fn estimate(&self, puzzle: &Pieces, memo: Memo) -> Option<u32> {
                match (puzzle, memo) {
                    $((Pieces::$name(puzzle, heuristic), Memo::$name(memo)) => {
                        heuristic.estimate(puzzle, memo)
                    })+
                    _ => Some(0),
                }
            }

            fn guess(&self, puzzle: &Pieces, state: &State) -> Option<Guess<u32>> {
                match (puzzle, state) {
                    $((Pieces::$name(puzzle, heuristic), State::$name(state)) => {
                        heuristic.guess(puzzle, state)
                    })+
                    _ => None,
                }
            }

            fn facts(&self, _: Facts<u32>) -> Facts<u32> {
                self.0
            }
        }

        impl Pieces {
            /// What is true of the puzzle, and of its heuristic.
            fn guided_facts(&self) -> Facts<u32> {
                match self {
                    $(Self::$name(puzzle, heuristic) => puzzle.clone().guided_by(heuristic).facts(),)+
                    Self::Nothing => Facts::new(),
                }
            }
        }
    };
}

pieces!(
    Graph(GraphTiles<Wide>, Common);
    Swap(SwapGame<Wide>, Common);
    MagicSquares(MagicSquares, Common);
    Pancake(Pancake<Wide>, Either<Zero, Gap>);
    Hanoi(Hanoi, Either<Common, DiscPatterns>);
    Heavy(WeightedTiles, Either<Common, WeightedPatterns>);
    Defined(PermutationPuzzle<Wide>, Common);
    Large(SlidingTiles<Wide>, WithGuess<Any<Wide>, TileGuess>);
);

/// The heuristic that the puzzle holds, and what is true of both.
pub(crate) struct Guide(Facts<u32>);

impl Pieces {
    /// Guided by its heuristic.
    pub(crate) fn guided(self) -> Guided<Self, Guide> {
        let guide = Guide(self.guided_facts());
        self.guided_by(guide)
    }
}

/// The puzzles that know estimates from the start too: the others are not searched from the goal.
macro_rules! two_sided {
    ($($name:ident: $puzzle:ty),+) => {
        impl Pieces {
            pub(crate) const fn knows_both_ends(&self) -> bool {
                matches!(self, $(Self::$name(..) |)+ Self::Large(..))
            }
        }

        impl TwoSided for Pieces {
            type Reversed = Self;

            fn reversed(&self, start: &State) -> Self {
                match (self, start) {
                    $((Self::$name(puzzle, heuristic), State::$name(start)) => {
                        let puzzle = puzzle.reversed(start);
                        let heuristic =
                            TwoSidedHeuristic::<$puzzle>::reversed(heuristic, &puzzle);
                        Self::$name(puzzle, heuristic)
                    })+
                    (Self::Large(puzzle, WithGuess(heuristic, _)), State::Large(start)) => {
                        let puzzle = puzzle.reversed(start);
                        // Of those that only boards have, none is known from the start.
                        let common = match heuristic {
                            Either::Left(common) => *common,
                            Either::Right(_) => Either::Left(Zero),
                        };
                        let guess = TileGuess::new(&puzzle);
                        Self::Large(puzzle, WithGuess(Either::Left(common), guess))
                    }
                    _ => Self::Nothing,
                }
            }
        }
    };
}

two_sided!(
    Graph: GraphTiles<Wide>, Swap: SwapGame<Wide>, Pancake: Pancake<Wide>, Hanoi: Hanoi, Heavy: WeightedTiles
);

impl TwoSidedHeuristic<Pieces> for Guide {
    type Reversed = Self;

    fn reversed(&self, puzzle: &Pieces) -> Self {
        Self(puzzle.guided_facts())
    }
}
