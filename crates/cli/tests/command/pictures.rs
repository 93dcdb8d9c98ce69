//! Drawings: `show` and `compare`.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::markup;
use crate::runner::{Temporary, answer, ending, example, refused};

/// The picture of an example that is solved.
fn picture(name: &str, args: &[&str]) -> String {
    picture_and_code(name, args, 0)
}

/// The picture of an example, which is well-formed, has no script and loads nothing from elsewhere.
fn picture_and_code(name: &str, args: &[&str], expected: i32) -> String {
    // Tests run in parallel, so each picture has its own file.
    static PICTURES: AtomicUsize = AtomicUsize::new(0);
    let number = PICTURES.fetch_add(1, Ordering::Relaxed);
    let file = Temporary::new(&format!("picture-{number}.svg"));
    let path = file.0.to_str().expect("it is UTF-8");
    let (_, code) = answer(name, &[args, &["--svg", path]].concat());
    assert_eq!(code, Some(expected), "{args:?}");
    let svg = fs::read_to_string(&file.0).expect("it was written");
    markup::check(&svg);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "));
    for word in ["<script", "href", "url(", "@import", "NaN", "\"inf"] {
        assert!(!svg.contains(word), "{word}");
    }
    assert_eq!(svg.matches("//").count(), 1, "the name space alone");
    svg
}

/// The boards among the lines of a text.
fn boards(text: &str, rows: usize) -> Vec<Vec<u8>> {
    let number = |item: &str| match item {
        "_" => Some(0),
        _ => item.parse().ok(),
    };
    let row = |line: &str| {
        line.split_whitespace()
            .map(number)
            .collect::<Option<Vec<u8>>>()
    };
    let lines = text.lines().filter_map(row).filter(|row| !row.is_empty());
    let lines: Vec<_> = lines.collect();
    lines.chunks(rows).map(<[_]>::concat).collect()
}

/// Checks that the blank trades places with an adjacent cell.
fn check_move(columns: usize, before: &[u8], after: &[u8]) {
    let blank = |board: &[u8]| board.iter().position(|&tile| tile == 0).expect("a blank");
    let (from, to) = (blank(before), blank(after));
    let mut moved = before.to_vec();
    moved.swap(from, to);
    assert_eq!(moved, after);
    let rows = (from / columns).abs_diff(to / columns);
    assert_eq!(rows + (from % columns).abs_diff(to % columns), 1);
}

#[test]
fn show_shows_every_move_in_a_pipe() {
    let cases: [(&[&str], usize, usize, usize); 3] = [
        (&[], 3, 3, 31),
        (&["--solver", "a-star", "1 2 3 4 5 6 0 7 8"], 3, 3, 2),
        (
            &[
                "tiles",
                "2x4",
                "4 1 2 3 5 6 7 0",
                "--goal",
                "4 1 2 3 0 5 6 7",
            ],
            2,
            4,
            3,
        ),
    ];
    for (args, rows, columns, moves) in cases {
        let (text, code) = answer("show solution", args);
        assert_eq!(code, Some(0));
        assert!(
            text.contains(&format!(": {moves} moves, proved optimal\n")),
            "{text}"
        );
        let boards = boards(&text, rows);
        assert_eq!(boards.len(), moves + 1);
        for pair in boards.windows(2) {
            check_move(columns, &pair[0], &pair[1]);
        }
        if args.is_empty() {
            assert_eq!(boards[0], [8, 6, 7, 2, 5, 4, 3, 0, 1]);
            assert_eq!(boards[31], [1, 2, 3, 4, 5, 6, 7, 8, 0]);
        }
        assert!(text.contains(&format!("\nmove {moves} of {moves}: ")));
    }
}

