//! Where a search can be held: beside its puzzle, on another thread, with states that borrow.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use puzzle_search::heuristics::Manhattan;
use puzzle_search::observe::{Generated, Observer};
use puzzle_search::puzzle::traversal::IterationOf;
use puzzle_search::puzzles::{Board, Direction, SlidingTiles};
use puzzle_search::solver::ReplayFault;
use puzzle_search::{
    AStar, BreadthFirst, IdaStar, Limits, Neighbor, NeighborOf, Notation, Outcome, Puzzle, Search,
    Solver, Stop,
};

use crate::support::{Closures, WalkWithin};

/// A puzzle that is not `Sync`, since it shares what it remembers.
struct Remembering(Rc<RefCell<BTreeMap<u32, u32>>>);

impl Puzzle for Remembering {
    type State = u32;
    type Move = char;
    type Cost = u32;

    fn neighbors(&self, &n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        *self.0.borrow_mut().entry(n).or_default() += 1;
        [Neighbor::unit('+', n + 1), Neighbor::unit('*', 2 * n)]
    }
    fn is_goal(&self, &n: &u32) -> bool {
        n == 1_000
    }
}

#[test]
fn a_puzzle_with_an_rc() {
    let asked = Rc::new(RefCell::new(BTreeMap::new()));
    let puzzle = Rc::new(Remembering(Rc::clone(&asked)));
    let mut search = Search::new(&BreadthFirst::new(), Rc::clone(&puzzle), [1]);
    search.set_limits(Limits::new().max_expanded(100));
    assert_eq!(search.run().stop(), Some(Stop::Expanded));
    search.set_limits(Limits::new());
    assert_eq!(search.run().into_result().expect("it is there").len(), 14);
    assert!(asked.borrow().contains_key(&500));
}

#[test]
fn a_search_that_goes_on_in_another_thread() {
    let tiles = SlidingTiles::new(3, 3).expect("a size");
    let start = tiles.parse("8 6 7  2 5 4  3 0 1").expect("a board");
    let puzzle = Arc::new(tiles.guided_by(Manhattan));
    let few = Limits::new().max_expanded(1_000);
    let mut searches: Vec<Search<'static, Arc<_>>> = vec![
        Search::new(&AStar::new(), Arc::clone(&puzzle), [start]),
        Search::new(&IdaStar::new(), Arc::clone(&puzzle), [start]),
    ];
    for search in &mut searches {
        search.set_limits(few.clone());
        assert_eq!(search.run().stop(), Some(Stop::Expanded));
    }
    let ends = searches.into_iter().map(|mut search| {
        search.set_limits(Limits::new());
        std::thread::spawn(move || search.run())
    });
    let ends: Vec<_> = ends.collect();
    let whole = [
        AStar::new().solve(&*puzzle, &start),
        IdaStar::new().solve(&*puzzle, &start),
    ];
    for (end, whole) in ends.into_iter().zip(whole) {
        let report = end.join().expect("no panic");
        assert_eq!(report.outcome, whole.outcome);
        assert_eq!(report.stats.generated, whole.stats.generated);
    }
}

/// States that borrow from what is around them: words of a text.
#[test]
fn states_that_borrow() {
    let text = String::from("cold cord card ward warm corm worm");
    let words: Vec<&str> = text.split(' ').collect();
    struct Ladder<'t>(Vec<&'t str>);
    impl<'t> Puzzle for Ladder<'t> {
        type State = &'t str;
        type Move = &'t str;
        type Cost = u32;
        fn neighbors(&self, word: &&'t str) -> impl IntoIterator<Item = NeighborOf<Self>> {
            let differs = |other: &&&str| {
                let letters = word.bytes().zip(other.bytes());
                letters.filter(|(a, b)| a != b).count() == 1
            };
            let next = self.0.iter().filter(differs).copied();
            next.map(|next| Neighbor::unit(next, next))
                .collect::<Vec<_>>()
        }
        fn is_goal(&self, word: &&str) -> bool {
            *word == "warm"
        }
    }
    let ladder = Ladder(words);
    let mut search = AStar::new().search(&ladder, &"cold");
    let solution = search.run().into_result().expect("a ladder");
    assert_eq!(solution.moves().last(), Some(&"warm"));
    assert_eq!(solution.len(), 4);
}

/// A game keeps puzzle and search beside each other and goes on from frame to frame.
#[test]
fn a_struct_that_holds_puzzle_and_search() {
    struct Game {
        puzzle: Arc<SlidingTiles>,
        hint: Search<'static, Arc<SlidingTiles>>,
        frames: u64,
    }
    impl Game {
        fn frame(&mut self) -> Option<usize> {
            self.frames += 1;
            self.hint
                .set_limits(Limits::new().max_expanded(100 * self.frames));
            match self.hint.run().outcome {
                Outcome::Solved { solution, .. } => Some(solution.len()),
                _ => None,
            }
        }
    }
    let puzzle = Arc::new(SlidingTiles::new(2, 3).expect("a size"));
    let start = puzzle.parse("4 5 0  1 2 3").expect("a board");
    let mut game = Game {
        hint: Search::new(&AStar::new(), Arc::clone(&puzzle), [start]),
        puzzle,
        frames: 0,
    };
    let moves = std::iter::from_fn(|| Some(game.frame())).find_map(|moves| moves);
    assert_eq!((moves, game.frames), (Some(21), 4));
    game.hint
        .restart([game.puzzle.parse("1 2 3  4 0 5").expect("a board")]);
    game.frames = 0;
    assert_eq!(game.frame(), Some(1));
}

