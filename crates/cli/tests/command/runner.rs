//! Runs the command: in this process, or as a program.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::Command;

/// The output of a run, and its exit code.
pub(crate) struct Output {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) code: Option<i32>,
}

/// Runs a subcommand, which can be nested, with these arguments and this input.
pub(crate) fn run(name: &str, args: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    let words = ["puzzle-search"].into_iter().chain(name.split(' '));
    let words = words.chain(args.iter().copied());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let code = puzzle_search_cli::main(words, &mut stdin.as_ref(), &mut stdout, &mut stderr);
    Output {
        stdout,
        stderr,
        code: Some(code.into()),
    }
}

/// The standard output, the standard error and the exit code of a run.
pub(crate) fn ending(
    name: &str,
    args: &[&str],
    stdin: impl AsRef<[u8]>,
) -> (String, String, Option<i32>) {
    let output = run(name, args, stdin);
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (text(output.stdout), text(output.stderr), output.code)
}

/// The standard error and the exit code of a run whose output is closed.
pub(crate) fn unread(name: &str, args: &[&str], stdin: impl AsRef<[u8]>) -> (String, u8) {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut stderr = Vec::new();
    let words = ["puzzle-search"].into_iter().chain(name.split(' '));
    let words = words.chain(args.iter().copied());
    let code = puzzle_search_cli::main(words, &mut stdin.as_ref(), &mut Closed, &mut stderr);
    (String::from_utf8_lossy(&stderr).into_owned(), code)
}

/// The output and the exit code of a run, which must not write to standard error, nor terminal sequences to a pipe.
pub(crate) fn answer(name: &str, args: &[&str]) -> (String, Option<i32>) {
    let (text, complaint, code) = ending(name, args, "");
    assert_eq!(complaint, "", "{name} {args:?}");
    assert!(!text.contains(['\x1b', '\r']), "{text:?}");
    (text, code)
}

/// Checks that a run fails with one sentence and exit code 2.
pub(crate) fn refused(name: &str, args: &[&str], sentence: &str) {
    let (text, complaint, code) = ending(name, args, "");
    assert_eq!(complaint, format!("error: {sentence}\n"), "{name} {args:?}");
    assert_eq!((&*text, code), ("", Some(2)), "{name} {args:?}");
}

/// The first words of the line that begins with `first`.
pub(crate) fn row<const N: usize>(text: &str, first: &str) -> [String; N] {
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let row = lines.into_iter().find(|line| line.first() == Some(&first));
    let row = row.unwrap_or_else(|| panic!("no line begins with {first}: {text}"));
    std::array::from_fn(|at| row[at].to_owned())
}

/// A command that runs the program.
pub(crate) fn program(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle-search"));
    command.args(name.split_whitespace()).args(args);
    command
}

/// A path unique to a test, removed on drop.
pub(crate) struct Temporary(pub(crate) PathBuf);

impl Temporary {
    pub(crate) fn new(name: &str) -> Self {
        let unique = format!("puzzle-search-cli-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(unique))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The path of a puzzle among the examples.
pub(crate) fn example(name: &str) -> String {
    format!(
        "{}/../../examples/puzzles/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}
