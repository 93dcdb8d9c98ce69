//! Whole spaces: `count`, `levels` and `hint`.

use std::fs;

use puzzle_search::puzzles::Pancake;
use puzzle_search::space::Enumerate;
use puzzle_search::{Limits, Reversible};
use serde_json::Value;

use crate::runner::{Temporary, answer, ending, example, refused};

/// The numbers in a `.layers` file, which has comments, then a number for each depth from 0.
fn published(text: &str) -> Vec<u64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("a number")).collect()
}

/// The layers of a `.layers` file, as they are in an answer.
pub(crate) fn published_layers(text: &str) -> Value {
    Value::from(published(text))
}

fn object(args: &[&str]) -> (Value, Option<i32>) {
    let (text, code) = answer("count", &[args, &["--format", "json"]].concat());
    (serde_json::from_str(&text).expect("one object"), code)
}

#[test]
fn count_counts_what_is_published() {
    let eight = include_str!("../../../../tests/data/sliding-3x3-corner.layers");
    let centre = include_str!("../../../../tests/data/sliding-3x3-centre.layers");
    let magic = include_str!("../../../../tests/data/magic-squares.layers");
    let swap = include_str!("../../../../tests/data/swap-game-3x3.layers");
    let pancakes = include_str!("../../../../tests/data/pancake-7.layers");
    let burnt = include_str!("../../../../tests/data/burnt-pancake-4.layers");
    let spin = include_str!("../../../../tests/data/topspin-8-4-rotates.layers");
    let squares = example("magic-squares.puzzle");
    let cases: [(&[&str], &str, &str, &str); 10] = [
        (&["pancakes", "7"], "pancakes", "7", pancakes),
        (&["burnt-pancakes", "4"], "burnt-pancakes", "4", burnt),
        (&["top-spin"], "top-spin", "8x4", spin),
        (&[&squares], "Magic Squares", "8", magic),
        (&[], "tiles", "3x3", eight),
        (&["--method", "hashing"], "tiles", "3x3", eight),
        (&["--goal", "1 2 3 4 0 5 6 7 8"], "tiles", "3x3", centre),
        (&["1 2 3 4 0 5 6 7 8"], "tiles", "3x3", centre),
        (&["magic-squares"], "magic-squares", "2x4", magic),
        (&["swap", "--threads", "2"], "swap", "3x3", swap),
    ];
    for (args, puzzle, size, layers) in cases {
        let (object, code) = object(args);
        let layers = published(layers);
        assert_eq!(code, Some(0));
        assert_eq!(object["puzzle"], puzzle);
        assert_eq!(object["size"], size);
        assert_eq!(object["states"], layers.iter().sum::<u64>());
        assert_eq!(object["diameter"], layers.len() as u64 - 1);
        assert_eq!(object["layers"], Value::from(layers));
        assert!(object["seconds"].is_f64() && object["peak_bytes"].is_u64());
        assert_eq!(object.as_object().map(serde_json::Map::len), Some(7));
    }
}

#[test]
fn count_says_how_states_are_remembered() {
    let head = |args: &[&str]| {
        let (text, _) = answer("count", &[args, &["--max-depth", "2"]].concat());
        text.lines().next().map(str::to_owned).unwrap_or_default()
    };
    let eight = "tiles 3x3, 181440 states are numbered";
    assert_eq!(
        head(&[]),
        format!("{eight}, a table of them takes 186505 bytes")
    );
    assert_eq!(head(&["--method", "hashing"]), eight);
    let fifteen = head(&["tiles", "4x4"]);
    assert!(
        fifteen
            .ends_with("more than the limit, so those that are reached are counted in hash tables"),
        "{fifteen}"
    );
}

/// Tables of numbers would lead to the same layers, in several times the time. A state has 64 bytes here and its number
/// 8, so the memory tells which of them is stored.
#[test]
fn count_by_hashing_stores_states_and_not_their_numbers() {
    let puzzle = Pancake::<[u8; 64]>::packed(18).expect("they fit");
    let limits = Limits::new().max_moves(3);
    let count = Enumerate::new().hardest(3);
    let count = count.count_by_hashing(&puzzle, puzzle.goals());
    let states = count.limits(limits).run();
    assert_eq!(states.layers.len(), 4);
    let args = ["--method", "hashing", "--max-depth", "3", "--threads", "1"];
    let (object, code) = object(&[&["pancakes", "18"], &args[..]].concat());
    assert_eq!(object["layers"], Value::from(states.layers));
    assert_eq!(object["peak_bytes"], states.stats.peak_bytes);
    assert_eq!(code, Some(3));
}

