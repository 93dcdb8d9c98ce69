//! Boards with functions of their own are walked as by the default.

use puzzle_search::heuristics::{Guided, Manhattan};
use puzzle_search::puzzles::{Board, Direction, Packed, SlidingTiles};
use puzzle_search::{IdaStar, Limits, NeighborOf, Puzzle, ReportOf, Solver, Stop};

use crate::support::{Numbers, walk_back};

/// The same puzzle and heuristic without a traversal of its own.
struct Plain<B: Packed>(Guided<SlidingTiles<B>, Manhattan>);

impl<B: Packed> Puzzle for Plain<B> {
    type State = Board<B>;
    type Move = Direction;
    type Cost = u32;

    fn neighbors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.0.neighbors(board)
    }

    fn is_goal(&self, board: &Board<B>) -> bool {
        self.0.is_goal(board)
    }

    fn heuristic(&self, board: &Board<B>) -> Option<u32> {
        self.0.heuristic(board)
    }
}

fn search<P: Puzzle<Cost = u32>>(puzzle: &P, start: &P::State, generated: u64) -> ReportOf<P> {
    let limits = Limits::new().max_generated(generated);
    IdaStar::new().search(puzzle, start).limits(limits).run()
}

fn walked_alike<B: Packed>(puzzle: SlidingTiles<B>) {
    let puzzle = puzzle.guided_by(Manhattan);
    let plain = Plain(puzzle.clone());
    let mut numbers = Numbers(7);
    for moves in [8, 30, 90, 300] {
        let start = walk_back(&puzzle, moves, &mut numbers);
        // A limit that falls somewhere into the walk, and one that hardly ever does.
        for generated in [777, 60_000] {
            let own = search(&puzzle, &start, generated);
            let default = search(&plain, &start, generated);
            let size = (puzzle.puzzle().rows(), puzzle.puzzle().columns());
            assert_eq!(own.outcome, default.outcome, "{size:?} {start:?}");
            assert_eq!(own.lower_bound, default.lower_bound, "{size:?} {start:?}");
            let counts = (own.stats.generated, own.stats.expanded);
            let expected = (default.stats.generated, default.stats.expanded);
            assert_eq!(counts, expected, "{size:?} {start:?}");
            assert_eq!(
                own.stats.iterations, default.stats.iterations,
                "{size:?} {start:?}"
            );
        }
    }
}

#[test]
fn boards_of_every_size_are_walked_as_by_the_default() -> Result<(), Box<dyn std::error::Error>> {
    let sizes = [
        (2, 5),
        (2, 6),
        (2, 7),
        (2, 8),
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
        (3, 5),
        (1, 6),
    ];
    for (rows, columns) in sizes {
        walked_alike(SlidingTiles::new(rows, columns)?);
        let blank_first: Vec<u8> = (0..rows * columns).map(|label| label as u8).collect();
        walked_alike(SlidingTiles::new(rows, columns)?.with_goal(&blank_first)?);
        let backward: Vec<u8> = blank_first.into_iter().rev().collect();
        walked_alike(SlidingTiles::new(rows, columns)?.with_goal(&backward)?);
    }
    walked_alike(SlidingTiles::wide(5, 5)?);
    walked_alike(SlidingTiles::wide(4, 5)?);
    Ok(())
}

/// Functions leave frames when a burst of them ends; with less memory the bursts are shorter.
#[test]
fn a_byte_limit_shortens_bursts_but_changes_no_count() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = SlidingTiles::new(4, 4)?.guided_by(Manhattan);
    let start = walk_back(&puzzle, 90, &mut Numbers(3));
    let unlimited = IdaStar::new().solve(&puzzle, &start);
    assert!(unlimited.stats.expanded > 1_000, "it takes several bursts");
    for bytes in [1_000, 5_000, 20_000, 200_000] {
        let limits = Limits::new().max_bytes(bytes);
        let report = IdaStar::new().search(&puzzle, &start).limits(limits).run();
        assert_eq!(report.outcome, unlimited.outcome, "{bytes} bytes");
        assert_eq!(
            report.stats.generated, unlimited.stats.generated,
            "{bytes} bytes"
        );
        assert!(report.stats.peak_bytes <= bytes, "{bytes} bytes");
    }
    let limits = Limits::new().max_bytes(50);
    let report = IdaStar::new().search(&puzzle, &start).limits(limits).run();
    assert_eq!(report.stop(), Some(Stop::Bytes));
    Ok(())
}
