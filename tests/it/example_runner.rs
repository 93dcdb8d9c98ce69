//! Runs the crate's examples as child processes, as a judge would.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Runs an example with these arguments on this input, and waits for its end.
pub(crate) fn run(name: &str, args: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(program(name))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("example {name} does not start: {error}"));
    let stdin = stdin.as_ref();
    let mut pipe = child.stdin.take().expect("stdin is a pipe");
    let output = thread::scope(|scope| {
        // A thread of its own: the child may fill its stdout before it has read all of its stdin.
        scope.spawn(move || match pipe.write_all(stdin) {
            // The child need not read what it does not want.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("stdin: {error}"),
            _ => {}
        });
        child.wait_with_output()
    });
    output.unwrap_or_else(|error| panic!("example {name} does not end: {error}"))
}

/// The program of an example, which the first test that asks for it builds.
fn program(name: &str) -> PathBuf {
    static BUILT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    // This test is <target>/<profile>/deps/it-<hash>.
    let test = std::env::current_exe().expect("a test knows its own path");
    let profile = test.ancestors().nth(2).expect("it is in <profile>/deps");
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !built.contains(name) {
        build(name, profile);
        built.insert(name.to_owned());
    }
    profile.join("examples").join(name)
}

/// Builds an example as this test was built, so that nothing is built twice.
fn build(name: &str, profile: &Path) {
    let target = profile.parent();
    let target = target.expect("the profile is in the target folder");
    let mut build = Command::new(env!("CARGO"));
    build.current_dir(env!("CARGO_MANIFEST_DIR"));
    build
        .args(["build", "--quiet", "--target-dir"])
        .arg(target)
        .args(["--example", name]);
    let profile = profile.file_name().and_then(|profile| profile.to_str());
    let profile = profile.filter(|&profile| profile != "debug");
    build.args(["--profile", profile.unwrap_or("dev")]);
    macro_rules! features {
        ($($feature:literal),+) => {
            $(if cfg!(feature = $feature) {
                build.args(["--features", concat!("puzzle-search/", $feature)]);
            })+
        };
    }
    features!("mmap", "ordered-float", "proptest", "serde");
    let built = build.status().expect("cargo starts");
    assert!(built.success(), "the example {name} does not build");
}

/// Runs an example whose output nobody reads: as with `head`, which has gone when it is written to.
pub(crate) fn unread(name: &str, args: &[&str], stdin: &[u8]) -> Output {
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    let mut child = Command::new(program(name))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("example {name} does not start: {error}"));
    let pipe = child.stdin.take();
    pipe.expect("stdin is a pipe")
        .write_all(stdin)
        .expect("a few bytes");
    let output = child.wait_with_output();
    output.unwrap_or_else(|error| panic!("example {name} does not end: {error}"))
}
