//! The small examples, each a puzzle of its own: `water_jugs`, `word_ladder` and `knight`; `quickstart`, `campaign` and
//! `grid`; and that every example is run by some test.

use std::fs;
use std::path::Path;

use crate::example_runner::run;
use crate::support::Temporary;

/// What an example prints, what it complains of, and how it ends.
fn ending(name: &str, args: &[&str], input: &[u8]) -> (String, String, Option<i32>) {
    let output = run(name, args, input);
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

fn check(name: &str, args: &[&str], input: &[u8], out: &str, complaint: &str, code: i32) {
    let expected = (out.to_owned(), complaint.to_owned(), Some(code));
    assert_eq!(
        ending(name, args, input),
        expected,
        "{name} {args:?} on {:?}",
        String::from_utf8_lossy(input)
    );
}

/// Ten seconds of a campaign, and one instance of it again.
#[test]
fn campaign_finds_no_fault() {
    for args in [
        &["--seconds", "10", "--seed", "1"][..],
        &["--number", "260", "--seed", "1"],
    ] {
        let (out, complaint, code) = ending("campaign", args, b"");
        assert_eq!((complaint.as_str(), code), ("", Some(0)), "{args:?} {out}");
        assert!(out.contains("no fault"), "{args:?} {out}");
    }
    let (_, complaint, code) = ending("campaign", &["--seconds", "long"], b"");
    assert!(complaint.contains("invalid value") && code == Some(2));
}

#[test]
fn water_jugs_measures() {
    let four = "pour the barrel into jug 2: [0, 5, 0]\n\
                pour jug 2 into jug 3: [0, 2, 3]\n\
                pour jug 3 into the barrel: [0, 2, 0]\n\
                pour jug 2 into jug 3: [0, 0, 2]\n\
                pour the barrel into jug 2: [0, 5, 2]\n\
                pour jug 2 into jug 3: [0, 4, 3]\n";
    for (args, out, code) in [
        (&["8", "5", "3", "4"][..], four, 0),
        (&["7", "7"], "pour the barrel into jug 1: [7]\n", 0),
        // Every jug is empty to begin with.
        (&["7", "0"], "", 0),
        // What two even jugs measure is even, and no jug holds more than it can.
        (&["6", "4", "3"], "3 litres cannot be measured\n", 1),
        (&["5", "3", "6"], "6 litres cannot be measured\n", 1),
        (&["0", "0", "0", "1"], "1 litres cannot be measured\n", 1),
    ] {
        check("water_jugs", args, b"", out, "", code);
    }
}

#[test]
fn water_jugs_measures_with_few_pours() {
    // Two jugs of a and b litres: fill one and pour into the other again and again, or the other way
    // round; the better of the two is best.
    for (large, small, wanted) in [
        (5, 3, 4),
        (9, 4, 6),
        (11, 7, 3),
        (13, 8, 1),
        (255, 254, 100),
    ] {
        let args = [large, small, wanted].map(|number: u32| number.to_string());
        let args = args.each_ref().map(String::as_str);
        let (out, complaint, code) = ending("water_jugs", &args, b"");
        assert_eq!((&*complaint, code), ("", Some(0)), "{args:?}");
        let fewest = pours(large, small, wanted).min(pours(small, large, wanted));
        assert_eq!(out.lines().count(), fewest, "{args:?}");
    }
}

/// How many pours there are until either holds so much, if only the one is filled.
fn pours(one: u32, other: u32, wanted: u32) -> usize {
    let (mut a, mut b, mut count) = (0, 0, 0);
    while a != wanted && b != wanted {
        count += 1;
        if a == 0 {
            a = one;
        } else if b == other {
            b = 0;
        } else {
            let poured = a.min(other - b);
            (a, b) = (a - poured, b + poured);
        }
    }
    count
}

#[test]
fn water_jugs_refuses() {
    let sentence = "expected what one to three jugs hold, then what is wanted, up to 255\n";
    for args in [
        &[][..],
        &["4"],
        &["8", "five", "4"],
        &["8", "256", "4"],
        &["8", "-5", "4"],
        &["9", "7", "5", "3", "1"],
    ] {
        check("water_jugs", args, b"", "", sentence, 2);
    }
}

#[test]
fn word_ladder_climbs() {
    let no_way = "no ladder leads from cold to onyx\n";
    for (args, out, code) in [
        (["cold", "warm"], "cold wold word worm warm\n", 0),
        (["cold", "cold"], "cold\n", 0),
        (["cold", "gold"], "cold gold\n", 0),
        (["cold", "onyx"], no_way, 1),
    ] {
        check("word_ladder", &args, b"", out, "", code);
    }
}

#[test]
fn word_ladder_climbs_in_few_steps() {
    let words: Vec<&str> = include_str!("../../examples/words.txt").lines().collect();
    assert!(words.is_sorted() && words.iter().all(|word| word.len() == 4));
    let differ = |a: &str, b: &str| a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count();

    // How far each word is from the first, a step at a time.
    let mut steps = vec![None; words.len()];
    let first = words.iter().position(|word| *word == "head");
    let mut layer = vec![first.expect("it is one of the words")];
    for step in 0.. {
        if layer.is_empty() {
            break;
        }
        for &at in &layer {
            steps[at] = Some(step);
        }
        let is_next = |&to: &usize| {
            steps[to].is_none() && layer.iter().any(|&at| differ(words[at], words[to]) == 1)
        };
        layer = (0..words.len()).filter(is_next).collect();
    }

    for (word, steps) in words.iter().zip(steps).step_by(6) {
        let (out, complaint, code) = ending("word_ladder", &["head", word], b"");
        assert_eq!(complaint, "", "{word}");
        let Some(steps) = steps else {
            assert_eq!(code, Some(1), "{word}: {out}");
            continue;
        };
        let ladder: Vec<&str> = out.split_whitespace().collect();
        assert_eq!((ladder.len(), code), (steps + 1, Some(0)), "{word}: {out}");
        assert_eq!((ladder[0], ladder[steps]), ("head", *word));
        assert!(ladder.iter().all(|rung| words.contains(rung)), "{out}");
        assert!(ladder.windows(2).all(|two| differ(two[0], two[1]) == 1));
    }
}

#[test]
fn word_ladder_refuses() {
    let two = "expected two words: where the ladder begins, and where it ends\n";
    let unknown = "\"wxyz\" is not a word of examples/words.txt\n";
    for (args, complaint) in [
        (&[][..], two),
        (&["cold"], two),
        (&["cold", "cord", "word"], two),
        (&["cold", "wxyz"], unknown),
        (&["wxyz", "cold"], unknown),
    ] {
        check("word_ladder", args, b"", "", complaint, 2);
    }
}

#[test]
fn knight_rides() {
    let far = "   0   .   .   .   .   .   .   .\n\
               \x20  .   .   .   2   .   .   .   .\n\
               \x20  .   1   #   #   #   #   .   .\n\
               \x20  .   .   #   .   3   #   .   .\n\
               \x20  .   .   #   #   #   #   .   .\n\
               \x20  .   .   .   .   .   .   .   .\n";
    let nowhere = "the knight cannot get there\n";
    for (map, out, code) in [
        (
            "K.......\n........\n..####..\n..#.T#..\n..####..\n........\n",
            far,
            0,
        ),
        // Rows of different length, and line ends of another system.
        ("K..\r\n.\r\n.T", "   0   .   .\n   .\n   .   1\n", 0),
        // All the way round: the middle of a small board cannot be left or entered.
        (
            "K..\n...\n..T\n",
            "   0   3   .\n   .   .   1\n   2   .   4\n",
            0,
        ),
        ("K..\n.T.\n...\n", nowhere, 1),
        ("K..\n..#\n.#T\n", nowhere, 1),
        ("KT", nowhere, 1),
    ] {
        check("knight", &[], map.as_bytes(), out, "", code);
    }
}

#[test]
fn knight_refuses() {
    let one = |letter: char| format!("expected one {letter} on the map\n");
    for (map, complaint) in [
        ("", one('K')),
        ("...\n", one('K')),
        ("K..\n..K\n.T.\n", one('K')),
        ("K..\n...\n", one('T')),
        ("KTT\n", one('T')),
        (
            "K.x\n..T\n",
            "'x' is no square: expected one of . # K T\n".to_owned(),
        ),
        (
            "K..\tT\n",
            "'\\t' is no square: expected one of . # K T\n".to_owned(),
        ),
    ] {
        check("knight", &[], map.as_bytes(), "", &complaint, 2);
    }
    let (out, complaint, code) = ending("knight", &[], b"K.\xff");
    assert_eq!((&*out, code), ("", Some(2)));
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
}

/// What `grid` prints, if it complains of nothing.
fn grid_example(args: &[&str], code: i32) -> String {
    let (out, complaint, found) = ending("grid", args, b"");
    assert_eq!(
        (complaint.as_str(), found),
        ("", Some(code)),
        "{args:?} {out}"
    );
    out
}

#[test]
fn grid_finds_the_lengths_of_its_files() {
    let out = grid_example(&["--routes", "40"], 0);
    assert_eq!(out.matches("    40 right").count(), 4, "{out}");
    let out = grid_example(&["--kind", "maze", "--size", "21x15", "--routes", "7"], 0);
    assert_eq!(out.matches("     7 right").count(), 4, "{out}");
    for (args, complaint) in [
        (
            &["--map", "none.map", "--scen", "none.scen"][..],
            "none.map cannot be read",
        ),
        (&["--map", "none.map"], "--scen"),
        (&["--size", "0x4"], "expected width x height"),
    ] {
        let (out, sentence, code) = ending("grid", args, b"");
        assert!(out.is_empty() && sentence.contains(complaint), "{sentence}");
        assert_eq!(code, Some(2));
    }
}

#[test]
fn grid_reads_files_and_says_what_is_wrong_in_them() {
    let (map, scen) = (Temporary::new("hand.map"), Temporary::new("hand.scen"));
    let path = |file: &Temporary| file.0.to_str().expect("it is UTF-8").to_owned();
    let args = [
        "--map".to_owned(),
        path(&map),
        "--scen".to_owned(),
        path(&scen),
    ];
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let write = |file: &Temporary, text: &str| fs::write(&file.0, text).expect("it is writable");
    write(
        &map,
        "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n.....\n",
    );
    write(
        &scen,
        "version 1\n0\thand\t5\t3\t0\t0\t4\t2\t6\n0\thand\t5\t3\t1\t2\t1\t2\t0\n",
    );
    let out = grid_example(&args, 0);
    // Around the wall on one side or the other.
    assert!(
        out.contains("Soooo\n.###o\n....G") || out.contains("S....\no###.\nooooG"),
        "{out}"
    );
    // With a corner cut it would be shorter.
    write(&scen, "version 1\n0\thand\t5\t3\t0\t0\t4\t2\t5.41421\n");
    let out = grid_example(&args, 1);
    assert!(
        out.contains("A*: route 1 is 5.41421, found 6.00000\n"),
        "{out}"
    );
    write(&scen, "version 1\n0\thand\t5\t4\t0\t0\t4\t2\t6\n");
    let (_, complaint, code) = ending("grid", &args, b"");
    let expected = "route 1 is on a map of 5 x 4 cells: expected 5 x 3\n";
    assert!(
        complaint.ends_with(expected) && code == Some(2),
        "{complaint}"
    );
    write(&scen, "version 1\n0\thand\t5\t3\t0\t0\t4\t3\t6\n");
    let (_, complaint, _) = ending("grid", &args, b"");
    assert!(
        complaint.contains("hand.scen: line 2, column 18"),
        "{complaint}"
    );
}

#[test]
fn quickstart_crosses_the_river() {
    let (text, complaint, code) = ending("quickstart", &[], b"");
    assert_eq!((&*complaint, code), ("", Some(0)));
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("The farmer rows"))
            .count(),
        7
    );
}

#[test]
fn every_example_is_run_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = |path: &str| {
        let entries = fs::read_dir(root.join(path)).expect("the folder is there");
        entries.map(|entry| entry.expect("it can be read").path())
    };
    let tests = ["tests/it", "tests/spaces"]
        .into_iter()
        .flat_map(entries)
        .filter(|path| path.is_file())
        .map(|path| fs::read_to_string(path).expect("it is UTF-8"));
    // One that needs a feature is run by the checks; they are not in the package.
    let checks = fs::read_to_string(root.join(".ci/run"));
    let checks = checks.unwrap_or_else(|_| "example cluster ".into());
    let tests = tests.collect::<String>();
    let mut count = 0;
    for path in entries("examples") {
        let is_one = path.extension().is_some_and(|extension| extension == "rs");
        if is_one || path.join("main.rs").exists() {
            let name = path.file_stem().expect("it has a name").to_string_lossy();
            assert!(
                tests.contains(&format!("\"{name}\""))
                    || checks.contains(&format!("example {name} ")),
                "no test names the example {name}"
            );
            count += 1;
        }
    }
    assert!(count >= 18, "{count} examples");
}
