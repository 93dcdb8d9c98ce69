//! What is public can be sent, shared, moved and caught in a panic: all but views into a run.

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use puzzle_search::answers::Query;
use puzzle_search::heuristics::{
    self, Guided, KeptPieces, Manhattan, Max, PatternDatabase, Reflected, Scaled, Sum,
    tile_patterns,
};
use puzzle_search::permutation::{self, PermutationGroup};
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzle::{Reversed, traversal};
use puzzle_search::puzzles::{self, SlidingTiles};
use puzzle_search::space::{self, DistanceOracle};
use puzzle_search::{Search, Task, job, laws, table_file};

trait Plain: Send + Sync + UnwindSafe + RefUnwindSafe + Unpin {}
impl<T: Send + Sync + UnwindSafe + RefUnwindSafe + Unpin> Plain for T {}

type Tiles = SlidingTiles<u64>;
/// That it compiles is the test.
#[test]
fn what_is_public_is_plain() {
    fn plain<T: Plain>() {}
    fn sent<T: Send + Unpin>() {}
    fn moved<T: Unpin>() {}
    macro_rules! plain {
        ($($type:ty),+ $(,)?) => {$( plain::<$type>(); )+};
    }
    plain!(
        SlidingTiles,
        puzzles::GraphTiles,
        puzzles::SwapGame,
        puzzles::Pancake,
        puzzles::BurntPancake,
        puzzles::PocketCube,
        puzzles::Facelets,
        puzzles::PermutationPuzzle,
        puzzles::Definition,
        puzzles::PuzzleError,
        puzzles::TileSymmetry,
        puzzles::Board,
        puzzles::Direction,
        puzzles::Turn,
        Reversed<Tiles>,
        Pruned<Tiles>,
        Guided<Tiles, Manhattan>,
        heuristics::Mismatch,
        job::BuildError,
        heuristics::LinearConflict,
        heuristics::WalkingDistance,
        Max<[Manhattan; 2]>,
        Sum<(Manhattan, Manhattan)>,
        Scaled<Manhattan, u32>,
        Reflected<Manhattan, puzzles::TileSymmetry>,
        PatternDatabase<KeptPieces<fn(&puzzles::Arrangement) -> heuristics::Places>>,
        tile_patterns::TilePatterns<2>,
        tile_patterns::ReflectedTilePatterns<2>,
        tile_patterns::Partition<2>,
        permutation::Permutation,
        permutation::PermutationError,
        permutation::Lexicographic,
        PermutationGroup,
        space::Census<puzzles::Board>,
        space::SpaceError,
        space::OnDisk,
        DistanceOracle<Tiles>,
        table_file::TableFile,
        laws::Checked<u32>,
        laws::Violation,
        traversal::Bound<u32>,
        traversal::Cut<u32>,
        traversal::End<puzzles::Direction, u32>,
        traversal::ResumePoint<u32>,
        puzzle_search::Facts<u32>,
        puzzle_search::Limits,
        puzzle_search::Stats,
        puzzle_search::Stop,
        puzzle_search::Report<puzzles::Direction, u32>,
        puzzle_search::Unsolved<u32>,
        puzzle_search::Solution<puzzles::Direction, u32>,
        puzzle_search::Solvability,
        puzzle_search::solver::SavedError,
        puzzle_search::solver::ReplayError,
        puzzle_search::solver::ReachedTable<puzzles::Board>,
    );
    // What forgets its solver or observer can be sent, if those can.
    sent::<Search<'static, Arc<Tiles>>>();
    sent::<Task<'static, Result<DistanceOracle<Tiles>, space::SpaceError>>>();
    // A query stays in the thread that made it.
    moved::<Query<'static, Tiles, ()>>();
}
