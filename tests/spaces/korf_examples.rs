//! The examples that repeat published experiments: `korf100`, `korf24` and `heuristics`.

use std::fs;

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
