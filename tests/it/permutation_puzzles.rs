//! Puzzles that are groups: definitions, distributions, orders, and what is solvable.

use std::collections::HashMap;

use proptest::prelude::*;
use puzzle_search::heuristics::{Guided, PatternDatabase};
use puzzle_search::permutation::Permutation;
use puzzle_search::puzzle::TwoSided;
use puzzle_search::puzzles::{
    Arrangement, BurntPancake, Corners, Definition, Metric, Pancake, PermutationPuzzle, PocketCube,
    Ring,
};
use puzzle_search::solvers::BaeStar;
use puzzle_search::{Bidirectional, Notation, Puzzle, Ranked, Solver, Stop};

use crate::oracle;
use crate::support::{Numbers, magic_squares_to, sheet_in_order, top_spin_of};

fn define(text: &str) -> Definition {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The corners' stickers of the cube; the corner of the stickers 17 to 19 and so on is not held.
const POCKET: &str = include_str!("../../examples/puzzles/pocket-cube.puzzle");
const CUBE: &str = include_str!("../../examples/puzzles/cube.puzzle");
const SQUARES: &str = include_str!("../../examples/puzzles/magic-squares.puzzle");
const S5_ON_SIX: &str = include_str!("../../examples/puzzles/two-wheels.puzzle");

#[test]
fn groups_of_puzzles_have_their_known_orders() {
    let cube = PermutationPuzzle::<[u8; 48]>::packed(&define(CUBE)).expect("48 stickers");
    assert_eq!(cube.state_count(), Some(43_252_003_274_489_856_000));
    assert_eq!(cube.moves().len(), 18);
    let pocket = PermutationPuzzle::<u128>::packed(&define(POCKET)).expect("21 stickers");
    assert_eq!(pocket.state_count(), Some(3_674_160));
    let squares = PermutationPuzzle::new(&define(SQUARES)).expect("8 tiles");
    assert_eq!(squares.state_count(), Some(40_320));
    let wheels = PermutationPuzzle::new(&define(S5_ON_SIX)).expect("6 places");
    assert_eq!(wheels.state_count(), Some(120));
    for (pieces, fixed, rotates) in [
        (5, 10, 2),
        (6, 360, 120),
        (7, 2_520, 360),
        (8, 20_160, 5_040),
        (11, 19_958_400, 1_814_400),
        (16, 10_461_394_944_000, 1_307_674_368_000),
    ] {
        let count = |ring| top_spin_of(pieces, 4, ring).state_count();
        assert_eq!(count(Ring::Fixed), Some(fixed), "{pieces}");
        assert_eq!(count(Ring::Rotates), Some(rotates), "{pieces}");
    }
    let spin = Definition::top_spin(20, 4, Ring::Rotates).expect("few");
    assert_eq!(
        PermutationPuzzle::<u128>::packed(&spin)
            .expect("few")
            .state_count(),
        Some((2..20).product())
    );
}

#[test]
fn puzzles_of_the_same_moves_and_goal_are_equal() {
    let squares = || PermutationPuzzle::new(&define(SQUARES)).expect("8 tiles");
    assert_eq!(squares(), squares());
    let goal: Vec<u8> = (1..=squares().places() as u8).rev().collect();
    let other = squares().with_goal(&goal).expect("legal");
    assert_ne!(squares(), other);
    let named = define("points 3\ngenerator A (1 2 3)");
    let renamed = define("points 3\ngenerator B (1 2 3)");
    let puzzle = |definition| PermutationPuzzle::<u64>::packed(definition).expect("3 places");
    assert_ne!(puzzle(&named), puzzle(&renamed));
    let spin = |ring| top_spin_of(6, 4, ring);
    assert_eq!(spin(Ring::Fixed), spin(Ring::Fixed));
    assert_ne!(spin(Ring::Fixed), spin(Ring::Rotates));
}

/// The stickers and the corners of the same cube are the same puzzle.
#[test]
fn the_pocket_cube_of_stickers_is_as_far_from_solved() {
    let stickers = PermutationPuzzle::<u128>::packed(&define(POCKET)).expect("21 stickers");
    let corners = PocketCube::new(Metric::HalfTurns);
    let names: Vec<String> = stickers.moves().map(|turn| turn.to_string()).collect();
    assert_eq!(names, ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'"]);
    let mut numbers = Numbers(8);
    for length in 0..12 {
        let words: Vec<&str> = (0..length)
            .map(|_| names[numbers.below(9)].as_str())
            .collect();
        let scramble = words.join(" ");
        let a = stickers
            .play(&stickers.goal(), &scramble)
            .expect("its own moves");
        let b = corners
            .play(&corners.goal(), &scramble)
            .expect("its own moves");
        let a = Bidirectional::new().solve(&stickers, &a);
        let b = Bidirectional::new().solve(&corners, &b);
        let texts = [
            a.solution().map(ToString::to_string),
            b.solution().map(ToString::to_string),
        ];
        assert_eq!(a.lower_bound, b.lower_bound, "{scramble}: {texts:?}");
        // The same words do the same to both.
        let words = texts[0].clone().expect("it can be solved");
        let start = corners
            .play(&corners.goal(), &scramble)
            .expect("its own moves");
        assert_eq!(corners.play(&start, &words), Ok(corners.goal()));
    }
}

/// The example is the ready-made one, and what is redundant is what can be seen: A twice, and A after B.
#[test]
fn magic_squares_from_generators() {
    let text = include_str!("../../examples/puzzles/magic-squares.puzzle");
    assert_eq!(define(text), Definition::magic_squares());
    let squares = magic_squares_to(&[2, 6, 8, 4, 5, 7, 3, 1]);
    assert!(squares.solvability(&sheet_in_order()).is_solvable());
    let turns: Vec<_> = squares.moves().collect();
    let mut redundant = vec![];
    for last in &turns {
        let next = turns.iter().filter(|next| squares.is_redundant(last, next));
        redundant.extend(next.map(|next| format!("{last}{next}")));
    }
    assert_eq!(redundant, ["AA", "BA"]);
}

/// A random puzzle of up to 6 places: cycles as text.
fn definitions() -> impl Strategy<Value = Definition> {
    (1..7_u32).prop_flat_map(|points| {
        let images = Just((0..points).collect::<Vec<_>>()).prop_shuffle();
        let moves = proptest::collection::vec(images.clone(), 0..4);
        (moves, images, 0..3).prop_map(move |(moves, goal, more)| {
            let mut definition = Definition::new(points).expect("in range");
            for (number, images) in moves.iter().enumerate() {
                let permutation = Permutation::new(images).expect("a permutation");
                if !permutation.is_identity() {
                    let name = format!("M{number}");
                    definition = definition
                        .with_move(&name, &permutation)
                        .expect("a new name");
                }
            }
            let goal: Vec<String> = goal.iter().map(|piece| (piece + 1).to_string()).collect();
            // The text ends with the goal, which is where each piece has its number.
            let text = definition.to_string();
            let (moves, _) = text.rsplit_once("goal").expect("it has a goal");
            let text = format!("{moves}goal {}", goal.join(" "));
            let definition: Definition = text.parse().expect("a permutation");
            match more {
                0 => definition,
                1 => definition.with_inverses().expect("new names"),
                _ => definition.with_powers().expect("new names"),
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// What is said to be solvable is what a search backward from the goal reaches.
    #[test]
    fn solvability_is_reachability(definition in definitions()) {
        let puzzle = PermutationPuzzle::new(&definition).expect("few places");
        let reachable = oracle::depths(&puzzle, &puzzle.goal());
        prop_assert_eq!(puzzle.state_count(), Some(reachable.len() as u128));
        let places = puzzle.places();
        let everything = Pancake::new(places).expect("few");
        for number in 0..everything.state_count().expect("few") {
            let labels: Vec<u8> = everything.unrank(number).expect("in range").labels(places).collect();
            let state = puzzle.state(&labels).expect("legal");
            let said = puzzle.solvability(&state);
            prop_assert_eq!(said.is_solvable(), reachable.contains_key(&state));
            prop_assert_eq!(said.is_unsolvable(), !reachable.contains_key(&state));
            prop_assert_eq!(puzzle.rank(&state).is_some(), said.is_solvable());
        }
    }

    /// Sequences without a redundant pair reach every state in as few moves.
    #[test]
    fn redundant_moves_are_not_missed(definition in definitions()) {
        let puzzle = PermutationPuzzle::new(&definition).expect("few places");
        let depths = oracle::depths(&puzzle, &puzzle.goal());
        type Last = Option<puzzle_search::puzzles::Turn>;
        let mut seen: HashMap<(Arrangement, Last), usize> = HashMap::new();
        let mut layer = vec![(puzzle.goal(), None)];
        let mut depth = 0;
        while !layer.is_empty() {
            let mut next = vec![];
            for (state, last) in layer {
                if seen.contains_key(&(state, last)) {
                    continue;
                }
                seen.insert((state, last), depth);
                for neighbor in puzzle.neighbors(&state) {
                    if last.is_none_or(|last| !puzzle.is_redundant(&last, &neighbor.mv)) {
                        next.push((neighbor.state, Some(neighbor.mv)));
                    }
                }
            }
            layer = next;
            depth += 1;
        }
        for (state, depth) in depths {
            let reached = seen.iter().filter(|((other, _), _)| *other == state);
            prop_assert_eq!(reached.map(|(_, &depth)| depth).min(), Some(depth));
        }
    }

    #[test]
    fn definitions_are_read_back(definition in definitions()) {
        let text = definition.to_string();
        prop_assert_eq!(text.parse::<Definition>(), Ok(definition));
    }

    #[test]
    fn no_definition_makes_the_parser_panic(
        text in "\\PC*",
        shaped in "(name|points|generator|inverses|powers|goal|#|A|B'|=|\\(|\\)|,|[0-9]{1,3}| |\\t|\n){0,60}",
        lines in proptest::collection::vec(
            "(generator [A-C]'? (=( [A-C]'?){0,3}|(\\([0-9 ]{0,8}\\)){0,3})|inverses|powers|goal [0-9 ]{0,20})", 0..8),
    ) {
        let structured = format!("points 9\n{}", lines.join("\n"));
        for text in [text, shaped.clone(), format!("points 5\n{shaped}"), structured] {
            match text.parse::<Definition>() {
                Ok(definition) => {
                    prop_assert_eq!(definition.to_string().parse::<Definition>(), Ok(definition.clone()));
                    let _ = PermutationPuzzle::<[u8; 64]>::packed(&definition);
                }
                Err(error) => prop_assert!(!error.to_string().contains('\n'), "{}", error),
            }
        }
    }

    #[test]
    fn stacks_rings_and_corners_are_read_back(seed in any::<u64>(), text in "\\PC*") {
        let mut numbers = Numbers(seed);
        let spin = top_spin_of(9, 4, Ring::Rotates);
        let ring = spin.state(&numbers.shuffled(1..10)).expect("legal");
        prop_assert_eq!(spin.parse(&spin.display(&ring).to_string()), Ok(ring));
        let burnt = BurntPancake::new(7).expect("few");
        let stack = burnt.unrank(numbers.below(645_120) as u128).expect("in range");
        prop_assert_eq!(burnt.parse(&burnt.display(&stack).to_string()), Ok(stack));
        let cube = PocketCube::new(Metric::HalfTurns);
        let corners = cube.unrank(numbers.below(3_674_160) as u128).expect("in range");
        prop_assert_eq!(corners.to_string().parse(), Ok(corners));
        let _ = (spin.parse(&text), burnt.parse(&text));
        let _ = (text.parse::<Corners>(), cube.play(&corners, &text));
    }
}

#[test]
fn every_error_of_a_definition_says_where() {
    for (text, sentence) in [
        ("", "the number of points is not known: expected points"),
        (
            "generator",
            "line 1, column 1: the number of points is not known: expected points",
        ),
        (
            "points",
            "line 1, column 7: the line ends too early: expected a number",
        ),
        (
            "points x",
            "line 1, column 8: \"x\" is not a number: expected one",
        ),
        (
            "points 3\ngenerator (1 2 3)",
            "line 2, column 11: \"(\": expected the name of a move",
        ),
        (
            "points 3\ngenerator R(1 2 3) 4",
            "line 2, column 20: \"4\": expected \"(\"",
        ),
        (
            "points 256",
            "line 1, column 8: a puzzle of 256 points is out of range: expected 1 to 255 points",
        ),
        (
            "points 99999999999999999999999",
            "line 1, column 8: a puzzle of 99999999999999999999 points is out of range: expected 1 to 255 points",
        ),
        (
            "points 0",
            "line 1, column 8: a puzzle of 0 points is out of range: expected 1 to 255 points",
        ),
        (
            "points 3 4",
            "line 1, column 10: \"4\" is too much: expected the line's end",
        ),
        (
            "points 3\npoints 3",
            "line 2, column 1: points stands a second time: expected it once",
        ),
        (
            "# so\n\n  turn R",
            "line 3, column 3: \"turn\" begins no statement: expected name, points, generator, \
             inverses, powers or goal",
        ),
        (
            "points 3\ngenerator",
            "line 2, column 10: the line ends too early: expected the name of a move",
        ),
        (
            "points 3\ngenerator A",
            "line 2, column 12: the line ends too early: expected cycles, or \"=\" and moves",
        ),
        (
            "points 3\ngenerator A 1",
            "line 2, column 13: \"1\": expected \"(\"",
        ),
        (
            "points 3\ngenerator A (1 (2",
            "line 2, column 16: \"(\": expected \")\"",
        ),
        (
            "points 3\ngenerator A (1 2",
            "line 2, column 17: the line ends too early: expected \")\"",
        ),
        (
            "points 3\ngenerator A (1 2))",
            "line 2, column 18: \")\": expected \"(\"",
        ),
        (
            "points 3\ngenerator A (1 4)",
            "line 2, column 16: the point is 4: expected 1 to 3",
        ),
        (
            "points 3\ngenerator A (1 99999999999999999999)",
            "line 2, column 16: the point is 99999999999999999999: expected 1 to 3",
        ),
        (
            "points 3\ngenerator A (1 2)(3,1)",
            "line 2, column 21: 1 stands at column 14 already: expected each number once",
        ),
        (
            "points 3\ngenerator A (1)",
            "line 2, column 11: the move \"A\" changes nothing: expected a point to move",
        ),
        (
            "points 3\ngenerator A! (1 2)",
            "line 2, column 11: \"A!\" cannot name a move: expected a letter or digit, then \
             letters, digits and ', at most 15 bytes",
        ),
        (
            "points 3\ngenerator A (1 2)\ngenerator A (1 3)",
            "line 3, column 11: \"A\" names a move already: expected another name",
        ),
        (
            "points 3\ngenerator A (1 2)\ngenerator B = A C'",
            "line 3, column 17: \"C'\" is not a move: expected one of A",
        ),
        (
            "points 3\ngenerator B = A",
            "line 2, column 15: \"A\" is not a move: there is none yet",
        ),
        (
            "points 3\ngenerator A =",
            "line 2, column 14: the line ends too early: expected the name of a move",
        ),
        (
            "points 3\ngoal 1 2",
            "line 2, column 9: the goal has 2 pieces: expected 3, one for each point",
        ),
        (
            "points 3\ngoal 1 2 1",
            "line 2, column 10: 1 stands at column 6 already: expected each number once",
        ),
        (
            "points 2\ngoal 1 2\ngoal 1 2",
            "line 3, column 1: goal stands a second time: expected it once",
        ),
        (
            "points 3\nname",
            "line 2, column 5: the line ends too early: expected a name",
        ),
        (
            "points 3\ngenerator A (1 2 3)\ninverses now",
            "line 3, column 10: \"now\" is too much: expected the line's end",
        ),
    ] {
        let said = text.parse::<Definition>();
        assert_eq!(said.expect_err(text).to_string(), sentence, "{text:?}");
    }
    let too_long = define("points 17\ngenerator A (1 17)");
    assert_eq!(
        PermutationPuzzle::new(&too_long)
            .expect_err("too many")
            .to_string(),
        "a puzzle of 17 points is out of range: expected 1 to 16 points (more where it is `packed` into `[u8; N]`)"
    );
    let ring = |pieces, width| {
        Definition::top_spin(pieces, width, Ring::Fixed)
            .expect_err("none")
            .to_string()
    };
    assert_eq!(
        ring(256, 4),
        "a ring of 256 pieces is out of range: expected 2 to 255 pieces"
    );
    assert_eq!(ring(5, 6), "the window is 6 wide: expected 2 to 5");
    let huge = format!(
        "points 255\ngenerator A ({})\npowers",
        (1..=255)
            .map(|p| p.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    );
    assert_eq!(define(&huge).moves().len(), 254);
}

#[test]
fn a_definition_may_begin_with_a_byte_order_mark_and_a_statement_with_a_comma() {
    let plain = define("name X, or Y\npoints 3\ngenerator A (1 2)");
    assert_eq!(plain.name(), Some("X, or Y"));
    let other = define("\u{feff}, name X, or Y\n, points 3\n, generator A (1 2)");
    assert_eq!(other, plain);
}

/// Formatting accepts no width above that of a `u16`.
#[test]
fn a_move_made_of_others_may_stand_far_to_the_right() {
    let far = " ".repeat(70_000);
    let text = format!("points 3\ngenerator A (1 2)\ngenerator B{far}= A A'");
    let error = text.parse::<Definition>().expect_err("it changes nothing");
    assert_eq!((error.line(), error.column()), (Some(3), Some(11)));
    let error = text.replace("A'", "C").parse::<Definition>();
    assert_eq!(error.expect_err("no move").column(), Some(70_016));
}

#[test]
fn reasons_say_why() {
    let reason = |text: &str, state: &[u8]| {
        let puzzle = PermutationPuzzle::new(&define(text)).expect("few");
        puzzle
            .solvability(&puzzle.state(state).expect("legal"))
            .to_string()
    };
    let turn = "points 4\ngenerator A (1 2 3)";
    assert_eq!(
        reason(turn, &[2, 3, 1, 4]),
        "solvable: the permutation from goal to start is in the group of the moves, which has 3 elements"
    );
    assert_eq!(
        reason(turn, &[4, 2, 3, 1]),
        "unsolvable: piece 1 cannot reach its place: no move carries it there"
    );
    assert_eq!(
        reason(turn, &[2, 1, 3, 4]),
        "unsolvable: the permutation from goal to start is odd, and every move is even"
    );
    assert_eq!(
        reason(S5_ON_SIX, &[2, 1, 3, 4, 5, 6]),
        "unsolvable: the permutation from goal to start is not among the 120 that the moves generate"
    );
}

/// A corner in a mirror is not one that is only turned where it is.
#[test]
fn a_piece_that_no_moves_make_is_told_from_one_that_is_turned() {
    let cube = PermutationPuzzle::<[u8; 48]>::packed(&define(CUBE)).expect("48 stickers");
    let reason = |state| {
        let said = cube.solvability(&state).to_string();
        said.rsplit_once(": ").expect("a reason").1.to_owned()
    };
    // The stickers of the corner URF are 8 on U, 25 on R, and 19 on F, and those of the edge UF 7 and 18.
    let mut pieces: Vec<u8> = (1..=48).collect();
    pieces.swap(7, 24);
    let mirrored = cube.state(&pieces).expect("each once");
    assert_eq!(
        reason(mirrored),
        "no moves carry the piece of the places 8 19 25 to 25 19 8 in this order"
    );
    // Moved elsewhere, it is the same corner.
    let moved = cube.play(&mirrored, "R U F").expect("moves");
    let start = "no moves carry the piece of the places 8 19 25 to ";
    assert!(reason(moved).starts_with(start), "{}", reason(moved));
    pieces.swap(24, 18);
    let twisted = cube.state(&pieces).expect("each once");
    assert_eq!(
        reason(twisted),
        "a piece of 3 places would have to be turned alone"
    );
    let mut pieces: Vec<u8> = (1..=48).collect();
    pieces.swap(6, 17);
    let flipped = cube.state(&pieces).expect("each once");
    assert_eq!(
        reason(flipped),
        "a piece of 2 places would have to be turned alone"
    );
}

/// Names that other names begin with.
#[test]
fn what_can_be_read_in_two_ways_is_refused() {
    let names = |text: &str| {
        let definition = format!("points 9\n{text}").parse::<Definition>();
        let definition = definition.unwrap_or_else(|error| panic!("{error}"));
        PermutationPuzzle::new(&definition).expect("few places")
    };
    let puzzle = names(
        "generator A (1 2 3 4 5)\ngenerator B (5 6 7 8)\ngenerator C (8 9)\ngenerator AB (1 9 2)\n\
         generator A2 (3 8)\ngenerator 1 (1 7)\ninverses",
    );
    let same = |written: &str, meant: &[&str]| {
        let product = puzzle
            .product(written)
            .unwrap_or_else(|error| panic!("{error}"));
        let meant = meant.iter().map(|name| {
            let turn = puzzle
                .moves()
                .find(|turn| turn.to_string() == *name)
                .expect("its name");
            puzzle.permutation(turn).expect("its own")
        });
        let meant = meant.fold(Permutation::identity(9), |product, next| product.then(next));
        assert_eq!(product, meant, "{written}");
        let start = puzzle.play(&puzzle.goal(), written);
        assert!(puzzle.solvability(&start.expect("the same")).is_solvable());
    };
    // What is the name of a move is this move, and with a prime its inverse.
    same("AB", &["AB"]);
    same("AB'", &["AB'"]);
    same("AB''", &["AB"]);
    same("A2", &["A2"]);
    same("A2'", &["A2"]);
    same("A*2", &["A", "A"]);
    same("CC'BA'", &["B", "A'"]);
    same("CB2'", &["C", "B'", "B'"]);
    for (moves, sentence) in [
        (
            "B ABC",
            "column 3: \"ABC\" can be read as AB C and as A B C: expected one of these",
        ),
        (
            "CA2",
            "column 2: \"A2\" can be read as A2 and as A*2: expected one of these",
        ),
        (
            "B1",
            "column 1: \"B1\" can be read as B and as B 1: expected one of these",
        ),
        (
            "CABABABABABAB",
            "column 2: \"ABABABABABAB\" can be read as AB AB AB AB AB .. and as A B AB AB AB ..: expected one of these",
        ),
    ] {
        let error = puzzle.product(moves).expect_err(moves);
        assert_eq!(error.to_string(), sentence);
    }
    // A prime that is a letter is a prime in names, too.
    let primed = names("generator T (1 2 3)\ngenerator U\u{2b9} (1 2)\ninverses");
    let moves: Vec<String> = primed.moves().map(|turn| turn.to_string()).collect();
    assert_eq!(moves, ["T", "T'", "U'"]);
    for name in ["U'", "U\u{2b9}", "T T' U\u{2019}"] {
        assert_eq!(
            primed.product(name).map(|product| product.order()),
            Ok(Some(2))
        );
    }
    // Where X' is no inverse, both are named.
    let odd = names("generator A (1 2 3)\ngenerator A' (4 5)");
    assert_eq!(
        odd.product("A'").map(|product| product.order()),
        Ok(Some(2))
    );
    assert_eq!(
        odd.product("AA'").expect_err("either").to_string(),
        "column 2: \"A'\" can be read as A' and as (A)': expected one of these"
    );
    // A definition is read in the same way; an inverse need not be a move.
    let made = "generator R (1 2 3)\ngenerator U (3 4 5)\n";
    let short = names(&format!("{made}generator T = [R: U2](RU')3, [R,U]’ // so"));
    let long = names(&format!(
        "{made}generator T = R U U R' R U' R U' R U' U R U' R'"
    ));
    let made_last = |puzzle: &PermutationPuzzle| {
        let turn = puzzle.moves().last().expect("it is T");
        puzzle.permutation(turn).cloned()
    };
    assert_eq!(made_last(&short), made_last(&long));
    let error = format!("points 9\n{made}generator T = R (U X)").parse::<Definition>();
    assert_eq!(
        error.expect_err("no move").to_string(),
        "line 4, column 20: \"X\" is not a move: expected one of R U"
    );
}

#[test]
fn a_start_of_another_puzzle_has_no_reversed_puzzle() {
    let ring = |pieces| {
        let definition = Definition::top_spin(pieces, 4, Ring::Fixed).expect("a size");
        PermutationPuzzle::new(&definition).expect("it fits")
    };
    let (small, large) = (ring(6), ring(12));
    let start = large.parse("12 11 10 9 8 7 6 5 4 3 2 1");
    let start = start.expect("a row of the larger ring");
    let reversed = small.reversed(&start);
    assert!(reversed.solvability(&small.goal()).is_solvable());
    let found = BaeStar::new().cost(&small, &start);
    assert_eq!(found.expect_err("no state").stop(), Some(Stop::NotAState));
}

#[test]
fn an_array_may_have_more_fields_than_a_byte_has_values() {
    let turn = define("points 3 \n generator T (1 2 3)");
    let puzzle = PermutationPuzzle::<[u8; 300]>::packed(&turn).expect("it fits");
    let start = puzzle.parse("2 3 1").expect("a row");
    assert!(puzzle.solvability(&start).is_solvable());
    assert_eq!(Bidirectional::new().cost(&puzzle, &start), Ok(1));
    assert_eq!(format!("{start:?}"), "[2, 3, 1, ..]");
    let labels: Vec<u8> = start.labels(300).collect();
    assert!(labels[3..].iter().copied().eq(4..=255));
    assert!(Pancake::<[u8; 300]>::packed(256).is_err());
    let stack = Pancake::<[u8; 256]>::packed(255).expect("a size");
    assert!(stack.solvability(&stack.goal()).is_solvable());
}

#[test]
fn a_puzzle_without_moves_has_a_database_of_kept_pieces() {
    let puzzle = PermutationPuzzle::<u64>::new(&define("points 3")).expect("it fits");
    let kept = puzzle.keeping(&[1, 2]).expect("two pieces");
    let database = PatternDatabase::new(&puzzle, kept).expect("it is small");
    assert_eq!(database.entries(), 3 * 2);
    let guided = puzzle.clone().guided_by(database);
    assert_eq!(guided.heuristic(&puzzle.goal()), Some(0));
    let other = puzzle.state(&[2, 1, 3]).expect("a state");
    assert_eq!(guided.heuristic(&other), None);
}

#[test]
fn a_database_of_kept_pieces_fits_no_puzzle_with_other_moves_or_places() {
    let ring = |last: u8, more: &str| {
        let round: Vec<_> = (1..=last).map(|point| point.to_string()).collect();
        let round = round.join(" ");
        let text = format!("points {last}\n generator T ({round})\n generator S {more}\n inverses");
        PermutationPuzzle::<u64>::new(&define(&text)).expect("it fits")
    };
    let puzzle = ring(6, "(1 2)");
    let kept = puzzle.keeping(&[1, 2, 3]).expect("three pieces");
    let database = PatternDatabase::new(&puzzle, kept).expect("it is small");
    let fits = |puzzle| Guided::new(puzzle, database.clone()).is_ok();
    let elsewhere = |goal: &[u8]| puzzle.clone().with_goal(goal).expect("a goal");
    assert!(fits(puzzle.clone()));
    assert!(fits(elsewhere(&[1, 2, 3, 6, 5, 4])));
    assert!(!fits(elsewhere(&[4, 2, 6, 1, 3, 5])));
    assert!(!fits(ring(6, "(1 3)")));
    assert!(!fits(ring(7, "(1 2)")));
}