#[test]
fn show_shows_magic_squares_and_graphs() {
    let (text, _) = answer(
        "show solution",
        &["magic-squares", "--goal", "2 6 8 4 5 7 3 1"],
    );
    let sheets = boards(&text, 2);
    assert_eq!(sheets.len(), 8);
    assert_eq!(sheets[0], [1, 2, 3, 4, 8, 7, 6, 5]);
    assert_eq!(sheets[7], [2, 6, 8, 4, 1, 3, 7, 5]);
    let (text, _) = answer("show solution", &[&example("theta.graph")]);
    // Play the moves on the graph: a piece moves along an edge to the free vertex.
    let edges = [
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 1),
        (1, 7),
        (7, 4),
    ];
    let mut pieces = vec![1, 4, 3, 2, 6, 5, 0];
    let mut moves = 0;
    for line in text.lines().filter(|line| line.starts_with("move ")) {
        let piece: u8 = line
            .split(": ")
            .nth(1)
            .and_then(|piece| piece.parse().ok())
            .expect(line);
        let place = |piece: u8| pieces.iter().position(|&label| label == piece).expect(line);
        let (from, to) = (place(piece), place(0));
        assert!(edges.contains(&(from + 1, to + 1)) || edges.contains(&(to + 1, from + 1)));
        pieces.swap(from, to);
        moves += 1;
    }
    assert_eq!((moves, pieces), (24, vec![1, 2, 3, 4, 5, 6, 0]));
    // Every frame has all pieces.
    let frames: Vec<_> = text.split("\n\n").skip(1).collect();
    assert_eq!(frames.len(), 25);
    for frame in frames {
        let drawing = frame.split_once('\n').expect("a drawing").1;
        for piece in ["1", "2", "3", "4", "5", "6", "_"] {
            assert_eq!(drawing.matches(piece).count(), 1, "{frame}");
        }
    }
}

/// The elements of a picture that can move, with their positions: `translate(x y)`.
fn positions(svg: &str) -> BTreeMap<String, String> {
    let moved = svg.split("<g id=\"").skip(1).map(|group| {
        let (id, rest) = group.split_once('"').expect("an id");
        let (at, _) = rest
            .split_once("translate(")
            .and_then(|(_, rest)| rest.split_once(')'))
            .expect("a place");
        (id.to_owned(), at.to_owned())
    });
    moved.collect()
}

/// The final positions of elements in the style sheet.
fn ends(svg: &str) -> BTreeMap<String, String> {
    let rules = svg.split("@keyframes ").skip(1).map(|rule| {
        let (id, rest) = rule.split_once('{').expect("a name");
        let (_, last) = rest.split_once("to{transform:translate(").expect("an end");
        let (at, _) = last.split_once(')').expect("a place");
        let at: Vec<_> = at
            .split(',')
            .map(|length| length.trim_end_matches("px"))
            .collect();
        (id.to_owned(), at.join(" "))
    });
    rules.collect()
}

#[test]
fn show_draws_pieces_that_move_to_the_goal() {
    let graph_at_goal = Temporary::new("goal.graph");
    let text = fs::read_to_string(example("theta.graph")).expect("it is there");
    let text = text.replace("start 1 4 3 2 6 5 0", "start 1 2 3 4 5 6 0");
    fs::write(&graph_at_goal.0, text).expect("it can be written");
    let graph_at_goal = graph_at_goal.0.to_str().expect("it is UTF-8");
    let squares = ["magic-squares", "--goal", "2 6 8 4 5 7 3 1"];
    let target = [&squares[..], &["2 6 8 4 5 7 3 1"]].concat();
    let squares = [&squares[..], &["1 2 3 4 5 6 7 8"]].concat();
    let cases: [(&[&str], &[&str]); 4] = [
        (&[], &["1 2 3 4 5 6 7 8 0"]),
        (
            &["2 3 4 0 1 5 7 8 9 6 10 12 13 14 11 15"],
            &["1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"],
        ),
        (&["graph", &example("theta.graph")], &[graph_at_goal]),
        (&squares, &target),
    ];
    for (args, at_goal) in cases {
        let svg = picture("show solution", args);
        let (start, end) = (positions(&svg), ends(&svg));
        let goal = positions(&picture("show solution", at_goal));
        let pieces = || goal.iter().filter(|(id, _)| id.starts_with("piece"));
        assert!(pieces().count() >= 6);
        for (id, at) in pieces() {
            // Elements that do not move have no rule.
            let found = end.get(id).unwrap_or(&start[id]);
            assert_eq!(found, at, "{id} of {args:?}");
        }
        assert!(svg.contains("prefers-color-scheme:dark"));
    }
}

