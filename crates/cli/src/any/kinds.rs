//! [`State`] and [`Move`]: sum types over the states and the moves of all puzzles.

use std::fmt;

use puzzle_search::puzzles::{
    Arrangement, Board, BurntStack, Cell, Compass, Corners, CubeTurn, Direction, Flip, PegMove,
    Slide, Swap, Towers, Turn,
};

/// A packing with room for all pieces of any puzzle but a long definition.
pub(crate) type Wide = [u8; 64];

/// A packing with room for all pieces of any definition.
pub(crate) type Long = [u8; 255];

/// A type that is a variant of the sum type `T`.
pub(crate) trait OneOf<T>: Sized {
    fn wrap(self) -> T;
    fn get(of: &T) -> Option<&Self>;
}

macro_rules! kinds {
    (displayed $(#[$attribute:meta])* $all:ident: $($name:ident($kind:ty)),+ $(,)?) => {
        kinds!($(#[$attribute])* $all: $($name($kind)),+);

        impl fmt::Display for $all {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name(of) => of.fmt(f)),+
                }
            }
        }
    };
    ($(#[$attribute:meta])* $all:ident: $($name:ident($kind:ty)),+ $(,)?) => {
        $(#[$attribute])*
        pub(crate) enum $all {
            $($name($kind)),+
        }

        impl OneOf<Self> for $all {
            fn wrap(self) -> Self {
                self
            }

            fn get(of: &Self) -> Option<&Self> {
                Some(of)
            }
        }

        $(impl OneOf<$all> for $kind {
            fn wrap(self) -> $all {
                $all::$name(self)
            }

            fn get(of: &$all) -> Option<&Self> {
                match of {
                    $all::$name(of) => Some(of),
                    _ => None,
                }
            }
        })+
    };
}

kinds!(
    /// A state of any puzzle.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    State:
    Board(Board<u64>),
    LargerBoard(Board<u128>),
    WideBoard(Board<Wide>),
    Row(Arrangement<u64>),
    LargerRow(Arrangement<u128>),
    WideRow(Arrangement<Wide>),
    LongRow(Box<Arrangement<Long>>),
    Burnt(BurntStack),
    Towers(Towers),
    Corners(Corners),
    Cell(Cell),
);

kinds!(
    displayed
    /// A move of any puzzle.
    #[derive(Clone, Debug, PartialEq)]
    Move:
    Direction(Direction),
    Slide(Slide),
    Swap(Swap),
    Flip(Flip),
    Turn(Turn),
    Cube(CubeTurn),
    Peg(PegMove),
    Compass(Compass),
);

/// A long row is boxed, so that the states of other puzzles stay small.
impl OneOf<State> for Arrangement<Long> {
    fn wrap(self) -> State {
        State::LongRow(Box::new(self))
    }

    fn get(of: &State) -> Option<&Self> {
        Box::get(of).map(|row| &**row)
    }
}

impl Move {
    /// A letter or a number if the move has one, otherwise its name.
    pub(crate) fn letter(&self) -> String {
        match self {
            Self::Direction(direction) => direction.letter().into(),
            other => other.to_string(),
        }
    }
}

impl State {
    /// The piece on each of `places` places, with 0 where there is none; `None` if the state is not a row of pieces.
    pub(crate) fn pieces(&self, places: usize) -> Option<Vec<u8>> {
        Some(match self {
            Self::Board(board) => board.labels().take(places).collect(),
            Self::LargerBoard(board) => board.labels().take(places).collect(),
            Self::WideBoard(board) => board.labels().take(places).collect(),
            Self::Row(row) => row.labels(places).collect(),
            Self::LargerRow(row) => row.labels(places).collect(),
            Self::WideRow(row) => row.labels(places).collect(),
            Self::LongRow(row) => row.labels(places).collect(),
            Self::Burnt(_) | Self::Towers(_) | Self::Corners(_) | Self::Cell(_) => return None,
        })
    }
}
