//! Databases for tiles that cost differently.

use puzzle_search::Limits;
use puzzle_search::heuristics::WeightedPatterns;
use puzzle_search::heuristics::tile_patterns::Partition;
use puzzle_search::puzzles::{Packed, WeightedTiles};

use crate::cores::cores;
use crate::live::Live;
use crate::tile_heuristics::NoHeuristic;

/// The databases of five tiles each, at the cost of the tiles.
pub(crate) fn five_five_five<B: Packed>(
    puzzle: &WeightedTiles<B>,
    limits: Limits,
) -> Result<WeightedPatterns, NoHeuristic> {
    let partition = Partition::five_five_five(puzzle.tiles())?;
    let goal = puzzle.goal();
    let tiles = |cells: &Vec<usize>| cells.iter().map(|&cell| goal.tile(cell)).collect();
    let groups: [Vec<u8>; 3] = partition.patterns().each_ref().map(tiles);
    let build = WeightedPatterns::build(puzzle, &groups.each_ref().map(Vec::as_slice));
    let build = build.limits(limits).watch(Live::new("databases"));
    Ok(build.threads(cores()).run()?)
}