/// The system answers there that nothing is found, as for a file that is lost.
#[cfg(target_os = "linux")]
#[test]
fn count_names_a_directory_that_cannot_be_made() {
    let args = ["tiles", "3x3", "--disk", "/proc/none", "--format", "json"];
    let (_, complaint, code) = ending("count", &args, "");
    let begins = "error: \"/proc/none\" cannot be read or written: ";
    assert!(complaint.starts_with(begins), "{complaint}");
    assert_eq!(code, Some(2));
}

#[test]
fn count_says_that_it_expects_a_directory() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let (_, complaint, code) = ending("count", &["tiles", "3x3", "--disk", file], "");
    let expected = "expected a directory, or a path where one can be made";
    assert!(complaint.contains(expected), "{complaint}");
    assert_eq!(code, Some(2));
}

#[test]
fn count_has_no_limit_on_generated_states() {
    let args = ["tiles", "3x3", "--max-generated", "10"];
    let sentence = "--max-generated goes with searches only: expected --max-expansions";
    refused("count", &args, sentence);
}

#[test]
fn count_counts_on_disk() {
    let directory = Temporary::new("gods-number");
    let path = directory.0.to_str().expect("it is UTF-8");
    let disk = ["pancakes", "7", "--disk", path, "--max-memory-mb", "1"];
    let (stopped, code) = object(&[&disk[..], &["--max-depth", "4"]].concat());
    assert_eq!(code, Some(3));
    assert_eq!(stopped["layers"], Value::from(vec![1, 6, 30, 149, 543]));
    let hashing = [&disk[..], &["--method", "hashing", "--format", "json"]].concat();
    refused("count", &hashing, "--disk goes with tables by rank only");
    // The total is unknown, since an earlier run counted the layers before.
    let more = ["--max-depth", "5"];
    let (text, _) = answer("count", &[&disk[..], &more].concat());
    let fifth = text.lines().find(|line| line.starts_with("    5 "));
    let fifth = fifth.map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(fifth.expect(&text)[1..3], ["1357", "-"]);
    let same = disk.map(|word| {
        if word == "--disk" {
            "--checkpoint"
        } else {
            word
        }
    });
    let (resumed, code) = object(&[&same[..], &["--max-disk-mb", "1"]].concat());
    assert_eq!(code, Some(0));
    let layers = published(include_str!("../../../../tests/data/pancake-7.layers"));
    assert_eq!(resumed["layers"], Value::from(layers));
    let bytes = resumed["peak_disk_bytes"].as_u64();
    assert!(bytes > Some(0) && bytes < Some(1 << 20));
    // More boards than numbers of 64 bits: they are sorted.
    let directory = Temporary::new("not-numbered");
    let path = directory.0.to_str().expect("it is UTF-8");
    let (boards, code) = object(&["tiles", "5x5", "--disk", path, "--max-depth", "3"]);
    assert_eq!(
        (&boards["layers"], code),
        (&Value::from(vec![1, 2, 4, 10]), Some(3))
    );
    assert!(boards["peak_disk_bytes"].as_u64() > Some(0));
}

#[test]
fn count_prints_layers_and_the_hardest() {
    let (text, code) = answer("count", &["tiles", "2x3"]);
    assert_eq!(code, Some(0));
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert!(text.starts_with("tiles 2x3, 360 states are numbered, a table of them takes "));
    let last = lines.iter().find(|line| line.first() == Some(&"21"));
    assert_eq!(last.map(|line| &line[1..3]), Some(["1", "360"].as_slice()));
    assert!(text.contains("\n360 states, at most 21 moves away\n"));
    assert_eq!(text.lines().last(), Some("  4 5 0 1 2 3"));
}

#[test]
fn count_draws() {
    let file = Temporary::new("histogram.svg");
    let path = file.0.to_str().expect("it is UTF-8");
    let (_, code) = object(&["--svg", path]);
    let svg = fs::read_to_string(&file.0).expect("it was written");
    assert_eq!(code, Some(0));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<rect ").count(), 1 + 32);
    assert!(svg.contains("<title>depth 31: 2 states</title>"));
}

