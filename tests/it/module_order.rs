//! Modules of the library stand in an order, and each imports from those before it only; so do the packages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module may import from any that is listed before it.
const ORDER: &[&str] = &[
    "random",
    "checksum",
    "saved_error",
    "cost",
    "solvability",
    "facts",
    "permutation",
    "account",
    "codec",
    "bit_parallel",
    "puzzle",
    "solution",
    "monitor",
    "driver",
    "table_file",
    "storage",
    "report",
    "stable_hash",
    "solver",
    "task",
    "threads",
    "engines",
    "search",
    "answers",
    "space",
    "tables",
    "pruning",
    "puzzles",
    "heuristics",
    "job",
    "laws",
    "solvers",
    "observe",
];

/// Imports against the order that are left, by file and module. There may only be fewer.
const UPWARD: &[(&str, &str)] = &[];

fn sources(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            files.push(path);
        }
    }
}

/// The modules that a file imports from: what follows `crate::` outside comments and unit tests.
fn imports(text: &str) -> BTreeSet<&str> {
    let code = text
        .split("\n#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            rest.split(|letter| !is_part(letter))
                .next()
                .unwrap_or_default()
        })
        .collect()
}

#[test]
fn every_module_imports_from_those_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let rank: BTreeMap<&str, usize> = ORDER
        .iter()
        .zip(0..)
        .map(|(&name, at)| (name, at))
        .collect();
    let mut upward = BTreeSet::new();
    for file in &files {
        let name = file
            .strip_prefix(&root)
            .expect("a source")
            .to_string_lossy();
        let module = name
            .split(['/', '\\', '.'])
            .next()
            .unwrap_or_default()
            .to_owned();
        if matches!(&*module, "lib" | "guide") || name.ends_with("tests.rs") {
            continue;
        }
        let here = rank.get(&*module);
        let here = here.unwrap_or_else(|| panic!("{module} has no place in the order"));
        let text = fs::read_to_string(file).expect("a source");
        for import in imports(&text) {
            if rank.get(import).is_some_and(|there| there > here) {
                upward.insert((name.replace('\\', "/"), import.to_owned()));
            }
        }
    }
    let listed = UPWARD
        .iter()
        .map(|&(file, module)| (file.into(), module.into()))
        .collect();
    let added: Vec<_> = upward.difference(&listed).collect();
    assert!(
        added.is_empty(),
        "imports from modules that come later: {added:#?}"
    );
    let gone: Vec<_> = listed.difference(&upward).collect();
    assert!(
        gone.is_empty(),
        "not there any more, so take them off the list: {gone:#?}"
    );
}

/// The directories of the packages, in their order: each may depend on those before it only.
const PACKAGES: &[(&str, &str)] = &[
    ("puzzle-search", "."),
    ("puzzle-search-coordinates", "crates/coordinates"),
    ("puzzle-search-cli", "crates/cli"),
];

/// The dependencies that a manifest names, also those of tests.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let mut in_section = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            let (_, named) = section.split_once("dependencies").unwrap_or(("", ""));
            in_section = section.ends_with("dependencies");
            names.extend(named.strip_prefix('.'));
        } else if in_section && let Some((name, _)) = line.split_once([' ', '=', '.']) {
            names.insert(name);
        }
    }
    names
}

#[test]
fn every_package_depends_on_those_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (at, (name, directory)) in PACKAGES.iter().enumerate() {
        // The package that is published has only its own manifest.
        let Ok(manifest) = fs::read_to_string(root.join(directory).join("Cargo.toml")) else {
            assert!(at > 0, "the manifest of {name} is there");
            continue;
        };
        let dependencies = dependencies(&manifest);
        assert!(dependencies.len() > 1, "the dependencies of {name}");
        for (later, _) in &PACKAGES[at..] {
            assert!(!dependencies.contains(later), "{name} depends on {later}");
        }
        let others = dependencies
            .iter()
            .filter(|of| of.starts_with("puzzle-search"));
        assert_eq!(others.count(), at, "{name} names the packages before it");
    }
}

/// The lines of code of a file: neither blank nor comments, before its unit tests.
fn lines_of_code(text: &str) -> usize {
    let code = text.split("\n#[cfg(test)]\nmod tests").next();
    let lines = code.unwrap_or_default().lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

#[test]
fn the_file_of_a_solver_fits_on_a_page_or_two() {
    let search = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search");
    let mut solvers = 0;
    for entry in fs::read_dir(search).expect("a directory of sources") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        // Orders have one `Solver` for all of them; their solvers have files of their own.
        if text.contains("Solver<P> for ") && !path.ends_with("order.rs") {
            let lines = lines_of_code(&text);
            assert!(lines <= 120, "{path:?} has {lines} lines of code");
            solvers += 1;
        }
    }
    assert!(solvers > 15, "{solvers}");
}