#[test]
fn show_shows_ways_on_maps() {
    let ends = [&example("rooms.map"), "0,0", "--goal", "(19, 8)"];
    let (text, code) = answer("show solution", &ends);
    assert_eq!(code, Some(0));
    let moves = text.matches("\nmove ").count();
    assert!(text.starts_with(&format!(
        "a map of 21 x 11 cells: {moves} moves, proved optimal\n"
    )));
    // Each frame has one piece, which moves by one cell.
    let rows = boards_of_words(&text, 11);
    let places: Vec<usize> = rows
        .iter()
        .map(|row| {
            row.iter()
                .position(|word| word == "1")
                .expect("it is somewhere")
        })
        .collect();
    assert_eq!(
        (places.len(), places[0], places[moves]),
        (moves + 1, 0, 8 * 21 + 19)
    );
    for pair in places.windows(2) {
        let [x, y] = [21, 1].map(|unit| (pair[0] / unit % 21).abs_diff(pair[1] / unit % 21));
        assert!(x <= 1 && y <= 1 && x + y > 0, "{pair:?}");
    }
    let svg = picture("show solution", &ends);
    assert_eq!(
        svg.matches("class=\"soft\" d=\"M").count(),
        3,
        "the board, its start and its goal"
    );
    let walls = text
        .split("\n\nmove 1")
        .next()
        .unwrap_or_default()
        .matches('#')
        .count();
    assert_eq!(svg.matches("h-").count(), 3 * walls, "each wall is drawn");
    refused(
        "show solution",
        &[&example("rooms.map"), "0,0"],
        "the map has no G: expected one, or --goal with x and y",
    );
    let wall = [&example("rooms.map"), "0,0", "--goal", "5,0"];
    refused(
        "show solution",
        &wall,
        "goal (5, 0) is a wall: expected an open cell",
    );
    let (text, code) = answer(
        "show solution",
        &[&example("rooms.map"), "5,0", "--goal", "0,0"],
    );
    assert_eq!(
        (text.as_str(), code),
        ("unsolvable: the cell is a wall\n", Some(1))
    );
}

/// Boards as lists of words: the words of each group of `rows` consecutive lines that have only cells.
fn boards_of_words(text: &str, rows: usize) -> Vec<Vec<String>> {
    let is_row = |line: &&str| line.starts_with("  ");
    let lines: Vec<&str> = text.lines().filter(is_row).collect();
    let boards = lines.chunks(rows).map(|rows| {
        let words = rows.iter().flat_map(|row| row.split_whitespace());
        words.map(str::to_owned).collect()
    });
    boards.collect()
}

#[test]
fn the_picture_of_the_readme_is_what_show_draws() {
    let kept = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/pictures/replay.svg"
    );
    let kept = fs::read_to_string(kept).expect("it is there");
    assert!(
        picture("show solution", &[]) == kept,
        "make it again: puzzle-search show solution --svg examples/pictures/replay.svg"
    );
}

