//! Runs the examples as a user would: as programs.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The folder of the examples, which are built on the first call.
fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--examples"]);
        if cfg!(not(debug_assertions)) {
            build.arg("--release");
        }
        let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status();
        assert!(status.expect("cargo can be run").success());
        let test = std::env::current_exe().expect("a test has a path");
        let deps = test.parent().expect("a test is in a folder");
        let profile = deps.parent().expect("it is named deps");
        profile.join("examples")
    })
}

/// What the example of this name does with these arguments and this input.
pub(crate) fn run(name: &str, args: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(folder().join(name))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example was built");
    let mut input = child.stdin.take().expect("it is piped");
    // An example that does not read its input may be gone already.
    let _ = input.write_all(stdin);
    drop(input);
    child.wait_with_output().expect("the example ends")
}
