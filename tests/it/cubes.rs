//! Moves and stickers of cubes, as people write them.

use proptest::prelude::*;
use puzzle_search::puzzles::{
    Corners, Definition, Facelets, Metric, PermutationPuzzle, PocketCube, Turn,
};
use puzzle_search::{Bidirectional, BreadthFirst, Puzzle, Solver};

use crate::support::Numbers;

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const FILE: &str = include_str!("../../examples/puzzles/cube.puzzle");

fn cube() -> PermutationPuzzle<[u8; 48]> {
    PermutationPuzzle::packed(&Facelets::definition()).expect("48 stickers")
}

fn played(moves: &str) -> Facelets {
    let after = Facelets::SOLVED.play(moves);
    after.unwrap_or_else(|error| panic!("{moves}: {error}"))
}

/// What moves do, with every sticker told from every other.
fn effect(moves: &str) -> Facelets {
    let all = ('A'..='Z').chain('0'..='9').chain('\u{3b1}'..='\u{3c9}');
    let all: String = all.filter(|&c| c != 'ς').take(54).collect();
    let all: Facelets = all.parse().expect("54 characters");
    all.play(moves)
        .unwrap_or_else(|error| panic!("{moves}: {error}"))
}

/// The file was written by hand, with the cycles of GAP's manual; the definition comes from geometry.
#[test]
fn turns_are_those_of_the_file() {
    let file: Definition = FILE.parse().expect("a definition");
    assert_eq!(Facelets::definition(), file);
}

/// With the turns of the faces known, these tell what turns of two layers, of slices and of the cube do.
#[test]
fn turns_of_layers_and_of_the_cube_are_made_of_one_another() {
    for (moves, others) in [
        // A turn of the cube carries faces to faces.
        ("x U x'", "F"),
        ("x F x'", "D"),
        ("x R x'", "R"),
        ("x L x'", "L"),
        ("x B x'", "U"),
        ("y F y'", "R"),
        ("y R y'", "B"),
        ("y U y'", "U"),
        ("y D y'", "D"),
        ("y L y'", "F"),
        ("z U z'", "L"),
        ("z L z'", "D"),
        ("z F z'", "F"),
        ("z B z'", "B"),
        ("z R z'", "U"),
        ("x4", ""),
        ("y4", ""),
        ("z4", ""),
        ("x y x'", "z"),
        // Two layers turn as the opposite face and the whole cube do.
        ("r", "L x"),
        ("l", "R x'"),
        ("u", "D y"),
        ("d", "U y'"),
        ("f", "B z"),
        ("b", "F z'"),
        ("Rw", "r"),
        ("Lw", "l"),
        ("Uw", "u"),
        ("Dw", "d"),
        ("Fw", "f"),
        ("Bw", "b"),
        ("M", "L' R x'"),
        ("E", "U D' y'"),
        ("S", "F' B z"),
        ("R M' L'", "x"),
        ("U E' D'", "y"),
        ("F S B'", "z"),
    ] {
        assert_eq!(effect(moves), effect(others), "{moves}");
    }
    assert_eq!(played("x").centers(), ['F', 'R', 'D', 'B', 'L', 'U']);
    assert_eq!(played("y").centers(), ['U', 'B', 'R', 'D', 'F', 'L']);
    assert_eq!(played("z").centers(), ['L', 'U', 'F', 'R', 'D', 'B']);
    // Well-known patterns: the chessboard, four spots, and the superflip.
    assert_eq!(
        played("M2 E2 S2").to_string(),
        "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB"
    );
    assert_eq!(
        played("F2 B2 U D' R2 L2 U D'").to_string(),
        "UUUUUUUUULLLLRLLLLBBBBFBBBBDDDDDDDDDRRRRLRRRRFFFFBFFFF"
    );
    assert_eq!(
        played("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2").to_string(),
        "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"
    );
}

