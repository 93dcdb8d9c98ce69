//! Rules of descent: IDA* with a transposition table, written outside of the crate.

use std::collections::HashMap;
use std::hash::Hash;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzle::traversal::{Bound, DescentRule, End, EnteredChild, ResumePoint, Root};
use puzzle_search::puzzles::{Metric, PocketCube, SlidingTiles};
use puzzle_search::solver::{BoxedRun, MonitorOf, Run, Verdict, VerdictOf};
use puzzle_search::solvers::IterativeDeepening;
use puzzle_search::{
    Guarantee, IdaStar, Neighbor, NeighborOf, Notation, Puzzle, Solver, Stop, laws,
};

use crate::support::{Digraph, Numbers, random_graph};

/// Keeps the least g at which the walk has entered each state.
struct Transpositions<S, C> {
    known: HashMap<S, C>,
    asked: u64,
    /// Whether the walk is told that states are left out.
    prunes: bool,
    /// After how many questions an answer fails, if one does, and whether the last one did.
    fails_after: Option<u64>,
    has_failed: bool,
}

impl<S: Eq + Hash, M, C: Copy + PartialOrd> DescentRule<S, M, C> for Transpositions<S, C> {
    fn descends(&mut self, child: EnteredChild<S, M, C>) -> Result<bool, Stop> {
        let fails = self
            .fails_after
            .is_some_and(|after| self.asked.is_multiple_of(after));
        if fails && !self.has_failed {
            self.has_failed = true;
            return Err(Stop::Cancelled);
        }
        self.has_failed = false;
        self.asked += 1;
        let is_known = self.known.get(&child.state).is_some_and(|&g| g <= child.g);
        if !is_known {
            self.known.insert(child.state, child.g);
        }
        Ok(!is_known)
    }

    fn prunes(&self) -> bool {
        self.prunes
    }

    fn forget(&mut self) {
        self.known.clear();
    }
}

/// IDA* with a transposition table.
#[derive(Clone, Copy)]
struct Tabled {
    prunes: bool,
    fails_after: Option<u64>,
}

impl Tabled {
    const SOUND: Self = Self {
        prunes: true,
        fails_after: None,
    };
}

struct TabledRun<P: Puzzle> {
    starts: Vec<P::State>,
    bound: Option<P::Cost>,
    place: ResumePoint<P::Cost>,
    table: Transpositions<P::State, P::Cost>,
    is_capped: bool,
}

impl<P: Puzzle> Solver<P> for Tabled {
    fn begin<'r>(&self) -> BoxedRun<'r, P> {
        BoxedRun::new(TabledRun::<P> {
            starts: vec![],
            bound: None,
            place: ResumePoint::default(),
            table: Transpositions {
                known: HashMap::new(),
                asked: 0,
                prunes: self.prunes,
                fails_after: self.fails_after,
                has_failed: false,
            },
            is_capped: false,
        })
    }
}

impl<P: Puzzle> Run<P> for TabledRun<P> {
    fn start(
        &mut self,
        _: &P,
        starts: Vec<P::State>,
        _: &mut MonitorOf<'_, P>,
    ) -> Result<(), Stop> {
        (self.starts, self.bound) = (starts, None);
        (self.place, self.is_capped) = (ResumePoint::default(), false);
        self.table.known.clear();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &P,
        monitor: &mut MonitorOf<'_, P>,
    ) -> Result<VerdictOf<P>, Stop> {
        let [start] = &self.starts[..] else {
            return Err(Stop::SeveralStarts);
        };
        let Some(mut bound) = self.bound.or_else(|| puzzle.heuristic(start)) else {
            return Ok(Verdict::exhausted());
        };
        loop {
            self.bound = Some(bound);
            if monitor.max_cost().is_some_and(|max| bound > max) {
                self.is_capped = true;
                return Err(monitor.stop_at_cost_limit());
            }
            let most = Bound::AtMost(bound);
            let iteration = monitor.iteration(Root::new(start), most, &mut self.place);
            let mut iteration = iteration.with_rule(&mut self.table);
            let flow = puzzle.deepen(&mut iteration);
            match iteration.finish(flow) {
                End::Goal { moves, cost } => {
                    let guarantee = Guarantee::Optimal;
                    return Ok(Verdict::Moves {
                        start: 0,
                        moves,
                        cost,
                        guarantee,
                    });
                }
                End::Stopped(stop) => return Err(stop),
                End::Exhausted(cut) => match cut.least {
                    Some(least) => bound = least,
                    None if cut.overflow => return Err(Stop::CostOverflow),
                    None => return Ok(Verdict::exhausted()),
                },
            }
            self.table.known.clear();
        }
    }

