//! Puzzles of permutations through coordinates.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use puzzle_search::heuristics::{Guided, Heuristic, PatternDatabase};
use puzzle_search::job::BuildError;
use puzzle_search::observe::{Layer, TaskObserver};
use puzzle_search::pruning::Pruned;
use puzzle_search::puzzles::{Arrangement, Definition, Packed, PermutationPuzzle, Turn};
use puzzle_search::space::Enumerate;
use puzzle_search::{Bidirectional, IdaStar, Limits, Puzzle, Ranked, Solver, Stop, laws};
use puzzle_search_coordinates::{Coordinates, CosetTable, View, sequences_up_to_symmetry};

#[cfg(all(feature = "mmap", target_os = "linux"))]
use crate::support::walk_back;
use crate::support::{Numbers, Temporary};

const POCKET: &str = include_str!("../../../../examples/puzzles/pocket-cube.puzzle");
const PYRAMINX: &str = include_str!("../../../../examples/puzzles/pyraminx.puzzle");
const SKEWB: &str = include_str!("../../../../examples/puzzles/skewb.puzzle");
const CUBE: &str = include_str!("../../../../examples/puzzles/cube.puzzle");
/// Two rings of four that share two places, with a swap: whatever there is.
const SMALL: &str = "points 6 \n generator L (1 2 3 4) \n generator R (3 4 5 6) \n inverses";

fn puzzle<B: Packed>(text: &str) -> PermutationPuzzle<B> {
    let definition: Definition = text.parse().unwrap_or_else(|error| panic!("{error}"));
    PermutationPuzzle::packed(&definition).expect("few places")
}