#[test]
fn show_makes_a_page_that_needs_nothing_else() {
    let file = Temporary::new("replay.html");
    let path = file.0.to_str().expect("it is UTF-8");
    let (text, code) = answer("show solution", &["--html", path, "--delay", "0.25"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        text,
        format!("{path}: sliding tiles 3x3: 31 moves, proved optimal\n")
    );
    let page = fs::read_to_string(&file.0).expect("it was written");
    assert!(!page.contains("src=") && !page.contains("href") && !page.contains("url("));
    let svg = page.find("<svg").zip(page.find("</svg>"));
    let svg = svg
        .map(|(from, to)| &page[from..to + 6])
        .expect("a picture");
    markup::check(svg);
    for control in ["back", "play", "step", "slider", "label"] {
        assert_eq!(page.matches(&format!("id=\"{control}\"")).count(), 1);
    }
    let film = page.split_once("const film = ").expect("a film").1;
    let film: Value =
        serde_json::from_str(film.split_once(";\n").expect("its end").0).expect("an object");
    assert_eq!(film["milliseconds"], 250);
    assert_eq!(film["moves"].as_array().map(Vec::len), Some(32));
    let tracks = film["tracks"].as_object().expect("the tracks");
    assert_eq!(tracks.len(), 8 + 2);
    for (id, at) in tracks {
        assert_eq!(at.as_array().map(Vec::len), Some(32), "{id}");
        assert!(svg.contains(&format!("<g id=\"{id}\"")));
    }
    // One tile moves between two frames.
    for frame in 1..32 {
        let moved = tracks
            .iter()
            .filter(|(id, at)| id.starts_with("piece") && at[frame - 1] != at[frame]);
        assert_eq!(moved.count(), 1);
    }
}

#[test]
fn show_says_what_is_wrong() {
    let (text, code) = answer("show solution", &["1 2 3 4 5 6 8 7 0"]);
    assert!(text.starts_with("unsolvable: ") && code == Some(1));
    let hard = ["0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", "--solver", "bfs"];
    let (text, code) = answer(
        "show solution",
        &[&hard[..], &["--max-seconds", "0.05"]].concat(),
    );
    assert_eq!(
        (&*text, code),
        ("stopped: the time limit was reached\n", Some(3))
    );
    for (args, sentence) in [
        (
            &["1 2 3 y"][..],
            "item 4 of the board is \"y\": expected a number",
        ),
        (
            &["1 2 0"],
            "3 numbers on one line are a board of 1 x 3 or of 3 x 1: expected each row on a line, or the size",
        ),
        (
            &["1 2 2 0"],
            "numbers 2 and 3 of the board are both 2: expected each of 0 to 3 once",
        ),
        (
            &["graph"],
            "a graph has edges: expected a file with them, or --edges \"1-2 2-3\"",
        ),
        (&["magic-squares", "3x3"], "magic squares are of size 2x4"),
        (
            &["tiles", &example("theta.graph")],
            "line 3 begins with \"edges 1-2 2-3 3-4 4-\": expected a row of numbers, edges, points or a goal",
        ),
        (
            &["--svg", "no/such/folder/out.svg"],
            "no/such/folder/out.svg cannot be written: No such file or directory (os error 2)",
        ),
        (
            &["no/such.graph"],
            "no/such.graph cannot be read: No such file or directory (os error 2)",
        ),
    ] {
        refused("show solution", args, sentence);
    }
    let (text, code) = answer("show solution", &["--help"]);
    assert!(text.starts_with("Solve a puzzle and show") && code == Some(0));
}

/// A node as `show tree` prints it: `18  6+1=7   1 2 3 / 4 5 6 / 7 _ 8  new`.
struct Node {
    number: usize,
    g: usize,
    f: usize,
    board: Vec<u8>,
    words: String,
}

fn node(line: &str) -> Node {
    let (formula, rest) = line.trim().split_once("   ").expect(line);
    let (number, formula) = formula.split_once("  ").expect(line);
    let (board, words) = rest.trim().split_once("  ").unwrap_or((rest.trim(), ""));
    let number_of = |text: &str| text.parse::<usize>().expect(line);
    let (g, f) = match formula.split_once('=').expect(line) {
        ("g", g) => (number_of(g), number_of(g)),
        (sum, f) => {
            let (g, h) = sum.split_once('+').expect(line);
            assert_eq!(number_of(g) + number_of(h), number_of(f), "{line}");
            (number_of(g), number_of(f))
        }
    };
    let tiles = board.split([' ', '/']).filter(|tile| !tile.is_empty());
    let tiles = tiles.map(|tile| tile.parse().unwrap_or(0));
    Node {
        number: number_of(number),
        g,
        f,
        board: tiles.collect(),
        words: words.to_owned(),
    }
}

#[test]
fn tree_expands_the_best_open_node() {
    let args: [&[&str]; 4] = [
        &[],
        &["--heuristic", "misplaced"],
        &["--solver", "uniform-cost", "1 2 3 4 0 5 7 8 6"],
        &["--solver", "bfs", "1 2 3 4 0 5 7 8 6"],
    ];
    for args in args {
        let (text, code) = answer("show tree", args);
        assert_eq!(code, Some(0));
        assert!(text.ends_with(" moves, proved optimal\n"));
        // The open nodes with their f, and all known boards.
        let mut open: BTreeMap<usize, usize> = BTreeMap::new();
        let mut known: Vec<Vec<u8>> = Vec::new();
        let steps: Vec<_> = text.split("\n\nstep ").skip(1).collect();
        assert!(steps.len() >= 4);
        let mut is_solved = false;
        for (step, text) in steps.iter().enumerate() {
            let mut lines = text.lines();
            assert_eq!(lines.next(), Some(&*format!("{}: expand", step + 1)));
            let parent = node(lines.next().expect("what is expanded"));
            if step == 0 {
                known.push(parent.board.clone());
            } else {
                let f = open.remove(&parent.number).expect("it was open");
                assert_eq!(f, parent.f);
                assert!(open.values().all(|&other| other >= f), "{text}");
            }
            for line in lines.clone().filter(|line| line.contains(" -> ")) {
                let child = node(line.split_once(" -> ").expect(line).1);
                check_move(3, &parent.board, &child.board);
                assert_eq!(child.g, parent.g + 1);
                let is_known = known.contains(&child.board);
                assert_eq!(child.words == "known already", is_known, "{line}");
                is_solved |= child.words == "the goal";
                if !is_known {
                    open.insert(child.number, child.f);
                    known.push(child.board);
                }
            }
            let listed = lines
                .clone()
                .find_map(|line| line.strip_prefix("  open:   "));
            let listed = listed
                .expect("a list")
                .split(", ")
                .filter(|item| !item.is_empty());
            let listed = listed.map(|item| {
                let number = item.split(' ').next().unwrap_or(item);
                number.parse::<usize>().expect(item)
            });
            let mut listed: Vec<_> = listed.collect();
            listed.sort_unstable();
            assert_eq!(listed, open.keys().copied().collect::<Vec<_>>());
            let closed = lines.find_map(|line| line.strip_prefix("  closed: "));
            assert_eq!(closed.expect("a list").split(' ').count(), step + 1);
        }
        assert!(is_solved);
    }
}

#[test]
fn tree_shows_iterations() {
    let cases: [(&[&str], &[usize]); 3] = [
        (&["--solver", "ida-star"], &[4, 6]),
        (&["--solver", "ida-star", "1 2 3 5 7 0 4 8 6"], &[5, 7]),
        (
            &["--solver", "iterative-deepening", "1 2 3 4 0 5 7 8 6"],
            &[0, 1, 2],
        ),
    ];
    for (args, bounds) in cases {
        let (text, code) = answer("show tree", args);
        assert_eq!(code, Some(0));
        let walks: Vec<_> = text.split("\n\nbound ").skip(1).collect();
        assert_eq!(walks.len(), bounds.len());
        for (walk, &bound) in walks.iter().zip(bounds) {
            let walk = walk.split("\n\n").next().unwrap_or(walk);
            let (head, lines) = walk.split_once('\n').expect(walk);
            assert_eq!(head.parse(), Ok(bound));
            // The path from the root to the previous line.
            let mut path: Vec<Node> = Vec::new();
            for line in lines.lines() {
                let depth = (line.len() - line.trim_start_matches("  ").len()) / 2;
                let found = node(line.trim_start_matches([' ', 'U', 'L', 'R', 'D']));
                let depth = if path.is_empty() { 0 } else { depth };
                assert_eq!(found.g, depth, "{line}");
                path.truncate(depth);
                if let Some(parent) = path.last() {
                    check_move(3, &parent.board, &found.board);
                }
                assert_eq!(
                    found.words.starts_with("cut off"),
                    found.f > bound,
                    "{line}"
                );
                path.push(found);
            }
        }
        let last = walks.last().expect("a walk");
        let way = last.lines().filter(|line| line.ends_with("on the way"));
        assert_eq!(way.count(), bounds[bounds.len() - 1] + 1);
    }
}

/// The page for students has the steps that `show tree` prints.
#[test]
fn the_guide_shows_what_show_tree_prints() {
    let page = include_str!("../../../../src/guide/step_by_step.rs");
    let printed = ["bfs", "a-star", "ida-star"].map(|solver| {
        let (text, _) = answer("show tree", &["--solver", solver]);
        text
    });
    let blocks = page.split("//! ```text\n").skip(1);
    let blocks = blocks.map(|block| block.split("//! ```").next().unwrap_or_default());
    let mut shown = 0;
    for block in blocks {
        let lines = block.lines().map(|line| line.get(4..).unwrap_or_default());
        let lines = lines.collect::<Vec<_>>().join("\n");
        assert!(printed.iter().any(|text| text.contains(&lines)), "{lines}");
        shown += 1;
    }
    assert_eq!(shown, 5);
}

#[test]
fn tree_draws_what_it_prints() {
    for solver in ["a-star", "ida-star", "bfs"] {
        let args = ["--solver", solver, "1 2 3 4 0 5 7 8 6"];
        let (text, _) = answer("show tree", &args);
        let svg = picture("show tree", &args);
        let printed = text.matches(" / ").count() / 2;
        // Each expansion after the first prints a board again that was printed before.
        let again = text.matches("expand\n").count().saturating_sub(1);
        assert_eq!(
            svg.matches("<rect class=\"open at").count(),
            printed - again
        );
        assert_eq!(svg.matches("<rect class=\"way at").count(), 3);
        assert!(svg.contains("@keyframes at1{"));
    }
    // The goal as start, and searches that the limit stops.
    picture("show tree", &["1 2 3 4 5 6 7 8 0"]);
    let sheet = ["magic-squares", "--goal", "2 6 8 4 5 7 3 1"];
    for puzzle in [&[&*example("theta.graph")][..], &sheet] {
        let args = [puzzle, &["--max-expansions", "3"]].concat();
        let svg = picture_and_code("show tree", &args, 3);
        assert_eq!(svg.matches("class=\"order\"").count(), 3);
    }
}

#[test]
fn tree_says_how_it_ends() {
    let (text, code) = answer("show tree", &["1 2 3 4 5 6 7 8 0"]);
    assert!(text.ends_with("\n    1  0+0=0   1 2 3 / 4 5 6 / 7 8 _\n\n0 moves, proved optimal\n"));
    assert_eq!(code, Some(0));
    let (text, code) = answer("show tree", &["8 6 7 2 5 4 3 0 1"]);
    assert!(text.ends_with("\nstopped: the limit on expanded states was reached\n"));
    assert_eq!(code, Some(3));
    assert_eq!(text.matches("\nstep ").count(), 40);
    let (text, code) = answer("show tree", &["1 2 3 4 5 6 8 7 0"]);
    assert!(text.contains("\nunsolvable: ") && code == Some(1));
    refused(
        "show tree",
        &["1 2 3 4 5 6 7 8 8"],
        "numbers 8 and 9 of the board are both 8: expected each of 0 to 8 once",
    );
    let (text, code) = answer("show tree", &["--help"]);
    assert!(text.starts_with("Draw a small search") && code == Some(0));
}

/// The rows of the table that `compare` prints: solver, heuristic, cost, bound, expanded, generated, stored,
/// seconds, bytes, nodes/s, status.
fn trials(text: &str) -> Vec<[String; 11]> {
    let table = text.split("\n\n").nth(1).expect("a table");
    let row = |line: &str| {
        let (name, rest) = line.split_at(37);
        let (solver, heuristic) = name.split_at(21);
        let mut fields = vec![solver.trim().to_owned(), heuristic.trim().to_owned()];
        let ends = ["  proved", "  not proved", "  stopped"];
        let end = ends.iter().find_map(|end| rest.find(end)).expect(line);
        let (numbers, status) = rest.split_at(end);
        fields.extend(
            numbers
                .split_whitespace()
                .map(|number| number.replace(',', "")),
        );
        fields.push(status.trim().to_owned());
        fields
            .try_into()
            .unwrap_or_else(|fields| panic!("{fields:?}"))
    };
    table.lines().skip(1).map(row).collect()
}

#[test]
fn compare_agrees_with_itself_and_with_solve() {
    let board = "1 2 3 4 0 5 7 8 6";
    let cases: [(&[&str], &[&str], &str, usize); 4] = [
        (&["2 5 3 1 7 6 4 8 0"], &["2 5 3 1 7 6 4 8 0"], "8", 43),
        (
            &["tiles", "3x4", "1 2 3 4 5 6 7 8 9 0 10 11"],
            &["tiles", "3x4", "1 2 3 4 5 6 7 8 9 0 10 11"],
            "2",
            43,
        ),
        (&[&example("theta.graph")], &[], "24", 23),
        (
            &["magic-squares", "--goal", "6 7 4 1 8 5 2 3"],
            &["magic-squares", "--goal", "6 7 4 1 8 5 2 3"],
            "5",
            23,
        ),
    ];
    for (args, same_puzzle, cost, count) in cases {
        let (text, code) = answer("compare", args);
        assert_eq!(code, Some(0));
        let trials = trials(&text);
        assert_eq!(trials.len(), count, "{text}");
        for trial in &trials {
            if matches!(&*trial[0], "weighted-a-star" | "dps" | "beam") {
                let number = |at: usize| trial[at].parse::<f64>().expect("a number");
                let is_within = number(2) <= 1.5 * number(3) || trial[0] == "beam";
                assert!(is_within && trial[10] != "stopped", "{text}");
                continue;
            }
            assert_eq!(
                (&*trial[2], &*trial[10]),
                (cost, "proved optimal"),
                "{text}"
            );
        }
        if same_puzzle.is_empty() {
            continue;
        }
        // `solve` has the same counts.
        for (solver, heuristic) in [
            ("bfs", ""),
            ("a-star", "manhattan"),
            ("ida-star", "misplaced"),
        ] {
            let trial = trials.iter().find(|t| t[0] == solver && t[1] == heuristic);
            let trial = trial.expect("it was tried");
            let heuristic = if heuristic.is_empty() {
                "none"
            } else {
                heuristic
            };
            let ways = [
                "--solver",
                solver,
                "--heuristic",
                heuristic,
                "--format",
                "json",
            ];
            let (json, _) = answer("solve", &[same_puzzle, &ways].concat());
            let json: Value = serde_json::from_str(&json).expect("an object");
            for (at, key) in [(4, "expanded"), (5, "generated"), (6, "peak_stored")] {
                assert_eq!(json[key].to_string(), trial[at], "{key} of {solver}");
            }
            assert_eq!(json["peak_bytes"].to_string(), trial[8], "{solver}");
        }
    }
    let (text, _) = answer("compare", &[board]);
    assert!(text.contains("\nIt took 0.") && text.ends_with(" to make walking-distance.\n"));
}

#[test]
fn compare_shows_where_searches_stop() {
    let args = ["--max-generated", "10000"];
    let (text, code) = answer("compare", &args);
    assert_eq!(code, Some(0));
    let trials = trials(&text);
    let stopped: Vec<_> = trials
        .iter()
        .filter(|trial| trial[10].starts_with("stopped"))
        .collect();
    assert!(!stopped.is_empty() && stopped.len() < trials.len());
    for trial in &stopped {
        assert_eq!(
            trial[10],
            "stopped: the limit on generated states was reached"
        );
        // A node whose children would exceed the limit is not expanded.
        let generated: u64 = trial[5].parse().expect("a count");
        assert!((9_990..=10_000).contains(&generated), "{generated}");
    }
    let svg = picture("compare", &args);
    assert_eq!(
        svg.matches("<rect class=\"stopped\"").count(),
        1 + 3 * stopped.len()
    );
    let decided = trials.len() - stopped.len();
    assert_eq!(svg.matches("<rect class=\"bar\"").count(), 1 + 3 * decided);
    for heading in [
        "States generated",
        "Time",
        "Peak memory",
        "walking-distance",
    ] {
        assert!(svg.contains(&format!(">{heading}</text>")));
    }
    // Each solution has a dot, and each trial that took the lead has a line, from the first solution to the optimum.
    let dots = svg.matches("<circle class=\"found\"").count();
    let solved = trials.iter().filter(|trial| trial[2] != "-").count();
    assert!(dots >= solved, "{dots} dots, {solved} solutions");
    let (_, ahead) = svg.split_once("Ahead were:").expect("who was ahead");
    let costs = ahead.split("cost ").skip(1).map(|rest| {
        let (cost, _) = rest.split_once(' ').expect("a cost");
        cost.parse().expect("a number")
    });
    let costs: Vec<u32> = costs.collect();
    assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
    let last = ahead.rsplit(": ").next().expect("a line");
    assert!(last.starts_with("cost 31 after") || last.contains("down to 31 after"));
    // Without measurements there is no scale.
    let solved = picture("compare", &["1 2 3 4 5 6 7 8 0"]);
    assert!(solved.contains(": cost 0 after"));
    let none = picture_and_code("compare", &["--max-generated", "0"], 3);
    assert!(!none.contains("best solution so far"));
}

#[test]
fn compare_ends_with_the_code_of_the_best_answer() {
    for (args, expected) in [
        (&["--max-generated", "0"][..], 3),
        (&["2 1 3 0"], 1),
        (&["1 2 0 3"], 0),
    ] {
        assert_eq!(answer("compare", args).1, Some(expected), "{args:?}");
    }
}

#[test]
fn compare_says_what_is_wrong() {
    refused(
        "compare",
        &["0 1"],
        "2 numbers on one line are a board of 1 x 2 or of 2 x 1: expected each row on a line, or the size",
    );
    let args = ["1 2 3 0", "--svg", "no/such/folder/chart.svg"];
    let (_, complaint, code) = ending("compare", &args, "");
    assert!(complaint.starts_with("error: no/such/folder/chart.svg cannot be written: "));
    assert_eq!(code, Some(2));
    let (text, code) = answer("compare", &["--help"]);
    assert!(text.starts_with("Try most solvers") && code == Some(0));
}