#[test]
fn the_usual_notation_is_read() {
    for (written, meant) in [
        ("RUF", "R U F"),
        ("RU'F2", "R U' F2"),
        ("R2'", "R2"),
        ("R'2", "R2"),
        ("U1", "U"),
        ("F3", "F'"),
        ("R’ R′ R` R´ Rʹ Rʼ R‘", "R"),
        ("R’2U´", "R2 U'"),
        ("r2 Rw2' M2 M'", "r2 Rw2 M2 M M M"),
        ("x2y'z2", "x2 y' z2"),
        ("(R U R' U')3", "R U R' U' R U R' U' R U R' U'"),
        ("(R U)*3 (R U)^3 (R U)×3", "(R U)9"),
        ("(R U) * 3", "R U R U R U"),
        ("(R U F)'", "F' U' R'"),
        ("(R U)2'(R U)'2", "(U' R')4"),
        ("R*3 U^2", "R' U2"),
        ("[R, U]", "R U R' U'"),
        ("[R: U]", "R U R'"),
        ("[R U: [F, D]]2'", "R U D F D' F' D F D' F' U' R'"),
        ("[R, (U, D)]", "R U D R' D' U'"),
        ("[R U R' U']3", "(R U R' U')3"),
        ("R, U,F", "R U F"),
        ("R U\r\nF\n\n D2", "R U F D2"),
        ("\u{feff}R\u{a0}U\u{200b}F\tD2", "R U F D2"),
        (
            "R U // the first pair\nF # the second\n// D\nD2//",
            "R U F D2",
        ),
        ("", "() (R)0 R0"),
        ("((((R)2)2)3)", ""),
        // R U R' U' has order 6, and no repetition takes memory.
        ("((R U R' U')1000000000)1000000000", "(R U R' U')4"),
    ] {
        assert_eq!(effect(written), effect(meant), "{written}");
    }
    let deep = format!("{}R{}", "(".repeat(100), ")".repeat(100));
    assert_eq!(effect(&deep), effect("R"));
    assert_eq!(effect(&"RUR'U'".repeat(10_000)), effect("(R U R' U')10000"));
}

#[test]
fn errors_of_sequences_say_where() {
    let every = "U R F D L B u Uw r Rw f Fw d Dw l Lw b Bw M E S x y z";
    for (moves, sentence) in [
        (
            "R U X",
            format!("column 5: \"X\" is not a move: expected one of {every}"),
        ),
        (
            "R UXF",
            format!("column 4: \"XF\" is not a move: expected one of {every}"),
        ),
        (
            "R\n U G",
            format!("line 2, column 4: \"G\" is not a move: expected one of {every}"),
        ),
        (
            "R ' U",
            format!("column 3: \"'\" is not a move: expected one of {every}"),
        ),
        (
            "R 2",
            format!("column 3: \"2\" is not a move: expected one of {every}"),
        ),
        (
            "R*",
            format!("column 2: \"*\" is not a move: expected one of {every}"),
        ),
        (
            "R/U",
            format!("column 2: \"/U\" is not a move: expected one of {every}"),
        ),
        (
            "(R U",
            "column 1: \"(\" is not closed: expected \")\"".into(),
        ),
        (
            "R [U, (F]",
            "column 9: \"]\" is in a group that \"(\" opens: expected \")\"".into(),
        ),
        (
            "[R, U, F]",
            "column 6: \",\" is in a group that \"[\" opens: expected \"]\"".into(),
        ),
        (
            "(R: U)",
            "column 3: \":\" is in a group that \"(\" opens: expected \")\"".into(),
        ),
        (
            "R U)",
            "column 4: \")\" is not in a group: expected \"(\" before it".into(),
        ),
        (
            "R: U",
            "column 2: \":\" is not in a group: expected \"[\" before it".into(),
        ),
        (
            "(R U)*",
            "column 6: the number of repetitions is missing: expected it after this sign".into(),
        ),
        (
            "R (U)1000000001",
            "column 6: the number of repetitions is too great: expected at most 1000000000".into(),
        ),
        (
            "R99999999999",
            "column 1: the number of repetitions is too great: expected at most 1000000000".into(),
        ),
        (
            &"(".repeat(1_000_000),
            "column 101: this group is too deep within others: expected at most 100".into(),
        ),
    ] {
        let error = Facelets::SOLVED.play(moves).expect_err("no sequence");
        assert_eq!(error.to_string(), sentence);
    }
}