/// The numbers in a `.layers` file: comments, then one for each depth from 0.
fn published(name: &str) -> Vec<u64> {
    let path = format!(
        "{}/../../tests/data/{name}.layers",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(path).expect("a data file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("a number")).collect()
}

/// Distances from the goal, by a search through arrangements.
fn distances<B: Packed>(puzzle: &PermutationPuzzle<B>) -> HashMap<Arrangement<B>, u32> {
    let mut distances = HashMap::from([(puzzle.goal(), 0)]);
    let mut layer = vec![puzzle.goal()];
    for distance in 1.. {
        let mut next = vec![];
        for edge in layer.iter().flat_map(|state| puzzle.neighbors(state)) {
            if let Entry::Vacant(unknown) = distances.entry(edge.state) {
                unknown.insert(distance);
                next.push(edge.state);
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

#[test]
fn whole_puzzles_at_each_depth() {
    for (text, name) in [
        (POCKET, "pocket-cube-half-turns"),
        (PYRAMINX, "pyraminx"),
        (SKEWB, "skewb"),
    ] {
        let puzzle = puzzle::<[u8; 27]>(text);
        let coordinates = Coordinates::whole(&puzzle).expect("few states");
        let counted = Enumerate::new().count_by_rank(&coordinates, [coordinates.goal()]);
        let census = counted.threads(2).run().expect("all have numbers");
        assert_eq!(census.layers, published(name), "{name}");
        assert_eq!(
            Some(u128::from(census.states())),
            puzzle.state_count(),
            "{name}"
        );
    }
}

/// The 2x2x2 cube of which two faces turn: 29,160 states.
fn two_faces() -> PermutationPuzzle<u128> {
    let lines = POCKET
        .lines()
        .filter(|line| !line.starts_with("generator F"));
    puzzle(&lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn views_are_admissible_and_number_what_they_show() {
    let puzzle = two_faces();
    let distances = distances(&puzzle);
    assert_eq!(distances.len(), 29_160);
    let views = [
        View::kept_by(&puzzle, &["U", "R2"]).expect("its moves"),
        View::new(&[1, 1, 1, 2, 2, 2]),
    ];
    let coordinates = Coordinates::new(&puzzle, &views).expect("few states");
    laws::check(&coordinates, &coordinates.goal()).expect("lawful");
    laws::Check::new()
        .ranked(&coordinates, &coordinates.goal())
        .expect("lawful");
    laws::Check::new()
        .reversible(&coordinates, &coordinates.goal())
        .expect("lawful");
    let database = PatternDatabase::new(&puzzle, coordinates).expect("it fits");
    let guided = puzzle.guided_by(database);
    let mut tight = 0;
    for (state, &distance) in &distances {
        let estimate = guided.heuristic(state).expect("it can be solved");
        assert!(estimate <= distance);
        tight += u32::from(estimate == distance);
    }
    assert!(tight > 100);
}

/// The same table without the traversal of its own.
#[derive(Clone)]
struct ByNeighbors(CosetTable);

impl<B: Packed> Heuristic<PermutationPuzzle<B>> for ByNeighbors {
    type Memo = <CosetTable as Heuristic<PermutationPuzzle<B>>>::Memo;

    fn memo(&self, puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> Self::Memo {
        self.0.memo(puzzle, state)
    }

    fn estimate(&self, puzzle: &PermutationPuzzle<B>, memo: Self::Memo) -> Option<u32> {
        self.0.estimate(puzzle, memo)
    }
}

/// The estimate is admissible everywhere, kept up as it is made anew, and IDA* with it is right, and the same
/// with the traversal of its own and without, in one go and piece by piece.
fn is_sound(subgroup: &[&str]) {
    let puzzle = two_faces();
    let distances = distances(&puzzle);
    let table = CosetTable::build(&puzzle, subgroup)
        .threads(2)
        .run()
        .expect("it fits");
    let plain = puzzle.clone().guided_by(ByNeighbors(table.clone()));
    let guided = puzzle.guided_by(table);
    laws::check(&guided, &guided.puzzle().goal()).expect("lawful");
    laws::check_traversal(&guided, &guided.puzzle().goal()).expect("lawful");
    let mut states: Vec<_> = distances.into_iter().collect();
    states.sort_by_cached_key(|(state, distance)| (*distance, format!("{state:?}")));
    for (state, distance) in &states {
        assert!(
            guided.heuristic(state).expect("it can be solved") <= *distance,
            "{state:?}"
        );
    }
    for (state, distance) in states.iter().step_by(9_001) {
        let report = IdaStar::new().solve(&guided, state);
        let same = IdaStar::new().solve(&plain, state);
        assert_eq!(report.outcome, same.outcome);
        assert_eq!(report.stats.generated, same.stats.generated, "{state:?}");
        assert_eq!(report.stats.expanded, same.stats.expanded, "{state:?}");
        let solution = report.solution().expect("it can be solved");
        assert_eq!(solution.cost(), *distance);
        solution
            .verify(&guided, state)
            .expect("it leads to the goal");
        // In five pieces or six.
        let piece = report.stats.generated / 5 + 1;
        let mut search = IdaStar::new().search(&guided, state);
        let pieced = (1..)
            .map(|pieces| {
                search.set_limits(Limits::new().max_generated(pieces * piece));
                search.run()
            })
            .find(|report| report.stop().is_none())
            .expect("it ends");
        assert_eq!(pieced.outcome, report.outcome);
        assert_eq!(pieced.stats.generated, report.stats.generated);
    }
}

#[test]
fn tables_of_cosets_are_admissible() {
    is_sound(&["U", "R2"]);
    is_sound(&["U2", "R2"]);
    is_sound(&EVEN);
}

#[test]
fn files_of_other_signs_are_others() {
    // All of three and all of five places look alike, and one of them is even.
    let text = "points 8 \n generator C (1 2 3) \n generator T (1 2) \n generator D (4 5 6 7 8) \n \
        generator U (4 5) \n inverses";
    let puzzle = puzzle::<u32>(text);
    let directory = Temporary::new("signs");
    for _built_then_read in 0..2 {
        for (subgroup, far, near) in [(["C", "D", "U"], "T", "U"), (["C", "T", "D"], "U", "T")] {
            let table = CosetTable::open_or_build(&puzzle, &subgroup, &directory.0).run();
            let table = table.expect("it fits");
            assert_eq!(table.entries(), 2);
            let estimate = |turn| {
                let state = puzzle.play(&puzzle.goal(), turn).expect("a move");
                table.estimate(&puzzle, table.memo(&puzzle, &state))
            };
            assert_eq!((estimate(far), estimate(near)), (Some(1), Some(0)));
        }
    }
}

/// Even sequences that leave the same view unchanged as U and R2.
const EVEN: [&str; 3] = ["U2", "R2", "U R2 U'"];

/// The same puzzle with two places more, which each generator exchanges: they tell the even from the odd.
fn with_signs(text: &str) -> String {
    let lines = text.lines().map(|line| {
        if let Some(points) = line.strip_prefix("points ") {
            let points: u32 = points.parse().expect("a number");
            format!("points {}", points + 2)
        } else if line.starts_with("generator ") {
            let known = text.lines().find_map(|line| line.strip_prefix("points "));
            let points: u32 = known.expect("a puzzle").parse().expect("a number");
            format!("{line}({} {})", points + 1, points + 2)
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// As [`above_distances`], with a database of the puzzle that has its signs on two places of its own.
fn above_signed_distances<B: Packed, S: Packed>(text: &str, subgroup: &[&str]) -> [usize; 2] {
    let signed = puzzle::<S>(&with_signs(text));
    let view = View::kept_by(&signed, subgroup).expect("its moves");
    let cosets = Coordinates::new(&signed, &[view]).expect("few");
    above(puzzle::<B>(text), &signed, cosets, subgroup)
}

#[test]
fn tables_of_cosets_tell_even_from_odd() {
    let pocket = puzzle::<[u8; 21]>(POCKET);
    let entries = |subgroup: &[&str]| {
        let table = CosetTable::build(&pocket, subgroup).run().expect("it fits");
        table.entries()
    };
    assert_eq!(entries(&EVEN), 2 * entries(&["U", "R2"]));
    above_signed_distances::<[u8; 21], [u8; 23]>(POCKET, &EVEN);
    // How edges are flipped, and whether so many quarter turns are even.
    let flips = ["U D", "U L", "U R", "U2", "F2", "B2"];
    above_signed_distances::<[u8; 48], [u8; 50]>(CUBE, &flips);
    // A sequence that is odd, and a view in which no odd move looks solved: as many as without a sign.
    assert_eq!(entries(&["U2", "R2", "U"]), entries(&["U", "R2"]));
    let tells = "points 4 \n generator T (1 2 3 4) \n powers";
    let table = CosetTable::build(&puzzle::<u32>(tells), &["T2"])
        .run()
        .expect("it fits");
    assert_eq!(table.entries(), 2);
    // Pieces of two stickers: of the pieces a swap is odd, of the stickers it is even.
    let pieces = "points 6 \n generator C (1 3 5)(2 4 6) \n generator T (1 3)(2 4) \n generator F (1 2) \n inverses";
    let pieces = puzzle::<u32>(pieces);
    let [even, all] = [&["C"][..], &["C", "T"]].map(|subgroup| {
        let table = CosetTable::build(&pieces, subgroup).run();
        table.expect("it fits").entries()
    });
    assert_eq!(even, 2 * all);
}

/// Signs double what the other orbits show, which has to fit into two bytes.
#[test]
fn signs_for_which_there_is_no_room_are_left_out() {
    for (length, estimate) in [(23, 1), (37, 0)] {
        let mut last = 3;
        let cycles = [41, length, 31, 29].map(|length| {
            let first = last + 1;
            last += length;
            let places: Vec<String> = (first..=last).map(|place| place.to_string()).collect();
            format!("generator G{length} ({})", places.join(" "))
        });
        let text = format!(
            "points {last} \n generator C (1 2 3) \n generator T (1 2) \n {} \n inverses",
            cycles.join(" \n ")
        );
        let puzzle = puzzle::<[u8; 144]>(&text);
        let table = CosetTable::build(&puzzle, &["C"]).run().expect("it fits");
        let swapped = puzzle.play(&puzzle.goal(), "T").expect("its move");
        assert_eq!(puzzle.guided_by(table).heuristic(&swapped), Some(estimate));
    }
}

/// The arrangement that is undone by the moves that lead to another.
fn inverse<B: Packed>(puzzle: &PermutationPuzzle<B>, state: &Arrangement<B>) -> Arrangement<B> {
    let labels = |state: &Arrangement<B>| state.labels(puzzle.places()).collect::<Vec<_>>();
    let (goal, state) = (labels(&puzzle.goal()), labels(state));
    let place = |label| {
        state
            .iter()
            .position(|&at| at == label)
            .expect("it is somewhere")
    };
    let pieces: Vec<u8> = goal.iter().map(|&label| goal[place(label)]).collect();
    puzzle.state(&pieces).expect("an arrangement")
}

/// Of some thousand estimates, how many are above the distance of the coset, as a database has it that knows of no
/// symmetries, and how many above that of the inverse's coset, too: of these there may be some where there are several
/// axes. None is below the one, and none above the distance of the goal where that is known.
fn above_distances<B: Packed>(text: &str, subgroup: &[&str]) -> [usize; 2] {
    let puzzle = puzzle::<B>(text);
    let view = View::kept_by(&puzzle, subgroup).expect("its moves");
    let cosets = Coordinates::new(&puzzle, &[view]).expect("few");
    above(puzzle.clone(), &puzzle, cosets, subgroup)
}

/// The same with cosets of a puzzle that has the same moves.
fn above<B: Packed, S: Packed>(
    puzzle: PermutationPuzzle<B>,
    other: &PermutationPuzzle<S>,
    cosets: Coordinates,
    subgroup: &[&str],
) -> [usize; 2] {
    let whole = Coordinates::whole(&puzzle).ok().map(|coordinates| {
        let database = PatternDatabase::new(&puzzle, coordinates).expect("it fits");
        puzzle.clone().guided_by(database)
    });
    let cosets = PatternDatabase::new(other, cosets).expect("it fits");
    let cosets = other.clone().guided_by(cosets);
    let table = CosetTable::build(&puzzle, subgroup).threads(2).run();
    let table = puzzle.clone().guided_by(table.expect("it fits"));
    let moves: Vec<_> = puzzle.moves().zip(other.moves()).collect();
    let mut numbers = Numbers(8);
    let (mut state, mut seen) = (puzzle.goal(), other.goal());
    let (mut above, mut farthest) = ([0; 2], 0);
    for _ in 0..3_000 {
        let (turn, same) = moves[numbers.below(moves.len())];
        state = puzzle.apply(&state, turn).expect("its move");
        seen = other.apply(&seen, same).expect("its move");
        let estimate = table.heuristic(&state).expect("it can be solved");
        let coset = cosets.heuristic(&seen).expect("it can be solved");
        assert!(estimate >= coset, "{subgroup:?}: {estimate} for {coset}");
        let distance = whole.as_ref().and_then(|whole| whole.heuristic(&state));
        assert!(
            distance.is_none_or(|distance| estimate <= distance),
            "{subgroup:?}"
        );
        let of_inverse = cosets.heuristic(&inverse(other, &seen));
        let of_inverse = of_inverse.expect("it can be solved");
        above[0] += usize::from(estimate > coset);
        above[1] += usize::from(estimate > coset.max(of_inverse));
        farthest = farthest.max(coset);
    }
    assert!(farthest > 2, "{subgroup:?}: all are near");
    above
}

#[test]
fn tables_of_cosets_know_their_distances() {
    for subgroup in [&["U", "L"][..], &["U", "L R L'"], &["U"]] {
        above_distances::<[u8; 24]>(PYRAMINX, subgroup);
    }
    for subgroup in [&["U"][..], &["U L U'", "R"]] {
        above_distances::<[u8; 27]>(SKEWB, subgroup);
    }
    for subgroup in [&["U"][..], &["U", "R2"]] {
        above_distances::<[u8; 24]>(POCKET, subgroup);
    }
    // All symmetries keep it.
    let [above, above_both] = above_distances::<[u8; 24]>(POCKET, &["U2", "R2", "F2"]);
    assert!(above > 500 && above_both == 0, "{above} and {above_both}");
    above_distances::<[u8; 48]>(CUBE, &["U", "D", "L", "R", "F2", "B2"]);
    // Edges of two kinds, which are turned in different ways: most rows are of no arrangement.
    above_distances::<[u8; 48]>(CUBE, &["U", "R", "F"]);
}

/// Along each of four axes as far as a table can say, and all moves in one of the subgroups.
#[test]
fn the_farthest_coset_is_no_dead_end() {
    let mut next = 1;
    let mut cycle = |length| {
        let places: Vec<String> = (next..next + length)
            .map(|place| place.to_string())
            .collect();
        next += length;
        format!("({})", places.join(" "))
    };
    let sides = ["A", "B"].map(|side| {
        // Of order 400, and 108.
        let [one, other] = [[16, 25], [4, 27]].map(|lengths| lengths.map(&mut cycle).concat());
        format!("generator {side}1 {one}\n generator {side}2 {other}\n")
    });
    let puzzle = puzzle::<[u8; 144]>(&format!("points 144\n {}inverses", sides.concat()));
    let table = CosetTable::build(&puzzle, &["A1", "A2"])
        .run()
        .expect("it fits");
    let sequence = [("A1 ", 200), ("A2 ", 54), ("B1 ", 200), ("B2 ", 54)];
    let sequence = sequence.map(|(turn, times)| turn.repeat(times)).concat();
    let far = puzzle.play(&puzzle.goal(), &sequence).expect("its moves");
    assert_eq!(puzzle.guided_by(table).heuristic(&far), Some(254));
}

/// So many pieces are not followed, and inverses are not seen.
#[test]
fn tables_of_many_pieces_are_those_of_cosets() {
    const MANY: &str = "points 36 \n generator S (1 2 4) \n generator T (1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 \
        19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36) \n inverses";
    // Where the first of them is, whatever the others do.
    let others = (1..=32).map(|after| format!("{}S{}", "T' ".repeat(after), " T".repeat(after)));
    let others: Vec<String> = others.collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    assert_eq!(above_distances::<[u8; 36]>(MANY, &others), [0; 2]);
}

#[test]
fn sequences_of_the_cube_are_counted_and_short_ones_solved() {
    let cube = puzzle::<[u8; 48]>(CUBE);
    let pruned = Pruned::new(cube.clone(), 2);
    let sequences: Vec<_> = (1..=6)
        .map(|length| pruned.count_sequences(length))
        .collect();
    // Korf 1997.
    let published = [18, 243, 3_240, 43_254, 577_368, 7_706_988];
    assert_eq!(sequences, published.map(Some));
    // How edges are flipped: 2,048 cosets, seen along three axes and reduced by sixteen symmetries.
    let table = CosetTable::build(&cube, &["U", "D", "L", "R", "F2", "B2"])
        .run()
        .expect("it fits");
    assert!(table.entries() < 400);
    let guided = cube.guided_by(table);
    let moves: Vec<_> = guided.puzzle().moves().collect();
    let mut numbers = Numbers(5);
    for length in 0..5 {
        let scrambled = (0..length).fold(guided.puzzle().goal(), |state, _| {
            let turn = moves[numbers.below(moves.len())];
            guided.puzzle().apply(&state, turn).expect("its move")
        });
        let report = IdaStar::new().solve(&guided, &scrambled);
        let apart = Bidirectional::new().solve(guided.puzzle(), &scrambled);
        assert_eq!(report.lower_bound, apart.lower_bound);
        let solution = report.solution().expect("it can be solved");
        solution
            .verify(&guided, &scrambled)
            .expect("it leads to the goal");
    }
}

#[test]
fn what_has_no_table_says_why() {
    let cube = puzzle::<[u8; 48]>(CUBE);
    let error = CosetTable::build(&cube, &["U X"])
        .run()
        .expect_err("it has none")
        .to_string();
    assert!(
        error.starts_with("column 3: \"X\" is not a move"),
        "{error}"
    );
    let error = CosetTable::build(&cube, &["U2"])
        .run()
        .expect_err("it has none")
        .to_string();
    assert_eq!(
        error,
        "the cosets have a coordinate with too many values: expected at most 65535, as larger subgroups have"
    );
    let one_way = puzzle::<u64>("points 3 \n generator T (1 2 3)");
    let error = CosetTable::build(&one_way, &["T T"])
        .run()
        .expect_err("it has none")
        .to_string();
    assert!(
        error.ends_with("expected the inverse of every move among them"),
        "{error}"
    );
    let error = Coordinates::whole(&cube)
        .expect_err("it has none")
        .to_string();
    assert!(
        error.starts_with("the views show too many states"),
        "{error}"
    );
    let small = puzzle::<u64>(SMALL);
    let limits = Limits::new().max_bytes(10);
    let stopped = CosetTable::build(&small, &["L"])
        .limits(limits)
        .run()
        .expect_err("it has none");
    assert_eq!(stopped, BuildError::Stopped(Stop::Bytes));
}

#[test]
fn what_keeps_a_cube_from_being_solved() {
    let cube = puzzle::<[u8; 48]>(CUBE);
    let reason = |cycles: &[&[usize]]| {
        let mut pieces: Vec<u8> = (1..=48).collect();
        for cycle in cycles {
            for (&from, &to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                pieces[to - 1] = from as u8;
            }
        }
        cube.solvability(&cube.state(&pieces).expect("each once"))
            .to_string()
    };
    let known = "unsolvable: the permutation from goal to start is not among the \
                 43252003274489856000 that the moves generate: ";
    for (cycles, fault) in [
        (
            &[&[8, 25, 19][..]][..],
            "a piece of 3 places would have to be turned alone",
        ),
        (
            &[&[7, 18]],
            "a piece of 2 places would have to be turned alone",
        ),
        (
            &[&[7, 5], &[18, 26]],
            "two pieces would have to be exchanged alone, or others moved as oddly",
        ),
        (&[&[7, 5]], "the places 5 26 always stay together"),
    ] {
        assert_eq!(reason(cycles), format!("{known}{fault}"));
    }
}

/// What the sequences that are left lead to has the distance of all.
fn sequences_left_out_are_alike<B: Packed>(puzzle: &PermutationPuzzle<B>, step: usize) {
    let distances = distances(puzzle);
    let play = |state: &Arrangement<B>, turns: &[Turn]| {
        let play = |state, &turn: &Turn| puzzle.apply(&state, turn).expect("its own move");
        turns.iter().fold(*state, play)
    };
    let mut states: Vec<_> = distances.iter().collect();
    states.sort_unstable_by_key(|(state, distance)| (**distance, puzzle.rank(state)));
    for length in 1..=3 {
        let mut counts = vec![];
        for &(state, &distance) in states.iter().step_by(step) {
            let sequences = sequences_up_to_symmetry(puzzle, state, length as usize);
            counts.push(sequences.len());
            let after = sequences.iter().map(|turns| distances[&play(state, turns)]);
            let nearest = after.min().expect("moves");
            if distance >= length {
                assert_eq!(nearest + length, distance);
            }
        }
        // Some arrangements have symmetries, and some have none.
        assert!(counts.iter().min() < counts.iter().max());
    }
}

#[test]
fn sequences_that_are_left_out_are_alike() {
    sequences_left_out_are_alike(&puzzle::<u64>(SMALL), 1);
    sequences_left_out_are_alike(&two_faces(), 97);
    let cube = puzzle::<[u8; 48]>(CUBE);
    // Every edge flipped in its place: all 48 symmetries.
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    for (scramble, length, sequences) in [
        ("", 0, 1),
        ("", 1, 2),
        (superflip, 1, 2),
        // As many as a program counts that knows of faces and axes alone; all in all there are 43,254.
        (superflip, 4, 1_103),
        ("L2 R2 U2 D2 F2 B2", 1, 2),
        // What is left of them turns the cube by the axis of U, and reflects it.
        ("U2", 1, 6),
        ("R U F2 L'", 1, 18),
        ("R U F2 L'", 3, 3_240),
    ] {
        let state = cube.play(&cube.goal(), scramble).expect("its moves");
        let found = sequences_up_to_symmetry(&cube, &state, length);
        assert_eq!(found.len(), sequences, "{scramble} {length}");
    }
}

/// Ends a build after each of its layers.
#[derive(Default)]
struct LayerByLayer(Vec<u64>);

impl TaskObserver for LayerByLayer {
    fn layer(&mut self, layer: &Layer) -> ControlFlow<()> {
        self.0.push(layer.depth);
        ControlFlow::Break(())
    }
}

/// The only files of a directory that have this extension, as name and bytes.
fn files(directory: &Path, extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(directory).expect("it was made");
    let paths = entries.map(|entry| entry.expect("it is there").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    paths
        .map(|path| (path.clone(), fs::read(path).expect("it is there")))
        .collect()
}

#[test]
fn a_table_that_was_stopped_after_any_layer_is_gone_on_with_elsewhere() {
    let puzzle = two_faces();
    let subgroup = ["U2", "R2"];
    let (whole, pieced) = (Temporary::new("cosets"), Temporary::new("cosets-pieced"));
    let mut build = CosetTable::open_or_build(&puzzle, &subgroup, &whole.0);
    build.run().expect("it fits");
    let mut depths: Vec<u64> = Vec::new();
    let table = loop {
        // As in another process: nothing is known but the file.
        let build =
            CosetTable::open_or_build(&puzzle, &subgroup, &pieced.0).threads(1 + depths.len() % 2);
        let mut build = build.observe(LayerByLayer::default());
        match build.run() {
            Ok(table) => break table,
            Err(error) => assert_eq!(error, BuildError::Stopped(Stop::Observer)),
        }
        depths.extend(&build.observer().0);
        assert_eq!(files(&pieced.0, "unfinished").len(), 1);
        assert!(files(&pieced.0, "table").is_empty());
    };
    assert!(depths.len() > 8, "{depths:?}");
    assert!(depths.iter().copied().eq(0..depths.len() as u64));
    assert_eq!(table.entries(), build.run().expect("it is there").entries());
    assert!(files(&pieced.0, "unfinished").is_empty());
    let names = |files: Vec<(PathBuf, Vec<u8>)>| {
        let named = files.into_iter();
        named
            .map(|(path, bytes)| (path.file_name().map(OsString::from), bytes))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(files(&pieced.0, "table")),
        names(files(&whole.0, "table"))
    );
}

/// In memory of its own where the limit on bytes leaves room, and mapped where not.
#[cfg(all(feature = "mmap", target_os = "linux"))]
#[test]
fn a_table_from_a_file_keeps_to_the_limit_on_bytes() {
    let puzzle = puzzle::<u128>(POCKET);
    let directory = Temporary::new("cosets-limit");
    let cached = || CosetTable::open_or_build(&puzzle, &["U2"], &directory.0);
    let built = cached().run().expect("it fits");
    let mut read = cached();
    let copied = read.run().expect("it is there");
    let peak = read.stats().peak_bytes;
    let mut read = cached().limits(Limits::new().max_bytes(peak - 1));
    let mapped = read.run().expect("what is mapped takes no memory");
    assert!(read.stats().peak_bytes < peak);
    let mut numbers = Numbers(19);
    for moves in 0..200 {
        let state = walk_back(&puzzle, moves % 40, &mut numbers);
        let estimate = |table: &CosetTable| table.estimate(&puzzle, table.memo(&puzzle, &state));
        assert_eq!(estimate(&copied), estimate(&built));
        assert_eq!(estimate(&mapped), estimate(&built));
    }
}

#[test]
fn an_unfinished_table_that_is_damaged_says_so() {
    let cube = puzzle::<[u8; 48]>(CUBE);
    let subgroup = ["U", "D", "L", "R", "F2", "B2"];
    let directory = Temporary::new("cosets-damaged");
    let build = || CosetTable::open_or_build(&cube, &subgroup, &directory.0);
    let stopped = build().observe(LayerByLayer::default()).run();
    assert_eq!(stopped.err(), Some(BuildError::Stopped(Stop::Observer)));
    let (path, bytes) = files(&directory.0, "unfinished")
        .pop()
        .expect("it was saved");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, damaged).expect("it can be written");
        let error = build().run().expect_err("it is damaged").to_string();
        assert!(
            error.ends_with(&format!(": remove {path:?} to begin anew")),
            "{error}"
        );
    }
    // Of another table.
    let other = CosetTable::open_or_build(&cube, &["U", "D", "L2", "R2", "F", "B"], &directory.0);
    let stopped = other.observe(LayerByLayer::default()).run();
    assert_eq!(stopped.err(), Some(BuildError::Stopped(Stop::Observer)));
    let others = files(&directory.0, "unfinished");
    let (_, foreign) = others
        .iter()
        .find(|(other, _)| *other != path)
        .expect("it was saved");
    fs::write(&path, foreign).expect("it can be written");
    let error = build().run().expect_err("it is another").to_string();
    assert!(error.contains("is another table: its "), "{error}");
    fs::remove_file(&path).expect("it is there");
    assert!(build().run().is_ok());
}

/// Where one move is two of the other puzzle, what it needs there is too much here.
#[test]
fn a_database_of_other_moves_is_refused() {
    let definition = |moves: &str| {
        let text = format!("points 6 \n generator T (1 2 3 4 5 6) \n generator S (1 2) \n {moves}");
        let definition = text.parse::<Definition>().expect("a puzzle");
        PermutationPuzzle::<u64>::packed(&definition).expect("six points")
    };
    let [turns, powers] = ["inverses", "powers"].map(definition);
    let view = Coordinates::new(&turns, &[View::new(&[1, 2, 3])]).expect("120 states");
    let database = PatternDatabase::new(&turns, view).expect("it fits");
    assert!(Guided::new(turns, database.clone()).is_ok());
    assert!(Guided::new(powers, database).is_err());
}
