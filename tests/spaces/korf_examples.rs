//! The examples that repeat published experiments: `korf100`, `korf24` and `heuristics`; and that every
//! example is run by some test.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::example_runner::{answer, row};
use crate::support::Temporary;

#[test]
fn korf100_counts_the_published_nodes() {
    for threads in ["1", "3"] {
        let args = ["--from", "12", "--to", "12", "--threads", threads];
        let text = answer("korf100", &args);
        assert_eq!(row(&text, "12"), ["12", "45", "269708", "546344"]);
        assert_eq!(row(&text, "all"), ["all", "45", "269708", "546344"]);
    }
    let [_, cost, expanded] = {
        let text = answer(
            "korf100",
            &["--from", "12", "--to", "12", "--solver", "bae-star"],
        );
        row(&text, "12")
    };
    assert_eq!((&*cost, &*expanded), ("45", "82719"));
    let backward = [
        "--from",
        "12",
        "--to",
        "12",
        "--backward",
        "--format",
        "json",
    ];
    let means: Value = serde_json::from_str(&answer("korf100", &backward)).expect("JSON");
    assert_eq!(
        (&means["instances"], &means["wrong"]),
        (&1.into(), &0.into())
    );
    assert_eq!(means["mean_expanded"], 145_915);
    let heavy = [
        "--from", "12", "--to", "13", "--costs", "heavy", "--solver", "bae-star",
    ];
    let text = answer("korf100", &heavy);
    assert_eq!(row(&text, "all"), ["all", "705"]);
    let weighted = [
        "--to",
        "3",
        "--solver",
        "weighted-a-star",
        "--format",
        "json",
    ];
    let means: Value = serde_json::from_str(&answer("korf100", &weighted)).expect("JSON");
    let factor = means["mean_factor"].as_f64().expect("costs are published");
    assert!(
        means["wrong"] == 0 && (1.02..1.2).contains(&factor),
        "{means}"
    );
    let databases = ["--from", "12", "--to", "12", "--heuristic", "pdb-6-6-3"];
    let text = answer("korf100", &databases);
    assert_eq!(row(&text, "12"), ["12", "45"]);
}

#[test]
fn heuristics_are_compared_and_drawn() {
    let picture = Temporary::new("heuristics.svg");
    let path = picture.0.to_str().expect("an ordinary path");
    let text = answer("heuristics", &["--solve", "3", "--svg", path]);
    let estimate = |name| -> f64 {
        let [_, estimate] = row(&text, name);
        estimate.parse().expect("a number")
    };
    let names = [
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "pdb-5-5-5",
        "pdb-6-6-3",
    ];
    assert!(names.map(estimate).is_sorted(), "{text}");
    assert_eq!(row(&text, "true"), ["true", "cost", "52.24"]);
    let svg = fs::read_to_string(&picture.0).expect("it was drawn");
    for name in names {
        assert!(svg.contains(&format!("{name}\n")), "{name}");
    }
}

#[test]
fn quickstart_crosses_the_river() {
    let text = answer("quickstart", &[]);
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