/// Orders of sequences: those of R U and its kin, and 1260, the greatest, from D. Joyner, "Adventures in Group
/// Theory", 2008; 3 of a cycle of three corners. Each was computed anew by cycles of stickers, in another language.
#[test]
fn sequences_have_their_known_orders() {
    let cube = cube();
    for (moves, order) in [
        ("R U", 105),
        ("R U'", 63),
        ("R U R' U'", 6),
        ("R' D' R D", 6),
        ("R U2", 30),
        ("R U F", 80),
        ("[R, U]2", 3),
        ("R' F R' B2 R F' R' B2 R2", 3),
        ("R U2 D' B D'", 1260),
    ] {
        let found = cube.product(moves).expect("its moves");
        assert_eq!(found.order(), Some(order), "{moves}");
        let again = played(&format!("({moves}){order}"));
        assert_eq!(again, Facelets::SOLVED, "{moves}");
    }
}

fn solution(stickers: &str) -> String {
    let cube = cube();
    let facelets: Facelets = stickers.parse().expect("54 stickers");
    let start = cube.state(&facelets.stickers().expect("pieces of a cube"));
    let solution = BreadthFirst::new().solve(&cube, &start.expect("each once"));
    solution.solution().expect("some moves").to_string()
}

#[test]
fn cubes_are_read_as_people_hold_and_write_them() {
    let turned = played("R U'").to_string();
    assert_eq!(solution(&turned), "U R'");
    assert_eq!(solution(&turned.to_lowercase()), "U R'");
    let spaced: Vec<String> = turned.chars().map(|c| format!("{c} \n")).collect();
    assert_eq!(solution(&spaced.concat()), "U R'");
    assert_eq!(solution(&format!("\u{feff}{turned}\r\n")), "U R'");
    // In any way in which a cube can be held: the moves are for the cube as it is held.
    for side in ["", "x", "x2", "x'", "z", "z'"] {
        for around in ["", "y", "y2", "y'"] {
            let held = played(&format!("{side} {around} R U'"));
            assert_eq!(solution(&held.to_string()), "U R'");
            let undone = held.play("U R'").expect("moves");
            assert!(undone.is_solved() && !held.is_solved());
            assert_eq!(
                undone.to_string().chars().step_by(9).collect::<String>(),
                held.centers().iter().collect::<String>()
            );
        }
    }
    // In six colors, letters or squares.
    let letters = |from: &str, to: &str| -> String {
        let to: Vec<char> = to.chars().collect();
        let place = |c| from.chars().position(|other| other == c).expect("a face");
        turned.chars().map(|c| to[place(c)]).collect()
    };
    assert_eq!(solution(&letters("URFDLB", "wrgyob")), "U R'");
    assert_eq!(solution(&letters("URFDLB", "123456")), "U R'");
    assert_eq!(solution(&letters("URFDLB", "⬜🟥🟩🟨🟧🟦")), "U R'");
    // As a net.
    let face = |number: usize, row: usize| &turned[9 * number + 3 * row..][..3];
    let net = |before: &str| {
        let mut net = String::new();
        for row in 0..3 {
            net += &format!("{before}{}\n", face(0, row));
        }
        for row in 0..3 {
            net += &format!(
                "{}{}{}{}\n",
                face(4, row),
                face(2, row),
                face(1, row),
                face(5, row)
            );
        }
        for row in 0..3 {
            net += &format!("{before}{}\n", face(3, row));
        }
        net
    };
    assert_eq!(solution(&net("   ")), "U R'");
    assert_eq!(solution(net("   ").trim()), "U R'");
    let error = net("      ").parse::<Facelets>().expect_err("above R");
    assert_eq!(
        error.to_string(),
        "row 2 of the net begins at column 7: expected it above or below the front face, at column 4"
    );
    assert!(net("").parse::<Facelets>().is_err());
    // Letters of any alphabet are as wide as spaces; squares are twice as wide, or as wide.
    let with = |to: [char; 6], net: String| -> String {
        let color = |c| "URFDLB".find(c).map_or(c, |face| to[face]);
        net.chars().map(color).collect()
    };
    let cyrillic = ['б', 'к', 'з', 'ж', 'о', 'с'];
    assert_eq!(solution(&with(cyrillic, net("   "))), "U R'");
    let squares = ['⬜', '🟥', '🟩', '🟨', '🟧', '🟦'];
    assert_eq!(solution(&with(squares, net("   "))), "U R'");
    assert_eq!(solution(&with(squares, net("      "))), "U R'");
    for (colors, sentence) in [
        (
            cyrillic,
            "row 2 of the net begins at column 5: expected it above or below the front face, at column 4",
        ),
        (
            squares,
            "row 2 of the net begins at column 5: expected it above or below the front face, at column 7",
        ),
    ] {
        let error = with(colors, net("    ")).parse::<Facelets>();
        assert_eq!(error.expect_err("beside F").to_string(), sentence);
    }
}

