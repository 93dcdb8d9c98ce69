//! Runs the crate's examples as child processes, as a judge would.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

/// Runs an example with these arguments on this input, and waits for its end.
pub(crate) fn run(name: &str, args: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(directory().join(name))
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

/// Starts an example, presses Ctrl-C after a second, and waits for its end.
#[cfg(unix)]
pub(crate) fn interrupted(name: &str, args: &[&str]) -> Output {
    let child = Command::new(directory().join(name))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("example {name} does not start: {error}"));
    // Time to put the handler in place, however busy the machine.
    thread::sleep(Duration::from_secs(1));
    let before = Instant::now();
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill can be run").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(before.elapsed() < Duration::from_secs(60), "{name}");
    output
}

/// What an example writes to a pseudo terminal, both streams together, and its exit code; `None` where
/// the program `script` of util-linux is missing, which is said.
#[cfg(target_os = "linux")]
#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped is to be seen, among what the tests print"
)]
pub(crate) fn on_terminal(name: &str, args: &[&str]) -> Option<(String, Option<i32>)> {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', r"'\''"));
    let mut command = quoted(&directory().join(name).to_string_lossy());
    for arg in args {
        command = command + " " + &quoted(arg);
    }
    let script = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    match script {
        Ok(output) => Some((
            String::from_utf8_lossy(&output.stdout).into_owned(),
            output.status.code(),
        )),
        Err(error) => {
            eprintln!("skipped: no pseudo terminal, since script cannot be run: {error}");
            None
        }
    }
}

/// Where the examples are, built once for all tests.
fn directory() -> &'static PathBuf {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        // This test is <target>/<profile>/deps/it-<hash>.
        let test = std::env::current_exe().expect("a test knows its own path");
        let profile = test.ancestors().nth(2).expect("it is in <profile>/deps");
        let target = profile
            .parent()
            .expect("the profile is in the target folder");
        let mut build = Command::new(env!("CARGO"));
        build.current_dir(env!("CARGO_MANIFEST_DIR"));
        build
            .args(["build", "--quiet", "--examples", "--target-dir"])
            .arg(target);
        if cfg!(not(debug_assertions)) {
            build.arg("--release");
        }
        // As this test was built, so that nothing is built twice.
        macro_rules! features {
            ($($feature:literal),+) => {
                $(if cfg!(feature = $feature) {
                    build.args(["--features", $feature]);
                })+
            };
        }
        features!("mmap", "ordered-float", "proptest", "serde", "timely");
        let built = build.status().expect("cargo starts");
        assert!(built.success(), "the examples do not build");
        profile.join("examples")
    })
}