#[test]
fn count_stops_at_limits() {
    let (stopped, code) = object(&["--max-depth", "4"]);
    assert_eq!(code, Some(3));
    assert_eq!(stopped["layers"], Value::from(vec![1, 2, 4, 8, 16]));
    refused(
        "count",
        &["--max-generated", "9", "--format", "json"],
        "--max-generated goes with searches only: expected --max-expansions",
    );
    // The table of ranks exceeds the limit; two layers fit, up to some depth.
    let (stopped, code) = object(&["tiles", "4x4", "--max-memory-mb", "3"]);
    assert_eq!(code, Some(3));
    assert_eq!(stopped["stopped"], "the limit on memory was reached");
    assert!(stopped["states"].as_u64() > Some(100_000));
    assert!(stopped["peak_bytes"].as_u64() <= Some(3 << 20));
    let sentence =
        "a table of 10461394944000 states takes 2615987248875 bytes: the limit is 3145728";
    let args = [
        "tiles",
        "4x4",
        "--max-memory-mb",
        "3",
        "--method",
        "rank",
        "--format",
        "json",
    ];
    refused("count", &args, sentence);
}

/// Spaces of more than 2^64 states, and boards that cannot reach the goal.
#[test]
fn count_counts_what_has_no_small_number() {
    let (cube, code) = object(&["cube", "--max-depth", "2"]);
    assert_eq!(
        (&cube["layers"], code),
        (&Value::from(vec![1, 18, 243]), Some(3))
    );
    let (odd, code) = object(&["tiles", "2x3", "2 1 3 4 5 0"]);
    assert_eq!((&odd["states"], code), (&360.into(), Some(0)));
    let cube = "a table of 43252003274489856000 states takes 21628641530022912000 bytes: the limit is 8589934592; \
                the first move of puzzle-search solve is a hint without a table";
    refused("hint", &["cube", "--random"], cube);
}

#[test]
fn published_instances_that_a_limit_stops_are_not_taken_for_solved() {
    let limited = ["--to", "2", "--max-expansions", "1000"];
    let (text, code) = answer("bench korf100", &limited);
    assert_eq!(
        (text.matches(" costs at least 4").count(), code),
        (2, Some(3)),
        "{text}"
    );
    for costs in ["unit", "heavy"] {
        let anytime = ["--solver", "anytime", "--costs", costs, "--format", "json"];
        let (text, code) = answer("bench korf100", &[&limited[..], &anytime].concat());
        let object: Value = serde_json::from_str(&text).expect("an object");
        let counts = ["instances", "stopped", "wrong"].map(|name| object[name].as_u64());
        assert_eq!(
            (counts, code),
            ([Some(0), Some(2), Some(0)], Some(3)),
            "{text}"
        );
    }
    let solvers = "the solvers are ida-star, a-star-ida-star, bae-star and anytime";
    refused("bench korf24", &["--solver", "nbs"], solvers);
}

#[test]
fn a_count_that_is_stopped_has_no_diameter() {
    let limited = ["tiles", "2x2", "--max-depth", "1"];
    let (object, code) = object(&limited);
    let reason = "the limit on the depth was reached";
    assert_eq!((&object["diameter"], code), (&Value::Null, Some(3)));
    assert_eq!(object["stopped"], reason);
    let (text, _) = answer("count", &limited);
    assert!(
        text.contains(&format!("Stopped: {reason}. 3 states to depth 1")),
        "{text}"
    );
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let edges = "--edges goes with a graph only";
    for name in ["count", "levels"] {
        refused(name, &["tiles", "--edges", "1-2"], edges);
    }
    let sentence = "edge 2 is \"2-65\": expected two different vertices from 1 to 64, such as 1-2";
    refused("levels", &["graph", "--edges", "1-2 2-65"], sentence);
    let sentence = "magic squares are of size 2x4";
    refused("levels", &["magic-squares", "3x3"], sentence);
    let sentence = "a table of 10461394944000 states takes 13077382192875 bytes: the limit is 8589934592; \
                    without a table, puzzle-search solve --random says of boards how many moves they need";
    refused("levels", &["tiles", "4x4"], sentence);
    let sentence = "a table of 10461394944000 states takes 5231335984875 bytes: the limit is 8589934592; \
                    the first move of puzzle-search solve is a hint without a table";
    refused("hint", &["tiles", "4x4", "--random"], sentence);
}