#[test]
fn what_is_no_cube_is_told_truly() {
    let with = |changes: &[(usize, char)]| {
        let mut stickers: Vec<char> = SOLVED.chars().collect();
        for &(at, color) in changes {
            stickers[at] = color;
        }
        let facelets: Facelets = stickers.iter().collect::<String>().parse().expect("54");
        let error = facelets.stickers().expect_err("no cube");
        (error.to_string(), error.position())
    };
    // URF is at 8, 9 and 20; UF at 7 and 19; UR at 5 and 10; UFL at 6, 18 and 38.
    for (changes, sentence, position) in [
        (
            &[(8, 'R'), (9, 'U')][..],
            "at URF is a corner that no cube has: its colors are R U F clockwise, as if in a mirror: expected R F U",
            8,
        ),
        (
            &[(8, 'R')],
            "at URF is a corner that no cube has: two of its stickers are R",
            8,
        ),
        (
            &[(7, 'F')],
            "at UF is an edge that no cube has: two of its stickers are F",
            7,
        ),
        (
            &[(7, 'B')],
            "at UF is an edge that no cube has: its colors B and F are of opposite faces",
            7,
        ),
        (
            &[(20, 'D')],
            "at URF is a corner that no cube has: its colors U and D are of opposite faces",
            8,
        ),
        (
            &[(7, 'R'), (19, 'U')],
            "an edge with the colors R U is at UR and at UF: expected it once",
            7,
        ),
        (
            &[(6, 'U'), (18, 'R'), (38, 'F')],
            "a corner with the colors U R F is at UFL and at URF: expected it once",
            8,
        ),
        (
            &[(19, 'X')],
            "the sticker of UF on face F is 'X': expected the color of a center, U R F D L B",
            19,
        ),
        (
            &[(13, 'U')],
            "the centers of the faces U and R are both U: expected six colors",
            13,
        ),
    ] {
        assert_eq!(with(changes), (sentence.to_owned(), Some(position)));
    }
    // Faces in another order than U R F D L B, or looked at from within.
    for (order, others) in [("ULFRBD", "U L F R B D"), ("ULFDRB", "U L F D R B")] {
        let faces: String = order
            .chars()
            .map(|face| face.to_string().repeat(9))
            .collect();
        let error = faces
            .parse::<Facelets>()
            .expect("54")
            .stickers()
            .expect_err("no cube");
        let sentence = format!(
            "the centers of the faces U R F D L B are {others}, and no cube can be held so: \
             expected an order that turning the whole cube gives"
        );
        assert_eq!(error.to_string(), sentence);
    }
    for (text, sentence) in [
        (
            &SOLVED[1..],
            "there are 53 stickers: expected 54, 9 for each face",
        ),
        ("", "there are 0 stickers: expected 54, 9 for each face"),
    ] {
        assert_eq!(
            text.parse::<Facelets>().expect_err("too few").to_string(),
            sentence
        );
    }
}

