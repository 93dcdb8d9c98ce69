//! The heuristics that only sliding tiles have, by name.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;
use puzzle_search::Limits;
use puzzle_search::heuristics::tile_patterns::{
    Partition, ReflectedTilePatterns, Style, TilePatterns,
};
use puzzle_search::heuristics::{
    BuildError, Either, Heuristic, InversionDistance, LinearConflict, MaxPerAxis, WalkingDistance,
    Zero,
};
use puzzle_search::puzzles::{Packed, SlidingTiles};

use crate::cores::cores;
use crate::live::Live;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TileHeuristic {
    LinearConflict,
    WalkingDistance,
    #[value(name = "pdb-5-5-5")]
    Pdb555,
    #[value(name = "pdb-6-6-3")]
    Pdb663,
    #[value(name = "pdb-7-8")]
    Pdb78,
    #[value(name = "pdb-6-6-6-6")]
    Pdb6666,
}

/// Any of them.
pub(crate) type OfTiles<B> = Either<Either<LinearConflict, Walking>, <B as Size>::Databases>;

/// Walking distance comes with the inversion distance, axis by axis.
type Walking = MaxPerAxis<WalkingDistance, InversionDistance>;

/// Within which limits tables are built, and where they are kept; without a directory, nowhere.
pub(crate) struct Tables<'a> {
    pub(crate) limits: Limits,
    pub(crate) directory: Option<&'a Path>,
}

impl Tables<'_> {
    fn patterns<B: Packed, const N: usize>(
        &self,
        puzzle: &SlidingTiles<B>,
        partition: &Partition<N>,
        style: Style,
    ) -> Result<TilePatterns<N>, BuildError> {
        let (limits, live) = (self.limits.clone(), Live::new("databases"));
        if let Some(directory) = self.directory {
            let build = TilePatterns::cached(puzzle, partition, style, directory);
            build.limits(limits).watch(live).threads(cores()).run()
        } else {
            let build = TilePatterns::build(puzzle, partition, style);
            let built = build.limits(limits).watch(live).threads(cores()).run();
            Ok(built?)
        }
    }
}

/// Why there is no such heuristic.
#[derive(Debug)]
pub(crate) enum NoHeuristic {
    Table(BuildError),
    /// A database for another board.
    Board,
}

impl NoHeuristic {
    /// Whether a limit or Ctrl-C ended its making.
    pub(crate) const fn stop(&self) -> Option<&BuildError> {
        match self {
            Self::Table(error @ BuildError::Stopped(_)) => Some(error),
            _ => None,
        }
    }
}

impl<E: Into<BuildError>> From<E> for NoHeuristic {
    fn from(error: E) -> Self {
        Self::Table(error.into())
    }
}

impl fmt::Display for NoHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::Board => f.write_str(
                "the databases are for boards of 4x4 (5-5-5, 6-6-3, 7-8) and of 5x5 (6-6-6-6)",
            ),
        }
    }
}

impl std::error::Error for NoHeuristic {}

/// A packing of boards, and the databases that there are for its size.
pub(crate) trait Size: Packed {
    type Databases: Heuristic<SlidingTiles<Self>> + Sync;

    fn databases(
        name: TileHeuristic,
        puzzle: &SlidingTiles<Self>,
        tables: &Tables<'_>,
    ) -> Result<Self::Databases, NoHeuristic>;
}

impl Size for u64 {
    type Databases = Either<ReflectedTilePatterns<3>, ReflectedTilePatterns<2>>;

    fn databases(
        name: TileHeuristic,
        puzzle: &SlidingTiles,
        tables: &Tables<'_>,
    ) -> Result<Self::Databases, NoHeuristic> {
        let style = Style::default();
        let partition = match name {
            TileHeuristic::Pdb555 => Partition::five_five_five(puzzle)?,
            TileHeuristic::Pdb663 => Partition::six_six_three(puzzle)?,
            TileHeuristic::Pdb78 => {
                let partition = Partition::seven_eight(puzzle)?;
                let patterns = tables.patterns(puzzle, &partition, style)?;
                return Ok(Either::Right(patterns.reflected()?));
            }
            _ => return Err(NoHeuristic::Board),
        };
        let patterns = tables.patterns(puzzle, &partition, style)?;
        Ok(Either::Left(patterns.reflected()?))
    }
}

impl Size for u128 {
    type Databases = ReflectedTilePatterns<4>;

    fn databases(
        name: TileHeuristic,
        puzzle: &SlidingTiles<Self>,
        tables: &Tables<'_>,
    ) -> Result<Self::Databases, NoHeuristic> {
        if name != TileHeuristic::Pdb6666 {
            return Err(NoHeuristic::Board);
        }
        let partition = Partition::six_six_six_six(puzzle)?;
        let patterns = tables.patterns(puzzle, &partition, Style::default())?;
        Ok(patterns.reflected()?)
    }
}

impl Size for [u8; 64] {
    type Databases = Zero;

    fn databases(
        _: TileHeuristic,
        _: &SlidingTiles<Self>,
        _: &Tables<'_>,
    ) -> Result<Zero, NoHeuristic> {
        Err(NoHeuristic::Board)
    }
}

/// Makes the heuristic.
pub(crate) fn of_tiles<B: Size>(
    name: TileHeuristic,
    puzzle: &SlidingTiles<B>,
    tables: &Tables<'_>,
) -> Result<OfTiles<B>, NoHeuristic> {
    Ok(match name {
        TileHeuristic::LinearConflict => Either::Left(Either::Left(LinearConflict::new(puzzle))),
        TileHeuristic::WalkingDistance => {
            let (limits, live) = (tables.limits.clone(), Live::new("walking distance"));
            let build = WalkingDistance::build(puzzle);
            let walking = build.limits(limits).watch(live).run()?;
            let both = MaxPerAxis(walking, InversionDistance::new(puzzle));
            Either::Left(Either::Right(both))
        }
        _ => Either::Right(B::databases(name, puzzle, tables)?),
    })
}