#[test]
fn levels_are_of_the_depth_asked_for() {
    let levels = |args: &[&str]| -> Vec<(u64, String)> {
        let (text, code) = answer("levels", args);
        assert_eq!(code, Some(0));
        let level = |line: &str| {
            let (depth, board) = line.trim().split_once("  ").expect("a depth and a board");
            (depth.parse().expect("a number"), board.to_owned())
        };
        text.lines().map(level).collect()
    };
    // `hint` confirms the depth of a board.
    let distance = |board: &str, puzzle: &str| -> u64 {
        let (text, _) = answer("hint", &[puzzle, board]);
        let found = text
            .lines()
            .find_map(|line| line.strip_prefix("moves to the goal: "));
        found
            .and_then(|moves| moves.parse().ok())
            .expect("it can be solved")
    };
    let all = levels(&["--depth", "31", "--count", "2"]);
    let mut boards: Vec<_> = all
        .iter()
        .map(|(depth, board)| (*depth, board.as_str()))
        .collect();
    boards.sort_unstable();
    assert_eq!(
        boards,
        [(31, "6 4 7 8 5 0 3 2 1"), (31, "8 6 7 2 5 4 3 0 1")]
    );
    let band = levels(&["--from", "10", "--to", "12", "--count", "4", "--seed", "3"]);
    assert_eq!(band.len(), 4);
    assert_eq!(
        band,
        levels(&["--from", "10", "--to", "12", "--count", "4", "--seed", "3"])
    );
    for (depth, board) in &band {
        assert!((10..=12).contains(depth));
        assert_eq!(distance(board, "tiles"), *depth);
    }
    let hard = levels(&["magic-squares", "--difficulty", "hard", "--count", "3"]);
    for (depth, board) in &hard {
        assert!((15..=22).contains(depth));
        assert_eq!(distance(board, "magic-squares"), *depth);
    }
    refused(
        "levels",
        &["tiles", "4x4"],
        "a table of 10461394944000 states takes 13077382192875 bytes: the limit is 8589934592; without a table, \
         puzzle-search solve --random says of boards how many moves they need",
    );
    refused(
        "levels",
        &["--depth", "32", "--count", "1"],
        "tiles 3x3 has 0 boards that need 32 to 32 moves, and none needs more than 31: expected \
         to be asked for no more than that, not 1",
    );
}

#[test]
fn hints_lead_to_the_goal() {
    let file = Temporary::new("hint.oracle");
    let path = file.0.to_str().expect("it is UTF-8");
    // The distances are computed and written, then read.
    for way in [&[31, 30][..], &[31]] {
        let mut board = "8 6 7 2 5 4 3 0 1".to_owned();
        for left in way {
            let (text, code) = answer("hint", &[&board, "--table", path]);
            assert_eq!(code, Some(0));
            assert!(text.contains(&format!("moves to the goal: {left}\n")));
            let hint = text
                .lines()
                .last()
                .and_then(|line| line.split_once(", then "));
            board = hint.expect("a best move").1.to_owned();
        }
    }
    let small = |board, more: &[&str]| answer("hint", &[&["tiles", "2x3", board], more].concat());
    let (text, _) = small("1 2 0 4 5 3", &["--solve"]);
    assert!(
        text.ends_with("moves to the goal: 1\nbest move: Down, then 1 2 3 4 5 0\nsolution: Down\n")
    );
    let (text, code) = small("1 2 3 5 4 0", &[]);
    assert_eq!(
        (text.as_str(), code),
        ("tiles 2x3\nthe goal cannot be reached\n", Some(1))
    );
    let (text, code) = small("1 2 3 4 5 0", &["--solve"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("moves to the goal: 0\nsolution: "));
    let other = ["tiles", "2x4", "1 2 3 4 5 6 7 0", "--table", path];
    assert_eq!(ending("hint", &other, "").2, Some(2));
    let (text, code) = small("1 2 0 4 5 3", &["--solve", "--format", "json"]);
    let hint: Value = serde_json::from_str(&text).expect("one object");
    assert_eq!((&hint["distance"], code), (&1.into(), Some(0)));
    assert_eq!(
        (&hint["best_moves"][0]["move"], &hint["solution"]),
        (&"Down".into(), &"Down".into())
    );
}