/// The pieces are those of a cube, but were put together wrongly.
#[test]
fn wrongly_assembled_cubes_say_what_is_wrong() {
    let cube = cube();
    let reason = |changes: &[(usize, char)]| {
        let mut stickers: Vec<char> = SOLVED.chars().collect();
        for &(at, color) in changes {
            stickers[at] = color;
        }
        let facelets: Facelets = stickers.iter().collect::<String>().parse().expect("54");
        let state = cube
            .state(&facelets.stickers().expect("pieces"))
            .expect("each once");
        cube.solvability(&state).to_string()
    };
    let all = "unsolvable: the permutation from goal to start is not among the \
               43252003274489856000 that the moves generate: ";
    let flipped = [(7, 'F'), (19, 'U')];
    assert_eq!(
        reason(&flipped),
        format!("{all}a piece of 2 places would have to be turned alone")
    );
    let twisted = [(8, 'F'), (9, 'U'), (20, 'R')];
    assert_eq!(
        reason(&twisted),
        format!("{all}a piece of 3 places would have to be turned alone")
    );
    let swapped = [(19, 'R'), (10, 'F')];
    assert_eq!(
        reason(&swapped),
        format!("{all}two pieces would have to be exchanged alone, or others moved as oddly")
    );
}

fn pocket(stickers: &str) -> Result<Corners, String> {
    stickers
        .parse::<Corners>()
        .map_err(|error| error.to_string())
}

/// The corners of the big cube are a pocket cube.
fn corner_stickers(facelets: &Facelets) -> String {
    let stickers: Vec<char> = facelets.to_string().chars().collect();
    let faces = stickers.chunks(9);
    faces
        .flat_map(|face| [face[0], face[2], face[6], face[8]])
        .collect()
}

#[test]
fn pocket_cubes_are_read_by_their_stickers() {
    let cube = PocketCube::new(Metric::HalfTurns);
    let mut numbers = Numbers(5);
    let moves: Vec<&str> = "U U2 U' R R2 R' F F2 F' D L' B2 x y' z2"
        .split(' ')
        .collect();
    let mut scramble = |length: usize, of: usize| {
        let words: Vec<&str> = (0..length).map(|_| moves[numbers.below(of)]).collect();
        words.join(" ")
    };
    for length in 0..12 {
        // Three faces leave a corner where it is.
        let turns = scramble(length, 9);
        let state = cube.play(&cube.goal(), &turns).expect("moves");
        let held = corner_stickers(&played(&turns));
        assert_eq!(pocket(&held), Ok(state), "{turns}");
        let color = |c: char| {
            let face = "URFDLB".find(c).expect("a face");
            char::from(b"wrgyob"[face])
        };
        let colored: String = held.chars().map(color).collect();
        assert_eq!(pocket(&colored), Ok(state), "{turns}");
        let row = |face: usize, row: usize| &colored[4 * face + 2 * row..][..2];
        let mut net = format!("  {}\n  {}\n", row(0, 0), row(0, 1));
        for at in 0..2 {
            net += &format!("{}{}{}{}\n", row(4, at), row(2, at), row(1, at), row(5, at));
        }
        net += &format!("  {}\n  {}\n", row(3, 0), row(3, 1));
        assert_eq!(pocket(&net), Ok(state), "{turns}");
        // Held in any way: the solution makes each face one color.
        let turns = scramble(length, 15);
        let held = played(&turns);
        let state = pocket(&corner_stickers(&held)).expect("a cube");
        let solution = Bidirectional::new().solve(&cube, &state);
        let solution = solution.solution().expect("some moves").to_string();
        let solved = corner_stickers(&held.play(&solution).expect("moves"));
        let solved: Vec<char> = solved.chars().collect();
        assert!(
            solved
                .chunks(4)
                .all(|face| face.iter().all(|c| *c == face[0])),
            "{turns}"
        );
        // And to play the moves is to turn the cube back as it was held.
        let state = cube.play(&cube.goal(), &turns).expect("moves");
        let distance = Bidirectional::new().solve(&cube, &state).lower_bound;
        assert_eq!(
            distance,
            Some(solution.split_whitespace().count() as u32),
            "{turns}"
        );
    }
    for (moves, others) in [
        ("L", "R x'"),
        ("D", "U y'"),
        ("B", "F z'"),
        ("[R: U]2", "R U2 R'"),
    ] {
        let effect = |moves| cube.play(&cube.goal(), moves).expect("moves");
        assert_eq!(effect(moves), effect(others), "{moves}");
    }
    let error = cube.play(&cube.goal(), "R M").expect_err("no slice");
    assert_eq!(
        error.to_string(),
        "column 3: \"M\" is not a move: expected one of U R F D L B x y z"
    );
}