/// Restarted, it has done nothing yet: a limit on time that is reckoned from `elapsed` holds at once.
#[test]
fn a_search_that_is_restarted_has_done_nothing() {
    let puzzle = SlidingTiles::new(2, 3).expect("a size");
    let start = puzzle.parse("4 5 0  1 2 3").expect("a board");
    let mut search = AStar::new().search(&puzzle, &start);
    let before = search.run().stats.expanded;
    assert!(before > 0);
    search.restart([start]);
    assert_eq!(search.stats().expanded, 0);
    assert_eq!(search.elapsed(), Duration::ZERO);
    assert_eq!(search.run().stats.expanded, before);
}

/// After a panic in user code the search ends with a word, and nothing else happens.
#[test]
fn a_panic_in_user_code() {
    let armed = RefCell::new(true);
    let puzzle = Closures::new(
        |n| {
            assert!(n < 50 || !*armed.borrow(), "too far");
            [(0, n + 1, 1)]
        },
        |n| n == 100,
    );
    let mut search = BreadthFirst::new().search(&puzzle, &0);
    let run = std::panic::AssertUnwindSafe(|| search.run());
    assert!(std::panic::catch_unwind(run).is_err());
    armed.replace(false);
    assert_eq!(search.run().stop(), Some(Stop::Panicked));
    search.restart([0]);
    assert_eq!(search.run().stop(), Some(Stop::Panicked));
    assert_eq!(BreadthFirst::new().solve(&puzzle, &0).lower_bound, None);
}

/// A traversal that ends by itself is found out; so is one that says it found a goal.
#[test]
fn a_traversal_that_lies() {
    struct Liar;
    impl Puzzle for Liar {
        type State = u32;
        type Move = char;
        type Cost = u32;
        fn neighbors(&self, &n: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            [Neighbor::unit('+', n + 1)]
        }
        fn is_goal(&self, &n: &u32) -> bool {
            n == 5
        }
        fn deepen(&self, _: &mut IterationOf<'_, Self>) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let report = IdaStar::new().solve(&Liar, &0);
    assert_eq!(report.stop(), Some(Stop::Replay(ReplayFault::NotAGoal)));
    let sentence = report.into_result().expect_err("no solution").to_string();
    assert!(
        sentence.contains("its last state is not a goal"),
        "{sentence}"
    );
}

/// Subtrees below a frontier, walked by themselves on two threads, have the nodes of the whole: each begins at its root
/// with the state before and the move from there.
#[test]
fn subtrees_on_two_threads() {
    /// Notes where the children of the root of a subtree are, and how many nodes are generated.
    #[derive(Default)]
    struct Notes(Vec<(Board, Direction, Board)>, u64);
    impl Observer<Board, Direction, u32> for Notes {
        fn wants_nodes(&self) -> bool {
            true
        }
        fn generated(&mut self, node: Generated<'_, Board, Direction, u32>) -> ControlFlow<()> {
            if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
                self.1 += 1;
                if node.g == 4 {
                    self.0.push((*parent, *mv, *node.state));
                }
            }
            ControlFlow::Continue(())
        }
    }
    let puzzle = SlidingTiles::new(4, 4).expect("a size");
    let start = puzzle
        .parse("1 2 3 4  5 0 6 7  8 9 10 11  12 13 14 15")
        .expect("a board");
    let walk = |walk: WalkWithin<SlidingTiles>, start: &Board| {
        let mut notes = Notes::default();
        let report = walk.search(&puzzle, start).observe(&mut notes).run();
        assert!(report.is_unsolvable());
        notes
    };
    let whole = walk(WalkWithin::new(11), &start);
    let above = walk(WalkWithin::new(3), &start);
    let below = |roots: &[(Board, Direction, Board)]| -> u64 {
        let counts = roots.iter().map(|(before, mv, state)| {
            let below = WalkWithin::new(11).reached_from(*before, vec![*mv], 4);
            walk(below, state).1
        });
        counts.sum()
    };
    let (left, right) = above.0.split_at(above.0.len() / 2);
    let sum = std::thread::scope(|scope| {
        let left = scope.spawn(|| below(left));
        below(right) + left.join().expect("no panic")
    });
    assert!(sum > 10_000, "{sum}");
    assert_eq!(above.1 + sum, whole.1);
}
