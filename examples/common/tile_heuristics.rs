//! The heuristics that only sliding tiles have, by name: made, and handed to whoever uses them.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;
use puzzle_search::Limits;
use puzzle_search::heuristics::tile_patterns::{CacheError, Partition, Style, TilePatterns};
use puzzle_search::heuristics::{
    BuildError, Heuristic, InversionDistance, LinearConflict, MaxPerAxis, WalkingDistance,
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

/// What is to be done with a puzzle and a heuristic, whatever its type.
pub(crate) trait Use<B: Packed> {
    type Answer;
    fn with<H: Heuristic<SlidingTiles<B>>>(self, puzzle: SlidingTiles<B>, h: H) -> Self::Answer;
}

/// Within which limits tables are built, and where they are kept; without a directory, nowhere.
pub(crate) struct Tables<'a> {
    pub(crate) limits: Limits<u32>,
    pub(crate) directory: Option<&'a Path>,
}

impl Tables<'_> {
    fn patterns<B: Packed, const N: usize>(
        &self,
        puzzle: &SlidingTiles<B>,
        partition: &Partition<N>,
        style: Style,
    ) -> Result<TilePatterns<N>, CacheError> {
        let (limits, live) = (self.limits.clone(), Live::new("databases"));
        if let Some(directory) = self.directory {
            let build = TilePatterns::cached(puzzle, partition, style, directory);
            build.limits(limits).observe(live).threads(cores()).run()
        } else {
            let build = TilePatterns::build(puzzle, partition, style);
            let built = build.limits(limits).observe(live).threads(cores()).run();
            Ok(built?)
        }
    }
}

/// Why there is no such heuristic.
#[derive(Debug)]
pub(crate) enum NoHeuristic {
    Table(CacheError),
    /// A database for another board.
    Board,
}

impl NoHeuristic {
    /// Whether a limit or Ctrl-C ended its making.
    pub(crate) const fn stop(&self) -> Option<&BuildError> {
        match self {
            Self::Table(CacheError::Build(error @ BuildError::Stopped(_))) => Some(error),
            _ => None,
        }
    }
}

impl<E: Into<CacheError>> From<E> for NoHeuristic {
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
pub(crate) trait Size: Packed + Sized {
    fn databases<U: Use<Self>>(
        name: TileHeuristic,
        puzzle: SlidingTiles<Self>,
        tables: &Tables<'_>,
        user: U,
    ) -> Result<U::Answer, NoHeuristic>;
}

impl Size for u64 {
    fn databases<U: Use<Self>>(
        name: TileHeuristic,
        puzzle: SlidingTiles,
        tables: &Tables<'_>,
        user: U,
    ) -> Result<U::Answer, NoHeuristic> {
        let style = Style::default();
        let partition = match name {
            TileHeuristic::Pdb555 => Partition::five_five_five(&puzzle)?,
            TileHeuristic::Pdb663 => Partition::six_six_three(&puzzle)?,
            TileHeuristic::Pdb78 => {
                let partition = Partition::seven_eight(&puzzle)?;
                let patterns = tables.patterns(&puzzle, &partition, style)?;
                return Ok(user.with(puzzle, patterns.reflected()?));
            }
            _ => return Err(NoHeuristic::Board),
        };
        let patterns = tables.patterns(&puzzle, &partition, style)?;
        Ok(user.with(puzzle, patterns.reflected()?))
    }
}

impl Size for u128 {
    fn databases<U: Use<Self>>(
        name: TileHeuristic,
        puzzle: SlidingTiles<Self>,
        tables: &Tables<'_>,
        user: U,
    ) -> Result<U::Answer, NoHeuristic> {
        if name != TileHeuristic::Pdb6666 {
            return Err(NoHeuristic::Board);
        }
        let partition = Partition::six_six_six_six(&puzzle)?;
        let patterns = tables.patterns(&puzzle, &partition, Style::default())?;
        Ok(user.with(puzzle, patterns.reflected()?))
    }
}

impl Size for [u8; 64] {
    fn databases<U: Use<Self>>(
        _: TileHeuristic,
        _: SlidingTiles<Self>,
        _: &Tables<'_>,
        _: U,
    ) -> Result<U::Answer, NoHeuristic> {
        Err(NoHeuristic::Board)
    }
}

/// Makes the heuristic and uses it. Walking distance comes with the inversion distance, axis by axis.
pub(crate) fn with<B: Size, U: Use<B>>(
    name: TileHeuristic,
    puzzle: SlidingTiles<B>,
    tables: &Tables<'_>,
    user: U,
) -> Result<U::Answer, NoHeuristic> {
    match name {
        TileHeuristic::LinearConflict => {
            let conflict = LinearConflict::new(&puzzle);
            Ok(user.with(puzzle, conflict))
        }
        TileHeuristic::WalkingDistance => {
            let (limits, live) = (tables.limits.clone(), Live::new("walking distance"));
            let build = WalkingDistance::build(&puzzle);
            let walking = build.limits(limits).observe(live).run()?;
            let inversions = InversionDistance::new(&puzzle);
            Ok(user.with(puzzle, MaxPerAxis(walking, inversions)))
        }
        _ => B::databases(name, puzzle, tables, user),
    }
}