#[test]
fn stickers_of_a_pocket_cube_may_be_squares_and_stand_in_groups_of_three() {
    let turned = pocket("FRD UFL ULB FUR BDR DLF BRU");
    assert!(turned.is_ok());
    let net = "    ⬜\u{fe0f}🟩\n    ⬜\u{fe0f}🟩\n🟧🟧🟩🟨🟥🟥⬜\u{fe0f}🟦\n🟧🟧🟩🟨🟥🟥⬜\u{fe0f}🟦\n    🟨🟦\n    🟨🟦";
    for text in [
        net,
        "wgw grr rrg ygy yby boo oow bwb",
        "\u{feff}wg wg rr rr gy gy yb yb oo oo wb wb",
        "\u{feff}FRD UFL ULB FUR BDR DLF BRU",
    ] {
        assert_eq!(pocket(text), turned, "{text}");
    }
}

#[test]
fn what_is_no_pocket_cube_is_told_truly() {
    let with = |changes: &[(usize, char)]| {
        let mut stickers: Vec<char> = "UUUURRRRFFFFDDDDLLLLBBBB".chars().collect();
        for &(at, color) in changes {
            stickers[at] = color;
        }
        pocket(&stickers.iter().collect::<String>()).expect_err("no cube")
    };
    // URF is at 3, 4 and 9; DBL at 14, 23 and 18.
    for (changes, sentence) in [
        (
            &[(3, 'R'), (4, 'U')][..],
            "at URF is a corner that no cube has: its colors are R U F clockwise, as if in a mirror: expected R F U",
        ),
        (
            &[(3, 'R')],
            "at URF is a corner that no cube has: two of its stickers are R",
        ),
        (
            &[(14, 'L')],
            "at DBL is a corner that no cube has: two of its stickers are L",
        ),
        (
            &[(3, 'L')],
            "at URF is a corner that no cube has: its colors L and R are of opposite faces",
        ),
        (
            &[(3, 'X')],
            "the stickers have 7 colors: expected 6, each on four",
        ),
    ] {
        let said = with(changes);
        assert_eq!(said, sentence);
    }
    assert_eq!(
        pocket("UUUU"),
        Err("there are 4 stickers: expected 24, 4 for each face".into())
    );
    assert_eq!(
        pocket("URF UXX").expect_err("no corner"),
        "word 2 is \"UXX\": expected the colors of a corner, clockwise, such as URF or RFU"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_text_makes_the_readers_panic(
        text in "\\PC*",
        moves in "([URFrxM]w?|[0-9]{1,12}|['’*^/#:,()\\[\\] \n]){0,40}",
        stickers in "[URFDLB \n]{54,70}",
        corners in "[URFDLB]{24}",
    ) {
        for text in [&text, &moves] {
            if let Ok(after) = Facelets::SOLVED.play(text) {
                prop_assert_eq!(after.to_string().parse(), Ok(after));
                prop_assert!(after.stickers().is_ok());
            }
        }
        for text in [&text, &stickers] {
            if let Ok(facelets) = text.parse::<Facelets>() {
                let _ = facelets.stickers();
            }
        }
        let _ = (text.parse::<Corners>(), corners.parse::<Corners>());
    }

    /// A cube is the state to which its moves lead.
    #[test]
    fn stickers_are_the_state_of_the_puzzle(choices in proptest::collection::vec(0..18_usize, 0..30)) {
        let cube = cube();
        let names: Vec<Turn> = cube.moves().collect();
        let moves: String = choices.iter().map(|&at| names[at].to_string()).collect();
        let state = choices.iter().try_fold(cube.goal(), |state, &at| cube.apply(&state, names[at]));
        let facelets = played(&moves);
        prop_assert_eq!(cube.state(&facelets.stickers().expect("pieces")).ok(), state);
        prop_assert_eq!(cube.play(&cube.goal(), &moves).ok(), state);
    }
}