    fn has_cut(&self) -> bool {
        self.is_capped
    }
}

#[test]
fn ida_star_with_a_table_keeps_the_laws() {
    let (mut numbers, mut pauses) = (Numbers(7), 0);
    for _ in 0..10 {
        let graph: Digraph = random_graph(&mut numbers);
        let checked = laws::check_solver(&Tabled::SOUND, &graph, [0]);
        pauses += checked.unwrap_or_else(|violation| panic!("{violation} {graph:?}"));
    }
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let start = tiles.parse("4 5 0  1 2 3").expect("a board");
    let tiles = tiles.guided_by(Manhattan);
    let checked = laws::check_solver(&Tabled::SOUND, &tiles, [start]);
    pauses += checked.unwrap_or_else(|violation| panic!("{violation}"));
    assert!(pauses > 1_000, "{pauses}");
}

#[test]
fn a_table_expands_less() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let tiles = tiles.guided_by(Manhattan);
    let plain = IdaStar::new().solve(&tiles, &start);
    let tabled = Tabled::SOUND.solve(&tiles, &start);
    assert_eq!(plain.lower_bound, tabled.lower_bound);
    assert!(tabled.stats.expanded < plain.stats.expanded * 3 / 4);
}

/// A search that ends before each third answer, and goes on, has the counts of one that does not.
#[test]
fn a_rule_that_fails_changes_no_count() {
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let start = tiles.parse("4 5 0  1 2 3").expect("a board");
    let tiles = tiles.guided_by(Manhattan);
    let whole = Tabled::SOUND.solve(&tiles, &start);
    let failing = Tabled {
        fails_after: Some(3),
        ..Tabled::SOUND
    };
    let mut search = failing.search(&tiles, &start);
    let (mut report, mut stops) = (search.run(), 0);
    while report.stop() == Some(Stop::Cancelled) {
        stops += 1;
        report = search.run();
    }
    assert_eq!(report.stats, whole.stats);
    assert_eq!(report.solution(), whole.solution());
    assert!(stops > 100, "{stops}");
}

/// From 0 to 1 by `d` or `a`, and on to 2 by `e`, which is skipped after `d`.
struct Fork;

impl Puzzle for Fork {
    type State = u8;
    type Move = char;
    type Cost = u32;

    fn neighbors(&self, &at: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let edges: &[_] = match at {
            0 => &[('d', 1), ('a', 1)],
            1 => &[('e', 2)],
            _ => &[],
        };
        edges.iter().map(|&(mv, to)| Neighbor::unit(mv, to))
    }

    fn is_goal(&self, &at: &u8) -> bool {
        at == 2
    }

    fn is_redundant(&self, last: &char, next: &char) -> bool {
        (*last, *next) == ('d', 'e')
    }
}

/// Moves that are skipped after others, and a table, are unsound together: each relies on a path that the other leaves
/// out. So a rule that prunes lets no move be skipped.
#[test]
fn a_table_is_sound_where_moves_are_skipped() {
    assert!(laws::check(&Fork, &0).is_ok());
    assert_eq!(IdaStar::new().cost(&Fork, &0), Ok(2));
    assert_eq!(Tabled::SOUND.cost(&Fork, &0), Ok(2));
    let unsound = Tabled {
        prunes: false,
        ..Tabled::SOUND
    };
    assert!(unsound.solve(&Fork, &0).is_unsolvable());
    let cube = PocketCube::new(Metric::HalfTurns);
    let pruned = Pruned::new(cube, 3);
    for play in ["R U F", "U R U", "R U R U", "F R2 U", "U2 F R"] {
        let start = cube.play(&cube.goal(), play).expect("moves");
        let length = IterativeDeepening::new().cost(&cube, &start);
        assert_eq!(Tabled::SOUND.cost(&cube, &start), length);
        assert_eq!(Tabled::SOUND.cost(&pruned, &start), length);
    }
}
